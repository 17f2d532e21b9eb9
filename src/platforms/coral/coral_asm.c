/* The assembler's statements: lines, labels, mnemonics, and where the bytes go. */
#include "platforms/coral/coral_asm.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_assemble.h"

bool coral_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool coral_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '@';
}

struct kc_str coral_trimmed(const char *at, const char *end)
{
    while (at < end && coral_blank(*at))
        at++;
    while (at < end && coral_blank(end[-1]))
        end--;
    return (struct kc_str){ at, (size_t)(end - at) };
}

struct kc_span coral_span(const struct coral_asm *as, struct kc_str text)
{
    if (text.at < as->text || text.at > as->text_end)
        return as->statement;
    return (struct kc_span){ (size_t)(text.at - as->text),
                             (size_t)(text.at - as->text) + text.length };
}

bool coral_may_suggest(struct coral_asm *as)
{
    return as->suggested++ < CORAL_SUGGESTIONS;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

static void grow(struct coral_asm *as, struct coral_section *s, size_t size)
{
    size_t capacity = s->capacity ? s->capacity : 4096;

    while (capacity < size)
        capacity *= 2;
    uint8_t  *bytes = kc_arena_alloc(as->arena, capacity);
    uint32_t *lines = NULL;

    if (s->size)
        memcpy(bytes, s->bytes, s->size);
    if (s->place == CORAL_TEXT) {
        lines = kc_arena_array(as->arena, uint32_t, capacity / 4 + 1);
        if (s->size)
            memcpy(lines, s->lines, (s->size + 3) / 4 * sizeof *lines);
    }
    s->bytes = bytes;
    s->lines = lines;
    s->capacity = capacity;
}

uint8_t *coral_emit(struct coral_asm *as, size_t size)
{
    struct coral_section *s = &as->section[as->current];
    uint8_t              *at;

    if (size > CORAL_SECTION_BYTES || s->size + size > CORAL_SECTION_BYTES) {
        kc_error(as->dg, as->statement, "section-size", NULL,
                 "section %.*s would have more than %d bytes", KC_STR(s->name),
                 CORAL_SECTION_BYTES);
        return NULL;
    }
    if (s->size + size > s->capacity)
        grow(as, s, s->size + size);
    at = s->bytes + s->size;
    if (s->place == CORAL_TEXT && size)
        for (size_t w = s->size / 4; w <= (s->size + size - 1) / 4; w++)
            s->lines[w] = s->lines[w] && s->size % 4 && w == s->size / 4 ? s->lines[w] : as->line;
    s->size += size;
    return at;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

void coral_emit_word(struct coral_asm *as, uint32_t word)
{
    uint8_t *at = coral_emit(as, 4);

    if (at)
        put_word(at, word);
}

/* fill < 0: nops in text, zeros elsewhere. */
void coral_align(struct coral_asm *as, uint64_t align, int fill)
{
    struct coral_section *s = &as->section[as->current];
    const size_t          size = (size_t)((align - s->size % align) % align);
    uint8_t              *at = coral_emit(as, size);

    if (align > s->align)
        s->align = (uint32_t)align;
    if (!at)
        return;
    memset(at, fill < 0 ? 0 : fill, size);
    if (fill < 0 && s->place == CORAL_TEXT)
        for (size_t i = size % 4; i < size; i += 4)
            put_word(at + i, 0x00000013);
}

void coral_fixup_add(struct coral_asm *as, struct kc_str text, uint8_t modifier, uint8_t width,
                     size_t offset)
{
    if (as->fixup_count == as->fixup_capacity) {
        const size_t        capacity = as->fixup_capacity ? 2 * as->fixup_capacity : 1024;
        struct coral_fixup *fixups = kc_arena_array(as->arena, struct coral_fixup, capacity);

        if (as->fixup_count)
            memcpy(fixups, as->fixups, as->fixup_count * sizeof *fixups);
        as->fixups = fixups;
        as->fixup_capacity = capacity;
    }
    as->fixups[as->fixup_count++] = (struct coral_fixup){
        as->current, modifier, width, as->moment, as->line, offset, text, coral_span(as, text),
    };
}

static const char *reserved_hint(const struct coral_insn *insn)
{
    const struct coral_shape *s = &coral_shapes[coral_rows[insn->op].shape];

    if (s->vd == CORAL_AMOUNT_WHOLE)
        return insn->nf == 2   ? "use v0, v2, v4, ... v30"
               : insn->nf == 4 ? "use v0, v4, v8, ... v28"
                               : "use v0, v8, v16 or v24";
    if (insn->rd + insn->nf > 32)
        return "start at a lower register";
    return insn->rd == 0 && s->vs2 && insn->rs2 ? "take another register for vd"
                                                : coral_rows[insn->op].insn.pitfalls;
}

void coral_insn_emit(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    const uint32_t    word = coral_encode(insn);
    struct coral_insn whole;
    const char       *reserved;

    if (as->section[as->current].size % 4)
        kc_error(as->dg, coral_span(as, all), "alignment", "write .balign 4 before it",
                 "an instruction must lie at a multiple of 4");
    if (KC_UNLIKELY(!coral_decode(word, &whole))) {
        kc_error(as->dg, coral_span(as, all), "operand", NULL,
                 "%s does not exist with these operands", coral_rows[insn->op].insn.mnemonic);
    } else {
        reserved = coral_rows[insn->op].shape ? coral_insn_reserved(&whole) : NULL;
        if (reserved)
            kc_error(as->dg, coral_span(as, all), "reserved", reserved_hint(&whole), "%s: %s",
                     coral_rows[insn->op].insn.mnemonic, reserved);
        else
            coral_vcheck(as, &whole, all);
    }
    coral_emit_word(as, word);
}

/* ---- instructions -----------------------------------------------------------------------------
 */

static bool differs_in_case(struct kc_str word, const char *name)
{
    if (word.length != strlen(name))
        return false;
    for (size_t i = 0; i < word.length; i++)
        if (tolower((unsigned char)word.at[i]) != name[i])
            return false;
    return true;
}

static KC_COLD void unknown_mnemonic(struct coral_asm *as, struct kc_str word)
{
    const char *absent = coral_absent(word), *nearest = NULL;
    size_t      count;

    if (coral_may_suggest(as)) {
        const char *const *list = coral_name_list(&count);

        nearest = kc_str_nearest(word, list, count);
    }
    if (absent)
        kc_error(as->dg, coral_span(as, word), "absent-mnemonic", absent,
                 "'%.*s' is not an instruction of this machine", KC_STR(word));
    else
        kc_error(as->dg, coral_span(as, word), "unknown-mnemonic",
                 nearest
                     ? kc_arena_printf(as->arena, "did you mean %s?%s", nearest,
                                       differs_in_case(word, nearest) ? " Mnemonics are lower case."
                                                                      : "")
                     : "'kc isa coral' lists the instructions",
                 "unknown mnemonic '%.*s'", KC_STR(word));
}

/* `lw a0, symbol` and friends: a name where an address belongs. */
static bool wants_symbol(const struct coral_name *name, const struct coral_operands *o)
{
    const struct kc_str t = o->token[1];

    if (name->op < CORAL_LB || name->op > CORAL_LHU || o->count != 2 || t.length == 0)
        return false;
    return coral_name_char(t.at[0]) && !isdigit((unsigned char)t.at[0]) &&
           t.at[t.length - 1] != ')' && coral_register(t, CORAL_KIND_X) < 0;
}

static KC_COLD void pseudo_count(struct coral_asm *as, const struct coral_name *name,
                                 const struct coral_operands *o)
{
    kc_error(as->dg, coral_span(as, o->all), "operand-count",
             kc_arena_printf(as->arena, "write: %s %s", name->name, coral_pseudo_syntax(name)),
             "%s does not take %" PRIu32 " operand%s", name->name, o->count,
             o->count == 1 ? "" : "s");
}

static bool row_takes(int op, uint32_t count)
{
    const struct coral_form *form = &coral_forms()[op];
    const bool               vtype = op == CORAL_VSETVLI || op == CORAL_VSETIVLI;

    return count >= form->required && count <= (vtype ? form->items + 3u : form->items);
}

static void instruction(struct coral_asm *as, struct kc_str mnemonic, struct kc_str rest)
{
    const struct coral_name *name = coral_name_find(mnemonic);
    struct coral_operands    o;

    if (!name) {
        unknown_mnemonic(as, mnemonic);
        return;
    }
    if (as->section[as->current].place != CORAL_TEXT) {
        kc_error(as->dg, coral_span(as, mnemonic), "section", "write .text before the code",
                 "an instruction in section %.*s, which is not for code",
                 KC_STR(as->section[as->current].name));
        return;
    }
    o = coral_split(rest);
    o.all =
        (struct kc_str){ mnemonic.at, rest.length ? (size_t)(rest.at + rest.length - mnemonic.at)
                                                  : mnemonic.length };
    if (name->op >= 0 &&
        (name->pseudo < 0 || (row_takes(name->op, o.count) && !wants_symbol(name, &o))))
        coral_instruction(as, name->op, &o);
    else if (!coral_pseudo(as, name, &o)) {
        if (name->op >= 0)
            coral_instruction(as, name->op, &o); /* says what is right */
        else
            pseudo_count(as, name, &o);
    }
}

/* ---- statements -------------------------------------------------------------------------------
 */

static struct kc_str macro_argument(struct kc_str *rest)
{
    const char *at = rest->at, *end = at + rest->length;
    int         depth = 0;
    bool        quoted = false;

    for (; at < end && (*at != ',' || depth > 0 || quoted); at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        quoted ^= *at == '"';
    }
    const struct kc_str argument = coral_trimmed(rest->at, at);

    rest->at = at < end ? at + 1 : end;
    rest->length = (size_t)(end - rest->at);
    return argument;
}

static struct kc_str argument_of(struct kc_str params, struct kc_str args, struct kc_str name,
                                 bool *found)
{
    *found = false;
    while (params.length) {
        struct kc_str       param = kc_str_trim(kc_str_cut(&params, ','));
        const struct kc_str arg = args.length ? macro_argument(&args) : (struct kc_str){ "", 0 };
        struct kc_str       fallback = param, head = kc_str_trim(kc_str_cut(&fallback, '='));

        head.length -= head.length > 4 && memcmp(head.at + head.length - 4, ":req", 4) == 0 ? 4 : 0;
        if (head.length == name.length && memcmp(head.at, name.at, name.length) == 0) {
            *found = true;
            return arg.length ? arg : kc_str_trim(fallback);
        }
    }
    return (struct kc_str){ "", 0 };
}

/* The body with \name replaced by its argument, \@ by the number of the call, \() by nothing. */
static void substitute(struct coral_asm *as, const struct coral_macro *m, struct kc_str args,
                       struct kc_buf *out)
{
    const char *at = m->body.at, *end = at + m->body.length;

    while (at < end && out->length < CORAL_EXPANSION) {
        const char   *slash = memchr(at, '\\', (size_t)(end - at));
        struct kc_str name;
        bool          found;

        kc_buf_add(out, at, (size_t)((slash ? slash : end) - at));
        if (!slash)
            return;
        for (at = slash + 1; at < end && coral_name_char(*at) && *at != '.' && *at != '@'; at++)
            ;
        name = (struct kc_str){ slash + 1, (size_t)(at - slash - 1) };
        const struct kc_str argument = argument_of(m->params, args, name, &found);

        if (name.length == 0 && at < end && *at == '@') {
            kc_buf_printf(out, "%" PRIu32, as->macro_calls);
            at++;
        } else if (name.length == 0 && end - at > 1 && at[0] == '(' && at[1] == ')') {
            at += 2;
        } else if (found) {
            kc_buf_add(out, argument.at, argument.length);
        } else {
            kc_buf_add(out, slash, name.length + 1);
        }
    }
}

void coral_push_text(struct coral_asm *as, struct kc_str text, uint32_t times, struct kc_span where)
{
    as->expanded += text.length;
    if (as->depth == CORAL_DEPTH || as->expanded > CORAL_EXPANSION) {
        kc_error(as->dg, where, "macro-depth", "does a macro call itself?",
                 as->depth == CORAL_DEPTH ? "macros and repetitions are nested too deeply"
                                          : "macros and repetitions produce too much text");
        return;
    }
    as->reader[as->depth++] =
        (struct coral_reader){ text.at, text.at + text.length, text.at, times - 1, true };
}

static uint32_t macro_slot(struct kc_str name)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < name.length; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return (h ^ h >> 15) & (CORAL_LOCALS - 1);
}

void coral_macro_add(struct coral_asm *as, struct coral_macro *macro)
{
    struct coral_macro **list = &as->macros[macro_slot(macro->name)];

    macro->next = *list; /* the newest of a name counts */
    *list = macro;
    as->macro_count++;
}

static bool macro_call(struct coral_asm *as, struct kc_str name, struct kc_str rest)
{
    struct kc_buf       out = { 0 };
    struct coral_macro *m = as->macros[macro_slot(name)];

    while (m && !(m->name.length == name.length && !memcmp(m->name.at, name.at, name.length)))
        m = m->next;
    if (!m)
        return false;
    substitute(as, m, rest, &out);
    as->macro_calls++;
    if (out.length)
        coral_push_text(as,
                        (struct kc_str){ kc_arena_strndup(as->arena, out.text, out.length),
                                         out.length },
                        1, as->statement);
    kc_buf_free(&out);
    return true;
}

/* Labels in front of the statement; returns what remains. */
static struct kc_str labels(struct coral_asm *as, struct kc_str s)
{
    for (;;) {
        size_t n = 0;

        while (n < s.length && coral_name_char(s.at[n]))
            n++;
        size_t colon = n;

        while (colon < s.length && coral_blank(s.at[colon]))
            colon++;
        if (n == 0 || colon >= s.length || s.at[colon] != ':')
            return s;
        const struct kc_str name = { s.at, n };
        uint64_t            number;

        if (isdigit((unsigned char)name.at[0])) {
            if (kc_str_u64(name, &number) && number <= UINT32_MAX && !memchr(name.at, 'x', n))
                coral_local_define(as, (uint32_t)number);
            else
                kc_error(as->dg, coral_span(as, name), "label",
                         "a label starts with a letter, or is a number", "'%.*s' cannot be a label",
                         KC_STR(name));
        } else {
            coral_symbol_define(as, name);
        }
        coral_vcheck_label(as);
        s = coral_trimmed(s.at + colon + 1, s.at + s.length);
    }
}

static bool assignment(struct coral_asm *as, struct kc_str word, struct kc_str rest)
{
    if (rest.length < 2 || rest.at[0] != '=' || rest.at[1] == '=')
        return false;
    const struct kc_str value = coral_trimmed(rest.at + 1, rest.at + rest.length);

    coral_directive(as, kc_str_from(".set"),
                    kc_str_from(kc_arena_printf(as->arena, "%.*s, %.*s", (int)word.length, word.at,
                                                (int)value.length, value.at)));
    return true;
}

static void statement(struct coral_asm *as, struct kc_str s)
{
    size_t n = 0;

    as->moment++;
    if (as->depth == 1)
        as->statement = coral_span(as, s);
    s = labels(as, s);
    if (s.length == 0)
        return;
    while (n < s.length && !coral_blank(s.at[n]) && s.at[n] != '=')
        n++;
    const struct kc_str word = { s.at, n };
    const struct kc_str rest = coral_trimmed(s.at + n, s.at + s.length);

    if (as->macro_count && macro_call(as, word, rest))
        return;
    if (assignment(as, word, rest))
        return;
    if (word.length && word.at[0] == '.')
        coral_directive(as, word, rest);
    else
        instruction(as, word, rest);
}

/* ---- lines ------------------------------------------------------------------------------------
 */

/* Whether text could be an instruction: a mnemonic with a register first, or alone where that is
 * possible, or a jump to one name. */
static bool looks_like_code(struct kc_str text)
{
    size_t                   n = 0;
    const struct coral_name *name;
    struct coral_operands    o;

    while (n < text.length && coral_name_char(text.at[n]))
        n++;
    name = coral_name_find((struct kc_str){ text.at, n });
    o = coral_split(coral_trimmed(text.at + n, text.at + text.length));
    if (!name)
        return false;
    if (o.count == 0)
        return strcmp(name->name, "ret") == 0 || strcmp(name->name, "nop") == 0 ||
               (name->op >= 0 && row_takes(name->op, 0));
    if (o.count == 1 && (strcmp(name->name, "j") == 0 || strcmp(name->name, "call") == 0))
        return !memchr(o.token[0].at, ' ', o.token[0].length);
    for (int kind = CORAL_KIND_X; kind <= CORAL_KIND_V; kind++)
        if (coral_register(o.token[0], (enum coral_kind)kind) >= 0)
            return true;
    return false;
}

/* GNU as takes ';' between two statements; here it starts a comment.  Say so, do not drop code. */
static KC_COLD void check_semicolon(struct coral_asm *as, struct kc_str before, const char *at,
                                    const char *end)
{
    const struct kc_str rest = coral_trimmed(at + 1, end);

    if (before.length && looks_like_code(rest))
        kc_error(as->dg, coral_span(as, rest), "semicolon", "write one instruction per line",
                 "';' starts a comment here, but this looks like an instruction");
}

static const char *block_comment_end(struct coral_asm *as, const char *at, const char *end)
{
    for (const char *c = at + 2; c + 1 < end; c++) {
        as->next_line += as->depth == 1 && *c == '\n';
        if (c[0] == '*' && c[1] == '/')
            return c + 2;
    }
    kc_error(as->dg, coral_span(as, (struct kc_str){ at, 2 }), "comment", "close it with */",
             "this comment is never closed");
    return end;
}

static const char *string_end(const char *at, const char *end)
{
    for (at++; at < end && *at != '\n'; at++) {
        if (*at == '\\' && at + 1 < end && at[1] != '\n')
            at++;
        else if (*at == '"')
            return at + 1;
    }
    return at;
}

/* Bytes that may not stand in code; strings and comments are skipped before. */
static bool bad_byte(struct coral_asm *as, const char *at, const char *end)
{
    const unsigned char byte = (unsigned char)*at;
    const size_t        n = kc_utf8_length(at, (size_t)(end - at));

    if ((byte >= 32 && byte < 127) || coral_blank(*at))
        return false;
    kc_error(as->dg, coral_span(as, (struct kc_str){ at, n ? n : 1 }), "bad-byte",
             "code is plain ASCII; other characters may stand in comments and strings only",
             n > 1 ? "a character that is not ASCII" : "byte 0x%02X is not part of any instruction",
             byte);
    return true;
}

static const bool stops[256] = {
    ['\n'] = true, ['#'] = true, [';'] = true, ['/'] = true, ['"'] = true, ['\''] = true
};

static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline : end;
}

/* One line: the statement without comments.  A block comment inside makes a copy. */
static void next_statement(struct coral_asm *as, struct coral_reader *r, struct kc_str *s,
                           bool *broken)
{
    const char   *from = r->at, *at = from;
    struct kc_buf copy = { 0 };
    bool          copied = false;

    *broken = false;
    if (!r->expansion)
        as->line = as->next_line;
    for (; at < r->end; at++) {
        const unsigned char c = (unsigned char)*at;

        if (KC_LIKELY(c >= 32 && c < 127 && !stops[c]))
            continue;
        if (c == '\n')
            break;
        if (c == '#' || (c == '/' && at + 1 < r->end && at[1] == '/') || c == ';') {
            if (c == ';')
                check_semicolon(as, coral_trimmed(from, at), at, line_end(at, r->end));
            *s = coral_trimmed(from, at);
            at = line_end(at, r->end);
            goto done;
        }
        if (c == '/' && at + 1 < r->end && at[1] == '*') {
            kc_buf_add(&copy, from, (size_t)(at - from));
            kc_buf_add(&copy, " ", 1);
            copied = true;
            from = at = block_comment_end(as, at, r->end);
            at--;
        } else if (c == '"') {
            at = string_end(at, r->end) - 1;
        } else if (c == '\'' && at + 2 < r->end && at[1] != '\n') {
            at += at[1] == '\\' ? 2 : 1;
            at += at + 1 < r->end && at[1] == '\'' ? 1 : 0;
        } else if (!*broken && bad_byte(as, at, r->end)) {
            *broken = true;
        }
    }
    *s = coral_trimmed(from, at);
done:
    if (copied) {
        kc_buf_add(&copy, s->at, s->length);
        const char *text = kc_arena_strndup(as->arena, copy.text, copy.length);

        *s = coral_trimmed(text, text + copy.length);
    }
    kc_buf_free(&copy);
    r->at = at < r->end ? at + 1 : r->end;
    as->next_line += !r->expansion;
}

/* Whether .if says that statements count now. */
static bool active(const struct coral_asm *as)
{
    for (int i = 0; i < as->condition_count; i++)
        if (as->conditions[i] != 1)
            return false;
    return true;
}

static bool is_condition(struct kc_str s)
{
    return kc_str_starts(s, ".if") || kc_str_starts(s, ".el") || kc_str_starts(s, ".endif");
}

static bool starts_word(struct kc_str s, const char *word)
{
    const size_t n = strlen(word);

    return s.length >= n && memcmp(s.at, word, n) == 0 &&
           (s.length == n || !coral_name_char(s.at[n]));
}

/* Leaves texts that are used up; .rept begins again. */
static struct coral_reader *innermost(struct coral_asm *as)
{
    while (as->depth) {
        struct coral_reader *r = &as->reader[as->depth - 1];

        if (r->at < r->end)
            return r;
        if (r->repeat && as->expanded <= CORAL_EXPANSION) {
            r->repeat--;
            r->at = r->begin;
            as->expanded += (size_t)(r->end - r->begin) + 1;
            continue;
        }
        if (r->repeat)
            kc_error(as->dg, as->statement, "macro-depth", NULL,
                     "macros and repetitions produce too much text");
        as->depth--;
    }
    return NULL;
}

bool coral_collect(struct coral_asm *as, const char *open, const char *open2, const char *close,
                   struct kc_str *body)
{
    struct coral_reader *r = &as->reader[as->depth - 1];
    int                  nested = 0;
    bool                 broken;

    body->at = r->at;
    while (r->at < r->end) {
        const char   *from = r->at;
        struct kc_str s;
        const size_t  errors = as->dg->errors;

        next_statement(as, r, &s, &broken);
        if (as->dg->errors != errors && !broken)
            return false;
        nested += starts_word(s, open) || (open2 && starts_word(s, open2));
        if (starts_word(s, close) && nested-- == 0) {
            body->length = (size_t)(from - body->at);
            return true;
        }
    }
    return false;
}

static void check_open_ends(struct coral_asm *as)
{
    if (as->condition_count)
        kc_error(as->dg, as->condition_span, "condition", "close it with .endif",
                 "this .if is never closed");
}

struct kc_program coral_assemble(struct kc_arena *arena, const void *config,
                                 const struct kc_isa *isa, struct kc_diags *dg)
{
    struct coral_asm *as = kc_arena_new(arena, struct coral_asm);
    struct kc_str     s;
    bool              broken;

    (void)isa;
    as->arena = arena;
    as->dg = dg;
    as->config = config;
    as->text = dg->source.text.at;
    as->text_end = as->text + dg->source.text.length;
    as->reader[0] = (struct coral_reader){ as->text, as->text_end, as->text, 0, false };
    as->depth = 1;
    as->vstate.never = true;
    as->next_line = 1;
    coral_section_enter(as, kc_str_from(".text"), (struct kc_str){ "", 0 });
    for (struct coral_reader *r; (r = innermost(as));) {
        next_statement(as, r, &s, &broken);
        if (!broken && s.length && (active(as) || is_condition(s)))
            statement(as, s);
    }
    check_open_ends(as);
    return coral_link(as);
}

/* The assembler: lines to tokens to operand values to words.
 *
 * It knows the lexical rules and how to explain a mistake; what an instruction looks like it
 * learns from the forms, and what advice fits a machine from the platform's HINT rows. */
#include "isa/assemble.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPERANDS_READ = 8, BLOCKS_WATCHED = 64 }; /* operands kept per line; more are only counted */

struct token {
    const char *at, *end;
};

struct line {
    struct token mnemonic;
    struct token operand[OPERANDS_READ];
    uint32_t     operand_count;
};

struct assembler {
    struct kc_arena     *arena;
    const struct kc_isa *isa;
    struct kc_diags     *dg;
    const char          *text;
    struct kc_program    program;
    uint32_t             line_number;
    struct kc_span       open[BLOCKS_WATCHED]; /* where blocks were opened, innermost last */
    uint32_t             open_count;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static struct kc_span span_of(const struct assembler *as, struct token t)
{
    return (struct kc_span){ (size_t)(t.at - as->text), (size_t)(t.end - as->text) };
}

static struct kc_str str_of(struct token t)
{
    return (struct kc_str){ t.at, (size_t)(t.end - t.at) };
}

static const char *hint_for(const struct assembler *as, const struct kc_form *form, const char *id)
{
    return kc_isa_hint(as->isa, form ? form->insn : NULL, id);
}

/* ---- lexing ------------------------------------------------------------------------------- */

/* The line without comment and blanks around it. */
static struct token strip(const char *at, const char *end)
{
    for (const char *c = at; c < end; c++)
        if (*c == ';' || (*c == '/' && c + 1 < end && c[1] == '/')) {
            end = c;
            break;
        }
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    return (struct token){ at, end };
}

static struct token trim(struct token t)
{
    while (t.at < t.end && is_blank(*t.at))
        t.at++;
    while (t.at < t.end && is_blank(t.end[-1]))
        t.end--;
    return t;
}

/* Splits "MNEMONIC op, op, ..." at the first blank and at commas. */
static struct line split(struct token body)
{
    struct line line = { .mnemonic = { body.at, body.at } };

    while (line.mnemonic.end < body.end && !is_blank(*line.mnemonic.end))
        line.mnemonic.end++;

    struct token rest = trim((struct token){ line.mnemonic.end, body.end });

    if (rest.at == rest.end)
        return line;
    for (const char *from = rest.at;;) {
        const char  *comma = memchr(from, ',', (size_t)(rest.end - from));
        struct token t = trim((struct token){ from, comma ? comma : rest.end });

        if (line.operand_count < OPERANDS_READ)
            line.operand[line.operand_count] = t;
        line.operand_count++;
        if (!comma)
            return line;
        from = comma + 1;
    }
}

/* ---- explaining --------------------------------------------------------------------------- */

/* The character that a well-formed UTF-8 sequence of n > 1 bytes stands for. */
static unsigned code_point(const char *text, size_t n)
{
    unsigned code = (unsigned char)text[0] & (0xffu >> (n + 1));

    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3fu);
    return code;
}

/* A byte outside printable ASCII in code is always a mistake; say so before guessing further. */
static bool bad_byte(struct assembler *as, struct token body)
{
    for (const char *c = body.at; c < body.end; c++) {
        const unsigned char byte = (unsigned char)*c;

        if (KC_LIKELY((byte >= 32 && byte < 127) || is_blank(*c)))
            continue;
        const size_t n = kc_utf8_length(c, (size_t)(body.end - c));

        kc_error(as->dg, span_of(as, (struct token){ c, c + (n ? n : 1) }), "bad-byte",
                 "code is plain ASCII; other characters may stand in comments only",
                 n > 1 ? "character U+%04X is not ASCII"
                       : "byte 0x%02X is not part of any instruction",
                 n > 1 ? code_point(c, n) : byte);
        return true;
    }
    return false;
}

static const char *nearest_mnemonic(const struct assembler *as, struct kc_str word)
{
    const struct kc_isa_desc *desc = as->isa->desc;
    const char               *names[512];
    size_t                    count = 0;

    for (size_t i = 0; i < desc->insn_count && count < KC_COUNT(names); i++)
        names[count++] = desc->insns[i]->mnemonic;
    return kc_str_nearest(word, names, count);
}

static const char *absent_reason(const struct assembler *as, struct kc_str word)
{
    for (size_t i = 0; i < as->isa->desc->absent_count; i++)
        if (kc_str_is(word, as->isa->desc->absent[i].mnemonic))
            return as->isa->desc->absent[i].why;
    return NULL;
}

static bool same_but_for_case(struct kc_str word, const char *name)
{
    if (word.length != strlen(name))
        return false;
    for (size_t i = 0; i < word.length; i++)
        if ((word.at[i] | 32) != (name[i] | 32))
            return false;
    return true;
}

static KC_COLD void unknown_mnemonic(struct assembler *as, struct token t)
{
    const struct kc_str word = str_of(t);
    const char         *absent = absent_reason(as, word), *nearest;

    if (word.at[word.length - 1] == ':') {
        kc_error(as->dg, span_of(as, t), "label", hint_for(as, NULL, "label"),
                 "'%.*s' looks like a label; this machine has none", KC_STR(word));
        return;
    }
    if (word.at[0] == '.') {
        kc_error(as->dg, span_of(as, t), "directive", hint_for(as, NULL, "directive"),
                 "unknown directive '%.*s'", KC_STR(word));
        return;
    }
    if (absent) {
        kc_error(as->dg, span_of(as, t), "absent-mnemonic", absent,
                 "'%.*s' is not an instruction of this machine", KC_STR(word));
        return;
    }
    if (word.at[word.length - 1] == ',') {
        kc_error(as->dg, span_of(as, t), "missing-blank",
                 "separate the mnemonic from its operands "
                 "with a blank",
                 "a comma stands behind the mnemonic '%.*s'", (int)word.length - 1, word.at);
        return;
    }
    nearest = kc_diags_full(as->dg) ? NULL : nearest_mnemonic(as, word);
    kc_error(as->dg, span_of(as, t), "unknown-mnemonic",
             !nearest
                 ? hint_for(as, NULL, "unknown-mnemonic")
                 : kc_arena_printf(as->arena, "did you mean %s?%s", nearest,
                                   same_but_for_case(word, nearest) ? " Mnemonics are upper case."
                                                                    : ""),
             "unknown mnemonic '%.*s'", KC_STR(word));
}

static KC_COLD void operand_count_error(struct assembler *as, const struct kc_form *form,
                                        const struct line *line)
{
    const struct kc_syntax *syntax = &form->syntax[0];
    const struct token      last = line->operand_count && line->operand_count <= OPERANDS_READ
                                       ? line->operand[line->operand_count - 1]
                                       : line->mnemonic;
    char                    wanted[32];

    if (syntax->required == syntax->count)
        snprintf(wanted, sizeof wanted, "%d", syntax->count);
    else
        snprintf(wanted, sizeof wanted, "%d to %d", syntax->required, syntax->count);
    kc_error(as->dg, span_of(as, (struct token){ line->mnemonic.at, last.end }), "operand-count",
             syntax->count == 0
                 ? "write the mnemonic alone"
                 : kc_arena_printf(as->arena, "write: %s %s   for example: %s",
                                   form->insn->mnemonic, form->insn->syntax, form->insn->example),
             "%s takes %s operand%s, not %" PRIu32, form->insn->mnemonic, wanted,
             syntax->count == 1 && syntax->required == 1 ? "" : "s", line->operand_count);
}

/* ---- operands ----------------------------------------------------------------------------- */

enum number { NUMBER_GOOD, NUMBER_NONE, NUMBER_NEGATIVE, NUMBER_HEX, NUMBER_HUGE };

/* Decimal with an optional '+' and '_' between digits, as the reference assembler tolerates. */
static enum number parse_number(struct token t, uint64_t *value)
{
    const char *c = t.at;
    uint64_t    v = 0;
    bool        huge = false, digit_before = false;

    if (c < t.end && (*c == '+' || *c == '-'))
        c++;
    if (c == t.end)
        return NUMBER_NONE;
    if (t.end - c > 2 && c[0] == '0' && (c[1] == 'x' || c[1] == 'X'))
        return *t.at == '-'                                                   ? NUMBER_NEGATIVE
               : kc_str_u64((struct kc_str){ c, (size_t)(t.end - c) }, value) ? NUMBER_HEX
                                                                              : NUMBER_NONE;
    for (; c < t.end; c++) {
        if (*c == '_' && digit_before && c + 1 < t.end && c[1] != '_')
            continue;
        if (*c < '0' || *c > '9')
            return NUMBER_NONE;
        digit_before = true;
        if (v > (UINT64_MAX - 9) / 10)
            huge = true;
        else
            v = v * 10 + (uint64_t)(*c - '0');
    }
    *value = v;
    return *t.at == '-' && (v || huge) ? NUMBER_NEGATIVE : huge ? NUMBER_HUGE : NUMBER_GOOD;
}

/* A register of some class: prefix and decimal number.  Returns the class or -1. */
static int parse_register(const struct assembler *as, struct token t, uint64_t *number)
{
    const struct kc_isa_desc *desc = as->isa->desc;

    for (size_t i = 0; i < desc->reg_class_count; i++) {
        const char  *prefix = desc->reg_classes[i].prefix;
        const size_t n = strlen(prefix);

        if ((size_t)(t.end - t.at) <= n || memcmp(t.at, prefix, n) != 0)
            continue;
        const struct token digits = { t.at + n, t.end };

        if (*digits.at >= '0' && *digits.at <= '9' &&
            (parse_number(digits, number) == NUMBER_GOOD ||
             parse_number(digits, number) == NUMBER_HUGE))
            return (int)i;
    }
    return -1;
}

static const char *describe_class(const struct assembler *as, uint8_t reg_class)
{
    const struct kc_reg_class *rc = &as->isa->desc->reg_classes[reg_class];

    return kc_arena_printf(as->arena, "%s %s (%s0 to %s%" PRIu32 ")",
                           strchr("aeioH", rc->name[0]) ? "an" : "a", rc->name, rc->prefix,
                           rc->prefix, rc->count - 1);
}

/* "x5", "r5", "GP5", "$5": most likely register 5 of the class that belongs here. */
static const char *guess_register(const struct assembler *as, uint8_t reg_class, struct token t)
{
    const struct kc_reg_class *rc = &as->isa->desc->reg_classes[reg_class];
    const char                *digits = t.end;
    uint64_t                   number = 0;

    while (digits > t.at && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == t.end || t.end - digits > 4)
        return NULL;
    parse_number((struct token){ digits, t.end }, &number);
    if (number >= rc->count)
        return NULL;
    return kc_arena_printf(as->arena, "did you mean %s%" PRIu64 "?", rc->prefix, number);
}

static KC_COLD bool not_a_register(struct assembler *as, const struct kc_form *form,
                                   const struct kc_operand *op, struct token t, int found_class)
{
    const char *guess = guess_register(as, op->reg_class, t);
    const char *advice = hint_for(as, form, "register");
    const char *hint = (found_class < 0 || !advice) && guess ? guess : advice;

    kc_error(as->dg, span_of(as, t), found_class >= 0 ? "register-class" : "register", hint,
             "operand %s of %s must be %s, not '%.*s'", op->name, form->insn->mnemonic,
             describe_class(as, op->reg_class), KC_STR(str_of(t)));
    return false;
}

static bool read_register(struct assembler *as, const struct kc_form *form,
                          const struct kc_operand *op, struct token t, uint32_t *value)
{
    const struct kc_reg_class *rc = &as->isa->desc->reg_classes[op->reg_class];
    uint64_t                   number = 0;
    int                        found = parse_register(as, t, &number);

    if (found < 0 && op->bare && parse_number(t, &number) == NUMBER_GOOD)
        found = op->reg_class;
    if (found != op->reg_class)
        return not_a_register(as, form, op, t, found);
    if (number >= rc->count) {
        kc_error(as->dg, span_of(as, t), "register-range", hint_for(as, form, "register-range"),
                 "register '%.*s' does not exist; %s registers are %s0 to %s%" PRIu32,
                 KC_STR(str_of(t)), rc->prefix, rc->prefix, rc->prefix, rc->count - 1);
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

static KC_COLD bool not_a_number(struct assembler *as, const struct kc_form *form,
                                 const struct kc_operand *op, struct token t, enum number kind,
                                 uint64_t value)
{
    if (kind == NUMBER_HEX)
        kc_error(as->dg, span_of(as, t), "imm-syntax",
                 kc_arena_printf(as->arena, "write %" PRIu64, value),
                 "immediates are decimal; '%.*s' is hexadecimal", KC_STR(str_of(t)));
    else
        kc_error(as->dg, span_of(as, t), "imm-syntax", hint_for(as, form, "imm-syntax"),
                 "operand %s of %s must be a decimal number, not '%.*s'", op->name,
                 form->insn->mnemonic, KC_STR(str_of(t)));
    return false;
}

static bool read_immediate(struct assembler *as, const struct kc_form *form,
                           const struct kc_field *field, struct token t, uint32_t *value)
{
    const struct kc_operand *op = &as->isa->desc->operands[field->operand];
    uint64_t                 v = 0;
    const enum number        kind = parse_number(t, &v);

    if (kind == NUMBER_NONE || kind == NUMBER_HEX)
        return not_a_number(as, form, op, t, kind, v);
    if (kind != NUMBER_GOOD || v > kc_field_max(field)) {
        const char *hint =
            hint_for(as, form, kind == NUMBER_NEGATIVE ? "imm-negative" : "imm-range");

        if (!hint)
            hint = kc_arena_printf(as->arena, "%s: %s", op->name, op->doc);
        kc_error(as->dg, span_of(as, t), "imm-range", hint,
                 kind == NUMBER_NEGATIVE
                     ? "%s %.*s is negative; %d unsigned bits hold 0 to %" PRIu32
                     : "%s %.*s does not fit in %d unsigned bits (0 to %" PRIu32 ")",
                 strcmp(op->name, "imm") == 0 ? "immediate" : op->name, KC_STR(str_of(t)),
                 field->width, kc_field_max(field));
        return false;
    }
    *value = (uint32_t)v;
    return true;
}

/* A register where an optional number belongs counts as missing in the reference assembler:
 * the same word comes out, but not silently. */
static bool ignored_option(struct assembler *as, const struct kc_operand *op,
                           const struct kc_syntax_item *item, struct token t)
{
    uint64_t number;

    if (item->kind == KC_SYNTAX_OPERAND || op->kind != KC_OPERAND_UIMM ||
        parse_register(as, t, &number) < 0)
        return false;
    kc_warning(as->dg, span_of(as, t), "option-ignored",
               kc_arena_printf(as->arena, "write 0 or 1: %s is %s", op->name, op->doc),
               "%s is a number; the register '%.*s' is ignored and counts as 0", op->name,
               KC_STR(str_of(t)));
    return true;
}

static bool read_zero(struct assembler *as, const struct kc_form *form, struct token t)
{
    uint64_t number = 1;

    if (parse_number(t, &number) == NUMBER_GOOD && number == 0)
        return true;
    if (parse_register(as, t, &number) >= 0 && number == 0)
        return true;
    kc_error(as->dg, span_of(as, t), "placeholder",
             kc_arena_printf(as->arena, "for example: %s", form->insn->example),
             "this operand of %s is a placeholder and must be 0, not '%.*s'", form->insn->mnemonic,
             KC_STR(str_of(t)));
    return false;
}

/* Commas too many or too few explain a wrong operand count better than the count does. */
static bool check_commas(struct assembler *as, const struct line *line)
{
    bool good = true;

    for (uint32_t i = 0; i < line->operand_count && i < OPERANDS_READ; i++) {
        const struct token t = line->operand[i];
        const char        *hash = memchr(t.at, '#', (size_t)(t.end - t.at));
        bool               blank = false;

        for (const char *c = t.at; c < t.end; c++)
            blank |= is_blank(*c);
        if (t.at == t.end)
            kc_error(as->dg, span_of(as, t), "empty-operand", "remove the extra comma",
                     "nothing stands between the commas");
        else if (hash)
            kc_error(as->dg, span_of(as, (struct token){ hash, t.end }), "bad-byte",
                     "comments start with ; or //, and numbers are written without #",
                     "'#' is not part of any operand");
        else if (blank)
            kc_error(as->dg, span_of(as, t), "missing-comma", "separate operands with commas",
                     "'%.*s' is more than one operand without a comma", KC_STR(str_of(t)));
        good &= t.at < t.end && !hash && !blank;
    }
    return good;
}

static bool read_operand(struct assembler *as, const struct kc_form *form,
                         const struct kc_syntax_item *item, struct token t, uint32_t *values)
{
    if (item->kind == KC_SYNTAX_ZERO)
        return read_zero(as, form, t);

    const struct kc_field   *field = &form->field[item->field];
    const struct kc_operand *op = &as->isa->desc->operands[field->operand];

    if (ignored_option(as, op, item, t))
        return true;
    if (op->kind == KC_OPERAND_REG)
        return read_register(as, form, op, t, &values[field->operand]);
    return read_immediate(as, form, field, t, &values[field->operand]);
}

/* The last operand the reference assembler reads, and any of an instruction that has none, are
 * ignored there whatever they are. */
static bool ignored_by_reference(const struct assembler *as, const struct kc_form *form,
                                 uint32_t position)
{
    return position + 1 == as->isa->desc->extra_zeros || form->syntax[0].count == 0;
}

/* What is ignored may have been meant: say so, unless it is 0. */
static void warn_ignored(struct assembler *as, const struct kc_form *form,
                         const struct kc_syntax *syntax, const struct line *line)
{
    for (uint32_t i = syntax->count; i < line->operand_count; i++)
        if (!kc_str_is(str_of(line->operand[i]), "0"))
            kc_warning(as->dg, span_of(as, line->operand[i]), "operand-ignored", "leave it out",
                       "operand %" PRIu32 " of %s is ignored", i + 1, form->insn->mnemonic);
}

/* The first alternative that takes this many operands, not counting zeros at the end. */
static const struct kc_syntax *choose_syntax(const struct assembler *as, const struct kc_form *form,
                                             const struct line *line)
{
    for (int i = 0; i < form->syntax_count; i++)
        if (line->operand_count >= form->syntax[i].required &&
            line->operand_count <= form->syntax[i].count)
            return &form->syntax[i];
    if (line->operand_count > as->isa->desc->extra_zeros ||
        line->operand_count < form->syntax[0].required)
        return NULL;
    for (uint32_t i = form->syntax[0].count; i < line->operand_count; i++)
        if (!ignored_by_reference(as, form, i) && !kc_str_is(str_of(line->operand[i]), "0"))
            return NULL;
    return &form->syntax[0];
}

static void check_lints(struct assembler *as, const struct kc_form *form, const struct line *line,
                        const uint32_t *values)
{
    for (size_t i = 0; i < as->isa->desc->lint_count; i++) {
        const struct kc_lint *lint = &as->isa->desc->lints[i];

        if (lint->insn == form->insn && lint->applies(values))
            kc_warning(as->dg, span_of(as, line->mnemonic), lint->id, lint->hint, "%s",
                       lint->message);
    }
}

/* Blocks that open and close: a loop without its end is legal and never meant. */
static void watch_blocks(struct assembler *as, const struct kc_form *form, const struct line *line)
{
    const struct kc_isa_desc *desc = as->isa->desc;

    for (size_t i = 0; i < desc->nest_count; i++) {
        if (desc->nests[i].insn != form->insn)
            continue;
        if (desc->nests[i].delta > 0 && as->open_count < BLOCKS_WATCHED)
            as->open[as->open_count++] = span_of(as, line->mnemonic);
        else if (desc->nests[i].delta < 0 && as->open_count > 0)
            as->open_count--;
    }
}

static void warn_unclosed(struct assembler *as)
{
    for (uint32_t i = 0; i < as->open_count && as->dg->errors == 0; i++)
        kc_warning(as->dg, as->open[i], "block-not-closed", hint_for(as, NULL, "block-not-closed"),
                   "this block is never closed");
}

/* ---- lines -------------------------------------------------------------------------------- */

static void emit(struct assembler *as, uint32_t word)
{
    as->program.words[as->program.count] = word;
    as->program.lines[as->program.count++] = as->line_number;
}

static void assemble_word(struct assembler *as, const struct line *line)
{
    uint64_t value = 0;

    if (line->operand_count != 1)
        kc_error(as->dg, span_of(as, line->mnemonic), "operand-count", "write: .word 0x00200062",
                 ".word takes 1 operand, not %" PRIu32, line->operand_count);
    else if (!kc_str_u64(str_of(line->operand[0]), &value) || value > UINT32_MAX)
        kc_error(as->dg, span_of(as, line->operand[0]), "imm-syntax",
                 "decimal, or hexadecimal with 0x", "'%.*s' is not a 32-bit number",
                 KC_STR(str_of(line->operand[0])));
    emit(as, (uint32_t)value);
}

static void assemble_insn(struct assembler *as, const struct kc_form *form, const struct line *line)
{
    const struct kc_syntax *syntax;
    uint32_t                values[KC_ISA_OPERANDS] = { 0 };
    bool                    good = true;

    if (!check_commas(as, line))
        return;
    if (!(syntax = choose_syntax(as, form, line))) {
        operand_count_error(as, form, line);
        return;
    }
    warn_ignored(as, form, syntax, line);
    for (uint32_t i = 0; i < syntax->count && i < line->operand_count; i++)
        good &= read_operand(as, form, &syntax->item[i], line->operand[i], values);
    if (!good)
        return;
    check_lints(as, form, line, values);
    watch_blocks(as, form, line);
    emit(as, kc_isa_encode(form, values));
}

static void assemble_line(struct assembler *as, const char *at, const char *end)
{
    const struct token body = strip(at, end);

    if (body.at == body.end || bad_byte(as, body))
        return;
    const struct line     line = split(body);
    const struct kc_form *form = kc_isa_find(as->isa, str_of(line.mnemonic));

    if (form)
        assemble_insn(as, form, &line);
    else if (kc_str_is(str_of(line.mnemonic), ".word"))
        assemble_word(as, &line);
    else
        unknown_mnemonic(as, line.mnemonic);
}

static size_t count_lines(struct kc_str text)
{
    size_t count = 1;

    for (const char *c = text.at, *end = text.at + text.length;
         c < end && (c = memchr(c, '\n', (size_t)(end - c))); c++)
        count++;
    return count;
}

struct kc_program kc_assemble(struct kc_arena *arena, const struct kc_isa *isa, struct kc_diags *dg)
{
    const struct kc_str text = { dg->source.text.at ? dg->source.text.at : "",
                                 dg->source.text.length };
    const size_t     lines = count_lines(text);
    struct assembler as = { .arena = arena, .isa = isa, .dg = dg, .text = text.at };
    const char      *end = text.at + text.length;

    as.program.words = kc_arena_array(arena, uint32_t, lines);
    as.program.lines = kc_arena_array(arena, uint32_t, lines);
    for (const char *at = text.at + (kc_str_starts(text, "\xef\xbb\xbf") ? 3 : 0); at < end;) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));

        as.line_number++;
        assemble_line(&as, at, eol ? eol : end);
        at = eol ? eol + 1 : end;
    }
    warn_unclosed(&as);
    if (as.program.count == 0 && dg->errors == 0)
        kc_warning(dg, (struct kc_span){ 0, 0 }, "empty-program",
                   "an empty program halts at once, after 0 cycles",
                   "the source holds no instruction");
    return as.program;
}

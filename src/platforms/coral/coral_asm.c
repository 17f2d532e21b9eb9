/* The assembler's statements: labels, assignments, macro calls, directives, instructions. */
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

uint32_t coral_hash(struct kc_str name)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < name.length; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h ^ h >> 15;
}

bool coral_may_suggest(struct coral_asm *as)
{
    return as->suggested++ < CORAL_SUGGESTIONS;
}

/* ---- instructions -------------------------------------------------------------------------- */

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
        (name->pseudo < 0 || (coral_row_takes(name->op, o.count) && !wants_symbol(name, &o))))
        coral_instruction(as, name->op, &o);
    else if (!coral_pseudo(as, name, &o)) {
        if (name->op >= 0)
            coral_instruction(as, name->op, &o); /* says what is right */
        else
            pseudo_count(as, name, &o);
    }
}

/* ---- statements ---------------------------------------------------------------------------- */

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

    if (as->macro_count && coral_macro_call(as, word, rest))
        return;
    if (assignment(as, word, rest))
        return;
    if (word.length && word.at[0] == '.')
        coral_directive(as, word, rest);
    else
        instruction(as, word, rest);
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
    while (coral_next_statement(as, &s))
        statement(as, s);
    check_open_ends(as);
    return coral_link(as);
}

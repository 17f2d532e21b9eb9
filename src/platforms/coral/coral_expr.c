/* Expressions and symbols: numbers, labels, 1b and 1f, the operators of GNU as with its
 * precedence (shifts bind like multiplication, bit operations tighter than addition). */
#include "platforms/coral/coral_asm.h"

#include <inttypes.h>
#include <string.h>

struct parser {
    struct coral_asm *as;
    const char       *at, *end;
    int               depth;
};

/* ---- symbols ------------------------------------------------------------------------------- */

static void grow_symbols(struct coral_asm *as)
{
    const uint32_t        old = as->symbols ? as->symbol_mask + 1 : 0, size = old ? 2 * old : 1024;
    struct coral_symbol **table = kc_arena_array(as->arena, struct coral_symbol *, size);

    for (uint32_t i = 0; i < old; i++) {
        if (!as->symbols[i])
            continue;
        uint32_t at = coral_hash(as->symbols[i]->name) & (size - 1);

        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = as->symbols[i];
    }
    as->symbols = table;
    as->symbol_mask = size - 1;
}

struct coral_symbol *coral_symbol_find(struct coral_asm *as, struct kc_str name, bool make)
{
    uint32_t at;

    if (!as->symbols || as->symbol_count * 2 > as->symbol_mask)
        grow_symbols(as);
    at = coral_hash(name) & as->symbol_mask;
    for (; as->symbols[at]; at = (at + 1) & as->symbol_mask)
        if (as->symbols[at]->name.length == name.length &&
            memcmp(as->symbols[at]->name.at, name.at, name.length) == 0)
            return as->symbols[at];
    if (!make)
        return NULL;
    as->symbols[at] = kc_arena_new(as->arena, struct coral_symbol);
    as->symbols[at]->name = name;
    as->symbol_count++;
    return as->symbols[at];
}

void coral_symbol_define(struct coral_asm *as, struct kc_str name)
{
    struct coral_symbol *s = coral_symbol_find(as, name, true);

    if (s->defined != CORAL_UNDEFINED) {
        kc_error(as->dg, coral_span(as, name), "label-redefined",
                 "use another name, or a numeric label (1:) with 1b and 1f",
                 "'%.*s' is already defined in line %" PRIu32, KC_STR(name), s->line);
        return;
    }
    s->defined = CORAL_LABEL;
    s->section = as->current;
    s->value = (int64_t)as->section[as->current].size;
    s->moment = as->moment;
    s->span = coral_span(as, name);
    s->line = as->line;
}

const char *coral_symbol_hint(struct coral_asm *as, struct kc_str name)
{
    enum { LOOKED_AT = 4096 };
    const char **names;
    size_t       count = 0;
    const char  *nearest;

    if (!coral_may_suggest(as))
        return NULL;
    names = kc_arena_array(as->arena, const char *, LOOKED_AT);
    for (uint32_t i = 0; i <= as->symbol_mask && count < LOOKED_AT; i++)
        if (as->symbols[i] && as->symbols[i]->defined)
            names[count++] =
                kc_arena_strndup(as->arena, as->symbols[i]->name.at, as->symbols[i]->name.length);
    nearest = kc_str_nearest(name, names, count);
    return nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest) : NULL;
}

/* ---- numeric labels ------------------------------------------------------------------------ */

static struct coral_local *local_of(const struct coral_asm *as, uint32_t number)
{
    struct coral_local *l = as->locals[number & (CORAL_LOCALS - 1)];

    while (l && l->number != number)
        l = l->next;
    return l;
}

static struct coral_local *local_new(struct coral_asm *as, uint32_t number)
{
    struct coral_local *l = kc_arena_new(as->arena, struct coral_local);

    l->number = number;
    l->next = as->locals[number & (CORAL_LOCALS - 1)];
    as->locals[number & (CORAL_LOCALS - 1)] = l;
    return l;
}

void coral_local_define(struct coral_asm *as, uint32_t number)
{
    struct coral_local *l = local_of(as, number);

    if (!l)
        l = local_new(as, number);
    if (l->count == l->capacity) {
        const uint32_t          capacity = l->capacity ? 2 * l->capacity : 4;
        struct coral_local_def *defs = kc_arena_array(as->arena, struct coral_local_def, capacity);

        if (l->count)
            memcpy(defs, l->defs, l->count * sizeof *defs);
        l->defs = defs;
        l->capacity = capacity;
    }
    l->defs[l->count++] =
        (struct coral_local_def){ as->moment, as->current, (int64_t)as->section[as->current].size };
}

/* The last definition not after a moment, or the first one after it; NULL when there is none. */
static const struct coral_local_def *local_near(const struct coral_asm *as, uint32_t number,
                                                bool forward)
{
    const struct coral_local *l = local_of(as, number);
    uint32_t                  low = 0, high = l ? l->count : 0;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (l->defs[middle].moment <= as->moment)
            low = middle + 1;
        else
            high = middle;
    }
    if (!l || (forward ? low == l->count : low == 0))
        return NULL;
    return &l->defs[forward ? low : low - 1];
}

/* ---- parsing ------------------------------------------------------------------------------- */

static struct coral_value value_of(struct parser *p, int min_precedence);

static void skip(struct parser *p)
{
    while (p->at < p->end && coral_blank(*p->at))
        p->at++;
}

static KC_COLD struct coral_value wrong(struct parser *p, const char *at, size_t length,
                                        const char *id, const char *hint, const char *message)
{
    const struct kc_str text = { at, length };

    kc_error(p->as->dg, coral_span(p->as, text), id, hint, "%s", message);
    return (struct coral_value){ .bad = true };
}

static struct coral_value label_value(struct coral_asm *as, uint16_t section, int64_t offset)
{
    if (as->linked)
        return (struct coral_value){ .v = (int64_t)as->section[section].address + offset,
                                     .labels = 1 };
    return (struct coral_value){ .v = offset, .labels = 1, .section = section };
}

static struct coral_value local_value(struct parser *p, struct kc_str token, uint32_t number,
                                      bool forward)
{
    struct coral_asm             *as = p->as;
    const struct coral_local_def *found = local_near(as, number, forward);

    if (found)
        return label_value(as, found->section, found->value);
    if (forward && !as->linked)
        return (struct coral_value){ .unknown = true };
    return wrong(p, token.at, token.length, "undefined-label",
                 forward ? "define it below this line: 1f means the next 1:"
                         : "define it above this line: 1b means the last 1:",
                 forward ? "no such numeric label follows" : "no such numeric label stands above");
}

/* The value of a symbol that had to wait for addresses; from now on it is a number. */
static struct coral_value settle(struct parser *p, struct coral_symbol *s)
{
    struct coral_asm  *as = p->as;
    const uint32_t     moment = as->moment;
    const uint64_t     here = as->here;
    struct parser      inner = { as, s->text.at, s->text.at + s->text.length, p->depth + 1 };
    struct coral_value v;

    s->busy = true;
    as->moment = s->moment;
    as->here = as->section[s->section].address + (uint64_t)s->value;
    v = value_of(&inner, 0);
    as->here = here;
    as->moment = moment;
    s->busy = false;
    s->defined = CORAL_ABSOLUTE;
    s->value = v.v;
    s->labels = v.labels;
    return v;
}

static struct coral_value symbol_value(struct parser *p, struct kc_str name)
{
    struct coral_asm    *as = p->as;
    struct coral_symbol *s = coral_symbol_find(as, name, true);

    switch (s->defined) {
    case CORAL_ABSOLUTE:
        return (struct coral_value){ .v = s->value, .labels = s->labels };
    case CORAL_LABEL:
        return label_value(as, s->section, s->value);
    case CORAL_EXPRESSION:
        break;
    case CORAL_UNDEFINED:
        if (!s->span.end) { /* where it was used first */
            s->span = coral_span(as, name);
            s->line = as->line;
        }
        if (!as->linked)
            return (struct coral_value){ .unknown = true, .undefined = s };
        kc_error(as->dg, coral_span(as, name), "undefined-label", coral_symbol_hint(as, name),
                 "'%.*s' is not defined", KC_STR(name));
        return (struct coral_value){ .bad = true };
    }
    if (!as->linked)
        return (struct coral_value){ .unknown = true };
    if (s->busy || p->depth >= CORAL_DEPTH)
        return wrong(p, name.at, name.length, "symbol-cycle", NULL,
                     s->busy ? "the symbol is defined by itself"
                             : "symbols are defined by each other too deeply");
    return settle(p, s);
}

static int digit_of(char c)
{
    return kc_hex_digit(c);
}

/* 'a', '\n': the character after the quote. */
static struct coral_value character(struct parser *p)
{
    const char *from = p->at++;
    int64_t     v;

    if (p->at >= p->end)
        return wrong(p, from, 1, "expression", NULL, "a quote without a character");
    v = (unsigned char)*p->at++;
    if (v == '\\' && p->at < p->end) {
        const char *escapes = "n\nt\tr\r0\0b\b\\\\'\'\"\"";

        v = (unsigned char)*p->at++;
        for (int i = 0; i < 18; i += 2)
            if (escapes[i] == (char)v) {
                v = (unsigned char)escapes[i + 1];
                break;
            }
    }
    if (p->at < p->end && *p->at == '\'')
        p->at++;
    return (struct coral_value){ .v = v };
}

static struct coral_value number(struct parser *p)
{
    const char *from = p->at;
    unsigned    base = 10;
    uint64_t    v = 0;
    const char *digits;

    if (p->end - p->at > 2 && *p->at == '0' && (p->at[1] | 32) == 'x')
        base = 16;
    else if (p->end - p->at > 2 && *p->at == '0' && (p->at[1] | 32) == 'b' &&
             (p->at[2] == '0' || p->at[2] == '1'))
        base = 2;
    p->at += base == 10 ? 0 : 2;
    digits = p->at;
    for (; p->at < p->end; p->at++) {
        const int d = digit_of(*p->at);

        if (d < 0 || (unsigned)d >= base)
            break;
        if (v > (UINT64_MAX - (unsigned)d) / base)
            return wrong(p, from, (size_t)(p->at - from), "expression", NULL,
                         "the number does not fit in 64 bits");
        v = v * base + (unsigned)d;
    }
    const char next = p->at < p->end ? *p->at : 0;
    const char after = p->at + 1 < p->end ? p->at[1] : 0;

    if (base == 10 && (next == 'b' || next == 'f') && !coral_name_char(after) && v <= UINT32_MAX) {
        p->at++;
        return local_value(p, (struct kc_str){ from, (size_t)(p->at - from) }, (uint32_t)v,
                           next == 'f');
    }
    if (p->at == digits || coral_name_char(next)) {
        while (p->at < p->end && coral_name_char(*p->at))
            p->at++;
        return wrong(p, from, (size_t)(p->at - from), "expression",
                     "write decimal, 0x hexadecimal or 0b binary", "this is not a number");
    }
    if (base == 10 && p->at - from > 1 && *from == '0') { /* octal, as in C */
        v = 0;
        for (const char *c = from; c < p->at; c++) {
            if (*c > '7')
                return wrong(p, from, (size_t)(p->at - from), "expression",
                             "a number that starts with 0 is octal", "8 and 9 are no octal digits");
            v = v * 8 + (uint64_t)(*c - '0');
        }
    }
    return (struct coral_value){ .v = (int64_t)v };
}

static struct coral_value name_value(struct parser *p)
{
    const char *from = p->at;

    while (p->at < p->end && coral_name_char(*p->at))
        p->at++;
    const struct kc_str name = { from, (size_t)(p->at - from) };

    if (kc_str_is(name, "."))
        return p->as->linked ? (struct coral_value){ .v = (int64_t)p->as->here, .labels = 1 }
                             : label_value(p->as, p->as->current,
                                           (int64_t)p->as->section[p->as->current].size);
    return symbol_value(p, name);
}

static struct coral_value parenthesis(struct parser *p)
{
    const char        *from = p->at++;
    struct coral_value v;

    if (++p->depth > CORAL_DEPTH)
        return wrong(p, from, 1, "expression", NULL, "parentheses are nested too deeply");
    v = value_of(p, 0);
    p->depth--;
    skip(p);
    if (!v.bad && (p->at >= p->end || *p->at != ')'))
        return wrong(p, from, 1, "expression", NULL, "this parenthesis is never closed");
    p->at++;
    return v;
}

static struct coral_value primary(struct parser *p)
{
    skip(p);
    if (p->at >= p->end)
        return wrong(p, p->end, 0, "expression", NULL, "a number or a name is missing here");
    const char c = *p->at;

    if (c == '-' || c == '+' || c == '~' || c == '!') {
        struct coral_value v;
        const char        *from = p->at++;

        if (++p->depth > CORAL_DEPTH)
            return wrong(p, from, 1, "expression", NULL, "signs are nested too deeply");
        v = primary(p);
        p->depth--;
        if (c == '+' || v.bad || v.unknown)
            return v;
        v.v = c == '-' ? (int64_t)(0 - (uint64_t)v.v) : c == '~' ? ~v.v : !v.v;
        v.labels = -v.labels;
        return v;
    }
    if (c == '(')
        return parenthesis(p);
    if (c >= '0' && c <= '9')
        return number(p);
    if (c == '\'')
        return character(p);
    if (coral_name_char(c))
        return name_value(p);
    p->at++;
    return wrong(p, p->at - 1, 1, "expression", "write a number, a label or an expression of them",
                 "this cannot start an expression");
}

static const struct operator_row {
    char text[3];
    int  precedence;
} operators[] = {
    { "<<", 5 }, { ">>", 5 }, { "==", 2 }, { "!=", 2 }, { "<=", 2 }, { ">=", 2 },
    { "&&", 1 }, { "||", 1 }, { "*", 5 },  { "/", 5 },  { "%", 5 },  { "&", 4 },
    { "|", 4 },  { "^", 4 },  { "+", 3 },  { "-", 3 },  { "<", 2 },  { ">", 2 },
};

static const struct operator_row *next_operator(struct parser *p)
{
    skip(p);
    for (size_t i = 0; i < KC_COUNT(operators); i++) {
        const size_t n = strlen(operators[i].text);

        if ((size_t)(p->end - p->at) >= n && memcmp(p->at, operators[i].text, n) == 0)
            return &operators[i];
    }
    return NULL;
}

static int64_t shift(int64_t a, int64_t b, bool left)
{
    if (b < 0 || b > 63)
        return left || a >= 0 ? 0 : -1;
    return left ? (int64_t)((uint64_t)a << b) : a >> b;
}

static int64_t arithmetic(const char *o, int64_t a, int64_t b)
{
    switch (o[0]) {
    case '*':
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case '/':
        return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
    case '%':
        return b == -1 ? 0 : a % b;
    case '+':
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case '-':
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case '&':
        return o[1] ? (a && b ? 1 : 0) : a & b;
    case '|':
        return o[1] ? (a || b ? 1 : 0) : a | b;
    case '^':
        return a ^ b;
    case '=':
        return a == b ? -1 : 0;
    case '!':
        return a != b ? -1 : 0;
    case '<':
        return o[1] == '<' ? shift(a, b, true) : (o[1] ? a <= b : a < b) ? -1 : 0;
    default:
        return o[1] == '>' ? shift(a, b, false) : (o[1] ? a >= b : a > b) ? -1 : 0;
    }
}

static struct coral_value combine(struct parser *p, const char *o, struct coral_value a,
                                  struct coral_value b)
{
    struct coral_value r = { .bad = a.bad || b.bad, .unknown = a.unknown || b.unknown };

    r.undefined = a.undefined ? a.undefined : b.undefined;
    if (r.bad || r.unknown)
        return r;
    if ((o[0] == '/' || o[0] == '%') && b.v == 0)
        return wrong(p, p->at, 0, "expression", NULL, "division by zero");
    r.v = arithmetic(o, a.v, b.v);
    r.labels = o[0] == '+' ? a.labels + b.labels : o[0] == '-' ? a.labels - b.labels : 0;
    r.section = a.labels ? a.section : b.section;
    if (!p->as->linked && (a.labels || b.labels)) {
        const bool sum = o[0] == '+' || o[0] == '-';

        if (!sum || (a.labels && b.labels && (a.section != b.section || o[0] == '+')))
            r.unknown = true; /* needs addresses */
    }
    return r;
}

/* Operands of operators that bind tighter than min_precedence. */
static struct coral_value value_of(struct parser *p, int min_precedence)
{
    struct coral_value         a = primary(p);
    const struct operator_row *o;

    while (!a.bad && (o = next_operator(p)) && o->precedence > min_precedence) {
        p->at += strlen(o->text);
        a = combine(p, o->text, a, value_of(p, o->precedence));
    }
    return a;
}

struct coral_value coral_evaluate(struct coral_asm *as, struct kc_str text)
{
    struct parser      p = { as, text.at, text.at + text.length, 0 };
    struct coral_value v = value_of(&p, 0);

    skip(&p);
    if (!v.bad && p.at < p.end)
        return wrong(&p, p.at, (size_t)(p.end - p.at), "expression",
                     "separate operands with commas", "unexpected text after the expression");
    return v;
}

bool coral_constant(struct coral_asm *as, struct kc_str text, int64_t *value)
{
    const struct coral_value v = coral_evaluate(as, text);

    if (v.bad)
        return false;
    if (v.unknown || v.labels) {
        kc_error(as->dg, coral_span(as, text), "not-constant",
                 v.undefined ? "define it above this line with .equ"
                             : "only the difference of two labels of one section is known here",
                 "'%.*s' must be a number that is known at this point", KC_STR(text));
        return false;
    }
    *value = v.v;
    return true;
}

/* Operand text to tokens, and the expressions behind '#'. */
#include <ctype.h>
#include <string.h>

#include "platforms/aie2/aie2_asm.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '@';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* ---- expressions -------------------------------------------------------------------------- */

/* Decimal, 0x, 0b, or octal with a leading 0, as GNU assemblers read them. */
static bool integer(struct aie2_asm *as, const char *at, size_t length, int64_t *value)
{
    const bool hex = length > 2 && at[0] == '0' && (at[1] | 32) == 'x';
    const bool binary = length > 2 && at[0] == '0' && (at[1] | 32) == 'b';
    const int  base = hex ? 16 : binary ? 2 : length > 1 && at[0] == '0' ? 8 : 10;
    int64_t    v = 0;

    for (size_t i = hex || binary ? 2 : 0; i < length; i++) {
        const int digit = kc_hex_digit(at[i]);

        if (digit < 0 || digit >= base) {
            kc_error(as->dg, aie2_span(as, at, length), "number-syntax",
                     "numbers are decimal, 0x hexadecimal, 0b binary, or octal with a leading 0",
                     "'%.*s' is not a number", KC_STR(((struct kc_str){ at, length })));
            return false;
        }
        v = v * base + digit;
        if (v > INT64_C(0xffffffffffff)) {
            kc_error(as->dg, aie2_span(as, at, length), "imm-range", NULL,
                     "this number is too large for any operand");
            return false;
        }
    }
    *value = v;
    return true;
}

static bool malformed(struct aie2_asm *as, const char *at, const char *end)
{
    kc_error(as->dg, aie2_span(as, at, at < end ? 1 : 0), "imm-syntax",
             "write #5, #-7, #0x40, #label or #(label+8)",
             at < end ? "'%.1s' does not belong into an immediate" : "an immediate ends early%.0s",
             at < end ? at : "");
    return false;
}

static bool use_symbol(struct aie2_asm *as, struct kc_str name, bool negative, int64_t *value,
                       struct aie2_symbol **symbol)
{
    struct aie2_symbol *s = aie2_symbol_get(as->arena, &as->symbols, name);

    if (s->kind == AIE2_SYMBOL_CONSTANT) {
        *value += negative ? -s->value : s->value;
        return true;
    }
    if (*symbol || negative) {
        kc_error(as->dg, aie2_span(as, name.at, name.length), "imm-syntax",
                 "one label and a number is what an address can be made of",
                 "an expression may add one label, not subtract or combine labels");
        return false;
    }
    *symbol = s;
    return true;
}

static bool term(struct aie2_asm *as, const char **at, const char *end, bool negative,
                 int64_t *value, struct aie2_symbol **symbol)
{
    const char *begin = *at;
    int64_t     number = 0;

    while (*at < end && is_word(**at))
        ++*at;

    const struct kc_str word = { begin, (size_t)(*at - begin) };

    if (word.length == 0)
        return malformed(as, begin, end);
    if (!isdigit((unsigned char)*begin))
        return use_symbol(as, word, negative, value, symbol);
    if (!integer(as, begin, word.length, &number))
        return false;
    *value += negative ? -number : number;
    return true;
}

/* Terms joined by + and -, up to something else. */
static bool sum(struct aie2_asm *as, const char **at, const char *end, int64_t *value,
                struct aie2_symbol **symbol)
{
    bool more = true;

    while (more) {
        bool negative = false;

        *at = skip_blanks(*at, end);
        while (*at < end && (**at == '-' || **at == '+')) {
            negative ^= **at == '-';
            *at = skip_blanks(*at + 1, end);
        }
        if (!term(as, at, end, negative, value, symbol))
            return false;
        *at = skip_blanks(*at, end);
        more = *at < end && (**at == '+' || **at == '-');
        if (*value > INT64_C(1) << 52 || *value < -(INT64_C(1) << 52))
            return malformed(as, *at, end);
    }
    return true;
}

bool aie2_expression(struct aie2_asm *as, const char **at, const char *end, int64_t *value,
                     struct aie2_symbol **symbol)
{
    const char *begin;
    bool        named = false;

    *value = 0;
    *symbol = NULL;
    *at = begin = skip_blanks(*at, end);
    if (*at == end || **at != '(')
        return sum(as, at, end, value, symbol);

    ++*at;
    if (!sum(as, at, end, value, symbol))
        return false;
    for (const char *c = begin + 1; c < *at; c++)
        named |= is_word(*c) && !is_word(c[-1]) && !isdigit((unsigned char)*c);
    if (*at == end || **at != ')')
        return malformed(as, *at, end);
    ++*at;
    if (!*symbol && !named) {
        kc_error(as->dg, aie2_span(as, begin, (size_t)(*at - begin)), "imm-parentheses",
                 "write the number itself",
                 "parentheses are for labels only: the reference assembler stops at #(1+2)");
        return false;
    }
    return true;
}

/* ---- tokens ------------------------------------------------------------------------------- */

static const char *word_token(struct aie2_asm *as, struct aie2_token *t, const char *end)
{
    const char *at = t->at;

    while (at < end && is_word(*at))
        at++;
    /* r17:r16 is one word. */
    if (at + 1 < end && *at == ':' && *t->at == 'r')
        for (at++; at < end && is_word(*at);)
            at++;
    t->length = (uint32_t)(at - t->at);
    t->kind = isdigit((unsigned char)*t->at) ? AIE2_TOKEN_NUMBER : AIE2_TOKEN_WORD;
    t->reg = t->kind == AIE2_TOKEN_WORD ? aie2_names_reg(&as->names, t->at, t->length)
                                        : (uint16_t)AIE2_NO_REG;
    return at;
}

/* #5 and #-7 without the machinery of expressions; NULL when it is anything else. */
static const char *simple_immediate(struct aie2_token *t, const char *at, const char *end)
{
    const bool  negative = at < end && *at == '-';
    const char *begin = at += negative;
    int64_t     v = 0;

    for (; at < end && isdigit((unsigned char)*at) && at - begin < 10; at++)
        v = v * 10 + (*at - '0');
    if (at == begin || (*begin == '0' && at - begin > 1))
        return NULL;
    if (at < end && *at != ']' && *at != ',' && !(is_blank(*at) && skip_blanks(at, end) == end))
        return NULL;
    t->value = negative ? -v : v;
    return at;
}

static const char *immediate_token(struct aie2_asm *as, struct aie2_token *t, const char *end)
{
    const char *at = simple_immediate(t, t->at + 1, end);

    t->kind = AIE2_TOKEN_IMMEDIATE;
    if (!at) {
        at = t->at + 1;
        if (!aie2_expression(as, &at, end, &t->value, &t->symbol))
            return NULL;
    }
    t->length = (uint32_t)(at - t->at);
    return at;
}

static const char *number_token(struct aie2_token *t, const char *end)
{
    const char *at = t->at + 1;

    while (at < end && is_word(*at))
        at++;
    t->kind = AIE2_TOKEN_NUMBER;
    t->length = (uint32_t)(at - t->at);
    return at;
}

static const char *bad_token(struct aie2_asm *as, const struct aie2_token *t)
{
    struct kc_buf shown = { 0 };

    kc_buf_add_visible(&shown, t->at, 1);
    kc_error(as->dg, aie2_span(as, t->at, 1), "bad-character",
             "comments start with //, immediates with #, bundles are joined by ;",
             "'%s' has no meaning here", shown.text);
    kc_buf_free(&shown);
    return NULL;
}

static const char *one_token(struct aie2_asm *as, struct aie2_token *t, const char *end)
{
    switch (*t->at) {
    case ',':
        t->kind = AIE2_TOKEN_COMMA;
        return t->at + 1;
    case '[':
        t->kind = AIE2_TOKEN_OPEN;
        return t->at + 1;
    case ']':
        t->kind = AIE2_TOKEN_CLOSE;
        return t->at + 1;
    case '#':
        return immediate_token(as, t, end);
    case '-':
    case '+':
        return number_token(t, end);
    default:
        return is_word(*t->at) ? word_token(as, t, end) : bad_token(as, t);
    }
}

bool aie2_tokens(struct aie2_asm *as, const char *at, size_t length)
{
    const char *end = at + length;

    as->token_count = 0;
    for (at = skip_blanks(at, end); at < end; at = skip_blanks(at, end)) {
        struct aie2_token *t = &as->token[as->token_count];

        if (as->token_count == AIE2_TOKENS) {
            kc_error(as->dg, aie2_span(as, at, (size_t)(end - at)), "operand-count", NULL,
                     "no instruction has so many operands");
            return false;
        }
        *t = (struct aie2_token){ .at = at, .length = 1, .reg = AIE2_NO_REG };
        at = one_token(as, t, end);
        if (!at)
            return false;
        as->token_count++;
    }
    return true;
}

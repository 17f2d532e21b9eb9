/* One line of linear assembly to an instruction.
 *
 * Virtual registers are replaced by an example of their kind, the platform's tokeniser reads the
 * line, and the first form whose shape and classes fit is taken.  What the classes allow narrows
 * the registers from which the allocator will choose.
 */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* A line being read: operands as tokens, and which of them are virtual. */
struct reading {
    struct aie2_linear *l;
    struct kc_str       text; /* with examples instead of virtual registers */
    uint32_t            line;
    uint16_t            vreg[AIE2_TOKENS];
    uint8_t             view[AIE2_TOKENS];
    size_t              at[AIE2_TOKENS]; /* where virtual registers stand in text */
    size_t              count;           /* of virtual registers */
    uint16_t            token_vreg[AIE2_TOKENS];
    uint8_t             token_view[AIE2_TOKENS];
    struct kc_str       tag;
    bool                apart;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- virtual registers -------------------------------------------------------------------- */

/* Adds PREFIX%NAME as an example register; at points at the '%'. */
static bool add_virtual(struct reading *r, struct kc_str line, size_t percent, size_t *end,
                        struct kc_buf *out)
{
    size_t begin = percent;

    while (begin > 0 && is_word(line.at[begin - 1]))
        begin--;
    for (*end = percent + 1; *end < line.length && (is_word(line.at[*end]));)
        ++*end;

    const struct kc_str prefix = { line.at + begin, percent - begin };
    const struct kc_str name = { line.at + percent + 1, *end - percent - 1 };
    const uint8_t       view = lin_view_find(r->l, prefix, name);

    if (view == LIN_VIEWS || name.length == 0 || r->count == AIE2_TOKENS) {
        lin_error(r->l, r->line,
                  "'%.*s%%%.*s' is no virtual register; classes are r p m dn dj dc s x bm cm y q d "
                  "and parts such as wl wh bml bmh aml amh xl xh",
                  KC_STR(prefix), KC_STR(name));
        return false;
    }
    out->length -= prefix.length; /* it was copied already */
    r->at[r->count] = out->length;
    r->view[r->count] = view;
    r->vreg[r->count++] = lin_vreg_find(r->l, view, name, r->line);
    kc_buf_puts(out, aie2_registers[lin_view_reg(r->l, view, 0)].name);
    return true;
}

/* The line without its tag, virtual registers replaced. */
static bool substitute(struct reading *r, struct kc_str line)
{
    struct kc_buf out = { 0 };
    bool          good = true;

    for (size_t i = 0; i < line.length && good;) {
        if (line.at[i] == '!') {
            r->tag = kc_str_trim((struct kc_str){ line.at + i + 1, line.length - i - 1 });
            break;
        }
        if (line.at[i] == '%')
            good = add_virtual(r, line, i, &i, &out);
        else
            kc_buf_add(&out, &line.at[i++], 1);
    }
    r->text = kc_str_trim((struct kc_str){
        kc_arena_strndup(r->l->arena, out.text ? out.text : "", out.length), out.length });
    r->apart = r->tag.length && r->tag.at[r->tag.length - 1] == '*';
    r->tag.length -= r->apart;
    kc_buf_free(&out);
    return good;
}

/* ---- forms -------------------------------------------------------------------------------- */

/* A form with the tokens that fill its operands. */
struct match {
    const struct aie2_form *form;
    int32_t                 value[AIE2_OPERANDS];
    uint8_t                 from[AIE2_OPERANDS];
    uint16_t                literal; /* virtual register for a register that the form names */
    uint8_t                 literal_part;
};

/* The example register of a class for a virtual operand, or LIN_NONE. */
static uint16_t example(const struct aie2_linear *l, uint8_t class, uint8_t view)
{
    for (unsigned n = 0; n < 32; n++) {
        const uint16_t reg = lin_view_reg(l, view, n);

        if (reg == LIN_NONE)
            return LIN_NONE;
        if (l->as->names.code[class][reg] >= 0)
            return reg;
    }
    return LIN_NONE;
}

static bool fits_operand(const struct reading *r, size_t token, uint8_t class, int32_t *value)
{
    const struct aie2_asm   *as = r->l->as;
    const struct aie2_token *t = &as->token[token];

    if (class >= AIE2_CLASS_REGS) {
        const struct aie2_immediate *imm = &aie2_immediates[class - AIE2_CLASS_REGS];

        *value = (int32_t)t->value;
        return t->kind == AIE2_TOKEN_IMMEDIATE &&
               (t->symbol ||
                (t->value >= imm->min && t->value <= imm->max && t->value % imm->step == 0));
    }
    if (t->kind != AIE2_TOKEN_WORD)
        return false;

    const uint16_t reg = r->token_vreg[token] == LIN_NONE
                             ? aie2_class_reg(&as->names, class, t->reg)
                             : example(r->l, class, r->token_view[token]);

    *value = reg;
    return reg != LIN_NONE && reg != AIE2_NO_REG;
}

static size_t literal_length(const char *shape)
{
    size_t n = 0;

    while (is_word(shape[n]))
        n++;
    return n ? n : 1;
}

/* Text of the form itself: a mark, or a register such as r27, for which a virtual one may stand. */
static bool fits_literal(const struct reading *r, size_t token, const char *text, size_t length,
                         struct match *m)
{
    const struct aie2_token *t = &r->l->as->token[token];
    const uint16_t           reg = aie2_names_reg(&r->l->as->names, text, length);

    if (r->token_vreg[token] == LIN_NONE)
        return t->kind != AIE2_TOKEN_IMMEDIATE && t->length == length &&
               memcmp(t->at, text, length) == 0;
    if (reg == AIE2_NO_REG || aie2_registers[reg].kind != lin_views[r->token_view[token]].kind)
        return false;
    m->literal = r->token_vreg[token];
    m->literal_part = (uint8_t)reg;
    return true;
}

static bool fits(const struct reading *r, const struct aie2_form *form, struct match *m)
{
    const size_t tokens = r->l->as->token_count;
    size_t       i = 0;

    *m = (struct match){ .form = form, .literal = LIN_NONE };
    for (const char *shape = form->shape; *shape;) {
        if (*shape == ' ') {
            shape++;
            continue;
        }
        if (i == tokens)
            return false;
        if (*shape == '%') {
            const size_t operand = (size_t)(shape[1] - '0');

            if (!fits_operand(r, i, form->operand[operand].class, &m->value[operand]))
                return false;
            m->from[operand] = (uint8_t)i;
            shape += 2;
        } else {
            const size_t length = literal_length(shape);

            if (!fits_literal(r, i, shape, length, m))
                return false;
            shape += length;
        }
        i++;
    }
    return i == tokens;
}

static bool find_form(const struct reading *r, enum aie2_mnemonic mnemonic, struct match *m)
{
    for (size_t i = 0; i < aie2_mnemonics[mnemonic].form_count; i++)
        if (fits(r, &aie2_forms[aie2_mnemonics[mnemonic].form[i]], m))
            return true;
    return false;
}

/* ---- mnemonics ---------------------------------------------------------------------------- */

/* Instructions of our own that take whatever slot is free. */
static const struct {
    const char *name, *of[LIN_CHOICES];
} pseudo[] = {
    { "set", { "movx", "mova", "mov", "movxm" } },
    { "copy", { "mov", "vmov" } },
    { "vld", { "vldb", "vlda" } },
    { "padd", { "paddb", "padda", "padds" } },
};

static size_t candidates(struct kc_str word, const char **name)
{
    size_t count = 0;

    for (size_t i = 0; i < KC_COUNT(pseudo); i++)
        if (kc_str_is(word, pseudo[i].name)) {
            while (count < LIN_CHOICES && pseudo[i].of[count]) {
                name[count] = pseudo[i].of[count];
                count++;
            }
            return count;
        }
    return 0;
}

/* ---- instructions ------------------------------------------------------------------------- */

static uint16_t tag_number(struct aie2_linear *l, struct kc_str tag)
{
    if (tag.length == 0)
        return 0;
    for (size_t i = 0; i < l->tags; i++)
        if (l->tag_scope[i] == l->scope && l->tag[i].length == tag.length &&
            memcmp(l->tag[i].at, tag.at, tag.length) == 0)
            return (uint16_t)(i + 1);
    l->tag = aie2_grow(l->arena, l->tag, l->tags, &l->tag_room, sizeof *l->tag);
    l->tag_scope =
        aie2_grow(l->arena, l->tag_scope, l->tags, &l->tag_scope_room, sizeof *l->tag_scope);
    l->tag_scope[l->tags] = l->scope;
    l->tag[l->tags++] = tag;
    return (uint16_t)l->tags;
}

static void take_operands(struct reading *r, const struct match *m, struct lin_op *op)
{
    for (size_t i = 0; i < AIE2_OPERANDS; i++) {
        const struct aie2_token *t = &r->l->as->token[m->from[i]];

        op->value[i] = m->value[i];
        op->vreg[i] = LIN_NONE;
        if (i >= m->form->operand_count)
            continue;
        if (m->form->operand[i].class >= AIE2_CLASS_REGS) {
            op->symbol[i] = t->symbol ? kc_arena_strndup(r->l->arena, t->at, t->length) : NULL;
        } else {
            op->vreg[i] = r->token_vreg[m->from[i]];
            op->view[i] = r->token_view[m->from[i]];
        }
    }
    op->literal = m->literal;
    op->literal_part = m->literal_part;
}

/* Whether another form can stand for the first one. */
static bool alike(const struct match *a, const struct match *b)
{
    if (memcmp(a->from, b->from, sizeof a->from) != 0 ||
        a->form->access_count != b->form->access_count)
        return false;
    for (size_t i = 0; i < a->form->access_count; i++) {
        const struct aie2_access *x = &a->form->access[i], *y = &b->form->access[i];

        if (x->operand != y->operand || x->stage != y->stage || x->bypass != y->bypass ||
            x->write != y->write)
            return false;
    }
    return true;
}

static void add_choice(struct lin_op *op, const struct match *m)
{
    op->choice[op->choices++] = (struct lin_choice){ m->form, aie2_timing_of(m->form, m->value) };
}

static const char *first_message(struct aie2_linear *l)
{
    const struct kc_diag *d = l->dg.first;

    if (!d)
        return "this is no instruction";
    return d->hint ? kc_arena_printf(l->arena, "%s (%s)", d->message, d->hint) : d->message;
}

static void no_form(struct reading *r, enum aie2_mnemonic mnemonic)
{
    int32_t value[AIE2_OPERANDS];
    uint8_t from[AIE2_OPERANDS];

    aie2_match(r->l->as, mnemonic, r->text, value, from);
    lin_error(r->l, r->line, "%s", first_message(r->l));
}

/* Which tokens are virtual registers, by where they stand in the text. */
static void mark_tokens(struct reading *r)
{
    for (size_t i = 0; i < r->l->as->token_count; i++) {
        r->token_vreg[i] = LIN_NONE;
        for (size_t k = 0; k < r->count; k++)
            if (r->l->as->token[i].at == r->text.at + r->at[k]) {
                r->token_vreg[i] = r->vreg[k];
                r->token_view[i] = r->view[k];
            }
    }
}

static bool read_tokens(struct reading *r, size_t from)
{
    struct aie2_linear *l = r->l;

    kc_diags_init(&l->dg, l->arena, (struct kc_source){ "linear assembly", r->text });
    l->as->text = (struct aie2_text){ .at = r->text.at, .length = r->text.length, .line = 1 };
    if (!aie2_tokens(l->as, r->text.at + from, r->text.length - from)) {
        lin_error(l, r->line, "%s", first_message(l));
        return false;
    }
    mark_tokens(r);
    return true;
}

static bool has_symbol(const struct aie2_asm *as)
{
    for (size_t i = 0; i < as->token_count; i++)
        if (as->token[i].symbol)
            return true;
    return false;
}

static bool match_names(struct reading *r, struct kc_str word, struct lin_op *op)
{
    const char  *name[LIN_CHOICES];
    size_t       names = candidates(word, name);
    struct match first = { 0 };

    if (names && has_symbol(r->l->as)) {
        name[0] = name[names - 1]; /* only the longest takes an address */
        names = 1;
    }
    if (names == 0)
        name[names++] = kc_arena_strndup(r->l->arena, word.at, word.length);
    for (size_t i = 0; i < names; i++) {
        const enum aie2_mnemonic mnemonic = aie2_mnemonic_find(kc_str_from(name[i]));
        struct match             m;

        if (mnemonic == AIE2_MN_COUNT) {
            lin_error(r->l, r->line, "'%s' is not an instruction", name[i]);
            return false;
        }
        if (!find_form(r, mnemonic, &m)) {
            if (i + 1 == names && op->choices == 0)
                no_form(r, mnemonic);
            continue;
        }
        if (op->choices == 0) {
            first = m;
            take_operands(r, &m, op);
        } else if (!alike(&first, &m)) {
            continue;
        }
        add_choice(op, &m);
    }
    return op->choices > 0;
}

static bool tied_right(struct reading *r, const struct lin_op *op)
{
    const struct aie2_form *form = op->choice[0].form;

    if (form->tied_output == AIE2_UNTIED ||
        (op->vreg[form->tied_output] == op->vreg[form->tied_input] &&
         op->value[form->tied_output] == op->value[form->tied_input]))
        return true;
    lin_error(r->l, r->line, "%s writes the register it reads as %s: use the same one twice",
              form->mnemonic, form->operand[form->tied_input].name);
    return false;
}

struct lin_op *lin_op_parse(struct aie2_linear *l, struct kc_str text, uint32_t line)
{
    struct reading r = { .l = l, .line = line };
    struct lin_op *op = kc_arena_new(l->arena, struct lin_op);
    size_t         length = 0;

    if (!substitute(&r, text))
        return NULL;
    while (length < r.text.length && !isspace((unsigned char)r.text.at[length]))
        length++;
    if (!read_tokens(&r, length) || !match_names(&r, (struct kc_str){ r.text.at, length }, op) ||
        !tied_right(&r, op))
        return NULL;
    op->line = line;
    op->number = l->ops++;
    op->tag = tag_number(l, r.tag);
    op->scope = l->scope;
    op->apart = r.apart;
    lin_op_complete(l, op);
    return op;
}

struct lin_op *lin_op_make(struct aie2_linear *l, uint32_t line, const char *format, ...)
{
    va_list     args;
    const char *text;

    va_start(args, format);
    text = kc_arena_vprintf(l->arena, format, args);
    va_end(args);
    return lin_op_parse(l, kc_str_from(text), line);
}

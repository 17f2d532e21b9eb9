/* From an assembled instruction to one that is ready to run: its function, found by the mnemonic,
 * and its operands, found by their names in the table. */
#include <stdio.h>

#include "platforms/aie2/aie2_exec.h"

/* ---- mnemonics ------------------------------------------------------------------------------- */

enum { KEY_LENGTH = 32 };

struct reading {
    char    key[KEY_LENGTH]; /* what is left of the mnemonic */
    uint8_t types, bits[2], sign[2];
    bool    is_float, is_hi;
};

static struct kc_str without(struct kc_str s, size_t first)
{
    return (struct kc_str){ s.at + first, s.length - first };
}

/* "s8", "d16", "u8", "32", "128"; also "bf16" and "fp32". */
static bool read_type(struct kc_str token, struct reading *r)
{
    uint8_t  sign = AIE2_UNSIGNED;
    uint64_t bits;

    if (token.length && token.at[0] == 's')
        sign = AIE2_SIGNED;
    else if (token.length && token.at[0] == 'd')
        sign = AIE2_DYNAMIC;
    if (kc_str_is(token, "bf16") || kc_str_is(token, "fp32")) {
        r->is_float |= kc_str_is(token, "bf16");
        token = without(token, 2);
    } else if (token.length && (token.at[0] == 's' || token.at[0] == 'd' || token.at[0] == 'u')) {
        token = without(token, 1);
    }
    if (!kc_str_u64(token, &bits) || bits > 128)
        return false;
    if (r->types < 2) {
        r->bits[r->types] = (uint8_t)bits;
        r->sign[r->types++] = sign;
    }
    return true;
}

/* Parts of a mnemonic that say how, not what. */
static bool read_flag(struct kc_str token, struct reading *r)
{
    if (kc_str_is(token, "f"))
        return r->is_float = true;
    if (kc_str_is(token, "hi"))
        return r->is_hi = true;
    return kc_str_is(token, "lo") || kc_str_is(token, "2d") || kc_str_is(token, "3d") ||
           kc_str_is(token, "d") || read_type(token, r);
}

static void add_to_key(struct reading *r, struct kc_str token)
{
    const size_t length = strlen(r->key);

    snprintf(r->key + length, sizeof r->key - length, "%s%.*s", length ? "." : "", KC_STR(token));
}

static struct reading read_mnemonic(const char *mnemonic)
{
    struct reading r = { .sign = { AIE2_UNSIGNED, AIE2_UNSIGNED } };
    struct kc_str  rest = kc_str_from(mnemonic);

    add_to_key(&r, kc_str_cut(&rest, '.'));
    while (rest.length) {
        const struct kc_str token = kc_str_cut(&rest, '.');

        if (!read_flag(token, &r))
            add_to_key(&r, token);
    }
    return r;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static const struct rule {
    const char    *key;
    aie2_issue_fn *issue;
    uint8_t        slot, what;
} rules[] = {
#define RULE(slot, key, name, what) { key, aie2_issue_##name, AIE2_SLOT_##slot, what },
#include "platforms/aie2/aie2_rules.def"
};

/* Streams and cascades share mnemonics with moves; sparse products share them with dense ones. */
static bool out_of_scope(const struct aie2_form *form)
{
    for (size_t i = 0; i < form->operand_count; i++)
        if (form->operand[i].class == AIE2_CLASS_QX || form->operand[i].class == AIE2_CLASS_QW)
            return true;
    return strstr(form->mnemonic, ".tm") || strstr(form->shape, "SCD") ||
           strstr(form->shape, "MCD") || strstr(form->shape, "SS") || strstr(form->shape, "ms");
}

static const struct rule *rule_of(const struct aie2_form *form, const struct reading *r)
{
    if (out_of_scope(form))
        return NULL;
    for (size_t i = 0; i < KC_COUNT(rules); i++)
        if (rules[i].slot == form->slot && strcmp(rules[i].key, r->key) == 0)
            return &rules[i];
    return NULL;
}

bool aie2_form_is_nop(const struct aie2_form *form)
{
    return aie2_nops[form->slot] == form - aie2_forms;
}

bool aie2_form_runs(const struct aie2_form *form)
{
    const struct reading r = read_mnemonic(form->mnemonic);

    return aie2_form_is_nop(form) || rule_of(form, &r) != NULL;
}

static void unsupported(struct aie2_machine *m, const struct aie2_op *op)
{
    m->current = op;
    aie2_trap(m, AIE2_TRAP_UNSUPPORTED, NULL, 0, "%s is not simulated", op->insn->form->syntax);
}

/* ---- operands -------------------------------------------------------------------------------- */

static void add_part(struct aie2_set *set, unsigned part)
{
    set->word[part / 64] |= UINT64_C(1) << part % 64;
}

static struct aie2_place place_of(unsigned reg)
{
    const struct aie2_register  *r = &aie2_registers[reg];
    const struct aie2_part_info *first = &aie2_parts[r->part[0].part];
    struct aie2_place            p = { .offset = first->offset, .bytes = r->bytes };

    p.mask = first->bits >= 32 ? UINT32_MAX : (UINT32_C(1) << first->bits) - 1;
    for (int i = 0; i < r->part_count; i++)
        p.parts |= UINT64_C(1) << r->part[i].part % 64;
    p.word = r->part[0].part / 64;
    return p;
}

static bool named(const struct aie2_operand *o, const char *names)
{
    struct kc_str rest = kc_str_from(names);

    while (rest.length)
        if (kc_str_is(kc_str_cut(&rest, ' '), o->name))
            return true;
    return false;
}

static bool is_vector(unsigned reg)
{
    const uint8_t kind = aie2_registers[reg].kind;

    return kind >= AIE2_KIND_WL && kind <= AIE2_KIND_QX;
}

/* s0, s1, s2 mean different things in different slots. */
static struct aie2_place *numbered_source(struct aie2_op *op, const struct aie2_form *form,
                                          const struct aie2_operand *o, unsigned reg)
{
    if (form->slot == AIE2_SLOT_VEC)
        return named(o, "s1") ? &op->x : &op->y;
    if (form->slot == AIE2_SLOT_ALU)
        return named(o, "s0") ? &op->a : &op->b;
    if (form->mnemonic_id == AIE2_MN_add_nc)
        return &op->a;
    if (!is_vector(reg))
        return &op->c;
    return op->a.bytes ? &op->b : &op->a;
}

/* The field of the decoded instruction that an operand fills. */
static struct aie2_place *field_of(struct aie2_op *op, const struct aie2_form *form,
                                   const struct aie2_operand *o, unsigned reg)
{
    if (named(o, "d d0"))
        return &op->d;
    if (named(o, "cmp"))
        return &op->e;
    if (named(o, "ptr"))
        return &op->ptr;
    if (named(o, "mod dj pre idx"))
        return &op->mod;
    if (named(o, "src acc1 a"))
        return &op->a;
    if (named(o, "tgt"))
        return form->mnemonic_id == AIE2_MN_jnzd ? &op->b : &op->a;
    if (named(o, "acc2 b"))
        return &op->b;
    if (named(o, "c shft sel shift"))
        return &op->c;
    if (named(o, "s0 s1 s2"))
        return numbered_source(op, form, o, reg);
    return NULL;
}

/* field[i]: what operand i filled, NULL for immediates. */
static void fill_operands(const struct aie2_insn *insn, struct aie2_op *op,
                          struct aie2_place **field)
{
    const struct aie2_form *form = insn->form;

    for (size_t i = 0; i < form->operand_count; i++) {
        const struct aie2_operand *o = &form->operand[i];

        if (o->class >= AIE2_CLASS_REGS) {
            op->imm = insn->value[i];
            continue;
        }
        field[i] = field_of(op, form, o, (unsigned)insn->value[i]);
        if (field[i])
            *field[i] = place_of((unsigned)insn->value[i]);
    }
}

/* A write to a register that the text does not name. */
static void fill_fixed(const struct aie2_access *a, struct aie2_op *op)
{
    if (a->reg == AIE2_PART_srCarry || a->reg == AIE2_PART_r31) {
        op->e = place_of(a->reg);
        op->e.stage = a->stage;
    }
    if (a->reg == AIE2_PART_lr) {
        op->d = place_of(a->reg);
        op->d.stage = a->stage;
    }
}

static void fill_counter(const struct aie2_insn *insn, size_t i, struct aie2_op *op)
{
    struct aie2_part_at part[AIE2_REG_PARTS];

    aie2_access_parts(insn, i, part);
    if (insn->form->access[i].which == AIE2_WHICH_DC_LOW)
        op->e = place_of(part[0].part);
    else
        op->hi = place_of(part[0].part);
}

/* Stage and bypass of every operand, and which parts are read when. */
static void fill_timing(const struct aie2_insn *insn, struct aie2_op *op,
                        struct aie2_place *const *field, struct aie2_set *reads)
{
    const struct aie2_form *form = insn->form;

    for (size_t i = 0; i < form->access_count; i++) {
        const struct aie2_access *a = &form->access[i];
        struct aie2_part_at       part[AIE2_REG_PARTS];
        const size_t              parts = aie2_access_parts(insn, i, part);

        for (size_t k = 0; !a->write && k < parts; k++)
            add_part(a->stage == 1 ? reads : &op->late, part[k].part);
        if (a->operand == AIE2_FIXED) {
            if (a->write)
                fill_fixed(a, op);
            continue;
        }
        if (a->which != AIE2_WHICH_ALL) {
            fill_counter(insn, i, op);
            continue;
        }
        struct aie2_place *p = field[a->operand];

        if (p && p != &op->ptr && (a->write == (p == &op->d || p == &op->e))) {
            p->stage = a->stage;
            p->bypass = (uint8_t)aie2_access_bypass(insn, i);
        }
    }
}

static uint8_t address_mode(const struct aie2_form *form)
{
    const bool post = strstr(form->shape, "], ") != NULL;

    if (strstr(form->shape, "[sp"))
        return post ? AIE2_ADDRESS_SP_CHANGE : AIE2_ADDRESS_SP;
    for (size_t i = 0; i < form->operand_count; i++)
        switch (form->operand[i].class) {
        case AIE2_CLASS_D:
            return AIE2_ADDRESS_2D;
        case AIE2_CLASS_D3:
            return AIE2_ADDRESS_3D;
        case AIE2_CLASS_DJ:
            return AIE2_ADDRESS_INDEX;
        case AIE2_CLASS_M:
            return AIE2_ADDRESS_POST_M;
        }
    return post ? AIE2_ADDRESS_POST : AIE2_ADDRESS_OFFSET;
}

static void fill_types(const struct reading *r, struct aie2_op *op)
{
    const struct aie2_form *form = op->insn->form;

    op->bits = r->bits[0];
    op->from = r->bits[1];
    op->sign = r->sign[1] == AIE2_DYNAMIC ? AIE2_DYNAMIC : r->sign[0]; /* .s32.d8 of UPS */
    op->is_float = r->is_float;
    op->is_hi = r->is_hi;
    if (strncmp(r->key, "vneg_gtz", 8) == 0) {
        op->bits = (uint8_t)atoi(r->key + 8);
        op->sign = AIE2_SIGNED;
    }
    if ((strcmp(r->key, "lda") == 0 || form->slot == AIE2_SLOT_ST) && op->bits == 0)
        op->bits = 32;
    if (op->d.bytes == 16 || op->a.bytes == 16)
        op->bits = 128;
}

/* Puts the function of a frequent case in the place of the general one. */
static void specialise(struct aie2_op *op)
{
    if (op->issue == aie2_issue_load_vector && op->address == AIE2_ADDRESS_POST && op->bits != 128)
        op->issue = aie2_issue_load_post;
    if (op->issue == aie2_issue_mac && op->is_float && op->what == 0 && op->a.bytes && !op->b.bytes)
        op->issue = aie2_issue_product;
}

void aie2_decode(const struct aie2_insn *insn, struct aie2_op *op, struct aie2_set *reads)
{
    const struct reading r = read_mnemonic(insn->form->mnemonic);
    const struct rule   *rule = rule_of(insn->form, &r);
    struct aie2_place   *field[AIE2_OPERANDS] = { NULL };

    *op = (struct aie2_op){ .issue = unsupported, .insn = insn };
    if (!rule)
        return;
    op->issue = rule->issue;
    op->what = rule->what;
    fill_operands(insn, op, field);
    fill_timing(insn, op, field, reads);
    fill_types(&r, op);
    op->address = address_mode(insn->form);
    specialise(op);
    if (op->address == AIE2_ADDRESS_SP || op->address == AIE2_ADDRESS_SP_CHANGE) {
        op->ptr = place_of(AIE2_PART_sp);
        add_part(reads, AIE2_PART_sp);
    }
}

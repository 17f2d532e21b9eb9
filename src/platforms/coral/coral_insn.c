/* The rows as data, and words to fields and back. */
#include "platforms/coral/coral_insn.h"

#include <string.h>
#include <threads.h>

#include "platforms/coral/coral_form.h"

static uint32_t no_fixed_cost(const void *config)
{
    (void)config;
    return 0;
}

#define ROW(id, exec_id, nf, mnemonic, bits, syntax, unit, shape, cycles, effect, doc, pitfalls, \
            example)                                                                             \
    [CORAL_##id] = { { mnemonic, bits, syntax, CORAL_UNIT_##unit, no_fixed_cost, cycles, effect, \
                       doc, pitfalls, example },                                                 \
                     CORAL_##exec_id,                                                            \
                     CORAL_SHAPE_##shape,                                                        \
                     nf },

const struct coral_row coral_rows[CORAL_OP_COUNT] = {
#define INSN(id, ...)              ROW(id, id, 1, __VA_ARGS__)
#define SEGMENT(id, base, nf, ...) ROW(id, base, nf, __VA_ARGS__)
#include "platforms/coral/coral.def"
};

#undef ROW

const struct coral_shape coral_shapes[CORAL_SHAPE_COUNT] = {
#define UNMASKED CORAL_RULE_UNMASKED
#define CARRIED  CORAL_RULE_CARRIED
#define APART2   CORAL_RULE_APART2
#define APART1   CORAL_RULE_APART1
#define ANYWHERE CORAL_RULE_ANYWHERE
#define SHAPE(id, vd, vs2, vs1, rules) \
    [CORAL_SHAPE_##id] = { CORAL_AMOUNT_##vd, CORAL_AMOUNT_##vs2, CORAL_AMOUNT_##vs1, rules },
#include "platforms/coral/coral_shape.def"
#undef UNMASKED
#undef CARRIED
#undef APART2
#undef APART1
#undef ANYWHERE
};

const struct coral_csr coral_csrs[] = {
#define RW                                    true
#define RO                                    false
#define CSR(number, name, reset, access, doc) { number, #name, reset, access, doc },
#include "platforms/coral/coral_csr.def"
#undef RW
#undef RO
};

const size_t coral_csr_count = KC_COUNT(coral_csrs);

/* ---- decoding ------------------------------------------------------------------------------ */

/* Rows by opcode and funct3; rows without a funct3 stand in eight lists. */
enum { KEYS = 256, LISTED_MOST = 4096 };

static uint16_t  listed[LISTED_MOST]; /* written once, by build */
static uint16_t  list_at[KEYS + 1];
static once_flag built = ONCE_FLAG_INIT;

static uint32_t key_of(uint32_t word)
{
    return (word >> 2 & 31) << 3 | (word >> 12 & 7);
}

static void build(void)
{
    const struct coral_form *form = coral_forms();
    uint16_t                 count = 0;

    for (uint32_t key = 0; key < KEYS; key++) {
        const uint32_t word = (key >> 3) << 2 | (key & 7) << 12 | 3;

        list_at[key] = count;
        for (int i = 0; i < CORAL_OP_COUNT; i++)
            if (((word ^ form[i].match) & form[i].mask & 0x707f) == 0) {
                assert(count < LISTED_MOST);
                listed[count++] = (uint16_t)i;
            }
    }
    list_at[KEYS] = count;
}

static int32_t number_of(const struct coral_form *form, uint32_t word)
{
    uint32_t value = 0;

    for (int i = 0; i < form->pieces; i++) {
        const struct coral_piece *p = &form->piece[i];

        value |= (word >> p->word_low & (uint32_t)((UINT64_C(1) << p->width) - 1)) << p->value_low;
    }
    if (form->is_signed && form->top < 32 && value >> (form->top - 1))
        value |= ~UINT32_C(0) << form->top;
    return (int32_t)value;
}

static uint8_t eew_of(uint32_t word)
{
    const uint32_t opcode = word & 0x7f, width = word >> 12 & 7;

    if ((opcode != 0x07 && opcode != 0x27) || width == 2)
        return 0;
    return width == 0 ? 8 : width == 5 ? 16 : 32;
}

/* Registers of vmv<n>r.v and whole-register accesses stand in the encoding, like nf. */
static uint8_t nf_of(const struct coral_row *row, uint32_t word)
{
    switch (row->shape) {
    case CORAL_SHAPE_MOVE:
        return (uint8_t)((word >> 15 & 7) + 1);
    case CORAL_SHAPE_LOAD_WHOLE:
    case CORAL_SHAPE_STORE_WHOLE:
        return (uint8_t)((word >> 29) + 1);
    default:
        return row->nf;
    }
}

static void fill(struct coral_insn *insn, int op, const struct coral_form *form)
{
    const uint32_t word = insn->word;

    insn->op = (uint16_t)op;
    insn->exec = coral_rows[op].exec;
    insn->rd = word >> 7 & 31;
    insn->rs1 = word >> 15 & 31;
    insn->rs2 = word >> 20 & 31;
    insn->rs3 = (uint8_t)(word >> 27);
    insn->vm = coral_rows[op].shape ? word >> 25 & 1 : 1;
    insn->nf = nf_of(&coral_rows[op], word);
    insn->rm = word >> 12 & 7;
    insn->eew = eew_of(word);
    insn->imm = number_of(form, word);
}

bool coral_decode(uint32_t word, struct coral_insn *insn)
{
    const struct coral_form *form = coral_forms();
    const uint32_t           key = key_of(word);

    call_once(&built, build);
    *insn = (struct coral_insn){ .word = word };
    if ((word & 3) != 3)
        return false;
    for (uint32_t i = list_at[key]; i < list_at[key + 1]; i++) {
        const struct coral_form *f = &form[listed[i]];

        if ((word & f->mask) != f->match)
            continue;
        if (f->fields & CORAL_RM && ((word >> 12 & 7) == 5 || (word >> 12 & 7) == 6))
            return false; /* reserved rounding modes */
        fill(insn, listed[i], f);
        return true;
    }
    return false;
}

uint32_t coral_encode(const struct coral_insn *insn)
{
    const struct coral_form *f = &coral_forms()[insn->op];
    uint32_t                 word = f->match;

    word |= f->fields & CORAL_RD ? (uint32_t)insn->rd << 7 : 0;
    word |= f->fields & CORAL_RS1 ? (uint32_t)insn->rs1 << 15 : 0;
    word |= f->fields & CORAL_RS2 ? (uint32_t)insn->rs2 << 20 : 0;
    word |= f->fields & CORAL_RS3 ? (uint32_t)insn->rs3 << 27 : 0;
    word |= f->fields & CORAL_VM ? (uint32_t)insn->vm << 25 : 0;
    word |= f->fields & CORAL_RM ? (uint32_t)insn->rm << 12 : 0;
    for (int i = 0; i < f->pieces; i++) {
        const struct coral_piece *p = &f->piece[i];

        word |= ((uint32_t)insn->imm >> p->value_low & (uint32_t)((UINT64_C(1) << p->width) - 1))
                << p->word_low;
    }
    return word;
}

/* ---- reserved whatever vtype is ------------------------------------------------------------ */

/* A destination with wider elements than the source may overlap only the upper registers of its
 * group: it can never start at the source. */
static bool wider(uint8_t vd, uint8_t source)
{
    return (vd == CORAL_AMOUNT_M2 && source == CORAL_AMOUNT_M1) ||
           (vd == CORAL_AMOUNT_M1 && (source == CORAL_AMOUNT_H || source == CORAL_AMOUNT_Q));
}

const char *coral_insn_reserved(const struct coral_insn *insn)
{
    const struct coral_shape *s = &coral_shapes[coral_rows[insn->op].shape];
    const bool                vs1 = s->vs1 && strchr(coral_rows[insn->op].insn.bits, 'x') != NULL;

    if (insn->vm == 0 && s->rules & CORAL_RULE_UNMASKED && insn->rd == 0)
        return "a masked instruction must not write v0, which holds the mask";
    if (s->rules & CORAL_RULE_CARRIED && insn->rd == 0)
        return "vd must not be v0, which is an operand";
    if (s->vs2 && insn->rd == insn->rs2 && (s->rules & CORAL_RULE_APART2 || wider(s->vd, s->vs2)))
        return "vd must not overlap vs2";
    if (vs1 && insn->rd == insn->rs1 && (s->rules & CORAL_RULE_APART1 || wider(s->vd, s->vs1)))
        return "vd must not overlap vs1";
    if (s->vd == CORAL_AMOUNT_WHOLE &&
        (insn->rd % insn->nf || (s->vs2 == CORAL_AMOUNT_WHOLE && insn->rs2 % insn->nf)))
        return "the registers must start at a multiple of their number";
    if ((s->vd == CORAL_AMOUNT_DATA || s->vd == CORAL_AMOUNT_FIELD) && insn->rd + insn->nf > 32)
        return "the fields reach beyond v31";
    return NULL;
}

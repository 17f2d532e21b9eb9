/* Which registers a vector instruction may name under a vtype: RVV 1.0, chapters 3.4.2 and 5.2. */
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_machine.h"

/* A vector operand: its registers and the width of its elements. */
struct operand {
    uint32_t first, registers, width; /* width in bits, 1: a mask; registers 0: none */
    bool     whole;                   /* at least one register */
};

/* Eighths of a register that the operand takes, and its width; false: it cannot exist. */
static bool measure(const struct coral_machine *m, const struct coral_code *o, uint8_t amount,
                    uint32_t *eighths, uint32_t *width)
{
    const uint32_t sew = m->sew * 8, lmul8 = (uint32_t)m->lmul8;

    *width = sew;
    *eighths = lmul8;
    switch (amount) {
    case CORAL_AMOUNT_ONE:
        *eighths = 8;
        *width = 1;
        return true;
    case CORAL_AMOUNT_M2:
        *width = sew * 2;
        *eighths = lmul8 * 2;
        return *width <= 32 && *eighths <= 64;
    case CORAL_AMOUNT_H:
        *width = sew / 2;
        *eighths = lmul8 / 2;
        return *width >= 8;
    case CORAL_AMOUNT_Q:
        *width = sew / 4;
        *eighths = lmul8 / 4;
        return *width >= 8;
    case CORAL_AMOUNT_I16:
        *width = 16;
        *eighths = lmul8 * 16 / sew;
        return *eighths >= 1 && *eighths <= 64;
    case CORAL_AMOUNT_INDEX:
    case CORAL_AMOUNT_DATA:
        *width = o->eew;
        *eighths = lmul8 * o->eew / sew;
        return *eighths >= 1 && *eighths <= 64;
    case CORAL_AMOUNT_WHOLE:
        *eighths = o->nf * 8u;
        return true;
    default:
        return true;
    }
}

static KC_NORETURN void reject(struct coral_machine *m, const struct coral_code *o,
                               enum coral_trap trap, const char *why)
{
    struct coral_insn insn;

    coral_decode(o->word, &insn);
    coral_trap(m, trap, o->word, "%s under e%" PRIu32 ", LMUL %" PRId32 "%s: %s",
               coral_rows[insn.op].insn.mnemonic, m->sew * 8,
               m->lmul8 >= 8 ? m->lmul8 / 8 : 8 / m->lmul8, m->lmul8 >= 8 ? "" : "th part", why);
}

static struct operand operand_of(struct coral_machine *m, const struct coral_code *o,
                                 uint8_t amount, uint32_t first)
{
    uint32_t eighths, width;

    if (amount == CORAL_AMOUNT_NONE)
        return (struct operand){ first, 0, 0, true };
    if (!measure(m, o, amount, &eighths, &width))
        reject(m, o, CORAL_TRAP_SEW,
               "an operand would have no legal width or more than 8 registers");
    const uint32_t registers = eighths > 8 ? eighths / 8 : 1;

    if (first % registers)
        reject(m, o, CORAL_TRAP_REGISTERS,
               "a register group starts at a register that is not a multiple of its size");
    return (struct operand){ first, registers, width, eighths >= 8 };
}

static bool overlap(const struct operand *a, const struct operand *b)
{
    return a->registers && b->registers && a->first < b->first + b->registers &&
           b->first < a->first + a->registers;
}

/* Whether a destination may share registers with a source of another width. */
static bool may_overlap(const struct operand *d, const struct operand *s)
{
    if (d->width == s->width)
        return true;
    if (d->width < s->width)
        return d->first == s->first;
    return s->whole && s->first + s->registers == d->first + d->registers;
}

static void check_overlap(struct coral_machine *m, const struct coral_code *o,
                          const struct operand *d, const struct operand *s, bool apart)
{
    if (!overlap(d, s))
        return;
    if (apart)
        reject(m, o, CORAL_TRAP_REGISTERS, "the destination may not overlap this source");
    if (!may_overlap(d, s))
        reject(m, o, CORAL_TRAP_REGISTERS,
               "destination and source of different width overlap in the wrong place");
}

static bool has_vs1(const struct coral_row *row)
{
    return strchr(row->insn.bits, 'x') != NULL;
}

/* Fields of a segment follow each other and stay inside the register file. */
static void check_fields(struct coral_machine *m, const struct coral_code *o, struct operand *d)
{
    if (o->nf * d->registers > CORAL_GROUP)
        reject(m, o, CORAL_TRAP_REGISTERS, "the fields take more than 8 registers");
    if (d->first + o->nf * d->registers > CORAL_VREGS)
        reject(m, o, CORAL_TRAP_REGISTERS, "the fields reach beyond v31");
    d->registers *= o->nf;
}

static bool needs_zero_vstart(const struct coral_code *o, uint8_t shape)
{
    return shape == CORAL_SHAPE_REDUCE || shape == CORAL_SHAPE_MASK_TO_X ||
           shape == CORAL_SHAPE_PREFIX || shape == CORAL_SHAPE_IOTA || o->op == CORAL_VCOMPRESS_VM;
}

static void check_registers(struct coral_machine *m, const struct coral_code *o,
                            const struct coral_row *row)
{
    const struct coral_shape *s = &coral_shapes[row->shape];
    const uint8_t             vs1_amount = has_vs1(row) ? s->vs1 : CORAL_AMOUNT_NONE;
    struct operand            d = operand_of(m, o, s->vd, o->rd);
    const struct operand      vs2 = operand_of(m, o, s->vs2, o->rs2);
    const struct operand      vs1 = operand_of(m, o, vs1_amount, o->rs1);
    const bool loads = row->shape == CORAL_SHAPE_LOAD || row->shape == CORAL_SHAPE_LOAD_X;
    const bool stores = row->shape == CORAL_SHAPE_STORE || row->shape == CORAL_SHAPE_STORE_X;

    if (loads || stores)
        check_fields(m, o, &d);
    if (stores || (s->rules & CORAL_RULE_ANYWHERE))
        return;
    if (!o->vm && (s->rules & CORAL_RULE_UNMASKED) && d.registers && o->rd == 0)
        reject(m, o, CORAL_TRAP_REGISTERS, "a masked instruction may not write v0, its mask");
    if ((s->rules & CORAL_RULE_CARRIED) && o->rd == 0)
        reject(m, o, CORAL_TRAP_REGISTERS, "vd may not be v0, which is an operand");
    const bool segments = loads && o->nf > 1;

    check_overlap(m, o, &d, &vs2, segments || (s->rules & CORAL_RULE_APART2));
    check_overlap(m, o, &d, &vs1, s->rules & CORAL_RULE_APART1);
}

void coral_vector_check(struct coral_machine *m, const struct coral_code *o)
{
    struct coral_insn insn;

    coral_decode(o->word, &insn);
    const struct coral_row *row = &coral_rows[insn.op];

    if (m->vtype_key == CORAL_NO_TYPE)
        coral_trap(m, CORAL_TRAP_VILL, o->word, "%s while vtype is invalid (0x%08" PRIx32 ")",
                   row->insn.mnemonic, m->vtype);
    if (m->vstart && needs_zero_vstart(o, row->shape))
        coral_trap(m, CORAL_TRAP_VSTART, o->word, "%s with vstart = %" PRIu32, row->insn.mnemonic,
                   m->vstart);
    if (m->legal[m->pc / 4] == m->vtype_key)
        return;
    if ((o->op == CORAL_VWREDSUM_VS || o->op == CORAL_VWREDSUMU_VS) && m->sew == 4)
        reject(m, o, CORAL_TRAP_SEW, "the sum would have 64 bits");
    check_registers(m, o, row);
    m->legal[m->pc / 4] = m->vtype_key;
}

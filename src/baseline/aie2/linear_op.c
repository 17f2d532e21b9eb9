/* Instructions of the back end: what they touch, how long they act, copies of them, their text. */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* ---- registers ---------------------------------------------------------------------------- */

static void narrow(struct aie2_linear *l, uint16_t vreg, uint8_t view, uint8_t class)
{
    uint32_t allowed = 0;

    for (unsigned n = 0; n < 32; n++) {
        const uint16_t reg = lin_view_reg(l, view, n);

        if (reg == LIN_NONE)
            break;
        if (l->as->names.code[class][reg] >= 0)
            allowed |= 1u << n;
    }
    l->vreg[vreg].allowed &= allowed;
}

static void narrow_all(struct aie2_linear *l, const struct lin_op *op, const struct aie2_form *form)
{
    for (size_t i = 0; i < form->operand_count; i++)
        if (op->vreg[i] != LIN_NONE)
            narrow(l, op->vreg[i], op->view[i], form->operand[i].class);
    for (unsigned n = 0; op->literal != LIN_NONE && n < 32; n++)
        if (lin_view_reg(l, 0, n) != op->literal_part)
            l->vreg[op->literal].allowed &= ~(1u << n);
}

/* ---- accesses ----------------------------------------------------------------------------- */

/* The storage of part i of an access. */
static uint16_t storage_of(const struct aie2_linear *l, const struct lin_op *op,
                           const struct aie2_access *a, uint8_t part, size_t i)
{
    if (a->operand == AIE2_FIXED)
        return op->literal != LIN_NONE && part == op->literal_part ? l->vreg[op->literal].storage
                                                                   : part;
    if (op->vreg[a->operand] == LIN_NONE)
        return part;
    return (uint16_t)(l->vreg[op->vreg[a->operand]].storage + lin_views[op->view[a->operand]].part +
                      i);
}

/* Status bits that nobody reads are written without order. */
static bool matters(const struct aie2_linear *l, uint8_t part)
{
    return aie2_registers[part].kind != AIE2_KIND_SR || lin_in(l->sr_read, part);
}

void lin_op_relist(struct aie2_linear *l, struct lin_op *op)
{
    struct aie2_insn   insn = { .form = op->choice[0].form, .timing = op->choice[0].timing };
    struct lin_access *list =
        kc_arena_array(l->arena, struct lin_access, AIE2_ACCESSES * AIE2_REG_PARTS);

    memcpy(insn.value, op->value, sizeof insn.value);
    op->access_count = 0;
    for (size_t i = 0; i < insn.form->access_count; i++) {
        struct aie2_part_at       at[AIE2_REG_PARTS];
        const struct aie2_access *a = &insn.form->access[i];
        const size_t              parts = aie2_access_parts(&insn, i, at);
        const size_t first = a->which == AIE2_WHICH_ALL ? 0 : a->which == AIE2_WHICH_DC_LOW ? 3 : 7;

        for (size_t k = 0; k < parts; k++)
            if (!a->write || matters(l, at[k].part))
                list[op->access_count++] =
                    (struct lin_access){ .storage = storage_of(l, op, a, at[k].part, first + k),
                                         .stage = a->stage,
                                         .bypass = (uint8_t)aie2_access_bypass(&insn, i),
                                         .write = a->write };
    }
    op->access = list;
}

/* Cycles from the issue until nothing more happens. */
static uint8_t span_of(const struct lin_op *op)
{
    int span = op->order == LIN_LOCK ? 4 : 1;

    for (size_t i = 0; i < op->access_count; i++)
        span = op->access[i].stage > span ? op->access[i].stage : span;
    for (size_t c = 0; c < op->choices; c++)
        for (size_t i = 0; i < op->choice[c].timing->use_count; i++) {
            const struct aie2_use *use = &op->choice[c].timing->use[i];
            const int              end = use->stage + use->cycles - 1;

            span = end > span ? end : span;
        }
    return (uint8_t)(op->memory && op->store_stage - 1 > span ? op->store_stage - 1 : span);
}

/* ---- kinds -------------------------------------------------------------------------------- */

static bool is_lock(uint16_t mnemonic)
{
    return mnemonic == AIE2_MN_acq || mnemonic == AIE2_MN_acq_cond || mnemonic == AIE2_MN_rel ||
           mnemonic == AIE2_MN_rel_cond;
}

/* Loads write a register at the stages of a load, stores do not; part-word stores do both. */
static void classify(struct lin_op *op)
{
    const struct aie2_form *form = op->choice[0].form;
    const uint8_t          *stage = form->memory_stage;

    op->order = is_lock(form->mnemonic_id) ? LIN_LOCK
                : form->mnemonic_id == AIE2_MN_event || form->mnemonic_id == AIE2_MN_done
                    ? LIN_EVENT
                    : LIN_PLAIN;
    op->jump = form->delay_slots != 0;
    op->tail = 1;
    op->load_stage = stage[0];
    op->store_stage = stage[1] ? stage[1] : stage[0];
    if (!stage[0])
        return;
    if (stage[1])
        op->memory = LIN_LOADS | LIN_STORES;
    else
        op->memory = form->slot == AIE2_SLOT_ST ? LIN_STORES : LIN_LOADS;
}

/* What follows from an instruction's form and registers: before it is used. */
void lin_op_complete(struct aie2_linear *l, struct lin_op *op)
{
    lin_op_narrow(l, op);
    classify(op);
    lin_op_relist(l, op);
    op->span = span_of(op);
}

/* ---- copies ------------------------------------------------------------------------------- */

void lin_op_narrow(struct aie2_linear *l, const struct lin_op *op)
{
    for (size_t i = 0; i < op->choices; i++)
        narrow_all(l, op, op->choice[i].form);
}

struct lin_op *lin_op_replace(struct aie2_linear *l, const struct lin_op *op, const uint16_t *vreg)
{
    struct lin_op *copy = kc_arena_new(l->arena, struct lin_op);

    *copy = *op;
    copy->number = l->ops++;
    memcpy(copy->vreg, vreg, sizeof copy->vreg);
    lin_op_relist(l, copy);
    return copy;
}

struct lin_op *lin_op_rename(struct aie2_linear *l, const struct lin_op *op,
                             const uint16_t *renamed)
{
    struct lin_op *copy = kc_arena_new(l->arena, struct lin_op);

    *copy = *op;
    copy->number = l->ops++;
    for (size_t i = 0; i < AIE2_OPERANDS; i++)
        if (op->vreg[i] != LIN_NONE && renamed[op->vreg[i]] != LIN_NONE)
            copy->vreg[i] = renamed[op->vreg[i]];
    if (op->literal != LIN_NONE && renamed[op->literal] != LIN_NONE)
        copy->literal = renamed[op->literal];
    lin_op_relist(l, copy);
    return copy;
}

/* ---- text --------------------------------------------------------------------------------- */

static void print_operand(const struct aie2_linear *l, const struct lin_op *op,
                          const struct aie2_form *form, size_t i, struct kc_buf *out)
{
    if (form->operand[i].class >= AIE2_CLASS_REGS) {
        if (op->symbol[i])
            kc_buf_puts(out, op->symbol[i]);
        else
            kc_buf_printf(out, "#%d", op->value[i]);
        return;
    }
    if (op->vreg[i] == LIN_NONE) {
        kc_buf_puts(out, aie2_registers[op->value[i]].name);
        return;
    }

    const struct lin_vreg *v = &l->vreg[op->vreg[i]];

    for (unsigned n = 0; n < 32; n++) {
        const struct lin_view *view = &lin_views[op->view[i]];
        uint16_t               reg = lin_view_reg(l, op->view[i], n);

        if (reg == LIN_NONE)
            return;
        if (v->reg != LIN_NONE &&
            aie2_registers[reg].part[0].part == aie2_registers[v->reg].part[view->part].part) {
            kc_buf_puts(out, aie2_registers[reg].name);
            return;
        }
    }
}

void lin_op_print(const struct aie2_linear *l, const struct lin_op *op, uint8_t choice,
                  struct kc_buf *out)
{
    const struct aie2_form *form = op->choice[choice].form;

    kc_buf_puts(out, form->mnemonic);
    if (form->shape[0])
        kc_buf_puts(out, " ");
    for (const char *s = form->shape; *s; s++)
        if (*s == '%')
            print_operand(l, op, form, (size_t)(*++s - '0'), out);
        else
            kc_buf_add(out, s, 1);
}

/* The reservation table: slots, ports and units by cycle, folded for loops. */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* Slots that exclude each other: lng takes the place of alu and mv. */
static uint8_t slot_set(uint8_t slot)
{
    if (slot == AIE2_SLOT_LNG)
        return 1 << AIE2_SLOT_LNG | 1 << AIE2_SLOT_ALU | 1 << AIE2_SLOT_MV;
    return (uint8_t)(1 << slot);
}

void lin_table_init(struct aie2_linear *l, struct lin_table *t, int from, int to, int interval)
{
    t->from = from;
    t->rows = to - from;
    t->interval = interval;
    t->row = kc_arena_array(l->arena, struct lin_row, (size_t)(interval ? interval : t->rows));
}

void lin_table_clear(struct lin_table *t)
{
    memset(t->row, 0, sizeof *t->row * (size_t)(t->interval ? t->interval : t->rows));
}

/* NULL outside of the table: nobody looks there. */
static struct lin_row *row_at(struct lin_table *t, int time)
{
    if (t->interval)
        return &t->row[((time % t->interval) + t->interval) % t->interval];
    return time < t->from || time >= t->from + t->rows ? NULL : &t->row[time - t->from];
}

static bool use_fits(const struct lin_row *row, const struct aie2_use *use)
{
    return !row || (!(row->own >> use->unit & 1) && (use->shared || !row->shared[use->unit]));
}

static void use_take(struct lin_row *row, const struct aie2_use *use)
{
    if (row && use->shared)
        row->shared[use->unit]++;
    else if (row)
        row->own |= 1u << use->unit;
}

static void use_give(struct lin_row *row, const struct aie2_use *use)
{
    if (row && use->shared)
        row->shared[use->unit]--;
    else if (row)
        row->own &= ~(1u << use->unit);
}

/* Takes units one by one; on a collision gives the taken ones back. */
static bool take_units(struct lin_table *t, const struct aie2_timing *timing, int time)
{
    for (size_t i = 0; i < timing->use_count; i++)
        for (int k = 0; k < timing->use[i].cycles; k++) {
            struct lin_row *row = row_at(t, time + timing->use[i].stage - 1 + k);

            if (use_fits(row, &timing->use[i])) {
                use_take(row, &timing->use[i]);
                continue;
            }
            for (int back = k - 1; back >= 0; back--)
                use_give(row_at(t, time + timing->use[i].stage - 1 + back), &timing->use[i]);
            while (i-- > 0)
                for (int back = 0; back < timing->use[i].cycles; back++)
                    use_give(row_at(t, time + timing->use[i].stage - 1 + back), &timing->use[i]);
            return false;
        }
    return true;
}

/* A tag names a buffer, which lies in one bank: two requests in one cycle would wait for each
 * other.  Requests are presented three stages before memory acts. */
static uint64_t bank_of(const struct lin_op *op)
{
    return op->memory && op->tag && op->tag <= 64 ? UINT64_C(1) << (op->tag - 1) : 0;
}

static struct lin_row *request_row(struct lin_table *t, const struct lin_op *op, int time)
{
    return row_at(t, time + (op->memory == LIN_STORES ? op->store_stage : op->load_stage) - 4);
}

static bool take_bank(struct lin_table *t, const struct lin_op *op, int time)
{
    const uint64_t  bank = bank_of(op);
    struct lin_row *row = bank ? request_row(t, op, time) : NULL;

    if (row && (row->banks & bank))
        return false;
    if (row)
        row->banks |= bank;
    return true;
}

static void give_bank(struct lin_table *t, const struct lin_op *op, int time)
{
    struct lin_row *row = bank_of(op) ? request_row(t, op, time) : NULL;

    if (row)
        row->banks &= ~bank_of(op);
}

bool lin_table_add(struct lin_table *t, const struct lin_op *op, uint8_t choice, int time)
{
    const struct lin_choice *c = &op->choice[choice];
    struct lin_row          *row = row_at(t, time);
    const uint8_t            slots = slot_set(c->form->slot);

    if ((row && (row->slots & slots)) || !take_bank(t, op, time))
        return false;
    if (!take_units(t, c->timing, time)) {
        give_bank(t, op, time);
        return false;
    }
    if (row)
        row->slots |= slots;
    return true;
}

void lin_table_remove(struct lin_table *t, const struct lin_op *op, uint8_t choice, int time)
{
    const struct lin_choice *c = &op->choice[choice];
    struct lin_row          *row = row_at(t, time);

    if (row)
        row->slots &= (uint8_t)~slot_set(c->form->slot);
    give_bank(t, op, time);
    for (size_t i = 0; i < c->timing->use_count; i++)
        for (int k = 0; k < c->timing->use[i].cycles; k++)
            use_give(row_at(t, time + c->timing->use[i].stage - 1 + k), &c->timing->use[i]);
}

uint8_t lin_table_place(struct lin_table *t, const struct lin_op *op, int time)
{
    for (uint8_t c = 0; c < op->choices; c++)
        if (lin_table_add(t, op, c, time))
            return c;
    return LIN_CHOICES;
}

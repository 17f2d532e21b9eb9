/* Memory accesses that cannot meet because they go through the same pointer to other bytes.
 *
 * A pointer that only moves by constants is followed through the instructions: every access then
 * has a distance from where the pointer began, and a size.
 */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* Where a pointer is: it has been set to something unknown `epoch` times, and moved since. */
struct pointer {
    uint32_t epoch;
    int32_t  offset;
};

/* The operand that holds the address, AIE2_OPERANDS: none. */
static size_t pointer_operand(const struct aie2_form *form)
{
    for (size_t i = 0; i < form->operand_count; i++)
        if (form->operand[i].class == AIE2_CLASS_P && strcmp(form->operand[i].name, "ptr") == 0)
            return i;
    return AIE2_OPERANDS;
}

static uint16_t storage_of(const struct aie2_linear *l, const struct lin_op *op, size_t operand)
{
    return op->vreg[operand] == LIN_NONE ? aie2_registers[op->value[operand]].part[0].part
                                         : l->vreg[op->vreg[operand]].storage;
}

/* The constant behind the pointer; false when there is none. */
static bool constant_of(const struct lin_op *op, int32_t *value)
{
    const struct aie2_form *form = op->choice[0].form;
    const size_t            last = form->operand_count - 1u;

    if (form->operand[last].class < AIE2_CLASS_REGS || op->symbol[last])
        return false;
    *value = op->value[last];
    return true;
}

/* Bytes of an access, 0: who knows. */
static uint8_t size_of(const struct aie2_form *form)
{
    if (strstr(form->mnemonic, "4x") || strstr(form->mnemonic, "sparse") ||
        strstr(form->mnemonic, "compr") || strstr(form->mnemonic, ".tm"))
        return 0;
    if (strstr(form->mnemonic, ".128") || form->operand[0].class == AIE2_CLASS_Q)
        return 16;
    return form->mnemonic[0] == 'v' ? 32 : 4;
}

static bool moves(const struct lin_op *op, uint16_t storage)
{
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write && op->access[i].storage == storage)
            return true;
    return false;
}

/* One instruction: its own place, and what it does to pointers. */
static void pass(const struct aie2_linear *l, const struct lin_op *op, struct pointer *at,
                 struct lin_place_in_memory *place)
{
    const struct aie2_form *form = op->choice[0].form;
    const size_t            operand = op->choices ? pointer_operand(form) : AIE2_OPERANDS;
    const uint16_t storage = operand < AIE2_OPERANDS ? storage_of(l, op, operand) : LIN_NONE;
    int32_t        constant = 0;
    const bool     known = storage != LIN_NONE && constant_of(op, &constant);
    const bool     moved = storage != LIN_NONE && moves(op, storage);

    *place = (struct lin_place_in_memory){ .storage = LIN_NONE };
    if (op->memory && storage != LIN_NONE && (known || moved))
        *place = (struct lin_place_in_memory){ storage, at[storage].epoch,
                                               at[storage].offset + (moved ? 0 : constant),
                                               size_of(form) };
    if (known && moved)
        at[storage].offset += constant;
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write && !(known && op->access[i].storage == storage))
            at[op->access[i].storage].epoch++;
}

struct lin_place_in_memory *lin_follow_pointers(struct aie2_linear         *l,
                                                const struct lin_op *const *op, size_t count,
                                                size_t items)
{
    struct lin_place_in_memory *list =
        kc_arena_array(l->arena, struct lin_place_in_memory, items + 1);
    struct pointer *at = kc_arena_array(l->arena, struct pointer, l->storages);

    for (size_t i = 0; i < items; i++)
        pass(l, op[i % count], at, &list[i]);
    return list;
}

static bool comparable(const struct lin_place_in_memory *a, const struct lin_place_in_memory *b)
{
    return a->storage != LIN_NONE && a->storage == b->storage && a->epoch == b->epoch && a->size &&
           b->size;
}

bool lin_apart(const struct lin_place_in_memory *a, const struct lin_place_in_memory *b)
{
    return comparable(a, b) &&
           (a->offset + a->size <= b->offset || b->offset + b->size <= a->offset);
}

bool lin_apart_always(const struct lin_place_in_memory *a, const struct lin_place_in_memory *b,
                      const struct lin_place_in_memory *next)
{
    const int32_t step = next->offset - b->offset;

    if (!comparable(a, next) || !comparable(b, next))
        return false;
    if (step > 0)
        return next->offset >= a->offset + a->size;
    if (step < 0)
        return next->offset + next->size <= a->offset;
    return lin_apart(a, next);
}

/* Rules about single places: delay slots, targets, locks, the end of the program. */
#include "platforms/aie2/aie2_flow.h"

enum { ALIGNMENT = 16 };

static bool is_lock(const struct aie2_insn *insn)
{
    const uint16_t id = insn->form->mnemonic_id;

    return id == AIE2_MN_acq || id == AIE2_MN_acq_cond || id == AIE2_MN_rel ||
           id == AIE2_MN_rel_cond;
}

static const struct aie2_insn *lock_of(const struct aie2_bundle *bundle)
{
    const struct aie2_insn *alu = bundle->slot[AIE2_SLOT_ALU];

    return alu && is_lock(alu) ? alu : NULL;
}

/* ---- delay slots -------------------------------------------------------------------------- */

static void check_slot(struct aie2_flow *flow, const struct aie2_insn *jump, size_t b, int slot)
{
    const struct aie2_insn *other = flow->jump[b], *lock = lock_of(&flow->bundle[b]);

    if (other)
        kc_error(flow->dg, aie2_insn_span(other), "delay-slot-jump",
                 "five bundles lie between a jump and the next one; fill them with nop",
                 "%s stands in delay slot %d of %s in line %u", other->form->mnemonic, slot,
                 jump->form->mnemonic, jump->line);
    if (lock)
        kc_warning(flow->dg, aie2_insn_span(lock), "delay-slot-lock", "move it before the jump",
                   "%s stands in delay slot %d of %s in line %u; locks do not belong there",
                   lock->form->mnemonic, slot, jump->form->mnemonic, jump->line);
    for (size_t i = 0; i < flow->loop_count; i++)
        if (flow->loop[i].last == b)
            kc_error(flow->dg, aie2_insn_span(jump), "delay-slot-loop-end",
                     "end the loop before the jump, or leave it with the trip count",
                     "delay slot %d of %s is the last bundle of the loop that line %u sets up",
                     slot, jump->form->mnemonic, flow->loop[i].set_end->line);
}

static void check_delay_slots(struct aie2_flow *flow, size_t b)
{
    const struct aie2_insn *jump = flow->jump[b];
    const size_t            left = flow->count - b - 1;

    for (size_t i = 1; i <= AIE2_DELAY_SLOTS && i <= left; i++) {
        if (flow->bundle[b + i].data)
            kc_error(flow->dg, aie2_insn_span(jump), "delay-slots-missing",
                     "the five bundles after a jump always execute; fill them with nop",
                     "data stands in delay slot %zu of %s", i, jump->form->mnemonic);
        check_slot(flow, jump, b + i, (int)i);
    }
    if (left < AIE2_DELAY_SLOTS)
        kc_error(flow->dg, aie2_insn_span(jump), "delay-slots-missing",
                 "the five bundles after a jump always execute; fill them with nop",
                 "%s has %zu of its %d delay slots: the program ends there", jump->form->mnemonic,
                 left, AIE2_DELAY_SLOTS);
}

/* ---- targets ------------------------------------------------------------------------------ */

static void check_target(struct aie2_flow *flow, const struct aie2_insn *jump)
{
    const size_t   last = jump->form->operand_count - 1u;
    const uint32_t address = (uint32_t)jump->value[last];

    if (aie2_bundle_at(flow->program, address) >= flow->count)
        kc_error(flow->dg, aie2_insn_span(jump), "jump-target", "jump to a label",
                 "no bundle begins at address %u", address);
    else if (address % ALIGNMENT != 0)
        kc_error(flow->dg, aie2_insn_span(jump), "target-alignment",
                 "write .p2align 4 before the label",
                 "the target of %s has address %u, which is not a multiple of %d",
                 jump->form->mnemonic, address, ALIGNMENT);
}

static void check_jump(struct aie2_flow *flow, size_t b)
{
    const struct aie2_insn *jump = flow->jump[b];
    const size_t            behind = b + AIE2_DELAY_SLOTS + 1;

    check_delay_slots(flow, b);
    if (jump->form->operand_count &&
        jump->form->operand[jump->form->operand_count - 1].class >= AIE2_CLASS_REGS)
        check_target(flow, jump);
    if (aie2_is_call(jump) && behind < flow->count && flow->bundle[behind].address % ALIGNMENT != 0)
        kc_error(flow->dg, aie2_insn_span(jump), "target-alignment",
                 "make the delay slots larger with nopa, nopb, ... so that the next bundle is "
                 "aligned",
                 "the call returns to address %u, which is not a multiple of %d",
                 flow->bundle[behind].address, ALIGNMENT);
}

/* ---- locks -------------------------------------------------------------------------------- */

static unsigned last_stage(const struct aie2_insn *insn)
{
    const uint8_t *stage = insn->form->memory_stage;

    return stage[1] ? stage[1] : stage[0];
}

static void too_close(struct aie2_flow *flow, const struct aie2_insn *memory,
                      const struct aie2_insn *lock, unsigned distance, unsigned needed,
                      const char *order)
{
    kc_warning(flow->dg, aie2_insn_span(memory), "lock-distance",
               "keep what the lock protects further away from it",
               "%s issues %u cycle%s %s %s in line %u; with less than %u its memory access is not "
               "ordered against the lock",
               memory->form->mnemonic, distance, distance == 1 ? "" : "s", order,
               lock->form->mnemonic, lock->line, needed);
}

/* Whether control never goes on to the bundle behind b: it is the last delay slot of a jump that is
 * always taken. */
static bool leaves(const struct aie2_flow *flow, size_t b)
{
    const struct aie2_insn *jump = b >= AIE2_DELAY_SLOTS ? flow->jump[b - AIE2_DELAY_SLOTS] : NULL;

    return jump && !aie2_is_conditional(jump) && !aie2_is_call(jump);
}

/* Memory accesses around a lock, in the bundles before and behind it. */
static void check_lock(struct aie2_flow *flow, size_t b, const struct aie2_insn *lock)
{
    bool back = true, on = false;

    for (unsigned distance = 0; distance < AIE2_STAGES; distance++) {
        back = back && distance <= b && (distance == 0 || !leaves(flow, b - distance));
        on = (on || distance == 1) && b + distance < flow->count && !leaves(flow, b + distance - 1);
        for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
            const struct aie2_insn *before = back ? flow->bundle[b - distance].slot[slot] : NULL;
            const struct aie2_insn *behind = on ? flow->bundle[b + distance].slot[slot] : NULL;

            if (before && before->form->memory_stage[0] && distance + 1 < last_stage(before))
                too_close(flow, before, lock, distance, last_stage(before) - 1, "before");
            if (behind && behind->form->memory_stage[0] &&
                distance + behind->form->memory_stage[0] < 9)
                too_close(flow, behind, lock, distance, 9u - behind->form->memory_stage[0],
                          "after");
        }
    }
}

/* ---- the end ------------------------------------------------------------------------------ */

/* Control that runs past the last bundle, in a program that otherwise ends somewhere. */
static void check_end(struct aie2_flow *flow)
{
    size_t last = flow->count;
    bool   ends = false;

    for (size_t b = 0; b < flow->count; b++) {
        ends |= flow->jump[b] != NULL || flow->ends[b];
        last = flow->bundle[b].data || flow->bundle[b].padding ? last : b;
    }
    if (!ends || last == flow->count || flow->ends[last] ||
        flow->next_at[last] != flow->next_at[last + 1])
        return;
    if (last >= AIE2_DELAY_SLOTS && flow->jump[last - AIE2_DELAY_SLOTS])
        return;
    for (size_t i = 1; i <= AIE2_DELAY_SLOTS && i <= last; i++)
        if (flow->jump[last - i])
            return; /* too few delay slots: reported there */
    for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++)
        if (flow->bundle[last].slot[slot]) {
            kc_warning(flow->dg, aie2_insn_span(flow->bundle[last].slot[slot]), "no-return",
                       "end with ret lr and five delay slots",
                       "control runs past the last bundle of the program");
            return;
        }
}

void aie2_check_rules(struct aie2_flow *flow)
{
    for (size_t b = 0; b < flow->count; b++) {
        const struct aie2_insn *lock = lock_of(&flow->bundle[b]);

        if (flow->jump[b])
            check_jump(flow, b);
        if (lock)
            check_lock(flow, b, lock);
    }
    check_end(flow);
}

/* The scalar ALU, moves, jumps, locks. */
#include <inttypes.h>

#include "platforms/aie2/aie2_dma.h"
#include "platforms/aie2/aie2_exec.h"

/* ---- sources --------------------------------------------------------------------------------- */

KC_INLINE uint32_t source_a(const struct aie2_machine *m, const struct aie2_op *op)
{
    return aie2_get(m, op->a.offset);
}

/* A register, or the immediate where the form has none. */
KC_INLINE uint32_t source_b(const struct aie2_machine *m, const struct aie2_op *op)
{
    return op->b.bytes ? aie2_get(m, op->b.offset) : (uint32_t)op->imm;
}

/* op->e is srCarry in these. */
KC_INLINE void put_with_carry(struct aie2_machine *m, const struct aie2_op *op, uint64_t sum)
{
    aie2_put(m, &op->d, (uint32_t)sum);
    aie2_put(m, &op->e, sum >> 32 & 1);
}

KC_INLINE uint32_t carry(const struct aie2_machine *m)
{
    return aie2_get(m, AIE2_AT(srCarry)) & 1;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

ISSUE(add)
{
    put_with_carry(m, op, (uint64_t)source_a(m, op) + source_b(m, op));
}

/* ASSUMPTION: the carry of a difference is its borrow; only sub followed by sbc is specified. */
ISSUE(sub)
{
    put_with_carry(m, op, (uint64_t)source_a(m, op) - source_b(m, op));
}

ISSUE(adc)
{
    put_with_carry(m, op, (uint64_t)source_a(m, op) + source_b(m, op) + carry(m));
}

ISSUE(sbc)
{
    put_with_carry(m, op, (uint64_t)source_a(m, op) - source_b(m, op) - carry(m));
}

ISSUE(abs)
{
    const uint32_t a = source_a(m, op);

    put_with_carry(m, op, a >> 31 ? (uint32_t)-a : a);
}

#define PLAIN(name, expression)                                                    \
    ISSUE(name)                                                                    \
    {                                                                              \
        const uint32_t a = source_a(m, op), b = op->b.bytes ? source_b(m, op) : 0; \
                                                                                   \
        (void)b;                                                                   \
        aie2_put(m, &op->d, (uint32_t)(expression));                               \
    }

PLAIN(and, a &b)
PLAIN(or, a | b)
PLAIN(xor, a ^ b)
PLAIN(eq, a == b)
PLAIN(ne, a != b)
PLAIN(ge, (int32_t)a >= (int32_t)b)
PLAIN(lt, (int32_t)a < (int32_t)b)
PLAIN(geu, a >= b)
PLAIN(ltu, a < b)
PLAIN(eqz, a == 0)
PLAIN(nez, a != 0)
PLAIN(mul, a *b)
PLAIN(lshl, (int32_t)b >= 0 ? a << (b & 31) : a >> (-b & 31))
PLAIN(ashl, (int32_t)b >= 0 ? a << (b & 31) : (uint32_t)((int32_t)a >> (-b & 31)))

static uint32_t leading_zeros(uint32_t v)
{
    uint32_t count = 0;

    while (count < 32 && !(v >> (31 - count) & 1))
        count++;
    return count;
}

PLAIN(clz, leading_zeros(a))
PLAIN(clb, leading_zeros(a >> 31 ? ~a : a))

ISSUE(extend)
{
    const uint32_t sign = UINT32_C(1) << (op->bits - 1);
    const uint32_t v = source_a(m, op) & (sign * 2 - 1);

    aie2_put(m, &op->d, op->sign == AIE2_SIGNED ? (v ^ sign) - sign : v);
}

ISSUE(select)
{
    const bool zero = aie2_get(m, AIE2_AT(r27)) == 0;

    aie2_put(m, &op->d, zero == (op->what == 0) ? source_a(m, op) : source_b(m, op));
}

/* op->e is r31: the dividend moves out of it, the quotient into it. */
ISSUE(divide_step)
{
    const uint32_t dividend = aie2_get(m, AIE2_AT(r31)), divisor = source_b(m, op);
    const uint32_t t = source_a(m, op) << 1 | dividend >> 31;
    const bool     fits = t >= divisor;

    aie2_put(m, &op->d, fits ? t - divisor : t);
    aie2_put(m, &op->e, dividend << 1 | fits);
}

/* ---- moves ----------------------------------------------------------------------------------- */

ISSUE(move_imm)
{
    aie2_put(m, &op->d, (uint32_t)op->imm);
}

ISSUE(add_nc)
{
    aie2_put(m, &op->d, source_a(m, op) + (uint32_t)op->imm);
}

/* From a register, from an immediate, or from the cycle counter into a pair. */
ISSUE(move_any)
{
    if (op->d.bytes == 8)
        aie2_put_wide(m, &op->d, aie2_cycle(m));
    else
        aie2_put(m, &op->d, op->a.bytes ? source_a(m, op) : (uint32_t)op->imm);
}

/* ---- control flow ---------------------------------------------------------------------------- */

ISSUE(nothing)
{
    (void)m, (void)op;
}

ISSUE(done)
{
    (void)op;
    m->halted = true;
}

static void take(struct aie2_machine *m, const struct aie2_op *op, uint32_t target)
{
    if (KC_UNLIKELY(m->delay)) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_DELAY_SLOT, NULL, 0,
                  "%s in a delay slot of the jump to 0x%05" PRIx32, op->insn->form->mnemonic,
                  m->target);
    }
    m->target = target;
    m->jump_line = op->insn->line;
    m->delay = AIE2_DELAY_SLOTS + 1;
}

/* lr: the bundle after the fifth delay slot. */
static void link_back(struct aie2_machine *m, const struct aie2_op *op)
{
    const size_t back = m->index + AIE2_DELAY_SLOTS + 1;

    aie2_put(m, &op->d, back < m->own->count ? m->own->bundle[back].address : m->own->bytes);
}

ISSUE(jump)
{
    if (op->what)
        link_back(m, op);
    take(m, op, (uint32_t)op->imm);
}

ISSUE(jump_to)
{
    if (op->what)
        link_back(m, op);
    take(m, op, source_a(m, op));
}

ISSUE(jump_back)
{
    take(m, op, aie2_get(m, AIE2_AT(lr)));
}

ISSUE(jump_if)
{
    if ((source_a(m, op) != 0) == (op->what != 0))
        take(m, op, (uint32_t)op->imm);
}

ISSUE(jump_count)
{
    const uint32_t a = source_a(m, op);

    put_with_carry(m, op, (uint64_t)a + UINT32_MAX);
    if (a != 0)
        take(m, op, aie2_get(m, op->b.offset));
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* The number is an immediate, or a register. */
static uint32_t lock_number(struct aie2_machine *m, const struct aie2_op *op)
{
    const uint32_t id = op->a.bytes ? source_a(m, op) : (uint32_t)op->imm;

    if (id < AIE2_LOCKS)
        return id;
    m->current = op;
    aie2_trap(m, AIE2_TRAP_LOCK_ID, NULL, 0, "%s of lock %" PRIu32, op->insn->form->mnemonic, id);
}

/* .cond forms act when r26 is not 0; a request costs a cycle even when nobody else wants it. */
static bool requested(struct aie2_machine *m, const struct aie2_op *op)
{
    if (op->what && aie2_get(m, AIE2_AT(r26)) == 0)
        return false;
    m->stall[AIE2_STALL_LOCK]++;
    return true;
}

static bool lock_holds(const struct aie2_machine *m, uint32_t id, int32_t change)
{
    const int64_t value = m->lock[id], wanted = change < 0 ? -(int64_t)change : change;

    return change < 0 ? value >= wanted : value == wanted;
}

/* Only the DMA can change a lock that the core waits for; when nothing moves, nothing will. */
static void wait_for(struct aie2_machine *m, const struct aie2_op *op, uint32_t id, int32_t change)
{
    const uint64_t began = aie2_cycle(m);

    if (m->dma)
        aie2_dma_until(m, began);
    while (!lock_holds(m, id, change)) {
        if (!m->dma || !aie2_dma_advance_for(m, id))
            aie2_dma_deadlock(m, op, id, change);
        if (m->dma->now > m->last_cycle) {
            m->outcome.kind = KC_OUTCOME_OUT_OF_FUEL;
            longjmp(m->trap_exit, 1);
        }
    }
    if (m->dma && m->dma->now > began && id >= AIE2_OWN_LOCK)
        m->stall[m->dma->released_by[id - AIE2_OWN_LOCK] >> AIE2_FIRST_OUT ? AIE2_STALL_SPACE
                                                                           : AIE2_STALL_INPUT] +=
            m->dma->now - began;
}

ISSUE(acquire)
{
    const int32_t change = (int32_t)aie2_get(m, op->b.offset);

    if (!requested(m, op))
        return;
    const uint32_t id = lock_number(m, op);

    wait_for(m, op, id, change);
    m->lock[id] = (uint8_t)(m->lock[id] - (change < 0 ? -(int64_t)change : change));
    if (m->dma)
        aie2_dma_judge(m);
}

ISSUE(release)
{
    if (!requested(m, op))
        return;
    const uint32_t id = lock_number(m, op);

    if (m->dma)
        aie2_dma_until(m, aie2_cycle(m));
    m->lock[id] = (uint8_t)((m->lock[id] + aie2_get(m, op->b.offset)) & 63);
    if (m->dma)
        aie2_dma_judge(m);
}

/* Control instructions: configuration registers and hardware loops.
 *
 * The machine's runaway guard counts, for every open loop, the instructions since its iteration
 * began.  Counting them all at every instruction would be slow; but the loop whose iteration began
 * first is always the first to exceed the limit, so only the oldest has to be watched. */
#include <inttypes.h>

#include "platforms/plena/plena.h"

enum { LOOPS_DEEPEST = 1 << 20 };

EXEC(C_SET_ADDR_REG)
{
    m->ha[o->ad] = (uint64_t)m->gp[o->rs1] << 32 | m->gp[o->rs2];
}

EXEC(C_SET_SCALE_REG)
{
    m->scale = m->gp[o->rd];
}

EXEC(C_SET_STRIDE_REG)
{
    m->stride = m->gp[o->rd];
}

EXEC(C_SET_V_MASK_REG)
{
    m->v_mask = m->gp[o->rd];
}

/* ---- the list of open loops --------------------------------------------------------------- */

void plena_loops_reset(struct plena_machine *m)
{
    struct plena_loops *l = &m->loops;

    l->used = 0;
    l->free = l->innermost = l->oldest = l->newest = -1;
    for (int i = 0; i < 16; i++)
        l->by_reg[i] = -1;
}

void plena_guard_update(struct plena_machine *m)
{
    const struct plena_loops *l = &m->loops;

    m->stop_at = m->fuel_at;
    if (l->oldest >= 0) {
        const uint64_t guard_at = l->loop[l->oldest].began + m->config->MAX_LOOP_INSTRUCTIONS;

        if (guard_at < m->stop_at)
            m->stop_at = guard_at;
    }
}

static void unlink_age(struct plena_loops *l, int32_t at)
{
    const struct plena_loop *loop = &l->loop[at];

    *(loop->older >= 0 ? &l->loop[loop->older].newer : &l->oldest) = loop->newer;
    *(loop->newer >= 0 ? &l->loop[loop->newer].older : &l->newest) = loop->older;
}

/* An iteration begins: the loop becomes the newest. */
static void link_age(struct plena_machine *m, int32_t at)
{
    struct plena_loops *l = &m->loops;
    struct plena_loop  *loop = &l->loop[at];

    loop->began = m->executed + 1; /* this instruction is not counted */
    loop->older = l->newest;
    loop->newer = -1;
    *(l->newest >= 0 ? &l->loop[l->newest].newer : &l->oldest) = at;
    l->newest = at;
}

static int32_t new_entry(struct plena_machine *m)
{
    struct plena_loops *l = &m->loops;

    if (l->free >= 0) {
        const int32_t at = l->free;

        l->free = l->loop[at].outer;
        return at;
    }
    if (l->used == LOOPS_DEEPEST)
        plena_trap(m, PLENA_TRAP_LOOP_DEPTH, NULL, 0, "%d loops are open", l->used);
    if (l->used == l->capacity) {
        l->capacity = l->capacity ? l->capacity * 2 : 16;
        l->loop = kc_realloc(l->loop, (size_t)l->capacity * sizeof *l->loop);
    }
    return l->used++;
}

static void open_loop(struct plena_machine *m, uint8_t reg)
{
    struct plena_loops *l = &m->loops;
    const int32_t       at = new_entry(m);
    struct plena_loop  *loop = &l->loop[at];

    *loop = (struct plena_loop){
        .body = m->pc, .reg = reg, .outer = l->innermost, .inner = -1, .same = l->by_reg[reg]
    };
    if (l->innermost >= 0)
        l->loop[l->innermost].inner = at;
    l->innermost = at;
    l->by_reg[reg] = at;
    link_age(m, at);
}

/* Only the innermost loop of its register is ever closed, so by_reg stays a stack. */
static void close_loop(struct plena_machine *m, int32_t at)
{
    struct plena_loops *l = &m->loops;
    struct plena_loop  *loop = &l->loop[at];

    if (loop->outer >= 0)
        l->loop[loop->outer].inner = loop->inner;
    *(loop->inner >= 0 ? &l->loop[loop->inner].outer : &l->innermost) = loop->outer;
    l->by_reg[loop->reg] = loop->same;
    unlink_age(l, at);
    loop->outer = l->free;
    l->free = at;
}

/* ---- instructions ------------------------------------------------------------------------- */

EXEC(C_LOOP_START)
{
    if (o->imm == 0)
        plena_trap(m, PLENA_TRAP_LOOP_COUNT, &o->rd, 1, "a loop of 0 iterations");
    m->gp[o->rd] = o->imm;
    open_loop(m, o->rd);
    plena_guard_update(m);
}

EXEC(C_LOOP_END)
{
    const int32_t at = m->loops.by_reg[o->rd];

    if (at < 0)
        plena_trap(m, PLENA_TRAP_LOOP_END, &o->rd, 1, "no open loop counts in gp%d", o->rd);
    if (m->gp[o->rd] > 1) {
        m->gp[o->rd]--;
        m->pc = m->loops.loop[at].body;
        unlink_age(&m->loops, at);
        link_age(m, at);
    } else {
        m->gp[o->rd] = 0;
        close_loop(m, at);
    }
    plena_guard_update(m);
}

EXEC(C_BREAK)
{
    const int32_t at = m->loops.innermost;

    (void)o;
    if (at < 0)
        plena_trap(m, PLENA_TRAP_BREAK, NULL, 0, "C_BREAK outside of any loop");
    m->gp[m->loops.loop[at].reg] = 0;
    close_loop(m, at);
    plena_guard_update(m);
}

EXEC(C_BREAK_JULY)
{
    plena_exec_C_BREAK(m, o);
}

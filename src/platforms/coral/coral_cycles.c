/* Fetch, scalar dispatch and the retirement buffer (9.2 to 9.4); the run of cycles. */
#include "platforms/coral/coral_cycles.h"

#include <string.h>

enum { DISPATCH_LANES = 4, VECTOR_LANES = 8, STUCK_AFTER = 1 << 20 };

/* In place of a time: the entry waits for its successor, not for a unit. */
#define WITH_NEXT (CORAL_NEVER - 1)

void coral_cycles_init(struct coral_cycles *c, const struct coral_cycles_config *config,
                       const struct coral_fetch *code, uint32_t words, uint32_t start)
{
    memset(c, 0, sizeof *c);
    c->config = *config;
    c->code = code;
    c->words = words;
    c->fpc = start;
    c->issue_from = 1;
    c->redirect_at = CORAL_NEVER;
    c->lsu.stored_at = CORAL_NEVER;
    c->lsu.itcm_from = CORAL_NEVER;
}

/* ---- retirement buffer (9.4) ------------------------------------------------------------ */

static struct coral_retiring *rb_at(struct coral_cycles *c, uint32_t i)
{
    return &c->rb[(c->rb_head + i) % CORAL_RB_MOST];
}

/* Returns the entry's number. */
static uint8_t rb_push(struct coral_cycles *c, uint32_t pc, uint8_t kind, uint64_t done)
{
    const uint32_t at = (c->rb_head + c->rb_count) % CORAL_RB_MOST;

    if (c->config.retirement_entries == 0)
        return 0;
    c->rb[at] = (struct coral_retiring){ done, c->t, pc, kind };
    c->rb_count++;
    return (uint8_t)at;
}

void coral_complete_by_pc(struct coral_cycles *c, uint32_t pc, uint8_t kind)
{
    for (uint32_t i = 0; i < c->rb_count; i++) {
        struct coral_retiring *e = rb_at(c, i);

        if (e->pc == pc && e->kind == kind && e->done == CORAL_NEVER)
            e->done = c->t;
    }
}

static bool leaves(const struct coral_cycles *c, const struct coral_retiring *e)
{
    if (e->done == WITH_NEXT)
        return e->dispatched < c->t &&
               (c->rb_count > 1 || (c->ibuf_start > 0 && c->t != c->redirect_at));
    return e->done <= c->t;
}

/* Entries that were dispatched in this cycle stay: their time is t + 1 at the earliest. */
static void rb_cycle(struct coral_cycles *c)
{
    while (c->rb_count && leaves(c, &c->rb[c->rb_head])) {
        c->rb_head = (c->rb_head + 1) % CORAL_RB_MOST;
        c->rb_count--;
    }
}

/* ---- fetch (9.2) ------------------------------------------------------------------------ */

static struct coral_fetch fetch_at(const struct coral_cycles *c, uint32_t pc)
{
    const uint32_t word = pc / 4;

    if (word < c->words)
        return c->code[word];
    return (struct coral_fetch){ (pc | 15) + 1, CORAL_LINE - word % CORAL_LINE };
}

static void fetch_issue(struct coral_cycles *c)
{
    const bool bus_taken = c->lsu.itcm_from <= c->t && c->t <= c->lsu.itcm_to;

    const uint32_t held = c->ibuf > c->ibuf_start ? c->ibuf : c->ibuf_start;

    if (c->t >= c->issue_from && CORAL_IBUF - held >= CORAL_LINE && !bus_taken)
        c->pending = true;
}

static void fetch_cycle(struct coral_cycles *c)
{
    if (c->t == c->redirect_at) {
        c->ibuf = 0;
        c->pending = false;
        c->fpc = c->redirect_to;
        c->redirect_at = CORAL_NEVER;
        return;
    }
    if (c->pending) {
        const struct coral_fetch f = fetch_at(c, c->fpc);

        c->ibuf += f.take;
        c->fpc = f.next;
        c->pending = false;
        c->issue_from = c->t - 1 + c->config.fetch_period;
        if (c->issue_from > c->t)
            return;
    }
    fetch_issue(c);
}

/* ---- the run of cycles ------------------------------------------------------------------ */

static void begin_cycle(struct coral_cycles *c)
{
    struct coral_lsu    *l = &c->lsu;
    struct coral_vector *v = &c->vector;
    const uint32_t       rb_room = c->config.retirement_entries - c->rb_count;

    c->ibuf_start = c->ibuf;
    c->scan = 0;
    c->muls = 0;
    c->vset_before = false;
    c->lane = c->t == c->redirect_at ? DISPATCH_LANES : 0;
    c->lanes = c->config.retirement_entries && rb_room < DISPATCH_LANES ? rb_room : DISPATCH_LANES;
    c->access_room = CORAL_LSU_QUEUE - l->count;
    c->access_idle = l->count == 0 && !l->busy && c->t >= l->next;
    c->accesses = 0;
    c->vectors_before = c->vectors;
    c->vectors = 0;
    c->vector_idle = !coral_vector_active(v);
    const uint32_t cq_room = CORAL_CQ - v->cq_count;
    const uint32_t room = cq_room < VECTOR_LANES ? cq_room : VECTOR_LANES;

    c->vector_room = room > c->vectors_before ? room - c->vectors_before : 0;
    v->lsu_held = v->station[CORAL_VLSU_UNIT].count;
    if (!c->vector_idle)
        coral_vector_retire(c);
    if (c->t >= l->stored_at || (c->t >= l->next && (l->count || l->busy)))
        coral_lsu_cycle(c);
    if (!c->vector_idle)
        coral_vector_cycle(c);
}

/* The next cycle in which something other than dispatch may happen. */
static uint64_t next_event(const struct coral_cycles *c)
{
    const struct coral_lsu *l = &c->lsu;
    uint64_t                at = c->redirect_at;

    if (c->pending || CORAL_IBUF - c->ibuf >= CORAL_LINE || coral_vector_active(&c->vector) ||
        c->vectors)
        return c->t + 1;
    if (c->rb_count && c->rb[c->rb_head].done < at)
        at = c->rb[c->rb_head].done;
    if ((l->count || l->busy) && l->next < at)
        at = l->next;
    if (l->stored_at < at)
        at = l->stored_at;
    return at;
}

/* On to a later cycle: the next, or directly to the one in which something happens. */
static void advance(struct coral_cycles *c, enum coral_stall why, uint64_t until)
{
    rb_cycle(c);
    fetch_cycle(c);
    const uint64_t event = next_event(c), at = event < until ? event : until;
    const uint64_t next = at > c->t + 1 && at < WITH_NEXT ? at : c->t + 1;

    c->stall_cycles[why] += next - c->t;
    c->t = next;
    begin_cycle(c);
}

/* ---- dispatch (9.3) --------------------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* When all registers it names are ready. */
static uint64_t registers_ready(const struct coral_cycles *c, const struct coral_timing *s)
{
    const uint64_t x =
        later(later(c->ready[s->source[0]], c->ready[s->source[1]]), c->ready[s->dest]);
    const uint64_t early = later(c->ready[s->early[0]], c->ready[s->early[1]]);

    return later(x, early ? early + 1 : 0);
}

static uint64_t floats_ready(const struct coral_cycles *c, const struct coral_timing *s)
{
    return later(later(c->fready[s->fsource[0]], c->fready[s->fsource[1]]),
                 later(c->fready[s->fsource[2]], c->fready[s->fdest]));
}

static bool idle(const struct coral_cycles *c)
{
    if (!c->access_idle || !c->vector_idle)
        return false;
    for (int r = 1; r < 32; r++)
        if (c->ready[r] + 1 > c->t)
            return false;
    for (int r = 0; r < 32; r++)
        if (c->fready[r] > c->t)
            return false;
    return true;
}

/* Rules of single kinds; *until: the cycle before which nothing changes, where that is known. */
static enum coral_stall kind_blocks(const struct coral_cycles *c, const struct coral_timing *s,
                                    uint64_t *until)
{
    switch (s->kind) {
    case CORAL_PACE_MUL:
        return c->muls ? CORAL_STALL_PAIRING : CORAL_STALL_NONE;
    case CORAL_PACE_DIV:
        *until = c->div_free;
        return c->div_free > c->t ? CORAL_STALL_UNIT : CORAL_STALL_NONE;
    case CORAL_PACE_FPU:
    case CORAL_PACE_FDIV:
    case CORAL_PACE_FMOVE:
        *until = c->fpu_free;
        return c->fpu_free > c->t ? CORAL_STALL_UNIT : CORAL_STALL_NONE;
    case CORAL_PACE_CSR:
        return c->rb_count || c->fpu_free > c->t ? CORAL_STALL_DRAIN : CORAL_STALL_NONE;
    case CORAL_PACE_DRAIN:
        return c->access_idle ? CORAL_STALL_NONE : CORAL_STALL_DRAIN;
    case CORAL_PACE_MPAUSE:
        return idle(c) ? CORAL_STALL_NONE : CORAL_STALL_DRAIN;
    case CORAL_PACE_VSET:
    case CORAL_PACE_VECTOR:
    case CORAL_PACE_VLOAD:
    case CORAL_PACE_VSTORE:
        if (c->vectors >= c->vector_room)
            return CORAL_STALL_VECTOR;
        if ((s->flags & CORAL_ZERO_VSTART) && (c->vectors_before || c->vset_before))
            return CORAL_STALL_VECTOR;
        return CORAL_STALL_NONE;
    default:
        return CORAL_STALL_NONE;
    }
}

static enum coral_stall register_stall(const struct coral_cycles *c, const struct coral_timing *s)
{
    const uint64_t names = UINT64_C(1) << s->source[0] | UINT64_C(1) << s->source[1] |
                           UINT64_C(1) << s->early[0] | UINT64_C(1) << s->early[1] |
                           UINT64_C(1) << s->dest | UINT64_C(1) << (s->fsource[0] + 32) % 64 |
                           UINT64_C(1) << (s->fsource[1] + 32) % 64;

    return names & c->loading & ~UINT64_C(1) ? CORAL_STALL_LOAD : CORAL_STALL_DEPENDENCY;
}

/* Why the instruction cannot dispatch now, and until when that is certain. */
static enum coral_stall blocked(const struct coral_cycles *c, const struct coral_timing *s,
                                uint64_t *until)
{
    *until = c->t + 1;
    if (c->ibuf == 0)
        return c->t < c->refilled_at ? CORAL_STALL_MISPREDICT : CORAL_STALL_FETCH;
    if (c->lane >= c->lanes && c->lanes < DISPATCH_LANES && c->lane < DISPATCH_LANES)
        *until = CORAL_NEVER;
    if (c->lane >= c->lanes)
        return c->lanes < DISPATCH_LANES && c->lane < DISPATCH_LANES ? CORAL_STALL_WINDOW
               : c->t < c->refilled_at                               ? CORAL_STALL_MISPREDICT
                                                                     : CORAL_STALL_PAIRING;
    if (c->lane && (s->flags & CORAL_LANE_0))
        return CORAL_STALL_PAIRING;
    if (s->scan_need & c->scan)
        return CORAL_STALL_DEPENDENCY;
    const uint64_t ready = later(registers_ready(c, s), floats_ready(c, s));

    if (ready > c->t) {
        *until = ready;
        return register_stall(c, s);
    }
    if (c->accesses >= c->access_room) {
        *until = CORAL_NEVER;
        return CORAL_STALL_LSU;
    }
    return kind_blocks(c, s, until);
}

/* A branch or jump whose successor is not what fetch brings next (9.2). */
static bool mispredicted(const struct coral_cycles *c, const struct coral_event *e)
{
    const uint32_t word = e->pc / 4;
    const bool     ends_line = word < c->words && c->code[word].take == 1;
    const uint32_t predicted = ends_line ? c->code[word].next : e->pc + 4;

    return e->next != predicted || (e->timing->flags & CORAL_RESTARTS);
}

static void redirect(struct coral_cycles *c, uint32_t target)
{
    c->redirect_at = c->t + 1;
    c->redirect_to = target;
    c->refilled_at = c->t + 4;
}

static void set_result(struct coral_cycles *c, const struct coral_timing *s, uint64_t when)
{
    if (s->dest)
        c->ready[s->dest] = when;
    c->loading &= ~(UINT64_C(1) << s->dest);
}

static void start_fpu(struct coral_cycles *c, const struct coral_event *e, uint64_t cycles)
{
    const struct coral_timing *s = e->timing;
    const uint64_t             done = c->t + cycles;

    c->fpu_free = done;
    if (s->flags & CORAL_X_RESULT) {
        set_result(c, s, done);
        rb_push(c, e->pc, s->kind, c->t + 1);
    } else {
        c->fready[s->fdest] = done;
        c->fready[CORAL_F_NONE] = 0;
        c->loading &= ~(UINT64_C(1) << (s->fdest + 32) % 64);
        rb_push(c, e->pc, s->kind, done - 1);
    }
}

static void start_access(struct coral_cycles *c, const struct coral_event *e)
{
    const struct coral_timing *s = e->timing;
    const uint8_t              rb = rb_push(c, e->pc, s->kind, CORAL_NEVER);

    if (s->kind == CORAL_PACE_LOAD && s->dest) {
        c->ready[s->dest] = CORAL_NEVER;
        c->loading |= UINT64_C(1) << s->dest;
    } else if (s->kind == CORAL_PACE_FLOAD) {
        c->fready[s->fdest] = CORAL_NEVER;
        c->loading |= UINT64_C(1) << (s->fdest + 32);
    }
    c->accesses++;
    coral_lsu_push(c, e, rb);
}

static void start_vector(struct coral_cycles *c, const struct coral_event *e)
{
    const struct coral_timing *s = e->timing;

    c->vectors++;
    if (e->vop->uops == 0) { /* vl = 0: no trace in the unit (erratum 1) */
        if (s->flags & CORAL_X_RESULT)
            set_result(c, s, c->t + 1);
        rb_push(c, e->pc, s->kind, c->t + 1);
        return;
    }
    coral_vector_push(&c->vector, e->vop, e->pc);
    if (s->kind != CORAL_PACE_VECTOR) {
        start_access(c, e);
        return;
    }
    if (s->flags & CORAL_X_RESULT)
        set_result(c, s, CORAL_NEVER);
    rb_push(c, e->pc, s->kind, CORAL_NEVER);
}

static void start(struct coral_cycles *c, const struct coral_event *e)
{
    const struct coral_timing *s = e->timing;

    switch (s->kind) {
    case CORAL_PACE_BRANCH:
    case CORAL_PACE_JUMP:
        set_result(c, s, c->t + 1);
        rb_push(c, e->pc, s->kind, WITH_NEXT);
        return;
    case CORAL_PACE_MUL:
        c->muls++;
        set_result(c, s, c->t + 2);
        rb_push(c, e->pc, s->kind, c->t + 2);
        return;
    case CORAL_PACE_DIV:
        set_result(c, s, c->t + 2 + e->div_cycles);
        c->div_free = c->t + 3 + e->div_cycles;
        rb_push(c, e->pc, s->kind, c->t + 2 + e->div_cycles);
        return;
    case CORAL_PACE_FPU:
        start_fpu(c, e, 2 + c->config.fpu_depth);
        return;
    case CORAL_PACE_FDIV:
        start_fpu(c, e, 19 + c->config.fpu_depth);
        return;
    case CORAL_PACE_FMOVE:
        start_fpu(c, e, 2);
        return;
    case CORAL_PACE_LOAD:
    case CORAL_PACE_FLOAD:
    case CORAL_PACE_STORE:
        start_access(c, e);
        return;
    case CORAL_PACE_VECTOR:
    case CORAL_PACE_VLOAD:
    case CORAL_PACE_VSTORE:
        start_vector(c, e);
        return;
    case CORAL_PACE_VSET:
        c->vectors++;
        c->vset_before = true;
        break;
    default:
        break;
    }
    set_result(c, s, c->t + 1);
    rb_push(c, e->pc, s->kind, c->t + 1);
}

/* No rule of the model can end this wait: start over with empty units.  It would be a bug, and the
 * run must end all the same. */
static KC_COLD void give_up(struct coral_cycles *c)
{
    const uint64_t itcm_to = c->lsu.itcm_to;

    memset(&c->vector, 0, sizeof c->vector);
    memset(&c->lsu, 0, sizeof c->lsu);
    c->lsu.stored_at = c->lsu.itcm_from = CORAL_NEVER;
    c->lsu.itcm_to = itcm_to;
    c->rb_count = 0;
    for (int r = 0; r < 32; r++) {
        c->ready[r] = c->ready[r] > c->t ? c->t : c->ready[r];
        c->fready[r] = c->fready[r] > c->t ? c->t : c->fready[r];
    }
    c->div_free = c->fpu_free = 0;
    c->stuck = true;
}

uint64_t coral_cycles_step(struct coral_cycles *c, const struct coral_event *e)
{
    const struct coral_timing *s = e->timing;
    enum coral_stall           why;
    uint64_t                   until;

    for (uint32_t n = 0; (why = blocked(c, s, &until)) != CORAL_STALL_NONE; n++) {
        advance(c, why, until);
        if (KC_UNLIKELY(n == STUCK_AFTER))
            give_up(c);
    }
    start(c, e);
    c->ibuf--;
    c->lane = s->flags & CORAL_ENDS_CYCLE ? DISPATCH_LANES : c->lane + 1;
    c->scan |= s->scan_add;
    if ((e->next != e->pc + 4 || c->code[e->pc / 4].take == 1 || (s->flags & CORAL_RESTARTS)) &&
        mispredicted(c, e))
        redirect(c, e->next);
    return c->t;
}

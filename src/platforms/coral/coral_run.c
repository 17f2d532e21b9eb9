/* A run: sinks, traps on the way, and how it ended. */
#include <string.h>

#include "platforms/coral/coral_machine.h"

/* How coral_run is reached again from inside an instruction. */
enum { RUN_FIRST, RUN_HANDLER, RUN_TRAPPED };

static uint64_t now(const struct coral_machine *m)
{
    return m->timed ? m->cycles.t : m->executed;
}

static void profile_step(struct kc_profile *p, uint32_t index, uint8_t unit, uint64_t cycles)
{
    p->cycles[index] += cycles;
    p->count[index]++;
    p->unit_cycles[unit] += cycles;
    p->unit_count[unit]++;
}

static void trace_step(struct coral_machine *m, const struct kc_run *run,
                       const struct coral_snapshot *old, uint32_t pc, uint64_t before)
{
    const uint32_t index = m->index_of[pc / 4];
    struct kc_step s = { .pc = pc,
                         .cycle = now(m),
                         .cycles = now(m) - before,
                         .line = index ? m->program->lines[index - 1] : 0,
                         .index = index ? index - 1 : 0 };

    coral_describe(m, old, s.effect, sizeof s.effect);
    run->trace(run->trace_context, &s);
}

_Static_assert(CORAL_STALLS - 1 <= KC_STALLS, "every cause has a place in a profile");

/* What dispatch waited for since old, to the instruction's account. */
static void profile_stalls(const struct coral_machine *m, const uint64_t *old, struct kc_profile *p,
                           uint32_t index)
{
    for (uint32_t i = 1; p->stalls && i < CORAL_STALLS; i++)
        p->stalls[index * KC_STALLS + i - 1] += m->cycles.stall_cycles[i] - old[i];
}

/* Runs instruction by instruction and tells the sinks. */
static void run_observed(struct coral_machine *m, const struct kc_run *run)
{
    while (m->executed < m->stop_at) {
        const uint32_t        pc = m->pc;
        const uint64_t        before = now(m);
        struct coral_snapshot old;
        uint64_t              stalls[CORAL_STALLS];

        m->last_write.size = 0;
        memcpy(stalls, m->cycles.stall_cycles, sizeof stalls);
        if (run->trace)
            coral_snapshot_take(m, &old);
        const struct coral_code *o = coral_step(m);

        if (run->profile && m->index_of[pc / 4]) {
            profile_step(run->profile, m->index_of[pc / 4] - 1, o->unit, now(m) - before);
            profile_stalls(m, stalls, run->profile, m->index_of[pc / 4] - 1);
        }
        if (run->trace)
            trace_step(m, run, &old, pc, before);
    }
}

static void run_on(struct coral_machine *m, const struct kc_run *run)
{
    if (run->trace || run->profile)
        run_observed(m, run);
    else if (m->timed)
        coral_run_timed(m);
    else
        coral_run_untimed(m);
    m->outcome.kind = m->halted ? KC_OUTCOME_HALTED : KC_OUTCOME_OUT_OF_FUEL;
}

/* The instruction that trapped: for time, a jump that nobody predicted. */
static void step_trap(struct coral_machine *m, uint32_t pc, uint32_t next)
{
    static const struct coral_timing jump = { .kind = CORAL_PACE_ALU,
                                              .flags = CORAL_ENDS_CYCLE | CORAL_RESTARTS,
                                              .fsource = { CORAL_F_NONE, CORAL_F_NONE,
                                                           CORAL_F_NONE },
                                              .fdest = CORAL_F_NONE };
    static const struct coral_code   code = { .timing = jump };

    if (m->timed && pc / 4 < m->words)
        coral_step_cycles(m, &code, pc, next);
}

static void fill_outcome(struct coral_machine *m, const struct kc_run *run)
{
    static const char *const stalls[CORAL_STALLS] = {
        "none",         "fetch", "mispredict", "pairing",
        "dependency",   "load",  "window",     "load-store-queue",
        "vector-queue", "unit",  "drain",
    };
    const uint32_t word = m->pc / 4;

    if (m->cycles.stuck)
        coral_note(m, "model-stuck", "the cycle model found no way to go on; cycles are not exact");
    m->outcome.cycles =
        m->timed ? m->cycles.t + (m->outcome.kind == KC_OUTCOME_OUT_OF_FUEL ? 0 : 2) : m->executed;
    m->outcome.instructions = m->executed;
    m->outcome.pc = m->pc;
    m->outcome.line =
        word < m->words && m->index_of[word] ? m->program->lines[m->index_of[word] - 1] : 0;
    if (!run->profile)
        return;
    for (int i = 1; i < CORAL_STALLS && i <= KC_STALLS; i++) {
        run->profile->stall_name[i - 1] = stalls[i];
        run->profile->stall_cycles[i - 1] = m->cycles.stall_cycles[i];
    }
}

struct kc_outcome coral_run(struct kc_machine *machine, const struct kc_run *run)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    const uint64_t        fuel = run->fuel ? run->fuel : KC_FUEL_DEFAULT;

    m->outcome = (struct kc_outcome){ .kind = KC_OUTCOME_HALTED };
    m->tracking = run->tracking;
    m->halted = false;
    m->stop_at = m->executed + fuel < m->executed ? UINT64_MAX : m->executed + fuel;
    coral_begin(m, !run->trace && !run->tracking && !m->region[CORAL_DTCM].writers,
                run->pace != KC_PACE_TIMED);
    switch (setjmp(m->trap_exit)) {
    case RUN_HANDLER:
        step_trap(m, m->mepc, m->pc);
        m->stop_at -= m->stop_at > 0; /* traps spend fuel, too */
        run_on(m, run);
        break;
    case RUN_FIRST:
        run_on(m, run);
        break;
    default:
        step_trap(m, m->pc, m->pc);
        break;
    }
    fill_outcome(m, run);
    return m->outcome;
}

/* Running a kernel on a cell and comparing what it leaves. */
#include "check/check.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "check/rules.h"

/* The published rule of PLENA, computed beside ours. */
static const double PAPER_ABSOLUTE = 0.012, PAPER_RELATIVE = 0.01;

const char *kc_verdict_name(enum kc_verdict_kind kind)
{
    static const char *const names[] = { "correct",     "wrong_result",   "syntax_error", "trap",
                                         "out_of_fuel", "rule_violation", "suspect" };

    return names[kind];
}

/* ---- cells -------------------------------------------------------------------------------- */

static uint64_t cell_number(const struct kc_cell *cell)
{
    uint64_t h = cell->task->id;

    for (size_t i = 0; i < KC_PARAMS; i++)
        h = h * UINT64_C(1000003) + cell->p[i];
    return h;
}

/* The shown seed is 1; the hidden ones come from the key, the last two from another distribution.
 */
static uint64_t seed_of(const struct kc_cell *cell, uint64_t key, uint32_t index)
{
    return index == 0 ? 1 : kc_random_u64(key, cell_number(cell), index);
}

static enum kc_distribution distribution_of(uint32_t index)
{
    return index < 3 ? KC_DISTRIBUTION_NORMAL : KC_DISTRIBUTION_UNEVEN;
}

const char *kc_cell_open(struct kc_arena *arena, const struct kc_target *target,
                         const struct kc_task *task, const uint32_t *p, uint64_t seed_key,
                         uint32_t seeds, struct kc_cell *cell)
{
    const struct kc_platform *platform = target->platform;
    const char               *why = NULL;

    *cell = (struct kc_cell){ .target = target, .task = task, .seeds = seeds };
    memcpy(cell->p, p, sizeof cell->p);
    if (!platform->place)
        return "this platform has no tasks yet";
    if (platform->config_for_tasks)
        platform->config_for_tasks(target->config);
    for (uint32_t i = 0; i < seeds; i++) {
        struct kc_case *c = kc_case_new(arena, task, platform->name, p);

        cell->cases[i] = c;
        c->storage = platform->tensor_store;
        c->storage_config = target->config;
        kc_case_draw(c, seed_of(cell, seed_key, i), distribution_of(i));
        for (size_t t = 0; t < c->in_count; t++)
            if (platform->tensor_quantise)
                platform->tensor_quantise(target->config, &c->in[t]);
        if (i == 0) {
            const struct kc_declared d = kc_case_declared(c);

            if ((why = platform->place(target->config, &d, &cell->layout)))
                return why;
        }
        const struct kc_declared d = kc_case_declared(c);

        cell->image[i] = platform->image(arena, target->config, &d, &cell->layout);
        kc_case_reference(c);
    }
    return NULL;
}

/* ---- one run ------------------------------------------------------------------------------ */

struct run {
    const struct kc_cell *cell;
    struct kc_case       *c;
    struct kc_machine    *machine;
    struct kc_arena       arena;
    double               *produced;
    uint64_t              fuel;
    kc_output_fn         *output; /* NULL: nobody looks */
    void                 *context;
};

/* A machine as a kernel finds it: inputs in place, everything else filled at random. */
static void prepare(const struct kc_cell *cell, uint32_t seed, uint64_t fill,
                    struct kc_machine *machine)
{
    const struct kc_platform *platform = cell->target->platform;
    struct kc_declared        d = kc_case_declared(cell->cases[seed]);

    d.image = cell->image[seed];
    platform->machine_reset(machine);
    for (size_t i = 0; i < machine->region_count; i++)
        kc_region_fill_seed(&machine->regions[i], 0, fill);
    platform->prepare(machine, &d, &cell->layout);
}

struct kc_outcome kc_cell_execute(const struct kc_cell *cell, const struct kc_program *program,
                                  const struct kc_run *run, struct kc_machine *machine)
{
    prepare(cell, 0, 1, machine);
    cell->target->platform->load(machine, program);
    return cell->target->platform->run(machine, run);
}

static struct kc_outcome run_once(struct run *r, const struct kc_program *program, uint64_t fill,
                                  struct kc_verdict *v)
{
    const struct kc_platform *platform = r->cell->target->platform;
    struct kc_declared        d = kc_case_declared(r->c);
    const struct kc_run       options = { .fuel = r->fuel, .pace = v->pace };
    struct kc_region         *main_memory;
    struct kc_snapshot        snapshot;
    struct kc_outcome         outcome;

    d.image = r->cell->image[v->seed_index];
    prepare(r->cell, v->seed_index, fill, r->machine);
    main_memory = kc_machine_region(r->machine, kc_str_from(platform->address_region));
    snapshot = kc_region_snapshot(&r->arena, main_memory);
    platform->load(r->machine, program);
    outcome = platform->run(r->machine, &options);
    if (outcome.kind != KC_OUTCOME_HALTED)
        return outcome;
    if (kc_region_changed(main_memory, &snapshot, 0, r->cell->layout.scratch_from) >= 0)
        v->rule = "the inputs, and what lies between them and the scratch area, are read-only";
    else if (kc_region_changed(main_memory, &snapshot, r->cell->layout.scratch_to,
                               main_memory->elems) >= 0)
        v->rule = "a store lies beyond the scratch area";
    if (!v->rule && platform->violated)
        v->rule = platform->violated(r->machine, &d, &r->cell->layout);
    if (!v->rule && fill == 1 && v->seed_index == 0)
        v->rule = kc_rule_broken(r->cell, r->c, r->machine);
    platform->tensor_read(r->machine, &r->cell->layout.out, &r->c->out, r->produced);
    return outcome;
}

/* Fills in rates and the first differences; returns how many elements are wrong. */
static uint64_t compare(const struct run *r, struct kc_verdict *v)
{
    const struct kc_tensor *out = &r->c->out;
    const size_t            count = kc_tensor_count(out);
    uint64_t                wrong = 0, paper_wrong = 0;
    double                  squares = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double expected = out->value[i], error = fabs(r->produced[i] - expected);
        const double allowed = kc_case_allowed(r->c, out->scale[i]);

        squares += isfinite(error) ? error * error : 0.0;
        paper_wrong += !(error <= PAPER_ABSOLUTE + PAPER_RELATIVE * fabs(expected));
        if (allowed > 0.0 && error / allowed > v->worst_ratio)
            v->worst_ratio = error / allowed;
        if (error <= allowed)
            continue;
        if (wrong++ < KC_DIFFERENCES && v->first_count < KC_DIFFERENCES)
            v->first[v->first_count++] = (struct kc_difference){ .row = (uint32_t)(i / out->cols),
                                                                 .col = (uint32_t)(i % out->cols),
                                                                 .produced = r->produced[i],
                                                                 .expected = expected,
                                                                 .allowed = allowed };
    }
    const double rate = 1.0 - (double)wrong / (double)count, mse = squares / (double)count;

    v->elements = count;
    if (rate < v->match_rate) {
        v->match_rate = rate;
        v->wrong = wrong;
        v->mse = mse;
    } else if (v->wrong == 0 && mse > v->mse) {
        v->mse = mse;
    }
    if (1.0 - (double)paper_wrong / (double)count < v->paper_match_rate)
        v->paper_match_rate = 1.0 - (double)paper_wrong / (double)count;
    return wrong;
}

uint64_t kc_cell_judge(const struct kc_cell *cell, uint32_t seed, const double *produced)
{
    const struct kc_case   *c = cell->cases[seed];
    const struct kc_tensor *out = &c->out;
    uint64_t                wrong = 0;

    for (size_t i = 0; i < kc_tensor_count(out); i++)
        wrong += !(fabs(produced[i] - out->value[i]) <= kc_case_allowed(c, out->scale[i]));
    return wrong;
}

static enum kc_verdict_kind kind_of(const struct kc_outcome *outcome)
{
    return outcome->kind == KC_OUTCOME_TRAP ? KC_VERDICT_TRAP : KC_VERDICT_OUT_OF_FUEL;
}

/* The first run of all is the only one that is timed. */
static enum kc_pace pace_of(const struct kc_verdict *v, uint64_t fill)
{
    if (fill > 1)
        return KC_PACE_LATE;
    return v->seed_index > 0 ? KC_PACE_EARLY : KC_PACE_TIMED;
}

/* Why two runs, both right, differ by a bit: what differed between them was memory and pace. */
static const char *why_unlike(struct run *r, const struct kc_program *program, const double *first,
                              struct kc_verdict *v)
{
    const size_t bytes = kc_tensor_count(&r->c->out) * sizeof *first;

    run_once(r, program, 1, v);
    return memcmp(first, r->produced, bytes) != 0
               ? "the result depends on when transfers happen: acq the lock of a buffer before its "
                 "first access, rel it after the last"
               : "the result depends on memory that nobody wrote";
}

/* One seed: two runs, which must be right and agree to the bit.  False ends the check. */
static bool check_seed(struct run *r, const struct kc_program *program, struct kc_verdict *v)
{
    const size_t bytes = kc_tensor_count(&r->c->out) * sizeof *r->produced;
    double      *first = kc_arena_alloc(&r->arena, bytes);

    r->produced = kc_arena_alloc(&r->arena, bytes);
    for (uint64_t fill = 1; fill <= 2; fill++) {
        v->pace = pace_of(v, fill);
        v->outcome = run_once(r, program, fill, v);
        if (v->outcome.kind != KC_OUTCOME_HALTED) {
            v->kind = kind_of(&v->outcome);
            return false;
        }
        if (r->output)
            r->output(r->context, v->seed_index, (uint32_t)fill - 1, r->produced);
        if (v->rule) {
            v->kind = KC_VERDICT_RULE_VIOLATION;
            return false;
        }
        if (v->pace == KC_PACE_TIMED)
            v->cycles = v->outcome.cycles;
        if (compare(r, v)) {
            v->kind = KC_VERDICT_WRONG_RESULT;
            return false;
        }
        if (fill == 1)
            memcpy(first, r->produced, bytes);
    }
    if (memcmp(first, r->produced, bytes) != 0) {
        v->kind = KC_VERDICT_RULE_VIOLATION;
        v->rule = why_unlike(r, program, first, v);
        return false;
    }
    return true;
}

struct kc_verdict kc_cell_check(const struct kc_cell *cell, const struct kc_program *program)
{
    return kc_cell_check_outputs(cell, program, 0, NULL, NULL);
}

struct kc_verdict kc_cell_check_outputs(const struct kc_cell    *cell,
                                        const struct kc_program *program, uint64_t fuel,
                                        kc_output_fn *output, void *context)
{
    const struct kc_platform *platform = cell->target->platform;
    struct kc_verdict         v = { .match_rate = 1.0, .paper_match_rate = 1.0 };
    const struct kc_declared  d = kc_case_declared(cell->cases[0]);
    struct run r = { .cell = cell, .fuel = fuel, .output = output, .context = context };

    if (platform->unfit && (v.rule = platform->unfit(program, &d, &cell->layout))) {
        v.kind = KC_VERDICT_RULE_VIOLATION;
        v.match_rate = v.paper_match_rate = 0.0;
        return v;
    }
    r.machine = platform->machine_new(cell->target->config, cell->target->isa);
    for (uint32_t i = 0; i < cell->seeds; i++) {
        r.c = cell->cases[i];
        v.seed_index = i;
        v.seeds = i + 1;
        if (!check_seed(&r, program, &v))
            break;
    }
    if (v.kind != KC_VERDICT_CORRECT && v.kind != KC_VERDICT_WRONG_RESULT)
        v.match_rate = v.paper_match_rate = 0.0;
    platform->machine_free(r.machine);
    kc_arena_free(&r.arena);
    return v;
}

/* Any text for AIE2 as a kernel with transfers: reported, refused for its case or run, and the run
 * is the same with every sink attached, at every pace of its transfers. */
#include <string.h>

#include "base/random.h"
#include "fuzz.h"
#include "platforms/aie2/aie2_tile.h"

enum { TENSORS = 4, ROWS = 8, COLS = 16, BYTES = ROWS * COLS * 2 };

struct result {
    struct kc_outcome outcome;
    uint64_t          memory; /* a hash of what the case and two scratch tensors may occupy */
};

static void make_case(struct kc_tensor *tensor, struct kc_layout *layout, struct kc_declared *d)
{
    static const char *const names[TENSORS] = { "x", "w", "b", "y" };

    for (int i = 0; i < TENSORS; i++) {
        struct kc_placed *p = i < TENSORS - 1 ? &layout->in[i] : &layout->out;

        tensor[i] = (struct kc_tensor){ .name = names[i], .batch = 1, .rows = ROWS, .cols = COLS };
        *p = (struct kc_placed){ .region = "host", .address = (uint64_t)i * BYTES };
    }
    *d = (struct kc_declared){ .in = tensor, .out = &tensor[TENSORS - 1], .in_count = TENSORS - 1 };
}

static uint64_t hash_of(struct kc_machine *machine)
{
    uint64_t h = 0;

    for (size_t r = 0; r < 2; r++)
        for (uint64_t i = 0; i < (r ? 8 * BYTES : machine->regions[0].elems); i++)
            h = kc_mix64(h + *(const uint8_t *)kc_region_elem(&machine->regions[r], i));
    return h;
}

static void ignore_step(void *context, const struct kc_step *step)
{
    (void)context, (void)step;
}

static void run(const struct kc_target *t, const struct kc_program *program,
                const struct kc_declared *d, const struct kc_layout *layout, enum kc_pace pace,
                bool observed, struct result *r)
{
    struct kc_arena    arena = { 0 };
    struct kc_machine *machine = t->platform->machine_new(t->config, t->isa);
    struct kc_tracking tracking = { 0 };
    struct kc_profile  profile;
    struct kc_run      how = { .fuel = 1000, .pace = pace };

    kc_profile_init(&arena, &profile, program);
    if (observed) {
        how.trace = ignore_step;
        how.profile = &profile;
        how.tracking = &tracking;
    }
    kc_machine_track(machine, observed);
    for (size_t i = 0; i < machine->region_count; i++)
        kc_region_fill_seed(&machine->regions[i], 0, 1);
    aie2_tile_bind(machine, d, layout);
    t->platform->load(machine, program);
    r->outcome = t->platform->run(machine, &how);
    r->memory = hash_of(machine);
    t->platform->machine_free(machine);
    kc_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kc_arena  forever;
    static struct kc_target target;
    static struct result    a, b;
    struct kc_tensor        tensor[TENSORS];
    struct kc_layout        layout = { 0 };
    struct kc_declared      d;
    struct kc_arena         arena = { 0 };
    struct kc_diags         dg;
    struct kc_program       program;

    if (!target.isa)
        PROMISE(kc_target_open(&forever, "aie2:check=off", NULL, &target, &dg));
    make_case(tensor, &layout, &d);
    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.s", { (const char *)data, size } });
    program = kc_target_assemble(&arena, &target, &dg);
    fuzz_render(&dg);
    if (dg.errors == 0) {
        const char *why = aie2_tile_unfit(&program, &d, &layout);

        for (enum kc_pace pace = KC_PACE_TIMED; pace <= KC_PACE_LATE; pace++) {
            run(&target, &program, &d, &layout, pace, false, &a);
            run(&target, &program, &d, &layout, pace, true, &b);
            PROMISE(a.outcome.kind == b.outcome.kind && a.outcome.cycles == b.outcome.cycles);
            PROMISE(a.outcome.instructions == b.outcome.instructions && a.memory == b.memory);
            PROMISE(why || a.outcome.kind != KC_OUTCOME_TRAP ||
                    strcmp(a.outcome.cause, "transfer") != 0);
        }
    }
    kc_arena_free(&arena);
    return 0;
}

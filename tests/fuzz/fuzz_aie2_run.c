/* Any bytes as AIE2 machine code on the simulated core: it halts, traps or spends its fuel, and the
 * same with every sink attached. */
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_BYTES = 4096 };

static struct kc_program read_code(struct kc_arena *arena, const struct kc_target *t,
                                   const uint8_t *data, size_t size)
{
    struct kc_buf     hex = { 0 };
    struct kc_diags   dg;
    struct kc_program program;

    for (size_t i = 0; i < size; i++)
        kc_buf_printf(&hex, "%02x", data[i]);
    kc_diags_init(&dg, arena,
                  (struct kc_source){ "fuzz.hex", { hex.text ? hex.text : "", hex.length } });
    program = kc_target_read_code(arena, t, &dg);
    PROMISE(dg.errors == 0);
    kc_buf_free(&hex);
    return program;
}

/* Pointers into memory, small numbers and a mode in the rest: so that programs get somewhere. */
static void set_registers(const struct kc_target *t, struct kc_machine *machine)
{
    for (int i = 0; i < 32; i++) {
        char name[8], value[16];

        snprintf(name, sizeof name, "%c%d", i < 8 ? 'p' : 'r', i);
        snprintf(value, sizeof value, "%d", i < 8 ? 0x70000 + 0x2000 * i : i % 2 ? 28 : i);
        PROMISE(!t->platform->set_register(machine, kc_str_from(name), kc_str_from(value)));
    }
}

struct result {
    struct kc_outcome  outcome;
    struct kc_register registers[KC_REGISTERS];
    uint8_t            wide[KC_REGISTERS][128];
    size_t             count;
};

static void ignore_step(void *context, const struct kc_step *step)
{
    (void)context, (void)step;
}

static void keep_registers(const struct kc_target *t, struct kc_machine *machine, struct result *r)
{
    r->count = t->platform->registers(machine, r->registers, KC_REGISTERS);
    for (size_t i = 0; i < r->count; i++)
        if (r->registers[i].bytes)
            memcpy(r->wide[i], r->registers[i].bytes, r->registers[i].size);
}

static void run(const struct kc_target *t, const struct kc_program *program, bool observed,
                struct result *r)
{
    struct kc_arena    arena = { 0 };
    struct kc_machine *machine = t->platform->machine_new(t->config, t->isa);
    struct kc_tracking tracking = { 0 };
    struct kc_profile  profile;
    struct kc_run      how = { .fuel = 1000 };

    kc_profile_init(&arena, &profile, program);
    if (observed)
        how = (struct kc_run){
            .fuel = 1000, .trace = ignore_step, .profile = &profile, .tracking = &tracking
        };
    kc_machine_track(machine, observed);
    kc_region_fill_seed(machine->regions, 0, 1);
    t->platform->load(machine, program);
    set_registers(t, machine);
    r->outcome = t->platform->run(machine, &how);
    keep_registers(t, machine, r);
    t->platform->machine_free(machine);
    kc_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kc_arena  forever;
    static struct kc_target plain, watched;
    static struct result    a, b;
    struct kc_arena         arena = { 0 };
    struct kc_diags         dg;

    if (!plain.isa) {
        PROMISE(kc_target_open(&forever, "aie2:init=poison", NULL, &plain, &dg));
        PROMISE(kc_target_open(&forever, "aie2:init=poison,premature=note,conflicts=note", NULL,
                               &watched, &dg));
    }
    const struct kc_program program =
        read_code(&arena, &plain, data, size < MOST_BYTES ? size : MOST_BYTES);

    run(&plain, &program, false, &a);
    run(&watched, &program, true, &b);
    PROMISE(a.outcome.kind == b.outcome.kind && a.outcome.pc == b.outcome.pc);
    PROMISE(a.outcome.cycles == b.outcome.cycles);
    PROMISE(a.outcome.instructions == b.outcome.instructions && a.count == b.count);
    for (size_t i = 0; i < a.count; i++)
        PROMISE(a.registers[i].bytes ? !memcmp(a.wide[i], b.wide[i], a.registers[i].size)
                                     : a.registers[i].bits == b.registers[i].bits);
    kc_arena_free(&arena);
    return 0;
}

/* Any program on a small machine: it halts, traps or spends its fuel, and twice the same. */
#include <string.h>

#include "fuzz.h"

static struct kc_outcome run(const struct kc_target *t, const struct kc_program *program,
                             bool tracked)
{
    struct kc_machine  *machine = t->platform->machine_new(t->config, t->isa);
    struct kc_tracking  tracking = { 0 };
    const struct kc_run run = { .fuel = 2000, .tracking = tracked ? &tracking : NULL };
    struct kc_outcome   outcome;

    kc_machine_track(machine, tracked);
    kc_region_fill_seed(kc_machine_region(machine, kc_str_from("vram")), 0, 1);
    kc_region_fill_seed(kc_machine_region(machine, kc_str_from("hbm")), 0, 2);
    t->platform->load(machine, program);
    outcome = t->platform->run(machine, &run);
    t->platform->machine_free(machine);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char small[] = "plena:mlen=8,vlen=8,blen=4,hlen=2,broadcast_amount=4,hbm_size=64K,"
                                "vector_sram_size=256,matrix_sram_size=32,hbm_m_prefetch_amount=8";
    static struct kc_arena  forever;
    static struct kc_target target;
    struct kc_arena         arena = { 0 };
    struct kc_program       program = { .count = size / 4 };

    struct kc_diags dg;

    if (!target.isa)
        PROMISE(kc_target_open(&forever, small, NULL, &target, &dg));
    program.words = kc_arena_array(&arena, uint32_t, program.count);
    program.lines = kc_arena_array(&arena, uint32_t, program.count);
    if (program.count)
        memcpy(program.words, data, program.count * 4);
    for (size_t i = 0; i < program.count; i++)
        program.lines[i] = (uint32_t)i + 1;

    const struct kc_outcome plain = run(&target, &program, false);
    const struct kc_outcome tracked = run(&target, &program, true);

    PROMISE(plain.kind == tracked.kind && plain.pc == tracked.pc);
    PROMISE(plain.cycles == tracked.cycles && plain.instructions == tracked.instructions);
    kc_arena_free(&arena);
    return 0;
}

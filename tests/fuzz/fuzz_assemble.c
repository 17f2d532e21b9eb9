/* Any text: the assembler reports or assembles, and what assembles survives the round trip. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena         arena = { 0 };
    const struct kc_target *target = fuzz_target(size && (data[0] & 1));
    struct kc_diags         dg;
    struct kc_program       program;

    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.s", { (const char *)data, size } });
    program = kc_assemble(&arena, target->isa, &dg);
    fuzz_render(&dg);
    if (dg.errors == 0)
        fuzz_round_trip(&arena, target->isa, &program);
    kc_arena_free(&arena);
    return 0;
}

/* Any text: Coral's assembler reports or assembles; what assembles survives the round trip. */
#include "coral.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena         arena = { 0 };
    const struct kc_target *target = fuzz_coral(size && (data[0] & 1));
    struct kc_diags         dg;
    struct kc_program       program;

    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.s", { (const char *)data, size } });
    program = kc_target_assemble(&arena, target, &dg);
    fuzz_render(&dg);
    if (dg.errors == 0) {
        fuzz_coral_round_trip(&arena, target, &program);
        fuzz_coral_inside(target, &program);
    }
    kc_arena_free(&arena);
    return 0;
}

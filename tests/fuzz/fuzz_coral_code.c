/* Any machine-code file, hexadecimal or ELF: it is refused, or what it loads lies in memory. */
#include "coral.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena         arena = { 0 };
    const struct kc_target *target = fuzz_coral(0);
    struct kc_diags         dg;
    struct kc_program       program;
    const struct kc_str     bytes = { (const char *)data, size };

    kc_target_code_likely(target, bytes);
    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.elf", bytes });
    program = kc_target_read_code(&arena, target, &dg);
    fuzz_render(&dg);
    if (dg.errors == 0)
        fuzz_coral_inside(target, &program);
    for (size_t i = 0; i < program.symbol_count; i++)
        PROMISE(program.symbols[i].name[0]);
    kc_arena_free(&arena);
    return 0;
}

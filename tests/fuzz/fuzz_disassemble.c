/* Any words: their disassembly assembles to them again. */
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena         arena = { 0 };
    const struct kc_target *target = fuzz_target(size && (data[0] & 1));
    struct kc_program       program = { .count = size / 4 };

    program.words = kc_arena_array(&arena, uint32_t, program.count);
    program.lines = kc_arena_array(&arena, uint32_t, program.count);
    if (program.count)
        memcpy(program.words, data, program.count * 4);
    fuzz_round_trip(&arena, target->isa, &program);
    kc_arena_free(&arena);
    return 0;
}

/* Any words: fields encode to the same word again, and so does the disassembly. */
#include <string.h>

#include "coral.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena         arena = { 0 };
    const struct kc_target *target = fuzz_coral(1);
    struct kc_program       program = { .count = size / 4 };

    program.words = kc_arena_array(&arena, uint32_t, program.count + 1);
    program.lines = kc_arena_array(&arena, uint32_t, program.count + 1);
    if (program.count)
        memcpy(program.words, data, program.count * 4);
    for (size_t i = 0; i < program.count; i++) {
        struct coral_insn insn;

        if (coral_decode(program.words[i], &insn))
            PROMISE(coral_encode(&insn) == program.words[i]);
    }
    if (program.count)
        fuzz_coral_round_trip(&arena, target, &program);
    kc_arena_free(&arena);
    return 0;
}

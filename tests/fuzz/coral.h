/* tests/fuzz/coral.h: what Coral's harnesses share. */
#ifndef KC_TESTS_FUZZ_CORAL_H
#define KC_TESTS_FUZZ_CORAL_H

#include "fuzz.h"
#include "platforms/coral/coral_assemble.h"
#include "platforms/coral/coral_insn.h"

/* Coral with the small or the large memory map, opened once per process. */
static inline const struct kc_target *fuzz_coral(int high)
{
    static struct kc_arena  arena;
    static struct kc_target target[2];
    struct kc_diags         dg;

    if (!target[high].isa)
        PROMISE(
            kc_target_open(&arena, high ? "coral:memory=high" : "coral", NULL, &target[high], &dg));
    return &target[high];
}

/* A program's disassembly assembles to the same words, without errors. */
static inline void fuzz_coral_round_trip(struct kc_arena *arena, const struct kc_target *target,
                                         const struct kc_program *program)
{
    struct kc_buf     text = { 0 };
    struct kc_diags   dg;
    struct kc_program again;

    kc_target_disassemble(target, program, &text);
    kc_diags_init(&dg, arena,
                  (struct kc_source){ "again", { text.text ? text.text : "", text.length } });
    again = kc_target_assemble(arena, target, &dg);
    PROMISE(dg.errors == 0);
    PROMISE(again.count == program->count);
    for (size_t i = 0; i < program->count; i++)
        PROMISE(again.words[i] == program->words[i]);
    kc_buf_free(&text);
}

/* Everything that would be loaded lies in a memory; every byte of it can be read. */
static inline void fuzz_coral_inside(const struct kc_target  *target,
                                     const struct kc_program *program)
{
    volatile uint8_t sum = 0;

    for (size_t i = 0; i < program->segment_count; i++) {
        const struct kc_segment *s = &program->segments[i];

        PROMISE(coral_range_of(target->config, s->address, s->size) >= 0);
        for (size_t b = 0; b < s->size; b++)
            sum = (uint8_t)(sum + s->bytes[b]);
    }
    for (size_t i = 0; i < program->count; i++)
        PROMISE(program->lines[i] > 0);
}

#endif

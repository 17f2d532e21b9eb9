/* tests/fuzz/fuzz.h: what the harnesses share.
 *
 * A harness is one function over bytes that strangers could hand us.  libFuzzer drives it in
 * build-fuzz; everywhere else replay.c runs it over the committed corpus.  A broken promise is an
 * abort, so that a plain build notices it too.
 */
#ifndef KC_TESTS_FUZZ_H
#define KC_TESTS_FUZZ_H

#include <stdio.h>

#include "isa/assemble.h"
#include "isa/disassemble.h"
#include "isa/words.h"
#include "kernelcraft/platform.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PROMISE(condition)                                       \
    do {                                                         \
        if (!(condition)) {                                      \
            fprintf(stderr, "broken promise: %s\n", #condition); \
            abort();                                             \
        }                                                        \
    } while (0)

/* PLENA in one revision or the other, opened once per process. */
static inline const struct kc_target *fuzz_target(int july)
{
    static struct kc_arena  arena;
    static struct kc_target target[2];
    struct kc_diags         dg;

    if (!target[july].isa)
        PROMISE(
            kc_target_open(&arena, july ? "plena:rev=2026-07" : "plena", NULL, &target[july], &dg));
    return &target[july];
}

/* Renders all diagnostics both ways: the views must survive any source. */
static inline void fuzz_render(const struct kc_diags *dg)
{
    struct kc_buf text = { 0 };
    kc_json      *json = kc_diags_json(dg);

    kc_diags_render(dg, &text, true);
    kc_json_print(json, &text, false);
    kc_json_free(json);
    kc_buf_free(&text);
}

/* A program's disassembly assembles to the same words, without errors. */
static inline void fuzz_round_trip(struct kc_arena *arena, const struct kc_isa *isa,
                                   const struct kc_program *program)
{
    struct kc_buf     text = { 0 };
    struct kc_diags   dg;
    struct kc_program again;

    kc_disassemble(isa, program, &text);
    kc_diags_init(&dg, arena,
                  (struct kc_source){ "again", { text.text ? text.text : "", text.length } });
    again = kc_assemble(arena, isa, &dg);
    PROMISE(dg.errors == 0);
    PROMISE(again.count == program->count);
    for (size_t i = 0; i < program->count; i++)
        PROMISE(again.words[i] == program->words[i]);
    kc_buf_free(&text);
}

#endif

/* Mutants of bundles: which edits are made, and that each assembles. */
#include <string.h>

#include "cells/text_mutants.h"
#include "testing.h"

/* relu C5: tiles of 8 rows, double-buffered, with a zero-overhead loop over each. */
static const char kernel[] = "  .fifo X, in, x, tile=8x256, depth=2, bank=A,B\n"
                             "  .fifo Y, out, y, tile=8x256, depth=2, bank=C,D\n"
                             "kernel:\n"
                             "  mova r1, #0 ; movx r3, #-1\n"
                             "  vbcst.16 x2, r1 ; movx r4, #1\n"
                             "  acq #X.full, r3 // one tile is enough here\n"
                             "  movxm p0, #X.buf0\n"
                             "  movxm p1, #Y.buf0\n"
                             "  movxm ls, #first\n"
                             "  movxm le, #last\n"
                             "  movxm lc, #128\n"
                             "  .p2align 4\n"
                             "  .rept 7\n"
                             "  nopb ; nopa ; nops ; nopxm ; nopv\n"
                             "  .endr\n"
                             "first:\n"
                             "  vlda wl0, [p0], #32 ; nopb ; nops ; nopxm ; nopv\n"
                             "  .rept 6\n"
                             "  nopb ; nopa ; nops ; nopxm ; nopv\n"
                             "  .endr\n"
                             "  vmax_lt.bf16 x1, r16, x0, x2 ; nopb ; nopa ; nops ; nopx ; nopv\n"
                             "  nopb ; nopa ; nops ; nopxm ; nopv\n"
                             "last:\n"
                             "  vst wl1, [p1], #32 ; nopb ; nopa ; nopxm ; nopv\n"
                             "  ret lr\n"
                             "  .rept 5\n  nop\n  .endr\n";

enum { MOST = 84 };

static size_t make(struct kc_arena *arena, struct kc_text_mutant *made)
{
    const struct kc_task *task = kc_task_find(kc_str_from("relu"));
    struct kc_target     *target = kc_arena_new(arena, struct kc_target);
    struct kc_cell       *cell = kc_arena_new(arena, struct kc_cell);
    struct kc_diags       dg;
    uint32_t              p[KC_PARAMS];

    cr_assert(kc_target_open(arena, "aie2", NULL, target, &dg));
    cr_assert_null(kc_task_config(arena, task, "aie2", kc_str_from("C5"), p));
    cr_assert_null(kc_cell_open(arena, target, task, p, 0, 1, cell));
    return kc_text_mutants(arena, cell, kc_str_from(kernel), 1, 2, made, MOST);
}

static size_t count_of(const struct kc_text_mutant *made, size_t count, const char *start)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += strncmp(made[i].change, start, strlen(start)) == 0;
    return found;
}

Test(text_mutants, every_kind_of_edit_of_a_bundle)
{
    static const char *const kinds[] = { "register: ", "number: ",     "dropped: ",  "doubled: ",
                                         "swapped: ",  "loop count: ", "directive: " };
    struct kc_arena          arena = { 0 };
    struct kc_text_mutant    made[MOST + 1];
    const size_t             count = make(&arena, made);

    for (size_t i = 0; i < KC_COUNT(kinds); i++)
        cr_expect_gt(count_of(made, count, kinds[i]), 0u, "%s", kinds[i]);
    kc_arena_free(&arena);
}

/* One instruction, not the bundle; never a nop, never a word of a comment. */
Test(text_mutants, edits_are_of_one_instruction)
{
    struct kc_arena       arena = { 0 };
    struct kc_text_mutant made[MOST + 1];
    const size_t          count = make(&arena, made);

    for (size_t i = 0; i < count; i++) {
        const bool piece = strncmp(made[i].change, "doubled", 7) != 0 &&
                           strncmp(made[i].change, "swapped", 7) != 0;

        cr_expect(made[i].program.own, "%s", made[i].change);
        if (piece) {
            cr_expect_not(strstr(made[i].change, ";"), "%s", made[i].change);
            cr_expect_not(strstr(made[i].change, ": nop"), "%s", made[i].change);
            cr_expect_not(strstr(made[i].change, "enough"), "%s", made[i].change);
        }
    }
    cr_expect_gt(count, 30u);
    kc_arena_free(&arena);
}

/* A changed tile must still divide the tensor: what does not fit the cell is no mutant. */
Test(text_mutants, directives_fit_the_cell)
{
    struct kc_arena       arena = { 0 };
    struct kc_text_mutant made[MOST + 1];
    const size_t          count = make(&arena, made);

    cr_expect_eq(count_of(made, count,
                          "directive: .fifo X, in, x, tile=8x256, depth=2, bank=A,B "
                          "became .fifo X, in, x, tile=9x256"),
                 0u);
    kc_arena_free(&arena);
}

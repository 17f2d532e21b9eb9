/* Composite kernels on an AIE2 tile at the edges of their plans: the judge is the reference. */
#include <stdio.h>
#include <string.h>

#include "cells/cells.h"
#include "testing.h"

static const double MARGIN = 1.5;

struct shape {
    const char *task, *config, *why;
};

/* NULL, or why there is no kernel. */
static const char *judge(const struct shape *s, enum kc_opt opt, struct kc_verdict *v)
{
    const struct kc_task *task = kc_task_find(kc_str_from(s->task));
    struct kc_arena       arena = { 0 };
    struct kc_target      target;
    struct kc_diags       dg;
    struct kc_cell        cell;
    uint32_t              p[KC_PARAMS];

    cr_assert(kc_target_open(&arena, "aie2", NULL, &target, &dg));
    cr_assert_null(kc_task_config(&arena, task, "aie2", kc_str_from(s->config), p), "%s", s->why);
    cr_assert_null(kc_cell_open(&arena, &target, task, p, 0, 3, &cell));
    const char *why = kc_cell_compile_check(&arena, &cell, opt, v);
    static char kept[200];

    if (why)
        snprintf(kept, sizeof kept, "%s", why);
    kc_arena_free(&arena);
    return why ? kept : NULL;
}

static void expect_correct(const struct shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int opt = KC_OPT_BASELINE; opt <= KC_OPT_BEST; opt++) {
            const struct shape *s = &shapes[i];
            struct kc_verdict   v = { 0 };
            const char         *none = judge(s, (enum kc_opt)opt, &v);

            cr_expect_null(none, "%s %s: %s: %s", s->task, s->config, s->why, none);
            cr_expect_eq(v.kind, KC_VERDICT_CORRECT, "%s %s: %s", s->task, s->config, s->why);
            cr_expect_leq(v.worst_ratio * MARGIN, 1.0, "%s %s: %s", s->task, s->config, s->why);
        }
}

Test(aie2_composites, streamed_at_the_edges_of_the_plan)
{
    static const struct shape shapes[] = {
        { "ffn", "8,48,1040", "a depth of 1040 is three parts with sums in between" },
        { "ffn", "32,48,528", "two parts of 264, each of which needs both buffers of a fifo" },
        { "ffn", "96,16,512", "panels that fill both buffers after an odd number of others" },
        { "ffn", "40,64,256", "40 rows are five panels of eight" },
        { "swiglu", "24,80,128", "a panel of 24 rows" },
        { "attention", "48,144", "panels of 24 rows, heads wider than keys are many" },
        { "mha", "8,96,2", "eight keys: one step of depth in the product with values" },
        { "gqa", "16,96,6,3", "two query heads share a head of keys and values" },
        { "decoder_llama", "8,32,1,16", "the smallest decoder" },
        { "decoder_t5", "48,32,2,80", "three rows of tiles per half" },
    };

    expect_correct(shapes, KC_COUNT(shapes));
}

Test(aie2_composites, resident_at_the_edges_of_memory)
{
    static const struct shape shapes[] = {
        { "ffn", "8,16,16", "the smallest" },
        { "ffn", "16,16,704", "no spare buffers: results lie over what they are made from" },
        { "swiglu", "8,16,480", "the same with a gate" },
        { "attention", "8,16", "eight keys: half of a block of scores is not looked at" },
        { "attention", "128,48", "four rows at a time" },
        { "mha", "32,64,1", "contexts lie where the result will be" },
        { "gqa", "16,48,3,1", "keys and values are computed once for three heads" },
    };

    expect_correct(shapes, KC_COUNT(shapes));
}

Test(aie2_composites, what_does_not_fit_is_said)
{
    static const struct shape keys = { "mha", "64,64,1", "16 KiB of keys and values, 15 are free" };
    static const struct shape wide = { "decoder_llama", "8,2048,32,64", "a norm wants whole rows" };
    struct kc_verdict         v;
    const char               *why = judge(&keys, KC_OPT_BASELINE, &v);

    cr_expect_not_null(why);
    cr_expect(why && strstr(why, "do not fit beside the tensors"));
    why = judge(&wide, KC_OPT_BASELINE, &v);
    cr_expect(why && strstr(why, "no panel of its rows fits"));
}

/* The speed-of-light bound: never above a correct kernel, and what happens if one were faster. */
#include "cells/cells.h"
#include "isa/assemble.h"
#include "testing.h"

static void open_cell(struct kc_arena *arena, const char *platform, const struct kc_task *task,
                      const char *config, struct kc_target *target, struct kc_cell *cell)
{
    struct kc_diags dg;
    uint32_t        p[KC_PARAMS];

    cr_assert(kc_target_open(arena, platform, NULL, target, &dg));
    cr_assert_null(kc_task_config(arena, task, "plena", kc_str_from(config), p));
    cr_assert_null(kc_cell_open(arena, target, task, p, 0, 1, cell));
}

/* Generated configurations of the simple tasks, at both rates of the broadcast unit. */
static void check_task(const struct kc_task *task, const char *platform, const char *config)
{
    struct kc_arena   arena = { 0 };
    struct kc_target  target;
    struct kc_cell    cell;
    struct kc_bound   bound;
    struct kc_verdict v;

    open_cell(&arena, platform, task, config, &target, &cell);
    kc_cell_bound(&cell, &bound);
    cr_assert_null(kc_cell_compile_check(&arena, &cell, KC_OPT_BEST, &v));
    cr_expect_eq(v.kind, KC_VERDICT_CORRECT, "%s %s on %s", task->name, config, platform);
    cr_expect_leq(bound.cycles, v.cycles, "%s %s on %s", task->name, config, platform);
    cr_expect_geq(bound.cycles * 10, v.cycles, "%s %s on %s", task->name, config, platform);
    kc_arena_free(&arena);
}

Test(bound, below_every_kernel)
{
    static const char *const platforms[] = { "plena", "plena:bmm=mm-rate", "plena:rev=2026-07" };
    static const char *const configs[] = { "gen:1", "gen:2", "gen:3" };
    const struct kc_task    *task;

    for (size_t i = 0; (task = kc_task_at(i)); i++)
        for (size_t j = 0; task->level == 1 && kc_task_supported(task, "plena") && j < 9; j++)
            check_task(task, platforms[j / 3], configs[j % 3]);
}

Test(bound, lines_add_up)
{
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    struct kc_cell   cell;
    struct kc_bound  bound;
    uint64_t         sum = 0;

    open_cell(&arena, "plena", kc_task_find(kc_str_from("decoder_t5")), "C1", &target, &cell);
    kc_cell_bound(&cell, &bound);
    for (size_t i = 0; i < bound.count; i++)
        sum += bound.line[i].cycles;
    cr_expect_eq(sum, bound.cycles);
    kc_arena_free(&arena);
}

/* A kernel for 4 rows, judged as if the task had a thousand. */
Test(bound, faster_than_light_is_suspect)
{
    struct kc_arena   arena = { 0 };
    struct kc_target  target;
    struct kc_cell    cell;
    struct kc_verdict v;

    open_cell(&arena, "plena", kc_task_find(kc_str_from("silu")), "C1", &target, &cell);
    cell.cases[0]->p[0] = 1000;
    cr_assert_null(kc_cell_compile_check(&arena, &cell, KC_OPT_BEST, &v));
    cr_expect_eq(v.kind, KC_VERDICT_SUSPECT);
    kc_arena_free(&arena);
}

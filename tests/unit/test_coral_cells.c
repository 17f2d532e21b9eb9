/* Cells on the Coral NPU: start-up, placement, and what the judge accepts and rejects. */
#include <string.h>

#include "cells/cells.h"
#include "platforms/coral/coral_startup.h"
#include "testing.h"

struct bench {
    struct kc_arena  arena;
    struct kc_target target;
    struct kc_cell   cell;
};

static void open_bench(struct bench *b, const char *task_name, const char *config)
{
    const struct kc_task *task = kc_task_find(kc_str_from(task_name));
    struct kc_diags       dg;
    uint32_t              p[KC_PARAMS];

    *b = (struct bench){ 0 };
    cr_assert(kc_target_open(&b->arena, "coral", NULL, &b->target, &dg));
    cr_assert_null(kc_task_config(&b->arena, task, "coral", kc_str_from(config), p));
    cr_assert_null(kc_cell_open(&b->arena, &b->target, task, p, 0, KC_SEEDS, &b->cell));
}

static struct kc_program assemble(struct bench *b, const char *text)
{
    struct kc_diags   dg;
    struct kc_program program;

    kc_diags_init(&dg, &b->arena, (struct kc_source){ "kernel", kc_str_from(text) });
    program = kc_target_assemble(&b->arena, &b->target, &dg);
    cr_assert_eq(dg.errors, 0, "%s", text);
    return program;
}

static struct kc_verdict judge(const char *task, const char *config, const char *text)
{
    struct bench b;

    open_bench(&b, task, config);
    const struct kc_program program = assemble(&b, text);
    const struct kc_verdict v = kc_cell_verdict(&b.cell, &program);

    kc_arena_free(&b.arena);
    return v;
}

#define RELU(before, operation, after)                                                             \
    "kernel: li t1, 512\n" before "1: vsetvli t0, t1, e8, m8, ta, ma\nvle8.v v8, (a0)\n" operation \
    "\nvse8.v v8, (a1)\nadd a0, a0, t0\nadd a1, a1, t0\nsub t1, t1, t0\nbnez t1, 1b\n" after       \
    "ret\n"

Test(coral_cells, a_right_kernel_is_correct_and_no_faster_than_light)
{
    const struct kc_verdict v = judge("relu", "C1", RELU("", "vmax.vx v8, v8, zero", ""));

    cr_expect_eq(v.kind, KC_VERDICT_CORRECT);
    cr_expect_eq(v.seeds, KC_SEEDS);
    /* 8 transfers of 41 cycles, the first of each kind one more, and what is around them. */
    cr_expect_geq(v.cycles, 330u);
    cr_expect_leq(v.cycles, 360u);
}

static void expect_rule(const char *text, const char *words)
{
    const struct kc_verdict v = judge("relu", "C1", text);

    cr_expect_eq(v.kind, KC_VERDICT_RULE_VIOLATION, "%s", text);
    cr_assert(v.rule, "%s", text);
    cr_expect(strstr(v.rule, words), "%s: %s", text, v.rule);
}

Test(coral_cells, rules)
{
    expect_rule(RELU("sb zero, 3(a0)\n", "vmax.vx v8, v8, zero", ""), "read-only");
    expect_rule(".text\n_start: mpause\n", "_start");
    expect_rule("start: mpause\n", "kernel");
    expect_rule(RELU("", "vmax.vx v8, v8, zero", "") ".section .ext\n.word 1\n", ".ext");
}

/* The inputs' last byte and the first byte after them. */
Test(coral_cells, only_inputs_are_read_only)
{
    const struct kc_verdict last =
        judge("relu", "C1",
              RELU("lb t2, 511(a0)\nxori t2, t2, 1\nsb t2, 511(a0)\n", "vmax.vx v8, v8, zero", ""));
    const struct kc_verdict after =
        judge("relu", "C1",
              RELU("sb zero, 512(a0)\nsb zero, 512(a1)\n", "vmax.vx v8, v8, zero", ""));

    cr_expect_eq(last.kind, KC_VERDICT_RULE_VIOLATION);
    cr_expect_eq(after.kind, KC_VERDICT_CORRECT);
}

/* Registers hold anything at the start, and so do memories. */
Test(coral_cells, nothing_is_zero_at_the_start)
{
    const struct kc_verdict reg = judge("relu", "C1", RELU("", "vmax.vv v8, v8, v24", ""));
    const struct kc_verdict dtcm =
        judge("relu", "C1", RELU("lui t3, 0x10\nlb t4, 64(t3)\n", "vmax.vx v8, v8, t4", ""));

    cr_expect_neq(reg.kind, KC_VERDICT_CORRECT);
    cr_expect_neq(dtcm.kind, KC_VERDICT_CORRECT);
}

/* An answer that is off by so much everywhere. */
static uint64_t wrong_when_off_by(const char *task, double much)
{
    struct bench            b;
    const struct kc_tensor *out;

    open_bench(&b, task, "C1");
    out = &b.cell.cases[0]->out;
    const size_t count = kc_tensor_count(out);
    double      *answer = kc_arena_array(&b.arena, double, count);

    for (size_t i = 0; i < count; i++)
        answer[i] = out->value[i] + much;
    const uint64_t wrong = kc_cell_judge(&b.cell, 0, answer);

    kc_arena_free(&b.arena);
    return wrong;
}

Test(coral_cells, matches)
{
    static const char *const exact[] = { "relu",           "gemv",   "gemm",
                                         "batch_matmul",   "linear", "conv2d",
                                         "depthwise_conv", "ffn",    "swiglu" };
    static const char *const one[] = { "silu", "gelu", "layernorm", "rmsnorm", "conv_block" };

    for (size_t i = 0; i < KC_COUNT(exact); i++) {
        cr_expect_eq(wrong_when_off_by(exact[i], 0.0), 0, "%s", exact[i]);
        cr_expect_gt(wrong_when_off_by(exact[i], 1.0), 0, "%s", exact[i]);
    }
    for (size_t i = 0; i < KC_COUNT(one); i++) {
        cr_expect_eq(wrong_when_off_by(one[i], -1.0), 0, "%s", one[i]);
        cr_expect_gt(wrong_when_off_by(one[i], 2.0), 0, "%s", one[i]);
    }
    cr_expect_eq(wrong_when_off_by("softmax", 8.0), 0);
    cr_expect_gt(wrong_when_off_by("softmax", 9.0), 0);
}

/* How many elements of all seeds' answers are judged wrong when one step is done wrong; -1: the
 * step makes no difference. */
static int64_t wrong_with_slip(const struct kc_cell *cell, enum kc_int_slip slip)
{
    struct kc_arena arena = { 0 };
    int64_t         wrong = -1;

    for (uint32_t seed = 0; seed < cell->seeds; seed++) {
        struct kc_case c = *cell->cases[seed];
        const size_t   count = kc_tensor_count(&c.out), bytes = count * sizeof(double);

        c.stage_count = 0;
        c.slip = slip;
        c.out.value = kc_arena_alloc(&arena, bytes);
        c.out.scale = kc_arena_alloc(&arena, bytes);
        kc_case_reference(&c);
        if (memcmp(c.out.value, cell->cases[seed]->out.value, bytes) == 0)
            continue;
        wrong = (wrong < 0 ? 0 : wrong) + (int64_t)kc_cell_judge(cell, seed, c.out.value);
    }
    kc_arena_free(&arena);
    return wrong;
}

/* Where a task has that step, every configuration shows it. */
static void expect_slips_noticed(const char *task, const enum kc_int_slip *slips, size_t count)
{
    static const char *const configs[] = { "C1", "C2", "C3", "C4", "C5" };

    for (size_t i = 0; i < KC_COUNT(configs); i++) {
        struct bench b;

        open_bench(&b, task, configs[i]);
        for (size_t s = 0; s < count; s++)
            cr_expect_gt(wrong_with_slip(&b.cell, slips[s]), 0, "%s %s: slip %d", task, configs[i],
                         (int)slips[s]);
        kc_arena_free(&b.arena);
    }
}

Test(coral_cells, steps_done_wrong_are_noticed)
{
    static const char *const      products[] = { "gemv",   "gemm", "batch_matmul",   "linear",
                                                 "conv2d", "ffn",  "depthwise_conv", "swiglu" };
    static const enum kc_int_slip slips[] = {
        KC_SLIP_WRAPS,        KC_SLIP_SUM_WRAPS,  KC_SLIP_ROUND_DOWN,     KC_SLIP_ROUND_ODD,
        KC_SLIP_SHIFT_DOWN,   KC_SLIP_NO_PRODUCT, KC_SLIP_NO_SHIFT,       KC_SLIP_SHIFT_LESS,
        KC_SLIP_HIGH_PRODUCT, KC_SLIP_SHIFT_MORE, KC_SLIP_CLAMP_UNSIGNED,
    };
    static const enum kc_int_slip table[] = { KC_SLIP_NO_LOOK_UP, KC_SLIP_INDEX_UNSIGNED };

    for (size_t i = 0; i < KC_COUNT(products); i++)
        expect_slips_noticed(products[i], slips, KC_COUNT(slips));
    expect_slips_noticed("ffn", table, KC_COUNT(table));
    expect_slips_noticed("swiglu", table, KC_COUNT(table));
    expect_slips_noticed("layernorm", slips, 1);
    expect_slips_noticed("rmsnorm", slips, 1);
    expect_slips_noticed("conv_block", slips, 1);
}

/* The start-up's words are what the assembler makes of its text. */
Test(coral_cells, startup_is_what_it_says)
{
    static const uint32_t arguments[] = { 0x20000000, 0x20000400, 0x20000ff0 };
    struct bench          b;
    uint32_t              words[CORAL_STARTUP_WORDS];

    open_bench(&b, "relu", "C1");
    const struct kc_program kernel = assemble(&b, "nop\nkernel: ret\n");
    const struct kc_program text = assemble(&b, "_start: vsetvli t0, zero, e8, m1, ta, ma\n"
                                                "lui sp, 0x18\n"
                                                "li a0, 0x20000000\nli a1, 0x20000400\n"
                                                "li a2, 0x20000ff0\n"
                                                "jal ra, 0x54 - 28\nmpause\n");

    cr_assert(kernel.own);
    cr_expect_eq(kernel.entry, 0u);
    cr_expect_eq(((const struct coral_startup *)kernel.own)->kernel, 0x54u);
    cr_assert_eq(text.count, 9u);
    coral_startup_words(b.target.config, kernel.own, arguments, 3, words);
    for (size_t i = 0; i < text.count; i++)
        cr_expect_eq(words[i], text.words[i], "word %zu: %08x", i, words[i]);
    cr_expect(!text.own);
    kc_arena_free(&b.arena);
}

Test(coral_cells, illegal_sizes_are_refused)
{
    static const char *const bad[][2] = { { "gemm", "4,70000,4" },
                                          { "conv2d", "8,4,4,2" },
                                          { "relu", "0,4" } };

    for (size_t i = 0; i < KC_COUNT(bad); i++) {
        struct kc_arena arena = { 0 };
        uint32_t        p[KC_PARAMS];

        cr_expect(kc_task_config(&arena, kc_task_find(kc_str_from(bad[i][0])), "coral",
                                 kc_str_from(bad[i][1]), p),
                  "%s %s", bad[i][0], bad[i][1]);
        kc_arena_free(&arena);
    }
}

/* Lines of the derivation that are not hidden behind others add up. */
Test(coral_cells, bounds_add_up)
{
    static const char *const tasks[] = { "relu", "gemm", "conv2d", "depthwise_conv", "swiglu" };

    for (size_t i = 0; i < KC_COUNT(tasks); i++) {
        struct bench    b;
        struct kc_bound bound;
        uint64_t        sum = 0;

        open_bench(&b, tasks[i], "C3");
        kc_cell_bound(&b.cell, &bound);
        for (size_t j = 0; j < bound.count; j++)
            sum += bound.line[j].cycles;
        cr_expect_eq(sum, bound.cycles, "%s", tasks[i]);
        cr_expect_leq(bound.floor, bound.cycles, "%s", tasks[i]);
        kc_arena_free(&b.arena);
    }
}

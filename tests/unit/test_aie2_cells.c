/* Cells on an AIE2 tile: placement, start, what the judge accepts and rejects, and the prompt. */
#include <stdio.h>
#include <string.h>

#include "cells/cells.h"
#include "cells/prompt.h"
#include "testing.h"

struct bench {
    struct kc_arena  arena;
    struct kc_target target;
    struct kc_cell   cell;
};

static void open_bench(struct bench *b, const char *task_name, const char *config, uint32_t seeds)
{
    const struct kc_task *task = kc_task_find(kc_str_from(task_name));
    struct kc_diags       dg;
    uint32_t              p[KC_PARAMS];

    *b = (struct bench){ 0 };
    cr_assert(kc_target_open(&b->arena, "aie2", NULL, &b->target, &dg));
    cr_assert_null(kc_task_config(&b->arena, task, "aie2", kc_str_from(config), p), "%s %s",
                   task_name, config);
    cr_assert_null(kc_cell_open(&b->arena, &b->target, task, p, 0, seeds, &b->cell));
}

static struct kc_verdict judge_text(struct bench *b, struct kc_str text)
{
    struct kc_diags   dg;
    struct kc_program program;

    kc_diags_init(&dg, &b->arena, (struct kc_source){ "kernel", text });
    program = kc_target_assemble(&b->arena, &b->target, &dg);
    cr_assert_eq(dg.errors, 0, "%.*s", KC_STR(text));
    return kc_cell_verdict(&b->cell, &program);
}

static struct kc_verdict judge(const char *task, const char *config, const char *text)
{
    struct bench b;

    open_bench(&b, task, config, KC_SEEDS);
    const struct kc_verdict v = judge_text(&b, kc_str_from(text));

    kc_arena_free(&b.arena);
    return v;
}

/* ---- kernels -------------------------------------------------------------------------------- */

#define NOPS(n) ".rept " #n "\n nop\n.endr\n"

/* relu C1, one vector at a time: 16 trips of 32 bytes. */
#define RELU(before, set, operation, after)                                               \
    "kernel:\n" before "mova r1, #0 ; movx r2, #15\n" set "movxm p2, #loop\n.p2align 4\n" \
    "loop: vlda wl0, [p0], #32\n" NOPS(6) operation "\nnop\nvst wl1, [p1], #32\n" after   \
                                                    "jnzd r2, r2, p2\n" NOPS(5) "ret lr\n" NOPS(5)
#define ZERO "vbcst.16 x2, r1\n"
#define MAX  "vmax_lt.bf16 x1, r16, x0, x2"

Test(aie2_cells, a_right_kernel_is_correct_and_no_faster_than_light)
{
    const struct kc_verdict v = judge("relu", "C1", RELU("", ZERO, MAX, ""));

    cr_expect_eq(v.kind, KC_VERDICT_CORRECT);
    cr_expect_eq(v.seeds, KC_SEEDS);
    /* 16 trips of 1 + 6 + 1 + 1 + 1 + 6 bundles, 3 and an alignment before, 6 after. */
    cr_expect_geq(v.cycles, 16u * 16 + 9);
    cr_expect_leq(v.cycles, 16u * 16 + 10);
}

Test(aie2_cells, inputs_are_read_only)
{
    const struct kc_verdict in =
        judge("relu", "C1",
              RELU("mov p3, p0\nmova r4, #7\nst r4, [p3, #0]\n" NOPS(4), ZERO, MAX, ""));
    const struct kc_verdict behind =
        judge("relu", "C1",
              RELU("movxm p3, #0x7c000\nmova r4, #7\nst r4, [p3, #0]\n" NOPS(4), ZERO, MAX, ""));

    cr_expect_eq(in.kind, KC_VERDICT_RULE_VIOLATION);
    cr_assert(in.rule);
    cr_expect(strstr(in.rule, "read-only"));
    cr_expect_eq(behind.kind, KC_VERDICT_CORRECT);
}

/* Registers hold anything at the start, and so does memory: without zeros, and with zeros from
 * where nobody wrote. */
Test(aie2_cells, nothing_is_zero_at_the_start)
{
    const struct kc_verdict reg = judge("relu", "C1", RELU("", "", MAX, ""));
    const struct kc_verdict memory =
        judge("relu", "C1", RELU("movxm p3, #0x7c000\nvlda wl2, [p3, #0]\n" NOPS(7), "", MAX, ""));

    cr_expect_neq(reg.kind, KC_VERDICT_CORRECT);
    cr_expect_neq(memory.kind, KC_VERDICT_CORRECT);
}

/* Whatever the bytes are, as bf16 they are numbers. */
Test(aie2_cells, memory_holds_finite_values)
{
    struct bench       b;
    struct kc_machine *m;
    size_t             odd = 0;

    open_bench(&b, "relu", "C1", 1);
    m = b.target.platform->machine_new(b.target.config, b.target.isa);
    struct kc_region *dm = kc_machine_region(m, kc_str_from("dm"));

    kc_region_fill_seed(dm, 0, 3);
    for (uint64_t at = 0; at + 1 < dm->elems; at++) {
        const uint8_t low = *(const uint8_t *)kc_region_elem(dm, at);
        const uint8_t high = *(const uint8_t *)kc_region_elem(dm, at + 1);

        odd += (high & 0x7f) == 0x7f && (low & 0x80);
    }
    cr_expect_eq(odd, 0u);
    b.target.platform->machine_free(m);
    kc_arena_free(&b.arena);
}

static uint64_t register_of(struct kc_machine *m, const char *name)
{
    struct kc_register r[KC_REGISTERS];
    const size_t       count = m->platform->registers(m, r, KC_REGISTERS);

    for (size_t i = 0; i < count; i++)
        if (strcmp(r[i].name, name) == 0)
            return r[i].bits;
    cr_assert_fail("no register %s", name);
    return 0;
}

/* tasks.md 5. */
Test(aie2_cells, registers_at_the_start)
{
    struct bench       b;
    struct kc_machine *m;

    open_bench(&b, "gemm", "C1", 1);
    const struct kc_declared d = kc_case_declared(b.cell.cases[0]);

    m = b.target.platform->machine_new(b.target.config, b.target.isa);
    b.target.platform->prepare(m, &d, &b.cell.layout);
    cr_expect_eq(register_of(m, "p0"), b.cell.layout.in[0].address);
    cr_expect_eq(register_of(m, "p1"), b.cell.layout.in[1].address);
    cr_expect_eq(register_of(m, "p2"), b.cell.layout.out.address);
    cr_expect_eq(register_of(m, "sp"), 0x7fc00u);
    cr_expect_eq(register_of(m, "crRnd"), 12u);
    cr_expect_eq(register_of(m, "crSat"), 0u);
    b.target.platform->machine_free(m);
    kc_arena_free(&b.arena);
}

/* ---- placement ------------------------------------------------------------------------------ */

static unsigned bank(uint64_t address)
{
    return (unsigned)(address >> 14 & 3);
}

Test(aie2_cells, operands_lie_in_different_banks)
{
    struct bench b;

    open_bench(&b, "gemm", "C1", 1);
    const struct kc_layout *l = &b.cell.layout;

    cr_expect_neq(bank(l->in[0].address), bank(l->in[1].address));
    cr_expect_neq(bank(l->out.address), bank(l->in[0].address));
    cr_expect_neq(bank(l->out.address), bank(l->in[1].address));
    kc_arena_free(&b.arena);
}

static bool overlap(const struct kc_placed *a, const struct kc_placed *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

static void check_places(const struct bench *b, const char *name, const char *config)
{
    const struct kc_layout *l = &b->cell.layout;
    const size_t            count = b->cell.cases[0]->in_count;
    const bool              resident = strcmp(l->out.region, "dm") == 0;
    uint64_t                bytes = (l->out.size + 63) / 64 * 64;

    for (size_t i = 0; i <= count; i++) {
        const struct kc_placed *p = i < count ? &l->in[i] : &l->out;

        cr_expect_eq(p->address % 64, 0u, "%s %s", name, config);
        cr_expect_str_eq(p->region, l->out.region, "%s %s", name, config);
        if (resident)
            cr_expect(p->address >= 0x70000 && p->address + p->size <= 0x7c000, "%s %s", name,
                      config);
        for (size_t j = 0; j < i; j++)
            cr_expect_not(overlap(p, &l->in[j]), "%s %s", name, config);
        bytes += i < count ? (p->size + 63) / 64 * 64 : 0;
    }
    cr_expect_eq(resident, bytes <= 48 * 1024 && count <= 7, "%s %s: %zu bytes", name, config,
                 (size_t)bytes);
}

/* Every task is there, and resident exactly when its tensors fit in 48 KiB. */
Test(aie2_cells, all_tasks_are_placed)
{
    const struct kc_task *task;
    size_t                cells = 0, streamed = 0;

    for (size_t i = 0; (task = kc_task_at(i)); i++)
        for (int n = 1; kc_task_supported(task, "aie2") && n <= 2 * KC_CONFIGS; n++) {
            struct bench b;
            char         config[16];

            snprintf(config, sizeof config, n <= KC_CONFIGS ? "C%d" : "gen:%d", n);
            if (n == KC_CONFIGS && task->level == 3)
                continue;
            open_bench(&b, task->name, config, 1);
            check_places(&b, task->name, config);
            cr_expect_null(task->illegal("aie2", b.cell.p), "%s %s", task->name, config);
            cells++;
            streamed += strcmp(b.cell.layout.out.region, "host") == 0;
            kc_arena_free(&b.arena);
        }
    cr_expect_gt(cells, 200u);
    cr_expect_gt(streamed, cells / 4);
    cr_expect_lt(streamed, cells * 3 / 4);
}

/* ---- the prompt ----------------------------------------------------------------------------- */

/* The fenced block that begins so. */
static struct kc_str example_of(const char *system, const char *begin)
{
    const char *from = strstr(system, begin), *to;

    cr_assert(from);
    from += 4;
    to = strstr(from, "```");
    cr_assert(to);
    return (struct kc_str){ from, (size_t)(to - from) };
}

#define PRODUCT "```\n// y[8,16] = x[8,16] w[16,16]"
#define STREAM  "```\n// y = x, 64 rows of 256"

Test(aie2_cells, the_example_of_the_prompt_runs)
{
    struct bench                   b;
    const struct kc_prompt_options options = { 0 };

    open_bench(&b, "gemm", "8,16,16", KC_SEEDS);
    struct kc_prompt        prompt = kc_prompt_new(&b.cell, &options);
    const struct kc_verdict v = judge_text(&b, example_of(prompt.system.text, PRODUCT));

    cr_expect_eq(v.kind, KC_VERDICT_CORRECT);
    kc_prompt_free(&prompt);
    kc_arena_free(&b.arena);
}

static void same_as_input(void *context, uint32_t seed, uint32_t fill, const double *produced)
{
    const struct bench *b = context;

    (void)fill;
    for (size_t i = 0; i < 64 * 256; i++)
        if (produced[i] != b->cell.cases[seed]->in[0].value[i])
            cr_assert_fail("element %zu of seed %u", i, (unsigned)seed);
}

/* It copies, so it solves no task; but what it leaves is x. */
Test(aie2_cells, the_streamed_example_of_the_prompt_copies)
{
    struct bench                   b;
    const struct kc_prompt_options options = { 0 };
    struct kc_diags                dg;

    open_bench(&b, "relu", "64,256", 1);
    struct kc_prompt prompt = kc_prompt_new(&b.cell, &options);

    kc_diags_init(&dg, &b.arena,
                  (struct kc_source){ "copy", example_of(prompt.system.text, STREAM) });
    const struct kc_program program = kc_target_assemble(&b.arena, &b.target, &dg);

    cr_assert_eq(dg.errors + dg.warnings, 0u);
    const struct kc_verdict v = kc_cell_check_outputs(&b.cell, &program, 0, same_as_input, &b);

    cr_expect_eq(v.kind, KC_VERDICT_WRONG_RESULT);
    kc_prompt_free(&prompt);
    kc_arena_free(&b.arena);
}

/* Places, registers and, where tensors travel, the directives. */
Test(aie2_cells, the_prompt_says_where_everything_is)
{
    const struct kc_prompt_options options = { 0 };
    static const char *const       configs[] = { "C1", "C2" };
    static const char *const       words[][4] = { { "in p0", "in p2", "bank B", "0x74000" },
                                                  { ".fifo", "NAME.full", "layout=", "tile=" } };

    for (size_t i = 0; i < 2; i++) {
        struct bench b;

        open_bench(&b, "gemm", configs[i], 1);
        struct kc_prompt prompt = kc_prompt_new(&b.cell, &options);

        for (size_t w = 0; w < 4; w++)
            cr_expect(strstr(prompt.user.text, words[i][w]), "%s: %s", configs[i], words[i][w]);
        cr_expect_not(strstr(prompt.system.text, "(null)"));
        kc_prompt_free(&prompt);
        kc_arena_free(&b.arena);
    }
}

/* ---- the bound ------------------------------------------------------------------------------ */

static struct kc_bound bound_of(const char *task, const char *config)
{
    struct bench    b;
    struct kc_bound bound;

    open_bench(&b, task, config, 1);
    kc_cell_bound(&b.cell, &bound);
    kc_arena_free(&b.arena);
    return bound;
}

/* From the shapes: M K N / 128, or the bytes of x and w / 8; 13 cycles through the pipeline. */
Test(aie2_cells, bounds_of_products)
{
    static const struct {
        const char *config, *unit;
        uint64_t    cycles;
    } rows[] = { { "C1", "compute", 8 * 64 * 64 / 128 + 13 },
                 { "C2", "dma", (16 * 256 + 256 * 128) * 2 / 8 + 13 },
                 { "C3", "dma", (32 * 256 + 256 * 256) * 2 / 8 + 13 },
                 { "C4", "compute", 64 * 512 * 256 / 128 + 13 },
                 { "C5", "compute", 128 * 512 * 1024 / 128 + 13 } };

    for (size_t i = 0; i < KC_COUNT(rows); i++) {
        const struct kc_bound b = bound_of("gemm", rows[i].config);
        uint64_t              sum = 0;

        cr_expect_eq(b.cycles, rows[i].cycles, "%s", rows[i].config);
        for (size_t l = 0; l < b.count; l++) {
            sum += b.line[l].cycles;
            if (b.line[l].cycles > 13)
                cr_expect_str_eq(b.line[l].unit, rows[i].unit, "%s", rows[i].config);
        }
        cr_expect_eq(sum, b.cycles);
        cr_expect_leq(b.floor, b.cycles);
    }
}

Test(aie2_cells, relu_is_bound_by_the_store_port)
{
    cr_expect_eq(bound_of("relu", "C4").cycles, 32u * 256 / 16 + 7 + 2);
}

static void check_bound(const struct kc_task *task, const char *config)
{
    struct bench      b;
    struct kc_bound   bound;
    struct kc_verdict v;

    open_bench(&b, task->name, config, 1);
    kc_cell_bound(&b.cell, &bound);
    cr_assert_null(kc_cell_compile_check(&b.arena, &b.cell, KC_OPT_BEST, &v), "%s %s", task->name,
                   config);
    cr_expect_eq(v.kind, KC_VERDICT_CORRECT, "%s %s", task->name, config);
    cr_expect_leq(bound.cycles, v.cycles, "%s %s", task->name, config);
    kc_arena_free(&b.arena);
}

/* Resident and streamed. */
Test(aie2_cells, no_kernel_beats_the_bound)
{
    const struct kc_task *task;

    for (size_t i = 0; (task = kc_task_at(i)); i++) {
        if (task->level > 2 || !kc_task_supported(task, "aie2"))
            continue;
        check_bound(task, "C1");
        check_bound(task, "gen:1");
        check_bound(task, "gen:4");
    }
}

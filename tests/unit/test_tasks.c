/* Tasks: references against computations by hand, draws against the definition of the generator,
 * and the legality of what is published and generated. */
#include "tasks/task.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { INPUTS_MOST = 64, WANTS_MOST = 8 };

/* Inputs follow each other in the order of the task; what is not written is 0. */
struct example {
    const char *name, *task;
    uint32_t    p[KC_PARAMS];
    double      in[INPUTS_MOST], want[WANTS_MOST];
};

#define LN3 1.0986122886681098

/* clang-format off */
static const struct example examples[] = {
    { "negative values become 0", "relu", { 2, 2 }, { -1, 2, 0.5, -3 }, { 0, 2, 0.5, 0 } },
    /* sigmoid(2) = 1 / (1 + e^-2) = 0.88079708, sigmoid(1) = 0.73105858 */
    { "x sigmoid(x)", "silu", { 2, 2 }, { 0, 1, 2, -2 },
      { 0, 0.7310585786300049, 1.7615941559557649, -0.2384058440442351 } },
    /* Phi(1) = 0.84134475, Phi(2) = 0.97724987 */
    { "x Phi(x)", "gelu", { 2, 2 }, { 0, 1, 2, -1 },
      { 0, 0.8413447460685429, 1.9544997361036416, -0.15865525393145707 } },
    { "odds of 1 to 3, and equals", "softmax", { 2, 2 }, { 0, LN3, 5, 5 },
      { 0.25, 0.75, 0.5, 0.5 } },
    { "large values do not overflow", "softmax", { 1, 2 }, { 1000, 1000 + LN3 }, { 0.25, 0.75 } },
    /* means 2 and 2, variances 1 and 4: 1 / sqrt(1 + 1e-5), 2 / sqrt(4 + 1e-5) */
    { "minus mean, over deviation", "layernorm", { 2, 2 }, { 1, 3, 0, 4 },
      { -0.9999950000374997, 0.9999950000374997, -0.9999987500023438, 0.9999987500023438 } },
    /* mean of 9 and 16 is 12.5, of 1 and 1 is 1 */
    { "over the root of the mean square", "rmsnorm", { 2, 2 }, { 3, 4, 1, -1 },
      { 0.8485277980128059, 1.1313703973504078, 0.9999950000374997, -0.9999950000374997 } },
    /* 1*5 + 2*6, 3*5 + 4*6 */
    { "rows of a times x", "gemv", { 2, 2 }, { 1, 2, 3, 4,  5, 6 }, { 17, 39 } },
    /* 1*5 + 2*7, 1*6 + 2*8, 3*5 + 4*7, 3*6 + 4*8 */
    { "rows times columns", "gemm", { 2, 2, 2 }, { 1, 2, 3, 4,  5, 6, 7, 8 }, { 19, 22, 43, 50 } },
    { "each pair by itself", "batch_matmul", { 2, 1, 2, 2 },
      { 1, 2,  3, 4,   5, 6, 7, 8,  0, 1, 1, 0 }, { 19, 22, 4, 3 } },
    { "bias on every row", "linear", { 2, 2, 2 },
      { 1, 2, 3, 4,  5, 6, 7, 8,  1, -1 }, { 20, 21, 44, 49 } },
    /* w = 1 ... 9 centred on each pixel of (1 2; 3 4): 1*5 + 2*6 + 3*8 + 4*9 = 77,
     * 1*4 + 2*5 + 3*7 + 4*8 = 67, 1*2 + 2*3 + 3*5 + 4*6 = 47, 1*1 + 2*2 + 3*4 + 4*5 = 37 */
    { "correlation, zeros outside", "conv2d", { 2, 1, 1, 3 },
      { 1, 2, 3, 4,  1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 77, 67, 47, 37 } },
    /* one pixel, two channels in, two out: (1 2) (3 4; 5 6) = 1*3 + 2*5, 1*4 + 2*6 */
    { "channels are summed", "conv2d", { 1, 2, 2, 1 }, { 1, 2,  3, 4, 5, 6 }, { 13, 16 } },
    { "channels stay apart", "depthwise_conv", { 2, 2, 1 }, { 1, 2, 3, 4, 5, 6, 7, 8,  10, 100 },
      { 10, 200, 30, 400, 50, 600, 70, 800 } },
    /* position 0 is not turned; (1, 0) turned by 1 radian is (cos 1, sin 1) */
    { "a turn by the position", "rope", { 2, 2 }, { 3, 4, 1, 0 },
      { 3, 4, 0.5403023058681398, 0.8414709848078965 } },
    /* hidden = (0, 2), activated = (0, 1.7615942) */
    { "silu between two products", "ffn", { 1, 2, 2 }, { 1, 0,  0, 2, 5, 5,  9, 9, 1, 10 },
      { 1.7615941559557649, 17.615941559557649 } },
    /* gate = (0, 2), up = (7, 0.5), product = (0, 0.88079708) */
    { "silu on the gate only", "swiglu", { 1, 2, 2 },
      { 1, 0,  0, 2, 5, 5,  7, 0.5, 5, 5,  9, 9, 1, 10 },
      { 0.8807970779778825, 8.807970779778825 } },
    /* scores (0, 0) and (0, 2 ln 3 / sqrt(4)): 4/2 + 8/2, 4/4 + 8*3/4 */
    { "scaled by 1/sqrt(D)", "attention", { 2, 4 },
      { 0, 0, 0, 0, 2 * LN3, 0, 0, 0,  0, 0, 0, 0, 1, 0, 0, 0,  4, 0, 0, 0, 8, 0, 0, 0 },
      { 6, 0, 0, 0, 7, 0, 0, 0 } },
    { "the same function", "flash_attention", { 2, 4 },
      { 0, 0, 0, 0, 2 * LN3, 0, 0, 0,  0, 0, 0, 0, 1, 0, 0, 0,  4, 0, 0, 0, 8, 0, 0, 0 },
      { 6, 0, 0, 0, 7, 0, 0, 0 } },
    /* x = 1, so q, k, v are the weights; context = (6 70; 7 60), times (1 0; 1 1) */
    { "heads are columns", "mha", { 2, 2, 2 },
      { 1, 0, 0, 1,  0, 1, 1, 0,  0, 0, LN3, LN3,  4, 40, 8, 80,  1, 0, 1, 1 },
      { 76, 70, 67, 60 } },
    /* both heads use k = (0, ln 3) and v = (4, 8) */
    { "one key head for all", "mqa", { 2, 2, 2 },
      { 1, 0, 0, 1,  0, 1, 1, 0,  0, LN3,  4, 8,  1, 0, 0, 1 }, { 6, 7, 7, 6 } },
    /* one token: the context is v, heads 0 and 1 from its first head, 2 and 3 from its second */
    { "two query heads to a key head", "gqa", { 1, 4, 4, 2 },
      { 1, 0, 0, 0,  [20] = 0,  [28] = 4, 8,  [36] = 1, [41] = 1, [46] = 1, [51] = 1 },
      { 4, 4, 8, 8 } },
    /* 3 (2x - 1) / 2 - 10 for x = 1 ... 4: -8.5, -5.5, -2.5, 0.5 */
    { "normalised, then relu", "conv_block", { 2, 1, 1, 1 },
      { 1, 2, 3, 4,  2,  3, -10, 1, 4 - 1e-5 }, { 0, 0, 0, 0.5 } },
    { "weights of 0 leave x", "decoder_llama", { 2, 2, 1, 2 }, { 1, 2, 3, -4 }, { 1, 2, 3, -4 } },
    { "weights of 0 leave x", "decoder_t5", { 2, 2, 1, 2 }, { 1, 2, 3, -4 }, { 1, 2, 3, -4 } },
};
/* clang-format on */

static void fill_in(struct kc_case *c, const double *values)
{
    for (size_t i = 0; i < c->in_count; i++)
        for (size_t e = 0; c->draw[i] != KC_DRAW_GIVEN && e < kc_tensor_count(&c->in[i]); e++)
            c->in[i].value[e] = *values++;
    if (c->task->give)
        c->task->give(c);
    kc_case_reference(c);
}

Test(tasks, references_by_hand)
{
    for (size_t i = 0; i < KC_COUNT(examples); i++) {
        const struct example *x = &examples[i];
        struct kc_arena       arena = { 0 };
        struct kc_case *c = kc_case_new(&arena, kc_task_find(kc_str_from(x->task)), "aie2", x->p);

        fill_in(c, x->in);
        for (size_t e = 0; e < kc_tensor_count(&c->out); e++)
            cr_expect(fabs(c->out.value[e] - x->want[e]) <= 1e-12 * (1.0 + fabs(x->want[e])),
                      "%s, %s: element %zu is %.17g, expected %.17g", x->task, x->name, e,
                      c->out.value[e], x->want[e]);
        kc_arena_free(&arena);
    }
}

Test(tasks, every_task_has_an_example)
{
    const struct kc_task *t;

    for (size_t i = 0; (t = kc_task_at(i)); i++) {
        size_t found = 0;

        for (size_t e = 0; e < KC_COUNT(examples); e++)
            found += kc_str_is(kc_str_from(examples[e].task), t->name);
        cr_expect(found > 0, "%s has no example", t->name);
    }
}

/* An element whose error is allowed has a scale; only an exact 0 may do without one. */
Test(tasks, scales_cover_values)
{
    const struct kc_task *t;

    for (size_t i = 0; (t = kc_task_at(i)); i++) {
        struct kc_arena arena = { 0 };
        uint32_t        p[KC_PARAMS] = { 0 };

        t->generate("aie2", 1, p);
        struct kc_case *c = kc_case_new(&arena, t, "aie2", p);

        kc_case_draw(c, 1, KC_DISTRIBUTION_NORMAL);
        kc_case_reference(c);
        for (size_t e = 0; e < kc_tensor_count(&c->out); e++)
            if (!(c->out.scale[e] >= fabs(c->out.value[e]) * (1.0 - 1e-12))) {
                cr_expect(false, "%s: element %zu is %g, its scale %g", t->name, e, c->out.value[e],
                          c->out.scale[e]);
                break;
            }
        kc_arena_free(&arena);
    }
}

/* Elements of a tensor times 1 +- 2^-8 at random: the most that rounding to bf16 does. */
static void blur(struct kc_case *c, const char *name, uint64_t stream)
{
    for (size_t i = 0; i < c->in_count; i++)
        for (size_t e = 0; strcmp(c->in[i].name, name) == 0 && e < kc_tensor_count(&c->in[i]); e++)
            c->in[i].value[e] *= kc_random_u64(5, stream, e) & 1 ? 1.0 + 0x1p-8 : 1.0 - 0x1p-8;
}

/* Of what is allowed, how far scores of rounded queries (and keys, where they are computed) move
 * the result. */
static double worst_when_blurred(const struct kc_task *t, uint64_t seed)
{
    struct kc_arena arena = { 0 };
    uint32_t        p[KC_PARAMS] = { 0 };
    double          worst = 0.0;

    t->generate("aie2", seed, p);
    struct kc_case *c[2] = { kc_case_new(&arena, t, "aie2", p), kc_case_new(&arena, t, "aie2", p) };

    for (size_t i = 0; i < 2; i++) {
        kc_case_draw(c[i], seed, KC_DISTRIBUTION_UNEVEN);
        for (size_t n = 0; i && n < 3; n++)
            blur(c[i], (const char *[]){ "q", "wq", "wk" }[n], n);
        kc_case_reference(c[i]);
    }
    for (size_t e = 0; e < kc_tensor_count(&c[0]->out); e++)
        worst = fmax(worst, fabs(c[1]->out.value[e] - c[0]->out.value[e]) /
                                kc_case_allowed(c[0], c[0]->out.scale[e]));
    kc_arena_free(&arena);
    return worst;
}

/* Where two scores nearly tie, rounding decides which of two keys wins: all elements of a row move
 * by the difference of their values, and each has to be allowed. */
Test(tasks, ties_are_allowed)
{
    static const char *const names[] = { "attention", "mha", "gqa", "mqa" };

    for (size_t i = 0; i < KC_COUNT(names); i++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            const double worst = worst_when_blurred(kc_task_find(kc_str_from(names[i])), seed);

            cr_expect(worst < 1.0, "%s gen:%d: %.2f of the allowed", names[i], (int)seed, worst);
        }
}

/* Philox's known answers (test_random.c) as draws.  Normal: the low 12 bits choose a row of
 * normal.def (rows 2261, 1901 and 3593 hold 49739, 40582 and 101163), bit 12 the sign, the unit is
 * 2^-16.  Tailed: 3 * low 16 bits - 3 * 32768 in units of 2^-16
 * around 0.5, four times that when bits 16 to 20 are 0.
 *   0xe169c58d6627e8d5: row 0x8d5 = 2261, bit 12 of 0xe8d5 is 0;
 *       3 * 0xe8d5 = 178815, minus 98304 is 80511; 0x6627 ends in 00111
 *   0x41c83b0e408f276d: row 0x76d = 1901, bit 12 of 0x276d is 0;
 *       3 * 0x276d = 30279, minus 98304 is -68025; 0x408f ends in 01111
 *   0x94fdccebd16cfe09: row 0xe09 = 3593, bit 12 of 0xfe09 is 1;
 *       3 * 0xfe09 = 195099, minus 98304 is 96795; 0xd16c ends in 01100 */
Test(draws, first_values)
{
    static const struct {
        uint64_t seed, stream, index;
        double   normal, tailed;
    } cases[] = {
        { 0, 0, 0, 49739 / 65536.0, 0.5 + 80511 / 65536.0 },
        { UINT64_MAX, UINT64_MAX, UINT64_MAX, 40582 / 65536.0, 0.5 - 68025 / 65536.0 },
        { UINT64_C(0x299f31d0a4093822), UINT64_C(0x0370734413198a2e), UINT64_C(0x85a308d3243f6a88),
          -101163 / 65536.0, 0.5 + 96795 / 65536.0 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const double n = kc_draw_normal(cases[i].seed, cases[i].stream, cases[i].index);
        const double t = kc_draw_tailed(cases[i].seed, cases[i].stream, cases[i].index);

        cr_expect(n == cases[i].normal, "normal %zu: %.17g", i, n);
        cr_expect(t == cases[i].tailed, "tailed %zu: %.17g", i, t);
    }
}

/* Mean and variance within 6 sigma of 0 and 1 for 65536 draws; mean 0.5 of the tailed ones. */
Test(draws, moments)
{
    double sum = 0.0, squares = 0.0, tailed = 0.0;

    for (uint64_t i = 0; i < 65536; i++) {
        const double x = kc_draw_normal(7, 1, i);

        sum += x;
        squares += x * x;
        tailed += kc_draw_tailed(7, 1, i);
    }
    cr_expect(fabs(sum / 65536) < 6.0 / 256, "mean %g", sum / 65536);
    cr_expect(fabs(squares / 65536 - 1.0) < 6.0 * sqrt(2.0) / 256, "variance %g", squares / 65536);
    cr_expect(fabs(tailed / 65536 - 0.5) < 6.0 * 1.1 / 256, "tailed mean %g", tailed / 65536);
}

/* The same seed draws the same inputs; another seed, task or tensor others. */
Test(draws, depend_on_seed_and_name)
{
    struct kc_arena       arena = { 0 };
    const uint32_t        p[KC_PARAMS] = { 4, 64, 64 };
    const struct kc_task *gemm = kc_task_find(kc_str_from("gemm"));
    struct kc_case       *c[3];

    for (uint64_t i = 0; i < 3; i++) {
        c[i] = kc_case_new(&arena, gemm, "aie2", p);
        kc_case_draw(c[i], i / 2 + 1, KC_DISTRIBUTION_NORMAL);
    }
    cr_expect(memcmp(c[0]->in[0].value, c[1]->in[0].value, 256 * sizeof(double)) == 0);
    cr_expect(memcmp(c[0]->in[0].value, c[2]->in[0].value, 256 * sizeof(double)) != 0);
    cr_expect(memcmp(c[0]->in[0].value, c[0]->in[1].value, 256 * sizeof(double)) != 0);
    kc_arena_free(&arena);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* A row's size by its median: half of |0.5 + 3 (u - 1/2)|, u uniform, lies below 0.75, that of a
 * finite row somewhat off; a power of two is found all the same. */
static double size_of_row(const double *x, size_t cols)
{
    double sizes[256];

    for (size_t j = 0; j < cols; j++)
        sizes[j] = fabs(x[j]);
    qsort(sizes, cols, sizeof *sizes, by_value);
    return exp2(rint(log2(sizes[cols / 2] / 0.75)));
}

/* By how much the largest element leads. */
static double lead_of_row(const double *x, size_t cols)
{
    double sorted[256];

    memcpy(sorted, x, cols * sizeof *x);
    qsort(sorted, cols, sizeof *sorted, by_value);
    return sorted[cols - 1] - sorted[cols - 2];
}

/* Any eight rows from a multiple of eight on have the sizes 1/256 to 64, in an order of their own.
 * Draws lie in [-5.5, 6.5]; a peak adds at least 16 to them: it leads by 4 sizes at the least. */
Test(draws, uneven_rows)
{
    static const double sizes[] = { 1.0 / 256, 1.0 / 16, 0.25, 1.0, 4.0, 16.0, 32.0, 64.0 };
    struct kc_arena     arena = { 0 };
    const uint32_t      p[KC_PARAMS] = { 32, 256 };
    struct kc_case     *c = kc_case_new(&arena, kc_task_find(kc_str_from("softmax")), "aie2", p);
    double              found[2][32];

    for (uint64_t seed = 0; seed < 2; seed++) {
        kc_case_draw(c, seed, KC_DISTRIBUTION_UNEVEN);
        for (size_t r = 0; r < 32; r++) {
            const double *x = c->in[0].value + r * 256;
            const double  size = found[seed][r] = size_of_row(x, 256);

            cr_expect(size < 1.0 || lead_of_row(x, 256) >= 4.0 * size, "row %zu of size %g: %g", r,
                      size, lead_of_row(x, 256));
        }
    }
    cr_expect(memcmp(found[0], found[1], sizeof found[0]) != 0);
    for (size_t r = 0; r < 32; r += 8) {
        qsort(found[0] + r, 8, sizeof(double), by_value);
        cr_expect(memcmp(found[0] + r, sizes, sizeof sizes) == 0, "group of row %zu", r);
    }
    kc_arena_free(&arena);
}

static void expect_legal(const struct kc_task *t, const char *platform, const char *config)
{
    struct kc_arena arena = { 0 };
    uint32_t        p[KC_PARAMS];
    const char     *why = kc_task_config(&arena, t, platform, kc_str_from(config), p);

    cr_expect(!why, "%s %s on %s: %s", t->name, config, platform, why);
    why = t->illegal(platform, p);
    cr_expect(!why, "%s %s on %s (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "): %s", t->name,
              config, platform, p[0], p[1], p[2], p[3], why);
    kc_arena_free(&arena);
}

Test(tasks, configurations_are_legal)
{
    const struct kc_task *t;
    char                  config[16];

    for (size_t i = 0; (t = kc_task_at(i)); i++)
        for (size_t k = 0; k < KC_COUNT(t->configs) && t->configs[k].platform; k++)
            for (int n = 1; n <= KC_CONFIGS + 25; n++) {
                snprintf(config, sizeof config, n <= KC_CONFIGS ? "C%d" : "gen:%d",
                         n <= KC_CONFIGS ? n : n - KC_CONFIGS);
                expect_legal(t, t->configs[k].platform, config);
            }
}

Test(tasks, illegal_configurations_name_the_rule)
{
    static const struct {
        const char *task, *config, *why;
    } cases[] = {
        { "silu", "3,64", "rows must be a multiple of BLEN (4) on plena" },
        { "silu", "4,65", "columns must be a multiple of VLEN (64) on plena" },
        { "silu", "4", "silu has 2 parameters" },
        { "silu", "4,64,1", "silu has 2 parameters" },
        { "silu", "C6", "'C6' is not C1 to C5, gen:SEED or sizes like 8,128" },
        { "silu", "4,0", "'0' is not C1 to C5, gen:SEED or sizes like 8,128" },
        { "silu", "gen:x", "gen: needs a number, for example gen:7" },
        { "mha", "32,64,3", "nh must divide H, and nkv must divide nh" },
        { "conv2d", "C1", "conv2d is not defined on plena" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena arena = { 0 };
        uint32_t        p[KC_PARAMS];
        const char *why = kc_task_config(&arena, kc_task_find(kc_str_from(cases[i].task)), "plena",
                                         kc_str_from(cases[i].config), p);

        cr_expect(why && strcmp(why, cases[i].why) == 0, "%s %s: %s", cases[i].task,
                  cases[i].config, why ? why : "legal");
        kc_arena_free(&arena);
    }
}

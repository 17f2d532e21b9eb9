/* The pieces of AIE2 kernels (baseline/aie2/math.h, activation.h) against double: each is put into
 * a loop over memory, scheduled at both levels, and run. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/float.h"
#include "base/random.h"
#include "baseline/aie2/activation.h"
#include "kernelcraft/platform.h"

enum { DM = 0x70000, OUT = 0x8000, MOST = 8192 };

struct rig {
    struct kc_arena     arena;
    struct kc_target    target;
    struct aie2_linear *l;
    struct kc_machine  *machine;
};

static const enum kc_opt levels[] = { KC_OPT_BASELINE, KC_OPT_BEST };

/* p%i: what is read, p%o: what is written. */
static void rig_begin(struct rig *rig, enum kc_opt opt)
{
    struct kc_diags dg;

    *rig = (struct rig){ 0 };
    kc_diags_init(&dg, &rig->arena, (struct kc_source){ "target", kc_str_from("aie2") });
    cr_assert(kc_target_open(&rig->arena, "aie2", NULL, &rig->target, &dg));
    rig->l = aie2_linear_new(&rig->arena, &rig->target, opt);
    aie2_line(rig->l, ".buffer buffer0, 8192, at=0x74000");
    aie2_line(rig->l, ".buffer buffer1, 8192, at=0x7c000");
    aie2_line(rig->l, ".func kernel");
    aie2_line(rig->l, "movxm p%%i, #%d", DM);
    aie2_line(rig->l, "movxm p%%o, #%d", DM + OUT);
}

static void rig_run(struct rig *rig, const void *in, size_t bytes)
{
    struct kc_buf     out = { 0 };
    struct kc_diags   dg;
    struct kc_program program;
    const char       *why;

    aie2_line(rig->l, ".endfunc");
    why = aie2_linear_finish(rig->l, &out);
    cr_assert(!why, "%s", why);
    kc_diags_init(&dg, &rig->arena,
                  (struct kc_source){
                      "test.s",
                      { kc_arena_strndup(&rig->arena, out.text, out.length), out.length } });
    kc_buf_free(&out);
    program = kc_target_assemble(&rig->arena, &rig->target, &dg);
    cr_assert(dg.errors == 0, "%s", dg.first ? dg.first->message : "");
    rig->machine = rig->target.platform->machine_new(rig->target.config, rig->target.isa);
    rig->target.platform->load(rig->machine, &program);
    rig->target.platform->set_register(rig->machine, kc_str_from("crRnd"), kc_str_from("12"));
    kc_region_put(rig->machine->regions, 0, in, bytes);
    cr_assert(rig->target.platform->run(rig->machine, &(struct kc_run){ .fuel = 1000000 }).kind ==
              KC_OUTCOME_HALTED);
}

static uint32_t byte_at(const struct rig *rig, size_t at)
{
    return *(const uint8_t *)kc_region_elem(rig->machine->regions, OUT + at);
}

static double bf16_at(const struct rig *rig, size_t i)
{
    return kc_bf16_widen((uint16_t)(byte_at(rig, 2 * i) | byte_at(rig, 2 * i + 1) << 8));
}

static double fp32_at(const struct rig *rig, size_t i)
{
    uint32_t bits = 0;

    for (size_t b = 0; b < 4; b++)
        bits |= byte_at(rig, 4 * i + b) << 8 * b;
    return kc_f32_from_bits(bits);
}

static void rig_end(struct rig *rig)
{
    rig->target.platform->machine_free(rig->machine);
    kc_arena_free(&rig->arena);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Every bf16 of a sign with a magnitude in a range, the first again to fill a pair. */
static size_t all_bf16(uint16_t *to, double least, double most, bool negative)
{
    size_t n = 0;

    for (uint32_t bits = 0; bits < 0x7f80 && n < MOST; bits++)
        if (kc_bf16_widen((uint16_t)bits) >= least && kc_bf16_widen((uint16_t)bits) <= most)
            to[n++] = (uint16_t)(bits | (negative ? 0x8000u : 0));
    for (size_t i = 0; n % 32; i++)
        to[n++] = to[i];
    return n;
}

static void load_pair(struct aie2_linear *l)
{
    aie2_line(l, "vlda wl%%a_x, [p%%i], #32 !i*");
    aie2_line(l, "vlda wh%%a_x, [p%%i], #32 !i*");
}

static void store_pair(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vst wl%%%s, [p%%o], #32 !o*", name);
    aie2_line(l, "vst wh%%%s, [p%%o], #32 !o*", name);
}

static void store_wide_pair(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vst.conv.bf16.fp32 bml%%%s, [p%%o], #32 !o*", name);
    aie2_line(l, "vst.conv.bf16.fp32 bmh%%%s, [p%%o], #32 !o*", name);
}

/* ---- exp ------------------------------------------------------------------------------------ */

/* For a peak of 0: each power, and all together. */
static void check_exp(const struct rig *rig, const uint16_t *in, size_t count)
{
    const double factor = 0x1p-63 * (1.0 + 2.01445401) / 1.00196;
    double       sum = 0.0, want = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double x = kc_bf16_widen(in[i]), y = bf16_at(rig, i) / factor;

        cr_assert(fabs(y / exp(x) - 1.0) < 0.0087 + 0.0038 * fabs(x) * exp(0.0037 * fabs(x)),
                  "x = %g: %g", x, y);
        sum += y;
        want += exp(x);
    }
    cr_assert(fabs(sum / want - 1.0) < 0.003, "sum %g, not %g", sum, want);
}

Test(aie2_math, exp_from_minus_40)
{
    for (size_t level = 0; level < 2; level++) {
        struct rig   rig;
        uint16_t     in[MOST];
        const size_t count = all_bf16(in, 0x1p-12, 40.0, true);

        rig_begin(&rig, levels[level]);
        aie2_math_constants(rig.l, AIE2_MATH_LOG2E | AIE2_MATH_EXP);
        aie2_line(rig.l, ".loop #%zu", count / 32);
        load_pair(rig.l);
        aie2_math_exponent(rig.l, "a", "m_magic");
        aie2_math_exp(rig.l, "a", "m_log2e");
        store_pair(rig.l, "a_e");
        aie2_line(rig.l, ".endloop");
        rig_run(&rig, in, 2 * count);
        check_exp(&rig, in, count);
        rig_end(&rig);
    }
}

/* Peaks near and far: what is far below them becomes tiny, never large. */
Test(aie2_math, exp_far_below_the_peak)
{
    static const double peaks[] = { 0.0, -3.5, 6.5, 88.0, -200.0, 1000.0 };

    for (size_t k = 0; k < sizeof peaks / sizeof *peaks; k++) {
        struct rig rig;
        uint16_t   in[32];

        rig_begin(&rig, KC_OPT_BEST);
        for (size_t i = 0; i < 32; i++)
            in[i] = kc_bf16_round((float)(peaks[k] - (i ? exp2((double)i / 2 - 6) : 0)));
        aie2_math_constants(rig.l, AIE2_MATH_LOG2E | AIE2_MATH_EXP | AIE2_MATH_EXP_BASE);
        aie2_math_bf16(rig.l, "peak", peaks[k]);
        aie2_math_exp_base(rig.l, "base", "peak");
        aie2_math_exp_floor(rig.l, "floor", "peak");
        load_pair(rig.l);
        aie2_line(rig.l, "vmax_lt.bf16 x%%a_x, r%%less, x%%a_x, x%%floor");
        aie2_math_exponent(rig.l, "a", "base");
        aie2_math_exp(rig.l, "a", "m_log2e");
        store_pair(rig.l, "a_e");
        rig_run(&rig, in, sizeof in);
        for (size_t i = 0; i < 32; i++) {
            const double below = kc_bf16_widen(in[i]) - kc_bf16_widen(in[0]);

            cr_assert(fabs(bf16_at(&rig, i) / bf16_at(&rig, 0) - exp(below)) < 0.012,
                      "peak %g, %g below: %g", peaks[k], -below,
                      bf16_at(&rig, i) / bf16_at(&rig, 0));
        }
        rig_end(&rig);
    }
}

/* ---- activations ---------------------------------------------------------------------------- */

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

static double normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static void check_activation(const struct rig *rig, const uint16_t *in, size_t count, bool silu,
                             double units)
{
    for (size_t i = 0; i < count; i++) {
        const double x = kc_bf16_widen(in[i]), y = x * (silu ? sigmoid(x) : normal_cdf(x));

        cr_assert(fabs(bf16_at(rig, i) - y) <= units * 0x1p-8 * fabs(x), "%s(%g) = %g, not %g",
                  silu ? "silu" : "gelu", x, bf16_at(rig, i), y);
    }
}

static void activation_in_registers(bool silu, bool negative)
{
    for (size_t level = 0; level < 2; level++) {
        struct rig   rig;
        uint16_t     in[MOST];
        const size_t count = all_bf16(in, 0x1p-20, 0x1p10, negative);

        rig_begin(&rig, levels[level]);
        aie2_math_constants(rig.l, silu ? AIE2_MATH_SILU : AIE2_MATH_GELU);
        aie2_line(rig.l, ".loop #%zu", count / 32);
        load_pair(rig.l);
        if (silu)
            aie2_math_silu(rig.l, "a");
        else
            aie2_math_gelu(rig.l, "a");
        store_wide_pair(rig.l, "a_y");
        aie2_line(rig.l, ".endloop");
        rig_run(&rig, in, 2 * count);
        check_activation(&rig, in, count, silu, 2.1);
        rig_end(&rig);
    }
}

Test(aie2_math, silu)
{
    activation_in_registers(true, false);
    activation_in_registers(true, true);
}

Test(aie2_math, gelu)
{
    activation_in_registers(false, false);
    activation_in_registers(false, true);
}

static void activation_over_memory(bool silu, bool negative)
{
    static const char *const buffers[] = { "buffer0", "buffer1" };

    for (size_t level = 0; level < 2; level++) {
        struct rig   rig;
        uint16_t     in[MOST];
        const size_t count = all_bf16(in, 0x1p-20, 0x1p10, negative);

        rig_begin(&rig, levels[level]);
        aie2_math_constants(rig.l, 0);
        aie2_activation_walk(rig.l, silu ? &aie2_silu : &aie2_gelu, (uint32_t)(count / 32), "i",
                             "o", buffers);
        rig_run(&rig, in, 2 * count);
        check_activation(&rig, in, count, silu, 2.0);
        rig_end(&rig);
    }
}

Test(aie2_math, activations_over_memory)
{
    activation_over_memory(true, false);
    activation_over_memory(true, true);
    activation_over_memory(false, false);
    activation_over_memory(false, true);
}

/* ---- reciprocals ---------------------------------------------------------------------------- */

/* Positive numbers between 2^-60 and 2^60, and powers of two. */
static void positive(float *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t r = kc_random_u64(7, 1, (uint32_t)i);

        to[i] = (float)ldexp(1.0 + (i % 8 ? (double)(r & 0xffffff) * 0x1p-24 : 0.0),
                             (int)((r >> 32) % 120) - 60);
    }
}

/* The fp32 result, and that in bf16, 2^-8 off at most, in either half of the pair. */
static void check_reciprocals(bool root, double error)
{
    for (size_t level = 0; level < 2; level++) {
        struct rig rig;
        float      in[2048];

        rig_begin(&rig, levels[level]);
        positive(in, 2048);
        aie2_math_constants(rig.l, root ? AIE2_MATH_RSQRT : AIE2_MATH_RECIPROCAL);
        aie2_line(rig.l, ".loop #128");
        aie2_line(rig.l, "vlda aml%%a_a, [p%%i], #32 !i*");
        aie2_line(rig.l, "vlda amh%%a_a, [p%%i], #32 !i*");
        if (root)
            aie2_math_rsqrt(rig.l, "a");
        else
            aie2_math_reciprocal(rig.l, "a");
        aie2_line(rig.l, "vst aml%%a_r, [p%%o], #32 !o*");
        aie2_line(rig.l, "vst amh%%a_r, [p%%o], #32 !o*");
        store_pair(rig.l, "a_r");
        aie2_line(rig.l, ".endloop");
        rig_run(&rig, in, sizeof in);
        for (size_t i = 0; i < 2048; i++) {
            const double want = root ? 1.0 / sqrt((double)in[i]) : 1.0 / (double)in[i];
            const size_t at = i / 16 * 32 + i % 16;
            const double got = fp32_at(&rig, at), low = bf16_at(&rig, at * 2 + 32 - i % 16);

            cr_assert(fabs(got / want - 1.0) < error, "of %g: %g", (double)in[i], got);
            cr_assert(fabs(low / got - 1.0) <= 0x1p-8, "of %g: %g", (double)in[i], low);
            cr_assert_eq(low, bf16_at(&rig, at * 2 + 48 - i % 16));
        }
        rig_end(&rig);
    }
}

Test(aie2_math, reciprocal)
{
    check_reciprocals(false, 0.0016);
}

Test(aie2_math, rsqrt)
{
    check_reciprocals(true, 0.0012);
}

/* ---- reductions ----------------------------------------------------------------------------- */

static void load_row(struct aie2_linear *l, int row)
{
    aie2_line(l, "vlda wl%%p%d, [p%%i], #32 !i*", row);
    aie2_line(l, "vlda wh%%p%d, [p%%i], #32 !i*", row);
}

/* 16 lanes are four lines of four columns; counts that are powers of two, and others. */
static void check_fold(bool mean, uint32_t count)
{
    struct rig rig;
    float      in[16];

    rig_begin(&rig, KC_OPT_BASELINE);
    for (uint32_t i = 0; i < 16; i++)
        in[i] = (float)((double)(kc_random_u64(11, count, i) & 0xffffff) * 0x1p-20 - 4.0);
    aie2_math_constants(rig.l, AIE2_MATH_FOLD);
    aie2_math_share(rig.l, count);
    aie2_math_fp32(rig.l, "more", 0.25);
    aie2_line(rig.l, "vlda aml%%q_v, [p%%i], #32 !i*");
    aie2_line(rig.l, "vlda amh%%q_v, [p%%i], #32 !i*");
    if (mean)
        aie2_math_mean(rig.l, "q", "more");
    else
        aie2_math_fold(rig.l, "q");
    aie2_line(rig.l, "vst aml%%q_t, [p%%o], #32 !o*");
    aie2_line(rig.l, "vst amh%%q_t, [p%%o], #32 !o*");
    rig_run(&rig, in, sizeof in);
    for (size_t lane = 0; lane < 16; lane++) {
        const double sum = (double)in[lane % 4] + (double)in[lane % 4 + 4] +
                           (double)in[lane % 4 + 8] + (double)in[lane % 4 + 12];
        const double want = mean ? sum / count + 0.25 : sum;

        cr_assert(fabs(fp32_at(&rig, lane) - want) < (mean ? 0x1p-10 / count : 0x1p-10),
                  "of %u, lane %zu: %g, not %g", count, lane, fp32_at(&rig, lane), want);
    }
    rig_end(&rig);
}

Test(aie2_math, sums_and_means_of_four_rows)
{
    check_fold(false, 1);
    check_fold(true, 64);
    check_fold(true, 96);
    check_fold(true, 352);
}

/* Peaks at every place of a row in turn. */
Test(aie2_math, peaks_of_four_rows)
{
    static const char *const name[4] = { "p0", "p1", "p2", "p3" };

    for (uint32_t place = 0; place < 32; place++) {
        struct rig rig;
        uint16_t   in[4 * 32];

        rig_begin(&rig, KC_OPT_BASELINE);
        for (uint32_t i = 0; i < 4 * 32; i++)
            in[i] = kc_bf16_round(
                (float)(i % 32 == (place + i / 32) % 32 ? -1.0 - i / 32 : -100.0 - i));
        aie2_math_constants(rig.l, AIE2_MATH_PEAKS);
        for (int row = 0; row < 4; row++)
            load_row(rig.l, row);
        aie2_math_peaks(rig.l, "q", name);
        store_pair(rig.l, "q");
        rig_run(&rig, in, sizeof in);
        for (size_t lane = 0; lane < 32; lane++)
            cr_assert(bf16_at(&rig, lane) == -1.0 - (double)(lane % 4), "place %u lane %zu: %g",
                      place, lane, bf16_at(&rig, lane));
        rig_end(&rig);
    }
}

/* Layernorm and rmsnorm: sums, factors, elements times factors. */
#include <inttypes.h>

#include "baseline/aie2/row_passes.h"

static const double EPS = 1e-5;

/* Pairs of a row that are added per trip; trips per row. */
static uint32_t pairs_at_once(const struct aie2_rows *w)
{
    return aie2_pass_pairs(w) % 4 ? aie2_pass_unroll(w) : 4;
}

static uint32_t trips_per_row(const struct aie2_rows *w)
{
    return aie2_pass_pairs(w) / pairs_at_once(w);
}

static void norm_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    aie2_rows_buffer(l, w, "factors", w->rows * AIE2_PASS_FACTORS, 1);
    aie2_rows_buffer(l, w, "q", aie2_pass_lanes(w), 1);
    aie2_rows_buffer(l, w, "words", aie2_pass_pairs(w) * 4, 1);
}

static void layernorm_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    norm_buffers(l, w);
    aie2_rows_buffer(l, w, "sums", w->rows * AIE2_PASS_SUMS, 0);
    aie2_rows_buffer(l, w, "mean", aie2_pass_lanes(w), 1);
    aie2_rows_buffer(l, w, "shifts", w->rows * 32, 0);
}

static void norm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, 0);
    aie2_pass_write_words(l, trips_per_row(w), 60);
}

static void layernorm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    norm_constants(l, w);
    aie2_pass_merge_constants(l);
}

static void sum_pointers(struct aie2_linear *l, const struct aie2_rows *w, bool sums)
{
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_pass_start_sums(l, trips_per_row(w), "squares", false);
    aie2_line(l, "vclr bm%%squares");
    if (sums) {
        aie2_pass_start_sums(l, trips_per_row(w), "sums", true);
        aie2_line(l, "vclr bm%%sums");
    }
    aie2_pass_start_words(l, trips_per_row(w));
}

/* bm%SUM += pairs x%x0, x%x1, ... times x%BY, or themselves: the first goes straight there, the
 * others by way of another accumulator, for a sum takes four cycles. */
static void add_pairs(struct aie2_linear *l, const struct aie2_rows *w, const char *sum,
                      const char *by, const char *plain, const char *word)
{
    const uint32_t count = pairs_at_once(w);

    for (uint32_t n = 1; n < count; n++) {
        const char *other = by ? by : kc_arena_printf(aie2_linear_arena(l), "x%" PRIu32, n);

        if (n == 1)
            aie2_line(l, "vmul.f bm%%%s_1, x%%x1, x%%%s, r%%%s", sum, other, plain);
        else
            aie2_line(l, "vmac.f bm%%%s_1, bm%%%s_1, x%%x%" PRIu32 ", x%%%s, r%%%s", sum, sum, n,
                      other, plain);
    }
    if (count == 1)
        aie2_line(l, "vmac.f bm%%%s, bm%%%s, x%%x0, x%%%s, r%%%s", sum, sum, by ? by : "x0", word);
    else
        aie2_line(l, "vaddmac.f bm%%%s, bm%%%s, bm%%%s_1, x%%x0, x%%%s, r%%%s", sum, sum, sum,
                  by ? by : "x0", word);
    aie2_pass_store_sums(l, sum);
}

/* Sums of squares, 16 lanes of them, and sums, four lines of them, of every row. */
static void sum_rows(struct aie2_linear *l, const struct aie2_rows *w, bool sums)
{
    aie2_line(l, "// sums over every row");
    if (sums)
        aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    sum_pointers(l, w, sums);
    aie2_line(l, ".loop #%" PRIu32, w->rows * trips_per_row(w));
    for (uint32_t n = 0; n < pairs_at_once(w); n++) {
        aie2_line(l, "vldb wl%%x%" PRIu32 ", [p%%a], #32 !in0*", n);
        aie2_line(l, "vldb wh%%x%" PRIu32 ", [p%%a], #32 !in0*", n);
    }
    aie2_line(l, "lda.2d r%%cfg, [p%%words], d%%words !words");
    add_pairs(l, w, "squares", NULL, "m_two", "cfg");
    if (sums) {
        aie2_line(l, "add r%%cfg_tile, r%%cfg, #-32");
        add_pairs(l, w, "sums", "m_one", "m_tile", "cfg_tile");
    }
    aie2_line(l, ".endloop");
}

/* x%lines: a matrix of 4 x 8 whose line r adds lines 2 r and 2 r + 1 of an 8 x 4 one and divides by
 * the columns; x%lines_low: what its rounding leaves. */
static void line_constants(struct aie2_linear *l)
{
    aie2_pass_set(l, "r%diagonal", 0x8421);
    aie2_pass_set(l, "r%turn", 34);
    aie2_line(l, "vsel.32 x%%lines, x%%m_zero, x%%m_share, r%%diagonal");
    aie2_line(l, "vsel.32 x%%lines_low, x%%m_zero, x%%m_share_low, r%%diagonal");
}

/* bm%q_t: the mean of squares of row r, and eps, in line r; 16 lanes become 2, then 1. */
static void mean_of_squares(struct aie2_linear *l)
{
    for (int r = 0; r < AIE2_PASS_BATCH; r++) {
        aie2_line(l, "vlda aml%%row%d, [p%%squares], #32 !squares", r);
        aie2_line(l, "vlda amh%%row%d, [p%%squares], #32 !squares", r);
        aie2_line(l, "vconv.bf16.fp32 w%c%%rows%d, bm%%row%d", "lh"[r % 2], r / 2, r);
    }
    for (int i = 0; i < AIE2_PASS_BATCH / 2; i++) {
        aie2_line(l, "vmul.f bm%%halves%d, x%%rows%d, x%%m_one, r%%m_tile", i, i);
        aie2_line(l, "vconv.bf16.fp32 w%c%%halves, bm%%halves%d", "lh"[i], i);
    }
    aie2_line(l, "vmac.f bm%%q_l, bm%%m_eps, x%%lines_low, x%%halves, r%%m_tile");
    aie2_line(l, "vmac.f bm%%q_t, bm%%q_l, x%%lines, x%%halves, r%%m_tile");
}

static void mean_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    aie2_math_share(l, w->cols);
    line_constants(l);
    aie2_math_fp32(l, "m_eps", EPS);
}

static void roots(struct aie2_linear *l, uint32_t rows)
{
    aie2_pass_load_lanes(l, "q");
    aie2_math_rsqrt(l, "q");
    aie2_pass_store_factors(l, rows);
}

static void mean_squares(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_pass_point(l, "squares", false);
    aie2_line(l, "set p%%q, #q");
    aie2_line(l, ".loop #%" PRIu32, w->rows / AIE2_PASS_BATCH);
    mean_of_squares(l);
    aie2_line(l, "vmov x%%q_lines, bm%%q_t");
    aie2_line(l, "vshuffle x%%q_four, x%%q_lines, x%%q_lines, r%%turn");
    aie2_line(l, "vst.128 wl%%q_four, [p%%q], m%%four !q*");
    aie2_line(l, ".endloop");
}

static void rmsnorm_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the root of the mean of squares");
    mean_constants(l, w);
    mean_squares(l, w);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RSQRT);
    aie2_pass_by_lanes(l, w, roots);
}

static void rmsnorm_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    sum_rows(l, w, false);
    rmsnorm_factors(l, w);
    aie2_line(l, "// x times factors");
    aie2_pass_apply(l, w, "in0", false);
}

const char *aie2_kernel_rmsnorm(struct aie2_linear *l, const struct kc_case *c,
                                const struct kc_layout *layout)
{
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .most = 8,
                           .buffers = norm_buffers,
                           .constants = norm_constants,
                           .tile = rmsnorm_tile };

    return aie2_rows_kernel(l, &w);
}

/* bm%q_a = bm%squares_a (mean of squares + eps) less mean^2 = h^2 + 2 h l, x%mean_m = (h, l). */
static void variances(struct aie2_linear *l)
{
    aie2_pass_load_lanes(l, "mean");
    aie2_math_parts(l, "mean", "m", "a");
    aie2_line(l, "vmov wl%%mean_d, wl%%mean_m");
    aie2_line(l, "vmov wh%%mean_d, wl%%mean_m");
    aie2_line(l, "vadd.16 x%%mean_e, x%%mean_d, x%%exponent");
    aie2_line(l, "vlda aml%%q_s, [p%%q], #32 !q");
    aie2_line(l, "vlda amh%%q_s, [p%%q], #32 !q");
    aie2_line(l, "vmsc.f bm%%q_a, bm%%q_s, x%%mean_m, x%%mean_e, r%%m_two");
}

/* Lane r of -mean * factor to every lane of record r. */
static void store_shifts(struct aie2_linear *l, uint32_t rows)
{
    aie2_line(l, "vnegmul.f bm%%shift, x%%mean_m, x%%q_r, r%%m_two");
    aie2_line(l, "vmov x%%shift, bm%%shift");
    for (uint32_t r = 0; r < rows; r++) {
        aie2_line(l, "vextbcst.32 x%%shift%" PRIu32 ", x%%shift, #%" PRIu32, r, r);
        aie2_line(l, "vst wl%%shift%" PRIu32 ", [p%%shifts], #32 !shifts*", r);
    }
}

static void roots_and_shifts(struct aie2_linear *l, uint32_t rows)
{
    variances(l);
    aie2_math_rsqrt(l, "q");
    aie2_pass_store_factors(l, rows);
    store_shifts(l, rows);
}

static void find_means(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "set p%%sums, #sums");
    aie2_line(l, "set p%%mean, #mean");
    aie2_line(l, ".loop #%" PRIu32, w->rows / AIE2_PASS_BATCH);
    aie2_pass_merge(l, "sums", "mean");
    aie2_math_mean(l, "mean", NULL);
    aie2_pass_store_four(l, "mean");
    aie2_line(l, ".endloop");
}

static void layernorm_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the standard deviation, and the mean by that");
    mean_constants(l, w);
    find_means(l, w);
    mean_squares(l, w);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RSQRT);
    aie2_line(l, "set r%%exponent, #128");
    aie2_line(l, "vbcst.16 x%%exponent, r%%exponent");
    aie2_line(l, "vmov wl%%exponent, wl%%m_zero");
    aie2_line(l, "set p%%mean, #mean");
    aie2_line(l, "set p%%shifts, #shifts");
    aie2_pass_by_lanes(l, w, roots_and_shifts);
}

static void layernorm_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    sum_rows(l, w, true);
    layernorm_factors(l, w);
    aie2_line(l, "// x times factors less means");
    aie2_pass_apply(l, w, "in0", true);
}

const char *aie2_kernel_layernorm(struct aie2_linear *l, const struct kc_case *c,
                                  const struct kc_layout *layout)
{
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .most = 8,
                           .buffers = layernorm_buffers,
                           .constants = layernorm_constants,
                           .tile = layernorm_tile };

    return aie2_rows_kernel(l, &w);
}

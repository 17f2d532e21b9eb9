/* Softmax: peaks, powers and their sums, powers times one over the sum. */
#include <inttypes.h>

#include "baseline/aie2/row_passes.h"

enum { RECORD = 96 };

/* The powers get a buffer of their own where the others leave room for it. */
static void softmax_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    aie2_rows_buffer(l, w, "records", w->rows * RECORD, 1);
    aie2_rows_buffer(l, w, "factors", w->rows * AIE2_PASS_FACTORS, 1);
    aie2_rows_buffer(l, w, "q", aie2_pass_lanes(w), 1);
    aie2_rows_buffer(l, w, "words", aie2_pass_pairs(w) * 4, 1);
    w->in_place = !aie2_rows_fits(w, w->rows * w->cols * 2);
    if (w->in_place)
        aie2_rows_buffer(l, w, "sums", w->rows * AIE2_PASS_SUMS, 0);
    else
        aie2_rows_buffer(l, w, "powers", w->rows * w->cols * 2, 0);
}

static void softmax_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    const uint32_t row = 2 * w->cols;

    aie2_math_constants(l, AIE2_MATH_PEAKS);
    aie2_pass_merge_constants(l);
    aie2_pass_write_words(l, aie2_pass_pairs(w), 28);
    for (int r = 1; r < AIE2_PASS_BATCH; r++)
        aie2_line(l, "set dj%%row%d, #%" PRIu32, r, row * (uint32_t)r);
    aie2_line(l, "set m%%batch, #%" PRIu32, row * (AIE2_PASS_BATCH - 1));
    aie2_pass_set(l, "r%least", 0xff7f);
}

/* x%peak0 ... 3: the larger of 32 lanes, along four rows at once. */
static void peaks_of_lanes(struct aie2_linear *l, const struct aie2_rows *w)
{
    for (int r = 0; r < AIE2_PASS_BATCH; r++)
        aie2_line(l, "vmov x%%peak%d, x%%least", r);
    aie2_line(l, ".loop #%" PRIu32, aie2_pass_pairs(w));
    for (int half = 0; half < 2; half++) {
        for (int r = 1; r < AIE2_PASS_BATCH; r++)
            aie2_line(l, "vlda w%c%%x%d, [p%%a, dj%%row%d] !in0*", "lh"[half], r, r);
        aie2_line(l, "vlda w%c%%x0, [p%%a], #32 !in0*", "lh"[half]);
    }
    for (int r = 0; r < AIE2_PASS_BATCH; r++)
        aie2_line(l, "vmax_lt.bf16 x%%peak%d, r%%less%d, x%%peak%d, x%%x%d", r, r, r, r);
    aie2_line(l, ".endloop");
    aie2_line(l, "padda [p%%a], m%%batch");
}

static const char *const rows_of_batch[AIE2_PASS_BATCH] = { "peak0", "peak1", "peak2", "peak3" };

/* Records: magic - peak * log2 e as fp32, the least x as bf16. */
static void find_peaks(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// the largest element of every row");
    aie2_math_bf16(l, "m_zero", 0.0);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_LOG2E | AIE2_MATH_EXP_BASE);
    aie2_line(l, "vbcst.16 x%%least, r%%least");
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_line(l, "set p%%r, #records");
    aie2_line(l, ".loop #%" PRIu32, w->rows / AIE2_PASS_BATCH);
    peaks_of_lanes(l, w);
    aie2_math_peaks(l, "peaks", rows_of_batch);
    aie2_math_exp_floor(l, "floors", "peaks");
    for (int r = 0; r < AIE2_PASS_BATCH; r++) {
        const char *const base = (const char *[]){ "base0", "base1", "base2", "base3" }[r];

        aie2_line(l, "vextbcst.16 x%%%s, x%%peaks, #%d", rows_of_batch[r], r);
        aie2_math_exp_base(l, base, rows_of_batch[r]);
        aie2_line(l, "vextbcst.16 x%%floor%d, x%%floors, #%d", r, r);
        aie2_line(l, "vst aml%%%s, [p%%r], #32 !records*", base);
        aie2_line(l, "vst amh%%%s, [p%%r], #32 !records*", base);
        aie2_line(l, "vst wl%%floor%d, [p%%r], #32 !records*", r);
    }
    aie2_line(l, ".endloop");
}

/* Their buffer, or where the results will be. */
static void point_at_powers(struct aie2_linear *l, const struct aie2_rows *w, const char *name)
{
    if (w->in_place)
        aie2_line(l, "mov p%%%s, p%%out", name);
    else
        aie2_line(l, "set p%%%s, #powers", name);
}

static void raise_powers(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// powers and their sums");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_LOG2E | AIE2_MATH_EXP);
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_line(l, "set p%%r, #records");
    aie2_pass_steps(l, "r", aie2_pass_pairs(w), 0, RECORD);
    point_at_powers(l, w, "e");
    aie2_pass_start_sums(l, aie2_pass_pairs(w), "sums", w->in_place);
    aie2_pass_start_words(l, aie2_pass_pairs(w));
    aie2_line(l, "vclr bm%%sums");
    aie2_line(l, ".loop #%" PRIu32, w->rows * aie2_pass_pairs(w));
    aie2_line(l, "vldb wl%%x, [p%%a], #32 !in0*");
    aie2_line(l, "vldb wh%%x, [p%%a], #32 !in0*");
    aie2_line(l, "vlda wl%%floor, [p%%r, #64] !records");
    aie2_line(l, "vlda wh%%floor, [p%%r, #64] !records");
    aie2_line(l, "vlda amh%%base, [p%%r, #32] !records");
    aie2_line(l, "vlda.2d aml%%base, [p%%r], d%%r !records");
    aie2_line(l, "lda.2d r%%cfg, [p%%words], d%%words !words");
    aie2_line(l, "vmax_lt.bf16 x%%e_x, r%%less, x%%x, x%%floor");
    aie2_math_exponent(l, "e", "base");
    aie2_math_exp_pipelined(l, "e", "m_log2e");
    aie2_line(l, "vst wl%%e_e, [p%%e], #32 !powers*");
    aie2_line(l, "vst wh%%e_e, [p%%e], #32 !powers*");
    aie2_line(l, "vmac.f bm%%sums, bm%%sums, x%%e_e, x%%m_one, r%%cfg");
    aie2_pass_store_sums(l, "sums");
    aie2_line(l, ".endloop");
}

static void reciprocals(struct aie2_linear *l, uint32_t rows)
{
    aie2_pass_load_lanes(l, "q");
    aie2_math_reciprocal(l, "q");
    aie2_pass_store_factors(l, rows);
}

static void softmax_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the sum of every row");
    aie2_math_bf16(l, "m_zero", 0.0);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    aie2_pass_point(l, "sums", w->in_place);
    aie2_line(l, "set p%%q, #q");
    aie2_line(l, ".loop #%" PRIu32, w->rows / AIE2_PASS_BATCH);
    aie2_pass_merge(l, "sums", "q");
    aie2_math_fold(l, "q");
    aie2_pass_store_four(l, "q");
    aie2_line(l, ".endloop");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RECIPROCAL);
    aie2_pass_by_lanes(l, w, reciprocals);
}

static void softmax_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    find_peaks(l, w);
    raise_powers(l, w);
    softmax_factors(l, w);
    aie2_line(l, "// powers times factors");
    point_at_powers(l, w, "powers");
    aie2_pass_apply(l, w, "powers", false);
}

const char *aie2_kernel_softmax(struct aie2_linear *l, const struct kc_case *c,
                                const struct kc_layout *layout)
{
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .most = 8,
                           .buffers = softmax_buffers,
                           .constants = softmax_constants,
                           .tile = softmax_tile };

    return aie2_rows_kernel(l, &w);
}

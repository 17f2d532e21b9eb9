/* Functions of whole rows: softmax, layernorm, rmsnorm.
 *
 * Each makes a few passes over the rows of a tile: what a row has in common is gathered, turned
 * into factors for four rows at a time, and applied.  The long loops run over all pairs (32
 * elements) of the tile without a break at the end of a row: a row's own numbers come from a record
 * in memory, by a pointer that moves on when the row ends, and sums restart by a bit of the
 * configuration word. */
#include <inttypes.h>

#include "baseline/aie2/math.h"
#include "baseline/aie2/rows.h"

enum {
    BATCH = 4, /* rows whose sums share an accumulator */
    LANES = 16,
    RECORD = 96,
    SUMS = 64,
    FACTORS = 64,
    ADD_FROM_ZERO = 1 /* in a configuration word */
};

static uint32_t pairs_per_row(const struct aie2_rows *w)
{
    return w->cols / 32;
}

static uint32_t pairs(const struct aie2_rows *w)
{
    return w->rows * pairs_per_row(w);
}

static void set(struct aie2_linear *l, const char *reg, int64_t value)
{
    aie2_line(l, "movxm %s, #%" PRId64, reg, value);
}

/* d%NAME: a pointer that moves by step within a row and by next at its end. */
static void steps(struct aie2_linear *l, const char *name, uint32_t per_row, int64_t step,
                  int64_t next)
{
    aie2_line(l, "movxm m%%%s, #%" PRId64, name, next);
    aie2_line(l, "movxm dj%%%s, #%" PRId64, name, step);
    aie2_line(l, "movxm dn%%%s, #%" PRIu32, name, per_row - 1);
    aie2_line(l, "movxm dc%%%s, #0", name);
}

/* The configuration words of a row: only the first pair's sum starts from zero. */
static void write_words(struct aie2_linear *l, const struct aie2_rows *w, int word)
{
    set(l, "r%word", word);
    set(l, "r%first", word | ADD_FROM_ZERO);
    aie2_line(l, "movxm m%%four, #16");
    aie2_line(l, "movxm p%%w, #words");
    aie2_line(l, "st r%%first, [p%%w], #4 !words");
    if (pairs_per_row(w) > 1) {
        aie2_line(l, ".loop #%" PRIu32, pairs_per_row(w) - 1);
        aie2_line(l, "st r%%word, [p%%w], #4 !words");
        aie2_line(l, ".endloop");
    }
}

static void buffer(struct aie2_linear *l, const char *name, uint32_t bytes)
{
    aie2_line(l, ".buffer %s, %" PRIu32, name, bytes);
}

/* One fp32 of every row, in whole vectors. */
static uint32_t lanes_bytes(const struct aie2_rows *w)
{
    return (w->rows + LANES - 1) / LANES * LANES * 4;
}

static void start_words(struct aie2_linear *l, const struct aie2_rows *w)
{
    const int64_t per_row = pairs_per_row(w);

    aie2_line(l, "movxm p%%words, #words");
    steps(l, "words", (uint32_t)per_row, 4, -4 * (per_row - 1));
}

static void start_sums(struct aie2_linear *l, const struct aie2_rows *w, const char *name)
{
    aie2_line(l, "movxm p%%%s, #%s", name, name);
    steps(l, name, pairs_per_row(w), 0, SUMS);
}

/* The row's sums so far, over those of the pair before. */
static void store_sums(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vst amh%%%s, [p%%%s, #32] !%s", name, name, name);
    aie2_line(l, "vst.2d aml%%%s, [p%%%s], d%%%s !%s", name, name, name, name);
}

/* ---- factors -------------------------------------------------------------------------------- */

/* Column r of bm%NAME_t, four rows of fp32, to the end of p%NAME. */
static void store_four(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vmov x%%%s_four, bm%%%s_t", name, name);
    aie2_line(l, "vst.128 wl%%%s_four, [p%%%s], m%%four !%s*", name, name, name);
}

/* bm%NAME_a: one fp32 of 16 rows, from p%NAME. */
static void load_lanes(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vlda aml%%%s_a, [p%%%s], #32 !%s", name, name, name);
    aie2_line(l, "vlda amh%%%s_a, [p%%%s], #32 !%s", name, name, name);
}

/* Lane r of x%q_r, and what it leaves, to every lane of record r. */
static void store_factors(struct aie2_linear *l, uint32_t rows)
{
    for (uint32_t r = 0; r < rows; r++) {
        aie2_line(l, "vextbcst.16 x%%high%" PRIu32 ", x%%q_r, #%" PRIu32, r, r);
        aie2_line(l, "vst wl%%high%" PRIu32 ", [p%%f], #32 !factors*", r);
        aie2_line(l, "vextbcst.16 x%%low%" PRIu32 ", x%%q_r, #%" PRIu32, r, LANES + r);
        aie2_line(l, "vst wl%%low%" PRIu32 ", [p%%f], #32 !factors*", r);
    }
}

/* Factors from what p%q points to, 16 rows at a time, and the rest. */
static void by_lanes(struct aie2_linear *l, const struct aie2_rows *w,
                     void (*factors)(struct aie2_linear *l, uint32_t rows))
{
    const uint32_t whole = w->rows / LANES, rest = w->rows % LANES;

    aie2_line(l, "movxm p%%q, #q");
    aie2_line(l, "movxm p%%f, #factors");
    if (whole) {
        aie2_line(l, ".loop #%" PRIu32, whole);
        factors(l, LANES);
        aie2_line(l, ".endloop");
    }
    if (rest)
        factors(l, rest);
}

/* Sums whose four lines are equal in every column: column r of row r. */
static void merge_constants(struct aie2_linear *l)
{
    set(l, "r%column1", 0x2222);
    set(l, "r%column2", 0x4444);
    set(l, "r%column3", 0x8888);
}

static void merge_sums(struct aie2_linear *l, const char *name, const char *to)
{
    for (int r = 0; r < BATCH; r++) {
        aie2_line(l, "vlda wl%%%s%d, [p%%%s], #32 !%s", name, r, name, name);
        aie2_line(l, "vlda wh%%%s%d, [p%%%s], #32 !%s", name, r, name, name);
    }
    for (int r = 1; r < BATCH; r++)
        aie2_line(l, "vsel.32 x%%%s0, x%%%s0, x%%%s%d, r%%column%d", name, name, name, r, r);
    aie2_line(l, "vmov bm%%%s_v, x%%%s0", to, name);
}

/* y = x * factor (+ shift): every element once more.  from, to: p%from is read, p%to is written. */
static void apply(struct aie2_linear *l, const struct aie2_rows *w, const char *from, bool shift)
{
    aie2_line(l, "mov p%%from, p%%%s", from);
    aie2_line(l, "movxm p%%f, #factors");
    steps(l, "f", pairs_per_row(w), 0, FACTORS);
    if (shift) {
        aie2_line(l, "movxm p%%shifts, #shifts");
        steps(l, "shifts", pairs_per_row(w), 0, 32);
    }
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vlda wh%%f, [p%%f, #32] !factors");
    aie2_line(l, "vlda.2d wl%%f, [p%%f], d%%f !factors");
    if (shift) {
        aie2_line(l, "vlda aml%%shift, [p%%shifts, #0] !shifts");
        aie2_line(l, "vlda.2d amh%%shift, [p%%shifts], d%%shifts !shifts");
    }
    for (int half = 0; half < 2; half++) {
        aie2_line(l, "vldb wl%%v%d, [p%%from], #32 !%s*", half, from);
        aie2_line(l, "vmov wh%%v%d, wl%%v%d", half, half);
        if (shift)
            aie2_line(l, "vmac.f bm%%y%d, bm%%shift, x%%v%d, x%%f, r%%m_two", half, half);
        else
            aie2_line(l, "vmul.f bm%%y%d, x%%v%d, x%%f, r%%m_two", half, half);
        aie2_line(l, "vst.conv.bf16.fp32 bm%%y%d, [p%%out], #32 !out*", half);
    }
    aie2_line(l, ".endloop");
}

/* ---- softmax -------------------------------------------------------------------------------- */

static void softmax_buffers(struct aie2_linear *l, const struct aie2_rows *w)
{
    buffer(l, "powers", w->rows * w->cols * 2);
    buffer(l, "records", w->rows * RECORD);
    buffer(l, "sums", w->rows * SUMS);
    buffer(l, "factors", w->rows * FACTORS);
    buffer(l, "q", lanes_bytes(w));
    buffer(l, "words", pairs_per_row(w) * 4);
}

static void softmax_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    const uint32_t row = 2 * w->cols;

    aie2_math_constants(l, AIE2_MATH_PEAKS);
    merge_constants(l);
    write_words(l, w, 28);
    for (int r = 1; r < BATCH; r++)
        aie2_line(l, "movxm dj%%row%d, #%" PRIu32, r, row * (uint32_t)r);
    aie2_line(l, "movxm m%%batch, #%" PRIu32, row * (BATCH - 1));
    set(l, "r%least", 0xff7f);
}

/* x%peak0 ... 3: the larger of 32 lanes, along four rows at once. */
static void peaks_of_lanes(struct aie2_linear *l, const struct aie2_rows *w)
{
    for (int r = 0; r < BATCH; r++)
        aie2_line(l, "vmov x%%peak%d, x%%least", r);
    aie2_line(l, ".loop #%" PRIu32, pairs_per_row(w));
    for (int half = 0; half < 2; half++) {
        for (int r = 1; r < BATCH; r++)
            aie2_line(l, "vlda w%c%%x%d, [p%%a, dj%%row%d] !in0*", "lh"[half], r, r);
        aie2_line(l, "vlda w%c%%x0, [p%%a], #32 !in0*", "lh"[half]);
    }
    for (int r = 0; r < BATCH; r++)
        aie2_line(l, "vmax_lt.bf16 x%%peak%d, r%%less%d, x%%peak%d, x%%x%d", r, r, r, r);
    aie2_line(l, ".endloop");
    aie2_line(l, "padda [p%%a], m%%batch");
}

static const char *const rows_of_batch[BATCH] = { "peak0", "peak1", "peak2", "peak3" };

/* Records: magic - peak * log2 e as fp32, the least x as bf16. */
static void find_peaks(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// the largest element of every row");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_EXP_BASE);
    aie2_line(l, "vbcst.16 x%%least, r%%least");
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_line(l, "movxm p%%r, #records");
    aie2_line(l, ".loop #%" PRIu32, w->rows / BATCH);
    peaks_of_lanes(l, w);
    aie2_math_peaks(l, "peaks", rows_of_batch);
    aie2_math_exp_floor(l, "floors", "peaks");
    for (int r = 0; r < BATCH; r++) {
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

static void raise_powers(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// powers and their sums");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_EXP);
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_line(l, "movxm p%%r, #records");
    steps(l, "r", pairs_per_row(w), 0, RECORD);
    aie2_line(l, "movxm p%%e, #powers");
    start_sums(l, w, "sums");
    start_words(l, w);
    aie2_line(l, "vclr bm%%sums");
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vldb wl%%x, [p%%a], #32 !in0*");
    aie2_line(l, "vldb wh%%x, [p%%a], #32 !in0*");
    aie2_line(l, "vlda wl%%floor, [p%%r, #64] !records");
    aie2_line(l, "vlda wh%%floor, [p%%r, #64] !records");
    aie2_line(l, "vlda amh%%base, [p%%r, #32] !records");
    aie2_line(l, "vlda.2d aml%%base, [p%%r], d%%r !records");
    aie2_line(l, "lda.2d r%%cfg, [p%%words], d%%words !words");
    aie2_line(l, "vmax_lt.bf16 x%%e_x, r%%less, x%%x, x%%floor");
    aie2_math_exponent(l, "e", "base");
    aie2_math_exp(l, "e");
    aie2_line(l, "vst wl%%e_e, [p%%e], #32 !powers*");
    aie2_line(l, "vst wh%%e_e, [p%%e], #32 !powers*");
    aie2_line(l, "vmac.f bm%%sums, bm%%sums, x%%e_e, x%%m_one, r%%cfg");
    store_sums(l, "sums");
    aie2_line(l, ".endloop");
}

static void reciprocals(struct aie2_linear *l, uint32_t rows)
{
    load_lanes(l, "q");
    aie2_math_reciprocal(l, "q");
    store_factors(l, rows);
}

static void softmax_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the sum of every row");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    aie2_line(l, "movxm p%%sums, #sums");
    aie2_line(l, "movxm p%%q, #q");
    aie2_line(l, ".loop #%" PRIu32, w->rows / BATCH);
    merge_sums(l, "sums", "q");
    aie2_math_fold(l, "q");
    store_four(l, "q");
    aie2_line(l, ".endloop");
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RECIPROCAL);
    by_lanes(l, w, reciprocals);
}

static void softmax_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    find_peaks(l, w);
    raise_powers(l, w);
    softmax_factors(l, w);
    aie2_line(l, "// powers times factors");
    aie2_line(l, "movxm p%%powers, #powers");
    apply(l, w, "powers", false);
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

/* ---- norms ---------------------------------------------------------------------------------- */

static const double EPS = 1e-5;

static void norm_buffers(struct aie2_linear *l, const struct aie2_rows *w)
{
    buffer(l, "squares", w->rows * SUMS);
    buffer(l, "factors", w->rows * FACTORS);
    buffer(l, "q", lanes_bytes(w));
    buffer(l, "words", pairs_per_row(w) * 4);
}

static void layernorm_buffers(struct aie2_linear *l, const struct aie2_rows *w)
{
    norm_buffers(l, w);
    buffer(l, "sums", w->rows * SUMS);
    buffer(l, "mean", lanes_bytes(w));
    buffer(l, "shifts", w->rows * 32);
}

static void norm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, 0);
    write_words(l, w, 60);
}

static void layernorm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    norm_constants(l, w);
    merge_constants(l);
}

/* Sums of squares, 16 lanes of them, and sums, four lines of them, of every row. */
static void sum_rows(struct aie2_linear *l, const struct aie2_rows *w, bool sums)
{
    aie2_line(l, "// sums over every row");
    if (sums)
        aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    aie2_line(l, "mov p%%a, p%%in0");
    start_sums(l, w, "squares");
    if (sums)
        start_sums(l, w, "sums");
    start_words(l, w);
    aie2_line(l, "vclr bm%%squares");
    if (sums)
        aie2_line(l, "vclr bm%%sums");
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vldb wl%%x, [p%%a], #32 !in0*");
    aie2_line(l, "vldb wh%%x, [p%%a], #32 !in0*");
    aie2_line(l, "lda.2d r%%cfg, [p%%words], d%%words !words");
    aie2_line(l, "vmac.f bm%%squares, bm%%squares, x%%x, x%%x, r%%cfg");
    store_sums(l, "squares");
    if (sums) {
        aie2_line(l, "add r%%cfg_tile, r%%cfg, #-32");
        aie2_line(l, "vmac.f bm%%sums, bm%%sums, x%%x, x%%m_one, r%%cfg_tile");
        store_sums(l, "sums");
    }
    aie2_line(l, ".endloop");
}

/* bm%q_v: column r = 16 lanes of row r. */
static void collect_squares(struct aie2_linear *l)
{
    static const char *const group[BATCH] = { "row0", "row1", "row2", "row3" };

    aie2_line(l, "vclr bm%%q_v");
    for (int r = 0; r < BATCH; r++) {
        aie2_line(l, "vlda aml%%%s_v, [p%%squares], #32 !squares", group[r]);
        aie2_line(l, "vlda amh%%%s_v, [p%%squares], #32 !squares", group[r]);
        aie2_math_collect_fp32(l, "q_v", group[r], r);
    }
}

static void mean_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_COLUMNS);
    aie2_math_share(l, w->cols);
    aie2_math_fp32(l, "m_eps", EPS);
}

static void roots(struct aie2_linear *l, uint32_t rows)
{
    load_lanes(l, "q");
    aie2_math_rsqrt(l, "q");
    store_factors(l, rows);
}

static void mean_squares(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "movxm p%%squares, #squares");
    aie2_line(l, "movxm p%%q, #q");
    aie2_line(l, ".loop #%" PRIu32, w->rows / BATCH);
    collect_squares(l);
    aie2_math_mean(l, "q", "m_eps");
    store_four(l, "q");
    aie2_line(l, ".endloop");
}

static void rmsnorm_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the root of the mean of squares");
    mean_constants(l, w);
    mean_squares(l, w);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RSQRT);
    by_lanes(l, w, roots);
}

static void rmsnorm_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    sum_rows(l, w, false);
    rmsnorm_factors(l, w);
    aie2_line(l, "// x times factors");
    apply(l, w, "in0", false);
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
    load_lanes(l, "mean");
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
    aie2_line(l, "vmov wl%%high, wl%%q_r");
    aie2_line(l, "vmov wh%%high, wl%%q_r");
    aie2_line(l, "vnegmul.f bm%%shift0, x%%mean_m, x%%high, r%%m_two");
    aie2_line(l, "vmov wl%%low, wh%%q_r");
    aie2_line(l, "vmov wh%%low, wh%%m_zero");
    aie2_line(l, "vmsc.f bm%%shift, bm%%shift0, x%%mean_m, x%%low, r%%m_two");
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
    store_factors(l, rows);
    store_shifts(l, rows);
}

static void find_means(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "movxm p%%sums, #sums");
    aie2_line(l, "movxm p%%mean, #mean");
    aie2_line(l, ".loop #%" PRIu32, w->rows / BATCH);
    merge_sums(l, "sums", "mean");
    aie2_math_mean(l, "mean", NULL);
    store_four(l, "mean");
    aie2_line(l, ".endloop");
}

static void layernorm_factors(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, "// one over the standard deviation, and the mean by that");
    mean_constants(l, w);
    find_means(l, w);
    mean_squares(l, w);
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_RSQRT);
    aie2_line(l, "movxm r%%exponent, #128");
    aie2_line(l, "vbcst.16 x%%exponent, r%%exponent");
    aie2_line(l, "vmov wl%%exponent, wl%%m_zero");
    aie2_line(l, "movxm p%%mean, #mean");
    aie2_line(l, "movxm p%%shifts, #shifts");
    by_lanes(l, w, roots_and_shifts);
}

static void layernorm_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    sum_rows(l, w, true);
    layernorm_factors(l, w);
    aie2_line(l, "// x times factors less means");
    apply(l, w, "in0", true);
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

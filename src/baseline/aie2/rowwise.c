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

/* The loops of norms take two pairs of a row at a time where they come out even. */
static uint32_t unroll(const struct aie2_rows *w)
{
    return pairs_per_row(w) % 2 ? 1 : 2;
}

static uint32_t trips_per_row(const struct aie2_rows *w)
{
    return pairs_per_row(w) / unroll(w);
}

static uint32_t pairs(const struct aie2_rows *w)
{
    return w->rows * pairs_per_row(w);
}

static void set(struct aie2_linear *l, const char *reg, int64_t value)
{
    aie2_line(l, "set %s, #%" PRId64, reg, value);
}

/* d%NAME: a pointer that moves by step within a row and by next at its end. */
static void steps(struct aie2_linear *l, const char *name, uint32_t per_row, int64_t step,
                  int64_t next)
{
    aie2_line(l, "set m%%%s, #%" PRId64, name, next);
    aie2_line(l, "set dj%%%s, #%" PRId64, name, step);
    aie2_line(l, "set dn%%%s, #%" PRIu32, name, per_row - 1);
    aie2_line(l, "set dc%%%s, #0", name);
}

/* The configuration words of a row: only the first pair's sum starts from zero. */
static void write_words(struct aie2_linear *l, uint32_t per_row, int word)
{
    set(l, "r%word", word);
    set(l, "r%first", word | ADD_FROM_ZERO);
    aie2_line(l, "set m%%four, #16");
    aie2_line(l, "set p%%w, #words");
    aie2_line(l, "st r%%first, [p%%w], #4 !words");
    if (per_row > 1) {
        aie2_line(l, ".loop #%" PRIu32, per_row - 1);
        aie2_line(l, "st r%%word, [p%%w], #4 !words");
        aie2_line(l, ".endloop");
    }
}

/* One fp32 of every row, in whole vectors. */
static uint32_t lanes_bytes(const struct aie2_rows *w)
{
    return (w->rows + LANES - 1) / LANES * LANES * 4;
}

static void start_words(struct aie2_linear *l, uint32_t per_row)
{
    aie2_line(l, "set p%%words, #words");
    steps(l, "words", per_row, 4, -4 * (int64_t)(per_row - 1));
}

/* Sums have a buffer of their own, or lie where the results will be: results come last. */
static void point_at_sums(struct aie2_linear *l, const char *name, bool own)
{
    if (own)
        aie2_line(l, "set p%%%s, #%s", name, name);
    else
        aie2_line(l, "mov p%%%s, p%%out", name);
}

static void start_sums(struct aie2_linear *l, uint32_t per_row, const char *name, bool own)
{
    point_at_sums(l, name, own);
    steps(l, name, per_row, 0, SUMS);
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

    aie2_line(l, "set p%%q, #q");
    aie2_line(l, "set p%%f, #factors");
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

static void apply_pointers(struct aie2_linear *l, const struct aie2_rows *w, const char *from,
                           bool shift)
{
    aie2_line(l, "mov p%%from, p%%%s", from);
    aie2_line(l, "set p%%f, #factors");
    steps(l, "f", trips_per_row(w), 0, FACTORS);
    if (shift) {
        aie2_line(l, "set p%%shifts, #shifts");
        steps(l, "shifts", trips_per_row(w), 0, 32);
    }
}

/* 16 elements in both halves by the two parts of the factor. */
static void apply_vector(struct aie2_linear *l, const char *from, bool shift, uint32_t n)
{
    aie2_line(l, "vldb wl%%v%" PRIu32 ", [p%%from], #32 !%s*", n, from);
    aie2_line(l, "vmov wh%%v%" PRIu32 ", wl%%v%" PRIu32, n, n);
    if (shift)
        aie2_line(l, "vmac.f bm%%y%" PRIu32 ", bm%%shift, x%%v%" PRIu32 ", x%%f, r%%m_two", n, n);
    else
        aie2_line(l, "vmul.f bm%%y%" PRIu32 ", x%%v%" PRIu32 ", x%%f, r%%m_two", n, n);
    aie2_line(l, "vst.conv.bf16.fp32 bm%%y%" PRIu32 ", [p%%out], #32 !out*", n);
}

/* y = x * factor (+ shift), x from p%FROM. */
static void apply(struct aie2_linear *l, const struct aie2_rows *w, const char *from, bool shift)
{
    apply_pointers(l, w, from, shift);
    aie2_line(l, ".loop #%" PRIu32, w->rows * trips_per_row(w));
    aie2_line(l, "vlda wh%%f, [p%%f, #32] !factors");
    aie2_line(l, "vlda.2d wl%%f, [p%%f], d%%f !factors");
    if (shift) {
        aie2_line(l, "vlda aml%%shift, [p%%shifts, #0] !shifts");
        aie2_line(l, "vlda.2d amh%%shift, [p%%shifts], d%%shifts !shifts");
    }
    for (uint32_t n = 0; n < 2 * unroll(w); n++)
        apply_vector(l, from, shift, n);
    aie2_line(l, ".endloop");
}

/* ---- softmax -------------------------------------------------------------------------------- */

static void softmax_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    w->in_place = !aie2_rows_fits(w, w->rows * w->cols * 2);
    if (w->in_place)
        aie2_rows_buffer(l, w, "sums", w->rows * SUMS, 0);
    else
        aie2_rows_buffer(l, w, "powers", w->rows * w->cols * 2, 0);
    aie2_rows_buffer(l, w, "records", w->rows * RECORD, 1);
    aie2_rows_buffer(l, w, "factors", w->rows * FACTORS, 1);
    aie2_rows_buffer(l, w, "q", lanes_bytes(w), 1);
    aie2_rows_buffer(l, w, "words", pairs_per_row(w) * 4, 1);
}

static void softmax_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    const uint32_t row = 2 * w->cols;

    aie2_math_constants(l, AIE2_MATH_PEAKS);
    merge_constants(l);
    write_words(l, pairs_per_row(w), 28);
    for (int r = 1; r < BATCH; r++)
        aie2_line(l, "set dj%%row%d, #%" PRIu32, r, row * (uint32_t)r);
    aie2_line(l, "set m%%batch, #%" PRIu32, row * (BATCH - 1));
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
    aie2_line(l, "set p%%r, #records");
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
    aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_EXP);
    aie2_line(l, "mov p%%a, p%%in0");
    aie2_line(l, "set p%%r, #records");
    steps(l, "r", pairs_per_row(w), 0, RECORD);
    point_at_powers(l, w, "e");
    start_sums(l, pairs_per_row(w), "sums", w->in_place);
    start_words(l, pairs_per_row(w));
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
    point_at_sums(l, "sums", w->in_place);
    aie2_line(l, "set p%%q, #q");
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
    point_at_powers(l, w, "powers");
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

static void norm_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    aie2_rows_buffer(l, w, "factors", w->rows * FACTORS, 1);
    aie2_rows_buffer(l, w, "q", lanes_bytes(w), 1);
    aie2_rows_buffer(l, w, "words", pairs_per_row(w) * 4, 1);
}

static void layernorm_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    norm_buffers(l, w);
    aie2_rows_buffer(l, w, "sums", w->rows * SUMS, 0);
    aie2_rows_buffer(l, w, "mean", lanes_bytes(w), 1);
    aie2_rows_buffer(l, w, "shifts", w->rows * 32, 0);
}

static void norm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, 0);
    write_words(l, trips_per_row(w), 60);
}

static void layernorm_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    norm_constants(l, w);
    merge_constants(l);
}

static void sum_pointers(struct aie2_linear *l, const struct aie2_rows *w, bool sums)
{
    aie2_line(l, "mov p%%a, p%%in0");
    start_sums(l, trips_per_row(w), "squares", false);
    aie2_line(l, "vclr bm%%squares");
    if (sums) {
        start_sums(l, trips_per_row(w), "sums", true);
        aie2_line(l, "vclr bm%%sums");
    }
    start_words(l, trips_per_row(w));
}

/* bm%SUM += x%x0 times x%BY0, and x%x1 times x%BY1 by way of another accumulator. */
static void add_pairs(struct aie2_linear *l, const struct aie2_rows *w, const char *sum,
                      const char *by0, const char *by1, const char *plain, const char *word)
{
    if (unroll(w) == 1) {
        aie2_line(l, "vmac.f bm%%%s, bm%%%s, x%%x0, x%%%s, r%%%s", sum, sum, by0, word);
    } else {
        aie2_line(l, "vmul.f bm%%%s_1, x%%x1, x%%%s, r%%%s", sum, by1, plain);
        aie2_line(l, "vaddmac.f bm%%%s, bm%%%s, bm%%%s_1, x%%x0, x%%%s, r%%%s", sum, sum, sum, by0,
                  word);
    }
    store_sums(l, sum);
}

/* Sums of squares, 16 lanes of them, and sums, four lines of them, of every row. */
static void sum_rows(struct aie2_linear *l, const struct aie2_rows *w, bool sums)
{
    aie2_line(l, "// sums over every row");
    if (sums)
        aie2_math_constants(l, AIE2_MATH_MORE | AIE2_MATH_FOLD);
    sum_pointers(l, w, sums);
    aie2_line(l, ".loop #%" PRIu32, w->rows * trips_per_row(w));
    for (uint32_t n = 0; n < unroll(w); n++) {
        aie2_line(l, "vldb wl%%x%" PRIu32 ", [p%%a], #32 !in0*", n);
        aie2_line(l, "vldb wh%%x%" PRIu32 ", [p%%a], #32 !in0*", n);
    }
    aie2_line(l, "lda.2d r%%cfg, [p%%words], d%%words !words");
    add_pairs(l, w, "squares", "x0", "x1", "m_two", "cfg");
    if (sums) {
        aie2_line(l, "add r%%cfg_tile, r%%cfg, #-32");
        add_pairs(l, w, "sums", "m_one", "m_one", "m_tile", "cfg_tile");
    }
    aie2_line(l, ".endloop");
}

/* x%lines: a matrix of 4 x 8 whose line r adds lines 2 r and 2 r + 1 of an 8 x 4 one and divides by
 * the columns; x%lines_low: what its rounding leaves. */
static void line_constants(struct aie2_linear *l)
{
    set(l, "r%diagonal", 0x8421);
    set(l, "r%turn", 34);
    aie2_line(l, "vsel.32 x%%lines, x%%m_zero, x%%m_share, r%%diagonal");
    aie2_line(l, "vsel.32 x%%lines_low, x%%m_zero, x%%m_share_low, r%%diagonal");
}

/* bm%q_t: the mean of squares of row r, and eps, in line r; 16 lanes become 2, then 1. */
static void mean_of_squares(struct aie2_linear *l)
{
    for (int r = 0; r < BATCH; r++) {
        aie2_line(l, "vlda aml%%row%d, [p%%squares], #32 !squares", r);
        aie2_line(l, "vlda amh%%row%d, [p%%squares], #32 !squares", r);
        aie2_line(l, "vconv.bf16.fp32 w%c%%rows%d, bm%%row%d", "lh"[r % 2], r / 2, r);
    }
    for (int i = 0; i < BATCH / 2; i++) {
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
    load_lanes(l, "q");
    aie2_math_rsqrt(l, "q");
    store_factors(l, rows);
}

static void mean_squares(struct aie2_linear *l, const struct aie2_rows *w)
{
    point_at_sums(l, "squares", false);
    aie2_line(l, "set p%%q, #q");
    aie2_line(l, ".loop #%" PRIu32, w->rows / BATCH);
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
    aie2_line(l, "set p%%sums, #sums");
    aie2_line(l, "set p%%mean, #mean");
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
    aie2_line(l, "set r%%exponent, #128");
    aie2_line(l, "vbcst.16 x%%exponent, r%%exponent");
    aie2_line(l, "vmov wl%%exponent, wl%%m_zero");
    aie2_line(l, "set p%%mean, #mean");
    aie2_line(l, "set p%%shifts, #shifts");
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

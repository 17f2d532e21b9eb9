/* Passes over the rows of a tile: configuration words, sums, factors, and their use. */
#include "baseline/aie2/row_passes.h"

#include <inttypes.h>

enum {
    ADD_FROM_ZERO = 1, /* in a configuration word */
    INLINE = 2         /* so many times 16 rows overlap without a loop */
};

uint32_t aie2_pass_pairs(const struct aie2_rows *w)
{
    return w->cols / 32;
}

/* The loops of norms take two pairs of a row at a time where they come out even. */
uint32_t aie2_pass_unroll(const struct aie2_rows *w)
{
    return aie2_pass_pairs(w) % 2 ? 1 : 2;
}

uint32_t aie2_pass_trips(const struct aie2_rows *w)
{
    return aie2_pass_pairs(w) / aie2_pass_unroll(w);
}

void aie2_pass_set(struct aie2_linear *l, const char *reg, int64_t value)
{
    aie2_line(l, "set %s, #%" PRId64, reg, value);
}

/* d%NAME: a pointer that moves by step within a row and by next at its end. */
void aie2_pass_steps(struct aie2_linear *l, const char *name, uint32_t per_row, int64_t step,
                     int64_t next)
{
    aie2_line(l, "set m%%%s, #%" PRId64, name, next);
    aie2_line(l, "set dj%%%s, #%" PRId64, name, step);
    aie2_line(l, "set dn%%%s, #%" PRIu32, name, per_row - 1);
    aie2_line(l, "set dc%%%s, #0", name);
}

/* The configuration words of a row: only the first pair's sum starts from zero. */
void aie2_pass_write_words(struct aie2_linear *l, uint32_t per_row, int word)
{
    aie2_pass_set(l, "r%word", word);
    aie2_pass_set(l, "r%first", word | ADD_FROM_ZERO);
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
uint32_t aie2_pass_lanes(const struct aie2_rows *w)
{
    return (w->rows + AIE2_PASS_LANES - 1) / AIE2_PASS_LANES * AIE2_PASS_LANES * 4;
}

void aie2_pass_start_words(struct aie2_linear *l, uint32_t per_row)
{
    aie2_line(l, "set p%%words, #words");
    aie2_pass_steps(l, "words", per_row, 4, -4 * (int64_t)(per_row - 1));
}

/* Sums have a buffer of their own, or lie where the results will be: results come last. */
void aie2_pass_point(struct aie2_linear *l, const char *name, bool own)
{
    if (own)
        aie2_line(l, "set p%%%s, #%s", name, name);
    else
        aie2_line(l, "mov p%%%s, p%%out", name);
}

void aie2_pass_start_sums(struct aie2_linear *l, uint32_t per_row, const char *name, bool own)
{
    aie2_pass_point(l, name, own);
    aie2_pass_steps(l, name, per_row, 0, AIE2_PASS_SUMS);
}

/* The row's sums so far, over those of the pair before. */
void aie2_pass_store_sums(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vst amh%%%s, [p%%%s, #32] !%s", name, name, name);
    aie2_line(l, "vst.2d aml%%%s, [p%%%s], d%%%s !%s", name, name, name, name);
}

/* ---- factors -------------------------------------------------------------------------------- */

/* Column r of bm%NAME_t, four rows of fp32, to the end of p%NAME. */
void aie2_pass_store_four(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vmov x%%%s_four, bm%%%s_t", name, name);
    aie2_line(l, "vst.128 wl%%%s_four, [p%%%s], m%%four !%s*", name, name, name);
}

/* bm%NAME_a: one fp32 of 16 rows, from p%NAME. */
void aie2_pass_load_lanes(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vlda aml%%%s_a, [p%%%s], #32 !%s", name, name, name);
    aie2_line(l, "vlda amh%%%s_a, [p%%%s], #32 !%s", name, name, name);
}

/* Lane r of wl%q_r to every lane of record r. */
void aie2_pass_store_factors(struct aie2_linear *l, uint32_t rows)
{
    for (uint32_t r = 0; r < rows; r++) {
        aie2_line(l, "vextbcst.16 x%%factor%" PRIu32 ", x%%q_r, #%" PRIu32, r, r);
        aie2_line(l, "vst wl%%factor%" PRIu32 ", [p%%f], #32 !factors*", r);
    }
}

/* Factors from what p%q points to, 16 rows at a time, and the rest. */
void aie2_pass_by_lanes(struct aie2_linear *l, const struct aie2_rows *w,
                        void (*factors)(struct aie2_linear *l, uint32_t rows))
{
    const uint32_t whole = w->rows / AIE2_PASS_LANES, rest = w->rows % AIE2_PASS_LANES;

    aie2_line(l, "set p%%q, #q");
    aie2_line(l, "set p%%f, #factors");
    if (whole > INLINE) {
        aie2_line(l, ".loop #%" PRIu32, whole);
        factors(l, AIE2_PASS_LANES);
        aie2_line(l, ".endloop");
    }
    for (uint32_t i = 0; whole <= INLINE && i < whole; i++)
        factors(l, AIE2_PASS_LANES);
    if (rest)
        factors(l, rest);
}

/* Sums whose four lines are equal in every column: column r of row r. */
void aie2_pass_merge_constants(struct aie2_linear *l)
{
    aie2_pass_set(l, "r%column1", 0x2222);
    aie2_pass_set(l, "r%column2", 0x4444);
    aie2_pass_set(l, "r%column3", 0x8888);
}

void aie2_pass_merge(struct aie2_linear *l, const char *name, const char *to)
{
    for (int r = 0; r < AIE2_PASS_BATCH; r++) {
        aie2_line(l, "vlda wl%%%s%d, [p%%%s], #32 !%s", name, r, name, name);
        aie2_line(l, "vlda wh%%%s%d, [p%%%s], #32 !%s", name, r, name, name);
    }
    for (int r = 1; r < AIE2_PASS_BATCH; r++)
        aie2_line(l, "vsel.32 x%%%s0, x%%%s0, x%%%s%d, r%%column%d", name, name, name, r, r);
    aie2_line(l, "vmov bm%%%s_v, x%%%s0", to, name);
}

static void apply_pointers(struct aie2_linear *l, const struct aie2_rows *w, const char *from,
                           bool shift)
{
    aie2_math_bf16(l, "f_zero", 0.0);
    aie2_line(l, "mov p%%from, p%%%s", from);
    aie2_line(l, "set p%%f, #factors");
    aie2_pass_steps(l, "f", aie2_pass_trips(w), 0, AIE2_PASS_FACTORS);
    if (shift) {
        aie2_line(l, "set p%%shifts, #shifts");
        aie2_pass_steps(l, "shifts", aie2_pass_trips(w), 0, 32);
    }
}

/* x%f_0, x%f_1: the row's factor in one half, zeros in the other. */
static void load_factor(struct aie2_linear *l)
{
    aie2_line(l, "vlda wl%%f_0, [p%%f, #0] !factors");
    aie2_line(l, "vmov wh%%f_0, wh%%f_zero");
    aie2_line(l, "vlda.2d wh%%f_1, [p%%f], d%%f !factors");
    aie2_line(l, "vmov wl%%f_1, wl%%f_zero");
}

/* A pair by the factor, half by half. */
static void apply_pair(struct aie2_linear *l, const char *from, bool shift, uint32_t n)
{
    aie2_line(l, "vldb wl%%v%" PRIu32 ", [p%%from], #32 !%s*", n, from);
    aie2_line(l, "vldb wh%%v%" PRIu32 ", [p%%from], #32 !%s*", n, from);
    for (int half = 0; half < 2; half++) {
        if (shift)
            aie2_line(l, "vmac.f bm%c%%y%" PRIu32 ", bm%%shift, x%%v%" PRIu32 ", x%%f_%d, r%%m_two",
                      "lh"[half], n, n, half);
        else
            aie2_line(l, "vmul.f bm%c%%y%" PRIu32 ", x%%v%" PRIu32 ", x%%f_%d, r%%m_two",
                      "lh"[half], n, n, half);
        aie2_line(l, "vst.conv.bf16.fp32 bm%c%%y%" PRIu32 ", [p%%out], #32 !out*", "lh"[half], n);
    }
}

/* y = x * factor (+ shift), x from p%FROM. */
void aie2_pass_apply(struct aie2_linear *l, const struct aie2_rows *w, const char *from, bool shift)
{
    apply_pointers(l, w, from, shift);
    aie2_line(l, ".loop #%" PRIu32, w->rows * aie2_pass_trips(w));
    load_factor(l);
    if (shift) {
        aie2_line(l, "vlda aml%%shift, [p%%shifts, #0] !shifts");
        aie2_line(l, "vlda.2d amh%%shift, [p%%shifts], d%%shifts !shifts");
    }
    for (uint32_t n = 0; n < aie2_pass_unroll(w); n++)
        apply_pair(l, from, shift, n);
    aie2_line(l, ".endloop");
}

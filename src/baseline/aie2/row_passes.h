/* baseline/aie2/row_passes.h: what softmax and the norms have in common.
 *
 * Each makes a few passes over the rows of a tile: what a row has in common is gathered, turned
 * into factors for 16 rows at a time, and applied.  The long loops run over all pairs (32 elements)
 * of the tile without a break at the end of a row: a row's own numbers come from a record in
 * memory, by a pointer that moves on when the row ends, and sums restart by a bit of the
 * configuration word. Names of virtual registers are those of the lines in row_passes.c.
 */
#ifndef KC_BASELINE_AIE2_ROW_PASSES_H
#define KC_BASELINE_AIE2_ROW_PASSES_H

#include "baseline/aie2/math.h"
#include "baseline/aie2/rows.h"

enum {
    AIE2_PASS_BATCH = 4,    /* rows whose sums share an accumulator */
    AIE2_PASS_LANES = 16,   /* rows whose factors share a register */
    AIE2_PASS_SUMS = 64,    /* bytes of a row's sums, 16 fp32 */
    AIE2_PASS_FACTORS = 32, /* bytes of a row's factor, 16 times */
};

/* Pairs of a row; how many of them a trip of most loops takes, and the trips per row. */
uint32_t aie2_pass_pairs(const struct aie2_rows *w);
uint32_t aie2_pass_unroll(const struct aie2_rows *w);
uint32_t aie2_pass_trips(const struct aie2_rows *w);

/* Bytes of one fp32 of every row, in whole vectors. */
uint32_t aie2_pass_lanes(const struct aie2_rows *w);

void aie2_pass_set(struct aie2_linear *l, const char *reg, int64_t value);

/* d%NAME: a pointer that moves by step within a row and by next at its end. */
void aie2_pass_steps(struct aie2_linear *l, const char *name, uint32_t per_row, int64_t step,
                     int64_t next);

/* The configuration words of a row, in the buffer words: only the first sum starts from zero.  The
 * same as p%words, d%words. */
void aie2_pass_write_words(struct aie2_linear *l, uint32_t per_row, int word);
void aie2_pass_start_words(struct aie2_linear *l, uint32_t per_row);

/* p%NAME at sums that have a buffer of that name, or lie where the results will be; with d%NAME;
 * the row's sums so far, bm%NAME, over those of the trip before. */
void aie2_pass_point(struct aie2_linear *l, const char *name, bool own);
void aie2_pass_start_sums(struct aie2_linear *l, uint32_t per_row, const char *name, bool own);
void aie2_pass_store_sums(struct aie2_linear *l, const char *name);

/* bm%TO_v = four rows of sums whose columns are equal: column r of row r. */
void aie2_pass_merge_constants(struct aie2_linear *l);
void aie2_pass_merge(struct aie2_linear *l, const char *name, const char *to);

/* The first line of bm%NAME_t, a number of four rows, to p%NAME; those of 16 rows as bm%NAME_a. */
void aie2_pass_store_four(struct aie2_linear *l, const char *name);
void aie2_pass_load_lanes(struct aie2_linear *l, const char *name);

/* Factors of all rows, 16 at a time, from p%q to p%f; lane r of the parts x%q_r to record r. */
void aie2_pass_by_lanes(struct aie2_linear *l, const struct aie2_rows *w,
                        void (*factors)(struct aie2_linear *l, uint32_t rows));
void aie2_pass_store_factors(struct aie2_linear *l, uint32_t rows);

/* y = x * factor (+ shift), x from p%FROM to p%out. */
void aie2_pass_apply(struct aie2_linear *l, const struct aie2_rows *w, const char *from,
                     bool shift);

#endif

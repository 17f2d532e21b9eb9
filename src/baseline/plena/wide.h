/* baseline/plena/wide.h: whole products on the broadcast unit, for --opt best.
 *
 * M_MM yields 4 x 4 results of depth 64 in 64 cycles; M_BMM and M_BTMM yield four times 64 x 64
 * results of depth 16 in the same time.  They are meant for four narrow heads, but one wide product
 * fits as well: four instructions, one for each quarter of the depth, all accumulating in head 3.
 * For that each quarter of x has to lie in the lanes of head 3, so x is kept in four copies, three
 * of them shifted; what the other heads accumulate is garbage that nobody reads.
 *
 * M_BTMM takes 16 consecutive lanes per head: quarter i of the depth is lanes 16 i to 16 i + 15,
 * shifted by 16 (3 - i).  M_BMM takes every fourth lane: quarter i is lanes 4 n + i, shifted by
 * 3 - i, and the matching rows of the matrix are every fourth, which a prefetch with four times the
 * row length as stride collects into one tile.  Both scale by 1/4.
 */
#ifndef KC_BASELINE_PLENA_WIDE_H
#define KC_BASELINE_PLENA_WIDE_H

#include "baseline/plena/emit.h"

/* x and its shifted copies; m[3] is x itself. */
struct cc_wide {
    struct cc_mat m[4];
};

/* Whether to use the broadcast unit, and whether this machine's fits. */
bool cc_wide_wanted(const struct cc *cc);

/* Copies for products with a matrix (transposed: with the transpose of one).  Uses gp1 to gp8. */
struct cc_wide cc_wide_copies(struct cc *cc, struct cc_mat x, bool transposed);

/* f5 = 4.0 */
void cc_wide_constants(struct cc *cc);

/* Tiles for count blocks of depth of one strip of a matrix [depth][N] whose row length is cols, to
 * MRAM from tile 0 on; the strip starts at offset gp12.  STRIDE must be 4 * cols.  Uses gp1 to
 * gp4. */
void cc_wide_tiles(struct cc *cc, int base, uint32_t cols, uint32_t count);

/* Head 3 of the accumulator += x[first row ...][64 rows] times the tiles.  Uses gp1, gp3 to
 * gp10. */
void cc_wide_multiply(struct cc *cc, const struct cc_wide *x, uint32_t first, bool transposed);

/* Writes the accumulator out to VRAM scratch and rows rows of its head 3, times 4, to gpTO + skip.
 * Uses gp1, gp2, gp3. */
void cc_wide_result(struct cc *cc, uint32_t scratch, int to, uint32_t skip, uint32_t rows);

/* A place to write the accumulator out to; the result is in its last quarter. */
uint32_t cc_wide_scratch(struct cc *cc);

/* y = x w, w being input number index, based at aBASE.  Uses all registers but gp15. */
void cc_wide_gemm(struct cc *cc, struct cc_mat y, const struct cc_wide *x, size_t index, int base);

#endif

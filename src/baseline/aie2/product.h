/* baseline/aie2/product.h: bf16 matrix products on AIE2, for every kernel that needs one.
 *
 * The matrix unit multiplies a tile of 4 x 8 by a tile of 8 x 4.  Tiles have 64 contiguous bytes;
 * "4x8 tiles of X" below means tiles in row-major order of tiles, as layout=4x8 of a transfer
 * writes them.  There are two ways to a product:
 *
 * Strips (aie2_strip_...): operands come as tiles, by DMA.  A panel of up to 32 rows of x stays in
 * data memory; strips of 8 columns of w stream past it, the left and the right four columns on
 * different channels; 16 accumulators hold 32 x 8 results.  stream.h makes whole products of them.
 *
 * Resident (aie2_dense_...): x, w and y are row-major in data memory.  x is packed into tiles
 * first, w is turned into tiles by shuffles in the loop, y is stored as rows.
 *
 * Functions are written before `.func kernel`, their arguments travel in p0... and r0....
 */
#ifndef KC_BASELINE_AIE2_PRODUCT_H
#define KC_BASELINE_AIE2_PRODUCT_H

#include "baseline/aie2/linear.h"

enum {
    AIE2_PANEL_ROWS = 32, /* the most rows of a panel: 8 x 2 accumulators */
    AIE2_STRIP_COLS = 8,
    AIE2_TILE_BYTES = 64
};

/* ---- strips: panel times strip, tiles in data memory ----------------------------------------- */

/* What the accumulators hold at first. */
enum aie2_start {
    AIE2_START_ZERO,
    AIE2_START_BIAS,  /* four bf16 for the left columns at p6, for the right ones at p7 */
    AIE2_START_TILES, /* 4x4 bf16 tiles, as the result has them, left at p6, right at p7 */
    AIE2_START_SUMS   /* the same in fp32, 64 bytes each */
};

/* A function that computes rows x 8 results from rows x K and K x 8.
 *
 *   p0, p1   4x8 tiles of the upper and the lower half of the panel's rows, in different banks
 *   p2, p3   8x4 tiles of the left and the right four columns of the strip (K x 4 each), in banks
 *            other than those of the panel; transposed: 4x8 tiles of 4 rows x K of w^T
 *   p4, p5   gets the left and the right 4x4 tiles of the result: rows / 4 tiles of 32 bytes each
 *   p6, p7   see enum aie2_start
 *   r0       K / 8
 */
struct aie2_strip {
    uint32_t        rows;  /* 8, 16, 24 or 32 */
    uint32_t        least; /* the smallest K / 8 of any call */
    enum aie2_start start;
    bool            transposed;
    bool            relu;   /* of the result */
    bool            sums;   /* the result in fp32: tiles of 64 bytes */
    bool            joined; /* left and right tiles alternate: results at p4, first tiles of the
                             * upper rows at p6, of the lower rows at p7 */
};

/* The function's name: one for each kind of strip. */
const char *aie2_strip_name(struct kc_arena *arena, const struct aie2_strip *strip);
void        aie2_strip_function(struct aie2_linear *linear, const struct aie2_strip *strip);

/* ---- resident -------------------------------------------------------------------------------- */

/* Writes function NAME that packs rows into 4x8 tiles:
 *   p0 the rows (32-byte aligned), m0 their pitch in bytes, p1 the tiles (not in the rows' bank),
 *   r0 = columns / 16, r1 = rows / 4. */
void aie2_pack_function(struct aie2_linear *linear, const char *name);

/* The same, faster, for calls with at least so many columns. */
void aie2_pack_function_for(struct aie2_linear *linear, const char *name, uint32_t least);

/* C[m,n] = start + A[m,k] B[k,n].  Function NAME:
 *   p0 A as 4x8 tiles (aie2_pack_function), p1 B, p2 C, p3 bias (n bf16) when there is one.
 *   B and C are rows of pitches in bytes, 32-byte aligned.  m is a multiple of 4, k of 8, n of 16.
 *   transposed: B is 4x8 tiles of B^T (n x k; n a multiple of 16). */
struct aie2_dense {
    const char *name;
    uint32_t    m, k, n;
    uint32_t    b_pitch, c_pitch;
    bool        transposed, bias, relu;
    bool        tiles;   /* C as 4x8 tiles instead of rows: operand A of the next product */
    bool        compact; /* half the code, for kernels of many products */
};
void aie2_dense_function(struct aie2_linear *linear, const struct aie2_dense *dense);

#endif

/* baseline/aie2/product.h: bf16 matrix products on AIE2, for every kernel that needs one.
 *
 * The matrix unit multiplies a tile of 4 x 8 by a tile of 8 x 4.  Tiles have 64 contiguous bytes;
 * "4x8 tiles of X" below means tiles in row-major order of tiles, as layout=4x8 of a transfer
 * writes them.  There are two ways to a product:
 *
 * Streamed (aie2_stream_...): operands and result are tensors in host memory or scratch there.  A
 * panel of up to 32 rows of x stays in data memory; strips of 8 columns of w stream past it, the
 * left and the right four columns on different channels; 16 accumulators hold 32 x 8 results.
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

/* ---- strips: panel times strip, tiles in data memory ------------------------------------------
 */

/* What the accumulators hold at first. */
enum aie2_start {
    AIE2_START_ZERO,
    AIE2_START_BIAS, /* four bf16 for the left columns at p6, for the right ones at p7 */
    AIE2_START_TILES /* 4x4 bf16 tiles, as the result has them, left at p6, right at p7 */
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
    bool            relu; /* of the result */
};

/* The function's name: one for each kind of strip. */
const char *aie2_strip_name(struct kc_arena *arena, const struct aie2_strip *strip);
void        aie2_strip_function(struct aie2_linear *linear, const struct aie2_strip *strip);

/* ---- streams: products of tensors in host memory -----------------------------------------------
 */

/* A part of a tensor or of a .scratch: its name and the part's upper left corner. */
struct aie2_view {
    const char *name;
    uint32_t    row, col;
};

/* y[m,n] = start + x[m,k] w[k,n].  m is a multiple of 8, k of 16, n of 8. */
struct aie2_matmul {
    struct aie2_view x, w, y;
    uint32_t         m, k, n;
    bool             transposed; /* w is stored as w^T, [n,k] */
    struct aie2_view bias;       /* name NULL: none; else one row of n values */
    struct aie2_view add;        /* name NULL: none; else [m,n], a residual */
    bool             relu;

    /* NULL, or writes lines that change the results of a strip in place before they leave: rows / 4
     * tiles of 32 bytes at r%left and as many at r%right (4x4 tiles bf16; registers to be read
     * only).  Lines may call functions. */
    void (*after)(struct aie2_linear *linear, uint32_t rows, void *user);
    void *user;
};

/* The fifos, functions and the channels' order of all streamed products of a kernel. */
struct aie2_stream;

/* most: bytes of data memory for the fifos of products (0: all that a streamed case has). */
struct aie2_stream *aie2_stream_new(struct aie2_linear *linear, uint32_t most);

/* 1: tell it every product; 2: write fifos and functions; then, inside `.func kernel`, the products
 * in the order in which they run, and 3: after its `.endfunc`, walks and the channels' order. */
void        aie2_stream_plan(struct aie2_stream *s, const struct aie2_matmul *product);
const char *aie2_stream_begin(struct aie2_stream *s); /* NULL, or why it cannot be done */
void        aie2_stream_product(struct aie2_stream *s, const struct aie2_matmul *product);
void        aie2_stream_end(struct aie2_stream *s);

/* The same product of several matrices: x, w and y are stacks of them, row under row. */
void aie2_stream_batch(struct aie2_stream *s, const struct aie2_matmul *product, uint32_t batch);

/* Tiles of other fifos on the channels (0, 1: in) that run between products: count tiles come, in
 * program order with the products.  The fifo and its walks are the caller's. */
void aie2_stream_other(struct aie2_stream *s, uint32_t channel, const char *fifo, uint32_t count);

/* A directive (.scratch, .transfer) of the caller, in order with the products' own; they are
 * written at the end. */
void aie2_stream_say(struct aie2_stream *s, const char *format, ...) KC_PRINTF(2, 3);

/* What products take: fifos PA0 PA1 PW0 PW1 (in), PY0 PY1 (out) and, when one has add or k above
 * what fits (512), PS0 PS1 (in): 2 locks each; 1 descriptor per PA, 2 per other. */

/* ---- resident -------------------------------------------------------------------------------- */

/* Writes function NAME that packs rows into 4x8 tiles:
 *   p0 the rows (32-byte aligned), m0 their pitch in bytes, p1 the tiles (not in the rows' bank),
 *   r0 = columns / 16, r1 = rows / 4.   */
void aie2_pack_function(struct aie2_linear *linear, const char *name);

/* C[m,n] = start + A[m,k] B[k,n].  Function NAME:
 *   p0 A as 4x8 tiles (aie2_pack_function), p1 B, p2 C, p3 bias (n bf16) when there is one.
 *   B and C are rows of pitches in bytes, 32-byte aligned.  m is a multiple of 4, k of 8, n of 16.
 *   transposed: B is 4x8 tiles of B^T (n x k; n a multiple of 16). */
struct aie2_dense {
    const char *name;
    uint32_t    m, k, n;
    uint32_t    b_pitch, c_pitch;
    bool        transposed, bias, relu;
    bool        tiles; /* C as 4x8 tiles instead of rows: operand A of the next product */
};
void aie2_dense_function(struct aie2_linear *linear, const struct aie2_dense *dense);

#endif

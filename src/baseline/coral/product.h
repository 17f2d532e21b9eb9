/* baseline/coral/product.h: y = requantise(x w), the part that matrix products, convolutions and
 * feed-forward layers share.
 *
 * Columns of w stand in the lanes, up to 32 at a time (a panel); one to three rows of x pass over
 * a panel together (a tile), each with 32 sums of 32 bits in eight registers.  Per step of the
 * inner loop one row of the panel is loaded and widened once and multiplied by one scalar per row
 * of x; scalars come four at a time, as one word.
 *
 *     v0-v3    the row of w as int16         v4-v5, v6-v7   the next two rows of w as int8
 *     v8, v16, v24 (eight registers each)    the sums of the three rows
 *
 * x may consist of several segments per row: a convolution's row of taps is contiguous, the next
 * row of taps lies `segment_pitch` bytes further.
 */
#ifndef KC_BASELINE_CORAL_PRODUCT_H
#define KC_BASELINE_CORAL_PRODUCT_H

#include "baseline/coral/rvv.h"

struct product {
    uint32_t    rows, depth, columns; /* depth: bytes of one segment of a row of x */
    uint32_t    segments, segment_pitch;
    uint32_t    x_pitch, w_pitch, y_pitch;
    uint32_t    groups, x_group_pitch; /* the whole again with x further on, y contiguous */
    const char *x, *w, *y;             /* registers with the addresses, kept */
    const char *bias;                  /* NULL, or the register with the address of int32 */
    const char *m, *s;                 /* registers with multiplier and shift */

    /* What happens to the finished int8 rows in registers v[0..rows-1] (two each, e8 m2, count
     * lanes) before they are stored; NULL: nothing.  May use v0 to v7 and t0, t1, t2, and must
     * leave vtype as it found it. */
    void (*then)(struct rv *e, const struct product *p, const char *const *v, uint32_t rows,
                 uint32_t count);
    /* Replaces requantisation to int8 and what follows up to the store; NULL: requantise. */
    void (*finish)(struct rv *e, const struct product *p, const char *const *v, uint32_t rows,
                   uint32_t count);
    const void *data; /* for the two */
};

/* Uses t0 to t6, s0 to s2, s5 to s11 and all vector registers.  vxrm must be 0. */
void product_emit(struct rv *e, const struct product *p);

/* The parameters m and s of requantisation number index from the address in register params. */
void product_params(struct rv *e, const char *params, uint32_t index, const char *m, const char *s);

#endif

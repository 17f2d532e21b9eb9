/* baseline/coral/product.h: y = requantise(x w), the part that matrix products, convolutions and
 * feed-forward layers share.
 *
 * Columns of w stand in the lanes, up to 32 at a time (a panel); a few rows of x pass over a panel
 * together (a tile).  Per step of the inner loop one row of the panel is loaded and widened once
 * and multiplied by one scalar per row of x; scalars come four at a time, as one word.
 *
 *     v0-v3    the row of w as int16         v4-v5, v6-v7   the next two rows of w as int8
 *     v8-v31   sums of 32 bits: three rows of 32 lanes, six of 16 or eight of 8
 *
 * x may consist of several segments per row: a convolution's row of taps is contiguous, the next
 * row of taps lies `segment_pitch` bytes further.
 */
#ifndef KC_BASELINE_CORAL_PRODUCT_H
#define KC_BASELINE_CORAL_PRODUCT_H

#include "baseline/coral/rvv.h"

/* The finished rows of a tile: the sums of row r in register group first + r * group, count lanes,
 * under e32; after requantisation the same register holds int8. */
struct product_rows {
    uint32_t    first, group, rows, count;
    const char *e8, *e16, *e32; /* vector types that fit the groups */
};

struct product {
    uint32_t    rows, depth, columns; /* depth: bytes of one segment of a row of x */
    uint32_t    segments, segment_pitch;
    uint32_t    x_pitch, w_pitch, y_pitch;
    uint32_t    groups, x_group_pitch; /* the whole again with x further on, y contiguous */
    const char *x, *w, *y;             /* registers with the addresses, kept */
    const char *bias;                  /* NULL, or the register with the address of int32 */
    const char *m, *s;                 /* registers with multiplier and shift */

    /* What happens to the int8 rows before they are stored; NULL: nothing.  May use v0 to v3, the
     * upper half of each row's group, t0 to t2; vtype is e8 before and after. */
    void (*then)(struct rv *e, const struct product *p, const struct product_rows *rows);
    /* Takes the place of requantisation; may use v0 to v7 and leaves vtype e8.  NULL: requantise.
     */
    void (*finish)(struct rv *e, const struct product *p, const struct product_rows *rows);
};

/* Uses t0 to t6, s0 to s2, s5 to s11, a7, gp, tp, the word below sp and all vector registers.  vxrm
 * must be 0. */
void product_emit(struct rv *e, const struct product *p);

/* Copies w into scratch memory when enough tiles read it there (a line costs about ten cycles to
 * copy and then one less per reading); p->w, a register, is changed to its new address.  Returns
 * the bytes taken, to be reserved by product_reserve; at most `room`.  Uses t0 to t2 and v0 to v7.
 */
uint32_t product_stage(struct rv *e, const struct product *p, uint32_t room);
void     product_reserve(struct rv *e, uint32_t bytes);

/* The parameters m and s of requantisation number index from the address in register params. */
void product_params(struct rv *e, const char *params, uint32_t index, const char *m, const char *s);

#endif

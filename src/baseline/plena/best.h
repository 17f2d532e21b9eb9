/* baseline/plena/best.h: faster ways to do what a template does, for --opt best.  Each returns
 * false and emits nothing where it does not apply. */
#ifndef KC_BASELINE_PLENA_BEST_H
#define KC_BASELINE_PLENA_BEST_H

#include "baseline/plena/emit.h"

enum cc_row_function {
    CC_ROW_SILU,
    CC_ROW_GELU,
    CC_ROW_RELU,
    CC_ROW_SOFTMAX,
    CC_ROW_LAYERNORM,
    CC_ROW_RMSNORM,
};

/* A row-wise task from input 0 to the output. */
bool cc_best_rows(struct cc *cc, enum cc_row_function f);

/* rope without the rotation matrix. */
bool cc_best_rope(struct cc *cc);

/* A strip of a product: rows of x, depth column blocks wide and pitch apart, by the tiles from MRAM
 * 0 on, of which the first cols columns (transposed: rows) count. */
struct cc_strip {
    uint32_t x, pitch, depth, rows, cols;
    bool     transposed;
};

/* The first block goes to gp5, which ends behind the last row.  Uses gp2, gp3, gp6, gp8 to gp15. */
void cc_best_strip(struct cc *cc, const struct cc_strip *s);
bool cc_best_strip_fits(const struct cc *cc, const struct cc_strip *s);

#endif

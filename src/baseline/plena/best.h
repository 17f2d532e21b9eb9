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

#endif

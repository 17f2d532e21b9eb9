/* baseline/plena/broadcast.h: products through the broadcast unit, for --opt best. */
#ifndef KC_BASELINE_PLENA_BROADCAST_H
#define KC_BASELINE_PLENA_BROADCAST_H

#include "baseline/plena/emit.h"

/* A matrix and its copies, shifted up by 1, 2, ... lanes, distance elements apart. */
struct cc_copies {
    struct cc_mat mat;
    uint32_t      distance;
};

/* What becomes of the sums s, each of which lacks the factor f = 4^power. */
enum cc_finish {
    CC_PLAIN,      /* y = f s */
    CC_BIAS,       /* y = f s + bias */
    CC_SILU,       /* y = silu(f s) / f: the factor is left to the next product */
    CC_GATED_SILU, /* y = silu(f s) / f * s2, s2 the sums of the second product */
};

struct cc_broadcast {
    const struct cc_copies *x;
    struct cc_mat           y;      /* the result, or ... */
    const struct cc_copies *spread; /* ... the result as the next operand */
    size_t                  weights[2];
    enum cc_finish          finish;
    uint32_t                power, bias; /* bias: VRAM address, one row per column block */
    uint32_t                first_weight_row, first_row, rows;
    uint32_t                sums[2], temp; /* set by cc_broadcast */
};

/* Whether products of that depth, so many at once, fit the unit and the matrix memory. */
bool cc_can_broadcast(const struct cc *cc, uint32_t depth, uint32_t products);

struct cc_copies cc_copies_new(struct cc *cc, uint32_t rows, uint32_t cols);
struct cc_copies cc_load_copies(struct cc *cc, size_t index);

/* Uses all gp registers and f1, f5 to f7. */
void cc_broadcast(struct cc *cc, struct cc_broadcast *p);

/* The whole task gemv: y = a x, a being input 0 and x input 1. */
void cc_broadcast_gemv(struct cc *cc);

#endif

/* baseline/aie2/phases.h: kernels of several products on tensors in host memory.
 *
 * A kernel is a list of phases: a product with what follows it, or attention over heads.  All
 * phases share one set of fifos, and activations between phases lie in scratch tensors of host
 * memory:
 *
 *   A0 A1   a panel of rows, its upper and lower half, as 4x8 tiles
 *   W0 W1   strips of four columns of weights (or four keys), one after the other
 *   R       what is added to a product, as the results are
 *   O       results, strips of four columns as 4x4 tiles
 *
 * The core runs the phases in order.  What differs between two phases of a kind is in registers
 * (counts, depth) and in the walks of the fifos, so that a phase costs a dozen instructions in the
 * kernel.  Panels of one phase do not depend on each other: the next panel comes while one is
 * worked on.  A depth above 512 becomes several phases with sums in bf16 between them: panels of 32
 * rows are worth more than exact sums, since all weights pass by once per panel.
 */
#ifndef KC_BASELINE_AIE2_PHASES_H
#define KC_BASELINE_AIE2_PHASES_H

#include "baseline/aie2/linear.h"

/* What happens to a product before it leaves. */
enum aie2_after {
    AIE2_AFTER_NOTHING,
    AIE2_AFTER_SILU,
    AIE2_AFTER_GATE, /* silu(x w) * (x up) */
};

enum { AIE2_PHASE_TARGETS = 3 };

/* y = after(norm(x) w + add) for one or more w of the same depth. */
struct aie2_product {
    const char *x;
    uint32_t    m, k;
    bool        norm; /* rows of x pass rmsnorm first; k is a multiple of 32 then, one per kernel */
    struct {
        const char *w, *y;
        uint32_t    n;
    } target[AIE2_PHASE_TARGETS];
    size_t          targets;
    enum aie2_after after;
    const char     *up;  /* of AIE2_AFTER_GATE */
    const char     *add; /* [m,n], or NULL */
};

/* y = softmax(q k^T / sqrt(d)) v per head; s rows; head i is d columns wide and uses keys and
 * values of head i * nkv / nh. */
struct aie2_heads {
    const char *q, *k, *v, *y;
    uint32_t    s, d, nh, nkv;
};

struct aie2_phases;

/* An empty kernel. */
struct aie2_phases *aie2_phases_new(struct aie2_linear *linear);

/* A scratch tensor for what lies between two phases; returns its name. */
const char *aie2_phases_scratch(struct aie2_phases *p, const char *name, uint32_t rows,
                                uint32_t cols);

/* Appends a phase. */
void aie2_phases_product(struct aie2_phases *p, struct aie2_product product);
void aie2_phases_attention(struct aie2_phases *p, struct aie2_heads heads);

/* Writes the kernel.  NULL, or why it cannot be done. */
const char *aie2_phases_write(struct aie2_phases *p);

#endif

/* baseline/plena/attention.h: attention over heads, as a part of larger templates. */
#ifndef KC_BASELINE_PLENA_ATTENTION_H
#define KC_BASELINE_PLENA_ATTENTION_H

#include "baseline/plena/wide.h"

/* The shape of an attention with projections: S tokens, nh query heads and nkv key/value heads of
 * width d. */
struct cc_heads {
    uint32_t s, nh, nkv, d;
};

/* x as the left side of products: at --opt best with the copies the broadcast unit needs. */
struct cc_wide cc_ready(struct cc *cc, struct cc_mat x);

/* y = x w, w being input number index; also where index is 7 and a7 has been used for something
 * else. */
void cc_project(struct cc *cc, struct cc_mat y, const struct cc_wide *x, size_t index);

/* y = concat over heads of softmax(q k^T / sqrt(d)) v, times wo.  Queries come from x, keys and
 * values from memory; the inputs from number first on are wq, wk, wv, wo.  Uses all registers, a7,
 * FPRAM from 16 on and the scratch part of HBM. */
void cc_attend(struct cc *cc, struct cc_mat y, const struct cc_wide *x,
               const struct cc_wide *memory, size_t first, struct cc_heads heads);

#endif

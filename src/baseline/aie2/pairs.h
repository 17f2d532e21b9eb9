/* baseline/aie2/pairs.h: a panel times all strips that stream past it, two at a time.
 *
 * The strips come through the fifos PW0 and PW1, with two or four buffers each, first values
 * through PS0 and PS1, with two buffers each.  Results leave through PY, with four buffers: two are
 * filled while two travel.
 */
#ifndef KC_BASELINE_AIE2_PAIRS_H
#define KC_BASELINE_AIE2_PAIRS_H

#include "baseline/aie2/product.h"

/* A function for panels of that kind (joined):
 *
 *   p0, p1   4x8 tiles of the upper and the lower half of the rows
 *   p4, p5   PW0 with two buffers: the buffers of PY whose turn it is, before and after
 *   p6       AIE2_START_BIAS: the bias of the first strip
 *   r0       K / 8
 *   r1       strips / buffers
 */
const char *aie2_pairs_name(struct kc_arena *arena, const struct aie2_strip *strip);

/* buffers: of PW0 and PW1. */
void aie2_pairs_function(struct aie2_linear *linear, const struct aie2_strip *strip,
                         uint32_t buffers);

#endif

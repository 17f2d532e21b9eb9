/* baseline/aie2/strip.h: the pieces of a strip's product, for functions that do more than one.
 *
 * In the order of a function: constants once (r0 = K / 8), then for each strip its first values,
 * the loop and the results, with p0 to p7 as product.h says.  The loop moves p0 to p3 on, first
 * values p6 and p7, results p4 and p5.
 */
#ifndef KC_BASELINE_AIE2_STRIP_H
#define KC_BASELINE_AIE2_STRIP_H

#include "baseline/aie2/product.h"

void aie2_strip_constants(struct aie2_linear *linear, const struct aie2_strip *strip);
void aie2_strip_start(struct aie2_linear *linear, const struct aie2_strip *strip);
void aie2_strip_loop(struct aie2_linear *linear, const struct aie2_strip *strip);
void aie2_strip_store(struct aie2_linear *linear, const struct aie2_strip *strip);

#endif

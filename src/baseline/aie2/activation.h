/* baseline/aie2/activation.h: x * sigmoid(x) and x * Phi(x), as odd polynomials of x clamped.
 *
 * gate(x) = 1/2 + c P(z), z = min(x^2, limit^2) - middle, c = x clamped to +-limit.  Two ways to
 * evaluate it: aie2_math_silu (math.h) for a pair in registers, and a walk over memory in several
 * short loops, each of which keeps the multiplier busy.
 */
#ifndef KC_BASELINE_AIE2_ACTIVATION_H
#define KC_BASELINE_AIE2_ACTIVATION_H

#include "baseline/aie2/math.h"

enum { AIE2_GATE_TERMS = 5 };

struct aie2_gate {
    double limit, middle, c[AIE2_GATE_TERMS]; /* coefficients, lowest first */
    int    terms;                             /* 5, or 3: then the rest is 0 */
};

extern const struct aie2_gate aie2_silu, aie2_gelu;

/* Constants of aie2_math_silu or aie2_math_gelu. */
void aie2_math_gate_constants(struct aie2_linear *linear, const struct aie2_gate *gate);

/* y = x * gate(x) for pairs of bf16 in memory, p%FROM to p%TO (both stay where they are), with two
 * buffers of the kernel's, of as many bytes each, best in banks of their own and of different names
 * than x's and y's.  y may not lie over x.  Needs the common constants of math.h. */
void aie2_activation_walk(struct aie2_linear *linear, const struct aie2_gate *gate, uint32_t pairs,
                          const char *from, const char *to, const char *const buffer[2]);

#endif

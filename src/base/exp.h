/* base/exp.h: the exponential function, with one right answer.
 *
 * Math libraries differ in the last bit of expf, and simulated memories are compared bit by bit.
 * So this one is correctly rounded: the bits it returns are those of exp(x) itself.
 */
#ifndef KC_BASE_EXP_H
#define KC_BASE_EXP_H

#include <stdint.h>

/* exp(x) rounded once to nearest even, through subnormals down to 0 and up to +Inf.  A NaN is
 * returned quiet, with its sign and payload. */
float kc_expf(float x);

/* table[i] = exp of the bf16 with bits i, as PLENA's vector unit has it: the argument clamped to
 * [-88, 88], the f32 result rounded by kc_bf16_round_sram; a NaN passes, made quiet. */
void kc_exp_bf16_table(uint16_t table[65536]);

#endif

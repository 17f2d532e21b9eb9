/* coral_float.h: IEEE 754 binary32 as the F extension wants it, in integer arithmetic only.
 *
 * Operands and results are bit patterns.  Every operation takes a rounding mode and ors the
 * exceptions it raises into *flags.  A NaN result is always the canonical one; tininess is detected
 * after rounding.
 */
#ifndef KC_PLATFORMS_CORAL_CORAL_FLOAT_H
#define KC_PLATFORMS_CORAL_CORAL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

enum coral_round { CORAL_RNE, CORAL_RTZ, CORAL_RDN, CORAL_RUP, CORAL_RMM };

/* Exceptions, as they stand in fflags. */
enum { CORAL_NX = 1, CORAL_UF = 2, CORAL_OF = 4, CORAL_DZ = 8, CORAL_NV = 16 };

#define CORAL_NAN UINT32_C(0x7fc00000)

uint32_t coral_f32_add(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_mul(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_div(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_sqrt(uint32_t a, enum coral_round mode, uint32_t *flags);

/* a * b + c with one rounding. */
uint32_t coral_f32_fma(uint32_t a, uint32_t b, uint32_t c, enum coral_round mode, uint32_t *flags);

/* Out of range and NaN give the nearest integer, NaN the largest, with NV. */
uint32_t coral_f32_to_i32(uint32_t a, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_to_u32(uint32_t a, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_from_i32(uint32_t a, enum coral_round mode, uint32_t *flags);
uint32_t coral_f32_from_u32(uint32_t a, enum coral_round mode, uint32_t *flags);

/* -0 is less than +0; one NaN gives the other operand. */
uint32_t coral_f32_min(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t coral_f32_max(uint32_t a, uint32_t b, uint32_t *flags);

/* feq is quiet; flt and fle signal on any NaN. */
bool coral_f32_eq(uint32_t a, uint32_t b, uint32_t *flags);
bool coral_f32_lt(uint32_t a, uint32_t b, uint32_t *flags);
bool coral_f32_le(uint32_t a, uint32_t b, uint32_t *flags);

/* The ten-bit mask of fclass.s. */
uint32_t coral_f32_class(uint32_t a);

#endif

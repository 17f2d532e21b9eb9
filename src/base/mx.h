/* base/mx.h: PLENA's MX formats: blocks of 8-bit floats that share a power-of-two scale.
 *
 * These are not the OCP formats, and a standard FP8 library gives other bytes.  Subnormal elements
 * count steps of 2^-bias (not 2^(1-bias)), so nothing represents [2^-bias, 2^(1-bias)); a mantissa
 * that rounds up past its end is clamped instead of moving to the next exponent; scale byte 0
 * means 0.0; and two tools quantise, the device and the host, with different zeros.
 *
 *     element   s eeee mmm (e4m3)   (-1)^s * 2^(e-7) * (1 + m/8)      0 < e < 15
 *                                   (-1)^s * 2^-7    * m/8            e = 0
 *                                   Inf (m = 0) or NaN                e = 15, never produced
 *     scale     c          (e8m0)   2^(c-127); 0.0 for c = 0; +Inf for c = 255
 */
#ifndef KC_BASE_MX_H
#define KC_BASE_MX_H

#include <stddef.h>
#include <stdint.h>

struct kc_mx_type {
    uint8_t  exponent; /* bits, at least 1; with the sign an element has 8 bits in all, */
    uint8_t  mantissa; /* so exponent + mantissa = 7 */
    uint32_t block;    /* elements that share a scale, at least 1 */
};

/* How a mantissa between two codes is rounded; PLENA changed its mind. */
enum kc_mx_rounding {
    KC_MX_ROUND_PUBLISHED, /* half away from zero */
    KC_MX_ROUND_2026_07,   /* cut to quarters, then half to even */
};

/* The value of one element before scaling; widened as kc_float_cast does it, so a NaN keeps its
 * payload and may be signalling. */
float kc_mx_elem_decode(const struct kc_mx_type *type, uint8_t code);

float kc_e8m0_decode(uint8_t code);

/* The element code for an already scaled y.  Too large (Inf included) gives the largest finite
 * code of y's sign, both zeros give 0, NaN gives the code of 1.0 (of 0 with one exponent bit).
 * No exponent below -30 is produced: with six exponent bits or more a tiny y becomes 2^-30. */
uint8_t kc_mx_elem_encode(const struct kc_mx_type *type, enum kc_mx_rounding rounding, float y);

/* In what follows x and elems hold n values, scales n / block, and n is a multiple of block. */

/* As H_STORE_V quantises.  A block without anything but zeros and NaNs is all zero bytes. */
void kc_mx_quantise_device(const struct kc_mx_type *type, enum kc_mx_rounding rounding,
                           const float *x, size_t n, uint8_t *elems, uint8_t *scales);

/* As the host tool quantises tensors for HBM: always with KC_MX_ROUND_2026_07.  A zero block has
 * scale byte 97, and y in [-1e-9, 0) loses its sign. */
void kc_mx_quantise_host(const struct kc_mx_type *type, const float *x, size_t n, uint8_t *elems,
                         uint8_t *scales);

/* out[i] = element * scale, one f32 multiplication (kc_f32_mul: 0 * Inf is its default NaN). */
void kc_mx_dequantise(const struct kc_mx_type *type, const uint8_t *elems, const uint8_t *scales,
                      size_t n, float *out);

#endif

/* The quantisers are written in the order of PLENA's own arithmetic, f32 rounding by f32 rounding.
 *
 * Its guard term 1e-9 is what makes that order visible: it is added before every logarithm, pushes
 * values just below a power of two across it, and keeps block exponents at or above -30.
 * Divisions by powers of two appear here as multiplications with the exact reciprocal, which round
 * to the same result.
 */
#include "base/mx.h"

#include "base/float.h"

#include <assert.h>
#include <stdbool.h>

#define GUARD 1e-9f

static int32_t clamp(int32_t v, int32_t lo, int32_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static float magnitude(float v)
{
    return kc_f32_from_bits(kc_f32_bits(v) & 0x7fffffff);
}

/* 2^e for -126 <= e <= 127. */
static float power_of_two(int32_t e)
{
    return kc_f32_from_bits((uint32_t)(e + 127) << 23);
}

static int32_t bias(const struct kc_mx_type *type)
{
    return (1 << (type->exponent - 1)) - 1;
}

static bool is_valid(const struct kc_mx_type *type)
{
    return type->exponent >= 1 && type->exponent + type->mantissa == 7 && type->block >= 1;
}

/* ---- codes to values ----------------------------------------------------------------------- */

/* What kc_float_cast gives, for this kind of type only and without branches; b is the bias. */
static inline float elem_decode(uint32_t mantissa_bits, int32_t b, uint32_t code)
{
    const uint32_t sign = (code & 0x80) << 24;
    const uint32_t mag = code & 0x7f;
    const uint32_t top = mag << (23 - mantissa_bits); /* exponent and mantissa in place for f32 */
    const uint32_t last = 0x7fu >> mantissa_bits;     /* exponent of Inf and NaN */
    const uint32_t subnormal =
        kc_f32_bits((float)(int32_t)mag * power_of_two(-b - (int32_t)mantissa_bits));
    const uint32_t normal = top + ((uint32_t)(127 - b) << 23);
    const uint32_t finite = mag >> mantissa_bits == 0 ? subnormal : normal;

    return kc_f32_from_bits(sign | (mag >> mantissa_bits == last ? top | KC_F32_INF : finite));
}

float kc_mx_elem_decode(const struct kc_mx_type *type, uint8_t code)
{
    assert(is_valid(type));
    return elem_decode(type->mantissa, bias(type), code);
}

float kc_e8m0_decode(uint8_t code)
{
    return kc_f32_from_bits((uint32_t)code << 23); /* 0 and 255 come out as 0.0 and Inf */
}

void kc_mx_dequantise(const struct kc_mx_type *type, const uint8_t *elems, const uint8_t *scales,
                      size_t n, float *out)
{
    assert(is_valid(type) && n % type->block == 0);

    const uint32_t mantissa_bits = type->mantissa;
    const int32_t  b = bias(type);

    for (size_t first = 0; first < n; first += type->block) {
        const float scale = kc_e8m0_decode(*scales++);

        for (size_t i = first; i < first + type->block; i++)
            out[i] = kc_f32_mul(elem_decode(mantissa_bits, b, elems[i]), scale);
    }
}

/* ---- values to codes ----------------------------------------------------------------------- */

/* Rounds t, in steps of the last mantissa bit, to an integer from 0 to max; NaN gives 0.  Quarters
 * are enough to see which half t lies in, so both rules start from them. */
static inline int32_t round_mantissa(enum kc_mx_rounding rounding, float t, int32_t max)
{
    const float   above = t > 0.0f ? t : 0.0f;
    const float   inside = above < (float)max ? above : (float)max;
    const int32_t quarters = (int32_t)(inside * 4.0f);
    const int32_t odd = quarters >> 2 & 1;
    const int32_t half = rounding == KC_MX_ROUND_PUBLISHED ? 2 : 1 + odd; /* 1: a tie stays down */
    const int32_t n = (quarters + half) >> 2;

    return n < max ? n : max;
}

/* The code of a = |y|, which is not zero. */
static inline int32_t encode_magnitude(const struct kc_mx_type *type, enum kc_mx_rounding rounding,
                                       float a)
{
    const int32_t b = bias(type);
    const int32_t steps = 1 << type->mantissa;
    const int32_t r = kc_f32_floor_log2(a + GUARD);
    const int32_t e = clamp(r, -b, b);
    const float   g = a * power_of_two(-e);
    const float   t = (g - (e == -b ? 0.0f : 1.0f)) * (float)steps;
    const int32_t n = r > b ? steps - 1 : round_mantissa(rounding, t, steps - 1);

    return (e + b) << type->mantissa | n;
}

static inline uint8_t encode(const struct kc_mx_type *type, enum kc_mx_rounding rounding, float y,
                             bool negative)
{
    if (y == 0.0f)
        return 0;
    return (uint8_t)(negative << 7 | encode_magnitude(type, rounding, magnitude(y)));
}

uint8_t kc_mx_elem_encode(const struct kc_mx_type *type, enum kc_mx_rounding rounding, float y)
{
    assert(is_valid(type));
    return encode(type, rounding, y, y < 0.0f);
}

/* The largest magnitude of a block; NaNs do not count. */
static float block_peak(const float *x, uint32_t block)
{
    float peak = 0.0f;

    for (uint32_t i = 0; i < block; i++)
        peak = magnitude(x[i]) > peak ? magnitude(x[i]) : peak;
    return peak;
}

/* The scale byte for a block; GUARD keeps it at 97 or above.  (The host tool clamps its exponent
 * to -128, which would have the byte -1; should GUARD ever go, that byte becomes 0 here.) */
static uint8_t block_scale(float peak)
{
    return (uint8_t)(clamp(kc_f32_floor_log2(peak + GUARD), -127, 127) + 127);
}

void kc_mx_quantise_device(const struct kc_mx_type *type, enum kc_mx_rounding rounding,
                           const float *x, size_t n, uint8_t *elems, uint8_t *scales)
{
    const struct kc_mx_type mx = *type; /* a copy, which stores to elems cannot change */

    assert(is_valid(&mx) && n % mx.block == 0);
    for (size_t first = 0; first < n; first += mx.block) {
        const float   peak = block_peak(&x[first], mx.block);
        const uint8_t scale = block_scale(peak);
        const float   down = 1.0f / kc_e8m0_decode(scale);

        *scales++ = peak == 0.0f ? 0 : scale;
        for (size_t i = first; i < first + mx.block; i++) {
            const float y = x[i] * down;

            elems[i] = peak == 0.0f ? 0 : encode(&mx, rounding, y, y < 0.0f);
        }
    }
}

void kc_mx_quantise_host(const struct kc_mx_type *type, const float *x, size_t n, uint8_t *elems,
                         uint8_t *scales)
{
    const struct kc_mx_type mx = *type;

    assert(is_valid(&mx) && n % mx.block == 0);
    for (size_t first = 0; first < n; first += mx.block) {
        const uint8_t scale = block_scale(block_peak(&x[first], mx.block));
        const float   down = 1.0f / kc_e8m0_decode(scale);

        *scales++ = scale;
        for (size_t i = first; i < first + mx.block; i++) {
            const float y = x[i] * down;

            elems[i] = encode(&mx, KC_MX_ROUND_2026_07, y, y + GUARD < 0.0f);
        }
    }
}

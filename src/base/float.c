/* Conversions too long for the header.
 *
 * kc_float_cast follows PLENA's emulator step by step, including the steps that are wrong: its
 * results are stored in memories that we compare with the emulator's.  Do not repair it.
 */
#include "base/float.h"

#include <math.h>
#include <stdbool.h>

/* ---- fp16 ---------------------------------------------------------------------------------- */

#define FP16_INF    0x7c00u
#define FP16_QUIET  0x0200u
#define FP16_NORMAL 0x0400u              /* smallest normal magnitude, 2^-14 */
#define FP16_REBIAS (UINT32_C(127 - 15)) /* f32 exponent minus fp16 exponent */

float kc_fp16_widen(uint16_t h)
{
    const uint32_t sign = (h & 0x8000u) << 16;
    const uint32_t mag = h & 0x7fffu;

    if (mag > FP16_INF)
        return kc_f32_from_bits(sign | KC_F32_INF | KC_F32_QUIET | (mag & 0x3ff) << 13);
    if (mag == FP16_INF)
        return kc_f32_from_bits(sign | KC_F32_INF);
    if (mag >= FP16_NORMAL)
        return kc_f32_from_bits(sign | (mag + (FP16_REBIAS << 10)) << 13);
    return kc_f32_from_bits(sign | kc_f32_bits((float)mag * 0x1p-24f));
}

uint16_t kc_fp16_round(float f)
{
    const uint32_t x = kc_f32_bits(f);
    const uint32_t sign = (x >> 16) & 0x8000;
    const uint32_t mag = x & 0x7fffffff;
    uint32_t       r;

    if (mag > KC_F32_INF)
        r = FP16_INF | FP16_QUIET | ((mag >> 13) & 0x3ff);
    else if (mag >= kc_f32_bits(0x1p16f))
        r = FP16_INF;
    else if (mag >= kc_f32_bits(0x1p-14f)) /* from 65520 on the carry reaches Inf by itself */
        r = ((mag + 0xfff + ((mag >> 13) & 1)) >> 13) - (FP16_REBIAS << 10);
    else /* next to 0.5 an f32 has steps of 2^-24, those of a subnormal fp16: the add rounds */
        r = kc_f32_bits(kc_f32_from_bits(mag) + 0.5f) - kc_f32_bits(0.5f);
    return (uint16_t)(sign | r);
}

/* ---- f32 ----------------------------------------------------------------------------------- */

float kc_f32_sqrt(float a)
{
    if (a != a)
        return kc_f32_from_bits(kc_f32_bits(a) | KC_F32_QUIET);
    if (a < 0.0f)
        return kc_f32_from_bits(KC_F32_DEFAULT_NAN);
    return sqrtf(a);
}

/* Does the correctly rounded log2 of 2^k * (1 - short_by * 2^-24) equal k?
 *
 * The logarithm lies short_by * 2^-24 / ln 2 below k (the quadratic term is under 2^-17 of that
 * for the counts that matter), and rounds up to k when this is less than half of the f32 spacing
 * on that side of k.  The spacing next to |k| in [2^f, 2^(f+1)) is 2^(f-23), but half as much
 * when k = 2^f is approached from zero.  So the question is whether short_by < 2^f * ln 2; for
 * f = 0..7 the right side, 0.69 1.39 2.77 5.55 11.09 22.18 44.36 88.72, keeps well clear of
 * integers, and 24 bits of ln 2 decide it.  Next to k = 0 the spacing vanishes.  f = 7 occurs for
 * subnormals and, halved, for 128, so normal numbers round up from 44 steps at most.
 */
static bool log2_rounds_up_to(int32_t k, uint32_t short_by)
{
    const uint32_t ln2_24 = 0xb17218; /* ln 2 * 2^24 */
    const uint32_t size = (uint32_t)(k < 0 ? -k : k);
    uint32_t       f = 0;

    if (k == 0)
        return false;
    while (size >> (f + 1))
        f++;
    if (k > 0 && (size & (size - 1)) == 0)
        return short_by <= ln2_24 << f >> 25;
    return short_by <= ln2_24 << f >> 24;
}

int32_t kc_f32_floor_log2_slow(float v)
{
    const uint32_t x = kc_f32_bits(v);
    uint32_t       significand = (x & 0x7fffff) | 0x800000;
    int32_t        exponent = (int32_t)(x >> 23) - 127;

    if (v == 0.0f)
        return INT32_MIN;
    if (!(v > 0.0f))
        return 0;
    if (x == KC_F32_INF)
        return INT32_MAX;
    if (x < 0x800000) {
        significand = x;
        exponent = -126;
        for (; significand < 0x800000; significand <<= 1)
            exponent--;
    }
    return exponent + log2_rounds_up_to(exponent + 1, 0x1000000 - significand);
}

/* ---- kc_float_cast ------------------------------------------------------------------------- */

static uint32_t ones(uint32_t bits)
{
    return (UINT32_C(1) << bits) - 1;
}

/* Left shift that moves the topmost set bit of m just out of `width` bits. */
static uint32_t normalising_shift(uint32_t m, uint32_t width)
{
    uint32_t shift = 1;

    while (!(m >> (width - shift) & 1))
        shift++;
    return shift;
}

/* Biased exponent of a subnormal, and in *shift how its mantissa must move; both 0 if it stays
 * subnormal.  The emulator starts from -bias where 1-bias would be right. */
static uint32_t cast_subnormal(struct kc_float_type src, struct kc_float_type dst, uint32_t m,
                               uint32_t *shift)
{
    const int32_t  src_bias = (int32_t)(ones(src.exponent) >> 1);
    const int32_t  dst_bias = (int32_t)(ones(dst.exponent) >> 1);
    const uint32_t moved = normalising_shift(m, src.mantissa);
    const int32_t  e = dst_bias - src_bias - (int32_t)moved;

    *shift = e > 0 ? moved : 0;
    return e > 0 ? (uint32_t)e : 0;
}

static uint32_t cast_exponent(uint32_t e, uint32_t src_max, uint32_t dst_max)
{
    if (e == 0)
        return 0;
    if (e == src_max)
        return dst_max;
    if (src_max <= dst_max)
        return e + ((dst_max - src_max) >> 1);

    const uint32_t d = (e - dst_max) >> 1; /* the fault: wraps, and halves e as well */

    if (e <= d)
        return 0;
    return e - d >= dst_max ? dst_max : e - d;
}

/* Rounds m from `from` to fewer bits `to`, ties to even; the result may be 2^to. */
static uint32_t cast_mantissa(uint32_t m, uint32_t from, uint32_t to)
{
    const uint32_t p = m >> (from - to - 1); /* the bits to keep, and the one that decides */
    const bool     sticky = (m & ones(from - to - 1)) != 0;
    const uint32_t up = (p & 1) && (sticky || (p & 2));

    return (p + up) >> 1;
}

uint32_t kc_float_cast(struct kc_float_type src, struct kc_float_type dst, uint32_t bits)
{
    const uint32_t sign = src.sign ? bits >> (src.exponent + src.mantissa) & 1 : 0;
    const uint32_t src_max = ones(src.exponent), dst_max = ones(dst.exponent);
    uint32_t       m = bits & ones(src.mantissa);
    uint32_t       e = bits >> src.mantissa & src_max;
    uint32_t       shift = 0;

    if (sign && !dst.sign)
        return 0;
    if (e == 0 && m != 0 && src.exponent < dst.exponent)
        e = cast_subnormal(src, dst, m, &shift);
    else
        e = cast_exponent(e, src_max, dst_max);

    if (src.mantissa <= dst.mantissa) {
        m = (m << shift & ones(src.mantissa)) << (dst.mantissa - src.mantissa);
    } else {
        m = cast_mantissa(m, src.mantissa, dst.mantissa);
        if (m > ones(dst.mantissa)) {
            m = 0;
            e += e < dst_max;
        }
    }
    return sign << (dst.exponent + dst.mantissa) | e << dst.mantissa | m;
}

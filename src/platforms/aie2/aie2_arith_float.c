/* Floating point of AIE2: bf16 factors, fp32 lanes, one rounding per instruction.
 *
 * All terms of a lane are added in double, accumulators first and products in ascending order, and
 * rounded once.  A product of two bf16 is exact in double, so the order of additions is all that
 * has to be fixed.  Results below 2^-126 become +0.
 */
#include <string.h>

#include "base/compiler.h"
#include "base/float.h"
#include "platforms/aie2/aie2_arith.h"

enum { LANES = 16, ROWS = 4, DEPTH = 8 }; /* of a bm register and of 4x8x4 */

#define FP32_NORMAL 0x00800000 /* the smallest normal number */

/* ---- products and sums ---------------------------------------------------------------------- */

/* Sixteen lanes; in 4x8x4 a row of the result is one vector. */
union sum {
    double   lane[LANES];
    kc_f64x4 row[ROWS];
};

/* Thirty-two bf16, exactly. */
KC_INLINE void widen_bf16(const uint8_t *bytes, double *out)
{
    const kc_u16_at *half = (const kc_u16_at *)bytes;
    union {
        uint32_t bits[2 * LANES];
        float    value[2 * LANES];
    } single;

    for (int i = 0; i < 2 * LANES; i++)
        single.bits[i] = (uint32_t)half[i] << 16;
    for (int i = 0; i < 2 * LANES; i++)
        out[i] = single.value[i];
}

/* To nearest even; below 2^-126 becomes +0, every NaN the same one. */
KC_INLINE void narrow(const union sum *s, uint8_t *out)
{
    kc_u32_at *lane = (kc_u32_at *)out;
    union {
        float    value[LANES];
        uint32_t bits[LANES];
    } single;

    for (int i = 0; i < LANES; i++)
        single.value[i] = (float)s->lane[i];
    for (int i = 0; i < LANES; i++) {
        const uint32_t bits = single.bits[i], magnitude = bits & 0x7fffffff;
        const uint32_t number = magnitude < FP32_NORMAL ? 0 : bits;

        lane[i] = magnitude > KC_F32_INF ? AIE2_NAN : number;
    }
}

KC_INLINE void begin_with(union sum *s, const uint8_t *acc, bool negative)
{
    const kc_f32_at *lane = (const kc_f32_at *)acc;

    if (!acc)
        for (int i = 0; i < LANES; i++)
            s->lane[i] = 0.0;
    else if (negative)
        for (int i = 0; i < LANES; i++)
            s->lane[i] = -lane[i];
    else
        for (int i = 0; i < LANES; i++)
            s->lane[i] = lane[i];
}

KC_INLINE void add_accumulator(union sum *s, const uint8_t *acc, bool negative)
{
    const kc_f32_at *lane = (const kc_f32_at *)acc;

    if (negative)
        for (int i = 0; i < LANES; i++)
            s->lane[i] -= lane[i];
    else
        for (int i = 0; i < LANES; i++)
            s->lane[i] += lane[i];
}

KC_INLINE void add_matrix(union sum *s, const double *x, const kc_f64x4 *y)
{
    /* Four rows side by side: their additions wait for their own row only. */
    kc_f64x4 r0 = s->row[0], r1 = s->row[1], r2 = s->row[2], r3 = s->row[3];

    for (int k = 0; k < DEPTH; k++) {
        r0 += x[k] * y[k];
        r1 += x[DEPTH + k] * y[k];
        r2 += x[2 * DEPTH + k] * y[k];
        r3 += x[3 * DEPTH + k] * y[k];
    }
    s->row[0] = r0, s->row[1] = r1, s->row[2] = r2, s->row[3] = r3;
}

/* Two terms per lane: the low halves of the factors, then the high ones. */
KC_INLINE void add_elementwise(union sum *s, const double *x, const double *y)
{
    for (int i = 0; i < LANES; i++)
        s->lane[i] = s->lane[i] + x[i] * y[i] + x[i + LANES] * y[i + LANES];
}

KC_INLINE void add_products(union sum *s, const struct aie2_mac *mac, bool negative)
{
    double x[2 * LANES];
    union {
        double   lane[2 * LANES];
        kc_f64x4 row[DEPTH];
    } y;

    widen_bf16(mac->x, x);
    widen_bf16(mac->y, y.lane);
    if (negative)
        for (int i = 0; i < 2 * LANES; i++)
            x[i] = -x[i];
    KC_IN_MEMORY(
        x); /* broadcasts from memory beat shuffles of what a compiler keeps in registers */
    if (AIE2_MAC_VARIANT(mac->config) == 0)
        add_matrix(s, x, y.row);
    else
        add_elementwise(s, x, y.lane);
}

KC_HOT_LOOP void aie2_mac_float(const struct aie2_mac *mac, uint8_t *out)
{
    const uint32_t signs = mac->signs ^ AIE2_MAC_SIGNS(mac->config);
    union sum      s;

    begin_with(&s, AIE2_MAC_ZERO_ACC(mac->config) ? NULL : mac->acc1, signs & AIE2_NEG_ACC1);
    if (mac->acc2)
        add_accumulator(&s, mac->acc2, signs & AIE2_NEG_ACC2);
    if (mac->x)
        add_products(&s, mac, signs & AIE2_NEG_P);
    narrow(&s, out);
}

void aie2_mac_plain(const uint8_t *acc, const uint8_t *x, const uint8_t *y, uint8_t *out)
{
    const struct aie2_mac mac = { .acc1 = acc, .x = x, .y = y, .config = AIE2_MAC_PLAIN };

    aie2_mac_float(&mac, out);
}

void aie2_float_negate(const uint8_t *acc, uint8_t *out)
{
    uint32_t lane[LANES];

    memcpy(lane, acc, sizeof lane);
    for (int i = 0; i < LANES; i++)
        lane[i] ^= (lane[i] & 0x7fffffff) ? UINT32_C(0x80000000) : 0;
    memcpy(out, lane, sizeof lane);
}

/* ---- bf16 ------------------------------------------------------------------------------------ */

bool aie2_round_known(uint32_t mode)
{
    return mode <= 3 || (mode >= 8 && mode <= 13);
}

/* Whether the magnitude grows: the modes are defined on the value, the bits are a magnitude. */
KC_INLINE uint32_t grows(uint32_t bits, uint32_t mode)
{
    const uint32_t negative = bits >> 31, positive = !negative;
    const uint32_t guard = bits >> 15 & 1, rest = (bits & 0x7fff) != 0;
    const uint32_t odd = bits >> 16 & 1, even = !odd;

    switch (mode) {
    case AIE2_ROUND_FLOOR:
        return negative & (guard | rest);
    case AIE2_ROUND_CEIL:
        return positive & (guard | rest);
    case AIE2_ROUND_FROM_ZERO:
        return guard | rest;
    case AIE2_ROUND_TIES_DOWN:
        return guard & (negative | rest);
    case AIE2_ROUND_TIES_UP:
        return guard & (positive | rest);
    case AIE2_ROUND_TIES_TO_ZERO:
        return guard & rest;
    case AIE2_ROUND_TIES_FROM_ZERO:
        return guard;
    case AIE2_ROUND_TIES_EVEN:
        return guard & (odd | rest);
    case AIE2_ROUND_TIES_ODD:
        return guard & (even | rest);
    default: /* toward zero */
        return 0;
    }
}

KC_INLINE uint16_t bf16_round(uint32_t bits, uint32_t mode)
{
    const uint32_t upper = bits >> 16;
    const uint32_t nan = upper & 0x7f ? upper : upper | 1;

    return (uint16_t)((bits & 0x7fffffff) > KC_F32_INF ? nan : upper + grows(bits, mode));
}

uint16_t aie2_bf16_from_fp32(uint32_t bits, uint32_t mode)
{
    return bf16_round(bits, mode);
}

KC_INLINE void conv_lanes(const uint32_t *lane, uint32_t mode, uint16_t *half)
{
    for (int i = 0; i < LANES; i++)
        half[i] = bf16_round(lane[i], mode);
}

KC_HOT_LOOP void aie2_conv_bf16_fp32(const uint8_t *bm, uint32_t mode, uint8_t *w)
{
    uint32_t lane[LANES];
    uint16_t half[LANES];

    memcpy(lane, bm, sizeof lane);
    if (mode == AIE2_ROUND_TIES_EVEN)
        conv_lanes(lane, AIE2_ROUND_TIES_EVEN, half);
    else if (mode == AIE2_ROUND_FLOOR)
        conv_lanes(lane, AIE2_ROUND_FLOOR, half);
    else
        conv_lanes(lane, mode, half);
    memcpy(w, half, sizeof half);
}

void aie2_conv_fp32_bf16(const uint8_t *w, uint8_t *bm)
{
    uint16_t half[LANES];
    uint32_t lane[LANES];

    memcpy(half, w, sizeof half);
    for (int i = 0; i < LANES; i++)
        lane[i] = (uint32_t)half[i] << 16;
    memcpy(bm, lane, sizeof lane);
}

/* floor(v * 2^shift) in integers: mantissa times a power of two. */
static int32_t floor_lane(uint16_t half, int shift)
{
    const bool    negative = half >> 15;
    const int     field = half >> 7 & 0xff;
    const int64_t mantissa = (half & 0x7f) | (field ? 0x80 : 0);
    const int     power = (field ? field : 1) - 127 - 7 + shift;
    const int64_t signed_mantissa = negative ? -mantissa : mantissa;

    if (field == 0xff && mantissa != 0x80)
        return INT32_MAX; /* NaN */
    if (mantissa == 0)
        return 0;
    if (power >= 24)
        return negative ? INT32_MIN : INT32_MAX;
    const int64_t value = power >= 0 ? signed_mantissa * ((int64_t)1 << power)
                                     : signed_mantissa >> (power < -62 ? 62 : -power);

    if (value > INT32_MAX)
        return INT32_MAX;
    return value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

void aie2_floor_s32_bf16(const uint8_t *src, int shift, uint8_t *x)
{
    uint16_t half[LANES];
    int32_t  lane[LANES];

    memcpy(half, src, sizeof half);
    for (int i = 0; i < LANES; i++)
        lane[i] = floor_lane(half[i], shift);
    memcpy(x, lane, sizeof lane);
}

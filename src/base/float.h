/* base/float.h: small float formats, and f32 arithmetic that gives the same bits everywhere.
 *
 * A simulated memory is compared bit by bit, so nothing here may depend on the host: every
 * conversion is integer work, and every f32 operation that yields NaN yields the NaN written down
 * below rather than the one the host's instruction happens to choose.  Assumes IEEE f32 without
 * excess precision, round to nearest, and subnormals honoured.
 */
#ifndef KC_BASE_FLOAT_H
#define KC_BASE_FLOAT_H

#include <float.h>
#include <stdint.h>
#include <string.h>

/* 16 is 0 for every type but _Float16, which no file of ours computes in. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16, "f32 needs no excess precision");

#define KC_F32_QUIET       UINT32_C(0x00400000)
#define KC_F32_INF         UINT32_C(0x7f800000)
#define KC_F32_DEFAULT_NAN UINT32_C(0xffc00000) /* of an invalid operation on numbers */

static inline float kc_f32_from_bits(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t kc_f32_bits(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* ---- bf16 (1-8-7) -------------------------------------------------------------------------- */

/* Exact; a signalling NaN stays one. */
static inline float kc_bf16_widen(uint16_t h)
{
    return kc_f32_from_bits((uint32_t)h << 16);
}

/* The conventional conversion: to nearest even, overflow to Inf.  A NaN keeps its sign and upper
 * payload and becomes quiet. */
static inline uint16_t kc_bf16_round(float f)
{
    const uint32_t x = kc_f32_bits(f);
    const uint32_t rounded = (x + 0x7fff + ((x >> 16) & 1)) >> 16;
    const uint32_t quieted = (x >> 16) | 0x0040;

    return (uint16_t)((x & 0x7fffffff) > KC_F32_INF ? quieted : rounded);
}

/* What PLENA does on every VRAM write (round_bf16).  Differs from kc_bf16_round for NaN only: its
 * mantissa is rounded like any other, so one that rounds to nothing, or carries out, becomes Inf.
 * Free of branches, so that loops over rows vectorise. */
static inline uint16_t kc_bf16_round_sram(float f)
{
    const uint32_t x = kc_f32_bits(f);
    const uint32_t rounded = (x + 0x7fff + ((x >> 16) & 1)) >> 16;
    const uint32_t inf = ((x >> 16) & 0x8000) | 0x7f80;

    return (uint16_t)((x & 0x7fff8000) == 0x7fff8000 ? inf : rounded);
}

/* ---- fp16 (1-5-10, IEEE binary16) ---------------------------------------------------------- */

/* Exact.  A NaN keeps sign and payload and becomes quiet. */
float kc_fp16_widen(uint16_t h);

/* To nearest even; overflow to Inf.  A NaN keeps sign and upper payload and becomes quiet. */
uint16_t kc_fp16_round(float f);

/* ---- f32 arithmetic ------------------------------------------------------------------------ */

/* Each operation is the IEEE one.  Where that gives NaN the result is the first operand that is
 * NaN, made quiet, or KC_F32_DEFAULT_NAN if neither is. */
static inline float kc_f32_settle(float result, float a, float b)
{
    const uint32_t from_b = b != b ? kc_f32_bits(b) | KC_F32_QUIET : KC_F32_DEFAULT_NAN;
    const uint32_t nan = a != a ? kc_f32_bits(a) | KC_F32_QUIET : from_b;

    return result == result ? result : kc_f32_from_bits(nan);
}

static inline float kc_f32_add(float a, float b)
{
    return kc_f32_settle(a + b, a, b);
}

static inline float kc_f32_sub(float a, float b)
{
    return kc_f32_settle(a - b, a, b);
}

static inline float kc_f32_mul(float a, float b)
{
    return kc_f32_settle(a * b, a, b);
}

static inline float kc_f32_div(float a, float b)
{
    return kc_f32_settle(a / b, a, b);
}

/* Flips the sign bit, of a NaN too. */
static inline float kc_f32_neg(float a)
{
    return kc_f32_from_bits(kc_f32_bits(a) ^ 0x80000000);
}

/* The root of -0 is -0; of anything else below zero, KC_F32_DEFAULT_NAN. */
float kc_f32_sqrt(float a);

/* For kc_f32_floor_log2; right for every v. */
int32_t kc_f32_floor_log2_slow(float v);

/* floor(log2f(v)) with a correctly rounded log2f.  Because of that rounding a v up to 44 ulps
 * below a power of two may count as that power.  Converted to an integer by saturation: +Inf gives
 * INT32_MAX, zero INT32_MIN, NaN and negative numbers 0. */
static inline int32_t kc_f32_floor_log2(float v)
{
    const uint32_t x = kc_f32_bits(v);
    const int32_t  field = (int32_t)(x >> 23); /* above 254 if negative */

    if (field > 0 && field < 255 && (x & 0x7fffff) < 0x800000 - 44)
        return field - 127;
    return kc_f32_floor_log2_slow(v);
}

/* ---- any float type, as PLENA's emulator converts it --------------------------------------- */

struct kc_float_type {
    uint8_t sign;     /* 1: has a sign bit */
    uint8_t exponent; /* bits, 1 to 8 */
    uint8_t mantissa; /* bits, 0 to 23 */
};

/* Converts the low bits of `bits`, read as src, to dst.  This is the emulator's cast with its
 * faults: subnormals widen with exponent -bias instead of 1-bias, and narrowing the exponent gives
 * mostly Inf.  For real fp16 use kc_fp16_round. */
uint32_t kc_float_cast(struct kc_float_type src, struct kc_float_type dst, uint32_t bits);

#endif

/* Every operation computes an exact or sticky 64-bit significand; one function rounds them all. */
#include "platforms/coral/coral_float.h"

#include "base/compiler.h"

enum { BIAS = 127, MANTISSA_BITS = 23, EXPONENT_MAX = 255 };

#define SIGN_BIT   UINT32_C(0x80000000)
#define INFINITY32 UINT32_C(0x7f800000)
#define HIDDEN     (UINT32_C(1) << MANTISSA_BITS)
#define LARGEST    UINT32_C(0x7f7fffff)

/* ---- taking apart ----------------------------------------------------------------------- */

static bool sign_of(uint32_t a)
{
    return a >> 31;
}

static bool is_nan(uint32_t a)
{
    return (a & ~SIGN_BIT) > INFINITY32;
}

static bool is_signaling(uint32_t a)
{
    return is_nan(a) && !(a & (HIDDEN >> 1));
}

static bool is_infinite(uint32_t a)
{
    return (a & ~SIGN_BIT) == INFINITY32;
}

static bool is_zero(uint32_t a)
{
    return (a & ~SIGN_BIT) == 0;
}

/* A finite number is sig * 2^exp. */
struct parts {
    uint64_t sig;
    int      exp;
};

static struct parts take_apart(uint32_t a)
{
    const int      e = (int)(a >> MANTISSA_BITS & 255);
    const uint32_t m = a & (HIDDEN - 1);

    return e ? (struct parts){ m | HIDDEN, e - BIAS - MANTISSA_BITS }
             : (struct parts){ m, 1 - BIAS - MANTISSA_BITS };
}

/* The same value with the hidden bit set; sig must not be 0. */
static struct parts normalise(struct parts p)
{
    const int shift = __builtin_clzll(p.sig) - (63 - MANTISSA_BITS);

    return (struct parts){ p.sig << shift, p.exp - shift };
}

static uint32_t nan_of(uint32_t signaling, uint32_t *flags)
{
    if (signaling)
        *flags |= CORAL_NV;
    return CORAL_NAN;
}

static uint32_t invalid(uint32_t *flags)
{
    *flags |= CORAL_NV;
    return CORAL_NAN;
}

/* ---- rounding --------------------------------------------------------------------------- */

/* Shifts right; what falls out stays visible in the lowest bit. */
static uint64_t shift_sticky(uint64_t sig, int shift)
{
    if (shift <= 0)
        return sig;
    if (shift > 63)
        return sig != 0;
    return sig >> shift | ((sig & ((UINT64_C(1) << shift) - 1)) != 0);
}

/* Whether the magnitude goes up when the bits below `half * 2` are dropped. */
static bool rounds_up(uint64_t sig, uint64_t half, bool sign, enum coral_round mode)
{
    const uint64_t rest = sig & (half * 2 - 1);

    switch (mode) {
    case CORAL_RNE:
        return rest > half || (rest == half && (sig & (half * 2)));
    case CORAL_RTZ:
        return false;
    case CORAL_RDN:
        return sign && rest;
    case CORAL_RUP:
        return !sign && rest;
    case CORAL_RMM:
        return rest >= half;
    }
    kc_unreachable();
}

static uint32_t overflow(bool sign, enum coral_round mode, uint32_t *flags)
{
    const bool to_infinity = mode == CORAL_RNE || mode == CORAL_RMM ||
                             (mode == CORAL_RUP && !sign) || (mode == CORAL_RDN && sign);

    *flags |= CORAL_OF | CORAL_NX;
    return (sign ? SIGN_BIT : 0) | (to_infinity ? INFINITY32 : LARGEST);
}

enum { TOP = 62, DROPPED = TOP - MANTISSA_BITS }; /* where the leading bit is put before rounding */

#define HALF (UINT64_C(1) << (DROPPED - 1))

/* Below the normal range even after rounding to 24 bits with an unbounded exponent? */
static bool is_tiny(uint64_t sig, int biased, bool sign, enum coral_round mode)
{
    if (biased > 0)
        return false;
    if (biased < 0)
        return true;
    const uint64_t kept = (sig >> DROPPED) + rounds_up(sig, HALF, sign, mode);

    return kept < HIDDEN * UINT64_C(2);
}

/* The float nearest to sig * 2^exp under the mode; the lowest bit of sig may be sticky when sig
 * has more than 26 significant bits. */
static uint32_t round_pack(bool sign, int exp, uint64_t sig, enum coral_round mode, uint32_t *flags)
{
    const uint32_t sign_bits = sign ? SIGN_BIT : 0;

    if (sig == 0)
        return sign_bits;
    const int shift = __builtin_clzll(sig) - (63 - TOP);

    sig = shift >= 0 ? sig << shift : shift_sticky(sig, -shift);
    const int  biased = exp - shift + TOP + BIAS;
    const bool tiny = is_tiny(sig, biased, sign, mode);

    if (biased >= EXPONENT_MAX)
        return overflow(sign, mode, flags);
    if (biased <= 0)
        sig = shift_sticky(sig, 1 - biased);
    const bool     inexact = (sig & (HALF * 2 - 1)) != 0;
    const uint32_t kept = (uint32_t)(sig >> DROPPED) + rounds_up(sig, HALF, sign, mode);

    /* A carry out of the mantissa moves into the exponent by itself. */
    const uint32_t bits = kept + ((uint32_t)(biased > 0 ? biased - 1 : 0) << MANTISSA_BITS);

    if (bits >= INFINITY32)
        return overflow(sign, mode, flags);
    if (inexact)
        *flags |= CORAL_NX | (tiny ? CORAL_UF : 0);
    return sign_bits | bits;
}

/* ---- arithmetic ------------------------------------------------------------------------- */

struct term {
    bool     sign;
    int      exp;
    uint64_t sig; /* below 2^62 */
};

/* The exact sum of nothing is +0, or -0 when rounding down. */
static uint32_t zero_sum(bool both_negative, bool same_sign, enum coral_round mode)
{
    if (same_sign)
        return both_negative ? SIGN_BIT : 0;
    return mode == CORAL_RDN ? SIGN_BIT : 0;
}

/* Leading bit to bit 61, so that sums fit and cancellation keeps every bit that counts. */
static struct term raise(struct term x)
{
    const int shift = __builtin_clzll(x.sig) - 2;

    return (struct term){ x.sign, x.exp - shift, x.sig << shift };
}

static uint32_t sum(struct term x, struct term y, enum coral_round mode, uint32_t *flags)
{
    if (x.sig == 0 && y.sig == 0)
        return zero_sum(x.sign, x.sign == y.sign, mode);
    if (x.sig == 0 || y.sig == 0) {
        const struct term only = x.sig ? x : y;

        return round_pack(only.sign, only.exp, only.sig, mode, flags);
    }
    x = raise(x);
    y = raise(y);
    if (x.exp < y.exp || (x.exp == y.exp && x.sig < y.sig)) {
        const struct term t = x;

        x = y;
        y = t;
    }
    y.sig = shift_sticky(y.sig, x.exp - y.exp);
    if (x.sign == y.sign)
        return round_pack(x.sign, x.exp, x.sig + y.sig, mode, flags);
    if (x.sig == y.sig)
        return zero_sum(false, false, mode);
    return round_pack(x.sign, x.exp, x.sig - y.sig, mode, flags);
}

static struct term term_of(uint32_t a)
{
    const struct parts p = take_apart(a);

    return (struct term){ sign_of(a), p.exp, p.sig };
}

uint32_t coral_f32_add(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags)
{
    if (is_nan(a) || is_nan(b))
        return nan_of(is_signaling(a) || is_signaling(b), flags);
    if (is_infinite(a))
        return is_infinite(b) && a != b ? invalid(flags) : a;
    if (is_infinite(b))
        return b;
    return sum(term_of(a), term_of(b), mode, flags);
}

uint32_t coral_f32_mul(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags)
{
    const uint32_t sign = (a ^ b) & SIGN_BIT;

    if (is_nan(a) || is_nan(b))
        return nan_of(is_signaling(a) || is_signaling(b), flags);
    if (is_infinite(a) || is_infinite(b))
        return is_zero(a) || is_zero(b) ? invalid(flags) : sign | INFINITY32;
    const struct parts x = take_apart(a), y = take_apart(b);

    return round_pack(sign != 0, x.exp + y.exp, x.sig * y.sig, mode, flags);
}

uint32_t coral_f32_fma(uint32_t a, uint32_t b, uint32_t c, enum coral_round mode, uint32_t *flags)
{
    const uint32_t sign = (a ^ b) & SIGN_BIT;
    const bool     endless = is_infinite(a) || is_infinite(b);
    const bool     undefined = endless && (is_zero(a) || is_zero(b));

    if (is_nan(a) || is_nan(b))
        return nan_of(is_signaling(a) || is_signaling(b) || is_signaling(c), flags);
    if (undefined)
        return invalid(flags); /* also when c is a quiet NaN */
    if (is_nan(c))
        return nan_of(is_signaling(c), flags);
    if (endless)
        return is_infinite(c) && (c & SIGN_BIT) != sign ? invalid(flags) : sign | INFINITY32;
    if (is_infinite(c))
        return c;
    const struct parts x = take_apart(a), y = take_apart(b);
    const struct term  product = { sign != 0, x.exp + y.exp, x.sig * y.sig };

    return sum(product, term_of(c), mode, flags);
}

uint32_t coral_f32_div(uint32_t a, uint32_t b, enum coral_round mode, uint32_t *flags)
{
    const uint32_t sign = (a ^ b) & SIGN_BIT;

    if (is_nan(a) || is_nan(b))
        return nan_of(is_signaling(a) || is_signaling(b), flags);
    if (is_infinite(a))
        return is_infinite(b) ? invalid(flags) : sign | INFINITY32;
    if (is_infinite(b))
        return sign;
    if (is_zero(b)) {
        if (is_zero(a))
            return invalid(flags);
        *flags |= CORAL_DZ;
        return sign | INFINITY32;
    }
    if (is_zero(a))
        return sign;
    const struct parts x = normalise(take_apart(a)), y = normalise(take_apart(b));
    const uint64_t     n = x.sig << 38, q = n / y.sig;

    return round_pack(sign != 0, x.exp - y.exp - 38, q | (n % y.sig != 0), mode, flags);
}

/* The integer part of the square root, bit by bit. */
static uint64_t root(uint64_t n)
{
    uint64_t r = 0;

    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
        if ((r | bit) * (r | bit) <= n)
            r |= bit;
    return r;
}

uint32_t coral_f32_sqrt(uint32_t a, enum coral_round mode, uint32_t *flags)
{
    if (is_nan(a))
        return nan_of(is_signaling(a), flags);
    if (is_zero(a))
        return a;
    if (sign_of(a))
        return invalid(flags);
    if (is_infinite(a))
        return a;
    struct parts p = normalise(take_apart(a));
    const int    shift = 38 + (p.exp & 1); /* so that the exponent halves without rest */

    p.sig <<= shift;
    p.exp -= shift;
    const uint64_t r = root(p.sig);

    return round_pack(false, p.exp / 2 - 1, r << 1 | (r * r != p.sig), mode, flags);
}

/* ---- conversions ------------------------------------------------------------------------ */

/* The rounded magnitude, at most 2^33; sets inexact. */
static uint64_t to_integer(uint32_t a, enum coral_round mode, bool *inexact)
{
    const struct parts p = take_apart(a);

    if (p.exp >= 0)
        return p.exp > 9 ? UINT64_C(1) << 33 : p.sig << p.exp;
    const int      drop = -p.exp < 40 ? -p.exp : 40;
    const uint64_t sig = p.sig, half = UINT64_C(1) << (drop - 1);

    *inexact = (sig & (half * 2 - 1)) != 0;
    return (sig >> drop) + rounds_up(sig, half, sign_of(a), mode);
}

uint32_t coral_f32_to_i32(uint32_t a, enum coral_round mode, uint32_t *flags)
{
    bool           inexact = false;
    const bool     sign = sign_of(a) && !is_nan(a);
    const uint64_t most = sign ? UINT64_C(0x80000000) : 0x7fffffff;
    const uint64_t n = to_integer(a, mode, &inexact);

    if (is_nan(a) || n > most) {
        *flags |= CORAL_NV;
        return (uint32_t)most;
    }
    *flags |= inexact ? CORAL_NX : 0;
    return (uint32_t)(sign ? 0 - n : n);
}

uint32_t coral_f32_to_u32(uint32_t a, enum coral_round mode, uint32_t *flags)
{
    bool           inexact = false;
    const uint64_t n = to_integer(a, mode, &inexact);

    if (is_nan(a) || (!sign_of(a) && n > UINT32_MAX) || (sign_of(a) && n > 0)) {
        *flags |= CORAL_NV;
        return is_nan(a) || !sign_of(a) ? UINT32_MAX : 0;
    }
    *flags |= inexact ? CORAL_NX : 0;
    return (uint32_t)n;
}

uint32_t coral_f32_from_i32(uint32_t a, enum coral_round mode, uint32_t *flags)
{
    const bool sign = sign_of(a);

    return round_pack(sign, 0, sign ? 0u - a : a, mode, flags);
}

uint32_t coral_f32_from_u32(uint32_t a, enum coral_round mode, uint32_t *flags)
{
    return round_pack(false, 0, a, mode, flags);
}

/* ---- comparing -------------------------------------------------------------------------- */

/* Total order of numbers as integers: -0 just below +0. */
static int32_t order(uint32_t a)
{
    return (int32_t)(sign_of(a) ? ~(a & ~SIGN_BIT) : a);
}

static uint32_t choose(uint32_t a, uint32_t b, bool a_wins, uint32_t *flags)
{
    if (is_signaling(a) || is_signaling(b))
        *flags |= CORAL_NV;
    if (is_nan(a))
        return is_nan(b) ? CORAL_NAN : b;
    return is_nan(b) || a_wins ? a : b;
}

uint32_t coral_f32_min(uint32_t a, uint32_t b, uint32_t *flags)
{
    return choose(a, b, order(a) < order(b), flags);
}

uint32_t coral_f32_max(uint32_t a, uint32_t b, uint32_t *flags)
{
    return choose(a, b, order(a) > order(b), flags);
}

/* Both zeros, or the same number. */
static bool equal(uint32_t a, uint32_t b)
{
    return a == b || (is_zero(a) && is_zero(b));
}

bool coral_f32_eq(uint32_t a, uint32_t b, uint32_t *flags)
{
    if (is_signaling(a) || is_signaling(b))
        *flags |= CORAL_NV;
    return !is_nan(a) && !is_nan(b) && equal(a, b);
}

static bool unordered(uint32_t a, uint32_t b, uint32_t *flags)
{
    if (!is_nan(a) && !is_nan(b))
        return false;
    *flags |= CORAL_NV;
    return true;
}

bool coral_f32_lt(uint32_t a, uint32_t b, uint32_t *flags)
{
    return !unordered(a, b, flags) && !equal(a, b) && order(a) < order(b);
}

bool coral_f32_le(uint32_t a, uint32_t b, uint32_t *flags)
{
    return !unordered(a, b, flags) && (equal(a, b) || order(a) < order(b));
}

uint32_t coral_f32_class(uint32_t a)
{
    if (is_nan(a))
        return is_signaling(a) ? 1u << 8 : 1u << 9;
    const uint32_t magnitude = a & ~SIGN_BIT;
    const int      kind = magnitude == INFINITY32 ? 0 : magnitude >= HIDDEN ? 1 : magnitude ? 2 : 3;

    return 1u << (sign_of(a) ? kind : 7 - kind);
}

/* exp in double-double arithmetic: a number is the exact sum of two doubles, good for about 100
 * bits.
 *
 * x = k ln 2 + r with |r| < 0.35; a Taylor polynomial gives exp(r) with a relative error below
 * 2^-75; 2^k is exact.  The f32 inputs whose exponential comes closest to a midpoint between two
 * f32 values miss it by 2^-53, so the one rounding at the end is always the right one
 * (checked once against MPFR for every f32 input).  Only + - * are used, and twenty bits of margin
 * bear a compiler that fuses some of them.
 */
#include "base/exp.h"

#include "base/float.h"

struct dd {
    double hi, lo; /* |lo| is at most half an ulp of hi, give or take a rounding */
};

static uint64_t f64_bits(double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static double f64_from_bits(uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof d);
    return d;
}

/* ---- double-double ------------------------------------------------------------------------- */

/* a + b, exactly, for |a| >= |b|. */
static struct dd sum_ordered(double a, double b)
{
    const double s = a + b;

    return (struct dd){ s, b - (s - a) };
}

/* a + b, exactly (Knuth). */
static struct dd sum(double a, double b)
{
    const double s = a + b;
    const double b_part = s - a;

    return (struct dd){ s, (a - (s - b_part)) + (b - b_part) };
}

/* The upper 26 bits of the significand: a product of two such is exact, and so is that of one
 * with the remaining 27. */
static double upper_half(double a)
{
    return f64_from_bits(f64_bits(a) & ~UINT64_C(0x7ffffff));
}

/* a * b to within 2^-105 (Dekker; only the product of the lower halves is rounded). */
static struct dd product(double a, double b)
{
    const double p = a * b;
    const double a1 = upper_half(a), a0 = a - a1;
    const double b1 = upper_half(b), b0 = b - b1;

    return (struct dd){ p, (((a1 * b1 - p) + a1 * b0) + a0 * b1) + a0 * b0 };
}

static struct dd dd_mul(struct dd a, struct dd b)
{
    const struct dd p = product(a.hi, b.hi);

    return sum_ordered(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static struct dd dd_add(struct dd a, struct dd b)
{
    const struct dd s = sum(a.hi, b.hi);

    return sum_ordered(s.hi, s.lo + (a.lo + b.lo));
}

/* ---- exp ----------------------------------------------------------------------------------- */

/* 1/n!: to twice a double's precision while the term matters that much, then as a double. */
static const struct dd inverse_factorial[] = {
    { 0x1p+0, 0.0 },
    { 0x1p+0, 0.0 },
    { 0x1p-1, 0.0 },
    { 0x1.5555555555555p-3, 0x1.5555555555555p-57 },
    { 0x1.5555555555555p-5, 0x1.5555555555555p-59 },
    { 0x1.1111111111111p-7, 0x1.1111111111111p-63 },
    { 0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65 },
    { 0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73 },
    { 0x1.a01a01a01a01ap-16, 0.0 },
    { 0x1.71de3a556c734p-19, 0.0 },
    { 0x1.27e4fb7789f5cp-22, 0.0 },
    { 0x1.ae64567f544e4p-26, 0.0 },
    { 0x1.1eed8eff8d898p-29, 0.0 },
    { 0x1.6124613a86d09p-33, 0.0 },
    { 0x1.93974a8c07c9dp-37, 0.0 },
    { 0x1.ae7f3e733b81fp-41, 0.0 },
    { 0x1.ae7f3e733b81fp-45, 0.0 },
    { 0x1.952c77030ad4ap-49, 0.0 },
};

enum { LAST_TERM = 17, LAST_DD_TERM = 7 };

/* exp(r) for |r| < 0.35.  From the term r^8/8! < 2^-27 on, double precision is plenty. */
static struct dd exp_reduced(struct dd r)
{
    double    tail = inverse_factorial[LAST_TERM].hi;
    struct dd s;

    for (int n = LAST_TERM - 1; n > LAST_DD_TERM; n--)
        tail = inverse_factorial[n].hi + tail * r.hi;
    s = (struct dd){ tail, 0.0 };
    for (int n = LAST_DD_TERM; n >= 0; n--)
        s = dd_add(inverse_factorial[n], dd_mul(s, r));
    return s;
}

static int32_t nearest_integer(double d)
{
    return (int32_t)(d < 0.0 ? d - 0.5 : d + 0.5);
}

/* x - k ln 2.  ln 2 comes in three parts; the first two have 42 and 40 bits, so that their
 * products with k are exact, and so is the first subtraction. */
static struct dd reduce(double x, int32_t k)
{
    const struct dd r = sum(x - k * 0x1.62e42fefa38p-1, -(k * 0x1.ef35793c76p-45));

    return sum_ordered(r.hi, r.lo - k * 0x1.cc01f97b57a08p-87);
}

/* A positive value as a double rounded to odd: if inexact, to the neighbour with an odd last bit.
 * Rounding that once more to 24 bits or fewer is as good as rounding the value itself. */
static double round_to_odd(struct dd a)
{
    const uint64_t bits = f64_bits(a.hi);

    if (a.lo == 0.0 || (bits & 1))
        return a.hi;
    return f64_from_bits(a.lo > 0.0 ? bits + 1 : bits - 1);
}

/* 2^k, for any k that a double has as a normal number. */
static double power_of_two(int32_t k)
{
    return f64_from_bits((uint64_t)(k + 1023) << 52);
}

float kc_expf(float x)
{
    const float last_finite = 0x1.62e42ep+6f; /* exp of the next f32 is beyond FLT_MAX */
    const float all_zero = -104.0f; /* from here down less than half the least subnormal */
    int32_t     k;

    if (x != x)
        return kc_f32_from_bits(kc_f32_bits(x) | KC_F32_QUIET);
    if (x > last_finite)
        return kc_f32_from_bits(KC_F32_INF);
    if (x <= all_zero)
        return 0.0f;
    if (-0x1p-25f <= x && x <= 0x1p-25f)
        return 1.0f;

    k = nearest_integer(x * 0x1.71547652b82fep+0); /* x / ln 2 */
    return (float)(round_to_odd(exp_reduced(reduce(x, k))) * power_of_two(k));
}

static uint16_t exp_entry(float x)
{
    return kc_bf16_round_sram(kc_expf(x));
}

void kc_exp_bf16_table(uint16_t table[65536])
{
    const float    limit = 88.0f;
    const uint16_t top = exp_entry(limit), bottom = exp_entry(-limit);

    for (uint32_t i = 0; i < 65536; i++) {
        const float x = kc_bf16_widen((uint16_t)i);

        table[i] = x >= limit ? top : x <= -limit ? bottom : exp_entry(x);
    }
}

/* Coral's float arithmetic against two witnesses: the host's float (nearest-even, fenv flags) and
 * MPFR with binary32's exponent range (all modes). */
#include "platforms/coral/coral_float.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

#include "base/compiler.h"
#include "base/random.h"

enum { PAIRS = 200000, MPFR_CASES = 60000 };

static float f32(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return isnan(f) ? CORAL_NAN : bits;
}

/* Values at which something changes, and random ones of all magnitudes. */
static uint32_t draw(uint64_t *state)
{
    static const uint32_t special[] = {
        0,          1,          2,          0x007fffff, 0x00800000, 0x00800001, 0x3f800000,
        0x3f7fffff, 0x3f800001, 0x4b000000, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f800000,
        0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x7fffffff, 0x40490fdb, 0x3f000000,
        0x3effffff, 0x4f7fffff, 0x00000003, 0x1f800000
    };
    const uint64_t r = *state = kc_mix64(*state + UINT64_C(0x9e3779b97f4a7c15));
    const uint32_t sign = (uint32_t)(r >> 32) & 0x80000000;

    switch (r >> 60) {
    case 0:
    case 1:
        return sign | special[(r >> 8) % KC_COUNT(special)];
    case 2:
    case 3: /* near one: cancellation */
        return sign | (0x3f800000 + (uint32_t)(r & 0x1ffffff) - 0xffffff);
    case 4: /* few bits: ties and exact results */
        return sign | ((uint32_t)r & 0x7f800000) | ((uint32_t)r & 0x00700000);
    case 5: /* near the bottom */
        return sign | ((uint32_t)r & 0x00ffffff);
    default:
        return (uint32_t)r;
    }
}

/* ---- the host --------------------------------------------------------------------------- */

static uint32_t host_flags(void)
{
    const int raised = fetestexcept(FE_ALL_EXCEPT);

    return (raised & FE_INEXACT ? CORAL_NX : 0u) | (raised & FE_UNDERFLOW ? CORAL_UF : 0u) |
           (raised & FE_OVERFLOW ? CORAL_OF : 0u) | (raised & FE_DIVBYZERO ? CORAL_DZ : 0u) |
           (raised & FE_INVALID ? CORAL_NV : 0u);
}

static uint32_t host(char op, uint32_t a, uint32_t b, uint32_t c, uint32_t *flags)
{
    volatile float x = f32(a), y = f32(b), z = f32(c), r = 0;

    feclearexcept(FE_ALL_EXCEPT);
    switch (op) {
    case '+':
        r = x + y;
        break;
    case '*':
        r = x * y;
        break;
    case '/':
        r = x / y;
        break;
    case 'r':
        r = sqrtf(x);
        break;
    case 'f':
        r = fmaf(x, y, z);
        break;
    }
    *flags = host_flags();
    return bits_of(r);
}

static uint32_t ours(char op, uint32_t a, uint32_t b, uint32_t c, enum coral_round mode,
                     uint32_t *flags)
{
    *flags = 0;
    switch (op) {
    case '+':
        return coral_f32_add(a, b, mode, flags);
    case '*':
        return coral_f32_mul(a, b, mode, flags);
    case '/':
        return coral_f32_div(a, b, mode, flags);
    case 'r':
        return coral_f32_sqrt(a, mode, flags);
    default:
        return coral_f32_fma(a, b, c, mode, flags);
    }
}

Test(coral_float, nearest_even_is_the_host, .timeout = 60)
{
    uint64_t state = 1;

    for (int i = 0; i < PAIRS; i++)
        for (const char *op = "+*/r"; *op; op++) {
            const uint32_t a = draw(&state), b = draw(&state);
            uint32_t       expected_flags, flags;
            const uint32_t expected = host(*op, a, b, 0, &expected_flags);
            const uint32_t got = ours(*op, a, b, 0, CORAL_RNE, &flags);

            if (got != expected || flags != expected_flags)
                cr_assert_fail("%c %08" PRIx32 " %08" PRIx32 ": %08" PRIx32 " flags %02" PRIx32
                               ", expected %08" PRIx32 " flags %02" PRIx32,
                               *op, a, b, got, flags, expected, expected_flags);
        }
}

/* ---- MPFR ------------------------------------------------------------------------------- */

static bool is_number(uint32_t a)
{
    return (a & 0x7f800000) != 0x7f800000;
}

/* The exact result, or one with far more bits than matter and a ternary value that says so. */
static int wide(char op, mpfr_t r, uint32_t a, uint32_t b, uint32_t c)
{
    mpfr_t x, y, z;
    int    inexact = 0;

    mpfr_inits2(24, x, y, z, (mpfr_ptr)0);
    mpfr_set_flt(x, f32(a), MPFR_RNDN);
    mpfr_set_flt(y, f32(b), MPFR_RNDN);
    mpfr_set_flt(z, f32(c), MPFR_RNDN);
    switch (op) {
    case '+':
        inexact = mpfr_add(r, x, y, MPFR_RNDZ);
        break;
    case '*':
        inexact = mpfr_mul(r, x, y, MPFR_RNDZ);
        break;
    case '/':
        inexact = mpfr_div(r, x, y, MPFR_RNDZ);
        break;
    case 'r':
        inexact = mpfr_sqrt(r, x, MPFR_RNDZ);
        break;
    case 'f':
        inexact = mpfr_fma(r, x, y, z, MPFR_RNDZ);
        break;
    }
    mpfr_clears(x, y, z, (mpfr_ptr)0);
    return inexact;
}

/* Rounds |r| to a multiple of unit under the mode. */
static void to_multiple(mpfr_t q, const mpfr_t r, long unit_exp, enum coral_round mode, bool sign)
{
    mpfr_mul_2si(q, r, -unit_exp, MPFR_RNDN);
    switch (mode) {
    case CORAL_RNE:
        mpfr_rint(q, q, MPFR_RNDN);
        break;
    case CORAL_RTZ:
        mpfr_trunc(q, q);
        break;
    case CORAL_RDN:
        if (sign)
            mpfr_ceil(q, q);
        else
            mpfr_floor(q, q);
        break;
    case CORAL_RUP:
        if (sign)
            mpfr_floor(q, q);
        else
            mpfr_ceil(q, q);
        break;
    case CORAL_RMM:
        mpfr_round(q, q);
        break;
    }
    mpfr_mul_2si(q, q, unit_exp, MPFR_RNDN);
}

/* Magnitude r (positive) rounded to 24 bits, the exponent bounded below or not. */
static void to_24_bits(mpfr_t q, const mpfr_t r, enum coral_round mode, bool sign, bool bounded)
{
    long unit = mpfr_get_exp(r) - 24;

    to_multiple(q, r, bounded && unit < -149 ? -149 : unit, mode, sign);
}

/* The definition of the standard, step by step. */
static uint32_t standard(char op, uint32_t a, uint32_t b, uint32_t c, enum coral_round mode,
                         uint32_t *flags)
{
    mpfr_t r, q, limit;

    mpfr_inits2(800, r, q, limit, (mpfr_ptr)0);
    *flags = 0;
    uint32_t result = 0;

    if (wide(op, r, a, b, c) != 0) /* a quotient or root: make the lost part visible */
        mpfr_nextabove(r), mpfr_set_prec(q, 801);
    const bool sign = mpfr_sgn(r) < 0;

    mpfr_abs(r, r, MPFR_RNDN);
    to_24_bits(q, r, mode, sign, false);
    mpfr_set_ui_2exp(limit, 1, 128, MPFR_RNDN);
    if (mpfr_cmp(q, limit) >= 0) {
        const bool away = mode == CORAL_RNE || mode == CORAL_RMM || (mode == CORAL_RUP && !sign) ||
                          (mode == CORAL_RDN && sign);

        *flags = CORAL_OF | CORAL_NX;
        result = away ? 0x7f800000 : 0x7f7fffff;
    } else {
        mpfr_set_ui_2exp(limit, 1, -126, MPFR_RNDN);
        const bool tiny = mpfr_cmp(q, limit) < 0;

        to_24_bits(q, r, mode, sign, true);
        if (mpfr_cmp(q, r) != 0)
            *flags = CORAL_NX | (tiny ? CORAL_UF : 0u);
        result = bits_of(mpfr_get_flt(q, MPFR_RNDN));
    }
    mpfr_clears(r, q, limit, (mpfr_ptr)0);
    return result | (sign ? 0x80000000 : 0);
}

/* Zeros, infinities and NaN are the business of the test above: rounding does not touch them. */
static bool worth_asking(char op, uint32_t a, uint32_t b, uint32_t c)
{
    if (!is_number(a) || !is_number(b) || !is_number(c))
        return false;
    if (op == '/' && (b << 1) == 0)
        return false;
    mpfr_t r;

    mpfr_init2(r, 800);
    wide(op, r, a, b, c);
    const bool answer = mpfr_regular_p(r) != 0;

    mpfr_clear(r);
    return answer;
}

Test(coral_float, all_modes_are_the_standard, .timeout = 120)
{
    uint64_t state = 2;
    int      asked = 0;

    for (int i = 0; i < MPFR_CASES; i++) {
        const char     op = "+*/rf"[i % 5];
        const uint32_t a = draw(&state), b = draw(&state), c = draw(&state);
        const uint32_t x = op == 'r' ? a & 0x7fffffff : a;

        if (!worth_asking(op, x, b, c))
            continue;
        asked++;
        for (int mode = CORAL_RNE; mode <= CORAL_RMM; mode++) {
            uint32_t       expected_flags, flags;
            const uint32_t expected =
                standard(op, x, b, c, (enum coral_round)mode, &expected_flags);
            const uint32_t got = ours(op, x, b, c, (enum coral_round)mode, &flags);

            if (got != expected || flags != expected_flags)
                cr_assert_fail("%c %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " mode %d: %08" PRIx32
                               " flags %02" PRIx32 ", expected %08" PRIx32 " flags %02" PRIx32,
                               op, x, b, c, mode, got, flags, expected, expected_flags);
        }
    }
    cr_assert_gt(asked, MPFR_CASES / 2);
}

/* ---- specials of the fused operation, conversions, comparisons -------------------------- */

Test(coral_float, fused_specials)
{
    static const struct {
        const char *name;
        uint32_t    a, b, c, result, flags;
    } cases[] = {
        { "inf * 0 + quiet NaN is invalid", 0x7f800000, 0, 0x7fc00000, CORAL_NAN, CORAL_NV },
        { "1 * 1 + quiet NaN is quiet", 0x3f800000, 0x3f800000, 0x7fc00001, CORAL_NAN, 0 },
        { "signaling addend", 0x3f800000, 0x3f800000, 0x7f800001, CORAL_NAN, CORAL_NV },
        { "inf - inf", 0x7f800000, 0x3f800000, 0xff800000, CORAL_NAN, CORAL_NV },
        { "inf + inf", 0x7f800000, 0x3f800000, 0x7f800000, 0x7f800000, 0 },
        { "x + -inf", 0x3f800000, 0x3f800000, 0xff800000, 0xff800000, 0 },
        { "1 * 1 - 1 is +0", 0x3f800000, 0x3f800000, 0xbf800000, 0, 0 },
        { "-0 * 1 + -0 is -0", 0x80000000, 0x3f800000, 0x80000000, 0x80000000, 0 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        uint32_t       flags = 0;
        const uint32_t got = coral_f32_fma(cases[i].a, cases[i].b, cases[i].c, CORAL_RNE, &flags);

        cr_assert(got == cases[i].result && flags == cases[i].flags,
                  "%s: %08" PRIx32 " flags %02" PRIx32, cases[i].name, got, flags);
    }
}

Test(coral_float, exact_zero_sums_follow_the_mode)
{
    uint32_t flags = 0;

    for (int mode = CORAL_RNE; mode <= CORAL_RMM; mode++)
        cr_assert_eq(coral_f32_add(0x3f800000, 0xbf800000, (enum coral_round)mode, &flags),
                     mode == CORAL_RDN ? 0x80000000u : 0u);
    cr_assert_eq(flags, 0u);
}

/* The integer nearest to a double under the mode. */
static double to_whole(double x, enum coral_round mode)
{
    switch (mode) {
    case CORAL_RNE:
        return nearbyint(x);
    case CORAL_RTZ:
        return trunc(x);
    case CORAL_RDN:
        return floor(x);
    case CORAL_RUP:
        return ceil(x);
    case CORAL_RMM:
        return round(x);
    }
    kc_unreachable();
}

Test(coral_float, to_integers)
{
    uint64_t state = 3;

    for (int i = 0; i < PAIRS; i++) {
        const uint32_t a =
            i % 2 ? draw(&state)
                  : (0x3e000000 + (draw(&state) & 0x13ffffff)) | (draw(&state) & 0x80000000);
        const enum coral_round mode = (enum coral_round)(i / 2 % 5);
        const double           whole = to_whole(f32(a), mode);
        const bool             nan = isnan(f32(a));
        const bool             bad = nan || whole < -2147483648.0 || whole > 2147483647.0;
        const bool             bad_u = nan || whole < 0.0 || whole > 4294967295.0;
        const uint32_t         inexact = whole != (double)f32(a) ? CORAL_NX : 0;
        const uint32_t         low = !nan && whole < 0 ? 0x80000000 : 0x7fffffff;
        const uint32_t         expected = bad ? low : (uint32_t)(int32_t)whole;
        const uint32_t expected_u = bad_u ? (!nan && whole < 0 ? 0 : UINT32_MAX) : (uint32_t)whole;
        uint32_t       flags = 0, flags_u = 0;

        cr_assert_eq(coral_f32_to_i32(a, mode, &flags), expected, "%08" PRIx32 " mode %d", a, mode);
        cr_assert_eq(coral_f32_to_u32(a, mode, &flags_u), expected_u, "%08" PRIx32 " mode %d", a,
                     mode);
        cr_assert_eq(flags, bad ? CORAL_NV : inexact, "%08" PRIx32 " mode %d", a, mode);
        cr_assert_eq(flags_u, bad_u ? CORAL_NV : inexact, "%08" PRIx32 " mode %d", a, mode);
    }
}

Test(coral_float, from_integers)
{
    uint64_t state = 4;

    for (int i = 0; i < PAIRS; i++) {
        const uint32_t a = draw(&state) >> (i % 31);
        uint32_t       flags = 0, flags_u = 0;
        const uint32_t got = coral_f32_from_i32(a, CORAL_RNE, &flags);
        const uint32_t got_u = coral_f32_from_u32(a, CORAL_RNE, &flags_u);

        cr_assert_eq(got, bits_of((float)(int32_t)a), "%08" PRIx32, a);
        cr_assert_eq(got_u, bits_of((float)a), "%08" PRIx32, a);
        cr_assert_eq(flags, (double)f32(got) != (int32_t)a ? CORAL_NX : 0u);
        cr_assert_eq(flags_u, (double)f32(got_u) != a ? CORAL_NX : 0u);
        cr_assert_leq(f32(coral_f32_from_i32(a, CORAL_RDN, &flags)), (double)(int32_t)a);
        cr_assert_geq(f32(coral_f32_from_i32(a, CORAL_RUP, &flags)), (double)(int32_t)a);
    }
}

Test(coral_float, comparisons)
{
    uint64_t state = 5;

    for (int i = 0; i < PAIRS; i++) {
        const uint32_t a = draw(&state), b = i % 3 ? draw(&state) : a ^ (i % 2 ? 0x80000000 : 0);
        const float    x = f32(a), y = f32(b);
        const bool     nan = isnan(x) || isnan(y);
        const bool     signaling = (isnan(x) && !(a & 0x400000)) || (isnan(y) && !(b & 0x400000));
        uint32_t       eq = 0, lt = 0, le = 0, most = 0;

        cr_assert_eq(coral_f32_eq(a, b, &eq), x == y);
        cr_assert_eq(coral_f32_lt(a, b, &lt), !nan && x < y);
        cr_assert_eq(coral_f32_le(a, b, &le), !nan && x <= y);
        cr_assert_eq(eq, signaling ? CORAL_NV : 0u);
        cr_assert_eq(lt, nan ? CORAL_NV : 0u);
        cr_assert_eq(le, nan ? CORAL_NV : 0u);
        const uint32_t low = coral_f32_min(a, b, &most), high = coral_f32_max(a, b, &most);

        cr_assert_eq(most, signaling ? CORAL_NV : 0u);
        if (!nan && x != y) {
            cr_assert_eq(low, x < y ? a : b);
            cr_assert_eq(high, x < y ? b : a);
        }
    }
    uint32_t flags = 0;

    cr_assert_eq(coral_f32_min(0, 0x80000000, &flags), 0x80000000);
    cr_assert_eq(coral_f32_max(0x80000000, 0, &flags), 0u);
    cr_assert_eq(coral_f32_min(0x7fc00001, 0x3f800000, &flags), 0x3f800000);
    cr_assert_eq(coral_f32_max(0x7fc00001, 0xffc00000, &flags), CORAL_NAN);
}

Test(coral_float, classes)
{
    static const uint32_t value[] = { 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0,
                                      1,          0x3f800000, 0x7f800000, 0x7f800001, 0x7fc00000 };

    for (unsigned i = 0; i < KC_COUNT(value); i++)
        cr_assert_eq(coral_f32_class(value[i]), 1u << i);
}

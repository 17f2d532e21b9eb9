/* kc_expf against MPFR, bit by bit.  What cannot be tried in a second (the other f32 inputs) is
 * represented by those that lie closest to a midpoint, where a less careful exp goes wrong. */
#include "base/exp.h"

#include "base/float.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* exp(x) rounded once to f32, subnormals included.  MPFR's exponent range is per process, and
 * Criterion gives each test its own. */
static float mpfr_expf(float x)
{
    float  result;
    int    inexact;
    mpfr_t a;

    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    mpfr_init2(a, 24);
    mpfr_set_flt(a, x, MPFR_RNDN);
    inexact = mpfr_exp(a, a, MPFR_RNDN);
    mpfr_subnormalize(a, inexact, MPFR_RNDN);
    result = mpfr_get_flt(a, MPFR_RNDN);
    mpfr_clear(a);
    return result;
}

static void expect_exp(uint32_t x)
{
    const uint32_t got = kc_f32_bits(kc_expf(kc_f32_from_bits(x)));
    const uint32_t want = kc_f32_bits(mpfr_expf(kc_f32_from_bits(x)));

    if (got != want)
        cr_assert_fail("%08" PRIx32 " (%a): got %08" PRIx32 ", expected %08" PRIx32, x,
                       (double)kc_f32_from_bits(x), got, want);
}

Test(exp, every_bf16_agrees_with_mpfr)
{
    for (uint32_t h = 0; h < 0x10000; h++)
        if ((h & 0x7fff) <= 0x7f80)
            expect_exp(h << 16);
}

Test(exp, a_sample_of_f32_agrees_with_mpfr)
{
    const uint32_t first = kc_f32_bits(0x1p-27f), last = kc_f32_bits(110.0f);

    for (uint32_t x = first; x <= last; x += 2111) {
        expect_exp(x);
        expect_exp(x | 0x80000000);
    }
}

/* All f32 inputs whose exponential lies within 2^-49.4 of a midpoint between two f32 values,
 * relative to its power of two; the last one is the closest, at 2^-52.7. */
Test(exp, hardest_inputs_agree_with_mpfr)
{
    static const uint32_t inputs[] = {
        0x343fffff, 0x34dffffd, 0x356ffff9, 0x35f7fff1, 0x367bffe1, 0x36fdffc1,
        0x377eff81, 0x383a3ef1, 0x38ad9e29, 0x38e69cc1, 0x39c6be5b, 0x39e5bb1d,
        0x3d1a274e, 0x3fe67199, 0x4001b249, 0x40315b33, 0x4288942b, 0xbae0e25c,
        0xbbf0edf1, 0xbc2a461a, 0xc0781533, 0xc16912cd,
    };

    for (size_t i = 0; i < COUNT(inputs); i++)
        expect_exp(inputs[i]);
}

Test(exp, cases)
{
    static const struct {
        const char *name;
        uint32_t    x, want;
    } cases[] = {
        { "0", 0x00000000, 0x3f800000 },
        { "-0", 0x80000000, 0x3f800000 },
        { "1", 0x3f800000, 0x402df854 },
        { "88", 0x42b00000, 0x7ef882b7 },
        { "-88", 0xc2b00000, 0x0041edc4 },
        { "last finite", 0x42b17217, 0x7f7fff84 },
        { "first infinite", 0x42b17218, 0x7f800000 },
        { "last nonzero", 0xc2cff1b4, 0x00000001 },
        { "first zero", 0xc2cff1b5, 0x00000000 },
        { "inf", 0x7f800000, 0x7f800000 },
        { "-inf", 0xff800000, 0x00000000 },
        { "largest x that gives 1", 0x337fffff, 0x3f800000 },
        { "smallest x that gives more", 0x33800000, 0x3f800001 },
        { "subnormal x", 0x80000001, 0x3f800000 },
        { "NaN keeps sign and payload", 0xffc12345, 0xffc12345 },
        { "signalling NaN becomes quiet", 0x7f812345, 0x7fc12345 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const uint32_t got = kc_f32_bits(kc_expf(kc_f32_from_bits(cases[i].x)));

        cr_expect(got == cases[i].want, "%s: got %08" PRIx32 ", expected %08" PRIx32, cases[i].name,
                  got, cases[i].want);
    }
}

Test(exp, table_is_clamp_then_exp_then_round)
{
    static uint16_t table[65536];

    kc_exp_bf16_table(table);
    for (uint32_t i = 0; i < 0x10000; i++) {
        const float    x = kc_bf16_widen((uint16_t)i);
        const float    clamped = fmaxf(-88.0f, fminf(88.0f, x));
        const uint32_t want = x != x ? i | 0x40 : kc_bf16_round_sram(mpfr_expf(clamped));

        if (table[i] != want)
            cr_assert_fail("%04" PRIx32 ": got %04x, expected %04" PRIx32, i, table[i], want);
    }
}

Test(exp, table_cases)
{
    static const struct {
        const char *name;
        uint16_t    x, want;
    } cases[] = {
        { "0", 0x0000, 0x3f80 },
        { "1", 0x3f80, 0x402e },
        { "88", 0x42b0, 0x7ef9 },
        { "89 is clamped", 0x42b2, 0x7ef9 },
        { "inf is clamped", 0x7f80, 0x7ef9 },
        { "-88 is subnormal", 0xc2b0, 0x0042 },
        { "-inf is clamped", 0xff80, 0x0042 },
        { "NaN", 0xffc0, 0xffc0 },
        { "signalling NaN", 0x7f81, 0x7fc1 },
    };
    static uint16_t table[65536];

    kc_exp_bf16_table(table);
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect(table[cases[i].x] == cases[i].want, "%s: got %04x, expected %04x", cases[i].name,
                  table[cases[i].x], cases[i].want);
}

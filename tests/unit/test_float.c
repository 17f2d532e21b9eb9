/* Number formats against independent witnesses: the emulator's pseudo-code written out literally,
 * the compiler's _Float16, and MPFR. */
#include "base/float.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct kc_float_type f32_type = { 1, 8, 23 }, bf16_type = { 1, 8, 7 };
static const struct kc_float_type fp16_type = { 1, 5, 10 };
static const struct kc_float_type e4m3_type = { 1, 4, 3 }, e8m0_type = { 0, 8, 0 };

/* Lower halves of an f32 at which rounding to the upper half changes its mind, and a few more. */
static const uint16_t lower_halves[] = { 0x0000, 0x0001, 0x0002, 0x1234, 0x4000, 0x7ffe, 0x7fff,
                                         0x8000, 0x8001, 0x8002, 0xabcd, 0xc000, 0xfffe, 0xffff };

static bool is_nan_bits(uint32_t x)
{
    return (x & 0x7fffffff) > 0x7f800000;
}

/* ---- bf16 ---------------------------------------------------------------------------------- */

/* round_bf16 of the specification, statement by statement. */
static uint16_t literal_round_bf16(uint32_t x)
{
    const uint32_t s = x >> 31, m = x & 0x7fffff;
    uint32_t       e = (x >> 23) & 255;
    const uint32_t p = m >> 15;
    const bool     sticky = (m & 0x7fff) != 0;
    const uint32_t up = (p & 1) && (sticky || (p & 2));
    uint32_t       k = (p + up) >> 1;

    if (k == 128) {
        k = 0;
        if (e < 255)
            e += 1;
    }
    return (uint16_t)(s << 15 | e << 7 | k);
}

Test(bf16, sram_rounding_is_the_pseudo_code)
{
    for (uint32_t hi = 0; hi < 0x10000; hi++)
        for (size_t i = 0; i < COUNT(lower_halves); i++) {
            const uint32_t x = hi << 16 | lower_halves[i];
            const uint16_t got = kc_bf16_round_sram(kc_f32_from_bits(x));

            if (got != literal_round_bf16(x))
                cr_assert_fail("%08" PRIx32 ": got %04x, expected %04x", x, got,
                               literal_round_bf16(x));
        }
}

Test(bf16, roundings_agree_but_for_nan)
{
    for (uint32_t hi = 0; hi < 0x10000; hi++)
        for (size_t i = 0; i < COUNT(lower_halves); i++) {
            const uint32_t x = hi << 16 | lower_halves[i];
            const uint16_t got = kc_bf16_round(kc_f32_from_bits(x));
            const uint16_t want = is_nan_bits(x) ? (uint16_t)(hi | 0x40) : literal_round_bf16(x);

            if (got != want)
                cr_assert_fail("%08" PRIx32 ": got %04x, expected %04x", x, got, want);
        }
}

Test(bf16, every_code_survives_widening)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        const float    wide = kc_bf16_widen((uint16_t)h);
        const uint32_t quiet = is_nan_bits(h << 16) ? 0x40 : 0;

        if (kc_f32_bits(wide) != h << 16 || kc_bf16_round(wide) != (h | quiet) ||
            kc_bf16_round_sram(wide) != h)
            cr_assert_fail("%04" PRIx32 ": bits %08" PRIx32 ", rounds to %04x and %04x", h,
                           kc_f32_bits(wide), kc_bf16_round(wide), kc_bf16_round_sram(wide));
    }
}

Test(bf16, rounding_cases)
{
    static const struct {
        const char *name;
        uint32_t    x;
        uint16_t    round, sram;
    } cases[] = {
        { "one", 0x3f800000, 0x3f80, 0x3f80 },
        { "minus zero", 0x80000000, 0x8000, 0x8000 },
        { "tie to even, down", 0x3f808000, 0x3f80, 0x3f80 },
        { "tie to even, up", 0x3f818000, 0x3f82, 0x3f82 },
        { "just above the tie", 0x3f808001, 0x3f81, 0x3f81 },
        { "carry into the exponent", 0x3fffffff, 0x4000, 0x4000 },
        { "overflow", 0x7f7fffff, 0x7f80, 0x7f80 },
        { "negative overflow", 0xff7fffff, 0xff80, 0xff80 },
        { "subnormal", 0x00018000, 0x0002, 0x0002 },
        { "largest subnormal to normal", 0x007fffff, 0x0080, 0x0080 },
        { "infinity", 0x7f800000, 0x7f80, 0x7f80 },
        { "default NaN", 0xffc00000, 0xffc0, 0xffc0 },
        { "NaN of low bits only", 0x7f800001, 0x7fc0, 0x7f80 },
        { "NaN of all ones", 0x7fffffff, 0x7fff, 0x7f80 },
        { "negative NaN of all ones", 0xffffffff, 0xffff, 0xff80 },
        { "NaN that carries out exactly", 0x7fff8000, 0x7fff, 0x7f80 },
        { "NaN just short of that", 0x7fff7fff, 0x7fff, 0x7fff },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const float f = kc_f32_from_bits(cases[i].x);

        cr_expect(kc_bf16_round(f) == cases[i].round, "%s: round gives %04x, expected %04x",
                  cases[i].name, kc_bf16_round(f), cases[i].round);
        cr_expect(kc_bf16_round_sram(f) == cases[i].sram, "%s: sram gives %04x, expected %04x",
                  cases[i].name, kc_bf16_round_sram(f), cases[i].sram);
    }
}

/* ---- fp16 ---------------------------------------------------------------------------------- */

Test(fp16, every_code_survives_widening)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        const uint32_t quiet = (h & 0x7fff) > 0x7c00 ? 0x200 : 0;
        const uint16_t back = kc_fp16_round(kc_fp16_widen((uint16_t)h));

        if (back != (h | quiet))
            cr_assert_fail("%04" PRIx32 ": came back as %04x", h, back);
    }
}

Test(fp16, rounding_cases)
{
    static const struct {
        const char *name;
        float       f;
        uint16_t    want;
    } cases[] = {
        { "one", 1.0f, 0x3c00 },
        { "minus zero", -0.0f, 0x8000 },
        { "tie to even, down", 1.0f + 0x1p-11f, 0x3c00 },
        { "tie to even, up", 1.0f + 0x3p-11f, 0x3c02 },
        { "largest finite", 65504.0f, 0x7bff },
        { "below the overflow tie", 65519.996f, 0x7bff },
        { "the overflow tie", 65520.0f, 0x7c00 },
        { "far beyond", -1e30f, 0xfc00 },
        { "infinity", -INFINITY, 0xfc00 },
        { "smallest normal", 0x1p-14f, 0x0400 },
        { "rounds up to normal", 0x1.fffp-15f, 0x0400 },
        { "smallest subnormal", 0x1p-24f, 0x0001 },
        { "half of it: tie to even", 0x1p-25f, 0x0000 },
        { "a little more than half", 0x1.000002p-25f, 0x0001 },
        { "f32 subnormal", -0x1p-149f, 0x8000 },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect(kc_fp16_round(cases[i].f) == cases[i].want, "%s: got %04x, expected %04x",
                  cases[i].name, kc_fp16_round(cases[i].f), cases[i].want);
    cr_expect(kc_fp16_round(kc_f32_from_bits(0x7f800001)) == 0x7e00, "NaN of low bits only");
    cr_expect(kc_fp16_round(kc_f32_from_bits(0xffffffff)) == 0xffff, "NaN of all ones");
    cr_expect(kc_f32_bits(kc_fp16_widen(0xfc01)) == 0xffc02000, "signalling NaN becomes quiet");
}

/* FPRAM preload files hold fp16; each value becomes bf16. */
Test(fp16, preload_precision)
{
    static const struct {
        const char *name;
        float       written, held;
    } cases[] = {
        { "1e-6", 1e-6f, 0x11p-24f },
        { "1.702", 1.702f, 1.703125f },
        { "-inf", -INFINITY, -INFINITY },
        { "70000", 70000.0f, INFINITY },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const uint16_t h = kc_bf16_round(kc_fp16_widen(kc_fp16_round(cases[i].written)));

        cr_expect(kc_bf16_widen(h) == cases[i].held, "%s: held as %.9g", cases[i].name,
                  (double)kc_bf16_widen(h));
    }
}

#ifdef __FLT16_MAX__
static float compiler_widen(uint16_t h)
{
    _Float16 f;

    memcpy(&f, &h, sizeof f);
    return (float)f;
}

static uint16_t compiler_round(float f)
{
    const _Float16 narrow = (_Float16)f;
    uint16_t       h;

    memcpy(&h, &narrow, sizeof h);
    return h;
}

Test(fp16, widening_agrees_with_the_compiler)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        const uint32_t got = kc_f32_bits(kc_fp16_widen((uint16_t)h));
        const uint32_t want = kc_f32_bits(compiler_widen((uint16_t)h));

        if (got != want)
            cr_assert_fail("%04" PRIx32 ": got %08" PRIx32 ", expected %08" PRIx32, h, got, want);
    }
}

Test(fp16, rounding_agrees_with_the_compiler)
{
    for (uint32_t hi = 0; hi < 0x10000; hi++)
        for (size_t i = 0; i < COUNT(lower_halves); i++) {
            const float f = kc_f32_from_bits(hi << 16 | lower_halves[i]);

            if (kc_fp16_round(f) != compiler_round(f))
                cr_assert_fail("%08" PRIx32 ": got %04x, expected %04x", kc_f32_bits(f),
                               kc_fp16_round(f), compiler_round(f));
        }
}
#endif

/* ---- f32 arithmetic ------------------------------------------------------------------------ */

static float apply(char op, float a, float b)
{
    switch (op) {
    case '+':
        return kc_f32_add(a, b);
    case '-':
        return kc_f32_sub(a, b);
    case '*':
        return kc_f32_mul(a, b);
    case '/':
        return kc_f32_div(a, b);
    case 'n':
        return kc_f32_neg(a);
    default:
        return kc_f32_sqrt(a);
    }
}

Test(f32, arithmetic_cases)
{
    enum { ZERO = 0, ONE = 0x3f800000, INF = 0x7f800000, ANY = 0 };
    const uint32_t minus = 0x80000000, invalid = 0xffc00000;
    const uint32_t quiet_a = 0x7fc00001, quiet_b = 0xffc00002, signalling = 0x7f800003;
    const struct {
        const char *name;
        char        op;
        uint32_t    a, b, want;
    } cases[] = {
        { "1 + 1", '+', ONE, ONE, 0x40000000 },
        { "1 + half an ulp, tie to even", '+', ONE, 0x33800000, ONE },
        { "1 - 1", '-', ONE, ONE, ZERO },
        { "-0 + -0", '+', minus, minus, minus },
        { "overflow", '*', 0x7f7fffff, 0x40000000, INF },
        { "underflow to a subnormal", '*', 0x00800000, 0x3f000000, 0x00400000 },
        { "1 / 3", '/', ONE, 0x40400000, 0x3eaaaaab },
        { "1 / -0", '/', ONE, minus, minus | INF },
        { "inf - inf", '-', INF, INF, invalid },
        { "inf + -inf", '+', INF, minus | INF, invalid },
        { "0 * inf", '*', ZERO, INF, invalid },
        { "0 / 0", '/', ZERO, ZERO, invalid },
        { "inf / inf", '/', INF, INF, invalid },
        { "NaN first", '+', quiet_a, ONE, quiet_a },
        { "NaN second", '+', ONE, quiet_b, quiet_b },
        { "two NaNs: the first, +", '+', quiet_b, quiet_a, quiet_b },
        { "two NaNs: the first, *", '*', quiet_a, quiet_b, quiet_a },
        { "two NaNs: the first, /", '/', quiet_b, quiet_a, quiet_b },
        { "subtracting NaN keeps its sign", '-', ONE, quiet_b, quiet_b },
        { "signalling first", '*', signalling, quiet_b, 0x7fc00003 },
        { "signalling second", '-', ONE, signalling, 0x7fc00003 },
        { "neg 0", 'n', ZERO, ANY, minus },
        { "neg -inf", 'n', minus | INF, ANY, INF },
        { "neg NaN", 'n', quiet_a, ANY, 0xffc00001 },
        { "neg signalling stays signalling", 'n', signalling, ANY, 0xff800003 },
        { "sqrt 4", 's', 0x40800000, ANY, 0x40000000 },
        { "sqrt 2", 's', 0x40000000, ANY, 0x3fb504f3 },
        { "sqrt of the least subnormal", 's', 0x00000001, ANY, 0x1a3504f3 },
        { "sqrt -0", 's', minus, ANY, minus },
        { "sqrt inf", 's', INF, ANY, INF },
        { "sqrt -1", 's', minus | ONE, ANY, invalid },
        { "sqrt of a negative subnormal", 's', 0x80000001, ANY, invalid },
        { "sqrt -inf", 's', minus | INF, ANY, invalid },
        { "sqrt NaN", 's', quiet_b, ANY, quiet_b },
        { "sqrt signalling", 's', signalling, ANY, 0x7fc00003 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const float    a = kc_f32_from_bits(cases[i].a), b = kc_f32_from_bits(cases[i].b);
        const uint32_t got = kc_f32_bits(apply(cases[i].op, a, b));

        cr_expect(got == cases[i].want, "%s: got %08" PRIx32 ", expected %08" PRIx32, cases[i].name,
                  got, cases[i].want);
    }
}

/* ---- floor(log2f(v)) ----------------------------------------------------------------------- */

static int32_t mpfr_floor_log2(float v)
{
    int32_t floor_of_log;
    mpfr_t  a;

    mpfr_init2(a, 24);
    mpfr_set_flt(a, v, MPFR_RNDN);
    mpfr_log2(a, a, MPFR_RNDN); /* correctly rounded to f32; never subnormal */
    floor_of_log = (int32_t)mpfr_get_si(a, MPFR_RNDD);
    mpfr_clear(a);
    return floor_of_log;
}

/* MPFR is slow and a rounded logarithm is monotonic: where MPFR gives the same floor at both ends
 * of a stretch, it gives it throughout. */
static void expect_floor_log2(uint32_t first, uint32_t last)
{
    const int32_t want = mpfr_floor_log2(kc_f32_from_bits(first));

    cr_assert(mpfr_floor_log2(kc_f32_from_bits(last)) == want, "%08" PRIx32 ": not one stretch",
              first);
    for (uint32_t x = first; x <= last; x++)
        if (kc_f32_floor_log2(kc_f32_from_bits(x)) != want)
            cr_assert_fail("%08" PRIx32 ": got %" PRId32 ", expected %" PRId32, x,
                           kc_f32_floor_log2(kc_f32_from_bits(x)), want);
}

static uint32_t bits_of_power(int32_t k)
{
    return k >= -126 ? (uint32_t)(k + 127) << 23 : UINT32_C(1) << (k + 149);
}

Test(f32, floor_log2_agrees_with_mpfr_around_every_power_of_two)
{
    const uint32_t near = 100, far = 4096;

    for (int32_t k = -149; k <= 128; k++) {
        const uint32_t power = bits_of_power(k);
        const uint32_t spacing = k > -126 ? 0x800000 : k > -149 ? power >> 1 : 1;
        const uint32_t close = near < spacing ? near : spacing - 1;
        const uint32_t below = far < spacing ? far : spacing - 1;

        for (uint32_t j = 1; j <= close; j++)
            expect_floor_log2(power - j, power - j);
        if (below > close)
            expect_floor_log2(power - below, power - close);
        if (k < 128)
            expect_floor_log2(power, k >= -126 ? power + far : power);
    }
}

Test(f32, floor_log2_cases)
{
    static const struct {
        const char *name;
        float       v;
        int32_t     want;
    } cases[] = {
        { "1", 1.0f, 0 },
        { "just below 1", 0x1.fffffep-1f, -1 },
        { "just below 2", 0x1.fffffep+0f, 0 },
        { "just below 8 rounds to 3", 0x1.fffffep+2f, 3 },
        { "two ulps below 8", 0x1.fffffcp+2f, 2 },
        { "FLT_MAX rounds to 128", FLT_MAX, 128 },
        { "least subnormal", 0x1p-149f, -149 },
        { "1e-9", 1e-9f, -30 },
        { "infinity saturates", INFINITY, INT32_MAX },
        { "zero saturates", 0.0f, INT32_MIN },
        { "minus zero saturates", -0.0f, INT32_MIN },
        { "NaN", NAN, 0 },
        { "negative", -4.0f, 0 },
        { "minus infinity", -INFINITY, 0 },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect(kc_f32_floor_log2(cases[i].v) == cases[i].want,
                  "%s: got %" PRId32 ", expected %" PRId32, cases[i].name,
                  kc_f32_floor_log2(cases[i].v), cases[i].want);
}

/* ---- the generic cast ---------------------------------------------------------------------- */

Test(cast, cases)
{
    const struct {
        const char          *name;
        struct kc_float_type src, dst;
        uint32_t             bits, want;
    } cases[] = {
        { "defect: 0.5 as plain e4m3", f32_type, e4m3_type, 0x3f000000, 0x78 },
        { "defect: 1.0 as plain e4m3", f32_type, e4m3_type, 0x3f800000, 0x78 },
        { "defect: 1.875 as plain e4m3", f32_type, e4m3_type, 0x3ff00000, 0x7f },
        { "defect: -1.0 as plain e4m3", f32_type, e4m3_type, 0xbf800000, 0xf8 },
        { "defect: e below the target's range", f32_type, e4m3_type, 0x05000000, 0x00 },
        { "defect: e equal to the target's largest", f32_type, e4m3_type, 0x07800000, 0x78 },
        { "defect: 1.0 as plain fp16", f32_type, fp16_type, 0x3f800000, 0x7c00 },
        { "carry saturates at the last exponent", f32_type, e4m3_type, 0x3fffffff, 0x78 },
        { "zero", e4m3_type, f32_type, 0x00, 0x00000000 },
        { "minus zero", e4m3_type, f32_type, 0x80, 0x80000000 },
        { "e4m3 subnormal 1/8 * 2^-7", e4m3_type, f32_type, 0x01, 0x3a800000 },
        { "e4m3 subnormal -7/8 * 2^-7", e4m3_type, f32_type, 0x87, 0xbbe00000 },
        { "e4m3 infinity", e4m3_type, f32_type, 0x78, 0x7f800000 },
        { "e4m3 NaN", e4m3_type, f32_type, 0xf9, 0xff900000 },
        { "fp16 to f32", fp16_type, f32_type, 0x3c01, 0x3f802000 },
        { "fp16 subnormal, at half its value", fp16_type, f32_type, 0x0200, 0x37800000 },
        { "no sign to carry it", f32_type, e8m0_type, 0xbf800000, 0x00 },
        { "1.0 to e8m0", f32_type, e8m0_type, 0x3f800000, 0x7f },
        { "1.5 to e8m0: the tie goes down", f32_type, e8m0_type, 0x3fc00000, 0x7f },
        { "above 1.5 to e8m0", f32_type, e8m0_type, 0x3fc00001, 0x80 },
        { "FLT_MAX to e8m0", f32_type, e8m0_type, 0x7f7fffff, 0xff },
        { "NaN to e8m0", f32_type, e8m0_type, 0x7fffffff, 0xff },
        { "subnormal, one exponent bit wider", { 1, 7, 3 }, { 1, 8, 3 }, 0x001, 0x1e8 },
        { "least that becomes normal", { 1, 4, 10 }, { 1, 5, 10 }, 0x008, 0x400 },
        { "stays subnormal, unmoved", { 1, 4, 10 }, { 1, 5, 10 }, 0x007, 0x007 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const uint32_t got = kc_float_cast(cases[i].src, cases[i].dst, cases[i].bits);

        cr_expect(got == cases[i].want, "%s: got %" PRIx32 ", expected %" PRIx32, cases[i].name,
                  got, cases[i].want);
    }
}

Test(cast, bf16_is_an_instance)
{
    for (uint32_t hi = 0; hi < 0x10000; hi++) {
        if (kc_float_cast(bf16_type, f32_type, hi) != hi << 16)
            cr_assert_fail("%04" PRIx32 " widens to something else", hi);
        for (size_t i = 0; i < COUNT(lower_halves); i++) {
            const uint32_t x = hi << 16 | lower_halves[i];

            if (kc_float_cast(f32_type, bf16_type, x) != kc_bf16_round_sram(kc_f32_from_bits(x)))
                cr_assert_fail("%08" PRIx32 " rounds to something else", x);
        }
    }
}

Test(cast, fp16_widens_but_for_subnormals)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        const bool  subnormal = (h & 0x7c00) == 0, nan = (h & 0x7fff) > 0x7c00;
        const float got = kc_f32_from_bits(kc_float_cast(fp16_type, f32_type, h));
        const float want = kc_fp16_widen((uint16_t)h) * (subnormal ? 0.5f : 1.0f);

        if (nan ? got == got : got != want)
            cr_assert_fail("%04" PRIx32 ": got %a, expected %a", h, (double)got, (double)want);
    }
}

/* MX quantisers against PLENA's test vectors and against its pseudo-code, written out literally
 * with the math library. */
#include "base/mx.h"

#include "base/float.h"
#include "base/random.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct kc_mx_type e4m3 = { 4, 3, 8 };

/* Every way to split seven bits. */
static const struct kc_mx_type all_types[] = { { 1, 6, 8 }, { 2, 5, 8 },  { 3, 4, 16 }, { 4, 3, 8 },
                                               { 5, 2, 4 }, { 6, 1, 32 }, { 7, 0, 1 } };
static const enum kc_mx_rounding both[] = { KC_MX_ROUND_PUBLISHED, KC_MX_ROUND_2026_07 };

static float bf16(float f)
{
    return kc_bf16_widen(kc_bf16_round(f));
}

static bool same(float a, float b)
{
    return kc_f32_bits(a) == kc_f32_bits(b);
}

/* ---- decoding ------------------------------------------------------------------------------ */

static double e4m3_by_formula(unsigned code)
{
    const unsigned e = code >> 3 & 15, m = code & 7;
    const double   value = e == 0 ? m / 8.0 / 128.0 : (1.0 + m / 8.0) * pow(2.0, (int)e - 7);

    return code & 0x80 ? -value : value;
}

Test(mx, e4m3_decodes_by_formula)
{
    for (unsigned code = 0; code < 256; code++) {
        const float    got = kc_mx_elem_decode(&e4m3, (uint8_t)code);
        const bool     finite = (code & 0x78) != 0x78;
        const uint32_t special = (code & 0x80) << 24 | 0x7f800000 | (code & 7) << 20;
        const float    want = finite ? (float)e4m3_by_formula(code) : kc_f32_from_bits(special);

        cr_expect(same(got, want), "code %02x: got %08" PRIx32 ", expected %08" PRIx32, code,
                  kc_f32_bits(got), kc_f32_bits(want));
    }
}

Test(mx, elements_decode_as_the_generic_cast)
{
    const struct kc_float_type f32_type = { 1, 8, 23 };

    for (size_t t = 0; t < COUNT(all_types); t++) {
        const struct kc_float_type src = { 1, all_types[t].exponent, all_types[t].mantissa };

        for (unsigned code = 0; code < 256; code++) {
            const uint32_t got = kc_f32_bits(kc_mx_elem_decode(&all_types[t], (uint8_t)code));
            const uint32_t want = kc_float_cast(src, f32_type, code);

            if (got != want)
                cr_assert_fail("e%dm%d, code %02x: got %08" PRIx32 ", expected %08" PRIx32,
                               src.exponent, src.mantissa, code, got, want);
        }
    }
}

Test(mx, scales_decode_by_formula)
{
    const struct kc_float_type f32_type = { 1, 8, 23 }, e8m0_type = { 0, 8, 0 };

    for (unsigned c = 0; c < 256; c++) {
        const double power = pow(2.0, (int)c - 127);
        const float  want = c == 0 ? 0.0f : c == 255 ? INFINITY : (float)power;

        cr_expect(same(kc_e8m0_decode((uint8_t)c), want), "scale %u: got %g", c,
                  (double)kc_e8m0_decode((uint8_t)c));
        cr_expect(kc_float_cast(e8m0_type, f32_type, c) == kc_f32_bits(want), "scale %u: cast", c);
    }
}

/* ---- encoding: the pseudo-code ------------------------------------------------------------- */

/* floor of a log2 that is correctly rounded to f32, clamped to what matters; NaN gives 0. */
static int literal_floor_log2(float v)
{
    const double rounded = (float)log2((double)v);

    if (rounded != rounded)
        return 0;
    return (int)fmax(-1000.0, fmin(1000.0, floor(rounded)));
}

static int literal_clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static uint8_t literal_encode(const struct kc_mx_type *type, enum kc_mx_rounding rounding, float y,
                              bool s)
{
    const int   bias = (1 << (type->exponent - 1)) - 1, steps = 1 << type->mantissa;
    const float a = fabsf(y);
    const int   r = literal_floor_log2(a + 1e-9f);
    const int   e = literal_clamp(r, -bias, (1 << type->exponent) - 2 - bias);
    const float g = a / ldexpf(1.0f, e);
    float       t = e != -bias ? (g - 1) * (float)steps : g * (float)steps;
    int         n;

    if (y == 0)
        return 0;
    t = rounding == KC_MX_ROUND_2026_07 ? nearbyintf(floorf(t * 4) / 4) : roundf(t);
    n = t != t ? 0 : (int)fmaxf(0, fminf((float)(steps - 1), t));
    if (r > (1 << type->exponent) - 2 - bias)
        n = steps - 1;
    return (uint8_t)(s << 7 | (e + bias) << type->mantissa | n);
}

/* One block; the host tool differs from the device in what this function asks `host` for. */
static void literal_quantise(const struct kc_mx_type *type, enum kc_mx_rounding rounding, bool host,
                             const float *x, uint8_t *elems, uint8_t *scale)
{
    float peak = 0;
    int   e;

    for (uint32_t i = 0; i < type->block; i++)
        peak = fmaxf(peak, fabsf(x[i]));
    memset(elems, 0, type->block);
    *scale = 0;
    if (peak == 0 && !host)
        return;
    e = literal_clamp(literal_floor_log2(peak + 1e-9f), -127, 127);
    *scale = (uint8_t)(e + 127);
    for (uint32_t i = 0; i < type->block; i++) {
        const float y = x[i] == 0 ? 0 : x[i] / ldexpf(1.0f, e);

        elems[i] = literal_encode(type, rounding, y, host ? y + 1e-9f < 0 : y < 0);
    }
}

static void expect_encodings(const struct kc_mx_type *type, enum kc_mx_rounding rounding, float y)
{
    const uint8_t got = kc_mx_elem_encode(type, rounding, y);
    const uint8_t want = literal_encode(type, rounding, y, y < 0);

    if (got != want)
        cr_assert_fail("e%dm%d, rounding %d, y = %a: got %02x, expected %02x", type->exponent,
                       type->mantissa, (int)rounding, (double)y, got, want);
}

Test(mx, every_bf16_encodes_as_the_pseudo_code)
{
    for (size_t t = 0; t < COUNT(all_types); t++)
        for (size_t r = 0; r < COUNT(both); r++)
            for (uint32_t h = 0; h < 0x10000; h++)
                expect_encodings(&all_types[t], both[r], kc_bf16_widen((uint16_t)h));
}

Test(mx, neighbours_of_powers_of_two_encode_as_the_pseudo_code)
{
    for (size_t t = 0; t < COUNT(all_types); t++)
        for (size_t r = 0; r < COUNT(both); r++)
            for (uint32_t e = 1; e < 255; e++)
                for (uint32_t j = 0; j <= 200; j++)
                    expect_encodings(&all_types[t], both[r], kc_f32_from_bits((e << 23) + 100 - j));
}

Test(mx, random_f32_encode_as_the_pseudo_code)
{
    for (uint64_t i = 0; i < 200000; i++) {
        const uint32_t bits = (uint32_t)kc_random_u64(1, 0, i);

        for (size_t r = 0; r < COUNT(both); r++) {
            expect_encodings(&e4m3, both[r], kc_f32_from_bits(bits));
            expect_encodings(&e4m3, both[r], ldexpf((float)(int32_t)bits, -(int)(24 + i % 32)));
        }
    }
}

/* A block spread over some exponents, with the odd zero, infinity and NaN. */
static void fill_block(float *x, uint32_t n, uint64_t stream)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t u = kc_random_u64(2, stream, i);
        const int      top = (int)(stream % 270) - 140, down = (int)(u >> 32) & 15;
        const float    f = ldexpf((float)(int32_t)u, top - 31 - down);

        x[i] = bf16(u >> 60 ? f : u >> 59 & 1 ? 0.0f : stream % 7 ? f : u & 1 ? -INFINITY : NAN);
    }
}

Test(mx, random_blocks_quantise_as_the_pseudo_code)
{
    for (uint64_t b = 0; b < 30000; b++) {
        const struct kc_mx_type  *type = &all_types[b % COUNT(all_types)];
        const enum kc_mx_rounding rounding = both[b / 7 % 2];
        uint8_t                   elems[2][32] = { { 0 } }, scale[2];
        float                     x[32];

        fill_block(x, type->block, b);
        kc_mx_quantise_device(type, rounding, x, type->block, elems[0], &scale[0]);
        literal_quantise(type, rounding, false, x, elems[1], &scale[1]);
        if (scale[0] != scale[1] || memcmp(elems[0], elems[1], type->block))
            cr_assert_fail("device, block %" PRIu64 ": scale %d, expected %d", b, scale[0],
                           scale[1]);

        kc_mx_quantise_host(type, x, type->block, elems[0], &scale[0]);
        literal_quantise(type, KC_MX_ROUND_2026_07, true, x, elems[1], &scale[1]);
        if (scale[0] != scale[1] || memcmp(elems[0], elems[1], type->block))
            cr_assert_fail("host, block %" PRIu64 ": scale %d, expected %d", b, scale[0], scale[1]);
    }
}

/* ---- encoding: the published vectors ------------------------------------------------------- */

Test(mx, encoder_spot_checks)
{
    static const struct {
        float   y;
        uint8_t published, rev_2026_07;
    } cases[] = {
        { 1.0f, 0x38, 0x38 },      { 1.875f, 0x3f, 0x3f },     { -1.0f, 0xb8, 0xb8 },
        { 1.0625f, 0x39, 0x38 },   { 1.0859375f, 0x39, 0x38 }, { 1.1875f, 0x3a, 0x3a },
        { 1.328125f, 0x3b, 0x3a }, { -1.0625f, 0xb9, 0xb8 },   { -1.1875f, 0xba, 0xba },
        { 1.97f, 0x3f, 0x3f },     { 240.0f, 0x77, 0x77 },     { 1e9f, 0x77, 0x77 },
        { -INFINITY, 0xf7, 0xf7 }, { NAN, 0x38, 0x38 },        { -NAN, 0x38, 0x38 },
        { -0.0f, 0x00, 0x00 },     { 0x1p-7f, 0x07, 0x07 },    { 0x1.fp-7f, 0x07, 0x07 },
        { 0x1p-6f, 0x08, 0x08 },   { -1e-30f, 0x80, 0x80 },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const float   y = cases[i].y;
        const uint8_t published = kc_mx_elem_encode(&e4m3, KC_MX_ROUND_PUBLISHED, y);
        const uint8_t rev_2026_07 = kc_mx_elem_encode(&e4m3, KC_MX_ROUND_2026_07, y);

        cr_expect(published == cases[i].published, "%g, published: got %02x, expected %02x",
                  (double)y, published, cases[i].published);
        cr_expect(rev_2026_07 == cases[i].rev_2026_07, "%g, 2026-07: got %02x, expected %02x",
                  (double)y, rev_2026_07, cases[i].rev_2026_07);
    }
}

struct vector {
    const char *name;
    float       x[8];
    uint8_t     elems[2][8]; /* by enum kc_mx_rounding */
    uint8_t     scale;
    float       back[2][8];
};

static const struct vector device_vectors[] = {
    { "powers of two",
      { 0.5f, 1, 2, 4, 0, -4, 3.9f, 0.01f },
      { { 0x20, 0x28, 0x30, 0x38, 0x00, 0xb8, 0x37, 0x03 },
        { 0x20, 0x28, 0x30, 0x38, 0x00, 0xb8, 0x37, 0x02 } },
      129,
      { { 0.5f, 1, 2, 4, 0, -4, 3.75f, 0.01171875f },
        { 0.5f, 1, 2, 4, 0, -4, 3.75f, 0.0078125f } } },
    { "clamped carries and subnormals",
      { 1.9375f, -1.9f, 0.03125f, 0.015625f, 0.0078125f, 0.004f, -0.001f, 0.0001f },
      { { 0x3f, 0xbf, 0x10, 0x08, 0x07, 0x04, 0x81, 0x00 },
        { 0x3f, 0xbf, 0x10, 0x08, 0x07, 0x04, 0x81, 0x00 } },
      127,
      { { 1.875f, -1.875f, 0.03125f, 0.015625f, 0.0068359375f, 0.00390625f, -0.0009765625f, 0 },
        { 1.875f, -1.875f, 0.03125f, 0.015625f, 0.0068359375f, 0.00390625f, -0.0009765625f, 0 } } },
    { "fractions",
      { 0.3f, -0.7f, 0.11f, 0.05f, -0.02f, 0.9f, -0.99f, 0.6f },
      { { 0x32, 0xbb, 0x26, 0x1d, 0x92, 0x3e, 0xbf, 0x3a },
        { 0x32, 0xbb, 0x26, 0x1d, 0x92, 0x3e, 0xbf, 0x3a } },
      126,
      { { 0.3125f, -0.6875f, 0.109375f, 0.05078125f, -0.01953125f, 0.875f, -0.9375f, 0.625f },
        { 0.3125f, -0.6875f, 0.109375f, 0.05078125f, -0.01953125f, 0.875f, -0.9375f, 0.625f } } },
    { "millionths",
      { 1e-6f, 2e-6f, -3e-6f, 0, 0, 0, 0, 0 },
      { { 0x30, 0x38, 0xbd, 0, 0, 0, 0, 0 }, { 0x30, 0x38, 0xbc, 0, 0, 0, 0, 0 } },
      108,
      { { 0x1p-20f, 0x1p-19f, -0x1.ap-19f, 0, 0, 0, 0, 0 },
        { 0x1p-20f, 0x1p-19f, -0x1.8p-19f, 0, 0, 0, 0, 0 } } },
    { "below the guard term",
      { 1e-10f, 1e-10f, 1e-10f, 1e-10f, 1e-10f, 1e-10f, 1e-10f, 1e-10f },
      { { 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e },
        { 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e } },
      97,
      { { 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f,
          0x1.cp-34f },
        { 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f, 0x1.cp-34f,
          0x1.cp-34f } } },
    { "infinities and NaN",
      { INFINITY, -INFINITY, NAN, 1, -1, 0, 2, 3 },
      { { 0x77, 0xf7, 0x38, 0x00, 0x80, 0x00, 0x00, 0x00 },
        { 0x77, 0xf7, 0x38, 0x00, 0x80, 0x00, 0x00, 0x00 } },
      254,
      { { INFINITY, -INFINITY, 0x1p127f, 0, -0.0f, 0, 0, 0 },
        { INFINITY, -INFINITY, 0x1p127f, 0, -0.0f, 0, 0, 0 } } },
    { "zeros", { 0, -0.0f, 0, 0, 0, 0, -0.0f, 0 }, { { 0 }, { 0 } }, 0, { { 0 }, { 0 } } },
    { "NaNs", { NAN, NAN, -NAN, NAN, NAN, NAN, NAN, NAN }, { { 0 }, { 0 } }, 0, { { 0 }, { 0 } } },
    { "NaNs and zeros", { NAN, 0, NAN, 0, 0, 0, 0, 0 }, { { 0 }, { 0 } }, 0, { { 0 }, { 0 } } },
};

static void expect_vector(const struct vector *v, enum kc_mx_rounding rounding)
{
    uint8_t elems[8], scale;
    float   x[8], back[8];

    for (int i = 0; i < 8; i++)
        x[i] = bf16(v->x[i]);
    kc_mx_quantise_device(&e4m3, rounding, x, 8, elems, &scale);
    kc_mx_dequantise(&e4m3, elems, &scale, 8, back);
    cr_expect(scale == v->scale, "%s: scale %d, expected %d", v->name, scale, v->scale);
    for (int i = 0; i < 8; i++) {
        cr_expect(elems[i] == v->elems[rounding][i],
                  "%s, rounding %d, [%d]: got %02x, expected %02x", v->name, (int)rounding, i,
                  elems[i], v->elems[rounding][i]);
        cr_expect(same(back[i], v->back[rounding][i]), "%s, rounding %d, [%d]: got %g, expected %g",
                  v->name, (int)rounding, i, (double)back[i], (double)v->back[rounding][i]);
    }
}

Test(mx, device_vectors)
{
    for (size_t v = 0; v < COUNT(device_vectors); v++)
        for (size_t r = 0; r < COUNT(both); r++)
            expect_vector(&device_vectors[v], both[r]);
}

Test(mx, host_differs_in_zero_blocks_tiny_negatives_and_rounding)
{
    static const struct {
        const char *name;
        float       x[4];
        uint8_t     elems[4], scale;
    } cases[] = {
        { "zeros have scale 2^-30", { 0, -0.0f, 0, 0 }, { 0, 0, 0, 0 }, 97 },
        { "tiny negatives lose their sign",
          { 1, -0.9e-9f, -1e-9f, -1.2e-9f },
          { 0x38, 0x00, 0x00, 0x80 },
          127 },
        { "always the 2026-07 rule",
          { 1.0625f, -1.0625f, 1.328125f, 0 },
          { 0x38, 0xb8, 0x3a, 0 },
          127 },
        { "infinity", { INFINITY, -INFINITY, NAN, -1 }, { 0x77, 0xf7, 0x38, 0x00 }, 254 },
        { "NaNs", { NAN, -NAN, NAN, 0 }, { 0x38, 0x38, 0x38, 0x00 }, 97 },
    };
    const struct kc_mx_type by_four = { 4, 3, 4 };

    for (size_t c = 0; c < COUNT(cases); c++) {
        uint8_t elems[4], scale;

        kc_mx_quantise_host(&by_four, cases[c].x, 4, elems, &scale);
        cr_expect(scale == cases[c].scale, "%s: scale %d", cases[c].name, scale);
        for (int i = 0; i < 4; i++)
            cr_expect(elems[i] == cases[c].elems[i], "%s, [%d]: got %02x, expected %02x",
                      cases[c].name, i, elems[i], cases[c].elems[i]);
    }
}

Test(mx, host_zero_block_decodes_to_zeros)
{
    const float x[8] = { 0 };
    uint8_t     elems[8], scale;
    float       back[8];

    kc_mx_quantise_host(&e4m3, x, 8, elems, &scale);
    kc_mx_dequantise(&e4m3, elems, &scale, 8, back);
    for (int i = 0; i < 8; i++)
        cr_expect(same(back[i], 0.0f), "[%d]: got %g", i, (double)back[i]);
}

/* ---- dequantisation ------------------------------------------------------------------------ */

Test(mx, every_element_with_every_scale)
{
    uint8_t elems[256], scales[32];
    float   out[256];

    for (unsigned i = 0; i < 256; i++)
        elems[i] = (uint8_t)i;
    for (unsigned c = 0; c < 256; c++) {
        memset(scales, (int)c, sizeof scales);
        kc_mx_dequantise(&e4m3, elems, scales, 256, out);
        for (unsigned i = 0; i < 256; i++) {
            const float    a = kc_mx_elem_decode(&e4m3, (uint8_t)i), b = kc_e8m0_decode((uint8_t)c);
            const double   exact = (double)a * (double)b;
            const uint32_t nan = a != a ? kc_f32_bits(a) | 0x400000 : 0xffc00000;
            const uint32_t want = exact == exact ? kc_f32_bits((float)exact) : nan;

            if (kc_f32_bits(out[i]) != want)
                cr_assert_fail("element %02x, scale %u: got %08" PRIx32 ", expected %08" PRIx32, i,
                               c, kc_f32_bits(out[i]), want);
        }
    }
}

/* What the device stores and reads back, it stores again in the same way: a value on the grid
 * stays where it is. */
Test(mx, a_second_pass_changes_nothing)
{
    for (uint64_t b = 0; b < 2000; b++) {
        uint8_t elems[2][8], scale[2];
        float   x[8], once[8], twice[8];

        fill_block(x, 8, 100 + b % 70);
        kc_mx_quantise_device(&e4m3, both[b % 2], x, 8, elems[0], &scale[0]);
        kc_mx_dequantise(&e4m3, elems[0], &scale[0], 8, once);
        kc_mx_quantise_device(&e4m3, both[b % 2], once, 8, elems[1], &scale[1]);
        kc_mx_dequantise(&e4m3, elems[1], &scale[1], 8, twice);
        for (int i = 0; i < 8; i++)
            if (once[i] != twice[i])
                cr_assert_fail("block %" PRIu64 "[%d]: %g became %g", b, i, (double)once[i],
                               (double)twice[i]);
    }
}

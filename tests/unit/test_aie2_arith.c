/* AIE2 arithmetic against the vectors of tests/data/aie2/numerics, and against the lane rules
 * written out literally: one element at a time, by its bits. */
#include "aie2_testing.h"

#include <inttypes.h>

#include "base/random.h"
#include "platforms/aie2/aie2_arith.h"

static uint64_t hex(const char *text)
{
    return strtoull(text, NULL, 16);
}

static void fill_random(uint8_t *bytes, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)kc_random_u64(seed, 7, i);
}

/* Element i of `bits` bits. */
static int64_t elem(const uint8_t *bytes, unsigned bits, size_t i, bool is_signed)
{
    uint64_t v = 0;

    for (unsigned b = 0; b < bits; b++) {
        const size_t at = i * bits + b;

        v |= (uint64_t)(bytes[at / 8] >> at % 8 & 1) << b;
    }
    if (is_signed && bits < 64 && v >> (bits - 1) & 1)
        return (int64_t)(v - (UINT64_C(1) << bits));
    return (int64_t)v;
}

/* ---- golden vectors -------------------------------------------------------------------------- */

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

static bool same_fp32(uint32_t got, const char *want)
{
    return strcmp(want, "nan") == 0 ? is_nan(got) : got == hex(want);
}

static void words(char *text, uint16_t *out, size_t most)
{
    size_t n = 0;

    for (char *word = strtok(text, " "); word && n < most; word = strtok(NULL, " "))
        out[n++] = (uint16_t)hex(word);
}

/* The row's lane as lane `at` of a register; every other lane holds something else. */
static uint32_t mac_lane(unsigned terms, uint32_t acc, const uint16_t *x, const uint16_t *y,
                         bool subtract, unsigned at)
{
    uint16_t vx[32], vy[32];
    uint32_t in[16], out[16];

    fill_random((uint8_t *)vx, sizeof vx, at);
    fill_random((uint8_t *)vy, sizeof vy, at + 100);
    fill_random((uint8_t *)in, sizeof in, at + 200);
    in[at] = acc;
    for (unsigned k = 0; k < terms; k++) {
        vx[terms == 8 ? at / 4 * 8 + k : at + 16 * k] = x[k];
        vy[terms == 8 ? k * 4 + at % 4 : at + 16 * k] = y[k];
    }
    aie2_mac_float(&(struct aie2_mac){ .acc1 = (uint8_t *)in,
                                       .x = (uint8_t *)vx,
                                       .y = (uint8_t *)vy,
                                       .config = terms == 8 ? 28 : 60,
                                       .signs = subtract ? AIE2_NEG_P : 0 },
                   (uint8_t *)out);
    return out[at];
}

Test(aie2_arith, bf16_mac_golden)
{
    struct csv csv = csv_open("numerics/bf16_mac_lane.csv");
    size_t     rows = 0;

    for (; csv_next(&csv) && csv.count == 6; rows++) {
        uint16_t       x[8], y[8];
        const unsigned terms = (unsigned)atoi(csv.field[0]), at = (unsigned)(rows % 16);

        words(csv.field[2], x, terms);
        words(csv.field[3], y, terms);
        const uint32_t got =
            mac_lane(terms, (uint32_t)hex(csv.field[1]), x, y, atoi(csv.field[4]), at);

        cr_expect(same_fp32(got, csv.field[5]), "row %zu: %08" PRIx32 " instead of %s", rows, got,
                  csv.field[5]);
    }
    cr_expect(rows == 400);
    kc_arena_free(&csv.arena);
}

Test(aie2_arith, fp32_add_golden)
{
    struct csv csv = csv_open("numerics/fp32_acc_add.csv");
    size_t     rows = 0;

    for (; csv_next(&csv) && csv.count == 4; rows++) {
        uint32_t a[16], b[16], out[16];

        for (int i = 0; i < 16; i++) {
            a[i] = (uint32_t)hex(csv.field[0]);
            b[i] = (uint32_t)hex(csv.field[1]);
        }
        aie2_mac_float(&(struct aie2_mac){ .acc1 = (uint8_t *)a,
                                           .acc2 = (uint8_t *)b,
                                           .config = 28,
                                           .signs = strcmp(csv.field[2], "sub") == 0 ? AIE2_NEG_ACC2
                                                                                     : 0 },
                       (uint8_t *)out);
        for (int i = 0; i < 16; i++)
            cr_expect(same_fp32(out[i], csv.field[3]), "row %zu: %08" PRIx32 " instead of %s", rows,
                      out[i], csv.field[3]);
    }
    cr_expect(rows == 200);
    kc_arena_free(&csv.arena);
}

Test(aie2_arith, fp32_to_bf16_golden)
{
    struct csv csv = csv_open("numerics/fp32_to_bf16.csv");
    size_t     rows = 0;

    for (; csv_next(&csv) && csv.count == 3; rows++) {
        const uint32_t mode = (uint32_t)atoi(csv.field[1]);
        uint32_t       in[16];
        uint16_t       out[16];

        for (int i = 0; i < 16; i++)
            in[i] = (uint32_t)hex(csv.field[0]);
        aie2_conv_bf16_fp32((uint8_t *)in, mode, (uint8_t *)out);
        for (int i = 0; i < 16; i++)
            cr_expect(strcmp(csv.field[2], "nan") == 0 ? (out[i] & 0x7fff) > 0x7f80
                                                       : out[i] == hex(csv.field[2]),
                      "row %zu: %04x instead of %s", rows, out[i], csv.field[2]);
        cr_expect(out[0] == aie2_bf16_from_fp32(in[0], mode));
    }
    cr_expect(rows == 300);
    kc_arena_free(&csv.arena);
}

Test(aie2_arith, srs_golden)
{
    struct csv csv = csv_open("numerics/srs.csv");
    size_t     rows = 0;

    for (; csv_next(&csv) && csv.count == 8; rows++) {
        const struct aie2_convert c = { .from = (uint8_t)atoi(csv.field[1]),
                                        .to = (uint8_t)atoi(csv.field[6]),
                                        .is_signed = atoi(csv.field[5]),
                                        .shift = (uint8_t)atoi(csv.field[2]),
                                        .round = (uint32_t)atoi(csv.field[3]),
                                        .sat = (uint32_t)atoi(csv.field[4]) };
        const int64_t             v = strtoll(csv.field[0], NULL, 10);
        const uint64_t            mask = (UINT64_C(1) << c.to) - 1;
        uint8_t                   acc[128], out[128];
        const size_t              lanes = 1024u / c.from;

        for (size_t i = 0; i < lanes; i++)
            memcpy(acc + i * c.from / 8, &v, c.from / 8);
        aie2_srs(&c, acc, lanes, out);
        for (size_t i = 0; i < lanes; i++)
            cr_expect(((uint64_t)elem(out, c.to, i, false) & mask) == hex(csv.field[7]),
                      "row %zu: %" PRIx64 " instead of %s", rows,
                      (uint64_t)elem(out, c.to, i, false), csv.field[7]);
        cr_expect(((uint64_t)aie2_srs_lane(v, c.shift, c.round, c.sat, c.is_signed, c.to) & mask) ==
                  hex(csv.field[7]));
    }
    cr_expect(rows == 400);
    kc_arena_free(&csv.arena);
}

/* ---- integer products ------------------------------------------------------------------------ */

/* The modes as the machine's documentation lists them, by the word of two signed operands. */
static const struct mode {
    uint32_t word;
    uint8_t  xbits, ybits, lane;
    uint8_t  M, K, N, C; /* a convolution: outputs, taps, 0, channels */
} modes[] = {
    { 0x300, 8, 4, 32, 4, 16, 8, 1 },   { 0x308, 8, 8, 32, 4, 8, 8, 1 },
    { 0x328, 8, 8, 32, 1, 2, 1, 32 },   { 0x348, 8, 8, 32, 4, 4, 0, 8 },
    { 0x368, 8, 8, 32, 8, 8, 0, 4 },    { 0x388, 8, 8, 32, 32, 8, 0, 1 },
    { 0x310, 16, 8, 32, 4, 4, 8, 1 },   { 0x330, 16, 8, 32, 4, 4, 4, 2 },
    { 0x318, 16, 16, 32, 4, 2, 8, 1 },  { 0x338, 16, 16, 32, 1, 1, 1, 32 },
    { 0x312, 16, 8, 64, 2, 8, 8, 1 },   { 0x332, 16, 8, 64, 4, 8, 4, 1 },
    { 0x31a, 16, 16, 64, 2, 4, 8, 1 },  { 0x33a, 16, 16, 64, 4, 4, 4, 1 },
    { 0x35a, 16, 16, 64, 1, 2, 1, 16 }, { 0x37a, 16, 16, 64, 16, 4, 0, 1 },
    { 0x302, 32, 16, 64, 4, 2, 4, 1 },
};

/* P of one lane. */
static int64_t product(const struct mode *d, uint32_t word, const uint8_t *x, const uint8_t *y,
                       unsigned lane)
{
    const bool     xs = word >> 9 & 1, ys = word >> 8 & 1, conv = d->N == 0;
    const unsigned N = conv ? 1 : d->N, c = lane % d->C, at = lane / d->C;
    uint64_t       sum = 0;

    for (unsigned k = 0; k < d->K; k++) {
        const unsigned i = conv ? (at + k) * d->C + c : (at / N * d->K + k) * d->C + c;
        const unsigned j = conv ? k * d->C + c : (k * N + at % N) * d->C + c;

        sum += (uint64_t)elem(x, d->xbits, i, xs) * (uint64_t)elem(y, d->ybits, j, ys);
    }
    return (int64_t)sum;
}

static void check_mode(const struct mode *d, uint32_t word, uint8_t signs, uint64_t seed)
{
    uint8_t        x[64], y[64], acc1[128], acc2[128], out[128];
    const uint32_t flips = signs ^ (word >> 11 & 7);

    fill_random(x, sizeof x, seed);
    fill_random(y, sizeof y, seed + 1);
    fill_random(acc1, sizeof acc1, seed + 2);
    fill_random(acc2, sizeof acc2, seed + 3);
    aie2_mac_int(&(struct aie2_mac){ acc1, acc2, x, y, word, signs }, out);
    for (unsigned i = 0; i < 1024u / d->lane; i++) {
        const uint64_t p = (uint64_t)product(d, word, x, y, i);
        uint64_t       a1 = (uint64_t)elem(acc1, d->lane, i, true);
        const uint64_t a2 = (uint64_t)elem(acc2, d->lane, i, true);

        if (word >> 10 & 1)
            a1 = (uint64_t)((int64_t)a1 >> 16);
        if (word & 1)
            a1 = 0;
        const uint64_t want =
            (flips & 1 ? -p : p) + (flips & 2 ? -a1 : a1) + (flips & 4 ? -a2 : a2);
        const uint64_t got = (uint64_t)elem(out, d->lane, i, true);

        cr_expect(d->lane == 64 ? got == want : (uint32_t)got == (uint32_t)want,
                  "word 0x%x lane %u: %" PRIx64 " instead of %" PRIx64, word, i, got, want);
    }
}

Test(aie2_arith, integer_modes_follow_the_lane_rule)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        cr_expect(aie2_mac_mode_known(modes[i].word, false) &&
                  !aie2_mac_mode_known(modes[i].word, true));
        for (uint32_t flags = 0; flags < 256; flags++) {
            const uint32_t signs_off = (flags & 3) << 8, other = flags >> 2 & 31;

            check_mode(&modes[i], (modes[i].word & ~signs_off) | (other & 1) | (other >> 1) << 10,
                       (uint8_t)(flags >> 5), flags * 1000 + i);
        }
    }
}

Test(aie2_arith, other_modes_are_refused)
{
    size_t known = 0;

    for (uint32_t word = 0; word < 256; word += 2)
        known += aie2_mac_mode_known(word, false) + aie2_mac_mode_known(word, true);
    cr_expect(known == sizeof modes / sizeof *modes + 2, "%zu modes", known);
    cr_expect(aie2_mac_mode_known(28, true) && aie2_mac_mode_known(60, true));
    cr_expect(!aie2_mac_mode_known(28, false));
}

/* ---- bf16 products --------------------------------------------------------------------------- */

static double bf16_value(uint16_t h)
{
    const uint32_t bits = (uint32_t)h << 16;
    float          f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static void check_float(uint32_t word, uint8_t signs, uint64_t seed)
{
    const uint32_t flips = signs ^ (word >> 11 & 7);
    uint16_t       x[32], y[32];
    float          acc1[16], acc2[16], out[16];

    for (int i = 0; i < 32; i++) { /* of similar size, so that rounding matters */
        x[i] = (uint16_t)(0x3f00 | (kc_random_u64(seed, 1, (uint64_t)i) & 0x81ff));
        y[i] = (uint16_t)(0x3f00 | (kc_random_u64(seed, 2, (uint64_t)i) & 0x81ff));
    }
    for (int i = 0; i < 16; i++) {
        acc1[i] = (float)((double)kc_random_u64(seed, 3, (uint64_t)i) / 1e19);
        acc2[i] = (float)((double)kc_random_u64(seed, 4, (uint64_t)i) / -1e19);
    }
    aie2_mac_float(&(struct aie2_mac){ (uint8_t *)acc1, (uint8_t *)acc2, (uint8_t *)x, (uint8_t *)y,
                                       word, signs },
                   (uint8_t *)out);
    for (int i = 0; i < 16; i++) {
        double s = word & 1 ? 0.0 : flips & 2 ? -(double)acc1[i] : (double)acc1[i];

        s += flips & 4 ? -(double)acc2[i] : (double)acc2[i];
        for (int k = 0; k < (word >> 5 & 7 ? 2 : 8); k++) {
            const double p = word >> 5 & 7
                                 ? bf16_value(x[i + 16 * k]) * bf16_value(y[i + 16 * k])
                                 : bf16_value(x[i / 4 * 8 + k]) * bf16_value(y[k * 4 + i % 4]);

            s = flips & 1 ? s - p : s + p;
        }
        cr_expect(out[i] == (float)s, "word 0x%x lane %d: %a instead of %a", word, i,
                  (double)out[i], s);
    }
}

Test(aie2_arith, bf16_signs_and_flags)
{
    for (uint32_t flags = 0; flags < 256; flags++)
        check_float((flags & 1 ? 28 : 60) | (flags >> 1 & 1) | (flags >> 2 & 7) << 11,
                    (uint8_t)(flags >> 5), flags);
}

/* Random bytes hold infinities, NaNs and every exponent; with keep and set, exponents are close to
 * each other, so that sums cancel and round.  top: the upper byte of the accumulators then. */
static void compare_plain(uint64_t seed, uint16_t keep, uint16_t set, uint8_t top)
{
    uint16_t x[32], y[32];
    uint8_t  acc[AIE2_BM], want[AIE2_BM], got[AIE2_BM];

    fill_random((uint8_t *)x, sizeof x, seed);
    fill_random((uint8_t *)y, sizeof y, seed + 1);
    fill_random(acc, sizeof acc, seed + 2);
    for (int i = 0; i < 32; i++) {
        x[i] = (uint16_t)((x[i] & keep) | set);
        y[i] = (uint16_t)((y[i] & keep) | set);
    }
    for (int i = 3; set && i < AIE2_BM; i += 4)
        acc[i] = (uint8_t)((acc[i] & 0x80) | top);
    const struct aie2_mac mac = {
        .acc1 = acc, .x = (const uint8_t *)x, .y = (const uint8_t *)y, .config = AIE2_MAC_PLAIN
    };

    aie2_mac_float(&mac, want);
    for (unsigned n = 0; aie2_mac_plain_choice(n); n++) {
        aie2_mac_plain_choice(n)(acc, mac.x, mac.y, got);
        cr_assert(memcmp(want, got, sizeof want) == 0, "choice %u, seed %" PRIu64, n, seed);
    }
}

Test(aie2_arith, every_way_to_multiply_gives_the_same_bits)
{
    for (uint64_t seed = 0; seed < 20000; seed++) {
        compare_plain(seed, 0xffff, 0, 0);
        compare_plain(seed, 0x81ff, 0x3e00, 0x3e);
        compare_plain(seed, 0x80ff, 0x1f00, 0x00); /* sums around 2^-126 */
        compare_plain(seed, 0x80ff, 0x5f00, 0x7f); /* around 2^128; infinities and NaN */
    }
}

Test(aie2_arith, the_smallest_normal_number_stays)
{
    const uint8_t  zero[AIE2_X] = { 0 };
    const uint32_t acc[16] = { 0x00800000, 0x007fffff, 0x80800000, 0x807fffff };
    const uint32_t want[16] = { 0x00800000, 0, 0x80800000, 0 };
    uint8_t        got[AIE2_BM];

    for (unsigned n = 0; aie2_mac_plain_choice(n); n++) {
        aie2_mac_plain_choice(n)((const uint8_t *)acc, zero, zero, got);
        cr_expect(memcmp(want, got, sizeof want) == 0, "choice %u", n);
    }
}

Test(aie2_arith, negation_keeps_zeros)
{
    const uint32_t in[16] = { 0, 0x80000000, 1, 0x3f800000, 0xbf800000, 0x7f800000 };
    uint32_t       out[16];

    aie2_float_negate((const uint8_t *)in, (uint8_t *)out);
    cr_expect(out[0] == 0 && out[1] == 0x80000000 && out[2] == 0x80000001);
    cr_expect(out[3] == 0xbf800000 && out[4] == 0x3f800000 && out[5] == 0xff800000);
}

/* ---- conversions ----------------------------------------------------------------------------- */

static int64_t clamped(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

/* Every widening of a load or of vups. */
Test(aie2_arith, ups_follows_its_rule)
{
    static const uint8_t widths[][2] = { { 8, 32 }, { 16, 32 }, { 16, 64 }, { 32, 64 } };
    uint8_t              src[64], out[128];

    for (unsigned n = 0; n < 4 * 2 * 2 * 64; n++) {
        const struct aie2_convert c = { .from = widths[n & 3][0],
                                        .to = widths[n & 3][1],
                                        .is_signed = n >> 2 & 1,
                                        .sat = n >> 3 & 1,
                                        .shift = (uint8_t)(n >> 4) };
        const size_t              lanes = 512u / c.to;

        fill_random(src, sizeof src, n);
        aie2_ups(&c, src, lanes, out);
        for (size_t i = 0; i < lanes; i++) {
            const __int128 wide =
                (__int128)elem(src, c.from, i, c.is_signed) * ((__int128)1 << c.shift);
            const __int128 high = ((__int128)1 << (c.to - 1)) - 1;
            const __int128 want = !c.sat             ? wide
                                  : wide > high      ? high
                                  : wide < -high - 1 ? -high - 1
                                                     : wide;
            const uint64_t mask = c.to == 64 ? UINT64_MAX : UINT32_MAX;

            cr_expect(((uint64_t)elem(out, c.to, i, false) & mask) == ((uint64_t)want & mask),
                      "%u to %u bits by %u", c.from, c.to, c.shift);
        }
    }
}

Test(aie2_arith, pack_and_unpack_follow_their_rules)
{
    for (unsigned n = 0; n < 64; n++) {
        const unsigned            wide = n & 1 ? 16 : 8, half = wide / 2, sat = n >> 1 & 3;
        const struct aie2_convert down = {
            .from = (uint8_t)wide, .to = (uint8_t)half, .is_signed = n >> 3 & 1, .sat = sat
        };
        const struct aie2_convert up = { .from = (uint8_t)half,
                                         .to = (uint8_t)wide,
                                         .is_signed = n >> 3 & 1 };
        const int64_t             high = down.is_signed ? (1 << (half - 1)) - 1 : (1 << half) - 1;
        const int64_t             low = !down.is_signed ? 0 : sat & 2 ? -high : -high - 1;
        uint8_t                   x[64], w[32], back[64];

        fill_random(x, sizeof x, n);
        aie2_pack(&down, x, w);
        aie2_unpack(&up, w, back);
        for (unsigned i = 0; i < 512 / wide; i++) {
            const int64_t v = elem(x, wide, i, down.is_signed);
            const int64_t want = sat & 1 ? clamped(v, low, high) : v;
            const int64_t mask = (1 << half) - 1;

            cr_expect((elem(w, half, i, false) & mask) == (want & mask));
            cr_expect(elem(back, wide, i, up.is_signed) == elem(w, half, i, up.is_signed));
        }
    }
}

/* floor(v * 2^s) in double, which is exact here. */
Test(aie2_arith, floor_for_all_bf16)
{
    for (uint32_t h = 0; h < 65536; h++)
        for (int s = -32; s < 32; s += 3) {
            const uint16_t in[16] = { (uint16_t)h };
            int32_t        out[16];
            const double   v = bf16_value((uint16_t)h);
            const double   scaled =
                v * (s < 0 ? 1.0 / (double)(INT64_C(1) << -s) : (double)(INT64_C(1) << s));
            int32_t want = INT32_MAX;

            aie2_floor_s32_bf16((const uint8_t *)in, s, (uint8_t *)out);
            if (scaled < -2147483648.0)
                want = INT32_MIN;
            else if (scaled < 2147483647.0) {
                want = (int32_t)scaled;
                want -= (double)want > scaled;
            }
            cr_expect(out[0] == want, "%04x by %d: %d instead of %d", h, s, out[0], want);
        }
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static const struct {
    unsigned bits;
    bool     is_signed;
} types[] = { { 8, true }, { 8, false }, { 16, true }, { 16, false }, { 32, true }, { 32, false } };

/* The result and the comparison of one lane. */
static int64_t lane_result(enum aie2_lane_op op, int64_t a, int64_t b, bool *holds)
{
    *holds = false;
    switch (op) {
    case AIE2_ADD:
        return a + b;
    case AIE2_SUB:
        return a - b;
    case AIE2_MAX_LT:
        *holds = a < b;
        return a < b ? b : a;
    case AIE2_MIN_GE:
        *holds = a >= b;
        return a >= b ? b : a;
    case AIE2_SUB_LT:
        *holds = a < b;
        return a - b;
    case AIE2_SUB_GE:
        *holds = a >= b;
        return a - b;
    case AIE2_MAXDIFF_LT:
        *holds = a < b;
        return a < b ? 0 : a - b;
    case AIE2_ABS_GTZ:
        *holds = a > 0;
        return a < 0 ? -a : a;
    case AIE2_NEG_GTZ:
        *holds = a > 0;
        return -a;
    case AIE2_BNEG_LTZ:
        *holds = a < 0;
        return ~a;
    case AIE2_LT:
        *holds = a < b;
        return 0;
    case AIE2_GE:
        *holds = a >= b;
        return 0;
    default:
        *holds = a == 0;
        return 0;
    }
}

Test(aie2_arith, lanes_follow_their_rules)
{
    for (unsigned n = 0; n < 6 * AIE2_LANE_OPS * 20; n++) {
        const unsigned          t = n % 6, bits = types[t].bits;
        const enum aie2_lane_op op = (enum aie2_lane_op)(n / 6 % AIE2_LANE_OPS);
        uint8_t                 a[64], b[64], d[64];

        fill_random(a, sizeof a, n);
        fill_random(b, sizeof b, n + 5000);
        memcpy(b + 16, a + 16, 16); /* some lanes equal, some zero */
        memset(a + 48, 0, 8);
        const uint64_t mask = aie2_lanes(op, (enum aie2_lane_type)t, d, a, b);

        for (unsigned i = 0; i < 512 / bits; i++) {
            bool          holds;
            const int64_t want = lane_result(op, elem(a, bits, i, types[t].is_signed),
                                             elem(b, bits, i, types[t].is_signed), &holds);
            const int64_t low = (INT64_C(1) << bits) - 1;

            cr_expect((elem(d, bits, i, false) & low) == (want & low), "op %d type %u", op, t);
            cr_expect((mask >> i & 1) == holds, "op %d type %u lane %u", op, t, i);
        }
        cr_expect(bits == 8 || mask >> 512 / bits == 0);
    }
}

/* Orders bf16 by value, but -0 before +0; a NaN compares with nothing. */
Test(aie2_arith, bf16_comparisons)
{
    static const uint16_t values[] = { 0xff80, 0xc000, 0x8001, 0x8000, 0,
                                       1,      0x3f80, 0x7f80, 0x7fc0, 0xffc1 };
    const int             count = sizeof values / sizeof *values;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const bool ordered = i < count - 2 && j < count - 2;
            uint16_t   a[32], b[32], d[32];

            for (int k = 0; k < 32; k++)
                a[k] = values[i], b[k] = values[j];
            const uint64_t lt =
                aie2_lanes(AIE2_MAX_LT, AIE2_BF16, (uint8_t *)d, (uint8_t *)a, (uint8_t *)b);

            cr_expect(lt == (ordered && i < j ? UINT32_MAX : 0), "%x < %x", a[0], b[0]);
            cr_expect(d[31] == (ordered && i < j ? b[0] : a[0]));
            const uint64_t ge =
                aie2_lanes(AIE2_MIN_GE, AIE2_BF16, (uint8_t *)d, (uint8_t *)a, (uint8_t *)b);

            cr_expect(ge == (ordered && i >= j ? UINT32_MAX : 0), "%x >= %x", a[0], b[0]);
            cr_expect(d[0] == (ordered && i >= j ? b[0] : a[0]));
        }
}

Test(aie2_arith, selections_and_single_lanes)
{
    for (unsigned n = 0; n < 400; n++) {
        const unsigned bits = 8u << n % 4, lanes = 512 / bits;
        const uint64_t sel = kc_random_u64(n, 1, 1), value = kc_random_u64(n, 2, 2);
        const uint64_t low = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
        const unsigned lane = (unsigned)sel % (3 * lanes);
        uint8_t        a[64], b[64], s[64], t[64], cast[64], ins[64], lo[64], hi[64];

        fill_random(a, sizeof a, n);
        fill_random(b, sizeof b, n + 9000);
        if (bits < 64) {
            aie2_select(bits, s, a, b, sel);
            aie2_addsub(bits, t, a, b, sel);
        }
        aie2_broadcast(bits, cast, value);
        aie2_insert(bits, ins, a, lane, value);
        aie2_push_lo(bits, lo, value, a);
        aie2_push_hi(bits, hi, a, value);
        cr_expect(aie2_extract(bits, a, lane, false) ==
                  (uint64_t)elem(a, bits, lane % lanes, false));
        cr_expect(aie2_extract(bits, a, lane, true) == (uint64_t)elem(a, bits, lane % lanes, true));
        for (unsigned i = 0; i < lanes; i++) {
            const uint64_t va = (uint64_t)elem(a, bits, i, false);
            const uint64_t vb = (uint64_t)elem(b, bits, i, false);

            cr_expect((uint64_t)elem(cast, bits, i, false) == (value & low));
            cr_expect((uint64_t)elem(ins, bits, i, false) ==
                      (i == lane % lanes ? value & low : va));
            cr_expect(elem(lo, bits, i, false) ==
                      (i ? elem(a, bits, i - 1, false) : (int64_t)(value & low)));
            cr_expect(elem(hi, bits, i, false) ==
                      (i + 1 < lanes ? elem(a, bits, i + 1, false) : (int64_t)(value & low)));
            if (bits == 64)
                continue;
            cr_expect((uint64_t)elem(s, bits, i, false) == (sel >> i & 1 ? vb : va));
            cr_expect((uint64_t)elem(t, bits, i, false) ==
                      ((sel >> i & 1 ? va - vb : va + vb) & low));
        }
    }
}

/* ---- routing --------------------------------------------------------------------------------- */

/* T<b>_<R>x<C>: transposes R rows of C elements of b bits; blocks smaller than 512 bits one by one.
 */
static unsigned transposed(unsigned bits, unsigned rows, unsigned cols, unsigned at)
{
    const unsigned bytes = bits / 8, block = bytes * rows * cols, elem_at = at % block / bytes;

    return at / block * block + (elem_at % rows * cols + elem_at / rows) * bytes + at % bytes;
}

Test(aie2_arith, shuffle_table_is_made_of_transpositions)
{
    for (unsigned mode = 0; mode < AIE2_SHUFFLE_MODES; mode++) {
        unsigned    bits, rows, cols;
        const char *name = aie2_shuffle_names[mode];
        const bool  high = strstr(name, "_hi") != NULL;

        cr_assert(sscanf(name, "T%u_%ux%u", &bits, &rows, &cols) == 3, "%s", name);
        for (unsigned i = 0; i < 64; i++)
            cr_expect(aie2_shuffle_route[mode][i] ==
                          (mode == 38 ? (i ^ 2)
                                      : transposed(bits, rows, cols, i + (high ? 64 : 0))),
                      "mode %u byte %u", mode, i);
    }
}

Test(aie2_arith, shuffle_and_shift_move_bytes)
{
    uint8_t a[64], b[64], d[64];

    fill_random(a, sizeof a, 1);
    fill_random(b, sizeof b, 2);
    for (unsigned mode = 0; mode < AIE2_SHUFFLE_MODES; mode++) {
        aie2_shuffle(d, a, b, aie2_shuffle_route[mode]);
        for (unsigned i = 0; i < 64; i++) {
            const unsigned from = aie2_shuffle_route[mode][i];

            cr_expect(d[i] == (from < 64 ? a[from] : b[from - 64]));
        }
    }
    for (unsigned shift = 0; shift <= 64; shift++) {
        aie2_shift(d, a, b, shift);
        for (unsigned i = 0; i < 64; i++)
            cr_expect(d[i] == (i + shift < 64 ? a[i + shift] : b[i + shift - 64]));
    }
}

/* A table of 2-byte entries: entry n of line n / 8, every line of 16 bytes stored twice. */
Test(aie2_arith, lookups_find_their_entry)
{
    for (unsigned bytes = 2; bytes <= 8; bytes *= 2)
        for (unsigned n = 0; n < 100; n++) {
            const uint32_t address = 0x70000 + n * 2 * bytes;
            const unsigned per_line = 16 / bytes;
            const uint32_t want = 0x70000 + n / per_line * 32 + n % per_line * bytes;

            cr_expect(aie2_lookup_address(address, bytes, 0) == want);
            cr_expect(aie2_lookup_address(address, bytes, 1) == want + 16);
            cr_expect(aie2_lookup_address(address, bytes, 2) == want);
        }
}

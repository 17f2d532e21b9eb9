/* Functions that the machine lacks: polynomials, bit patterns and Newton's steps, in bf16 products
 * with fp32 sums. */
#include "baseline/aie2/math.h"

#include <inttypes.h>

#include "base/float.h"
#include "baseline/aie2/activation.h"

/* ---- constants ------------------------------------------------------------------------------ */

static int32_t fp32_bits(double value)
{
    return (int32_t)kc_f32_bits((float)value);
}

static int bf16_bits(double value)
{
    return kc_bf16_round((float)value);
}

void aie2_math_bf16(struct aie2_linear *l, const char *name, double value)
{
    aie2_line(l, "set r%%%s_r, #%d", name, bf16_bits(value));
    aie2_line(l, "vbcst.16 x%%%s, r%%%s_r", name, name);
}

void aie2_math_fp32(struct aie2_linear *l, const char *name, double value)
{
    aie2_line(l, "set r%%%s_r, #%" PRId32, name, fp32_bits(value));
    aie2_line(l, "vbcst.32 x%%%s_x, r%%%s_r", name, name);
    aie2_line(l, "vmov bm%%%s, x%%%s_x", name, name);
}

static void pattern(struct aie2_linear *l, const char *name, int bits)
{
    aie2_line(l, "set r%%%s_r, #%d", name, bits);
    aie2_line(l, "vbcst.16 x%%%s, r%%%s_r", name, name);
}

static void number(struct aie2_linear *l, const char *name, int value)
{
    aie2_line(l, "set r%%%s, #%d", name, value);
}

static void common_constants(struct aie2_linear *l)
{
    number(l, "m_two", 60);
    number(l, "m_tile", 28);
    number(l, "m_low", 0xffff);
    aie2_line(l, "set r%%m_high, #-65536");
    pattern(l, "m_zero", 0);
}

void aie2_math_halves(struct aie2_linear *l, const char *n)
{
    aie2_line(l, "vsel.16 x%%%s_0, x%%%s, x%%m_zero, r%%m_high", n, n);
    aie2_line(l, "vsel.16 x%%%s_1, x%%%s, x%%m_zero, r%%m_low", n, n);
}

/* ---- exp ------------------------------------------------------------------------------------ */

/* 2^f is in proportion to g^2 + E0 for g = 1 + f in [1, 2), within 0.2 %. */
static const double E0 = 2.01445401;

/* The last bit of a number between 2^16 and 2^17 is 2^-7: y + MAGIC ends in 128 (y + 64). */
static const double MAGIC = 98304.0 + 64.0, LOG2E = 1.4426950408889634;

/* No difference to the peak is below this. */
static const double LOWEST = -40.0;

/* log2 e lies between two numbers of bf16, twice as far from the lower one: that is in five lanes
 * of 16, the upper one in the others, so that sums over rows see almost the right one. */
static void log2e_constants(struct aie2_linear *l)
{
    aie2_math_bf16(l, "m_log2e", LOG2E);
    aie2_math_bf16(l, "m_below", LOG2E - 0x1p-8);
    number(l, "m_five", 0x24912491);
    aie2_line(l, "vsel.16 x%%m_log2e, x%%m_log2e, x%%m_below, r%%m_five");
    aie2_math_halves(l, "m_log2e");
}

static void base_constants(struct aie2_linear *l)
{
    aie2_math_fp32(l, "m_magic", MAGIC);
    aie2_math_fp32(l, "m_lowest", LOWEST);
}

static void exp_constants(struct aie2_linear *l)
{
    number(l, "m_none_r", 0);
    aie2_line(l, "mov s%%m_none, r%%m_none_r");
    pattern(l, "m_one", 0x3f80);
    aie2_math_fp32(l, "m_magic", MAGIC);
    aie2_math_fp32(l, "m_e0", E0);
}

void aie2_math_exp_base(struct aie2_linear *l, const char *base, const char *peak)
{
    aie2_line(l, "vmsc.f bm%%%s, bm%%m_magic, x%%%s, x%%m_log2e_0, r%%m_two", base, peak);
}

void aie2_math_exp_floor(struct aie2_linear *l, const char *floor, const char *peak)
{
    aie2_line(l, "vconv.fp32.bf16 bm%%%s_p, wl%%%s", floor, peak);
    aie2_line(l, "vadd.f bm%%%s_f, bm%%%s_p, bm%%m_lowest, r%%m_tile", floor, floor);
    aie2_line(l, "vconv.bf16.fp32 wl%%%s, bm%%%s_f", floor, floor);
    aie2_line(l, "vmov wh%%%s, wl%%%s", floor, floor);
}

void aie2_math_exponent(struct aie2_linear *l, const char *g, const char *base)
{
    aie2_line(l, "vmac.f bml%%%s_k, bm%%%s, x%%%s_x, x%%m_log2e_0, r%%m_two", g, base, g);
    aie2_line(l, "vmac.f bmh%%%s_k, bm%%%s, x%%%s_x, x%%m_log2e_1, r%%m_two", g, base, g);
}

/* Two products of 16 lanes: x%a times the pair of which wl%b0 and wh%b1 are the halves. */
void aie2_math_pair_mac(struct aie2_linear *l, const char *g, const char *to, const char *acc,
                        const char *a, const char *b)
{
    aie2_line(l, "vmac.f bml%%%s_%s, bm%%%s, x%%%s_%s, x%%%s_%s0, r%%m_two", g, to, acc, g, a, g,
              b);
    aie2_line(l, "vmac.f bmh%%%s_%s, bm%%%s, x%%%s_%s, x%%%s_%s1, r%%m_two", g, to, acc, g, a, g,
              b);
}

/* cm%from to the pair x%to. */
void aie2_math_pair_round(struct aie2_linear *l, const char *g, const char *to, const char *from)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%%s_%s, bml%%%s_%s", g, to, g, from);
    aie2_line(l, "vconv.bf16.fp32 wh%%%s_%s, bmh%%%s_%s", g, to, g, from);
}

/* cm%from to x%to0 and x%to1, the other halves of which are zero. */
void aie2_math_pair_round_apart(struct aie2_linear *l, const char *g, const char *to,
                                const char *from)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%%s_%s0, bml%%%s_%s", g, to, g, from);
    aie2_line(l, "vmov wh%%%s_%s0, wh%%m_zero", g, to);
    aie2_line(l, "vconv.bf16.fp32 wh%%%s_%s1, bmh%%%s_%s", g, to, g, from);
    aie2_line(l, "vmov wl%%%s_%s1, wl%%m_zero", g, to);
}

/* k ends in 128 (i + 64) + 128 f: with the bits of 1.0 set that is the pattern of 1 + f; the
 * difference of the two, 128 (i + 64 - 127), is to be added to an exponent. */
static void exp_fields(struct aie2_linear *l, const char *g, const char *exponent)
{
    aie2_line(l, "vsrs.s16.s32 x%%%s_p, cm%%%s_k, s%%m_none", g, g);
    aie2_line(l, "vbor x%%%s_g, x%%%s_p, x%%m_one", g, g);
    aie2_line(l, "vsub.16 x%%%s_%s, x%%%s_p, x%%%s_g", g, exponent, g, g);
}

static void exp_mantissa(struct aie2_linear *l, const char *g, const char *by)
{
    aie2_line(l, "vsel.16 x%%%s_g0, x%%%s_g, x%%%s_0, r%%m_high", g, g, by);
    aie2_line(l, "vsel.16 x%%%s_g1, x%%%s_g, x%%%s_1, r%%m_low", g, g, by);
    aie2_math_pair_mac(l, g, "v", "m_e0", "g", "g");
    aie2_math_pair_round(l, g, "m", "v");
    aie2_line(l, "vadd.16 x%%%s_e, x%%%s_m, x%%%s_d", g, g, g);
}

void aie2_math_exp(struct aie2_linear *l, const char *g, const char *by)
{
    exp_fields(l, g, "d");
    exp_mantissa(l, g, by);
}

void aie2_math_exp_pipelined(struct aie2_linear *l, const char *g, const char *by)
{
    exp_fields(l, g, "d0");
    aie2_line(l, "vmov x%%%s_d, x%%%s_d0", g, g);
    exp_mantissa(l, g, by);
}

/* ---- reciprocals ---------------------------------------------------------------------------- */

void aie2_math_parts(struct aie2_linear *l, const char *g, const char *to, const char *from)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%%s_%s, bm%%%s_%s", g, to, g, from);
    aie2_line(l, "vconv.fp32.bf16 bm%%%s_%sw, wl%%%s_%s", g, to, g, to);
    aie2_line(l, "vsub.f bm%%%s_%sr, bm%%%s_%s, bm%%%s_%sw, r%%m_tile", g, to, g, from, g, to);
    aie2_line(l, "vconv.bf16.fp32 wh%%%s_%s, bm%%%s_%sr", g, to, g, to);
}

void aie2_math_split(struct aie2_linear *l, const char *g)
{
    aie2_math_parts(l, g, "h", "v");
}

/* x%to = both halves bf16 of bm%from */
static void twice(struct aie2_linear *l, const char *g, const char *to, const char *from)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%%s_%s, bm%%%s_%s", g, to, g, from);
    aie2_line(l, "vmov wh%%%s_%s, wl%%%s_%s", g, to, g, to);
}

/* x%to = bf16 of bm%from, the upper half zero */
static void once(struct aie2_linear *l, const char *g, const char *to, const char *from)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%%s_%s, bm%%%s_%s", g, to, g, from);
    aie2_line(l, "vmov wh%%%s_%s, wh%%m_zero", g, to);
}

/* A first guess as bf16, in both halves of x%z: seed - (bits of a >> shift). */
static void guess(struct aie2_linear *l, const char *g, const char *kind)
{
    aie2_line(l, "vsrs.s16.s32 wl%%%s_i, bm%%%s_a, s%%m_%sshift", g, g, kind);
    aie2_line(l, "vmov wh%%%s_i, wl%%%s_i", g, g);
    aie2_line(l, "vsub.16 x%%%s_z, x%%m_%sseed, x%%%s_i", g, kind, g);
}

static void reciprocal_constants(struct aie2_linear *l)
{
    number(l, "m_rshift_r", 16);
    aie2_line(l, "mov s%%m_rshift, r%%m_rshift_r");
    pattern(l, "m_rseed", 0x7ef3);
    aie2_math_fp32(l, "m_rone", 1.0014);
}

/* x%r = both halves bf16 of z + bm%e * BY; e is small, so that its rounding hardly matters */
static void correct(struct aie2_linear *l, const char *g, const char *by)
{
    once(l, g, "c", "e");
    aie2_line(l, "vconv.fp32.bf16 bm%%%s_w, wl%%%s_z", g, g);
    aie2_line(l, "vmac.f bm%%%s_r, bm%%%s_w, x%%%s_c, x%%%s_%s, r%%m_two", g, g, g, g, by);
    twice(l, g, "r", "r");
}

/* One step of Newton's, z + z (1 - a z), a in parts.  Guesses are up to 5.3 % off, the square of
 * that remains; with a little more than 1 it lies on both sides. */
void aie2_math_reciprocal(struct aie2_linear *l, const char *g)
{
    aie2_math_parts(l, g, "s", "a");
    guess(l, g, "r");
    aie2_line(l, "vmsc.f bm%%%s_e, bm%%m_rone, x%%%s_s, x%%%s_z, r%%m_two", g, g, g);
    correct(l, g, "z");
}

static void rsqrt_constants(struct aie2_linear *l)
{
    number(l, "m_qshift_r", 17);
    aie2_line(l, "mov s%%m_qshift, r%%m_qshift_r");
    pattern(l, "m_qseed", 0x5f37);
    pattern(l, "m_exponent", 0x0080);
    aie2_math_fp32(l, "m_qone", 1.0023);
}

/* One step of Newton's, z + z/2 (1 - a z^2), a and a z in parts; half of z is one less in the
 * exponent. */
void aie2_math_rsqrt(struct aie2_linear *l, const char *g)
{
    aie2_math_parts(l, g, "s", "a");
    guess(l, g, "q");
    aie2_line(l, "vmul.f bm%%%s_u, x%%%s_s, x%%%s_z, r%%m_two", g, g, g);
    aie2_math_parts(l, g, "y", "u");
    aie2_line(l, "vmsc.f bm%%%s_e, bm%%m_qone, x%%%s_y, x%%%s_z, r%%m_two", g, g, g);
    aie2_line(l, "vsub.16 x%%%s_o, x%%%s_z, x%%m_exponent", g, g);
    correct(l, g, "o");
}

/* ---- reductions ----------------------------------------------------------------------------- */

void aie2_math_fold(struct aie2_linear *l, const char *g)
{
    aie2_math_split(l, g);
    aie2_line(l, "vmul.f bm%%%s_t, x%%m_one, x%%%s_h, r%%m_tile", g, g);
}

void aie2_math_share(struct aie2_linear *l, uint32_t count)
{
    const double high = kc_bf16_widen((uint16_t)bf16_bits(1.0 / count));

    aie2_math_bf16(l, "m_share", high);
    aie2_math_bf16(l, "m_share_low", 1.0 / count - high);
}

void aie2_math_mean(struct aie2_linear *l, const char *g, const char *from)
{
    aie2_math_split(l, g);
    if (from)
        aie2_line(l, "vmac.f bm%%%s_tl, bm%%%s, x%%m_share_low, x%%%s_h, r%%m_tile", g, from, g);
    else
        aie2_line(l, "vmul.f bm%%%s_tl, x%%m_share_low, x%%%s_h, r%%m_tile", g, g);
    aie2_line(l, "vmac.f bm%%%s_t, bm%%%s_tl, x%%m_share, x%%%s_h, r%%m_tile", g, g, g);
}

/* x%to = the lanes of x%a and x%b, alternating, the larger of each two of a lane's. */
static void merge(struct aie2_linear *l, const char *to, const char *a, const char *b, int unit)
{
    aie2_line(l, "vshuffle x%%%s_lo, x%%%s, x%%%s, r%%m_lo%d", to, a, b, unit);
    aie2_line(l, "vshuffle x%%%s_hi, x%%%s, x%%%s, r%%m_hi%d", to, a, b, unit);
    aie2_line(l, "vmax_lt.bf16 x%%%s, r%%%s_c, x%%%s_lo, x%%%s_hi", to, to, to, to);
}

static void rotate_max(struct aie2_linear *l, const char *to, const char *from, int bytes)
{
    aie2_line(l, "vshift x%%%s_s, x%%%s, x%%%s, r%%m_by%d", to, from, from, bytes);
    aie2_line(l, "vmax_lt.bf16 x%%%s, r%%%s_c, x%%%s, x%%%s_s", to, to, from, to);
}

static void peak_constants(struct aie2_linear *l)
{
    number(l, "m_lo16", 18);
    number(l, "m_hi16", 19);
    number(l, "m_lo32", 16);
    number(l, "m_hi32", 17);
    number(l, "m_by32", 32);
    number(l, "m_by16", 16);
    number(l, "m_by8", 8);
}

void aie2_math_peaks(struct aie2_linear *l, const char *to, const char *const from[4])
{
    struct kc_arena *arena = aie2_linear_arena(l);
    const char      *ab = kc_arena_printf(arena, "%s_ab", to);
    const char      *cd = kc_arena_printf(arena, "%s_cd", to);
    const char      *all = kc_arena_printf(arena, "%s_all", to);
    const char      *half = kc_arena_printf(arena, "%s_half", to);
    const char      *quarter = kc_arena_printf(arena, "%s_quarter", to);

    merge(l, ab, from[0], from[1], 16);
    merge(l, cd, from[2], from[3], 16);
    merge(l, all, ab, cd, 32);
    rotate_max(l, half, all, 32);
    rotate_max(l, quarter, half, 16);
    rotate_max(l, to, quarter, 8);
}

void aie2_math_constants(struct aie2_linear *l, unsigned which)
{
    if (!(which & AIE2_MATH_MORE))
        common_constants(l);
    if (which & AIE2_MATH_EXP)
        exp_constants(l);
    else if (which & AIE2_MATH_FOLD)
        pattern(l, "m_one", 0x3f80);
    if (which & AIE2_MATH_LOG2E)
        log2e_constants(l);
    if (which & AIE2_MATH_EXP_BASE)
        base_constants(l);
    if (which & (AIE2_MATH_SILU | AIE2_MATH_GELU))
        aie2_math_gate_constants(l, which & AIE2_MATH_SILU ? &aie2_silu : &aie2_gelu);
    if (which & AIE2_MATH_RECIPROCAL)
        reciprocal_constants(l);
    if (which & AIE2_MATH_RSQRT)
        rsqrt_constants(l);
    if (which & AIE2_MATH_PEAKS)
        peak_constants(l);
}

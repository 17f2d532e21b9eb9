/* baseline/aie2/math.h: functions that the machine lacks, as lines of linear assembly.
 *
 * A piece reads and writes virtual registers named after the group it works on: with the group
 * "a", aie2_math_silu reads x%a_x and leaves bml%a_y and bmh%a_y (the halves of cm%a_y).  Pieces
 * for two or more groups in one block overlap; a group's name serves one piece of a kind per block.
 * Constants live in registers named m_...; aie2_math_constants sets up those that are asked for,
 * once, before the loop.  crRnd is 12, crSat 0, as a kernel finds them.
 *
 * A pair is 32 lanes of bf16 in an x register, the low half wl its first 16 lanes; as fp32 it is a
 * cm register, bml its first 16.  No lane may hold an infinity or a NaN: every register here is
 * multiplied in two-term mode, where 0 * inf would spoil the lane 16 places away.
 */
#ifndef KC_BASELINE_AIE2_MATH_H
#define KC_BASELINE_AIE2_MATH_H

#include "baseline/aie2/linear.h"

enum aie2_math {
    AIE2_MATH_EXP = 1,
    AIE2_MATH_SILU = 2, /* not together with GELU: they share their registers */
    AIE2_MATH_GELU = 4,
    AIE2_MATH_RECIPROCAL = 8,
    AIE2_MATH_RSQRT = 16,
    AIE2_MATH_FOLD = 32,      /* for aie2_math_fold */
    AIE2_MATH_PEAKS = 64,     /* for aie2_math_peaks */
    AIE2_MATH_MORE = 128,     /* the common ones are there already */
    AIE2_MATH_EXP_BASE = 256, /* for aie2_math_exp_base and _floor */
    AIE2_MATH_LOG2E = 512,    /* for aie2_math_exponent */
};

/* Set up close to their use, and only what the next loops need: x registers are few.  Always,
 * except with MORE: r%m_two = 60 (elementwise, two terms), r%m_tile = 28 (4x8x4 tiles and fp32
 * sums), x%m_zero, r%m_low and r%m_high (masks for vsel.16: take the second source in lanes 0-15,
 * in 16-31). */
void aie2_math_constants(struct aie2_linear *linear, unsigned which);

/* x%NAME = every 16-bit lane value (bf16 bits of it); bm%NAME = every fp32 lane value. */
void aie2_math_bf16(struct aie2_linear *linear, const char *name, double value);
void aie2_math_fp32(struct aie2_linear *linear, const char *name, double value);

/* x%NAME_0 and x%NAME_1: the low and the high 16 lanes of the pair x%NAME, the others zero. */
void aie2_math_halves(struct aie2_linear *linear, const char *name);

/* For the group G: cm%G_TO = bm%ACC + x%G_A times the pair whose halves are x%G_B0 and x%G_B1;
 * cm%G_FROM to the pair x%G_TO; the same to x%G_TO0 and x%G_TO1, the other halves of which are
 * zero. */
void aie2_math_pair_mac(struct aie2_linear *linear, const char *group, const char *to,
                        const char *acc, const char *a, const char *b);
void aie2_math_pair_round(struct aie2_linear *linear, const char *group, const char *to,
                          const char *from);
void aie2_math_pair_round_apart(struct aie2_linear *linear, const char *group, const char *to,
                                const char *from);

/* ---- exp ------------------------------------------------------------------------------------ */

/* 2^y, up to a factor common to all lanes: what a quotient needs.  It takes y as y + magic, so that
 * bits 7-13 are its integer part: start from bm%m_magic and add multiples of log2 e.  The steps for
 * x%G_x, a pair, and bm%BASE (magic - peak * log2 e, from aie2_math_exp_base):
 *
 *   aie2_math_exponent(l, "a", "base")   bml%a_k, bmh%a_k = base + x * log2 e
 *   aie2_math_exp(l, "a", "m_log2e")     x%a_e = 2^(k - magic) * factor, 32 bf16; factor = 2^-61.41
 *
 * The halves of the pair named last are zero where aie2_math_halves makes them so.  y must lie in
 * [-64, 60]; aie2_math_exp_floor gives a bound for x (|peak| up to 1000).  Relative
 * error at most 0.87 %: 0.27 because y has 7 binary places, 0.2 of the polynomial, 0.39 of rounding
 * to bf16.  log2 e is one of its neighbours in bf16, 0.18 % above or 0.36 % below, mixed over
 * lanes: for a power that is a tenth of the peak's that adds 0.4 or 0.8 %, to a sum next to
 * nothing. */
void aie2_math_exponent(struct aie2_linear *linear, const char *group, const char *base);
void aie2_math_exp(struct aie2_linear *linear, const char *group, const char *by);

/* The same with a copy halfway of what lives long. */
void aie2_math_exp_pipelined(struct aie2_linear *linear, const char *group, const char *by);

/* bm%BASE for the row whose largest element is in every lane of x%PEAK. */
void aie2_math_exp_base(struct aie2_linear *linear, const char *base, const char *peak);

/* x%FLOOR = peak - 40 or so in every lane: vmax_lt.bf16 with it keeps exponents legal. */
void aie2_math_exp_floor(struct aie2_linear *linear, const char *floor, const char *peak);

/* ---- activations ---------------------------------------------------------------------------- */

/* cm%G_y = x * sigmoid(x), or x * Phi(x), for the pair x%G_x: an odd polynomial of x clamped.
 * Errors are at most 2.1 * 2^-8 * |x|, rounding to bf16 included. */
void aie2_math_silu(struct aie2_linear *linear, const char *group);
void aie2_math_gelu(struct aie2_linear *linear, const char *group);

/* ---- reciprocals ---------------------------------------------------------------------------- */

/* bm%G_r = 1 / bm%G_a, or 1 / sqrt(bm%G_a), 16 positive fp32 lanes, and x%G_r = that as bf16 in
 * both halves.  Relative errors of the former are at most 0.16 % and 0.12 %. */
void aie2_math_reciprocal(struct aie2_linear *linear, const char *group);
void aie2_math_rsqrt(struct aie2_linear *linear, const char *group);

/* x%G_TO: wl = bf16 of bm%G_FROM, wh = bf16 of what that leaves. */
void aie2_math_parts(struct aie2_linear *linear, const char *group, const char *to,
                     const char *from);

/* The same from bm%G_v to x%G_h. */
void aie2_math_split(struct aie2_linear *linear, const char *group);

/* ---- reductions over rows, four rows at a time ---------------------------------------------- */

/* Sums of four rows share an accumulator seen as 4 x 4: column r belongs to row r, lines hold
 * partial sums.  bm%G_t: lane 4 m + r = the sum over column r of bm%G_v, in every line m. */
void aie2_math_fold(struct aie2_linear *linear, const char *group);

/* bm%G_t = the same divided by the count that aie2_math_share was told, plus bm%FROM unless that is
 * NULL. */
void aie2_math_share(struct aie2_linear *linear, uint32_t count);
void aie2_math_mean(struct aie2_linear *linear, const char *group, const char *from);

/* x%TO = the largest lane of x%A, x%B, x%C, x%D (bf16 pairs) in lanes 0, 1, 2, 3 modulo 4. */
void aie2_math_peaks(struct aie2_linear *linear, const char *to, const char *const from[4]);

#endif

/* baseline/aie2/tiles.h: words for arithmetic on tiles of the matrix unit.
 *
 * A 4x4 tile of bf16 has 32 bytes, lane 4 r + c; a 4x8 tile has 64, lane 8 r + c.  A factor per row
 * comes as 16 lanes, four equal ones per row.
 */
#ifndef KC_BASELINE_AIE2_TILES_H
#define KC_BASELINE_AIE2_TILES_H

#include "baseline/aie2/math.h"

/* Modes of the shuffle network. */
enum {
    AIE2_LOW_HALVES = 10, /* {s1 low, s2 low} */
    AIE2_HIGH_HALVES = 11,
    AIE2_JOIN_LOW = 14, /* 64 bits of each low half, alternating: two 4x4 tiles to one 4x8 */
    AIE2_TRANSPOSE_4X8 = 29,
    AIE2_SWAP_16 = 38,
    AIE2_APART = 40,   /* T16_4x2: a b c d e f g h to a c e g b d f h */
    AIE2_TOGETHER = 41 /* and back */
};

/* r%modeN = N, which shuffles with that mode need. */
void aie2_tile_mode(struct aie2_linear *linear, int number);
void aie2_tile_shuffle(struct aie2_linear *linear, const char *to, const char *a, const char *b,
                       int mode);

/* x%TO = the larger of x%A and x%B, lane by lane. */
void aie2_tile_larger(struct aie2_linear *linear, const char *to, const char *a, const char *b);

/* x%NAME_hi, x%NAME_lo: the high part of value and the rest in every lane; x%NAME: wl = the first,
 * wh = the second.  Needs AIE2_LOW_HALVES. */
void aie2_tile_parts(struct aie2_linear *linear, const char *name, double value);

/* x%f_0, x%f_1: the factors of the rows in wl%FROM for the two halves of a 4x8 tile, zeros in the
 * other one; needs AIE2_JOIN_LOW and the common constants. */
void aie2_tile_factors(struct aie2_linear *linear, const char *from);

/* Scales so many 4x8 tiles at p%i, to p%o, by x%f_0 and x%f_1; needs r%m_two. */
void aie2_tile_scale(struct aie2_linear *linear, uint32_t count);

/* Function inverse: sums at `factors`, fp32, become factors. */
void aie2_inverse_function(struct aie2_linear *linear, uint32_t blocks);

#endif

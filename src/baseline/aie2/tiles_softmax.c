/* Softmax of rows that lie as 4x8 tiles: eight keys of four rows at a time. */
#include <math.h>

#include "baseline/aie2/phases_parts.h"
#include "baseline/aie2/tiles.h"

/* Every lane gets the largest of its neighbours that x%from has in pairs, then in fours ... */
static void widen(struct aie2_linear *l, const char *to, const char *from)
{
    aie2_tile_shuffle(l, "swap", from, from, AIE2_SWAP_16);
    aie2_tile_larger(l, to, from, "swap");
}

/* x%peak: the largest score of row r in lanes 8 r to 8 r + 7. */
static void peak(struct aie2_linear *l, uint32_t s)
{
    aie2_line(l, "mov p%%s, r%%s");
    aie2_line(l, "vbcst.16 x%%most, r%%least");
    aie2_line(l, ".loop #%u", s / 8);
    aie2_line(l, "vlda wl%%v, [p%%s], #32 !s");
    aie2_line(l, "vlda wh%%v, [p%%s], #32 !s");
    aie2_tile_larger(l, "most", "most", "v");
    aie2_line(l, ".endloop");
    widen(l, "pairs", "most");
    aie2_tile_shuffle(l, "apart", "pairs", "pairs", AIE2_APART);
    widen(l, "fours", "apart");
    aie2_tile_shuffle(l, "apart2", "fours", "fours", AIE2_APART);
    widen(l, "peak", "apart2");
}

/* bm%base0 and bm%base1 = magic - peak * c for the tile's halves; x%floor: see phases_tiles.c. */
static void base(struct aie2_linear *l)
{
    aie2_tile_shuffle(l, "upper", "peak", "peak", AIE2_LOW_HALVES);
    aie2_tile_shuffle(l, "lower", "peak", "peak", AIE2_HIGH_HALVES);
    aie2_line(l, "vmsc.f bm%%base0, bm%%m_magic, x%%upper, x%%c, r%%m_two");
    aie2_line(l, "vmsc.f bm%%base1, bm%%m_magic, x%%lower, x%%c, r%%m_two");
    for (int i = 0; i < 2; i++) {
        const char *half = i ? "wh" : "wl";

        aie2_line(l, "vconv.fp32.bf16 bm%%wide%d, %s%%peak", i, half);
        aie2_line(l, "vadd.f bm%%low%d, bm%%wide%d, bm%%reach, r%%m_tile", i, i);
        aie2_line(l, "vconv.bf16.fp32 %s%%floor, bm%%low%d", half, i);
    }
}

static void exponentials(struct aie2_linear *l, uint32_t s)
{
    aie2_line(l, "mov p%%s, r%%s");
    aie2_line(l, "vclr bm%%sum");
    aie2_line(l, ".loop #%u", s / 8);
    aie2_line(l, "vlda wl%%t, [p%%s], #32 !s");
    aie2_line(l, "vlda wh%%t, [p%%s], #32 !s");
    aie2_tile_larger(l, "t", "t", "floor");
    aie2_tile_shuffle(l, "t0", "t", "t", AIE2_LOW_HALVES);
    aie2_tile_shuffle(l, "t1", "t", "t", AIE2_HIGH_HALVES);
    aie2_line(l, "vmac.f bml%%a_k, bm%%base0, x%%t0, x%%c, r%%m_two");
    aie2_line(l, "vmac.f bmh%%a_k, bm%%base1, x%%t1, x%%c, r%%m_two");
    aie2_math_exp(l, "a");
    aie2_line(l, "vmac.f bm%%sum, bm%%sum, x%%a_e, x%%m_one, r%%m_tile");
    aie2_line(l, "vst wl%%a_e, [p%%p], #32 !p");
    aie2_line(l, "vst wh%%a_e, [p%%p], #32 !p");
    aie2_line(l, ".endloop");
    aie2_line(l, "vst aml%%sum, [p%%f], #32 !f");
    aie2_line(l, "vst amh%%sum, [p%%f], #32 !f");
}

static void constants(struct aie2_linear *l, uint32_t d)
{
    const double root = sqrt(d);

    aie2_math_constants(l, AIE2_MATH_EXP | AIE2_MATH_EXP_BASE);
    aie2_tile_mode(l, AIE2_LOW_HALVES);
    aie2_tile_mode(l, AIE2_HIGH_HALVES);
    aie2_tile_mode(l, AIE2_SWAP_16);
    aie2_tile_mode(l, AIE2_APART);
    aie2_tile_parts(l, "c", 1.4426950408889634 / root);
    aie2_math_fp32(l, "reach", -20.0 * root);
    aie2_line(l, "movxm r%%least, #0xff7f");
}

static void softmax_function(struct aie2_linear *l, uint32_t rows, uint32_t s, uint32_t pitch,
                             uint32_t d)
{
    aie2_line(l, "// exp((score - row's largest) / sqrt(%u)) of %u rows and %u keys, 4x8 tiles at",
              d, rows, s);
    aie2_line(l, "// p0, to p1; sums to factors");
    aie2_line(l, ".func softmax");
    constants(l, d);
    aie2_line(l, "mov r%%s, p0");
    aie2_line(l, "mov p%%p, p1");
    aie2_line(l, "movxm p%%f, #factors");
    aie2_line(l, "movxm r%%row, #%u", pitch * 8);
    aie2_line(l, ".loop #%u", rows / 4);
    peak(l, s);
    base(l);
    exponentials(l, s);
    aie2_line(l, "add r%%s, r%%s, r%%row");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

static void spread_function(struct aie2_linear *l, uint32_t rows, uint32_t s)
{
    aie2_line(l, "// %u rows of %u exponentials at p0 times the factors of their rows", rows, s);
    aie2_line(l, ".func spread");
    aie2_line(l, "movx r%%m_two, #60");
    aie2_tile_mode(l, AIE2_LOW_HALVES);
    aie2_tile_mode(l, AIE2_HIGH_HALVES);
    aie2_tile_mode(l, AIE2_JOIN_LOW);
    aie2_tile_mode(l, AIE2_JOIN_HIGH);
    aie2_line(l, "movxm p%%f, #factors");
    aie2_line(l, "mov p%%i, p0");
    aie2_line(l, "mov p%%o, p0");
    aie2_line(l, ".loop #%u", rows / 4);
    aie2_line(l, "vlda wl%%r, [p%%f], #32 !f");
    aie2_line(l, "vlda wh%%r, [p%%f], #32 !f");
    aie2_tile_factors(l, "r");
    aie2_tile_scale(l, s / 8);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

void aie2_tile_softmax_functions(struct aie2_linear *l, uint32_t rows, uint32_t s, uint32_t pitch,
                                 uint32_t d)
{
    aie2_inverse_function(l, rows / 4);
    softmax_function(l, rows, s, pitch, d);
    spread_function(l, rows, s);
}

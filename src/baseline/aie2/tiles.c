/* Words for arithmetic on tiles. */
#include "baseline/aie2/tiles.h"

#include "base/float.h"

void aie2_tile_mode(struct aie2_linear *l, int number)
{
    aie2_line(l, "movx r%%mode%d, #%d", number, number);
}

void aie2_tile_shuffle(struct aie2_linear *l, const char *to, const char *a, const char *b,
                       int mode)
{
    aie2_line(l, "vshuffle x%%%s, x%%%s, x%%%s, r%%mode%d", to, a, b, mode);
}

void aie2_tile_larger(struct aie2_linear *l, const char *to, const char *a, const char *b)
{
    aie2_line(l, "vmax_lt.bf16 x%%%s, r%%mask, x%%%s, x%%%s", to, a, b);
}

void aie2_tile_parts(struct aie2_linear *l, const char *name, double value)
{
    struct kc_arena *arena = aie2_linear_arena(l);
    const char      *high = kc_arena_printf(arena, "%s_hi", name);
    const char      *low = kc_arena_printf(arena, "%s_lo", name);
    const double     first = (double)kc_bf16_widen(kc_bf16_round((float)value));

    aie2_math_bf16(l, high, first);
    aie2_math_bf16(l, low, value - first);
    aie2_tile_shuffle(l, name, high, low, AIE2_LOW_HALVES);
}

void aie2_tile_factors(struct aie2_linear *l, const char *from)
{
    aie2_tile_shuffle(l, "f", from, from, AIE2_JOIN_LOW);
    aie2_math_halves(l, "f");
}

void aie2_tile_scale(struct aie2_linear *l, uint32_t count)
{
    aie2_line(l, ".loop #%u", count);
    aie2_line(l, "vlda wl%%u, [p%%i], #32 !a*");
    aie2_line(l, "vlda wh%%u, [p%%i], #32 !a*");
    for (int half = 0; half < 2; half++) {
        aie2_line(l, "vmul.f bm%c%%y, x%%u, x%%f_%d, r%%m_two", "lh"[half], half);
        aie2_line(l, "vst.conv.bf16.fp32 bm%c%%y, [p%%o], #32 !a*", "lh"[half]);
    }
    aie2_line(l, ".endloop");
}

/* Two at a time where there are two: a reciprocal is a long chain. */
void aie2_inverse_function(struct aie2_linear *l, uint32_t blocks)
{
    static const char *const groups[] = { "q", "s" };
    const uint32_t           together = blocks % 2 ? 1 : 2;

    aie2_line(l, "// 1 / sum for %u tiles of sums, fp32, as bf16", blocks);
    aie2_line(l, ".func inverse");
    aie2_math_constants(l, AIE2_MATH_RECIPROCAL);
    aie2_line(l, "movxm p%%f, #factors");
    aie2_line(l, "mov p%%r, p%%f");
    aie2_line(l, ".loop #%u", blocks / together);
    for (uint32_t i = 0; i < together; i++) {
        aie2_line(l, "vlda aml%%%s_a, [p%%f], #32 !f", groups[i]);
        aie2_line(l, "vlda amh%%%s_a, [p%%f], #32 !f", groups[i]);
    }
    for (uint32_t i = 0; i < together; i++)
        aie2_math_reciprocal(l, groups[i]);
    for (uint32_t i = 0; i < together; i++)
        aie2_line(l, "vst wl%%%s_r, [p%%r], #32 !f", groups[i]);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* Arithmetic on tiles between two products of the phase engine: activations, factors, norms.
 * Everything works on tiles as the matrix unit wants them, never on rows. */
#include "baseline/aie2/activation.h"
#include "baseline/aie2/phases_parts.h"
#include "baseline/aie2/tiles.h"

/* ---- activations ---------------------------------------------------------------------------- */

enum { SHORT = 8 }; /* below so many pairs one long loop is faster than several short ones */

static bool in_short_loops(const struct aie2_linear *l, uint32_t pairs,
                           const struct aie2_names *names)
{
    return aie2_linear_opt(l) == KC_OPT_BEST && names->spare[0] && pairs >= SHORT;
}

/* silu of pairs at p%raw to p%o. */
static void activate(struct aie2_linear *l, uint32_t pairs, const struct aie2_names *names)
{
    aie2_line(l, "movxm p%%raw, #%s", names->raw);
    aie2_line(l, "mov p%%o, p0");
    aie2_math_constants(l, in_short_loops(l, pairs, names) ? 0 : AIE2_MATH_SILU);
    if (in_short_loops(l, pairs, names)) {
        aie2_activation_walk(l, &aie2_silu, pairs, "raw", "o", names->spare);
        return;
    }
    aie2_line(l, ".loop #%u", pairs);
    aie2_line(l, "vlda wl%%a_x, [p%%raw], #32 !raw*");
    aie2_line(l, "vlda wh%%a_x, [p%%raw], #32 !raw*");
    aie2_math_silu(l, "a");
    aie2_line(l, "vst.conv.bf16.fp32 bml%%a_y, [p%%o], #32 !o*");
    aie2_line(l, "vst.conv.bf16.fp32 bmh%%a_y, [p%%o], #32 !o*");
    aie2_line(l, ".endloop");
}

void aie2_silu_function(struct aie2_linear *l, uint32_t pairs, const struct aie2_names *names)
{
    aie2_line(l, "// silu of %u pairs of tiles at raw, to p0", pairs);
    aie2_line(l, ".func silu");
    activate(l, pairs, names);
    aie2_line(l, ".endfunc");
}

void aie2_gate_function(struct aie2_linear *l, uint32_t pairs, const struct aie2_names *names)
{
    aie2_line(l, "// silu(raw) * up for %u pairs of tiles, to p0", pairs);
    aie2_line(l, ".func gate");
    activate(l, pairs, names);
    aie2_line(l, "mov p%%g, p0");
    aie2_line(l, "mov p%%y, p0");
    aie2_line(l, "movxm p%%up, #%s", names->up);
    aie2_line(l, ".loop #%u", pairs);
    aie2_line(l, "vlda wl%%g, [p%%g], #32 !o*");
    aie2_line(l, "vlda wh%%g, [p%%g], #32 !o*");
    aie2_line(l, "vldb wl%%u, [p%%up], #32 !up");
    aie2_line(l, "vldb wh%%u, [p%%up], #32 !up");
    aie2_math_halves(l, "u");
    aie2_line(l, "vmul.f bml%%r, x%%g, x%%u_0, r%%m_two");
    aie2_line(l, "vmul.f bmh%%r, x%%g, x%%u_1, r%%m_two");
    aie2_line(l, "vst.conv.bf16.fp32 bml%%r, [p%%y], #32 !o*");
    aie2_line(l, "vst.conv.bf16.fp32 bmh%%r, [p%%y], #32 !o*");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- factors per row ------------------------------------------------------------------------ */

void aie2_scale_function(struct aie2_linear *l, uint32_t rows, uint32_t columns)
{
    aie2_line(l, "// %u columns of %u tiles at p0 times the factors of their rows", columns,
              rows / 4);
    aie2_line(l, ".func scale");
    aie2_line(l, "movx r%%two, #60");
    aie2_math_bf16(l, "zero", 0.0);
    aie2_line(l, "movxm p%%f, #factors");
    aie2_line(l, "movxm m%%column, #%u", rows * 8);
    aie2_line(l, "mov r%%at, p0");
    aie2_line(l, "movx r%%tile, #32");
    aie2_line(l, ".loop #%u", rows / 4);
    aie2_line(l, "mov p%%i, r%%at");
    aie2_line(l, "mov p%%o, r%%at");
    aie2_line(l, "vldb wl%%f_0, [p%%f, #0] !f");
    aie2_line(l, "vmov wh%%f_0, wh%%zero");
    aie2_line(l, "vldb wh%%f_1, [p%%f], #32 !f");
    aie2_line(l, "vmov wl%%f_1, wl%%zero");
    aie2_line(l, ".loop #%u", columns / 2);
    aie2_line(l, "vlda wl%%t, [p%%i], m%%column !t*");
    aie2_line(l, "vlda wh%%t, [p%%i], m%%column !t*");
    for (int half = 0; half < 2; half++) {
        aie2_line(l, "vmul.f bm%c%%y, x%%t, x%%f_%d, r%%two", "lh"[half], half);
        aie2_line(l, "vst.conv.bf16.fp32 bm%c%%y, [p%%o], m%%column !t*", "lh"[half]);
    }
    aie2_line(l, ".endloop");
    aie2_line(l, "add r%%at, r%%at, r%%tile");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* Sums of squares of four rows are the diagonal of tile times tile transposed. */
static void norm_squares(struct aie2_linear *l, uint32_t columns)
{
    for (int i = 0; i < 4; i++)
        aie2_line(l, "vclr bm%%g%d", i);
    aie2_line(l, "mov p%%i, r%%at");
    aie2_line(l, ".loop #%u", columns / 32);
    for (int i = 0; i < 4; i++) {
        aie2_line(l, "vlda wl%%v%d, [p%%i], #32 !a", i);
        aie2_line(l, "vlda wh%%v%d, [p%%i], #32 !a", i);
        aie2_line(l, "vshuffle x%%t%d, x%%v%d, x%%v%d, r%%mode%d", i, i, i, AIE2_TRANSPOSE_4X8);
        aie2_line(l, "vmac.f bm%%g%d, bm%%g%d, x%%v%d, x%%t%d, r%%m_tile", i, i, i, i);
    }
    aie2_line(l, ".endloop");
    aie2_line(l, "vadd.f bm%%g4, bm%%g0, bm%%g1, r%%m_tile");
    aie2_line(l, "vadd.f bm%%g5, bm%%g2, bm%%g3, r%%m_tile");
    aie2_line(l, "vadd.f bm%%g6, bm%%g4, bm%%g5, r%%m_tile");
}

/* bm%n_a = mean square + eps of row r in lanes 4 r to 4 r + 3. */
static void norm_mean(struct aie2_linear *l)
{
    aie2_line(l, "vmov x%%d, bm%%g6");
    aie2_line(l, "vband x%%e, x%%d, x%%eye");
    aie2_line(l, "vmov bm%%n_v, x%%e");
    aie2_math_parts(l, "n", "h", "v");
    aie2_tile_shuffle(l, "lo", "n_h", "n_h", AIE2_HIGH_HALVES);
    aie2_tile_shuffle(l, "tile", "n_h", "lo", AIE2_JOIN_LOW);
    aie2_line(l, "vmac.f bm%%mean, bm%%eps, x%%tile, x%%share_hi, r%%m_tile");
    aie2_line(l, "vmac.f bm%%n_a, bm%%mean, x%%tile, x%%share_lo, r%%m_tile");
}

static void norm_scale(struct aie2_linear *l, uint32_t columns)
{
    aie2_tile_factors(l, "n_r");
    aie2_line(l, "mov p%%i, r%%at");
    aie2_line(l, "mov p%%o, r%%at");
    aie2_tile_scale(l, columns / 8);
}

static void eye(struct aie2_linear *l)
{
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "movx r%%all, #-1");
    aie2_line(l, "vbcst.32 x%%eye, r%%nothing");
    for (int i = 0; i < 4; i++) {
        aie2_line(l, "movx r%%lane%d, #%d", i, 5 * i);
        aie2_line(l, "vinsert.32 x%%eye, x%%eye, r%%lane%d, r%%all", i);
    }
}

void aie2_norm_function(struct aie2_linear *l, uint32_t columns)
{
    aie2_line(l, "// rmsnorm of r0 times four rows of %u as 4x8 tiles at p0, in place", columns);
    aie2_line(l, ".func norm");
    aie2_math_constants(l, AIE2_MATH_RSQRT);
    aie2_math_fp32(l, "eps", 1e-5);
    aie2_tile_mode(l, AIE2_HIGH_HALVES);
    aie2_tile_mode(l, AIE2_LOW_HALVES);
    aie2_tile_mode(l, AIE2_JOIN_LOW);
    aie2_tile_mode(l, AIE2_TRANSPOSE_4X8);
    aie2_tile_parts(l, "share", 1.0 / columns);
    eye(l);
    aie2_line(l, "mov r%%at, p0");
    aie2_line(l, "mov r%%blocks, r0");
    aie2_line(l, "movxm r%%pitch, #%u", columns * 8);
    aie2_line(l, ".loop r%%blocks");
    norm_squares(l, columns);
    norm_mean(l);
    aie2_math_rsqrt(l, "n");
    norm_scale(l, columns);
    aie2_line(l, "add r%%at, r%%at, r%%pitch");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* Rotary position encoding: y = x cos + rot(x) sin.
 *
 * With the halves of a row side by side in a pair, u = (x[j], x[j + D/2]), two products of two
 * terms make two results: u by (cos, -sin), and u by (sin, cos).  The tables repeat after D/2
 * columns, so their first halves suffice.  A row of 16 is one vector that holds both halves: its
 * lanes are turned by shifts. */
#include <inttypes.h>

#include "baseline/aie2/math.h"
#include "baseline/aie2/rows.h"

enum { NARROW = 16, COS = 1, SIN = 2 };

static uint32_t groups_per_row(const struct aie2_rows *w)
{
    return w->cols / 32;
}

/* d%NAME: a pointer to half rows of 2 cols bytes, 32 by 32 bytes. */
static void steps(struct aie2_linear *l, const struct aie2_rows *w, const char *name, uint32_t cols)
{
    const uint32_t per_row = groups_per_row(w);

    aie2_line(l, "set m%%%s, #%" PRIu32, name, 2 * cols - 32 * (per_row - 1));
    aie2_line(l, "set dj%%%s, #32", name);
    aie2_line(l, "set dn%%%s, #%" PRIu32, name, per_row - 1);
    aie2_line(l, "set dc%%%s, #0", name);
}

static void sign_constant(struct aie2_linear *l)
{
    aie2_line(l, "set r%%sign, #0x8000");
    aie2_line(l, "vbcst.16 x%%sign, r%%sign");
}

static void constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_math_constants(l, 0);
    sign_constant(l);
    aie2_line(l, "vmov wl%%sign, wl%%m_zero");
    aie2_line(l, "set r%%half, #32");
    aie2_line(l, "set dj%%half, #%" PRIu32, w->cols);
}

static void tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    steps(l, w, "in0", w->cols);
    steps(l, w, "in1", aie2_rows_cols(w, COS));
    steps(l, w, "in2", aie2_rows_cols(w, SIN));
    steps(l, w, "out", w->cols);
    aie2_line(l, ".loop #%" PRIu32, w->rows * groups_per_row(w));
    aie2_line(l, "vlda wh%%u, [p%%in0, dj%%half] !x*");
    aie2_line(l, "vlda.2d wl%%u, [p%%in0], d%%in0 !x*");
    aie2_line(l, "vldb.2d wl%%t, [p%%in1], d%%in1 !cos*");
    aie2_line(l, "vldb.2d wh%%t, [p%%in2], d%%in2 !sin*");
    aie2_line(l, "vadd.16 x%%first, x%%t, x%%sign");
    aie2_line(l, "vshift x%%second, x%%t, x%%t, r%%half");
    aie2_line(l, "vmul.f bm%%y0, x%%u, x%%first, r%%m_two");
    aie2_line(l, "vmul.f bm%%y1, x%%u, x%%second, r%%m_two");
    aie2_line(l, "vst.conv.bf16.fp32 bm%%y1, [p%%out, dj%%half] !y*");
    aie2_line(l, "vst.2d.conv.bf16.fp32 bm%%y0, [p%%out], d%%out !y*");
    aie2_line(l, ".endloop");
}

/* ---- rows of 16 ----------------------------------------------------------------------------- */

/* Two rows are a pair (a0, b0, a1, b1) of eight lanes each; (-b0, a0, -b1, a1) is wanted. */
static void narrow_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    (void)w;
    aie2_math_constants(l, 0);
    sign_constant(l);
    aie2_line(l, "set r%%later, #-16711936");
    aie2_line(l, "vsel.16 x%%sign, x%%sign, x%%m_zero, r%%later");
    aie2_line(l, "set r%%down, #16");
    aie2_line(l, "set r%%up, #48");
    aie2_line(l, "set r%%first, #10");
    aie2_line(l, "set r%%second, #11");
}

static void narrow_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, ".loop #%" PRIu32, w->rows / 2);
    aie2_line(l, "vlda wl%%x, [p%%in0], #32 !x*");
    aie2_line(l, "vlda wh%%x, [p%%in0], #32 !x*");
    aie2_line(l, "vshift x%%d, x%%x, x%%x, r%%down");
    aie2_line(l, "vshift x%%u, x%%x, x%%x, r%%up");
    aie2_line(l, "vsel.16 x%%s, x%%d, x%%u, r%%later");
    aie2_line(l, "vadd.16 x%%r, x%%s, x%%sign");
    for (int row = 0; row < 2; row++) {
        aie2_line(l, "vshuffle x%%v%d, x%%x, x%%r, r%%%s", row, row ? "second" : "first");
        aie2_line(l, "vldb wl%%t%d, [p%%in1], #32 !cos*", row);
        aie2_line(l, "vldb wh%%t%d, [p%%in2], #32 !sin*", row);
        aie2_line(l, "vmul.f bm%%y%d, x%%v%d, x%%t%d, r%%m_two", row, row, row);
        aie2_line(l, "vst.conv.bf16.fp32 bm%%y%d, [p%%out], #32 !y*", row);
    }
    aie2_line(l, ".endloop");
}

const char *aie2_kernel_rope(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    const uint32_t   cols = (uint32_t)layout->out.cols;
    const bool       narrow = cols == NARROW;
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .part = { 0, narrow ? 0 : cols / 2, narrow ? 0 : cols / 2 },
                           .constants = narrow ? narrow_constants : constants,
                           .tile = narrow ? narrow_tile : tile };

    return aie2_rows_kernel(l, &w);
}

/* Functions of single elements: relu, silu, gelu. */
#include <inttypes.h>

#include "baseline/aie2/math.h"
#include "baseline/aie2/rows.h"

static void relu_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    (void)w;
    aie2_line(l, "movx r%%zero, #0");
    aie2_line(l, "vbcst.16 x%%zero, r%%zero");
}

static uint32_t pairs(const struct aie2_rows *w)
{
    return w->rows * w->cols / 32;
}

static void relu_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vlda wl%%x, [p%%in0], #32 !in*");
    aie2_line(l, "vlda wh%%x, [p%%in0], #32 !in*");
    aie2_line(l, "vmax_lt.bf16 x%%y, r%%less, x%%x, x%%zero");
    aie2_line(l, "vst wl%%y, [p%%out], #32 !out*");
    aie2_line(l, "vst wh%%y, [p%%out], #32 !out*");
    aie2_line(l, ".endloop");
}

const char *aie2_kernel_relu(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    struct aie2_rows w = {
        .c = c, .layout = layout, .constants = relu_constants, .tile = relu_tile
    };

    return aie2_rows_kernel(l, &w);
}

static void activation_tile(struct aie2_linear *l, const struct aie2_rows *w,
                            void (*piece)(struct aie2_linear *l, const char *group))
{
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vlda wl%%a_x, [p%%in0], #32 !in*");
    aie2_line(l, "vlda wh%%a_x, [p%%in0], #32 !in*");
    piece(l, "a");
    aie2_line(l, "vst.conv.bf16.fp32 bml%%a_y, [p%%out], #32 !out*");
    aie2_line(l, "vst.conv.bf16.fp32 bmh%%a_y, [p%%out], #32 !out*");
    aie2_line(l, ".endloop");
}

static void silu_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    (void)w;
    aie2_math_constants(l, AIE2_MATH_SILU);
}

static void silu_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    activation_tile(l, w, aie2_math_silu);
}

const char *aie2_kernel_silu(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    struct aie2_rows w = {
        .c = c, .layout = layout, .constants = silu_constants, .tile = silu_tile
    };

    return aie2_rows_kernel(l, &w);
}

static void gelu_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    (void)w;
    aie2_math_constants(l, AIE2_MATH_GELU);
}

static void gelu_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    activation_tile(l, w, aie2_math_gelu);
}

const char *aie2_kernel_gelu(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    struct aie2_rows w = {
        .c = c, .layout = layout, .constants = gelu_constants, .tile = gelu_tile
    };

    return aie2_rows_kernel(l, &w);
}

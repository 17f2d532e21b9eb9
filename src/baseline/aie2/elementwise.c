/* Functions of single elements: relu, silu, gelu. */
#include <inttypes.h>

#include "baseline/aie2/activation.h"
#include "baseline/aie2/rows.h"

enum { PAIR_BYTES = 64, CHUNK_MOST = 128, CHUNK_LARGE = 256 };

static void relu_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    (void)w;
    aie2_line(l, "set r%%zero, #0");
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
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .most = 4,
                           .elements = true,
                           .constants = relu_constants,
                           .tile = relu_tile };

    return aie2_rows_kernel(l, &w);
}

/* ---- silu, gelu ----------------------------------------------------------------------------- */

static const char *const buffers[2] = { "buffer0", "buffer1" };

/* Pairs that go through the loops together: as many as divide a tile, and fit in the buffers, which
 * are small beside large tensors. */
static uint32_t chunk(const struct aie2_rows *w)
{
    uint32_t n = w->resident && pairs(w) > CHUNK_LARGE ? CHUNK_MOST / 2 : CHUNK_MOST;

    while (pairs(w) % n)
        n--;
    return n;
}

static void activation_buffers(struct aie2_linear *l, struct aie2_rows *w)
{
    if (aie2_linear_opt(l) == KC_OPT_BASELINE)
        return;
    for (int i = 0; i < 2; i++)
        aie2_rows_buffer(l, w, buffers[i], chunk(w) * PAIR_BYTES, i);
}

static void activation_constants(struct aie2_linear *l, const struct aie2_rows *w)
{
    const bool silu = w->argument == &aie2_silu;

    if (aie2_linear_opt(l) == KC_OPT_BASELINE)
        aie2_math_constants(l, silu ? AIE2_MATH_SILU : AIE2_MATH_GELU);
    else
        aie2_math_constants(l, 0);
}

static void one_loop(struct aie2_linear *l, const struct aie2_rows *w)
{
    aie2_line(l, ".loop #%" PRIu32, pairs(w));
    aie2_line(l, "vlda wl%%a_x, [p%%in0], #32 !in*");
    aie2_line(l, "vlda wh%%a_x, [p%%in0], #32 !in*");
    if (w->argument == &aie2_silu)
        aie2_math_silu(l, "a");
    else
        aie2_math_gelu(l, "a");
    aie2_line(l, "vst.conv.bf16.fp32 bml%%a_y, [p%%out], #32 !out*");
    aie2_line(l, "vst.conv.bf16.fp32 bmh%%a_y, [p%%out], #32 !out*");
    aie2_line(l, ".endloop");
}

static void activation_tile(struct aie2_linear *l, const struct aie2_rows *w)
{
    const uint32_t count = pairs(w) / chunk(w);

    if (aie2_linear_opt(l) == KC_OPT_BASELINE) {
        one_loop(l, w);
        return;
    }
    if (count > 1) {
        aie2_line(l, "set m%%chunk, #%" PRIu32, chunk(w) * PAIR_BYTES);
        aie2_line(l, ".loop #%" PRIu32, count);
    }
    aie2_activation_walk(l, w->argument, chunk(w), "in0", "out", buffers);
    if (count > 1) {
        aie2_line(l, "padda [p%%in0], m%%chunk");
        aie2_line(l, "padda [p%%out], m%%chunk");
        aie2_line(l, ".endloop");
    }
}

static const char *activation(struct aie2_linear *l, const struct kc_case *c,
                              const struct kc_layout *layout, const struct aie2_gate *gate)
{
    struct aie2_rows w = { .c = c,
                           .layout = layout,
                           .most = 8,
                           .elements = true,
                           .argument = gate,
                           .buffers = activation_buffers,
                           .constants = activation_constants,
                           .tile = activation_tile };

    return aie2_rows_kernel(l, &w);
}

const char *aie2_kernel_silu(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    return activation(l, c, layout, &aie2_silu);
}

const char *aie2_kernel_gelu(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    return activation(l, c, layout, &aie2_gelu);
}

/* conv2d and conv_block: a convolution; for the block, BatchNorm is folded into factors of the
 * weights and first values of the sums. */
#include "baseline/aie2/conv.h"
#include "baseline/aie2/math.h"
#include "platforms/aie2/aie2_place.h"

enum { COLUMNS_128 = 8 };

static struct aie2_conv conv_of(const struct kc_case *c, const struct kc_layout *layout)
{
    return (struct aie2_conv){ .h = c->p[0],
                               .ci = c->p[1],
                               .co = c->p[2],
                               .k = c->p[3],
                               .x = (uint32_t)layout->in[0].address,
                               .w = (uint32_t)layout->in[1].address,
                               .y = (uint32_t)layout->out.address };
}

const char *aie2_kernel_conv2d(struct aie2_linear *l, const struct kc_case *c,
                               const struct kc_layout *layout)
{
    struct aie2_conv conv = conv_of(c, layout);
    const char      *why;

    if (!aie2_resident(layout))
        return aie2_conv_stream(l, &conv, NULL);
    why = aie2_conv_plan(&conv, layout, c->in_count, AIE2_FREE_TO);
    if (why)
        return why;
    aie2_conv_functions(l, &conv);
    aie2_line(l, ".func kernel");
    aie2_conv_code(l, &conv);
    aie2_line(l, ".endfunc");
    return NULL;
}

/* ---- BatchNorm ------------------------------------------------------------------------------ */

/* wl%NAME, wh%NAME: the parameters of a group; eight of them stand four times. */
static void load(struct aie2_linear *l, const char *name, const char *pointer, uint32_t cols)
{
    if (cols == 16) {
        aie2_line(l, "vldb wh%%%s, [%s, #0]", name, pointer);
        aie2_line(l, "vldb wl%%%s, [%s], #32", name, pointer);
        return;
    }
    aie2_line(l, "vldb.128 wh%%%s_8, [%s, dj%%zero]", name, pointer);
    aie2_line(l, "vldb.128 wl%%%s_8, [%s], m%%eight", name, pointer);
    aie2_line(l, "vshuffle x%%%s, x%%%s_8, x%%%s_8, r%%copies", name, name, name);
}

/* scale = gamma / sqrt(var + eps), bias = beta - mean * scale. */
static void fold_group(struct aie2_linear *l, uint32_t cols)
{
    load(l, "gamma", "p2", cols);
    load(l, "beta", "p3", cols);
    load(l, "mean", "p4", cols);
    load(l, "var", "p5", cols);
    aie2_line(l, "vconv.fp32.bf16 bm%%wide, wl%%var");
    aie2_line(l, "vadd.f bm%%n_a, bm%%wide, bm%%eps, r%%m_tile");
    aie2_math_rsqrt(l, "n");
    aie2_line(l, "vmov wh%%n_r, wh%%m_zero");
    aie2_line(l, "vmul.f bm%%s, x%%gamma, x%%n_r, r%%m_two");
    aie2_line(l, "vmov x%%f, x%%m_zero");
    aie2_line(l, "vconv.bf16.fp32 wl%%f, bm%%s");
    aie2_line(l, "vconv.fp32.bf16 bm%%b, wl%%beta");
    aie2_line(l, "vmsc.f bm%%t, bm%%b, x%%mean, x%%f, r%%m_two");
    aie2_line(l, "vst wl%%f, [p0], #32 !scale");
    aie2_line(l, "vconv.bf16.fp32 wl%%b16, bm%%t");
    aie2_line(l, "vmov wh%%b16, wl%%b16");
    for (uint32_t j = 0; j < AIE2_CONV_FIRST / 32; j++) {
        aie2_line(l, "vextbcst.64 x%%b%u, x%%b16, #%u", j, j);
        aie2_line(l, "vst wl%%b%u, [p1], #32 !bias", j);
    }
}

static void fold_function(struct aie2_linear *l, const struct aie2_conv *conv)
{
    aie2_line(l, "// gamma, beta, mean, var at p2 to p5: factors to p0, first values to p1");
    aie2_line(l, ".func fold");
    aie2_math_constants(l, AIE2_MATH_RSQRT);
    aie2_math_fp32(l, "eps", 1e-5);
    aie2_line(l, "mov m%%eight, #16");
    aie2_line(l, "mov dj%%zero, #0");
    aie2_line(l, "movx r%%copies, #%d", COLUMNS_128);
    aie2_line(l, ".loop #%u", conv->co / conv->cols);
    fold_group(l, conv->cols);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

const char *aie2_kernel_conv_block(struct aie2_linear *l, const struct kc_case *c,
                                   const struct kc_layout *layout)
{
    const uint32_t   groups = c->p[2] % 16 ? c->p[2] / 8 : c->p[2] / 16;
    const uint32_t   scale = AIE2_FREE_TO - groups * (AIE2_CONV_FACTORS + AIE2_CONV_FIRST);
    struct aie2_conv conv = conv_of(c, layout);
    const char      *why;

    conv.relu = true;
    if (!aie2_resident(layout))
        return aie2_conv_stream(l, &conv, fold_function);
    conv.scale = scale;
    conv.bias = scale + groups * AIE2_CONV_FACTORS;
    why = aie2_conv_plan(&conv, layout, c->in_count, scale);
    if (why)
        return why;
    aie2_conv_functions(l, &conv);
    fold_function(l, &conv);
    aie2_line(l, ".func kernel");
    aie2_line(l, "movxm p0, #%u", conv.scale);
    aie2_line(l, "movxm p1, #%u", conv.bias);
    for (uint32_t i = 2; i < 6; i++)
        aie2_line(l, "movxm p%u, #%u", i, (uint32_t)layout->in[i].address);
    aie2_line(l, ".call fold");
    aie2_conv_code(l, &conv);
    aie2_line(l, ".endfunc");
    return NULL;
}

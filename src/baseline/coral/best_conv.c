/* conv2d, conv_block: the product of product.h with output channels in the lanes.
 *
 * x is copied once into scratch memory with its border of zeros; then a pixel's taps of one kernel
 * row are k * Ci contiguous bytes, and the pixels of an image row are rows of x at a pitch of Ci.
 */
#include <math.h>

#include "baseline/coral/best.h"
#include "baseline/coral/product.h"

struct conv {
    uint32_t h, ci, co, k, pad, width; /* width: of the image with its border */
};

static struct conv conv_of(const struct kc_case *c)
{
    const uint32_t pad = (c->p[3] - 1) / 2;

    return (struct conv){ c->p[0], c->p[1], c->p[2], c->p[3], pad, c->p[0] + 2 * pad };
}

/* Writes count zeros from t1 on; v8 to v15 are zero under e8, m8 with VLMAX lanes. */
static void zeros(struct rv *e, uint32_t count)
{
    enum { BLOCK = 128 };

    if (count >= BLOCK) {
        rv_vset(e, BLOCK, "e8, m8", "t0");
        const uint32_t label = rv_loop(e, "t3", count / BLOCK);
        rv_op(e, "vse8.v  v8, (t1)");
        rv_op(e, "addi    t1, t1, %d", BLOCK);
        rv_again(e, "t3", count / BLOCK, label);
    }
    if (count % BLOCK) {
        rv_vset(e, count % BLOCK, "e8, m8", "t0");
        rv_op(e, "vse8.v  v8, (t1)");
        rv_add(e, "t1", "t1", count % BLOCK, "t0");
    }
}

/* x at a0 into `image`, whose address stays in a0. */
static void stage_image(struct rv *e, const struct conv *v)
{
    const uint32_t edge = (v->pad * v->width + v->pad) * v->ci;

    rv_note(e, "x with a border of zeros, %u x %u pixels", v->width, v->width);
    rv_op(e, "la      t1, image");
    rv_op(e, "mv      t2, a0");
    rv_op(e, "mv      a0, t1");
    rv_vset(e, 128, "e8, m8", "t0");
    rv_op(e, "vmv.v.i v8, 0");
    zeros(e, edge);
    const uint32_t label = rv_loop(e, "t4", v->h - 1);
    if (v->h > 1) {
        rv_copy(e, "t1", "t2", v->h * v->ci, "t0");
        zeros(e, 2 * v->pad * v->ci);
    }
    rv_again(e, "t4", v->h - 1, label);
    rv_copy(e, "t1", "t2", v->h * v->ci, "t0");
    zeros(e, edge);
}

static struct product conv_product(const struct conv *v)
{
    struct product p = {
        .rows = v->h,
        .depth = v->k * v->ci,
        .columns = v->co,
        .segments = v->k,
        .segment_pitch = v->width * v->ci,
        .x_pitch = v->ci,
        .w_pitch = v->co,
        .y_pitch = v->co,
        .groups = v->h,
        .x_group_pitch = v->width * v->ci,
        .x = "a0",
        .w = "a1",
        .m = "s3",
        .s = "s4",
    };

    if (v->k == 1) {
        p.rows = v->h * v->h;
        p.groups = 1;
    }
    return p;
}

static void print_image(struct rv *e, const struct conv *v)
{
    if (v->pad)
        kc_buf_printf(e->out, "\n    .bss\n    .balign 16\nimage:\n    .space  %u\n",
                      v->width * v->width * v->ci);
}

const char *coral_best_conv2d(const struct kc_case *c, const struct kc_layout *layout,
                              struct kc_buf *out)
{
    struct rv         e = rv_begin(out, c);
    const struct conv v = conv_of(c);
    struct product    p = conv_product(&v);

    (void)layout;
    rv_op(&e, "csrwi   vxrm, 0");
    product_params(&e, "a2", 0, "s3", "s4");
    if (v.pad)
        stage_image(&e, &v);
    p.y = "a3";
    product_emit(&e, &p);
    rv_end(&e);
    print_image(&e, &v);
    return NULL;
}

/* ---- conv_block ----------------------------------------------------------------------------- */

/* The result in units of 2^-5 is sum * scale + offset, per channel.  Both are kept with FRACTION
 * more bits, scale as a fraction of 2^31 for vsmul. */
enum { FRACTION = 4 };

/* scale and offset of all channels, from gamma a2, beta a3, mean a4 and var a5.  1/sqrt by two
 * Newton steps from the well-known first guess: 5e-6, far below the 2^-5 of the result. */
static void fold_norm(struct rv *e, const struct conv *v)
{
    rv_note(e, "fold the normalisation: sum * scale + offset per channel");
    rv_op(e, "la      t1, scale");
    rv_op(e, "la      t2, constants");
    for (int i = 0; i < 5; i++)
        rv_op(e, "flw     fs%d, %d(t2)", i, 4 * i);
    rv_op(e, "lw      t3, 20(t2)");
    const uint32_t label = rv_loop(e, "t4", v->co);
    rv_op(e, "flw     fa0, (a5)");
    rv_op(e, "flw     fa1, (a2)");
    rv_op(e, "fadd.s  fa0, fa0, fs0");
    rv_op(e, "flw     fa2, (a4)");
    rv_op(e, "fmv.x.w t5, fa0");
    rv_op(e, "fmul.s  fa4, fa0, fs1");
    rv_op(e, "srli    t5, t5, 1");
    rv_op(e, "sub     t5, t3, t5");
    rv_op(e, "fmv.w.x fa5, t5");
    rv_op(e, "flw     fa3, (a3)");
    for (int i = 0; i < 2; i++) {
        rv_op(e, "fmul.s  fa6, fa5, fa4");
        rv_op(e, "fnmsub.s fa6, fa5, fa6, fs2");
        rv_op(e, "fmul.s  fa5, fa5, fa6");
    }
    rv_op(e, "fmul.s  fa1, fa1, fa5");
    rv_op(e, "fmul.s  fa4, fa1, fs3");
    rv_op(e, "fcvt.w.s t5, fa4");
    rv_op(e, "fnmsub.s fa3, fa2, fa1, fa3");
    rv_op(e, "sw      t5, 0(t1)");
    rv_op(e, "fmul.s  fa3, fa3, fs4");
    rv_op(e, "fcvt.w.s t5, fa3");
    rv_op(e, "sw      t5, %u(t1)", 4 * v->co);
    for (int i = 2; i <= 5; i++)
        rv_op(e, "addi    a%d, a%d, 4", i, i);
    rv_op(e, "addi    t1, t1, 4");
    rv_again(e, "t4", v->co, label);
}

/* fs0 eps, fs1 1/2, fs2 3/2, fs3 the scale's unit, fs4 the offset's unit, the first guess. */
static void print_constants(struct rv *e, const struct conv *v)
{
    const double c = 1.0 / (1024.0 * sqrt((double)(v->k * v->k * v->ci)));

    kc_buf_puts(e->out, "\n    .data\n    .balign 16\nconstants:\n");
    kc_buf_printf(e->out, "    .float  %.9g, 0.5, 1.5, %.9g, %.9g\n", 1e-5, 32.0 * c * 2147483648.0,
                  32.0 * (1 << FRACTION));
    kc_buf_puts(e->out, "    .word   0x5f3759df\n");
    kc_buf_printf(e->out, "\n    .bss\n    .balign 16\nscale:\n    .space  %u\n", 8 * v->co);
}

static void norm_and_relu(struct rv *e, const struct product *p, const struct product_rows *rows)
{
    rv_op(e, "la      t1, scale");
    rv_op(e, "slli    t2, s7, 2");
    rv_op(e, "add     t1, t1, t2");
    rv_vset(e, rows->count, rows->e32, "t0");
    rv_op(e, "vle32.v v0, (t1)");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vsll.vi v%u, v%u, %d", v, v, FRACTION);
    rv_add(e, "t1", "t1", 4 * (int64_t)p->columns, "t0");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vsmul.vv v%u, v%u, v0", v, v);
    rv_op(e, "vle32.v v0, (t1)");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vsadd.vv v%u, v%u, v0", v, v);
    rv_vset(e, rows->count, rows->e16, "t0");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vnclip.wi v%u, v%u, %d", v, v, FRACTION);
    rv_vset(e, rows->count, rows->e8, "t0");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vnclip.wi v%u, v%u, 0", v, v);
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vmax.vx v%u, v%u, zero", v, v);
}

const char *coral_best_conv_block(const struct kc_case *c, const struct kc_layout *layout,
                                  struct kc_buf *out)
{
    struct rv         e = rv_begin(out, c);
    const struct conv v = conv_of(c);
    struct product    p = conv_product(&v);

    (void)layout;
    rv_op(&e, "csrwi   vxrm, 0");
    fold_norm(&e, &v);
    if (v.pad)
        stage_image(&e, &v);
    p.y = "a6";
    p.finish = norm_and_relu;
    product_emit(&e, &p);
    rv_end(&e);
    print_constants(&e, &v);
    print_image(&e, &v);
    return NULL;
}

/* conv2d, conv_block: the product of product.h with output channels in the lanes.
 *
 * x is copied once into scratch memory with its border of zeros; then a pixel's taps of one kernel
 * row are k * Ci contiguous bytes, and the pixels of an image row are rows of x at a pitch of Ci.
 *
 * Eight output channels fill half a register only.  Then two neighbouring pixels share it: an input
 * pixel is tap j of the left one and tap j - 1 of the right one, so its scalar multiplies
 * [w[j] | w[j-1]], and k + 1 columns of input serve two pixels instead of 2 k.
 */
#include <math.h>

#include "baseline/coral/best.h"
#include "baseline/coral/image.h"
#include "baseline/coral/product.h"

struct conv {
    uint32_t     h, ci, co, k;
    struct image image;
    uint32_t     pixels; /* that share a row of the product: 1 or 2 */
};

enum { HALF = 8 };

static uint64_t paired_bytes(const struct conv *v)
{
    return (uint64_t)v->k * (v->k + 1) * v->ci * RV_LINE;
}

static struct conv conv_of(const struct kc_case *c)
{
    struct conv v = { .h = c->p[0], .ci = c->p[1], .co = c->p[2], .k = c->p[3], .pixels = 1 };

    v.image = image_of(v.h, v.ci, v.k);
    if (v.co == HALF && v.h % 2 == 0 &&
        image_bytes(&v.image) + paired_bytes(&v) + 16 * HALF + 64 < RV_SCRATCH)
        v.pixels = 2;
    return v;
}

static const char too_large[] = "the image does not fit into scratch memory";

static bool fits(const struct kc_case *c)
{
    const struct conv v = conv_of(c);

    return image_bytes(&v.image) + 8 * (uint64_t)v.co + 64 < RV_SCRATCH;
}

/* conv_block shifts sums by FRACTION bits and addresses its factors by a 12-bit offset. */
static bool block_fits(const struct kc_case *c)
{
    enum { DEEPEST = 8000, MOST_CHANNELS = 256 };

    return fits(c) && c->p[2] <= MOST_CHANNELS && (uint64_t)c->p[3] * c->p[3] * c->p[1] <= DEEPEST;
}

/* Scratch memory beside the image and conv_block's factors. */
static uint32_t room(const struct conv *v)
{
    return RV_SCRATCH - (uint32_t)image_bytes(&v->image) - 8 * v->co - 64;
}

static struct product conv_product(const struct conv *v)
{
    struct product p = {
        .rows = v->h,
        .depth = v->k * v->ci,
        .columns = v->co,
        .segments = v->k,
        .segment_pitch = v->image.width * v->ci,
        .x_pitch = v->ci,
        .w_pitch = v->co,
        .y_pitch = v->co,
        .groups = v->h,
        .x_group_pitch = v->image.width * v->ci,
        .x = "a0",
        .w = "a1",
        .m = "s3",
        .s = "s4",
    };

    if (v->k == 1) {
        p.rows = v->h * v->h;
        p.groups = 1;
    }
    if (v->pixels == 2) {
        p.rows /= 2;
        p.depth += v->ci;
        p.x_pitch *= 2;
        p.columns = p.w_pitch = p.y_pitch = 2 * HALF;
    }
    return p;
}

/* Stores `rows` rows of eight bytes from v as two fields of 32 bits, a line apart, at the register
 * `at` + offset. */
static void scatter(struct rv *e, uint32_t v, const char *at, int64_t offset)
{
    rv_add(e, "t5", at, offset, "t5");
    rv_op(e, "vssseg2e32.v v%u, (t5), t6", v);
}

/* One kernel row: its taps at t1 to pairs at t2, `rows` of them at a time in v0 to v7. */
static void pair_rows(struct rv *e, const struct conv *v, uint32_t rows)
{
    rv_op(e, "vsetivli zero, %u, e32, m4, ta, ma", rows);
    rv_op(e, "vlseg2e32.v v0, (t1)");
    rv_op(e, "addi    t1, t1, %u", rows * HALF);
    scatter(e, 0, "t2", 0);
    scatter(e, 0, "t2", (int64_t)v->ci * RV_LINE + HALF);
    rv_op(e, "addi    t2, t2, %u", rows * RV_LINE);
}

/* v8 to v15, zero, into the left halves of the last Ci rows at t2; into the right halves of the
 * first Ci rows at t4. */
static void zero_halves(struct rv *e, const struct conv *v)
{
    for (uint32_t at = 0; at < v->ci; at += RV_LINE) {
        rv_op(e, "vsetivli zero, %u, e32, m4, ta, ma", v->ci - at < RV_LINE ? v->ci - at : RV_LINE);
        scatter(e, 8, "t2", (int64_t)at * RV_LINE);
        scatter(e, 8, "t4", (int64_t)at * RV_LINE + HALF);
    }
    rv_add(e, "t2", "t2", (int64_t)v->ci * RV_LINE, "t5");
    rv_op(e, "mv      t4, t2");
}

/* The taps at a1 into `pairs`, whose address stays in a1. */
static void stage_pairs(struct rv *e, const struct conv *v)
{
    const uint32_t rows = v->k * v->ci, full = rows / RV_LINE, rest = rows % RV_LINE;

    rv_note(e, "pairs [w[j] | w[j-1]] of taps");
    rv_op(e, "mv      t1, a1");
    rv_op(e, "la      a1, pairs");
    rv_op(e, "mv      t2, a1");
    rv_op(e, "mv      t4, a1");
    rv_li(e, "t6", RV_LINE);
    rv_vset(e, 32, "e32, m8", "t0");
    rv_op(e, "vmv.v.i v8, 0");
    const uint32_t outer = rv_loop(e, "s0", v->k);
    if (full) {
        const uint32_t inner = rv_loop(e, "t3", full);
        pair_rows(e, v, RV_LINE);
        rv_again(e, "t3", full, inner);
    }
    if (rest)
        pair_rows(e, v, rest);
    zero_halves(e, v);
    rv_again(e, "s0", v->k, outer);
}

/* The product with its operands in scratch memory. */
static void convolve(struct rv *e, const struct conv *v, const struct product *p)
{
    uint32_t staged = 0;

    image_stage(e, &v->image);
    if (v->pixels == 2)
        stage_pairs(e, v);
    else
        staged = product_stage(e, p, room(v));
    product_emit(e, p);
    rv_op(e, "ret");
    product_reserve(e, staged);
    if (v->pixels == 2)
        kc_buf_printf(e->out, "\n    .bss\n    .balign 16\npairs:\n    .space  %u\n",
                      (unsigned)paired_bytes(v));
    image_reserve(e, &v->image);
}

static void conv2d(struct rv *e, const struct kc_case *c)
{
    const struct conv v = conv_of(c);
    struct product    p = conv_product(&v);

    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a2", 0, "s3", "s4");
    p.y = "a3";
    convolve(e, &v, &p);
}

const char *coral_best_conv2d(const struct kc_case *c, const struct kc_layout *layout,
                              struct kc_buf *out)
{
    (void)layout;
    return fits(c) ? rv_kernel(out, c, conv2d) : too_large;
}

/* ---- conv_block ----------------------------------------------------------------------------- */

/* The result in units of 2^-5 is sum * scale + offset, per channel.  Both are kept with FRACTION
 * more bits, scale as a fraction of 2^31 for vsmul. */
enum { FRACTION = 4 };

/* var, gamma, mean, beta */
static const char *const norm_input[] = { "a5", "a2", "a4", "a3" };

/* scale and offset of all channels.  1/sqrt by a Newton step from the well-known first guess:
 * within 0.18 %, a quarter of a unit at most.  The next channel's values load meanwhile. */
static void fold_norm(struct rv *e, const struct conv *v)
{
    rv_note(e, "fold the normalisation: sum * scale + offset per channel");
    rv_op(e, "la      t1, scale");
    rv_op(e, "la      t2, constants");
    for (int i = 0; i < 5; i++)
        rv_op(e, "flw     fs%d, %d(t2)", i, 4 * i);
    rv_op(e, "lw      t3, 20(t2)");
    for (int i = 0; i < 4; i++)
        rv_op(e, "flw     fa%d, (%s)", i, norm_input[i]);
    const uint32_t label = rv_loop(e, "t4", v->co);
    rv_op(e, "fadd.s  fa7, fa0, fs0");
    rv_op(e, "flw     fa0, 4(%s)", norm_input[0]);
    rv_op(e, "fmv.x.w t5, fa7");
    rv_op(e, "fmul.s  fa4, fa7, fs1");
    rv_op(e, "srli    t5, t5, 1");
    rv_op(e, "sub     t5, t3, t5");
    rv_op(e, "fmv.w.x fa5, t5");
    rv_op(e, "fmul.s  fa6, fa5, fa4");
    rv_op(e, "fnmsub.s fa6, fa6, fa5, fs2");
    rv_op(e, "fmul.s  fa5, fa5, fa6");
    rv_op(e, "fmul.s  fa6, fa1, fa5");
    rv_op(e, "flw     fa1, 4(%s)", norm_input[1]);
    rv_op(e, "fmul.s  fa4, fa6, fs3");
    rv_op(e, "fcvt.w.s t5, fa4");
    rv_op(e, "fnmsub.s fa7, fa6, fa2, fa3");
    for (int i = 2; i < 4; i++)
        rv_op(e, "flw     fa%d, 4(%s)", i, norm_input[i]);
    for (uint32_t i = 0; i < v->pixels; i++)
        rv_op(e, "sw      t5, %u(t1)", 4 * i * v->co);
    rv_op(e, "fmul.s  fa7, fa7, fs4");
    rv_op(e, "fcvt.w.s t5, fa7");
    for (int i = 0; i < 4; i++)
        rv_op(e, "addi    %s, %s, 4", norm_input[i], norm_input[i]);
    for (uint32_t i = v->pixels; i < 2 * v->pixels; i++)
        rv_op(e, "sw      t5, %u(t1)", 4 * i * v->co);
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
    kc_buf_printf(e->out, "\n    .bss\n    .balign 16\nscale:\n    .space  %u\n",
                  8 * v->co * v->pixels);
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

static void conv_block(struct rv *e, const struct kc_case *c)
{
    const struct conv v = conv_of(c);
    struct product    p = conv_product(&v);

    rv_op(e, "csrwi   vxrm, 0");
    fold_norm(e, &v);
    p.y = "a6";
    p.finish = norm_and_relu;
    convolve(e, &v, &p);
    print_constants(e, &v);
}

const char *coral_best_conv_block(const struct kc_case *c, const struct kc_layout *layout,
                                  struct kc_buf *out)
{
    (void)layout;
    return block_fits(c) ? rv_kernel(out, c, conv_block) : too_large;
}

/* softmax: exponentials by a polynomial in 16 bits, computed twice rather than kept.
 *
 * e(d) = exp(-d/16), d = max - x, is 2^-(i + f) with i + f = d * log2(e)/16: a product with
 * twelve bits of fraction.  2^-f is 1 - 0.6716 f + 0.1717 f^2 within 0.3 %, far inside the allowed
 * 1/64. The second pass multiplies by 32767/sum and stores; its arithmetic runs under its own
 * stores, where keeping the exponentials would cost loads.
 *
 *     v0-v15   the row, then max - x (up to 256 elements; longer rows are loaded three times)
 *     v16-v19 i, v20-v23 f, v24-v27 the exponential of 32 elements      v28-v31 sums, or v29 zero
 */
#include "baseline/coral/best.h"

enum { BLOCK = 128, STRIP = 32, RESIDENT = 256, LONGEST = 1024 };

static bool resident(uint32_t length)
{
    return length <= RESIDENT;
}

static uint32_t block_register(uint32_t length, uint32_t at)
{
    return resident(length) ? at / BLOCK * 8 : 0;
}

static uint32_t part(uint32_t length, uint32_t at, uint32_t most)
{
    return length - at < most ? length - at : most;
}

static void load_block(struct rv *e, uint32_t length, uint32_t at, const char *row)
{
    rv_vset(e, part(length, at, BLOCK), "e8, m8", "t0");
    rv_add(e, "t1", row, at, "t1");
    rv_op(e, "vle8.v  v%u, (t1)", block_register(length, at));
}

/* t2 = the row's maximum; resident rows become max - x. */
static void row_maximum(struct rv *e, uint32_t length)
{
    for (uint32_t at = 0; at < length; at += BLOCK) {
        if (!resident(length))
            load_block(e, length, at, "a0");
        else
            rv_vset(e, part(length, at, BLOCK), "e8, m8", "t0");
        rv_op(e, "vredmax.vs v28, v%u, v%u", block_register(length, at), at ? 28 : 0);
    }
    rv_op(e, "vmv.x.s t2, v28");
    for (uint32_t at = 0; resident(length) && at < length; at += BLOCK) {
        const uint32_t v = block_register(length, at);

        rv_vset(e, part(length, at, BLOCK), "e8, m8", "t0");
        rv_op(e, "vrsub.vx v%u, v%u, t2", v, v);
        rv_op(e, "vminu.vx v%u, v%u, s8", v, v);
    }
}

/* v24 = 65528 exp(-d/16) of the lanes of register v, under e16, m4. */
static void exponential(struct rv *e, uint32_t v)
{
    rv_op(e, "vzext.vf2 v16, v%u", v);
    rv_op(e, "vmul.vx v16, v16, s3");
    rv_op(e, "vsll.vi v20, v16, 4");
    rv_op(e, "vsrl.vi v16, v16, 12");
    rv_op(e, "vmulhu.vx v24, v20, s4");
    rv_op(e, "vrsub.vx v24, v24, s5");
    rv_op(e, "vmulhu.vv v24, v24, v20");
    rv_op(e, "vrsub.vx v24, v24, s6");
    rv_op(e, "vsrl.vv v24, v24, v16");
}

/* Calls body for every strip of the row, v24 holding its exponentials. */
static void strips(struct rv *e, uint32_t length, void (*body)(struct rv *, uint32_t at))
{
    uint32_t lanes = 0;

    for (uint32_t at = 0; at < length; at += STRIP) {
        const uint32_t block = at / BLOCK * BLOCK;

        if (!resident(length) && at == block) {
            load_block(e, length, at, "a0");
            rv_op(e, "vrsub.vx v0, v0, t2");
            rv_op(e, "vminu.vx v0, v0, s8");
            lanes = 0;
        }
        if (lanes != part(length, at, STRIP)) {
            lanes = part(length, at, STRIP);
            rv_vset(e, lanes, "e16, m4", "t0");
        }
        exponential(e, block_register(length, at) + (at - block) / RV_LINE);
        body(e, at);
    }
}

/* Longer rows: one reduction per strip. */
static void add_strip(struct rv *e, uint32_t at)
{
    rv_op(e, "vwredsumu.vs v28, v24, %s", at ? "v28" : "v29");
}

/* Up to eight strips of a resident row: eighths of them fit into 16 bits, lane by lane. */
static void add_eighths(struct rv *e, uint32_t at)
{
    rv_op(e, "vssrl.vi v%d, v24, 3", at ? 20 : 28);
    if (at)
        rv_op(e, "vadd.vv v28, v28, v20");
}

/* The sum of the row's exponentials to t1, in eighths for resident rows. */
static void row_sum(struct rv *e, uint32_t length)
{
    if (!resident(length)) {
        strips(e, length, add_strip);
    } else {
        strips(e, length, add_eighths);
        rv_op(e, "vsetivli zero, 1, e32, m1, ta, ma");
        rv_op(e, "vmv.v.i v16, 0");
        rv_vset(e, part(length, 0, STRIP), "e16, m4", "t0");
        rv_op(e, "vwredsumu.vs v28, v28, v16");
    }
    rv_op(e, "vsetivli zero, 1, e32, m1, ta, ma");
    rv_op(e, "vmv.x.s t1, v28");
}

static void store_strip(struct rv *e, uint32_t at)
{
    (void)at;
    rv_op(e, "vmulhu.vx v24, v24, s7");
    rv_op(e, "vse16.v v24, (a1)");
    rv_op(e, "addi    a1, a1, %d", 2 * STRIP);
}

static void row(struct rv *e, uint32_t length)
{
    rv_note(e, "maximum; d = max - x");
    row_maximum(e, length);
    rv_note(e, "sum of exponentials");
    row_sum(e, length);
    rv_op(e, "fcvt.s.wu fa0, t1");
    rv_op(e, "fdiv.s  fa0, fs0, fa0");
    rv_op(e, "fcvt.wu.s s7, fa0");
    rv_note(e, "exponentials times 32767/sum");
    strips(e, length, store_strip);
    if (length % STRIP)
        rv_add(e, "a1", "a1", 2 * ((int64_t)(length % STRIP) - STRIP), "t1");
    rv_add(e, "a0", "a0", length, "t1");
    for (uint32_t at = 0; resident(length) && at < length; at += BLOCK)
        load_block(e, length, at, "a0");
}

static void softmax(struct rv *e, const struct kc_case *c)
{
    const uint32_t rows = c->p[0], length = c->p[1];

    rv_op(e, "csrwi   vxrm, 0");
    for (uint32_t at = 0; resident(length) && at < length; at += BLOCK)
        load_block(e, length, at, "a0");
    rv_li(e, "s3", 369);   /* 4096 * log2(e)/16 */
    rv_li(e, "s4", 11253); /* 0.1717 */
    rv_li(e, "s5", 44014); /* 0.6716 */
    rv_li(e, "s6", 65528); /* 1; eight eighths of it fit into 16 bits */
    rv_li(e, "s8", 177);   /* the largest d with i < 16, a shift's limit */
    rv_li(e, "t1", resident(length) ? 32767 << 13 : 32767 << 16);
    rv_op(e, "fcvt.s.w fs0, t1");
    rv_op(e, "vsetivli zero, 4, e32, m1, ta, ma");
    rv_op(e, "vmv.v.i v29, 0");
    const uint32_t label = rv_loop(e, "s11", rows);
    row(e, length);
    rv_again(e, "s11", rows, label);
    rv_op(e, "ret");
}

const char *coral_best_softmax(const struct kc_case *c, const struct kc_layout *layout,
                               struct kc_buf *out)
{
    (void)layout;
    return c->p[1] > LONGEST ? "rows are too long to be unrolled" : rv_kernel(out, c, softmax);
}

/* Templates of the decoder layers: normalisation, attention, feed-forward, residual sums. */
#include <inttypes.h>

#include "baseline/plena/attention.h"
#include "baseline/plena/templates.h"

/* y = x / sqrt(mean(x^2) + eps) (7.6).  Squares are added lane by lane over the column blocks and
 * summed once: cheaper than one reduction per block, and the running sum is not rounded each time.
 * gp1 row of x, gp2 row of y, gp3 and gp4 walk over the blocks, gp5 squares, gp6 sum of squares,
 * gp7 and gp8 counters. */
static void rmsnorm(struct cc *cc, struct cc_mat y, struct cc_mat x)
{
    const uint32_t blocks = x.cols / cc->vlen, pitch = x.rows * cc->vlen;
    const uint32_t squares = cc_vram(cc, cc->vlen), sum = cc_vram(cc, cc->vlen);

    cc_note(cc, "VRAM %" PRIu32 " = rmsnorm of VRAM %" PRIu32, y.base, x.base);
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "eps"));
    cc_op(cc, "S_LD_FP f3, gp0, %" PRIu32, cc_slot(cc, "1/H"));
    cc_li(cc, 1, x.base);
    cc_li(cc, 2, y.base);
    cc_li(cc, 5, squares);
    cc_li(cc, 6, sum);
    cc_loop(cc, 7, x.rows);
    cc_op(cc, "V_MUL_VV gp6, gp1, gp1, 0");
    cc_op(cc, "S_ADDI_INT gp3, gp1, 0");
    if (blocks > 1) {
        cc_loop(cc, 8, blocks - 1);
        cc_add(cc, 3, 3, pitch, 9);
        cc_op(cc, "V_MUL_VV gp5, gp3, gp3, 0");
        cc_op(cc, "V_ADD_VV gp6, gp6, gp5, 0");
        cc_end(cc, 8, blocks - 1);
    }
    cc_op(cc, "S_ADD_FP f2, f0, f0");
    cc_op(cc, "V_RED_SUM f2, gp6");
    cc_op(cc, "S_MUL_FP f2, f2, f3");
    cc_op(cc, "S_ADD_FP f2, f2, f1");
    cc_op(cc, "S_SQRT_FP f2, f2");
    cc_op(cc, "S_RECI_FP f2, f2");
    cc_op(cc, "S_ADDI_INT gp3, gp1, 0");
    cc_op(cc, "S_ADDI_INT gp4, gp2, 0");
    cc_loop(cc, 8, blocks);
    cc_op(cc, "V_MUL_VF gp4, gp3, f2, 0");
    cc_add(cc, 3, 3, pitch, 9);
    cc_add(cc, 4, 4, pitch, 9);
    cc_end(cc, 8, blocks);
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->vlen);
    cc_end(cc, 7, x.rows);
}

/* y += x.  gp1 row of y, gp2 row of x, gp3 counter. */
static void add(struct cc *cc, struct cc_mat y, struct cc_mat x)
{
    const uint32_t rows = y.rows * y.cols / cc->vlen;

    cc_note(cc, "VRAM %" PRIu32 " += VRAM %" PRIu32, y.base, x.base);
    cc_li(cc, 1, y.base);
    cc_li(cc, 2, x.base);
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_ADD_VV gp1, gp1, gp2, 0");
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->vlen);
    cc_end(cc, 3, rows);
}

/* x = silu(x), times up where there is one (7.4).  gp1 row of x, gp2 scratch row, gp3 row of up,
 * gp4 counter. */
static void silu(struct cc *cc, struct cc_mat x, const struct cc_mat *up)
{
    const uint32_t rows = x.rows * x.cols / cc->vlen, scratch = cc_vram(cc, cc->vlen);

    cc_note(cc, "VRAM %" PRIu32 ": x / (1 + exp(-x))%s", x.base, up ? ", times the other" : "");
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "one"));
    cc_li(cc, 1, x.base);
    cc_li(cc, 2, scratch);
    if (up)
        cc_li(cc, 3, up->base);
    cc_loop(cc, 4, rows);
    cc_op(cc, "V_SUB_VF gp2, gp1, f0, 0, 1");
    cc_op(cc, "V_EXP_V gp2, gp2, 0");
    cc_op(cc, "V_ADD_VF gp2, gp2, f1, 0");
    cc_op(cc, "V_RECI_V gp2, gp2, 0");
    cc_op(cc, "V_MUL_VV gp1, gp2, gp1, 0");
    if (up) {
        cc_op(cc, "V_MUL_VV gp1, gp1, gp3, 0");
        cc_op(cc, "S_ADDI_INT gp3, gp3, %" PRIu32, cc->vlen);
    }
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_end(cc, 4, rows);
}

static struct cc_heads heads(const struct cc *cc)
{
    const uint32_t *p = cc->c->p;

    return (struct cc_heads){ p[0], p[2], p[2], p[1] / p[2] };
}

/* A matrix of S tokens. */
static struct cc_mat tokens(struct cc *cc, uint32_t cols)
{
    return cc_mat_new(cc, cc->c->p[0], cols);
}

/* Inputs: x, wq, wk, wv, wo, wg, wu, wd. */
void cc_task_decoder_llama(struct cc *cc)
{
    const uint32_t      width = cc->c->p[1], inner = cc->c->p[3];
    const struct cc_mat x = tokens(cc, width), normed = tokens(cc, width), h = tokens(cc, width);
    const struct cc_mat gate = tokens(cc, inner), up = tokens(cc, inner), y = cc_output(cc);

    cc_load(cc, 0, x);
    rmsnorm(cc, normed, x);
    struct cc_wide ready = cc_ready(cc, normed);

    cc_attend(cc, h, &ready, &ready, 1, heads(cc));
    add(cc, h, x);
    rmsnorm(cc, normed, h);
    ready = cc_ready(cc, normed);
    cc_project(cc, gate, &ready, 5);
    cc_project(cc, up, &ready, 6);
    silu(cc, gate, &up);
    ready = cc_ready(cc, gate);
    cc_project(cc, y, &ready, 7);
    add(cc, y, h);
}

/* Inputs: x, enc, wq, wk, wv, wo of self-attention, the same of cross-attention, w1, w2. */
void cc_task_decoder_t5(struct cc *cc)
{
    const uint32_t      width = cc->c->p[1], inner = cc->c->p[3];
    const struct cc_mat x = tokens(cc, width), enc = tokens(cc, width), normed = tokens(cc, width);
    const struct cc_mat h = tokens(cc, width), g = tokens(cc, width), hidden = tokens(cc, inner);
    const struct cc_mat y = cc_output(cc);

    cc_load(cc, 0, x);
    cc_load(cc, 1, enc);
    rmsnorm(cc, normed, x);
    struct cc_wide ready = cc_ready(cc, normed);

    cc_attend(cc, h, &ready, &ready, 2, heads(cc));
    add(cc, h, x);
    rmsnorm(cc, normed, h);
    ready = cc_ready(cc, normed);
    const struct cc_wide memory = cc_ready(cc, enc);

    cc_attend(cc, g, &ready, &memory, 6, heads(cc));
    add(cc, g, h);
    rmsnorm(cc, normed, g);
    ready = cc_ready(cc, normed);
    cc_project(cc, hidden, &ready, 10);
    silu(cc, hidden, NULL);
    ready = cc_ready(cc, hidden);
    cc_project(cc, y, &ready, 11);
    add(cc, y, g);
}

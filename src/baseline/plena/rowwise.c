/* Templates of the row-wise functions (plena.md 7.4 to 7.8): in place in VRAM, row by row. */
#include <inttypes.h>

#include "baseline/plena/best.h"
#include "baseline/plena/templates.h"

/* ---- functions of one element ------------------------------------------------------------- */

/* gp1 row, gp2 scratch, gp3 counter. */
static uint32_t start_rows(struct cc *cc, struct cc_mat x)
{
    cc_li(cc, 1, x.base);
    cc_li(cc, 2, cc_vram(cc, cc->vlen));
    return x.rows * (x.cols / cc->vlen);
}

static void next_row(struct cc *cc)
{
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
}

/* scratch = 1 / (1 + exp(-gpS)), f1 being 1 */
static void sigmoid(struct cc *cc, int source)
{
    cc_op(cc, "V_SUB_VF gp2, gp%d, f0, 0, 1", source);
    cc_op(cc, "V_EXP_V gp2, gp2, 0");
    cc_op(cc, "V_ADD_VF gp2, gp2, f1, 0");
    cc_op(cc, "V_RECI_V gp2, gp2, 0");
}

static void silu_row(struct cc *cc, bool gated)
{
    sigmoid(cc, 1);
    if (gated) {
        cc_op(cc, "V_MUL_VV gp2, gp2, gp1, 0");
        cc_op(cc, "V_MUL_VV gp1, gp2, gp4, 0");
        cc_op(cc, "S_ADDI_INT gp4, gp4, %" PRIu32, cc->vlen);
    } else {
        cc_op(cc, "V_MUL_VV gp1, gp2, gp1, 0");
    }
    next_row(cc);
}

void cc_silu(struct cc *cc, struct cc_mat x, const struct cc_mat *up)
{
    const uint32_t rows = start_rows(cc, x), unroll = cc->best && rows % 8 == 0 ? 8 : 1;

    cc_note(cc, "row by row: s = 1 / (1 + exp(-x)), x = s * x%s", up ? " * up" : "");
    if (up)
        cc_li(cc, 4, up->base);
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "one"));
    cc_loop(cc, 3, rows / unroll);
    for (uint32_t i = 0; i < unroll; i++)
        silu_row(cc, up != NULL);
    cc_end(cc, 3, rows / unroll);
}

void cc_task_silu(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_SILU))
        return;
    cc_load(cc, 0, x);
    cc_silu(cc, x, NULL);
}

/* x * sigmoid(1.702 x) */
void cc_task_gelu(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_GELU))
        return;
    cc_load(cc, 0, x);
    const uint32_t rows = start_rows(cc, x);

    cc_note(cc, "row by row: s = 1 / (1 + exp(-1.702 x)), x = s * x");
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "one"));
    cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, "1.702"));
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_MUL_VF gp2, gp1, f2, 0");
    sigmoid(cc, 2);
    cc_op(cc, "V_MUL_VV gp1, gp2, gp1, 0");
    next_row(cc);
    cc_end(cc, 3, rows);
}

/* There is no maximum with a scalar, but exp saturates: with L = 65504^3, exp(-L x) is e^88 or
 * e^-88 for every x that MX can hold, and exp(-exp(-L x)) then is e^-88 or exactly 1. */
void cc_task_relu(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_RELU))
        return;
    cc_load(cc, 0, x);
    const uint32_t rows = start_rows(cc, x);

    cc_note(cc, "f1 = -65504^3; row by row: s = exp(-exp(f1 x)), which is 1 or 0, x = s * x");
    cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, "large"));
    cc_op(cc, "S_MUL_FP f1, f2, f2");
    cc_op(cc, "S_MUL_FP f1, f1, f2");
    cc_op(cc, "S_SUB_FP f1, f0, f1");
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_MUL_VF gp2, gp1, f1, 0");
    cc_op(cc, "V_EXP_V gp2, gp2, 0");
    cc_op(cc, "V_SUB_VF gp2, gp2, f0, 0, 1");
    cc_op(cc, "V_EXP_V gp2, gp2, 0");
    cc_op(cc, "V_MUL_VV gp1, gp2, gp1, 0");
    next_row(cc);
    cc_end(cc, 3, rows);
}

/* ---- functions of whole rows -------------------------------------------------------------- */

/* A row lies in chunks, one per column block.  gp1 row, gp2 scratch, gp3 rows left, gp4 chunk, gp5
 * chunks left. */
struct rows {
    uint32_t rows, chunks, pitch;
};

static struct rows start_chunks(struct cc *cc, struct cc_mat x)
{
    start_rows(cc, x);
    return (struct rows){ x.rows, x.cols / cc->vlen, x.rows * cc->vlen };
}

static void first_chunk(struct cc *cc, const struct rows *r)
{
    cc_op(cc, "S_ADDI_INT gp4, gp1, 0");
    cc_loop(cc, 5, r->chunks);
}

static void next_chunk(struct cc *cc, const struct rows *r)
{
    if (r->chunks > 1)
        cc_add(cc, 4, 4, r->pitch, 6);
    cc_end(cc, 5, r->chunks);
}

void cc_softmax(struct cc *cc, struct cc_mat x)
{
    const struct rows r = start_chunks(cc, x);

    cc_note(cc, "row by row: f2 = max, x = exp(x - f2), f3 = sum, x = x / f3");
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "-inf"));
    cc_loop(cc, 3, r.rows);
    cc_op(cc, "S_ADD_FP f2, f1, f0");
    first_chunk(cc, &r);
    cc_op(cc, "V_RED_MAX f2, gp4, 0");
    next_chunk(cc, &r);
    cc_op(cc, "S_ADD_FP f3, f0, f0");
    first_chunk(cc, &r);
    cc_op(cc, "V_SUB_VF gp4, gp4, f2, 0, 0");
    cc_op(cc, "V_EXP_V gp4, gp4, 0");
    cc_op(cc, "V_RED_SUM f3, gp4");
    next_chunk(cc, &r);
    cc_op(cc, "S_RECI_FP f3, f3");
    first_chunk(cc, &r);
    cc_op(cc, "V_MUL_VF gp4, gp4, f3, 0");
    next_chunk(cc, &r);
    next_row(cc);
    cc_end(cc, 3, r.rows);
}

void cc_task_softmax(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_SOFTMAX))
        return;
    cc_load(cc, 0, x);
    cc_softmax(cc, x);
}

/* x = x / sqrt(mean(x^2) + eps).  With center the mean is taken off first: in one pass the variance
 * would be a difference that bf16 cancels. */
void cc_normalise(struct cc *cc, struct cc_mat x, const char *reciprocal, bool center)
{
    const struct rows r = start_chunks(cc, x);

    cc_note(cc, "row by row: %sf4 = 1 / sqrt(mean(x^2) + eps), x = x * f4",
            center ? "x = x - mean, " : "");
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "eps"));
    cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, reciprocal));
    cc_loop(cc, 3, r.rows);
    if (center) {
        cc_op(cc, "S_ADD_FP f3, f0, f0");
        first_chunk(cc, &r);
        cc_op(cc, "V_RED_SUM f3, gp4");
        next_chunk(cc, &r);
        cc_op(cc, "S_MUL_FP f3, f3, f2");
    }
    cc_op(cc, "S_ADD_FP f4, f0, f0");
    first_chunk(cc, &r);
    if (center)
        cc_op(cc, "V_SUB_VF gp4, gp4, f3, 0, 0");
    cc_op(cc, "V_MUL_VV gp2, gp4, gp4, 0");
    cc_op(cc, "V_RED_SUM f4, gp2");
    next_chunk(cc, &r);
    cc_op(cc, "S_MUL_FP f4, f4, f2");
    cc_op(cc, "S_ADD_FP f4, f4, f1");
    cc_op(cc, "S_SQRT_FP f4, f4");
    cc_op(cc, "S_RECI_FP f4, f4");
    first_chunk(cc, &r);
    cc_op(cc, "V_MUL_VF gp4, gp4, f4, 0");
    next_chunk(cc, &r);
    next_row(cc);
    cc_end(cc, 3, r.rows);
}

void cc_task_layernorm(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_LAYERNORM))
        return;
    cc_load(cc, 0, x);
    cc_normalise(cc, x, "1/D", true);
}

void cc_task_rmsnorm(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);

    if (cc_best_rows(cc, CC_ROW_RMSNORM))
        return;
    cc_load(cc, 0, x);
    cc_normalise(cc, x, "1/D", false);
}

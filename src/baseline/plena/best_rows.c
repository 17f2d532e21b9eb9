/* Row-wise functions for --opt best.
 *
 * One pass over the rows: four rows of all column blocks are fetched, then finished.  One register
 * per column block holds the address that transfer and arithmetic share.
 */
#include "baseline/plena/best.h"

#include <inttypes.h>

enum { MOST_CHUNKS = 8, CHUNK = 1, OFFSET = 12, TEMP = 13, TEMP2 = 14, COUNTER = 15 };

/* scratch = 1 / (1 + exp(f2 x)), x = x * scratch; f2 is -1 or -1.702, f1 is 1 */
static void sigmoid_row(struct cc *cc, int chunks)
{
    for (int i = CHUNK; i < CHUNK + chunks; i++) {
        cc_op(cc, "V_MUL_VF gp%d, gp%d, f2, 0", TEMP, i);
        cc_op(cc, "V_EXP_V gp%d, gp%d, 0", TEMP, TEMP);
        cc_op(cc, "V_ADD_VF gp%d, gp%d, f1, 0", TEMP, TEMP);
        cc_op(cc, "V_RECI_V gp%d, gp%d, 0", TEMP, TEMP);
        cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", i, TEMP, i);
    }
}

/* exp(-exp(f1 x)) is 1 or nothing (cc_task_relu). */
static void relu_row(struct cc *cc, int chunks)
{
    for (int i = CHUNK; i < CHUNK + chunks; i++) {
        if (cc->july) {
            cc_op(cc, "V_MAX_VF gp%d, gp%d, f0, 0", i, i);
            continue;
        }
        cc_op(cc, "V_MUL_VF gp%d, gp%d, f1, 0", TEMP, i);
        cc_op(cc, "V_EXP_V gp%d, gp%d, 0", TEMP, TEMP);
        cc_op(cc, "V_SUB_VF gp%d, gp%d, f0, 0, 1", TEMP, TEMP);
        cc_op(cc, "V_EXP_V gp%d, gp%d, 0", TEMP, TEMP);
        cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", i, TEMP, i);
    }
}

/* f3 = sum of the row: chunks are added lane by lane, a reduction costs as much as eight sums. */
static void sum_row(struct cc *cc, int chunks)
{
    cc_op(cc, "S_ADD_FP f3, f0, f0");
    if (chunks == 1) {
        cc_op(cc, "V_RED_SUM f3, gp%d", CHUNK);
        return;
    }
    cc_op(cc, "V_ADD_VV gp%d, gp%d, gp%d, 0", TEMP, CHUNK, CHUNK + 1);
    for (int i = CHUNK + 2; i < CHUNK + chunks; i++)
        cc_op(cc, "V_ADD_VV gp%d, gp%d, gp%d, 0", TEMP, TEMP, i);
    cc_op(cc, "V_RED_SUM f3, gp%d", TEMP);
}

static void softmax_row(struct cc *cc, int chunks)
{
    cc_op(cc, "S_ADD_FP f2, f1, f0");
    for (int i = CHUNK; i < CHUNK + chunks; i++)
        cc_op(cc, "V_RED_MAX f2, gp%d, 0", i);
    for (int i = CHUNK; i < CHUNK + chunks; i++) {
        cc_op(cc, "V_SUB_VF gp%d, gp%d, f2, 0, 0", i, i);
        cc_op(cc, "V_EXP_V gp%d, gp%d, 0", i, i);
    }
    sum_row(cc, chunks);
    cc_op(cc, "S_RECI_FP f3, f3");
    for (int i = CHUNK; i < CHUNK + chunks; i++)
        cc_op(cc, "V_MUL_VF gp%d, gp%d, f3, 0", i, i);
}

/* x = x / sqrt(mean(x^2) + f1), f2 being 1/D */
static void squares_and_scale(struct cc *cc, int chunks)
{
    cc_op(cc, "S_ADD_FP f4, f0, f0");
    cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", TEMP, CHUNK, CHUNK);
    for (int i = CHUNK + 1; i < CHUNK + chunks; i++) {
        cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", TEMP2, i, i);
        cc_op(cc, "V_ADD_VV gp%d, gp%d, gp%d, 0", TEMP, TEMP, TEMP2);
    }
    cc_op(cc, "V_RED_SUM f4, gp%d", TEMP);
    cc_op(cc, "S_MUL_FP f4, f4, f2");
    cc_op(cc, "S_ADD_FP f4, f4, f1");
    cc_op(cc, "S_SQRT_FP f4, f4");
    cc_op(cc, "S_RECI_FP f4, f4");
    for (int i = CHUNK; i < CHUNK + chunks; i++)
        cc_op(cc, "V_MUL_VF gp%d, gp%d, f4, 0", i, i);
}

static void layernorm_row(struct cc *cc, int chunks)
{
    sum_row(cc, chunks);
    cc_op(cc, "S_MUL_FP f3, f3, f2");
    for (int i = CHUNK; i < CHUNK + chunks; i++)
        cc_op(cc, "V_SUB_VF gp%d, gp%d, f3, 0, 0", i, i);
    squares_and_scale(cc, chunks);
}

static void load_constants(struct cc *cc, enum cc_row_function f)
{
    switch (f) {
    case CC_ROW_SILU:
    case CC_ROW_GELU:
        cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "one"));
        if (f == CC_ROW_GELU)
            cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, "1.702"));
        cc_op(cc, "S_SUB_FP f2, f0, f%d", f == CC_ROW_GELU ? 2 : 1);
        break;
    case CC_ROW_RELU:
        if (cc->july)
            break;
        cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, "large"));
        cc_op(cc, "S_MUL_FP f1, f2, f2");
        cc_op(cc, "S_MUL_FP f1, f1, f2");
        cc_op(cc, "S_SUB_FP f1, f0, f1");
        break;
    case CC_ROW_SOFTMAX:
        cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "-inf"));
        break;
    case CC_ROW_LAYERNORM:
    case CC_ROW_RMSNORM:
        cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "eps"));
        cc_op(cc, "S_LD_FP f2, gp0, %" PRIu32, cc_slot(cc, "1/D"));
        break;
    }
}

static void row(struct cc *cc, enum cc_row_function f, int chunks)
{
    static void (*const body[])(struct cc *, int) = {
        [CC_ROW_SILU] = sigmoid_row,        [CC_ROW_GELU] = sigmoid_row,
        [CC_ROW_RELU] = relu_row,           [CC_ROW_SOFTMAX] = softmax_row,
        [CC_ROW_LAYERNORM] = layernorm_row, [CC_ROW_RMSNORM] = squares_and_scale,
    };

    body[f](cc, chunks);
}

static void fetch_group(struct cc *cc, struct cc_mat x, bool more)
{
    const int chunks = (int)(x.cols / cc->vlen);

    for (int i = 0; i < chunks; i++) {
        const uint32_t step =
            i + 1 < chunks ? cc->vlen : cc->prefetch_v * x.cols - (uint32_t)(chunks - 1) * cc->vlen;

        cc_op(cc, "H_PREFETCH_V gp%d, gp%d, a0, 1, 0", CHUNK + i, i || more ? OFFSET : 0);
        if (i + 1 < chunks || more)
            cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, OFFSET, OFFSET, step);
    }
}

bool cc_best_rows(struct cc *cc, enum cc_row_function f)
{
    const struct cc_mat x = cc_output(cc);
    const int           chunks = (int)(x.cols / cc->vlen);
    const uint32_t      groups = x.rows / cc->prefetch_v;

    if (!cc->best || chunks > MOST_CHUNKS || x.rows % cc->prefetch_v)
        return false;
    cc_set_tensor(cc, 0);
    load_constants(cc, f);
    for (int i = 0; i < chunks; i++)
        cc_li(cc, CHUNK + i, x.base + (uint32_t)i * x.rows * cc->vlen);
    if (groups > 1 || chunks > 1)
        cc_li(cc, OFFSET, 0);
    cc_li(cc, TEMP, cc_vram(cc, cc->vlen));
    if (f == CC_ROW_LAYERNORM || f == CC_ROW_RMSNORM)
        cc_li(cc, TEMP2, cc_vram(cc, cc->vlen));
    cc_note(cc, "fetch %" PRIu32 " rows, finish them", cc->prefetch_v);
    cc_loop(cc, COUNTER, groups);
    fetch_group(cc, x, groups > 1);
    for (uint32_t r = 0; r < cc->prefetch_v; r++) {
        row(cc, f, chunks);
        for (int i = 0; i < chunks && (groups > 1 || r + 1 < cc->prefetch_v); i++)
            cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, CHUNK + i, CHUNK + i, cc->vlen);
    }
    cc_end(cc, COUNTER, groups);
    return true;
}

/* Templates of the matrix products (plena.md 7.9 to 7.13). */
#include <inttypes.h>

#include "baseline/plena/best.h"
#include "baseline/plena/broadcast.h"
#include "baseline/plena/templates.h"

/* Input number 0 in a place of its own. */
static struct cc_mat load_x(struct cc *cc)
{
    const struct kc_tensor *t = &cc->c->in[0];
    const struct cc_mat     x = cc_mat_new(cc, t->batch * t->rows, t->cols);

    cc_load(cc, 0, x);
    return x;
}

/* A vector: one row per column block.  The last transfer may bring more than the vector has. */
static struct cc_mat load_vector(struct cc *cc, size_t index)
{
    const uint32_t      step = cc->prefetch_v * cc->vlen, cols = cc->c->in[index].cols;
    const struct cc_mat v = { cc_vram(cc, (cols + step - 1) / step * step), 1, cols };

    cc_load(cc, index, v);
    return v;
}

void cc_task_gemm(struct cc *cc)
{
    if (cc->best && cc_can_broadcast(cc, cc->c->p[1], 1)) {
        const struct cc_copies copies = cc_load_copies(cc, 0);

        cc_broadcast(cc, &(struct cc_broadcast){ .x = &copies,
                                                 .y = cc_output(cc),
                                                 .weights = { 1 },
                                                 .power = 1,
                                                 .rows = cc->c->p[0] });
        return;
    }
    const struct cc_mat x = load_x(cc);

    cc_gemm(cc, cc_output(cc), x, 1, 0);
}

/* M_TMM takes BLEN rows of x: the vector's chunk and what follows it.  The other rows of the
 * result fall into the padding of y. */
void cc_task_gemv(struct cc *cc)
{
    if (cc->best && cc_can_broadcast(cc, cc->mlen, 1)) {
        cc_broadcast_gemv(cc);
        return;
    }
    const struct cc_mat x = load_vector(cc, 1);

    cc_vram(cc, (uint64_t)cc->blen * cc->vlen);
    cc_product(cc, &(struct cc_product){ .y = cc_output(cc),
                                         .x = x,
                                         .weights = 0,
                                         .rows = cc->layout->out.rows,
                                         .transposed = true });
}

static void best_batch_matmul(struct cc *cc)
{
    const struct cc_copies copies = cc_load_copies(cc, 0);
    const uint32_t         rows = cc->c->p[1], depth = cc->c->p[2], kept = cc->vram_next;

    for (uint32_t i = 0; i < cc->c->p[0]; i++) {
        cc->vram_next = kept;
        cc_broadcast(cc, &(struct cc_broadcast){ .x = &copies,
                                                 .y = cc_output(cc),
                                                 .weights = { 1 },
                                                 .power = 1,
                                                 .first_weight_row = i * depth,
                                                 .first_row = i * rows,
                                                 .rows = rows });
    }
}

/* Rows of all batches follow each other in every column block; so do the weights in HBM. */
void cc_task_batch_matmul(struct cc *cc)
{
    if (cc->best && cc_can_broadcast(cc, cc->c->p[2], 1)) {
        best_batch_matmul(cc);
        return;
    }
    const struct cc_mat x = load_x(cc);
    const uint32_t      rows = cc->c->p[1], depth = cc->c->p[2];

    for (uint32_t i = 0; i < cc->c->p[0]; i++)
        cc_product(cc, &(struct cc_product){ .y = cc_output(cc),
                                             .x = x,
                                             .weights = 1,
                                             .first_weight_row = i * depth,
                                             .first_row = i * rows,
                                             .rows = rows });
}

/* gp1 row of y, gp2 chunk of the bias. */
void cc_task_linear(struct cc *cc)
{
    if (cc->best && cc_can_broadcast(cc, cc->c->p[1], 1)) {
        const struct cc_copies copies = cc_load_copies(cc, 0);

        cc_broadcast(cc, &(struct cc_broadcast){ .x = &copies,
                                                 .y = cc_output(cc),
                                                 .weights = { 1 },
                                                 .finish = CC_BIAS,
                                                 .power = 1,
                                                 .bias = load_vector(cc, 2).base,
                                                 .rows = cc->c->p[0] });
        return;
    }
    const struct cc_mat y = cc_output(cc), x = load_x(cc), bias = load_vector(cc, 2);
    const uint32_t      blocks = y.cols / cc->vlen, unroll = cc->best ? cc->blen : 1;

    cc_gemm(cc, y, x, 1, 0);
    cc_note(cc, "add the bias to every row, column block by column block");
    cc_li(cc, 1, y.base);
    cc_li(cc, 2, bias.base);
    cc_loop(cc, 3, blocks);
    cc_loop(cc, 4, y.rows / unroll);
    for (uint32_t i = 0; i < unroll; i++) {
        cc_op(cc, "V_ADD_VV gp1, gp1, gp2, 0");
        cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    }
    cc_end(cc, 4, y.rows / unroll);
    cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->vlen);
    cc_end(cc, 3, blocks);
}

/* gp1 x, gp2 cos, gp3 sin, gp4 rot(x): four matrices of one layout. */
void cc_task_rope(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc), turned = cc_mat_new(cc, x.rows, x.cols);
    const struct cc_mat cosine = cc_mat_new(cc, x.rows, x.cols);
    const struct cc_mat sine = cc_mat_new(cc, x.rows, x.cols);
    const uint32_t      rows = x.rows * (x.cols / cc->vlen);

    if (cc_best_rope(cc))
        return;
    cc_load(cc, 0, x);
    cc_load(cc, 1, cosine);
    cc_load(cc, 2, sine);
    cc_gemm(cc, turned, x, 3, 0);
    cc_note(cc, "x = x * cos + rot(x) * sin");
    cc_li(cc, 1, x.base);
    cc_li(cc, 2, cosine.base);
    cc_li(cc, 3, sine.base);
    cc_li(cc, 4, turned.base);
    cc_loop(cc, 5, rows);
    cc_op(cc, "V_MUL_VV gp4, gp4, gp3, 0");
    cc_op(cc, "V_MUL_VV gp1, gp1, gp2, 0");
    cc_op(cc, "V_ADD_VV gp1, gp1, gp4, 0");
    for (int i = 1; i <= 4; i++)
        cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, i, i, cc->vlen);
    cc_end(cc, 5, rows);
}

/* Both feed-forward networks: the first sums lack 4; what comes out of SiLU still does, and with
 * the second branch twice; the last product adds one more. */
static void best_ffn(struct cc *cc, bool gated)
{
    const struct cc_copies x = cc_load_copies(cc, 0);
    const struct cc_copies hidden = cc_copies_new(cc, x.mat.rows, cc->c->p[2]);

    cc_broadcast(cc, &(struct cc_broadcast){ .x = &x,
                                             .spread = &hidden,
                                             .weights = { 1, 2 },
                                             .finish = gated ? CC_GATED_SILU : CC_SILU,
                                             .power = 1,
                                             .rows = x.mat.rows });
    cc_broadcast(cc, &(struct cc_broadcast){ .x = &hidden,
                                             .y = cc_output(cc),
                                             .weights = { gated ? 3 : 2 },
                                             .power = gated ? 3 : 2,
                                             .rows = x.mat.rows });
}

static bool ffn_can_broadcast(const struct cc *cc, uint32_t products)
{
    return cc->best && cc_can_broadcast(cc, cc->c->p[1], products) &&
           cc_can_broadcast(cc, cc->c->p[2], 1);
}

void cc_task_ffn(struct cc *cc)
{
    if (ffn_can_broadcast(cc, 1)) {
        best_ffn(cc, false);
        return;
    }
    const struct cc_mat x = load_x(cc), hidden = cc_mat_new(cc, x.rows, cc->c->p[2]);

    cc_gemm(cc, hidden, x, 1, 0);
    cc_silu(cc, hidden, NULL);
    cc_gemm(cc, cc_output(cc), hidden, 2, 0);
}

void cc_task_swiglu(struct cc *cc)
{
    if (ffn_can_broadcast(cc, 2)) {
        best_ffn(cc, true);
        return;
    }
    const struct cc_mat x = load_x(cc), gate = cc_mat_new(cc, x.rows, cc->c->p[2]);
    const struct cc_mat up = cc_mat_new(cc, x.rows, cc->c->p[2]);

    cc_gemm(cc, gate, x, 1, 0);
    cc_gemm(cc, up, x, 2, 0);
    cc_silu(cc, gate, &up);
    cc_gemm(cc, cc_output(cc), gate, 3, 0);
}

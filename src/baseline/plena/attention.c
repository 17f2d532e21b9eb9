/* Templates of the attentions (plena.md 7.8, 7.9, 7.14).
 *
 * Keys are used transposed: a tile of 64 keys as it lies in HBM is what M_TMM wants.  Probabilities
 * times values is an ordinary product.  S need not be a multiple of 64; then the last key block is
 * partial: its scores beyond the last key are never computed, and set to -inf instead. */
#include "baseline/plena/attention.h"

#include <inttypes.h>

#include "baseline/plena/best.h"
#include "baseline/plena/templates.h"

/* Where a head finds its keys and values in HBM: base registers and offsets of the first element.
 * Both tensors have the same row length and the same distance to their scales. */
struct keys {
    int      k_base, v_base;
    uint64_t k, v, scale;
    uint32_t cols, count; /* row length, number of keys */
};

/* FPRAM: state of a block of query rows, one entry per row. */
enum { ROW_MAX = 16 };

static uint32_t row_sum(const struct cc *cc)
{
    return ROW_MAX + cc->mlen;
}

static uint32_t row_rescale(const struct cc *cc)
{
    return ROW_MAX + 2 * cc->mlen;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t blocks_of(const struct cc *cc, uint32_t count)
{
    return (count + cc->mlen - 1) / cc->mlen;
}

/* Columns of a matrix that start at a column block. */
static struct cc_mat columns(const struct cc *cc, struct cc_mat m, uint32_t first, uint32_t cols)
{
    return (struct cc_mat){ m.base + first / cc->vlen * m.rows * cc->vlen, m.rows, cols };
}

/* ---- products ----------------------------------------------------------------------------- */

/* One strip of a product, at most MLEN columns wide: rows x (count tiles) times the tiles in MRAM
 * from 0 on.  pitch: from one column block of x to the next. */
struct strip {
    uint32_t y, cols, rows, x, pitch, count;
    bool     transposed;
};

static void multiply(struct cc *cc, bool transposed, int matrix, int vector)
{
    if (transposed)
        cc_op(cc, "M_TMM 0, gp%d, gp%d", vector, matrix);
    else
        cc_op(cc, "M_MM 0, gp%d, gp%d", matrix, vector);
}

/* From one block of BLEN result columns to the next in the address of a tile. */
static uint32_t column_step(const struct cc *cc, bool transposed)
{
    return transposed || cc->july ? cc->blen * cc->mlen : cc->blen;
}

/* Few tiles: every tile has its own pair of pointers, gp1 to gp4 into x and gp5 to gp8 into MRAM,
 * so that nothing has to be set back.  gp9 result column, gp10 and gp11 counters, gp12 result. */
static void strip_short(struct cc *cc, const struct strip *s)
{
    const uint32_t cb = s->cols / cc->blen, rb = s->rows / cc->blen, step = cc->blen * cc->mlen;

    for (uint32_t j = 0; j < s->count; j++)
        cc_li(cc, 5 + (int)j, (uint64_t)j * cc->mlen * cc->mlen);
    cc_li(cc, 9, s->y);
    cc_loop(cc, 10, cb);
    for (uint32_t j = 0; j < s->count; j++)
        cc_li(cc, 1 + (int)j, s->x + (uint64_t)j * s->pitch);
    cc_op(cc, "S_ADDI_INT gp12, gp9, 0");
    cc_loop(cc, 11, rb);
    for (uint32_t j = 0; j < s->count; j++) {
        multiply(cc, s->transposed, 5 + (int)j, 1 + (int)j);
        cc_op(cc, "S_ADDI_INT gp%" PRIu32 ", gp%" PRIu32 ", %" PRIu32, 1 + j, 1 + j, step);
    }
    cc_op(cc, "M_MM_WO gp12, gp0, 0");
    cc_op(cc, "S_ADDI_INT gp12, gp12, %" PRIu32, step);
    cc_end(cc, 11, rb);
    for (uint32_t j = 0; j < s->count; j++)
        cc_op(cc, "S_ADDI_INT gp%" PRIu32 ", gp%" PRIu32 ", %" PRIu32, 5 + j, 5 + j,
              column_step(cc, s->transposed));
    cc_op(cc, "S_ADDI_INT gp9, gp9, %" PRIu32, cc->blen);
    cc_end(cc, 10, cb);
}

/* Any number of tiles: a loop over them.  gp1 scratch, gp5 and gp6 walk through MRAM and x, gp7
 * result, gp8 column in MRAM, gp9 result column, gp10 to gp12 counters, gp4 row of x. */
static void strip_long(struct cc *cc, const struct strip *s)
{
    const uint32_t cb = s->cols / cc->blen, rb = s->rows / cc->blen, step = cc->blen * cc->mlen;

    cc_li(cc, 8, 0);
    cc_li(cc, 9, s->y);
    cc_loop(cc, 10, cb);
    cc_op(cc, "S_ADDI_INT gp7, gp9, 0");
    cc_li(cc, 4, s->x);
    cc_loop(cc, 11, rb);
    cc_op(cc, "S_ADDI_INT gp5, gp8, 0");
    cc_op(cc, "S_ADDI_INT gp6, gp4, 0");
    cc_loop(cc, 12, s->count);
    multiply(cc, s->transposed, 5, 6);
    cc_add(cc, 5, 5, cc->mlen * cc->mlen, 1);
    cc_add(cc, 6, 6, s->pitch, 1);
    cc_end(cc, 12, s->count);
    cc_op(cc, "M_MM_WO gp7, gp0, 0");
    cc_op(cc, "S_ADDI_INT gp7, gp7, %" PRIu32, step);
    cc_op(cc, "S_ADDI_INT gp4, gp4, %" PRIu32, step);
    cc_end(cc, 11, rb);
    cc_op(cc, "S_ADDI_INT gp8, gp8, %" PRIu32, column_step(cc, s->transposed));
    cc_op(cc, "S_ADDI_INT gp9, gp9, %" PRIu32, cc->blen);
    cc_end(cc, 10, cb);
}

static void strip(struct cc *cc, struct strip s)
{
    const struct cc_strip best = { s.x, s.pitch, s.count, s.rows, s.cols, s.transposed };

    assert(s.count <= cc->mram_tiles);
    if (cc_best_strip_fits(cc, &best)) {
        cc_li(cc, 5, s.y);
        cc_best_strip(cc, &best);
    } else if (s.count <= 4)
        strip_short(cc, &s);
    else
        strip_long(cc, &s);
}

/* count tiles from HBM to MRAM tile 0 on, step elements apart.  Uses gp1 to gp4. */
static void load_tiles(struct cc *cc, int base, uint64_t offset, uint64_t step, uint32_t count)
{
    cc_li(cc, 2, 0);
    cc_li(cc, 3, offset);
    cc_loop(cc, 4, count);
    cc_op(cc, "H_PREFETCH_M gp2, gp3, a%d, 1, 0", base);
    if (count > 1) {
        cc_add(cc, 2, 2, cc->mlen * cc->mlen, 1);
        cc_add(cc, 3, 3, step, 1);
    }
    cc_end(cc, 4, count);
}

/* Consecutive prefetched rows are every every-th row of the tensor. */
static void set_stride(struct cc *cc, const struct keys *k, uint32_t every)
{
    cc_li(cc, 1, (uint64_t)every * k->cols);
    cc_op(cc, "C_SET_STRIDE_REG gp1");
}

static void use_keys(struct cc *cc, const struct keys *k)
{
    cc_li(cc, 1, k->scale);
    cc_op(cc, "C_SET_SCALE_REG gp1");
    set_stride(cc, k, 1);
}

/* Scores of rows queries, whose first row in VRAM is x, with one block of keys, to VRAM y. */
static void scores_block(struct cc *cc, const struct keys *keys, uint32_t block, struct cc_mat q,
                         uint32_t first, uint32_t rows, uint32_t y)
{
    const uint32_t d_blocks = q.cols / cc->mlen;

    cc_note(cc, "scores of queries %" PRIu32 " to %" PRIu32 " with key block %" PRIu32, first,
            first + rows - 1, block);
    load_tiles(cc, keys->k_base, keys->k + (uint64_t)block * cc->mlen * keys->cols, cc->mlen,
               d_blocks);
    strip(cc, (struct strip){ .y = y,
                              .cols = smaller(cc->mlen, keys->count - block * cc->mlen),
                              .rows = rows,
                              .x = q.base + first * cc->vlen,
                              .pitch = q.rows * cc->vlen,
                              .count = d_blocks,
                              .transposed = true });
}

/* ---- softmax ------------------------------------------------------------------------------ */

/* f7 = scale of the scores, f6 = -inf.  The broadcast unit's scores are a quarter of what they
 * should be. */
static void load_constants(struct cc *cc)
{
    cc_op(cc, "S_LD_FP f7, gp0, %" PRIu32, cc_slot(cc, "1/sqrt(d)"));
    cc_op(cc, "S_LD_FP f6, gp0, %" PRIu32, cc_slot(cc, "-inf"));
    if (cc_wide_wanted(cc)) {
        cc_wide_constants(cc);
        cc_op(cc, "S_MUL_FP f7, f7, f5");
    }
}

/* A row of VRAM that is 0 for the keys of the last block and -inf beyond them; 0 where all blocks
 * are full.  Shifting by VLEN clears a row whatever it held.  Uses gp1, gp2. */
static uint32_t make_mask(struct cc *cc, uint32_t keys)
{
    const uint32_t valid = keys % cc->mlen;

    if (valid == 0)
        return 0;
    const uint32_t row = cc_vram(cc, cc->vlen);

    cc_note(cc, "mask of the last key block: 0 in %" PRIu32 " lanes, then -inf", valid);
    cc_li(cc, 1, row);
    cc_li(cc, 2, cc->vlen);
    cc_op(cc, "V_SHFT_V gp1, gp1, gp2");
    cc_op(cc, "V_ADD_VF gp1, gp1, f6, 0");
    cc_li(cc, 2, valid);
    cc_op(cc, "V_SHFT_V gp1, gp1, gp2");
    return row;
}

/* Softmax of the first rows of p, scores before.  mask is a VRAM row or 0.  gp1 first block of the
 * row, gp2 walks over its blocks, gp3 mask, gp4 counter, gp5 scratch. */
static void softmax(struct cc *cc, struct cc_mat p, uint32_t rows, uint32_t mask)
{
    const uint32_t blocks = p.cols / cc->vlen, pitch = p.rows * cc->vlen;

    cc_note(cc, "softmax of %" PRIu32 " rows", rows);
    cc_li(cc, 1, p.base);
    if (mask)
        cc_li(cc, 3, mask);
    cc_loop(cc, 4, rows);
    cc_op(cc, "S_ADD_FP f1, f6, f0");
    cc_op(cc, "S_ADD_FP f2, f0, f0");
    cc_op(cc, "S_ADDI_INT gp2, gp1, 0");
    for (uint32_t j = 0; j < blocks; j++) {
        cc_op(cc, "V_MUL_VF gp2, gp2, f7, 0");
        if (mask && j == blocks - 1)
            cc_op(cc, "V_ADD_VV gp2, gp2, gp3, 0");
        cc_op(cc, "V_RED_MAX f1, gp2, 0");
        if (j < blocks - 1)
            cc_add(cc, 2, 2, pitch, 5);
    }
    if (blocks > 1)
        cc_op(cc, "S_ADDI_INT gp2, gp1, 0");
    for (uint32_t j = 0; j < blocks; j++) {
        cc_op(cc, "V_SUB_VF gp2, gp2, f1, 0, 0");
        cc_op(cc, "V_EXP_V gp2, gp2, 0");
        cc_op(cc, "V_RED_SUM f2, gp2");
        if (j < blocks - 1)
            cc_add(cc, 2, 2, pitch, 5);
    }
    cc_op(cc, "S_RECI_FP f2, f2");
    if (blocks > 1)
        cc_op(cc, "S_ADDI_INT gp2, gp1, 0");
    for (uint32_t j = 0; j < blocks; j++) {
        cc_op(cc, "V_MUL_VF gp2, gp2, f2, 0");
        if (j < blocks - 1)
            cc_add(cc, 2, 2, pitch, 5);
    }
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_end(cc, 4, rows);
}

/* ---- one head ----------------------------------------------------------------------------- */

/* y = p v, p holding probabilities for all keys. */
static void weigh_values(struct cc *cc, struct cc_mat y, struct cc_mat p, const struct keys *keys)
{
    const uint32_t blocks = p.cols / cc->vlen;

    for (uint32_t j = 0; j < y.cols / cc->mlen; j++) {
        cc_note(cc, "probabilities times values, column block %" PRIu32, j);
        load_tiles(cc, keys->v_base, keys->v + (uint64_t)j * cc->mlen,
                   (uint64_t)cc->mlen * keys->cols, blocks);
        strip(cc, (struct strip){ .y = columns(cc, y, j * cc->mlen, cc->mlen).base,
                                  .cols = cc->mlen,
                                  .rows = p.rows,
                                  .x = p.base,
                                  .pitch = p.rows * cc->vlen,
                                  .count = blocks });
    }
}

/* y = softmax(q k^T / sqrt(d)) v with all scores in p; f6, f7 and the mask are ready. */
static void head(struct cc *cc, struct cc_mat y, struct cc_mat q, const struct keys *keys,
                 struct cc_mat p, uint32_t mask)
{
    for (uint32_t block = 0; block < p.cols / cc->vlen; block++)
        scores_block(cc, keys, block, q, 0, q.rows, p.base + block * p.rows * cc->vlen);
    softmax(cc, p, p.rows, mask);
    weigh_values(cc, y, p, keys);
}

/* ---- one head on the broadcast unit (wide.h) ---------------------------------------------- */

/* Scores of a block of MLEN query rows: one tile per block of keys, behind three tiles for what the
 * other quarters of the accumulator hold. */
static uint32_t wide_scores_size(const struct cc *cc, uint32_t keys)
{
    return (3 + blocks_of(cc, keys)) * cc->mlen * cc->vlen;
}

static struct cc_wide wide_columns(const struct cc *cc, const struct cc_wide *x, uint32_t first,
                                   uint32_t cols)
{
    struct cc_wide part;

    for (size_t i = 0; i < KC_COUNT(part.m); i++)
        part.m[i] = columns(cc, x->m[i], first, cols);
    return part;
}

/* All scores.  Key blocks in descending order: writing one out spoils the three before it. */
static void wide_scores(struct cc *cc, const struct cc_wide *q, const struct keys *keys, uint32_t p)
{
    const uint32_t tile = cc->mlen * cc->vlen, size = wide_scores_size(cc, keys->count);
    const uint32_t rows = q->m[0].rows;

    set_stride(cc, keys, 1);
    for (uint32_t block = blocks_of(cc, keys->count); block-- > 0;) {
        cc_note(cc, "scores with key block %" PRIu32, block);
        load_tiles(cc, keys->k_base, keys->k + (uint64_t)block * cc->mlen * keys->cols, cc->mlen,
                   q->m[0].cols / cc->mlen);
        for (uint32_t i = 0; i < blocks_of(cc, rows); i++) {
            cc_wide_multiply(cc, q, i * cc->mlen, true);
            cc_li(cc, 1, p + i * size + block * tile);
            cc_op(cc, "M_BMM_WO gp1, 0");
        }
    }
}

/* y = softmax(q k^T / sqrt(d)) v; q with copies for the transposed product.  Query blocks one after
 * the other share the tiles of values. */
static void wide_head(struct cc *cc, struct cc_mat y, const struct cc_wide *q,
                      const struct keys *keys, uint32_t mask)
{
    const uint32_t  mark = cc->vram_next, blocks = blocks_of(cc, y.rows);
    const uint32_t  tile = cc->mlen * cc->vlen, size = wide_scores_size(cc, keys->count);
    const uint32_t  p = cc_vram(cc, (uint64_t)blocks * size), scratch = cc_wide_scratch(cc);
    struct cc_wide *x = kc_alloc(blocks * sizeof *x);

    wide_scores(cc, q, keys, p);
    for (uint32_t i = 0; i < blocks; i++) {
        const struct cc_mat own = { p + i * size + 3 * tile, cc->mlen,
                                    size / cc->mlen - 3 * cc->vlen };

        softmax(cc, own, smaller(cc->mlen, y.rows - i * cc->mlen), mask);
        x[i] = cc_wide_copies(cc, own, false);
    }
    set_stride(cc, keys, 4);
    for (uint32_t j = 0; j < y.cols / cc->mlen; j++) {
        cc_note(cc, "probabilities times values, column block %" PRIu32, j);
        cc_li(cc, 12, keys->v + (uint64_t)j * cc->mlen);
        cc_wide_tiles(cc, keys->v_base, keys->cols, blocks_of(cc, keys->count));
        cc_li(cc, 13, columns(cc, y, j * cc->mlen, cc->mlen).base);
        for (uint32_t i = 0; i < blocks; i++) {
            cc_wide_multiply(cc, &x[i], 0, false);
            cc_wide_result(cc, scratch, 13, i * tile, smaller(cc->mlen, y.rows - i * cc->mlen));
        }
    }
    free(x);
    cc->vram_next = mark;
}

static struct cc_mat scores_new(struct cc *cc, uint32_t rows, uint32_t keys)
{
    return cc_mat_new(cc, rows, blocks_of(cc, keys) * cc->mlen);
}

/* Inputs q, k, v of the attention tasks. */
static struct keys input_keys(const struct cc *cc)
{
    const struct kc_tensor *k = &cc->c->in[1];

    return (struct keys){ .k_base = 1,
                          .v_base = 2,
                          .scale = (uint64_t)cc->layout->in[1].rows * k->cols,
                          .cols = k->cols,
                          .count = k->rows };
}

void cc_task_attention(struct cc *cc)
{
    const struct keys   keys = input_keys(cc);
    const struct cc_mat q = cc_mat_new(cc, cc->c->p[0], cc->c->p[1]);
    const struct cc_mat p = scores_new(cc, q.rows, keys.count);

    cc_load(cc, 0, q);
    load_constants(cc);
    const uint32_t mask = make_mask(cc, keys.count);

    use_keys(cc, &keys);
    if (cc_wide_wanted(cc)) {
        const struct cc_wide wide = cc_wide_copies(cc, q, true);

        wide_head(cc, cc_output(cc), &wide, &keys, mask);
        return;
    }
    head(cc, cc_output(cc), q, &keys, p, mask);
}

/* ---- flash attention ---------------------------------------------------------------------- */

/* A block of query rows against a block of keys; scores are in the VRAM row block p. */
struct flash {
    uint32_t rows, p, mask; /* mask 0: all lanes valid */
    bool     first, last;   /* of the key blocks */
};

/* New row maxima and sums; scores become exp(score - maximum).  In the last block the state keeps
 * 1 / sum.  gp1 row, gp2 FPRAM index, gp3 mask, gp4 counter. */
static void online_softmax(struct cc *cc, const struct flash *f)
{
    cc_note(cc, "online softmax of %" PRIu32 " rows: maximum, sum, factor of what was before",
            f->rows);
    cc_li(cc, 1, f->p);
    cc_li(cc, 2, 0);
    if (f->mask)
        cc_li(cc, 3, f->mask);
    cc_loop(cc, 4, f->rows);
    cc_op(cc, "V_MUL_VF gp1, gp1, f7, 0");
    if (f->mask)
        cc_op(cc, "V_ADD_VV gp1, gp1, gp3, 0");
    if (f->first) {
        cc_op(cc, "S_ADD_FP f2, f6, f0");
        cc_op(cc, "S_ADD_FP f3, f0, f0");
        cc_op(cc, "V_RED_MAX f2, gp1, 0");
    } else {
        cc_op(cc, "S_LD_FP f1, gp2, %d", ROW_MAX);
        cc_op(cc, "S_ADD_FP f2, f1, f0");
        cc_op(cc, "V_RED_MAX f2, gp1, 0");
        cc_op(cc, "S_SUB_FP f1, f1, f2");
        cc_op(cc, "S_EXP_FP f1, f1");
        cc_op(cc, "S_ST_FP f1, gp2, %" PRIu32, row_rescale(cc));
        cc_op(cc, "S_LD_FP f3, gp2, %" PRIu32, row_sum(cc));
        cc_op(cc, "S_MUL_FP f3, f3, f1");
    }
    if (!f->last)
        cc_op(cc, "S_ST_FP f2, gp2, %d", ROW_MAX);
    cc_op(cc, "V_SUB_VF gp1, gp1, f2, 0, 0");
    cc_op(cc, "V_EXP_V gp1, gp1, 0");
    cc_op(cc, "V_RED_SUM f3, gp1");
    if (f->last)
        cc_op(cc, "S_RECI_FP f3, f3");
    cc_op(cc, "S_ST_FP f3, gp2, %" PRIu32, row_sum(cc));
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, 1");
    cc_end(cc, 4, f->rows);
}

/* y = (y * factor + part) / sum, row by row; the factor only after the first block, the division
 * only after the last.  part is y itself in the first block, and a quarter of what it should be if
 * it comes from the broadcast unit.  gp1 row of y, gp2 FPRAM index, gp3 row of part, gp4 counter.
 */
static void merge(struct cc *cc, const struct flash *f, uint32_t y, uint32_t part)
{
    const bool wide = cc_wide_wanted(cc);

    if (f->first && !f->last && !wide)
        return;
    cc_note(cc, "%s%s", f->first ? "take" : "rescale, add", f->last ? ", divide by the sum" : "");
    cc_li(cc, 1, y);
    cc_li(cc, 2, 0);
    cc_li(cc, 3, part);
    cc_loop(cc, 4, f->rows);
    if (wide)
        cc_op(cc, "V_MUL_VF gp%d, gp3, f5, 0", f->first ? 1 : 3);
    if (!f->first) {
        cc_op(cc, "S_LD_FP f1, gp2, %" PRIu32, row_rescale(cc));
        cc_op(cc, "V_MUL_VF gp1, gp1, f1, 0");
        cc_op(cc, "V_ADD_VV gp1, gp1, gp3, 0");
    }
    if (f->last) {
        cc_op(cc, "S_LD_FP f3, gp2, %" PRIu32, row_sum(cc));
        cc_op(cc, "V_MUL_VF gp1, gp1, f3, 0");
    }
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, 1");
    if (wide || !f->first)
        cc_op(cc, "S_ADDI_INT gp3, gp3, %" PRIu32, cc->vlen);
    cc_end(cc, 4, f->rows);
}

/* Adds one key block's share to y, whose first row of this query block is at y.base. */
static void add_values(struct cc *cc, const struct flash *f, struct cc_mat y,
                       const struct keys *keys, uint32_t block, uint32_t part)
{
    for (uint32_t j = 0; j < y.cols / cc->mlen; j++) {
        const uint32_t to = columns(cc, y, j * cc->mlen, cc->mlen).base;

        cc_note(cc, "times values of key block %" PRIu32 ", column block %" PRIu32, block, j);
        load_tiles(cc, keys->v_base,
                   keys->v + (uint64_t)block * cc->mlen * keys->cols + (uint64_t)j * cc->mlen, 0,
                   1);
        strip(cc, (struct strip){ .y = f->first ? to : part,
                                  .cols = cc->mlen,
                                  .rows = f->rows,
                                  .x = f->p,
                                  .count = 1 });
        merge(cc, f, to, part);
    }
}

/* The same on the broadcast unit, whose accumulator goes to scratch. */
static void wide_add_values(struct cc *cc, const struct flash *f, struct cc_mat y,
                            const struct keys *keys, uint32_t block, uint32_t scratch)
{
    const uint32_t       mark = cc->vram_next;
    const struct cc_mat  p = { f->p, cc->mlen, cc->mlen };
    const struct cc_wide x = cc_wide_copies(cc, p, false);

    set_stride(cc, keys, 4);
    for (uint32_t j = 0; j < y.cols / cc->mlen; j++) {
        cc_note(cc, "times values of key block %" PRIu32 ", column block %" PRIu32, block, j);
        cc_li(cc, 12, keys->v + (uint64_t)block * cc->mlen * keys->cols + (uint64_t)j * cc->mlen);
        cc_wide_tiles(cc, keys->v_base, keys->cols, 1);
        cc_wide_multiply(cc, &x, 0, false);
        cc_li(cc, 1, scratch);
        cc_op(cc, "M_BMM_WO gp1, 0");
        merge(cc, f, columns(cc, y, j * cc->mlen, cc->mlen).base,
              scratch + 3 * cc->mlen * cc->vlen);
    }
    set_stride(cc, keys, 1);
    cc->vram_next = mark;
}

/* The scores of this block of queries with this block of keys to f->p. */
static void wide_scores_block(struct cc *cc, const struct flash *f, const struct cc_wide *q,
                              uint32_t first, const struct keys *keys, uint32_t block)
{
    cc_note(cc, "scores of queries %" PRIu32 " to %" PRIu32 " with key block %" PRIu32, first,
            first + f->rows - 1, block);
    load_tiles(cc, keys->k_base, keys->k + (uint64_t)block * cc->mlen * keys->cols, cc->mlen,
               q->m[0].cols / cc->mlen);
    cc_wide_multiply(cc, q, first, true);
    cc_li(cc, 1, f->p - 3 * cc->mlen * cc->vlen);
    cc_op(cc, "M_BMM_WO gp1, 0");
}

void cc_task_flash_attention(struct cc *cc)
{
    const struct keys   keys = input_keys(cc);
    const bool          wide = cc_wide_wanted(cc);
    const struct cc_mat q = cc_mat_new(cc, cc->c->p[0], cc->c->p[1]), out = cc_output(cc);
    const uint32_t      blocks = blocks_of(cc, keys.count), tile = cc->mlen * cc->vlen;
    const uint32_t      p = cc_wide_scratch(cc) + 3 * tile, part = cc_wide_scratch(cc);
    struct cc_wide      copies = { .m[3] = q };

    cc_load(cc, 0, q);
    load_constants(cc);
    const uint32_t mask = make_mask(cc, keys.count);

    use_keys(cc, &keys);
    if (wide)
        copies = cc_wide_copies(cc, q, true);
    for (uint32_t first = 0; first < q.rows; first += cc->mlen)
        for (uint32_t block = 0; block < blocks; block++) {
            const struct flash  f = { .rows = smaller(cc->mlen, q.rows - first),
                                      .p = p,
                                      .mask = block == blocks - 1 ? mask : 0,
                                      .first = block == 0,
                                      .last = block == blocks - 1 };
            const struct cc_mat y = { out.base + first * cc->vlen, out.rows, out.cols };

            if (wide)
                wide_scores_block(cc, &f, &copies, first, &keys, block);
            else
                scores_block(cc, &keys, block, q, first, f.rows, p);
            online_softmax(cc, &f);
            if (wide)
                wide_add_values(cc, &f, y, &keys, block, part);
            else
                add_values(cc, &f, y, &keys, block, part);
        }
}

/* ---- key/value cache ---------------------------------------------------------------------- */

/* Keys and values share one tensor in the scratch part of HBM: first the rows of the keys, then
 * those of the values, each zero-padded to a multiple of MLEN.  a7 holds its base. */
static struct keys cache(struct cc *cc, struct cc_heads h)
{
    const uint32_t rows = blocks_of(cc, h.s) * cc->mlen, cols = h.nkv * h.d;
    const uint64_t half = (uint64_t)rows * cols;

    assert(half * 2 * 9 / 8 <= cc->layout->scratch_to - cc->layout->scratch_from);
    cc_note(cc, "key/value cache at HBM %" PRIu64, cc->layout->scratch_from);
    cc_li(cc, 1, cc->layout->scratch_from);
    cc_op(cc, "C_SET_ADDR_REG a7, gp0, gp1");
    return (struct keys){
        .k_base = 7, .v_base = 7, .v = half, .scale = 2 * half, .cols = cols, .count = h.s
    };
}

/* Stores m to the rows of the cache that start at offset (7.2); again: the same few rows of m.base
 * every time.  gp2 VRAM, gp3 offset, gp4 and gp6 counters, gp5 first element of the column block,
 * gp1 scratch. */
static void store(struct cc *cc, const struct keys *keys, struct cc_mat m, uint64_t offset,
                  bool again)
{
    const uint32_t groups = m.rows / cc->writeback, blocks = m.cols / cc->vlen;

    cc_li(cc, 2, m.base);
    cc_li(cc, 5, offset);
    cc_loop(cc, 6, blocks);
    cc_op(cc, "S_ADDI_INT gp3, gp5, 0");
    cc_loop(cc, 4, groups);
    cc_op(cc, "H_STORE_V gp2, gp3, a%d, 1, 0", keys->k_base);
    if (!again)
        cc_add(cc, 2, 2, cc->writeback * cc->vlen, 1);
    cc_add(cc, 3, 3, (uint64_t)cc->writeback * keys->cols, 1);
    cc_end(cc, 4, groups);
    cc_op(cc, "S_ADDI_INT gp5, gp5, %" PRIu32, cc->vlen);
    cc_end(cc, 6, blocks);
}

/* Zeroes the rows between the last key and the end of its block: a probability there is nearly 0,
 * but 0 times whatever lies there need not be.  The broadcast unit computes scores there, too. */
static void pad(struct cc *cc, const struct keys *keys)
{
    const uint32_t rows = blocks_of(cc, keys->count) * cc->mlen - keys->count;
    const uint64_t end = (uint64_t)keys->count * keys->cols;

    if (rows == 0)
        return;
    const struct cc_mat zero = { cc_vram(cc, (uint64_t)cc->writeback * cc->vlen), rows,
                                 keys->cols };

    cc_note(cc, "%" PRIu32 " rows of zeros behind them", rows);
    cc_li(cc, 1, zero.base);
    cc_li(cc, 2, cc->vlen);
    cc_loop(cc, 3, cc->writeback);
    cc_op(cc, "V_SHFT_V gp1, gp1, gp2");
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_end(cc, 3, cc->writeback);
    store(cc, keys, zero, keys->v + end, true);
    if (cc_wide_wanted(cc))
        store(cc, keys, zero, keys->k + end, true);
}

struct cc_wide cc_ready(struct cc *cc, struct cc_mat x)
{
    if (!cc_wide_wanted(cc))
        return (struct cc_wide){ .m[3] = x };
    cc_wide_constants(cc);
    return cc_wide_copies(cc, x, false);
}

void cc_project(struct cc *cc, struct cc_mat y, const struct cc_wide *x, size_t index)
{
    if (index == 7) {
        cc_li(cc, 1, cc->layout->in[index].address);
        cc_op(cc, "C_SET_ADDR_REG a7, gp0, gp1");
    }
    if (cc_wide_wanted(cc))
        cc_wide_gemm(cc, y, x, index, cc_base(cc, index));
    else
        cc_gemm(cc, y, x->m[3], index, 0);
}

/* context = all heads side by side; keys and values are in the cache. */
static void each_head(struct cc *cc, struct cc_mat context, struct cc_mat q,
                      const struct keys *keys, struct cc_heads h)
{
    const uint32_t      mask = make_mask(cc, h.s);
    const struct cc_mat p = scores_new(cc, h.s, h.s);
    struct cc_wide      copies = { .m[3] = q };

    if (cc_wide_wanted(cc))
        copies = cc_wide_copies(cc, q, true);
    for (uint32_t i = 0; i < h.nh; i++) {
        const uint32_t       from = i * h.nkv / h.nh * h.d;
        const struct cc_mat  y = columns(cc, context, i * h.d, h.d);
        const struct cc_wide own_q = wide_columns(cc, &copies, i * h.d, h.d);
        struct keys          own = *keys;

        own.k += from;
        own.v += from;
        cc_note(cc, "---- head %" PRIu32 " ----", i);
        if (cc_wide_wanted(cc))
            wide_head(cc, y, &own_q, &own, mask);
        else
            head(cc, y, own_q.m[3], &own, p, mask);
    }
}

void cc_attend(struct cc *cc, struct cc_mat y, const struct cc_wide *x,
               const struct cc_wide *memory, size_t first, struct cc_heads h)
{
    const uint32_t      kv = h.nkv * h.d;
    const struct cc_mat q = cc_mat_new(cc, h.s, h.nh * h.d), k = cc_mat_new(cc, h.s, kv);
    const struct cc_mat v = cc_mat_new(cc, h.s, kv), context = cc_mat_new(cc, h.s, h.nh * h.d);

    cc_project(cc, q, x, first);
    cc_project(cc, k, memory, first + 1);
    cc_project(cc, v, memory, first + 2);

    const struct keys keys = cache(cc, h);

    use_keys(cc, &keys);
    cc_note(cc, "store keys and values");
    store(cc, &keys, k, keys.k, false);
    store(cc, &keys, v, keys.v, false);
    pad(cc, &keys);
    load_constants(cc);
    each_head(cc, context, q, &keys, h);

    const struct cc_wide joined = cc_ready(cc, context);

    cc_project(cc, y, &joined, first + 3);
}

/* ---- tasks with projections --------------------------------------------------------------- */

static void attend_input(struct cc *cc, uint32_t nkv)
{
    const uint32_t     *p = cc->c->p;
    const struct cc_mat x = cc_mat_new(cc, p[0], p[1]);

    cc_load(cc, 0, x);
    const struct cc_wide ready = cc_ready(cc, x);

    cc_attend(cc, cc_output(cc), &ready, &ready, 1,
              (struct cc_heads){ p[0], p[2], nkv, p[1] / p[2] });
}

void cc_task_mha(struct cc *cc)
{
    attend_input(cc, cc->c->p[2]);
}

void cc_task_gqa(struct cc *cc)
{
    attend_input(cc, cc->c->p[3]);
}

void cc_task_mqa(struct cc *cc)
{
    attend_input(cc, 1);
}

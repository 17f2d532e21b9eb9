/* Products through the broadcast unit (plena.md 3.4 and 5.2), for --opt best.
 *
 * M_BMM costs as much as one M_MM, but multiplies MLEN rows by HLEN rows of a tile:
 *
 *     acc[q][m][n] += 1/4 sum over d < HLEN of x[m][d * B + q] * tile[h + d][n],   B = MLEN / HLEN
 *
 * A plain product uses one of the B accumulators, the last.  Its lanes of x are d * B + B - 1; a
 * copy of x shifted up by s lanes has x[d * B + r], r = B - 1 - s, there.  The tile must then hold
 * every B-th row of the weights from row r on: the transfer's STRIDE picks them.  B copies and B
 * tiles make the whole sum, in one binary32 accumulator.  The other accumulators hold nonsense.
 */
#include "baseline/plena/broadcast.h"

#include <inttypes.h>

enum { MOST_COPIES = 4, TEMP = 1, LANES = 2, SUM = 7, OTHER = 8, FIRST_COPY = 9 };

bool cc_can_broadcast(const struct cc *cc, uint32_t depth, uint32_t products)
{
    const uint32_t group = cc->broadcast * cc->mlen, tiles = cc->broadcast * products;

    return !cc->slow_broadcast && cc->broadcast <= MOST_COPIES &&
           cc->broadcast * cc->hlen == cc->mlen && cc->vlen == cc->mlen &&
           cc->prefetch_v == cc->blen && (depth + group - 1) / group * tiles <= cc->mram_tiles;
}

/* ---- operands ----------------------------------------------------------------------------- */

struct cc_copies cc_copies_new(struct cc *cc, uint32_t rows, uint32_t cols)
{
    const struct cc_mat x = cc_mat_new(cc, rows, cols);

    cc_vram(cc, (uint64_t)(cc->broadcast - 1) * rows * cols);
    /* M_BMM reads MLEN rows, also where there are fewer */
    cc_vram(cc, (uint64_t)cc->mlen * cc->mlen);
    return (struct cc_copies){ x, rows * cols };
}

static void start_copies(struct cc *cc, const struct cc_copies *x, uint32_t first_row)
{
    for (uint32_t i = 0; i < cc->broadcast; i++)
        cc_li(cc, FIRST_COPY + (int)i, x->mat.base + i * x->distance + first_row * cc->vlen);
}

static void next_row(struct cc *cc, int reg)
{
    cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, reg, reg, cc->vlen);
}

/* The row at FIRST_COPY is complete: shifts the copies out of it, and goes on. */
static void shift_row(struct cc *cc)
{
    for (int i = 1; i < (int)cc->broadcast; i++) {
        cc_op(cc, "V_SHIFT_V gp%d, gp%d, gp%d", FIRST_COPY + i, FIRST_COPY + i - 1, LANES);
        next_row(cc, FIRST_COPY + i - 1);
    }
    next_row(cc, FIRST_COPY + (int)cc->broadcast - 1);
}

/* gp3 offset, gp5 offset of the column block, gp6 and gp4 count. */
struct cc_copies cc_load_copies(struct cc *cc, size_t index)
{
    const struct kc_tensor *t = &cc->c->in[index];
    const struct cc_copies  x = cc_copies_new(cc, t->batch * t->rows, t->cols);
    const uint32_t          blocks = t->cols / cc->vlen, groups = x.mat.rows / cc->prefetch_v;

    cc_note(cc, "load %s and its copies, shifted by 1 to %" PRIu32 " lanes", t->name,
            cc->broadcast - 1);
    cc_set_tensor(cc, index);
    start_copies(cc, &x, 0);
    cc_li(cc, LANES, 1);
    cc_li(cc, 5, 0);
    cc_loop(cc, 6, blocks);
    cc_op(cc, "S_ADDI_INT gp3, gp5, 0");
    cc_loop(cc, 4, groups);
    cc_op(cc, "H_PREFETCH_V gp%d, gp3, a%d, 1, 0", FIRST_COPY, cc_base(cc, index));
    for (uint32_t i = 0; i < cc->prefetch_v; i++)
        shift_row(cc);
    if (groups > 1)
        cc_add(cc, 3, 3, (uint64_t)cc->prefetch_v * t->cols, 1);
    cc_end(cc, 4, groups);
    if (blocks > 1)
        next_row(cc, 5);
    cc_end(cc, 6, blocks);
    return x;
}

/* ---- products ----------------------------------------------------------------------------- */

static uint32_t groups_of(const struct cc *cc, const struct cc_broadcast *p)
{
    const uint32_t group = cc->broadcast * cc->mlen;

    return (p->x->mat.cols + group - 1) / group;
}

static uint32_t tiles_of(const struct cc *cc, const struct cc_broadcast *p)
{
    return groups_of(cc, p) * cc->broadcast;
}

/* Tile g * B + r: rows (g * MLEN + i) * B + r of the weights.  gp2 tile, gp3 offset. */
static void load_tiles(struct cc *cc, const struct cc_broadcast *p, uint32_t product)
{
    const uint64_t cols = cc->c->in[p->weights[product]].cols;
    const uint32_t groups = groups_of(cc, p);
    const int      base = cc_base(cc, p->weights[product]);

    cc_op(cc, "S_ADDI_INT gp3, gp4, 0");
    cc_li(cc, 2, (uint64_t)product * tiles_of(cc, p) * cc->mlen * cc->mlen);
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t r = 0; r < cc->broadcast; r++) {
            const bool     last = r + 1 == cc->broadcast;
            const uint64_t step = last ? cc->broadcast * (cc->mlen - 1) + 1 : 1;

            cc_op(cc, "H_PREFETCH_M gp2, gp3, a%d, 1, 0", base);
            if (last && g + 1 == groups)
                break;
            cc_add(cc, 2, 2, (uint64_t)cc->mlen * cc->mlen, 1);
            cc_add(cc, 3, 3, step * cols, 1);
        }
}

/* All of K for MLEN rows; gp6 the first of them in the unshifted copy.  gp2 tile, gp5 rows of x. */
static void accumulate(struct cc *cc, const struct cc_broadcast *p, uint32_t product)
{
    const uint32_t tile = cc->mlen * cc->mlen, chunks = p->x->mat.cols / cc->mlen;
    const uint32_t pitch = p->x->mat.rows * cc->vlen;

    for (uint32_t s = 0; s < cc->broadcast; s++) {
        cc_add(cc, 5, 6, (uint64_t)s * p->x->distance, 1);
        for (uint32_t k = 0; k < chunks; k++) {
            const uint32_t slot = product * tiles_of(cc, p) + k / cc->broadcast * cc->broadcast +
                                  cc->broadcast - 1 - s;

            if (k % cc->broadcast == 0)
                cc_li(cc, 2, (uint64_t)slot * tile);
            else
                cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->hlen);
            cc_op(cc, "M_BMM 0, gp2, gp5");
            if (k + 1 < chunks)
                cc_add(cc, 5, 5, pitch, 1);
        }
    }
    cc_li(cc, 1, p->sums[product]);
    cc_op(cc, "M_BMM_WO gp1, 0");
}

/* One row from the sums at gp7 (and gp8) to gp9; f7 is the factor that the sums lack. */
static void finish_row(struct cc *cc, const struct cc_broadcast *p)
{
    switch (p->finish) {
    case CC_PLAIN:
        cc_op(cc, "V_MUL_VF gp9, gp7, f7, 0");
        break;
    case CC_BIAS:
        cc_op(cc, "V_MUL_VF gp1, gp7, f7, 0");
        cc_op(cc, "V_ADD_VV gp9, gp1, gp8, 0");
        break;
    case CC_SILU:
    case CC_GATED_SILU:
        cc_op(cc, "V_MUL_VF gp1, gp7, f6, 0");
        cc_op(cc, "V_EXP_V gp1, gp1, 0");
        cc_op(cc, "V_ADD_VF gp1, gp1, f1, 0");
        cc_op(cc, "V_RECI_V gp1, gp1, 0");
        cc_op(cc, "V_MUL_VV gp%d, gp7, gp1, 0", p->finish == CC_SILU ? 9 : 1);
        if (p->finish == CC_GATED_SILU) {
            cc_op(cc, "V_MUL_VV gp9, gp1, gp8, 0");
            next_row(cc, OTHER);
        }
        break;
    }
    next_row(cc, SUM);
    if (p->spread)
        shift_row(cc);
    else
        next_row(cc, FIRST_COPY);
}

static void finish_rows(struct cc *cc, const struct cc_broadcast *p, uint32_t rows)
{
    const uint32_t used = (cc->broadcast - 1) * cc->mlen * cc->mlen;
    const uint32_t unroll = rows % 8 == 0 ? 8 : cc->blen;

    cc_li(cc, SUM, p->sums[0] + used);
    if (p->finish == CC_GATED_SILU)
        cc_li(cc, OTHER, p->sums[1] + used);
    if (p->finish != CC_PLAIN)
        cc_li(cc, TEMP, p->temp);
    if (p->spread)
        cc_li(cc, LANES, 1);
    cc_loop(cc, 15, rows / unroll);
    for (uint32_t i = 0; i < unroll; i++)
        finish_row(cc, p);
    cc_end(cc, 15, rows / unroll);
}

static void multiply_rows(struct cc *cc, const struct cc_broadcast *p, uint32_t rows)
{
    accumulate(cc, p, 0);
    if (p->finish == CC_GATED_SILU)
        accumulate(cc, p, 1);
    finish_rows(cc, p, rows);
}

/* f7 = 4, f1 = 1, from exp(0): no task of products has them as constants. */
static void four(struct cc *cc)
{
    cc_op(cc, "S_EXP_FP f1, f0");
    cc_op(cc, "S_ADD_FP f7, f1, f1");
    cc_op(cc, "S_MUL_FP f7, f7, f7");
}

/* f7 = 4^power; f6 = -f7 for SiLU. */
static void constants(struct cc *cc, const struct cc_broadcast *p)
{
    four(cc);
    if (p->power > 1)
        cc_op(cc, "S_ADD_FP f5, f7, f0");
    for (uint32_t i = 1; i < p->power; i++)
        cc_op(cc, "S_MUL_FP f7, f7, f5");
    if (p->finish == CC_SILU || p->finish == CC_GATED_SILU)
        cc_op(cc, "S_SUB_FP f6, f0, f7");
}

void cc_broadcast(struct cc *cc, struct cc_broadcast *p)
{
    const struct kc_tensor *w = &cc->c->in[p->weights[0]];
    const struct cc_mat     y = p->spread ? p->spread->mat : p->y;
    const uint32_t          nb = y.cols / cc->mlen, full = p->rows / cc->mlen;
    const uint32_t tail = p->rows % cc->mlen, products = p->finish == CC_GATED_SILU ? 2 : 1;

    cc_note(cc, "%" PRIu32 " rows of VRAM %" PRIu32 " * %s", p->rows, p->x->mat.base, w->name);
    p->temp = cc_vram(cc, cc->vlen);
    for (uint32_t i = 0; i < products; i++)
        p->sums[i] = cc_vram(cc, (uint64_t)cc->broadcast * cc->mlen * cc->mlen);
    cc_set_tensor(cc, p->weights[0]);
    cc_li(cc, 1, (uint64_t)cc->broadcast * w->cols);
    cc_op(cc, "C_SET_STRIDE_REG gp1");
    constants(cc, p);
    cc_li(cc, 4, (uint64_t)p->first_weight_row * w->cols);
    if (p->finish == CC_BIAS)
        cc_li(cc, OTHER, p->bias);
    if (p->spread)
        start_copies(cc, p->spread, p->first_row);
    else
        cc_li(cc, FIRST_COPY, y.base + p->first_row * cc->vlen);
    cc_loop(cc, 13, nb);
    for (uint32_t i = 0; i < products; i++)
        load_tiles(cc, p, i);
    cc_li(cc, 6, p->x->mat.base + p->first_row * cc->vlen);
    cc_loop(cc, 14, full);
    if (full)
        multiply_rows(cc, p, cc->mlen);
    if (full > 1 || (full && tail))
        cc_add(cc, 6, 6, (uint64_t)cc->mlen * cc->mlen, 1);
    cc_end(cc, 14, full);
    if (tail)
        multiply_rows(cc, p, tail);
    if (nb > 1) {
        next_row(cc, 4);
        if (p->finish == CC_BIAS)
            next_row(cc, OTHER);
        if (p->rows < y.rows)
            cc_add(cc, FIRST_COPY, FIRST_COPY, (uint64_t)(y.rows - p->rows) * cc->vlen, 1);
    }
    cc_end(cc, 13, nb);
}

/* ---- matrix times vector ------------------------------------------------------------------ */

/* M_BTMV takes one cycle: acc[q][n] += 1/4 sum over d < HLEN of x[q * HLEN + d] * tile[n][h + d].
 * Again the last accumulator: copy i of x, shifted up by i * HLEN lanes, belongs to
 * h = (B - 1 - i) * HLEN. */
static struct cc_copies load_vector_copies(struct cc *cc, size_t index)
{
    const uint32_t         step = cc->prefetch_v * cc->vlen, cols = cc->c->in[index].cols;
    const uint32_t         distance = (cols + step - 1) / step * step, chunks = cols / cc->vlen;
    const struct cc_copies x = { { cc_vram(cc, (uint64_t)cc->broadcast * distance), 1, cols },
                                 distance };

    cc_load(cc, index, x.mat);
    cc_note(cc, "copies of it, shifted by multiples of %" PRIu32 " lanes", cc->hlen);
    cc_li(cc, LANES, cc->hlen);
    start_copies(cc, &x, 0);
    cc_loop(cc, 3, chunks);
    shift_row(cc);
    cc_end(cc, 3, chunks);
    return x;
}

/* gp3 offset, gp4 tile's head i at gp4 + i, gp8 result, gp9 on the copies; gp7 where sums go, gp2
 * the useful ones. */
void cc_broadcast_gemv(struct cc *cc)
{
    const struct kc_tensor *a = &cc->c->in[0];
    const uint32_t          nb = a->rows / cc->mlen, kb = a->cols / cc->mlen;
    const uint32_t          last = cc->broadcast - 1, pitch = cc->layout->out.rows * cc->vlen;
    const struct cc_copies  x = load_vector_copies(cc, 1);
    const uint32_t          sums = cc_vram(cc, (uint64_t)cc->broadcast * cc->vlen);

    cc_note(cc, "y = a x, %" PRIu32 " rows of a at a time", cc->mlen);
    cc_set_tensor(cc, 0);
    four(cc);
    cc_li(cc, 3, 0);
    for (uint32_t i = 0; i < last; i++)
        cc_li(cc, 4 + (int)i, (last - i) * cc->hlen);
    cc_li(cc, 7, sums);
    cc_li(cc, 2, sums + last * cc->vlen);
    cc_li(cc, 8, (uint64_t)cc->layout->out.address);
    cc_loop(cc, 13, nb);
    start_copies(cc, &x, 0);
    cc_loop(cc, 14, kb);
    cc_op(cc, "H_PREFETCH_M gp0, gp3, a%d, 1, 0", cc_base(cc, 0));
    for (uint32_t i = 0; i <= last; i++) {
        cc_op(cc, "M_BTMV gp0, gp%d, gp%d", i < last ? 4 + (int)i : 0, FIRST_COPY + (int)i);
        if (kb > 1)
            next_row(cc, FIRST_COPY + (int)i);
    }
    next_row(cc, 3);
    cc_end(cc, 14, kb);
    cc_op(cc, "M_BMV_WO gp7, 0");
    cc_op(cc, "V_MUL_VF gp8, gp2, f7, 0");
    if (nb > 1) {
        cc_add(cc, 8, 8, pitch, 1);
        cc_add(cc, 3, 3, (uint64_t)(cc->mlen - 1) * a->cols, 1);
    }
    cc_end(cc, 13, nb);
}

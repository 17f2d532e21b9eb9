/* Products on the broadcast unit (wide.h). */
#include "baseline/plena/wide.h"

#include <inttypes.h>

enum { QUARTERS = 4 };

bool cc_wide_wanted(const struct cc *cc)
{
    return cc->best && !cc->slow_broadcast && cc->broadcast == QUARTERS &&
           cc->hlen * QUARTERS == cc->mlen && cc->mlen == cc->vlen;
}

void cc_wide_constants(struct cc *cc)
{
    cc_note(cc, "f5 = 4: exp(0) doubled twice");
    cc_op(cc, "S_EXP_FP f5, f0");
    cc_op(cc, "S_ADD_FP f5, f5, f5");
    cc_op(cc, "S_ADD_FP f5, f5, f5");
}

uint32_t cc_wide_scratch(struct cc *cc)
{
    return cc_vram(cc, (uint64_t)QUARTERS * cc->mlen * cc->vlen);
}

struct cc_wide cc_wide_copies(struct cc *cc, struct cc_mat x, bool transposed)
{
    const uint32_t lanes = transposed ? cc->hlen : 1, rows = x.rows * x.cols / cc->vlen;
    struct cc_wide wide = { .m[QUARTERS - 1] = x };

    cc_note(cc, "copies of VRAM %" PRIu32 ", shifted by multiples of %" PRIu32, x.base, lanes);
    cc_li(cc, 1, x.base);
    for (int i = 0; i < QUARTERS - 1; i++) {
        wide.m[i] = cc_mat_new(cc, x.rows, x.cols);
        cc_li(cc, 2 + i, wide.m[i].base);
        cc_li(cc, 5 + i, (uint64_t)lanes * (uint32_t)(QUARTERS - 1 - i));
    }
    cc_loop(cc, 8, rows);
    for (int i = 0; i < QUARTERS - 1; i++) {
        cc_op(cc, "V_SHFT_V gp%d, gp1, gp%d", 2 + i, 5 + i);
        cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, 2 + i, 2 + i, cc->vlen);
    }
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_end(cc, 8, rows);
    return wide;
}

/* A tile holds every fourth row of 256, so four tiles hold four blocks of depth. */
void cc_wide_tiles(struct cc *cc, int base, uint32_t cols, uint32_t count)
{
    const uint32_t groups = (count + QUARTERS - 1) / QUARTERS;

    assert(groups * QUARTERS <= cc->mram_tiles);
    cc_li(cc, 2, 0);
    cc_op(cc, "S_ADDI_INT gp3, gp12, 0");
    for (uint32_t group = 0; group < groups; group++) {
        if (group)
            cc_add(cc, 3, 3, (uint64_t)(QUARTERS * cc->mlen - QUARTERS) * cols, 1);
        cc_loop(cc, 4, QUARTERS);
        cc_op(cc, "H_PREFETCH_M gp2, gp3, a%d, 1, 0", base);
        cc_add(cc, 2, 2, cc->mlen * cc->mlen, 1);
        cc_add(cc, 3, 3, cols, 1);
        cc_end(cc, 4, QUARTERS);
    }
}

/* count blocks of depth whose matrices lie step apart, quarters of one block inner apart.  gp3
 * matrix of the block, gp4 of the quarter, gp5 to gp8 copies of x, gp10 counter. */
static void blocks(struct cc *cc, uint32_t count, uint32_t inner, uint32_t step, uint32_t pitch,
                   bool transposed)
{
    cc_loop(cc, 10, count);
    cc_op(cc, "S_ADDI_INT gp4, gp3, 0");
    for (int i = 0; i < QUARTERS; i++) {
        cc_op(cc, "%s 0, gp4, gp%d", transposed ? "M_BTMM" : "M_BMM", 5 + i);
        cc_add(cc, 5 + i, 5 + i, pitch, 1);
        if (i < QUARTERS - 1)
            cc_add(cc, 4, 4, inner, 1);
    }
    cc_add(cc, 3, 3, step, 1);
    cc_end(cc, 10, count);
}

void cc_wide_multiply(struct cc *cc, const struct cc_wide *x, uint32_t first, bool transposed)
{
    const uint32_t tile = cc->mlen * cc->mlen, count = x->m[0].cols / cc->mlen;
    const uint32_t pitch = x->m[0].rows * cc->vlen;

    for (int i = 0; i < QUARTERS; i++)
        cc_li(cc, 5 + i, x->m[i].base + (uint64_t)first * cc->vlen);
    if (transposed) {
        cc_li(cc, 3, 0);
        blocks(cc, count, cc->hlen, tile, pitch, true);
        return;
    }
    for (uint32_t done = 0; done < count; done += QUARTERS) {
        const uint32_t now = count - done < QUARTERS ? count - done : QUARTERS;

        cc_li(cc, 3, (uint64_t)done * tile);
        blocks(cc, now, tile, cc->hlen, pitch, false);
    }
}

void cc_wide_result(struct cc *cc, uint32_t scratch, int to, uint32_t skip, uint32_t rows)
{
    cc_li(cc, 1, scratch);
    cc_op(cc, "M_BMM_WO gp1, 0");
    cc_li(cc, 1, scratch + (QUARTERS - 1) * cc->mlen * cc->vlen);
    cc_add(cc, 2, to, skip, 3);
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_MUL_VF gp2, gp1, f5, 0");
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->vlen);
    cc_end(cc, 3, rows);
}

/* gp12 offset of the strip in HBM, gp13 column block of y, gp14 counter. */
void cc_wide_gemm(struct cc *cc, struct cc_mat y, const struct cc_wide *x, size_t index, int base)
{
    const struct kc_tensor *w = &cc->c->in[index];
    const uint32_t          strips = y.cols / cc->mlen, scratch = cc_wide_scratch(cc);

    cc_note(cc, "VRAM %" PRIu32 " = VRAM %" PRIu32 " * %s on the broadcast unit", y.base,
            x->m[QUARTERS - 1].base, w->name);
    cc_li(cc, 1, (uint64_t)cc->layout->in[index].rows * w->cols);
    cc_op(cc, "C_SET_SCALE_REG gp1");
    cc_li(cc, 1, (uint64_t)QUARTERS * w->cols);
    cc_op(cc, "C_SET_STRIDE_REG gp1");
    cc_li(cc, 12, 0);
    cc_li(cc, 13, y.base);
    cc_loop(cc, 14, strips);
    cc_wide_tiles(cc, base, w->cols, x->m[0].cols / cc->mlen);
    for (uint32_t first = 0; first < y.rows; first += cc->mlen) {
        cc_wide_multiply(cc, x, first, false);
        cc_wide_result(cc, scratch, 13, first * cc->vlen,
                       y.rows - first < cc->mlen ? y.rows - first : cc->mlen);
    }
    cc_add(cc, 13, 13, y.rows * cc->vlen, 1);
    cc_op(cc, "S_ADDI_INT gp12, gp12, %" PRIu32, cc->mlen);
    cc_end(cc, 14, strips);
}

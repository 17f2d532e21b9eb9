/* rope for --opt best: the rotation without its matrix.
 *
 * x, cos and sin have one shape, hence one SCALE and STRIDE.  Four rows at a time are fetched and
 * finished; cos and sin need no place of their own beyond that.
 */
#include "baseline/plena/best.h"

#include <inttypes.h>

/* Registers: cos and sin rows, then the rest. */
enum { COS = 1, SIN = 5, X = 9, OTHER = 10, TEMP = 11, OFFSET = 12, OFFSET2 = 13, COUNTER = 14 };
enum { LANES = 15, ROWS = 4 };

static void tables(struct cc *cc)
{
    const uint32_t at = cc_vram(cc, (uint64_t)2 * ROWS * cc->vlen);

    for (int i = 0; i < 2 * ROWS; i++)
        cc_li(cc, COS + i, at + (uint32_t)i * cc->vlen);
}

static void fetch(struct cc *cc, int to, int offset, int base)
{
    cc_op(cc, "H_PREFETCH_V gp%d, gp%d, a%d, 1, 0", to, offset, base);
}

static void advance(struct cc *cc, int reg, uint64_t by)
{
    cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu64, reg, reg, by);
}

/* Halves that are whole column blocks: x and other, D/2 columns apart, share cos and sin. */
static void rope_blocks(struct cc *cc, struct cc_mat x)
{
    const uint32_t half = x.cols / 2, groups = x.rows / ROWS;

    cc_note(cc, "x = x cos - other sin, other = other cos + x sin: other is half a row further");
    cc_li(cc, X, x.base);
    cc_li(cc, OTHER, x.base + (uint64_t)half * x.rows);
    cc_li(cc, TEMP, cc_vram(cc, cc->vlen));
    for (uint32_t col = 0; col < half; col += cc->vlen) {
        cc_li(cc, OFFSET, col);
        cc_li(cc, OFFSET2, col + half);
        cc_loop(cc, COUNTER, groups);
        fetch(cc, X, OFFSET, 0);
        fetch(cc, OTHER, OFFSET2, 0);
        fetch(cc, COS, OFFSET, 1);
        fetch(cc, SIN, OFFSET, 2);
        for (int i = 0; i < ROWS; i++) {
            cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", TEMP, X, SIN + i);
            cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", SIN + i, OTHER, SIN + i);
            cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", X, X, COS + i);
            cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", OTHER, OTHER, COS + i);
            cc_op(cc, "V_SUB_VV gp%d, gp%d, gp%d, 0", X, X, SIN + i);
            cc_op(cc, "V_ADD_VV gp%d, gp%d, gp%d, 0", OTHER, OTHER, TEMP);
            advance(cc, X, cc->vlen);
            advance(cc, OTHER, cc->vlen);
        }
        if (groups > 1) {
            advance(cc, OFFSET, (uint64_t)ROWS * x.cols);
            advance(cc, OFFSET2, (uint64_t)ROWS * x.cols);
        }
        cc_end(cc, COUNTER, groups);
    }
}

/* Rows of one vector: the lane shift makes the upper half of rot(x), a transfer that starts half a
 * row later the lower half; the mask keeps what it brings beyond that away. */
static void rope_lanes(struct cc *cc, struct cc_mat x)
{
    const uint32_t half = x.cols / 2, groups = x.rows / ROWS;
    const uint32_t other = cc_vram(cc, (uint64_t)ROWS * cc->vlen);

    cc_note(cc, "other = rot(x), x = x cos + other sin; the mask selects the lower half");
    cc_li(cc, LANES, (UINT32_C(1) << half / cc->hlen) - 1);
    cc_op(cc, "C_SET_V_MASK_REG gp%d", LANES);
    cc_li(cc, LANES, half);
    cc_li(cc, X, x.base);
    cc_li(cc, TEMP, cc_vram(cc, cc->vlen));
    cc_li(cc, OFFSET, 0);
    cc_li(cc, OFFSET2, half);
    cc_loop(cc, COUNTER, groups);
    cc_li(cc, OTHER, other);
    fetch(cc, X, OFFSET, 0);
    fetch(cc, OTHER, OFFSET2, 0);
    fetch(cc, COS, OFFSET, 1);
    fetch(cc, SIN, OFFSET, 2);
    for (int i = 0; i < ROWS; i++) {
        cc_op(cc, "V_SHIFT_V gp%d, gp%d, gp%d", TEMP, X, LANES);
        cc_op(cc, "V_SUB_VV gp%d, gp%d, gp%d, 1", OTHER, TEMP, OTHER);
        cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", OTHER, OTHER, SIN + i);
        cc_op(cc, "V_MUL_VV gp%d, gp%d, gp%d, 0", X, X, COS + i);
        cc_op(cc, "V_ADD_VV gp%d, gp%d, gp%d, 0", X, X, OTHER);
        advance(cc, X, cc->vlen);
        if (i + 1 < ROWS)
            advance(cc, OTHER, cc->vlen);
    }
    if (groups > 1) {
        advance(cc, OFFSET, (uint64_t)ROWS * x.cols);
        advance(cc, OFFSET2, (uint64_t)ROWS * x.cols);
    }
    cc_end(cc, COUNTER, groups);
}

bool cc_best_rope(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);
    const bool          blocks = x.cols % (2 * cc->vlen) == 0;
    const bool          lanes = x.cols == cc->vlen && x.cols / 2 % cc->hlen == 0;

    if (!cc->best || cc->prefetch_v != ROWS || x.rows % ROWS || !(blocks || lanes) ||
        (uint64_t)ROWS * x.cols >= 1 << 18)
        return false;
    cc_set_tensor(cc, 0);
    tables(cc);
    if (blocks)
        rope_blocks(cc, x);
    else
        rope_lanes(cc, x);
    return true;
}

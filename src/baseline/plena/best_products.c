/* Products by M_MM for --opt best, where the broadcast unit is no faster (bmm=mm-rate).
 *
 * M_MM takes its addresses from registers, so every step of an address is an instruction.  Rows
 * outside, columns inside: the addresses of x stay in registers while the columns of a strip go by,
 * and write-outs take the column as an immediate.  What remains is one step of the tile's address
 * for each M_MM: to the next tile of the strip, or back to the first and one block of columns on.
 */
#include <inttypes.h>

#include "baseline/plena/best.h"

enum { TILE = 2, BACK = 3, RESULT = 5, COUNTER = 6, RETURN = 8, X = 9, LAST_X = 15 };
enum { MOST_LINES = 4096, MOST_STEP = (1 << 18) - 1 };

bool cc_best_strip_fits(const struct cc *cc, const struct cc_strip *s)
{
    const uint64_t lines = (uint64_t)s->cols / cc->blen * s->depth;

    return cc->best && lines <= MOST_LINES && s->pitch <= MOST_STEP &&
           cc->mlen * cc->mlen <= MOST_STEP;
}

/* Blocks of depth whose x has a register of its own; the others share the last one, which walks. */
static uint32_t fixed(const struct cc_strip *s)
{
    const uint32_t registers = LAST_X - X + 1;

    return s->depth <= registers ? s->depth : registers - 1;
}

static int x_register(const struct cc_strip *s, uint32_t k)
{
    return X + (int)(k < fixed(s) ? k : fixed(s));
}

static void step(struct cc *cc, int reg, uint32_t by)
{
    cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu32, reg, reg, by);
}

static void start(struct cc *cc, const struct cc_strip *s)
{
    const uint32_t column = s->transposed || cc->july ? cc->blen * cc->mlen : cc->blen;
    const uint32_t down = (s->depth - 1) * cc->mlen * cc->mlen;

    for (uint32_t k = 0; k <= fixed(s) && k < s->depth; k++)
        cc_li(cc, X + (int)k, s->x + (uint64_t)k * s->pitch);
    if (s->depth > fixed(s) + 1)
        cc_li(cc, RETURN, (uint64_t)(s->depth - fixed(s) - 1) * s->pitch);
    /* subtracted; a strip of few wide steps goes forward, which is the same modulo 2^32 */
    cc_li(cc, BACK, (uint32_t)(down - column));
}

/* One block of the result. */
static void block(struct cc *cc, const struct cc_strip *s, uint32_t column, bool last)
{
    for (uint32_t k = 0; k < s->depth; k++) {
        const int x = x_register(s, k);

        if (s->transposed)
            cc_op(cc, "M_TMM 0, gp%d, gp%d", x, TILE);
        else
            cc_op(cc, "M_MM 0, gp%d, gp%d", TILE, x);
        if (k + 1 == s->depth)
            break;
        step(cc, TILE, cc->mlen * cc->mlen);
        if (k >= fixed(s))
            step(cc, x, s->pitch);
    }
    cc_op(cc, "M_MM_WO gp%d, gp0, %" PRIu32, RESULT, column);
    if (!last)
        cc_op(cc, "S_SUB_INT gp%d, gp%d, gp%d", TILE, TILE, BACK);
    if (s->depth > fixed(s) + 1)
        cc_op(cc, "S_SUB_INT gp%d, gp%d, gp%d", LAST_X, LAST_X, RETURN);
}

void cc_best_strip(struct cc *cc, const struct cc_strip *s)
{
    const uint32_t blocks = s->rows / cc->blen, rows = cc->blen * cc->mlen;

    start(cc, s);
    cc_loop(cc, COUNTER, blocks);
    cc_li(cc, TILE, 0);
    for (uint32_t column = 0; column < s->cols; column += cc->blen)
        block(cc, s, column, column + cc->blen == s->cols);
    for (uint32_t k = 0; blocks > 1 && k <= fixed(s) && k < s->depth; k++)
        step(cc, X + (int)k, rows);
    step(cc, RESULT, rows);
    cc_end(cc, COUNTER, blocks);
}

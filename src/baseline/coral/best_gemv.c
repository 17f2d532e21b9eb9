/* gemv: dot products of the rows of a, sixteen results at a time.
 *
 * x stays in registers; a row is multiplied lane by lane and its products are summed by widening
 * reductions.  Rows of more than 128 elements are taken in chunks of at most 128, each chunk's sum
 * starting from the last one's.  A chunk beyond 64 elements is folded first: two products of int8
 * fit into 16 bits, so the second half is accumulated onto the first.
 *
 *     v0-v7 the row, then its products v8-v15;  v16-v19 sums of four rows, gathered by slides
 *     v20-v23 sixteen sums;  v24-v31 x, when it fits, else loaded chunk by chunk
 */
#include "baseline/coral/best.h"
#include "baseline/coral/product.h"

enum { BATCH = 16, CHUNK = 128, FOLD = 64, SLOTS = 4 };

static const char *const sum[SLOTS] = { "v16", "v17", "v18", "v19" };

/* How many of `left` elements the next chunk takes: folded chunks have two equal halves, so that
 * both lie at register boundaries. */
static uint32_t chunk_of(uint32_t left)
{
    if (left >= CHUNK)
        return CHUNK;
    return left > FOLD ? FOLD : left;
}

static bool folded(uint32_t count)
{
    return count == CHUNK;
}

static void chunk(struct rv *e, uint32_t at, uint32_t count, const char *to, bool resident)
{
    const uint32_t lanes = folded(count) ? FOLD : count;

    rv_vset(e, count, "e8, m8", "t0");
    rv_op(e, "vle8.v  v0, (s0)");
    rv_op(e, "addi    s0, s0, %u", count);
    if (!resident) {
        rv_add(e, "t1", "a1", at, "t1");
        rv_op(e, "vle8.v  v24, (t1)");
    }
    rv_vset(e, lanes, "e8, m4", "t0");
    rv_op(e, "vwmul.vv v8, v0, v24");
    if (folded(count))
        rv_op(e, "vwmacc.vv v8, v4, v28");
    rv_vset(e, lanes, "e16, m8", "t0");
    rv_op(e, "vwredsum.vs %s, v8, %s", to, at ? to : "v23");
}

/* One row at s0: its sum into element 0 of `to`. */
static void row(struct rv *e, uint32_t columns, const char *to, bool resident)
{
    for (uint32_t at = 0, count; at < columns; at += count) {
        count = chunk_of(columns - at);
        chunk(e, at, count, to, resident);
    }
}

/* `rows` (1 to 4) rows, last first, so that slides put their sums in order into v20 + slot. */
static void four(struct rv *e, uint32_t columns, uint32_t rows, uint32_t slot, bool resident)
{
    for (uint32_t r = 0; r < rows; r++)
        row(e, columns, sum[r], resident);
    rv_op(e, "vsetivli zero, 4, e32, m1, ta, ma");
    for (uint32_t r = rows; r-- > 1;)
        rv_op(e, "vslideup.vi %s, %s, 1", sum[r - 1], sum[r]);
    rv_op(e, "vmv1r.v v%u, v16", 20 + slot);
}

/* Up to sixteen results. */
static void batch(struct rv *e, uint32_t columns, uint32_t rows, bool resident)
{
    rv_op(e, "vsetivli zero, 1, e32, m1, ta, ma");
    rv_op(e, "vmv.v.i v23, 0");
    for (uint32_t at = 0; at < rows; at += SLOTS)
        four(e, columns, rows - at < SLOTS ? rows - at : SLOTS, at / SLOTS, resident);
    rv_vset(e, rows, "e32, m4", "t0");
    rv_op(e, "vsmul.vx v20, v20, s3");
    rv_vset(e, rows, "e16, m2", "t0");
    rv_op(e, "vnclip.wx v20, v20, s4");
    rv_vset(e, rows, "e8, m1", "t0");
    rv_op(e, "vnclip.wi v20, v20, 0");
    rv_op(e, "vse8.v  v20, (a3)");
    rv_op(e, "addi    a3, a3, %u", rows);
}

static void gemv(struct rv *e, const struct kc_case *c)
{
    const uint32_t rows = c->p[0], columns = c->p[1], full = rows / BATCH, rest = rows % BATCH;
    const bool     resident = chunk_of(columns) == columns;

    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a2", 0, "s3", "s4");
    rv_op(e, "mv      s0, a0");
    if (resident) {
        rv_vset(e, columns, "e8, m8", "t0");
        rv_op(e, "vle8.v  v24, (a1)");
    }
    if (full) {
        const uint32_t label = rv_loop(e, "s1", full);
        batch(e, columns, BATCH, resident);
        rv_again(e, "s1", full, label);
    }
    if (rest)
        batch(e, columns, rest, resident);
    rv_op(e, "ret");
}

const char *coral_best_gemv(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, gemv);
}

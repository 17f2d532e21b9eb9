/* gemv: dot products of the rows of a, up to sixteen results at a time.
 *
 * x stays in registers.  A row comes in pieces of 64 elements; two products of int8 fit into 16
 * bits, so the second half of a piece is multiplied onto the products of the first, and a widening
 * reduction adds the 32 lanes to the row's sum.  The next piece is on its way meanwhile: rows are
 * contiguous, and pieces follow each other from one row to the next.
 *
 *     v0-v3, v4-v7  pieces      v8-v11  products      v16-v31  x (up to 256 elements)
 *     v28-v31 sums of four rows, v24-v27 gathered by slides: sixteen results; when x needs these
 *     registers, v12-v15 are sums and results of four rows
 */
#include "baseline/coral/best.h"
#include "baseline/coral/product.h"

enum { PIECE = 64, LANES = 32, SHORT = 128, RESIDENT = 256, FOUR = 4, MOST_PIECES = 8 };

struct piece {
    uint32_t at, count;
};

struct gemv {
    uint32_t     columns, batch, sums, results;
    size_t       pieces;
    struct piece piece[MOST_PIECES];
};

/* Whole pieces; a shorter rest in lanes of at most 32, since it is not folded. */
static struct gemv gemv_of(uint32_t columns)
{
    struct gemv g = { .columns = columns };

    for (uint32_t at = 0; at < columns;) {
        const uint32_t left = columns - at;
        const uint32_t count = left >= PIECE ? PIECE : left > LANES ? LANES : left;

        g.piece[g.pieces++] = (struct piece){ at, count };
        at += count;
    }
    g.batch = columns <= SHORT ? 16 : FOUR;
    g.sums = columns <= SHORT ? 28 : 12;
    g.results = columns <= SHORT ? 24 : 12;
    return g;
}

/* The piece at s0 into the buffer of that number; whole registers need no vector length. */
static void load_piece(struct rv *e, const struct piece *p, uint32_t number)
{
    const uint32_t v = number % 2 ? 4 : 0;

    if (p->count == PIECE || p->count == LANES || p->count == RV_LINE) {
        rv_op(e, "vl%ure8.v v%u, (s0)", p->count / RV_LINE, v);
    } else {
        rv_vset(e, p->count, "e8, m2", "t0");
        rv_op(e, "vle8.v  v%u, (s0)", v);
    }
    rv_op(e, "addi    s0, s0, %u", p->count);
}

static void use_piece(struct rv *e, const struct piece *p, uint32_t number, uint32_t sum)
{
    const uint32_t v = number % 2 ? 4 : 0, x = 16 + p->at / RV_LINE;
    const uint32_t lanes = p->count < LANES ? p->count : LANES;

    if (lanes == LANES)
        rv_op(e, "vsetvli zero, s5, e8, m2, ta, ma");
    else
        rv_vset(e, lanes, "e8, m2", "t0");
    rv_op(e, "vwmul.vv v8, v%u, v%u", v, x);
    if (p->count == PIECE)
        rv_op(e, "vwmacc.vv v8, v%u, v%u", v + 2, x + 2);
    if (lanes == LANES)
        rv_op(e, "vsetvli zero, s5, e16, m4, ta, ma");
    else
        rv_vset(e, lanes, "e16, m4", "t0");
    rv_op(e, "vwredsum.vs v%u, v8, v%u", sum, sum);
}

/* Four sums (the first `rows` of them) into elements 0 to 3 of one register. */
static void gather(struct rv *e, const struct gemv *g, uint32_t rows, uint32_t to)
{
    rv_op(e, "vsetivli zero, 4, e32, m1, ta, ma");
    for (uint32_t r = rows; r-- > 1;)
        rv_op(e, "vslideup.vi v%u, v%u, 1", g->sums + r - 1, g->sums + r);
    if (to != g->sums)
        rv_op(e, "vmv1r.v v%u, v%u", to, g->sums);
}

static void store_results(struct rv *e, const struct gemv *g, uint32_t rows)
{
    const uint32_t v = g->results;

    rv_note(e, "requantise and store %u results", rows);
    rv_vset(e, rows, "e32, m4", "t0");
    rv_op(e, "vsmul.vx v%u, v%u, s3", v, v);
    rv_vset(e, rows, "e16, m2", "t0");
    rv_op(e, "vnclip.wx v%u, v%u, s4", v, v);
    rv_vset(e, rows, "e8, m1", "t0");
    rv_op(e, "vnclip.wi v%u, v%u, 0", v, v);
    rv_op(e, "vse8.v  v%u, (a3)", v);
    rv_op(e, "addi    a3, a3, %u", rows);
}

static void clear_sums(struct rv *e, const struct gemv *g)
{
    rv_op(e, "vsetivli zero, 16, e32, m4, ta, ma");
    rv_op(e, "vmv.v.i v%u, 0", g->sums);
}

/* `rows` results; the first piece has been asked for, and the one after the last is. */
static void batch(struct rv *e, const struct gemv *g, uint32_t rows, bool last)
{
    uint32_t number = 0;

    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t slot = r % FOUR;

        if (slot == 0)
            clear_sums(e, g);
        for (size_t i = 0; i < g->pieces; i++, number++) {
            if (!last || r + 1 < rows || i + 1 < g->pieces)
                load_piece(e, &g->piece[(i + 1) % g->pieces], number + 1);
            use_piece(e, &g->piece[i], number, g->sums + slot);
        }
        if (slot == FOUR - 1 || r + 1 == rows)
            gather(e, g, slot + 1, g->results + r / FOUR);
    }
    store_results(e, g, rows);
}

static void gemv(struct rv *e, const struct kc_case *c)
{
    const struct gemv g = gemv_of(c->p[1]);
    const uint32_t    rows = c->p[0], rest = rows % g.batch;
    const uint32_t    looped = rest || rows < g.batch ? rows / g.batch : rows / g.batch - 1;

    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a2", 0, "s3", "s4");
    rv_op(e, "mv      s0, a0");
    rv_li(e, "s5", LANES);
    for (uint32_t at = 0; at < g.columns; at += 128) {
        rv_vset(e, g.columns - at < 128 ? g.columns - at : 128, "e8, m8", "t0");
        rv_add(e, "t1", "a1", at, "t1");
        rv_op(e, "vle8.v  v%u, (t1)", 16 + at / RV_LINE);
    }
    rv_note(e, "%zu pieces a row, the next one always on its way", g.pieces);
    load_piece(e, &g.piece[0], 0);
    if (looped) {
        const uint32_t label = rv_loop(e, "s1", looped);
        batch(e, &g, g.batch, false);
        rv_again(e, "s1", looped, label);
    }
    batch(e, &g, rows - looped * g.batch, true);
    rv_op(e, "ret");
}

const char *coral_best_gemv(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    if (c->p[1] > RESIDENT)
        return "x does not fit into the registers";
    return rv_kernel(out, c, gemv);
}

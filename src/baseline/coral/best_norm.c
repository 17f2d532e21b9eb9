/* layernorm, rmsnorm: integer sums, one scalar factor per row, 16-bit products.
 *
 * The output's unit is the input's, so y = (x - mean) * r with r = 1/sqrt(var/1024 + eps), var in
 * units of the input.  The factor is kept as m = 256 r in 16 bits: (128 (x - mean)) * m >> 15 by
 * vsmul.  A row of up to 256 elements stays in v0 to v15; two squares of int8 fit into 16 bits, so
 * a block of 128 is summed as 64 lanes.
 *
 *     v16-v23  products       v24  sum of squares       v25  sum       v26  zero
 *
 * Rows of 64, 128 and 256 elements consist of four quarters in register groups of their own.  Four
 * squares of values up to 127 fit into 16 bits without sign, so the quarters fold into one
 * before the reduction.  The next row's first block loads while the factor is computed, into eight
 * spare registers that serve the sums before.
 */
#include "baseline/coral/best.h"

enum { BLOCK = 128, HALF = 64, RESIDENT = 256, LONGEST = 2048 };

/* Beyond this length D * sum(x^2) does not fit into 32 bits. */
enum { EXACT_VARIANCE = 360 };

struct norm {
    uint32_t rows, length;
    bool     centred;
    uint32_t block[2], spare; /* first registers of the row's blocks, of eight more */
};

static bool quartered(const struct norm *n)
{
    return n->length == 64 || n->length == 128 || n->length == 256;
}

static bool resident(const struct norm *n)
{
    return n->length <= RESIDENT;
}

static uint32_t block_register(const struct norm *n, uint32_t at)
{
    return n->block[resident(n) ? at / BLOCK : 0];
}

static uint32_t block_length(const struct norm *n, uint32_t at)
{
    return n->length - at < BLOCK ? n->length - at : BLOCK;
}

static void load_block(struct rv *e, const struct norm *n, uint32_t at, const char *row)
{
    rv_vset(e, block_length(n, at), "e8, m8", "t0");
    rv_add(e, "t1", row, at, "t1");
    rv_op(e, "vle8.v  v%u, (t1)", block_register(n, at));
}

static void sum_squares(struct rv *e, uint32_t v, uint32_t lanes, bool folded, bool first)
{
    rv_vset(e, lanes, "e8, m4", "t0");
    rv_op(e, "vwmul.vv v16, v%u, v%u", v, v);
    if (folded)
        rv_op(e, "vwmacc.vv v16, v%u, v%u", v + 4, v + 4);
    rv_vset(e, lanes, "e16, m8", "t0");
    rv_op(e, "vwredsum.vs v24, v16, %s", first ? "v26" : "v24");
}

/* Sums of a block onto v24 and, under e16, the block's own sum onto s8. */
static void sum_block(struct rv *e, const struct norm *n, uint32_t at)
{
    const uint32_t v = block_register(n, at), length = block_length(n, at);

    if (n->centred) {
        rv_vset(e, length, "e8, m8", "t0");
        rv_op(e, "vwredsum.vs v25, v%u, v26", v);
    }
    sum_squares(e, v, length < HALF ? length : HALF, length == BLOCK, at == 0);
    if (length > HALF && length < BLOCK)
        sum_squares(e, v + 4, length - HALF, false, false);
    if (n->centred) {
        rv_op(e, "vmv.x.s t2, v25");
        rv_op(e, "sext.h  %s, t2", at ? "t2" : "s8");
        if (at)
            rv_op(e, "add     s8, s8, t2");
    }
}

/* ---- quarters ------------------------------------------------------------------------------- */

/* Vector types of one quarter and of fractions of its 16-bit sums. */
struct quarter {
    uint32_t    lanes, registers;
    const char *e8, *e16;
};

static struct quarter quarter_of(const struct norm *n)
{
    static const struct quarter all[] = {
        { 16, 1, "e8, m1", "e16, m2" },
        { 32, 2, "e8, m2", "e16, m4" },
        { 64, 4, "e8, m4", "e16, m8" },
    };

    return all[n->length == 64 ? 0 : n->length == 128 ? 1 : 2];
}

/* The register of quarter number i. */
static uint32_t quarter_register(const struct norm *n, const struct quarter *q, uint32_t i)
{
    const uint32_t at = i * q->registers;

    return n->block[at / 8] + at % 8;
}

/* The folded 16-bit sums in the spare registers to eight lanes, then to one. */
static void reduce_sum(struct rv *e, const struct quarter *q, uint32_t v)
{
    static const char *const types[] = { "e16, m1", "e16, m2", "e16, m4" };

    for (uint32_t half = q->registers, i = q->registers / 2; half; half /= 2, i /= 2) {
        rv_vset(e, half * 8, types[i], "t0");
        rv_op(e, "vadd.vv v%u, v%u, v%u", v, v, v + half);
    }
    rv_op(e, "vmv.v.i v%u, 0", v + 1);
    rv_op(e, "vredsum.vs v%u, v%u, v%u", v, v, v + 1);
}

static void fold_sum(struct rv *e, const struct norm *n, const struct quarter *q)
{
    const uint32_t v = n->spare;

    rv_op(e, "vwadd.vv v%u, v%u, v%u", v, quarter_register(n, q, 0), quarter_register(n, q, 1));
    for (uint32_t i = 2; i < 4; i++)
        rv_op(e, "vwadd.wv v%u, v%u, v%u", v, v, quarter_register(n, q, i));
    reduce_sum(e, q, v);
}

/* The row's sums: of squares to t2, of elements to s8. */
static void sum_quarters(struct rv *e, const struct norm *n)
{
    const struct quarter q = quarter_of(n);
    const uint32_t       zero = n->spare + n->centred;

    rv_vset(e, q.lanes, q.e8, "t0");
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t v = quarter_register(n, &q, i);

        rv_op(e, "%s v16, v%u, v%u", i ? "vwmacc.vv" : "vwmul.vv", v, v);
    }
    if (n->centred)
        fold_sum(e, n, &q);
    else
        rv_op(e, "vmv.v.i v%u, 0", zero);
    rv_vset(e, q.lanes, q.e16, "t0");
    rv_op(e, "vwredsumu.vs v16, v16, v%u", zero);
    if (n->centred) {
        rv_op(e, "vmv.x.s s8, v%u", n->spare);
        rv_op(e, "sext.h  s8, s8");
    }
    rv_op(e, "vsetivli zero, 1, e32, m1, ta, ma");
    rv_op(e, "vmv.x.s t2, v16");
}

/* ---- the factor ----------------------------------------------------------------------------- */

/* fa5 = 1/sqrt(fa0) by a Newton step from the well-known first guess: within 0.18 %, a quarter of a
 * unit at most. */
static void reciprocal_root(struct rv *e)
{
    rv_op(e, "fmv.x.w t2, fa0");
    rv_op(e, "fmul.s  fa4, fa0, fs2");
    rv_op(e, "srli    t2, t2, 1");
    rv_op(e, "sub     t2, s5, t2");
    rv_op(e, "fmv.w.x fa5, t2");
    rv_op(e, "fmul.s  fa6, fa5, fa4");
    rv_op(e, "fnmsub.s fa6, fa6, fa5, fs3");
    rv_op(e, "fmul.s  fa5, fa5, fa6");
}

/* From the sums in t2 and s8: s6 = m; s7 = 128 mean. */
static void factor(struct rv *e, const struct norm *n)
{
    const bool exact = n->length <= EXACT_VARIANCE;

    rv_note(e, "the factor 256 / sqrt(var/1024 + eps)");
    if (n->centred && exact) {
        rv_op(e, "mul     t3, s8, s8");
        rv_op(e, "mul     t2, t2, s10");
        rv_op(e, "sub     t2, t2, t3");
    }
    rv_op(e, "fcvt.s.w fa0, t2");
    if (n->centred) {
        rv_op(e, "fcvt.s.w fa1, s8");
        if (!exact) {
            rv_op(e, "fmul.s  fa2, fa1, fs6");
            rv_op(e, "fnmsub.s fa0, fa1, fa2, fa0");
        }
        rv_op(e, "fmul.s  fa1, fa1, fs5");
    }
    rv_op(e, "fmadd.s fa0, fa0, fs0, fs1");
    reciprocal_root(e);
    rv_op(e, "fmul.s  fa5, fa5, fs4");
    if (n->centred)
        rv_op(e, "fcvt.w.s s7, fa1");
    rv_op(e, "fcvt.w.s s6, fa5");
    rv_op(e, "min     s6, s6, s9");
}

static void scale_half(struct rv *e, const struct norm *n, uint32_t v, uint32_t lanes)
{
    rv_vset(e, lanes, "e8, m4", "t0");
    rv_op(e, "vwmulsu.vx v16, v%u, s4", v);
    rv_vset(e, lanes, "e16, m8", "t0");
    if (n->centred)
        rv_op(e, "vsub.vx v16, v16, s7");
    rv_op(e, "vsmul.vx v16, v16, s6");
    rv_vset(e, lanes, "e8, m4", "t0");
    rv_op(e, "vnclip.wi v%u, v16, 0", v);
}

/* The block at `at` scaled and stored; with its registers free, the next row's is on its way. */
static void scale_block(struct rv *e, const struct norm *n, uint32_t at)
{
    const uint32_t v = block_register(n, at), length = block_length(n, at);

    if (!resident(n))
        load_block(e, n, at, "a0");
    scale_half(e, n, v, length < HALF ? length : HALF);
    if (length > HALF)
        scale_half(e, n, v + 4, length - HALF);
    rv_vset(e, length, "e8, m8", "t0");
    rv_add(e, "t1", "a1", at, "t1");
    rv_op(e, "vse8.v  v%u, (t1)", v);
    if (resident(n) && !(quartered(n) && at == 0)) {
        rv_add(e, "t1", "s3", at, "t1");
        rv_op(e, "vle8.v  v%u, (t1)", v);
    }
}

static void sum_row(struct rv *e, const struct norm *n)
{
    if (quartered(n)) {
        sum_quarters(e, n);
        return;
    }
    for (uint32_t at = 0; at < n->length; at += BLOCK) {
        if (!resident(n))
            load_block(e, n, at, "a0");
        sum_block(e, n, at);
    }
    rv_op(e, "vsetivli zero, 1, e32, m1, ta, ma");
    rv_op(e, "vmv.x.s t2, v24");
}

static void row(struct rv *e, const struct norm *n)
{
    if (resident(n))
        rv_add(e, "s3", "a0", n->length, "t1");
    rv_note(e, "sums of the row");
    sum_row(e, n);
    if (quartered(n)) {
        rv_vset(e, block_length(n, 0), "e8, m8", "t0");
        rv_op(e, "vle8.v  v%u, (s3)", n->spare);
    }
    factor(e, n);
    rv_note(e, "scale and store");
    for (uint32_t at = 0; at < n->length; at += BLOCK)
        scale_block(e, n, at);
    rv_add(e, "a0", "a0", n->length, "t1");
    rv_add(e, "a1", "a1", n->length, "t1");
}

/* Rows of quarters go in pairs: the first block and the spare registers change places. */
static void rows(struct rv *e, const struct norm *n)
{
    const struct norm other = {
        n->rows, n->length, n->centred, { n->spare, n->block[1] }, n->block[0]
    };
    const uint32_t passes = quartered(n) ? n->rows / 2 : n->rows;

    if (passes) {
        const uint32_t label = rv_loop(e, "s11", passes);
        row(e, n);
        if (quartered(n))
            row(e, &other);
        rv_again(e, "s11", passes, label);
    }
    if (quartered(n) && n->rows % 2)
        row(e, n);
}

static void print_constants(struct rv *e, const struct norm *n)
{
    const double d = n->length;
    const bool   squared = n->centred && n->length <= EXACT_VARIANCE;

    kc_buf_puts(e->out, "\n    .data\n    .balign 16\nconstants:\n");
    kc_buf_printf(e->out, "    .float  %.9g, %.9g, 0.5, 1.5, 256, %.9g, %.9g\n",
                  1.0 / (1024.0 * (squared ? d * d : d)), 1e-5, 128.0 / d, 1.0 / d);
    kc_buf_puts(e->out, "    .word   0x5f3759df\n");
}

static void load_constants(struct rv *e, const struct norm *n)
{
    rv_op(e, "la      t1, constants");
    for (int i = 0; i < (n->centred ? 7 : 5); i++)
        rv_op(e, "flw     fs%d, %d(t1)", i, 4 * i);
    rv_op(e, "lw      s5, 28(t1)");
    rv_li(e, "s4", 128);
    rv_li(e, "s9", 32767);
    if (n->centred)
        rv_li(e, "s10", n->length);
}

static void normalise(struct rv *e, const struct kc_case *c, bool centred)
{
    const struct norm n = { c->p[0], c->p[1], centred, { 0, 8 }, 24 };

    rv_op(e, "csrwi   vxrm, 0");
    if (resident(&n))
        for (uint32_t at = 0; at < n.length; at += BLOCK)
            load_block(e, &n, at, "a0");
    load_constants(e, &n);
    rv_op(e, "vsetivli zero, 4, e32, m1, ta, ma");
    rv_op(e, "vmv.v.i v26, 0");
    rows(e, &n);
    rv_op(e, "ret");
    print_constants(e, &n);
}

static void layernorm(struct rv *e, const struct kc_case *c)
{
    normalise(e, c, true);
}

static void rmsnorm(struct rv *e, const struct kc_case *c)
{
    normalise(e, c, false);
}

static const char too_long[] = "rows are too long to be unrolled";

const char *coral_best_layernorm(const struct kc_case *c, const struct kc_layout *layout,
                                 struct kc_buf *out)
{
    (void)layout;
    return c->p[1] > LONGEST ? too_long : rv_kernel(out, c, layernorm);
}

const char *coral_best_rmsnorm(const struct kc_case *c, const struct kc_layout *layout,
                               struct kc_buf *out)
{
    (void)layout;
    return c->p[1] > LONGEST ? too_long : rv_kernel(out, c, rmsnorm);
}

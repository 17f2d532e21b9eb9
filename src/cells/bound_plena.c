/* The speed of light on PLENA (plena.md 3.4, 5.2 to 5.4).
 *
 * One instruction at a time, transfers included: matrix, vector and transfer minima add up.  Left
 * out is what some kernel might do without: addresses, loops, scalars, the maximum of a softmax,
 * the scale of scores, copies for the broadcast unit, the key/value cache (keys need not be stored
 * when wk is applied to the queries).
 *
 * One assumption: products with weights as they lie are summed in the matrix unit.  The vector unit
 * could do them, too, once every element of x has been reduced to a scalar.  With the reference
 * timing that is never faster; with bmm=mm-rate it may be for wide results, so there the floor,
 * which allows for it, is lower than the bound.
 */
#include "cells/bound.h"

#include <inttypes.h>
#include <stdio.h>

#include "cells/work.h"

/* The DRAM: a read takes 11 cycles once its row is open, opening one takes 7 more, and the eight
 * channels return two blocks per cycle. */
enum { DRAM_READ = 11, DRAM_OPEN = 7, DRAM_BLOCKS_PER_CYCLE = 2, DRAM_BLOCK_BYTES = 64 };

/* One way to multiply. */
struct multiplier {
    const char *name, *write;
    uint64_t    cycles;             /* of one instruction */
    uint64_t    work;               /* multiply-adds of one instruction */
    uint64_t    right;              /* elements of the right operand it touches */
    uint64_t    depth;              /* terms of one sum */
    uint64_t    out_rows, out_cols; /* of one write-out */
    bool        by_rows;            /* needs the right operand transposed */
};

enum { MULTIPLIERS = 4 };

struct rates {
    const struct kc_target *target;
    uint64_t                mlen, vlen, blen, hlen, heads, prefetch_v, prefetch_m;
    uint64_t                add, mul, exp, reci, reduce, max; /* max 0: no such instruction */
    struct multiplier       by[MULTIPLIERS];
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t ratio_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t param(const struct kc_target *t, const char *name)
{
    return kc_params_uint(t->platform->params, t->config, name);
}

/* 0 for an instruction this revision lacks. */
static uint64_t cost(const struct kc_target *t, const char *mnemonic)
{
    const struct kc_form *form = kc_isa_find(t->isa, kc_str_from(mnemonic));

    return form ? form->insn->cycles(t->config) : 0;
}

static void set_multipliers(struct rates *r)
{
    const struct kc_target *t = r->target;
    const uint64_t          block = r->blen * r->mlen, head = r->hlen * r->mlen;

    r->by[0] = (struct multiplier){ .name = "M_MM",
                                    .write = "M_MM_WO",
                                    .cycles = cost(t, "M_MM"),
                                    .work = block * r->blen,
                                    .right = block,
                                    .depth = r->mlen,
                                    .out_rows = r->blen,
                                    .out_cols = r->blen };
    r->by[1] = (struct multiplier){ .name = "M_MV",
                                    .write = "M_MV_WO",
                                    .cycles = cost(t, "M_MV"),
                                    .work = block,
                                    .right = block,
                                    .depth = r->mlen,
                                    .out_rows = 1,
                                    .out_cols = r->blen };
    r->by[2] = (struct multiplier){ .name = "M_BMM",
                                    .write = "M_BMM_WO",
                                    .cycles = cost(t, "M_BMM"),
                                    .work = r->heads * r->mlen * head,
                                    .right = head,
                                    .depth = r->hlen,
                                    .out_rows = r->heads * r->mlen,
                                    .out_cols = r->mlen };
    r->by[3] = (struct multiplier){ .name = "M_BTMV",
                                    .write = "M_BMV_WO",
                                    .cycles = cost(t, "M_BTMV"),
                                    .work = r->heads * head,
                                    .right = head,
                                    .depth = r->hlen,
                                    .out_rows = r->heads,
                                    .out_cols = r->mlen,
                                    .by_rows = true };
}

static struct rates rates_of(const struct kc_target *t)
{
    struct rates   r = { .target = t,
                         .mlen = param(t, "MLEN"),
                         .vlen = param(t, "VLEN"),
                         .blen = param(t, "BLEN"),
                         .hlen = param(t, "HLEN"),
                         .heads = param(t, "BROADCAST_AMOUNT"),
                         .prefetch_v = param(t, "HBM_V_Prefetch_Amount"),
                         .add = cost(t, "V_ADD_VV"),
                         .mul = cost(t, "V_MUL_VV"),
                         .exp = cost(t, "V_EXP_V"),
                         .reci = cost(t, "V_RECI_V"),
                         .max = cost(t, "V_MAX_VF") };
    const uint64_t prefetch = param(t, "HBM_M_Prefetch_Amount");

    r.prefetch_m = ratio_up(prefetch, r.mlen) * r.mlen;
    r.reduce = least(cost(t, "V_RED_SUM"), cost(t, "V_RED_MAX"));
    set_multipliers(&r);
    return r;
}

static void line(struct kc_bound *b, const char *unit, uint64_t cycles, const char *format, ...)
    KC_PRINTF(4, 5);

static void line(struct kc_bound *b, const char *unit, uint64_t cycles, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    kc_bound_vadd(b, unit, cycles, format, args);
    va_end(args);
    b->cycles += cycles;
    b->floor += cycles;
}

/* ---- products ----------------------------------------------------------------------------- */

/* An instruction touches so many elements of the right operand, and each meets every row of the
 * left one once: few rows leave wide instructions idle. */
static uint64_t useful_work(const struct multiplier *m, const struct kc_work_product *p)
{
    return least(m->work, p->rows * m->right);
}

/* All terms of one instruction go into one sum: what a short sum leaves over is idle. */
static uint64_t whole_depth(const struct multiplier *m, const struct kc_work_product *p)
{
    return ratio_up(p->depth, m->depth) * m->depth;
}

static uint64_t multiply_cycles(const struct multiplier *m, const struct kc_work_product *p)
{
    return ratio_up(p->count * p->rows * whole_depth(m, p) * p->cols * m->cycles,
                    useful_work(m, p));
}

static uint64_t write_count(const struct multiplier *m, const struct kc_work_product *p)
{
    return ratio_up(p->count * p->rows * p->cols, least(m->out_rows, p->rows) * m->out_cols);
}

static uint64_t product_cycles(const struct rates *r, const struct multiplier *m,
                               const struct kc_work_product *p)
{
    return multiply_cycles(m, p) + write_count(m, p) * cost(r->target, m->write);
}

/* Where both operands lie along rows the vector unit can do without the matrix unit: products, sums
 * lane by lane, and one reduction per result. */
static uint64_t dot_cycles(const struct rates *r, const struct kc_work_product *p)
{
    const uint64_t vectors = ratio_up(p->depth, r->vlen);

    return p->count * p->rows * p->cols *
           (vectors * r->mul + (vectors - 1) * least(r->add, r->reduce) + r->reduce);
}

/* The vector unit on any product: as above, or a scalar times a vector at a time; the scalars are
 * the elements of either operand. */
static uint64_t vector_cycles(const struct rates *r, const struct kc_work_product *p)
{
    const uint64_t step = r->mul + least(r->add, r->reduce), terms = p->count * p->depth;
    const uint64_t left = terms * p->rows * (r->reduce + ratio_up(p->cols, r->vlen) * step);
    const uint64_t right = terms * p->cols * (r->reduce + ratio_up(p->rows, r->vlen) * step);

    return least(dot_cycles(r, p), least(left, right));
}

/* Mixing two ways costs no less than the better of the two: every result is written out once. */
static void bound_product(struct kc_bound *b, const struct rates *r,
                          const struct kc_work_product *p)
{
    const struct multiplier *best = &r->by[0];

    for (size_t i = 1; i < MULTIPLIERS; i++)
        if ((p->by_rows || !r->by[i].by_rows) &&
            product_cycles(r, &r->by[i], p) < product_cycles(r, best, p))
            best = &r->by[i];
    if (p->by_rows && dot_cycles(r, p) < product_cycles(r, best, p)) {
        line(b, "vector", dot_cycles(r, p),
             "%s: %" PRIu64 " * %" PRIu64 " x %" PRIu64 " sums of %" PRIu64 " products", p->name,
             p->count, p->rows, p->cols, p->depth);
        return;
    }
    line(b, "matrix", multiply_cycles(best, p),
         "%s: %" PRIu64 " * %" PRIu64 " x %" PRIu64 " x %" PRIu64 ", %" PRIu64
         " useful per %s of %" PRIu64,
         p->name, p->count, p->rows, whole_depth(best, p), p->cols, useful_work(best, p),
         best->name, best->cycles);
    line(b, "matrix", write_count(best, p) * cost(r->target, best->write),
         "%s: %" PRIu64 " %s of %" PRIu64, p->name, write_count(best, p), best->write,
         cost(r->target, best->write));
    b->floor -= product_cycles(r, best, p) - least(product_cycles(r, best, p), vector_cycles(r, p));
}

/* ---- row-wise functions ------------------------------------------------------------------- */

/* Sums over lanes may also come from the matrix unit: the cycles it takes to read that many rows of
 * VRAM. */
static uint64_t matrix_reads(const struct rates *r, uint64_t vectors)
{
    const uint64_t wide = ratio_up(vectors * r->by[2].cycles, r->mlen);
    const uint64_t block = ratio_up(vectors * r->by[0].cycles, r->blen);

    return least(least(wide, block), vectors * r->by[3].cycles);
}

/* scalars sums for each row, lanes added before they are reduced; squares: one of them needs a
 * product per vector, which the matrix unit does on the way. */
static uint64_t sums(const struct rates *r, uint64_t rows, uint64_t vectors, uint64_t scalars,
                     bool squares)
{
    const uint64_t adds = vectors > rows ? (vectors - rows) * least(r->add, r->reduce) : 0;
    const uint64_t by_vectors =
        scalars * (adds + rows * r->reduce) + (squares ? vectors * r->mul : 0);

    return least(by_vectors, matrix_reads(r, vectors));
}

/* A sum of two may be one more row of the weights: one M_BMM per column block. */
static uint64_t add_cycles(const struct rates *r, const struct kc_work_rows *w, uint64_t vectors)
{
    const uint64_t blocks = ratio_up(w->rows, r->heads * r->mlen) * ratio_up(w->cols, r->mlen);

    return least(vectors * r->add, blocks * r->by[2].cycles);
}

/* Some function that is not linear, and x brought in: two instructions, or the maximum. */
static uint64_t relu_cycles(const struct rates *r)
{
    const uint64_t two = least(r->exp, r->reci) + least(r->add, r->mul);

    return r->max ? least(two, r->max) : two;
}

/* Cycles, and in words what for. */
static uint64_t rows_cycles(const struct rates *r, const struct kc_work_rows *w, const char **why)
{
    const uint64_t vectors = ratio_up(w->rows * w->cols, r->vlen);

    switch (w->kind) {
    case KC_WORK_SILU:
    case KC_WORK_GELU:
        *why = "exp, + 1, reciprocal, times x";
        return vectors * (r->exp + r->add + r->reci + r->mul);
    case KC_WORK_RELU:
        *why = "a step and its product with x";
        return vectors * relu_cycles(r);
    case KC_WORK_SOFTMAX:
        *why = "exp, sum of each row, division";
        return vectors * (r->exp + r->mul) + sums(r, w->rows, vectors, 1, false);
    case KC_WORK_ATTENTION:
        *why = "exp, sum of each row, division of scores or results";
        return vectors * r->exp + ratio_up(w->rows * w->scaled_cols, r->vlen) * r->mul +
               sums(r, w->rows, vectors, 1, false);
    case KC_WORK_LAYERNORM:
        *why = "sum and sum of squares of each row, shift, scale";
        return vectors * (r->add + r->mul) + sums(r, w->rows, vectors, 2, true);
    case KC_WORK_RMSNORM:
        *why = "sum of squares of each row, scale";
        return vectors * r->mul + sums(r, w->rows, vectors, 1, true);
    case KC_WORK_ROTATE:
        *why = "two products and their sum";
        return vectors * (2 * r->mul + r->add);
    case KC_WORK_MULTIPLY:
        *why = "one product";
        return vectors * r->mul;
    case KC_WORK_ADD:
        *why = "one sum, or one more row of the weights";
        return add_cycles(r, w, vectors);
    }
    kc_unreachable();
}

static void bound_rows(struct kc_bound *b, const struct rates *r, const struct kc_work_rows *w)
{
    const char    *why = "";
    const uint64_t cycles = rows_cycles(r, w, &why);

    line(b, "vector", cycles, "%s of %" PRIu64 " x %" PRIu64 ": %s", kc_work_name(w->kind), w->rows,
         w->cols, why);
}

/* ---- transfers ---------------------------------------------------------------------------- */

/* One instruction that brings rows of width elements: each row is so many blocks of elements and
 * one of scales, and the instruction waits for the last. */
static uint64_t fetch_cycles(uint64_t rows, uint64_t width)
{
    const uint64_t blocks = rows * (ratio_up(width, DRAM_BLOCK_BYTES) + 1);

    return DRAM_READ - 1 + ratio_up(blocks, DRAM_BLOCKS_PER_CYCLE);
}

struct fetch {
    const char *name;
    uint64_t    count, cycles;
};

/* To VRAM directly, or through MRAM and the matrix unit, which takes B broadcast products for a
 * tile. */
static struct fetch least_fetch(const struct rates *r, enum kc_work_use use, uint64_t elements)
{
    const uint64_t tiles = r->prefetch_m / r->mlen;
    struct fetch   v = { "H_PREFETCH_V", ratio_up(elements, r->prefetch_v * r->vlen),
                         fetch_cycles(r->prefetch_v, r->vlen) };
    struct fetch   m = { "H_PREFETCH_M", ratio_up(elements, r->prefetch_m * r->mlen),
                         fetch_cycles(r->prefetch_m, r->mlen) };

    if (use == KC_USE_LEFT)
        m.cycles += tiles * r->heads * r->by[2].cycles;
    return v.count * v.cycles < m.count * m.cycles ? v : m;
}

static void bound_transfers(struct kc_bound *b, const struct rates *r, const struct kc_case *c)
{
    for (size_t i = 0; i < c->in_count; i++) {
        const uint64_t     elements = kc_work_elements(c, i);
        const struct fetch f = least_fetch(r, kc_work_use(c, i), elements);

        if (elements)
            line(b, "transfer", f.count * f.cycles,
                 "%s, %" PRIu64 " elements: %" PRIu64 " %s of %" PRIu64, c->in[i].name, elements,
                 f.count, f.name, f.cycles);
    }
    line(b, "transfer", DRAM_OPEN, "the first access opens a row");
}

void kc_bound_plena(const struct kc_cell *cell, struct kc_bound *bound)
{
    struct kc_work work;

    if (!kc_work_of(cell->cases[0], &work))
        return;
    bound->floor_reason = "with products in the vector unit";
    const struct rates r = rates_of(cell->target);

    for (size_t i = 0; i < work.product_count; i++)
        bound_product(bound, &r, &work.product[i]);
    for (size_t i = 0; i < work.rows_count; i++)
        bound_rows(bound, &r, &work.rows[i]);
    bound_transfers(bound, &r, cell->cases[0]);
}

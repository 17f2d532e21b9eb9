/* The speed of light on an AIE2 tile (aie2.md 1, 4.0, 4.10, 9).
 *
 * Six slots and the DMA work at the same time, so the busiest of them counts, and the latency of
 * one element on its way through: a load, an operation, a store.
 *
 *   vector   a product instruction multiplies 4 x 8 by 8 x 4 (128 products), or 32 pairs element by
 *            element; a function costs the vector instructions that its formula needs at least
 *   load     two ports of 32 bytes: every input once
 *   store    one port of 32 bytes: the output once
 *   dma      streamed cells: 8 bytes per cycle in and 8 out.  Every input comes in once, the output
 *            leaves once.  A single product of M x K by K x N needs more when the tile is too small
 *            for its panels: whatever the order, at least 2 M K N / sqrt(S) - 2 S elements pass a
 *            memory of S elements (Smith, Lowery, Langou, van de Geijn 2019), half of it in.
 *
 * Tables that are the same for every seed may be part of the program: they are loaded, not
 * transferred.
 *
 * Assumptions: products are computed one by one, depthwise ones element by element, and a function
 * takes four instructions.  Fast schemes and Toeplitz tiles may do with less; the floor allows for
 * a quarter of the products and takes functions as free. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cells/bound.h"
#include "cells/work.h"

enum {
    BYTES = 2, /* of an element */
    TILE_ROWS = 4,
    TILE_DEPTH = 8,
    TILE_COLS = 4,
    PAIRS = 32,
    LANES = 16,
    LOAD_BYTES = 64, /* per cycle, both ports */
    STORE_BYTES = 32,
    DMA_BYTES = 8,      /* per cycle and direction: two channels of 4 */
    LOAD_LATENCY = 7,   /* vlda to its use */
    VECTOR_LATENCY = 6, /* vmac.f to vst.conv */
    MOVE_LATENCY = 2,   /* vmax_lt to vst */
    MEMORY = 33792,     /* elements: 64 KiB, and 2 KiB of registers */
    FEWER_PRODUCTS = 4,
};

enum unit { VECTOR, MOVE, LOAD, STORE, DMA_IN, DMA_OUT, UNITS };

static const char *const unit_names[UNITS] = {
    "compute", "compute", "load", "store", "dma", "dma"
};

struct needs {
    uint64_t cycles[UNITS], floor[UNITS];
    uint64_t products, functions; /* cycles of the vector slot */
    uint64_t in, out;             /* bytes by DMA */
    bool     by_panels;           /* the tile's size makes it more than once each */
};

static uint64_t ratio_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- work of the vector slot ------------------------------------------------------------------
 */

/* Products of one instruction: a side shorter than the tile leaves the rest of it idle. */
static uint64_t product_rate(const struct kc_work_product *p)
{
    const uint64_t tile =
        least(p->rows, TILE_ROWS) * least(p->depth, TILE_DEPTH) * least(p->cols, TILE_COLS);

    return most(tile, PAIRS);
}

static uint64_t product_cycles(const struct kc_work *w)
{
    uint64_t cycles = 0;

    for (size_t i = 0; i < w->product_count; i++) {
        const struct kc_work_product *p = &w->product[i];

        cycles += ratio_up(p->count * p->rows * p->depth * p->cols, product_rate(p));
    }
    return cycles;
}

/* Half vector instructions per 16 elements.  A function of one element is four instructions (exp:
 * times log2 e, its fraction, a polynomial of degree 2) or four look-ups of four elements, which
 * cost the same; a sum along rows takes 32 elements at once. */
static uint64_t halves(enum kc_work_kind kind)
{
    switch (kind) {
    case KC_WORK_SILU:
    case KC_WORK_GELU:
        return 8;
    case KC_WORK_SOFTMAX: /* exp, sum, division */
        return 11;
    case KC_WORK_ATTENTION: /* exp, sum */
        return 9;
    case KC_WORK_LAYERNORM: /* sum, sum of squares, x r - mean r */
        return 4;
    case KC_WORK_RMSNORM: /* sum of squares, x r */
        return 3;
    case KC_WORK_ROTATE: /* x cos + rot sin: two terms at once */
    case KC_WORK_MULTIPLY:
        return 2;
    case KC_WORK_RELU: /* not in this slot */
    case KC_WORK_ADD:  /* an accumulator starts from it */
        return 0;
    }
    kc_unreachable();
}

static uint64_t function_cycles(const struct kc_work *w)
{
    uint64_t cycles = 0;

    for (size_t i = 0; i < w->rows_count; i++) {
        const struct kc_work_rows *r = &w->rows[i];

        cycles += ratio_up(r->rows * r->cols * halves(r->kind), 2 * LANES);
        cycles += ratio_up(r->rows * r->scaled_cols, LANES);
    }
    return cycles;
}

static uint64_t move_cycles(const struct kc_work *w)
{
    uint64_t cycles = 0;

    for (size_t i = 0; i < w->rows_count; i++)
        if (w->rows[i].kind == KC_WORK_RELU)
            cycles += ratio_up(w->rows[i].rows * w->rows[i].cols, 2 * LANES);
    return cycles;
}

/* ---- traffic ----------------------------------------------------------------------------------
 */

static uint64_t loaded_bytes(const struct kc_case *c)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < c->in_count; i++)
        bytes += kc_work_elements(c, i) * BYTES;
    return bytes;
}

static uint64_t transferred_bytes(const struct kc_case *c)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < c->in_count; i++)
        if (c->draw[i] != KC_DRAW_GIVEN)
            bytes += kc_tensor_count(&c->in[i]) * BYTES;
    return bytes;
}

/* What a single product makes pass through the tile, in and out together. */
static uint64_t panel_bytes(const struct kc_work *w)
{
    const struct kc_work_product *p = &w->product[0];
    double                        elements;

    if (w->product_count != 1)
        return 0;
    elements = 2.0 * (double)(p->rows * p->depth * p->cols) / sqrt(MEMORY) - 2.0 * MEMORY;
    return elements > 0.0 ? (uint64_t)elements * p->count * BYTES : 0;
}

static void add_dma(const struct kc_case *c, const struct kc_work *w, struct needs *n)
{
    const uint64_t panels = panel_bytes(w);

    n->in = transferred_bytes(c);
    n->out = kc_tensor_count(&c->out) * BYTES;
    n->by_panels = panels / 2 > n->in;
    if (n->by_panels)
        n->in = panels / 2;
    n->cycles[DMA_IN] = n->floor[DMA_IN] = ratio_up(n->in, DMA_BYTES);
    n->cycles[DMA_OUT] = n->floor[DMA_OUT] = ratio_up(n->out, DMA_BYTES);
}

static struct needs needs_of(const struct kc_cell *cell, const struct kc_work *w)
{
    const struct kc_case *c = cell->cases[0];
    struct needs          n = { .products = product_cycles(w), .functions = function_cycles(w) };
    const uint64_t        out = kc_tensor_count(&c->out) * BYTES;

    n.cycles[VECTOR] = n.products + n.functions;
    n.floor[VECTOR] = n.products / FEWER_PRODUCTS;
    n.cycles[MOVE] = move_cycles(w);
    n.cycles[LOAD] = n.floor[LOAD] = ratio_up(loaded_bytes(c), LOAD_BYTES);
    n.cycles[STORE] = n.floor[STORE] = ratio_up(out, STORE_BYTES);
    if (strcmp(cell->layout.out.region, "host") == 0)
        add_dma(c, w, &n);
    return n;
}

/* ---- the bound --------------------------------------------------------------------------------
 */

static enum unit busiest(const uint64_t *cycles)
{
    enum unit at = VECTOR;

    for (int i = 0; i < UNITS; i++)
        if (cycles[i] > cycles[at])
            at = (enum unit)i;
    return at;
}

/* One line per unit that has work; only the busiest counts. */
static void say_unit(struct kc_bound *b, const struct needs *n, enum unit unit, enum unit longest)
{
    const uint64_t cycles = n->cycles[unit], counted = unit == longest ? cycles : 0;
    const char    *mark = unit == longest ? "; this is the bound" : "";

    if (!cycles)
        return;
    if (unit == VECTOR)
        kc_bound_add(b, unit_names[unit], counted,
                     "products %" PRIu64 " cycles, functions %" PRIu64 " of the vector slot%s",
                     n->products, n->functions, mark);
    else if (unit == MOVE)
        kc_bound_add(b, unit_names[unit], counted, "maxima, 32 per cycle: %" PRIu64 " cycles%s",
                     cycles, mark);
    else if (unit == LOAD || unit == STORE)
        kc_bound_add(b, unit_names[unit], counted,
                     "%s once, %d bytes per cycle: %" PRIu64 " cycles%s",
                     unit == LOAD ? "inputs" : "output", unit == LOAD ? LOAD_BYTES : STORE_BYTES,
                     cycles, mark);
    else if (unit == DMA_IN)
        kc_bound_add(b, unit_names[unit], counted,
                     "%" PRIu64 " bytes in, %s, %d per cycle: %" PRIu64 " cycles%s", n->in,
                     n->by_panels ? "panels in 64 KiB" : "each input once", DMA_BYTES, cycles,
                     mark);
    else
        kc_bound_add(b, unit_names[unit], counted,
                     "%" PRIu64 " bytes out, %d per cycle: %" PRIu64 " cycles%s", n->out, DMA_BYTES,
                     cycles, mark);
}

void kc_bound_aie2(const struct kc_cell *cell, struct kc_bound *b)
{
    struct kc_work work;

    if (!kc_work_of(cell->cases[0], &work))
        return;
    const struct needs n = needs_of(cell, &work);
    const enum unit    longest = busiest(n.cycles);
    const uint64_t     operation = n.cycles[VECTOR] ? VECTOR_LATENCY : MOVE_LATENCY;

    for (int i = 0; i < UNITS; i++)
        say_unit(b, &n, (enum unit)i, longest);
    kc_bound_add(b, "latency", LOAD_LATENCY + operation,
                 "a load (%d) and an operation (%" PRIu64 ") before the last store", LOAD_LATENCY,
                 operation);
    b->cycles = n.cycles[longest] + LOAD_LATENCY + operation;
    b->floor = n.floor[busiest(n.floor)] + LOAD_LATENCY + MOVE_LATENCY;
    b->floor_reason = "with products by fast schemes and functions for nothing";
}

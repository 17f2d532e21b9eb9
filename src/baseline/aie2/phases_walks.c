/* The tile's side of phases: fifos, buffers, the walks that feed them, and the channels' order. */
#include <string.h>

#include "baseline/aie2/phases_parts.h"

/* ---- orders --------------------------------------------------------------------------------- */

static void order(struct aie2_phases *p, int channel, const char *fifo, uint32_t count)
{
    kc_buf_printf(&p->order[channel], ", %s%d*%u", fifo, channel, count);
}

static void order_both(struct aie2_phases *p, const char *fifo, uint32_t count)
{
    for (int i = 0; i < 2; i++)
        order(p, i, fifo, count);
}

/* Panels come one ahead unless both buffers are needed for one. */
static void order_panel(struct aie2_phases *p, uint32_t i, uint32_t panels, uint32_t pieces)
{
    if (i == 0 || pieces > 1)
        order_both(p, "A", pieces);
    if (i + 1 < panels && pieces == 1)
        order_both(p, "A", 1);
}

static void order_product(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_pass *pass = &phase->pass;
    const uint32_t          panels = phase->product.m / pass->rows;

    for (uint32_t i = 0; i < panels; i++) {
        order_panel(p, i, panels, pass->pieces);
        for (uint32_t t = 0; phase->product.add && t < pass->results; t++) {
            kc_buf_puts(&p->order[1], ", R");
            order_both(p, "W", pass->tiles);
        }
        if (!phase->product.add)
            order_both(p, "W", pass->tiles * pass->results);
    }
}

static void order_attention(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const uint32_t panels = phase->heads.s / p->rows * phase->heads.nh;

    for (uint32_t i = 0; i < panels; i++) {
        order_panel(p, i, panels, 1);
        order_both(p, "W", phase->pass.tiles + phase->values.tiles * phase->values.results);
    }
}

/* ---- walks ---------------------------------------------------------------------------------- */

/* The halves of all panels of columns c0 to c1. */
static void panels(struct aie2_phases *p, const char *x, uint32_t m, const struct aie2_pass *pass,
                   uint32_t c0, uint32_t c1)
{
    const uint32_t half = pass->rows / 2;

    for (uint32_t i = 0; i < 2; i++)
        aie2_line(p->linear,
                  ".transfer A%u, %s, tile=%ux%u, step=%ux%u, part=%u:%u,%u:%u, layout=4x8", i, x,
                  half, pass->depth, pass->rows, pass->depth, i * half, m - half + i * half, c0,
                  c1);
    p->turns += m / pass->rows;
}

/* The same for halves that fill both buffers: what goes to the first one comes first, unless the
 * fifo goes on with the second. */
static void large_panels(struct aie2_phases *p, const char *x, uint32_t m,
                         const struct aie2_pass *pass, uint32_t c0, uint32_t c1)
{
    const uint32_t rows = pass->rows / 4;

    for (uint32_t row = 0; row < m; row += pass->rows)
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t from = row + (i / 2 * 2 + (i + p->turns) % 2) * rows;

            aie2_line(p->linear, ".transfer A%u, %s, tile=%ux%u, part=%u:%u,%u:%u, layout=4x8",
                      i / 2, x, rows, pass->depth, from, from + rows, c0, c1);
        }
}

/* Strips for one channel: columns c0 to c1, of which every other tile is the other channel's. */
static void weights(struct aie2_phases *p, uint32_t channel, const char *w, uint32_t row,
                    const struct aie2_pass *pass, uint32_t c0, uint32_t c1)
{
    const uint32_t tile = 4 * pass->wide;

    aie2_line(p->linear, ".transfer W%u, %s, tile=%ux%u, step=%ux%u, part=%u:%u,%u:%u, layout=%ux4",
              channel, w, pass->depth, tile, pass->depth, 2 * tile, row, row + pass->depth,
              c0 + channel * tile, c1 - tile + channel * tile, pass->depth);
}

/* Strips of a matrix that only one channel brings. */
static void all_weights(struct aie2_phases *p, uint32_t channel, const char *w, uint32_t row,
                        const struct aie2_pass *pass)
{
    aie2_line(p->linear, ".transfer W%u, %s, tile=%ux%u, part=%u:%u, layout=%ux4", channel, w,
              pass->depth, 4 * pass->wide, row, row + pass->depth, pass->depth);
}

/* Results, or what is added to them; sides: 2 when they come from both channels. */
static void results(struct aie2_phases *p, const char *fifo, const char *y,
                    const struct aie2_pass *pass, uint32_t sides, uint32_t row, uint32_t c0,
                    uint32_t c1)
{
    aie2_line(p->linear, ".transfer %s, %s, tile=%ux%u, part=%u:%u,%u:%u, layout=%ux4", fifo, y,
              pass->rows, 4 * pass->wide * pass->tiles * sides, row, row + pass->rows, c0, c1,
              pass->rows);
}

static void walk_target(struct aie2_phases *p, const struct aie2_phase *phase, size_t t,
                        uint32_t row)
{
    const struct aie2_product *product = &phase->product;
    const uint32_t             n = product->target[t].n;
    const char                *w = product->target[t].w;

    for (uint32_t i = 0; i < 2; i++)
        if (aie2_is_gate(product))
            all_weights(p, i, i ? product->up : w, phase->first, &phase->pass);
        else
            weights(p, i, w, phase->first, &phase->pass, 0, n);
    if (product->add)
        results(p, "R", product->add, &phase->pass, 2, row, 0, n);
    results(p, "O", product->target[t].y, &phase->pass, aie2_is_gate(product) ? 1 : 2, row, 0, n);
}

static void walk_product(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_product *product = &phase->product;

    (phase->pass.pieces == 1 ? panels : large_panels)(p, product->x, product->m, &phase->pass,
                                                      phase->first, phase->first + product->k);
    for (uint32_t row = 0; row < product->m; row += phase->pass.rows)
        for (size_t t = 0; t < product->targets; t++)
            walk_target(p, phase, t, row);
    order_product(p, phase);
}

static void walk_head(struct aie2_phases *p, const struct aie2_phase *phase, uint32_t head,
                      uint32_t row)
{
    const struct aie2_heads *a = &phase->heads;
    const uint32_t           kv = head * a->nkv / a->nh * a->d;

    for (uint32_t i = 0; i < 2; i++) {
        aie2_line(p->linear, ".transfer W%u, %s, tile=%ux%u, part=%u:%u,%u:%u, layout=4x8", i, a->k,
                  4 * phase->pass.wide, a->d, i * a->s / 2, (i + 1) * a->s / 2, kv, kv + a->d);
        weights(p, i, a->v, 0, &phase->values, kv, kv + a->d);
    }
    results(p, "O", a->y, &phase->values, 2, row, head * a->d, (head + 1) * a->d);
}

static void walk_attention(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_heads *a = &phase->heads;

    for (uint32_t head = 0; head < a->nh; head++) {
        panels(p, a->q, a->s, &phase->pass, head * a->d, (head + 1) * a->d);
        for (uint32_t row = 0; row < a->s; row += p->rows)
            walk_head(p, phase, head, row);
    }
    order_attention(p, phase);
}

/* ---- memory --------------------------------------------------------------------------------- */

static void declare(struct aie2_linear *l, const struct aie2_memory *place)
{
    const char channel = place->name[0] == 'R' ? '1' : place->name[1];

    if (place->depth == 1)
        aie2_line(l, ".buffer %s, %u, bank=%c", place->name, place->bytes, place->bank);
    else if (place->name[0] == 'O')
        aie2_line(l, ".fifo %s, out, size=%u, depth=2, bank=%c", place->name, place->bytes,
                  place->bank);
    else
        aie2_line(l, ".fifo %s, in, size=%u, chan=%c, depth=2, bank=%c", place->name, place->bytes,
                  channel, place->bank);
}

void aie2_phases_walks(struct aie2_phases *p)
{
    for (size_t i = 0; i < p->places; i++)
        declare(p->linear, &p->place[i]);
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention)
            walk_attention(p, &p->phase[i]);
        else
            walk_product(p, &p->phase[i]);
    for (int i = 0; i < 2; i++) {
        aie2_line(p->linear, ".sequence in%d%s", i, p->order[i].text);
        kc_buf_free(&p->order[i]);
    }
}

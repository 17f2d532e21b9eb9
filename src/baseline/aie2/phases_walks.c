/* The tile's side of phases: sizes of panels and tiles, fifos, and the walks that feed them. */
#include <string.h>

#include "baseline/aie2/phases_parts.h"

enum {
    ROOM = 63 * 1024,
    RING_BYTES = 64,
    GRANULE = 64,
    BF16 = 2,
    RESULT_MOST = 1024,
    SUM_MOST = 512,
    RAW_MOST = 2048
};

/* ---- sizes ---------------------------------------------------------------------------------- */

/* What a buffer may have at most, and the rows of attention's panels. */
struct limits {
    uint32_t a, w, rows;
};

/* From the most comfortable to the most modest. */
static const struct limits limits[] = {
    { 8192, 4096, 32 }, { 8192, 4096, 16 }, { 8192, 2048, 16 }, { 8192, 4096, 8 },
    { 8192, 8192, 8 },  { 4096, 2048, 16 }, { 4096, 2048, 8 },  { 8192, 1024, 8 },
};

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t gcd(uint32_t a, uint32_t b)
{
    return b ? gcd(b, a % b) : a;
}

/* The most columns of four that divide a whole and fit. */
static uint32_t widest(uint32_t whole, uint32_t bytes, uint32_t limit)
{
    uint32_t wide = 1;

    for (uint32_t i = 2; i <= whole && i * bytes <= limit; i++)
        if (whole % i == 0)
            wide = i;
    return wide;
}

/* Panels of 32, 24, 16 or 8 rows; both buffers for one panel rather than smaller panels.  Their
 * contents must follow each other then: size is that of a buffer, if it is known. */
static bool choose_panel(uint32_t m, uint32_t k, uint32_t limit, uint32_t size,
                         struct aie2_pass *pass)
{
    for (uint32_t rows = 32; rows >= 8; rows -= 8)
        for (uint32_t i = 1; i <= 2; i++)
            if (m % rows == 0 && rows % (8 * i) == 0 && rows * k / i <= limit &&
                (i == 1 || !size || rows * k / i == size)) {
                pass->rows = rows;
                pass->pieces = i;
                pass->depth = k;
                return true;
            }
    return false;
}

static bool is_gate(const struct aie2_product *product)
{
    return product->after == AIE2_AFTER_GATE;
}

/* Columns of four that one channel brings. */
static uint32_t columns_of(const struct aie2_product *product, size_t target)
{
    return product->target[target].n / (is_gate(product) ? 4 : 8);
}

/* Bytes of a tile of results at most: large ones for what follows, small ones where as much comes
 * in to be added. */
static uint32_t result_limit(const struct aie2_product *product)
{
    return product->after ? RAW_MOST : product->add ? SUM_MOST : RESULT_MOST;
}

/* Tiles of W in a tile of results; sides: 2 when both channels end up in it. */
static void choose_results(struct aie2_pass *pass, uint32_t columns, uint32_t common,
                           uint32_t sides, uint32_t limit)
{
    const uint32_t tile = pass->rows * 4 * BF16 * pass->wide * sides;

    pass->tiles = widest(common / pass->wide, tile, limit);
    pass->results = columns / pass->wide / pass->tiles;
}

static bool plan_product(struct aie2_phase *phase, const struct limits *limit, uint32_t size)
{
    const struct aie2_product *product = &phase->product;
    struct aie2_pass          *pass = &phase->pass;
    uint32_t                   common = 0, all = 0;

    if (!choose_panel(product->m, product->k, limit->a, size, pass))
        return false;
    for (size_t i = 0; i < product->targets; i++) {
        common = gcd(columns_of(product, i), common);
        all += columns_of(product, i);
    }
    pass->wide = widest(common, most(pass->depth, 4 * pass->rows) * 4 * BF16, limit->w);
    choose_results(pass, all, common, is_gate(product) ? 1 : 2, result_limit(product));
    return pass->depth * 4 * BF16 * pass->wide <= limit->w;
}

static bool plan_attention(struct aie2_phase *phase, const struct limits *limit)
{
    const struct aie2_heads *a = &phase->heads;
    uint32_t                 rows = limit->rows;

    while (rows > 8 && a->s % rows)
        rows -= 8;
    phase->pass = (struct aie2_pass){ .rows = rows, .pieces = 1, .depth = a->d, .results = 1 };
    phase->pass.wide = widest(a->s / 8, a->d * 4 * BF16, limit->w);
    phase->pass.tiles = a->s / 8 / phase->pass.wide;
    phase->values = (struct aie2_pass){ .rows = rows, .pieces = 1, .depth = a->s };
    phase->values.wide = widest(a->d / 8, most(a->s, 4 * rows) * 4 * BF16, limit->w);
    choose_results(&phase->values, a->d / 8, a->d / 8, 2, RESULT_MOST);
    return a->s * 4 * BF16 <= limit->w && a->d * 4 * BF16 <= limit->w;
}

static void take_pass(struct aie2_phases *p, const struct aie2_pass *pass, uint32_t sides)
{
    const uint32_t result = pass->rows * 4 * BF16 * pass->wide * pass->tiles * sides;

    p->w_bytes = most(p->w_bytes, pass->depth * 4 * BF16 * pass->wide);
    p->o_bytes = most(p->o_bytes, result);
}

static void take_panel(struct aie2_phases *p, const struct aie2_pass *pass)
{
    p->a_bytes = most(p->a_bytes, pass->rows * pass->depth / pass->pieces);
}

static void take_product(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_pass *pass = &phase->pass;
    const uint32_t          sides = is_gate(&phase->product) ? 1 : 2;
    const uint32_t          result = pass->rows * 4 * BF16 * pass->wide * pass->tiles * sides;

    take_panel(p, pass);
    take_pass(p, pass, sides);
    if (phase->product.add)
        p->r_bytes = most(p->r_bytes, result);
    if (phase->product.after)
        p->raw_bytes = result;
}

static void take_attention(struct aie2_phases *p, const struct aie2_phase *phase)
{
    take_panel(p, &phase->pass);
    take_pass(p, &phase->pass, 0);
    take_pass(p, &phase->values, 2);
    p->rows = phase->pass.rows;
}

static uint32_t rounded(uint32_t bytes)
{
    return (bytes + GRANULE - 1) / GRANULE * GRANULE;
}

static uint32_t scores_bytes(const struct aie2_phases *p)
{
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention)
            return p->rows * p->phase[i].heads.s * BF16;
    return 0;
}

/* Before silu or gate: raw results, for a gate the other side, and at best two buffers more. */
static uint32_t raw_buffers(const struct aie2_phases *p)
{
    return !p->raw_bytes ? 0 : 3 + p->gates;
}

static uint32_t total_bytes(const struct aie2_phases *p)
{
    return 4 * rounded(p->a_bytes) + 4 * rounded(p->w_bytes) + 2 * rounded(p->o_bytes) +
           2 * rounded(p->r_bytes) + most(raw_buffers(p) * rounded(p->raw_bytes), 2 * scores_bytes(p)) +
           p->rows * 16 + RING_BYTES;
}

static bool plan_with(struct aie2_phases *p, const struct limits *limit, uint32_t size)
{
    p->a_bytes = p->w_bytes = p->o_bytes = p->r_bytes = p->raw_bytes = p->rows = 0;
    for (size_t i = 0; i < p->phases; i++) {
        struct aie2_phase *phase = &p->phase[i];

        if (!(phase->attention ? plan_attention(phase, limit) : plan_product(phase, limit, size)))
            return false;
        (phase->attention ? take_attention : take_product)(p, phase);
    }
    return total_bytes(p) <= ROOM;
}

const char *aie2_phases_plan(struct aie2_phases *p)
{
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (plan_with(p, &limits[i], 0) && plan_with(p, &limits[i], p->a_bytes))
            return NULL;
    return "no panel of its rows fits into data memory together with strips of its weights";
}

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
        if (is_gate(product))
            all_weights(p, i, i ? product->up : w, phase->first, &phase->pass);
        else
            weights(p, i, w, phase->first, &phase->pass, 0, n);
    if (product->add)
        results(p, "R", product->add, &phase->pass, 2, row, 0, n);
    results(p, "O", product->target[t].y, &phase->pass, is_gate(product) ? 1 : 2, row, 0, n);
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

/* ---- fifos ---------------------------------------------------------------------------------- */

/* The panel's halves and the strips of both sides lie in four banks. */
static void fifos(struct aie2_phases *p)
{
    struct aie2_linear *l = p->linear;

    for (int i = 0; i < 2; i++)
        aie2_line(l, ".fifo A%d, in, size=%u, chan=%d, depth=2, bank=%c", i, p->a_bytes, i,
                  'A' + i);
    for (int i = 0; i < 2; i++)
        aie2_line(l, ".fifo W%d, in, size=%u, chan=%d, depth=2, bank=%c", i, p->w_bytes, i,
                  'C' + i);
    aie2_line(l, ".fifo O, out, size=%u, depth=2", p->o_bytes);
    if (p->adds)
        aie2_line(l, ".fifo R, in, size=%u, chan=1, depth=2", p->r_bytes);
}

static void buffers(struct aie2_phases *p)
{
    struct aie2_linear *l = p->linear;

    aie2_line(l, ".buffer ring, %d", RING_BYTES);
    if (p->raw_bytes) {
        aie2_line(l, ".buffer raw, %u", p->raw_bytes);
        aie2_line(l, ".buffer spare0, %u", p->raw_bytes);
        aie2_line(l, ".buffer spare1, %u", p->raw_bytes);
    }
    if (p->gates)
        aie2_line(l, ".buffer up, %u", p->raw_bytes);
    if (!p->rows)
        return;
    aie2_line(l, ".buffer P0, %u", scores_bytes(p) / 2);
    aie2_line(l, ".buffer P1, %u", scores_bytes(p) / 2);
    aie2_line(l, ".buffer scores, %u", scores_bytes(p));
    aie2_line(l, ".buffer factors, %u", p->rows * 16);
}

void aie2_phases_walks(struct aie2_phases *p)
{
    fifos(p);
    buffers(p);
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

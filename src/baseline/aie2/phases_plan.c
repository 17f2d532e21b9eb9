/* Sizes: rows of panels, strips of tiles, and a place in data memory for everything.
 *
 * Panels of 32 rows keep the multiplier busy at the rate at which two channels bring weights, so
 * they come first; then wide tiles, which save calls and locks.  Panels' halves and the strips of
 * both channels lie in four banks, because strips load from two of them in every cycle.
 */
#include "baseline/aie2/phases_parts.h"

enum {
    BANKS = 4,
    BANK_BYTES = 16384,
    STACK_BYTES = 1024,
    RING_BYTES = 64,
    GRANULE = 64,
    BF16 = 2,
    RESULT_MOST = 1024,
    SUM_MOST = 512
};

/* What a buffer may have at most: a panel's half, a tile of W, raw results; and the rows of
 * attention's panels. */
struct limits {
    uint32_t a, w, raw, rows;
};

/* From the most comfortable to the most modest. */
static const struct limits limits[] = {
    { 8192, 4096, 2048, 32 }, { 8192, 4096, 1024, 32 }, { 8192, 4096, 1024, 16 },
    { 8192, 2048, 1024, 16 }, { 8192, 4096, 1024, 8 },  { 4096, 2048, 512, 16 },
    { 4096, 2048, 512, 8 },   { 8192, 1024, 512, 8 },   { 2048, 2048, 512, 8 },
};

/* ---- passes --------------------------------------------------------------------------------- */

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

/* Columns of four that one channel brings. */
static uint32_t columns_of(const struct aie2_product *product, size_t target)
{
    return product->target[target].n / (aie2_is_gate(product) ? 4 : 8);
}

/* Bytes of a tile of results at most: large ones for what follows, small ones where as much comes
 * in to be added. */
static uint32_t result_limit(const struct aie2_product *product, const struct limits *limit)
{
    return product->after ? limit->raw : product->add ? SUM_MOST : RESULT_MOST;
}

/* Tiles of W in a tile of results; sides: 2 when both channels end up in it. */
static void choose_results(struct aie2_pass *pass, uint32_t columns, uint32_t common,
                           uint32_t sides, uint32_t limit)
{
    const uint32_t tile = pass->rows * 4 * BF16 * pass->wide * sides;

    pass->tiles = widest(common / pass->wide, tile, limit);
    pass->results = columns / pass->wide / pass->tiles;
}

/* Strips in a tile of W: as many as fit there, and into a tile of results. */
static void choose_tiles(struct aie2_pass *pass, uint32_t columns, uint32_t common, uint32_t sides,
                         uint32_t limit, uint32_t result)
{
    const uint32_t strips = limit / (pass->depth * 4 * BF16);
    const uint32_t columns_out = result / (pass->rows * 4 * BF16 * sides);

    pass->wide = widest(common, 1, strips < columns_out ? strips : columns_out);
    choose_results(pass, columns, common, sides, result);
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
    choose_tiles(pass, all, common, aie2_is_gate(product) ? 1 : 2, limit->w,
                 result_limit(product, limit));
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
    choose_tiles(&phase->values, a->d / 8, a->d / 8, 2, limit->w, RESULT_MOST);
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
    const uint32_t          sides = aie2_is_gate(&phase->product) ? 1 : 2;
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

/* ---- memory --------------------------------------------------------------------------------- */

static const struct aie2_heads *heads_of(const struct aie2_phases *p)
{
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention)
            return &p->phase[i].heads;
    return NULL;
}

/* Rounded, into the bank that is wanted, else where most room is. */
static bool put(struct aie2_phases *p, uint32_t *room, const char *name, uint32_t bytes,
                uint32_t depth, int bank)
{
    const uint32_t all = (bytes + GRANULE - 1) / GRANULE * GRANULE * depth;

    for (int i = 0; room[bank] < all && i < BANKS; i++)
        if (room[i] >= all)
            bank = i;
    if (room[bank] < all)
        return false;
    room[bank] -= all;
    p->place[p->places++] = (struct aie2_memory){ name, bytes, depth, (char)('A' + bank) };
    return true;
}

static int roomiest(const uint32_t *room)
{
    int best = 0;

    for (int i = 1; i < BANKS; i++)
        best = room[i] > room[best] ? i : best;
    return best;
}

/* Attention and activations never meet: they share two areas, left and right. */
static bool put_areas(struct aie2_phases *p, uint32_t *room)
{
    const struct aie2_heads *a = heads_of(p);
    const uint32_t           scores = a ? p->rows * a->s * BF16 : 0;
    const bool               inside = a && p->rows * (a->d + a->s) <= p->a_bytes;
    const uint32_t           left = most(scores, (p->gates ? 2 : 1) * p->raw_bytes);
    struct aie2_names       *n = &p->names;
    struct kc_arena         *arena = aie2_linear_arena(p->linear);

    n->scores = "left";
    n->raw = "left";
    n->up = kc_arena_printf(arena, "(left+%u)", p->raw_bytes);
    n->spare[0] = "right";
    n->spare[1] = kc_arena_printf(arena, "(right+%u)", p->raw_bytes);
    for (int i = 0; i < 2; i++)
        n->exps[i] = inside ? kc_arena_printf(arena, "(A%d.buf0+%u)", i, p->rows * a->d)
                     : i    ? "P1"
                            : "P0";
    return (!left || put(p, room, "left", left, 1, 2)) &&
           (!p->raw_bytes || put(p, room, "right", 2 * p->raw_bytes, 1, 3)) &&
           (!a || inside ||
            (put(p, room, "P0", scores / 2, 1, 0) && put(p, room, "P1", scores / 2, 1, 1)));
}

static bool put_all(struct aie2_phases *p)
{
    uint32_t room[BANKS] = { BANK_BYTES, BANK_BYTES, BANK_BYTES, BANK_BYTES - STACK_BYTES };

    p->places = 0;
    return put(p, room, "A0", p->a_bytes, 2, 0) && put(p, room, "A1", p->a_bytes, 2, 1) &&
           put(p, room, "W0", p->w_bytes, 2, 2) && put(p, room, "W1", p->w_bytes, 2, 3) &&
           put_areas(p, room) && put(p, room, "O", p->o_bytes, 2, roomiest(room)) &&
           (!p->adds || put(p, room, "R", p->r_bytes, 2, roomiest(room))) &&
           (!p->rows || put(p, room, "factors", p->rows * 16, 1, roomiest(room))) &&
           put(p, room, "ring", RING_BYTES, 1, roomiest(room));
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
    return put_all(p);
}

const char *aie2_phases_plan(struct aie2_phases *p)
{
    for (size_t i = 0; i < KC_COUNT(limits); i++)
        if (plan_with(p, &limits[i], 0) && plan_with(p, &limits[i], p->a_bytes))
            return NULL;
    return "no panel of its rows fits into data memory together with strips of its weights";
}

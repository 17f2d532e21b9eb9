/* Products of row-major matrices in data memory.
 *
 * The left operand is packed into tiles once.  Of the right one, eight rows of 16 columns become
 * four tiles by eight shuffles while the tiles before are multiplied: the mv slot is free anyway.
 * Four 4x4 results in a row become four rows of 16 by four shuffles.
 */
#include "baseline/aie2/product.h"

enum { MATRIX = 28 };

/* Shuffle modes (aie2.md 4.6): named by what they do here. */
enum {
    COLUMNS_64 = 6, /* and 7: 8 rows of 2 x 64 bits, by columns */
    COLUMNS_128 = 8,
    WEAVE_64 = 14, /* and 15: 64 bits of one, 64 bits of the other */
    TRANSPOSE_4X8 = 29
};

/* ---- packing -------------------------------------------------------------------------------- */

void aie2_pack_function(struct aie2_linear *l, const char *name)
{
    aie2_pack_function_for(l, name, 16);
}

void aie2_pack_function_for(struct aie2_linear *l, const char *name, uint32_t least)
{
    aie2_line(l, "// packs 4 * r1 rows of 16 * r0 at p0, m0 apart, into 4x8 tiles at p1");
    aie2_line(l, ".func %s", name);
    aie2_line(l, "movx r%%even, #%d", COLUMNS_128);
    aie2_line(l, "movx r%%odd, #%d", COLUMNS_128 + 1);
    aie2_line(l, "mov r%%pitch, m0");
    aie2_line(l, "movx r%%next, #32");
    aie2_line(l, "add r%%two, r%%pitch, r%%pitch");
    aie2_line(l, "sub r%%next, r%%next, r%%two");
    aie2_line(l, "sub r%%next, r%%next, r%%pitch");
    aie2_line(l, "mov m%%back, r%%next");
    aie2_line(l, "add r%%two, r%%two, r%%two");
    aie2_line(l, "mov m%%down, r%%two");
    aie2_line(l, "mov r%%blocks, r1");
    aie2_line(l, "mov r%%groups, r0");
    aie2_line(l, ".loop r%%blocks");
    aie2_line(l, "mov p%%x, p0");
    aie2_line(l, ".loop r%%groups, min=%u", least / 16);
    aie2_line(l, "vlda wl%%a, [p%%x], m0 !rows");
    aie2_line(l, "vlda wh%%a, [p%%x], m0 !rows");
    aie2_line(l, "vlda wl%%b, [p%%x], m0 !rows");
    aie2_line(l, "vlda wh%%b, [p%%x], m%%back !rows");
    aie2_line(l, "vshuffle x%%t, x%%a, x%%b, r%%even");
    aie2_line(l, "vshuffle x%%u, x%%a, x%%b, r%%odd");
    aie2_line(l, "vst wl%%t, [p1], #32 !tiles");
    aie2_line(l, "vst wh%%t, [p1], #32 !tiles");
    aie2_line(l, "vst wl%%u, [p1], #32 !tiles");
    aie2_line(l, "vst wh%%u, [p1], #32 !tiles");
    aie2_line(l, ".endloop");
    aie2_line(l, "padda [p0], m%%down");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- the product ---------------------------------------------------------------------------- */

/* Row tiles of a block: as many as divide, four at most. */
static uint32_t block_tiles(const struct aie2_dense *d)
{
    return d->m % 16 == 0 ? 4 : d->m % 8 == 0 ? 2 : 1;
}

static void constants(struct aie2_linear *l, const struct aie2_dense *d, uint32_t tiles)
{
    aie2_line(l, "movx r%%matrix, #%d", MATRIX);
    aie2_line(l, "movx r%%weave0, #%d", WEAVE_64);
    aie2_line(l, "movx r%%weave1, #%d", WEAVE_64 + 1);
    if (d->transposed) {
        aie2_line(l, "movx r%%turn, #%d", TRANSPOSE_4X8);
        aie2_line(l, "movxm m%%strip, #%u", d->k * 32);
    } else {
        aie2_line(l, "movx r%%even, #%d", COLUMNS_128);
        aie2_line(l, "movx r%%odd, #%d", COLUMNS_128 + 1);
        aie2_line(l, "movx r%%left, #%d", COLUMNS_64);
        aie2_line(l, "movx r%%right, #%d", COLUMNS_64 + 1);
        aie2_line(l, "movxm m%%row, #%u", d->b_pitch);
    }
    for (uint32_t i = 1; i < (d->transposed ? 4 : tiles); i++) {
        aie2_line(l, "movxm dj%%lo%u, #%u", i, i * d->k * 8);
        aie2_line(l, "movxm dj%%hi%u, #%u", i, i * d->k * 8 + 32);
    }
    if (tiles > 1)
        aie2_line(l, "movxm m%%panel, #%u", (tiles - 1) * d->k * 8);
    if (!d->tiles)
        aie2_line(l, "movxm m%%out, #%u", d->c_pitch);
}

/* Accumulators are halves of cm: tile (i, j) of the block. */
static const char *half_of(uint32_t j)
{
    return j % 2 ? "bmh" : "bml";
}

/* Blocks that follow each other have accumulators of their own where there are enough. */
struct block {
    const struct aie2_dense *d;
    uint32_t                 tiles;
    char                     set; /* letter of its accumulators */
};

static void start(struct aie2_linear *l, const struct block *b)
{
    const struct aie2_dense *d = b->d;
    const uint32_t           tiles = b->tiles;

    for (uint32_t i = 0; !d->bias && i < tiles; i++)
        for (uint32_t j = 0; j < 2; j++)
            aie2_line(l, "vclr cm%%%c%u%u", b->set, i, j);
    for (uint32_t j = 0; d->bias && j < 4; j++) {
        aie2_line(l, "vextbcst.64 x%%b%u, x%%bias, #%u", j, j);
        for (uint32_t i = 0; i < tiles; i++)
            aie2_line(l, "vconv.fp32.bf16 %s%%%c%u%u, wl%%b%u", half_of(j), b->set, i, j / 2, j);
    }
}

/* Eight rows of 16 columns, as four tiles. */
static void load_rows(struct aie2_linear *l)
{
    for (uint32_t i = 0; i < 4; i++) {
        aie2_line(l, "vldb wl%%r%u, [p%%b], m%%row !b", i);
        aie2_line(l, "vldb wh%%r%u, [p%%b], m%%row !b", i);
    }
    for (uint32_t i = 0; i < 2; i++) {
        aie2_line(l, "vshuffle x%%e%u, x%%r%u, x%%r%u, r%%even", i, 2 * i, 2 * i + 1);
        aie2_line(l, "vshuffle x%%o%u, x%%r%u, x%%r%u, r%%odd", i, 2 * i, 2 * i + 1);
    }
    aie2_line(l, "vshuffle x%%w0, x%%e0, x%%e1, r%%left");
    aie2_line(l, "vshuffle x%%w1, x%%e0, x%%e1, r%%right");
    aie2_line(l, "vshuffle x%%w2, x%%o0, x%%o1, r%%left");
    aie2_line(l, "vshuffle x%%w3, x%%o0, x%%o1, r%%right");
}

static void load_transposed(struct aie2_linear *l)
{
    for (uint32_t j = 1; j < 4; j++) {
        aie2_line(l, "vldb wl%%r%u, [p%%b, dj%%lo%u] !b", j, j);
        aie2_line(l, "vldb wh%%r%u, [p%%b, dj%%hi%u] !b", j, j);
    }
    aie2_line(l, "vldb wl%%r0, [p%%b], #32 !b");
    aie2_line(l, "vldb wh%%r0, [p%%b], #32 !b");
    for (uint32_t j = 0; j < 4; j++)
        aie2_line(l, "vshuffle x%%w%u, x%%r%u, x%%r%u, r%%turn", j, j, j);
}

/* The tile with the pointer's step last. */
static void load_panel(struct aie2_linear *l, uint32_t tiles)
{
    for (uint32_t i = 1; i < tiles; i++) {
        aie2_line(l, "vlda wl%%a%u, [p%%a, dj%%lo%u] !a", i, i);
        aie2_line(l, "vlda wh%%a%u, [p%%a, dj%%hi%u] !a", i, i);
    }
    aie2_line(l, "vlda wl%%a0, [p%%a], #32 !a");
    aie2_line(l, "vlda wh%%a0, [p%%a], #32 !a");
}

static void multiply(struct aie2_linear *l, const struct block *b, uint32_t i, uint32_t j)
{
    const char *acc =
        kc_arena_printf(aie2_linear_arena(l), "%s%%%c%u%u", half_of(j), b->set, i, j / 2);

    aie2_line(l, "vmac.f %s, %s, x%%a%u, x%%w%u, r%%matrix", acc, acc, i, j);
}

static void loop(struct aie2_linear *l, const struct block *b)
{
    const struct aie2_dense *d = b->d;

    aie2_line(l, ".loop #%u", d->k / 8);
    if (d->transposed)
        load_transposed(l);
    else
        load_rows(l);
    load_panel(l, b->tiles);
    for (uint32_t i = 0; i < b->tiles; i++)
        for (uint32_t j = 0; j < 4; j++)
            multiply(l, b, i, j);
    aie2_line(l, ".endloop");
}

/* ---- results -------------------------------------------------------------------------------- */

/* The tiles of a row as bf16 in two registers, in the order in which they are woven. */
static void narrow(struct aie2_linear *l, const struct block *b, uint32_t i)
{
    const struct aie2_dense *d = b->d;
    const uint32_t           order[2][4] = { { 0, 1, 2, 3 }, { 0, 2, 1, 3 } };

    for (uint32_t j = 0; j < 4; j++) {
        const uint32_t tile = order[d->tiles][j];

        aie2_line(l, "vconv.bf16.fp32 %s%%%c%u, %s%%%c%u%u", j % 2 ? "wh" : "wl", j / 2 ? 'v' : 'u',
                  i, half_of(tile), b->set, i, tile / 2);
    }
    for (uint32_t j = 0; d->relu && j < 2; j++)
        aie2_line(l, "vmax_lt.bf16 x%%%c%u, r%%mask, x%%%c%u, x%%zero", j ? 'v' : 'u', i,
                  j ? 'v' : 'u', i);
    aie2_line(l, "vshuffle x%%s%u, x%%u%u, x%%v%u, r%%weave0", i, i, i);
    aie2_line(l, "vshuffle x%%t%u, x%%u%u, x%%v%u, r%%weave1", i, i, i);
}

static void store_rows(struct aie2_linear *l, uint32_t i)
{
    aie2_line(l, "vshuffle x%%y%u, x%%s%u, x%%t%u, r%%weave0", i, i, i);
    aie2_line(l, "vshuffle x%%z%u, x%%s%u, x%%t%u, r%%weave1", i, i, i);
    aie2_line(l, "vst wl%%y%u, [p%%c], m%%out !c", i);
    aie2_line(l, "vst wh%%y%u, [p%%c], m%%out !c", i);
    aie2_line(l, "vst wl%%z%u, [p%%c], m%%out !c", i);
    aie2_line(l, "vst wh%%z%u, [p%%c], m%%out !c", i);
}

static void store_tiles(struct aie2_linear *l, uint32_t i, uint32_t n)
{
    aie2_line(l, "vst wl%%s%u, [p%%c], #32 !c", i);
    aie2_line(l, "vst wh%%s%u, [p%%c], #32 !c", i);
    aie2_line(l, "vst wl%%t%u, [p%%c], #32 !c", i);
    aie2_line(l, "vst wh%%t%u, [p%%c], #32 !c", i);
    aie2_line(l, "movxm m%%next, #%u", n * 8 - 128);
    aie2_line(l, "padda [p%%c], m%%next");
}

static void results(struct aie2_linear *l, const struct block *b)
{
    for (uint32_t i = 0; i < b->tiles; i++) {
        narrow(l, b, i);
        if (b->d->tiles)
            store_tiles(l, i, b->d->n);
        else
            store_rows(l, i);
    }
}

/* ---- the function --------------------------------------------------------------------------- */

/* A block of up to 16 rows x 16 columns; A's pointer goes on to the next rows. */
static void block_code(struct aie2_linear *l, const struct block *b)
{
    start(l, b);
    aie2_line(l, "mov p%%b, p1");
    loop(l, b);
    if (b->tiles > 1)
        aie2_line(l, "padda [p%%a], m%%panel");
    results(l, b);
}

/* All rows of 16 columns. */
static void group(struct aie2_linear *l, const struct block *b)
{
    const struct aie2_dense *d = b->d;

    if (d->bias) {
        aie2_line(l, "vlda wl%%bias, [p3, #0]");
        aie2_line(l, "vlda wh%%bias, [p3], #32");
    }
    aie2_line(l, "mov p%%a, p0");
    aie2_line(l, "mov p%%c, p2");
    if (d->m > 4 * b->tiles)
        aie2_line(l, ".loop #%u", d->m / (4 * b->tiles));
    block_code(l, b);
    if (d->m > 4 * b->tiles)
        aie2_line(l, ".endloop");
    if (d->transposed)
        aie2_line(l, "padda [p1], m%%strip");
    else
        aie2_line(l, "padda [p1], #32");
    aie2_line(l, "padda [p2], #%u", d->tiles ? 128 : 32);
}

void aie2_dense_function(struct aie2_linear *l, const struct aie2_dense *d)
{
    struct block b = { .d = d, .tiles = block_tiles(d), .set = 'c' };

    aie2_line(l, "// %u x %u tiles at p0 times %u x %u %s at p1, to p2", d->m, d->k, d->k, d->n,
              d->transposed ? "transposed tiles" : "rows");
    aie2_line(l, ".func %s", d->name);
    constants(l, d, b.tiles);
    if (d->relu) {
        aie2_line(l, "movx r%%nothing, #0");
        aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    }
    const uint32_t unroll = d->n % 32 == 0 && !d->compact ? 2 : 1;

    aie2_line(l, ".loop #%u", d->n / 16 / unroll);
    for (uint32_t i = 0; i < unroll; i++) {
        group(l, &b);
        b.set = b.tiles < 4 ? 'k' : 'c';
    }
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

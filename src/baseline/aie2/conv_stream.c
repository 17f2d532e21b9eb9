/* Convolution of an image in host memory.
 *
 * One group of output channels after the other: its weights come as a tile, then the image passes,
 * row by row, a band of rows and those around it at a time; results leave as bands.
 */
#include "baseline/aie2/conv.h"

enum { FIRST = 0x70000, BUFFERS = 48 * 1024, ALIGN = 64 }; /* what is left goes to gaps */

enum edge { UPPER = 1, LOWER = 2 };

static uint32_t pad(const struct aie2_conv *c)
{
    return (c->k - 1) / 2;
}

static uint32_t group_bytes(const struct aie2_conv *c)
{
    return c->k * c->k * c->ci * c->cols * 2;
}

static uint32_t band_bytes(const struct aie2_conv *c)
{
    return c->band * c->h * c->cols * 2;
}

static uint32_t all_bytes(const struct aie2_conv *c)
{
    return aie2_conv_image_bytes(c) + aie2_conv_weights_bytes(c) + group_bytes(c) +
           2 * c->h * c->ci * 2 + 2 * band_bytes(c) + (c->scale ? 24 * c->co : 0);
}

static uint32_t up(uint32_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* The planes at the beginning of data memory, packed weights at its end. */
static const char *plan(struct aie2_conv *c, uint32_t groups)
{
    while (c->band && (all_bytes(c) > BUFFERS || (c->band < pad(c) && c->band < c->h)))
        c->band = aie2_conv_smaller(c);
    if (!c->band)
        return "the rows of a band and the weights of a group do not fit in data memory";
    c->image = FIRST;
    c->tiles = AIE2_FREE_TO - up(aie2_conv_weights_bytes(c));
    if (c->scale) {
        c->bias = c->tiles - groups * AIE2_CONV_FIRST;
        c->scale = c->bias - groups * AIE2_CONV_FACTORS;
    }
    return NULL;
}

/* ---- walks ---------------------------------------------------------------------------------- */

static void walk_rows(struct aie2_linear *l, const struct aie2_conv *c, uint32_t first)
{
    const uint32_t from = first < pad(c) ? 0 : first - pad(c);
    const uint32_t last = first + c->band + pad(c), to = last < c->h ? last : c->h;

    aie2_line(l, ".transfer X, x, tile=%ux%u, part=%u:%u,0:%u", c->h, c->ci, from * c->h, to * c->h,
              c->ci);
}

static void fifos(struct aie2_linear *l, const struct aie2_conv *c, uint32_t groups)
{
    static const char *const names[] = { "gamma", "beta", "mean", "var" };

    aie2_line(l, ".buffer PLANES, %u, at=%u", up(aie2_conv_image_bytes(c)), c->image);
    aie2_line(l, ".buffer TILES, %u, at=%u", AIE2_FREE_TO - (c->scale ? c->scale : c->tiles),
              c->scale ? c->scale : c->tiles);
    for (size_t i = 0; c->scale && i < KC_COUNT(names); i++)
        aie2_line(l, ".fifo N%zu, in, %s, tile=1x%u, chan=1, depth=1", i, names[i],
                  groups * c->cols);
    aie2_line(l, ".fifo W, in, w, tile=%ux%u, chan=1, order=cr, depth=1", c->k * c->k * c->ci,
              c->cols);
    aie2_line(l, ".fifo X, in, size=%u, chan=0, depth=2", c->h * c->ci * 2);
    aie2_line(l, ".fifo Y, out, y, tile=%ux%u, chan=0, order=cr, depth=2", c->band * c->h, c->cols);
    for (uint32_t group = 0; group < groups; group++)
        for (uint32_t first = 0; first < c->h; first += c->band)
            walk_rows(l, c, first);
}

/* ---- code ----------------------------------------------------------------------------------- */

static void turns(struct aie2_linear *l, const char *name, const char *fifo)
{
    aie2_line(l, "movxm r%%%s, #%s.buf0", name, fifo);
    aie2_line(l, "movxm r%%%s_sum, #%s.buf1", name, fifo);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%%s", name, name, name);
}

static void turn(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

static void rows_code(struct aie2_linear *l, const struct aie2_conv *c, unsigned edges)
{
    const uint32_t above = edges & UPPER ? pad(c) : 0, below = edges & LOWER ? pad(c) : 0;

    if (edges && pad(c))
        aie2_line(l, ".call clear");
    aie2_line(l, "movxm r%%to, #%u", c->image + above * aie2_conv_row_bytes(c) + pad(c) * 16);
    aie2_line(l, ".loop #%u", c->band + 2 * pad(c) - above - below);
    aie2_line(l, "acq #X.full, r%%take");
    aie2_line(l, "mov p0, r%%x");
    aie2_line(l, "mov p1, r%%to");
    aie2_line(l, "movxm r0, #%u", c->h);
    aie2_line(l, ".call image");
    aie2_line(l, "rel #X.empty, r%%give");
    turn(l, "x");
    aie2_line(l, "movxm r%%row, #%u", aie2_conv_row_bytes(c));
    aie2_line(l, "add r%%to, r%%to, r%%row");
    aie2_line(l, ".endloop");
}

static void band_code(struct aie2_linear *l, const struct aie2_conv *c, unsigned edges)
{
    rows_code(l, c, edges);
    aie2_line(l, "acq #Y.empty, r%%take");
    aie2_line(l, "movxm p0, #%u", c->image);
    aie2_line(l, "movxm p1, #%u", c->tiles);
    aie2_line(l, "mov p2, r%%y");
    if (c->bias)
        aie2_line(l, "mov p3, r%%bias");
    aie2_line(l, ".call band");
    aie2_line(l, "rel #Y.full, r%%give");
    turn(l, "y");
}

static void bands(struct aie2_linear *l, const struct aie2_conv *c)
{
    const uint32_t count = c->h / c->band;

    band_code(l, c, count == 1 ? UPPER | LOWER : UPPER);
    if (count > 2) {
        aie2_line(l, ".loop #%u", count - 2);
        band_code(l, c, 0);
        aie2_line(l, ".endloop");
    }
    if (count > 1)
        band_code(l, c, LOWER);
}

static void group_code(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "acq #W.full, r%%take");
    aie2_line(l, "movxm p0, #W.buf0");
    aie2_line(l, "movxm p1, #%u", c->tiles);
    if (c->scale)
        aie2_line(l, "mov p2, r%%scale");
    aie2_line(l, ".call weights");
    aie2_line(l, "rel #W.empty, r%%give");
    bands(l, c);
    if (c->scale)
        aie2_line(l, "add r%%scale, r%%scale, #%d", AIE2_CONV_FACTORS);
    if (c->bias)
        aie2_line(l, "add r%%bias, r%%bias, r%%first_step");
}

static void begin(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%give, #1");
    turns(l, "x", "X");
    turns(l, "y", "Y");
    if (!c->scale)
        return;
    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "acq #N%u.full, r%%take", i);
    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "movxm p%u, #N%u.buf0", 2 + i, i);
    aie2_line(l, "movxm p0, #%u", c->scale);
    aie2_line(l, "movxm p1, #%u", c->bias);
    aie2_line(l, ".call fold");
    aie2_line(l, "movxm r%%scale, #%u", c->scale);
    aie2_line(l, "movxm r%%bias, #%u", c->bias);
    aie2_line(l, "movxm r%%first_step, #%d", AIE2_CONV_FIRST);
}

const char *aie2_conv_stream(struct aie2_linear *l, const struct aie2_conv *conv,
                             void (*fold)(struct aie2_linear *l, const struct aie2_conv *conv))
{
    struct aie2_conv c = *conv;
    const char      *why;
    uint32_t         groups;

    aie2_conv_shape(&c);
    groups = c.co / c.cols;
    c.co = c.cols; /* what is in data memory belongs to one group */
    c.scale = fold != NULL;
    why = plan(&c, groups);
    if (why)
        return why;
    fifos(l, &c, groups);
    aie2_conv_functions(l, &c);
    if (fold) {
        c.co = groups * c.cols;
        fold(l, &c);
        c.co = c.cols;
    }
    aie2_line(l, ".func kernel");
    begin(l, &c);
    aie2_line(l, ".loop #%u", groups);
    group_code(l, &c);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
    return NULL;
}

#include "baseline/aie2/conv.h"

enum { MATRIX = 28, ELEMENTS = 60, PIXEL = 16 }; /* bytes of a pixel in a plane */

/* Shuffle modes. */
enum { COLUMNS_64 = 6, COLUMNS_128 = 8, WEAVE_64 = 14 };

/* ---- plan ----------------------------------------------------------------------------------- */

static uint32_t line_bytes(const struct aie2_conv *c)
{
    return c->width * PIXEL;
}

uint32_t aie2_conv_row_bytes(const struct aie2_conv *c)
{
    return c->planes * line_bytes(c);
}

/* Rows of weights. */
static uint32_t depth(const struct aie2_conv *c)
{
    return c->k * c->k * c->ci;
}

static bool narrow_groups(const struct aie2_conv *c)
{
    return c->cols == 8 && c->co > 8;
}

uint32_t aie2_conv_image_bytes(const struct aie2_conv *c)
{
    return (c->band + c->k - 1) * aie2_conv_row_bytes(c);
}

uint32_t aie2_conv_weights_bytes(const struct aie2_conv *c)
{
    return depth(c) * c->cols * 2 + (narrow_groups(c) ? depth(c) * 16 : 0);
}

/* A multiple of four rows that divides the image. */
uint32_t aie2_conv_smaller(const struct aie2_conv *c)
{
    uint32_t band = c->band;

    for (band -= 4; band; band -= 4)
        if (c->h % band == 0)
            break;
    return band;
}

void aie2_conv_shape(struct aie2_conv *c)
{
    c->cols = c->co % 16 ? 8 : 16;
    c->planes = c->ci / 8;
    c->width = (c->h + c->k) / 2 * 2; /* even: lines begin at multiples of 32 bytes */
    c->band = c->h;
}

const char *aie2_conv_plan(struct aie2_conv *c, const struct kc_layout *layout, size_t inputs,
                           uint32_t to)
{
    uint32_t gap, room = to - AIE2_FREE_FROM;

    aie2_conv_shape(c);
    gap = aie2_gap(layout, inputs, aie2_conv_weights_bytes(c));
    if (!gap && aie2_conv_weights_bytes(c) < room)
        room -= aie2_conv_weights_bytes(c);
    while (c->band && aie2_conv_image_bytes(c) > room)
        c->band = aie2_conv_smaller(c);
    c->image = AIE2_FREE_FROM;
    c->tiles = gap ? gap : c->image + aie2_conv_image_bytes(c);
    c->rows = c->tiles + depth(c) * c->cols * 2;
    if (!c->band || (!gap && c->tiles + aie2_conv_weights_bytes(c) > to))
        return "the image's rows and the weights do not fit in data memory together";
    return NULL;
}

/* ---- the image ------------------------------------------------------------------------------ */

static void zero_function(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "// clears the planes");
    aie2_line(l, ".func clear");
    aie2_line(l, "movxm p0, #%u", c->image);
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    aie2_line(l, ".loop #%u", aie2_conv_image_bytes(c) / 32);
    aie2_line(l, "vst wl%%zero, [p0], #32");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* The last plane's step goes to the next pixel, or from the last one to the next row. */
static void image_function(struct aie2_linear *l, const struct aie2_conv *c)
{
    const int32_t line = (int32_t)line_bytes(c), others = (int32_t)(c->planes - 1) * line;

    aie2_line(l, "// copies r0 pixels at p0 into planes at p1, row by row");
    aie2_line(l, ".func image");
    aie2_line(l, "mov m%%pixel, #%d", PIXEL);
    aie2_line(l, "movxm m%%plane, #%d", line);
    aie2_line(l, "movxm dj%%walk, #%d", PIXEL - others);
    aie2_line(l, "movxm dn%%walk, #%u", c->h - 1);
    aie2_line(l, "movxm m%%walk, #%d",
              (int32_t)(aie2_conv_row_bytes(c) - (c->h - 1) * PIXEL) - others);
    aie2_line(l, "mov dc%%walk, #0");
    aie2_line(l, "mov r%%pixels, r0");
    aie2_line(l, ".loop r%%pixels, min=%u, multiple=4", c->h);
    for (uint32_t i = 0; i < c->planes; i++) {
        aie2_line(l, "vldb.128 wl%%t%u, [p0], m%%pixel !x", i);
        if (i + 1 < c->planes)
            aie2_line(l, "vst.128 wl%%t%u, [p1], m%%plane !planes", i);
        else
            aie2_line(l, "vst.2d.128 wl%%t%u, [p1], d%%walk !planes", i);
    }
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- weights -------------------------------------------------------------------------------- */

/* x%f0: the group's factors in the low lanes, zeros in the others; x%f1: the other way round. */
static void load_factors(struct aie2_linear *l)
{
    aie2_line(l, "movx r%%elements, #%d", ELEMENTS);
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "vbcst.16 x%%f0, r%%nothing");
    aie2_line(l, "vbcst.16 x%%f1, r%%nothing");
    aie2_line(l, "vlda wl%%f0, [p2, #0]");
    aie2_line(l, "vlda wh%%f1, [p2, #0]");
}

static void scale_rows(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "vmul.f bml%%%s, x%%%s, x%%f0, r%%elements", name, name);
    aie2_line(l, "vmul.f bmh%%%s, x%%%s, x%%f1, r%%elements", name, name);
    aie2_line(l, "vconv.bf16.fp32 wl%%%ss, bml%%%s", name, name);
    aie2_line(l, "vconv.bf16.fp32 wh%%%ss, bmh%%%s", name, name);
}

/* Eight rows of 16 columns. */
static void load_wide(struct aie2_linear *l, const char *scaled)
{
    for (uint32_t i = 0; i < 4; i++) {
        char name[8] = { 'r', (char)('0' + i), 0 };

        aie2_line(l, "vlda wl%%r%u, [p0], m%%row !w", i);
        if (i < 3)
            aie2_line(l, "vldb wh%%r%u, [p0], m%%row !w", i);
        else
            aie2_line(l, "vldb.3d wh%%r%u, [p0], d3%%taps !w", i);
        if (*scaled)
            scale_rows(l, name);
    }
    for (uint32_t i = 0; i < 2; i++) {
        aie2_line(l, "vshuffle x%%e%u, x%%r%u%s, x%%r%u%s, r%%even", i, 2 * i, scaled, 2 * i + 1,
                  scaled);
        aie2_line(l, "vshuffle x%%o%u, x%%r%u%s, x%%r%u%s, r%%odd", i, 2 * i, scaled, 2 * i + 1,
                  scaled);
    }
    aie2_line(l, "vshuffle x%%w0, x%%e0, x%%e1, r%%left");
    aie2_line(l, "vshuffle x%%w1, x%%e0, x%%e1, r%%right");
    aie2_line(l, "vshuffle x%%w2, x%%o0, x%%o1, r%%left");
    aie2_line(l, "vshuffle x%%w3, x%%o0, x%%o1, r%%right");
}

/* Eight rows of 8 columns, one after the other. */
static void load_narrow(struct aie2_linear *l, const struct aie2_conv *c, const char *scaled)
{
    const char *where = narrow_groups(c) ? "rows" : "w";

    for (uint32_t i = 0; i < 2; i++) {
        char name[8] = { 'r', (char)('0' + i), 0 };

        aie2_line(l, "vlda wl%%r%u, [p0], #32 !%s", i, where);
        if (i < 1)
            aie2_line(l, "vlda wh%%r%u, [p0], #32 !%s", i, where);
        else
            aie2_line(l, "vlda.3d wh%%r%u, [p0], d3%%taps !%s", i, where);
        if (*scaled)
            scale_rows(l, name);
    }
    aie2_line(l, "vshuffle x%%w0, x%%r0%s, x%%r1%s, r%%left", scaled, scaled);
    aie2_line(l, "vshuffle x%%w1, x%%r0%s, x%%r1%s, r%%right", scaled, scaled);
}

/* Rows of 8 columns out of wider ones. */
static void gather_rows(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "movxm m%%wide, #%u", c->co * 2);
    aie2_line(l, "mov m%%narrow, #16");
    aie2_line(l, "movxm p%%rows, #%u", c->rows);
    aie2_line(l, ".loop #%u", depth(c));
    aie2_line(l, "vldb.128 wl%%t, [p0], m%%wide !w");
    aie2_line(l, "vst.128 wl%%t, [p%%rows], m%%narrow !rows");
    aie2_line(l, ".endloop");
    aie2_line(l, "movxm p0, #%u", c->rows);
}

/* One tap of 8 channels. */
static void weights_step(struct aie2_linear *l, const struct aie2_conv *c)
{
    const char *scaled = c->scale ? "s" : "";

    if (c->cols == 16)
        load_wide(l, scaled);
    else
        load_narrow(l, c, scaled);
    for (uint32_t j = 0; j < c->cols / 4; j++) {
        aie2_line(l, "vst wl%%w%u, [p1], #32 !tiles", j);
        aie2_line(l, "vst wh%%w%u, [p1], #32 !tiles", j);
    }
}

static void weights_constants(struct aie2_linear *l, const struct aie2_conv *c)
{
    const int32_t pitch = c->cols == 16 ? (int32_t)c->co * 2 : 16;
    const int32_t last = c->cols == 16 ? pitch : 32; /* the step of a tap's last load */
    const int32_t tap = (int32_t)c->ci * pitch, k = (int32_t)c->k;

    aie2_line(l, "movx r%%even, #%d", COLUMNS_128);
    aie2_line(l, "movx r%%odd, #%d", COLUMNS_128 + 1);
    aie2_line(l, "movx r%%left, #%d", COLUMNS_64);
    aie2_line(l, "movx r%%right, #%d", COLUMNS_64 + 1);
    aie2_line(l, "movxm m%%row, #%d", pitch);
    aie2_line(l, "movxm dj%%taps, #%d", last);
    aie2_line(l, "movxm dn%%taps, #%u", c->planes - 1);
    aie2_line(l, "movxm dj2%%taps, #%d", last + (k - 1) * tap);
    aie2_line(l, "movxm dn2%%taps, #%d", k - 1);
    aie2_line(l, "movxm m%%taps, #%d", last - (k - 1) * k * tap);
    aie2_line(l, "mov dc%%taps, #0");
    aie2_line(l, "mov dc2%%taps, #0");
}

/* By columns of the window, then its rows, then planes: the walk of the last load. */
static void weights_function(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "// packs %u columns of weights at p0 into 8x4 tiles at p1%s", c->cols,
              c->scale ? ", times factors at p2" : "");
    aie2_line(l, ".func weights");
    if (narrow_groups(c))
        gather_rows(l, c);
    weights_constants(l, c);
    if (c->scale)
        load_factors(l);
    aie2_line(l, ".loop #%u", c->k * c->k * c->planes);
    weights_step(l, c);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- a block: four rows of four pixels ------------------------------------------------------ */

static const char *half_of(uint32_t j)
{
    return j % 2 ? "bmh" : "bml";
}

static void start(struct aie2_linear *l, const struct aie2_conv *c)
{
    for (uint32_t i = 0; !c->bias && i < 4; i++)
        for (uint32_t j = 0; j < c->cols / 8; j++)
            aie2_line(l, "vclr cm%%c%u%u", i, j);
    for (uint32_t j = 0; c->bias && j < c->cols / 4; j++)
        for (uint32_t i = 0; i < 4; i++)
            aie2_line(l, "vlda.conv.fp32.bf16 %s%%c%u%u, [p3, #%u] !first", half_of(j), i, j / 2,
                      32 * j);
}

/* Four pixels from tap kx on; those that begin between two vectors are shifted out of three. */
static void load_pixels(struct aie2_linear *l, uint32_t kx, uint32_t i)
{
    const uint32_t at = kx * PIXEL;

    if (kx % 2 == 0) {
        aie2_line(l, "vlda wl%%a%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at);
        aie2_line(l, "vlda wh%%a%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at + 32);
        return;
    }
    aie2_line(l, "vlda wl%%s%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at - 16);
    aie2_line(l, "vlda wh%%s%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at + 16);
    aie2_line(l, "vlda wl%%t%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at + 48);
    aie2_line(l, "vlda wh%%t%u_%u, [p%%a%u, #%u] !planes", kx, i, i, at + 48);
    aie2_line(l, "vshift x%%a%u_%u, x%%s%u_%u, x%%t%u_%u, r%%pixel", kx, i, kx, i, kx, i);
}

/* A column of the window: all its rows and planes, one step apart. */
static void column(struct aie2_linear *l, const struct aie2_conv *c, uint32_t kx)
{
    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "mov p%%a%u, r%%row%u", i, i);
    aie2_line(l, ".loop #%u", c->k * c->planes);
    for (uint32_t j = 0; j < c->cols / 4; j++) {
        aie2_line(l, "vldb wl%%w%u_%u, [p%%w], #32 !tiles", kx, j);
        aie2_line(l, "vldb wh%%w%u_%u, [p%%w], #32 !tiles", kx, j);
    }
    for (uint32_t i = 0; i < 4; i++) {
        load_pixels(l, kx, i);
        aie2_line(l, "padds [p%%a%u], m%%plane", i);
        for (uint32_t j = 0; j < c->cols / 4; j++)
            aie2_line(l, "vmac.f %s%%c%u%u, %s%%c%u%u, x%%a%u_%u, x%%w%u_%u, r%%matrix", half_of(j),
                      i, j / 2, half_of(j), i, j / 2, kx, i, kx, j);
    }
    aie2_line(l, ".endloop");
}

static void rectify(struct aie2_linear *l, const struct aie2_conv *c, const char *name, uint32_t i)
{
    if (c->relu)
        aie2_line(l, "vmax_lt.bf16 x%%%s%u, r%%mask, x%%%s%u, x%%zero", name, i, name, i);
}

/* Four pixels of 16 channels. */
static void store_wide(struct aie2_linear *l, const struct aie2_conv *c, uint32_t i)
{
    for (uint32_t j = 0; j < 4; j++)
        aie2_line(l, "vconv.bf16.fp32 %s%%%c%u, %s%%c%u%u", j % 2 ? "wh" : "wl", j / 2 ? 'v' : 'u',
                  i, half_of(j), i, j / 2);
    rectify(l, c, "u", i);
    rectify(l, c, "v", i);
    aie2_line(l, "vshuffle x%%m%u, x%%u%u, x%%v%u, r%%weave0", i, i, i);
    aie2_line(l, "vshuffle x%%n%u, x%%u%u, x%%v%u, r%%weave1", i, i, i);
    aie2_line(l, "vshuffle x%%y%u, x%%m%u, x%%n%u, r%%weave0", i, i, i);
    aie2_line(l, "vshuffle x%%z%u, x%%m%u, x%%n%u, r%%weave1", i, i, i);
    aie2_line(l, "vst wl%%y%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst wh%%y%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst wl%%z%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst wh%%z%u, [p%%y], m%%down !y", i);
}

/* Four pixels of 8 channels: 64 bytes when there are no more, else 16 here and there. */
static void store_narrow(struct aie2_linear *l, const struct aie2_conv *c, uint32_t i)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%u%u, bml%%c%u0", i, i);
    aie2_line(l, "vconv.bf16.fp32 wh%%u%u, bmh%%c%u0", i, i);
    rectify(l, c, "u", i);
    aie2_line(l, "vshift x%%v%u, x%%u%u, x%%u%u, r%%half", i, i, i);
    aie2_line(l, "vshuffle x%%y%u, x%%u%u, x%%v%u, r%%weave0", i, i, i);
    if (!narrow_groups(c)) {
        aie2_line(l, "vst wl%%y%u, [p%%y], #32 !y", i);
        aie2_line(l, "vst wh%%y%u, [p%%y], m%%down !y", i);
        return;
    }
    aie2_line(l, "vshift x%%z%u, x%%y%u, x%%y%u, r%%pixel", i, i, i);
    aie2_line(l, "vst.128 wl%%y%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst.128 wl%%z%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst.128 wh%%y%u, [p%%y], m%%next !y", i);
    aie2_line(l, "vst.128 wh%%z%u, [p%%y], m%%down !y", i);
}

static void block(struct aie2_linear *l, const struct aie2_conv *c)
{
    start(l, c);
    aie2_line(l, "mov p%%w, p1");
    aie2_line(l, "mov r%%row0, r%%at");
    for (uint32_t i = 1; i < 4; i++)
        aie2_line(l, "add r%%row%u, r%%row%u, r%%pitch", i, i - 1);
    for (uint32_t kx = 0; kx < c->k; kx++)
        column(l, c, kx);
    aie2_line(l, "mov p%%y, r%%out");
    for (uint32_t i = 0; i < 4; i++)
        if (c->cols == 16)
            store_wide(l, c, i);
        else
            store_narrow(l, c, i);
}

/* ---- a band --------------------------------------------------------------------------------- */

static void band_constants(struct aie2_linear *l, const struct aie2_conv *c)
{
    const uint32_t pixel = c->co * 2, last = c->cols == 8 && !narrow_groups(c) ? 32 : 3 * pixel;

    aie2_line(l, "movx r%%matrix, #%d", MATRIX);
    aie2_line(l, "movx r%%weave0, #%d", WEAVE_64);
    aie2_line(l, "movx r%%weave1, #%d", WEAVE_64 + 1);
    aie2_line(l, "movx r%%pixel, #%d", PIXEL);
    aie2_line(l, "movx r%%half, #32");
    aie2_line(l, "movxm m%%plane, #%u", line_bytes(c));
    aie2_line(l, "movxm m%%next, #%u", pixel);
    aie2_line(l, "movxm m%%down, #%u", c->h * pixel - last);
    aie2_line(l, "movxm r%%pitch, #%u", aie2_conv_row_bytes(c));
    aie2_line(l, "movxm r%%rows, #%u", 4 * aie2_conv_row_bytes(c) - c->h * PIXEL);
    aie2_line(l, "movxm r%%lines, #%u", 3 * c->h * pixel);
    aie2_line(l, "movxm r%%pixels, #%u", 4 * pixel);
    aie2_line(l, "movx r%%tile, #%d", 4 * PIXEL);
    if (c->relu) {
        aie2_line(l, "movx r%%nothing, #0");
        aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    }
}

static void band_function(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "// %u rows of %u output channels: planes at p0, weights at p1, to p2", c->band,
              c->cols);
    aie2_line(l, ".func band");
    band_constants(l, c);
    aie2_line(l, "mov r%%at, p0");
    aie2_line(l, "mov r%%out, p2");
    aie2_line(l, ".loop #%u", c->band / 4);
    aie2_line(l, ".loop #%u", c->h / 4);
    block(l, c);
    aie2_line(l, "add r%%at, r%%at, r%%tile");
    aie2_line(l, "add r%%out, r%%out, r%%pixels");
    aie2_line(l, ".endloop");
    aie2_line(l, "add r%%at, r%%at, r%%rows");
    aie2_line(l, "add r%%out, r%%out, r%%lines");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

void aie2_conv_functions(struct aie2_linear *l, const struct aie2_conv *c)
{
    if (c->k > 1)
        zero_function(l, c);
    image_function(l, c);
    weights_function(l, c);
    band_function(l, c);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The planes for the output rows from first on. */
static void image_code(struct aie2_linear *l, const struct aie2_conv *c, uint32_t first)
{
    const uint32_t pad = (c->k - 1) / 2;
    const uint32_t above = first < pad ? pad - first : 0, from = first + above - pad;
    const uint32_t last = first + c->band + pad, to = last < c->h ? last : c->h;

    if (pad)
        aie2_line(l, ".call clear");
    aie2_line(l, "movxm p0, #%u", c->x + from * c->h * c->ci * 2);
    aie2_line(l, "movxm p1, #%u", c->image + above * aie2_conv_row_bytes(c) + pad * PIXEL);
    aie2_line(l, "movxm r0, #%u", (to - from) * c->h);
    aie2_line(l, ".call image");
}

static void band_code(struct aie2_linear *l, const struct aie2_conv *c, uint32_t first)
{
    if (c->band < c->h)
        image_code(l, c, first);
    aie2_line(l, "movxm p0, #%u", c->image);
    aie2_line(l, "movxm p1, #%u", c->tiles);
    aie2_line(l, "movxm r%%first, #%u", first * c->h * c->co * 2);
    aie2_line(l, "add r%%first, r%%first, r%%y");
    aie2_line(l, "mov p2, r%%first");
    if (c->bias)
        aie2_line(l, "mov p3, r%%bias");
    aie2_line(l, ".call band");
}

static void group_code(struct aie2_linear *l, const struct aie2_conv *c)
{
    aie2_line(l, "mov p0, r%%w");
    aie2_line(l, "movxm p1, #%u", c->tiles);
    if (c->scale)
        aie2_line(l, "mov p2, r%%scale");
    aie2_line(l, ".call weights");
    for (uint32_t first = 0; first < c->h; first += c->band)
        band_code(l, c, first);
    aie2_line(l, "add r%%w, r%%w, #%u", c->cols * 2);
    aie2_line(l, "add r%%y, r%%y, #%u", c->cols * 2);
    if (c->scale)
        aie2_line(l, "add r%%scale, r%%scale, #%d", AIE2_CONV_FACTORS);
    if (c->bias)
        aie2_line(l, "add r%%bias, r%%bias, r%%first_step");
}

void aie2_conv_code(struct aie2_linear *l, const struct aie2_conv *c)
{
    if (c->band == c->h)
        image_code(l, c, 0);
    aie2_line(l, "movxm r%%w, #%u", c->w);
    aie2_line(l, "movxm r%%y, #%u", c->y);
    if (c->scale)
        aie2_line(l, "movxm r%%scale, #%u", c->scale);
    if (c->bias) {
        aie2_line(l, "movxm r%%bias, #%u", c->bias);
        aie2_line(l, "movxm r%%first_step, #%d", AIE2_CONV_FIRST);
    }
    aie2_line(l, ".loop #%u", c->co / c->cols);
    group_code(l, c);
    aie2_line(l, ".endloop");
}

/* depthwise_conv: each channel has its own filter.
 *
 * 16 channels at a time.  The image is copied by columns, [column][row] of 32 bytes each, with
 * zeros around it: two pixels that lie one under the other are one register, and the two terms of
 * an elementwise multiplication are two taps of a column of the filter.  Two rows of output share
 * the pixels they load:
 *
 *     upper row  (w0, w1) (w2, 0)      lower row  (0, w0) (w1, w2)
 *
 * A streamed image comes in bands of rows, with the rows around them, on alternate channels.
 */
#include <stdio.h>

#include "baseline/aie2/gaps.h"
#include "baseline/aie2/linear.h"
#include "platforms/aie2/aie2_place.h"

enum { ELEMENTS = 60, LANES = 16, VECTOR = 32 };

struct depthwise {
    uint32_t h, c, k;
    uint32_t pitch;  /* bytes from pixel to pixel, in and out */
    uint32_t filter; /* bytes from tap to tap of the filter, as it lies in data memory */
    uint32_t band;   /* rows of output */
    uint32_t cols;   /* of a block */
    char     planes[16], taps[16]; /* immediates: addresses or symbols */
};

static uint32_t pad(const struct depthwise *d)
{
    return (d->k - 1) / 2;
}

/* Rows and columns of the copy. */
static uint32_t rows(const struct depthwise *d)
{
    return d->band + d->k - 1;
}

static uint32_t width(const struct depthwise *d)
{
    return d->h + d->k - 1;
}

static uint32_t planes_bytes(const struct depthwise *d)
{
    return rows(d) * width(d) * VECTOR;
}

static uint32_t taps_bytes(const struct depthwise *d)
{
    return d->k * (d->k + 1) * 2 * VECTOR;
}

/* Registers of two pixels that a column of the window needs. */
static uint32_t pairs(const struct depthwise *d)
{
    return (d->k + 1) / 2;
}

/* Whether rows of the copy are now outside the image and now inside. */
static bool has_borders(const struct depthwise *d)
{
    return d->band < d->h && d->k > 1;
}

/* ---- the copy ------------------------------------------------------------------------------- */

static void clear_function(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, "// clears the copy");
    aie2_line(l, ".func clear");
    aie2_line(l, "movxm p0, #%s", d->planes);
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    aie2_line(l, ".loop #%u", planes_bytes(d) / VECTOR);
    aie2_line(l, "vst wl%%zero, [p0], #32");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* Rows that the image does not have: one vector in every column. */
static void border_function(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, "// clears %u rows at p0", pad(d));
    aie2_line(l, ".func border");
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    aie2_line(l, "movxm m%%column, #%d", (int32_t)(rows(d) - pad(d) + 1) * VECTOR);
    aie2_line(l, ".loop #%u", width(d));
    for (uint32_t i = 0; i < pad(d); i++)
        aie2_line(l, "vst wl%%zero, [p0], %s", i + 1 < pad(d) ? "#32" : "m%column");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

static void copy_function(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, "// copies r0 pixels at p0 to columns at p1, row by row");
    aie2_line(l, ".func copy");
    aie2_line(l, "movxm m%%pixel, #%u", d->pitch);
    aie2_line(l, "movxm dj%%walk, #%u", rows(d) * VECTOR);
    aie2_line(l, "movxm dn%%walk, #%u", d->h - 1);
    aie2_line(l, "movxm m%%walk, #%d", VECTOR - (int32_t)((d->h - 1) * rows(d) * VECTOR));
    aie2_line(l, "mov dc%%walk, #0");
    aie2_line(l, "mov r%%pixels, r0");
    aie2_line(l, ".loop r%%pixels, min=%u, multiple=%u", d->h, 4);
    aie2_line(l, "vlda wl%%t, [p0], m%%pixel !x");
    aie2_line(l, "vst.2d wl%%t, [p1], d%%walk !planes");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- the filter ----------------------------------------------------------------------------- */

static void store_tap(struct aie2_linear *l, const struct depthwise *d, int32_t tap)
{
    if (tap < 0 || tap >= (int32_t)d->k)
        aie2_line(l, "vst wl%%zero, [p1], #32 !taps");
    else
        aie2_line(l, "vst wl%%w%d, [p1], #32 !taps", tap);
}

/* A column of the filter after the other, in pairs for the upper and for the lower row. */
static void taps_function(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, "// pairs of taps of 16 channels, the filter at p0");
    aie2_line(l, ".func taps");
    aie2_line(l, "movxm p1, #%s", d->taps);
    aie2_line(l, "movx r%%nothing, #0");
    aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    aie2_line(l, "movxm m%%row, #%u", d->k * d->filter);
    aie2_line(l, "movxm m%%column, #%d",
              (int32_t)d->filter - (int32_t)((d->k - 1) * d->k * d->filter));
    aie2_line(l, ".loop #%u", d->k);
    for (uint32_t ky = 0; ky < d->k; ky++)
        aie2_line(l, "vlda wl%%w%u, [p0], m%%%s !w", ky, ky + 1 < d->k ? "row" : "column");
    for (int32_t q = 0; q < (int32_t)pairs(d); q++) {
        store_tap(l, d, 2 * q);
        store_tap(l, d, 2 * q + 1);
        store_tap(l, d, 2 * q - 1);
        store_tap(l, d, 2 * q);
    }
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- a band --------------------------------------------------------------------------------- */

/* Pixels 2q and 2q + 1 of a column; the pointer goes on to the next column, the next pair or the
 * next column of the window. */
static void load_pixels(struct aie2_linear *l, const struct depthwise *d, uint32_t q, uint32_t j)
{
    const char *step = j + 1 < d->cols ? "column" : q + 1 < pairs(d) ? "pair" : "next";

    aie2_line(l, "vlda wh%%a%u_%u, [p%%x, #32] !planes", q, j);
    aie2_line(l, "vlda wl%%a%u_%u, [p%%x], m%%%s !planes", q, j, step);
}

static void window(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, ".loop #%u", d->k);
    for (uint32_t q = 0; q < pairs(d); q++) {
        aie2_line(l, "vldb wl%%u%u, [p%%w], #32 !taps", q);
        aie2_line(l, "vldb wh%%u%u, [p%%w], #32 !taps", q);
        aie2_line(l, "vldb wl%%v%u, [p%%w], #32 !taps", q);
        aie2_line(l, "vldb wh%%v%u, [p%%w], #32 !taps", q);
        for (uint32_t j = 0; j < d->cols; j++) {
            load_pixels(l, d, q, j);
            aie2_line(l, "vmac.f bml%%c%u, bml%%c%u, x%%a%u_%u, x%%u%u, r%%elements", j, j, q, j,
                      q);
            aie2_line(l, "vmac.f bmh%%c%u, bmh%%c%u, x%%a%u_%u, x%%v%u, r%%elements", j, j, q, j,
                      q);
        }
    }
    aie2_line(l, ".endloop");
}

static void block(struct aie2_linear *l, const struct depthwise *d)
{
    for (uint32_t j = 0; j < d->cols; j++)
        aie2_line(l, "vclr cm%%c%u", j);
    aie2_line(l, "movxm p%%w, #%s", d->taps);
    aie2_line(l, "mov p%%x, r%%at");
    aie2_line(l, "mov p%%y, r%%out");
    window(l, d);
    for (uint32_t j = 0; j < d->cols; j++)
        aie2_line(l, "vst.conv.bf16.fp32 bml%%c%u, [p%%y], m%%%s !y", j,
                  j + 1 < d->cols ? "pixel" : "down");
    for (uint32_t j = 0; j < d->cols; j++)
        aie2_line(l, "vst.conv.bf16.fp32 bmh%%c%u, [p%%y], m%%pixel !y", j);
}

static void band_constants(struct aie2_linear *l, const struct depthwise *d)
{
    const int32_t column = (int32_t)(rows(d) * VECTOR), back = (int32_t)(d->cols - 1) * column;

    aie2_line(l, "movx r%%elements, #%d", ELEMENTS);
    aie2_line(l, "movxm m%%column, #%d", column);
    aie2_line(l, "movxm m%%pair, #%d", 2 * VECTOR - back);
    aie2_line(l, "movxm m%%next, #%d", column - back - (int32_t)(pairs(d) - 1) * 2 * VECTOR);
    aie2_line(l, "movxm m%%pixel, #%u", d->pitch);
    aie2_line(l, "movxm m%%down, #%u", (d->h - d->cols + 1) * d->pitch);
    aie2_line(l, "movxm r%%columns, #%u", d->cols * rows(d) * VECTOR);
    aie2_line(l, "movxm r%%rows, #%d", 2 * VECTOR - (int32_t)(d->h * rows(d) * VECTOR));
    aie2_line(l, "movxm r%%pixels, #%u", d->cols * d->pitch);
    aie2_line(l, "movxm r%%line, #%u", d->h * d->pitch);
}

static void band_function(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, "// %u rows of 16 channels to p0", d->band);
    aie2_line(l, ".func band");
    band_constants(l, d);
    aie2_line(l, "mov r%%out, p0");
    aie2_line(l, "movxm r%%at, #%s", d->planes);
    aie2_line(l, ".loop #%u", d->band / 2);
    aie2_line(l, ".loop #%u", d->h / d->cols);
    block(l, d);
    aie2_line(l, "add r%%at, r%%at, r%%columns");
    aie2_line(l, "add r%%out, r%%out, r%%pixels");
    aie2_line(l, ".endloop");
    aie2_line(l, "add r%%at, r%%at, r%%rows");
    aie2_line(l, "add r%%out, r%%out, r%%line");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

static void functions(struct aie2_linear *l, const struct depthwise *d)
{
    clear_function(l, d);
    if (has_borders(d))
        border_function(l, d);
    copy_function(l, d);
    taps_function(l, d);
    band_function(l, d);
}

/* ---- bands ---------------------------------------------------------------------------------- */

enum edge { UPPER = 1, LOWER = 2 };

/* Rows of the image that a band needs. */
static uint32_t rows_in(const struct depthwise *d, unsigned edges)
{
    return d->band + (edges & UPPER ? 0 : pad(d)) + (edges & LOWER ? 0 : pad(d));
}

static void border_code(struct aie2_linear *l, const struct depthwise *d, uint32_t row)
{
    aie2_line(l, "movxm r%%to, #%s", d->planes);
    aie2_line(l, "movxm r%%border, #%u", row * VECTOR);
    aie2_line(l, "add r%%to, r%%to, r%%border");
    aie2_line(l, "mov p0, r%%to");
    aie2_line(l, ".call border");
}

/* Pixels at r%x to the copy. */
static void copy_code(struct aie2_linear *l, const struct depthwise *d, unsigned edges)
{
    const uint32_t above = edges & UPPER ? pad(d) : 0;

    if (has_borders(d) && edges & UPPER)
        border_code(l, d, 0);
    if (has_borders(d) && edges & LOWER)
        border_code(l, d, rows(d) - pad(d));
    aie2_line(l, "mov p0, r%%x");
    aie2_line(l, "movxm r%%to, #%s", d->planes);
    aie2_line(l, "movxm r%%border, #%u", (pad(d) * rows(d) + above) * VECTOR);
    aie2_line(l, "add r%%to, r%%to, r%%border");
    aie2_line(l, "mov p1, r%%to");
    aie2_line(l, "movxm r0, #%u", rows_in(d, edges) * d->h);
    aie2_line(l, ".call copy");
}

static void multiply_code(struct aie2_linear *l)
{
    aie2_line(l, "mov p0, r%%y");
    aie2_line(l, ".call band");
}

/* All bands of an image: the first, those between, the last. */
static void bands(struct aie2_linear *l, const struct depthwise *d,
                  void (*code)(struct aie2_linear *l, const struct depthwise *d, unsigned edges))
{
    const uint32_t count = d->h / d->band;

    code(l, d, count == 1 ? UPPER | LOWER : UPPER);
    if (count > 2) {
        aie2_line(l, ".loop #%u", count - 2);
        code(l, d, 0);
        aie2_line(l, ".endloop");
    }
    if (count > 1)
        code(l, d, LOWER);
}

/* The next smaller height of a band: even, and it divides the image. */
static uint32_t smaller(uint32_t h, uint32_t band)
{
    for (band -= 2; band; band -= 2)
        if (h % band == 0)
            break;
    return band;
}

/* ---- resident ------------------------------------------------------------------------------- */

static void advance(struct aie2_linear *l, const char *name, int32_t bytes)
{
    aie2_line(l, "movxm r%%step, #%d", bytes);
    aie2_line(l, "add r%%%s, r%%%s, r%%step", name, name);
}

static void resident_band(struct aie2_linear *l, const struct depthwise *d, unsigned edges)
{
    const int32_t line = (int32_t)(d->h * d->pitch);

    copy_code(l, d, edges);
    multiply_code(l);
    advance(l, "x", (int32_t)(d->band - (edges & UPPER ? pad(d) : 0)) * line);
    advance(l, "y", (int32_t)d->band * line);
}

static const char *resident(struct aie2_linear *l, struct depthwise *d, const struct kc_case *c,
                            const struct kc_layout *layout)
{
    const uint32_t gap = aie2_gap(layout, c->in_count, taps_bytes(d));
    const uint32_t taps = gap ? gap : AIE2_FREE_TO - taps_bytes(d);
    const uint32_t room = (gap ? AIE2_FREE_TO : taps) - AIE2_FREE_FROM;

    d->pitch = d->filter = d->c * 2;
    while (d->band && (planes_bytes(d) > room || (d->band < pad(d) && d->band < d->h)))
        d->band = smaller(d->h, d->band);
    if (!d->band)
        return "the rows of a band do not fit in data memory";
    snprintf(d->planes, sizeof d->planes, "%d", AIE2_FREE_FROM);
    snprintf(d->taps, sizeof d->taps, "%u", taps);
    functions(l, d);
    aie2_line(l, ".func kernel");
    aie2_line(l, "movxm r%%x0, #%u", (uint32_t)layout->in[0].address);
    aie2_line(l, "movxm r%%w0, #%u", (uint32_t)layout->in[1].address);
    aie2_line(l, "movxm r%%y0, #%u", (uint32_t)layout->out.address);
    aie2_line(l, ".call clear");
    aie2_line(l, ".loop #%u", d->c / LANES);
    aie2_line(l, "mov p0, r%%w0");
    aie2_line(l, ".call taps");
    aie2_line(l, "mov r%%x, r%%x0");
    aie2_line(l, "mov r%%y, r%%y0");
    bands(l, d, resident_band);
    aie2_line(l, "add r%%x0, r%%x0, #%d", VECTOR);
    aie2_line(l, "add r%%w0, r%%w0, #%d", VECTOR);
    aie2_line(l, "add r%%y0, r%%y0, #%d", VECTOR);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
    return NULL;
}

/* ---- streamed ------------------------------------------------------------------------------- */

static uint32_t input_bytes(const struct depthwise *d)
{
    return rows(d) * d->h * VECTOR;
}

static uint32_t output_bytes(const struct depthwise *d)
{
    return d->band * d->h * VECTOR;
}

/* Buffers and locks take turns: r%NAME is the one in use, r%NAME_sum both together. */
static void turns(struct aie2_linear *l, const char *name, const char *first, const char *second)
{
    aie2_line(l, "movxm r%%%s, #%s", name, first);
    aie2_line(l, "movxm r%%%s_sum, #%s", name, second);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%%s", name, name, name);
}

static void turn(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

static void streamed_band(struct aie2_linear *l, const struct depthwise *d, unsigned edges)
{
    const char *const names[] = { "x", "x_full", "x_empty", "y", "y_empty", "y_full" };

    aie2_line(l, "acq r%%x_full, r%%take");
    copy_code(l, d, edges);
    aie2_line(l, "rel r%%x_empty, r%%give");
    aie2_line(l, "acq r%%y_empty, r%%take");
    multiply_code(l);
    aie2_line(l, "rel r%%y_full, r%%give");
    for (size_t i = 0; i < KC_COUNT(names); i++)
        turn(l, names[i]);
}

/* Which rows of the image, which channels: the walks in the order of the bands. */
static void walks(struct aie2_linear *l, const struct depthwise *d)
{
    const uint32_t count = d->h / d->band;

    for (uint32_t i = 0; i < d->c / LANES * count; i++) {
        const uint32_t group = i / count * LANES, first = i % count * d->band;
        const uint32_t from = first < pad(d) ? 0 : first - pad(d);
        const uint32_t last = first + d->band + pad(d), to = last < d->h ? last : d->h;

        aie2_line(l, ".transfer X%u, x, tile=%ux16, part=%u:%u,%u:%u", i % 2, (to - from) * d->h,
                  from * d->h, to * d->h, group, group + LANES);
        aie2_line(l, ".transfer Y%u, y, tile=%ux16, part=%u:%u,%u:%u", i % 2, d->band * d->h,
                  first * d->h, (first + d->band) * d->h, group, group + LANES);
    }
}

/* Channel 0 brings a group's filter and every other band. */
static void sequence(struct aie2_linear *l, const struct depthwise *d)
{
    const uint32_t count = d->h / d->band;

    if (count == 1)
        aie2_line(l, ".sequence in0, W*1, X0*1, W*1");
    else
        aie2_line(l, ".sequence in0, W*1, X0*%u, W*1, X0*%u", (count + 1) / 2, count / 2);
}

static void fifos(struct aie2_linear *l, const struct depthwise *d)
{
    aie2_line(l, ".fifo W, in, w, tile=%ux16, chan=0, order=cr, depth=1, bank=A", d->k * d->k);
    for (uint32_t side = 0; side < 2; side++) {
        aie2_line(l, ".fifo X%u, in, size=%u, chan=%u, depth=1, bank=%c", side, input_bytes(d),
                  side, "AB"[side]);
        aie2_line(l, ".fifo Y%u, out, size=%u, chan=%u, depth=1, bank=C", side, output_bytes(d),
                  side);
    }
    aie2_line(l, ".buffer PLANES, %u, bank=D", planes_bytes(d));
    aie2_line(l, ".buffer TAPS, %u, bank=B", taps_bytes(d));
    walks(l, d);
    sequence(l, d);
}

/* Input and filter share banks A and B, output has C, the copy D. */
static bool fits(const struct depthwise *d)
{
    return input_bytes(d) + taps_bytes(d) <= AIE2_BANK_BYTES &&
           2 * output_bytes(d) <= AIE2_BANK_BYTES &&
           planes_bytes(d) <= AIE2_FREE_TO - AIE2_FREE_FROM;
}

/* What a height costs beyond the products: the first band comes and the last one leaves while
 * nothing is multiplied, and every band copies the rows around it. */
static uint32_t overhead(const struct depthwise *d)
{
    const uint32_t bands = d->h / d->band * (d->c / LANES);

    return (input_bytes(d) + output_bytes(d)) / AIE2_WORD + bands * (100 + (d->k - 1) * d->h);
}

static const char *plan_streamed(struct depthwise *d)
{
    struct depthwise best = { .band = 0 };

    d->pitch = d->filter = VECTOR;
    for (; d->band; d->band = smaller(d->h, d->band))
        if (fits(d) && (d->band >= pad(d) || d->band == d->h) &&
            (!best.band || overhead(d) < overhead(&best)))
            best = *d;
    if (!best.band)
        return "the rows of a band do not fit in data memory";
    *d = best;
    snprintf(d->planes, sizeof d->planes, "PLANES");
    snprintf(d->taps, sizeof d->taps, "TAPS");
    return NULL;
}

static const char *streamed(struct aie2_linear *l, struct depthwise *d)
{
    const char *why = plan_streamed(d);

    if (why)
        return why;
    fifos(l, d);
    functions(l, d);
    aie2_line(l, ".func kernel");
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%give, #1");
    turns(l, "x", "X0.buf0", "X1.buf0");
    turns(l, "x_full", "X0.full", "X1.full");
    turns(l, "x_empty", "X0.empty", "X1.empty");
    turns(l, "y", "Y0.buf0", "Y1.buf0");
    turns(l, "y_full", "Y0.full", "Y1.full");
    turns(l, "y_empty", "Y0.empty", "Y1.empty");
    aie2_line(l, ".call clear");
    aie2_line(l, ".loop #%u", d->c / LANES);
    aie2_line(l, "acq #W.full, r%%take");
    aie2_line(l, "movxm p0, #W.buf0");
    aie2_line(l, ".call taps");
    aie2_line(l, "rel #W.empty, r%%give");
    bands(l, d, streamed_band);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
    return NULL;
}

const char *aie2_kernel_depthwise_conv(struct aie2_linear *l, const struct kc_case *c,
                                       const struct kc_layout *layout)
{
    struct depthwise d = { .h = c->p[0], .c = c->p[1], .k = c->p[2], .band = c->p[0] };

    d.cols = d.h % 8 ? 4 : 8;
    return aie2_resident(layout) ? resident(l, &d, c, layout) : streamed(l, &d);
}

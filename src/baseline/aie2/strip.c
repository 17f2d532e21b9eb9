/* A panel of rows times a strip of eight columns, both as tiles in data memory.
 *
 * Unit A loads the panel's upper half and the left columns, unit B the lower half and the right
 * ones: what meets in a bundle lies in different banks, and a step of 8 in depth takes as many
 * cycles as multiplications, two per tile of the panel.
 */
#include "baseline/aie2/strip.h"

enum { MATRIX = 28, TRANSPOSE_4X8 = 29 }; /* configuration word, shuffle mode */

static uint32_t tiles_of(const struct aie2_strip *strip)
{
    return strip->rows / 4;
}

const char *aie2_strip_name(struct kc_arena *arena, const struct aie2_strip *strip)
{
    static const char *const starts[] = { "", "_bias", "_add", "_on" };

    return kc_arena_printf(arena, "strip%u%s%s%s%s%s", strip->rows, starts[strip->start],
                           strip->transposed ? "_t" : "", strip->relu ? "_relu" : "",
                           strip->sums ? "_sums" : "", strip->joined ? "_joined" : "");
}

/* ---- first values --------------------------------------------------------------------------- */

/* Four values, the same in all rows of a tile. */
static void start_bias(struct aie2_linear *l, const struct aie2_strip *strip, const char *side,
                       const char *pointer)
{
    aie2_line(l, "lda r16, [%s, #0]", pointer);
    aie2_line(l, "lda r17, [%s, #4]", pointer);
    aie2_line(l, "vbcst.64 x%%b%s, r17:r16", side);
    for (uint32_t i = 0; i < tiles_of(strip); i++)
        aie2_line(l, "vconv.fp32.bf16 bm%s%%c%u, wl%%b%s", side, i, side);
}

static const char *const quarters[] = { "amll", "amlh", "amhl", "amhh" };

/* The pointer of a tile's first values: by sides, or by halves of the rows. */
static uint32_t start_pointer(const struct aie2_strip *strip, uint32_t i, uint32_t side)
{
    return 6 + (strip->joined ? i >= tiles_of(strip) / 2 : side);
}

static void start_tile(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t i)
{
    const enum aie2_start start = strip->start;

    if (start == AIE2_START_ZERO)
        aie2_line(l, "vclr cm%%c%u", i);
    for (uint32_t side = 0; start == AIE2_START_TILES && side < 2; side++)
        aie2_line(l, "vlda.conv.fp32.bf16 bm%c%%c%u, [p%u], #32 !start", "lh"[side], i,
                  start_pointer(strip, i, side));
    for (uint32_t q = 0; start == AIE2_START_SUMS && q < 4; q++)
        aie2_line(l, "vlda %s%%c%u, [p%u], #32 !start", quarters[q], i,
                  start_pointer(strip, i, q / 2));
}

void aie2_strip_start(struct aie2_linear *l, const struct aie2_strip *strip)
{
    if (strip->start == AIE2_START_BIAS) {
        start_bias(l, strip, "l", "p6");
        start_bias(l, strip, "h", "p7");
        return;
    }
    for (uint32_t i = 0; i < tiles_of(strip); i++)
        start_tile(l, strip, i);
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* Distances of the row tiles of a half, for their first and second 32 bytes. */
static void distances(struct aie2_linear *l, uint32_t tiles)
{
    aie2_line(l, "movx r%%six, #6");
    aie2_line(l, "movx r%%half, #32");
    aie2_line(l, "lshl r%%pitch, r0, r%%six");
    aie2_line(l, "mov r%%at, r%%pitch");
    for (uint32_t i = 1; i < tiles; i++) {
        aie2_line(l, "mov dj%%lo%u, r%%at", i);
        aie2_line(l, "add r%%up, r%%at, r%%half");
        aie2_line(l, "mov dj%%hi%u, r%%up", i);
        if (i + 1 < tiles)
            aie2_line(l, "add r%%at, r%%at, r%%pitch");
    }
}

/* The strip's tiles are loaded once for each half of the panel's tiles: a register that lives
 * through the whole step would make it longer by a cycle. */
static void load_strip(struct aie2_linear *l, const struct aie2_strip *strip, bool again)
{
    const char *name = strip->transposed ? "v" : "w";

    for (uint32_t j = 0; j < 2; j++) {
        const char unit = "ab"[j];

        if (again) {
            aie2_line(l, "vld%c wl%%%s%u1, [p%u], #32 !w%c", unit, name, j, 2 + j, unit);
            aie2_line(l, "vld%c wh%%%s%u1, [p%u], #32 !w%c", unit, name, j, 2 + j, unit);
        } else {
            aie2_line(l, "vld%c wl%%%s%u0, [p%u, #0] !w%c", unit, name, j, 2 + j, unit);
            aie2_line(l, "vld%c wh%%%s%u0, [p%u, #32] !w%c", unit, name, j, 2 + j, unit);
        }
    }
    for (uint32_t j = 0; strip->transposed && j < 2; j++)
        aie2_line(l, "vshuffle x%%w%u%u, x%%v%u%u, x%%v%u%u, r%%turn", j, again, j, again, j,
                  again);
}

/* A tile of a half; the first one, loaded last, has the pointer's step. */
static void load_tile(struct aie2_linear *l, char unit, const char *pointer, uint32_t tile,
                      uint32_t i)
{
    if (i) {
        aie2_line(l, "vld%c wl%%a%u, [%s, dj%%lo%u] !x%c", unit, tile, pointer, i, unit);
        aie2_line(l, "vld%c wh%%a%u, [%s, dj%%hi%u] !x%c", unit, tile, pointer, i, unit);
    } else {
        aie2_line(l, "vld%c wl%%a%u, [%s], #32 !x%c", unit, tile, pointer, unit);
        aie2_line(l, "vld%c wh%%a%u, [%s], #32 !x%c", unit, tile, pointer, unit);
    }
}

static void multiply(struct aie2_linear *l, uint32_t tile, bool again)
{
    aie2_line(l, "vmac.f bml%%c%u, bml%%c%u, x%%a%u, x%%w0%u, r%%matrix", tile, tile, tile, again);
    aie2_line(l, "vmac.f bmh%%c%u, bmh%%c%u, x%%a%u, x%%w1%u, r%%matrix", tile, tile, tile, again);
}

void aie2_strip_loop(struct aie2_linear *l, const struct aie2_strip *strip)
{
    const uint32_t half = tiles_of(strip) / 2, middle = half / 2;

    aie2_line(l, ".loop r%%steps, min=%u", strip->least);
    if (middle)
        load_strip(l, strip, false);
    for (uint32_t i = half; i-- > 0;) {
        if (i + 1 == half - middle)
            load_strip(l, strip, true);
        load_tile(l, 'a', "p0", i, i);
        load_tile(l, 'b', "p1", half + i, i);
        multiply(l, i, i < half - middle);
        multiply(l, half + i, i < half - middle);
    }
    aie2_line(l, ".endloop");
}

/* ---- results -------------------------------------------------------------------------------- */

/* Two tiles of one side; relu works on bf16. */
static void store_relu(struct aie2_linear *l, uint32_t i, const char *side, const char *pointer)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%y%s%u, bm%s%%c%u", side, i, side, i);
    aie2_line(l, "vconv.bf16.fp32 wh%%y%s%u, bm%s%%c%u", side, i, side, i + 1);
    aie2_line(l, "vmax_lt.bf16 x%%y%s%u, r%%mask, x%%y%s%u, x%%zero", side, i, side, i);
    aie2_line(l, "vst wl%%y%s%u, [%s], #32 !y", side, i, pointer);
    aie2_line(l, "vst wh%%y%s%u, [%s], #32 !y", side, i, pointer);
}

static void store_tile(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t i)
{
    for (uint32_t q = 0; strip->sums && q < 4; q++)
        aie2_line(l, "vst %s%%c%u, [p%u], #32 !y", quarters[q], i, strip->joined ? 4 : 4 + q / 2);
    for (uint32_t side = 0; !strip->sums && side < 2; side++)
        aie2_line(l, "vst.conv.bf16.fp32 bm%c%%c%u, [p%u], #32 !y", "lh"[side], i,
                  strip -> joined ? 4 : 4 + side);
}

void aie2_strip_store(struct aie2_linear *l, const struct aie2_strip *strip)
{
    if (strip->relu) {
        aie2_line(l, "movx r%%nothing, #0");
        aie2_line(l, "vbcst.16 x%%zero, r%%nothing");
    }
    for (uint32_t i = 0; i < tiles_of(strip); i += strip->relu ? 2 : 1)
        if (strip->relu) {
            store_relu(l, i, "l", "p4");
            store_relu(l, i, "h", "p5");
        } else {
            store_tile(l, strip, i);
        }
}

/* ---- the function --------------------------------------------------------------------------- */

void aie2_strip_constants(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "movx r%%matrix, #%d", MATRIX);
    if (strip->transposed)
        aie2_line(l, "movx r%%turn, #%d", TRANSPOSE_4X8);
    distances(l, tiles_of(strip) / 2);
    aie2_line(l, "mov r%%steps, r0");
}

void aie2_strip_function(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "// %u rows at p0, p1 times 8 columns at p2, p3, depth 8 * r0, to p4, p5",
              strip->rows);
    aie2_line(l, ".func %s", aie2_strip_name(aie2_linear_arena(l), strip));
    aie2_strip_constants(l, strip);
    aie2_strip_start(l, strip);
    aie2_strip_loop(l, strip);
    aie2_strip_store(l, strip);
    aie2_line(l, ".endfunc");
}

/* gemv: rows of a matrix times one vector.
 *
 * The matrix unit multiplies 4x8 tiles of the matrix by an 8x4 tile that holds eight values of the
 * vector, each four times: all columns of the result are the same, and the first columns of four
 * results are 16 elements of y.  Nothing is reused but the vector, so what counts is that both
 * channels bring the matrix without a pause.
 */
#include "baseline/aie2/linear.h"
#include "platforms/aie2/aie2_place.h"

enum { MATRIX = 28, GROUP = 16, CHUNK = 512, VECTOR_MOST = 7168 };

/* Shuffle modes. */
enum { COLUMNS_128 = 8, TWICE_32 = 16, TWICE_16 = 18, COLUMNS_16 = 24 };

static void constants(struct aie2_linear *l)
{
    aie2_line(l, "movx r%%matrix, #%d", MATRIX);
    aie2_line(l, "movx r%%twice16, #%d", TWICE_16);
    aie2_line(l, "movx r%%twice32, #%d", TWICE_32);
    aie2_line(l, "movx r%%twice33, #%d", TWICE_32 + 1);
    aie2_line(l, "movx r%%first, #%d", COLUMNS_16);
}

static void clear(struct aie2_linear *l)
{
    aie2_line(l, "vclr cm%%c0");
    aie2_line(l, "vclr cm%%c1");
}

/* 16 values of the vector: two tiles. */
static void spread(struct aie2_linear *l)
{
    aie2_line(l, "vldb wh%%v, [p%%x, #0] !x");
    aie2_line(l, "vldb wl%%v, [p%%x], #32 !x");
    aie2_line(l, "vshuffle x%%d, x%%v, x%%v, r%%twice16");
    aie2_line(l, "vshuffle x%%q0, x%%d, x%%d, r%%twice32");
    aie2_line(l, "vshuffle x%%q1, x%%d, x%%d, r%%twice33");
}

static const char *const accumulator[] = { "bml%c0", "bmh%c0", "bml%c1", "bmh%c1" };

static void multiply(struct aie2_linear *l, uint32_t tile, const char *a, uint32_t k)
{
    aie2_line(l, "vmac.f %s, %s, x%%%s, x%%q%u, r%%matrix", accumulator[tile], accumulator[tile], a,
              k);
}

/* x%y: 16 elements of y in its lower half. */
static void gather(struct aie2_linear *l)
{
    aie2_line(l, "vconv.bf16.fp32 wl%%u, bml%%c0");
    aie2_line(l, "vconv.bf16.fp32 wh%%u, bmh%%c0");
    aie2_line(l, "vconv.bf16.fp32 wl%%w, bml%%c1");
    aie2_line(l, "vconv.bf16.fp32 wh%%w, bmh%%c1");
    aie2_line(l, "vshuffle x%%y, x%%u, x%%w, r%%first");
}

/* ---- resident: rows ------------------------------------------------------------------------- */

static void rows_step(struct aie2_linear *l)
{
    spread(l);
    for (uint32_t i = 0; i < 4; i++) {
        aie2_line(l, "vlda wl%%a%u, [p%%a], m%%pitch !a", i);
        aie2_line(l, "vlda wh%%a%u, [p%%a], m%%pitch !a", i);
        aie2_line(l, "vlda wl%%b%u, [p%%a], m%%pitch !a", i);
        aie2_line(l, "vlda wh%%b%u, [p%%a], m%%%s !a", i, i < 3 ? "pitch" : "back");
        aie2_line(l, "vshuffle x%%s%u, x%%a%u, x%%b%u, r%%even", i, i, i);
        aie2_line(l, "vshuffle x%%t%u, x%%a%u, x%%b%u, r%%odd", i, i, i);
    }
    for (uint32_t i = 0; i < 4; i++) {
        const char *tile[] = { "s0", "s1", "s2", "s3", "t0", "t1", "t2", "t3" };

        multiply(l, i, tile[i], 0);
        multiply(l, i, tile[4 + i], 1);
    }
}

static const char *resident(struct aie2_linear *l, const struct kc_case *c)
{
    const uint32_t m = c->p[0], n = c->p[1], pitch = n * 2;

    aie2_line(l, ".func kernel");
    constants(l);
    aie2_line(l, "movx r%%even, #%d", COLUMNS_128);
    aie2_line(l, "movx r%%odd, #%d", COLUMNS_128 + 1);
    aie2_line(l, "movxm m%%pitch, #%u", pitch);
    aie2_line(l, "movxm m%%back, #%d", 32 - 15 * (int32_t)pitch);
    aie2_line(l, "movxm m%%down, #%u", GROUP * pitch);
    aie2_line(l, ".loop #%u", m / GROUP);
    aie2_line(l, "mov p%%a, p0");
    aie2_line(l, "mov p%%x, p1");
    clear(l);
    aie2_line(l, ".loop #%u", n / 16);
    rows_step(l);
    aie2_line(l, ".endloop");
    gather(l);
    aie2_line(l, "vst wl%%y, [p2], #32 !y");
    aie2_line(l, "padda [p0], m%%down");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
    return NULL;
}

/* ---- streamed: tiles ------------------------------------------------------------------------ */

/* Columns of a tile: they divide n. */
static uint32_t chunk_of(uint32_t n)
{
    uint32_t cols = n < CHUNK ? n : CHUNK / 16 * 16;

    while (n % cols)
        cols -= 16;
    return cols;
}

struct stream {
    uint32_t m, n, chunk;
    bool     once; /* the vector stays */
};

/* The simple compiler uses one channel. */
static void fifos(struct aie2_linear *l, const struct stream *s)
{
    const uint32_t second = aie2_linear_opt(l) == KC_OPT_BEST;

    if (s->once)
        aie2_line(l, ".fifo X, in, x, tile=1x%u, chan=%u, depth=1, bank=C", s->n, second);
    else
        aie2_line(l, ".fifo X, in, x, tile=1x%u, chan=%u, repeat=%u, depth=2, bank=C", s->chunk,
                  second, s->m / GROUP);
    for (uint32_t side = 0; side < 2; side++)
        aie2_line(l,
                  ".fifo A%u, in, a, tile=8x%u, part=%u:%u,0:%u, step=16x%u, layout=4x8, chan=%u, "
                  "depth=2, bank=%c",
                  side, s->chunk, 8 * side, s->m - 8 + 8 * side, s->n, s->chunk, side * second,
                  "AB"[side]);
    aie2_line(l, ".fifo Y, out, y, tile=1x16, chan=0, depth=2, bank=D");
}

/* Fifos of two buffers: the one in turn, and both together. */
static void buffers(struct aie2_linear *l, const char *fifo, const char *name)
{
    aie2_line(l, "movxm r%%%s, #%s.buf0", name, fifo);
    aie2_line(l, "movxm r%%%s_sum, #%s.buf1", name, fifo);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%%s", name, name, name);
}

static void turn(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

/* 8 rows x 16 columns of a side: two row tiles, two steps. */
static void load_side(struct aie2_linear *l, uint32_t side)
{
    const char *half[] = { "wl%s", "wh%s", "wl%t", "wh%t" };
    const char  unit = "ab"[side];

    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "vld%c %s%u, [p%%a%u, dj%%at%u] !a%c", unit, half[i], 2 * side + 1, side, i,
                  unit);
    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "vld%c %s%u, [p%%a%u], #32 !a%c", unit, half[i], 2 * side, side, unit);
}

static void tiles_step(struct aie2_linear *l)
{
    spread(l);
    load_side(l, 0);
    load_side(l, 1);
    for (uint32_t i = 0; i < 4; i++) {
        const char *tile[] = { "s0", "s1", "s2", "s3", "t0", "t1", "t2", "t3" };

        multiply(l, i, tile[i], 0);
        multiply(l, i, tile[4 + i], 1);
    }
}

static void chunk_code(struct aie2_linear *l, const struct stream *s)
{
    if (!s->once) {
        aie2_line(l, "acq #X.full, r%%take");
        aie2_line(l, "mov p%%x, r%%x");
    }
    aie2_line(l, "acq #A0.full, r%%take");
    aie2_line(l, "acq #A1.full, r%%take");
    aie2_line(l, "mov p%%a0, r%%a0");
    aie2_line(l, "mov p%%a1, r%%a1");
    aie2_line(l, ".loop #%u", s->chunk / 16);
    tiles_step(l);
    aie2_line(l, ".endloop");
    aie2_line(l, "rel #A0.empty, r%%give");
    aie2_line(l, "rel #A1.empty, r%%give");
    turn(l, "a0");
    turn(l, "a1");
    if (!s->once) {
        aie2_line(l, "rel #X.empty, r%%give");
        turn(l, "x");
    }
}

static void group_code(struct aie2_linear *l, const struct stream *s)
{
    if (s->once)
        aie2_line(l, "movxm p%%x, #X.buf0");
    clear(l);
    aie2_line(l, ".loop #%u", s->n / s->chunk);
    chunk_code(l, s);
    aie2_line(l, ".endloop");
    gather(l);
    aie2_line(l, "acq #Y.empty, r%%take");
    aie2_line(l, "mov p%%y, r%%y");
    aie2_line(l, "vst wl%%y, [p%%y, #0] !y");
    aie2_line(l, "rel #Y.full, r%%give");
    turn(l, "y");
}

static const char *streamed(struct aie2_linear *l, const struct kc_case *c)
{
    const struct stream s = { c->p[0], c->p[1], chunk_of(c->p[1]), c->p[1] * 2 <= VECTOR_MOST };

    fifos(l, &s);
    aie2_line(l, ".func kernel");
    constants(l);
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%give, #1");
    for (uint32_t i = 0; i < 4; i++)
        aie2_line(l, "movxm dj%%at%u, #%u", i, s.chunk * 8 + 32 * i);
    buffers(l, "A0", "a0");
    buffers(l, "A1", "a1");
    buffers(l, "Y", "y");
    if (s.once)
        aie2_line(l, "acq #X.full, r%%take");
    else
        buffers(l, "X", "x");
    aie2_line(l, ".loop #%u", s.m / GROUP);
    group_code(l, &s);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
    return NULL;
}

const char *aie2_kernel_gemv(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    return aie2_resident(layout) ? resident(l, c) : streamed(l, c);
}

/* Products of matrices in host memory: which tiles travel on which channel, and the panels that
 * meet them.
 *
 * x comes in panels, its upper rows on channel 0 and its lower rows on channel 1; w comes in strips
 * of eight columns, the left four on channel 0 and the right four on channel 1.  A depth above
 * DEPTH is cut: the sums leave to scratch as they are, fp32, and come back as the first values of
 * the next part.  With a bias the columns are cut, so that it has room.
 */
#include "baseline/aie2/stream.h"

#include <string.h>

#include "baseline/aie2/pairs.h"

enum {
    DEPTH = 512,    /* 16 rows of a half panel fill a bank */
    BANK = 16384,   /* bytes */
    COLUMNS = 2048, /* of a bias */
    SIDES = 2
};

struct turn {
    const char *fifo;
    uint32_t    count;
};

/* The order of a channel. */
struct order {
    struct turn *turn;
    size_t       count, room;
};

struct stream {
    struct aie2_linear       *linear;
    const struct aie2_matmul *p;
    uint32_t                  parts, depth; /* of the sums; depth of a part but the last */
    uint32_t                  ranges, cols; /* of the columns; width of a range but the last */
    uint32_t                  panels_ahead, buffers; /* of PA; of PW */
    uint32_t                  places, place;         /* panels in all, and the one in turn */
    struct order              order[SIDES];
};

/* Panels of one height, from a row on. */
struct run {
    uint32_t row, rows, panels;
};

static void runs_of(uint32_t m, struct run run[2])
{
    const uint32_t full = m / AIE2_PANEL_ROWS, rest = m % AIE2_PANEL_ROWS;

    run[0] = (struct run){ 0, AIE2_PANEL_ROWS, full };
    run[1] = (struct run){ full * AIE2_PANEL_ROWS, rest, rest != 0 };
}

static uint32_t shorter(uint32_t step, uint32_t left)
{
    return left < step ? left : step;
}

static uint32_t depth_at(const struct stream *s, uint32_t part)
{
    return shorter(s->depth, s->p->k - part * s->depth);
}

static uint32_t cols_at(const struct stream *s, uint32_t range)
{
    return shorter(s->cols, s->p->n - range * s->cols);
}

static struct aie2_strip strip_of(const struct stream *s, uint32_t rows, uint32_t part)
{
    return (struct aie2_strip){ .rows = rows,
                                .least = depth_at(s, s->parts - 1) / 8,
                                .start = part         ? AIE2_START_SUMS
                                         : s->p->bias ? AIE2_START_BIAS
                                                      : AIE2_START_ZERO,
                                .sums = part + 1 < s->parts,
                                .joined = true };
}

/* ---- fifos and functions -------------------------------------------------------------------- */

static void fifo_pair(const struct stream *s, const char *name, const char *way, uint32_t bytes,
                      uint32_t depth, const char *banks)
{
    for (uint32_t side = 0; side < SIDES; side++)
        aie2_line(s->linear, ".fifo %s%u, %s, size=%u, chan=%u, depth=%u, bank=%c", name, side, way,
                  bytes, side, depth, banks[side]);
}

static void fifos(struct stream *s)
{
    const uint32_t rows = shorter(AIE2_PANEL_ROWS, s->p->m);
    const uint32_t half = rows * s->depth, out = rows * (s->parts > 1 ? 32 : 16);

    s->panels_ahead = 2 * half <= BANK ? 2 : 1;
    s->buffers = s->parts == 1 && 4 * s->depth * 8 <= BANK / 2 && s->p->n % 32 == 0 ? 4 : 2;
    fifo_pair(s, "PA", "in", half, s->panels_ahead, "AB");
    fifo_pair(s, "PW", "in", s->depth * 8, s->buffers, "CD");
    aie2_line(s->linear, ".fifo PY, out, size=%u, chan=0, depth=4, bank=D", out);
    if (s->parts > 1)
        fifo_pair(s, "PS", "in", out / 2, 2, "CD");
    if (s->p->bias)
        aie2_line(s->linear, ".buffer PB, %u, bank=D", s->cols * 2);
}

static bool same_kind(struct aie2_strip a, struct aie2_strip b)
{
    return a.start == b.start && a.sums == b.sums;
}

/* One for each kind of panel. */
static void functions(const struct stream *s)
{
    struct run run[2];

    runs_of(s->p->m, run);
    for (size_t i = 0; i < 2; i++)
        for (uint32_t part = 0; run[i].panels && part < s->parts; part++) {
            const struct aie2_strip strip = strip_of(s, run[i].rows, part);

            if (!part || !same_kind(strip, strip_of(s, run[i].rows, part - 1)))
                aie2_pairs_function(s->linear, &strip, s->buffers);
        }
}

/* ---- the order of the channels -------------------------------------------------------------- */

static void add_turn(struct stream *s, uint32_t side, const char *fifo, uint32_t count)
{
    struct order *o = &s->order[side];

    if (o->count && o->turn[o->count - 1].fifo == fifo) {
        o->turn[o->count - 1].count += count;
        return;
    }
    if (o->count == o->room) {
        struct turn *more;

        o->room = o->room ? 2 * o->room : 64;
        more = kc_arena_array(aie2_linear_arena(s->linear), struct turn, o->room);
        if (o->count)
            memcpy(more, o->turn, o->count * sizeof *more);
        o->turn = more;
    }
    o->turn[o->count++] = (struct turn){ fifo, count };
}

static bool repeats(const struct order *o, size_t period)
{
    for (size_t i = period; i < o->count; i++)
        if (o->turn[i].fifo != o->turn[i - period].fifo ||
            o->turn[i].count != o->turn[i - period].count)
            return false;
    return o->count % period == 0;
}

static void sequences(const struct stream *s)
{
    for (uint32_t side = 0; side < SIDES; side++) {
        const struct order *o = &s->order[side];
        struct kc_buf       text = { 0 };
        size_t              period = 1;

        while (period < o->count && !repeats(o, period))
            period++;
        for (size_t i = 0; i < period; i++)
            kc_buf_printf(&text, ", %s*%u", o->turn[i].fifo, o->turn[i].count);
        aie2_line(s->linear, ".sequence in%u%s", side, text.text);
        kc_buf_free(&text);
    }
}

/* ---- walks ---------------------------------------------------------------------------------- */

enum { PANELS, STRIPS, STARTS };

static const char *const fifo_names[][SIDES] = { { "PA0", "PA1" },
                                                 { "PW0", "PW1" },
                                                 { "PS0", "PS1" } };

/* Where a panel stands: matrix of the batch, range of columns, first row, part of the sums. */
struct place {
    uint32_t matrix, range, row, rows, part;
};

static void walk_panel(struct stream *s, const struct place *at)
{
    const uint32_t half = at->rows / 2, depth = depth_at(s, at->part), col = at->part * s->depth;

    for (uint32_t side = 0; side < SIDES; side++) {
        const uint32_t row = at->matrix * s->p->m + at->row + side * half;

        aie2_line(s->linear, ".transfer %s, %s, tile=%ux%u, part=%u:%u,%u:%u, layout=4x8",
                  fifo_names[PANELS][side], s->p->x, half, depth, row, row + half, col,
                  col + depth);
    }
}

static void walk_strips(struct stream *s, const struct place *at)
{
    const uint32_t depth = depth_at(s, at->part);
    const uint32_t row = at->matrix * s->p->k + at->part * s->depth;
    const uint32_t col = at->range * s->cols, cols = cols_at(s, at->range);

    for (uint32_t side = 0; side < SIDES; side++)
        aie2_line(s->linear, ".transfer %s, %s, tile=%ux4, part=%u:%u,%u:%u, step=%ux8, layout=8x4",
                  fifo_names[STRIPS][side], s->p->w, depth, row, row + depth, col + 4 * side,
                  col + cols - 4 + 4 * side, depth);
}

/* A panel's results in y. */
static void walk_results(struct stream *s, const struct place *at)
{
    const uint32_t row = at->matrix * s->p->m + at->row;
    const uint32_t col = at->range * s->cols;

    aie2_line(s->linear, ".transfer PY, %s, tile=%ux8, part=%u:%u,%u:%u, layout=4x4", s->p->y,
              at->rows, row, row + at->rows, col, col + cols_at(s, at->range));
}

/* A panel's sums: their order does not matter, only that it is the same out and in. */
static void walk_sums(struct stream *s, const struct place *at)
{
    aie2_line(s->linear, ".transfer PY, sums, tile=%ux16, part=0:%u,0:%u", at->rows, at->rows,
              2 * cols_at(s, at->range));
}

static void walk_starts(struct stream *s, const struct place *at)
{
    const uint32_t half = at->rows / 2;

    for (uint32_t side = 0; side < SIDES; side++)
        aie2_line(s->linear, ".transfer %s, sums, tile=%ux16, part=%u:%u,0:%u",
                  fifo_names[STARTS][side], half, side * half, (side + 1) * half,
                  2 * cols_at(s, at->range));
}

/* A panel's turns.  With room for two panels the next one comes between the strips: the core has
 * work while it travels. */
static void turns_of(struct stream *s, uint32_t side, bool starts, uint32_t strips)
{
    const bool     ahead = s->panels_ahead == 2;
    const uint32_t next = ahead && s->place + 1 < s->places ? strips * 2 / 3 : strips;

    if (!ahead || s->place == 0)
        add_turn(s, side, fifo_names[PANELS][side], 1);
    for (uint32_t strip = 0; strip < strips; strip++) {
        if (strip == next)
            add_turn(s, side, fifo_names[PANELS][side], 1);
        if (starts)
            add_turn(s, side, fifo_names[STARTS][side], 1);
        add_turn(s, side, fifo_names[STRIPS][side], 1);
    }
}

static void walk_place(struct stream *s, const struct place *at)
{
    walk_panel(s, at);
    walk_strips(s, at);
    if (at->part)
        walk_starts(s, at);
    if (at->part + 1 < s->parts)
        walk_sums(s, at);
    else
        walk_results(s, at);
    for (uint32_t side = 0; side < SIDES; side++)
        turns_of(s, side, at->part != 0, cols_at(s, at->range) / AIE2_STRIP_COLS);
    s->place++;
}

/* The bias of a range goes through the buffers of the left strips to its own place, as often as it
 * takes to end with the last buffer. */
static uint32_t bias_tile(const struct stream *s, uint32_t cols)
{
    uint32_t tile = cols % (16 * s->buffers) ? cols : cols / s->buffers;

    while (tile > s->depth * 4 || cols % tile || tile % 16)
        tile -= 16;
    return tile;
}

static uint32_t bias_turns(const struct stream *s, uint32_t cols)
{
    const uint32_t tiles = cols / bias_tile(s, cols);
    uint32_t       turns = 1;

    while (turns * tiles % s->buffers)
        turns++;
    return turns;
}

static void walk_bias(struct stream *s, uint32_t range)
{
    const uint32_t col = range * s->cols, cols = cols_at(s, range), turns = bias_turns(s, cols);

    aie2_line(s->linear, ".transfer PW0, %s, tile=1x%u, part=0:1,%u:%u, repeat=%u", s->p->bias,
              bias_tile(s, cols), col, col + cols, turns);
    add_turn(s, 0, fifo_names[STRIPS][0], turns * cols / bias_tile(s, cols));
}

static void walk_run(struct stream *s, uint32_t matrix, uint32_t range, const struct run *run)
{
    for (uint32_t panel = 0; panel < run->panels; panel++)
        for (uint32_t part = 0; part < s->parts; part++)
            walk_place(s, &(struct place){ matrix, range, run->row + panel * run->rows, run->rows,
                                           part });
}

static void walks(struct stream *s)
{
    struct run run[2];

    runs_of(s->p->m, run);
    s->places = s->p->batch * s->ranges * s->parts * (run[0].panels + run[1].panels);
    for (uint32_t matrix = 0; matrix < s->p->batch; matrix++)
        for (uint32_t range = 0; range < s->ranges; range++) {
            if (s->p->bias)
                walk_bias(s, range);
            walk_run(s, matrix, range, &run[0]);
            walk_run(s, matrix, range, &run[1]);
        }
}

/* ---- code ----------------------------------------------------------------------------------- */

static void begin(const struct stream *s)
{
    aie2_line(s->linear, "movx r%%take, #-1");
    aie2_line(s->linear, "movx r%%give, #1");
    for (uint32_t i = 0; s->buffers == 2 && i < 2; i++)
        aie2_line(s->linear, "movxm r%%y%u, #PY.buf%u", i, i);
    for (uint32_t side = 0; s->panels_ahead == 2 && side < SIDES; side++) {
        aie2_line(s->linear, "movxm r%%x%u, #PA%u.buf0", side, side);
        aie2_line(s->linear, "movxm r%%both%u, #PA%u.buf1", side, side);
        aie2_line(s->linear, "add r%%both%u, r%%both%u, r%%x%u", side, side, side);
    }
}

static void panel_code(const struct stream *s, uint32_t range, uint32_t rows, uint32_t part)
{
    struct aie2_linear     *l = s->linear;
    const struct aie2_strip strip = strip_of(s, rows, part);

    for (uint32_t side = 0; side < SIDES; side++) {
        aie2_line(l, "acq #PA%u.full, r%%take", side);
        if (s->panels_ahead == 2)
            aie2_line(l, "mov p%u, r%%x%u", side, side);
        else
            aie2_line(l, "movxm p%u, #PA%u.buf0", side, side);
    }
    if (strip.start == AIE2_START_BIAS)
        aie2_line(l, "movxm p6, #PB");
    for (uint32_t i = 0; s->buffers == 2 && i < 2; i++)
        aie2_line(l, "mov p%u, r%%y%u", 4 + i, i);
    aie2_line(l, "movx r0, #%u", depth_at(s, part) / 8);
    aie2_line(l, "movxm r1, #%u", cols_at(s, range) / AIE2_STRIP_COLS / s->buffers);
    aie2_line(l, ".call %s", aie2_pairs_name(aie2_linear_arena(l), &strip));
    for (uint32_t i = 0; s->buffers == 2 && i < 2; i++)
        aie2_line(l, "mov r%%y%u, p%u", i, 4 + i);
    for (uint32_t side = 0; side < SIDES; side++) {
        aie2_line(l, "rel #PA%u.empty, r%%give", side);
        if (s->panels_ahead == 2)
            aie2_line(l, "sub r%%x%u, r%%both%u, r%%x%u", side, side, side);
    }
}

/* r%b0 is the buffer in turn, the others follow. */
static void bias_code(const struct stream *s, uint32_t cols)
{
    struct aie2_linear *l = s->linear;
    const uint32_t      tile = bias_tile(s, cols);

    for (uint32_t i = 0; i < s->buffers; i++)
        aie2_line(l, "movxm r%%b%u, #PW0.buf%u", i, i);
    aie2_line(l, ".loop #%u", bias_turns(s, cols));
    aie2_line(l, "movxm p1, #PB");
    aie2_line(l, ".loop #%u", cols / tile);
    aie2_line(l, "acq #PW0.full, r%%take");
    aie2_line(l, "mov p0, r%%b0");
    aie2_line(l, ".loop #%u", tile / 16);
    aie2_line(l, "vlda wl%%bias, [p0], #32 !w");
    aie2_line(l, "vst wl%%bias, [p1], #32 !bias");
    aie2_line(l, ".endloop");
    aie2_line(l, "rel #PW0.empty, r%%give");
    aie2_line(l, "mov r%%done, r%%b0");
    for (uint32_t i = 0; i < s->buffers; i++)
        aie2_line(l, "mov r%%b%u, r%%%s%.0u", i, i + 1 < s->buffers ? "b" : "done",
                  i + 1 < s->buffers ? i + 1 : 0);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endloop");
}

static void range_code(const struct stream *s, uint32_t range)
{
    struct run run[2];

    runs_of(s->p->m, run);
    if (s->p->bias)
        bias_code(s, cols_at(s, range));
    for (size_t i = 0; i < 2; i++) {
        if (!run[i].panels)
            continue;
        aie2_line(s->linear, ".loop #%u", run[i].panels);
        for (uint32_t part = 0; part < s->parts; part++)
            panel_code(s, range, run[i].rows, part);
        aie2_line(s->linear, ".endloop");
    }
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static struct stream stream_of(struct aie2_linear *linear, const struct aie2_matmul *p)
{
    struct stream s = { .linear = linear, .p = p };

    s.parts = (p->k + DEPTH - 1) / DEPTH;
    s.depth = (p->k / 8 + s.parts - 1) / s.parts * 8;
    s.cols = p->bias && p->n > COLUMNS ? COLUMNS : p->n;
    s.ranges = (p->n + s.cols - 1) / s.cols;
    return s;
}

void aie2_stream_kernel(struct aie2_linear *linear, const struct aie2_matmul *p)
{
    struct stream s = stream_of(linear, p);

    fifos(&s);
    if (s.parts > 1)
        aie2_line(linear, ".scratch sums, %ux%u", AIE2_PANEL_ROWS, 2 * s.cols);
    walks(&s);
    sequences(&s);
    functions(&s);
    aie2_line(linear, ".func kernel");
    begin(&s);
    aie2_line(linear, ".loop #%u", p->batch);
    for (uint32_t range = 0; range < s.ranges; range++)
        range_code(&s, range);
    aie2_line(linear, ".endloop");
    aie2_line(linear, ".endfunc");
}

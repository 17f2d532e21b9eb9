/* Products of tensors in host memory: which tiles travel on which channel, and the loops that meet
 * them.
 *
 * x comes in panels, its upper rows on channel 0 and its lower rows on channel 1; w comes in strips
 * of eight columns, the left four on channel 0 and the right four on channel 1; results leave the
 * same way.  A depth above DEPTH is cut: all but the last part of the sum leave as bf16 to scratch
 * and come back as the first values of the next part.
 */
#include "baseline/aie2/product.h"

#include <stdarg.h>
#include <string.h>

enum {
    DEPTH = 512,       /* panel: 16 rows of a half fill a bank */
    BANK = 16384,      /* bytes */
    LAST_BANK = 15360, /* bytes: the stack has the rest */
    KINDS = 24,        /* of strips in one kernel */
    CHANNELS = 2
};

struct turn {
    const char *fifo;
    uint32_t    count;
};

struct order {
    struct turn *turn;
    size_t       count, room;
};

struct aie2_stream {
    struct aie2_linear *linear;
    uint32_t            most;
    uint32_t            rows, depth;  /* the largest panel and part */
    bool                adds;         /* fifos PS0, PS1 are there */
    bool                begun;        /* registers have their first values */
    uint32_t            panels_ahead; /* depth of PA0, PA1 */
    struct aie2_strip   kind[KINDS];
    size_t              kinds;
    uint32_t            bias_cols; /* the widest bias */
    uint32_t            sums;      /* scratch tensors so far */
    struct order        order[CHANNELS];
    const char        **directive; /* collected until the function has ended */
    size_t              directives, room;
};

struct aie2_stream *aie2_stream_new(struct aie2_linear *linear, uint32_t most)
{
    struct aie2_stream *s = kc_arena_new(aie2_linear_arena(linear), struct aie2_stream);

    *s = (struct aie2_stream){ .linear = linear, .most = most };
    return s;
}

/* ---- how a product is cut ------------------------------------------------------------------- */

static uint32_t parts_of(const struct aie2_matmul *p)
{
    return (p->k + DEPTH - 1) / DEPTH;
}

/* Depth of a part; the last one may be shorter. */
static uint32_t part_depth(const struct aie2_matmul *p)
{
    const uint32_t parts = parts_of(p);

    return (p->k / 8 + parts - 1) / parts * 8;
}

static uint32_t depth_at(const struct aie2_matmul *p, uint32_t part)
{
    const uint32_t step = part_depth(p), from = part * step;

    return p->k - from < step ? p->k - from : step;
}

static enum aie2_start start_of(const struct aie2_matmul *p, uint32_t part)
{
    if (part > 0 || p->add.name)
        return AIE2_START_TILES;
    return p->bias.name ? AIE2_START_BIAS : AIE2_START_ZERO;
}

static struct aie2_strip strip_of(const struct aie2_matmul *p, uint32_t rows, uint32_t part)
{
    return (struct aie2_strip){ .rows = rows,
                                .least = depth_at(p, part) / 8,
                                .start = start_of(p, part),
                                .transposed = p->transposed,
                                .relu = p->relu && part + 1 == parts_of(p) };
}

/* ---- planning ------------------------------------------------------------------------------- */

static void plan_strip(struct aie2_stream *s, struct aie2_strip strip)
{
    for (size_t i = 0; i < s->kinds; i++) {
        struct aie2_strip *k = &s->kind[i];

        if (k->rows == strip.rows && k->start == strip.start && k->transposed == strip.transposed &&
            k->relu == strip.relu) {
            k->least = k->least < strip.least ? k->least : strip.least;
            return;
        }
    }
    if (s->kinds < KINDS)
        s->kind[s->kinds++] = strip;
}

static void plan_rows(struct aie2_stream *s, const struct aie2_matmul *p, uint32_t rows)
{
    for (uint32_t part = 0; part < parts_of(p); part++)
        plan_strip(s, strip_of(p, rows, part));
    s->rows = s->rows > rows ? s->rows : rows;
}

void aie2_stream_plan(struct aie2_stream *s, const struct aie2_matmul *p)
{
    const uint32_t depth = part_depth(p);

    if (p->m >= AIE2_PANEL_ROWS)
        plan_rows(s, p, AIE2_PANEL_ROWS);
    if (p->m % AIE2_PANEL_ROWS)
        plan_rows(s, p, p->m % AIE2_PANEL_ROWS);
    s->depth = s->depth > depth ? s->depth : depth;
    s->adds |= p->add.name || parts_of(p) > 1;
    if (p->bias.name && p->n > s->bias_cols)
        s->bias_cols = p->n;
}

/* ---- fifos and functions -------------------------------------------------------------------- */

static void fifo_pair(struct aie2_stream *s, const char *name, const char *way, uint32_t bytes,
                      uint32_t depth, const char *banks)
{
    for (uint32_t side = 0; side < CHANNELS; side++)
        aie2_line(s->linear, ".fifo %s%u, %s, size=%u, chan=%u, depth=%u, bank=%c", name, side, way,
                  bytes, side, depth, banks[side]);
}

const char *aie2_stream_begin(struct aie2_stream *s)
{
    const uint32_t half = s->rows * s->depth, strip = s->depth * 8, out = s->rows * 8;

    s->panels_ahead = !s->most && !s->adds && 2 * half <= BANK ? 2 : 1;
    if (s->bias_cols * 2 > LAST_BANK - 2 * strip - 4 * out)
        return "the bias does not fit beside the strips";
    fifo_pair(s, "PA", "in", half, s->panels_ahead, "AB");
    fifo_pair(s, "PW", "in", strip, 2, "CD");
    fifo_pair(s, "PY", "out", out, 2, "CD");
    if (s->adds)
        fifo_pair(s, "PS", "in", out, 2, "CD");
    if (s->bias_cols)
        aie2_line(s->linear, ".buffer PB, %u, bank=D", s->bias_cols * 2);
    for (size_t i = 0; i < s->kinds; i++)
        aie2_strip_function(s->linear, &s->kind[i]);
    return NULL;
}

void aie2_stream_say(struct aie2_stream *s, const char *format, ...)
{
    struct kc_arena *arena = aie2_linear_arena(s->linear);
    va_list          args;

    if (s->directives == s->room) {
        const char **more;

        s->room = s->room ? 2 * s->room : 64;
        more = kc_arena_array(arena, const char *, s->room);
        if (s->directives)
            memcpy(more, s->directive, s->directives * sizeof *more);
        s->directive = more;
    }
    va_start(args, format);
    s->directive[s->directives++] = kc_arena_vprintf(arena, format, args);
    va_end(args);
}

/* ---- the order of the channels -------------------------------------------------------------- */

static void take(struct aie2_stream *s, uint32_t channel, const char *fifo, uint32_t count)
{
    struct order *o = &s->order[channel];

    if (o->count && strcmp(o->turn[o->count - 1].fifo, fifo) == 0) {
        o->turn[o->count - 1].count += count;
        return;
    }
    if (o->count == o->room) {
        const size_t room = o->room ? 2 * o->room : 64;
        struct turn *turn = kc_arena_array(aie2_linear_arena(s->linear), struct turn, room);

        if (o->count)
            memcpy(turn, o->turn, o->count * sizeof *turn);
        o->turn = turn;
        o->room = room;
    }
    o->turn[o->count++] = (struct turn){ fifo, count };
}

void aie2_stream_other(struct aie2_stream *s, uint32_t channel, const char *fifo, uint32_t count)
{
    take(s, channel, fifo, count);
}

static bool repeats(const struct order *o, size_t period)
{
    for (size_t i = period; i < o->count; i++)
        if (o->turn[i].fifo != o->turn[i - period].fifo ||
            o->turn[i].count != o->turn[i - period].count)
            return false;
    return o->count % period == 0;
}

void aie2_stream_end(struct aie2_stream *s)
{
    for (size_t i = 0; i < s->directives; i++)
        aie2_line(s->linear, "%s", s->directive[i]);
    for (uint32_t channel = 0; channel < CHANNELS; channel++) {
        const struct order *o = &s->order[channel];
        struct kc_buf       text = { 0 };
        size_t              period = 1;

        while (period < o->count && !repeats(o, period))
            period++;
        for (size_t i = 0; i < period && i < o->count; i++)
            kc_buf_printf(&text, ", %s*%u", o->turn[i].fifo, o->turn[i].count);
        if (o->count)
            aie2_line(s->linear, ".sequence in%u%s", channel, text.text);
        kc_buf_free(&text);
    }
}

/* ---- walks ---------------------------------------------------------------------------------- */

static const char *side_names[][CHANNELS] = {
    { "PA0", "PA1" }, { "PW0", "PW1" }, { "PY0", "PY1" }, { "PS0", "PS1" }
};

enum { PANELS, STRIPS, RESULTS, STARTS };

/* A run: panels of the same height, one after the other, from a row of the product on. */
struct run {
    const struct aie2_matmul *p;
    uint32_t                  row, rows, panels;
    const char               *sum; /* scratch of a cut depth */
};

/* x: the rows of a half panel, a part of the depth. */
static void walk_panel(struct aie2_stream *s, const struct run *r, uint32_t panel, uint32_t part)
{
    const struct aie2_matmul *p = r->p;
    const uint32_t            half = r->rows / 2, depth = depth_at(p, part);
    const uint32_t            col = p->x.col + part * part_depth(p);

    for (uint32_t side = 0; side < CHANNELS; side++) {
        const uint32_t row = p->x.row + r->row + panel * r->rows + side * half;

        aie2_stream_say(s, ".transfer %s, %s, tile=%ux%u, part=%u:%u,%u:%u, layout=4x8",
                        side_names[PANELS][side], p->x.name, half, depth, row, row + half, col,
                        col + depth);
        take(s, side, side_names[PANELS][side], 1);
    }
}

/* w: all strips of a part of the depth. */
static void walk_strips(struct aie2_stream *s, const struct run *r, uint32_t part)
{
    const struct aie2_matmul *p = r->p;
    const uint32_t            depth = depth_at(p, part), from = part * part_depth(p);

    for (uint32_t side = 0; side < CHANNELS; side++) {
        const uint32_t first = 4 * side, last = p->n - 4 + 4 * side;

        if (p->transposed)
            aie2_stream_say(s,
                            ".transfer %s, %s, tile=4x%u, part=%u:%u,%u:%u, step=8x%u, layout=4x8",
                            side_names[STRIPS][side], p->w.name, depth, p->w.row + first,
                            p->w.row + last, p->w.col + from, p->w.col + from + depth, depth);
        else
            aie2_stream_say(s,
                            ".transfer %s, %s, tile=%ux4, part=%u:%u,%u:%u, step=%ux8, layout=8x4",
                            side_names[STRIPS][side], p->w.name, depth, p->w.row + from,
                            p->w.row + from + depth, p->w.col + first, p->w.col + last, depth);
    }
}

/* Tiles of a panel's results, in or out, in a tensor or in scratch. */
static void walk_results(struct aie2_stream *s, const struct run *r, uint32_t panel, int fifo,
                         struct aie2_view to)
{
    const uint32_t row = to.row + r->row + panel * r->rows;

    for (uint32_t side = 0; side < CHANNELS; side++)
        aie2_stream_say(s, ".transfer %s, %s, tile=%ux4, part=%u:%u,%u:%u, step=%ux8, layout=4x4",
                        side_names[fifo][side], to.name, r->rows, row, row + r->rows,
                        to.col + 4 * side, to.col + r->p->n - 4 + 4 * side, r->rows);
}

static void walks(struct aie2_stream *s, const struct run *r, uint32_t panel, uint32_t part)
{
    const struct aie2_matmul *p = r->p;
    const struct aie2_view    sum = { r->sum, 0, 0 };
    const bool                starts = start_of(p, part) == AIE2_START_TILES;

    walk_panel(s, r, panel, part);
    walk_strips(s, r, part);
    if (starts)
        walk_results(s, r, panel, STARTS, part ? sum : p->add);
    walk_results(s, r, panel, RESULTS, part + 1 < parts_of(p) ? sum : p->y);
    for (uint32_t side = 0; side < CHANNELS; side++)
        for (uint32_t strip = 0; strip < p->n / AIE2_STRIP_COLS; strip++) {
            if (starts)
                take(s, side, side_names[STARTS][side], 1);
            take(s, side, side_names[STRIPS][side], 1);
        }
}

/* ---- code ----------------------------------------------------------------------------------- */

/* A fifo of two buffers: r%NAME is the one in turn, r%NAME_sum both together. */
static void first_buffer(struct aie2_linear *l, const char *fifo, const char *name)
{
    aie2_line(l, "movxm r%%%s, #%s.buf0", name, fifo);
    aie2_line(l, "movxm r%%%s_sum, #%s.buf1", name, fifo);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%%s", name, name, name);
}

static void next_buffer(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

static const char *const buffer_names[][CHANNELS] = {
    { "upper", "lower" }, { "w0", "w1" }, { "left", "right" }, { "s0", "s1" }
};

static void begin_code(struct aie2_stream *s)
{
    if (s->begun)
        return;
    s->begun = true;
    aie2_line(s->linear, "movx r%%take, #-1");
    aie2_line(s->linear, "movx r%%give, #1");
    for (int kind = PANELS; kind <= STARTS; kind++)
        for (uint32_t side = 0; side < CHANNELS; side++)
            if ((kind != PANELS || s->panels_ahead == 2) && (kind != STARTS || s->adds))
                first_buffer(s->linear, side_names[kind][side], buffer_names[kind][side]);
}

static void lock_pair(struct aie2_stream *s, int kind, const char *operation, const char *lock)
{
    for (uint32_t side = 0; side < CHANNELS; side++)
        aie2_line(s->linear, "%s #%s.%s, r%%%s", operation, side_names[kind][side], lock,
                  *operation == 'a' ? "take" : "give");
}

static void next_pair(struct aie2_stream *s, int kind)
{
    for (uint32_t side = 0; side < CHANNELS; side++)
        next_buffer(s->linear, buffer_names[kind][side]);
}

static void arguments(struct aie2_stream *s, const struct run *r, uint32_t part)
{
    struct aie2_linear   *l = s->linear;
    const enum aie2_start start = start_of(r->p, part);

    for (uint32_t side = 0; side < CHANNELS; side++) {
        if (s->panels_ahead == 2)
            aie2_line(l, "mov p%u, r%%%s", side, buffer_names[PANELS][side]);
        else
            aie2_line(l, "movxm p%u, #%s.buf0", side, side_names[PANELS][side]);
        aie2_line(l, "mov p%u, r%%%s", 2 + side, buffer_names[STRIPS][side]);
        aie2_line(l, "mov p%u, r%%%s", 4 + side, buffer_names[RESULTS][side]);
        if (start == AIE2_START_TILES)
            aie2_line(l, "mov p%u, r%%%s", 6 + side, buffer_names[STARTS][side]);
        if (start == AIE2_START_BIAS)
            aie2_line(l, "add.nc p%u, r%%bias, #%u", 6 + side, 8 * side);
    }
    aie2_line(l, "movx r0, #%u", depth_at(r->p, part) / 8);
}

/* One strip: wait for its operands and for room, multiply, hand over. */
static void strip_code(struct aie2_stream *s, const struct run *r, uint32_t part)
{
    struct aie2_linear     *l = s->linear;
    const struct aie2_strip strip = strip_of(r->p, r->rows, part);
    const bool              last = part + 1 == parts_of(r->p);

    lock_pair(s, STRIPS, "acq", "full");
    if (strip.start == AIE2_START_TILES)
        lock_pair(s, STARTS, "acq", "full");
    lock_pair(s, RESULTS, "acq", "empty");
    arguments(s, r, part);
    aie2_line(l, ".call %s", aie2_strip_name(aie2_linear_arena(l), &strip));
    lock_pair(s, STRIPS, "rel", "empty");
    if (strip.start == AIE2_START_TILES) {
        lock_pair(s, STARTS, "rel", "empty");
        next_pair(s, STARTS);
    }
    if (r->p->after && last)
        r->p->after(l, r->rows, r->p->user);
    lock_pair(s, RESULTS, "rel", "full");
    next_pair(s, STRIPS);
    next_pair(s, RESULTS);
    if (strip.start == AIE2_START_BIAS)
        aie2_line(l, "add r%%bias, r%%bias, #%d", 2 * AIE2_STRIP_COLS);
}

static void panel_code(struct aie2_stream *s, const struct run *r, uint32_t part)
{
    struct aie2_linear *l = s->linear;

    lock_pair(s, PANELS, "acq", "full");
    if (start_of(r->p, part) == AIE2_START_BIAS)
        aie2_line(l, "movxm r%%bias, #PB");
    aie2_line(l, ".loop #%u", r->p->n / AIE2_STRIP_COLS);
    strip_code(s, r, part);
    aie2_line(l, ".endloop");
    lock_pair(s, PANELS, "rel", "empty");
    if (s->panels_ahead == 2)
        next_pair(s, PANELS);
}

static void run_code(struct aie2_stream *s, const struct run *r)
{
    aie2_line(s->linear, ".loop #%u", r->panels);
    for (uint32_t part = 0; part < parts_of(r->p); part++)
        panel_code(s, r, part);
    aie2_line(s->linear, ".endloop");
}

/* ---- the bias: through the buffers of the left strips to its own place ----------------------- */

static uint32_t bias_tile(const struct aie2_stream *s, const struct aie2_matmul *p)
{
    uint32_t cols = p->n;

    while (cols > s->depth * 4 || p->n % cols || cols % 16)
        cols -= 16;
    return cols;
}

static void walk_bias(struct aie2_stream *s, const struct aie2_matmul *p)
{
    const uint32_t cols = bias_tile(s, p);

    aie2_stream_say(s, ".transfer PW0, %s, tile=1x%u, part=%u:%u,%u:%u", p->bias.name, cols,
                    p->bias.row, p->bias.row + 1, p->bias.col, p->bias.col + p->n);
    take(s, 0, side_names[STRIPS][0], p->n / cols);
}

static void bias_code(struct aie2_stream *s, const struct aie2_matmul *p)
{
    struct aie2_linear *l = s->linear;

    aie2_line(l, "movxm p1, #PB");
    aie2_line(l, ".loop #%u", p->n / bias_tile(s, p));
    aie2_line(l, "acq #PW0.full, r%%take");
    aie2_line(l, "mov p0, r%%w0");
    aie2_line(l, ".loop #%u", bias_tile(s, p) / 16);
    aie2_line(l, "vlda wl%%bias, [p0], #32 !w");
    aie2_line(l, "vst wl%%bias, [p1], #32 !bias");
    aie2_line(l, ".endloop");
    aie2_line(l, "rel #PW0.empty, r%%give");
    next_buffer(l, "w0");
    aie2_line(l, ".endloop");
}

/* ---- a product ------------------------------------------------------------------------------ */

/* Partial sums of a cut depth: a scratch tensor for each product. */
static const char *sum_scratch(struct aie2_stream *s, const struct aie2_matmul *p)
{
    const char *name;

    if (parts_of(p) == 1)
        return NULL;
    name = kc_arena_printf(aie2_linear_arena(s->linear), "sum%u", s->sums++);
    aie2_stream_say(s, ".scratch %s, %ux%u", name, p->m, p->n);
    return name;
}

/* Panels of full height, then what is left. */
static void runs_of(const struct aie2_matmul *p, struct run *full, struct run *rest)
{
    *full = (struct run){ .p = p, .rows = AIE2_PANEL_ROWS, .panels = p->m / AIE2_PANEL_ROWS };
    *rest = (struct run){ .p = p,
                          .row = full->panels * AIE2_PANEL_ROWS,
                          .rows = p->m % AIE2_PANEL_ROWS,
                          .panels = p->m % AIE2_PANEL_ROWS != 0 };
}

static void run_walks(struct aie2_stream *s, const struct run *r)
{
    for (uint32_t panel = 0; panel < r->panels; panel++)
        for (uint32_t part = 0; part < parts_of(r->p); part++)
            walks(s, r, panel, part);
}

static void product_walks(struct aie2_stream *s, const struct aie2_matmul *p)
{
    struct run full, rest;

    runs_of(p, &full, &rest);
    full.sum = rest.sum = sum_scratch(s, p);
    if (p->bias.name)
        walk_bias(s, p);
    run_walks(s, &full);
    run_walks(s, &rest);
}

static void product_code(struct aie2_stream *s, const struct aie2_matmul *p)
{
    struct run full, rest;

    runs_of(p, &full, &rest);
    if (p->bias.name)
        bias_code(s, p);
    if (full.panels)
        run_code(s, &full);
    if (rest.panels)
        run_code(s, &rest);
}

void aie2_stream_batch(struct aie2_stream *s, const struct aie2_matmul *p, uint32_t batch)
{
    aie2_line(s->linear, "// %s[%u,%u] = %s[%u,%u] %s", p->y.name, p->m, p->n, p->x.name, p->m,
              p->k, p->w.name);
    begin_code(s);
    for (uint32_t i = 0; i < batch; i++) {
        struct aie2_matmul one = *p;

        one.x.row += i * p->m;
        one.w.row += i * (p->transposed ? p->n : p->k);
        one.y.row += i * p->m;
        product_walks(s, &one);
    }
    aie2_line(s->linear, ".loop #%u", batch);
    product_code(s, p);
    aie2_line(s->linear, ".endloop");
}

void aie2_stream_product(struct aie2_stream *s, const struct aie2_matmul *p)
{
    aie2_stream_batch(s, p, 1);
}

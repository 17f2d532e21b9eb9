/* The register-blocked product: panels, groups, tiles, quads of steps. */
#include "baseline/coral/product.h"

#include <assert.h>

enum { LANES = 32, WORD = 4, AHEAD = 2, MOST_ROWS = 8, OFFSETS = 2048 };

/* How a panel of up to `lanes` columns uses the registers: the fewer columns, the more rows. */
struct shape {
    uint32_t    lanes, rows, group; /* group: registers of a row's sums */
    const char *e8, *e16, *e32;
};

static const struct shape shapes[] = {
    { 8, 8, 2, "e8, mf2", "e16, m1", "e32, m2" },
    { 16, 6, 4, "e8, m1", "e16, m2", "e32, m4" },
    { LANES, 3, 8, "e8, m2", "e16, m4", "e32, m8" },
};

static const char *const raw[AHEAD] = { "v4", "v6" };
static const char *const word[MOST_ROWS] = { "s0", "s1", "s2", "gp", "tp", "t0", "t3", "ra" };
static const char *const scalar[] = { "t1", "t2" };

static const struct shape *shape_of(uint32_t count)
{
    size_t i = 0;

    while (shapes[i].lanes < count)
        i++;
    return &shapes[i];
}

/* The first register of a row's sums. */
static uint32_t sums(const struct shape *shape, uint32_t row)
{
    return 8 + row * shape->group;
}

/* Registers: s9 the tile's x, s11 y, s6 the panel of w, s10 the next row of w, t5 x within the
 * tile, t6 its end, s5 the pitch of w, s7 the panel's column, s8 and a7 counters. */

/* A position within a tile: which steps have been emitted, which remain. */
struct walk {
    const struct product *p;
    const struct shape   *shape;
    uint32_t              rows, step, total; /* of the whole depth */
};

static uint32_t total_depth(const struct product *p)
{
    return p->depth * p->segments;
}

/* Byte `lane` of the word of a row, as a scalar of 16 bits. */
static const char *unpack(struct rv *e, uint32_t row, uint32_t lane)
{
    const char *t = scalar[row % KC_COUNT(scalar)];

    if (lane == 0) {
        rv_op(e, "sext.b  %s, %s", t, word[row]);
        return t;
    }
    if (lane < WORD - 1)
        rv_op(e, "slli    %s, %s, %u", t, word[row], 24 - 8 * lane);
    rv_op(e, "srai    %s, %s, 24", t, lane < WORD - 1 ? t : word[row]);
    return t;
}

static void load_word(struct rv *e, const struct product *p, uint32_t row, uint32_t offset,
                      const char *base)
{
    rv_op(e, "lw      %s, %u(%s)", word[row], offset + row * p->x_pitch, base);
}

/* The next row of the panel, unless the tile has none. */
static void load_weights(struct rv *e, struct walk *w, const char *to)
{
    if (w->step + AHEAD >= w->total)
        return;
    rv_op(e, "vle8.v  %s, (s10)", to);
    rv_op(e, "add     s10, s10, s5");
}

/* One step: scalars from the words (lane < 4) or, past the last whole word, byte by byte. */
static void step(struct rv *e, struct walk *w, uint32_t lane, bool bytewise, int32_t next_word)
{
    const char *const buffer = raw[w->step % AHEAD];

    rv_op(e, "vsext.vf2 v0, %s", buffer);
    for (uint32_t r = 0; r < w->rows; r++) {
        const char *t = scalar[r % KC_COUNT(scalar)];

        if (bytewise)
            rv_op(e, "lb      %s, %u(t5)", t, lane + r * w->p->x_pitch);
        else
            unpack(e, r, lane);
        rv_op(e, "vwmacc.vx v%u, %s, v0", sums(w->shape, r), t);
        if (r == 0)
            load_weights(e, w, buffer);
        if (next_word >= 0)
            load_word(e, w->p, r, (uint32_t)next_word, "t5");
    }
    w->step++;
}

/* Four steps of the words in s0 to s2; the next words lie next_word bytes after t5, if any. */
static void quad(struct rv *e, struct walk *w, int32_t next_word)
{
    for (uint32_t k = 0; k < WORD; k++)
        step(e, w, k, false, k == WORD - 1 ? next_word : -1);
}

/* One segment: a loop over all but the last quad, the last quad, the odd bytes. */
static void segment(struct rv *e, struct walk *w, bool last)
{
    const struct product *p = w->p;
    const uint32_t        quads = p->depth / WORD, odd = p->depth % WORD;
    const uint32_t        looped = quads ? quads - 1 : 0;

    if (looped) {
        const uint32_t label = rv_label(e);
        struct walk    loop = *w;

        loop.total = UINT32_MAX; /* rows of w follow in any case */
        rv_add(e, "t6", "t5", (int64_t)looped * WORD, "t0");
        rv_note(e, "four steps: a byte of every row's word times a row of w");
        rv_place(e, label);
        quad(e, &loop, WORD);
        rv_op(e, "addi    t5, t5, %u", WORD);
        rv_back(e, "bne", "beq", "t5, t6", label);
        w->step += looped * WORD;
    }
    const int64_t onward = (int64_t)p->segment_pitch - (int64_t)looped * WORD;
    const bool    words_next = !last && quads;
    const bool    early = !odd && onward + (int64_t)(w->rows - 1) * p->x_pitch < OFFSETS;

    rv_note(e, "the last steps%s", last ? "" : " of this segment");
    if (quads)
        quad(e, w, words_next && early ? (int32_t)onward : -1);
    for (uint32_t k = 0; k < odd; k++)
        step(e, w, quads ? WORD + k : k, true, -1);
    if (!last)
        rv_add(e, "t5", "t5", onward, "t0");
    if (words_next && !early)
        for (uint32_t r = 0; r < w->rows; r++)
            load_word(e, p, r, 0, "t5");
}

/* First words and rows of w of the tile at s9, early enough to arrive while something else is
 * finished.  Under any vtype with e8's EMUL set by the caller. */
static void prefetch(struct rv *e, const struct product *p, uint32_t rows)
{
    rv_op(e, "mv      s10, s6");
    for (uint32_t k = 0; k < AHEAD && k < total_depth(p); k++) {
        rv_op(e, "vle8.v  %s, (s10)", raw[k]);
        rv_op(e, "add     s10, s10, s5");
    }
    if (p->depth >= WORD)
        for (uint32_t r = 0; r < rows; r++)
            load_word(e, p, r, 0, "s9");
}

static void clear_sums(struct rv *e, const struct product *p, const struct shape *shape,
                       uint32_t rows)
{
    if (p->bias)
        rv_op(e, "vle32.v v8, (t1)");
    else
        rv_op(e, "vmv.v.i v8, 0");
    for (uint32_t r = 1; r < rows; r++) {
        if (p->bias)
            rv_op(e, "vmv.v.v v%u, v8", sums(shape, r));
        else
            rv_op(e, "vmv.v.i v%u, 0", sums(shape, r));
    }
}

static void requantise(struct rv *e, const struct product *p, const struct shape *shape,
                       uint32_t rows, uint32_t count)
{
    rv_note(e, "requantise: mulq, shr with a first clamp, clamp8");
    rv_vset(e, count, shape->e32, "t0");
    for (uint32_t r = 0; r < rows; r++)
        rv_op(e, "vsmul.vx v%u, v%u, %s", sums(shape, r), sums(shape, r), p->m);
    rv_vset(e, count, shape->e16, "t0");
    for (uint32_t r = 0; r < rows; r++)
        rv_op(e, "vnclip.wx v%u, v%u, %s", sums(shape, r), sums(shape, r), p->s);
    rv_vset(e, count, shape->e8, "t0");
    for (uint32_t r = 0; r < rows; r++)
        rv_op(e, "vnclip.wi v%u, v%u, 0", sums(shape, r), sums(shape, r));
}

static void store_rows(struct rv *e, const struct product *p, const struct shape *shape,
                       uint32_t rows)
{
    for (uint32_t r = 0; r < rows; r++) {
        rv_op(e, "vse8.v  v%u, (s11)", sums(shape, r));
        rv_add(e, "s11", "s11", p->y_pitch, "t0");
    }
}

static struct product_rows rows_of(const struct shape *shape, uint32_t rows, uint32_t count)
{
    return (struct product_rows){
        .first = sums(shape, 0),
        .group = shape->group,
        .rows = rows,
        .count = count,
        .e8 = shape->e8,
        .e16 = shape->e16,
        .e32 = shape->e32,
    };
}

/* rows rows of x at s9 against the panel, to y at s11; x_step leads to the next tile, of which
 * `next` rows are fetched. */
static void tile(struct rv *e, const struct product *p, uint32_t rows, uint32_t count,
                 int64_t x_step, uint32_t next)
{
    const struct shape       *shape = shape_of(count);
    const struct product_rows done = rows_of(shape, rows, count);
    struct walk               w = { .p = p, .shape = shape, .rows = rows, .total = total_depth(p) };

    rv_note(e, "a tile of %u rows and %u columns, sums from %s", rows, count,
            p->bias ? "the bias" : "zero");
    if (p->bias) {
        rv_op(e, "slli    t1, s7, 2");
        rv_op(e, "add     t1, t1, %s", p->bias);
    }
    rv_vset(e, count, shape->e32, "t0");
    clear_sums(e, p, shape, rows);
    rv_vset(e, count, shape->e16, "t0");
    rv_op(e, "mv      t5, s9");
    for (uint32_t i = 0; i < p->segments; i++)
        segment(e, &w, i + 1 == p->segments);
    rv_add(e, "s9", "s9", x_step, "t0");
    if (p->finish) {
        p->finish(e, p, &done);
        rv_vset(e, count, shape->e8, "t0");
        prefetch(e, p, next);
    } else {
        rv_note(e, "the next tile's operands, then this tile's results");
        prefetch(e, p, next);
        requantise(e, p, shape, rows, count);
        if (p->then)
            p->then(e, p, &done);
    }
    store_rows(e, p, shape, rows);
}

/* A group's rows in tiles: `full` of `size`, then up to two smaller ones, as even as possible. */
struct split {
    uint32_t size, full, rest[2];
};

static uint32_t most_rows(const struct rv *e, const struct product *p, uint32_t count)
{
    const uint32_t addressable = 1 + (OFFSETS - 2 * WORD) / p->x_pitch;
    const uint32_t most = shape_of(count)->rows < e->rows ? shape_of(count)->rows : e->rows;

    return most < addressable ? most : addressable;
}

static struct split split_rows(uint32_t rows, uint32_t most)
{
    const uint32_t tiles = (rows + most - 1) / most, size = (rows + tiles - 1) / tiles;
    struct split   s = { .size = size, .full = rows / size, .rest = { rows % size } };

    if (s.rest[0] && s.full && s.rest[0] + 1 < size) {
        const uint32_t both = s.rest[0] + size;

        s.full--;
        s.rest[0] = (both + 1) / 2;
        s.rest[1] = both / 2;
    }
    return s;
}

/* All tiles of one group of rows.  The last one fetches the next group's operands, except when it
 * is the last pass of a loop. */
static void group(struct rv *e, const struct product *p, uint32_t count)
{
    const struct split s = split_rows(p->rows, most_rows(e, p, count));
    const int64_t      jump =
        p->groups > 1 ? (int64_t)p->x_group_pitch - (int64_t)p->rows * p->x_pitch : 0;
    const int64_t pitch = p->x_pitch;

    if (s.full) {
        const uint32_t label = rv_loop(e, "s8", s.full);
        tile(e, p, s.size, count, s.size * pitch + (s.full == 1 && !s.rest[0] ? jump : 0), s.size);
        rv_again(e, "s8", s.full, label);
    }
    if (s.rest[0] == s.rest[1] && s.rest[0] && !jump) {
        const uint32_t label = rv_loop(e, "s8", 2);
        tile(e, p, s.rest[0], count, s.rest[0] * pitch, s.rest[0]);
        rv_again(e, "s8", 2, label);
        return;
    }
    for (size_t i = 0; i < 2; i++)
        if (s.rest[i]) {
            const bool last = i == 1 || !s.rest[1];
            tile(e, p, s.rest[i], count, s.rest[i] * pitch + (last ? jump : 0),
                 last ? s.size : s.rest[1]);
        }
    if (jump && s.full > 1 && !s.rest[0]) {
        rv_add(e, "s9", "s9", jump, "t0");
        prefetch(e, p, s.size);
    }
}

/* The panel of count columns from s7 on. */
static void panel(struct rv *e, const struct product *p, uint32_t count)
{
    const struct shape *shape = shape_of(count);

    rv_op(e, "add     s6, %s, s7", p->w);
    rv_op(e, "add     s11, %s, s7", p->y);
    rv_op(e, "mv      s9, %s", p->x);
    rv_vset(e, count, shape->e16, "t0");
    prefetch(e, p, split_rows(p->rows, most_rows(e, p, count)).size);
    const uint32_t label = rv_loop(e, "a7", p->groups);
    group(e, p, count);
    rv_again(e, "a7", p->groups, label);
}

void product_emit(struct rv *e, const struct product *p)
{
    const uint32_t full = p->columns / LANES, rest = p->columns % LANES;

    rv_note(e, "s9 x, s6 panel of w, s10 its next row, s11 y; v0-v3 row of w, v4-v7 next rows, "
               "sums from v8");
    rv_op(e, "sw      ra, -4(sp)");
    rv_li(e, "s5", p->w_pitch);
    rv_li(e, "s7", 0);
    if (full > 1) {
        const uint32_t label = rv_label(e);

        rv_note(e, "panels of %d columns", LANES);
        rv_place(e, label);
        panel(e, p, LANES);
        rv_op(e, "addi    s7, s7, %d", LANES);
        rv_li(e, "t0", (int64_t)full * LANES);
        rv_back(e, "bne", "beq", "s7, t0", label);
    } else if (full) {
        panel(e, p, LANES);
        rv_li(e, "s7", LANES);
    }
    if (rest) {
        rv_note(e, "the last %u columns", rest);
        panel(e, p, rest);
    }
    rv_op(e, "lw      ra, -4(sp)");
}

static uint32_t readings(const struct rv *e, const struct product *p)
{
    const uint32_t     count = p->columns < LANES ? p->columns : LANES;
    const struct split s = split_rows(p->rows, most_rows(e, p, count));

    return p->groups * (s.full + (s.rest[0] > 0) + (s.rest[1] > 0));
}

uint32_t product_stage(struct rv *e, const struct product *p, uint32_t room)
{
    enum { WORTH = 10 };
    const uint64_t bytes = (uint64_t)total_depth(p) * p->w_pitch;

    if (readings(e, p) < WORTH || bytes > room)
        return 0;
    rv_note(e, "w into scratch memory");
    rv_op(e, "mv      t2, %s", p->w);
    rv_op(e, "la      t1, weights");
    rv_op(e, "mv      %s, t1", p->w);
    rv_copy(e, "t1", "t2", (uint32_t)bytes, "t0");
    return (uint32_t)bytes;
}

void product_reserve(struct rv *e, uint32_t bytes)
{
    if (bytes)
        kc_buf_printf(e->out, "\n    .bss\n    .balign 16\nweights:\n    .space  %u\n", bytes);
}

void product_params(struct rv *e, const char *params, uint32_t index, const char *m, const char *s)
{
    rv_op(e, "lw      %s, %u(%s)", m, 8 * index, params);
    rv_op(e, "lw      %s, %u(%s)", s, 8 * index + 4, params);
}

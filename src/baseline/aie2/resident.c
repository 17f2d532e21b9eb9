/* The composite tasks on tensors in data memory: which steps they have.
 *
 * Rows go through in panels, as many at a time as buffers for them fit beside the tensors.
 */
#include "baseline/aie2/composites.h"
#include "baseline/aie2/steps.h"

static const char no_room[] = "its buffers do not fit beside the tensors in data memory";

static uint32_t input(const struct kc_layout *layout, size_t i)
{
    return (uint32_t)layout->in[i].address;
}

static uint32_t output(const struct kc_layout *layout)
{
    return (uint32_t)layout->out.address;
}

/* The next smaller number of rows that divides m and is a multiple of 4; 0: there is none. */
static uint32_t fewer(uint32_t m, uint32_t rows)
{
    do
        rows -= 4;
    while (rows && m % rows);
    return rows;
}

/* ---- feed-forward --------------------------------------------------------------------------- */

struct ffn {
    uint32_t n, h, i, rows;
    uint32_t x, raw, up, hidden; /* buffers: tiles of a panel */
    bool     spare;
};

/* Without spare buffers results lie over what they are made from. */
static bool ffn_buffers(struct aie2_steps *s, struct ffn *f, bool gated)
{
    const uint32_t hidden = f->rows * f->i * 2;

    aie2_steps_retry(s);
    f->x = aie2_steps_buffer(s, "x_tiles", f->rows * f->h * 2);
    f->raw = aie2_steps_buffer(s, "raw", hidden);
    f->up = gated ? aie2_steps_buffer(s, "up", hidden) : 1;
    f->hidden = f->spare ? aie2_steps_buffer(s, "hidden", hidden) : f->raw;
    return f->x && f->raw && f->up && f->hidden &&
           (!f->spare ||
            (aie2_steps_buffer(s, "spare0", hidden) && aie2_steps_buffer(s, "spare1", hidden)));
}

static bool ffn_rows(struct aie2_steps *s, struct ffn *f, bool gated)
{
    for (f->rows = f->n; f->rows; f->rows = fewer(f->n, f->rows))
        if (ffn_buffers(s, f, gated))
            return true;
    return false;
}

static void ffn_panels(struct aie2_steps *s, const struct ffn *f, const struct kc_layout *layout,
                       bool gated)
{
    const uint32_t          hidden = f->rows * f->i * 2, pitch = f->h * 2;
    const struct aie2_dense first = {
        .m = f->rows, .k = f->h, .n = f->i, .b_pitch = f->i * 2, .tiles = true
    };
    const struct aie2_dense last = {
        .m = f->rows, .k = f->i, .n = f->h, .b_pitch = pitch, .c_pitch = pitch
    };

    aie2_steps_begin(s, f->n / f->rows);
    aie2_steps_pack(s, input(layout, 0), pitch, f->rows, f->h, f->x);
    aie2_steps_move(s, 0, f->rows * pitch);
    aie2_steps_product(s, first, f->x, input(layout, 1), f->raw);
    if (gated)
        aie2_steps_product(s, first, f->x, input(layout, 2), f->up);
    aie2_steps_activate(s, f->hidden, hidden, gated, f->spare);
    aie2_steps_product(s, last, f->hidden, input(layout, gated ? 3 : 2), output(layout));
    aie2_steps_move(s, 2, f->rows * pitch);
    aie2_steps_end(s);
}

const char *aie2_resident_ffn(struct aie2_linear *l, const struct kc_case *c,
                              const struct kc_layout *layout, bool gated)
{
    struct aie2_steps *s = aie2_steps_new(l, c, layout);
    struct ffn         f = { .n = c->p[0], .h = c->p[1], .i = c->p[2], .spare = true };

    if (!ffn_rows(s, &f, gated)) {
        f.spare = false;
        if (!ffn_rows(s, &f, gated))
            return no_room;
    }
    ffn_panels(s, &f, layout, gated);
    return aie2_steps_write(s);
}

/* ---- attention ------------------------------------------------------------------------------ */

/* One head: queries of a panel as tiles, all keys as tiles, all values as rows. */
struct head {
    uint32_t s, d, rows;
    uint32_t q, k, v, scores, probabilities;
    uint32_t v_pitch;
};

/* Keys are multiplied 16 at a time; of eight, the other eight scores are never looked at. */
static uint32_t keys_of(const struct head *a)
{
    return a->s < 16 ? 16 : a->s;
}

/* Probabilities may lie over their scores, unless there are only eight. */
static bool head_buffers(struct aie2_steps *s, struct head *a)
{
    a->k = aie2_steps_buffer(s, "k_tiles", keys_of(a) * a->d * 2);
    a->q = aie2_steps_buffer(s, "q_tiles", a->rows * a->d * 2);
    a->scores = aie2_steps_buffer(s, "scores", a->rows * keys_of(a) * 2);
    if (!a->k || !a->q || !a->scores || !aie2_steps_buffer(s, "factors", a->rows * 16))
        return false;
    a->probabilities = aie2_steps_buffer(s, "probabilities", a->rows * a->s * 2);
    if (!a->probabilities && a->s == keys_of(a) && a->rows == 4)
        a->probabilities = a->scores;
    return a->probabilities;
}

/* The panel's queries are at a->q; y gets their rows, and moves on. */
static void head_panel(struct aie2_steps *s, const struct head *a, uint32_t y, uint32_t pitch)
{
    const struct aie2_dense scores = {
        .m = a->rows, .k = a->d, .n = keys_of(a), .transposed = true, .tiles = true
    };
    const struct aie2_dense context = {
        .m = a->rows, .k = a->s, .n = a->d, .b_pitch = a->v_pitch, .c_pitch = pitch
    };

    aie2_steps_product(s, scores, a->q, a->k, a->scores);
    aie2_steps_softmax(s, a->scores, a->probabilities, a->rows, a->s, keys_of(a), a->d);
    aie2_steps_product(s, context, a->probabilities, a->v, y);
    aie2_steps_move(s, 2, a->rows * pitch);
}

const char *aie2_resident_attention(struct aie2_linear *l, const struct kc_case *c,
                                    const struct kc_layout *layout)
{
    struct aie2_steps *s = aie2_steps_new(l, c, layout);
    struct head        a = { .s = c->p[0], .d = c->p[1], .rows = c->p[0] };
    const uint32_t     pitch = a.d * 2;

    while (a.rows && !head_buffers(s, &a)) {
        a.rows = fewer(a.s, a.rows);
        aie2_steps_retry(s);
    }
    if (!a.rows)
        return no_room;
    a.v = input(layout, 2);
    a.v_pitch = pitch;
    aie2_steps_pack(s, input(layout, 1), pitch, a.s, a.d, a.k);
    aie2_steps_begin(s, a.s / a.rows);
    aie2_steps_pack(s, input(layout, 0), pitch, a.rows, a.d, a.q);
    aie2_steps_move(s, 0, a.rows * pitch);
    head_panel(s, &a, output(layout), pitch);
    aie2_steps_end(s);
    return aie2_steps_write(s);
}

/* ---- heads ---------------------------------------------------------------------------------- */

enum { X, WQ, WK, WV, WO };

/* Six kinds of products on panels of more rows fit into program memory only when they are short. */
enum { COMPACT_ROWS = 8 };

struct heads {
    struct aie2_steps      *steps;
    const struct kc_layout *layout;
    struct head             head;
    uint32_t                h, nh, nkv;
    uint32_t                x;      /* tiles of a panel */
    uint32_t                packed; /* address of the rows there; 0: none */
};

static bool heads_buffers(struct heads *a)
{
    aie2_steps_retry(a->steps);
    a->head.v = aie2_steps_buffer(a->steps, "values", a->head.s * a->head.d * 2);
    a->x = aie2_steps_buffer(a->steps, "x_tiles", a->head.rows * a->h * 2);
    return a->head.v && a->x && head_buffers(a->steps, &a->head);
}

/* Begins a loop over the panels of a tensor: each as tiles.  One panel is packed once. */
static void begin_panels(struct heads *a, uint32_t tensor)
{
    const uint32_t panels = a->head.s / a->head.rows, pitch = a->h * 2;

    aie2_steps_begin(a->steps, panels);
    if (panels > 1 || tensor != a->packed) {
        aie2_steps_pack(a->steps, tensor, pitch, a->head.rows, a->h, a->x);
        aie2_steps_move(a->steps, 0, a->head.rows * pitch);
    }
    a->packed = tensor;
}

static void end_panels(struct heads *a)
{
    aie2_steps_end(a->steps);
}

/* The panel's columns of a head: x w. */
static void project(struct heads *a, size_t weights, uint32_t head, uint32_t cols, bool tiles,
                    uint32_t to)
{
    const struct aie2_dense product = { .m = a->head.rows,
                                        .k = a->h,
                                        .n = a->head.d,
                                        .b_pitch = cols * 2,
                                        .c_pitch = tiles ? 0 : a->head.d * 2,
                                        .tiles = tiles };

    aie2_steps_product(a->steps, product, a->x, input(a->layout, weights) + head * a->head.d * 2,
                       to);
}

static void keys_and_values(struct heads *a, uint32_t kv)
{
    const uint32_t cols = a->nkv * a->head.d, panel = a->head.rows * a->head.d * 2;

    begin_panels(a, input(a->layout, X));
    project(a, WK, kv, cols, true, a->head.k);
    aie2_steps_move(a->steps, 2, panel);
    project(a, WV, kv, cols, false, a->head.v);
    aie2_steps_move(a->steps, 2, panel);
    end_panels(a);
}

/* Contexts lie where the result will be. */
static void queries(struct heads *a, uint32_t head)
{
    begin_panels(a, input(a->layout, X));
    project(a, WQ, head, a->h, true, a->head.q);
    head_panel(a->steps, &a->head, output(a->layout) + head * a->head.d * 2, a->h * 2);
    end_panels(a);
}

static void combine(struct heads *a)
{
    const struct aie2_dense product = {
        .m = a->head.rows, .k = a->h, .n = a->h, .b_pitch = a->h * 2, .c_pitch = a->h * 2
    };

    begin_panels(a, output(a->layout));
    aie2_steps_product(a->steps, product, a->x, input(a->layout, WO), output(a->layout));
    aie2_steps_move(a->steps, 2, a->head.rows * a->h * 2);
    end_panels(a);
}

const char *aie2_resident_heads(struct aie2_linear *l, const struct kc_case *c,
                                const struct kc_layout *layout, uint32_t nkv)
{
    struct heads a = { .steps = aie2_steps_new(l, c, layout),
                       .layout = layout,
                       .head = { .s = c->p[0], .d = c->p[1] / c->p[2], .rows = c->p[0] },
                       .h = c->p[1],
                       .nh = c->p[2],
                       .nkv = nkv };

    a.head.v_pitch = a.head.d * 2;
    while (a.head.rows && !heads_buffers(&a))
        a.head.rows = fewer(a.head.s, a.head.rows);
    if (!a.head.rows)
        return no_room;
    if (a.head.rows > COMPACT_ROWS)
        aie2_steps_compact(a.steps);
    for (uint32_t head = 0; head < a.nh; head++) {
        if (head * nkv % a.nh == 0)
            keys_and_values(&a, head * nkv / a.nh);
        queries(&a, head);
    }
    combine(&a);
    return aie2_steps_write(a.steps);
}

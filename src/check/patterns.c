/* Patterns: each function predicts a matrix and counts how much of it was produced. */
#include "check/patterns.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A kernel that takes a wrong turn still rounds like a right one: twice the allowed error, and
 * three units of bf16 relative to the prediction. */
static const double SLACK = 2.0, RELATIVE = 3.0 / 256.0;

/* A row's factor and offset are fits, not predictions: most of the row must lie on the line. */
static const double ROW_SHARE = 0.9;

bool kc_grid_right(const struct kc_grid *g, size_t i)
{
    return fabs(g->produced[i] - g->expected[i]) <= g->allowed[i];
}

uint64_t kc_grid_wrong(const struct kc_grid *g)
{
    uint64_t wrong = 0;

    for (size_t i = 0; i < (size_t)g->rows * g->cols; i++)
        wrong += !kc_grid_right(g, i);
    return wrong;
}

bool kc_close(double produced, double predicted, double allowed)
{
    return fabs(produced - predicted) <= SLACK * allowed + RELATIVE * fabs(predicted);
}

/* ---- counting ----------------------------------------------------------------------------- */

struct tally {
    uint64_t all, wrong, hits, wrong_hits;
    double   errors, squares; /* of the wrong hits */
    uint64_t predicted_wrong, but_right;
    double   right_to_prediction, right_to_expected; /* squared distances of right elements */
};

/* Clearly beyond the allowed error: roundings cannot make it right. */
static const double CLEARLY = 1.5;

static void count(struct tally *t, const struct kc_grid *g, size_t i, double predicted, bool hit)
{
    const bool   wrong = !kc_grid_right(g, i);
    const double error = g->produced[i] - predicted;

    if (!(fabs(predicted - g->expected[i]) <= CLEARLY * g->allowed[i])) {
        t->predicted_wrong++;
        t->but_right += !wrong;
    }
    if (!wrong) {
        t->right_to_prediction += error * error;
        t->right_to_expected +=
            (g->produced[i] - g->expected[i]) * (g->produced[i] - g->expected[i]);
    }
    if (wrong && hit) {
        t->errors += error * error;
        t->squares += g->produced[i] * g->produced[i];
    }

    t->all++;
    t->wrong += wrong;
    t->hits += hit;
    t->wrong_hits += wrong && hit;
}

/* Right elements speak against a prediction that says they are wrong, or that they are much further
 * from than from what is expected. */
static double against(const struct tally *t)
{
    if (t->right_to_prediction > 16.0 * t->right_to_expected && t->all > t->wrong)
        return 1.0;
    return t->predicted_wrong ? (double)t->but_right / (double)t->predicted_wrong : 0.0;
}

static struct kc_fit fit_of(const struct tally *t)
{
    return (struct kc_fit){ t->all ? (double)t->hits / (double)t->all : 0.0,
                            t->wrong ? (double)t->wrong_hits / (double)t->wrong : 0.0,
                            t->squares > 0.0 ? sqrt(t->errors / t->squares) : 0.0, against(t) };
}

struct kc_fit kc_fit_values(const struct kc_grid *g, const double *predicted)
{
    struct tally t = { 0 };

    for (size_t i = 0; i < (size_t)g->rows * g->cols; i++)
        count(&t, g, i, predicted[i], kc_close(g->produced[i], predicted[i], g->allowed[i]));
    return fit_of(&t);
}

/* ---- factors ------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median of produced / expected where the expected value is well above its error. */
static bool median_ratio(const struct kc_grid *g, double *ratio)
{
    const size_t n = (size_t)g->rows * g->cols;
    double      *ratios = kc_alloc((n ? n : 1) * sizeof *ratios);
    size_t       used = 0;

    for (size_t i = 0; i < n; i++)
        if (isfinite(g->produced[i]) && fabs(g->expected[i]) > 8.0 * g->allowed[i])
            ratios[used++] = g->produced[i] / g->expected[i];
    qsort(ratios, used, sizeof *ratios, by_value);
    *ratio = used ? ratios[used / 2] : 0.0;
    free(ratios);
    return used >= 8;
}

struct kc_fit kc_fit_scale(const struct kc_grid *g, double *factor)
{
    struct tally t = { 0 };

    if (!median_ratio(g, factor) || *factor == 0.0)
        return (struct kc_fit){ 0 };
    for (size_t i = 0; i < (size_t)g->rows * g->cols; i++)
        count(&t, g, i, *factor * g->expected[i],
              kc_close(g->produced[i], *factor * g->expected[i], fabs(*factor) * g->allowed[i]));
    return fit_of(&t);
}

struct line {
    double factor, offset;
};

/* Least squares through the pairs of a row. */
static struct line line_of(const double *x, const double *y, uint32_t n)
{
    double sx = 0.0, sy = 0.0, xx = 0.0, xy = 0.0;

    for (uint32_t i = 0; i < n; i++) {
        sx += x[i];
        sy += y[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        xx += (x[i] - sx / n) * (x[i] - sx / n);
        xy += (x[i] - sx / n) * (y[i] - sy / n);
    }
    const double factor = xx > 0.0 ? xy / xx : 0.0;

    return (struct line){ factor, (sy - factor * sx) / n };
}

struct kc_fit kc_fit_rows(const struct kc_grid *g, double *factor, double *offset)
{
    struct tally t = { 0 };

    for (uint32_t r = 0; r < g->rows; r++) {
        const size_t      at = (size_t)r * g->cols;
        const struct line l = line_of(g->expected + at, g->produced + at, g->cols);
        uint32_t          hits = 0;

        factor[r] = l.factor;
        offset[r] = l.offset;
        for (uint32_t c = 0; c < g->cols; c++)
            hits += kc_close(g->produced[at + c], l.factor * g->expected[at + c] + l.offset,
                             fabs(l.factor) * g->allowed[at + c]);
        for (uint32_t c = 0; c < g->cols; c++)
            count(&t, g, at + c, l.factor * g->expected[at + c] + l.offset,
                  l.factor != 0.0 && hits >= ROW_SHARE * g->cols);
    }
    return fit_of(&t);
}

/* ---- moves -------------------------------------------------------------------------------- */

struct kc_fit kc_fit_shift(const struct kc_grid *g, int32_t lanes)
{
    struct tally t = { 0 };

    for (uint32_t r = 0; r < g->rows; r++)
        for (uint32_t c = 0; c < g->cols; c++) {
            const int64_t from = (int64_t)c - lanes;
            const size_t  i = (size_t)r * g->cols + c;

            if (from < 0 || from >= (int64_t)g->cols)
                continue;
            const double predicted = g->expected[(size_t)r * g->cols + (size_t)from];

            count(&t, g, i, predicted, kc_close(g->produced[i], predicted, g->allowed[i]));
        }
    return fit_of(&t);
}

struct kc_fit kc_fit_transpose(const struct kc_grid *g)
{
    struct tally t = { 0 };

    for (size_t i = 0; i < (size_t)g->rows * g->cols; i++) {
        const double predicted = g->expected[i % g->rows * g->cols + i / g->rows];

        count(&t, g, i, predicted, kc_close(g->produced[i], predicted, g->allowed[i]));
    }
    return fit_of(&t);
}

static size_t segment_at(const struct kc_grid *g, uint32_t segment)
{
    return (size_t)(segment % g->rows) * g->cols + (size_t)(segment / g->rows) * g->block;
}

static bool segment_equals(const struct kc_grid *g, uint32_t produced, uint32_t expected)
{
    const size_t p = segment_at(g, produced), e = segment_at(g, expected);
    uint32_t     misses = 0;

    for (uint32_t i = 0; i < g->block; i++) {
        misses += !kc_close(g->produced[p + i], g->expected[e + i], g->allowed[e + i]);
        if (misses > g->block / 16)
            return false;
    }
    return true;
}

enum { SEARCHED = 64 };

static int32_t find_segment(const struct kc_grid *g, uint32_t segment, uint32_t count_all)
{
    if (segment_equals(g, segment, segment))
        return (int32_t)segment;
    for (uint32_t e = 0; e < count_all; e++)
        if (segment_equals(g, segment, e))
            return (int32_t)e;
    return -1;
}

struct kc_fit kc_fit_segments(const struct kc_grid *g, int32_t *from)
{
    const uint32_t segments = g->rows * (g->cols / g->block);
    uint32_t       found = 0, moved = 0, wrong = 0;

    for (uint32_t s = 0; s < segments; s++) {
        /* When none of the first has moved, the others are only tested where they are. */
        const bool far = moved > 0 || wrong < SEARCHED;

        from[s] = find_segment(g, s, far ? segments : 0);
        found += from[s] >= 0;
        wrong += from[s] != (int32_t)s;
        moved += from[s] >= 0 && from[s] != (int32_t)s;
    }
    return (struct kc_fit){ (double)found / segments, wrong ? (double)moved / wrong : 0.0, 0.0,
                            0.0 };
}

/* Whether most moved segments follow a rule. */
struct moves {
    const int32_t *from;
    uint32_t       rows, blocks;
    int32_t        amount;
};

typedef bool rule_fn(const struct moves *m, uint32_t s);

static bool row_major(const struct moves *m, uint32_t s)
{
    return (uint32_t)m->from[s] == s % m->blocks * m->rows + s / m->blocks;
}

static bool shifted(const struct moves *m, uint32_t s)
{
    return (int32_t)s - m->from[s] == m->amount;
}

static bool same_row(const struct moves *m, uint32_t s)
{
    return (uint32_t)m->from[s] % m->rows == s % m->rows;
}

static bool same_block(const struct moves *m, uint32_t s)
{
    return (uint32_t)m->from[s] / m->rows == s / m->rows;
}

static bool follows(const struct moves *m, rule_fn *rule)
{
    uint32_t moved = 0, hits = 0;

    for (uint32_t s = 0; s < m->rows * m->blocks; s++)
        if (m->from[s] >= 0 && m->from[s] != (int32_t)s) {
            moved++;
            hits += rule(m, s);
        }
    return moved > 0 && hits >= 0.9 * moved;
}

static bool source_repeats(const struct moves *m, int32_t *first)
{
    const uint32_t segments = m->rows * m->blocks;
    uint32_t      *uses = kc_alloc(segments * sizeof *uses);
    uint32_t       moved = 0, repeated = 0;

    for (uint32_t s = 0; s < segments; s++)
        if (m->from[s] >= 0)
            uses[m->from[s]]++;
    *first = -1;
    for (uint32_t s = 0; s < segments; s++)
        if (m->from[s] >= 0 && m->from[s] != (int32_t)s) {
            moved++;
            repeated += uses[m->from[s]] > 1;
            if (*first < 0)
                *first = m->from[s];
        }
    free(uses);
    return moved > 0 && repeated >= 0.9 * moved;
}

static int32_t first_shift(const struct moves *m)
{
    for (uint32_t s = 0; s < m->rows * m->blocks; s++)
        if (m->from[s] >= 0 && m->from[s] != (int32_t)s)
            return (int32_t)s - m->from[s];
    return 0;
}

static uint32_t moved_count(const struct moves *m)
{
    uint32_t moved = 0;

    for (uint32_t s = 0; s < m->rows * m->blocks; s++)
        moved += m->from[s] >= 0 && m->from[s] != (int32_t)s;
    return moved;
}

enum kc_move kc_move_of(const int32_t *from, uint32_t rows, uint32_t blocks, int32_t *amount)
{
    struct moves   m = { from, rows, blocks, 0 };
    const uint32_t moved = moved_count(&m);

    *amount = 0;
    if (moved == 0)
        return KC_MOVE_NONE;
    if (source_repeats(&m, amount))
        return KC_MOVE_REPEATED;
    if (rows > 1 && blocks > 1 && follows(&m, row_major))
        return KC_MOVE_ROW_MAJOR;
    *amount = m.amount = first_shift(&m);
    if (moved > 1 && follows(&m, shifted))
        return KC_MOVE_SHIFTED;
    if (follows(&m, same_row))
        return KC_MOVE_BLOCKS;
    if (follows(&m, same_block))
        return KC_MOVE_ROWS;
    return KC_MOVE_SOMEWHERE;
}

/* ---- where -------------------------------------------------------------------------------- */

static void note_row(struct kc_where *w, uint32_t row)
{
    if (w->rows == 0)
        w->row_first = row;
    w->row_last = row;
    w->rows++;
}

static void note_col(struct kc_where *w, uint32_t col)
{
    if (w->cols == 0)
        w->col_first = col;
    w->col_last = col;
    w->cols++;
}

static bool any(const bool *set, size_t from, size_t n, size_t step)
{
    for (size_t i = 0; i < n; i++)
        if (set[from + i * step])
            return true;
    return false;
}

/* Whether the segments that hold one are the last ones, at most half. */
static bool last_segments(struct kc_where *w, const bool *set, uint32_t rows, uint32_t cols,
                          uint32_t block)
{
    const uint32_t all = rows * (cols / block);
    uint32_t       first = all;

    for (uint32_t s = 0; s < all; s++)
        if (any(set, (size_t)(s % rows) * cols + (size_t)(s / rows) * block, block, 1)) {
            w->segments++;
            first = s < first ? s : first;
        }
    return w->segments > 0 && first == all - w->segments && w->segments <= all / 2;
}

/* Whole blocks of columns at the end, at most half. */
static bool last_blocks(const struct kc_where *w, uint32_t cols, uint32_t block)
{
    const uint32_t from = w->col_first / block * block;

    return w->cols > 0 && from >= cols - cols / 2 && w->cols >= (cols - from) / 2;
}

struct kc_where kc_where_of(const bool *set, uint32_t rows, uint32_t cols, uint32_t block)
{
    struct kc_where w = { 0 };

    for (size_t i = 0; i < (size_t)rows * cols; i++)
        w.count += set[i];
    for (uint32_t r = 0; r < rows; r++)
        if (any(set, (size_t)r * cols, cols, 1))
            note_row(&w, r);
    for (uint32_t c = 0; c < cols; c++)
        if (any(set, c, rows, cols))
            note_col(&w, c);
    w.whole = (double)w.count >= 0.9 * w.rows * w.cols;
    const bool last_rows = w.rows > 0 && w.row_first == rows - w.rows && w.rows <= rows / 2;
    const bool segments_end = last_segments(&w, set, rows, cols, block);

    w.at_end = segments_end || (last_rows && w.cols > cols / 2) ||
               (w.rows > rows / 2 && last_blocks(&w, cols, block));
    return w;
}

static const char *span(struct kc_arena *arena, const char *what, uint32_t first, uint32_t last,
                        uint32_t used, uint32_t all)
{
    if (used == all)
        return kc_arena_printf(arena, "every %s", what);
    if (used == 1)
        return kc_arena_printf(arena, "%s %" PRIu32, what, first);
    if (used == last - first + 1 && last == all - 1)
        return kc_arena_printf(arena, "the last %" PRIu32 " of %" PRIu32 " %ss", used, all, what);
    if (used == last - first + 1)
        return kc_arena_printf(arena, "%ss %" PRIu32 " to %" PRIu32, what, first, last);
    return kc_arena_printf(arena, "%" PRIu32 " of %" PRIu32 " %ss (from %" PRIu32 " on)", used, all,
                           what, first);
}

const char *kc_where_text(struct kc_arena *arena, const struct kc_where *w, uint32_t rows,
                          uint32_t cols)
{
    const char *r = span(arena, "row", w->row_first, w->row_last, w->rows, rows);
    const char *c = span(arena, "column", w->col_first, w->col_last, w->cols, cols);
    const char *some = w->whole ? "" : "parts of ";

    if (w->rows == rows && w->cols == cols)
        return w->whole ? "all of it" : "elements all over it";
    if (w->cols == cols)
        return kc_arena_printf(arena, "%s%s", some, r);
    return kc_arena_printf(arena, "%s%s of %s", some, c, r);
}

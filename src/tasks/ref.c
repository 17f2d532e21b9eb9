/* The operators that references are built from: values in double precision, and natural scales.
 *
 * A scale says what rounding errors are relative to.  For a dot product that is the root of the sum
 * of squared terms (or the result, if larger); through stages the errors of the operands join it,
 * weighted by what they are multiplied with.  Exact operands have no scale (NULL). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/float.h"
#include "tasks/task.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double *at(struct kc_mat m, uint32_t row, uint32_t col)
{
    return m.v + (size_t)row * m.pitch + col;
}

static double scale_at(struct kc_mat m, uint32_t row, uint32_t col)
{
    return m.s ? m.s[(size_t)row * m.pitch + col] : 0.0;
}

static void put(struct kc_mat m, uint32_t row, uint32_t col, double value, double scale)
{
    *at(m, row, col) = m.rounded ? kc_bf16_widen(kc_bf16_round((float)value)) : value;
    m.s[(size_t)row * m.pitch + col] = scale;
}

struct kc_mat kc_mat_of(const struct kc_tensor *t)
{
    return (struct kc_mat){ t->value, t->scale, t->batch * t->rows, t->cols, t->cols, false };
}

struct kc_mat kc_mat_new(struct kc_case *c, uint32_t rows, uint32_t cols)
{
    double *both = kc_arena_array(c->arena, double, (size_t)rows *cols * 2);

    return (struct kc_mat){ both, both + (size_t)rows * cols, rows, cols, cols, c->rounded };
}

struct kc_mat kc_mat_cols(struct kc_mat m, uint32_t first, uint32_t cols)
{
    return (
        struct kc_mat){ m.v + first, m.s ? m.s + first : NULL, m.rows, cols, m.pitch, m.rounded };
}

struct kc_mat kc_mat_rows(struct kc_mat m, uint32_t first, uint32_t rows)
{
    const size_t skip = (size_t)first * m.pitch;

    return (struct kc_mat){ m.v + skip, m.s ? m.s + skip : NULL, rows, m.cols, m.pitch, m.rounded };
}

void kc_mat_copy(struct kc_mat to, struct kc_mat from)
{
    for (uint32_t i = 0; i < to.rows; i++)
        for (uint32_t j = 0; j < to.cols; j++)
            put(to, i, j, *at(from, i, j), scale_at(from, i, j));
}

/* One row of a product: sum += x * w, squares += (x w)^2 + (dx w)^2 + (x dw)^2, for all columns.
 * dw NULL: w is exact. */
static KC_HOT_LOOP void add_term(double *restrict sum, double *restrict squares, double x,
                                 double   dx, const double *restrict w, const double *restrict dw,
                                 uint32_t n)
{
    const double xx = x * x + dx * dx;

    for (uint32_t j = 0; j < n; j++) {
        sum[j] += x * w[j];
        squares[j] += xx * (w[j] * w[j]);
    }
    for (uint32_t j = 0; dw && j < n; j++)
        squares[j] += x * x * (dw[j] * dw[j]);
}

void kc_ref_matmul(struct kc_mat y, struct kc_mat a, struct kc_mat b)
{
    double *squares = kc_alloc(y.cols * sizeof *squares), *sum = kc_alloc(y.cols * sizeof *sum);

    for (uint32_t i = 0; i < y.rows; i++) {
        memset(sum, 0, y.cols * sizeof *sum);
        memset(squares, 0, y.cols * sizeof *squares);
        for (uint32_t k = 0; k < a.cols; k++)
            add_term(sum, squares, *at(a, i, k), scale_at(a, i, k), at(b, k, 0),
                     b.s ? b.s + (size_t)k * b.pitch : NULL, y.cols);
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, sum[j], larger(sqrt(squares[j]), fabs(sum[j])));
    }
    free(squares);
    free(sum);
}

void kc_ref_matmul_t(struct kc_mat y, struct kc_mat a, struct kc_mat b)
{
    double       *both = kc_alloc((size_t)b.rows * b.cols * 2 * sizeof *both);
    struct kc_mat t = { both, b.s ? both + (size_t)b.rows * b.cols : NULL, b.cols, b.rows, b.rows,
                        false };

    for (uint32_t i = 0; i < b.rows; i++)
        for (uint32_t j = 0; j < b.cols; j++) {
            *at(t, j, i) = *at(b, i, j);
            if (t.s)
                t.s[(size_t)j * t.pitch + i] = scale_at(b, i, j);
        }
    kc_ref_matmul(y, a, t);
    free(both);
}

void kc_ref_scale(struct kc_mat y, struct kc_mat x, double factor)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const double value = *at(x, i, j) * factor;

            put(y, i, j, value, larger(scale_at(x, i, j) * fabs(factor), fabs(value)));
        }
}

void kc_ref_add(struct kc_mat y, struct kc_mat a, struct kc_mat b)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const uint32_t row = b.rows == 1 ? 0 : i;
            const double   value = *at(a, i, j) + *at(b, row, j);

            put(y, i, j, value, larger(hypot(scale_at(a, i, j), scale_at(b, row, j)), fabs(value)));
        }
}

void kc_ref_mul(struct kc_mat y, struct kc_mat a, struct kc_mat b)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const double x = *at(a, i, j), w = *at(b, i, j);

            put(y, i, j, x * w,
                larger(hypot(scale_at(a, i, j) * w, x * scale_at(b, i, j)), fabs(x * w)));
        }
}

/* Functions of one element, with slopes near 1 or below: scale is the larger of |x| and |y|. */
static void elementwise(struct kc_mat y, struct kc_mat x, double (*f)(double))
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const double in = *at(x, i, j), out = f(in);

            put(y, i, j, out, hypot(larger(fabs(in), fabs(out)), scale_at(x, i, j)));
        }
}

static double silu(double x)
{
    return x / (1.0 + exp(-x));
}

static double relu(double x)
{
    return x > 0.0 ? x : 0.0;
}

static double gelu(double x)
{
    return 0.5 * x * erfc(-x / sqrt(2.0));
}

void kc_ref_silu(struct kc_mat y, struct kc_mat x)
{
    elementwise(y, x, silu);
}

void kc_ref_relu(struct kc_mat y, struct kc_mat x)
{
    elementwise(y, x, relu);
}

void kc_ref_gelu(struct kc_mat y, struct kc_mat x)
{
    elementwise(y, x, gelu);
}

/* Sums of powers of a row's logits, each moved by so many times its scale: over all of them, in
 * units of the largest power, and over all but that one, in units of the next. */
struct powers {
    struct kc_mat x;
    uint32_t      row, lead;
    double        moved, peak, sum, next, rest;
};

static double logit(const struct powers *w, uint32_t j)
{
    return *at(w->x, w->row, j) + w->moved * scale_at(w->x, w->row, j);
}

static struct powers powers_of(struct kc_mat x, uint32_t row, double moved)
{
    struct powers w = { x, row, 0, moved, -INFINITY, 0.0, -INFINITY, 0.0 };

    for (uint32_t j = 1; j < x.cols; j++)
        if (logit(&w, j) > logit(&w, w.lead))
            w.lead = j;
    w.peak = logit(&w, w.lead);
    for (uint32_t j = 0; j < x.cols; j++)
        if (j != w.lead)
            w.next = larger(w.next, logit(&w, j));
    for (uint32_t j = 0; j < x.cols; j++) {
        w.sum += exp(logit(&w, j) - w.peak);
        w.rest += j == w.lead ? 0.0 : exp(logit(&w, j) - w.next);
    }
    return w;
}

/* One logit against the powers of all others. */
static double against(const struct powers *w, uint32_t j, double own)
{
    const double others =
        j == w->lead ? w->next + log(w->rest) : w->peak + log(w->sum - exp(logit(w, j) - w->peak));

    return 1.0 / (1.0 + exp(others - own));
}

/* How far errors of the logits can move each probability: itself up and the others down, or the
 * other way round.  No more than all of p's growth when its logit alone moves by the largest error;
 * where one logit leads by more than the errors, far less.  y's scales are in units of the
 * tolerance. */
static void add_moves(struct kc_mat y, struct kc_mat x, uint32_t row, double tolerance,
                      double reach)
{
    const struct powers up = powers_of(x, row, reach), down = powers_of(x, row, -reach);
    double              worst = 0.0;

    for (uint32_t j = 0; j < x.cols; j++)
        worst = larger(worst, scale_at(x, row, j));
    for (uint32_t j = 0; j < x.cols; j++) {
        const double p = *at(y, row, j);
        const double most = against(&down, j, logit(&up, j)) - p;
        const double least = p - against(&up, j, logit(&down, j));
        const double moved = fmin(p * expm1(tolerance * worst), larger(most, least));

        put(y, row, j, p, hypot(scale_at(y, row, j), moved / tolerance));
    }
}

/* The row's largest probability is the scale; errors of the logits join it. */
void kc_ref_softmax(struct kc_mat y, struct kc_mat x, double tolerance, double reach)
{
    for (uint32_t i = 0; i < y.rows; i++) {
        const struct powers w = powers_of(x, i, 0.0);

        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, exp(logit(&w, j) - w.peak) / w.sum, 1.0 / w.sum);
        if (x.s && reach > 0.0)
            add_moves(y, x, i, tolerance, reach);
    }
}

void kc_ref_rmsnorm(struct kc_mat y, struct kc_mat x, double eps)
{
    for (uint32_t i = 0; i < y.rows; i++) {
        double squares = 0.0;

        for (uint32_t j = 0; j < y.cols; j++)
            squares += *at(x, i, j) * *at(x, i, j);
        const double r = 1.0 / sqrt(squares / y.cols + eps);

        for (uint32_t j = 0; j < y.cols; j++) {
            const double value = *at(x, i, j) * r;

            put(y, i, j, value, hypot(value, scale_at(x, i, j) * r));
        }
    }
}

/* Subtracting the mean cancels: errors are relative to |x| and to the scale of the mean, which is a
 * sum like any other, not to the difference. */
void kc_ref_layernorm(struct kc_mat y, struct kc_mat x, double eps)
{
    for (uint32_t i = 0; i < y.rows; i++) {
        double sum = 0.0, terms = 0.0, squares = 0.0;

        for (uint32_t j = 0; j < y.cols; j++) {
            sum += *at(x, i, j);
            terms += *at(x, i, j) * *at(x, i, j);
        }
        const double mean = sum / y.cols, mean_scale = larger(sqrt(terms), fabs(sum)) / y.cols;

        for (uint32_t j = 0; j < y.cols; j++)
            squares += (*at(x, i, j) - mean) * (*at(x, i, j) - mean);
        const double r = 1.0 / sqrt(squares / y.cols + eps);

        for (uint32_t j = 0; j < y.cols; j++) {
            const double in = *at(x, i, j), out = (in - mean) * r;
            const double size = larger(larger(fabs(in), mean_scale) * r, fabs(out));

            put(y, i, j, out, hypot(size, scale_at(x, i, j) * r));
        }
    }
}

void kc_ref_store(struct kc_case *c, struct kc_mat m)
{
    double *row = kc_arena_array(c->arena, double, m.cols);

    for (uint32_t i = 0; c->storage && i < m.rows; i++) {
        memcpy(row, at(m, i, 0), m.cols * sizeof *row);
        c->storage(c->storage_config, row, 1, m.cols);
        memcpy(at(m, i, 0), row, m.cols * sizeof *row);
    }
}

void kc_ref_stage(struct kc_case *c, const char *name, struct kc_mat m)
{
    for (size_t i = 0; i < c->stage_count; i++)
        if (strcmp(c->stage[i].name, name) == 0)
            kc_mat_copy(kc_mat_of(&c->stage[i]), m);
}

static struct kc_mat stage_rows(struct kc_case *c, const char *prefix, const char *name,
                                uint32_t head, uint32_t rows)
{
    char full[64];

    snprintf(full, sizeof full, "%s%s", prefix, name);
    for (size_t i = 0; i < c->stage_count; i++)
        if (strcmp(c->stage[i].name, full) == 0)
            return kc_mat_rows(kc_mat_of(&c->stage[i]), head * rows, rows);
    return (struct kc_mat){ 0 };
}

/* Keys that were computed and stored may differ by a code: with steps of 2^-4 and errors of 2^-8
 * one element in 16 does, so that scores are off by four times as much. */
static const double CODE_FLIPS = 4.0;

/* The two keys that errors of the scores exchange most easily, and how much of their probability:
 * the row of y moves by that times the difference of their values, all elements at once. */
static void find_swing(struct kc_mat swing, struct kc_mat p, struct kc_mat v, uint32_t row)
{
    double   most = 0.0, next = 0.0, peak = 0.0;
    uint32_t first = 0, second = 0;

    for (uint32_t j = 0; j < p.cols; j++) {
        const double moved = scale_at(p, row, j);

        peak = larger(peak, *at(p, row, j));
        if (moved > most) {
            next = most, second = first;
            most = moved, first = j;
        } else if (moved > next) {
            next = moved, second = j;
        }
    }
    next = sqrt(larger(next * next - peak * peak, 0.0));
    for (uint32_t d = 0; d < v.cols; d++)
        put(swing, row, d, next * (*at(v, first, d) - *at(v, second, d)), 0.0);
}

static void join(struct kc_mat y, struct kc_mat swing)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, *at(y, i, j), hypot(scale_at(y, i, j), *at(swing, i, j)));
}

void kc_ref_join_swings(struct kc_case *c, struct kc_mat y, struct kc_mat swing, struct kc_mat w,
                        uint32_t width)
{
    struct kc_mat moved = kc_mat_new(c, y.rows, y.cols);

    for (uint32_t head = 0; head < swing.cols; head += width) {
        kc_ref_matmul(moved, kc_mat_cols(swing, head, width), kc_mat_rows(w, head, width));
        join(y, moved);
    }
}

void kc_ref_attention(struct kc_case *c, struct kc_mat y, struct kc_mat q, struct kc_mat k,
                      struct kc_mat v, struct kc_mat swing, double factor, const char *prefix,
                      uint32_t head)
{
    struct kc_mat scores = kc_mat_new(c, q.rows, k.rows), p = kc_mat_new(c, q.rows, k.rows);
    const double  allowed = kc_case_allowed(c, 1.0);
    struct kc_mat kept;

    kc_ref_matmul_t(scores, q, k);
    kc_ref_scale(scores, scores, factor);
    kc_ref_softmax(p, scores, allowed, c->storage && k.s ? CODE_FLIPS * allowed : allowed);
    kc_ref_matmul(y, p, v);
    for (uint32_t i = 0; i < p.rows; i++)
        find_swing(swing, p, v, i);
    join(y, swing);
    if ((kept = stage_rows(c, prefix, "scores", head, q.rows)).v)
        kc_mat_copy(kept, scores);
    if ((kept = stage_rows(c, prefix, "probabilities", head, q.rows)).v)
        kc_mat_copy(kept, p);
}

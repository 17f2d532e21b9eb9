/* Predictions of the output from the task's own tensors: what the kernel would have left had it
 * stopped early, left out a term, or used an operand wrongly. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain_parts.h"

/* How sure a perfect fit makes us; exact copies leave less to chance than fits of functions. */
static const double COPY = 0.93, TERM = 0.925, PARTIAL = 0.92, PARTIAL_TERM = 0.905, STAGE = 0.91,
                    FUNCTION = 0.65;

/* Multiplications that the tests of one product may take: large cells are explained quickly. */
static const double PRODUCT_BUDGET = 4e8;

/* Relative error beyond which a prediction only happens to lie within the allowed errors. */
static const double LOOSE = 0.06;

/* A prediction that is the expected result explains nothing. */
static bool says_nothing(const struct kc_grid *g, const double *predicted)
{
    const size_t count = (size_t)g->rows * g->cols;
    size_t       same = 0;

    for (size_t i = 0; i < count; i++)
        same += fabs(predicted[i] - g->expected[i]) <= g->allowed[i];
    return (double)same >= 0.99 * (double)count;
}

bool kc_explain_fits(const struct kc_explainer *x, const double *predicted, struct kc_fit *fit)
{
    *fit = kc_fit_values(&x->grid, predicted);
    return fit->wrong >= KC_FIT_LEAST && fit->error < LOOSE && !says_nothing(&x->grid, predicted);
}

/* ---- functions of a row ------------------------------------------------------------------- */

struct row_stats {
    double peak, sum, mean, mean_square, exp_sum;
    double scale, sum_below_peak, unscaled_sum, twice_sum; /* for softmaxes gone wrong */
};

static struct row_stats stats_of(const double *x, uint32_t n, double scale)
{
    struct row_stats s = { .peak = x[0], .scale = scale };

    for (uint32_t i = 0; i < n; i++) {
        s.peak = x[i] > s.peak ? x[i] : s.peak;
        s.sum += x[i];
        s.mean_square += x[i] * x[i] / n;
    }
    for (uint32_t i = 0; i < n; i++) {
        s.exp_sum += exp(x[i] - s.peak);
        s.unscaled_sum += exp((x[i] - s.peak) / scale);
        s.twice_sum += exp((x[i] - s.peak) * scale);
    }
    s.mean = s.sum / n;
    s.sum_below_peak = s.sum - n * s.peak;
    return s;
}

#define FUNCTIONS(F)                                                                   \
    F("%s", x)                                                                         \
    F("-%s", -x)                                                                       \
    F("exp(%s)", exp(x))                                                               \
    F("exp(-%s)", exp(-x))                                                             \
    F("1 + exp(-%s)", 1.0 + exp(-x))                                                   \
    F("sigmoid(%s)", 1.0 / (1.0 + exp(-x)))                                            \
    F("%s * sigmoid(%s)", x / (1.0 + exp(-x)))                                         \
    F("%s * sigmoid(-%s)", x / (1.0 + exp(x)))                                         \
    F("%s * sigmoid(-1.702 %s)", x / (1.0 + exp(1.702 * x)))                           \
    F("sigmoid(1.702 %s)", 1.0 / (1.0 + exp(-1.702 * x)))                              \
    F("%s * sigmoid(1.702 %s)", x / (1.0 + exp(-1.702 * x)))                           \
    F("1.702 %s * sigmoid(1.702 %s)", 1.702 * x / (1.0 + exp(-1.702 * x)))             \
    F("%s * exp(1.702 %s)", x *exp(1.702 * x))                                         \
    F("%s / (1 - %s)", x / (1.0 - x))                                                  \
    F("%s / (1 - 1.702 %s)", x / (1.0 - 1.702 * x))                                    \
    F("%s * exp(-%s)", x *exp(-x))                                                     \
    F("%s * exp(%s)", x *exp(x))                                                       \
    F("%s * (1 + exp(-%s))", x * (1.0 + exp(-x)))                                      \
    F("max(0, %s)", x > 0.0 ? x : 0.0)                                                 \
    F("min(0, %s)", x < 0.0 ? x : 0.0)                                                 \
    F("%s squared", x *x)                                                              \
    F("1 / %s", 1.0 / x)                                                               \
    F("%s - max", x - s->peak)                                                         \
    F("exp(%s - max)", exp(x - s->peak))                                               \
    F("(%s - max) / the sum of that", (x - s->peak) / s->sum_below_peak)               \
    F("softmax(%s)", exp(x - s->peak) / s->exp_sum)                                    \
    F("softmax(%s before its scale)", exp((x - s->peak) / s->scale) / s->unscaled_sum) \
    F("softmax(%s scaled twice)", exp((x - s->peak) * s->scale) / s->twice_sum)        \
    F("%s / sum", x / s->sum)                                                          \
    F("exp(%s - max) * sum", exp(x - s->peak) * s->exp_sum)                            \
    F("%s - mean", x - s->mean)                                                        \
    F("%s - sum", x - s->sum)                                                          \
    F("%s / root of the mean square", x / sqrt(s->mean_square))                        \
    F("%s / mean square", x / s->mean_square)                                          \
    F("%s * mean square", x * s->mean_square)                                          \
    F("%s * root of the mean square", x *sqrt(s->mean_square))                         \
    F("(%s - mean) / variance", (x - s->mean) / (s->mean_square - s->mean * s->mean))  \
    F("(%s - mean) * root of the variance",                                            \
      (x - s->mean) * sqrt(s->mean_square - s->mean * s->mean))                        \
    F("(%s - mean) / root of the mean square", (x - s->mean) / sqrt(s->mean_square))   \
    F("%s / root of the variance", x / sqrt(s->mean_square - s->mean * s->mean))

enum {
#define COUNT(text, value) +1
    FUNCTION_COUNT = 0 FUNCTIONS(COUNT)
#undef COUNT
};

static const char *const function_text[] = {
#define TEXT(text, value) text,
    FUNCTIONS(TEXT)
#undef TEXT
};

/* Only the chosen one is computed. */
static double apply(size_t function, double x, const struct row_stats *s)
{
    size_t i = 0;

#define VALUE(text, value) \
    if (function == i++)   \
        return value;
    FUNCTIONS(VALUE)
#undef VALUE
    kc_unreachable();
}

/* The scale of an attention, 1 in other tasks. */
static double task_scale(const struct kc_case *c)
{
    for (size_t i = 0; i < c->constant_count; i++)
        if (c->constant[i].value > 0.0 && c->constant[i].value < 1.0)
            return c->constant[i].value;
    return 1.0;
}

static void apply_rows(size_t function, const struct kc_tensor *t, double scale, double *out)
{
    for (size_t row = 0; row < (size_t)t->batch * t->rows; row++) {
        const double          *x = t->value + row * t->cols;
        const struct row_stats s = stats_of(x, t->cols, scale);

        for (uint32_t i = 0; i < t->cols; i++)
            out[row * t->cols + i] = apply(function, x[i], &s);
    }
}

/* "exp(%s)" with every %s replaced. */
static const char *name_function(struct kc_arena *arena, size_t function, const char *name)
{
    const char *text = function_text[function], *mark = strstr(text, "%s");
    char        all[256];
    size_t      used = 0;

    while (mark && used < sizeof all - 96) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%.*s%s", (int)(mark - text), text,
                                 name);
        text = mark + 2;
        mark = strstr(text, "%s");
    }
    snprintf(all + used, sizeof all - used, "%s", text);
    return kc_arena_printf(arena, "%s", all);
}

/* ---- sources ------------------------------------------------------------------------------ */

/* Inputs and then stages. */
static const struct kc_tensor *source_at(const struct kc_case *c, size_t i)
{
    if (i < c->in_count)
        return &c->in[i];
    return i - c->in_count < c->stage_count ? &c->stage[i - c->in_count] : NULL;
}

static bool same_shape(const struct kc_explainer *x, const struct kc_tensor *t)
{
    return t->batch * t->rows == x->grid.rows && t->cols == x->grid.cols;
}

static void whole_function(struct kc_explainer *x, const struct kc_tensor *t, size_t function,
                           bool input, struct kc_fit fit)
{
    const char *name = name_function(x->arena, function, t->name);
    const bool  copy = function == 0 && input;
    const char *text =
        copy ? kc_arena_printf(x->arena, "%s is a copy of the input %s", x->out->output, t->name)
             : kc_arena_printf(x->arena, "%s holds %s, a step on the way", x->out->output, name);
    const char *hint =
        copy ? "the result was written elsewhere or not at all: look at the destination of the "
               "instructions that compute it"
             : kc_arena_printf(x->arena, "what is to be computed: %s", x->c->task->formula);

    kc_explain_add(x, copy ? "copy-of-input" : "wrong-stage",
                   kc_explain_score(copy ? COPY : STAGE, fit), kc_explain_first_wrong(x), text,
                   hint);
}

/* Only some elements stopped on the way: a loop that ends early, or skips. */
static void partial_function(struct kc_explainer *x, const struct kc_tensor *t, size_t function,
                             struct kc_fit fit)
{
    const bool last = x->where.at_end;

    kc_explain_add(x, last ? "off-by-one" : "not-processed",
                   kc_explain_score(function == 0 ? PARTIAL : STAGE, fit),
                   kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena, "%s of %s: %s is still there; the rest is right",
                                   x->where_text, x->out->output,
                                   name_function(x->arena, function, t->name)),
                   last ? "a loop ends too early: compare its count with the number of rows times "
                          "column blocks"
                        : "an address or a step skips these elements");
}

static void try_function(struct kc_explainer *x, const struct kc_tensor *t, size_t function,
                         bool input, double *predicted)
{
    struct kc_fit fit;

    apply_rows(function, t, task_scale(x->c), predicted);
    if (!kc_explain_fits(x, predicted, &fit))
        return;
    if (fit.all >= KC_FIT_LEAST && fit.against < 0.1)
        whole_function(x, t, function, input, fit);
    else
        partial_function(x, t, function, fit);
}

static bool broadcasts(const struct kc_explainer *x, const struct kc_tensor *t)
{
    return t->batch * t->rows == 1 && t->cols == x->grid.cols && x->grid.rows > 1;
}

/* Every row of the output is the same input vector. */
static void try_broadcast(struct kc_explainer *x, const struct kc_tensor *t, double *predicted)
{
    struct kc_fit fit;

    for (size_t i = 0; i < (size_t)x->grid.rows * x->grid.cols; i++)
        predicted[i] = t->value[i % t->cols];
    if (kc_explain_fits(x, predicted, &fit) && fit.all >= KC_FIT_LEAST)
        whole_function(x, t, 0, true, fit);
}

void kc_explain_functions(struct kc_explainer *x)
{
    const size_t            count = (size_t)x->grid.rows * x->grid.cols;
    double                 *predicted = kc_arena_array(&x->scratch, double, count);
    const struct kc_tensor *t;

    for (size_t i = 0; (t = source_at(x->c, i)); i++) {
        for (size_t f = 0; same_shape(x, t) && f < FUNCTION_COUNT; f++)
            try_function(x, t, f, i < x->c->in_count, predicted);
        if (broadcasts(x, t))
            try_broadcast(x, t, predicted);
    }
}

/* ---- some function of the input ------------------------------------------------------------ */

struct pair {
    double x, y;
};

static int by_x(const void *a, const void *b)
{
    const double x = ((const struct pair *)a)->x, y = ((const struct pair *)b)->x;

    return (x > y) - (x < y);
}

/* Equal inputs with equal outputs, among all neighbours with equal inputs. */
static double determined_share(const struct kc_explainer *x, const struct kc_tensor *t)
{
    const size_t count = kc_tensor_count(t);
    struct pair *pairs = kc_alloc(count * sizeof *pairs);
    size_t       twins = 0, equal = 0;

    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){ t->value[i], x->grid.produced[i] };
    qsort(pairs, count, sizeof *pairs, by_x);
    for (size_t i = 1; i < count; i++)
        if (pairs[i].x == pairs[i - 1].x) {
            twins++;
            equal += kc_close(pairs[i].y, pairs[i - 1].y, 0.0);
        }
    free(pairs);
    return twins >= count / 8 ? (double)equal / (double)twins : 0.0;
}

void kc_explain_elementwise(struct kc_explainer *x)
{
    const struct kc_tensor *t = &x->c->in[0];

    if (!same_shape(x, t) || determined_share(x, t) < 0.97)
        return;
    kc_explain_add(x, "wrong-function", FUNCTION, kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena,
                                   "every element of %s depends only on the same element of %s: "
                                   "addresses are right, the formula is not",
                                   x->out->output, t->name),
                   kc_arena_printf(x->arena, "follow one element through the steps of %s",
                                   x->c->task->formula));
}

/* ---- missing and doubled terms ------------------------------------------------------------ */

static void try_term(struct kc_explainer *x, const struct kc_tensor *t, double factor,
                     double *predicted)
{
    const bool    row = !same_shape(x, t), missing = factor < 0.0;
    const size_t  count = (size_t)x->grid.rows * x->grid.cols;
    struct kc_fit fit;

    for (size_t i = 0; i < count; i++)
        predicted[i] = x->grid.expected[i] + factor * t->value[row ? i % x->grid.cols : i];
    if (!kc_explain_fits(x, predicted, &fit))
        return;
    const bool  whole = fit.all >= KC_FIT_LEAST && fit.against < 0.1;
    const char *where = whole ? "all of it" : x->where_text;

    kc_explain_add(
        x, missing ? "missing-term" : "doubled-term",
        kc_explain_score(whole ? TERM : PARTIAL_TERM, fit), kc_explain_first_wrong(x),
        kc_arena_printf(x->arena,
                        missing ? "%s is right but for %s, which was not added: %s"
                                : "%s holds the right result plus %s once more: %s",
                        x->out->output, t->name, where),
        missing ? kc_arena_printf(x->arena, "add %s before the result is final", t->name)
                : kc_arena_printf(x->arena,
                                  "%s is added twice: look for a repeated addition or a loop that "
                                  "runs over it again",
                                  t->name));
}

/* A product where a sum belongs. */
static void try_factor(struct kc_explainer *x, const struct kc_tensor *t, double *predicted)
{
    const bool    row = !same_shape(x, t);
    struct kc_fit fit;

    for (size_t i = 0; i < (size_t)x->grid.rows * x->grid.cols; i++) {
        const double term = t->value[row ? i % x->grid.cols : i];

        predicted[i] = (x->grid.expected[i] - term) * term;
    }
    if (kc_explain_fits(x, predicted, &fit) && fit.all >= KC_FIT_LEAST)
        kc_explain_add(x, "wrong-operation", kc_explain_score(TERM, fit), kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena, "%s is multiplied where it should be added",
                                       t->name),
                       "use the addition in place of the product");
}

/* The first elements of a vector used again and again: its pointer does not move. */
static void try_repeated(struct kc_explainer *x, const struct kc_tensor *t, uint32_t period,
                         double *predicted)
{
    struct kc_fit fit;

    for (size_t i = 0; i < (size_t)x->grid.rows * x->grid.cols; i++) {
        const uint32_t col = (uint32_t)(i % t->cols);

        predicted[i] = x->grid.expected[i] - t->value[col] + t->value[col % period];
    }
    if (kc_explain_fits(x, predicted, &fit) && fit.against < 0.1)
        kc_explain_add(x, "operand-repeated", kc_explain_score(TERM, fit),
                       kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena,
                                       "the first %" PRIu32 " elements of %s are added everywhere, "
                                       "in place of those that follow",
                                       period, t->name),
                       kc_arena_printf(x->arena, "the pointer to %s is not advanced, or set back",
                                       t->name));
}

void kc_explain_terms(struct kc_explainer *x)
{
    const size_t            count = (size_t)x->grid.rows * x->grid.cols;
    double                 *predicted = kc_arena_array(&x->scratch, double, count);
    const struct kc_tensor *t;

    for (size_t i = 0; (t = source_at(x->c, i)); i++)
        if (same_shape(x, t) || broadcasts(x, t)) {
            try_term(x, t, -1.0, predicted);
            try_term(x, t, 1.0, predicted);
            try_factor(x, t, predicted);
            for (uint32_t period = 4; broadcasts(x, t) && period < t->cols; period *= 2)
                try_repeated(x, t, period, predicted);
        }
}

/* ---- products of a stage and an input ----------------------------------------------------- */

static void multiply(const double *a, const struct kc_tensor *b, uint32_t rows, double *y)
{
    memset(y, 0, (size_t)rows * b->cols * sizeof *y);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < b->rows; k++)
            for (uint32_t j = 0; j < b->cols; j++)
                y[(size_t)i * b->cols + j] +=
                    a[(size_t)i * b->rows + k] * b->value[(size_t)k * b->cols + j];
}

static void try_product(struct kc_explainer *x, const double *a, const char *name,
                        const struct kc_tensor *b, double *y)
{
    struct kc_fit fit;

    multiply(a, b, x->grid.rows, y);
    if (!kc_explain_fits(x, y, &fit) || fit.all < KC_FIT_LEAST)
        return;
    kc_explain_add(x, "wrong-stage", kc_explain_score(STAGE, fit), kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena, "%s is the product of %s and %s", x->out->output, name,
                                   b->name),
                   kc_arena_printf(x->arena,
                                   "a step is missing or wrong before that product; the task is %s",
                                   x->c->task->formula));
}

static void try_functions_of(struct kc_explainer *x, const struct kc_tensor *a,
                             const struct kc_tensor *b)
{
    double *applied = kc_arena_array(&x->scratch, double, kc_tensor_count(a));
    double *y = kc_arena_array(&x->scratch, double, (size_t)x->grid.rows * x->grid.cols);

    for (size_t f = 0; f < FUNCTION_COUNT; f++) {
        apply_rows(f, a, task_scale(x->c), applied);
        try_product(x, applied, name_function(&x->scratch, f, a->name), b, y);
    }
}

/* Two stages multiplied element by element, then with an input. */
static void try_pairs_with(struct kc_explainer *x, const struct kc_tensor *a,
                           const struct kc_tensor *b)
{
    const size_t count = kc_tensor_count(a);
    double      *both = kc_arena_array(&x->scratch, double, count);
    double      *y = kc_arena_array(&x->scratch, double, (size_t)x->grid.rows * x->grid.cols);

    for (size_t i = 0; i < x->c->stage_count; i++) {
        const struct kc_tensor *other = &x->c->stage[i];

        if (other->cols != a->cols || kc_tensor_count(other) != count)
            continue;
        for (size_t e = 0; e < count; e++)
            both[e] = a->value[e] * other->value[e];
        try_product(x, both, kc_arena_printf(&x->scratch, "%s * %s", a->name, other->name), b, y);
    }
}

static bool multiplies(const struct kc_explainer *x, const struct kc_tensor *a,
                       const struct kc_tensor *b)
{
    const double work = (double)kc_tensor_count(a) * b->cols * (double)FUNCTION_COUNT;

    return a != b && a->batch == 1 && b->batch == 1 && a->rows == x->grid.rows &&
           a->cols == b->rows && b->cols == x->grid.cols && work < PRODUCT_BUDGET;
}

void kc_explain_products(struct kc_explainer *x)
{
    const struct kc_tensor *a;

    for (size_t i = 0; (a = source_at(x->c, i)); i++)
        for (size_t j = 0; j < x->c->in_count; j++)
            if (multiplies(x, a, &x->c->in[j])) {
                try_functions_of(x, a, &x->c->in[j]);
                if (i >= x->c->in_count)
                    try_pairs_with(x, a, &x->c->in[j]);
            }
}

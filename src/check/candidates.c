/* Predictions of the output from the task's own tensors: what the kernel would have left had it
 * stopped early, left out a term, or used an operand wrongly. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/explain_parts.h"

/* How sure a perfect fit makes us; exact copies leave less to chance than fits of functions. */
static const double COPY = 0.93, TERM = 0.925, STAGE = 0.91, OPERAND = 0.90, PARTIAL = 0.92;

/* Work that operand tests may spend, in multiplications; keeps explanations of large cells quick.
 */
static const double OPERAND_BUDGET = 4e8;

/* ---- functions of a row ------------------------------------------------------------------- */

struct row_stats {
    double peak, sum, mean, mean_square, exp_sum;
};

static struct row_stats stats_of(const double *x, uint32_t n)
{
    struct row_stats s = { .peak = x[0] };

    for (uint32_t i = 0; i < n; i++) {
        s.peak = x[i] > s.peak ? x[i] : s.peak;
        s.sum += x[i];
        s.mean_square += x[i] * x[i] / n;
    }
    for (uint32_t i = 0; i < n; i++)
        s.exp_sum += exp(x[i] - s.peak);
    s.mean = s.sum / n;
    return s;
}

#define FUNCTIONS(F)                                                                  \
    F("%s", x)                                                                        \
    F("-%s", -x)                                                                      \
    F("exp(%s)", exp(x))                                                              \
    F("exp(-%s)", exp(-x))                                                            \
    F("1 + exp(-%s)", 1.0 + exp(-x))                                                  \
    F("sigmoid(%s)", 1.0 / (1.0 + exp(-x)))                                           \
    F("%s * sigmoid(%s)", x / (1.0 + exp(-x)))                                        \
    F("%s * sigmoid(-%s)", x / (1.0 + exp(x)))                                        \
    F("sigmoid(1.702 %s)", 1.0 / (1.0 + exp(-1.702 * x)))                             \
    F("%s * sigmoid(1.702 %s)", x / (1.0 + exp(-1.702 * x)))                          \
    F("1.702 %s * sigmoid(1.702 %s)", 1.702 * x / (1.0 + exp(-1.702 * x)))            \
    F("%s * exp(-%s)", x *exp(-x))                                                    \
    F("%s * exp(%s)", x *exp(x))                                                      \
    F("%s * (1 + exp(-%s))", x * (1.0 + exp(-x)))                                     \
    F("max(0, %s)", x > 0.0 ? x : 0.0)                                                \
    F("%s squared", x *x)                                                             \
    F("1 / %s", 1.0 / x)                                                              \
    F("%s - max", x - s->peak)                                                        \
    F("exp(%s - max)", exp(x - s->peak))                                              \
    F("%s / sum", x / s->sum)                                                         \
    F("exp(%s - max) * sum", exp(x - s->peak) * s->exp_sum)                           \
    F("%s - mean", x - s->mean)                                                       \
    F("%s - sum", x - s->sum)                                                         \
    F("%s / root of the mean square", x / sqrt(s->mean_square))                       \
    F("%s / mean square", x / s->mean_square)                                         \
    F("%s * mean square", x * s->mean_square)                                         \
    F("%s * root of the mean square", x *sqrt(s->mean_square))                        \
    F("(%s - mean) / variance", (x - s->mean) / (s->mean_square - s->mean * s->mean)) \
    F("(%s - mean) * root of the variance",                                           \
      (x - s->mean) * sqrt(s->mean_square - s->mean * s->mean))                       \
    F("(%s - mean) / root of the mean square", (x - s->mean) / sqrt(s->mean_square))  \
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

static double apply(size_t function, double x, const struct row_stats *s)
{
    const double values[] = {
#define VALUE(text, value) value,
        FUNCTIONS(VALUE)
#undef VALUE
    };

    return values[function];
}

static void apply_rows(size_t function, const struct kc_tensor *t, double *out)
{
    for (size_t row = 0; row < (size_t)t->batch * t->rows; row++) {
        const double          *x = t->value + row * t->cols;
        const struct row_stats s = stats_of(x, t->cols);

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
                           bool input, double fit)
{
    const char *name = name_function(x->arena, function, t->name);
    const bool  copy = function == 0 && input;
    const char *text =
        copy ? kc_arena_printf(x->arena, "%s is a copy of the input %s", x->out->output, t->name)
             : kc_arena_printf(x->arena, "%s holds %s, a step on the way", x->out->output, name);
    const char *hint =
        copy ? "the result was written elsewhere or not at all: look at the destination of the "
               "instructions that compute it"
             : kc_arena_printf(x->arena, "what is still to be done from there: %s",
                               x->c->task->formula);

    kc_explain_add(x, copy ? "copy-of-input" : "wrong-stage", (copy ? COPY : STAGE) * fit,
                   kc_explain_first_wrong(x), text, hint);
}

/* Only some elements stopped on the way: a loop that ends early, or skips. */
static void partial_function(struct kc_explainer *x, const struct kc_tensor *t, size_t function,
                             double fit)
{
    const bool last = x->where.last_rows || x->where.last_cols || x->where.last_segments;

    kc_explain_add(x, last ? "off-by-one" : "not-processed",
                   (function == 0 ? PARTIAL : STAGE) * fit, kc_explain_first_wrong(x),
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
    apply_rows(function, t, predicted);
    const struct kc_fit fit = kc_fit_values(&x->grid, predicted);

    if (fit.wrong < KC_FIT_LEAST)
        return;
    if (fit.all >= KC_FIT_LEAST)
        whole_function(x, t, function, input, fit.wrong);
    else
        partial_function(x, t, function, fit.wrong);
}

void kc_explain_functions(struct kc_explainer *x)
{
    const size_t            count = (size_t)x->grid.rows * x->grid.cols;
    double                 *predicted = kc_arena_array(&x->scratch, double, count);
    const struct kc_tensor *t;

    for (size_t i = 0; (t = source_at(x->c, i)); i++)
        for (size_t f = 0; same_shape(x, t) && f < FUNCTION_COUNT; f++)
            try_function(x, t, f, i < x->c->in_count, predicted);
}

/* ---- missing and doubled terms ------------------------------------------------------------ */

static bool broadcasts(const struct kc_explainer *x, const struct kc_tensor *t)
{
    return t->batch * t->rows == 1 && t->cols == x->grid.cols;
}

static void try_term(struct kc_explainer *x, const struct kc_tensor *t, double factor,
                     double *predicted)
{
    const bool   row = !same_shape(x, t);
    const size_t count = (size_t)x->grid.rows * x->grid.cols;

    for (size_t i = 0; i < count; i++)
        predicted[i] = x->grid.expected[i] + factor * t->value[row ? i % x->grid.cols : i];
    const struct kc_fit fit = kc_fit_values(&x->grid, predicted);

    if (fit.wrong < KC_FIT_LEAST || fit.all < KC_FIT_LEAST)
        return;
    kc_explain_add(x, factor < 0.0 ? "missing-term" : "doubled-term", TERM * fit.wrong,
                   kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena,
                                   factor < 0.0 ? "%s is right but for %s, which was not added"
                                                : "%s holds the right result plus %s once more",
                                   x->out->output, t->name),
                   factor < 0.0
                       ? kc_arena_printf(x->arena, "add %s before the result is final", t->name)
                       : kc_arena_printf(x->arena,
                                         "%s is added twice: look for a repeated addition "
                                         "or a loop that runs over it again",
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

static void try_products(struct kc_explainer *x, const struct kc_tensor *a,
                         const struct kc_tensor *b)
{
    double *applied = kc_arena_array(&x->scratch, double, kc_tensor_count(a));
    double *y = kc_arena_array(&x->scratch, double, (size_t)x->grid.rows * x->grid.cols);

    for (size_t f = 0; f < FUNCTION_COUNT; f++) {
        apply_rows(f, a, applied);
        multiply(applied, b, a->rows, y);
        const struct kc_fit fit = kc_fit_values(&x->grid, y);

        if (fit.wrong >= KC_FIT_LEAST && fit.all >= KC_FIT_LEAST)
            kc_explain_add(x, "wrong-stage", STAGE * fit.wrong, kc_explain_first_wrong(x),
                           kc_arena_printf(x->arena, "%s is the product of %s and %s",
                                           x->out->output, name_function(x->arena, f, a->name),
                                           b->name),
                           kc_arena_printf(x->arena,
                                           "a step is missing or wrong before that "
                                           "product; the task is %s",
                                           x->c->task->formula));
    }
}

void kc_explain_products(struct kc_explainer *x)
{
    const struct kc_tensor *a, *b;

    for (size_t i = 0; (a = source_at(x->c, i)); i++)
        for (size_t j = 0; j < x->c->in_count; j++) {
            const double work =
                (double)kc_tensor_count(a) * x->c->in[j].cols * (double)FUNCTION_COUNT;

            b = &x->c->in[j];
            if (a != b && a->batch == 1 && b->batch == 1 && a->rows == x->grid.rows &&
                a->cols == b->rows && b->cols == x->grid.cols && work < OPERAND_BUDGET)
                try_products(x, a, b);
        }
}

/* ---- operands used wrongly: the reference on changed inputs -------------------------------- */

/* How an input is changed; n is a number of rows or columns, or another input's index. */
enum change {
    ZEROED,
    TRANSPOSED,
    TILES_TRANSPOSED,
    ROWS_FROM_DROPPED,
    ROWS_BEFORE_DROPPED,
    ROWS_ROLLED,
    COLS_ROLLED,
    ROWS_REPEATED,
    COLS_REPEATED,
    OTHER_INPUT,
};

static double changed_value(const struct kc_case *c, const struct kc_tensor *t, enum change change,
                            uint32_t n, uint32_t row, uint32_t col)
{
    const uint32_t rows = t->batch * t->rows, tile_row = row / n * n, tile_col = col / n * n;
    uint32_t       r = row, k = col;

    switch (change) {
    case ZEROED:
        return 0.0;
    case TRANSPOSED:
        r = col, k = row;
        break;
    case TILES_TRANSPOSED:
        r = tile_row + col % n, k = tile_col + row % n;
        break;
    case ROWS_FROM_DROPPED:
        return row >= n ? 0.0 : t->value[(size_t)row * t->cols + col];
    case ROWS_BEFORE_DROPPED:
        return row < n ? 0.0 : t->value[(size_t)row * t->cols + col];
    case ROWS_ROLLED:
        r = (row + n) % rows;
        break;
    case COLS_ROLLED:
        k = (col + n) % t->cols;
        break;
    case ROWS_REPEATED:
        r = row % n;
        break;
    case COLS_REPEATED:
        k = col % n;
        break;
    case OTHER_INPUT:
        return c->in[n - 1].value[(size_t)row * t->cols + col];
    }
    return t->value[(size_t)r * t->cols + k];
}

static const char *const change_id[] = {
    [ZEROED] = "missing-term",
    [TRANSPOSED] = "operand-transposed",
    [TILES_TRANSPOSED] = "operand-transposed",
    [ROWS_FROM_DROPPED] = "partial-sum",
    [ROWS_BEFORE_DROPPED] = "partial-sum",
    [ROWS_ROLLED] = "operand-shifted",
    [COLS_ROLLED] = "operand-shifted",
    [ROWS_REPEATED] = "operand-repeated",
    [COLS_REPEATED] = "operand-repeated",
    [OTHER_INPUT] = "wrong-operand",
};

static const char *change_text(struct kc_arena *arena, const struct kc_case *c, const char *name,
                               enum change change, uint32_t n)
{
    switch (change) {
    case ZEROED:
        return kc_arena_printf(arena, "%s has no influence: the result is that of %s = 0", name,
                               name);
    case TRANSPOSED:
        return kc_arena_printf(arena, "%s is used transposed", name);
    case TILES_TRANSPOSED:
        return kc_arena_printf(arena,
                               "every %" PRIu32 " x %" PRIu32 " tile of %s is used transposed", n,
                               n, name);
    case ROWS_FROM_DROPPED:
        return kc_arena_printf(arena,
                               "the sums stop early: rows %" PRIu32 " and up of %s are left out", n,
                               name);
    case ROWS_BEFORE_DROPPED:
        return kc_arena_printf(arena, "the sums lack the first %" PRIu32 " rows of %s", n, name);
    case ROWS_ROLLED:
        return kc_arena_printf(arena, "%s is used from its row %" PRIu32 " on", name, n);
    case COLS_ROLLED:
        return kc_arena_printf(arena, "%s is used from its column %" PRIu32 " on", name, n);
    case ROWS_REPEATED:
        return kc_arena_printf(arena, "the first %" PRIu32 " rows of %s are used again and again",
                               n, name);
    case COLS_REPEATED:
        return kc_arena_printf(arena,
                               "the first %" PRIu32 " columns of %s are used again and again", n,
                               name);
    case OTHER_INPUT:
        return kc_arena_printf(arena, "%s is used in place of %s", c->in[n - 1].name, name);
    }
    kc_unreachable();
}

static const char *change_hint(enum change change)
{
    switch (change) {
    case ZEROED:
        return "load it and use it";
    case TRANSPOSED:
    case TILES_TRANSPOSED:
        return "take columns of the operand where rows are taken: there are instructions for both, "
               "and "
               "their operands differ";
    case ROWS_FROM_DROPPED:
    case ROWS_BEFORE_DROPPED:
        return "the loop over the inner dimension must cover all of it, beginning at 0";
    case ROWS_ROLLED:
    case COLS_ROLLED:
        return "look at the offset of its transfers and at the address of its first use";
    case ROWS_REPEATED:
    case COLS_REPEATED:
        return "its pointer is not advanced, or set back inside the loop";
    case OTHER_INPUT:
        return "look at the address register of the transfers";
    }
    kc_unreachable();
}

/* A copy of the case with room of its own for results. */
static struct kc_case shadow_case(const struct kc_explainer *x, struct kc_arena *arena)
{
    struct kc_case c = *x->c;

    c.arena = arena;
    c.out.value = kc_arena_array(arena, double, kc_tensor_count(&c.out));
    c.out.scale = kc_arena_array(arena, double, kc_tensor_count(&c.out));
    for (size_t i = 0; i < c.stage_count; i++) {
        c.stage[i].value = kc_arena_array(arena, double, kc_tensor_count(&c.stage[i]));
        c.stage[i].scale = kc_arena_array(arena, double, kc_tensor_count(&c.stage[i]));
    }
    return c;
}

static void try_operand(struct kc_explainer *x, size_t input, enum change change, uint32_t n)
{
    const struct kc_tensor *t = &x->c->in[input];
    struct kc_arena         own = { 0 };
    struct kc_case          c = shadow_case(x, &own);
    double                 *value = kc_arena_array(&own, double, kc_tensor_count(t));

    for (uint32_t r = 0; r < t->batch * t->rows; r++)
        for (uint32_t k = 0; k < t->cols; k++)
            value[(size_t)r * t->cols + k] = changed_value(x->c, t, change, n, r, k);
    c.in[input].value = value;
    kc_case_reference(&c);
    const struct kc_fit fit = kc_fit_values(&x->grid, c.out.value);

    if (fit.wrong >= KC_FIT_LEAST && fit.all >= KC_FIT_LEAST)
        kc_explain_add(x, change_id[change], OPERAND * fit.wrong, kc_explain_first_wrong(x),
                       change_text(x->arena, x->c, t->name, change, n), change_hint(change));
    kc_arena_free(&own);
}

/* Tests in order of likelihood, as many as the budget allows. */
struct operand_test {
    enum change change;
    uint32_t    n;
};

enum { OPERAND_TESTS = 96 };

static size_t list_tests(const struct kc_explainer *x, size_t input, struct operand_test *tests)
{
    const struct kc_tensor *t = &x->c->in[input];
    const uint32_t          block = x->grid.block, rows = t->batch * t->rows;
    size_t                  n = 0;

    tests[n++] = (struct operand_test){ ZEROED, 1 };
    if (rows == t->cols)
        tests[n++] = (struct operand_test){ TRANSPOSED, 1 };
    if (rows % block == 0 && rows + t->cols > 2 * block)
        tests[n++] = (struct operand_test){ TILES_TRANSPOSED, block };
    for (uint32_t o = 0; o < x->c->in_count; o++)
        if (o != input && x->c->in[o].cols == t->cols &&
            kc_tensor_count(&x->c->in[o]) == kc_tensor_count(t))
            tests[n++] = (struct operand_test){ OTHER_INPUT, o + 1 };
    for (uint32_t r = block; r < rows && n + 8 < OPERAND_TESTS / 2; r += block) {
        tests[n++] = (struct operand_test){ ROWS_FROM_DROPPED, r };
        tests[n++] = (struct operand_test){ ROWS_BEFORE_DROPPED, r };
        tests[n++] = (struct operand_test){ ROWS_ROLLED, r };
        tests[n++] = (struct operand_test){ ROWS_REPEATED, r };
    }
    for (uint32_t k = block; k < t->cols && n + 4 < OPERAND_TESTS; k += block) {
        tests[n++] = (struct operand_test){ COLS_ROLLED, k };
        tests[n++] = (struct operand_test){ COLS_REPEATED, k };
    }
    return n;
}

/* Multiplications of one reference, roughly: every output against the longest side, per stage. */
static double reference_work(const struct kc_case *c)
{
    uint32_t longest = 1;
    double   outputs = (double)kc_tensor_count(&c->out);

    for (size_t i = 0; i < c->in_count; i++) {
        longest = c->in[i].rows > longest ? c->in[i].rows : longest;
        longest = c->in[i].cols > longest ? c->in[i].cols : longest;
    }
    for (size_t i = 0; i < c->stage_count; i++)
        outputs += (double)kc_tensor_count(&c->stage[i]);
    return outputs * longest;
}

void kc_explain_operands(struct kc_explainer *x)
{
    struct operand_test tests[OPERAND_TESTS];
    double              left = OPERAND_BUDGET;
    const double        work = reference_work(x->c);

    for (size_t i = 0; i < x->c->in_count; i++) {
        const size_t count = list_tests(x, i, tests);

        for (size_t t = 0; t < count && left >= work; t++, left -= work)
            try_operand(x, i, tests[t].change, tests[t].n);
    }
}

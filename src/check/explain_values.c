/* What the values say: constants, factors, rows that drift, numbers that overflowed. */
#include <inttypes.h>
#include <math.h>

#include "check/explain_parts.h"

static const double ZERO = 0.955, CONSTANT = 0.945, NON_FINITE = 0.935, SCALED = 0.915,
                    ROW_FACTOR = 0.90, ROUNDING = 0.80;

/* Errors up to this multiple of the allowed one still count as rounding. */
static const double ROUNDING_RATIO = 4.0;

/* A handful of wrong elements fits anything. */
static const uint64_t FEWEST = 8;

void kc_explain_constant(struct kc_explainer *x)
{
    const size_t  count = kc_explain_count(x), first = kc_explain_first_wrong(x);
    const double *y = x->grid.produced;
    bool         *set = kc_arena_array(&x->scratch, bool, count);
    uint64_t      everywhere = 0;

    for (size_t i = 0; i < count; i++)
        everywhere += set[i] = y[i] == y[first] && !x->unwritten[i];
    const double share = kc_explain_share(x, set);

    if (share < KC_FIT_LEAST || !isfinite(y[first]) || x->wrong_count < FEWEST)
        return;
    const char *where =
        (double)everywhere >= KC_FIT_LEAST * (double)count ? "all of it" : x->where_text;

    if (y[first] == 0.0)
        kc_explain_add(x, "zero", ZERO * share, first,
                       kc_arena_printf(x->arena, "%s is zero: %s", x->out->output, where),
                       "an accumulator was written out empty, a factor is 0, or an operand was "
                       "never loaded: follow the line backwards");
    else
        kc_explain_add(x, "constant", CONSTANT * share, first,
                       kc_arena_printf(x->arena, "%s is %.6g: %s", x->out->output, y[first], where),
                       "an operand is a scalar or a constant where the data should be");
}

void kc_explain_non_finite(struct kc_explainer *x, const struct kc_suspicion *s)
{
    const size_t count = kc_explain_count(x);
    bool        *set = kc_arena_array(&x->scratch, bool, count);
    uint64_t     bad = 0;

    for (size_t i = 0; i < count; i++)
        bad += set[i] = !isfinite(x->grid.produced[i]) && x->wrong[i];
    if (bad == 0)
        return;
    const double          share = kc_explain_share(x, set);
    struct kc_hypothesis *h =
        kc_explain_add(x, "non-finite", NON_FINITE * (0.9 + 0.1 * share),
                       kc_explain_first_of(set, count),
                       kc_arena_printf(x->arena, "%" PRIu64 " elements are NaN or Inf%s%s", bad,
                                       s ? ": " : "", s ? s->text : ""),
                       s ? s->hint : "look for a division by 0 or an overflow");

    if (s)
        h->line = s->line;
}

/* Factors that people leave out or put in, by name. */
static const char *factor_name(const struct kc_explainer *x, double factor)
{
    const double   size = fabs(factor);
    const uint32_t sides[] = { x->grid.cols, x->c->in[0].cols, x->grid.block };
    const double   slack = 0.02;

    if (fabs(size / 0.25 - 1.0) < slack)
        return "the factor 0.25 that broadcast products apply, or 1/sqrt(16)";
    if (fabs(size / 4.0 - 1.0) < slack)
        return "1 / 0.25: the factor of broadcast products was undone once too often";
    for (size_t i = 0; i < KC_COUNT(sides); i++) {
        const double d = sides[i];

        if (fabs(size / d - 1.0) < slack)
            return kc_arena_printf(x->arena, "%" PRIu32 ": the factor 1/%" PRIu32 " is missing",
                                   sides[i], sides[i]);
        if (fabs(size * d - 1.0) < slack)
            return kc_arena_printf(x->arena, "1/%" PRIu32 ": applied once too often", sides[i]);
        if (fabs(size / sqrt(d) - 1.0) < slack)
            return kc_arena_printf(x->arena,
                                   "sqrt(%" PRIu32 "): a factor 1/%" PRIu32
                                   " under a root is missing",
                                   sides[i], sides[i]);
        if (fabs(size * sqrt(d) - 1.0) < slack)
            return kc_arena_printf(x->arena,
                                   "1/sqrt(%" PRIu32
                                   "): a mean became a sum, or the scale was applied twice",
                                   sides[i]);
    }
    for (size_t i = 0; i < x->c->constant_count; i++)
        if (fabs(size / fabs(x->c->constant[i].value) - 1.0) < slack)
            return kc_arena_printf(x->arena, "the constant %s", x->c->constant[i].name);
    return NULL;
}

void kc_explain_scale(struct kc_explainer *x)
{
    double              factor;
    const struct kc_fit fit = kc_fit_scale(&x->grid, &factor);
    const size_t        first = kc_explain_first_wrong(x);

    if (fit.wrong < KC_FIT_LEAST || fit.all < KC_FIT_LEAST)
        return;
    if (fabs(factor + 1.0) < 0.02) {
        kc_explain_add(x, "sign-flipped", kc_explain_score(SCALED, fit), first,
                       kc_arena_printf(x->arena, "%s has the wrong sign", x->out->output),
                       "a subtraction has its operands the wrong way round, or a negation is "
                       "missing");
        return;
    }
    const bool  twice = fabs(factor - 2.0) < 0.03;
    const char *name = twice ? NULL : factor_name(x, factor);

    kc_explain_add(x, twice ? "doubled" : "scaled", kc_explain_score(SCALED, fit), first,
                   kc_arena_printf(x->arena, "%s is the expected result times %.4g%s%s%s",
                                   x->out->output, factor, name ? " (" : "", name ? name : "",
                                   name ? ")" : ""),
                   twice ? "something is added to itself, or accumulated over two passes"
                         : "look for a scale that is missing or applied twice");
}

static bool all_near(const double *values, uint32_t count, double want, double slack)
{
    for (uint32_t i = 0; i < count; i++)
        if (fabs(values[i] - want) > slack)
            return false;
    return true;
}

/* The first row right and the later ones further and further off: something piles up. */
static bool piles_up(const double *factor, uint32_t rows)
{
    uint32_t falls = 0;

    for (uint32_t r = 1; r < rows; r++)
        falls += factor[r] <= factor[r - 1] * 1.02;
    return rows > 2 && fabs(factor[0] - 1.0) < 0.03 && factor[rows - 1] < 0.8 &&
           falls >= rows - 1 - rows / 8;
}

void kc_explain_rows(struct kc_explainer *x)
{
    const uint32_t      rows = x->grid.rows;
    double             *factor = kc_arena_array(&x->scratch, double, rows);
    double             *offset = kc_arena_array(&x->scratch, double, rows);
    const size_t        first = kc_explain_first_wrong(x);
    const struct kc_fit fit = kc_fit_rows(&x->grid, factor, offset);

    if (rows < 2 || fit.wrong < KC_FIT_LEAST || fit.all < KC_FIT_LEAST)
        return;
    if (piles_up(factor, rows))
        kc_explain_add(x, "accumulator-not-cleared", kc_explain_score(ROW_FACTOR, fit), first,
                       kc_arena_printf(x->arena,
                                       "row 0 is right, and each later row is smaller by a factor "
                                       "of its own (the last: %.3g): a sum keeps growing",
                                       factor[rows - 1]),
                       "clear the accumulator before each row");
    else if (all_near(factor, rows, 1.0, 0.05))
        kc_explain_add(x, "row-offset", kc_explain_score(ROW_FACTOR, fit), first,
                       kc_arena_printf(x->arena,
                                       "each row is off by a constant of its own (row %zu: %.4g)",
                                       first / x->grid.cols, offset[first / x->grid.cols]),
                       "something per row is not subtracted or added: a mean, a maximum");
    else
        kc_explain_add(x, "row-scale", kc_explain_score(ROW_FACTOR, fit), first,
                       kc_arena_printf(
                           x->arena,
                           "each row is the expected one times a factor of its own (row %zu: %.4g)",
                           first / x->grid.cols, factor[first / x->grid.cols]),
                       "the factor per row is wrong: a sum, a root, a reciprocal or its constant");
}

void kc_explain_rounding(struct kc_explainer *x)
{
    for (size_t i = 0; i < kc_explain_count(x); i++)
        if (!(fabs(x->grid.produced[i] - x->grid.expected[i]) <=
              ROUNDING_RATIO * x->grid.allowed[i]))
            return;
    if (x->wrong_count * 2 > kc_explain_count(x))
        return;
    kc_explain_add(x, "rounding", ROUNDING, kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena,
                                   "every error is within %.0f times the allowed one, and most "
                                   "elements are right: precision is lost, nothing else",
                                   ROUNDING_RATIO),
                   "round less often: keep sums in the accumulator, avoid differences of large "
                   "numbers");
}

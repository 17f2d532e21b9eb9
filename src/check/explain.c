/* The explanation: one tracked run, one with another fill, and tests of all that might be wrong. */
#include "check/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain_parts.h"

/* Scores of what is certain; the rest is graded in candidates.c between 0.90 and 0.93. */
static const double NEVER_WRITTEN = 0.99, REPAIRED = 0.98, PARTLY_WRITTEN = 0.96, ZERO = 0.955,
                    UNWRITTEN_READ = 0.95, CONSTANT = 0.945, ROUNDING = 0.94, NON_FINITE = 0.935,
                    SCALED = 0.915, MOVED = 0.905, SUMMED = 0.90, ROW_FACTOR = 0.85,
                    OVERWRITTEN = 0.97, OFF_BY_ONE = 0.80, NOT_READ = 0.70, STAGE_FOUND = 0.60,
                    SUSPECTED = 0.50, SOMEWHERE = 0.20;

/* Steps of a run that a review watches, and errors that still count as rounding. */
static const uint64_t REVIEW_STEPS = 4000000;
static const double   ROUNDING_RATIO = 4.0;

/* ---- hypotheses --------------------------------------------------------------------------- */

static uint64_t address_of(const struct kc_explainer *x, size_t element)
{
    return x->cell->target->platform->tensor_address(x->cell->target->config, &x->cell->layout.out,
                                                     (uint32_t)(element / x->grid.cols),
                                                     (uint32_t)(element % x->grid.cols));
}

static uint32_t writer_of(const struct kc_explainer *x, size_t element)
{
    const uint32_t line = kc_region_writer(x->region, address_of(x, element));

    return line == KC_WRITER_HOST ? 0 : line;
}

/* Where a score belongs in the list, or KC_HYPOTHESES.  One entry per id: the best. */
static size_t place_for(struct kc_explanation *e, const char *id, double score)
{
    size_t at = 0;

    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->list[i].id, id) == 0) {
            if (e->list[i].score >= score)
                return KC_HYPOTHESES;
            memmove(e->list + i, e->list + i + 1, (e->count - i - 1) * sizeof *e->list);
            e->count--;
            break;
        }
    while (at < e->count && e->list[at].score >= score)
        at++;
    return at;
}

struct kc_hypothesis *kc_explain_add(struct kc_explainer *x, const char *id, double score,
                                     size_t element, const char *text, const char *hint)
{
    struct kc_explanation *e = x->out;
    const size_t           at = place_for(e, id, score);

    if (at == KC_HYPOTHESES)
        return &x->dropped;
    if (e->count == KC_HYPOTHESES)
        e->count--;
    memmove(e->list + at + 1, e->list + at, (e->count - at) * sizeof *e->list);
    e->count++;
    e->list[at] = (struct kc_hypothesis){ .id = id,
                                          .score = score,
                                          .text = text,
                                          .hint = hint,
                                          .line = writer_of(x, element),
                                          .row = (uint32_t)(element / x->grid.cols),
                                          .col = (uint32_t)(element % x->grid.cols),
                                          .address = address_of(x, element),
                                          .produced = x->grid.produced[element],
                                          .expected = x->grid.expected[element] };
    return &e->list[at];
}

static size_t element_count(const struct kc_explainer *x)
{
    return (size_t)x->grid.rows * x->grid.cols;
}

static size_t first_of(const bool *set, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (set[i])
            return i;
    return 0;
}

size_t kc_explain_first_wrong(const struct kc_explainer *x)
{
    return first_of(x->wrong, element_count(x));
}

/* The share of the wrong elements that are in a set. */
static double share_of_wrong(const struct kc_explainer *x, const bool *set)
{
    uint64_t hits = 0;

    for (size_t i = 0; i < element_count(x); i++)
        hits += x->wrong[i] && set[i];
    return x->wrong_count ? (double)hits / (double)x->wrong_count : 0.0;
}

/* ---- runs --------------------------------------------------------------------------------- */

static void review_step(void *context, const struct kc_step *step)
{
    struct kc_explainer *x = context;

    x->cell->target->platform->review(x->machine, step, &x->review);
}

/* Runs the kernel with a fill; the trace feeds the review, when there is one. */
static void run(struct kc_explainer *x, uint64_t fill, bool review, double *produced)
{
    const struct kc_platform *platform = x->cell->target->platform;
    const struct kc_declared  d = kc_case_declared(x->c);
    struct kc_run             options = { .tracking = &x->tracking, .profile = &x->profile };

    if (review && platform->review) {
        options.trace = review_step;
        options.trace_context = x;
    }
    x->tracking = (struct kc_tracking){ 0 };
    kc_profile_init(&x->scratch, &x->profile, x->program);
    platform->machine_reset(x->machine);
    for (size_t i = 0; i < x->machine->region_count; i++)
        kc_region_fill_seed(&x->machine->regions[i], 0, fill);
    platform->prepare(x->machine, &d, &x->cell->layout);
    platform->load(x->machine, x->program);
    x->review.declared = &d;
    x->review.layout = &x->cell->layout;
    platform->run(x->machine, &options);
    platform->tensor_read(x->machine, &x->cell->layout.out, &x->c->out, produced);
}

/* ---- memory ------------------------------------------------------------------------------- */

/* How often the instructions of a line ran. */
static uint64_t times_of(const struct kc_explainer *x, uint32_t line)
{
    uint64_t times = 0;

    for (size_t pc = 0; pc < x->program->count; pc++)
        if (x->program->lines[pc] == line && x->profile.count[pc] > times)
            times = x->profile.count[pc];
    return times;
}

/* The line that wrote most of what was written. */
static uint32_t main_writer(const struct kc_explainer *x)
{
    for (size_t i = element_count(x); i-- > 0;)
        if (!x->unwritten[i] && writer_of(x, i))
            return writer_of(x, i);
    return 0;
}

static const char *unwritten_hint(struct kc_explainer *x)
{
    const uint32_t line = main_writer(x), segments = x->grid.rows * (x->grid.cols / x->grid.block);

    if (!line)
        return kc_arena_printf(x->arena, "the result belongs to %s %" PRIu64 " and up",
                               x->region->name, x->cell->layout.out.address);
    return kc_arena_printf(x->arena,
                           "line %" PRIu32 " wrote the rest and ran %" PRIu64
                           " times; the output has %" PRIu32 " rows of %" PRIu32 " elements",
                           line, times_of(x, line), segments, x->grid.block);
}

static void explain_unwritten(struct kc_explainer *x)
{
    const struct kc_where w = kc_where_of(x->unwritten, x->grid.rows, x->grid.cols, x->grid.block);
    const size_t          first = first_of(x->unwritten, element_count(x));

    if (x->unwritten_count == 0)
        return;
    if (x->unwritten_count == element_count(x)) {
        kc_explain_add(x, "never-written", NEVER_WRITTEN, first,
                       kc_arena_printf(x->arena, "no instruction wrote %s", x->out->output),
                       unwritten_hint(x));
        return;
    }
    kc_explain_add(x, "partly-written", PARTLY_WRITTEN * share_of_wrong(x, x->unwritten), first,
                   kc_arena_printf(x->arena, "never written: %s of %s",
                                   kc_where_text(x->arena, &w, x->grid.rows, x->grid.cols),
                                   x->out->output),
                   unwritten_hint(x));
}

/* Elements that another fill changes, though somebody wrote them. */
static void explain_unwritten_reads(struct kc_explainer *x)
{
    const size_t count = element_count(x);
    bool        *depends = kc_arena_array(&x->scratch, bool, count);
    uint64_t     any = 0;

    for (size_t i = 0; i < count; i++) {
        depends[i] = memcmp(&x->grid.produced[i], &x->other_fill[i], sizeof *x->other_fill) != 0;
        any += depends[i] = depends[i] && !x->unwritten[i];
    }
    if (any == 0)
        return;
    const struct kc_unwritten_read *r = x->tracking.kept ? &x->tracking.first[0] : NULL;
    const double                    share = x->wrong_count ? share_of_wrong(x, depends) : 1.0;
    struct kc_hypothesis           *h = kc_explain_add(
        x, "unwritten-read", UNWRITTEN_READ * (0.5 + 0.5 * share), first_of(depends, count),
        r ? kc_arena_printf(x->arena,
                                      "the result depends on memory that nobody wrote: line %" PRIu32
                                      " reads %s %" PRIu64,
                                      r->line, r->region->name, r->elem)
                    : "the result depends on memory that nobody wrote",
        "write that memory first, or read from where the data is");

    if (r)
        h->line = r->line;
}

static void explain_overwritten_inputs(struct kc_explainer *x)
{
    const struct kc_declared d = kc_case_declared(x->c);

    for (size_t i = 0; i < d.in_count; i++) {
        const struct kc_placed *p = &x->cell->layout.in[i];
        struct kc_region       *r = kc_machine_region(x->machine, kc_str_from(p->region));

        for (uint64_t a = p->address; r && a < p->address + p->size; a++) {
            const uint32_t line = kc_region_writer(r, a);

            if (line == KC_WRITER_HOST || line == KC_WRITER_NOBODY)
                continue;
            kc_explain_add(x, "input-overwritten", OVERWRITTEN, 0,
                           kc_arena_printf(x->arena,
                                           "line %" PRIu32 " stores over the input %s (%s %" PRIu64
                                           ")",
                                           line, d.in[i].name, p->region, a),
                           "store only into the scratch area; compare the address register and the "
                           "offset of the store")
                ->line = line;
            return;
        }
    }
}

/* ---- values ------------------------------------------------------------------------------- */

static void explain_constant(struct kc_explainer *x)
{
    const size_t  count = element_count(x), first = kc_explain_first_wrong(x);
    const double *y = x->grid.produced;
    bool         *set = kc_arena_array(&x->scratch, bool, count);
    uint64_t      everywhere = 0;

    for (size_t i = 0; i < count; i++)
        everywhere += set[i] = y[i] == y[first] && !x->unwritten[i];
    const double share = share_of_wrong(x, set);

    if (share < KC_FIT_LEAST || isnan(y[first]))
        return;
    const char *where = (double)everywhere >= KC_FIT_LEAST * (double)count ? "all of it" : x->where_text;

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

static void explain_non_finite(struct kc_explainer *x, const struct kc_suspicion *s)
{
    const size_t count = element_count(x);
    bool        *set = kc_arena_array(&x->scratch, bool, count);
    uint64_t     bad = 0;

    for (size_t i = 0; i < count; i++)
        bad += set[i] = !isfinite(x->grid.produced[i]) && x->wrong[i];
    if (bad == 0)
        return;
    const double          share = share_of_wrong(x, set);
    struct kc_hypothesis *h =
        kc_explain_add(x, "non-finite", NON_FINITE * (0.9 + 0.1 * share), first_of(set, count),
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
    const uint32_t sides[] = { x->grid.cols, x->c->in[0].cols, x->grid.block, x->grid.rows };
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

static void explain_scale(struct kc_explainer *x)
{
    double              factor;
    const struct kc_fit fit = kc_fit_scale(&x->grid, &factor);
    const size_t        first = kc_explain_first_wrong(x);

    if (fit.wrong < KC_FIT_LEAST || fit.all < KC_FIT_LEAST)
        return;
    if (fabs(factor + 1.0) < 0.02) {
        kc_explain_add(x, "sign-flipped", SCALED * fit.wrong, first,
                       kc_arena_printf(x->arena, "%s has the wrong sign", x->out->output),
                       "a subtraction has its operands the wrong way round, or a negation is "
                       "missing");
        return;
    }
    const bool  twice = fabs(factor - 2.0) < 0.03;
    const char *name = factor_name(x, factor);

    kc_explain_add(x, twice ? "doubled" : "scaled", SCALED * fit.wrong, first,
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

static void explain_rows(struct kc_explainer *x)
{
    const uint32_t      rows = x->grid.rows;
    double             *factor = kc_arena_array(&x->scratch, double, rows);
    double             *offset = kc_arena_array(&x->scratch, double, rows);
    const size_t        first = kc_explain_first_wrong(x);
    const struct kc_fit fit = kc_fit_rows(&x->grid, factor, offset);

    if (rows < 2 || fit.wrong < KC_FIT_LEAST || fit.all < KC_FIT_LEAST)
        return;
    if (piles_up(factor, rows))
        kc_explain_add(x, "accumulator-not-cleared", ROW_FACTOR, first,
                       kc_arena_printf(x->arena,
                                       "row 0 is right, and each later row is smaller by a factor "
                                       "of its own (the last: %.3g): a sum keeps growing",
                                       factor[rows - 1]),
                       "clear the accumulator before each row");
    else if (all_near(factor, rows, 1.0, 0.05))
        kc_explain_add(x, "row-offset", ROW_FACTOR, first,
                       kc_arena_printf(x->arena,
                                       "each row is off by a constant of its own (row %zu: %.4g)",
                                       first / x->grid.cols, offset[first / x->grid.cols]),
                       "something per row is not subtracted or added: a mean, a maximum");
    else
        kc_explain_add(x, "row-scale", ROW_FACTOR, first,
                       kc_arena_printf(
                           x->arena,
                           "each row is the expected one times a factor of its own (row %zu: %.4g)",
                           first / x->grid.cols, factor[first / x->grid.cols]),
                       "the factor per row is wrong: a sum, a root, a reciprocal or its constant");
}

static void explain_rounding(struct kc_explainer *x)
{
    for (size_t i = 0; i < element_count(x); i++)
        if (!(fabs(x->grid.produced[i] - x->grid.expected[i]) <=
              ROUNDING_RATIO * x->grid.allowed[i]))
            return;
    if (x->wrong_count * 2 > element_count(x))
        return;
    kc_explain_add(x, "rounding", ROUNDING, kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena,
                                   "every error is within %.0f times the allowed one, and most "
                                   "elements are right: precision is lost, nothing else",
                                   ROUNDING_RATIO),
                   "round less often: keep sums in the accumulator, avoid differences of large "
                   "numbers");
}

/* ---- places ------------------------------------------------------------------------------- */

static const char *move_id(enum kc_move move)
{
    static const char *const ids[] = { NULL,       "layout",          "shifted",
                                       "repeated", "blocks-permuted", "rows-permuted",
                                       "permuted" };

    return ids[move];
}

static const char *move_text(struct kc_explainer *x, enum kc_move move, int32_t amount)
{
    const int32_t rows = (int32_t)x->grid.rows;
    const char   *name = x->out->output;

    switch (move) {
    case KC_MOVE_ROW_MAJOR:
        return kc_arena_printf(x->arena,
                               "%s lies row after row; it belongs column block after "
                               "column block of %" PRIu32,
                               name, x->grid.block);
    case KC_MOVE_SHIFTED:
        if (amount % rows == 0 && rows > 1)
            return kc_arena_printf(x->arena, "%s is right but %" PRId32 " column blocks too far %s",
                                   name, abs(amount / rows), amount > 0 ? "on" : "back");
        return kc_arena_printf(x->arena, "%s is right but %" PRId32 " rows too far %s", name,
                               abs(amount), amount > 0 ? "down" : "up");
    case KC_MOVE_REPEATED:
        return kc_arena_printf(x->arena,
                               "row %" PRId32 ", column block %" PRId32 " of the result "
                               "stands in several places",
                               amount % rows, amount / rows);
    case KC_MOVE_BLOCKS:
        return kc_arena_printf(x->arena, "column blocks of %s have changed places", name);
    case KC_MOVE_ROWS:
        return kc_arena_printf(x->arena, "rows of %s have changed places", name);
    default:
        return kc_arena_printf(x->arena, "the right rows of %s stand in wrong places", name);
    }
}

static const char *move_hint(enum kc_move move)
{
    switch (move) {
    case KC_MOVE_ROW_MAJOR:
        return "element (r, c) belongs at block * rows * width + r * width + c % width";
    case KC_MOVE_REPEATED:
        return "a source pointer is not advanced, or is set back inside the loop";
    case KC_MOVE_SHIFTED:
        return "the first address is off, of the source or of the destination";
    default:
        return "compare the order of the source addresses with that of the destinations";
    }
}

static void explain_moves(struct kc_explainer *x)
{
    const uint32_t      blocks = x->grid.cols / x->grid.block;
    int32_t            *from = kc_arena_array(&x->scratch, int32_t, x->grid.rows *blocks);
    const struct kc_fit fit = kc_fit_segments(&x->grid, from);
    int32_t             amount;
    const enum kc_move  move = kc_move_of(from, x->grid.rows, blocks, &amount);
    const double        least = move == KC_MOVE_SHIFTED ? 0.5 : 0.8;

    if (move != KC_MOVE_NONE && fit.wrong >= least)
        kc_explain_add(x, move_id(move), MOVED * (0.9 + 0.1 * fit.wrong), kc_explain_first_wrong(x),
                       move_text(x, move, amount), move_hint(move));
}

static void explain_shift(struct kc_explainer *x)
{
    for (int32_t lanes = -64; lanes <= 64; lanes++) {
        if (lanes == 0 || (uint32_t)abs(lanes) >= x->grid.cols / 2)
            continue;
        const struct kc_fit fit = kc_fit_shift(&x->grid, lanes);

        if (fit.wrong >= KC_FIT_LEAST)
            kc_explain_add(x, "shifted", MOVED * fit.wrong, kc_explain_first_wrong(x),
                           kc_arena_printf(x->arena, "%s is right but %d elements too far %s",
                                           x->out->output, abs(lanes), lanes > 0 ? "on" : "back"),
                           "an address inside the row is off, or a shift has the wrong distance");
    }
}

static void explain_transpose(struct kc_explainer *x)
{
    const struct kc_fit fit = kc_fit_transpose(&x->grid);

    if (x->grid.rows > 1 && fit.wrong >= KC_FIT_LEAST)
        kc_explain_add(x, "transposed", MOVED * fit.wrong, kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena, "%s is the transposed result", x->out->output),
                       "exchange the operands or the loops over rows and columns");
}

/* expected plus all earlier groups of rows, or of columns: an accumulator that was not cleared. */
static void running_sums(const struct kc_explainer *x, uint32_t step, bool columns, double *y)
{
    const uint32_t cols = x->grid.cols;

    for (uint32_t r = 0; r < x->grid.rows; r++)
        for (uint32_t c = 0; c < cols; c++) {
            const size_t i = (size_t)r * cols + c;
            const bool   first = columns ? c < step : r < step;

            y[i] = x->grid.expected[i];
            if (!first)
                y[i] += columns ? y[i - step] : y[i - (size_t)step * cols];
        }
}

static void explain_sums(struct kc_explainer *x)
{
    double *y = kc_arena_array(&x->scratch, double, element_count(x));

    for (uint32_t step = 1; step <= x->grid.cols / 2; step *= 2)
        for (int columns = 0; columns < 2; columns++) {
            if (!columns && step > x->grid.rows / 2)
                continue;
            running_sums(x, step, columns, y);
            const struct kc_fit fit = kc_fit_values(&x->grid, y);

            if (fit.wrong >= KC_FIT_LEAST)
                kc_explain_add(x, "summed-up", SUMMED * fit.wrong, kc_explain_first_wrong(x),
                               kc_arena_printf(x->arena,
                                               "each block of %" PRIu32 " %s is the right one plus "
                                               "all before it",
                                               step, columns ? "columns" : "rows"),
                               "the accumulator is not cleared between blocks");
        }
}

static void explain_region(struct kc_explainer *x)
{
    const bool last = x->where.last_rows || x->where.last_cols || x->where.last_segments;

    if (x->where.rows == x->grid.rows && x->where.cols == x->grid.cols)
        return;
    kc_explain_add(x, last ? "off-by-one" : "region",
                   last && x->unwritten_count == 0 ? OFF_BY_ONE : SOMEWHERE,
                   kc_explain_first_wrong(x),
                   kc_arena_printf(x->arena, "everything is right but %s", x->where_text),
                   last ? "a loop ends too early, or its last pass overwrites what follows"
                        : "compare how these elements are computed with those that are right");
}

/* ---- stages ------------------------------------------------------------------------------- */

static bool stage_begins_at(const struct kc_explainer *x, const struct kc_tensor *t, uint64_t at)
{
    for (uint32_t i = 0; i < 8; i++) {
        const double value = x->region->type->to_number(kc_region_elem(x->region, at + i));

        if (!kc_close(value, t->value[i], x->c->task->units / 256.0 * t->scale[i]))
            return false;
    }
    return true;
}

static double stage_share(struct kc_explainer *x, const struct kc_tensor *t, uint64_t at)
{
    const struct kc_placed place = { .region = x->region->name,
                                     .address = at,
                                     .rows = t->batch * t->rows };
    const size_t           count = kc_tensor_count(t);
    double                *values = kc_arena_array(&x->scratch, double, count);
    size_t                 hits = 0;

    if (at + count > x->region->elems)
        return 0.0;
    x->cell->target->platform->tensor_read(x->machine, &place, t, values);
    for (size_t i = 0; i < count; i++)
        hits += kc_close(values[i], t->value[i], x->c->task->units / 256.0 * t->scale[i]);
    return (double)hits / (double)count;
}

/* The best place of a stage in the pages that were touched; its share of right elements. */
static double find_stage(struct kc_explainer *x, const struct kc_tensor *t, uint64_t *address)
{
    const struct kc_region *r = x->region;
    double                  best = 0.0;

    for (size_t p = 0; p < r->touched_count && best < 1.0; p++)
        for (uint64_t i = 0; i < UINT64_C(1) << r->page_shift; i++) {
            const uint64_t row = (r->touched[p] << r->page_shift) + i;
            const uint64_t at = row * r->row_elems;
            double         share;

            if (row >= r->rows || kc_region_writer(r, at) == KC_WRITER_NOBODY ||
                !stage_begins_at(x, t, at) || (share = stage_share(x, t, at)) <= best)
                continue;
            best = share;
            *address = at;
        }
    return best;
}

/* The last stage that stands in memory, and whether it is right. */
static void explain_stages(struct kc_explainer *x)
{
    const struct kc_tensor *found = NULL;
    uint64_t                address = 0, at = 0;
    double                  share = 0.0, best;

    for (size_t i = 0; i < x->c->stage_count; i++)
        if ((best = find_stage(x, &x->c->stage[i], &at)) > 0.05) {
            found = &x->c->stage[i];
            share = best;
            address = at;
        }
    if (!found)
        return;
    kc_explain_add(
        x, share > 0.97 ? "after-stage" : "in-stage", STAGE_FOUND, kc_explain_first_wrong(x),
        share > 0.97
            ? kc_arena_printf(x->arena,
                              "the stage %s is right (%s %" PRIu64 "): the mistake comes after it",
                              found->name, x->region->name, address)
            : kc_arena_printf(x->arena,
                              "the stage %s (%s %" PRIu64
                              ") is right only to %.0f %%: the mistake is there or before",
                              found->name, x->region->name, address, 100.0 * share),
        "check the steps from there on");
}

/* ---- suspicions --------------------------------------------------------------------------- */

/* The share of all elements that is right when the mistake is undone. */
static double rate_repaired(struct kc_explainer *x, const char *id)
{
    const size_t           count = element_count(x);
    double                *produced = kc_arena_array(&x->scratch, double, count);
    const struct kc_review kept = x->review;
    struct kc_grid         g = x->grid;

    x->review = (struct kc_review){ .repair = id };
    run(x, 1, true, produced);
    x->review = kept;
    g.produced = produced;
    return 1.0 - (double)kc_grid_wrong(&g) / (double)count;
}

static void explain_suspicion(struct kc_explainer *x, const struct kc_suspicion *s)
{
    const size_t          count = element_count(x), first = kc_explain_first_wrong(x);
    const double          before = 1.0 - (double)x->wrong_count / (double)count;
    const double          after = s->repairable ? rate_repaired(x, s->id) : before;
    double                score = SUSPECTED;
    struct kc_hypothesis *h;

    if (s->repairable && after > before + 0.05)
        score = after > 0.99 ? REPAIRED : SUSPECTED + (REPAIRED - SUSPECTED) * after;
    else if (s->repairable)
        score = SUSPECTED * 0.8;
    h = kc_explain_add(x, s->id, score, first,
                       kc_arena_printf(x->arena, "%s%s", s->text,
                                       score == REPAIRED
                                           ? "; with that put right, the result is right"
                                           : ""),
                       s->hint);
    h->line = s->line;
}

static const struct kc_suspicion *suspicion(const struct kc_review *r, const char *id)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->list[i].id, id) == 0)
            return &r->list[i];
    return NULL;
}

static void explain_unread_inputs(struct kc_explainer *x)
{
    const char *name = NULL;

    for (size_t i = 0; i < x->c->in_count && !name; i++)
        if (!(x->review.inputs_read >> i & 1))
            name = x->c->in[i].name;
    if (name && x->cell->target->platform->review)
        kc_explain_add(x, "input-not-read", NOT_READ, kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena, "the kernel never reads the input %s", name),
                       "load it from where the task says it lies");
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void mark_elements(struct kc_explainer *x)
{
    const size_t count = element_count(x);

    x->wrong = kc_arena_array(&x->scratch, bool, count);
    x->unwritten = kc_arena_array(&x->scratch, bool, count);
    for (size_t i = 0; i < count; i++) {
        x->wrong_count += x->wrong[i] = !kc_grid_right(&x->grid, i);
        x->unwritten_count += x->unwritten[i] =
            kc_region_writer(x->region, address_of(x, i)) == KC_WRITER_NOBODY;
    }
    x->where = kc_where_of(x->wrong, x->grid.rows, x->grid.cols, x->grid.block);
    x->where_text = kc_where_text(x->arena, &x->where, x->grid.rows, x->grid.cols);
}

static void fill_grid(struct kc_explainer *x)
{
    const struct kc_tensor *out = &x->c->out;
    const size_t            count = kc_tensor_count(out);
    double                 *allowed = kc_arena_array(&x->scratch, double, count);

    for (size_t i = 0; i < count; i++)
        allowed[i] = kc_allowed_error(x->c->task, out->scale[i]);
    x->grid = (struct kc_grid){ .expected = out->value,
                                .allowed = allowed,
                                .rows = out->batch * out->rows,
                                .cols = out->cols,
                                .block = out->cols % x->region->row_elems ? out->cols
                                                                          : x->region->row_elems };
}

/* What the first run left: memory, places, values. */
static void test_output(struct kc_explainer *x)
{
    explain_unwritten(x);
    explain_unwritten_reads(x);
    explain_overwritten_inputs(x);
    explain_non_finite(x, suspicion(&x->review, "non-finite"));
    if (x->wrong_count == 0 || x->unwritten_count == element_count(x))
        return;
    explain_constant(x);
    explain_scale(x);
    explain_rows(x);
    explain_rounding(x);
    explain_moves(x);
    explain_shift(x);
    explain_transpose(x);
    explain_sums(x);
    explain_region(x);
    explain_stages(x);
    explain_unread_inputs(x);
    kc_explain_functions(x);
    kc_explain_terms(x);
    kc_explain_products(x);
    kc_explain_operands(x);
}

static void fill_differences(const struct kc_explainer *x, struct kc_verdict *v)
{
    for (size_t i = 0; i < v->first_count; i++) {
        struct kc_difference *d = &v->first[i];
        const size_t          element = (size_t)d->row * x->grid.cols + d->col;

        d->address = address_of(x, element);
        d->writer = kc_region_writer(x->region, d->address);
    }
}

static void explain(struct kc_explainer *x, struct kc_verdict *v)
{
    const bool review = v->outcome.instructions <= REVIEW_STEPS;
    double    *produced = kc_arena_array(&x->scratch, double, kc_tensor_count(&x->c->out));

    x->other_fill = kc_arena_array(&x->scratch, double, kc_tensor_count(&x->c->out));
    fill_grid(x);
    x->grid.produced = produced;
    run(x, 2, false, x->other_fill);
    run(x, 1, review, produced);
    mark_elements(x);
    fill_differences(x, v);
    x->out->pattern = x->wrong_count ? x->where_text : NULL;
    x->out->map = kc_explain_map(x);
    test_output(x);
    for (size_t i = 0; review && x->wrong_count && i < x->review.count; i++)
        if (strcmp(x->review.list[i].id, "non-finite") != 0)
            explain_suspicion(x, &x->review.list[i]);
}

struct kc_explanation kc_explain(struct kc_arena *arena, const struct kc_cell *cell,
                                 const struct kc_program *program, struct kc_verdict *verdict)
{
    const struct kc_platform *platform = cell->target->platform;
    struct kc_explanation     e = { .region = cell->layout.out.region };
    struct kc_explainer       x = { .arena = arena, .cell = cell, .program = program, .out = &e };

    if (verdict->kind != KC_VERDICT_WRONG_RESULT && verdict->kind != KC_VERDICT_RULE_VIOLATION)
        return e;
    x.c = cell->cases[verdict->seed_index];
    e.output = x.c->out.name;
    x.machine = platform->machine_new(cell->target->config, cell->target->isa);
    kc_machine_track(x.machine, true);
    x.region = kc_machine_region(x.machine, kc_str_from(cell->layout.out.region));
    explain(&x, verdict);
    platform->machine_free(x.machine);
    kc_arena_free(&x.scratch);
    return e;
}

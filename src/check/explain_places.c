/* Right values in wrong places, and where in memory the stages of a task stand. */
#include <inttypes.h>
#include <stdlib.h>

#include "check/explain_parts.h"

static const double LATE = 0.965, MOVED = 0.905, SUMMED = 0.90, OFF_BY_ONE = 0.80,
                    STAGE_FOUND = 0.60, SOMEWHERE = 0.20;

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

/* Whole rows, or rows of column blocks; false when nothing has moved. */
static bool explain_segments(struct kc_explainer *x)
{
    const uint32_t      blocks = x->grid.cols / x->grid.block;
    int32_t            *from = kc_arena_array(&x->scratch, int32_t, x->grid.rows *blocks);
    const struct kc_fit fit = kc_fit_segments(&x->grid, from);
    int32_t             amount;
    const enum kc_move  move = kc_move_of(from, x->grid.rows, blocks, &amount);
    const bool          late = move == KC_MOVE_SHIFTED && amount > 0 && x->unwritten[0];
    const double        least = move == KC_MOVE_SHIFTED ? 0.5 : 0.8;

    if (move == KC_MOVE_NONE || fit.wrong < least)
        return false;
    kc_explain_add(x, move_id(move), late ? LATE : MOVED * (0.9 + 0.1 * fit.wrong),
                   kc_explain_first_wrong(x), move_text(x, move, amount), move_hint(move));
    return true;
}

static const char *vector_text(struct kc_explainer *x, enum kc_move move, int32_t amount)
{
    const int32_t vector = (int32_t)x->cell->layout.vector, cols = (int32_t)x->grid.cols;
    const char   *name = x->out->output;

    if (move == KC_MOVE_SHIFTED)
        return kc_arena_printf(x->arena, "%s is right but %" PRId32 " elements too far %s", name,
                               abs(amount) * vector, amount > 0 ? "on" : "back");
    if (move == KC_MOVE_REPEATED)
        return kc_arena_printf(x->arena,
                               "%" PRId32 " elements from %s[%" PRId32 ",%" PRId32
                               "] on stand in several places",
                               vector, name, amount * vector / cols, amount * vector % cols);
    return kc_arena_printf(x->arena,
                           "the right vectors of %" PRId32 " elements of %s stand in wrong places",
                           vector, name);
}

/* The same for what one load or store moves, one after the other. */
static void explain_vectors(struct kc_explainer *x)
{
    const uint32_t vector = x->cell->layout.vector;
    struct kc_grid g = x->grid;

    g.rows = g.rows * g.cols / vector;
    g.cols = g.block = vector;
    int32_t            *from = kc_arena_array(&x->scratch, int32_t, g.rows);
    const struct kc_fit fit = kc_fit_segments(&g, from);
    int32_t             amount;
    const enum kc_move  move = kc_move_of(from, g.rows, 1, &amount);

    if (move != KC_MOVE_NONE && fit.wrong >= (move == KC_MOVE_SHIFTED ? 0.5 : 0.8))
        kc_explain_add(x, move == KC_MOVE_ROWS ? "permuted" : move_id(move),
                       MOVED * (0.9 + 0.1 * fit.wrong), kc_explain_first_wrong(x),
                       vector_text(x, move, amount), move_hint(move));
}

void kc_explain_moves(struct kc_explainer *x)
{
    const uint32_t vector = x->cell->layout.vector;

    if (!explain_segments(x) && vector && x->grid.cols % vector == 0 && x->grid.cols > vector)
        explain_vectors(x);
}

void kc_explain_shift(struct kc_explainer *x)
{
    for (int32_t lanes = -64; lanes <= 64; lanes++) {
        if (lanes == 0 || (uint32_t)abs(lanes) >= x->grid.cols / 2)
            continue;
        const struct kc_fit fit = kc_fit_shift(&x->grid, lanes);

        if (fit.wrong >= KC_FIT_LEAST)
            kc_explain_add(x, "shifted", kc_explain_score(MOVED, fit), kc_explain_first_wrong(x),
                           kc_arena_printf(x->arena, "%s is right but %d elements too far %s",
                                           x->out->output, abs(lanes), lanes > 0 ? "on" : "back"),
                           "an address inside the row is off, or a shift has the wrong distance");
    }
}

void kc_explain_transpose(struct kc_explainer *x)
{
    const struct kc_fit fit = kc_fit_transpose(&x->grid);

    if (x->grid.rows > 1 && fit.wrong >= KC_FIT_LEAST)
        kc_explain_add(x, "transposed", kc_explain_score(MOVED, fit), kc_explain_first_wrong(x),
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

void kc_explain_sums(struct kc_explainer *x)
{
    double *y = kc_arena_array(&x->scratch, double, kc_explain_count(x));

    for (uint32_t step = 1; step <= x->grid.cols / 2; step *= 2)
        for (int columns = 0; columns < 2; columns++) {
            if (!columns && step > x->grid.rows / 2)
                continue;
            running_sums(x, step, columns, y);
            const struct kc_fit fit = kc_fit_values(&x->grid, y);

            if (fit.wrong >= KC_FIT_LEAST)
                kc_explain_add(x, "summed-up", kc_explain_score(SUMMED, fit),
                               kc_explain_first_wrong(x),
                               kc_arena_printf(x->arena,
                                               "each block of %" PRIu32 " %s is the right one plus "
                                               "all before it",
                                               step, columns ? "columns" : "rows"),
                               "the accumulator is not cleared between blocks");
        }
}

void kc_explain_region(struct kc_explainer *x)
{
    const bool last = x->where.at_end;

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
void kc_explain_stages(struct kc_explainer *x)
{
    const struct kc_tensor *found = NULL;
    uint64_t                address = 0, at = 0;
    double                  share = 0.0, best;

    for (size_t i = 0; !x->c->integer && i < x->c->stage_count; i++)
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

/* Operands used wrongly: the reference of the task on changed inputs predicts the output. */
#include <inttypes.h>
#include <string.h>

#include "check/explain_parts.h"

static const double OTHER = 0.918, OPERAND = 0.90;

/* Multiplications that all tests together may take: large cells are explained quickly. */
static const double OPERAND_BUDGET = 4e8;

/* How an input is changed; n is a number of rows or columns, or another input's index. */
enum change {
    ZEROED,
    TRANSPOSED,
    TILES_TRANSPOSED,
    ROWS_FROM_DROPPED,
    ROWS_BEFORE_DROPPED,
    COLS_FROM_DROPPED,
    COLS_BEFORE_DROPPED,
    ROWS_ROLLED,
    COLS_ROLLED,
    ROWS_REPEATED,
    COLS_REPEATED,
    OTHER_INPUT,
    EXCHANGED,
    NEGATED,
    ONES,
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
        if (r >= rows || k >= t->cols)
            return 0.0; /* operands are padded to whole tiles */
        break;
    case ROWS_FROM_DROPPED:
        return row >= n ? 0.0 : t->value[(size_t)row * t->cols + col];
    case ROWS_BEFORE_DROPPED:
        return row < n ? 0.0 : t->value[(size_t)row * t->cols + col];
    case COLS_FROM_DROPPED:
        return col >= n ? 0.0 : t->value[(size_t)row * t->cols + col];
    case COLS_BEFORE_DROPPED:
        return col < n ? 0.0 : t->value[(size_t)row * t->cols + col];
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
    case ONES:
        return 1.0;
    case NEGATED:
        return -t->value[(size_t)row * t->cols + col];
    case OTHER_INPUT:
    case EXCHANGED:
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
    [COLS_FROM_DROPPED] = "partial-sum",
    [COLS_BEFORE_DROPPED] = "partial-sum",
    [ROWS_ROLLED] = "operand-shifted",
    [COLS_ROLLED] = "operand-shifted",
    [ROWS_REPEATED] = "operand-repeated",
    [COLS_REPEATED] = "operand-repeated",
    [OTHER_INPUT] = "wrong-operand",
    [EXCHANGED] = "wrong-operand",
    [NEGATED] = "sign-flipped",
    [ONES] = "missing-factor",
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
    case COLS_FROM_DROPPED:
        return kc_arena_printf(arena,
                               "the sums stop early: columns %" PRIu32 " and up of %s are left out",
                               n, name);
    case COLS_BEFORE_DROPPED:
        return kc_arena_printf(arena, "the sums lack the first %" PRIu32 " columns of %s", n, name);
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
    case EXCHANGED:
        return kc_arena_printf(arena, "%s and %s are exchanged", name, c->in[n - 1].name);
    case NEGATED:
        return kc_arena_printf(arena, "%s enters with the wrong sign", name);
    case ONES:
        return kc_arena_printf(arena, "the multiplication with %s is missing", name);
    }
    kc_unreachable();
}

static const char *change_hint(enum change change)
{
    switch (change) {
    case ZEROED:
    case ONES:
        return "load it and use it";
    case TRANSPOSED:
    case TILES_TRANSPOSED:
        return "take columns of the operand where rows are taken: there are instructions for both, "
               "and "
               "their operands differ";
    case ROWS_FROM_DROPPED:
    case ROWS_BEFORE_DROPPED:
    case COLS_FROM_DROPPED:
    case COLS_BEFORE_DROPPED:
        return "the loop over the inner dimension must cover all of it, beginning at 0";
    case ROWS_ROLLED:
    case COLS_ROLLED:
        return "look at the offset of its transfers and at the address of its first use";
    case ROWS_REPEATED:
    case COLS_REPEATED:
        return "its pointer is not advanced, or set back inside the loop";
    case NEGATED:
        return "a subtraction stands where an addition should, or its operands are the wrong way "
               "round";
    case OTHER_INPUT:
    case EXCHANGED:
        return "look at the address register of the transfers";
    }
    kc_unreachable();
}

struct kc_case kc_explain_shadow(const struct kc_explainer *x, struct kc_arena *arena)
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
    struct kc_case          c = kc_explain_shadow(x, &own);
    double                 *value = kc_arena_array(&own, double, kc_tensor_count(t));
    struct kc_fit           fit;

    for (uint32_t r = 0; r < t->batch * t->rows; r++)
        for (uint32_t k = 0; k < t->cols; k++)
            value[(size_t)r * t->cols + k] = changed_value(x->c, t, change, n, r, k);
    c.in[input].value = value;
    if (change == EXCHANGED)
        c.in[n - 1].value = t->value;
    kc_case_reference(&c);
    if (kc_explain_fits(x, c.out.value, &fit) && fit.all >= KC_FIT_LEAST)
        kc_explain_add(x, change_id[change],
                       kc_explain_score(change == OTHER_INPUT || change == EXCHANGED ? OTHER
                                                                                     : OPERAND,
                                        fit),
                       kc_explain_first_wrong(x), change_text(x->arena, x->c, t->name, change, n),
                       change_hint(change));
    kc_arena_free(&own);
}

/* Tests in order of likelihood, as many as the budget allows. */
struct operand_test {
    enum change change;
    uint32_t    n;
};

enum { OPERAND_TESTS = 112 };

/* The same size, or a tensor of which the first rows would be taken. */
static bool can_replace(const struct kc_tensor *other, const struct kc_tensor *t)
{
    return kc_tensor_count(other) == kc_tensor_count(t) ||
           (other->cols == t->cols && t->rows == 1 && other->rows > 1);
}

/* Machines that work element by element miss single rows and columns, or registers of them. */
static size_t list_single(const struct kc_tensor *t, struct operand_test *tests, size_t n)
{
    static const uint32_t off[] = { 1, 8, 16, 32, 64, 128 };
    const uint32_t        rows = t->batch * t->rows;

    for (size_t i = 0; i < KC_COUNT(off); i++) {
        if (rows > off[i]) {
            tests[n++] = (struct operand_test){ ROWS_FROM_DROPPED, rows - off[i] };
            tests[n++] = (struct operand_test){ ROWS_BEFORE_DROPPED, off[i] };
            tests[n++] = (struct operand_test){ ROWS_ROLLED, off[i] };
            tests[n++] = (struct operand_test){ ROWS_REPEATED, off[i] };
        }
        if (t->cols > off[i]) {
            tests[n++] = (struct operand_test){ COLS_FROM_DROPPED, t->cols - off[i] };
            tests[n++] = (struct operand_test){ COLS_BEFORE_DROPPED, off[i] };
            tests[n++] = (struct operand_test){ COLS_ROLLED, off[i] };
            tests[n++] = (struct operand_test){ COLS_REPEATED, off[i] };
        }
    }
    return n;
}

static size_t list_tests(const struct kc_explainer *x, size_t input, struct operand_test *tests)
{
    const struct kc_tensor *t = &x->c->in[input];
    const uint32_t          block = x->grid.block, rows = t->batch * t->rows;
    size_t                  n = 0;

    tests[n++] = (struct operand_test){ ZEROED, 1 };
    tests[n++] = (struct operand_test){ NEGATED, 1 };
    tests[n++] = (struct operand_test){ ONES, 1 };
    if (rows == t->cols)
        tests[n++] = (struct operand_test){ TRANSPOSED, 1 };
    if (rows > 1 && (rows != block || t->cols != block))
        tests[n++] = (struct operand_test){ TILES_TRANSPOSED, block };
    for (uint32_t o = 0; o < x->c->in_count; o++)
        if (o != input && can_replace(&x->c->in[o], t)) {
            tests[n++] = (struct operand_test){ OTHER_INPUT, o + 1 };
            if (kc_tensor_count(&x->c->in[o]) == kc_tensor_count(t))
                tests[n++] = (struct operand_test){ EXCHANGED, o + 1 };
        }
    if (x->c->integer || x->cell->layout.vector)
        n = list_single(t, tests, n);
    for (uint32_t r = block; r < rows && n + 8 < OPERAND_TESTS / 2; r += block) {
        tests[n++] = (struct operand_test){ ROWS_FROM_DROPPED, r };
        tests[n++] = (struct operand_test){ ROWS_BEFORE_DROPPED, r };
        tests[n++] = (struct operand_test){ ROWS_ROLLED, r };
        tests[n++] = (struct operand_test){ ROWS_REPEATED, r };
    }
    for (uint32_t k = block; k < t->cols && n + 4 < OPERAND_TESTS; k += block) {
        tests[n++] = (struct operand_test){ COLS_FROM_DROPPED, k };
        tests[n++] = (struct operand_test){ COLS_BEFORE_DROPPED, k };
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

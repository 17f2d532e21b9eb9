/* Attacks: answers that a lazy or cheating kernel would leave, judged like any other. */
#include <math.h>
#include <string.h>

#include "base/float.h"
#include "cells/cells.h"

const char *kc_attack_name(enum kc_attack attack)
{
    static const char *const names[] = {
        "zeros",      "constant",     "copy",         "other_seed",
        "first_tile", "rows_swapped", "term_missing", "loose_rows"
    };

    return names[attack];
}

static double to_bf16(double x)
{
    return kc_bf16_widen(kc_bf16_round((float)x));
}

/* The nearest value that an output can hold. */
static double held(const struct kc_case *c, double x)
{
    return c->integer ? rint(x) : to_bf16(x);
}

static double mean(const struct kc_tensor *t)
{
    double sum = 0.0;

    for (size_t i = 0; i < kc_tensor_count(t); i++)
        sum += t->value[i];
    return sum / (double)kc_tensor_count(t);
}

static void fill(double *answer, size_t n, double value)
{
    for (size_t i = 0; i < n; i++)
        answer[i] = value;
}

/* The input that the output could be a copy of: one of the same size. */
static const struct kc_tensor *same_size_input(const struct kc_case *c)
{
    for (size_t i = 0; i < c->in_count; i++)
        if (kc_tensor_count(&c->in[i]) == kc_tensor_count(&c->out))
            return &c->in[i];
    return NULL;
}

/* The tensor over whose rows the sums of the output run: the last matrix operand. */
static struct kc_tensor *summed_operand(struct kc_case *c)
{
    for (size_t i = c->in_count; i > 0; i--)
        if (c->in[i - 1].role == KC_ROLE_WEIGHT && c->draw[i - 1] != KC_DRAW_GIVEN)
            return &c->in[i - 1];
    return NULL;
}

/* Leaves out the last term of every sum: the last row of a matrix operand (its last column for
 * gemv, where sums run along rows), or the last column of a row-wise reduction. */
static bool drop_term(struct kc_case *c)
{
    struct kc_tensor *t = summed_operand(c);
    const bool        rowwise = !t, by_column = rowwise || strcmp(c->task->name, "gemv") == 0;

    if (rowwise) {
        if (strcmp(c->task->name, "softmax") != 0 && !strstr(c->task->name, "norm"))
            return false;
        t = &c->in[0];
    }
    for (uint32_t b = 0; b < t->batch; b++)
        for (uint32_t r = 0; r < t->rows; r++)
            for (uint32_t col = 0; col < t->cols; col++)
                if (by_column ? col + 1 == t->cols : r + 1 == t->rows)
                    t->value[((size_t)b * t->rows + r) * t->cols + col] =
                        rowwise && strcmp(c->task->name, "softmax") == 0 ? -1e30 : 0.0;
    return true;
}

static bool answer_with_term_missing(struct kc_arena *arena, const struct kc_case *c,
                                     double *answer)
{
    struct kc_case *copy = kc_case_new(arena, c->task, c->platform, c->p);

    copy->storage = c->storage;
    copy->storage_config = c->storage_config;
    for (size_t i = 0; i < c->in_count; i++)
        memcpy(copy->in[i].value, c->in[i].value, kc_tensor_count(&c->in[i]) * sizeof(double));
    if (!drop_term(copy))
        return false;
    kc_case_reference(copy);
    memcpy(answer, copy->out.value, kc_tensor_count(&c->out) * sizeof *answer);
    return true;
}

/* By how much a row of zeros would be wrong, at its worst element, in units of what is allowed.  In
 * integers a row may well be zero. */
static double zeros_ratio(const struct kc_case *c, uint32_t row)
{
    const double *value = c->out.value + (size_t)row * c->out.cols;
    const double *scale = c->out.scale + (size_t)row * c->out.cols;
    double        worst = 0.0, largest = 0.0;

    for (uint32_t j = 0; j < c->out.cols; j++) {
        worst = fmax(worst, fabs(value[j]) / kc_case_allowed(c, scale[j]));
        largest = fmax(largest, fabs(value[j]));
    }
    return c->integer && largest <= 1.0 ? INFINITY : worst;
}

/* Zeros in the quarter of the rows where they are least wrong: what a kernel leaves that is right
 * for ordinary rows only.  False when there are no rows to choose from. */
static bool answer_without_loose_rows(struct kc_arena *arena, const struct kc_case *c,
                                      double *answer)
{
    const uint32_t cols = c->out.cols, rows = (uint32_t)(kc_tensor_count(&c->out) / cols);
    double        *ratio = kc_arena_array(arena, double, rows);

    memcpy(answer, c->out.value, kc_tensor_count(&c->out) * sizeof *answer);
    for (uint32_t r = 0; r < rows; r++)
        ratio[r] = zeros_ratio(c, r);
    for (uint32_t n = 0; n < (rows + 3) / 4; n++) {
        uint32_t loosest = 0;

        for (uint32_t r = 1; r < rows; r++)
            if (ratio[r] < ratio[loosest])
                loosest = r;
        ratio[loosest] = INFINITY;
        memset(answer + (size_t)loosest * cols, 0, cols * sizeof *answer);
    }
    return rows > 1 && cols > 1;
}

/* Fills in the answer; false when the attack has no meaning for the task. */
static bool attack_answer(struct kc_arena *arena, const struct kc_cell *cell, uint32_t seed,
                          enum kc_attack attack, double *answer)
{
    const struct kc_case   *c = cell->cases[seed];
    const struct kc_tensor *out = &c->out, *source = same_size_input(c);
    const size_t            n = kc_tensor_count(out);

    switch (attack) {
    case KC_ATTACK_ZEROS:
        memset(answer, 0, n * sizeof *answer);
        return true;
    case KC_ATTACK_CONSTANT:
        fill(answer, n, held(c, mean(out)));
        return true;
    case KC_ATTACK_COPY:
        if (source)
            memcpy(answer, source->value, n * sizeof *answer);
        return source != NULL;
    case KC_ATTACK_OTHER_SEED:
        memcpy(answer, cell->cases[(seed + 1) % cell->seeds]->out.value, n * sizeof *answer);
        return cell->seeds > 1;
    case KC_ATTACK_FIRST_TILE:
        memset(answer, 0, n * sizeof *answer);
        memcpy(answer, out->value, (n < 64 ? n : 64) * sizeof *answer);
        return n > 64;
    case KC_ATTACK_ROWS_SWAPPED:
        memcpy(answer, out->value, n * sizeof *answer);
        memcpy(answer, out->value + out->cols, out->cols * sizeof *answer);
        memcpy(answer + out->cols, out->value, out->cols * sizeof *answer);
        return n > out->cols;
    case KC_ATTACK_TERM_MISSING:
        return answer_with_term_missing(arena, c, answer);
    case KC_ATTACK_LOOSE_ROWS:
        return answer_without_loose_rows(arena, c, answer);
    case KC_ATTACKS:
        break;
    }
    kc_unreachable();
}

enum kc_attack_result kc_cell_attack(struct kc_arena *arena, const struct kc_cell *cell,
                                     enum kc_attack attack)
{
    const size_t n = kc_tensor_count(&cell->cases[0]->out);
    double      *answer = kc_arena_array(arena, double, 2 * n);
    const bool   everywhere = attack == KC_ATTACK_LOOSE_ROWS; /* other seeds have other rows */

    for (uint32_t seed = 0; seed < cell->seeds; seed++) {
        if (attack == KC_ATTACK_ROWS_SWAPPED && n <= cell->cases[0]->out.cols)
            return KC_ATTACK_MEANINGLESS;
        if (!attack_answer(arena, cell, seed, attack, answer))
            return KC_ATTACK_MEANINGLESS;
        if ((kc_cell_judge(cell, seed, answer) > 0) != everywhere)
            return everywhere ? KC_ATTACK_ESCAPED : KC_ATTACK_CAUGHT;
    }
    return everywhere ? KC_ATTACK_CAUGHT : KC_ATTACK_ESCAPED;
}

static double worst_ratio(const struct kc_case *c, const double *answer)
{
    double worst = 0.0;

    for (size_t i = 0; i < kc_tensor_count(&c->out); i++) {
        const double error = fabs(answer[i] - c->out.value[i]);

        if (error > 0.0)
            worst = fmax(worst, error / kc_case_allowed(c, c->out.scale[i]));
    }
    return worst;
}

double kc_cell_rounded(struct kc_arena *arena, const struct kc_cell *cell)
{
    double *answer = kc_arena_array(arena, double, kc_tensor_count(&cell->cases[0]->out));
    double  worst = 0.0;

    for (uint32_t seed = 0; seed < cell->seeds && !cell->cases[0]->integer; seed++) {
        kc_case_rounded(cell->cases[seed], answer);
        worst = fmax(worst, worst_ratio(cell->cases[seed], answer));
    }
    return worst;
}

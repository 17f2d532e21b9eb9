/* Patterns on synthetic matrices: each mistake is made on purpose and must be recognised. */
#include "check/patterns.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/random.h"

enum { ROWS = 8, COLS = 128, BLOCK = 64, COUNT = ROWS * COLS, SEGMENTS = ROWS * COLS / BLOCK };

struct fixture {
    double         produced[COUNT], expected[COUNT], allowed[COUNT];
    struct kc_grid g;
};

/* Values in [-2, 2), none near 0, and a right result. */
static struct fixture *fixture(void)
{
    static struct fixture f;

    for (size_t i = 0; i < COUNT; i++) {
        const double u = (double)(kc_random_u64(7, 1, i) >> 40) / (1 << 24) * 4.0 - 2.0;

        f.expected[i] = u + (u < 0.0 ? -0.25 : 0.25);
        f.produced[i] = f.expected[i] * (1.0 + (double)(i % 3) / 1024.0);
        f.allowed[i] = fabs(f.expected[i]) / 128.0;
    }
    f.g = (struct kc_grid){ f.produced, f.expected, f.allowed, ROWS, COLS, BLOCK };
    return &f;
}

static size_t at(uint32_t row, uint32_t col)
{
    return (size_t)row * COLS + col;
}

static void move_segments(struct fixture *f, uint32_t (*from)(uint32_t))
{
    for (uint32_t s = 0; s < SEGMENTS; s++)
        memcpy(f->produced + at(s % ROWS, s / ROWS * BLOCK),
               f->expected + at(from(s) % ROWS, from(s) / ROWS * BLOCK),
               BLOCK * sizeof *f->produced);
}

Test(patterns, right_result_has_no_wrong_element)
{
    cr_expect(kc_grid_wrong(&fixture()->g) == 0);
}

Test(patterns, scale_finds_factor)
{
    static const double factors[] = { 2.0, -1.0, 0.25, 0.125, 128.0 };

    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        struct fixture *f = fixture();
        double          found;

        for (size_t e = 0; e < COUNT; e++)
            f->produced[e] *= factors[i];
        const struct kc_fit fit = kc_fit_scale(&f->g, &found);

        cr_expect(fabs(found / factors[i] - 1.0) < 0.01, "%g: found %g", factors[i], found);
        cr_expect(fit.all == 1.0 && fit.wrong == 1.0, "%g: fits %g", factors[i], fit.all);
    }
}

Test(patterns, scale_of_noise_does_not_fit)
{
    struct fixture *f = fixture();
    double          found;

    for (size_t e = 0; e < COUNT; e++)
        f->produced[e] = f->expected[(e * 37 + 11) % COUNT];
    cr_expect(kc_fit_scale(&f->g, &found).wrong < 0.5);
}

Test(patterns, rows_find_factor_and_offset)
{
    struct fixture *f = fixture();
    double          factor[ROWS], offset[ROWS];

    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < COLS; c++)
            f->produced[at(r, c)] = f->expected[at(r, c)] / (r + 1) + r;
    const struct kc_fit fit = kc_fit_rows(&f->g, factor, offset);

    cr_expect(fit.all == 1.0);
    for (uint32_t r = 0; r < ROWS; r++) {
        cr_expect(fabs(factor[r] * (r + 1) - 1.0) < 1e-9, "row %u: %g", r, factor[r]);
        cr_expect(fabs(offset[r] - r) < 1e-9, "row %u: %g", r, offset[r]);
    }
}

Test(patterns, shift_by_elements)
{
    static const int32_t lanes[] = { 1, -1, 4, 32 };

    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        struct fixture *f = fixture();

        for (uint32_t r = 0; r < ROWS; r++)
            for (int32_t c = 0; c < COLS; c++)
                f->produced[at(r, (uint32_t)c)] = c >= lanes[i] && c - lanes[i] < COLS
                                                      ? f->expected[at(r, (uint32_t)(c - lanes[i]))]
                                                      : 9.0;
        cr_expect(kc_fit_shift(&f->g, lanes[i]).wrong == 1.0, "%d lanes", lanes[i]);
        cr_expect(kc_fit_shift(&f->g, lanes[i] + 1).wrong < 0.2, "%d lanes", lanes[i]);
    }
}

Test(patterns, transposed_in_place)
{
    struct fixture *f = fixture();

    for (size_t i = 0; i < COUNT; i++)
        f->produced[i] = f->expected[at((uint32_t)(i % ROWS), (uint32_t)(i / ROWS))];
    cr_expect(kc_fit_transpose(&f->g).wrong == 1.0);
}

static uint32_t row_major(uint32_t s)
{
    return s % (COLS / BLOCK) * ROWS + s / (COLS / BLOCK);
}
static uint32_t three_down(uint32_t s)
{
    return s < 3 ? s : s - 3; /* what stood before is still there */
}
static uint32_t first_again(uint32_t s)
{
    return s % 4;
}
static uint32_t blocks_swapped(uint32_t s)
{
    return (s + ROWS) % SEGMENTS;
}
static uint32_t rows_reversed(uint32_t s)
{
    return s / ROWS * ROWS + ROWS - 1 - s % ROWS;
}

Test(patterns, moved_segments_are_classified)
{
    static const struct {
        const char *name;
        uint32_t (*from)(uint32_t);
        enum kc_move want;
    } cases[] = {
        { "row after row", row_major, KC_MOVE_ROW_MAJOR },
        { "three rows down", three_down, KC_MOVE_SHIFTED },
        { "first four again", first_again, KC_MOVE_REPEATED },
        { "column blocks swapped", blocks_swapped, KC_MOVE_BLOCKS },
        { "rows reversed", rows_reversed, KC_MOVE_ROWS },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture *f = fixture();
        int32_t         from[SEGMENTS], amount;

        move_segments(f, cases[i].from);
        const struct kc_fit fit = kc_fit_segments(&f->g, from);

        cr_expect(fit.wrong == 1.0, "%s: %g", cases[i].name, fit.wrong);
        cr_expect(kc_move_of(from, ROWS, COLS / BLOCK, &amount) == cases[i].want, "%s",
                  cases[i].name);
    }
}

Test(patterns, nothing_moved)
{
    struct fixture *f = fixture();
    int32_t         from[SEGMENTS], amount;

    kc_fit_segments(&f->g, from);
    cr_expect(kc_move_of(from, ROWS, COLS / BLOCK, &amount) == KC_MOVE_NONE);
}

Test(patterns, prediction_against_right_elements)
{
    struct fixture *f = fixture();
    double          predicted[COUNT];

    for (size_t i = 0; i < COUNT; i++)
        predicted[i] = -f->expected[i];
    memcpy(f->produced + COUNT / 2, predicted + COUNT / 2, sizeof predicted / 2);
    const struct kc_fit fit = kc_fit_values(&f->g, predicted);

    cr_expect(fit.wrong == 1.0 && fit.all == 0.5 && fit.against == 1.0);
    cr_expect(fit.error == 0.0);
}

Test(patterns, where_in_words)
{
    static const struct {
        const char *name, *want;
        uint32_t    rows[2], cols[2]; /* from, to */
        bool        at_end;
    } cases[] = {
        { "last rows", "the last 2 of 8 rows", { 6, 8 }, { 0, 128 }, true },
        { "last block", "the last 64 of 128 columns of every row", { 0, 8 }, { 64, 128 }, true },
        { "last segment", "the last 64 of 128 columns of row 7", { 7, 8 }, { 64, 128 }, true },
        { "first rows", "rows 0 to 1", { 0, 2 }, { 0, 128 }, false },
        { "one column", "column 5 of every row", { 0, 8 }, { 5, 6 }, false },
        { "everything", "all of it", { 0, 8 }, { 0, 128 }, false },
        { "all but the first", "the last 7 of 8 rows", { 1, 8 }, { 0, 128 }, false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool            set[COUNT] = { false };
        struct kc_arena arena = { 0 };

        for (uint32_t r = cases[i].rows[0]; r < cases[i].rows[1]; r++)
            for (uint32_t c = cases[i].cols[0]; c < cases[i].cols[1]; c++)
                set[at(r, c)] = true;
        const struct kc_where w = kc_where_of(set, ROWS, COLS, BLOCK);
        const char           *text = kc_where_text(&arena, &w, ROWS, COLS);

        cr_expect(strcmp(text, cases[i].want) == 0, "%s: '%s'", cases[i].name, text);
        cr_expect(w.at_end == cases[i].at_end, "%s: at_end", cases[i].name);
        kc_arena_free(&arena);
    }
}

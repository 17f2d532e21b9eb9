/* check/patterns.h: how a produced matrix relates to the expected one.
 *
 * Pure functions on arrays: each tests one way of being wrong against all the data and says how
 * large a share of the elements it accounts for.  Nothing here knows machines or tasks.
 *
 * A segment is one row of one column block: what a vector machine holds in one register or memory
 * row.  Segments are numbered in column-block order, block * rows + row.
 */
#ifndef KC_CHECK_PATTERNS_H
#define KC_CHECK_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct kc_grid {
    const double *produced, *expected;
    const double *allowed; /* error per element */
    uint32_t      rows, cols;
    uint32_t      block; /* columns per segment, a divisor of cols */
};

/* Shares of elements that a prediction accounts for. */
struct kc_fit {
    double all, wrong; /* of all elements; of those that are wrong */
    double error;      /* of the predicted wrong elements, root mean square, relative */
    double against;    /* of the elements that should be wrong by it: how many are right */
};

bool     kc_grid_right(const struct kc_grid *g, size_t i);
uint64_t kc_grid_wrong(const struct kc_grid *g);

/* Whether a produced value is what the prediction says, roundings on the way included. */
bool kc_close(double produced, double predicted, double allowed);

/* A prediction for every element. */
struct kc_fit kc_fit_values(const struct kc_grid *g, const double *predicted);

/* produced = factor * expected, one factor for all elements. */
struct kc_fit kc_fit_scale(const struct kc_grid *g, double *factor);

/* produced = factor[row] * expected + offset[row]. */
struct kc_fit kc_fit_rows(const struct kc_grid *g, double *factor, double *offset);

/* produced[r, c] = expected[r, c - lanes] where that exists. */
struct kc_fit kc_fit_shift(const struct kc_grid *g, int32_t lanes);

/* The matrix transposed, in the space of the untransposed one. */
struct kc_fit kc_fit_transpose(const struct kc_grid *g);

/* from[s] is the expected segment that the produced segment s equals, or -1.  A segment that is
 * right has from[s] = s.  wrong is the share of wrong segments that were found elsewhere. */
struct kc_fit kc_fit_segments(const struct kc_grid *g, int32_t *from);

/* What a map of segments means. */
enum kc_move {
    KC_MOVE_NONE,
    KC_MOVE_ROW_MAJOR, /* stored row after row instead of block after block */
    KC_MOVE_SHIFTED,   /* all by the same number of segments: amount */
    KC_MOVE_REPEATED,  /* several places hold the same segment: amount, the first such */
    KC_MOVE_BLOCKS,    /* whole column blocks changed places */
    KC_MOVE_ROWS,      /* whole rows changed places */
    KC_MOVE_SOMEWHERE, /* no rule found */
};

enum kc_move kc_move_of(const int32_t *from, uint32_t rows, uint32_t blocks, int32_t *amount);

/* Where the elements of a set lie. */
struct kc_where {
    uint64_t count;
    uint32_t row_first, row_last, rows; /* rows: how many hold one */
    uint32_t col_first, col_last, cols;
    bool     whole;    /* every row of rows x every column of cols */
    bool     at_end;   /* only in the last rows, column blocks or segments, at most half of them */
    uint32_t segments; /* how many segments hold one */
};

struct kc_where kc_where_of(const bool *set, uint32_t rows, uint32_t cols, uint32_t block);

/* The same in words: "the last 4 of 8 rows". */
const char *kc_where_text(struct kc_arena *arena, const struct kc_where *w, uint32_t rows,
                          uint32_t cols);

#endif

/* flash_attention must not store the score matrix whole.
 *
 * After a run we look for it in the memory that the output lies in: each row of that memory may be
 * a piece of a row of scores or probabilities, up to a factor (scores before scaling, exponentials
 * before normalisation).  When nearly all pieces stand in memory at once, the matrix was stored.  A
 * kernel that works block by block leaves the pieces of one block.
 *
 * ASSUMPTION: nobody erases a whole matrix afterwards just to hide it; a look at every store would
 * settle that. */
#include "check/rules.h"

#include <math.h>
#include <string.h>

enum { FIRST_LANES = 16 }; /* enough to turn most rows away */

static const double CLOSE = 0.04, NEARLY_ALL = 0.9;

/* Whether the row's lanes are one factor times the piece's values. */
static bool proportional(const double *row, const double *piece, uint32_t lanes)
{
    double largest = 0.0, factor = 0.0;

    for (uint32_t i = 0; i < lanes; i++)
        if (fabs(piece[i]) > largest) {
            largest = fabs(piece[i]);
            factor = row[i] / piece[i];
        }
    if (!(fabs(factor) > 1e-30) || !isfinite(factor))
        return false;
    for (uint32_t i = 0; i < lanes; i++)
        if (!(fabs(row[i] - factor * piece[i]) <= CLOSE * fabs(factor) * largest))
            return false;
    return true;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How many rows of memory one row of the stage takes. */
static uint32_t blocks_of(const struct kc_tensor *stage, uint32_t lanes)
{
    return (stage->cols + lanes - 1) / lanes;
}

/* Marks the pieces of the stage that this memory row holds; the last piece of a row may be short.
 */
static void mark_pieces(const struct kc_tensor *stage, const double *row, uint32_t lanes,
                        bool *found)
{
    const uint32_t blocks = blocks_of(stage, lanes);

    for (uint32_t r = 0; r < stage->rows; r++)
        for (uint32_t b = 0; b < blocks; b++) {
            const double  *piece = stage->value + (size_t)r * stage->cols + (size_t)b * lanes;
            const uint32_t length = smaller(lanes, stage->cols - b * lanes);

            if (!found[r * blocks + b] && proportional(row, piece, smaller(length, FIRST_LANES)) &&
                proportional(row, piece, length))
                found[r * blocks + b] = true;
        }
}

/* The share of a stage's pieces that stand in the region at once. */
static double share_in_memory(const struct kc_tensor *stage, struct kc_region *region)
{
    const uint32_t lanes = region->row_elems, pieces = stage->rows * blocks_of(stage, lanes);
    bool          *found = kc_alloc(pieces * sizeof *found);
    double        *row = kc_alloc(lanes * sizeof *row);
    uint32_t       count = 0;

    for (size_t i = 0; i < region->touched_count; i++)
        for (uint64_t k = 0; k < UINT64_C(1) << region->page_shift; k++) {
            const uint64_t at = (region->touched[i] << region->page_shift) + k;

            for (uint32_t lane = 0; at < region->rows && lane < lanes; lane++)
                row[lane] = region->type->to_number(kc_region_elem(region, at * lanes + lane));
            if (at < region->rows)
                mark_pieces(stage, row, lanes, found);
        }
    for (uint32_t i = 0; i < pieces; i++)
        count += found[i];
    free(found);
    free(row);
    return (double)count / (double)pieces;
}

const char *kc_rule_broken(const struct kc_cell *cell, const struct kc_case *c,
                           struct kc_machine *machine)
{
    struct kc_region *region = kc_machine_region(machine, kc_str_from(cell->layout.out.region));

    if (strcmp(cell->task->name, "flash_attention") != 0)
        return NULL;
    for (size_t i = 0; i < c->stage_count; i++) {
        const struct kc_tensor *stage = &c->stage[i];

        if (stage->cols <= region->row_elems)
            continue; /* one block of keys is the whole matrix: nothing to tell apart */
        if (share_in_memory(stage, region) >= NEARLY_ALL)
            return "the whole matrix of scores or probabilities stands in memory; work on one "
                   "block of keys at a time";
    }
    return NULL;
}

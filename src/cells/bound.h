/* cells/bound.h: the speed of light of a cell.
 *
 * What is counted is what no kernel can avoid (work.h), at the best rate the machine has for it; on
 * machines where nothing overlaps the parts add up.
 */
#ifndef KC_CELLS_BOUND_H
#define KC_CELLS_BOUND_H

#include <stdarg.h>

#include "check/check.h"

enum { KC_BOUND_LINES = 96 };

/* One step of the derivation. */
struct kc_bound_line {
    const char *unit; /* "matrix", "vector", "transfer" */
    char        text[120];
    uint64_t    cycles;
};

struct kc_bound {
    uint64_t             cycles; /* 0: no bound is known */
    uint64_t             floor;  /* the same without assumptions: a faster kernel is suspect */
    const char          *floor_reason; /* which assumption is dropped: "with ..." */
    struct kc_bound_line line[KC_BOUND_LINES];
    size_t               count;
};

void kc_cell_bound(const struct kc_cell *cell, struct kc_bound *bound);

/* Adds a step to the derivation; the sum is the caller's. */
void kc_bound_add(struct kc_bound *bound, const char *unit, uint64_t cycles, const char *format,
                  ...) KC_PRINTF(4, 5);
void kc_bound_vadd(struct kc_bound *bound, const char *unit, uint64_t cycles, const char *format,
                   va_list args);

/* Of one platform: fills an empty bound; leaves it empty where nothing is known. */
void kc_bound_plena(const struct kc_cell *cell, struct kc_bound *bound);
void kc_bound_coral(const struct kc_cell *cell, struct kc_bound *bound);
void kc_bound_aie2(const struct kc_cell *cell, struct kc_bound *bound);

#endif

/* The speed of light, platform by platform. */
#include "cells/bound.h"

#include <string.h>

static const struct {
    const char *platform;
    void (*bound)(const struct kc_cell *cell, struct kc_bound *bound);
} table[] = {
    { "plena", kc_bound_plena },
    { "coral", kc_bound_coral },
    { "aie2", kc_bound_aie2 },
};

void kc_cell_bound(const struct kc_cell *cell, struct kc_bound *bound)
{
    *bound = (struct kc_bound){ 0 };
    for (size_t i = 0; i < KC_COUNT(table); i++)
        if (strcmp(table[i].platform, cell->target->platform->name) == 0)
            table[i].bound(cell, bound);
}

/* The speed of light, platform by platform. */
#include "cells/bound.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *platform;
    void (*bound)(const struct kc_cell *cell, struct kc_bound *bound);
} table[] = {
    { "plena", kc_bound_plena },
    { "coral", kc_bound_coral },
    { "aie2", kc_bound_aie2 },
};

/* A platform's own: one line, and no assumption to drop. */
static void ask_platform(const struct kc_cell *cell, struct kc_bound *bound)
{
    const struct kc_declared d = kc_case_declared(cell->cases[0]);
    const struct kc_job      job = { cell->task->name, cell->p, &d, &cell->layout, true };
    struct kc_buf            why = { 0 };

    bound->cycles = cell->target->platform->bound(cell->target->config, &job, &why);
    if (bound->cycles) {
        struct kc_bound_line *line = &bound->line[bound->count++];

        *line = (struct kc_bound_line){ .unit = "all", .cycles = bound->cycles };
        snprintf(line->text, sizeof line->text, "%s", why.text ? why.text : "");
    }
    bound->floor = bound->cycles;
    kc_buf_free(&why);
}

void kc_cell_bound(const struct kc_cell *cell, struct kc_bound *bound)
{
    *bound = (struct kc_bound){ 0 };
    for (size_t i = 0; i < KC_COUNT(table); i++)
        if (strcmp(table[i].platform, cell->target->platform->name) == 0)
            table[i].bound(cell, bound);
    if (!bound->cycles && cell->target->platform->bound)
        ask_platform(cell, bound);
}

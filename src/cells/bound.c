/* The speed of light, platform by platform. */
#include "cells/bound.h"

#include <assert.h>
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

void kc_bound_vadd(struct kc_bound *bound, const char *unit, uint64_t cycles, const char *format,
                   va_list args)
{
    struct kc_bound_line *line = &bound->line[bound->count++];

    assert(bound->count <= KC_BOUND_LINES);
    line->unit = unit;
    line->cycles = cycles;
    vsnprintf(line->text, sizeof line->text, format, args);
}

void kc_bound_add(struct kc_bound *bound, const char *unit, uint64_t cycles, const char *format,
                  ...)
{
    va_list args;

    va_start(args, format);
    kc_bound_vadd(bound, unit, cycles, format, args);
    va_end(args);
}

/* A platform's own: one line, and no assumption to drop. */
static void ask_platform(const struct kc_cell *cell, struct kc_bound *bound)
{
    const struct kc_declared d = kc_case_declared(cell->cases[0]);
    const struct kc_job      job = { cell->task->name, cell->p, &d, &cell->layout, true };
    struct kc_buf            why = { 0 };

    bound->cycles = cell->target->platform->bound(cell->target->config, &job, &why);
    if (bound->cycles)
        kc_bound_add(bound, "all", bound->cycles, "%s", why.text ? why.text : "");
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

/* Compiling and judging cells, and what was published about them. */
#include "cells/cells.h"

#include <string.h>

struct published {
    const char *platform, *task;
    uint64_t    cycles[KC_CONFIGS];
};

static const struct published compilers[] = {
#define COMPILER(platform, task, ...) { #platform, #task, { __VA_ARGS__ } },
#include "cells/published.def"
};

static const struct published agents[] = {
#define AGENT(platform, task, ...) { #platform, #task, { __VA_ARGS__ } },
#include "cells/published.def"
};

static uint64_t look_up(const struct published *table, size_t count, const char *platform,
                        const char *task, uint32_t config)
{
    for (size_t i = 0; config < KC_CONFIGS && i < count; i++)
        if (strcmp(table[i].platform, platform) == 0 && strcmp(table[i].task, task) == 0)
            return table[i].cycles[config];
    return 0;
}

uint64_t kc_published_compiler(const char *platform, const char *task, uint32_t config)
{
    return look_up(compilers, KC_COUNT(compilers), platform, task, config);
}

uint64_t kc_published_agent(const char *platform, const char *task, uint32_t config)
{
    return look_up(agents, KC_COUNT(agents), platform, task, config);
}

bool kc_published_success(const char *platform, uint32_t *solved, uint32_t *cells)
{
#define SUCCESS(name, hits, all)        \
    if (strcmp(platform, #name) == 0) { \
        *solved = hits;                 \
        *cells = all;                   \
        return true;                    \
    }
#include "cells/published.def"
    return false;
}

const char *kc_cell_compile(struct kc_arena *arena, const struct kc_cell *cell, enum kc_opt opt,
                            struct kc_buf *text, struct kc_program *program)
{
    struct kc_diags dg;
    const char     *why = kc_compile(cell->target, cell->cases[0], &cell->layout, opt, text);

    if (why)
        return why;
    kc_diags_init(&dg, arena, (struct kc_source){ cell->task->name, { text->text, text->length } });
    *program = kc_target_assemble(arena, cell->target, &dg);
    return dg.errors ? "our compiler's kernel does not assemble" : NULL;
}

struct kc_verdict kc_cell_verdict(const struct kc_cell *cell, const struct kc_program *program)
{
    struct kc_verdict v = kc_cell_check(cell, program);
    struct kc_bound   bound;

    kc_cell_bound(cell, &bound);
    if (v.kind == KC_VERDICT_CORRECT && v.cycles < bound.floor)
        v.kind = KC_VERDICT_SUSPECT;
    return v;
}

const char *kc_cell_compile_check(struct kc_arena *arena, const struct kc_cell *cell,
                                  enum kc_opt opt, struct kc_verdict *verdict)
{
    struct kc_buf     text = { 0 };
    struct kc_program program;
    const char       *why = kc_cell_compile(arena, cell, opt, &text, &program);

    if (!why)
        *verdict = kc_cell_verdict(cell, &program);
    kc_buf_free(&text);
    return why;
}

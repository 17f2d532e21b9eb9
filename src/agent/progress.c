/* Counting what a run did. */
#include "agent/progress.h"

#include <stdio.h>
#include <string.h>

#include "cells/cells.h"

void kc_progress_init(struct kc_progress *p)
{
    *p = (struct kc_progress){ .priced = true };
    p->sum.verdict = p->verdict;
    p->sum.error = "";
}

static void add(int64_t *sum, int64_t tokens)
{
    *sum += tokens > 0 ? tokens : 0;
}

void kc_progress_answer(struct kc_progress *p, const struct kc_answer *a)
{
    struct kc_run_sum *s = &p->sum;

    s->answers +=
        strcmp(a->format, KC_FORMAT_EXEC) != 0 || kc_str_is(a->calls[0].name, "write_code");
    s->requests += a->attempts;
    add(&s->input, a->usage.input);
    add(&s->cache_read, a->usage.cache_read);
    add(&s->cache_write, a->usage.cache_write);
    add(&s->output, a->usage.output);
    add(&s->reasoning, a->usage.reasoning);
    p->priced = p->priced && a->usage.cost >= 0.0;
    s->cost = p->priced ? s->cost + a->usage.cost : -1.0; /* unknown once is unknown */
    s->seconds += a->seconds;
    s->waited += a->waited;
}

void kc_progress_time(struct kc_progress *p, double seconds)
{
    p->sum.seconds += seconds;
}

static void note_evaluation(struct kc_progress *p, const struct kc_tool_result *r,
                            struct kc_str kernel)
{
    struct kc_run_sum *s = &p->sum;
    const bool         better = r->correct && (!s->first_correct || r->cycles < s->cycles);

    s->evaluations++;
    s->wrong_results += !r->correct && r->verdict != KC_VERDICT_SYNTAX_ERROR;
    if (r->match_rate > s->match_rate)
        s->match_rate = r->match_rate;
    if (r->correct && !s->first_correct)
        s->first_correct = s->answers;
    if (better) {
        s->cycles = r->cycles;
        s->best_at = s->answers;
    }
    if (better || !s->first_correct) {
        snprintf(p->verdict, sizeof p->verdict, "%s", kc_verdict_name(r->verdict));
        kc_content_hash(kernel, s->kernel);
    }
}

void kc_progress_result(struct kc_progress *p, const struct kc_tool_result *r, struct kc_str kernel)
{
    struct kc_run_sum *s = &p->sum;

    s->calls++;
    s->tool_errors += r->is_error;
    s->syntax_errors += r->syntax_error;
    if (r->assembled && !s->first_assembled)
        s->first_assembled = s->answers;
    if (r->evaluated)
        note_evaluation(p, r, kernel);
}

/* Cycles of our compiler's kernel on the shown seed; 0 when there is none. */
static uint64_t baseline_cycles(const struct kc_cell *cell)
{
    struct kc_arena    arena = { 0 };
    struct kc_buf      text = { 0 };
    struct kc_program  program;
    struct kc_machine *machine;
    uint64_t           cycles = 0;

    if (!kc_cell_compile(&arena, cell, KC_OPT_BASELINE, &text, &program)) {
        machine = cell->target->platform->machine_new(cell->target->config, cell->target->isa);
        cycles = kc_cell_execute(cell, &program, &(struct kc_run){ 0 }, machine).cycles;
        cell->target->platform->machine_free(machine);
    }
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return cycles;
}

void kc_progress_compare(struct kc_progress *p, const struct kc_cell *cell, const char *config)
{
    const char     *platform = cell->target->platform->name;
    struct kc_bound bound;

    kc_cell_bound(cell, &bound);
    p->sum.bound_cycles = bound.cycles;
    p->sum.baseline_cycles = baseline_cycles(cell);
    if (config[0] == 'C' && config[1] >= '1' && config[1] <= '5' && !config[2])
        p->sum.published_cycles =
            kc_published_compiler(platform, cell->task->name, (uint32_t)(config[1] - '1'));
}

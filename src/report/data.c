/* The same numbers for programs: CSV (a row per run) and JSON. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cells/cells.h"
#include "report/parts.h"

/* ---- CSV ---------------------------------------------------------------------------------- */

/* RFC 4180; what a spreadsheet would take for a formula gets an apostrophe in front. */
static void add_field(struct kc_buf *out, const char *text)
{
    const bool formula = *text && strchr("=+-@\t\r", *text);

    kc_buf_puts(out, "\"");
    if (formula)
        kc_buf_puts(out, "'");
    for (; *text; text++) {
        if (*text == '"')
            kc_buf_puts(out, "\"");
        kc_buf_add(out, text, 1);
    }
    kc_buf_puts(out, "\"");
}

static void add_ratio(struct kc_buf *out, double ratio)
{
    if (ratio > 0.0)
        kc_buf_printf(out, ",%.6g", ratio);
    else
        kc_buf_puts(out, ",");
}

static void add_row(const struct kc_report_entry *e, const struct kc_report_run *run,
                    struct kc_buf *out)
{
    const struct kc_run_id    *what = &run->row.what;
    const struct kc_run_sum   *s = &run->row.sum;
    const struct report_ratios q = report_ratios(run);
    const char                *texts[] = { e->label, what->platform, what->task, what->config };

    for (size_t i = 0; i < KC_COUNT(texts); i++) {
        add_field(out, texts[i]);
        kc_buf_puts(out, ",");
    }
    kc_buf_printf(out, "%" PRIu32 ",%" PRIu32 ",%s,%s,", what->level, what->repeat,
                  kc_mark_name(run->mark), kc_run_status_name(s->status));
    add_field(out, s->verdict);
    kc_buf_printf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, s->cycles,
                  s->baseline_cycles, s->published_cycles, run->best_published, s->bound_cycles);
    add_ratio(out, q.compiler);
    add_ratio(out, q.published);
    add_ratio(out, q.best);
    add_ratio(out, q.light);
    kc_buf_printf(out, ",%.6g,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32,
                  isfinite(s->match_rate) ? s->match_rate : 0.0, s->answers, s->first_assembled,
                  s->first_correct, s->best_at);
    kc_buf_printf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32, s->calls, s->syntax_errors,
                  s->wrong_results, s->tool_errors);
    kc_buf_printf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, s->input,
                  s->cache_read, s->cache_write, s->output, s->reasoning);
    if (s->cost >= 0.0)
        kc_buf_printf(out, ",%.6g\r\n", s->cost);
    else
        kc_buf_puts(out, ",\r\n");
}

void kc_report_csv(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out, "campaign,platform,task,config,level,repeat,mark,status,verdict,cycles,"
                     "baseline_cycles,published_cycles,best_published_cycles,bound_cycles,speedup,"
                     "over_published,over_best_published,speed_of_light,match_rate,iterations,"
                     "first_assembled,first_correct,best_at,calls,syntax_errors,wrong_results,"
                     "tool_errors,input,cache_read,cache_write,output,reasoning,cost\r\n");
    for (size_t e = 0; e < r->entry_count; e++)
        for (uint32_t i = 0; i < r->entries[e].count; i++)
            add_row(&r->entries[e], &r->runs[r->entries[e].first + i], out);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void set_mean(kc_json *o, const char *key, double mean, uint32_t count)
{
    kc_json *value = kc_json_object();

    if (count)
        kc_json_set_double(value, "mean", mean);
    else
        kc_json_set(value, "mean", NULL);
    kc_json_set_uint(value, "cells", count);
    kc_json_set(o, key, value);
}

static kc_json *marks_json(const uint32_t *marks)
{
    kc_json *o = kc_json_object();

    for (size_t m = 0; m < KC_MARKS; m++)
        if (marks[m])
            kc_json_set_uint(o, kc_mark_name((enum kc_mark)m), marks[m]);
    return o;
}

static kc_json *sum_json(const struct kc_report_sum *s)
{
    kc_json *o = kc_json_object(), *interval = kc_json_array();

    kc_json_set_uint(o, "cells", s->cells);
    kc_json_set_uint(o, "solved", s->solved);
    kc_json_set_uint(o, "runs", s->runs);
    kc_json_set_uint(o, "runs_judged", s->runs_judged);
    kc_json_set_uint(o, "runs_solved", s->runs_solved);
    kc_json_push(interval, kc_json_double(s->low));
    kc_json_push(interval, kc_json_double(s->high));
    kc_json_set(o, "interval_95", interval);
    kc_json_set(o, "marks", marks_json(s->marks));
    set_mean(o, "speedup", s->speedup, s->speedups);
    set_mean(o, "over_published", s->over_published, s->over_publisheds);
    set_mean(o, "over_best_published", s->over_best, s->over_bests);
    set_mean(o, "speed_of_light", s->light, s->lights);
    return o;
}

static kc_json *tasks_json(const struct kc_report *r, size_t entry, size_t platform)
{
    kc_json *tasks = kc_json_object();

    for (size_t t = 0; t < r->task_count; t++) {
        kc_json *cells = kc_json_object();

        if (!report_is_published(r, platform, t)) {
            kc_json_free(cells);
            continue;
        }
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
            const struct kc_report_cell *cell = kc_report_cell(r, entry, platform, t, c);
            kc_json                     *o = kc_json_object();
            const char                   name[] = { 'C', (char)('1' + c), '\0' };

            kc_json_set_str(o, "mark", kc_mark_name(cell->mark));
            kc_json_set_uint(o, "runs", cell->runs);
            kc_json_set_uint(o, "judged", cell->judged);
            kc_json_set_uint(o, "solved", cell->solved);
            if (cell->solved)
                kc_json_set_uint(o, "cycles", r->runs[cell->shown - 1].row.sum.cycles);
            kc_json_set(cells, name, o);
        }
        kc_json_set(tasks, r->tasks[t].name, cells);
    }
    return tasks;
}

static kc_json *pass_json(const struct kc_report *r, size_t entry, size_t platform)
{
    kc_json *list = kc_json_array();

    for (uint32_t k = 1; k <= r->entries[entry].repeats && k <= 100; k++) {
        uint32_t     cells;
        const double value = report_pass(r, entry, platform, k, &cells);
        kc_json     *o = kc_json_object();

        kc_json_set_uint(o, "k", k);
        kc_json_set_double(o, "value", value);
        kc_json_set_uint(o, "cells", cells);
        kc_json_push(list, o);
    }
    return list;
}

/* How many cells the best published model solved, where that is known. */
static void set_best_published(kc_json *o, const char *platform)
{
    uint32_t solved, cells;
    kc_json *best = kc_json_object();

    if (kc_published_success(platform, &solved, &cells)) {
        kc_json_set_uint(best, "solved", solved);
        kc_json_set_uint(best, "cells", cells);
        kc_json_set(o, "best_published_model", best);
    } else {
        kc_json_free(best);
    }
}

static kc_json *platform_json(const struct kc_report *r, size_t entry, size_t platform)
{
    kc_json *o = sum_json(&r->entries[entry].sums[platform]), *levels = kc_json_object();

    kc_json_set_str(o, "platform", r->platforms[platform]);
    set_best_published(o, r->platforms[platform]);
    for (uint32_t level = 1; level <= 3; level++) {
        const struct kc_report_sum s = kc_report_level(r, entry, platform, level);
        const char                 name[] = { (char)('0' + level), '\0' };

        kc_json_set(levels, name, sum_json(&s));
    }
    kc_json_set(o, "levels", levels);
    kc_json_set_uint(o, "fast_1", report_fast(r, entry, platform, 1.0));
    kc_json_set_uint(o, "fast_2", report_fast(r, entry, platform, 2.0));
    kc_json_set(o, "pass_at", pass_json(r, entry, platform));
    kc_json_set(o, "tasks", tasks_json(r, entry, platform));
    return o;
}

static kc_json *process_json(const struct kc_report_process *p)
{
    kc_json *o = kc_json_object();

    kc_json_set_uint(o, "iterations", p->answers);
    kc_json_set_uint(o, "calls", p->calls);
    kc_json_set_uint(o, "evaluations", p->evaluations);
    kc_json_set_uint(o, "nudges", p->nudges);
    kc_json_set_uint(o, "requests", p->requests);
    kc_json_set_uint(o, "syntax_errors", p->syntax_errors);
    kc_json_set_uint(o, "wrong_results", p->wrong_results);
    kc_json_set_uint(o, "tool_errors", p->tool_errors);
    kc_json_set_int(o, "input", p->input);
    kc_json_set_int(o, "cache_read", p->cache_read);
    kc_json_set_int(o, "cache_write", p->cache_write);
    kc_json_set_int(o, "output", p->output);
    kc_json_set_int(o, "reasoning", p->reasoning);
    kc_json_set_double(o, "cost", p->cost);
    kc_json_set_uint(o, "runs_without_price", p->unpriced);
    return o;
}

static kc_json *entry_json(const struct kc_report *r, size_t entry)
{
    const struct kc_report_entry *e = &r->entries[entry];
    kc_json                      *o = kc_json_object(), *platforms = kc_json_array();
    uint32_t                      marks[KC_MARKS] = { 0 };

    for (uint32_t i = 0; i < e->count; i++)
        marks[r->runs[e->first + i].mark]++;
    kc_json_set_int(o, "campaign", e->campaign);
    kc_json_set_str(o, "agent", e->agent);
    kc_json_set_str(o, "label", e->label);
    kc_json_set_uint(o, "runs", e->count);
    kc_json_set_uint(o, "repeats", e->repeats);
    kc_json_set_uint(o, "outside_published_set", e->others);
    kc_json_set(o, "outcomes", marks_json(marks));
    kc_json_set(o, "process", process_json(&e->process));
    for (size_t p = 0; p < r->platform_count; p++)
        if (report_has(r, entry, p))
            kc_json_push(platforms, platform_json(r, entry, p));
    kc_json_set(o, "platforms", platforms);
    return o;
}

static kc_json *pairs_json(const struct kc_report *r)
{
    size_t a, b;

    if (!report_pair_of(r, &a, &b))
        return NULL;
    const struct kc_report_pairs p = kc_report_pair(r, a, b);
    kc_json                     *o = kc_json_object();

    kc_json_set_int(o, "first", r->entries[a].campaign);
    kc_json_set_int(o, "second", r->entries[b].campaign);
    kc_json_set_uint(o, "both", p.both);
    kc_json_set_uint(o, "only_first", p.only_a);
    kc_json_set_uint(o, "only_second", p.only_b);
    kc_json_set_uint(o, "neither", p.neither);
    kc_json_set_double(o, "p", p.p);
    set_mean(o, "cycles_first_over_second", p.ratio, p.ratios);
    return o;
}

void kc_report_json(const struct kc_report *r, struct kc_buf *out)
{
    kc_json *root = kc_json_object(), *entries = kc_json_array();

    kc_json_set_uint(root, "runs", r->run_count);
    for (size_t e = 0; e < r->entry_count; e++)
        kc_json_push(entries, entry_json(r, e));
    kc_json_set(root, "campaigns", entries);
    kc_json_set(root, "comparison", pairs_json(r));
    kc_json_print(root, out, true);
    kc_json_free(root);
}

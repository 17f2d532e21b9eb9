/* The model: all numbers of a store, in tables that renderers only walk. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cells/cells.h"
#include "kernelcraft/platform.h"
#include "report/parts.h"
#include "tasks/task.h"

struct reader {
    struct kc_report *r;
    size_t            capacity;
};

/* The platform's name in a target as written: "plena" of "plena:rev=2026-07". */
static const char *platform_name(struct kc_arena *arena, const char *target)
{
    return kc_arena_strndup(arena, target, strcspn(target, ":"));
}

int report_config(const char *config)
{
    return config[0] == 'C' && config[1] >= '1' && config[1] <= '5' && !config[2] ? config[1] - '1'
                                                                                  : -1;
}

/* They are few, but a stranger's store may hold many. */
enum { MOST_ENTRIES = 200, MOST_PLATFORMS = 24, MOST_TASKS = 200 };

/* ---- runs --------------------------------------------------------------------------------- */

static const char *copy(struct kc_arena *arena, const char *text)
{
    return kc_arena_strndup(arena, text ? text : "", text ? strlen(text) : 0);
}

static uint64_t best_published(struct kc_arena *arena, const struct kc_run_id *what)
{
    const int config = report_config(what->config);

    return config < 0 ? 0
                      : kc_published_agent(platform_name(arena, what->platform), what->task,
                                           (uint32_t)config);
}

static void keep_run(void *context, const struct kc_run_row *row)
{
    struct reader        *reader = context;
    struct kc_report     *r = reader->r;
    struct kc_report_run *run;

    if (r->run_count == reader->capacity) {
        reader->capacity = reader->capacity ? 2 * reader->capacity : 256;
        struct kc_report_run *more =
            kc_arena_array(r->arena, struct kc_report_run, reader->capacity);

        if (r->run_count)
            memcpy(more, r->runs, r->run_count * sizeof *more);
        r->runs = more;
    }
    run = &r->runs[r->run_count++];
    *run = (struct kc_report_run){ .row = *row, .mark = kc_run_mark(&row->sum) };
    run->row.what.agent = copy(r->arena, row->what.agent);
    run->row.what.platform = copy(r->arena, row->what.platform);
    run->row.what.task = copy(r->arena, row->what.task);
    run->row.what.config = copy(r->arena, row->what.config);
    run->row.what.settings = copy(r->arena, row->what.settings);
    run->row.sum.verdict = copy(r->arena, row->sum.verdict);
    run->row.sum.error = copy(r->arena, row->sum.error);
    run->name = kc_run_name(r->arena, &run->row.what);
    run->best_published = best_published(r->arena, &run->row.what);
}

static bool read_entries(struct reader *reader)
{
    struct kc_report             *r = reader->r;
    const struct kc_campaign_row *rows;
    size_t                        count;

    if (!kc_store_campaigns(r->store, r->arena, &rows, &count))
        return false;
    r->entries = kc_arena_array(r->arena, struct kc_report_entry, MOST_ENTRIES + 1);
    for (size_t i = 0; i < count; i++) {
        if (r->entry_count == MOST_ENTRIES) {
            r->left_out = count - i;
            break;
        }
        struct kc_report_entry *e = &r->entries[r->entry_count];

        if (r->options.campaign && rows[i].id != r->options.campaign &&
            rows[i].id != r->options.compare[0] && rows[i].id != r->options.compare[1])
            continue;
        *e = (struct kc_report_entry){ .campaign = rows[i].id,
                                       .agent = rows[i].agent,
                                       .label = rows[i].agent,
                                       .first = (uint32_t)r->run_count };
        if (!kc_store_runs(r->store, e->campaign, keep_run, reader))
            return false;
        e->count = (uint32_t)r->run_count - e->first;
        e->settings = e->count ? r->runs[e->first].row.what.settings : "{}";
        r->entry_count += e->count > 0; /* a campaign without runs has nothing to say */
    }
    return true;
}

/* ---- platforms and tasks ------------------------------------------------------------------ */

static size_t platform_order(const char *target)
{
    const struct kc_platform *p;
    size_t                    i = 0;

    for (; (p = kc_platform_at(i)); i++)
        if (strncmp(target, p->name, strlen(p->name)) == 0 &&
            (target[strlen(p->name)] == ':' || !target[strlen(p->name)]))
            break;
    return i;
}

static int compare_platforms(const void *a, const void *b)
{
    const char  *x = *(const char *const *)a, *y = *(const char *const *)b;
    const size_t i = platform_order(x), j = platform_order(y);

    return i != j ? (i < j ? -1 : 1) : strcmp(x, y);
}

static int find_platform(const struct kc_report *r, const char *target)
{
    for (size_t i = 0; i < r->platform_count; i++)
        if (strcmp(r->platforms[i], target) == 0)
            return (int)i;
    return -1;
}

static void list_platforms(struct kc_report *r)
{
    r->platforms = kc_arena_array(r->arena, const char *, MOST_PLATFORMS);
    for (size_t i = 0; i < r->run_count && r->platform_count < MOST_PLATFORMS; i++)
        if (find_platform(r, r->runs[i].row.what.platform) < 0)
            r->platforms[r->platform_count++] = r->runs[i].row.what.platform;
    qsort(r->platforms, r->platform_count, sizeof *r->platforms, compare_platforms);
}

static int find_task(const struct kc_report *r, const char *name)
{
    for (size_t i = 0; i < r->task_count; i++)
        if (strcmp(r->tasks[i].name, name) == 0)
            return (int)i;
    return -1;
}

static void list_tasks(struct kc_report *r)
{
    const struct kc_task *task;

    r->tasks = kc_arena_array(r->arena, struct kc_report_task, MOST_TASKS);
    for (size_t i = 0; (task = kc_task_at(i)) && r->task_count < MOST_TASKS; i++)
        r->tasks[r->task_count++] = (struct kc_report_task){ task->name, task->title, task->level };
    for (size_t i = 0; i < r->run_count && r->task_count < MOST_TASKS; i++) {
        const struct kc_run_id *what = &r->runs[i].row.what;

        if (find_task(r, what->task) < 0)
            r->tasks[r->task_count++] =
                (struct kc_report_task){ what->task, what->task, what->level };
    }
}

/* Plug-ins may be missing where their runs are read: what was run is what there was. */
static void note_unknown(struct kc_report *r)
{
    for (size_t i = 0; i < r->run_count; i++) {
        const struct kc_run_id *what = &r->runs[i].row.what;
        const int               p = find_platform(r, what->platform), t = find_task(r, what->task);

        if (p >= 0 && t >= 0 &&
            !kc_platform_find(kc_str_from(platform_name(r->arena, what->platform))))
            r->published[(size_t)p * r->task_count + (size_t)t] = true;
    }
}

static void note_published(struct kc_report *r)
{
    const struct kc_task *task;

    r->published = kc_arena_alloc(r->arena, r->platform_count * r->task_count + 1);
    for (size_t p = 0; p < r->platform_count; p++)
        for (size_t t = 0; (task = kc_task_at(t)) && t < r->task_count; t++)
            r->published[p * r->task_count + t] =
                kc_task_supported(task, platform_name(r->arena, r->platforms[p]));
    note_unknown(r);
}

bool report_is_published(const struct kc_report *r, size_t platform, size_t task)
{
    return r->published[platform * r->task_count + task];
}

/* ---- order of runs ------------------------------------------------------------------------ */

struct place {
    int                  platform, task;
    struct kc_report_run run;
};

static int compare_places(const void *a, const void *b)
{
    const struct place     *x = a, *y = b;
    const struct kc_run_id *v = &x->run.row.what, *w = &y->run.row.what;
    int                     order = (x->platform > y->platform) - (x->platform < y->platform);

    order = order ? order : (v->level > w->level) - (v->level < w->level);
    order = order ? order : (x->task > y->task) - (x->task < y->task);
    order = order ? order : strcmp(v->config, w->config);
    order = order ? order : (v->repeat > w->repeat) - (v->repeat < w->repeat);
    return order ? order : (x->run.row.id > y->run.row.id) - (x->run.row.id < y->run.row.id);
}

/* By platform, level, task, configuration, repeat. */
static void sort_runs(struct kc_report *r, const struct kc_report_entry *e)
{
    struct place *places = kc_alloc((e->count + 1) * sizeof *places);

    for (uint32_t i = 0; i < e->count; i++) {
        const struct kc_report_run *run = &r->runs[e->first + i];

        places[i] = (struct place){ find_platform(r, run->row.what.platform),
                                    find_task(r, run->row.what.task), *run };
    }
    qsort(places, e->count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < e->count; i++)
        r->runs[e->first + i] = places[i].run;
    free(places);
}

/* ---- cells -------------------------------------------------------------------------------- */

static size_t cell_index(const struct kc_report *r, size_t platform, size_t task, size_t config)
{
    return (platform * r->task_count + task) * KC_REPORT_CONFIGS + config;
}

const struct kc_report_cell *kc_report_cell(const struct kc_report *r, size_t entry,
                                            size_t platform, size_t task, size_t config)
{
    return &r->entries[entry].cells[cell_index(r, platform, task, config)];
}

const struct kc_report_run *report_shown(const struct kc_report *r, size_t entry, size_t platform,
                                         size_t task, size_t config)
{
    const struct kc_report_cell *cell = kc_report_cell(r, entry, platform, task, config);

    return cell->shown ? &r->runs[cell->shown - 1] : NULL;
}

/* A solved run before others, the fewest cycles first, then one that was judged. */
static bool is_better(const struct kc_report_run *a, const struct kc_report_run *b)
{
    const bool x = a->mark == KC_MARK_SOLVED, y = b->mark == KC_MARK_SOLVED;

    if (x != y)
        return x;
    if (x)
        return a->row.sum.cycles < b->row.sum.cycles;
    return kc_mark_is_judged(a->mark) && !kc_mark_is_judged(b->mark);
}

static void count_run(struct kc_report *r, struct kc_report_cell *cell, uint32_t index)
{
    const struct kc_report_run *run = &r->runs[index];

    cell->runs++;
    cell->judged += kc_mark_is_judged(run->mark);
    cell->solved += run->mark == KC_MARK_SOLVED;
    if (!cell->shown || is_better(run, &r->runs[cell->shown - 1]))
        cell->shown = index + 1;
    cell->mark =
        cell->solved && cell->solved < cell->judged ? KC_MARK_SOME : r->runs[cell->shown - 1].mark;
}

static void count_process(struct kc_report_process *p, const struct kc_run_sum *s)
{
    p->answers += s->answers;
    p->calls += s->calls;
    p->evaluations += s->evaluations;
    p->nudges += s->nudges;
    p->requests += s->requests;
    p->syntax_errors += s->syntax_errors;
    p->wrong_results += s->wrong_results;
    p->tool_errors += s->tool_errors;
    p->input = report_plus(p->input, s->input);
    p->cache_read = report_plus(p->cache_read, s->cache_read);
    p->cache_write = report_plus(p->cache_write, s->cache_write);
    p->output = report_plus(p->output, s->output);
    p->reasoning = report_plus(p->reasoning, s->reasoning);
    p->cost += s->cost > 0.0 ? s->cost : 0.0;
    p->unpriced += !(s->cost >= 0.0);
    p->seconds += s->seconds > 0.0 ? s->seconds : 0.0;
    p->waited += s->waited > 0.0 ? s->waited : 0.0;
}

static void empty_cells(const struct kc_report *r, struct kc_report_entry *e)
{
    const size_t count = r->platform_count * r->task_count * KC_REPORT_CONFIGS;

    e->cells = kc_arena_array(r->arena, struct kc_report_cell, count + 1);
    for (size_t i = 0; i < count; i++)
        e->cells[i].mark =
            r->published[i / KC_REPORT_CONFIGS] ? KC_MARK_NOT_RUN : KC_MARK_UNSUPPORTED;
}

static void fill_entry(struct kc_report *r, struct kc_report_entry *e)
{
    empty_cells(r, e);
    sort_runs(r, e);
    for (uint32_t i = e->first; i < e->first + e->count; i++) {
        const struct kc_run_row *row = &r->runs[i].row;
        const int                p = find_platform(r, row->what.platform);
        const int                t = find_task(r, row->what.task);
        const int                c = report_config(row->what.config);

        count_process(&e->process, &row->sum);
        e->repeats = row->what.repeat > e->repeats ? row->what.repeat : e->repeats;
        if (p >= 0 && t >= 0 && c >= 0)
            count_run(r, &e->cells[cell_index(r, (size_t)p, (size_t)t, (size_t)c)], i);
        e->others += p < 0 || t < 0 || c < 0 || !report_is_published(r, (size_t)p, (size_t)t);
    }
    e->sums = kc_arena_array(r->arena, struct kc_report_sum, r->platform_count + 1);
}

/* ---- labels ------------------------------------------------------------------------------- */

struct differs {
    const kc_json *other;
    struct kc_buf *out;
    const char    *prefix;
};

static void print_value(struct kc_buf *out, const kc_json *value)
{
    const struct kc_str text = kc_json_text(value);

    if (kc_json_type(value) == KC_JSON_STRING)
        kc_buf_add(out, text.at, text.length);
    else
        kc_json_print(value, out, false);
}

static bool same_json(const kc_json *a, const kc_json *b)
{
    struct kc_buf x = { 0 }, y = { 0 };

    kc_json_print(a, &x, false);
    kc_json_print(b, &y, false);
    const bool same = x.length == y.length && memcmp(x.text, y.text, x.length) == 0;

    kc_buf_free(&x);
    kc_buf_free(&y);
    return same;
}

static void add_difference(void *context, const char *key, kc_json *value)
{
    const struct differs *d = context;
    const kc_json        *other = kc_json_get(d->other, key);

    if (same_json(value, other))
        return;
    if (kc_json_type(value) == KC_JSON_OBJECT) {
        struct differs inner = { other, d->out, "" };

        kc_json_each(value, add_difference, &inner);
        return;
    }
    kc_buf_puts(d->out, d->out->length ? ", " : "");
    kc_buf_printf(d->out, "%.40s=", key);
    print_value(d->out, value);
}

/* What sets the settings of a apart from those of b. */
static void differences(const char *a, const char *b, struct kc_buf *out)
{
    kc_json       *x = kc_json_parse(kc_str_from(a)), *y = kc_json_parse(kc_str_from(b));
    struct differs d = { y, out, "" };

    if (kc_json_type(x) == KC_JSON_OBJECT && kc_json_type(y) == KC_JSON_OBJECT)
        kc_json_each(x, add_difference, &d);
    kc_json_free(x);
    kc_json_free(y);
}

/* The first other entry of the same agent, or NULL. */
static const struct kc_report_entry *namesake(const struct kc_report *r, size_t entry)
{
    for (size_t i = 0; i < r->entry_count; i++)
        if (i != entry && strcmp(r->entries[i].agent, r->entries[entry].agent) == 0)
            return &r->entries[i];
    return NULL;
}

/* "script:/long/way/repair.json" is known by its file's name. */
static const char *short_agent(struct kc_arena *arena, const char *agent)
{
    const char *slash = strrchr(agent, '/');

    return slash && strncmp(agent, "script:", 7) == 0
               ? kc_arena_printf(arena, "script:%s", slash + 1)
               : agent;
}

static void label_entries(struct kc_report *r)
{
    for (size_t i = 0; i < r->entry_count; i++) {
        struct kc_report_entry       *e = &r->entries[i];
        const struct kc_report_entry *other = namesake(r, i);
        struct kc_buf                 text = { 0 };

        e->label = short_agent(r->arena, e->agent);
        if (!other)
            continue;
        differences(e->settings, other->settings, &text);
        e->label =
            kc_arena_printf(r->arena, "%s (%s%s%" PRId64 ")", e->label,
                            text.length ? text.text : "", text.length ? "; #" : "#", e->campaign);
        kc_buf_free(&text);
    }
}

bool kc_report_read(struct kc_arena *arena, kc_store *store,
                    const struct kc_report_options *options, struct kc_report *report)
{
    static const struct kc_report_options none;
    struct reader                         reader = { .r = report };

    *report =
        (struct kc_report){ .store = store, .arena = arena, .options = options ? *options : none };
    if (!read_entries(&reader))
        return false;
    list_platforms(report);
    list_tasks(report);
    note_published(report);
    for (size_t i = 0; i < report->entry_count; i++) {
        fill_entry(report, &report->entries[i]);
        for (size_t p = 0; p < report->platform_count; p++)
            report->entries[i].sums[p] = kc_report_level(report, i, p, 0);
    }
    label_entries(report);
    report->embedded = kc_arena_array(arena, bool, report->run_count + 1);
    return true;
}

int kc_report_find(const struct kc_report *r, const char *text)
{
    uint64_t id = 0;
    int      found = -1;

    if (kc_str_u64(kc_str_from(text), &id)) {
        for (size_t i = 0; i < r->entry_count; i++)
            if ((uint64_t)r->entries[i].campaign == id)
                return (int)i;
        return -1;
    }
    for (size_t i = 0; i < r->entry_count; i++)
        if (strncmp(r->entries[i].label, text, strlen(text)) == 0) {
            if (found >= 0)
                return -1;
            found = (int)i;
        }
    return found;
}

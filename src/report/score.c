/* Scores: sums over cells, ratios of cycles, pairs of campaigns. */
#include <string.h>

#include "report/parts.h"

bool report_has(const struct kc_report *r, size_t entry, size_t platform)
{
    const struct kc_report_entry *e = &r->entries[entry];

    for (uint32_t i = e->first; i < e->first + e->count; i++)
        if (strcmp(r->runs[i].row.what.platform, r->platforms[platform]) == 0)
            return true;
    return false;
}

int64_t report_plus(int64_t a, int64_t b)
{
    a = a > 0 ? a : 0;
    b = b > 0 ? b : 0;
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

int64_t report_tokens_in(const struct kc_run_sum *s)
{
    return report_plus(report_plus(s->input, s->cache_read), s->cache_write);
}

int64_t report_tokens(const struct kc_run_sum *s)
{
    return report_plus(report_tokens_in(s), s->output);
}

static double ratio(uint64_t yardstick, uint64_t cycles)
{
    return yardstick && cycles ? (double)yardstick / (double)cycles : 0.0;
}

struct report_ratios report_ratios(const struct kc_report_run *run)
{
    const struct kc_run_sum *s = &run->row.sum;

    if (run->mark != KC_MARK_SOLVED)
        return (struct report_ratios){ 0 };
    return (struct report_ratios){ ratio(s->baseline_cycles, s->cycles),
                                   ratio(s->published_cycles, s->cycles),
                                   ratio(run->best_published, s->cycles),
                                   ratio(s->bound_cycles, s->cycles) };
}

static void add_ratios(struct report_speed *speed, const struct kc_report_run *run)
{
    const struct report_ratios q = report_ratios(run);

    kc_geomean_add(&speed->compiler, q.compiler);
    kc_geomean_add(&speed->published, q.published);
    kc_geomean_add(&speed->best, q.best);
    kc_geomean_add(&speed->light, q.light);
}

struct report_speed report_speed(const struct kc_report *r, size_t entry, size_t platform, int task)
{
    struct report_speed speed = { 0 };

    const size_t first = task < 0 ? 0 : (size_t)task;
    const size_t end = task < 0 ? r->task_count : first + 1;

    for (size_t t = first; t < end; t++)
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
            const struct kc_report_run *run = report_shown(r, entry, platform, t, c);

            if (run && report_is_published(r, platform, t))
                add_ratios(&speed, run);
        }
    return speed;
}

static void add_cell(const struct kc_report *r, const struct kc_report_cell *cell,
                     struct kc_report_sum *sum, struct report_speed *speed)
{
    sum->cells++;
    sum->solved += cell->solved > 0;
    sum->runs += cell->runs;
    sum->runs_judged += cell->judged;
    sum->runs_solved += cell->solved;
    sum->marks[cell->mark]++;
    if (cell->shown)
        add_ratios(speed, &r->runs[cell->shown - 1]);
}

static void set_means(struct kc_report_sum *sum, const struct report_speed *speed)
{
    kc_wilson(sum->runs_solved, sum->runs_judged, &sum->low, &sum->high);
    sum->speedup = kc_geomean_value(&speed->compiler);
    sum->over_published = kc_geomean_value(&speed->published);
    sum->over_best = kc_geomean_value(&speed->best);
    sum->light = kc_geomean_value(&speed->light);
    sum->speedups = speed->compiler.count;
    sum->over_publisheds = speed->published.count;
    sum->over_bests = speed->best.count;
    sum->lights = speed->light.count;
}

struct kc_report_sum kc_report_level(const struct kc_report *r, size_t entry, size_t platform,
                                     uint32_t level)
{
    struct kc_report_sum sum = { 0 };
    struct report_speed  speed = { 0 };

    for (size_t t = 0; t < r->task_count; t++) {
        if (!report_is_published(r, platform, t) || (level && r->tasks[t].level != level))
            continue;
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++)
            add_cell(r, kc_report_cell(r, entry, platform, t, c), &sum, &speed);
    }
    set_means(&sum, &speed);
    return sum;
}

double report_pass(const struct kc_report *r, size_t entry, size_t platform, uint32_t k,
                   uint32_t *cells)
{
    double sum = 0.0;

    *cells = 0;
    for (size_t t = 0; t < r->task_count; t++)
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
            const struct kc_report_cell *cell = kc_report_cell(r, entry, platform, t, c);

            if (!report_is_published(r, platform, t) || cell->judged < k)
                continue;
            sum += kc_pass_at(cell->judged, cell->solved, k);
            (*cells)++;
        }
    return *cells ? sum / *cells : 0.0;
}

uint32_t report_fast(const struct kc_report *r, size_t entry, size_t platform, double p)
{
    uint32_t count = 0;

    for (size_t t = 0; t < r->task_count; t++)
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
            const struct kc_report_run *run = report_shown(r, entry, platform, t, c);

            count += run && report_is_published(r, platform, t) && report_ratios(run).compiler > p;
        }
    return count;
}

/* ---- pairs -------------------------------------------------------------------------------- */

static void add_pair(const struct kc_report *r, const struct kc_report_cell *a,
                     const struct kc_report_cell *b, struct kc_report_pairs *pairs,
                     struct kc_geomean *ratios)
{
    const bool x = a->solved > 0, y = b->solved > 0;

    if (!a->judged || !b->judged)
        return;
    pairs->both += x && y;
    pairs->only_a += x && !y;
    pairs->only_b += y && !x;
    pairs->neither += !x && !y;
    if (x && y)
        kc_geomean_add(ratios, ratio(r->runs[a->shown - 1].row.sum.cycles,
                                     r->runs[b->shown - 1].row.sum.cycles));
}

struct kc_report_pairs kc_report_pair(const struct kc_report *r, size_t a, size_t b)
{
    const size_t           count = r->platform_count * r->task_count * KC_REPORT_CONFIGS;
    struct kc_report_pairs pairs = { 0 };
    struct kc_geomean      ratios = { 0 };

    for (size_t i = 0; i < count; i++)
        add_pair(r, &r->entries[a].cells[i], &r->entries[b].cells[i], &pairs, &ratios);
    pairs.p = kc_mcnemar(pairs.only_a, pairs.only_b);
    pairs.ratio = kc_geomean_value(&ratios);
    pairs.ratios = ratios.count;
    return pairs;
}

static uint32_t in_common(const struct kc_report *r, size_t a, size_t b)
{
    const struct kc_report_pairs p = kc_report_pair(r, a, b);

    return p.both + p.only_a + p.only_b + p.neither;
}

/* The two that have most cells in common, the earliest of these. */
static void closest_pair(const struct kc_report *r, size_t *a, size_t *b)
{
    enum { MOST = 16 };
    const size_t count = r->entry_count < MOST ? r->entry_count : MOST;
    uint32_t     best = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++) {
            const uint32_t common = in_common(r, i, k);

            if (common > best) {
                best = common;
                *a = i;
                *b = k;
            }
        }
}

bool report_pair_of(const struct kc_report *r, size_t *a, size_t *b)
{
    *a = 0;
    *b = 1;
    if (r->entry_count < 2)
        return false;
    if (!r->options.compare[0] || !r->options.compare[1])
        closest_pair(r, a, b);
    for (size_t i = 0; i < r->entry_count; i++) {
        if (r->entries[i].campaign == r->options.compare[0])
            *a = i;
        if (r->entries[i].campaign == r->options.compare[1])
            *b = i;
    }
    return *a != *b;
}

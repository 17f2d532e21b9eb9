/* The same numbers as Markdown tables. */
#include <inttypes.h>

#include "report/parts.h"

static void add_success_rows(const struct kc_report *r, size_t platform, struct kc_buf *out)
{
    for (size_t t = 0; t < r->task_count; t++) {
        if (!report_is_published(r, platform, t))
            continue;
        kc_buf_puts(out, "| ");
        kc_text_markdown(out, r->tasks[t].name);
        kc_buf_printf(out, " | %" PRIu32 " |", r->tasks[t].level);
        for (size_t e = 0; e < r->entry_count; e++) {
            uint32_t solved = 0;

            if (!report_has(r, e, platform)) {
                kc_buf_puts(out, "  |");
                continue;
            }
            kc_buf_puts(out, " ");
            for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
                const struct kc_report_cell *cell = kc_report_cell(r, e, platform, t, c);

                solved += cell->solved > 0;
                kc_buf_puts(out, kc_mark_sign(cell->mark));
            }
            kc_buf_printf(out, " %" PRIu32 "/%d |", solved, KC_REPORT_CONFIGS);
        }
        kc_buf_puts(out, "\n");
    }
}

static void add_sum_row(const struct kc_report *r, size_t platform, uint32_t level,
                        struct kc_buf *out)
{
    if (level && !kc_report_level(r, 0, platform, level).cells)
        return;
    if (level)
        kc_buf_printf(out, "| **level %" PRIu32 "** | |", level);
    else
        kc_buf_puts(out, "| **all levels** | |");
    for (size_t e = 0; e < r->entry_count; e++) {
        const struct kc_report_sum s = kc_report_level(r, e, platform, level);

        if (!report_has(r, e, platform)) {
            kc_buf_puts(out, "  |");
            continue;
        }
        kc_buf_printf(out, " **%" PRIu32 "/%" PRIu32 "**", s.solved, s.cells);
        if (r->entries[e].repeats > 1 && s.runs_judged)
            kc_buf_printf(out, " (runs %.0f %% [%.0f, %.0f])",
                          100.0 * s.runs_solved / s.runs_judged, 100.0 * s.low, 100.0 * s.high);
        kc_buf_puts(out, " |");
    }
    kc_buf_puts(out, "\n");
}

static void add_success(const struct kc_report *r, size_t platform, struct kc_buf *out)
{
    kc_buf_puts(out, "\n## Success: ");
    kc_text_markdown(out, r->platforms[platform]);
    kc_buf_puts(out, "\n\n| task | level |");
    for (size_t e = 0; e < r->entry_count; e++) {
        kc_buf_puts(out, " ");
        kc_text_markdown(out, r->entries[e].label);
        kc_buf_puts(out, " |");
    }
    kc_buf_puts(out, "\n|---|---|");
    for (size_t e = 0; e < r->entry_count; e++)
        kc_buf_puts(out, "---|");
    kc_buf_puts(out, "\n");
    add_success_rows(r, platform, out);
    for (uint32_t level = 1; level <= 3; level++)
        add_sum_row(r, platform, level, out);
    add_sum_row(r, platform, 0, out);
}

static void add_ratio(struct kc_buf *out, double ratio, uint32_t count)
{
    kc_buf_puts(out, " ");
    if (count) {
        kc_text_ratio(out, ratio);
        kc_buf_printf(out, " (%" PRIu32 ")", count);
    }
    kc_buf_puts(out, " |");
}

static void add_speed(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out, "\n## Speed\n\nGeometric means over solved cells; in brackets how many.\n\n"
                     "| platform | campaign | over our compiler | over the published compiler | "
                     "over the best published kernels | share of the speed of light | fast_1 | "
                     "fast_2 |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t p = 0; p < r->platform_count; p++)
        for (size_t e = 0; e < r->entry_count; e++) {
            const struct kc_report_sum *s = &r->entries[e].sums[p];

            if (!report_has(r, e, p))
                continue;
            kc_buf_puts(out, "| ");
            kc_text_markdown(out, r->platforms[p]);
            kc_buf_puts(out, " | ");
            kc_text_markdown(out, r->entries[e].label);
            kc_buf_puts(out, " |");
            add_ratio(out, s->speedup, s->speedups);
            add_ratio(out, s->over_published, s->over_publisheds);
            add_ratio(out, s->over_best, s->over_bests);
            add_ratio(out, s->light, s->lights);
            kc_buf_printf(out, " %" PRIu32 "/%" PRIu32 " | %" PRIu32 "/%" PRIu32 " |\n",
                          report_fast(r, e, p, 1.0), s->cells, report_fast(r, e, p, 2.0), s->cells);
        }
}

static void add_process(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out,
                "\n## Process\n\n| campaign | runs | iterations | calls | evaluations | syntax "
                "errors | wrong results | tool errors | tokens in | cached | tokens out | cost "
                "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t e = 0; e < r->entry_count; e++) {
        const struct kc_report_process *p = &r->entries[e].process;

        kc_buf_puts(out, "| ");
        kc_text_markdown(out, r->entries[e].label);
        kc_buf_printf(out,
                      " | %" PRIu32 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64
                      " | %" PRIu64 " | %" PRIu64 " | %" PRId64 " | %" PRId64 " | %" PRId64
                      " | $%.2f",
                      r->entries[e].count, p->answers, p->calls, p->evaluations, p->syntax_errors,
                      p->wrong_results, p->tool_errors, report_plus(p->input, p->cache_write),
                      p->cache_read, p->output, p->cost);
        if (p->unpriced)
            kc_buf_printf(out, " without %" PRIu32 " runs", p->unpriced);
        kc_buf_puts(out, " |\n");
    }
}

static void add_ends(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out, "\n## How runs ended\n\n| campaign | outcome | runs |\n|---|---|---|\n");
    for (size_t e = 0; e < r->entry_count; e++) {
        uint32_t marks[KC_MARKS] = { 0 };

        for (uint32_t i = 0; i < r->entries[e].count; i++)
            marks[r->runs[r->entries[e].first + i].mark]++;
        for (size_t m = 0; m < KC_MARKS; m++)
            if (marks[m]) {
                kc_buf_puts(out, "| ");
                kc_text_markdown(out, r->entries[e].label);
                kc_buf_printf(out, " | %s %s | %" PRIu32 " |\n", kc_mark_sign((enum kc_mark)m),
                              kc_mark_name((enum kc_mark)m), marks[m]);
            }
    }
}

static void add_comparison(const struct kc_report *r, struct kc_buf *out)
{
    size_t a, b;

    if (!report_pair_of(r, &a, &b))
        return;
    const struct kc_report_pairs p = kc_report_pair(r, a, b);

    kc_buf_puts(out, "\n## Comparison\n\n");
    kc_text_markdown(out, r->entries[a].label);
    kc_buf_puts(out, " against ");
    kc_text_markdown(out, r->entries[b].label);
    kc_buf_printf(out,
                  ": both solved %" PRIu32 ", only the first %" PRIu32 ", only the second %" PRIu32
                  ", neither %" PRIu32 "; exact McNemar p = %.2g.",
                  p.both, p.only_a, p.only_b, p.neither, p.p);
    if (p.ratios) {
        kc_buf_printf(out, " Cycles of the first / second on %" PRIu32 " cells: ", p.ratios);
        kc_text_ratio(out, p.ratio);
        kc_buf_puts(out, ".");
    }
    kc_buf_puts(out, "\n");
}

void kc_report_markdown(const struct kc_report *r, struct kc_buf *out)
{
    struct kc_buf title = { 0 };

    report_title(r, &title);
    kc_buf_puts(out, "# ");
    kc_text_markdown(out, title.text);
    kc_buf_printf(out, "\n\n%zu runs.\n", r->run_count);
    for (size_t p = 0; r->entry_count && p < r->platform_count; p++)
        add_success(r, p, out);
    if (r->entry_count) {
        kc_buf_puts(out, "\nMarks, C1 to C5:");
        for (size_t m = 0; m < KC_MARKS; m++)
            kc_buf_printf(out, "%s %s %s", m ? "," : "", kc_mark_sign((enum kc_mark)m),
                          kc_mark_name((enum kc_mark)m));
        kc_buf_puts(out, ".\n");
        add_speed(r, out);
        add_process(r, out);
        add_ends(r, out);
        add_comparison(r, out);
    }
    kc_buf_free(&title);
}

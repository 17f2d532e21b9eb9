/* The key numbers, and the success table in the paper's form: tasks x models x platforms. */
#include <inttypes.h>
#include <string.h>

#include "cells/cells.h"
#include "report/parts.h"
#include "report/svg.h"

/* ---- columns ------------------------------------------------------------------------------ */

struct column {
    uint32_t platform, entry;
};

struct columns {
    struct column *list;
    size_t         count;
};

/* A column per platform and campaign that has runs there. */
static struct columns columns_of(const struct kc_report *r)
{
    struct columns c = {
        kc_arena_array(r->arena, struct column, r->platform_count * r->entry_count + 1), 0
    };

    for (uint32_t p = 0; p < r->platform_count; p++)
        for (uint32_t e = 0; e < r->entry_count; e++)
            if (report_has(r, e, p))
                c.list[c.count++] = (struct column){ p, e };
    return c;
}

/* ---- summary ------------------------------------------------------------------------------ */

static void add_number(struct kc_buf *out, const char *name, const char *value, const char *note)
{
    kc_buf_printf(out, "<div><dt>%s</dt><dd>%s<small>%s</small></dd></div>\n", name, value, note);
}

static void add_solved(const struct kc_report *r, struct kc_buf *out)
{
    const struct columns columns = columns_of(r);
    const struct column *best = NULL;
    struct kc_buf        note = { 0 }, value = { 0 };

    for (size_t p = 0; p < r->platform_count; p++) {
        best = NULL;
        for (size_t i = 0; i < columns.count; i++) {
            const struct column *c = &columns.list[i];

            if (c->platform == p && (!best || r->entries[c->entry].sums[p].solved >
                                                  r->entries[best->entry].sums[p].solved))
                best = c;
        }
        if (!best || !r->entries[best->entry].sums[p].cells)
            continue;
        value.length = note.length = 0;
        kc_buf_printf(&value, "%" PRIu32 "<span class=\"of\">/%" PRIu32 "</span>",
                      r->entries[best->entry].sums[p].solved,
                      r->entries[best->entry].sums[p].cells);
        if (r->entry_count > 1) {
            kc_buf_puts(&note, "best: ");
            kc_text_names(&note, r->entries[best->entry].label);
        } else {
            kc_buf_puts(&note, "published cells solved");
        }
        struct kc_buf name = { 0 };

        kc_text_names(&name, r->platforms[p]);
        add_number(out, name.text, value.text, note.text);
        kc_buf_free(&name);
    }
    kc_buf_free(&note);
    kc_buf_free(&value);
}

static void add_totals(const struct kc_report *r, struct kc_buf *out)
{
    struct kc_report_process sum = { 0 };
    struct kc_buf            value = { 0 }, note = { 0 };

    for (size_t i = 0; i < r->entry_count; i++) {
        const struct kc_report_process *p = &r->entries[i].process;

        sum.input = report_plus(sum.input,
                                report_plus(p->input, report_plus(p->cache_read, p->cache_write)));
        sum.output = report_plus(sum.output, p->output);
        sum.cost += p->cost;
        sum.unpriced += p->unpriced;
    }
    kc_text_count(&value, r->run_count);
    kc_buf_printf(&note, "in %zu campaign%s", r->entry_count, r->entry_count == 1 ? "" : "s");
    add_number(out, "runs", value.text, note.text);
    if (report_plus(sum.input, sum.output) > 0) {
        value.length = note.length = 0;
        kc_text_short(&value, (double)report_plus(sum.input, sum.output));
        kc_text_short(&note, (double)sum.output);
        kc_buf_puts(&note, " of them out");
        add_number(out, "tokens", value.text, note.text);
        value.length = note.length = 0;
        if (sum.cost > 0.0 || !sum.unpriced)
            kc_buf_printf(&value, "$%.2f", sum.cost);
        else
            kc_buf_puts(&value, "unknown");
        if (sum.unpriced)
            kc_buf_printf(&note, "%" PRIu32 " runs have no known price", sum.unpriced);
        else
            kc_buf_puts(&note, "all runs priced");
        add_number(out, "cost", value.text, note.text);
    }
    kc_buf_free(&value);
    kc_buf_free(&note);
}

static void add_speedup(const struct kc_report *r, struct kc_buf *out)
{
    struct kc_buf     value = { 0 }, note = { 0 };
    struct kc_geomean light = { 0 }, speed = { 0 };

    if (r->entry_count != 1)
        return;
    for (size_t p = 0; p < r->platform_count; p++) {
        const struct report_speed s = report_speed(r, 0, p, -1);

        speed.log_sum += s.compiler.log_sum;
        speed.count += s.compiler.count;
        light.log_sum += s.light.log_sum;
        light.count += s.light.count;
    }
    if (!speed.count)
        return;
    kc_text_ratio(&value, kc_geomean_value(&speed));
    kc_buf_printf(&note, "over our compiler, mean of %" PRIu32 " cells", speed.count);
    add_number(out, "speedup", value.text, note.text);
    value.length = note.length = 0;
    if (light.count) {
        kc_buf_printf(&value, "%.0f&#8239;%%", 100.0 * kc_geomean_value(&light));
        kc_buf_puts(&note, "reached, geometric mean");
        add_number(out, "speed of light", value.text, note.text);
    }
    kc_buf_free(&value);
    kc_buf_free(&note);
}

void kc_report_summary(const struct kc_report *r, struct kc_buf *out)
{
    struct kc_buf title = { 0 };

    report_title(r, &title);
    kc_buf_puts(out, "<header id=\"summary\"><p class=\"brand\">KernelCraft report</p><h1>");
    kc_text_names(out, title.text);
    kc_buf_puts(out, "</h1>\n");
    if (r->entry_count) {
        kc_buf_puts(out, "<dl class=\"numbers\">\n");
        add_solved(r, out);
        add_speedup(r, out);
        add_totals(r, out);
        kc_buf_puts(out, "</dl>\n");
        if (r->left_out)
            kc_buf_printf(out, "<p class=\"note\">%zu more campaigns are left out.</p>\n",
                          r->left_out);
    } else {
        kc_buf_puts(out, "<p>This store holds no runs yet. <code>kc run</code> makes some.</p>\n");
    }
    kc_buf_puts(out, "</header>\n");
    kc_buf_free(&title);
}

/* ---- bars --------------------------------------------------------------------------------- */

enum { BARS = 460, ROW = 30, VALUES = 170 };

double report_label_width(const struct kc_report *r)
{
    size_t most = 0;

    for (size_t e = 0; e < r->entry_count; e++)
        most = strlen(r->entries[e].label) > most ? strlen(r->entries[e].label) : most;
    return most > 34 ? 260.0 : 24.0 + 7.0 * (double)most;
}

static void add_bar(const struct kc_report *r, const struct column *c, double y, struct kc_buf *out)
{
    const struct kc_report_sum *s = &r->entries[c->entry].sums[c->platform];
    const double                share = s->cells ? (double)s->solved / s->cells : 0.0;
    const double                left = report_label_width(r);
    struct kc_buf               text = { 0 };

    kc_svg_label(out, "label", "end", left - 10.0, y + 18, r->entries[c->entry].label, 34);
    kc_svg_rect(out, "rail", left, y + 4, BARS, ROW - 10);
    if (s->solved)
        kc_svg_rect(out, "bar s0", left, y + 4, BARS * share, ROW - 10);
    kc_buf_printf(&text, "%" PRIu32 "/%" PRIu32 " (%.0f %%)", s->solved, s->cells, 100.0 * share);
    kc_svg_text(out, "value", "start", left + BARS + 8.0, y + 18, text.text);
    kc_buf_free(&text);
}

static void add_tick(const char *platform, double left, double top, double bottom,
                     struct kc_buf *out)
{
    uint32_t      solved, cells;
    struct kc_buf text = { 0 };

    if (!kc_published_success(platform, &solved, &cells))
        return;
    const double x = left + BARS * (double)solved / cells;

    kc_svg_line(out, "tick", x, top, x, bottom);
    kc_buf_printf(&text, "best published %" PRIu32 "/%" PRIu32, solved, cells);
    kc_svg_text(out, "small", "middle", x, bottom + 13, text.text);
    kc_buf_free(&text);
}

static double bars_height(const struct kc_report *r, const struct columns *columns)
{
    return (double)columns->count * ROW + (double)r->platform_count * 52.0 + 6.0;
}

static void add_bars(const struct kc_report *r, const struct columns *columns, struct kc_buf *out)
{
    const double left = report_label_width(r);
    double       y = 0.0;

    kc_svg_begin(out, left + BARS + VALUES, bars_height(r, columns),
                 "Bars: share of the published cells that each campaign solved, by platform. The "
                 "numbers stand in the table below.");
    for (uint32_t p = 0; p < r->platform_count; p++) {
        const double top = y + 24.0;

        kc_svg_text(out, "head", "start", 0, y + 18, r->platforms[p]);
        y = top;
        for (size_t i = 0; i < columns->count; i++)
            if (columns->list[i].platform == p) {
                add_bar(r, &columns->list[i], y, out);
                y += ROW;
            }
        add_tick(r->platforms[p], left, top, y, out);
        y += 28.0;
    }
    kc_svg_end(out, "Solved cells of the published set, in per cent of the set. The line marks the "
                    "best published model (GPT-5.2), on the authors&#8217; own simulators.");
}

/* ---- the table ---------------------------------------------------------------------------- */

static void add_heads(const struct kc_report *r, const struct columns *columns, struct kc_buf *out)
{
    kc_buf_puts(out, "<thead><tr><th rowspan=\"2\" scope=\"col\">task</th>");
    for (uint32_t p = 0; p < r->platform_count; p++) {
        size_t span = 0;

        for (size_t i = 0; i < columns->count; i++)
            span += columns->list[i].platform == p;
        if (!span)
            continue;
        kc_buf_printf(out, "<th scope=\"colgroup\" class=\"group\" colspan=\"%zu\">", span);
        kc_text_names(out, r->platforms[p]);
        kc_buf_puts(out, "</th>");
    }
    kc_buf_puts(out, "</tr>\n<tr>");
    for (size_t i = 0; i < columns->count; i++) {
        kc_buf_puts(out, "<th scope=\"col\" class=\"model\">");
        kc_text_names(out, r->entries[columns->list[i].entry].label);
        kc_buf_puts(out, "</th>");
    }
    kc_buf_puts(out, "</tr></thead>\n");
}

/* "C1 solved, 1,234 cycles" */
static void describe_cell(const struct kc_report *r, const struct kc_report_cell *cell,
                          size_t config, struct kc_buf *out)
{
    kc_buf_printf(out, "C%zu %s", config + 1, kc_mark_name(cell->mark));
    if (cell->runs > 1)
        kc_buf_printf(out, ", %" PRIu32 " of %" PRIu32 " runs", cell->solved, cell->runs);
    if (cell->solved) {
        kc_buf_puts(out, ", ");
        kc_text_count(out, r->runs[cell->shown - 1].row.sum.cycles);
        kc_buf_puts(out, " cycles");
    }
}

static void add_cell(const struct kc_report *r, const struct column *c, size_t task, size_t config,
                     struct kc_buf *out)
{
    const struct kc_report_cell *cell = kc_report_cell(r, c->entry, c->platform, task, config);
    struct kc_buf                tint = { 0 }, words = { 0 };
    const char                  *end = "</span>";

    kc_buf_printf(&tint, "m %s", report_mark_class(cell->mark));
    describe_cell(r, cell, config, &words);
    if (cell->shown)
        end = report_link(r, &r->runs[cell->shown - 1], tint.text, out);
    else
        kc_buf_printf(out, "<span class=\"%s\"", tint.text);
    if (end[2] == 'a') /* a link is read out by what it means, not by its sign */
        kc_buf_printf(out, " aria-label=\"%s\"", words.text);
    kc_buf_printf(out, " title=\"%s\">%s%s", words.text, kc_mark_sign(cell->mark), end);
    kc_buf_free(&tint);
    kc_buf_free(&words);
}

static uint32_t solved_of(const struct kc_report *r, const struct column *c, size_t task)
{
    uint32_t solved = 0;

    for (size_t i = 0; i < KC_REPORT_CONFIGS; i++)
        solved += kc_report_cell(r, c->entry, c->platform, task, i)->solved > 0;
    return solved;
}

static void add_task(const struct kc_report *r, const struct columns *columns, size_t task,
                     struct kc_buf *out)
{
    kc_buf_puts(out, "<tr><th scope=\"row\">");
    kc_text_names(out, r->tasks[task].name);
    kc_buf_puts(out, "</th>");
    for (size_t i = 0; i < columns->count; i++) {
        const struct column *c = &columns->list[i];

        if (!report_is_published(r, c->platform, task)) {
            kc_buf_printf(out,
                          "<td class=\"cell\"><span class=\"m none\" title=\"unsupported: not "
                          "in the published set\">%s</span></td>",
                          kc_mark_sign(KC_MARK_UNSUPPORTED));
            continue;
        }
        kc_buf_puts(out, "<td class=\"cell\"><span class=\"five\">");
        for (size_t k = 0; k < KC_REPORT_CONFIGS; k++)
            add_cell(r, c, task, k, out);
        kc_buf_printf(out, "</span><span class=\"n\">%" PRIu32 "/%d</span></td>",
                      solved_of(r, c, task), KC_REPORT_CONFIGS);
    }
    kc_buf_puts(out, "</tr>\n");
}

/* A subtotal; the interval when runs are repeated. */
static void add_sum(const struct kc_report *r, const struct columns *columns, uint32_t level,
                    struct kc_buf *out)
{
    kc_buf_puts(out, level ? "<tr class=\"sub\"><th scope=\"row\">"
                           : "<tr class=\"total\"><th "
                             "scope=\"row\">");
    if (level)
        kc_buf_printf(out, "level %" PRIu32, level);
    else
        kc_buf_puts(out, "all levels");
    kc_buf_puts(out, "</th>");
    for (size_t i = 0; i < columns->count; i++) {
        const struct column       *c = &columns->list[i];
        const struct kc_report_sum s = kc_report_level(r, c->entry, c->platform, level);

        kc_buf_printf(out, "<td><strong>%" PRIu32 "/%" PRIu32 "</strong>", s.solved, s.cells);
        if (r->entries[c->entry].repeats > 1 && s.runs_judged)
            kc_buf_printf(out,
                          "<small>runs %.0f&#8239;%% <span class=\"ci\">[%.0f, %.0f]</span>"
                          "</small>",
                          100.0 * s.runs_solved / s.runs_judged, 100.0 * s.low, 100.0 * s.high);
        kc_buf_puts(out, "</td>");
    }
    kc_buf_puts(out, "</tr>\n");
}

/* Whether one of the columns has the task. */
static bool is_shown(const struct kc_report *r, const struct columns *columns, size_t task)
{
    for (size_t i = 0; i < columns->count; i++)
        if (report_is_published(r, columns->list[i].platform, task))
            return true;
    return false;
}

static bool has_level(const struct kc_report *r, const struct columns *columns, uint32_t level)
{
    for (size_t t = 0; t < r->task_count; t++)
        if (r->tasks[t].level == level && is_shown(r, columns, t))
            return true;
    return false;
}

static void add_levels(const struct kc_report *r, const struct columns *columns, struct kc_buf *out)
{
    for (uint32_t level = 1; level <= 9; level++) {
        if (!has_level(r, columns, level))
            continue;
        kc_buf_puts(out, "<tbody>");
        for (size_t t = 0; t < r->task_count; t++)
            if (r->tasks[t].level == level && is_shown(r, columns, t))
                add_task(r, columns, t, out);
        add_sum(r, columns, level, out);
        kc_buf_puts(out, "</tbody>\n");
    }
    kc_buf_puts(out, "<tbody>");
    add_sum(r, columns, 0, out);
    kc_buf_puts(out, "</tbody>\n");
}

static void add_legend(const struct kc_report *r, struct kc_buf *out)
{
    bool used[KC_MARKS] = { [KC_MARK_SOLVED] = true };

    for (size_t e = 0; e < r->entry_count; e++)
        for (size_t p = 0; p < r->platform_count; p++)
            for (size_t m = 0; m < KC_MARKS; m++)
                used[m] |= report_has(r, e, p) && r->entries[e].sums[p].marks[m] > 0;
    used[KC_MARK_UNSUPPORTED] = true;
    kc_buf_puts(out, "<ul class=\"legend\">");
    for (size_t m = 0; m < KC_MARKS; m++)
        if (used[m]) {
            kc_buf_puts(out, "<li>");
            report_mark((enum kc_mark)m, out);
            kc_buf_printf(out, " %s</li>", report_mark_words((enum kc_mark)m));
        }
    kc_buf_puts(out, "</ul>\n");
}

static void say_others(const struct kc_report *r, struct kc_buf *out)
{
    uint32_t others = 0;

    for (size_t e = 0; e < r->entry_count; e++)
        others += r->entries[e].others;
    if (others)
        kc_buf_printf(out,
                      "<p class=\"note\">%" PRIu32 " run%s outside the published set (other sizes, "
                      "generated configurations, cells that a platform lacks) stand%s only in the "
                      "list of runs.</p>\n",
                      others, others == 1 ? "" : "s", others == 1 ? "s" : "");
}

void kc_report_success(const struct kc_report *r, struct kc_buf *out)
{
    const struct columns columns = columns_of(r);

    if (!r->entry_count)
        return;
    kc_buf_puts(out, "<section id=\"success\" aria-labelledby=\"success-h\">"
                     "<h2 id=\"success-h\">Success</h2>\n");
    add_bars(r, &columns, out);
    kc_buf_puts(out,
                "<p>Each task has five configurations, C1 to C5; a mark stands for one of them, in "
                "this order. A cell counts as solved when every output element matches on five "
                "seeds, four of them hidden from the agent.</p>\n"
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Success by "
                "task\"><table class=\"grid\">\n"
                "<caption>Solved configurations by task, platform and model</caption>\n");
    add_heads(r, &columns, out);
    add_levels(r, &columns, out);
    kc_buf_puts(out, "</table></div>\n");
    add_legend(r, out);
    say_others(r, out);
    kc_buf_puts(out, "</section>\n");
}

/* How fast the kernels are: against our compiler, the published kernels, the speed of light. */
#include <inttypes.h>
#include <math.h>

#include "report/parts.h"
#include "report/svg.h"

enum { LABEL = 150, BARS = 560, WIDTH = LABEL + BARS + 170, BAR = 13, GAP = 9, HEAD = 24 };

/* ---- bars of one campaign on one platform ------------------------------------------------- */

static void widen(struct kc_axis *axis, const struct kc_geomean *g)
{
    const double value = kc_geomean_value(g);

    if (!g->count)
        return;
    axis->from = value < axis->from ? value : axis->from;
    axis->to = value > axis->to ? value : axis->to;
}

static uint32_t bars_of(const struct report_speed *s)
{
    return (s->compiler.count ? 1u : 0u) + (s->best.count ? 1u : 0u) + (s->light.count ? 1u : 0u);
}

/* The range of all bars, and how high the chart gets. */
static struct kc_axis measure(const struct kc_report *r, size_t entry, size_t platform,
                              double *height)
{
    struct kc_axis axis = { 0.5, 2.0, LABEL, LABEL + BARS, true };

    *height = HEAD + 26.0;
    for (size_t t = 0; t < r->task_count; t++) {
        const struct report_speed s = report_speed(r, entry, platform, (int)t);

        widen(&axis, &s.compiler);
        widen(&axis, &s.best);
        widen(&axis, &s.light);
        *height += bars_of(&s) ? bars_of(&s) * BAR + GAP : 0.0;
    }
    axis.from /= 1.35;
    axis.to *= 1.35;
    return axis;
}

static void add_axis(const struct kc_axis *axis, double height, struct kc_buf *out)
{
    const bool coarse = axis->to / axis->from > 1000.0;

    for (double v = kc_axis_tick(axis, 0.0, coarse); v > 0.0; v = kc_axis_tick(axis, v, coarse)) {
        const double  x = kc_axis_at(axis, v);
        struct kc_buf text = { 0 };

        kc_buf_printf(&text, "%g\xc3\x97", v);
        kc_svg_line(out, "grid", x, HEAD, x, height - 22.0);
        kc_svg_text(out, "small", "middle", x, 14.0, text.text);
        kc_svg_text(out, "small", "middle", x, height - 8.0, text.text);
        kc_buf_free(&text);
    }
    kc_svg_line(out, "one", kc_axis_at(axis, 1.0), HEAD, kc_axis_at(axis, 1.0), height - 22.0);
}

static void add_bar(const struct kc_axis *axis, double y, const char *class, const char *against,
                    const struct kc_geomean *g, struct kc_buf *out)
{
    const double  value = kc_geomean_value(g), one = kc_axis_at(axis, 1.0);
    const double  x = kc_axis_at(axis, value);
    struct kc_buf text = { 0 };

    kc_svg_rect(out, class, x < one ? x : one, y + 1.0, fabs(x - one), BAR - 2.0);
    kc_text_ratio(&text, value);
    kc_buf_printf(&text, " %s", against);
    kc_svg_text(out, "tiny", "start", (x > one ? x : one) + 5.0, y + BAR - 3.0, text.text);
    kc_buf_free(&text);
}

static double add_task(const struct kc_report *r, const struct kc_axis *axis, size_t entry,
                       size_t platform, size_t task, double y, struct kc_buf *out)
{
    const struct report_speed s = report_speed(r, entry, platform, (int)task);
    const uint32_t            bars = bars_of(&s);

    if (!bars)
        return y;
    kc_svg_text(out, "label", "end", LABEL - 10.0, y + bars * BAR / 2.0 + 4.0, r->tasks[task].name);
    if (s.compiler.count) {
        add_bar(axis, y, "bar s0", "compiler", &s.compiler, out);
        y += BAR;
    }
    if (s.best.count) {
        add_bar(axis, y, "bar s1", "best published", &s.best, out);
        y += BAR;
    }
    if (s.light.count) {
        add_bar(axis, y, "bar s2", "speed of light", &s.light, out);
        y += BAR;
    }
    return y + GAP;
}

static void add_chart(const struct kc_report *r, size_t entry, size_t platform, struct kc_buf *out)
{
    struct kc_buf        alt = { 0 };
    double               height, y = HEAD + 6.0;
    const struct kc_axis axis = measure(r, entry, platform, &height);

    kc_buf_printf(&alt,
                  "Bars by task, %s on %s: how many times fewer cycles the kernels take than our "
                  "compiler's and the best published ones, and the share of the speed of light. "
                  "The numbers stand in the table of cycles.",
                  r->entries[entry].label, r->platforms[platform]);
    kc_svg_begin(out, WIDTH, height, alt.text);
    add_axis(&axis, height, out);
    for (size_t t = 0; t < r->task_count; t++)
        y = add_task(r, &axis, entry, platform, t, y, out);
    kc_svg_end(out,
               "Geometric mean over the solved configurations of each task, logarithmic axis. "
               "<b>compiler</b>: cycles of our own compiler&#8217;s baseline divided by those of "
               "the kernel. <b>best published</b>: the same for the best published agent kernel, "
               "where one exists; its cycles were counted by the authors&#8217; simulator. "
               "<b>speed of light</b>: the fewest cycles any kernel can take divided by those of "
               "the kernel; 1&#215; cannot be passed.");
    kc_buf_free(&alt);
}

/* ---- the table ---------------------------------------------------------------------------- */

static void add_cycles(struct kc_buf *out, uint64_t cycles)
{
    kc_buf_puts(out, "<td>");
    if (cycles)
        kc_text_count(out, cycles);
    kc_buf_puts(out, "</td>");
}

static void add_ratio(struct kc_buf *out, double ratio)
{
    kc_buf_puts(out, "<td>");
    if (ratio > 0.0)
        kc_text_ratio(out, ratio);
    kc_buf_puts(out, "</td>");
}

static void add_row(const struct kc_report *r, const struct kc_report_run *run, struct kc_buf *out)
{
    const struct report_ratios q = report_ratios(run);
    const char                *end;

    kc_buf_puts(out, "<tr><th scope=\"row\">");
    end = report_link(r, run, "run-link", out);
    kc_buf_puts(out, ">");
    kc_text_names(out, run->row.what.task);
    kc_buf_puts(out, " ");
    kc_text_names(out, run->row.what.config);
    kc_buf_printf(out, "%s</th>", end);
    add_cycles(out, run->row.sum.cycles);
    add_cycles(out, run->row.sum.baseline_cycles);
    add_cycles(out, run->row.sum.published_cycles);
    add_cycles(out, run->best_published);
    add_cycles(out, run->row.sum.bound_cycles);
    add_ratio(out, q.compiler);
    add_ratio(out, q.published);
    add_ratio(out, q.best);
    add_ratio(out, q.light);
    kc_buf_puts(out, "</tr>\n");
}

static void add_means(const struct kc_report_sum *s, struct kc_buf *out)
{
    kc_buf_puts(out, "<tr class=\"total\"><th scope=\"row\">geometric mean</th><td></td><td></td>"
                     "<td></td><td></td><td></td>");
    add_ratio(out, s->speedup);
    add_ratio(out, s->over_published);
    add_ratio(out, s->over_best);
    add_ratio(out, s->light);
    kc_buf_puts(out, "</tr>\n");
}

static void add_table(const struct kc_report *r, size_t entry, size_t platform, struct kc_buf *out)
{
    kc_buf_puts(out,
                "<details><summary>Cycles of every solved cell</summary><div class=\"scroll\" "
                "tabindex=\"0\" role=\"region\" aria-label=\"Cycles\"><table class=\"cycles\">"
                "<thead><tr><th scope=\"col\">cell</th><th scope=\"col\">kernel</th>"
                "<th scope=\"col\">our compiler</th><th scope=\"col\">published compiler</th>"
                "<th scope=\"col\">best published agent</th><th scope=\"col\">bound</th>"
                "<th scope=\"col\">over our compiler</th><th scope=\"col\">over published</th>"
                "<th scope=\"col\">over best</th><th scope=\"col\">speed of light</th></tr></thead>"
                "<tbody>\n");
    for (size_t t = 0; t < r->task_count; t++)
        for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
            const struct kc_report_run *run = report_shown(r, entry, platform, t, c);

            if (run && run->mark == KC_MARK_SOLVED && report_is_published(r, platform, t))
                add_row(r, run, out);
        }
    add_means(&r->entries[entry].sums[platform], out);
    kc_buf_puts(out, "</tbody></table></div></details>\n");
}

/* ---- the section -------------------------------------------------------------------------- */

static void add_ratio_words(struct kc_buf *out, double ratio, uint32_t count, const char *words)
{
    if (!count)
        return;
    kc_text_ratio(out, ratio);
    kc_buf_printf(out, " %s (%" PRIu32 ") &#183; ", words, count);
}

static void add_one(const struct kc_report *r, size_t entry, size_t platform, bool open,
                    struct kc_buf *out)
{
    const struct kc_report_sum *s = &r->entries[entry].sums[platform];

    kc_buf_printf(out, "<details class=\"chart\"%s><summary>", open ? " open" : "");
    kc_text_names(out, r->platforms[platform]);
    kc_buf_puts(out, ", ");
    kc_text_names(out, r->entries[entry].label);
    kc_buf_puts(out, "</summary><p>");
    add_ratio_words(out, s->speedup, s->speedups, "over our compiler");
    add_ratio_words(out, s->over_published, s->over_publisheds, "over the published compiler");
    add_ratio_words(out, s->over_best, s->over_bests, "over the best published kernels");
    kc_buf_printf(out,
                  "faster than our compiler: %" PRIu32 ", twice as fast: %" PRIu32 " of %" PRIu32
                  " cells (fast<sub>1</sub> %.2f, fast<sub>2</sub> %.2f). In brackets the number "
                  "of cells behind each mean.</p>\n",
                  report_fast(r, entry, platform, 1.0), report_fast(r, entry, platform, 2.0),
                  s->cells,
                  s->cells ? (double)report_fast(r, entry, platform, 1.0) / s->cells : 0.0,
                  s->cells ? (double)report_fast(r, entry, platform, 2.0) / s->cells : 0.0);
    add_chart(r, entry, platform, out);
    add_table(r, entry, platform, out);
    kc_buf_puts(out, "</details>\n");
}

void kc_report_speed(const struct kc_report *r, struct kc_buf *out)
{
    bool any = false;

    if (!r->entry_count)
        return;
    kc_buf_puts(out, "<section id=\"speed\" aria-labelledby=\"speed-h\"><h2 id=\"speed-h\">Speed"
                     "</h2>\n");
    for (size_t p = 0; p < r->platform_count; p++)
        for (size_t e = 0; e < r->entry_count; e++)
            if (r->entries[e].sums[p].runs_solved) {
                add_one(r, e, p, e == 0, out);
                any = true;
            }
    if (!any)
        kc_buf_puts(out, "<p>No cell of the published set is solved, so there is no speed.</p>\n");
    kc_buf_puts(out, "</section>\n");
}

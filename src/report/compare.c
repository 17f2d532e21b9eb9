/* Two campaigns, cell by cell. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/parts.h"
#include "report/svg.h"

enum { LABEL = 210, BARS = 480, ROW = 22, WIDTH = LABEL + BARS + 120, MOST_ROWS = 60 };

static void add_name(const struct kc_report *r, size_t entry, struct kc_buf *out)
{
    kc_text_names(out, r->entries[entry].label);
}

static void add_counts(const struct kc_report *r, size_t a, size_t b,
                       const struct kc_report_pairs *p, struct kc_buf *out)
{
    kc_buf_puts(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Pairs\">"
                     "<table class=\"pairs\"><caption>Cells that both campaigns have judged"
                     "</caption><thead><tr><td></td><th scope=\"col\">");
    add_name(r, b, out);
    kc_buf_puts(out, ": solved</th><th scope=\"col\">not solved</th></tr></thead><tbody>"
                     "<tr><th scope=\"row\">");
    add_name(r, a, out);
    kc_buf_printf(out,
                  ": solved</th><td>%" PRIu32 "</td><td>%" PRIu32 "</td></tr>"
                  "<tr><th scope=\"row\">not solved</th><td>%" PRIu32 "</td><td>%" PRIu32
                  "</td></tr></tbody></table></div>\n",
                  p->both, p->only_a, p->only_b, p->neither);
}

static void add_words(const struct kc_report *r, size_t a, size_t b,
                      const struct kc_report_pairs *p, struct kc_buf *out)
{
    kc_buf_printf(out,
                  "<p>Cells in common: %" PRIu32 ", of which %" PRIu32 " came out differently.",
                  p->both + p->only_a + p->only_b + p->neither, p->only_a + p->only_b);
    if (p->only_a + p->only_b)
        kc_buf_printf(out,
                      " If both were equally able, a split as uneven as %" PRIu32 " to %" PRIu32
                      " would happen with probability %.2g (exact McNemar test, two-sided).",
                      p->only_a, p->only_b, p->p);
    if (p->ratios) {
        kc_buf_printf(out, " Where both solved the cell (%" PRIu32 "), kernels of ", p->ratios);
        add_name(r, b, out);
        kc_buf_puts(out, " are ");
        kc_text_ratio(out, p->ratio);
        kc_buf_puts(out, " as fast as those of ");
        add_name(r, a, out);
        kc_buf_puts(out, " (geometric mean of cycles).");
    }
    kc_buf_puts(out, "</p>\n");
}

/* ---- which cells differ ------------------------------------------------------------------- */

static void add_cell_name(const struct kc_report *r, size_t index, struct kc_buf *out)
{
    const size_t config = index % KC_REPORT_CONFIGS, rest = index / KC_REPORT_CONFIGS;

    kc_text_names(out, r->platforms[rest / r->task_count]);
    kc_buf_puts(out, " ");
    kc_text_names(out, r->tasks[rest % r->task_count].name);
    kc_buf_printf(out, " C%zu", config + 1);
}

static void add_side(const struct kc_report *r, const struct kc_report_cell *cell,
                     struct kc_buf *out)
{
    const struct kc_report_run *run = &r->runs[cell->shown - 1];
    const char                 *end;

    kc_buf_puts(out, "<td>");
    end = report_link(r, run, "run-link", out);
    kc_buf_puts(out, ">");
    report_mark(cell->mark, out);
    kc_buf_printf(out, " %s%s</td>", kc_mark_name(cell->mark), end);
}

static void add_discordant(const struct kc_report *r, size_t a, size_t b, struct kc_buf *out)
{
    const size_t count = r->platform_count * r->task_count * KC_REPORT_CONFIGS;

    kc_buf_puts(out, "<details><summary>Cells that differ</summary><div class=\"scroll\" "
                     "tabindex=\"0\" role=\"region\" aria-label=\"Cells that differ\"><table>"
                     "<thead><tr><th scope=\"col\">cell</th><th scope=\"col\">");
    add_name(r, a, out);
    kc_buf_puts(out, "</th><th scope=\"col\">");
    add_name(r, b, out);
    kc_buf_puts(out, "</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < count; i++) {
        const struct kc_report_cell *x = &r->entries[a].cells[i], *y = &r->entries[b].cells[i];

        if (!x->judged || !y->judged || (x->solved > 0) == (y->solved > 0))
            continue;
        kc_buf_puts(out, "<tr><th scope=\"row\">");
        add_cell_name(r, i, out);
        kc_buf_puts(out, "</th>");
        add_side(r, x, out);
        add_side(r, y, out);
        kc_buf_puts(out, "</tr>\n");
    }
    kc_buf_puts(out, "</tbody></table></div></details>\n");
}

/* ---- speed, task by task ------------------------------------------------------------------ */

static struct kc_geomean task_ratio(const struct kc_report *r, size_t a, size_t b, size_t platform,
                                    size_t task)
{
    struct kc_geomean g = { 0 };

    for (size_t c = 0; c < KC_REPORT_CONFIGS; c++) {
        const struct kc_report_run *x = report_shown(r, a, platform, task, c);
        const struct kc_report_run *y = report_shown(r, b, platform, task, c);

        if (x && y && x->mark == KC_MARK_SOLVED && y->mark == KC_MARK_SOLVED && y->row.sum.cycles)
            kc_geomean_add(&g, (double)x->row.sum.cycles / (double)y->row.sum.cycles);
    }
    return g;
}

static size_t find_rows(const struct kc_report *r, size_t a, size_t b, struct kc_axis *axis)
{
    size_t rows = 0;

    for (size_t p = 0; p < r->platform_count; p++)
        for (size_t t = 0; t < r->task_count; t++) {
            const struct kc_geomean g = task_ratio(r, a, b, p, t);
            const double            value = kc_geomean_value(&g);

            if (!g.count)
                continue;
            rows++;
            axis->from = value < axis->from ? value : axis->from;
            axis->to = value > axis->to ? value : axis->to;
        }
    return rows < MOST_ROWS ? rows : MOST_ROWS;
}

static void add_bar(const struct kc_report *r, const struct kc_axis *axis, size_t platform,
                    size_t task, double value, double y, struct kc_buf *out)
{
    const double  one = kc_axis_at(axis, 1.0), x = kc_axis_at(axis, value);
    struct kc_buf text = { 0 };

    kc_buf_printf(&text, "%s %s", r->platforms[platform], r->tasks[task].name);
    kc_svg_text(out, "label", "end", LABEL - 10.0, y + 15.0, text.text);
    kc_svg_rect(out, value >= 1.0 ? "bar s0" : "bar s1", x < one ? x : one, y + 4.0, fabs(x - one),
                ROW - 8.0);
    text.length = 0;
    kc_text_ratio(&text, value);
    kc_svg_text(out, "tiny", "start", (x > one ? x : one) + 5.0, y + 15.0, text.text);
    kc_buf_free(&text);
}

static void add_chart(const struct kc_report *r, size_t a, size_t b, struct kc_buf *out)
{
    struct kc_axis axis = { 0.5, 2.0, LABEL, LABEL + BARS, true };
    size_t         rows = find_rows(r, a, b, &axis), drawn = 0;

    if (!rows)
        return;
    axis.from /= 1.2;
    axis.to *= 1.2;
    kc_svg_begin(out, WIDTH, (double)rows * ROW + 12.0,
                 "Bars by task: cycles of the first campaign divided by those of the second, "
                 "where both solved the cell.");
    kc_svg_line(out, "one", kc_axis_at(&axis, 1.0), 2.0, kc_axis_at(&axis, 1.0),
                (double)rows * ROW + 6.0);
    for (size_t p = 0; p < r->platform_count; p++)
        for (size_t t = 0; t < r->task_count; t++) {
            const struct kc_geomean g = task_ratio(r, a, b, p, t);

            if (g.count && drawn < MOST_ROWS)
                add_bar(r, &axis, p, t, kc_geomean_value(&g), (double)drawn++ * ROW + 4.0, out);
        }
    kc_svg_end(out, "Cycles of the first campaign divided by cycles of the second, geometric mean "
                    "over the configurations that both solved, logarithmic axis. Right of the "
                    "line the second is faster.");
}

void kc_report_compare(const struct kc_report *r, struct kc_buf *out)
{
    size_t a, b;

    if (!report_pair_of(r, &a, &b))
        return;
    const struct kc_report_pairs pairs = kc_report_pair(r, a, b);

    kc_buf_puts(out, "<section id=\"compare\" aria-labelledby=\"compare-h\">"
                     "<h2 id=\"compare-h\">Comparison</h2>\n<p><b>");
    add_name(r, a, out);
    kc_buf_puts(out, "</b> against <b>");
    add_name(r, b, out);
    kc_buf_puts(out, "</b>.</p>\n");
    if (pairs.both + pairs.only_a + pairs.only_b + pairs.neither == 0) {
        kc_buf_puts(out, "<p>They have no judged cell in common.</p></section>\n");
        return;
    }
    add_counts(r, a, b, &pairs, out);
    add_words(r, a, b, &pairs, out);
    if (pairs.only_a + pairs.only_b)
        add_discordant(r, a, b, out);
    add_chart(r, a, b, out);
    kc_buf_puts(out, "</section>\n");
}

/* What went wrong: how cells ended, and which mistakes were made on the way. */
#include <inttypes.h>

#include "report/parts.h"
#include "report/svg.h"

enum { BARS = 480, ROW = 30, VALUES = 150 };

/* ---- how runs ended ----------------------------------------------------------------------- */

static void count_marks(const struct kc_report *r, const struct kc_report_entry *e, uint32_t *marks)
{
    for (uint32_t i = e->first; i < e->first + e->count; i++)
        marks[r->runs[i].mark]++;
}

static void add_row(const struct kc_report *r, const struct kc_report_entry *e, const bool *used,
                    struct kc_buf *out)
{
    uint32_t marks[KC_MARKS] = { 0 };

    count_marks(r, e, marks);
    kc_buf_puts(out, "<tr><th scope=\"row\">");
    kc_text_names(out, e->label);
    kc_buf_printf(out, "</th><td>%" PRIu32 "</td>", e->count);
    for (size_t m = 0; m < KC_MARKS; m++)
        if (used[m] && marks[m])
            kc_buf_printf(out, "<td>%" PRIu32 "</td>", marks[m]);
        else if (used[m])
            kc_buf_puts(out, "<td class=\"nil\">0</td>");
    kc_buf_puts(out, "</tr>\n");
}

static void add_ends(const struct kc_report *r, struct kc_buf *out)
{
    uint32_t marks[KC_MARKS] = { 0 };
    bool     used[KC_MARKS];

    for (size_t e = 0; e < r->entry_count; e++)
        count_marks(r, &r->entries[e], marks);
    for (size_t m = 0; m < KC_MARKS; m++)
        used[m] = marks[m] > 0;
    kc_buf_puts(out, "<h3>How runs ended</h3>\n<div class=\"scroll\" tabindex=\"0\" "
                     "role=\"region\" aria-label=\"How runs ended\"><table class=\"ends\"><thead>"
                     "<tr><th scope=\"col\">campaign</th><th scope=\"col\">runs</th>");
    for (size_t m = 0; m < KC_MARKS; m++)
        if (used[m]) {
            kc_buf_puts(out, "<th scope=\"col\">");
            report_mark((enum kc_mark)m, out);
            kc_buf_printf(out, " %s</th>", kc_mark_name((enum kc_mark)m));
        }
    kc_buf_puts(out, "</tr></thead><tbody>\n");
    for (size_t e = 0; e < r->entry_count; e++)
        add_row(r, &r->entries[e], used, out);
    kc_buf_puts(out, "</tbody></table></div>\n");
}

/* ---- mistakes on the way ------------------------------------------------------------------ */

static void add_part(double *x, double y, double width, const char *class, uint64_t count,
                     struct kc_buf *out)
{
    struct kc_buf text = { 0 };

    if (!count)
        return;
    kc_svg_rect(out, class, *x, y + 4.0, width, ROW - 10.0);
    kc_buf_printf(&text, "%" PRIu64, count);
    if (width > 9.0 * (double)text.length)
        kc_svg_text(out, "inside", "middle", *x + width / 2.0, y + 19.0, text.text);
    *x += width;
    kc_buf_free(&text);
}

static uint64_t mistakes(const struct kc_report_process *p)
{
    return p->syntax_errors + p->wrong_results + p->tool_errors;
}

static void add_bar(const struct kc_report_entry *e, double left, double y, uint64_t most,
                    struct kc_buf *out)
{
    const struct kc_report_process *p = &e->process;
    const double                    unit = (double)BARS / (double)most;
    double                          x = left;
    struct kc_buf                   text = { 0 };

    kc_svg_label(out, "label", "end", left - 10.0, y + 19.0, e->label, 34);
    add_part(&x, y, unit * (double)p->syntax_errors, "bar s0", p->syntax_errors, out);
    add_part(&x, y, unit * (double)p->wrong_results, "bar s1", p->wrong_results, out);
    add_part(&x, y, unit * (double)p->tool_errors, "bar s2", p->tool_errors, out);
    kc_buf_printf(&text, "%.2f per run", e->count ? (double)mistakes(p) / e->count : 0.0);
    kc_svg_text(out, "value", "start", x + 8.0, y + 19.0, text.text);
    kc_buf_free(&text);
}

static void add_key(double left, double y, struct kc_buf *out)
{
    static const char *const names[] = { "does not assemble", "wrong when evaluated",
                                         "tool used wrongly" };
    static const char *const classes[] = { "bar s0", "bar s1", "bar s2" };

    for (size_t i = 0; i < KC_COUNT(names); i++) {
        kc_svg_rect(out, classes[i], left + 172.0 * (double)i, y, 12.0, 12.0);
        kc_svg_text(out, "small", "start", left + 172.0 * (double)i + 17.0, y + 10.0, names[i]);
    }
}

static void add_mistakes(const struct kc_report *r, struct kc_buf *out)
{
    const double left = report_label_width(r);
    uint64_t     most = 0;
    double       y = 24.0;

    for (size_t e = 0; e < r->entry_count; e++)
        most = mistakes(&r->entries[e].process) > most ? mistakes(&r->entries[e].process) : most;
    if (!most) {
        kc_buf_puts(out, "<p>No kernel failed to assemble or gave a wrong result on the way, and "
                         "no tool was used wrongly.</p>\n");
        return;
    }
    kc_svg_begin(out, left + BARS + VALUES, (double)r->entry_count * ROW + 30.0,
                 "Stacked bars: mistakes on the way by kind, one bar per campaign. The numbers "
                 "stand in the table below.");
    add_key(left, 2.0, out);
    for (size_t e = 0; e < r->entry_count; e++, y += ROW)
        add_bar(&r->entries[e], left, y, most, out);
    kc_svg_end(out, "Mistakes on the way, over all runs of a campaign: tool results that found a "
                    "syntax error, evaluations that were not correct, calls that a tool refused. "
                    "Solved runs make mistakes too.");
}

static void add_shares(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"Mistakes on the way\"><table><thead><tr>"
                     "<th scope=\"col\">campaign</th><th scope=\"col\">calls</th>"
                     "<th scope=\"col\">evaluations</th><th scope=\"col\">syntax errors</th>"
                     "<th scope=\"col\">wrong results</th><th scope=\"col\">tool errors</th>"
                     "<th scope=\"col\">answers without a call</th></tr></thead><tbody>\n");
    for (size_t e = 0; e < r->entry_count; e++) {
        const struct kc_report_process *p = &r->entries[e].process;
        const uint64_t numbers[] = { p->calls,         p->evaluations, p->syntax_errors,
                                     p->wrong_results, p->tool_errors, p->nudges };

        kc_buf_puts(out, "<tr><th scope=\"row\">");
        kc_text_names(out, r->entries[e].label);
        kc_buf_puts(out, "</th>");
        for (size_t i = 0; i < KC_COUNT(numbers); i++) {
            kc_buf_puts(out, "<td>");
            kc_text_count(out, numbers[i]);
            kc_buf_puts(out, "</td>");
        }
        kc_buf_puts(out, "</tr>\n");
    }
    kc_buf_puts(out, "</tbody></table></div>\n");
}

void kc_report_errors(const struct kc_report *r, struct kc_buf *out)
{
    if (!r->entry_count)
        return;
    kc_buf_puts(out, "<section id=\"errors\" aria-labelledby=\"errors-h\">"
                     "<h2 id=\"errors-h\">Errors</h2>\n");
    add_ends(r, out);
    kc_buf_puts(out, "<h3>Mistakes on the way</h3>\n");
    add_mistakes(r, out);
    add_shares(r, out);
    kc_buf_puts(out, "</section>\n");
}

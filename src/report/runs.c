/* Every run, a row each. */
#include <inttypes.h>
#include <string.h>

#include "report/parts.h"

static void add_count(struct kc_buf *out, uint64_t value)
{
    kc_buf_puts(out, "<td>");
    if (value)
        kc_text_count(out, value);
    kc_buf_puts(out, "</td>");
}

static void add_name(const struct kc_report *r, const struct kc_report_run *run, struct kc_buf *out)
{
    const struct kc_run_id *what = &run->row.what;
    const char             *end;

    kc_buf_puts(out, "<th scope=\"row\">");
    end = report_link(r, run, "run-link", out);
    kc_buf_puts(out, ">");
    kc_text_names(out, what->platform);
    kc_buf_puts(out, " ");
    kc_text_names(out, what->task);
    kc_buf_puts(out, " ");
    kc_text_names(out, what->config);
    if (what->repeat > 1)
        kc_buf_printf(out, " #%" PRIu32, what->repeat);
    kc_buf_printf(out, "%s</th>", end);
}

static void add_row(const struct kc_report *r, const struct kc_report_entry *e,
                    const struct kc_report_run *run, struct kc_buf *out)
{
    const struct kc_run_sum *s = &run->row.sum;

    kc_buf_puts(out, "<tr>");
    add_name(r, run, out);
    kc_buf_puts(out, "<td class=\"t\">");
    kc_text_names(out, e->label);
    kc_buf_printf(out, "</td><td class=\"t\"><span class=\"m %s\">%s</span> %s",
                  report_mark_class(run->mark), kc_mark_sign(run->mark), kc_mark_name(run->mark));
    if (*s->verdict && strcmp(s->verdict, kc_mark_name(run->mark)) != 0 &&
        run->mark != KC_MARK_SOLVED) {
        kc_buf_puts(out, ", ");
        kc_text_names(out, s->verdict);
    }
    kc_buf_puts(out, "</td>");
    if (s->evaluations)
        kc_buf_printf(out, "<td>%.4g&#8239;%%</td>", 100.0 * s->match_rate);
    else
        kc_buf_puts(out, "<td></td>");
    add_count(out, s->cycles);
    kc_buf_puts(out, "<td>");
    if (report_ratios(run).compiler > 0.0)
        kc_text_ratio(out, report_ratios(run).compiler);
    kc_buf_puts(out, "</td>");
    add_count(out, s->answers);
    add_count(out, s->first_correct);
    add_count(out, (uint64_t)report_tokens(s));
    kc_buf_puts(out, "</tr>\n");
}

void kc_report_runs(const struct kc_report *r, struct kc_buf *out)
{
    if (!r->entry_count)
        return;
    kc_buf_puts(out,
                "<section id=\"runs\" aria-labelledby=\"runs-h\"><h2 id=\"runs-h\">Runs</h2>\n"
                "<p class=\"filter\" hidden><label for=\"filter\">Show runs with</label> "
                "<input id=\"filter\" type=\"search\" autocomplete=\"off\" placeholder=\"softmax "
                "wrong_result\"> <output id=\"filtered\" for=\"filter\"></output></p>\n"
                "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Runs\">"
                "<table id=\"run-table\"><thead><tr><th scope=\"col\">cell</th>"
                "<th scope=\"col\" class=\"t\">campaign</th><th scope=\"col\" class=\"t\">outcome"
                "</th><th scope=\"col\">best match</th><th scope=\"col\">cycles</th>"
                "<th scope=\"col\">over compiler</th><th scope=\"col\">iterations</th>"
                "<th scope=\"col\">to correct</th><th scope=\"col\">tokens</th></tr></thead>"
                "<tbody>\n");
    for (size_t e = 0; e < r->entry_count; e++)
        for (uint32_t i = 0; i < r->entries[e].count; i++)
            add_row(r, &r->entries[e], &r->runs[r->entries[e].first + i], out);
    kc_buf_puts(out, "</tbody></table></div></section>\n");
}

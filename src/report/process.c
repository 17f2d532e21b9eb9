/* What it took: iterations, tokens, money, time. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/parts.h"
#include "report/svg.h"

enum { LEFT = 46, PLOT = 560, TOP = 16, HIGH = 240, WIDTH = LEFT + PLOT + 270, SERIES = 8 };

/* ---- curves: which share of runs was solved with at most x -------------------------------- */

typedef double measure_fn(const struct kc_run_sum *sum);

static double iterations(const struct kc_run_sum *sum)
{
    return sum->first_correct;
}

static double tokens(const struct kc_run_sum *sum)
{
    return (double)report_tokens(sum);
}

static double dollars(const struct kc_run_sum *sum)
{
    return sum->cost;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The values of the solved runs in order; *judged runs stand behind them. */
static double *values_of(const struct kc_report *r, const struct kc_report_entry *e,
                         measure_fn *measure, size_t *count, uint32_t *judged)
{
    double *values = kc_alloc((e->count + 1) * sizeof *values);

    *count = 0;
    *judged = 0;
    for (uint32_t i = e->first; i < e->first + e->count; i++) {
        const struct kc_report_run *run = &r->runs[i];

        *judged += kc_mark_is_judged(run->mark);
        if (run->mark == KC_MARK_SOLVED && measure(&run->row.sum) >= 0.0)
            values[(*count)++] = measure(&run->row.sum);
    }
    qsort(values, *count, sizeof *values, compare_doubles);
    return values;
}

static bool find_range(const struct kc_report *r, measure_fn *measure, double *least, double *most)
{
    *least = 0.0;
    *most = 0.0;
    for (size_t i = 0; i < r->run_count; i++) {
        const double v = r->runs[i].mark == KC_MARK_SOLVED ? measure(&r->runs[i].row.sum) : 0.0;

        if (v > 0.0 && (*least <= 0.0 || v < *least))
            *least = v;
        *most = v > *most ? v : *most;
    }
    return *most > 0.0;
}

static double height_of(double share)
{
    return TOP + HIGH * (1.0 - share);
}

static double add_curve(const struct kc_report *r, size_t entry, const struct kc_axis *axis,
                        measure_fn *measure, struct kc_buf *out)
{
    size_t   count;
    uint32_t judged;
    double  *values = values_of(r, &r->entries[entry], measure, &count, &judged);
    char class[] = "curve c0";
    double y = height_of(0.0);

    class[7] = (char)('0' + entry % SERIES);
    kc_svg_path_begin(out, class, axis->start, y);
    for (size_t i = 0; judged && i < count; i++) {
        if (i + 1 < count && values[i + 1] <= values[i])
            continue; /* one step for equal values */
        const double x = kc_axis_at(axis, values[i]);

        kc_svg_path_to(out, x, y);
        y = height_of((double)(i + 1) / judged);
        kc_svg_path_to(out, x, y);
    }
    kc_svg_path_to(out, axis->end, y);
    kc_svg_path_end(out);
    free(values);
    return y;
}

static void add_frame(const struct kc_axis *axis, const char *unit, struct kc_buf *out)
{
    const bool    coarse = axis->log && axis->to / axis->from > 100.0;
    struct kc_buf text = { 0 };

    for (int i = 0; i <= 4; i++) {
        text.length = 0;
        kc_buf_printf(&text, "%d %%", 25 * i);
        kc_svg_line(out, "grid", LEFT, height_of(i / 4.0), LEFT + PLOT, height_of(i / 4.0));
        kc_svg_text(out, "small", "end", LEFT - 6, height_of(i / 4.0) + 4, text.text);
    }
    for (double v = kc_axis_tick(axis, 0.0, coarse); v > 0.0; v = kc_axis_tick(axis, v, coarse)) {
        text.length = 0;
        if (v < 1.0)
            kc_buf_printf(&text, "%g", v);
        else
            kc_text_short(&text, v);
        kc_svg_line(out, "grid", kc_axis_at(axis, v), TOP, kc_axis_at(axis, v), TOP + HIGH);
        kc_svg_text(out, "small", "middle", kc_axis_at(axis, v), TOP + HIGH + 16, text.text);
    }
    kc_svg_text(out, "small", "middle", LEFT + PLOT / 2.0, TOP + HIGH + 34, unit);
    kc_buf_free(&text);
}

struct end {
    double y;
    size_t entry;
};

static int compare_ends(const void *a, const void *b)
{
    const struct end *x = a, *y = b;

    return x->y != y->y ? (x->y < y->y ? -1 : 1) : (x->entry > y->entry) - (x->entry < y->entry);
}

/* Labels where the curves end, pushed apart: down first, then back up into the frame. */
static void push_apart(struct end *ends, size_t count)
{
    qsort(ends, count, sizeof *ends, compare_ends);
    for (size_t i = 1; i < count; i++)
        if (ends[i].y < ends[i - 1].y + 15.0)
            ends[i].y = ends[i - 1].y + 15.0;
    for (size_t i = count; i-- > 0;) {
        const double most = i + 1 < count ? ends[i + 1].y - 15.0 : TOP + HIGH;

        if (ends[i].y > most)
            ends[i].y = most;
    }
}

static void add_labels(const struct kc_report *r, struct end *ends, size_t count,
                       struct kc_buf *out)
{
    push_apart(ends, count);
    for (size_t i = 0; i < count; i++) {
        char class[] = "label k0";

        class[7] = (char)('0' + ends[i].entry % SERIES);
        kc_svg_label(out, class, "start", LEFT + PLOT + 8, ends[i].y + 4,
                     r->entries[ends[i].entry].label, 36);
    }
}

/* Whether a campaign spent anything of that kind; agents without a model do not. */
static bool has_any(const struct kc_report *r, const struct kc_report_entry *e, measure_fn *measure)
{
    for (uint32_t i = e->first; i < e->first + e->count; i++)
        if (measure(&r->runs[i].row.sum) > 0.0)
            return true;
    return false;
}

static void add_plot(const struct kc_report *r, measure_fn *measure, struct kc_axis axis,
                     const char *unit, const char *alt, const char *caption, struct kc_buf *out)
{
    struct end ends[2 * SERIES];
    size_t     count = 0;

    kc_svg_begin(out, WIDTH, TOP + HIGH + 44.0, alt);
    add_frame(&axis, unit, out);
    for (size_t e = 0; e < r->entry_count && count < KC_COUNT(ends); e++)
        if (!axis.log || has_any(r, &r->entries[e], measure)) {
            ends[count] = (struct end){ add_curve(r, e, &axis, measure, out), e };
            count++;
        }
    add_labels(r, ends, count, out);
    kc_svg_end(out, caption);
}

static void plot_iterations(const struct kc_report *r, struct kc_buf *out)
{
    double least, most;

    if (!find_range(r, iterations, &least, &most))
        return;
    add_plot(r, iterations,
             (struct kc_axis){ 0.0, most > 15.0 ? most : 15.0, LEFT, LEFT + PLOT, false },
             "iterations (answers of the model)",
             "Curves: share of judged runs that were correct after at most so many iterations, one "
             "curve per campaign. Medians stand in the table below.",
             "Share of judged runs with a correct kernel after at most that many iterations. "
             "Budgets are 15, 20 and 25 iterations by level.",
             out);
}

static void plot_spending(const struct kc_report *r, measure_fn *measure, const char *unit,
                          const char *alt, const char *caption, struct kc_buf *out)
{
    double least, most;

    if (!find_range(r, measure, &least, &most))
        return;
    if (most < 2.0 * least) { /* an axis needs some length */
        least /= 1.5;
        most *= 1.5;
    }
    add_plot(r, measure, (struct kc_axis){ least / 1.1, most * 1.1, LEFT, LEFT + PLOT, true }, unit,
             alt, caption, out);
}

/* ---- the table ---------------------------------------------------------------------------- */

static double median_of(const struct kc_report *r, const struct kc_report_entry *e,
                        measure_fn *measure)
{
    size_t       count;
    uint32_t     judged;
    double      *values = values_of(r, e, measure, &count, &judged);
    const double median = count ? (values[(count - 1) / 2] + values[count / 2]) / 2.0 : 0.0;

    free(values);
    return median;
}

static uint32_t solved_runs(const struct kc_report *r, const struct kc_report_entry *e)
{
    uint32_t solved = 0;

    for (uint32_t i = e->first; i < e->first + e->count; i++)
        solved += r->runs[i].mark == KC_MARK_SOLVED;
    return solved;
}

static void add_short(struct kc_buf *out, double value)
{
    kc_buf_puts(out, "<td>");
    kc_text_short(out, value);
    kc_buf_puts(out, "</td>");
}

static void add_cost(const struct kc_report_process *p, uint32_t solved, struct kc_buf *out)
{
    if (p->unpriced)
        kc_buf_printf(out, "<td>$%.2f <small>without %" PRIu32 " runs</small></td><td></td>",
                      p->cost, p->unpriced);
    else if (solved)
        kc_buf_printf(out, "<td>$%.2f</td><td>$%.3f</td>", p->cost, p->cost / solved);
    else
        kc_buf_printf(out, "<td>$%.2f</td><td></td>", p->cost);
}

static void add_row(const struct kc_report *r, const struct kc_report_entry *e, struct kc_buf *out)
{
    const struct kc_report_process *p = &e->process;
    const uint32_t                  solved = solved_runs(r, e);

    kc_buf_puts(out, "<tr><th scope=\"row\">");
    kc_text_names(out, e->label);
    kc_buf_printf(out, "</th><td>%" PRIu32 "</td><td>%.1f</td>", e->count,
                  e->count ? (double)p->answers / e->count : 0.0);
    if (solved)
        kc_buf_printf(out, "<td>%g</td>", median_of(r, e, iterations));
    else
        kc_buf_puts(out, "<td></td>");
    kc_buf_printf(out, "<td>%.1f</td>", e->count ? (double)p->calls / e->count : 0.0);
    add_short(out, (double)p->input);
    add_short(out, (double)p->cache_read);
    add_short(out, (double)p->cache_write);
    add_short(out, (double)p->output);
    add_short(out, (double)p->reasoning);
    add_cost(p, solved, out);
    kc_buf_printf(out, "<td>%.1f s</td></tr>\n", e->count ? p->seconds / e->count : 0.0);
}

static void add_table(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Iterations, "
                "tokens and cost\"><table><thead><tr><th scope=\"col\">campaign</th>"
                "<th scope=\"col\">runs</th><th scope=\"col\">iterations per run</th>"
                "<th scope=\"col\">median to correct</th><th scope=\"col\">calls per run</th>"
                "<th scope=\"col\">tokens in</th><th scope=\"col\">cache read</th>"
                "<th scope=\"col\">cache written</th><th scope=\"col\">tokens out</th>"
                "<th scope=\"col\">of them reasoning</th><th scope=\"col\">cost</th>"
                "<th scope=\"col\">per solved run</th><th scope=\"col\">time per run</th></tr>"
                "</thead><tbody>\n");
    for (size_t i = 0; i < r->entry_count; i++)
        add_row(r, &r->entries[i], out);
    kc_buf_puts(out, "</tbody></table></div>\n");
}

void kc_report_process(const struct kc_report *r, struct kc_buf *out)
{
    if (!r->entry_count)
        return;
    kc_buf_puts(out, "<section id=\"process\" aria-labelledby=\"process-h\">"
                     "<h2 id=\"process-h\">Process</h2>\n");
    plot_iterations(r, out);
    add_table(r, out);
    plot_spending(r, tokens, "tokens of the run, in and out, cached ones included",
                  "Curves: share of judged runs that were solved with at most so many tokens, one "
                  "curve per campaign.",
                  "Share of judged runs that were solved by spending at most that many tokens, "
                  "until the run ended; logarithmic axis.",
                  out);
    plot_spending(r, dollars, "dollars of the run",
                  "Curves: share of judged runs that were solved with at most so much money, one "
                  "curve per campaign.",
                  "Share of judged runs that were solved by spending at most that much, until the "
                  "run ended; a run whose price is unknown counts as unsolved. Logarithmic axis.",
                  out);
    kc_buf_puts(out, "</section>\n");
}

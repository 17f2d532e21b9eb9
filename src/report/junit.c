/* The same outcomes for continuous integration: a suite per campaign and platform, a case per run.
 *
 * A run that does not solve its cell is a failure; where infrastructure failed it is an error; what
 * was not run, not finished or does not exist is skipped. */
#include <inttypes.h>
#include <string.h>

#include "report/parts.h"

enum kind { PASSED, FAILED, ERROR, SKIPPED, KINDS };

static enum kind kind_of(enum kc_mark mark)
{
    if (mark == KC_MARK_SOLVED)
        return PASSED;
    if (mark == KC_MARK_PROVIDER_ERROR || mark == KC_MARK_SUSPECT)
        return ERROR;
    return kc_mark_is_judged(mark) ? FAILED : SKIPPED;
}

static double seconds_of(const struct kc_report_run *run)
{
    return run->row.sum.seconds > 0.0 ? run->row.sum.seconds : 0.0;
}

static void add_case(const struct kc_report_run *run, struct kc_buf *out)
{
    static const char *const tags[] = { NULL, "failure", "error", "skipped" };
    const char              *tag = tags[kind_of(run->mark)];

    kc_buf_puts(out, "    <testcase classname=\"");
    kc_text_names(out, run->row.what.task);
    kc_buf_puts(out, "\" name=\"");
    kc_text_names(out, run->name);
    kc_buf_printf(out, "\" time=\"%.3f\"", seconds_of(run));
    if (!tag) {
        kc_buf_puts(out, "/>\n");
        return;
    }
    kc_buf_printf(out, "><%s message=\"%s: %s", tag, kc_mark_name(run->mark),
                  report_mark_words(run->mark));
    if (*run->row.sum.error) {
        kc_buf_puts(out, ": ");
        kc_text_names(out, run->row.sum.error);
    }
    kc_buf_printf(out, "\"/></testcase>\n");
}

static bool is_on(const struct kc_report *r, const struct kc_report_run *run, size_t platform)
{
    return strcmp(run->row.what.platform, r->platforms[platform]) == 0;
}

static void add_suite(const struct kc_report *r, size_t entry, size_t platform, struct kc_buf *out)
{
    const struct kc_report_entry *e = &r->entries[entry];
    uint32_t                      counts[KINDS] = { 0 }, all = 0;
    double                        seconds = 0.0;

    for (uint32_t i = e->first; i < e->first + e->count; i++)
        if (is_on(r, &r->runs[i], platform)) {
            counts[kind_of(r->runs[i].mark)]++;
            seconds += seconds_of(&r->runs[i]);
            all++;
        }
    kc_buf_puts(out, "  <testsuite name=\"");
    kc_text_names(out, e->label);
    kc_buf_puts(out, "/");
    kc_text_names(out, r->platforms[platform]);
    kc_buf_printf(out,
                  "\" tests=\"%" PRIu32 "\" failures=\"%" PRIu32 "\" errors=\"%" PRIu32
                  "\" skipped=\"%" PRIu32 "\" time=\"%.3f\">\n",
                  all, counts[FAILED], counts[ERROR], counts[SKIPPED], seconds);
    for (uint32_t i = e->first; i < e->first + e->count; i++)
        if (is_on(r, &r->runs[i], platform))
            add_case(&r->runs[i], out);
    kc_buf_puts(out, "  </testsuite>\n");
}

void kc_report_junit(const struct kc_report *r, struct kc_buf *out)
{
    kc_buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kernelcraft\">"
                     "\n");
    for (size_t e = 0; e < r->entry_count; e++)
        for (size_t p = 0; p < r->platform_count; p++)
            if (report_has(r, e, p))
                add_suite(r, e, p, out);
    kc_buf_puts(out, "</testsuites>\n");
}

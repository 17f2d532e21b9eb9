/* Pages: the frame, the whole report, and how transcripts share the room there is. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/parts.h"

/* A page stays below 5 MB: what tables take, as far as it grows with the runs, and the rest. */
enum {
    PAGE_BYTES = 4500000,
    ROW_BYTES = 700, /* of one run in tables */
    LEAST_TRANSCRIPTS = 1 << 20,
    LEAST_RUN = 12 << 10, /* of one transcript */
    MOST_RUN = 64 << 10,
    PROMPT_BYTES = 128 << 10,
};

extern const char report_style[], report_script[];

const char *kc_report_style(void)
{
    return report_style;
}

const char *kc_report_script(void)
{
    return report_script;
}

void report_mark(enum kc_mark mark, struct kc_buf *out)
{
    kc_buf_printf(out, "<span class=\"m %s\" title=\"%s: %s\">%s</span>", report_mark_class(mark),
                  kc_mark_name(mark), report_mark_words(mark), kc_mark_sign(mark));
}

const char *report_link(const struct kc_report *r, const struct kc_report_run *run,
                        const char *class, struct kc_buf                      *out)
{
    const bool  here = !r->options.run_href;
    const char *href = here ? "#run-" : r->options.run_href;

    if (here && !r->embedded[run - r->runs]) {
        kc_buf_printf(out, "<span class=\"%s\"", class);
        return "</span>";
    }
    kc_buf_printf(out, "<a class=\"%s\" href=\"%s%" PRId64 "\"", class, href, run->row.id);
    return "</a>";
}

void report_title(const struct kc_report *r, struct kc_buf *out)
{
    if (r->options.title) {
        kc_buf_puts(out, r->options.title);
        return;
    }
    kc_buf_puts(out, "KernelCraft: ");
    if (r->entry_count == 0)
        kc_buf_puts(out, "no runs");
    else if (r->entry_count == 1)
        kc_buf_puts(out, r->entries[0].label);
    else
        kc_buf_printf(out, "%zu campaigns", r->entry_count);
}

/* ---- the frame ---------------------------------------------------------------------------- */

static void add_assets(const struct kc_report_page *page, struct kc_buf *out)
{
    if (page->style_href)
        kc_buf_printf(out, "<link rel=\"stylesheet\" href=\"%s\">\n", page->style_href);
    else
        kc_buf_printf(out, "<style>%s</style>\n", report_style);
    if (page->script_href)
        kc_buf_printf(out, "<script src=\"%s\" defer></script>\n", page->script_href);
    else
        kc_buf_printf(out, "<script>%s</script>\n", report_script);
}

void kc_report_page_begin(const struct kc_report_page *page, struct kc_buf *out)
{
    kc_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n"
                     "<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    kc_text_names(out, page->title ? page->title : "KernelCraft");
    kc_buf_puts(out, "</title>\n");
    add_assets(page, out);
    kc_buf_printf(out,
                  "%s</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
                  "<main id=\"main\" tabindex=\"-1\">\n",
                  page->extra ? page->extra : "");
}

void kc_report_page_end(struct kc_buf *out)
{
    kc_buf_puts(out, "</main>\n</body>\n</html>\n");
}

/* ---- transcripts in a page ---------------------------------------------------------------- */

struct turn {
    uint32_t rank, index;
    double   spread;
};

static int compare_turns(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->spread < y->spread || x->spread > y->spread)
        return x->spread < y->spread ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Runs that tables link to first, and then spread evenly over the set: what fits is a fair sample
 * of it. */
static struct turn *take_turns(const struct kc_report *r)
{
    struct turn *turns = kc_alloc((r->run_count + 1) * sizeof *turns);

    for (size_t i = 0; i < r->run_count; i++) {
        const double golden = (double)i * 0.6180339887498949;

        turns[i] = (struct turn){ 1, (uint32_t)i, golden - floor(golden) };
    }
    for (size_t e = 0; e < r->entry_count; e++)
        for (size_t i = 0; i < r->platform_count * r->task_count * KC_REPORT_CONFIGS; i++)
            if (r->entries[e].cells[i].shown)
                turns[r->entries[e].cells[i].shown - 1].rank = 0;
    qsort(turns, r->run_count, sizeof *turns, compare_turns);
    return turns;
}

struct twin {
    int64_t  id;
    uint32_t index;
};

static int compare_twins(const void *a, const void *b)
{
    const struct twin *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* A run may belong to several campaigns: where it stands first, for every place it stands. */
static uint32_t *first_places(const struct kc_report *r)
{
    struct twin *twins = kc_alloc((r->run_count + 1) * sizeof *twins);
    uint32_t    *first = kc_alloc((r->run_count + 1) * sizeof *first);

    for (uint32_t i = 0; i < r->run_count; i++)
        twins[i] = (struct twin){ r->runs[i].row.id, i };
    qsort(twins, r->run_count, sizeof *twins, compare_twins);
    for (uint32_t i = 0; i < r->run_count; i++)
        first[twins[i].index] =
            i && twins[i].id == twins[i - 1].id ? first[twins[i - 1].index] : twins[i].index;
    free(twins);
    return first;
}

static bool embed_run(struct kc_report *r, size_t index, size_t most, struct report_shared *shared,
                      struct kc_buf *out)
{
    const size_t start = out->length;

    if (r->runs[index].row.events == 0)
        return true;
    if (!report_transcript(r->store, r->runs[index].row.id, most, shared, out))
        return false;
    r->embedded[index] = out->length - start <= most + most / 2;
    if (!r->embedded[index])
        out->length = start;
    return true;
}

static size_t room_of(const struct kc_report *r)
{
    const size_t tables = r->run_count * ROW_BYTES;

    if (r->options.transcript_bytes)
        return r->options.transcript_bytes;
    return tables + LEAST_TRANSCRIPTS < PAGE_BYTES ? PAGE_BYTES - tables : LEAST_TRANSCRIPTS;
}

/* A fair share of the room that is left; the last message of a transcript may pass it. */
static size_t share_of(size_t room, size_t runs)
{
    const size_t share = room / runs - room / runs / 8;

    return share < LEAST_RUN ? LEAST_RUN : share > MOST_RUN ? MOST_RUN : share;
}

/* Transcripts until the room is used up. */
static bool embed_runs(struct kc_report *r, struct report_shared *shared, struct kc_buf *out)
{
    const size_t most = room_of(r);
    struct turn *turns = take_turns(r);
    uint32_t    *first = first_places(r);
    bool         good = true;

    for (size_t i = 0; good && i < r->run_count && out->length < most; i++)
        if (first[turns[i].index] == turns[i].index)
            good = embed_run(r, turns[i].index, share_of(most - out->length, r->run_count - i),
                             shared, out);
    for (size_t i = 0; i < r->run_count; i++)
        r->embedded[i] = r->embedded[first[i]];
    free(turns);
    free(first);
    return good;
}

static void say_left_out(const struct kc_report *r, struct kc_buf *out)
{
    size_t embedded = 0, told = 0;

    for (size_t i = 0; i < r->run_count; i++) {
        embedded += r->embedded[i];
        told += r->runs[i].row.events > 0;
    }
    kc_buf_puts(out, "<p class=\"note\" id=\"left-out\">");
    if (embedded == told)
        kc_buf_puts(out, "The transcripts of all runs are in this file; long texts are cut.");
    else
        kc_buf_printf(out,
                      "To keep this file small it holds the transcripts of %zu of %zu runs, spread "
                      "evenly over the set, with long texts cut.",
                      embedded, told);
    kc_buf_puts(out, " <code>kc view</code> and <code>kc export</code> have all of it.</p>\n");
}

/* ---- the whole ---------------------------------------------------------------------------- */

void kc_report_navigation(const struct kc_report *r, struct kc_buf *out)
{
    size_t a, b;

    if (!r->entry_count)
        return;
    kc_buf_puts(out, "<nav aria-label=\"Sections\"><ul>"
                     "<li><a href=\"#summary\">Summary</a></li>"
                     "<li><a href=\"#success\">Success</a></li>"
                     "<li><a href=\"#speed\">Speed</a></li>"
                     "<li><a href=\"#process\">Process</a></li>"
                     "<li><a href=\"#errors\">Errors</a></li>");
    if (report_pair_of(r, &a, &b))
        kc_buf_puts(out, "<li><a href=\"#compare\">Comparison</a></li>");
    kc_buf_puts(out, "<li><a href=\"#runs\">Runs</a></li></ul></nav>\n");
}

static void add_sections(const struct kc_report *r, struct kc_buf *out)
{
    kc_report_success(r, out);
    kc_report_speed(r, out);
    kc_report_process(r, out);
    kc_report_errors(r, out);
    kc_report_compare(r, out);
    kc_report_runs(r, out);
    if (r->entry_count)
        say_left_out(r, out);
}

bool kc_report_html(struct kc_report *r, struct kc_buf *out)
{
    struct kc_buf         transcripts = { 0 }, title = { 0 };
    struct report_shared *shared = report_shared_new(r->arena, PROMPT_BYTES);
    const bool            good = embed_runs(r, shared, &transcripts);

    report_title(r, &title);
    kc_report_page_begin(&(struct kc_report_page){ .title = title.text }, out);
    kc_buf_puts(out, "<div id=\"report\">\n");
    kc_report_summary(r, out);
    kc_report_navigation(r, out);
    if (r->entry_count)
        add_sections(r, out);
    kc_buf_puts(out, "</div>\n<div id=\"transcripts\">\n");
    kc_buf_add(out, transcripts.text, transcripts.length);
    report_shared_prompts(shared, out);
    kc_buf_puts(out, "</div>\n");
    kc_report_page_end(out);
    kc_buf_free(&transcripts);
    kc_buf_free(&title);
    return good;
}

/* report/report.h: what a store says, for people and for programs.
 *
 * A report is a pure function of the store: kc_report_read takes all numbers out of it once, the
 * renderers only write.  Equal stores give equal bytes; no clock, no machine, no locale enters.
 *
 * Everything stored is hostile text (a model wrote it).  HTML goes through report/text.h, which
 * leaves no markup, no control characters, no change of writing direction and no endless line.
 * Pages work from file:// and under a strict policy: one <style>, one <script>, no style= and no
 * on...= attributes, nothing loaded from elsewhere.
 */
#ifndef KC_REPORT_REPORT_H
#define KC_REPORT_REPORT_H

#include "store/store.h"

enum { KC_REPORT_CONFIGS = 5 };

/* What came of a cell or a run; never two of them in one mark.  report/marks.def. */
enum kc_mark {
#define MARK(id, ...) KC_MARK_##id,
#include "report/marks.def"
    KC_MARKS
};

/* "solved", "wrong_result", ... and the sign that stands for it in tables. */
const char *kc_mark_name(enum kc_mark mark);
const char *kc_mark_sign(enum kc_mark mark);

enum kc_mark kc_run_mark(const struct kc_run_sum *sum);

/* Whether such a run says something about the agent: not so while it runs, where infrastructure
 * failed, where there is no cell. */
bool kc_mark_is_judged(enum kc_mark mark);

/* ---- the model ---------------------------------------------------------------------------- */

struct kc_report_run {
    struct kc_run_row row;
    const char       *name; /* "template/plena/silu/C1/1" */
    enum kc_mark      mark;
    uint64_t          best_published; /* cycles of the best published agent kernel, 0: none */
};

/* One configuration of a task on a platform, all repeats of one campaign. */
struct kc_report_cell {
    uint32_t     runs, judged, solved;
    enum kc_mark mark;  /* of the best run; NOT_RUN without runs; SOME when repeats differ */
    uint32_t     shown; /* index of the best run + 1: its transcript; 0: none */
};

struct kc_report_task {
    const char *name, *title;
    uint32_t    level;
};

/* Sums over cells of the published set: C1 to C5 of the tasks that the platform has. */
struct kc_report_sum {
    uint32_t cells, solved; /* a cell is solved when one of its runs is */
    uint32_t runs, runs_judged, runs_solved;
    uint32_t marks[KC_MARKS]; /* cells by mark */
    double   low, high;       /* 95 % interval (Wilson) of runs_solved / runs_judged */
    double   speedup;         /* geometric mean over solved cells of baseline / kernel cycles */
    double   over_published;  /* the same against the published compiler */
    double   over_best;       /* the same against the best published agent kernel */
    double   light;           /* the same of bound / kernel: share of the speed of light */
    uint32_t speedups, over_publisheds, over_bests, lights; /* cells behind each; 0: no mean */
};

/* What a campaign took, over all its runs. */
struct kc_report_process {
    uint64_t answers, calls, evaluations, nudges, requests;
    uint64_t syntax_errors, wrong_results, tool_errors;
    int64_t  input, cache_read, cache_write, output, reasoning;
    double   cost, seconds, waited; /* cost: of the runs whose price is known ... */
    uint32_t unpriced;              /* ... and how many are not */
};

/* A campaign: one agent with one set of settings; a column of the tables. */
struct kc_report_entry {
    int64_t                  campaign;
    const char              *agent, *label; /* label: agent, and what sets it apart from others */
    const char              *settings;      /* JSON */
    uint32_t                 first, count;  /* its runs, in the order of exports */
    uint32_t                 repeats;       /* the largest repeat */
    struct kc_report_cell   *cells;         /* [platform][task][configuration] */
    struct kc_report_sum    *sums;          /* [platform]: totals of the published set */
    struct kc_report_process process;
    uint32_t                 others; /* runs outside the published set: own sizes, other cells */
};

struct kc_report_options {
    const char *title;       /* NULL: made from the store */
    int64_t     campaign;    /* only this one; 0: all */
    int64_t     compare[2];  /* which two are compared; 0: those with most in common */
    const char *run_href;    /* how a link to run 17 starts; NULL: "#run-", in the page */
    size_t transcript_bytes; /* most of all transcripts in a page; 0: so that it stays below 5 MB */
};

struct kc_report {
    kc_store                *store; /* for transcripts; must outlive the report */
    struct kc_arena         *arena;
    struct kc_report_options options;
    struct kc_report_run    *runs; /* entry by entry */
    size_t                   run_count;
    struct kc_report_entry  *entries;               /* by campaign id */
    size_t                   entry_count, left_out; /* campaigns beyond the first 200 */
    const char             **platforms; /* targets as written; built-in order, then by name */
    size_t                   platform_count;
    struct kc_report_task   *tasks; /* by number; unknown ones last */
    size_t                   task_count;
    uint8_t                 *published; /* [platform][task]: C1 to C5 belong to the set */
    bool                    *embedded;  /* [run]: its transcript stands in the page */
};

/* Reads everything but transcripts.  False when the store cannot be read (kc_store_error). */
bool kc_report_read(struct kc_arena *arena, kc_store *store,
                    const struct kc_report_options *options, struct kc_report *report);

const struct kc_report_cell *kc_report_cell(const struct kc_report *r, size_t entry,
                                            size_t platform, size_t task, size_t config);

/* Sums of one platform over tasks of a level; level 0: all. */
struct kc_report_sum kc_report_level(const struct kc_report *r, size_t entry, size_t platform,
                                     uint32_t level);

/* Two campaigns on the cells that both have judged. */
struct kc_report_pairs {
    uint32_t both, only_a, only_b, neither;
    double   p;     /* exact McNemar test, two-sided; 1 when nothing differs */
    double   ratio; /* geometric mean of a's cycles / b's over cells that both solved */
    uint32_t ratios;
};
struct kc_report_pairs kc_report_pair(const struct kc_report *r, size_t a, size_t b);

/* Index of the entry of a campaign by its id or the start of its label; -1: none or several. */
int kc_report_find(const struct kc_report *r, const char *text);

/* ---- whole documents ---------------------------------------------------------------------- */

/* A self-contained page with everything, transcripts within the budget. */
bool kc_report_html(struct kc_report *r, struct kc_buf *out);

void kc_report_markdown(const struct kc_report *r, struct kc_buf *out);
void kc_report_csv(const struct kc_report *r, struct kc_buf *out); /* a row per run */
void kc_report_json(const struct kc_report *r, struct kc_buf *out);
void kc_report_junit(const struct kc_report *r, struct kc_buf *out);

/* ---- parts of pages ----------------------------------------------------------------------- */

/* Text of the one stylesheet and the one script, without tags; hash or serve them. */
const char *kc_report_style(void);
const char *kc_report_script(void);

/* Doctype to <main>.  Links NULL: style and script stand in the page; else their addresses.
 * extra: more markup for the head (trusted), or NULL. */
struct kc_report_page {
    const char *title; /* escaped here */
    const char *style_href, *script_href, *extra;
};
void kc_report_page_begin(const struct kc_report_page *page, struct kc_buf *out);
void kc_report_page_end(struct kc_buf *out); /* </main> to </html> */

/* Links to the sections that there are; nothing without runs. */
void kc_report_navigation(const struct kc_report *r, struct kc_buf *out);

/* Each writes one <section> with its heading; nothing when there is nothing to say. */
void kc_report_summary(const struct kc_report *r, struct kc_buf *out); /* key numbers */
void kc_report_success(const struct kc_report *r, struct kc_buf *out); /* tasks x models */
void kc_report_speed(const struct kc_report *r, struct kc_buf *out);   /* bars, table of cycles */
void kc_report_process(const struct kc_report *r, struct kc_buf *out); /* iterations, tokens */
void kc_report_errors(const struct kc_report *r, struct kc_buf *out);  /* what went wrong */
void kc_report_compare(const struct kc_report *r, struct kc_buf *out); /* two campaigns */
void kc_report_runs(const struct kc_report *r, struct kc_buf *out);    /* every run, a row */

/* One run as an <article id="run-17">: numbers, messages, calls, kernels, differences, cycles by
 * line, tile map.  most bounds what is written of long texts; 0: 256 KiB.  False when the store
 * cannot be read or has no such run. */
bool kc_report_run(kc_store *store, int64_t run, size_t most, struct kc_buf *out);

#endif

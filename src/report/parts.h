/* report/parts.h: what the files of report/ share with each other only. */
#ifndef KC_REPORT_PARTS_H
#define KC_REPORT_PARTS_H

#include "report/report.h"
#include "report/stats.h"
#include "report/text.h"

/* The class that tints a mark, and what it means in words. */
const char *report_mark_class(enum kc_mark mark);
const char *report_mark_words(enum kc_mark mark);

/* A mark as a table has it: <span class="m good" title="...">sign</span>. */
void report_mark(enum kc_mark mark, struct kc_buf *out);

/* The configuration's index, 0 to 4 for C1 to C5; -1 for others. */
int report_config(const char *config);

/* Whether C1 to C5 of a task belong to the published set of a platform. */
bool report_is_published(const struct kc_report *r, size_t platform, size_t task);

/* Whether a campaign has runs on a platform. */
bool report_has(const struct kc_report *r, size_t entry, size_t platform);

/* The run that a cell shows, or NULL. */
const struct kc_report_run *report_shown(const struct kc_report *r, size_t entry, size_t platform,
                                         size_t task, size_t config);

/* Sums of what strangers counted: negative is unknown, too much the largest. */
int64_t report_plus(int64_t a, int64_t b);

/* All tokens of a run, cached ones included; those that went in. */
int64_t report_tokens(const struct kc_run_sum *sum);
int64_t report_tokens_in(const struct kc_run_sum *sum);

/* How fast a solved run is against its yardsticks; 0: there is none. */
struct report_ratios {
    double compiler, published, best, light;
};
struct report_ratios report_ratios(const struct kc_report_run *run);

/* The yardsticks over the solved cells of a task; task -1: of all. */
struct report_speed {
    struct kc_geomean compiler, published, best, light;
};
struct report_speed report_speed(const struct kc_report *r, size_t entry, size_t platform,
                                 int task);

/* Mean pass@k over the cells of the published set that have at least k judged runs, and how many
 * these are. */
double report_pass(const struct kc_report *r, size_t entry, size_t platform, uint32_t k,
                   uint32_t *cells);

/* fast_p: cells of the set that are solved with a speedup over our compiler of more than p. */
uint32_t report_fast(const struct kc_report *r, size_t entry, size_t platform, double p);

/* Which two entries are compared; false when there is only one. */
bool report_pair_of(const struct kc_report *r, size_t *a, size_t *b);

/* How much room the labels of all campaigns take beside bars. */
double report_label_width(const struct kc_report *r);

/* The title of the whole. */
void report_title(const struct kc_report *r, struct kc_buf *out);

/* A link to the run around nothing yet: <a href="#run-17">, or <span> where it has no transcript.
 * Returns the tag to close. */
const char *report_link(const struct kc_report *r, const struct kc_report_run *run,
                        const char *class, struct kc_buf                      *out);

/* What transcripts of one page share: system prompts, each written once, and highlighters. */
struct report_shared;
struct report_shared *report_shared_new(struct kc_arena *arena, size_t prompt_bytes);
void                  report_shared_prompts(const struct report_shared *s, struct kc_buf *out);

/* A transcript; most bounds what it takes, roughly. */
bool report_transcript(kc_store *store, int64_t run, size_t most, struct report_shared *shared,
                       struct kc_buf *out);

#endif

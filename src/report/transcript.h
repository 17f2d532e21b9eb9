/* report/transcript.h: a run as it is read, before it is written; for report/ only. */
#ifndef KC_REPORT_TRANSCRIPT_H
#define KC_REPORT_TRANSCRIPT_H

#include "report/highlight.h"
#include "report/parts.h"

struct attempt {
    uint32_t      answer;
    struct kc_str code;
};

struct transcript {
    struct kc_arena            arena;
    struct report_shared      *shared;
    struct kc_run_row          row;
    const struct kc_highlight *highlight;
    const struct kc_event     *events;
    size_t                     event_count;
    kc_json                  **bodies; /* of each event, NULL when it is no JSON */

    const struct kc_evaluation_row *evaluations;
    size_t                          evaluation_count;

    struct attempt *attempts;
    size_t          attempt_count;
    uint32_t        answer;  /* while writing: the number of the answer */
    size_t          written; /* attempts shown so far */

    kc_json      *profile; /* the last one, of profiled */
    struct kc_str profiled;
    struct kc_str tile_map, tile_legend;
    kc_json      *wrong; /* the last evaluation that was not correct */

    size_t         most, start;
    struct kc_buf *out;
};

/* The run with its events, attempts and last findings; shared must be set before.  False when the
 * store cannot be read or has no such run; free it in any case. */
bool transcript_read(struct transcript *t, kc_store *store, int64_t run);
void transcript_free(struct transcript *t);

/* JSON becomes a tree that is far larger than its text: the largest are not built. */
kc_json *transcript_parse(struct kc_str text);

/* The last kernel that was written. */
struct kc_str transcript_last_code(const struct transcript *t);

/* An answer counts as an iteration unless an external agent only looked (agent/progress.c). */
bool transcript_is_iteration(const kc_json *answer);

/* The name of a prompt that stands elsewhere in the page; NULL when there is no room for it. */
const char *transcript_prompt(struct report_shared *s, struct kc_str text);

/* Whether the transcript is one of several in a page, which has room for prompts. */
bool transcript_in_page(const struct report_shared *s);

#endif

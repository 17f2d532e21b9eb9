/* agent/progress.h: what a run has come to, counted from its answers and results. */
#ifndef KC_AGENT_PROGRESS_H
#define KC_AGENT_PROGRESS_H

#include "provider/model.h"
#include "store/store.h"

/* The format of a call that an external agent made: only write_code counts as an iteration. */
#define KC_FORMAT_EXEC "exec"

struct kc_progress {
    struct kc_run_sum sum;
    uint32_t          nudged; /* answers without a call in a row */
    bool              priced; /* every answer so far has a price */
    char              verdict[32];
};

void kc_progress_init(struct kc_progress *p);
void kc_progress_answer(struct kc_progress *p, const struct kc_answer *answer);
void kc_progress_time(struct kc_progress *p, double seconds);
void kc_progress_result(struct kc_progress *p, const struct kc_tool_result *result,
                        struct kc_str kernel);

/* Adds what the kernel is measured against: our baseline, the bound, what was published. */
void kc_progress_compare(struct kc_progress *p, const struct kc_cell *cell, const char *config);

#endif

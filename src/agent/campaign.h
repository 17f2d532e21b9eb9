/* agent/campaign.h: many runs: every cell of a set, one agent, in parallel, idempotent.
 *
 * The same campaign on the same store goes on where it was: finished runs are kept, unfinished ones
 * are continued, infrastructure errors are tried again.
 */
#ifndef KC_AGENT_CAMPAIGN_H
#define KC_AGENT_CAMPAIGN_H

#include "agent/loop.h"

/* One cell to run. */
struct kc_campaign_cell {
    const char *platform, *task, *config;
    uint32_t    level, repeat;
};

struct kc_campaign_options {
    const char                    *agent; /* "template", "script:FILE", "provider/model" ... */
    const struct kc_campaign_cell *cells;
    size_t                         count;
    struct kc_model_options        model;
    struct kc_prompt_options       prompt; /* its tools are filled in by the loop */
    struct kc_tool_set             tools;
    struct kc_budget               budget; /* answers 0: as published for the level */
    uint64_t                       seed_key;
    size_t                         most_bytes;
    unsigned                       jobs; /* 0: one per processor */
    bool                           stop_at_correct, rescue_text, again;
    atomic_bool                   *cancel;

    /* After every run, on any thread, one at a time; kept: it was finished before. */
    void (*done)(void *context, const struct kc_run_row *row, bool kept, size_t finished,
                 size_t total);
    void *context;
};

struct kc_campaign_sum {
    size_t total, kept, solved, failed, unsupported, errors, unfinished;
};

/* False after writing why not: the agent does not exist, the store failed. */
bool kc_campaign_run(kc_store *store, const struct kc_campaign_options *options,
                     struct kc_campaign_sum *sum, struct kc_buf *why);

#endif

/* agent/loop.h: one run: a model, a cell and a budget, from wherever it was left to its end.
 *
 * Everything is in the store before the next thing happens: an answer before its tools are called,
 * results before the model is asked again.  A run that was killed is put together from its events;
 * its tools are called again, which gives the same state because they are deterministic.
 */
#ifndef KC_AGENT_LOOP_H
#define KC_AGENT_LOOP_H

#include "cells/prompt.h"
#include "provider/model.h"
#include "store/store.h"
#include "toolbox/toolbox.h"

/* What a run may spend; 0: no limit. */
struct kc_budget {
    uint32_t answers; /* iterations: 15, 20, 25 by level where nothing is said */
    uint32_t calls;   /* tool calls */
    int64_t  tokens;  /* input (cached or not) and output */
    double   cost, seconds;
    uint32_t nudges;   /* answers without a call that are answered by a nudge */
    uint32_t patience; /* answers without improvement of a correct kernel */
};

struct kc_loop {
    const char                 *agent; /* whose prices count where a provider tells none */
    kc_store                   *store;
    int64_t                     run;
    struct kc_workbench_options bench;
    struct kc_prompt_options    prompt;
    struct kc_budget            budget;
    bool                        stop_at_correct, rescue_text;
    atomic_bool                *cancel;

    const char *command; /* an external agent instead of a model, see exec.c; else NULL */

    /* Makes the model when the cell is open; NULL after writing why not. */
    kc_model *(*model)(void *context, const struct kc_cell *cell, struct kc_buf *why);
    void (*model_done)(void *context, kc_model *model);
    void *context;
};

/* Runs to the end, an infrastructure error or cancellation; the status it is in then, or RUNNING
 * when cancelled or when the store failed (kc_store_error says why). */
enum kc_run_status kc_loop_run(const struct kc_loop *loop);

/* The iteration budget that was published for a level. */
uint32_t kc_published_answers(uint32_t level);

#endif

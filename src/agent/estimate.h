/* agent/estimate.h: what a campaign would cost, before it is run.
 *
 * Prompts are built and counted (characters / 4).  What a model will answer is not known: the
 * estimate states its assumptions, and is the cost of using the budget up.
 */
#ifndef KC_AGENT_ESTIMATE_H
#define KC_AGENT_ESTIMATE_H

#include "agent/campaign.h"

/* Assumed of every answer, in tokens: what the model writes, and what its tools tell. */
enum { KC_ASSUMED_OUTPUT = 2000, KC_ASSUMED_RESULTS = 1000 };

struct kc_estimate {
    size_t   runs, impossible; /* impossible: the cell cannot be opened */
    uint64_t answers;          /* of all runs, when each uses its budget up */
    double   prompt;           /* tokens of an average prompt */
    double   input, output;    /* tokens; input counts every request in full */
    double   cost, cached;     /* dollars without and with a cache; negative: unknown */
};

/* Tokens of every cell's prompt, options->count of them; 0 where a cell cannot be opened. */
void kc_campaign_prompts(const struct kc_campaign_options *options, size_t *prompt);

/* With these prompts, each run uses the given share of its budget, at least one answer. */
void kc_campaign_estimate(const struct kc_campaign_options *options, const size_t *prompt,
                          double share, struct kc_estimate *estimate);

#endif

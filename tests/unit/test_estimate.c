/* What a campaign would cost: sums worked out by hand from the assumptions that are printed. */
#include <criterion/criterion.h>
#include <math.h>

#include "agent/estimate.h"

static struct kc_campaign_options
options_of(const char *agent, const struct kc_campaign_cell *cells, size_t count, uint32_t answers)
{
    struct kc_campaign_options o = { .agent = agent, .cells = cells, .count = count };

    o.budget.answers = answers;
    return o;
}

static const struct kc_campaign_cell one[] = { { "plena", "relu", "C1", 1, 1 } };
static const size_t                  thousand[] = { 1000, 0, 1000 };

/* Three answers: requests of 1000, 4000 and 7000 tokens, 2000 tokens written each time. */
Test(estimate, requests_send_the_whole_conversation)
{
    const struct kc_campaign_options o = options_of("anthropic/claude-opus-5", one, 1, 3);
    struct kc_estimate               e;

    kc_campaign_estimate(&o, thousand, 1.0, &e);
    cr_expect_eq(e.answers, 3);
    cr_expect_float_eq(e.input, 12000, 0.5);
    cr_expect_float_eq(e.output, 6000, 0.5);
    /* 5 dollars in, 25 out; 6.25 to write to the cache, 0.50 to read from it */
    cr_expect_float_eq(e.cost, (12000 * 5.0 + 6000 * 25.0) * 1e-6, 1e-9);
    cr_expect_float_eq(e.cached, (7000 * 6.25 + 5000 * 0.5 + 6000 * 25.0) * 1e-6, 1e-9);
}

Test(estimate, unknown_models_have_no_price)
{
    const struct kc_campaign_options o = options_of("local/none", one, 1, 2);
    struct kc_estimate               e;

    kc_campaign_estimate(&o, thousand, 1.0, &e);
    cr_expect_lt(e.cost, 0.0);
    cr_expect_lt(e.cached, 0.0);
    cr_expect_float_eq(e.input, 5000, 0.5);
}

Test(estimate, at_least_one_answer_and_nothing_for_what_cannot_be_opened)
{
    static const struct kc_campaign_cell cells[] = { { "plena", "relu", "C1", 1, 1 },
                                                     { "plena", "none", "C1", 1, 1 },
                                                     { "plena", "relu", "C2", 2, 1 } };
    const struct kc_campaign_options     o = options_of("local/none", cells, 3, 0);
    struct kc_estimate                   e;

    kc_campaign_estimate(&o, thousand, 0.0, &e);
    cr_expect_eq(e.runs, 2);
    cr_expect_eq(e.impossible, 1);
    cr_expect_eq(e.answers, 2);
    kc_campaign_estimate(&o, thousand, 1.0, &e);
    cr_expect_eq(e.answers, 15 + 20, "as published for levels 1 and 2");
}

Test(estimate, answers_are_not_longer_than_they_may_be)
{
    struct kc_campaign_options o = options_of("local/none", one, 1, 2);
    struct kc_estimate         e;

    o.model.max_tokens = 500;
    kc_campaign_estimate(&o, thousand, 1.0, &e);
    cr_expect_float_eq(e.output, 1000, 0.5);
    cr_expect_float_eq(e.input, 1000 + 2500, 0.5);
}

Test(estimate, prompts_are_counted)
{
    static const struct kc_campaign_cell cells[] = { { "plena", "relu", "C1", 1, 1 },
                                                     { "plena", "relu", "C1", 1, 2 },
                                                     { "plena", "relu", "1,2,3", 1, 1 } };
    const struct kc_campaign_options     o = options_of("local/none", cells, 3, 1);
    size_t                               prompt[3];

    kc_campaign_prompts(&o, prompt);
    cr_expect_gt(prompt[0], 2000);
    cr_expect_lt(prompt[0], 20000);
    cr_expect_eq(prompt[1], prompt[0]);
    cr_expect_eq(prompt[2], 0);
}

/* Costs: exact where the table knows, unknown where it does not, never zero for not knowing. */
#include <math.h>

#include "provider/model.h"
#include "testing.h"

Test(price, by_the_table)
{
    /* claude-opus-5: 5.00 in, 0.50 read, 6.25 write, 25.00 out per million */
    const struct kc_usage u = { 1000, 20000, 400, 3000, 100, -1 };

    cr_expect_lt(fabs(kc_price("anthropic/claude-opus-5", &u) - (0.005 + 0.010 + 0.0025 + 0.075)),
                 1e-12);
    cr_expect_lt(fabs(kc_price("anthropic/claude-opus-5-20260724", &u) - 0.0925), 1e-12,
                 "dated names");
    cr_expect_lt(fabs(kc_price("openai/gpt-6-sol-2026-09-22", &u) -
                      (0.002 + 0.004 + 0.001 + 0.030)),
                 1e-12);
}

Test(price, unknown_is_not_zero)
{
    const struct kc_usage u = { 1000, -1, -1, 10, -1, -1 }, read = { 1000, 5, -1, 10, -1, -1 };
    const struct kc_usage no_input = { -1, -1, -1, 10, -1, -1 },
                          no_output = { 10, -1, -1, -1, -1, -1 };
    const struct kc_usage large = { 200001, -1, -1, 10, -1, -1 },
                          fits = { 200000, -1, -1, 10, -1, -1 };

    cr_expect_lt(kc_price("openai/unheard-of", &u), 0);
    cr_expect_lt(kc_price("anthropic/claude-opus-5-turbo", &u), 0, "another model");
    cr_expect_lt(kc_price("claude-opus-5", &u), 0, "no provider");
    cr_expect_lt(kc_price("local/anthropic/claude-opus-5", &u), 0, "another provider");
    cr_expect_lt(kc_price("anthropic/claude-opus-5", &no_input), 0);
    cr_expect_lt(kc_price("anthropic/claude-opus-5", &no_output), 0);
    cr_expect_geq(kc_price("google/gemini-3.5-flash", &u), 0);
    cr_expect_lt(kc_price("google/gemini-3.5-flash", &read), 0, "cache reads of unknown price");
    cr_expect_lt(kc_price("google/gemini-3.1-pro-preview", &large), 0, "beyond the largest prompt");
    cr_expect_geq(kc_price("google/gemini-3.1-pro-preview", &fits), 0);
}

Test(price, what_the_provider_reports_counts_more)
{
    const struct kc_usage u = { 1000, 0, 0, 10, 0, 0.125 }, nothing = { -1, -1, -1, -1, -1, 0 };

    cr_expect_eq(kc_price("anthropic/claude-opus-5", &u), 0.125);
    cr_expect_eq(kc_price("openrouter/any/thing", &u), 0.125);
    cr_expect_eq(kc_price("openrouter/any/thing", &nothing), 0, "reported as free");
}

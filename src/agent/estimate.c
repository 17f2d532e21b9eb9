/* Adding up requests that nobody has made yet. */
#include "agent/estimate.h"

#include <string.h>

/* Tokens of the cell's prompt; 0 when it cannot be opened. */
static size_t prompt_tokens(const struct kc_campaign_options *o,
                            const struct kc_campaign_cell    *cell)
{
    struct kc_arena          arena = { 0 };
    struct kc_target         target;
    struct kc_diags          dg;
    struct kc_cell           opened;
    struct kc_buf            tools = { 0 };
    struct kc_prompt_options options = o->prompt;
    const struct kc_task    *task = kc_task_find(kc_str_from(cell->task));
    uint32_t                 p[KC_PARAMS];
    size_t                   tokens = 0;

    kc_tools_text(&o->tools, &tools);
    options.tools = tools.text;
    if (task && kc_target_open(&arena, cell->platform, NULL, &target, &dg) &&
        !kc_task_config(&arena, task, target.platform->name, kc_str_from(cell->config), p) &&
        !kc_cell_open(&arena, &target, task, p, 0, 1, &opened)) {
        struct kc_prompt prompt = kc_prompt_new(&opened, &options);

        tokens = kc_prompt_tokens(&prompt);
        kc_prompt_free(&prompt);
    }
    kc_buf_free(&tools);
    kc_arena_free(&arena);
    return tokens;
}

static void add_price(double *sum, const char *model, struct kc_usage usage)
{
    const double price = kc_price(model, &usage);

    *sum = *sum < 0 || price < 0 ? -1.0 : *sum + price;
}

/* Request by request: each sends the whole conversation, of which a cache knows all but the end. */
static void add_run(const struct kc_campaign_options *o, size_t prompt, uint64_t answers,
                    int64_t output, struct kc_estimate *e)
{
    const int64_t grows = output + KC_ASSUMED_RESULTS;

    for (uint64_t i = 0; i < answers; i++) {
        const int64_t         before = (int64_t)prompt + (int64_t)(i ? i - 1 : 0) * grows;
        const int64_t         all = (int64_t)prompt + (int64_t)i * grows;
        const struct kc_usage plain = { .input = all, .output = output, .cost = -1.0 };
        const int64_t         known = i ? before : 0;
        struct kc_usage       cached = {
                  .cache_read = known, .cache_write = all - known, .output = output, .cost = -1.0
        };

        if (kc_price(o->agent, &cached) < 0) { /* writing to the cache has no price of its own */
            cached.input = cached.cache_write;
            cached.cache_write = 0;
        }

        e->input += (double)all;
        e->output += (double)output;
        add_price(&e->cost, o->agent, plain);
        add_price(&e->cached, o->agent, cached);
    }
}

void kc_campaign_prompts(const struct kc_campaign_options *o, size_t *prompt)
{
    for (size_t i = 0; i < o->count; i++) /* repeats of a cell follow each other */
        prompt[i] = i && o->cells[i].repeat > 1 ? prompt[i - 1] : prompt_tokens(o, &o->cells[i]);
}

void kc_campaign_estimate(const struct kc_campaign_options *o, const size_t *prompt, double share,
                          struct kc_estimate *e)
{
    const int64_t limit = (int64_t)o->model.max_tokens;
    const int64_t output = limit && limit < KC_ASSUMED_OUTPUT ? limit : KC_ASSUMED_OUTPUT;

    *e = (struct kc_estimate){ 0 };
    for (size_t i = 0; i < o->count; i++) {
        const uint32_t most =
            o->budget.answers ? o->budget.answers : kc_published_answers(o->cells[i].level);
        const uint64_t answers = (uint64_t)(share * most) > 0 ? (uint64_t)(share * most) : 1;

        e->impossible += prompt[i] == 0;
        if (!prompt[i])
            continue;
        e->runs++;
        e->answers += answers;
        e->prompt += (double)prompt[i];
        add_run(o, prompt[i], answers, output, e);
    }
    e->prompt = e->runs ? e->prompt / (double)e->runs : 0.0;
}

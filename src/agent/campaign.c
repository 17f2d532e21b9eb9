/* Campaigns: all runs are created first, in order, then worked off by several threads. */
#include "agent/campaign.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "agent/models.h"
#include "base/pool.h"
#include "tasks/task.h"

struct campaign {
    kc_store                         *store;
    const struct kc_campaign_options *options;
    int64_t                          *runs;
    kc_model                         *shared; /* a provider's model, used by all runs */
    pthread_mutex_t                   lock;   /* finished, sum, done */
    size_t                            finished;
    struct kc_campaign_sum            sum;
    char                              failure[512]; /* of the store, the first one */
};

/* ---- identity ----------------------------------------------------------------------------- */

static kc_json *budget_json(const struct kc_budget *b)
{
    kc_json *o = kc_json_object();

    kc_json_set_uint(o, "answers", b->answers);
    kc_json_set_uint(o, "calls", b->calls);
    kc_json_set_int(o, "tokens", b->tokens);
    kc_json_set_double(o, "cost", b->cost);
    kc_json_set_double(o, "seconds", b->seconds);
    kc_json_set_uint(o, "nudges", b->nudges);
    kc_json_set_uint(o, "patience", b->patience);
    return o;
}

/* All that changes what a run may come to, always in the same order. */
static void settings_text(const struct kc_campaign_options *options, struct kc_buf *out)
{
    kc_json *o = kc_json_object();

    kc_json_set_uint(o, "tools", options->tools.mask);
    kc_json_set_bool(o, "short_manual", options->prompt.short_manual);
    kc_json_set_bool(o, "example", options->prompt.example);
    kc_json_set(o, "budget", budget_json(&options->budget));
    kc_json_set_uint(o, "seed_key", options->seed_key);
    kc_json_set_uint(o, "result_bytes", options->most_bytes);
    kc_json_set_bool(o, "stop_at_correct", options->stop_at_correct);
    kc_json_set_bool(o, "rescue_text", options->rescue_text);
    if (options->prompt.lang != KC_LANG_ASSEMBLY)
        kc_json_set_str(o, "lang", kc_lang_name(options->prompt.lang));
    if (options->model.reasoning_effort)
        kc_json_set_str(o, "reasoning_effort", options->model.reasoning_effort);
    if (options->model.temperature >= 0.0)
        kc_json_set_double(o, "temperature", options->model.temperature);
    kc_json_set_uint(o, "max_tokens", options->model.max_tokens);
    kc_json_print(o, out, false);
    kc_json_free(o);
}

static bool create_runs(struct campaign *c, struct kc_buf *why)
{
    const struct kc_campaign_options *o = c->options;
    struct kc_buf                     settings = { 0 }, about = { 0 };
    char                              key[33];
    int64_t                           campaign;
    kc_json                          *json = kc_json_object();
    bool                              good;

    settings_text(o, &settings);
    kc_buf_printf(&about, "%s %s", o->agent, settings.text);
    kc_content_hash((struct kc_str){ about.text, about.length }, key);
    kc_buf_free(&about);
    kc_json_set_str(json, "version", KC_VERSION);
    kc_json_set_str(json, "agent", o->agent);
    kc_json_set(json, "settings", kc_json_raw((struct kc_str){ settings.text, settings.length }));
    kc_json_print(json, &about, false);
    kc_json_free(json);
    campaign =
        kc_store_campaign(c->store, key, o->agent, (struct kc_str){ about.text, about.length });
    good = campaign > 0;
    for (size_t i = 0; good && i < o->count; i++) {
        const struct kc_campaign_cell *cell = &o->cells[i];

        c->runs[i] = kc_store_run(c->store, campaign,
                                  &(struct kc_run_id){ .agent = o->agent,
                                                       .platform = cell->platform,
                                                       .task = cell->task,
                                                       .config = cell->config,
                                                       .level = cell->level,
                                                       .repeat = cell->repeat,
                                                       .settings = settings.text });
        good = c->runs[i] > 0 && (!o->again || kc_store_forget(c->store, c->runs[i]));
    }
    if (!good)
        kc_buf_puts(why, kc_store_error(c->store));
    kc_buf_free(&settings);
    kc_buf_free(&about);
    return good;
}

/* ---- models ------------------------------------------------------------------------------- */

static kc_model *replay_model(struct campaign *c, struct kc_buf *why)
{
    const char       *text = c->options->agent + strlen("replay:");
    struct kc_arena   arena = { 0 };
    struct kc_run_row rows[2];
    kc_model         *model = NULL;
    const size_t      n = kc_store_find(c->store, &arena, text, rows, KC_COUNT(rows));

    if (n == 1)
        model = kc_replay_model(c->store, rows[0].id, why);
    else
        kc_buf_printf(why, n ? "'%s' names several runs" : "there is no run '%s' in this store",
                      text);
    kc_arena_free(&arena);
    return model;
}

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static kc_model *make_model(void *context, const struct kc_cell *cell, struct kc_buf *why)
{
    struct campaign *c = context;
    const char      *agent = c->options->agent;

    if (c->shared)
        return c->shared;
    if (strcmp(agent, "template") == 0)
        return kc_template_model(cell);
    if (starts(agent, "script:"))
        return kc_script_model(agent + strlen("script:"), why);
    return replay_model(c, why);
}

static void drop_model(void *context, kc_model *model)
{
    const struct campaign *c = context;

    if (model != c->shared)
        model->ops->free(model);
}

/* Whether the agent makes a model of its own for every run. */
static bool is_local(const char *agent)
{
    return strcmp(agent, "template") == 0 || starts(agent, "script:") || starts(agent, "replay:") ||
           starts(agent, "exec:");
}

/* ---- runs --------------------------------------------------------------------------------- */

static bool to_be_run(enum kc_run_status status)
{
    return status == KC_RUN_NEW || status == KC_RUN_RUNNING || status == KC_RUN_PROVIDER_ERROR;
}

static void count_status(struct kc_campaign_sum *sum, enum kc_run_status status)
{
    sum->solved += status == KC_RUN_SOLVED;
    sum->failed +=
        status == KC_RUN_FAILED || status == KC_RUN_STOPPED_EARLY || status == KC_RUN_BUDGET_SPENT;
    sum->unsupported += status == KC_RUN_UNSUPPORTED;
    sum->errors += status == KC_RUN_PROVIDER_ERROR;
    sum->unfinished += status == KC_RUN_NEW || status == KC_RUN_RUNNING;
}

/* Keeps the first failure of the store; errors are per thread there. */
static void note_failure(struct campaign *c)
{
    pthread_mutex_lock(&c->lock);
    if (!c->failure[0])
        snprintf(c->failure, sizeof c->failure, "%s", kc_store_error(c->store));
    pthread_mutex_unlock(&c->lock);
}

static void run_loop(struct campaign *c, size_t index)
{
    const struct kc_campaign_options *o = c->options;
    const struct kc_campaign_cell    *cell = &o->cells[index];
    struct kc_loop                    loop = { .agent = o->agent,
                                               .store = c->store,
                                               .run = c->runs[index],
                                               .bench = { .platform = cell->platform,
                                                          .task = cell->task,
                                                          .config = cell->config,
                                                          .seed_key = o->seed_key,
                                                          .tools = o->tools,
                                                          .lang = o->prompt.lang,
                                                          .most_bytes = o->most_bytes },
                                               .prompt = o->prompt,
                                               .budget = o->budget,
                                               .stop_at_correct = o->stop_at_correct,
                                               .rescue_text = o->rescue_text,
                                               .cancel = o->cancel,
                                               .model = make_model,
                                               .model_done = drop_model,
                                               .context = c };

    if (starts(o->agent, "exec:"))
        loop.command = o->agent + strlen("exec:");

    if (!loop.budget.answers)
        loop.budget.answers = kc_published_answers(cell->level);
    if (kc_loop_run(&loop) == KC_RUN_RUNNING && !(o->cancel && atomic_load(o->cancel)))
        note_failure(c);
}

static void work(void *context, size_t index)
{
    struct campaign                  *c = context;
    const struct kc_campaign_options *o = c->options;
    struct kc_arena                   arena = { 0 };
    struct kc_run_row                 row;
    bool                              kept;

    if (!kc_store_get(c->store, &arena, c->runs[index], &row)) {
        note_failure(c);
        kc_arena_free(&arena);
        return;
    }
    kept = !to_be_run(row.sum.status);
    if (!kept && !(o->cancel && atomic_load(o->cancel)) && !c->failure[0]) {
        run_loop(c, index);
        kc_store_get(c->store, &arena, c->runs[index], &row);
    }
    pthread_mutex_lock(&c->lock);
    c->finished++;
    c->sum.kept += kept;
    count_status(&c->sum, row.sum.status);
    if (o->done)
        o->done(o->context, &row, kept, c->finished, o->count);
    pthread_mutex_unlock(&c->lock);
    kc_arena_free(&arena);
}

/* Our own compiler writes assembly. */
static bool speaks(const struct kc_campaign_options *options, struct kc_buf *why)
{
    if (strcmp(options->agent, "template") != 0 || options->prompt.lang == KC_LANG_ASSEMBLY)
        return true;
    kc_buf_puts(why, "the agent 'template' writes assembly: leave --lang out, or name a model");
    return false;
}

bool kc_campaign_run(kc_store *store, const struct kc_campaign_options *options,
                     struct kc_campaign_sum *sum, struct kc_buf *why)
{
    struct campaign c = { .store = store, .options = options };
    bool            good;

    c.runs = kc_alloc((options->count + 1) * sizeof *c.runs);
    c.sum.total = options->count;
    pthread_mutex_init(&c.lock, NULL);
    good = speaks(options, why);
    good = good && (is_local(options->agent) ||
                    (c.shared = kc_provider_model(options->agent, &options->model, why)) != NULL);
    good = good && create_runs(&c, why);
    if (good) {
        kc_pool *pool = kc_pool_new(options->jobs);

        kc_pool_run(pool, options->count, work, &c);
        kc_pool_free(pool);
    }
    if (c.failure[0]) {
        kc_buf_puts(why, c.failure);
        good = false;
    }
    if (c.shared)
        c.shared->ops->free(c.shared);
    pthread_mutex_destroy(&c.lock);
    free(c.runs);
    *sum = c.sum;
    return good;
}

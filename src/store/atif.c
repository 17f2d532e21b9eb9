/* ATIF v1.7, the Agent Trajectory Interchange Format of the Harbor project, for one run.
 *
 * A prompt is a system step and a user step, an answer an agent step that takes the replies to its
 * calls as its observation, a nudge a user step, an error of the infrastructure a system step.
 * What ATIF has no place for stands under "extra".  Fields that only agent steps may have are
 * absent elsewhere; counts that were not reported are absent, never 0. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "store/db.h"

static const int64_t MOST_TOKENS = INT64_C(1) << 53;

struct trajectory {
    kc_json *steps, *agent_step; /* the last step of the agent, which waits for its replies */
    kc_json *calls;              /* of that step, NULL for none */
    kc_json *extra, *tools;
    int64_t  prompt_tokens, completion_tokens, cached_tokens; /* -1: never reported */
    double   cost;
    bool     cost_known, with_times;
};

/* ---- steps -------------------------------------------------------------------------------- */

static void set_timestamp(kc_json *step, double when)
{
    const time_t seconds = (time_t)(when >= 0 && when < 253402300800.0 ? when : 0);
    struct tm    utc;
    char         day[32], text[48];

    if (seconds <= 0 || !gmtime_r(&seconds, &utc))
        return;
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text, sizeof text, "%s.%03dZ", day, (int)((when - (double)seconds) * 1000.0));
    kc_json_set_str(step, "timestamp", text);
}

static kc_json *text_of(const kc_json *object, const char *key)
{
    const struct kc_str text = kc_json_text(kc_json_get(object, key));

    return kc_json_str(text.at, text.length);
}

static kc_json *add_step(struct trajectory *t, const struct kc_event *event, const char *source,
                         kc_json *message)
{
    kc_json *step = kc_json_object();

    kc_json_set_uint(step, "step_id", kc_json_length(t->steps) + 1);
    if (t->with_times)
        set_timestamp(step, event->time);
    kc_json_set_str(step, "source", source);
    kc_json_set(step, "message", message);
    kc_json_push(t->steps, step);
    t->agent_step = NULL;
    return step;
}

static void add_prompt(struct trajectory *t, const struct kc_event *event, const kc_json *body)
{
    add_step(t, event, "system", text_of(body, "system"));
    add_step(t, event, "user", text_of(body, "user"));
    if (!t->tools && kc_json_type(kc_json_get(body, "tools")) == KC_JSON_ARRAY)
        t->tools = kc_json_copy(kc_json_get(body, "tools"));
}

/* ---- answers ------------------------------------------------------------------------------ */

/* Arguments must be an object; what the model wrote instead stands beside it. */
static kc_json *call_json(const kc_json *call)
{
    const struct kc_str text = kc_json_text(kc_json_get(call, "arguments"));
    kc_json            *o = kc_json_object(), *arguments = db_json_body(text, true);

    kc_json_set(o, "tool_call_id", text_of(call, "id"));
    kc_json_set(o, "function_name", text_of(call, "name"));
    if (kc_json_type(arguments) == KC_JSON_OBJECT) {
        kc_json_set(o, "arguments", arguments);
        return o;
    }
    kc_json *extra = kc_json_object();

    kc_json_set(o, "arguments", kc_json_object());
    kc_json_set(extra, "arguments_as_written", kc_json_str(text.at, text.length));
    kc_json_set(o, "extra", extra);
    kc_json_free(arguments);
    return o;
}

static int64_t tokens(const kc_json *usage, const char *key)
{
    const int64_t count = kc_json_get_int(usage, key, -1);

    return count < MOST_TOKENS ? count : MOST_TOKENS;
}

/* Adds what was reported; both unknown stays unknown. */
static int64_t plus(int64_t a, int64_t b)
{
    if (b < 0)
        return a;
    if (a < 0)
        return b;
    return a + b < MOST_TOKENS ? a + b : MOST_TOKENS;
}

static void set_known(kc_json *object, const char *key, int64_t count)
{
    if (count >= 0)
        kc_json_set_int(object, key, count);
}

/* ATIF counts cached tokens as prompt tokens; ours are billed apart. */
static kc_json *metrics_json(struct trajectory *t, const kc_json *usage)
{
    kc_json      *o = kc_json_object(), *extra = kc_json_object();
    const int64_t cached = tokens(usage, "cache_read"), written = tokens(usage, "cache_write");
    const int64_t prompt = plus(plus(tokens(usage, "input"), cached), written);
    const int64_t completion = tokens(usage, "output");
    const double  cost = kc_json_get_double(usage, "cost", -1.0);

    set_known(o, "prompt_tokens", prompt);
    set_known(o, "completion_tokens", completion);
    set_known(o, "cached_tokens", cached);
    if (cost >= 0 && isfinite(cost))
        kc_json_set_double(o, "cost_usd", cost);
    set_known(extra, "cache_write_tokens", written);
    set_known(extra, "reasoning_tokens", tokens(usage, "reasoning"));
    kc_json_set(o, "extra", extra);
    t->prompt_tokens = plus(t->prompt_tokens, prompt);
    t->completion_tokens = plus(t->completion_tokens, completion);
    t->cached_tokens = plus(t->cached_tokens, cached);
    t->cost_known = t->cost_known && cost >= 0 && isfinite(cost);
    t->cost += cost;
    return o;
}

static void add_answer(struct trajectory *t, const struct kc_event *event, const kc_json *body)
{
    kc_json    *step = add_step(t, event, "agent", text_of(body, "text"));
    kc_json    *calls = kc_json_get(body, "calls"), *list = kc_json_array();
    kc_json    *extra = kc_json_object();
    const char *keys[] = { "seconds", "waited", "request_id" };

    if (*kc_json_get_str(body, "model", ""))
        kc_json_set(step, "model_name", text_of(body, "model"));
    if (kc_json_text(kc_json_get(body, "reasoning")).length)
        kc_json_set(step, "reasoning_content", text_of(body, "reasoning"));
    for (size_t i = 0; i < kc_json_length(calls); i++)
        kc_json_push(list, call_json(kc_json_at(calls, i)));
    t->calls = kc_json_length(list) ? list : NULL;
    if (t->calls)
        kc_json_set(step, "tool_calls", list);
    else
        kc_json_free(list);
    kc_json_set(step, "metrics", metrics_json(t, kc_json_get(body, "usage")));
    kc_json_set(step, "llm_call_count", kc_json_int(1));
    kc_json_set(extra, "stop", text_of(body, "stop"));
    set_known(extra, "attempts", tokens(body, "attempts"));
    for (size_t i = 0; t->with_times && i < KC_COUNT(keys); i++)
        if (kc_json_get(body, keys[i]))
            kc_json_set(extra, keys[i], kc_json_copy(kc_json_get(body, keys[i])));
    kc_json_set(step, "extra", extra);
    t->agent_step = step;
}

static kc_json *result_json(const struct trajectory *t, const kc_json *reply, size_t place)
{
    const kc_json *call = t->agent_step ? kc_json_at(t->calls, place) : NULL;
    kc_json       *o = kc_json_object(), *extra = kc_json_object();

    if (call)
        kc_json_set(o, "source_call_id", text_of(call, "tool_call_id"));
    kc_json_set(o, "content", text_of(reply, "text"));
    kc_json_set_bool(extra, "is_error", kc_json_get_bool(reply, "is_error", false));
    kc_json_set(o, "extra", extra);
    return o;
}

/* Replies without an answer before them exist in damaged stores only: a system step. */
static void add_replies(struct trajectory *t, const struct kc_event *event, const kc_json *body)
{
    const kc_json *replies = kc_json_get(body, "replies");
    kc_json       *observation = kc_json_object(), *results = kc_json_array();

    for (size_t i = 0; i < kc_json_length(replies); i++)
        kc_json_push(results, result_json(t, kc_json_at(replies, i), i));
    kc_json_set(observation, "results", results);
    kc_json *step =
        t->agent_step ? t->agent_step : add_step(t, event, "system", kc_json_str("", 0));

    kc_json_set(step, "observation", observation);
    t->agent_step = NULL;
}

/* ---- the rest ----------------------------------------------------------------------------- */

static void add_error(struct trajectory *t, const struct kc_event *event, const kc_json *body)
{
    kc_json *step = add_step(t, event, "system", text_of(body, "message"));
    kc_json *extra = kc_json_object();

    kc_json_set_str(extra, "kind", "provider_error");
    kc_json_set_int(extra, "http", kc_json_get_int(body, "http", 0));
    set_known(extra, "attempts", tokens(body, "attempts"));
    kc_json_set(step, "extra", extra);
}

static void add_event(struct trajectory *t, const struct kc_event *event, const kc_json *body)
{
    switch (event->kind) {
    case KC_EVENT_PROMPT:
        add_prompt(t, event, body);
        break;
    case KC_EVENT_ANSWER:
        add_answer(t, event, body);
        break;
    case KC_EVENT_REPLIES:
        add_replies(t, event, body);
        break;
    case KC_EVENT_NUDGE:
        add_step(t, event, "user", text_of(body, "text"));
        break;
    case KC_EVENT_ERROR:
        add_error(t, event, body);
        break;
    case KC_EVENT_END:
        kc_json_set(t->extra, "reason", text_of(body, "reason"));
        break;
    case KC_EVENT_REQUEST:
        break;
    }
}

/* The version that the campaign was made with; ours when it does not say. */
static kc_json *version_json(kc_store *store, int64_t campaign)
{
    sqlite3_stmt   *s = db_sql(store, SQL_CAMPAIGN_ABOUT);
    struct kc_arena arena = { 0 };
    bool            good;

    sqlite3_bind_int64(s, 1, campaign);
    const char *about = db_row(store, s, &good) ? db_text(&arena, s, 0) : "";
    kc_json    *object = db_json_body(kc_str_from(about), true);
    const char *version = kc_json_get_str(object, "version", KC_VERSION);
    kc_json    *value = kc_json_str(version, strlen(version));

    sqlite3_reset(s);
    kc_json_free(object);
    kc_arena_free(&arena);
    return value;
}

static kc_json *agent_json(kc_store *store, const struct kc_run_row *row, struct trajectory *t)
{
    kc_json *agent = kc_json_object(), *extra = kc_json_object();

    kc_json_set_str(agent, "name", "kernelcraft");
    kc_json_set(agent, "version", version_json(store, row->campaign));
    kc_json_set_str(agent, "model_name", row->what.agent);
    if (t->tools)
        kc_json_set(extra, "tools", t->tools);
    kc_json_set(agent, "extra", extra);
    return agent;
}

static kc_json *final_json(const struct trajectory *t)
{
    kc_json *o = kc_json_object();

    set_known(o, "total_prompt_tokens", t->prompt_tokens);
    set_known(o, "total_completion_tokens", t->completion_tokens);
    set_known(o, "total_cached_tokens", t->cached_tokens);
    if (t->cost_known && t->cost < INFINITY)
        kc_json_set_double(o, "total_cost_usd", t->cost);
    kc_json_set_uint(o, "total_steps", kc_json_length(t->steps));
    return o;
}

static kc_json *trajectory_json(kc_store *store, const struct kc_run_row *row, struct trajectory *t)
{
    kc_json *root = kc_json_object();
    char     identity[33], session[40];

    db_identity(&row->what, identity);
    snprintf(session, sizeof session, "kc-%s", identity);
    kc_json_set_str(root, "schema_version", "ATIF-v1.7");
    kc_json_set_str(root, "session_id", session);
    kc_json_set(root, "agent", agent_json(store, row, t));
    kc_json_set(root, "steps", t->steps);
    kc_json_set(root, "final_metrics", final_json(t));
    db_json_run(t->extra, row, t->with_times);
    kc_json_set(root, "extra", t->extra);
    return root;
}

static kc_json *export_events(kc_store *store, const struct kc_run_row *row,
                              const struct kc_event *events, size_t count, bool with_times)
{
    struct trajectory t = { .prompt_tokens = -1,
                            .completion_tokens = -1,
                            .cached_tokens = -1,
                            .cost_known = true,
                            .with_times = with_times };

    t.steps = kc_json_array();
    t.extra = kc_json_object();
    for (size_t i = 0; i < count; i++) {
        kc_json *body = db_json_body(events[i].body, true);

        add_event(&t, &events[i], body);
        kc_json_free(body);
    }
    if (kc_json_length(t.steps))
        return trajectory_json(store, row, &t);
    db_fail(store, "run %" PRId64 " of '%s' has not begun: it has no steps to export", row->id,
            store->path);
    kc_json_free(t.steps);
    kc_json_free(t.extra);
    return NULL;
}

kc_json *kc_store_export_atif(kc_store *store, int64_t run, bool with_times)
{
    struct kc_arena        arena = { 0 };
    struct kc_run_row      row;
    const struct kc_event *events;
    size_t                 count;
    kc_json               *root = NULL;

    if (kc_store_get(store, &arena, run, &row) &&
        kc_store_events(store, &arena, run, &events, &count)) {
        pthread_mutex_lock(&store->mutex);
        root = export_events(store, &row, events, count, with_times);
        pthread_mutex_unlock(&store->mutex);
    }
    kc_arena_free(&arena);
    return root;
}

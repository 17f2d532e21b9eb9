/* What happens to a run: its events in the store, its talk, its workbench and its counts move
 * together, one event at a time. */
#include "agent/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "agent/record.h"

enum { CALLS_AT_ONCE = 64 };

static const char nudge_text[] =
    "Your last answer called no tool, so nothing was done. Work by calling tools: write_code, "
    "check_syntax, run_evaluation. When you are done, call finish.";

double kc_state_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct kc_str str_of(const struct kc_buf *buf)
{
    return (struct kc_str){ buf->text ? buf->text : "", buf->length };
}

static struct kc_str keep(struct kc_run_state *r, struct kc_str text)
{
    return (struct kc_str){ kc_arena_strndup(&r->arena, text.at, text.length), text.length };
}

static void add_turn(struct kc_run_state *r, struct kc_turn turn)
{
    if (r->count == r->capacity) {
        struct kc_turn *grown =
            kc_arena_array(&r->arena, struct kc_turn, r->capacity ? 2 * r->capacity : 64);

        if (r->count)
            memcpy(grown, r->turns, r->count * sizeof *grown);
        r->turns = grown;
        r->capacity = r->capacity ? 2 * r->capacity : 64;
    }
    r->turns[r->count++] = turn;
}

static void add_user(struct kc_run_state *r, struct kc_str text)
{
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_USER, .text = text });
}

/* Writes an event with the sum as it is now; false when the store cannot. */
static bool append(struct kc_run_state *r, enum kc_event_kind kind, const struct kc_buf *body,
                   const struct kc_evaluation *evaluations, size_t count)
{
    if (kc_store_append(r->loop->store, r->loop->run, kind, str_of(body), evaluations, count,
                        &r->progress.sum))
        return true;
    r->store_failed = true;
    return false;
}

/* ---- the prompt --------------------------------------------------------------------------- */

static kc_json *tool_names(const struct kc_tool_set *set)
{
    const struct kc_tool *tool;
    kc_json              *list = kc_json_array();

    for (size_t i = 0; (tool = kc_tool_at(i)); i++)
        if (kc_tool_in(set, i))
            kc_json_push(list, kc_json_str(tool->name, strlen(tool->name)));
    return list;
}

static bool begin(struct kc_run_state *r)
{
    struct kc_prompt_options options = r->loop->prompt;
    struct kc_buf            tools = { 0 }, body = { 0 };
    struct kc_prompt         prompt;
    kc_json                 *o = kc_json_object();
    bool                     good;

    kc_tools_text(kc_workbench_tools(r->bench), &tools);
    options.tools = tools.text;
    prompt = kc_prompt_new(kc_workbench_cell(r->bench), &options);
    r->system = keep(r, str_of(&prompt.system));
    add_user(r, keep(r, str_of(&prompt.user)));
    kc_json_set(o, "system", kc_json_str(prompt.system.text, prompt.system.length));
    kc_json_set(o, "user", kc_json_str(prompt.user.text, prompt.user.length));
    kc_json_set(o, "tools", tool_names(kc_workbench_tools(r->bench)));
    kc_json_set_str(o, "version", KC_VERSION); /* a replay by another may differ */
    kc_json_print(o, &body, false);
    r->progress.sum.status = KC_RUN_RUNNING;
    good = append(r, KC_EVENT_PROMPT, &body, NULL, 0);
    kc_json_free(o);
    kc_prompt_free(&prompt);
    kc_buf_free(&tools);
    kc_buf_free(&body);
    return good;
}

/* ---- tools -------------------------------------------------------------------------------- */

static void refuse_call(struct kc_tool_result *result, const char *text)
{
    kc_json *o = kc_json_object();

    *result = (struct kc_tool_result){ .is_error = true };
    kc_json_set_bool(o, "success", false);
    kc_json_set_str(o, "error", text);
    kc_json_print(o, &result->text, false);
    kc_json_free(o);
}

static void call_tool(struct kc_run_state *r, const struct kc_answer *answer, size_t i,
                      struct kc_tool_result *result)
{
    const struct kc_call *call = &answer->calls[i];

    if (i >= CALLS_AT_ONCE)
        refuse_call(result,
                    "too many calls in one answer: the first 64 were executed, this one was "
                    "not; read their results first");
    else if (r->loop->budget.calls && r->progress.sum.calls >= r->loop->budget.calls)
        refuse_call(result, "the budget of tool calls is spent");
    else
        kc_workbench_call(r->bench, call->name, call->arguments, result);
}

/* Counts a result; what the model sees of it. */
static struct kc_reply note_result(struct kc_run_state *r, const struct kc_tool_result *result)
{
    r->finished |= result->finished;
    kc_progress_result(&r->progress, result, kc_workbench_kernel(r->bench));
    return (struct kc_reply){ keep(r, str_of(&result->text)), result->is_error };
}

static struct kc_evaluation evaluation_of(struct kc_run_state *r, size_t call,
                                          const struct kc_tool_result *result)
{
    return (struct kc_evaluation){
        .call = (uint32_t)call,
        .kernel = keep(r, kc_workbench_kernel(r->bench)),
        .verdict = kc_verdict_name(result->verdict),
        .cycles = result->cycles,
        .match_rate = result->match_rate,
        .paper_match_rate = result->paper_match_rate,
        .mse = result->mse,
    };
}

/* Calls all tools of an answer; evaluations go to the list, *kept of them. */
static void call_tools(struct kc_run_state *r, const struct kc_answer *answer,
                       struct kc_reply *replies, struct kc_evaluation *evaluations, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < answer->call_count; i++) {
        struct kc_tool_result result;

        call_tool(r, answer, i, &result);
        replies[i] = note_result(r, &result);
        if (result.evaluated)
            evaluations[(*kept)++] = evaluation_of(r, i, &result);
        kc_tool_result_free(&result);
    }
}

/* Executes the calls of the last answer and records their results. */
bool kc_state_reply(struct kc_run_state *r, const struct kc_answer *answer)
{
    struct kc_reply      *replies = kc_arena_array(&r->arena, struct kc_reply, answer->call_count);
    struct kc_evaluation *evaluations =
        kc_arena_array(&r->arena, struct kc_evaluation, answer->call_count);
    struct kc_buf body = { 0 };
    const double  began = kc_state_now();
    size_t        kept;
    bool          good;

    call_tools(r, answer, replies, evaluations, &kept);
    const double seconds = kc_state_now() - began;

    kc_progress_time(&r->progress, seconds);
    kc_record_replies(replies, answer->call_count, seconds, &body);
    good = append(r, KC_EVENT_REPLIES, &body, evaluations, kept);
    kc_buf_free(&body);
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_REPLIES,
                                  .replies = replies,
                                  .reply_count = answer->call_count });
    return good;
}

bool kc_state_made(struct kc_run_state *r, struct kc_str name, struct kc_str arguments,
                   const struct kc_tool_result *result, double seconds)
{
    struct kc_call      *call = kc_arena_new(&r->arena, struct kc_call);
    struct kc_answer    *answer = kc_arena_new(&r->arena, struct kc_answer);
    struct kc_evaluation evaluation;
    struct kc_reply      reply;
    struct kc_buf        body = { 0 };
    bool                 good;

    *call = (struct kc_call){ "call_0", keep(r, name), keep(r, arguments) };
    *answer = (struct kc_answer){ .format = KC_FORMAT_EXEC,
                                  .calls = call,
                                  .call_count = 1,
                                  .stop = KC_STOP_CALLS,
                                  .usage = { -1, -1, -1, -1, -1, -1.0 } };
    good = kc_state_answer(r, answer);
    reply = note_result(r, result);
    if (result->evaluated)
        evaluation = evaluation_of(r, 0, result);
    kc_progress_time(&r->progress, seconds);
    kc_record_replies(&reply, 1, seconds, &body);
    good = good && append(r, KC_EVENT_REPLIES, &body, &evaluation, result->evaluated);
    kc_buf_free(&body);
    return good;
}

bool kc_state_nudge(struct kc_run_state *r)
{
    struct kc_buf body = { 0 };
    kc_json      *o = kc_json_object();
    bool          good;

    kc_json_set_str(o, "text", nudge_text);
    kc_json_print(o, &body, false);
    kc_json_free(o);
    r->progress.sum.nudges++;
    r->progress.nudged++;
    good = append(r, KC_EVENT_NUDGE, &body, NULL, 0);
    kc_buf_free(&body);
    add_user(r, kc_str_from(nudge_text));
    return good;
}

bool kc_state_answer(struct kc_run_state *r, struct kc_answer *answer)
{
    struct kc_buf body = { 0 };
    bool          good;

    kc_progress_answer(&r->progress, answer);
    kc_record_answer(answer, &body);
    good = append(r, KC_EVENT_ANSWER, &body, NULL, 0);
    kc_buf_free(&body);
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_ANSWER, .answer = answer });
    return good;
}

/* ---- continuing --------------------------------------------------------------------------- */

static bool restore_prompt(struct kc_run_state *r, struct kc_str body)
{
    kc_json *o = kc_json_parse(body);

    r->system = keep(r, kc_json_text(kc_json_get(o, "system")));
    add_user(r, keep(r, kc_json_text(kc_json_get(o, "user"))));
    kc_json_free(o);
    return r->system.length > 0;
}

static struct kc_answer *restore_answer(struct kc_run_state *r, struct kc_str body)
{
    struct kc_answer *answer = kc_arena_new(&r->arena, struct kc_answer);

    if (!kc_record_read_answer(&r->arena, body, answer))
        return NULL;
    kc_progress_answer(&r->progress, answer);
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_ANSWER, .answer = answer });
    return answer;
}

/* The tools are called again for what they do; the model goes on seeing what it saw. */
static bool restore_replies(struct kc_run_state *r, const struct kc_answer *answer,
                            struct kc_str body)
{
    struct kc_reply      *replies, *again;
    size_t                count, kept;
    double                seconds;
    struct kc_evaluation *evaluations;

    if (!answer || !kc_record_read_replies(&r->arena, body, &replies, &count, &seconds) ||
        count != answer->call_count)
        return false;
    again = kc_arena_array(&r->arena, struct kc_reply, count);
    evaluations = kc_arena_array(&r->arena, struct kc_evaluation, count);
    call_tools(r, answer, again, evaluations, &kept);
    kc_progress_time(&r->progress, seconds);
    add_turn(r,
             (struct kc_turn){ .kind = KC_TURN_REPLIES, .replies = replies, .reply_count = count });
    return true;
}

static bool restore_event(struct kc_run_state *r, const struct kc_event *e,
                          const struct kc_answer **answer)
{
    switch (e->kind) {
    case KC_EVENT_PROMPT:
        return restore_prompt(r, e->body);
    case KC_EVENT_ANSWER:
        *answer = restore_answer(r, e->body);
        return *answer != NULL;
    case KC_EVENT_REPLIES:
        return restore_replies(r, *answer, e->body);
    case KC_EVENT_NUDGE:
        r->progress.sum.nudges++;
        r->progress.nudged++;
        add_user(r, kc_str_from(nudge_text));
        return true;
    case KC_EVENT_REQUEST:
    case KC_EVENT_ERROR:
    case KC_EVENT_END:
        break;
    }
    return true;
}

/* Puts the run together from its events; false when the store cannot be read. */
bool kc_state_restore(struct kc_run_state *r)
{
    const struct kc_event  *events;
    const struct kc_answer *answer = NULL;
    size_t                  count;

    if (!kc_store_events(r->loop->store, &r->arena, r->loop->run, &events, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!restore_event(r, &events[i], &answer))
            return false;
    r->progress.sum.status = KC_RUN_RUNNING;
    return count > 0 || begin(r);
}

/* ---- ends --------------------------------------------------------------------------------- */

const char *kc_state_spent(const struct kc_run_state *r)
{
    const struct kc_budget  *b = &r->loop->budget;
    const struct kc_run_sum *s = &r->progress.sum;

    if (b->answers && s->answers >= b->answers)
        return "answers";
    if (b->calls && s->calls >= b->calls)
        return "tool calls";
    if (b->tokens && s->input + s->cache_read + s->cache_write + s->output >= b->tokens)
        return "tokens";
    if (b->cost > 0.0 && s->cost >= b->cost)
        return "money";
    if (b->seconds > 0.0 && s->seconds >= b->seconds)
        return "time";
    return NULL;
}

bool kc_state_end(struct kc_run_state *r, enum kc_run_status status, const char *reason)
{
    struct kc_buf body = { 0 };
    kc_json      *o = kc_json_object();
    bool          good;

    if (r->progress.sum.first_correct)
        status = KC_RUN_SOLVED;
    r->progress.sum.status = status;
    kc_progress_compare(&r->progress, kc_workbench_cell(r->bench), kc_workbench_config(r->bench));
    kc_json_set_str(o, "status", kc_run_status_name(status));
    kc_json_set_str(o, "reason", reason);
    kc_json_print(o, &body, false);
    kc_json_free(o);
    good = append(r, KC_EVENT_END, &body, NULL, 0);
    kc_buf_free(&body);
    return good;
}

bool kc_state_error(struct kc_run_state *r, const struct kc_ask_error *error)
{
    struct kc_buf body = { 0 };
    kc_json      *o = kc_json_object();
    bool          good;

    r->progress.sum.status = KC_RUN_PROVIDER_ERROR;
    r->progress.sum.error = kc_arena_strndup(&r->arena, error->message, strlen(error->message));
    kc_json_set_int(o, "http", error->http);
    kc_json_set_str(o, "message", error->message);
    kc_json_set_uint(o, "attempts", error->attempts);
    kc_json_print(o, &body, false);
    kc_json_free(o);
    good = append(r, KC_EVENT_ERROR, &body, NULL, 0);
    kc_buf_free(&body);
    return good;
}

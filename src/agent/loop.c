/* The loop: ask, record, call tools, record, until something ends it. */
#include "agent/loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "agent/progress.h"
#include "agent/record.h"

enum { CALLS_AT_ONCE = 64 };

static const char nudge_text[] =
    "Your last answer called no tool, so nothing was done. Work by calling tools: write_code, "
    "check_syntax, run_evaluation. When you are done, call finish.";

uint32_t kc_published_answers(uint32_t level)
{
    static const uint32_t answers[] = { 15, 15, 20, 25 };

    return answers[level < KC_COUNT(answers) ? level : 0];
}

/* ---- one run while it lasts --------------------------------------------------------------- */

struct run {
    const struct kc_loop *loop;
    struct kc_arena       arena;
    kc_workbench         *bench;
    kc_model             *model;
    struct kc_str         system;
    struct kc_turn       *turns;
    size_t                count, capacity;
    struct kc_progress    progress;
    bool                  finished, store_failed;
    const char           *reason; /* of the end */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct kc_str str_of(const struct kc_buf *buf)
{
    return (struct kc_str){ buf->text ? buf->text : "", buf->length };
}

static struct kc_str keep(struct run *r, struct kc_str text)
{
    return (struct kc_str){ kc_arena_strndup(&r->arena, text.at, text.length), text.length };
}

static void add_turn(struct run *r, struct kc_turn turn)
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

static void add_user(struct run *r, struct kc_str text)
{
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_USER, .text = text });
}

/* Writes an event with the sum as it is now; false when the store cannot. */
static bool append(struct run *r, enum kc_event_kind kind, const struct kc_buf *body,
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

static bool begin(struct run *r)
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

static void call_tool(struct run *r, const struct kc_answer *answer, size_t i,
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

/* Calls all tools of an answer; evaluations go to the list, *kept of them. */
static void call_tools(struct run *r, const struct kc_answer *answer, struct kc_reply *replies,
                       struct kc_evaluation *evaluations, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < answer->call_count; i++) {
        struct kc_tool_result result;

        call_tool(r, answer, i, &result);
        replies[i] = (struct kc_reply){ keep(r, str_of(&result.text)), result.is_error };
        r->finished |= result.finished;
        if (result.evaluated)
            evaluations[(*kept)++] = (struct kc_evaluation){
                .call = (uint32_t)i,
                .kernel = keep(r, kc_workbench_kernel(r->bench)),
                .verdict = kc_verdict_name(result.verdict),
                .cycles = result.cycles,
                .match_rate = result.match_rate,
                .paper_match_rate = result.paper_match_rate,
                .mse = result.mse,
            };
        kc_progress_result(&r->progress, &result, kc_workbench_kernel(r->bench));
        kc_tool_result_free(&result);
    }
}

/* Executes the calls of the last answer and records their results. */
static bool reply(struct run *r, const struct kc_answer *answer)
{
    struct kc_reply      *replies = kc_arena_array(&r->arena, struct kc_reply, answer->call_count);
    struct kc_evaluation *evaluations =
        kc_arena_array(&r->arena, struct kc_evaluation, answer->call_count);
    struct kc_buf body = { 0 };
    const double  began = now();
    size_t        kept;
    bool          good;

    call_tools(r, answer, replies, evaluations, &kept);
    const double seconds = now() - began;

    kc_progress_time(&r->progress, seconds);
    kc_record_replies(replies, answer->call_count, seconds, &body);
    good = append(r, KC_EVENT_REPLIES, &body, evaluations, kept);
    kc_buf_free(&body);
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_REPLIES,
                                  .replies = replies,
                                  .reply_count = answer->call_count });
    return good;
}

static bool nudge(struct run *r)
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

/* ---- a kernel printed as text ------------------------------------------------------------- */

/* The longest fenced block of the answer, as two calls the model might have made. */
static bool rescue(struct run *r, struct kc_answer *answer)
{
    const char     *open = answer->text.length ? strstr(answer->text.at, "```") : NULL;
    const char     *begin_code = open ? strchr(open, '\n') : NULL;
    const char     *close = begin_code ? strstr(begin_code, "\n```") : NULL;
    struct kc_buf   arguments = { 0 };
    struct kc_call *calls = kc_arena_array(&r->arena, struct kc_call, 2);
    kc_json        *o;

    if (!close)
        return false;
    o = kc_json_object();
    kc_json_set(o, "assembly_code", kc_json_str(begin_code + 1, (size_t)(close - begin_code)));
    kc_json_print(o, &arguments, false);
    kc_json_free(o);
    calls[0] =
        (struct kc_call){ "rescued_0", kc_str_from("write_code"), keep(r, str_of(&arguments)) };
    calls[1] = (struct kc_call){ "rescued_1", kc_str_from("run_evaluation"), kc_str_from("{}") };
    kc_buf_free(&arguments);
    answer->calls = calls;
    answer->call_count = 2;
    answer->format = "rescued"; /* rendered from text and calls from now on, and marked */
    return true;
}

/* ---- continuing --------------------------------------------------------------------------- */

static bool restore_prompt(struct run *r, struct kc_str body)
{
    kc_json *o = kc_json_parse(body);

    r->system = keep(r, kc_json_text(kc_json_get(o, "system")));
    add_user(r, keep(r, kc_json_text(kc_json_get(o, "user"))));
    kc_json_free(o);
    return r->system.length > 0;
}

static struct kc_answer *restore_answer(struct run *r, struct kc_str body)
{
    struct kc_answer *answer = kc_arena_new(&r->arena, struct kc_answer);

    if (!kc_record_read_answer(&r->arena, body, answer))
        return NULL;
    kc_progress_answer(&r->progress, answer);
    add_turn(r, (struct kc_turn){ .kind = KC_TURN_ANSWER, .answer = answer });
    return answer;
}

/* The tools are called again for what they do; the model goes on seeing what it saw. */
static bool restore_replies(struct run *r, const struct kc_answer *answer, struct kc_str body)
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

static bool restore_event(struct run *r, const struct kc_event *e, const struct kc_answer **answer)
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
static bool restore(struct run *r)
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

static const char *spent(const struct run *r)
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

static bool end(struct run *r, enum kc_run_status status, const char *reason)
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

static bool provider_error(struct run *r, const struct kc_ask_error *error)
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

/* ---- the loop ----------------------------------------------------------------------------- */

static bool record_answer(struct run *r, struct kc_answer *answer)
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

/* One question to the model; false ends the run, for now or for good. */
static bool ask(struct run *r)
{
    const struct kc_talk talk = { r->system, *kc_workbench_tools(r->bench), r->turns, r->count };
    struct kc_answer    *answer = kc_arena_new(&r->arena, struct kc_answer);
    struct kc_ask_error  error = { 0 };

    switch (r->model->ops->ask(r->model, &r->arena, &talk, answer, &error)) {
    case KC_ASK_ANSWERED:
        if (answer->call_count == 0 && r->loop->rescue_text)
            rescue(r, answer);
        return record_answer(r, answer);
    case KC_ASK_CANCELLED:
        return false;
    case KC_ASK_REFUSED:
    case KC_ASK_UNREACHED:
        provider_error(r, &error);
        return false;
    }
    return false;
}

/* Whether the last thing said is an answer whose calls were not executed yet. */
static const struct kc_answer *pending(const struct run *r)
{
    const struct kc_turn *last = &r->turns[r->count - 1];

    return last->kind == KC_TURN_ANSWER ? last->answer : NULL;
}

/* What follows an answer; false ends the run. */
static bool react(struct run *r, const struct kc_answer *answer)
{
    if (answer->call_count) {
        r->progress.nudged = 0;
        return reply(r, answer);
    }
    if (r->progress.nudged < r->loop->budget.nudges)
        return nudge(r);
    end(r, KC_RUN_STOPPED_EARLY, "answers without tool calls");
    return false;
}

/* Whether the run is over, and recorded as such. */
static bool is_over(struct run *r)
{
    const struct kc_budget *b = &r->loop->budget;
    const char             *what;

    if (r->finished)
        return end(r, KC_RUN_FAILED, "finished"), true;
    if (r->loop->stop_at_correct && r->progress.sum.first_correct)
        return end(r, KC_RUN_SOLVED, "correct"), true;
    if (b->patience && r->progress.sum.first_correct &&
        r->progress.sum.answers >= r->progress.sum.best_at + b->patience)
        return end(r, KC_RUN_SOLVED, "no improvement"), true;
    if ((what = spent(r)))
        return end(r, KC_RUN_BUDGET_SPENT, what), true;
    return false;
}

static void go_on(struct run *r)
{
    for (;;) {
        const struct kc_answer *answer = pending(r);

        if (r->loop->cancel && atomic_load(r->loop->cancel))
            return;
        if (answer ? !react(r, answer) : (is_over(r) || !ask(r)))
            return;
        if (r->store_failed)
            return;
    }
}

static enum kc_run_status unsupported(const struct kc_loop *loop, const struct kc_buf *why)
{
    const struct kc_run_sum sum = { .status = KC_RUN_UNSUPPORTED,
                                    .verdict = "",
                                    .error = why->text ? why->text : "",
                                    .cost = -1.0 };

    return kc_store_sum(loop->store, loop->run, &sum) ? KC_RUN_UNSUPPORTED : KC_RUN_RUNNING;
}

enum kc_run_status kc_loop_run(const struct kc_loop *loop)
{
    struct run         r = { .loop = loop };
    struct kc_buf      why = { 0 };
    enum kc_run_status status = KC_RUN_RUNNING;

    kc_progress_init(&r.progress);
    r.bench = kc_workbench_new(&loop->bench, &why);
    if (!r.bench) {
        status = unsupported(loop, &why);
    } else if ((r.model = loop->model(loop->context, kc_workbench_cell(r.bench), &why))) {
        if (restore(&r))
            go_on(&r);
        loop->model_done(loop->context, r.model);
        status = r.store_failed ? KC_RUN_RUNNING : r.progress.sum.status;
    } else {
        struct kc_ask_error error = { 0 };

        snprintf(error.message, sizeof error.message, "%s", why.text);
        provider_error(&r, &error);
        status = KC_RUN_PROVIDER_ERROR;
    }
    kc_workbench_free(r.bench);
    kc_arena_free(&r.arena);
    kc_buf_free(&why);
    return status;
}

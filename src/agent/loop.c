/* The loop: ask, record, call tools, record, until something ends it. */
#include "agent/loop.h"

#include <stdio.h>
#include <string.h>

#include "agent/record.h"
#include "agent/state.h"

uint32_t kc_published_answers(uint32_t level)
{
    static const uint32_t answers[] = { 15, 15, 20, 25 };

    return answers[level < KC_COUNT(answers) ? level : 0];
}

/* ---- a kernel printed as text ------------------------------------------------------------- */

/* The first fenced block of the answer, as two calls the model might have made. */
static bool rescue(struct kc_run_state *r, struct kc_answer *answer)
{
    const char     *open = answer->text.length ? strstr(answer->text.at, "```") : NULL;
    const char     *code = open ? strchr(open, '\n') : NULL;
    const char     *close = code ? strstr(code, "\n```") : NULL;
    struct kc_call *calls = kc_arena_array(&r->arena, struct kc_call, 2);

    if (!close)
        return false;
    calls[0] =
        (struct kc_call){ "rescued_0", kc_str_from("write_code"),
                          kc_record_code(&r->arena,
                                         (struct kc_str){ code + 1, (size_t)(close - code) }) };
    calls[1] = (struct kc_call){ "rescued_1", kc_str_from("run_evaluation"), kc_str_from("{}") };
    answer->calls = calls;
    answer->call_count = 2;
    answer->format = "rescued"; /* rendered from text and calls from now on, and marked */
    return true;
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* One question to the model; false ends the run, for now or for good. */
static bool ask(struct kc_run_state *r)
{
    const struct kc_talk talk = { r->system, *kc_workbench_tools(r->bench), r->turns, r->count };
    struct kc_answer    *answer = kc_arena_new(&r->arena, struct kc_answer);
    struct kc_ask_error  error = { 0 };

    switch (r->model->ops->ask(r->model, &r->arena, &talk, answer, &error)) {
    case KC_ASK_ANSWERED:
        if (answer->call_count == 0 && r->loop->rescue_text)
            rescue(r, answer);
        if (answer->usage.cost < 0.0)
            answer->usage.cost = kc_price(r->loop->agent, &answer->usage);
        return kc_state_answer(r, answer);
    case KC_ASK_CANCELLED:
        return false;
    case KC_ASK_REFUSED:
    case KC_ASK_UNREACHED:
        kc_state_error(r, &error);
        return false;
    }
    return false;
}

/* Whether the last thing said is an answer whose calls were not executed yet. */
static const struct kc_answer *pending(const struct kc_run_state *r)
{
    const struct kc_turn *last = &r->turns[r->count - 1];

    return last->kind == KC_TURN_ANSWER ? last->answer : NULL;
}

/* What follows an answer; false ends the run. */
static bool react(struct kc_run_state *r, const struct kc_answer *answer)
{
    if (answer->call_count) {
        r->progress.nudged = 0;
        return kc_state_reply(r, answer);
    }
    if (r->progress.nudged < r->loop->budget.nudges)
        return kc_state_nudge(r);
    kc_state_end(r, KC_RUN_STOPPED_EARLY, "answers without tool calls");
    return false;
}

/* Whether the run is over, and recorded as such. */
static bool is_over(struct kc_run_state *r)
{
    const struct kc_budget *b = &r->loop->budget;
    const char             *what;

    if (r->finished)
        return kc_state_end(r, KC_RUN_FAILED, "finished"), true;
    if (r->loop->stop_at_correct && r->progress.sum.first_correct)
        return kc_state_end(r, KC_RUN_SOLVED, "correct"), true;
    if (b->patience && r->progress.sum.first_correct &&
        r->progress.sum.answers >= r->progress.sum.best_at + b->patience)
        return kc_state_end(r, KC_RUN_SOLVED, "no improvement"), true;
    if ((what = kc_state_spent(r)))
        return kc_state_end(r, KC_RUN_BUDGET_SPENT, what), true;
    return false;
}

static void go_on(struct kc_run_state *r)
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

/* The model's part of a run. */
static void run_model(struct kc_run_state *r, struct kc_buf *why)
{
    struct kc_ask_error error = { 0 };

    if ((r->model = r->loop->model(r->loop->context, kc_workbench_cell(r->bench), why))) {
        if (kc_state_restore(r))
            go_on(r);
        else
            r->store_failed = true;
        r->loop->model_done(r->loop->context, r->model);
    } else {
        snprintf(error.message, sizeof error.message, "%s", why->text);
        kc_state_error(r, &error);
    }
}

enum kc_run_status kc_loop_run(const struct kc_loop *loop)
{
    struct kc_run_state r = { .loop = loop };
    struct kc_buf       why = { 0 };
    enum kc_run_status  status = KC_RUN_RUNNING;

    kc_progress_init(&r.progress);
    if (!(r.bench = kc_workbench_new(&loop->bench, &why))) {
        status = unsupported(loop, &why);
    } else {
        if (!loop->command)
            run_model(&r, &why);
        else if (kc_state_restore(&r))
            kc_exec_run(&r, loop->command);
        else
            r.store_failed = true;
        status = r.store_failed ? KC_RUN_RUNNING : r.progress.sum.status;
    }
    kc_workbench_free(r.bench);
    kc_arena_free(&r.arena);
    kc_buf_free(&why);
    return status;
}

/* Replaying a record and finding what changed. */
#include "agent/replay.h"

#include <string.h>

#include "agent/progress.h"
#include "agent/record.h"

struct replaying {
    struct kc_arena        *arena;
    struct kc_replay       *out;
    kc_workbench           *bench;
    struct kc_progress      progress;
    const struct kc_answer *answer;
    size_t                  capacity;
};

/* ---- what differs ------------------------------------------------------------------------- */

struct names {
    struct kc_buf  text;
    const kc_json *other;
};

static bool same_value(const kc_json *a, const kc_json *b)
{
    struct kc_buf x = { 0 }, y = { 0 };
    bool          same;

    kc_json_print(a, &x, false);
    kc_json_print(b, &y, false);
    same = x.length == y.length && memcmp(x.text, y.text, x.length) == 0;
    kc_buf_free(&x);
    kc_buf_free(&y);
    return same;
}

static void name_difference(void *context, const char *key, kc_json *value)
{
    struct names *n = context;

    if (!same_value(value, kc_json_get(n->other, key)))
        kc_buf_printf(&n->text, "%s%s", n->text.length ? ", " : "", key);
}

static void name_absence(void *context, const char *key, kc_json *value)
{
    struct names *n = context;

    if (value && !kc_json_get(n->other, key))
        kc_buf_printf(&n->text, "%s%s", n->text.length ? ", " : "", key);
}

/* The members in which two results differ. */
static const char *differing(struct kc_arena *arena, struct kc_str before, struct kc_str after)
{
    kc_json     *a = kc_json_parse(before), *b = kc_json_parse(after);
    struct names n = { .other = a };
    const char  *copy;

    kc_buf_add(&n.text, "", 0);
    kc_json_each(b, name_difference, &n);
    n.other = b;
    kc_json_each(a, name_absence, &n);
    copy = kc_arena_strndup(arena, n.text.text, n.text.length);
    kc_buf_free(&n.text);
    kc_json_free(a);
    kc_json_free(b);
    return copy;
}

static void add_change(struct replaying *r, size_t call, struct kc_str before, struct kc_str after)
{
    struct kc_replay *out = r->out;

    if (out->change_count == r->capacity) {
        struct kc_replay_change *grown =
            kc_arena_array(r->arena, struct kc_replay_change, 2 * r->capacity + 16);

        if (out->change_count)
            memcpy(grown, out->change, out->change_count * sizeof *grown);
        out->change = grown;
        r->capacity = 2 * r->capacity + 16;
    }
    out->change[out->change_count++] = (struct kc_replay_change){
        .answer = out->answers,
        .call = (uint32_t)call + 1,
        .tool = r->answer->calls[call].name.at,
        .fields = differing(r->arena, before, after),
        .before = kc_arena_strndup(r->arena, before.at, before.length),
        .after = kc_arena_strndup(r->arena, after.at, after.length),
    };
}

/* ---- calling again ------------------------------------------------------------------------ */

/* Calls that the loop itself refused were never made. */
static bool was_refused(struct kc_str reply)
{
    return strstr(reply.at, "the budget of tool calls is spent") ||
           strstr(reply.at, "too many calls in one answer");
}

static void call_again(struct replaying *r, size_t call, struct kc_str before)
{
    const struct kc_call *c = &r->answer->calls[call];
    struct kc_tool_result result;
    struct kc_str         after;

    r->out->calls++;
    if (was_refused(before)) {
        r->out->same++;
        r->progress.sum.calls++;
        r->progress.sum.tool_errors++;
        return;
    }
    kc_workbench_call(r->bench, c->name, c->arguments, &result);
    kc_progress_result(&r->progress, &result, kc_workbench_kernel(r->bench));
    after = (struct kc_str){ result.text.text, result.text.length };
    if (after.length == before.length && memcmp(after.at, before.at, after.length) == 0)
        r->out->same++;
    else
        add_change(r, call, before, after);
    kc_tool_result_free(&result);
}

static bool replay_replies(struct replaying *r, struct kc_str body)
{
    struct kc_reply *replies;
    size_t           count;
    double           seconds;

    if (!r->answer || !kc_record_read_replies(r->arena, body, &replies, &count, &seconds) ||
        count != r->answer->call_count)
        return false;
    for (size_t i = 0; i < count; i++)
        call_again(r, i, replies[i].text);
    kc_progress_time(&r->progress, seconds);
    return true;
}

static bool replay_event(struct replaying *r, const struct kc_event *e)
{
    struct kc_answer *answer;
    kc_json          *o;

    if (e->kind == KC_EVENT_PROMPT) {
        o = kc_json_parse(e->body);
        r->out->version = kc_arena_printf(r->arena, "%s", kc_json_get_str(o, "version", "unknown"));
        kc_json_free(o);
    } else if (e->kind == KC_EVENT_ANSWER) {
        answer = kc_arena_new(r->arena, struct kc_answer);
        if (!kc_record_read_answer(r->arena, e->body, answer))
            return false;
        r->answer = answer;
        r->out->answers++;
        kc_progress_answer(&r->progress, answer);
    } else if (e->kind == KC_EVENT_REPLIES) {
        return replay_replies(r, e->body);
    } else if (e->kind == KC_EVENT_NUDGE) {
        r->progress.sum.nudges++;
    }
    return true;
}

static kc_workbench *open_bench(const struct kc_run_row *row, struct kc_buf *why)
{
    kc_json                    *o = kc_json_parse(kc_str_from(row->what.settings));
    struct kc_workbench_options options = {
        .platform = row->what.platform,
        .task = row->what.task,
        .config = row->what.config,
        .seed_key = (uint64_t)kc_json_get_int(o, "seed_key", 0),
        .tools = { (uint32_t)kc_json_get_int(o, "tools", UINT32_MAX) },
        .most_bytes = (size_t)kc_json_get_int(o, "result_bytes", 0),
    };
    const struct kc_str lang = kc_json_text(kc_json_get(o, "lang"));

    options.lang = kc_str_is(lang, "c") ? KC_LANG_C : KC_LANG_ASSEMBLY;

    kc_json_free(o);
    return kc_workbench_new(&options, why);
}

/* The status stays what it was, unless the new score says otherwise. */
static void finish(struct replaying *r, const struct kc_run_row *row)
{
    struct kc_run_sum *sum = &r->progress.sum;

    sum->status = sum->first_correct                 ? KC_RUN_SOLVED
                  : row->sum.status == KC_RUN_SOLVED ? KC_RUN_FAILED
                                                     : row->sum.status;
    kc_progress_compare(&r->progress, kc_workbench_cell(r->bench), row->what.config);
    r->out->sum = *sum;
    memcpy(r->out->verdict, r->progress.verdict, sizeof r->out->verdict);
    r->out->sum.verdict = r->out->verdict;
    r->out->sum.error = row->sum.error;
}

bool kc_replay_run(kc_store *store, struct kc_arena *arena, const struct kc_run_row *row,
                   struct kc_replay *replay, struct kc_buf *why)
{
    struct replaying       r = { .arena = arena, .out = replay };
    const struct kc_event *events;
    size_t                 count;
    bool                   good = true;

    *replay = (struct kc_replay){ .version = "unknown" };
    kc_progress_init(&r.progress);
    if (!kc_store_events(store, arena, row->id, &events, &count)) {
        kc_buf_puts(why, kc_store_error(store));
        return false;
    }
    if (!(r.bench = open_bench(row, why)))
        return false;
    for (size_t i = 0; good && i < count; i++)
        if (!(good = replay_event(&r, &events[i])))
            kc_buf_printf(why, "event %zu of the run cannot be read", i + 1);
    if (good)
        finish(&r, row);
    kc_workbench_free(r.bench);
    return good;
}

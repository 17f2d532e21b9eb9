/* Exports: other programs can read them, and equal campaigns give equal bytes. */
#include "store_testing.h"

TestSuite(store_export, .init = enter, .fini = leave);

static kc_store *with_runs(const char *name)
{
    kc_store *store = opened(in_folder(name), KC_STORE_WRITE);

    whole_run(store, "silu", "C2", 1);
    whole_run(store, "silu", "C1", 1);
    return store;
}

/* ---- JSON lines --------------------------------------------------------------------------- */

Test(store_export, json_lines)
{
    kc_store     *store = with_runs("a.db");
    struct kc_buf out = { 0 };
    struct kc_str rest;
    int           lines = 0;

    cr_assert(kc_store_export_jsonl(store, true, &out), "%s", kc_store_error(store));
    for (rest = (struct kc_str){ out.text, out.length }; rest.length; lines++) {
        const struct kc_str line = kc_str_cut(&rest, '\n');
        kc_json            *run = kc_json_parse(line), *events, *body, *evaluation;

        cr_assert_not_null(run, "line %d", lines);
        cr_expect_str_eq(kc_json_get_str(run, "config", ""), lines ? "C2" : "C1", "sorted");
        cr_expect_eq(kc_json_get_int(run, "id", 0), lines ? 1 : 2);
        cr_expect_str_eq(kc_json_get_str(run, "status", ""), "solved");
        cr_expect_str_eq(kc_json_get_str(kc_json_get(run, "settings"), "tools", ""), "paper");
        cr_expect_eq(kc_json_get_int(run, "cycles", 0), 1234);
        cr_expect(kc_str_is(kc_json_text(kc_json_at(kc_json_get(run, "campaigns"), 0)), "key-1"));
        events = kc_json_get(run, "events");
        cr_assert_eq(kc_json_length(events), 7);
        cr_expect_str_eq(kc_json_get_str(kc_json_at(events, 2), "kind", ""), "answer");
        body = kc_json_get(kc_json_at(events, 2), "body");
        cr_expect_eq(kc_json_get_int(kc_json_get(body, "raw"), "big", 0), INT64_MAX);
        cr_expect_str_eq(kc_json_get_str(body, "request_id", ""), "req-7");
        evaluation = kc_json_at(kc_json_get(run, "evaluations"), 0);
        cr_expect_eq(kc_json_get_int(evaluation, "seq", 0), 4);
        cr_expect_str_eq(kc_json_get_str(kc_json_get(run, "kernels"),
                                         kc_json_get_str(evaluation, "kernel", ""), ""),
                         "S_ADDI_INT gp1, gp0, 1\n");
        kc_json_free(run);
    }
    cr_expect_eq(lines, 2);
    kc_buf_free(&out);
    kc_store_close(store);
}

Test(store_export, equal_campaigns_are_equal_bytes)
{
    struct kc_buf a = { 0 }, b = { 0 };
    kc_store     *one = with_runs("a.db"), *two = opened(in_folder("b.db"), KC_STORE_WRITE);

    kc_store_campaign(two, "another", "", BYTES(""));
    new_run(two, "silu", "C1", 1); /* in another order */
    whole_run(two, "silu", "C2", 1);
    whole_run(two, "silu", "C1", 1);
    for (int i = 0; i < 3; i++) {
        kc_json *atif[] = { kc_store_export_atif(one, 2, false),
                            kc_store_export_atif(two, 1, false) };

        a.length = b.length = 0;
        if (i == 0)
            cr_assert(kc_store_export_jsonl(one, false, &a) &&
                      kc_store_export_jsonl(two, false, &b));
        if (i == 1)
            cr_assert(kc_store_export_csv(one, false, &a) && kc_store_export_csv(two, false, &b));
        if (i == 2) {
            kc_json_print(atif[0], &a, true);
            kc_json_print(atif[1], &b, true);
        }
        cr_expect_str_eq(a.text, b.text);
        for (const char *const *word = (const char *[]){ "req-7", "seconds", "waited", "time\"",
                                                         "timestamp", "began", NULL };
             *word; word++)
            cr_expect_null(strstr(a.text, *word), "format %d has '%s'", i, *word);
        kc_json_free(atif[0]);
        kc_json_free(atif[1]);
    }
    kc_buf_free(&a);
    kc_buf_free(&b);
    kc_store_close(one);
    kc_store_close(two);
}

Test(store_export, bodies_that_are_no_json_are_text)
{
    static const char *const bodies[] = {
        "not json", "{\"a\":\n1}", "null", "[1,2]", "\xff\n\x01", "123456789012345678901234567890",
        ""
    };
    static const char expected[] = "\"not json\"|{\"a\":1}|null|[1,2]|\"\xef\xbf\xbd\\n\\u0001\"|"
                                   "\"123456789012345678901234567890\"|\"\"|";
    kc_store         *store = opened(path, KC_STORE_WRITE);
    const int64_t     run = new_run(store, "silu", "C1", 1);
    struct kc_buf     out = { 0 }, got = { 0 };
    struct kc_str     body;
    char              place[32];

    for (size_t i = 0; i < KC_COUNT(bodies); i++)
        append(store, run, KC_EVENT_NUDGE, bodies[i]);
    cr_assert(kc_store_export_jsonl(store, true, &out));
    cr_expect_eq(strchr(out.text, '\n') - out.text, (long)out.length - 1, "one line");
    for (size_t i = 0; i < KC_COUNT(bodies); i++) {
        snprintf(place, sizeof place, "events.%zu.body", i);
        cr_assert(kc_json_span((struct kc_str){ out.text, out.length }, place, &body));
        kc_buf_add(&got, body.at, body.length);
        kc_buf_puts(&got, "|");
    }
    cr_expect_str_eq(got.text, expected);
    kc_buf_free(&out);
    kc_buf_free(&got);
    kc_store_close(store);
}

/* ---- CSV ---------------------------------------------------------------------------------- */

Test(store_export, csv)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    const struct kc_run_id id = {
        "=cmd|' /C calc'!A0", "plena:mlen=32,vlen=32", "a \"b\"\nc", "-C1", 2, 3, "@x"
    };
    const int64_t           run = kc_store_run(store, campaign_of(store), &id);
    const struct kc_run_sum sum = { .status = KC_RUN_FAILED,
                                    .verdict = "+1",
                                    .error = "a,b",
                                    .cycles = 7,
                                    .match_rate = 0.5,
                                    .input = -1,
                                    .cost = -1 };
    struct kc_buf           out = { 0 };

    cr_assert(kc_store_sum(store, run, &sum));
    cr_assert(kc_store_export_csv(store, false, &out));
    cr_expect_str_eq(
        out.text,
        "agent,platform,level,task,config,repeat,status,verdict,error,cycles,baseline_cycles,"
        "bound_cycles,published_cycles,answers,calls,nudges,evaluations,requests,first_assembled,"
        "first_correct,best_at,syntax_errors,wrong_results,tool_errors,match_rate,input,cache_read,"
        "cache_write,output,reasoning,cost,kernel,events,settings\r\n"
        "\"'=cmd|' /C calc'!A0\",\"plena:mlen=32,vlen=32\",2,\"a \"\"b\"\"\nc\",\"'-C1\",3,"
        "\"failed\",\"'+1\",\"a,b\",7,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.5,-1,0,0,0,0,,\"\",0,\"'@"
        "x\"\r\n");
    kc_buf_free(&out);
    kc_store_close(store);
}

/* ---- ATIF --------------------------------------------------------------------------------- */

struct members {
    const char *allowed, *where;
};

static void check_member(void *context, const char *key, kc_json *value)
{
    const struct members *m = context;
    char                  word[80];

    (void)value;
    snprintf(word, sizeof word, " %s ", key);
    cr_expect(strstr(m->allowed, word), "%s has a member '%s'", m->where, key);
}

/* An object with the required members and none besides those and the optional ones. */
static void closed(const kc_json *object, const char *where, const char *required,
                   const char *optional)
{
    char           all[512], one[80];
    struct members m = { all, where };
    struct kc_str  rest = kc_str_from(required);

    cr_expect_eq(kc_json_type(object), KC_JSON_OBJECT, "%s is no object", where);
    snprintf(all, sizeof all, " %s %s ", required, optional);
    kc_json_each(object, check_member, &m);
    while (rest.length) {
        const struct kc_str word = kc_str_cut(&rest, ' ');

        snprintf(one, sizeof one, "%.*s", KC_STR(word));
        cr_expect_not_null(kc_json_get(object, one), "%s lacks '%s'", where, one);
    }
}

static void has_type(const kc_json *object, const char *key, enum kc_json_type type)
{
    const kc_json *value = kc_json_get(object, key);

    cr_expect(!value || kc_json_type(value) == type, "%s is a %s", key,
              kc_json_type_name(kc_json_type(value)));
}

static void check_calls(const kc_json *step)
{
    const kc_json *calls = kc_json_get(step, "tool_calls");
    const kc_json *results = kc_json_get(kc_json_get(step, "observation"), "results");

    for (size_t i = 0; i < kc_json_length(calls); i++) {
        const kc_json *call = kc_json_at(calls, i);

        closed(call, "a tool call", "tool_call_id function_name arguments", "extra");
        has_type(call, "tool_call_id", KC_JSON_STRING);
        has_type(call, "function_name", KC_JSON_STRING);
        has_type(call, "arguments", KC_JSON_OBJECT);
        has_type(call, "extra", KC_JSON_OBJECT);
    }
    if (kc_json_get(step, "observation"))
        closed(kc_json_get(step, "observation"), "an observation", "results", "");
    for (size_t i = 0; i < kc_json_length(results); i++) {
        const kc_json *result = kc_json_at(results, i);
        const char    *id = kc_json_get_str(result, "source_call_id", NULL);
        bool           known = !id;

        closed(result, "a result", "", "source_call_id content subagent_trajectory_ref extra");
        has_type(result, "content", KC_JSON_STRING);
        for (size_t c = 0; id && c < kc_json_length(calls); c++)
            known |= strcmp(kc_json_get_str(kc_json_at(calls, c), "tool_call_id", ""), id) == 0;
        cr_expect(known, "'%s' is no call of this step", id);
    }
}

static bool is_timestamp(const char *t)
{
    static const char form[] = "dddd-dd-ddTdd:dd:dd.dddZ";

    if (strlen(t) != strlen(form))
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == 'd' ? t[i] < '0' || t[i] > '9' : t[i] != form[i])
            return false;
    return true;
}

static void check_step(const kc_json *step, size_t number)
{
    const char *source = kc_json_get_str(step, "source", "");

    closed(step, "a step", "step_id source message",
           "timestamp model_name reasoning_effort reasoning_content tool_calls observation metrics "
           "extra llm_call_count is_copied_context");
    cr_expect_eq(kc_json_get_int(step, "step_id", 0), number);
    has_type(step, "message", KC_JSON_STRING);
    if (kc_json_get(step, "timestamp"))
        cr_expect(is_timestamp(kc_json_get_str(step, "timestamp", "")));
    if (strcmp(source, "agent") != 0) {
        cr_expect(strcmp(source, "user") == 0 || strcmp(source, "system") == 0, "%s", source);
        for (const char *const *key =
                 (const char *[]){ "model_name", "reasoning_effort", "reasoning_content",
                                   "tool_calls", "metrics", NULL };
             *key; key++)
            cr_expect_null(kc_json_get(step, *key), "%s on a %s step", *key, source);
    }
    if (kc_json_get(step, "metrics"))
        closed(kc_json_get(step, "metrics"), "metrics", "",
               "prompt_tokens completion_tokens cached_tokens cost_usd prompt_token_ids "
               "completion_token_ids logprobs extra");
    check_calls(step);
}

/* The rules of ATIF v1.7 (Harbor, RFC 0001, and the models that go with it). */
static void check_atif(const kc_json *root)
{
    const kc_json *steps = kc_json_get(root, "steps"), *agent = kc_json_get(root, "agent");

    closed(root, "the trajectory", "schema_version agent steps",
           "session_id trajectory_id notes final_metrics continued_trajectory_ref extra "
           "subagent_trajectories");
    cr_expect_str_eq(kc_json_get_str(root, "schema_version", ""), "ATIF-v1.7");
    closed(agent, "the agent", "name version", "model_name tool_definitions extra");
    has_type(agent, "version", KC_JSON_STRING);
    closed(kc_json_get(root, "final_metrics"), "final metrics", "",
           "total_prompt_tokens total_completion_tokens total_cached_tokens total_cost_usd "
           "total_steps extra");
    cr_expect_gt(kc_json_length(steps), 0);
    for (size_t i = 0; i < kc_json_length(steps); i++)
        check_step(kc_json_at(steps, i), i + 1);
}

Test(store_export, atif)
{
    kc_store      *store = with_runs("a.db");
    kc_json       *root = kc_store_export_atif(store, 1, true);
    const kc_json *steps = kc_json_get(root, "steps"), *answer = kc_json_at(steps, 2), *call;
    const kc_json *metrics = kc_json_get(answer, "metrics"), *final, *results;
    static const char *const sources[] = { "system", "user", "agent", "user", "system" };

    cr_assert_not_null(root, "%s", kc_store_error(store));
    check_atif(root);
    cr_assert_eq(kc_json_length(steps), KC_COUNT(sources));
    for (size_t i = 0; i < KC_COUNT(sources); i++)
        cr_expect_str_eq(kc_json_get_str(kc_json_at(steps, i), "source", ""), sources[i]);
    cr_expect_str_eq(kc_json_get_str(kc_json_get(root, "agent"), "version", ""), "0.9");
    cr_expect_str_eq(kc_json_get_str(kc_json_get(root, "agent"), "model_name", ""), "openai/gpt-x");
    cr_expect_str_eq(kc_json_get_str(kc_json_at(steps, 0), "message", ""), "You write kernels.");
    cr_expect_str_eq(kc_json_get_str(answer, "message", ""), "Trying.");
    cr_expect_str_eq(kc_json_get_str(answer, "reasoning_content", ""), "Think first.");
    cr_expect_str_eq(kc_json_get_str(answer, "model_name", ""), "gpt-x-1");
    cr_expect_eq(kc_json_get_int(metrics, "prompt_tokens", 0), 140, "cached ones count");
    cr_expect_eq(kc_json_get_int(metrics, "cached_tokens", 0), 40);
    cr_expect_eq(kc_json_get_int(metrics, "completion_tokens", 0), 30);
    cr_expect_eq(kc_json_get_double(metrics, "cost_usd", 0), 0.25);
    call = kc_json_at(kc_json_get(answer, "tool_calls"), 0);
    cr_expect_str_eq(kc_json_get_str(kc_json_get(call, "arguments"), "assembly_code", ""), "x");
    call = kc_json_at(kc_json_get(answer, "tool_calls"), 1);
    cr_expect_str_eq(kc_json_get_str(kc_json_get(call, "extra"), "arguments_as_written", ""),
                     "not json");
    results = kc_json_get(kc_json_get(answer, "observation"), "results");
    cr_expect_eq(kc_json_length(results), 2);
    cr_expect_str_eq(kc_json_get_str(kc_json_at(results, 1), "source_call_id", ""), "c1");
    cr_expect_str_eq(kc_json_get_str(kc_json_at(results, 0), "content", ""), "{\"success\":true}");
    final = kc_json_get(root, "final_metrics");
    cr_expect_eq(kc_json_get_int(final, "total_prompt_tokens", 0), 140);
    cr_expect_eq(kc_json_get_double(final, "total_cost_usd", 0), 0.25);
    cr_expect_eq(kc_json_get_int(final, "total_steps", 0), 5);
    cr_expect_str_eq(kc_json_get_str(kc_json_get(root, "extra"), "status", ""), "solved");
    kc_json_free(root);
    kc_store_close(store);
}

/* Whatever stands in the bodies, what comes out keeps the rules. */
Test(store_export, atif_of_strange_bodies)
{
    static const struct {
        enum kc_event_kind kind;
        const char        *body;
    } events[] = {
        { KC_EVENT_REPLIES, "{\"replies\":[{\"text\":\"early\"}]}" },
        { KC_EVENT_PROMPT, "[]" },
        { KC_EVENT_ANSWER, "no json" },
        { KC_EVENT_REPLIES, "{\"replies\":7}" },
        { KC_EVENT_ANSWER, "{\"calls\":[3,{\"id\":4}],\"usage\":{\"input\":9223372036854775807,"
                           "\"cache_read\":9223372036854775807,\"cost\":\"much\"}}" },
        { KC_EVENT_REPLIES, "{\"replies\":[1,{\"text\":5},{\"text\":\"one too many\"}]}" },
        { KC_EVENT_REPLIES, "{}" },
        { KC_EVENT_ERROR, "{\"message\":null,\"http\":\"x\"}" },
        { KC_EVENT_NUDGE, "null" },
        { KC_EVENT_END, "3" },
    };
    kc_store     *store = opened(path, KC_STORE_WRITE);
    const int64_t run = new_run(store, "silu", "C1", 1);

    cr_expect_null(kc_store_export_atif(store, run, true));
    cr_expect(strstr(kc_store_error(store), "has not begun"), "%s", kc_store_error(store));
    cr_expect_null(kc_store_export_atif(store, 99, true));
    for (size_t i = 0; i < KC_COUNT(events); i++)
        append(store, run, events[i].kind, events[i].body);
    kc_json *root = kc_store_export_atif(store, run, true);

    cr_assert_not_null(root);
    check_atif(root);
    cr_expect_null(kc_json_get(kc_json_get(root, "final_metrics"), "total_cost_usd"),
                   "unknown is not 0");
    kc_json_free(root);
    kc_store_close(store);
}

/* Asking: attempts, waits, deadlines and keys, over a transport and a clock of our own. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "provider/ask.h"
#include "provider/secret.h"
#include "testing.h"

static const char secret[] = "sk-proj-0123456789abcdefghij";

/* ---- a world without a network ------------------------------------------------------------ */

/* What the server does, request by request; the last stays. */
struct step {
    enum kc_http_outcome outcome;
    int                  status;
    const char          *type, *body, *after, *after_ms, *should;
    double               seconds; /* how long it takes */
    bool                 cancel;  /* somebody sets the flag meanwhile */
};

struct world {
    double             now, slept;
    const struct step *steps;
    size_t             count, sent;
    char               url[300], headers[600];
    double             deadline; /* of the last request */
    atomic_bool        cancel;
};

static double world_now(void *context)
{
    return ((struct world *)context)->now;
}

static double world_date(void *context)
{
    return 1794787200 + ((struct world *)context)->now; /* 2026-11-16 */
}

static void world_sleep(void *context, double seconds)
{
    struct world *w = context;

    cr_assert_leq(seconds, 0.1 + 1e-9, "a cancel must be noticed");
    w->now += seconds;
    w->slept += seconds;
}

static void keep(char *to, size_t size, const char *from)
{
    if (from)
        snprintf(to, size, "%s", from);
}

static void note_request(struct world *w, const struct kc_http_request *request)
{
    w->deadline = request->deadline;
    keep(w->url, sizeof w->url, request->url);
    w->headers[0] = '\0';
    for (size_t i = 0; i < request->header_count; i++) {
        strcat(w->headers, request->headers[i]);
        strcat(w->headers, "\n");
    }
}

static void world_send(void *context, const struct kc_http_request *request,
                       struct kc_http_reply *reply)
{
    struct world      *w = context;
    const struct step *s = &w->steps[w->sent < w->count ? w->sent : w->count - 1];
    const char        *body = s->body ? s->body : "";

    w->sent++;
    note_request(w, request);
    w->now += s->seconds;
    if (s->cancel)
        atomic_store(&w->cancel, true);
    reply->outcome = s->outcome;
    reply->status = s->status;
    keep(reply->content_type, sizeof reply->content_type, s->type ? s->type : "application/json");
    keep(reply->request_id, sizeof reply->request_id, "req_7");
    keep(reply->retry_after, sizeof reply->retry_after, s->after);
    keep(reply->retry_after_ms, sizeof reply->retry_after_ms, s->after_ms);
    keep(reply->should_retry, sizeof reply->should_retry, s->should);
    keep(reply->problem, sizeof reply->problem,
         s->outcome == KC_HTTP_FAILED ? "connection cut" : NULL);
    kc_buf_puts(&reply->body, body);
    if (request->watch)
        request->watch(request->context, reply, body, strlen(body));
}

struct asked {
    enum kc_ask_status  status;
    struct kc_answer    answer;
    struct kc_ask_error error;
};

static struct kc_remote *remote_of(struct world *w, const char *name,
                                   struct kc_model_options options)
{
    const struct kc_transport transport = { world_send, w };
    const struct kc_clock     clock = { world_now, world_date, world_sleep, w };
    struct kc_buf             why = { 0 };

    options.cancel = &w->cancel;
    struct kc_remote *r = kc_remote_new(name, &options, &transport, &clock, &why);

    cr_assert_not_null(r, "%s", why.text ? why.text : "");
    kc_buf_free(&why);
    return r;
}

static struct asked ask_with(struct kc_arena *arena, struct world *w, const char *name,
                             struct kc_model_options options)
{
    const struct kc_turn turn = { .kind = KC_TURN_USER, .text = BYTES("a") };
    const struct kc_talk talk = { .turns = &turn, .count = 1 };
    struct asked         a;

    setenv("OPENAI_API_KEY", secret, 1);
    setenv("ANTHROPIC_API_KEY", secret, 1);
    setenv("GOOGLE_API_KEY", secret, 1);
    struct kc_remote *r = remote_of(w, name, options);

    a.status = r->base.ops->ask(&r->base, arena, &talk, &a.answer, &a.error);
    r->base.ops->free(&r->base);
    return a;
}

static struct asked ask(struct kc_arena *arena, struct world *w, const struct step *steps,
                        size_t count)
{
    *w = (struct world){ .now = 1000, .steps = steps, .count = count };
    return ask_with(arena, w, "openai/m", (struct kc_model_options){ .temperature = -1 });
}

#define ASK(...)                                          \
    ask(&arena, &w, (const struct step[]){ __VA_ARGS__ }, \
        KC_COUNT(((const struct step[]){ __VA_ARGS__ })))

#define GOOD                                                                                       \
    { .status = 200,                                                                               \
      .seconds = 2,                                                                                \
      .body = "{\"model\":\"m\",\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":"    \
              "\"hi\"},"                                                                           \
              "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":" \
              "1}}" }

/* ---- attempts ----------------------------------------------------------------------------- */

Test(ask, an_answer)
{
    struct kc_arena    arena = { 0 };
    struct world       w;
    const struct asked a = ASK(GOOD);

    cr_assert_eq(a.status, KC_ASK_ANSWERED, "%s", a.error.message);
    cr_expect(kc_str_is(a.answer.text, "hi"));
    cr_expect_str_eq(a.answer.request_id, "req_7");
    cr_expect_eq(a.answer.attempts, 1);
    cr_expect_eq(a.answer.seconds, 2);
    cr_expect_eq(a.answer.waited, 0);
    cr_expect_str_eq(w.url, "https://api.openai.com/v1/chat/completions");
    cr_expect(strstr(w.headers, "Authorization: Bearer sk-proj-0123456789abcdefghij\n"));
    kc_arena_free(&arena);
}

Test(ask, failures_are_tried_again_and_waiting_is_not_working)
{
    struct kc_arena    arena = { 0 };
    struct world       w;
    const struct asked a = ASK({ .status = 429, .after = "7", .seconds = 1 },
                               { .outcome = KC_HTTP_FAILED, .seconds = 3 },
                               { .status = 503, .after_ms = "1500" }, GOOD);

    cr_assert_eq(a.status, KC_ASK_ANSWERED, "%s", a.error.message);
    cr_expect_eq(a.answer.attempts, 4);
    cr_expect_eq(w.sent, 4);
    cr_expect_lt(fabs(a.answer.seconds - 2), 1e-9, "%g", a.answer.seconds);
    /* 1 + 7 for the limit, 3 + 0.75..1 for the cut, 1.5 as asked */
    cr_expect_gt(a.answer.waited, 1 + 7 + 3 + 0.75 + 1.5 - 1e-6, "%g", a.answer.waited);
    cr_expect_lt(a.answer.waited, 1 + 7 + 3 + 1 + 1.5 + 1e-6, "%g", a.answer.waited);
    kc_arena_free(&arena);
}

Test(ask, retry_after_as_a_date)
{
    struct kc_arena arena = { 0 };
    struct world    w;
    /* date is 1000 s after midnight: 00:16:40 */
    const struct asked a = ASK({ .status = 429, .after = "Mon, 16 Nov 2026 00:16:52 GMT" }, GOOD);

    cr_expect_eq(a.status, KC_ASK_ANSWERED);
    cr_expect_lt(fabs(w.slept - 12), 1e-6, "%g", w.slept);
    kc_arena_free(&arena);
}

Test(ask, refusals_are_not_tried_again)
{
    static const int statuses[] = { 302, 400, 401, 402, 403, 404, 413, 422 };

    for (size_t i = 0; i < KC_COUNT(statuses); i++) {
        struct kc_arena    arena = { 0 };
        struct world       w;
        const struct asked a = ASK(
            { .status = statuses[i], .body = "{\"error\":{\"message\":\"no\",\"code\":\"c\"}}" });

        cr_expect_eq(a.status, KC_ASK_REFUSED, "%d", statuses[i]);
        cr_expect_eq(w.sent, 1);
        cr_expect_eq(a.error.http, statuses[i]);
        cr_expect_eq(a.error.attempts, 1);
        cr_expect(strstr(a.error.message, "c: no (request req_7)"), "%s", a.error.message);
        kc_arena_free(&arena);
    }
}

Test(ask, most_attempts_and_what_is_said)
{
    struct kc_arena    arena = { 0 };
    struct world       w;
    const struct asked a =
        ASK({ .status = 529, .body = "{\"error\":{\"type\":\"overloaded_error\"}}" });

    cr_expect_eq(a.status, KC_ASK_UNREACHED);
    cr_expect_eq(w.sent, 8);
    cr_expect_eq(a.error.attempts, 8);
    cr_expect_eq(a.error.http, 529);
    cr_expect_str_eq(a.error.message,
                     "no answer after 8 attempts; last: HTTP 529 overloaded_error (request req_7)");
    /* 0.5 + 1 + 2 + 4 + 8 + 8 + 8, a quarter less at most */
    cr_expect(w.slept > 0.75 * 31.5 && w.slept < 31.5 + 1e-6, "%g", w.slept);
    kc_arena_free(&arena);
}

Test(ask, the_deadline_ends_trying)
{
    struct kc_arena arena = { 0 };
    struct world    w;
    struct asked    a = ASK({ .status = 500, .after = "601" });

    cr_expect_eq(a.status, KC_ASK_UNREACHED);
    cr_expect_eq(w.sent, 1, "no use to wait for longer than there is time");
    cr_expect(strstr(a.error.message, "no time for another attempt"), "%s", a.error.message);
    a = ASK({ .status = 500, .seconds = 290 });
    cr_expect_eq(w.sent, 3, "%zu", w.sent);
    cr_expect_lt(w.deadline, 600 - 2 * 290, "the last request gets what is left: %g", w.deadline);
    kc_arena_free(&arena);
}

Test(ask, attempts_have_a_deadline_of_their_own)
{
    struct kc_arena arena = { 0 };
    struct world    w;

    ASK(GOOD);
    cr_expect_eq(w.deadline, 300);
    kc_arena_free(&arena);
}

Test(ask, garbled_answers)
{
    static const char *const bodies[] = { "", "<html>", "{\"choices\":", "{\"x\":1}", "[[[[[[" };

    for (size_t i = 0; i < KC_COUNT(bodies); i++) {
        struct kc_arena arena = { 0 };
        struct world    w;
        struct asked    a = ASK({ .status = 200, .type = "text/html", .body = bodies[i] });

        cr_expect_eq(a.status, KC_ASK_UNREACHED, "'%s'", bodies[i]);
        cr_expect_eq(w.sent, 3, "'%s': %zu", bodies[i], w.sent);
        a = ASK({ .status = 200, .body = bodies[i] }, GOOD);
        cr_expect_eq(a.status, KC_ASK_ANSWERED, "'%s'", bodies[i]);
        kc_arena_free(&arena);
    }
}

#define HI                                                                                      \
    "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},\"finish_reason\":" \
    "\"stop\"}]}"
#define HI_EVENTS                                                                           \
    "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\n" \
    "data: [DONE]\n\n"

/* Whatever is an answer is delivered. */
Test(ask, answers_in_odd_wrappings)
{
    static const struct step cases[] = {
        { .status = 200, .body = "\n\n\n\r\n  " HI },
        { .status = 200, .body = "\xef\xbb\xbf" HI },
        { .status = 200, .type = "text/html", .body = HI },
        { .status = 200, .type = "", .body = HI },
        { .status = 201, .body = HI },
        { .status = 200, .type = "text/event-stream", .body = HI_EVENTS },
        { .status = 200,
          .type = "text/event-stream; charset=utf-8",
          .body = ": keep-alive\n\n" HI_EVENTS },
        { .status = 200, .type = "text/plain", .body = HI_EVENTS },
        { .status = 200,
          .type = "text/event-stream",
          .body = HI_EVENTS,
          .outcome = KC_HTTP_FAILED },
        { .status = 200, .body = HI, .outcome = KC_HTTP_FAILED },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena    arena = { 0 };
        struct world       w;
        const struct asked a = ask(&arena, &w, &cases[i], 1);

        cr_assert_eq(a.status, KC_ASK_ANSWERED, "%zu: %s", i, a.error.message);
        cr_expect(kc_str_is(a.answer.text, "hi"), "%zu", i);
        cr_expect_eq(w.sent, 1, "%zu", i);
        kc_arena_free(&arena);
    }
}

Test(ask, malformed_utf8_is_replaced)
{
    struct kc_arena arena = { 0 };
    struct world    w;
    struct asked    a = ASK({ .status = 200,
                              .body = "{\"choices\":[{\"message\":{\"role\":\"assistant\","
                                         "\"content\":\"a\xff\xc3z\"}}]}" });

    cr_assert_eq(a.status, KC_ASK_ANSWERED);
    cr_expect(kc_str_is(a.answer.text, "a\xef\xbf\xbd\xef\xbf\xbdz"));
    cr_expect(kc_str_is(a.answer.raw,
                        "{\"role\":\"assistant\",\"content\":\"a\xef\xbf\xbd\xef\xbf\xbdz\"}"),
              "what goes back is valid");
    a = ASK({ .status = 200,
              .type = "text/event-stream",
              .body = "data: "
                      "{\"choices\":[{\"delta\":{\"content\":\"\xff\"},\"finish_reason\":\"stop\"}]"
                      "}\n\n" });
    cr_assert_eq(a.status, KC_ASK_ANSWERED);
    cr_expect(kc_str_is(a.answer.text, "\xef\xbf\xbd"));
    kc_arena_free(&arena);
}

Test(ask, broken_streams_and_errors_in_them)
{
    struct kc_arena arena = { 0 };
    struct world    w;
    struct asked    a = ASK({ .status = 200,
                              .type = "text/event-stream",
                              .body = "data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\n" },
                            GOOD);

    cr_expect_eq(a.status, KC_ASK_ANSWERED);
    cr_expect_eq(w.sent, 2, "a cut stream is a cut connection");
    a = ASK({ .status = 200,
              .type = "text/event-stream",
              .body = "data: {\"choices\":[{\"delta\":{\"con\n\n" HI_EVENTS },
            GOOD);
    cr_expect_eq(a.status, KC_ASK_ANSWERED);
    cr_expect_eq(w.sent, 2, "an event that cannot be read may have been a part of the answer");
    a = ASK({ .status = 200,
              .type = "text/event-stream",
              .outcome = KC_HTTP_FAILED,
              .body = HI_EVENTS "data: {\"choi" });
    cr_expect_eq(a.status, KC_ASK_ANSWERED);
    cr_expect_eq(w.sent, 1, "cut after its end it is whole");
    a = ASK({ .status = 200,
              .type = "text/event-stream",
              .body = "data: {\"error\":{\"code\":502,\"message\":\"m\"}}\n\n" },
            GOOD);
    cr_expect_eq(a.status, KC_ASK_ANSWERED);
    cr_expect_eq(w.sent, 2);
    a = ASK({ .status = 200,
              .type = "text/event-stream",
              .body =
                  "data: {\"error\":{\"type\":\"invalid_request_error\",\"message\":\"m\"}}\n\n" },
            GOOD);
    cr_expect_eq(a.status, KC_ASK_REFUSED);
    a = ASK({ .status = 200, .body = "{\"error\":{\"code\":402,\"message\":\"m\"}}" }, GOOD);
    cr_expect_eq(a.status, KC_ASK_REFUSED);
    kc_arena_free(&arena);
}

Test(ask, too_large)
{
    struct kc_arena    arena = { 0 };
    struct world       w;
    const struct asked a = ASK({ .status = 200, .outcome = KC_HTTP_TOO_LARGE });

    cr_expect_eq(a.status, KC_ASK_UNREACHED);
    cr_expect_eq(w.sent, 3);
    cr_expect(strstr(a.error.message, "larger than 64 MiB"), "%s", a.error.message);
    kc_arena_free(&arena);
}

Test(ask, cancelling)
{
    struct kc_arena arena = { 0 };
    struct world    w;
    struct asked    a = ASK({ .outcome = KC_HTTP_CANCELLED, .cancel = true });

    cr_expect_eq(a.status, KC_ASK_CANCELLED);
    a = ASK({ .status = 429, .after = "100", .cancel = true });
    cr_expect_eq(a.status, KC_ASK_CANCELLED);
    cr_expect_lt(w.slept, 0.2, "not after the wait: %g", w.slept);
    kc_arena_free(&arena);
}

Test(ask, our_own_rate_limit_costs_no_deadline)
{
    struct kc_arena arena = { 0 };
    struct world    w = { .now = 1000, .steps = &(struct step)GOOD, .count = 1 };

    setenv("MOCK_BASE_URL", "http://127.0.0.1:1", 1);
    struct kc_remote *r =
        remote_of(&w, "mock/m",
                  (struct kc_model_options){ .temperature = -1, .per_minute = 6, .deadline = 5 });
    const struct kc_turn turn = { .kind = KC_TURN_USER, .text = BYTES("a") };
    const struct kc_talk talk = { .turns = &turn, .count = 1 };

    for (int i = 0; i < 4; i++) {
        struct kc_answer    answer;
        struct kc_ask_error error;

        cr_assert_eq(r->base.ops->ask(&r->base, &arena, &talk, &answer, &error), KC_ASK_ANSWERED);
        cr_expect_lt(fabs(w.deadline - 5), 1e-9, "%g", w.deadline);
        cr_expect_lt(fabs(answer.seconds - 2), 1e-9);
        cr_expect_lt(fabs(answer.waited - (i ? 8 : 0)), 0.01, "every ten seconds: %g",
                     answer.waited);
    }
    r->base.ops->free(&r->base);
    kc_arena_free(&arena);
}

/* ---- keys --------------------------------------------------------------------------------- */

Test(ask, keys_never_come_back)
{
    static const char *const bodies[] = {
        "{\"error\":{\"message\":\"wrong key "
        "sk-proj-0123456789abcdefghij!\",\"type\":\"sk-proj-0123456789abcdefghij\"}}",
        "{\"error\":{\"message\":\"wrong key sk-proj-********ghij.\"}}",
        "<p>Authorization: Bearer sk-proj-0123456789abcdefghij</p>",
    };

    for (size_t i = 0; i < KC_COUNT(bodies); i++) {
        struct kc_arena    arena = { 0 };
        struct world       w;
        const struct asked a = ASK({ .status = 401, .body = bodies[i] });

        cr_expect_eq(a.status, KC_ASK_REFUSED);
        cr_expect_null(strstr(a.error.message, "sk-proj"), "%s", a.error.message);
        cr_expect_null(strstr(a.error.message, "ghij"), "%s", a.error.message);
        cr_expect(strstr(a.error.message, "[key]"), "%s", a.error.message);
        kc_arena_free(&arena);
    }
    struct kc_arena    arena = { 0 };
    struct world       w;
    const struct asked a = ASK({ .status = 200,
                                 .body = "{\"choices\":[{\"message\":{\"content\":"
                                         "\"sk-proj-0123456789abcdefghij\"}}]}" });

    cr_expect(kc_str_is(a.answer.text, "[key]"), "also not as an answer");
    cr_expect_null(memmem(a.answer.raw.at, a.answer.raw.length, "sk-proj", 7));
    kc_arena_free(&arena);
}

Test(ask, headers_of_each_provider)
{
    static const struct {
        const char *name, *version, *token, *expected;
    } cases[] = {
        { "anthropic/m", NULL, NULL,
          "anthropic-version: 2023-06-01\nx-api-key: sk-proj-0123456789abcdefghij\n" },
        { "anthropic/m", "2026-10-21", NULL,
          "anthropic-version: 2026-10-21\nAuthorization: Bearer sk-proj-0123456789abcdefghij\n" },
        { "anthropic/m", NULL, "token-for-bearer",
          "anthropic-version: 2023-06-01\nAuthorization: Bearer token-for-bearer\n" },
        { "google/m", NULL, NULL, "x-goog-api-key: sk-proj-0123456789abcdefghij\n" },
        { "openai/m", NULL, NULL, "Authorization: Bearer sk-proj-0123456789abcdefghij\n" },
    };
    const struct kc_turn turn = { .kind = KC_TURN_USER, .text = BYTES("a") };
    const struct kc_talk talk = { .turns = &turn, .count = 1 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena     arena = { 0 };
        struct world        w = { .steps = &(struct step){ .status = 400 }, .count = 1 };
        struct kc_answer    answer;
        struct kc_ask_error error;

        setenv("OPENAI_API_KEY", secret, 1);
        setenv("GEMINI_API_KEY", secret, 1);
        unsetenv("GOOGLE_API_KEY");
        setenv("ANTHROPIC_API_KEY", cases[i].token ? "" : secret, 1);
        setenv("ANTHROPIC_AUTH_TOKEN", cases[i].token ? cases[i].token : "", 1);
        setenv("ANTHROPIC_VERSION", cases[i].version ? cases[i].version : "", 1);
        struct kc_remote *r =
            remote_of(&w, cases[i].name, (struct kc_model_options){ .temperature = -1 });

        r->base.ops->ask(&r->base, &arena, &talk, &answer, &error);
        cr_expect_str_eq(w.headers, cases[i].expected, "%zu: %s", i, w.headers);
        r->base.ops->free(&r->base);
        kc_arena_free(&arena);
    }
}

/* ---- names and environment ---------------------------------------------------------------- */

static void expect_no_model(const char *name, struct kc_model_options options, const char *expected)
{
    struct kc_buf why = { 0 };
    kc_model     *model = kc_provider_model(name, &options, &why);

    cr_expect_null(model, "%s", name);
    cr_expect(why.text && strstr(why.text, expected), "%s: %s", name, why.text ? why.text : "");
    cr_expect(!why.text || !strstr(why.text, secret), "never the key");
    kc_buf_free(&why);
}

Test(ask, why_there_is_no_model)
{
    const struct kc_model_options plain = { .temperature = -1 };
    struct kc_model_options       responses = plain, url = plain, warm = { .temperature = 0.5 };

    for (size_t i = 0; kc_provider_at(i); i++) {
        struct kc_str rest = kc_str_from(kc_provider_at(i)->key_variable);

        while (rest.length) {
            const struct kc_str word = kc_str_cut(&rest, ' ');
            char                name[64];

            snprintf(name, sizeof name, "%.*s", KC_STR(word));
            unsetenv(name);
        }
    }
    unsetenv("OPENAI_BASE_URL");
    responses.responses_api = true;
    url.base_url = "ftp://x";
    expect_no_model("opnai/m", plain, "did you mean 'openai'?");
    expect_no_model("gpt", plain, "openai, anthropic, google, deepseek, openrouter, local, mock");
    expect_no_model("", plain, "unknown provider ''");
    expect_no_model("openai", plain, "names no model: write openai/NAME");
    expect_no_model("openai/", plain, "names no model");
    expect_no_model("openai/a b", plain, "names no model");
    expect_no_model("openai/m", plain, "set OPENAI_API_KEY in the environment");
    expect_no_model("google/m", plain, "set GOOGLE_API_KEY or GEMINI_API_KEY");
    expect_no_model("local/m", plain,
                    "set LOCAL_BASE_URL or OPENAI_BASE_URL or give --model-base-url");
    expect_no_model("local/m", url, "'ftp://x' is no URL");
    setenv("ANTHROPIC_API_KEY", secret, 1);
    expect_no_model("anthropic/m", responses, "no Responses API");
    setenv("ANTHROPIC_VERSION", "2026-10-21", 1);
    expect_no_model("anthropic/m", warm, "takes no temperature");
    setenv("OPENAI_API_KEY", "sk-proj-0123456789abcdefghij\nX: y", 1);
    expect_no_model("openai/m", plain, "OPENAI_API_KEY holds characters");
}

Test(ask, urls_and_names)
{
    static const struct {
        const char *name, *variable, *value, *option, *url, *model;
    } cases[] = {
        { "openrouter/anthropic/x", NULL, NULL, NULL, "https://openrouter.ai/api/v1",
          "anthropic/x" },
        { "openai/m", "OPENAI_BASE_URL", "http://h/v1", NULL, "http://h/v1", "m" },
        { "openai/m", "OPENAI_BASE_URL", "http://h/v1", "http://o/v1", "http://o/v1", "m" },
        { "local/m", "OPENAI_BASE_URL", "http://h/v1", NULL, "http://h/v1", "m" },
        { "google/m", "GOOGLE_BASE_URL", " http://h \n", NULL, "http://h", "m" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct world w = { 0 };

        setenv("OPENROUTER_API_KEY", secret, 1);
        unsetenv("OPENAI_API_KEY"); /* a server of one's own needs none */
        if (cases[i].variable)
            setenv(cases[i].variable, cases[i].value, 1);
        struct kc_remote *r =
            remote_of(&w, cases[i].name,
                      (struct kc_model_options){ .temperature = -1, .base_url = cases[i].option });

        cr_expect_str_eq(r->url, cases[i].url, "%zu", i);
        cr_expect_str_eq(r->model, cases[i].model, "%zu", i);
        r->base.ops->free(&r->base);
    }
}

Test(ask, keys_are_found_and_not_shown)
{
    char variable[64];

    unsetenv("GOOGLE_API_KEY");
    setenv("GEMINI_API_KEY", secret, 1);
    for (size_t i = 0; kc_provider_at(i); i++)
        if (strcmp(kc_provider_at(i)->name, "google") == 0) {
            cr_expect(kc_provider_key_set(kc_provider_at(i), variable, sizeof variable));
            cr_expect_str_eq(variable, "GEMINI_API_KEY");
            setenv("GEMINI_API_KEY", "  ", 1);
            cr_expect_not(kc_provider_key_set(kc_provider_at(i), variable, sizeof variable));
        }
}

Test(ask, scrubbing)
{
    static const struct {
        const char *key, *before, *after;
    } cases[] = {
        { "abcdefgh12", "x abcdefgh12 y abcdefgh12", "x [key] y [key]" },
        { "abcdefgh12", "abcdefg", "[key]" },
        { "abcdefgh12", "key='abcdefg***12'", "key='[key]'" },
        { "abcdefgh12", "abcdef", "abcdef" },
        { "a:cdefgh12", "a:cdefgh12 a:cdefgx", "[key] [key]" },
        { "none", "none of these", "none of these" },
        { NULL, "text", "text" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        char text[100];

        snprintf(text, sizeof text, "%s", cases[i].before);
        kc_secret_scrub_message(text, cases[i].key);
        cr_expect_str_eq(text, cases[i].after, "%zu: %s", i, text);
    }
}

/* ---- the gate ----------------------------------------------------------------------------- */

struct crowd {
    kc_gate    *gate;
    atomic_int  inside, most;
    atomic_uint done;
};

static void *visit(void *argument)
{
    struct crowd *c = argument;

    for (int i = 0; i < 20; i++) {
        cr_assert(kc_gate_enter(c->gate, &kc_clock_real, NULL));
        const int now = atomic_fetch_add(&c->inside, 1) + 1;

        for (int most = atomic_load(&c->most); now > most;)
            if (atomic_compare_exchange_weak(&c->most, &most, now))
                break;
        usleep(200);
        atomic_fetch_sub(&c->inside, 1);
        kc_gate_leave(c->gate);
        atomic_fetch_add(&c->done, 1);
    }
    return NULL;
}

Test(ask, the_gate_holds_no_more_than_its_places, .timeout = 30)
{
    struct crowd c = { .gate = kc_gate_new(3, 0) };
    pthread_t    threads[12];

    for (size_t i = 0; i < KC_COUNT(threads); i++)
        pthread_create(&threads[i], NULL, visit, &c);
    for (size_t i = 0; i < KC_COUNT(threads); i++)
        pthread_join(threads[i], NULL);
    cr_expect_eq(atomic_load(&c.done), 240);
    cr_expect_eq(atomic_load(&c.most), 3, "%d", atomic_load(&c.most));
    kc_gate_free(c.gate);
}

/* 120 per minute are two per second, of which the first second's may come at once. */
Test(ask, the_gate_spreads_requests_over_the_minute)
{
    struct world          w = { .now = 500 };
    const struct kc_clock clock = { world_now, world_date, world_sleep, &w };
    kc_gate              *gate = kc_gate_new(100, 120);

    for (int i = 0; i < 62; i++)
        kc_gate_enter(gate, &clock, NULL);
    cr_expect_lt(fabs(w.now - 500 - 30), 0.01, "%g", w.now - 500);
    kc_gate_narrow(gate, 100, 60);
    const double before = w.now;

    for (int i = 0; i < 10; i++)
        kc_gate_enter(gate, &clock, NULL);
    cr_expect_lt(fabs(w.now - before - 10), 0.01, "the smaller limit wins: %g", w.now - before);
    kc_gate_free(gate);
}

Test(ask, a_closed_gate_can_be_left, .timeout = 10)
{
    kc_gate    *gate = kc_gate_new(1, 0);
    atomic_bool cancel = true;

    cr_assert(kc_gate_enter(gate, &kc_clock_real, NULL));
    cr_expect_not(kc_gate_enter(gate, &kc_clock_real, &cancel));
    kc_gate_leave(gate);
    cr_expect(kc_gate_enter(gate, &kc_clock_real, NULL), "nothing was held");
    kc_gate_free(gate);
}

/* Whether and when to ask again: the habits of providers as a table. */
#include <math.h>

#include "provider/retry.h"
#include "testing.h"

static struct kc_wire_error error_of(const char *body)
{
    kc_json             *json = kc_json_parse(kc_str_from(body));
    struct kc_wire_error error;

    cr_assert_not_null(json, "%s", body);
    kc_wire_error_read(json, &error);
    kc_json_free(json);
    return error;
}

/* ---- what an error says ------------------------------------------------------------------- */

Test(retry, error_bodies_of_all_providers)
{
    static const struct {
        const char *body, *type, *message;
        int         code;
        double      delay;
    } cases[] = {
        { "{\"error\":{\"message\":\"slow "
          "down\",\"type\":\"requests\",\"param\":null,\"code\":\"rate_limit_exceeded\"}}",
          "rate_limit_exceeded", "slow down", 0, -1 },
        { "{\"error\":{\"message\":\"m\",\"type\":\"server_error\",\"code\":null}}", "server_error",
          "m", 0, -1 },
        { "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}"
          ",\"request_id\":\"r\"}",
          "overloaded_error", "Overloaded", 0, -1 },
        { "{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"m\","
          "\"details\":[{\"x\":1},"
          "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"34s\"}]}}",
          "RESOURCE_EXHAUSTED", "m", 429, 34 },
        { "[{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\",\"message\":\"m\"}}]",
          "UNAVAILABLE", "m", 503, -1 },
        { "{\"error\":{\"code\":400,\"message\":\"m\",\"type\":\"invalid_request_error\"}}",
          "invalid_request_error", "m", 400, -1 },
        { "{\"error\":{\"code\":\"502\",\"message\":\"m\"}}", "", "m", 502, -1 },
        { "{\"error\":\"just text\"}", "", "just text", 0, -1 },
        { "{\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"server_error\","
          "\"message\":\"m\"}}}",
          "server_error", "m", 0, -1 },
        { "{\"type\":\"error\",\"code\":\"rate_limit_exceeded\",\"message\":\"m\"}",
          "rate_limit_exceeded", "m", 0, -1 },
        { "{\"choices\":[{\"error\":{\"code\":502,\"message\":\"m\"},\"finish_reason\":\"error\"}]"
          "}",
          "", "m", 502, -1 },
        { "{\"error\":{\"message\":\"two\\nlines \\u001b[31m\",\"type\":\"x\"}}", "x",
          "two?lines ?[31m", 0, -1 },
        { "{\"error\":{\"message\":\"m\",\"details\":[{\"retryDelay\":\"1.5s\"}]}}", "", "m", 0,
          1.5 },
        { "{\"error\":{\"message\":\"m\",\"details\":[{\"retryDelay\":\"-3s\"}]}}", "", "m", 0,
          -1 },
        { "{\"error\":{\"message\":\"m\",\"details\":[{\"retryDelay\":\"soon\"}]}}", "", "m", 0,
          -1 },
        { "{\"error\":{\"message\":\"m\",\"code\":7}}", "", "m", 0, -1 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const struct kc_wire_error e = error_of(cases[i].body);

        cr_expect_str_eq(e.type, cases[i].type, "%s: %s", cases[i].body, e.type);
        cr_expect_str_eq(e.message, cases[i].message, "%s: %s", cases[i].body, e.message);
        cr_expect_eq(e.code, cases[i].code, "%s: %d", cases[i].body, e.code);
        cr_expect_eq(e.delay, cases[i].delay, "%s: %g", cases[i].body, e.delay);
    }
}

Test(retry, bodies_without_an_error)
{
    static const char *const bodies[] = { "{}",
                                          "{\"error\":null}",
                                          "{\"error\":\"\"}",
                                          "{\"error\":{}}",
                                          "{\"error\":false}",
                                          "[]",
                                          "7",
                                          "{\"choices\":[{\"message\":{}}]}" };

    for (size_t i = 0; i < KC_COUNT(bodies); i++) {
        kc_json             *json = kc_json_parse(kc_str_from(bodies[i]));
        struct kc_wire_error error;

        cr_expect_not(kc_wire_error_read(json, &error), "%s", bodies[i]);
        kc_json_free(json);
    }
    cr_expect_not(kc_wire_error_read(NULL, &(struct kc_wire_error){ 0 }));
}

Test(retry, long_messages_end_with_a_whole_character)
{
    struct kc_buf body = { 0 };

    kc_buf_puts(&body, "{\"error\":{\"message\":\"x");
    for (int i = 0; i < 1000; i++)
        kc_buf_puts(&body, "\xc3\xbc");
    kc_buf_puts(&body, "\"}}");
    const struct kc_wire_error e = error_of(body.text);

    cr_expect_eq(strlen(e.message), 399);
    cr_expect_eq((unsigned char)e.message[398], 0xbc);
    kc_buf_free(&body);
}

/* ---- whether ------------------------------------------------------------------------------ */

static enum kc_verdict_retry status_verdict(int http, const char *advice, const char *body)
{
    struct kc_failed_attempt f = {
        .kind = KC_FAILURE_STATUS, .http = http, .after = -1, .attempts = 1
    };

    f.error = error_of(body);
    memcpy(f.advice, advice, strlen(advice) + 1);
    return kc_retry_decide(&f);
}

Test(retry, statuses)
{
    static const struct {
        int                   http;
        enum kc_verdict_retry verdict;
    } cases[] = {
        { 301, KC_RETRY_REFUSED }, { 400, KC_RETRY_REFUSED }, { 401, KC_RETRY_REFUSED },
        { 402, KC_RETRY_REFUSED }, { 403, KC_RETRY_REFUSED }, { 404, KC_RETRY_REFUSED },
        { 408, KC_RETRY },         { 409, KC_RETRY },         { 413, KC_RETRY_REFUSED },
        { 422, KC_RETRY_REFUSED }, { 429, KC_RETRY },         { 500, KC_RETRY },
        { 502, KC_RETRY },         { 503, KC_RETRY },         { 504, KC_RETRY },
        { 529, KC_RETRY },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(status_verdict(cases[i].http, "", "{}"), cases[i].verdict, "%d",
                     cases[i].http);
}

Test(retry, advice_and_quotas_count_more_than_statuses)
{
    static const char quota[] =
        "{\"error\":{\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\"}}";
    static const char limit[] = "{\"error\":{\"type\":\"rate_limit_error\",\"message\":\"m\"}}";

    cr_expect_eq(status_verdict(429, "", quota), KC_RETRY_REFUSED);
    cr_expect_eq(status_verdict(429, "true", quota), KC_RETRY, "the server knows");
    cr_expect_eq(status_verdict(429, "", limit), KC_RETRY);
    cr_expect_eq(status_verdict(429, "false", limit), KC_RETRY_GIVE_UP,
                 "a limit is not our mistake");
    cr_expect_eq(status_verdict(500, "false", "{}"), KC_RETRY_GIVE_UP);
    cr_expect_eq(status_verdict(400, "true", "{}"), KC_RETRY);
    cr_expect_eq(status_verdict(400, "maybe", "{}"), KC_RETRY_REFUSED);
}

static enum kc_verdict_retry reported_verdict(const char *body)
{
    struct kc_failed_attempt f = {
        .kind = KC_FAILURE_REPORTED, .http = 200, .after = -1, .attempts = 1
    };

    f.error = error_of(body);
    return kc_retry_decide(&f);
}

Test(retry, errors_inside_a_success)
{
    static const struct {
        const char           *body;
        enum kc_verdict_retry verdict;
    } cases[] = {
        { "{\"error\":{\"code\":502,\"message\":\"m\"}}", KC_RETRY },
        { "{\"error\":{\"code\":429,\"message\":\"m\"}}", KC_RETRY },
        { "{\"error\":{\"code\":402,\"message\":\"m\"}}", KC_RETRY_REFUSED },
        { "{\"error\":{\"code\":400,\"message\":\"m\"}}", KC_RETRY_REFUSED },
        { "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}", KC_RETRY },
        { "{\"type\":\"error\",\"error\":{\"type\":\"api_error\"}}", KC_RETRY },
        { "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\"}}", KC_RETRY_REFUSED },
        { "{\"error\":{\"type\":\"invalid_request_error\",\"code\":\"unknown_parameter\"}}",
          KC_RETRY_REFUSED },
        { "{\"error\":{\"code\":\"insufficient_quota\"}}", KC_RETRY_REFUSED },
        { "{\"error\":{\"code\":\"server_error\"}}", KC_RETRY },
        { "{\"error\":\"something\"}", KC_RETRY },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(reported_verdict(cases[i].body), cases[i].verdict, "%s", cases[i].body);
}

Test(retry, garbled_answers_are_tried_twice_more)
{
    struct kc_failed_attempt f = { .kind = KC_FAILURE_GARBLED, .http = 200, .after = -1 };

    for (f.garbled = 1; f.garbled < 5; f.garbled++)
        cr_expect_eq(kc_retry_decide(&f), f.garbled < 3 ? KC_RETRY : KC_RETRY_GIVE_UP, "%u",
                     f.garbled);
    f = (struct kc_failed_attempt){ .kind = KC_FAILURE_CONNECTION, .attempts = 100 };
    cr_expect_eq(kc_retry_decide(&f), KC_RETRY, "the caller counts attempts");
    f.kind = KC_FAILURE_IMPOSSIBLE;
    cr_expect_eq(kc_retry_decide(&f), KC_RETRY_GIVE_UP);
}

/* ---- when --------------------------------------------------------------------------------- */

Test(retry, waits)
{
    struct kc_failed_attempt f = { .after = -1, .error.delay = -1 };
    static const double      backoff[] = { 0.5, 1, 2, 4, 8, 8, 8 };

    for (f.attempts = 1; f.attempts <= KC_COUNT(backoff); f.attempts++) {
        cr_expect_eq(kc_retry_wait(&f, 0), backoff[f.attempts - 1], "attempt %u", f.attempts);
        cr_expect_gt(kc_retry_wait(&f, 0.999999), 0.74 * backoff[f.attempts - 1]);
        cr_expect_lt(kc_retry_wait(&f, 0.999999), 0.76 * backoff[f.attempts - 1]);
    }
    f.error.delay = 34;
    cr_expect_eq(kc_retry_wait(&f, 0.5), 34, "the error's own delay");
    f.after = 0;
    cr_expect_eq(kc_retry_wait(&f, 0.5), 0, "the header counts more, also when it says now");
}

/* 2026-11-16 00:00:00 UTC is 1794787200 (date -u -d 2026-11-16 +%s). */
Test(retry, retry_after_as_seconds_or_date)
{
    static const struct {
        const char *value;
        double      seconds;
    } cases[] = {
        { "7", 7 },
        { "0.25", 0.25 },
        { "0", 0 },
        { "-3", -1 },
        { "", -1 },
        { "nan", -1 },
        { "inf", -1 },
        { "soon", -1 },
        { "Mon, 16 Nov 2026 00:00:30 GMT", 30 },
        { "Sun, 15 Nov 2026 23:59:00 GMT", 0 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const double seconds = kc_retry_after(cases[i].value, 1794787200);

        cr_expect_eq(seconds, cases[i].seconds, "'%s': %g", cases[i].value, seconds);
    }
}

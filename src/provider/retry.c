/* The habits of providers when they do not answer. */
#include "provider/retry.h"

#include <curl/curl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GARBLED = 3 }; /* one answer and two more tries */

/* ---- what an error says ------------------------------------------------------------------- */

static void copy_visible(char *to, size_t size, struct kc_str text)
{
    struct kc_buf clean = { 0 };
    size_t        n = 0;

    kc_buf_add_visible(&clean, text.at, text.length < 4 * size ? text.length : 4 * size);
    for (size_t step; n < clean.length; n += step) {
        step = kc_utf8_length(clean.text + n, clean.length - n);
        step = step ? step : 1;
        if (n + step >= size)
            break;
    }
    memcpy(to, clean.text ? clean.text : "", n);
    to[n] = '\0';
    kc_buf_free(&clean);
}

/* "34s", "1.5s". */
static double parse_delay(const char *text)
{
    char        *end;
    const double seconds = strtod(text, &end);

    return end != text && *end == 's' && isfinite(seconds) && seconds >= 0 ? seconds : -1;
}

static double find_delay(const kc_json *details)
{
    for (size_t i = 0; i < kc_json_length(details); i++) {
        const char *text = kc_json_get_str(kc_json_at(details, i), "retryDelay", NULL);

        if (text)
            return parse_delay(text);
    }
    return -1;
}

/* Kinds that another try cannot change when no status says more. */
static const char *const final_kinds[] = {
    "invalid_request_error",   "authentication_error", "permission_error", "not_found_error",
    "request_too_large",       "invalid_api_key",      "model_not_found",  "invalid_prompt",
    "context_length_exceeded", "INVALID_ARGUMENT",     "UNAUTHENTICATED",  "NOT_FOUND",
    "FAILED_PRECONDITION",     "PERMISSION_DENIED",
};

/* A 429 that does not end with the minute. */
static const char *const spent_kinds[] = { "insufficient_quota", "billing_hard_limit_reached",
                                           "billing_error", "spend_limit_exceeded" };

/* Providers name the kind of an error in different members; the most telling one first. */
static const char *const kind_members[] = { "code", "type", "status" };

static bool is_kind(const kc_json *error, const char *const *kinds, size_t count)
{
    for (size_t m = 0; m < KC_COUNT(kind_members); m++)
        for (size_t i = 0; i < count; i++)
            if (strcmp(kc_json_get_str(error, kind_members[m], ""), kinds[i]) == 0)
                return true;
    return false;
}

static struct kc_str find_type(const kc_json *error)
{
    for (size_t i = 0; i < KC_COUNT(kind_members); i++) {
        const struct kc_str text = kc_json_text(kc_json_get(error, kind_members[i]));
        uint64_t            number;

        if (text.length && !kc_str_u64(text, &number))
            return text;
    }
    return (struct kc_str){ "", 0 };
}

static int find_code(const kc_json *error)
{
    uint64_t number = 0;
    int64_t  code = kc_json_get_int(error, "code", 0);

    if (code == 0 && kc_str_u64(kc_json_text(kc_json_get(error, "code")), &number))
        code = number < 1000 ? (int64_t)number : 0;
    return code >= 400 && code < 600 ? (int)code : 0;
}

/* Where the error stands: at the top, in an array (Gemini), in a response, in a choice. */
static const kc_json *find_error(const kc_json *body)
{
    const kc_json *top = kc_json_type(body) == KC_JSON_ARRAY ? kc_json_at(body, 0) : body;
    const kc_json *error = kc_json_get(top, "error");

    if (!error)
        error = kc_json_get(kc_json_get(top, "response"), "error");
    if (!error)
        error = kc_json_get(kc_json_at(kc_json_get(top, "choices"), 0), "error");
    if (!error && strcmp(kc_json_get_str(top, "type", ""), "error") == 0)
        error = top;
    return error;
}

static bool is_empty(const kc_json *error)
{
    const enum kc_json_type type = kc_json_type(error);

    if (type == KC_JSON_STRING)
        return kc_json_text(error).length == 0;
    return type != KC_JSON_OBJECT ||
           (!kc_json_get(error, "message") && !kc_json_get(error, "code") &&
            !kc_json_get(error, "type") && !kc_json_get(error, "status"));
}

bool kc_wire_error_read(const kc_json *body, struct kc_wire_error *error)
{
    const kc_json *found = find_error(body);

    *error = (struct kc_wire_error){ .delay = -1 };
    if (is_empty(found))
        return false;
    copy_visible(error->type, sizeof error->type, find_type(found));
    copy_visible(error->message, sizeof error->message,
                 kc_json_type(found) == KC_JSON_STRING
                     ? kc_json_text(found)
                     : kc_json_text(kc_json_get(found, "message")));
    error->code = find_code(found);
    error->spent = is_kind(found, spent_kinds, KC_COUNT(spent_kinds));
    error->final = error->spent || is_kind(found, final_kinds, KC_COUNT(final_kinds));
    error->delay = find_delay(kc_json_get(found, "details"));
    return true;
}

/* ---- whether ------------------------------------------------------------------------------ */

static bool is_retried_status(int http)
{
    return http == 408 || http == 409 || http == 429 || http >= 500;
}

static bool may_retry(const struct kc_failed_attempt *failed)
{
    switch (failed->kind) {
    case KC_FAILURE_CONNECTION:
        return true;
    case KC_FAILURE_IMPOSSIBLE:
        return false;
    case KC_FAILURE_GARBLED:
        return failed->garbled < MOST_GARBLED;
    case KC_FAILURE_STATUS:
        return is_retried_status(failed->http) && !failed->error.spent;
    case KC_FAILURE_REPORTED:
        if (failed->error.code)
            return is_retried_status(failed->error.code) && !failed->error.spent;
        return !failed->error.final;
    }
    kc_unreachable();
}

/* Whether it is the request that is at fault, and not the way to the model. */
static bool is_refusal(const struct kc_failed_attempt *failed)
{
    const int status = failed->kind == KC_FAILURE_REPORTED && failed->error.code
                           ? failed->error.code
                           : failed->http;

    if (failed->kind != KC_FAILURE_STATUS && failed->kind != KC_FAILURE_REPORTED)
        return false;
    if (failed->kind == KC_FAILURE_REPORTED && !failed->error.code)
        return failed->error.final;
    return status < 500 && (!is_retried_status(status) || failed->error.spent);
}

enum kc_verdict_retry kc_retry_decide(const struct kc_failed_attempt *failed)
{
    const bool advised = strcmp(failed->advice, "true") == 0;
    const bool forbidden = strcmp(failed->advice, "false") == 0;

    if (advised || (!forbidden && may_retry(failed)))
        return KC_RETRY;
    return is_refusal(failed) ? KC_RETRY_REFUSED : KC_RETRY_GIVE_UP;
}

/* ---- when --------------------------------------------------------------------------------- */

double kc_retry_after(const char *value, double now)
{
    char        *end;
    const double seconds = strtod(value, &end);

    if (end != value && *end == '\0')
        return isfinite(seconds) && seconds >= 0 ? seconds : -1;
    const time_t date = curl_getdate(value, NULL);

    if (date < 0)
        return -1;
    return (double)date > now ? (double)date - now : 0;
}

/* Half a second, doubled each time up to eight, a quarter of it by chance less: what the official
 * clients do. */
double kc_retry_wait(const struct kc_failed_attempt *failed, double random)
{
    const uint32_t doublings = failed->attempts > 5 ? 4
                               : failed->attempts   ? failed->attempts - 1
                                                    : 0;

    if (failed->after >= 0)
        return failed->after;
    if (failed->error.delay >= 0)
        return failed->error.delay;
    return 0.5 * (double)(1u << doublings) * (1 - 0.25 * random);
}

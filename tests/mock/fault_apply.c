/* What each fault does to a delivery: one function for each row of faults.def. */
#include <string.h>
#include <time.h>

#include "faults.h"

struct applying {
    const struct mock_fault   *fault;
    const struct mock_request *request;
    struct mock_delivery      *delivery;
};

static int64_t number_of(const struct applying *a, const char *key, int64_t fallback)
{
    return kc_json_get_int(a->fault->spec, key, fallback);
}

static const char *text_of(const struct applying *a, const char *key, const char *fallback)
{
    return kc_json_get_str(a->fault->spec, key, fallback);
}

static void set_body(struct mock_delivery *d, const char *type, const char *text, size_t length)
{
    mock_events_free(&d->events);
    mock_event_raw(&d->events, text, length);
    d->type = type;
    d->stream = false;
}

static kc_json *error_json(const struct applying *a, int status)
{
    return a->request->format->error(a->request, status, text_of(a, "code", NULL),
                                     text_of(a, "message", NULL));
}

static void set_error(const struct applying *a, int status)
{
    struct kc_buf text = { 0 };
    kc_json      *error = error_json(a, status);
    const char   *delay = text_of(a, "retry_after", NULL);

    if (delay && a->request->format == &mock_format_gemini) {
        kc_json      *details = kc_json_array();
        struct kc_buf seconds = { 0 };

        kc_buf_printf(&seconds, "%ss", delay);
        kc_json_push(details, mock_object("@type", 's', "type.googleapis.com/google.rpc.RetryInfo",
                                          "retryDelay", 's', seconds.text, NULL));
        kc_json_set(kc_json_get(error, "error"), "details", details);
        kc_buf_free(&seconds);
    }
    kc_json_print(error, &text, false);
    set_body(a->delivery, "application/json", text.text, text.length);
    kc_buf_free(&text);
    kc_json_free(error);
}

static void retry_headers(const struct applying *a)
{
    const kc_json *spec = a->fault->spec, *again = kc_json_get(spec, "should_retry");
    char           date[64];
    struct tm      parts;
    const time_t   when = time(NULL) + (time_t)number_of(a, "retry_after_date", 0);

    if (kc_json_get(spec, "retry_after"))
        mock_delivery_header(a->delivery, "retry-after", "%s", text_of(a, "retry_after", ""));
    if (kc_json_get(spec, "retry_after_ms"))
        mock_delivery_header(a->delivery, "retry-after-ms", "%lld",
                             (long long)number_of(a, "retry_after_ms", 0));
    if (kc_json_get(spec, "retry_after_date")) {
        strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&when, &parts));
        mock_delivery_header(a->delivery, "retry-after", "%s", date);
    }
    if (again)
        mock_delivery_header(a->delivery, "x-should-retry", "%s",
                             kc_json_get_bool(spec, "should_retry", false) ? "true" : "false");
}

static void apply_status(const struct applying *a)
{
    a->delivery->status = (int)number_of(a, "status", 500);
    set_error(a, a->delivery->status);
    retry_headers(a);
}

static void apply_hang(const struct applying *a)
{
    a->delivery->wait_ms = number_of(a, "ms", 60000);
    a->delivery->hangup = MOCK_HANGUP_RESET;
}

static void apply_cut_connection(const struct applying *a)
{
    a->delivery->hangup = MOCK_HANGUP_RESET;
}

static void apply_cut_header(const struct applying *a)
{
    a->delivery->hangup = MOCK_HANGUP_IN_HEADER;
}

static void apply_cut_body(const struct applying *a)
{
    const size_t length = a->delivery->events.text.length;
    const size_t wanted = (size_t)number_of(a, "bytes", (int64_t)(length / 2));

    a->delivery->cut_at = wanted < length ? wanted : length - 1;
}

static void cut_text(struct mock_delivery *d, size_t length)
{
    struct kc_buf text = d->events.text;

    d->events.text = (struct kc_buf){ 0 };
    mock_events_free(&d->events);
    mock_event_raw(&d->events, text.text, length);
    kc_buf_free(&text);
}

static void apply_empty_body(const struct applying *a)
{
    set_body(a->delivery, "application/json", "", 0);
}

static void apply_error_in_body(const struct applying *a)
{
    set_error(a, (int)number_of(a, "status", 503));
}

/* Writes the stream anew: before each event, insert may add to the new one; false ends it. */
static void rewrite(const struct applying *a,
                    bool (*insert)(const struct applying *a, struct mock_events *to, size_t index))
{
    struct mock_events fresh = { 0 }, *old = &a->delivery->events;
    size_t             start = 0;

    for (size_t i = 0; i < old->count && insert(a, &fresh, i); i++) {
        mock_event_raw(&fresh, old->text.text + start, old->end[i] - start);
        start = old->end[i];
    }
    mock_events_free(old);
    *old = fresh;
    if (!old->count)
        mock_event_raw(old, "", 0);
}

static bool insert_error(const struct applying *a, struct mock_events *to, size_t index)
{
    const int status = (int)number_of(a, "status", 529);
    kc_json  *error;

    if (index < (size_t)number_of(a, "after", 2))
        return true;
    error = error_json(a, status);
    if (a->request->format == &mock_format_responses) {
        kc_json *inner = kc_json_copy(kc_json_get(error, "error"));

        kc_json_free(error);
        kc_json_set_str(inner, "type", "error");
        kc_json_set_uint(inner, "sequence_number", index);
        error = inner;
    }
    mock_event(to, kc_json_get(error, "type") ? "error" : NULL, error);
    return false;
}

static void apply_error_in_stream(const struct applying *a)
{
    if (a->delivery->stream)
        rewrite(a, insert_error);
    else
        set_error(a, (int)number_of(a, "status", 529));
}

static bool insert_broken(const struct applying *a, struct mock_events *to, size_t index)
{
    static const char broken[] = "data: {\"choices\":[{\"delta\":\n\n";

    if (index == (size_t)number_of(a, "after", 1))
        mock_event_raw(to, broken, sizeof(broken) - 1);
    return true;
}

static void apply_invalid_json(const struct applying *a)
{
    if (a->delivery->stream)
        rewrite(a, insert_broken);
    else
        cut_text(a->delivery, a->delivery->events.text.length / 2);
}

static bool stop_halfway(const struct applying *a, struct mock_events *to, size_t index)
{
    (void)to;
    return index < a->delivery->events.count / 2;
}

static void apply_truncated_stream(const struct applying *a)
{
    if (a->delivery->stream)
        rewrite(a, stop_halfway);
    else
        cut_text(a->delivery, a->delivery->events.text.length / 2);
}

static void apply_raw(const struct applying *a)
{
    const struct kc_str hex = kc_str_from(text_of(a, "hex", ""));
    struct kc_buf       body = { 0 };

    kc_buf_puts(&body, text_of(a, "body", ""));
    for (size_t i = 0; i + 1 < hex.length; i += 2) {
        const char byte = (char)(16 * kc_hex_digit(hex.at[i]) + kc_hex_digit(hex.at[i + 1]));

        kc_buf_add(&body, &byte, 1);
    }
    set_body(a->delivery, text_of(a, "type", "application/json"), body.text, body.length);
    a->delivery->status = (int)number_of(a, "status", 200);
    kc_buf_free(&body);
}

static void apply_slow(const struct applying *a)
{
    a->delivery->piece_ms = number_of(a, "ms", 5);
    a->delivery->piece_bytes = (size_t)number_of(a, "bytes", 64);
    a->delivery->slow_until = SIZE_MAX;
}

static void apply_late(const struct applying *a)
{
    a->delivery->wait_ms = number_of(a, "ms", 1000);
}

static void apply_empty_lines(const struct applying *a)
{
    struct mock_events fresh = { 0 };
    const int64_t      count = number_of(a, "count", 3);

    for (int64_t i = 0; i < count; i++)
        mock_event_raw(&fresh, "\n", 1);
    mock_event_raw(&fresh, a->delivery->events.text.text, a->delivery->events.text.length);
    mock_events_free(&a->delivery->events);
    a->delivery->events = fresh;
    a->delivery->piece_ms = number_of(a, "ms", 5);
    a->delivery->piece_bytes = 1;
    a->delivery->slow_until = (size_t)count;
}

static bool insert_comment(const struct applying *a, struct mock_events *to, size_t index)
{
    if ((int64_t)index < number_of(a, "count", 3))
        mock_event_raw(to, ": keep-alive\n\n", 14);
    return true;
}

static void apply_keep_alive(const struct applying *a)
{
    if (a->delivery->stream)
        rewrite(a, insert_comment);
    else
        apply_empty_lines(a);
}

/* Chat and Gemini have no event types: there, members that nobody knows.  None comes first:
 * OpenAI's own SDK insists on response.created. */
static bool insert_unknown(const struct applying *a, struct mock_events *to, size_t index)
{
    const struct mock_format *f = a->request->format;
    const bool                typed = f == &mock_format_messages || f == &mock_format_responses;
    kc_json                  *data;

    if (index == 0)
        return true;
    data = mock_object("mock_member", 'i', (int64_t)index, NULL);
    if (typed)
        kc_json_set_str(data, "type", "mock.unknown_event");
    if (f == &mock_format_chat)
        kc_json_set(data, "choices", kc_json_array());
    mock_event(to, typed ? "mock.unknown_event" : NULL, data);
    return true;
}

static void apply_unknown_events(const struct applying *a)
{
    struct kc_buf text = { 0 };

    if (a->delivery->stream) {
        rewrite(a, insert_unknown);
        return;
    }
    kc_buf_puts(&text, "{\"mock_member\":{\"a\":[1,null,true]},");
    kc_buf_puts(&text, a->delivery->events.text.text + 1);
    set_body(a->delivery, "application/json", text.text, text.length);
    kc_buf_free(&text);
}

static void apply_content_type(const struct applying *a)
{
    a->delivery->type = text_of(a, "type", "text/html");
}

static void apply_crlf(const struct applying *a)
{
    struct mock_events fresh = { 0 };
    struct kc_str      rest = { a->delivery->events.text.text, a->delivery->events.text.length };
    struct kc_buf      text = { 0 };

    if (!a->delivery->stream)
        return;
    while (rest.length) {
        const struct kc_str line = kc_str_cut(&rest, '\n');

        kc_buf_add(&text, line.at, line.length);
        kc_buf_puts(&text, "\r\n");
    }
    mock_event_raw(&fresh, text.text, text.length);
    mock_events_free(&a->delivery->events);
    a->delivery->events = fresh;
    kc_buf_free(&text);
}

void mock_fault_apply(const struct mock_fault *fault, const struct mock_request *r,
                      struct mock_delivery *d)
{
    static void (*const functions[])(const struct applying *a) = {
        [MOCK_FAULT_STATUS] = apply_status,
        [MOCK_FAULT_HANG] = apply_hang,
        [MOCK_FAULT_CUT_CONNECTION] = apply_cut_connection,
        [MOCK_FAULT_CUT_HEADER] = apply_cut_header,
        [MOCK_FAULT_CUT_BODY] = apply_cut_body,
        [MOCK_FAULT_INVALID_JSON] = apply_invalid_json,
        [MOCK_FAULT_EMPTY_BODY] = apply_empty_body,
        [MOCK_FAULT_ERROR_IN_BODY] = apply_error_in_body,
        [MOCK_FAULT_ERROR_IN_STREAM] = apply_error_in_stream,
        [MOCK_FAULT_TRUNCATED_STREAM] = apply_truncated_stream,
        [MOCK_FAULT_RAW] = apply_raw,
        [MOCK_FAULT_SLOW] = apply_slow,
        [MOCK_FAULT_LATE] = apply_late,
        [MOCK_FAULT_EMPTY_LINES] = apply_empty_lines,
        [MOCK_FAULT_KEEP_ALIVE] = apply_keep_alive,
        [MOCK_FAULT_UNKNOWN_EVENTS] = apply_unknown_events,
        [MOCK_FAULT_CONTENT_TYPE] = apply_content_type,
        [MOCK_FAULT_CRLF] = apply_crlf,
    };
    const struct applying a = { fault, r, d };

    functions[fault->kind](&a);
}

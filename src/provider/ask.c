/* Asking until there is an answer.
 *
 * One question, many attempts: an attempt passes the gate, travels, and what comes back is an
 * answer or a failure that retry.c judges.  Waiting, for the gate or for the next attempt, is not
 * working time; waiting for our own gate does not count against the deadline either.
 */
#include "provider/ask.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "provider/retry.h"
#include "provider/secret.h"
#include "provider/sse.h"

/* One question. */
struct asking {
    struct kc_remote        *remote;
    struct kc_arena         *arena;
    const struct kc_talk    *talk;
    struct kc_answer        *answer;
    struct kc_ask_error     *error;
    struct kc_buf            url, body;
    struct kc_failed_attempt failed; /* the last one */
    double                   began, deadline;
};

static double now(const struct asking *a)
{
    return a->remote->clock.now(a->remote->clock.context);
}

/* ---- the request -------------------------------------------------------------------------- */

enum { MOST_TOOLS = 32 }; /* bits of a tool set */

static size_t list_tools(const struct kc_talk *talk, struct kc_wire_tool *tools)
{
    size_t count = 0;

    for (size_t i = 0; i < MOST_TOOLS && kc_tool_at(i); i++) {
        const struct kc_tool *tool = kc_tool_at(i);

        if (kc_tool_in(&talk->tools, i))
            tools[count++] =
                (struct kc_wire_tool){ tool->name, tool->doc, kc_tool_input_schema(tool) };
    }
    return count;
}

static void write_request(struct asking *a)
{
    struct kc_remote   *r = a->remote;
    struct kc_wire_tool tools[MOST_TOOLS];
    struct kc_wire      wire = {
             .model = r->model,
             .options = &r->options,
             .quirks = r->provider->quirks,
             .talk = a->talk,
             .tools = tools,
             .tool_count = a->talk->tools.mask ? list_tools(a->talk, tools) : 0,
    };
    kc_json *request = r->dialect->request(&wire);

    r->dialect->url(&wire, r->url, &a->url);
    kc_json_print(request, &a->body, false);
    kc_json_free(request);
    for (size_t i = 0; i < wire.tool_count; i++)
        kc_json_free((kc_json *)(uintptr_t)tools[i].schema);
}

/* ---- a stream ----------------------------------------------------------------------------- */

struct streaming {
    const struct kc_dialect *dialect;
    kc_stream               *stream;
    struct kc_sse            sse;
    bool                     fed;
};

static void on_event(void *context, struct kc_str name, struct kc_str data)
{
    struct streaming *s = context;

    if (!s->stream->body.length)
        s->dialect->take(s->stream, name, data);
}

static void open_stream(struct streaming *s, const struct kc_dialect *dialect)
{
    *s = (struct streaming){ .dialect = dialect, .stream = dialect->stream_new() };
    s->sse.event = on_event;
    s->sse.context = s;
}

static bool watch(void *context, const struct kc_http_reply *so_far, const char *bytes, size_t n)
{
    struct streaming *s = context;

    if (!strcasestr(so_far->content_type, "event-stream"))
        return false;
    s->fed = true;
    kc_sse_feed(&s->sse, bytes, n);
    return s->stream->ended || s->stream->body.length;
}

/* Events under another content type. */
static bool looks_like_events(struct kc_str body)
{
    body = kc_str_trim(body);
    return kc_str_starts(body, "data:") || kc_str_starts(body, "event:") ||
           kc_str_starts(body, ": ");
}

enum wholeness { WHOLE, BROKEN_OFF, GARBLED };

/* Replaces the body of events by the body they amount to. */
static enum wholeness close_stream(struct streaming *s, struct kc_http_reply *reply)
{
    if (!s->fed && looks_like_events(kc_buf_str(&reply->body))) {
        s->fed = true;
        kc_sse_feed(&s->sse, reply->body.text, reply->body.length);
    }
    if (reply->outcome != KC_HTTP_DONE)
        s->sse.line.length = 0; /* half a line is not garbled, only late */
    kc_sse_end(&s->sse);
    s->dialect->finish(s->stream);
    const bool           failed = !s->stream->ended && s->stream->body.length;
    const enum wholeness whole = !s->fed || failed    ? WHOLE
                                 : s->stream->garbled ? GARBLED
                                 : !s->stream->ended  ? BROKEN_OFF
                                                      : WHOLE;

    if (s->fed) {
        kc_buf_free(&reply->body);
        reply->body = s->stream->body;
    } else
        kc_buf_free(&s->stream->body);
    free(s->stream);
    return whole;
}

/* ---- what came back ----------------------------------------------------------------------- */

static void clean_body(struct kc_buf *body, const char *key)
{
    struct kc_buf clean = { 0 };

    kc_buf_add_utf8(&clean, body->text ? body->text : "", body->length);
    kc_buf_free(body);
    *body = clean;
    kc_secret_scrub(body, key);
}

static void say(struct asking *a, const char *format, ...) KC_PRINTF(2, 3);

/* The last failure in words; a later one replaces it. */
static void say(struct asking *a, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(a->error->message, sizeof a->error->message, format, args);
    va_end(args);
    kc_secret_scrub_message(a->error->message, a->remote->key);
}

static void say_error(struct asking *a, const struct kc_http_reply *reply)
{
    const struct kc_wire_error *e = &a->failed.error;
    const char                 *id = reply->request_id;

    say(a, "HTTP %d%s%s%s%s%s%s%s", reply->status, e->type[0] ? " " : "", e->type,
        e->message[0] ? ": " : "", e->message, id[0] ? " (request " : "", id, id[0] ? ")" : "");
}

/* Without an error body, its beginning may still tell a person something. */
static void say_status(struct asking *a, const struct kc_http_reply *reply)
{
    const char   *follow = reply->status >= 300 && reply->status < 400
                               ? "; redirects are not followed, check the base URL"
                               : "";
    struct kc_str body = kc_str_trim(kc_buf_str(&reply->body));
    struct kc_buf shown = { 0 };

    kc_buf_add_visible(&shown, body.at, body.length > 120 ? 120 : body.length);
    say(a, "HTTP %d%s%s%s", reply->status, follow, shown.length ? ": " : "",
        shown.text ? shown.text : "");
    kc_buf_free(&shown);
}

static bool read_answer(struct asking *a, const struct kc_http_reply *reply, kc_json *json)
{
    const struct kc_wire_body body = { a->arena, kc_buf_str(&reply->body), json, a->talk->count };

    *a->answer = (struct kc_answer){ .usage = kc_wire_no_usage() };
    return a->remote->dialect->read(&body, a->answer);
}

static bool fail(struct asking *a, enum kc_failure kind)
{
    a->failed.kind = kind;
    a->failed.garbled += kind == KC_FAILURE_GARBLED;
    return false;
}

static bool read_status(struct asking *a, const struct kc_http_reply *reply, const kc_json *json)
{
    if (kc_wire_error_read(json, &a->failed.error))
        say_error(a, reply);
    else
        say_status(a, reply);
    return fail(a, KC_FAILURE_STATUS);
}

static bool read_success(struct asking *a, const struct kc_http_reply *reply, kc_json *json)
{
    if (kc_wire_error_read(json, &a->failed.error)) {
        say_error(a, reply);
        return fail(a, KC_FAILURE_REPORTED);
    }
    if (json && read_answer(a, reply, json))
        return true;
    say(a, "HTTP %d, but the body (%zu bytes of %s) is no answer in the format '%s'", reply->status,
        reply->body.length, reply->content_type[0] ? reply->content_type : "no content type",
        a->remote->dialect->name);
    return fail(a, KC_FAILURE_GARBLED);
}

/* Whether there is an answer; a->failed and the message say why not.  What arrived whole counts,
 * even when the connection did not end as it should. */
static bool read_reply(struct asking *a, struct kc_http_reply *reply, enum wholeness whole)
{
    const bool good = reply->status >= 200 && reply->status < 300;
    const bool through = reply->outcome == KC_HTTP_DONE;

    if (reply->outcome == KC_HTTP_IMPOSSIBLE) {
        say(a, "%s", reply->problem);
        return fail(a, KC_FAILURE_IMPOSSIBLE);
    }
    if (reply->outcome == KC_HTTP_TOO_LARGE) {
        say(a, "the answer is larger than %d MiB", KC_HTTP_MOST_MIB);
        return fail(a, KC_FAILURE_GARBLED);
    }
    clean_body(&reply->body, a->remote->key);
    kc_json *json = kc_json_parse_lenient(kc_str_trim(kc_buf_str(&reply->body)));
    bool     answered = false;

    if (!through && !(good && whole == WHOLE && json)) {
        say(a, "%s", reply->problem);
        fail(a, KC_FAILURE_CONNECTION);
    } else if (whole == BROKEN_OFF) {
        say(a, "HTTP %d, but the stream broke off", reply->status);
        fail(a, KC_FAILURE_CONNECTION);
    } else if (whole == GARBLED) {
        say(a, "HTTP %d, but an event of the stream is no JSON", reply->status);
        fail(a, KC_FAILURE_GARBLED);
    } else
        answered = good ? read_success(a, reply, json) : read_status(a, reply, json);
    kc_json_free(json);
    return answered;
}

/* ---- one attempt -------------------------------------------------------------------------- */

static void note_headers(struct asking *a, const struct kc_http_reply *reply)
{
    struct kc_failed_attempt *f = &a->failed;
    const struct kc_clock    *clock = &a->remote->clock;
    char                     *end;

    snprintf(f->advice, sizeof f->advice, "%s", reply->should_retry);
    f->http = reply->status;
    f->error = (struct kc_wire_error){ .delay = -1 };
    f->after = -1;
    if (reply->retry_after_ms[0]) {
        const double ms = strtod(reply->retry_after_ms, &end);

        f->after = *end == '\0' && isfinite(ms) && ms >= 0 ? ms / 1000 : -1;
    }
    if (f->after < 0 && reply->retry_after[0])
        f->after = kc_retry_after(reply->retry_after, clock->date(clock->context));
}

enum attempt { ATTEMPT_ANSWERED, ATTEMPT_FAILED, ATTEMPT_CANCELLED };

static enum attempt attempt(struct asking *a, double seconds)
{
    struct kc_remote    *r = a->remote;
    struct kc_http_reply reply = { 0 };
    struct streaming     streaming;

    open_stream(&streaming, r->dialect);
    const struct kc_http_request request = {
        .url = a->url.text,
        .headers = r->headers,
        .header_count = r->header_count,
        .body = kc_buf_str(&a->body),
        .deadline = seconds,
        .cancel = r->options.cancel,
        .watch = watch,
        .context = &streaming,
    };
    a->failed.attempts++;
    r->transport.send(r->transport.context, &request, &reply);
    const enum wholeness whole = close_stream(&streaming, &reply);

    note_headers(a, &reply);
    const bool cancelled = reply.outcome == KC_HTTP_CANCELLED;
    const bool answered = !cancelled && read_reply(a, &reply, whole);

    if (answered) {
        kc_secret_scrub_message(reply.request_id, r->key);
        a->answer->request_id =
            kc_arena_strndup(a->arena, reply.request_id, strlen(reply.request_id));
    }
    kc_buf_free(&reply.body);
    return cancelled ? ATTEMPT_CANCELLED : answered ? ATTEMPT_ANSWERED : ATTEMPT_FAILED;
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* In [0, 1), from the clock: jitter need not be reproducible. */
static double chance(const struct asking *a)
{
    const double t = now(a) + a->failed.attempts;
    uint64_t     bits;

    memcpy(&bits, &t, sizeof bits);
    return (double)(kc_mix64(bits) >> 11) * 0x1p-53;
}

static void say_end(struct asking *a, const char *reason)
{
    char last[sizeof a->error->message];

    memcpy(last, a->error->message, sizeof last);
    last[400] = '\0';
    say(a, "%s after %u attempt%s; last: %s", reason, a->failed.attempts,
        a->failed.attempts == 1 ? "" : "s", last);
}

/* Whether to go on after a failure; waits if so. */
static bool prepare_next(struct asking *a, enum kc_ask_status *status)
{
    const double wait = kc_retry_wait(&a->failed, chance(a));

    switch (kc_retry_decide(&a->failed)) {
    case KC_RETRY_REFUSED:
        *status = KC_ASK_REFUSED;
        return false;
    case KC_RETRY_GIVE_UP:
        *status = KC_ASK_UNREACHED;
        say_end(a, "gave up");
        return false;
    case KC_RETRY:
        break;
    }
    *status = KC_ASK_UNREACHED;
    if (a->failed.attempts >= a->remote->options.most_attempts) {
        say_end(a, "no answer");
        return false;
    }
    if (now(a) + wait >= a->deadline) {
        say_end(a, "no time for another attempt");
        return false;
    }
    *status = KC_ASK_CANCELLED;
    return kc_clock_wait(&a->remote->clock, wait, a->remote->options.cancel);
}

/* The gate's time is given back to the deadline: it is our own limit. */
static bool enter_gate(struct asking *a)
{
    const double before = now(a);
    const bool   entered =
        kc_gate_enter(a->remote->gate, &a->remote->clock, a->remote->options.cancel);

    a->deadline += now(a) - before;
    return entered;
}

static enum kc_ask_status ask(struct asking *a)
{
    enum kc_ask_status status = KC_ASK_CANCELLED;

    while (enter_gate(a)) {
        const double start = now(a), left = a->deadline - start;
        const double most = a->remote->options.attempt_deadline;
        enum attempt ended = attempt(a, left < most ? left : most);
        const double seconds = now(a) - start;

        kc_gate_leave(a->remote->gate);
        if (ended == ATTEMPT_CANCELLED)
            return KC_ASK_CANCELLED;
        if (ended == ATTEMPT_ANSWERED) {
            a->answer->attempts = a->failed.attempts;
            a->answer->seconds = seconds;
            a->answer->waited = now(a) - a->began - seconds;
            return KC_ASK_ANSWERED;
        }
        if (!prepare_next(a, &status))
            return status;
    }
    return KC_ASK_CANCELLED;
}

enum kc_ask_status kc_remote_ask(kc_model *model, struct kc_arena *arena,
                                 const struct kc_talk *talk, struct kc_answer *answer,
                                 struct kc_ask_error *error)
{
    struct kc_remote *remote = (struct kc_remote *)model;
    struct asking     a = {
            .remote = remote, .arena = arena, .talk = talk, .answer = answer, .error = error
    };

    *error = (struct kc_ask_error){ 0 };
    a.began = now(&a);
    a.deadline = a.began + remote->options.deadline;
    write_request(&a);
    const enum kc_ask_status status = ask(&a);

    error->http = a.failed.http;
    error->attempts = a.failed.attempts;
    if (status == KC_ASK_CANCELLED)
        say(&a, "cancelled after %u attempts", a.failed.attempts);
    if (status == KC_ASK_ANSWERED)
        *error = (struct kc_ask_error){ .http = 200, .attempts = a.failed.attempts };
    kc_buf_free(&a.url);
    kc_buf_free(&a.body);
    return status;
}

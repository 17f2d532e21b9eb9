/* An answer or an error as it goes over the wire when nothing goes wrong. */
#include <stdio.h>

#include "faults.h"

void mock_delivery_header(struct mock_delivery *d, const char *name, const char *format, ...)
{
    va_list args;

    assert(d->header_count < MOCK_MOST_HEADERS);
    d->headers[d->header_count].name = name;
    va_start(args, format);
    vsnprintf(d->headers[d->header_count].value, sizeof(d->headers[0].value), format, args);
    va_end(args);
    d->header_count++;
}

static void start(struct mock_delivery *d, const struct mock_request *r, int status)
{
    const char *name = r->format == &mock_format_messages ? "request-id" : "x-request-id";

    *d = (struct mock_delivery){ .status = status, .cut_at = SIZE_MAX };
    mock_delivery_header(d, name, "%s", r->id);
}

static void set_json(struct mock_delivery *d, kc_json *body)
{
    struct kc_buf text = { 0 };

    kc_json_print(body, &text, false);
    d->type = "application/json";
    mock_event_raw(&d->events, text.text, text.length);
    kc_buf_free(&text);
    kc_json_free(body);
}

void mock_delivery_reply(struct mock_delivery *d, struct mock_request *r,
                         const struct mock_reply *reply)
{
    start(d, r, 200);
    d->stream = r->stream;
    mock_delivery_header(d, "x-ratelimit-limit-requests", "1000");
    mock_delivery_header(d, "x-ratelimit-remaining-requests", "999");
    if (!r->stream) {
        set_json(d, r->format->whole(r, reply));
        return;
    }
    d->type = "text/event-stream";
    mock_delivery_header(d, "Cache-Control", "no-cache");
    r->format->stream(r, reply, &d->events);
}

void mock_delivery_error(struct mock_delivery *d, const struct mock_request *r, int status,
                         const char *code, const char *message)
{
    start(d, r, status);
    set_json(d, r->format->error(r, status, code, message));
}

void mock_delivery_free(struct mock_delivery *d)
{
    mock_events_free(&d->events);
}

/* Server-sent events: lines end in LF, CR or CRLF; a blank line ends an event; what starts with a
 * colon is a comment, with which servers keep a slow connection alive. */
#include "provider/sse.h"

#include <string.h>

static void clear(struct kc_buf *buf)
{
    buf->length = 0;
}

static struct kc_str as_str(const struct kc_buf *buf)
{
    return (struct kc_str){ buf->text ? buf->text : "", buf->length };
}

static void dispatch(struct kc_sse *sse)
{
    if (sse->has_data)
        sse->event(sse->context, as_str(&sse->name), as_str(&sse->data));
    clear(&sse->name);
    clear(&sse->data);
    sse->has_data = false;
}

static void take_field(struct kc_sse *sse, struct kc_str name, struct kc_str value)
{
    if (kc_str_starts(value, " "))
        value = (struct kc_str){ value.at + 1, value.length - 1 };
    if (kc_str_is(name, "event")) {
        clear(&sse->name);
        kc_buf_add(&sse->name, value.at, value.length);
    } else if (kc_str_is(name, "data")) {
        if (sse->has_data)
            kc_buf_add(&sse->data, "\n", 1);
        kc_buf_add(&sse->data, value.at, value.length);
        sse->has_data = true;
    }
}

static void take_line(struct kc_sse *sse)
{
    struct kc_str rest = as_str(&sse->line);

    if (!sse->begun && kc_str_starts(rest, "\xef\xbb\xbf"))
        rest = (struct kc_str){ rest.at + 3, rest.length - 3 };
    sse->begun = true;
    if (rest.length == 0)
        dispatch(sse);
    else if (rest.at[0] != ':') {
        const struct kc_str name = kc_str_cut(&rest, ':');

        take_field(sse, name, rest);
    }
    clear(&sse->line);
}

void kc_sse_feed(struct kc_sse *sse, const char *bytes, size_t length)
{
    size_t start = 0;

    for (size_t i = 0; i < length; i++) {
        const bool second_half = bytes[i] == '\n' && sse->after_cr;

        sse->after_cr = bytes[i] == '\r';
        if (bytes[i] != '\r' && bytes[i] != '\n')
            continue;
        if (!second_half) {
            kc_buf_add(&sse->line, bytes + start, i - start);
            take_line(sse);
        }
        start = i + 1;
    }
    kc_buf_add(&sse->line, bytes + start, length - start);
}

void kc_sse_end(struct kc_sse *sse)
{
    if (sse->line.length)
        take_line(sse);
    dispatch(sse);
    kc_buf_free(&sse->line);
    kc_buf_free(&sse->name);
    kc_buf_free(&sse->data);
}

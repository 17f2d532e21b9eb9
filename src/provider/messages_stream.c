/* Messages in pieces: blocks that open, grow and close. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "provider/messages.h"

enum { MOST_BLOCKS = 4096 };

/* What a delta adds to which member of its block.  A call's input comes as JSON text. */
static const struct {
    const char *type, *from, *to;
} deltas[] = {
    { "text_delta", "text", "text" },
    { "thinking_delta", "thinking", "thinking" },
    { "signature_delta", "signature", "signature" },
    { "input_json_delta", "partial_json", "input" },
};

enum { DELTAS = KC_COUNT(deltas), INPUT = DELTAS - 1 };

struct block {
    int64_t       index;
    kc_json      *first;
    struct kc_buf grown[DELTAS];
};

struct messages_stream {
    kc_stream     base;
    struct block *blocks;
    size_t        count, capacity;
    kc_json      *message; /* of message_start; usage and stop reason are kept up to date */
    bool          stopped;
};

kc_stream *kc_messages_stream_new(void)
{
    struct messages_stream *s = kc_alloc(sizeof *s);

    memset(s, 0, sizeof *s);
    s->message = kc_json_object();
    return &s->base;
}

static struct block *find_block(struct messages_stream *s, int64_t index)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->blocks[i].index == index)
            return &s->blocks[i];
    return NULL;
}

static void open_block(struct messages_stream *s, const kc_json *event)
{
    const kc_json *block = kc_json_get(event, "content_block");
    const int64_t  index = kc_json_get_int(event, "index", (int64_t)s->count);

    if (s->count >= MOST_BLOCKS || kc_json_type(block) != KC_JSON_OBJECT || find_block(s, index))
        return;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 8;
        s->blocks = kc_realloc(s->blocks, s->capacity * sizeof *s->blocks);
    }
    s->blocks[s->count++] = (struct block){ .index = index, .first = kc_json_copy(block) };
}

static void grow_block(struct messages_stream *s, const kc_json *event)
{
    const kc_json *delta = kc_json_get(event, "delta");
    const char    *type = kc_json_get_str(delta, "type", "");
    struct block  *block = find_block(s, kc_json_get_int(event, "index", (int64_t)s->count - 1));

    for (size_t i = 0; block && i < DELTAS; i++) {
        const struct kc_str text = kc_json_text(kc_json_get(delta, deltas[i].from));

        if (strcmp(type, deltas[i].type) == 0)
            kc_buf_add(&block->grown[i], text.at, text.length);
    }
}

static void copy_member(void *context, const char *key, kc_json *value)
{
    if (value)
        kc_json_set(context, key, kc_json_copy(value));
}

/* Counts in message_delta are totals: they replace those of message_start. */
static void update_message(struct messages_stream *s, const kc_json *event)
{
    kc_json *usage = kc_json_get(s->message, "usage");

    if (kc_json_type(usage) != KC_JSON_OBJECT) {
        usage = kc_json_object();
        kc_json_set(s->message, "usage", usage);
    }
    kc_json_each(kc_json_get(event, "usage"), copy_member, usage);
    kc_json_each(kc_json_get(event, "delta"), copy_member, s->message);
    s->stopped |= kc_json_text(kc_json_get(s->message, "stop_reason")).length > 0;
}

void kc_messages_stream_take(kc_stream *stream, struct kc_str name, struct kc_str data)
{
    struct messages_stream *s = (struct messages_stream *)stream;
    kc_json                *event = kc_stream_parse(stream, name, data);
    struct kc_str           type = kc_json_text(kc_json_get(event, "type"));

    if (!type.length)
        type = name;
    if (kc_str_is(type, "message_start"))
        kc_json_each(kc_json_get(event, "message"), copy_member, s->message);
    else if (kc_str_is(type, "content_block_start"))
        open_block(s, event);
    else if (kc_str_is(type, "content_block_delta"))
        grow_block(s, event);
    else if (kc_str_is(type, "message_delta"))
        update_message(s, event);
    else if (kc_str_is(type, "message_stop"))
        stream->ended = true;
    else if (kc_str_is(type, "error"))
        kc_stream_fail(stream, data);
    kc_json_free(event);
}

/* ---- the message -------------------------------------------------------------------------- */

/* Cut off by the token limit it is no JSON: then the text, and the reader finds words for it. */
static kc_json *whole_input(struct kc_str text)
{
    kc_json *value = kc_json_parse_lenient(text);

    return value ? value : kc_json_str(text.at, text.length);
}

static kc_json *whole_block(struct block *block)
{
    kc_json *o = kc_json_copy(block->first);

    for (size_t i = 0; i < DELTAS; i++) {
        struct kc_str grown = kc_buf_str(&block->grown[i]);
        struct kc_str first = kc_json_text(kc_json_get(o, deltas[i].to));
        struct kc_buf joined = { 0 };

        if (!grown.length)
            continue;
        kc_buf_add(&joined, first.at, first.length);
        kc_buf_add(&joined, grown.at, grown.length);
        kc_json_set(o, deltas[i].to,
                    i == INPUT ? whole_input(grown) : kc_json_str(joined.text, joined.length));
        kc_buf_free(&joined);
    }
    return o;
}

static void assemble(struct messages_stream *s)
{
    kc_json *content = kc_json_array();

    for (size_t i = 0; i < s->count; i++)
        kc_json_push(content, whole_block(&s->blocks[i]));
    kc_json_set(s->message, "content", content);
    kc_json_print(s->message, &s->base.body, false);
}

void kc_messages_stream_finish(kc_stream *stream)
{
    struct messages_stream *s = (struct messages_stream *)stream;

    stream->ended |= s->stopped;
    if (stream->ended && !stream->body.length)
        assemble(s);
    for (size_t i = 0; i < s->count; i++) {
        kc_json_free(s->blocks[i].first);
        for (size_t d = 0; d < DELTAS; d++)
            kc_buf_free(&s->blocks[i].grown[d]);
    }
    free(s->blocks);
    kc_json_free(s->message);
}

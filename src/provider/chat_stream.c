/* Chat Completions in pieces: deltas of one message, joined per field and per index.
 *
 * Text grows in buffers, everything else of a call or of a reasoning detail is kept from the first
 * delta that had it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "provider/chat.h"
#include "provider/retry.h"

enum { MOST_PIECES = 4096 }; /* calls or reasoning details of one message */

/* Fields of a message that come as text, bit by bit. */
static const char *const text_fields[] = { "content", "reasoning_content", "reasoning", "refusal" };

enum { TEXT_FIELDS = KC_COUNT(text_fields) };

/* A call or a reasoning detail. */
struct piece {
    int64_t       index;
    kc_json      *first; /* a copy of its first delta */
    struct kc_buf text;  /* arguments, or text, summary or data */
    const char   *field; /* of a detail: where text belongs */
};

struct pieces {
    struct piece *piece;
    size_t        count, capacity;
};

struct chat_stream {
    kc_stream     base;
    struct kc_buf text[TEXT_FIELDS];
    struct pieces calls, details;
    kc_json      *usage;
    char          finish[32], model[128];
    bool          begun;
};

kc_stream *kc_chat_stream_new(void)
{
    struct chat_stream *s = kc_alloc(sizeof *s);

    memset(s, 0, sizeof *s);
    return &s->base;
}

static struct piece *add_piece(struct pieces *list, int64_t index)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 8;
        list->piece = kc_realloc(list->piece, list->capacity * sizeof *list->piece);
    }
    list->piece[list->count] = (struct piece){ .index = index };
    return &list->piece[list->count++];
}

/* The piece of that index; NULL when there are absurdly many. */
static struct piece *find_piece(struct pieces *list, int64_t index)
{
    for (size_t i = list->count; i-- > 0;)
        if (list->piece[i].index == index)
            return &list->piece[i];
    return list->count < MOST_PIECES ? add_piece(list, index) : NULL;
}

static void append(struct kc_buf *buf, const kc_json *value)
{
    const struct kc_str text = kc_json_text(value);

    kc_buf_add(buf, text.at, text.length);
}

/* ---- calls -------------------------------------------------------------------------------- */

/* A server without indices sends whole calls, each with an id of its own. */
static int64_t call_index(const struct pieces *calls, const kc_json *delta)
{
    const bool    fresh = kc_json_text(kc_json_get(delta, "id")).length;
    const int64_t last = calls->count ? calls->piece[calls->count - 1].index : -1;

    return kc_json_get_int(delta, "index", fresh || last < 0 ? last + 1 : last);
}

static void keep_if_missing(kc_json *object, const char *key, const kc_json *from)
{
    if (kc_json_text(kc_json_get(from, key)).length &&
        !kc_json_text(kc_json_get(object, key)).length)
        kc_json_set(object, key, kc_json_copy(kc_json_get(from, key)));
}

static void take_arguments(struct piece *call, const kc_json *arguments)
{
    if (kc_json_type(arguments) == KC_JSON_OBJECT)
        kc_json_print(arguments, &call->text, false);
    else
        append(&call->text, arguments);
}

static void take_call(struct pieces *calls, const kc_json *delta)
{
    const kc_json *function = kc_json_get(delta, "function");
    struct piece  *call =
        kc_json_type(delta) == KC_JSON_OBJECT ? find_piece(calls, call_index(calls, delta)) : NULL;

    if (!call)
        return;
    if (!call->first) {
        call->first = kc_json_copy(delta);
        if (kc_json_type(function) != KC_JSON_OBJECT)
            kc_json_set(call->first, "function", kc_json_object());
    }
    keep_if_missing(call->first, "id", delta);
    keep_if_missing(kc_json_get(call->first, "function"), "name", function);
    take_arguments(call, kc_json_get(function, "arguments"));
}

/* "index" belongs to the stream, not to the message. */
static void add_member(void *context, const char *key, kc_json *value)
{
    if (strcmp(key, "index") != 0)
        kc_json_set(context, key, kc_json_copy(value));
}

static kc_json *whole_call(const struct piece *call)
{
    kc_json *o = kc_json_object();

    kc_json_each(call->first, add_member, o);
    kc_json_set(kc_json_get(o, "function"), "arguments",
                kc_json_str(kc_buf_str(&call->text).at, call->text.length));
    return o;
}

/* ---- reasoning details -------------------------------------------------------------------- */

static const char *detail_field(const kc_json *delta)
{
    static const char *const fields[] = { "text", "summary", "data" };

    for (size_t i = 0; i < KC_COUNT(fields); i++)
        if (kc_json_type(kc_json_get(delta, fields[i])) == KC_JSON_STRING)
            return fields[i];
    return NULL;
}

/* Details without an index are whole. */
static void take_detail(struct pieces *details, const kc_json *delta)
{
    const int64_t index = kc_json_get_int(delta, "index", -1 - (int64_t)details->count);
    struct piece *detail =
        kc_json_type(delta) == KC_JSON_OBJECT ? find_piece(details, index) : NULL;
    const char *field = detail_field(delta);

    if (!detail)
        return;
    if (!detail->first)
        detail->first = kc_json_copy(delta);
    if (!detail->field)
        detail->field = field;
    if (field && strcmp(field, detail->field) == 0)
        append(&detail->text, kc_json_get(delta, field));
    keep_if_missing(detail->first, "signature", delta);
    keep_if_missing(detail->first, "id", delta);
    keep_if_missing(detail->first, "format", delta);
}

static kc_json *whole_detail(const struct piece *detail)
{
    kc_json *o = kc_json_copy(detail->first);

    if (detail->field)
        kc_json_set(o, detail->field,
                    kc_json_str(kc_buf_str(&detail->text).at, detail->text.length));
    return o;
}

/* ---- events ------------------------------------------------------------------------------- */

static void take_delta(struct chat_stream *s, const kc_json *delta)
{
    const kc_json *calls = kc_json_get(delta, "tool_calls");
    const kc_json *details = kc_json_get(delta, "reasoning_details");

    for (size_t i = 0; i < TEXT_FIELDS; i++)
        append(&s->text[i], kc_json_get(delta, text_fields[i]));
    for (size_t i = 0; i < kc_json_length(calls); i++)
        take_call(&s->calls, kc_json_at(calls, i));
    for (size_t i = 0; i < kc_json_length(details); i++)
        take_detail(&s->details, kc_json_at(details, i));
}

static void copy_once(char *to, size_t size, const kc_json *value)
{
    const struct kc_str text = kc_json_text(value);

    if (!to[0] && text.length && text.length < size)
        memcpy(to, text.at, text.length);
}

static void take_chunk(struct chat_stream *s, const kc_json *chunk)
{
    const kc_json *choice = kc_json_at(kc_json_get(chunk, "choices"), 0);
    const kc_json *delta = kc_json_get(choice, "delta");

    if (choice && kc_json_get_int(choice, "index", 0) == 0) {
        s->begun = true;
        take_delta(s, delta ? delta : kc_json_get(choice, "message"));
        copy_once(s->finish, sizeof s->finish, kc_json_get(choice, "finish_reason"));
    }
    copy_once(s->model, sizeof s->model, kc_json_get(chunk, "model"));
    if (kc_json_type(kc_json_get(chunk, "usage")) == KC_JSON_OBJECT) {
        kc_json_free(s->usage);
        s->usage = kc_json_copy(kc_json_get(chunk, "usage"));
    }
}

void kc_chat_stream_take(kc_stream *stream, struct kc_str name, struct kc_str data)
{
    struct chat_stream  *s = (struct chat_stream *)stream;
    struct kc_wire_error error;

    if (kc_str_is(kc_str_trim(data), "[DONE]")) {
        stream->ended = true;
        return;
    }
    kc_json *chunk = kc_stream_parse(stream, name, data);

    if (kc_wire_error_read(chunk, &error))
        kc_stream_fail(stream, data);
    else
        take_chunk(s, chunk);
    kc_json_free(chunk);
}

/* ---- the message -------------------------------------------------------------------------- */

static kc_json *whole_list(const struct pieces *list, kc_json *(*whole)(const struct piece *))
{
    kc_json *array = kc_json_array();

    for (size_t i = 0; i < list->count; i++)
        kc_json_push(array, whole(&list->piece[i]));
    return array;
}

static kc_json *whole_message(const struct chat_stream *s)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "role", "assistant");
    kc_json_set(o, "content", NULL);
    for (size_t i = 0; i < TEXT_FIELDS; i++)
        if (s->text[i].length)
            kc_json_set(o, text_fields[i], kc_json_str(s->text[i].text, s->text[i].length));
    if (s->details.count)
        kc_json_set(o, "reasoning_details", whole_list(&s->details, whole_detail));
    if (s->calls.count)
        kc_json_set(o, "tool_calls", whole_list(&s->calls, whole_call));
    return o;
}

static void assemble(struct chat_stream *s)
{
    kc_json *o = kc_json_object(), *choices = kc_json_array(), *choice = kc_json_object();

    kc_json_set(choice, "message", whole_message(s));
    kc_json_set_str(choice, "finish_reason", s->finish);
    kc_json_push(choices, choice);
    kc_json_set_str(o, "model", s->model);
    kc_json_set(o, "choices", choices);
    if (s->usage)
        kc_json_set(o, "usage", kc_json_copy(s->usage));
    kc_json_print(o, &s->base.body, false);
    kc_json_free(o);
}

static void free_pieces(struct pieces *list)
{
    for (size_t i = 0; i < list->count; i++) {
        kc_json_free(list->piece[i].first);
        kc_buf_free(&list->piece[i].text);
    }
    free(list->piece);
}

/* A finish reason without [DONE] is an end too: some servers just close. */
void kc_chat_stream_finish(kc_stream *stream)
{
    struct chat_stream *s = (struct chat_stream *)stream;

    stream->ended = s->begun && (stream->ended || s->finish[0]);
    if (stream->ended && !stream->body.length)
        assemble(s);
    for (size_t i = 0; i < TEXT_FIELDS; i++)
        kc_buf_free(&s->text[i]);
    free_pieces(&s->calls);
    free_pieces(&s->details);
    kc_json_free(s->usage);
}

/* Anthropic Messages: writing an answer. */
#include <string.h>

#include "messages.h"

static void messages_items(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                           struct mock_items *items)
{
    static const enum mock_kind kinds[] = { MOCK_TEXT, MOCK_REASONING, MOCK_CALL };

    for (size_t i = 0; i < answer->count; i++) {
        const struct mock_block *block = &answer->blocks[i];
        const char              *key = mock_key(r, turn, i, "block");

        if (block->part == MOCK_PART_REASONING && !r->reasoning_wanted)
            continue;
        struct mock_item *item = mock_item_add(r, items, kinds[block->part]);

        item->redacted = block->redacted;
        item->name = block->name;
        item->text = block->redacted ? (struct kc_str){ "", 0 } : block->text;
        if (block->part == MOCK_PART_REASONING)
            item->opaque = mock_opaque(&r->arena, key);
        if (block->part == MOCK_PART_CALL)
            item->id = kc_str_from(mock_name(&r->arena, "toolu_01", 22, key));
    }
}

static const char *messages_stop(const char *neutral)
{
    static const char *const words[][2] = { { "end", "end_turn" },
                                            { "calls", "tool_use" },
                                            { "length", "max_tokens" } };

    for (size_t i = 0; i < KC_COUNT(words); i++)
        if (strcmp(neutral, words[i][0]) == 0)
            return words[i][1];
    return neutral;
}

static kc_json *usage_json(const struct mock_usage *u)
{
    return mock_object("input_tokens", 'i', u->input, "cache_creation_input_tokens", 'i',
                       u->cache_write, "cache_read_input_tokens", 'i', u->cache_read,
                       "output_tokens", 'i', u->output, NULL);
}

/* A content block; started: as the stream announces it, still empty. */
static kc_json *block_json(const struct mock_item *item, bool started)
{
    const struct kc_str empty = { "", 0 };

    if (item->redacted)
        return mock_object("type", 's', "redacted_thinking", "data", 't', &item->opaque, NULL);
    if (item->kind == MOCK_REASONING)
        return mock_object("type", 's', "thinking", "thinking", 't', started ? &empty : &item->text,
                           "signature", 't', started ? &empty : &item->opaque, NULL);
    if (item->kind == MOCK_CALL)
        return mock_object("type", 's', "tool_use", "id", 't', &item->id, "name", 't', &item->name,
                           "input", 'o', started ? kc_json_object() : mock_arguments(item), NULL);
    return mock_object("type", 's', "text", "text", 't', started ? &empty : &item->text, NULL);
}

static kc_json *message_json(const struct mock_request *r, const struct mock_reply *reply,
                             bool started)
{
    struct kc_buf id = { 0 };
    kc_json      *content = kc_json_array();

    kc_buf_printf(&id, "msg_01%.22s", reply->id);
    for (size_t i = 0; !started && i < reply->items.count; i++)
        kc_json_push(content, block_json(&reply->items.at[i], false));
    kc_json *root =
        mock_object("id", 's', id.text, "type", 's', "message", "role", 's', "assistant", "model",
                    's', r->talk.model, "content", 'o', content, "stop_reason", 'o',
                    started ? NULL : kc_json_str(reply->stop, strlen(reply->stop)), "stop_sequence",
                    'o', NULL, NULL);
    kc_buf_free(&id);
    return root;
}

static kc_json *messages_whole(const struct mock_request *r, const struct mock_reply *reply)
{
    kc_json *root = message_json(r, reply, false);

    if (!reply->usage.absent)
        kc_json_set(root, "usage", usage_json(&reply->usage));
    return root;
}

static void send(struct mock_events *events, const char *type, kc_json *data)
{
    kc_json_set_str(data, "type", type);
    mock_event(events, type, data);
}

static void send_delta(struct mock_events *events, size_t index, const char *type, const char *key,
                       struct kc_str text)
{
    send(events, "content_block_delta",
         mock_object("index", 'i', (int64_t)index, "delta", 'o',
                     mock_object("type", 's', type, key, 't', &text, NULL), NULL));
}

static void send_deltas(const struct mock_request *r, struct mock_events *events, size_t index,
                        const struct mock_item *item)
{
    static const char *const types[][2] = { [MOCK_TEXT] = { "text_delta", "text" },
                                            [MOCK_REASONING] = { "thinking_delta", "thinking" },
                                            [MOCK_CALL] = { "input_json_delta", "partial_json" } };
    struct kc_str            rest = item->text;
    const size_t             size = mock_delta_bytes(r, rest);

    if (item->kind == MOCK_CALL)
        send_delta(events, index, types[item->kind][0], types[item->kind][1],
                   (struct kc_str){ "", 0 });
    while (rest.length)
        send_delta(events, index, types[item->kind][0], types[item->kind][1],
                   mock_piece(&rest, size));
    if (item->kind == MOCK_REASONING && !item->redacted)
        send_delta(events, index, "signature_delta", "signature", item->opaque);
}

static void send_block(const struct mock_request *r, struct mock_events *events, size_t index,
                       const struct mock_item *item)
{
    send(events, "content_block_start",
         mock_object("index", 'i', (int64_t)index, "content_block", 'o', block_json(item, true),
                     NULL));
    send_deltas(r, events, index, item);
    send(events, "content_block_stop", mock_object("index", 'i', (int64_t)index, NULL));
}

/* The first usage is what is known at the start, the last one counts. */
static void messages_stream(const struct mock_request *r, const struct mock_reply *reply,
                            struct mock_events *events)
{
    struct mock_usage first = reply->usage;
    kc_json          *message = message_json(r, reply, true);

    first.output = 1;
    kc_json_set(message, "usage", usage_json(&first));
    send(events, "message_start", mock_object("message", 'o', message, NULL));
    send(events, "ping", kc_json_object());
    for (size_t i = 0; i < reply->items.count; i++)
        send_block(r, events, i, &reply->items.at[i]);
    send(events, "message_delta",
         mock_object("delta", 'o',
                     mock_object("stop_reason", 's', reply->stop, "stop_sequence", 'o', NULL, NULL),
                     "usage", 'o', usage_json(&reply->usage), NULL));
    send(events, "message_stop", kc_json_object());
}

static kc_json *messages_error(const struct mock_request *r, int status, const char *code,
                               const char *message)
{
    const struct mock_error *e = mock_error_find(status);
    kc_json                 *error;

    error = mock_object("type", 's',
                        code && strncmp(code, "mock_", 5) != 0 && status == 429 ? code
                                                                                : e->anthropic_type,
                        "message", 's', message ? message : e->message, NULL);
    return mock_object("type", 's', "error", "error", 'o', error, "request_id", 's', r->id, NULL);
}

const struct mock_format mock_format_messages = {
    "messages",     mock_messages_read, messages_items, messages_stop,
    messages_whole, messages_stream,    messages_error,
};

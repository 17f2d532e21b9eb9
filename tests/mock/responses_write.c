/* OpenAI Responses: writing an answer. */
#include <string.h>

#include "chat.h"
#include "responses.h"

static void responses_items(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                            struct mock_items *items)
{
    for (size_t i = 0; i < answer->count; i++) {
        static const enum mock_kind kinds[] = { MOCK_TEXT, MOCK_REASONING, MOCK_CALL };
        static const char *const    prefix[] = { "msg_", "rs_", "call_" };
        const struct mock_block    *block = &answer->blocks[i];
        struct mock_item           *item = mock_item_add(r, items, kinds[block->part]);

        item->id = kc_str_from(
            mock_name(&r->arena, prefix[block->part], 24, mock_key(r, turn, i, "item")));
        item->name = block->name;
        if (block->part != MOCK_PART_REASONING || turn == r->turn)
            item->text = block->text;
        if (block->part == MOCK_PART_REASONING && r->encrypted_wanted)
            item->opaque = mock_opaque(&r->arena, mock_key(r, turn, i, "encrypted"));
    }
}

/* The status; what was wrong when it is incomplete follows a colon. */
static const char *responses_stop(const char *neutral)
{
    static const char *const words[][2] = { { "end", "completed" },
                                            { "calls", "completed" },
                                            { "length", "incomplete:max_output_tokens" },
                                            { "refusal", "incomplete:content_filter" } };

    for (size_t i = 0; i < KC_COUNT(words); i++)
        if (strcmp(neutral, words[i][0]) == 0)
            return words[i][1];
    return neutral;
}

static kc_json *list_of(kc_json *only)
{
    kc_json *list = kc_json_array();

    if (only)
        kc_json_push(list, only);
    return list;
}

static kc_json *text_part(struct kc_str text)
{
    return mock_object("type", 's', "output_text", "text", 't', &text, "annotations", 'o',
                       kc_json_array(), "logprobs", 'o', kc_json_array(), NULL);
}

static kc_json *summary_part(struct kc_str text)
{
    return mock_object("type", 's', "summary_text", "text", 't', &text, NULL);
}

static kc_json *reasoning_json(const struct mock_item *item, bool done)
{
    kc_json *root =
        mock_object("id", 't', &item->id, "type", 's', "reasoning", "summary", 'o',
                    list_of(done && item->text.length ? summary_part(item->text) : NULL), NULL);

    if (item->opaque.length)
        kc_json_set(root, "encrypted_content", done ? mock_text(item->opaque) : NULL);
    return root;
}

static kc_json *call_json(const struct mock_item *item, bool done)
{
    struct kc_buf id = { 0 };
    const char   *text = done ? "completed" : "in_progress";
    struct kc_str arguments = done ? item->text : (struct kc_str){ "", 0 };

    kc_buf_printf(&id, "fc_%.*s", (int)item->id.length - 5, item->id.at + 5);
    kc_json *root = mock_object("id", 's', id.text, "type", 's', "function_call", "call_id", 't',
                                &item->id, "name", 't', &item->name, "arguments", 't', &arguments,
                                "status", 's', text, NULL);
    kc_buf_free(&id);
    return root;
}

/* An output item, as it is announced and as it is when done. */
static kc_json *item_json(const struct mock_item *item, bool done)
{
    if (item->kind == MOCK_REASONING)
        return reasoning_json(item, done);
    if (item->kind == MOCK_CALL)
        return call_json(item, done);
    return mock_object("id", 't', &item->id, "type", 's', "message", "status", 's',
                       done ? "completed" : "in_progress", "role", 's', "assistant", "content", 'o',
                       list_of(done ? text_part(item->text) : NULL), NULL);
}

static kc_json *usage_json(const struct mock_usage *u)
{
    const int64_t input = u->input + u->cache_read + u->cache_write;

    return mock_object("input_tokens", 'i', input, "input_tokens_details", 'o',
                       mock_object("cached_tokens", 'i', u->cache_read, NULL), "output_tokens", 'i',
                       u->output, "output_tokens_details", 'o',
                       mock_object("reasoning_tokens", 'i', u->reasoning, NULL), "total_tokens",
                       'i', input + u->output, NULL);
}

static kc_json *response_json(const struct mock_request *r, const struct mock_reply *reply,
                              bool done)
{
    struct kc_buf       id = { 0 };
    struct kc_str       why = kc_str_from(done ? reply->stop : "in_progress");
    const struct kc_str status = kc_str_cut(&why, ':');
    kc_json            *output = kc_json_array();

    kc_buf_printf(&id, "resp_%s", reply->id);
    for (size_t i = 0; done && i < reply->items.count; i++)
        kc_json_push(output, item_json(&reply->items.at[i], true));
    kc_json *root =
        mock_object("id", 's', id.text, "object", 's', "response", "created_at", 'i',
                    (int64_t)1790000000, "status", 't', &status, "error", 'o', NULL,
                    "incomplete_details", 'o',
                    why.length ? mock_object("reason", 't', &why, NULL) : NULL, "instructions", 'o',
                    NULL, "model", 's', r->talk.model, "output", 'o', output, "parallel_tool_calls",
                    'b', 1, "previous_response_id", 'o', NULL, "store", 'b', 0, "tool_choice", 's',
                    "auto", "tools", 'o', kc_json_array(), "usage", 'o',
                    done && !reply->usage.absent ? usage_json(&reply->usage) : NULL, NULL);
    kc_buf_free(&id);
    return root;
}

static kc_json *responses_whole(const struct mock_request *r, const struct mock_reply *reply)
{
    return response_json(r, reply, true);
}

struct streaming {
    const struct mock_request *request;
    struct mock_events        *events;
    const struct mock_item    *item;
    size_t                     number, place; /* of the event, of the item */
};

/* Adds type and sequence number; takes data. */
static void send(struct streaming *s, const char *type, kc_json *data)
{
    kc_json_set_str(data, "type", type);
    kc_json_set_uint(data, "sequence_number", s->number++);
    mock_event(s->events, type, data);
}

/* An event about the current item: {output_index, item_id} and more. */
static kc_json *about(const struct streaming *s, const char *index)
{
    kc_json *item = item_json(s->item, false);
    kc_json *data = mock_object("output_index", 'i', (int64_t)s->place, "item_id", 's',
                                kc_json_get_str(item, "id", ""), NULL);

    if (index)
        kc_json_set_int(data, index, 0);
    kc_json_free(item);
    return data;
}

static void send_pieces(struct streaming *s, const char *type, const char *index)
{
    struct kc_str rest = s->item->text;
    const size_t  size = mock_delta_bytes(s->request, rest);

    while (rest.length) {
        kc_json *data = about(s, index);

        kc_json_set(data, "delta", mock_text(mock_piece(&rest, size)));
        send(s, type, data);
    }
}

static void send_with(struct streaming *s, const char *type, const char *index, const char *key,
                      kc_json *value)
{
    kc_json *data = about(s, index);

    kc_json_set(data, key, value);
    send(s, type, data);
}

static void send_reasoning(struct streaming *s)
{
    static const char index[] = "summary_index";

    if (!s->item->text.length)
        return;
    send_with(s, "response.reasoning_summary_part.added", index, "part",
              summary_part((struct kc_str){ "", 0 }));
    send_pieces(s, "response.reasoning_summary_text.delta", index);
    send_with(s, "response.reasoning_summary_text.done", index, "text", mock_text(s->item->text));
    send_with(s, "response.reasoning_summary_part.done", index, "part",
              summary_part(s->item->text));
}

static void send_text(struct streaming *s)
{
    static const char index[] = "content_index";

    send_with(s, "response.content_part.added", index, "part", text_part((struct kc_str){ "", 0 }));
    send_pieces(s, "response.output_text.delta", index);
    send_with(s, "response.output_text.done", index, "text", mock_text(s->item->text));
    send_with(s, "response.content_part.done", index, "part", text_part(s->item->text));
}

static void send_call(struct streaming *s)
{
    send_pieces(s, "response.function_call_arguments.delta", NULL);
    send_with(s, "response.function_call_arguments.done", NULL, "arguments",
              mock_text(s->item->text));
}

static void send_item(struct streaming *s)
{
    send(s, "response.output_item.added",
         mock_object("output_index", 'i', (int64_t)s->place, "item", 'o', item_json(s->item, false),
                     NULL));
    if (s->item->kind == MOCK_REASONING)
        send_reasoning(s);
    else if (s->item->kind == MOCK_TEXT)
        send_text(s);
    else
        send_call(s);
    send(s, "response.output_item.done",
         mock_object("output_index", 'i', (int64_t)s->place, "item", 'o', item_json(s->item, true),
                     NULL));
}

static void responses_stream(const struct mock_request *r, const struct mock_reply *reply,
                             struct mock_events *events)
{
    struct streaming s = { .request = r, .events = events };
    const bool       complete = strcmp(reply->stop, "completed") == 0;

    send(&s, "response.created",
         mock_object("response", 'o', response_json(r, reply, false), NULL));
    send(&s, "response.in_progress",
         mock_object("response", 'o', response_json(r, reply, false), NULL));
    for (; s.place < reply->items.count; s.place++) {
        s.item = &reply->items.at[s.place];
        send_item(&s);
    }
    send(&s, complete ? "response.completed" : "response.incomplete",
         mock_object("response", 'o', response_json(r, reply, true), NULL));
}

const struct mock_format mock_format_responses = {
    "responses",     mock_responses_read, responses_items,   responses_stop,
    responses_whole, responses_stream,    mock_openai_error,
};

/* OpenAI Chat Completions: writing an answer.
 *
 * Compatible servers differ in where reasoning stands.  "reasoning_content" (DeepSeek) must come
 * back after tool calls, "reasoning_details" (OpenRouter, the default below /api/) always,
 * "reasoning" (vLLM) never.
 */
#include <string.h>

#include "chat.h"

enum { CREATED = 1790000000 };

static const char *field_of(const struct mock_request *r)
{
    if (r->rule->reasoning_field)
        return r->rule->reasoning_field;
    return strncmp(r->path, "/api/", 5) == 0 ? "reasoning_details" : "reasoning_content";
}

static bool in_details(const struct mock_request *r)
{
    return strcmp(field_of(r), "reasoning_details") == 0;
}

/* One block as OpenRouter shows it: text with a signature, or encrypted. */
static kc_json *detail(struct mock_request *r, const struct mock_block *block, size_t turn,
                       size_t index)
{
    const struct kc_str opaque = mock_opaque(&r->arena, mock_key(r, turn, index, "detail"));

    if (block->redacted)
        return mock_object("type", 's', "reasoning.encrypted", "data", 't', &opaque, "id", 's',
                           "rs_0", "format", 's', "openai-responses-v1", "index", 'i',
                           (int64_t)index, NULL);
    return mock_object("type", 's', "reasoning.text", "text", 't', &block->text, "signature", 't',
                       &opaque, "id", 'o', NULL, "format", 's', "anthropic-claude-v1", "index", 'i',
                       (int64_t)index, NULL);
}

static struct kc_str details(struct mock_request *r, const struct mock_answer *answer, size_t turn)
{
    kc_json      *list = kc_json_array();
    struct kc_buf text = { 0 };

    for (size_t i = 0; i < answer->count; i++)
        if (answer->blocks[i].part == MOCK_PART_REASONING)
            kc_json_push(list, detail(r, &answer->blocks[i], turn, kc_json_length(list)));
    kc_json_print(list, &text, false);
    struct kc_str copy = { kc_arena_strndup(&r->arena, text.text, text.length), text.length };
    kc_json_free(list);
    kc_buf_free(&text);
    return copy;
}

static struct kc_str reasoning_of(struct kc_arena *arena, const struct mock_answer *answer)
{
    struct kc_buf text = { 0 };

    for (size_t i = 0; i < answer->count; i++)
        if (answer->blocks[i].part == MOCK_PART_REASONING)
            kc_buf_add(&text, answer->blocks[i].text.at, answer->blocks[i].text.length);
    struct kc_str copy = { kc_arena_strndup(arena, text.length ? text.text : "", text.length),
                           text.length };
    kc_buf_free(&text);
    return copy;
}

/* A message has one reasoning, one text, then its calls. */
static void add_reasoning(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                          struct mock_items *items)
{
    const struct kc_str text = reasoning_of(&r->arena, answer);

    if (!text.length)
        return;
    struct mock_item *item = mock_item_add(r, items, MOCK_REASONING);

    item->text = in_details(r) ? (struct kc_str){ "", 0 } : text;
    item->opaque = in_details(r) ? details(r, answer, turn) : (struct kc_str){ "", 0 };
    item->optional = !in_details(r) && strcmp(answer->stop, "calls") != 0;
}

static void chat_items(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                       struct mock_items *items)
{
    if (strcmp(field_of(r), "reasoning") != 0 || turn == r->turn)
        add_reasoning(r, answer, turn, items);
    for (size_t i = 0; i < answer->count; i++)
        if (answer->blocks[i].part == MOCK_PART_TEXT)
            mock_item_add(r, items, MOCK_TEXT)->text = answer->blocks[i].text;
    for (size_t i = 0, n = 0; i < answer->count; i++) {
        const struct mock_block *block = &answer->blocks[i];

        if (block->part != MOCK_PART_CALL)
            continue;
        struct mock_item *item = mock_item_add(r, items, MOCK_CALL);

        if (!r->rule->omit_ids)
            item->id =
                kc_str_from(mock_name(&r->arena, "call_", 24, mock_key(r, turn, n++, "call")));
        item->name = block->name;
        item->text = block->text;
    }
}

static const char *chat_stop(const char *neutral)
{
    static const char *const words[][2] = { { "end", "stop" },
                                            { "calls", "tool_calls" },
                                            { "refusal", "content_filter" } };

    for (size_t i = 0; i < KC_COUNT(words); i++)
        if (strcmp(neutral, words[i][0]) == 0)
            return words[i][1];
    return neutral;
}

static kc_json *usage_json(const struct mock_usage *u)
{
    const int64_t prompt = u->input + u->cache_read + u->cache_write;
    kc_json      *cached = mock_object("cached_tokens", 'i', u->cache_read, NULL);
    kc_json      *thought = mock_object("reasoning_tokens", 'i', u->reasoning, NULL);
    kc_json *usage = mock_object("prompt_tokens", 'i', prompt, "completion_tokens", 'i', u->output,
                                 "total_tokens", 'i', prompt + u->output, "prompt_tokens_details",
                                 'o', cached, "completion_tokens_details", 'o', thought, NULL);

    if (u->cache_write)
        kc_json_set_int(cached, "cache_write_tokens", u->cache_write);
    if (u->cost >= 0)
        kc_json_set_double(usage, "cost", u->cost);
    return usage;
}

static kc_json *call_json(const struct mock_item *call)
{
    kc_json *root = kc_json_object();

    if (call->id.length)
        kc_json_set(root, "id", mock_text(call->id));
    kc_json_set_str(root, "type", "function");
    kc_json_set(root, "function",
                mock_object("name", 't', &call->name, "arguments", 't', &call->text, NULL));
    return root;
}

static void set_reasoning(const struct mock_request *r, const struct mock_reply *reply,
                          const struct mock_item *item, struct kc_arena *arena, kc_json *to)
{
    if (in_details(r)) {
        kc_json_set(to, "reasoning", mock_text(reasoning_of(arena, reply->answer)));
        kc_json_set(to, "reasoning_details", kc_json_raw(item->opaque));
    } else {
        kc_json_set(to, field_of(r), mock_text(item->text));
    }
}

static kc_json *message_json(const struct mock_request *r, const struct mock_reply *reply,
                             struct kc_arena *arena)
{
    const struct kc_str text = mock_join(arena, &reply->items, MOCK_TEXT);
    kc_json            *message =
        mock_object("role", 's', "assistant", "content", 'o', text.length ? mock_text(text) : NULL,
                    "refusal", 'o', NULL, NULL);
    kc_json *calls = mock_count(&reply->items, MOCK_CALL) ? kc_json_array() : NULL;

    for (size_t i = 0; i < reply->items.count; i++) {
        if (reply->items.at[i].kind == MOCK_REASONING)
            set_reasoning(r, reply, &reply->items.at[i], arena, message);
        if (reply->items.at[i].kind == MOCK_CALL)
            kc_json_push(calls, call_json(&reply->items.at[i]));
    }
    if (calls)
        kc_json_set(message, "tool_calls", calls);
    return message;
}

static kc_json *envelope(const struct mock_request *r, const struct mock_reply *reply,
                         const char *object)
{
    struct kc_buf id = { 0 };

    kc_buf_printf(&id, "chatcmpl-%s", reply->id);
    kc_json *root =
        mock_object("id", 's', id.text, "object", 's', object, "created", 'i', (int64_t)CREATED,
                    "model", 's', r->talk.model, "system_fingerprint", 's', "fp_mock", NULL);
    kc_buf_free(&id);
    return root;
}

static kc_json *chat_whole(const struct mock_request *r, const struct mock_reply *reply)
{
    struct kc_arena scratch = { 0 };
    kc_json        *root = envelope(r, reply, "chat.completion"), *choices = kc_json_array();

    kc_json_push(choices, mock_object("index", 'i', (int64_t)0, "message", 'o',
                                      message_json(r, reply, &scratch), "logprobs", 'o', NULL,
                                      "finish_reason", 's', reply->stop, NULL));
    kc_json_set(root, "choices", choices);
    if (!reply->usage.absent)
        kc_json_set(root, "usage", usage_json(&reply->usage));
    kc_arena_free(&scratch);
    return root;
}

struct streaming {
    const struct mock_request *request;
    const struct mock_reply   *reply;
    struct mock_events        *events;
};

static void send_delta(const struct streaming *s, kc_json *delta, const char *finish)
{
    kc_json *root = envelope(s->request, s->reply, "chat.completion.chunk");
    kc_json *choices = kc_json_array();

    kc_json_push(choices, mock_object("index", 'i', (int64_t)0, "delta", 'o', delta, "logprobs",
                                      'o', NULL, "finish_reason", 'o',
                                      finish ? kc_json_str(finish, strlen(finish)) : NULL, NULL));
    kc_json_set(root, "choices", choices);
    mock_event(s->events, NULL, root);
}

static void send_text(const struct streaming *s, const char *field, struct kc_str text)
{
    const size_t size = mock_delta_bytes(s->request, text);

    while (text.length) {
        const struct kc_str piece = mock_piece(&text, size);

        send_delta(s, mock_object(field, 't', &piece, NULL), NULL);
    }
}

static void send_call_delta(const struct streaming *s, kc_json *call)
{
    kc_json *calls = kc_json_array();

    kc_json_push(calls, call);
    send_delta(s, mock_object("tool_calls", 'o', calls, NULL), NULL);
}

/* The first delta names the call, the others bring its arguments. */
static void send_call(const struct streaming *s, const struct mock_item *call, size_t index)
{
    struct kc_str    rest = call->text;
    const size_t     size = mock_delta_bytes(s->request, rest);
    struct mock_item first = *call;

    first.text = (struct kc_str){ "", 0 };
    kc_json *opening = call_json(&first);
    kc_json_set_uint(opening, "index", index);
    send_call_delta(s, opening);
    while (rest.length) {
        const struct kc_str piece = mock_piece(&rest, size);
        kc_json            *function = mock_object("arguments", 't', &piece, NULL);

        send_call_delta(s,
                        mock_object("index", 'i', (int64_t)index, "function", 'o', function, NULL));
    }
}

static void send_item(const struct streaming *s, const struct mock_item *item, size_t *calls)
{
    if (item->kind == MOCK_TEXT)
        send_text(s, "content", item->text);
    else if (item->kind == MOCK_CALL)
        send_call(s, item, (*calls)++);
    else if (in_details(s->request))
        send_delta(s, mock_object("reasoning_details", 'o', kc_json_raw(item->opaque), NULL), NULL);
    else
        send_text(s, field_of(s->request), item->text);
}

static void chat_stream(const struct mock_request *r, const struct mock_reply *reply,
                        struct mock_events *events)
{
    const struct streaming s = { r, reply, events };
    size_t                 calls = 0;

    send_delta(&s, mock_object("role", 's', "assistant", "content", 's', "", NULL), NULL);
    for (size_t i = 0; i < reply->items.count; i++)
        send_item(&s, &reply->items.at[i], &calls);
    send_delta(&s, kc_json_object(), reply->stop);
    if (r->usage_wanted && !reply->usage.absent) {
        kc_json *root = envelope(r, reply, "chat.completion.chunk");

        kc_json_set(root, "choices", kc_json_array());
        kc_json_set(root, "usage", usage_json(&reply->usage));
        mock_event(events, NULL, root);
    }
    mock_event_raw(events, "data: [DONE]\n\n", 14);
}

kc_json *mock_openai_error(const struct mock_request *r, int status, const char *code,
                           const char *message)
{
    const struct mock_error *e = mock_error_find(status);
    const char              *word = code ? code : e->openai_code;
    kc_json                 *error;

    (void)r;
    error = mock_object("message", 's', message ? message : e->message, "type", 's',
                        code && status == 429 ? code : e->openai_type, "param", 'o', NULL, "code",
                        'o', *word ? kc_json_str(word, strlen(word)) : NULL, NULL);
    return mock_object("error", 'o', error, NULL);
}

const struct mock_format mock_format_chat = {
    "chat", mock_chat_read, chat_items, chat_stop, chat_whole, chat_stream, mock_openai_error,
};

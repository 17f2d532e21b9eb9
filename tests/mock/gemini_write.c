/* Gemini generateContent: writing an answer.
 *
 * A signature stands for all reasoning since the last one, on the part that follows it: the first
 * call of several, or the text.  Thoughts themselves are sent only when they were asked for.
 */
#include <string.h>

#include "gemini.h"

static void gemini_items(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                         struct mock_items *items)
{
    static const enum mock_kind kinds[] = { MOCK_TEXT, MOCK_REASONING, MOCK_CALL };
    bool                        thought = false;

    for (size_t i = 0; i < answer->count; i++) {
        const struct mock_block *block = &answer->blocks[i];
        const char              *key = mock_key(r, turn, i, "part");
        const bool               last = i + 1 == answer->count;

        thought |= block->part == MOCK_PART_REASONING;
        if (block->part == MOCK_PART_REASONING && (turn < r->turn || !r->reasoning_wanted))
            continue;
        struct mock_item *item = mock_item_add(r, items, kinds[block->part]);

        item->name = block->name;
        item->text = block->text;
        if (block->part == MOCK_PART_CALL && !r->rule->omit_ids)
            item->id = kc_str_from(mock_name(&r->arena, "", 8, key));
        if (thought && (block->part == MOCK_PART_CALL || (block->part == MOCK_PART_TEXT && last))) {
            item->opaque = mock_opaque(&r->arena, key);
            thought = false;
        }
    }
}

static const char *gemini_stop(const char *neutral)
{
    static const char *const words[][2] = {
        { "end", "STOP" }, { "calls", "STOP" }, { "length", "MAX_TOKENS" }, { "refusal", "SAFETY" }
    };

    for (size_t i = 0; i < KC_COUNT(words); i++)
        if (strcmp(neutral, words[i][0]) == 0)
            return words[i][1];
    return neutral;
}

static kc_json *part_json(const struct mock_item *item, struct kc_str text, bool with_signature)
{
    kc_json *part = kc_json_object();

    if (item->kind == MOCK_CALL) {
        kc_json *call =
            mock_object("name", 't', &item->name, "args", 'o', mock_arguments(item), NULL);

        if (item->id.length)
            kc_json_set(call, "id", mock_text(item->id));
        kc_json_set(part, "functionCall", call);
    } else {
        kc_json_set(part, "text", mock_text(text));
    }
    if (item->kind == MOCK_REASONING)
        kc_json_set_bool(part, "thought", true);
    if (item->opaque.length && with_signature)
        kc_json_set(part, "thoughtSignature", mock_text(item->opaque));
    return part;
}

static kc_json *usage_json(const struct mock_usage *u)
{
    const int64_t prompt = u->input + u->cache_read + u->cache_write;

    return mock_object("promptTokenCount", 'i', prompt, "cachedContentTokenCount", 'i',
                       u->cache_read, "candidatesTokenCount", 'i', u->output - u->reasoning,
                       "thoughtsTokenCount", 'i', u->reasoning, "totalTokenCount", 'i',
                       prompt + u->output, NULL);
}

/* One GenerateContentResponse; finish NULL: there is more to come.  Takes parts. */
static kc_json *response_json(const struct mock_request *r, const struct mock_reply *reply,
                              kc_json *parts, const char *finish)
{
    kc_json *candidate =
        mock_object("content", 'o', mock_object("parts", 'o', parts, "role", 's', "model", NULL),
                    NULL);
    kc_json *candidates = kc_json_array();
    kc_json *root = kc_json_object();

    if (finish)
        kc_json_set_str(candidate, "finishReason", finish);
    kc_json_set_int(candidate, "index", 0);
    kc_json_push(candidates, candidate);
    kc_json_set(root, "candidates", candidates);
    if (!reply->usage.absent)
        kc_json_set(root, "usageMetadata", usage_json(&reply->usage));
    kc_json_set_str(root, "modelVersion", r->talk.model);
    kc_json_set_str(root, "responseId", reply->id);
    return root;
}

static kc_json *gemini_whole(const struct mock_request *r, const struct mock_reply *reply)
{
    kc_json *parts = kc_json_array();

    for (size_t i = 0; i < reply->items.count; i++)
        kc_json_push(parts, part_json(&reply->items.at[i], reply->items.at[i].text, true));
    return response_json(r, reply, parts, reply->stop);
}

static void send_part(const struct mock_request *r, const struct mock_reply *reply,
                      struct mock_events *events, kc_json *part, const char *finish)
{
    kc_json *parts = kc_json_array();

    kc_json_push(parts, part);
    mock_event(events, NULL, response_json(r, reply, parts, finish));
}

/* Text in pieces, a call whole; a signature on the last piece. */
static void send_item(const struct mock_request *r, const struct mock_reply *reply,
                      struct mock_events *events, const struct mock_item *item)
{
    struct kc_str rest = item->text;
    const size_t  size = mock_delta_bytes(r, rest);

    if (item->kind == MOCK_CALL) {
        send_part(r, reply, events, part_json(item, rest, true), NULL);
        return;
    }
    while (rest.length) {
        const struct kc_str piece = mock_piece(&rest, size);

        send_part(r, reply, events, part_json(item, piece, !rest.length), NULL);
    }
}

static void gemini_stream(const struct mock_request *r, const struct mock_reply *reply,
                          struct mock_events *events)
{
    const struct mock_item end = { .kind = MOCK_TEXT };

    for (size_t i = 0; i < reply->items.count; i++)
        send_item(r, reply, events, &reply->items.at[i]);
    send_part(r, reply, events, part_json(&end, (struct kc_str){ "", 0 }, false), reply->stop);
}

static kc_json *gemini_error(const struct mock_request *r, int status, const char *code,
                             const char *message)
{
    const struct mock_error *e = mock_error_find(status);
    kc_json                 *error;

    (void)r;
    error =
        mock_object("code", 'i', (int64_t)status, "message", 's', message ? message : e->message,
                    "status", 's', code && status == 429 ? code : e->gemini_status, NULL);
    return mock_object("error", 'o', error, NULL);
}

const struct mock_format mock_format_gemini = {
    "gemini",     mock_gemini_read, gemini_items, gemini_stop,
    gemini_whole, gemini_stream,    gemini_error,
};

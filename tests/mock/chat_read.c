/* OpenAI Chat Completions: reading a request. */
#include <string.h>

#include "chat.h"

static bool read_call(struct mock_request *r, const kc_json *call, size_t place,
                      struct mock_items *items)
{
    const kc_json *function = kc_json_get(call, "function");

    if (strcmp(kc_json_get_str(call, "type", ""), "function") != 0 ||
        !*kc_json_get_str(call, "id", "") || !*kc_json_get_str(function, "name", ""))
        return mock_refuse(r, 400, NULL,
                           "messages[%zu].tool_calls: id, type and function.name "
                           "are required",
                           place);
    if (kc_json_type(kc_json_get(function, "arguments")) != KC_JSON_STRING)
        return mock_refuse(r, 400, NULL,
                           "Invalid type for 'messages[%zu].tool_calls[].function.arguments': "
                           "expected a string, but got %s instead.",
                           place,
                           kc_json_type_name(kc_json_type(kc_json_get(function, "arguments"))));
    struct mock_item *item = mock_item_add(r, items, MOCK_CALL);

    item->id = kc_json_text(kc_json_get(call, "id"));
    item->name = kc_json_text(kc_json_get(function, "name"));
    item->text = kc_json_text(kc_json_get(function, "arguments"));
    return true;
}

static struct kc_str printed(struct mock_request *r, const kc_json *value)
{
    struct kc_buf text = { 0 };

    kc_json_print(value, &text, false);
    struct kc_str copy = { kc_arena_strndup(&r->arena, text.text, text.length), text.length };
    kc_buf_free(&text);
    return copy;
}

/* Which field holds the reasoning is part of what must come back. */
static void read_reasoning(struct mock_request *r, const kc_json *message, struct mock_items *items)
{
    const kc_json *details = kc_json_get(message, "reasoning_details");
    const kc_json *content = kc_json_get(message, "reasoning_content");

    if (kc_json_length(details))
        mock_item_add(r, items, MOCK_REASONING)->opaque = printed(r, details);
    else if (kc_json_text(content).length)
        mock_item_add(r, items, MOCK_REASONING)->text = kc_json_text(content);
}

static bool read_assistant(struct mock_request *r, const kc_json *message, size_t place)
{
    struct mock_turn   *turn = mock_turn_add(r, true);
    const kc_json      *calls = kc_json_get(message, "tool_calls");
    const struct kc_str text = mock_parts_text(r, kc_json_get(message, "content"));

    if (!kc_json_get(message, "content") && !kc_json_length(calls) &&
        !kc_json_get(message, "refusal"))
        return mock_refuse(r, 400, NULL,
                           "Invalid value for 'content': expected a string, got null. "
                           "(messages[%zu])",
                           place);
    if (calls && !kc_json_length(calls))
        return mock_refuse(r, 400, NULL,
                           "Invalid 'messages[%zu].tool_calls': empty array. Expected an array "
                           "with minimum length 1, but got an empty array instead.",
                           place);
    read_reasoning(r, message, &turn->items);
    if (text.length)
        mock_item_add(r, &turn->items, MOCK_TEXT)->text = text;
    for (size_t i = 0; i < kc_json_length(calls); i++)
        if (!read_call(r, kc_json_at(calls, i), place, &turn->items))
            return false;
    return true;
}

/* Results that follow each other are one turn. */
static bool read_result(struct mock_request *r, const kc_json *message, size_t place)
{
    struct mock_talk *t = &r->talk;
    struct mock_turn *turn = t->count ? &t->turns[t->count - 1] : NULL;
    const bool        more = turn && mock_count(&turn->items, MOCK_RESULT) && !turn->assistant;

    if (!*kc_json_get_str(message, "tool_call_id", ""))
        return mock_refuse(r, 400, NULL,
                           "Missing required parameter: 'messages[%zu].tool_call_id'.", place);
    if (!kc_json_get(message, "content"))
        return mock_refuse(r, 400, NULL, "Missing required parameter: 'messages[%zu].content'.",
                           place);
    turn = more ? turn : mock_turn_add(r, false);
    struct mock_item *item = mock_item_add(r, &turn->items, MOCK_RESULT);

    item->id = kc_json_text(kc_json_get(message, "tool_call_id"));
    item->text = mock_parts_text(r, kc_json_get(message, "content"));
    return true;
}

static bool read_message(struct mock_request *r, const kc_json *message, size_t place)
{
    const char         *role = kc_json_get_str(message, "role", "");
    const struct kc_str text = mock_parts_text(r, kc_json_get(message, "content"));

    if (strcmp(role, "assistant") == 0)
        return read_assistant(r, message, place);
    if (strcmp(role, "tool") == 0)
        return read_result(r, message, place);
    if (!kc_json_get(message, "content"))
        return mock_refuse(r, 400, NULL, "Missing required parameter: 'messages[%zu].content'.",
                           place);
    if (strcmp(role, "system") == 0 || strcmp(role, "developer") == 0) {
        kc_buf_add(&r->talk.system, text.at, text.length);
        return true;
    }
    if (strcmp(role, "user") != 0)
        return mock_refuse(r, 400, NULL,
                           "Invalid value: '%s'. Supported values are: 'system', 'assistant', "
                           "'user', 'tool' and 'developer'. (messages[%zu].role)",
                           role, place);
    mock_item_add(r, &mock_turn_add(r, false)->items, MOCK_TEXT)->text = text;
    mock_user_said(r, text);
    return true;
}

static bool read_tools(struct mock_request *r)
{
    const kc_json *tools = kc_json_get(r->body, "tools");

    if (tools && !kc_json_length(tools))
        return mock_refuse(r, 400, NULL, "[] is too short - 'tools'");
    for (size_t i = 0; i < kc_json_length(tools); i++) {
        const kc_json *tool = kc_json_at(tools, i), *function = kc_json_get(tool, "function");

        if (strcmp(kc_json_get_str(tool, "type", ""), "function") != 0)
            return mock_refuse(r, 400, NULL, "Missing or wrong 'tools[%zu].type'.", i);
        if (!mock_tool_add(r, kc_json_get(function, "name"), kc_json_get(function, "parameters"),
                           kc_json_get_bool(function, "strict", false), "tools"))
            return false;
    }
    return true;
}

static bool check_fields(struct mock_request *r)
{
    const kc_json *messages = kc_json_get(r->body, "messages");

    r->talk.model = kc_json_get_str(r->body, "model", "");
    if (!*r->talk.model)
        return mock_refuse(r, 400, NULL, "you must provide a model parameter");
    if (!kc_json_length(messages))
        return mock_refuse(r, 400, NULL, "Missing required parameter: 'messages'.");
    if (kc_json_get(r->body, "max_tokens") && kc_json_get(r->body, "max_completion_tokens"))
        return mock_refuse(r, 400, NULL,
                           "Setting 'max_tokens' and 'max_completion_tokens' at the same time is "
                           "not supported.");
    if (kc_json_get(r->body, "tool_choice") && !kc_json_get(r->body, "tools"))
        return mock_refuse(r, 400, NULL,
                           "'tool_choice' is only allowed when 'tools' are specified.");
    if (kc_json_get(r->body, "stream_options") && !r->stream)
        return mock_refuse(r, 400, NULL,
                           "The 'stream_options' parameter is only allowed when 'stream' is "
                           "enabled.");
    return true;
}

bool mock_chat_read(struct mock_request *r)
{
    const kc_json *messages = kc_json_get(r->body, "messages");

    r->stream = kc_json_get_bool(r->body, "stream", false);
    r->usage_wanted =
        kc_json_get_bool(kc_json_get(r->body, "stream_options"), "include_usage", !r->stream);
    if (!check_fields(r))
        return false;
    for (size_t i = 0; i < kc_json_length(messages); i++)
        if (!read_message(r, kc_json_at(messages, i), i))
            return false;
    return read_tools(r);
}

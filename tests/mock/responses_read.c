/* OpenAI Responses: reading a request.
 *
 * The input is a flat list of items.  Those the model made (reasoning, messages, calls) up to the
 * next item of somebody else are one answer.
 */
#include <string.h>

#include "responses.h"

static struct mock_items *items_of(struct mock_request *r, bool assistant)
{
    struct mock_talk *t = &r->talk;
    const bool        more = t->count && t->turns[t->count - 1].assistant == assistant;

    return more ? &t->turns[t->count - 1].items : &mock_turn_add(r, assistant)->items;
}

static bool read_message(struct mock_request *r, const kc_json *item, size_t place)
{
    const char         *role = kc_json_get_str(item, "role", "");
    const struct kc_str text = mock_parts_text(r, kc_json_get(item, "content"));

    if (strcmp(role, "assistant") == 0) {
        mock_item_add(r, items_of(r, true), MOCK_TEXT)->text = text;
        return true;
    }
    if (strcmp(role, "system") == 0 || strcmp(role, "developer") == 0) {
        kc_buf_add(&r->talk.system, text.at, text.length);
        return true;
    }
    if (strcmp(role, "user") != 0)
        return mock_refuse(r, 400, "invalid_value", "Invalid value: '%s'. (input[%zu].role)", role,
                           place);
    mock_item_add(r, &mock_turn_add(r, false)->items, MOCK_TEXT)->text = text;
    mock_user_said(r, text);
    return true;
}

static bool read_reasoning(struct mock_request *r, const kc_json *item, size_t place)
{
    struct mock_item *reasoning;

    if (kc_json_type(kc_json_get(item, "summary")) != KC_JSON_ARRAY)
        return mock_refuse(r, 400, "missing_required_parameter",
                           "Missing required parameter: 'input[%zu].summary'.", place);
    reasoning = mock_item_add(r, items_of(r, true), MOCK_REASONING);
    reasoning->id = kc_json_text(kc_json_get(item, "id"));
    reasoning->opaque = kc_json_text(kc_json_get(item, "encrypted_content"));
    return true;
}

static bool read_call(struct mock_request *r, const kc_json *item, size_t place)
{
    struct mock_item *call = mock_item_add(r, items_of(r, true), MOCK_CALL);

    call->id = kc_json_text(kc_json_get(item, "call_id"));
    call->name = kc_json_text(kc_json_get(item, "name"));
    call->text = kc_json_text(kc_json_get(item, "arguments"));
    if (!call->id.length || !call->name.length)
        return mock_refuse(r, 400, "missing_required_parameter",
                           "Missing required parameter: 'input[%zu].call_id' or '.name'.", place);
    if (kc_json_type(kc_json_get(item, "arguments")) != KC_JSON_STRING)
        return mock_refuse(r, 400, "invalid_type",
                           "Invalid type for 'input[%zu].arguments': expected a string.", place);
    return true;
}

static bool read_output(struct mock_request *r, const kc_json *item, size_t place)
{
    struct mock_item *result = mock_item_add(r, items_of(r, false), MOCK_RESULT);

    result->id = kc_json_text(kc_json_get(item, "call_id"));
    result->text = mock_parts_text(r, kc_json_get(item, "output"));
    if (!result->id.length || !kc_json_get(item, "output"))
        return mock_refuse(r, 400, "missing_required_parameter",
                           "Missing required parameter: 'input[%zu].call_id' or '.output'.", place);
    return true;
}

static bool read_item(struct mock_request *r, const kc_json *item, size_t place)
{
    static const struct {
        const char *type;
        bool (*read)(struct mock_request *r, const kc_json *item, size_t place);
    } readers[] = {
        { "message", read_message },
        { "reasoning", read_reasoning },
        { "function_call", read_call },
        { "function_call_output", read_output },
    };
    const char *type = kc_json_get_str(item, "type", "message");

    for (size_t i = 0; i < KC_COUNT(readers); i++)
        if (strcmp(type, readers[i].type) == 0)
            return readers[i].read(r, item, place);
    return mock_refuse(r, 400, "invalid_value", "Invalid value: '%s'. (input[%zu].type)", type,
                       place);
}

static bool read_tools(struct mock_request *r)
{
    const kc_json *tools = kc_json_get(r->body, "tools");

    for (size_t i = 0; i < kc_json_length(tools); i++) {
        const kc_json *tool = kc_json_at(tools, i);

        if (!kc_json_get(tool, "type"))
            return mock_refuse(r, 400, "missing_required_parameter",
                               "Missing required parameter: 'tools[%zu].type'.", i);
        if (kc_json_get(tool, "function"))
            return mock_refuse(r, 400, "missing_required_parameter",
                               "Missing required parameter: 'tools[%zu].name'.", i);
        if (strcmp(kc_json_get_str(tool, "type", ""), "function") == 0 &&
            !mock_tool_add(r, kc_json_get(tool, "name"), kc_json_get(tool, "parameters"),
                           kc_json_get_bool(tool, "strict", false), "tools"))
            return false;
    }
    return true;
}

static bool check_fields(struct mock_request *r)
{
    static const char *const foreign[] = { "messages", "max_tokens", "max_completion_tokens",
                                           "reasoning_effort", "n" };

    r->talk.model = kc_json_get_str(r->body, "model", "");
    if (!*r->talk.model)
        return mock_refuse(r, 400, "missing_required_parameter",
                           "Missing required parameter: 'model'.");
    for (size_t i = 0; i < KC_COUNT(foreign); i++)
        if (kc_json_get(r->body, foreign[i]))
            return mock_refuse(r, 400, "unsupported_parameter",
                               "Unsupported parameter: '%s'. It belongs to Chat Completions.",
                               foreign[i]);
    if (kc_json_get(r->body, "previous_response_id"))
        return mock_refuse(r, 400, "previous_response_not_found",
                           "Previous response not found: this server keeps none.");
    return true;
}

static void read_wishes(struct mock_request *r)
{
    const kc_json *include = kc_json_get(r->body, "include");

    r->stream = kc_json_get_bool(r->body, "stream", false);
    for (size_t i = 0; i < kc_json_length(include); i++)
        r->encrypted_wanted |=
            kc_str_is(kc_json_text(kc_json_at(include, i)), "reasoning.encrypted_content");
}

bool mock_responses_read(struct mock_request *r)
{
    const kc_json      *input = kc_json_get(r->body, "input");
    const struct kc_str system = kc_json_text(kc_json_get(r->body, "instructions"));

    read_wishes(r);
    if (!check_fields(r))
        return false;
    kc_buf_add(&r->talk.system, system.at, system.length);
    if (kc_json_type(input) == KC_JSON_STRING) {
        mock_item_add(r, &mock_turn_add(r, false)->items, MOCK_TEXT)->text = kc_json_text(input);
        mock_user_said(r, kc_json_text(input));
    } else if (!kc_json_length(input)) {
        return mock_refuse(r, 400, "missing_required_parameter",
                           "Missing required parameter: 'input'.");
    }
    for (size_t i = 0; i < kc_json_length(input); i++)
        if (!read_item(r, kc_json_at(input, i), i))
            return false;
    return read_tools(r);
}

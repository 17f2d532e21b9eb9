/* Anthropic Messages: reading a request. */
#include <string.h>

#include "messages.h"

struct reading {
    struct mock_request *request;
    struct mock_turn    *turn;
    size_t               message, block;
};

static bool wrong(struct reading *d, const char *what)
{
    return mock_refuse(d->request, 400, NULL, "messages.%zu.content.%zu: %s", d->message, d->block,
                       what);
}

static bool read_text(struct reading *d, const kc_json *block)
{
    const struct kc_str text = kc_json_text(kc_json_get(block, "text"));

    if (!kc_str_trim(text).length)
        return wrong(d, "text: text content blocks must be non-empty and not only whitespace");
    mock_item_add(d->request, &d->turn->items, MOCK_TEXT)->text = text;
    if (!d->turn->assistant)
        mock_user_said(d->request, text);
    return true;
}

static bool read_thinking(struct reading *d, const kc_json *block)
{
    const bool redacted = strcmp(kc_json_get_str(block, "type", ""), "redacted_thinking") == 0;

    if (!d->turn->assistant)
        return wrong(d, "thinking blocks may only be in assistant messages");
    if (!kc_json_get(block, redacted ? "data" : "signature"))
        return wrong(d, redacted ? "redacted_thinking.data: Field required"
                                 : "thinking.signature: Field required");
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_REASONING);

    item->redacted = redacted;
    item->text = kc_json_text(kc_json_get(block, "thinking"));
    item->opaque = kc_json_text(kc_json_get(block, redacted ? "data" : "signature"));
    return true;
}

static bool read_use(struct reading *d, const kc_json *block)
{
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_CALL);

    item->id = kc_json_text(kc_json_get(block, "id"));
    item->name = kc_json_text(kc_json_get(block, "name"));
    if (!d->turn->assistant)
        return wrong(d, "`tool_use` blocks can only be in `assistant` messages");
    if (!item->id.length || !item->name.length)
        return wrong(d, "tool_use: id and name are required");
    if (kc_json_type(kc_json_get(block, "input")) != KC_JSON_OBJECT)
        return wrong(d, "tool_use.input: Input should be a valid dictionary");
    return true;
}

static bool read_result(struct reading *d, const kc_json *block)
{
    if (d->turn->assistant)
        return wrong(d, "`tool_result` blocks can only be in `user` messages");
    if (mock_count(&d->turn->items, MOCK_TEXT))
        return wrong(d, "`tool_result` blocks must come before any text");
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_RESULT);

    item->id = kc_json_text(kc_json_get(block, "tool_use_id"));
    item->text = mock_parts_text(d->request, kc_json_get(block, "content"));
    return item->id.length || wrong(d, "tool_result.tool_use_id: Field required");
}

static bool read_block(struct reading *d, const kc_json *block)
{
    static const struct {
        const char *type;
        bool (*read)(struct reading *d, const kc_json *block);
    } readers[] = {
        { "text", read_text },
        { "thinking", read_thinking },
        { "redacted_thinking", read_thinking },
        { "tool_use", read_use },
        { "tool_result", read_result },
    };
    const char *type = kc_json_get_str(block, "type", "");

    for (size_t i = 0; i < KC_COUNT(readers); i++)
        if (strcmp(type, readers[i].type) == 0)
            return readers[i].read(d, block);
    return strcmp(type, "image") == 0 || strcmp(type, "document") == 0 ||
           wrong(d, "type: unknown block type");
}

static bool read_content(struct reading *d, const kc_json *content)
{
    const struct kc_str text = kc_json_text(content);

    if (kc_json_type(content) == KC_JSON_STRING) {
        if (!text.length)
            return mock_refuse(d->request, 400, NULL,
                               "messages.%zu: all messages must have non-empty content",
                               d->message);
        mock_item_add(d->request, &d->turn->items, MOCK_TEXT)->text = text;
        if (!d->turn->assistant)
            mock_user_said(d->request, text);
        return true;
    }
    if (!kc_json_length(content))
        return mock_refuse(d->request, 400, NULL,
                           "messages.%zu: all messages must have non-empty content", d->message);
    for (; d->block < kc_json_length(content); d->block++)
        if (!read_block(d, kc_json_at(content, d->block)))
            return false;
    return true;
}

static bool read_message(struct mock_request *r, const kc_json *message, size_t place)
{
    const char       *role = kc_json_get_str(message, "role", "");
    const bool        assistant = strcmp(role, "assistant") == 0;
    struct mock_talk *t = &r->talk;

    if (!assistant && strcmp(role, "user") != 0)
        return mock_refuse(r, 400, NULL, "messages.%zu.role: Input should be 'user' or 'assistant'",
                           place);
    if (t->count && t->turns[t->count - 1].assistant == assistant)
        return mock_refuse(r, 400, NULL,
                           "messages: roles must alternate between \"user\" and \"assistant\", "
                           "but found multiple \"%s\" roles in a row",
                           role);
    struct reading d = { r, mock_turn_add(r, assistant), place, 0 };

    return read_content(&d, kc_json_get(message, "content"));
}

static bool read_tools(struct mock_request *r)
{
    const kc_json *tools = kc_json_get(r->body, "tools");

    for (size_t i = 0; i < kc_json_length(tools); i++) {
        const kc_json *tool = kc_json_at(tools, i);
        const char    *type = kc_json_get_str(tool, "type", "custom");

        if (strcmp(type, "custom") != 0)
            continue;
        if (!kc_json_get(tool, "input_schema"))
            return mock_refuse(r, 400, NULL, "tools.%zu.custom.input_schema: Field required", i);
        if (!mock_tool_add(r, kc_json_get(tool, "name"), kc_json_get(tool, "input_schema"),
                           kc_json_get_bool(tool, "strict", false), "tools"))
            return false;
    }
    return true;
}

static bool check_sampling(struct mock_request *r)
{
    static const char *const gone[] = { "temperature", "top_p", "top_k" };
    const double             temperature = kc_json_get_double(r->body, "temperature", 1.0);

    for (size_t i = 0; i < KC_COUNT(gone); i++)
        if (kc_json_get(r->body, gone[i]) &&
            strcmp(r->header(r, "anthropic-version"), "2026-10-21") == 0)
            return mock_refuse(r, 400, NULL, "%s: Extra inputs are not permitted", gone[i]);
    if (r->reasoning_wanted && (temperature < 1.0 || temperature > 1.0))
        return mock_refuse(r, 400, NULL,
                           "`temperature` may only be set to 1 when thinking is enabled.");
    return true;
}

static bool check_thinking(struct mock_request *r)
{
    const kc_json *thinking = kc_json_get(r->body, "thinking");
    const char    *type = kc_json_get_str(thinking, "type", "disabled");
    const int64_t  most = kc_json_get_int(r->body, "max_tokens", 0);
    const int64_t  budget = kc_json_get_int(thinking, "budget_tokens", 0);

    r->reasoning_wanted = strcmp(type, "disabled") != 0;
    if (strcmp(type, "enabled") == 0 && (budget < 1024 || budget >= most))
        return mock_refuse(r, 400, NULL,
                           "thinking.enabled.budget_tokens: must be at least 1024 and less than "
                           "`max_tokens`");
    return true;
}

static bool check_fields(struct mock_request *r)
{
    r->talk.model = kc_json_get_str(r->body, "model", "");
    if (!*r->talk.model)
        return mock_refuse(r, 400, NULL, "model: Field required");
    if (!kc_json_get(r->body, "max_tokens"))
        return mock_refuse(r, 400, NULL, "max_tokens: Field required");
    if (kc_json_get_int(r->body, "max_tokens", 0) < 1)
        return mock_refuse(r, 400, NULL,
                           "max_tokens: Input should be an integer greater than or equal to 1");
    if (!kc_json_length(kc_json_get(r->body, "messages")))
        return mock_refuse(r, 400, NULL, "messages: at least one message is required");
    if (kc_json_get(r->body, "tool_choice") && !kc_json_length(kc_json_get(r->body, "tools")))
        return mock_refuse(r, 400, NULL, "tool_choice: may only be specified with tools");
    if (kc_json_get(r->body, "thread"))
        return mock_refuse(r, 400, NULL, "thread: this server keeps no state");
    return check_thinking(r) && check_sampling(r);
}

bool mock_messages_read(struct mock_request *r)
{
    const kc_json      *messages = kc_json_get(r->body, "messages");
    const struct kc_str system = mock_parts_text(r, kc_json_get(r->body, "system"));

    r->stream = kc_json_get_bool(r->body, "stream", false);
    if (!check_fields(r))
        return false;
    kc_buf_add(&r->talk.system, system.at, system.length);
    for (size_t i = 0; i < kc_json_length(messages); i++)
        if (!read_message(r, kc_json_at(messages, i), i))
            return false;
    return read_tools(r);
}

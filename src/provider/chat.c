/* Chat Completions: OpenAI's older format, which everybody else speaks with an accent.
 *
 * The assistant's message goes back as it came, so reasoning_details (OpenRouter),
 * reasoning_content (DeepSeek, older vLLM) and reasoning (vLLM) return under the name they had.  It
 * is repaired only where a server would choke on its own words: calls without id or name, arguments
 * that are no object, neither content nor calls.
 */
#include <string.h>

#include "provider/chat.h"

static void url(const struct kc_wire *wire, const char *base, struct kc_buf *out)
{
    (void)wire;
    kc_wire_url(out, base, "", "/chat/completions");
}

/* ---- request ------------------------------------------------------------------------------ */

static kc_json *say(const char *role, struct kc_str content)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "role", role);
    kc_json_set(o, "content", kc_wire_str(content));
    return o;
}

/* raw: with the names it came with. */
static kc_json *render_call(const struct kc_call *call, bool raw)
{
    struct kc_arena scratch = { 0 };
    kc_json        *o = kc_json_object(), *function = kc_json_object();
    kc_json        *arguments = kc_wire_object(call->arguments, kc_malformed_key);

    struct kc_buf text = { 0 };

    kc_json_print(arguments, &text, false);
    kc_json_set_str(o, "id", kc_wire_id(&scratch, call, raw));
    kc_json_set_str(o, "type", "function");
    kc_json_set_str(function, "name", kc_wire_name(&scratch, call, raw));
    kc_json_set(function, "arguments", kc_wire_str(kc_buf_str(&text)));
    kc_json_set(o, "function", function);
    kc_buf_free(&text);
    kc_json_free(arguments);
    kc_arena_free(&scratch);
    return o;
}

static kc_json *render_answer(const struct kc_answer *answer)
{
    kc_json *o = say("assistant", answer->text), *calls = kc_json_array();

    for (size_t i = 0; i < answer->call_count; i++)
        kc_json_push(calls, render_call(&answer->calls[i], false));
    if (answer->call_count)
        kc_json_set(o, "tool_calls", calls);
    else
        kc_json_free(calls);
    return o;
}

/* The first thinking DeepSeek refuses its reasoning back; it never called tools. */
static bool goes_back_raw(const struct kc_wire *wire, const struct kc_answer *answer)
{
    const bool refuses = (wire->quirks & KC_QUIRK_THINKING) &&
                         strcmp(wire->model, "deepseek-reasoner") == 0 && !answer->call_count;

    return kc_wire_has_raw(answer, &kc_dialect_chat) && !refuses;
}

static void push_answer(const struct kc_wire *wire, size_t turn, kc_json *messages)
{
    const struct kc_answer *answer = wire->talk->turns[turn].answer;
    const bool              raw = goes_back_raw(wire, answer);
    struct kc_arena         scratch = { 0 };

    kc_json_push(messages, raw ? kc_json_raw(answer->raw) : render_answer(answer));
    for (size_t i = 0; i < answer->call_count; i++) {
        kc_json *o = say("tool", kc_wire_reply(wire->talk, turn, i).text);

        kc_json_set_str(o, "tool_call_id", kc_wire_id(&scratch, &answer->calls[i], raw));
        kc_json_push(messages, o);
    }
    kc_arena_free(&scratch);
}

static kc_json *render_messages(const struct kc_wire *wire)
{
    kc_json *messages = kc_json_array();

    if (wire->talk->system.length)
        kc_json_push(messages, say("system", wire->talk->system));
    for (size_t i = 0; i < wire->talk->count; i++) {
        if (wire->talk->turns[i].kind == KC_TURN_USER)
            kc_json_push(messages, say("user", wire->talk->turns[i].text));
        else if (wire->talk->turns[i].kind == KC_TURN_ANSWER)
            push_answer(wire, i, messages);
    }
    return messages;
}

static kc_json *render_tool(const struct kc_wire *wire, const struct kc_wire_tool *tool)
{
    kc_json *o = kc_json_object(), *function = kc_json_object();

    kc_json_set_str(function, "name", tool->name);
    kc_json_set_str(function, "description", tool->doc);
    kc_json_set(function, "parameters", kc_json_copy(tool->schema));
    if ((wire->quirks & KC_QUIRK_STRICT) && kc_wire_may_be_strict(tool->schema))
        kc_json_set_bool(function, "strict", true);
    kc_json_set_str(o, "type", "function");
    kc_json_set(o, "function", function);
    return o;
}

static void set_effort(const struct kc_wire *wire, kc_json *request)
{
    const char *effort = wire->options->reasoning_effort;

    if (!effort)
        return;
    kc_json *o = kc_json_object();

    if (wire->quirks & KC_QUIRK_REASONING_OBJECT) {
        kc_json_set_str(o, "effort", effort);
        kc_json_set(request, "reasoning", o);
        return;
    }
    if (wire->quirks & KC_QUIRK_THINKING) {
        const bool off = strcmp(effort, "none") == 0;

        kc_json_set_str(o, "type", off ? "disabled" : "enabled");
        kc_json_set(request, "thinking", o);
        if (off)
            return;
    } else
        kc_json_free(o);
    kc_json_set_str(request, "reasoning_effort", effort);
}

static kc_json *request(const struct kc_wire *wire)
{
    kc_json *o = kc_json_object(), *tools = kc_json_array();

    kc_json_set_str(o, "model", wire->model);
    kc_json_set(o, "messages", render_messages(wire));
    for (size_t i = 0; i < wire->tool_count; i++)
        kc_json_push(tools, render_tool(wire, &wire->tools[i]));
    if (wire->tool_count)
        kc_json_set(o, "tools", tools);
    else
        kc_json_free(tools);
    kc_wire_set_count(o,
                      wire->quirks & KC_QUIRK_MAX_TOKENS ? "max_tokens" : "max_completion_tokens",
                      wire->options->max_tokens);
    kc_wire_set_temperature(wire, o);
    set_effort(wire, o);
    if (wire->options->stream) {
        kc_json *options = kc_json_object();

        kc_json_set_bool(options, "include_usage", true);
        kc_json_set_bool(o, "stream", true);
        kc_json_set(o, "stream_options", options);
    }
    return o;
}

/* ---- answer ------------------------------------------------------------------------------- */

/* A string, or parts of which some are text. */
static struct kc_str read_content(struct kc_arena *arena, const kc_json *content)
{
    struct kc_buf joined = { 0 };

    if (kc_json_type(content) != KC_JSON_ARRAY)
        return kc_wire_copy(arena, kc_json_text(content));
    for (size_t i = 0; i < kc_json_length(content); i++) {
        const struct kc_str text = kc_json_text(kc_json_get(kc_json_at(content, i), "text"));

        kc_buf_add(&joined, text.at, text.length);
    }
    const struct kc_str text = kc_wire_copy(arena, kc_buf_str(&joined));

    kc_buf_free(&joined);
    return text;
}

/* reasoning_details, then reasoning_content, then reasoning. */
static struct kc_str read_reasoning(struct kc_arena *arena, const kc_json *message)
{
    const kc_json *details = kc_json_get(message, "reasoning_details");
    struct kc_buf  joined = { 0 };

    for (size_t i = 0; i < kc_json_length(details); i++) {
        const kc_json *item = kc_json_at(details, i);
        struct kc_str  text = kc_json_text(kc_json_get(item, "text"));

        if (!text.length)
            text = kc_json_text(kc_json_get(item, "summary"));
        kc_buf_add(&joined, text.at, text.length);
    }
    struct kc_str found = kc_buf_str(&joined);

    if (!found.length)
        found = kc_json_text(kc_json_get(message, "reasoning_content"));
    if (!found.length)
        found = kc_json_text(kc_json_get(message, "reasoning"));
    found = kc_wire_copy(arena, found);
    kc_buf_free(&joined);
    return found;
}

/* Reads one call; false when it cannot go back as it is. */
static bool read_call(const struct kc_wire_body *body, const kc_json *item, size_t index,
                      struct kc_call *call)
{
    const kc_json *function = kc_json_get(item, "function");
    const bool     has_id = kc_json_text(kc_json_get(item, "id")).length;
    const bool     has_name = kc_json_text(kc_json_get(function, "name")).length;
    bool           fits;

    call->id = has_id ? kc_wire_member(body->arena, item, "id") : kc_wire_make_id(body, index);
    call->name = has_name ? kc_wire_copy(body->arena, kc_json_text(kc_json_get(function, "name")))
                          : kc_str_from(kc_unnamed);
    call->arguments = kc_wire_arguments(body->arena, kc_json_get(function, "arguments"), &fits);
    fits &= kc_json_type(kc_json_get(function, "arguments")) == KC_JSON_STRING;
    return has_id && has_name && fits;
}

/* The item with what it lacks; members that we do not know stay. */
static kc_json *repair_call(const kc_json *item, const struct kc_call *call)
{
    kc_json *fresh = render_call(call, true), *o = kc_json_copy(item);

    if (kc_json_type(item) != KC_JSON_OBJECT) {
        kc_json_free(o);
        return fresh;
    }
    kc_json_set_str(o, "id", call->id);
    kc_json_set_str(o, "type", "function");
    kc_json_set(o, "function", kc_json_copy(kc_json_get(fresh, "function")));
    kc_json_free(fresh);
    return o;
}

/* True when the message was repaired. */
static bool read_calls(const struct kc_wire_body *body, kc_json *message, struct kc_answer *answer)
{
    kc_json             *items = kc_json_get(message, "tool_calls"), *repaired = kc_json_array();
    const size_t         count = kc_json_length(items);
    struct kc_wire_calls calls = kc_wire_calls_new(body->arena, count);
    bool                 any = false;

    for (size_t i = 0; i < count; i++) {
        kc_json        *item = kc_json_at(items, i);
        struct kc_call *call = &calls.call[calls.count++];
        const bool      whole = read_call(body, item, i, call);

        any |= !whole;
        kc_json_push(repaired, whole ? kc_json_copy(item) : repair_call(item, call));
    }
    if (any)
        kc_json_set(message, "tool_calls", repaired);
    else
        kc_json_free(repaired);
    kc_wire_calls_end(&calls, answer);
    return any;
}

static struct kc_usage read_usage(const kc_json *usage)
{
    const kc_json  *in = kc_json_get(usage, "prompt_tokens_details");
    const kc_json  *out = kc_json_get(usage, "completion_tokens_details");
    struct kc_usage u = kc_wire_no_usage();

    u.cache_read = kc_wire_count(in, "cached_tokens");
    if (u.cache_read < 0)
        u.cache_read = kc_wire_count(usage, "prompt_cache_hit_tokens");
    /* ASSUMPTION: OpenRouter's prompt_tokens includes what was written to a cache, as it includes
     * what was read; a bill would settle it. */
    u.cache_write = kc_wire_count(in, "cache_write_tokens");
    u.input = kc_wire_uncached(kc_wire_count(usage, "prompt_tokens"), u.cache_read, u.cache_write);
    u.output = kc_wire_count(usage, "completion_tokens");
    u.reasoning = kc_wire_count(out, "reasoning_tokens");
    u.cost = kc_json_get_double(usage, "cost", -1);
    if (!(u.cost >= 0 && u.cost < 1e9))
        u.cost = -1;
    return u;
}

static enum kc_stop read_stop(const char *reason)
{
    if (strcmp(reason, "stop") == 0)
        return KC_STOP_END;
    if (strcmp(reason, "tool_calls") == 0 || strcmp(reason, "function_call") == 0)
        return KC_STOP_CALLS;
    if (strcmp(reason, "length") == 0)
        return KC_STOP_LENGTH;
    return strcmp(reason, "content_filter") == 0 ? KC_STOP_REFUSAL : KC_STOP_OTHER;
}

/* Servers refuse an assistant that says nothing. */
static bool fill_content(kc_json *message, const struct kc_answer *answer)
{
    const enum kc_json_type type = kc_json_type(kc_json_get(message, "content"));

    if (answer->call_count || type == KC_JSON_STRING || type == KC_JSON_ARRAY)
        return false;
    kc_json_set_str(message, "content", "");
    return true;
}

static bool fill_role(kc_json *message)
{
    if (strcmp(kc_json_get_str(message, "role", ""), "assistant") == 0)
        return false;
    kc_json_set_str(message, "role", "assistant");
    return true;
}

static bool read(const struct kc_wire_body *body, struct kc_answer *answer)
{
    const kc_json *choice = kc_json_at(kc_json_get(body->json, "choices"), 0);
    kc_json       *message = kc_json_get(choice, "message");

    if (kc_json_type(message) != KC_JSON_OBJECT)
        return false;
    const struct kc_str refusal = kc_json_text(kc_json_get(message, "refusal"));

    answer->format = kc_dialect_chat.name;
    answer->text = read_content(body->arena, kc_json_get(message, "content"));
    answer->reasoning = read_reasoning(body->arena, message);
    bool repaired = read_calls(body, message, answer);

    repaired |= fill_content(message, answer);
    repaired |= fill_role(message);
    answer->raw = kc_wire_raw(body, "choices.0.message", message, repaired);
    answer->stop =
        kc_wire_stop(read_stop(kc_json_get_str(choice, "finish_reason", "")), answer->call_count);
    if (refusal.length && !answer->text.length) {
        answer->text = kc_wire_copy(body->arena, refusal);
        answer->stop = KC_STOP_REFUSAL;
    }
    answer->usage = read_usage(kc_json_get(body->json, "usage"));
    answer->model = kc_wire_member(body->arena, body->json, "model");
    return true;
}

const struct kc_dialect kc_dialect_chat = {
    .name = "chat",
    .url = url,
    .request = request,
    .read = read,
    .stream_new = kc_chat_stream_new,
    .take = kc_chat_stream_take,
    .finish = kc_chat_stream_finish,
};

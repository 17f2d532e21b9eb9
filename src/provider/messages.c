/* Messages: Anthropic's format.
 *
 * An answer is a list of blocks that go back unchanged and in order, thinking with its signature.
 * All results of one answer stand in one user message, before any text.  Caches are marked at the
 * end of the tools, of the system text and of the last user message: the next request begins with
 * the same bytes.
 */
#include "provider/messages.h"

#include <string.h>

enum { DEFAULT_MAX_TOKENS = 16000 }; /* the format wants a number */

static void url(const struct kc_wire *wire, const char *base, struct kc_buf *out)
{
    (void)wire;
    kc_wire_url(out, base, "/v1", "/messages");
}

/* ---- request ------------------------------------------------------------------------------ */

static void mark_cache(kc_json *block)
{
    kc_json *control = kc_json_object();

    kc_json_set_str(control, "type", "ephemeral");
    kc_json_set(block, "cache_control", control);
}

static kc_json *text_block(struct kc_str text)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", "text");
    kc_json_set(o, "text", kc_wire_str(text));
    return o;
}

static kc_json *call_block(const struct kc_call *call, const char *id, const char *name)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", "tool_use");
    kc_json_set_str(o, "id", id);
    kc_json_set_str(o, "name", name);
    kc_json_set(o, "input", kc_wire_object(call->arguments, kc_malformed_key));
    return o;
}

static kc_json *result_block(const struct kc_reply *reply, const char *id)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", "tool_result");
    kc_json_set_str(o, "tool_use_id", id);
    kc_json_set(o, "content", kc_wire_str(reply->text));
    kc_json_set_bool(o, "is_error", reply->is_error);
    return o;
}

/* Messages so far; user is the content of the last one while it is the user's. */
struct rendering {
    const struct kc_wire *wire;
    struct kc_arena       scratch;
    kc_json              *messages, *user;
};

static void push_message(struct rendering *r, const char *role, kc_json *content)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "role", role);
    kc_json_set(o, "content", content);
    kc_json_push(r->messages, o);
}

static void push_user(struct rendering *r, kc_json *block)
{
    if (!r->user) {
        r->user = kc_json_array();
        push_message(r, "user", r->user);
    }
    kc_json_push(r->user, block);
}

static kc_json *render_foreign(struct rendering *r, const struct kc_answer *answer)
{
    kc_json *content = kc_json_array();

    if (kc_str_trim(answer->text).length)
        kc_json_push(content, text_block(answer->text));
    for (size_t i = 0; i < answer->call_count; i++)
        kc_json_push(content, call_block(&answer->calls[i],
                                         kc_wire_id(&r->scratch, &answer->calls[i], false),
                                         kc_wire_name(&r->scratch, &answer->calls[i], false)));
    return content;
}

/* An answer without blocks cannot be sent: it is left out. */
static void push_answer(struct rendering *r, size_t turn)
{
    const struct kc_answer *answer = r->wire->talk->turns[turn].answer;
    const bool              raw = kc_wire_has_raw(answer, &kc_dialect_messages);
    kc_json                *content = raw ? kc_json_array() : render_foreign(r, answer);

    if (raw)
        kc_wire_splice(content, answer->raw);
    if (kc_json_length(content)) {
        push_message(r, "assistant", content);
        r->user = NULL;
    } else
        kc_json_free(content);
    for (size_t i = 0; i < answer->call_count; i++) {
        const struct kc_reply reply = kc_wire_reply(r->wire->talk, turn, i);

        push_user(r, result_block(&reply, kc_wire_id(&r->scratch, &answer->calls[i], raw)));
    }
}

static kc_json *render_messages(const struct kc_wire *wire)
{
    struct rendering r = { .wire = wire, .messages = kc_json_array() };

    for (size_t i = 0; i < wire->talk->count; i++) {
        const struct kc_turn *turn = &wire->talk->turns[i];

        if (turn->kind == KC_TURN_USER && kc_str_trim(turn->text).length)
            push_user(&r, text_block(turn->text));
        else if (turn->kind == KC_TURN_ANSWER)
            push_answer(&r, i);
    }
    if (r.user)
        mark_cache(kc_json_at(r.user, kc_json_length(r.user) - 1));
    kc_arena_free(&r.scratch);
    return r.messages;
}

static kc_json *render_tools(const struct kc_wire *wire)
{
    kc_json *tools = kc_json_array();

    for (size_t i = 0; i < wire->tool_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "name", wire->tools[i].name);
        kc_json_set_str(o, "description", wire->tools[i].doc);
        kc_json_set(o, "input_schema", kc_json_copy(wire->tools[i].schema));
        if (i + 1 == wire->tool_count)
            mark_cache(o);
        kc_json_push(tools, o);
    }
    return tools;
}

static void set_thinking(const struct kc_wire *wire, kc_json *request)
{
    const char *effort = wire->options->reasoning_effort;

    if (!effort)
        return;
    const bool off = strcmp(effort, "none") == 0;
    kc_json   *thinking = kc_json_object(), *config = kc_json_object();

    kc_json_set_str(thinking, "type", off ? "disabled" : "adaptive");
    kc_json_set(request, "thinking", thinking);
    kc_json_set_str(config, "effort", effort);
    if (off)
        kc_json_free(config);
    else
        kc_json_set(request, "output_config", config);
}

static kc_json *request(const struct kc_wire *wire)
{
    const uint32_t most = wire->options->max_tokens;
    kc_json       *o = kc_json_object();

    kc_json_set_str(o, "model", wire->model);
    kc_wire_set_count(o, "max_tokens", most ? most : DEFAULT_MAX_TOKENS);
    if (kc_str_trim(wire->talk->system).length) {
        kc_json *system = kc_json_array(), *block = text_block(wire->talk->system);

        mark_cache(block);
        kc_json_push(system, block);
        kc_json_set(o, "system", system);
    }
    kc_json_set(o, "messages", render_messages(wire));
    if (wire->tool_count)
        kc_json_set(o, "tools", render_tools(wire));
    kc_wire_set_temperature(wire, o);
    set_thinking(wire, o);
    if (wire->options->stream)
        kc_json_set_bool(o, "stream", true);
    return o;
}

/* ---- answer ------------------------------------------------------------------------------- */

struct reading {
    const struct kc_wire_body *body;
    struct kc_wire_calls       calls;
    struct kc_buf              text, reasoning;
    bool                       repaired;
};

static void add(struct kc_buf *out, const kc_json *value)
{
    const struct kc_str text = kc_json_text(value);

    kc_buf_add(out, text.at, text.length);
}

static void read_call(struct reading *r, kc_json *block)
{
    struct kc_call     *call = &r->calls.call[r->calls.count];
    const struct kc_str name = kc_json_text(kc_json_get(block, "name"));
    const kc_json      *input = kc_json_get(block, "input");
    const bool          has_id = kc_json_text(kc_json_get(block, "id")).length;
    bool                fits;

    call->id = has_id ? kc_wire_member(r->body->arena, block, "id")
                      : kc_wire_make_id(r->body, r->calls.count);
    call->name = name.length ? kc_wire_copy(r->body->arena, name) : kc_str_from(kc_unnamed);
    call->arguments = kc_wire_arguments(r->body->arena, input, &fits);
    r->calls.count++;
    if (has_id && name.length && kc_json_type(input) == KC_JSON_OBJECT)
        return;
    kc_json_set_str(block, "id", call->id);
    kc_json_set(block, "name", kc_wire_str(call->name));
    kc_json_set(block, "input", kc_wire_object(call->arguments, kc_malformed_key));
    r->repaired = true;
}

static void read_block(struct reading *r, kc_json *block)
{
    const char *type = kc_json_get_str(block, "type", "");

    if (strcmp(type, "text") == 0)
        add(&r->text, kc_json_get(block, "text"));
    else if (strcmp(type, "thinking") == 0)
        add(&r->reasoning, kc_json_get(block, "thinking"));
    else if (strcmp(type, "tool_use") == 0)
        read_call(r, block);
}

static struct kc_usage read_usage(const kc_json *usage)
{
    struct kc_usage u = kc_wire_no_usage();

    u.input = kc_wire_count(usage, "input_tokens");
    u.cache_read = kc_wire_count(usage, "cache_read_input_tokens");
    u.cache_write = kc_wire_count(usage, "cache_creation_input_tokens");
    u.output = kc_wire_count(usage, "output_tokens");
    return u;
}

static enum kc_stop read_stop(const char *reason)
{
    static const struct {
        const char  *reason;
        enum kc_stop stop;
    } reasons[] = {
        { "end_turn", KC_STOP_END },    { "stop_sequence", KC_STOP_END },
        { "tool_use", KC_STOP_CALLS },  { "max_tokens", KC_STOP_LENGTH },
        { "refusal", KC_STOP_REFUSAL }, { "model_context_window_exceeded", KC_STOP_LENGTH },
    };

    for (size_t i = 0; i < KC_COUNT(reasons); i++)
        if (strcmp(reason, reasons[i].reason) == 0)
            return reasons[i].stop;
    return KC_STOP_OTHER;
}

/* Text in place of blocks becomes a block. */
static kc_json *blocks_of(const struct kc_wire_body *body, bool *repaired)
{
    kc_json *content = kc_json_get(body->json, "content");

    if (kc_json_type(content) != KC_JSON_STRING)
        return content;
    kc_json *blocks = kc_json_array();

    kc_json_push(blocks, text_block(kc_json_text(content)));
    kc_json_set(body->json, "content", blocks);
    *repaired = true;
    return blocks;
}

static bool read(const struct kc_wire_body *body, struct kc_answer *answer)
{
    struct reading r = { .body = body };
    kc_json       *content = blocks_of(body, &r.repaired);
    const size_t   count = kc_json_length(content);

    if (kc_json_type(content) != KC_JSON_ARRAY)
        return false;
    r.calls = kc_wire_calls_new(body->arena, count);
    for (size_t i = 0; i < count; i++)
        read_block(&r, kc_json_at(content, i));
    kc_wire_calls_end(&r.calls, answer);
    answer->format = kc_dialect_messages.name;
    answer->text = kc_wire_copy(body->arena, kc_buf_str(&r.text));
    answer->reasoning = kc_wire_copy(body->arena, kc_buf_str(&r.reasoning));
    answer->raw = kc_wire_raw(body, "content", content, r.repaired);
    answer->stop =
        kc_wire_stop(read_stop(kc_json_get_str(body->json, "stop_reason", "")), answer->call_count);
    answer->usage = read_usage(kc_json_get(body->json, "usage"));
    answer->model = kc_wire_member(body->arena, body->json, "model");
    kc_buf_free(&r.text);
    kc_buf_free(&r.reasoning);
    return true;
}

const struct kc_dialect kc_dialect_messages = {
    .name = "messages",
    .url = url,
    .request = request,
    .read = read,
    .stream_new = kc_messages_stream_new,
    .take = kc_messages_stream_take,
    .finish = kc_messages_stream_finish,
};

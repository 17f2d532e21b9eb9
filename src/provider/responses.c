/* Responses: OpenAI's newer format, used without its memory.
 *
 * Nothing is stored at the provider: every request carries all output items of earlier answers in
 * their order, reasoning with its encrypted content before the calls it led to.
 */
#include <stdlib.h>
#include <string.h>

#include "provider/retry.h"
#include "provider/wire.h"

static void url(const struct kc_wire *wire, const char *base, struct kc_buf *out)
{
    (void)wire;
    kc_wire_url(out, base, "", "/responses");
}

/* ---- request ------------------------------------------------------------------------------ */

static kc_json *say(const char *role, struct kc_str content)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "role", role);
    kc_json_set(o, "content", kc_wire_str(content));
    return o;
}

static kc_json *render_call(const struct kc_call *call, const char *id, const char *name)
{
    kc_json      *o = kc_json_object();
    kc_json      *arguments = kc_wire_object(call->arguments, kc_malformed_key);
    struct kc_buf text = { 0 };

    kc_json_print(arguments, &text, false);
    kc_json_set_str(o, "type", "function_call");
    kc_json_set_str(o, "call_id", id);
    kc_json_set_str(o, "name", name);
    kc_json_set(o, "arguments", kc_wire_str(kc_buf_str(&text)));
    kc_buf_free(&text);
    kc_json_free(arguments);
    return o;
}

static void push_foreign(struct kc_arena *scratch, const struct kc_answer *answer, kc_json *input)
{
    if (answer->text.length)
        kc_json_push(input, say("assistant", answer->text));
    for (size_t i = 0; i < answer->call_count; i++)
        kc_json_push(input,
                     render_call(&answer->calls[i], kc_wire_id(scratch, &answer->calls[i], false),
                                 kc_wire_name(scratch, &answer->calls[i], false)));
}

static void push_answer(const struct kc_wire *wire, size_t turn, kc_json *input)
{
    const struct kc_answer *answer = wire->talk->turns[turn].answer;
    const bool              raw = kc_wire_has_raw(answer, &kc_dialect_responses);
    struct kc_arena         scratch = { 0 };

    if (raw)
        kc_wire_splice(input, answer->raw);
    else
        push_foreign(&scratch, answer, input);
    for (size_t i = 0; i < answer->call_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "type", "function_call_output");
        kc_json_set_str(o, "call_id", kc_wire_id(&scratch, &answer->calls[i], raw));
        kc_json_set(o, "output", kc_wire_str(kc_wire_reply(wire->talk, turn, i).text));
        kc_json_push(input, o);
    }
    kc_arena_free(&scratch);
}

static kc_json *render_input(const struct kc_wire *wire)
{
    kc_json *input = kc_json_array();

    for (size_t i = 0; i < wire->talk->count; i++) {
        if (wire->talk->turns[i].kind == KC_TURN_USER)
            kc_json_push(input, say("user", wire->talk->turns[i].text));
        else if (wire->talk->turns[i].kind == KC_TURN_ANSWER)
            push_answer(wire, i, input);
    }
    return input;
}

/* strict is said either way: this format takes silence for yes. */
static kc_json *render_tools(const struct kc_wire *wire)
{
    kc_json *tools = kc_json_array();

    for (size_t i = 0; i < wire->tool_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "type", "function");
        kc_json_set_str(o, "name", wire->tools[i].name);
        kc_json_set_str(o, "description", wire->tools[i].doc);
        kc_json_set_bool(o, "strict", kc_wire_may_be_strict(wire->tools[i].schema));
        kc_json_set(o, "parameters", kc_json_copy(wire->tools[i].schema));
        kc_json_push(tools, o);
    }
    return tools;
}

static kc_json *request(const struct kc_wire *wire)
{
    kc_json *o = kc_json_object(), *include = kc_json_array();

    kc_json_set_str(o, "model", wire->model);
    kc_json_set_bool(o, "store", false);
    kc_json_push(include, kc_wire_str(kc_str_from("reasoning.encrypted_content")));
    kc_json_set(o, "include", include);
    if (wire->talk->system.length)
        kc_json_set(o, "instructions", kc_wire_str(wire->talk->system));
    kc_json_set(o, "input", render_input(wire));
    if (wire->tool_count)
        kc_json_set(o, "tools", render_tools(wire));
    kc_wire_set_count(o, "max_output_tokens", wire->options->max_tokens);
    kc_wire_set_temperature(wire, o);
    if (wire->options->reasoning_effort) {
        kc_json *reasoning = kc_json_object();

        kc_json_set_str(reasoning, "effort", wire->options->reasoning_effort);
        kc_json_set(o, "reasoning", reasoning);
    }
    if (wire->options->stream)
        kc_json_set_bool(o, "stream", true);
    return o;
}

/* ---- answer ------------------------------------------------------------------------------- */

struct reading {
    const struct kc_wire_body *body;
    struct kc_wire_calls       calls;
    struct kc_buf              text, reasoning, refusal;
    bool                       repaired;
};

static void add_texts(struct kc_buf *out, const kc_json *list, const char *key)
{
    for (size_t i = 0; i < kc_json_length(list); i++) {
        const struct kc_str text = kc_json_text(kc_json_get(kc_json_at(list, i), key));

        kc_buf_add(out, text.at, text.length);
    }
}

/* The call id counts, the item's id does not. */
static void read_call(struct reading *r, kc_json *item)
{
    struct kc_call     *call = &r->calls.call[r->calls.count];
    const struct kc_str name = kc_json_text(kc_json_get(item, "name"));
    const kc_json      *arguments = kc_json_get(item, "arguments");
    const bool          has_id = kc_json_text(kc_json_get(item, "call_id")).length;
    bool                fits;

    call->id = has_id ? kc_wire_member(r->body->arena, item, "call_id")
                      : kc_wire_make_id(r->body, r->calls.count);
    call->name = name.length ? kc_wire_copy(r->body->arena, name) : kc_str_from(kc_unnamed);
    call->arguments = kc_wire_arguments(r->body->arena, arguments, &fits);
    r->calls.count++;
    if (has_id && name.length && fits && kc_json_type(arguments) == KC_JSON_STRING)
        return;
    kc_json *fresh = render_call(call, call->id, call->name.at);

    kc_json_set_str(item, "call_id", call->id);
    kc_json_set(item, "name", kc_json_copy(kc_json_get(fresh, "name")));
    kc_json_set(item, "arguments", kc_json_copy(kc_json_get(fresh, "arguments")));
    kc_json_free(fresh);
    r->repaired = true;
}

static void read_item(struct reading *r, kc_json *item)
{
    const char *type = kc_json_get_str(item, "type", "");

    if (strcmp(type, "function_call") == 0)
        read_call(r, item);
    else if (strcmp(type, "message") == 0) {
        add_texts(&r->text, kc_json_get(item, "content"), "text");
        add_texts(&r->refusal, kc_json_get(item, "content"), "refusal");
    } else if (strcmp(type, "reasoning") == 0) {
        add_texts(&r->reasoning, kc_json_get(item, "summary"), "text");
        add_texts(&r->reasoning, kc_json_get(item, "content"), "text");
    }
}

static struct kc_usage read_usage(const kc_json *usage)
{
    const kc_json  *in = kc_json_get(usage, "input_tokens_details");
    const kc_json  *out = kc_json_get(usage, "output_tokens_details");
    struct kc_usage u = kc_wire_no_usage();

    u.cache_read = kc_wire_count(in, "cached_tokens");
    u.cache_write = kc_wire_count(in, "cache_write_tokens");
    u.input = kc_wire_uncached(kc_wire_count(usage, "input_tokens"), u.cache_read, u.cache_write);
    u.output = kc_wire_count(usage, "output_tokens");
    u.reasoning = kc_wire_count(out, "reasoning_tokens");
    return u;
}

static enum kc_stop read_stop(const kc_json *body)
{
    const char *status = kc_json_get_str(body, "status", "completed");
    const char *reason = kc_json_get_str(kc_json_get(body, "incomplete_details"), "reason", "");

    if (strcmp(status, "completed") == 0)
        return KC_STOP_END;
    if (strcmp(reason, "max_output_tokens") == 0)
        return KC_STOP_LENGTH;
    return strcmp(reason, "content_filter") == 0 ? KC_STOP_REFUSAL : KC_STOP_OTHER;
}

static void end_reading(struct reading *r, struct kc_answer *answer)
{
    answer->reasoning = kc_wire_copy(r->body->arena, kc_buf_str(&r->reasoning));
    answer->text = kc_wire_copy(r->body->arena, kc_buf_str(&r->text));
    if (r->refusal.length && !r->text.length) {
        answer->text = kc_wire_copy(r->body->arena, kc_buf_str(&r->refusal));
        answer->stop = KC_STOP_REFUSAL;
    }
    kc_buf_free(&r->text);
    kc_buf_free(&r->reasoning);
    kc_buf_free(&r->refusal);
}

static bool read(const struct kc_wire_body *body, struct kc_answer *answer)
{
    kc_json       *output = kc_json_get(body->json, "output");
    const size_t   count = kc_json_length(output);
    struct reading r = { .body = body, .calls = kc_wire_calls_new(body->arena, count) };

    if (kc_json_type(output) != KC_JSON_ARRAY)
        return false;
    for (size_t i = 0; i < count; i++)
        read_item(&r, kc_json_at(output, i));
    kc_wire_calls_end(&r.calls, answer);
    answer->format = kc_dialect_responses.name;
    answer->stop = kc_wire_stop(read_stop(body->json), answer->call_count);
    answer->raw = kc_wire_raw(body, "output", output, r.repaired);
    answer->usage = read_usage(kc_json_get(body->json, "usage"));
    answer->model = kc_wire_member(body->arena, body->json, "model");
    end_reading(&r, answer);
    return true;
}

/* ---- stream ------------------------------------------------------------------------------- */

struct responses_stream {
    kc_stream     base;
    struct kc_buf items;    /* finished output items, separated by commas */
    struct kc_buf response; /* of the event that ended the stream */
};

static kc_stream *stream_new(void)
{
    struct responses_stream *s = kc_alloc(sizeof *s);

    memset(s, 0, sizeof *s);
    return &s->base;
}

static void keep_item(struct responses_stream *s, struct kc_str data)
{
    struct kc_str item;

    if (!kc_json_span(data, "item", &item))
        return;
    if (s->items.length)
        kc_buf_puts(&s->items, ",");
    kc_buf_add(&s->items, item.at, item.length);
}

static void keep_response(struct responses_stream *s, struct kc_str data)
{
    struct kc_str response;

    if (s->base.ended || !kc_json_span(data, "response", &response))
        return;
    kc_buf_add(&s->response, response.at, response.length);
    s->base.ended = true;
}

static void fail(kc_stream *stream, struct kc_str data, const kc_json *event)
{
    static const char    none[] = "{\"error\":{\"code\":\"server_error\",\"message\":\"failed\"}}";
    struct kc_wire_error error;

    kc_stream_fail(stream, kc_wire_error_read(event, &error) ? data : kc_str_from(none));
}

static void take(kc_stream *stream, struct kc_str name, struct kc_str data)
{
    struct responses_stream *s = (struct responses_stream *)stream;
    kc_json                 *event = kc_stream_parse(stream, name, data);
    struct kc_str            type = kc_json_text(kc_json_get(event, "type"));

    if (!type.length)
        type = name;
    if (kc_str_is(type, "response.output_item.done"))
        keep_item(s, data);
    else if (kc_str_is(type, "response.completed") || kc_str_is(type, "response.incomplete"))
        keep_response(s, data);
    else if (kc_str_is(type, "response.failed") || kc_str_is(type, "error") ||
             kc_json_type(kc_json_get(event, "error")) == KC_JSON_OBJECT)
        fail(stream, data, event);
    kc_json_free(event);
}

/* The last event usually repeats the items; where it does not, those seen count. */
static void assemble(struct responses_stream *s)
{
    kc_json *body = kc_json_parse_lenient(kc_buf_str(&s->response));

    if (kc_json_length(kc_json_get(body, "output")) || !s->items.length ||
        kc_json_type(body) != KC_JSON_OBJECT) {
        kc_buf_add(&s->base.body, s->response.text, s->response.length);
    } else {
        kc_json *output = kc_json_array();

        kc_json_push(output, kc_json_raw(kc_buf_str(&s->items)));
        kc_json_set(body, "output", output);
        kc_json_print(body, &s->base.body, false);
    }
    kc_json_free(body);
}

static void finish(kc_stream *stream)
{
    struct responses_stream *s = (struct responses_stream *)stream;

    if (stream->ended && !stream->body.length)
        assemble(s);
    kc_buf_free(&s->items);
    kc_buf_free(&s->response);
}

const struct kc_dialect kc_dialect_responses = {
    .name = "responses",
    .url = url,
    .request = request,
    .read = read,
    .stream_new = stream_new,
    .take = take,
    .finish = finish,
};

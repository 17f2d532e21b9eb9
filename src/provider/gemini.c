/* generateContent: Google's format.
 *
 * A thoughtSignature stays on the part it came on, so parts go back as they came.  Calls may have
 * no id: their responses then have none either and are matched by order.  STOP ends an answer with
 * calls as well as one without.
 */
#include <stdlib.h>
#include <string.h>

#include "provider/retry.h"
#include "provider/wire.h"

static void url(const struct kc_wire *wire, const char *base, struct kc_buf *out)
{
    kc_wire_url(out, base, "/v1beta", "/models/");
    for (const char *c = wire->model; *c; c++)
        if ((*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'z') || strchr("-._", *c))
            kc_buf_add(out, c, 1);
        else
            kc_buf_printf(out, "%%%02X", (unsigned char)*c);
    kc_buf_puts(out, wire->options->stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
}

/* ---- request ------------------------------------------------------------------------------ */

/* Calls of other models have no signature; this value is documented to stand for one. */
static const char no_signature[] = "skip_thought_signature_validator";

static kc_json *text_part(struct kc_str text)
{
    kc_json *o = kc_json_object();

    kc_json_set(o, "text", kc_wire_str(text));
    return o;
}

static kc_json *content_of(const char *role, kc_json *parts)
{
    kc_json *o = kc_json_object();

    if (role)
        kc_json_set_str(o, "role", role);
    kc_json_set(o, "parts", parts);
    return o;
}

static kc_json *call_part(struct kc_arena *scratch, const struct kc_call *call, bool first)
{
    kc_json *o = kc_json_object(), *function = kc_json_object();

    kc_json_set_str(function, "id", kc_wire_id(scratch, call, false));
    kc_json_set_str(function, "name", kc_wire_name(scratch, call, false));
    kc_json_set(function, "args", kc_wire_object(call->arguments, kc_malformed_key));
    kc_json_set(o, "functionCall", function);
    if (first)
        kc_json_set_str(o, "thoughtSignature", no_signature);
    return o;
}

static kc_json *response_part(struct kc_arena *scratch, const struct kc_call *call, bool raw,
                              struct kc_str reply)
{
    kc_json *o = kc_json_object(), *response = kc_json_object();

    if (!raw || !kc_wire_is_made_up(call->id))
        kc_json_set_str(response, "id", kc_wire_id(scratch, call, raw));
    kc_json_set_str(response, "name", kc_wire_name(scratch, call, raw));
    kc_json_set(response, "response", kc_wire_object(reply, "result"));
    kc_json_set(o, "functionResponse", response);
    return o;
}

/* Contents so far; user is the parts of the last one while it is the user's. */
struct rendering {
    const struct kc_wire *wire;
    struct kc_arena       scratch;
    kc_json              *contents, *user;
};

static void push_user(struct rendering *r, kc_json *part)
{
    if (!r->user) {
        r->user = kc_json_array();
        kc_json_push(r->contents, content_of("user", r->user));
    }
    kc_json_push(r->user, part);
}

static kc_json *render_foreign(struct rendering *r, const struct kc_answer *answer)
{
    kc_json *parts = kc_json_array();

    if (answer->text.length)
        kc_json_push(parts, text_part(answer->text));
    for (size_t i = 0; i < answer->call_count; i++)
        kc_json_push(parts, call_part(&r->scratch, &answer->calls[i], i == 0));
    return parts;
}

static void push_answer(struct rendering *r, size_t turn)
{
    const struct kc_answer *answer = r->wire->talk->turns[turn].answer;
    const bool              raw = kc_wire_has_raw(answer, &kc_dialect_gemini);
    kc_json                *parts = raw ? kc_json_array() : render_foreign(r, answer);

    if (raw)
        kc_wire_splice(parts, answer->raw);
    if (kc_json_length(parts)) {
        kc_json_push(r->contents, content_of("model", parts));
        r->user = NULL;
    } else
        kc_json_free(parts);
    for (size_t i = 0; i < answer->call_count; i++)
        push_user(r, response_part(&r->scratch, &answer->calls[i], raw,
                                   kc_wire_reply(r->wire->talk, turn, i).text));
}

static kc_json *render_contents(const struct kc_wire *wire)
{
    struct rendering r = { .wire = wire, .contents = kc_json_array() };

    for (size_t i = 0; i < wire->talk->count; i++) {
        if (wire->talk->turns[i].kind == KC_TURN_USER)
            push_user(&r, text_part(wire->talk->turns[i].text));
        else if (wire->talk->turns[i].kind == KC_TURN_ANSWER)
            push_answer(&r, i);
    }
    kc_arena_free(&r.scratch);
    return r.contents;
}

static kc_json *render_tools(const struct kc_wire *wire)
{
    kc_json *tools = kc_json_array(), *tool = kc_json_object(), *list = kc_json_array();

    for (size_t i = 0; i < wire->tool_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "name", wire->tools[i].name);
        kc_json_set_str(o, "description", wire->tools[i].doc);
        kc_json_set(o, "parametersJsonSchema", kc_json_copy(wire->tools[i].schema));
        kc_json_push(list, o);
    }
    kc_json_set(tool, "functionDeclarations", list);
    kc_json_push(tools, tool);
    return tools;
}

/* A number is a budget of tokens, a word a level. */
static kc_json *render_thinking(const char *effort)
{
    kc_json *o = kc_json_object();
    uint64_t budget;

    if (kc_str_u64(kc_str_from(effort), &budget))
        kc_json_set_uint(o, "thinkingBudget", budget);
    else
        kc_json_set_str(o, "thinkingLevel", effort);
    return o;
}

static kc_json *request(const struct kc_wire *wire)
{
    const struct kc_model_options *options = wire->options;
    kc_json                       *o = kc_json_object(), *config = kc_json_object();

    if (wire->talk->system.length) {
        kc_json *parts = kc_json_array();

        kc_json_push(parts, text_part(wire->talk->system));
        kc_json_set(o, "systemInstruction", content_of(NULL, parts));
    }
    kc_json_set(o, "contents", render_contents(wire));
    if (wire->tool_count)
        kc_json_set(o, "tools", render_tools(wire));
    kc_wire_set_count(config, "maxOutputTokens", options->max_tokens);
    kc_wire_set_temperature(wire, config);
    if (options->reasoning_effort)
        kc_json_set(config, "thinkingConfig", render_thinking(options->reasoning_effort));
    if (options->max_tokens || options->temperature >= 0 || options->reasoning_effort)
        kc_json_set(o, "generationConfig", config);
    else
        kc_json_free(config);
    return o;
}

/* ---- answer ------------------------------------------------------------------------------- */

struct reading {
    const struct kc_wire_body *body;
    struct kc_wire_calls       calls;
    struct kc_buf              text, reasoning;
    bool                       repaired;
};

static void read_call(struct reading *r, kc_json *function)
{
    struct kc_call     *call = &r->calls.call[r->calls.count];
    const struct kc_str name = kc_json_text(kc_json_get(function, "name"));
    const kc_json      *args = kc_json_get(function, "args");
    const bool          has_id = kc_json_text(kc_json_get(function, "id")).length;
    bool                fits;

    call->id = has_id ? kc_wire_member(r->body->arena, function, "id")
                      : kc_wire_make_id(r->body, r->calls.count);
    call->name = name.length ? kc_wire_copy(r->body->arena, name) : kc_str_from(kc_unnamed);
    call->arguments = kc_wire_arguments(r->body->arena, args, &fits);
    r->calls.count++;
    if (name.length && (!args || kc_json_type(args) == KC_JSON_OBJECT))
        return;
    kc_json_set(function, "name", kc_wire_str(call->name));
    kc_json_set(function, "args", kc_wire_object(call->arguments, kc_malformed_key));
    r->repaired = true;
}

static void read_part(struct reading *r, kc_json *part)
{
    const struct kc_str text = kc_json_text(kc_json_get(part, "text"));
    kc_json            *function = kc_json_get(part, "functionCall");

    if (kc_json_type(function) == KC_JSON_OBJECT)
        read_call(r, function);
    else
        kc_buf_add(kc_json_get_bool(part, "thought", false) ? &r->reasoning : &r->text, text.at,
                   text.length);
}

static struct kc_usage read_usage(const kc_json *usage)
{
    const int64_t   visible = kc_wire_count(usage, "candidatesTokenCount");
    struct kc_usage u = kc_wire_no_usage();

    u.cache_read = kc_wire_count(usage, "cachedContentTokenCount");
    u.input = kc_wire_uncached(kc_wire_count(usage, "promptTokenCount"), u.cache_read, -1);
    u.reasoning = kc_wire_count(usage, "thoughtsTokenCount");
    if (visible >= 0 || u.reasoning >= 0)
        u.output = (visible > 0 ? visible : 0) + (u.reasoning > 0 ? u.reasoning : 0);
    return u;
}

static enum kc_stop read_stop(const char *reason)
{
    static const char *const refusals[] = { "SAFETY",  "RECITATION",   "BLOCKLIST",
                                            "SPII",    "IMAGE_SAFETY", "PROHIBITED_CONTENT",
                                            "LANGUAGE" };

    if (strcmp(reason, "STOP") == 0)
        return KC_STOP_END;
    if (strcmp(reason, "MAX_TOKENS") == 0)
        return KC_STOP_LENGTH;
    for (size_t i = 0; i < KC_COUNT(refusals); i++)
        if (strcmp(reason, refusals[i]) == 0)
            return KC_STOP_REFUSAL;
    return KC_STOP_OTHER;
}

static void read_parts(const struct kc_wire_body *body, kc_json *parts, struct kc_answer *answer)
{
    const size_t   count = kc_json_length(parts);
    struct reading r = { .body = body, .calls = kc_wire_calls_new(body->arena, count) };

    for (size_t i = 0; i < count; i++)
        read_part(&r, kc_json_at(parts, i));
    kc_wire_calls_end(&r.calls, answer);
    answer->text = kc_wire_copy(body->arena, kc_buf_str(&r.text));
    answer->reasoning = kc_wire_copy(body->arena, kc_buf_str(&r.reasoning));
    answer->raw = kc_str_from("[]");
    if (count)
        answer->raw = kc_wire_raw(body, "candidates.0.content.parts", parts, r.repaired);
    kc_buf_free(&r.text);
    kc_buf_free(&r.reasoning);
}

/* Without a candidate there must be a reason why the prompt was blocked. */
static bool read(const struct kc_wire_body *body, struct kc_answer *answer)
{
    const kc_json *candidate = kc_json_at(kc_json_get(body->json, "candidates"), 0);
    const kc_json *blocked = kc_json_get(kc_json_get(body->json, "promptFeedback"), "blockReason");

    if (kc_json_type(candidate) != KC_JSON_OBJECT && !blocked)
        return false;
    read_parts(body, kc_json_get(kc_json_get(candidate, "content"), "parts"), answer);
    answer->format = kc_dialect_gemini.name;
    answer->stop = KC_STOP_REFUSAL;
    if (candidate)
        answer->stop = kc_wire_stop(read_stop(kc_json_get_str(candidate, "finishReason", "")),
                                    answer->call_count);
    answer->usage = read_usage(kc_json_get(body->json, "usageMetadata"));
    answer->model = kc_wire_member(body->arena, body->json, "modelVersion");
    return true;
}

/* ---- stream ------------------------------------------------------------------------------- */

struct gemini_stream {
    kc_stream     base;
    struct kc_buf parts; /* separated by commas */
    struct kc_buf text;  /* of plain parts not yet among them */
    bool          thought, begun;
    kc_json      *last; /* usage, version and feedback as the latest chunk had them */
    char          finish[64];
};

static kc_stream *stream_new(void)
{
    struct gemini_stream *s = kc_alloc(sizeof *s);

    memset(s, 0, sizeof *s);
    s->last = kc_json_object();
    return &s->base;
}

static void add_part(struct gemini_stream *s, struct kc_str part)
{
    if (s->parts.length)
        kc_buf_puts(&s->parts, ",");
    kc_buf_add(&s->parts, part.at, part.length);
}

static void flush_text(struct gemini_stream *s)
{
    struct kc_buf part = { 0 };

    if (!s->text.length)
        return;
    kc_json *o = text_part(kc_buf_str(&s->text));

    if (s->thought)
        kc_json_set_bool(o, "thought", true);
    kc_json_print(o, &part, false);
    add_part(s, kc_buf_str(&part));
    kc_json_free(o);
    kc_buf_free(&part);
    s->text.length = 0;
}

static void note_extra(void *context, const char *key, kc_json *value)
{
    (void)value;
    *(bool *)context |= strcmp(key, "text") != 0 && strcmp(key, "thought") != 0;
}

/* Text and nothing else: such parts may be joined, those with a signature never. */
static bool is_plain(const kc_json *part)
{
    bool extra = kc_json_type(kc_json_get(part, "text")) != KC_JSON_STRING;

    kc_json_each(part, note_extra, &extra);
    return !extra;
}

static void take_part(struct gemini_stream *s, const kc_json *part, struct kc_str raw)
{
    const bool          thought = kc_json_get_bool(part, "thought", false);
    const struct kc_str text = kc_json_text(kc_json_get(part, "text"));

    if (!is_plain(part) || thought != s->thought)
        flush_text(s);
    s->thought = thought;
    if (is_plain(part))
        kc_buf_add(&s->text, text.at, text.length);
    else
        add_part(s, raw);
}

static void take_parts(struct gemini_stream *s, const kc_json *parts, struct kc_str data)
{
    struct kc_arena scratch = { 0 };

    for (size_t i = 0; i < kc_json_length(parts); i++) {
        const kc_json *part = kc_json_at(parts, i);
        char          *path = kc_arena_printf(&scratch, "candidates.0.content.parts.%zu", i);
        struct kc_str  raw;

        if (kc_json_type(part) != KC_JSON_OBJECT)
            continue;
        if (!kc_json_span(data, path, &raw))
            raw = kc_wire_print(&scratch, part);
        take_part(s, part, raw);
    }
    kc_arena_free(&scratch);
}

static void keep_member(void *context, const char *key, kc_json *value)
{
    if (value && strcmp(key, "candidates") != 0)
        kc_json_set(context, key, kc_json_copy(value));
}

static void take(kc_stream *stream, struct kc_str name, struct kc_str data)
{
    struct gemini_stream *s = (struct gemini_stream *)stream;
    kc_json              *chunk = kc_stream_parse(stream, name, data);
    const kc_json        *candidate = kc_json_at(kc_json_get(chunk, "candidates"), 0);
    const struct kc_str   finish = kc_json_text(kc_json_get(candidate, "finishReason"));
    struct kc_wire_error  error;

    if (kc_wire_error_read(chunk, &error))
        kc_stream_fail(stream, data);
    s->begun |= candidate != NULL;
    take_parts(s, kc_json_get(kc_json_get(candidate, "content"), "parts"), data);
    if (finish.length && finish.length < sizeof s->finish && !s->finish[0])
        memcpy(s->finish, finish.at, finish.length);
    kc_json_each(chunk, keep_member, s->last);
    kc_json_free(chunk);
}

static void assemble(struct gemini_stream *s)
{
    kc_json *candidates = kc_json_array(), *candidate = kc_json_object(), *parts = kc_json_array();

    flush_text(s);
    if (s->parts.length)
        kc_json_push(parts, kc_json_raw(kc_buf_str(&s->parts)));
    kc_json_set(candidate, "content", content_of("model", parts));
    kc_json_set_str(candidate, "finishReason", s->finish);
    if (s->begun)
        kc_json_push(candidates, candidate);
    else
        kc_json_free(candidate);
    kc_json_set(s->last, "candidates", candidates);
    kc_json_print(s->last, &s->base.body, false);
}

/* The connection's end is the stream's; that it is complete shows in its finish reason. */
static void finish(kc_stream *stream)
{
    struct gemini_stream *s = (struct gemini_stream *)stream;

    stream->ended =
        s->finish[0] || kc_json_get(kc_json_get(s->last, "promptFeedback"), "blockReason");
    if (stream->ended && !stream->body.length)
        assemble(s);
    kc_buf_free(&s->parts);
    kc_buf_free(&s->text);
    kc_json_free(s->last);
}

const struct kc_dialect kc_dialect_gemini = {
    .name = "gemini",
    .url = url,
    .request = request,
    .read = read,
    .stream_new = stream_new,
    .take = take,
    .finish = finish,
};

/* What the wire formats have in common. */
#include "provider/wire.h"

#include <ctype.h>
#include <string.h>

#include "provider/retry.h"

const char kc_malformed_key[] = "malformed_arguments";
const char kc_unnamed[] = "unnamed";

static const char made_up[] = "kc_call_";

/* ---- requests ----------------------------------------------------------------------------- */

void kc_wire_url(struct kc_buf *url, const char *base, const char *version, const char *path)
{
    struct kc_str at = kc_str_from(base);
    const size_t  n = strlen(version);

    while (at.length && at.at[at.length - 1] == '/')
        at.length--;
    kc_buf_add(url, at.at, at.length);
    if (at.length < n || memcmp(at.at + at.length - n, version, n) != 0)
        kc_buf_puts(url, version);
    kc_buf_puts(url, path);
}

struct kc_reply kc_wire_reply(const struct kc_talk *talk, size_t turn, size_t call)
{
    static const char none[] = "{\"error\":\"this call was not executed\"}";
    const bool there = turn + 1 < talk->count && talk->turns[turn + 1].kind == KC_TURN_REPLIES;

    if (there && call < talk->turns[turn + 1].reply_count)
        return talk->turns[turn + 1].replies[call];
    return (struct kc_reply){ kc_str_from(none), true };
}

bool kc_wire_has_raw(const struct kc_answer *answer, const struct kc_dialect *dialect)
{
    return answer->raw.length && answer->format && strcmp(answer->format, dialect->name) == 0;
}

kc_json *kc_wire_str(struct kc_str text)
{
    return kc_json_str(text.at, text.length);
}

kc_json *kc_wire_object(struct kc_str text, const char *key)
{
    kc_json   *value = kc_json_parse(text);
    const bool fits = kc_json_type(value) == KC_JSON_OBJECT;

    kc_json_free(value);
    if (fits)
        return kc_json_raw(kc_str_trim(text));
    kc_json *o = kc_json_object();

    kc_json_set(o, key, kc_wire_str(text));
    return o;
}

/* Letters, digits, '_' and '-', 64 at most: what the pickiest server accepts. */
static const char *plain(struct kc_arena *arena, const char *text, size_t length)
{
    char *copy = kc_arena_strndup(arena, text, length > 64 ? 64 : length);

    for (char *c = copy; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-')
            *c = '_';
    return *copy ? copy : kc_unnamed;
}

const char *kc_wire_id(struct kc_arena *arena, const struct kc_call *call, bool raw)
{
    return raw ? call->id : plain(arena, call->id, strlen(call->id));
}

const char *kc_wire_name(struct kc_arena *arena, const struct kc_call *call, bool raw)
{
    return raw ? kc_arena_strndup(arena, call->name.at, call->name.length)
               : plain(arena, call->name.at, call->name.length);
}

static struct kc_str inside(struct kc_str raw)
{
    raw = kc_str_trim(raw);
    if (raw.length < 2 || raw.at[0] != '[')
        return (struct kc_str){ "", 0 };
    return kc_str_trim((struct kc_str){ raw.at + 1, raw.length - 2 });
}

/* What is written as one element is all of them: their commas are in the bytes. */
void kc_wire_splice(kc_json *array, struct kc_str raw)
{
    if (inside(raw).length)
        kc_json_push(array, kc_json_raw(inside(raw)));
}

bool kc_wire_is_empty_array(struct kc_str raw)
{
    return inside(raw).length == 0;
}

struct strictness {
    const kc_json *required;
    bool           fits;
};

static void check_property(void *context, const char *key, kc_json *value)
{
    struct strictness *s = context;
    bool               required = false;

    for (size_t i = 0; i < kc_json_length(s->required); i++)
        required |= kc_str_is(kc_json_text(kc_json_at(s->required, i)), key);
    s->fits &= required && !kc_json_get(value, "maxLength") && !kc_json_get(value, "minLength");
}

bool kc_wire_may_be_strict(const kc_json *schema)
{
    struct strictness s = { kc_json_get(schema, "required"), true };

    kc_json_each(kc_json_get(schema, "properties"), check_property, &s);
    return s.fits && !kc_json_get_bool(schema, "additionalProperties", true);
}

void kc_wire_set_temperature(const struct kc_wire *wire, kc_json *object)
{
    if (wire->options->temperature >= 0)
        kc_json_set_double(object, "temperature", wire->options->temperature);
}

void kc_wire_set_count(kc_json *object, const char *key, uint32_t value)
{
    if (value)
        kc_json_set_uint(object, key, value);
}

/* ---- answers ------------------------------------------------------------------------------ */

struct kc_wire_calls kc_wire_calls_new(struct kc_arena *arena, size_t capacity)
{
    return (struct kc_wire_calls){ kc_arena_array(arena, struct kc_call, capacity + 1), 0 };
}

void kc_wire_calls_end(const struct kc_wire_calls *calls, struct kc_answer *answer)
{
    answer->calls = calls->call;
    answer->call_count = calls->count;
}

const char *kc_wire_make_id(const struct kc_wire_body *body, size_t call)
{
    return kc_arena_printf(body->arena, "%s%zu_%zu", made_up, body->turn, call);
}

bool kc_wire_is_made_up(const char *id)
{
    return strncmp(id, made_up, sizeof made_up - 1) == 0;
}

struct kc_str kc_wire_copy(struct kc_arena *arena, struct kc_str text)
{
    return (struct kc_str){ kc_arena_strndup(arena, text.at, text.length), text.length };
}

struct kc_str kc_wire_print(struct kc_arena *arena, const kc_json *value)
{
    struct kc_buf buf = { 0 };

    kc_json_print(value, &buf, false);
    const struct kc_str text = kc_wire_copy(arena, kc_buf_str(&buf));

    kc_buf_free(&buf);
    return text;
}

struct kc_str kc_wire_arguments(struct kc_arena *arena, const kc_json *value, bool *fits)
{
    const struct kc_str text = kc_json_text(value);

    *fits = kc_json_type(value) == KC_JSON_OBJECT;
    if (text.length) {
        kc_json *parsed = kc_json_parse(text);

        *fits = kc_json_type(parsed) == KC_JSON_OBJECT;
        kc_json_free(parsed);
        return kc_wire_copy(arena, text);
    }
    if (!value || kc_json_type(value) == KC_JSON_STRING)
        return kc_str_from("{}");
    return kc_wire_print(arena, value);
}

struct kc_str kc_wire_raw(const struct kc_wire_body *body, const char *path, const kc_json *value,
                          bool repaired)
{
    struct kc_str span;

    if (!repaired && kc_json_span(body->text, path, &span))
        return kc_wire_copy(body->arena, span);
    return kc_wire_print(body->arena, value);
}

int64_t kc_wire_count(const kc_json *object, const char *key)
{
    const double value = kc_json_get_double(object, key, -1);

    return value >= 0 && value < 1e15 ? (int64_t)value : -1;
}

struct kc_usage kc_wire_no_usage(void)
{
    return (struct kc_usage){ -1, -1, -1, -1, -1, -1 };
}

int64_t kc_wire_uncached(int64_t total, int64_t cache_read, int64_t cache_write)
{
    const int64_t served = (cache_read > 0 ? cache_read : 0) + (cache_write > 0 ? cache_write : 0);

    if (total < 0)
        return -1;
    return total > served ? total - served : 0;
}

enum kc_stop kc_wire_stop(enum kc_stop reason, size_t calls)
{
    if (calls && reason != KC_STOP_LENGTH && reason != KC_STOP_REFUSAL)
        return KC_STOP_CALLS;
    return reason == KC_STOP_CALLS && !calls ? KC_STOP_OTHER : reason;
}

struct kc_str kc_buf_str(const struct kc_buf *buf)
{
    return (struct kc_str){ buf->text ? buf->text : "", buf->length };
}

const char *kc_wire_member(struct kc_arena *arena, const kc_json *object, const char *key)
{
    const struct kc_str text = kc_json_text(kc_json_get(object, key));

    return kc_arena_strndup(arena, text.at, text.length);
}

kc_json *kc_stream_parse(kc_stream *stream, struct kc_str name, struct kc_str data)
{
    kc_json *value = kc_json_parse_lenient(data);

    if (!value && (!name.length || kc_str_starts(kc_str_trim(data), "{")))
        stream->garbled = true;
    return value;
}

void kc_stream_fail(kc_stream *stream, struct kc_str data)
{
    if (stream->body.length == 0)
        kc_buf_add(&stream->body, data.at, data.length);
}

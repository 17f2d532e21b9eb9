/* Answers and replies to JSON and back. */
#include "agent/record.h"

#include <string.h>

static const char *const stops[] = { "end", "calls", "length", "refusal", "other" };

static void set_text(kc_json *o, const char *key, struct kc_str text)
{
    kc_json_set(o, key, kc_json_str(text.at ? text.at : "", text.length));
}

static kc_json *calls_json(const struct kc_answer *a)
{
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < a->call_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "id", a->calls[i].id);
        set_text(o, "name", a->calls[i].name);
        set_text(o, "arguments", a->calls[i].arguments);
        kc_json_push(list, o);
    }
    return list;
}

static kc_json *usage_json(const struct kc_usage *u)
{
    kc_json *o = kc_json_object();

    kc_json_set_int(o, "input", u->input);
    kc_json_set_int(o, "cache_read", u->cache_read);
    kc_json_set_int(o, "cache_write", u->cache_write);
    kc_json_set_int(o, "output", u->output);
    kc_json_set_int(o, "reasoning", u->reasoning);
    kc_json_set_double(o, "cost", u->cost);
    return o;
}

void kc_record_answer(const struct kc_answer *a, struct kc_buf *out)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "format", a->format);
    set_text(o, "raw", a->raw); /* as a string: its bytes matter, also where they are no JSON */
    set_text(o, "text", a->text);
    set_text(o, "reasoning", a->reasoning);
    kc_json_set(o, "calls", calls_json(a));
    kc_json_set_str(o, "stop", stops[a->stop]);
    kc_json_set(o, "usage", usage_json(&a->usage));
    kc_json_set_str(o, "model", a->model ? a->model : "");
    kc_json_set_str(o, "request_id", a->request_id ? a->request_id : "");
    kc_json_set_uint(o, "attempts", a->attempts);
    kc_json_set_double(o, "seconds", a->seconds);
    kc_json_set_double(o, "waited", a->waited);
    kc_json_print(o, out, false);
    kc_json_free(o);
}

static struct kc_str get_text(struct kc_arena *arena, const kc_json *o, const char *key)
{
    const struct kc_str text = kc_json_text(kc_json_get(o, key));

    return (struct kc_str){ kc_arena_strndup(arena, text.at, text.length), text.length };
}

static void read_calls(struct kc_arena *arena, const kc_json *list, struct kc_answer *a)
{
    struct kc_call *calls = kc_arena_array(arena, struct kc_call, kc_json_length(list) + 1);

    a->calls = calls;
    a->call_count = kc_json_length(list);
    for (size_t i = 0; i < a->call_count; i++) {
        const kc_json *o = kc_json_at(list, i);

        calls[i] = (struct kc_call){ get_text(arena, o, "id").at, get_text(arena, o, "name"),
                                     get_text(arena, o, "arguments") };
    }
}

static struct kc_usage read_usage(const kc_json *o)
{
    return (struct kc_usage){ .input = kc_json_get_int(o, "input", -1),
                              .cache_read = kc_json_get_int(o, "cache_read", -1),
                              .cache_write = kc_json_get_int(o, "cache_write", -1),
                              .output = kc_json_get_int(o, "output", -1),
                              .reasoning = kc_json_get_int(o, "reasoning", -1),
                              .cost = kc_json_get_double(o, "cost", -1.0) };
}

static enum kc_stop read_stop(const char *name)
{
    for (size_t i = 0; i < KC_COUNT(stops); i++)
        if (strcmp(stops[i], name) == 0)
            return (enum kc_stop)i;
    return KC_STOP_OTHER;
}

bool kc_record_read_answer(struct kc_arena *arena, struct kc_str body, struct kc_answer *a)
{
    kc_json *o = kc_json_parse(body);

    if (kc_json_type(o) != KC_JSON_OBJECT) {
        kc_json_free(o);
        return false;
    }
    *a = (struct kc_answer){ .format = get_text(arena, o, "format").at,
                             .raw = get_text(arena, o, "raw"),
                             .text = get_text(arena, o, "text"),
                             .reasoning = get_text(arena, o, "reasoning"),
                             .stop = read_stop(kc_json_get_str(o, "stop", "")),
                             .usage = read_usage(kc_json_get(o, "usage")),
                             .model = get_text(arena, o, "model").at,
                             .request_id = get_text(arena, o, "request_id").at,
                             .attempts = (uint32_t)kc_json_get_int(o, "attempts", 1),
                             .seconds = kc_json_get_double(o, "seconds", 0.0),
                             .waited = kc_json_get_double(o, "waited", 0.0) };
    read_calls(arena, kc_json_get(o, "calls"), a);
    kc_json_free(o);
    return true;
}

void kc_record_replies(const struct kc_reply *replies, size_t count, double seconds,
                       struct kc_buf *out)
{
    kc_json *root = kc_json_object(), *list = kc_json_array();

    for (size_t i = 0; i < count; i++) {
        kc_json *o = kc_json_object();

        set_text(o, "text", replies[i].text);
        kc_json_set_bool(o, "is_error", replies[i].is_error);
        kc_json_push(list, o);
    }
    kc_json_set(root, "replies", list);
    kc_json_set_double(root, "seconds", seconds);
    kc_json_print(root, out, false);
    kc_json_free(root);
}

bool kc_record_read_replies(struct kc_arena *arena, struct kc_str body, struct kc_reply **replies,
                            size_t *count, double *seconds)
{
    kc_json       *root = kc_json_parse(body);
    const kc_json *list = kc_json_get(root, "replies");
    const bool     good = kc_json_type(list) == KC_JSON_ARRAY;

    *count = kc_json_length(list);
    *replies = kc_arena_array(arena, struct kc_reply, *count + 1);
    *seconds = kc_json_get_double(root, "seconds", 0.0);
    for (size_t i = 0; i < *count; i++) {
        const kc_json *o = kc_json_at(list, i);

        (*replies)[i] =
            (struct kc_reply){ get_text(arena, o, "text"), kc_json_get_bool(o, "is_error", false) };
    }
    kc_json_free(root);
    return good;
}

struct kc_str kc_record_code(struct kc_arena *arena, struct kc_str text)
{
    struct kc_buf out = { 0 };
    kc_json      *o = kc_json_object();
    struct kc_str kept;

    kc_json_set(o, "assembly_code", kc_json_str(text.at, text.length));
    kc_json_print(o, &out, false);
    kept = (struct kc_str){ kc_arena_strndup(arena, out.text, out.length), out.length };
    kc_json_free(o);
    kc_buf_free(&out);
    return kept;
}

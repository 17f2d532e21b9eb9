/* JSON over json-c.  Nobody else includes json-c's headers. */
#include "base/json.h"

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

static struct json_object *in(const kc_json *value)
{
    return (struct json_object *)(uintptr_t)value;
}

static kc_json *out_of(struct json_object *value)
{
    return (kc_json *)value;
}

kc_json *kc_json_object(void)
{
    return out_of(json_object_new_object());
}

kc_json *kc_json_array(void)
{
    return out_of(json_object_new_array());
}

kc_json *kc_json_int(int64_t value)
{
    return out_of(json_object_new_int64(value));
}

kc_json *kc_json_uint(uint64_t value)
{
    return out_of(json_object_new_uint64(value));
}

kc_json *kc_json_double(double value)
{
    if (isnan(value))
        return kc_json_str("nan", 3);
    if (isinf(value))
        return value > 0 ? kc_json_str("inf", 3) : kc_json_str("-inf", 4);
    return out_of(json_object_new_double(value));
}

kc_json *kc_json_short(double value)
{
    char text[32];

    if (!isfinite(value))
        return kc_json_double(value);
    snprintf(text, sizeof text, "%.6g", value);
    return out_of(json_object_new_double_s(value, text));
}

static struct kc_buf clean_utf8(const char *text, size_t length)
{
    struct kc_buf clean = { 0 };

    kc_buf_add_utf8(&clean, text, length);
    return clean;
}

kc_json *kc_json_str(const char *text, size_t length)
{
    struct kc_buf clean = clean_utf8(text, length);
    kc_json      *value = out_of(json_object_new_string_len(clean.text, (int)clean.length));
    kc_buf_free(&clean);
    return value;
}

void kc_json_set(kc_json *object, const char *key, kc_json *value)
{
    struct kc_buf clean = clean_utf8(key, strlen(key));

    json_object_object_add(in(object), clean.text, in(value));
    kc_buf_free(&clean);
}

void kc_json_set_int(kc_json *object, const char *key, int64_t value)
{
    kc_json_set(object, key, kc_json_int(value));
}

void kc_json_set_uint(kc_json *object, const char *key, uint64_t value)
{
    kc_json_set(object, key, kc_json_uint(value));
}

void kc_json_set_str(kc_json *object, const char *key, const char *text)
{
    kc_json_set(object, key, kc_json_str(text, strlen(text)));
}

void kc_json_set_bool(kc_json *object, const char *key, bool value)
{
    kc_json_set(object, key, out_of(json_object_new_boolean(value)));
}

void kc_json_set_double(kc_json *object, const char *key, double value)
{
    kc_json_set(object, key, kc_json_double(value));
}

void kc_json_push(kc_json *array, kc_json *value)
{
    json_object_array_add(in(array), in(value));
}

static bool is_utf8(struct kc_str text)
{
    for (size_t i = 0, n; i < text.length; i += n)
        if ((n = kc_utf8_length(text.at + i, text.length - i)) == 0)
            return false;
    return true;
}

/* The end of the string whose opening quote is at i. */
static size_t string_end(struct kc_str text, size_t i)
{
    for (i++; i < text.length && text.at[i] != '"'; i++)
        i += text.at[i] == '\\';
    return i;
}

/* Whether the digits from i on are an integer that 64 bits cannot hold. */
static bool too_large(struct kc_str text, size_t i, size_t end)
{
    uint64_t   value;
    const bool negative = i > 0 && text.at[i - 1] == '-';

    if (end < text.length && strchr(".eE", text.at[end]))
        return false;
    return !kc_str_u64((struct kc_str){ text.at + i, end - i }, &value) ||
           (negative && value > UINT64_C(1) << 63);
}

/* json-c takes NaN and Infinity even when strict, and clamps large integers: refuse both. */
static bool is_portable(struct kc_str text)
{
    for (size_t i = 0; i < text.length; i++) {
        size_t end = i;

        if (text.at[i] == '"') {
            i = string_end(text, i);
            continue;
        }
        while (end < text.length && text.at[end] >= '0' && text.at[end] <= '9')
            end++;
        if (text.at[i] == 'N' || text.at[i] == 'I' || (end > i && too_large(text, i, end)))
            return false;
        while (end > i && end < text.length && text.at[end] &&
               strchr("0123456789.eE+-", text.at[end]))
            end++;
        i = end > i ? end - 1 : i;
    }
    return true;
}

/* The tokener wants a NUL behind the text: only then does a bare number end. */
static kc_json *tokenise(struct kc_str text, int depth)
{
    struct json_tokener *tokener = json_tokener_new_ex(depth);
    struct kc_buf        copy = { 0 };

    kc_buf_add(&copy, text.at, text.length);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    struct json_object *value = json_tokener_parse_ex(tokener, copy.text, (int)copy.length + 1);
    const bool          parsed = json_tokener_get_error(tokener) == json_tokener_success;
    const size_t        end = json_tokener_get_parse_end(tokener);

    json_tokener_free(tokener);
    kc_buf_free(&copy);
    if (!parsed || (end < text.length &&
                    kc_str_trim((struct kc_str){ text.at + end, text.length - end }).length)) {
        json_object_put(value);
        return NULL;
    }
    return out_of(value);
}

kc_json *kc_json_parse(struct kc_str text)
{
    if (text.length >= INT32_MAX || !is_utf8(text) || !is_portable(text))
        return NULL;
    return tokenise(text, JSON_TOKENER_DEFAULT_DEPTH);
}

kc_json *kc_json_parse_lenient(struct kc_str text)
{
    enum { DEEPEST = 256 };

    if (kc_str_starts(text, "\xef\xbb\xbf"))
        text = (struct kc_str){ text.at + 3, text.length - 3 };
    if (text.length >= INT32_MAX / 3)
        return NULL;
    struct kc_buf clean = clean_utf8(text.at, text.length);
    kc_json      *value = tokenise((struct kc_str){ clean.text, clean.length }, DEEPEST);

    kc_buf_free(&clean);
    return value;
}

kc_json *kc_json_get(const kc_json *object, const char *key)
{
    struct json_object *value = NULL;

    if (json_object_is_type(in(object), json_type_object))
        json_object_object_get_ex(in(object), key, &value);
    return out_of(value);
}

kc_json *kc_json_at(const kc_json *array, size_t index)
{
    if (!json_object_is_type(in(array), json_type_array))
        return NULL;
    return out_of(json_object_array_get_idx(in(array), index));
}

size_t kc_json_length(const kc_json *array)
{
    return json_object_is_type(in(array), json_type_array) ? json_object_array_length(in(array))
                                                           : 0;
}

const char *kc_json_get_str(const kc_json *object, const char *key, const char *fallback)
{
    const kc_json *value = kc_json_get(object, key);

    return json_object_is_type(in(value), json_type_string) ? json_object_get_string(in(value))
                                                            : fallback;
}

int64_t kc_json_get_int(const kc_json *object, const char *key, int64_t fallback)
{
    const kc_json *value = kc_json_get(object, key);

    return json_object_is_type(in(value), json_type_int) ? json_object_get_int64(in(value))
                                                         : fallback;
}

double kc_json_get_double(const kc_json *object, const char *key, double fallback)
{
    const kc_json *value = kc_json_get(object, key);

    if (json_object_is_type(in(value), json_type_double) ||
        json_object_is_type(in(value), json_type_int))
        return json_object_get_double(in(value));
    return fallback;
}

enum kc_json_type kc_json_type(const kc_json *value)
{
    switch (json_object_get_type(in(value))) {
    case json_type_boolean:
        return KC_JSON_BOOL;
    case json_type_int:
        return KC_JSON_INT;
    case json_type_double:
        return KC_JSON_DOUBLE;
    case json_type_string:
        return KC_JSON_STRING;
    case json_type_array:
        return KC_JSON_ARRAY;
    case json_type_object:
        return KC_JSON_OBJECT;
    case json_type_null:
        break;
    }
    return KC_JSON_NULL;
}

const char *kc_json_type_name(enum kc_json_type type)
{
    static const char *const names[] = { "null",   "boolean", "integer", "number",
                                         "string", "array",   "object" };

    return names[type];
}

struct kc_str kc_json_text(const kc_json *value)
{
    if (kc_json_type(value) != KC_JSON_STRING)
        return (struct kc_str){ "", 0 };
    return (struct kc_str){ json_object_get_string(in(value)),
                            (size_t)json_object_get_string_len(in(value)) };
}

int64_t kc_json_to_int(const kc_json *value, int64_t fallback)
{
    return kc_json_type(value) == KC_JSON_INT ? json_object_get_int64(in(value)) : fallback;
}

bool kc_json_get_bool(const kc_json *object, const char *key, bool fallback)
{
    const kc_json *value = kc_json_get(object, key);

    return kc_json_type(value) == KC_JSON_BOOL ? json_object_get_boolean(in(value)) != 0 : fallback;
}

void kc_json_each(const kc_json *object,
                  void (*each)(void *context, const char *key, kc_json *value), void *context)
{
    if (kc_json_type(object) != KC_JSON_OBJECT)
        return;
    json_object_object_foreach(in(object), key, value)
    {
        each(context, key, out_of(value));
    }
}

kc_json *kc_json_copy(const kc_json *value)
{
    struct json_object *copy = NULL;

    if (value)
        json_object_deep_copy(in(value), &copy, NULL);
    return out_of(copy);
}

kc_json *kc_json_raw(struct kc_str text)
{
    struct json_object *value = json_object_new_object();
    char               *copy = kc_alloc(text.length + 1);

    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    json_object_set_serializer(value, json_object_userdata_to_json_string, copy,
                               json_object_free_userdata);
    return out_of(value);
}

void kc_json_print(const kc_json *value, struct kc_buf *out, bool pretty)
{
    const int flags =
        pretty ? JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE
               : JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;

    kc_buf_puts(out, json_object_to_json_string_ext(in(value), flags));
    if (pretty)
        kc_buf_puts(out, "\n");
}

void kc_json_free(kc_json *root)
{
    json_object_put(in(root));
}

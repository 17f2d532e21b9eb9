/* Results within a budget of bytes: the longest member is halved until the whole fits, and the
 * result says what was left out. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "toolbox/workbench.h"

struct longest {
    const char *key;
    kc_json    *value;
    size_t      bytes;
};

static size_t printed(const kc_json *value)
{
    struct kc_buf text = { 0 };
    size_t        bytes;

    kc_json_print(value, &text, false);
    bytes = text.length;
    kc_buf_free(&text);
    return bytes;
}

static void weigh(void *context, const char *key, kc_json *value)
{
    struct longest         *best = context;
    const enum kc_json_type type = kc_json_type(value);
    const size_t            bytes = printed(value);

    if ((type != KC_JSON_ARRAY && type != KC_JSON_STRING) || bytes <= best->bytes)
        return;
    *best = (struct longest){ key, value, bytes };
}

static kc_json *half_array(const kc_json *array)
{
    kc_json *half = kc_json_array();

    for (size_t i = 0; i < kc_json_length(array) / 2; i++)
        kc_json_push(half, kc_json_copy(kc_json_at(array, i)));
    return half;
}

/* Half of the text, cut between characters. */
static kc_json *half_string(struct kc_str text)
{
    size_t length = text.length / 2;

    while (length > 0 && ((unsigned char)text.at[length] & 0xc0) == 0x80)
        length--;
    return kc_json_str(text.at, length);
}

static size_t size_of(const kc_json *value)
{
    return kc_json_type(value) == KC_JSON_ARRAY ? kc_json_length(value)
                                                : kc_json_text(value).length;
}

/* "12 of 200": the total of the first cut stays. */
static void note_cut(kc_json *notes, const char *key, size_t before, size_t after)
{
    const char *old = kc_json_get_str(notes, key, NULL);
    const char *of = old ? strstr(old, " of ") : NULL;
    char        text[64];

    if (of)
        snprintf(text, sizeof text, "%zu%.40s", after, of);
    else
        snprintf(text, sizeof text, "%zu of %zu", after, before);
    kc_json_set_str(notes, key, text);
}

void kc_tool_trim(kc_json *object, size_t most)
{
    kc_json *notes = NULL;

    while (printed(object) > most) {
        struct longest best = { .bytes = 64 }; /* cutting less than this gains nothing */

        kc_json_each(object, weigh, &best);
        if (!best.value)
            return;
        char         key[64];
        const size_t before = size_of(best.value);
        kc_json     *half = kc_json_type(best.value) == KC_JSON_ARRAY
                                ? half_array(best.value)
                                : half_string(kc_json_text(best.value));

        snprintf(key, sizeof key, "%s", best.key); /* it dies with the value it names */
        if (!notes) {
            notes = kc_json_object();
            kc_json_set(object, "truncated", notes);
        }
        note_cut(notes, key, before, size_of(half));
        kc_json_set(object, key, half);
    }
}

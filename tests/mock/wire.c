/* JSON of any bytes, server-sent events, and made-up identifiers. */
#include "wire.h"

#include <string.h>
#include <xxhash.h>

static kc_json *value_of(char type, va_list *args)
{
    switch (type) {
    case 's': {
        const char *text = va_arg(*args, const char *);
        return kc_json_str(text, strlen(text));
    }
    case 't':
        return mock_text(*va_arg(*args, const struct kc_str *));
    case 'i':
        return kc_json_int(va_arg(*args, int64_t));
    case 'd':
        return kc_json_double(va_arg(*args, double));
    case 'o':
        return va_arg(*args, kc_json *);
    default:
        kc_unreachable();
    }
}

kc_json *mock_object(const char *key, ...)
{
    kc_json *object = kc_json_object();
    va_list  args;

    va_start(args, key);
    for (; key; key = va_arg(args, const char *)) {
        const char type = (char)va_arg(args, int);

        if (type == 'b')
            kc_json_set_bool(object, key, va_arg(args, int) != 0);
        else
            kc_json_set(object, key, value_of(type, &args));
    }
    va_end(args);
    return object;
}

static bool is_clean(struct kc_str text)
{
    for (size_t i = 0, n; i < text.length; i += n)
        if ((n = kc_utf8_length(text.at + i, text.length - i)) == 0)
            return false;
    return true;
}

/* Malformed bytes go out as they are: that is what a broken server does. */
static kc_json *malformed_text(struct kc_str text)
{
    struct kc_buf quoted = { 0 };

    kc_buf_puts(&quoted, "\"");
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.at[i];

        if (c < 32 || c == '"' || c == '\\')
            kc_buf_printf(&quoted, "\\u%04x", c);
        else
            kc_buf_add(&quoted, text.at + i, 1);
    }
    kc_buf_puts(&quoted, "\"");
    kc_json *value = kc_json_raw((struct kc_str){ quoted.text, quoted.length });
    kc_buf_free(&quoted);
    return value;
}

kc_json *mock_text(struct kc_str text)
{
    return is_clean(text) ? kc_json_str(text.at, text.length) : malformed_text(text);
}

struct kc_str mock_piece(struct kc_str *rest, size_t size)
{
    struct kc_str piece = { rest->at, size < rest->length ? size : rest->length };

    while (piece.length < rest->length && ((unsigned char)rest->at[piece.length] & 0xc0) == 0x80)
        piece.length++;
    rest->at += piece.length;
    rest->length -= piece.length;
    return piece;
}

uint64_t mock_hash(uint64_t seed, struct kc_str text)
{
    return XXH64(text.at, text.length, seed);
}

const char *mock_name(struct kc_arena *arena, const char *prefix, size_t length, const char *key)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const size_t      start = strlen(prefix);
    char             *name = kc_arena_alloc(arena, start + length + 1);

    memcpy(name, prefix, start);
    for (size_t i = 0; i < length; i++)
        name[start + i] = digits[mock_hash(i, kc_str_from(key)) % 62];
    return name;
}

struct kc_str mock_opaque(struct kc_arena *arena, const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { LENGTH = 132 };
    char *text = kc_arena_alloc(arena, LENGTH + 1);

    for (size_t i = 0; i < LENGTH - 2; i++)
        text[i] = digits[mock_hash(~i, kc_str_from(key)) % 64];
    text[7] = '+';
    text[8] = '/';
    /* One byte in the last group of four: its second digit has four zero bits. */
    text[LENGTH - 3] = 'A';
    text[LENGTH - 2] = text[LENGTH - 1] = '=';
    return (struct kc_str){ text, LENGTH };
}

void mock_event_raw(struct mock_events *events, const char *text, size_t length)
{
    kc_buf_add(&events->text, text, length);
    if (events->count == events->capacity) {
        events->capacity = events->capacity ? 2 * events->capacity : 64;
        events->end = kc_realloc(events->end, events->capacity * sizeof(events->end[0]));
    }
    events->end[events->count++] = events->text.length;
}

void mock_event(struct mock_events *events, const char *name, kc_json *data)
{
    struct kc_buf text = { 0 };

    if (name)
        kc_buf_printf(&text, "event: %s\n", name);
    kc_buf_puts(&text, "data: ");
    kc_json_print(data, &text, false);
    kc_buf_puts(&text, "\n\n");
    mock_event_raw(events, text.text, text.length);
    kc_buf_free(&text);
    kc_json_free(data);
}

void mock_events_free(struct mock_events *events)
{
    kc_buf_free(&events->text);
    free(events->end);
    *events = (struct mock_events){ 0 };
}

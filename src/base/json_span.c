/* Finding a value in JSON text without rebuilding it. */
#include <ctype.h>
#include <string.h>

#include "base/json.h"

enum { DEEPEST = 256 };

struct scan {
    const char *at, *end;
};

static void skip_space(struct scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n", *s->at))
        s->at++;
}

static bool take(struct scan *s, char c)
{
    skip_space(s);
    if (s->at >= s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

/* The characters between the quotes, escapes as they are. */
static bool take_string(struct scan *s, struct kc_str *text)
{
    if (!take(s, '"'))
        return false;
    text->at = s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    text->length = (size_t)(s->at - text->at);
    return take(s, '"');
}

/* Passes over one value. */
static bool skip_value(struct scan *s)
{
    int           depth = 0;
    struct kc_str text;

    do {
        skip_space(s);
        if (s->at >= s->end)
            return false;
        if (*s->at == '"') {
            if (!take_string(s, &text))
                return false;
            continue;
        }
        if (*s->at == '{' || *s->at == '[')
            depth++;
        else if (*s->at == '}' || *s->at == ']')
            depth--;
        if (depth < 0 || depth > DEEPEST)
            return false;
        if (isalnum((unsigned char)*s->at) || *s->at == '-')
            while (s->at + 1 < s->end &&
                   (isalnum((unsigned char)s->at[1]) || strchr("+-.", s->at[1])))
                s->at++;
        s->at++;
    } while (depth > 0);
    return true;
}

/* Moves to the value of member name. */
static bool enter_member(struct scan *s, struct kc_str name)
{
    struct kc_str key;

    if (!take(s, '{'))
        return false;
    do {
        if (!take_string(s, &key) || !take(s, ':'))
            return false;
        skip_space(s);
        if (key.length == name.length && memcmp(key.at, name.at, name.length) == 0)
            return true;
        if (!skip_value(s))
            return false;
    } while (take(s, ','));
    return false;
}

static bool enter_place(struct scan *s, uint64_t place)
{
    if (!take(s, '['))
        return false;
    for (uint64_t i = 0; i < place; i++)
        if (!skip_value(s) || !take(s, ','))
            return false;
    skip_space(s);
    return s->at < s->end && *s->at != ']';
}

bool kc_json_span(struct kc_str text, const char *path, struct kc_str *span)
{
    struct scan   s = { text.at, text.at + text.length };
    struct kc_str rest = kc_str_from(path);

    skip_space(&s);
    while (rest.length) {
        const struct kc_str step = kc_str_cut(&rest, '.');
        uint64_t            place;

        if (kc_str_u64(step, &place) ? !enter_place(&s, place) : !enter_member(&s, step))
            return false;
    }
    span->at = s.at;
    if (!skip_value(&s))
        return false;
    span->length = (size_t)(s.at - span->at);
    return true;
}

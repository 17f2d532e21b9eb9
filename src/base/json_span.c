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
    while (s->at < s->end && *s->at && strchr(" \t\r\n", *s->at))
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

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '+' || c == '-' || c == '.';
}

static bool starts_value(char c)
{
    return in_word(c) || c == '"' || c == '{' || c == '[';
}

/* Passes over a string, a word or one mark of punctuation. */
static bool skip_token(struct scan *s)
{
    struct kc_str text;

    if (*s->at == '"')
        return take_string(s, &text);
    if (!in_word(*s->at)) {
        s->at++;
        return true;
    }
    while (s->at < s->end && in_word(*s->at))
        s->at++;
    return true;
}

/* Passes over one value. */
static bool skip_value(struct scan *s)
{
    int depth = 0;

    do {
        skip_space(s);
        if (s->at >= s->end || (depth == 0 && !starts_value(*s->at)))
            return false;
        if (*s->at == '{' || *s->at == '[')
            depth++;
        else if (*s->at == '}' || *s->at == ']')
            depth--;
        if (depth > DEEPEST || !skip_token(s))
            return false;
    } while (depth > 0);
    return true;
}

/* Moves to the value of member name; the last one of that name counts. */
static bool enter_member(struct scan *s, struct kc_str name)
{
    const char   *found = NULL;
    struct kc_str key;

    if (!take(s, '{'))
        return false;
    do {
        if (!take_string(s, &key) || !take(s, ':'))
            break;
        skip_space(s);
        if (key.length == name.length && memcmp(key.at, name.at, name.length) == 0)
            found = s->at;
    } while (skip_value(s) && take(s, ','));
    s->at = found;
    return found != NULL;
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

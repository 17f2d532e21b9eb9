/* Text helpers: cutting, numbers, UTF-8, nearest names, growing buffers. */
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

struct kc_str kc_str_from(const char *text)
{
    return (struct kc_str){ text, strlen(text) };
}

bool kc_str_is(struct kc_str s, const char *text)
{
    return s.length == strlen(text) && memcmp(s.at, text, s.length) == 0;
}

bool kc_str_starts(struct kc_str s, const char *prefix)
{
    const size_t n = strlen(prefix);

    return s.length >= n && memcmp(s.at, prefix, n) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

struct kc_str kc_str_trim(struct kc_str s)
{
    while (s.length && is_blank(s.at[0])) {
        s.at++;
        s.length--;
    }
    while (s.length && is_blank(s.at[s.length - 1]))
        s.length--;
    return s;
}

struct kc_str kc_str_cut(struct kc_str *s, char separator)
{
    const char   *found = s->length ? memchr(s->at, separator, s->length) : NULL;
    struct kc_str head = *s;

    if (!found) {
        if (s->length) /* the empty text may have no place */
            s->at += s->length;
        s->length = 0;
        return head;
    }
    head.length = (size_t)(found - s->at);
    s->at = found + 1;
    s->length -= head.length + 1;
    return head;
}

int kc_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (c | 32) - 'a' + 10;
    return -1;
}

bool kc_str_u64(struct kc_str s, uint64_t *value)
{
    uint64_t base = 10, v = 0;

    if (kc_str_starts(s, "0x")) {
        base = 16;
        s.at += 2;
        s.length -= 2;
    }
    if (!s.length)
        return false;
    for (size_t i = 0; i < s.length; i++) {
        const uint64_t digit = (uint64_t)kc_hex_digit(s.at[i]);

        if (digit >= base || v > (UINT64_MAX - digit) / base)
            return false;
        v = v * base + digit;
    }
    *value = v;
    return true;
}

size_t kc_utf8_length(const char *text, size_t length)
{
    const unsigned char  *s = (const unsigned char *)text;
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t                n;
    uint32_t              code;

    if (!length)
        return 0;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xc2 && s[0] < 0xe0)
        n = 2, code = s[0] & 0x1fu;
    else if (s[0] >= 0xe0 && s[0] < 0xf0)
        n = 3, code = s[0] & 0x0fu;
    else if (s[0] >= 0xf0 && s[0] < 0xf5)
        n = 4, code = s[0] & 0x07u;
    else
        return 0;
    if (length < n)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    if (code < smallest[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return n;
}

enum { NEAREST_LONGEST = 40 };

static unsigned edit_distance(struct kc_str a, const char *b, size_t b_length)
{
    unsigned row[NEAREST_LONGEST + 1];

    for (unsigned j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        unsigned diagonal = row[0];

        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            const bool same =
                toupper((unsigned char)a.at[i - 1]) == toupper((unsigned char)b[j - 1]);
            unsigned best = diagonal + !same;

            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[b_length];
}

/* The shortest candidate that begins with word, when word is long enough to mean it. */
static const char *shortest_completion(struct kc_str word, const char *const *candidates,
                                       size_t count)
{
    const char *shortest = NULL;

    for (size_t i = 0; i < count && word.length >= 4; i++) {
        const size_t length = strlen(candidates[i]);

        if (length >= word.length && length <= NEAREST_LONGEST &&
            edit_distance(word, candidates[i], word.length) == 0 &&
            (!shortest || length < strlen(shortest)))
            shortest = candidates[i];
    }
    return shortest;
}

const char *kc_str_nearest(struct kc_str word, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    unsigned    best = (unsigned)(word.length / 3 + 1);

    if (word.length == 0 || word.length > NEAREST_LONGEST)
        return NULL;
    if ((nearest = shortest_completion(word, candidates, count)))
        return nearest;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(candidates[i]);

        if (length > NEAREST_LONGEST)
            continue;
        const unsigned distance = edit_distance(word, candidates[i], length);

        if (distance < best || (distance == best && !nearest)) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

static void reserve(struct kc_buf *buf, size_t more)
{
    size_t capacity = buf->capacity ? buf->capacity : 256;

    while (capacity - buf->length <= more)
        capacity *= 2;
    if (capacity != buf->capacity) {
        buf->text = kc_realloc(buf->text, capacity);
        buf->capacity = capacity;
    }
}

void kc_buf_add(struct kc_buf *buf, const char *text, size_t length)
{
    reserve(buf, length);
    if (length)
        memcpy(buf->text + buf->length, text, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void kc_buf_puts(struct kc_buf *buf, const char *text)
{
    kc_buf_add(buf, text, strlen(text));
}

void kc_buf_printf(struct kc_buf *buf, const char *format, ...)
{
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0);
    reserve(buf, (size_t)length + 1);
    vsnprintf(buf->text + buf->length, (size_t)length + 1, format, again);
    buf->length += (size_t)length;
    va_end(again);
    va_end(args);
}

void kc_buf_free(struct kc_buf *buf)
{
    free(buf->text);
    *buf = (struct kc_buf){ 0 };
}

/* C0 controls, DEL, and the C1 controls that UTF-8 writes as C2 80 to C2 9F. */
static bool is_control(const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;

    return length == 1 ? s[0] < 32 || s[0] == 127 : length == 2 && s[0] == 0xc2 && s[1] < 0xa0;
}

void kc_buf_add_utf8(struct kc_buf *buf, const char *text, size_t length)
{
    size_t start = 0;

    for (size_t i = 0; i < length;) {
        const size_t n = kc_utf8_length(text + i, length - i);

        if (n) {
            i += n;
            continue;
        }
        kc_buf_add(buf, text + start, i - start);
        kc_buf_puts(buf, "\xef\xbf\xbd");
        start = ++i;
    }
    kc_buf_add(buf, text + start, length - start);
}

void kc_buf_add_visible(struct kc_buf *buf, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const size_t n = kc_utf8_length(text + i, length - i);

        if (text[i] == '\t')
            kc_buf_add(buf, " ", 1);
        else if (n == 0 || is_control(text + i, n))
            kc_buf_add(buf, "?", 1);
        else
            kc_buf_add(buf, text + i, n);
        i += n ? n : 1;
    }
}

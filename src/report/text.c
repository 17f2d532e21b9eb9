/* Escaping and cutting of text that strangers wrote. */
#include "report/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- characters --------------------------------------------------------------------------- */

static uint32_t code_point(const char *text, size_t n)
{
    const unsigned char *s = (const unsigned char *)text;
    uint32_t             code = n == 1 ? s[0] : s[0] & (0xffu >> (n + 1));

    for (size_t i = 1; i < n; i++)
        code = code << 6 | (s[i] & 0x3fu);
    return code;
}

/* Characters that take no room or turn the direction of what follows. */
static bool is_invisible(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = { { 0x80, 0x9f },       { 0xad, 0xad },     { 0x34f, 0x34f },
                   { 0x61c, 0x61c },     { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },
                   { 0x180b, 0x180f },   { 0x200b, 0x200f }, { 0x2028, 0x202e },
                   { 0x2060, 0x206f },   { 0x3164, 0x3164 }, { 0xfdd0, 0xfdef },
                   { 0xfeff, 0xfeff },   { 0xfff9, 0xfffb }, { 0xffa0, 0xffa0 },
                   { 0xfffe, 0xffff },   { 0xe000, 0xf8ff }, { 0xe0000, 0xe0fff },
                   { 0xf0000, 0x10ffff } };

    for (size_t i = 0; i < KC_COUNT(ranges); i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

/* How many bytes a terminal escape at text takes; 0: it is none. */
static size_t escape_length(const char *text, size_t length)
{
    size_t i = 2;

    if (length < 2 || text[0] != '\x1b')
        return 0;
    if (text[1] == '[') {
        while (i < length && i < 64 && text[i] >= 0x20 && text[i] < 0x40)
            i++;
        return i < length && text[i] >= 0x40 && text[i] < 0x7f ? i + 1 : 2;
    }
    if (text[1] == ']' || text[1] == 'P' || text[1] == '_' || text[1] == '^' || text[1] == 'X') {
        for (; i < length && i < 4096; i++)
            if (text[i] == '\a' || (text[i] == '\\' && text[i - 1] == '\x1b'))
                return i + 1;
        return 2;
    }
    return text[1] >= 0x20 && text[1] < 0x7f ? 2 : 0;
}

static void add_ascii(struct kc_buf *out, char c)
{
    switch (c) {
    case '<':
        kc_buf_puts(out, "&lt;");
        return;
    case '>':
        kc_buf_puts(out, "&gt;");
        return;
    case '&':
        kc_buf_puts(out, "&amp;");
        return;
    case '"':
        kc_buf_puts(out, "&quot;");
        return;
    case '\'':
        kc_buf_puts(out, "&#39;");
        return;
    case 0x7f:
        kc_buf_puts(out, "\xe2\x90\xa1"); /* picture of DEL */
        return;
    default:
        kc_buf_add(out, (char[]){ '\xe2', '\x90', (char)(0x80 + c) }, 3); /* U+2400 + c */
    }
}

static bool is_plain(char c)
{
    return (c >= 0x20 && c < 0x7f && c != '<' && c != '>' && c != '&' && c != '"' && c != '\'') ||
           c == '\t';
}

/* Adds the character at text, and returns how many bytes it took. */
static size_t add_one(struct kc_buf *out, const char *text, size_t length)
{
    const size_t n = kc_utf8_length(text, length), escape = escape_length(text, length);

    if (escape)
        return escape;
    if (n == 0) {
        kc_buf_puts(out, "\xef\xbf\xbd");
        return 1;
    }
    if (n == 1)
        add_ascii(out, *text);
    else if (is_invisible(code_point(text, n)))
        kc_buf_printf(out, "[U+%04" PRIX32 "]", code_point(text, n));
    else
        kc_buf_add(out, text, n);
    return n;
}

void kc_text_piece(struct kc_buf *out, struct kc_str text)
{
    size_t i = 0;

    while (i < text.length) {
        size_t start = i;

        while (i < text.length && is_plain(text.at[i]))
            i++;
        kc_buf_add(out, text.at + start, i - start);
        if (i < text.length)
            i += add_one(out, text.at + i, text.length - i);
    }
}

/* ---- cutting ------------------------------------------------------------------------------ */

struct kc_str kc_text_cut(struct kc_str text, size_t most)
{
    if (text.length <= most)
        return text;
    while (most > 0 && (text.at[most] & 0xc0) == 0x80)
        most--;
    return (struct kc_str){ text.at, most };
}

bool kc_text_next(struct kc_str *rest, struct kc_str *line)
{
    if (rest->length == 0)
        return false;
    *line = kc_str_cut(rest, '\n');
    if (line->length && line->at[line->length - 1] == '\r')
        line->length--;
    return true;
}

void kc_text_name(struct kc_buf *out, struct kc_str text)
{
    const struct kc_str start = kc_text_cut(text, KC_TEXT_NAME);

    kc_text_piece(out, start);
    if (start.length < text.length)
        kc_buf_puts(out, "\xe2\x80\xa6");
}

void kc_text_names(struct kc_buf *out, const char *text)
{
    kc_text_name(out, kc_str_from(text ? text : ""));
}

void kc_text_lines(struct kc_buf *out, struct kc_str text, size_t most)
{
    const struct kc_str all = text;
    struct kc_str       rest = kc_text_cut(text, most), line;
    const size_t        shown = rest.length;

    while (kc_text_next(&rest, &line)) {
        const struct kc_str start = kc_text_cut(line, KC_TEXT_LINE);

        kc_text_piece(out, start);
        if (start.length < line.length) {
            kc_buf_puts(out, "\xe2\x80\xa6 [a line of ");
            kc_text_bytes(out, line.length);
            kc_buf_puts(out, "]");
        }
        kc_buf_puts(out, "\n");
    }
    if (shown == all.length)
        return;
    kc_buf_puts(out, "\xe2\x80\xa6 [");
    kc_text_bytes(out, all.length - shown);
    kc_buf_puts(out, " of ");
    kc_text_bytes(out, all.length);
    kc_buf_puts(out, " left out; kc export has all of it]\n");
}

/* ---- Markdown ----------------------------------------------------------------------------- */

void kc_text_markdown(struct kc_buf *out, const char *text)
{
    struct kc_str rest = kc_text_cut(kc_str_from(text), KC_TEXT_NAME);

    for (size_t i = 0; i < rest.length;) {
        const char c = rest.at[i];

        if (strchr("\\`*_[]#|~", c) && c) {
            kc_buf_add(out, (char[]){ '\\', c }, 2);
            i++;
        } else if (is_plain(c)) {
            kc_buf_add(out, &c, 1);
            i++;
        } else {
            i += add_one(out, rest.at + i, rest.length - i);
        }
    }
}

/* ---- numbers ------------------------------------------------------------------------------ */

void kc_text_count(struct kc_buf *out, uint64_t value)
{
    char         digits[24];
    const size_t n = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, value);

    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            kc_buf_puts(out, ",");
        kc_buf_add(out, &digits[i], 1);
    }
}

void kc_text_bytes(struct kc_buf *out, uint64_t bytes)
{
    if (bytes < 1024)
        kc_buf_printf(out, "%" PRIu64 " bytes", bytes);
    else if (bytes < 1024 * 1024)
        kc_buf_printf(out, "%.1f KiB", (double)bytes / 1024.0);
    else
        kc_buf_printf(out, "%.1f MiB", (double)bytes / (1024.0 * 1024.0));
}

void kc_text_short(struct kc_buf *out, double value)
{
    static const char *const units[] = { "", " k", " M", " G", " T", " P", " E" };
    size_t                   unit = 0;

    while (fabs(value) >= 999.95 && unit + 1 < KC_COUNT(units)) {
        value /= 1000.0;
        unit++;
    }
    kc_buf_printf(out, unit ? "%.1f%s" : "%.0f%s", value, units[unit]);
}

void kc_text_ratio(struct kc_buf *out, double value)
{
    const int digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.995 ? 2 : 3;

    kc_buf_printf(out, "%.*f\xc3\x97", digits, value);
}

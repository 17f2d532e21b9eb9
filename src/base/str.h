/* base/str.h: borrowed text (kc_str) and text that grows (kc_buf).
 *
 * A kc_str points into somebody else's bytes, may hold NUL, and is never freed.
 * A kc_buf starts as { 0 }, owns its bytes and ends with kc_buf_free.
 */
#ifndef KC_BASE_STR_H
#define KC_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct kc_str {
    const char *at;
    size_t      length;
};

struct kc_str kc_str_from(const char *text);
bool          kc_str_is(struct kc_str s, const char *text);
bool          kc_str_starts(struct kc_str s, const char *prefix);
struct kc_str kc_str_trim(struct kc_str s);

/* Cuts s at the first separator: returns what stands before it and leaves the rest in s.
 * Without a separator everything is returned and s becomes empty. */
struct kc_str kc_str_cut(struct kc_str *s, char separator);

/* The value of a hexadecimal digit, or -1. */
int kc_hex_digit(char c);

/* Decimal or 0x hexadecimal, the whole of s, nothing else; false when it is not one or overflows.
 */
bool kc_str_u64(struct kc_str s, uint64_t *value);

/* Pass to "%.*s". */
#define KC_STR(s) (int)((s).length > 200 ? 200 : (s).length), (s).at

/* How many bytes the well-formed UTF-8 sequence at text takes; 0 when it is malformed. */
size_t kc_utf8_length(const char *text, size_t length);

/* The candidate closest to word in edit distance (case ignored), or NULL when none is close. */
const char *kc_str_nearest(struct kc_str word, const char *const *candidates, size_t count);

struct kc_buf {
    char  *text; /* always NUL-terminated once something was written */
    size_t length, capacity;
};

void kc_buf_add(struct kc_buf *buf, const char *text, size_t length);
void kc_buf_puts(struct kc_buf *buf, const char *text);
void kc_buf_printf(struct kc_buf *buf, const char *format, ...) KC_PRINTF(2, 3);
void kc_buf_free(struct kc_buf *buf);

/* Adds text with malformed UTF-8 replaced by U+FFFD, byte by byte. */
void kc_buf_add_utf8(struct kc_buf *buf, const char *text, size_t length);

/* Adds text as a person may safely see it: control characters and malformed UTF-8 become '?',
 * a tab becomes a blank, so that every character is one column wide. */
void kc_buf_add_visible(struct kc_buf *buf, const char *text, size_t length);

#endif

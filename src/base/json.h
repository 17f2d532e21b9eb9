/* base/json.h: JSON values, behind a thin header so that the library can be exchanged.
 *
 * Ownership: a value belongs to whoever made or parsed it until it is set into or pushed onto
 * another one, which then owns it.  Free only roots.  64-bit integers and doubles survive a round
 * trip; strings are written as valid UTF-8 (malformed bytes become U+FFFD).
 */
#ifndef KC_BASE_JSON_H
#define KC_BASE_JSON_H

#include "base/str.h"

typedef struct kc_json kc_json;

kc_json *kc_json_object(void);
kc_json *kc_json_array(void);
kc_json *kc_json_int(int64_t value);
kc_json *kc_json_uint(uint64_t value);
kc_json *kc_json_str(const char *text, size_t length);

/* A number, or "inf", "-inf", "nan" as text: JSON has no such numbers. */
kc_json *kc_json_double(double value);

void kc_json_set(kc_json *object, const char *key, kc_json *value);
void kc_json_set_int(kc_json *object, const char *key, int64_t value);
void kc_json_set_uint(kc_json *object, const char *key, uint64_t value);
void kc_json_set_str(kc_json *object, const char *key, const char *text);
void kc_json_set_bool(kc_json *object, const char *key, bool value);
void kc_json_set_double(kc_json *object, const char *key, double value);
void kc_json_push(kc_json *array, kc_json *value);

/* The whole of text must be one value; NULL when it is not. */
kc_json *kc_json_parse(struct kc_str text);

/* Borrowed; NULL or the fallback when absent or of another type. */
kc_json    *kc_json_get(const kc_json *object, const char *key);
kc_json    *kc_json_at(const kc_json *array, size_t index);
size_t      kc_json_length(const kc_json *array);
const char *kc_json_get_str(const kc_json *object, const char *key, const char *fallback);
int64_t     kc_json_get_int(const kc_json *object, const char *key, int64_t fallback);
double      kc_json_get_double(const kc_json *object, const char *key, double fallback);

/* pretty: two blanks of indentation and a final newline; else one line without a newline. */
void kc_json_print(const kc_json *value, struct kc_buf *out, bool pretty);
void kc_json_free(kc_json *root);

#endif

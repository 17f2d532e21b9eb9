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

/* The same, written with six significant digits: for readers who pay by the character. */
kc_json *kc_json_short(double value);

void kc_json_set(kc_json *object, const char *key, kc_json *value);
void kc_json_set_int(kc_json *object, const char *key, int64_t value);
void kc_json_set_uint(kc_json *object, const char *key, uint64_t value);
void kc_json_set_str(kc_json *object, const char *key, const char *text);
void kc_json_set_bool(kc_json *object, const char *key, bool value);
void kc_json_set_double(kc_json *object, const char *key, double value);
void kc_json_push(kc_json *array, kc_json *value);

/* The whole of text must be one value; NULL when it is not. */
kc_json *kc_json_parse(struct kc_str text);

/* The same for text whose sender cannot be asked again: nests deeper, malformed UTF-8 becomes
 * U+FFFD, a byte order mark is passed over, NaN is read and integers beyond 64 bits are clamped. */
kc_json *kc_json_parse_lenient(struct kc_str text);

enum kc_json_type {
    KC_JSON_NULL, /* also what is absent */
    KC_JSON_BOOL,
    KC_JSON_INT,
    KC_JSON_DOUBLE,
    KC_JSON_STRING,
    KC_JSON_ARRAY,
    KC_JSON_OBJECT,
};

enum kc_json_type kc_json_type(const kc_json *value);
const char       *kc_json_type_name(enum kc_json_type type);

/* The string of a string value, which may hold NUL; empty for other types.  Borrowed. */
struct kc_str kc_json_text(const kc_json *value);
int64_t       kc_json_to_int(const kc_json *value, int64_t fallback);
bool          kc_json_get_bool(const kc_json *object, const char *key, bool fallback);

/* Calls each for every member of an object, in order. */
void kc_json_each(const kc_json *object,
                  void (*each)(void *context, const char *key, kc_json *value), void *context);

/* A value of its own that is equal to this one. */
kc_json *kc_json_copy(const kc_json *value);

/* Prints as this text, byte for byte: opaque fields on their way back.  The text must be JSON. */
kc_json *kc_json_raw(struct kc_str text);

/* Where a value stands in JSON text, its bytes as they are: path "choices.0.message" names members
 * and array places; of equal keys the last counts, as in parsing.  False when there is none or the
 * text is malformed before it; keys written with escapes are not found. */
bool kc_json_span(struct kc_str text, const char *path, struct kc_str *span);

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

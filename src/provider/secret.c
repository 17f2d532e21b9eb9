/* Taking a key out of text that comes from outside. */
#include "provider/secret.h"

#include <string.h>

enum { SHORTEST = 8, TELLING = 7 }; /* characters of a key; of a beginning that gives it away */

static const char stand_in[] = "[key]";

void kc_secret_scrub(struct kc_buf *text, const char *key)
{
    const size_t  n = key ? strlen(key) : 0;
    struct kc_buf clean = { 0 };
    const char   *at = text->text, *end = at + text->length;
    const char   *found = n >= SHORTEST && at ? memmem(at, text->length, key, n) : NULL;

    if (!found)
        return;
    for (; found; found = memmem(at, (size_t)(end - at), key, n)) {
        kc_buf_add(&clean, at, (size_t)(found - at));
        kc_buf_puts(&clean, stand_in);
        at = found + n;
    }
    kc_buf_add(&clean, at, (size_t)(end - at));
    kc_buf_free(text);
    *text = clean;
}

void kc_secret_scrub_message(char *message, const char *key)
{
    char beginning[TELLING + 1] = "";

    if (!key || strlen(key) < SHORTEST)
        return;
    memcpy(beginning, key, TELLING);
    for (char *found = message; (found = strstr(found, beginning));) {
        const size_t length = TELLING + strcspn(found + TELLING, " \t\n\"',;:()<>");
        const size_t kept = length < strlen(stand_in) ? length : strlen(stand_in);

        memcpy(found, stand_in, kept);
        memmove(found + kept, found + length, strlen(found + length) + 1);
        found += kept;
    }
}

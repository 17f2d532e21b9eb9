/* provider/secret.h: keys must not come out again, also not out of a server's mouth. */
#ifndef KC_PROVIDER_SECRET_H
#define KC_PROVIDER_SECRET_H

#include "base/str.h"

/* Replaces every occurrence of key in text; nothing when key is NULL or too short to be one. */
void kc_secret_scrub(struct kc_buf *text, const char *key);

/* The same in a message, and also words that only begin like the key: some servers quote a key with
 * its middle masked. */
void kc_secret_scrub_message(char *message, const char *key);

#endif

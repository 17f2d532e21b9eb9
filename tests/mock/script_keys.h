/* tests/mock/script_keys.h: the keys an object of the script may have. */
#ifndef KC_MOCK_SCRIPT_KEYS_H
#define KC_MOCK_SCRIPT_KEYS_H

#include "base/diag.h"
#include "base/json.h"

/* One error for each key of object that is not among the blank-separated allowed ones.  NULL has
 * no keys; anything else that is not an object is an error. */
void mock_keys(struct kc_diags *dg, const char *place, const kc_json *object, const char *allowed);

#endif

/* provider/table.h: the rows of providers.def and what the environment says to them. */
#ifndef KC_PROVIDER_TABLE_H
#define KC_PROVIDER_TABLE_H

#include "provider/wire.h"

struct kc_provider {
    struct kc_provider_info  info;
    const struct kc_dialect *dialect;
    unsigned                 quirks;
};

size_t                    kc_provider_count(void);
const struct kc_provider *kc_provider_row(size_t index);
const struct kc_provider *kc_provider_find(struct kc_str name); /* NULL: none */

/* The value of the first of the variables that is set and not blank, trimmed into the arena, and
 * which one it was; NULL when none is. */
const char *kc_environment(struct kc_arena *arena, const char *variables, const char **which);

#endif

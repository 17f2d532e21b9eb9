/* The providers. */
#include "provider/table.h"

#include <stdio.h>
#include <stdlib.h>

static const struct kc_provider providers[] = {
#define PROVIDER(name, keys, urls, url, dialect, quirks, key_needed) \
    { { name, keys, urls, url, #dialect, key_needed }, &kc_dialect_##dialect, quirks },
#include "provider/providers.def"
};

size_t kc_provider_count(void)
{
    return KC_COUNT(providers);
}

const struct kc_provider *kc_provider_row(size_t index)
{
    return index < KC_COUNT(providers) ? &providers[index] : NULL;
}

const struct kc_provider_info *kc_provider_at(size_t index)
{
    return index < KC_COUNT(providers) ? &providers[index].info : NULL;
}

const struct kc_provider *kc_provider_find(struct kc_str name)
{
    for (size_t i = 0; i < KC_COUNT(providers); i++)
        if (kc_str_is(name, providers[i].info.name))
            return &providers[i];
    return NULL;
}

const char *kc_environment(struct kc_arena *arena, const char *variables, const char **which)
{
    struct kc_str rest = kc_str_from(variables);

    while (rest.length) {
        const struct kc_str word = kc_str_cut(&rest, ' ');
        const char         *name = kc_arena_strndup(arena, word.at, word.length);
        const char         *value = getenv(name);
        const struct kc_str text = value ? kc_str_trim(kc_str_from(value)) : kc_str_from("");

        if (!text.length)
            continue;
        *which = name;
        return kc_arena_strndup(arena, text.at, text.length);
    }
    return NULL;
}

bool kc_provider_key_set(const struct kc_provider_info *info, char *variable, size_t size)
{
    struct kc_arena scratch = { 0 };
    const char     *which = "";
    const bool      set = kc_environment(&scratch, info->key_variable, &which) != NULL;

    snprintf(variable, size, "%s", which);
    kc_arena_free(&scratch);
    return set;
}

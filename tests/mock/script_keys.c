/* The keys an object of the script may have. */
#include "script_keys.h"

#include <string.h>

enum { MOST_KEYS = 32 };

struct checking {
    struct kc_diags *dg;
    const char      *place;
    const char      *allowed[MOST_KEYS];
    size_t           count;
};

static void check_key(void *context, const char *key, kc_json *value)
{
    const struct checking *c = context;

    (void)value;
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(key, c->allowed[i]) == 0)
            return;
    const char *near = kc_str_nearest(kc_str_from(key), c->allowed, c->count);

    kc_error_plain(c->dg, "script-key",
                   near ? kc_arena_printf(c->dg->arena, "did you mean '%s'?", near) : NULL,
                   "%s: unknown key '%s'", c->place, key);
}

void mock_keys(struct kc_diags *dg, const char *place, const kc_json *object, const char *allowed)
{
    struct kc_str   rest = kc_str_from(allowed);
    struct checking c = { .dg = dg, .place = place };

    while (rest.length && c.count < MOST_KEYS) {
        const struct kc_str key = kc_str_cut(&rest, ' ');

        c.allowed[c.count++] = kc_arena_strndup(dg->arena, key.at, key.length);
    }
    if (object && kc_json_type(object) != KC_JSON_OBJECT)
        kc_error_plain(dg, "script-type", NULL, "%s: an object is wanted, not %s", place,
                       kc_json_type_name(kc_json_type(object)));
    kc_json_each(object, check_key, &c);
}

/* The configuration of the simulated core as a table of parameters. */
#include "platforms/aie2/aie2_config.h"

#include <stddef.h>

#include "base/compiler.h"

#define CHOICE(name, default, doc, ...) \
    static const char *const choices_##name[] = { __VA_ARGS__, NULL };
#include "platforms/aie2/aie2_config.def"

static const struct kc_param rows[] = {
#define CHOICE(name, default, doc, ...) \
    { #name, KC_PARAM_CHOICE, offsetof(struct aie2_config, name), 0, 0, choices_##name, doc },
#include "platforms/aie2/aie2_config.def"
};

static const char *const none[] = { NULL };

const struct kc_params aie2_params = { rows, KC_COUNT(rows), none, none };

void *aie2_config_new(const struct kc_platform *self, struct kc_arena *arena)
{
    struct aie2_config *c = kc_arena_new(arena, struct aie2_config);

    (void)self;
    *c = (struct aie2_config){
#define CHOICE(name, default, ...) .name = default,
#include "platforms/aie2/aie2_config.def"
    };
    return c;
}

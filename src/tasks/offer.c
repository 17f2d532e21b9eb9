/* Offers: their sizes as rules and as families. */
#include "tasks/offer.h"

#include <inttypes.h>

#include "tasks/family.h"

static_assert((int)KC_OFFER_SIZES == (int)KC_PARAMS, "an offer has a size for every parameter");
static_assert((int)KC_OFFER_CONFIGS == (int)KC_CONFIGS, "an offer has all configurations");

/* Generated sizes are small, so that a test can run many of them. */
enum { GENERATED_MOST = 12, DRAWS = 64 };

const struct kc_offer *kc_offer_of(const struct kc_task *task, const char *platform)
{
    const struct kc_platform *found = kc_platform_find(kc_str_from(platform));

    for (size_t i = 0; found && i < found->offer_count; i++)
        if (kc_str_is(kc_str_from(task->name), found->offers[i].task))
            return &found->offers[i];
    return NULL;
}

static uint32_t unit_of(const struct kc_offer *offer, size_t i)
{
    return offer->multiple[i] ? offer->multiple[i] : 1;
}

const char *kc_task_illegal(struct kc_arena *arena, const struct kc_task *task,
                            const char *platform, const uint32_t *p)
{
    const struct kc_offer *offer = kc_offer_of(task, platform);

    for (size_t i = 0; offer && i < KC_PARAMS && task->params[i]; i++) {
        if (p[i] == 0 || p[i] % unit_of(offer, i))
            return kc_arena_printf(arena, "%s must be a multiple of %" PRIu32 " on %s",
                                   task->params[i], unit_of(offer, i), platform);
        if (p[i] > offer->most[i])
            return kc_arena_printf(arena, "%s is at most %" PRIu32 " on %s", task->params[i],
                                   offer->most[i], platform);
    }
    return task->illegal(platform, p);
}

static void draw(const struct kc_offer *offer, uint64_t seed, uint32_t *p)
{
    for (uint32_t i = 0; i < KC_PARAMS; i++) {
        const uint32_t unit = unit_of(offer, i), units = offer->most[i] / unit;
        const uint32_t count = units < GENERATED_MOST ? units : GENERATED_MOST;

        p[i] = count ? kc_choose(seed, i, unit, unit, count) : 0;
    }
}

/* A draw may break a rule of the task between sizes: then another, and C1 in the end. */
void kc_task_generate(const struct kc_task *task, const char *platform, uint64_t seed, uint32_t *p)
{
    const struct kc_offer *offer = kc_offer_of(task, platform);

    if (!offer) {
        task->generate(platform, seed, p);
        return;
    }
    for (uint64_t i = 0; i < DRAWS; i++) {
        draw(offer, seed + i * UINT64_C(0x9e3779b97f4a7c15), p);
        if (!task->illegal(platform, p))
            return;
    }
    for (size_t i = 0; i < KC_PARAMS; i++)
        p[i] = offer->config[0][i];
}

/* mqa: multi-query attention with Q, K, V and O projections. */
#include "tasks/family.h"

static struct kc_heads heads(const uint32_t *p)
{
    return (struct kc_heads){ p[0], p[1], p[2], 1, p[2] ? p[1] / p[2] : 0 };
}

static const char *illegal(const char *platform, const uint32_t *p)
{
    return kc_heads_illegal(platform, heads(p));
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool lanes = kc_in_lanes(platform);

    p[0] = lanes ? kc_choose_sequence(seed, 0, 5) : kc_choose(seed, 0, 16, 16, 8);
    p[2] = kc_choose(seed, 1, 1, 1, 5);
    p[1] = p[2] * (lanes ? kc_choose(seed, 2, 16, 16, 2) : 64);
}

static void declare(struct kc_case *c)
{
    kc_heads_declare(c, heads(c->p));
}

static void reference(struct kc_case *c)
{
    kc_heads_task_reference(c, heads(c->p));
}

KC_TASK(mqa) = {
    .id = 20,
    .level = 2,
    .name = "mqa",
    .title = "Multi-query attention",
    .formula = "as mha, with one key/value head shared by all query heads",
    .params = { "S", "H", "nh" },
    .units = 5,
    .units_reason = "measured 2.8: MX storage of keys and values can flip a code",
    .units_on = { "aie2", 4, "measured 2.5: seven stages round, averaged over the products" },
    .configs = { { "plena",
                   { { 32, 128, 2 },
                     { 64, 256, 4 },
                     { 64, 512, 8 },
                     { 128, 512, 8 },
                     { 128, 512, 8 } } },
                 { "aie2",
                   { { 8, 64, 4 },
                     { 16, 128, 2 },
                     { 32, 128, 8 },
                     { 64, 256, 4 },
                     { 128, 512, 8 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
};

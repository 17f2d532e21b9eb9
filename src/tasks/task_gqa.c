/* gqa: grouped-query attention with Q, K, V and O projections. */
#include <math.h>

#include "tasks/family.h"

static struct kc_heads heads(const uint32_t *p)
{
    return (struct kc_heads){ p[0], p[1], p[2], p[3], p[2] ? p[1] / p[2] : 0 };
}

static const char *illegal(const char *platform, const uint32_t *p)
{
    return kc_heads_illegal(platform, heads(p));
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    (void)platform;
    p[0] = kc_choose(seed, 0, 16, 16, 8);
    p[3] = kc_choose(seed, 1, 1, 1, 2);
    p[2] = p[3] * kc_choose(seed, 2, 1, 1, 3);
    p[1] = p[2] * 64;
}

static void declare(struct kc_case *c)
{
    const struct kc_heads a = heads(c->p);

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, a.s, a.h);
    kc_heads_weights_declare(c, "", a);
    kc_output(c, "y", a.s, a.h);
    kc_heads_stages_declare(c, "", a);
    kc_constant(c, "1/sqrt(d)", 1.0 / sqrt(a.d));
    kc_constant(c, "-inf", -INFINITY);
}

static void reference(struct kc_case *c)
{
    const struct kc_mat x = kc_mat_of(&c->in[0]);

    kc_heads_reference(c, kc_mat_of(&c->out), x, x, kc_heads_weights_at(c, 1), heads(c->p), "");
}

KC_TASK(gqa) = {
    .id = 19,
    .level = 2,
    .name = "gqa",
    .title = "Grouped-query attention",
    .formula = "as mha, with nkv key/value heads: query head i uses key/value head i * nkv / nh, "
               "rounded down",
    .params = { "S", "H", "nh", "nkv" },
    .units = 4,
    .units_reason = "measured 2.3: MX storage of keys and values can flip a code",
    .configs = { { "plena",
                   { { 32, 128, 2, 1 },
                     { 64, 256, 4, 2 },
                     { 64, 512, 8, 4 },
                     { 128, 512, 8, 4 },
                     { 128, 512, 8, 2 } } },
                 { "aie2",
                   { { 8, 64, 4, 1 },
                     { 16, 128, 2, 1 },
                     { 32, 128, 8, 2 },
                     { 64, 256, 4, 2 },
                     { 128, 256, 4, 2 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
};

/* rope: rotary position encoding.  cos and sin tables are inputs; PLENA, which cannot rotate lanes,
 * also gets rot, the signed permutation with rot(x) = x * rot. */
#include <math.h>
#include <string.h>

#include "tasks/family.h"

static const char *illegal(const char *platform, const uint32_t *p)
{
    if (kc_in_lanes(platform) && p[1] == 16)
        return kc_illegal_matrix(platform, p[0], p[1]);
    return kc_rowwise_illegal(platform, p);
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const uint32_t d = kc_choose(seed, 1, 0, 32, 5);

    p[0] = kc_choose(seed, 0, 4, 4, 24);
    p[1] = kc_choose(seed, 1, 64, 64, 3);
    if (kc_in_lanes(platform))
        p[1] = d ? d : 16;
}

static void declare(struct kc_case *c)
{
    const uint32_t s = c->p[0], d = c->p[1];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, s, d);
    kc_input(c, "cos", KC_ROLE_TABLE, KC_DRAW_GIVEN, s, d);
    kc_input(c, "sin", KC_ROLE_TABLE, KC_DRAW_GIVEN, s, d);
    if (strcmp(c->platform, "plena") == 0)
        kc_input(c, "rot", KC_ROLE_WEIGHT, KC_DRAW_GIVEN, d, d);
    kc_output(c, "y", s, d);
}

static void give(struct kc_case *c)
{
    const uint32_t s = c->p[0], d = c->p[1];

    for (uint32_t pos = 0; pos < s; pos++)
        for (uint32_t j = 0; j < d; j++) {
            const double angle = pos * pow(10000.0, -2.0 * (j % (d / 2)) / d);

            c->in[1].value[pos * d + j] = cos(angle);
            c->in[2].value[pos * d + j] = sin(angle);
        }
    for (uint32_t j = 0; c->in_count > 3 && j < d / 2; j++) {
        c->in[3].value[(j + d / 2) * d + j] = -1.0;
        c->in[3].value[j * d + j + d / 2] = 1.0;
    }
}

static void reference(struct kc_case *c)
{
    const uint32_t s = c->p[0], d = c->p[1];

    for (uint32_t i = 0; i < s * d; i++) {
        const uint32_t j = i % d, row = i - j;
        const double   turned =
            j < d / 2 ? -c->in[0].value[row + j + d / 2] : c->in[0].value[row + j - d / 2];
        const double a = c->in[0].value[i] * c->in[1].value[i], b = turned * c->in[2].value[i];

        c->out.value[i] = a + b;
        c->out.scale[i] = fmax(hypot(a, b), fabs(a + b));
    }
}

KC_TASK(rope) = {
    .id = 13,
    .level = 2,
    .name = "rope",
    .title = "Rotary position encoding",
    .formula =
        "y = x * cos + rot(x) * sin, rot(x) = (-x[D/2:], x[:D/2]) per row; an input rot[D,D] is "
        "the matrix with rot(x) = x rot",
    .params = { "S", "D" },
    .units = 3,
    .units_reason = "measured 1.0: two products and one sum round",
    .units_on = { "aie2", 2,
                  "measured 1.0: products and their sum stay in fp32, the result rounds" },
    .configs = { { "plena", { { 32, 64 }, { 64, 128 }, { 128, 64 }, { 128, 128 }, { 256, 128 } } },
                 { "aie2", { { 8, 16 }, { 16, 64 }, { 32, 16 }, { 64, 64 }, { 128, 64 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .give = give,
    .reference = reference,
};

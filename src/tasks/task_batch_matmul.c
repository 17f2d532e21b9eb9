/* batch_matmul: y_i = x_i w_i for i < B. */
#include "tasks/family.h"
#include "tasks/int.h"

static const char *illegal(const char *platform, const uint32_t *p)
{
    if (p[0] == 0 || p[0] > 64)
        return "B is 1 to 64";
    return kc_illegal_product(platform, p[1], p[2], p[3]);
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = kc_choose(seed, 0, 1, 1, 5);
    p[1] = ragged ? kc_ragged(seed, 1, 1, 30) : kc_choose(seed, 1, 4, 4, 8);
    p[2] = ragged ? kc_ragged(seed, 2, 1, 70) : kc_choose(seed, 2, 64, 64, 3);
    p[3] = ragged ? kc_ragged(seed, 3, 1, 70) : kc_choose(seed, 3, 64, 64, 3);
    if (kc_in_lanes(platform)) {
        p[1] = kc_choose(seed, 1, 8, 8, 4);
        p[2] = kc_choose(seed, 2, 32, 32, 4);
        p[3] = kc_choose(seed, 3, 32, 32, 4);
    }
}

static void declare(struct kc_case *c)
{
    const uint32_t b = c->p[0], m = c->p[1], k = c->p[2], n = c->p[3];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, m, k)->batch = b;
    kc_input(c, "w", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, k, n)->batch = b;
    kc_int_params(c, (uint32_t[]){ k }, 1);
    kc_output(c, "y", m, n)->batch = b;
}

static void reference(struct kc_case *c)
{
    const uint32_t m = c->p[1], k = c->p[2];

    for (uint32_t i = 0; i < c->p[0]; i++)
        kc_ref_matmul(kc_mat_rows(kc_mat_of(&c->out), i * m, m),
                      kc_mat_rows(kc_mat_of(&c->in[0]), i * m, m),
                      kc_mat_rows(kc_mat_of(&c->in[1]), i * k, k));
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_requantise(c, kc_mat_of(&c->out), 0);
}

KC_TASK(batch_matmul) = {
    .id = 9,
    .level = 1,
    .name = "batch_matmul",
    .title = "Batched matrix product",
    .formula = "y_i = x_i w_i for i < B",
    .params = { "B", "M", "K", "N" },
    .units = 4,
    .units_reason = "fixed for one product: partial sums in bf16 are legal",
    .configs = { { "plena",
                   { { 2, 4, 64, 64 },
                     { 4, 8, 128, 128 },
                     { 8, 16, 128, 256 },
                     { 16, 32, 256, 256 },
                     { 32, 64, 256, 512 } } },
                 { "aie2",
                   { { 8, 16, 64, 64 },
                     { 16, 32, 256, 128 },
                     { 16, 64, 256, 256 },
                     { 32, 64, 512, 256 },
                     { 32, 64, 256, 1024 } } },
                 { "coral",
                   { { 2, 32, 32, 32 },
                     { 4, 32, 32, 32 },
                     { 2, 64, 64, 32 },
                     { 4, 32, 64, 32 },
                     { 2, 32, 64, 64 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y[b,m,n] = rq(sum over k of x[b,m,k] * w[b,k,n])", KC_INT_EXACT, KC_NUMBER_INT8,
                 integer_reference },
};

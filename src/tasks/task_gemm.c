/* gemm: y = x w. */
#include "tasks/family.h"
#include "tasks/int.h"

static const char *illegal(const char *platform, const uint32_t *p)
{
    return kc_illegal_product(platform, p[0], p[1], p[2]);
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 1, 40) : kc_choose(seed, 0, 4, 4, 12);
    p[1] = ragged ? kc_ragged(seed, 1, 1, 100) : kc_choose(seed, 1, 64, 64, 5);
    p[2] = ragged ? kc_ragged(seed, 2, 1, 100) : kc_choose(seed, 2, 64, 64, 5);
    if (kc_in_lanes(platform)) {
        p[0] = kc_choose(seed, 0, 8, 8, 6);
        p[1] = kc_choose(seed, 1, 32, 32, 8);
        p[2] = kc_choose(seed, 2, 32, 32, 8);
    }
}

static void declare(struct kc_case *c)
{
    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, c->p[0], c->p[1]);
    kc_input(c, "w", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, c->p[1], c->p[2]);
    kc_int_params(c, (uint32_t[]){ c->p[1] }, 1);
    kc_output(c, "y", c->p[0], c->p[2]);
}

static void reference(struct kc_case *c)
{
    kc_ref_matmul(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]));
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_requantise(c, kc_mat_of(&c->out), 0);
}

KC_TASK(gemm) = {
    .id = 8,
    .level = 1,
    .name = "gemm",
    .title = "Matrix product",
    .formula = "y = x w",
    .params = { "M", "K", "N" },
    .units = 4,
    .units_reason = "fixed for one product: partial sums in bf16 are legal",
    .configs = { { "plena",
                   { { 4, 64, 64 },
                     { 8, 128, 128 },
                     { 16, 128, 256 },
                     { 32, 256, 256 },
                     { 64, 256, 512 } } },
                 { "aie2",
                   { { 8, 64, 64 },
                     { 16, 256, 128 },
                     { 32, 256, 256 },
                     { 64, 512, 256 },
                     { 128, 512, 1024 } } },
                 { "coral",
                   { { 32, 32, 32 },
                     { 32, 64, 64 },
                     { 64, 64, 64 },
                     { 128, 32, 64 },
                     { 32, 64, 128 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y[m,n] = rq(sum over k of x[m,k] * w[k,n])", KC_INT_EXACT, KC_NUMBER_INT8,
                 integer_reference },
};

/* gemv: y = a x.  y is a vector of M, stored as one row. */
#include "tasks/family.h"
#include "tasks/int.h"

static const char *illegal(const char *platform, const uint32_t *p)
{
    const char *why = kc_illegal_matrix(platform, p[0], p[1]);

    return why ? why : kc_illegal_matrix(platform, 4, p[0]);
}

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 1, 150) : kc_choose(seed, 0, 64, 64, 6);
    p[1] = ragged ? kc_ragged(seed, 1, 1, 200) : kc_choose(seed, 1, 64, 64, 10);
    if (kc_in_lanes(platform)) {
        p[0] = kc_choose(seed, 0, 32, 32, 8);
        p[1] = kc_choose(seed, 1, 32, 32, 12);
    }
}

static void declare(struct kc_case *c)
{
    const uint32_t m = c->p[0], n = c->p[1];

    kc_input(c, "a", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, m, n);
    c->fan_in[0] = n;
    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, 1, n);
    kc_int_params(c, (uint32_t[]){ n }, 1);
    kc_output(c, "y", 1, m);
}

static void reference(struct kc_case *c)
{
    kc_ref_matmul_t(kc_mat_of(&c->out), kc_mat_of(&c->in[1]), kc_mat_of(&c->in[0]));
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_requantise(c, kc_mat_of(&c->out), 0);
}

KC_TASK(gemv) = {
    .id = 7,
    .level = 1,
    .name = "gemv",
    .title = "Matrix times vector",
    .formula = "y = a x",
    .params = { "M", "N" },
    .units = 4,
    .units_reason = "fixed for one product: partial sums in bf16 are legal",
    .configs = { { "plena",
                   { { 64, 512 }, { 128, 512 }, { 256, 512 }, { 512, 512 }, { 512, 1024 } } },
                 { "aie2",
                   { { 64, 64 }, { 128, 256 }, { 256, 256 }, { 512, 256 }, { 512, 1024 } } },
                 { "coral", { { 64, 32 }, { 64, 64 }, { 128, 64 }, { 64, 256 }, { 256, 64 } } } },
    .illegal = illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y[m] = rq(sum over n of a[m,n] * x[n])", KC_INT_EXACT, KC_NUMBER_INT8,
                 integer_reference },
};

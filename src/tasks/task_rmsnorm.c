/* rmsnorm: y = x / sqrt(mean(x^2) + eps) per row, eps = 1e-5 */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    kc_rowwise_tensors(c);
    kc_constant(c, "eps", 1e-5);
    kc_constant(c, "1/D", 1.0 / c->p[1]);
}

static void reference(struct kc_case *c)
{
    kc_ref_rmsnorm(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), 1e-5);
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat y = kc_mat_of(&c->out), x = kc_int_real(c, kc_mat_of(&c->in[0]), 1.0 / 32);

    kc_ref_rmsnorm(y, x, 1e-5);
    kc_int_grid8(c, y, 1.0 / 32);
}

KC_TASK(rmsnorm) = {
    .id = 6,
    .level = 1,
    .name = "rmsnorm",
    .title = "RMSNorm",
    .formula = "y = x / sqrt(mean(x^2) + eps) per row, eps = 1e-5",
    .params = KC_ROWWISE_PARAMS,
    .units = 5,
    .units_reason = "measured 2.9: square, sum, mean, root, reciprocal and product round",
    .units_on = { "aie2", 4, "measured 2.5: sums stay in fp32; factor and result round" },
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 4, 64 }, { 4, 128 }, { 16, 128 }, { 16, 256 }, { 32, 256 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = clamp8(round(32 * v / sqrt(mean(v^2) + eps))) per row, v = x/32, eps = 1e-5, "
                 "round half to even",
                 KC_INT_ONE_UNIT, KC_NUMBER_INT8, integer_reference },
};

/* layernorm: y = (x - mean) / sqrt(var + eps) per row, eps = 1e-5 */
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
    kc_ref_layernorm(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), 1e-5);
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat y = kc_mat_of(&c->out), x = kc_int_real(c, kc_mat_of(&c->in[0]), 1.0 / 32);

    kc_ref_layernorm(y, x, 1e-5);
    kc_int_grid8(c, y, 1.0 / 32);
}

KC_TASK(layernorm) = {
    .id = 5,
    .level = 1,
    .name = "layernorm",
    .title = "LayerNorm",
    .formula = "y = (x - mean) / sqrt(var + eps) per row, eps = 1e-5",
    .params = KC_ROWWISE_PARAMS,
    .units = 8.5,
    .units_reason =
        "measured 5.5: mean, difference, square, sum, root, reciprocal and product round",
    .units_on = { "aie2", 4,
                  "measured 2.5: sums stay in fp32; difference, factor and result round" },
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 4, 64 }, { 4, 128 }, { 16, 128 }, { 16, 256 }, { 32, 256 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = clamp8(round(32 * (v - mean) / sqrt(var + eps))) per row, v = x/32, eps = "
                 "1e-5, round half to even",
                 KC_INT_ONE_UNIT, KC_NUMBER_INT8, integer_reference },
};

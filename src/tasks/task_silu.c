/* silu: y = x * sigmoid(x) */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    kc_rowwise_tensors(c);
    kc_constant(c, "one", 1.0);
}

static void reference(struct kc_case *c)
{
    kc_ref_silu(kc_mat_of(&c->out), kc_mat_of(&c->in[0]));
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat y = kc_mat_of(&c->out), x = kc_int_real(c, kc_mat_of(&c->in[0]), 1.0 / 16);

    kc_ref_silu(y, x);
    kc_int_grid8(c, y, 1.0 / 16);
}

KC_TASK(silu) = {
    .id = 1,
    .level = 1,
    .name = "silu",
    .title = "SiLU",
    .formula = "y = x * sigmoid(x)",
    .params = KC_ROWWISE_PARAMS,
    .units = 2.5,
    .units_reason = "measured 1.6 on our kernels; the reciprocal and the product round last",
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 1, 512 }, { 1, 2048 }, { 1, 4096 }, { 1, 8192 }, { 1, 14336 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = clamp8(round(16 * v * sigmoid(v))), v = x/16, round half to even",
                 KC_INT_ONE_UNIT, KC_NUMBER_INT8, integer_reference },
};

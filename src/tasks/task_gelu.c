/* gelu: x Phi(x) with the exact normal CDF.  The sigmoid form x sigmoid(1.702 x) stays within the
 * bound because errors are relative to |x|; ReLU does not. */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    kc_rowwise_tensors(c);
    kc_constant(c, "one", 1.0);
    kc_constant(c, "1.702", 1.702);
    kc_constant(c, "0.044715", 0.044715);
    kc_constant(c, "sqrt(2/pi)", 0.79788456);
}

static void reference(struct kc_case *c)
{
    kc_ref_gelu(kc_mat_of(&c->out), kc_mat_of(&c->in[0]));
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat y = kc_mat_of(&c->out), x = kc_int_real(c, kc_mat_of(&c->in[0]), 1.0 / 16);

    kc_ref_gelu(y, x);
    kc_int_grid8(c, y, 1.0 / 16);
}

KC_TASK(gelu) = {
    .id = 3,
    .level = 1,
    .name = "gelu",
    .title = "GELU",
    .formula = "y = x * Phi(x), Phi the normal distribution function",
    .params = KC_ROWWISE_PARAMS,
    .units = 5,
    .units_reason =
        "fixed: x sigmoid(1.702 x) differs from x Phi(x) by at most 0.0095 |x|, 2.5 units",
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 1, 512 }, { 1, 2048 }, { 1, 4096 }, { 1, 8192 }, { 1, 14336 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = clamp8(round(16 * v * Phi(v))), v = x/16, Phi the normal distribution "
                 "function, round half to even",
                 KC_INT_ONE_UNIT, KC_NUMBER_INT8, integer_reference },
};

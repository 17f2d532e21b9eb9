/* relu: y = max(0, x) */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    kc_rowwise_tensors(c);
    kc_constant(c, "one", 1.0);
    kc_constant(c, "large", 65504.0);
}

static void reference(struct kc_case *c)
{
    kc_ref_relu(kc_mat_of(&c->out), kc_mat_of(&c->in[0]));
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_exact(kc_mat_of(&c->out));
}

KC_TASK(relu) = {
    .id = 2,
    .level = 1,
    .name = "relu",
    .title = "ReLU",
    .formula = "y = max(0, x)",
    .params = KC_ROWWISE_PARAMS,
    .units = 2,
    .units_reason = "exact up to one rounding where a machine has no maximum with a scalar",
    .units_on = { "aie2", 0, "exact: the larger of x and 0" },
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 1, 512 }, { 1, 2048 }, { 1, 4096 }, { 1, 8192 }, { 1, 14336 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = max(0, x)", KC_INT_EXACT, KC_NUMBER_INT8, integer_reference },
};

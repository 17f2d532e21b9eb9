/* softmax: y[r,:] = exp(x[r,:] - max) / sum(exp(x[r,:] - max)) */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    kc_rowwise_tensors(c);
    kc_constant(c, "-inf", -INFINITY);
}

static void reference(struct kc_case *c)
{
    kc_ref_softmax(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), 0.0, 0.0);
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat y = kc_mat_of(&c->out), x = kc_int_real(c, kc_mat_of(&c->in[0]), 1.0 / 16);

    kc_ref_softmax(y, x, 0.0, 0.0);
    for (size_t i = 0; i < (size_t)y.rows * y.cols; i++) {
        y.v[i] = rint(32767.0 * y.v[i]);
        y.s[i] = 8.0 + y.v[i] / 64.0;
    }
}

KC_TASK(softmax) = {
    .id = 4,
    .level = 1,
    .name = "softmax",
    .title = "Softmax",
    .formula = "y[r,:] = exp(x[r,:] - max) / sum(exp(x[r,:] - max))",
    .params = KC_ROWWISE_PARAMS,
    .units = 5,
    .units_reason = "measured 2.9: difference, exp, sum and quotient each round once",
    .units_on = { "aie2", 6, "measured 3.9: exp is a polynomial in bf16; factor and result round" },
    .configs = { KC_ROWWISE_CONFIGS,
                 { "coral", { { 4, 64 }, { 4, 128 }, { 16, 128 }, { 16, 256 }, { 32, 256 } } } },
    .illegal = kc_rowwise_illegal,
    .generate = kc_rowwise_generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = round(32767 * p), p[r,:] = exp(v[r,:] - max) / sum(exp(v[r,:] - max)), v = "
                 "x/16",
                 "|y - expected| <= 8 + expected/64", KC_NUMBER_INT16, integer_reference },
};

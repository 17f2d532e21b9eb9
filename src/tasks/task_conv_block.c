/* conv_block: convolution, batch normalisation as at inference, ReLU. */
#include <math.h>

#include "tasks/family.h"
#include "tasks/int.h"

static const double eps = 1e-5;

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 3, 12) : kc_choose(seed, 0, 8, 4, 3);
    p[1] = ragged ? kc_ragged(seed, 1, 1, 24) : kc_choose(seed, 1, 8, 8, 3);
    p[2] = ragged ? kc_ragged(seed, 2, 1, 40) : kc_choose(seed, 2, 8, 8, 4);
    p[3] = kc_choose(seed, 3, 1, 2, 2);
}

static void declare(struct kc_case *c)
{
    const uint32_t h = c->p[0], ci = c->p[1], co = c->p[2], k = c->p[3];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, h * h, ci);
    kc_input(c, "w", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, k * k * ci, co);
    kc_input(c, "gamma", KC_ROLE_BIAS, KC_DRAW_POSITIVE, 1, co);
    kc_input(c, "beta", KC_ROLE_BIAS, KC_DRAW_HALF, 1, co);
    kc_input(c, "mean", KC_ROLE_BIAS, KC_DRAW_HALF, 1, co);
    kc_input(c, "var", KC_ROLE_BIAS, KC_DRAW_POSITIVE, 1, co);
    for (size_t i = 2; c->integer && i < c->in_count; i++)
        c->in[i].number = KC_NUMBER_FLOAT32;
    kc_output(c, "y", h * h, co);
    kc_constant(c, "eps", eps);
}

/* From sums, in that unit, to results. */
static void normalise(struct kc_case *c, double unit)
{
    struct kc_mat  y = kc_mat_of(&c->out);
    const uint32_t co = c->p[2];

    for (size_t i = 0; i < (size_t)y.rows * co; i++) {
        const size_t j = i % co;
        const double factor = c->in[2].value[j] / sqrt(c->in[5].value[j] + eps);
        const double z = factor * (unit * y.v[i] - c->in[4].value[j]) + c->in[3].value[j];

        y.s[i] = fmax(hypot(factor * y.s[i], factor * c->in[4].value[j]), fabs(z));
        y.v[i] = z > 0.0 ? z : 0.0;
    }
}

static void reference(struct kc_case *c)
{
    kc_conv_reference(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]), c->p[0],
                      c->p[3], false);
    normalise(c, 1.0);
}

static void integer_reference(struct kc_case *c)
{
    const double  unit = 1.0 / (1024.0 * sqrt((double)c->p[3] * c->p[3] * c->p[1]));
    struct kc_mat y = kc_mat_of(&c->out);

    kc_conv_reference(y, kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]), c->p[0], c->p[3], false);
    normalise(c, unit);
    kc_int_grid8(c, y, 1.0 / 32);
}

KC_TASK(conv_block) = {
    .id = 21,
    .level = 3,
    .name = "conv_block",
    .title = "Convolution block",
    .formula = "y = relu(gamma * (conv2d(x, w) - mean) / sqrt(var + eps) + beta), eps = 1e-5",
    .params = { "H", "Ci", "Co", "k" },
    .units = 8,
    .units_reason = "one product, then two products and two sums",
    .units_on = { "aie2", 6,
                  "measured 3.5: the sum stays in fp32; factor, offset and result round" },
    .configs = { { "aie2",
                   { { 8, 8, 8, 1 },
                     { 8, 8, 8, 3 },
                     { 8, 8, 16, 3 },
                     { 16, 16, 16, 3 },
                     { 16, 16, 32, 3 } } },
                 { "coral",
                   { { 8, 4, 8, 1 },
                     { 8, 8, 8, 3 },
                     { 8, 8, 16, 3 },
                     { 8, 8, 32, 3 },
                     { 8, 32, 8, 3 } } } },
    .illegal = kc_conv_illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y = clamp8(round(32 * z)), z = relu(gamma * (S / (1024 * sqrt(K)) - mean) / "
                 "sqrt(var + eps) + beta), S[h,w,co] = sum over ky, kx, ci of x[h+ky-p, w+kx-p, "
                 "ci] * w[ky,kx,ci,co], K = k*k*Ci, p = (k-1)/2, zeros outside, eps = 1e-5, round "
                 "half to even"
                 "; a row of x or y is a pixel, row h*H + w, and holds its channels; row (ky*k + "
                 "kx)*Ci + ci of w holds the output channels",
                 KC_INT_ONE_UNIT, KC_NUMBER_INT8, integer_reference },
};

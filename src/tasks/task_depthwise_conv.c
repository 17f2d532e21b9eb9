/* depthwise_conv: one k x k filter per channel, stride 1, zero padding. */
#include "tasks/family.h"
#include "tasks/int.h"

static void generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 5, 18) : kc_choose(seed, 0, 8, 4, 4);
    p[1] = ragged ? kc_ragged(seed, 1, 1, 40) : kc_choose(seed, 1, 8, 8, 4);
    p[2] = kc_choose(seed, 2, 3, 2, 2);
    if (kc_in_lanes(platform)) {
        p[0] = kc_choose(seed, 0, 8, 4, 7);
        p[1] = kc_choose(seed, 1, 16, 16, 3);
    }
}

static void declare(struct kc_case *c)
{
    const uint32_t h = c->p[0], ch = c->p[1], k = c->p[2];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, h * h, ch);
    kc_input(c, "w", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, k * k, ch);
    kc_int_params(c, (uint32_t[]){ k * k }, 1);
    kc_output(c, "y", h * h, ch);
}

static void reference(struct kc_case *c)
{
    kc_conv_reference(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]), c->p[0],
                      c->p[2], true);
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_requantise(c, kc_mat_of(&c->out), 0);
}

KC_TASK(depthwise_conv) = {
    .id = 12,
    .level = 1,
    .name = "depthwise_conv",
    .title = "Depthwise convolution",
    .formula = "y[h,w,c] = sum over ky, kx of x[h+ky-p, w+kx-p, c] * w[ky,kx,c], p = (k-1)/2",
    .params = { "H", "C", "k" },
    .units = 4,
    .units_reason = "fixed for one product: partial sums in bf16 are legal",
    .configs = { { "aie2",
                   { { 8, 16, 3 }, { 16, 16, 3 }, { 16, 32, 3 }, { 16, 32, 5 }, { 32, 32, 3 } } },
                 { "coral",
                   { { 8, 16, 3 }, { 16, 8, 3 }, { 16, 16, 3 }, { 16, 16, 5 }, { 16, 32, 5 } } } },
    .illegal = kc_conv_illegal,
    .generate = generate,
    .declare = declare,
    .reference = reference,
    .integer = { "y[h,w,c] = rq(sum over ky, kx of x[h+ky-p, w+kx-p, c] * w[ky,kx,c]), p = "
                 "(k-1)/2, zeros outside"
                 "; a row of x or y is a pixel, row h*H + w, and holds its channels; row ky*k + kx "
                 "of w holds the channels",
                 KC_INT_EXACT, KC_NUMBER_INT8, integer_reference },
};

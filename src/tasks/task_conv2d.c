/* conv2d: H x H x Ci to H x H x Co, k x k, stride 1, zero padding. */
#include "tasks/family.h"
#include "tasks/int.h"

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
    kc_int_params(c, (uint32_t[]){ k * k * ci }, 1);
    kc_output(c, "y", h * h, co);
}

static void reference(struct kc_case *c)
{
    kc_conv_reference(kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]), c->p[0],
                      c->p[3], false);
}

static void integer_reference(struct kc_case *c)
{
    reference(c);
    kc_int_requantise(c, kc_mat_of(&c->out), 0);
}

KC_TASK(conv2d) = {
    .id = 11,
    .level = 1,
    .name = "conv2d",
    .title = "2D convolution",
    .formula =
        "y[h,w,co] = sum over ky, kx, ci of x[h+ky-p, w+kx-p, ci] * w[ky,kx,ci,co], p = (k-1)/2",
    .params = { "H", "Ci", "Co", "k" },
    .units = 4,
    .units_reason = "fixed for one product: partial sums in bf16 are legal",
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
    .integer = { "y[h,w,co] = rq(sum over ky, kx, ci of x[h+ky-p, w+kx-p, ci] * w[ky,kx,ci,co]), p "
                 "= (k-1)/2, zeros outside"
                 "; a row of x or y is a pixel, row h*H + w, and holds its channels; row (ky*k + "
                 "kx)*Ci + ci of w holds the output channels",
                 KC_INT_EXACT, KC_NUMBER_INT8, integer_reference },
};

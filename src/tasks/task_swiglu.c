/* swiglu: the gate branch goes through SiLU and multiplies the up branch. */
#include "tasks/family.h"

static void declare(struct kc_case *c)
{
    const uint32_t n = c->p[0], h = c->p[1], i = c->p[2];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, n, h);
    kc_input(c, "wg", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, h, i);
    kc_input(c, "wu", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, h, i);
    kc_input(c, "wd", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, i, h);
    kc_output(c, "y", n, h);
    kc_stage(c, "gate", n, i);
    kc_stage(c, "up", n, i);
    kc_stage(c, "product", n, i);
    kc_constant(c, "one", 1.0);
}

static void reference(struct kc_case *c)
{
    kc_swiglu_reference(c, kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]),
                        kc_mat_of(&c->in[2]), kc_mat_of(&c->in[3]), "");
}

KC_TASK(swiglu) = {
    .id = 15,
    .level = 2,
    .name = "swiglu",
    .title = "SwiGLU",
    .formula = "y = (silu(x wg) * (x wu)) wd, the product in the middle element by element",
    .params = KC_FFN_PARAMS,
    .units = 4,
    .units_reason = "measured 2.4: three products and a SiLU; averaged over the last product",
    .configs = { KC_FFN_CONFIGS,
                 { "coral",
                   { { 4, 32, 64 },
                     { 8, 32, 128 },
                     { 8, 64, 64 },
                     { 4, 64, 128 },
                     { 8, 64, 128 } } } },
    .illegal = kc_ffn_illegal,
    .generate = kc_ffn_generate,
    .declare = declare,
    .reference = reference,
};

/* swiglu: the gate branch goes through SiLU and multiplies the up branch. */
#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    const uint32_t n = c->p[0], h = c->p[1], i = c->p[2];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, n, h);
    kc_input(c, "wg", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, h, i);
    kc_input(c, "wu", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, h, i);
    kc_input(c, "wd", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, i, h);
    kc_int_silu_table(c);
    kc_int_params(c, (uint32_t[]){ h, h, i }, 3);
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

static void integer_reference(struct kc_case *c)
{
    struct kc_mat x = kc_mat_of(&c->in[0]), wg = kc_mat_of(&c->in[1]), y = kc_mat_of(&c->out);
    struct kc_mat gate = kc_mat_new(c, x.rows, wg.cols), up = kc_mat_new(c, x.rows, wg.cols);

    kc_ref_matmul(gate, x, wg);
    kc_ref_matmul(up, x, kc_mat_of(&c->in[2]));
    kc_int_requantise(c, gate, 0);
    kc_int_requantise(c, up, 1);
    kc_ref_stage(c, "gate", gate);
    kc_ref_stage(c, "up", up);
    kc_int_look_up(c, gate, gate, &c->in[4]);
    for (size_t i = 0; i < (size_t)gate.rows * gate.cols; i++)
        gate.v[i] = (double)kc_int_clamp8(kc_int_shr((int64_t)(gate.v[i] * up.v[i]), 5));
    kc_ref_stage(c, "product", gate);
    kc_ref_matmul(y, gate, kc_mat_of(&c->in[3]));
    kc_int_requantise(c, y, 2);
}

KC_TASK(swiglu) = {
    .id = 15,
    .level = 2,
    .name = "swiglu",
    .title = "SwiGLU",
    .formula = "y = (silu(x wg) * (x wu)) wd, the product in the middle element by element",
    .params = KC_FFN_PARAMS,
    .units = 4,
    .units_reason = "measured 2.6: three products and a SiLU; averaged over the last product",
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
    .integer = { "g = table[rq0(x wg) + 128], u = rq1(x wu), p = clamp8(shr(g * u, 5)) element by "
                 "element, y = rq2(p wd); rq0, rq1, rq2 use the rows of params",
                 KC_INT_EXACT, KC_NUMBER_INT8, integer_reference },
};

/* ffn: two linear maps with a SiLU between. */
#include "tasks/family.h"
#include "tasks/int.h"

static void declare(struct kc_case *c)
{
    const uint32_t n = c->p[0], h = c->p[1], i = c->p[2];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, n, h);
    kc_input(c, "w1", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, h, i);
    kc_input(c, "w2", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, i, h);
    kc_int_silu_table(c);
    kc_int_params(c, (uint32_t[]){ h, i }, 2);
    kc_output(c, "y", n, h);
    kc_stage(c, "hidden", n, i);
    kc_stage(c, "activated", n, i);
    kc_constant(c, "one", 1.0);
}

static void reference(struct kc_case *c)
{
    kc_ffn_reference(c, kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]),
                     kc_mat_of(&c->in[2]), "");
}

static void integer_reference(struct kc_case *c)
{
    struct kc_mat x = kc_mat_of(&c->in[0]), w1 = kc_mat_of(&c->in[1]), y = kc_mat_of(&c->out);
    struct kc_mat hidden = kc_mat_new(c, x.rows, w1.cols);

    kc_ref_matmul(hidden, x, w1);
    kc_int_requantise(c, hidden, 0);
    kc_ref_stage(c, "hidden", hidden);
    kc_int_look_up(c, hidden, hidden, &c->in[3]);
    kc_ref_stage(c, "activated", hidden);
    kc_ref_matmul(y, hidden, kc_mat_of(&c->in[2]));
    kc_int_requantise(c, y, 1);
}

KC_TASK(ffn) = {
    .id = 14,
    .level = 2,
    .name = "ffn",
    .title = "Feed-forward network",
    .formula = "y = silu(x w1) w2",
    .params = KC_FFN_PARAMS,
    .units = 4,
    .units_reason = "measured 2.5: two products and a SiLU; averaged over the second product",
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
    .integer = { "h = table[rq0(x w1) + 128], y = rq1(h w2); rq0 and rq1 use the first and second "
                 "row of params",
                 KC_INT_EXACT, KC_NUMBER_INT8, integer_reference },
};

/* decoder_llama: normalised self-attention and SwiGLU, each added to its input. */
#include "tasks/family.h"

static const double eps = 1e-5;

static void declare(struct kc_case *c)
{
    const struct kc_heads a = kc_decoder_heads(c);
    const uint32_t        i = c->p[3];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, a.s, a.h);
    kc_heads_weights_declare(c, "", a, KC_DRAW_WEIGHT);
    kc_input(c, "wg", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, a.h, i);
    kc_input(c, "wu", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, a.h, i);
    kc_input(c, "wd", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, i, a.h);
    kc_output(c, "y", a.s, a.h);
    kc_heads_stages_declare(c, "self.", a);
    kc_stage(c, "h", a.s, a.h);
    kc_stage(c, "swiglu.gate", a.s, i);
    kc_stage(c, "swiglu.up", a.s, i);
    kc_stage(c, "swiglu.product", a.s, i);
    kc_decoder_constants(c);
}

static void reference(struct kc_case *c)
{
    const struct kc_heads a = kc_decoder_heads(c);
    struct kc_mat         x = kc_mat_of(&c->in[0]), y = kc_mat_of(&c->out);
    struct kc_mat         normed = kc_mat_new(c, a.s, a.h), h = kc_mat_new(c, a.s, a.h);

    kc_ref_rmsnorm(normed, x, eps);
    kc_heads_reference(c, h, normed, normed, kc_heads_weights_at(c, 1), a, "self.");
    kc_ref_add(h, h, x);
    kc_ref_rmsnorm(normed, h, eps);
    kc_swiglu_reference(c, y, normed, kc_mat_of(&c->in[5]), kc_mat_of(&c->in[6]),
                        kc_mat_of(&c->in[7]), "swiglu.");
    kc_ref_add(y, y, h);
    kc_ref_stage(c, "h", h);
}

KC_TASK(decoder_llama) = {
    .id = 22,
    .level = 3,
    .name = "decoder_llama",
    .title = "Llama decoder layer",
    .formula = "h = x + mha(rmsnorm(x)); y = h + swiglu(rmsnorm(h))",
    .params = KC_DECODER_PARAMS,
    .units = 11,
    .units_reason =
        "keys and values pass MX storage, where one rounding can flip a code; measured 7.1",
    .units_on = { "aie2", 7.5,
                  "measured 4.8: factors of the norms round; nothing passes a storage format" },
    .configs = { KC_DECODER_CONFIGS },
    .illegal = kc_decoder_illegal,
    .generate = kc_decoder_generate,
    .declare = declare,
    .reference = reference,
};

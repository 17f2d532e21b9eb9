/* decoder_t5: self-attention, cross-attention to the encoder's output, FFN, each added to its
 * input. */
#include "tasks/family.h"

static const double eps = 1e-5;

static void declare(struct kc_case *c)
{
    const struct kc_heads a = kc_decoder_heads(c);
    const uint32_t        i = c->p[3];

    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, a.s, a.h);
    kc_input(c, "enc", KC_ROLE_ACTIVATION, KC_DRAW_MEETING, a.s, a.h);
    kc_heads_weights_declare(c, "self.", a, KC_DRAW_WEIGHT);
    kc_heads_weights_declare(c, "cross.", a, KC_DRAW_WEIGHT);
    kc_input(c, "w1", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, a.h, i);
    kc_input(c, "w2", KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, i, a.h);
    kc_output(c, "y", a.s, a.h);
    kc_heads_stages_declare(c, "self.", a);
    kc_stage(c, "h", a.s, a.h);
    kc_heads_stages_declare(c, "cross.", a);
    kc_stage(c, "g", a.s, a.h);
    kc_stage(c, "ffn.hidden", a.s, i);
    kc_stage(c, "ffn.activated", a.s, i);
    kc_decoder_constants(c);
}

static void reference(struct kc_case *c)
{
    const struct kc_heads a = kc_decoder_heads(c);
    struct kc_mat x = kc_mat_of(&c->in[0]), enc = kc_mat_of(&c->in[1]), y = kc_mat_of(&c->out);
    struct kc_mat normed = kc_mat_new(c, a.s, a.h), h = kc_mat_new(c, a.s, a.h);
    struct kc_mat g = kc_mat_new(c, a.s, a.h);

    kc_ref_rmsnorm(normed, x, eps);
    kc_heads_reference(c, h, normed, normed, kc_heads_weights_at(c, 2), a, "self.");
    kc_ref_add(h, h, x);
    kc_ref_rmsnorm(normed, h, eps);
    kc_heads_reference(c, g, normed, enc, kc_heads_weights_at(c, 6), a, "cross.");
    kc_ref_add(g, g, h);
    kc_ref_rmsnorm(normed, g, eps);
    kc_ffn_reference(c, y, normed, kc_mat_of(&c->in[10]), kc_mat_of(&c->in[11]), "ffn.");
    kc_ref_add(y, y, g);
    kc_ref_stage(c, "h", h);
    kc_ref_stage(c, "g", g);
}

KC_TASK(decoder_t5) = {
    .id = 23,
    .level = 3,
    .name = "decoder_t5",
    .title = "T5 decoder layer",
    .formula = "h = x + mha(rmsnorm(x)); g = h + cross(rmsnorm(h), enc); y = g + ffn(rmsnorm(g)); "
               "cross is mha with k and v from enc, which is not normalised",
    .params = KC_DECODER_PARAMS,
    .units = 8.5,
    .units_reason =
        "keys and values pass MX storage, where one rounding can flip a code; measured 5.4",
    .units_on = { "aie2", 4.5,
                  "measured 3.0, the same when every stage is rounded to bf16; nothing passes a "
                  "storage format" },
    .configs = { KC_DECODER_CONFIGS },
    .illegal = kc_decoder_illegal,
    .generate = kc_decoder_generate,
    .declare = declare,
    .reference = reference,
};

/* attention: one head of attention. */
#include "tasks/family.h"

KC_TASK(attention) = {
    .id = 16,
    .level = 2,
    .name = "attention",
    .title = "Scaled dot-product attention",
    .formula = "y = softmax(q k^T / sqrt(D)) v",
    .params = { "S", "D" },
    .units = 5,
    .units_reason = "measured 3.1: scores, softmax and one product; averaged over the keys",
    .units_on = { "aie2", 5, "measured 3.2: scores, exp, factor and result round" },
    .configs = { { "plena", { { 32, 64 }, { 64, 128 }, { 64, 256 }, { 128, 128 }, { 128, 256 } } },
                 { "aie2", { { 8, 16 }, { 16, 32 }, { 32, 64 }, { 64, 64 }, { 128, 64 } } }, },
    .illegal = kc_attention_illegal,
    .generate = kc_attention_generate,
    .declare = kc_attention_declare,
    .reference = kc_attention_reference,
};

/* flash_attention: one head of attention, computed without storing all scores. */
#include "tasks/family.h"

KC_TASK(flash_attention) = {
    .id = 17,
    .level = 2,
    .name = "flash_attention",
    .title = "Flash attention",
    .formula = "y = softmax(q k^T / sqrt(D)) v, tiled with an online softmax: the S x S score "
               "matrix is never stored whole",
    .params = { "S", "D" },
    .units = 7,
    .units_reason = "measured 4.4: scores, softmax and one product; averaged over the keys",
    .configs = { { "plena",
                   { { 32, 64 }, { 64, 128 }, { 64, 256 }, { 128, 128 }, { 128, 256 } } } },
    .illegal = kc_attention_illegal,
    .generate = kc_attention_generate,
    .declare = kc_attention_declare,
    .reference = kc_attention_reference,
};

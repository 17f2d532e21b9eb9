/* tasks/family.h: what several tasks share: configuration tables, legality, generation.
 *
 * A generated configuration is drawn from the family's own multiples, small enough that a test can
 * run many of them.
 */
#ifndef KC_TASKS_FAMILY_H
#define KC_TASKS_FAMILY_H

#include "tasks/task.h"

/* The i-th choice of a seed among count numbers from first, step apart. */
uint32_t kc_choose(uint64_t seed, uint32_t i, uint32_t first, uint32_t step, uint32_t count);

/* Any number from first to last, for machines that take every size. */
uint32_t kc_ragged(uint64_t seed, uint32_t i, uint32_t first, uint32_t last);

/* Whether the platform takes sizes in whole vectors of 16 lanes and tiles of 4 x 8 (AIE2). */
bool kc_in_lanes(const char *platform);

/* A length of sequences there: 8, or a multiple of 16 below 16 * count. */
uint32_t kc_choose_sequence(uint64_t seed, uint32_t i, uint32_t count);

/* NULL, or the rule that a matrix of rows x cols breaks on the platform. */
const char *kc_illegal_matrix(const char *platform, uint32_t rows, uint32_t cols);

/* The same for a product of m x k by k x n. */
const char *kc_illegal_product(const char *platform, uint32_t m, uint32_t k, uint32_t n);

/* Row-wise functions of x[R, D]. */
#define KC_ROWWISE_PARAMS { "R", "D" }
#define KC_ROWWISE_CONFIGS                                                         \
    { "plena", { { 4, 64 }, { 8, 128 }, { 16, 128 }, { 32, 256 }, { 64, 256 } } }, \
    {                                                                              \
        "aie2",                                                                    \
        {                                                                          \
            { 4, 64 }, { 8, 128 }, { 16, 128 }, { 32, 256 }, { 64, 256 }           \
        }                                                                          \
    }
const char *kc_rowwise_illegal(const char *platform, const uint32_t *p);
void        kc_rowwise_generate(const char *platform, uint64_t seed, uint32_t *p);
void        kc_rowwise_tensors(struct kc_case *c);

/* x[N, H] through a hidden width I: ffn, swiglu. */
#define KC_FFN_PARAMS { "N", "H", "I" }
#define KC_FFN_CONFIGS                                                                             \
    {                                                                                              \
        "plena",                                                                                   \
        { { 4, 64, 128 }, { 8, 128, 256 }, { 16, 128, 512 }, { 32, 256, 512 }, { 64, 256, 1024 } } \
    },                                                                                             \
    {                                                                                              \
        "aie2",                                                                                    \
        {                                                                                          \
            { 8, 64, 128 }, { 16, 128, 256 }, { 32, 256, 512 }, { 64, 256, 512 },                  \
                { 128, 512, 1024 }                                                                 \
        }                                                                                          \
    }
const char *kc_ffn_illegal(const char *platform, const uint32_t *p);
void        kc_ffn_generate(const char *platform, uint64_t seed, uint32_t *p);

/* softmax(q k^T / sqrt(D)) v: attention, flash_attention. */
const char *kc_attention_illegal(const char *platform, const uint32_t *p);
void        kc_attention_generate(const char *platform, uint64_t seed, uint32_t *p);
void        kc_attention_declare(struct kc_case *c);
void        kc_attention_reference(struct kc_case *c);

/* Multi-head attention with projections; nkv key/value heads shared by nh query heads. */
struct kc_heads {
    uint32_t s, h, nh, nkv, d;
};

struct kc_heads_weights {
    struct kc_mat wq, wk, wv, wo;
};

const char *kc_heads_illegal(const char *platform, struct kc_heads heads);
/* wq and wk, which make the scores, are drawn as said. */
void kc_heads_weights_declare(struct kc_case *c, const char *prefix, struct kc_heads heads,
                              enum kc_draw scores);
void kc_heads_stages_declare(struct kc_case *c, const char *prefix, struct kc_heads heads);
/* A whole task of that kind: x, weights, output, stages, constants; and its reference. */
void kc_heads_declare(struct kc_case *c, struct kc_heads heads);
void kc_heads_task_reference(struct kc_case *c, struct kc_heads heads);

struct kc_heads_weights kc_heads_weights_at(const struct kc_case *c, size_t first);

/* y = concat(heads) wo; queries from x, keys and values from memory (the same matrix for
 * self-attention).  Keys and values pass the machine's storage. */
void kc_heads_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat memory,
                        struct kc_heads_weights w, struct kc_heads heads, const char *prefix);

/* FFN and SwiGLU as parts of larger tasks; stage names get the prefix. */
void kc_ffn_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat w1,
                      struct kc_mat w2, const char *prefix);
void kc_swiglu_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat wg,
                         struct kc_mat wu, struct kc_mat wd, const char *prefix);

/* The decoders: S, H, nh, I. */
#define KC_DECODER_PARAMS { "S", "H", "nh", "I" }
#define KC_DECODER_CONFIGS                                                                     \
    { "plena",                                                                                 \
      { { 32, 64, 1, 128 },                                                                    \
        { 64, 128, 2, 256 },                                                                   \
        { 64, 256, 4, 512 },                                                                   \
        { 128, 256, 4, 512 },                                                                  \
        { 128, 512, 8, 1024 } } },                                                             \
    {                                                                                          \
        "aie2",                                                                                \
        {                                                                                      \
            { 8, 64, 4, 256 }, { 16, 128, 2, 512 }, { 32, 128, 8, 512 }, { 64, 256, 4, 1024 }, \
                { 128, 256, 4, 1024 }                                                          \
        }                                                                                      \
    }
const char     *kc_decoder_illegal(const char *platform, const uint32_t *p);
void            kc_decoder_generate(const char *platform, uint64_t seed, uint32_t *p);
struct kc_heads kc_decoder_heads(const struct kc_case *c);
void            kc_decoder_constants(struct kc_case *c);

/* Images of H x H, kernels of k x k, stride 1, zero padding (k - 1) / 2. */
const char *kc_conv_illegal(const char *platform, const uint32_t *p);
void kc_conv_reference(struct kc_mat y, struct kc_mat x, struct kc_mat w, uint32_t size, uint32_t k,
                       bool depthwise);

/* A name with a prefix, in the case's arena. */
const char *kc_prefixed(struct kc_case *c, const char *prefix, const char *name);

#endif

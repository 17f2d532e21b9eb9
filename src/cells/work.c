/* The work of every task: one function per family. */
#include "cells/work.h"

#include <string.h>

const char *kc_work_name(enum kc_work_kind kind)
{
    static const char *const names[] = { "silu",      "gelu",    "relu",   "softmax",  "softmax",
                                         "layernorm", "rmsnorm", "rotate", "multiply", "add" };

    return names[kind];
}

static void product(struct kc_work *w, struct kc_work_product p)
{
    assert(w->product_count < KC_WORK_PARTS);
    w->product[w->product_count++] = p;
}

static void rows(struct kc_work *w, enum kc_work_kind kind, uint64_t count, uint64_t cols)
{
    assert(w->rows_count < KC_WORK_PARTS);
    w->rows[w->rows_count++] = (struct kc_work_rows){ kind, count, cols, 0 };
}

/* ---- level 1 ------------------------------------------------------------------------------ */

static void rowwise(const struct kc_case *c, struct kc_work *w, enum kc_work_kind kind)
{
    rows(w, kind, c->p[0], c->p[1]);
}

static void silu(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_SILU);
}

static void gelu(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_GELU);
}

static void relu(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_RELU);
}

static void softmax(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_SOFTMAX);
}

static void layernorm(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_LAYERNORM);
}

static void rmsnorm(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_RMSNORM);
}

static void rope(const struct kc_case *c, struct kc_work *w)
{
    rowwise(c, w, KC_WORK_ROTATE);
}

static void gemv(const struct kc_case *c, struct kc_work *w)
{
    product(w, (struct kc_work_product){ "x a^T", 1, 1, c->p[1], c->p[0], true });
}

static void gemm(const struct kc_case *c, struct kc_work *w)
{
    product(w, (struct kc_work_product){ "x w", 1, c->p[0], c->p[1], c->p[2], false });
}

static void linear(const struct kc_case *c, struct kc_work *w)
{
    gemm(c, w);
    rows(w, KC_WORK_ADD, c->p[0], c->p[2]);
}

static void batch_matmul(const struct kc_case *c, struct kc_work *w)
{
    product(w, (struct kc_work_product){ "x w", c->p[0], c->p[1], c->p[2], c->p[3], false });
}

/* How many pairs of a pixel and a tap lie inside the image, along one side. */
static uint64_t inside(uint64_t size, uint64_t k)
{
    const uint64_t pad = (k - 1) / 2;

    return size * k - pad * (pad + 1);
}

static void convolve(struct kc_work *w, uint64_t size, uint64_t k, uint64_t depth, uint64_t cols)
{
    const uint64_t windows = inside(size, k) * inside(size, k);

    product(w, (struct kc_work_product){ "windows w", 1, windows, depth, cols, false });
}

static void conv2d(const struct kc_case *c, struct kc_work *w)
{
    convolve(w, c->p[0], c->p[3], c->p[1], c->p[2]);
}

static void depthwise_conv(const struct kc_case *c, struct kc_work *w)
{
    convolve(w, c->p[0], c->p[2], 1, c->p[1]);
}

/* ---- feed-forward ------------------------------------------------------------------------- */

static void feed(struct kc_work *w, uint64_t n, uint64_t h, uint64_t inner, bool gated)
{
    product(w, (struct kc_work_product){ gated ? "x wg" : "x w1", 1, n, h, inner, false });
    if (gated)
        product(w, (struct kc_work_product){ "x wu", 1, n, h, inner, false });
    rows(w, KC_WORK_SILU, n, inner);
    if (gated)
        rows(w, KC_WORK_MULTIPLY, n, inner);
    product(w,
            (struct kc_work_product){ gated ? "hidden wd" : "hidden w2", 1, n, inner, h, false });
}

static void ffn(const struct kc_case *c, struct kc_work *w)
{
    feed(w, c->p[0], c->p[1], c->p[2], false);
}

static void swiglu(const struct kc_case *c, struct kc_work *w)
{
    feed(w, c->p[0], c->p[1], c->p[2], true);
}

/* ---- attention ---------------------------------------------------------------------------- */

/* Query heads that share keys and values are rows of one product. */
static void heads(struct kc_work *w, uint64_t s, uint64_t d, uint64_t nh, uint64_t nkv)
{
    const uint64_t queries = nh / nkv * s;

    product(w, (struct kc_work_product){ "q k^T", nkv, queries, d, s, true });
    rows(w, KC_WORK_ATTENTION, nh * s, s);
    w->rows[w->rows_count - 1].scaled_cols = s < d ? s : d;
    product(w, (struct kc_work_product){ "p v", nkv, queries, s, d, false });
}

static void attention(const struct kc_case *c, struct kc_work *w)
{
    heads(w, c->p[0], c->p[1], 1, 1);
}

/* wk may be applied to the queries instead, (q wk^T) x^T: then by rows, in sums of d terms. */
static void attend(struct kc_work *w, uint64_t s, uint64_t h, uint64_t nh, uint64_t nkv)
{
    const uint64_t d = h / nh;

    product(w, (struct kc_work_product){ "x wq", 1, s, h, h, false });
    product(w, (struct kc_work_product){ "q wk^T", nkv, s, d, h, true });
    product(w, (struct kc_work_product){ "x wv", 1, s, h, nkv * d, false });
    heads(w, s, d, nh, nkv);
    product(w, (struct kc_work_product){ "context wo", 1, s, h, h, false });
}

static void mha(const struct kc_case *c, struct kc_work *w)
{
    attend(w, c->p[0], c->p[1], c->p[2], c->p[2]);
}

static void gqa(const struct kc_case *c, struct kc_work *w)
{
    attend(w, c->p[0], c->p[1], c->p[2], c->p[3]);
}

static void mqa(const struct kc_case *c, struct kc_work *w)
{
    attend(w, c->p[0], c->p[1], c->p[2], 1);
}

/* ---- decoders ----------------------------------------------------------------------------- */

/* rmsnorm, attention, residual sum */
static void attention_layer(const struct kc_case *c, struct kc_work *w)
{
    rows(w, KC_WORK_RMSNORM, c->p[0], c->p[1]);
    attend(w, c->p[0], c->p[1], c->p[2], c->p[2]);
    rows(w, KC_WORK_ADD, c->p[0], c->p[1]);
}

static void feed_layer(const struct kc_case *c, struct kc_work *w, bool gated)
{
    rows(w, KC_WORK_RMSNORM, c->p[0], c->p[1]);
    feed(w, c->p[0], c->p[1], c->p[3], gated);
    rows(w, KC_WORK_ADD, c->p[0], c->p[1]);
}

static void decoder_llama(const struct kc_case *c, struct kc_work *w)
{
    attention_layer(c, w);
    feed_layer(c, w, true);
}

static void decoder_t5(const struct kc_case *c, struct kc_work *w)
{
    attention_layer(c, w);
    attention_layer(c, w);
    feed_layer(c, w, false);
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct {
    const char *task;
    void (*describe)(const struct kc_case *c, struct kc_work *w);
} table[] = {
    { "silu", silu },
    { "relu", relu },
    { "gelu", gelu },
    { "softmax", softmax },
    { "layernorm", layernorm },
    { "rmsnorm", rmsnorm },
    { "gemv", gemv },
    { "gemm", gemm },
    { "batch_matmul", batch_matmul },
    { "linear", linear },
    { "conv2d", conv2d },
    { "depthwise_conv", depthwise_conv },
    { "conv_block", conv2d },
    { "rope", rope },
    { "ffn", ffn },
    { "swiglu", swiglu },
    { "attention", attention },
    { "flash_attention", attention },
    { "mha", mha },
    { "gqa", gqa },
    { "mqa", mqa },
    { "decoder_llama", decoder_llama },
    { "decoder_t5", decoder_t5 },
};

bool kc_work_of(const struct kc_case *c, struct kc_work *work)
{
    *work = (struct kc_work){ 0 };
    for (size_t i = 0; i < KC_COUNT(table); i++)
        if (strcmp(table[i].task, c->task->name) == 0) {
            table[i].describe(c, work);
            return true;
        }
    return false;
}

/* The encoder's output may be the right operand of both its uses, q (wk^T enc^T) and (p enc) wv;
 * a bias may join the product as one more row of the weights. */
enum kc_work_use kc_work_use(const struct kc_case *c, size_t input)
{
    const struct kc_tensor *t = &c->in[input];

    if (t->role == KC_ROLE_BIAS || strcmp(t->name, "enc") == 0)
        return KC_USE_EITHER;
    return t->role == KC_ROLE_WEIGHT ? KC_USE_RIGHT : KC_USE_LEFT;
}

/* Of rope's tables the second half of every row repeats the first; its matrix only permutes and
 * changes signs. */
uint64_t kc_work_elements(const struct kc_case *c, size_t input)
{
    const struct kc_tensor *t = &c->in[input];
    const bool              rotates = strcmp(c->task->name, "rope") == 0;

    if (rotates && t->role == KC_ROLE_WEIGHT)
        return 0;
    return kc_tensor_count(t) / (rotates && t->role == KC_ROLE_TABLE ? 2 : 1);
}

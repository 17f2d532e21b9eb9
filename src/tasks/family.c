/* Families of tasks: what their members have in common. */
#include "tasks/family.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "tasks/int.h"

uint32_t kc_choose(uint64_t seed, uint32_t i, uint32_t first, uint32_t step, uint32_t count)
{
    return first + step * (uint32_t)(kc_random_u64(seed, UINT64_C(0x6b635f67656e), i) % count);
}

uint32_t kc_ragged(uint64_t seed, uint32_t i, uint32_t first, uint32_t last)
{
    return kc_choose(seed, i, first, 1, last - first + 1);
}

const char *kc_prefixed(struct kc_case *c, const char *prefix, const char *name)
{
    return kc_arena_printf(c->arena, "%s%s", prefix, name);
}

bool kc_in_lanes(const char *platform)
{
    return strcmp(platform, "aie2") == 0;
}

uint32_t kc_choose_sequence(uint64_t seed, uint32_t i, uint32_t count)
{
    const uint32_t s = kc_choose(seed, i, 0, 16, count);

    return s ? s : 8;
}

static bool on_plena(const char *platform)
{
    return strcmp(platform, "plena") == 0;
}

const char *kc_illegal_matrix(const char *platform, uint32_t rows, uint32_t cols)
{
    if (rows == 0 || cols == 0)
        return "sizes must not be 0";
    if ((uint64_t)rows * cols > 1 << 24)
        return "a tensor has at most 16777216 elements";
    if (kc_integers_on(platform) && (rows > KC_INT_TERMS || cols > KC_INT_TERMS))
        return "rows and columns are at most 65536 in integers: sums stay within int32";
    if (on_plena(platform) && cols > 4096)
        return "columns are at most 4096 on plena";
    if (on_plena(platform) && rows % 4)
        return "rows must be a multiple of BLEN (4) on plena";
    if (on_plena(platform) && cols % 64)
        return "columns must be a multiple of VLEN (64) on plena";
    if (kc_in_lanes(platform) && rows % 4)
        return "rows must be a multiple of 4 on aie2";
    if (kc_in_lanes(platform) && cols % 16)
        return "columns must be a multiple of 16 on aie2: rows are whole vectors";
    return NULL;
}

/* ---- row-wise ----------------------------------------------------------------------------- */

const char *kc_rowwise_illegal(const char *platform, const uint32_t *p)
{
    if (kc_in_lanes(platform) && p[1] % 32)
        return "D must be a multiple of 32 on aie2";
    return kc_illegal_matrix(platform, p[0], p[1]);
}

void kc_rowwise_generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 1, 12) : kc_choose(seed, 0, 4, 4, 12);
    p[1] = ragged                  ? kc_ragged(seed, 1, 5, 400)
           : kc_in_lanes(platform) ? kc_choose(seed, 1, 32, 32, 12)
                                   : kc_choose(seed, 1, 64, 64, 6);
}

void kc_rowwise_tensors(struct kc_case *c)
{
    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, c->p[0], c->p[1]);
    kc_output(c, "y", c->p[0], c->p[1]);
}

/* ---- feed-forward ------------------------------------------------------------------------- */

const char *kc_illegal_product(const char *platform, uint32_t m, uint32_t k, uint32_t n)
{
    const char *why = kc_illegal_matrix(platform, m, k);

    if (kc_in_lanes(platform) && m % 8)
        return "rows of the left operand must be a multiple of 8 on aie2";
    return why ? why : kc_illegal_matrix(platform, k, n);
}

const char *kc_ffn_illegal(const char *platform, const uint32_t *p)
{
    return kc_illegal_product(platform, p[0], p[1], p[2]);
}

void kc_ffn_generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool ragged = kc_integers_on(platform);

    p[0] = ragged ? kc_ragged(seed, 0, 1, 12) : kc_choose(seed, 0, 4, 4, 8);
    p[1] = ragged ? kc_ragged(seed, 1, 8, 80) : kc_choose(seed, 1, 64, 64, 3);
    p[2] = ragged ? kc_ragged(seed, 2, 8, 150) : kc_choose(seed, 2, 64, 64, 5);
    if (kc_in_lanes(platform)) {
        p[0] = kc_choose(seed, 0, 8, 8, 4);
        p[1] = kc_choose(seed, 1, 32, 32, 4);
        p[2] = kc_choose(seed, 2, 64, 32, 7);
    }
}

void kc_ffn_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat w1,
                      struct kc_mat w2, const char *prefix)
{
    struct kc_mat hidden = kc_mat_new(c, x.rows, w1.cols),
                  activated = kc_mat_new(c, x.rows, w1.cols);

    kc_ref_matmul(hidden, x, w1);
    kc_ref_silu(activated, hidden);
    kc_ref_matmul(y, activated, w2);
    kc_ref_stage(c, kc_prefixed(c, prefix, "hidden"), hidden);
    kc_ref_stage(c, kc_prefixed(c, prefix, "activated"), activated);
}

void kc_swiglu_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat wg,
                         struct kc_mat wu, struct kc_mat wd, const char *prefix)
{
    struct kc_mat gate = kc_mat_new(c, x.rows, wg.cols), up = kc_mat_new(c, x.rows, wg.cols);
    struct kc_mat product = kc_mat_new(c, x.rows, wg.cols);

    kc_ref_matmul(gate, x, wg);
    kc_ref_matmul(up, x, wu);
    kc_ref_silu(product, gate);
    kc_ref_mul(product, product, up);
    kc_ref_matmul(y, product, wd);
    kc_ref_stage(c, kc_prefixed(c, prefix, "gate"), gate);
    kc_ref_stage(c, kc_prefixed(c, prefix, "up"), up);
    kc_ref_stage(c, kc_prefixed(c, prefix, "product"), product);
}

/* ---- attention ---------------------------------------------------------------------------- */

/* Scores have as many columns as there are keys. */
static const char *illegal_sequence(const char *platform, uint32_t s)
{
    if (kc_in_lanes(platform) && s != 8 && s % 16)
        return "S must be 8 or a multiple of 16 on aie2: rows of scores are whole vectors";
    return NULL;
}

const char *kc_attention_illegal(const char *platform, const uint32_t *p)
{
    const char *why = illegal_sequence(platform, p[0]);

    return why ? why : kc_illegal_matrix(platform, p[0], p[1]);
}

void kc_attention_generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool lanes = kc_in_lanes(platform);

    p[0] = lanes ? kc_choose_sequence(seed, 0, 9) : kc_choose(seed, 0, 16, 16, 10);
    p[1] = lanes ? kc_choose(seed, 1, 16, 16, 6) : kc_choose(seed, 1, 64, 64, 3);
}

void kc_attention_declare(struct kc_case *c)
{
    const uint32_t s = c->p[0], d = c->p[1];

    kc_input(c, "q", KC_ROLE_ACTIVATION, KC_DRAW_UNIT, s, d);
    kc_input(c, "k", KC_ROLE_WEIGHT, KC_DRAW_UNIT, s, d);
    kc_input(c, "v", KC_ROLE_WEIGHT, KC_DRAW_UNIT, s, d);
    kc_output(c, "y", s, d);
    kc_stage(c, "scores", s, s);
    kc_stage(c, "probabilities", s, s);
    kc_constant(c, "1/sqrt(d)", 1.0 / sqrt(d));
    kc_constant(c, "-inf", -INFINITY);
}

void kc_attention_reference(struct kc_case *c)
{
    kc_ref_attention(c, kc_mat_of(&c->out), kc_mat_of(&c->in[0]), kc_mat_of(&c->in[1]),
                     kc_mat_of(&c->in[2]), kc_mat_new(c, c->p[0], c->p[1]), 1.0 / sqrt(c->p[1]), "",
                     0);
}

const char *kc_heads_illegal(const char *platform, struct kc_heads a)
{
    const char *why = illegal_sequence(platform, a.s);

    if (!why)
        why = kc_illegal_matrix(platform, a.s, a.h);
    if (why)
        return why;
    if (a.nh == 0 || a.nkv == 0 || a.h % a.nh || a.nh % a.nkv)
        return "nh must divide H, and nkv must divide nh";
    if (on_plena(platform) && a.d % 64)
        return "the head width H / nh must be a multiple of MLEN (64) on plena";
    if (kc_in_lanes(platform) && a.d % 16)
        return "the head width H / nh must be a multiple of 16 on aie2";
    return NULL;
}

void kc_heads_weights_declare(struct kc_case *c, const char *prefix, struct kc_heads a,
                              enum kc_draw scores)
{
    const uint32_t kv = a.nkv * a.d;

    kc_input(c, kc_prefixed(c, prefix, "wq"), KC_ROLE_WEIGHT, scores, a.h, a.h);
    kc_input(c, kc_prefixed(c, prefix, "wk"), KC_ROLE_WEIGHT, scores, a.h, kv);
    kc_input(c, kc_prefixed(c, prefix, "wv"), KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, a.h, kv);
    kc_input(c, kc_prefixed(c, prefix, "wo"), KC_ROLE_WEIGHT, KC_DRAW_WEIGHT, a.h, a.h);
}

void kc_heads_stages_declare(struct kc_case *c, const char *prefix, struct kc_heads a)
{
    const uint32_t kv = a.nkv * a.d;

    kc_stage(c, kc_prefixed(c, prefix, "q"), a.s, a.h);
    kc_stage(c, kc_prefixed(c, prefix, "k"), a.s, kv);
    kc_stage(c, kc_prefixed(c, prefix, "v"), a.s, kv);
    kc_stage(c, kc_prefixed(c, prefix, "scores"), a.nh * a.s, a.s);
    kc_stage(c, kc_prefixed(c, prefix, "probabilities"), a.nh * a.s, a.s);
    kc_stage(c, kc_prefixed(c, prefix, "context"), a.s, a.h);
}

struct kc_heads_weights kc_heads_weights_at(const struct kc_case *c, size_t first)
{
    return (struct kc_heads_weights){ kc_mat_of(&c->in[first]), kc_mat_of(&c->in[first + 1]),
                                      kc_mat_of(&c->in[first + 2]), kc_mat_of(&c->in[first + 3]) };
}

void kc_heads_reference(struct kc_case *c, struct kc_mat y, struct kc_mat x, struct kc_mat memory,
                        struct kc_heads_weights w, struct kc_heads a, const char *prefix)
{
    struct kc_mat q = kc_mat_new(c, a.s, a.h), context = kc_mat_new(c, a.s, a.h);
    struct kc_mat k = kc_mat_new(c, a.s, w.wk.cols), v = kc_mat_new(c, a.s, w.wv.cols);
    struct kc_mat swing = kc_mat_new(c, a.s, a.h);

    kc_ref_matmul(q, x, w.wq);
    kc_ref_matmul(k, memory, w.wk);
    kc_ref_matmul(v, memory, w.wv);
    kc_ref_store(c, k);
    kc_ref_store(c, v);
    for (uint32_t i = 0; i < a.nh; i++) {
        const uint32_t kv = i * a.nkv / a.nh;

        kc_ref_attention(c, kc_mat_cols(context, i * a.d, a.d), kc_mat_cols(q, i * a.d, a.d),
                         kc_mat_cols(k, kv * a.d, a.d), kc_mat_cols(v, kv * a.d, a.d),
                         kc_mat_cols(swing, i * a.d, a.d), 1.0 / sqrt(a.d), prefix, i);
    }
    kc_ref_matmul(y, context, w.wo);
    kc_ref_join_swings(c, y, swing, w.wo, a.d);
    kc_ref_stage(c, kc_prefixed(c, prefix, "q"), q);
    kc_ref_stage(c, kc_prefixed(c, prefix, "k"), k);
    kc_ref_stage(c, kc_prefixed(c, prefix, "v"), v);
    kc_ref_stage(c, kc_prefixed(c, prefix, "context"), context);
}

void kc_heads_declare(struct kc_case *c, struct kc_heads a)
{
    kc_input(c, "x", KC_ROLE_ACTIVATION, KC_DRAW_MEETING, a.s, a.h);
    kc_heads_weights_declare(c, "", a, KC_DRAW_STEEP);
    kc_output(c, "y", a.s, a.h);
    kc_heads_stages_declare(c, "", a);
    kc_constant(c, "1/sqrt(d)", 1.0 / sqrt(a.d));
    kc_constant(c, "-inf", -INFINITY);
}

void kc_heads_task_reference(struct kc_case *c, struct kc_heads a)
{
    const struct kc_mat x = kc_mat_of(&c->in[0]);

    kc_heads_reference(c, kc_mat_of(&c->out), x, x, kc_heads_weights_at(c, 1), a, "");
}

/* ---- decoders ----------------------------------------------------------------------------- */

static struct kc_heads decoder_heads(const uint32_t *p)
{
    return (struct kc_heads){ p[0], p[1], p[2], p[2], p[2] ? p[1] / p[2] : 0 };
}

struct kc_heads kc_decoder_heads(const struct kc_case *c)
{
    return decoder_heads(c->p);
}

const char *kc_decoder_illegal(const char *platform, const uint32_t *p)
{
    const char *why = kc_heads_illegal(platform, decoder_heads(p));

    if (kc_in_lanes(platform) && p[1] % 32)
        return "H must be a multiple of 32 on aie2";
    return why ? why : kc_illegal_matrix(platform, p[1], p[3]);
}

void kc_decoder_generate(const char *platform, uint64_t seed, uint32_t *p)
{
    const bool lanes = kc_in_lanes(platform);

    p[0] = lanes ? kc_choose_sequence(seed, 0, 4) : kc_choose(seed, 0, 16, 16, 6);
    p[2] = kc_choose(seed, 1, 1, 1, 3);
    p[1] = p[2] * (lanes ? 32 : 64);
    p[3] = kc_choose(seed, 2, 64, 64, 4);
}

void kc_decoder_constants(struct kc_case *c)
{
    kc_constant(c, "1/sqrt(d)", 1.0 / sqrt(kc_decoder_heads(c).d));
    kc_constant(c, "-inf", -INFINITY);
    kc_constant(c, "eps", 1e-5);
    kc_constant(c, "1/H", 1.0 / c->p[1]);
    kc_constant(c, "one", 1.0);
}

/* ---- convolutions ------------------------------------------------------------------------- */

const char *kc_conv_illegal(const char *platform, const uint32_t *p)
{
    const uint32_t k = p[3] ? p[3] : p[2];

    if (p[0] == 0 || p[1] == 0 || p[2] == 0)
        return "sizes must not be 0";
    if (k % 2 == 0 || k > p[0])
        return "k must be odd and at most H";
    if (kc_in_lanes(platform) && (p[0] % 4 || p[1] % 8 || (p[3] && p[2] % 8)))
        return "H must be a multiple of 4, channels a multiple of 8 on aie2";
    if (kc_in_lanes(platform) && !p[3] && p[1] % 16)
        return "C must be a multiple of 16 on aie2: a pixel is whole vectors";
    if (kc_integers_on(platform) && (uint64_t)k * k * p[1] > KC_INT_TERMS)
        return "a sum has at most 65536 terms in integers: it stays within int32";
    return NULL;
}

/* One output element: cross-correlation over the k x k window, zeros outside. */
static void conv_element(struct kc_mat y, struct kc_mat x, struct kc_mat w, uint32_t size,
                         uint32_t k, bool depthwise, uint32_t row, uint32_t co)
{
    const int64_t  pad = (k - 1) / 2, h = row / size, v = row % size;
    const uint32_t ci_count = depthwise ? 1 : x.cols;
    double         sum = 0.0, squares = 0.0;

    for (uint32_t ky = 0; ky < k; ky++)
        for (uint32_t kx = 0; kx < k; kx++) {
            const int64_t iy = h + ky - pad, ix = v + kx - pad;

            if (iy < 0 || ix < 0 || iy >= size || ix >= size)
                continue;
            for (uint32_t ci = 0; ci < ci_count; ci++) {
                const size_t tap = (size_t)(ky * k + kx) * ci_count + ci;
                const double a = x.v[(size_t)(iy * size + ix) * x.pitch + (depthwise ? co : ci)];
                const double term = a * w.v[tap * w.pitch + co];

                sum += term;
                squares += term * term;
            }
        }
    y.v[(size_t)row * y.pitch + co] = sum;
    y.s[(size_t)row * y.pitch + co] = sqrt(squares) > fabs(sum) ? sqrt(squares) : fabs(sum);
}

void kc_conv_reference(struct kc_mat y, struct kc_mat x, struct kc_mat w, uint32_t size, uint32_t k,
                       bool depthwise)
{
    for (uint32_t row = 0; row < y.rows; row++)
        for (uint32_t co = 0; co < y.cols; co++)
            conv_element(y, x, w, size, k, depthwise, row, co);
}

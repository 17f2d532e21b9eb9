/* Vector instructions: one VRAM row in, one VRAM row or one scalar out.
 *
 * Rows are widened, computed in binary32 and rounded to bf16 in plain loops that compilers
 * vectorise.  NaN is the one thing hosts and compilers do not agree on (whose payload survives?),
 * so a row in which a NaN appears is computed again, element by element, by the rule of
 * base/float.h. */
#include <inttypes.h>
#include <string.h>

#include "base/float.h"
#include "platforms/plena/plena.h"

typedef float scalar_fn(float a, float b);

/* ---- loops over rows ---------------------------------------------------------------------- */

KC_HOT_LOOP void plena_widen(float *restrict out, const uint16_t *restrict row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = kc_bf16_widen(row[i]);
}

/* Rounds a row; tells whether it holds a NaN. */
static KC_HOT_LOOP bool round_row(uint16_t *restrict out, const float *restrict x, uint32_t n)
{
    uint32_t nan = 0;

    for (uint32_t i = 0; i < n; i++) {
        out[i] = kc_bf16_round_sram(x[i]);
        nan |= (kc_f32_bits(x[i]) & 0x7fffffff) > 0x7f800000;
    }
    return nan;
}

#define VECTOR_LOOP(name, expression)                                                    \
    static KC_HOT_LOOP void name(float *restrict a, const float *restrict b, uint32_t n) \
    {                                                                                    \
        for (uint32_t i = 0; i < n; i++)                                                 \
            a[i] = expression;                                                           \
    }
#define SCALAR_LOOP(name, expression)                                    \
    static KC_HOT_LOOP void name(float *restrict a, float f, uint32_t n) \
    {                                                                    \
        for (uint32_t i = 0; i < n; i++)                                 \
            a[i] = expression;                                           \
    }

VECTOR_LOOP(add_rows, a[i] + b[i])
VECTOR_LOOP(sub_rows, a[i] - b[i])
VECTOR_LOOP(mul_rows, a[i] * b[i])
SCALAR_LOOP(add_scalar, a[i] + f)
SCALAR_LOOP(sub_scalar, a[i] - f)
SCALAR_LOOP(rsub_scalar, -(a[i] - f))
SCALAR_LOOP(mul_scalar, a[i] * f)
SCALAR_LOOP(reciprocal, f / a[i])
SCALAR_LOOP(max_scalar, f > a[i] ? f : a[i])
SCALAR_LOOP(min_scalar, f < a[i] ? f : a[i])

/* The same for rows with NaN in them. */
static float slow_rsub(float a, float f)
{
    return kc_f32_neg(kc_f32_sub(a, f));
}

static float slow_reciprocal(float a, float one)
{
    return kc_f32_div(one, a);
}

static bool is_nan(float x)
{
    return x != x;
}

/* A NaN lane stays, a NaN scalar replaces every lane: the sum of the two is that NaN. */
static float slow_max(float a, float f)
{
    return is_nan(a) || is_nan(f) ? kc_f32_add(a, f) : f > a ? f : a;
}

static float slow_min(float a, float f)
{
    return is_nan(a) || is_nan(f) ? kc_f32_add(a, f) : f < a ? f : a;
}

/* ---- masks -------------------------------------------------------------------------------- */

/* Whether a lane belongs to a selected group; lanes beyond the last whole group do not. */
static bool selected(const struct plena_machine *m, uint32_t lane)
{
    const uint32_t group = lane / m->hlen;

    return group < m->vlen / m->hlen && (m->v_mask >> (group & 31) & 1);
}

/* Unselected lanes receive source 1. */
static void pass_through(const struct plena_machine *m, uint16_t *row, const uint16_t *source)
{
    for (uint32_t i = 0; i < m->vlen; i++)
        if (!selected(m, i))
            row[i] = kc_bf16_round_sram(kc_bf16_widen(source[i]));
}

/* Writes the finished row.  source: what unselected lanes receive, NULL when nothing does. */
static void finish(struct plena_machine *m, uint32_t address, const uint16_t *result,
                   const uint16_t *source, uint32_t rmask)
{
    uint16_t *out;

    if (rmask && source) {
        memcpy(m->masked, result, m->vlen * sizeof *m->masked);
        pass_through(m, m->masked, source);
        result = m->masked;
    }
    out = plena_vram_write(m, address, 0, m->vlen);
    memcpy(out, result, m->vlen * sizeof *out);
}

/* ---- elementwise -------------------------------------------------------------------------- */

typedef void vector_loop(float *restrict a, const float *restrict b, uint32_t n);
typedef void scalar_loop(float *restrict a, float f, uint32_t n);

static void vector_vector(struct plena_machine *m, const struct plena_ops *o, vector_loop *loop,
                          scalar_fn *slow)
{
    const uint16_t *a = plena_vram_read(m, m->gp[o->rs1]);
    const uint16_t *b = plena_vram_read(m, m->gp[o->rs2]);
    uint16_t       *result = m->result;

    plena_widen(m->row_a, a, m->vlen);
    plena_widen(m->row_b, b, m->vlen);
    loop(m->row_a, m->row_b, m->vlen);
    if (KC_UNLIKELY(round_row(result, m->row_a, m->vlen)))
        for (uint32_t i = 0; i < m->vlen; i++)
            result[i] = kc_bf16_round_sram(slow(kc_bf16_widen(a[i]), kc_bf16_widen(b[i])));
    finish(m, m->gp[o->rd], result, a, o->rmask);
}

static void vector_scalar(struct plena_machine *m, const struct plena_ops *o, float f,
                          scalar_loop *loop, scalar_fn *slow)
{
    const uint16_t *a = plena_vram_read(m, m->gp[o->rs1]);
    uint16_t       *result = m->result;

    plena_widen(m->row_a, a, m->vlen);
    loop(m->row_a, f, m->vlen);
    if (KC_UNLIKELY(round_row(result, m->row_a, m->vlen) || is_nan(f)))
        for (uint32_t i = 0; i < m->vlen; i++)
            result[i] = kc_bf16_round_sram(slow(kc_bf16_widen(a[i]), f));
    finish(m, m->gp[o->rd], result, a, o->rmask);
}

static float fp(const struct plena_machine *m, uint8_t reg)
{
    return kc_bf16_widen(m->fp[reg]);
}

EXEC(V_ADD_VV)
{
    vector_vector(m, o, add_rows, kc_f32_add);
}

EXEC(V_SUB_VV)
{
    vector_vector(m, o, sub_rows, kc_f32_sub);
}

EXEC(V_MUL_VV)
{
    vector_vector(m, o, mul_rows, kc_f32_mul);
}

EXEC(V_ADD_VF)
{
    vector_scalar(m, o, fp(m, o->fs2), add_scalar, kc_f32_add);
}

EXEC(V_SUB_VF)
{
    if (o->rorder)
        vector_scalar(m, o, fp(m, o->fs2), rsub_scalar, slow_rsub);
    else
        vector_scalar(m, o, fp(m, o->fs2), sub_scalar, kc_f32_sub);
}

EXEC(V_MUL_VF)
{
    vector_scalar(m, o, fp(m, o->fs2), mul_scalar, kc_f32_mul);
}

EXEC(V_MAX_VF)
{
    vector_scalar(m, o, fp(m, o->fs2), max_scalar, slow_max);
}

EXEC(V_MIN_VF)
{
    vector_scalar(m, o, fp(m, o->fs2), min_scalar, slow_min);
}

EXEC(V_RECI_V)
{
    vector_scalar(m, o, 1.0f, reciprocal, slow_reciprocal);
}

/* bf16 of a value clamped to [-88, 88]; NaN passes. */
static uint16_t clamp_exp(uint16_t bits)
{
    const float x = kc_bf16_widen(bits);

    return x > 88.0f ? 0x42b0 : x < -88.0f ? 0xc2b0 : bits;
}

/* exp is a table over all bf16 values; what passes a mask is the clamped argument. */
EXEC(V_EXP_V)
{
    const uint16_t *table = plena_exp_table();
    const uint16_t *a = plena_vram_read(m, m->gp[o->rs1]);
    uint16_t       *result = m->result;

    for (uint32_t i = 0; i < m->vlen; i++)
        result[i] = table[a[i]];
    for (uint32_t i = 0; o->rmask && i < m->vlen; i++)
        if (!selected(m, i))
            result[i] = kc_bf16_round_sram(kc_bf16_widen(clamp_exp(a[i])));
    finish(m, m->gp[o->rd], result, NULL, 0);
}

static void shift_lanes(struct plena_machine *m, const struct plena_ops *o)
{
    const uint16_t *a = plena_vram_read(m, m->gp[o->rs1]);
    const uint32_t  n = m->gp[o->rs2] < m->vlen ? m->gp[o->rs2] : m->vlen;
    uint16_t       *result = m->result;

    memset(result, 0, n * sizeof *result);
    for (uint32_t i = n; i < m->vlen; i++)
        result[i] = kc_bf16_round_sram(kc_bf16_widen(a[i - n]));
    finish(m, m->gp[o->rd], result, NULL, 0);
}

EXEC(V_SHIFT_V)
{
    shift_lanes(m, o);
}

EXEC(V_SHFT_V)
{
    shift_lanes(m, o);
}

/* ---- reductions --------------------------------------------------------------------------- */

enum { LANES = 8, CHAINS = 4, LEVELS = 4, LEVEL_STEP = 16 };

KC_INLINE float add(float a, float b, bool exact_nan)
{
    return exact_nan ? kc_f32_add(a, b) : a + b;
}

KC_INLINE void add_lanes(float *restrict sum, const float *restrict x, bool exact_nan)
{
    for (int lane = 0; lane < LANES; lane++)
        sum[lane] = add(sum[lane], x[lane], exact_nan);
}

/* One of the four chains: every fourth group of eight lanes.  Long chains cascade: after 16
 * additions a level is folded into the next one, and the levels are added at the end. */
KC_INLINE void sum_chain(float *restrict total, const float *x, uint32_t groups, bool exact_nan)
{
    float    level[LEVELS][LANES] = { { 0 } };
    uint32_t i = 0;

    while (i + LEVEL_STEP <= groups) {
        for (int k = 0; k < LEVEL_STEP; k++, i++)
            add_lanes(level[0], x + (size_t)i * CHAINS * LANES, exact_nan);
        for (int j = 1; j < LEVELS; j++) {
            add_lanes(level[j], level[j - 1], exact_nan);
            memset(level[j - 1], 0, sizeof level[j - 1]);
            if (i & (uint32_t)(LEVEL_STEP - 1) << (4 * j))
                break;
        }
    }
    for (; i < groups; i++)
        add_lanes(level[0], x + (size_t)i * CHAINS * LANES, exact_nan);
    for (int j = 1; j < LEVELS; j++)
        add_lanes(level[0], level[j], exact_nan);
    memcpy(total, level[0], sizeof level[0]);
}

/* The order of plena.md 2.9: eight lanes, four chains, leftovers, then lane by lane. */
KC_INLINE float sum_in_order(const float *x, uint32_t n, bool exact_nan)
{
    const uint32_t groups = n / LANES, each = groups / CHAINS;
    float          chain[CHAINS][LANES], total = 0.0f;

    for (uint32_t k = 0; k < CHAINS; k++)
        sum_chain(chain[k], x + (size_t)k * LANES, each, exact_nan);
    for (uint32_t j = each * CHAINS; j < groups; j++)
        add_lanes(chain[0], x + (size_t)j * LANES, exact_nan);
    for (int k = 1; k < CHAINS; k++)
        add_lanes(chain[0], chain[k], exact_nan);
    for (uint32_t i = groups * LANES; i < n; i++)
        total = add(total, x[i], exact_nan);
    for (int lane = 0; lane < LANES; lane++)
        total = add(total, chain[0][lane], exact_nan);
    return total;
}

static KC_HOT_LOOP float sum_fast(const float *x, uint32_t n)
{
    return sum_in_order(x, n, false);
}

static float sum_row(const float *x, uint32_t n)
{
    const float sum = sum_fast(x, n);

    return is_nan(sum) ? sum_in_order(x, n, true) : sum;
}

EXEC(V_RED_SUM)
{
    plena_widen(m->row_a, plena_vram_read(m, m->gp[o->rs1]), m->vlen);
    for (uint32_t g = 0; o->rmask && g < m->vlen / m->hlen; g++) {
        float *group = m->row_a + (size_t)g * m->hlen;

        if (!selected(m, g * m->hlen))
            continue;
        const float sum = sum_row(group, m->hlen);

        for (uint32_t i = 0; i < m->hlen; i++)
            group[i] = sum;
    }
    m->fp[o->fd] = kc_bf16_round(kc_f32_add(fp(m, o->fd), sum_row(m->row_a, m->vlen)));
}

EXEC(V_RED_MAX)
{
    const uint16_t *row = plena_vram_read(m, m->gp[o->rs1]);
    float           largest = kc_bf16_widen(row[0]);
    const float     old = fp(m, o->fd);

    for (uint32_t i = 1; i < m->vlen && !is_nan(largest); i++) {
        const float x = kc_bf16_widen(row[i]);

        if (x > largest || is_nan(x))
            largest = x;
    }
    if (is_nan(largest) || old > largest)
        largest = old;
    m->fp[o->fd] = kc_bf16_round(largest);
}

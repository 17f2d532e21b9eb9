/* Activations: coefficients, the piece for registers, the walk over memory. */
#include "baseline/aie2/activation.h"

#include <inttypes.h>

/* Of P, least squares of the largest error, with c1, c3, c4 as bf16 (gelu: c1 and c2).  silu's c0
 * is a little larger, so that both ways of evaluation round the gate to 1 where x is clamped. */
const struct aie2_gate aie2_silu = {
    5.5, 15.0, { 0.1239, -0.00329589844, 0.00013064805, -8.28504562e-06, 2.96160579e-07 }, 5
};
const struct aie2_gate aie2_gelu = { 2.5, 3.125, { 0.261946244, -0.0303955078, 0.00326538086 }, 3 };

void aie2_math_gate_constants(struct aie2_linear *l, const struct aie2_gate *gate)
{
    aie2_math_bf16(l, "m_top", gate->limit);
    aie2_math_bf16(l, "m_bottom", -gate->limit);
    aie2_math_fp32(l, "m_middle", -gate->middle);
    aie2_math_fp32(l, "m_half", 0.5);
    aie2_math_bf16(l, "m_lead", gate->c[gate->terms - 1]);
    for (int i = 0; i < gate->terms - 1; i++) {
        const char name[] = { 'm', '_', 'c', (char)('0' + i), '\0' };

        aie2_math_fp32(l, name, gate->c[i]);
    }
}

static void clamp(struct aie2_linear *l, const char *g)
{
    aie2_line(l, "vmax_lt.bf16 x%%%s_b, r%%%s_m1, x%%%s_x, x%%m_bottom", g, g, g);
    aie2_line(l, "vmin_ge.bf16 x%%%s_c, r%%%s_m2, x%%%s_b, x%%m_top", g, g, g);
    aie2_line(l, "vsel.16 x%%%s_c0, x%%%s_c, x%%m_zero, r%%m_high", g, g);
    aie2_line(l, "vsel.16 x%%%s_c1, x%%%s_c, x%%m_zero, r%%m_low", g, g);
}

/* x%z0, x%z1 = c^2 - middle */
static void square(struct aie2_linear *l, const char *g)
{
    aie2_math_pair_mac(l, g, "z", "m_middle", "c", "c");
    aie2_math_pair_round_apart(l, g, "z", "z");
}

static void step(struct aie2_linear *l, const char *g, int i)
{
    const char acc[] = { 'm', '_', 'c', (char)('0' + i), '\0' };

    aie2_math_pair_mac(l, g, "q", acc, "p", "z");
    aie2_math_pair_round(l, g, "p", "q");
}

static void activation(struct aie2_linear *l, const char *g, const struct aie2_gate *gate)
{
    const char acc[] = { 'm', '_', 'c', (char)('0' + gate->terms - 2), '\0' };

    clamp(l, g);
    square(l, g);
    aie2_line(l, "vmac.f bml%%%s_q, bm%%%s, x%%%s_z0, x%%m_lead, r%%m_two", g, acc, g);
    aie2_line(l, "vmac.f bmh%%%s_q, bm%%%s, x%%%s_z1, x%%m_lead, r%%m_two", g, acc, g);
    aie2_math_pair_round(l, g, "p", "q");
    for (int i = gate->terms - 3; i >= 0; i--)
        step(l, g, i);
    aie2_math_pair_mac(l, g, "s", "m_half", "p", "c");
    aie2_math_pair_round_apart(l, g, "s", "s");
    aie2_line(l, "vmul.f bml%%%s_y, x%%%s_x, x%%%s_s0, r%%m_two", g, g, g);
    aie2_line(l, "vmul.f bmh%%%s_y, x%%%s_x, x%%%s_s1, r%%m_two", g, g, g);
}

void aie2_math_silu(struct aie2_linear *l, const char *g)
{
    activation(l, g, &aie2_silu);
}

void aie2_math_gelu(struct aie2_linear *l, const char *g)
{
    activation(l, g, &aie2_gelu);
}

/* ---- over memory ---------------------------------------------------------------------------- */

struct walk {
    struct aie2_linear     *l;
    const struct aie2_gate *gate;
    uint32_t                pairs;
    const char *from, *to, *const *buffer;
};

static void point(const struct walk *w, const char *name, const char *symbol)
{
    aie2_line(w->l, "set p%%%s, #%s", name, symbol);
}

static void loop(const struct walk *w)
{
    aie2_line(w->l, ".loop #%" PRIu32, w->pairs);
}

static void load(const struct walk *w, const char *unit, const char *name, const char *tag)
{
    aie2_line(w->l, "vld%s wl%%%s, [p%%%s], #32 !%s*", unit, name, name, tag);
    aie2_line(w->l, "vld%s wh%%%s, [p%%%s], #32 !%s*", unit, name, name, tag);
}

static void store(const struct walk *w, const char *name, const char *pointer, const char *tag)
{
    aie2_line(w->l, "vst.conv.bf16.fp32 bml%%%s, [p%%%s], #32 !%s*", name, pointer, tag);
    aie2_line(w->l, "vst.conv.bf16.fp32 bmh%%%s, [p%%%s], #32 !%s*", name, pointer, tag);
}

static void products(const struct walk *w, const char *to, const char *acc, const char *a,
                     const char *b)
{
    for (int half = 0; half < 2; half++)
        if (acc)
            aie2_line(w->l, "vmac.f bm%c%%%s, bm%%%s, x%%%s, x%%%s_%d, r%%m_two", "lh"[half], to,
                      acc, a, b, half);
        else
            aie2_line(w->l, "vmul.f bm%c%%%s, x%%%s, x%%%s_%d, r%%m_two", "lh"[half], to, a, b,
                      half);
}

/* buffer 0: z = x^2 - middle, not yet clamped */
static void squares(const struct walk *w)
{
    aie2_line(w->l, "// z = x^2 - middle");
    aie2_math_fp32(w->l, "middle", -w->gate->middle);
    aie2_line(w->l, "mov p%%x, p%%%s", w->from);
    point(w, "z", w->buffer[0]);
    loop(w);
    load(w, "a", "x", "x");
    aie2_math_halves(w->l, "x");
    products(w, "z", "middle", "x", "x");
    store(w, "z", "z", "z");
    aie2_line(w->l, ".endloop");
}

/* buffer 1: z^2 */
static void fourth_powers(const struct walk *w)
{
    aie2_line(w->l, "// z^2");
    point(w, "z", w->buffer[0]);
    point(w, "zz", w->buffer[1]);
    loop(w);
    load(w, "a", "z", "z");
    aie2_math_halves(w->l, "z");
    products(w, "zz", NULL, "z", "z");
    store(w, "zz", "zz", "zz");
    aie2_line(w->l, ".endloop");
}

/* x%NAME: c in the low half, d in the high one. */
static void two_constants(const struct walk *w, const char *name, double c, double d)
{
    const char *other = kc_arena_printf(aie2_linear_arena(w->l), "%s_other", name);

    aie2_math_bf16(w->l, name, c);
    aie2_math_bf16(w->l, other, d);
    aie2_line(w->l, "vmov wh%%%s, wh%%%s", name, other);
}

/* x%zsN: 16 lanes of z and z^2 side by side, clamped. */
static void load_powers(const struct walk *w, int n)
{
    aie2_line(w->l, "vldb wl%%zv%d, [p%%z], #32 !z*", n);
    aie2_line(w->l, "vlda wh%%zv%d, [p%%zz], #32 !zz*", n);
    aie2_line(w->l, "vmin_ge.bf16 x%%zs%d, r%%ge%d, x%%zv%d, x%%most", n, n, n);
}

static void point_at_powers(const struct walk *w)
{
    point(w, "z", w->buffer[0]);
    point(w, "zz", w->buffer[1]);
    aie2_line(w->l, "mov p%%u, p%%%s", w->to);
}

/* y's place: c2 + c3 z + c4 z^2 */
static void upper_terms(const struct walk *w)
{
    aie2_line(w->l, "// u = c2 + c3 z + c4 z^2");
    aie2_math_fp32(w->l, "c2", w->gate->c[2]);
    two_constants(w, "c34", w->gate->c[3], w->gate->c[4]);
    point_at_powers(w);
    aie2_line(w->l, ".loop #%" PRIu32, 2 * w->pairs);
    load_powers(w, 0);
    aie2_line(w->l, "vmac.f bm%%u, bm%%c2, x%%zs0, x%%c34, r%%m_two");
    aie2_line(w->l, "vst.conv.bf16.fp32 bm%%u, [p%%u], #32 !y*");
    aie2_line(w->l, ".endloop");
}

static void store_polynomial(const struct walk *w, int n, const char *factors)
{
    aie2_line(w->l, "vmac.f bm%%p%d, bm%%c0, x%%zs%d, x%%%s, r%%m_two", n, n, factors);
    aie2_line(w->l, "vst.conv.bf16.fp32 bm%%p%d, [p%%p], #32 !z*", n);
}

/* buffer 0: P(z) = c0 + c1 z + c2 z^2 */
static void short_polynomial(const struct walk *w)
{
    aie2_line(w->l, ".loop #%" PRIu32, 2 * w->pairs);
    load_powers(w, 0);
    store_polynomial(w, 0, "c12");
    aie2_line(w->l, ".endloop");
}

/* buffer 0: P(z) = c0 + c1 z + u z^2 */
static void long_polynomial(const struct walk *w)
{
    loop(w);
    for (int n = 0; n < 2; n++) {
        load_powers(w, n);
        aie2_line(w->l, "vld%c wh%%u%d, [p%%u], #32 !y*", "ab"[n], n);
        aie2_line(w->l, "vmov wl%%u%d, wl%%c12", n);
    }
    store_polynomial(w, 0, "u0");
    store_polynomial(w, 1, "u1");
    aie2_line(w->l, ".endloop");
}

static void polynomial(const struct walk *w)
{
    const bool more = w->gate->terms > 3;

    aie2_line(w->l, "// P = c0 + c1 z + %s z^2", more ? "u" : "c2");
    aie2_math_fp32(w->l, "c0", w->gate->c[0]);
    two_constants(w, "c12", w->gate->c[1], w->gate->c[2]);
    point_at_powers(w);
    point(w, "p", w->buffer[0]);
    if (more)
        long_polynomial(w);
    else
        short_polynomial(w);
}

/* x%p_0, x%p_1: 16 lanes of P each, and zeros from memory: loads are cheaper here than moves. */
static void load_polynomial(const struct walk *w)
{
    aie2_line(w->l, "vldb wl%%p_0, [p%%p], #32 !z*");
    aie2_line(w->l, "vldb wh%%p_0, [p%%zero, #0] !y");
    aie2_line(w->l, "vlda wl%%p_1, [p%%zero, #0] !y");
    aie2_line(w->l, "vldb wh%%p_1, [p%%p], #32 !z*");
}

/* buffer 1: 1/2 + c P, c = x clamped; zeros at the beginning of y's place */
static void gates(const struct walk *w)
{
    aie2_line(w->l, "// s = 1/2 + c P, c = x clamped");
    aie2_math_bf16(w->l, "top", w->gate->limit);
    aie2_math_bf16(w->l, "bottom", -w->gate->limit);
    aie2_math_fp32(w->l, "half", 0.5);
    aie2_line(w->l, "mov p%%x, p%%%s", w->from);
    aie2_line(w->l, "mov p%%zero, p%%%s", w->to);
    aie2_line(w->l, "vst wl%%m_zero, [p%%zero, #0] !y");
    point(w, "p", w->buffer[0]);
    point(w, "s", w->buffer[1]);
    loop(w);
    load(w, "a", "x", "x");
    load_polynomial(w);
    aie2_line(w->l, "vmax_lt.bf16 x%%b, r%%lt, x%%x, x%%bottom");
    aie2_line(w->l, "vmin_ge.bf16 x%%c, r%%ge, x%%b, x%%top");
    products(w, "s", "half", "c", "p");
    store(w, "s", "s", "zz");
    aie2_line(w->l, ".endloop");
}

static void results(const struct walk *w)
{
    aie2_line(w->l, "// y = x s");
    aie2_line(w->l, "mov p%%x, p%%%s", w->from);
    point(w, "s", w->buffer[1]);
    aie2_line(w->l, "mov p%%y, p%%%s", w->to);
    loop(w);
    load(w, "a", "x", "x");
    load(w, "b", "s", "zz");
    aie2_math_halves(w->l, "s");
    products(w, "y", NULL, "x", "s");
    store(w, "y", "y", "y");
    aie2_line(w->l, ".endloop");
}

void aie2_activation_walk(struct aie2_linear *l, const struct aie2_gate *gate, uint32_t pairs,
                          const char *from, const char *to, const char *const buffer[2])
{
    const struct walk w = { l, gate, pairs, from, to, buffer };
    const double      most = gate->limit * gate->limit - gate->middle;

    squares(&w);
    fourth_powers(&w);
    two_constants(&w, "most", most, most * most);
    if (gate->terms > 3)
        upper_terms(&w);
    polynomial(&w);
    gates(&w);
    results(&w);
}

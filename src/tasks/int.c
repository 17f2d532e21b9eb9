/* Integer forms: formats, draws, fixed-point arithmetic and grids. */
#include "tasks/int.h"

#include <math.h>
#include <string.h>

const char kc_int_rules[] =
    "    clamp8(a)  = a limited to -128 ... 127, clamp32 likewise\n"
    "    mulq(a, m) = clamp32((a*m + 2^30) >> 31), a*m in 64 bits: vsmul with vxrm = 0 (rnu)\n"
    "    shr(a, s)  = s == 0 ? a : (a + 2^(s-1)) >> s, arithmetic: vssra with vxrm = 0 (rnu)\n"
    "    rq(a)      = clamp8(shr(mulq(a, m), s)), m and s from params\n";

bool kc_integers_on(const char *platform)
{
    return strcmp(platform, "coral") == 0;
}

/* ---- declaring ---------------------------------------------------------------------------- */

static const double SILU_UNIT = 1.0 / 16.0;

void kc_int_silu_table(struct kc_case *c)
{
    if (c->integer)
        kc_input(c, "table", KC_ROLE_TABLE, KC_DRAW_GIVEN, 1, 256);
}

void kc_int_params(struct kc_case *c, const uint32_t *terms, size_t count)
{
    if (!c->integer)
        return;
    assert(count <= KC_REQUANTS);
    kc_input(c, "params", KC_ROLE_TABLE, KC_DRAW_GIVEN, (uint32_t)count, 2)->number =
        KC_NUMBER_INT32;
    for (size_t i = 0; i < count; i++)
        c->requant[c->requant_count++] = kc_int_requant(terms[i]);
}

/* ---- drawing ------------------------------------------------------------------------------ */

double kc_int_unit(const struct kc_tensor *t)
{
    return t->number == KC_NUMBER_INT8 ? 1.0 / 32 : t->number == KC_NUMBER_INT32 ? 1.0 / 256 : 0.0;
}

static double limited(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

void kc_int_hold(struct kc_tensor *t)
{
    for (size_t i = 0; i < kc_tensor_count(t); i++)
        if (t->number == KC_NUMBER_FLOAT32)
            t->value[i] = (float)t->value[i];
        else if (t->number == KC_NUMBER_INT8)
            t->value[i] = limited(rint(t->value[i]), -127.0, 127.0);
        else
            t->value[i] = rint(t->value[i]);
}

static void give_params(const struct kc_case *c, struct kc_tensor *t)
{
    for (size_t i = 0; i < c->requant_count; i++) {
        t->value[2 * i] = c->requant[i].m;
        t->value[2 * i + 1] = c->requant[i].s;
    }
}

static void give_silu(struct kc_tensor *t)
{
    struct kc_mat y = kc_mat_of(t);
    double        scale[256] = { 0 };

    y.s = scale;
    for (int i = 0; i < 256; i++)
        t->value[i] = (i - 128) * SILU_UNIT;
    kc_ref_silu(y, y);
    kc_int_grid8(y, SILU_UNIT);
}

void kc_int_give(struct kc_case *c)
{
    for (size_t i = 0; i < c->in_count; i++)
        if (c->draw[i] == KC_DRAW_GIVEN && c->in[i].number == KC_NUMBER_INT32)
            give_params(c, &c->in[i]);
        else if (c->draw[i] == KC_DRAW_GIVEN)
            give_silu(&c->in[i]);
}

/* ---- fixed point -------------------------------------------------------------------------- */

struct kc_requant kc_int_requant(uint32_t terms)
{
    int          exponent;
    const double part = frexp(1.0 / (32.0 * sqrt(terms)), &exponent); /* in [0.5, 1) */
    int64_t      m = (int64_t)rint(ldexp(part, 31));

    if (m == INT64_C(1) << 31) {
        m /= 2;
        exponent++;
    }
    return (struct kc_requant){ (int32_t)m, -exponent };
}

static int64_t clamp(int64_t a, int64_t low, int64_t high)
{
    return a < low ? low : a > high ? high : a;
}

int64_t kc_int_clamp8(int64_t a)
{
    return clamp(a, INT8_MIN, INT8_MAX);
}

int64_t kc_int_mulq(int64_t a, int64_t m)
{
    return clamp((a * m + (INT64_C(1) << 30)) >> 31, INT32_MIN, INT32_MAX);
}

int64_t kc_int_shr(int64_t a, int64_t s)
{
    return s == 0 ? a : (a + (INT64_C(1) << (s - 1))) >> s;
}

int64_t kc_int_rq(int64_t a, struct kc_requant q)
{
    return kc_int_clamp8(kc_int_shr(kc_int_mulq(a, q.m), q.s));
}

/* ---- matrices ----------------------------------------------------------------------------- */

static void put(struct kc_mat m, uint32_t row, uint32_t col, double value, double allowed)
{
    m.v[(size_t)row * m.pitch + col] = value;
    m.s[(size_t)row * m.pitch + col] = allowed;
}

static double at(struct kc_mat m, uint32_t row, uint32_t col)
{
    return m.v[(size_t)row * m.pitch + col];
}

void kc_int_requantise(const struct kc_case *c, struct kc_mat y, size_t which)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, (double)kc_int_rq((int64_t)at(y, i, j), c->requant[which]), 0.0);
}

void kc_int_exact(struct kc_mat y)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, at(y, i, j), 0.0);
}

struct kc_mat kc_int_real(struct kc_case *c, struct kc_mat x, double unit)
{
    struct kc_mat y = kc_mat_new(c, x.rows, x.cols);

    for (uint32_t i = 0; i < x.rows; i++)
        for (uint32_t j = 0; j < x.cols; j++)
            put(y, i, j, at(x, i, j) * unit, 0.0);
    return y;
}

void kc_int_grid8(struct kc_mat y, double unit)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, limited(rint(at(y, i, j) / unit), INT8_MIN, INT8_MAX), 1.0);
}

void kc_int_look_up(struct kc_mat y, struct kc_mat x, const struct kc_tensor *table)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, table->value[(int)at(x, i, j) + 128], 0.0);
}

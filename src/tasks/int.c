/* Integer forms: formats, draws, fixed-point arithmetic and grids. */
#include "tasks/int.h"

#include <math.h>
#include <string.h>

#include "kernelcraft/platform.h"

const char kc_int_rules[] =
    "    clamp8(a)  = a limited to -128 ... 127, clamp32 likewise\n"
    "    mulq(a, m) = clamp32((a*m + 2^30) >> 31), a*m in 64 bits: vsmul with vxrm = 0 (rnu)\n"
    "    shr(a, s)  = s == 0 ? a : (a + 2^(s-1)) >> s, arithmetic: vssra with vxrm = 0 (rnu)\n"
    "    rq(a)      = clamp8(shr(mulq(a, m), s)), m and s from params\n";

bool kc_integers_on(const char *platform)
{
    const struct kc_platform *found = kc_platform_find(kc_str_from(platform));

    return found && found->integers;
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

static void give_silu(const struct kc_case *c, struct kc_tensor *t)
{
    struct kc_mat y = kc_mat_of(t);
    double        scale[256] = { 0 };

    y.s = scale;
    for (int i = 0; i < 256; i++)
        t->value[i] = (i - 128) * SILU_UNIT;
    kc_ref_silu(y, y);
    kc_int_grid8(c, y, SILU_UNIT);
}

void kc_int_give(struct kc_case *c)
{
    for (size_t i = 0; i < c->in_count; i++)
        if (c->draw[i] == KC_DRAW_GIVEN && c->in[i].number == KC_NUMBER_INT32)
            give_params(c, &c->in[i]);
        else if (c->draw[i] == KC_DRAW_GIVEN)
            give_silu(c, &c->in[i]);
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

int64_t kc_int_shr(int64_t a, int64_t s)
{
    return s == 0 ? a : (a + (INT64_C(1) << (s - 1))) >> s;
}

/* A right shift in the rounding mode that a slip leaves; half up without one. */
static int64_t rounded_shift(int64_t a, int64_t s, enum kc_int_slip slip)
{
    const int64_t low = s == 0 ? 0 : a & ((INT64_C(1) << s) - 1), down = a >> s;
    const int64_t half = s == 0 ? 1 : INT64_C(1) << (s - 1);

    switch (slip) {
    case KC_SLIP_ROUND_EVEN:
        return down + (low > half || (low == half && (down & 1)));
    case KC_SLIP_ROUND_DOWN:
        return down;
    case KC_SLIP_ROUND_ODD:
        return low ? down | 1 : down;
    default:
        return kc_int_shr(a, s);
    }
}

static int64_t mulq(int64_t a, int64_t m, enum kc_int_slip slip)
{
    if (slip == KC_SLIP_NO_PRODUCT)
        return a;
    if (slip == KC_SLIP_HIGH_PRODUCT)
        return (a * m) >> 32;
    return clamp(rounded_shift(a * m, 31, slip), INT32_MIN, INT32_MAX);
}

static int64_t shift(int64_t a, int64_t s, enum kc_int_slip slip)
{
    switch (slip) {
    case KC_SLIP_NO_SHIFT:
        return a;
    case KC_SLIP_SHIFT_DOWN:
        return a >> s;
    case KC_SLIP_SHIFT_LESS:
        return kc_int_shr(a, s > 0 ? s - 1 : 0);
    case KC_SLIP_SHIFT_MORE:
        return kc_int_shr(a, s + 1);
    default:
        return rounded_shift(a, s, slip);
    }
}

/* To eight bits; what is above 127 reads as negative. */
static int64_t to_8(int64_t a, enum kc_int_slip slip)
{
    if (slip == KC_SLIP_WRAPS)
        return (int8_t)(uint8_t)a;
    return slip == KC_SLIP_CLAMP_UNSIGNED ? (int8_t)(uint8_t)clamp(a, 0, UINT8_MAX)
                                          : kc_int_clamp8(a);
}

int64_t kc_int_rq(int64_t a, struct kc_requant q, enum kc_int_slip slip)
{
    if (slip == KC_SLIP_SUM_WRAPS)
        a = (int16_t)(uint16_t)a;
    return to_8(shift(mulq(a, q.m, slip), q.s, slip), slip);
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

/* Sums that start from what the row before left. */
static void carry_rows(const struct kc_case *c, struct kc_mat y, struct kc_requant q)
{
    for (uint32_t i = 1; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const int64_t before = (int64_t)at(y, i - 1, j);
            const int64_t left = c->slip == KC_SLIP_ROWS_ADD_UP
                                     ? before
                                     : kc_int_shr(mulq(before, q.m, KC_SLIP_NONE), q.s);

            put(y, i, j, at(y, i, j) + (double)left, 0.0);
        }
}

void kc_int_requantise(const struct kc_case *c, struct kc_mat y, size_t which)
{
    const struct kc_requant q = c->requant[c->slip == KC_SLIP_FIRST_PARAMS ? 0 : which];

    if (c->slip == KC_SLIP_ROWS_ADD_UP || c->slip == KC_SLIP_ROWS_FOLLOW)
        carry_rows(c, y, q);
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++)
            put(y, i, j, (double)kc_int_rq((int64_t)at(y, i, j), q, c->slip), 0.0);
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

void kc_int_grid8(const struct kc_case *c, struct kc_mat y, double unit)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const double value = limited(rint(at(y, i, j) / unit), INT32_MIN, INT32_MAX);

            put(y, i, j, (double)to_8((int64_t)value, c->slip), 1.0);
        }
}

void kc_int_look_up(const struct kc_case *c, struct kc_mat y, struct kc_mat x,
                    const struct kc_tensor *table)
{
    for (uint32_t i = 0; i < y.rows; i++)
        for (uint32_t j = 0; j < y.cols; j++) {
            const int value = (int)at(x, i, j);
            const int index = c->slip == KC_SLIP_INDEX_UNSIGNED ? value & 255 : value + 128;

            put(y, i, j, c->slip == KC_SLIP_NO_LOOK_UP ? value : table->value[index], 0.0);
        }
}

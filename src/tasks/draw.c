/* Inputs: what the elements of a tensor are drawn from, as a function of the seed alone.
 *
 * Two of the five seeds of a cell come from another distribution than the normal one (check.c).  It
 * is made so that what is easily left out of a kernel shows: rows of activations differ in size, so
 * that one maximum or one scale for all is wrong, and single elements stand far above all others,
 * so that a maximum over most of a row is not the maximum.
 */
#include <math.h>

#include "base/random.h"
#include "tasks/int.h"
#include "tasks/task.h"

const char kc_uneven_inputs[] =
    "mean 0.5, heavy tail, rows of very different sizes, single elements "
    "far above all others";

static const int32_t normal_quantiles[4096] = {
#include "tasks/normal.def"
};

double kc_draw_normal(uint64_t seed, uint64_t stream, uint64_t index)
{
    const uint64_t bits = kc_random_u64(seed, stream, index);
    const int32_t  size = normal_quantiles[bits & 4095];

    return (double)(bits >> 12 & 1 ? -size : size) / 65536.0;
}

/* Mean 0.5: uniform in [-1, 2), and one draw in 32 four times as far from the mean. */
double kc_draw_tailed(uint64_t seed, uint64_t stream, uint64_t index)
{
    const uint64_t bits = kc_random_u64(seed, stream, index);
    const int64_t  from_mean = (int64_t)((bits & 0xffff) * 3) - 3 * 32768;

    return 0.5 + (double)((bits >> 16 & 31) == 0 ? from_mean * 4 : from_mean) / 65536.0;
}

static uint64_t stream_of(const struct kc_case *c, const struct kc_tensor *t)
{
    uint64_t h = UINT64_C(1469598103934665603);

    for (const char *s = c->task->name; *s; s++)
        h = (h ^ (unsigned char)*s) * UINT64_C(1099511628211);
    for (size_t i = 0; i < KC_PARAMS; i++)
        h = (h ^ c->p[i]) * UINT64_C(1099511628211);
    for (const char *s = t->name; *s; s++)
        h = (h ^ (unsigned char)*s) * UINT64_C(1099511628211);
    return h;
}

static double shape_draw(enum kc_draw draw, uint32_t fan_in, double x)
{
    switch (draw) {
    case KC_DRAW_UNIT:
    case KC_DRAW_MEETING:
    case KC_DRAW_GIVEN:
        return x;
    case KC_DRAW_WEIGHT:
    case KC_DRAW_STEEP:
        return x / sqrt(fan_in);
    case KC_DRAW_HALF:
        return x * 0.5;
    case KC_DRAW_POSITIVE:
        return 0.5 + fabs(x);
    }
    kc_unreachable();
}

/* In integers the draw counts units of the format. */
static double shaped(const struct kc_case *c, size_t input, double x)
{
    const double unit = kc_int_unit(&c->in[input]);

    return unit > 0.0 ? x / unit : shape_draw(c->draw[input], c->fan_in[input], x);
}

/* One element in so many stands out of its row, in integers: norms have to limit it. */
enum { OUTLIERS = 61 };

/* Sizes of rows in the uneven distribution, in an order that depends on the seed: large ones
 * overflow an exponential without its maximum, small ones make eps matter.  Eight rows have one
 * each; fewer have the first ones. */
static double size_in_group(uint64_t seed, uint64_t stream, size_t row, size_t rows)
{
    double       size[] = { 1.0, 64.0, 1.0 / 256, 16.0, 1.0 / 16, 4.0, 1.0 / 4, 32.0 };
    const size_t group = rows < KC_COUNT(size) ? rows : KC_COUNT(size);

    for (size_t i = group; i > 1; i--) {
        const uint64_t roll = kc_random_u64(seed, ~stream, row / group * KC_COUNT(size) + i - 1);
        const double   last = size[i - 1];

        size[i - 1] = size[roll % i];
        size[roll % i] = last;
    }
    return size[row % group];
}

/* Keys and values do not differ; in integers little would be left of the smallest.  Rows that meet
 * each other are not larger than usual: their scores would be in the thousands, where bf16 cannot
 * tell which of two keys is nearer. */
static double row_size(const struct kc_case *c, size_t input, uint64_t seed, size_t row,
                       size_t rows)
{
    const struct kc_tensor *t = &c->in[input];
    const double            size =
        t->role == KC_ROLE_ACTIVATION ? size_in_group(seed, stream_of(c, t), row, rows) : 1.0;

    if (c->integer)
        return fmax(size, 1.0 / 64);
    return c->draw[input] == KC_DRAW_MEETING ? fmin(size, 1.0) : size;
}

/* By how much one element of a row stands out: a maximum that misses it overflows. */
static double peak_of(const struct kc_case *c, size_t input, double size)
{
    const bool free = c->in[input].role == KC_ROLE_ACTIVATION && c->draw[input] == KC_DRAW_UNIT;

    return fmax(16.0 * size, free ? 64.0 : 0.0);
}

/* Its place: rows that follow each other have theirs far apart. */
static size_t peak_at(uint64_t seed, uint64_t stream, size_t row, size_t cols)
{
    const uint32_t first = (uint32_t)kc_random_u64(seed, ~stream, UINT64_MAX);
    const uint32_t part = first + (uint32_t)row * UINT32_C(0x9e3779b9); /* of 2^32 */

    return (size_t)((uint64_t)part * cols >> 32);
}

/* Rows of activations differ in size, and all but the small ones have a peak; so have all rows of
 * keys and values.  In integers peaks are more, and the elements of a single row differ instead. */
static void unlike_rows(struct kc_case *c, size_t input, uint64_t seed)
{
    struct kc_tensor *t = &c->in[input];
    const uint64_t    stream = stream_of(c, t);
    const size_t      count = kc_tensor_count(t);
    const bool        single = c->integer && count == t->cols;
    const size_t      width = single ? 1 : t->cols;

    for (size_t row = 0; row < count / width; row++) {
        const double size = row_size(c, input, seed, row, count / width);
        double      *x = t->value + row * width;

        for (size_t j = 0; j < width; j++)
            x[j] *= c->integer && !single && (row * width + j) % OUTLIERS == 0 ? 64.0 * size : size;
        if (!c->integer && size >= 1.0)
            x[peak_at(seed, stream, row, width)] += peak_of(c, input, size);
    }
}

/* In integers weights keep the mean 0: sums would saturate, and every result be the same.  So do
 * those that make scores: all of a row's would be alike. */
static double tailed(const struct kc_case *c, size_t input, double x)
{
    const bool centred =
        c->draw[input] == KC_DRAW_STEEP || (c->integer && c->in[input].role == KC_ROLE_WEIGHT);

    return centred ? x - 0.5 : x;
}

/* Makes scores of normalised rows differ by a hundred or more: an exponential that misses their
 * maximum overflows. */
static const double STEEPNESS = 4.0;

/* In integers results differ in size as well, so that some sums need all their bits: the columns of
 * weights, or the rows where sums run along rows. */
static double result_factor(const struct kc_case *c, size_t input, size_t elem)
{
    static const double     factor[] = { 1.0, 16.0, 1.0 / 4, 1.0, 4.0, 1.0, 1.0 / 16, 1.0 };
    const struct kc_tensor *t = &c->in[input];
    const size_t            row = elem / t->cols, col = elem % t->cols;

    if (!c->integer || t->role != KC_ROLE_WEIGHT)
        return c->draw[input] == KC_DRAW_STEEP ? STEEPNESS : 1.0;
    return factor[(c->fan_in[input] == t->rows ? col : row) % KC_COUNT(factor)];
}

static void make_uneven(struct kc_case *c, size_t input, uint64_t seed)
{
    struct kc_tensor *t = &c->in[input];

    for (size_t e = 0; e < kc_tensor_count(t); e++)
        t->value[e] *= result_factor(c, input, e);
    if ((c->draw[input] == KC_DRAW_UNIT || c->draw[input] == KC_DRAW_MEETING) &&
        (t->role == KC_ROLE_ACTIVATION || !c->integer))
        unlike_rows(c, input, seed);
}

void kc_case_draw(struct kc_case *c, uint64_t seed, enum kc_distribution distribution)
{
    for (size_t i = 0; i < c->in_count; i++) {
        struct kc_tensor *t = &c->in[i];
        const uint64_t    stream = stream_of(c, t);
        const size_t      count = kc_tensor_count(t);

        for (size_t e = 0; c->draw[i] != KC_DRAW_GIVEN && e < count; e++)
            t->value[e] = shaped(c, i,
                                 distribution == KC_DISTRIBUTION_NORMAL
                                     ? kc_draw_normal(seed, stream, e)
                                     : tailed(c, i, kc_draw_tailed(seed, stream, e)));
        if (distribution == KC_DISTRIBUTION_UNEVEN)
            make_uneven(c, i, seed);
        if (c->integer)
            kc_int_hold(t);
    }
    if (c->integer)
        kc_int_give(c);
    else if (c->task->give)
        c->task->give(c);
}

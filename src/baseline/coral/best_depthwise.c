/* depthwise_conv: up to 16 channels in the lanes, or several neighbouring pixels of fewer channels.
 *
 * A position is one pixel, or the few that share a register.  A group of positions of one image row
 * is computed together: for each kernel row every pixel is loaded once and multiplied by all its
 * taps.  Two products of int8 fit into 16 bits: taps go in pairs, vwmul and vwmacc, and each pair
 * is added to the sums of 32 bits.
 *
 *     v0 ...        the taps of all kernel rows, or of one when there are too many
 *     then          a ring of k pixels, pairs (two registers each), sums (four each, up to v31)
 */
#include "baseline/coral/best.h"
#include "baseline/coral/image.h"
#include "baseline/coral/product.h"

enum { REGISTERS = 32, SUMS = 4, PAIR = 2, LARGEST_GROUP = 4 };

struct depthwise {
    uint32_t     h, c, k;
    uint32_t     pixels;                        /* of a position */
    uint32_t     group;                         /* positions computed together */
    bool         resident;                      /* all taps stay in registers */
    uint32_t     ring, pairs, pair_count, sums; /* first registers */
    struct image image;
};

static bool fits(struct depthwise *d, uint32_t group, bool resident)
{
    const uint32_t taps = resident ? d->k * d->k : d->k;
    const uint32_t sums = REGISTERS - group * SUMS, first = taps + d->k;

    if (d->k > REGISTERS)
        return false;
    const uint32_t pairs = (first + 1) & ~1u;

    d->group = group;
    d->resident = resident;
    d->ring = taps;
    d->sums = sums;
    d->pairs = pairs;
    d->pair_count = sums > pairs ? (sums - pairs) / PAIR : 0;
    if (d->pair_count > (d->k + 1) / 2)
        d->pair_count = (d->k + 1) / 2;
    return d->pair_count > (d->k > 1 && group > 1);
}

/* The largest group that leaves room for two pairs; taps resident when that costs nothing. */
static bool allocate(struct depthwise *d, uint32_t most)
{
    for (uint32_t group = most < LARGEST_GROUP ? most : LARGEST_GROUP; group; group--)
        if (fits(d, group, true) || fits(d, group, false))
            return true;
    return false;
}

static void load_next(struct rv *e, const struct depthwise *d, uint32_t at, uint32_t *loaded)
{
    while (*loaded <= at) {
        rv_op(e, "vle8.v  v%u, (t1)", d->ring + *loaded % d->k);
        rv_add(e, "t1", "t1", d->c, "t0");
        ++*loaded;
    }
}

/* Adds the first count pairs to the sums; the very first pair or two make them. */
static void add_pairs(struct rv *e, const struct depthwise *d, uint32_t sum, uint32_t count,
                      bool fresh, uint32_t lanes)
{
    uint32_t i = 0;

    rv_vset(e, lanes, "e16, m2", "t0");
    if (fresh && count > 1) {
        rv_op(e, "vwadd.vv v%u, v%u, v%u", sum, d->pairs, d->pairs + PAIR);
        i = 2;
    } else if (fresh) {
        rv_op(e, "vwadd.vx v%u, v%u, zero", sum, d->pairs);
        i = 1;
    }
    for (; i < count; i++)
        rv_op(e, "vwadd.wv v%u, v%u, v%u", sum, sum, d->pairs + PAIR * i);
    rv_vset(e, lanes, "e8, m1", "t0");
}

static void product(struct rv *e, const struct depthwise *d, uint32_t taps, uint32_t g, uint32_t i,
                    uint32_t from)
{
    rv_op(e, "%s v%u, v%u, v%u", (i - from) % 2 ? "vwmacc.vv" : "vwmul.vv",
          d->pairs + PAIR * ((i - from) / 2), d->ring + (g * d->pixels + i) % d->k, taps + i);
}

/* Taps `from` to `to` of a kernel row.  With three pairs or more the even ones come first, so that
 * no product waits for the one before it; with fewer the order of the loads is better. */
static void multiply(struct rv *e, const struct depthwise *d, uint32_t taps, uint32_t g,
                     uint32_t from, uint32_t to)
{
    if (to - from < 5) {
        for (uint32_t i = from; i < to; i++)
            product(e, d, taps, g, i, from);
        return;
    }
    for (uint32_t odd = 0; odd < 2; odd++)
        for (uint32_t i = from + odd; i < to; i += 2)
            product(e, d, taps, g, i, from);
}

/* One kernel row of position g: k products in pairs, as many at a time as there are registers. */
static void position(struct rv *e, const struct depthwise *d, uint32_t row, uint32_t g,
                     uint32_t lanes)
{
    const uint32_t taps = d->resident ? row * d->k : 0, sum = d->sums + g * SUMS;

    for (uint32_t from = 0, to; from < d->k; from = to) {
        to = from + 2 * d->pair_count < d->k ? from + 2 * d->pair_count : d->k;
        multiply(e, d, taps, g, from, to);
        add_pairs(e, d, sum, (to - from + 1) / 2, row == 0 && from == 0, lanes);
    }
}

/* count lines of taps at t3 into v0 and following, several registers at a time. */
static void load_taps(struct rv *e, uint32_t count)
{
    for (uint32_t at = 0, n; at < count; at += n) {
        n = at % 8 == 0 && count - at >= 8 ? 8 : count - at >= 4 ? 4 : count - at >= 2 ? 2 : 1;
        rv_op(e, "vl%ure8.v v%u, (t3)", n, at);
        rv_op(e, "addi    t3, t3, %u", n * RV_LINE);
    }
}

static void finish(struct rv *e, const struct depthwise *d, uint32_t group, uint32_t lanes)
{
    rv_note(e, "requantise and store");
    rv_vset(e, lanes, "e32, m4", "t0");
    for (uint32_t g = 0, v = d->sums; g < group; g++, v += SUMS)
        rv_op(e, "vsmul.vx v%u, v%u, s3", v, v);
    rv_vset(e, lanes, "e16, m2", "t0");
    for (uint32_t g = 0, v = d->sums; g < group; g++, v += SUMS)
        rv_op(e, "vnclip.wx v%u, v%u, s4", v, v);
    rv_vset(e, lanes, "e8, m1", "t0");
    for (uint32_t g = 0, v = d->sums; g < group; g++, v += SUMS)
        rv_op(e, "vnclip.wi v%u, v%u, 0", v, v);
    for (uint32_t g = 0, v = d->sums; g < group; g++, v += SUMS) {
        rv_op(e, "vse8.v  v%u, (s2)", v);
        rv_add(e, "s2", "s2", (int64_t)d->pixels * d->c, "t0");
    }
}

/* `group` positions of `lanes` lanes at s1 to y at s2. */
static void positions(struct rv *e, const struct depthwise *d, uint32_t group, uint32_t lanes)
{
    rv_note(e, "%u positions of %u lanes", group, lanes);
    rv_op(e, "mv      t2, s1");
    if (!d->resident)
        rv_op(e, "la      t3, taps");
    rv_vset(e, lanes, "e8, m1", "t0");
    for (uint32_t row = 0; row < d->k; row++) {
        uint32_t loaded = 0;

        rv_note(e, "kernel row %u", row);
        rv_op(e, "mv      t1, t2");
        if (row + 1 < d->k)
            rv_op(e, "add     t2, t2, s5");
        if (!d->resident)
            load_taps(e, d->k);
        for (uint32_t g = 0; g < group; g++) {
            load_next(e, d, g * d->pixels + d->k - 1, &loaded);
            position(e, d, row, g, lanes);
        }
    }
    finish(e, d, group, lanes);
    rv_add(e, "s1", "s1", (int64_t)group * d->pixels * d->c, "t0");
}

/* The taps of the channels from s7 on, each in a line of its own, repeated for every pixel. */
static void stage_taps(struct rv *e, const struct depthwise *d, uint32_t channels)
{
    rv_note(e, "taps, a line each");
    rv_op(e, "add     t2, a1, s7");
    rv_op(e, "la      t3, taps");
    rv_vset(e, channels, "e8, m1", "t0");
    const uint32_t label = rv_loop(e, "t4", d->k * d->k);
    rv_op(e, "vle8.v  v0, (t2)");
    rv_add(e, "t2", "t2", d->c, "t0");
    for (uint32_t i = 0; i < d->pixels; i++) {
        rv_op(e, "vse8.v  v0, (t3)");
        rv_add(e, "t3", "t3", i + 1 < d->pixels ? d->c : RV_LINE - i * d->c, "t0");
    }
    rv_again(e, "t4", d->k * d->k, label);
    if (d->resident) {
        rv_vset(e, channels * d->pixels, "e8, m1", "t0");
        rv_op(e, "la      t3, taps");
        load_taps(e, d->k * d->k);
    }
}

/* One image row: whole groups, the last positions, the last pixels. */
static void image_row(struct rv *e, const struct depthwise *d, uint32_t channels)
{
    const uint32_t whole = d->h / d->pixels, odd = d->h % d->pixels;
    const uint32_t full = whole / d->group, rest = whole % d->group;

    if (full) {
        const uint32_t label = rv_loop(e, "s8", full);
        positions(e, d, d->group, channels * d->pixels);
        rv_again(e, "s8", full, label);
    }
    if (rest)
        positions(e, d, rest, channels * d->pixels);
    if (odd) {
        positions(e, d, 1, odd * channels);
        rv_add(e, "s2", "s2", -(int64_t)(d->pixels - odd) * d->c, "t0");
    }
}

/* All rows for the channels from s7 on. */
static void channel_block(struct rv *e, const struct depthwise *d, uint32_t channels)
{
    stage_taps(e, d, channels);
    rv_op(e, "add     s0, a0, s7");
    rv_op(e, "add     s2, a3, s7");
    const uint32_t label = rv_loop(e, "s6", d->h);
    rv_op(e, "mv      s1, s0");
    image_row(e, d, channels);
    rv_op(e, "add     s0, s0, s5");
    rv_again(e, "s6", d->h, label);
}

static struct depthwise depthwise_of(const struct kc_case *c)
{
    const uint32_t   h = c->p[0], channels = c->p[1], k = c->p[2];
    struct depthwise d = { .h = h, .c = channels, .k = k, .image = image_of(h, channels, k) };

    d.pixels = channels >= RV_LINE ? 1 : RV_LINE / channels < h ? RV_LINE / channels : h;
    return d;
}

static void depthwise_conv(struct rv *e, const struct kc_case *c)
{
    struct depthwise d = depthwise_of(c);
    const uint32_t   full = d.c / RV_LINE, rest = d.c % RV_LINE;

    allocate(&d, e->rows);
    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a2", 0, "s3", "s4");
    image_stage(e, &d.image);
    rv_li(e, "s5", (int64_t)d.image.width * d.c);
    rv_li(e, "s7", 0);
    if (full) {
        const uint32_t label = rv_loop(e, "s9", full);
        channel_block(e, &d, RV_LINE);
        rv_op(e, "addi    s7, s7, %d", RV_LINE);
        rv_again(e, "s9", full, label);
    }
    if (rest)
        channel_block(e, &d, rest);
    rv_op(e, "ret");
    kc_buf_printf(e->out, "\n    .bss\n    .balign 16\ntaps:\n    .space  %u\n",
                  d.k * d.k * RV_LINE);
    image_reserve(e, &d.image);
}

const char *coral_best_depthwise_conv(const struct kc_case *c, const struct kc_layout *layout,
                                      struct kc_buf *out)
{
    struct depthwise d = depthwise_of(c);

    (void)layout;
    if (!allocate(&d, LARGEST_GROUP))
        return "a kernel row does not fit into registers";
    if (image_bytes(&d.image) + (uint64_t)d.k * d.k * RV_LINE > RV_SCRATCH)
        return "the image does not fit into scratch memory";
    return rv_kernel(out, c, depthwise_conv);
}

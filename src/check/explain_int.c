/* What goes wrong in integers: limits, rounding, signs, and results in another memory.
 *
 * The reference with one step done wrong predicts the output to the bit. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "check/explain_parts.h"

static const double SLIP = 0.93, EXACT = 0.97, ELSEWHERE = 0.995, BORDER = 0.85;

/* Below this share of exact hits among the wrong elements a slip is not worth mentioning. */
static const double HITS_LEAST = 0.85;

/* Every element predicted is a proof when so many are wrong. */
static const uint64_t WRONG_LEAST = 8;

static const struct {
    const char *id, *text, *hint;
} slips[KC_SLIPS] = {
    [KC_SLIP_WRAPS] = { "saturation-missing", "results beyond -128 ... 127 wrap around",
                        "limit them: vnclip narrows with saturation, vnsra and plain stores of "
                        "the low byte do not" },
    [KC_SLIP_SUM_WRAPS] = { "sum-overflow", "sums wrap at 16 bits",
                            "accumulate in 32 bits: vwmacc under e16, vwadd.wv, vwredsum" },
    [KC_SLIP_ROUND_EVEN] = { "rounding-mode", "results are rounded half to even (vxrm = 1)",
                             "csrwi vxrm, 0 before vsmul and vssra" },
    [KC_SLIP_ROUND_DOWN] = { "rounding-mode", "results are rounded down (vxrm = 2)",
                             "csrwi vxrm, 0 before vsmul and vssra" },
    [KC_SLIP_ROUND_ODD] = { "rounding-mode", "results are rounded to odd (vxrm = 3)",
                            "csrwi vxrm, 0 before vsmul and vssra" },
    [KC_SLIP_SHIFT_DOWN] = { "rounding-mode", "the shift does not round: results are rounded down",
                             "vssra with vxrm = 0 rounds, vsra does not; or add 2^(s-1) first" },
    [KC_SLIP_HIGH_PRODUCT] = { "fixed-point-factor",
                               "mulq is half of what it should be: the upper half of the product, "
                               "a*m >> 32",
                               "mulq shifts by 31: vsmul, or shift one bit less after vmulh (and "
                               "mind the rounding)" },
    [KC_SLIP_NO_PRODUCT] = { "requantise-step-missing", "the multiplication with m is missing",
                             "rq multiplies by m, shifts by s, then limits" },
    [KC_SLIP_NO_SHIFT] = { "requantise-step-missing", "the shift by s is missing",
                           "rq multiplies by m, shifts by s, then limits" },
    [KC_SLIP_SHIFT_LESS] = { "shift-amount", "the shift is one bit too short",
                             "compare the shift amount with s of params" },
    [KC_SLIP_SHIFT_MORE] = { "shift-amount", "the shift is one bit too long",
                             "compare the shift amount with s of params" },
    [KC_SLIP_CLAMP_UNSIGNED] = { "unsigned-clamp", "results are limited to 0 ... 255",
                                 "vnclip instead of vnclipu: the result is signed" },
    [KC_SLIP_ROWS_ADD_UP] = { "accumulator-not-cleared",
                              "the sums of each row start from those of the row before",
                              "clear the accumulator before each row" },
    [KC_SLIP_ROWS_FOLLOW] = { "accumulator-not-cleared",
                              "the sums of each row start from what the row before left in the "
                              "accumulator",
                              "clear the accumulator before each row" },
    [KC_SLIP_FIRST_PARAMS] = { "wrong-params",
                               "every requantisation uses the first m and s of params",
                               "each product has its own row of params, 8 bytes further on" },
    [KC_SLIP_NO_LOOK_UP] = { "activation-missing", "the table is not used: no activation",
                             "look up table[value + 128] after the first requantisation" },
    [KC_SLIP_INDEX_UNSIGNED] = { "table-index",
                                 "the table is indexed by the byte as it is, not by value + 128",
                                 "add 128 (or exclusive-or 0x80) before the look-up" },
};

/* How many elements a prediction hits exactly: of all, and of the wrong ones. */
static bool hits(const struct kc_explainer *x, const double *predicted, double *score)
{
    const size_t count = kc_explain_count(x);
    uint64_t     all = 0, wrong = 0, differs = 0;

    for (size_t i = 0; i < count; i++) {
        const bool hit = x->grid.produced[i] == predicted[i];

        all += hit;
        wrong += hit && x->wrong[i];
        differs += predicted[i] != x->grid.expected[i];
    }
    if (!differs || !x->wrong_count)
        return false;
    const double share = (double)wrong / (double)x->wrong_count;

    *score = all == count && x->wrong_count >= WRONG_LEAST
                 ? EXACT
                 : SLIP * share * (0.9 + 0.1 * (double)all / (double)count);
    return share >= HITS_LEAST;
}

static void try_slip(struct kc_explainer *x, enum kc_int_slip slip)
{
    struct kc_arena own = { 0 };
    struct kc_case  c = kc_explain_shadow(x, &own);
    double          score;

    c.slip = slip;
    kc_case_reference(&c);
    if (hits(x, c.out.value, &score))
        kc_explain_add(x, slips[slip].id, score, kc_explain_first_wrong(x), slips[slip].text,
                       slips[slip].hint);
    kc_arena_free(&own);
}

static void try_unsigned(struct kc_explainer *x, size_t input)
{
    const struct kc_tensor *t = &x->c->in[input];
    struct kc_arena         own = { 0 };
    struct kc_case          c = kc_explain_shadow(x, &own);
    double                 *value = kc_arena_array(&own, double, kc_tensor_count(t)), score;

    for (size_t i = 0; i < kc_tensor_count(t); i++)
        value[i] = t->value[i] < 0.0 ? t->value[i] + 256.0 : t->value[i];
    c.in[input].value = value;
    kc_case_reference(&c);
    if (hits(x, c.out.value, &score))
        kc_explain_add(x, "sign-extension", score, kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena,
                                       "negative elements of %s are taken as unsigned, 256 too "
                                       "large",
                                       t->name),
                       "lb instead of lbu, vsext instead of vzext, vwmul and vwmacc instead of the "
                       "u and su forms");
    kc_arena_free(&own);
}

/* ---- places ------------------------------------------------------------------------------- */

/* The side of a square image that the rows of the output are, or 0. */
static uint32_t image_side(const struct kc_explainer *x)
{
    uint32_t side = 1;

    if (!strstr(x->c->task->name, "conv"))
        return 0;
    while (side * side < x->grid.rows)
        side++;
    return side;
}

/* Wrong only along the edges of the image: what lies outside is not zero. */
static void explain_border(struct kc_explainer *x)
{
    const uint32_t side = image_side(x);
    uint64_t       border = 0;

    for (size_t i = 0; side > 2 && i < kc_explain_count(x); i++) {
        const uint32_t row = (uint32_t)(i / x->grid.cols), h = row / side, w = row % side;
        const uint32_t k = x->c->p[3] ? x->c->p[3] : x->c->p[2], pad = (k - 1) / 2;

        border += x->wrong[i] && (h < pad || w < pad || h + pad >= side || w + pad >= side);
    }
    if (border && border == x->wrong_count)
        kc_explain_add(x, "padding", BORDER, kc_explain_first_wrong(x),
                       "only pixels at the edges are wrong: what lies outside the image does not "
                       "count as zero, or inside as outside",
                       "skip taps whose row or column is below 0 or at least H; the pixel before "
                       "the first of a row is the last of the row above");
}

static double number_at(struct kc_region *r, uint64_t at, enum kc_number number)
{
    uint32_t       bits = 0;
    const uint32_t width = kc_number_bytes(number), unused = 32 - 8 * width;

    for (uint32_t i = 0; i < width; i++)
        bits |= (uint32_t)*(const uint8_t *)kc_region_elem(r, at + i) << 8 * i;
    return (double)((int32_t)(bits << unused) >> unused);
}

/* The share of the expected result that stands at an offset of a region. */
static double share_at(const struct kc_explainer *x, struct kc_region *r, uint64_t at)
{
    const uint32_t width = kc_number_bytes(x->c->out.number);
    const size_t   count = kc_explain_count(x);
    uint64_t       right = 0;

    if (at + count * width > r->elems)
        return 0.0;
    for (size_t i = 0; i < count; i++)
        right += fabs(number_at(r, at + i * width, x->c->out.number) - x->grid.expected[i]) <=
                 x->grid.allowed[i];
    return (double)right / (double)count;
}

static bool begins_at(const struct kc_explainer *x, struct kc_region *r, uint64_t at)
{
    const uint32_t width = kc_number_bytes(x->c->out.number);

    for (size_t i = 0; i < 8 && i < kc_explain_count(x); i++)
        if (at + (i + 1) * width > r->elems || fabs(number_at(r, at + i * width, x->c->out.number) -
                                                    x->grid.expected[i]) > x->grid.allowed[i])
            return false;
    return true;
}

/* The whole result, in another memory or at another address. */
static void explain_elsewhere(struct kc_explainer *x, struct kc_region *r)
{
    const uint64_t home = x->cell->layout.out.address;

    for (uint64_t at = 0; at < r->elems; at += 4) {
        if (r->base + at == home || kc_region_writer(r, at) == KC_WRITER_NOBODY ||
            kc_region_writer(r, at) == KC_WRITER_HOST || !begins_at(x, r, at) ||
            share_at(x, r, at) < KC_FIT_LEAST)
            continue;
        kc_explain_add(x, "output-elsewhere", ELSEWHERE, 0,
                       kc_arena_printf(x->arena,
                                       "%s is right but stands in %s at 0x%" PRIx64
                                       "; it belongs to %s 0x%" PRIx64,
                                       x->out->output, r->name, r->base + at, x->region->name,
                                       home),
                       "store to the address that the last argument register holds")
            ->line = kc_region_writer(r, at);
        return;
    }
}

void kc_explain_integers(struct kc_explainer *x)
{
    if (!x->c->integer || x->wrong_count == 0)
        return;
    for (size_t i = 0; i < x->machine->region_count; i++)
        explain_elsewhere(x, &x->machine->regions[i]);
    if (x->unwritten_count == kc_explain_count(x))
        return;
    for (int slip = KC_SLIP_NONE + 1; slip < KC_SLIPS; slip++)
        try_slip(x, (enum kc_int_slip)slip);
    for (size_t i = 0; i < x->c->in_count; i++)
        if (x->c->in[i].number == KC_NUMBER_INT8 && x->c->draw[i] != KC_DRAW_GIVEN)
            try_unsigned(x, i);
    explain_border(x);
}

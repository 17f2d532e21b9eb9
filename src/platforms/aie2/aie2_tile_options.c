/* Operands of the tile's directives: words, key=value, shapes and parts. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2_tile_asm.h"

enum { LARGEST_SIDE = 1 << 24 };

static const char *const option_names[AIE2_OPTION_COUNT] = {
    [AIE2_OPTION_TILE] = "tile",       [AIE2_OPTION_PART] = "part",
    [AIE2_OPTION_CHAN] = "chan",       [AIE2_OPTION_ORDER] = "order",
    [AIE2_OPTION_REPEAT] = "repeat",   [AIE2_OPTION_LAYOUT] = "layout",
    [AIE2_OPTION_DEPTH] = "depth",     [AIE2_OPTION_BANK] = "bank",
    [AIE2_OPTION_SIZE] = "size",       [AIE2_OPTION_STEP] = "step",
    [AIE2_OPTION_VIEW] = "view",       [AIE2_OPTION_AT] = "at",
    [AIE2_OPTION_DIMS] = "dims",       [AIE2_OPTION_ACQUIRE] = "acquire",
    [AIE2_OPTION_RELEASE] = "release", [AIE2_OPTION_NEXT] = "next",
    [AIE2_OPTION_INIT] = "init",
};

struct kc_span aie2_str_span(const struct aie2_asm *as, struct kc_str s)
{
    return aie2_span(as, s.at, s.length);
}

/* ---- key=value ------------------------------------------------------------------------------ */

static KC_COLD void unknown_option(struct aie2_asm *as, struct kc_str directive, struct kc_str key,
                                   uint32_t allowed, const char *usage)
{
    const char *names[AIE2_OPTION_COUNT];
    size_t      count = 0;

    for (int i = 0; i < AIE2_OPTION_COUNT; i++)
        if (allowed >> i & 1)
            names[count++] = option_names[i];

    const char *nearest = kc_str_nearest(key, names, count);

    kc_error(as->dg, aie2_str_span(as, key), "dma-option",
             nearest ? kc_arena_printf(as->arena, "did you mean %s=?", nearest) : usage,
             "%.*s has no option '%.*s'", KC_STR(directive), KC_STR(key));
}

static int option_of(struct kc_str key, uint32_t allowed)
{
    for (int i = 0; i < AIE2_OPTION_COUNT; i++)
        if ((allowed >> i & 1) && kc_str_is(key, option_names[i]))
            return i;
    return AIE2_OPTION_COUNT;
}

/* part=0:4,8:16 and bank=A,B: what follows without a key belongs to the value before. */
static bool continues(int last)
{
    return last == AIE2_OPTION_PART || last == AIE2_OPTION_BANK || last == AIE2_OPTION_DIMS;
}

static bool add_option(struct aie2_asm *as, struct kc_str directive, struct kc_str piece,
                       uint32_t allowed, const char *usage, struct aie2_options *o, int *last)
{
    const struct kc_str key = kc_str_trim(kc_str_cut(&piece, '='));

    *last = option_of(key, allowed);
    if (*last == AIE2_OPTION_COUNT) {
        unknown_option(as, directive, key, allowed, usage);
        return false;
    }
    if (o->value[*last].at) {
        kc_error(as->dg, aie2_str_span(as, key), "dma-option", NULL, "%s= is given twice",
                 option_names[*last]);
        return false;
    }
    o->value[*last] = kc_str_trim(piece);
    return true;
}

static bool add_plain(struct aie2_asm *as, struct kc_str piece, const char *usage,
                      struct aie2_options *o, int last)
{
    if (continues(last)) {
        o->value[last].length = (size_t)(piece.at + piece.length - o->value[last].at);
        return true;
    }
    if (o->plain_count < AIE2_PLAIN && last < 0 && piece.length) {
        o->plain[o->plain_count++] = piece;
        return true;
    }
    kc_error(as->dg, aie2_str_span(as, piece), "dma-syntax", usage, "'%.*s' is not expected here",
             KC_STR(piece));
    return false;
}

bool aie2_options(struct aie2_asm *as, struct kc_str name, struct kc_str rest, uint32_t allowed,
                  const char *usage, struct aie2_options *o)
{
    int last = -1;

    *o = (struct aie2_options){ 0 };
    while (rest.length > 0) {
        const struct kc_str piece = kc_str_trim(kc_str_cut(&rest, ','));
        const bool          keyed = piece.length && memchr(piece.at, '=', piece.length);

        if (keyed ? !add_option(as, name, piece, allowed, usage, o, &last)
                  : !add_plain(as, piece, usage, o, last))
            return false;
    }
    if (o->plain_count)
        return true;
    kc_error(as->dg, aie2_str_span(as, name), "dma-syntax", usage, "%.*s needs a name",
             KC_STR(name));
    return false;
}

/* ---- values --------------------------------------------------------------------------------- */

bool aie2_read_number(struct aie2_asm *as, struct kc_str s, uint64_t low, uint64_t high,
                      uint32_t *value)
{
    uint64_t v;

    if (kc_str_u64(s, &v) && v >= low && v <= high) {
        *value = (uint32_t)v;
        return true;
    }
    kc_error(as->dg, aie2_str_span(as, s), "dma-number", NULL,
             "'%.*s' is not a number from %" PRIu64 " to %" PRIu64, KC_STR(s), low, high);
    return false;
}

bool aie2_read_shape(struct aie2_asm *as, struct kc_str s, uint32_t *rows, uint32_t *cols)
{
    struct kc_str right = s;
    uint64_t      r, c;

    const struct kc_str left = kc_str_cut(&right, 'x');

    if (kc_str_u64(left, &r) && kc_str_u64(right, &c) && r >= 1 && c >= 1 && r <= LARGEST_SIDE &&
        c <= LARGEST_SIDE) {
        *rows = (uint32_t)r;
        *cols = (uint32_t)c;
        return true;
    }
    kc_error(as->dg, aie2_str_span(as, s), "dma-shape", NULL,
             "'%.*s' is not a shape; write ROWSxCOLS, as in 16x64", KC_STR(s));
    return false;
}

bool aie2_read_channel(struct aie2_asm *as, struct kc_str s, uint8_t *channel)
{
    for (uint8_t i = 0; i < AIE2_CHANNELS; i++)
        if (kc_str_is(s, aie2_channel_names[i])) {
            *channel = i;
            return true;
        }
    kc_error(as->dg, aie2_str_span(as, s), "dma-channel", NULL,
             "'%.*s' is not a channel; there are in0, in1, out0 and out1", KC_STR(s));
    return false;
}

bool aie2_read_bank(struct aie2_asm *as, struct kc_str s, int8_t *bank)
{
    if (s.length == 1 && (s.at[0] | 32) >= 'a' && (s.at[0] | 32) <= 'd') {
        *bank = (int8_t)((s.at[0] | 32) - 'a');
        return true;
    }
    kc_error(as->dg, aie2_str_span(as, s), "dma-bank", NULL,
             "'%.*s' is not a bank; A, B, C and D begin at 0x70000, 0x74000, 0x78000 and 0x7c000",
             KC_STR(s));
    return false;
}

/* ---- walks ---------------------------------------------------------------------------------- */

/* "4:16"; an empty side is the beginning or the end. */
static bool read_range(struct aie2_asm *as, struct kc_str s, uint32_t *from, uint32_t *to)
{
    struct kc_str       right = s;
    const struct kc_str left = kc_str_trim(kc_str_cut(&right, ':'));
    const bool          colon = s.length && memchr(s.at, ':', s.length);

    right = kc_str_trim(right);
    if (!colon) {
        kc_error(as->dg, aie2_str_span(as, s), "dma-part", "part=ROW:ROW,COL:COL, ends excluded",
                 "'%.*s' is not a range of rows or columns", KC_STR(s));
        return false;
    }
    if ((left.length && !aie2_read_number(as, left, 0, LARGEST_SIDE, from)) ||
        (right.length && !aie2_read_number(as, right, 1, LARGEST_SIDE, to)))
        return false;
    if (*from < *to)
        return true;
    kc_error(as->dg, aie2_str_span(as, s), "dma-part", NULL, "the range '%.*s' is empty",
             KC_STR(s));
    return false;
}

static bool read_part(struct aie2_asm *as, struct kc_str s, struct aie2_walk *w)
{
    const struct kc_str rows = kc_str_trim(kc_str_cut(&s, ','));

    return read_range(as, rows, &w->r0, &w->r1) &&
           (s.length == 0 || read_range(as, kc_str_trim(s), &w->c0, &w->c1));
}

static bool read_layout(struct aie2_asm *as, struct kc_str s, struct aie2_walk *w)
{
    w->block_r = w->rows;
    w->block_c = w->cols;
    if (s.at && !kc_str_is(s, "row") && !aie2_read_shape(as, s, &w->block_r, &w->block_c))
        return false;
    if (w->block_c % 2) {
        kc_error(as->dg, aie2_str_span(as, s), "dma-granularity",
                 "the DMA moves 4 bytes: two bf16 elements of a row",
                 "blocks of %" PRIu32 " columns are no whole words; the number of columns must be "
                 "even",
                 w->block_c);
        return false;
    }
    if (w->rows % w->block_r == 0 && w->cols % w->block_c == 0)
        return true;
    kc_error(as->dg, aie2_str_span(as, s), "dma-layout", NULL,
             "blocks of %" PRIu32 "x%" PRIu32 " do not fill a tile of %" PRIu32 "x%" PRIu32,
             w->block_r, w->block_c, w->rows, w->cols);
    return false;
}

static bool read_order(struct aie2_asm *as, struct kc_str s, struct aie2_walk *w)
{
    w->by_columns = s.at && kc_str_is(s, "cr");
    if (!s.at || w->by_columns || kc_str_is(s, "rc"))
        return true;
    kc_error(as->dg, aie2_str_span(as, s), "dma-order", NULL,
             "'%.*s' is not an order; rc goes row by row, cr column by column", KC_STR(s));
    return false;
}

static bool read_tile(struct aie2_asm *as, const struct aie2_options *o, struct aie2_walk *w)
{
    const struct kc_str tile = o->value[AIE2_OPTION_TILE];

    if (!tile.at) {
        kc_error(as->dg, aie2_str_span(as, o->plain[o->plain_count - 1]), "dma-syntax",
                 "as in tile=16x64", "a walk over a tensor needs tile=ROWSxCOLS");
        return false;
    }
    if (!aie2_read_shape(as, tile, &w->rows, &w->cols))
        return false;
    if ((uint64_t)w->rows * w->cols * 2 > AIE2_DATA_LIMIT || w->cols % 2) {
        kc_error(as->dg, aie2_str_span(as, tile), w->cols % 2 ? "dma-granularity" : "dma-tile",
                 w->cols % 2 ? "the DMA moves 4 bytes: two bf16 elements of a row" : NULL,
                 w->cols % 2
                     ? "rows of %" PRIu32 " elements are no whole words; the number of columns "
                       "must be even"
                     : "a tile with rows of %" PRIu32 " elements has more than the 64 KiB of data "
                       "memory",
                 w->cols);
        return false;
    }
    return true;
}

bool aie2_read_walk(struct aie2_asm *as, const struct aie2_options *o, struct aie2_walk *w)
{
    const struct kc_str *v = o->value;

    *w = (struct aie2_walk){
        .line = as->open.line, .r1 = UINT32_MAX, .c1 = UINT32_MAX, .repeat = 1, .next = AIE2_NONE
    };
    if (!read_tile(as, o, w) || !read_layout(as, v[AIE2_OPTION_LAYOUT], w) ||
        !read_order(as, v[AIE2_OPTION_ORDER], w))
        return false;
    w->step_r = w->rows;
    w->step_c = w->cols;
    return (!v[AIE2_OPTION_STEP].at ||
            aie2_read_shape(as, v[AIE2_OPTION_STEP], &w->step_r, &w->step_c)) &&
           (!v[AIE2_OPTION_VIEW].at ||
            aie2_read_shape(as, v[AIE2_OPTION_VIEW], &w->view_r, &w->view_c)) &&
           (!v[AIE2_OPTION_PART].at || read_part(as, v[AIE2_OPTION_PART], w)) &&
           (!v[AIE2_OPTION_REPEAT].at ||
            aie2_read_number(as, v[AIE2_OPTION_REPEAT], 1, LARGEST_SIDE, &w->repeat));
}

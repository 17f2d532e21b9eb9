/* Descriptors under full control, and the order in which a channel runs its chains. */
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2_tile_asm.h"

#define BD_USAGE                                                                         \
    ".bd NAME, in0|in1|out0|out1, BUFFER[+OFFSET], size=BYTES [, dims=SIZExSTRIDE,...] " \
    "[, acquire=LOCK:-1] [, release=LOCK:1] [, next=NAME]"

/* ---- descriptors ---------------------------------------------------------------------------- */

static bool lock_by_number(struct aie2_asm *as, struct kc_str s, struct aie2_lock_use *use)
{
    uint64_t number;

    if (kc_str_u64(s, &number) && number >= AIE2_OWN_LOCK &&
        number < AIE2_OWN_LOCK + AIE2_OWN_LOCKS) {
        use->lock = (int8_t)number;
        return true;
    }
    const char *nearest = kc_str_nearest(s, as->tile->tile.lock_name, as->tile->locks);

    kc_error(as->dg, aie2_str_span(as, s), "dma-unknown",
             nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest)
                     : "declare it above, with .lock",
             "'%.*s' is no lock: neither a name nor a number from 48 to 63", KC_STR(s));
    return false;
}

/* "LOCK:-1": a name of a lock or its number, and the change. */
static bool read_lock_use(struct aie2_asm *as, struct kc_str s, int8_t change,
                          struct aie2_lock_use *use)
{
    struct kc_str       value = s;
    const struct kc_str lock = kc_str_trim(kc_str_cut(&value, ':'));
    uint32_t            number = 0;
    bool                negative;

    *use = (struct aie2_lock_use){ AIE2_NONE, change };
    if (!s.at)
        return true;
    for (uint32_t i = 0; i < as->tile->locks; i++)
        if (kc_str_is(lock, as->tile->tile.lock_name[i]))
            use->lock = (int8_t)(AIE2_OWN_LOCK + i);
    if (use->lock == AIE2_NONE && !lock_by_number(as, lock, use))
        return false;
    value = kc_str_trim(value);
    if (value.length == 0)
        return true;
    negative = value.at[0] == '-';
    if (negative || value.at[0] == '+')
        value = (struct kc_str){ value.at + 1, value.length - 1 };
    if (!aie2_read_number(as, value, 0, AIE2_LOCK_LIMIT, &number))
        return false;
    use->change = (int8_t)(negative ? -(int)number : (int)number);
    return true;
}

static bool read_dims(struct aie2_asm *as, struct kc_str s, struct aie2_descriptor *d)
{
    const struct kc_str all = s;
    uint64_t            words = 1, last = 0;

    for (; s.length > 0; d->dimensions++) {
        struct aie2_dimension *dim = &d->dimension[d->dimensions];

        if (d->dimensions == AIE2_DIMENSIONS) {
            kc_error(as->dg, aie2_str_span(as, all), "dma-limit", NULL,
                     "a descriptor has up to %d dimensions", AIE2_DIMENSIONS);
            return false;
        }
        if (!aie2_read_shape(as, kc_str_trim(kc_str_cut(&s, ',')), &dim->size, &dim->stride))
            return false;
        words *= dim->size;
        last += (uint64_t)(dim->size - 1) * dim->stride;
        if (words > AIE2_DATA_LIMIT || last > AIE2_DATA_LIMIT / AIE2_WORD) {
            kc_error(as->dg, aie2_str_span(as, all), "dma-dims",
                     "dims=SIZExSTRIDE, innermost first, strides in words of 4 bytes",
                     "the dimensions reach beyond data memory");
            return false;
        }
    }
    if (!d->dimensions || words * AIE2_WORD == d->bytes)
        return true;
    kc_error(as->dg, aie2_str_span(as, all), "dma-dims", NULL,
             "the dimensions have %" PRIu64 " bytes, size= says %" PRIu32, words * AIE2_WORD,
             d->bytes);
    return false;
}

/* The chain of a channel's .bd lines. */
static int32_t chain_of_channel(struct aie2_asm *as, uint8_t channel)
{
    struct aie2_builder *b = as->tile;
    const int32_t        found = aie2_find_chain(b, kc_str_from(aie2_channel_names[channel]));

    if (found != AIE2_NONE)
        return found;
    *AIE2_PUSH(as, b->tile.chain, b->tile.chain_count, b->chain_room) =
        (struct aie2_chain){ .name = aie2_channel_names[channel],
                             .line = as->open.line,
                             .channel = channel,
                             .first = AIE2_NONE,
                             .next_walk = AIE2_NONE,
                             .last_walk = AIE2_NONE };
    return (int32_t)b->tile.chain_count - 1;
}

static void pend(struct aie2_asm *as, struct aie2_pending **list, size_t *count, size_t *room,
                 struct kc_str name, int32_t index, uint32_t extra)
{
    *AIE2_PUSH(as, *list, *count, *room) =
        (struct aie2_pending){ .name = kc_str_from(aie2_keep(as, name)),
                               .span = aie2_str_span(as, name),
                               .line = as->open.line,
                               .count = extra,
                               .index = index };
}

/* Behind the last .bd of the channel, which goes on with this one unless it says otherwise. */
static void add_descriptor(struct aie2_asm *as, uint8_t channel, struct aie2_descriptor d)
{
    struct aie2_builder *b = as->tile;
    const int32_t        chain = chain_of_channel(as, channel);
    const int32_t        index = (int32_t)b->tile.descriptor_count;
    int32_t             *link = &b->tile.chain[chain].first;

    *AIE2_PUSH(as, b->tile.descriptor, b->tile.descriptor_count, b->descriptor_room) = d;
    while (*link != AIE2_NONE)
        link = &b->tile.descriptor[*link].next;
    *link = index;
}

static bool read_base(struct aie2_asm *as, struct kc_str s, struct kc_str *buffer, uint32_t *offset)
{
    *buffer = kc_str_trim(kc_str_cut(&s, '+'));
    s = kc_str_trim(s);
    if (s.length && !aie2_read_number(as, s, 0, AIE2_DATA_LIMIT, offset))
        return false;
    if (*offset % AIE2_WORD)
        kc_error(as->dg, aie2_str_span(as, s), "dma-align", NULL,
                 "the DMA moves words of 4 bytes: offsets are multiples of 4");
    return *offset % AIE2_WORD == 0;
}

static bool read_bd(struct aie2_asm *as, const struct aie2_options *o, struct aie2_descriptor *d,
                    uint8_t *channel)
{
    const struct kc_str *v = o->value;

    *d = (struct aie2_descriptor){ .line = as->open.line, .next = AIE2_NONE };
    if (o->plain_count != 3 || !v[AIE2_OPTION_SIZE].at) {
        kc_error(as->dg, aie2_str_span(as, o->plain[0]), "dma-syntax", BD_USAGE,
                 ".bd needs a name, a channel, a buffer and size=");
        return false;
    }
    if (!aie2_check_name(as, o->plain[0]) || !aie2_read_channel(as, o->plain[1], channel) ||
        !aie2_read_number(as, v[AIE2_OPTION_SIZE], AIE2_WORD, AIE2_DATA_LIMIT, &d->bytes) ||
        !read_dims(as, v[AIE2_OPTION_DIMS], d) ||
        !read_lock_use(as, v[AIE2_OPTION_ACQUIRE], -1, &d->acquire) ||
        !read_lock_use(as, v[AIE2_OPTION_RELEASE], 1, &d->release))
        return false;
    if (d->bytes % AIE2_WORD)
        kc_error(as->dg, aie2_str_span(as, v[AIE2_OPTION_SIZE]), "dma-align", NULL,
                 "the DMA moves words of 4 bytes: size= is a multiple of 4");
    d->name = aie2_keep(as, o->plain[0]);
    return d->bytes % AIE2_WORD == 0;
}

void aie2_do_bd(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    const uint32_t allowed = AIE2_OPTION(SIZE) | AIE2_OPTION(DIMS) | AIE2_OPTION(ACQUIRE) |
                             AIE2_OPTION(RELEASE) | AIE2_OPTION(NEXT);
    struct aie2_builder   *b = aie2_builder(as);
    struct aie2_options    o;
    struct aie2_descriptor d;
    struct kc_str          buffer;
    uint32_t               offset = 0;
    uint8_t                channel;
    const int32_t          index = (int32_t)b->tile.descriptor_count;

    if (!aie2_options(as, name, rest, allowed, BD_USAGE, &o) || !read_bd(as, &o, &d, &channel) ||
        !read_base(as, o.plain[2], &buffer, &offset) ||
        !aie2_take_descriptors(as, aie2_str_span(as, o.plain[0]), 1))
        return;
    for (size_t i = 0; i < b->tile.descriptor_count; i++)
        if (strcmp(b->tile.descriptor[i].name, d.name) == 0) {
            kc_error(as->dg, aie2_str_span(as, o.plain[0]), "dma-name", NULL,
                     "there is a descriptor '%s' already, in line %" PRIu32, d.name,
                     b->tile.descriptor[i].line);
            return;
        }
    add_descriptor(as, channel, d);
    pend(as, &b->base, &b->base_count, &b->base_room, buffer, index, offset);
    if (o.value[AIE2_OPTION_NEXT].at)
        pend(as, &b->next, &b->next_count, &b->next_room, o.value[AIE2_OPTION_NEXT], index, 0);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* .sequence in0, A*4, B*2 */
void aie2_do_sequence(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    struct aie2_builder *b = aie2_builder(as);
    uint8_t              channel;

    if (!aie2_read_channel(as, kc_str_trim(kc_str_cut(&rest, ',')), &channel))
        return;
    for (size_t i = 0; i < b->order_count; i++)
        if (b->order[i].index == channel && b->order[i].line != as->open.line) {
            kc_error(as->dg, aie2_str_span(as, name), "dma-sequence", NULL,
                     "%s has a sequence already, in line %" PRIu32, aie2_channel_names[channel],
                     b->order[i].line);
            return;
        }
    if (rest.length == 0)
        kc_error(as->dg, aie2_str_span(as, name), "dma-syntax", ".sequence in0, A*4, B*2",
                 ".sequence needs a channel and the names of its fifos");
    while (rest.length > 0) {
        struct kc_str       count = kc_str_trim(kc_str_cut(&rest, ','));
        const struct kc_str fifo = kc_str_trim(kc_str_cut(&count, '*'));
        uint32_t            times = 1;

        count = kc_str_trim(count);
        if (count.length && !aie2_read_number(as, count, 1, 1 << 24, &times))
            return;
        pend(as, &b->order, &b->order_count, &b->order_room, fifo, channel, times);
    }
}

/* The end of a text with tile directives: names are looked up and memory is placed.
 *
 * Data memory is handed out in granules of 64 bytes.  Buffers of one fifo share a logical bank, and
 * consecutive fifos and buffers begin in different ones, so that a core that reads from two and
 * writes to a third meets no bank twice.  What does not fit into its bank goes where there is most
 * room, then across banks.  A kernel without transfers works on tensors that lie at the beginning
 * of data memory: its buffers are placed from the end, as initialised data always is.
 */
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2_tile_asm.h"

enum {
    BASE = 0x70000,
    GRANULE = 64,
    GRANULES = AIE2_DATA_LIMIT / GRANULE,
    BANK_GRANULES = GRANULES / AIE2_LOGICAL_BANKS,
    WHY_ROOM = 400
};

struct map {
    bool taken[GRANULES];
};

/* ---- granules ------------------------------------------------------------------------------- */

static int32_t granules_of(uint32_t bytes)
{
    return (int32_t)((bytes + GRANULE - 1) / GRANULE);
}

static int32_t free_in(const struct map *map, int bank)
{
    int32_t count = 0;

    for (int i = bank * BANK_GRANULES; i < (bank + 1) * BANK_GRANULES; i++)
        count += !map->taken[i];
    return count;
}

static bool is_free(const struct map *map, int32_t at, int32_t count)
{
    for (int32_t i = at; i < at + count; i++)
        if (map->taken[i])
            return false;
    return true;
}

/* The lowest (or highest) free run in [from, to); AIE2_NONE when there is none. */
static int32_t find_run(const struct map *map, int32_t from, int32_t to, int32_t count, bool high)
{
    for (int32_t i = from; i + count <= to; i++) {
        const int32_t at = high ? to - count - (i - from) : i;

        if (is_free(map, at, count))
            return at;
    }
    return AIE2_NONE;
}

static int32_t find_in_bank(const struct map *map, int bank, int32_t count)
{
    return find_run(map, bank * BANK_GRANULES, (bank + 1) * BANK_GRANULES, count, false);
}

static int roomiest(const struct map *map)
{
    int best = 0;

    for (int i = 1; i < AIE2_LOGICAL_BANKS; i++)
        if (free_in(map, i) > free_in(map, best))
            best = i;
    return best;
}

static int32_t find_place(const struct map *map, int bank, int32_t count)
{
    int32_t at = find_in_bank(map, bank, count);

    if (at == AIE2_NONE)
        at = find_in_bank(map, roomiest(map), count);
    for (int i = 0; at == AIE2_NONE && i < AIE2_LOGICAL_BANKS; i++)
        at = find_in_bank(map, i, count);
    return at == AIE2_NONE ? find_run(map, 0, GRANULES, count, false) : at;
}

static void occupy(struct map *map, struct aie2_piece *p, int32_t at, int32_t count)
{
    for (int32_t i = at; i < at + count; i++)
        map->taken[i] = true;
    if (!p->fixed)
        p->address = BASE + (uint32_t)at * GRANULE;
}

/* ---- pieces --------------------------------------------------------------------------------- */

static KC_COLD void no_room(struct aie2_asm *as, const struct map *map, const struct aie2_piece *p)
{
    uint32_t total = 0;

    for (size_t i = 0; i < as->tile->piece_count; i++)
        total += (uint32_t)granules_of(as->tile->piece[i].bytes) * GRANULE;
    if (p->bank != AIE2_NONE)
        kc_error(as->dg, p->span, "dma-fit",
                 "another bank, or none: then it goes where there is room",
                 "%s of %" PRIu32 " bytes does not fit into bank %c, where %" PRIi32
                 " of 16384 bytes are free",
                 p->name, p->bytes, 'A' + p->bank, free_in(map, p->bank) * GRANULE);
    else
        kc_error(as->dg, p->span, "dma-fit", "smaller tiles, or a smaller depth",
                 "%s of %" PRIu32 " bytes does not fit: all buffers together have %" PRIu32
                 " bytes, data memory has %d (64 KiB less the stack of %d)",
                 p->name, p->bytes, total, AIE2_DATA_LIMIT - AIE2_STACK_BYTES, AIE2_STACK_BYTES);
}

static bool place_fixed(struct aie2_asm *as, struct map *map, struct aie2_piece *p)
{
    const int32_t at = (int32_t)((p->address - BASE) / GRANULE);
    const int32_t end = (int32_t)((p->address - BASE + p->bytes + GRANULE - 1) / GRANULE);

    if (!is_free(map, at, end - at)) {
        kc_error(as->dg, p->span, "dma-fit", NULL,
                 "%s at 0x%05" PRIx32 " lies over another buffer, or over the stack at 0x%05x",
                 p->name, p->address, BASE + AIE2_DATA_LIMIT - AIE2_STACK_BYTES);
        return false;
    }
    occupy(map, p, at, end - at);
    return true;
}

static bool place_free(struct aie2_asm *as, struct map *map, struct aie2_piece *p, bool high)
{
    const int32_t count = granules_of(p->bytes);
    const int     bank = p->bank == AIE2_NONE ? (int)(p->group % AIE2_LOGICAL_BANKS) : p->bank;
    const int32_t at = p->bank != AIE2_NONE ? find_in_bank(map, bank, count)
                       : high               ? find_run(map, 0, GRANULES, count, true)
                                            : find_place(map, bank, count);

    if (at == AIE2_NONE)
        no_room(as, map, p);
    else
        occupy(map, p, at, count);
    return at != AIE2_NONE;
}

static bool is_data(const struct aie2_piece *p)
{
    return p->name[0] == '.';
}

/* Given addresses first, then given banks, then the rest. */
static bool place_all(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;
    struct map           map = { 0 };
    const bool           high = b->tile.chain_count == 0;

    for (int i = GRANULES - AIE2_STACK_BYTES / GRANULE; i < GRANULES; i++)
        map.taken[i] = true;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < b->piece_count; i++) {
            struct aie2_piece *p = &b->piece[i];
            const int          when = p->fixed ? 0 : p->bank != AIE2_NONE || is_data(p) ? 1 : 2;

            if (when == round && !(p->fixed ? place_fixed(as, &map, p)
                                            : place_free(as, &map, p, high || is_data(p))))
                return false;
        }
    return true;
}

/* ---- initialised data ----------------------------------------------------------------------- */

void aie2_tile_data(struct aie2_asm *as, const uint8_t *bytes, size_t count)
{
    struct aie2_builder *b = aie2_builder(as);

    for (size_t i = 0; i < count && b->data_count <= AIE2_DATA_LIMIT; i++) {
        b->data = aie2_grow(as->arena, b->data, b->data_count, &b->data_room, 1);
        b->data[b->data_count++] = bytes[i];
    }
}

void aie2_tile_align(struct aie2_asm *as, uint32_t boundary)
{
    while (aie2_builder(as)->data_count % boundary)
        aie2_tile_data(as, (const uint8_t[]){ 0 }, 1);
}

static void add_data(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;

    if (b->data_count == 0)
        return;
    b->piece = aie2_grow(as->arena, b->piece, b->piece_count, &b->piece_room, sizeof *b->piece);
    b->piece[b->piece_count++] = (struct aie2_piece){ .name = ".data",
                                                      .bytes = (uint32_t)b->data_count,
                                                      .descriptor = AIE2_NONE,
                                                      .bank = AIE2_NONE };
}

static uint32_t data_address(const struct aie2_builder *b)
{
    return b->data_count ? b->piece[b->piece_count - 1].address : BASE;
}

/* ---- names ---------------------------------------------------------------------------------- */

static int32_t chain_of(const struct aie2_tile *tile, int32_t descriptor)
{
    for (size_t i = 0; i < tile->chain_count; i++)
        if (!tile->chain[i].fifo)
            for (int32_t d = tile->chain[i].first; d != AIE2_NONE; d = tile->descriptor[d].next)
                if (d == descriptor)
                    return (int32_t)i;
    return AIE2_NONE;
}

/* next= of descriptors: all are looked up before the first link changes. */
static void resolve_next(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;
    int32_t              found[AIE2_DESCRIPTORS];

    for (size_t i = 0; i < b->next_count; i++) {
        found[i] = AIE2_NONE;
        for (size_t d = 0; d < b->tile.descriptor_count; d++)
            if (kc_str_is(b->next[i].name, b->tile.descriptor[d].name) &&
                chain_of(&b->tile, (int32_t)d) == chain_of(&b->tile, b->next[i].index))
                found[i] = (int32_t)d;
        if (found[i] == AIE2_NONE)
            kc_error(as->dg, b->next[i].span, "dma-unknown", NULL,
                     "there is no .bd '%.*s' on this channel", KC_STR(b->next[i].name));
    }
    for (size_t i = 0; i < b->next_count; i++)
        b->tile.descriptor[b->next[i].index].next = found[i];
}

static int32_t chain_named(const struct aie2_tile *tile, struct kc_str name, int channel)
{
    for (size_t i = 0; i < tile->chain_count; i++)
        if (tile->chain[i].channel == channel && kc_str_is(name, tile->chain[i].name))
            return (int32_t)i;
    return AIE2_NONE;
}

static bool in_order(const struct aie2_tile *tile, int channel, int32_t chain)
{
    for (size_t i = 0; i < tile->turn_count[channel]; i++)
        if (tile->turn[channel][i].chain == chain)
            return true;
    return false;
}

static void sequence_entries(struct aie2_asm *as, int channel)
{
    struct aie2_builder *b = as->tile;

    for (size_t i = 0; i < b->order_count; i++) {
        const struct aie2_pending *p = &b->order[i];
        const int32_t              chain = chain_named(&b->tile, p->name, channel);

        if (p->index != channel)
            continue;
        if (chain == AIE2_NONE)
            kc_error(as->dg, p->span, "dma-unknown", NULL, "%s has no fifo '%.*s'",
                     aie2_channel_names[channel], KC_STR(p->name));
        else
            b->tile.turn[channel][b->tile.turn_count[channel]++] =
                (struct aie2_turn){ chain, p->count };
    }
}

/* The order of a channel: its .sequence, else its chains in turn. */
static void resolve_order(struct aie2_asm *as, int channel)
{
    struct aie2_builder *b = as->tile;
    const size_t         room = b->order_count + b->tile.chain_count + 1;

    b->tile.turn[channel] = kc_arena_array(as->arena, struct aie2_turn, room);
    sequence_entries(as, channel);
    const bool given = b->tile.turn_count[channel] > 0;

    for (size_t i = 0; i < b->tile.chain_count; i++) {
        const struct aie2_chain *c = &b->tile.chain[i];

        if (c->channel != channel || in_order(&b->tile, channel, (int32_t)i))
            continue;
        if (given)
            kc_error_plain(as->dg, "dma-sequence", "name it, or leave the sequence out",
                           "the sequence of %s does not mention %s, declared in line %" PRIu32,
                           aie2_channel_names[channel], c->name, c->line);
        b->tile.turn[channel][b->tile.turn_count[channel]++] = (struct aie2_turn){ (int32_t)i, 1 };
    }
}

/* How many bytes a descriptor reaches from its address. */
static uint32_t extent(const struct aie2_descriptor *d)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < d->dimensions; i++)
        last += (d->dimension[i].size - 1) * d->dimension[i].stride;
    return d->dimensions ? (last + 1) * AIE2_WORD : d->bytes;
}

static void resolve_base(struct aie2_asm *as, const struct aie2_pending *p)
{
    struct aie2_builder      *b = as->tile;
    struct aie2_descriptor   *d = &b->tile.descriptor[p->index];
    const struct aie2_symbol *s = aie2_symbol_get(as->arena, &as->symbols, p->name);
    uint32_t                  room = 0;

    for (size_t i = 0; i < b->piece_count; i++)
        if (b->piece[i].symbol == s)
            room = b->piece[i].bytes;
    if (s->kind == AIE2_SYMBOL_PLACED && s->in_data)
        room = (uint32_t)b->data_count - ((uint32_t)s->value - data_address(b));
    if (room == 0)
        kc_error(as->dg, p->span, "dma-unknown", "declare it with .buffer or in .data",
                 "there is no buffer '%.*s'", KC_STR(p->name));
    else if (p->count + extent(d) > room)
        kc_error(as->dg, p->span, "dma-tile", NULL,
                 "%s reaches %" PRIu32 " bytes into %.*s, which has %" PRIu32, d->name,
                 p->count + extent(d), KC_STR(p->name), room);
    d->address = (uint32_t)s->value + p->count;
}

/* ---- the end -------------------------------------------------------------------------------- */

static void give_addresses(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;

    for (size_t i = 0; i < b->piece_count; i++) {
        const struct aie2_piece *p = &b->piece[i];

        if (p->symbol)
            p->symbol->value = p->address;
        if (p->descriptor != AIE2_NONE)
            b->tile.descriptor[p->descriptor].address = p->address;
    }
    for (size_t i = 0; i < as->symbols.capacity; i++)
        if (as->symbols.slot[i] && as->symbols.slot[i]->in_data)
            as->symbols.slot[i]->value += data_address(b);
}

static void list_buffers(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;

    b->tile.buffer = kc_arena_array(as->arena, struct aie2_buffer, b->piece_count + 1);
    for (size_t i = 0; i < b->piece_count; i++)
        b->tile.buffer[b->tile.buffer_count++] =
            (struct aie2_buffer){ b->piece[i].name, b->piece[i].line, b->piece[i].address,
                                  b->piece[i].bytes };
}

void aie2_tile_finish(struct aie2_asm *as)
{
    struct aie2_builder *b = as->tile;

    add_data(as);
    resolve_next(as);
    for (int i = 0; i < AIE2_CHANNELS; i++)
        resolve_order(as, i);
    if (!place_all(as))
        return;
    give_addresses(as);
    for (size_t i = 0; i < b->base_count; i++)
        resolve_base(as, &b->base[i]);
    list_buffers(as);
}

void aie2_tile_attach(struct aie2_asm *as, struct kc_program *program)
{
    struct aie2_builder *b = as->tile;
    struct aie2_program *own = kc_arena_new(as->arena, struct aie2_program);
    struct kc_segment   *segment = kc_arena_array(as->arena, struct kc_segment, 2);

    *own = *(const struct aie2_program *)program->own;
    own->tile = &b->tile;
    b->tile.why_size = WHY_ROOM;
    b->tile.why = kc_arena_alloc(as->arena, WHY_ROOM);
    program->own = own;
    if (b->data_count == 0)
        return;
    segment[0] = program->segments[0];
    segment[1] = (struct kc_segment){ "dm", data_address(b), b->data, b->data_count };
    program->segments = segment;
    program->segment_count = 2;
}

/* The directives of the tile: fifos, transfers, scratch tensors, buffers, locks. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2_tile_asm.h"

#define FIFO_USAGE                                                                            \
    ".fifo NAME, in|out, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, chan=0|1] [, order=rc|cr] " \
    "[, repeat=N] [, layout=row|AxB] [, depth=D] [, bank=A|B|C|D]; without a tensor: size=BYTES"
#define TRANSFER_USAGE                                                                    \
    ".transfer FIFO, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, order=rc|cr] [, repeat=N] " \
    "[, layout=row|AxB]"

#define WALK_OPTIONS                                                                    \
    (AIE2_OPTION(TILE) | AIE2_OPTION(PART) | AIE2_OPTION(ORDER) | AIE2_OPTION(REPEAT) | \
     AIE2_OPTION(LAYOUT) | AIE2_OPTION(STEP) | AIE2_OPTION(VIEW))

enum { LARGEST_BUFFER = AIE2_DATA_LIMIT - AIE2_STACK_BYTES, SCRATCH_LIMIT = 256 };

struct aie2_builder *aie2_builder(struct aie2_asm *as)
{
    if (!as->tile) {
        as->tile = kc_arena_new(as->arena, struct aie2_builder);
        *as->tile = (struct aie2_builder){ 0 };
    }
    return as->tile;
}

const char *aie2_keep(struct aie2_asm *as, struct kc_str s)
{
    return kc_arena_strndup(as->arena, s.at, s.length);
}

/* ---- names ---------------------------------------------------------------------------------- */

static bool word_like(struct kc_str s)
{
    for (size_t i = 0; i < s.length; i++)
        if (!isalnum((unsigned char)s.at[i]) && s.at[i] != '_' && s.at[i] != '.' && s.at[i] != '$')
            return false;
    return s.length > 0 && s.length < 64 && !isdigit((unsigned char)s.at[0]);
}

bool aie2_check_name(struct aie2_asm *as, struct kc_str name)
{
    if (word_like(name))
        return true;
    kc_error(as->dg, aie2_str_span(as, name), "dma-name", NULL,
             "'%.*s' is not a name: letters, digits, '_' and '.', no digit first", KC_STR(name));
    return false;
}

/* A symbol whose value is known now or at the end; NULL after a report. */
static struct aie2_symbol *define(struct aie2_asm *as, const char *name, struct kc_span span,
                                  int64_t value)
{
    struct aie2_symbol *symbol = aie2_symbol_get(as->arena, &as->symbols, kc_str_from(name));

    if (symbol->kind != AIE2_SYMBOL_UNDEFINED) {
        kc_error(as->dg, span, "label-duplicate", NULL, "'%s' is defined already, in line %u", name,
                 symbol->line);
        return NULL;
    }
    symbol->kind = AIE2_SYMBOL_PLACED;
    symbol->value = value;
    symbol->line = as->open.line;
    return symbol;
}

int32_t aie2_find_chain(const struct aie2_builder *b, struct kc_str name)
{
    for (size_t i = 0; i < b->tile.chain_count; i++)
        if (kc_str_is(name, b->tile.chain[i].name))
            return (int32_t)i;
    return AIE2_NONE;
}

/* ---- what is scarce ------------------------------------------------------------------------- */

static bool take(struct aie2_asm *as, struct kc_span span, size_t have, size_t more, size_t most,
                 const char *what, const char *hint)
{
    if (have + more <= most)
        return true;
    if (!as->tile->full)
        kc_error(as->dg, span, "dma-limit", hint,
                 "the tile has %zu %s; %zu are in use and this needs %zu more", most, what, have,
                 more);
    as->tile->full = true;
    return false;
}

bool aie2_take_descriptors(struct aie2_asm *as, struct kc_span span, size_t more)
{
    return take(as, span, as->tile->tile.descriptor_count, more, AIE2_DESCRIPTORS, "descriptors",
                "a smaller depth takes fewer; .transfer sends another tensor through a fifo that "
                "exists");
}

static bool take_locks(struct aie2_asm *as, struct kc_span span, size_t more)
{
    return take(as, span, as->tile->locks, more, AIE2_OWN_LOCKS, "locks (48 to 63)",
                "a fifo takes two; .transfer sends another tensor through a fifo that exists");
}

static int8_t add_lock(struct aie2_asm *as, const char *name, struct kc_span span, uint32_t initial)
{
    struct aie2_builder *b = as->tile;
    const uint32_t       i = b->locks++;

    b->tile.lock[i] = (uint8_t)initial;
    b->tile.lock_name[i] = name;
    define(as, name, span, AIE2_OWN_LOCK + i);
    return (int8_t)(AIE2_OWN_LOCK + i);
}

/* ---- walks ---------------------------------------------------------------------------------- */

static void append_walk(struct aie2_asm *as, int32_t chain, struct aie2_walk walk)
{
    struct aie2_tile  *tile = &as->tile->tile;
    struct aie2_chain *c = &tile->chain[chain];
    const int32_t      index = (int32_t)tile->walk_count;

    walk.chain = chain;
    *AIE2_PUSH(as, tile->walk, tile->walk_count, as->tile->walk_room) = walk;
    *(c->last_walk == AIE2_NONE ? &c->next_walk : &tile->walk[c->last_walk].next) = index;
    c->last_walk = index;
}

void aie2_do_transfer(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    struct aie2_builder *b = aie2_builder(as);
    struct aie2_options  o;
    struct aie2_walk     walk;

    if (!aie2_options(as, name, rest, WALK_OPTIONS, TRANSFER_USAGE, &o))
        return;
    const int32_t chain = aie2_find_chain(b, o.plain[0]);

    if (chain == AIE2_NONE) {
        const char **names = kc_arena_array(as->arena, const char *, b->tile.chain_count + 1);

        for (size_t i = 0; i < b->tile.chain_count; i++)
            names[i] = b->tile.chain[i].name;
        const char *nearest = kc_str_nearest(o.plain[0], names, b->tile.chain_count);

        kc_error(as->dg, aie2_str_span(as, o.plain[0]), "dma-unknown",
                 nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest)
                         : "declare it above with .fifo, or with .bd for a channel",
                 "there is no fifo '%.*s' above this line", KC_STR(o.plain[0]));
        return;
    }
    if (o.plain_count != 2) {
        kc_error(as->dg, aie2_str_span(as, name), "dma-syntax", TRANSFER_USAGE,
                 ".transfer needs a fifo and a tensor");
        return;
    }
    if (!aie2_read_walk(as, &o, &walk))
        return;
    const uint32_t bytes = walk.rows * walk.cols * 2;

    if (b->tile.chain[chain].fifo && bytes > b->tile.chain[chain].bytes) {
        kc_error(as->dg, aie2_str_span(as, o.value[AIE2_OPTION_TILE]), "dma-tile",
                 "declare the fifo with size=BYTES for its largest tile",
                 "a tile of %" PRIu32
                 " bytes does not fit into the buffers of %s, which have %" PRIu32,
                 bytes, b->tile.chain[chain].name, b->tile.chain[chain].bytes);
        return;
    }
    walk.tensor = aie2_keep(as, o.plain[1]);
    append_walk(as, chain, walk);
}

/* ---- fifos ---------------------------------------------------------------------------------- */

struct fifo {
    struct kc_span   span;
    struct kc_str    name;
    bool             out;
    uint32_t         chan, depth, bytes;
    int8_t           bank[AIE2_DESCRIPTORS];
    struct aie2_walk walk;
};

static bool read_banks(struct aie2_asm *as, struct kc_str s, struct fifo *f)
{
    int8_t bank = AIE2_NONE;

    for (uint32_t i = 0; i < f->depth; i++) {
        if (s.length && !aie2_read_bank(as, kc_str_trim(kc_str_cut(&s, ',')), &bank))
            return false;
        f->bank[i] = bank;
    }
    if (s.length)
        kc_error(as->dg, aie2_str_span(as, s), "dma-bank", NULL,
                 "there are more banks than buffers (depth=%" PRIu32 ")", f->depth);
    return s.length == 0;
}

static bool read_direction(struct aie2_asm *as, const struct aie2_options *o, struct fifo *f)
{
    const struct kc_str word = o->plain[1];

    f->out = o->plain_count > 1 && kc_str_is(word, "out");
    if (f->out || (o->plain_count > 1 && kc_str_is(word, "in")))
        return true;
    kc_error(as->dg, aie2_str_span(as, o->plain_count > 1 ? word : o->plain[0]), "dma-syntax",
             FIFO_USAGE, "the second operand of .fifo is in or out");
    return false;
}

/* The buffer is as large as a tile, or as size= says. */
static bool read_size(struct aie2_asm *as, const struct aie2_options *o, struct fifo *f)
{
    const struct kc_str size = o->value[AIE2_OPTION_SIZE];

    if (o->plain_count == 3 && !aie2_read_walk(as, o, &f->walk))
        return false;
    f->bytes = o->plain_count == 3 ? f->walk.rows * f->walk.cols * 2 : 0;
    if (!size.at) {
        if (!f->bytes)
            kc_error(as->dg, f->span, "dma-syntax", FIFO_USAGE,
                     "a fifo without a tensor needs size=BYTES");
        return f->bytes > 0;
    }
    const uint32_t tile = f->bytes;

    if (!aie2_read_number(as, size, AIE2_WORD, LARGEST_BUFFER, &f->bytes))
        return false;
    if (f->bytes % AIE2_WORD == 0 && f->bytes >= tile)
        return true;
    kc_error(as->dg, aie2_str_span(as, size), "dma-tile", NULL,
             f->bytes < tile ? "a tile of %" PRIu32 " bytes does not fit into size=%" PRIu32
                             : "tiles have %" PRIu32 " bytes and size=%" PRIu32
                               " is not a multiple of 4",
             tile, f->bytes);
    return false;
}

static bool read_fifo(struct aie2_asm *as, const struct aie2_options *o, struct fifo *f)
{
    const struct kc_str *v = o->value;

    *f = (struct fifo){ .span = aie2_str_span(as, o->plain[0]), .name = o->plain[0], .depth = 2 };
    return aie2_check_name(as, f->name) && read_direction(as, o, f) && read_size(as, o, f) &&
           (!v[AIE2_OPTION_CHAN].at || aie2_read_number(as, v[AIE2_OPTION_CHAN], 0, 1, &f->chan)) &&
           (!v[AIE2_OPTION_DEPTH].at ||
            aie2_read_number(as, v[AIE2_OPTION_DEPTH], 1, AIE2_DESCRIPTORS, &f->depth)) &&
           read_banks(as, v[AIE2_OPTION_BANK], f);
}

/* The DMA's half of the protocol; the core's is the mirror image. */
static void add_fifo_buffers(struct aie2_asm *as, const struct fifo *f,
                             const struct aie2_chain *chain)
{
    struct aie2_builder *b = as->tile;
    const int32_t        first = chain->first;

    for (uint32_t i = 0; i < f->depth; i++) {
        const char             *name = kc_arena_printf(as->arena, "%s.buf%" PRIu32, chain->name, i);
        struct aie2_descriptor *d =
            AIE2_PUSH(as, b->tile.descriptor, b->tile.descriptor_count, b->descriptor_room);

        *d = (struct aie2_descriptor){
            .name = name,
            .line = as->open.line,
            .bytes = f->bytes,
            .acquire = { f->out ? chain->full : chain->empty, -1 },
            .release = { f->out ? chain->empty : chain->full, 1 },
            .next = first + (int32_t)((i + 1) % f->depth),
        };
        *AIE2_PUSH(as, b->piece, b->piece_count, b->piece_room) =
            (struct aie2_piece){ .name = name,
                                 .span = f->span,
                                 .line = as->open.line,
                                 .bytes = f->bytes,
                                 .descriptor = first + (int32_t)i,
                                 .group = b->groups,
                                 .bank = f->bank[i],
                                 .symbol = define(as, name, f->span, 0) };
    }
    b->groups++;
}

static void add_fifo(struct aie2_asm *as, const struct fifo *f)
{
    struct aie2_builder *b = as->tile;
    struct aie2_chain   *chain = AIE2_PUSH(as, b->tile.chain, b->tile.chain_count, b->chain_room);

    *chain = (struct aie2_chain){ .name = aie2_keep(as, f->name),
                                  .line = as->open.line,
                                  .channel = (uint8_t)(f->chan + (f->out ? AIE2_FIRST_OUT : 0)),
                                  .fifo = true,
                                  .depth = (uint8_t)f->depth,
                                  .bytes = f->bytes,
                                  .first = (int32_t)b->tile.descriptor_count,
                                  .next_walk = AIE2_NONE,
                                  .last_walk = AIE2_NONE };
    chain->full = add_lock(as, kc_arena_printf(as->arena, "%s.full", chain->name), f->span, 0);
    chain->empty =
        add_lock(as, kc_arena_printf(as->arena, "%s.empty", chain->name), f->span, f->depth);
    add_fifo_buffers(as, f, chain);
}

void aie2_do_fifo(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    const uint32_t allowed = WALK_OPTIONS | AIE2_OPTION(CHAN) | AIE2_OPTION(DEPTH) |
                             AIE2_OPTION(BANK) | AIE2_OPTION(SIZE);
    struct aie2_builder *b = aie2_builder(as);
    struct aie2_options  o;
    struct fifo          f;

    if (!aie2_options(as, name, rest, allowed, FIFO_USAGE, &o) || !read_fifo(as, &o, &f))
        return;
    if (aie2_find_chain(b, f.name) != AIE2_NONE) {
        kc_error(as->dg, f.span, "dma-name", "another tensor through the same fifo: .transfer",
                 "there is a fifo '%.*s' already, in line %" PRIu32, KC_STR(f.name),
                 b->tile.chain[aie2_find_chain(b, f.name)].line);
        return;
    }
    if (!aie2_take_descriptors(as, f.span, f.depth) || !take_locks(as, f.span, 2))
        return;
    add_fifo(as, &f);
    if (o.plain_count == 3) {
        f.walk.tensor = aie2_keep(as, o.plain[2]);
        append_walk(as, (int32_t)b->tile.chain_count - 1, f.walk);
    }
}

/* ---- scratch, buffers, locks ---------------------------------------------------------------- */

void aie2_do_scratch(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    struct aie2_builder *b = aie2_builder(as);
    struct aie2_scratch  s = { .line = as->open.line };
    struct aie2_options  o;

    if (!aie2_options(as, name, rest, 0, ".scratch NAME, ROWSxCOLS", &o) ||
        !aie2_check_name(as, o.plain[0]))
        return;
    if (o.plain_count != 2) {
        kc_error(as->dg, aie2_str_span(as, name), "dma-syntax", ".scratch NAME, ROWSxCOLS",
                 ".scratch needs a name and a shape");
        return;
    }
    if (!aie2_read_shape(as, o.plain[1], &s.rows, &s.cols))
        return;
    s.name = aie2_keep(as, o.plain[0]);
    if (!take(as, aie2_str_span(as, o.plain[0]), b->tile.scratch_count, 1, SCRATCH_LIMIT,
              "scratch tensors", "one scratch tensor can hold several parts"))
        return;
    for (size_t i = 0; i < b->tile.scratch_count; i++)
        if (strcmp(b->tile.scratch[i].name, s.name) == 0) {
            kc_error(as->dg, aie2_str_span(as, o.plain[0]), "dma-name", NULL,
                     "there is a scratch tensor '%s' already, in line %" PRIu32, s.name,
                     b->tile.scratch[i].line);
            return;
        }
    *AIE2_PUSH(as, b->tile.scratch, b->tile.scratch_count, b->scratch_room) = s;
}

static bool read_at(struct aie2_asm *as, struct kc_str s, struct aie2_piece *p)
{
    const uint64_t base = 0x70000;

    if (!s.at)
        return true;
    p->fixed = true;
    if (!aie2_read_number(as, s, base, base + AIE2_DATA_LIMIT - p->bytes, &p->address))
        return false;
    if (p->address % 32)
        kc_error(as->dg, aie2_str_span(as, s), "dma-align", NULL,
                 "buffers begin at multiples of 32 bytes");
    return p->address % 32 == 0;
}

void aie2_do_buffer(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    static const char    usage[] = ".buffer NAME, BYTES [, bank=A|B|C|D] [, at=ADDRESS]";
    struct aie2_builder *b = aie2_builder(as);
    struct aie2_piece    p = { .line = as->open.line, .descriptor = AIE2_NONE, .bank = AIE2_NONE };
    struct aie2_options  o;

    if (!aie2_options(as, name, rest, AIE2_OPTION(BANK) | AIE2_OPTION(AT), usage, &o) ||
        !aie2_check_name(as, o.plain[0]))
        return;
    if (o.plain_count != 2) {
        kc_error(as->dg, aie2_str_span(as, name), "dma-syntax", usage,
                 ".buffer needs a name and a number of bytes");
        return;
    }
    p.span = aie2_str_span(as, o.plain[0]);
    p.name = aie2_keep(as, o.plain[0]);
    p.group = b->groups++;
    if (!aie2_read_number(as, o.plain[1], 1, AIE2_DATA_LIMIT, &p.bytes) ||
        !read_at(as, o.value[AIE2_OPTION_AT], &p) ||
        (o.value[AIE2_OPTION_BANK].at && !aie2_read_bank(as, o.value[AIE2_OPTION_BANK], &p.bank)))
        return;
    p.symbol = define(as, p.name, p.span, 0);
    *AIE2_PUSH(as, b->piece, b->piece_count, b->piece_room) = p;
}

void aie2_do_lock(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    struct aie2_options o;
    uint32_t            initial = 0;

    aie2_builder(as);
    if (!aie2_options(as, name, rest, AIE2_OPTION(INIT), ".lock NAME [, init=VALUE]", &o) ||
        !aie2_check_name(as, o.plain[0]))
        return;
    if (o.value[AIE2_OPTION_INIT].at &&
        !aie2_read_number(as, o.value[AIE2_OPTION_INIT], 0, AIE2_LOCK_LIMIT, &initial))
        return;
    if (take_locks(as, aie2_str_span(as, o.plain[0]), 1))
        add_lock(as, aie2_keep(as, o.plain[0]), aie2_str_span(as, o.plain[0]), initial);
}

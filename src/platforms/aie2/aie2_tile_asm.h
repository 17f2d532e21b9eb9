/* platforms/aie2/aie2_tile_asm.h: the directives of the tile while a text is being read.
 *
 * Descriptors, locks and walks are complete when their line has been read.  What may refer to later
 * lines (next= of a .bd, .sequence) and the addresses of buffers wait for the end of the text.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_TILE_ASM_H
#define KC_PLATFORMS_AIE2_AIE2_TILE_ASM_H

#include "platforms/aie2/aie2_asm.h"
#include "platforms/aie2/aie2_tile.h"

enum { AIE2_LOGICAL_BANKS = 4, AIE2_DATA_LIMIT = 0x10000, AIE2_LOCK_LIMIT = 63 };

/* Memory to be placed at the end. */
struct aie2_piece {
    const char         *name;
    struct kc_span      span;
    uint32_t            line, bytes, address;
    int32_t             descriptor; /* that wants the address, or AIE2_NONE */
    uint32_t            offset;     /* of the descriptor in the piece */
    uint32_t            group;      /* pieces that belong together: buffers of a fifo */
    int8_t              bank;       /* 0 to 3, or AIE2_NONE */
    bool                fixed;      /* address given */
    struct aie2_symbol *symbol;     /* gets the address */
};

/* A name that is looked up at the end. */
struct aie2_pending {
    struct kc_str  name;
    struct kc_span span;
    uint32_t       line, count; /* count: of a .sequence entry */
    int32_t        index;       /* descriptor, or channel */
};

struct aie2_builder {
    struct aie2_tile     tile;
    size_t               descriptor_room, chain_room, walk_room, scratch_room, buffer_room;
    struct aie2_piece   *piece;
    size_t               piece_count, piece_room;
    struct aie2_pending *next, *order, *base; /* next=, .sequence, the buffer of a .bd */
    size_t               next_count, next_room, order_count, order_room, base_count, base_room;
    uint32_t             locks, groups;
    bool                 full; /* a limit was met and reported */
    uint8_t             *data; /* of the section .data */
    size_t               data_count, data_room;
};

/* The builder, made when it is first needed. */
struct aie2_builder *aie2_builder(struct aie2_asm *as);

/* .fifo, .transfer, .scratch, .buffer, .lock, .bd, .sequence */
void aie2_do_fifo(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_transfer(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_scratch(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_buffer(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_lock(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_bd(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
void aie2_do_sequence(struct aie2_asm *as, struct kc_str name, struct kc_str rest);

/* What the directives share: room for one more, a copy of a word, a name that can be a symbol, the
 * chain of a name (AIE2_NONE: there is none), room for more descriptors; the last two report. */
#define AIE2_PUSH(as, list, count, room) \
    ((list) = aie2_grow((as)->arena, (list), (count), &(room), sizeof *(list)), &(list)[(count)++])

const char *aie2_keep(struct aie2_asm *as, struct kc_str s);
int32_t     aie2_find_chain(const struct aie2_builder *b, struct kc_str name);
bool        aie2_check_name(struct aie2_asm *as, struct kc_str name);
bool        aie2_take_descriptors(struct aie2_asm *as, struct kc_span span, size_t more);

/* Bytes of the section .data, which is placed as one piece. */
void aie2_tile_data(struct aie2_asm *as, const uint8_t *bytes, size_t count);
void aie2_tile_align(struct aie2_asm *as, uint32_t boundary);

/* The end of the text: names are looked up, memory is placed, symbols get their values. */
void aie2_tile_finish(struct aie2_asm *as);

/* ---- operands (aie2_tile_options.c) --------------------------------------------------------- */

enum aie2_option {
    AIE2_OPTION_TILE,
    AIE2_OPTION_PART,
    AIE2_OPTION_CHAN,
    AIE2_OPTION_ORDER,
    AIE2_OPTION_REPEAT,
    AIE2_OPTION_LAYOUT,
    AIE2_OPTION_DEPTH,
    AIE2_OPTION_BANK,
    AIE2_OPTION_SIZE,
    AIE2_OPTION_STEP,
    AIE2_OPTION_VIEW,
    AIE2_OPTION_AT,
    AIE2_OPTION_DIMS,
    AIE2_OPTION_ACQUIRE,
    AIE2_OPTION_RELEASE,
    AIE2_OPTION_NEXT,
    AIE2_OPTION_INIT,
    AIE2_OPTION_COUNT
};

#define AIE2_OPTION(name) (1u << AIE2_OPTION_##name)

enum { AIE2_PLAIN = 3 };

/* The operands of a directive: words first, then key=value. */
struct aie2_options {
    struct kc_str plain[AIE2_PLAIN];
    size_t        plain_count;
    struct kc_str value[AIE2_OPTION_COUNT]; /* at is NULL when not given */
};

/* False after a report.  usage is the directive's syntax, for the hint. */
bool aie2_options(struct aie2_asm *as, struct kc_str name, struct kc_str rest, uint32_t allowed,
                  const char *usage, struct aie2_options *o);

struct kc_span aie2_str_span(const struct aie2_asm *as, struct kc_str s);

/* Values; all report and return false. */
bool aie2_read_number(struct aie2_asm *as, struct kc_str s, uint64_t low, uint64_t high,
                      uint32_t *value);
bool aie2_read_shape(struct aie2_asm *as, struct kc_str s, uint32_t *rows, uint32_t *cols);
bool aie2_read_channel(struct aie2_asm *as, struct kc_str s, uint8_t *channel);
bool aie2_read_bank(struct aie2_asm *as, struct kc_str s, int8_t *bank);
bool aie2_read_walk(struct aie2_asm *as, const struct aie2_options *o, struct aie2_walk *w);

#endif

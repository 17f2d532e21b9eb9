/* platforms/aie2/aie2_tile.h: the tile around the core: buffers, locks, descriptors, transfers.
 *
 * A kernel file describes its data movement with directives.  The assembler places buffers, counts
 * descriptors and locks, and keeps the rest here, because it does not know the tensors of a case.
 * Before a run the description is bound by name to the tensors: aie2_tile_bind for a machine,
 * aie2_tile_unfit for the question whether that will succeed.
 *
 * Two halves meet in a channel, as on the real tile.  Descriptors say where words go in data
 * memory and which locks guard them; they form chains: the ring of a .fifo, or the .bd lines of a
 * channel.  Walks say which words of host memory they are; they form the queue of a chain.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_TILE_H
#define KC_PLATFORMS_AIE2_AIE2_TILE_H

#include "kernelcraft/platform.h"

enum {
    AIE2_CHANNELS = 4, /* in0, in1, out0, out1 */
    AIE2_FIRST_OUT = 2,
    AIE2_DESCRIPTORS = 16,
    AIE2_OWN_LOCK = 48, /* the tile's own locks are 48 to 63 */
    AIE2_OWN_LOCKS = 16,
    AIE2_DIMENSIONS = 3,
    AIE2_WORD = 4,                  /* bytes that a channel moves per cycle */
    AIE2_STACK_BYTES = 1024,        /* at the end of data memory */
    AIE2_HOST_BYTES = 64 * 1048576, /* host memory, from 0 on */
    AIE2_HOST_ALIGN = 64,
    AIE2_NONE = -1
};

extern const char *const aie2_channel_names[AIE2_CHANNELS];

/* ---- what the directives say ---------------------------------------------------------------- */

/* size times, stride words apart; the first dimension is the innermost. */
struct aie2_dimension {
    uint32_t size, stride;
};

/* An operation on a lock as the core would write it: acq with a change below 0 waits until the lock
 * holds as much, above 0 for equality; rel adds. */
struct aie2_lock_use {
    int8_t lock; /* 48 to 63, or AIE2_NONE */
    int8_t change;
};

struct aie2_descriptor {
    const char           *name; /* "A.buf0", or of the .bd */
    uint32_t              line;
    uint32_t              address, bytes; /* in data memory, absolute */
    uint32_t              dimensions;     /* 0: words follow each other */
    struct aie2_dimension dimension[AIE2_DIMENSIONS];
    struct aie2_lock_use  acquire, release;
    int32_t               next; /* descriptor, or AIE2_NONE */
};

/* A ring of a .fifo, or the .bd lines of a channel. */
struct aie2_chain {
    const char *name;
    uint32_t    line;
    uint8_t     channel;
    bool        fifo;  /* a descriptor moves one tile of the walk, however large it is */
    uint8_t     depth; /* of a fifo */
    int8_t      full, empty;
    uint32_t    bytes;                /* of a fifo's buffer */
    int32_t     first;                /* descriptor */
    int32_t     next_walk, last_walk; /* its first and last walk, or AIE2_NONE */
};

/* Tiles of a tensor, one after the other. */
struct aie2_walk {
    const char *tensor;
    uint32_t    line;
    int32_t     chain, next;      /* next of the same chain, or AIE2_NONE */
    uint32_t    rows, cols;       /* of a tile */
    uint32_t    step_r, step_c;   /* from tile to tile */
    uint32_t    block_r, block_c; /* of the layout; row: rows and cols themselves */
    uint32_t    view_r, view_c;   /* the tensor seen in another shape; 0: as it is */
    uint32_t    r0, r1, c0, c1;   /* part; r1, c1 = UINT32_MAX: to the end */
    uint32_t    repeat;
    bool        by_columns;
};

struct aie2_scratch {
    const char *name;
    uint32_t    line, rows, cols;
};

/* Memory that the kernel owns: buffers of fifos, .buffer, .data. */
struct aie2_buffer {
    const char *name;
    uint32_t    line, address, bytes;
};

/* One entry of a channel's order: a chain, and how many of its descriptors run. */
struct aie2_turn {
    int32_t  chain;
    uint32_t count;
};

struct aie2_tile {
    struct aie2_descriptor *descriptor;
    struct aie2_chain      *chain;
    struct aie2_walk       *walk;
    struct aie2_scratch    *scratch;
    struct aie2_buffer     *buffer;
    struct aie2_turn       *turn[AIE2_CHANNELS]; /* cyclic */
    size_t                  descriptor_count, chain_count, walk_count, scratch_count, buffer_count;
    size_t                  turn_count[AIE2_CHANNELS];
    uint8_t                 lock[AIE2_OWN_LOCKS];      /* initial values */
    const char             *lock_name[AIE2_OWN_LOCKS]; /* "A.full"; NULL: not used */
    char                   *why;                       /* room for the answer of aie2_tile_unfit */
    size_t                  why_size;
};

/* ---- binding (aie2_tile_bind.c) ------------------------------------------------------------- */

/* Tells a machine the tensors of its case; prepare calls this, after a reset, before or after it
 * writes the tensors.  Placement: in[i] and out have region "dm" and an absolute address, or region
 * "host" and an offset there, a multiple of AIE2_HOST_ALIGN.  Scratch tensors follow the last one.
 */
void aie2_tile_bind(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout);

/* NULL, or why the directives do not fit the case, in words, with the line. */
const char *aie2_tile_unfit(const struct kc_program *program, const struct kc_declared *d,
                            const struct kc_layout *layout);

#endif

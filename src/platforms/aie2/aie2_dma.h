/* platforms/aie2/aie2_dma.h: the four channels of the tile's DMA while a program runs.
 *
 * The DMA lags behind the core and catches up when somebody could tell the difference: when the
 * core uses a lock, and when it touches memory that a transfer may be using (aie2_machine.busy).
 * Catching up goes from event to event: a descriptor that is complete, a walk that is complete, a
 * lock that has become free.  Between events words move one per cycle and channel, in order.
 *
 * Where only results matter (kc_run.pace) a transfer is complete as soon as its lock lets it begin,
 * or nothing moves but what the core waits for, at a lock or at its end.  A kernel that counts
 * cycles instead of taking locks, or gives them back too soon, does not get away with it, however
 * slow or fast it is.
 *
 * In cycle t first what was complete with cycle t - 1 releases its locks, then the core's lock
 * instruction acts, then channels that wait try to acquire, in0, in1, out0, out1; who succeeds
 * moves its first word in cycle t.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_DMA_H
#define KC_PLATFORMS_AIE2_AIE2_DMA_H

#include "platforms/aie2/aie2_machine.h"
#include "platforms/aie2/aie2_tile.h"

/* A walk with its tensor found. */
struct aie2_bound {
    const struct aie2_walk *walk;
    const char             *tensor;
    uint64_t                base;             /* of element 0, 0 of the part, in host memory */
    uint64_t                stride;           /* bytes from row to row */
    uint32_t                tiles_r, tiles_c; /* in the part */
    uint64_t                words, moved;     /* of all tiles and repetitions */
    uint32_t                tile_words;
    uint32_t                block_r, block_c; /* of the layout */
    int32_t                 waits_for;        /* the last earlier walk that writes the tensor */
    int32_t                 before;           /* the same, for walks that wait for this one */
};

/* Where a chain is: its descriptor, its walk, and the place in that. */
struct aie2_progress {
    int32_t  descriptor, walk; /* AIE2_NONE: at the end */
    uint32_t tile_r, tile_c;
    uint32_t block_r, block_c, row; /* in the tile, in blocks; in the block */
    uint32_t at;                    /* bytes of the block's row that are done */
    uint64_t transfers;             /* descriptors completed */
};

enum aie2_channel_state {
    AIE2_CHANNEL_READY, /* between descriptors */
    AIE2_CHANNEL_MOVING,
    AIE2_CHANNEL_LOCK,     /* waits for the lock of its descriptor */
    AIE2_CHANNEL_TENSOR,   /* waits for what others write to its tensor */
    AIE2_CHANNEL_STARVED,  /* in the midst of a descriptor, and its walks have ended */
    AIE2_CHANNEL_FINISHED, /* its walks are done */
};

struct aie2_channel {
    enum aie2_channel_state state;
    size_t                  turn;
    uint32_t                used;        /* of the turn's count */
    int32_t                 chain;       /* whose turn it is */
    uint32_t                words, left; /* of the descriptor */
    uint64_t                busy;        /* cycles in which it moved a word */
    uint64_t                moved_until; /* the cycle after its last word */
    uint32_t                touched;     /* where that lies in data memory */
    uint32_t                line;        /* 16 bytes that it asked for last; 0: none yet */
};

struct aie2_dma {
    const struct aie2_tile *tile;
    struct aie2_bound      *bound;    /* by walk */
    struct aie2_progress   *progress; /* by chain */
    uint64_t                scratch;  /* where scratch tensors begin in host memory */
    bool                    is_bound; /* to the case of the machine */
    bool                    raw;      /* there are chains of .bd */
    uint64_t                now;      /* cycles simulated */
    uint64_t                rushed;   /* cycles that took no time (KC_PACE_EARLY) */
    uint64_t                last_out; /* when the last out transfer was complete */
    struct aie2_channel     channel[AIE2_CHANNELS];
    uint8_t                 released_by[AIE2_OWN_LOCKS]; /* a bit per channel */
};

/* ---- life ----------------------------------------------------------------------------------- */

/* For the program just loaded; NULL when it has no descriptors. */
struct aie2_dma *aie2_dma_new(const struct aie2_tile *tile);
void             aie2_dma_free(struct aie2_dma *dma);

/* Locks and channels as they are before cycle 0. */
void aie2_dma_reset(struct aie2_machine *m);

/* Finds the tensors of the walks; traps when there is one that does not fit. */
void aie2_dma_start(struct aie2_machine *m);

/* One walk: false, with the reason in why, when it does not fit. */
bool aie2_bind_walk(const struct aie2_tile *tile, const struct aie2_case *task, size_t walk,
                    struct aie2_bound *bound, int32_t *tensor, char *why, size_t size);

/* ---- running -------------------------------------------------------------------------------- */

/* All cycles before t. */
void aie2_dma_until(struct aie2_machine *m, uint64_t t);

/* Up to the next event; false when nothing moves. */
bool aie2_dma_advance(struct aie2_machine *m);

/* The same while the core waits for a lock: where transfers are as late as they may be, only those
 * move that can release it. */
bool aie2_dma_advance_for(struct aie2_machine *m, uint32_t lock);

/* The core has changed a lock: which pages may transfers touch now? */
void aie2_dma_judge(struct aie2_machine *m);

/* The core is about to access memory that a transfer may use. */
void aie2_dma_meet(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                   uint32_t bytes, bool store);

/* Adds the banks that channels ask for in this cycle to those of the core. */
void aie2_dma_request(struct aie2_machine *m);

/* The core has ended: what is still to be written leaves.  Traps when something cannot. */
void aie2_dma_finish(struct aie2_machine *m);

/* ---- words (aie2_dma_words.c) --------------------------------------------------------------- */

KC_INLINE uint32_t aie2_least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Moves words of a channel, no more than its descriptor and its walk have. */
void aie2_dma_move(struct aie2_machine *m, int channel, uint32_t words);

/* ---- reports (aie2_dma_report.c) ------------------------------------------------------------ */

KC_NORETURN void aie2_dma_deadlock(struct aie2_machine *m, const struct aie2_op *op, uint32_t lock,
                                   int32_t change);
KC_NORETURN void aie2_dma_incomplete(struct aie2_machine *m, int32_t chain);

/* "48 (A.full)" */
const char *aie2_lock_text(const struct aie2_machine *m, uint32_t lock, char *room, size_t size);

#endif

/* baseline/aie2/linear_alloc.h: a run through a schedule, and what it does to registers. */
#ifndef KC_BASELINE_AIE2_LINEAR_ALLOC_H
#define KC_BASELINE_AIE2_LINEAR_ALLOC_H

#include "baseline/aie2/linear_ir.h"

enum { LIN_BYPASSES = 3 }; /* none, move, accumulator */

/* Cycles as bits; NULL: none. */
struct lin_occupied {
    uint64_t *cycles, *read[LIN_BYPASSES], *landing[LIN_BYPASSES];
};

struct lin_event {
    int32_t  time; /* of the sample, or from which the write is visible */
    int32_t  issue;
    uint16_t storage;
    uint8_t  bypass;
    int32_t  last;        /* cycle in which the value written is read last */
    bool     write, read; /* read: somebody gets the value written */
    bool     call;        /* by a called function */
};

/* Storage that must not share a register, however its cycles lie. */
struct lin_pair {
    uint16_t a, b;
};

struct lin_allocator {
    struct aie2_linear  *l;
    int                  cycles;
    size_t               words;
    struct lin_event    *event; /* by storage, then time */
    size_t               events;
    uint32_t            *first;   /* of each storage */
    struct lin_occupied *storage; /* physical parts in front */
    uint32_t            *weight;  /* cycles occupied, by virtual register */
    uint8_t             *freedom; /* registers to choose from */
    uint16_t            *order;
    bool                *written, *used;
    uint16_t            *owner; /* virtual register of a storage */
    struct lin_pair     *pair;
    size_t               pairs, pair_room;
    bool                 probe; /* what is read without a write comes from before the run */
};

/* Follows the function's path and marks the cycles in which every storage is occupied. */
void lin_trace(struct lin_allocator *a);

/* A set of cycles, made when it is new; its cycles from .. to are marked. */
uint64_t *lin_trace_bits(struct lin_allocator *a, uint64_t **set);
void      lin_trace_mark(struct lin_allocator *a, uint64_t **set, int from, int to);

#endif

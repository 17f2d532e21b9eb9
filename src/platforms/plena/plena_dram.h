/* plena_dram.h: when does an HBM2 access return?
 *
 * The exact DRAM timing model behind the three DMA instructions: 8 channels, FR-FCFS, open rows.
 * It knows addresses and instants, never data.  The unit of access is an aligned 64-byte block; an
 * instant is a nanosecond of simulated time, which is also one DRAM clock.
 *
 * State persists: open rows and pending writes make the latency of an access depend on what came
 * before.  Instants must not run backwards: `now` is at least what the previous call returned.
 * The same calls give the same instants on every host.
 */
#ifndef PLENA_DRAM_H
#define PLENA_DRAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct plena_dram plena_dram;

/* A fresh model at instant 0, all rows closed.  NULL when memory is exhausted; nothing is allocated
 * after this. */
plena_dram *plena_dram_new(void);
void        plena_dram_free(plena_dram *dram);

/* Back to the state after plena_dram_new, counters included. */
void plena_dram_reset(plena_dram *dram);

/* Offers n block reads at instant `now`, in order, and returns the instant at which the last one
 * has returned.  n == 0 returns `now`.  `blocks` are byte addresses, multiples of 64; a block that
 * occurs twice is read twice. */
uint64_t plena_dram_read(plena_dram *dram, uint64_t now, const uint64_t *blocks, size_t n);

/* Posts the write of one block and returns the instant at which the write queues accepted it: `now`
 * unless a queue is full.  The write itself happens later, in the background. */
uint64_t plena_dram_write(plena_dram *dram, uint64_t now, uint64_t block);

/* Every block access counts 64 bytes. */
uint64_t plena_dram_bytes_read(const plena_dram *dram);
uint64_t plena_dram_bytes_written(const plena_dram *dram);

#endif

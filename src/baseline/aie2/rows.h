/* baseline/aie2/rows.h: walking the rows of tensors, resident or streamed.
 *
 * A kernel that treats rows, or elements, on their own gives the code for one tile of whole rows.
 * When the tensors are resident there is one tile, all of them; otherwise the rows' first half
 * comes and goes through the DMA channels 0, the second half through the channels 1, a few rows at
 * a time, while the tile before is worked on.
 */
#ifndef KC_BASELINE_AIE2_ROWS_H
#define KC_BASELINE_AIE2_ROWS_H

#include "baseline/aie2/linear.h"

enum { AIE2_ROWS_INPUTS = 3 };

struct aie2_rows {
    const struct kc_case   *c;
    const struct kc_layout *layout;
    uint32_t                part[AIE2_ROWS_INPUTS]; /* columns that are needed; 0: all of them */
    uint32_t                most;                   /* rows of a streamed tile, if possible; 0: 4 */
    bool                    elements;    /* rows do not matter: other shapes will do as well */
    uint32_t                rows;        /* of a tile, a multiple of 4: filled in */
    uint32_t                total, ways; /* rows of all tiles; DMA channels: filled in */
    bool                    banked;      /* every fifo fits into a bank: filled in */
    uint32_t                cols;        /* of the output: filled in */
    bool                    resident;    /* filled in */
    const void             *argument;    /* what constants and tile need besides */
    bool     in_place; /* for buffers to set: intermediate values lie in the output */
    uint64_t used[16]; /* 64 bytes each of data memory: filled in */
    uint32_t room[4];  /* of the banks: filled in */

    /* .buffer lines, or NULL. */
    void (*buffers)(struct aie2_linear *linear, struct aie2_rows *rows);
    void (*constants)(struct aie2_linear *linear, const struct aie2_rows *rows);
    /* The tile's inputs begin at p%in0, p%in1, ..., its output at p%out, row after row; the code
     * may change these pointers. */
    void (*tile)(struct aie2_linear *linear, const struct aie2_rows *rows);
};

/* Writes the kernel.  NULL, or why there is none. */
const char *aie2_rows_kernel(struct aie2_linear *linear, struct aie2_rows *rows);

/* Before the function: a buffer in the bank with the most room (rank 0), or the next (1), where
 * tensors and fifos leave some. */
void aie2_rows_buffer(struct aie2_linear *linear, struct aie2_rows *rows, const char *name,
                      uint32_t bytes, int rank);

/* Whether there is such room in one piece. */
bool aie2_rows_fits(const struct aie2_rows *rows, uint32_t bytes);

/* Of the walk itself: this tensor is resident; all are known. */
void aie2_rows_use(struct aie2_rows *rows, const struct kc_placed *tensor);
void aie2_rows_measure(struct aie2_rows *rows);

/* Columns of input number i in a tile. */
uint32_t aie2_rows_cols(const struct aie2_rows *rows, uint32_t i);

#endif

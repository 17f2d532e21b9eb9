/* baseline/aie2/steps.h: kernels of several products on tensors in data memory.
 *
 * A kernel is a list of steps, each a call of a function with addresses as arguments.  Functions
 * are made for the shapes that occur, one per shape, and buffers take what tensors leave of data
 * memory.  Addresses are numbers: tensors lie where the layout says.
 */
#ifndef KC_BASELINE_AIE2_STEPS_H
#define KC_BASELINE_AIE2_STEPS_H

#include "baseline/aie2/product.h"

struct aie2_steps;

/* An empty kernel for a resident case. */
struct aie2_steps *aie2_steps_new(struct aie2_linear *linear, const struct kc_case *c,
                                  const struct kc_layout *layout);

/* A buffer's address; 0 when there is no room for it. */
uint32_t aie2_steps_buffer(struct aie2_steps *s, const char *name, uint32_t bytes);

/* Products from now on take less code and more time. */
void aie2_steps_compact(struct aie2_steps *s);

/* Forgets all buffers. */
void aie2_steps_retry(struct aie2_steps *s);

/* Steps between begin and end happen so many times; aie2_steps_move lets argument i of the last one
 * (addresses in order) move on by so many bytes each time, and does nothing outside. */
void aie2_steps_begin(struct aie2_steps *s, uint32_t times);
void aie2_steps_move(struct aie2_steps *s, int i, uint32_t bytes);
void aie2_steps_end(struct aie2_steps *s);

/* Rows of so many bytes at from become 4x8 tiles at to. */
void aie2_steps_pack(struct aie2_steps *s, uint32_t from, uint32_t pitch, uint32_t rows,
                     uint32_t cols, uint32_t to);

/* c = a b; product's name is not looked at. */
void aie2_steps_product(struct aie2_steps *s, struct aie2_dense product, uint32_t a, uint32_t b,
                        uint32_t c);

/* to = silu(raw), or silu(raw) * up when gated, of so many bytes.  There must be buffers "raw",
 * "up" when gated, and when there are spare ones "spare0" and "spare1", as large; only then to must
 * not be raw.  One size per kernel. */
void aie2_steps_activate(struct aie2_steps *s, uint32_t to, uint32_t bytes, bool gated, bool spare);

/* probabilities = softmax(scores / sqrt(d)) of rows of n keys, both 4x8 tiles; scores have pitch
 * columns.  There must be a buffer "factors" of 16 bytes per row.  One shape per kernel. */
void aie2_steps_softmax(struct aie2_steps *s, uint32_t scores, uint32_t probabilities,
                        uint32_t rows, uint32_t n, uint32_t pitch, uint32_t d);

/* Writes functions and kernel. */
const char *aie2_steps_write(struct aie2_steps *s);

#endif

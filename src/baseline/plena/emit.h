/* baseline/plena/emit.h: what PLENA templates are written with.
 *
 * A template appends lines of assembly.  Registers are chosen by hand, as in the published
 * templates: gp0 is 0, f0 is 0.0.  VRAM beyond the output is handed out by cc_vram; MRAM tiles are
 * numbered from 0; FPRAM from 16 on is free.
 */
#ifndef KC_BASELINE_PLENA_EMIT_H
#define KC_BASELINE_PLENA_EMIT_H

#include "baseline/baseline.h"

struct cc {
    struct kc_buf          *out;
    const struct kc_case   *c;
    const struct kc_layout *layout;
    bool                    best, july;
    bool                    slow_broadcast; /* broadcast products have no better rate than M_MM */
    uint32_t                mlen, vlen, blen, hlen, broadcast;
    uint32_t                prefetch_v, writeback, mram_tiles;
    uint32_t                vram_next; /* first free element of VRAM */
    int                     depth;     /* of loops, for indentation */
};

/* A comment line; one instruction. */
void cc_note(struct cc *cc, const char *format, ...) KC_PRINTF(2, 3);
void cc_op(struct cc *cc, const char *format, ...) KC_PRINTF(2, 3);

/* gpR = value; gpR = gpS + value, where gpT may be overwritten when value is large. */
void cc_li(struct cc *cc, int reg, uint64_t value);
void cc_add(struct cc *cc, int reg, int source, uint64_t value, int scratch);

/* A hardware loop.  A loop of one pass emits nothing: the same code without its overhead. */
void cc_loop(struct cc *cc, int reg, uint32_t count);
void cc_end(struct cc *cc, int reg, uint32_t count);

/* elems elements of VRAM, from a row boundary on. */
uint32_t cc_vram(struct cc *cc, uint64_t elems);

/* FPRAM slot of a constant the task declares. */
uint32_t cc_slot(const struct cc *cc, const char *constant);

/* A matrix in VRAM, column blocks: element (r, c) at base + (c / VLEN) * rows * VLEN + r * VLEN +
 * c mod VLEN. */
struct cc_mat {
    uint32_t base, rows, cols;
};

struct cc_mat cc_mat_new(struct cc *cc, uint32_t rows, uint32_t cols);
struct cc_mat cc_output(const struct cc *cc); /* the output's place, from VRAM 0 */

/* SCALE (and STRIDE) for input number index; uses gp1. */
void cc_set_tensor(struct cc *cc, size_t index);

/* The register aN that holds the base of input number index; bases beyond a7 are loaded into a7.
 * Uses gp1. */
int cc_base(struct cc *cc, size_t index);

/* Loads input number index into VRAM (7.1).  Uses gp1 to gp6. */
void cc_load(struct cc *cc, size_t index, struct cc_mat to);

/* y = x w, w being input number weights, its rows from first_weight_row on (7.9); or y = x w^T.
 * Only rows rows of x and y from first_row on take part. */
struct cc_product {
    struct cc_mat y, x;
    size_t        weights;
    uint32_t      first_weight_row, first_row, rows;
    bool          transposed;
};

/* Uses gp1 to gp15. */
void cc_product(struct cc *cc, const struct cc_product *p);

/* The usual case: all rows, w as it lies. */
void cc_gemm(struct cc *cc, struct cc_mat y, struct cc_mat x, size_t index, uint32_t first_row);

/* Row-wise functions in place (7.4 to 7.8), usable as parts.  silu(x), times up unless that is
 * NULL; softmax of the rows; x / sqrt(mean(x^2) + eps), with center after taking off the mean,
 * reciprocal naming the constant 1/columns.  Each uses gp1 to gp6 and f1 to f4. */
void cc_silu(struct cc *cc, struct cc_mat x, const struct cc_mat *up);
void cc_softmax(struct cc *cc, struct cc_mat x);
void cc_normalise(struct cc *cc, struct cc_mat x, const char *reciprocal, bool center);

/* VRAM rows: to += from.  Uses gp1 to gp3. */
void cc_add_rows(struct cc *cc, uint32_t to, uint32_t from, uint32_t rows);

#endif

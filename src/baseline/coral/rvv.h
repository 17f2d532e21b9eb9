/* baseline/coral/rvv.h: what Coral's best kernels are written with.
 *
 * A template appends lines of assembly for one configuration.  Registers are chosen by hand; a0,
 * a1, ... hold the addresses of the inputs in order and then of the output and are never changed
 * by the parts below.  The kernel is a function without callees: only ra has to survive.
 */
#ifndef KC_BASELINE_CORAL_RVV_H
#define KC_BASELINE_CORAL_RVV_H

#include "baseline/baseline.h"

enum {
    RV_LINE = 16,       /* bytes of a register and of a bus line */
    RV_SCRATCH = 32000, /* bytes of scratch memory; the stack keeps the rest of 32 KiB */
    RV_LABELS = 64,     /* labels whose place is remembered */
};

struct rv {
    struct kc_buf *out;
    uint32_t       labels;           /* numbered so far */
    uint32_t       ops;              /* instructions so far ... */
    uint32_t       place[RV_LABELS]; /* ... and where labels stand among them */
    uint32_t       rows;             /* no tile has more rows: less code */
};

/* A comment line, one instruction, a numbered label. */
void     rv_note(struct rv *e, const char *format, ...) KC_PRINTF(2, 3);
void     rv_op(struct rv *e, const char *format, ...) KC_PRINTF(2, 3);
uint32_t rv_label(struct rv *e); /* a new number; rv_place puts it here, at the start of a line */
void     rv_place(struct rv *e, uint32_t label);

/* A backward branch: "bne" or, when the label is too far for that, the opposite "beq" over a jump.
 */
void rv_back(struct rv *e, const char *branch, const char *otherwise, const char *operands,
             uint32_t label);

/* The kernel: its first lines, what emit appends, and if that does not fit into the instruction
 * memory, the same again with smaller tiles.  NULL, or why there is none. */
const char *rv_kernel(struct kc_buf *out, const struct kc_case *c,
                      void (*emit)(struct rv *e, const struct kc_case *c));

/* to = from + value for any value; scratch may be overwritten.  Nothing when nothing changes. */
void rv_add(struct rv *e, const char *to, const char *from, int64_t value, const char *scratch);
void rv_li(struct rv *e, const char *reg, int64_t value);

/* The vector length: count elements (at most 31 as an immediate) under type "e8, m1". */
void rv_vset(struct rv *e, uint32_t count, const char *type, const char *scratch);

/* Copies bytes from one address register to another, 128 at a time, changing both registers and
 * v0 to v7; counter and scratch are overwritten. */
void rv_copy(struct rv *e, const char *to, const char *from, uint32_t bytes, const char *scratch);

/* count down loops: li, label; addi, bnez.  One pass emits no loop. */
uint32_t rv_loop(struct rv *e, const char *counter, uint32_t passes);
void     rv_again(struct rv *e, const char *counter, uint32_t passes, uint32_t label);

#endif

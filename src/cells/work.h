/* cells/work.h: what a task makes any machine do, derived from its shapes.
 *
 * Products are counted as the formula has them: every reassociation of the attentions' products
 * (wk or wv applied after the keys, wo before them) takes at least as many multiply-adds.
 */
#ifndef KC_CELLS_WORK_H
#define KC_CELLS_WORK_H

#include "tasks/task.h"

enum { KC_WORK_PARTS = 24 };

/* count products of rows x depth by depth x cols. */
struct kc_work_product {
    const char *name;
    uint64_t    count, rows, depth, cols;
    bool        by_rows; /* the right operand may be used as it lies, one row per result column */
};

enum kc_work_kind {
    KC_WORK_SILU,
    KC_WORK_GELU,
    KC_WORK_RELU,
    KC_WORK_SOFTMAX,
    KC_WORK_ATTENTION, /* softmax whose division may wait until after the product with values */
    KC_WORK_LAYERNORM,
    KC_WORK_RMSNORM,
    KC_WORK_ROTATE,   /* x cos + rot(x) sin */
    KC_WORK_MULTIPLY, /* two matrices, element by element */
    KC_WORK_ADD,
};

/* A function of rows x cols elements. */
struct kc_work_rows {
    enum kc_work_kind kind;
    uint64_t          rows, cols;
    uint64_t          scaled_cols; /* ATTENTION: columns of the narrower place to divide in */
};

/* How an input reaches the arithmetic. */
enum kc_work_use {
    KC_USE_LEFT,  /* left operand of a product, or operand of a row-wise function */
    KC_USE_RIGHT, /* right operand of a product */
    KC_USE_EITHER,
};

struct kc_work {
    struct kc_work_product product[KC_WORK_PARTS];
    struct kc_work_rows    rows[KC_WORK_PARTS];
    size_t                 product_count, rows_count;
};

/* False for tasks that are not described yet. */
bool kc_work_of(const struct kc_case *c, struct kc_work *work);

enum kc_work_use kc_work_use(const struct kc_case *c, size_t input);

/* How many of its elements no kernel can do without. */
uint64_t kc_work_elements(const struct kc_case *c, size_t input);

const char *kc_work_name(enum kc_work_kind kind);

#endif

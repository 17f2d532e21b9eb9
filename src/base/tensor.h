/* base/tensor.h: tensors and constants as tasks declare them and platforms place them.
 *
 * A tensor is a matrix or, with batch > 1, several of one shape; row-major, in double precision.  A
 * vector is a matrix of one row, an image of H x H x C has H*H rows of C.
 */
#ifndef KC_BASE_TENSOR_H
#define KC_BASE_TENSOR_H

#include <stddef.h>
#include <stdint.h>

enum kc_role {
    KC_ROLE_ACTIVATION,
    KC_ROLE_WEIGHT, /* serves as a matrix operand */
    KC_ROLE_TABLE,
    KC_ROLE_BIAS,
};

struct kc_tensor {
    const char  *name;
    enum kc_role role;
    uint32_t     batch, rows, cols;
    double      *value;
    double      *scale; /* natural scale of outputs and stages; NULL for exact values */
};

struct kc_constant {
    const char *name;
    double      value;
};

/* The inputs of a case as the machine's main memory holds them, from address 0 on. */
struct kc_image {
    const uint8_t *bytes;
    uint64_t       size;
};

/* All that a platform sees of a case. */
struct kc_declared {
    const struct kc_tensor   *in, *out;
    const struct kc_constant *constant;
    size_t                    in_count, constant_count;
    struct kc_image           image; /* made by the platform; without it, made again when needed */
};

static inline size_t kc_tensor_count(const struct kc_tensor *t)
{
    return (size_t)t->batch * t->rows * t->cols;
}

#endif

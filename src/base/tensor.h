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

/* What an element is where the task says so; elsewhere the platform has one format for all. */
enum kc_number {
    KC_NUMBER_REAL,
    KC_NUMBER_INT8,
    KC_NUMBER_INT16,
    KC_NUMBER_INT32,
    KC_NUMBER_FLOAT32,
};

struct kc_tensor {
    const char    *name;
    enum kc_role   role;
    uint32_t       batch, rows, cols;
    double        *value;
    double        *scale; /* natural scale of outputs and stages; NULL for exact values */
    enum kc_number number;
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

/* 0 for KC_NUMBER_REAL, whose size is the platform's business. */
static inline uint32_t kc_number_bytes(enum kc_number number)
{
    static const uint8_t bytes[] = { 0, 1, 2, 4, 4 };

    return bytes[number];
}

static inline const char *kc_number_name(enum kc_number number)
{
    static const char *const names[] = { "real", "int8", "int16", "int32", "float32" };

    return names[number];
}

static inline size_t kc_tensor_count(const struct kc_tensor *t)
{
    return (size_t)t->batch * t->rows * t->cols;
}

#endif

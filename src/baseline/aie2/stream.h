/* baseline/aie2/stream.h: kernels that are products of matrices in host memory. */
#ifndef KC_BASELINE_AIE2_STREAM_H
#define KC_BASELINE_AIE2_STREAM_H

#include "baseline/aie2/linear.h"

/* y[m,n] = x[m,k] w[k,n] + bias[n], so many times: tensors are stacks of matrices, row under row.
 * m is a multiple of 8, k and n of 16. */
struct aie2_matmul {
    const char *x, *w, *y;
    const char *bias; /* NULL: none */
    uint32_t    m, k, n, batch;
};

/* Writes the kernel. */
void aie2_stream_kernel(struct aie2_linear *linear, const struct aie2_matmul *product);

#endif

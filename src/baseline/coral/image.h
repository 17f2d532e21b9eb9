/* baseline/coral/image.h: an image in scratch memory with its border of zeros. */
#ifndef KC_BASELINE_CORAL_IMAGE_H
#define KC_BASELINE_CORAL_IMAGE_H

#include "baseline/coral/rvv.h"

struct image {
    uint32_t size, channels, pad, width; /* width: size with the border on both sides */
};

struct image image_of(uint32_t size, uint32_t channels, uint32_t kernel);

/* Bytes of scratch memory that it takes. */
uint64_t image_bytes(const struct image *m);

/* Copies the image at a0 into `image` and leaves that address in a0.  Nothing without a border.
 * Uses t0 to t4 and v0 to v15. */
void image_stage(struct rv *e, const struct image *m);

/* Reserves the space; at the end of a kernel. */
void image_reserve(struct rv *e, const struct image *m);

#endif

/* baseline/aie2/conv.h: convolution of an image in data memory, channels last.
 *
 * The image is copied into planes of 8 channels with zeros around them, [row][plane][pixel] of 16
 * bytes each: four pixels are a 4x8 tile wherever the window stands, and the steps of the window
 * over rows and planes are all the same.  Weights are packed into 8x4 tiles in the order in which
 * the window meets them.
 */
#ifndef KC_BASELINE_AIE2_CONV_H
#define KC_BASELINE_AIE2_CONV_H

#include "baseline/aie2/gaps.h"
#include "baseline/aie2/linear.h"

enum {
    AIE2_CONV_FACTORS = 32, /* bytes: factors of a group's channels */
    AIE2_CONV_FIRST = 128,  /* first values: up to four 4x4 tiles of bf16 with equal rows */
};

struct aie2_conv {
    uint32_t h, ci, co, k;
    uint32_t x, w, y;     /* addresses */
    uint32_t scale, bias; /* of AIE2_CONV_FACTORS and AIE2_CONV_FIRST bytes per group, or 0 */
    bool     relu;

    /* What follows from these: aie2_conv_plan. */
    uint32_t cols;   /* output channels of a group: 16, or 8 where a pixel is not whole vectors */
    uint32_t planes; /* of 8 input channels */
    uint32_t width;  /* pixels of a line of a plane */
    uint32_t band;   /* output rows for which the planes hold input */
    uint32_t image, tiles, rows; /* addresses: planes, packed weights, rows of a narrow group */
};

/* Finds room: for the planes in bank D below to, for weights in another bank if there is a gap that
 * large.  NULL, or why there is none. */
const char *aie2_conv_plan(struct aie2_conv *conv, const struct kc_layout *layout, size_t inputs,
                           uint32_t to);

/* What follows from the shape alone: group, planes, width of a line. */
void aie2_conv_shape(struct aie2_conv *conv);

/* Bytes of the planes, of a row of them, of the packed weights of a group (c->band, c->cols). */
uint32_t aie2_conv_image_bytes(const struct aie2_conv *conv);
uint32_t aie2_conv_row_bytes(const struct aie2_conv *conv);
uint32_t aie2_conv_weights_bytes(const struct aie2_conv *conv);

/* The next smaller height of a band, or 0. */
uint32_t aie2_conv_smaller(const struct aie2_conv *conv);

/* The functions, and their use inside `.func kernel`. */
void aie2_conv_functions(struct aie2_linear *linear, const struct aie2_conv *conv);
void aie2_conv_code(struct aie2_linear *linear, const struct aie2_conv *conv);

/* ---- images in host memory (conv_stream.c) --------------------------------------------------- */

/* Writes the kernel.  fold: writes the function that turns gamma, beta, mean and var at p2 to p5
 * into factors at p0 and first values at p1; NULL: there are none. */
const char *aie2_conv_stream(struct aie2_linear *linear, const struct aie2_conv *conv,
                             void (*fold)(struct aie2_linear     *linear,
                                          const struct aie2_conv *conv));

#endif

/* baseline/aie2/gaps.h: data memory that the tensors of a resident case leave. */
#ifndef KC_BASELINE_AIE2_GAPS_H
#define KC_BASELINE_AIE2_GAPS_H

#include "baseline/baseline.h"

enum {
    AIE2_FREE_FROM = 0x7c000, /* bank D: no tensor lies there */
    AIE2_FREE_TO = 0x7fc00,   /* the stack begins */
};

/* The address of so many bytes behind the tensors of bank A, B or C, a multiple of 64, or 0. */
uint32_t aie2_gap(const struct kc_layout *layout, size_t inputs, uint32_t bytes);

#endif

/* baseline/aie2/composites.h: composite tasks whose tensors are in data memory (resident.c). */
#ifndef KC_BASELINE_AIE2_COMPOSITES_H
#define KC_BASELINE_AIE2_COMPOSITES_H

#include "baseline/aie2/linear.h"

/* ffn, or swiglu (gated). */
const char *aie2_resident_ffn(struct aie2_linear *linear, const struct kc_case *c,
                              const struct kc_layout *layout, bool gated);
const char *aie2_resident_attention(struct aie2_linear *linear, const struct kc_case *c,
                                    const struct kc_layout *layout);
/* mha, gqa, mqa with nkv heads of keys and values. */
const char *aie2_resident_heads(struct aie2_linear *linear, const struct kc_case *c,
                                const struct kc_layout *layout, uint32_t nkv);

#endif

/* aie2/aie2_place.h: tasks on an AIE2 tile: where tensors lie, and how a kernel is started. */
#ifndef KC_PLATFORMS_AIE2_AIE2_PLACE_H
#define KC_PLATFORMS_AIE2_AIE2_PLACE_H

#include "kernelcraft/platform.h"
#include "platforms/aie2/aie2_machine.h"
#include "platforms/aie2/aie2_tile.h"

enum {
    AIE2_BANK_BYTES = 0x4000,                  /* a logical bank */
    AIE2_RESIDENT_BYTES = 3 * AIE2_BANK_BYTES, /* tensors lie in banks A, B and C */
    AIE2_TENSOR_ALIGN = AIE2_HOST_ALIGN,
    AIE2_KERNEL_STACK = AIE2_DM_BASE + 0xfc00, /* sp; it grows up */
    AIE2_POINTERS = 8,                         /* p0 ... p7 */
    AIE2_BF16_BYTES = 2,
    AIE2_ROUND_EVEN = 12, /* crRnd */
};

/* Whether the tensors lie in data memory; else they are in host memory and travel by DMA. */
bool aie2_resident(const struct kc_layout *layout);

const char *aie2_place(const void *config, const struct kc_declared *d, struct kc_layout *layout);
void aie2_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                struct kc_buf *out);
void aie2_tensor_quantise(const void *config, struct kc_tensor *t);
struct kc_image aie2_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                           const struct kc_layout *layout);
void            aie2_prepare(struct kc_machine *machine, const struct kc_declared *d,
                             const struct kc_layout *layout);
const char     *aie2_violated(struct kc_machine *machine, const struct kc_declared *d,
                              const struct kc_layout *layout);
void            aie2_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                                 const struct kc_tensor *t, double *values);
uint64_t        aie2_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                                    uint32_t col);

#endif

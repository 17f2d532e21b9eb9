/* kernelcraft/flat.h: the simplest placement, for platforms that need no other.
 *
 * Tensors lie row-major, one after another, in one region: inputs, then constants, then on a page
 * of its own (KC_REGION_PAGE_BYTES) the output, and what is left as scratch.  Where elements of the
 * region are numbers, each holds an element of a tensor; where they are bytes, an element takes as
 * many as its format (real: float32).
 */
#ifndef KERNELCRAFT_FLAT_H
#define KERNELCRAFT_FLAT_H

#include "kernelcraft/platform.h"

struct kc_flat {
    const char                *region; /* also the platform's address_region */
    const struct kc_elem_type *type;
    uint64_t                   elems; /* of the region */
    uint32_t                   align; /* of every tensor, in elements; not 0 */
};

/* As the hooks of struct kc_platform of the same names. */
const char *kc_flat_place(const struct kc_flat *f, const struct kc_declared *d,
                          struct kc_layout *layout);
void        kc_flat_guide(const struct kc_flat *f, const struct kc_declared *d,
                          const struct kc_layout *layout, struct kc_buf *out);
void        kc_flat_quantise(struct kc_tensor *t); /* real numbers become float32 */
void        kc_flat_prepare(const struct kc_flat *f, struct kc_machine *machine,
                            const struct kc_declared *d, const struct kc_layout *layout);
void        kc_flat_read(const struct kc_flat *f, struct kc_machine *machine,
                         const struct kc_placed *place, const struct kc_tensor *t, double *values);
uint64_t    kc_flat_address(const struct kc_placed *place, uint32_t row, uint32_t col);

#endif

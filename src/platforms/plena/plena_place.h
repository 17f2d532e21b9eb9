/* platforms/plena/plena_place.h: tasks on PLENA, as tasks.md section 3 fixes them. */
#ifndef KC_PLATFORMS_PLENA_PLENA_PLACE_H
#define KC_PLATFORMS_PLENA_PLENA_PLACE_H

#include "platforms/plena/plena.h"

void        plena_config_for_tasks(void *config);
const char *plena_place(const void *config, const struct kc_declared *d, struct kc_layout *layout);
void        plena_tensor_quantise(const void *config, struct kc_tensor *t);
void        plena_tensor_store(const void *config, double *values, size_t rows, size_t cols);
struct kc_image plena_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                            const struct kc_layout *layout);
void            plena_prepare(struct kc_machine *machine, const struct kc_declared *d,
                              const struct kc_layout *layout);
void            plena_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                                  const struct kc_tensor *t, double *values);
uint64_t plena_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                              uint32_t col);
void plena_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                 struct kc_buf *out);
const char *plena_violated(struct kc_machine *machine, const struct kc_declared *d,
                           const struct kc_layout *layout);
double      plena_constant(double value); /* as FPRAM holds it */

#endif

/* coral/coral_place.h: tasks on the Coral NPU: where tensors lie, and how a kernel is started. */
#ifndef KC_CORAL_PLACE_H
#define KC_CORAL_PLACE_H

#include "kernelcraft/platform.h"
#include "platforms/coral/coral_machine.h"

/* Bytes that programs leave to the stack: a rule of thumb for people, nothing is checked. */
enum { CORAL_STACK_BYTES = 1024 };

const char *coral_place(const void *config, const struct kc_declared *d, struct kc_layout *layout);
void coral_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                 struct kc_buf *out);
struct kc_image coral_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                            const struct kc_layout *layout);
void            coral_prepare(struct kc_machine *machine, const struct kc_declared *d,
                              const struct kc_layout *layout);
const char     *coral_violated(struct kc_machine *machine, const struct kc_declared *d,
                               const struct kc_layout *layout);
void            coral_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                                  const struct kc_tensor *t, double *values);
uint64_t coral_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                              uint32_t col);
void coral_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review);
const char *coral_unfit(const struct kc_program *program, const struct kc_declared *d,
                        const struct kc_layout *layout);

#endif

/* tasks/offer.h: tasks on platforms that the tasks do not know by name.
 *
 * A platform may offer tasks itself (struct kc_offer): five configurations, and for every size what
 * it is a multiple of and how large it may be.  The rule for sizes and the generator of a family
 * follow from that.
 */
#ifndef KC_TASKS_OFFER_H
#define KC_TASKS_OFFER_H

#include "kernelcraft/platform.h"
#include "tasks/task.h"

/* What the platform offers of the task, or NULL. */
const struct kc_offer *kc_offer_of(const struct kc_task *task, const char *platform);

/* NULL, or the rule that the sizes break, in the arena; by the task and by the offer. */
const char *kc_task_illegal(struct kc_arena *arena, const struct kc_task *task,
                            const char *platform, const uint32_t *p);

/* Sizes that a seed draws of the family that the platform takes. */
void kc_task_generate(const struct kc_task *task, const char *platform, uint64_t seed, uint32_t *p);

#endif

/* platforms/plena/plena_review.h: what a PLENA run did that is legal but rarely meant. */
#ifndef KC_PLATFORMS_PLENA_PLENA_REVIEW_H
#define KC_PLATFORMS_PLENA_PLENA_REVIEW_H

#include "platforms/plena/plena.h"

void plena_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review);

#endif

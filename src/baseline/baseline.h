/* baseline/baseline.h: compilers from a case to assembly text.
 *
 * A compiler emits a correct kernel for every legal configuration of every task its platform
 * supports, as readable commented assembly: it is an author like any other and knows the machine
 * only through its parameters and the layout.
 */
#ifndef KC_BASELINE_BASELINE_H
#define KC_BASELINE_BASELINE_H

#include "kernelcraft/platform.h"
#include "tasks/task.h"

enum kc_opt {
    KC_OPT_BASELINE, /* the honest simple compiler that published baselines correspond to */
    KC_OPT_BEST,     /* the fastest kernel we know */
};

/* Appends the kernel's text to out.  NULL, or why there is none. */
const char *kc_compile(const struct kc_target *target, const struct kc_case *c,
                       const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out);

/* The platforms' own, called by kc_compile. */
const char *plena_compile(const struct kc_target *target, const struct kc_case *c,
                          const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out);
const char *aie2_compile(const struct kc_target *target, const struct kc_case *c,
                         const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out);
const char *coral_compile(const struct kc_target *target, const struct kc_case *c,
                          const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out);

#endif

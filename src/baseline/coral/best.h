/* baseline/coral/best.h: the fastest kernels we know for Coral, one function per task.
 *
 * Each appends the text of `kernel` for one case; NULL, or why it cannot.
 */
#ifndef KC_BASELINE_CORAL_BEST_H
#define KC_BASELINE_CORAL_BEST_H

#include "baseline/coral/rvv.h"

#define TEMPLATE(name)                                                                     \
    const char *coral_best_##name(const struct kc_case *c, const struct kc_layout *layout, \
                                  struct kc_buf *out);
#include "baseline/coral/templates.def"
#undef TEMPLATE

#endif

/* baseline/aie2/linear.h: linear assembly, the language in which AIE2 kernels are written.
 *
 * One instruction of the Peano dialect per line, in the order of its meaning, without bundles,
 * latencies, delay slots or nops, and with virtual registers (r%count, x%a, wl%a, bm%acc).  The
 * back end schedules it on the platform's own tables and prints ordinary assembly.
 * docs/SCHEDULER.md is the manual of the language.
 */
#ifndef KC_BASELINE_AIE2_LINEAR_H
#define KC_BASELINE_AIE2_LINEAR_H

#include "baseline/baseline.h"

struct aie2_linear;

/* An empty program; everything it needs lives in the arena. */
struct aie2_linear *aie2_linear_new(struct kc_arena *arena, const struct kc_target *target,
                                    enum kc_opt opt);

enum kc_opt aie2_linear_opt(const struct aie2_linear *linear);

/* Memory that lives as long as the program. */
struct kc_arena *aie2_linear_arena(const struct aie2_linear *linear);

/* One line of linear assembly. */
void aie2_line(struct aie2_linear *linear, const char *format, ...) KC_PRINTF(2, 3);

/* Text of several lines, as it stands in a file. */
void aie2_lines(struct aie2_linear *linear, struct kc_str text);

/* Appends the scheduled program to out.  NULL, or what cannot be done, naming the line. */
const char *aie2_linear_finish(struct aie2_linear *linear, struct kc_buf *out);

/* The kernels, one per task: they write lines and return NULL, or why there is no such kernel. */
#define TEMPLATE(task)                                                                  \
    const char *aie2_kernel_##task(struct aie2_linear *linear, const struct kc_case *c, \
                                   const struct kc_layout *layout);
#include "baseline/aie2/templates.def"
#undef TEMPLATE

#endif

/* AIE2's compiler: a kernel in linear assembly per task, and the back end that schedules it. */
#include <string.h>

#include "baseline/aie2/linear.h"

static const struct {
    const char *task;
    const char *(*write)(struct aie2_linear *linear, const struct kc_case *c,
                         const struct kc_layout *layout);
} templates[] = {
#define TEMPLATE(name) { #name, aie2_kernel_##name },
#include "baseline/aie2/templates.def"
#undef TEMPLATE
    { NULL, NULL },
};

const char *aie2_compile(const struct kc_target *target, const struct kc_case *c,
                         const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out)
{
    for (size_t i = 0; templates[i].task; i++) {
        struct aie2_linear *linear;
        const char         *why;

        if (strcmp(templates[i].task, c->task->name) != 0)
            continue;
        linear = aie2_linear_new(c->arena, target, opt);
        why = templates[i].write(linear, c, layout);
        return why ? why : aie2_linear_finish(linear, out);
    }
    return "there is no AIE2 kernel for this task yet";
}

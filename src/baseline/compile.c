/* Which platform has which compiler: ours by name, a plug-in's by its own hook. */
#include <string.h>

#include "baseline/baseline.h"

static const struct {
    const char *platform;
    const char *(*compile)(const struct kc_target *target, const struct kc_case *c,
                           const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out);
} compilers[] = {
    { "plena", plena_compile },
    { "coral", coral_compile },
    { "aie2", aie2_compile },
};

const char *kc_compile(const struct kc_target *target, const struct kc_case *c,
                       const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out)
{
    for (size_t i = 0; i < KC_COUNT(compilers); i++)
        if (strcmp(target->platform->name, compilers[i].platform) == 0)
            return compilers[i].compile(target, c, layout, opt, out);
    if (!target->platform->compile)
        return "there is no compiler for this platform yet";
    const struct kc_declared d = kc_case_declared(c);
    const struct kc_job      job = { c->task->name, c->p, &d, layout, opt == KC_OPT_BEST };

    return target->platform->compile(target->config, target->isa, &job, out);
}

/* PLENA's compiler: which template makes which task. */
#include <string.h>

#include "baseline/plena/emit.h"
#include "baseline/plena/templates.h"

static const struct {
    const char *task;
    void (*emit)(struct cc *cc);
} templates[] = {
#define TEMPLATE(name) { #name, cc_task_##name },
#include "baseline/plena/templates.def"
#undef TEMPLATE
};

static uint32_t param(const struct kc_target *t, const char *name)
{
    return (uint32_t)kc_params_uint(t->platform->params, t->config, name);
}

const char *plena_compile(const struct kc_target *target, const struct kc_case *c,
                          const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out)
{
    struct cc cc = { .out = out, .c = c, .layout = layout, .best = opt == KC_OPT_BEST };

    cc.july = param(target, "rev") == 1;
    cc.slow_broadcast = param(target, "bmm") == 1;
    cc.mlen = param(target, "MLEN");
    cc.vlen = param(target, "VLEN");
    cc.blen = param(target, "BLEN");
    cc.hlen = param(target, "HLEN");
    cc.broadcast = param(target, "BROADCAST_AMOUNT");
    cc.prefetch_v = param(target, "HBM_V_Prefetch_Amount");
    cc.writeback = param(target, "HBM_V_Writeback_Amount");
    cc.mram_tiles = param(target, "MATRIX_SRAM_SIZE") / cc.mlen;
    cc.vram_next = (uint32_t)layout->out.size;
    for (size_t i = 0; i < KC_COUNT(templates); i++)
        if (strcmp(templates[i].task, c->task->name) == 0) {
            cc_note(&cc, "%s: %s", c->task->name, c->task->formula);
            templates[i].emit(&cc);
            return NULL;
        }
    return "the compiler has no template for this task yet";
}

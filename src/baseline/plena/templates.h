/* baseline/plena/templates.h: one function per task. */
#ifndef KC_BASELINE_PLENA_TEMPLATES_H
#define KC_BASELINE_PLENA_TEMPLATES_H

#include "baseline/plena/emit.h"

#define TEMPLATE(name) void cc_task_##name(struct cc *cc);
#include "baseline/plena/templates.def"
#undef TEMPLATE

#endif

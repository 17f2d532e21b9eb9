/* Coral's compiler: clang in the sandbox on textbook C (c/), or a template of hand quality.
 *
 * The baseline is the C kernel in the order of its formula at -O2: what somebody gets who writes
 * the task down and asks a compiler.  The best kernel is a template where there is one, else the C
 * kernel with channels innermost at -O3.
 */
#include <stdio.h>
#include <string.h>

#include "baseline/baseline.h"
#include "baseline/coral/best.h"
#include "sandbox/compile.h"

extern const char coral_c_kernel_h[];
#define KERNEL(name) extern const char coral_c_##name[];
#include "baseline/coral/kernels.def"

static const struct {
    const char *name, *text;
} kernels[] = {
#define KERNEL(name) { #name, coral_c_##name },
#include "baseline/coral/kernels.def"
};

static const struct {
    const char *task;
    const char *(*emit)(const struct kc_case *c, const struct kc_layout *layout,
                        struct kc_buf *out);
} templates[] = {
#define TEMPLATE(name) { #name, coral_best_##name },
#include "baseline/coral/templates.def"
#undef TEMPLATE
    { NULL, NULL },
};

static const char *find_kernel(const char *task, const char *suffix)
{
    char name[64];

    snprintf(name, sizeof name, "%s%s", task, suffix);
    for (size_t i = 0; i < KC_COUNT(kernels); i++)
        if (strcmp(kernels[i].name, name) == 0)
            return kernels[i].text;
    return NULL;
}

/* The shared functions, then the sizes of the configuration under the names of the task table. */
static void add_prelude(const struct kc_case *c, struct kc_buf *out)
{
    kc_buf_puts(out, coral_c_kernel_h);
    for (size_t i = 0; i < KC_PARAMS && c->task->params[i]; i++)
        kc_buf_printf(out, "#define %s %u\n", c->task->params[i], (unsigned)c->p[i]);
}

static void add_comment(const struct kc_case *c, const char *level, struct kc_buf *out)
{
    kc_buf_printf(out, "# %s", c->task->name);
    for (size_t i = 0; i < KC_PARAMS && c->task->params[i]; i++)
        kc_buf_printf(out, "%s%s=%u", i ? ", " : " ", c->task->params[i], (unsigned)c->p[i]);
    kc_buf_printf(out, ": clang %s on the C kernel\n", level);
}

/* The compiler refused our own text: its first words. */
static const char *first_message(const struct kc_diags *dg)
{
    return dg->first ? dg->first->message : "clang does not compile the C kernel";
}

static const char *compile_c(const struct kc_case *c, const char *text, const char *level,
                             struct kc_buf *out)
{
    const char *const     flags[] = { level, NULL };
    struct kc_buf         prelude = { 0 };
    struct kc_sandbox_job job = { .flags = flags };
    struct kc_diags       dg;
    struct kc_str         result;
    const char           *why = NULL;

    add_prelude(c, &prelude);
    job.prelude = (struct kc_str){ prelude.text, prelude.length };
    kc_diags_init(&dg, c->arena, (struct kc_source){ c->task->name, kc_str_from(text) });
    if (kc_sandbox_compile(c->arena, &job, &dg, &result)) {
        add_comment(c, level, out);
        kc_buf_add(out, result.at, result.length);
    } else
        why = first_message(&dg);
    kc_buf_free(&prelude);
    return why;
}

const char *coral_compile(const struct kc_target *target, const struct kc_case *c,
                          const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out)
{
    const char *text = find_kernel(c->task->name, "");
    const char *inner = find_kernel(c->task->name, "_inner");

    (void)target;
    for (size_t i = 0; opt == KC_OPT_BEST && templates[i].task; i++)
        if (strcmp(templates[i].task, c->task->name) == 0 && !templates[i].emit(c, layout, out))
            return NULL; /* sizes beyond a template are the C kernel's */
    if (!text)
        return "there is no C kernel for this task";
    if (opt == KC_OPT_BASELINE)
        return compile_c(c, text, "-O2", out);
    return compile_c(c, inner ? inner : text, "-O3", out);
}

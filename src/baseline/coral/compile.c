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

/* A try: the options, and what it is for. */
struct level {
    const char *flags[4];
};

/* Sizes are constants, so that clang unrolls whole loops; what does not fit in ITCM then is
 * compiled with loops as written, and at last for size. */
static const struct level baseline_levels[] = {
    { { "-O2", NULL } },
    { { "-O2", "-fno-unroll-loops", NULL } },
    { { "-Os", NULL } },
};

static const struct level best_levels[] = {
    { { "-O3", NULL } },
    { { "-O3", "-fno-unroll-loops", NULL } },
    { { "-Os", NULL } },
};

static void add_comment(const struct kc_case *c, const struct level *level, struct kc_buf *out)
{
    kc_buf_printf(out, "# %s", c->task->name);
    for (size_t i = 0; i < KC_PARAMS && c->task->params[i]; i++)
        kc_buf_printf(out, "%s%s=%u", i ? ", " : " ", c->task->params[i], (unsigned)c->p[i]);
    kc_buf_puts(out, ": clang");
    for (size_t i = 0; level->flags[i]; i++)
        kc_buf_printf(out, " %s", level->flags[i]);
    kc_buf_puts(out, " on the C kernel\n");
}

/* NULL, or why there is no text. */
static const char *compile_c(const struct kc_case *c, const char *text, const struct level *level,
                             struct kc_buf *out)
{
    struct kc_buf         prelude = { 0 };
    struct kc_sandbox_job job = { .flags = level->flags };
    struct kc_diags       dg;
    struct kc_str         result = { 0 };
    bool                  good;

    add_prelude(c, &prelude);
    job.prelude = (struct kc_str){ prelude.text, prelude.length };
    kc_diags_init(&dg, c->arena, (struct kc_source){ c->task->name, kc_str_from(text) });
    if ((good = kc_sandbox_compile(c->arena, &job, &dg, &result))) {
        add_comment(c, level, out);
        kc_buf_add(out, result.at, result.length);
    }
    kc_buf_free(&prelude);
    return good ? NULL : "clang does not compile the C kernel; 'kc doctor' tells what is missing";
}

/* NULL, or why the text is no program of this machine. */
static const char *try_assembly(const struct kc_target *target, const struct kc_case *c,
                                const struct kc_buf *text)
{
    struct kc_diags dg;

    kc_diags_init(&dg, c->arena, (struct kc_source){ c->task->name, { text->text, text->length } });
    kc_target_assemble(c->arena, target, &dg);
    return dg.errors ? "the compiled C kernel does not assemble, most likely it is too large for "
                       "the program memory"
                     : NULL;
}

static const char *compile_levels(const struct kc_target *target, const struct kc_case *c,
                                  const char *text, const struct level *levels, size_t count,
                                  struct kc_buf *out)
{
    const char *why = NULL;

    for (size_t i = 0; i < count; i++) {
        struct kc_buf tried = { 0 };

        why = compile_c(c, text, &levels[i], &tried);
        if (!why && !(why = try_assembly(target, c, &tried)))
            kc_buf_add(out, tried.text, tried.length);
        kc_buf_free(&tried);
        if (!why)
            break;
    }
    return why;
}

const char *coral_compile(const struct kc_target *target, const struct kc_case *c,
                          const struct kc_layout *layout, enum kc_opt opt, struct kc_buf *out)
{
    const char *text = find_kernel(c->task->name, "");
    const char *inner = find_kernel(c->task->name, "_inner");

    for (size_t i = 0; opt == KC_OPT_BEST && templates[i].task; i++)
        if (strcmp(templates[i].task, c->task->name) == 0 && !templates[i].emit(c, layout, out))
            return NULL; /* sizes beyond a template are the C kernel's */
    if (!text)
        return "there is no C kernel for this task";
    if (kc_sandbox_unavailable())
        return kc_sandbox_unavailable();
    if (opt == KC_OPT_BASELINE)
        return compile_levels(target, c, text, baseline_levels, KC_COUNT(baseline_levels), out);
    return compile_levels(target, c, inner ? inner : text, best_levels, KC_COUNT(best_levels), out);
}

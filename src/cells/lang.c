/* Kernels in C: compiled in the sandbox, assembled by us, spoken about in their own lines. */
#include "cells/lang.h"

#include <string.h>

#include "sandbox/compile.h"

const char *kc_lang_parse(const char *text, enum kc_lang *lang)
{
    *lang = strcmp(text, "c") == 0 ? KC_LANG_C : KC_LANG_ASSEMBLY;
    return *lang == KC_LANG_C || strcmp(text, "asm") == 0 ? NULL : "a language is asm or c";
}

const char *kc_lang_name(enum kc_lang lang)
{
    return lang == KC_LANG_C ? "c" : "asm";
}

enum kc_lang kc_lang_of_file(const char *path)
{
    const size_t n = strlen(path);

    return n > 2 && strcmp(path + n - 2, ".c") == 0 ? KC_LANG_C : KC_LANG_ASSEMBLY;
}

const char *kc_lang_refused(const struct kc_platform *platform, enum kc_lang lang)
{
    if (lang == KC_LANG_ASSEMBLY)
        return NULL;
    return strcmp(platform->name, "coral") == 0 ? kc_sandbox_unavailable()
                                                : "only kernels for coral can be written in C";
}

/* ---- from lines of the compiled text to lines of the source ------------------------------- */

struct map {
    uint32_t *line; /* of the source, by line of the compiled text from 0; 0: none */
    size_t    count;
};

/* The number of the file that the source is, in ".file 1 "kernel.c"". */
static bool names_source(struct kc_str rest, uint64_t *file)
{
    static const char name[] = "kernel.c\"";
    struct kc_str     number = kc_str_trim(rest);

    return memmem(rest.at, rest.length, name, sizeof name - 1) &&
           kc_str_u64(kc_str_cut(&number, ' '), file);
}

/* The line in ".loc 1 7 12 ..."; 0 when it is about another file. */
static uint32_t located(struct kc_str rest, uint64_t source)
{
    uint64_t file, line;

    rest = kc_str_trim(rest);
    if (!kc_str_u64(kc_str_cut(&rest, ' '), &file) || file != source ||
        !kc_str_u64(kc_str_cut(&rest, ' '), &line) || line > UINT32_MAX)
        return 0;
    return (uint32_t)line;
}

static struct map map_lines(struct kc_arena *arena, struct kc_str text)
{
    struct map m = { .count = 1 };
    uint64_t   source = UINT64_MAX;
    uint32_t   at = 0;

    for (size_t i = 0; i < text.length; i++)
        m.count += text.at[i] == '\n';
    m.line = kc_arena_array(arena, uint32_t, m.count);
    for (size_t i = 0; text.length && i < m.count; i++) {
        struct kc_str line = kc_str_trim(kc_str_cut(&text, '\n'));

        if (kc_str_starts(line, ".file"))
            names_source((struct kc_str){ line.at + 5, line.length - 5 }, &source);
        else if (kc_str_starts(line, ".loc")) {
            const uint32_t now = located((struct kc_str){ line.at + 4, line.length - 4 }, source);

            at = now ? now : at;
        }
        m.line[i] = at;
    }
    return m;
}

static uint32_t mapped(const struct map *m, uint32_t line)
{
    return line > 0 && line <= m->count ? m->line[line - 1] : 0;
}

/* ---- compiling ------------------------------------------------------------------------------ */

/* What compilers call even when there is no library: small, and only there when called. */
static const char runtime[] =
    "#define KC_PLAIN _Pragma(\"clang loop vectorize(disable) unroll(disable)\")\n"
    "void *memset(void *to, int value, unsigned size)\n"
    "{ char *p = to; KC_PLAIN while (size--) *p++ = (char)value; return to; }\n"
    "void *memcpy(void *to, const void *from, unsigned size)\n"
    "{ char *p = to; const char *q = from; KC_PLAIN while (size--) *p++ = *q++; return to; }\n"
    "void *memmove(void *to, const void *from, unsigned size)\n"
    "{ char *p = to; const char *q = from;\n"
    "  if (p < q) { KC_PLAIN while (size--) *p++ = *q++; }\n"
    "  else { KC_PLAIN while (size--) p[size] = q[size]; }\n"
    "  return to; }\n"
    "#undef KC_PLAIN\n";

static bool has(struct kc_str text, const char *part)
{
    return memmem(text.at, text.length, part, strlen(part)) != NULL;
}

/* Called, and not defined by the kernel itself. */
static bool needs_runtime(struct kc_str text)
{
    return (has(text, "\tmemset\n") && !has(text, "\nmemset:")) ||
           (has(text, "\tmemcpy\n") && !has(text, "\nmemcpy:")) ||
           (has(text, "\tmemmove\n") && !has(text, "\nmemmove:"));
}

static bool compile(struct kc_arena *arena, struct kc_diags *dg, struct kc_str *text)
{
    static const char *const flags[] = { "-O2", "-gline-tables-only", NULL };
    struct kc_sandbox_job    job = { .flags = flags };
    struct kc_diags          again;

    if (!kc_sandbox_compile(arena, &job, dg, text))
        return false;
    job.prelude = kc_str_from(runtime);
    kc_diags_init(&again, arena, dg->source); /* the warnings are known */
    if (needs_runtime(*text))
        kc_sandbox_compile(arena, &job, &again, text);
    return true;
}

/* Errors of our assembler in compiled text, at the line of the source that they come from. */
static void report(struct kc_diags *dg, const struct kc_diags *compiled, const struct map *m)
{
    for (const struct kc_diag *d = compiled->first; d; d = d->next) {
        size_t   at = 0;
        uint32_t line = mapped(m, d->line);

        if (d->severity != KC_SEVERITY_ERROR)
            continue;
        for (; line > 1 && at < dg->source.text.length; at++)
            line -= dg->source.text.at[at] == '\n';
        if (line == 1)
            kc_error(dg, (struct kc_span){ at, at }, d->id, d->hint, "in the compiled code: %s",
                     d->message);
        else
            kc_error_plain(dg, d->id, d->hint, "in the compiled code: %s", d->message);
    }
}

static struct kc_program compiled_program(struct kc_arena *arena, const struct kc_target *target,
                                          struct kc_diags *dg)
{
    struct kc_program program = { 0 };
    struct kc_str     text = { 0 };
    struct kc_diags   inner;
    struct map        m;

    if (!compile(arena, dg, &text))
        return program;
    m = map_lines(arena, text);
    kc_diags_init(&inner, arena, (struct kc_source){ dg->source.name, text });
    program = kc_target_assemble(arena, target, &inner);
    report(dg, &inner, &m);
    for (size_t i = 0; inner.errors == 0 && i < program.count; i++)
        program.lines[i] = mapped(&m, program.lines[i]);
    return program;
}

struct kc_program kc_lang_program(struct kc_arena *arena, const struct kc_target *target,
                                  enum kc_lang lang, struct kc_diags *dg)
{
    const char *why = kc_lang_refused(target->platform, lang);

    if (why) {
        kc_error_plain(dg, "language", NULL, "%s", why);
        return (struct kc_program){ 0 };
    }
    return lang == KC_LANG_C ? compiled_program(arena, target, dg)
                             : kc_target_assemble(arena, target, dg);
}

/* ---- for the author ---------------------------------------------------------------------------
 */

void kc_lang_guide(enum kc_lang lang, struct kc_buf *out)
{
    if (lang != KC_LANG_C)
        return;
    kc_buf_puts(
        out,
        "## The kernel is written in C\n\nWherever a tool or this text speaks of "
        "assembly, write C. The file defines the function `kernel` "
        "above and may define other functions, constants and static data. clang 19 compiles it "
        "with -O2, "
        "freestanding, for exactly this machine; of the headers there are <stdint.h>, <stddef.h>, "
        "<stdbool.h>, <limits.h> and <riscv_vector.h> (intrinsics `__riscv_...`), and no library: "
        "no 64-bit division, no double precision, no mathematical functions but "
        "`__builtin_sqrtf`. Inline assembly works. Loops with constant bounds are unrolled; "
        "`#pragma "
        "clang loop unroll(disable)` keeps the code small where the program memory is.\n\n");
}

/* One compilation: the fences in their order, and every way it can end in words. */
#include "sandbox/compile.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct kc_jail_limits defaults = { .cpu_seconds = 10,
                                                .wall_seconds = 30,
                                                .memory_bytes = UINT64_C(1) << 30,
                                                .output_bytes = 4 << 20,
                                                .message_bytes = 64 << 10 };

/* ---- the compiler --------------------------------------------------------------------------- */

/* Found once, then constant. */
static struct {
    char path[4096], version[128];
    char prefix[4096]; /* its installation */
    char alias[4096];  /* the name it was found by, a link on many systems */
    bool found;
} compiler;

static pthread_once_t compiler_once = PTHREAD_ONCE_INIT;

static const char *const *readable(void)
{
    static const char *const paths[] = { compiler.prefix,    compiler.alias,
                                         "/usr/lib",         "/lib",
                                         "/usr/lib64",       "/lib64",
                                         "/etc/ld.so.cache", NULL };

    return paths;
}

static bool find_path(void)
{
    const char   *variable = getenv("PATH");
    struct kc_str rest = kc_str_from(variable ? variable : "/usr/bin:/bin");

    while (rest.length) {
        const struct kc_str folder = kc_str_cut(&rest, ':');

        snprintf(compiler.alias, sizeof compiler.alias, "%.*s/clang-19", KC_STR(folder));
        if (compiler.alias[0] == '/' && access(compiler.alias, X_OK) == 0)
            return realpath(compiler.alias, compiler.path) != NULL;
    }
    return false;
}

/* .../llvm-19/bin/clang to .../llvm-19 */
static void find_prefix(void)
{
    strcpy(compiler.prefix, compiler.path);
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(compiler.prefix, '/');

        if (slash && slash != compiler.prefix)
            *slash = '\0';
    }
}

static void find_compiler(void)
{
    const char *const        argv[] = { compiler.path, "--no-default-config", "--version", NULL };
    const struct kc_jail_job job = {
        .argv = argv, .readable = readable(), .limits = defaults, .layers = kc_jail_layers()
    };
    struct kc_jail_result r;
    struct kc_str         line;

    if (!find_path())
        return;
    find_prefix();
    kc_jail_run(&job, &r);
    line = (struct kc_str){ r.output.text, r.output.length };
    line = kc_str_cut(&line, '\n');
    compiler.found = r.end == KC_JAIL_EXITED && r.status == 0 && line.length > 0;
    snprintf(compiler.version, sizeof compiler.version, "%.*s", KC_STR(line));
    kc_buf_free(&r.output);
    kc_buf_free(&r.messages);
}

const char *kc_sandbox_compiler(struct kc_arena *arena, const char **version)
{
    pthread_once(&compiler_once, find_compiler);
    if (!compiler.found)
        return NULL;
    if (version)
        *version = kc_arena_strndup(arena, compiler.version, strlen(compiler.version));
    return kc_arena_strndup(arena, compiler.path, strlen(compiler.path));
}

const char *kc_sandbox_cache(struct kc_arena *arena)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

    if (xdg && xdg[0] == '/')
        return kc_arena_printf(arena, "%s/kernelcraft/compiled", xdg);
    return home && home[0] == '/' ? kc_arena_printf(arena, "%s/.cache/kernelcraft/compiled", home)
                                  : "";
}

static const char *missing(unsigned layers)
{
    const char *mode = getenv("KC_SANDBOX");

    if ((layers & KC_JAIL_SECCOMP) || (mode && strcmp(mode, "weak") == 0))
        return NULL;
    return "this kernel has no seccomp, so foreign source is not compiled here; KC_SANDBOX=weak "
           "does it all the same";
}

const char *kc_sandbox_unavailable(void)
{
    pthread_once(&compiler_once, find_compiler);
    if (!compiler.found)
        return "clang-19 is not installed or does not run; 'kc doctor' tells more";
    return missing(kc_jail_layers());
}

/* ---- the question -----------------------------------------------------------------------------
 */

static const char *const always[] = {
#define ALWAYS(option) option,
#include "sandbox/flags.def"
};

static const char *const c_to_text[] = { "-std=gnu17", "-S", "-x", "c" };
static const char *const text_to_object[] = { "-c", "-x", "assembler" };

enum { ARGUMENTS = KC_COUNT(always) + KC_SANDBOX_FLAGS + 10 };

static void add_all(const char **argv, size_t *n, const char *const *from, size_t count)
{
    for (size_t i = 0; i < count && from[i]; i++)
        argv[(*n)++] = from[i];
}

static void fill_arguments(const struct kc_sandbox_job *job, const char **argv)
{
    static const char *const usual[] = { "-O2", NULL };
    static const char *const ends[] = { "-o", "-", "-" };
    size_t                   n = 0;

    argv[n++] = compiler.path;
    add_all(argv, &n, always, KC_COUNT(always));
    add_all(argv, &n, job->flags ? job->flags : usual, KC_SANDBOX_FLAGS);
    if (job->language == KC_SANDBOX_C)
        add_all(argv, &n, c_to_text, KC_COUNT(c_to_text));
    else
        add_all(argv, &n, text_to_object, KC_COUNT(text_to_object));
    add_all(argv, &n, ends, KC_COUNT(ends));
    argv[n] = NULL;
}

/* What the compiler reads.  The line marker gives the source's lines their own numbers; a source
 * cannot write one of its own. */
static void fill_input(const struct kc_sandbox_job *job, struct kc_str source, struct kc_buf *input)
{
    kc_buf_add(input, job->prelude.at, job->prelude.length);
    if (job->language == KC_SANDBOX_C)
        kc_buf_puts(input, "\n# 1 \"kernel.c\"\n");
    kc_buf_add(input, source.at, source.length);
    kc_buf_puts(input, "\n");
}

static void fill_key(const char *const *argv, const struct kc_buf *input, struct kc_buf *key)
{
    kc_buf_printf(key, "%s\n", compiler.version);
    for (size_t i = 0; argv[i]; i++)
        kc_buf_printf(key, "%s\n", argv[i]);
    kc_buf_puts(key, "\n");
    kc_buf_add(key, input->text, input->length);
}

/* ---- the fences in front of the compiler ---------------------------------------------------- */

static bool check(const struct kc_sandbox_job *job, unsigned layers, struct kc_diags *dg)
{
    const size_t errors = dg->errors;
    const char  *why = missing(layers);

    if (why)
        kc_error_plain(dg, "sandbox", NULL, "%s", why);
    if (dg->source.text.length > KC_SANDBOX_SOURCE_BYTES)
        kc_error_plain(dg, "source-size", "a kernel is a few hundred lines",
                       "the source has %zu bytes; at most %d are compiled", dg->source.text.length,
                       KC_SANDBOX_SOURCE_BYTES);
    if (job->flags)
        kc_sandbox_check_flags(dg, job->flags);
    if (dg->errors == errors && job->language == KC_SANDBOX_C)
        kc_sandbox_check_c(dg, !(layers & KC_JAIL_LANDLOCK));
    else if (dg->errors == errors)
        kc_sandbox_check_asm(dg, !(layers & KC_JAIL_LANDLOCK));
    return dg->errors == errors;
}

/* ---- the ends -------------------------------------------------------------------------------- */

static const char grows[] = "look for macros or initialisers that grow with every use, and for "
                            "loops unrolled by hand";

static bool ran_out_of_memory(struct kc_str m)
{
    static const char *const signs[] = { "out of memory", "bad_alloc", "Allocation failed",
                                         "annot allocate memory" };

    for (size_t i = 0; i < KC_COUNT(signs); i++)
        if (memmem(m.at, m.length, signs[i], strlen(signs[i])))
            return true;
    return false;
}

static void report_crash(const struct kc_jail_result *r, struct kc_diags *dg)
{
    const struct kc_str m = { r->messages.text ? r->messages.text : "", r->messages.length };
    const size_t        errors = dg->errors;

    if (ran_out_of_memory(m)) {
        kc_error_plain(dg, "compile-memory", grows, "the compiler ran out of memory");
        return;
    }
    kc_sandbox_messages(dg, m);
    if (dg->errors == errors)
        kc_error_plain(dg, "compile-crash",
                       "nested too deeply, or larger than a compiler can take? write it simpler",
                       "the compiler failed on this source (%s %d)",
                       r->end == KC_JAIL_KILLED ? "signal" : "status", r->status);
}

static void report_end(const struct kc_jail_job *job, const struct kc_jail_result *r,
                       struct kc_diags *dg)
{
    switch (r->end) {
    case KC_JAIL_OUT_OF_CPU:
    case KC_JAIL_OUT_OF_TIME:
        kc_error_plain(dg, "compile-time", grows, "the compiler was stopped after %u seconds",
                       r->end == KC_JAIL_OUT_OF_CPU ? job->limits.cpu_seconds
                                                    : job->limits.wall_seconds);
        return;
    case KC_JAIL_OUT_OF_OUTPUT:
        kc_error_plain(dg, "compile-output", grows, "the compiled kernel is larger than %llu bytes",
                       (unsigned long long)job->limits.output_bytes);
        return;
    case KC_JAIL_NOT_STARTED:
        kc_error_plain(dg, "sandbox", "'kc doctor' tells what is missing",
                       "the compiler could not be started: %s", r->why);
        return;
    case KC_JAIL_EXITED:
    case KC_JAIL_KILLED:
        report_crash(r, dg);
        return;
    }
}

/* Runs the compiler.  True when it left a result in the entry. */
static bool run(struct kc_arena *arena, const struct kc_jail_job *job, struct kc_diags *dg,
                struct kc_sandbox_entry *e)
{
    struct kc_jail_result r;
    bool                  good;

    kc_jail_run(job, &r);
    good = r.end == KC_JAIL_EXITED && r.status == 0;
    if (good) {
        e->messages.at = kc_arena_strndup(arena, r.messages.text, r.messages.length);
        e->messages.length = r.messages.length;
        e->result.at = kc_arena_strndup(arena, r.output.text, r.output.length);
        e->result.length = r.output.length;
    } else
        report_end(job, &r, dg);
    kc_buf_free(&r.output);
    kc_buf_free(&r.messages);
    return good;
}

static bool ask(struct kc_arena *arena, const struct kc_sandbox_job *job, unsigned layers,
                struct kc_diags *dg, struct kc_sandbox_entry *e)
{
    const char        *folder = job->cache ? job->cache : kc_sandbox_cache(arena);
    const char        *argv[ARGUMENTS];
    struct kc_buf      input = { 0 }, key = { 0 };
    struct kc_jail_job jail = { .argv = argv, .readable = readable(), .layers = layers };
    bool               good;

    fill_arguments(job, argv);
    fill_input(job, dg->source.text, &input);
    fill_key(argv, &input, &key);
    jail.input = (struct kc_str){ input.text, input.length };
    jail.limits = job->limits.cpu_seconds ? job->limits : defaults;
    e->key = (struct kc_str){ key.text, key.length };
    good = *folder && kc_sandbox_cache_read(arena, folder, e);
    if (!good && (good = run(arena, &jail, dg, e)) && *folder)
        kc_sandbox_cache_write(folder, e);
    kc_buf_free(&input);
    kc_buf_free(&key);
    return good;
}

bool kc_sandbox_compile(struct kc_arena *arena, const struct kc_sandbox_job *job,
                        struct kc_diags *dg, struct kc_str *result)
{
    const unsigned          layers = kc_jail_layers() & ~job->without;
    struct kc_sandbox_entry e = { 0 };

    pthread_once(&compiler_once, find_compiler);
    if (!compiler.found) {
        kc_error_plain(dg, "sandbox", "install the package clang-19", "clang-19 does not run here");
        return false;
    }
    if (!check(job, layers, dg) || !ask(arena, job, layers, dg, &e))
        return false;
    kc_sandbox_messages(dg, e.messages);
    *result = job->language == KC_SANDBOX_C ? kc_sandbox_errata(arena, e.result) : e.result;
    return true;
}

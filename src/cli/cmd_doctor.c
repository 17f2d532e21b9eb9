/* kc doctor: what is installed, what is missing, what that disables. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "provider/model.h"
#include "sandbox/compile.h"

/* Programs we call or test with; libraries are linked, so if kc runs they are there. */
static const struct {
    const char *program, *package, *needed_for;
} tools[] = {
    { "cc", "gcc", "building kc" },
    { "meson", "meson", "building kc" },
    { "ninja", "ninja-build", "building kc" },
    { "python3", "python3", "tests and generated manuals" },
    { "clang-19", "clang-19", "C kernels for Coral and its baseline, 'make test-all', fuzzing" },
    { "clang-format-19", "clang-format-19", "'make lint'" },
    { "llvm-mc-19", "llvm-19", "tests: LLVM as a judge of Coral's assembler" },
    { "ld.lld-19", "lld-19", "tests: LLVM as a judge of Coral's assembler" },
    { "qemu-riscv32", "qemu-user", "tests: qemu as a judge of Coral's machine" },
    { "mandoc", "mandoc", "tests: a judge of the manual page" },
    { "slurmctld", "slurmctld (tools/setup --cluster)", "'make test-all': job arrays on Slurm" },
    { "npm", "npm", "'make test-all': official SDKs, MCP clients and agents" },
};

static bool find_program(const char *name, char *path, size_t size)
{
    const char   *variable = getenv("PATH");
    struct kc_str rest = kc_str_from(variable ? variable : "/usr/bin:/bin");

    while (rest.length) {
        const struct kc_str folder = kc_str_cut(&rest, ':');

        snprintf(path, size, "%.*s/%s", KC_STR(folder), name);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    bool *json = state->input;

    switch (key) {
    case 'j':
        *json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void report(kc_json *list, const char *name, bool found, const char *where,
                   const char *needed_for)
{
    if (!list) {
        printf("%-4s %-16s %s\n", found ? "ok" : "--", name, where);
        if (!found)
            printf("     %-16s without it: %s\n", "", needed_for);
        return;
    }
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "name", name);
    kc_json_set_bool(o, "found", found);
    kc_json_set_str(o, "where", where);
    kc_json_set_str(o, "needed_for", needed_for);
    kc_json_push(list, o);
}

/* Says whether there is a key and where, never what it is. */
static void report_provider(kc_json *list, const struct kc_provider_info *info)
{
    char       variable[64], name[64], where[200];
    const bool set = kc_provider_key_set(info, variable, sizeof variable);

    snprintf(name, sizeof name, "%s/...", info->name);
    if (set)
        snprintf(where, sizeof where, "key present in %s", variable);
    else if (info->key_needed)
        snprintf(where, sizeof where, "key missing: set %.*s",
                 (int)strcspn(info->key_variable, " "), info->key_variable);
    else
        snprintf(where, sizeof where, "needs no key; URL from %.*s or --model-base-url",
                 (int)strcspn(info->url_variable, " "), info->url_variable);
    report(list, name, set || !info->key_needed, where, "models of this provider");
}

/* What keeps foreign source in its place while it is compiled, and whether it is at all. */
static void report_sandbox(kc_json *list, struct kc_arena *arena)
{
    const unsigned layers = kc_jail_layers();
    const char    *version = NULL, *path = kc_sandbox_compiler(arena, &version);
    const char    *why = kc_sandbox_unavailable(), *cache = kc_sandbox_cache(arena);

    report(list, "seccomp", layers & KC_JAIL_SECCOMP,
           layers & KC_JAIL_SECCOMP ? "system calls of the compiler are filtered"
                                    : "not in this kernel",
           "C kernels are not compiled unless KC_SANDBOX=weak");
    report(list, "landlock", layers & KC_JAIL_LANDLOCK,
           layers & KC_JAIL_LANDLOCK
               ? kc_arena_printf(arena, "ABI %d: the compiler sees its own files only",
                                 kc_jail_landlock())
               : "not in this kernel",
           "reading of files is prevented by checks of the source only");
    report(list, "C kernels", !why,
           why ? why
               : kc_arena_printf(arena, "%s (%s), results kept in %s", path, version,
                                 *cache ? cache : "no folder"),
           "the C baseline of Coral and --lang c");
}

int cmd_doctor(int argc, char **argv)
{
    static const struct argp_option options[] = { { "json", 'j', NULL, 0, "as JSON", 0 }, { 0 } };
    static const struct argp argp = { options, parse, "", "Lists what kc uses and what is missing.",
                                      0,       0,     0 };

    struct kc_arena arena = { 0 };
    bool            json = false;

    argp_parse(&argp, argc, argv, 0, NULL, &json);
    kc_json *list = json ? kc_json_array() : NULL;

    for (size_t i = 0; kc_platform_at(i); i++)
        report(list, kc_platform_at(i)->name, true,
               kc_plugin_origin(kc_platform_at(i)) ? kc_plugin_origin(kc_platform_at(i))
                                                   : "built in",
               "");
    for (size_t i = 0; kc_provider_at(i); i++)
        report_provider(list, kc_provider_at(i));
    for (size_t i = 0; i < KC_COUNT(tools); i++) {
        char       path[512], where[600];
        const bool found = find_program(tools[i].program, path, sizeof path);

        snprintf(where, sizeof where, found ? "%s" : "install the package %s",
                 found ? path : tools[i].package);
        report(list, tools[i].program, found, where, tools[i].needed_for);
    }
    report_sandbox(list, &arena);
    kc_arena_free(&arena);
    if (list)
        cli_json(list);
    else
        puts("\n'tools/setup' installs what is missing.");
    return CLI_GOOD;
}

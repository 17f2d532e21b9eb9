/* Plug-ins from the command line and the environment, before anything else looks at either. */
#include <string.h>

#include "cli/describe.h"

static bool load(const char *spec, const char **name)
{
    struct kc_buf             why = { 0 };
    const struct kc_platform *platform = kc_plugin_load(spec, &why);

    if (platform)
        *name = platform->name;
    else
        cli_cannot("plug-in '%s': %s", spec, why.text);
    kc_buf_free(&why);
    return platform != NULL;
}

bool cli_plugins_from_environment(void)
{
    struct kc_arena arena = { 0 };
    const char     *variable = getenv("KC_PLUGINS"), *name;
    struct kc_str   rest = kc_str_from(variable ? variable : "");
    bool            good = true;

    while (good && rest.length) {
        const struct kc_str file = kc_str_cut(&rest, ':');

        good = !file.length || load(kc_arena_strndup(&arena, file.at, file.length), &name);
    }
    kc_arena_free(&arena);
    return good;
}

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Whether the command's own arguments begin with a platform: "isa PLATFORM [MNEMONIC]". */
static bool takes_platform(const char *name)
{
    const struct cli_command *c;

    for (size_t i = 0; (c = cli_command_at(i)); i++)
        if (strcmp(c->name, name) == 0)
            return starts(c->arguments, "PLATFORM") || starts(c->arguments, "[PLATFORM");
    return false;
}

/* Where "exec:" begins in an argument that names a platform; NULL: it does not.  Agents and the
 * names of their runs begin so as well. */
static char *exec_of(char **argv, int i)
{
    if (starts(argv[i], "--platform=exec:"))
        return argv[i] + strlen("--platform=");
    if (i < 2 || !starts(argv[i], "exec:"))
        return NULL;
    return strcmp(argv[i - 1], "-p") == 0 || strcmp(argv[i - 1], "--platform") == 0 ||
                   takes_platform(argv[1])
               ? argv[i]
               : NULL;
}

/* The name is shorter than "exec:" and a command, or the argument is replaced. */
static bool replace_exec(char **argv, int i, char *exec)
{
    const char *name;

    if (!load(exec, &name))
        return false;
    if (exec == argv[i])
        argv[i] = (char *)(uintptr_t)name;
    else if (strlen(name) <= strlen(exec))
        memcpy(exec, name, strlen(name) + 1);
    else
        return cli_cannot("write --platform %s", exec), false;
    return true;
}

bool cli_plugins_from_arguments(int *argc, char **argv)
{
    const char *name;
    int         kept = 1;

    for (int i = 1; i < *argc; i++) {
        const bool apart = strcmp(argv[i], "--plugin") == 0;

        if (apart && i + 1 == *argc)
            return cli_cannot("--plugin needs a file"), false;
        if (apart || starts(argv[i], "--plugin=")) {
            if (!load(apart ? argv[++i] : argv[i] + strlen("--plugin="), &name))
                return false;
            continue;
        }
        argv[kept++] = argv[i];
    }
    argv[kept] = NULL;
    *argc = kept;
    for (int i = 2; i < kept; i++) {
        char *exec = exec_of(argv, i);

        if (exec && !replace_exec(argv, i, exec))
            return false;
    }
    return true;
}

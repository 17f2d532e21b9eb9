/* The options a job may ask for are rows of flags.def, letter by letter: no @file is ever expanded,
 * no plug-in loaded, no path given. */
#include <string.h>

#include "sandbox/compile.h"

static const char *const known[] = {
#define FLAG(option, effect) option,
#include "sandbox/flags.def"
};

static const char *why_not(const char *flag)
{
    if (flag[0] == '@')
        return "response files are not read here; list the options one by one";
    if (strncmp(flag, "-fplugin", 8) == 0 || strncmp(flag, "-fpass-plugin", 13) == 0 ||
        strcmp(flag, "-load") == 0 || strcmp(flag, "-Xclang") == 0)
        return "compiler plug-ins are not loaded here";
    if (strncmp(flag, "-I", 2) == 0 || strncmp(flag, "-include", 8) == 0 ||
        strncmp(flag, "-B", 2) == 0)
        return "there are no files to find here; write everything into the source";
    return NULL;
}

static bool is_known(const char *flag)
{
    for (size_t i = 0; i < KC_COUNT(known); i++)
        if (strcmp(known[i], flag) == 0)
            return true;
    return false;
}

bool kc_sandbox_check_flags(struct kc_diags *dg, const char *const *flags)
{
    bool   good = true;
    size_t i = 0;

    for (; flags[i] && i < KC_SANDBOX_FLAGS; i++) {
        const char *reason = why_not(flags[i]);
        const char *near = kc_str_nearest(kc_str_from(flags[i]), known, KC_COUNT(known));

        if (is_known(flags[i]))
            continue;
        good = false;
        kc_error_plain(dg, "flag-refused",
                       reason ? reason
                       : near ? kc_arena_printf(dg->arena, "did you mean %s?", near)
                              : "allowed are -O0 to -O3, -Os and the rows of sandbox/flags.def",
                       "the compiler option '%.100s' is not allowed", flags[i]);
    }
    if (flags[i])
        kc_error_plain(dg, "flag-refused", NULL, "more than %d compiler options", KC_SANDBOX_FLAGS);
    return good && !flags[i];
}

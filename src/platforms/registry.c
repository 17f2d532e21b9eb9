/* Platforms by name, and targets from text.  The only file that sees all built-ins at once.
 * Plug-ins come behind them (plugin.c). */
#include "kernelcraft/platform.h"

#include <string.h>

#include "base/file.h"
#include "platforms/plugin.h"

#define PLATFORM(name) extern const struct kc_platform kc_platform_##name;
#include "platforms/platforms.def"

static const struct kc_platform *const builtins[] = {
#define PLATFORM(name) &kc_platform_##name,
#include "platforms/platforms.def"
};

const struct kc_platform *kc_platform_at(size_t index)
{
    return index < KC_COUNT(builtins) ? builtins[index] : kc_plugin_at(index - KC_COUNT(builtins));
}

const struct kc_platform *kc_platform_find(struct kc_str name)
{
    const struct kc_platform *each;

    for (size_t i = 0; (each = kc_platform_at(i)); i++)
        if (kc_str_is(name, each->name))
            return each;
    return NULL;
}

static void unknown_platform(struct kc_arena *arena, struct kc_str name, struct kc_diags *dg)
{
    const struct kc_platform *each;
    const char               *names[KC_COUNT(builtins) + KC_PLUGINS_MOST];
    size_t                    count = 0;

    for (; (each = kc_platform_at(count)); count++)
        names[count] = each->name;
    const char *nearest = kc_str_nearest(name, names, count);

    kc_error(dg, (struct kc_span){ 0, name.length }, "unknown-platform",
             nearest ? kc_arena_printf(arena, "did you mean %s?", nearest)
                     : "'kc platforms' lists them",
             "there is no platform '%.*s'", KC_STR(name));
}

/* Takes "settings=FILE" out of the options, which may be written anywhere among them. */
static const char *take_settings(struct kc_arena *arena, char *options)
{
    for (char *at = options; *at;) {
        const size_t length = strcspn(at, ",");
        const char  *value = at + strlen("settings=");

        if (length > strlen("settings=") && strncmp(at, "settings=", strlen("settings=")) == 0) {
            const char *path = kc_arena_strndup(arena, value, length - strlen("settings="));

            memset(at, ' ', length);
            return path;
        }
        at += length + (at[length] == ',');
    }
    return NULL;
}

static void read_settings(struct kc_arena *arena, const char *path, struct kc_target *target,
                          struct kc_diags *dg)
{
    struct kc_source source = { .name = path };
    const char      *why = NULL;

    if (!kc_file_read(arena, path, &source.text, &why)) {
        kc_error_plain(dg, "file", NULL, "cannot read the settings '%s': %s", path, why);
        return;
    }
    kc_diags_init(dg, dg->arena, source);
    kc_params_set_yaml(target->platform->params, target->config, dg);
}

/* The options without blanked-out parts: "a=1,   ,b=2" has an empty one in the middle. */
static void set_options(struct kc_target *target, struct kc_diags *dg, char *options, size_t offset)
{
    char *keep = options;

    for (char *at = options; *at;) {
        const size_t length = strcspn(at, ",");

        if (strspn(at, " ") < length) {
            if (keep != options)
                *keep++ = ',';
            memmove(keep, at, length);
            keep += length;
        }
        at += length + (at[length] == ',');
    }
    *keep = '\0';
    dg->source.text.length = offset + (size_t)(keep - options);
    kc_params_set_options(target->platform->params, target->config, offset, dg);
}

bool kc_target_open(struct kc_arena *arena, const char *text, const char *settings,
                    struct kc_target *target, struct kc_diags *dg)
{
    char                  *copy = kc_arena_strndup(arena, text, strlen(text));
    struct kc_str          rest = kc_str_from(copy);
    struct kc_str          name = kc_str_cut(&rest, ':');
    const struct kc_source source = { "<platform>", kc_str_from(copy) };
    char                  *options = copy + (rest.at - copy);
    const char            *inside = take_settings(arena, options);

    kc_diags_init(dg, arena, source);
    target->platform = kc_platform_find(name);
    if (!target->platform) {
        unknown_platform(arena, name, dg);
        return false;
    }
    target->config = target->platform->config_new(target->platform, arena);
    if (inside || settings)
        read_settings(arena, inside ? inside : settings, target, dg);
    if (dg->errors)
        return false;
    kc_diags_init(dg, arena, source);
    set_options(target, dg, options, (size_t)(options - copy));
    if (!dg->errors)
        target->platform->config_check(target->config, dg);
    if (dg->errors)
        return false;
    target->isa = target->platform->isa(arena, target->config);
    return true;
}

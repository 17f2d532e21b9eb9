/* Plug-ins: shared objects and external simulators, checked before anybody sees them.
 *
 * The list only grows, and a platform is complete before the count says that it is there: reading
 * needs no lock. */
#include "platforms/plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "platforms/exec.h"

static struct {
    const char               *origin;
    const struct kc_platform *platform;
} plugins[KC_PLUGINS_MOST];

static atomic_size_t   plugin_count;
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

const struct kc_platform *kc_plugin_at(size_t index)
{
    return index < atomic_load(&plugin_count) ? plugins[index].platform : NULL;
}

const char *kc_plugin_origin(const struct kc_platform *platform)
{
    for (size_t i = 0; i < atomic_load(&plugin_count); i++)
        if (plugins[i].platform == platform)
            return plugins[i].origin;
    return NULL;
}

/* ---- what a platform must have ------------------------------------------------------------ */

/* Lower case, digits, '-' and '_', beginning with a letter: it stands in file names and targets. */
static bool name_good(const char *name)
{
    const size_t length = name ? strlen(name) : 0;

    return length > 0 && length <= 24 && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == length &&
           strcmp(name, "exec") != 0;
}

static const char *texts_missing(const struct kc_platform *p)
{
    if (!p->summary || !p->notes || !p->comment || !p->language || !p->faster)
        return "summary, notes, comment, language and faster must be there";
    if (!p->address_region || !p->params)
        return "address_region and params must be there";
    return NULL;
}

static const char *hooks_missing(const struct kc_platform *p)
{
    const int own =
        !!p->assemble + !!p->code_likely + !!p->read_code + !!p->print_code + !!p->print_insn;

    if (!p->config_new || !p->config_check || !p->isa || !p->manual)
        return "config_new, config_check, isa and manual must be there";
    if (own != 0 && own != 5)
        return "an own assembler needs all five of its hooks";
    if (!p->machine_new || !p->machine_free || !p->machine_reset || !p->load || !p->run ||
        !p->registers || !p->set_register)
        return "a machine needs new, free, reset, load, run, registers and set_register";
    if (p->place &&
        (!p->guide || !p->image || !p->prepare || !p->tensor_read || !p->tensor_address))
        return "place needs guide, image, prepare, tensor_read and tensor_address beside it";
    return p->offer_count && (!p->place || !p->offers) ? "offers need place" : NULL;
}

const char *kc_plugin_incomplete(const struct kc_platform *p)
{
    const char *why;

    if (p->api != KC_PLATFORM_API)
        return "it is of another version of the interface";
    if (!name_good(p->name))
        return "its name must be lower case letters, digits, '-' and '_', at most 24, and not exec";
    why = texts_missing(p);
    return why ? why : hooks_missing(p);
}

/* ---- shared objects ----------------------------------------------------------------------- */

static bool sizes_agree(const struct kc_plugin *plugin)
{
    return plugin->platform_bytes == sizeof(struct kc_platform) &&
           plugin->machine_bytes == sizeof(struct kc_machine) &&
           plugin->outcome_bytes == sizeof(struct kc_outcome);
}

static const char *refused(const struct kc_plugin *plugin)
{
    if (!plugin)
        return "it does not define kc_plugin";
    if (!plugin->platform)
        return "its kc_plugin names no platform";
    return sizes_agree(plugin) ? kc_plugin_incomplete(plugin->platform)
                               : "it was built with the headers of another kc: build it again";
}

/* A name without a slash would be searched for in the system's folders. */
static const struct kc_platform *load_shared(const char *path, struct kc_buf *why)
{
    struct kc_buf full = { 0 };

    kc_buf_printf(&full, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *handle = dlopen(full.text, RTLD_NOW | RTLD_LOCAL);

    kc_buf_free(&full);
    if (!handle) {
        kc_buf_puts(why, dlerror());
        return NULL;
    }
    const struct kc_plugin *plugin = dlsym(handle, "kc_plugin");

    if (plugin && plugin->api != KC_PLATFORM_API) {
        kc_buf_printf(why, "it is built for version %u of the interface, this kc has version %u",
                      plugin->api, (unsigned)KC_PLATFORM_API);
    } else if (refused(plugin)) {
        kc_buf_puts(why, refused(plugin));
    } else {
        return plugin->platform; /* never unloaded: the platform may be in use anywhere */
    }
    dlclose(handle);
    return NULL;
}

/* Compiled simulators are ELF files as well; those that may be executed are told by their names. */
static bool is_shared_object(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char        magic[4] = "";
    FILE       *file = fopen(path, "rb");

    if (!file)
        return false;
    const bool is_elf = fread(magic, 1, sizeof magic, file) == sizeof magic &&
                        memcmp(magic, "\177ELF", sizeof magic) == 0;

    fclose(file);
    return is_elf && (strstr(name, ".so") || access(path, X_OK) != 0);
}

/* ---- both --------------------------------------------------------------------------------- */

static const struct kc_platform *known(const char *spec)
{
    for (size_t i = 0; i < atomic_load(&plugin_count); i++)
        if (strcmp(plugins[i].origin, spec) == 0)
            return plugins[i].platform;
    return NULL;
}

/* A file of a simulator as the command that runs it. */
static const struct kc_platform *load_program(const char *path, struct kc_buf *why)
{
    struct kc_buf command = { 0 };

    kc_buf_printf(&command, "'%s%s'", strchr(path, '/') ? "" : "./", path);
    const struct kc_platform *platform = kc_exec_platform(command.text, why);

    kc_buf_free(&command);
    return platform;
}

static const struct kc_platform *load(const char *spec, struct kc_buf *why)
{
    if (strncmp(spec, "exec:", 5) == 0)
        return kc_exec_platform(spec + 5, why);
    if (access(spec, R_OK) != 0) {
        kc_buf_puts(why, "there is no such file");
        return NULL;
    }
    if (is_shared_object(spec))
        return load_shared(spec, why);
    if (access(spec, X_OK) == 0 && !strchr(spec, '\''))
        return load_program(spec, why);
    kc_buf_puts(why, "it is neither a shared object nor a program that may be executed");
    return NULL;
}

static const struct kc_platform *add(const char *spec, struct kc_buf *why)
{
    const struct kc_platform *platform;
    const size_t              count = atomic_load(&plugin_count);

    if (count == KC_PLUGINS_MOST) {
        kc_buf_printf(why, "there are %d plug-ins already", KC_PLUGINS_MOST);
        return NULL;
    }
    if (!(platform = load(spec, why)))
        return NULL;
    if (kc_platform_find(kc_str_from(platform->name))) {
        kc_buf_printf(why, "there is a platform '%s' already", platform->name);
        return NULL;
    }
    plugins[count].origin = strdup(spec);
    plugins[count].platform = platform;
    atomic_store(&plugin_count, count + 1);
    return platform;
}

const struct kc_platform *kc_plugin_load(const char *spec, struct kc_buf *why)
{
    pthread_mutex_lock(&loading);
    const struct kc_platform *platform = known(spec);

    if (!platform)
        platform = add(spec, why);
    pthread_mutex_unlock(&loading);
    return platform;
}

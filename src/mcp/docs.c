/* Texts from tables: tasks, manuals, descriptions of cells. */
#include "mcp/docs.h"

#include <string.h>

#include "cells/prompt.h"
#include "isa/manual.h"
#include "mcp/methods.h"
#include "tasks/describe.h"

enum { URI_BYTES = 512 };

/* ---- what strangers may name -------------------------------------------------------------- */

const char *kc_mcp_platform_refused(struct kc_str text)
{
    struct kc_str       rest = text;
    const struct kc_str name = kc_str_cut(&rest, ':');

    if (memchr(text.at, '\0', text.length))
        return "a platform's name holds no NUL";
    if (!kc_platform_find(name))
        return NULL; /* opening it says what there is */
    while (rest.length)
        if (kc_str_starts(kc_str_trim(kc_str_cut(&rest, ',')), "settings"))
            return "settings files are not read for agents: give parameters as key=value";
    return NULL;
}

/* ---- tasks -------------------------------------------------------------------------------- */

/* Whether cells can be opened there: a machine may be there without its tasks. */
static bool has_cells(const char *platform)
{
    const struct kc_platform *p = kc_platform_find(kc_str_from(platform));

    return p && p->place;
}

static bool task_wanted(const struct kc_task *task, struct kc_str platform, int64_t level)
{
    const struct kc_platform *p;

    if (level && task->level != level)
        return false;
    for (size_t i = 0; (p = kc_platform_at(i)); i++)
        if ((!platform.length || kc_str_is(platform, p->name)) && p->place &&
            kc_task_supported(task, p->name))
            return true;
    return false;
}

kc_json *kc_mcp_tasks_json(struct kc_str platform, int64_t level)
{
    kc_json *root = kc_json_object(), *platforms = kc_json_array(), *tasks = kc_json_array();
    const struct kc_platform *p;
    const struct kc_task     *t;

    for (size_t i = 0; (p = kc_platform_at(i)); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "name", p->name);
        kc_json_set_str(o, "summary", p->summary);
        kc_json_push(platforms, o);
    }
    for (size_t i = 0; (t = kc_task_at(i)); i++)
        if (task_wanted(t, platform, level))
            kc_json_push(tasks, kc_task_json(t, has_cells));
    kc_json_set(root, "platforms", platforms);
    kc_json_set(root, "tasks", tasks);
    return root;
}

static const char *tasks_doc(struct kc_buf *out)
{
    kc_json *root = kc_mcp_tasks_json((struct kc_str){ "", 0 }, 0);

    kc_json_print(root, out, false);
    kc_json_free(root);
    return "application/json";
}

/* ---- machines and cells ------------------------------------------------------------------- */

static bool open_target(struct kc_arena *arena, const char *platform, struct kc_target *target,
                        struct kc_buf *why)
{
    const char     *refused = kc_mcp_platform_refused(kc_str_from(platform));
    struct kc_diags dg;

    if (refused) {
        kc_buf_puts(why, refused);
        return false;
    }
    if (kc_target_open(arena, platform, NULL, target, &dg))
        return true;
    kc_diags_render(&dg, why, false);
    return false;
}

static const char *isa_doc(const char *platform, struct kc_buf *out, struct kc_buf *why)
{
    struct kc_arena  arena = { 0 };
    struct kc_target t;
    const bool       good = open_target(&arena, platform, &t, why);

    if (good) {
        kc_buf_puts(out, t.platform->notes);
        kc_buf_puts(out, "\n");
        kc_manual_isa(t.isa, t.config, out);
        t.platform->manual(t.config, out);
    }
    kc_arena_free(&arena);
    return good ? "text/markdown" : NULL;
}

void kc_mcp_doc_prompt(const kc_mcp *server, const struct kc_cell *cell, struct kc_buf *out)
{
    const kc_workbench *bench = server->options.bench;
    struct kc_buf       tools = { 0 };

    kc_tools_text(bench ? kc_workbench_tools(bench) : &server->options.tools, &tools);
    if (!bench)
        kc_buf_puts(&tools, "\nEach of them also takes run_id, the handle from start_task.\n");
    struct kc_prompt prompt =
        kc_prompt_new(cell, &(struct kc_prompt_options){ .tools = tools.text,
                                                         .lang = bench ? kc_workbench_lang(bench)
                                                                       : KC_LANG_ASSEMBLY });

    kc_buf_add(out, prompt.system.text, prompt.system.length);
    kc_buf_puts(out, "\n");
    kc_buf_add(out, prompt.user.text, prompt.user.length);
    kc_prompt_free(&prompt);
    kc_buf_free(&tools);
}

/* The cell with its first seed only: enough to describe it. */
static bool describe(const kc_mcp *server, struct kc_arena *arena, const char *platform,
                     const struct kc_task *task, const char *config, struct kc_buf *out,
                     struct kc_buf *why)
{
    struct kc_target target;
    struct kc_cell   cell;
    uint32_t         p[KC_PARAMS];
    const char      *reason;

    if (!open_target(arena, platform, &target, why))
        return false;
    reason = kc_task_config(arena, task, target.platform->name, kc_str_from(config), p);
    if (!reason)
        reason = kc_cell_open(arena, &target, task, p, 0, 1, &cell);
    if (reason)
        kc_buf_printf(why, "%s %.100s: %s", task->name, config, reason);
    else
        kc_mcp_doc_prompt(server, &cell, out);
    return !reason;
}

/* Whether this is the cell that the server was made for, which may be configured in its own way. */
static bool is_own_cell(const kc_mcp *server, const char *platform, const char *task,
                        const char *config)
{
    const kc_workbench *bench = server->options.bench;

    return bench && strcmp(platform, kc_workbench_cell(bench)->target->platform->name) == 0 &&
           strcmp(task, kc_workbench_cell(bench)->task->name) == 0 &&
           strcmp(config, kc_workbench_config(bench)) == 0;
}

static void own_cell_doc(const kc_mcp *server, struct kc_buf *out)
{
    struct kc_mcp_run *run = kc_mcp_run_hold(server->runs, (struct kc_str){ "", 0 });

    kc_mcp_doc_prompt(server, kc_workbench_cell(kc_mcp_run_bench(run)), out);
    kc_mcp_run_release(server->runs, run);
}

bool kc_mcp_doc_cell(const kc_mcp *server, const char *platform, const char *task,
                     const char *config, struct kc_buf *out, struct kc_buf *why)
{
    const struct kc_task *found = kc_task_find(kc_str_from(task));
    struct kc_arena       arena = { 0 };

    if (is_own_cell(server, platform, task, config)) {
        own_cell_doc(server, out);
        return true;
    }
    if (!found) {
        kc_buf_printf(why, "there is no task '%.100s'; " KC_MCP_TASKS_URI " lists them", task);
        return false;
    }
    const bool good = describe(server, &arena, platform, found, config, out, why);

    kc_arena_free(&arena);
    return good;
}

/* ---- addresses ---------------------------------------------------------------------------- */

/* Undoes %XX; false when a NUL would appear or the escape is malformed. */
static bool unescape(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        if (*at != '%') {
            *to++ = *at;
            continue;
        }
        const int high = kc_hex_digit(at[1]), low = high < 0 ? -1 : kc_hex_digit(at[2]);

        if (low < 0 || (high | low) == 0)
            return false;
        *to++ = (char)(high << 4 | low);
        at += 2;
    }
    *to = '\0';
    return true;
}

/* Cuts what follows the prefix into exactly count parts without '/'. */
static bool split(struct kc_arena *arena, struct kc_str uri, const char *prefix, char **part,
                  size_t count)
{
    struct kc_str rest = { uri.at + strlen(prefix), uri.length - strlen(prefix) };

    for (size_t i = 0; i < count; i++) {
        const struct kc_str one = kc_str_cut(&rest, '/');

        part[i] = kc_arena_strndup(arena, one.at, one.length);
        if (!one.length || !unescape(part[i]))
            return false;
    }
    return rest.length == 0;
}

static const char *find(kc_mcp *server, struct kc_arena *arena, struct kc_str uri,
                        struct kc_buf *out, struct kc_buf *why)
{
    char *part[3];

    if (uri.length > URI_BYTES || memchr(uri.at, '\0', uri.length)) {
        kc_buf_printf(why, "not an address of ours: %s", KC_MCP_URI_FORMS);
        return NULL;
    }
    if (kc_str_is(uri, KC_MCP_TASKS_URI))
        return tasks_doc(out);
    if (kc_str_starts(uri, "kc://isa/") && split(arena, uri, "kc://isa/", part, 1))
        return isa_doc(part[0], out, why);
    if (kc_str_starts(uri, "kc://task/") && split(arena, uri, "kc://task/", part, 3))
        return kc_mcp_doc_cell(server, part[0], part[1], part[2], out, why) ? "text/markdown"
                                                                            : NULL;
    kc_buf_printf(why, "there is nothing at '%.*s'; addresses are %s", KC_STR(uri),
                  KC_MCP_URI_FORMS);
    return NULL;
}

const char *kc_mcp_doc(kc_mcp *server, struct kc_str uri, struct kc_buf *out, struct kc_buf *why)
{
    struct kc_arena arena = { 0 };
    const char     *type = find(server, &arena, uri, out, why);

    kc_arena_free(&arena);
    return type;
}

/* list_tasks, start_task, read_doc. */
#include "mcp/own_tools.h"

#include <inttypes.h>
#include <string.h>

#include "mcp/docs.h"
#include "mcp/methods.h"

enum { DOC_PAGE_BYTES = 32 << 10, NAME_BYTES = 256, URI_BYTES = 512 };

/* ---- the tools ---------------------------------------------------------------------------- */

static bool list_tasks(kc_mcp *server, const kc_json *args, kc_json *out, struct kc_buf *why)
{
    const struct kc_str platform = kc_json_text(kc_json_get(args, "platform"));
    kc_json            *list = kc_mcp_tasks_json(platform, kc_json_get_int(args, "level", 0));

    (void)server;
    if (platform.length && !kc_platform_find(platform)) {
        kc_buf_printf(why, "there is no platform '%.*s'; call list_tasks without it",
                      KC_STR(platform));
        kc_json_free(list);
        return false;
    }
    kc_json_set(out, "platforms", kc_json_copy(kc_json_get(list, "platforms")));
    kc_json_set(out, "tasks", kc_json_copy(kc_json_get(list, "tasks")));
    kc_json_free(list);
    return true;
}

static kc_json *tool_names(const struct kc_tool_set *set)
{
    kc_json              *names = kc_json_array();
    const struct kc_tool *tool;

    for (size_t i = 0; (tool = kc_tool_at(i)); i++)
        if (kc_tool_in(set, i))
            kc_json_push(names, kc_json_str(tool->name, strlen(tool->name)));
    return names;
}

static void describe_run(const kc_mcp *server, const kc_workbench *bench, const char *id,
                         const char *platform, kc_json *out)
{
    struct kc_buf text = { 0 };

    kc_mcp_doc_prompt(server, kc_workbench_cell(bench), &text);
    kc_json_set_str(out, "run_id", id);
    kc_json_set_str(out, "platform", platform);
    kc_json_set_str(out, "task", kc_workbench_cell(bench)->task->name);
    kc_json_set_str(out, "config", kc_workbench_config(bench));
    kc_json_set(out, "tools", tool_names(kc_workbench_tools(bench)));
    kc_json_set(out, "description", kc_json_str(text.text, text.length));
    kc_buf_free(&text);
}

static bool start_task(kc_mcp *server, const kc_json *args, kc_json *out, struct kc_buf *why)
{
    const struct kc_workbench_options options = {
        .platform = kc_json_get_str(args, "platform", ""),
        .task = kc_json_get_str(args, "task", ""),
        .config = kc_json_get_str(args, "config", "C1"),
        .tools = server->options.tools,
    };
    const char   *refused = kc_mcp_platform_refused(kc_json_text(kc_json_get(args, "platform")));
    kc_workbench *bench = NULL;
    char          id[KC_MCP_RUN_ID + 1];

    if (!refused && !(bench = kc_workbench_new(&options, why)))
        return false;
    if (!refused) {
        describe_run(server, bench, "", options.platform, out);
        refused = kc_mcp_runs_add(server->runs, bench, id);
    }
    if (refused) {
        kc_workbench_free(bench);
        kc_buf_puts(why, refused);
        return false;
    }
    kc_json_set_str(out, "run_id", id);
    return true;
}

/* The end of a page: after a line, else between characters. */
static size_t page_end(const struct kc_buf *text, size_t from)
{
    size_t end = from + DOC_PAGE_BYTES;

    if (end >= text->length)
        return text->length;
    while (end > from && text->text[end - 1] != '\n')
        end--;
    if (end > from)
        return end;
    end = from + DOC_PAGE_BYTES;
    while ((text->text[end] & 0xC0) == 0x80)
        end--;
    return end;
}

static bool read_doc(kc_mcp *server, const kc_json *args, kc_json *out, struct kc_buf *why)
{
    const struct kc_str uri = kc_json_text(kc_json_get(args, "uri"));
    size_t              from = (size_t)kc_json_get_int(args, "offset", 0);
    struct kc_buf       text = { 0 };
    const char         *type = kc_mcp_doc(server, uri, &text, why);

    if (!type)
        return false;
    from = from < text.length ? from : text.length;
    while (from < text.length && (text.text[from] & 0xC0) == 0x80)
        from++;
    const size_t end = page_end(&text, from);

    kc_json_set(out, "uri", kc_json_str(uri.at, uri.length));
    kc_json_set_str(out, "mime_type", type);
    kc_json_set(out, "text", kc_json_str(text.text + from, end - from));
    kc_json_set_uint(out, "total_bytes", text.length);
    kc_json_set_uint(out, "next_offset", end < text.length ? end : 0);
    kc_buf_free(&text);
    return true;
}

/* clang-format off */
static const struct kc_mcp_own_tool table[] = {
    { .row = { .name = "list_tasks", .title = "List the tasks", .read_only = true,
        .doc = "Lists machines and tasks: formula, level, and the sizes C1 to C5 on each machine.",
        .arg = { { "platform", KC_ARG_STRING, false, 0, NAME_BYTES, "only tasks of this machine" },
                 { "level", KC_ARG_INTEGER, false, 1, 3, "only tasks of this level" } },
        .field = { { "success", "boolean", "always true" },
                   { "platforms", "array", "name and summary of each machine" },
                   { "tasks", "array", "id, name, level, title, formula, units, units_on, "
                     "configs" } } },
      .any_cell = true, .idempotent = true, .call = list_tasks },
    { .row = { .name = "start_task", .title = "Start a task",
        .doc = "Opens a cell (a task of one size on one machine) with an empty kernel. Returns "
               "a run_id, which every other tool takes, and the complete description: machine, "
               "instruction set, memory layout, rules.",
        .arg = { { "platform", KC_ARG_STRING, true, 1, NAME_BYTES, "a machine, for example plena" },
                 { "task", KC_ARG_STRING, true, 1, NAME_BYTES, "a task's name, for example relu" },
                 { "config", KC_ARG_STRING, false, 1, NAME_BYTES,
                   "C1 to C5 (C1), gen:SEED, or sizes like 8,128" } },
        .field = { { "success", "boolean", "the cell is open" },
                   { "run_id", "string", "the handle of this run" },
                   { "platform", "string", "as asked for" },
                   { "task", "string", "the task's name" },
                   { "config", "string", "the configuration" },
                   { "tools", "array", "the tools that take the run_id" },
                   { "description", "string", "all you need to know, Markdown" } } },
      .any_cell = true, .call = start_task },
    { .row = { .name = "read_doc", .title = "Read a document", .read_only = true,
        .doc = "Reads " KC_MCP_TASKS_URI " (what there is), " KC_MCP_ISA_URI " (a manual) or "
               KC_MCP_TASK_URI " (the description of a cell), 32 KiB at a time.",
        .arg = { { "uri", KC_ARG_STRING, true, 1, URI_BYTES, "for example kc://isa/plena" },
                 { "offset", KC_ARG_INTEGER, false, 0, INT32_MAX,
                   "where to go on: next_offset of the page before" } },
        .field = { { "success", "boolean", "always true" },
                   { "uri", "string", "as asked for" },
                   { "mime_type", "string", "text/markdown or application/json" },
                   { "text", "string", "this page" },
                   { "total_bytes", "integer", "of the whole document" },
                   { "next_offset", "integer", "where the next page starts; 0: there is none" } } },
      .idempotent = true, .call = read_doc },
};
/* clang-format on */

const struct kc_mcp_own_tool *kc_mcp_own_tool_at(const kc_mcp *server, size_t index)
{
    for (size_t i = 0; i < KC_COUNT(table); i++)
        if (!(table[i].any_cell && server->options.bench) && index-- == 0)
            return &table[i];
    return NULL;
}

const struct kc_mcp_own_tool *kc_mcp_own_tool_find(const kc_mcp *server, struct kc_str name)
{
    const struct kc_mcp_own_tool *tool;

    for (size_t i = 0; (tool = kc_mcp_own_tool_at(server, i)); i++)
        if (kc_str_is(name, tool->row.name))
            return tool;
    return NULL;
}

/* ---- arguments ---------------------------------------------------------------------------- */

struct check {
    const struct kc_tool *row;
    struct kc_buf        *why;
};

static void complain(struct check *check, const struct kc_arg *arg, const kc_json *value)
{
    const bool    string = arg->kind == KC_ARG_STRING;
    const int64_t size = string ? (int64_t)kc_json_text(value).length : kc_json_to_int(value, 0);

    if (kc_json_type(value) != (string ? KC_JSON_STRING : KC_JSON_INT))
        kc_buf_printf(check->why, "%s must be %s, not %s", arg->name,
                      string ? "a string" : "an integer", kc_json_type_name(kc_json_type(value)));
    else if (string && memchr(kc_json_text(value).at, '\0', kc_json_text(value).length))
        kc_buf_printf(check->why, "%s must not hold a NUL character", arg->name);
    else if (size < arg->least || size > arg->most)
        kc_buf_printf(check->why, "%s %s %" PRId64 "; allowed: %" PRId64 " to %" PRId64, arg->name,
                      string ? "has a length of" : "is", size, arg->least, arg->most);
}

static void check_arg(void *context, const char *key, kc_json *value)
{
    struct check *check = context;

    if (check->why->length)
        return;
    for (size_t i = 0; i < kc_tool_args(check->row); i++)
        if (strcmp(check->row->arg[i].name, key) == 0) {
            if (value || check->row->arg[i].required) /* null: left out */
                complain(check, &check->row->arg[i], value);
            return;
        }
    kc_buf_printf(check->why, "%s has no argument '%.60s'; it takes", check->row->name, key);
    for (size_t i = 0; i < kc_tool_args(check->row); i++)
        kc_buf_printf(check->why, "%s %s", i ? "," : "", check->row->arg[i].name);
}

static bool check_args(const struct kc_tool *row, const kc_json *args, struct kc_buf *why)
{
    struct check check = { row, why };

    kc_json_each(args, check_arg, &check);
    for (size_t i = 0; !why->length && i < kc_tool_args(row); i++)
        if (row->arg[i].required && !kc_json_get(args, row->arg[i].name))
            kc_buf_printf(why, "%s needs the argument %s: %s", row->name, row->arg[i].name,
                          row->arg[i].doc);
    return why->length == 0;
}

void kc_mcp_error_result(struct kc_tool_result *result, const char *why)
{
    kc_json *out = kc_json_object();

    *result = (struct kc_tool_result){ .is_error = true };
    kc_json_set_bool(out, "success", false);
    kc_json_set_str(out, "error", why);
    kc_json_print(out, &result->text, false);
    kc_json_free(out);
}

void kc_mcp_own_tool_call(const struct kc_mcp_own_tool *tool, kc_mcp *server, const kc_json *args,
                          struct kc_tool_result *result)
{
    kc_json      *out = kc_json_object();
    struct kc_buf why = { 0 };

    *result = (struct kc_tool_result){ 0 };
    kc_json_set_bool(out, "success", true);
    if (check_args(&tool->row, args, &why) && tool->call(server, args, out, &why))
        kc_json_print(out, &result->text, false);
    else
        kc_mcp_error_result(result, why.text);
    kc_json_free(out);
    kc_buf_free(&why);
}

/* Resources and prompts: texts that an agent reads before it works. */
#include <string.h>

#include "mcp/docs.h"
#include "mcp/methods.h"

/* ---- resources ---------------------------------------------------------------------------- */

static kc_json *resource(const char *key, const char *uri, const char *name, const char *title,
                         const char *doc, const char *type)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, key, uri);
    kc_json_set_str(o, "name", name);
    kc_json_set_str(o, "title", title);
    kc_json_set_str(o, "description", doc);
    kc_json_set_str(o, "mimeType", type);
    return o;
}

static void push_manuals(kc_json *list)
{
    const struct kc_platform *p;

    for (size_t i = 0; (p = kc_platform_at(i)); i++) {
        struct kc_buf uri = { 0 }, name = { 0 }, title = { 0 };

        kc_buf_printf(&uri, "kc://isa/%s", p->name);
        kc_buf_printf(&name, "isa-%s", p->name);
        kc_buf_printf(&title, "Manual of %s", p->name);
        kc_json_push(list,
                     resource("uri", uri.text, name.text, title.text, p->summary, "text/markdown"));
        kc_buf_free(&uri);
        kc_buf_free(&name);
        kc_buf_free(&title);
    }
}

static void push_own_cell(const kc_workbench *bench, kc_json *list)
{
    const struct kc_cell *cell = kc_workbench_cell(bench);
    struct kc_buf         uri = { 0 };

    kc_buf_printf(&uri, "kc://task/%s/%s/%s", cell->target->platform->name, cell->task->name,
                  kc_workbench_config(bench));
    kc_json_push(list,
                 resource("uri", uri.text, "task", "The task",
                          "all that is known about the task of this server", "text/markdown"));
    kc_buf_free(&uri);
}

kc_json *kc_mcp_resources_list(struct kc_mcp_request *request)
{
    kc_json *result, *list;

    if (!kc_mcp_first_page(request))
        return NULL;
    result = kc_json_object();
    list = kc_json_array();
    if (request->server->options.bench)
        push_own_cell(request->server->options.bench, list);
    kc_json_push(list, resource("uri", KC_MCP_TASKS_URI, "tasks", "Tasks",
                                "what there is to solve: tasks, formulas, sizes C1 to C5",
                                "application/json"));
    push_manuals(list);
    kc_json_set(result, "resources", list);
    return result;
}

kc_json *kc_mcp_templates_list(struct kc_mcp_request *request)
{
    kc_json *result, *list;

    if (!kc_mcp_first_page(request))
        return NULL;
    result = kc_json_object();
    list = kc_json_array();
    kc_json_push(list, resource("uriTemplate", KC_MCP_ISA_URI, "isa", "Manual of a machine",
                                "instruction set, memories, timing, pitfalls", "text/markdown"));
    kc_json_push(list, resource("uriTemplate", KC_MCP_TASK_URI, "task", "Description of a cell",
                                "what a model is told about a task of one size on one machine",
                                "text/markdown"));
    kc_json_set(result, "resourceTemplates", list);
    return result;
}

static kc_json *contents(struct kc_str uri, const char *type, const struct kc_buf *text)
{
    kc_json *result = kc_json_object(), *list = kc_json_array(), *o = kc_json_object();

    kc_json_set(o, "uri", kc_json_str(uri.at, uri.length));
    kc_json_set_str(o, "mimeType", type);
    kc_json_set(o, "text", kc_json_str(text->text, text->length));
    kc_json_push(list, o);
    kc_json_set(result, "contents", list);
    return result;
}

kc_json *kc_mcp_resources_read(struct kc_mcp_request *request)
{
    const kc_json      *value = kc_json_get(request->message->params, "uri");
    const struct kc_str uri = kc_json_text(value);
    struct kc_buf       text = { 0 }, why = { 0 };
    kc_json            *result = NULL;
    const bool          modern = request->message->era == KC_MCP_MODERN;

    if (kc_json_type(value) != KC_JSON_STRING)
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "uri must be a string");
    const char *type = kc_mcp_doc(request->server, uri, &text, &why);

    if (type) {
        result = contents(uri, type, &text);
    } else {
        kc_mcp_refuse(request, modern ? KC_MCP_INVALID_PARAMS : KC_MCP_RESOURCE_NOT_FOUND,
                      "resource not found: %s", why.text);
        request->data = kc_json_object();
        kc_json_set(request->data, "uri", kc_json_str(uri.at, uri.length));
    }
    kc_buf_free(&text);
    kc_buf_free(&why);
    return result;
}

/* ---- prompts ------------------------------------------------------------------------------ */

static const struct {
    const char *name, *doc, *fallback;
} prompt_args[] = {
    { "platform", "a machine, for example plena", NULL },
    { "task", "a task, for example relu", NULL },
    { "config", "C1 to C5 (C1), gen:SEED, or sizes like 8,128", "C1" },
};

kc_json *kc_mcp_prompts_list(struct kc_mcp_request *request)
{
    kc_json *result, *list, *prompt, *args;

    if (!kc_mcp_first_page(request))
        return NULL;
    result = kc_json_object();
    list = kc_json_array();
    prompt = kc_json_object();
    args = kc_json_array();
    for (size_t i = 0; i < KC_COUNT(prompt_args); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "name", prompt_args[i].name);
        kc_json_set_str(o, "description", prompt_args[i].doc);
        kc_json_set_bool(o, "required", !prompt_args[i].fallback);
        kc_json_push(args, o);
    }
    kc_json_set_str(prompt, "name", "solve");
    kc_json_set_str(prompt, "title", "Solve a cell");
    kc_json_set_str(prompt, "description",
                    "Write a correct and fast kernel for a task of one size on one machine.");
    kc_json_set(prompt, "arguments", args);
    kc_json_push(list, prompt);
    kc_json_set(result, "prompts", list);
    return result;
}

/* The values of all arguments, or false after refusing. */
static bool read_prompt_args(struct kc_mcp_request *request, const char **value)
{
    const kc_json *args = kc_json_get(request->message->params, "arguments");

    for (size_t i = 0; i < KC_COUNT(prompt_args); i++) {
        const kc_json *given = kc_json_get(args, prompt_args[i].name);

        value[i] = kc_json_get_str(args, prompt_args[i].name, prompt_args[i].fallback);
        if (value[i] && (!given || kc_json_type(given) == KC_JSON_STRING))
            continue;
        kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "the prompt needs the argument %s: %s",
                      prompt_args[i].name, prompt_args[i].doc);
        return false;
    }
    return true;
}

static void how_to_start(const kc_mcp *server, const char **value, struct kc_buf *text)
{
    if (server->options.bench)
        return;
    kc_buf_printf(text,
                  "\nStart with the tool start_task (platform \"%s\", task \"%s\", config \"%s\") "
                  "and give the run_id that it returns to every other tool.\n",
                  value[0], value[1], value[2]);
}

static kc_json *user_message(const struct kc_buf *text)
{
    kc_json *message = kc_json_object(), *content = kc_json_object();

    kc_json_set_str(content, "type", "text");
    kc_json_set(content, "text", kc_json_str(text->text, text->length));
    kc_json_set_str(message, "role", "user");
    kc_json_set(message, "content", content);
    return message;
}

kc_json *kc_mcp_prompts_get(struct kc_mcp_request *request)
{
    const struct kc_str name = kc_mcp_message_name(request->message);
    struct kc_buf       text = { 0 }, why = { 0 };
    const char         *value[KC_COUNT(prompt_args)];
    kc_json            *result = NULL;

    if (!kc_str_is(name, "solve"))
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS,
                             "there is no prompt '%.*s'; there is: solve", KC_STR(name));
    if (!read_prompt_args(request, value))
        return NULL;
    if (kc_mcp_doc_cell(request->server, value[0], value[1], value[2], &text, &why)) {
        kc_json *messages = kc_json_array();

        how_to_start(request->server, value, &text);
        result = kc_json_object();
        kc_json_push(messages, user_message(&text));
        kc_json_set_str(result, "description", "A kernel for one cell, correct, then fast.");
        kc_json_set(result, "messages", messages);
    } else {
        kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "%s", why.text);
    }
    kc_buf_free(&text);
    kc_buf_free(&why);
    return result;
}

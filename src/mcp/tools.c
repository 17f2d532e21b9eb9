/* tools/list and tools/call: our own tools and those of the toolbox, in one list. */
#include <string.h>

#include "mcp/methods.h"
#include "mcp/own_tools.h"
#include "mcp/progress.h"

/* ---- tools/list --------------------------------------------------------------------------- */

/* Every hint is set: agents take a missing destructiveHint for a threat. */
static kc_json *annotations(const struct kc_tool *row, bool idempotent)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "title", row->title);
    kc_json_set_bool(o, "readOnlyHint", row->read_only);
    kc_json_set_bool(o, "destructiveHint", false);
    kc_json_set_bool(o, "idempotentHint", idempotent);
    kc_json_set_bool(o, "openWorldHint", false);
    return o;
}

static kc_json *tool_json(const struct kc_tool *row, kc_json *input, bool idempotent)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "name", row->name);
    kc_json_set_str(o, "title", row->title);
    kc_json_set_str(o, "description", row->doc);
    kc_json_set(o, "inputSchema", input);
    kc_json_set(o, "outputSchema", kc_tool_output_schema(row));
    kc_json_set(o, "annotations", annotations(row, idempotent));
    return o;
}

static void add_run_id(kc_json *schema)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", "string");
    kc_json_set_str(o, "description", "the handle that start_task returned");
    kc_json_set_int(o, "maxLength", KC_MCP_RUN_ID);
    kc_json_set(kc_json_get(schema, "properties"), "run_id", o);
    kc_json_push(kc_json_get(schema, "required"), kc_json_str("run_id", 6));
}

static const struct kc_tool_set *tools_of(const kc_mcp *server)
{
    return server->options.bench ? kc_workbench_tools(server->options.bench)
                                 : &server->options.tools;
}

/* The same call twice leaves the same file and the same score. */
static bool idempotent(const struct kc_tool *row)
{
    return row->read_only || row->published;
}

kc_json *kc_mcp_tools_list(struct kc_mcp_request *request)
{
    const kc_mcp                 *server = request->server;
    kc_json                      *result, *list;
    const struct kc_mcp_own_tool *own;
    const struct kc_tool         *row;

    if (!kc_mcp_first_page(request))
        return NULL;
    result = kc_json_object();
    list = kc_json_array();
    for (size_t i = 0; (own = kc_mcp_own_tool_at(server, i)); i++)
        kc_json_push(list, tool_json(&own->row, kc_tool_input_schema(&own->row), own->idempotent));
    for (size_t i = 0; (row = kc_tool_at(i)); i++) {
        kc_json *input;

        if (!kc_tool_in(tools_of(server), i))
            continue;
        input = kc_tool_input_schema(row);
        if (!server->options.bench)
            add_run_id(input);
        kc_json_push(list, tool_json(row, input, idempotent(row)));
    }
    kc_json_set(result, "tools", list);
    return result;
}

/* ---- tools/call --------------------------------------------------------------------------- */

struct call {
    kc_mcp                       *server;
    struct kc_mcp_message        *message;
    struct kc_str                 name;
    const struct kc_mcp_own_tool *own;  /* or else a tool of the toolbox */
    kc_json                      *args; /* without run_id */
    struct kc_buf                 args_text;
    struct kc_mcp_run            *run;
    struct kc_tool_result         result;
};

static bool in_toolbox(const kc_mcp *server, struct kc_str name)
{
    const struct kc_tool *row;

    for (size_t i = 0; (row = kc_tool_at(i)); i++)
        if (kc_str_is(name, row->name))
            return kc_tool_in(tools_of(server), i);
    return false;
}

static kc_json *unknown_tool(struct kc_mcp_request *request, struct kc_str name)
{
    const char                   *names[64];
    size_t                        count = 0;
    const struct kc_mcp_own_tool *own;
    const struct kc_tool         *row;

    for (size_t i = 0; (own = kc_mcp_own_tool_at(request->server, i)); i++)
        names[count++] = own->row.name;
    for (size_t i = 0; (row = kc_tool_at(i)) && count < KC_COUNT(names); i++)
        if (kc_tool_in(tools_of(request->server), i))
            names[count++] = row->name;
    const char *nearest = kc_str_nearest(name, names, count);

    return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS,
                         nearest ? "there is no tool '%.*s'; did you mean %s?"
                                 : "there is no tool '%.*s'; tools/list shows them%s",
                         KC_STR(name), nearest ? nearest : "");
}

static bool takes_run_id(const struct call *call)
{
    return !call->own && !call->server->options.bench;
}

static void copy(void *context, const char *key, kc_json *value)
{
    kc_json_set(context, key, kc_json_copy(value));
}

static void copy_but_run_id(void *context, const char *key, kc_json *value)
{
    if (strcmp(key, "run_id") != 0)
        copy(context, key, value);
}

/* Holds the run that the call is about; false after filling the result with why not. */
static bool hold_run(struct call *call, const kc_json *args)
{
    const kc_mcp  *server = call->server;
    const kc_json *id = kc_json_get(args, "run_id");

    if (call->own && !server->options.bench)
        return true;
    if (takes_run_id(call) && kc_json_type(id) != KC_JSON_STRING) {
        kc_mcp_error_result(&call->result,
                            "the argument run_id is missing: call start_task first and pass the "
                            "run_id that it returns");
        return false;
    }
    if ((call->run = kc_mcp_run_hold(server->runs, kc_json_text(id))))
        return true;
    kc_mcp_error_result(&call->result,
                        "there is no such run: it was never started, or closed because too many "
                        "newer ones were; call start_task again");
    return false;
}

static void execute(struct call *call)
{
    const struct kc_mcp_hooks *hooks = &call->server->options.hooks;
    const struct kc_str        args = { call->args_text.text, call->args_text.length };
    struct kc_buf              why = { 0 };

    if (hooks->allow && !hooks->allow(hooks->context, call->name, args, &why)) {
        kc_mcp_error_result(&call->result, why.length ? why.text : "not allowed");
    } else {
        if (call->own)
            kc_mcp_own_tool_call(call->own, call->server, call->args, &call->result);
        else
            kc_workbench_call(kc_mcp_run_bench(call->run), call->name, args, &call->result);
        if (hooks->done)
            hooks->done(hooks->context, call->name, args, &call->result);
    }
    kc_buf_free(&why);
}

static kc_json *call_result(const struct kc_tool_result *result)
{
    kc_json *o = kc_json_object(), *list = kc_json_array(), *content = kc_json_object();

    kc_json_set_str(content, "type", "text");
    kc_json_set(content, "text", kc_json_str(result->text.text, result->text.length));
    kc_json_push(list, content);
    kc_json_set(o, "content", list);
    if (!result->is_error) /* an error does not fit the output schema */
        kc_json_set(o, "structuredContent",
                    kc_json_parse((struct kc_str){ result->text.text, result->text.length }));
    kc_json_set_bool(o, "isError", result->is_error);
    return o;
}

/* Waiting for the run, the call and its progress; NULL when it was cancelled before it began. */
static kc_json *run_call(struct call *call, const kc_json *args, struct kc_mcp_sink sink)
{
    kc_mcp_progress *progress = kc_mcp_progress_start(call->message, call->name, sink);
    const bool       held = hold_run(call, args);
    const bool       cancelled = atomic_load(&call->message->cancelled);

    if (held && !cancelled)
        execute(call);
    if (call->run)
        kc_mcp_run_release(call->server->runs, call->run);
    kc_mcp_progress_stop(progress);
    return held && cancelled ? NULL : call_result(&call->result);
}

kc_json *kc_mcp_tools_call(struct kc_mcp_request *request)
{
    const kc_json *params = request->message->params, *args = kc_json_get(params, "arguments");
    struct call    call = { .server = request->server,
                            .message = request->message,
                            .name = kc_json_text(kc_json_get(params, "name")) };
    kc_json       *result;

    if (kc_json_type(kc_json_get(params, "name")) != KC_JSON_STRING)
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "name must be a string");
    if (args && kc_json_type(args) != KC_JSON_OBJECT)
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "arguments must be an object");
    call.own = kc_mcp_own_tool_find(request->server, call.name);
    if (!call.own && !in_toolbox(request->server, call.name))
        return unknown_tool(request, call.name);
    call.args = kc_json_object();
    kc_json_each(args, takes_run_id(&call) ? copy_but_run_id : copy, call.args);
    kc_json_print(call.args, &call.args_text, false);
    result = run_call(&call, args, request->sink);
    kc_json_free(call.args);
    kc_buf_free(&call.args_text);
    kc_tool_result_free(&call.result);
    return result;
}

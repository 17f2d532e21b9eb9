/* From message to method: the table, the eras, the handshake. */
#include "mcp/server.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "mcp/methods.h"

enum { LEGACY = 1, MODERN = 2, BOTH = 3 };
enum { FRESH = 0, CACHED = 1 };
enum { TTL_MS = 3600 * 1000 }; /* texts and lists change only with the program */

static const struct method {
    const char *name;
    kc_json *(*function)(struct kc_mcp_request *request);
    int eras, cached;
} methods[] = {
#define METHOD(name, function, eras, ttl) { name, kc_mcp_##function, eras, ttl },
#include "mcp/methods.def"
};

/* Methods of MCP that we do not have, and why nobody needs them here. */
static const struct {
    const char *name, *why;
} absent[] = {
    { "subscriptions/listen", "lists and texts of this server never change: nothing to listen to" },
    { "resources/subscribe", "the texts of this server never change: nothing to subscribe to" },
    { "resources/unsubscribe", "the texts of this server never change: nothing to subscribe to" },
    { "logging/setLevel", "this server sends no log messages" },
    { "completion/complete", "this server completes no arguments; list_tasks shows what there is" },
};

kc_json *kc_mcp_refuse(struct kc_mcp_request *request, int code, const char *format, ...)
{
    char    text[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    request->code = code;
    kc_buf_puts(&request->why, text);
    return NULL;
}

bool kc_mcp_first_page(struct kc_mcp_request *request)
{
    if (!kc_json_get(request->message->params, "cursor"))
        return true;
    kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "invalid cursor: the list has one page");
    return false;
}

/* ---- handshake, discovery ----------------------------------------------------------------- */

static const char any_cell[] =
    "KernelCraft: write assembly kernels for accelerators and have them judged. list_tasks shows "
    "what there is to solve; start_task opens one cell (platform, task, configuration) and returns "
    "a run_id with the complete description; every other tool takes that run_id. Write the kernel "
    "with write_code, check it with check_syntax, score it with run_evaluation, and lower its "
    "cycles once it is correct. Manuals: resources kc://isa/{platform}, or the tool read_doc.";

static const char one_cell[] =
    "KernelCraft: write an assembly kernel for the task %s (%s) on %s and make it fast. Read the "
    "description first: the resource or read_doc argument kc://task/%s/%s/%s. Write the kernel "
    "with write_code, check it with check_syntax, score it with run_evaluation, and lower its "
    "cycles once it is correct.";

static void set_instructions(const kc_mcp *server, kc_json *result)
{
    const kc_workbench *bench = server->options.bench;
    struct kc_buf       text = { 0 };

    if (bench) {
        const struct kc_cell *cell = kc_workbench_cell(bench);
        const char *platform = cell->target->platform->name, *config = kc_workbench_config(bench);

        kc_buf_printf(&text, one_cell, cell->task->name, config, platform, platform,
                      cell->task->name, config);
    } else {
        kc_buf_puts(&text, any_cell);
    }
    kc_json_set_str(result, "instructions", text.text);
    kc_buf_free(&text);
}

static kc_json *capabilities(void)
{
    kc_json *c = kc_json_object();

    kc_json_set(c, "tools", kc_json_object());
    kc_json_set(c, "resources", kc_json_object());
    kc_json_set(c, "prompts", kc_json_object());
    return c;
}

/* The version asked for if it is a legacy one of ours, else our newest legacy one. */
static const char *legacy_version(struct kc_str asked)
{
    for (size_t i = 1; i < kc_mcp_version_count; i++)
        if (kc_str_is(asked, kc_mcp_versions[i]))
            return kc_mcp_versions[i];
    return kc_mcp_versions[1];
}

kc_json *kc_mcp_initialize(struct kc_mcp_request *request)
{
    const kc_json *version = kc_json_get(request->message->params, "protocolVersion");

    if (kc_json_type(version) != KC_JSON_STRING)
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS, "protocolVersion must be a string");
    kc_json *result = kc_json_object();

    kc_json_set_str(result, "protocolVersion", legacy_version(kc_json_text(version)));
    kc_json_set(result, "capabilities", capabilities());
    kc_json_set(result, "serverInfo", kc_mcp_server_info());
    set_instructions(request->server, result);
    return result;
}

kc_json *kc_mcp_discover(struct kc_mcp_request *request)
{
    kc_json *result = kc_json_object(), *versions = kc_json_array();

    kc_json_push(versions, kc_json_str(kc_mcp_versions[0], strlen(kc_mcp_versions[0])));
    kc_json_set(result, "supportedVersions", versions);
    kc_json_set(result, "capabilities", capabilities());
    set_instructions(request->server, result);
    return result;
}

kc_json *kc_mcp_ping(struct kc_mcp_request *request)
{
    (void)request;
    return kc_json_object();
}

/* ---- dispatch ----------------------------------------------------------------------------- */

static const struct method *find_method(const struct kc_mcp_message *m)
{
    const int era = m->era == KC_MCP_MODERN ? MODERN : LEGACY;

    for (size_t i = 0; i < KC_COUNT(methods); i++)
        if (kc_str_is(m->method, methods[i].name) && (methods[i].eras & era))
            return &methods[i];
    return NULL;
}

static kc_json *unknown_method(struct kc_mcp_request *request)
{
    const struct kc_str name = request->message->method;

    if (kc_str_is(name, "server/discover"))
        return kc_mcp_refuse(request, KC_MCP_INVALID_PARAMS,
                             "server/discover needs params._meta[\"" KC_MCP_META
                             "protocolVersion\"]; an older client starts with initialize");
    for (size_t i = 0; i < KC_COUNT(absent); i++)
        if (kc_str_is(name, absent[i].name))
            return kc_mcp_refuse(request, KC_MCP_METHOD_NOT_FOUND, "%s: %s", absent[i].name,
                                 absent[i].why);
    return kc_mcp_refuse(request, KC_MCP_METHOD_NOT_FOUND, "there is no method '%.*s'%s",
                         KC_STR(name),
                         request->message->era == KC_MCP_MODERN ? " in 2026-07-28" : "");
}

static void set_cache(const struct kc_mcp_message *m, const struct method *method, kc_json *result)
{
    if (m->era != KC_MCP_MODERN || !method->cached)
        return;
    kc_json_set_int(result, "ttlMs", TTL_MS);
    kc_json_set_str(result, "cacheScope", "public");
}

static void answer_request(struct kc_mcp_request *request)
{
    struct kc_mcp_message *m = request->message;
    const struct method   *method = find_method(m);
    kc_json               *result = method ? method->function(request) : unknown_method(request);

    if (atomic_load(&m->cancelled)) {
        kc_json_free(result);
        kc_json_free(request->data);
    } else if (result) {
        set_cache(m, method, result);
        kc_mcp_send_result(m, result, request->sink);
    } else {
        kc_mcp_send_error(m, request->code, request->why.text, request->data, request->sink);
    }
    kc_buf_free(&request->why);
}

void kc_mcp_answer(kc_mcp *server, struct kc_mcp_message *m, struct kc_mcp_sink sink)
{
    struct kc_mcp_request request = { .server = server, .message = m, .sink = sink };

    if (m->kind == KC_MCP_MALFORMED)
        kc_mcp_send_error(m, m->error, m->why,
                          m->error == KC_MCP_UNSUPPORTED_VERSION ? kc_mcp_version_data(m->version)
                                                                 : NULL,
                          sink);
    else if (m->kind == KC_MCP_REQUEST && !atomic_load(&m->cancelled))
        answer_request(&request);
}

void kc_mcp_handle(kc_mcp *server, struct kc_str text, struct kc_mcp_sink sink)
{
    struct kc_mcp_message m;

    kc_mcp_message_read(&m, text);
    kc_mcp_answer(server, &m, sink);
    kc_mcp_message_free(&m);
}

kc_mcp *kc_mcp_new(const struct kc_mcp_options *options)
{
    kc_mcp *server = kc_alloc(sizeof *server);

    *server = (kc_mcp){ .options = *options };
    server->runs =
        kc_mcp_runs_new(options->most_runs ? options->most_runs : KC_MCP_RUNS, options->bench);
    return server;
}

void kc_mcp_free(kc_mcp *server)
{
    if (!server)
        return;
    kc_mcp_runs_free(server->runs);
    free(server);
}

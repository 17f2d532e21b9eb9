/* Reading one message without trusting it, and writing the messages that answer it. */
#include "mcp/message.h"

#include <string.h>

const char *const kc_mcp_versions[] = { "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26",
                                        "2024-11-05" };
const size_t      kc_mcp_version_count = KC_COUNT(kc_mcp_versions);

/* ---- reading ------------------------------------------------------------------------------ */

static void malformed(struct kc_mcp_message *m, enum kc_mcp_error error, const char *why)
{
    m->kind = KC_MCP_MALFORMED;
    m->error = error;
    m->why = why;
}

struct search {
    const char *key;
    bool        found;
};

static void match_key(void *context, const char *key, kc_json *value)
{
    struct search *search = context;

    (void)value;
    search->found |= strcmp(key, search->key) == 0;
}

/* Whether the member is there, null or not. */
static bool has_member(const kc_json *object, const char *key)
{
    struct search search = { key, false };

    kc_json_each(object, match_key, &search);
    return search.found;
}

static bool is_id(const kc_json *value)
{
    return kc_json_type(value) == KC_JSON_STRING || kc_json_type(value) == KC_JSON_INT;
}

/* Kind, id and method, or what is wrong with them. */
static void read_envelope(struct kc_mcp_message *m)
{
    const kc_json *id = kc_json_get(m->root, "id"), *method = kc_json_get(m->root, "method");
    const bool     asks = has_member(m->root, "id");

    m->id = is_id(id) ? id : NULL;
    m->kind = asks ? KC_MCP_REQUEST : KC_MCP_NOTIFICATION;
    if (!has_member(m->root, "method") &&
        (has_member(m->root, "result") || has_member(m->root, "error"))) {
        m->kind = KC_MCP_RESPONSE;
        return;
    }
    if (asks && !m->id)
        malformed(m, KC_MCP_INVALID_REQUEST, "id must be a string or an integer");
    else if (kc_json_type(method) != KC_JSON_STRING)
        malformed(m, KC_MCP_INVALID_REQUEST, "method must be a string");
    else if (!kc_str_is(kc_json_text(kc_json_get(m->root, "jsonrpc")), "2.0") && asks)
        malformed(m, KC_MCP_INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    m->method = kc_json_text(method);
}

static void read_progress(struct kc_mcp_message *m, const kc_json *meta)
{
    if (!has_member(meta, "progressToken"))
        return;
    m->progress = kc_json_get(meta, "progressToken");
    if (!is_id(m->progress))
        malformed(m, KC_MCP_INVALID_PARAMS, "_meta.progressToken must be a string or an integer");
}

/* What the modern era demands of every request. */
static void read_modern(struct kc_mcp_message *m, const kc_json *meta)
{
    const kc_json *version = kc_json_get(meta, KC_MCP_META "protocolVersion");

    m->era = KC_MCP_MODERN;
    m->version = kc_json_text(version);
    if (kc_json_type(version) != KC_JSON_STRING)
        malformed(m, KC_MCP_INVALID_PARAMS,
                  "_meta[\"" KC_MCP_META "protocolVersion\"] must be a string");
    else if (!kc_str_is(m->version, kc_mcp_versions[0]))
        malformed(m, KC_MCP_UNSUPPORTED_VERSION, "unsupported protocol version");
    else if (kc_json_type(kc_json_get(meta, KC_MCP_META "clientCapabilities")) != KC_JSON_OBJECT)
        malformed(m, KC_MCP_INVALID_PARAMS,
                  "_meta[\"" KC_MCP_META "clientCapabilities\"] is required: an object");
}

static void read_params(struct kc_mcp_message *m)
{
    const kc_json *params = kc_json_get(m->root, "params"), *meta = kc_json_get(params, "_meta");

    if (has_member(m->root, "params") && kc_json_type(params) != KC_JSON_OBJECT) {
        malformed(m, KC_MCP_INVALID_PARAMS, "params must be an object");
        return;
    }
    m->params = params;
    if (has_member(params, "_meta") && kc_json_type(meta) != KC_JSON_OBJECT) {
        malformed(m, KC_MCP_INVALID_PARAMS, "params._meta must be an object");
        return;
    }
    read_progress(m, meta);
    if (has_member(meta, KC_MCP_META "protocolVersion"))
        read_modern(m, meta);
}

void kc_mcp_message_read(struct kc_mcp_message *m, struct kc_str text)
{
    memset(m, 0, sizeof *m);
    atomic_init(&m->cancelled, false);
    m->method = m->version = (struct kc_str){ "", 0 };
    m->root = kc_json_parse(text);
    if (!m->root && kc_str_is(kc_str_trim(text), "null")) {
        malformed(m, KC_MCP_INVALID_REQUEST, "a message is an object");
        return;
    }
    if (!m->root) {
        malformed(m, KC_MCP_PARSE_ERROR,
                  "not JSON in UTF-8, or nested too deeply; one message per line");
        return;
    }
    if (kc_json_type(m->root) != KC_JSON_OBJECT) {
        malformed(m, KC_MCP_INVALID_REQUEST,
                  kc_json_type(m->root) == KC_JSON_ARRAY
                      ? "batches are not supported: send one message at a time"
                      : "a message is an object");
        return;
    }
    read_envelope(m);
    if (m->kind == KC_MCP_REQUEST || m->kind == KC_MCP_NOTIFICATION) {
        const enum kc_mcp_kind kind = m->kind;

        read_params(m);
        m->kind = kind == KC_MCP_NOTIFICATION ? kind : m->kind;
    }
}

void kc_mcp_message_free(struct kc_mcp_message *m)
{
    kc_json_free(m->root);
    m->root = NULL;
}

struct kc_str kc_mcp_message_name(const struct kc_mcp_message *m)
{
    if (kc_str_is(m->method, "tools/call") || kc_str_is(m->method, "prompts/get"))
        return kc_json_text(kc_json_get(m->params, "name"));
    if (kc_str_is(m->method, "resources/read"))
        return kc_json_text(kc_json_get(m->params, "uri"));
    return (struct kc_str){ "", 0 };
}

/* ---- answers ------------------------------------------------------------------------------ */

kc_json *kc_mcp_server_info(void)
{
    kc_json *info = kc_json_object();

    kc_json_set_str(info, "name", "kernelcraft");
    kc_json_set_str(info, "title", "KernelCraft");
    kc_json_set_str(info, "version", KC_VERSION);
    return info;
}

kc_json *kc_mcp_version_data(struct kc_str requested)
{
    kc_json *data = kc_json_object(), *supported = kc_json_array();

    for (size_t i = 0; i < kc_mcp_version_count; i++)
        kc_json_push(supported, kc_json_str(kc_mcp_versions[i], strlen(kc_mcp_versions[i])));
    kc_json_set(data, "supported", supported);
    kc_json_set(data, "requested", kc_json_str(requested.at, requested.length));
    return data;
}

/* Prints, sends and frees the whole message. */
static void send_root(kc_json *root, struct kc_mcp_sink sink)
{
    struct kc_buf text = { 0 };

    kc_json_print(root, &text, false);
    sink.send(sink.context, (struct kc_str){ text.text, text.length });
    kc_buf_free(&text);
    kc_json_free(root);
}

static kc_json *new_root(const struct kc_mcp_message *m)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "jsonrpc", "2.0");
    if (m && m->id)
        kc_json_set(root, "id", kc_json_copy(m->id));
    return root;
}

void kc_mcp_send_result(const struct kc_mcp_message *m, kc_json *result, struct kc_mcp_sink sink)
{
    kc_json *root = new_root(m);

    if (m->era == KC_MCP_MODERN) {
        kc_json *meta = kc_json_object();

        kc_json_set(meta, KC_MCP_META "serverInfo", kc_mcp_server_info());
        kc_json_set(result, "_meta", meta);
        kc_json_set_str(result, "resultType", "complete");
    }
    kc_json_set(root, "result", result);
    send_root(root, sink);
}

void kc_mcp_send_error(struct kc_mcp_message *m, int code, const char *why, kc_json *data,
                       struct kc_mcp_sink sink)
{
    kc_json *root = new_root(m), *error = kc_json_object();

    m->error = code;
    kc_json_set_int(error, "code", code);
    kc_json_set_str(error, "message", why);
    if (data)
        kc_json_set(error, "data", data);
    kc_json_set(root, "error", error);
    send_root(root, sink);
}

void kc_mcp_send_notification(const char *method, kc_json *params, struct kc_mcp_sink sink)
{
    kc_json *root = new_root(NULL);

    kc_json_set_str(root, "method", method);
    kc_json_set(root, "params", params);
    send_root(root, sink);
}

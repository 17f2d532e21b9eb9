/* mcp/methods.h: what the methods share; for mcp/ only. */
#ifndef KC_MCP_METHODS_H
#define KC_MCP_METHODS_H

#include "mcp/runs.h"
#include "mcp/server.h"

struct kc_mcp {
    struct kc_mcp_options options;
    struct kc_mcp_runs   *runs;
};

/* One request on its way: a method returns its result, or NULL after kc_mcp_refuse. */
struct kc_mcp_request {
    kc_mcp                *server;
    struct kc_mcp_message *message;
    struct kc_mcp_sink     sink;
    int                    code; /* of the refusal */
    struct kc_buf          why;
    kc_json               *data;
};

#define METHOD(name, function, ...) kc_json *kc_mcp_##function(struct kc_mcp_request *request);
#include "mcp/methods.def"

/* Records a protocol error; returns NULL. */
kc_json *kc_mcp_refuse(struct kc_mcp_request *request, int code, const char *format, ...)
    KC_PRINTF(3, 4);

/* Our lists fit one page: false after refusing a cursor, which we never gave. */
bool kc_mcp_first_page(struct kc_mcp_request *request);

#endif

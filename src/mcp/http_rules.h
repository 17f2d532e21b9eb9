/* mcp/http_rules.h: what MCP demands of the headers of a POST; for mcp/ only.
 *
 * Everything here is a pure function, so that each rule is tested without a socket.
 */
#ifndef KC_MCP_HTTP_RULES_H
#define KC_MCP_HTTP_RULES_H

#include "mcp/message.h"

/* As they came, NULL when absent. */
struct kc_mcp_headers {
    const char *host, *origin, *authorization, *content_type, *accept;
    const char *version, *method, *name; /* MCP-Protocol-Version, Mcp-Method, Mcp-Name */
};

/* Whether the request was meant for this machine: a browser that was lured here by a foreign name
 * (DNS rebinding) or page says so in Host or Origin. */
bool kc_mcp_host_is_local(const char *host);
bool kc_mcp_origin_is_own(const char *origin, const char *host);

/* Whether authorization is "Bearer TOKEN"; the time taken does not depend on where they differ. */
bool kc_mcp_token_fits(const char *authorization, const char *token);

bool kc_mcp_is_json(const char *content_type);
bool kc_mcp_takes_events(const char *accept);

/* Compares the headers with a request: 0 when they agree, else the code (header mismatch or
 * unsupported version) with the reason in why. */
int kc_mcp_headers_check(const struct kc_mcp_headers *headers, const struct kc_mcp_message *message,
                         struct kc_buf *why);

/* The HTTP status that goes with a message whose answer carried this error (0: a result). */
unsigned kc_mcp_http_status(const struct kc_mcp_message *message);

#endif

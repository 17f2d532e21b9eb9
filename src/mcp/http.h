/* mcp/http.h: MCP over Streamable HTTP, on this machine only.
 *
 * One address, POST /mcp.  Reading is open to every program of this machine; calling tools needs
 * the token.  Pages of browsers are kept out by Host and Origin.  No sessions are issued.
 */
#ifndef KC_MCP_HTTP_H
#define KC_MCP_HTTP_H

#include "mcp/server.h"

typedef struct kc_mcp_http kc_mcp_http;

enum { KC_MCP_TOKEN_LEAST = 16 }; /* characters of a token that somebody chose */

struct kc_mcp_http_options {
    uint16_t    port;  /* 0: any that is free */
    const char *token; /* NULL: everybody on this machine may call tools */
};

/* Listens on 127.0.0.1 until freed.  NULL after writing why not.  The server must outlive it. */
kc_mcp_http *kc_mcp_http_new(kc_mcp *server, const struct kc_mcp_http_options *options,
                             struct kc_buf *why);
uint16_t     kc_mcp_http_port(const kc_mcp_http *http);

/* Waits for calls in progress. */
void kc_mcp_http_free(kc_mcp_http *http);

/* A fresh token: 32 hexadecimal digits.  False when the system gives no random numbers. */
bool kc_mcp_token_new(char token[33]);

#endif

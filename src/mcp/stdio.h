/* mcp/stdio.h: MCP over two file descriptors, one message per line.
 *
 * Everything but tools/call is answered at once, so that a long evaluation delays neither a ping
 * nor its own cancellation.  Calls on one run keep the order in which they came; calls on different
 * runs may overlap.
 */
#ifndef KC_MCP_STDIO_H
#define KC_MCP_STDIO_H

#include "mcp/server.h"

/* Serves until in ends, finishes what was asked, and returns.  Nothing but messages goes to out.
 * SIGPIPE must be ignored; when out is closed, answers are dropped. */
void kc_mcp_serve_stdio(kc_mcp *server, int in, int out);

#endif

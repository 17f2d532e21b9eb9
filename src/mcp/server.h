/* mcp/server.h: the toolbox for any agent that speaks MCP; the protocol without a transport.
 *
 * A message goes in as text, zero or more messages come out through a sink.  There are no sessions:
 * start_task returns a run_id, and every tool of the toolbox takes it.  A server made for one cell
 * has no start_task and no run_id: all calls go to that workbench.
 *
 * Messages may be handled from several threads at once; calls on one run wait for each other.
 */
#ifndef KC_MCP_SERVER_H
#define KC_MCP_SERVER_H

#include "mcp/message.h"
#include "toolbox/toolbox.h"

typedef struct kc_mcp kc_mcp;

/* Called around every tool call, while the run is locked: on a server for one cell never twice at
 * once, otherwise from several threads.  Members may be NULL. */
struct kc_mcp_hooks {
    void *context;

    /* Whether the call may happen; else why_not becomes the error that the agent reads. */
    bool (*allow)(void *context, struct kc_str name, struct kc_str arguments,
                  struct kc_buf *why_not);

    /* What an allowed call returned. */
    void (*done)(void *context, struct kc_str name, struct kc_str arguments,
                 const struct kc_tool_result *result);
};

enum { KC_MCP_RUNS = 32 };

struct kc_mcp_options {
    struct kc_tool_set  tools;     /* which tools start_task gives */
    kc_workbench       *bench;     /* for one cell, with its own tools; borrowed.  NULL: any cell */
    size_t              most_runs; /* kept at once, the least recently used goes; 0: KC_MCP_RUNS */
    struct kc_mcp_hooks hooks;
};

/* Never returns NULL.  No message may be in progress when the server is freed. */
kc_mcp *kc_mcp_new(const struct kc_mcp_options *options);
void    kc_mcp_free(kc_mcp *server);

/* Reads text and answers it. */
void kc_mcp_handle(kc_mcp *server, struct kc_str text, struct kc_mcp_sink sink);

/* Answers a message that was read, if it wants an answer and was not cancelled meanwhile. */
void kc_mcp_answer(kc_mcp *server, struct kc_mcp_message *message, struct kc_mcp_sink sink);

#endif

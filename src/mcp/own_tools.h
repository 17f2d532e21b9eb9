/* mcp/own_tools.h: the tools that only MCP needs, beside those of the toolbox; for mcp/ only.
 *
 * list_tasks and start_task stand for the command line that other agents are started with; read_doc
 * stands for resources, which not every agent reads.
 */
#ifndef KC_MCP_OWN_TOOLS_H
#define KC_MCP_OWN_TOOLS_H

#include "mcp/server.h"

struct kc_mcp_own_tool {
    struct kc_tool row;
    bool           any_cell; /* makes sense only on a server for any cell */
    bool           idempotent;

    /* Fills out; arguments fit the row.  False after writing why not. */
    bool (*call)(kc_mcp *server, const kc_json *args, kc_json *out, struct kc_buf *why);
};

/* The i-th that this server has, NULL past the end; the one of that name, or NULL. */
const struct kc_mcp_own_tool *kc_mcp_own_tool_at(const kc_mcp *server, size_t index);
const struct kc_mcp_own_tool *kc_mcp_own_tool_find(const kc_mcp *server, struct kc_str name);

/* Calls it with the arguments (an object) and fills the result as a workbench would. */
void kc_mcp_own_tool_call(const struct kc_mcp_own_tool *tool, kc_mcp *server, const kc_json *args,
                          struct kc_tool_result *result);

/* {"success": false, "error": why}. */
void kc_mcp_error_result(struct kc_tool_result *result, const char *why);

#endif

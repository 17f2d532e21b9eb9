/* mcp/docs.h: the texts behind kc:// addresses; for mcp/ only.
 *
 *   kc://tasks                              what there is to solve, JSON
 *   kc://isa/{platform}                     the manual of a machine, Markdown
 *   kc://task/{platform}/{task}/{config}    what a model is told about a cell, Markdown
 */
#ifndef KC_MCP_DOCS_H
#define KC_MCP_DOCS_H

#include "mcp/server.h"

#define KC_MCP_TASKS_URI "kc://tasks"
#define KC_MCP_ISA_URI   "kc://isa/{platform}"
#define KC_MCP_TASK_URI  "kc://task/{platform}/{task}/{config}"
#define KC_MCP_URI_FORMS KC_MCP_TASKS_URI ", " KC_MCP_ISA_URI ", " KC_MCP_TASK_URI

/* Writes the text and returns its type; NULL after writing to why what is wrong with the uri. */
const char *kc_mcp_doc(kc_mcp *server, struct kc_str uri, struct kc_buf *out, struct kc_buf *why);

/* The description of a cell.  False after writing why not. */
bool kc_mcp_doc_cell(const kc_mcp *server, const char *platform, const char *task,
                     const char *config, struct kc_buf *out, struct kc_buf *why);
void kc_mcp_doc_prompt(const kc_mcp *server, const struct kc_cell *cell, struct kc_buf *out);

/* Strangers may name a built-in machine and its parameters, but no file: NULL, or why not. */
const char *kc_mcp_platform_refused(struct kc_str text);

/* Tasks of built-in machines: {platforms: [...], tasks: [...]}; platform "" and level 0: all. */
kc_json *kc_mcp_tasks_json(struct kc_str platform, int64_t level);

#endif

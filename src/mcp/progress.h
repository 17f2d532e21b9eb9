/* mcp/progress.h: signs of life during a long call; for mcp/ only.
 *
 * Progress is counted in seconds: the toolbox does not say how far it is.  The first sign is sent
 * at once, one more every second, each larger than the last, none after kc_mcp_progress_stop.
 */
#ifndef KC_MCP_PROGRESS_H
#define KC_MCP_PROGRESS_H

#include "mcp/message.h"

typedef struct kc_mcp_progress kc_mcp_progress;

/* NULL when the message carries no progress token.  Message and name must outlive it. */
kc_mcp_progress *kc_mcp_progress_start(const struct kc_mcp_message *message, struct kc_str name,
                                       struct kc_mcp_sink sink);

/* Returns when nothing more will be sent.  Takes NULL. */
void kc_mcp_progress_stop(kc_mcp_progress *progress);

#endif

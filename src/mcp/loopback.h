/* mcp/loopback.h: an HTTP server on 127.0.0.1 that hands over whole requests; for mcp/ and view/.
 *
 * A thread per connection, so that an answer may simply take its time.
 */
#ifndef KC_MCP_LOOPBACK_H
#define KC_MCP_LOOPBACK_H

#include <microhttpd.h>

#include "base/str.h"

/* The body of a request; empty when it was too large. */
struct kc_exchange {
    struct kc_buf body;
    bool          too_large;
};

/* What answers; must outlive the server. */
struct kc_loopback {
    void *context;
    enum MHD_Result (*answer)(void *context, struct MHD_Connection *c, const char *url,
                              const char *method, const struct kc_exchange *x);
    size_t   body_most;
    unsigned connections;
};

/* NULL with errno when the port cannot be had; 0: any that is free. */
struct MHD_Daemon *kc_loopback_listen(struct kc_loopback *loopback, uint16_t port);
uint16_t           kc_loopback_port(struct MHD_Daemon *daemon);

#endif

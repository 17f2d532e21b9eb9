/* provider/sse.h: server-sent events, cut out of bytes that arrive in any pieces.
 *
 * Knows lines, fields and comments (the WHATWG text/event-stream grammar) and nothing of JSON.
 * A splitter starts as { 0 } and ends with kc_sse_end, also after an aborted transfer.
 */
#ifndef KC_PROVIDER_SSE_H
#define KC_PROVIDER_SSE_H

#include "base/str.h"

struct kc_sse {
    struct kc_buf line, name, data;
    bool          after_cr, has_data, begun;
    void (*event)(void *context, struct kc_str name,
                  struct kc_str data); /* borrowed for the call */
    void *context;
};

/* Calls event for every event that these bytes complete. */
void kc_sse_feed(struct kc_sse *sse, const char *bytes, size_t length);

/* Delivers what only lacks its blank line at the end, and frees everything. */
void kc_sse_end(struct kc_sse *sse);

#endif

/* mcp/message.h: one JSON-RPC message, read and judged, and the messages that answer it.
 *
 * A message says by itself which era of MCP it belongs to: a protocol version in params._meta makes
 * it modern (2026-07-28, stateless), everything else is legacy (2024-11-05 to 2025-11-25, with a
 * handshake).  Nothing is remembered between messages.
 */
#ifndef KC_MCP_MESSAGE_H
#define KC_MCP_MESSAGE_H

#include <stdatomic.h>

#include "base/json.h"

enum { KC_MCP_MESSAGE_BYTES = 16 << 20 }; /* a transport refuses larger ones */

enum kc_mcp_era { KC_MCP_LEGACY, KC_MCP_MODERN };

enum kc_mcp_kind {
    KC_MCP_REQUEST,
    KC_MCP_NOTIFICATION, /* never answered */
    KC_MCP_RESPONSE,     /* to nobody: we ask no questions */
    KC_MCP_MALFORMED,    /* error and why say what is wrong */
};

enum kc_mcp_error {
    KC_MCP_PARSE_ERROR = -32700,
    KC_MCP_INVALID_REQUEST = -32600,
    KC_MCP_METHOD_NOT_FOUND = -32601,
    KC_MCP_INVALID_PARAMS = -32602,
    KC_MCP_RESOURCE_NOT_FOUND = -32002, /* legacy only */
    KC_MCP_HEADER_MISMATCH = -32020,
    KC_MCP_UNSUPPORTED_VERSION = -32022,
};

/* Newest first; the first is the modern one. */
extern const char *const kc_mcp_versions[];
extern const size_t      kc_mcp_version_count;

#define KC_MCP_META "io.modelcontextprotocol/"

struct kc_mcp_message {
    enum kc_mcp_kind kind;
    enum kc_mcp_era  era;
    kc_json         *root;   /* NULL when the text is not JSON */
    const kc_json   *id;     /* NULL when absent or unusable; this and the rest borrow from root */
    const kc_json   *params; /* an object, or NULL */
    const kc_json   *progress; /* the progress token, or NULL */
    struct kc_str    method;   /* empty when there is none */
    struct kc_str    version;  /* modern: as requested */
    int              error;    /* 0, or the code of the refusal that was read or sent */
    const char      *why;
    atomic_bool      cancelled; /* set from any thread: do not start, do not answer */
};

/* Reads text, of any quality.  The message must not move afterwards. */
void kc_mcp_message_read(struct kc_mcp_message *message, struct kc_str text);
void kc_mcp_message_free(struct kc_mcp_message *message);

/* What a call, a read or a prompt is about: params.name or params.uri; empty for other methods. */
struct kc_str kc_mcp_message_name(const struct kc_mcp_message *message);

/* ---- answers ------------------------------------------------------------------------------ */

/* Where messages go: one line of text each, without a newline.  May be called from another thread
 * while a message is handled, but never twice at once for one message. */
struct kc_mcp_sink {
    void *context;
    void (*send)(void *context, struct kc_str text);
};

/* Sends the result, which it takes over; in the modern era with what every result carries. */
void kc_mcp_send_result(const struct kc_mcp_message *message, kc_json *result,
                        struct kc_mcp_sink sink);

/* Sends an error and records its code in the message.  data may be NULL; it is taken over. */
void kc_mcp_send_error(struct kc_mcp_message *message, int code, const char *why, kc_json *data,
                       struct kc_mcp_sink sink);

/* Sends a notification; params are taken over. */
void kc_mcp_send_notification(const char *method, kc_json *params, struct kc_mcp_sink sink);

/* {"supported": [...], "requested": ...} of an unsupported version. */
kc_json *kc_mcp_version_data(struct kc_str requested);

/* Who we are: name, title, version. */
kc_json *kc_mcp_server_info(void);

#endif

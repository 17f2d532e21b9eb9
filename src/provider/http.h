/* provider/http.h: one POST over libcurl, and nothing about who is asked.
 *
 * TLS is always verified, redirects are not followed, proxies are libcurl's environment variables.
 * Connections are kept between requests; several threads may send at once.
 */
#ifndef KC_PROVIDER_HTTP_H
#define KC_PROVIDER_HTTP_H

#include <stdatomic.h>

#include "base/str.h"

enum { KC_HTTP_MOST_MIB = 64 }; /* of a body, unpacked */

enum kc_http_outcome {
    KC_HTTP_DONE,
    KC_HTTP_FAILED,     /* connection refused, cut, timed out: problem says; body holds what came */
    KC_HTTP_IMPOSSIBLE, /* and it would fail again: a certificate that cannot be trusted */
    KC_HTTP_TOO_LARGE,
    KC_HTTP_CANCELLED,
};

struct kc_http_reply {
    enum kc_http_outcome outcome;
    int                  status; /* 0: no status line came */
    char                 content_type[64], request_id[128];
    char                 should_retry[8], retry_after[64], retry_after_ms[32];
    char                 problem[160];
    struct kc_buf        body;
};

struct kc_http_request {
    const char        *url;
    const char *const *headers; /* "name: value" */
    size_t             header_count;
    struct kc_str      body; /* JSON */
    double             deadline;
    const atomic_bool *cancel; /* may be NULL */

    /* Sees the body as it arrives, may be NULL; true: all that matters is here, the server may take
     * a second to close. */
    bool (*watch)(void *context, const struct kc_http_reply *so_far, const char *bytes, size_t n);
    void *context;
};

typedef struct kc_http kc_http;

kc_http *kc_http_new(void);
void     kc_http_free(kc_http *http);

/* Fills reply, which starts as { 0 } and whose body is the caller's to free. */
void kc_http_send(kc_http *http, const struct kc_http_request *request,
                  struct kc_http_reply *reply);

#endif

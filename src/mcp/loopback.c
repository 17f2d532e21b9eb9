/* Listening on this machine only, and gathering the bodies of requests. */
#include "mcp/loopback.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include "base/arena.h"

enum { IDLE_SECONDS = 60 };

static enum MHD_Result handle(void *context, struct MHD_Connection *c, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state)
{
    const struct kc_loopback *l = context;
    struct kc_exchange       *x = *state;

    (void)version;
    if (!x) {
        *state = kc_alloc(sizeof(struct kc_exchange));
        return MHD_YES;
    }
    if (!*size)
        return l->answer(l->context, c, url, method, x);
    x->too_large |= x->body.length + *size > l->body_most;
    if (x->too_large)
        kc_buf_free(&x->body);
    else
        kc_buf_add(&x->body, data, *size);
    *size = 0;
    return MHD_YES;
}

static void completed(void *context, struct MHD_Connection *c, void **state,
                      enum MHD_RequestTerminationCode code)
{
    struct kc_exchange *x = *state;

    (void)context, (void)c, (void)code;
    if (x)
        kc_buf_free(&x->body);
    free(x);
    *state = NULL;
}

struct MHD_Daemon *kc_loopback_listen(struct kc_loopback *loopback, uint16_t port)
{
    const struct sockaddr_in here = { .sin_family = AF_INET,
                                      .sin_port = htons(port),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, port,
                            NULL, NULL, handle, loopback, MHD_OPTION_SOCK_ADDR, &here,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
                            MHD_OPTION_CONNECTION_LIMIT, loopback->connections,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
}

uint16_t kc_loopback_port(struct MHD_Daemon *daemon)
{
    return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

/* provider/ask.h: a model behind a URL, with its ways and means exchangeable for tests.
 *
 * kc_provider_model (model.h) makes one with libcurl and the real clock.
 */
#ifndef KC_PROVIDER_ASK_H
#define KC_PROVIDER_ASK_H

#include "provider/gate.h"
#include "provider/http.h"
#include "provider/table.h"

/* How a request travels; send is called from several threads. */
struct kc_transport {
    void (*send)(void *context, const struct kc_http_request *request, struct kc_http_reply *reply);
    void *context;
};

/* A model that is asked.  Strings live in its arena. */
struct kc_remote {
    kc_model                  base;
    struct kc_arena           arena;
    const struct kc_provider *provider;
    const struct kc_dialect  *dialect;
    struct kc_model_options   options;           /* defaults filled in */
    const char               *model, *url, *key; /* url: the base; key: NULL when there is none */
    const char               *headers[4];
    size_t                    header_count;
    kc_gate                  *gate;
    kc_http                  *http;
    struct kc_transport       transport;
    struct kc_clock           clock;
};

/* As kc_provider_model; transport and clock may be NULL for the real ones. */
struct kc_remote *kc_remote_new(const char *name, const struct kc_model_options *options,
                                const struct kc_transport *transport, const struct kc_clock *clock,
                                struct kc_buf *why);

/* The ask of model.h. */
enum kc_ask_status kc_remote_ask(kc_model *model, struct kc_arena *arena,
                                 const struct kc_talk *talk, struct kc_answer *answer,
                                 struct kc_ask_error *error);

#endif

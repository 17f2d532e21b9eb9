/* view/view.h: a store in the browser, live, and a page to try kernels on.
 *
 * Serves this machine only (127.0.0.1; Host and Origin are checked).  Reading is open to every
 * program here; whatever computes for the visitor needs the token.  Nothing writes to the store.
 *
 * A thread of its own watches the store and renders the parts of the report when it changed;
 * requests are answered from what is rendered, so a large store does not make the pages slow.
 */
#ifndef KC_VIEW_VIEW_H
#define KC_VIEW_VIEW_H

#include "base/str.h"

typedef struct kc_view kc_view;

struct kc_view_options {
    const char *store;
    uint16_t    port;  /* 0: any that is free */
    const char *token; /* of the try page */
};

/* Opens the store and listens until freed.  NULL after writing why not. */
kc_view *kc_view_new(const struct kc_view_options *options, struct kc_buf *why);
uint16_t kc_view_port(const kc_view *view);
void     kc_view_free(kc_view *view);

#endif

/* Until the providers are here. */
#include "provider/model.h"

kc_model *kc_provider_model(const char *name, const struct kc_model_options *options,
                            struct kc_buf *why)
{
    (void)options;
    kc_buf_printf(why, "there is no agent '%s'", name);
    return NULL;
}

/* How a case is addressed on the Coral NPU: the rules of the notes with the numbers of one case. */
#include <inttypes.h>

#include "platforms/coral/coral_place.h"

void coral_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                 struct kc_buf *out)
{
    (void)config;
    (void)d;
    (void)layout;
    kc_buf_puts(out, "TODO\n");
}

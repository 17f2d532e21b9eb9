#include "platforms/exec.h"
const struct kc_platform *kc_exec_platform(const char *command, struct kc_buf *why)
{
    (void)command;
    kc_buf_puts(why, "external simulators cannot be loaded yet");
    return NULL;
}

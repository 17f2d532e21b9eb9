/* platforms/exec.h: a platform whose machine is another program, spoken to in JSON lines.
 *
 * docs/ADDING_A_PLATFORM.md has the protocol.  Tables come from the program's first answer; text is
 * assembled, tensors are placed and memories are kept here, so that the program only runs machine
 * words: every request carries all that a run needs, and a process can be replaced at any time.
 */
#ifndef KC_PLATFORMS_EXEC_H
#define KC_PLATFORMS_EXEC_H

#include "kernelcraft/platform.h"

/* Starts the command, asks for its tables and makes a platform of them, which stays until the
 * process ends.  NULL after writing why not. */
const struct kc_platform *kc_exec_platform(const char *command, struct kc_buf *why);

/* The same from the text of a first answer, for tests; the command is started when a program runs.
 */
const struct kc_platform *kc_exec_from_hello(struct kc_arena *arena, const char *command,
                                             struct kc_str hello, struct kc_buf *why);

#endif

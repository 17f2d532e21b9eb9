/* coral/coral_startup.h: the code in front of a kernel.
 *
 * A source that defines `kernel` and no `_start` is a function, not a program.  The linker leaves
 * room for a start-up at address 0; the loader writes it when the arguments are known.
 */
#ifndef KC_CORAL_STARTUP_H
#define KC_CORAL_STARTUP_H

#include "isa/program.h"
#include "platforms/coral/coral_config.h"

/* vset, stack pointer, two instructions per argument, call, mpause. */
enum { CORAL_ARGUMENTS = 8, CORAL_STARTUP_WORDS = 2 + 2 * CORAL_ARGUMENTS + 2 };

/* A program's `own` points here when it begins with a start-up. */
struct coral_startup {
    uint32_t kernel; /* address */
};

/* The start-up for these arguments; with none, the argument registers keep what they hold. */
void coral_startup_words(const struct coral_config *config, const struct coral_startup *startup,
                         const uint32_t *argument, size_t count,
                         uint32_t words[CORAL_STARTUP_WORDS]);

#endif

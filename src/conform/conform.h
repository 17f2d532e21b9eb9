/* conform/conform.h: what must hold for every platform, whoever wrote it.
 *
 * The same checks for built-ins, shared objects and external simulators.  They read the platform's
 * own tables and run its own examples and compilers, so that nothing about it need be known here.
 */
#ifndef KC_CONFORM_CONFORM_H
#define KC_CONFORM_CONFORM_H

#include "kernelcraft/platform.h"

enum { KC_CONFORM_GROUPS = 16 };

/* One group of checks. */
struct kc_conform_group {
    const char *name, *rule; /* rule: what is checked, one line */
    size_t      checks, failed;
    char        first[320]; /* the first failure in words */
};

struct kc_conform {
    struct kc_conform_group group[KC_CONFORM_GROUPS];
    size_t                  count, checks, failed;
};

/* Runs every group on a target ("toy", "toy:lanes=16").  False when it cannot be opened: dg says
 * why. */
bool kc_conform_run(const char *target, struct kc_conform *result, struct kc_diags *dg);

/* ---- for the groups ----------------------------------------------------------------------- */

/* What a group works with; the arena lives as long as the group runs. */
struct kc_conform_case {
    struct kc_arena         *arena;
    const char              *text;
    struct kc_target         target;
    struct kc_conform_group *group;
};

/* Counts a check; remembers the first that failed, in words. */
bool kc_conform_expect(struct kc_conform_case *c, bool good, const char *format, ...)
    KC_PRINTF(3, 4);

void kc_conform_interface(struct kc_conform_case *c);
void kc_conform_configuration(struct kc_conform_case *c);
void kc_conform_rows(struct kc_conform_case *c);
void kc_conform_text(struct kc_conform_case *c);
void kc_conform_manual(struct kc_conform_case *c);
void kc_conform_reset(struct kc_conform_case *c);
void kc_conform_repeat(struct kc_conform_case *c);
void kc_conform_watched(struct kc_conform_case *c);
void kc_conform_fuel(struct kc_conform_case *c);
void kc_conform_bad_code(struct kc_conform_case *c);
void kc_conform_memory(struct kc_conform_case *c);
void kc_conform_threads(struct kc_conform_case *c);
void kc_conform_placement(struct kc_conform_case *c);
void kc_conform_kernels(struct kc_conform_case *c);
void kc_conform_prompt(struct kc_conform_case *c);

/* Assembles text; false when it has errors. */
bool kc_conform_assemble(struct kc_conform_case *c, const char *text, struct kc_program *program);

/* The i-th program that the platform itself supplies: examples of its rows, then kernels of its
 * compiler; false past the end.  name says which. */
bool kc_conform_program(struct kc_conform_case *c, size_t index, struct kc_program *program,
                        const char **name);

/* The i-th configured cell of the target, C1 of each task; false past the end. */
struct kc_cell;
bool kc_conform_cell(struct kc_conform_case *c, size_t index, struct kc_cell *cell);

/* All that can be seen of a machine after a run, as one number. */
uint64_t kc_conform_digest(const struct kc_platform *platform, struct kc_machine *machine,
                           const struct kc_outcome *outcome);

#endif

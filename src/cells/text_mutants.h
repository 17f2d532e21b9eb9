/* cells/text_mutants.h: small edits of a kernel's text, for machines with an assembler of their
 * own.
 */
#ifndef KC_CELLS_TEXT_MUTANTS_H
#define KC_CELLS_TEXT_MUTANTS_H

#include "check/check.h"

struct kc_text_mutant {
    struct kc_program program; /* assembled, without errors */
    uint32_t          line;
    const char       *change; /* "register: add a0, a1, a2 became add a0, a1, a3" */
};

/* Edits one instruction line of a kernel for the cell at a time (a register, a number, dropped,
 * doubled, swapped with the next), chosen by seed; edits that do not assemble, or do not fit the
 * cell, are not counted.  How many were made. */
size_t kc_text_mutants(struct kc_arena *arena, const struct kc_cell *cell, struct kc_str text,
                       uint64_t seed, uint64_t stream, struct kc_text_mutant *made, size_t most);

#endif

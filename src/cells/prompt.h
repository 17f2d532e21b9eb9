/* cells/prompt.h: what a model is told about a cell, and nothing else.
 *
 * The system part is the same for all tasks of a machine: role, workflow, tools, machine, guidance.
 * The user part states the task.  Facts about the machine come from its tables and notes; this file
 * keeps none.
 */
#ifndef KC_CELLS_PROMPT_H
#define KC_CELLS_PROMPT_H

#include "check/check.h"

struct kc_prompt {
    struct kc_buf system, user;
};

/* The cell needs its first seed only. */
struct kc_prompt kc_prompt_new(const struct kc_cell *cell);
void             kc_prompt_free(struct kc_prompt *prompt);

/* Characters / 4: an estimate, no model's own count. */
size_t kc_prompt_tokens(const struct kc_prompt *prompt);

#endif

/* cells/prompt.h: what a model is told about a cell, and nothing else.
 *
 * The system part is the same for all tasks of a machine: role, workflow, tools, machine, guidance.
 * The user part states the task.  Facts about the machine come from its tables and notes; this file
 * keeps none.
 */
#ifndef KC_CELLS_PROMPT_H
#define KC_CELLS_PROMPT_H

#include "cells/lang.h"
#include "check/check.h"

struct kc_prompt {
    struct kc_buf system, user;
};

struct kc_prompt_options {
    const char  *tools;        /* Markdown list; NULL: the chapter is left out */
    bool         short_manual; /* instructions by name and syntax only (an ablation) */
    bool         example;      /* one correct kernel of another task */
    enum kc_lang lang;         /* what the kernel is written in */
};

/* The cell needs its first seed only. */
struct kc_prompt kc_prompt_new(const struct kc_cell *cell, const struct kc_prompt_options *options);
void             kc_prompt_free(struct kc_prompt *prompt);

/* Characters / 4: an estimate, no model's own count. */
size_t kc_prompt_tokens(const struct kc_prompt *prompt);

#endif

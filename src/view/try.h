/* view/try.h: what the try page asks for; for view/ only. */
#ifndef KC_VIEW_TRY_H
#define KC_VIEW_TRY_H

#include "base/str.h"
#include "store/store.h"

/* Answers one request, JSON in and out: {"action", "platform", "task", "config", "lang", "kernel",
 * "arguments"}.  An action is a tool (check_syntax, run_evaluation, view_output, profile ...), or
 * "compile" and "prompt".  Whatever comes in, the answer is an object; false marks it as an error.
 */
bool view_try(struct kc_str request, struct kc_buf *answer);

/* The machines with their tasks and published configurations, as JSON. */
void view_try_cells(struct kc_buf *out);

/* The cell of a run and the kernel that counts ("" when there is none,
 * or one of more than 1 MiB), as JSON.  False when there
 * is no such run. */
bool view_try_run(kc_store *store, int64_t run, struct kc_buf *out);

#endif

/* agent/models.h: models that need no network: our compiler, a script, a recorded run. */
#ifndef KC_AGENT_MODELS_H
#define KC_AGENT_MODELS_H

#include "provider/model.h"
#include "store/store.h"

/* The compiler driven through the tools: writes and evaluates the baseline kernel, then the best
 * one, then finishes.  The cell must outlive the model. */
kc_model *kc_template_model(const struct kc_cell *cell);

/* Answers from a file: a JSON array of {"text", "calls": [{"name", "arguments" | "file"}]}, where
 * "file" stands for write_code with that file's contents, relative to the script.  After the last
 * answer it says nothing.  NULL after writing why not. */
kc_model *kc_script_model(const char *path, struct kc_buf *why);

/* The answers of a run in a store, in order. */
kc_model *kc_replay_model(kc_store *store, int64_t run, struct kc_buf *why);

#endif

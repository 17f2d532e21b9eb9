/* agent/state.h: one run while it lasts; for agent/ only. */
#ifndef KC_AGENT_STATE_H
#define KC_AGENT_STATE_H

#include "agent/loop.h"
#include "agent/progress.h"

struct kc_run_state {
    const struct kc_loop *loop;
    struct kc_arena       arena;
    kc_workbench         *bench;
    kc_model             *model;
    struct kc_str         system;
    struct kc_turn       *turns;
    size_t                count, capacity;
    struct kc_progress    progress;
    bool                  finished, store_failed;
};

/* Puts the run together from its events, or begins it; false when the store cannot be read or
 * written. */
bool kc_state_restore(struct kc_run_state *r);

/* Records an answer and adds it to the talk. */
bool kc_state_answer(struct kc_run_state *r, struct kc_answer *answer);

/* Calls the tools of the last answer and records their results; false when the store cannot. */
bool kc_state_reply(struct kc_run_state *r, const struct kc_answer *answer);

/* Records a call that somebody else made on the workbench, seconds after the one before. */
bool kc_state_made(struct kc_run_state *r, struct kc_str name, struct kc_str arguments,
                   const struct kc_tool_result *result, double seconds);

bool kc_state_nudge(struct kc_run_state *r);

/* Which budget is spent, or NULL. */
const char *kc_state_spent(const struct kc_run_state *r);

/* The end: solved when there is a correct kernel, else status. */
bool kc_state_end(struct kc_run_state *r, enum kc_run_status status, const char *reason);

/* An infrastructure error: the run is tried again by the next campaign. */
bool kc_state_error(struct kc_run_state *r, const struct kc_ask_error *error);

/* Monotonic seconds. */
double kc_state_now(void);

/* Waits for an external agent that works through MCP, see exec.c. */
void kc_exec_run(struct kc_run_state *r, const char *command);

#endif

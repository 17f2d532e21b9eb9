/* agent/replay.h: a recorded conversation again, without a model.
 *
 * Every tool call of the record is made on a fresh workbench, and its result is compared with the
 * recorded one, byte for byte.  What differs was made by another version of the checker, the
 * assembler or the machine: it is named, and the run can be scored anew.
 */
#ifndef KC_AGENT_REPLAY_H
#define KC_AGENT_REPLAY_H

#include "store/store.h"

/* One result that is not what was recorded. */
struct kc_replay_change {
    uint32_t    answer, call; /* from 1 */
    const char *tool;
    const char *fields; /* members that differ: "match_rate, errors" */
    const char *before, *after;
};

struct kc_replay {
    uint32_t                 answers, calls, same;
    struct kc_replay_change *change;
    size_t                   change_count;
    const char              *version; /* that recorded it */
    struct kc_run_sum        sum;     /* as scored now */
    char                     verdict[32];
};

/* False after writing why not.  Everything lives in the arena. */
bool kc_replay_run(kc_store *store, struct kc_arena *arena, const struct kc_run_row *row,
                   struct kc_replay *replay, struct kc_buf *why);

#endif

/* platforms/aie2/aie2_observe.h: sinks of a run: trace, profile, premature reads. */
#ifndef KC_PLATFORMS_AIE2_AIE2_OBSERVE_H
#define KC_PLATFORMS_AIE2_AIE2_OBSERVE_H

#include "platforms/aie2/aie2_machine.h"

/* ---- trace and profile (aie2_observe.c) ------------------------------------------------------ */

/* What is remembered of a tick while it runs. */
struct aie2_observer {
    const struct kc_run *run;
    uint64_t             began; /* cycles when it began */
    uint64_t             stall[AIE2_STALL_COUNT];
    uint8_t              scalars[AIE2_RING], vectors[AIE2_RING];
    char                 effect[160];
};

void aie2_observe_begin(struct aie2_machine *m, struct aie2_observer *o);
void aie2_observe_issued(struct aie2_machine *m, struct aie2_observer *o);
void aie2_observe_end(struct aie2_machine *m, struct aie2_observer *o);

/* Names and sums of the stall causes and of the DMA's channels. */
void aie2_profile_stalls(const struct aie2_machine *m, struct kc_profile *profile);

/* ---- premature reads and conflicts (aie2_watch.c) -------------------------------------------- */

struct aie2_watch *aie2_watch_new(void);
void               aie2_watch_free(struct aie2_watch *w);
void               aie2_watch_reset(struct aie2_watch *w);

/* The bundle is about to issue: its reads and the late ones of this tick are checked against what
 * is in flight, its writes and units noted. */
void aie2_watch_issue(struct aie2_machine *m, const struct aie2_code *code);

/* Ticks that a mend of early reads has to wait before the bundle: the results are not computed. */
uint64_t aie2_watch_lacks(struct aie2_machine *m, const struct aie2_code *code);

#endif

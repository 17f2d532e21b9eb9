/* provider/gate.h: how many requests a provider sees at once and per minute.
 *
 * Limits belong to the account, not to a handle: all models of one provider in a process share one
 * gate (provider.c keeps them).  The clock is a parameter so that tests need not wait.
 */
#ifndef KC_PROVIDER_GATE_H
#define KC_PROVIDER_GATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Time, and how to let it pass. */
struct kc_clock {
    double (*now)(void *context);                 /* seconds, monotonic */
    double (*date)(void *context);                /* seconds since 1970 */
    void (*sleep)(void *context, double seconds); /* never more than a tenth of a second is asked */
    void *context;
};

extern const struct kc_clock kc_clock_real;

/* Sleeps, looking at *cancel (may be NULL) ten times a second; false when it was set. */
bool kc_clock_wait(const struct kc_clock *clock, double seconds, const atomic_bool *cancel);

typedef struct kc_gate kc_gate;

kc_gate *kc_gate_new(uint32_t connections, uint32_t per_minute);
void     kc_gate_free(kc_gate *gate);

/* The smaller limits win; per_minute 0: no limit. */
void kc_gate_narrow(kc_gate *gate, uint32_t connections, uint32_t per_minute);

/* Waits for a place and a token; false when *cancel was set meanwhile (then nothing is held). */
bool kc_gate_enter(kc_gate *gate, const struct kc_clock *clock, const atomic_bool *cancel);
void kc_gate_leave(kc_gate *gate);

#endif

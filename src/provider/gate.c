/* A semaphore for places and a bucket for tokens.  The bucket holds a second's worth of requests
 * (one at least), so that a minute's allowance is not spent in a burst at its start. */
#include "provider/gate.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"

static const double slice = 0.1; /* seconds between looks at the cancel flag */

/* ---- time --------------------------------------------------------------------------------- */

static double read_clock(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double real_now(void *context)
{
    (void)context;
    return read_clock(CLOCK_MONOTONIC);
}

static double real_date(void *context)
{
    (void)context;
    return read_clock(CLOCK_REALTIME);
}

static void real_sleep(void *context, double seconds)
{
    struct timespec t = { .tv_nsec = (long)(seconds * 1e9) };

    (void)context;
    nanosleep(&t, NULL);
}

const struct kc_clock kc_clock_real = { real_now, real_date, real_sleep, NULL };

bool kc_clock_wait(const struct kc_clock *clock, double seconds, const atomic_bool *cancel)
{
    const double end = clock->now(clock->context) + seconds;

    for (;;) {
        const double left = end - clock->now(clock->context);

        if (cancel && atomic_load(cancel))
            return false;
        if (left <= 0)
            return true;
        clock->sleep(clock->context, left < slice ? left : slice);
    }
}

/* ---- the gate ----------------------------------------------------------------------------- */

struct kc_gate {
    pthread_mutex_t lock;
    pthread_cond_t  left;
    uint32_t        connections, inside, per_minute;
    double          tokens, filled; /* how many there were, and when */
};

kc_gate *kc_gate_new(uint32_t connections, uint32_t per_minute)
{
    kc_gate *gate = kc_alloc(sizeof *gate);

    *gate = (kc_gate){ .connections = connections, .per_minute = per_minute, .tokens = 1 };
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->left, NULL);
    return gate;
}

void kc_gate_free(kc_gate *gate)
{
    if (!gate)
        return;
    pthread_cond_destroy(&gate->left);
    pthread_mutex_destroy(&gate->lock);
    free(gate);
}

void kc_gate_narrow(kc_gate *gate, uint32_t connections, uint32_t per_minute)
{
    pthread_mutex_lock(&gate->lock);
    if (connections < gate->connections)
        gate->connections = connections;
    if (per_minute && (!gate->per_minute || per_minute < gate->per_minute))
        gate->per_minute = per_minute;
    pthread_mutex_unlock(&gate->lock);
}

/* Takes a token, or says how many seconds until there is one. */
static double take_token(kc_gate *gate, double now)
{
    const double rate = gate->per_minute / 60.0, most = rate > 1 ? rate : 1;

    if (!gate->per_minute)
        return 0;
    gate->tokens += gate->filled > 0 ? (now - gate->filled) * rate : most;
    gate->tokens = gate->tokens > most ? most : gate->tokens;
    gate->filled = now;
    if (gate->tokens < 1 - 1e-9) /* rounding must not make anyone wait for nothing */
        return (1 - gate->tokens) / rate;
    gate->tokens -= 1;
    return 0;
}

static bool take_place(kc_gate *gate, const atomic_bool *cancel)
{
    while (gate->inside >= gate->connections) {
        struct timespec until;

        if (cancel && atomic_load(cancel))
            return false;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(slice * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&gate->left, &gate->lock, &until);
    }
    gate->inside++;
    return true;
}

bool kc_gate_enter(kc_gate *gate, const struct kc_clock *clock, const atomic_bool *cancel)
{
    pthread_mutex_lock(&gate->lock);
    if (!take_place(gate, cancel)) {
        pthread_mutex_unlock(&gate->lock);
        return false;
    }
    for (double wait; (wait = take_token(gate, clock->now(clock->context))) > 0;) {
        pthread_mutex_unlock(&gate->lock);
        if (!kc_clock_wait(clock, wait < 1 ? wait : 1, cancel)) {
            kc_gate_leave(gate);
            return false;
        }
        pthread_mutex_lock(&gate->lock);
    }
    pthread_mutex_unlock(&gate->lock);
    return true;
}

void kc_gate_leave(kc_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->inside--;
    pthread_cond_signal(&gate->left);
    pthread_mutex_unlock(&gate->lock);
}

/* Runs: a table of slots under one lock, and a lock for each run in use. */
#include "mcp/runs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/arena.h"

struct kc_mcp_run {
    char            id[KC_MCP_RUN_ID + 1];
    kc_workbench   *bench;     /* NULL: a free slot */
    unsigned        users;     /* who hold it or wait for it; guarded by the table's lock */
    uint64_t        last_used; /* the same */
    pthread_mutex_t busy;
};

struct kc_mcp_runs {
    pthread_mutex_t   lock;
    uint64_t          clock;
    size_t            most;
    kc_workbench     *only;
    struct kc_mcp_run slot[];
};

struct kc_mcp_runs *kc_mcp_runs_new(size_t most, kc_workbench *only)
{
    const size_t        slots = only ? 1 : most;
    const size_t        size = sizeof(struct kc_mcp_runs) + slots * sizeof(struct kc_mcp_run);
    struct kc_mcp_runs *runs = kc_alloc(size);
    pthread_mutexattr_t again;

    runs->most = slots;
    runs->only = only;
    pthread_mutex_init(&runs->lock, NULL);
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    for (size_t i = 0; i < slots; i++)
        pthread_mutex_init(&runs->slot[i].busy, &again);
    pthread_mutexattr_destroy(&again);
    runs->slot[0].bench = only;
    return runs;
}

void kc_mcp_runs_free(struct kc_mcp_runs *runs)
{
    for (size_t i = 0; i < runs->most; i++) {
        if (!runs->only)
            kc_workbench_free(runs->slot[i].bench);
        pthread_mutex_destroy(&runs->slot[i].busy);
    }
    pthread_mutex_destroy(&runs->lock);
    free(runs);
}

/* False when the system has no random numbers, which ends only the attempt. */
static bool draw_id(char id[KC_MCP_RUN_ID + 1])
{
    unsigned char bytes[(KC_MCP_RUN_ID - 4) / 2];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    memcpy(id, "run_", 4);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(id + 4 + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* A free slot, else the one unused longest; NULL when all are in use. */
static struct kc_mcp_run *oldest_idle(struct kc_mcp_runs *runs)
{
    struct kc_mcp_run *best = NULL;

    for (size_t i = 0; i < runs->most; i++) {
        struct kc_mcp_run *run = &runs->slot[i];

        if (!run->bench)
            return run;
        if (run->users == 0 && (!best || run->last_used < best->last_used))
            best = run;
    }
    return best;
}

const char *kc_mcp_runs_add(struct kc_mcp_runs *runs, kc_workbench *bench,
                            char id[KC_MCP_RUN_ID + 1])
{
    kc_workbench *closed = NULL;

    if (!draw_id(id))
        return "the system gives no random numbers for a handle";
    pthread_mutex_lock(&runs->lock);
    struct kc_mcp_run *run = oldest_idle(runs);

    if (run) {
        closed = run->bench;
        run->bench = bench;
        run->last_used = ++runs->clock;
        memcpy(run->id, id, sizeof run->id);
    }
    pthread_mutex_unlock(&runs->lock);
    kc_workbench_free(closed);
    return run ? NULL : "every run is busy: wait for one of the calls in progress, then try again";
}

/* Looks at every byte of every name, so that time tells nothing about names. */
static bool same_id(const struct kc_mcp_run *run, struct kc_str id)
{
    unsigned char differ = 0;

    if (id.length != KC_MCP_RUN_ID)
        return false;
    for (size_t i = 0; i < KC_MCP_RUN_ID; i++)
        differ |= (unsigned char)(run->id[i] ^ id.at[i]);
    return differ == 0;
}

struct kc_mcp_run *kc_mcp_run_hold(struct kc_mcp_runs *runs, struct kc_str id)
{
    struct kc_mcp_run *found = NULL;

    pthread_mutex_lock(&runs->lock);
    for (size_t i = 0; i < runs->most; i++)
        if (runs->slot[i].bench && (runs->only || same_id(&runs->slot[i], id)))
            found = &runs->slot[i];
    if (found) {
        found->users++;
        found->last_used = ++runs->clock;
    }
    pthread_mutex_unlock(&runs->lock);
    if (found)
        pthread_mutex_lock(&found->busy);
    return found;
}

kc_workbench *kc_mcp_run_bench(struct kc_mcp_run *run)
{
    return run->bench;
}

void kc_mcp_run_release(struct kc_mcp_runs *runs, struct kc_mcp_run *run)
{
    pthread_mutex_unlock(&run->busy);
    pthread_mutex_lock(&runs->lock);
    run->users--;
    pthread_mutex_unlock(&runs->lock);
}

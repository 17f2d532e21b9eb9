/* Watching a store: one thread looks whether it changed and renders everything anew. */
#include "view/snapshot.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { LOOK_MS = 500, WAIT_SECONDS = 15 };

const char *const view_part_names[VIEW_PARTS] = {
#define PART(name) #name,
#include "view/parts.def"
};

static void (*const renderers[VIEW_PARTS])(const struct kc_report *r, struct kc_buf *out) = {
#define PART(name) kc_report_##name,
#include "view/parts.def"
};

static struct timespec from_now(int ms)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += (long)(ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

static struct view_snapshot *render(kc_store *store, uint64_t generation)
{
    const struct kc_report_options options = { .run_href = "/run/" };
    struct view_snapshot          *s = kc_alloc(sizeof *s);
    struct kc_arena                arena = { 0 };
    struct kc_report               report;

    s->generation = generation;
    s->users = 1;
    if (kc_report_read(&arena, store, &options, &report)) {
        for (size_t i = 0; i < VIEW_PARTS; i++)
            renderers[i](&report, &s->part[i]);
        kc_report_json(&report, &s->json);
    }
    kc_arena_free(&arena);
    return s;
}

static void free_snapshot(struct view_snapshot *s)
{
    for (size_t i = 0; i < VIEW_PARTS; i++)
        kc_buf_free(&s->part[i]);
    kc_buf_free(&s->json);
    free(s);
}

struct view_snapshot *view_take(struct view_watch *watch)
{
    struct view_snapshot *s;

    pthread_mutex_lock(&watch->lock);
    s = watch->now;
    s->users++;
    pthread_mutex_unlock(&watch->lock);
    return s;
}

void view_drop(struct view_watch *watch, struct view_snapshot *snapshot)
{
    pthread_mutex_lock(&watch->lock);
    const bool last = --snapshot->users == 0;

    pthread_mutex_unlock(&watch->lock);
    if (last)
        free_snapshot(snapshot);
}

static void replace(struct view_watch *watch, struct view_snapshot *newer)
{
    struct view_snapshot *old;

    pthread_mutex_lock(&watch->lock);
    old = watch->now;
    watch->now = newer;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
    view_drop(watch, old);
}

/* Sleeps for a moment; false when the end has come. */
static bool rest(struct view_watch *watch, int ms)
{
    const struct timespec until = from_now(ms);
    bool                  stop;

    pthread_mutex_lock(&watch->lock);
    while (!watch->stop)
        if (pthread_cond_timedwait(&watch->changed, &watch->lock, &until) == ETIMEDOUT)
            break;
    stop = watch->stop;
    pthread_mutex_unlock(&watch->lock);
    return !stop;
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Rendering takes at most half of the time, however large the store is. */
static void *look(void *context)
{
    struct view_watch *watch = context;
    int64_t            seen = kc_store_version(watch->store);
    int                ms = LOOK_MS;

    while (rest(watch, ms)) {
        const int64_t version = kc_store_version(watch->store);
        const double  begin = seconds();

        ms = LOOK_MS;
        if (version == seen)
            continue;
        seen = version;
        replace(watch, render(watch->store, watch->now->generation + 1));
        ms += (int)((seconds() - begin) * 1e3);
    }
    return NULL;
}

bool view_watch_begin(struct view_watch *watch, kc_store *store)
{
    *watch = (struct view_watch){ .store = store };
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->changed, NULL);
    watch->now = render(store, 1);
    return pthread_create(&watch->thread, NULL, look, watch) == 0;
}

void view_watch_stop(struct view_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    watch->stop = true;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
}

void view_watch_free(struct view_watch *watch)
{
    view_drop(watch, watch->now);
    pthread_mutex_destroy(&watch->lock);
    pthread_cond_destroy(&watch->changed);
}

uint64_t view_wait(struct view_watch *watch, uint64_t seen)
{
    const struct timespec until = from_now(WAIT_SECONDS * 1000);
    uint64_t              generation;

    pthread_mutex_lock(&watch->lock);
    while (!watch->stop && watch->now->generation <= seen)
        if (pthread_cond_timedwait(&watch->changed, &watch->lock, &until) == ETIMEDOUT)
            break;
    generation = watch->stop ? 0 : watch->now->generation;
    pthread_mutex_unlock(&watch->lock);
    return generation;
}

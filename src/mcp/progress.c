/* A thread that ticks once a second until it is told to stop. */
#include "mcp/progress.h"

#include <pthread.h>
#include <time.h>

#include "base/arena.h"

struct kc_mcp_progress {
    const struct kc_mcp_message *message;
    struct kc_str                name;
    struct kc_mcp_sink           sink;
    int64_t                      ticks;
    pthread_t                    thread;
    bool                         running, stop;
    pthread_mutex_t              lock;
    pthread_cond_t               wake;
};

static void tick(struct kc_mcp_progress *p)
{
    kc_json      *params = kc_json_object();
    struct kc_buf text = { 0 };

    kc_buf_printf(&text, "%.*s: %lld s", KC_STR(p->name), (long long)p->ticks);
    kc_json_set(params, "progressToken", kc_json_copy(p->message->progress));
    kc_json_set_int(params, "progress", ++p->ticks);
    kc_json_set_str(params, "message", text.text);
    kc_mcp_send_notification("notifications/progress", params, p->sink);
    kc_buf_free(&text);
}

/* Sleeps until the next tick; false when it is time to stop. */
static bool next(struct kc_mcp_progress *p, struct timespec *when)
{
    int status = 0;

    when->tv_sec++;
    pthread_mutex_lock(&p->lock);
    while (!p->stop && status == 0)
        status = pthread_cond_timedwait(&p->wake, &p->lock, when);
    const bool go_on = !p->stop;

    pthread_mutex_unlock(&p->lock);
    return go_on && !atomic_load(&p->message->cancelled);
}

static void *run(void *context)
{
    struct kc_mcp_progress *p = context;
    struct timespec         when;

    clock_gettime(CLOCK_MONOTONIC, &when);
    while (next(p, &when))
        tick(p);
    return NULL;
}

kc_mcp_progress *kc_mcp_progress_start(const struct kc_mcp_message *message, struct kc_str name,
                                       struct kc_mcp_sink sink)
{
    struct kc_mcp_progress *p;
    pthread_condattr_t      attributes;

    if (!message->progress)
        return NULL;
    p = kc_alloc(sizeof *p);
    *p = (struct kc_mcp_progress){ .message = message, .name = name, .sink = sink };
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    tick(p);
    p->running = pthread_create(&p->thread, NULL, run, p) == 0;
    return p;
}

void kc_mcp_progress_stop(kc_mcp_progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_signal(&p->wake);
    pthread_mutex_unlock(&p->lock);
    if (p->running)
        pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->wake);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

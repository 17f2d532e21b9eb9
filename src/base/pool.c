/* The pool: workers take the next index under one lock; a run ends when all indices are done. */
#include "base/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/arena.h"

struct kc_pool {
    pthread_mutex_t lock;
    pthread_cond_t  work, done;
    pthread_t      *threads;
    unsigned        count;
    bool            closing;
    void (*job)(void *, size_t);
    void  *context;
    size_t next, total, finished;
};

static void *worker(void *argument)
{
    kc_pool *pool = argument;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->closing && pool->next == pool->total)
            pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->closing)
            break;
        const size_t index = pool->next++;

        pthread_mutex_unlock(&pool->lock);
        pool->job(pool->context, index);
        pthread_mutex_lock(&pool->lock);
        if (++pool->finished == pool->total)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

kc_pool *kc_pool_new(unsigned threads)
{
    kc_pool   *pool = kc_alloc(sizeof *pool);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    pool->count = threads ? threads : online > 0 ? (unsigned)online : 1;
    pool->threads = kc_alloc(pool->count * sizeof *pool->threads);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (unsigned i = 0; i < pool->count; i++)
        if (pthread_create(&pool->threads[i], NULL, worker, pool) != 0) {
            pool->count = i;
            break;
        }
    return pool;
}

unsigned kc_pool_threads(const kc_pool *pool)
{
    return pool->count;
}

void kc_pool_run(kc_pool *pool, size_t count, void (*job)(void *context, size_t index),
                 void *context)
{
    if (pool->count == 0) { /* no thread could be started: do it here */
        for (size_t i = 0; i < count; i++)
            job(context, i);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->context = context;
    pool->next = pool->finished = 0;
    pool->total = count;
    pthread_cond_broadcast(&pool->work);
    while (pool->finished < pool->total)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->next = pool->total = pool->finished = 0;
    pthread_mutex_unlock(&pool->lock);
}

void kc_pool_free(kc_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    free(pool->threads);
    free(pool);
}

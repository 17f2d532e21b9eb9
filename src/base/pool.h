/* base/pool.h: a thread pool for independent jobs.
 *
 * Jobs run in any order on any thread; the caller waits for all of them.  A job must not submit.
 */
#ifndef KC_BASE_POOL_H
#define KC_BASE_POOL_H

#include <stddef.h>

typedef struct kc_pool kc_pool;

/* threads == 0: one per processor. */
kc_pool *kc_pool_new(unsigned threads);
unsigned kc_pool_threads(const kc_pool *pool);

/* Calls job(context, i) once for each i < count and returns when all have finished. */
void kc_pool_run(kc_pool *pool, size_t count, void (*job)(void *context, size_t index),
                 void *context);

/* Waits for nothing: no run may be in progress. */
void kc_pool_free(kc_pool *pool);

#endif

/* The pool: every index exactly once, again and again, on any number of threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/pool.h"
#include "testing.h"

TestSuite(pool, .timeout = 30);

struct tally {
    atomic_uint *calls;
    size_t       count;
    atomic_uint  outside; /* calls with an index that does not exist */
};

static void tally_job(void *context, size_t index)
{
    struct tally *t = context;

    if (index < t->count)
        atomic_fetch_add(&t->calls[index], 1);
    else
        atomic_fetch_add(&t->outside, 1);
}

static void expect_all_once(kc_pool *pool, size_t count)
{
    struct tally t = { .calls = kc_alloc(count * sizeof *t.calls), .count = count };

    kc_pool_run(pool, count, tally_job, &t);
    cr_expect_eq(atomic_load(&t.outside), 0);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(atomic_load(&t.calls[i]), 1, "index %zu of %zu ran %u times, %u threads", i,
                     count, atomic_load(&t.calls[i]), kc_pool_threads(pool));
    free(t.calls);
}

Test(pool, every_index_exactly_once)
{
    static const unsigned threads[] = { 1, 2, 3, 8, 33 };
    static const size_t   counts[] = { 0, 1, 2, 3, 7, 64, 1000, 50000 };

    for (size_t t = 0; t < KC_COUNT(threads); t++) {
        kc_pool *pool = kc_pool_new(threads[t]);

        cr_expect_eq(kc_pool_threads(pool), threads[t]);
        for (size_t c = 0; c < KC_COUNT(counts); c++)
            expect_all_once(pool, counts[c]);
        kc_pool_free(pool);
    }
}

Test(pool, repeated_runs)
{
    kc_pool *pool = kc_pool_new(4);

    for (size_t run = 0; run < 2000; run++)
        expect_all_once(pool, run % 9);
    kc_pool_free(pool);
}

Test(pool, more_threads_than_jobs)
{
    kc_pool *pool = kc_pool_new(16);

    for (int run = 0; run < 200; run++)
        expect_all_once(pool, 2);
    kc_pool_free(pool);
}

Test(pool, no_number_means_one_thread_per_processor)
{
    kc_pool *pool = kc_pool_new(0);

    cr_expect_geq(kc_pool_threads(pool), 1);
    expect_all_once(pool, 100);
    kc_pool_free(pool);
}

static void slow_job(void *context, size_t index)
{
    usleep((useconds_t)(index % 5) * 1000);
    atomic_fetch_add((atomic_size_t *)context, index + 1);
}

/* The sum is read without a lock right after the run: all jobs must be over. */
Test(pool, a_run_returns_when_all_have_finished)
{
    kc_pool *pool = kc_pool_new(5);

    for (int run = 0; run < 10; run++) {
        atomic_size_t sum = 0;

        kc_pool_run(pool, 20, slow_job, &sum);
        cr_expect_eq(atomic_load(&sum), 210, "run %d", run);
    }
    kc_pool_free(pool);
}

static void meeting_job(void *context, size_t index)
{
    (void)index;
    pthread_barrier_wait(context);
}

/* Four jobs that wait for each other end only when they run at the same time. */
Test(pool, jobs_run_at_the_same_time)
{
    pthread_barrier_t barrier;
    kc_pool          *pool = kc_pool_new(4);

    pthread_barrier_init(&barrier, NULL, 4);
    kc_pool_run(pool, 4, meeting_job, &barrier);
    kc_pool_run(pool, 8, meeting_job, &barrier);
    pthread_barrier_destroy(&barrier);
    kc_pool_free(pool);
}

struct other_run {
    kc_pool      *pool;
    atomic_size_t sum;
};

static void *run_other(void *argument)
{
    struct other_run *other = argument;

    for (int run = 0; run < 50; run++)
        kc_pool_run(other->pool, 20, slow_job, &other->sum);
    return NULL;
}

Test(pool, two_pools_do_not_disturb_each_other)
{
    struct other_run other = { .pool = kc_pool_new(2) };
    kc_pool         *pool = kc_pool_new(2);
    pthread_t        thread;

    cr_assert_eq(pthread_create(&thread, NULL, run_other, &other), 0);
    for (int run = 0; run < 50; run++)
        expect_all_once(pool, 100);
    pthread_join(thread, NULL);
    cr_expect_eq(atomic_load(&other.sum), 50 * 210);
    kc_pool_free(pool);
    kc_pool_free(other.pool);
}

Test(pool, unused_and_absent_pools_can_be_freed)
{
    kc_pool_free(kc_pool_new(3));
    kc_pool_free(NULL);
}

/* Events and evaluations of runs: appended, never changed. */
#include <inttypes.h>
#include <string.h>

#include "store/db.h"

static const char *const kind_names[] = {
    [KC_EVENT_PROMPT] = "prompt",   [KC_EVENT_REQUEST] = "request", [KC_EVENT_ANSWER] = "answer",
    [KC_EVENT_REPLIES] = "replies", [KC_EVENT_NUDGE] = "nudge",     [KC_EVENT_ERROR] = "error",
    [KC_EVENT_END] = "end",
};

const char *kc_event_kind_name(enum kc_event_kind kind)
{
    return (size_t)kind < KC_COUNT(kind_names) ? kind_names[kind] : "unknown";
}

static bool find_kind(const char *name, enum kc_event_kind *kind)
{
    for (size_t i = 0; i < KC_COUNT(kind_names); i++)
        if (strcmp(kind_names[i], name) == 0) {
            *kind = (enum kc_event_kind)i;
            return true;
        }
    return false;
}

/* ---- appending ---------------------------------------------------------------------------- */

bool db_event_add(kc_store *store, int64_t run, const struct kc_event *event, const char *body)
{
    sqlite3_stmt *s = db_sql(store, SQL_EVENT_ADD);

    sqlite3_bind_int64(s, 1, run);
    sqlite3_bind_int64(s, 2, event->seq);
    db_bind(s, 3, kc_event_kind_name(event->kind));
    sqlite3_bind_double(s, 4, event->time);
    db_bind(s, 5, body);
    return db_run(store, s);
}

bool db_evaluation_add(kc_store *store, int64_t run, uint32_t seq, uint32_t place,
                       const struct kc_evaluation *e, const char *kernel)
{
    sqlite3_stmt *s = db_sql(store, SQL_EVALUATION_ADD);

    sqlite3_bind_int64(s, 1, run);
    sqlite3_bind_int64(s, 2, seq);
    sqlite3_bind_int64(s, 3, place);
    sqlite3_bind_int64(s, 4, e->call);
    db_bind(s, 5, kernel);
    db_bind(s, 6, e->verdict);
    sqlite3_bind_int64(s, 7, e->cycles < INT64_MAX ? (int64_t)e->cycles : INT64_MAX);
    sqlite3_bind_double(s, 8, e->match_rate);
    sqlite3_bind_double(s, 9, e->paper_match_rate);
    sqlite3_bind_double(s, 10, e->mse);
    return db_run(store, s);
}

/* The only number that the statement returns for the run. */
static bool number_of_run(kc_store *store, enum kc_sql which, int64_t run, double *value)
{
    sqlite3_stmt *s = db_sql(store, which);
    bool          good;

    sqlite3_bind_int64(s, 1, run);
    const bool found = db_row(store, s, &good);

    *value = found ? sqlite3_column_double(s, 0) : 0;
    sqlite3_reset(s);
    if (good && !found)
        return db_fail(store, "there is no run %" PRId64 " in '%s'", run, store->path);
    return good;
}

/* A run begins with its first event and ends with an end, until something follows. */
static bool note_times(kc_store *store, int64_t run, const struct kc_event *event)
{
    double began;

    return number_of_run(store, SQL_RUN_BEGAN, run, &began) &&
           db_run_times(store, run, began > 0 ? began : event->time,
                        event->kind == KC_EVENT_END ? event->time : 0);
}

static bool append_event(kc_store *store, int64_t run, enum kc_event_kind kind, struct kc_str body,
                         uint32_t *seq)
{
    struct kc_event event = { .kind = kind, .time = db_now() };
    char            hash[33];
    double          next;

    if (!note_times(store, run, &event) || !number_of_run(store, SQL_EVENT_NEXT, run, &next))
        return false;
    if (!(next >= 1 && next < UINT32_MAX))
        return db_fail(store, "'%s' is damaged: run %" PRId64 " has an event %.0f", store->path,
                       run, next - 1);
    *seq = event.seq = (uint32_t)next;
    return db_put(store, body, hash) && db_event_add(store, run, &event, hash);
}

static bool append_evaluations(kc_store *store, int64_t run, uint32_t seq,
                               const struct kc_evaluation *evaluations, size_t count)
{
    char hash[33];

    for (size_t i = 0; i < count; i++)
        if (!db_put(store, evaluations[i].kernel, hash) ||
            !db_evaluation_add(store, run, seq, (uint32_t)i, &evaluations[i], hash))
            return false;
    return true;
}

bool kc_store_append(kc_store *store, int64_t run, enum kc_event_kind kind, struct kc_str body,
                     const struct kc_evaluation *evaluations, size_t evaluation_count,
                     const struct kc_run_sum *sum)
{
    uint32_t seq = 0;
    bool     good;

    pthread_mutex_lock(&store->mutex);
    good = db_begin(store) &&
           db_end(store, append_event(store, run, kind, body, &seq) &&
                             append_evaluations(store, run, seq, evaluations, evaluation_count) &&
                             (!sum || db_run_sum(store, run, sum)));
    pthread_mutex_unlock(&store->mutex);
    return good;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* The next place of a list that grows in an arena. */
static void *grown(struct kc_arena *arena, void *list, size_t size, size_t count)
{
    if (count & (count - 1))
        return list; /* capacities are powers of two */
    char *copy = kc_arena_alloc(arena, size * (count ? 2 * count : 1));

    if (count)
        memcpy(copy, list, size * count);
    return copy;
}

static bool read_event(kc_store *store, struct kc_arena *arena, sqlite3_stmt *s, int64_t run,
                       struct kc_event *event)
{
    const char *kind = db_text(arena, s, 1);

    event->seq = db_u32(s, 0);
    event->time = db_real(s, 2);
    event->body = kc_str_from(db_text(arena, s, 3));
    return find_kind(kind, &event->kind) ||
           db_fail(store, "'%s' is damaged: run %" PRId64 " has an event of kind '%.40s'",
                   store->path, run, kind);
}

bool db_events(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_event **events,
               size_t *count)
{
    sqlite3_stmt *s = db_sql(store, SQL_EVENT_ALL);
    bool          good = true;

    *events = NULL;
    *count = 0;
    sqlite3_bind_int64(s, 1, run);
    while (good && db_row(store, s, &good)) {
        *events = grown(arena, *events, sizeof **events, *count);
        good = read_event(store, arena, s, run, &(*events)[*count]);
        if (good && (*events)[*count].seq != *count + 1)
            good = db_fail(store, "'%s' is damaged: run %" PRId64 " lacks its event %zu",
                           store->path, run, *count + 1);
        *count += 1;
    }
    sqlite3_reset(s);
    return good;
}

static bool read_bodies(kc_store *store, struct kc_arena *arena, int64_t run,
                        struct kc_event *events, size_t count)
{
    size_t total = 0;

    for (size_t i = 0; i < count; i++) {
        if (!db_body(store, arena, events[i].body.at, &events[i].body))
            return false;
        if ((total += events[i].body.length) > KC_RUN_LIMIT)
            return db_fail(store, "the events of run %" PRId64 " in '%s' are larger than %d MiB",
                           run, store->path, KC_RUN_LIMIT >> 20);
    }
    return true;
}

bool kc_store_events(kc_store *store, struct kc_arena *arena, int64_t run,
                     const struct kc_event **events, size_t *count)
{
    struct kc_event *list = NULL;

    *count = 0;
    pthread_mutex_lock(&store->mutex);
    const bool good =
        db_begin_read(store) && db_end(store, db_events(store, arena, run, &list, count) &&
                                                  read_bodies(store, arena, run, list, *count));

    pthread_mutex_unlock(&store->mutex);
    *events = good ? list : NULL;
    *count = good ? *count : 0;
    return good;
}

bool db_evaluations(kc_store *store, struct kc_arena *arena, int64_t run,
                    const struct kc_evaluation_row **rows, size_t *count)
{
    sqlite3_stmt             *s = db_sql(store, SQL_EVALUATION_ALL);
    struct kc_evaluation_row *list = NULL;
    bool                      good = true;

    *count = 0;
    sqlite3_bind_int64(s, 1, run);
    while (good && db_row(store, s, &good)) {
        list = grown(arena, list, sizeof *list, *count);
        list[(*count)++] = (struct kc_evaluation_row){
            .seq = db_u32(s, 0),
            .call = db_u32(s, 1),
            .kernel = db_text(arena, s, 2),
            .verdict = db_text(arena, s, 3),
            .cycles = db_u64(s, 4),
            .match_rate = db_real(s, 5),
            .paper_match_rate = db_real(s, 6),
            .mse = db_real(s, 7),
        };
    }
    *rows = list;
    return good;
}

bool kc_store_evaluations(kc_store *store, struct kc_arena *arena, int64_t run,
                          const struct kc_evaluation_row **rows, size_t *count)
{
    pthread_mutex_lock(&store->mutex);
    const bool good = db_evaluations(store, arena, run, rows, count);

    pthread_mutex_unlock(&store->mutex);
    return good;
}

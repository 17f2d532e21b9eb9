/* Merging: the same result whatever the order, and the same again when repeated. */
#include <inttypes.h>
#include <string.h>

#include "store/db.h"

struct merge {
    kc_store            *to, *from;
    struct kc_arena     *arena; /* of one run */
    struct kc_merge_sum *sum;
    struct {
        int64_t from, to;
    }     *campaigns; /* in order of from */
    size_t campaign_count;
};

/* A failure of the other store, told by this one. */
static bool fail_from(struct merge *m)
{
    return db_fail(m->to, "%s", db_error(m->from));
}

/* ---- campaigns ---------------------------------------------------------------------------- */

/* Where the two tell different stories of a campaign, the lesser text stays: any rule that does not
 * look at the order will do. */
static bool settle_campaign(kc_store *to, int64_t id, const char *agent, const char *about,
                            double made)
{
    sqlite3_stmt *less = db_sql(to, SQL_CAMPAIGN_LESS), *earlier = db_sql(to, SQL_CAMPAIGN_MADE);

    sqlite3_bind_int64(less, 1, id);
    db_bind(less, 2, agent);
    db_bind(less, 3, about);
    sqlite3_bind_int64(earlier, 1, id);
    sqlite3_bind_double(earlier, 2, made);
    return db_run(to, less) && db_run(to, earlier);
}

static bool merge_campaign(struct merge *m, sqlite3_stmt *s)
{
    const char   *key = db_text(m->arena, s, 1), *agent = db_text(m->arena, s, 2);
    const char   *about = db_text(m->arena, s, 3);
    const double  made = sqlite3_column_double(s, 4);
    const int64_t id = db_campaign(m->to, key, agent, kc_str_from(about), made);

    if (id < 0 || !settle_campaign(m->to, id, agent, about, made))
        return false;
    m->campaigns = kc_realloc(m->campaigns, (m->campaign_count + 1) * sizeof *m->campaigns);
    m->campaigns[m->campaign_count].from = sqlite3_column_int64(s, 0);
    m->campaigns[m->campaign_count++].to = id;
    return true;
}

static bool merge_campaigns(struct merge *m)
{
    sqlite3_stmt *s = db_sql(m->from, SQL_CAMPAIGN_ALL);
    bool          good = true, read = true;

    while (good && db_row(m->from, s, &read))
        good = merge_campaign(m, s);
    sqlite3_reset(s);
    return good && (read || fail_from(m));
}

static int64_t campaign_here(const struct merge *m, int64_t from)
{
    for (size_t i = 0; i < m->campaign_count; i++)
        if (m->campaigns[i].from == from)
            return m->campaigns[i].to;
    return -1;
}

/* ---- which of two runs -------------------------------------------------------------------- */

static int progress(enum kc_run_status status)
{
    switch (status) {
    case KC_RUN_NEW:
        return 0;
    case KC_RUN_RUNNING:
        return 1;
    case KC_RUN_PROVIDER_ERROR:
        return 2;
    default:
        return 3;
    }
}

/* A hash of all that a run did and came to. */
static bool digest(kc_store *store, struct kc_arena *arena, const struct kc_run_row *row,
                   char hash[33])
{
    struct kc_event *events;
    size_t           count;
    struct kc_buf    all = { 0 };
    kc_json         *object = kc_json_object();
    const bool       good = db_events(store, arena, row->id, &events, &count);

    db_json_run(object, &(struct kc_run_row){ .what = row->what, .sum = row->sum }, true);
    kc_json_print(object, &all, false);
    kc_json_free(object);
    for (size_t i = 0; good && i < count; i++)
        kc_buf_printf(&all, "%s %.17g %s\n", kc_event_kind_name(events[i].kind), events[i].time,
                      events[i].body.at);
    kc_content_hash((struct kc_str){ all.text, all.length }, hash);
    kc_buf_free(&all);
    return good;
}

/* Whether theirs is to replace ours. */
static bool got_further(struct merge *m, const struct kc_run_row *theirs,
                        const struct kc_run_row *ours, bool *good)
{
    const int a = progress(theirs->sum.status), b = progress(ours->sum.status);
    char      their_hash[33], our_hash[33];

    if (a != b)
        return a > b;
    if (theirs->events != ours->events)
        return theirs->events > ours->events;
    *good = (digest(m->from, m->arena, theirs, their_hash) || fail_from(m)) &&
            digest(m->to, m->arena, ours, our_hash);
    return *good && strcmp(their_hash, our_hash) > 0;
}

/* ---- copying ------------------------------------------------------------------------------ */

/* Contents are checked on their way. */
static bool copy_content(struct merge *m, const char *hash)
{
    struct kc_arena arena = { 0 };
    struct kc_str   text;
    char            same[33];
    const bool      read = db_body(m->from, &arena, hash, &text) || fail_from(m);
    const bool      good = read && db_put(m->to, text, same);

    kc_arena_free(&arena);
    return good;
}

static bool copy_events(struct merge *m, int64_t from, int64_t to)
{
    struct kc_event *events;
    size_t           count;

    if (!db_events(m->from, m->arena, from, &events, &count))
        return fail_from(m);
    for (size_t i = 0; i < count; i++)
        if (!copy_content(m, events[i].body.at) ||
            !db_event_add(m->to, to, &events[i], events[i].body.at))
            return false;
    return true;
}

static bool copy_evaluations(struct merge *m, int64_t from, int64_t to)
{
    const struct kc_evaluation_row *rows;
    size_t                          count;

    if (!db_evaluations(m->from, m->arena, from, &rows, &count))
        return fail_from(m);
    for (size_t i = 0; i < count; i++) {
        const struct kc_evaluation e = { .call = rows[i].call,
                                         .verdict = rows[i].verdict,
                                         .cycles = rows[i].cycles,
                                         .match_rate = rows[i].match_rate,
                                         .paper_match_rate = rows[i].paper_match_rate,
                                         .mse = rows[i].mse };

        if (!copy_content(m, rows[i].kernel) ||
            !db_evaluation_add(m->to, to, rows[i].seq, (uint32_t)i, &e, rows[i].kernel))
            return false;
    }
    return true;
}

/* The best kernel may be known by its hash alone. */
static bool copy_kernel(struct merge *m, const char *hash)
{
    struct kc_str text;
    char          same[33];

    if (!*hash)
        return true;
    if (!db_content(m->from, m->arena, hash, &text))
        return fail_from(m);
    return !text.at || db_put(m->to, text, same);
}

static bool copy_run(struct merge *m, const struct kc_run_row *row, int64_t to)
{
    return db_run_forget(m->to, to) && db_run_sum(m->to, to, &row->sum) &&
           db_run_times(m->to, to, row->began, row->ended) && copy_events(m, row->id, to) &&
           copy_evaluations(m, row->id, to) && copy_kernel(m, row->sum.kernel);
}

static bool copy_members(struct merge *m, int64_t from, int64_t to)
{
    sqlite3_stmt *s = db_sql(m->from, SQL_MEMBER_OF);
    bool          good = true, read = true;

    sqlite3_bind_int64(s, 1, from);
    while (good && db_row(m->from, s, &read)) {
        const int64_t campaign = campaign_here(m, sqlite3_column_int64(s, 0));

        good = campaign < 0 || db_run_join(m->to, campaign, to);
    }
    sqlite3_reset(s);
    return good && (read || fail_from(m));
}

/* ---- runs --------------------------------------------------------------------------------- */

static bool add_run(struct merge *m, const struct kc_run_row *row, int64_t *id)
{
    const int64_t campaign = campaign_here(m, row->campaign);

    if (campaign < 0)
        return db_fail(m->to, "'%s' is damaged: run %" PRId64 " belongs to no campaign",
                       m->from->path, row->id);
    *id = db_run_add(m->to, campaign, &row->what);
    m->sum->added++;
    return *id > 0 && db_run_join(m->to, campaign, *id) && copy_run(m, row, *id);
}

static bool meet_run(struct merge *m, const struct kc_run_row *row, int64_t id)
{
    struct kc_run_row ours;
    bool              good;

    if (!db_run_get(m->to, m->arena, id, &ours, &good))
        return false;
    const bool replace = got_further(m, row, &ours, &good);

    *(replace ? &m->sum->replaced : &m->sum->kept) += 1;
    return good && (!replace || copy_run(m, row, id));
}

static bool merge_run(struct merge *m, const struct kc_run_row *row)
{
    char identity[33];

    db_identity(&row->what, identity); /* not as stored: strangers may lie */
    int64_t id = db_run_find(m->to, identity);

    if (id < 0)
        return false;
    return (id ? meet_run(m, row, id) : add_run(m, row, &id)) && copy_members(m, row->id, id);
}

static bool merge_runs(struct merge *m)
{
    struct kc_arena    arena = { 0 };
    struct kc_run_list list;
    bool good = db_run_list(m->from, &arena, db_sql(m->from, SQL_RUN_ALL), &list) || fail_from(m);

    for (size_t i = 0; good && i < list.count; i++) {
        good = merge_run(m, &list.rows[i]);
        kc_arena_free(m->arena);
    }
    kc_arena_free(&arena);
    return good;
}

static bool merge_all(struct merge *m)
{
    if (!db_begin(m->to))
        return false;
    bool good = db_begin_read(m->from) || fail_from(m);

    good = good && merge_campaigns(m) && merge_runs(m);
    db_end(m->from, good);
    return db_end(m->to, good);
}

bool kc_store_merge(kc_store *store, kc_store *from, struct kc_merge_sum *sum)
{
    struct kc_arena     arena = { 0 };
    struct kc_merge_sum done = { 0 };
    struct merge        m = { .to = store, .from = from, .arena = &arena, .sum = &done };
    kc_store           *first = store < from ? store : from;

    if (store == from) {
        pthread_mutex_lock(&store->mutex);
        db_fail(store, "'%s' cannot be merged into itself", store->path);
        pthread_mutex_unlock(&store->mutex);
        return false;
    }
    pthread_mutex_lock(&first->mutex); /* always in the same order */
    pthread_mutex_lock(first == store ? &from->mutex : &store->mutex);
    const bool good = merge_all(&m);

    pthread_mutex_unlock(&from->mutex);
    pthread_mutex_unlock(&store->mutex);
    kc_arena_free(&arena);
    free(m.campaigns);
    sum->added += good ? done.added : 0;
    sum->replaced += good ? done.replaced : 0;
    sum->kept += good ? done.kept : 0;
    return good;
}

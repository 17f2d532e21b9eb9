/* Campaigns and runs: who made them, what they came to. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "store/db.h"

/* ---- names -------------------------------------------------------------------------------- */

static const char *const status_names[] = {
    [KC_RUN_NEW] = "new",
    [KC_RUN_RUNNING] = "running",
    [KC_RUN_SOLVED] = "solved",
    [KC_RUN_FAILED] = "failed",
    [KC_RUN_STOPPED_EARLY] = "stopped_early",
    [KC_RUN_BUDGET_SPENT] = "budget_spent",
    [KC_RUN_UNSUPPORTED] = "unsupported",
    [KC_RUN_PROVIDER_ERROR] = "provider_error",
};

const char *kc_run_status_name(enum kc_run_status status)
{
    return (size_t)status < KC_COUNT(status_names) ? status_names[status] : "unknown";
}

static bool find_status(const char *name, enum kc_run_status *status)
{
    for (size_t i = 0; i < KC_COUNT(status_names); i++)
        if (strcmp(status_names[i], name) == 0) {
            *status = (enum kc_run_status)i;
            return true;
        }
    return false;
}

const char *kc_run_name(struct kc_arena *arena, const struct kc_run_id *id)
{
    return kc_arena_printf(arena, "%s/%s/%s/%s/%" PRIu32, id->agent, id->platform, id->task,
                           id->config, id->repeat);
}

/* Fields are set apart by a character that none of them holds. */
void db_identity(const struct kc_run_id *id, char hash[33])
{
    const char   *texts[] = { id->agent, id->platform, id->task, id->config, id->settings };
    struct kc_buf all = { 0 };

    for (size_t i = 0; i < KC_COUNT(texts); i++) {
        kc_buf_puts(&all, texts[i] ? texts[i] : "");
        kc_buf_add(&all, "", 1);
    }
    kc_buf_printf(&all, "%" PRIu32 " %" PRIu32, id->level, id->repeat);
    kc_content_hash((struct kc_str){ all.text, all.length }, hash);
    kc_buf_free(&all);
}

double db_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- campaigns ---------------------------------------------------------------------------- */

/* The id in the first column of the statement's only row; 0 without one, negative on failure. */
static int64_t only_id(kc_store *store, sqlite3_stmt *s)
{
    bool          good;
    const bool    found = db_row(store, s, &good);
    const int64_t id = found ? sqlite3_column_int64(s, 0) : 0;

    sqlite3_reset(s);
    if (found && id <= 0)
        good = db_fail(store, "'%s' is damaged: an id is %" PRId64, store->path, id);
    return good ? id : -1;
}

int64_t db_campaign(kc_store *store, const char *key, const char *agent, struct kc_str about,
                    double made)
{
    sqlite3_stmt *s = db_sql(store, SQL_CAMPAIGN_FIND);

    db_bind(s, 1, key);
    const int64_t id = only_id(store, s);

    if (id != 0)
        return id;
    s = db_sql(store, SQL_CAMPAIGN_ADD);
    db_bind(s, 1, key);
    db_bind(s, 2, agent);
    sqlite3_bind_text64(s, 3, about.at ? about.at : "", about.length, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_double(s, 4, made);
    return db_run(store, s) ? sqlite3_last_insert_rowid(store->db) : -1;
}

int64_t kc_store_campaign(kc_store *store, const char *key, const char *agent, struct kc_str about)
{
    int64_t id = -1;

    pthread_mutex_lock(&store->mutex);
    if (db_begin(store)) {
        id = db_campaign(store, key, agent, about, db_now());
        id = db_end(store, id > 0) ? id : -1;
    }
    pthread_mutex_unlock(&store->mutex);
    return id;
}

bool kc_store_campaigns(kc_store *store, struct kc_arena *arena,
                        const struct kc_campaign_row **rows, size_t *count)
{
    struct kc_campaign_row *list = NULL;
    size_t                  used = 0, capacity = 0;
    bool                    good;

    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *s = db_sql(store, SQL_CAMPAIGN_ALL);

    while (db_row(store, s, &good)) {
        if (used == capacity) {
            capacity = capacity ? 2 * capacity : 8;
            struct kc_campaign_row *more = kc_arena_array(arena, struct kc_campaign_row, capacity);

            if (used)
                memcpy(more, list, used * sizeof *more);
            list = more;
        }
        list[used++] =
            (struct kc_campaign_row){ sqlite3_column_int64(s, 0), db_text(arena, s, 1),
                                      db_text(arena, s, 2), db_text(arena, s, 3), db_real(s, 4) };
    }
    sqlite3_reset(s);
    pthread_mutex_unlock(&store->mutex);
    *rows = list;
    *count = used;
    return good;
}

/* ---- making runs -------------------------------------------------------------------------- */

int64_t db_run_find(kc_store *store, const char *identity)
{
    sqlite3_stmt *s = db_sql(store, SQL_RUN_FIND);

    db_bind(s, 1, identity);
    return only_id(store, s);
}

int64_t db_run_add(kc_store *store, int64_t campaign, const struct kc_run_id *id)
{
    sqlite3_stmt *s = db_sql(store, SQL_RUN_ADD);
    char          identity[33];

    db_identity(id, identity);
    db_bind(s, 1, identity);
    sqlite3_bind_int64(s, 2, campaign);
    db_bind(s, 3, id->agent);
    db_bind(s, 4, id->platform);
    db_bind(s, 5, id->task);
    db_bind(s, 6, id->config);
    sqlite3_bind_int64(s, 7, id->level);
    sqlite3_bind_int64(s, 8, id->repeat);
    db_bind(s, 9, id->settings);
    return db_run(store, s) ? sqlite3_last_insert_rowid(store->db) : -1;
}

bool db_run_join(kc_store *store, int64_t campaign, int64_t run)
{
    sqlite3_stmt *s = db_sql(store, SQL_MEMBER_ADD);

    sqlite3_bind_int64(s, 1, campaign);
    sqlite3_bind_int64(s, 2, run);
    return db_run(store, s);
}

static int64_t find_or_add(kc_store *store, int64_t campaign, const struct kc_run_id *id)
{
    char identity[33];

    db_identity(id, identity);
    int64_t run = db_run_find(store, identity);

    if (run == 0)
        run = db_run_add(store, campaign, id);
    return run > 0 && db_run_join(store, campaign, run) ? run : -1;
}

int64_t kc_store_run(kc_store *store, int64_t campaign, const struct kc_run_id *id)
{
    int64_t run = -1;

    pthread_mutex_lock(&store->mutex);
    if (db_begin(store)) {
        run = find_or_add(store, campaign, id);
        run = db_end(store, run > 0) ? run : -1;
    }
    pthread_mutex_unlock(&store->mutex);
    return run;
}

/* ---- what they came to -------------------------------------------------------------------- */

static int64_t clamped(uint64_t value)
{
    return value < INT64_MAX ? (int64_t)value : INT64_MAX;
}

/* A statement that must change exactly one run. */
static bool change_run(kc_store *store, sqlite3_stmt *s, int64_t run)
{
    if (!db_run(store, s))
        return false;
    return sqlite3_changes(store->db) == 1 ||
           db_fail(store, "there is no run %" PRId64 " in '%s'", run, store->path);
}

bool db_run_sum(kc_store *store, int64_t run, const struct kc_run_sum *sum)
{
    sqlite3_stmt *s = db_sql(store, SQL_RUN_SUM);
    int           at = 1;

    db_bind(s, at++, kc_run_status_name(sum->status));
#define BIND_U64(value)        sqlite3_bind_int64(s, at++, clamped(value))
#define BIND_U32(value)        sqlite3_bind_int64(s, at++, value)
#define BIND_I64(value)        sqlite3_bind_int64(s, at++, value)
#define BIND_REAL(value)       sqlite3_bind_double(s, at++, value)
#define BIND_TIME(value)       sqlite3_bind_double(s, at++, value)
#define BIND_COST(value)       sqlite3_bind_double(s, at++, value)
#define BIND_TEXT(value)       db_bind(s, at++, value)
#define BIND_HASH(value)       db_bind(s, at++, value)
#define BIND_FIELD(kind, name) BIND_##kind(sum->name);
    KC_SUM_FIELDS(BIND_FIELD)
    sqlite3_bind_int64(s, at, run);
    return change_run(store, s, run);
}

bool kc_store_sum(kc_store *store, int64_t run, const struct kc_run_sum *sum)
{
    pthread_mutex_lock(&store->mutex);
    const bool good = db_begin(store) && db_end(store, db_run_sum(store, run, sum));

    pthread_mutex_unlock(&store->mutex);
    return good;
}

bool db_run_times(kc_store *store, int64_t run, double began, double ended)
{
    sqlite3_stmt *s = db_sql(store, SQL_RUN_TIMES);

    sqlite3_bind_double(s, 1, began);
    sqlite3_bind_double(s, 2, ended);
    sqlite3_bind_int64(s, 3, run);
    return change_run(store, s, run);
}

bool db_run_forget(kc_store *store, int64_t run)
{
    static const struct kc_run_sum nothing;
    sqlite3_stmt                  *evaluations = db_sql(store, SQL_EVALUATION_DROP);
    sqlite3_stmt                  *events = db_sql(store, SQL_EVENT_DROP);

    sqlite3_bind_int64(evaluations, 1, run);
    sqlite3_bind_int64(events, 1, run);
    return db_run(store, evaluations) && db_run(store, events) &&
           db_run_sum(store, run, &nothing) && db_run_times(store, run, 0, 0);
}

bool kc_store_forget(kc_store *store, int64_t run)
{
    pthread_mutex_lock(&store->mutex);
    const bool good = db_begin(store) && db_end(store, db_run_forget(store, run));

    pthread_mutex_unlock(&store->mutex);
    return good;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void read_sum(struct kc_arena *arena, sqlite3_stmt *s, int at, struct kc_run_sum *sum)
{
#define READ_U64(name)         sum->name = db_u64(s, at++)
#define READ_U32(name)         sum->name = db_u32(s, at++)
#define READ_I64(name)         sum->name = sqlite3_column_int64(s, at++)
#define READ_REAL(name)        sum->name = db_real(s, at++)
#define READ_TIME(name)        sum->name = db_real(s, at++)
#define READ_COST(name)        sum->name = db_real(s, at++)
#define READ_TEXT(name)        sum->name = db_text(arena, s, at++)
#define READ_HASH(name)        snprintf(sum->name, sizeof sum->name, "%s", db_text(arena, s, at++))
#define READ_FIELD(kind, name) READ_##kind(name);
    KC_SUM_FIELDS(READ_FIELD)
}

/* The columns in the order of RUN_COLUMNS. */
static bool read_row(kc_store *store, struct kc_arena *arena, sqlite3_stmt *s,
                     struct kc_run_row *row)
{
    *row = (struct kc_run_row){
        .id = sqlite3_column_int64(s, 0),
        .campaign = sqlite3_column_int64(s, 1),
        .what = { .agent = db_text(arena, s, 2),
                  .platform = db_text(arena, s, 3),
                  .task = db_text(arena, s, 4),
                  .config = db_text(arena, s, 5),
                  .level = db_u32(s, 6),
                  .repeat = db_u32(s, 7),
                  .settings = db_text(arena, s, 8) },
        .began = db_real(s, 9),
        .ended = db_real(s, 10),
        .events = db_u32(s, 11),
    };
    read_sum(arena, s, 13, &row->sum);
    const char *status = db_text(arena, s, 12);

    return find_status(status, &row->sum.status) ||
           db_fail(store, "'%s' is damaged: run %" PRId64 " has a status '%.40s'", store->path,
                   row->id, status);
}

bool db_run_get(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_run_row *row,
                bool *good)
{
    sqlite3_stmt *s = db_sql(store, SQL_RUN_GET);

    sqlite3_bind_int64(s, 1, run);
    const bool found = db_row(store, s, good);

    if (found)
        *good = read_row(store, arena, s, row);
    sqlite3_reset(s);
    return found && *good;
}

bool kc_store_get(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_run_row *row)
{
    bool good;

    pthread_mutex_lock(&store->mutex);
    const bool found = db_run_get(store, arena, run, row, &good);

    if (good && !found)
        db_fail(store, "there is no run %" PRId64 " in '%s'", run, store->path);
    pthread_mutex_unlock(&store->mutex);
    return found;
}

static struct kc_run_row *next_place(struct kc_arena *arena, struct kc_run_list *list)
{
    if (list->count == list->capacity) {
        const size_t       capacity = list->capacity ? 2 * list->capacity : 64;
        struct kc_run_row *rows = kc_arena_array(arena, struct kc_run_row, capacity);

        if (list->count)
            memcpy(rows, list->rows, list->count * sizeof *rows);
        list->rows = rows;
        list->capacity = capacity;
    }
    return &list->rows[list->count++];
}

bool db_run_list(kc_store *store, struct kc_arena *arena, sqlite3_stmt *s, struct kc_run_list *list)
{
    bool good = true;

    *list = (struct kc_run_list){ 0 };
    while (good && db_row(store, s, &good))
        good = read_row(store, arena, s, next_place(arena, list));
    sqlite3_reset(s);
    return good;
}

bool kc_store_runs(kc_store *store, int64_t                                         campaign,
                   void (*each)(void *context, const struct kc_run_row *row), void *context)
{
    struct kc_arena    arena = { 0 };
    struct kc_run_list list;

    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *s = db_sql(store, campaign ? SQL_RUN_OF : SQL_RUN_ALL);

    if (campaign)
        sqlite3_bind_int64(s, 1, campaign);
    const bool good = db_run_list(store, &arena, s, &list);

    pthread_mutex_unlock(&store->mutex); /* each may use the store */
    for (size_t i = 0; good && i < list.count; i++)
        each(context, &list.rows[i]);
    kc_arena_free(&arena);
    return good;
}

/* ---- finding by name ---------------------------------------------------------------------- */

/* Whether the name begins with the text, and at the end of a part of it when whole. */
static bool begins(const char *name, struct kc_str text, bool whole)
{
    return strncmp(name, text.at, text.length) == 0 &&
           (!whole || name[text.length] == '\0' || name[text.length] == '/');
}

static size_t find_named(struct kc_arena *arena, const struct kc_run_list *list, struct kc_str text,
                         bool whole, struct kc_run_row *rows, size_t most)
{
    size_t found = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (!begins(kc_run_name(arena, &list->rows[i].what), text, whole))
            continue;
        if (found < most)
            rows[found] = list->rows[i];
        found++;
    }
    return found;
}

static size_t find_rows(kc_store *store, struct kc_arena *arena, struct kc_str text,
                        struct kc_run_row *rows, size_t most)
{
    struct kc_run_list list;
    struct kc_run_row  row;
    uint64_t           id;
    bool               good;

    if (kc_str_u64(text, &id)) {
        const bool found = id <= INT64_MAX && db_run_get(store, arena, (int64_t)id, &row, &good);

        if (found && most)
            rows[0] = row;
        return found;
    }
    if (!db_run_list(store, arena, db_sql(store, SQL_RUN_SORTED), &list))
        return 0;
    const size_t found = find_named(arena, &list, text, true, rows, most);

    return found ? found : find_named(arena, &list, text, false, rows, most);
}

size_t kc_store_find(kc_store *store, struct kc_arena *arena, const char *text,
                     struct kc_run_row *rows, size_t most)
{
    pthread_mutex_lock(&store->mutex);
    const size_t found = find_rows(store, arena, kc_str_from(text), rows, most);

    pthread_mutex_unlock(&store->mutex);
    return found;
}

/* store/db.h: the database behind a store, for the files of this module only.
 *
 * Functions named db_ expect the store's mutex to be held; the public ones take it.  A db_ function
 * that fails has recorded why.  Every statement is prepared when the store is opened: a file that
 * lacks something is refused there, and later code need not think of it.
 */
#ifndef KC_STORE_DB_H
#define KC_STORE_DB_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <zstd.h>

#include "store/store.h"

/* clang-format off */

/* What a run came to: FIELD(kind, name), once for schema, statements, rows, JSON and CSV.  Kinds:
 * U64, U32, I64, REAL, TEXT; TIME is a REAL in which equal runs may differ, COST one that is
 * unknown when negative; HASH is char[33]. */
#define KC_SUM_FIELDS(FIELD)                                                                     \
    FIELD(TEXT, verdict)        FIELD(TEXT, error)                                               \
    FIELD(U64, cycles)          FIELD(U64, baseline_cycles)                                      \
    FIELD(U64, bound_cycles)    FIELD(U64, published_cycles)                                     \
    FIELD(U32, answers)         FIELD(U32, calls)          FIELD(U32, nudges)                    \
    FIELD(U32, evaluations)     FIELD(U32, requests)                                             \
    FIELD(U32, first_assembled) FIELD(U32, first_correct)  FIELD(U32, best_at)                   \
    FIELD(U32, syntax_errors)   FIELD(U32, wrong_results)  FIELD(U32, tool_errors)               \
    FIELD(REAL, match_rate)                                                                      \
    FIELD(I64, input)           FIELD(I64, cache_read)     FIELD(I64, cache_write)               \
    FIELD(I64, output)          FIELD(I64, reasoning)                                            \
    FIELD(COST, cost)           FIELD(TIME, seconds)       FIELD(TIME, waited)                   \
    FIELD(HASH, kernel)

/* clang-format on */

enum kc_sql {
#define STATEMENT(name, sql) SQL_##name,
#include "store/statements.def"
    SQL_COUNT
};

enum {
    KC_CONTENT_LIMIT = 64 << 20, /* bytes of one body or kernel */
    KC_RUN_LIMIT = 512 << 20,    /* bytes of all bodies of one run */
};

struct kc_failure; /* the last failure of one thread */

struct kc_store {
    sqlite3           *db;
    sqlite3_stmt      *sql[SQL_COUNT];
    char              *path;             /* as people know it */
    char              *file, *lock_file; /* as the system knows them */
    int                lock;             /* the writer's lock; -1 for a reader */
    bool               writable;
    pthread_mutex_t    mutex;
    ZSTD_CCtx         *pack;
    ZSTD_DCtx         *unpack;
    struct kc_failure *failures;
};

/* ---- failures (db.c) ---------------------------------------------------------------------- */

/* Records a sentence for this thread; false. */
bool db_fail(kc_store *store, const char *format, ...) KC_PRINTF(2, 3);

/* What kc_store_error says. */
const char *db_error(const kc_store *store);

void db_forget_failures(kc_store *store);

/* The same from SQLite's last error. */
bool db_failed(kc_store *store);

/* "cannot write 'x.db': the disk is full; ..." for a result code of SQLite. */
void db_explain(struct kc_buf *why, const char *path, sqlite3 *db, int code);

/* ---- statements (db.c) -------------------------------------------------------------------- */

/* The statement, ready for its parameters. */
sqlite3_stmt *db_sql(kc_store *store, enum kc_sql which);

/* Runs a statement that returns no rows. */
bool db_run(kc_store *store, sqlite3_stmt *s);

/* The next row.  False at the end or on failure: then *good says which, and s is reset. */
bool db_row(kc_store *store, sqlite3_stmt *s, bool *good);

void db_bind(sqlite3_stmt *s, int at, const char *text); /* NULL is written as "" */

/* Columns as they may come from strangers: negative becomes 0, too large the largest. */
const char *db_text(struct kc_arena *arena, sqlite3_stmt *s, int column);
uint64_t    db_u64(sqlite3_stmt *s, int column);
uint32_t    db_u32(sqlite3_stmt *s, int column);
double      db_real(sqlite3_stmt *s, int column); /* NULL is NaN */

/* Begins a transaction that writes; refuses a store that was opened for reading. */
bool db_begin(kc_store *store);

/* Begins one that reads, so that what follows sees one moment. */
bool db_begin_read(kc_store *store);

/* Commits when good, else rolls back; whether it is committed. */
bool db_end(kc_store *store, bool good);

/* ---- schema (schema.c) -------------------------------------------------------------------- */

enum kc_schema_state {
    KC_SCHEMA_OURS,
    KC_SCHEMA_EMPTY, /* nothing in it yet */
    KC_SCHEMA_OLD,   /* to be migrated */
    KC_SCHEMA_BAD,   /* why says what is wrong */
};

/* Looks at the file without changing it. */
enum kc_schema_state db_schema_state(sqlite3 *db, const char *path, struct kc_buf *why);

/* Brings a database to the newest version in one transaction; a result code of SQLite. */
int db_schema_migrate(sqlite3 *db);

/* ---- contents, runs, events (content.c, run.c, event.c) ----------------------------------- */

bool db_put(kc_store *store, struct kc_str text, char hash[33]);
bool db_content(kc_store *store, struct kc_arena *arena, const char *hash, struct kc_str *text);

/* "" for a content that the store does not have is a failure here. */
bool db_body(kc_store *store, struct kc_arena *arena, const char *hash, struct kc_str *text);

/* Seconds since 1970. */
double db_now(void);

/* What makes a run itself, as a hash. */
void db_identity(const struct kc_run_id *id, char hash[33]);

/* Finds by identity: its id, 0 when there is none, negative after a failure. */
int64_t db_run_find(kc_store *store, const char *identity);
int64_t db_run_add(kc_store *store, int64_t campaign, const struct kc_run_id *id);
bool    db_run_join(kc_store *store, int64_t campaign, int64_t run);
bool    db_run_sum(kc_store *store, int64_t run, const struct kc_run_sum *sum);
bool    db_run_times(kc_store *store, int64_t run, double began, double ended);
bool    db_run_forget(kc_store *store, int64_t run);
int64_t db_campaign(kc_store *store, const char *key, const char *agent, struct kc_str about,
                    double made);

/* One run; false when there is none (then *good) or after a failure. */
bool db_run_get(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_run_row *row,
                bool *good);

/* A growing list of runs. */
struct kc_run_list {
    struct kc_run_row *rows;
    size_t             count, capacity;
};

/* The rows of a statement that selects runs, in the arena. */
bool db_run_list(kc_store *store, struct kc_arena *arena, sqlite3_stmt *s,
                 struct kc_run_list *list);

/* Events without their bodies: body.at is the hash. */
bool db_events(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_event **events,
               size_t *count);
bool db_event_add(kc_store *store, int64_t run, const struct kc_event *event, const char *body);
bool db_evaluation_add(kc_store *store, int64_t run, uint32_t seq, uint32_t place,
                       const struct kc_evaluation *e, const char *kernel);
bool db_evaluations(kc_store *store, struct kc_arena *arena, int64_t run,
                    const struct kc_evaluation_row **rows, size_t *count);

/* ---- exports ------------------------------------------------------------------------------ */

/* The members of identity and sum, in the order of the tables. */
void db_json_run(kc_json *object, const struct kc_run_row *row, bool with_times);

/* The body of an event as JSON; as a string when it is not JSON. */
kc_json *db_json_body(struct kc_str body, bool with_times);

#endif

/* Failures in words, statements, columns from strangers, transactions. */
#include "store/db.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- failures ----------------------------------------------------------------------------- */

struct kc_failure {
    struct kc_failure *next;
    pthread_t          thread;
    struct kc_buf      text;
};

static struct kc_failure *failure_of_thread(const kc_store *store)
{
    struct kc_failure *f = store->failures;

    while (f && !pthread_equal(f->thread, pthread_self()))
        f = f->next;
    return f;
}

static struct kc_buf *fresh_failure(kc_store *store)
{
    struct kc_failure *f = failure_of_thread(store);

    if (!f) {
        f = kc_alloc(sizeof *f);
        *f = (struct kc_failure){ .next = store->failures, .thread = pthread_self() };
        store->failures = f;
    }
    f->text.length = 0;
    return &f->text;
}

bool db_fail(kc_store *store, const char *format, ...)
{
    char    text[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kc_buf_add_visible(fresh_failure(store), text, strlen(text)); /* it may quote a stranger */
    return false;
}

bool db_failed(kc_store *store)
{
    db_explain(fresh_failure(store), store->path, store->db, sqlite3_errcode(store->db));
    return false;
}

const char *db_error(const kc_store *store)
{
    const struct kc_failure *f = failure_of_thread(store);

    return f && f->text.text ? f->text.text : "";
}

const char *kc_store_error(const kc_store *store)
{
    pthread_mutex_t *mutex = (pthread_mutex_t *)(uintptr_t)&store->mutex;

    pthread_mutex_lock(mutex);
    const char *text = db_error(store);

    pthread_mutex_unlock(mutex);
    return text;
}

/* SQLite keeps errno for statements that fail, but not for a commit that fails. */
static void explain_io(struct kc_buf *why, const char *path, sqlite3 *db)
{
    const int number = sqlite3_system_errno(db) ? sqlite3_system_errno(db) : errno;

    if (number == ENOSPC || number == EDQUOT || number == EFBIG)
        kc_buf_printf(why,
                      "cannot write '%s': %s; make room and run the same command again, nothing is "
                      "lost",
                      path, strerror(number));
    else
        kc_buf_printf(why, "cannot read or write '%s': %s", path,
                      number ? strerror(number) : sqlite3_errmsg(db));
}

void db_explain(struct kc_buf *why, const char *path, sqlite3 *db, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        kc_buf_printf(why,
                      "cannot write '%s': the disk is full; make room and run the same command "
                      "again, nothing is lost",
                      path);
        break;
    case SQLITE_READONLY:
        kc_buf_printf(why,
                      "cannot write '%s': it or its folder is read-only; change that or choose "
                      "another store with --store",
                      path);
        break;
    case SQLITE_BUSY:
        kc_buf_printf(why, "'%s' is locked by another program; wait for it and try again", path);
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        kc_buf_printf(why, "'%s' is damaged (%s); use a copy, or 'sqlite3 %s .recover'", path,
                      sqlite3_errmsg(db), path);
        break;
    case SQLITE_IOERR:
        explain_io(why, path, db);
        break;
    case SQLITE_CANTOPEN:
        kc_buf_printf(why, "cannot open '%s': %s", path,
                      sqlite3_system_errno(db) ? strerror(sqlite3_system_errno(db))
                                               : sqlite3_errmsg(db));
        break;
    default:
        kc_buf_printf(why, "'%s': %s", path, sqlite3_errmsg(db));
    }
}

/* ---- statements --------------------------------------------------------------------------- */

sqlite3_stmt *db_sql(kc_store *store, enum kc_sql which)
{
    sqlite3_stmt *s = store->sql[which];

    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return s;
}

bool db_run(kc_store *store, sqlite3_stmt *s)
{
    errno = 0;
    const bool good = sqlite3_step(s) == SQLITE_DONE || db_failed(store);

    sqlite3_reset(s);
    return good;
}

bool db_row(kc_store *store, sqlite3_stmt *s, bool *good)
{
    errno = 0;
    const int code = sqlite3_step(s);

    *good = code == SQLITE_ROW || code == SQLITE_DONE || db_failed(store);
    if (code != SQLITE_ROW)
        sqlite3_reset(s);
    return code == SQLITE_ROW;
}

void db_bind(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_STATIC);
}

const char *db_text(struct kc_arena *arena, sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);

    return text ? kc_arena_strndup(arena, text, strlen(text)) : "";
}

uint64_t db_u64(sqlite3_stmt *s, int column)
{
    const int64_t value = sqlite3_column_int64(s, column);

    return value > 0 ? (uint64_t)value : 0;
}

uint32_t db_u32(sqlite3_stmt *s, int column)
{
    const uint64_t value = db_u64(s, column);

    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

double db_real(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
}

/* ---- transactions ------------------------------------------------------------------------- */

bool db_begin(kc_store *store)
{
    if (!store->writable)
        return db_fail(store, "'%s' was opened for reading", store->path);
    return db_run(store, db_sql(store, SQL_BEGIN));
}

bool db_begin_read(kc_store *store)
{
    return db_run(store, db_sql(store, SQL_BEGIN_READ));
}

bool db_end(kc_store *store, bool good)
{
    good = good && db_run(store, db_sql(store, SQL_COMMIT));
    if (!good && !sqlite3_get_autocommit(store->db)) {
        sqlite3_step(db_sql(store, SQL_ROLLBACK));
        sqlite3_reset(store->sql[SQL_ROLLBACK]);
    }
    return good;
}

void db_forget_failures(kc_store *store)
{
    for (struct kc_failure *f = store->failures, *next; f; f = next) {
        next = f->next;
        kc_buf_free(&f->text);
        free(f);
    }
}

/* Opening and closing: the writer's lock, modes of the file, and what a hostile file may not do.
 *
 * The lock is a file beside the store, never the store itself: closing a second descriptor of the
 * database would drop SQLite's own locks.  It is removed at the end, while held, so whoever takes
 * it must check that the name still means the same file. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/db.h"

enum {
    BUSY_MILLISECONDS = 10000,
    ROW_LIMIT = KC_CONTENT_LIMIT + (1 << 20), /* bytes of a row, of a value */
};

/* ---- the writer's lock -------------------------------------------------------------------- */

static bool still_named(int fd, const char *path)
{
    struct stat open_file, named;

    return fstat(fd, &open_file) == 0 && stat(path, &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

/* A descriptor that holds the lock; -1, with errno EWOULDBLOCK when somebody else has it. */
static int take_lock(const char *path)
{
    for (;;) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

        if (fd < 0)
            return -1;
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            const int reason = errno;

            close(fd);
            errno = reason;
            return -1;
        }
        if (still_named(fd, path))
            return fd;
        close(fd); /* its last owner has just removed it */
    }
}

static bool lock_store(kc_store *store, struct kc_buf *why)
{
    store->lock = take_lock(store->lock_file);
    if (store->lock >= 0)
        return true;
    if (errno == EWOULDBLOCK)
        kc_buf_printf(why,
                      "another kc run is using '%s'; wait for it, or choose another store with "
                      "--store",
                      store->path);
    else
        kc_buf_printf(why,
                      "cannot write beside '%s': %s; change that or choose another store with "
                      "--store",
                      store->path, strerror(errno));
    return false;
}

static void unlock_store(kc_store *store)
{
    if (store->lock < 0)
        return;
    unlink(store->lock_file);
    close(store->lock);
}

/* ---- opening the file --------------------------------------------------------------------- */

static char *joined(const char *before, const char *text, const char *behind)
{
    const size_t size = strlen(before) + strlen(text) + strlen(behind) + 1;
    char        *copy = kc_alloc(size);

    snprintf(copy, size, "%s%s%s", before, text, behind);
    return copy;
}

/* No triggers, no views, no functions with effects, no memory maps, sizes within limits. */
static void restrain(sqlite3 *db)
{
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, ROW_LIMIT);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON",
                 NULL, NULL, NULL);
}

static int open_as(kc_store *store, const char *name, int flags)
{
    sqlite3_close(store->db);
    const int code = sqlite3_open_v2(name, &store->db,
                                     flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

    if (code == SQLITE_OK)
        restrain(store->db);
    return code;
}

static bool has_log(const char *path)
{
    struct stat wal;
    char       *name = joined("", path, "-wal");
    const bool  has = stat(name, &wal) == 0 && wal.st_size > 0;

    free(name);
    return has;
}

static int open_immutable(kc_store *store)
{
    struct kc_buf uri = { 0 };

    kc_buf_puts(&uri, "file:");
    for (const char *p = store->file; *p; p++)
        kc_buf_printf(&uri, strchr("%?#", *p) ? "%%%02X" : "%c", (unsigned char)*p);
    kc_buf_puts(&uri, "?immutable=1");
    const int code = open_as(store, uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);

    kc_buf_free(&uri);
    return code;
}

/* A reader that may write its folder opens for writing and never writes: as the last one it then
 * folds the log into the file and removes it, so that a store at rest is one file which can be
 * copied.  In a folder that cannot be written the file is read as it stands, unless a log beside
 * it says that it does not stand alone. */
static int open_to_read(kc_store *store)
{
    int code = open_as(store, store->file, SQLITE_OPEN_READWRITE);

    if (code == SQLITE_OK) {
        sqlite3_exec(store->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
        code = sqlite3_exec(store->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
    const int kind = code & 0xff;

    if ((kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY) && !has_log(store->file))
        code = open_immutable(store);
    return code == SQLITE_OK || (code & 0xff) == SQLITE_NOTADB ? SQLITE_OK : code;
}

static bool is_there(const kc_store *store, struct kc_buf *why)
{
    struct stat about;
    const bool  found = stat(store->file, &about) == 0;

    if (!found && errno == ENOENT && store->writable)
        return true;
    if (!found && errno == ENOENT)
        kc_buf_printf(why, "there is no store '%s'; --store or KC_STORE names another",
                      store->path);
    else if (!found)
        kc_buf_printf(why, "cannot open '%s': %s", store->path, strerror(errno));
    else if (!S_ISREG(about.st_mode))
        kc_buf_printf(why, "'%s' is not a store of KernelCraft: it is not a file", store->path);
    return found && S_ISREG(about.st_mode);
}

static bool explained(kc_store *store, int code, struct kc_buf *why)
{
    if (code != SQLITE_OK)
        db_explain(why, store->path, store->db, code);
    return code == SQLITE_OK;
}

/* Nothing is changed before the file is known to be ours or empty. */
static bool make_writable(kc_store *store, struct kc_buf *why)
{
    static const char          modes[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
                                         "PRAGMA journal_size_limit = 67108864";
    const enum kc_schema_state state = db_schema_state(store->db, store->path, why);

    if (state == KC_SCHEMA_BAD)
        return false;
    if (sqlite3_db_readonly(store->db, "main") != 0)
        return explained(store, SQLITE_READONLY, why);
    if (!explained(store, sqlite3_exec(store->db, modes, NULL, NULL, NULL), why))
        return false;
    return state == KC_SCHEMA_OURS || explained(store, db_schema_migrate(store->db), why);
}

static bool make_readable(kc_store *store, struct kc_buf *why)
{
    switch (db_schema_state(store->db, store->path, why)) {
    case KC_SCHEMA_EMPTY:
        kc_buf_printf(why, "'%s' is empty: nothing has been stored in it", store->path);
        return false;
    case KC_SCHEMA_OLD:
        kc_buf_printf(why,
                      "'%s' was made by an older kc; the next command that writes to it brings it "
                      "up to date",
                      store->path);
        return false;
    case KC_SCHEMA_OURS:
        return true;
    case KC_SCHEMA_BAD:
        break;
    }
    return false;
}

static bool prepare_all(kc_store *store, struct kc_buf *why)
{
    static const char *const texts[] = {
#define STATEMENT(name, sql) sql,
#include "store/statements.def"
    };

    for (size_t i = 0; i < SQL_COUNT; i++) {
        const int code = sqlite3_prepare_v3(store->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                            &store->sql[i], NULL);

        if (!explained(store, code, why))
            return false;
    }
    return true;
}

static bool open_store(kc_store *store, struct kc_buf *why)
{
    const int create = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

    if (!is_there(store, why))
        return false;
    if (!store->writable)
        return explained(store, open_to_read(store), why) && make_readable(store, why) &&
               prepare_all(store, why);
    return lock_store(store, why) && explained(store, open_as(store, store->file, create), why) &&
           make_writable(store, why) && prepare_all(store, why);
}

kc_store *kc_store_open(const char *path, enum kc_store_mode mode, struct kc_buf *why)
{
    kc_store *store = kc_alloc(sizeof *store);

    *store = (kc_store){ .lock = -1, .writable = mode == KC_STORE_WRITE };
    store->path = joined("", path, "");
    store->file = joined(path[0] == '/' ? "" : "./", path, ""); /* not ":memory:", not "file:x" */
    store->lock_file = joined("", store->file, ".lock");
    pthread_mutex_init(&store->mutex, NULL);
    store->pack = ZSTD_createCCtx();
    store->unpack = ZSTD_createDCtx();
    if (open_store(store, why))
        return store;
    kc_store_close(store);
    return NULL;
}

int64_t kc_store_version(kc_store *store)
{
    sqlite3_stmt *s = NULL;
    int64_t       version = 0;

    pthread_mutex_lock(&store->mutex);
    if (sqlite3_prepare_v2(store->db, "PRAGMA data_version", -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    pthread_mutex_unlock(&store->mutex);
    return version;
}

void kc_store_close(kc_store *store)
{
    if (!store)
        return;
    for (size_t i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(store->sql[i]);
    sqlite3_close(store->db);
    unlock_store(store);
    db_forget_failures(store);
    ZSTD_freeCCtx(store->pack);
    ZSTD_freeDCtx(store->unpack);
    pthread_mutex_destroy(&store->mutex);
    free(store->lock_file);
    free(store->file);
    free(store->path);
    free(store);
}

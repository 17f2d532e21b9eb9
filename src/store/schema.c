/* The schema, and how older files come to it.
 *
 * A version is a step of the list; the file's user_version says how many steps it has taken.  A
 * released step never changes: what comes later is a step of its own.  A file whose tables read
 * differently from ours is refused, so whatever a stranger put there (triggers, views, lax types)
 * never runs. */
#include <string.h>

#include "store/db.h"

enum { STORE_MARK = 0x4b437354 }; /* application_id: "KCsT" */

#define TYPE_U64              " INTEGER NOT NULL DEFAULT 0"
#define TYPE_U32              " INTEGER NOT NULL DEFAULT 0"
#define TYPE_I64              " INTEGER NOT NULL DEFAULT 0"
#define TYPE_REAL             " REAL DEFAULT 0"
#define TYPE_TIME             " REAL DEFAULT 0"
#define TYPE_COST             " REAL DEFAULT 0"
#define TYPE_TEXT             " TEXT NOT NULL DEFAULT ''"
#define TYPE_HASH             " TEXT NOT NULL DEFAULT ''"
#define SUM_TYPED(kind, name) ",\n    " #name TYPE_##kind

/* clang-format off */
static const char version_1[] =
    "CREATE TABLE content (\n"          /* bodies and kernels, once each */
    "    id INTEGER PRIMARY KEY,\n"
    "    hash TEXT NOT NULL UNIQUE,\n"  /* xxh128 of the text, 32 hexadecimal digits */
    "    size INTEGER NOT NULL,\n"      /* bytes of the text */
    "    packed INTEGER NOT NULL,\n"    /* 1: data is a zstd frame, 0: data is the text */
    "    data BLOB NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE campaign (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    key TEXT NOT NULL UNIQUE,\n"
    "    agent TEXT NOT NULL,\n"
    "    about TEXT NOT NULL,\n"        /* JSON */
    "    made REAL NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE run (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    identity TEXT NOT NULL UNIQUE,\n" /* hash of the seven fields below */
    "    campaign INTEGER NOT NULL REFERENCES campaign (id),\n" /* the one that made it */
    "    agent TEXT NOT NULL,\n"
    "    platform TEXT NOT NULL,\n"
    "    task TEXT NOT NULL,\n"
    "    config TEXT NOT NULL,\n"
    "    level INTEGER NOT NULL,\n"
    "    repeat INTEGER NOT NULL,\n"
    "    settings TEXT NOT NULL,\n"
    "    began REAL NOT NULL DEFAULT 0,\n"
    "    ended REAL NOT NULL DEFAULT 0,\n"
    "    status TEXT NOT NULL" KC_SUM_FIELDS(SUM_TYPED) "\n"
    ") STRICT;\n"
    "CREATE TABLE member (\n"           /* which campaigns a run belongs to */
    "    campaign INTEGER NOT NULL REFERENCES campaign (id),\n"
    "    run INTEGER NOT NULL REFERENCES run (id),\n"
    "    PRIMARY KEY (campaign, run)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX member_run ON member (run);\n"
    "CREATE TABLE event (\n"
    "    run INTEGER NOT NULL REFERENCES run (id),\n"
    "    seq INTEGER NOT NULL,\n"       /* from 1 without gaps */
    "    kind TEXT NOT NULL,\n"
    "    time REAL NOT NULL,\n"         /* seconds since 1970 */
    "    body TEXT NOT NULL REFERENCES content (hash),\n"
    "    PRIMARY KEY (run, seq)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE evaluation (\n"
    "    run INTEGER NOT NULL,\n"
    "    seq INTEGER NOT NULL,\n"
    "    place INTEGER NOT NULL,\n"     /* from 0 within the event */
    "    call INTEGER NOT NULL,\n"      /* of the answer */
    "    kernel TEXT NOT NULL REFERENCES content (hash),\n"
    "    verdict TEXT NOT NULL,\n"
    "    cycles INTEGER NOT NULL,\n"
    "    match_rate REAL,\n"
    "    paper_match_rate REAL,\n"
    "    mse REAL,\n"
    "    PRIMARY KEY (run, seq, place),\n"
    "    FOREIGN KEY (run, seq) REFERENCES event (run, seq)\n"
    ") STRICT, WITHOUT ROWID;\n";
/* clang-format on */

static const char *const steps[] = { version_1 };

enum { VERSION = KC_COUNT(steps) };

/* The single integer that a statement returns, or -1. */
static int64_t ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int64_t       value = -1;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        value = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return value;
}

static int take_steps(sqlite3 *db, int64_t from, int64_t to)
{
    char pragma[96];
    int  code = SQLITE_OK;

    for (int64_t i = from; i < to && code == SQLITE_OK; i++)
        code = sqlite3_exec(db, steps[i], NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return code;
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             STORE_MARK, (int)to);
    return sqlite3_exec(db, pragma, NULL, NULL, NULL);
}

int db_schema_migrate(sqlite3 *db)
{
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

    if (code != SQLITE_OK)
        return code;
    code = take_steps(db, ask(db, "PRAGMA user_version"), VERSION);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

/* ---- is it ours? -------------------------------------------------------------------------- */

static const char objects[] = "SELECT name, coalesce(sql, '') FROM sqlite_schema "
                              "WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name, sql";

static const char *column(sqlite3_stmt *s, int at)
{
    const char *text = (const char *)sqlite3_column_text(s, at);

    return text ? text : "";
}

/* Both statements list objects in order; the first that differs is named. */
static bool same_objects(sqlite3_stmt *theirs, sqlite3_stmt *ours, struct kc_buf *what)
{
    for (;;) {
        const bool more = sqlite3_step(theirs) == SQLITE_ROW;
        const bool wanted = sqlite3_step(ours) == SQLITE_ROW;
        const int  order = !more ? 1 : !wanted ? -1 : strcmp(column(theirs, 0), column(ours, 0));

        if (!more && !wanted)
            return true;
        if (order == 0 && strcmp(column(theirs, 1), column(ours, 1)) == 0)
            continue;
        kc_buf_puts(what, order > 0 ? "it lacks " : order < 0 ? "it holds a foreign " : "");
        kc_buf_puts(what, "'");
        const char *name = column(order > 0 ? ours : theirs, 0);

        kc_buf_add_visible(what, name, strlen(name));
        kc_buf_puts(what, order == 0 ? "' is not as kc makes it" : "'");
        return false;
    }
}

/* Compares with what the steps of that version make in a fresh database. */
static bool is_as_made(sqlite3 *db, int64_t version, struct kc_buf *what)
{
    sqlite3      *fresh = NULL;
    sqlite3_stmt *theirs = NULL, *ours = NULL;
    bool          same = false;

    if (sqlite3_open(":memory:", &fresh) == SQLITE_OK &&
        take_steps(fresh, 0, version) == SQLITE_OK &&
        sqlite3_prepare_v2(fresh, objects, -1, &ours, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, objects, -1, &theirs, NULL) == SQLITE_OK)
        same = same_objects(theirs, ours, what);
    else
        kc_buf_puts(what, "its list of tables cannot be read");
    sqlite3_finalize(theirs);
    sqlite3_finalize(ours);
    sqlite3_close(fresh);
    return same;
}

static enum kc_schema_state bad(struct kc_buf *why, const char *path, const char *what)
{
    kc_buf_printf(why, "'%s' is not a store of KernelCraft: %s", path, what);
    return KC_SCHEMA_BAD;
}

enum kc_schema_state db_schema_state(sqlite3 *db, const char *path, struct kc_buf *why)
{
    struct kc_buf what = { 0 };
    const int     code = sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    const int64_t mark = ask(db, "PRAGMA application_id");
    const int64_t version = ask(db, "PRAGMA user_version");

    if (code == SQLITE_NOTADB)
        return bad(why, path, "it is not an SQLite file");
    if (code != SQLITE_OK) {
        db_explain(why, path, db, code);
        return KC_SCHEMA_BAD;
    }
    if (mark == 0 && version == 0 && ask(db, "SELECT count(*) FROM sqlite_schema") == 0)
        return KC_SCHEMA_EMPTY;
    if (mark != STORE_MARK || version < 1)
        return bad(why, path, "it is an SQLite file of another program");
    if (version > VERSION) {
        kc_buf_printf(why,
                      "'%s' was made by a newer kc (store version %lld, this kc knows %d); update "
                      "kc or choose another store",
                      path, (long long)version, VERSION);
        return KC_SCHEMA_BAD;
    }
    const bool same = is_as_made(db, version, &what);

    if (!same)
        kc_buf_printf(why, "'%s' is a damaged store: %s; use a copy, or 'sqlite3 %s .recover'",
                      path, what.text ? what.text : "", path);
    kc_buf_free(&what);
    return !same ? KC_SCHEMA_BAD : version < VERSION ? KC_SCHEMA_OLD : KC_SCHEMA_OURS;
}

/* The store in a hostile world: full disks, read-only places, and files made by strangers. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <zstd.h>

#include "store_testing.h"

TestSuite(store_damage, .init = enter, .fini = leave);

/* ---- places ------------------------------------------------------------------------------- */

/* Appends bodies that cannot be packed until it fails; how many were appended. */
static int append_until_full(kc_store *store, int64_t run)
{
    char     body[16384];
    uint64_t x = 88172645463325252u;

    for (int n = 0; n < 10000; n++) {
        for (size_t i = 0; i < sizeof body; i++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            body[i] = (char)x;
        }
        if (!kc_store_append(store, run, KC_EVENT_NUDGE, (struct kc_str){ body, sizeof body }, NULL,
                             0, NULL))
            return n;
    }
    return -1;
}

/* After a failure the store goes on with what it has. */
static void expect_intact(int appended)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    struct kc_arena        arena = { 0 };
    const struct kc_event *events;
    size_t                 count;

    cr_expect(kc_store_events(store, &arena, 1, &events, &count), "%s", kc_store_error(store));
    cr_expect_eq(count, appended, "%zu events, %d were appended", count, appended);
    append(store, 1, KC_EVENT_END, "{}");
    kc_store_close(store);
    cr_expect_str_eq(sql_value(path, "PRAGMA integrity_check"), "ok");
    kc_arena_free(&arena);
}

Test(store_damage, a_file_that_may_not_grow)
{
    const struct rlimit small = { 1 << 20, RLIM_INFINITY }, none = { RLIM_INFINITY, RLIM_INFINITY };
    kc_store           *store = opened(path, KC_STORE_WRITE);
    const int64_t       run = new_run(store, "silu", "C1", 1);

    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    const int appended = append_until_full(store, run);

    cr_expect(appended > 0 && appended < 200, "%d", appended);
    cr_expect(strstr(kc_store_error(store), "a.db': File too large; make room and run the same"),
              "%s", kc_store_error(store));
    cr_expect_eq(append_until_full(store, run), 0, "it stays full and stays a store");
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    append(store, run, KC_EVENT_NUDGE, "{\"text\":\"room again\"}");
    kc_store_close(store);
    expect_intact(appended + 1);
}

/* A disk of 3 MiB of the test's own; false where this machine does not allow it. */
static bool mount_small_disk(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", folder, "tmpfs", 0, "size=3m") == 0;
}

Test(store_damage, a_full_disk)
{
    if (!mount_small_disk()) {
        rmdir(folder); /* a skipped test is not tidied up */
        cr_skip_test("no disk of our own here: %s", strerror(errno));
    }
    kc_store     *store = opened(path, KC_STORE_WRITE);
    const int64_t run = new_run(store, "silu", "C1", 1);
    FILE         *ballast = fopen(in_folder("ballast"), "w");

    for (int i = 0; i < 2 << 20; i++)
        fputc(i, ballast);
    fclose(ballast);
    const int appended = append_until_full(store, run);

    cr_expect(appended > 0 && appended < 200, "%d", appended);
    cr_expect(strstr(kc_store_error(store), "the disk is full; make room") ||
                  strstr(kc_store_error(store), "No space left on device; make room"),
              "%s", kc_store_error(store));
    unlink(in_folder("ballast"));
    append(store, run, KC_EVENT_NUDGE, "{\"text\":\"room again\"}");
    kc_store_close(store);
    expect_intact(appended + 1);
    umount(folder);
}

/* Permissions mean nothing to root: become somebody who owns the folder. */
static void become_nobody(void)
{
    if (geteuid() != 0)
        return;
    cr_assert_eq(chown(folder, 65534, 65534), 0);
    if (access(path, F_OK) == 0)
        cr_assert_eq(chown(path, 65534, 65534), 0);
    cr_assert_eq(setegid(65534), 0);
    cr_assert_eq(seteuid(65534), 0);
    prctl(PR_SET_DUMPABLE, 1); /* for sanitizers */
}

static void make_store(void)
{
    kc_store *store = opened(path, KC_STORE_WRITE);

    whole_run(store, "silu", "C1", 1);
    kc_store_close(store);
}

static void expect_readable(void)
{
    kc_store         *store = opened(path, KC_STORE_READ);
    struct kc_arena   arena = { 0 };
    struct kc_run_row row;

    cr_expect(kc_store_get(store, &arena, 1, &row), "%s", kc_store_error(store));
    cr_expect_eq(row.events, 7);
    kc_store_close(store);
    kc_arena_free(&arena);
}

Test(store_damage, a_read_only_file)
{
    make_store();
    become_nobody();
    cr_assert_eq(chmod(path, 0444), 0);
    expect_refused(path, KC_STORE_WRITE, "a.db': it or its folder is read-only; change that or");
    expect_readable();
}

Test(store_damage, a_read_only_folder)
{
    make_store();
    become_nobody();
    cr_assert_eq(chmod(folder, 0555), 0);
    expect_refused(path, KC_STORE_WRITE, "Permission denied; change that or choose another store");
    expect_readable();
    cr_assert_eq(chmod(path, 0444), 0);
    expect_readable();
    cr_assert_eq(chmod(folder, 0755), 0);
    cr_expect_eq(files(), 1);
}

Test(store_damage, a_file_that_may_not_be_read)
{
    make_store();
    become_nobody();
    cr_assert_eq(chmod(path, 0), 0);
    expect_refused(path, KC_STORE_READ, "cannot open");
}

/* ---- schemas of strangers ----------------------------------------------------------------- */

Test(store_damage, other_tables_are_refused)
{
    static const struct {
        const char *name, *text, *words;
    } cases[] = {
        { "a table less", "DROP TABLE evaluation", "it lacks 'evaluation'" },
        { "an index less", "DROP INDEX member_run", "it lacks 'member_run'" },
        { "a trigger", "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM event; END",
          "it holds a foreign 't'" },
        { "a view", "CREATE VIEW aa AS SELECT 1", "it holds a foreign 'aa'" },
        { "a column more", "ALTER TABLE run ADD COLUMN extra TEXT", "'run' is not as kc makes it" },
        { "lax types",
          "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', "
          "')')"
          " WHERE name = 'content'",
          "'content' is not as kc makes it" },
        { "a view in place of a table",
          "DROP TABLE evaluation; CREATE VIEW evaluation AS SELECT 1 AS run",
          "'evaluation' is not as kc makes it" },
        { "nonsense",
          "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE ('",
          "is damaged" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        unlink(path);
        make_store();
        sql(path, cases[i].text);
        expect_refused(path, KC_STORE_READ, cases[i].words);
        expect_refused(path, KC_STORE_WRITE, cases[i].words);
    }
}

/* ---- rows of strangers -------------------------------------------------------------------- */

static kc_store *changed(const char *text)
{
    unlink(path);
    make_store();
    sql(path, text);
    return opened(path, KC_STORE_READ);
}

/* Reading the events fails with these words, and so does every export. */
static void expect_unreadable(const char *text, const char *words)
{
    kc_store              *store = changed(text);
    struct kc_arena        arena = { 0 };
    struct kc_buf          out = { 0 };
    const struct kc_event *events;
    size_t                 count;

    cr_expect_not(kc_store_events(store, &arena, 1, &events, &count), "%s", text);
    cr_expect(strstr(kc_store_error(store), words), "'%s' lacks '%s'", kc_store_error(store),
              words);
    cr_expect_not(kc_store_export_jsonl(store, true, &out));
    cr_expect_null(kc_store_export_atif(store, 1, true));
    kc_store_close(store);
    kc_buf_free(&out);
    kc_arena_free(&arena);
}

Test(store_damage, contents_that_are_not_what_they_say)
{
    expect_unreadable("UPDATE content SET data = X'00' WHERE packed = 1", "claims");
    expect_unreadable(
        "UPDATE content SET data = substr(data, 1, length(data) - 5) WHERE packed = 1",
        "cannot be unpacked");
    expect_unreadable("UPDATE content SET data = zeroblob(size), packed = 0", "not what its name");
    expect_unreadable("UPDATE content SET size = size + 1", "claims");
    expect_unreadable("UPDATE content SET size = -1", "claims 0 bytes");
    expect_unreadable("UPDATE content SET size = 9223372036854775807",
                      "claims 9223372036854775807");
    expect_unreadable("DELETE FROM content", "is missing");
    expect_unreadable("UPDATE event SET body = char(27) || '[2J' WHERE seq = 1",
                      "content ?[2J is missing");
}

Test(store_damage, events_that_make_no_sense)
{
    expect_unreadable("UPDATE event SET kind = 'dream' WHERE seq = 3", "of kind 'dream'");
    expect_unreadable("DELETE FROM event WHERE seq = 2", "lacks its event 2");
    expect_unreadable("UPDATE event SET seq = -4 WHERE seq = 1", "lacks its event 1");
    expect_unreadable("UPDATE event SET seq = 9223372036854775807 WHERE seq = 7",
                      "lacks its event 7");
}

Test(store_damage, runs_that_make_no_sense)
{
    kc_store         *store = changed("UPDATE run SET status = 'won'");
    struct kc_arena   arena = { 0 };
    struct kc_run_row row;

    cr_expect_not(kc_store_get(store, &arena, 1, &row));
    cr_expect(strstr(kc_store_error(store), "status 'won'"), "%s", kc_store_error(store));
    kc_store_close(store);
    store = changed("UPDATE run SET level = -1, repeat = 1 << 40, cycles = -5, match_rate = NULL, "
                    "kernel = printf('%.*c', 100, 'a'), cost = 9e999");
    cr_assert(kc_store_get(store, &arena, 1, &row), "%s", kc_store_error(store));
    cr_expect(row.what.level == 0 && row.what.repeat == UINT32_MAX && row.sum.cycles == 0);
    cr_expect_eq(strlen(row.sum.kernel), 32);
    struct kc_buf out = { 0 };

    cr_expect(kc_store_export_csv(store, true, &out));
    cr_expect(kc_store_export_jsonl(store, true, &out), "%s", kc_store_error(store));
    kc_store_close(store);
    kc_buf_free(&out);
    kc_arena_free(&arena);
}

/* Appending does not trust what is there either. */
Test(store_damage, numbers_at_their_end)
{
    kc_store_close(changed("UPDATE event SET seq = 9223372036854775807 WHERE seq = 7"));
    kc_store *store = opened(path, KC_STORE_WRITE);

    cr_expect_not(kc_store_append(store, 1, KC_EVENT_END, BYTES("{}"), NULL, 0, NULL));
    cr_expect(strstr(kc_store_error(store), "is damaged: run 1 has an event"), "%s",
              kc_store_error(store));
    kc_store_close(store);
}

/* Two kilobytes that claim 64 MiB each time: the limit of a run stops it. */
Test(store_damage, bombs)
{
    const size_t    size = 64 << 20;
    kc_store       *store = opened(path, KC_STORE_WRITE);
    struct kc_arena arena = { 0 };
    const int64_t   run = new_run(store, "silu", "C1", 1);
    char           *zeros = kc_alloc(size);

    for (int i = 0; i < 9; i++)
        cr_assert(kc_store_append(store, run, KC_EVENT_NUDGE, (struct kc_str){ zeros, size }, NULL,
                                  0, NULL));
    const struct kc_event *events;
    size_t                 count;

    cr_expect_not(kc_store_events(store, &arena, run, &events, &count));
    cr_expect(strstr(kc_store_error(store), "larger than 512 MiB"), "%s", kc_store_error(store));
    kc_arena_free(&arena);
    kc_store_close(store);
    struct stat about;

    cr_expect(stat(path, &about) == 0 && about.st_size < 1 << 20);
    free(zeros);
}

/* Puts data in the place of the only content of the store, with that size; what reading says. */
static const char *read_instead(struct kc_str data, uint64_t size, const char *hash)
{
    static char     said[256];
    struct kc_arena arena = { 0 };
    struct kc_str   text;
    sqlite3        *db;
    sqlite3_stmt   *s;

    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, "UPDATE content SET data = ?, size = ?, packed = 1", -1, &s,
                                    NULL),
                 SQLITE_OK);
    sqlite3_bind_blob64(s, 1, data.at, data.length, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, (int64_t)size);
    cr_assert_eq(sqlite3_step(s), SQLITE_DONE);
    sqlite3_finalize(s);
    sqlite3_close(db);
    kc_store *store = opened(path, KC_STORE_READ);

    cr_expect_not(kc_store_content(store, &arena, hash, &text));
    cr_expect_null(text.at);
    snprintf(said, sizeof said, "%s", kc_store_error(store));
    kc_store_close(store);
    kc_arena_free(&arena);
    return said;
}

/* So many zeros as one frame. */
static struct kc_str zeros_packed(struct kc_arena *arena, size_t size, bool says_its_size)
{
    const size_t   room = 1 << 16;
    char          *frame = kc_arena_alloc(arena, room), *chunk = kc_arena_alloc(arena, 1 << 16);
    ZSTD_CCtx     *c = ZSTD_createCCtx();
    ZSTD_outBuffer out = { frame, room, 0 };

    ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, says_its_size);
    ZSTD_CCtx_setPledgedSrcSize(c, size);
    for (size_t done = 0; done < size; done += 1 << 16) {
        ZSTD_inBuffer in = { chunk, 1 << 16, 0 };

        while (in.pos < in.size)
            cr_assert_not(ZSTD_isError(ZSTD_compressStream2(c, &out, &in, ZSTD_e_continue)));
    }
    cr_assert_eq(ZSTD_compressStream2(c, &out, &(ZSTD_inBuffer){ 0 }, ZSTD_e_end), 0);
    ZSTD_freeCCtx(c);
    return (struct kc_str){ frame, out.pos };
}

Test(store_damage, frames_by_hand)
{
    const size_t    small = 1 << 16, large = 256 << 20;
    kc_store       *store = opened(path, KC_STORE_WRITE);
    struct kc_arena arena = { 0 };
    char            hash[33];

    cr_assert(kc_store_put(store, BYTES("what was meant"), hash));
    kc_store_close(store);
    cr_expect(strstr(read_instead(zeros_packed(&arena, small, false), small, hash), "claims 65536"),
              "a frame must say its size");
    cr_expect(strstr(read_instead(zeros_packed(&arena, small, true), small, hash), "not what its"));
    cr_expect(strstr(read_instead(zeros_packed(&arena, large, true), large, hash),
                     "claims 268435456 bytes"),
              "nothing of it is unpacked");
    kc_arena_free(&arena);
}

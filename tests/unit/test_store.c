/* The store: what goes in comes out, files that are not stores are refused, one writer, no litter.
 */
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "store_testing.h"

TestSuite(store, .init = enter, .fini = leave);

/* ---- opening ------------------------------------------------------------------------------ */

Test(store, is_one_file_when_nobody_uses_it)
{
    kc_store *writer = opened(path, KC_STORE_WRITE), *reader;

    new_run(writer, "silu", "C1", 1);
    reader = opened(path, KC_STORE_READ);
    kc_store_close(writer);
    kc_store_close(reader);
    cr_expect_eq(files(), 1, "%d files", files());
    reader = opened(path, KC_STORE_READ);
    kc_store_close(reader);
    cr_expect_eq(files(), 1, "a reader leaves %d files", files());
}

Test(store, has_the_modes_that_it_promises)
{
    kc_store *store = opened(path, KC_STORE_WRITE);

    kc_store_close(store);
    cr_expect_str_eq(sql_value(path, "PRAGMA journal_mode"), "wal");
    cr_expect_str_eq(sql_value(path, "PRAGMA user_version"), "1");
    cr_expect_str_eq(sql_value(path, "PRAGMA integrity_check"), "ok");
}

Test(store, one_writer_many_readers)
{
    kc_store *writer = opened(path, KC_STORE_WRITE);

    expect_refused(path, KC_STORE_WRITE, "another kc run is using");
    kc_store *a = opened(path, KC_STORE_READ), *b = opened(path, KC_STORE_READ);

    kc_store_close(a);
    kc_store_close(b);
    kc_store_close(writer);
    kc_store_close(opened(path, KC_STORE_WRITE));
}

Test(store, readers_see_what_is_committed)
{
    kc_store         *writer = opened(path, KC_STORE_WRITE), *reader = opened(path, KC_STORE_READ);
    struct kc_arena   arena = { 0 };
    struct kc_run_row row;
    const int64_t     run = new_run(writer, "silu", "C1", 1);

    cr_expect(kc_store_get(reader, &arena, run, &row), "%s", kc_store_error(reader));
    cr_expect_eq(row.events, 0);
    append(writer, run, KC_EVENT_PROMPT, "{}");
    cr_expect(kc_store_get(reader, &arena, run, &row));
    cr_expect_eq(row.events, 1);
    kc_store_close(reader);
    kc_store_close(writer);
    kc_arena_free(&arena);
}

Test(store, readers_do_not_write)
{
    kc_store *store = opened(path, KC_STORE_WRITE);
    char      hash[33];

    kc_store_close(store);
    store = opened(path, KC_STORE_READ);
    cr_expect_lt(campaign_of(store), 0);
    cr_expect_not(kc_store_put(store, BYTES("x"), hash));
    cr_expect(strstr(kc_store_error(store), "opened for reading"), "%s", kc_store_error(store));
    kc_store_close(store);
}

Test(store, other_files_are_refused_and_left_alone)
{
    FILE *f = fopen(in_folder("text"), "w");

    fputs("This is certainly not a database, but it is long enough to look at: 16 bytes.\n", f);
    fclose(f);
    sql(in_folder("other.db"), "CREATE TABLE mail (x); INSERT INTO mail VALUES (1)");
    fclose(fopen(in_folder("empty"), "w"));
    for (int mode = KC_STORE_READ; mode <= KC_STORE_WRITE; mode++) {
        expect_refused(in_folder("text"), (enum kc_store_mode)mode, "not an SQLite file");
        expect_refused(in_folder("other.db"), (enum kc_store_mode)mode, "of another program");
        expect_refused(folder, (enum kc_store_mode)mode, "it is not a file");
    }
    cr_expect_str_eq(sql_value(in_folder("other.db"), "PRAGMA journal_mode"), "delete");
    expect_refused(in_folder("none"), KC_STORE_READ, "there is no store");
    expect_refused(in_folder("empty"), KC_STORE_READ, "is empty");
    kc_store_close(opened(in_folder("empty"), KC_STORE_WRITE));
    kc_store_close(opened(in_folder("empty"), KC_STORE_READ));
    expect_refused(in_folder("no-folder/x"), KC_STORE_WRITE, "No such file");
}

Test(store, newer_versions_are_refused)
{
    kc_store_close(opened(path, KC_STORE_WRITE));
    sql(path, "PRAGMA user_version = 99");
    expect_refused(path, KC_STORE_READ, "made by a newer kc (store version 99, this kc knows 1)");
    expect_refused(path, KC_STORE_WRITE, "made by a newer kc");
}

Test(store, names_that_mean_something_to_sqlite_are_files)
{
    char here[4096];

    cr_assert_not_null(getcwd(here, sizeof here));
    cr_assert_eq(chdir(folder), 0);
    kc_store_close(opened(":memory:", KC_STORE_WRITE));
    kc_store_close(opened("file:x?mode=ro", KC_STORE_WRITE));
    cr_expect_eq(access(":memory:", F_OK), 0);
    cr_expect_eq(access("file:x?mode=ro", F_OK), 0);
    cr_assert_eq(chdir(here), 0);
}

/* ---- campaigns and runs ------------------------------------------------------------------- */

Test(store, equal_fields_are_the_same_run)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    const int64_t          campaign = campaign_of(store);
    const struct kc_run_id a = cell("silu", "C1", 1);
    const int64_t          first = kc_store_run(store, campaign, &a);

    cr_expect_eq(campaign_of(store), campaign);
    cr_expect_gt(campaign, 0);
    cr_expect_eq(kc_store_run(store, campaign, &a), first);
    for (int i = 0; i < 7; i++) {
        struct kc_run_id b = a;

        switch (i) {
        case 0:
            b.agent = "x";
            break;
        case 1:
            b.platform = "x";
            break;
        case 2:
            b.task = "x";
            break;
        case 3:
            b.config = "x";
            break;
        case 4:
            b.level = 9;
            break;
        case 5:
            b.repeat = 9;
            break;
        case 6:
            b.settings = "{}";
            break;
        }
        cr_expect_eq(kc_store_run(store, campaign, &b), first + 1 + i, "field %d", i);
    }
    cr_expect_lt(kc_store_run(store, 77, &(struct kc_run_id){ .agent = "new" }), 0,
                 "there is no campaign 77");
    kc_store_close(store);
}

Test(store, fields_do_not_run_into_each_other)
{
    kc_store        *store = opened(path, KC_STORE_WRITE);
    struct kc_run_id a = cell("ab", "c", 1), b = cell("a", "bc", 1);
    const int64_t    campaign = campaign_of(store);

    cr_expect_neq(kc_store_run(store, campaign, &a), kc_store_run(store, campaign, &b));
    kc_store_close(store);
}

static void count_run(void *context, const struct kc_run_row *row)
{
    (void)row;
    *(int *)context += 1;
}

Test(store, a_run_may_belong_to_several_campaigns)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    const int64_t          a = campaign_of(store), b = kc_store_campaign(store, "b", "", BYTES(""));
    const struct kc_run_id id = cell("silu", "C1", 1), other = cell("silu", "C2", 1);
    int                    of_a = 0, of_b = 0, of_all = 0;
    struct kc_arena        arena = { 0 };
    struct kc_run_row      row;

    kc_store_run(store, a, &id);
    kc_store_run(store, b, &other);
    const int64_t run = kc_store_run(store, b, &id);

    kc_store_runs(store, a, count_run, &of_a);
    kc_store_runs(store, b, count_run, &of_b);
    kc_store_runs(store, 0, count_run, &of_all);
    cr_expect_eq(of_a, 1);
    cr_expect_eq(of_b, 2);
    cr_expect_eq(of_all, 2);
    cr_expect(kc_store_get(store, &arena, run, &row));
    cr_expect_eq(row.campaign, a, "the campaign that made it");
    kc_arena_free(&arena);
    kc_store_close(store);
}

Test(store, sums_survive)
{
    kc_store               *store = opened(path, KC_STORE_WRITE);
    struct kc_arena         arena = { 0 };
    struct kc_run_row       row;
    const int64_t           run = new_run(store, "silu", "C1", 1);
    const struct kc_run_sum sum = {
        .status = KC_RUN_PROVIDER_ERROR,
        .verdict = "wrong_result",
        .error = "HTTP 503",
        .cycles = 1,
        .baseline_cycles = UINT64_MAX,
        .bound_cycles = 3,
        .published_cycles = 4,
        .answers = 5,
        .calls = 6,
        .nudges = 7,
        .evaluations = 8,
        .requests = UINT32_MAX,
        .first_assembled = 10,
        .first_correct = 11,
        .best_at = 12,
        .syntax_errors = 13,
        .wrong_results = 14,
        .tool_errors = 15,
        .match_rate = 0.1,
        .input = 16,
        .cache_read = 17,
        .cache_write = 18,
        .output = 19,
        .reasoning = -1,
        .cost = -1.0,
        .seconds = 20.5,
        .waited = 21.5,
        .kernel = "0123456789abcdef0123456789abcdef",
    };

    cr_assert(kc_store_sum(store, run, &sum), "%s", kc_store_error(store));
    kc_store_close(store);
    store = opened(path, KC_STORE_READ);
    cr_assert(kc_store_get(store, &arena, run, &row));
    cr_expect_eq(row.sum.status, KC_RUN_PROVIDER_ERROR);
    cr_expect_str_eq(row.sum.verdict, "wrong_result");
    cr_expect_str_eq(row.sum.error, "HTTP 503");
    cr_expect_eq(row.sum.cycles, 1);
    cr_expect_eq(row.sum.baseline_cycles, INT64_MAX, "the largest that fits");
    cr_expect_eq(row.sum.bound_cycles, 3);
    cr_expect_eq(row.sum.published_cycles, 4);
    cr_expect_eq(row.sum.answers, 5);
    cr_expect_eq(row.sum.calls, 6);
    cr_expect_eq(row.sum.nudges, 7);
    cr_expect_eq(row.sum.evaluations, 8);
    cr_expect_eq(row.sum.requests, UINT32_MAX);
    cr_expect_eq(row.sum.first_assembled, 10);
    cr_expect_eq(row.sum.first_correct, 11);
    cr_expect_eq(row.sum.best_at, 12);
    cr_expect_eq(row.sum.syntax_errors, 13);
    cr_expect_eq(row.sum.wrong_results, 14);
    cr_expect_eq(row.sum.tool_errors, 15);
    cr_expect_eq(row.sum.match_rate, 0.1);
    cr_expect_eq(row.sum.input, 16);
    cr_expect_eq(row.sum.cache_read, 17);
    cr_expect_eq(row.sum.cache_write, 18);
    cr_expect_eq(row.sum.output, 19);
    cr_expect_eq(row.sum.reasoning, -1);
    cr_expect_eq(row.sum.cost, -1.0);
    cr_expect_eq(row.sum.seconds, 20.5);
    cr_expect_eq(row.sum.waited, 21.5);
    cr_expect_str_eq(row.sum.kernel, sum.kernel);
    cr_expect_str_eq(row.what.settings, "{\"tools\":\"paper\"}");
    kc_arena_free(&arena);
    kc_store_close(store);
}

Test(store, runs_are_found_by_number_and_by_name)
{
    static const struct {
        const char *text;
        size_t      found;
        int64_t     first;
    } cases[] = {
        { "2", 1, 2 },
        { "9", 0, 0 },
        { "18446744073709551615", 0, 0 },
        { "openai/gpt-x/plena/silu/C1", 2, 1 }, /* not C10 */
        { "openai/gpt-x/plena/silu/C10", 1, 3 },
        { "openai/gpt-x/plena/silu/C1/2", 1, 2 },
        { "openai/gpt-x/plena/si", 3, 1 },
        { "openai/gpt-x", 4, 4 }, /* gelu comes before silu */
        { "", 4, 4 },
        { "plena", 0, 0 },
    };
    kc_store         *store = opened(path, KC_STORE_WRITE);
    struct kc_arena   arena = { 0 };
    struct kc_run_row rows[8];

    new_run(store, "silu", "C1", 1);
    new_run(store, "silu", "C1", 2);
    new_run(store, "silu", "C10", 1);
    new_run(store, "gelu", "C1", 1);
    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const size_t found = kc_store_find(store, &arena, cases[i].text, rows, KC_COUNT(rows));

        cr_expect_eq(found, cases[i].found, "'%s': %zu", cases[i].text, found);
        if (found)
            cr_expect_eq(rows[0].id, cases[i].first, "'%s': %" PRId64, cases[i].text, rows[0].id);
    }
    cr_expect_eq(kc_store_find(store, &arena, "", rows, 1), 4, "told, not written");
    kc_arena_free(&arena);
    kc_store_close(store);
}

/* ---- events ------------------------------------------------------------------------------- */

Test(store, events_come_back_as_they_were)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    struct kc_arena        arena = { 0 };
    const int64_t          run = new_run(store, "silu", "C1", 1);
    const struct kc_event *events;
    struct kc_run_row      row;
    size_t                 count;
    char                  *large = kc_alloc(1 << 20);

    for (size_t i = 0; i < 1 << 20; i++)
        large[i] = (char)(i * i >> 5);
    const struct kc_str bodies[] = {
        BYTES(""), BYTES("{}"), BYTES("a\0b"), { large, 1 << 20 }, BYTES("{}")
    };

    for (size_t i = 0; i < KC_COUNT(bodies); i++)
        cr_assert(
            kc_store_append(store, run, (enum kc_event_kind)(i % 6), bodies[i], NULL, 0, NULL));
    cr_assert(kc_store_get(store, &arena, run, &row));
    cr_expect(row.began > 1.6e9 && row.ended == 0);
    append(store, run, KC_EVENT_END, "{}");
    cr_assert(kc_store_events(store, &arena, run, &events, &count), "%s", kc_store_error(store));
    cr_assert_eq(count, KC_COUNT(bodies) + 1);
    for (size_t i = 0; i < KC_COUNT(bodies); i++) {
        cr_expect_eq(events[i].seq, i + 1);
        cr_expect_eq(events[i].kind, i % 6);
        cr_assert_eq(events[i].body.length, bodies[i].length, "event %zu", i);
        cr_expect_eq(memcmp(events[i].body.at, bodies[i].at, bodies[i].length), 0, "event %zu", i);
    }
    cr_assert(kc_store_get(store, &arena, run, &row));
    cr_expect_eq(row.events, count);
    cr_expect_eq(row.ended, events[count - 1].time);
    cr_expect_eq(row.began, events[0].time);
    free(large);
    kc_arena_free(&arena);
    kc_store_close(store);
    cr_expect_str_eq(sql_value(path, "SELECT count(*) FROM content"), "4", "equal bodies once");
}

Test(store, evaluations_come_back)
{
    kc_store                       *store = opened(path, KC_STORE_WRITE);
    struct kc_arena                 arena = { 0 };
    const int64_t                   run = new_run(store, "silu", "C1", 1);
    const struct kc_evaluation_row *rows;
    size_t                          count;
    struct kc_str                   text;
    const struct kc_evaluation      two[] = {
        { 0, BYTES("kernel a"), "wrong_result", 10, 0.5, 0.25, NAN },
        { 2, BYTES("kernel b"), "correct", UINT64_MAX, 1.0, 1.0, INFINITY },
    };

    append(store, run, KC_EVENT_PROMPT, "{}");
    cr_assert(kc_store_append(store, run, KC_EVENT_REPLIES, BYTES("{}"), two, 2, NULL), "%s",
              kc_store_error(store));
    cr_assert(kc_store_evaluations(store, &arena, run, &rows, &count));
    cr_assert_eq(count, 2);
    cr_expect(rows[0].seq == 2 && rows[0].call == 0 && rows[0].cycles == 10);
    cr_expect(rows[0].match_rate == 0.5 && rows[0].paper_match_rate == 0.25 && isnan(rows[0].mse));
    cr_expect(rows[1].call == 2 && rows[1].cycles == INT64_MAX && isinf(rows[1].mse));
    cr_expect_str_eq(rows[1].verdict, "correct");
    cr_assert(kc_store_content(store, &arena, rows[1].kernel, &text));
    cr_expect(kc_str_is(text, "kernel b"));
    kc_arena_free(&arena);
    kc_store_close(store);
}

Test(store, appending_to_no_run_fails)
{
    kc_store *store = opened(path, KC_STORE_WRITE);

    cr_expect_not(kc_store_append(store, 5, KC_EVENT_PROMPT, BYTES("{}"), NULL, 0, NULL));
    cr_expect(strstr(kc_store_error(store), "there is no run 5"), "%s", kc_store_error(store));
    cr_expect_not(kc_store_sum(store, 5, &(struct kc_run_sum){ 0 }));
    cr_expect_not(kc_store_forget(store, 5));
    kc_store_close(store);
    cr_expect_str_eq(sql_value(path, "SELECT count(*) FROM content"), "0", "nothing stays");
}

Test(store, forgetting_makes_a_run_new)
{
    kc_store              *store = opened(path, KC_STORE_WRITE);
    struct kc_arena        arena = { 0 };
    struct kc_run_row      row;
    const struct kc_event *events;
    size_t                 count;
    const int64_t          run = whole_run(store, "silu", "C1", 1);
    const int64_t          other = whole_run(store, "silu", "C2", 1);

    cr_assert(kc_store_forget(store, run), "%s", kc_store_error(store));
    cr_assert(kc_store_get(store, &arena, run, &row));
    cr_expect(row.sum.status == KC_RUN_NEW && row.events == 0 && row.began == 0 && row.ended == 0);
    cr_expect(row.sum.cycles == 0 && !*row.sum.kernel && !*row.sum.verdict);
    cr_assert(kc_store_events(store, &arena, other, &events, &count));
    cr_expect_eq(count, 7, "the other run stays");
    append(store, run, KC_EVENT_PROMPT, "{}");
    cr_assert(kc_store_events(store, &arena, run, &events, &count));
    cr_expect(count == 1 && events[0].seq == 1);
    kc_arena_free(&arena);
    kc_store_close(store);
}

/* ---- contents ----------------------------------------------------------------------------- */

/* Expected values: the xxhash package of Python, xxh3_128_hexdigest. */
Test(store, hashes)
{
    char hash[33], thousand[1000];

    memset(thousand, 'a', sizeof thousand);
    kc_content_hash(BYTES(""), hash);
    cr_expect_str_eq(hash, "99aa06d3014798d86001c324468d497f");
    kc_content_hash(BYTES("abc"), hash);
    cr_expect_str_eq(hash, "06b05ab6733a618578af5f94892f3950");
    kc_content_hash((struct kc_str){ thousand, sizeof thousand }, hash);
    cr_expect_str_eq(hash, "b01da365eddaa29cb3e7af627147db7c");
}

Test(store, contents_by_hash)
{
    kc_store       *store = opened(path, KC_STORE_WRITE);
    struct kc_arena arena = { 0 };
    struct kc_str   text;
    char            hash[33], expected[33];

    cr_assert(kc_store_put(store, BYTES("hello"), hash));
    kc_content_hash(BYTES("hello"), expected);
    cr_expect_str_eq(hash, expected);
    cr_assert(kc_store_put(store, BYTES("hello"), hash), "twice is once");
    cr_assert(kc_store_content(store, &arena, hash, &text));
    cr_expect(kc_str_is(text, "hello"));
    cr_assert(kc_store_content(store, &arena, "00000000000000000000000000000000", &text));
    cr_expect_null(text.at);
    kc_arena_free(&arena);
    kc_store_close(store);
}

Test(store, contents_are_packed_when_it_pays)
{
    kc_store *store = opened(path, KC_STORE_WRITE);
    char      hash[33], *same = kc_alloc(100000);

    memset(same, 'x', 100000);
    cr_assert(kc_store_put(store, (struct kc_str){ same, 100000 }, hash));
    cr_assert(kc_store_put(store, BYTES("short"), hash));
    kc_store_close(store);
    cr_expect_str_eq(sql_value(path, "SELECT packed FROM content WHERE size = 100000"), "1");
    cr_expect_str_eq(sql_value(path, "SELECT packed FROM content WHERE size = 5"), "0");
    cr_expect_lt(atoi(sql_value(path, "SELECT max(length(data)) FROM content")), 1000);
    free(same);
}

Test(store, bodies_have_a_limit)
{
    const size_t    limit = 64 << 20;
    kc_store       *store = opened(path, KC_STORE_WRITE);
    struct kc_arena arena = { 0 };
    struct kc_str   text;
    char           *large = kc_alloc(limit + 1), hash[33];

    cr_expect(kc_store_put(store, (struct kc_str){ large, limit }, hash), "%s",
              kc_store_error(store));
    cr_assert(kc_store_content(store, &arena, hash, &text), "%s", kc_store_error(store));
    cr_expect_eq(text.length, limit);
    cr_expect_not(kc_store_put(store, (struct kc_str){ large, limit + 1 }, hash));
    cr_expect(strstr(kc_store_error(store), "the limit is 64 MiB"), "%s", kc_store_error(store));
    free(large);
    kc_arena_free(&arena);
    kc_store_close(store);
}

/* ---- processes and threads ---------------------------------------------------------------- */

/* The child tells each event that was appended; whatever was told must be there. */
Test(store, what_was_appended_survives_sigkill)
{
    struct kc_arena        arena = { 0 };
    const struct kc_event *events;
    size_t                 count;

    for (int round = 0; round < 5; round++) {
        int   ends[2];
        char  byte;
        pid_t child;

        unlink(path);
        cr_assert_eq(pipe(ends), 0);
        if ((child = fork()) == 0) {
            kc_store     *store = opened(path, KC_STORE_WRITE);
            const int64_t run = new_run(store, "silu", "C1", 1);

            while (kc_store_append(store, run, KC_EVENT_NUDGE, BYTES("{}"), NULL, 0, NULL))
                if (write(ends[1], "x", 1) != 1)
                    _exit(1);
            _exit(1);
        }
        close(ends[1]);
        for (int told = 0; told < 20 + 7 * round; told++)
            cr_assert_eq(read(ends[0], &byte, 1), 1);
        kill(child, SIGKILL);
        size_t told = (size_t)(20 + 7 * round);

        while (read(ends[0], &byte, 1) == 1)
            told++;
        close(ends[0]);
        waitpid(child, NULL, 0);

        kc_store *reader = opened(path, KC_STORE_READ); /* while the log is as it was left */

        cr_assert(kc_store_events(reader, &arena, 1, &events, &count));
        cr_expect(count == told || count == told + 1, "%zu told, %zu there", told, count);
        kc_store_close(reader);
        kc_store *writer = opened(path, KC_STORE_WRITE);

        append(writer, 1, KC_EVENT_END, "{}");
        cr_assert(kc_store_events(writer, &arena, 1, &events, &count));
        cr_expect(count >= told + 1 && events[count - 1].kind == KC_EVENT_END);
        kc_store_close(writer);
        cr_expect_str_eq(sql_value(path, "PRAGMA integrity_check"), "ok");
    }
    kc_arena_free(&arena);
}

/* A writer was killed: its log is read, and with the last reader file and log are one again. */
Test(store, what_a_killed_writer_left_becomes_one_file)
{
    struct kc_arena   arena = { 0 };
    struct kc_run_row row;
    pid_t             child;

    if ((child = fork()) == 0) {
        kc_store *store = opened(path, KC_STORE_WRITE);

        whole_run(store, "silu", "C1", 1);
        kill(getpid(), SIGKILL);
    }
    waitpid(child, NULL, 0);
    cr_expect_eq(access(in_folder("a.db-wal"), F_OK), 0);
    kc_store *reader = opened(path, KC_STORE_READ);

    cr_assert(kc_store_get(reader, &arena, 1, &row));
    cr_expect_eq(row.events, 7);
    kc_store_close(reader);
    cr_expect_neq(access(in_folder("a.db-wal"), F_OK), 0);
    cr_expect_eq(rename(path, in_folder("moved.db")), 0);
    reader = opened(in_folder("moved.db"), KC_STORE_READ);
    cr_assert(kc_store_get(reader, &arena, 1, &row));
    cr_expect_eq(row.events, 7);
    kc_store_close(reader);
    kc_arena_free(&arena);
}

enum { THREADS = 4, EACH = 40 };

static void *append_many(void *context)
{
    kc_store  *store = context;
    char       config[32];
    static int next;
    const int  me = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);

    snprintf(config, sizeof config, "T%d", me);
    const int64_t run = new_run(store, "silu", config, 1);

    for (int i = 0; i < EACH; i++) {
        append(store, run, KC_EVENT_NUDGE, config);
        cr_expect_not(kc_store_sum(store, 1000 + me, &(struct kc_run_sum){ 0 }));
        snprintf(config, sizeof config, "there is no run %d ", 1000 + me);
        cr_expect(strstr(kc_store_error(store), config), "%s", kc_store_error(store));
    }
    return NULL;
}

Test(store, threads_share_a_store_and_have_errors_of_their_own)
{
    kc_store *store = opened(path, KC_STORE_WRITE);
    pthread_t threads[THREADS];

    cr_expect_str_eq(kc_store_error(store), "");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, append_many, store);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cr_expect_str_eq(kc_store_error(store), "", "no failure on this thread");
    kc_store_close(store);
    cr_expect_eq(atoi(sql_value(path, "SELECT count(*) FROM event")), THREADS * EACH);
}

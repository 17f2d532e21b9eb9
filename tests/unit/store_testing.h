/* tests/unit/store_testing.h: stores in a folder of the test's own, and runs to fill them with. */
#ifndef KC_TESTS_UNIT_STORE_TESTING_H
#define KC_TESTS_UNIT_STORE_TESTING_H

#include <dirent.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"
#include "testing.h"

static char folder[64], path[128];

/* A path in the folder; valid until the fourth call after it. */
KC_INLINE const char *in_folder(const char *name)
{
    static char names[4][384];
    static int  next;

    next = (next + 1) % 4;
    snprintf(names[next], sizeof names[next], "%s/%s", folder, name);
    return names[next];
}

KC_INLINE void enter(void)
{
    snprintf(folder, sizeof folder, "%s/kc-store-XXXXXX", P_tmpdir);
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.db", folder);
}

KC_INLINE void leave(void)
{
    DIR *dir = opendir(folder);

    for (struct dirent *e; dir && (e = readdir(dir));)
        unlink(in_folder(e->d_name));
    if (dir)
        closedir(dir);
    rmdir(folder);
}

/* How many files are in the folder. */
KC_INLINE int files(void)
{
    DIR *dir = opendir(folder);
    int  count = 0;

    for (struct dirent *e; (e = readdir(dir));)
        count += e->d_name[0] != '.';
    closedir(dir);
    return count;
}

/* Opens or fails the test. */
KC_INLINE kc_store *opened(const char *name, enum kc_store_mode mode)
{
    struct kc_buf why = { 0 };
    kc_store     *store = kc_store_open(name, mode, &why);

    cr_assert_not_null(store, "%s", text_or_empty(why.text));
    kc_buf_free(&why);
    return store;
}

/* The store cannot be opened, and the reason says so in these words. */
KC_INLINE void expect_refused(const char *name, enum kc_store_mode mode, const char *words)
{
    struct kc_buf why = { 0 };
    kc_store     *store = kc_store_open(name, mode, &why);

    cr_expect_null(store, "opened, not: %s", words);
    cr_expect(why.text && strstr(why.text, words), "'%s' lacks '%s'", text_or_empty(why.text),
              words);
    kc_store_close(store);
    kc_buf_free(&why);
}

/* SQL behind the store's back. */
KC_INLINE void sql(const char *name, const char *text)
{
    sqlite3 *db;
    char    *why = NULL;

    cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, &why), SQLITE_OK, "%s: %s", text,
                 text_or_empty(why));
    sqlite3_close(db);
}

/* The first column of the first row as text, for the store's file as another program sees it. */
KC_INLINE const char *sql_value(const char *name, const char *text)
{
    static char   value[256];
    sqlite3      *db;
    sqlite3_stmt *s;

    cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_step(s);
    snprintf(value, sizeof value, "%s", text_or_empty((const char *)sqlite3_column_text(s, 0)));
    sqlite3_finalize(s);
    sqlite3_close(db);
    return value;
}

KC_INLINE struct kc_run_id cell(const char *task, const char *config, uint32_t repeat)
{
    return (struct kc_run_id){ .agent = "openai/gpt-x",
                               .platform = "plena",
                               .task = task,
                               .config = config,
                               .level = 1,
                               .repeat = repeat,
                               .settings = "{\"tools\":\"paper\"}" };
}

KC_INLINE int64_t campaign_of(kc_store *store)
{
    return kc_store_campaign(store, "key-1", "openai/gpt-x",
                             kc_str_from("{\"command\":\"kc run\",\"version\":\"0.9\"}"));
}

KC_INLINE int64_t new_run(kc_store *store, const char *task, const char *config, uint32_t repeat)
{
    const struct kc_run_id id = cell(task, config, repeat);
    const int64_t          run = kc_store_run(store, campaign_of(store), &id);

    cr_assert_gt(run, 0, "%s", kc_store_error(store));
    return run;
}

KC_INLINE void append(kc_store *store, int64_t run, enum kc_event_kind kind, const char *body)
{
    cr_assert(kc_store_append(store, run, kind, kc_str_from(body), NULL, 0, NULL), "%s",
              kc_store_error(store));
}

static const char prompt_body[] =
    "{\"system\":\"You write kernels.\",\"user\":\"Solve silu.\",\"tools\":[\"write_code\"]}";
static const char answer_body[] =
    "{\"format\":\"chat\",\"raw\":{\"role\":\"assistant\",\"big\":9223372036854775807},"
    "\"text\":\"Trying.\",\"reasoning\":\"Think first.\",\"calls\":["
    "{\"id\":\"c0\",\"name\":\"write_code\",\"arguments\":\"{\\\"assembly_code\\\": \\\"x\\\"}\"},"
    "{\"id\":\"c1\",\"name\":\"run_evaluation\",\"arguments\":\"not json\"}],\"stop\":\"calls\","
    "\"usage\":{\"input\":100,\"cache_read\":40,\"cache_write\":-1,\"output\":30,\"reasoning\":20,"
    "\"cost\":0.25},\"model\":\"gpt-x-1\",\"request_id\":\"req-7\",\"attempts\":2,\"seconds\":1.5,"
    "\"waited\":0.5}";
static const char replies_body[] =
    "{\"replies\":[{\"text\":\"{\\\"success\\\":true}\",\"is_error\":false},"
    "{\"text\":\"{\\\"error\\\":\\\"no kernel\\\"}\",\"is_error\":true}]}";

/* A whole run: prompt, answer with an evaluation, replies, nudge, error, end. */
KC_INLINE int64_t whole_run(kc_store *store, const char *task, const char *config, uint32_t repeat)
{
    const int64_t              run = new_run(store, task, config, repeat);
    const struct kc_evaluation evaluation = { .call = 1,
                                              .kernel = kc_str_from("S_ADDI_INT gp1, gp0, 1\n"),
                                              .verdict = "correct",
                                              .cycles = 1234,
                                              .match_rate = 1.0,
                                              .paper_match_rate = 1.0 };
    struct kc_run_sum          sum = { .status = KC_RUN_SOLVED,
                                       .verdict = "correct",
                                       .error = "",
                                       .cycles = 1234,
                                       .baseline_cycles = 2468,
                                       .answers = 1,
                                       .match_rate = 1.0,
                                       .input = 100,
                                       .cost = 0.25,
                                       .seconds = 1.5 };

    kc_content_hash(evaluation.kernel, sum.kernel);
    append(store, run, KC_EVENT_PROMPT, prompt_body);
    append(store, run, KC_EVENT_REQUEST, "{}");
    append(store, run, KC_EVENT_ANSWER, answer_body);
    cr_assert(kc_store_append(store, run, KC_EVENT_REPLIES, kc_str_from(replies_body), &evaluation,
                              1, NULL));
    append(store, run, KC_EVENT_NUDGE, "{\"text\":\"Please call a tool.\"}");
    append(store, run, KC_EVENT_ERROR, "{\"http\":503,\"message\":\"overloaded\",\"attempts\":4}");
    cr_assert(kc_store_append(store, run, KC_EVENT_END,
                              kc_str_from("{\"status\":\"solved\",\"reason\":\"finished\"}"), NULL,
                              0, &sum));
    return run;
}

#endif

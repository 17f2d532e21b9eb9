/* Merging: nothing is lost, nothing depends on the order, and merging again changes nothing. */
#include "store_testing.h"

TestSuite(store_merge, .init = enter, .fini = leave);

/* Merges the named store into another one of the folder. */
static struct kc_merge_sum merged(const char *into, const char *name)
{
    kc_store           *to = opened(in_folder(into), KC_STORE_WRITE);
    kc_store           *from = opened(in_folder(name), KC_STORE_READ);
    struct kc_merge_sum sum = { 0 };

    cr_assert(kc_store_merge(to, from, &sum), "%s", kc_store_error(to));
    kc_store_close(from);
    kc_store_close(to);
    return sum;
}

static void expect_sum(struct kc_merge_sum sum, size_t added, size_t replaced, size_t kept)
{
    cr_expect(sum.added == added && sum.replaced == replaced && sum.kept == kept,
              "%zu added, %zu replaced, %zu kept", sum.added, sum.replaced, sum.kept);
}

/* All runs of a store of the folder, as they are exported. */
static struct kc_buf exported(const char *name, bool with_times)
{
    kc_store     *store = opened(in_folder(name), KC_STORE_READ);
    struct kc_buf out = { 0 };

    cr_assert(kc_store_export_jsonl(store, with_times, &out), "%s", kc_store_error(store));
    kc_store_close(store);
    return out;
}

static void expect_same(const char *a, const char *b, bool with_times)
{
    struct kc_buf x = exported(a, with_times), y = exported(b, with_times);

    cr_expect_gt(x.length, 0);
    cr_expect_str_eq(x.text, y.text, "%s and %s", a, b);
    kc_buf_free(&x);
    kc_buf_free(&y);
}

static const char *const configs[] = { "C1", "C2", "C3", "C4", "C5" };

/* The runs of a campaign that fall to a shard. */
static void make_shard(const char *name, int shard, int shards)
{
    kc_store *store = opened(in_folder(name), KC_STORE_WRITE);

    for (int i = 0; i < (int)KC_COUNT(configs); i++)
        if (i % shards == shard)
            whole_run(store, "silu", configs[i], 1);
    kc_store_close(store);
}

Test(store_merge, shards_make_the_whole)
{
    make_shard("whole.db", 0, 1);
    make_shard("0.db", 0, 2);
    make_shard("1.db", 1, 2);
    expect_sum(merged("a.db", "0.db"), 3, 0, 0);
    expect_sum(merged("a.db", "1.db"), 2, 0, 0);
    merged("b.db", "1.db");
    merged("b.db", "0.db");
    expect_same("a.db", "b.db", false);
    expect_same("a.db", "whole.db", false);
    cr_expect_str_eq(sql_value(in_folder("a.db"), "SELECT count(*) FROM campaign"), "1");
    cr_expect_str_eq(sql_value(in_folder("a.db"), "SELECT count(*) FROM member"), "5");
    cr_expect_str_eq(sql_value(in_folder("a.db"), "SELECT count(*) FROM evaluation"), "5");
    cr_expect_str_eq(sql_value(in_folder("a.db"), "PRAGMA foreign_key_check"), "");
}

Test(store_merge, again_changes_nothing)
{
    make_shard("0.db", 0, 1);
    merged("a.db", "0.db");
    struct kc_buf before = exported("a.db", true);

    expect_sum(merged("a.db", "0.db"), 0, 0, 5);
    struct kc_buf after = exported("a.db", true);

    cr_expect_str_eq(before.text, after.text);
    kc_buf_free(&before);
    kc_buf_free(&after);
}

static void set_status(kc_store *store, int64_t run, enum kc_run_status status)
{
    cr_assert(kc_store_sum(store, run, &(struct kc_run_sum){ .status = status }));
}

/* A store with one run in this state. */
static void make_state(const char *name, enum kc_run_status status, int events)
{
    kc_store     *store = opened(in_folder(name), KC_STORE_WRITE);
    const int64_t run = new_run(store, "silu", "C1", 1);

    for (int i = 0; i < events; i++)
        append(store, run, KC_EVENT_NUDGE, name);
    set_status(store, run, status);
    kc_store_close(store);
}

Test(store_merge, the_run_that_got_further_stays)
{
    static const struct {
        const char        *name;
        enum kc_run_status less, more;
        int                less_events, more_events;
    } cases[] = {
        { "running before new", KC_RUN_NEW, KC_RUN_RUNNING, 0, 0 },
        { "an error before running", KC_RUN_RUNNING, KC_RUN_PROVIDER_ERROR, 9, 2 },
        { "ended before an error", KC_RUN_PROVIDER_ERROR, KC_RUN_FAILED, 9, 2 },
        { "ended before running", KC_RUN_RUNNING, KC_RUN_SOLVED, 9, 2 },
        { "more events", KC_RUN_RUNNING, KC_RUN_RUNNING, 2, 3 },
        { "more events, not the better end", KC_RUN_SOLVED, KC_RUN_FAILED, 2, 3 },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        make_state("less.db", cases[i].less, cases[i].less_events);
        make_state("more.db", cases[i].more, cases[i].more_events);
        merged("a.db", "less.db");
        expect_sum(merged("a.db", "more.db"), 0, 1, 0);
        merged("b.db", "more.db");
        expect_sum(merged("b.db", "less.db"), 0, 0, 1);
        expect_same("a.db", "b.db", true);
        expect_same("a.db", "more.db", true);
        for (const char *const *n = (const char *[]){ "less.db", "more.db", "a.db", "b.db", NULL };
             *n; n++)
            unlink(in_folder(*n));
    }
    kc_arena_free(&arena);
}

/* Equally far and different: one of them, and the same one whatever the order. */
Test(store_merge, ties_do_not_depend_on_the_order)
{
    make_state("x.db", KC_RUN_FAILED, 3);
    make_state("y.db", KC_RUN_FAILED, 3);
    make_state("z.db", KC_RUN_FAILED, 3);
    merged("a.db", "x.db");
    merged("a.db", "y.db");
    merged("a.db", "z.db");
    merged("b.db", "z.db");
    merged("b.db", "y.db");
    merged("b.db", "x.db");
    expect_same("a.db", "b.db", true);
}

Test(store_merge, campaigns_are_matched_by_key)
{
    for (int i = 0; i < 2; i++) {
        kc_store *store = opened(in_folder(i ? "1.db" : "0.db"), KC_STORE_WRITE);

        kc_store_campaign(store, "only here", i ? "b" : "a", BYTES("{}"));
        kc_store_campaign(store, "both", "x", i ? BYTES("{\"v\":2}") : BYTES("{\"v\":1}"));
        kc_store_close(store);
    }
    merged("a.db", "0.db");
    merged("a.db", "1.db");
    merged("b.db", "1.db");
    merged("b.db", "0.db");
    for (const char *const *n = (const char *[]){ "a.db", "b.db", NULL }; *n; n++) {
        cr_expect_str_eq(sql_value(in_folder(*n), "SELECT count(*) FROM campaign"), "2");
        cr_expect_str_eq(sql_value(in_folder(*n), "SELECT about FROM campaign WHERE key = 'both'"),
                         "{\"v\":1}");
        cr_expect_str_eq(sql_value(in_folder(*n), "SELECT agent FROM campaign WHERE key != 'both'"),
                         "a");
    }
}

Test(store_merge, a_damaged_store_is_left_out_as_a_whole)
{
    kc_store           *to, *from;
    struct kc_merge_sum sum = { 0 };

    make_shard("0.db", 0, 2);
    make_shard("1.db", 1, 2);
    sql(in_folder("1.db"), "UPDATE event SET kind = 'x' WHERE run = 2");
    merged("a.db", "0.db");
    struct kc_buf before = exported("a.db", true);

    to = opened(in_folder("a.db"), KC_STORE_WRITE);
    from = opened(in_folder("1.db"), KC_STORE_READ);
    cr_expect_not(kc_store_merge(to, from, &sum));
    cr_expect(strstr(kc_store_error(to), "1.db' is damaged: run 2 has an event of kind 'x'"), "%s",
              kc_store_error(to));
    expect_sum(sum, 0, 0, 0);
    kc_store_close(from);
    kc_store_close(to);
    struct kc_buf after = exported("a.db", true);

    cr_expect_str_eq(before.text, after.text);
    kc_buf_free(&before);
    kc_buf_free(&after);
}

/* A stranger may write any identity beside the fields: what counts is the fields. */
Test(store_merge, identities_of_strangers_are_not_believed)
{
    make_shard("0.db", 0, 1);
    sql(in_folder("0.db"), "UPDATE run SET identity = 'lie' || id");
    expect_sum(merged("a.db", "0.db"), 5, 0, 0);
    expect_sum(merged("a.db", "0.db"), 0, 0, 5);
}

Test(store_merge, into_itself)
{
    make_shard("a.db", 0, 1);
    expect_sum(merged("a.db", "a.db"), 0, 0, 5);
    kc_store           *store = opened(in_folder("a.db"), KC_STORE_WRITE);
    struct kc_merge_sum sum = { 0 };

    cr_expect_not(kc_store_merge(store, store, &sum));
    kc_store_close(store);
}

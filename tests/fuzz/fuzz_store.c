/* Any store file: it is refused with a reason, or read, exported, merged and appended to; where
 * something in it makes no sense, a sentence says so.
 *
 * The input is a list of changes to a small store, four bytes each: three of place, one of value.
 * An input that begins like an SQLite file is taken as a whole file. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz.h"
#include "store/store.h"

static char folder[64], changed[96], merged[96];

static void clean_up(void)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    char                     name[128];

    for (size_t i = 0; i < KC_COUNT(ends); i++) {
        snprintf(name, sizeof name, "%s%s", changed, ends[i]);
        unlink(name);
        snprintf(name, sizeof name, "%s%s", merged, ends[i]);
        unlink(name);
    }
}

static void remove_folder(void)
{
    clean_up();
    rmdir(folder);
}

static void fill(kc_store *store)
{
    static const char answer[] =
        "{\"text\":\"t\",\"calls\":[{\"id\":\"c\",\"name\":\"n\",\"arguments\":\"{}\"}],"
        "\"usage\":{\"input\":1,\"output\":2,\"cost\":0.5},\"seconds\":1,\"padding\":"
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}";
    const struct kc_evaluation e = { 0, kc_str_from("kernel"), "correct", 1, 1, 1, 0 };
    const int64_t              campaign =
        kc_store_campaign(store, "key", "agent", kc_str_from("{\"version\":\"1\"}"));

    for (uint32_t i = 1; i <= 3; i++) {
        const struct kc_run_id id = { "agent", "plena", "silu", "C1", 1, i, "{}" };
        const int64_t          run = kc_store_run(store, campaign, &id);

        PROMISE(kc_store_append(store, run, KC_EVENT_PROMPT, kc_str_from("{\"user\":\"u\"}"), NULL,
                                0, NULL));
        PROMISE(kc_store_append(store, run, KC_EVENT_ANSWER, kc_str_from(answer), NULL, 0, NULL));
        PROMISE(kc_store_append(store, run, KC_EVENT_REPLIES,
                                kc_str_from("{\"replies\":[{\"text\":\"r\"}]}"), &e, 1,
                                &(struct kc_run_sum){ .status = KC_RUN_SOLVED, .cycles = 9 }));
    }
}

/* The bytes of the small store, made once. */
static struct kc_str original(void)
{
    static struct kc_arena forever;
    static struct kc_str   bytes;
    struct kc_buf          why = { 0 };
    const char            *reason;

    if (bytes.at)
        return bytes;
    snprintf(folder, sizeof folder, "%s/kc-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : P_tmpdir);
    PROMISE(mkdtemp(folder));
    atexit(remove_folder);
    snprintf(changed, sizeof changed, "%s/changed.db", folder);
    snprintf(merged, sizeof merged, "%s/merged.db", folder);
    kc_store *store = kc_store_open(changed, KC_STORE_WRITE, &why);

    PROMISE(store);
    fill(store);
    kc_store_close(store);
    PROMISE(kc_file_read(&forever, changed, &bytes, &reason));
    return bytes;
}

static void write_changed(const uint8_t *data, size_t size)
{
    const struct kc_str bytes = original();
    char               *copy = kc_alloc(bytes.length);
    struct kc_str       file = { copy, bytes.length };
    const char         *reason;

    memcpy(copy, bytes.at, bytes.length);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        const size_t place = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];

        copy[place % bytes.length] = (char)data[i + 3];
    }
    if (size >= 16 && memcmp(data, "SQLite format 3", 15) == 0)
        file = (struct kc_str){ (const char *)data, size };
    PROMISE(kc_file_write(changed, file, &reason));
    free(copy);
}

static void read_run(void *context, const struct kc_run_row *row)
{
    kc_store                       *store = context;
    struct kc_arena                 arena = { 0 };
    struct kc_buf                   out = { 0 };
    const struct kc_event          *events;
    const struct kc_evaluation_row *rows;
    struct kc_str                   text;
    size_t                          count;
    kc_json                        *atif = kc_store_export_atif(store, row->id, true);

    kc_store_events(store, &arena, row->id, &events, &count);
    kc_store_content(store, &arena, row->sum.kernel, &text);
    if (kc_store_evaluations(store, &arena, row->id, &rows, &count) && count)
        kc_store_content(store, &arena, rows[0].kernel, &text);
    if (kc_store_export_run(store, row, false, &out))
        PROMISE(memchr(out.text, '\n', out.length) == out.text + out.length - 1);
    else
        PROMISE(*kc_store_error(store));
    kc_store_csv_row(row, true, &out);
    if (atif)
        kc_json_print(atif, &out, true);
    kc_json_free(atif);
    kc_buf_free(&out);
    kc_arena_free(&arena);
}

static void read_all(kc_store *store)
{
    struct kc_arena   arena = { 0 };
    struct kc_run_row rows[2];

    if (!kc_store_runs(store, 0, read_run, store))
        PROMISE(*kc_store_error(store));
    kc_store_runs(store, 1, read_run, store);
    kc_store_find(store, &arena, "agent/plena", rows, 2);
    kc_arena_free(&arena);
}

/* The store that others are merged into stays sound, whatever came. */
static void merge_it(kc_store *from)
{
    struct kc_buf       why = { 0 }, out = { 0 };
    struct kc_merge_sum sum = { 0 };
    kc_store           *to = kc_store_open(merged, KC_STORE_WRITE, &why);

    PROMISE(to);
    if (!kc_store_merge(to, from, &sum))
        PROMISE(*kc_store_error(to));
    PROMISE(kc_store_export_jsonl(to, true, &out));
    kc_store_close(to);
    kc_buf_free(&out);
}

static void write_to_it(void)
{
    struct kc_buf why = { 0 };
    kc_store     *store = kc_store_open(changed, KC_STORE_WRITE, &why);

    if (store) {
        kc_store_append(store, 1, KC_EVENT_END, kc_str_from("{}"), NULL, 0, NULL);
        kc_store_forget(store, 2);
    }
    kc_store_close(store);
    kc_buf_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_buf why = { 0 };

    write_changed(data, size);
    kc_store *store = kc_store_open(changed, KC_STORE_READ, &why);

    PROMISE(store || why.length);
    if (store) {
        read_all(store);
        merge_it(store);
    }
    kc_store_close(store);
    write_to_it();
    clean_up();
    kc_buf_free(&why);
    return 0;
}

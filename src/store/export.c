/* Exports as JSON lines and CSV.
 *
 * A line is printed event by event: the library behind base/json.h counts bytes in an int, and a
 * run of a stranger may hold more than that. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "store/db.h"

/* ---- JSON --------------------------------------------------------------------------------- */

enum { MOST_VALUES = 1 << 20 };

/* Members of bodies in which two equal runs differ. */
static const char *const time_members[] = { "seconds", "waited", "request_id", "time" };

static bool is_time(const char *key)
{
    for (size_t i = 0; i < KC_COUNT(time_members); i++)
        if (strcmp(key, time_members[i]) == 0)
            return true;
    return false;
}

static void copy_member(void *context, const char *key, kc_json *value)
{
    if (!is_time(key))
        kc_json_set(context, key, kc_json_copy(value));
}

/* JSON becomes a tree that is far larger than its text: refuse to build the largest. */
static bool is_reasonable(struct kc_str text)
{
    size_t values = 0;

    for (size_t i = 0; i < text.length; i++)
        values += text.at[i] == ',' || text.at[i] == '[' || text.at[i] == '{';
    return values <= MOST_VALUES + text.length / 16;
}

kc_json *db_json_body(struct kc_str body, bool with_times)
{
    kc_json *value = is_reasonable(body) ? kc_json_parse(body) : NULL;

    if (kc_json_type(value) == KC_JSON_OBJECT && !with_times) {
        kc_json *rest = kc_json_object();

        kc_json_each(value, copy_member, rest);
        kc_json_free(value);
        return rest;
    }
    return value || kc_str_is(kc_str_trim(body), "null") ? value
                                                         : kc_json_str(body.at, body.length);
}

/* Unknown is null, never 0. */
static kc_json *cost_json(double cost)
{
    return cost >= 0 ? kc_json_double(cost) : NULL;
}

void db_json_run(kc_json *object, const struct kc_run_row *row, bool with_times)
{
    const struct kc_run_sum *sum = &row->sum;

    if (with_times && row->id)
        kc_json_set_int(object, "id", row->id);
    kc_json_set_str(object, "agent", row->what.agent);
    kc_json_set_str(object, "platform", row->what.platform);
    kc_json_set_str(object, "task", row->what.task);
    kc_json_set_str(object, "config", row->what.config);
    kc_json_set_uint(object, "level", row->what.level);
    kc_json_set_uint(object, "repeat", row->what.repeat);
    kc_json_set(object, "settings", db_json_body(kc_str_from(row->what.settings), true));
    kc_json_set_str(object, "status", kc_run_status_name(sum->status));
#define JSON_U64(name)  kc_json_set_uint(object, #name, sum->name);
#define JSON_U32(name)  kc_json_set_uint(object, #name, sum->name);
#define JSON_I64(name)  kc_json_set_int(object, #name, sum->name);
#define JSON_REAL(name) kc_json_set_double(object, #name, sum->name);
#define JSON_COST(name) kc_json_set(object, #name, cost_json(sum->name));
#define JSON_TEXT(name) kc_json_set_str(object, #name, sum->name ? sum->name : "");
#define JSON_HASH(name) kc_json_set_str(object, #name, sum->name);
#define JSON_TIME(name) \
    if (with_times)     \
    JSON_REAL(name)
#define JSON_FIELD(kind, name) JSON_##kind(name)
    KC_SUM_FIELDS(JSON_FIELD)
    if (with_times && row->id) {
        kc_json_set_double(object, "began", row->began);
        kc_json_set_double(object, "ended", row->ended);
    }
}

/* Prints and frees. */
static void put(struct kc_buf *out, kc_json *value)
{
    kc_json_print(value, out, false);
    kc_json_free(value);
}

static bool put_campaigns(kc_store *store, int64_t run, struct kc_buf *out)
{
    sqlite3_stmt   *s = db_sql(store, SQL_MEMBER_KEYS);
    struct kc_arena arena = { 0 };
    kc_json        *keys = kc_json_array();
    bool            good;

    sqlite3_bind_int64(s, 1, run);
    while (db_row(store, s, &good)) {
        const char *key = db_text(&arena, s, 0);

        kc_json_push(keys, kc_json_str(key, strlen(key)));
    }
    kc_buf_puts(out, ",\"campaigns\":");
    put(out, keys);
    kc_arena_free(&arena);
    return good;
}

static bool put_event(kc_store *store, const struct kc_event *event, bool with_times,
                      struct kc_buf *out)
{
    struct kc_arena arena = { 0 };
    struct kc_str   body;
    const bool      good = db_body(store, &arena, event->body.at, &body);

    if (good) {
        kc_json *object = kc_json_object();

        kc_json_set_uint(object, "seq", event->seq);
        kc_json_set_str(object, "kind", kc_event_kind_name(event->kind));
        if (with_times)
            kc_json_set_double(object, "time", event->time);
        kc_json_set(object, "body", db_json_body(body, with_times));
        put(out, object);
    }
    kc_arena_free(&arena);
    return good;
}

static bool put_events(kc_store *store, int64_t run, bool with_times, struct kc_buf *out)
{
    struct kc_arena  arena = { 0 };
    struct kc_event *events;
    size_t           count;
    const size_t     most = out->length + (size_t)2 * KC_RUN_LIMIT;
    bool             good = db_events(store, &arena, run, &events, &count);

    kc_buf_puts(out, ",\"events\":[");
    for (size_t i = 0; good && i < count; i++) {
        kc_buf_puts(out, i ? "," : "");
        good = put_event(store, &events[i], with_times, out);
        if (good && out->length > most)
            good = db_fail(store, "run %" PRId64 " of '%s' is larger than %d MiB", run, store->path,
                           2 * (KC_RUN_LIMIT >> 20));
    }
    kc_buf_puts(out, "]");
    kc_arena_free(&arena);
    return good;
}

static bool put_evaluations(kc_store *store, struct kc_arena *arena, int64_t run, kc_json *kernels,
                            struct kc_buf *out)
{
    const struct kc_evaluation_row *rows;
    size_t                          count;
    kc_json                        *list = kc_json_array();
    const bool                      good = db_evaluations(store, arena, run, &rows, &count);

    for (size_t i = 0; good && i < count; i++) {
        kc_json *object = kc_json_object();

        kc_json_set_uint(object, "seq", rows[i].seq);
        kc_json_set_uint(object, "call", rows[i].call);
        kc_json_set_str(object, "kernel", rows[i].kernel);
        kc_json_set_str(object, "verdict", rows[i].verdict);
        kc_json_set_uint(object, "cycles", rows[i].cycles);
        kc_json_set_double(object, "match_rate", rows[i].match_rate);
        kc_json_set_double(object, "paper_match_rate", rows[i].paper_match_rate);
        kc_json_set_double(object, "mse", rows[i].mse);
        kc_json_push(list, object);
        kc_json_set_str(kernels, rows[i].kernel, "");
    }
    kc_buf_puts(out, ",\"evaluations\":");
    put(out, list);
    return good;
}

/* ---- lines -------------------------------------------------------------------------------- */

struct kernels {
    kc_store      *store;
    struct kc_buf *out;
    size_t         count;
    bool           good;
};

static void put_kernel(void *context, const char *hash, kc_json *unused)
{
    struct kernels *k = context;
    struct kc_arena arena = { 0 };
    struct kc_str   text;

    (void)unused;
    k->good = k->good && db_body(k->store, &arena, hash, &text);
    if (k->good) {
        kc_buf_puts(k->out, k->count++ ? "," : "");
        put(k->out, kc_json_str(hash, strlen(hash)));
        kc_buf_puts(k->out, ":");
        put(k->out, kc_json_str(text.at, text.length));
    }
    kc_arena_free(&arena);
}

static bool put_kernels(kc_store *store, const kc_json *hashes, struct kc_buf *out)
{
    struct kernels k = { store, out, 0, true };

    kc_buf_puts(out, ",\"kernels\":{");
    kc_json_each(hashes, put_kernel, &k);
    kc_buf_puts(out, "}}\n");
    return k.good;
}

static bool put_run(kc_store *store, const struct kc_run_row *row, bool with_times,
                    struct kc_buf *out)
{
    struct kc_arena arena = { 0 };
    kc_json        *object = kc_json_object(), *kernels = kc_json_object();

    db_json_run(object, row, with_times);
    put(out, object);
    out->length--; /* the object goes on */
    const bool good =
        put_campaigns(store, row->id, out) && put_events(store, row->id, with_times, out) &&
        put_evaluations(store, &arena, row->id, kernels, out) && put_kernels(store, kernels, out);

    kc_json_free(kernels);
    kc_arena_free(&arena);
    return good;
}

bool kc_store_export_run(kc_store *store, const struct kc_run_row *row, bool with_times,
                         struct kc_buf *out)
{
    const size_t before = out->length;

    pthread_mutex_lock(&store->mutex);
    const bool good = db_begin_read(store) && db_end(store, put_run(store, row, with_times, out));

    pthread_mutex_unlock(&store->mutex);
    if (!good)
        out->length = before;
    return good;
}

bool kc_store_export_jsonl(kc_store *store, bool with_times, struct kc_buf *out)
{
    struct kc_arena    arena = { 0 };
    struct kc_run_list list;

    pthread_mutex_lock(&store->mutex);
    bool good =
        db_begin_read(store) && db_run_list(store, &arena, db_sql(store, SQL_RUN_SORTED), &list);

    for (size_t i = 0; good && i < list.count; i++)
        good = put_run(store, &list.rows[i], with_times, out);
    good = db_end(store, good);
    pthread_mutex_unlock(&store->mutex);
    kc_arena_free(&arena);
    return good;
}

/* ---- CSV ---------------------------------------------------------------------------------- */

/* The first field of a row needs no comma before it. */
static void next_field(struct kc_buf *out)
{
    if (out->length && out->text[out->length - 1] != '\n')
        kc_buf_puts(out, ",");
}

static void csv_text(struct kc_buf *out, const char *text)
{
    next_field(out);
    kc_buf_puts(out, "\"");
    if (*text && strchr("=+-@\t\r", *text))
        kc_buf_puts(out, "'");
    for (; *text; text++)
        kc_buf_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    kc_buf_puts(out, "\"");
}

/* The fewest digits that mean this number; unknown ones are empty fields. */
static void csv_real(struct kc_buf *out, double value)
{
    char text[40];

    next_field(out);
    for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value || digits == 17) {
            kc_buf_puts(out, text);
            return;
        }
    }
}

static void csv_u64(struct kc_buf *out, uint64_t value)
{
    next_field(out);
    kc_buf_printf(out, "%" PRIu64, value);
}

static void csv_i64(struct kc_buf *out, int64_t value)
{
    next_field(out);
    kc_buf_printf(out, "%" PRId64, value);
}

void kc_store_csv_names(bool with_times, struct kc_buf *out)
{
    kc_buf_puts(out, with_times ? "id," : "");
    kc_buf_puts(out, "agent,platform,level,task,config,repeat,status");
#define NAME_U64(name)  kc_buf_puts(out, "," #name);
#define NAME_U32(name)  NAME_U64(name)
#define NAME_I64(name)  NAME_U64(name)
#define NAME_REAL(name) NAME_U64(name)
#define NAME_COST(name) NAME_U64(name)
#define NAME_TEXT(name) NAME_U64(name)
#define NAME_HASH(name) NAME_U64(name)
#define NAME_TIME(name) \
    if (with_times)     \
    NAME_U64(name)
#define NAME_FIELD(kind, name) NAME_##kind(name)
    KC_SUM_FIELDS(NAME_FIELD)
    kc_buf_puts(out, with_times ? ",events,began,ended,settings\r\n" : ",events,settings\r\n");
}

void kc_store_csv_row(const struct kc_run_row *row, bool with_times, struct kc_buf *out)
{
    const struct kc_run_sum sum = row->sum;

    if (with_times)
        csv_i64(out, row->id);
    csv_text(out, row->what.agent);
    csv_text(out, row->what.platform);
    csv_u64(out, row->what.level);
    csv_text(out, row->what.task);
    csv_text(out, row->what.config);
    csv_u64(out, row->what.repeat);
    csv_text(out, kc_run_status_name(sum.status));
#define CSV_U64(name)  csv_u64(out, sum.name);
#define CSV_U32(name)  csv_u64(out, sum.name);
#define CSV_I64(name)  csv_i64(out, sum.name);
#define CSV_REAL(name) csv_real(out, sum.name);
#define CSV_COST(name) csv_real(out, sum.name < 0 ? NAN : sum.name);
#define CSV_TEXT(name) csv_text(out, sum.name ? sum.name : "");
#define CSV_HASH(name) csv_text(out, sum.name);
#define CSV_TIME(name) \
    if (with_times)    \
    CSV_REAL(name)
#define CSV_FIELD(kind, name) CSV_##kind(name)
    KC_SUM_FIELDS(CSV_FIELD)
    csv_u64(out, row->events);
    if (with_times) {
        csv_real(out, row->began);
        csv_real(out, row->ended);
    }
    csv_text(out, row->what.settings);
    kc_buf_puts(out, "\r\n");
}

bool kc_store_export_csv(kc_store *store, bool with_times, struct kc_buf *out)
{
    struct kc_arena    arena = { 0 };
    struct kc_run_list list;

    pthread_mutex_lock(&store->mutex);
    const bool good = db_run_list(store, &arena, db_sql(store, SQL_RUN_SORTED), &list);

    pthread_mutex_unlock(&store->mutex);
    kc_store_csv_names(with_times, out);
    for (size_t i = 0; good && i < list.count; i++)
        kc_store_csv_row(&list.rows[i], with_times, out);
    kc_arena_free(&arena);
    return good;
}

/* Statistics and the log.  "repeated" is what a crash test looks at: answers given twice. */
#include "stats.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"

static const char *const outcome_names[MOCK_OUTCOMES] = { "answered", "refused", "faulted",
                                                          "gone" };

struct turn_count {
    uint64_t conversation;
    size_t   turn;
    char     rule[64];
    uint64_t outcomes[MOCK_OUTCOMES];
};

struct path_count {
    char     path[128];
    uint64_t count;
};

struct mock_stats {
    pthread_mutex_t    lock;
    FILE              *log;
    uint64_t           begun, ended, most_open;
    uint64_t           outcomes[MOCK_OUTCOMES], faults[MOCK_FAULT_COUNT];
    struct turn_count *turns;
    size_t             turn_count, turn_capacity;
    struct path_count  paths[64];
    size_t             path_count;
};

mock_stats *mock_stats_new(FILE *log)
{
    mock_stats *s = kc_alloc(sizeof(*s));

    *s = (mock_stats){ .log = log };
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void mock_stats_free(mock_stats *s)
{
    pthread_mutex_destroy(&s->lock);
    free(s->turns);
    free(s);
}

/* Paths beyond the room are counted in the last place. */
void mock_stats_path(mock_stats *s, const char *path)
{
    size_t i = 0;

    pthread_mutex_lock(&s->lock);
    while (i < s->path_count && strncmp(s->paths[i].path, path, sizeof(s->paths[0].path) - 1) != 0)
        i++;
    if (i == KC_COUNT(s->paths))
        i--;
    else if (i == s->path_count)
        snprintf(s->paths[s->path_count++].path, sizeof(s->paths[0].path), "%s", path);
    s->paths[i].count++;
    pthread_mutex_unlock(&s->lock);
}

uint64_t mock_stats_begin(mock_stats *s)
{
    pthread_mutex_lock(&s->lock);
    const uint64_t number = ++s->begun;

    if (s->begun - s->ended > s->most_open)
        s->most_open = s->begun - s->ended;
    pthread_mutex_unlock(&s->lock);
    return number;
}

static struct turn_count *find_turn(mock_stats *s, const struct mock_record *r)
{
    for (size_t i = 0; i < s->turn_count; i++)
        if (s->turns[i].conversation == r->conversation && s->turns[i].turn == r->turn)
            return &s->turns[i];
    if (s->turn_count == s->turn_capacity) {
        s->turn_capacity = s->turn_capacity ? 2 * s->turn_capacity : 64;
        s->turns = kc_realloc(s->turns, s->turn_capacity * sizeof(s->turns[0]));
    }
    struct turn_count *t = &s->turns[s->turn_count++];

    *t = (struct turn_count){ .conversation = r->conversation, .turn = r->turn };
    snprintf(t->rule, sizeof(t->rule), "%s", r->rule ? r->rule : "");
    return t;
}

static void set_hex(kc_json *object, const char *key, uint64_t value)
{
    char text[17];

    snprintf(text, sizeof(text), "%016" PRIx64, value);
    kc_json_set_str(object, key, text);
}

static kc_json *record_json(const struct mock_record *r)
{
    struct timespec now;
    kc_json        *o = kc_json_object();

    clock_gettime(CLOCK_REALTIME, &now);
    kc_json_set_double(o, "time", (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
    kc_json_set_uint(o, "number", r->number);
    kc_json_set_str(o, "path", r->path);
    kc_json_set_str(o, "format", r->format);
    kc_json_set_bool(o, "stream", r->stream);
    if (r->known) {
        set_hex(o, "conversation", r->conversation);
        kc_json_set_uint(o, "turn", r->turn);
    }
    if (r->rule)
        kc_json_set_str(o, "rule", r->rule);
    kc_json_set_str(o, "outcome", outcome_names[r->outcome]);
    kc_json_set_int(o, "status", r->status);
    if (r->fault)
        kc_json_set_str(o, "fault", mock_fault_info[r->fault->kind].name);
    if (r->message)
        kc_json_set_str(o, "message", r->message);
    return o;
}

static void write_log(FILE *log, const struct mock_record *r)
{
    struct kc_buf line = { 0 };
    kc_json      *o = record_json(r);

    kc_json_print(o, &line, false);
    kc_buf_puts(&line, "\n");
    fwrite(line.text, 1, line.length, log);
    fflush(log);
    kc_buf_free(&line);
    kc_json_free(o);
}

void mock_stats_end(mock_stats *s, const struct mock_record *r)
{
    pthread_mutex_lock(&s->lock);
    s->ended++;
    s->outcomes[r->outcome]++;
    if (r->fault)
        s->faults[r->fault->kind]++;
    if (r->known)
        find_turn(s, r)->outcomes[r->outcome]++;
    if (s->log)
        write_log(s->log, r);
    pthread_mutex_unlock(&s->lock);
}

uint64_t mock_stats_ended(mock_stats *s, uint64_t *open)
{
    pthread_mutex_lock(&s->lock);
    const uint64_t ended = s->ended;

    *open = s->begun - s->ended;
    pthread_mutex_unlock(&s->lock);
    return ended;
}

static kc_json *turns_json(const mock_stats *s, uint64_t *repeated)
{
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < s->turn_count; i++) {
        const struct turn_count *t = &s->turns[i];
        kc_json                 *o = kc_json_object();
        uint64_t                 requests = 0;

        set_hex(o, "conversation", t->conversation);
        kc_json_set_str(o, "rule", t->rule);
        kc_json_set_uint(o, "turn", t->turn);
        for (size_t k = 0; k < MOCK_OUTCOMES; k++) {
            kc_json_set_uint(o, outcome_names[k], t->outcomes[k]);
            requests += t->outcomes[k];
        }
        kc_json_set_uint(o, "requests", requests);
        kc_json_push(list, o);
        *repeated += t->outcomes[MOCK_ANSWERED] > 1 ? t->outcomes[MOCK_ANSWERED] - 1 : 0;
    }
    return list;
}

static kc_json *counts_json(const mock_stats *s)
{
    kc_json *root = kc_json_object(), *faults = kc_json_object(), *paths = kc_json_object();

    kc_json_set_uint(root, "requests", s->begun);
    kc_json_set_uint(root, "open", s->begun - s->ended);
    kc_json_set_uint(root, "most_open", s->most_open);
    for (size_t k = 0; k < MOCK_OUTCOMES; k++)
        kc_json_set_uint(root, outcome_names[k], s->outcomes[k]);
    for (size_t k = 0; k < MOCK_FAULT_COUNT; k++)
        if (s->faults[k])
            kc_json_set_uint(faults, mock_fault_info[k].name, s->faults[k]);
    for (size_t k = 0; k < s->path_count; k++)
        kc_json_set_uint(paths, s->paths[k].path, s->paths[k].count);
    kc_json_set(root, "faults", faults);
    kc_json_set(root, "paths", paths);
    return root;
}

struct kc_buf mock_stats_print(mock_stats *s)
{
    struct kc_buf text = { 0 };
    uint64_t      repeated = 0;

    pthread_mutex_lock(&s->lock);
    kc_json *root = counts_json(s), *turns = turns_json(s, &repeated);
    pthread_mutex_unlock(&s->lock);
    kc_json_set_uint(root, "repeated", repeated);
    kc_json_set(root, "turns", turns);
    kc_json_print(root, &text, true);
    kc_json_free(root);
    return text;
}

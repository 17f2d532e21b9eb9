/* store/store.h: what happened, in one SQLite file that survives anything.
 *
 * A store holds campaigns, runs and the events of runs.  Events are only ever appended, one
 * transaction each: when kc_store_append returns true the event is on disk, and a process killed at
 * any moment leaves a store that opens and goes on.  Bodies are kept once by content (hash) and
 * compressed.  All functions may be called from several threads; a store has one writing process.
 *
 * Functions that can fail return false (or a negative id) and leave one sentence in
 * kc_store_error: disk full, read-only, not a store, made by a newer version.
 */
#ifndef KC_STORE_STORE_H
#define KC_STORE_STORE_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"

typedef struct kc_store kc_store;

enum kc_store_mode { KC_STORE_READ, KC_STORE_WRITE };

/* WRITE creates and migrates, and takes the writer's lock (flock on PATH.lock beside it): a second
 * writer gets "another kc run is using ...".  READ never changes what is stored and sees what the
 * writer of the moment commits; like a writer it leaves one file, the log folded in.  NULL after
 * writing why not to why. */
kc_store *kc_store_open(const char *path, enum kc_store_mode mode, struct kc_buf *why);
void      kc_store_close(kc_store *store);

/* The last failure on this thread, in words with the path; "" when there was none.  Stays until the
 * next failure on this thread. */
const char *kc_store_error(const kc_store *store);

/* A number that changes when another connection, in this process or another, wrote something. */
int64_t kc_store_version(kc_store *store);

/* ---- campaigns and runs ------------------------------------------------------------------- */

/* A campaign is a set of runs made by one command; key makes the same command the same campaign.
 * about: JSON (command line, kc version, seed key hash, budgets ...); its "version" is the agent's
 * version in exports.  Returns its id. */
int64_t kc_store_campaign(kc_store *store, const char *key, const char *agent, struct kc_str about);

/* All campaigns in order of id, in the arena. */
struct kc_campaign_row {
    int64_t     id;
    const char *key, *agent, *about;
    double      made; /* seconds since 1970 */
};
bool kc_store_campaigns(kc_store *store, struct kc_arena *arena,
                        const struct kc_campaign_row **rows, size_t *count);

/* What makes a run what it is.  Runs with equal fields are the same run. */
struct kc_run_id {
    const char *agent;    /* "template", "openai/gpt-5.2" */
    const char *platform; /* the target as written */
    const char *task, *config;
    uint32_t    level, repeat; /* repeat counts from 1 */
    const char *settings;      /* canonical JSON of all that changes the result: tools, budgets,
                                  prompt hash, seed key hash, model options */
};

enum kc_run_status {
    KC_RUN_NEW,
    KC_RUN_RUNNING,        /* begun and not ended: to be continued */
    KC_RUN_SOLVED,         /* a correct kernel exists */
    KC_RUN_FAILED,         /* ended by the agent or its answers without one */
    KC_RUN_STOPPED_EARLY,  /* answers without tool calls */
    KC_RUN_BUDGET_SPENT,   /* without a correct kernel */
    KC_RUN_UNSUPPORTED,    /* the cell does not exist on this platform */
    KC_RUN_PROVIDER_ERROR, /* infrastructure: tried again by the same command */
};

const char *kc_run_status_name(enum kc_run_status status);

/* What a run came to; everything but status is 0 while unknown. */
struct kc_run_sum {
    enum kc_run_status status;
    const char        *verdict; /* of the best kernel, else of the last evaluation; "" for none */
    const char        *error;   /* provider_error: what happened; else "" */
    uint64_t           cycles, baseline_cycles, bound_cycles, published_cycles;
    uint32_t           answers, calls, nudges, evaluations, requests;
    uint32_t           first_assembled, first_correct, best_at; /* answer numbers from 1 */
    uint32_t           syntax_errors, wrong_results, tool_errors;
    double             match_rate; /* best seen */
    int64_t            input, cache_read, cache_write, output, reasoning;
    double             cost, seconds, waited; /* cost negative: unknown */
    char               kernel[33];            /* hash of the best kernel, else of the last; "" */
};

/* Finds or creates the run; ids are given in order of creation.  Status of a new one is NEW.  A run
 * that another campaign made becomes a member of this one too. */
int64_t kc_store_run(kc_store *store, int64_t campaign, const struct kc_run_id *id);

/* Updates what the run came to, by itself or as part of the next append. */
bool kc_store_sum(kc_store *store, int64_t run, const struct kc_run_sum *sum);

struct kc_run_row {
    int64_t           id, campaign; /* the campaign that made it */
    struct kc_run_id  what;
    struct kc_run_sum sum;
    double            began, ended; /* seconds since 1970, 0 while unknown */
    uint32_t          events;
};

/* "template/plena/silu/C1/1": agent, platform, task, configuration, repeat. */
const char *kc_run_name(struct kc_arena *arena, const struct kc_run_id *id);

/* One run; false when there is none.  Strings live in the arena. */
bool kc_store_get(kc_store *store, struct kc_arena *arena, int64_t run, struct kc_run_row *row);

/* All runs in order of id; each is called on this thread and may use the store.  campaign 0: of all
 * campaigns. */
bool kc_store_runs(kc_store *store, int64_t                                         campaign,
                   void (*each)(void *context, const struct kc_run_row *row), void *context);

/* Runs by text, for commands: a number is an id; else runs whose name starts like this and, when
 * there are such, at a slash ("template/plena/silu/C1" is not C10).  How many there are, in the
 * order of exports; the first most of them are written. */
size_t kc_store_find(kc_store *store, struct kc_arena *arena, const char *text,
                     struct kc_run_row *rows, size_t most);

/* ---- events ------------------------------------------------------------------------------- */

enum kc_event_kind {
    KC_EVENT_PROMPT,  /* body: {"system", "user", "tools"} */
    KC_EVENT_REQUEST, /* about to ask; kc does not write it: an answer says the same */
    KC_EVENT_ANSWER,  /* body: the whole answer as agent/record.h writes it */
    KC_EVENT_REPLIES, /* body: results of its calls */
    KC_EVENT_NUDGE,
    KC_EVENT_ERROR, /* infrastructure */
    KC_EVENT_END,
};

const char *kc_event_kind_name(enum kc_event_kind kind);

struct kc_event {
    uint32_t           seq; /* from 1, without gaps */
    enum kc_event_kind kind;
    double             time;
    struct kc_str      body; /* JSON */
};

/* Kernels and evaluations that belong to an event. */
struct kc_evaluation {
    uint32_t      call; /* which call of the answer, from 0 */
    struct kc_str kernel;
    const char   *verdict;
    uint64_t      cycles;
    double        match_rate, paper_match_rate, mse;
};

/* Appends in one transaction: the event, its evaluations, and the run's sum when not NULL.  Bodies
 * and kernels up to 64 MiB. */
bool kc_store_append(kc_store *store, int64_t run, enum kc_event_kind kind, struct kc_str body,
                     const struct kc_evaluation *evaluations, size_t evaluation_count,
                     const struct kc_run_sum *sum);

/* The events of a run in order, in the arena; *count of them. */
bool kc_store_events(kc_store *store, struct kc_arena *arena, int64_t run,
                     const struct kc_event **events, size_t *count);

/* The evaluations of a run in order. */
struct kc_evaluation_row {
    uint32_t    seq, call; /* of which event, which call of its answer */
    const char *kernel;    /* hash */
    const char *verdict;
    uint64_t    cycles;
    double      match_rate, paper_match_rate, mse;
};
bool kc_store_evaluations(kc_store *store, struct kc_arena *arena, int64_t run,
                          const struct kc_evaluation_row **rows, size_t *count);

/* Forgets what a run did (kc run --again).  Its contents stay. */
bool kc_store_forget(kc_store *store, int64_t run);

/* Contents by hash: 32 hexadecimal digits; NULL text when absent. */
bool kc_store_put(kc_store *store, struct kc_str text, char hash[33]);
bool kc_store_content(kc_store *store, struct kc_arena *arena, const char *hash,
                      struct kc_str *text);

/* The same for hashing alone. */
void kc_content_hash(struct kc_str text, char hash[33]);

/* ---- whole stores ------------------------------------------------------------------------- */

/* Copies every campaign and run of from into store, all or nothing; a run that both have is kept
 * where it got further: ended before provider_error before running before new, then more events,
 * then by a hash, never by how well it went.  So the order of merges does not matter, but for ids.
 * Adds up how many were added and replaced. */
struct kc_merge_sum {
    size_t added, replaced, kept;
};
bool kc_store_merge(kc_store *store, kc_store *from, struct kc_merge_sum *sum);

/* Exports, in the order of agent, platform, level, task, configuration, repeat: not of ids, so that
 * merged shards export what one campaign would.  with_times false leaves out all that two equal
 * campaigns may differ in: ids, times, seconds, request ids.
 *
 * JSON lines: one object per run with identity, sum, events with bodies, evaluations and kernels; a
 * body that is no JSON is exported as text.  CSV: RFC 4180, one row per run; a text that a
 * spreadsheet would take for a formula (first character = + - @, tab or CR) gets an apostrophe in
 * front.  ATIF v1.7: the trajectory of one run; NULL on failure. */
bool     kc_store_export_jsonl(kc_store *store, bool with_times, struct kc_buf *out);
bool     kc_store_export_csv(kc_store *store, bool with_times, struct kc_buf *out);
kc_json *kc_store_export_atif(kc_store *store, int64_t run, bool with_times);

/* The parts of the first two: the line of one run; the line of names, the row of one run. */
bool kc_store_export_run(kc_store *store, const struct kc_run_row *row, bool with_times,
                         struct kc_buf *out);
void kc_store_csv_names(bool with_times, struct kc_buf *out);
void kc_store_csv_row(const struct kc_run_row *row, bool with_times, struct kc_buf *out);

#endif

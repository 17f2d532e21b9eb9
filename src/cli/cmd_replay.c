/* kc replay: recorded runs again, without a model: the same bytes, or what changed. */
#include <inttypes.h>
#include <string.h>

#include "agent/replay.h"
#include "cli/cli.h"

enum { KEY_STORE = 0x100, KEY_RESCORE };

struct options {
    const char *run, *store;
    bool        json, rescore, verbose;
};

static const struct argp_option option_table[] = {
    { "store", KEY_STORE, "FILE", 0, "the store (kernelcraft.db)", 0 },
    { "rescore", KEY_RESCORE, NULL, 0, "write the new score to the store", 0 },
    { "verbose", 'v', NULL, 0, "show both texts of every result that changed", 0 },
    { "json", 'j', NULL, 0, "as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_STORE:
        o->store = arg;
        return 0;
    case KEY_RESCORE:
        o->rescore = true;
        return 0;
    case 'v':
        o->verbose = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "too many arguments: '%s'", arg);
        o->run = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 1)
            argp_error(state, "a run is needed: its number, the beginning of its name, or 'all'");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_change(const struct kc_replay_change *c, bool verbose)
{
    printf("  answer %" PRIu32 ", call %" PRIu32 ", %s: %s\n", c->answer, c->call, c->tool,
           c->fields[0] ? c->fields : "other bytes, the same values");
    if (verbose)
        printf("    before %s\n    now    %s\n", c->before, c->after);
}

static void print_text(const struct options *o, const char *name, const struct kc_run_row *row,
                       const struct kc_replay *r)
{
    printf("%s: %" PRIu32 " answers, %" PRIu32 " calls, %" PRIu32 " the same", name, r->answers,
           r->calls, r->same);
    printf(r->change_count ? ", %zu changed\n" : "\n", r->change_count);
    if (r->change_count && strcmp(r->version, KC_VERSION) != 0)
        printf("  recorded by version %s, replayed by %s\n", r->version, KC_VERSION);
    for (size_t i = 0; i < r->change_count; i++)
        print_change(&r->change[i], o->verbose);
    if (r->sum.status != row->sum.status || r->sum.cycles != row->sum.cycles)
        printf("  score: %s with %" PRIu64 " cycles, now %s with %" PRIu64 "%s\n",
               kc_run_status_name(row->sum.status), row->sum.cycles,
               kc_run_status_name(r->sum.status), r->sum.cycles,
               o->rescore ? " (written)" : "; --rescore writes it");
}

static kc_json *change_json(const struct kc_replay_change *c)
{
    kc_json *o = kc_json_object();

    kc_json_set_uint(o, "answer", c->answer);
    kc_json_set_uint(o, "call", c->call);
    kc_json_set_str(o, "tool", c->tool);
    kc_json_set_str(o, "fields", c->fields);
    kc_json_set_str(o, "before", c->before);
    kc_json_set_str(o, "after", c->after);
    return o;
}

static kc_json *replay_json(const char *name, const struct kc_replay *r)
{
    kc_json *o = kc_json_object(), *changes = kc_json_array();

    kc_json_set_str(o, "run", name);
    kc_json_set_uint(o, "answers", r->answers);
    kc_json_set_uint(o, "calls", r->calls);
    kc_json_set_uint(o, "same", r->same);
    kc_json_set_str(o, "recorded_by", r->version);
    kc_json_set_str(o, "status", kc_run_status_name(r->sum.status));
    kc_json_set_uint(o, "cycles", r->sum.cycles);
    for (size_t i = 0; i < r->change_count; i++)
        kc_json_push(changes, change_json(&r->change[i]));
    kc_json_set(o, "changes", changes);
    return o;
}

/* One run; CLI_GOOD when every result is the recorded one. */
static int replay_one(const struct options *o, kc_store *store, const struct kc_run_row *row,
                      kc_json *list)
{
    struct kc_arena  arena = { 0 };
    struct kc_buf    why = { 0 };
    struct kc_replay r;
    const char      *name = kc_run_name(&arena, &row->what);
    int              status = CLI_CANNOT;

    if (!kc_replay_run(store, &arena, row, &r, &why)) {
        cli_cannot("%s: %s", name, why.text);
    } else if (o->rescore && !kc_store_sum(store, row->id, &r.sum)) {
        cli_cannot("%s", kc_store_error(store));
    } else {
        if (o->json)
            kc_json_push(list, replay_json(name, &r));
        else
            print_text(o, name, row, &r);
        status = r.change_count ? CLI_NOT_GOOD : CLI_GOOD;
    }
    kc_buf_free(&why);
    kc_arena_free(&arena);
    return status;
}

static int replay(struct kc_arena *arena, const struct options *o, kc_store *store)
{
    const char        *text = strcmp(o->run, "all") == 0 ? "" : o->run;
    const size_t       n = kc_store_find(store, arena, text, NULL, 0);
    struct kc_run_row *rows = kc_arena_array(arena, struct kc_run_row, n + 1);
    kc_json           *list = kc_json_array();
    int                status = CLI_GOOD;

    if (n == 0) {
        kc_json_free(list);
        return cli_cannot("there is no run '%s' in %s; 'kc export --format csv' lists them", o->run,
                          cli_store(o->store));
    }
    kc_store_find(store, arena, text, rows, n);
    for (size_t i = 0; i < n; i++) {
        const int one = replay_one(o, store, &rows[i], list);

        status = one > status ? one : status;
    }
    if (o->json)
        cli_json(list);
    else
        kc_json_free(list);
    return status;
}

int cmd_replay(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "RUN",
        "Makes every tool call of a recorded run again and compares the results byte for byte.\v"
        "RUN is a number, the beginning of a name (template/plena/silu/C1), or all.  Exit status "
        "1: something changed, and the output says what.",
        0,
        0,
        0
    };
    struct options  o = { 0 };
    struct kc_arena arena = { 0 };
    struct kc_buf   why = { 0 };
    int             status = CLI_CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    kc_store *store =
        kc_store_open(cli_store(o.store), o.rescore ? KC_STORE_WRITE : KC_STORE_READ, &why);

    if (store) {
        status = replay(&arena, &o, store);
        kc_store_close(store);
    } else {
        cli_cannot("%s", why.text);
    }
    kc_buf_free(&why);
    kc_arena_free(&arena);
    return status;
}

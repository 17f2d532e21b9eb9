/* kc run: an agent on every cell of a set, recorded in a store; again, it goes on. */
#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agent/estimate.h"
#include "cli/cli.h"

enum { LIST_MOST = 64, REPEAT_MOST = 1000 };

struct options {
    const char                *platform[LIST_MOST], *task[LIST_MOST], *config[LIST_MOST];
    size_t                     platforms, tasks, configs;
    const char                *store, *tools;
    uint64_t                   level, repeat, first, last, shard, shards;
    struct kc_campaign_options campaign;
    uint64_t                   jobs;
    bool                       json, dry_run, quiet;
};

enum {
    KEY_REPEAT = 0x100,
    KEY_STORE,
    KEY_LIMIT,
    KEY_SHARD,
    KEY_TOOLS,
    KEY_MANUAL,
    KEY_EXAMPLE,
    KEY_LANG,
    KEY_ANSWERS,
    KEY_CALLS,
    KEY_TOKENS,
    KEY_COST,
    KEY_SECONDS,
    KEY_NUDGES,
    KEY_PATIENCE,
    KEY_STOP,
    KEY_RESCUE,
    KEY_RESULT,
    KEY_SEED,
    KEY_URL,
    KEY_EFFORT,
    KEY_TEMPERATURE,
    KEY_OUTPUT_TOKENS,
    KEY_CONNECTIONS,
    KEY_RATE,
    KEY_TIMEOUT,
    KEY_ATTEMPT,
    KEY_RETRIES,
    KEY_STREAM,
    KEY_RESPONSES,
    KEY_AGAIN,
    KEY_DRY,
};

/* Every option may also come from the environment: --max-cost as KC_MAX_COST. */
static const struct argp_option option_table[] = {
    { NULL, 0, NULL, 0, "What to run:", 1 },
    { "agent", 'a', "AGENT", 0,
      "template (default), PROVIDER/MODEL, script:FILE, replay:RUN, exec:COMMAND", 1 },
    { "platform", 'p', "PLATFORM", 0, "a machine; repeatable (all that have tasks)", 1 },
    { "task", 't', "TASK", 0, "a task, or a pattern like '*norm'; repeatable (all)", 1 },
    { "level", 'l', "N", 0, "only tasks of this level", 1 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED or sizes; repeatable (C1 to C5)", 1 },
    { "repeat", KEY_REPEAT, "K", 0, "every cell K times (1)", 1 },
    { "limit", KEY_LIMIT, "N|A-B", 0, "only the first N runs, or runs A to B", 1 },
    { "shard", KEY_SHARD, "I/N", 0, "the I-th of N equal parts; kc merge joins the stores", 1 },
    { "store", KEY_STORE, "FILE", 0, "where everything is recorded (kernelcraft.db)", 1 },
    { "jobs", 'j', "N", 0, "runs at once (one per processor)", 1 },
    { "again", KEY_AGAIN, NULL, 0, "forget what these runs did, and run them again", 1 },
    { "dry-run", KEY_DRY, NULL, 0,
      "show which runs there are and what a model would cost; run nothing", 1 },
    { NULL, 0, NULL, 0, "What the agent gets:", 2 },
    { "tools", KEY_TOOLS, "SET", 0, "paper, full (default), or names; full,-view_output", 2 },
    { "manual", KEY_MANUAL, "HOW", 0, "full, or short: instructions by name and syntax only", 2 },
    { "example", KEY_EXAMPLE, NULL, 0, "add a correct kernel of another task to the prompt", 2 },
    { "lang", KEY_LANG, "LANGUAGE", 0, "what kernels are written in: asm (default) or c", 2 },
    { "max-tool-output", KEY_RESULT, "BYTES", 0, "of one tool result (16384)", 2 },
    { "rescue-text", KEY_RESCUE, NULL, 0, "evaluate a kernel that was printed as text, marked", 2 },
    { "seed-key", KEY_SEED, "KEY", 0, "makes the hidden seeds (0)", 2 },
    { NULL, 0, NULL, 0, "Budget of a run (0: no limit):", 3 },
    { "max-answers", KEY_ANSWERS, "N", 0, "iterations (15, 20, 25 by level, as published)", 3 },
    { "max-calls", KEY_CALLS, "N", 0, "tool calls (0)", 3 },
    { "max-tokens", KEY_TOKENS, "N", 0, "tokens in and out (0)", 3 },
    { "max-cost", KEY_COST, "DOLLARS", 0, "money (0)", 3 },
    { "max-seconds", KEY_SECONDS, "S", 0, "working time, waiting for retries apart (0)", 3 },
    { "nudges", KEY_NUDGES, "N", 0, "answers without a tool call that are tolerated (2)", 3 },
    { "patience", KEY_PATIENCE, "N", 0, "stop after N answers without a faster kernel (0)", 3 },
    { "stop-at-correct", KEY_STOP, NULL, 0, "end at the first correct kernel", 3 },
    { NULL, 0, NULL, 0, "How a model is asked:", 4 },
    { "model-base-url", KEY_URL, "URL", 0, "instead of the provider's own", 4 },
    { "reasoning-effort", KEY_EFFORT, "HOW", 0, "low, medium, high ... as the provider has it", 4 },
    { "temperature", KEY_TEMPERATURE, "T", 0, "not sent unless given", 4 },
    { "max-output-tokens", KEY_OUTPUT_TOKENS, "N", 0, "of one answer", 4 },
    { "max-connections", KEY_CONNECTIONS, "N", 0, "requests at once (10)", 4 },
    { "rate", KEY_RATE, "N", 0, "requests per minute (no limit)", 4 },
    { "timeout", KEY_TIMEOUT, "S", 0, "for one answer, retries included (600)", 4 },
    { "attempt-timeout", KEY_ATTEMPT, "S", 0, "for one request (300)", 4 },
    { "max-retries", KEY_RETRIES, "N", 0, "requests for one answer (8)", 4 },
    { "stream", KEY_STREAM, NULL, 0, "let answers stream", 4 },
    { "responses", KEY_RESPONSES, NULL, 0, "OpenAI's Responses API instead of Chat", 4 },
    { NULL, 0, NULL, 0, "Output:", 5 },
    { "quiet", 'q', NULL, 0, "only the summary", 5 },
    { "json", 'J', NULL, 0, "the summary and all runs as JSON", 5 },
    { 0 },
};

/* ---- options ------------------------------------------------------------------------------ */

static uint64_t number(struct argp_state *state, const char *name, const char *text, uint64_t least,
                       uint64_t most)
{
    uint64_t value = 0;

    if (!kc_str_u64(kc_str_from(text), &value) || value < least || value > most)
        argp_error(state, "--%s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'", name,
                   least, most, text);
    return value;
}

static double real(struct argp_state *state, const char *name, const char *text)
{
    char        *end;
    const double value = strtod(text, &end);

    if (*end || end == text || !isfinite(value) || value < 0.0)
        argp_error(state, "--%s takes a number, not '%s'", name, text);
    return value;
}

static void add_words(struct argp_state *state, const char **list, size_t *count, char *arg)
{
    for (char *word = strtok(arg, " "); word; word = strtok(NULL, " ")) {
        if (*count == LIST_MOST)
            argp_error(state, "at most %d of these", LIST_MOST);
        list[(*count)++] = word;
    }
}

static void parse_limit(struct argp_state *state, struct options *o, const char *text)
{
    struct kc_str rest = kc_str_from(text), first = kc_str_cut(&rest, '-');

    o->first = 1;
    if (rest.length == 0 ? !kc_str_u64(first, &o->last)
                         : !kc_str_u64(first, &o->first) || !kc_str_u64(rest, &o->last))
        argp_error(state, "--limit takes N or A-B, not '%s'", text);
    if (o->first < 1 || o->last < o->first)
        argp_error(state, "--limit %s: runs count from 1, and A comes before B", text);
}

static void parse_shard(struct argp_state *state, struct options *o, const char *text)
{
    struct kc_str rest = kc_str_from(text), first = kc_str_cut(&rest, '/');

    if (!kc_str_u64(first, &o->shard) || !kc_str_u64(rest, &o->shards) || o->shard < 1 ||
        o->shard > o->shards)
        argp_error(state, "--shard takes I/N with I from 1 to N, not '%s'", text);
}

static error_t parse_budget(int key, char *arg, struct argp_state *state)
{
    struct kc_budget *b = &((struct options *)state->input)->campaign.budget;

    switch (key) {
    case KEY_ANSWERS:
        b->answers = (uint32_t)number(state, "max-answers", arg, 0, 100000);
        return 0;
    case KEY_CALLS:
        b->calls = (uint32_t)number(state, "max-calls", arg, 0, 10000000);
        return 0;
    case KEY_TOKENS:
        b->tokens = (int64_t)number(state, "max-tokens", arg, 0, INT64_MAX);
        return 0;
    case KEY_COST:
        b->cost = real(state, "max-cost", arg);
        return 0;
    case KEY_SECONDS:
        b->seconds = real(state, "max-seconds", arg);
        return 0;
    case KEY_NUDGES:
        b->nudges = (uint32_t)number(state, "nudges", arg, 0, 1000);
        return 0;
    case KEY_PATIENCE:
        b->patience = (uint32_t)number(state, "patience", arg, 0, 100000);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_model(int key, char *arg, struct argp_state *state)
{
    struct kc_model_options *m = &((struct options *)state->input)->campaign.model;

    switch (key) {
    case KEY_URL:
        m->base_url = arg;
        return 0;
    case KEY_EFFORT:
        m->reasoning_effort = arg;
        return 0;
    case KEY_TEMPERATURE:
        m->temperature = real(state, "temperature", arg);
        return 0;
    case KEY_OUTPUT_TOKENS:
        m->max_tokens = (uint32_t)number(state, "max-output-tokens", arg, 1, 10000000);
        return 0;
    case KEY_CONNECTIONS:
        m->connections = (uint32_t)number(state, "max-connections", arg, 1, 10000);
        return 0;
    case KEY_RATE:
        m->per_minute = (uint32_t)number(state, "rate", arg, 1, 1000000);
        return 0;
    case KEY_TIMEOUT:
        m->deadline = real(state, "timeout", arg);
        return 0;
    case KEY_ATTEMPT:
        m->attempt_deadline = real(state, "attempt-timeout", arg);
        return 0;
    case KEY_RETRIES:
        m->most_attempts = (uint32_t)number(state, "max-retries", arg, 1, 1000);
        return 0;
    case KEY_STREAM:
        m->stream = true;
        return 0;
    case KEY_RESPONSES:
        m->responses_api = true;
        return 0;
    default:
        return parse_budget(key, arg, state);
    }
}

static error_t parse_agent(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_TOOLS:
        o->tools = arg;
        return 0;
    case KEY_MANUAL:
        if (strcmp(arg, "short") != 0 && strcmp(arg, "full") != 0)
            argp_error(state, "--manual takes full or short, not '%s'", arg);
        o->campaign.prompt.short_manual = strcmp(arg, "short") == 0;
        return 0;
    case KEY_EXAMPLE:
        o->campaign.prompt.example = true;
        return 0;
    case KEY_LANG:
        if (kc_lang_parse(arg, &o->campaign.prompt.lang))
            argp_error(state, "--lang takes asm or c, not '%s'", arg);
        return 0;
    case KEY_RESULT:
        o->campaign.most_bytes = number(state, "max-tool-output", arg, 512, 1 << 24);
        return 0;
    case KEY_RESCUE:
        o->campaign.rescue_text = true;
        return 0;
    case KEY_SEED:
        o->campaign.seed_key = number(state, "seed-key", arg, 0, UINT64_MAX);
        return 0;
    case KEY_STOP:
        o->campaign.stop_at_correct = true;
        return 0;
    case KEY_AGAIN:
        o->campaign.again = true;
        return 0;
    case KEY_DRY:
        o->dry_run = true;
        return 0;
    default:
        return parse_model(key, arg, state);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'a':
        o->campaign.agent = arg;
        return 0;
    case 'p':
        add_words(state, o->platform, &o->platforms, arg);
        return 0;
    case 't':
        add_words(state, o->task, &o->tasks, arg);
        return 0;
    case 'c':
        add_words(state, o->config, &o->configs, arg);
        return 0;
    case 'l':
        o->level = number(state, "level", arg, 1, 3);
        return 0;
    case 'j':
        o->jobs = number(state, "jobs", arg, 1, 1024);
        return 0;
    case KEY_REPEAT:
        o->repeat = number(state, "repeat", arg, 1, REPEAT_MOST);
        return 0;
    case KEY_LIMIT:
        parse_limit(state, o, arg);
        return 0;
    case KEY_SHARD:
        parse_shard(state, o, arg);
        return 0;
    case KEY_STORE:
        o->store = arg;
        return 0;
    case 'q':
        o->quiet = true;
        return 0;
    case 'J':
        o->json = true;
        return 0;
    default:
        return parse_agent(key, arg, state);
    }
}

/* ---- cells -------------------------------------------------------------------------------- */

struct list {
    struct kc_arena         *arena;
    struct kc_campaign_cell *cell;
    size_t                   count, capacity;
};

static void add_cell(struct list *l, struct kc_campaign_cell cell)
{
    if (l->count == l->capacity) {
        struct kc_campaign_cell *grown =
            kc_arena_array(l->arena, struct kc_campaign_cell, 2 * l->capacity + 128);

        if (l->count)
            memcpy(grown, l->cell, l->count * sizeof *grown);
        l->cell = grown;
        l->capacity = 2 * l->capacity + 128;
    }
    l->cell[l->count++] = cell;
}

static bool task_wanted(const struct options *o, const struct kc_task *task)
{
    if (o->level && task->level != o->level)
        return false;
    for (size_t i = 0; i < o->tasks; i++)
        if (fnmatch(o->task[i], task->name, 0) == 0)
            return true;
    return o->tasks == 0;
}

/* The name of the platform of a target: what stands before the colon. */
static const char *platform_name(struct kc_arena *arena, const char *target)
{
    return kc_arena_strndup(arena, target, strcspn(target, ":"));
}

static void add_platform(const struct options *o, struct list *l, const char *target)
{
    static const char *const paper[] = { "C1", "C2", "C3", "C4", "C5" };
    const char *const       *configs = o->configs ? o->config : paper;
    const size_t             config_count = o->configs ? o->configs : KC_COUNT(paper);
    const char              *name = platform_name(l->arena, target);
    const struct kc_task    *task;

    for (size_t t = 0; (task = kc_task_at(t)); t++)
        for (size_t c = 0; c < config_count; c++)
            for (uint32_t r = 1; r <= o->repeat; r++)
                if (task_wanted(o, task) && kc_task_supported(task, name))
                    add_cell(l, (struct kc_campaign_cell){ target, task->name, configs[c],
                                                           task->level, r });
}

/* Keeps what --limit and --shard leave. */
static void select_cells(const struct options *o, struct list *l)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->count; i++) {
        const bool limited = o->last && (i + 1 < o->first || i + 1 > o->last);

        if (!limited && (!o->shards || i % o->shards == o->shard - 1))
            l->cell[kept++] = l->cell[i];
    }
    l->count = kept;
}

/* Our compiler cannot work where there is none; whoever names such a platform is told so. */
static bool run_by_default(const struct options *o, const struct kc_platform *platform)
{
    const bool own = strcmp(o->campaign.agent, "template") == 0 && kc_plugin_origin(platform);

    return platform->place && (!own || platform->compile);
}

/* A CLI_ status. */
static int make_cells(const struct options *o, struct list *l)
{
    const struct kc_platform *platform;
    struct kc_target          target;

    for (size_t i = 0; i < o->platforms; i++) {
        if (!cli_target(l->arena, o->platform[i], NULL, &target))
            return CLI_CANNOT;
        if (!target.platform->place)
            return cli_cannot("%s has no tasks yet", o->platform[i]);
        add_platform(o, l, o->platform[i]);
    }
    for (size_t i = 0; o->platforms == 0 && (platform = kc_platform_at(i)); i++)
        if (run_by_default(o, platform))
            add_platform(o, l, platform->name);
    select_cells(o, l);
    if (l->count == 0)
        return cli_cannot("no cell fits these options; 'kc tasks' lists tasks and configurations");
    return CLI_GOOD;
}

/* ---- progress ----------------------------------------------------------------------------- */

/* Of one platform, or of all. */
struct sums {
    const char *platform;
    size_t      runs, solved, speedups, shares;
    double      log_speedup, log_share; /* over the baseline; of the speed of light */
};

struct show {
    const struct options *o;
    kc_json              *runs; /* with --json */
    struct sums           all, of[LIST_MOST];
    size_t                platforms;
    bool                  line; /* one progress line on a terminal */
    struct kc_arena      *arena;
    struct timespec       start;
    size_t                worked; /* runs that were not finished before */
};

static kc_json *run_json(const struct kc_run_row *row)
{
    kc_json *o = kc_json_object();

    kc_json_set_int(o, "run", row->id);
    kc_json_set_str(o, "platform", row->what.platform);
    kc_json_set_str(o, "task", row->what.task);
    kc_json_set_str(o, "config", row->what.config);
    kc_json_set_uint(o, "level", row->what.level);
    kc_json_set_uint(o, "repeat", row->what.repeat);
    kc_json_set_str(o, "status", kc_run_status_name(row->sum.status));
    kc_json_set_str(o, "verdict", row->sum.verdict);
    kc_json_set_uint(o, "cycles", row->sum.cycles);
    kc_json_set_uint(o, "baseline_cycles", row->sum.baseline_cycles);
    kc_json_set_uint(o, "bound_cycles", row->sum.bound_cycles);
    kc_json_set_uint(o, "answers", row->sum.answers);
    kc_json_set_uint(o, "calls", row->sum.calls);
    if (row->sum.error[0])
        kc_json_set_str(o, "error", row->sum.error);
    return o;
}

static void print_run(const struct kc_run_row *row, size_t finished, size_t total)
{
    printf("%4zu/%zu  %-8s %-16s %-6s %-14s", finished, total, row->what.platform, row->what.task,
           row->what.config, kc_run_status_name(row->sum.status));
    if (row->sum.cycles)
        printf(" %9" PRIu64 " cycles", row->sum.cycles);
    if (row->sum.cycles && row->sum.baseline_cycles)
        printf("  %.2fx", (double)row->sum.baseline_cycles / (double)row->sum.cycles);
    if (row->sum.error[0])
        printf("  %s", row->sum.error);
    putchar('\n');
}

static void count(struct sums *sums, const struct kc_run_row *row)
{
    const bool solved = row->sum.status == KC_RUN_SOLVED && row->sum.cycles;

    sums->runs++;
    sums->solved += row->sum.status == KC_RUN_SOLVED;
    if (solved && row->sum.baseline_cycles) {
        sums->log_speedup += log((double)row->sum.baseline_cycles / (double)row->sum.cycles);
        sums->speedups++;
    }
    if (solved && row->sum.bound_cycles) {
        sums->log_share += log((double)row->sum.bound_cycles / (double)row->sum.cycles);
        sums->shares++;
    }
}

static struct sums *sums_of(struct show *s, const char *platform)
{
    for (size_t i = 0; i < s->platforms; i++)
        if (strcmp(s->of[i].platform, platform) == 0)
            return &s->of[i];
    if (s->platforms < LIST_MOST - 1)
        s->of[s->platforms++].platform = kc_arena_strndup(s->arena, platform, strlen(platform));
    return &s->of[s->platforms - 1];
}

/* One line per platform where there are several. */
static void print_table(const struct show *s)
{
    printf("\n%-12s %6s %7s  %-15s %s\n", "platform", "runs", "solved", "over baseline",
           "of the speed of light (geometric means)");
    for (size_t i = 0; i < s->platforms; i++) {
        const struct sums *p = &s->of[i];
        char               speedup[32] = "-", share[32] = "-";

        if (p->speedups)
            snprintf(speedup, sizeof speedup, "%.2fx", exp(p->log_speedup / (double)p->speedups));
        if (p->shares)
            snprintf(share, sizeof share, "%.1f %%", 100.0 * exp(p->log_share / (double)p->shares));
        printf("%-12s %6zu %7zu  %-15s %s\n", p->platform, p->runs, p->solved, speedup, share);
    }
    putchar('\n');
}

/* "3 min": how long the rest takes if it goes on like this; empty while nobody knows. */
static const char *time_left(const struct show *s, size_t left, char *text, size_t size)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    const double past =
        (double)(now.tv_sec - s->start.tv_sec) + (double)(now.tv_nsec - s->start.tv_nsec) * 1e-9;
    const double rest = s->worked ? past / (double)s->worked * (double)left : 0.0;

    text[0] = '\0';
    if (rest >= 90.0)
        snprintf(text, size, ", %.0f min left", rest / 60.0);
    else if (rest >= 1.0)
        snprintf(text, size, ", %.0f s left", rest);
    return text;
}

static void print_line(const struct show *s, const struct kc_run_row *row, size_t finished,
                       size_t total)
{
    char left[32];

    fprintf(stderr, "\r\033[K%zu of %zu runs, %zu solved%s: %s %s %s", finished, total,
            s->all.solved, time_left(s, total - finished, left, sizeof left), row->what.platform,
            row->what.task, row->what.config);
}

static void done(void *context, const struct kc_run_row *row, bool kept, size_t finished,
                 size_t total)
{
    struct show *s = context;

    s->worked += !kept;
    count(&s->all, row);
    count(sums_of(s, row->what.platform), row);
    if (s->runs)
        kc_json_push(s->runs, run_json(row));
    else if (s->line)
        print_line(s, row, finished, total);
    else if (!s->o->quiet && row->sum.status != KC_RUN_NEW)
        print_run(row, finished, total);
    fflush(stdout);
}

static void print_summary(const struct show *s, const struct kc_campaign_sum *sum)
{
    if (s->line)
        fputs("\r\033[K", stderr);
    if (s->platforms > 1)
        print_table(s);
    printf("%s: %zu of %zu runs solved", s->o->campaign.agent, sum->solved, sum->total);
    if (s->all.speedups)
        printf(", %.2fx the baseline (geometric mean of %zu)",
               exp(s->all.log_speedup / (double)s->all.speedups), s->all.speedups);
    putchar('\n');
    if (sum->kept)
        printf("  %zu were finished before and kept\n", sum->kept);
    if (sum->failed)
        printf("  %zu failed\n", sum->failed);
    if (sum->unsupported)
        printf("  %zu are not supported\n", sum->unsupported);
    if (sum->errors)
        printf("  %zu had infrastructure errors: the same command tries them again\n", sum->errors);
    if (sum->unfinished)
        printf("  %zu are unfinished: the same command goes on\n", sum->unfinished);
    printf("recorded in %s\n", cli_store(s->o->store));
}

static void print_json(struct show *s, const struct kc_campaign_sum *sum)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "agent", s->o->campaign.agent);
    kc_json_set_uint(root, "total", sum->total);
    kc_json_set_uint(root, "solved", sum->solved);
    kc_json_set_uint(root, "failed", sum->failed);
    kc_json_set_uint(root, "kept", sum->kept);
    kc_json_set_uint(root, "unsupported", sum->unsupported);
    kc_json_set_uint(root, "provider_errors", sum->errors);
    kc_json_set_uint(root, "unfinished", sum->unfinished);
    kc_json_set(root, "runs", s->runs);
    cli_json(root);
}

/* ---- running ------------------------------------------------------------------------------ */

static atomic_bool interrupted;

/* The first one lets runs end where they are; the second is meant. */
static void on_signal(int number_of_signal)
{
    atomic_store(&interrupted, true);
    signal(number_of_signal, SIG_DFL);
}

static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Agents that ask a provider: everything before the slash is its name. */
static bool is_model(const char *agent)
{
    return strchr(agent, '/') && !strchr(agent, ':');
}

static void print_cost(const char *label, double dollars)
{
    if (dollars < 0)
        printf(", %s unknown: no price for this model is listed", label);
    else
        printf(", %s $%.2f", label, dollars);
}

static void print_share(const struct kc_campaign_options *c, const size_t *prompt, double share,
                        const char *words)
{
    struct kc_estimate e;

    kc_campaign_estimate(c, prompt, share, &e);
    printf("  %s: %" PRIu64 " answers, %.2f million tokens in, %.2f million out", words, e.answers,
           e.input * 1e-6, e.output * 1e-6);
    if (e.cost < 0)
        print_cost("cost", e.cost);
    else {
        print_cost("without a cache", e.cost);
        print_cost("with one", e.cached);
    }
    putchar('\n');
}

/* What it would cost, and what that number assumes. */
static void print_estimate(const struct kc_campaign_options *c)
{
    struct kc_estimate first;
    size_t            *prompt = kc_alloc(c->count * sizeof *prompt);

    kc_campaign_prompts(c, prompt);
    kc_campaign_estimate(c, prompt, 0.0, &first);
    printf("\nestimate for %zu runs of %s; the average prompt has %.0f tokens\n", first.runs,
           c->agent, first.prompt);
    print_share(c, prompt, 0.34, "a third of the budget");
    print_share(c, prompt, 1.0, "all of the budget    ");
    if (first.impossible)
        printf("  %zu runs cannot be opened and are not counted\n", first.impossible);
    printf("assumed: 4 characters a token, %d tokens of output (reasoning included) and %d of tool "
           "results per answer, the whole conversation sent with every request, no retries; list "
           "prices.  --max-answers, --max-cost and --max-tokens limit each run.\n",
           KC_ASSUMED_OUTPUT, KC_ASSUMED_RESULTS);
    free(prompt);
}

static int dry_run(const struct options *o)
{
    const struct kc_campaign_options *c = &o->campaign;

    for (size_t i = 0; i < c->count; i++)
        printf("%4zu  %-8s %-16s %-6s level %" PRIu32 "  repeat %" PRIu32 "\n", i + 1,
               c->cells[i].platform, c->cells[i].task, c->cells[i].config, c->cells[i].level,
               c->cells[i].repeat);
    printf("%zu runs of %s; nothing was run\n", c->count, c->agent);
    if (is_model(c->agent))
        print_estimate(c);
    return CLI_GOOD;
}

static int finish(struct show *s, const struct kc_campaign_sum *sum)
{
    if (s->runs)
        print_json(s, sum);
    else
        print_summary(s, sum);
    if (sum->errors || sum->unfinished)
        return CLI_CANNOT;
    return sum->solved + sum->unsupported == sum->total ? CLI_GOOD : CLI_NOT_GOOD;
}

static int run(struct kc_arena *arena, struct options *o)
{
    struct list            l = { .arena = arena };
    struct show            s = { .o = o, .line = isatty(STDERR_FILENO) && !o->quiet };
    struct kc_campaign_sum sum;
    struct kc_buf          why = { 0 };
    const char            *reason = kc_tool_set_parse(arena, o->tools, &o->campaign.tools);
    kc_store              *store;
    int                    status = CLI_CANNOT;

    if (reason)
        return cli_cannot("--tools: %s", reason);
    if (make_cells(o, &l) != CLI_GOOD)
        return CLI_CANNOT;
    o->campaign.cells = l.cell;
    o->campaign.count = l.count;
    if (o->dry_run)
        return dry_run(o);
    s.arena = arena;
    s.runs = o->json ? kc_json_array() : NULL;
    clock_gettime(CLOCK_MONOTONIC, &s.start);
    o->campaign.done = done;
    o->campaign.context = &s;
    o->campaign.cancel = o->campaign.model.cancel = &interrupted;
    o->campaign.jobs = (unsigned)o->jobs;
    catch_signals();
    if ((store = kc_store_open(cli_store(o->store), KC_STORE_WRITE, &why))) {
        if (kc_campaign_run(store, &o->campaign, &sum, &why))
            status = finish(&s, &sum);
        kc_store_close(store);
    }
    if (why.length)
        cli_cannot("%s", why.text);
    kc_buf_free(&why);
    return status;
}

/* The arguments with those of the environment in front: --max-cost from KC_MAX_COST. */
static char **with_environment(struct kc_arena *arena, int *argc, char **argv)
{
    char **all = kc_arena_array(arena, char *, (size_t)*argc + KC_COUNT(option_table) + 1);
    int    n = 0;

    all[n++] = argv[0];
    for (const struct argp_option *o = option_table; o->name || o->doc; o++) {
        char        variable[64] = "KC_";
        size_t      at = 3;
        const char *value;

        for (const char *c = o->name ? o->name : ""; *c && at + 1 < sizeof variable; c++)
            variable[at++] = *c == '-' ? '_' : (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
        if (!o->name || o->key == KEY_STORE || !(value = getenv(variable)) || !*value)
            continue;
        all[n++] = o->arg ? kc_arena_printf(arena, "--%s=%s", o->name, value)
                          : kc_arena_printf(arena, "--%s", o->name);
    }
    for (int i = 1; i < *argc; i++)
        all[n++] = argv[i];
    *argc = n;
    return all;
}

int cmd_run(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "",
        "Runs an agent on every cell of a set and records everything.\v"
        "The same command again continues: finished runs are kept, unfinished ones go on with the "
        "budget they had left, infrastructure errors are tried again.  Ctrl-C ends cleanly.\n\n"
        "Every option may also come from the environment: --max-cost as KC_MAX_COST.  Keys come "
        "from the environment only ('kc doctor' lists the variables).\n\n"
        "Examples:\n"
        "  kc run                                 our compiler on every published cell\n"
        "  kc run -a anthropic/claude-sonnet-4-5 -t silu -c C1 --max-cost 1\n"
        "  kc run -a script:answers.json -t relu -c C1",
        0,
        0,
        0
    };
    struct kc_arena arena = { 0 };
    struct options  o = { .tools = "full",
                          .repeat = 1,
                          .campaign = { .agent = "template",
                                        .budget = { .nudges = 2 },
                                        .model = { .temperature = -1.0 } } };
    char          **all = with_environment(&arena, &argc, argv);

    argp_parse(&argp, argc, all, 0, NULL, &o);
    const int status = run(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

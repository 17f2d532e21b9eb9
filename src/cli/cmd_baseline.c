/* kc baseline and kc audit: every cell of a platform, compiled and judged, or attacked. */
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/pool.h"
#include "cells/cells.h"
#include "cli/cli.h"

enum { KEY_SET = 0x100, KEY_GENERATED, KEY_FIRST, KEY_MUTANTS, KEY_MUTANT_SEED };
enum { CELLS_MOST = 4096, MUTANTS_DEFAULT = 40, MUTANTS_MOST = 100000 };

struct options {
    const char *platform, *task, *config, *settings;
    uint64_t    level, jobs, generated, first, mutants, mutant_seed;
    bool        json, audit;
};

#define OPTIONS_OF_BOTH                                                                        \
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },                              \
        { "task", 't', "TASK", 0, "only this task", 0 },                                       \
        { "level", 'l', "N", 0, "only tasks of this level", 0 },                               \
        { "config", 'c', "CONFIG", 0, "only this configuration: C1 to C5", 0 },                \
        { "set", KEY_SET, "SET", 0, "paper (the published cells, default)", 0 },               \
        { "generated", KEY_GENERATED, "N", 0, "also N generated configurations per task", 0 }, \
        { "first", KEY_FIRST, "SEED", 0, "the first of their seeds (1)", 0 },                  \
        { "jobs", 'J', "N", 0, "threads (one per processor)", 0 },                             \
        { "json", 'j', NULL, 0, "as JSON", 0 }

static const struct argp_option option_table[] = { OPTIONS_OF_BOTH, { 0 } };

static const struct argp_option audit_options[] = {
    OPTIONS_OF_BOTH,
    { "mutants", KEY_MUTANTS, "N", OPTION_ARG_OPTIONAL,
      "edit correct kernels instead, in N ways per cell (40)", 0 },
    { "mutant-seed", KEY_MUTANT_SEED, "N", 0, "chooses the edits (1)", 0 },
    { 0 },
};

static uint64_t number(struct argp_state *state, const char *arg)
{
    uint64_t value = 0;

    if (!kc_str_u64(kc_str_from(arg), &value))
        argp_error(state, "'%s' is not a number", arg);
    return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        o->platform = arg;
        return 0;
    case 't':
        o->task = arg;
        return 0;
    case 'l':
        o->level = number(state, arg);
        return 0;
    case 'c':
        o->config = arg;
        return 0;
    case KEY_MUTANTS:
        o->mutants = arg ? number(state, arg) : MUTANTS_DEFAULT;
        if (o->mutants < 1 || o->mutants > MUTANTS_MOST)
            argp_error(state, "--mutants takes 1 to %d", MUTANTS_MOST);
        return 0;
    case KEY_MUTANT_SEED:
        o->mutant_seed = number(state, arg);
        return 0;
    case KEY_SET:
        if (strcmp(arg, "paper") != 0)
            argp_error(state, "the only set so far is paper");
        return 0;
    case KEY_GENERATED:
        o->generated = number(state, arg);
        return 0;
    case KEY_FIRST:
        o->first = number(state, arg);
        return 0;
    case 'J':
        o->jobs = number(state, arg);
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* One cell and what became of it. */
struct row {
    const struct kc_task *task;
    char                  config[32];
    uint32_t              index;      /* 0 to 4 for C1 to C5, else KC_CONFIGS */
    const char           *why;        /* not possible, or no kernel */
    struct kc_verdict     verdict[2]; /* by enum kc_opt */
    uint64_t              bound;      /* cycles, 0 when there is none */
    enum kc_attack_result attack[KC_ATTACKS];
    double                rounded; /* error of an answer with rounded stages, of what is allowed */
    struct kc_mutants     mutants;
    struct kc_arena       kept; /* survivors */
};

struct job {
    const struct options *o;
    struct row           *rows;
    size_t                count;
    atomic_size_t         done;
    bool                  progress; /* one line on a terminal */
};

static void judge(struct kc_arena *arena, const struct kc_cell *cell, struct row *row)
{
    struct kc_bound bound;

    kc_cell_bound(cell, &bound);
    row->bound = bound.cycles;
    for (enum kc_opt opt = KC_OPT_BASELINE; opt <= KC_OPT_BEST && !row->why; opt++)
        row->why = kc_cell_compile_check(arena, cell, opt, &row->verdict[opt]);
}

static void audit_cell(struct kc_arena *arena, const struct kc_cell *cell, struct row *row)
{
    for (enum kc_attack a = 0; a < KC_ATTACKS; a++)
        row->attack[a] = kc_cell_attack(arena, cell, a);
    row->rounded = kc_cell_rounded(arena, cell);
}

/* Called once per finished cell, from any thread; the last one clears the line. */
static void show_progress(struct job *job)
{
    const size_t done = atomic_fetch_add(&job->done, 1) + 1;

    if (!job->progress)
        return;
    if (done < job->count)
        fprintf(stderr, "\r%zu of %zu cells", done, job->count);
    else
        fprintf(stderr, "\r%*s\r", 30, "");
}

static void run_cell(void *context, size_t index)
{
    struct job      *job = context;
    struct row      *row = &job->rows[index];
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    struct kc_diags  dg;
    struct kc_cell   cell;
    uint32_t         p[KC_PARAMS];

    if (!kc_target_open(&arena, job->o->platform, job->o->settings, &target, &dg))
        row->why = "the platform cannot be opened";
    else if (kc_task_config(&arena, row->task, target.platform->name, kc_str_from(row->config),
                            p) ||
             kc_cell_open(&arena, &target, row->task, p, 0, KC_SEEDS, &cell))
        row->why = "the case is not possible on this machine";
    else if (job->o->mutants)
        row->why = kc_cell_mutants(&row->kept, &cell, job->o->mutant_seed,
                                   (uint32_t)job->o->mutants, &row->mutants);
    else if (job->o->audit)
        audit_cell(&arena, &cell, row);
    else
        judge(&arena, &cell, row);
    if (row->why)
        row->why = kc_arena_printf(&row->kept, "%s", row->why);
    kc_arena_free(&arena);
    show_progress(job);
}

static size_t collect(const struct options *o, const char *platform, struct row *rows)
{
    const struct kc_task *t;
    size_t                count = 0;

    for (size_t i = 0; (t = kc_task_at(i)); i++) {
        if (!kc_task_supported(t, platform) || (o->task && strcmp(o->task, t->name) != 0) ||
            (o->level && o->level != t->level))
            continue;
        for (uint64_t c = 0; c < KC_CONFIGS + o->generated && count < CELLS_MOST; c++) {
            struct row *row = &rows[count];

            row->task = t;
            row->index = c < KC_CONFIGS ? (uint32_t)c : KC_CONFIGS;
            if (c < KC_CONFIGS)
                snprintf(row->config, sizeof row->config, "C%" PRIu64, c + 1);
            else
                snprintf(row->config, sizeof row->config, "gen:%" PRIu64,
                         c - KC_CONFIGS + o->first);
            count += !o->config || strcmp(o->config, row->config) == 0;
        }
    }
    return count;
}

static struct row *run_all(struct kc_arena *arena, const struct options *o, const char *platform,
                           size_t *count)
{
    struct row *rows = kc_arena_array(arena, struct row, CELLS_MOST);
    struct job  job = { .o = o, .rows = rows };
    kc_pool    *pool = kc_pool_new((unsigned)o->jobs);

    job.count = *count = collect(o, platform, rows);
    job.progress = isatty(STDERR_FILENO);
    kc_pool_run(pool, job.count, run_cell, &job);
    kc_pool_free(pool);
    return rows;
}

/* ---- baseline ----------------------------------------------------------------------------- */

static bool good(const struct row *row)
{
    return !row->why && row->verdict[0].kind == KC_VERDICT_CORRECT &&
           row->verdict[1].kind == KC_VERDICT_CORRECT;
}

static void print_row(const struct row *row, const char *platform)
{
    const uint64_t published = kc_published_compiler(platform, row->task->name, row->index);

    printf("%-16s %-7s", row->task->name, row->config);
    if (row->why) {
        printf("  %s\n", row->why);
        return;
    }
    for (int opt = 0; opt < 2; opt++)
        if (row->verdict[opt].kind == KC_VERDICT_CORRECT)
            printf(" %10" PRIu64 " (%.2f)", row->verdict[opt].cycles,
                   row->verdict[opt].worst_ratio);
        else
            printf(" %17s", kc_verdict_name(row->verdict[opt].kind));
    printf(" %10" PRIu64 " %5.1f%%", row->bound,
           row->verdict[1].cycles ? 100.0 * (double)row->bound / (double)row->verdict[1].cycles
                                  : 0.0);
    if (published)
        printf(" %10" PRIu64 " %6.2f", published,
               (double)row->verdict[0].cycles / (double)published);
    putchar('\n');
}

static void print_table(const struct row *rows, size_t count, const char *platform)
{
    size_t solved = 0;

    printf("%-16s %-7s %17s %17s %10s %6s %10s %6s\n", "task", "config", "baseline (error)",
           "best (error)", "bound", "share", "published", "ratio");
    for (size_t i = 0; i < count; i++) {
        print_row(&rows[i], platform);
        solved += good(&rows[i]);
    }
    printf("%zu of %zu cells correct\n", solved, count);
}

static kc_json *cell_json(const struct row *row, const char *platform, int opt)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "platform", platform);
    kc_json_set_str(o, "task", row->task->name);
    kc_json_set_str(o, "config", row->config);
    kc_json_set_str(o, "opt", opt ? "best" : "baseline");
    kc_json_set_str(o, "verdict",
                    row->why ? "unsupported" : kc_verdict_name(row->verdict[opt].kind));
    if (row->why)
        kc_json_set_str(o, "reason", row->why);
    kc_json_set_uint(o, "cycles", row->verdict[opt].cycles);
    kc_json_set_uint(o, "baseline_cycles", row->verdict[0].cycles);
    kc_json_set_uint(o, "bound_cycles", row->bound);
    kc_json_set_uint(o, "published_cycles",
                     kc_published_compiler(platform, row->task->name, row->index));
    kc_json_set_uint(o, "published_agent_cycles",
                     kc_published_agent(platform, row->task->name, row->index));
    kc_json_set_double(o, "worst_ratio", row->verdict[opt].worst_ratio);
    return o;
}

static void print_json(const struct row *rows, size_t count, const char *platform)
{
    kc_json *root = kc_json_object(), *cells = kc_json_array();

    for (size_t i = 0; i < count; i++)
        for (int opt = 0; opt < 2; opt++)
            kc_json_push(cells, cell_json(&rows[i], platform, opt));
    kc_json_set(root, "cells", cells);
    cli_json(root);
}

static void free_rows(struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        kc_arena_free(&rows[i].kept);
}

/* Runs the cells and prints; status from whether all are good. */
static int with_cells(struct options *o, int (*print)(const struct options *, const struct row *,
                                                      size_t, const char *))
{
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    size_t           count = 0;
    int              status = CLI_CANNOT;

    if (cli_target(&arena, o->platform, o->settings, &target)) {
        struct row *rows = run_all(&arena, o, target.platform->name, &count);

        status = count ? print(o, rows, count, target.platform->name)
                       : cli_cannot("no cell matches; 'kc tasks -p %s' lists the tasks",
                                    target.platform->name);
        free_rows(rows, count);
    }
    kc_arena_free(&arena);
    return status;
}

static int print_baseline(const struct options *o, const struct row *rows, size_t count,
                          const char *platform)
{
    int status = CLI_GOOD;

    for (size_t i = 0; i < count; i++)
        if (!good(&rows[i]))
            status = CLI_NOT_GOOD;
    if (o->json)
        print_json(rows, count, platform);
    else
        print_table(rows, count, platform);
    return status;
}

int cmd_baseline(int argc, char **argv)
{
    static const struct argp argp = {
        option_table, parse, "", "Compiles and judges every cell of a platform; one table.", 0, 0, 0
    };
    struct options o = { .platform = "plena", .first = 1 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    return with_cells(&o, print_baseline);
}

/* ---- audit -------------------------------------------------------------------------------- */

struct audit_sum {
    uint64_t attacks, caught, meaningless;
    double   rounded; /* the worst */
};

static struct audit_sum add_up(const struct row *rows, size_t count, kc_json *escaped, bool show)
{
    struct audit_sum sum = { 0 };

    for (size_t i = 0; i < count; i++) {
        sum.rounded = fmax(sum.rounded, rows[i].rounded);
        if (show && rows[i].rounded > 1.0)
            printf("%s %s: an honest answer, every stage rounded, is rejected: %.2f of the allowed "
                   "error\n",
                   rows[i].task->name, rows[i].config, rows[i].rounded);
        for (enum kc_attack a = 0; a < KC_ATTACKS; a++) {
            sum.attacks += rows[i].attack[a] != KC_ATTACK_MEANINGLESS;
            sum.caught += rows[i].attack[a] == KC_ATTACK_CAUGHT;
            sum.meaningless += rows[i].attack[a] == KC_ATTACK_MEANINGLESS;
            if (rows[i].attack[a] != KC_ATTACK_ESCAPED)
                continue;
            if (show)
                printf("%s %s: %s escapes\n", rows[i].task->name, rows[i].config,
                       kc_attack_name(a));
            kc_json *o = kc_json_object();

            kc_json_set_str(o, "task", rows[i].task->name);
            kc_json_set_str(o, "config", rows[i].config);
            kc_json_set_str(o, "attack", kc_attack_name(a));
            kc_json_push(escaped, o);
        }
    }
    return sum;
}

static int print_audit(const struct options *o, const struct row *rows, size_t count,
                       const char *platform)
{
    kc_json               *root = kc_json_object(), *escaped = kc_json_array();
    const struct audit_sum sum = add_up(rows, count, escaped, !o->json);

    (void)platform;
    kc_json_set_uint(root, "cells", count);
    kc_json_set_uint(root, "attacks", sum.attacks);
    kc_json_set_uint(root, "caught", sum.caught);
    kc_json_set_uint(root, "not_applicable", sum.meaningless);
    kc_json_set_double(root, "rounded_ratio", sum.rounded);
    kc_json_set(root, "escaped", escaped);
    if (o->json) {
        cli_json(root);
    } else {
        printf("%zu cells, %" PRIu64 " attacks, %" PRIu64 " caught, %" PRIu64 " without meaning\n",
               count, sum.attacks, sum.caught, sum.meaningless);
        if (sum.rounded > 0.0)
            printf("an honest answer, every stage rounded: at most %.2f of the allowed error\n",
                   sum.rounded);
        kc_json_free(root);
    }
    return sum.caught == sum.attacks && sum.rounded <= 1.0 ? CLI_GOOD : CLI_NOT_GOOD;
}

/* ---- mutants ------------------------------------------------------------------------------ */

static kc_json *survivor_json(const struct row *row, const struct kc_survivor *s)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "task", row->task->name);
    kc_json_set_str(o, "config", row->config);
    kc_json_set_uint(o, "line", s->line);
    kc_json_set_str(o, "change", s->change);
    kc_json_set_uint(o, "changed_elements", s->changed);
    kc_json_set_double(o, "worst_ratio", s->worst_ratio);
    kc_json_set_double(o, "worst_ratio_original", row->mutants.worst_ratio);
    return o;
}

static void show_survivor(const struct row *row, const struct kc_survivor *s)
{
    printf("%s %s line %" PRIu32 ": %s  (%" PRIu64 " elements changed, worst error %.2f of the "
           "allowed, %.2f before)\n",
           row->task->name, row->config, s->line, s->change, s->changed, s->worst_ratio,
           row->mutants.worst_ratio);
}

/* Survivors whose largest error is not above that of the kernel they were made from: other ways to
 * compute the same (a softmax minus something that is not its maximum). */
static uint32_t as_accurate(const struct kc_mutants *m)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < m->survived; i++)
        found += m->survivor[i].worst_ratio <= m->worst_ratio;
    return found;
}

static struct kc_mutants add_mutants(const struct row *rows, size_t count, kc_json *survived,
                                     bool show, uint32_t *accurate)
{
    struct kc_mutants sum = { 0 };

    for (size_t i = 0; i < count; i++) {
        sum.mutants += rows[i].mutants.mutants;
        sum.identical += rows[i].mutants.identical;
        sum.killed += rows[i].mutants.killed;
        *accurate += as_accurate(&rows[i].mutants);
        for (uint32_t m = 0; m < rows[i].mutants.survived; m++) {
            if (show)
                show_survivor(&rows[i], &rows[i].mutants.survivor[m]);
            kc_json_push(survived, survivor_json(&rows[i], &rows[i].mutants.survivor[m]));
        }
        if (show && rows[i].why)
            printf("%s %s: %s\n", rows[i].task->name, rows[i].config, rows[i].why);
    }
    return sum;
}

static bool all_run(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].why)
            return false;
    return true;
}

/* At least 99 % of what changed any output must be rejected (benchmark.md 5.3). */
static int print_mutants(const struct options *o, const struct row *rows, size_t count,
                         const char *platform)
{
    kc_json                *root = kc_json_object(), *survived = kc_json_array();
    uint32_t                accurate = 0;
    const struct kc_mutants sum = add_mutants(rows, count, survived, !o->json, &accurate);
    const uint32_t          changing = sum.mutants - sum.identical;

    (void)platform;
    kc_json_set_uint(root, "cells", count);
    kc_json_set_uint(root, "mutants", sum.mutants);
    kc_json_set_uint(root, "identical", sum.identical);
    kc_json_set_uint(root, "killed", sum.killed);
    kc_json_set_uint(root, "as_accurate", accurate);
    kc_json_set(root, "survived", survived);
    if (o->json) {
        cli_json(root);
    } else {
        printf("%zu cells, %" PRIu32 " mutants, %" PRIu32 " identical, %" PRIu32
               " killed of %" PRIu32 " (%.2f %%), %" PRIu32
               " others are as accurate as their kernel\n",
               count, sum.mutants, sum.identical, sum.killed, changing,
               changing ? 100.0 * sum.killed / changing : 100.0, accurate);
        kc_json_free(root);
    }
    return all_run(rows, count) && 100 * (uint64_t)sum.killed >= 99 * (uint64_t)changing
               ? CLI_GOOD
               : CLI_NOT_GOOD;
}

int cmd_audit(int argc, char **argv)
{
    static const struct argp argp = {
        audit_options, parse, "", "Proves that cheats fail, cell by cell.", 0, 0, 0
    };
    struct options o = { .platform = "plena", .audit = true, .first = 1, .mutant_seed = 1 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    return with_cells(&o, o.mutants ? print_mutants : print_audit);
}

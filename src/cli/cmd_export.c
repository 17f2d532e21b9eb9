/* kc export: the runs of a store for other programs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "store/store.h"

enum { SHOWN_RUNS = 5 };

enum format { JSONL, CSV, ATIF };

static const char *const format_names[] = { "jsonl", "csv", "atif" };

struct options {
    const char *store, *run, *out;
    enum format format;
    bool        no_times;
};

static const struct argp_option option_table[] = {
    { "store", 's', "FILE", 0, "the store (default: $KC_STORE, else kernelcraft.db)", 0 },
    { "format", 'f', "FORMAT", 0,
      "jsonl: one object per run with all it did (default); csv: one row per run; atif: the "
      "trajectory of one run, ATIF v1.7",
      0 },
    { "run", 'r', "RUN", 0,
      "only this run: its number, or how its name starts, such as "
      "template/plena/silu/C1",
      0 },
    { "output", 'o', "FILE", 0, "write here instead of standard output", 0 },
    { "no-times", 'n', NULL, 0, "leave out times and ids: equal campaigns then give the same bytes",
      0 },
    { 0 },
};

static error_t parse_format(struct argp_state *state, const char *arg, enum format *format)
{
    for (size_t i = 0; i < KC_COUNT(format_names); i++)
        if (strcmp(arg, format_names[i]) == 0) {
            *format = (enum format)i;
            return 0;
        }
    argp_error(state, "there is no format '%s'; formats are jsonl, csv and atif", arg);
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 's':
        o->store = arg;
        return 0;
    case 'f':
        return parse_format(state, arg, &o->format);
    case 'r':
        o->run = arg;
        return 0;
    case 'o':
        o->out = arg;
        return 0;
    case 'n':
        o->no_times = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- which runs --------------------------------------------------------------------------- */

struct picked {
    struct kc_arena    arena;
    struct kc_run_row *rows;
    size_t             count;
};

static bool say_none(kc_store *store, const struct options *o)
{
    if (*kc_store_error(store))
        cli_cannot("%s", kc_store_error(store));
    else if (o->run)
        cli_cannot("there is no run '%s' in '%s'", o->run, cli_store(o->store));
    else
        cli_cannot("there are no runs in '%s'", cli_store(o->store));
    return false;
}

static bool say_which(struct picked *p)
{
    struct kc_buf list = { 0 };

    for (size_t i = 0; i < p->count && i < SHOWN_RUNS; i++)
        kc_buf_printf(&list, "\n  %lld  %s", (long long)p->rows[i].id,
                      kc_run_name(&p->arena, &p->rows[i].what));
    cli_cannot("atif holds one run, and there are %zu; choose with --run:%s%s", p->count, list.text,
               p->count > SHOWN_RUNS ? "\n  ..." : "");
    kc_buf_free(&list);
    return false;
}

/* The runs that --run means, all without it; false after saying what is wrong. */
static bool pick(kc_store *store, const struct options *o, struct picked *p)
{
    const char  *text = o->run ? o->run : "";
    const size_t most = kc_store_find(store, &p->arena, text, NULL, 0);

    p->rows = kc_arena_array(&p->arena, struct kc_run_row, most ? most : 1);
    p->count = kc_store_find(store, &p->arena, text, p->rows, most);
    p->count = p->count < most ? p->count : most; /* a writer may have added some */
    if (p->count == 0 && (o->run || o->format == ATIF || *kc_store_error(store)))
        return say_none(store, o);
    return o->format != ATIF || p->count == 1 || say_which(p);
}

/* ---- writing them ------------------------------------------------------------------------- */

static bool add_run(kc_store *store, const struct options *o, const struct kc_run_row *row,
                    struct kc_buf *out)
{
    if (o->format == JSONL)
        return kc_store_export_run(store, row, !o->no_times, out);
    if (o->format == CSV) {
        kc_store_csv_row(row, !o->no_times, out);
        return true;
    }
    kc_json *root = kc_store_export_atif(store, row->id, !o->no_times);

    if (root)
        kc_json_print(root, out, true);
    kc_json_free(root);
    return root != NULL;
}

static bool flush_text(FILE *f, struct kc_buf *text)
{
    const bool good = fwrite(text->text ? text->text : "", 1, text->length, f) == text->length;

    text->length = 0;
    return good;
}

/* Run by run: a store may be larger than memory. */
static int write_runs(kc_store *store, const struct options *o, const struct picked *p, FILE *f)
{
    struct kc_buf text = { 0 };
    bool          read = true, written = true;

    if (o->format == CSV)
        kc_store_csv_names(!o->no_times, &text);
    for (size_t i = 0; read && written && i < p->count; i++)
        written = (read = add_run(store, o, &p->rows[i], &text)) && flush_text(f, &text);
    written = written && read && flush_text(f, &text) && fflush(f) == 0;
    kc_buf_free(&text);
    if (!read)
        return cli_cannot("%s", kc_store_error(store));
    if (!written)
        return cli_cannot("cannot write '%s': %s", o->out ? o->out : "standard output",
                          strerror(errno));
    return CLI_GOOD;
}

static int export_runs(kc_store *store, const struct options *o)
{
    struct picked p = { 0 };
    FILE         *f = NULL;
    int           status = CLI_CANNOT;

    if (pick(store, o, &p)) {
        f = o->out && strcmp(o->out, "-") != 0 ? fopen(o->out, "wb") : stdout;
        status = f ? write_runs(store, o, &p, f)
                   : cli_cannot("cannot write '%s': %s", o->out, strerror(errno));
    }
    if (f && f != stdout && fclose(f) != 0 && status == CLI_GOOD)
        status = cli_cannot("cannot write '%s': %s", o->out, strerror(errno));
    kc_arena_free(&p.arena);
    return status;
}

int cmd_export(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "",
        "Writes the runs of a store for other programs, in the order of agent, platform, level, "
        "task, configuration and repeat.\vIn CSV a text that a spreadsheet would take for a "
        "formula (it starts with = + - or @) gets an apostrophe in front; unknown numbers are "
        "empty.",
        0,
        0,
        0
    };
    struct options o = { 0 };
    struct kc_buf  why = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    kc_store *store = kc_store_open(cli_store(o.store), KC_STORE_READ, &why);
    const int status = store ? export_runs(store, &o) : cli_cannot("%s", why.text);

    kc_store_close(store);
    kc_buf_free(&why);
    return status;
}

/* kc report: what a store says, as a page or as data. */
#include <string.h>

#include "cli/cli.h"
#include "report/report.h"

enum format { HTML, MARKDOWN, CSV, JSON, JUNIT };

struct options {
    const char *store, *out, *campaign, *compare, *title;
    enum format format;
};

static const struct argp_option option_table[] = {
    { "store", 's', "FILE", 0, "the store (default: $KC_STORE, else kernelcraft.db)", 0 },
    { "output", 'o', "FILE", 0,
      "write here (default: report.html; standard output for the other formats)", 0 },
    { "md", 'm', NULL, 0, "Markdown tables instead of a page", 0 },
    { "csv", 'c', NULL, 0, "CSV, a row per run", 0 },
    { "json", 'J', NULL, 0, "JSON: all sums, every cell", 0 },
    { "junit", 'x', NULL, 0, "JUnit XML, a case per run", 0 },
    { "campaign", 'C', "CAMPAIGN", 0,
      "only this one: its number, or how its name starts (with --compare: the first of the two)",
      0 },
    { "compare", 'b', "CAMPAIGN", 0, "compare with this one, cell by cell", 0 },
    { "title", 't', "TEXT", 0, "of the page", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 's':
        o->store = arg;
        return 0;
    case 'o':
        o->out = arg;
        return 0;
    case 'm':
        o->format = MARKDOWN;
        return 0;
    case 'c':
        o->format = CSV;
        return 0;
    case 'J':
        o->format = JSON;
        return 0;
    case 'x':
        o->format = JUNIT;
        return 0;
    case 'C':
        o->campaign = arg;
        return 0;
    case 'b':
        o->compare = arg;
        return 0;
    case 't':
        o->title = arg;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The campaign that a text means; 0 after saying which there are. */
static int64_t find_campaign(const struct kc_report *r, const char *text)
{
    const int     found = kc_report_find(r, text);
    struct kc_buf list = { 0 };

    if (found >= 0)
        return r->entries[found].campaign;
    kc_buf_add(&list, "", 0);
    for (size_t i = 0; i < r->entry_count; i++) {
        kc_buf_printf(&list, "\n  %lld  ", (long long)r->entries[i].campaign);
        kc_buf_add_visible(&list, r->entries[i].label, strlen(r->entries[i].label));
    }
    cli_cannot("'%s' is not one campaign; name one by its number or how it starts:%s", text,
               list.text);
    kc_buf_free(&list);
    return 0;
}

/* Which campaigns the options mean; false after saying what is wrong. */
static bool choose(const struct kc_report *all, const struct options *o,
                   struct kc_report_options *chosen)
{
    if (o->campaign && !(chosen->campaign = find_campaign(all, o->campaign)))
        return false;
    if (!o->compare)
        return true;
    if (!(chosen->compare[1] = find_campaign(all, o->compare)))
        return false;
    chosen->compare[0] = chosen->campaign;
    for (size_t i = 0; !chosen->compare[0] && i < all->entry_count; i++)
        if (all->entries[i].campaign != chosen->compare[1])
            chosen->compare[0] = all->entries[i].campaign;
    if (!chosen->compare[0] || chosen->compare[0] == chosen->compare[1]) {
        cli_cannot("there is no other campaign to compare '%s' with", o->compare);
        return false;
    }
    return true;
}

static bool render(struct kc_report *r, enum format format, struct kc_buf *out)
{
    switch (format) {
    case HTML:
        return kc_report_html(r, out);
    case MARKDOWN:
        kc_report_markdown(r, out);
        return true;
    case CSV:
        kc_report_csv(r, out);
        return true;
    case JSON:
        kc_report_json(r, out);
        return true;
    case JUNIT:
        kc_report_junit(r, out);
        return true;
    }
    return false;
}

static int write_report(struct kc_report *r, const struct options *o)
{
    const char   *path = o->out ? o->out : o->format == HTML ? "report.html" : "-";
    struct kc_buf out = { 0 };
    int           status;

    if (!render(r, o->format, &out))
        status = cli_cannot("%s", kc_store_error(r->store));
    else
        status = cli_write(strcmp(path, "-") == 0 ? NULL : path,
                           (struct kc_str){ out.text ? out.text : "", out.length });
    kc_buf_free(&out);
    return status;
}

static int report(kc_store *store, const struct options *o)
{
    struct kc_arena          arena = { 0 };
    struct kc_report_options chosen = { .title = o->title };
    struct kc_report         r;
    int                      status = CLI_CANNOT;
    bool                     good = kc_report_read(&arena, store, &chosen, &r);

    if (!good) {
        cli_cannot("%s", kc_store_error(store));
    } else if (o->campaign || o->compare) {
        good = choose(&r, o, &chosen);
        if (good && !(good = kc_report_read(&arena, store, &chosen, &r)))
            cli_cannot("%s", kc_store_error(store));
    }
    if (good)
        status = write_report(&r, o);
    kc_arena_free(&arena);
    return status;
}

int cmd_report(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "",
        "Writes what a store says: success, speed, process, errors and transcripts.\vThe page is "
        "one file without anything to load.  Equal stores give equal bytes.",
        0,
        0,
        0
    };
    struct options o = { 0 };
    struct kc_buf  why = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    kc_store *store = kc_store_open(cli_store(o.store), KC_STORE_READ, &why);
    const int status = store ? report(store, &o) : cli_cannot("%s", why.text);

    kc_store_close(store);
    kc_buf_free(&why);
    return status;
}

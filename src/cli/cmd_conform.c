/* kc conform: what must hold for every platform, checked on one. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "conform/conform.h"

struct options {
    const char *platform;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "json", 'j', NULL, 0, "the same as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "too many arguments: '%s'", arg);
        o->platform = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a platform is needed, for example: plena");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_text(const struct options *o, const struct kc_conform *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct kc_conform_group *g = &r->group[i];

        printf("%-6s %-14s %6zu  %s\n",
               g->failed   ? "FAILED"
               : g->checks ? "ok"
                           : "-",
               g->name, g->checks, g->rule);
        if (g->failed)
            printf("       %zu failed, the first: %s\n", g->failed, g->first);
    }
    printf("%s: %zu checks, %zu failed\n", o->platform, r->checks, r->failed);
}

static void print_json(const struct options *o, const struct kc_conform *r)
{
    kc_json *root = kc_json_object(), *list = kc_json_array();

    kc_json_set_str(root, "platform", o->platform);
    kc_json_set_uint(root, "checks", r->checks);
    kc_json_set_uint(root, "failed", r->failed);
    for (size_t i = 0; i < r->count; i++) {
        kc_json *group = kc_json_object();

        kc_json_set_str(group, "name", r->group[i].name);
        kc_json_set_str(group, "rule", r->group[i].rule);
        kc_json_set_uint(group, "checks", r->group[i].checks);
        kc_json_set_uint(group, "failed", r->group[i].failed);
        kc_json_set_str(group, "first", r->group[i].first);
        kc_json_push(list, group);
    }
    kc_json_set(root, "groups", list);
    cli_json(root);
}

int cmd_conform(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM",
        "Checks what must hold for every platform, built in or not: tables, text, machine, memory, "
        "tasks.\vExit status: 0 all checks pass, 1 some fail, 2 the platform cannot be opened.",
        0,
        0,
        0
    };
    struct options    o = { 0 };
    struct kc_arena   arena = { 0 };
    struct kc_conform result;
    struct kc_diags   dg = { .arena = &arena };
    int               status = CLI_CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (!kc_conform_run(o.platform, &result, &dg))
        cli_show(&dg);
    else
        status = result.failed ? CLI_NOT_GOOD : CLI_GOOD;
    if (status != CLI_CANNOT)
        (o.json ? print_json : print_text)(&o, &result);
    kc_arena_free(&arena);
    return status;
}

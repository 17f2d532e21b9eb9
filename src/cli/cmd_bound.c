/* kc bound: the speed of light of a cell, with its derivation. */
#include <inttypes.h>

#include "cells/cells.h"
#include "cli/cli.h"

static const struct argp_option option_table[] = {
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "json", 'j', NULL, 0, "as JSON", 0 },
    { 0 },
};

struct options {
    const char *task, *platform, *config, *settings;
    bool        json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        o->platform = arg;
        return 0;
    case 'c':
        o->config = arg;
        return 0;
    case 's':
        o->settings = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "too many arguments: '%s'", arg);
        o->task = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a task is needed, for example: silu");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_text(const struct options *o, const struct kc_bound *b)
{
    printf("%s %s on %s: at least %" PRIu64 " cycles\n", o->task, o->config, o->platform,
           b->cycles);
    for (size_t i = 0; i < b->count; i++)
        printf("%12" PRIu64 "  %-8s  %s\n", b->line[i].cycles, b->line[i].unit, b->line[i].text);
    if (b->floor < b->cycles)
        printf("floor %" PRIu64 ": %s; a faster kernel is suspect\n", b->floor, b->floor_reason);
}

static void print_json(const struct options *o, const struct kc_bound *b)
{
    kc_json *root = kc_json_object(), *lines = kc_json_array();

    kc_json_set_str(root, "platform", o->platform);
    kc_json_set_str(root, "task", o->task);
    kc_json_set_str(root, "config", o->config);
    kc_json_set_uint(root, "bound_cycles", b->cycles);
    kc_json_set_uint(root, "floor_cycles", b->floor);
    for (size_t i = 0; i < b->count; i++) {
        kc_json *part = kc_json_object();

        kc_json_set_str(part, "unit", b->line[i].unit);
        kc_json_set_str(part, "what", b->line[i].text);
        kc_json_set_uint(part, "cycles", b->line[i].cycles);
        kc_json_push(lines, part);
    }
    kc_json_set(root, "derivation", lines);
    cli_json(root);
}

static int show(struct kc_arena *arena, const struct options *o)
{
    struct kc_target      target;
    uint32_t              p[KC_PARAMS];
    struct kc_cell        cell;
    struct kc_bound       bound;
    const struct kc_task *task =
        cli_find_cell(arena, o->task, o->platform, o->settings, o->config, &target, p);
    const char *why;

    if (!task)
        return CLI_CANNOT;
    if ((why = kc_cell_open(arena, &target, task, p, 0, 1, &cell)))
        return cli_cannot("%s %s: %s", task->name, o->config, why);
    kc_cell_bound(&cell, &bound);
    if (bound.cycles == 0)
        return cli_cannot("no bound is known for %s on %s", task->name, o->platform);
    if (o->json)
        print_json(o, &bound);
    else
        print_text(o, &bound);
    return CLI_GOOD;
}

int cmd_bound(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "TASK",
        "Prints the fewest cycles any correct kernel of a cell can take, and why.",
        0,
        0,
        0
    };
    struct options  o = { .platform = "plena", .config = "C1" };
    struct kc_arena arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = show(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

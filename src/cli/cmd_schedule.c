/* kc schedule: linear assembly to scheduled assembly. */
#include <string.h>

#include "base/file.h"
#include "baseline/aie2/linear.h"
#include "cli/cli.h"

struct options {
    const char *platform, *file, *output;
    enum kc_opt opt;
};

static const struct argp_option option_table[] = {
    { "opt", 'O', "LEVEL", 0, "baseline: list scheduling only; best (default): software pipelines",
      0 },
    { "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'O':
        if (strcmp(arg, "baseline") != 0 && strcmp(arg, "best") != 0)
            argp_error(state, "--opt takes baseline or best, not '%s'", arg);
        o->opt = strcmp(arg, "best") == 0 ? KC_OPT_BEST : KC_OPT_BASELINE;
        return 0;
    case 'o':
        o->output = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->platform : &o->file) = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 2)
            argp_error(state, "a platform and a file are needed, for example: aie2 kernel.la");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int schedule(struct kc_arena *arena, const struct kc_target *target, const struct options *o)
{
    struct aie2_linear *linear;
    struct kc_str       text;
    struct kc_buf       out = { 0 };
    const char         *why;
    int                 status = CLI_CANNOT;

    if (strcmp(target->platform->name, "aie2") != 0)
        return cli_cannot("only aie2 has linear assembly; there is nothing to schedule for %s",
                          target->platform->name);
    if (!kc_file_read(arena, o->file, &text, &why))
        return cli_cannot("%s: %s", o->file, why);
    linear = aie2_linear_new(arena, target, o->opt);
    aie2_lines(linear, text);
    why = aie2_linear_finish(linear, &out);
    if (why) {
        fprintf(stderr, "kc: %s\n", why);
        status = CLI_NOT_GOOD;
    } else {
        status = cli_write(o->output, (struct kc_str){ out.text, out.length });
    }
    kc_buf_free(&out);
    return status;
}

int cmd_schedule(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM FILE",
        "Schedules linear assembly ('-': standard input) and prints assembly.\v"
        "Linear assembly is one instruction per line, in the order of its meaning, with virtual "
        "registers and counted loops, without latencies, bundles, delay slots or nops: "
        "docs/SCHEDULER.md.",
        0,
        0,
        0
    };
    struct options   o = { .opt = KC_OPT_BEST };
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    int              status = CLI_CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (cli_target(&arena, o.platform, NULL, &target))
        status = schedule(&arena, &target, &o);
    kc_arena_free(&arena);
    return status;
}

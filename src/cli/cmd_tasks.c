/* kc tasks: what there is to solve. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "tasks/describe.h"

struct options {
    const char *platform;
    uint64_t    level;
    bool        json, sizes;
};

static const struct argp_option option_table[] = {
    { "platform", 'p', "NAME", 0, "only tasks of this platform", 0 },
    { "level", 'l', "N", 0, "only tasks of this level", 0 },
    { "sizes", 's', NULL, 0, "also the five sizes, C1 to C5, on each platform", 0 },
    { "json", 'j', NULL, 0, "the same as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        o->platform = arg;
        return 0;
    case 'l':
        if (!kc_str_u64(kc_str_from(arg), &o->level) || o->level < 1 || o->level > 3)
            argp_error(state, "levels are 1 to 3");
        return 0;
    case 's':
        o->sizes = true;
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

static bool wanted(const struct kc_task *t, const struct options *o)
{
    return (!o->platform || kc_task_supported(t, o->platform)) &&
           (!o->level || t->level == o->level);
}

static void print_sizes(const struct kc_task *t, size_t platform)
{
    printf("        %-6s ", t->configs[platform].platform);
    for (int p = 0; p < KC_PARAMS && t->params[p]; p++)
        printf("%s%s", p ? "," : "", t->params[p]);
    for (int c = 0; c < KC_CONFIGS; c++)
        for (int p = 0; p < KC_PARAMS && t->params[p]; p++)
            printf("%s%" PRIu32, p ? "," : "   ", t->configs[platform].config[c][p]);
    putchar('\n');
}

static void print_task(const struct kc_task *t, const struct options *o)
{
    printf("%2" PRIu32 "  L%" PRIu32 "  %-16s %s\n", t->id, t->level, t->name, t->formula);
    for (size_t i = 0; o->sizes && i < KC_COUNT(t->configs) && t->configs[i].platform; i++)
        if (!o->platform || strcmp(t->configs[i].platform, o->platform) == 0)
            print_sizes(t, i);
}

int cmd_tasks(int argc, char **argv)
{
    static const struct argp argp = { option_table, parse, "", "Lists the tasks.", 0, 0, 0 };
    struct options           o = { 0 };
    const struct kc_task    *t;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    kc_json *list = o.json ? kc_json_array() : NULL;

    for (size_t i = 0; (t = kc_task_at(i)); i++) {
        if (!wanted(t, &o))
            continue;
        if (list)
            kc_json_push(list, kc_task_json(t, NULL));
        else
            print_task(t, &o);
    }
    if (list)
        cli_json(list);
    return CLI_GOOD;
}

/* kc platforms: the machines, and how each can be configured. */
#include <string.h>

#include "cli/cli.h"

struct options {
    const char *platform, *settings;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "json", 'j', NULL, 0, "the same as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 's':
        o->settings = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "too many arguments: '%s'", arg);
        o->platform = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static kc_json *platform_json(const struct kc_target *t)
{
    kc_json *root = kc_json_object(), *params = kc_json_array();

    kc_json_set_str(root, "name", t->platform->name);
    kc_json_set_str(root, "summary", t->platform->summary);
    kc_json_set_uint(root, "instructions", t->isa->desc->insn_count);
    for (size_t i = 0; i < t->platform->params->count; i++) {
        const struct kc_param *p = &t->platform->params->param[i];
        struct kc_buf          value = { 0 };
        kc_json               *o = kc_json_object();

        kc_param_print(p, t->config, &value);
        kc_json_set_str(o, "name", p->name);
        kc_json_set_str(o, "value", value.text);
        kc_json_set_str(o, "doc", p->doc);
        kc_json_push(params, o);
        kc_buf_free(&value);
    }
    kc_json_set(root, "parameters", params);
    return root;
}

static void print_platform(const struct kc_target *t)
{
    printf("%s: %s\n%zu instructions; configuration:\n", t->platform->name, t->platform->summary,
           t->isa->desc->insn_count);
    for (size_t i = 0; i < t->platform->params->count; i++) {
        const struct kc_param *p = &t->platform->params->param[i];
        struct kc_buf          value = { 0 };

        kc_param_print(p, t->config, &value);
        printf("  %-33s %-18s %s\n", p->name, value.text, p->doc);
        kc_buf_free(&value);
    }
    if (t->platform->params->count)
        printf("\nset with %s:%s=...,... or in a YAML file (%s:settings=FILE)\n", t->platform->name,
               t->platform->params->param[t->platform->params->count > 1].name, t->platform->name);
}

static int one(struct kc_arena *arena, const struct options *o)
{
    struct kc_target t;

    if (!cli_target(arena, o->platform, o->settings, &t))
        return CLI_CANNOT;
    if (o->json)
        cli_json(platform_json(&t));
    else
        print_platform(&t);
    return CLI_GOOD;
}

static int all(struct kc_arena *arena, const struct options *o)
{
    const struct kc_platform *p;
    kc_json                  *list = o->json ? kc_json_array() : NULL;

    for (size_t i = 0; (p = kc_platform_at(i)); i++) {
        struct kc_target t;

        if (!cli_target(arena, p->name, NULL, &t))
            return CLI_CANNOT;
        if (o->json)
            kc_json_push(list, platform_json(&t));
        else
            printf("%-8s %3zu instructions  %s\n", p->name, t.isa->desc->insn_count, p->summary);
    }
    if (o->json)
        cli_json(list);
    else
        puts("\n'kc platforms NAME' shows how one is configured, 'kc isa NAME' its manual.");
    return CLI_GOOD;
}

int cmd_platforms(int argc, char **argv)
{
    static const struct argp argp = { option_table,
                                      parse,
                                      "[PLATFORM]",
                                      "Lists the machines, or the configuration of one.",
                                      0,
                                      0,
                                      0 };
    struct options           o = { 0 };
    struct kc_arena          arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = o.platform ? one(&arena, &o) : all(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

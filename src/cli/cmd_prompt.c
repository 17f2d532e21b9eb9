/* kc prompt: what a model is told about a cell. */
#include <string.h>

#include "cells/prompt.h"
#include "cli/cli.h"
#include "toolbox/toolbox.h"

struct options {
    const char  *task, *platform, *config, *settings;
    const char  *tools, *manual;
    bool         json, example;
    enum kc_lang lang;
};

enum { KEY_TOOLS = 0x100, KEY_MANUAL, KEY_EXAMPLE, KEY_LANG };

static const struct argp_option option_table[] = {
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "tools", KEY_TOOLS, "SET", 0, "paper, full, or names; full,-view_output leaves one out", 0 },
    { "manual", KEY_MANUAL, "HOW", 0, "full, or short: instructions by name and syntax only", 0 },
    { "example", KEY_EXAMPLE, NULL, 0, "add a correct kernel of another task", 0 },
    { "lang", KEY_LANG, "LANGUAGE", 0, "what the kernel is written in: asm (default) or c", 0 },
    { "json", 'j', NULL, 0, "as JSON: system, user, token_estimate", 0 },
    { 0 },
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
    case KEY_TOOLS:
        o->tools = arg;
        return 0;
    case KEY_MANUAL:
        o->manual = arg;
        return 0;
    case KEY_EXAMPLE:
        o->example = true;
        return 0;
    case KEY_LANG:
        if (kc_lang_parse(arg, &o->lang))
            argp_error(state, "--lang takes asm or c, not '%s'", arg);
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "too many arguments: '%s'", arg);
        o->task = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 1)
            argp_error(state, "a task is needed, for example: silu");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_json(const struct kc_prompt *prompt)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "system", prompt->system.text);
    kc_json_set_str(root, "user", prompt->user.text);
    kc_json_set_uint(root, "token_estimate", kc_prompt_tokens(prompt));
    cli_json(root);
}

static void print_text(const struct kc_prompt *prompt)
{
    printf("==== system ====\n\n%s\n==== user ====\n\n%s\n", prompt->system.text,
           prompt->user.text);
    printf("==== about %zu tokens: an estimate, characters / 4 ====\n", kc_prompt_tokens(prompt));
}

static int show(struct kc_arena *arena, const struct options *o)
{
    struct kc_target      target;
    uint32_t              p[KC_PARAMS];
    const struct kc_task *task =
        cli_find_cell(arena, o->task, o->platform, o->settings, o->config, &target, p);
    struct kc_cell     cell;
    struct kc_prompt   prompt;
    struct kc_tool_set set;
    struct kc_buf      tools = { 0 };
    const char        *why;

    if (!task)
        return CLI_CANNOT;
    if ((why = kc_cell_open(arena, &target, task, p, 0, 1, &cell)))
        return cli_cannot("%s %s: %s", task->name, o->config, why);
    if ((why = kc_tool_set_parse(arena, o->tools, &set)))
        return cli_cannot("--tools: %s", why);
    if ((why = kc_lang_refused(target.platform, o->lang)))
        return cli_cannot("--lang: %s", why);
    kc_tools_text(&set, &tools);
    prompt = kc_prompt_new(&cell, &(struct kc_prompt_options){ .tools = tools.text,
                                                               .short_manual =
                                                                   strcmp(o->manual, "short") == 0,
                                                               .example = o->example,
                                                               .lang = o->lang });
    kc_buf_free(&tools);
    if (o->json)
        print_json(&prompt);
    else
        print_text(&prompt);
    kc_prompt_free(&prompt);
    return CLI_GOOD;
}

int cmd_prompt(int argc, char **argv)
{
    static const struct argp argp = { option_table,
                                      parse,
                                      "TASK",
                                      "Prints exactly what a model sees: system and user part.",
                                      0,
                                      0,
                                      0 };
    struct options  o = { .platform = "plena", .config = "C1", .tools = "full", .manual = "full" };
    struct kc_arena arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = show(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

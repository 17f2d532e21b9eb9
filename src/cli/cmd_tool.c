/* kc tool: the agent's tools for people: the table, or one call. */
#include <string.h>

#include "agent/record.h"
#include "base/file.h"
#include "cli/cli.h"
#include "toolbox/toolbox.h"

struct options {
    const char *name, *arguments, *task, *platform, *config, *file;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "task", 't', "TASK", 0, "the task of the conversation", 0 },
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "file", 'f', "FILE", 0, "the kernel file, as if write_code had been called ('-': stdin)", 0 },
    { "json", 'j', NULL, 0, "the table as JSON: names, schemas (calls always print JSON)", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 't':
        o->task = arg;
        return 0;
    case 'p':
        o->platform = arg;
        return 0;
    case 'c':
        o->config = arg;
        return 0;
    case 'f':
        o->file = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->name : &o->arguments) = arg;
        return 0;
    case ARGP_KEY_END:
        if (o->name && !o->task)
            argp_error(state, "a task is needed: kc tool %s --task silu", o->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static kc_json *tool_json(const struct kc_tool *tool)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "name", tool->name);
    kc_json_set_str(o, "title", tool->title);
    kc_json_set_str(o, "description", tool->doc);
    kc_json_set_bool(o, "published", tool->published);
    kc_json_set_bool(o, "read_only", tool->read_only);
    kc_json_set(o, "input_schema", kc_tool_input_schema(tool));
    kc_json_set(o, "output_schema", kc_tool_output_schema(tool));
    return o;
}

static int list(const struct options *o)
{
    const struct kc_tool *tool;
    struct kc_tool_set    all = { UINT32_MAX };
    struct kc_buf         text = { 0 };
    kc_json              *root = kc_json_array();

    for (size_t i = 0; (tool = kc_tool_at(i)); i++)
        kc_json_push(root, tool_json(tool));
    if (o->json) {
        cli_json(root);
        return CLI_GOOD;
    }
    kc_json_free(root);
    kc_tools_text(&all, &text);
    fputs(text.text, stdout);
    kc_buf_free(&text);
    return CLI_GOOD;
}

/* write_code with the contents of a file; a CLI_ status. */
static int write_file(struct kc_arena *arena, kc_workbench *bench, const char *path)
{
    struct kc_tool_result result;
    struct kc_str         text;
    const char           *why;

    if (!kc_file_read(arena, path, &text, &why))
        return cli_cannot("cannot read '%s': %s", path, why);
    kc_workbench_call(bench, kc_str_from("write_code"), kc_record_code(arena, text), &result);
    kc_tool_result_free(&result);
    return CLI_GOOD;
}

static int call(struct kc_arena *arena, const struct options *o)
{
    struct kc_workbench_options options = { .platform = o->platform,
                                            .task = o->task,
                                            .config = o->config,
                                            .tools = { UINT32_MAX },
                                            .lang = o->file ? kc_lang_of_file(o->file)
                                                            : KC_LANG_ASSEMBLY };
    struct kc_tool_result       result;
    struct kc_buf               why = { 0 };
    kc_workbench               *bench = kc_workbench_new(&options, &why);
    int                         status = CLI_CANNOT;

    if (!bench) {
        cli_cannot("%s", why.text);
        kc_buf_free(&why);
        return CLI_CANNOT;
    }
    if (!o->file || write_file(arena, bench, o->file) == CLI_GOOD) {
        kc_workbench_call(bench, kc_str_from(o->name), kc_str_from(o->arguments), &result);
        cli_json(kc_json_parse((struct kc_str){ result.text.text, result.text.length }));
        status = result.is_error ? CLI_CANNOT : CLI_GOOD;
        kc_tool_result_free(&result);
    }
    kc_workbench_free(bench);
    return status;
}

int cmd_tool(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "[NAME [ARGUMENTS]]",
        "Without NAME, lists the tools an agent has.  With it, calls one on a cell; ARGUMENTS is a "
        "JSON object.\v"
        "Example: kc tool view_output '{\"num_rows\": 2}' --task silu --file kernel.s",
        0,
        0,
        0
    };
    struct options  o = { .platform = "plena", .config = "C1", .arguments = "" };
    struct kc_arena arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = o.name ? call(&arena, &o) : list(&o);

    kc_arena_free(&arena);
    return status;
}

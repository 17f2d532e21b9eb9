/* One conversation: opening its cell, checking calls against their rows, keeping results small. */
#include "toolbox/workbench.h"

#include <inttypes.h>
#include <string.h>

#include "tasks/task.h"

enum { RESULT_BYTES = 16 * 1024 };

/* ---- opening ------------------------------------------------------------------------------ */

static const struct kc_task *find_task(const char *name, struct kc_buf *why)
{
    const struct kc_task *task = kc_task_find(kc_str_from(name));
    const char           *nearest = task ? NULL : kc_task_nearest(kc_str_from(name));

    if (task)
        return task;

    kc_buf_printf(why, "there is no task '%.100s'%s%s%s", name, nearest ? "; did you mean " : "",
                  nearest ? nearest : "", nearest ? "?" : "");
    return NULL;
}

static bool open_cell(kc_workbench *bench, const struct kc_workbench_options *o, struct kc_buf *why)
{
    const struct kc_task *task = find_task(o->task, why);
    uint32_t              p[KC_PARAMS];
    struct kc_diags       dg;
    const char           *reason;

    if (!task)
        return false;
    if (!kc_target_open(&bench->arena, o->platform, NULL, &bench->target, &dg)) {
        kc_diags_render(&dg, why, false);
        return false;
    }
    reason = kc_task_config(&bench->arena, task, bench->target.platform->name,
                            kc_str_from(o->config), p);
    if (!reason)
        reason = kc_lang_refused(bench->target.platform, o->lang);
    if (!reason)
        reason = kc_cell_open(&bench->arena, &bench->target, task, p, o->seed_key, KC_SEEDS,
                              &bench->cell);
    if (reason)
        kc_buf_printf(why, "%s %.100s on %.100s: %s", task->name, o->config, o->platform, reason);
    return !reason;
}

kc_workbench *kc_workbench_new(const struct kc_workbench_options *options, struct kc_buf *why)
{
    kc_workbench *bench = kc_alloc(sizeof *bench);

    *bench =
        (kc_workbench){ .tools = options->tools,
                        .lang = options->lang,
                        .most_bytes = options->most_bytes ? options->most_bytes : RESULT_BYTES };
    bench->config = kc_arena_strndup(&bench->arena, options->config, strlen(options->config));
    if (!open_cell(bench, options, why)) {
        kc_workbench_free(bench);
        return NULL;
    }
    return bench;
}

void kc_workbench_free(kc_workbench *bench)
{
    if (!bench)
        return;
    if (bench->machine)
        bench->target.platform->machine_free(bench->machine);
    kc_tool_result_free(&bench->last);
    kc_buf_free(&bench->kernel);
    kc_arena_free(&bench->arena);
    free(bench);
}

struct kc_str kc_workbench_kernel(const kc_workbench *bench)
{
    return (struct kc_str){ bench->kernel.text ? bench->kernel.text : "", bench->kernel.length };
}

const struct kc_cell *kc_workbench_cell(const kc_workbench *bench)
{
    return &bench->cell;
}

const struct kc_tool_set *kc_workbench_tools(const kc_workbench *bench)
{
    return &bench->tools;
}

const char *kc_workbench_config(const kc_workbench *bench)
{
    return bench->config;
}

enum kc_lang kc_workbench_lang(const kc_workbench *bench)
{
    return bench->lang;
}

/* ---- what tools share --------------------------------------------------------------------- */

void kc_tool_refuse(struct kc_tool_call *call, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    kc_json_set_bool(call->out, "success", false);
    kc_json_set_str(call->out, "error", kc_arena_vprintf(&call->arena, format, args));
    va_end(args);
    call->result->is_error = true;
}

bool kc_tool_assemble(struct kc_tool_call *call, struct kc_program *program, struct kc_diags *dg)
{
    kc_workbench *bench = call->bench;

    if (!bench->written) {
        kc_tool_refuse(call, "there is no kernel yet: call write_code first");
        return false;
    }
    kc_diags_init(dg, &call->arena,
                  (struct kc_source){ bench->lang == KC_LANG_C ? "kernel.c" : "kernel.s",
                                      kc_workbench_kernel(bench) });
    *program = kc_lang_program(&call->arena, &bench->target, bench->lang, dg);
    call->result->assembled = dg->errors == 0;
    call->result->syntax_error = dg->errors != 0;
    if (dg->errors)
        kc_json_set(call->out, "errors", kc_tool_diagnostics(dg, KC_SEVERITY_ERROR));
    return dg->errors == 0;
}

kc_json *kc_tool_diagnostics(const struct kc_diags *dg, enum kc_severity severity)
{
    enum { SHOWN = 20 };
    kc_json *list = kc_json_array();

    for (const struct kc_diag *d = dg->first; d && kc_json_length(list) < SHOWN; d = d->next) {
        kc_json *o;

        if (d->severity != severity)
            continue;
        o = kc_json_object();
        kc_json_set_uint(o, "line", d->line);
        kc_json_set_uint(o, "column", d->column);
        kc_json_set_str(o, "id", d->id);
        kc_json_set_str(o, "message", d->message);
        if (d->hint)
            kc_json_set_str(o, "hint", d->hint);
        kc_json_push(list, o);
    }
    return list;
}

struct kc_machine *kc_tool_machine(struct kc_tool_call *call, bool track)
{
    kc_workbench *bench = call->bench;

    if (!bench->machine)
        bench->machine =
            bench->target.platform->machine_new(bench->target.config, bench->target.isa);
    kc_machine_track(bench->machine, track);
    return bench->machine;
}

kc_json *kc_tool_trap(const struct kc_outcome *outcome)
{
    kc_json *o = kc_json_object(), *registers = kc_json_object();

    kc_json_set_str(o, "cause", outcome->cause);
    kc_json_set_uint(o, "line", outcome->line);
    kc_json_set_str(o, "message", outcome->message);
    if (outcome->hint)
        kc_json_set_str(o, "hint", outcome->hint);
    for (size_t i = 0; i < outcome->register_count; i++)
        kc_json_set_uint(registers, outcome->registers[i].name, outcome->registers[i].value);
    kc_json_set(o, "registers", registers);
    return o;
}

/* ---- arguments ---------------------------------------------------------------------------- */

static const struct kc_arg *arg_of(const struct kc_tool *tool, const char *name)
{
    for (size_t i = 0; i < kc_tool_args(tool); i++)
        if (strcmp(tool->arg[i].name, name) == 0)
            return &tool->arg[i];
    return NULL;
}

/* The arguments of a tool in words: "num_rows (integer, may be left out), ...". */
static const char *args_text(struct kc_arena *arena, const struct kc_tool *tool)
{
    struct kc_buf text = { 0 };
    const char   *copy;

    for (size_t i = 0; i < kc_tool_args(tool); i++)
        kc_buf_printf(&text, "%s%s (%s%s)", i ? ", " : "", tool->arg[i].name,
                      tool->arg[i].kind == KC_ARG_STRING ? "string" : "integer",
                      tool->arg[i].required ? "" : ", may be left out");
    copy = text.length ? kc_arena_strndup(arena, text.text, text.length) : "no arguments";
    kc_buf_free(&text);
    return copy;
}

struct check {
    struct kc_tool_call  *call;
    const struct kc_tool *tool;
};

static void check_value(struct kc_tool_call *call, const struct kc_arg *arg, const kc_json *value)
{
    const enum kc_json_type type = kc_json_type(value);
    const bool              string = arg->kind == KC_ARG_STRING;
    const int64_t           n = kc_json_to_int(value, 0);

    if (type != (string ? KC_JSON_STRING : KC_JSON_INT))
        kc_tool_refuse(call, "%s must be %s, not %s", arg->name, string ? "a string" : "an integer",
                       kc_json_type_name(type));
    else if (string && ((int64_t)kc_json_text(value).length < arg->least ||
                        (int64_t)kc_json_text(value).length > arg->most))
        kc_tool_refuse(call, "%s has %zu bytes; %" PRId64 " to %" PRId64 " are allowed", arg->name,
                       kc_json_text(value).length, arg->least, arg->most);
    else if (!string && (n < arg->least || n > arg->most))
        kc_tool_refuse(call, "%s is %" PRId64 "; it must be %" PRId64 " to %" PRId64, arg->name, n,
                       arg->least, arg->most);
}

static void check_arg(void *context, const char *key, kc_json *value)
{
    const struct check  *check = context;
    const struct kc_arg *arg = arg_of(check->tool, key);

    if (check->call->result->is_error || (arg && !arg->required && !value))
        return; /* null stands for an argument left out */
    if (!arg)
        kc_tool_refuse(check->call, "%s has no argument '%.60s'; it takes %s", check->tool->name,
                       key, args_text(&check->call->arena, check->tool));
    else
        check_value(check->call, arg, value);
}

static bool check_args(struct kc_tool_call *call, const struct kc_tool *tool)
{
    struct check check = { call, tool };

    if (kc_json_type(call->args) != KC_JSON_OBJECT) {
        kc_tool_refuse(call, "the arguments of %s are not a JSON object; it takes %s", tool->name,
                       args_text(&call->arena, tool));
        return false;
    }
    kc_json_each(call->args, check_arg, &check);
    for (size_t i = 0; !call->result->is_error && i < kc_tool_args(tool); i++)
        if (tool->arg[i].required && !kc_json_get(call->args, tool->arg[i].name))
            kc_tool_refuse(call, "%s needs the argument %s: %s", tool->name, tool->arg[i].name,
                           tool->arg[i].doc);
    return !call->result->is_error;
}

/* ---- calls -------------------------------------------------------------------------------- */

typedef void tool_fn(struct kc_tool_call *call);

static tool_fn *const functions[] = {
#define TOOL(name, ...) kc_tool_##name,
#include "toolbox/tools.def"
};

static void no_such_tool(struct kc_tool_call *call, struct kc_str name)
{
    struct kc_buf         list = { 0 };
    const struct kc_tool *tool;

    for (size_t i = 0; (tool = kc_tool_at(i)); i++)
        if (kc_tool_in(&call->bench->tools, i))
            kc_buf_printf(&list, "%s%s", list.length ? ", " : "", tool->name);
    kc_tool_refuse(call, "there is no tool '%.*s'; the tools are %s", KC_STR(name), list.text);
    kc_buf_free(&list);
}

static void dispatch(struct kc_tool_call *call, struct kc_str name)
{
    const struct kc_tool *tool = kc_tool_find(name);
    const size_t          index = tool ? (size_t)(tool - kc_tool_at(0)) : 0;

    if (!tool || !kc_tool_in(&call->bench->tools, index))
        no_such_tool(call, name);
    else if (check_args(call, tool))
        functions[index](call);
}

void kc_workbench_call(kc_workbench *bench, struct kc_str name, struct kc_str arguments,
                       struct kc_tool_result *result)
{
    struct kc_tool_call call = { .bench = bench, .out = kc_json_object(), .result = result };
    kc_json *args = kc_str_trim(arguments).length ? kc_json_parse(arguments) : kc_json_object();

    *result = (struct kc_tool_result){ 0 };
    call.args = args;
    dispatch(&call, name);
    kc_tool_trim(call.out, bench->most_bytes);
    kc_json_print(call.out, &result->text, false);
    kc_json_free(args);
    kc_json_free(call.out);
    kc_arena_free(&call.arena);
}

void kc_tool_result_free(struct kc_tool_result *result)
{
    kc_buf_free(&result->text);
}

/* The try page's requests: a workbench for one call, or our compiler, or the prompt. */
#include "view/try.h"

#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "cells/cells.h"
#include "cells/prompt.h"
#include "kernelcraft/platform.h"
#include "toolbox/toolbox.h"

enum { ANSWER_BYTES = 256 << 10, KERNEL_BYTES = 1 << 20 };

static void say(struct kc_buf *answer, const char *key, const char *text)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, key, text);
    kc_json_print(o, answer, false);
    kc_json_free(o);
}

static bool refuse(struct kc_buf *answer, const char *why)
{
    say(answer, "error", why);
    return false;
}

/* ---- tools -------------------------------------------------------------------------------- */

static void put_kernel(kc_workbench *bench, kc_json *request)
{
    struct kc_tool_result written;
    kc_json              *arguments = kc_json_object();
    struct kc_buf         text = { 0 };

    kc_json_set(arguments, "assembly_code", kc_json_copy(kc_json_get(request, "kernel")));
    kc_json_print(arguments, &text, false);
    kc_workbench_call(bench, kc_str_from("write_code"), (struct kc_str){ text.text, text.length },
                      &written);
    kc_tool_result_free(&written);
    kc_buf_free(&text);
    kc_json_free(arguments);
}

static bool call_tool(kc_workbench *bench, const char *action, kc_json *request,
                      struct kc_buf *answer)
{
    const kc_json        *given = kc_json_get(request, "arguments");
    struct kc_buf         arguments = { 0 };
    struct kc_tool_result result;
    bool                  good;

    if (kc_json_type(kc_json_get(request, "kernel")) == KC_JSON_STRING)
        put_kernel(bench, request);
    if (given)
        kc_json_print(given, &arguments, false);
    kc_workbench_call(bench, kc_str_from(action),
                      given ? (struct kc_str){ arguments.text, arguments.length }
                            : kc_str_from("{}"),
                      &result);
    good = !result.is_error;
    kc_buf_add(answer, result.text.text, result.text.length);
    kc_tool_result_free(&result);
    kc_buf_free(&arguments);
    return good;
}

/* ---- our own texts ------------------------------------------------------------------------ */

static bool compile(kc_workbench *bench, const kc_json *request, struct kc_buf *answer)
{
    const bool        best = strcmp(kc_json_get_str(request, "opt", "best"), "best") == 0;
    struct kc_arena   arena = { 0 };
    struct kc_buf     text = { 0 };
    struct kc_program program;
    const char       *why = kc_cell_compile(&arena, kc_workbench_cell(bench),
                                      best ? KC_OPT_BEST : KC_OPT_BASELINE, &text, &program);

    if (why)
        refuse(answer, why);
    else
        say(answer, "kernel", text.text ? text.text : "");
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return !why;
}

static bool prompt(kc_workbench *bench, struct kc_buf *answer)
{
    struct kc_prompt p =
        kc_prompt_new(kc_workbench_cell(bench),
                      &(struct kc_prompt_options){ .lang = kc_workbench_lang(bench) });

    say(answer, "prompt", p.user.text);
    kc_prompt_free(&p);
    return true;
}

/* ---- requests ----------------------------------------------------------------------------- */

static bool on_bench(kc_workbench *bench, const char *action, kc_json *request,
                     struct kc_buf *answer)
{
    if (strcmp(action, "compile") == 0)
        return compile(bench, request, answer);
    if (strcmp(action, "prompt") == 0)
        return prompt(bench, answer);
    return call_tool(bench, action, request, answer);
}

static bool answer_request(kc_json *request, struct kc_buf *answer)
{
    struct kc_workbench_options options = {
        .platform = kc_json_get_str(request, "platform", "plena"),
        .task = kc_json_get_str(request, "task", ""),
        .config = kc_json_get_str(request, "config", "C1"),
        .most_bytes = ANSWER_BYTES,
    };
    struct kc_arena arena = { 0 };
    struct kc_buf   why = { 0 };
    kc_workbench   *bench;
    bool            good;
    const char     *reason = kc_lang_parse(kc_json_get_str(request, "lang", "asm"), &options.lang);

    kc_tool_set_parse(&arena, "full", &options.tools);
    bench = reason ? NULL : kc_workbench_new(&options, &why);
    good = bench ? on_bench(bench, kc_json_get_str(request, "action", ""), request, answer)
                 : refuse(answer, reason ? reason : why.text);
    kc_workbench_free(bench);
    kc_buf_free(&why);
    kc_arena_free(&arena);
    return good;
}

bool view_try(struct kc_str request, struct kc_buf *answer)
{
    kc_json   *parsed = kc_json_parse(request);
    const bool good = kc_json_type(parsed) == KC_JSON_OBJECT
                          ? answer_request(parsed, answer)
                          : refuse(answer, "the request is no JSON object");

    kc_json_free(parsed);
    return good;
}

static kc_json *tasks_of(const char *platform)
{
    kc_json              *list = kc_json_array();
    const struct kc_task *task;

    for (size_t i = 0; (task = kc_task_at(i)); i++)
        if (kc_task_supported(task, platform))
            kc_json_push(list, kc_json_str(task->name, strlen(task->name)));
    return list;
}

void view_try_cells(struct kc_buf *out)
{
    kc_json                  *root = kc_json_array();
    const struct kc_platform *platform;

    for (size_t i = 0; (platform = kc_platform_at(i)); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "platform", platform->name);
        kc_json_set_str(o, "summary", platform->summary);
        kc_json_set(o, "tasks", tasks_of(platform->name));
        kc_json_push(root, o);
    }
    kc_json_print(root, out, false);
    kc_json_free(root);
}

/* Settings are JSON that a stranger may have written. */
static void set_lang(kc_json *o, const char *settings)
{
    kc_json *parsed = kc_json_parse(kc_str_from(settings));

    kc_json_set_str(o, "lang", kc_json_get_str(parsed, "lang", "asm"));
    kc_json_free(parsed);
}

bool view_try_run(kc_store *store, int64_t run, struct kc_buf *out)
{
    struct kc_arena   arena = { 0 };
    struct kc_run_row row;
    struct kc_str     kernel = kc_str_from("");
    const bool        good = kc_store_get(store, &arena, run, &row);

    if (good) {
        kc_json *o = kc_json_object();

        if (*row.sum.kernel)
            kc_store_content(store, &arena, row.sum.kernel, &kernel);
        if (kernel.length > KERNEL_BYTES)
            kernel.length = 0;
        kc_json_set_str(o, "platform", row.what.platform);
        kc_json_set_str(o, "task", row.what.task);
        kc_json_set_str(o, "config", row.what.config);
        set_lang(o, row.what.settings);
        kc_json_set(o, "kernel", kc_json_str(kernel.at, kernel.length));
        kc_json_print(o, out, false);
        kc_json_free(o);
    }
    kc_arena_free(&arena);
    return good;
}

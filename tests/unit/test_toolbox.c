/* The toolbox: the table, schemas, results that conform to them, small and the same every time. */
#include "cells/cells.h"
#include "testing.h"
#include "toolbox/toolbox.h"

static struct kc_buf why;

static kc_workbench *open_bench(const char *task, const char *tools, size_t most)
{
    struct kc_arena             arena = { 0 };
    struct kc_workbench_options o = {
        .platform = "plena", .task = task, .config = "C1", .most_bytes = most
    };

    cr_assert_null(kc_tool_set_parse(&arena, tools, &o.tools));
    kc_arena_free(&arena);
    return kc_workbench_new(&o, &why);
}

static struct kc_tool_result call(kc_workbench *bench, const char *name, const char *arguments)
{
    struct kc_tool_result result;

    kc_workbench_call(bench, kc_str_from(name), kc_str_from(arguments), &result);
    return result;
}

/* write_code with our compiler's kernel. */
static void write_kernel(kc_workbench *bench)
{
    const struct kc_cell *cell = kc_workbench_cell(bench);
    struct kc_buf         text = { 0 }, arguments = { 0 };
    kc_json              *o = kc_json_object();

    cr_assert_null(kc_compile(cell->target, cell->cases[0], &cell->layout, KC_OPT_BASELINE, &text));
    kc_json_set_str(o, "assembly_code", text.text);
    kc_json_print(o, &arguments, false);
    struct kc_tool_result r = call(bench, "write_code", arguments.text);

    cr_assert_not(r.is_error, "%s", r.text.text);
    kc_tool_result_free(&r);
    kc_json_free(o);
    kc_buf_free(&text);
    kc_buf_free(&arguments);
}

/* Arguments with which each tool must succeed after write_kernel. */
static const char *good_arguments(const char *name)
{
    if (strcmp(name, "write_code") == 0)
        return "{\"assembly_code\": \"; nothing\"}";
    if (strcmp(name, "grep_docs") == 0)
        return "{\"query\": \"V_ADD_VV\"}";
    if (strcmp(name, "read_memory") == 0)
        return "{\"region\": \"vram\", \"address\": 0}";
    return "{}";
}

static bool is_of_type(const kc_json *value, const char *type)
{
    const enum kc_json_type t = kc_json_type(value);

    return strcmp(kc_json_type_name(t), type) == 0 ||
           (strcmp(type, "number") == 0 && t == KC_JSON_INT);
}

Test(toolbox, results_have_the_fields_of_their_row)
{
    const struct kc_tool *tool;

    for (size_t i = 0; (tool = kc_tool_at(i)); i++) {
        kc_workbench *bench = open_bench("silu", "full", 0);

        write_kernel(bench);
        struct kc_tool_result r = call(bench, tool->name, good_arguments(tool->name));
        kc_json              *o = kc_json_parse((struct kc_str){ r.text.text, r.text.length });

        cr_expect_not(r.is_error, "%s: %s", tool->name, r.text.text);
        cr_expect_eq(kc_json_get_bool(o, "success", false), true, "%s: %s", tool->name,
                     r.text.text);
        for (size_t f = 0; f < kc_tool_fields(tool); f++)
            cr_expect(is_of_type(kc_json_get(o, tool->field[f].name), tool->field[f].type),
                      "%s: %s is no %s", tool->name, tool->field[f].name, tool->field[f].type);
        kc_json_free(o);
        kc_tool_result_free(&r);
        kc_workbench_free(bench);
    }
}

Test(toolbox, the_six_published_tools_keep_their_names)
{
    static const char *const names[] = { "write_code",  "check_syntax",         "run_evaluation",
                                         "view_output", "get_instruction_size", "grep_docs" };
    struct kc_arena          arena = { 0 };
    struct kc_tool_set       set;
    size_t                   count = 0;

    cr_assert_null(kc_tool_set_parse(&arena, "paper", &set));
    for (size_t i = 0; kc_tool_at(i); i++)
        if (kc_tool_in(&set, i))
            cr_expect_str_eq(kc_tool_at(i)->name, names[count++]);
    cr_expect_eq(count, 6);
    kc_arena_free(&arena);
}

Test(toolbox, sets)
{
    struct kc_arena    arena = { 0 };
    struct kc_tool_set set;

    cr_expect_null(kc_tool_set_parse(&arena, "full,-view_output, -grep_docs", &set));
    cr_expect_not(kc_tool_in(&set, 3), "view_output is the fourth row");
    cr_expect(kc_tool_in(&set, 0));
    cr_expect_str_eq(kc_tool_set_parse(&arena, "paper,viev_output", &set),
                     "there is no tool 'viev_output'; did you mean view_output?");
    cr_expect_not_null(kc_tool_set_parse(&arena, "", &set));
    kc_arena_free(&arena);
}

/* strict schemas of providers: closed objects, required is a subset of the properties. */
Test(toolbox, schemas_are_closed_objects)
{
    for (size_t i = 0; kc_tool_at(i); i++) {
        kc_json *s = kc_tool_input_schema(kc_tool_at(i));

        cr_expect_str_eq(kc_json_get_str(s, "type", ""), "object");
        cr_expect_eq(kc_json_get_bool(s, "additionalProperties", true), false);
        for (size_t k = 0; k < kc_json_length(kc_json_get(s, "required")); k++) {
            const struct kc_str name = kc_json_text(kc_json_at(kc_json_get(s, "required"), k));

            cr_expect_not_null(kc_json_get(kc_json_get(s, "properties"), name.at));
        }
        kc_json_free(s);
    }
}

Test(toolbox, the_same_calls_give_the_same_bytes)
{
    struct kc_buf text[2] = { { 0 }, { 0 } };

    for (int round = 0; round < 2; round++) {
        kc_workbench *bench = open_bench("gemm", "full", 0);

        write_kernel(bench);
        for (size_t i = 1; kc_tool_at(i); i++) {
            struct kc_tool_result r =
                call(bench, kc_tool_at(i)->name, good_arguments(kc_tool_at(i)->name));

            kc_buf_add(&text[round], r.text.text, r.text.length);
            kc_tool_result_free(&r);
        }
        kc_workbench_free(bench);
    }
    cr_expect_str_eq(text[0].text, text[1].text);
    kc_buf_free(&text[0]);
    kc_buf_free(&text[1]);
}

Test(toolbox, a_budget_of_bytes_is_kept_and_said)
{
    enum { MOST = 1500 };
    kc_workbench *bench = open_bench("gemm", "full", MOST);

    write_kernel(bench);
    struct kc_tool_result r = call(bench, "trace", "{\"count\": 200}");
    kc_json              *o = kc_json_parse((struct kc_str){ r.text.text, r.text.length });

    cr_expect_leq(r.text.length, MOST);
    cr_expect_not_null(strstr(kc_json_get_str(kc_json_get(o, "truncated"), "steps", ""), " of "));
    cr_expect_gt(kc_json_length(kc_json_get(o, "steps")), 0);
    kc_json_free(o);
    kc_tool_result_free(&r);
    kc_workbench_free(bench);
}

Test(toolbox, what_strangers_send)
{
    static const char *const bad[] = {
        "{\"assembly_code\": \"\xff\xfe\"}", "{",         "nul", "[]", "7",
        "{\"assembly_code\": null}",         "{\"a\": 1}"
    };
    kc_workbench *bench = open_bench("relu", "full", 0);

    for (size_t i = 0; i < KC_COUNT(bad); i++) {
        struct kc_tool_result r = call(bench, "write_code", bad[i]);

        cr_expect(r.is_error, "%s", bad[i]);
        cr_expect_not_null(strstr(r.text.text, "\"error\":"), "%s", r.text.text);
        kc_tool_result_free(&r);
    }
    struct kc_tool_result r = call(bench, "run_evaluation", "");

    cr_expect(r.is_error && strstr(r.text.text, "write_code first"), "%s", r.text.text);
    kc_tool_result_free(&r);
    kc_workbench_free(bench);
}

Test(toolbox, no_such_cell)
{
    why = (struct kc_buf){ 0 };
    cr_expect_null(open_bench("softmox", "full", 0));
    cr_expect_str_eq(why.text, "there is no task 'softmox'; did you mean softmax?");
    kc_buf_free(&why);
}

Test(toolbox, an_unchanged_file_is_not_run_again)
{
    kc_workbench *bench = open_bench("silu", "full", 0);

    write_kernel(bench);
    struct kc_tool_result a = call(bench, "run_evaluation", "{}"),
                          b = call(bench, "run_evaluation", "{\"workload\": \"silu\"}");

    cr_expect_str_eq(a.text.text, b.text.text);
    cr_expect(a.correct && b.correct && b.evaluated);
    cr_expect_eq(a.cycles, b.cycles);
    kc_tool_result_free(&a);
    kc_tool_result_free(&b);
    kc_workbench_free(bench);
}

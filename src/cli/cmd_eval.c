/* kc eval and kc compile: the verdict on a kernel, and a kernel from our own compiler. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline/baseline.h"
#include "cells/cells.h"
#include "cells/lang.h"
#include "check/explain.h"
#include "cli/cli.h"
#include "isa/assemble.h"

enum { KEY_OPT = 0x100, KEY_SEED_KEY, KEY_LANG };

struct options {
    const char   *task, *file, *platform, *config, *settings, *output;
    uint64_t      seed_key;
    enum kc_opt   opt;
    bool          json, needs_file;
    enum cli_form form;
};

static const struct argp_option eval_options[] = {
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "seed-key", KEY_SEED_KEY, "N", 0, "where the hidden seeds come from (0)", 0 },
    { "lang", KEY_LANG, "LANGUAGE", 0, "asm or c (by the file's name; c for coral only)", 0 },
    { "json", 'j', NULL, 0, "as JSON", 0 },
    { 0 },
};

static const struct argp_option compile_options[] = {
    { "platform", 'p', "PLATFORM", 0, "the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "opt", KEY_OPT, "LEVEL", 0, "baseline (default) or best", 0 },
    { "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
    { "json", 'j', NULL, 0, "task, configuration and kernel text as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    enum kc_lang    lang;

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
    case 'o':
        o->output = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case KEY_SEED_KEY:
        if (!kc_str_u64(kc_str_from(arg), &o->seed_key))
            argp_error(state, "--seed-key takes a number");
        return 0;
    case KEY_LANG:
        if (kc_lang_parse(arg, &lang))
            argp_error(state, "--lang: %s", kc_lang_parse(arg, &lang));
        o->form = lang == KC_LANG_C ? CLI_FORM_C : CLI_FORM_ASSEMBLY;
        return 0;
    case KEY_OPT:
        if (strcmp(arg, "baseline") != 0 && strcmp(arg, "best") != 0)
            argp_error(state, "--opt is baseline or best");
        o->opt = strcmp(arg, "best") == 0 ? KC_OPT_BEST : KC_OPT_BASELINE;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > (o->needs_file ? 1u : 0u))
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->task : &o->file) = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < (o->needs_file ? 2u : 1u))
            argp_error(state, o->needs_file ? "a task and a file are needed, for example: silu k.s"
                                            : "a task is needed, for example: silu");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_explanation(const struct kc_explanation *e, const struct kc_verdict *v)
{
    struct kc_buf text = { 0 };

    kc_explanation_text(e, v, isatty(STDOUT_FILENO) && !getenv("NO_COLOR"), &text);
    if (text.text)
        fputs(text.text, stdout);
    kc_buf_free(&text);
}

static void print_verdict(const struct options *o, const struct kc_verdict *v,
                          const struct kc_explanation *e)
{
    printf("%s %s: %s", o->task, o->config, kc_verdict_name(v->kind));
    if (v->kind == KC_VERDICT_CORRECT)
        printf(", %" PRIu64 " cycles, %" PRIu32 " seeds, worst error %.2f of the allowed",
               v->cycles, v->seeds, v->worst_ratio);
    if (v->kind == KC_VERDICT_SUSPECT)
        printf(", %" PRIu64 " cycles are fewer than 'kc bound' allows: a bug of ours, not a record",
               v->cycles);
    if (v->kind == KC_VERDICT_WRONG_RESULT)
        printf(", match_rate %.1f %% (%" PRIu64 " of %" PRIu64 " elements differ, seed %" PRIu32
               ")",
               100.0 * v->match_rate, v->wrong, v->elements, v->seed_index + 1);
    if (v->kind == KC_VERDICT_TRAP)
        printf(" (%s) at line %" PRIu32 ": %s", v->outcome.cause, v->outcome.line,
               v->outcome.message);
    if (v->kind == KC_VERDICT_RULE_VIOLATION)
        printf(": %s", v->rule);
    putchar('\n');
    print_explanation(e, v);
}

static kc_json *map_json(const struct kc_tile_map *m)
{
    kc_json      *o = kc_json_object(), *rows = kc_json_array();
    struct kc_str left = kc_str_from(m->text);

    while (left.length > 0) {
        const struct kc_str row = kc_str_cut(&left, '\n');

        kc_json_push(rows, kc_json_str(row.at, row.length));
    }
    kc_json_set_uint(o, "tile_rows", m->tile_rows);
    kc_json_set_uint(o, "tile_cols", m->tile_cols);
    kc_json_set(o, "rows", rows);
    return o;
}

static void print_json(const struct kc_verdict *v, const struct kc_explanation *e)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "verdict", kc_verdict_name(v->kind));
    kc_json_set_double(root, "match_rate", v->match_rate);
    kc_json_set_double(root, "paper_match_rate", v->paper_match_rate);
    kc_json_set_uint(root, "cycles", v->cycles);
    kc_json_set_double(root, "latency_ns", (double)v->cycles);
    kc_json_set_double(root, "mse", v->mse);
    kc_json_set_uint(root, "seeds", v->seeds);
    kc_json_set_double(root, "worst_ratio", v->worst_ratio);
    if (v->kind == KC_VERDICT_TRAP)
        kc_json_set_str(root, "cause", v->outcome.cause);
    if (v->kind == KC_VERDICT_RULE_VIOLATION)
        kc_json_set_str(root, "rule", v->rule);
    if (e->pattern) {
        kc_json_set_str(root, "pattern", e->pattern);
        kc_json_set(root, "tile_map", map_json(&e->map));
    }
    kc_json_set(root, "explanation", kc_explanation_json(e));
    cli_json(root);
}

static int evaluate(struct kc_arena *arena, const struct options *o)
{
    struct kc_target      target;
    uint32_t              p[KC_PARAMS];
    const struct kc_task *task =
        cli_find_cell(arena, o->task, o->platform, o->settings, o->config, &target, p);
    struct kc_program     program;
    struct kc_diags       dg;
    struct kc_cell        cell;
    struct kc_verdict     v = { .kind = KC_VERDICT_SYNTAX_ERROR };
    struct kc_explanation e = { 0 };
    const char           *why;
    int                   status;

    if (!task)
        return CLI_CANNOT;
    status = cli_program(arena, &target, o->file, o->form, &program, &dg);
    if (status == CLI_CANNOT)
        return status;
    kc_diags_drop_notes(&dg);
    if (!o->json)
        cli_show(&dg);
    if (status == CLI_GOOD) {
        if ((why = kc_cell_open(arena, &target, task, p, o->seed_key, KC_SEEDS, &cell)))
            return cli_cannot("%s %s: %s", task->name, o->config, why);
        v = kc_cell_verdict(&cell, &program);
        if (v.kind == KC_VERDICT_TRAP && !o->json)
            cli_show_trap(arena, dg.source, &v.outcome);
        e = kc_explain(arena, &cell, &program, &v);
    }
    if (o->json)
        print_json(&v, &e);
    else
        print_verdict(o, &v, &e);
    return v.kind == KC_VERDICT_CORRECT ? CLI_GOOD : CLI_NOT_GOOD;
}

int cmd_eval(int argc, char **argv)
{
    static const struct argp argp = { eval_options,
                                      parse,
                                      "TASK FILE",
                                      "Runs a kernel on five seeds and gives the verdict.",
                                      0,
                                      0,
                                      0 };
    struct options           o = { .platform = "plena", .config = "C1", .needs_file = true };
    struct kc_arena          arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = evaluate(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

static int print_kernel_json(const struct options *o, const struct kc_buf *text)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "task", o->task);
    kc_json_set_str(root, "platform", o->platform);
    kc_json_set_str(root, "config", o->config);
    kc_json_set_str(root, "opt", o->opt == KC_OPT_BEST ? "best" : "baseline");
    kc_json_set_str(root, "assembly_code", text->text);
    cli_json(root);
    return CLI_GOOD;
}

static int compile(struct kc_arena *arena, const struct options *o)
{
    struct kc_target      target;
    uint32_t              p[KC_PARAMS];
    const struct kc_task *task =
        cli_find_cell(arena, o->task, o->platform, o->settings, o->config, &target, p);
    struct kc_cell cell;
    struct kc_buf  out = { 0 };
    const char    *why;
    int            status;

    if (!task)
        return CLI_CANNOT;
    if ((why = kc_cell_open(arena, &target, task, p, 0, 1, &cell)) ||
        (why = kc_compile(&target, cell.cases[0], &cell.layout, o->opt, &out)))
        return cli_cannot("%s %s: %s", task->name, o->config, why);
    if (o->json)
        status = print_kernel_json(o, &out);
    else
        status = cli_write(o->output, (struct kc_str){ out.text, out.length });
    kc_buf_free(&out);
    return status;
}

int cmd_compile(int argc, char **argv)
{
    static const struct argp argp = {
        compile_options, parse, "TASK", "Prints a kernel made by our own compiler.", 0, 0, 0
    };
    struct options  o = { .platform = "plena", .config = "C1" };
    struct kc_arena arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = compile(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

/* kc asm and kc disasm: text to machine words and back. */
#include "cli/cli.h"

struct options {
    const char *platform, *file, *output, *settings;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "json", 'j', NULL, 0, "words and diagnostics as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case 's':
        o->settings = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->platform : &o->file) = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 2)
            argp_error(state, "a platform and a file are needed, for example: plena kernel.s");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_json(const struct kc_target *target, const struct kc_program *program,
                       const struct kc_diags *dg)
{
    kc_json *root = kc_json_object(), *words = kc_json_array();

    kc_json_set_bool(root, "success", dg->errors == 0);
    kc_json_set_uint(root, "instruction_count", dg->errors ? 0 : program->count);
    kc_json_set_uint(root, "error_count", dg->errors);
    kc_json_set_uint(root, "warning_count", dg->warnings);
    kc_json_set(root, "diagnostics", kc_diags_json(dg));
    for (size_t i = 0; dg->errors == 0 && i < program->count; i++) {
        struct kc_buf text = { 0 };

        kc_target_print_code(target, program, i, &text);
        kc_json_push(words, kc_json_str(text.text, text.length));
        kc_buf_free(&text);
    }
    kc_json_set(root, "words", words);
    cli_json(root);
}

int cmd_asm(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM FILE",
        "Assembles FILE ('-': standard input) and prints one machine word per line.\v"
        "Every bad line is reported with its place, what is allowed and what to do next.",
        0,
        0,
        0
    };
    struct options    o = { 0 };
    struct kc_arena   arena = { 0 };
    struct kc_target  target;
    struct kc_program program;
    struct kc_diags   dg;
    struct kc_buf     out = { 0 };
    int               status = CLI_CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (cli_target(&arena, o.platform, o.settings, &target))
        status = cli_program(&arena, &target, o.file, CLI_FORM_ASSEMBLY, &program, &dg);
    else
        goto done;
    if (status == CLI_CANNOT)
        goto done;
    if (o.json) {
        print_json(&target, &program, &dg);
        goto done;
    }
    cli_show(&dg);
    if (status == CLI_GOOD) {
        for (size_t i = 0; i < program.count; i++) {
            kc_target_print_code(&target, &program, i, &out);
            kc_buf_puts(&out, "\n");
        }
        status = cli_write(o.output, (struct kc_str){ out.text, out.length });
    }
done:
    kc_buf_free(&out);
    kc_arena_free(&arena);
    return status;
}

static void print_disasm_json(const struct kc_target *target, const struct kc_program *program,
                              const struct kc_diags *dg)
{
    kc_json *root = kc_json_object(), *list = kc_json_array();

    kc_json_set_bool(root, "success", dg->errors == 0);
    kc_json_set(root, "diagnostics", kc_diags_json(dg));
    for (size_t i = 0; dg->errors == 0 && i < program->count; i++) {
        struct kc_buf code = { 0 }, text = { 0 };
        kc_json      *o = kc_json_object();

        kc_target_print_code(target, program, i, &code);
        kc_target_print_insn(target, program, i, &text);
        kc_json_set_str(o, "word", code.text);
        kc_json_set_str(o, "text", text.text);
        kc_json_push(list, o);
        kc_buf_free(&code);
        kc_buf_free(&text);
    }
    kc_json_set(root, "instructions", list);
    cli_json(root);
}

int cmd_disasm(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM FILE",
        "Prints the canonical text of a machine-code file ('-': standard input).\v"
        "The text assembles to the same words; what has no text becomes .word with the reason.",
        0,
        0,
        0
    };
    struct options    o = { 0 };
    struct kc_arena   arena = { 0 };
    struct kc_target  target;
    struct kc_program program;
    struct kc_diags   dg;
    struct kc_buf     out = { 0 };
    int               status = CLI_CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (!cli_target(&arena, o.platform, o.settings, &target))
        goto done;
    status = cli_program(&arena, &target, o.file, CLI_FORM_WORDS, &program, &dg);
    if (status == CLI_CANNOT)
        goto done;
    if (o.json) {
        print_disasm_json(&target, &program, &dg);
        goto done;
    }
    cli_show(&dg);
    if (status == CLI_GOOD) {
        kc_target_disassemble(&target, &program, &out);
        status = cli_write(o.output, (struct kc_str){ out.text ? out.text : "", out.length });
    }
done:
    kc_buf_free(&out);
    kc_arena_free(&arena);
    return status;
}

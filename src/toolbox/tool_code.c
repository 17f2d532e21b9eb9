/* Tools about the text: write_code, check_syntax, get_instruction_size, grep_docs, finish. */
#include <string.h>

#include "isa/manual.h"
#include "toolbox/workbench.h"

static uint64_t count_lines(struct kc_str text)
{
    uint64_t lines = 0;

    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    return lines + (text.length && text.at[text.length - 1] != '\n');
}

void kc_tool_write_code(struct kc_tool_call *call)
{
    kc_workbench       *bench = call->bench;
    const struct kc_str text = kc_json_text(kc_json_get(call->args, "assembly_code"));

    kc_buf_free(&bench->kernel);
    kc_buf_add(&bench->kernel, text.at, text.length);
    kc_tool_result_free(&bench->last);
    bench->last = (struct kc_tool_result){ 0 };
    bench->written = true;
    bench->evaluated = false;
    kc_json_set_bool(call->out, "success", true);
    kc_json_set_uint(call->out, "lines", count_lines(text));
    if (kc_str_trim(text).length == 0)
        kc_json_set_str(call->out, "note", "the file is empty now");
}

void kc_tool_check_syntax(struct kc_tool_call *call)
{
    struct kc_program program;
    struct kc_diags   dg;
    const bool        good = kc_tool_assemble(call, &program, &dg);

    if (call->result->is_error)
        return;
    kc_json_set_bool(call->out, "success", good);
    kc_json_set(call->out, "errors", kc_tool_diagnostics(&dg, KC_SEVERITY_ERROR));
    kc_json_set(call->out, "warnings", kc_tool_diagnostics(&dg, KC_SEVERITY_WARNING));
    if (dg.notes)
        kc_json_set(call->out, "notes", kc_tool_diagnostics(&dg, KC_SEVERITY_NOTE));
    kc_json_set_uint(call->out, "instruction_count", good ? program.count : 0);
    if (dg.errors > kc_json_length(kc_json_get(call->out, "errors")))
        kc_json_set_uint(call->out, "error_count", dg.errors);
}

/* ---- size --------------------------------------------------------------------------------- */

/* Adds one to the category of every instruction in the text of an instruction or bundle. */
static void count_categories(const struct kc_isa *isa, struct kc_str text, uint64_t *counts)
{
    while (text.length) {
        struct kc_str         one = kc_str_trim(kc_str_cut(&text, ';'));
        const struct kc_form *form = kc_isa_find(isa, kc_str_cut(&one, ' '));

        if (form && form->insn->unit < KC_UNITS)
            counts[form->insn->unit]++;
    }
}

static kc_json *categories_json(const struct kc_isa_desc *desc, const uint64_t *counts)
{
    kc_json *o = kc_json_object();

    for (size_t u = 0; u < desc->unit_count && u < KC_UNITS; u++)
        if (counts[u])
            kc_json_set_uint(o, desc->categories[u],
                             (uint64_t)kc_json_get_int(o, desc->categories[u], 0) + counts[u]);
    return o;
}

static uint64_t program_bytes(const kc_workbench *bench, const struct kc_program *program)
{
    struct kc_buf code = { 0 };
    uint64_t      digits = 0;

    if (program->words)
        return program->count * sizeof *program->words;
    for (size_t i = 0; i < program->count; i++)
        kc_target_print_code(&bench->target, program, i, &code);
    for (size_t i = 0; i < code.length; i++)
        digits += kc_hex_digit(code.text[i]) >= 0;
    kc_buf_free(&code);
    return digits / 2;
}

void kc_tool_get_instruction_size(struct kc_tool_call *call)
{
    const struct kc_target *target = &call->bench->target;
    uint64_t                counts[KC_UNITS] = { 0 };
    struct kc_program       program;
    struct kc_diags         dg;

    if (!kc_tool_assemble(call, &program, &dg)) {
        if (!call->result->is_error)
            kc_tool_refuse(call, "the kernel does not assemble: check_syntax tells why");
        return;
    }
    for (size_t i = 0; i < program.count; i++) {
        struct kc_buf text = { 0 };

        kc_target_print_insn(target, &program, i, &text);
        count_categories(target->isa, (struct kc_str){ text.text, text.length }, counts);
        kc_buf_free(&text);
    }
    const uint64_t bytes = program_bytes(call->bench, &program);

    kc_json_set_bool(call->out, "success", true);
    kc_json_set_uint(call->out, "instruction_count", program.count);
    kc_json_set_uint(call->out, "bytes", bytes);
    kc_json_set(call->out, "categories", categories_json(target->isa->desc, counts));
    if (target->platform->program_bytes)
        kc_json_set_double(call->out, "share_of_program_memory",
                           (double)bytes / (double)target->platform->program_bytes(target->config));
    else
        kc_json_set_str(call->out, "program_memory", "not limited on this machine");
}

/* ---- manual and end ----------------------------------------------------------------------- */

void kc_tool_grep_docs(struct kc_tool_call *call)
{
    enum { MOST = 10 };
    const struct kc_target *t = &call->bench->target;
    const struct kc_str     query = kc_json_text(kc_json_get(call->args, "query"));
    const size_t            most = (size_t)kc_json_get_int(call->args, "most", 3);
    struct kc_passage       found[MOST];
    const size_t            n =
        kc_manual_grep(&call->arena, t->isa, t->config, t->platform->notes, query, found, most);
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < n; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "title", found[i].title);
        kc_json_set_str(o, "text", found[i].text);
        kc_json_push(list, o);
    }
    kc_json_set_bool(call->out, "success", n > 0);
    kc_json_set(call->out, "passages", list);
    if (n == 0)
        kc_json_set_str(call->out, "note",
                        "nothing in the manual matches; try a mnemonic, or fewer and other words");
}

void kc_tool_finish(struct kc_tool_call *call)
{
    call->result->finished = true;
    kc_json_set_bool(call->out, "success", true);
    kc_json_set_uint(call->out, "best_cycles", call->bench->best_cycles);
}

/* The disassembler: the canonical syntax of a form filled with the fields of a word. */
#include "isa/disassemble.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST_INDENT = 16 };

/* Why the word has no canonical text; NULL when it has one. */
static const char *raw_reason(const struct kc_isa *isa, const struct kc_form *form, uint32_t word,
                              const uint32_t *values)
{
    if (!form)
        return "no such instruction";
    if (word & ~form->used)
        return "bits outside the instruction's fields are set";
    for (int i = 0; i < form->field_count; i++) {
        const struct kc_operand *op = &isa->desc->operands[form->field[i].operand];

        if (op->kind == KC_OPERAND_REG &&
            values[form->field[i].operand] >= isa->desc->reg_classes[op->reg_class].count)
            return "a register that does not exist";
    }
    return NULL;
}

static void print_operand(const struct kc_isa *isa, const struct kc_operand *op, uint32_t value,
                          struct kc_buf *out)
{
    if (op->kind == KC_OPERAND_REG)
        kc_buf_puts(out, isa->desc->reg_classes[op->reg_class].prefix);
    kc_buf_printf(out, "%" PRIu32, value);
}

static void print_form(const struct kc_isa *isa, const struct kc_form *form, const uint32_t *values,
                       struct kc_buf *out)
{
    const struct kc_syntax *syntax = &form->syntax[0];
    const char             *separator = " ";

    kc_buf_puts(out, form->insn->mnemonic);
    for (int i = 0; i < syntax->count; i++) {
        const struct kc_syntax_item *item = &syntax->item[i];
        const uint8_t                operand = form->field[item->field].operand;

        if (item->kind == KC_SYNTAX_HIDDEN && values[operand] == 0)
            continue;
        kc_buf_puts(out, separator);
        separator = ", ";
        if (item->kind == KC_SYNTAX_ZERO)
            kc_buf_puts(out, "0");
        else
            print_operand(isa, &isa->desc->operands[operand], values[operand], out);
    }
}

static const struct kc_form *print_word(const struct kc_isa *isa, uint32_t word, struct kc_buf *out)
{
    uint32_t              values[KC_ISA_OPERANDS] = { 0 };
    const struct kc_form *form = kc_isa_decode(isa, word, values);
    const char           *raw = raw_reason(isa, form, word, values);

    if (raw)
        kc_buf_printf(out, ".word 0x%08" PRIX32 "    ; %s%s%s", word,
                      form ? form->insn->mnemonic : "", form ? ": " : "", raw);
    else
        print_form(isa, form, values, out);
    return raw ? NULL : form;
}

void kc_disassemble_word(const struct kc_isa *isa, uint32_t word, struct kc_buf *out)
{
    print_word(isa, word, out);
}

static int nest_of(const struct kc_isa *isa, const struct kc_form *form)
{
    for (size_t i = 0; form && i < isa->desc->nest_count; i++)
        if (isa->desc->nests[i].insn == form->insn)
            return isa->desc->nests[i].delta;
    return 0;
}

void kc_disassemble(const struct kc_isa *isa, const struct kc_program *program, struct kc_buf *out)
{
    int depth = 0;

    for (size_t i = 0; i < program->count; i++) {
        struct kc_buf         text = { 0 };
        const struct kc_form *form = print_word(isa, program->words[i], &text);
        const int             nest = nest_of(isa, form);

        if (nest < 0 && depth > 0)
            depth--;
        kc_buf_printf(out, "%*s%s\n", 4 * (depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT), "",
                      text.text);
        if (nest > 0)
            depth++;
        kc_buf_free(&text);
    }
}

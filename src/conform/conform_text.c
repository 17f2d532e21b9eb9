/* Rows, text and manual: what the tables promise. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "conform/conform.h"
#include "isa/manual.h"

enum { RANDOM_WORDS = 2000 };

static const char delay_slots[] = "\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n";

bool kc_conform_assemble(struct kc_conform_case *c, const char *text, struct kc_program *program)
{
    struct kc_diags dg;

    kc_diags_init(&dg, c->arena, (struct kc_source){ "<conform>", kc_str_from(text) });
    *program = kc_target_assemble(c->arena, &c->target, &dg);
    return dg.errors == 0;
}

/* The whole program as machine code, a line each. */
static char *code_text(struct kc_conform_case *c, const struct kc_program *program)
{
    struct kc_buf out = { 0 };

    kc_buf_puts(&out, "");
    for (size_t i = 0; i < program->count; i++) {
        kc_target_print_code(&c->target, program, i, &out);
        kc_buf_puts(&out, "\n");
    }
    char *text = kc_arena_strndup(c->arena, out.text ? out.text : "", out.length);

    kc_buf_free(&out);
    return text;
}

static char *disassembly(struct kc_conform_case *c, const struct kc_program *program)
{
    struct kc_buf out = { 0 };

    kc_target_disassemble(&c->target, program, &out);
    char *text = kc_arena_strndup(c->arena, out.text ? out.text : "", out.length);

    kc_buf_free(&out);
    return text;
}

static bool read_code(struct kc_conform_case *c, const char *text, struct kc_program *program)
{
    struct kc_diags dg;

    kc_diags_init(&dg, c->arena, (struct kc_source){ "<conform>", kc_str_from(text) });
    *program = kc_target_read_code(c->arena, &c->target, &dg);
    return dg.errors == 0;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void check_columns(struct kc_conform_case *c, const struct kc_insn *insn)
{
    const struct kc_isa_desc *desc = c->target.isa->desc;

    kc_conform_expect(c,
                      insn->mnemonic && *insn->mnemonic && insn->syntax && insn->effect &&
                          *insn->effect && insn->doc && insn->example && insn->cycles_text,
                      "the row %s has all its columns", insn->mnemonic ? insn->mnemonic : "?");
    kc_conform_expect(c, insn->unit < desc->unit_count && insn->unit < KC_UNITS,
                      "%s belongs to a unit", insn->mnemonic);
    kc_conform_expect(c, kc_isa_find(c->target.isa, kc_str_from(insn->mnemonic)) != NULL,
                      "%s is found by its name", insn->mnemonic);
}

/* Alone or, where a jump has delay slots, with as many no-operations as it may want. */
static bool assemble_example(struct kc_conform_case *c, const char *example,
                             struct kc_program *program)
{
    return kc_conform_assemble(c, example, program) ||
           (kc_isa_find(c->target.isa, kc_str_from("nop")) &&
            kc_conform_assemble(c, kc_arena_printf(c->arena, "%s%s", example, delay_slots),
                                program));
}

static void check_example(struct kc_conform_case *c, const struct kc_insn *insn)
{
    struct kc_program first, second, third;

    if (!kc_conform_expect(c, assemble_example(c, insn->example, &first),
                           "the example '%s' does not assemble", insn->example))
        return;
    const char *code = code_text(c, &first), *text = disassembly(c, &first);

    if (kc_conform_expect(c, kc_conform_assemble(c, text, &second),
                          "'%s' disassembles as '%s', which does not assemble", insn->example,
                          text))
        kc_conform_expect(c, strcmp(code, code_text(c, &second)) == 0,
                          "'%s' and its disassembly '%s' are not the same code", insn->example,
                          text);
    if (kc_conform_expect(c, read_code(c, code, &third), "the code of '%s' cannot be read again",
                          insn->example))
        kc_conform_expect(c, strcmp(code, code_text(c, &third)) == 0,
                          "the code of '%s' changes when it is read again", insn->example);
}

void kc_conform_rows(struct kc_conform_case *c)
{
    const struct kc_isa_desc *desc = c->target.isa->desc;

    kc_conform_expect(c, desc->insn_count > 0, "there are instructions");
    for (size_t i = 0; i < desc->insn_count; i++) {
        struct kc_arena        arena = { 0 };
        struct kc_conform_case one = *c;

        one.arena = &arena;
        check_columns(&one, desc->insns[i]);
        check_example(&one, desc->insns[i]);
        kc_arena_free(&arena);
    }
}

/* ---- text --------------------------------------------------------------------------------- */

static void random_words(struct kc_conform_case *c)
{
    uint32_t          word[RANDOM_WORDS], line[RANDOM_WORDS];
    struct kc_program program = { .words = word, .lines = line, .count = RANDOM_WORDS }, again;

    for (uint32_t i = 0; i < RANDOM_WORDS; i++) {
        word[i] = (uint32_t)kc_random_u64(1, 2, i);
        line[i] = i + 1;
    }
    const char *text = disassembly(c, &program);

    if (!kc_conform_expect(c, kc_conform_assemble(c, text, &again) && again.count == RANDOM_WORDS,
                           "the disassembly of random words does not assemble"))
        return;
    for (size_t i = 0; i < RANDOM_WORDS; i++)
        kc_conform_expect(c, again.words[i] == word[i], "0x%08X becomes 0x%08X", (unsigned)word[i],
                          (unsigned)again.words[i]);
}

static void reports(struct kc_conform_case *c, const char *text, uint32_t line)
{
    struct kc_diags dg;

    kc_diags_init(&dg, c->arena, (struct kc_source){ "<conform>", kc_str_from(text) });
    kc_target_assemble(c->arena, &c->target, &dg);
    kc_conform_expect(c, dg.errors > 0, "'%s' is an error", text);
    kc_conform_expect(c,
                      dg.first && dg.first->line == line && dg.first->id && *dg.first->id &&
                          *dg.first->message,
                      "the error in '%s' has line %u, an id and a message", text, (unsigned)line);
}

void kc_conform_text(struct kc_conform_case *c)
{
    const char *comment = c->target.platform->comment;

    reports(c, "no_such_instruction_here 1, 2", 1);
    reports(c, kc_arena_printf(c->arena, "%s a comment\n\nno_such_instruction_here", comment), 3);
    reports(c,
            kc_arena_printf(c->arena, "%s nonsense, nonsense, nonsense, nonsense, nonsense",
                            c->target.isa->desc->insns[0]->mnemonic),
            1);
    if (!c->target.platform->assemble)
        random_words(c);
}

/* ---- manual ------------------------------------------------------------------------------- */

void kc_conform_manual(struct kc_conform_case *c)
{
    const struct kc_isa_desc *desc = c->target.isa->desc;
    struct kc_buf             own = { 0 };

    for (size_t i = 0; i < desc->insn_count; i++) {
        struct kc_buf page = { 0 };

        kc_manual_page(c->target.isa, desc->insns[i], c->target.config, &page);
        kc_conform_expect(c,
                          page.text && strstr(page.text, desc->insns[i]->mnemonic) &&
                              strstr(page.text, desc->insns[i]->effect),
                          "the page of %s has its name and effect", desc->insns[i]->mnemonic);
        kc_buf_free(&page);
    }
    c->target.platform->manual(c->target.config, &own);
    kc_conform_expect(c, own.text && kc_manual_section(own.text, "Configuration").length,
                      "the manual has a chapter Configuration");
    kc_conform_expect(c, own.text && kc_manual_section(own.text, "Traps").length,
                      "the manual has a chapter Traps");
    kc_buf_free(&own);
}

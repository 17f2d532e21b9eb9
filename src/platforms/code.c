/* A target's text and machine code: by the platform's own hooks, or by the word assembler. */
#include <string.h>

#include "isa/assemble.h"
#include "isa/disassemble.h"
#include "isa/words.h"
#include "kernelcraft/platform.h"

struct kc_program kc_target_assemble(struct kc_arena *arena, const struct kc_target *target,
                                     struct kc_diags *dg)
{
    if (target->platform->assemble)
        return target->platform->assemble(arena, target->config, target->isa, dg);
    return kc_assemble(arena, target->isa, dg);
}

struct kc_program kc_target_read_code(struct kc_arena *arena, const struct kc_target *target,
                                      struct kc_diags *dg)
{
    if (target->platform->read_code)
        return target->platform->read_code(arena, target->config, target->isa, dg);
    return kc_words_read(arena, dg);
}

bool kc_target_code_likely(const struct kc_target *target, struct kc_str bytes)
{
    if (target->platform->code_likely)
        return target->platform->code_likely(bytes);
    return kc_words_likely(bytes);
}

void kc_target_print_code(const struct kc_target *target, const struct kc_program *program,
                          size_t index, struct kc_buf *out)
{
    if (target->platform->print_code)
        target->platform->print_code(program, index, out);
    else
        kc_words_print(program->words[index], out);
}

void kc_target_print_insn(const struct kc_target *target, const struct kc_program *program,
                          size_t index, struct kc_buf *out)
{
    if (target->platform->print_insn)
        target->platform->print_insn(target->isa, program, index, out);
    else
        kc_disassemble_word(target->isa, program->words[index], out);
}

void kc_target_disassemble(const struct kc_target *target, const struct kc_program *program,
                           struct kc_buf *out)
{
    if (!target->platform->print_insn) {
        kc_disassemble(target->isa, program, out);
        return;
    }
    for (size_t i = 0; i < program->count; i++) {
        target->platform->print_insn(target->isa, program, i, out);
        kc_buf_puts(out, "\n");
    }
}

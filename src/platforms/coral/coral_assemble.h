/* coral/coral_assemble.h: text to a program and back, as the platform offers it. */
#ifndef KC_CORAL_ASSEMBLE_H
#define KC_CORAL_ASSEMBLE_H

#include "base/diag.h"
#include "isa/isa.h"
#include "isa/program.h"
#include "platforms/coral/coral_config.h"

/* Assembles dg->source and links it for the memory map of config (struct coral_config). */
struct kc_program coral_assemble(struct kc_arena *arena, const void *config,
                                 const struct kc_isa *isa, struct kc_diags *dg);

/* Machine code: hexadecimal words from address 0, or an ELF file. */
bool              coral_code_likely(struct kc_str bytes);
struct kc_program coral_read_code(struct kc_arena *arena, const void *config,
                                  const struct kc_isa *isa, struct kc_diags *dg);

void coral_print_code(const struct kc_program *program, size_t index, struct kc_buf *out);
void coral_print_insn(const struct kc_isa *isa, const struct kc_program *program, size_t index,
                      struct kc_buf *out);

/* The canonical text of a word, or .word with the reason. */
void coral_print_word(uint32_t word, struct kc_buf *out);

/* An ELF32 executable (coral_elf.c). */
bool              coral_elf_likely(struct kc_str bytes);
struct kc_program coral_elf_read(struct kc_arena *arena, const struct coral_config *config,
                                 struct kc_diags *dg);

/* Words and addresses of the executable part of a segment, appended to the program. */
void coral_program_words(struct kc_arena *arena, struct kc_program *program, uint64_t address,
                         const uint8_t *bytes, size_t size, const uint32_t *lines);

#endif

/* isa/disassemble.h: machine words to canonical text.
 *
 * Text assembles to the same word again.  A word that no canonical text stands for (no such
 * instruction, ignored bits that are set, a register that does not exist) becomes ".word" with a
 * comment saying why.
 */
#ifndef KC_ISA_DISASSEMBLE_H
#define KC_ISA_DISASSEMBLE_H

#include "isa/isa.h"
#include "isa/program.h"

/* One word, without a newline. */
void kc_disassemble_word(const struct kc_isa *isa, uint32_t word, struct kc_buf *out);

/* A whole program, a line per word, loop bodies indented. */
void kc_disassemble(const struct kc_isa *isa, const struct kc_program *program, struct kc_buf *out);

#endif

/* isa/words.h: machine-code files: hexadecimal words as text.
 *
 * Written one word per line as 0x and eight upper-case digits.  Read with any white space between
 * words, with or without 0x; anything that is not a 32-bit hexadecimal number is reported.
 */
#ifndef KC_ISA_WORDS_H
#define KC_ISA_WORDS_H

#include "base/diag.h"
#include "isa/program.h"

/* Reads dg->source.  The program is meaningful only when dg->errors is 0 afterwards. */
struct kc_program kc_words_read(struct kc_arena *arena, struct kc_diags *dg);

void kc_words_write(const struct kc_program *program, struct kc_buf *out);

/* One word as kc_words_write has it. */
void kc_words_print(uint32_t word, struct kc_buf *out);

/* Whether text looks like machine code rather than assembly: its first word is hexadecimal. */
bool kc_words_likely(struct kc_str text);

#endif

/* isa/assemble.h: assembly text to a program.
 *
 * One instruction per line; ';' and '//' start comments; CRLF and tabs are blanks.  Every bad line
 * is reported, not the first one, and lines with legal but suspicious code get warnings.
 * ".word N" (ours) places a raw word, so that every disassembly assembles again.
 */
#ifndef KC_ISA_ASSEMBLE_H
#define KC_ISA_ASSEMBLE_H

#include "base/diag.h"
#include "isa/isa.h"
#include "isa/program.h"

/* Assembles dg->source.  The program is meaningful only when dg->errors is 0 afterwards. */
struct kc_program kc_assemble(struct kc_arena *arena, const struct kc_isa *isa,
                              struct kc_diags *dg);

#endif

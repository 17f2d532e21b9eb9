/* AIE2, the compute core of the first-generation Ryzen AI NPU: what the platform's files share.
 *
 * From the assembler's and the simulator's point of view one fact outweighs the rest: a bundle
 * never waits for a register.  A consumer issued one cycle early reads the old value, and that is
 * correct behaviour of the machine.  The assembler therefore ends with a checker (aie2_check.c)
 * that follows the control flow and reports what cannot have been meant.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_H
#define KC_PLATFORMS_AIE2_AIE2_H

#include "kernelcraft/platform.h"
#include "platforms/aie2/aie2_insn.h"

/* ---- assembler and disassembler ----------------------------------------------------------- */

struct kc_program aie2_assemble(struct kc_arena *arena, const void *config,
                                const struct kc_isa *isa, struct kc_diags *dg);
bool              aie2_code_likely(struct kc_str text);
struct kc_program aie2_read_code(struct kc_arena *arena, const void *config,
                                 const struct kc_isa *isa, struct kc_diags *dg);
void aie2_print_code(const struct kc_program *program, size_t index, struct kc_buf *out);
void aie2_print_text(const struct kc_isa *isa, const struct kc_program *program, size_t index,
                     struct kc_buf *out);

/* ---- manual ------------------------------------------------------------------------------- */

const struct kc_isa *aie2_isa(struct kc_arena *arena, const void *config);

/* Shuffle modes and bundle formats, as chapters of the manual. */
void aie2_manual_tables(struct kc_buf *out);

/* The row of aie2_docs.def that covers a mnemonic (aie2_doc_count(): none), and its example. */
size_t      aie2_doc_of(enum aie2_mnemonic mnemonic);
size_t      aie2_doc_count(void);
const char *aie2_doc_example(size_t doc);

#endif

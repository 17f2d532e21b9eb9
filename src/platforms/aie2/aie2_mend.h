/* platforms/aie2/aie2_mend.h: looking for mistakes in a run, and undoing one of them.
 *
 * A review collects what a run did that is sometimes a mistake: results read before they are there,
 * work in delay slots, a configuration word, a shuffle mode, the ends of loops.  Correct kernels do
 * all of this as well, so each is tried in another run with that one thing put right.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_MEND_H
#define KC_PLATFORMS_AIE2_AIE2_MEND_H

#include "platforms/aie2/aie2_machine.h"

/* ---- undoing (aie2_mend.c) --------------------------------------------------------------------
 */

uint64_t         aie2_mend_key(struct aie2_mend mend);
struct aie2_mend aie2_mend_of(uint64_t key);

/* Before a bundle issues: registers as they should be; afterwards: as they were. */
void aie2_mend_before(struct aie2_machine *m, const struct aie2_code *code);
void aie2_mend_after(struct aie2_machine *m);

/* Before the first bundle: a layout as it should be. */
void aie2_mend_layout(struct aie2_machine *m);

/* Whether the bundle stands in delay slots that should be empty. */
bool aie2_mend_skips(const struct aie2_machine *m);

/* Whether the bundle begins a zero-overhead loop that is entered, not repeated. */
bool aie2_enters_loop(const struct aie2_machine *m, const struct aie2_code *code);

/* The register that holds the configuration word or the shuffle mode of an instruction, or NULL. */
const struct aie2_place *aie2_word_place(const struct aie2_op *op);
const struct aie2_place *aie2_mode_place(const struct aie2_op *op);

/* Whether it is a jump back to the begin of a counted loop, perhaps. */
bool aie2_tests(const struct aie2_op *op);

/* ---- looking (aie2_review.c) ------------------------------------------------------------------
 */

void aie2_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review);

/* An instruction reads a register some cycles before the result of another is there. */
void aie2_review_early(struct kc_review *review, const struct aie2_insn *reader, const char *name,
                       const struct aie2_insn *writer, uint64_t early);

/* Data memory is read or written. */
void aie2_review_access(struct aie2_machine *m, const struct aie2_insn *insn, uint32_t offset,
                        bool store);

#endif

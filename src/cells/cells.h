/* cells/cells.h: a task placed on a platform, compiled, judged and attacked.
 *
 * The only module that knows tasks, platforms and compilers at once.
 */
#ifndef KC_CELLS_CELLS_H
#define KC_CELLS_CELLS_H

#include "baseline/baseline.h"
#include "cells/bound.h"
#include "check/check.h"

/* Published cycles of configuration index 0 to 4 (C1 to C5); 0 when there are none. */
uint64_t kc_published_compiler(const char *platform, const char *task, uint32_t config);
uint64_t kc_published_agent(const char *platform, const char *task, uint32_t config);

/* Cells that the best published model solved, and of how many; false when there is no figure. */
bool kc_published_success(const char *platform, uint32_t *solved, uint32_t *cells);

/* The verdict on an assembled kernel.  A correct one that is faster than the cell's floor is
 * suspect: a bug of the simulator or of the bound, never a record. */
struct kc_verdict kc_cell_verdict(const struct kc_cell *cell, const struct kc_program *program);

/* Our compiler's kernel for the cell, as text and assembled; NULL, or why there is none. */
const char *kc_cell_compile(struct kc_arena *arena, const struct kc_cell *cell, enum kc_opt opt,
                            struct kc_buf *text, struct kc_program *program);

/* The same, judged. */
const char *kc_cell_compile_check(struct kc_arena *arena, const struct kc_cell *cell,
                                  enum kc_opt opt, struct kc_verdict *verdict);

/* ---- audit: kernels that cheat or do nothing must fail ------------------------------------ */

enum kc_attack {
    KC_ATTACK_ZEROS,
    KC_ATTACK_CONSTANT,
    KC_ATTACK_COPY,       /* of the first input */
    KC_ATTACK_OTHER_SEED, /* the right answer to another question */
    KC_ATTACK_FIRST_TILE, /* only the first row's first vector right, the rest zero */
    KC_ATTACK_ROWS_SWAPPED,
    KC_ATTACK_TERM_MISSING, /* one term of every sum left out */
    KC_ATTACK_LOOSE_ROWS,   /* zeros where tolerances are largest: to be noticed on every seed */
    KC_ATTACKS
};

const char *kc_attack_name(enum kc_attack attack);

enum kc_attack_result { KC_ATTACK_CAUGHT, KC_ATTACK_ESCAPED, KC_ATTACK_MEANINGLESS };

/* Makes the answers of an attack for every seed and judges them: it escapes when all match. */
enum kc_attack_result kc_cell_attack(struct kc_arena *arena, const struct kc_cell *cell,
                                     enum kc_attack attack);

/* The opposite: an answer whose every stage was rounded to bf16 has to pass.  Its largest error, of
 * what is allowed, on any seed; 0 in integers. */
double kc_cell_rounded(struct kc_arena *arena, const struct kc_cell *cell);

/* ---- mutants: small edits of a correct kernel must be noticed ------------------------------- */

struct kc_survivor {
    uint32_t    line;
    const char *change;
    double      worst_ratio; /* largest error / allowed error: how close it came to rejection */
    uint64_t    changed;     /* elements that differ from the original's, in the worst run */
};

struct kc_mutants {
    uint32_t            mutants, identical, killed, survived; /* identical: bit by bit, no matter */
    struct kc_survivor *survivor;
    double              worst_ratio; /* of the unedited kernel */
};

/* Edits our baseline kernel in at most most ways chosen by seed.  NULL, or why there is no correct
 * kernel; survivors live in the arena. */
const char *kc_cell_mutants(struct kc_arena *arena, const struct kc_cell *cell, uint64_t seed,
                            uint32_t most, struct kc_mutants *sum);

#endif

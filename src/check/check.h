/* check/check.h: the verdict on a kernel.
 *
 * A kernel runs on five seeds, of which its author has seen one, and on each with two different
 * random fills of everything nobody wrote: a result that depends on such memory is no result.
 * Correct means that every element of every run matches (benchmark.md section 5).
 */
#ifndef KC_CHECK_CHECK_H
#define KC_CHECK_CHECK_H

#include "kernelcraft/platform.h"
#include "tasks/task.h"

enum kc_verdict_kind {
    KC_VERDICT_CORRECT,
    KC_VERDICT_WRONG_RESULT,
    KC_VERDICT_SYNTAX_ERROR,
    KC_VERDICT_TRAP,
    KC_VERDICT_OUT_OF_FUEL,
    KC_VERDICT_RULE_VIOLATION,
    KC_VERDICT_SUSPECT,
};

const char *kc_verdict_name(enum kc_verdict_kind kind);

enum { KC_SEEDS = 5, KC_DIFFERENCES = 8 };

/* One element that does not match. */
struct kc_difference {
    uint32_t row, col;
    uint64_t address; /* in the output's region */
    double   produced, expected, allowed;
    uint32_t writer; /* source line, KC_WRITER_NOBODY when nobody wrote it */
};

struct kc_verdict {
    enum kc_verdict_kind kind;
    double               match_rate, paper_match_rate, mse; /* of the worst seed */
    double               worst_ratio; /* largest error / allowed error over all seeds */
    uint64_t             cycles;      /* of the shown seed */
    uint32_t             seeds;       /* how many were run */
    uint32_t             seed_index;  /* the first that went wrong, else 0 */
    enum kc_pace         pace;        /* of that run */
    struct kc_outcome    outcome;     /* of that run */
    const char          *rule;        /* rule_violation: which, in words */
    struct kc_difference first[KC_DIFFERENCES];
    size_t               first_count;
    uint64_t             wrong, elements; /* of that seed */
};

/* A task on a configured machine: all that does not depend on the kernel. */
struct kc_cell {
    const struct kc_target *target;
    const struct kc_task   *task;
    uint32_t                p[KC_PARAMS];
    struct kc_case         *cases[KC_SEEDS]; /* drawn, quantised, with references */
    struct kc_layout        layout;
    struct kc_image         image[KC_SEEDS];
    uint32_t                seeds;
};

/* Draws inputs and computes references of the first seeds seeds.  NULL, or why the case is not
 * possible on this machine.  Target and arena must outlive the cell. */
const char *kc_cell_open(struct kc_arena *arena, const struct kc_target *target,
                         const struct kc_task *task, const uint32_t *p, uint64_t seed_key,
                         uint32_t seeds, struct kc_cell *cell);

/* How many elements of an answer to one seed do not match; produced holds the output's elements. */
uint64_t kc_cell_judge(const struct kc_cell *cell, uint32_t seed, const double *produced);

/* Runs an assembled kernel on the cell. */
struct kc_verdict kc_cell_check(const struct kc_cell *cell, const struct kc_program *program);

/* One run on the shown seed, for looking at: nothing is judged.  The machine is one of the cell's
 * target; it keeps what the run left. */
struct kc_outcome kc_cell_execute(const struct kc_cell *cell, const struct kc_program *program,
                                  const struct kc_run *run, struct kc_machine *machine);

/* What one run left: seed counts from 0, fill is 0 or 1, produced holds the output's elements. */
typedef void kc_output_fn(void *context, uint32_t seed, uint32_t fill, const double *produced);

/* The same with less fuel (instructions; 0: the usual) and a look at every output. */
struct kc_verdict kc_cell_check_outputs(const struct kc_cell    *cell,
                                        const struct kc_program *program, uint64_t fuel,
                                        kc_output_fn *output, void *context);

#endif

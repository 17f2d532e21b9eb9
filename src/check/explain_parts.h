/* check/explain_parts.h: what the files of the explanation share. */
#ifndef KC_CHECK_EXPLAIN_PARTS_H
#define KC_CHECK_EXPLAIN_PARTS_H

#include "check/explain.h"
#include "check/patterns.h"

struct kc_explainer {
    struct kc_arena         *arena; /* of the explanation */
    struct kc_arena          scratch;
    const struct kc_cell    *cell;
    const struct kc_case    *c;
    const struct kc_program *program;
    struct kc_explanation   *out;
    struct kc_hypothesis     dropped; /* stands in for one that was not good enough */
    struct kc_machine       *machine;
    struct kc_region        *region;
    struct kc_tracking       tracking;
    struct kc_review         review;
    struct kc_profile        profile;
    enum kc_pace             pace;         /* of the run that went wrong */
    uint64_t                 instructions; /* of the kernel */
    uint64_t                 repaired;     /* of the runs with repairs */
    struct kc_grid           grid;
    double                  *other_fill;        /* produced with the second fill */
    bool                    *wrong, *unwritten; /* per element */
    uint64_t                 wrong_count, unwritten_count;
    struct kc_where          where;      /* of the wrong elements */
    const char              *where_text; /* the same in words */
};

/* Below this a prediction is not worth mentioning. */
#define KC_FIT_LEAST 0.9

/* A prior, weighed with how much of what is wrong a prediction hits, and how closely. */
double kc_explain_score(double prior, struct kc_fit fit);

/* Adds a hypothesis about an element; its values, address and writer are filled in. */
struct kc_hypothesis *kc_explain_add(struct kc_explainer *x, const char *id, double score,
                                     size_t element, const char *text, const char *hint);

size_t kc_explain_count(const struct kc_explainer *x);
size_t kc_explain_first_of(const bool *set, size_t count);

/* The share of the wrong elements that are in a set. */
double kc_explain_share(const struct kc_explainer *x, const bool *set);

/* The first wrong element, 0 when there is none. */
size_t kc_explain_first_wrong(const struct kc_explainer *x);

/* '.' right, '#' wrong, '0' zero, '?' never written, '!' NaN or Inf (explain_print.c). */
struct kc_tile_map kc_explain_map(const struct kc_explainer *x);

/* Values (explain_values.c); s is what the platform saw of the first NaN or Inf, or NULL. */
void kc_explain_constant(struct kc_explainer *x);
void kc_explain_non_finite(struct kc_explainer *x, const struct kc_suspicion *s);
void kc_explain_scale(struct kc_explainer *x);
void kc_explain_rows(struct kc_explainer *x);
void kc_explain_rounding(struct kc_explainer *x);

/* Places (explain_places.c). */
void kc_explain_moves(struct kc_explainer *x);
void kc_explain_shift(struct kc_explainer *x);
void kc_explain_transpose(struct kc_explainer *x);
void kc_explain_sums(struct kc_explainer *x);
void kc_explain_region(struct kc_explainer *x);
void kc_explain_stages(struct kc_explainer *x);

/* Predictions from the task's tensors (candidates.c). */
void kc_explain_functions(struct kc_explainer *x);
void kc_explain_elementwise(struct kc_explainer *x);
void kc_explain_terms(struct kc_explainer *x);
void kc_explain_products(struct kc_explainer *x);

/* Whether a prediction hits most of what is wrong, and is not the expected result itself. */
bool kc_explain_fits(const struct kc_explainer *x, const double *predicted, struct kc_fit *fit);

/* A copy of the case with room of its own for results. */
struct kc_case kc_explain_shadow(const struct kc_explainer *x, struct kc_arena *arena);

/* Integer machines (explain_int.c). */
void kc_explain_integers(struct kc_explainer *x);

/* The reference on changed inputs (operands.c). */
void kc_explain_operands(struct kc_explainer *x);

#endif

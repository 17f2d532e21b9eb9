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
    struct kc_grid           grid;
    double                  *other_fill;        /* produced with the second fill */
    bool                    *wrong, *unwritten; /* per element */
    uint64_t                 wrong_count, unwritten_count;
    struct kc_where          where;      /* of the wrong elements */
    const char              *where_text; /* the same in words */
};

/* Below this a prediction is not worth mentioning. */
#define KC_FIT_LEAST 0.9

/* Adds a hypothesis about an element; its values, address and writer are filled in. */
struct kc_hypothesis *kc_explain_add(struct kc_explainer *x, const char *id, double score,
                                     size_t element, const char *text, const char *hint);

/* The first wrong element, 0 when there is none. */
size_t kc_explain_first_wrong(const struct kc_explainer *x);

/* '.' right, '#' wrong, '0' zero, '?' never written, '!' NaN or Inf (explain_print.c). */
struct kc_tile_map kc_explain_map(const struct kc_explainer *x);

/* Predictions from the task's tensors (candidates.c). */
void kc_explain_functions(struct kc_explainer *x);
void kc_explain_terms(struct kc_explainer *x);
void kc_explain_products(struct kc_explainer *x);
void kc_explain_operands(struct kc_explainer *x);

#endif

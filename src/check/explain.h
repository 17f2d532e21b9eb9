/* check/explain.h: why a result is wrong.
 *
 * The kernel runs again with tracked memory, and a list of ways to be wrong is tested against what
 * it left: each is a prediction of the whole output (a copy of the input, the reference without the
 * bias, segments in another order), or a mistake that the platform saw and that is undone in
 * another run.  What accounts for most of the wrong elements comes first.
 */
#ifndef KC_CHECK_EXPLAIN_H
#define KC_CHECK_EXPLAIN_H

#include "base/json.h"
#include "check/check.h"

enum { KC_HYPOTHESES = 8 };

struct kc_hypothesis {
    const char *id;    /* stable: "partly-written" */
    double      score; /* 0 to 1: prior times the share of the wrong elements accounted for */
    const char *text;  /* one sentence */
    const char *hint;  /* the next step */
    uint32_t    line;  /* the source line to look at, 0 when there is none */
    uint32_t    row, col;
    uint64_t    address; /* of the example, in the output's region */
    double      produced, expected;
};

/* One character per block of elements, rows of the map separated by newlines. */
struct kc_tile_map {
    const char *text;
    uint32_t    tile_rows, tile_cols; /* elements per character */
};

struct kc_explanation {
    struct kc_hypothesis list[KC_HYPOTHESES]; /* best first */
    size_t               count;
    const char          *pattern; /* where the wrong elements lie, in words; NULL: none are */
    const char          *region;  /* the output's memory */
    bool                 mapped;  /* its addresses are the machine's: shown in hexadecimal */
    const char          *output;  /* its name */
    struct kc_tile_map   map;
};

/* Explains a wrong_result, or a rule_violation, of a program on a cell; other verdicts get an empty
 * explanation.  Also fills in address and writer of the verdict's differences. */
struct kc_explanation kc_explain(struct kc_arena *arena, const struct kc_cell *cell,
                                 const struct kc_program *program, struct kc_verdict *verdict);

/* Compact text for people and models; colour only when the reader is a terminal. */
void kc_explanation_text(const struct kc_explanation *e, const struct kc_verdict *v, bool colour,
                         struct kc_buf *out);

/* The hypotheses as an array of objects. */
kc_json *kc_explanation_json(const struct kc_explanation *e);

#endif

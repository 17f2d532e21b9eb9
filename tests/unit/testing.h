/* tests/unit/testing.h: the few lines that every test of texts and diagnostics needs. */
#ifndef KC_TESTS_UNIT_TESTING_H
#define KC_TESTS_UNIT_TESTING_H

#include <criterion/criterion.h>
#include <string.h>

#include "base/diag.h"

/* A string literal as text, NUL bytes inside included. */
#define BYTES(literal) ((struct kc_str){ (literal), sizeof(literal) - 1 })

/* Diagnostics about text, which people know as name. */
KC_INLINE struct kc_diags diags_about(struct kc_arena *arena, const char *name, struct kc_str text)
{
    struct kc_diags dg;

    kc_diags_init(&dg, arena, (struct kc_source){ name, text });
    return dg;
}

/* The first diagnostic's id, or "" when there is none: reads well in failure messages. */
KC_INLINE const char *first_id(const struct kc_diags *dg)
{
    return dg->first ? dg->first->id : "";
}

KC_INLINE const char *first_message(const struct kc_diags *dg)
{
    return dg->first ? dg->first->message : "";
}

/* NULL is written as "". */
KC_INLINE const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

#endif

/* check/rules.h: rules of a task that the result alone cannot show. */
#ifndef KC_CHECK_RULES_H
#define KC_CHECK_RULES_H

#include "check/check.h"

/* Looks at the memories a finished run left; NULL, or the rule that it broke, in words. */
const char *kc_rule_broken(const struct kc_cell *cell, const struct kc_case *c,
                           struct kc_machine *machine);

#endif

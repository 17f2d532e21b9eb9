/* Marks: what a status and a verdict mean for a reader. */
#include <string.h>

#include "report/parts.h"

static const struct {
    const char *name, *sign, *class, *words;
} marks[] = {
#define MARK(id, name, sign, class, words) { name, sign, class, words },
#include "report/marks.def"
};

const char *kc_mark_name(enum kc_mark mark)
{
    return marks[mark].name;
}

const char *kc_mark_sign(enum kc_mark mark)
{
    return marks[mark].sign;
}

const char *report_mark_class(enum kc_mark mark)
{
    return marks[mark].class;
}

const char *report_mark_words(enum kc_mark mark)
{
    return marks[mark].words;
}

static enum kc_mark verdict_mark(const char *verdict)
{
    static const enum kc_mark verdicts[] = { KC_MARK_WRONG_RESULT, KC_MARK_SYNTAX_ERROR,
                                             KC_MARK_TRAP, KC_MARK_OUT_OF_FUEL,
                                             KC_MARK_RULE_VIOLATION };

    for (size_t i = 0; i < KC_COUNT(verdicts); i++)
        if (strcmp(verdict, marks[verdicts[i]].name) == 0)
            return verdicts[i];
    return KC_MARK_NO_KERNEL;
}

enum kc_mark kc_run_mark(const struct kc_run_sum *sum)
{
    const char *verdict = sum->verdict ? sum->verdict : "";

    switch (sum->status) {
    case KC_RUN_NEW:
        return KC_MARK_NOT_RUN;
    case KC_RUN_RUNNING:
        return KC_MARK_RUNNING;
    case KC_RUN_SOLVED:
        return KC_MARK_SOLVED;
    case KC_RUN_UNSUPPORTED:
        return KC_MARK_UNSUPPORTED;
    case KC_RUN_PROVIDER_ERROR:
        return KC_MARK_PROVIDER_ERROR;
    case KC_RUN_FAILED:
    case KC_RUN_STOPPED_EARLY:
    case KC_RUN_BUDGET_SPENT:
        break;
    }
    if (strcmp(verdict, "suspect") == 0)
        return KC_MARK_SUSPECT;
    if (sum->status == KC_RUN_STOPPED_EARLY)
        return KC_MARK_STOPPED_EARLY;
    return sum->status == KC_RUN_BUDGET_SPENT ? KC_MARK_BUDGET_SPENT : verdict_mark(verdict);
}

bool kc_mark_is_judged(enum kc_mark mark)
{
    return mark != KC_MARK_RUNNING && mark != KC_MARK_NOT_RUN && mark != KC_MARK_UNSUPPORTED &&
           mark != KC_MARK_PROVIDER_ERROR;
}

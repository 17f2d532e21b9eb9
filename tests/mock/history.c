/* The history a client sends must be what it was given: results for the calls, reasoning unchanged.
 *
 * The real services refuse the same things, with other words.  A rule with "lenient" is not
 * checked: histories that came from elsewhere.
 */
#include <string.h>

#include "request.h"

static bool same(struct kc_str a, struct kc_str b)
{
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, a.length) == 0);
}

/* The place of the next item of that kind from i on. */
static size_t next(const struct mock_items *items, size_t i, enum mock_kind kind)
{
    while (i < items->count && items->at[i].kind != kind)
        i++;
    return i;
}

static bool check_result(struct mock_request *r, const struct mock_item *call,
                         const struct mock_item *result)
{
    const bool ids = call->id.length && result->id.length;

    if (ids ? same(call->id, result->id) : same(call->name, result->name) || !result->name.length)
        return true;
    return mock_refuse(r, 400, NULL,
                       "tool results must be given for the calls of the turn before, in their "
                       "order: '%.*s' is wanted, not '%.*s'",
                       KC_STR(ids ? call->id : call->name),
                       KC_STR(ids ? result->id : result->name));
}

/* Every call of the assistant has its result in the turn that follows. */
static bool check_results(struct mock_request *r, const struct mock_items *calls,
                          const struct mock_items *results)
{
    size_t c = next(calls, 0, MOCK_CALL), a = next(results, 0, MOCK_RESULT);

    for (; c < calls->count && a < results->count; a = next(results, a + 1, MOCK_RESULT)) {
        if (!check_result(r, &calls->at[c], &results->at[a]))
            return false;
        c = next(calls, c + 1, MOCK_CALL);
    }
    if (c < calls->count)
        return mock_refuse(r, 400, NULL,
                           "calls must be followed by a result for each of them: '%.*s' has none",
                           KC_STR(calls->at[c].id.length ? calls->at[c].id : calls->at[c].name));
    if (a < results->count)
        return mock_refuse(r, 400, NULL,
                           "tool result '%.*s' has no call in the assistant turn before it",
                           KC_STR(results->at[a].id));
    return true;
}

static bool check_pairs(struct mock_request *r)
{
    static const struct mock_items none;
    const struct mock_talk        *t = &r->talk;

    for (size_t i = 0; i <= t->count; i++) {
        const bool               calls = i > 0 && t->turns[i - 1].assistant;
        const bool               user = i < t->count && !t->turns[i].assistant;
        const struct mock_items *before = calls ? &t->turns[i - 1].items : &none;

        if (!check_results(r, before, user ? &t->turns[i].items : &none))
            return false;
    }
    return true;
}

static bool counts(const struct mock_item *item)
{
    return item->kind != MOCK_TEXT || item->opaque.length;
}

static bool differs(struct mock_request *r, size_t turn, const char *what)
{
    return mock_refuse(r, 400, NULL,
                       "answer %zu of the history is not what was sent: %s. Reasoning and its "
                       "signatures must come back unchanged, at their place.",
                       turn, what);
}

static bool check_item(struct mock_request *r, size_t turn, const struct mock_item *want,
                       const struct mock_item *got)
{
    if (want->kind != got->kind || want->redacted != got->redacted)
        return differs(r, turn,
                       want->kind == MOCK_REASONING || got->kind == MOCK_REASONING
                           ? "reasoning is missing or misplaced"
                           : "its parts are missing or misplaced");
    if (!same(want->opaque, got->opaque))
        return differs(r, turn,
                       got->opaque.length && want->opaque.length ? "an opaque field was changed"
                       : want->opaque.length                     ? "an opaque field is missing"
                                             : "an opaque field stands where none was sent");
    if (want->kind == MOCK_REASONING && !same(want->text, got->text))
        return differs(r, turn, "the reasoning text was changed");
    if (want->id.length && got->id.length && !same(want->id, got->id))
        return differs(r, turn, "an id was changed");
    if (want->kind == MOCK_CALL && !same(want->name, got->name))
        return differs(r, turn, "the name of a call was changed");
    return true;
}

/* Text without a signature may be dropped or joined; everything else is compared in order. */
static bool check_answer(struct mock_request *r, size_t turn, const struct mock_items *want,
                         const struct mock_items *got)
{
    size_t g = 0;

    for (size_t w = 0; w < want->count; w++) {
        if (!counts(&want->at[w]))
            continue;
        while (g < got->count && !counts(&got->at[g]))
            g++;
        if (want->at[w].optional && (g == got->count || got->at[g].kind != want->at[w].kind))
            continue;
        if (g == got->count)
            return differs(r, turn, "something at its end is missing");
        if (!check_item(r, turn, &want->at[w], &got->at[g++]))
            return false;
    }
    while (g < got->count && !counts(&got->at[g]))
        g++;
    return g == got->count || differs(r, turn, "it holds more than was sent");
}

static bool check_answers(struct mock_request *r)
{
    for (size_t i = 0, turn = 0; i < r->talk.count; i++) {
        if (!r->talk.turns[i].assistant)
            continue;
        const struct mock_answer *answer = mock_rule_answer(r->rule, turn);
        struct mock_items         want = { 0 };

        if (!answer)
            return mock_refuse(r, 400, "mock_no_answer", "mock: rule '%s' has no answer %zu",
                               r->rule->name, turn);
        r->format->items(r, answer, turn, &want);
        if (!check_answer(r, turn, &want, &r->talk.turns[i].items))
            return false;
        turn++;
    }
    return true;
}

static bool check_ends(struct mock_request *r)
{
    const struct mock_talk *t = &r->talk;

    if (!t->count)
        return mock_refuse(r, 400, NULL, "the conversation is empty");
    if (t->turns[0].assistant)
        return mock_refuse(r, 400, NULL, "the conversation must begin with a user turn");
    if (t->turns[t->count - 1].assistant)
        return mock_refuse(r, 400, NULL, "the conversation must end with a user turn");
    return true;
}

bool mock_history_check(struct mock_request *r)
{
    if (r->rule->lenient)
        return true;
    return check_ends(r) && check_pairs(r) && check_answers(r);
}

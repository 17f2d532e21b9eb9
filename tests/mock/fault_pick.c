/* Which fault is due.  The only state the answers depend on: how often each happened already. */
#include "faults.h"

/* Counts one more time, unless it has happened often enough. */
static bool use(struct mock_fault_state *s, const struct mock_fault *f, uint64_t conversation)
{
    struct mock_fault_use *u = NULL;

    for (size_t i = 0; i < s->count && !u; i++)
        if (s->uses[i].id == f->id && (!f->each || s->uses[i].conversation == conversation))
            u = &s->uses[i];
    if (u)
        return (f->times == 0 || u->times < f->times) && ++u->times;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->uses = kc_realloc(s->uses, s->capacity * sizeof(s->uses[0]));
    }
    s->uses[s->count++] = (struct mock_fault_use){ f->id, conversation, 1 };
    return true;
}

static bool is_due(const struct mock_fault *f, const struct mock_request *r, uint64_t number)
{
    return (f->request == 0 || f->request == (int64_t)number) &&
           (f->turn < 0 || f->turn == (int64_t)r->turn) &&
           (f->every <= 1 || number % (uint64_t)f->every == 0);
}

static const struct mock_fault *pick(struct mock_fault_state *s, const struct mock_faults *list,
                                     const struct mock_request *r, uint64_t number)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_due(&list->at[i], r, number) && use(s, &list->at[i], r->conversation))
            return &list->at[i];
    return NULL;
}

const struct mock_fault *mock_fault_pick(struct mock_fault_state *s, const struct mock_request *r,
                                         uint64_t number)
{
    const struct mock_faults *lists[] = { &mock_request_answer(r)->faults, &r->rule->faults,
                                          &r->script->faults };
    const struct mock_fault  *found = NULL;

    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < KC_COUNT(lists) && !found; i++)
        found = pick(s, lists[i], r, number);
    pthread_mutex_unlock(&s->lock);
    return found;
}

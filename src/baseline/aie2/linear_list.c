/* List scheduling of a region: free instructions around those that loops have pinned.
 *
 * Instructions of the loop before are pinned from the start, those of the loop behind from the
 * end; the region's length is tried from its lower bound on.  Free instructions are placed in the
 * order of their latest cycle, each as early as it fits, or backwards, each as late as it fits.
 */
#include "baseline/aie2/linear_ir.h"

enum { LENGTH_MORE = 4096, PINS_MORE = 200 };

struct lister {
    struct aie2_linear *l;
    struct lin_region  *r;
    struct lin_graph    g;
    uint32_t           *item;            /* of an instruction of the graph */
    int                *early, *late;    /* bounds by dependences */
    int                *time;            /* of what is placed */
    uint32_t           *waiting, *ready; /* unplaced neighbours; candidates */
    struct lin_table    table;
    int                 length, jump;
    int                 refused; /* lengths for which pinned instructions meet */
};

struct lin_item *lin_region_add(struct aie2_linear *l, struct lin_region *r,
                                const struct lin_op *op)
{
    r->item = aie2_grow(l->arena, r->item, r->count, &r->room, sizeof *r->item);
    r->item[r->count] = (struct lin_item){ .op = op, .emit = true };
    return &r->item[r->count++];
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

static struct lin_item *item_of(const struct lister *s, size_t i)
{
    return &s->r->item[s->item[i]];
}

/* Cycles from the issue of a free instruction to the end of the region. */
static int tail_of(const struct lister *s, const struct lin_op *op)
{
    int tail = max(op->tail, op->span - s->r->beyond);

    if (s->r->drained)
        tail = max(tail, op->span);
    if (op->order == LIN_LOCK && s->jump)
        tail = max(tail, -s->jump + 1); /* not in delay slots */
    return tail;
}

/* ---- bounds ------------------------------------------------------------------------------- */

static void find_early(struct lister *s)
{
    for (size_t i = 0; i < s->g.count; i++) {
        const struct lin_item *item = item_of(s, i);

        s->early[i] = item->pin == LIN_FROM_START ? item->time : item->earliest;
        if (item->pin == LIN_FROM_END)
            s->early[i] = -LENGTH_MORE;
        if (item->pin == LIN_FROM_START)
            continue;
        for (uint32_t e = s->g.in_at[i]; e < s->g.in_at[i + 1]; e++) {
            const struct lin_edge *edge = &s->g.edge[s->g.in[e]];

            s->early[i] = max(s->early[i], s->early[edge->from] + edge->latency);
        }
    }
}

/* The shortest length that bounds allow. */
static int least_length(const struct lister *s)
{
    int length = s->r->least;

    for (size_t i = 0; i < s->g.count; i++) {
        const struct lin_item *item = item_of(s, i);

        if (item->pin == LIN_FREE)
            length = max(length, s->early[i] + tail_of(s, item->op));
        if (item->pin == LIN_FROM_END)
            length = max(length, s->early[i] - item->time);
    }
    for (size_t i = 0; i < s->r->count; i++) {
        const struct lin_item *item = &s->r->item[i];

        if (item->pin == LIN_FROM_START && item->emit)
            length = max(length, item->time + 1);
        if (item->pin == LIN_FROM_START)
            length = max(length, item->time + item->op->span - (s->r->drained ? 0 : s->r->beyond));
        if (item->pin == LIN_FROM_END && item->emit)
            length = max(length, -item->time);
    }
    return length;
}

static void find_late(struct lister *s)
{
    for (size_t i = s->g.count; i-- > 0;) {
        const struct lin_item *item = item_of(s, i);

        s->late[i] = s->length - tail_of(s, item->op);
        if (item->pin == LIN_FROM_START)
            s->late[i] = item->time;
        if (item->pin == LIN_FROM_END)
            s->late[i] = s->length + item->time;
        if (item->pin != LIN_FREE)
            continue;
        for (uint32_t e = s->g.out_at[i]; e < s->g.out_at[i + 1]; e++) {
            const struct lin_edge *edge = &s->g.edge[s->g.out[e]];

            s->late[i] = min(s->late[i], s->late[edge->to] - edge->latency);
        }
    }
}

/* ---- placing ------------------------------------------------------------------------------ */

static bool add_pinned(struct lister *s)
{
    lin_table_clear(&s->table);
    for (size_t i = 0; i < s->r->count; i++) {
        const struct lin_item *item = &s->r->item[i];
        const int time = item->pin == LIN_FROM_END ? s->length + item->time : item->time;

        if (item->pin != LIN_FREE && !lin_table_add(&s->table, item->op, item->choice, time))
            return false;
    }
    return true;
}

/* Whether candidate a goes first. */
static bool before(const struct lister *s, bool backward, uint32_t a, uint32_t b)
{
    if (s->r->window)
        return a < b;
    if (backward)
        return s->early[a] != s->early[b] ? s->early[a] > s->early[b] : a > b;
    return s->late[a] != s->late[b] ? s->late[a] < s->late[b] : a < b;
}

static size_t pick(const struct lister *s, bool backward, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++)
        if (before(s, backward, s->ready[i], s->ready[best]))
            best = i;
    return best;
}

/* The window that placed neighbours leave. */
static void window(const struct lister *s, uint32_t i, int *from, int *to)
{
    *from = s->early[i];
    *to = s->late[i];
    for (uint32_t e = s->g.in_at[i]; e < s->g.in_at[i + 1]; e++) {
        const struct lin_edge *edge = &s->g.edge[s->g.in[e]];

        if (s->time[edge->from] != INT32_MIN)
            *from = max(*from, s->time[edge->from] + edge->latency);
    }
    for (uint32_t e = s->g.out_at[i]; e < s->g.out_at[i + 1]; e++) {
        const struct lin_edge *edge = &s->g.edge[s->g.out[e]];

        if (s->time[edge->to] != INT32_MIN)
            *to = min(*to, s->time[edge->to] - edge->latency);
    }
}

/* The issue of the instruction that stands a window in front. */
static int window_floor(const struct lister *s, uint32_t i)
{
    const uint32_t window = (uint32_t)s->r->window;

    if (window == 0 || i < window || item_of(s, i - window)->pin != LIN_FREE)
        return INT32_MIN;
    return s->time[i - window];
}

static bool place(struct lister *s, uint32_t i, bool backward)
{
    struct lin_item *item = item_of(s, i);
    int              from, to;

    window(s, i, &from, &to);
    from = max(from, window_floor(s, i));
    for (int n = 0; n <= to - from; n++) {
        const int     time = backward ? to - n : from + n;
        const uint8_t choice = lin_table_place(&s->table, item->op, time);

        if (choice < LIN_CHOICES) {
            item->choice = choice;
            s->time[i] = time;
            return true;
        }
    }
    return false;
}

/* Free neighbours that must be placed before each instruction, and those that wait for none. */
static size_t start_ready(struct lister *s, bool backward)
{
    size_t count = 0;

    for (uint32_t i = 0; i < s->g.count; i++) {
        const uint32_t *at = backward ? s->g.out_at : s->g.in_at;
        const uint32_t *list = backward ? s->g.out : s->g.in;

        s->waiting[i] = 0;
        s->time[i] = item_of(s, i)->pin == LIN_FREE ? INT32_MIN : s->late[i];
        if (item_of(s, i)->pin != LIN_FREE)
            continue;
        for (uint32_t e = at[i]; e < at[i + 1]; e++) {
            const struct lin_edge *edge = &s->g.edge[list[e]];

            s->waiting[i] += item_of(s, backward ? edge->to : edge->from)->pin == LIN_FREE;
        }
        if (s->waiting[i] == 0)
            s->ready[count++] = i;
    }
    return count;
}

static size_t wake(struct lister *s, uint32_t i, bool backward, size_t count)
{
    const uint32_t *at = backward ? s->g.in_at : s->g.out_at;
    const uint32_t *list = backward ? s->g.in : s->g.out;

    for (uint32_t e = at[i]; e < at[i + 1]; e++) {
        const struct lin_edge *edge = &s->g.edge[list[e]];
        const uint32_t         other = backward ? edge->from : edge->to;

        if (item_of(s, other)->pin == LIN_FREE && --s->waiting[other] == 0)
            s->ready[count++] = other;
    }
    return count;
}

static bool try_length(struct lister *s, int length)
{
    const bool backward = s->l->tune.backward && !s->r->window;
    size_t     count;

    s->length = length;
    if (!add_pinned(s)) {
        s->refused++;
        return false;
    }
    find_late(s);
    count = start_ready(s, backward);
    while (count > 0) {
        const size_t   best = pick(s, backward, count);
        const uint32_t i = s->ready[best];

        if (!place(s, i, backward))
            return false;
        s->ready[best] = s->ready[--count];
        count = wake(s, i, backward, count);
    }
    return true;
}

/* ---- the region --------------------------------------------------------------------------- */

static void collect(struct lister *s)
{
    struct aie2_linear   *l = s->l;
    const struct lin_op **op = kc_arena_array(l->arena, const struct lin_op *, s->r->count + 1);
    bool                 *many = kc_arena_array(l->arena, bool, s->r->count + 1);
    size_t                count = 0;

    s->item = kc_arena_array(l->arena, uint32_t, s->r->count + 1);
    for (size_t i = 0; i < s->r->count; i++) {
        if (s->r->item[i].op->jump && s->r->item[i].pin == LIN_FROM_END)
            s->jump = s->r->item[i].time;
        if (s->r->item[i].shadow)
            continue;
        s->item[count] = (uint32_t)i;
        many[count] = s->r->item[i].pin != LIN_FREE;
        op[count++] = s->r->item[i].op;
    }
    lin_graph_build(l, op, count, false, many, &s->g);
    s->early = kc_arena_array(l->arena, int, count + 1);
    s->late = kc_arena_array(l->arena, int, count + 1);
    s->time = kc_arena_array(l->arena, int, count + 1);
    s->waiting = kc_arena_array(l->arena, uint32_t, count + 1);
    s->ready = kc_arena_array(l->arena, uint32_t, count + 1);
}

static void take_times(struct lister *s)
{
    s->r->length = s->length;
    for (size_t i = 0; i < s->g.count; i++)
        if (item_of(s, i)->pin == LIN_FREE)
            item_of(s, i)->time = s->time[i];
    for (size_t i = 0; i < s->r->count; i++)
        if (s->r->item[i].pin == LIN_FROM_END)
            s->r->item[i].time += s->length;
}

bool lin_region_schedule(struct aie2_linear *l, struct lin_region *r)
{
    struct lister s = { .l = l, .r = r };
    int           least;

    if (r->count > LIN_ITEMS) {
        lin_error(l, 0, "a stretch of code has more than %d instructions; use loops", LIN_ITEMS);
        return false;
    }
    if (l->tune.window)
        r->window = l->tune.window;
    collect(&s);
    find_early(&s);
    least = least_length(&s);
    lin_table_init(l, &s.table, -LIN_REACH, least + LENGTH_MORE + 2 * LIN_REACH, 0);
    for (int length = least; length < least + LENGTH_MORE && s.refused < PINS_MORE; length++) {
        s.table.rows = length + 3 * LIN_REACH;
        if (try_length(&s, length)) {
            take_times(&s);
            return true;
        }
    }
    lin_error(l, r->count ? r->item[0].op->line : 0, "no schedule was found for this stretch");
    return false;
}

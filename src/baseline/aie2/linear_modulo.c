/* Iterative modulo scheduling: trips of a loop begin every so many cycles.
 *
 * The interval is tried from its lower bound on.  Instructions are placed in the order of their
 * height, between the bounds that placed neighbours leave; one that finds no cycle takes one by
 * force and sends away whatever is in its way, as long as the budget lasts.  Reads of a value
 * must come before the next trip's value lands in the same register: those edges keep every
 * lifetime below one interval, so that no copies of registers are needed.  Loop bodies whose
 * values live longer are unrolled.
 */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

enum {
    BUDGET = 8,
    UNPLACED = INT32_MIN,
    WINDOWS = 3,
    SMALL = 100, /* instructions of a body that is worth several orders */
    SHAKINGS = 6,
};

struct modulo {
    struct aie2_linear         *l;
    const struct lin_op *const *op;
    size_t                      count;
    struct lin_graph            g;
    struct lin_table            table;
    int                        *height, *time, *last;
    int                        *early; /* cycles before which instructions are not wanted */
    uint8_t                    *choice;
    int                         interval, stages_most;
};

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* ---- bounds ------------------------------------------------------------------------------- */

/* Uses of each slot and unit by instructions without a choice. */
int lin_resource_bound(const struct lin_op *const *op, size_t count)
{
    int slots[AIE2_SLOT_COUNT] = { 0 }, units[AIE2_UNIT_COUNT] = { 0 }, bound = 1;

    for (size_t i = 0; i < count; i++) {
        if (op[i]->choices != 1)
            continue;
        slots[op[i]->choice[0].form->slot]++;
        for (size_t k = 0; k < op[i]->choice[0].timing->use_count; k++)
            if (!op[i]->choice[0].timing->use[k].shared)
                units[op[i]->choice[0].timing->use[k].unit] +=
                    op[i]->choice[0].timing->use[k].cycles;
    }
    slots[AIE2_SLOT_ALU] += slots[AIE2_SLOT_LNG];
    slots[AIE2_SLOT_MV] += slots[AIE2_SLOT_LNG];
    for (size_t i = 0; i < AIE2_SLOT_COUNT; i++)
        bound = max(bound, slots[i]);
    for (size_t i = 0; i < AIE2_UNIT_COUNT; i++)
        bound = max(bound, units[i]);
    return bound;
}

/* The longest way to the end of a trip; false when dependences do not allow the interval. */
static bool find_heights(struct modulo *m)
{
    bool again = true;

    memset(m->height, 0, sizeof *m->height * m->count);
    for (size_t round = 0; again && round <= m->count + 1; round++) {
        again = false;
        for (size_t e = m->g.edges; e-- > 0;) {
            const struct lin_edge *edge = &m->g.edge[e];
            const int height = m->height[edge->to] + edge->latency - m->interval * edge->distance;

            if (height > m->height[edge->from]) {
                m->height[edge->from] = height;
                again = true;
            }
        }
    }
    return !again;
}

/* ---- placing ------------------------------------------------------------------------------ */

struct range {
    int  from, to;
    bool before, behind; /* whether placed neighbours bound it */
};

static struct range range_of(const struct modulo *m, size_t i)
{
    struct range r = { m->early[i], m->stages_most * m->interval - 1, false, false };

    for (uint32_t e = m->g.in_at[i]; e < m->g.in_at[i + 1]; e++) {
        const struct lin_edge *edge = &m->g.edge[m->g.in[e]];

        if (edge->from == i || m->time[edge->from] == UNPLACED)
            continue;
        r.from = max(r.from, m->time[edge->from] + edge->latency - m->interval * edge->distance);
        r.before |= edge->distance == 0;
    }
    for (uint32_t e = m->g.out_at[i]; e < m->g.out_at[i + 1]; e++) {
        const struct lin_edge *edge = &m->g.edge[m->g.out[e]];

        if (edge->to == i || m->time[edge->to] == UNPLACED)
            continue;
        r.to = min(r.to, m->time[edge->to] - edge->latency + m->interval * edge->distance);
        r.behind |= edge->distance == 0;
    }
    return r;
}

/* A part-word store in the last bundle of a short loop is lost. */
static bool allowed(const struct modulo *m, const struct lin_op *op, int time)
{
    return !op->choice[0].form->memory_stage[1] || time % m->interval != m->interval - 1;
}

static bool place_at(struct modulo *m, size_t i, int time)
{
    const uint8_t choice =
        allowed(m, m->op[i], time) ? lin_table_place(&m->table, m->op[i], time) : LIN_CHOICES;

    if (choice == LIN_CHOICES)
        return false;
    m->choice[i] = choice;
    m->time[i] = m->last[i] = time;
    return true;
}

static bool place_freely(struct modulo *m, size_t i, const struct range *r)
{
    const bool backward = r->behind && !r->before;
    const int  width = min(r->to - r->from, m->interval - 1);

    for (int n = 0; n <= width; n++)
        if (place_at(m, i, backward ? r->to - n : r->from + n))
            return true;
    return false;
}

static void send_away(struct modulo *m, size_t i)
{
    lin_table_remove(&m->table, m->op[i], m->choice[i], m->time[i]);
    m->time[i] = UNPLACED;
}

/* Whether a placed neighbour is violated by i at its time. */
static bool violated(const struct modulo *m, const struct lin_edge *edge)
{
    return m->time[edge->from] != UNPLACED && m->time[edge->to] != UNPLACED &&
           edge->from != edge->to &&
           m->time[edge->to] < m->time[edge->from] + edge->latency - m->interval * edge->distance;
}

static void send_neighbours(struct modulo *m, size_t i)
{
    for (uint32_t e = m->g.in_at[i]; e < m->g.in_at[i + 1]; e++)
        if (violated(m, &m->g.edge[m->g.in[e]]))
            send_away(m, m->g.edge[m->g.in[e]].from);
    for (uint32_t e = m->g.out_at[i]; e < m->g.out_at[i + 1]; e++)
        if (violated(m, &m->g.edge[m->g.out[e]]))
            send_away(m, m->g.edge[m->g.out[e]].to);
}

/* Whether i fits at a time once k is gone; k stays gone then. */
static bool helps(struct modulo *m, size_t k, size_t i, int time)
{
    lin_table_remove(&m->table, m->op[k], m->choice[k], m->time[k]);
    if (place_at(m, i, time)) {
        m->time[k] = UNPLACED;
        return true;
    }
    lin_table_add(&m->table, m->op[k], m->choice[k], m->time[k]);
    return false;
}

/* Sends instructions away until i fits: one that suffices, or everything around. */
static bool make_room(struct modulo *m, size_t i, int time)
{
    for (size_t k = 0; k < m->count; k++)
        if (k != i && m->time[k] != UNPLACED && helps(m, k, i, time))
            return true;
    for (size_t k = m->count; k-- > 0;) {
        if (k == i || m->time[k] == UNPLACED)
            continue;
        send_away(m, k);
        if (place_at(m, i, time))
            return true;
    }
    return false;
}

/* The highest instruction without a place; count: all have one. */
static size_t next_up(const struct modulo *m)
{
    size_t best = m->count;

    for (size_t i = 0; i < m->count; i++)
        if (m->time[i] == UNPLACED && (best == m->count || m->height[i] > m->height[best]))
            best = i;
    return best;
}

static bool force(struct modulo *m, size_t i, const struct range *r)
{
    int time = r->from;

    if (m->last[i] != UNPLACED && time <= m->last[i])
        time = m->last[i] + 1;
    if (time >= m->stages_most * m->interval)
        time = r->from;
    if (time >= m->stages_most * m->interval || !allowed(m, m->op[i], time) ||
        !make_room(m, i, time))
        return false;
    send_neighbours(m, i);
    return true;
}

/* Another order of instructions that are about equally high; the same on every machine. */
static void shake(struct modulo *m, unsigned shaking)
{
    uint32_t state = shaking * 2654435761u;

    for (size_t i = 0; i < m->count; i++) {
        state = state * 1664525u + 1013904223u;
        m->height[i] = 4 * m->height[i] + (shaking ? (int)(state >> 29) : 0);
    }
}

static bool place_all(struct modulo *m, int interval)
{
    size_t budget = BUDGET * m->count;

    lin_table_init(m->l, &m->table, 0, interval, interval);
    for (size_t i = 0; i < m->count; i++)
        m->time[i] = m->last[i] = UNPLACED;
    for (size_t i = next_up(m); i < m->count; i = next_up(m)) {
        const struct range r = range_of(m, i);

        if (budget-- == 0 || (!place_freely(m, i, &r) && !force(m, i, &r)))
            return false;
    }
    return true;
}

static bool try_interval(struct modulo *m, int interval)
{
    const unsigned shakings = m->count < SMALL ? SHAKINGS : 1;

    m->interval = interval;
    for (unsigned shaking = 0; shaking < shakings; shaking++) {
        if (!find_heights(m))
            return false;
        shake(m, shaking);
        if (place_all(m, interval))
            return true;
    }
    return false;
}

/* ---- results ------------------------------------------------------------------------------ */

static void take_kernel(struct modulo *m, struct lin_kernel *k)
{
    int first = INT32_MAX, last = 0;

    k->place = kc_arena_array(m->l->arena, struct lin_place, m->count + 1);
    k->count = m->count;
    k->interval = m->interval;
    for (size_t i = 0; i < m->count; i++)
        first = min(first, m->time[i]);
    for (size_t i = 0; i < m->count; i++) {
        k->place[i] = (struct lin_place){ m->op[i], m->time[i] - first, m->choice[i] };
        last = max(last, m->time[i] - first);
    }
    k->stages = last / m->interval + 1;
}

/* Cycles of list schedules that look ahead only so far: fewer values live at a time. */
static const int windows[WINDOWS] = { 0, 24, 10 };

static void find_guides(struct modulo *m, int **guide)
{
    for (size_t w = 1; w < WINDOWS; w++) {
        struct lin_kernel plain;

        guide[w] = NULL;
        if (m->count < (size_t)windows[w] || !lin_plain(m->l, m->op, m->count, windows[w], &plain))
            continue;
        guide[w] = kc_arena_array(m->l->arena, int, m->count + 1);
        for (size_t i = 0; i < m->count; i++)
            guide[w][i] = plain.place[i].time;
    }
}

enum outcome { FITS, NO_SCHEDULE, NO_REGISTERS };

/* One interval: first in any order, then ever closer to the order of the source. */
static enum outcome try_orders(struct modulo *m, int interval, int **guide,
                               struct lin_kernel *kernel)
{
    for (size_t w = 0; w < WINDOWS; w++) {
        if (w > 0 && !guide[w])
            continue;
        m->early = guide[w];
        if (!try_interval(m, interval)) {
            if (w == 0)
                return NO_SCHEDULE;
            continue;
        }
        take_kernel(m, kernel);
        if (lin_kernel_fits(m->l, kernel))
            return FITS;
        if (w == 0 && !guide[1])
            find_guides(m, guide);
    }
    return NO_REGISTERS;
}

bool lin_modulo(struct aie2_linear *l, const struct lin_op *const *op, size_t count,
                int stages_most, int interval_below, int patience, struct lin_kernel *kernel)
{
    struct modulo m = { .l = l, .op = op, .count = count, .stages_most = stages_most };
    const int     bound = lin_resource_bound(op, count);
    int          *guide[WINDOWS] = { kc_arena_array(l->arena, int, count + 1) };

    lin_graph_build(l, op, count, true, NULL, &m.g);
    m.height = kc_arena_array(l->arena, int, count + 1);
    m.time = kc_arena_array(l->arena, int, count + 1);
    m.last = kc_arena_array(l->arena, int, count + 1);
    m.choice = kc_arena_alloc(l->arena, count + 1);
    for (int interval = bound; interval < interval_below && patience > 0;) {
        const enum outcome outcome = try_orders(&m, interval, guide, kernel);

        if (outcome == FITS)
            return true;
        patience -= outcome == NO_REGISTERS;
        interval += 1 + (outcome == NO_REGISTERS ? interval / 12 : (interval - bound) / 20);
    }
    return false;
}

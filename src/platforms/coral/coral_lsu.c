/* The load/store unit: one slot behind a queue of four, one 16-byte line at a time (9.5, 9b). */
#include "platforms/coral/coral_cycles.h"

#include <string.h>

void coral_lsu_push(struct coral_cycles *c, const struct coral_event *e, uint8_t rb)
{
    struct coral_lsu    *l = &c->lsu;
    struct coral_access *a = &l->queue[(l->head + l->count) % CORAL_LSU_QUEUE];

    a->kind = e->timing->kind;
    a->reg = a->kind == CORAL_PACE_FLOAD ? e->timing->fdest : e->timing->dest;
    a->lines = e->lines;
    a->place = e->place;
    a->rb = rb;
    a->pc = e->pc;
    if (a->kind == CORAL_PACE_VLOAD || a->kind == CORAL_PACE_VSTORE) {
        a->regs = e->vop->regs;
        a->sub = e->vop->sub;
        memcpy(a->vlines, e->vop->lines, sizeof a->vlines);
    }
    if (l->count++ == 0 && !l->busy && l->next <= c->t)
        l->next = c->t + 1;
}

/* Bus cycles of reading so many lines. */
static uint64_t read_cycles(struct coral_cycles *c, uint64_t first, uint8_t place, uint64_t lines)
{
    uint64_t cost = lines;

    if (place == CORAL_IN_ITCM) {
        c->lsu.itcm_from = first;
        c->lsu.itcm_to = first + lines - 1;
    } else if (place == CORAL_IN_EXT) {
        cost = lines * (1 + c->config.read_latency);
        if (!c->lsu.read_before)
            cost += c->config.first_access;
        c->lsu.read_before = true;
    }
    return cost;
}

static uint64_t write_cycles(struct coral_cycles *c, uint8_t place, uint64_t lines)
{
    uint64_t cost = lines;

    if (place == CORAL_IN_EXT) {
        cost = lines * (2 + c->config.write_latency);
        if (!c->lsu.wrote_before)
            cost += c->config.first_access;
        c->lsu.wrote_before = true;
    }
    return cost;
}

/* A scalar access: all its times are known when the slot takes it. */
static void run_scalar(struct coral_cycles *c, const struct coral_access *a)
{
    if (a->kind == CORAL_PACE_STORE) {
        c->lsu.next = c->t + write_cycles(c, a->place, a->lines) + 1;
        c->rb[a->rb].done = c->lsu.next;
        return;
    }
    const uint64_t back = c->t + read_cycles(c, c->t + 1, a->place, a->lines) + 2;

    if (a->kind == CORAL_PACE_FLOAD)
        c->fready[a->reg] = back + 1;
    else if (a->reg)
        c->ready[a->reg] = back;
    c->rb[a->rb].done = back;
    c->lsu.next = back + 1;
}

static void take(struct coral_cycles *c)
{
    struct coral_lsu *l = &c->lsu;

    l->now = l->queue[l->head];
    l->head = (l->head + 1) % CORAL_LSU_QUEUE;
    l->count--;
    if (l->now.kind != CORAL_PACE_VLOAD && l->now.kind != CORAL_PACE_VSTORE) {
        run_scalar(c, &l->now);
        return;
    }
    l->busy = true;
    l->reg = l->updates = 0;
    l->next = c->t + 1;
}

/* The cycle of the register's write-back or acknowledge, all its uops being there. */
static uint64_t run_register(struct coral_cycles *c)
{
    struct coral_lsu *l = &c->lsu;
    const uint64_t    lines = l->now.vlines[l->reg];

    if (lines == 0)
        return c->t + 1;
    if (l->now.kind == CORAL_PACE_VLOAD)
        return c->t + read_cycles(c, c->t + 1, l->now.place, lines) + 2;
    return c->t + write_cycles(c, l->now.place, lines) + 1;
}

static void finish_register(struct coral_cycles *c)
{
    struct coral_lsu *l = &c->lsu;
    const uint64_t    end = run_register(c);

    for (uint32_t i = 0; i < l->updates; i++)
        c->vector.rob[l->rob[i]].done = end + 2;
    if (l->now.kind == CORAL_PACE_VSTORE) {
        l->stored_at = end + 1;
        l->stored_pc = l->now.pc;
    }
    l->updates = 0;
    l->next = end + 1;
    l->busy = ++l->reg < l->now.regs;
}

/* Consumes one uop of the vector LSU station, if there is one. */
static void update(struct coral_cycles *c)
{
    struct coral_lsu     *l = &c->lsu;
    struct coral_station *s = &c->vector.station[CORAL_VLSU_UNIT];

    if (s->count == 0) {
        l->next = c->t + 1;
        return;
    }
    l->rob[l->updates++] = s->entry[s->head].rob;
    s->head = (s->head + 1) % CORAL_STATION_RING;
    s->count--;
    if (l->updates < l->now.sub)
        l->next = c->t + 1;
    else
        finish_register(c);
}

void coral_lsu_cycle(struct coral_cycles *c)
{
    struct coral_lsu *l = &c->lsu;

    if (c->t >= l->stored_at) {
        coral_complete_by_pc(c, l->stored_pc, CORAL_PACE_VSTORE);
        l->stored_at = CORAL_NEVER;
    }
    if (c->t < l->next)
        return;
    if (l->busy)
        update(c);
    else if (l->count)
        take(c);
}

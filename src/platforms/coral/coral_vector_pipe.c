/* The vector pipeline from command queue to retirement (9.6). */
#include "platforms/coral/coral_cycles.h"

enum {
    DECODE_INSNS = 2,
    DECODE_UOPS = 6,
    DISPATCH_UOPS = 3,
    READ_PORTS = 6,
    RETIRE_UOPS = 4,
    NO_ROB = 255,
};

void coral_vector_push(struct coral_vector *v, const struct coral_vop *op, uint32_t pc)
{
    const uint32_t at = (v->cq_head + v->cq_count + v->entering) % CORAL_CQ_RING;

    v->cq[at] = *op;
    v->cq_pc[at] = pc;
    v->cq_at[at] = 0;
    v->entering++;
}

/* ---- retire ----------------------------------------------------------------------------- */

/* What the retirement buffer sees: the first four entries, finished or not in order (9.4). */
static void report_finished(struct coral_cycles *c)
{
    const struct coral_vector *v = &c->vector;

    for (uint32_t i = 0; i < v->rob_count && i < RETIRE_UOPS; i++) {
        const struct coral_reorder *e = &v->rob[(v->rob_head + i) % CORAL_ROB];

        if (e->done <= c->t && e->last && !e->stores)
            coral_complete_by_pc(c, e->pc, e->load ? CORAL_PACE_VLOAD : CORAL_PACE_VECTOR);
    }
}

void coral_vector_retire(struct coral_cycles *c)
{
    struct coral_vector *v = &c->vector;

    v->stored = 0;
    for (uint32_t i = 0; i < v->rob_count; i++)
        v->stored |= v->rob[(v->rob_head + i) % CORAL_ROB].stores;
    report_finished(c);
    for (uint32_t n = 0; n < RETIRE_UOPS && v->rob_count; n++) {
        const struct coral_reorder *e = &v->rob[v->rob_head];

        if (e->done > c->t || (e->scalar && n > 0))
            return;
        v->rob_head = (v->rob_head + 1) % CORAL_ROB;
        v->rob_count--;
        if (e->scalar) {
            if (e->rd)
                c->ready[e->rd] = c->t;
            return;
        }
    }
}

/* ---- units ------------------------------------------------------------------------------ */

static void finish(struct coral_vector *v, uint8_t rob, uint64_t done)
{
    if (rob != NO_ROB)
        v->rob[rob].done = done;
}

static void leave(struct coral_station *s)
{
    s->head = (s->head + 1) % CORAL_STATION_RING;
    s->count--;
}

/* ALU and MUL: two per cycle. */
static void run_pair(struct coral_cycles *c, enum coral_vunit unit, uint64_t latency)
{
    struct coral_station *s = &c->vector.station[unit];

    for (int n = 0; n < 2 && s->count; n++) {
        finish(&c->vector, s->entry[s->head].rob, c->t + latency + s->entry[s->head].late);
        leave(s);
    }
}

/* n results, one per cycle, once all n uops are there; then the entries leave one per cycle, the
 * first together with the last result. */
static void run_permute(struct coral_cycles *c, struct coral_station *s)
{
    const uint32_t n = s->entry[s->head].n;

    if (c->vector.permuted < n) {
        const uint32_t at = (s->head + c->vector.permuted) % CORAL_STATION_RING;

        if (s->count < n)
            return;
        finish(&c->vector, s->entry[at].rob, c->t + 2);
        if (++c->vector.permuted < n)
            return;
        c->vector.leaving = n;
    }
    leave(s);
    if (--c->vector.leaving == 0)
        c->vector.permuted = 0;
}

static void run_permute_unit(struct coral_cycles *c)
{
    struct coral_station *s = &c->vector.station[CORAL_VPT_UNIT];

    if (s->count == 0 || s->free_at > c->t)
        return;
    if (c->vector.leaving) {
        leave(s);
        if (--c->vector.leaving == 0)
            c->vector.permuted = 0;
        return;
    }
    const uint16_t flags = s->entry[s->head].flags;

    if (flags & CORAL_PERMUTE) {
        run_permute(c, s);
        return;
    }
    finish(&c->vector, s->entry[s->head].rob, c->t + (flags & CORAL_TWICE ? 3 : 2));
    s->free_at = c->t + (flags & CORAL_TWICE ? 2 : 1);
    leave(s);
}

static void run_divider(struct coral_cycles *c)
{
    struct coral_station *s = &c->vector.station[CORAL_VDIV_UNIT];

    if (s->count == 0 || s->free_at > c->t)
        return;
    s->free_at = c->t + s->entry[s->head].busy;
    finish(&c->vector, s->entry[s->head].rob, s->free_at);
    leave(s);
}

/* ---- dispatch --------------------------------------------------------------------------- */

static uint8_t enter_rob(struct coral_vector *v, const struct coral_uop *u)
{
    const uint32_t at = (v->rob_head + v->rob_count) % CORAL_ROB;

    if (!u->enters_rob)
        return NO_ROB;
    v->rob[at] = (struct coral_reorder){
        CORAL_NEVER, u->writes, u->stores, u->pc, u->rd, u->last, (u->flags & CORAL_SCALAR) != 0,
        u->load
    };
    v->rob_count++;
    return (uint8_t)at;
}

static void enter_station(struct coral_vector *v, const struct coral_uop *u, uint8_t rob)
{
    struct coral_station *s = &v->station[u->unit];
    const uint32_t        at = (s->head + s->count) % CORAL_STATION_RING;

    s->entry[at].rob = rob;
    s->entry[at].busy = u->busy;
    s->entry[at].late = u->late;
    s->entry[at].n = u->n;
    s->entry[at].flags = u->flags;
    s->count++;
}

static uint32_t unfinished(const struct coral_cycles *c)
{
    const struct coral_vector *v = &c->vector;
    uint32_t                   set = 0;

    for (uint32_t i = 0; i < v->rob_count; i++) {
        const struct coral_reorder *e = &v->rob[(v->rob_head + i) % CORAL_ROB];

        set |= e->done > c->t ? e->writes : 0;
    }
    return set;
}

/* Up to three uops to their stations.  room[]: at the start of the cycle. */
static void dispatch(struct coral_cycles *c, const uint32_t *held)
{
    struct coral_vector *v = &c->vector;
    const uint32_t       rob_held = v->rob_count;
    uint32_t             busy = unfinished(c), stored = v->stored, ports = 0;

    for (uint32_t n = 0; n < DISPATCH_UOPS && v->uq_count; n++) {
        const struct coral_uop *u = &v->uq[v->uq_head];

        if (rob_held + n >= CORAL_ROB || held[u->unit] + n >= CORAL_STATION)
            return;
        if (u->reads & (busy | stored))
            return;
        ports += u->ports;
        if (n == 2 && ports > READ_PORTS)
            return;
        enter_station(v, u, enter_rob(v, u));
        busy |= u->writes;
        stored |= u->stores;
        v->uq_head = (v->uq_head + 1) % CORAL_UQ_RING;
        v->uq_count--;
    }
}

/* ---- decode ----------------------------------------------------------------------------- */

static uint32_t one(unsigned reg)
{
    return UINT32_C(1) << (reg & 31);
}

/* uop k of a load or store: its register, and for indexed ones the index register.  Of several uops
 * for one register the last one counts as the writer or storer: the others would wait for it. */
static void lsu_uop(const struct coral_vop *op, uint32_t k, struct coral_uop *u)
{
    const uint32_t r = k / op->sub, data = one(op->reg[r]);
    const bool     store = op->flags & CORAL_VSTORES, complete = k % op->sub + 1u == op->sub;

    u->load = !store;
    if (store) {
        u->reads |= data;
        u->ports++;
    }
    if (complete)
        *(store ? &u->stores : &u->writes) = data;
    if (op->flags & CORAL_READS_VS2) {
        const uint32_t group = r / op->fields;

        u->reads |=
            one(op->vs2 + (op->sub > 1 ? group * op->sub + k % op->sub : group >> op->vs2_shift));
        u->ports++;
    }
}

static void plain_uop(const struct coral_vop *op, uint32_t k, struct coral_uop *u)
{
    if (op->flags & CORAL_READS_VS2)
        u->reads |= one(op->vs2 + (k >> op->vs2_shift));
    const bool reads_vs1 =
        (op->flags & CORAL_READS_VS1) && (u->last || !(op->flags & CORAL_VS1_LAST));
    const bool reads_vd = op->flags & CORAL_READS_VD;

    if (reads_vs1)
        u->reads |= one(op->vs1 + (k >> op->vs1_shift));
    if (reads_vd)
        u->reads |= one(op->vd + (k >> op->vd_shift));
    u->ports = (uint8_t)((op->flags & CORAL_READS_VS2) + reads_vs1 + reads_vd);
    if (!(op->flags & CORAL_SCALAR))
        u->writes = one(op->vd + (k >> op->vd_shift));
}

static struct coral_uop uop_of(const struct coral_vop *op, uint32_t k, uint32_t pc)
{
    const bool       last = k + 1 == op->uops;
    struct coral_uop u = { .reads = k == 0 ? op->reads_all | op->reads_first : op->reads_all,
                           .pc = pc,
                           .unit = op->unit,
                           .flags = op->flags,
                           .rd = op->rd,
                           .late = k >= op->late_from,
                           .n = op->uops,
                           .last = last,
                           .enters_rob = last || !(op->flags & CORAL_LAST_ONLY) };

    if (op->unit == CORAL_VLSU_UNIT)
        lsu_uop(op, k, &u);
    else
        plain_uop(op, k, &u);
    if (op->unit == CORAL_VDIV_UNIT)
        u.busy = op->busy[k];
    return u;
}

static void decode(struct coral_vector *v, uint32_t uq_held)
{
    uint32_t wanted = 0, at = v->cq_head, left = DECODE_UOPS;

    for (uint32_t i = 0; i < DECODE_INSNS && i < v->cq_count; i++)
        wanted +=
            (uint32_t)v->cq[(at + i) % CORAL_CQ_RING].uops - v->cq_at[(at + i) % CORAL_CQ_RING];
    if ((wanted < DECODE_UOPS ? wanted : DECODE_UOPS) > CORAL_UQ - uq_held)
        return;
    for (uint32_t i = 0; i < DECODE_INSNS && v->cq_count && left; i++) {
        at = v->cq_head;
        for (; left && v->cq_at[at] < v->cq[at].uops; left--)
            v->uq[(v->uq_head + v->uq_count++) % CORAL_UQ_RING] =
                uop_of(&v->cq[at], v->cq_at[at]++, v->cq_pc[at]);
        if (v->cq_at[at] < v->cq[at].uops)
            return;
        v->cq_head = (v->cq_head + 1) % CORAL_CQ_RING;
        v->cq_count--;
    }
}

void coral_vector_cycle(struct coral_cycles *c)
{
    struct coral_vector *v = &c->vector;
    const uint32_t       uq_held = v->uq_count;
    uint32_t             held[CORAL_VUNITS];

    for (int i = 0; i < CORAL_VUNITS; i++)
        held[i] = v->station[i].count;
    held[CORAL_VLSU_UNIT] = v->lsu_held;
    run_pair(c, CORAL_VALU_UNIT, 1);
    run_pair(c, CORAL_VMUL_UNIT, 2);
    run_permute_unit(c);
    run_divider(c);
    if (v->uq_count)
        dispatch(c, held);
    if (v->cq_count)
        decode(v, uq_held);
    v->cq_count += v->entering;
    v->entering = 0;
}

/* Dependences between instructions in program order, as smallest issue distances.
 *
 * A register is occupied from the cycle in which a value becomes visible until its last read, so
 * a write that lands late may be issued before the old value is read: every distance follows from
 * stages and may be negative.
 */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* What happened last to each storage. */
struct reader {
    uint32_t item;
    int32_t  next; /* in the list of readers since the last write, -1: none */
    uint8_t  stage, bypass;
};

struct builder {
    struct aie2_linear         *l;
    const struct lin_op *const *op;
    struct lin_graph           *g;
    size_t                      count;  /* of one trip */
    int32_t                    *writer; /* item + 1 */
    uint8_t                    *write_stage, *write_bypass;
    int32_t                    *readers; /* first + 1 */
    struct reader              *reader;
    size_t                      reader_count, reader_room;
    bool                       *dead; /* by access, from at[] of the instruction on */
    uint32_t                   *at;
    struct lin_place_in_memory *place; /* by item */
    const bool                 *many;
};

static void add_edge(struct builder *b, size_t from, size_t to, int latency)
{
    struct lin_graph *g = b->g;
    const size_t      n = b->count;

    if (from % n == to % n && from / n == to / n)
        return;
    if (to / n == 0 || from / n == 0) { /* edges inside the second trip are those of the first */
        g->edge = aie2_grow(b->l->arena, g->edge, g->edges, &g->room, sizeof *g->edge);
        g->edge[g->edges++] = (struct lin_edge){ .from = (uint32_t)(from % n),
                                                 .to = (uint32_t)(to % n),
                                                 .latency = (int16_t)latency,
                                                 .distance = (uint16_t)(to / n - from / n) };
    }
}

static bool same_bypass(uint8_t a, uint8_t b)
{
    return a != AIE2_BYPASS_NO && a == b;
}

/* ---- registers ---------------------------------------------------------------------------- */

static void read_storage(struct builder *b, size_t item, const struct lin_access *a)
{
    const uint16_t s = a->storage;

    if (b->writer[s])
        add_edge(b, (size_t)b->writer[s] - 1, item,
                 b->write_stage[s] - a->stage + 1 - same_bypass(b->write_bypass[s], a->bypass));
    b->reader =
        aie2_grow(b->l->arena, b->reader, b->reader_count, &b->reader_room, sizeof *b->reader);
    b->reader[b->reader_count] =
        (struct reader){ (uint32_t)item, b->readers[s] - 1, a->stage, a->bypass };
    b->readers[s] = (int32_t)++b->reader_count;
}

static void write_storage(struct builder *b, size_t item, const struct lin_access *a, bool dead)
{
    const uint16_t s = a->storage;

    for (int32_t i = b->readers[s] - 1; i >= 0; i = b->reader[i].next)
        add_edge(b, b->reader[i].item, item,
                 dead
                     ? b->reader[i].stage
                     : b->reader[i].stage - a->stage + same_bypass(b->reader[i].bypass, a->bypass));
    if (b->writer[s])
        add_edge(b, (size_t)b->writer[s] - 1, item, b->write_stage[s] - a->stage + 1);
    b->readers[s] = 0;
    b->writer[s] = (int32_t)item + 1;
    b->write_stage[s] = a->stage;
    b->write_bypass[s] = a->bypass;
}

static void touch_registers(struct builder *b, size_t item)
{
    const struct lin_op *op = b->op[item % b->count];

    for (size_t i = 0; i < op->access_count; i++)
        if (!op->access[i].write)
            read_storage(b, item, &op->access[i]);
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write)
            write_storage(b, item, &op->access[i], b->dead[b->at[item % b->count] + i]);
}

/* Finds writes that are overwritten before anybody reads them: while such a result is on its way,
 * nobody reads the register, or it would seem to have been meant. */
static void find_dead(struct builder *b, size_t items)
{
    bool  *overwritten = kc_arena_array(b->l->arena, bool, b->l->storages);
    size_t accesses = 0;

    b->at = kc_arena_array(b->l->arena, uint32_t, b->count + 1);
    for (size_t i = 0; i < b->count; i++) {
        b->at[i] = (uint32_t)accesses;
        accesses += b->op[i]->access_count;
    }
    b->dead = kc_arena_array(b->l->arena, bool, accesses + 1);
    for (size_t i = items; i-- > 0;) {
        const struct lin_op *op = b->op[i % b->count];

        for (size_t k = 0; k < op->access_count; k++)
            if (op->access[k].write) {
                b->dead[b->at[i % b->count] + k] = overwritten[op->access[k].storage];
                overwritten[op->access[k].storage] = true;
            }
        for (size_t k = 0; k < op->access_count; k++)
            if (!op->access[k].write)
                overwritten[op->access[k].storage] = false;
    }
}

/* ---- memory and locks --------------------------------------------------------------------- */

static bool may_meet(const struct lin_op *a, const struct lin_op *b, bool other_trip)
{
    if (!((a->memory | b->memory) & LIN_STORES))
        return false;
    if (a->tag && b->tag && a->tag != b->tag && a->scope == b->scope)
        return false; /* names of other functions say nothing about ours */
    return !(other_trip && a->tag && a->tag == b->tag && a->apart && b->apart);
}

/* Loads read before stores of the same cycle write. */
static int memory_latency(const struct lin_op *a, const struct lin_op *b)
{
    int latency = -LIN_REACH;

    if ((a->memory & LIN_STORES) && (b->memory & LIN_LOADS))
        latency = a->store_stage - b->load_stage + 1;
    if ((a->memory & LIN_LOADS) && (b->memory & LIN_STORES) &&
        latency < a->load_stage - b->store_stage)
        latency = a->load_stage - b->store_stage;
    if ((a->memory & LIN_STORES) && (b->memory & LIN_STORES) &&
        latency < a->store_stage - b->store_stage + 1)
        latency = a->store_stage - b->store_stage + 1;
    return latency;
}

/* Whether pointers tell that two accesses never meet. */
static bool known_apart(const struct builder *b, size_t from, size_t to)
{
    if (b->many && (b->many[from] || b->many[to]))
        return false;
    if (from / b->count == to / b->count)
        return lin_apart(&b->place[from], &b->place[to]);
    return lin_apart_always(&b->place[from], &b->place[to - b->count], &b->place[to]);
}

static void order_pair(struct builder *b, size_t from, size_t to)
{
    const struct lin_op *x = b->op[from % b->count], *y = b->op[to % b->count];
    const bool           other_trip = from / b->count != to / b->count;

    if (x->memory && y->memory && may_meet(x, y, other_trip) && !known_apart(b, from, to))
        add_edge(b, from, to, memory_latency(x, y));
    if (x->memory && y->order == LIN_LOCK)
        add_edge(b, from, to, x->store_stage - 1);
    if (x->order == LIN_LOCK && y->memory)
        add_edge(b, from, to, 9 - y->load_stage);
    if (x->order && y->order)
        add_edge(b, from, to, 1);
}

static void order_memory(struct builder *b, size_t items)
{
    uint32_t *list = kc_arena_array(b->l->arena, uint32_t, items + 1);
    size_t    count = 0;

    for (size_t i = 0; i < items; i++) {
        const struct lin_op *op = b->op[i % b->count];

        if (!op->memory && !op->order)
            continue;
        for (size_t k = 0; k < count; k++)
            order_pair(b, list[k], i);
        list[count++] = (uint32_t)i;
    }
}

/* ---- the graph ---------------------------------------------------------------------------- */

static void index_edges(struct aie2_linear *l, struct lin_graph *g)
{
    uint32_t *out_fill, *in_fill;

    g->out_at = kc_arena_array(l->arena, uint32_t, g->count + 2);
    g->in_at = kc_arena_array(l->arena, uint32_t, g->count + 2);
    g->out = kc_arena_array(l->arena, uint32_t, g->edges + 1);
    g->in = kc_arena_array(l->arena, uint32_t, g->edges + 1);
    for (size_t e = 0; e < g->edges; e++) {
        g->out_at[g->edge[e].from + 2]++;
        g->in_at[g->edge[e].to + 2]++;
    }
    for (size_t i = 0; i < g->count; i++) {
        g->out_at[i + 2] += g->out_at[i + 1];
        g->in_at[i + 2] += g->in_at[i + 1];
    }
    out_fill = g->out_at + 1; /* becomes the final table while it is used */
    in_fill = g->in_at + 1;
    for (size_t e = 0; e < g->edges; e++) {
        g->out[out_fill[g->edge[e].from]++] = (uint32_t)e;
        g->in[in_fill[g->edge[e].to]++] = (uint32_t)e;
    }
}

void lin_graph_build(struct aie2_linear *l, const struct lin_op *const *op, size_t count, bool wrap,
                     const bool *many, struct lin_graph *graph)
{
    struct builder b = { .l = l, .op = op, .g = graph, .count = count, .many = many };
    const size_t   items = wrap ? 2 * count : count;

    *graph = (struct lin_graph){ .count = count };
    b.writer = kc_arena_array(l->arena, int32_t, l->storages);
    b.readers = kc_arena_array(l->arena, int32_t, l->storages);
    b.write_stage = kc_arena_alloc(l->arena, l->storages);
    b.write_bypass = kc_arena_alloc(l->arena, l->storages);
    if (count)
        find_dead(&b, items);
    for (size_t i = 0; i < items && count; i++)
        touch_registers(&b, i);
    if (count) {
        b.place = lin_follow_pointers(l, op, count, items);
        order_memory(&b, items);
    }
    index_edges(l, graph);
}

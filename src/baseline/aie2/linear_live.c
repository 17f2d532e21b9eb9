/* What lives through a loop without being touched there: it takes registers from the loop. */
#include "baseline/aie2/linear_ir.h"

#include <string.h>

enum fate { UNKNOWN, WANTED, REPLACED };

/* ---- program order ------------------------------------------------------------------------ */

static size_t count_nodes(const struct lin_node *n)
{
    size_t count = 0;

    for (; n; n = n->next)
        count += 1 + count_nodes(n->body);
    return count;
}

static void number_nodes(struct aie2_linear *l, struct lin_node *n, struct lin_node *outer)
{
    for (; n; n = n->next) {
        n->outer = outer;
        n->begin = (uint32_t)l->orders;
        if (n->kind == LIN_NODE_OP)
            l->order[l->orders++] = n->op;
        number_nodes(l, n->body, n);
        n->end = (uint32_t)l->orders;
    }
}

void lin_number(struct aie2_linear *l, struct lin_node *body)
{
    l->order = kc_arena_array(l->arena, const struct lin_op *, count_nodes(body) + 1);
    l->orders = 0;
    number_nodes(l, body, NULL);
}

/* ---- what comes next ---------------------------------------------------------------------- */

/* Goes on from one place to another: a read wants what is there, a write replaces it. */
static void follow(const struct aie2_linear *l, size_t from, size_t to, uint8_t *fate)
{
    for (size_t i = from; i < to; i++) {
        const struct lin_op *op = l->order[i];

        for (size_t k = 0; k < op->access_count; k++)
            if (!op->access[k].write && fate[op->access[k].storage] == UNKNOWN)
                fate[op->access[k].storage] = WANTED;
        for (size_t k = 0; k < op->access_count; k++)
            if (op->access[k].write && fate[op->access[k].storage] == UNKNOWN)
                fate[op->access[k].storage] = REPLACED;
    }
}

static void join(uint8_t *wanted, const uint8_t *fate, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wanted[i] |= fate[i] == WANTED;
}

uint8_t *lin_live_through(struct aie2_linear *l, const struct lin_node *loop)
{
    uint8_t *wanted = kc_arena_alloc(l->arena, l->storages);
    uint8_t *fate = kc_arena_alloc(l->arena, l->storages);
    uint8_t *again = kc_arena_alloc(l->arena, l->storages);
    size_t   at = loop->end;

    for (const struct lin_node *outer = loop->outer; outer; outer = outer->outer) {
        follow(l, at, outer->end, fate);
        at = outer->end;
        memcpy(again, fate, l->storages); /* the next trip of the loop around */
        follow(l, outer->begin, loop->begin, again);
        join(wanted, again, l->storages);
    }
    follow(l, at, l->orders, fate);
    join(wanted, fate, l->storages);
    return wanted;
}

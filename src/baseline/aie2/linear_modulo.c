/* Loop bodies: a list schedule of one trip, or an iterative modulo schedule of many. */
#include "baseline/aie2/linear_ir.h"

static size_t body_ops(struct aie2_linear *l, const struct lin_node *loop,
                       const struct lin_op ***list)
{
    size_t count = 0;

    for (const struct lin_node *n = loop->body; n; n = n->next)
        count += n->kind == LIN_NODE_OP;
    *list = kc_arena_array(l->arena, const struct lin_op *, count + 1);
    count = 0;
    for (const struct lin_node *n = loop->body; n; n = n->next)
        if (n->kind == LIN_NODE_OP)
            (*list)[count++] = n->op;
    return count;
}

/* One trip after the other, everything complete at the end of each. */
static bool plain_kernel(struct aie2_linear *l, const struct lin_op *const *op, size_t count,
                         struct lin_kernel *kernel)
{
    struct lin_region r = { .drained = true, .least = 1 };

    for (size_t i = 0; i < count; i++)
        lin_region_add(l, &r, op[i]);
    if (!lin_region_schedule(l, &r))
        return false;
    kernel->place = kc_arena_array(l->arena, struct lin_place, count + 1);
    for (size_t i = 0; i < count; i++)
        kernel->place[i] = (struct lin_place){ r.item[i].op, r.item[i].time, r.item[i].choice };
    kernel->count = count;
    kernel->interval = r.length;
    kernel->stages = kernel->unroll = 1;
    return true;
}

bool lin_kernel_make(struct aie2_linear *l, const struct lin_node *loop, struct lin_kernel *kernel)
{
    const struct lin_op **op;
    const size_t          count = body_ops(l, loop, &op);

    return plain_kernel(l, op, count, kernel);
}

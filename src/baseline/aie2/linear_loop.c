/* Loop bodies: their copies, and the kernel that costs least. */
#include "baseline/aie2/linear_ir.h"

#include <string.h>

enum { BODY_MOST = 320, TRIPS_GUESS = 32, PATIENT = 24, IMPATIENT = 6 };

/* ---- copies ------------------------------------------------------------------------------- */

static size_t count_ops(const struct lin_node *loop)
{
    size_t count = 0;

    for (const struct lin_node *n = loop->body; n; n = n->next)
        count += n->kind == LIN_NODE_OP;
    return count;
}

/* The instructions of one trip, every value with a register of its own. */
static size_t one_trip(struct aie2_linear *l, const struct lin_node *loop,
                       const struct lin_op ***list)
{
    size_t count = 0;

    *list = kc_arena_array(l->arena, const struct lin_op *, count_ops(loop) + 1);
    for (const struct lin_node *n = loop->body; n; n = n->next)
        if (n->kind == LIN_NODE_OP)
            (*list)[count++] = n->op;
    lin_webs(l, *list, count);
    return count;
}

/* Marks virtual registers of which some part is read before the trip has written it. */
static void find_carried(struct aie2_linear *l, const struct lin_op *const *op, size_t count,
                         bool *carried)
{
    bool     *written = kc_arena_array(l->arena, bool, l->storages + 1u);
    uint16_t *owner = kc_arena_array(l->arena, uint16_t, l->storages + 1u);

    for (size_t v = 0; v < l->vregs; v++)
        for (size_t i = 0; !l->vreg[v].fixed && i < l->vreg[v].parts; i++)
            owner[l->vreg[v].storage + i] = (uint16_t)v;
    for (size_t n = 0; n < count; n++) {
        for (size_t i = 0; i < op[n]->access_count; i++)
            if (!op[n]->access[i].write && op[n]->access[i].storage >= AIE2_PART_COUNT &&
                !written[op[n]->access[i].storage])
                carried[owner[op[n]->access[i].storage]] = true;
        for (size_t i = 0; i < op[n]->access_count; i++)
            if (op[n]->access[i].write)
                written[op[n]->access[i].storage] = true;
    }
}

/* The registers of one copy: those of values that stay inside the trip are new. */
static void rename_copy(struct aie2_linear *l, const struct lin_op *const *op, size_t count,
                        const bool *carried, uint16_t *renamed, size_t vregs)
{
    memset(renamed, 0xff, vregs * sizeof *renamed);
    for (size_t n = 0; n < count; n++)
        for (size_t i = 0; i < AIE2_OPERANDS; i++) {
            const uint16_t v = op[n]->vreg[i];

            if (v != LIN_NONE && renamed[v] == LIN_NONE && !carried[v] && !l->vreg[v].fixed)
                renamed[v] = lin_vreg_copy(l, v);
        }
}

size_t lin_body(struct aie2_linear *l, const struct lin_node *loop, uint32_t copies,
                const struct lin_op ***list)
{
    const struct lin_op **trip;
    const size_t          ops = one_trip(l, loop, &trip), vregs = l->vregs;
    bool                 *carried = kc_arena_array(l->arena, bool, vregs + 1);
    uint16_t             *renamed = kc_arena_array(l->arena, uint16_t, vregs + 1);
    size_t                count = 0;

    *list = kc_arena_array(l->arena, const struct lin_op *, ops *copies + 1);
    find_carried(l, trip, ops, carried);
    for (uint32_t c = 1; c < copies; c++) {
        rename_copy(l, trip, ops, carried, renamed, vregs);
        for (size_t n = 0; n < ops; n++)
            (*list)[count++] = lin_op_rename(l, trip[n], renamed);
    }
    for (size_t n = 0; n < ops; n++)
        (*list)[count++] = trip[n];
    return count;
}

/* ---- kernels ------------------------------------------------------------------------------ */

bool lin_plain(struct aie2_linear *l, const struct lin_op *const *op, size_t count, int window,
               struct lin_kernel *kernel)
{
    struct lin_region r = { .drained = true, .least = 1, .window = window };

    for (size_t i = 0; i < count; i++)
        lin_region_add(l, &r, op[i]);
    if (!lin_region_schedule(l, &r))
        return false;
    *kernel = (struct lin_kernel){ .count = count, .interval = r.length, .stages = 1, .unroll = 1 };
    kernel->place = kc_arena_array(l->arena, struct lin_place, count + 1);
    for (size_t i = 0; i < count; i++)
        kernel->place[i] = (struct lin_place){ r.item[i].op, r.item[i].time, r.item[i].choice };
    return true;
}

/* The fastest plain kernel that fits the registers. */
static bool plain_kernel(struct aie2_linear *l, const struct lin_node *loop,
                         struct lin_kernel *kernel)
{
    static const int      windows[] = { 0, 32, 16, 8, 4, 1 };
    const struct lin_op **op;
    const size_t          count = lin_body(l, loop, 1, &op);

    for (size_t i = 0; i < KC_COUNT(windows); i++)
        if (!lin_plain(l, op, count, windows[i], kernel))
            return false;
        else if (lin_kernel_fits(l, kernel))
            return true;
    return true; /* the allocator will say what is missing */
}

/* Cycles of all trips, fill and drain included. */
static double cost(const struct lin_node *loop, const struct lin_kernel *k)
{
    const uint32_t trips = loop->trips                 ? loop->trips
                           : loop->least > TRIPS_GUESS ? loop->least
                                                       : TRIPS_GUESS;

    return ((double)trips / k->unroll + (k->stages - 1) * 0.75) * k->interval;
}

static bool can_unroll(const struct lin_node *loop, uint32_t copies, size_t ops)
{
    return loop->multiple % copies == 0 && ops * copies <= BODY_MOST &&
           (loop->trips || (copies & (copies - 1)) == 0);
}

/* Virtual registers made for a schedule that was not taken. */
struct made {
    size_t   vregs;
    uint16_t storages;
};

static struct made so_far(const struct aie2_linear *l)
{
    return (struct made){ l->vregs, l->storages };
}

static void forget(struct aie2_linear *l, struct made since)
{
    l->vregs = since.vregs;
    l->storages = since.storages;
}

/* A kernel of several copies must take less per trip than the best so far. */
static void try_copies(struct aie2_linear *l, const struct lin_node *loop, uint32_t copies,
                       struct lin_kernel *best)
{
    const int             below = (best->interval * (int)copies - 1) / (int)best->unroll + 1;
    const struct made     before = so_far(l);
    struct lin_kernel     k = { .unroll = copies };
    const struct lin_op **op;
    const size_t          count = lin_body(l, loop, copies, &op);

    if (lin_modulo(l, op, count, (int)(loop->least / copies), below,
                   copies == 1 ? PATIENT : IMPATIENT, &k) &&
        cost(loop, &k) < cost(loop, best))
        *best = k;
    else
        forget(l, before);
}

/* Whether more copies cannot be faster: every cycle of some slot or port is taken. */
static bool is_full(struct aie2_linear *l, const struct lin_node *loop, const struct lin_kernel *k)
{
    const struct made     before = so_far(l);
    const struct lin_op **op;
    const size_t          count = lin_body(l, loop, 1, &op);

    forget(l, before);
    return k->interval <= lin_resource_bound(op, count) * (int)k->unroll;
}

bool lin_kernel_make(struct aie2_linear *l, const struct lin_node *loop, struct lin_kernel *kernel)
{
    const size_t ops = count_ops(loop);

    l->through = lin_live_through(l, loop);
    l->through_count = l->storages;
    if (!plain_kernel(l, loop, kernel))
        return false;
    for (uint32_t copies = 1; l->tune.pipeline && copies <= l->tune.unroll_most; copies++)
        if (loop->unroll ? copies == loop->unroll
                         : can_unroll(loop, copies, ops) && !is_full(l, loop, kernel))
            try_copies(l, loop, copies, kernel);
    return true;
}

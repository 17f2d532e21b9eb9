/* Loops around loops, turned so that the end of one trip overlaps the beginning of the next.
 *
 * Between the last kernel of a trip and the first one of the next stand the drain, the rest of the
 * trip, the head of the next trip and the fill; all of it is scheduled as one region, T.  When the
 * trips are over, control leaves T a few cycles after its start, by a jump whose delay slots are
 * the common part C; what T would have done later and belongs to the last trip is scheduled again
 * at the exit, together with whatever follows the loop.
 */
#include "baseline/aie2/linear_ir.h"

enum { DELAY = AIE2_DELAY_SLOTS + 1 };

/* ---- which loops -------------------------------------------------------------------------- */

static bool is_good(const struct lin_node *n)
{
    return n && n->kind == LIN_NODE_LOOP && n->trips != 1 &&
           (lin_is_innermost(n) || lin_can_rotate(n));
}

bool lin_can_rotate(const struct lin_node *loop)
{
    const struct lin_node *first = NULL, *last = NULL;

    for (const struct lin_node *n = loop->body; n; n = n->next)
        if (n->kind == LIN_NODE_LOOP || n->kind == LIN_NODE_CALL) {
            first = first ? first : n;
            last = n;
        }
    return is_good(first) && is_good(last);
}

/* Zero-overhead loops inside; a call may hold any number. */
static unsigned count_kernels(const struct lin_node *loop)
{
    unsigned count = lin_is_innermost(loop);

    for (const struct lin_node *n = loop->body; n; n = n->next)
        if (n->kind == LIN_NODE_CALL)
            count += 2;
        else if (n->kind == LIN_NODE_LOOP)
            count += count_kernels(n);
    return count;
}

/* ---- the region between two trips --------------------------------------------------------- */

struct turn {
    struct lin_walker      *w;
    const struct lin_node  *loop;
    const struct lin_entry *entry;
    struct lin_region       rest; /* the end of a trip, before it is scheduled */
    const char             *counter, *exit;
    struct lin_op          *leave;    /* the jump to the exit */
    int                     common;   /* cycles of C */
    size_t                  counting; /* item that counts down */
};

/* The first cycle in which the drain leaves room for the jump to the exit. */
static int exit_cycle(struct aie2_linear *l, const struct lin_region *r, const struct lin_op *jump)
{
    struct lin_table table;
    int              last = 0;

    for (size_t i = 0; i < r->count; i++)
        if (r->item[i].pin == LIN_FROM_START && r->item[i].time > last)
            last = r->item[i].time;
    lin_table_init(l, &table, -LIN_REACH, last + 2 * LIN_REACH, 0);
    for (size_t i = 0; i < r->count; i++)
        if (r->item[i].pin == LIN_FROM_START)
            lin_table_add(&table, r->item[i].op, r->item[i].choice, r->item[i].time);
    for (int cycle = 0;; cycle++)
        if (lin_table_add(&table, jump, 0, cycle))
            return cycle;
}

static bool writes(const struct lin_op *op, uint16_t storage)
{
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write && op->access[i].storage == storage)
            return true;
    return false;
}

/* The way from the head of the loop to its first kernel, once more. */
static void add_entry(struct turn *t)
{
    const bool once = count_kernels(t->loop) == 1;

    for (size_t i = 0; i < t->entry->count; i++) {
        const struct lin_op *op = t->entry->op[i];
        const bool           bounds = writes(op, AIE2_PART_ls) || writes(op, AIE2_PART_le);

        if (bounds && once)
            continue; /* still set */
        lin_region_add(t->w->l, &t->w->region, op)->earliest =
            (int16_t)(bounds || writes(op, AIE2_PART_lc) ? 0 : t->common);
    }
}

static void copy_rest(struct turn *t)
{
    for (size_t i = 0; i < t->rest.count; i++) {
        struct lin_item *item = lin_region_add(t->w->l, &t->w->region, t->rest.item[i].op);

        *item = t->rest.item[i];
        if (item->pin == LIN_FREE && item->op->order == LIN_LOCK)
            item->earliest = (int16_t)t->common; /* not in delay slots */
    }
}

/* Whether the fill needs the slots of a jump to a label where the jump back must stand; the jump
 * then goes through a pointer, which leaves the mv slot free. */
static bool is_taken(const struct lin_kernel *k)
{
    const int start = -(k->stages - 1) * k->interval;

    for (int begin = start; begin < 0; begin += k->interval)
        for (size_t i = 0; i < k->count; i++) {
            const struct lin_place *p = &k->place[i];
            const uint8_t           slot = p->op->choice[p->choice].form->slot;

            if (begin + p->time == -DELAY && slot == AIE2_SLOT_MV)
                return true;
        }
    return false;
}

static struct lin_op *jump_back(struct turn *t)
{
    struct aie2_linear *l = t->w->l;
    const uint32_t      line = t->loop->line;
    struct lin_op      *address;

    if (!is_taken(t->entry->kernel))
        return lin_op_make(l, line, "j #%s", t->entry->label);
    address = lin_op_make(l, line, "movxm p%%__turn%u, #%s", l->labels, t->entry->label);
    if (address)
        lin_region_add(l, &t->w->region, address);
    return lin_op_make(l, line, "j p%%__turn%u", l->labels);
}

static void add_jumps(struct turn *t)
{
    struct aie2_linear *l = t->w->l;
    const uint32_t      line = t->loop->line;
    struct lin_op      *count = lin_op_make(l, line, "add %s, %s, #-1", t->counter, t->counter);
    struct lin_op      *back;
    struct lin_item    *item;

    if (l->error)
        return;
    item = lin_region_add(l, &t->w->region, t->leave);
    item->pin = LIN_FROM_START;
    item->time = t->common - DELAY;
    t->counting = t->w->region.count;
    lin_region_add(l, &t->w->region, count);
    add_entry(t);
    back = jump_back(t);
    if (!back)
        return;
    item = lin_region_add(l, &t->w->region, back);
    item->pin = LIN_FROM_END;
    item->time = -DELAY;
}

static bool schedule_turn(struct turn *t)
{
    const struct lin_kernel *k = t->entry->kernel;
    struct lin_region       *r = &t->w->region;
    const int                fill = (k->stages - 1) * k->interval;

    *r = (struct lin_region){ .beyond = k->interval };
    r->least = t->common + (fill > DELAY ? fill : DELAY);
    copy_rest(t);
    add_jumps(t);
    lin_walk_fill(t->w, k);
    return !t->w->l->error && lin_region_schedule(t->w->l, r);
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* The part of a scheduled region from one cycle to another. */
static void cut_block(struct turn *t, struct lin_block *block, int from, int to)
{
    const struct lin_region *r = &t->w->region;

    block->place = kc_arena_array(t->w->l->arena, struct lin_place, r->count + 1);
    block->length = to - from;
    for (size_t i = 0; i < r->count; i++)
        if (r->item[i].emit && r->item[i].time >= from && r->item[i].time < to)
            block->place[block->count++] =
                (struct lin_place){ r->item[i].op, r->item[i].time - from, r->item[i].choice };
}

static void add_blocks(struct turn *t)
{
    struct aie2_linear *l = t->w->l;
    const size_t        end = l->steps;
    struct lin_block   *block = lin_walk_block(t->w);
    const size_t        common = l->blocks - 1;

    cut_block(t, block, 0, t->common);
    block = lin_walk_block(t->w);
    cut_block(t, block, t->common, t->w->region.length);
    block->leads = true;
    for (int turn = 0; turn < 2; turn++) { /* twice: what T reads must outlive T */
        lin_walk_step(l, common);
        lin_walk_step(l, common + 1);
        for (size_t i = t->entry->step; i < end; i++)
            lin_walk_step(l, l->path[i]);
    }
    lin_walk_step(l, common);
}

/* What is left of the last trip at the exit: C has been executed. */
static void start_exit(struct turn *t)
{
    const struct lin_region turn = t->w->region;
    struct lin_region       next = { 0 };

    for (size_t i = 0; i < t->rest.count; i++) {
        struct lin_item *item = lin_region_add(t->w->l, &next, t->rest.item[i].op);
        const bool       done = turn.item[i].time < t->common;

        *item = t->rest.item[i];
        if (item->pin == LIN_FREE && !done)
            continue;
        item->pin = LIN_FROM_START;
        item->choice = turn.item[i].choice;
        item->time = turn.item[i].time - t->common;
        item->emit = item->emit && !done;
    }
    t->w->region = next;
    t->w->label = t->exit;
    t->w->jumped_to = true;
}

void lin_rotate(struct lin_walker *w, const struct lin_node *loop)
{
    struct aie2_linear *l = w->l;
    struct lin_entry    entry = { .outer = w->entry };
    struct turn         t = { .w = w, .loop = loop, .entry = &entry };
    struct lin_op      *op;

    l->scope = loop->scope;
    t.exit = lin_walk_label(l);
    t.counter = kc_arena_printf(l->arena, "r%%__trips%u", l->labels);
    op = loop->trips ? lin_op_make(l, loop->line, "set %s, #%u", t.counter, loop->trips - 1)
                     : lin_op_make(l, loop->line, "add.nc %s, %s, #-1", t.counter, loop->count);
    if (!op)
        return;
    lin_region_add(l, &w->region, op);
    entry.first = w->region.count;
    w->entry = &entry;
    lin_walk_nodes(w, loop->body);
    if (l->error)
        return;
    t.rest = w->region;
    l->scope = loop->scope;
    t.leave = lin_op_make(l, loop->line, "jz %s, #%s", t.counter, t.exit);
    if (!t.leave)
        return;
    t.common = exit_cycle(l, &t.rest, t.leave) + DELAY;
    if (!schedule_turn(&t))
        return;
    add_blocks(&t);
    start_exit(&t);
}

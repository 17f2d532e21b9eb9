/* Functions to blocks: kernels of loops, and the regions between them.
 *
 * A region collects the drain of the loop before it, the instructions that stand there, and the
 * fill of the loop behind it; it is scheduled when the next loop, call or end is met.
 */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

enum { DELAY = AIE2_DELAY_SLOTS + 1, STEPS_MOST = 60000 };

/* ---- blocks ------------------------------------------------------------------------------- */

static struct lin_block *add_block(struct aie2_linear *l)
{
    l->block = aie2_grow(l->arena, l->block, l->blocks, &l->block_room, sizeof *l->block);
    l->block[l->blocks] = (struct lin_block){ 0 };
    return &l->block[l->blocks++];
}

void lin_walk_step(struct aie2_linear *l, size_t block)
{
    if (l->steps == STEPS_MOST) {
        lin_error(l, l->function->line, "this function has too many loops inside loops");
        return;
    }
    l->path = aie2_grow(l->arena, l->path, l->steps, &l->path_room, sizeof *l->path);
    l->path[l->steps++] = (uint16_t)block;
}

/* Goes once more through what was passed since from. */
static void repeat_steps(struct aie2_linear *l, size_t from)
{
    const size_t to = l->steps;

    for (size_t i = from; i < to; i++)
        lin_walk_step(l, l->path[i]);
}

const char *lin_walk_label(struct aie2_linear *l)
{
    return kc_arena_printf(l->arena, ".L%s_%u", l->function->name, ++l->labels);
}

static void take_label(struct lin_walker *w, struct lin_block *block)
{
    block->label = w->label;
    block->aligned = w->label != NULL;
    block->jumped_to = w->jumped_to;
    w->jumped_to = false;
    block->note =
        w->notes.length ? kc_arena_strndup(w->l->arena, w->notes.text, w->notes.length) : NULL;
    w->label = NULL;
    w->notes.length = 0;
}

struct lin_block *lin_walk_block(struct lin_walker *w)
{
    struct lin_block *block = add_block(w->l);

    take_label(w, block);
    return block;
}

/* ---- regions ------------------------------------------------------------------------------ */

static void take_places(struct aie2_linear *l, struct lin_block *block, const struct lin_region *r)
{
    block->place = kc_arena_array(l->arena, struct lin_place, r->count + 1);
    block->count = 0;
    block->length = r->length;
    for (size_t i = 0; i < r->count; i++)
        if (r->item[i].emit)
            block->place[block->count++] =
                (struct lin_place){ r->item[i].op, r->item[i].time, r->item[i].choice };
}

/* Schedules the region and starts the next one. */
static struct lin_block *close_region(struct lin_walker *w)
{
    struct lin_block *block;

    w->region.least = w->label ? 1 : 0; /* a label needs a bundle */
    if (w->l->error || !lin_region_schedule(w->l, &w->region))
        return NULL;
    block = lin_walk_block(w);
    take_places(w->l, block, &w->region);
    lin_walk_step(w->l, w->l->blocks - 1);
    w->region = (struct lin_region){ 0 };
    return block;
}

static void add_jump(struct lin_walker *w, const struct lin_op *op)
{
    struct lin_item *item = op ? lin_region_add(w->l, &w->region, op) : NULL;

    if (item) {
        item->pin = LIN_FROM_END;
        item->time = -DELAY;
    }
}

static void add_free(struct lin_walker *w, struct lin_op *op, uint8_t tail)
{
    if (op) {
        op->tail = tail;
        lin_region_add(w->l, &w->region, op);
    }
}

/* ---- kernels ------------------------------------------------------------------------------ */

/* Adds one copy of a kernel's trip, begun at a time from the region's start or end. */
static void add_trip(struct lin_walker *w, const struct lin_kernel *k, enum lin_pin pin, int begin,
                     bool shadow)
{
    for (size_t i = 0; i < k->count; i++) {
        const int        time = begin + k->place[i].time;
        struct lin_item *item;

        if (shadow && (pin == LIN_FROM_START ? time < -LIN_REACH : time > LIN_REACH))
            continue;
        item = lin_region_add(w->l, &w->region, k->place[i].op);
        *item = (struct lin_item){ .op = k->place[i].op,
                                   .time = time,
                                   .pin = (uint8_t)pin,
                                   .choice = k->place[i].choice,
                                   .shadow = shadow,
                                   .emit = pin == LIN_FROM_START ? time >= 0 : time < 0 };
    }
}

/* The first trips of the loop behind the region: the fill belongs to the region. */
void lin_walk_fill(struct lin_walker *w, const struct lin_kernel *k)
{
    const int start = -(k->stages - 1) * k->interval;

    add_trip(w, k, LIN_FROM_END, start, false);
    for (int begin = start + k->interval; begin < LIN_REACH; begin += k->interval)
        add_trip(w, k, LIN_FROM_END, begin, true);
}

/* The last trips of the loop before the region: the drain belongs to the region. */
static void add_drain(struct lin_walker *w, const struct lin_kernel *k)
{
    for (int trip = k->stages + LIN_REACH / k->interval + 1; trip > 1; trip--)
        add_trip(w, k, LIN_FROM_START, -trip * k->interval, true);
    add_trip(w, k, LIN_FROM_START, -k->interval, false);
}

/* The register with the trips of an unrolled loop. */
static const char *quotient(struct lin_walker *w, const struct lin_node *loop,
                            const struct lin_kernel *k)
{
    struct aie2_linear *l = w->l;
    const char         *name = kc_arena_printf(l->arena, "r%%__count%u", l->labels);

    if (k->unroll == 1)
        return loop->count;
    add_free(w,
             lin_op_make(l, loop->line, "set %s, #-%u", name, KC_LOWEST_BIT((uint64_t)k->unroll)),
             1);
    add_free(w, lin_op_make(l, loop->line, "lshl %s, %s, %s", name, loop->count, name), 1);
    return name;
}

/* Writes of ls, le and lc in front of a zero-overhead loop. */
static void add_setup(struct lin_walker *w, const struct lin_node *loop, const struct lin_kernel *k,
                      const char *first, const char *last)
{
    struct aie2_linear *l = w->l;
    const int           filled = k->stages - 1;
    const uint32_t      line = loop->line;

    l->scope = loop->scope;
    add_free(w, lin_op_make(l, line, "movxm ls, #%s", first), LIN_SETUP);
    add_free(w, lin_op_make(l, line, "movxm le, #%s", last), LIN_SETUP);
    if (loop->trips)
        add_free(w, lin_op_make(l, line, "set lc, #%d", (int)(loop->trips / k->unroll) - filled),
                 LIN_SETUP);
    else
        add_free(w, lin_op_make(l, line, "add.nc lc, %s, #%d", quotient(w, loop, k), -filled),
                 LIN_SETUP);
}

static void add_kernel_block(struct lin_walker *w, const struct lin_node *loop,
                             const struct lin_kernel *k, const char *first, const char *last)
{
    struct aie2_linear *l = w->l;
    struct lin_block   *block = add_block(l);
    const int           passes = k->stages + LIN_REACH / k->interval + 2;

    block->place = kc_arena_array(l->arena, struct lin_place, k->count + 1);
    for (size_t i = 0; i < k->count; i++) {
        block->place[i] = k->place[i];
        block->place[i].time %= k->interval;
    }
    block->count = k->count;
    block->length = k->interval;
    block->label = first;
    block->end_label = last;
    block->note = kc_arena_printf(l->arena, "// line %u: %d cycle%s for %u trip%s, in %d stage%s\n",
                                  loop->line, k->interval, k->interval == 1 ? "" : "s", k->unroll,
                                  k->unroll == 1 ? "" : "s", k->stages, k->stages == 1 ? "" : "s");
    block->aligned = first != NULL;
    block->kernel = last != NULL;
    for (int i = 0; i < (last ? passes : 1); i++)
        lin_walk_step(l, l->blocks - 1);
}

/* The way in of every loop that begins with this kernel. */
static void record_entries(struct lin_walker *w, const struct lin_kernel *k, const char *label)
{
    for (struct lin_entry *e = w->entry; e; e = e->outer) {
        e->kernel = k;
        e->label = label;
        e->op = kc_arena_array(w->l->arena, const struct lin_op *, w->region.count + 1);
        for (size_t i = e->first; i < w->region.count; i++)
            e->op[e->count++] = w->region.item[i].op;
    }
}

static void emit_kernel(struct lin_walker *w, const struct lin_node *loop)
{
    struct aie2_linear *l = w->l;
    struct lin_kernel  *k = kc_arena_new(l->arena, struct lin_kernel);
    const char         *first = NULL, *last = NULL;
    bool                zero;

    if (!lin_kernel_make(l, loop, k))
        return;
    zero = loop->trips == 0 || (int)(loop->trips / k->unroll) > k->stages;
    if (zero || w->entry)
        first = lin_walk_label(l);
    if (zero) {
        last = k->interval > 1 ? lin_walk_label(l) : first;
        add_setup(w, loop, k, first, last);
    }
    w->region.drained = l->opt == KC_OPT_BASELINE;
    w->region.beyond = k->interval; /* of one pass: the checker does not count trips */
    record_entries(w, k, first);
    lin_walk_fill(w, k);
    if (!close_region(w))
        return;
    for (; w->entry; w->entry = w->entry->outer)
        w->entry->step = l->steps;
    add_kernel_block(w, loop, k, first, last);
    add_drain(w, k);
}

/* ---- sequences ---------------------------------------------------------------------------- */

bool lin_is_innermost(const struct lin_node *loop)
{
    for (const struct lin_node *n = loop->body; n; n = n->next)
        if (n->kind == LIN_NODE_LOOP || n->kind == LIN_NODE_CALL)
            return false;
    return true;
}

/* A loop around loops or calls counts with a scalar. */
static void emit_outer(struct lin_walker *w, const struct lin_node *loop)
{
    struct aie2_linear *l = w->l;
    const char         *label = lin_walk_label(l);
    const char         *counter = kc_arena_printf(l->arena, "r%%__trips%u", l->labels);
    size_t              from;

    l->scope = loop->scope;
    if (loop->trips)
        add_free(w, lin_op_make(l, loop->line, "set %s, #%u", counter, loop->trips), 1);
    else
        add_free(w, lin_op_make(l, loop->line, "copy %s, %s", counter, loop->count), 1);
    w->region.drained = true;
    if (!close_region(w))
        return;
    from = l->steps;
    w->label = label;
    lin_walk_nodes(w, loop->body);
    l->scope = loop->scope;
    add_free(w, lin_op_make(l, loop->line, "add %s, %s, #-1", counter, counter), 1);
    add_jump(w, lin_op_make(l, loop->line, "jnz %s, #%s", counter, label));
    w->region.drained = true;
    if (close_region(w))
        repeat_steps(l, from);
}

/* What a call does to registers, as an instruction. */
static struct lin_op *call_effect(struct aie2_linear *l, const struct lin_function *f,
                                  uint32_t line)
{
    struct lin_op     *op = kc_arena_new(l->arena, struct lin_op);
    struct lin_access *list = kc_arena_array(l->arena, struct lin_access, 2 * AIE2_PART_COUNT);

    op->order = LIN_CALL;
    op->line = line;
    op->literal = LIN_NONE;
    for (uint16_t part = 0; part < AIE2_PART_COUNT; part++) {
        if (lin_in(f->read, part))
            list[op->access_count++] = (struct lin_access){ .storage = part, .stage = 1 };
        if (lin_in(f->written, part) && op->access_count < 250)
            list[op->access_count++] =
                (struct lin_access){ .storage = part, .stage = 2, .write = true };
    }
    op->access = list;
    return op;
}

static void emit_call(struct lin_walker *w, const struct lin_node *n)
{
    struct aie2_linear *l = w->l;
    struct lin_block   *block;

    add_jump(w, lin_op_make(l, n->line, "jl #%s", n->callee->name));
    w->region.drained = true;
    block = close_region(w);
    if (!block)
        return;
    block->fixed_end = true;
    block = add_block(l);
    block->silent = true;
    block->callee = n->callee;
    block->length = 2;
    block->count = 1;
    block->place = kc_arena_new(l->arena, struct lin_place);
    block->place[0].op = call_effect(l, n->callee, n->line);
    lin_walk_step(l, l->blocks - 1);
}

static void add_note(struct lin_walker *w, const char *text)
{
    kc_buf_printf(&w->notes, "%s\n", text);
}

/* Instructions up to the next loop or call; returns the last node of them. */
static const struct lin_node *emit_ops(struct lin_walker *w, const struct lin_node *n)
{
    const struct lin_node *last = n;
    const struct lin_op  **op;
    size_t                 count = 0;

    for (const struct lin_node *m = n; m && m->kind != LIN_NODE_LOOP && m->kind != LIN_NODE_CALL;
         m = m->next)
        count++;
    op = kc_arena_array(w->l->arena, const struct lin_op *, count + 1);
    count = 0;
    for (; n && n->kind != LIN_NODE_LOOP && n->kind != LIN_NODE_CALL; n = n->next) {
        if (n->kind == LIN_NODE_NOTE)
            add_note(w, n->text);
        else
            op[count++] = n->op;
        last = n;
    }
    lin_webs(w->l, op, count);
    for (size_t i = 0; i < count; i++)
        lin_region_add(w->l, &w->region, op[i]);
    return last;
}

void lin_walk_nodes(struct lin_walker *w, const struct lin_node *n)
{
    for (; n && !w->l->error; n = n->next)
        if (n->kind == LIN_NODE_NOTE)
            add_note(w, n->text);
        else if (n->kind == LIN_NODE_OP)
            n = emit_ops(w, n);
        else if (n->kind == LIN_NODE_CALL)
            emit_call(w, n);
        else if (n->trips == 1)
            lin_walk_nodes(w, n->body);
        else if (lin_is_innermost(n))
            emit_kernel(w, n);
        else if (w->l->tune.rotate && lin_can_rotate(n))
            lin_rotate(w, n);
        else
            emit_outer(w, n);
}

bool lin_function_schedule(struct aie2_linear *l, struct lin_function *f)
{
    struct lin_walker w = { .l = l, .label = f->name };

    l->blocks = l->steps = 0;
    l->scope = 0;
    if (f->calls)
        add_free(&w, lin_op_make(l, f->line, "mov r%%__lr, lr"), 1);
    lin_walk_nodes(&w, f->body);
    l->scope = 0;
    if (f->calls)
        add_free(&w, lin_op_make(l, f->line, "mov lr, r%%__lr"), 1);
    add_jump(&w, lin_op_make(l, f->line, "ret lr"));
    w.region.drained = !f->entry;
    w.region.beyond = 2 * LIN_REACH; /* nobody comes behind the entry function */
    close_region(&w);
    kc_buf_free(&w.notes);
    return !l->error;
}

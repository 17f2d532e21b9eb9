/* Registers, chosen when every cycle is known.
 *
 * Two virtual registers may share a machine register when no cycle needs both (linear_trace.c); a
 * read through a bypass must not meet the landing of the other's value through the same bypass,
 * which is seen one cycle earlier.
 */
#include <string.h>

#include "baseline/aie2/linear_alloc.h"

enum { ORDERS = 60, PROBE_ORDERS = 12, PAIRINGS = 20 }; /* tries */

/* ---- pairs -------------------------------------------------------------------------------- */

/* Whether somebody issued later still reads a storage before a cycle. */
static bool read_later(const struct lin_allocator *a, uint16_t s, int issue, int before)
{
    const struct lin_event *e = a->event + a->first[s];
    size_t                  low = 0, high = a->first[s + 1] - a->first[s];
    const size_t            count = high;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (e[middle].time <= issue)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && e[low].time < before; low++)
        if (!e[low].write && e[low].issue > issue)
            return true;
    return false;
}

static void add_pair(struct lin_allocator *a, uint16_t x, uint16_t y)
{
    for (size_t i = a->pairs; i-- > 0 && i + 16 > a->pairs;)
        if (a->pair[i].a == x && a->pair[i].b == y)
            return;
    a->pair = aie2_grow(a->l->arena, a->pair, a->pairs, &a->pair_room, sizeof *a->pair);
    a->pair[a->pairs++] = (struct lin_pair){ x, y };
}

/* The machine's part that a storage has now; LIN_NONE: none yet. */
static uint16_t part_of(const struct lin_allocator *a, uint16_t s)
{
    if (s < AIE2_PART_COUNT)
        return s;

    const struct lin_vreg *v = &a->l->vreg[a->owner[s]];

    return v->reg == LIN_NONE ? (uint16_t)LIN_NONE
                              : aie2_registers[v->reg].part[s - v->storage].part;
}

/* Whether somebody issued later still reads the register of a storage before a cycle. */
static bool wanted(const struct lin_allocator *a, uint16_t s, int issue, int before)
{
    const uint16_t part = part_of(a, s);

    for (uint16_t other = 0; other < a->l->storages; other++)
        if (a->used[other] && part_of(a, other) == part && read_later(a, other, issue, before))
            return true;
    return false;
}

/* An instruction should not replace what it reads while others, issued later, still read the
 * register: legal, but whoever looks at the code takes it for a mistake, and so does the checker.
 */
static bool pair_op(struct lin_allocator *a, const struct lin_op *op, int issue)
{
    bool found = false;

    for (size_t w = 0; w < op->access_count; w++)
        for (size_t r = 0; op->access[w].write && op->access[w].stage > 1 && r < op->access_count;
             r++) {
            const uint16_t x = op->access[r].storage, y = op->access[w].storage;

            if (op->access[r].write || x == y || part_of(a, x) != part_of(a, y) ||
                !wanted(a, y, issue, issue + op->access[w].stage))
                continue;
            add_pair(a, x, y);
            found = true;
        }
    return found;
}

/* Pairs that the registers chosen now should not have shared; whether there are any. */
static bool find_pairs(struct lin_allocator *a)
{
    const struct aie2_linear *l = a->l;
    int                       now = 0;
    bool                      found = false;

    for (size_t i = 0; i < l->steps; i++) {
        const struct lin_block *b = &l->block[l->path[i]];

        for (size_t k = 0; k < b->count; k++)
            found |= pair_op(a, b->place[k].op, now + b->place[k].time);
        now += b->length;
    }
    return found;
}

/* Whether part would be shared with the other side of a pair. */
static bool is_paired(const struct lin_allocator *a, uint16_t s, uint8_t part)
{
    for (size_t i = 0; i < a->pairs; i++)
        if ((a->pair[i].a == s && part_of(a, a->pair[i].b) == part) ||
            (a->pair[i].b == s && part_of(a, a->pair[i].a) == part))
            return true;
    return false;
}

/* ---- choosing ----------------------------------------------------------------------------- */

static bool meet(const uint64_t *x, const uint64_t *y, size_t words)
{
    for (size_t i = 0; x && y && i < words; i++)
        if (x[i] & y[i])
            return true;
    return false;
}

static bool collide(const struct lin_allocator *a, const struct lin_occupied *x,
                    const struct lin_occupied *y)
{
    if (meet(x->cycles, y->cycles, a->words))
        return true;
    for (size_t b = 1; b < LIN_BYPASSES; b++)
        if (meet(x->read[b], y->landing[b], a->words) || meet(x->landing[b], y->read[b], a->words))
            return true;
    return false;
}

static void merge_bits(struct lin_allocator *a, uint64_t **to, const uint64_t *from)
{
    for (size_t i = 0; from && i < a->words; i++)
        lin_trace_bits(a, to)[i] |= from[i];
}

static void merge(struct lin_allocator *a, struct lin_occupied *to, const struct lin_occupied *from)
{
    merge_bits(a, &to->cycles, from->cycles);
    for (size_t b = 1; b < LIN_BYPASSES; b++) {
        merge_bits(a, &to->read[b], from->read[b]);
        merge_bits(a, &to->landing[b], from->landing[b]);
    }
}

static uint16_t whole_reg(const struct aie2_linear *l, uint8_t base, unsigned n)
{
    for (uint8_t view = 0; view < LIN_VIEWS; view++)
        if (lin_views[view].base == base && lin_views[view].kind == base)
            return lin_view_reg(l, view, n);
    return LIN_NONE;
}

static bool is_free(const struct lin_allocator *a, const struct lin_occupied *taken,
                    const struct lin_vreg *v, uint16_t reg)
{
    for (size_t i = 0; i < v->parts; i++) {
        const uint16_t s = (uint16_t)(v->storage + i);
        const uint8_t  part = aie2_registers[reg].part[i].part;

        if (lin_in(a->l->reserved, part) || collide(a, &taken[part], &a->storage[s]) ||
            is_paired(a, s, part))
            return false;
    }
    return true;
}

static bool choose(struct lin_allocator *a, struct lin_occupied *taken, struct lin_vreg *v)
{
    for (unsigned n = 0; n < 32; n++) {
        const uint16_t reg = whole_reg(a->l, v->base, n);

        if (reg == LIN_NONE)
            break;
        if (!(v->allowed >> n & 1) || !is_free(a, taken, v, reg))
            continue;
        v->reg = reg;
        for (size_t i = 0; i < v->parts; i++)
            merge(a, &taken[aie2_registers[reg].part[i].part], &a->storage[v->storage + i]);
        return true;
    }
    return false;
}

static struct lin_occupied *copy_machine(struct lin_allocator *a)
{
    struct lin_occupied *taken = kc_arena_array(a->l->arena, struct lin_occupied, AIE2_PART_COUNT);

    for (size_t s = 0; s < AIE2_PART_COUNT; s++)
        merge(a, &taken[s], &a->storage[s]);
    return taken;
}

/* The number in the order of the register that found no place; count: all have one. */
static size_t choose_all(struct lin_allocator *a, size_t count)
{
    struct lin_occupied *taken = copy_machine(a);

    for (size_t i = 0; i < count; i++)
        a->l->vreg[a->order[i]].reg = LIN_NONE;
    for (size_t i = 0; i < count; i++)
        if (!choose(a, taken, &a->l->vreg[a->order[i]]))
            return i;
    return count;
}

/* ---- the order of choosing ---------------------------------------------------------------- */

static unsigned freedom(const struct aie2_linear *l, const struct lin_vreg *v)
{
    unsigned count = 0;

    for (unsigned n = 0; n < 32; n++)
        count += (v->allowed >> n & 1) && whole_reg(l, v->base, n) != LIN_NONE;
    return count;
}

static bool goes_first(const struct lin_allocator *a, uint16_t x, uint16_t y)
{
    const struct lin_vreg *v = &a->l->vreg[x], *w = &a->l->vreg[y];

    if (v->parts != w->parts)
        return v->parts > w->parts;
    if (a->freedom[x] != a->freedom[y])
        return a->freedom[x] < a->freedom[y];
    return a->weight[x] > a->weight[y];
}

static void weigh(struct lin_allocator *a, uint16_t v)
{
    for (size_t i = 0; i < a->l->vreg[v].parts; i++) {
        const uint64_t *cycles = a->storage[a->l->vreg[v].storage + i].cycles;

        for (size_t w = 0; cycles && w < a->words; w++)
            a->weight[v] += (uint32_t)__builtin_popcountll(cycles[w]);
    }
}

static size_t list_vregs(struct lin_allocator *a)
{
    size_t count = 0;

    for (uint16_t v = 0; v < a->l->vregs; v++) {
        bool used = false;

        if (a->l->vreg[v].fixed)
            continue;
        for (size_t i = 0; i < a->l->vreg[v].parts; i++)
            used |= a->used[a->l->vreg[v].storage + i];
        if (!used)
            continue;
        weigh(a, v);
        a->freedom[v] = (uint8_t)freedom(a->l, &a->l->vreg[v]);
        a->order[count++] = v;
    }
    for (size_t i = 1; i < count; i++) {
        const uint16_t moved = a->order[i];
        size_t         k = i;

        for (; k > 0 && goes_first(a, moved, a->order[k - 1]); k--)
            a->order[k] = a->order[k - 1];
        a->order[k] = moved;
    }
    return count;
}

static void to_front(struct lin_allocator *a, size_t i)
{
    const uint16_t moved = a->order[i];

    memmove(a->order + 1, a->order, i * sizeof *a->order);
    a->order[0] = moved;
}

/* ---- errors ------------------------------------------------------------------------------- */

static bool is_written(const struct lin_allocator *a, const struct lin_vreg *v)
{
    for (size_t i = 0; i < v->parts; i++)
        if (a->written[v->storage + i])
            return true;
    return false;
}

static bool check_written(struct lin_allocator *a, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct lin_vreg *v = &a->l->vreg[a->order[i]];

        if (!is_written(a, v)) {
            lin_error(a->l, v->line, "virtual register '%.*s' is read, but nothing writes it",
                      KC_STR(v->name));
            return false;
        }
    }
    return true;
}

static void out_of_registers(struct lin_allocator *a, uint16_t vreg)
{
    const struct lin_vreg *v = &a->l->vreg[vreg];

    lin_error(a->l, v->line,
              "no register of kind %s is left for '%.*s'; keep fewer values at a time, or reload "
              "them",
              aie2_kind_names[v->base], KC_STR(v->name));
}

/* ---- functions ---------------------------------------------------------------------------- */

/* What callers must know. */
static void sum_up(struct lin_allocator *a, struct lin_function *f)
{
    const struct aie2_linear *l = a->l;

    memset(f->read, 0, sizeof f->read);
    memset(f->written, 0, sizeof f->written);
    for (uint16_t s = 0; s < AIE2_PART_COUNT; s++) {
        const struct lin_event *e = a->event + a->first[s];
        const size_t            count = a->first[s + 1] - a->first[s];

        if (count && !e[0].write)
            lin_put(f->read, s);
        if (a->written[s])
            lin_put(f->written, s);
    }
    for (size_t v = 0; v < l->vregs; v++)
        for (size_t i = 0; i < l->vreg[v].parts; i++)
            if (!l->vreg[v].fixed && l->vreg[v].reg != LIN_NONE &&
                a->written[l->vreg[v].storage + i])
                lin_put(f->written, aie2_registers[l->vreg[v].reg].part[i].part);
}

/* Several orders; the number of the register that found no place, count: all have one. */
static size_t choose_patiently(struct lin_allocator *a, size_t count, int orders)
{
    size_t failed = choose_all(a, count);

    for (int i = 0; i < orders && failed < count; i++) {
        to_front(a, failed);
        failed = choose_all(a, count);
    }
    return failed;
}

/* Storage that a kernel leaves alone, but that others want afterwards. */
static void occupy_through(struct lin_allocator *a)
{
    for (uint16_t s = 0; s < a->l->through_count; s++)
        if (a->l->through[s] && !a->used[s]) {
            lin_trace_mark(a, &a->storage[s].cycles, 0, a->cycles);
            a->used[s] = true;
        }
}

bool lin_kernel_fits(struct aie2_linear *l, const struct lin_kernel *kernel)
{
    struct lin_allocator a = { .l = l, .probe = true };
    struct lin_block     block = { .count = kernel->count, .length = kernel->interval };
    struct lin_block    *blocks = l->block;
    uint16_t            *path = l->path;
    const size_t         steps = l->steps;
    size_t               count;

    block.place = kc_arena_array(l->arena, struct lin_place, kernel->count + 1);
    for (size_t i = 0; i < kernel->count; i++) {
        block.place[i] = kernel->place[i];
        block.place[i].time %= kernel->interval;
    }
    l->block = &block;
    l->steps = (size_t)(kernel->stages + LIN_REACH / kernel->interval + 3);
    l->path = kc_arena_array(l->arena, uint16_t, l->steps);
    lin_trace(&a);
    occupy_through(&a);
    count = list_vregs(&a);
    count -= choose_patiently(&a, count, PROBE_ORDERS);
    l->block = blocks;
    l->path = path;
    l->steps = steps;
    return count == 0;
}

bool lin_function_allocate(struct aie2_linear *l, struct lin_function *f)
{
    struct lin_allocator a = { .l = l };
    size_t               count, failed;

    lin_trace(&a);
    count = list_vregs(&a);
    if (!check_written(&a, count))
        return false;
    failed = choose_patiently(&a, count, ORDERS);
    for (int i = 0; i < PAIRINGS && failed == count && find_pairs(&a); i++)
        if (choose_patiently(&a, count, PROBE_ORDERS) < count) {
            a.pairs = 0;
            failed = choose_patiently(&a, count, ORDERS);
            break;
        }
    if (failed < count) {
        out_of_registers(&a, a.order[failed]);
        return false;
    }
    sum_up(&a, f);
    return true;
}

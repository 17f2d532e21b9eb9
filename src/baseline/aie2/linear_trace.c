/* A run through the schedule: when which value is in which storage.
 *
 * Loops go round often enough to show every overlap.  A value occupies its register from the cycle
 * in which it becomes visible until its last read.
 */
#include <string.h>

#include "baseline/aie2/linear_alloc.h"

/* ---- the run ------------------------------------------------------------------------------ */

static void count_events(struct lin_allocator *a)
{
    const struct aie2_linear *l = a->l;

    a->cycles = LIN_REACH;
    for (size_t i = 0; i < l->steps; i++) {
        const struct lin_block *b = &l->block[l->path[i]];

        a->cycles += b->length;
        for (size_t k = 0; k < b->count; k++)
            for (size_t n = 0; n < b->place[k].op->access_count; n++) {
                a->first[b->place[k].op->access[n].storage + 1]++;
                a->events++;
            }
    }
    a->words = (size_t)a->cycles / 64 + 1;
}

static void list_events(struct lin_allocator *a)
{
    const struct aie2_linear *l = a->l;
    uint32_t                 *fill = kc_arena_array(l->arena, uint32_t, l->storages + 1u);
    int                       now = 0;

    for (size_t s = 0; s < l->storages; s++)
        a->first[s + 1] += a->first[s];
    memcpy(fill, a->first, sizeof *fill * l->storages);
    for (size_t i = 0; i < l->steps; i++) {
        const struct lin_block *b = &l->block[l->path[i]];

        for (size_t k = 0; k < b->count; k++)
            for (size_t n = 0; n < b->place[k].op->access_count; n++) {
                const struct lin_access *access = &b->place[k].op->access[n];
                const int                issue = now + b->place[k].time;

                a->event[fill[access->storage]++] =
                    (struct lin_event){ .time = issue + access->stage - (access->write ? 0 : 1),
                                        .issue = issue,
                                        .storage = access->storage,
                                        .bypass = access->bypass,
                                        .write = access->write,
                                        .call = b->place[k].op->order == LIN_CALL };
            }
        now += b->length;
    }
}

/* By time; writes of a cycle are seen by its reads. */
static bool earlier(const struct lin_event *a, const struct lin_event *b)
{
    return a->time != b->time ? a->time < b->time : a->write && !b->write;
}

static void sort_events(struct lin_event *e, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct lin_event moved = e[i];
        size_t                 k = i;

        for (; k > 0 && earlier(&moved, &e[k - 1]); k--)
            e[k] = e[k - 1];
        e[k] = moved;
    }
}

/* ---- occupation --------------------------------------------------------------------------- */

uint64_t *lin_trace_bits(struct lin_allocator *a, uint64_t **set)
{
    if (!*set)
        *set = kc_arena_array(a->l->arena, uint64_t, a->words);
    return *set;
}

void lin_trace_mark(struct lin_allocator *a, uint64_t **set, int from, int to)
{
    uint64_t *words = lin_trace_bits(a, set);

    from = from < 0 ? 0 : from;
    to = to < a->cycles ? to : a->cycles - 1;
    for (int c = from; c <= to;)
        if (c % 64 == 0 && c + 63 <= to) {
            words[c / 64] = UINT64_MAX;
            c += 64;
        } else {
            lin_put(words, (unsigned)c++);
        }
}

/* The write whose value a read gets: the last one visible, by bypass one cycle early. */
static struct lin_event *source(struct lin_event *e, size_t count, size_t read)
{
    struct lin_event *found = NULL;

    for (size_t i = read + 1; i < count && e[i].time <= e[read].time + 1; i++)
        if (e[i].write &&
            e[i].time - (e[i].bypass && e[i].bypass == e[read].bypass) <= e[read].time)
            found = &e[i];
    for (size_t i = read; !found && i-- > 0;)
        if (e[i].write)
            found = &e[i];
    return found;
}

/* The read of a value; before is the last read of what was there before the run. */
static void occupy_read(struct lin_allocator *a, struct lin_occupied *o,
                        const struct lin_event *read, struct lin_event *from, int *before)
{
    int *last = from ? &from->last : before;

    if (from)
        from->read = true;
    *last = read->time > *last ? read->time : *last;
    if (read->bypass)
        lin_trace_mark(a, &o->read[read->bypass], read->time, read->time);
}

/* A result that nobody reads keeps its register from its issue on, so that nobody seems to have
 * waited for it in vain. */
static void occupy_write(struct lin_allocator *a, struct lin_occupied *o,
                         const struct lin_event *write)
{
    lin_trace_mark(a, &o->cycles, write->read ? write->time : write->issue,
                   write->last > write->time ? write->last : write->time);
    if (write->bypass)
        lin_trace_mark(a, &o->landing[write->bypass], write->time - 1, write->time - 1);
}

static void occupy(struct lin_allocator *a, uint16_t s)
{
    struct lin_event    *e = a->event + a->first[s];
    const size_t         count = a->first[s + 1] - a->first[s];
    struct lin_occupied *o = &a->storage[s];
    int                  before = -1;

    sort_events(e, count);
    for (size_t i = 0; i < count; i++) {
        struct lin_event *from = e[i].write ? NULL : source(e, count, i);

        if (!e[i].write && (from || s < AIE2_PART_COUNT || a->probe))
            occupy_read(a, o, &e[i], from, &before);
        a->written[s] |= e[i].write;
        a->used[s] = true;
    }
    if (before >= 0)
        lin_trace_mark(a, &o->cycles, 0, before);
    for (size_t i = 0; i < count; i++)
        if (e[i].write)
            occupy_write(a, o, &e[i]);
}

/* What a function leaves in a machine register is for its caller. */
static void keep_results(struct lin_allocator *a)
{
    for (uint16_t s = 0; s < AIE2_PART_COUNT; s++) {
        const struct lin_event *e = a->event + a->first[s];
        const size_t            count = a->first[s + 1] - a->first[s];

        for (size_t i = count; i-- > 0;)
            if (e[i].write) {
                if (!e[i].call)
                    lin_trace_mark(a, &a->storage[s].cycles, e[i].time, a->cycles);
                break;
            }
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

void lin_trace(struct lin_allocator *a)
{
    struct aie2_linear *l = a->l;

    a->first = kc_arena_array(l->arena, uint32_t, l->storages + 2u);
    count_events(a);
    a->event = kc_arena_array(l->arena, struct lin_event, a->events + 1);
    list_events(a);
    a->storage = kc_arena_array(l->arena, struct lin_occupied, l->storages + 1u);
    a->written = kc_arena_array(l->arena, bool, l->storages + 1u);
    a->used = kc_arena_array(l->arena, bool, l->storages + 1u);
    a->weight = kc_arena_array(l->arena, uint32_t, l->vregs + 1);
    a->freedom = kc_arena_alloc(l->arena, l->vregs + 1);
    a->order = kc_arena_array(l->arena, uint16_t, l->vregs + 1);
    a->owner = kc_arena_array(l->arena, uint16_t, l->storages + 1u);
    for (uint16_t s = 0; s < l->storages; s++)
        occupy(a, s);
    for (uint16_t v = 0; v < l->vregs; v++)
        for (size_t i = 0; !l->vreg[v].fixed && i < l->vreg[v].parts; i++)
            a->owner[l->vreg[v].storage + i] = v;
    keep_results(a);
}

/* Review of a run: which inputs were read, and register groups that run into each other.
 *
 * For every vector register we keep who wrote it last, as part of which group.  A group that is
 * read as one, was written as one and has another writer in the middle was overwritten by
 * accident: with LMUL 2, 4 or 8 a name stands for more registers than it shows. */
#include "platforms/coral/coral_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)KC_REVIEW_COUNTERS >= (int)CORAL_VREGS, "one counter per vector register");

/* ---- inputs ------------------------------------------------------------------------------- */

static void note_read(struct kc_review *review, uint32_t address)
{
    for (size_t i = 0; i < review->declared->in_count; i++) {
        const struct kc_placed *p = &review->layout->in[i];

        if (address >= p->address && address < p->address + p->size)
            review->inputs_read |= UINT32_C(1) << i;
    }
}

/* Tables and params are the same for every seed: a kernel may hold them itself. */
static void excuse_tables(struct kc_review *review)
{
    for (size_t i = 0; i < review->declared->in_count; i++)
        if (review->declared->in[i].role == KC_ROLE_TABLE)
            review->inputs_read |= UINT32_C(1) << i;
}

/* ---- groups ------------------------------------------------------------------------------- */

struct group {
    uint32_t first, size;
};

/* line, first register, size; 0: nobody */
static uint64_t packed(struct group g, uint32_t line)
{
    return (uint64_t)line << 16 | g.first << 8 | g.size;
}

static struct group group_of(uint64_t counter)
{
    return (struct group){ counter >> 8 & 0xff, counter & 0xff };
}

static void wrote(struct kc_review *review, struct group g, uint32_t line)
{
    for (uint32_t i = g.first; i < g.first + g.size && i < CORAL_VREGS; i++)
        review->counters[i] = packed(g, line);
}

static void suspect_overlap(struct kc_review *review, struct group read, uint32_t reader,
                            uint64_t by)
{
    struct kc_suspicion *s = &review->list[review->count];

    for (size_t i = 0; i < review->count; i++)
        if (strcmp(review->list[i].id, "group-overlap") == 0)
            return;
    if (review->count == KC_SUSPICIONS)
        return;
    review->count++;
    *s = (struct kc_suspicion){ .id = "group-overlap",
                                .hint = "with LMUL n a name stands for n registers, and a widening "
                                        "result for twice as many: give every value its own group",
                                .line = (uint32_t)(by >> 16) };
    snprintf(s->text, sizeof s->text,
             "line %" PRIu32 " uses v%" PRIu32 " to v%" PRIu32 " as one group, but line %" PRIu64
             " wrote v%" PRIu32 " to v%" PRIu32 " in between",
             reader, read.first, read.first + read.size - 1, by >> 16, group_of(by).first,
             group_of(by).first + group_of(by).size - 1);
}

/* The whole group was written at once, and a part of it by somebody else since. */
static void check_read(struct kc_review *review, struct group g, uint32_t line)
{
    const struct group whole = group_of(review->counters[g.first % CORAL_VREGS]);

    if (whole.first != g.first)
        return;
    for (uint32_t i = g.first + 1; i < g.first + g.size && i < CORAL_VREGS; i++)
        if (i < whole.first + whole.size && group_of(review->counters[i]).first != g.first) {
            suspect_overlap(review, g, line, review->counters[i]);
            return;
        }
}

static void review_memory(const struct coral_vop *u, uint32_t line, struct kc_review *review)
{
    const struct group g = { u->vd, u->regs };

    if (u->flags & CORAL_VSTORES)
        check_read(review, g, line);
    else if (u->fields == 1)
        wrote(review, g, line);
}

static void review_arithmetic(const struct coral_vop *u, uint32_t line, struct kc_review *review)
{
    const uint32_t last = u->uops ? u->uops - 1 : 0;

    if (!u->uops || u->flags & (CORAL_LAST_ONLY | CORAL_SCALAR))
        return;
    if (u->flags & CORAL_READS_VS2)
        check_read(review, (struct group){ u->vs2, (last >> u->vs2_shift) + 1 }, line);
    if (u->flags & CORAL_READS_VS1)
        check_read(review, (struct group){ u->vs1, (last >> u->vs1_shift) + 1 }, line);
    if (u->flags & CORAL_READS_VD)
        check_read(review, (struct group){ u->vd, (last >> u->vd_shift) + 1 }, line);
    wrote(review, (struct group){ u->vd, (last >> u->vd_shift) + 1 }, line);
}

void coral_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review)
{
    struct coral_machine    *m = (struct coral_machine *)machine;
    const struct coral_code *o = &m->code[step->pc / 4 % m->words];

    excuse_tables(review);
    if (o->unit == CORAL_UNIT_LSU)
        note_read(review, m->x[o->rs1] + (uint32_t)o->imm);
    if (o->unit == CORAL_UNIT_VLSU)
        note_read(review, m->x[o->rs1]);
    if (!m->timed || !o->exec)
        return;
    if (o->unit == CORAL_UNIT_VLSU)
        review_memory(&m->vop, step->line, review);
    else
        review_arithmetic(&m->vop, step->line, review);
}

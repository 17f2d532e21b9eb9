/* Watching a run for what the exposed pipeline lets pass: operands read before an earlier result
 * arrived, and units that two instructions want in one cycle.
 *
 * Both follow from the tables alone, so nothing here knows what an instruction computes. */
#include <inttypes.h>
#include <stdio.h>

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_mend.h"
#include "platforms/aie2/aie2_observe.h"

enum { PENDING = 16, LATE_READS = 64, UNIT_TICKS = 32 };

/* A result on its way to a part. */
struct pending {
    uint64_t                issued, visible;
    const struct aie2_insn *insn;
    uint8_t                 bypass;
};

/* An operand that is read some ticks after its instruction issued. */
struct late_read {
    uint64_t              issued;
    const struct aie2_op *op;
    size_t                access;
};

struct aie2_watch {
    struct pending        pending[AIE2_PART_COUNT][PENDING]; /* insn NULL: free */
    struct late_read      late[AIE2_RING][LATE_READS];
    uint8_t               late_count[AIE2_RING];
    const struct aie2_op *owner[UNIT_TICKS][AIE2_UNIT_COUNT], *sharer[UNIT_TICKS][AIE2_UNIT_COUNT];
    uint64_t              used_at[UNIT_TICKS]; /* the tick that row of owners is for */
};

struct aie2_watch *aie2_watch_new(void)
{
    return kc_alloc(sizeof(struct aie2_watch));
}

void aie2_watch_free(struct aie2_watch *w)
{
    free(w);
}

void aie2_watch_reset(struct aie2_watch *w)
{
    if (w)
        memset(w, 0, sizeof *w);
}

/* ---- premature reads ------------------------------------------------------------------------- */

static void report_premature(struct aie2_machine *m, const struct aie2_op *op, const char *name,
                             const struct pending *p, uint64_t early)
{
    const char *reader = op->insn->form->mnemonic, *writer = p->insn->form->mnemonic;

    if (m->config->premature == AIE2_REPORT_TRAP) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_PREMATURE, NULL, 0,
                  "%s reads %s %" PRIu64 " cycle%s before the result of %s (line %" PRIu32
                  ") is there",
                  reader, name, early, early == 1 ? "" : "s", writer, p->insn->line);
    }
    aie2_note(m, "premature-read", op->insn->line,
              "%s reads %s %" PRIu64 " cycle%s before the result of %s (line %" PRIu32 ") is there",
              reader, name, early, early == 1 ? "" : "s", writer, p->insn->line);
}

/* By how many ticks a read misses a result that an earlier bundle issued; 0: it does not. */
static uint64_t missed(const struct aie2_machine *m, const struct pending *p, uint64_t issued,
                       enum aie2_bypass bypass)
{
    const uint64_t seen = m->tick + (bypass && bypass == p->bypass);

    return p->insn && p->issued < issued && p->visible > seen ? p->visible - seen : 0;
}

/* ---- mending them ------------------------------------------------------------------------------
 */

static bool mends(const struct aie2_machine *m, const struct aie2_insn *reader,
                  const struct aie2_insn *writer)
{
    const struct aie2_mend *mend = &m->mend;

    return mend->kind == AIE2_MEND_EARLY && (!mend->line || mend->line == reader->line) &&
           (!mend->other || mend->other == writer->line);
}

/* Where the calendar holds the bytes that a part gets in a tick, or NULL: not computed yet. */
static const void *bytes_to_come(struct aie2_machine *m, unsigned part, uint64_t visible)
{
    const struct aie2_slot_of_time *s = &m->ring[visible % AIE2_RING];
    const uint32_t                  at = aie2_parts[part].offset;

    for (int i = 0; i < s->vectors; i++)
        if (s->vector[i].offset <= at && at < s->vector[i].offset + s->vector[i].bytes)
            return s->value[i] + (at - s->vector[i].offset);
    for (int i = 0; i < s->scalars; i++)
        if (s->scalar[i].offset == at)
            return &s->scalar[i].value;
    return NULL;
}

static void deliver(struct aie2_machine *m, unsigned part, uint64_t visible)
{
    const void *bytes = bytes_to_come(m, part, visible);

    if (bytes)
        memcpy(m->file + aie2_parts[part].offset, bytes, aie2_parts[part].bytes);
}

/* Ticks until the results that a mend delivers early exist. */
static uint64_t lacks(struct aie2_machine *m, const struct aie2_op *op, size_t access)
{
    struct aie2_part_at    part[AIE2_REG_PARTS];
    const size_t           count = aie2_access_parts(op->insn, access, part);
    const enum aie2_bypass bypass = aie2_access_bypass(op->insn, access);
    uint64_t               longest = 0;

    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < PENDING; i++) {
            const struct pending *p = &m->watch->pending[part[k].part][i];
            const uint64_t        early = missed(m, p, m->tick, bypass);

            if (early > longest && mends(m, op->insn, p->insn) &&
                !bytes_to_come(m, part[k].part, p->visible))
                longest = early;
        }
    return longest;
}

uint64_t aie2_watch_lacks(struct aie2_machine *m, const struct aie2_code *code)
{
    uint64_t longest = 0;

    for (uint32_t i = 0; m->mend.kind == AIE2_MEND_EARLY && m->watch && i < code->op_count; i++)
        for (size_t k = 0; k < code->op[i].insn->form->access_count; k++) {
            const struct aie2_access *a = &code->op[i].insn->form->access[k];
            const uint64_t ticks = a->write || a->stage > 1 ? 0 : lacks(m, &code->op[i], k);

            longest = ticks > longest ? ticks : longest;
        }
    return longest;
}

/* ---- looking -----------------------------------------------------------------------------------
 */

/* The results that a read misses: the one that arrives first and the one that arrives last. */
struct misses {
    const struct pending *first, *last;
    uint64_t              least, most;
};

static void add_miss(struct misses *s, const struct pending *p, uint64_t early)
{
    if (early && (!s->first || early < s->least)) {
        s->first = p;
        s->least = early;
    }
    if (early > s->most) {
        s->last = p;
        s->most = early;
    }
}

/* Which of them was meant only a repair can tell: a review is told of both, others of the last. */
static void check_read(struct aie2_machine *m, const struct aie2_op *op, size_t access,
                       uint64_t issued)
{
    struct aie2_part_at    part[AIE2_REG_PARTS];
    const size_t           count = aie2_access_parts(op->insn, access, part);
    const enum aie2_bypass bypass = aie2_access_bypass(op->insn, access);
    const char            *name = aie2_registers[aie2_access_reg(op->insn, access)].name;
    struct misses          s = { 0 };

    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < PENDING; i++) {
            const struct pending *p = &m->watch->pending[part[k].part][i];
            const uint64_t        early = missed(m, p, issued, bypass);

            if (early && mends(m, op->insn, p->insn))
                deliver(m, part[k].part, p->visible);
            add_miss(&s, p, early);
        }
    if (s.last && m->review)
        aie2_review_early(m->review, op->insn, name, s.last->insn, s.most);
    if (s.last && m->review && s.first->insn != s.last->insn)
        aie2_review_early(m->review, op->insn, name, s.first->insn, s.least);
    else if (s.last && !m->review)
        report_premature(m, op, name, s.last, s.most);
}

static void check_late_reads(struct aie2_machine *m)
{
    struct aie2_watch *w = m->watch;
    const size_t       at = m->tick % AIE2_RING;

    for (int i = 0; i < w->late_count[at]; i++)
        check_read(m, w->late[at][i].op, w->late[at][i].access, w->late[at][i].issued);
    w->late_count[at] = 0;
}

static void note_reads(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_form *form = op->insn->form;

    for (size_t i = 0; i < form->access_count; i++) {
        if (form->access[i].write)
            continue;
        if (form->access[i].stage == 1) {
            check_read(m, op, i, m->tick);
            continue;
        }
        const size_t at = (m->tick + form->access[i].stage - 1) % AIE2_RING;
        uint8_t     *count = &m->watch->late_count[at];

        if (*count < LATE_READS)
            m->watch->late[at][(*count)++] = (struct late_read){ m->tick, op, i };
    }
}

/* Takes the place of a result that has arrived. */
static void add_pending(struct aie2_machine *m, unsigned part, struct pending p)
{
    struct pending *list = m->watch->pending[part];

    for (int i = 0; i < PENDING; i++)
        if (!list[i].insn || list[i].visible <= m->tick) {
            list[i] = p;
            return;
        }
}

static void note_writes(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_form *form = op->insn->form;

    for (size_t i = 0; i < form->access_count; i++) {
        struct aie2_part_at part[AIE2_REG_PARTS];
        const size_t count = form->access[i].write ? aie2_access_parts(op->insn, i, part) : 0;

        for (size_t k = 0; k < count; k++)
            add_pending(m, part[k].part,
                        (struct pending){ m->tick, m->tick + form->access[i].stage, op->insn,
                                          (uint8_t)aie2_access_bypass(op->insn, i) });
    }
}

/* ---- structural conflicts -------------------------------------------------------------------- */

static void report_conflict(struct aie2_machine *m, const struct aie2_op *op,
                            const struct aie2_op *other, const struct aie2_use *use)
{
    const char *unit = aie2_unit_names[use->unit];

    if (m->config->conflicts == AIE2_REPORT_TRAP) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_CONFLICT, NULL, 0,
                  "%s and %s (line %" PRIu32 ") both need %s in one cycle",
                  op->insn->form->mnemonic, other->insn->form->mnemonic, other->insn->line, unit);
    }
    aie2_note(m, "structural-conflict", op->insn->line,
              "%s and %s (line %" PRIu32 ") both need %s in one cycle", op->insn->form->mnemonic,
              other->insn->form->mnemonic, other->insn->line, unit);
}

static void use_unit(struct aie2_machine *m, const struct aie2_op *op, const struct aie2_use *use,
                     uint64_t tick)
{
    struct aie2_watch *w = m->watch;
    const size_t       row = tick % UNIT_TICKS;

    if (w->used_at[row] != tick) {
        memset(w->owner[row], 0, sizeof w->owner[row]);
        memset(w->sharer[row], 0, sizeof w->sharer[row]);
        w->used_at[row] = tick;
    }
    const struct aie2_op *other = w->owner[row][use->unit];

    if (!other && !use->shared)
        other = w->sharer[row][use->unit];
    if (other && other != op)
        report_conflict(m, op, other, use);
    if (use->shared)
        w->sharer[row][use->unit] = op;
    else
        w->owner[row][use->unit] = op;
}

static void note_units(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_timing *t = op->insn->timing;

    for (int i = 0; i < t->use_count; i++)
        for (unsigned k = 0; k < t->use[i].cycles; k++)
            use_unit(m, op, &t->use[i], m->tick + t->use[i].stage - 1 + k);
}

void aie2_watch_issue(struct aie2_machine *m, const struct aie2_code *code)
{
    if (m->config->premature || m->review) {
        check_late_reads(m);
        for (uint32_t i = 0; i < code->op_count; i++)
            note_reads(m, &code->op[i]);
        for (uint32_t i = 0; i < code->op_count; i++)
            note_writes(m, &code->op[i]);
    }
    for (uint32_t i = 0; m->config->conflicts && i < code->op_count; i++)
        note_units(m, &code->op[i]);
}

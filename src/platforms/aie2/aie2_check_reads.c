/* Reads that come too early.
 *
 * A read before the result has landed gets the old value, and software pipelines live from that:
 * while loads are in flight, registers still hold what the loop is working on.  So an early read
 * alone proves nothing.  What cannot have been meant is a result that somebody nearly read and
 * that nobody ever reads: on some way through the program a reader comes too early for it, and
 * then the result is overwritten by one that is read, or is never read on any way.  Nor can it be
 * meant to read an accumulator or a register after the instruction that replaces its value by a
 * new one made of it, when later only others read the new one.
 *
 * Two results that land on one register in the same cycle leave it undefined; that matters only
 * when it is read before the next write.
 */
#include <string.h>

#include "platforms/aie2/aie2_asm.h"
#include "platforms/aie2/aie2_reads.h"

enum {
    NEVER = 1 << 20,       /* no overwriting yet */
    SETTLED = AIE2_STAGES, /* from here on only the bundle matters, not the time */
    EARLY_MOST = 16,       /* early readers of one result that are told apart */
    NEARLY = 2,            /* cycles that a reader may be early and still be meant for the result */
};

/* ---- is there anything to search for? ----------------------------------------------------- */

static bool sees(const struct aie2_touch *write, const struct aie2_touch *read, int sample)
{
    const bool same = write->bypass != AIE2_BYPASS_NO && write->bypass == read->bypass;

    return sample >= write->stage - (same ? 1 : 0);
}

/* Whether the result is made of the register's old value: vmac cm0, cm0, ... */
static bool replaces(const struct aie2_touch *write)
{
    const struct aie2_insn *insn = write->insn;

    for (size_t i = 0; i < insn->form->access_count; i++) {
        struct aie2_part_at at[AIE2_REG_PARTS];
        const size_t count = insn->form->access[i].write ? 0 : aie2_access_parts(insn, i, at);

        for (size_t k = 0; k < count; k++)
            if (at[k].part == write->part)
                return true;
    }
    return false;
}

/* Whether a bundle, issued time cycles after the write, reads too early or lands together. */
static bool suspicious_here(const struct aie2_search *s, const struct aie2_touch *write, size_t b,
                            int time)
{
    if (aie2_in_set(s->reads.set[b], write->part))
        for (uint32_t i = s->reads.at[b]; i < s->reads.at[b + 1]; i++) {
            const struct aie2_touch *read = &s->reads.list[i];

            if (read->part == write->part && read->insn != write->insn &&
                !sees(write, read, time + read->stage - 1))
                return true;
        }
    if (aie2_in_set(s->writes.set[b], write->part))
        for (uint32_t i = s->writes.at[b]; i < s->writes.at[b + 1]; i++)
            if (s->writes.list[i].part == write->part && s->writes.list[i].insn != write->insn &&
                time + s->writes.list[i].stage == write->stage)
                return true;
    return false;
}

static bool suspicious(struct aie2_search *s, const struct aie2_touch *write, size_t b, int time)
{
    const struct aie2_flow *flow = s->flow;

    for (;; time++) {
        if (suspicious_here(s, write, b, time))
            return true;
        if (time + 1 >= write->stage || aie2_flow_tired(s->flow))
            return false;

        const uint32_t from = flow->next_at[b], to = flow->next_at[b + 1];

        for (uint32_t e = from + 1; e < to; e++)
            if (suspicious(s, write, flow->next[e], time + 1))
                return true;
        if (from == to)
            return false;
        b = flow->next[from];
    }
}

/* ---- the search --------------------------------------------------------------------------- */

/* A way through the program since the write. */
struct way {
    uint32_t                 bundle;
    int32_t                  time;  /* since the write was issued */
    int32_t                  over;  /* when the result is overwritten, or NEVER */
    const struct aie2_touch *early; /* a read that came too early for it */
    int32_t                  early_time;
    uint32_t                 early_bundle;
    bool                     used;     /* read in time by somebody else */
    bool                     missed;   /* somebody found it overwritten */
    const struct aie2_touch *together; /* another write that lands in the same cycle */
};

struct fate {
    bool used; /* read on some way */
    const struct aie2_touch
        *skipped; /* the early read on a way where a later result is read instead */
    const struct aie2_touch *unread; /* the early read on a way where nothing is read */
    const struct aie2_touch
        *together; /* another write that landed in the same cycle, and was read */
    const struct aie2_touch *replaced; /* the early read on a way where others read the result */
    bool                     expected; /* an instruction like that one reads the result in time */
    const struct aie2_touch *stale;    /* an early read that got a value nobody wanted for long */
    int32_t                  time;     /* of the early read reported */
    const struct aie2_touch *all[EARLY_MOST]; /* early reads by different instructions, and when */
    int32_t                  all_time[EARLY_MOST];
    size_t                   all_count;
};

static void note_early(struct fate *fate, const struct aie2_touch *read, int time)
{
    for (size_t i = 0; i < fate->all_count; i++)
        if (fate->all[i]->insn == read->insn)
            return;
    if (fate->all_count == EARLY_MOST)
        return;
    fate->all[fate->all_count] = read;
    fate->all_time[fate->all_count++] = time;
}

/* The least distance at which a reader gets the result. */
static int needed(const struct aie2_touch *write, const struct aie2_touch *read)
{
    const bool same = write->bypass != AIE2_BYPASS_NO && write->bypass == read->bypass;

    return write->stage - read->stage + 1 - (same ? 1 : 0);
}

/* What the caller of a kernel needs afterwards: the registers that a function saves, loaded back
 * from the stack, and those that are no plain data.  Kernels return nothing. */
static bool lives_out(const struct aie2_touch *write)
{
    const uint8_t part = write->part;
    const bool saved = (part >= AIE2_PART_r16 && part <= AIE2_PART_r23) || part == AIE2_PART_p6 ||
                       part == AIE2_PART_p7;

    if (saved)
        for (size_t i = 0; i < write->insn->form->access_count; i++)
            if (write->insn->form->access[i].operand == AIE2_FIXED &&
                write->insn->form->access[i].reg == AIE2_PART_sp)
                return true;
    return aie2_registers[part].kind == AIE2_KIND_CR || part >= AIE2_PART_sp;
}

static bool is_move(const struct aie2_touch *touch)
{
    return touch->insn->form->mnemonic_id == AIE2_MN_vmov;
}

/* Somebody who came too early for a result may have wanted the value before; not so when there
 * was none, or when it was forgotten, unless moves pass values along a row of registers. */
static bool reads_stale(struct aie2_search *s, const struct aie2_touch *write,
                        const struct way *way)
{
    if (!way->early || way->early_time < 0 || (way->early_time == 0 && way->early->stage == 1))
        return false;
    if (aie2_reads_unwritten(s, way->early, way->early_bundle))
        return true;
    return !replaces(write) && !(is_move(write) && is_move(way->early)) &&
           needed(write, way->early) - way->early_time <= NEARLY &&
           aie2_reads_forgotten(s, way->early, way->early_bundle);
}

/* A read that gets the result; true when nothing more is to be learned on this way.  Results that
 * replace the value they are made of are followed to their last reader. */
static bool pass_use(struct aie2_search *s, const struct aie2_touch *write,
                     const struct aie2_touch *read, struct way *way, struct fate *fate)
{
    fate->used = way->used = true;
    fate->together = way->together ? way->together : fate->together;
    if (!fate->stale && reads_stale(s, write, way)) {
        fate->stale = way->early;
        fate->time = way->early_time;
    }
    if (!way->early || way->early_time < 0 || !replaces(write))
        return true;
    fate->replaced = way->early;
    fate->time = fate->skipped || fate->unread ? fate->time : way->early_time;
    fate->expected |= read->insn->form->mnemonic_id == way->early->insn->form->mnemonic_id;
    return fate->expected;
}

/* A read that finds the result overwritten. */
static void pass_miss(const struct way *way, struct fate *fate)
{
    if (way->used || !way->early)
        return;
    fate->skipped = way->early;
    fate->time = way->early_time;
}

/* The reads of a bundle; true when the way ends here. */
static bool pass_reads(struct aie2_search *s, const struct aie2_touch *write, struct way *way,
                       struct fate *fate)
{
    const size_t b = way->bundle;
    bool         decided = false;

    if (!aie2_in_set(s->reads.set[b], write->part))
        return false;
    for (uint32_t i = s->reads.at[b]; i < s->reads.at[b + 1]; i++) {
        const struct aie2_touch *read = &s->reads.list[i];
        const int                sample = way->time + read->stage - 1;

        if (read->part != write->part || (way->time == 0 && read->insn == write->insn))
            continue;
        if (sees(write, read, sample) && sample < way->over) {
            decided |= pass_use(s, write, read, way, fate);
        } else if (sees(write, read, sample)) {
            way->missed = true;
            decided |= way->time + 1 >= way->over; /* else one issued later may sample earlier */
        } else {
            note_early(fate, read, way->time);
            if (way->time == 0 && read->stage == 1 && replaces(write) && !s->flow->strict)
                continue;
            way->early = read;
            way->early_time = way->time;
            way->early_bundle = way->bundle;
        }
    }
    return decided;
}

static void pass_writes(const struct aie2_search *s, const struct aie2_touch *write,
                        struct way *way)
{
    const size_t b = way->bundle;

    if (!aie2_in_set(s->writes.set[b], write->part))
        return;
    for (uint32_t i = s->writes.at[b]; i < s->writes.at[b + 1]; i++) {
        const struct aie2_touch *other = &s->writes.list[i];
        const int                landing = way->time + other->stage;

        if (other->part != write->part || (way->time == 0 && other->insn == write->insn))
            continue;
        if (landing == write->stage)
            way->together = other;
        else if (landing > write->stage && landing < way->over)
            way->over = landing;
    }
}

/* The end of a way without a reader. */
static void pass_end(const struct aie2_search *s, const struct aie2_touch *write,
                     const struct way *way, struct fate *fate)
{
    const struct aie2_flow *flow = s->flow;
    const size_t            b = way->bundle;
    const bool              unknown =
        b >= AIE2_DELAY_SLOTS && flow->jump[b - AIE2_DELAY_SLOTS] && !flow->ends[b];

    if (unknown || (flow->ends[b] && lives_out(write) && way->over == NEVER))
        fate->used = true;
    else if (way->early && !way->used && !fate->unread) {
        fate->unread = way->early;
        fate->time = fate->skipped ? fate->time : way->early_time;
    }
}

/* Whether a settled bundle was passed before with as much known. */
static bool passed(struct aie2_search *s, const struct way *way)
{
    uint32_t *stamp = s->stamp[(way->over != NEVER ? 1 : 0) + (way->early ? 2 : 0)];

    if (way->time < SETTLED || (way->over != NEVER && way->over > way->time))
        return false;
    if (stamp[way->bundle] == s->stamp_now)
        return true;
    stamp[way->bundle] = s->stamp_now;
    return false;
}

/* A read issued before the write that samples after it was issued, and still too early. */
static const struct aie2_touch *late_read_before(const struct aie2_search *s,
                                                 const struct aie2_touch *write, size_t bundle,
                                                 int *ago, uint32_t *where)
{
    const struct aie2_flow *flow = s->flow;

    for (*ago = 1; *ago < s->latest[write->part]; ++*ago) {
        if (flow->back_at[bundle + 1] - flow->back_at[bundle] != 1)
            return NULL;
        bundle = flow->back[flow->back_at[bundle]];
        if (!aie2_in_set(s->reads.set[bundle], write->part))
            continue;
        for (uint32_t i = s->reads.at[bundle]; i < s->reads.at[bundle + 1]; i++) {
            const struct aie2_touch *read = &s->reads.list[i];
            const int                sample = read->stage - 1 - *ago;

            if (read->part == write->part && sample >= 0 && !sees(write, read, sample)) {
                *where = (uint32_t)bundle;
                return read;
            }
        }
    }
    return NULL;
}

static struct fate follow(struct aie2_search *s, const struct aie2_touch *write, size_t bundle)
{
    const struct aie2_flow *flow = s->flow;
    struct way              stack[AIE2_STACK_MOST];
    struct fate             fate = { 0 };
    size_t                  depth = 0, steps = 0;

    s->stamp_now++;
    stack[0] = (struct way){ .bundle = (uint32_t)bundle, .over = NEVER };
    stack[0].early =
        late_read_before(s, write, bundle, &stack[0].early_time, &stack[0].early_bundle);
    stack[0].early_time = -stack[0].early_time;
    if (stack[0].early)
        note_early(&fate, stack[0].early, stack[0].early_time);
    depth = 1;
    while (depth > 0 && !fate.skipped) {
        struct way    *way = &stack[--depth]; /* its successors take its place */
        const uint32_t from = flow->next_at[way->bundle], to = flow->next_at[way->bundle + 1];

        if (++steps > AIE2_STEPS_MOST || depth + 8 > AIE2_STACK_MOST || aie2_flow_tired(s->flow)) {
            fate.used = true;
            break;
        }
        if (passed(s, way))
            continue;
        pass_writes(s, write, way); /* first: a late read sees what lands before it */

        const bool decided = pass_reads(s, write, way, &fate);

        if (way->missed && (decided || way->time >= way->over))
            pass_miss(way, &fate);
        if (decided || (way->missed && way->time >= way->over))
            continue;
        if (from == to)
            pass_end(s, write, way, &fate);
        way->time++;
        for (uint32_t e = from; e < to && depth < AIE2_STACK_MOST; e++, depth++) {
            if (e > from)
                stack[depth] = *way;
            stack[depth].bundle = flow->next[e];
        }
    }
    return fate;
}

/* ---- reports ------------------------------------------------------------------------------ */

/* The register as the author wrote it. */
static const char *name_of(const struct aie2_touch *touch)
{
    return aie2_registers[aie2_access_reg(touch->insn, touch->access)].name;
}

/* "3 cycles after": when a reader issues, seen from the writer. */
static const char *when(struct kc_arena *arena, int time)
{
    const int cycles = time < 0 ? -time : time;

    if (time == 0)
        return "in the same bundle as";
    return kc_arena_printf(arena, "%d cycle%s %s", cycles, cycles == 1 ? "" : "s",
                           time < 0 ? "before" : "after");
}

static void report_early(struct aie2_search *s, const struct aie2_touch *write,
                         const struct aie2_touch *read, int time, const char *consequence)
{
    const int distance = needed(write, read), missing = distance - time;

    kc_warning(s->flow->dg, aie2_insn_span(read->insn), "premature-read",
               kc_arena_printf(s->flow->arena, "issue it %d bundle%s later, or %s earlier", missing,
                               missing == 1 ? "" : "s", write->insn->form->mnemonic),
               "%s reads %s %s %s in line %u; the result takes %d, so it gets the "
               "value before, and %s",
               read->insn->form->mnemonic, name_of(read), when(s->flow->arena, time),
               write->insn->form->mnemonic, write->insn->line, distance, consequence);
}

/* The early read that cannot have been meant; false when there is none. */
static bool report_wrong(struct aie2_search *s, const struct aie2_touch *write,
                         const struct fate *f)
{
    if (f->skipped)
        report_early(s, write, f->skipped, f->time,
                     "the result is overwritten without having been read");
    else if (f->stale)
        report_early(s, write, f->stale, f->time, "that is an old value, or none at all");
    else if (f->unread && !f->used)
        report_early(s, write, f->unread, f->time, "nothing reads the result");
    else if (f->replaced && !f->expected)
        report_early(s, write, f->replaced, f->time, "only others read the result");
    else
        return false;
    return true;
}

/* What may be meant: a note for each reader that misses the result by one cycle, or a warning for
 * every one where strictness was asked for. */
static void report_all(struct aie2_search *s, const struct aie2_touch *write, const struct fate *f)
{
    for (size_t i = 0; i < f->all_count; i++)
        if (s->flow->strict)
            report_early(s, write, f->all[i], f->all_time[i],
                         "only a software pipeline means that");
        else if (needed(write, f->all[i]) == f->all_time[i] + 1)
            kc_remark(s->flow->dg, aie2_insn_span(f->all[i]->insn), "early-read",
                      "%s reads %s %s %s in line %u, whose result takes %d: it gets the value "
                      "before, as software pipelines mean it",
                      f->all[i]->insn->form->mnemonic, name_of(f->all[i]),
                      when(s->flow->arena, f->all_time[i]), write->insn->form->mnemonic,
                      write->insn->line, needed(write, f->all[i]));
}

static void report_together(struct aie2_search *s, const struct aie2_touch *write,
                            const struct aie2_touch *other)
{
    kc_error(s->flow->dg, aie2_insn_span(other->insn), "write-collision",
             "move one of them by a bundle, or write different registers",
             "%s and %s in line %u write %s in the same cycle, and it is read afterwards",
             other->insn->form->mnemonic, write->insn->form->mnemonic, write->insn->line,
             name_of(other));
}

static void judge(struct aie2_search *s, const struct aie2_touch *write, size_t bundle)
{
    int      ago;
    uint32_t where;

    /* A result of the first stage is there for every later bundle, but not for its own. */
    if (write->stage == 1 && s->latest[write->part] <= 1 && !s->twice[bundle] &&
        !aie2_in_set(s->reads.set[bundle], write->part))
        return;
    if (write->insn == s->told ||
        (!suspicious(s, write, bundle, 0) && !late_read_before(s, write, bundle, &ago, &where)))
        return;

    const struct fate fate = follow(s, write, bundle);

    if (fate.together)
        report_together(s, write, fate.together);
    else if (s->flow->strict || !report_wrong(s, write, &fate)) {
        if (write->insn != s->noted)
            report_all(s, write, &fate);
        s->noted = fate.all_count ? write->insn : s->noted;
        return;
    }
    s->told = write->insn;
}

void aie2_check_reads(struct aie2_flow *flow)
{
    struct aie2_search s = { .flow = flow };

    aie2_reads_collect(&s);
    for (size_t i = 0; i < 4; i++)
        s.stamp[i] = kc_arena_array(flow->arena, uint32_t, flow->count + 1);
    s.seen = kc_arena_array(flow->arena, uint32_t, flow->count + 1);
    for (size_t b = 0; b < flow->count; b++)
        for (uint32_t i = s.writes.at[b]; i < s.writes.at[b + 1]; i++)
            judge(&s, &s.writes.list[i], b);
}

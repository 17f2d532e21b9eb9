/* The past of registers: who accesses them where, and what a read finds. */
#include "platforms/aie2/aie2_reads.h"

/* A step back from a read. */
struct step {
    uint32_t bundle;
    int32_t  time; /* cycles before the read */
};

/* ---- accesses of all bundles -------------------------------------------------------------- */

static bool watched(uint8_t part)
{
    const uint8_t kind = aie2_registers[part].kind;

    return kind != AIE2_KIND_SR && kind != AIE2_KIND_TILE_CNTR && kind != AIE2_KIND_CORE_ID;
}

static size_t touch_count(const struct aie2_flow *flow)
{
    size_t count = 0;

    for (size_t b = 0; b < flow->count; b++)
        for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++)
            if (flow->bundle[b].slot[slot])
                count += flow->bundle[b].slot[slot]->form->access_count;
    return count * AIE2_REG_PARTS / 2 + AIE2_SLOT_COUNT * AIE2_ACCESSES * AIE2_REG_PARTS;
}

static void add_insn(struct aie2_search *s, size_t b, const struct aie2_insn *insn, uint32_t *reads,
                     uint32_t *writes)
{
    for (size_t i = 0; i < insn->form->access_count; i++) {
        const struct aie2_access *access = &insn->form->access[i];
        struct aie2_touches      *to = access->write ? &s->writes : &s->reads;
        uint32_t                 *count = access->write ? writes : reads;
        struct aie2_part_at       part[AIE2_REG_PARTS];
        const size_t              parts = aie2_access_parts(insn, i, part);
        const uint8_t             bypass = (uint8_t)aie2_access_bypass(insn, i);

        for (size_t k = 0; k < parts; k++)
            if (watched(part[k].part)) {
                to->list[(*count)++] =
                    (struct aie2_touch){ insn, part[k].part, access->stage, bypass, (uint8_t)i };
                s->twice[b] |= access->write && aie2_in_set(to->set[b], part[k].part);
                to->set[b][part[k].part / 64] |= UINT64_C(1) << (part[k].part % 64);
                if (!access->write && access->stage > s->latest[part[k].part])
                    s->latest[part[k].part] = access->stage;
            }
    }
}

static void new_touches(struct aie2_search *s, struct aie2_touches *t, size_t room)
{
    const size_t count = s->flow->count;

    t->list = kc_arena_array(s->flow->arena, struct aie2_touch, room);
    t->at = kc_arena_array(s->flow->arena, uint32_t, count + 1);
    t->set = kc_arena_alloc(s->flow->arena, (count + 1) * sizeof *t->set);
}

void aie2_reads_collect(struct aie2_search *s)
{
    const struct aie2_flow *flow = s->flow;
    const size_t            room = touch_count(flow);
    uint32_t                reads = 0, writes = 0;

    new_touches(s, &s->reads, room);
    new_touches(s, &s->writes, room);
    s->twice = kc_arena_array(flow->arena, bool, flow->count + 1);
    for (size_t b = 0; b < flow->count; b++) {
        for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++)
            if (flow->bundle[b].slot[slot])
                add_insn(s, b, flow->bundle[b].slot[slot], &reads, &writes);
        s->reads.at[b + 1] = reads;
        s->writes.at[b + 1] = writes;
    }
}

/* ---- before a read ------------------------------------------------------------------------ */

static bool is_vector(uint8_t part)
{
    return part >= AIE2_PART_wl0 && part < AIE2_PART_sp;
}

enum sign { NOTHING, READ_LATELY, READ_LONG_AGO, WRITTEN };

enum { NEVER = -(1 << 20) };

/* Whether a result lands in a read's register in time, from a bundle issued ago cycles before. */
static bool written_here(const struct aie2_search *s, const struct aie2_touch *read, size_t b,
                         int ago)
{
    if (aie2_in_set(s->writes.set[b], read->part))
        for (uint32_t i = s->writes.at[b]; i < s->writes.at[b + 1]; i++)
            if (s->writes.list[i].part == read->part &&
                s->writes.list[i].stage - ago <= read->stage - 1)
                return true;
    return false;
}

/* When the last result of a bundle issued ago cycles before lands in a read's register in time;
 * NEVER when none does. */
static int landing_here(const struct aie2_search *s, const struct aie2_touch *read, size_t b,
                        int ago)
{
    int last = NEVER;

    if (!written_here(s, read, b, ago))
        return NEVER;
    for (uint32_t i = s->writes.at[b]; i < s->writes.at[b + 1]; i++) {
        const int landing = s->writes.list[i].stage - ago;

        if (s->writes.list[i].part == read->part && landing <= read->stage - 1 && landing > last)
            last = landing;
    }
    return last;
}

/* The last thing that happened to a read's register in a bundle issued ago cycles before it. */
static enum sign sign_here(const struct aie2_search *s, const struct aie2_touch *read, size_t b,
                           int ago)
{
    const int sample = read->stage - 1, landing = landing_here(s, read, b, ago);
    enum sign sign = landing == NEVER ? NOTHING : WRITTEN;

    if (aie2_in_set(s->reads.set[b], read->part))
        for (uint32_t i = s->reads.at[b]; i < s->reads.at[b + 1]; i++) {
            const struct aie2_touch *other = &s->reads.list[i];
            const int                at = other->stage - 1 - ago;

            if (other->part == read->part && (ago > 0 || other->insn != read->insn) &&
                at <= sample && at >= landing) /* what it read was not replaced since */
                sign = at > sample - AIE2_QUIET ? READ_LATELY : READ_LONG_AGO;
        }
    return sign;
}

/* Whether the value that a read gets was forgotten, on every way to it: read for the last time
 * AIE2_QUIET cycles ago or more, or never written at all.  Whoever reads a value for the first time
 * wants it.  Scalars may be arguments, so the beginning of a program writes them. */
bool aie2_reads_forgotten(struct aie2_search *s, const struct aie2_touch *read, size_t bundle)
{
    const struct aie2_flow *flow = s->flow;
    struct step             stack[AIE2_STACK_MOST];
    size_t                  depth = 0, steps = 0;

    s->seen_now++;
    stack[depth++] = (struct step){ .bundle = (uint32_t)bundle };
    while (depth > 0) {
        const struct step way = stack[--depth];
        const uint32_t    from = flow->back_at[way.bundle], to = flow->back_at[way.bundle + 1];
        const enum sign   sign = sign_here(s, read, way.bundle, way.time);

        if (++steps > AIE2_STEPS_MOST || aie2_flow_tired(s->flow) ||
            depth + (to - from) >= AIE2_STACK_MOST || sign == READ_LATELY || sign == WRITTEN ||
            (from == to && sign == NOTHING && !is_vector(read->part)))
            return false;
        if (sign == READ_LONG_AGO ||
            (way.time > AIE2_QUIET + AIE2_STAGES && s->seen[way.bundle] == s->seen_now))
            continue;
        if (way.time > AIE2_QUIET + AIE2_STAGES)
            s->seen[way.bundle] = s->seen_now;
        for (uint32_t e = from; e < to; e++)
            stack[depth++] = (struct step){ .bundle = flow->back[e], .time = way.time + 1 };
    }
    return true;
}

/* Whether control may come back to a bundle. */
static bool in_loop(struct aie2_search *s, size_t bundle)
{
    const struct aie2_flow *flow = s->flow;
    uint32_t                stack[AIE2_STACK_MOST];
    size_t                  depth = 0;

    s->seen_now++;
    stack[depth++] = (uint32_t)bundle;
    while (depth > 0 && !aie2_flow_tired(s->flow)) {
        const uint32_t b = stack[--depth];

        for (uint32_t e = flow->next_at[b]; e < flow->next_at[b + 1]; e++) {
            if (flow->next[e] == bundle)
                return true;
            if (s->seen[flow->next[e]] != s->seen_now && depth < AIE2_STACK_MOST) {
                s->seen[flow->next[e]] = s->seen_now;
                stack[depth++] = flow->next[e];
            }
        }
    }
    return false;
}

/* Whether a register may hold something when a kernel begins.  An argument is read before it is
 * replaced, but not in a loop in which every round replaces it. */
static bool may_be_given(struct aie2_search *s, uint8_t part, size_t bundle)
{
    const bool argument = part <= AIE2_PART_r7 ||
                          (part >= AIE2_PART_r16 && part <= AIE2_PART_r23) ||
                          (part >= AIE2_PART_p0 && part <= AIE2_PART_p7);

    if (aie2_registers[part].kind == AIE2_KIND_S || part >= AIE2_PART_sp)
        return true;
    return argument && !in_loop(s, bundle);
}

/* Whether a read may find a register to which nothing was ever written: on some way from the
 * beginning no result lands in time. */
bool aie2_reads_unwritten(struct aie2_search *s, const struct aie2_touch *read, size_t bundle)
{
    const struct aie2_flow *flow = s->flow;
    struct step             stack[AIE2_STACK_MOST];
    size_t                  depth = 0, steps = 0;

    if (may_be_given(s, read->part, bundle))
        return false;
    s->seen_now++;
    stack[depth++] = (struct step){ .bundle = (uint32_t)bundle };
    while (depth > 0) {
        const struct step way = stack[--depth];
        const uint32_t    from = flow->back_at[way.bundle], to = flow->back_at[way.bundle + 1];

        if (++steps > AIE2_STEPS_MOST || aie2_flow_tired(s->flow) ||
            depth + (to - from) >= AIE2_STACK_MOST)
            return false;
        if (written_here(s, read, way.bundle, way.time) ||
            (way.time > AIE2_STAGES && s->seen[way.bundle] == s->seen_now))
            continue;
        if (from == to || way.bundle == 0)
            return true;
        if (way.time > AIE2_STAGES)
            s->seen[way.bundle] = s->seen_now;
        for (uint32_t e = from; e < to; e++)
            stack[depth++] = (struct step){ .bundle = flow->back[e], .time = way.time + 1 };
    }
    return false;
}

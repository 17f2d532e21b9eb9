/* Ports and units: no two instructions may use one in the same cycle.
 *
 * What is in flight at a bundle is a set of reserved cycles per unit, joined over all ways to get
 * there; a collision of that set with the bundle's own uses is looked up again, backwards, to name
 * the instruction on the other side.
 */
#include <string.h>

#include "platforms/aie2/aie2_flow.h"

enum { WINDOW = 16 };

/* Reserved cycles per unit, bit 0 is the current one. */
struct reserved {
    uint16_t own[AIE2_UNIT_COUNT], shared[AIE2_UNIT_COUNT];
};

static uint16_t cycles_of(const struct aie2_use *use)
{
    return (uint16_t)(((1u << use->cycles) - 1) << (use->stage - 1));
}

/* ---- reports ------------------------------------------------------------------------------ */

/* The cycles in which two uses meet when b issues distance cycles after a. */
static bool meets(const struct aie2_use *a, const struct aie2_use *b, unsigned distance)
{
    return a->unit == b->unit && !(a->shared && b->shared) &&
           (cycles_of(a) >> distance & cycles_of(b)) != 0;
}

static const char *unit_meaning(uint8_t unit)
{
    static const char *const meaning[AIE2_UNIT_COUNT] = {
        [AIE2_UNIT_Rwx] = "the write port of r for the alu slot",
        [AIE2_UNIT_Rwa] = "the write port of r for loads and mova",
        [AIE2_UNIT_RSwm] = "the write port of r and s for moves",
        [AIE2_UNIT_Pwm] = "the write port of p",
        [AIE2_UNIT_Mwm] = "the write port of m",
        [AIE2_UNIT_DNwm] = "the write port of dn",
        [AIE2_UNIT_DJwm] = "the write port of dj",
        [AIE2_UNIT_DCwm] = "the write port of dc",
        [AIE2_UNIT_Rrv] = "the third read port of r",
        [AIE2_UNIT_PDrm] = "the read port of p and d registers for moves and stores",
        [AIE2_UNIT_Wwa] = "the write port of w on the load side",
        [AIE2_UNIT_Wwm] = "the write port of w on the mv side",
        [AIE2_UNIT_Wrs] = "the read port of w on the store side",
        [AIE2_UNIT_Crm] = "the accumulator read port",
        [AIE2_UNIT_Cwa] = "the accumulator write port on the vec side",
        [AIE2_UNIT_Cwm] = "the accumulator write port on the mv and load side",
        [AIE2_UNIT_LUA] = "load unit A",
        [AIE2_UNIT_STU] = "the store unit",
        [AIE2_UNIT_SRSU] = "the shift-round-saturate unit",
        [AIE2_UNIT_UPSU] = "the upshift unit",
        [AIE2_UNIT_PWS] = "the window of a part-word store",
        [AIE2_UNIT_SEM] = "the lock and stream unit",
        [AIE2_UNIT_BUS] = "the processor bus",
        [AIE2_UNIT_DONEU] = "the end of the core's work",
    };

    return meaning[unit];
}

static const char *advice(uint8_t unit, unsigned distance)
{
    if (unit == AIE2_UNIT_Rrv)
        return "a scalar store and a vec instruction cannot share a bundle";
    if (unit == AIE2_UNIT_Rwa)
        return "use movx or mov instead of mova, or move it one bundle";
    if (unit == AIE2_UNIT_PWS)
        return "leave six bundles without memory operations after st.s8 and st.s16";
    if (unit == AIE2_UNIT_Rwx)
        return "mul writes one cycle late: leave the alu slot of the next bundle empty";
    return distance == 0 ? "move one of them to another bundle" : "move one of them by one bundle";
}

static void report(struct aie2_flow *flow, const struct aie2_insn *a, const struct aie2_use *use,
                   const struct aie2_insn *b, const struct aie2_use *other, unsigned distance)
{
    const char *unit = aie2_unit_names[use->unit];

    if (distance == 0)
        kc_error(flow->dg, aie2_insn_span(b), "port-conflict", advice(use->unit, distance),
                 "%s and %s in line %u both use %s (%s) in stage E%d", b->form->mnemonic,
                 a->form->mnemonic, a->line, unit, unit_meaning(use->unit), other->stage);
    else
        kc_error(
            flow->dg, aie2_insn_span(b), "port-conflict", advice(use->unit, distance),
            "%s uses %s (%s) in stage E%d, when %s in line %u, issued %u cycle%s earlier, uses "
            "it in E%d",
            b->form->mnemonic, unit, unit_meaning(use->unit), other->stage, a->form->mnemonic,
            a->line, distance, distance > 1 ? "s" : "", use->stage);
}

/* Reports the first unit in which an instruction meets one issued distance cycles earlier. */
static bool judge(struct aie2_flow *flow, const struct aie2_insn *a, const struct aie2_insn *b,
                  unsigned distance)
{
    for (size_t i = 0; i < a->timing->use_count; i++)
        for (size_t k = 0; k < b->timing->use_count; k++)
            if (meets(&a->timing->use[i], &b->timing->use[k], distance)) {
                report(flow, a, &a->timing->use[i], b, &b->timing->use[k], distance);
                return true;
            }
    return false;
}

static void judge_bundles(struct aie2_flow *flow, size_t a, size_t b, unsigned distance)
{
    for (size_t i = 0; i < AIE2_SLOT_COUNT; i++)
        for (size_t k = 0; k < AIE2_SLOT_COUNT; k++) {
            const struct aie2_insn *first = flow->bundle[a].slot[i];
            const struct aie2_insn *second = flow->bundle[b].slot[k];

            if (first && second && (distance > 0 || i < k))
                judge(flow, first, second, distance);
        }
}

/* Goes back from a bundle in which something collides, and names the pairs. */
static void find_pairs(struct aie2_flow *flow, size_t bundle)
{
    bool    *there = kc_arena_array(flow->arena, bool, flow->count);
    uint32_t list[256], found[256];
    size_t   count = 1;

    list[0] = (uint32_t)bundle;
    judge_bundles(flow, bundle, bundle, 0);
    for (unsigned distance = 1; distance < WINDOW && count > 0; distance++) {
        size_t more = 0;

        for (size_t i = 0; i < count; i++)
            for (uint32_t e = flow->back_at[list[i]]; e < flow->back_at[list[i] + 1]; e++)
                if (!there[flow->back[e]] && more < 256 && !aie2_flow_tired(flow)) {
                    there[flow->back[e]] = true;
                    found[more++] = flow->back[e];
                    judge_bundles(flow, flow->back[e], bundle, distance);
                }
        for (size_t i = 0; i < more; i++)
            there[found[i]] = false;
        memcpy(list, found, more * sizeof *list);
        count = more;
    }
}

/* ---- the search --------------------------------------------------------------------------- */

/* Adds the uses of a bundle; true when one of them is taken. */
static bool reserve(struct reserved *r, const struct aie2_bundle *bundle)
{
    bool taken = false;

    for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
        const struct aie2_insn *insn = bundle->slot[slot];

        for (size_t i = 0; insn && i < insn->timing->use_count; i++) {
            const struct aie2_use *use = &insn->timing->use[i];
            const uint16_t         cycles = cycles_of(use);

            taken |= (r->own[use->unit] & cycles) != 0;
            if (use->shared) {
                r->shared[use->unit] |= cycles;
            } else {
                taken |= (r->shared[use->unit] & cycles) != 0;
                r->own[use->unit] |= cycles;
            }
        }
    }
    return taken;
}

static void pass_cycle(struct reserved *r)
{
    for (size_t i = 0; i < AIE2_UNIT_COUNT; i++) {
        r->own[i] >>= 1;
        r->shared[i] >>= 1;
    }
}

/* Adds what is reserved; true when that was new. */
static bool join(struct reserved *to, const struct reserved *from)
{
    uint16_t fresh = 0;

    for (size_t i = 0; i < AIE2_UNIT_COUNT; i++) {
        fresh |=
            (uint16_t)(from->own[i] & ~to->own[i]) | (uint16_t)(from->shared[i] & ~to->shared[i]);
        to->own[i] |= from->own[i];
        to->shared[i] |= from->shared[i];
    }
    return fresh != 0;
}

void aie2_check_ports(struct aie2_flow *flow)
{
    struct reserved *at = kc_arena_array(flow->arena, struct reserved, flow->count + 1);
    bool            *dirty = kc_arena_array(flow->arena, bool, flow->count + 1);
    bool            *taken = kc_arena_array(flow->arena, bool, flow->count + 1);
    bool             again = true;

    memset(dirty, 1, flow->count);
    while (again) {
        again = false;
        for (size_t b = 0; b < flow->count; b++) {
            struct reserved r = at[b];

            if (!dirty[b])
                continue;
            dirty[b] = false;
            taken[b] = reserve(&r, &flow->bundle[b]);
            pass_cycle(&r);
            for (uint32_t e = flow->next_at[b]; e < flow->next_at[b + 1]; e++)
                if (!aie2_flow_tired(flow) && join(&at[flow->next[e]], &r)) {
                    dirty[flow->next[e]] = true;
                    again |= flow->next[e] <= b;
                }
        }
    }
    for (size_t b = 0; b < flow->count; b++)
        if (taken[b])
            find_pairs(flow, b);
}

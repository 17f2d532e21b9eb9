/* The control-flow graph: delay slots, zero-overhead loops, calls and returns. */
#include "platforms/aie2/aie2_flow.h"

#include <string.h>

#include "platforms/aie2/aie2_asm.h"

struct kc_span aie2_insn_span(const struct aie2_insn *insn)
{
    return (struct kc_span){ insn->begin, insn->end };
}

bool aie2_writes_part(const struct aie2_insn *insn, uint8_t part)
{
    for (size_t i = 0; i < insn->form->access_count; i++) {
        struct aie2_part_at at[AIE2_REG_PARTS];
        const size_t count = insn->form->access[i].write ? aie2_access_parts(insn, i, at) : 0;

        for (size_t k = 0; k < count; k++)
            if (at[k].part == part)
                return true;
    }
    return false;
}

bool aie2_is_return(const struct aie2_insn *insn)
{
    return insn->form->mnemonic_id == AIE2_MN_ret;
}

bool aie2_is_call(const struct aie2_insn *insn)
{
    return insn->form->mnemonic_id == AIE2_MN_jl;
}

bool aie2_is_conditional(const struct aie2_insn *insn)
{
    const uint16_t id = insn->form->mnemonic_id;

    return id == AIE2_MN_jz || id == AIE2_MN_jnz || id == AIE2_MN_jnzd;
}

bool aie2_constant(const struct aie2_insn *insn, int32_t *value)
{
    const struct aie2_form *form = insn->form;

    if (form->operand_count != 2 || form->operand[1].class < AIE2_CLASS_REGS ||
        form->access_count == 0 || !form->access[0].write || form->access[0].operand != 0)
        return false;
    *value = insn->value[1];
    return true;
}

/* ---- edges -------------------------------------------------------------------------------- */

struct edge {
    uint32_t from, to;
};

struct edges {
    struct edge *edge;
    size_t       count, room;
};

static void add_edge(struct aie2_flow *flow, struct edges *edges, size_t from, size_t to)
{
    if (to >= flow->count || flow->bundle[to].data)
        return;
    edges->edge =
        aie2_grow(flow->arena, edges->edge, edges->count, &edges->room, sizeof *edges->edge);
    edges->edge[edges->count++] = (struct edge){ (uint32_t)from, (uint32_t)to };
}

/* Lists in both directions, by counting. */
static void sort_edges(struct aie2_flow *flow, const struct edges *edges)
{
    uint32_t *next_fill, *back_fill;

    flow->next_at = kc_arena_array(flow->arena, uint32_t, flow->count + 2);
    flow->back_at = kc_arena_array(flow->arena, uint32_t, flow->count + 2);
    flow->next = kc_arena_array(flow->arena, uint32_t, edges->count + 1);
    flow->back = kc_arena_array(flow->arena, uint32_t, edges->count + 1);
    for (size_t i = 0; i < edges->count; i++) {
        flow->next_at[edges->edge[i].from + 2]++;
        flow->back_at[edges->edge[i].to + 2]++;
    }
    for (size_t b = 0; b < flow->count; b++) {
        flow->next_at[b + 2] += flow->next_at[b + 1];
        flow->back_at[b + 2] += flow->back_at[b + 1];
    }
    next_fill = flow->next_at + 1; /* moves up to the final table while it is used */
    back_fill = flow->back_at + 1;
    for (size_t i = 0; i < edges->count; i++) {
        flow->next[next_fill[edges->edge[i].from]++] = edges->edge[i].to;
        flow->back[back_fill[edges->edge[i].to]++] = edges->edge[i].from;
    }
}

/* ---- jumps -------------------------------------------------------------------------------- */

static const struct aie2_insn *jump_of(const struct aie2_bundle *bundle)
{
    for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++)
        if (bundle->slot[slot] && bundle->slot[slot]->form->delay_slots)
            return bundle->slot[slot];
    return NULL;
}

static bool stops_core(const struct aie2_bundle *bundle)
{
    const struct aie2_insn *alu = bundle->slot[AIE2_SLOT_ALU];

    return alu && alu->form->mnemonic_id == AIE2_MN_done;
}

/* Calls op for every bundle that a jump may go to: its address, or for a jump through a pointer
 * every constant that the program moves into that pointer. */
static size_t targets(struct aie2_flow *flow, const struct aie2_insn *jump, size_t *target,
                      size_t most)
{
    const size_t last = jump->form->operand_count - 1u;
    size_t       count = 0;

    if (jump->form->operand_count == 0)
        return 0;
    if (jump->form->operand[last].class >= AIE2_CLASS_REGS) {
        target[0] = aie2_bundle_at(flow->program, (uint32_t)jump->value[last]);
        return 1;
    }
    for (size_t b = 0; b < flow->count && count < most && !aie2_flow_tired(flow); b++) {
        const struct aie2_insn *move = flow->bundle[b].slot[AIE2_SLOT_LNG];
        int32_t                 value;

        if (move && move->form->access_count && move->value[0] == jump->value[last] &&
            aie2_constant(move, &value) && value >= 0 &&
            aie2_bundle_at(flow->program, (uint32_t)value) < flow->count)
            target[count++] = aie2_bundle_at(flow->program, (uint32_t)value);
    }
    return count;
}

enum { TARGETS = 32 };

/* Where a walk inside one function goes from b: over calls, not through returns. */
static size_t steps_inside(struct aie2_flow *flow, size_t b, size_t *to)
{
    const struct aie2_insn *jump = b >= AIE2_DELAY_SLOTS ? flow->jump[b - AIE2_DELAY_SLOTS] : NULL;
    size_t                  count = 0;

    if (jump && aie2_is_return(jump))
        return 0;
    if (jump && !aie2_is_call(jump))
        count = targets(flow, jump, to, TARGETS);
    if (!jump || aie2_is_call(jump) || aie2_is_conditional(jump))
        to[count++] = b + 1;
    return count;
}

/* Joins the returns of the function at entry with the place behind a call. */
static void add_returns(struct aie2_flow *flow, struct edges *edges, size_t entry, size_t behind)
{
    uint8_t  *seen = kc_arena_alloc(flow->arena, flow->count);
    uint32_t *stack = kc_arena_array(flow->arena, uint32_t, flow->count);
    size_t    depth = 0, to[TARGETS + 1];

    if (entry >= flow->count)
        return;
    stack[depth++] = (uint32_t)entry;
    seen[entry] = 1;
    while (depth > 0 && !aie2_flow_tired(flow)) {
        const size_t b = stack[--depth];
        const size_t count = steps_inside(flow, b, to);

        if (b >= AIE2_DELAY_SLOTS && flow->jump[b - AIE2_DELAY_SLOTS] &&
            aie2_is_return(flow->jump[b - AIE2_DELAY_SLOTS]))
            add_edge(flow, edges, b, behind);
        for (size_t i = 0; i < count; i++)
            if (to[i] < flow->count && !seen[to[i]]) {
                seen[to[i]] = 1;
                stack[depth++] = (uint32_t)to[i];
            }
    }
}

/* The edges of a jump, which leave its last delay slot. */
static void add_jump(struct aie2_flow *flow, struct edges *edges, const struct aie2_insn *jump,
                     size_t last)
{
    size_t       target[TARGETS];
    const size_t count = targets(flow, jump, target, TARGETS);

    for (size_t i = 0; i < count; i++) {
        add_edge(flow, edges, last, target[i]);
        if (aie2_is_call(jump))
            add_returns(flow, edges, target[i], last + 1);
    }
    if (aie2_is_conditional(jump))
        add_edge(flow, edges, last, last + 1);
    flow->ends[last] = aie2_is_return(jump);
}

/* ---- loops -------------------------------------------------------------------------------- */

static bool near(size_t a, size_t b, size_t than)
{
    const size_t distance = a > b ? a - b : b - a;

    return distance < than;
}

/* The write of a constant to a register that is closest to bundle b, or NULL. */
static const struct aie2_insn *closest(struct aie2_flow *flow, size_t b, uint8_t part,
                                       int32_t *value)
{
    const struct aie2_insn *found = NULL;
    size_t                  where = 0;

    for (size_t i = 0; i < flow->count && !aie2_flow_tired(flow); i++)
        for (size_t slot = AIE2_SLOT_MV; slot <= AIE2_SLOT_LNG; slot++) {
            const struct aie2_insn *insn = flow->bundle[i].slot[slot];
            int32_t                 constant;

            if (!insn || insn->form->access_count == 0 || !insn->form->access[0].write ||
                insn->value[0] != part || !aie2_constant(insn, &constant))
                continue;
            if (!found || near(i, b, where > b ? where - b : b - where)) {
                found = insn;
                where = i;
                *value = constant;
            }
        }
    return found;
}

static void add_loop(struct aie2_flow *flow, size_t *room, size_t b, const struct aie2_insn *set)
{
    struct aie2_loop loop = { .set_end = set };

    if (!aie2_constant(set, &loop.end))
        return;
    loop.set_start = closest(flow, b, AIE2_PART_ls, &loop.start);
    loop.last = aie2_bundle_at(flow->program, (uint32_t)loop.end);
    loop.first = loop.set_start ? aie2_bundle_at(flow->program, (uint32_t)loop.start) : flow->count;
    flow->loop = aie2_grow(flow->arena, flow->loop, flow->loop_count, room, sizeof loop);
    flow->loop[flow->loop_count++] = loop;
}

/* Every constant that goes to le is a loop; the closest constant for ls is its start. */
static void find_loops(struct aie2_flow *flow)
{
    size_t room = 0;

    for (size_t b = 0; b < flow->count; b++)
        for (size_t slot = AIE2_SLOT_MV; slot <= AIE2_SLOT_LNG; slot++) {
            const struct aie2_insn *insn = flow->bundle[b].slot[slot];

            if (insn && insn->form->access_count && insn->form->access[0].write &&
                insn->value[0] == AIE2_REG_le)
                add_loop(flow, &room, b, insn);
        }
}

/* ---- the graph ---------------------------------------------------------------------------- */

static void add_edges(struct aie2_flow *flow, struct edges *edges)
{
    for (size_t b = 0; b < flow->count; b++) {
        const struct aie2_insn *jump =
            b >= AIE2_DELAY_SLOTS ? flow->jump[b - AIE2_DELAY_SLOTS] : NULL;

        if (flow->bundle[b].data)
            continue;
        if (jump)
            add_jump(flow, edges, jump, b);
        else if (stops_core(&flow->bundle[b]))
            flow->ends[b] = true;
        else
            add_edge(flow, edges, b, b + 1);
    }
    for (size_t i = 0; i < flow->loop_count; i++)
        if (flow->loop[i].first < flow->count && flow->loop[i].last < flow->count)
            add_edge(flow, edges, flow->loop[i].last, flow->loop[i].first);
}

void aie2_flow_build(struct aie2_flow *flow, struct kc_arena *arena,
                     const struct aie2_program *program, struct kc_diags *dg)
{
    struct edges edges = { 0 };

    *flow = (struct aie2_flow){ .arena = arena,
                                .dg = dg,
                                .program = program,
                                .bundle = program->bundle,
                                .count = program->count };
    flow->jump = kc_arena_array(arena, const struct aie2_insn *, flow->count + 1);
    flow->ends = kc_arena_array(arena, bool, flow->count + 1);
    for (size_t b = 0; b < flow->count; b++)
        flow->jump[b] = jump_of(&flow->bundle[b]);
    find_loops(flow);
    add_edges(flow, &edges);
    sort_edges(flow, &edges);
}

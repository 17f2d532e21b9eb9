/* Rules of zero-overhead loops: where they lie, and how early their registers are set. */
#include "platforms/aie2/aie2_flow.h"

enum {
    ALIGNMENT = 16,
    SETUP_BYTES = 112,     /* of code between the last write of ls, le, lc and the last bundle */
    SHORT_LOOP_BYTES = 96, /* in which a part-word store at the end is lost */
};

/* ---- shape -------------------------------------------------------------------------------- */

static void check_address(struct aie2_flow *flow, const struct aie2_insn *set, const char *name,
                          int32_t address, size_t bundle)
{
    if (bundle >= flow->count)
        kc_error(flow->dg, aie2_insn_span(set), "loop-target",
                 "le names the last bundle of the loop: put its label in front of that bundle",
                 "no bundle begins at address %d, to which %s is set", address, name);
    else if (address % ALIGNMENT != 0)
        kc_error(flow->dg, aie2_insn_span(set), "loop-alignment",
                 "align the start with .p2align 4 before the pipeline fill, and pad bundles of the "
                 "loop to 16 bytes with nopa, nopb, nops, nopxm, nopv",
                 "%s is set to address %d, which is not a multiple of %d", name, address,
                 ALIGNMENT);
}

static const struct aie2_insn *first_insn(const struct aie2_bundle *bundle)
{
    for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++)
        if (bundle->slot[slot])
            return bundle->slot[slot];
    return NULL;
}

static void check_last(struct aie2_flow *flow, const struct aie2_loop *loop)
{
    const struct aie2_bundle *last = &flow->bundle[loop->last];
    const struct aie2_insn   *store = last->slot[AIE2_SLOT_LDA];
    const uint32_t            bytes = last->address + last->size - (uint32_t)loop->start;

    if (flow->jump[loop->last])
        kc_error(flow->dg, aie2_insn_span(flow->jump[loop->last]), "loop-end-jump",
                 "move the jump in front of the last bundle, or behind the loop",
                 "%s stands in the last bundle of a zero-overhead loop",
                 flow->jump[loop->last]->form->mnemonic);
    if (store && store->form->memory_stage[1] && bytes <= SHORT_LOOP_BYTES)
        kc_error(flow->dg, aie2_insn_span(store), "loop-end-store",
                 "put the store into an earlier bundle of the loop",
                 "%s in the last bundle of a loop of %u bytes is lost when the loop goes round; "
                 "this happens up to %d bytes",
                 store->form->mnemonic, bytes, SHORT_LOOP_BYTES);
    if (last->size < 16 && first_insn(last))
        kc_warning(flow->dg, aie2_insn_span(first_insn(last)), "loop-end-size",
                   "fill the bundle with nopa, nopb, nops, nopxm, nopv",
                   "the last bundle of a zero-overhead loop has %d bytes; compilers make it 16",
                   last->size);
}

/* Whether the loop writes the first part of a register, too. */
static bool loop_writes(const struct aie2_flow *flow, const struct aie2_loop *loop,
                        enum aie2_reg reg)
{
    for (size_t b = loop->first; b <= loop->last; b++)
        for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
            const struct aie2_insn *insn = flow->bundle[b].slot[slot];

            if (insn && aie2_writes_part(insn, aie2_registers[reg].part[0].part))
                return true;
        }
    return false;
}

/* Whether a bundle belongs to the fill of the loop's pipeline: a result that lands more than
 * distance cycles later goes to a register that the loop writes, too. */
static bool fills(const struct aie2_flow *flow, const struct aie2_loop *loop, size_t distance)
{
    const struct aie2_bundle *bundle = &flow->bundle[loop->first - distance];

    for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
        const struct aie2_insn   *insn = bundle->slot[slot];
        const struct aie2_access *first = insn ? &insn->form->access[0] : NULL;

        if (insn && insn->form->access_count && first->write && first->stage > distance &&
            loop_writes(flow, loop, aie2_access_reg(insn, 0)))
            return true;
    }
    return false;
}

/* Alignment between the fill of a pipeline and its loop is a bundle nobody counted. */
static void check_padding(struct aie2_flow *flow, const struct aie2_loop *loop)
{
    if (loop->first == 0 || !flow->bundle[loop->first - 1].padding)
        return;
    for (size_t distance = 2; distance <= loop->first && distance < AIE2_STAGES; distance++)
        if (fills(flow, loop, distance)) {
            kc_warning(flow->dg, aie2_insn_span(loop->set_start), "loop-padding",
                       "align before the pipeline fill and make its bundles 16 bytes long",
                       "alignment puts a hidden nop bundle of %d bytes between the pipeline fill "
                       "and the loop",
                       flow->bundle[loop->first - 1].size);
            return;
        }
}

static void check_shape(struct aie2_flow *flow, const struct aie2_loop *loop)
{
    check_address(flow, loop->set_end, "le", loop->end, loop->last);
    if (!loop->set_start) {
        kc_warning(flow->dg, aie2_insn_span(loop->set_end), "loop-start",
                   "movxm ls, #label sets the start", "le is set, but ls never is to a label");
        return;
    }
    check_address(flow, loop->set_start, "ls", loop->start, loop->first);
    if (loop->last >= flow->count || loop->first >= flow->count)
        return;
    if (loop->end < loop->start)
        kc_error(flow->dg, aie2_insn_span(loop->set_end), "loop-order",
                 "le names the last bundle of the loop", "the loop ends at %d, before its start %d",
                 loop->end, loop->start);
    else {
        check_last(flow, loop);
        check_padding(flow, loop);
    }
}

/* ---- set-up distance ---------------------------------------------------------------------- */

struct walk {
    uint32_t bundle, bytes;
};

/* Searches for set-up that comes too late: which bundles end loops, and how close each bundle was
 * reached in the current search. */
struct setup {
    struct aie2_flow *flow;
    bool             *ends_loop;
    uint32_t         *round, *bytes, now;
};

/* Whether a bundle is reached with fewer bytes than before. */
static bool closer(struct setup *s, struct walk w)
{
    if (s->round[w.bundle] == s->now && s->bytes[w.bundle] <= w.bytes)
        return false;
    s->round[w.bundle] = s->now;
    s->bytes[w.bundle] = w.bytes;
    return true;
}

/* The fewest bytes between the end of a bundle and the last bundle of a loop, when below the limit;
 * SETUP_BYTES otherwise. */
static uint32_t bytes_to_end(struct setup *s, size_t from)
{
    const struct aie2_flow *flow = s->flow;
    struct walk             stack[512];
    size_t                  depth = 0;
    uint32_t                fewest = SETUP_BYTES;
    struct walk             w = { (uint32_t)from, 0 };

    s->now++;
    for (bool first = true; first || depth > 0; first = false) {
        w = first ? w : stack[--depth];
        if (!first && s->ends_loop[w.bundle] && w.bytes < fewest)
            fewest = w.bytes;
        w.bytes += first ? 0 : flow->bundle[w.bundle].size;
        for (uint32_t e = flow->next_at[w.bundle]; e < flow->next_at[w.bundle + 1]; e++) {
            const struct walk next = { flow->next[e], w.bytes };

            if (w.bytes < fewest && depth < KC_COUNT(stack) && !aie2_flow_tired(s->flow) &&
                closer(s, next))
                stack[depth++] = next;
        }
    }
    return fewest;
}

static const char *loop_register(const struct aie2_insn *insn)
{
    return aie2_writes_part(insn, AIE2_PART_ls)   ? "ls"
           : aie2_writes_part(insn, AIE2_PART_le) ? "le"
           : aie2_writes_part(insn, AIE2_PART_lc) ? "lc"
                                                  : NULL;
}

static void check_count(struct aie2_flow *flow, const struct aie2_insn *insn)
{
    int32_t count;

    if (aie2_constant(insn, &count) && count < 1)
        kc_error(flow->dg, aie2_insn_span(insn), "loop-count",
                 "lc is the number of trips; jump over the loop when there are none",
                 "a zero-overhead loop runs at least once, not %d times", count);
}

static void check_setup(struct setup *s, size_t b, const struct aie2_insn *insn, const char *name)
{
    const uint32_t bytes = bytes_to_end(s, b);

    if (bytes < SETUP_BYTES)
        kc_error(s->flow->dg, aie2_insn_span(insn), "loop-setup",
                 "set the loop registers earlier, or put filler bundles (nopb ; nopa ; nops ; "
                 "nopxm ; nopv) in between",
                 "%s is written %u bytes before the last bundle of the loop; the machine needs %d",
                 name, bytes, SETUP_BYTES);
}

static struct setup setup_new(struct aie2_flow *flow)
{
    struct setup s = { .flow = flow };

    s.ends_loop = kc_arena_array(flow->arena, bool, flow->count + 1);
    s.round = kc_arena_array(flow->arena, uint32_t, flow->count + 1);
    s.bytes = kc_arena_array(flow->arena, uint32_t, flow->count + 1);
    for (size_t i = 0; i < flow->loop_count; i++)
        s.ends_loop[flow->loop[i].last] = true; /* flow->count when there is none */
    return s;
}

void aie2_check_loops(struct aie2_flow *flow)
{
    bool         counted = false;
    struct setup setup;

    if (flow->loop_count == 0)
        return;
    setup = setup_new(flow);
    for (size_t i = 0; i < flow->loop_count; i++)
        check_shape(flow, &flow->loop[i]);
    for (size_t b = 0; b < flow->count; b++)
        for (size_t slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
            const struct aie2_insn *insn = flow->bundle[b].slot[slot];
            const char             *name = insn ? loop_register(insn) : NULL;

            if (!name)
                continue;
            if (aie2_writes_part(insn, AIE2_PART_lc)) {
                check_count(flow, insn);
                counted = true;
            }
            check_setup(&setup, b, insn, name);
        }
    if (!counted)
        kc_warning(flow->dg, aie2_insn_span(flow->loop[0].set_end), "loop-count",
                   "add.nc lc, r0, #0 or movxm lc, #n sets the number of trips",
                   "a loop is set up, but lc is never written");
}

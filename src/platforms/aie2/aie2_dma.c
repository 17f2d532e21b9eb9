/* The DMA's channels: whose turn it is, which words move, what happens at the end of a transfer. */
#include "platforms/aie2/aie2_dma.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ALL = (1 << AIE2_CHANNELS) - 1 };

/* ---- life ----------------------------------------------------------------------------------- */

static void find_releases(struct aie2_dma *dma)
{
    for (size_t c = 0; c < dma->tile->chain_count; c++) {
        const struct aie2_chain *chain = &dma->tile->chain[c];
        int32_t                  d = chain->first;

        for (int i = 0; i < AIE2_DESCRIPTORS && d != AIE2_NONE; i++) {
            const int lock = dma->tile->descriptor[d].release.lock;

            if (lock != AIE2_NONE)
                dma->released_by[lock - AIE2_OWN_LOCK] |= (uint8_t)(1 << chain->channel);
            d = dma->tile->descriptor[d].next;
        }
        dma->raw |= !chain->fifo;
    }
}

struct aie2_dma *aie2_dma_new(const struct aie2_tile *tile)
{
    struct aie2_dma *dma;

    if (!tile || tile->chain_count == 0)
        return NULL;
    dma = kc_alloc(sizeof *dma);
    dma->tile = tile;
    dma->bound = kc_alloc((tile->walk_count + 1) * sizeof *dma->bound);
    dma->progress = kc_alloc(tile->chain_count * sizeof *dma->progress);
    find_releases(dma);
    return dma;
}

void aie2_dma_free(struct aie2_dma *dma)
{
    if (!dma)
        return;
    free(dma->bound);
    free(dma->progress);
    free(dma);
}

void aie2_dma_reset(struct aie2_machine *m)
{
    const struct aie2_tile *tile = m->own ? m->own->tile : NULL;
    struct aie2_dma        *dma = m->dma;

    for (int i = 0; tile && i < AIE2_OWN_LOCKS; i++)
        m->lock[AIE2_OWN_LOCK + i] = tile->lock[i];
    m->busy = 0;
    if (!dma)
        return;
    dma->is_bound = false;
    dma->now = dma->rushed = dma->last_out = 0;
    memset(dma->channel, 0, sizeof dma->channel);
    for (size_t i = 0; i < tile->chain_count; i++)
        dma->progress[i] = (struct aie2_progress){ .descriptor = tile->chain[i].first,
                                                   .walk = tile->chain[i].next_walk };
}

/* ---- events --------------------------------------------------------------------------------- */

static bool exhausted(const struct aie2_progress *p)
{
    return p->walk == AIE2_NONE || p->descriptor == AIE2_NONE;
}

/* Whose turn it is; AIE2_NONE when all chains are done. */
static int32_t next_chain(struct aie2_dma *dma, int channel)
{
    struct aie2_channel    *ch = &dma->channel[channel];
    const struct aie2_turn *turn = dma->tile->turn[channel];
    const size_t            count = dma->tile->turn_count[channel];

    for (size_t tried = 0; tried <= count && count; tried++) {
        if (ch->used < turn[ch->turn].count && !exhausted(&dma->progress[turn[ch->turn].chain]))
            return turn[ch->turn].chain;
        ch->turn = (ch->turn + 1) % count;
        ch->used = 0;
    }
    return AIE2_NONE;
}

/* Whether all earlier walks that write the tensor are complete. */
static bool tensor_ready(struct aie2_dma *dma, struct aie2_bound *b)
{
    while (b->waits_for != AIE2_NONE &&
           dma->bound[b->waits_for].moved == dma->bound[b->waits_for].words)
        b->waits_for = dma->bound[b->waits_for].before;
    return b->waits_for == AIE2_NONE;
}

static bool lock_free(const struct aie2_machine *m, struct aie2_lock_use use)
{
    if (use.lock == AIE2_NONE)
        return true;
    return use.change < 0 ? m->lock[use.lock] >= -use.change : m->lock[use.lock] == use.change;
}

static void begin(struct aie2_machine *m, struct aie2_channel *ch)
{
    struct aie2_dma              *dma = m->dma;
    struct aie2_progress         *p = &dma->progress[ch->chain];
    const struct aie2_descriptor *d = &dma->tile->descriptor[p->descriptor];

    ch->state = AIE2_CHANNEL_TENSOR;
    if (!tensor_ready(dma, &dma->bound[p->walk]))
        return;
    ch->state = AIE2_CHANNEL_LOCK;
    if (!lock_free(m, d->acquire))
        return;
    if (d->acquire.lock != AIE2_NONE)
        m->lock[d->acquire.lock] = (uint8_t)(m->lock[d->acquire.lock] - abs(d->acquire.change));
    ch->words = ch->left =
        dma->tile->chain[ch->chain].fifo ? dma->bound[p->walk].tile_words : d->bytes / AIE2_WORD;
    ch->state = AIE2_CHANNEL_MOVING;
}

/* A channel that does not move tries to. */
static void try_channel(struct aie2_machine *m, int channel)
{
    struct aie2_dma     *dma = m->dma;
    struct aie2_channel *ch = &dma->channel[channel];

    switch (ch->state) {
    case AIE2_CHANNEL_READY:
        ch->chain = next_chain(dma, channel);
        if (ch->chain == AIE2_NONE)
            ch->state = AIE2_CHANNEL_FINISHED;
        else
            begin(m, ch);
        break;
    case AIE2_CHANNEL_LOCK:
        begin(m, ch);
        break;
    case AIE2_CHANNEL_TENSOR:
        if (ch->left == 0)
            begin(m, ch);
        else if (tensor_ready(dma, &dma->bound[dma->progress[ch->chain].walk]))
            ch->state = AIE2_CHANNEL_MOVING;
        break;
    default:
        break;
    }
}

/* The descriptor is complete: its lock is released, the chain goes on. */
static void complete(struct aie2_machine *m, int channel)
{
    struct aie2_dma              *dma = m->dma;
    struct aie2_channel          *ch = &dma->channel[channel];
    struct aie2_progress         *p = &dma->progress[ch->chain];
    const struct aie2_descriptor *d = &dma->tile->descriptor[p->descriptor];

    if (d->release.lock != AIE2_NONE)
        m->lock[d->release.lock] = (m->lock[d->release.lock] + d->release.change) & 63;
    if (channel >= AIE2_FIRST_OUT)
        dma->last_out = dma->now;
    p->descriptor = d->next;
    p->transfers++;
    ch->used++;
    ch->state = AIE2_CHANNEL_READY;
}

/* Words have moved: the walk or the descriptor may be at its end. */
static void settle(struct aie2_machine *m, int channel)
{
    struct aie2_dma      *dma = m->dma;
    struct aie2_channel  *ch = &dma->channel[channel];
    struct aie2_progress *p = &dma->progress[ch->chain];

    if (dma->bound[p->walk].moved == dma->bound[p->walk].words)
        p->walk = dma->bound[p->walk].walk->next;
    if (ch->left == 0)
        complete(m, channel);
    else if (p->walk == AIE2_NONE)
        ch->state = AIE2_CHANNEL_STARVED;
    else if (!tensor_ready(dma, &dma->bound[p->walk]))
        ch->state = AIE2_CHANNEL_TENSOR;
}

/* How many words a moving channel can move before something happens. */
static uint64_t until_event(const struct aie2_dma *dma, const struct aie2_channel *ch)
{
    const struct aie2_bound *b = &dma->bound[dma->progress[ch->chain].walk];

    return aie2_least(ch->left, b->words - b->moved);
}

/* Starts what can start, then moves words, at most until cycle t, in so many of the channels; false
 * when nothing moves. */
static bool step_to(struct aie2_machine *m, uint64_t t, uint32_t channels)
{
    struct aie2_dma *dma = m->dma;
    uint64_t         cycles = t - dma->now;
    bool             moving[AIE2_CHANNELS] = { false };
    bool             any = false;

    for (int i = 0; i < AIE2_CHANNELS; i++) {
        if (!(channels >> i & 1))
            continue;
        try_channel(m, i);
        moving[i] = dma->channel[i].state == AIE2_CHANNEL_MOVING;
        any |= moving[i];
        if (moving[i] && until_event(dma, &dma->channel[i]) < cycles)
            cycles = until_event(dma, &dma->channel[i]);
    }
    if (!any)
        return false;
    dma->now += cycles;
    for (int i = 0; i < AIE2_CHANNELS; i++) {
        if (moving[i])
            aie2_dma_move(m, i, (uint32_t)cycles);
    }
    for (int i = 0; i < AIE2_CHANNELS; i++)
        if (moving[i])
            settle(m, i);
    return true;
}

/* All that can move moves, in no time, as long as the run's fuel would last: transfers that wait
 * for nobody may be endless. */
static void rush(struct aie2_machine *m)
{
    struct aie2_dma *dma = m->dma;
    const uint64_t   now = dma->now;

    while (dma->rushed < m->until && step_to(m, now + UINT32_MAX, ALL)) {
        dma->rushed += dma->now - now;
        dma->now = now;
    }
}

void aie2_dma_until(struct aie2_machine *m, uint64_t t)
{
    if (m->pace == KC_PACE_EARLY)
        rush(m);
    while (m->dma->now < t)
        if (m->pace != KC_PACE_TIMED || !step_to(m, t, ALL))
            m->dma->now = t;
}

bool aie2_dma_advance(struct aie2_machine *m)
{
    return step_to(m, m->dma->now + UINT32_MAX, ALL);
}

bool aie2_dma_advance_for(struct aie2_machine *m, uint32_t lock)
{
    return (m->pace == KC_PACE_LATE && lock >= AIE2_OWN_LOCK &&
            step_to(m, m->dma->now + UINT32_MAX, m->dma->released_by[lock - AIE2_OWN_LOCK])) ||
           aie2_dma_advance(m);
}

/* A channel gathers 16 bytes, the width of a bank, before it needs the next access. */
void aie2_dma_request(struct aie2_machine *m)
{
    const uint64_t next = aie2_cycle(m) + 1;

    aie2_dma_until(m, next);
    for (int i = 0; i < AIE2_CHANNELS; i++) {
        struct aie2_channel *ch = &m->dma->channel[i];

        if (ch->moved_until != next || ch->line == ch->touched / 16 + 1)
            continue;
        ch->line = ch->touched / 16 + 1;
        m->asked += UINT64_C(1) << aie2_bank_of(ch->touched) * 8;
    }
}

/* ---- who owns which memory ------------------------------------------------------------------ */

static void claim(struct aie2_machine *m, const struct aie2_descriptor *d)
{
    uint32_t end = d->address - AIE2_DM_BASE + d->bytes;

    for (uint32_t i = 0; d->dimensions && i < d->dimensions; i++)
        end += (d->dimension[i].size - 1) * d->dimension[i].stride * AIE2_WORD;
    for (uint32_t at = (d->address - AIE2_DM_BASE) / AIE2_PAGE;
         at < AIE2_DM_BYTES / AIE2_PAGE && at * AIE2_PAGE < end; at++)
        m->busy |= UINT64_C(1) << at;
}

/* How many descriptors of a chain, from its next one on, may run before the core acts again. */
static uint32_t owned(const struct aie2_machine *m, size_t c)
{
    const struct aie2_dma      *dma = m->dma;
    const struct aie2_chain    *chain = &dma->tile->chain[c];
    const struct aie2_progress *p = &dma->progress[c];
    const struct aie2_channel  *ch = &dma->channel[chain->channel];
    const bool                  mine = ch->chain == (int32_t)c && ch->left > 0;

    if (exhausted(p) && !mine)
        return 0;
    if (dma->raw)
        return AIE2_DESCRIPTORS;
    return aie2_least(chain->depth, m->lock[dma->tile->descriptor[p->descriptor].acquire.lock] +
                                        (uint64_t)(mine && ch->state == AIE2_CHANNEL_MOVING));
}

void aie2_dma_judge(struct aie2_machine *m)
{
    const struct aie2_tile *tile = m->dma->tile;

    m->busy = 0;
    for (size_t c = 0; c < tile->chain_count; c++) {
        int32_t d = m->dma->progress[c].descriptor;

        for (uint32_t i = owned(m, c); i > 0 && d != AIE2_NONE; i--) {
            claim(m, &tile->descriptor[d]);
            d = tile->descriptor[d].next;
        }
    }
}

/* The buffer of a fifo that holds the bytes and belongs to the DMA, or NULL. */
static const struct aie2_descriptor *held(const struct aie2_machine *m, uint32_t offset,
                                          uint32_t bytes)
{
    const struct aie2_tile *tile = m->dma->tile;

    for (size_t c = 0; c < tile->chain_count; c++) {
        int32_t d = m->dma->progress[c].descriptor;

        for (uint32_t i = tile->chain[c].fifo ? owned(m, c) : 0; i > 0; i--) {
            const struct aie2_descriptor *candidate = &tile->descriptor[d];
            const uint32_t                at = candidate->address - AIE2_DM_BASE;

            if (offset < at + candidate->bytes && at < offset + bytes)
                return candidate;
            d = candidate->next;
        }
    }
    return NULL;
}

void aie2_dma_meet(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                   uint32_t bytes, bool store)
{
    const struct aie2_descriptor *d;

    aie2_dma_until(m, aie2_cycle(m));
    if (store && (d = held(m, offset, bytes)))
        aie2_note(m, "dma-owned", op->insn->line,
                  "%s writes to %s while it belongs to the DMA (fifo of line %" PRIu32 ")",
                  op->insn->form->mnemonic, d->name, d->line);
}

/* ---- the beginning and the end -------------------------------------------------------------- */

void aie2_dma_start(struct aie2_machine *m)
{
    struct aie2_dma *dma = m->dma;
    const size_t     tensors = m->task.count + dma->tile->scratch_count;
    int32_t         *writer = kc_alloc((tensors + 1) * sizeof *writer);
    int32_t          tensor = 0;
    char             why[sizeof m->outcome.message] = "";

    for (size_t i = 0; i < tensors; i++)
        writer[i] = AIE2_NONE;
    for (size_t i = 0; i < dma->tile->walk_count && !why[0]; i++) {
        if (!aie2_bind_walk(dma->tile, &m->task, i, &dma->bound[i], &tensor, why, sizeof why))
            break;
        const bool out = dma->tile->chain[dma->tile->walk[i].chain].channel >= AIE2_FIRST_OUT;

        dma->bound[i].before = writer[tensor];
        dma->bound[i].waits_for = out ? AIE2_NONE : writer[tensor];
        if (out)
            writer[tensor] = (int32_t)i;
    }
    free(writer);
    if (why[0])
        aie2_trap(m, AIE2_TRAP_TRANSFER, NULL, 0, "%s", why);
    dma->is_bound = true;
    aie2_dma_judge(m);
}

/* A chain that has not written all it should, or AIE2_NONE. */
static int32_t unfinished(const struct aie2_dma *dma)
{
    for (size_t c = 0; c < dma->tile->chain_count; c++)
        if (dma->tile->chain[c].channel >= AIE2_FIRST_OUT && dma->progress[c].walk != AIE2_NONE)
            return (int32_t)c;
    return AIE2_NONE;
}

/* Tiles that were declared and never taken: legal, and rarely meant. */
static void note_rest(struct aie2_machine *m)
{
    const struct aie2_dma *dma = m->dma;

    for (size_t c = 0; c < dma->tile->chain_count; c++) {
        const struct aie2_chain *chain = &dma->tile->chain[c];

        if (chain->channel < AIE2_FIRST_OUT && chain->fifo &&
            (dma->progress[c].walk != AIE2_NONE || m->lock[chain->full] > 0))
            aie2_note(m, "input-left", chain->line,
                      "the core ended before it had taken all tiles of %s", chain->name);
    }
}

void aie2_dma_finish(struct aie2_machine *m)
{
    struct aie2_dma *dma = m->dma;
    const uint64_t   end = aie2_cycle(m);

    aie2_dma_until(m, end);
    while (unfinished(dma) != AIE2_NONE && dma->now < m->last_cycle)
        if (!aie2_dma_advance(m))
            aie2_dma_incomplete(m, unfinished(dma));
    if (unfinished(dma) != AIE2_NONE)
        m->outcome.kind = KC_OUTCOME_OUT_OF_FUEL;
    note_rest(m);
    if (dma->last_out > end)
        m->stall[AIE2_STALL_DRAIN] += dma->last_out - end;
}

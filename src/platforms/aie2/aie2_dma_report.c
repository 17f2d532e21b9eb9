/* Deadlocks and unfinished outputs in words: who waits for what, and why it does not come. */
#include <inttypes.h>
#include <stdio.h>

#include "platforms/aie2/aie2_dma.h"

const char *aie2_lock_text(const struct aie2_machine *m, uint32_t lock, char *room, size_t size)
{
    const struct aie2_tile *tile = m->own->tile;
    const char *name = tile && lock >= AIE2_OWN_LOCK ? tile->lock_name[lock - AIE2_OWN_LOCK] : NULL;

    if (name)
        snprintf(room, size, "lock %" PRIu32 " (%.48s)", lock, name);
    else
        snprintf(room, size, "lock %" PRIu32, lock);
    return room;
}

/* "tile 3 of 8": how far a chain is with its walks. */
static void say_tiles(const struct aie2_dma *dma, int32_t chain, struct kc_buf *out)
{
    const struct aie2_chain *c = &dma->tile->chain[chain];
    uint64_t                 all = 0;

    for (int32_t w = c->next_walk; w != AIE2_NONE; w = dma->bound[w].walk->next)
        all += dma->bound[w].words / dma->bound[w].tile_words;
    kc_buf_printf(out, "%" PRIu64 " of %" PRIu64 " %s", dma->progress[chain].transfers, all,
                  c->fifo ? "tiles" : "descriptors");
}

/* What a channel is doing, as a sentence without its subject. */
static void say_channel(const struct aie2_machine *m, int channel, struct kc_buf *out)
{
    const struct aie2_dma     *dma = m->dma;
    const struct aie2_channel *ch = &dma->channel[channel];
    const struct aie2_chain   *chain = &dma->tile->chain[ch->chain < 0 ? 0 : ch->chain];
    char                       room[80];

    kc_buf_printf(out, "%s ", aie2_channel_names[channel]);
    if (ch->state == AIE2_CHANNEL_LOCK) {
        const struct aie2_lock_use use =
            dma->tile->descriptor[dma->progress[ch->chain].descriptor].acquire;

        kc_buf_printf(out, "waits for %s to go on with %s (line %" PRIu32 ", ",
                      aie2_lock_text(m, (uint32_t)use.lock, room, sizeof room), chain->name,
                      chain->line);
        say_tiles(dma, ch->chain, out);
        kc_buf_puts(out, " done)");
    } else if (ch->state == AIE2_CHANNEL_TENSOR) {
        const struct aie2_bound *b = &dma->bound[dma->progress[ch->chain].walk];

        kc_buf_printf(out, "waits with %s until line %" PRIu32 " has written all of %s",
                      chain->name, dma->bound[b->waits_for].walk->line, b->tensor);
    } else if (ch->state == AIE2_CHANNEL_STARVED) {
        kc_buf_printf(out, "stands in the midst of a descriptor: its transfers have ended");
    } else {
        kc_buf_puts(out, "has done all its transfers");
    }
}

/* The chain whose descriptors release a lock, or AIE2_NONE. */
static int32_t releaser(const struct aie2_tile *tile, uint32_t lock)
{
    for (size_t c = 0; c < tile->chain_count; c++) {
        int32_t d = tile->chain[c].first;

        for (int i = 0; i < AIE2_DESCRIPTORS && d != AIE2_NONE; i++) {
            if (tile->descriptor[d].release.lock == (int32_t)lock)
                return (int32_t)c;
            d = tile->descriptor[d].next;
        }
    }
    return AIE2_NONE;
}

/* Which transfer would have released the lock, and why it does not come. */
static void say_why(const struct aie2_machine *m, uint32_t lock, struct kc_buf *out)
{
    const int32_t chain = releaser(m->dma->tile, lock);

    if (chain == AIE2_NONE) {
        kc_buf_puts(out, "no transfer releases it");
        return;
    }
    const struct aie2_chain *c = &m->dma->tile->chain[chain];

    kc_buf_printf(out, "%s (line %" PRIu32 ") would release it and has done ", c->name, c->line);
    say_tiles(m->dma, chain, out);
    if (m->dma->progress[chain].walk != AIE2_NONE) {
        kc_buf_puts(out, "; ");
        say_channel(m, c->channel, out);
    }
}

void aie2_dma_deadlock(struct aie2_machine *m, const struct aie2_op *op, uint32_t lock,
                       int32_t change)
{
    const int64_t wanted = change < 0 ? -(int64_t)change : change;
    struct kc_buf why = { 0 };
    char          room[80], text[sizeof m->outcome.message];

    if (m->dma)
        say_why(m, lock, &why);
    else
        kc_buf_puts(&why, "nothing can change it");
    snprintf(text, sizeof text, "%s", why.text);
    kc_buf_free(&why);
    m->current = op;
    aie2_trap(m, AIE2_TRAP_DEADLOCK, NULL, 0,
              "acq waits until %s is %s%" PRIi64 "; it is %d and %s",
              aie2_lock_text(m, lock, room, sizeof room), change < 0 ? "at least " : "", wanted,
              m->lock[lock], text);
}

void aie2_dma_incomplete(struct aie2_machine *m, int32_t chain)
{
    const struct aie2_chain *c = &m->dma->tile->chain[chain];
    struct kc_buf            why = { 0 };
    char                     text[sizeof m->outcome.message];

    kc_buf_printf(&why, "%s (line %" PRIu32 ") has written ", c->name, c->line);
    say_tiles(m->dma, chain, &why);
    kc_buf_puts(&why, "; ");
    say_channel(m, c->channel, &why);
    snprintf(text, sizeof text, "%s", why.text);
    kc_buf_free(&why);
    m->outcome.line = c->line;
    aie2_trap(m, AIE2_TRAP_INCOMPLETE, NULL, 0, "the core has ended, but %s", text);
}

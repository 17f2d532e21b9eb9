/* Words on their way: where they come from, where they go, and who wrote them. */
#include "platforms/aie2/aie2_dma.h"

/* ---- host memory ---------------------------------------------------------------------------- */

static uint64_t host_address(const struct aie2_bound *b, const struct aie2_progress *p)
{
    const struct aie2_walk *w = b->walk;
    const uint64_t row = (uint64_t)p->tile_r * w->step_r + p->block_r * b->block_r + p->row;
    const uint64_t col = (uint64_t)p->tile_c * w->step_c + p->block_c * b->block_c;

    return b->base + row * b->stride + col * 2 + p->at;
}

static void next_tile(const struct aie2_bound *b, struct aie2_progress *p)
{
    uint32_t      *inner = b->walk->by_columns ? &p->tile_r : &p->tile_c;
    uint32_t      *outer = b->walk->by_columns ? &p->tile_c : &p->tile_r;
    const uint32_t inner_end = b->walk->by_columns ? b->tiles_r : b->tiles_c;
    const uint32_t outer_end = b->walk->by_columns ? b->tiles_c : b->tiles_r;

    if (++*inner < inner_end)
        return;
    *inner = 0;
    if (++*outer == outer_end)
        *outer = 0; /* the walk repeats, or is over */
}

/* To the next row of a block, block and tile. */
static void next_run(const struct aie2_bound *b, struct aie2_progress *p)
{
    const struct aie2_walk *w = b->walk;

    p->at = 0;
    if (++p->row < b->block_r)
        return;
    p->row = 0;
    if (++p->block_c < w->cols / b->block_c)
        return;
    p->block_c = 0;
    if (++p->block_r < w->rows / b->block_r)
        return;
    p->block_r = 0;
    next_tile(b, p);
}

/* ---- data memory ---------------------------------------------------------------------------- */

/* The offset of word n of a descriptor, and in *run how many words follow each other there. */
static uint32_t local_offset(const struct aie2_descriptor *d, uint32_t n, uint32_t *run)
{
    uint32_t word = 0, rest = n;

    *run = UINT32_MAX;
    if (d->dimensions == 0)
        return d->address - AIE2_DM_BASE + n * AIE2_WORD;
    for (uint32_t i = 0; i < d->dimensions; i++) {
        const struct aie2_dimension *dim = &d->dimension[i];

        if (i == 0)
            *run = dim->stride == 1 ? dim->size - rest % dim->size : 1;
        word += rest % dim->size * dim->stride;
        rest /= dim->size;
    }
    return d->address - AIE2_DM_BASE + word * AIE2_WORD;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Who wrote the bytes goes with them. */
static void carry_writers(struct kc_region *to, uint64_t at, const struct kc_region *from,
                          uint64_t source, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        const uint32_t writer = kc_region_writer(from, source + i);
        uint32_t       same = 1;

        while (i + same < bytes && kc_region_writer(from, source + i + same) == writer)
            same++;
        for (uint32_t k = 0; k < same;) {
            const uint32_t first = (uint32_t)((at + i + k) % to->row_elems);
            const uint32_t count =
                to->row_elems - first < same - k ? to->row_elems - first : same - k;

            kc_region_mark(to, (at + i + k) / to->row_elems, first, count, writer);
            k += count;
        }
        i += same - 1;
    }
}

static void observe(struct aie2_machine *m, const struct aie2_bound *b, bool out, uint64_t host,
                    uint32_t local, uint32_t bytes)
{
    struct kc_region *dm = &m->region[AIE2_DM], *h = &m->region[AIE2_HOST];

    if (!out) {
        carry_writers(dm, local, h, host, bytes);
        return;
    }
    kc_tracking_read(m->tracking, dm, 0, local, bytes, b->walk->line);
    carry_writers(h, host, dm, local, bytes);
}

/* Bytes that follow each other on both sides, inside a page of host memory. */
static void copy(struct aie2_machine *m, const struct aie2_bound *b, bool out, uint64_t host,
                 uint32_t local, uint32_t bytes)
{
    struct kc_region *h = &m->region[AIE2_HOST];
    const uint64_t    row = host / AIE2_HOST_ALIGN, in_row = host % AIE2_HOST_ALIGN;

    if (out)
        memcpy((uint8_t *)kc_region_write(h, row) + in_row, m->dm + local, bytes);
    else
        memcpy(m->dm + local, (const uint8_t *)kc_region_read(h, row) + in_row, bytes);
    if (KC_UNLIKELY(m->tracking != NULL))
        observe(m, b, out, host, local, bytes);
}

void aie2_dma_move(struct aie2_machine *m, int channel, uint32_t words)
{
    struct aie2_dma              *dma = m->dma;
    struct aie2_channel          *ch = &dma->channel[channel];
    struct aie2_progress         *p = &dma->progress[ch->chain];
    const struct aie2_descriptor *d = &dma->tile->descriptor[p->descriptor];
    struct aie2_bound            *b = &dma->bound[p->walk];
    const uint32_t                page = AIE2_HOST_ALIGN << m->region[AIE2_HOST].page_shift;

    ch->busy += words;
    ch->moved_until = dma->now;
    b->moved += words;
    while (words > 0) {
        uint32_t       run, n;
        const uint32_t local = local_offset(d, ch->words - ch->left, &run);
        const uint64_t host = host_address(b, p);

        n = aie2_least(words, run);
        n = aie2_least(n, (b->block_c * 2 - p->at) / AIE2_WORD);
        n = aie2_least(n, (page - host % page) / AIE2_WORD);
        copy(m, b, channel >= AIE2_FIRST_OUT, host, local, n * AIE2_WORD);
        words -= n;
        ch->left -= n;
        ch->touched = local + (n - 1) * AIE2_WORD;
        p->at += n * AIE2_WORD;
        if (p->at == b->block_c * 2)
            next_run(b, p);
    }
}

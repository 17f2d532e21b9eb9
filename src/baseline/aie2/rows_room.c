/* Room for a kernel's own buffers: beside resident tensors, or in the banks that fifos leave. */
#include <inttypes.h>
#include <string.h>

#include "baseline/aie2/rows.h"

enum {
    BANKS = 4,
    BANK_BYTES = 16384,
    DM_BASE = 0x70000,
    DM_BYTES = 65536,
    LIMIT = 63 * 1024, /* the stack follows */
    GRANULE = 64
};

static uint32_t granules(uint64_t bytes)
{
    return (uint32_t)((bytes + GRANULE - 1) / GRANULE);
}

static bool is_used(const struct aie2_rows *w, uint32_t granule)
{
    return w->used[granule / 64] >> granule % 64 & 1;
}

static void use(struct aie2_rows *w, uint32_t from, uint32_t count)
{
    for (uint32_t i = from; i < from + count && i < DM_BYTES / GRANULE; i++)
        w->used[i / 64] |= UINT64_C(1) << i % 64;
}

void aie2_rows_use(struct aie2_rows *w, const struct kc_placed *p)
{
    use(w, (uint32_t)(p->address % DM_BYTES) / GRANULE, granules(p->size));
}

/* The first run of free granules between two of them; UINT32_MAX: there is none. */
static uint32_t find(const struct aie2_rows *w, uint32_t from, uint32_t to, uint32_t count)
{
    uint32_t run = 0;

    if (to > LIMIT / GRANULE)
        to = LIMIT / GRANULE;
    for (uint32_t i = from; i < to; i++) {
        run = is_used(w, i) ? 0 : run + 1;
        if (run == count)
            return i + 1 - count;
    }
    return UINT32_MAX;
}

static uint32_t free_in(const struct aie2_rows *w, uint32_t bank)
{
    const uint32_t first = bank * (BANK_BYTES / GRANULE);
    uint32_t       count = 0;

    for (uint32_t i = first; i < first + BANK_BYTES / GRANULE; i++)
        count += !is_used(w, i);
    return count;
}

/* The roomiest bank as the tensors leave them, or the next to it. */
static uint32_t bank_by_room(const struct aie2_rows *w, int rank)
{
    uint32_t order[BANKS] = { 0, 1, 2, 3 };

    for (int a = 0; a < BANKS; a++)
        for (int b = a + 1; b < BANKS; b++)
            if (w->room[order[b]] > w->room[order[a]]) {
                const uint32_t t = order[a];

                order[a] = order[b];
                order[b] = t;
            }
    return order[rank];
}

void aie2_rows_measure(struct aie2_rows *w)
{
    for (uint32_t bank = 0; bank < BANKS; bank++)
        w->room[bank] = free_in(w, bank);
}

static uint32_t place(const struct aie2_rows *w, uint32_t bytes, int rank)
{
    const uint32_t bank = bank_by_room(w, rank), first = bank * (BANK_BYTES / GRANULE);
    const uint32_t at = find(w, first, first + BANK_BYTES / GRANULE, granules(bytes));

    return at != UINT32_MAX ? at : find(w, 0, LIMIT / GRANULE, granules(bytes));
}

bool aie2_rows_fits(const struct aie2_rows *w, uint32_t bytes)
{
    return w->resident ? place(w, bytes, 0) != UINT32_MAX : w->banked;
}

void aie2_rows_buffer(struct aie2_linear *l, struct aie2_rows *w, const char *name, uint32_t bytes,
                      int rank)
{
    const uint32_t at = w->resident ? place(w, bytes, rank) : UINT32_MAX;

    if (!w->resident && w->banked)
        aie2_line(l, ".buffer %s, %" PRIu32 ", bank=%c", name, bytes, "CD"[rank]);
    else if (at == UINT32_MAX)
        aie2_line(l, ".buffer %s, %" PRIu32, name, bytes);
    else
        aie2_line(l, ".buffer %s, %" PRIu32 ", at=0x%05x", name, bytes, DM_BASE + at * GRANULE);
    if (at != UINT32_MAX)
        use(w, at, granules(bytes));
}

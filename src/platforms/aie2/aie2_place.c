/* Where the tensors of a task lie on an AIE2 tile.
 *
 * A case is resident when all its tensors fit in three of the four logical banks and a pointer
 * register is left for each; the fourth bank is the kernel's.  Every bank serves one access per
 * cycle, so tensors that a kernel wants at once are spread: of all ways to stack tensors in banks
 * the one is taken in which the fewest of them meet.
 *
 * Everything else is streamed: tensors lie one after the other in host memory, which only DMA
 * reaches.  Either way a tensor is bf16, row-major, at a multiple of 64 bytes. */
#include "platforms/aie2/aie2_place.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/float.h"
#include "base/random.h"

enum { BANKS = 3 };

static uint64_t rounded(uint64_t bytes)
{
    return (bytes + AIE2_TENSOR_ALIGN - 1) / AIE2_TENSOR_ALIGN * AIE2_TENSOR_ALIGN;
}

static uint64_t bytes_of(const struct kc_tensor *t)
{
    return kc_tensor_count(t) * AIE2_BF16_BYTES;
}

/* Inputs in order, then the output. */
static const struct kc_tensor *tensor_at(const struct kc_declared *d, size_t i)
{
    return i < d->in_count ? &d->in[i] : d->out;
}

static struct kc_placed *placed_at(const struct kc_declared *d, struct kc_layout *layout, size_t i)
{
    return i < d->in_count ? &layout->in[i] : &layout->out;
}

bool aie2_resident(const struct kc_layout *layout)
{
    return layout->out.region && strcmp(layout->out.region, "dm") == 0;
}

/* ---- banks ---------------------------------------------------------------------------------- */

/* A way to stack tensors: where each begins, in bytes from the start of data memory. */
struct stack {
    uint64_t at[AIE2_POINTERS];
    uint32_t cost;
};

static uint32_t banks_touched(uint64_t at, uint64_t bytes)
{
    const uint64_t first = at / AIE2_BANK_BYTES, last = (at + bytes - 1) / AIE2_BANK_BYTES;

    return (UINT32_C(2) << last) - (UINT32_C(1) << first);
}

/* How much it hurts that two tensors share a bank: a kernel stores results while it loads the next
 * operands, and loads the first two inputs together. */
static uint32_t pair_cost(size_t a, size_t b, size_t out)
{
    return b == out ? 4 : a == 0 && b == 1 ? 3 : 1;
}

static uint32_t cost_of(const uint64_t *at, const uint64_t *bytes, size_t count)
{
    uint32_t cost = 0;

    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++)
            if (banks_touched(at[a], bytes[a]) & banks_touched(at[b], bytes[b]))
                cost += pair_cost(a, b, count - 1);
    return cost;
}

/* Puts a tensor on top of what a bank holds; it may go on in banks that are empty. */
static bool put_in_bank(uint64_t *top, uint32_t bank, uint64_t bytes, uint64_t *at)
{
    uint64_t end;

    *at = top[bank];
    end = *at + bytes;
    if (end > AIE2_RESIDENT_BYTES || *at >= (uint64_t)(bank + 1) * AIE2_BANK_BYTES)
        return false;
    top[bank] = end;
    for (uint64_t next = bank + 1; next < BANKS && end > next * AIE2_BANK_BYTES; next++) {
        if (top[next] != next * AIE2_BANK_BYTES)
            return false;
        top[next] = end;
    }
    return true;
}

/* One choice of banks out of so many: the digits of a number, the first tensor's first. */
static bool stack_up(uint32_t choice, uint32_t choices, const uint64_t *bytes, size_t count,
                     uint64_t *at)
{
    uint64_t top[BANKS] = { 0, AIE2_BANK_BYTES, 2 * AIE2_BANK_BYTES };

    for (size_t i = 0; i < count; i++) {
        choices /= BANKS;
        if (!put_in_bank(top, choice / choices % BANKS, bytes[i], &at[i]))
            return false;
    }
    return true;
}

/* False: they do not fit. */
static bool best_stack(const uint64_t *bytes, size_t count, struct stack *best)
{
    uint32_t choices = 1;

    best->cost = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        choices *= BANKS;
    for (uint32_t choice = 0; choice < choices; choice++) {
        struct stack s;

        if (!stack_up(choice, choices, bytes, count, s.at))
            continue;
        s.cost = cost_of(s.at, bytes, count);
        if (s.cost < best->cost)
            *best = s;
    }
    return best->cost != UINT32_MAX;
}

/* ---- places --------------------------------------------------------------------------------- */

static void place_tensor(const struct kc_tensor *t, const char *region, uint64_t address,
                         struct kc_placed *p)
{
    *p = (struct kc_placed){ .region = region,
                             .address = address,
                             .size = bytes_of(t),
                             .rows = t->batch * t->rows,
                             .cols = t->cols,
                             .width = AIE2_BF16_BYTES };
}

static void say_resident(struct kc_placed *p, size_t pointer)
{
    const uint64_t first = (p->address - AIE2_DM_BASE) / AIE2_BANK_BYTES;
    const uint64_t last = (p->address - AIE2_DM_BASE + p->size - 1) / AIE2_BANK_BYTES;
    char           banks[16];

    snprintf(banks, sizeof banks, first == last ? "bank %c" : "banks %c to %c", (int)('A' + first),
             (int)('A' + last));
    snprintf(p->where, sizeof p->where, "0x%05" PRIx64 " (%" PRIu64 " bytes, bf16, %s), in p%zu",
             p->address, p->size, banks, pointer);
}

static bool place_resident(const struct kc_declared *d, struct kc_layout *layout)
{
    const size_t count = d->in_count + 1;
    uint64_t     bytes[AIE2_POINTERS];
    struct stack best;

    if (count > AIE2_POINTERS)
        return false;
    for (size_t i = 0; i < count; i++)
        bytes[i] = rounded(bytes_of(tensor_at(d, i)));
    if (!best_stack(bytes, count, &best))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct kc_placed *p = placed_at(d, layout, i);

        place_tensor(tensor_at(d, i), "dm", AIE2_DM_BASE + best.at[i], p);
        say_resident(p, i);
    }
    return true;
}

static void place_streamed(const struct kc_declared *d, struct kc_layout *layout)
{
    uint64_t at = 0;

    for (size_t i = 0; i <= d->in_count; i++) {
        struct kc_placed *p = placed_at(d, layout, i);

        place_tensor(tensor_at(d, i), "host", at, p);
        snprintf(p->where, sizeof p->where, "host 0x%" PRIx64 " (%" PRIu64 " bytes, bf16), by DMA",
                 at, p->size);
        at = rounded(at + p->size);
    }
}

const char *aie2_place(const void *config, const struct kc_declared *d, struct kc_layout *layout)
{
    (void)config;
    *layout = (struct kc_layout){ .scratch_to = UINT64_MAX, .vector = AIE2_W / AIE2_BF16_BYTES };
    if (!place_resident(d, layout))
        place_streamed(d, layout);
    return NULL;
}

/* ---- numbers -------------------------------------------------------------------------------- */

void aie2_tensor_quantise(const void *config, struct kc_tensor *t)
{
    (void)config;
    for (size_t i = 0; i < kc_tensor_count(t); i++)
        t->value[i] = kc_bf16_widen(kc_bf16_round((float)t->value[i]));
}

static uint64_t base_of(const struct kc_layout *layout)
{
    return aie2_resident(layout) ? AIE2_DM_BASE : 0;
}

static struct kc_region *region_of(struct kc_machine *machine, const struct kc_placed *place)
{
    return kc_machine_region(machine, kc_str_from(place->region));
}

struct kc_image aie2_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                           const struct kc_layout *layout)
{
    const uint64_t base = base_of(layout);
    uint64_t       size = 0;
    uint8_t       *bytes;

    (void)config;
    for (size_t i = 0; i < d->in_count; i++) {
        const uint64_t end = layout->in[i].address - base + layout->in[i].size;

        size = end > size ? end : size;
    }
    bytes = kc_arena_alloc(arena, size);
    for (size_t i = 0; i < d->in_count; i++)
        for (size_t e = 0; e < kc_tensor_count(&d->in[i]); e++) {
            const uint16_t v = kc_bf16_round((float)d->in[i].value[e]);
            uint8_t       *to = bytes + (layout->in[i].address - base) + e * AIE2_BF16_BYTES;

            to[0] = (uint8_t)v;
            to[1] = (uint8_t)(v >> 8);
        }
    return (struct kc_image){ bytes, size };
}

/* ---- in and out ----------------------------------------------------------------------------- */

/* Registers hold anything at the start; what, follows from the fill of the memories.  A loop is
 * not under way. */
static void fill_registers(struct aie2_machine *m)
{
    const uint64_t seed = m->region[AIE2_DM].seed;

    for (unsigned part = 0; part < AIE2_PART_COUNT; part++) {
        const struct aie2_part_info *p = &aie2_parts[part];

        if (p->offset >= AIE2_AT(CORE_ID))
            continue;
        for (unsigned at = 0; at < p->bytes; at += 4) {
            uint32_t v = 0;

            for (unsigned i = 0; i < 4; i++)
                v |= (uint32_t)aie2_random_byte(kc_random_u64(seed, p->offset, at + i)) << 8 * i;
            aie2_set_now(m, p->offset + at, p->bits < 32 ? v & ((1u << p->bits) - 1) : v);
        }
    }
    aie2_set_now(m, AIE2_AT(lc), 0);
    aie2_set_now(m, AIE2_AT(sp), AIE2_KERNEL_STACK);
    aie2_set_now(m, AIE2_AT(lr), AIE2_EXIT);
    aie2_set_now(m, AIE2_AT(crRnd), AIE2_ROUND_EVEN);
}

static void set_pointer(struct aie2_machine *m, size_t pointer, uint64_t address)
{
    const unsigned part = AIE2_PART_p0 + (unsigned)pointer;

    aie2_set_now(m, aie2_parts[part].offset, (uint32_t)address);
    m->unwritten.word[part / 64] &= ~(UINT64_C(1) << part % 64);
    m->doubt.word[part / 64] &= ~(UINT64_C(1) << part % 64);
}

void aie2_prepare(struct kc_machine *machine, const struct kc_declared *d,
                  const struct kc_layout *layout)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    struct kc_arena      arena = { 0 };
    struct kc_image      image = d->image;
    const uint64_t       base = base_of(layout);

    if (!image.bytes)
        image = aie2_image(&arena, m->config, d, layout);
    fill_registers(m);
    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &layout->in[i];
        struct kc_region       *region = region_of(machine, p);

        if (region)
            kc_region_put(region, p->address - base, image.bytes + (p->address - base), p->size);
    }
    for (size_t i = 0; aie2_resident(layout) && i < d->in_count; i++)
        set_pointer(m, i, layout->in[i].address);
    if (aie2_resident(layout))
        set_pointer(m, d->in_count, layout->out.address);
    aie2_tile_bind(machine, d, layout);
    kc_arena_free(&arena);
}

uint64_t aie2_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                             uint32_t col)
{
    (void)config;
    return place->address + ((uint64_t)row * place->cols + col) * AIE2_BF16_BYTES;
}

void aie2_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                      const struct kc_tensor *t, double *values)
{
    struct kc_region *region = region_of(machine, place);

    for (size_t e = 0; e < kc_tensor_count(t); e++) {
        const uint64_t at =
            place->address + e * AIE2_BF16_BYTES - (region && region->mapped ? region->base : 0);

        if (!region || at + 1 >= region->elems) {
            values[e] = NAN;
            continue;
        }
        const uint8_t low = *(const uint8_t *)kc_region_elem(region, at);
        const uint8_t high = *(const uint8_t *)kc_region_elem(region, at + 1);

        values[e] = kc_bf16_widen((uint16_t)(low | high << 8));
    }
}

/* ---- rules ---------------------------------------------------------------------------------- */

static bool unchanged(struct kc_region *region, uint64_t at, const uint8_t *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (*(const uint8_t *)kc_region_elem(region, at + i) != bytes[i])
            return false;
    return true;
}

const char *aie2_violated(struct kc_machine *machine, const struct kc_declared *d,
                          const struct kc_layout *layout)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    struct kc_arena      arena = { 0 };
    struct kc_image      image = d->image;
    const uint64_t       base = base_of(layout);
    const char          *rule = NULL;

    if (!image.bytes)
        image = aie2_image(&arena, m->config, d, layout);
    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &layout->in[i];
        const uint64_t          at = p->address - base;
        struct kc_region       *region = region_of(machine, p);

        if (region && !unchanged(region, at, image.bytes + at, p->size))
            rule = "the inputs are read-only";
    }
    kc_arena_free(&arena);
    return rule;
}

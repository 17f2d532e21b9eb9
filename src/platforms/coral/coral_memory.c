/* Memory as programs see it: three ranges of addresses, any alignment, traps elsewhere. */
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_machine.h"

/* ---- bytes as elements of regions ---------------------------------------------------------------
 */

static void byte_from_image(const uint8_t *image, void *elem)
{
    memcpy(elem, image, 1);
}

static void byte_to_dump(const void *elem, uint8_t *dump)
{
    memcpy(dump, elem, 1);
}

static bool byte_from_number(double number, void *elem)
{
    if (!(number >= -128 && number < 256))
        return false;
    const int value = (int)number;

    *(uint8_t *)elem = (uint8_t)value;
    return value == number;
}

static double byte_to_number(const void *elem)
{
    return *(const uint8_t *)elem;
}

static void byte_from_random(uint64_t random, void *elem)
{
    *(uint8_t *)elem = (uint8_t)random;
}

const struct kc_elem_type coral_byte_type = {
    "u8",
    1,
    1,
    1,
    "bytes",
    byte_from_image,
    byte_to_dump,
    byte_from_number,
    byte_to_number,
    byte_from_random,
};

/* ---- access
 * ---------------------------------------------------------------------------------------- */

static KC_NORETURN void outside(struct coral_machine *m, uint32_t address, uint32_t size,
                                bool store)
{
    coral_trap(m, store ? CORAL_TRAP_STORE : CORAL_TRAP_LOAD, address,
               "%s of %" PRIu32 " bytes at 0x%08" PRIx32 ", where there is no memory",
               store ? "a store" : "a load", size, address);
}

/* The range that holds the whole access. */
static enum coral_range_id range_of(struct coral_machine *m, uint32_t address, uint32_t size,
                                    bool store)
{
    for (int i = 0; i < CORAL_RANGES; i++) {
        const uint32_t offset = address - m->first[i];

        if (offset < m->region[i].elems && size <= m->region[i].elems - offset)
            return (enum coral_range_id)i;
    }
    outside(m, address, size, store);
}

static uint32_t source_line(const struct coral_machine *m)
{
    const uint32_t word = m->pc / 4;

    return m->index_of[word] ? m->program->lines[m->index_of[word] - 1] : 0;
}

void coral_read_slow(struct coral_machine *m, uint32_t address, void *out, uint32_t size)
{
    const enum coral_range_id id = range_of(m, address, size, false);
    struct kc_region         *r = &m->region[id];
    uint32_t                  offset = address - m->first[id];
    uint8_t                  *to = out;

    m->event.place = (uint8_t)id;
    while (size) {
        const uint32_t at = offset % r->row_elems, room = r->row_elems - at;
        const uint32_t n = size < room ? size : room;

        memcpy(to, (const uint8_t *)kc_region_read(r, offset / r->row_elems) + at, n);
        if (m->tracking)
            kc_tracking_read(m->tracking, r, offset / r->row_elems, at, n, source_line(m));
        offset += n;
        to += n;
        size -= n;
    }
}

void coral_write_slow(struct coral_machine *m, uint32_t address, const void *in, uint32_t size)
{
    const enum coral_range_id id = range_of(m, address, size, true);
    struct kc_region         *r = &m->region[id];
    uint32_t                  offset = address - m->first[id];
    const uint8_t            *from = in;

    if (id == CORAL_ITCM)
        coral_trap(m, CORAL_TRAP_STORE_ITCM, address & ~UINT32_C(15),
                   "a store of %" PRIu32 " bytes at 0x%08" PRIx32 ", which lies in ITCM", size,
                   address);
    m->event.place = (uint8_t)id;
    m->last_write = (struct coral_write){ address, size };
    while (size) {
        const uint32_t at = offset % r->row_elems, room = r->row_elems - at;
        const uint32_t n = size < room ? size : room;

        memcpy((uint8_t *)kc_region_write(r, offset / r->row_elems) + at, from, n);
        if (r->writers)
            kc_region_mark(r, offset / r->row_elems, at, n, source_line(m));
        offset += n;
        from += n;
        size -= n;
    }
}

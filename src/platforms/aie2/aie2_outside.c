/* The outside view of the core: registers by name, data memory as bytes, calls. */
#include <inttypes.h>
#include <stdio.h>

#include "platforms/aie2/aie2_exec.h"

/* ---- bytes of data memory -------------------------------------------------------------------- */

static void byte_copy(const uint8_t *image, void *elem)
{
    *(uint8_t *)elem = *image;
}

static void byte_dump(const void *elem, uint8_t *dump)
{
    *dump = *(const uint8_t *)elem;
}

static bool byte_from_number(double number, void *elem)
{
    if (!(number >= 0 && number <= 255) || number != (double)(uint8_t)number)
        return false;
    *(uint8_t *)elem = (uint8_t)number;
    return true;
}

static double byte_to_number(const void *elem)
{
    return *(const uint8_t *)elem;
}

/* Wherever a number begins, its exponent has a bit that is 0. */
uint8_t aie2_random_byte(uint64_t random)
{
    const uint8_t byte = (uint8_t)random;

    return (byte & 0x7f) == 0x7f ? byte ^ 0x40 : byte;
}

static void byte_from_random(uint64_t random, void *elem)
{
    *(uint8_t *)elem = aie2_random_byte(random);
}

const struct kc_elem_type aie2_byte_type = {
    .name = "bytes",
    .bytes = 1,
    .image_bytes = 1,
    .dump_bytes = 1,
    .image_name = "bytes",
    .from_image = byte_copy,
    .to_dump = byte_dump,
    .from_number = byte_from_number,
    .to_number = byte_to_number,
    .from_random = byte_from_random,
};

void aie2_load_segment(struct aie2_machine *m, const struct kc_segment *segment)
{
    const uint64_t offset = segment->address - AIE2_DM_BASE;

    if (offset < AIE2_DM_BYTES && segment->size <= AIE2_DM_BYTES - offset)
        kc_region_put(&m->region[AIE2_DM], offset, segment->bytes, segment->size);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Scalars, and the widest view of every vector register. */
static bool shown(const struct aie2_register *r)
{
    switch (r->kind) {
    case AIE2_KIND_L:
    case AIE2_KIND_D:
    case AIE2_KIND_D3:
    case AIE2_KIND_WL:
    case AIE2_KIND_WH:
    case AIE2_KIND_Y:
    case AIE2_KIND_AM:
    case AIE2_KIND_BM:
    case AIE2_KIND_QL:
    case AIE2_KIND_QH:
    case AIE2_KIND_QWL:
    case AIE2_KIND_QWH:
    case AIE2_KIND_QX:
    case AIE2_KIND_TILE_CNTR:
        return false;
    default:
        return true;
    }
}

size_t aie2_registers_show(const struct kc_machine *machine, struct kc_register *out, size_t most)
{
    const struct aie2_machine *m = (const struct aie2_machine *)machine;
    size_t                     n = 0;

    for (int i = 0; i < AIE2_REG_COUNT; i++) {
        const struct aie2_register *r = &aie2_registers[i];
        const uint32_t              offset = aie2_parts[r->part[0].part].offset;

        if (!shown(r))
            continue;
        if (n < most) {
            out[n] = (struct kc_register){ .bits = aie2_get(m, offset) };
            snprintf(out[n].name, sizeof out[n].name, "%s", r->name);
            if (r->bytes > 4) {
                out[n].bytes = m->file + offset;
                out[n].size = r->bytes;
            }
        }
        n++;
    }
    return n;
}

static void mark_written(struct aie2_machine *m, const struct aie2_register *r)
{
    for (int i = 0; i < r->part_count; i++) {
        const unsigned part = r->part[i].part;

        m->unwritten.word[part / 64] &= ~(UINT64_C(1) << part % 64);
    }
    for (int i = 0; i < AIE2_SET_WORDS; i++)
        m->doubt.word[i] = m->unwritten.word[i] | m->undefined.word[i];
}

/* A whole number, also negative; cut to the bits the register has. */
static const char *set_scalar(struct aie2_machine *m, const struct aie2_register *r,
                              struct kc_str value)
{
    const struct aie2_part_info *p = &aie2_parts[r->part[0].part];
    const bool                   negative = value.length && value.at[0] == '-';
    uint64_t                     number;

    if (negative)
        value = (struct kc_str){ value.at + 1, value.length - 1 };
    if (!kc_str_u64(value, &number))
        return "the value must be a whole number, decimal or 0x";
    const uint64_t limit = (UINT64_C(1) << p->bits) - 1;

    if (number > (negative ? limit / 2 + 1 : limit))
        return p->bits == 20 ? "the value must fit in 20 bits" : "the value does not fit";
    aie2_set_now(m, p->offset, (uint32_t)((negative ? -number : number) & limit));
    return NULL;
}

/* Hexadecimal digits, lowest byte first. */
static const char *set_bytes(struct aie2_machine *m, const struct aie2_register *r,
                             struct kc_str value)
{
    uint8_t *to = m->file + aie2_parts[r->part[0].part].offset;

    if (value.length > 4 && memcmp(value.at, "hex:", 4) == 0)
        value = (struct kc_str){ value.at + 4, value.length - 4 };
    if (value.length != r->bytes * 2u)
        return "a vector register takes all its bytes in hexadecimal, lowest first";
    for (size_t i = 0; i < value.length; i++)
        if (kc_hex_digit(value.at[i]) < 0)
            return "not a hexadecimal digit";
    for (size_t i = 0; i < r->bytes; i++)
        to[i] = (uint8_t)(kc_hex_digit(value.at[2 * i]) << 4 | kc_hex_digit(value.at[2 * i + 1]));
    return NULL;
}

static const char *set_lock(struct aie2_machine *m, struct kc_str number, struct kc_str value)
{
    uint64_t id, v;

    if (!kc_str_u64(number, &id) || id >= AIE2_LOCKS)
        return "locks are lock0 to lock63";
    if (!kc_str_u64(value, &v) || v > 63)
        return "a lock holds 0 to 63";
    m->lock[id] = (uint8_t)v;
    return NULL;
}

const char *aie2_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    const char          *why = NULL;

    if (name.length > 4 && memcmp(name.at, "lock", 4) == 0)
        return set_lock(m, (struct kc_str){ name.at + 4, name.length - 4 }, value);
    for (int i = 0; i < AIE2_REG_COUNT; i++) {
        const struct aie2_register *r = &aie2_registers[i];

        if (!kc_str_is(name, r->name) || r->kind == AIE2_KIND_D || r->kind == AIE2_KIND_D3)
            continue;
        why = r->bytes > 4 ? set_bytes(m, r, value) : set_scalar(m, r, value);
        if (!why)
            mark_written(m, r);
        return why;
    }
    return "registers are r0-r31, p0-p7, m, dn, dj, dc0-dc7, s0-s3, sp, lr, ls, le, lc, crRnd, "
           "crSat, ..., x0-x11, bml0, cm0-cm8, lock0-lock63";
}

/* ---- calls ----------------------------------------------------------------------------------- */

const char *aie2_call(struct kc_machine *machine, uint64_t address)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    const size_t         index =
        address <= UINT32_MAX ? aie2_bundle_at(m->own, (uint32_t)address) : m->own->count;

    if (index == m->own->count)
        return "no bundle begins there";
    m->index = (uint32_t)index;
    aie2_set_now(m, AIE2_AT(lr), AIE2_EXIT);
    return NULL;
}

/* Bytes on the move: broadcast, extract, insert, push, shift, shuffle, table lookup. */
#include <string.h>

#include "base/compiler.h"
#include "platforms/aie2/aie2_arith.h"

void aie2_broadcast(unsigned bits, uint8_t *d, uint64_t value)
{
    for (size_t at = 0; at < AIE2_X; at += bits / 8)
        memcpy(d + at, &value, bits / 8);
}

/* The lane is taken modulo the number of lanes. */
static size_t lane_at(unsigned bits, uint32_t lane)
{
    return lane % (AIE2_X * 8 / bits) * (bits / 8);
}

uint64_t aie2_extract(unsigned bits, const uint8_t *s, uint32_t lane, bool is_signed)
{
    uint64_t v = 0;

    memcpy(&v, s + lane_at(bits, lane), bits / 8);
    if (is_signed && bits < 64)
        v = (v ^ UINT64_C(1) << (bits - 1)) - (UINT64_C(1) << (bits - 1));
    return v;
}

void aie2_insert(unsigned bits, uint8_t *d, const uint8_t *s, uint32_t lane, uint64_t value)
{
    memcpy(d, s, AIE2_X);
    memcpy(d + lane_at(bits, lane), &value, bits / 8);
}

void aie2_push_lo(unsigned bits, uint8_t *d, uint64_t value, const uint8_t *s)
{
    memcpy(d + bits / 8, s, AIE2_X - bits / 8);
    memcpy(d, &value, bits / 8);
}

void aie2_push_hi(unsigned bits, uint8_t *d, const uint8_t *s, uint64_t value)
{
    memcpy(d, s + bits / 8, AIE2_X - bits / 8);
    memcpy(d + AIE2_X - bits / 8, &value, bits / 8);
}

void aie2_shift(uint8_t *d, const uint8_t *a, const uint8_t *b, uint32_t shift)
{
    uint8_t both[2 * AIE2_X];

    memcpy(both, a, AIE2_X);
    memcpy(both + AIE2_X, b, AIE2_X);
    memcpy(d, both + shift, AIE2_X);
}

void aie2_shuffle(uint8_t *d, const uint8_t *a, const uint8_t *b, const uint8_t *route)
{
    uint8_t both[2 * AIE2_X] = { 0 };

    memcpy(both, a, AIE2_X);
    if (b)
        memcpy(both + AIE2_X, b, AIE2_X);
    for (int i = 0; i < AIE2_X; i++)
        d[i] = both[route[i]];
}

/* ---- table lookup ---------------------------------------------------------------------------- */

/* Every 16-byte line of a table is stored twice, so an address advances two entries' bytes per
 * entry, and odd lookups read the second copy. */
uint32_t aie2_lookup_address(uint32_t address, unsigned entry_bytes, unsigned j)
{
    const uint32_t offset = ((address & 31) >> 1) & ~(entry_bytes - 1);

    return (address & ~UINT32_C(31)) + offset + (j & 1 ? 16 : 0);
}

/* Bytes on the move: broadcast, extract, insert, push, shift, the transpose network, table lookup.
 *
 * A shuffle mode T<b>_<R>x<C> views its input as R rows of C elements of b bits and transposes it.
 */
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

/* ---- shuffle --------------------------------------------------------------------------------- */

/* PAIR: two modes, the low and the high half of 1024 bits.  ONE: blocks of at most 512 bits. */
/* clang-format off */
#define SHUFFLES                                                                            \
    PAIR( 0,   8, 64, 2)  PAIR( 2,  16, 32, 2)  PAIR( 4,  32, 16, 2)  PAIR( 6,  64, 8, 2)   \
    PAIR( 8, 128,  4, 2)  PAIR(10, 256,  2, 2)  PAIR(12, 128,  2, 4)  PAIR(14,  64, 2, 8)   \
    PAIR(16,  32, 2, 16)  PAIR(18,  16, 2, 32)  PAIR(20,   8, 2, 64)  PAIR(22, 512, 1, 2)   \
    PAIR(24,  16, 16, 4)  PAIR(26,  16, 4, 16)  ONE (28,  16,  8, 4)  ONE (29,  16, 4, 8)   \
    PAIR(30,  32,  8, 4)  PAIR(32,  32,  4, 8)  ONE (34,  32,  4, 4)  ONE (35,   8, 8, 8)   \
    ONE (36,   8, 16, 4)  ONE (37,   8, 4, 16)  ONE (39,  16,  4, 4)  ONE (40,  16, 4, 2)   \
    ONE (41,  16,  2, 4)  ONE (42,  16,  8, 2)  ONE (43,  16,  2, 8)  ONE (44,  16, 16, 2)  \
    ONE (45,  16, 2, 16)  ONE (46,   8,  8, 4)  ONE (47,   8,  4, 8)
/* clang-format on */

#define SHUFFLE_SWAP16 38 /* the one mode that is no transposition */

static const struct shuffle {
    uint8_t     elem_bytes, rows, cols, half;
    const char *name;
} shuffles[AIE2_SHUFFLE_MODES] = {
#define ONE(mode, bits, rows, cols) \
    [mode] = { bits / 8, rows, cols, 0, "T" #bits "_" #rows "x" #cols },
#define PAIR(mode, bits, rows, cols)                                          \
    [mode] = { bits / 8, rows, cols, 0, "T" #bits "_" #rows "x" #cols "_lo" }, \
    [mode + 1] = { bits / 8, rows, cols, 1, "T" #bits "_" #rows "x" #cols "_hi" },
    SHUFFLES[SHUFFLE_SWAP16] = { .name = "T16_1x2_flip" },
};

const char *aie2_shuffle_name(unsigned mode)
{
    return shuffles[mode].name;
}

uint8_t aie2_shuffle_source(unsigned mode, unsigned byte)
{
    const struct shuffle *s = &shuffles[mode];

    if (mode == SHUFFLE_SWAP16)
        return (uint8_t)(byte ^ 2);
    const unsigned block = s->elem_bytes * s->rows * (unsigned)s->cols;
    const unsigned at = byte + s->half * (unsigned)AIE2_X;
    const unsigned elem = at % block / s->elem_bytes;
    const unsigned source = elem % s->rows * s->cols + elem / s->rows;

    return (uint8_t)(at / block * block + source * s->elem_bytes + at % s->elem_bytes);
}

/* ---- table lookup ---------------------------------------------------------------------------- */

/* Every 16-byte line of a table is stored twice, so an address advances two entries' bytes per
 * entry, and odd lookups read the second copy. */
uint32_t aie2_lookup_address(uint32_t address, unsigned entry_bytes, unsigned j)
{
    const uint32_t offset = ((address & 31) >> 1) & ~(entry_bytes - 1);

    return (address & ~UINT32_C(31)) + offset + (j & 1 ? 16 : 0);
}

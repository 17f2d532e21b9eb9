/* Between accumulators and narrow lanes: SRS, UPS, pack, unpack. */
#include <string.h>

#include "base/compiler.h"
#include "platforms/aie2/aie2_arith.h"

/* ---- lanes of any width ---------------------------------------------------------------------- */

KC_INLINE int64_t lane_read(const uint8_t *bytes, unsigned bits, size_t i, bool is_signed)
{
    uint64_t v = 0;

    if (bits == 4) {
        v = bytes[i / 2] >> i % 2 * 4 & 15; /* low nibble first */
        return is_signed ? (int64_t)(v ^ 8) - 8 : (int64_t)v;
    }
    memcpy(&v, bytes + i * (bits / 8), bits / 8);
    if (is_signed && bits < 64)
        v = (v ^ UINT64_C(1) << (bits - 1)) - (UINT64_C(1) << (bits - 1));
    return (int64_t)v;
}

KC_INLINE void lane_write(uint8_t *bytes, unsigned bits, size_t i, int64_t v)
{
    if (bits == 4) {
        const unsigned shift = i % 2 * 4;

        bytes[i / 2] = (uint8_t)((bytes[i / 2] & ~(15u << shift)) | ((unsigned)v & 15) << shift);
        return;
    }
    memcpy(bytes + i * (bits / 8), &v, bits / 8);
}

/* The value, or the end of the range it is beyond.  bits is below 64. */
KC_INLINE int64_t clamp(int64_t v, unsigned bits, bool is_signed, bool symmetric)
{
    const int64_t half = (int64_t)1 << (bits - 1);
    const int64_t low = !is_signed ? 0 : symmetric ? -(half - 1) : -half;
    const int64_t high = is_signed ? half - 1 : half * 2 - 1;

    if (v < low)
        return low;
    return v > high ? high : v;
}

/* ---- SRS ------------------------------------------------------------------------------------- */

KC_INLINE int64_t increment(uint32_t round, bool neg, int64_t odd, int64_t g, int64_t t)
{
    const int64_t pos = !neg, even = !odd;

    switch (round) {
    case AIE2_ROUND_CEIL:
        return g | t;
    case AIE2_ROUND_TO_ZERO:
        return neg & (g | t);
    case AIE2_ROUND_FROM_ZERO:
        return pos & (g | t);
    case AIE2_ROUND_TIES_DOWN:
        return g & t;
    case AIE2_ROUND_TIES_UP:
        return g;
    case AIE2_ROUND_TIES_TO_ZERO:
        return g & (neg | t);
    case AIE2_ROUND_TIES_FROM_ZERO:
        return g & (pos | t);
    case AIE2_ROUND_TIES_EVEN:
        return g & (odd | t);
    case AIE2_ROUND_TIES_ODD:
        return g & (even | t);
    default: /* floor */
        return 0;
    }
}

KC_INLINE int64_t srs_lane(int64_t v, unsigned shift, uint32_t round, uint32_t sat, bool is_signed,
                           unsigned bits)
{
    const int64_t q = v >> shift;
    const int64_t g = shift ? v >> (shift - 1) & 1 : 0;
    const int64_t t = shift > 1 ? (v & (((int64_t)1 << (shift - 1)) - 1)) != 0 : 0;
    const int64_t r = q + increment(round, v < 0, q & 1, g, t);

    return sat & AIE2_SATURATE ? clamp(r, bits, is_signed, sat & AIE2_SYMMETRIC) : r;
}

int64_t aie2_srs_lane(int64_t v, unsigned shift, uint32_t round, uint32_t sat, bool is_signed,
                      unsigned bits)
{
    return srs_lane(v, shift, round, sat, is_signed, bits);
}

KC_INLINE void srs_lanes(const struct aie2_convert *c, const uint8_t *acc, size_t lanes,
                         unsigned from, unsigned to, uint8_t *out)
{
    for (size_t i = 0; i < lanes; i++)
        lane_write(out, to, i,
                   srs_lane(lane_read(acc, from, i, true), c->shift, c->round, c->sat, c->is_signed,
                            to));
}

void aie2_srs(const struct aie2_convert *c, const uint8_t *acc, size_t lanes, uint8_t *out)
{
    if (c->from == 32 && c->to == 8)
        srs_lanes(c, acc, lanes, 32, 8, out);
    else if (c->from == 32)
        srs_lanes(c, acc, lanes, 32, 16, out);
    else if (c->to == 16)
        srs_lanes(c, acc, lanes, 64, 16, out);
    else
        srs_lanes(c, acc, lanes, 64, 32, out);
}

/* ---- UPS ------------------------------------------------------------------------------------- */

/* Accumulator lanes are signed, whatever the source is. */
static int64_t ups_lane(const struct aie2_convert *c, int64_t v)
{
    const int64_t high = c->to == 64 ? INT64_MAX : INT32_MAX;
    const int64_t low = -high - 1;

    if (c->sat & AIE2_SATURATE) {
        if (v > high >> c->shift)
            return high;
        if (v < (c->shift < c->to ? low >> c->shift : 0))
            return low;
    }
    return (int64_t)((uint64_t)v << c->shift);
}

void aie2_ups(const struct aie2_convert *c, const uint8_t *src, size_t lanes, uint8_t *out)
{
    for (size_t i = 0; i < lanes; i++)
        lane_write(out, c->to, i, ups_lane(c, lane_read(src, c->from, i, c->is_signed)));
}

/* ---- pack, unpack ---------------------------------------------------------------------------- */

/* ASSUMPTION: an unsigned pack reads unsigned lanes; a core could also clamp signed ones at 0. */
void aie2_pack(const struct aie2_convert *c, const uint8_t *x, uint8_t *w)
{
    const size_t lanes = AIE2_X * 8 / c->from;

    for (size_t i = 0; i < lanes; i++) {
        const int64_t v = lane_read(x, c->from, i, c->is_signed);

        lane_write(w, c->to, i,
                   c->sat & AIE2_SATURATE ? clamp(v, c->to, c->is_signed, c->sat & AIE2_SYMMETRIC)
                                          : v);
    }
}

void aie2_unpack(const struct aie2_convert *c, const uint8_t *w, uint8_t *x)
{
    const size_t lanes = AIE2_W * 8 / c->from;

    for (size_t i = 0; i < lanes; i++)
        lane_write(x, c->to, i, lane_read(w, c->from, i, c->is_signed));
}

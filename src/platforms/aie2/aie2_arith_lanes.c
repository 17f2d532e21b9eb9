/* The vector ALU of the mv slot: one operation on every lane of an x register, and a mask of the
 * lanes for which its comparison holds. */
#include <string.h>

#include "base/compiler.h"
#include "platforms/aie2/aie2_arith.h"

/* One loop per operation: RESULT and HOLDS are expressions in a, b of the lane. */
#define LOOP(HOLDS, RESULT)              \
    for (int i = 0; i < lanes; i++) {    \
        const type a = va[i], b = vb[i]; \
        const bool c = (HOLDS);          \
                                         \
        vd[i] = (type)(RESULT);          \
        mask |= (uint64_t)c << i;        \
        (void)a, (void)b;                \
    }                                    \
    break

/* Differences wrap: they are formed in 64 bits and cut. */
KC_INLINE int64_t wide(int64_t v)
{
    return v;
}

#define OPERATIONS                                     \
    case AIE2_ADD:                                     \
        LOOP(false, wide(a) + wide(b));                \
    case AIE2_SUB:                                     \
        LOOP(false, wide(a) - wide(b));                \
    case AIE2_MAX_LT:                                  \
        LOOP(a < b, c ? b : a);                        \
    case AIE2_MIN_GE:                                  \
        LOOP(a >= b, c ? b : a);                       \
    case AIE2_LT:                                      \
        LOOP(a < b, 0);                                \
    case AIE2_GE:                                      \
        LOOP(a >= b, 0);                               \
    case AIE2_SUB_LT:                                  \
        LOOP(a < b, wide(a) - wide(b));                \
    case AIE2_SUB_GE:                                  \
        LOOP(a >= b, wide(a) - wide(b));               \
    case AIE2_MAXDIFF_LT:                              \
        LOOP(a < b, c ? 0 : wide(a) - wide(b));        \
    case AIE2_ABS_GTZ:                                 \
        LOOP(a > 0, wide(a) < 0 ? -wide(a) : wide(a)); \
    case AIE2_NEG_GTZ:                                 \
        LOOP(a > 0, -wide(a));                         \
    case AIE2_BNEG_LTZ:                                \
        LOOP(wide(a) < 0, ~wide(a));                   \
    case AIE2_EQZ:                                     \
        LOOP(a == 0, 0)

#define DEFINE_LANES(name, lane_type)                                                     \
    KC_HOT_LOOP static uint64_t name(enum aie2_lane_op op, uint8_t *d, const uint8_t *s1, \
                                     const uint8_t *s2)                                   \
    {                                                                                     \
        typedef lane_type type;                                                           \
        enum { lanes = AIE2_X / sizeof(type) };                                           \
        type     va[lanes], vb[lanes], vd[lanes];                                         \
        uint64_t mask = 0;                                                                \
                                                                                          \
        memcpy(va, s1, sizeof va);                                                        \
        memcpy(vb, s2, sizeof vb);                                                        \
        switch (op) {                                                                     \
            OPERATIONS;                                                                   \
        default:                                                                          \
            kc_unreachable();                                                             \
        }                                                                                 \
        memcpy(d, vd, sizeof vd);                                                         \
        return mask;                                                                      \
    }

DEFINE_LANES(lanes_s8, int8_t)
DEFINE_LANES(lanes_u8, uint8_t)
DEFINE_LANES(lanes_s16, int16_t)
DEFINE_LANES(lanes_u16, uint16_t)
DEFINE_LANES(lanes_s32, int32_t)
DEFINE_LANES(lanes_u32, uint32_t)

/* ---- bf16 ------------------------------------------------------------------------------------ */

/* Sign-magnitude order with -0 below +0, as integers. */
KC_INLINE int32_t bf16_key(uint16_t v)
{
    return v & 0x8000 ? -(int32_t)(v & 0x7fff) - 1 : v;
}

KC_INLINE int bf16_nan(uint16_t v)
{
    return (v & 0x7fff) > 0x7f80;
}

/* A NaN on either side makes every comparison false. */
KC_HOT_LOOP static uint64_t lanes_bf16(enum aie2_lane_op op, uint8_t *d, const uint8_t *s1,
                                       const uint8_t *s2)
{
    const bool less = op == AIE2_MAX_LT || op == AIE2_LT;
    uint16_t   a[32], b[32], out[32];
    uint64_t   mask = 0;

    memcpy(a, s1, sizeof a);
    memcpy(b, s2, sizeof b);
    for (int i = 0; i < 32; i++) {
        const int32_t ka = bf16_key(a[i]), kb = bf16_key(b[i]);
        const int     order = less ? ka < kb : ka >= kb;
        const int     holds = order & ~(bf16_nan(a[i]) | bf16_nan(b[i]));

        out[i] = holds ? b[i] : a[i];
        mask |= (uint64_t)holds << i;
    }
    memcpy(d, out, sizeof out);
    return mask;
}

uint64_t aie2_lanes(enum aie2_lane_op op, enum aie2_lane_type type, uint8_t *d, const uint8_t *a,
                    const uint8_t *b)
{
    switch (type) {
    case AIE2_S8:
        return lanes_s8(op, d, a, b);
    case AIE2_U8:
        return lanes_u8(op, d, a, b);
    case AIE2_S16:
        return lanes_s16(op, d, a, b);
    case AIE2_U16:
        return lanes_u16(op, d, a, b);
    case AIE2_S32:
        return lanes_s32(op, d, a, b);
    case AIE2_U32:
        return lanes_u32(op, d, a, b);
    case AIE2_BF16:
        return lanes_bf16(op, d, a, b);
    default:
        kc_unreachable();
    }
}

/* ---- selection ------------------------------------------------------------------------------- */

void aie2_addsub(unsigned bits, uint8_t *d, const uint8_t *a, const uint8_t *b, uint64_t sel)
{
    const size_t bytes = bits / 8;

    for (size_t i = 0; i < AIE2_X / bytes; i++) {
        uint32_t va = 0, vb = 0;

        memcpy(&va, a + i * bytes, bytes);
        memcpy(&vb, b + i * bytes, bytes);
        const uint32_t v = sel >> i & 1 ? va - vb : va + vb;

        memcpy(d + i * bytes, &v, bytes);
    }
}

void aie2_select(unsigned bits, uint8_t *d, const uint8_t *a, const uint8_t *b, uint64_t sel)
{
    const size_t bytes = bits / 8;

    for (size_t i = 0; i < AIE2_X / bytes; i++)
        memcpy(d + i * bytes, (sel >> i & 1 ? b : a) + i * bytes, bytes);
}

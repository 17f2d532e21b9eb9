/* platforms/aie2/aie2_arith.h: AIE2 arithmetic on bytes and lanes, without registers or time.
 *
 * Every function is pure.  A vector is its bytes in memory order, lane 0 first; hosts are little
 * endian.  Results are the same bits everywhere: integers wrap, floats are added in double in one
 * stated order and rounded once, and every NaN that an operation makes is AIE2_NAN.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_ARITH_H
#define KC_PLATFORMS_AIE2_AIE2_ARITH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AIE2_NAN UINT32_C(0x7fc00000)

enum { AIE2_W = 32, AIE2_X = 64, AIE2_BM = 64, AIE2_CM = 128 }; /* bytes of a register */

/* ---- multiply-accumulate (aie2_arith_mac.c, aie2_arith_float.c) ----------------------------- */

/* Fields of the configuration word. */
#define AIE2_MAC_ZERO_ACC(c) ((c) & 1)
#define AIE2_MAC_AMODE(c)    ((c) >> 1 & 3)
#define AIE2_MAC_BMODE(c)    ((c) >> 3 & 3)
#define AIE2_MAC_VARIANT(c)  ((c) >> 5 & 7)
#define AIE2_MAC_Y_SIGNED(c) ((c) >> 8 & 1)
#define AIE2_MAC_X_SIGNED(c) ((c) >> 9 & 1)
#define AIE2_MAC_SHIFT16(c)  ((c) >> 10 & 1)
#define AIE2_MAC_SIGNS(c)    ((c) >> 11 & 7)

/* What the mnemonic negates; bits 11 to 13 of the configuration word flip the same three. */
enum aie2_mac_sign { AIE2_NEG_P = 1, AIE2_NEG_ACC1 = 2, AIE2_NEG_ACC2 = 4 };

/* The operands of one multiply-accumulate.  Absent accumulators (NULL) count as zero, absent
 * factors as no product. */
struct aie2_mac {
    const uint8_t *acc1, *acc2, *x, *y;
    uint32_t       config;
    uint8_t        signs; /* enum aie2_mac_sign, of the mnemonic alone */
};

/* Whether the element widths and the variant of the word are a mode that executes. */
bool aie2_mac_mode_known(uint32_t config, bool is_float);

/* Integer: out has AIE2_CM bytes.  The mode must be known (products) or amode 0 or 1 (sums). */
void aie2_mac_int(const struct aie2_mac *mac, uint8_t *out);

/* bf16 products, fp32 lanes: out has AIE2_BM bytes. */
void aie2_mac_float(const struct aie2_mac *mac, uint8_t *out);

/* The same for one configuration: out = acc + x * y in 4x8x4, nothing negated. */
#define AIE2_MAC_IS_PLAIN(c) (((c) & 0x38ff) == AIE2_MAC_PLAIN)
enum { AIE2_MAC_PLAIN = 28 };
typedef void aie2_mac_plain_fn(const uint8_t *acc, const uint8_t *x, const uint8_t *y,
                               uint8_t *out);

/* By aie2_mac_float; and the functions that this host can run, best first, then NULL, which all
 * give the same bits (aie2_arith_fma.c). */
void aie2_mac_plain(const uint8_t *acc, const uint8_t *x, const uint8_t *y, uint8_t *out);
aie2_mac_plain_fn *aie2_mac_plain_choice(unsigned n);

/* Flips the sign of 16 fp32 lanes; zeros stay as they are. */
void aie2_float_negate(const uint8_t *acc, uint8_t *out);

/* ---- number formats (aie2_arith_float.c, aie2_arith_narrow.c) ------------------------------- */

/* crRnd. */
enum aie2_round {
    AIE2_ROUND_FLOOR = 0,
    AIE2_ROUND_CEIL = 1,
    AIE2_ROUND_TO_ZERO = 2,
    AIE2_ROUND_FROM_ZERO = 3,
    AIE2_ROUND_TIES_DOWN = 8,
    AIE2_ROUND_TIES_UP = 9,
    AIE2_ROUND_TIES_TO_ZERO = 10,
    AIE2_ROUND_TIES_FROM_ZERO = 11,
    AIE2_ROUND_TIES_EVEN = 12,
    AIE2_ROUND_TIES_ODD = 13,
};

bool aie2_round_known(uint32_t mode);

/* crSat. */
enum { AIE2_SATURATE = 1, AIE2_SYMMETRIC = 2 };

uint16_t aie2_bf16_from_fp32(uint32_t bits, uint32_t mode);
void     aie2_conv_bf16_fp32(const uint8_t *bm, uint32_t mode, uint8_t *w);
void     aie2_conv_fp32_bf16(const uint8_t *w, uint8_t *bm);

/* 16 bf16 lanes to floor(v * 2^shift) as int32, saturated; NaN gives INT32_MAX. */
void aie2_floor_s32_bf16(const uint8_t *src, int shift, uint8_t *x);

/* One lane of shift-round-saturate; the low `bits` bits of the result count. */
int64_t aie2_srs_lane(int64_t v, unsigned shift, uint32_t round, uint32_t sat, bool is_signed,
                      unsigned bits);

/* How a narrowing or widening conversion treats its lanes. */
struct aie2_convert {
    uint8_t  from, to; /* bits of a lane: 4 to 64 */
    bool     is_signed;
    uint8_t  shift;
    uint32_t round, sat;
};

void aie2_srs(const struct aie2_convert *c, const uint8_t *acc, size_t lanes, uint8_t *out);
void aie2_ups(const struct aie2_convert *c, const uint8_t *src, size_t lanes, uint8_t *out);
void aie2_pack(const struct aie2_convert *c, const uint8_t *x, uint8_t *w);
void aie2_unpack(const struct aie2_convert *c, const uint8_t *w, uint8_t *x);

/* ---- lanes of an x register (aie2_arith_lanes.c, aie2_arith_route.c) ------------------------ */

enum aie2_lane_type {
    AIE2_S8,
    AIE2_U8,
    AIE2_S16,
    AIE2_U16,
    AIE2_S32,
    AIE2_U32,
    AIE2_BF16,
    AIE2_LANE_TYPES
};

enum aie2_lane_op {
    AIE2_ADD,
    AIE2_SUB,
    AIE2_MAX_LT,
    AIE2_MIN_GE,
    AIE2_LT,
    AIE2_GE,
    AIE2_SUB_LT,
    AIE2_SUB_GE,
    AIE2_MAXDIFF_LT,
    AIE2_ABS_GTZ,
    AIE2_NEG_GTZ,
    AIE2_BNEG_LTZ,
    AIE2_EQZ,
    AIE2_LANE_OPS
};

/* d = op(a, b) for all lanes; returns the mask of lanes for which the comparison holds.  Only
 * AIE2_MAX_LT, AIE2_MIN_GE, AIE2_LT and AIE2_GE exist for bf16. */
uint64_t aie2_lanes(enum aie2_lane_op op, enum aie2_lane_type type, uint8_t *d, const uint8_t *a,
                    const uint8_t *b);

/* sel bit i: subtract instead of add; take b instead of a. */
void aie2_addsub(unsigned bits, uint8_t *d, const uint8_t *a, const uint8_t *b, uint64_t sel);
void aie2_select(unsigned bits, uint8_t *d, const uint8_t *a, const uint8_t *b, uint64_t sel);

void     aie2_broadcast(unsigned bits, uint8_t *d, uint64_t value);
uint64_t aie2_extract(unsigned bits, const uint8_t *s, uint32_t lane, bool is_signed);
void     aie2_insert(unsigned bits, uint8_t *d, const uint8_t *s, uint32_t lane, uint64_t value);
void     aie2_push_lo(unsigned bits, uint8_t *d, uint64_t value, const uint8_t *s);
void     aie2_push_hi(unsigned bits, uint8_t *d, const uint8_t *s, uint64_t value);

/* Bytes shift .. shift + 63 of {a, b}; shift is at most 64. */
void aie2_shift(uint8_t *d, const uint8_t *a, const uint8_t *b, uint32_t shift);

/* Byte i of the result is byte route[i] of {a, b}; b may be NULL for zeros. */
void aie2_shuffle(uint8_t *d, const uint8_t *a, const uint8_t *b, const uint8_t *route);

/* The address that lookup j reads: entry_bytes is 2, 4 or 8. */
uint32_t aie2_lookup_address(uint32_t address, unsigned entry_bytes, unsigned j);

#endif

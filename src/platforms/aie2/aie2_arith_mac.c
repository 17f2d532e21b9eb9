/* Integer multiply-accumulate: the table of modes, and the lane rule that all of them share.
 *
 *   matrix       out[(m*N + n)*C + c] = sum over k of X[(m*K + k)*C + c] * Y[(k*N + n)*C + c]
 *   elementwise  the same with M = N = 1; K is the number of terms
 *   convolution  out[i*C + c] = sum over taps j of X[(i + j)*C + c] * Y[j*C + c]
 *
 * Sums wrap modulo the lane width, so they are formed in unsigned integers.
 */
#include <string.h>

#include "base/compiler.h"
#include "platforms/aie2/aie2_arith.h"

enum { LANES_32 = 32, LANES_64 = 16, MOST_ELEMS = 128 };

/* MODE(bmode, variant, bits of X, bits of Y, shape): shape is MATRIX(M, K, N, C) or
 * CONV(outputs, taps, C). */
/* clang-format off */
#define MODES_32(MODE)                           /* amode 0: 32-bit lanes */ \
    MODE(0, 0,  8,  4, MATRIX(4, 16, 8, 1))                                  \
    MODE(1, 0,  8,  8, MATRIX(4, 8, 8, 1))                                   \
    MODE(1, 1,  8,  8, MATRIX(1, 2, 1, 32))      /* elementwise, 2 terms */  \
    MODE(1, 2,  8,  8, CONV(4, 4, 8))                                        \
    MODE(1, 3,  8,  8, CONV(8, 8, 4))                                        \
    MODE(1, 4,  8,  8, CONV(32, 8, 1))                                       \
    MODE(2, 0, 16,  8, MATRIX(4, 4, 8, 1))                                   \
    MODE(2, 1, 16,  8, MATRIX(4, 4, 4, 2))                                   \
    MODE(3, 0, 16, 16, MATRIX(4, 2, 8, 1))                                   \
    MODE(3, 1, 16, 16, MATRIX(1, 1, 1, 32))      /* elementwise */
#define MODES_64(MODE)                           /* amode 1: 64-bit lanes */ \
    MODE(2, 0, 16,  8, MATRIX(2, 8, 8, 1))                                   \
    MODE(2, 1, 16,  8, MATRIX(4, 8, 4, 1))                                   \
    MODE(3, 0, 16, 16, MATRIX(2, 4, 8, 1))                                   \
    MODE(3, 1, 16, 16, MATRIX(4, 4, 4, 1))                                   \
    MODE(3, 2, 16, 16, MATRIX(1, 2, 1, 16))      /* elementwise, 2 terms */  \
    MODE(3, 3, 16, 16, CONV(16, 4, 1))                                       \
    MODE(0, 0, 32, 16, MATRIX(4, 2, 4, 1))
/* clang-format on */

#define KEY(bmode, variant) ((bmode) | (variant) << 2)

static uint32_t key_of(uint32_t config)
{
    return KEY(AIE2_MAC_BMODE(config), AIE2_MAC_VARIANT(config));
}

#define KNOWN(bmode, variant, ...) key == KEY(bmode, variant) ||

bool aie2_mac_mode_known(uint32_t config, bool is_float)
{
    const uint32_t key = key_of(config);

    switch (AIE2_MAC_AMODE(config)) {
    case 0:
        return !is_float && (MODES_32(KNOWN) false);
    case 1:
        return !is_float && (MODES_64(KNOWN) false);
    case 2:
        return is_float && (key == KEY(3, 0) || key == KEY(3, 1));
    default:
        return false;
    }
}

/* ---- factors --------------------------------------------------------------------------------- */

KC_INLINE void spread_4(const uint8_t *bytes, bool is_signed, int32_t *out)
{
    for (int i = 0; i < 128; i++) { /* low nibble first */
        const int32_t nibble = bytes[i / 2] >> i % 2 * 4 & 15;

        out[i] = is_signed ? (nibble ^ 8) - 8 : nibble;
    }
}

KC_INLINE void spread_8(const uint8_t *bytes, bool is_signed, int32_t *out)
{
    if (is_signed)
        for (int i = 0; i < 64; i++)
            out[i] = (int8_t)bytes[i];
    else
        for (int i = 0; i < 64; i++)
            out[i] = bytes[i];
}

KC_INLINE void spread_16(const uint8_t *bytes, bool is_signed, int32_t *out)
{
    int16_t half[32];

    memcpy(half, bytes, sizeof half);
    if (is_signed)
        for (int i = 0; i < 32; i++)
            out[i] = half[i];
    else
        for (int i = 0; i < 32; i++)
            out[i] = (uint16_t)half[i];
}

/* The value of an unsigned element of 32 bits is taken when it is multiplied. */
KC_INLINE void spread_32(const uint8_t *bytes, bool is_signed, int32_t *out)
{
    (void)is_signed;
    memcpy(out, bytes, 64);
}

/* ---- products -------------------------------------------------------------------------------- */

struct factors {
    int32_t x[MOST_ELEMS], y[MOST_ELEMS];
    bool    x_signed;
};

KC_INLINE uint32_t product_32(const struct factors *f, int i, int j)
{
    return (uint32_t)f->x[i] * (uint32_t)f->y[j];
}

KC_INLINE uint64_t product_64(const struct factors *f, int i, int j)
{
    const int64_t x = f->x_signed ? f->x[i] : (int64_t)(uint32_t)f->x[i];

    return (uint64_t)(x * f->y[j]);
}

/* M, K, N, C are constants where these are used, so every mode gets its own loops. */
#define SHAPES(lane)                                                                              \
    KC_INLINE void matrix_##lane(const struct factors *f, uint##lane##_t *p, int M, int K, int N, \
                                 int C)                                                           \
    {                                                                                             \
        for (int m = 0; m < M; m++)                                                               \
            for (int k = 0; k < K; k++)                                                           \
                for (int n = 0; n < N; n++)                                                       \
                    for (int c = 0; c < C; c++)                                                   \
                        p[(m * N + n) * C + c] +=                                                 \
                            product_##lane(f, (m * K + k) * C + c, (k * N + n) * C + c);          \
    }                                                                                             \
    KC_INLINE void conv_##lane(const struct factors *f, uint##lane##_t *p, int outputs, int taps, \
                               int C)                                                             \
    {                                                                                             \
        for (int i = 0; i < outputs; i++)                                                         \
            for (int j = 0; j < taps; j++)                                                        \
                for (int c = 0; c < C; c++)                                                       \
                    p[i * C + c] += product_##lane(f, (i + j) * C + c, j * C + c);                \
    }

SHAPES(32)
SHAPES(64)

#define SPREAD(xbits, ybits)                 \
    spread_##xbits(mac->x, f.x_signed, f.x); \
    spread_##ybits(mac->y, AIE2_MAC_Y_SIGNED(mac->config), f.y)

KC_HOT_LOOP static void products_32(const struct aie2_mac *mac, uint32_t *p)
{
    struct factors f = { .x_signed = AIE2_MAC_X_SIGNED(mac->config) };

    switch (key_of(mac->config)) {
#define MATRIX(...) matrix_32(&f, p, __VA_ARGS__)
#define CONV(...)   conv_32(&f, p, __VA_ARGS__)
#define MODE(bmode, variant, xbits, ybits, shape) \
    case KEY(bmode, variant):                     \
        SPREAD(xbits, ybits);                     \
        shape;                                    \
        break;
        MODES_32(MODE)
#undef MATRIX
#undef CONV
    }
}

KC_HOT_LOOP static void products_64(const struct aie2_mac *mac, uint64_t *p)
{
    struct factors f = { .x_signed = AIE2_MAC_X_SIGNED(mac->config) };

    switch (key_of(mac->config)) {
#define MATRIX(...) matrix_64(&f, p, __VA_ARGS__)
#define CONV(...)   conv_64(&f, p, __VA_ARGS__)
        MODES_64(MODE)
    }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* sum += or -= acc, which may be shifted right arithmetically by 16 first. */
#define ADD_ACCUMULATOR(lane, lanes)                                                             \
    static void add_##lane(uint##lane##_t *sum, const uint8_t *acc, bool negative, bool shift16) \
    {                                                                                            \
        int##lane##_t v[lanes];                                                                  \
                                                                                                 \
        memcpy(v, acc, sizeof v);                                                                \
        if (shift16)                                                                             \
            for (int i = 0; i < lanes; i++)                                                      \
                v[i] >>= 16;                                                                     \
        for (int i = 0; i < lanes; i++)                                                          \
            sum[i] += negative ? -(uint##lane##_t)v[i] : (uint##lane##_t)v[i];                   \
    }

ADD_ACCUMULATOR(32, LANES_32)
ADD_ACCUMULATOR(64, LANES_64)

#define MAC_INT(lane, lanes)                                                              \
    static void mac_##lane(const struct aie2_mac *mac, uint8_t *out)                      \
    {                                                                                     \
        const uint32_t config = mac->config, signs = mac->signs ^ AIE2_MAC_SIGNS(config); \
        uint##lane##_t sum[lanes] = { 0 };                                                \
                                                                                          \
        if (mac->x)                                                                       \
            products_##lane(mac, sum);                                                    \
        if (signs & AIE2_NEG_P)                                                           \
            for (int i = 0; i < lanes; i++)                                               \
                sum[i] = -sum[i];                                                         \
        if (mac->acc1 && !AIE2_MAC_ZERO_ACC(config))                                      \
            add_##lane(sum, mac->acc1, signs &AIE2_NEG_ACC1, AIE2_MAC_SHIFT16(config));   \
        if (mac->acc2)                                                                    \
            add_##lane(sum, mac->acc2, signs &AIE2_NEG_ACC2, false);                      \
        memcpy(out, sum, sizeof sum);                                                     \
    }

MAC_INT(32, LANES_32)
MAC_INT(64, LANES_64)

void aie2_mac_int(const struct aie2_mac *mac, uint8_t *out)
{
    if (AIE2_MAC_AMODE(mac->config) == 1)
        mac_64(mac, out);
    else
        mac_32(mac, out);
}

/* The product 4x8x4 in bf16 on hosts with fused multiply-add, as kernels use it all the time.
 *
 * The same bits as aie2_arith_float.c: a product of two bf16 is exact in double, so fusing it with
 * the addition rounds no differently, and the additions keep their order.  Compilers are not left
 * to find this by themselves, because then its speed would depend on which one it is. */
#include "base/compiler.h"
#include "platforms/aie2/aie2_arith.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { ROWS = 4, DEPTH = 8 };

#define AVX2   __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx2,fma,avx512vl")))

/* Thirty-two bf16 as doubles: a bf16 is the upper half of a float, so zeros go in between. */
AVX2 KC_INLINE void widen(const uint8_t *bytes, __m256d *out)
{
    const __m128i zero = _mm_setzero_si128();

    for (int i = 0; i < DEPTH / 2; i++) {
        const __m128i h = _mm_loadu_si128((const __m128i_u *)(bytes + 16 * i));

        out[2 * i] = _mm256_cvtps_pd(_mm_castsi128_ps(_mm_unpacklo_epi16(zero, h)));
        out[2 * i + 1] = _mm256_cvtps_pd(_mm_castsi128_ps(_mm_unpackhi_epi16(zero, h)));
    }
}

/* Four lanes: to nearest even, every NaN the same one, below 2^-126 becomes +0. */
AVX2 KC_INLINE void narrow(__m256d row, uint8_t *out)
{
    const __m128  smallest = _mm_set1_ps(0x1p-126f), sign = _mm_set1_ps(-0.0f);
    const __m128  v = _mm256_cvtpd_ps(row);
    const __m128  normal = _mm_cmpge_ps(_mm_andnot_ps(sign, v), smallest); /* false for NaN */
    const __m128  nan = _mm_cmpunord_ps(v, v);
    const __m128i pattern = _mm_set1_epi32((int)AIE2_NAN);

    _mm_storeu_ps((float *)out,
                  _mm_or_ps(_mm_and_ps(normal, v), _mm_and_ps(nan, _mm_castsi128_ps(pattern))));
}

AVX2 KC_INLINE void multiply(const uint8_t *acc, const uint8_t *x, const uint8_t *y, uint8_t *out)
{
    __m256d       wide_x[DEPTH], wide_y[DEPTH], row[ROWS];
    const double *factor = (const double *)wide_x;

    widen(x, wide_x);
    widen(y, wide_y);
    KC_IN_MEMORY(wide_x); /* broadcasts from memory beat shuffles */
    for (int m = 0; m < ROWS; m++)
        row[m] = _mm256_cvtps_pd(_mm_loadu_ps((const float *)(acc + 16 * m)));
#pragma GCC unroll 8
    for (int k = 0; k < DEPTH; k++)
#pragma GCC unroll 4
        for (int m = 0; m < ROWS; m++)
            row[m] =
                _mm256_fmadd_pd(_mm256_broadcast_sd(factor + m * DEPTH + k), wide_y[k], row[m]);
#pragma GCC unroll 4
    for (int m = 0; m < ROWS; m++)
        narrow(row[m], out + 16 * m);
}

AVX2 static void multiply_avx2(const uint8_t *acc, const uint8_t *x, const uint8_t *y, uint8_t *out)
{
    multiply(acc, x, y, out);
}

/* With broadcasts as part of the multiplications. */
AVX512 static void multiply_avx512(const uint8_t *acc, const uint8_t *x, const uint8_t *y,
                                   uint8_t *out)
{
    multiply(acc, x, y, out);
}

aie2_mac_plain_fn *aie2_mac_plain_choice(unsigned n)
{
    aie2_mac_plain_fn *choice[4] = { NULL };
    size_t             count = 0;

    if (__builtin_cpu_supports("avx512vl"))
        choice[count++] = multiply_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        choice[count++] = multiply_avx2;
    choice[count] = aie2_mac_plain;
    return n < KC_COUNT(choice) ? choice[n] : NULL;
}

#else

aie2_mac_plain_fn *aie2_mac_plain_choice(unsigned n)
{
    return n == 0 ? aie2_mac_plain : NULL;
}

#endif

/* What the C kernels share; it stands before every one of them, together with the sizes of the
 * configuration as macros.  Fixed point as tasks.md section 4 defines it, and the few functions of
 * a mathematical library that they need, from the machine's own operations. */
#include <stdint.h>

static inline int8_t clamp8(int32_t a)
{
    return (int8_t)(a < -128 ? -128 : a > 127 ? 127 : a);
}

/* (a * m) / 2^31, half up; m < 2^31, so that it always fits */
static inline int32_t mulq(int32_t a, int32_t m)
{
    return (int32_t)(((int64_t)a * m + (1 << 30)) >> 31);
}

/* a / 2^s, half up */
static inline int32_t shr(int32_t a, int32_t s)
{
    return s == 0 ? a : (a + (1 << (s - 1))) >> s;
}

static inline int8_t rq(int32_t a, int32_t m, int32_t s)
{
    return clamp8(shr(mulq(a, m), s));
}

/* To the nearest integer, half to even: adding 1.5 * 2^23 leaves no room for a fraction. */
static inline int32_t round_even(float a)
{
    const float big = 12582912.0f;

    return (int32_t)((a + big) - big);
}

/* e^x for x of at most 80: 2^n times a polynomial of what is left over. */
static inline float exp_of(float x)
{
    const int32_t n = round_even(x * 1.44269504f);
    const float   r = (x - (float)n * 0.693359375f) + (float)n * 2.12194440e-4f;
    const float   p =
        1.0f + r * (1.0f + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * 0.00833333f))));
    union {
        int32_t bits;
        float   value;
    } power = { .bits = (n + 127) << 23 };

    return n < -126 ? 0.0f : p * power.value;
}

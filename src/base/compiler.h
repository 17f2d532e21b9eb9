/* base/compiler.h: the only place that knows which compiler we are built with.
 *
 * Attributes and builtins are spelled here once, so that the rest of the tree is plain C11.
 */
#ifndef KC_BASE_COMPILER_H
#define KC_BASE_COMPILER_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define KC_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define KC_NORETURN            __attribute__((noreturn))
#define KC_COLD                __attribute__((cold))
#define KC_INLINE              static inline __attribute__((always_inline))
#define KC_NOINLINE            __attribute__((noinline))
#define KC_LIKELY(x)           __builtin_expect(!!(x), 1)
#define KC_UNLIKELY(x)         __builtin_expect(!!(x), 0)

/* A hot loop may be compiled a second time for AVX2; the bits are the same because nothing is
 * contracted or reassociated.  Sanitizers cannot instrument the resolver, so they get one version.
 */
#if defined(__x86_64__) && defined(__linux__) && !defined(KC_SANITIZED)
#define KC_HOT_LOOP __attribute__((target_clones("avx2", "default")))
#else
#define KC_HOT_LOOP
#endif

/* A type whose objects may be looked at through another type. */
#define KC_MAY_ALIAS __attribute__((may_alias))

/* Several floats computed at once, lane by lane; sizes match SSE and AVX registers. */
typedef float  kc_f32x4 __attribute__((vector_size(16)));
typedef float  kc_f32x8 __attribute__((vector_size(32)));
typedef double kc_f64x4 __attribute__((vector_size(32)));

/* Numbers read from bytes anywhere in memory, without a copy that would keep a loop from being
 * vectorised. */
typedef uint16_t kc_u16_at __attribute__((aligned(1), may_alias));
typedef uint32_t kc_u32_at __attribute__((aligned(1), may_alias));
typedef float    kc_f32_at __attribute__((aligned(1), may_alias));

/* What lies at the pointer is in memory from here on, not in registers. */
#define KC_IN_MEMORY(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

#define KC_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The number of the lowest set bit; set must not be 0. */
#define KC_LOWEST_BIT(set) ((unsigned)__builtin_ctzll(set))

/* For a default: that cannot happen. */
#define kc_unreachable()            \
    do {                            \
        assert(0 && "unreachable"); \
        abort();                    \
    } while (0)

#endif

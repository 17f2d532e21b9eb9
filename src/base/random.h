/* base/random.h: random numbers that are a pure function of where they are used.
 *
 * A generator without state: the same seed, stream and index give the same number on every host,
 * in any order and from any thread, so a test tensor can be filled from the middle.  Philox4x32-10
 * (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11).  Not for secrets.
 */
#ifndef KC_BASE_RANDOM_H
#define KC_BASE_RANDOM_H

#include <stdint.h>

struct kc_philox_block {
    uint32_t v[4];
};

/* 128 random bits for this counter under this key; a bijection of the counter for each key. */
struct kc_philox_block kc_philox4x32(const uint32_t counter[4], const uint32_t key[2]);

/* The index-th number of a stream.  Streams of one seed never meet. */
uint64_t kc_random_u64(uint64_t seed, uint64_t stream, uint64_t index);

/* A cheap scrambler for fills that only have to look random (SplitMix64's finaliser). */
static inline uint64_t kc_mix64(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

#endif

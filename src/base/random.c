/* Philox4x32-10 in integer arithmetic only, with the constants of Random123.
 *
 * kc_random_u64 lays out the counter as index, then stream, each low word first, with the seed as
 * the key, and takes words 0 and 1 of the block.  Recorded results depend on this layout.
 */
#include "base/random.h"

#define ROUNDS 10

struct kc_philox_block kc_philox4x32(const uint32_t counter[4], const uint32_t key[2])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];

    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t p0 = UINT64_C(0xd2511f53) * c0;
        const uint64_t p1 = UINT64_C(0xcd9e8d57) * c2;

        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += 0x9e3779b9; /* golden ratio */
        k1 += 0xbb67ae85; /* sqrt(3) - 1 */
    }
    return (struct kc_philox_block){ { c0, c1, c2, c3 } };
}

uint64_t kc_random_u64(uint64_t seed, uint64_t stream, uint64_t index)
{
    const uint32_t counter[4] = { (uint32_t)index, (uint32_t)(index >> 32), (uint32_t)stream,
                                  (uint32_t)(stream >> 32) };
    const uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    const struct kc_philox_block b = kc_philox4x32(counter, key);

    return b.v[0] | (uint64_t)b.v[1] << 32;
}

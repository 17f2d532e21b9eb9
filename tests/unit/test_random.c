/* Philox against the known answers that come with Random123. */
#include "base/random.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

Test(philox, known_answers)
{
    static const struct {
        const char *name;
        uint32_t    counter[4], key[2], want[4];
    } cases[] = {
        { "zero", { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
        { "all ones",
          { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
          { 0xffffffff, 0xffffffff },
          { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
        { "digits of pi",
          { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
          { 0xa4093822, 0x299f31d0 },
          { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct kc_philox_block got = kc_philox4x32(cases[i].counter, cases[i].key);

        for (int w = 0; w < 4; w++)
            cr_expect(got.v[w] == cases[i].want[w],
                      "%s, word %d: got %08" PRIx32 ", expected %08" PRIx32, cases[i].name, w,
                      got.v[w], cases[i].want[w]);
    }
}

/* The layout of counter and key is part of every recorded result. */
Test(random, layout)
{
    static const struct {
        const char *name;
        uint64_t    seed, stream, index, want;
    } cases[] = {
        { "zero", 0, 0, 0, UINT64_C(0xe169c58d6627e8d5) },
        { "all ones", UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_C(0x41c83b0e408f276d) },
        { "digits of pi", UINT64_C(0x299f31d0a4093822), UINT64_C(0x0370734413198a2e),
          UINT64_C(0x85a308d3243f6a88), UINT64_C(0x94fdccebd16cfe09) },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const uint64_t got = kc_random_u64(cases[i].seed, cases[i].stream, cases[i].index);

        cr_expect(got == cases[i].want, "%s: got %016" PRIx64 ", expected %016" PRIx64,
                  cases[i].name, got, cases[i].want);
    }
}

/* Each bit is set about half of the time, whichever argument counts: 4096 draws, 6 sigma. */
Test(random, bits_are_balanced)
{
    static const struct {
        const char *name;
        uint64_t    seed, stream, index;
    } steps[] = { { "seed", 1, 0, 0 }, { "stream", 0, 1, 0 }, { "index", 0, 0, 1 } };
    const uint64_t draws = 4096;

    for (size_t s = 0; s < COUNT(steps); s++)
        for (int bit = 0; bit < 64; bit++) {
            uint64_t set = 0;

            for (uint64_t i = 0; i < draws; i++) {
                const uint64_t u =
                    kc_random_u64(i * steps[s].seed, i * steps[s].stream, i * steps[s].index);

                set += u >> bit & 1;
            }
            if (set < draws / 2 - 192 || set > draws / 2 + 192)
                cr_assert_fail("counting %s, bit %d: set %" PRIu64 " times in %" PRIu64,
                               steps[s].name, bit, set, draws);
        }
}

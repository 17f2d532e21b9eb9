/* Arenas: zeroed, aligned, disjoint, freed as a whole. */
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>

#include "base/arena.h"
#include "testing.h"

static bool is_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Sizes around the alignment and around the first block. */
static const size_t sizes[] = { 1,    2,    3,    7,    8,    15,    16,    17,     31,   33,
                                64,   100,  1000, 4095, 4096, 4097,  5000,  1,      8192, 9000,
                                1023, 1024, 1025, 1,    2,    65536, 10000, 200000, 3,    5 };

Test(arena, memory_is_zeroed_and_aligned)
{
    struct kc_arena arena = { 0 };

    for (int round = 0; round < 20; round++)
        for (size_t i = 0; i < KC_COUNT(sizes); i++) {
            unsigned char *p = kc_arena_alloc(&arena, sizes[i]);

            cr_assert_not_null(p);
            cr_expect_eq((uintptr_t)p % alignof(max_align_t), 0, "size %zu", sizes[i]);
            cr_expect(is_zero(p, sizes[i]), "size %zu, round %d", sizes[i], round);
            memset(p, 0xee, sizes[i]); /* what the next object gets must not be this */
        }
    kc_arena_free(&arena);
}

Test(arena, objects_do_not_overlap)
{
    struct kc_arena arena = { 0 };
    unsigned char  *object[20 * KC_COUNT(sizes)];

    for (size_t i = 0; i < KC_COUNT(object); i++) {
        object[i] = kc_arena_alloc(&arena, sizes[i % KC_COUNT(sizes)]);
        memset(object[i], (int)(i % 251) + 1, sizes[i % KC_COUNT(sizes)]);
    }
    for (size_t i = 0; i < KC_COUNT(object); i++)
        for (size_t k = 0; k < sizes[i % KC_COUNT(sizes)]; k++)
            cr_assert_eq(object[i][k], i % 251 + 1, "object %zu, byte %zu", i, k);
    kc_arena_free(&arena);
}

/* Objects that fill a block to its last byte; what lies behind it is not ours. */
Test(arena, blocks_are_filled_and_no_more)
{
    struct kc_arena arena = { 0 };
    unsigned char  *object[5000];

    for (size_t i = 0; i < KC_COUNT(object); i++) {
        object[i] = kc_arena_alloc(&arena, alignof(max_align_t));
        cr_assert(is_zero(object[i], alignof(max_align_t)), "object %zu", i);
        memset(object[i], 0xee, alignof(max_align_t));
        cr_assert(i == 0 || object[i] != object[i - 1], "object %zu", i);
    }
    kc_arena_free(&arena);
}

Test(arena, nothing_is_a_valid_size)
{
    struct kc_arena arena = { 0 };

    cr_expect_not_null(kc_arena_alloc(&arena, 0));
    cr_expect_not_null(kc_arena_array(&arena, uint64_t, 0));
    kc_arena_free(&arena);
}

Test(arena, larger_than_any_block)
{
    struct kc_arena arena = { 0 };
    const size_t    size = 20u << 20;
    unsigned char  *before = kc_arena_alloc(&arena, 8), *large = kc_arena_alloc(&arena, size),
                  *after = kc_arena_alloc(&arena, 8);

    memset(before, 1, 8);
    memset(large, 2, size);
    memset(after, 3, 8);
    cr_expect_eq(before[7], 1);
    cr_expect_eq(large[0], 2);
    cr_expect_eq(large[size - 1], 2);
    cr_expect_eq(after[0], 3);
    kc_arena_free(&arena);
}

Test(arena, copies_end_with_nul)
{
    static const struct {
        const char *name, *text;
        size_t      length;
    } cases[] = {
        { "empty", "", 0 },
        { "nothing at all", NULL, 0 },
        { "part of a word", "abcdef", 3 },
        { "NUL inside", "ab\0cd", 5 },
        { "fills the alignment", "0123456789abcdef", 16 },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        memset(kc_arena_alloc(&arena, 64), 0xff, 64);
        char *copy = kc_arena_strndup(&arena, cases[i].text, cases[i].length);

        cr_assert_not_null(copy, "%s", cases[i].name);
        if (cases[i].length)
            cr_expect_eq(memcmp(copy, cases[i].text, cases[i].length), 0, "%s", cases[i].name);
        cr_expect_eq(copy[cases[i].length], '\0', "%s", cases[i].name);
        cr_expect_neq((void *)copy, (const void *)cases[i].text, "%s", cases[i].name);
    }
    kc_arena_free(&arena);
}

Test(arena, printf_of_any_length)
{
    struct kc_arena arena = { 0 };

    cr_expect_str_eq(kc_arena_printf(&arena, "%s-%d", "a", 7), "a-7");
    cr_expect_str_eq(kc_arena_printf(&arena, "%s", ""), "");
    for (int width = 1; width < 100000; width = width < 200 ? width + 1 : width * 3) {
        const char *text = kc_arena_printf(&arena, "%*d!", width, 5);

        memset(kc_arena_alloc(&arena, 8), 0xff, 8); /* a NUL outside would be gone */
        cr_expect_eq(strlen(text), (size_t)width + 1, "width %d", width);
        cr_expect_str_eq(text + width - 1, "5!", "width %d", width);
    }
    kc_arena_free(&arena);
}

Test(arena, free_starts_afresh)
{
    struct kc_arena arena = { 0 };

    kc_arena_free(&arena); /* never used: nothing to do */
    for (int round = 0; round < 3; round++) {
        memset(kc_arena_alloc(&arena, 3000), 0xff, 3000);
        memset(kc_arena_alloc(&arena, 30000), 0xff, 30000);
        kc_arena_free(&arena);
        cr_expect_null(arena.last);
        cr_expect_eq(arena.used, 0);

        unsigned char *p = kc_arena_alloc(&arena, 3000);

        cr_expect(is_zero(p, 3000), "round %d", round);
        kc_arena_free(&arena);
    }
}

Test(arena, two_arenas_are_two_lifetimes)
{
    struct kc_arena a = { 0 }, b = { 0 };
    char           *in_a = kc_arena_printf(&a, "%s", "first");
    char           *in_b = kc_arena_printf(&b, "%s", "second");

    cr_expect_str_eq(in_a, "first");
    kc_arena_free(&a);
    cr_expect_str_eq(in_b, "second");
    kc_arena_free(&b);
}

Test(arena, process_memory)
{
    unsigned char *p = kc_alloc(100);

    cr_expect(is_zero(p, 100));
    memset(p, 9, 100);
    p = kc_realloc(p, 100000);
    cr_expect_eq(p[99], 9);
    free(p);
    p = kc_alloc(0);
    cr_expect_not_null(p);
    p = kc_realloc(p, 0);
    cr_expect_not_null(p);
    free(p);
}

Test(arena, exhaustion_ends_the_process, .signal = SIGABRT)
{
    struct kc_arena arena = { 0 };

    kc_arena_alloc(&arena, SIZE_MAX);
}

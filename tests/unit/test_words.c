/* Machine-code files: hexadecimal words in and out. */
#include <inttypes.h>
#include <stdio.h>

#include "isa/words.h"
#include "testing.h"

Test(words, good_texts)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        size_t        count;
        uint32_t      words[4], lines[4];
    } cases[] = {
        { "nothing", BYTES(""), 0, { 0 }, { 0 } },
        { "only blanks", BYTES(" \t\r\n\v\f\n"), 0, { 0 }, { 0 } },
        { "with 0x", BYTES("0x00200062\n"), 1, { 0x00200062 }, { 1 } },
        { "without 0x", BYTES("DEADBEEF"), 1, { 0xdeadbeef }, { 1 } },
        { "lower case", BYTES("deadbeef"), 1, { 0xdeadbeef }, { 1 } },
        { "short", BYTES("0x1 a 0"), 3, { 1, 10, 0 }, { 1, 1, 1 } },
        { "leading zeros", BYTES("0x000000000012"), 1, { 0x12 }, { 1 } },
        { "largest", BYTES("0xFFFFFFFF"), 1, { UINT32_MAX }, { 1 } },
        { "lines", BYTES("1\n\n2 3\n4"), 4, { 1, 2, 3, 4 }, { 1, 3, 3, 4 } },
        { "CRLF", BYTES("1\r\n2\r\n"), 2, { 1, 2 }, { 1, 2 } },
        { "any white space", BYTES("1\t2\v3\f4"), 4, { 1, 2, 3, 4 }, { 1, 1, 1, 1 } },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_diags         dg = diags_about(&arena, "t.hex", cases[i].text);
        const struct kc_program p = kc_words_read(&arena, &dg);

        cr_expect_eq(dg.errors, 0, "%s: %s", cases[i].name, first_message(&dg));
        cr_assert_eq(p.count, cases[i].count, "%s: %zu words", cases[i].name, p.count);
        for (size_t k = 0; k < p.count; k++) {
            cr_expect_eq(p.words[k], cases[i].words[k], "%s, word %zu", cases[i].name, k);
            cr_expect_eq(p.lines[k], cases[i].lines[k], "%s, word %zu: line %" PRIu32,
                         cases[i].name, k, p.lines[k]);
        }
    }
    kc_arena_free(&arena);
}

Test(words, bad_texts)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        uint32_t      line, column;
        const char   *message;
    } cases[] = {
        { "too large", BYTES("1 0x100000000"), 1, 3,
          "'0x100000000' is not a 32-bit hexadecimal number" },
        { "wraps to a small number", BYTES("0x10000000000000001"), 1, 1, NULL },
        { "a letter", BYTES("1\n2\n  12G4"), 3, 3, NULL },
        { "only the prefix", BYTES("0x"), 1, 1, NULL },
        { "upper-case prefix", BYTES("0X12"), 1, 1, NULL },
        { "comment", BYTES(";"), 1, 1, NULL },
        { "comma", BYTES("1,"), 1, 1, NULL },
        { "sign", BYTES("-1"), 1, 1, NULL },
        { "NUL", BYTES("12\0"), 1, 1, NULL },
        { "not ASCII", BYTES("\xc3\xbc"), 1, 1, NULL },
        { "byte order mark",
          BYTES("\xef\xbb\xbf"
                "12"),
          1, 1, NULL },
        { "a letter with the high bit", BYTES("\xe1"), 1, 1, NULL },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_diags dg = diags_about(&arena, "t.hex", cases[i].text);

        kc_words_read(&arena, &dg);
        cr_expect_eq(dg.errors, 1, "%s: %zu errors", cases[i].name, dg.errors);
        cr_expect_str_eq(first_id(&dg), "machine-word", "%s", cases[i].name);
        if (!dg.first)
            continue;
        cr_expect_eq(dg.first->line, cases[i].line, "%s: line %u", cases[i].name, dg.first->line);
        cr_expect_eq(dg.first->column, cases[i].column, "%s: column %u", cases[i].name,
                     dg.first->column);
        cr_expect_not_null(dg.first->hint, "%s", cases[i].name);
        if (cases[i].message)
            cr_expect_str_eq(dg.first->message, cases[i].message, "%s", cases[i].name);
    }
    kc_arena_free(&arena);
}

Test(words, every_bad_word_is_reported_and_the_others_keep_their_place)
{
    struct kc_arena         arena = { 0 };
    struct kc_diags         dg = diags_about(&arena, "t.hex", BYTES("1 x 3\ny\n5\n"));
    const struct kc_program p = kc_words_read(&arena, &dg);

    cr_expect_eq(dg.errors, 2);
    cr_expect_eq(dg.last->line, 2);
    cr_assert_eq(p.count, 5);
    cr_expect_eq(p.words[2], 3);
    cr_expect_eq(p.words[4], 5);
    kc_arena_free(&arena);
}

Test(words, one_digit_words_fill_the_program)
{
    enum { WORDS = 10001 };
    struct kc_arena arena = { 0 };
    char            text[2 * WORDS - 1];

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 2 ? ' ' : "0123456789abcdef"[i / 2 % 16];
    struct kc_diags         dg = diags_about(&arena, "t.hex", (struct kc_str){ text, sizeof text });
    const struct kc_program p = kc_words_read(&arena, &dg);

    cr_expect_eq(dg.errors, 0);
    cr_assert_eq(p.count, WORDS);
    for (size_t i = 0; i < WORDS; i++)
        cr_assert_eq(p.words[i], i % 16, "word %zu", i);
    kc_arena_free(&arena);
}

Test(words, written_one_per_line)
{
    uint32_t                words[] = { 0, 0x00200062, 0xdeadbeef, UINT32_MAX }, lines[4] = { 0 };
    const struct kc_program p = { .words = words, .lines = lines, .count = KC_COUNT(words) };
    struct kc_arena         arena = { 0 };
    struct kc_buf           buf = { 0 };
    struct kc_diags         dg;
    struct kc_program       back;

    kc_words_write(&p, &buf);
    cr_expect_str_eq(buf.text, "0x00000000\n0x00200062\n0xDEADBEEF\n0xFFFFFFFF\n");
    dg = diags_about(&arena, "t.hex", (struct kc_str){ buf.text, buf.length });
    back = kc_words_read(&arena, &dg);
    cr_expect_eq(dg.errors, 0);
    cr_assert_eq(back.count, KC_COUNT(words));
    cr_expect_eq(memcmp(back.words, words, sizeof words), 0);
    cr_expect_eq(back.lines[3], 4);
    kc_buf_free(&buf);
    kc_arena_free(&arena);
}

Test(words, likely)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        bool          likely;
    } cases[] = {
        { "words", BYTES("0x00200062\n0x00000001\n"), true },
        { "words without 0x", BYTES("00200062\n"), true },
        { "blanks in front", BYTES("\n\n  DEADBEEF"), true },
        { "assembly", BYTES("S_ADDI_INT gp1, gp0, 5\n"), false },
        { "a comment", BYTES("; 0x00200062\n"), false },
        { "empty", BYTES(""), false },
        { "blanks", BYTES(" \n"), false },
        { "a directive", BYTES(".word 0x00200062"), false },
        { "a mnemonic of hexadecimal letters", BYTES("ADD x1, x2"), false },
        { "a number too large", BYTES("0x123456789ABC"), false },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(kc_words_likely(cases[i].text), cases[i].likely, "%s", cases[i].name);
}

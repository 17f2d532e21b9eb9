/* Text: comparing, cutting, numbers, UTF-8, nearest names, growing buffers. */
#include <inttypes.h>

#include "base/str.h"
#include "testing.h"

static bool same(struct kc_str s, struct kc_str t)
{
    return s.length == t.length && memcmp(s.at, t.at, s.length) == 0;
}

Test(str, is_and_starts)
{
    cr_expect(kc_str_is(BYTES("abc"), "abc"));
    cr_expect(kc_str_is(BYTES(""), ""));
    cr_expect_not(kc_str_is(BYTES("abc"), "ab"));
    cr_expect_not(kc_str_is(BYTES("ab"), "abc"));
    cr_expect_not(kc_str_is(BYTES("abC"), "abc"), "letter case counts");
    cr_expect_not(kc_str_is(BYTES("ab\0"), "ab"), "NUL counts");
    cr_expect(kc_str_starts(BYTES("abc"), "ab"));
    cr_expect(kc_str_starts(BYTES("abc"), ""));
    cr_expect(kc_str_starts(BYTES("abc"), "abc"));
    cr_expect_not(kc_str_starts(BYTES("ab"), "abc"));
    cr_expect_eq(kc_str_from("hello").length, 5);
    cr_expect_eq(kc_str_from("").length, 0);
}

Test(str, trim)
{
    static const struct {
        const char   *name;
        struct kc_str text, trimmed;
    } cases[] = {
        { "nothing to do", BYTES("a b"), BYTES("a b") },
        { "blanks", BYTES("  a b  "), BYTES("a b") },
        { "all kinds of blank", BYTES("\t\r\n\v\f a\t\r\n\v\f "), BYTES("a") },
        { "only blanks", BYTES(" \t\n"), BYTES("") },
        { "empty", BYTES(""), BYTES("") },
        { "NUL is no blank", BYTES(" \0 "), BYTES("\0") },
        { "a no-break space is no blank", BYTES("\xc2\xa0"), BYTES("\xc2\xa0") },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect(same(kc_str_trim(cases[i].text), cases[i].trimmed), "%s", cases[i].name);
}

Test(str, cut)
{
    static const struct {
        const char   *name;
        struct kc_str text, head, rest;
    } cases[] = {
        { "in the middle", BYTES("a,b,c"), BYTES("a"), BYTES("b,c") },
        { "no separator", BYTES("abc"), BYTES("abc"), BYTES("") },
        { "empty", BYTES(""), BYTES(""), BYTES("") },
        { "at the start", BYTES(",a"), BYTES(""), BYTES("a") },
        { "at the end", BYTES("a,"), BYTES("a"), BYTES("") },
        { "only the separator", BYTES(","), BYTES(""), BYTES("") },
        { "behind a NUL", BYTES("a\0b,c"), BYTES("a\0b"), BYTES("c") },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_str       rest = cases[i].text;
        const struct kc_str head = kc_str_cut(&rest, ',');

        cr_expect(same(head, cases[i].head), "%s: head", cases[i].name);
        cr_expect(same(rest, cases[i].rest), "%s: rest", cases[i].name);
        cr_expect_eq(rest.at + rest.length, cases[i].text.at + cases[i].text.length,
                     "%s: the rest still ends where the text ended", cases[i].name);
    }
}

Test(str, cut_until_nothing_is_left)
{
    struct kc_str rest = BYTES("a,,bc,d");
    size_t        pieces = 0, bytes = 0;

    while (rest.length) {
        bytes += kc_str_cut(&rest, ',').length;
        cr_assert_leq(++pieces, 4);
    }
    cr_expect_eq(pieces, 4);
    cr_expect_eq(bytes, 4);
}

Test(str, u64)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        bool          good;
        uint64_t      value;
    } cases[] = {
        { "zero", BYTES("0"), true, 0 },
        { "decimal", BYTES("12345"), true, 12345 },
        { "leading zeros are decimal", BYTES("0010"), true, 10 },
        { "largest", BYTES("18446744073709551615"), true, UINT64_MAX },
        { "largest, zeros in front", BYTES("00018446744073709551615"), true, UINT64_MAX },
        { "one too large", BYTES("18446744073709551616"), false, 0 },
        { "a digit too many", BYTES("100000000000000000000"), false, 0 },
        { "wraps to a small number", BYTES("36893488147419103233"), false, 0 },
        { "hexadecimal", BYTES("0xfF09"), true, 0xff09 },
        { "largest hexadecimal", BYTES("0xffffffffffffffff"), true, UINT64_MAX },
        { "one hexadecimal digit too many", BYTES("0x10000000000000000"), false, 0 },
        { "only the prefix", BYTES("0x"), false, 0 },
        { "upper-case prefix", BYTES("0X1"), false, 0 },
        { "hexadecimal digits without prefix", BYTES("ff"), false, 0 },
        { "not a hexadecimal digit", BYTES("0x1g"), false, 0 },
        { "empty", BYTES(""), false, 0 },
        { "sign", BYTES("+1"), false, 0 },
        { "negative", BYTES("-1"), false, 0 },
        { "blank in front", BYTES(" 1"), false, 0 },
        { "blank behind", BYTES("1 "), false, 0 },
        { "NUL behind", BYTES("1\0"), false, 0 },
        { "fraction", BYTES("1.0"), false, 0 },
        { "underscore", BYTES("1_0"), false, 0 },
        { "other digits", BYTES("\xd9\xa1"), false, 0 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        uint64_t   value = 42;
        const bool good = kc_str_u64(cases[i].text, &value);

        cr_expect_eq(good, cases[i].good, "%s", cases[i].name);
        cr_expect_eq(value, cases[i].good ? cases[i].value : 42, "%s: %" PRIu64, cases[i].name,
                     value);
    }
}

Test(str, u64_looks_at_the_length_only)
{
    uint64_t value = 0;

    cr_expect(kc_str_u64((struct kc_str){ "1234", 2 }, &value));
    cr_expect_eq(value, 12);
}

Test(str, utf8_length)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        size_t        length;
    } cases[] = {
        { "empty", BYTES(""), 0 },
        { "ASCII", BYTES("a"), 1 },
        { "NUL", BYTES("\0"), 1 },
        { "DEL", BYTES("\x7f"), 1 },
        { "first of two bytes", BYTES("\xc2\x80"), 2 },
        { "last of two bytes", BYTES("\xdf\xbf"), 2 },
        { "first of three bytes", BYTES("\xe0\xa0\x80"), 3 },
        { "last of three bytes", BYTES("\xef\xbf\xbf"), 3 },
        { "before the surrogates", BYTES("\xed\x9f\xbf"), 3 },
        { "after the surrogates", BYTES("\xee\x80\x80"), 3 },
        { "first of four bytes", BYTES("\xf0\x90\x80\x80"), 4 },
        { "last code point", BYTES("\xf4\x8f\xbf\xbf"), 4 },
        { "only the first character counts", BYTES("\xc3\xbc\xff"), 2 },
        { "continuation alone", BYTES("\x80"), 0 },
        { "last continuation alone", BYTES("\xbf"), 0 },
        { "overlong NUL", BYTES("\xc0\x80"), 0 },
        { "overlong ASCII", BYTES("\xc1\xbf"), 0 },
        { "overlong in three bytes", BYTES("\xe0\x80\x80"), 0 },
        { "largest overlong in three bytes", BYTES("\xe0\x9f\xbf"), 0 },
        { "overlong in four bytes", BYTES("\xf0\x80\x80\x80"), 0 },
        { "largest overlong in four bytes", BYTES("\xf0\x8f\xbf\xbf"), 0 },
        { "first surrogate", BYTES("\xed\xa0\x80"), 0 },
        { "last surrogate", BYTES("\xed\xbf\xbf"), 0 },
        { "beyond the last code point", BYTES("\xf4\x90\x80\x80"), 0 },
        { "F5 leads nothing", BYTES("\xf5\x80\x80\x80"), 0 },
        { "FF", BYTES("\xff"), 0 },
        { "truncated, one of two", BYTES("\xc3"), 0 },
        { "truncated, two of three", BYTES("\xe2\x82"), 0 },
        { "truncated, three of four", BYTES("\xf0\x9f\x98"), 0 },
        { "interrupted, second byte", BYTES("\xc3("), 0 },
        { "interrupted, third byte", BYTES("\xe2\x82("), 0 },
        { "interrupted, fourth byte", BYTES("\xf0\x9f\x98("), 0 },
        { "two leads", BYTES("\xc3\xc3"), 0 },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(kc_utf8_length(cases[i].text.at, cases[i].text.length), cases[i].length, "%s",
                     cases[i].name);
}

/* Every code point is well formed in its shortest form and in no longer one. */
Test(str, utf8_every_code_point)
{
    for (uint32_t code = 0x80; code < 0x110000; code++) {
        const size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        const bool   surrogate = code >= 0xd800 && code < 0xe000;
        char         text[5] = { 0 };

        for (size_t i = n; i-- > 1;)
            text[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3f));
        text[0] = (char)((0xf00 >> n & 0xff) | code >> 6 * (n - 1));
        cr_assert_eq(kc_utf8_length(text, n), surrogate ? 0 : n, "U+%04" PRIX32, code);
        cr_assert_eq(kc_utf8_length(text, n - 1), 0, "U+%04" PRIX32 " truncated", code);
    }
}

Test(str, nearest)
{
    static const char *const names[] = { "V_ADD_VV", "V_ADD_VF", "S_ADD_INT", "MLEN", "rev" };
    static const struct {
        const char *name, *word, *nearest;
    } cases[] = {
        { "itself", "V_ADD_VF", "V_ADD_VF" },
        { "letter case", "v_add_vv", "V_ADD_VV" },
        { "one letter missing", "V_AD_VF", "V_ADD_VF" },
        { "one letter too many", "S_ADDD_INT", "S_ADD_INT" },
        { "one letter wrong", "MLAN", "MLEN" },
        { "the first of two equally close", "V_ADD_V", "V_ADD_VV" },
        { "two letters of four wrong", "MLXX", "MLEN" },
        { "three letters of four wrong", "MXYZ", NULL },
        { "the beginning of a name", "S_AD", "S_ADD_INT" },
        { "too short to be the beginning of one", "S_A", NULL },
        { "far from all", "QUANTISE", NULL },
        { "empty", "", NULL },
        { "short words must be close", "xyz", NULL },
        { "longer than any name", "A_WORD_OF_MORE_THAN_FORTY_CHARACTERS_IN_ALL", NULL },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_str_eq(text_or_empty(
                             kc_str_nearest(kc_str_from(cases[i].word), names, KC_COUNT(names))),
                         text_or_empty(cases[i].nearest), "%s", cases[i].name);
    cr_expect_null(kc_str_nearest(BYTES("MLEN"), names, 0), "no candidates");
}

Test(str, nearest_passes_over_very_long_candidates)
{
    static const char *const names[] = {
        "A_CANDIDATE_OF_MORE_THAN_FORTY_CHARACTERS_IN_ALL",
        "A_CANDIDATE_OF_EXACTLY_FORTY_CHARACTERS_",
    };

    cr_expect_str_eq(kc_str_nearest(BYTES("A_CANDIDATE_OF_EXACTLY_FORTY_CHARACTERZ_"), names,
                                    KC_COUNT(names)),
                     names[1]);
}

Test(str, buf_grows)
{
    struct kc_buf buf = { 0 };
    size_t        length = 0;

    for (size_t i = 0; i < 5000; i++) {
        kc_buf_add(&buf, "0123456789", i % 11);
        length += i % 11;
        cr_assert_eq(buf.length, length);
        cr_assert_lt(buf.length, buf.capacity);
        cr_assert_eq(buf.text[length], '\0');
    }
    kc_buf_free(&buf);
    cr_expect_null(buf.text);
    cr_expect_eq(buf.length, 0);
}

Test(str, buf_writes_of_every_length)
{
    for (int length = 0; length < 1100; length++) {
        struct kc_buf buf = { 0 };

        kc_buf_puts(&buf, "ab");
        kc_buf_printf(&buf, "%*s", length, "");
        kc_buf_puts(&buf, "cd");
        cr_assert_eq(buf.length, (size_t)length + 4);
        cr_assert_eq(strlen(buf.text), (size_t)length + 4);
        cr_assert_eq(memcmp(buf.text, "ab", 2), 0);
        cr_assert_str_eq(buf.text + length + 2, "cd");
        kc_buf_free(&buf);
    }
}

Test(str, buf_keeps_nul_bytes)
{
    struct kc_buf buf = { 0 };

    kc_buf_add(&buf, "a\0b", 3);
    kc_buf_add(&buf, NULL, 0);
    cr_expect_eq(buf.length, 3);
    cr_expect_eq(memcmp(buf.text, "a\0b", 4), 0);
    kc_buf_free(&buf);
}

static void expect_visible(const char *name, struct kc_str text, struct kc_str seen)
{
    struct kc_buf buf = { 0 };

    kc_buf_puts(&buf, "");
    kc_buf_add_visible(&buf, text.at, text.length);
    cr_expect(same((struct kc_str){ buf.text, buf.length }, seen), "%s: %s", name, buf.text);
    kc_buf_free(&buf);
}

Test(str, visible)
{
    expect_visible("plain", BYTES("gp1, gp2"), BYTES("gp1, gp2"));
    expect_visible("empty", BYTES(""), BYTES(""));
    expect_visible("a tab is a blank", BYTES("a\tb"), BYTES("a b"));
    expect_visible("escape", BYTES("\x1b[31m"), BYTES("?[31m"));
    expect_visible("newline and return", BYTES("a\r\nb"), BYTES("a??b"));
    expect_visible("NUL", BYTES("a\0b"), BYTES("a?b"));
    expect_visible("DEL", BYTES("\x7f"), BYTES("?"));
    expect_visible("well-formed UTF-8 stays", BYTES("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"),
                   BYTES("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"));
    expect_visible("each malformed byte", BYTES("a\xff\xfe"), BYTES("a??"));
    expect_visible("truncated", BYTES("\xe2\x82"), BYTES("??"));
    expect_visible("overlong", BYTES("\xc0\xaf"), BYTES("??"));
    expect_visible("surrogate", BYTES("\xed\xa0\x80"), BYTES("???"));
}

/* U+0080 to U+009F are control characters too; U+009B opens an escape sequence. */
Test(str, visible_replaces_c1_controls)
{
    expect_visible("first C1 control", BYTES("\xc2\x80"), BYTES("?"));
    expect_visible("control sequence introducer",
                   BYTES("a\xc2\x9b"
                         "31m"),
                   BYTES("a?31m"));
    expect_visible("last C1 control", BYTES("\xc2\x9f"), BYTES("?"));
    expect_visible("the no-break space behind them stays", BYTES("\xc2\xa0"), BYTES("\xc2\xa0"));
}

Test(str, malformed_utf8_becomes_replacement_characters)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        const char   *clean;
    } cases[] = {
        { "nothing", BYTES(""), "" },
        { "well-formed", BYTES("a\xc3\xbc\xf0\x9f\x98\x80"), "a\xc3\xbc\xf0\x9f\x98\x80" },
        { "each bad byte",
          BYTES("\xff"
                "a\xc3z\xe2\x82"),
          "\xef\xbf\xbd"
          "a\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_buf out = { 0 };

        kc_buf_add_utf8(&out, cases[i].text.at, cases[i].text.length);
        cr_expect_str_eq(out.text, cases[i].clean, "%s: %s", cases[i].name, out.text);
        kc_buf_free(&out);
    }
}

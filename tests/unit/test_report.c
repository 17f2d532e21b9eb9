/* What reports are made of: harmless text, statistics with known values, shortest differences,
 * words of assembly. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "report/diff.h"
#include "report/highlight.h"
#include "report/report.h"
#include "report/stats.h"
#include "report/svg.h"
#include "report/text.h"
#include "testing.h"

/* ---- text --------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text, *html;
} pieces[] = {
    { "plain", "S_ADDI_INT gp1, gp0, 1", "S_ADDI_INT gp1, gp0, 1" },
    { "markup", "<b a=\"1\" c='2'>&amp;", "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;" },
    { "colours", "a\x1b[1;31mb\x1b[0mc", "abc" },
    { "a terminal's link", "\x1b]8;;http://x\x07y\x1b]8;;\x1b\\z", "yz" },
    { "an escape that does not end", "\x1b[31", "31" },
    { "control characters", "\x01\x07\x1f\x7f", "␁␇␟␡" },
    { "a bare escape", "\x1b", "␛" },
    { "C1 controls", "\xc2\x9b", "[U+009B]" },
    { "direction", "\xe2\x80\xaex\xe2\x81\xa9", "[U+202E]x[U+2069]" },
    { "no width", "a\xe2\x80\x8b\xef\xbb\xbf", "a[U+200B][U+FEFF]" },
    { "tags of flags", "\xf3\xa0\x81\xa1", "[U+E0061]" },
    { "malformed", "\xff\xc3(", "\xef\xbf\xbd\xef\xbf\xbd(" },
    { "other scripts", "מ漢字é", "מ漢字é" },
};

Test(report, text_is_harmless)
{
    for (size_t i = 0; i < KC_COUNT(pieces); i++) {
        struct kc_buf out = { 0 };

        kc_buf_add(&out, "", 0);
        kc_text_piece(&out, kc_str_from(pieces[i].text));
        cr_expect_str_eq(out.text, pieces[i].html, "%s: %s", pieces[i].name, out.text);
        kc_buf_free(&out);
    }
}

/* Whatever the bytes: no markup, no control characters, well-formed, no invisible turn. */
Test(report, random_bytes_are_harmless)
{
    static const char nasty[] = "<>&\"'\x1b[]0m;\x80\x8e\xae\xe2\xef\xbb\xbf\xf3\xa0\x7f\n\r\t\\";
    char              bytes[64];

    for (uint64_t round = 0; round < 20000; round++) {
        struct kc_buf out = { 0 };

        for (size_t i = 0; i < sizeof bytes; i++) {
            const uint64_t r = kc_random_u64(round, 0, i);

            bytes[i] = r & 1 ? nasty[(r >> 8) % (sizeof nasty - 1)] : (char)(r >> 16);
        }
        kc_text_piece(&out, (struct kc_str){ bytes, sizeof bytes });
        for (size_t i = 0; i < out.length;) {
            const size_t        n = kc_utf8_length(out.text + i, out.length - i);
            const unsigned char c = (unsigned char)out.text[i];

            cr_assert(n > 0 && c != '<' && c != '>' && c != '"' && c != '\'');
            cr_assert(c == '\t' || (c >= 0x20 && c != 0x7f), "byte %02x", c);
            cr_assert(!(n == 3 && memcmp(out.text + i, "\xe2\x80\xae", 3) == 0));
            i += n;
        }
        kc_buf_free(&out);
    }
}

Test(report, long_texts_are_cut_with_their_size)
{
    struct kc_buf text = { 0 }, out = { 0 };

    for (int i = 0; i < 1 << 20; i++)
        kc_buf_add(&text, "\xc3\xa9", 2);
    kc_text_lines(&out, (struct kc_str){ text.text, text.length }, text.length);
    cr_expect(strstr(out.text, "[a line of 2.0 MiB]"));
    cr_expect_lt(out.length, 3000);
    out.length = 0;
    kc_text_lines(&out, kc_str_from("one\r\ntwo\nthree"), 7);
    cr_expect_str_eq(out.text,
                     "one\ntw\n\xe2\x80\xa6 [7 bytes of 14 bytes left out; kc export has "
                     "all of it]\n",
                     "%s", out.text);
    cr_expect_eq(kc_text_cut(kc_str_from("a\xc3\xa9"), 2).length, 1, "no half characters");
    kc_buf_free(&text);
    kc_buf_free(&out);
}

Test(report, numbers_for_people)
{
    struct kc_buf out = { 0 };

    kc_text_count(&out, 1234567);
    kc_buf_puts(&out, " ");
    kc_text_count(&out, 999);
    kc_buf_puts(&out, " ");
    kc_text_short(&out, 999950);
    kc_buf_puts(&out, " ");
    kc_text_ratio(&out, 0.9951);
    kc_buf_puts(&out, " ");
    kc_text_ratio(&out, 12.34);
    cr_expect_str_eq(out.text, "1,234,567 999 1.0 M 1.00\xc3\x97 12.3\xc3\x97", "%s", out.text);
    kc_buf_free(&out);
}

/* ---- statistics --------------------------------------------------------------------------- */

/* Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29. */
Test(report, wilson_has_published_values)
{
    static const struct {
        uint32_t hits, n;
        double   low, high;
    } cases[] = { { 81, 263, 0.2553, 0.3662 },
                  { 15, 148, 0.0624, 0.1605 },
                  { 0, 20, 0.0, 0.1611 },
                  { 1, 29, 0.0061, 0.1718 } };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        double low, high;

        kc_wilson(cases[i].hits, cases[i].n, &low, &high);
        cr_expect_float_eq(low, cases[i].low, 5e-5, "%u: %g", cases[i].hits, low);
        cr_expect_float_eq(high, cases[i].high, 5e-5, "%u: %g", cases[i].hits, high);
    }
}

/* Binomial tails by hand: 0:5 is 2/32, 1:9 is 2 * 11/1024, 2:8 is 2 * 56/1024. */
Test(report, mcnemar_by_hand)
{
    cr_expect_float_eq(kc_mcnemar(0, 0), 1.0, 1e-12);
    cr_expect_float_eq(kc_mcnemar(3, 3), 1.0, 1e-12);
    cr_expect_float_eq(kc_mcnemar(0, 5), 0.0625, 1e-12);
    cr_expect_float_eq(kc_mcnemar(9, 1), 22.0 / 1024.0, 1e-12);
    cr_expect_float_eq(kc_mcnemar(2, 8), 112.0 / 1024.0, 1e-12);
    cr_expect_lt(kc_mcnemar(0, 5000), 1e-300);
}

/* 1 - C(n - c, k) / C(n, k). */
Test(report, pass_at_k_by_hand)
{
    cr_expect_float_eq(kc_pass_at(10, 3, 1), 0.3, 1e-12);
    cr_expect_float_eq(kc_pass_at(5, 2, 2), 1.0 - 3.0 / 10.0, 1e-12);
    cr_expect_float_eq(kc_pass_at(4, 0, 4), 0.0, 1e-12);
    cr_expect_float_eq(kc_pass_at(4, 1, 4), 1.0, 1e-12);
}

Test(report, geometric_means)
{
    struct kc_geomean g = { 0 };

    cr_expect_float_eq(kc_geomean_value(&g), 0.0, 0.0);
    kc_geomean_add(&g, 0.0);
    kc_geomean_add(&g, NAN);
    kc_geomean_add(&g, 2.0);
    kc_geomean_add(&g, 8.0);
    cr_expect_float_eq(kc_geomean_value(&g), 4.0, 1e-12);
    cr_expect_eq(g.count, 2);
}

/* ---- marks -------------------------------------------------------------------------------- */

Test(report, every_outcome_has_its_own_mark)
{
    static const struct {
        enum kc_run_status status;
        const char        *verdict;
        enum kc_mark       mark;
    } cases[] = {
        { KC_RUN_SOLVED, "correct", KC_MARK_SOLVED },
        { KC_RUN_FAILED, "wrong_result", KC_MARK_WRONG_RESULT },
        { KC_RUN_FAILED, "syntax_error", KC_MARK_SYNTAX_ERROR },
        { KC_RUN_FAILED, "trap", KC_MARK_TRAP },
        { KC_RUN_FAILED, "out_of_fuel", KC_MARK_OUT_OF_FUEL },
        { KC_RUN_FAILED, "rule_violation", KC_MARK_RULE_VIOLATION },
        { KC_RUN_FAILED, "", KC_MARK_NO_KERNEL },
        { KC_RUN_FAILED, "suspect", KC_MARK_SUSPECT },
        { KC_RUN_BUDGET_SPENT, "wrong_result", KC_MARK_BUDGET_SPENT },
        { KC_RUN_STOPPED_EARLY, "trap", KC_MARK_STOPPED_EARLY },
        { KC_RUN_UNSUPPORTED, "", KC_MARK_UNSUPPORTED },
        { KC_RUN_PROVIDER_ERROR, "", KC_MARK_PROVIDER_ERROR },
        { KC_RUN_RUNNING, "", KC_MARK_RUNNING },
        { KC_RUN_NEW, "", KC_MARK_NOT_RUN },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const struct kc_run_sum sum = { .status = cases[i].status, .verdict = cases[i].verdict };

        cr_expect_eq(kc_run_mark(&sum), cases[i].mark, "%zu: %s", i,
                     kc_mark_name(kc_run_mark(&sum)));
    }
    for (size_t a = 0; a < KC_MARKS; a++)
        for (size_t b = 0; b < a; b++)
            cr_expect_str_neq(kc_mark_sign((enum kc_mark)a), kc_mark_sign((enum kc_mark)b));
}

/* ---- differences -------------------------------------------------------------------------- */

/* Lines of one letter; how many letters both have in common, by the textbook's table. */
static size_t common(const char *a, size_t n, const char *b, size_t m)
{
    size_t table[33][33] = { 0 };

    for (size_t i = 1; i <= n; i++)
        for (size_t k = 1; k <= m; k++) {
            const size_t up = table[i - 1][k], left = table[i][k - 1];

            table[i][k] = a[i - 1] == b[k - 1] ? table[i - 1][k - 1] + 1 : up > left ? up : left;
        }
    return table[n][m];
}

static size_t make_lines(uint64_t seed, char *letters, struct kc_buf *text)
{
    const size_t n = kc_random_u64(seed, 7, 0) % 33;

    for (size_t i = 0; i < n; i++) {
        letters[i] = (char)('a' + kc_random_u64(seed, 8, i) % 4);
        kc_buf_printf(text, "%c\n", letters[i]);
    }
    kc_buf_add(text, "", 0);
    return n;
}

static void check_diff(uint64_t seed)
{
    struct kc_arena      arena = { 0 };
    struct kc_buf        a = { 0 }, b = { 0 };
    char                 x[33], y[33];
    const size_t         n = make_lines(2 * seed, x, &a), m = make_lines(2 * seed + 1, y, &b);
    size_t               i = 0, k = 0;
    const struct kc_diff d =
        kc_diff(&arena, (struct kc_str){ a.text, a.length }, (struct kc_str){ b.text, b.length });

    for (size_t l = 0; l < d.count; l++) {
        const struct kc_diff_line *line = &d.lines[l];

        if (line->edit != KC_EDIT_MORE)
            cr_assert(i < n && line->text.at[0] == x[i] && line->a == ++i);
        if (line->edit != KC_EDIT_LESS)
            cr_assert(k < m && line->text.at[0] == y[k] && line->b == ++k);
    }
    cr_assert(i == n && k == m, "both texts come out again");
    cr_assert_eq(d.less + d.more, n + m - 2 * common(x, n, y, m), "no shorter script");
    kc_buf_free(&a);
    kc_buf_free(&b);
    kc_arena_free(&arena);
}

Test(report, differences_are_right_and_shortest)
{
    for (uint64_t seed = 0; seed < 3000; seed++)
        check_diff(seed);
}

Test(report, texts_without_anything_in_common_are_bounded)
{
    struct kc_arena arena = { 0 };
    struct kc_buf   a = { 0 }, b = { 0 };

    for (int i = 0; i < 5000; i++) {
        kc_buf_printf(&a, "a%d\n", i);
        kc_buf_printf(&b, "b%d\n", i);
    }
    const struct kc_diff d =
        kc_diff(&arena, (struct kc_str){ a.text, a.length }, (struct kc_str){ b.text, b.length });

    cr_expect(d.whole && d.less == 5000 && d.more == 5000);
    kc_buf_free(&a);
    kc_buf_free(&b);
    kc_arena_free(&arena);
}

/* ---- words -------------------------------------------------------------------------------- */

static const struct {
    const char *target, *line, *html;
} words[] = {
    { "plena", "V_ADD_VV gp3, gp1, gp2, 0 ; a < b",
      "<b>V_ADD_VV</b> <var>gp3</var>, <var>gp1</var>, <var>gp2</var>, 0 <i>; a &lt; b</i>" },
    { "plena", "V_FLY gp1", "<u>V_FLY</u> <var>gp1</var>" },
    { "plena:rev=2026-07", "S_LD_FP f1, gp0, 1",
      "<b>S_LD_FP</b> <var>f1</var>, <var>gp0</var>, 1" },
    { "coral", "loop: addi a0, a0, 1 # next",
      "<em>loop</em>: <b>addi</b> <var>a0</var>, <var>a0</var>, 1 <i># next</i>" },
    { "coral", "li a0, 3", "<b>li</b> <var>a0</var>, 3" },
    { "coral", "\t.globl kernel", "\t<em>.globl</em> kernel" },
    { "coral", "vle8.v v8, (a1)", "<b>vle8.v</b> <var>v8</var>, (<var>a1</var>)" },
    { "aie2", "movx r4, #32 ; nops", "<b>movx</b> <var>r4</var>, #32 ; <b>nops</b>" },
    { "aie2", "nop ; mov r1, r2 // two slots",
      "<b>nop</b> ; <b>mov</b> <var>r1</var>, <var>r2</var> <i>// two slots</i>" },
    { "nowhere", "foo x1, <y>", "<b>foo</b> <var>x1</var>, &lt;y&gt;" },
};

Test(report, words_are_told_apart_by_the_tables)
{
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(words); i++) {
        struct kc_buf out = { 0 };

        kc_highlight_line(kc_highlight_new(&arena, words[i].target), kc_str_from(words[i].line),
                          &out);
        cr_expect_str_eq(out.text, words[i].html, "%s: %s", words[i].line, out.text);
        kc_buf_free(&out);
    }
    kc_arena_free(&arena);
}

/* ---- axes --------------------------------------------------------------------------------- */

Test(report, axes)
{
    const struct kc_axis log_axis = { 0.4, 30.0, 0.0, 100.0, true };
    const double         ticks[] = { 0.5, 1, 2, 5, 10, 20 };
    double               v = 0.0;

    for (size_t i = 0; i < KC_COUNT(ticks); i++) {
        v = kc_axis_tick(&log_axis, v, false);
        cr_expect_float_eq(v, ticks[i], 1e-9, "%g", v);
    }
    cr_expect_float_eq(kc_axis_tick(&log_axis, v, false), 0.0, 0.0);
    const struct kc_axis even = { 0.0, 25.0, 0.0, 100.0, false };
    const struct kc_axis huge = { 0.0, 4294967295.0, 0.0, 100.0, false };
    int                  count = 0;

    cr_expect_float_eq(kc_axis_tick(&even, 0.0, false), 5.0, 0.0);
    cr_expect_float_eq(kc_axis_tick(&even, 20.0, false), 25.0, 0.0);
    cr_expect_float_eq(kc_axis_tick(&even, 25.0, false), 0.0, 0.0);
    for (v = 0.0; (v = kc_axis_tick(&huge, v, false)) > 0.0 && count < 100;)
        count++;
    cr_expect(count >= 4 && count <= 12, "%d ticks", count);
    cr_expect_float_eq(kc_axis_at(&log_axis, 0.01), 0.0, 1e-9, "kept within");
    cr_expect_float_eq(kc_axis_at(&log_axis, sqrt(0.4 * 30.0)), 50.0, 1e-9);
}

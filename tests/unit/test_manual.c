/* The manual: what a page says, and which passages answer a question. */
#include <stdio.h>

#include "isa/manual.h"
#include "kernelcraft/platform.h"
#include "testing.h"
#include "toy.h"

static struct kc_arena      arena;
static const struct kc_isa *toy;
static struct kc_target     plena;

static void build(void)
{
    struct kc_diags dg;

    toy = kc_isa_build(&arena, &toy_desc);
    cr_assert(kc_target_open(&arena, "plena", NULL, &plena, &dg));
}

static void drop(void)
{
    kc_arena_free(&arena);
}

TestSuite(manual, .init = build, .fini = drop);

/* ---- pages -------------------------------------------------------------------------------- */

static const char *page_of(const struct kc_insn *insn, const void *config)
{
    struct kc_buf buf = { 0 };

    kc_manual_page(toy, insn, config, &buf);
    const char *text = kc_arena_strndup(&arena, buf.text, buf.length);

    kc_buf_free(&buf);
    return text;
}

static void expect_parts(const char *text, const char *const *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_expect_not_null(strstr(text, parts[i]), "'%s' is missing in\n%s", parts[i], text);
}

Test(manual, a_page_says_everything_about_a_row)
{
    static const char *const parts[] = { "### ADD rd, rs1, rs2, rmask=0\n",
                                         "Adds two registers.",
                                         "    rd = rs1 + rs2\n",
                                         "Unit: alu",
                                         "ADD_CYCLES = 7 as configured",
                                         "Example: `ADD x1, x2, x3, 0`",
                                         "Pitfalls: It wraps.",
                                         "    -------- mmmm tttt ssss dddd 00000001\n",
                                         "m = rmask      bits 23:20  0 to 15: which lanes",
                                         "t = rs2        bits 19:16  xN: second source",
                                         "d = rd         bits 11:8   xN: destination" };
    const struct toy_config  config = { .add_cycles = 7 };

    expect_parts(page_of(&toy_add, &config), parts, KC_COUNT(parts));
}

Test(manual, what_is_not_known_is_not_said)
{
    const struct toy_config config = { .add_cycles = 7 };

    cr_expect_null(strstr(page_of(&toy_add, NULL), "as configured"), "without a configuration");
    cr_expect_not_null(strstr(page_of(&toy_add, NULL), "ADD_CYCLES"));
    cr_expect_null(strstr(page_of(&toy_sum, &config), "as configured"), "a cost that is a number");
    cr_expect_null(strstr(page_of(&toy_sum, &config), "Pitfalls"), "no pitfalls");
}

Test(manual, all_of_it)
{
    static const char *const parts[] = { "`x0`..`x15`",    "`fx0`..`fx5`", "fraction register",
                                         "5 instructions", "the alu unit", "the control unit" };
    const struct toy_config  config = { .add_cycles = 7 };
    struct kc_buf            buf = { 0 };

    kc_manual_isa(toy, &config, &buf);
    expect_parts(buf.text, parts, KC_COUNT(parts));
    for (size_t i = 0; i < KC_COUNT(toy_insns); i++) {
        const char *page = page_of(toy_insns[i], &config), *at = strstr(buf.text, page);

        cr_expect_not_null(at, "%s", toy_insns[i]->mnemonic);
        if (at)
            cr_expect_null(strstr(at + 1, page), "%s: twice", toy_insns[i]->mnemonic);
    }
    kc_buf_free(&buf);
}

/* ---- search ------------------------------------------------------------------------------- */

enum { MOST = 8 };

static struct kc_passage found[MOST];

static size_t search_toy(const char *notes, const char *query)
{
    const struct toy_config config = { .add_cycles = 7 };

    return kc_manual_grep(&arena, toy, &config, notes, kc_str_from(query), found, MOST);
}

static size_t search_plena(const char *query)
{
    return kc_manual_grep(&arena, plena.isa, plena.config, plena.platform->notes,
                          kc_str_from(query), found, MOST);
}

/* Whatever else the question says, the page of an instruction it names comes first. */
Test(manual, a_mnemonic_ranks_its_page_first)
{
    static const char *const frames[] = { "%s",
                                          "what does %s do?",
                                          "%s cycles",
                                          "add vectors with %s and a mask",
                                          "(%s)",
                                          "`%s`,",
                                          "row address tile VLEN loop register %s" };
    char                     query[128];

    for (size_t i = 0; i < plena.isa->desc->insn_count; i++)
        for (size_t f = 0; f < KC_COUNT(frames); f++) {
            const char *mnemonic = plena.isa->desc->insns[i]->mnemonic;

            snprintf(query, sizeof query, frames[f], mnemonic);
            cr_assert_gt(search_plena(query), 0, "%s", query);
            cr_expect_str_eq(found[0].title, mnemonic, "'%s' gives %s", query, found[0].title);
        }
}

Test(manual, letter_case_does_not_matter)
{
    cr_assert_gt(search_plena("v_red_sum"), 0);
    cr_expect_str_eq(found[0].title, "V_RED_SUM");
    cr_assert_gt(search_toy(NULL, "Add"), 0);
    cr_expect_str_eq(found[0].title, "ADD");
}

Test(manual, two_mnemonics_come_before_the_rest)
{
    cr_assert_gt(search_plena("difference between M_MM and M_TMM"), 2);
    cr_expect(strcmp(found[0].title, "M_MM") == 0 || strcmp(found[1].title, "M_MM") == 0);
    cr_expect(strcmp(found[0].title, "M_TMM") == 0 || strcmp(found[1].title, "M_TMM") == 0);
}

Test(manual, best_first)
{
    static const char *const queries[] = { "mask",
                                           "row address",
                                           "exp",
                                           "transfer stride",
                                           "loop",
                                           "V_ADD_VV",
                                           "accumulator write out clears" };

    for (size_t i = 0; i < KC_COUNT(queries); i++) {
        const size_t n = search_plena(queries[i]);

        cr_expect_gt(n, 0, "%s", queries[i]);
        cr_expect_leq(n, MOST, "%s", queries[i]);
        for (size_t k = 0; k < n; k++) {
            cr_expect_gt(found[k].score, 0.0, "%s: %s", queries[i], found[k].title);
            cr_expect_gt(strlen(found[k].text), 0, "%s", queries[i]);
            if (k > 0)
                cr_expect_leq(found[k].score, found[k - 1].score, "%s: place %zu", queries[i], k);
            for (size_t j = 0; j < k; j++)
                cr_expect_neq((const void *)found[k].text, (const void *)found[j].text,
                              "%s: %s twice", queries[i], found[k].title);
        }
    }
}

Test(manual, notes_are_cut_at_headings)
{
    static const char notes[] = "# Toy\n\nIntroduction with a zebra.\n"
                                "## Saving energy\n\nSwitch the quagga off.\n"
                                "### Deep inside\n\nThe last okapi.";

    cr_assert_eq(search_toy(notes, "quagga"), 1);
    cr_expect_str_eq(found[0].title, "Saving energy");
    cr_expect_str_eq(found[0].text, "## Saving energy\n\nSwitch the quagga off.\n");
    cr_assert_eq(search_toy(notes, "zebra"), 1);
    cr_expect_str_eq(found[0].title, "Toy");
    cr_assert_eq(search_toy(notes, "okapi"), 1);
    cr_expect_str_eq(found[0].text, "### Deep inside\n\nThe last okapi.");
}

Test(manual, rare_words_say_more_than_common_ones)
{
    static const char notes[] = "# Common\n\nunit unit cycles cycles\n"
                                "# Rare\n\nThe quagga.\n";

    cr_assert_gt(search_toy(notes, "unit cycles quagga"), 2); /* each page names both */
    cr_expect_str_eq(found[0].title, "Rare");
}

Test(manual, titles_count_more_than_text)
{
    static const char notes[] = "# Zoo\n\nThe quagga is here.\n"
                                "# About the quagga\n\nIt is here.\n";

    cr_assert_eq(search_toy(notes, "quagga"), 2);
    cr_expect_str_eq(found[0].title, "About the quagga");
}

Test(manual, whole_words_count_more_than_parts)
{
    static const char notes[] = "# One\n\nMany quaggas.\n"
                                "# Two\n\nMany quagga.\n";

    cr_assert_eq(search_toy(notes, "quagga"), 2);
    cr_expect_str_eq(found[0].title, "Two");
}

Test(manual, nothing_is_found_for_nothing)
{
    cr_expect_eq(search_plena(""), 0, "empty");
    cr_expect_eq(search_plena("?!, ---"), 0, "no words");
    cr_expect_eq(search_plena("quagga"), 0, "a word that does not occur");
    cr_expect_eq(search_toy(NULL, "quagga"), 0, "no notes");
    cr_expect_eq(search_toy("", "quagga"), 0, "empty notes");
    cr_expect_eq(kc_manual_grep(&arena, toy, NULL, NULL, BYTES("ADD"), found, 0), 0, "no room");
}

Test(manual, at_most_as_many_as_asked_for)
{
    found[1].title = "untouched";
    cr_expect_eq(kc_manual_grep(&arena, toy, NULL, NULL, BYTES("register"), found, 1), 1);
    cr_expect_str_eq(found[1].title, "untouched");
}

/* ---- was once broken --------------------------------------------------------------------------
 */

/* Once broken: only sixteen words of a question are read. */
Test(manual, a_mnemonic_at_the_end_of_a_long_question_ranks_first)
{
    cr_assert_gt(search_plena("I have a vector in VRAM and would like to know how many cycles it "
                              "takes to sum its lanes into a register with V_RED_SUM"),
                 0);
    cr_expect_str_eq(found[0].title, "V_RED_SUM");
}

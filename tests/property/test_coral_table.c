/* What holds for every row of Coral's table, whatever it says. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "kernelcraft/platform.h"
#include "platforms/coral/coral_assemble.h"
#include "platforms/coral/coral_form.h"

TestSuite(coral_table, .timeout = 60);

static const struct kc_insn *row(int op)
{
    return &coral_rows[op].insn;
}

Test(coral_table, pictures_have_32_bits_and_known_letters)
{
    for (int i = 0; i < CORAL_OP_COUNT; i++) {
        size_t count = 0;

        for (const char *c = row(i)->bits; *c; c++)
            count += *c != ' ';
        cr_expect_eq(count, 32, "%s", row(i)->mnemonic);
        cr_expect_eq(coral_forms()[i].match & 3, 3, "%s is not a 32-bit encoding",
                     row(i)->mnemonic);
    }
}

/* Letters of the picture that the syntax does not name would be encoded as 0 unnoticed. */
Test(coral_table, every_letter_is_written)
{
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        for (size_t o = 0; o < coral_operand_count; o++) {
            char name[16];

            if (!strchr(row(i)->bits, coral_operands[o].letter))
                continue;
            snprintf(name, sizeof name, "%s", coral_operands[o].name);
            cr_expect(strstr(row(i)->syntax, name), "%s: %s is not in '%s'", row(i)->mnemonic, name,
                      row(i)->syntax);
        }
}

/* Overlaps that are meant: the first row wins. */
static const struct {
    int         first, second;
    const char *why;
} overlaps[] = { { CORAL_FLUSHALL, CORAL_FLUSHAT, "flushat x0 is flushall" } };

static bool overlap(int a, int b)
{
    const struct coral_form *f = coral_forms();

    return ((f[a].match ^ f[b].match) & f[a].mask & f[b].mask) == 0;
}

static bool meant(int a, int b)
{
    for (size_t i = 0; i < KC_COUNT(overlaps); i++)
        if (overlaps[i].first == a && overlaps[i].second == b)
            return true;
    return false;
}

Test(coral_table, no_two_rows_overlap)
{
    for (int a = 0; a < CORAL_OP_COUNT; a++)
        for (int b = a + 1; b < CORAL_OP_COUNT; b++)
            cr_expect(!overlap(a, b) || meant(a, b), "%s and %s", row(a)->mnemonic,
                      row(b)->mnemonic);
    for (size_t i = 0; i < KC_COUNT(overlaps); i++)
        cr_expect(overlap(overlaps[i].first, overlaps[i].second), "stale: %s", overlaps[i].why);
}

static struct kc_program assemble(struct kc_arena *arena, const struct kc_target *t,
                                  const char *text, struct kc_diags *dg)
{
    kc_diags_init(dg, arena, (struct kc_source){ "row", kc_str_from(text) });
    return coral_assemble(arena, t->config, t->isa, dg);
}

static bool same_text_again(const struct kc_target *t, const char *text, uint32_t word)
{
    struct kc_arena         arena = { 0 };
    struct kc_diags         dg;
    const struct kc_program p = assemble(&arena, t, text, &dg);
    const bool              good = dg.errors == 0 && p.count == 1 && p.words[0] == word;

    kc_arena_free(&arena);
    return good;
}

Test(coral_table, examples_assemble_to_their_row_and_print_as_written)
{
    struct kc_arena  arena = { 0 };
    struct kc_target t;
    struct kc_diags  dg;

    cr_assert(kc_target_open(&arena, "coral", NULL, &t, &dg));
    for (int i = 0; i < CORAL_OP_COUNT; i++) {
        struct kc_buf           out = { 0 };
        const struct kc_program p = assemble(&arena, &t, row(i)->example, &dg);
        struct coral_insn       insn = { 0 };

        cr_assert(dg.errors == 0 && p.count == 1, "%s: %s", row(i)->example,
                  dg.first ? dg.first->message : "more than one word");
        cr_expect(coral_decode(p.words[0], &insn) && insn.op == i, "%s", row(i)->example);
        coral_print_word(p.words[0], &out);
        cr_expect_str_eq(out.text, row(i)->example);
        kc_buf_free(&out);
    }
    kc_arena_free(&arena);
}

/* Any operands: fields survive decoding and encoding, text survives the round trip. */
Test(coral_table, random_operands_survive)
{
    struct kc_arena  arena = { 0 };
    struct kc_target t;
    struct kc_diags  dg;
    uint64_t         drawn = 0;

    cr_assert(kc_target_open(&arena, "coral", NULL, &t, &dg));
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        for (int n = 0; n < 40; n++) {
            const struct coral_form *f = &coral_forms()[i];
            const uint32_t    word = ((uint32_t)kc_random_u64(7, 0, drawn++) & ~f->mask) | f->match;
            struct coral_insn insn;
            struct kc_buf     out = { 0 };

            if (!coral_decode(word, &insn))
                continue; /* a reserved rounding mode */
            cr_expect_eq(coral_encode(&insn), word, "%s", row(i)->mnemonic);
            coral_print_word(word, &out);
            cr_expect(same_text_again(&t, out.text, word), "%s", out.text);
            kc_buf_free(&out);
        }
    kc_arena_free(&arena);
}

Test(coral_table, csr_numbers_and_names_are_unique)
{
    for (size_t a = 0; a < coral_csr_count; a++)
        for (size_t b = a + 1; b < coral_csr_count; b++) {
            cr_expect_neq(coral_csrs[a].number, coral_csrs[b].number);
            cr_expect_str_neq(coral_csrs[a].name, coral_csrs[b].name);
        }
}

Test(coral_table, every_mnemonic_has_a_page)
{
    struct kc_arena  arena = { 0 };
    struct kc_target t;
    struct kc_diags  dg;

    cr_assert(kc_target_open(&arena, "coral", NULL, &t, &dg));
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        cr_expect(kc_isa_find(t.isa, kc_str_from(row(i)->mnemonic)), "%s", row(i)->mnemonic);
    kc_arena_free(&arena);
}

/* Free with every row: what must hold for every instruction of every platform.
 *
 * The tests read the rows' own text wherever they can, so that the table engine is not its own
 * witness: bit pictures are read here a second time, in ten lines. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "isa/assemble.h"
#include "isa/disassemble.h"
#include "kernelcraft/platform.h"

TestSuite(table, .timeout = 60);

/* ---- targets ------------------------------------------------------------------------------ */

/* Besides every built-in with its defaults: configurations that change the instruction set. */
static const char *const variants[] = { "plena:rev=published", "plena:rev=2026-07" };

static const char *target_name(size_t index)
{
    size_t builtins = 0;

    while (kc_platform_at(builtins))
        builtins++;
    if (index < builtins)
        return kc_platform_at(index)->name;
    return index - builtins < KC_COUNT(variants) ? variants[index - builtins] : NULL;
}

typedef void check_fn(const char *name, const struct kc_isa *isa);

static void for_every_target(check_fn *check)
{
    for (size_t i = 0; target_name(i); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_target target = { 0 };
        struct kc_diags  dg;

        cr_assert(kc_target_open(&arena, target_name(i), NULL, &target, &dg), "%s", target_name(i));
        if (!target.isa->desc->own_assembler) /* those have tests of their own */
            check(target_name(i), target.isa);
        kc_arena_free(&arena);
    }
}

/* ---- bit pictures ------------------------------------------------------------------------- */

struct picture {
    char     bit[32]; /* msb first, without blanks */
    size_t   count;
    uint32_t fixed, ones, ignored;
};

static struct picture picture_of(const struct kc_insn *insn)
{
    struct picture p = { 0 };

    for (const char *c = insn->bits; *c; c++) {
        if (*c == ' ')
            continue;
        if (p.count < 32) {
            const uint32_t one = UINT32_C(1) << (31 - p.count);

            p.bit[p.count] = *c;
            p.fixed |= *c == '0' || *c == '1' ? one : 0;
            p.ones |= *c == '1' ? one : 0;
            p.ignored |= *c == '-' ? one : 0;
        }
        p.count++;
    }
    return p;
}

static const struct kc_operand *operand_with(const struct kc_isa *isa, char letter)
{
    for (size_t i = 0; i < isa->desc->operand_count; i++)
        if (isa->desc->operands[i].letter == letter)
            return &isa->desc->operands[i];
    return NULL;
}

static void check_bits(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++) {
        const struct kc_insn *insn = isa->desc->insns[i];
        const struct kc_form *form = &isa->forms[i];
        const struct picture  p = picture_of(insn);

        cr_expect_eq(p.count, 32, "%s %s: %zu bits", name, insn->mnemonic, p.count);
        for (size_t b = 0; b < 32 && b < p.count; b++)
            cr_expect(strchr("01-", p.bit[b]) || operand_with(isa, p.bit[b]),
                      "%s %s: '%c' is no operand", name, insn->mnemonic, p.bit[b]);
        cr_expect_neq(p.fixed, 0, "%s %s: nothing is fixed", name, insn->mnemonic);
        cr_expect_eq(form->insn, insn, "%s %s", name, insn->mnemonic);
        cr_expect_eq(form->mask, p.fixed, "%s %s", name, insn->mnemonic);
        cr_expect_eq(form->match, p.ones, "%s %s", name, insn->mnemonic);
        cr_expect_eq(form->used, ~p.ignored, "%s %s", name, insn->mnemonic);
    }
}

Test(table, every_bit_is_accounted_for)
{
    for_every_target(check_bits);
}

/* The width of an operand's field, counted in the picture; 0 when it has none. */
static uint32_t width_in(const struct picture *p, char letter)
{
    uint32_t width = 0;

    for (size_t b = 0; b < 32; b++)
        width += p->bit[b] == letter;
    return width;
}

/* Whether operand is one of the names in the first alternative of a syntax. */
static bool named_in(const char *syntax, const char *operand)
{
    struct kc_str rest = kc_str_from(syntax), first = kc_str_cut(&rest, '|');

    while (first.length) {
        struct kc_str item = kc_str_trim(kc_str_cut(&first, ','));

        if (item.length > 2 && item.at[0] == '[' && item.at[item.length - 1] == ']')
            item = (struct kc_str){ item.at + 1, item.length - 2 };
        else if (item.length > 2 && memcmp(item.at + item.length - 2, "=0", 2) == 0)
            item.length -= 2;
        if (kc_str_is(item, operand))
            return true;
    }
    return false;
}

static void check_syntax(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->insn_count; i++) {
        const struct kc_insn *insn = desc->insns[i];
        const struct picture  p = picture_of(insn);

        for (size_t o = 0; o < desc->operand_count; o++) {
            const bool in_bits = width_in(&p, desc->operands[o].letter) > 0;

            cr_expect_eq(in_bits, named_in(insn->syntax, desc->operands[o].name),
                         "%s %s: operand %s stands only in %s", name, insn->mnemonic,
                         desc->operands[o].name, in_bits ? "bits" : "syntax");
        }
        for (int s = 1; s < isa->forms[i].syntax_count; s++) { /* the others lack none either */
            uint32_t seen = 0;

            for (int k = 0; k < isa->forms[i].syntax[s].count; k++)
                if (isa->forms[i].syntax[s].item[k].kind != KC_SYNTAX_ZERO)
                    seen |= 1u << isa->forms[i].syntax[s].item[k].field;
            cr_expect_eq(seen, (1u << isa->forms[i].field_count) - 1, "%s %s: alternative %d", name,
                         insn->mnemonic, s + 1);
        }
    }
}

Test(table, operands_in_bits_and_in_syntax_are_the_same)
{
    for_every_target(check_syntax);
}

static void check_operands(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    cr_expect_leq(desc->operand_count, KC_ISA_OPERANDS, "%s", name);
    for (size_t i = 0; i < desc->operand_count; i++) {
        const struct kc_operand *op = &desc->operands[i];

        cr_expect_null(strchr("01- ", op->letter), "%s: operand %s", name, op->name);
        cr_expect(op->doc && *op->doc, "%s: operand %s has no text", name, op->name);
        if (op->kind == KC_OPERAND_REG)
            cr_expect_lt(op->reg_class, desc->reg_class_count, "%s: operand %s", name, op->name);
        for (size_t k = 0; k < i; k++) {
            cr_expect_neq(op->letter, desc->operands[k].letter, "%s: letter %c twice", name,
                          op->letter);
            cr_expect_str_neq(op->name, desc->operands[k].name, "%s: operand %s twice", name,
                              op->name);
        }
    }
}

Test(table, operands_are_distinct)
{
    for_every_target(check_operands);
}

/* A register operand's field can name every register of its class. */
static void check_register_fields(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++)
        for (int f = 0; f < isa->forms[i].field_count; f++) {
            const struct kc_field   *field = &isa->forms[i].field[f];
            const struct kc_operand *op = &isa->desc->operands[field->operand];

            if (op->kind == KC_OPERAND_REG)
                cr_expect_geq(kc_field_max(field) + 1, isa->desc->reg_classes[op->reg_class].count,
                              "%s %s: %s", name, isa->desc->insns[i]->mnemonic, op->name);
        }
}

Test(table, register_fields_reach_every_register)
{
    for_every_target(check_register_fields);
}

/* ---- overlaps ----------------------------------------------------------------------------- */

/* Pairs of rows that may match the same word, with the reason.  None today. */
static const struct overlap {
    const char *target, *first, *second, *reason;
} permitted[] = {
    { NULL, NULL, NULL, NULL },
};

static bool permitted_used[KC_COUNT(permitted)];

static bool is_permitted(const char *name, const char *a, const char *b)
{
    for (size_t i = 0; i < KC_COUNT(permitted); i++)
        if (permitted[i].target && strcmp(permitted[i].target, name) == 0 &&
            ((strcmp(permitted[i].first, a) == 0 && strcmp(permitted[i].second, b) == 0) ||
             (strcmp(permitted[i].first, b) == 0 && strcmp(permitted[i].second, a) == 0))) {
            permitted_used[i] = true;
            return true;
        }
    return false;
}

static void check_overlaps(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct kc_insn *a = isa->desc->insns[k], *b = isa->desc->insns[i];
            const struct picture  p = picture_of(a), q = picture_of(b);

            if (((p.ones ^ q.ones) & p.fixed & q.fixed) == 0)
                cr_expect(is_permitted(name, a->mnemonic, b->mnemonic), "%s: %s and %s overlap",
                          name, a->mnemonic, b->mnemonic);
        }
}

Test(table, no_two_rows_overlap_and_no_permission_is_stale)
{
    for_every_target(check_overlaps);
    for (size_t i = 0; i < KC_COUNT(permitted); i++)
        if (permitted[i].target)
            cr_expect(permitted_used[i], "%s: %s and %s no longer overlap (%s)",
                      permitted[i].target, permitted[i].first, permitted[i].second,
                      permitted[i].reason);
}

/* ---- texts -------------------------------------------------------------------------------- */

static void check_texts(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t u = 0; u < desc->unit_count; u++) {
        cr_expect(desc->units[u] && *desc->units[u], "%s: unit %zu has no name", name, u);
        cr_expect(desc->categories[u] && *desc->categories[u], "%s: unit %zu has no category", name,
                  u);
    }
    cr_expect_leq(desc->unit_count, KC_UNITS, "%s", name);
    for (size_t i = 0; i < desc->insn_count; i++) {
        const struct kc_insn *insn = desc->insns[i];

        cr_expect(insn->effect && *insn->effect, "%s %s: no effect", name, insn->mnemonic);
        cr_expect(insn->doc && *insn->doc, "%s %s: no text", name, insn->mnemonic);
        cr_expect(insn->example && *insn->example, "%s %s: no example", name, insn->mnemonic);
        cr_expect(insn->cycles_text && *insn->cycles_text, "%s %s: no cost", name, insn->mnemonic);
        cr_expect(insn->cycles, "%s %s: no cost", name, insn->mnemonic);
        cr_expect(!insn->pitfalls || *insn->pitfalls, "%s %s: empty pitfalls", name,
                  insn->mnemonic);
        cr_expect_lt(insn->unit, desc->unit_count, "%s %s: unit %u", name, insn->mnemonic,
                     insn->unit);
    }
}

Test(table, every_row_is_complete)
{
    for_every_target(check_texts);
}

static void check_mnemonics(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++) {
        const char *mnemonic = isa->desc->insns[i]->mnemonic;

        cr_expect_eq(kc_isa_find(isa, kc_str_from(mnemonic)), &isa->forms[i], "%s %s", name,
                     mnemonic);
        cr_expect_eq(strcspn(mnemonic, " ,;:/.\t"), strlen(mnemonic), "%s %s", name, mnemonic);
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(mnemonic, isa->desc->insns[k]->mnemonic, "%s: twice", name);
    }
}

Test(table, mnemonics_are_unique_and_found)
{
    for_every_target(check_mnemonics);
}

/* An alias leads to a row or stands beside it, and what is absent is not there. */
static void check_other_names(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->alias_count; i++)
        cr_expect_not_null(kc_isa_find(isa, kc_str_from(desc->aliases[i].name)), "%s: alias %s",
                           name, desc->aliases[i].name);
    for (size_t i = 0; i < desc->absent_count; i++)
        cr_expect(desc->absent[i].why && *desc->absent[i].why, "%s: %s", name,
                  desc->absent[i].mnemonic);
}

Test(table, aliases_lead_somewhere)
{
    for_every_target(check_other_names);
}

Test(table, instruction_counts)
{
    static const struct {
        const char *target;
        size_t      count;
    } expected[] = {
        { "plena", 50 },
        { "plena:rev=published", 50 },
        { "plena:rev=2026-07", 53 },
    };

    for (size_t i = 0; i < KC_COUNT(expected); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_target target = { 0 };
        struct kc_diags  dg;

        cr_assert(kc_target_open(&arena, expected[i].target, NULL, &target, &dg));
        cr_expect_eq(target.isa->desc->insn_count, expected[i].count, "%s: %zu", expected[i].target,
                     target.isa->desc->insn_count);
        kc_arena_free(&arena);
    }
}

/* ---- round trips -------------------------------------------------------------------------- */

static struct kc_program assemble(struct kc_arena *arena, const struct kc_isa *isa,
                                  struct kc_str text, struct kc_diags *dg)
{
    kc_diags_init(dg, arena, (struct kc_source){ "text", text });
    return kc_assemble(arena, isa, dg);
}

static const char *first_error(const struct kc_diags *dg)
{
    for (const struct kc_diag *d = dg->first; d; d = d->next)
        if (d->severity == KC_SEVERITY_ERROR)
            return d->message;
    return "";
}

static void check_examples(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++) {
        const struct kc_insn *insn = isa->desc->insns[i];
        struct kc_arena       arena = { 0 };
        struct kc_buf         text = { 0 };
        struct kc_diags       dg;
        struct kc_program     p = assemble(&arena, isa, kc_str_from(insn->example), &dg);

        cr_expect_eq(dg.errors, 0, "%s '%s': %s", name, insn->example, first_error(&dg));
        cr_assert_eq(p.count, 1, "%s '%s'", name, insn->example);
        cr_expect_eq(kc_isa_decode(isa, p.words[0], (uint32_t[KC_ISA_OPERANDS]){ 0 }),
                     &isa->forms[i], "%s '%s' is another instruction", name, insn->example);
        kc_disassemble_word(isa, p.words[0], &text);
        cr_expect_str_eq(text.text, insn->example, "%s '%s' came back as '%s'", name, insn->example,
                         text.text);
        kc_buf_free(&text);
        kc_arena_free(&arena);
    }
}

Test(table, examples_assemble_and_disassemble_to_themselves)
{
    for_every_target(check_examples);
}

/* Values that fit and name registers that exist; the first rounds take all 0 and all largest. */
static void draw_operands(const struct kc_isa *isa, const struct kc_form *form, uint64_t row,
                          uint64_t round, uint32_t *values)
{
    for (int f = 0; f < form->field_count; f++) {
        const struct kc_operand *op = &isa->desc->operands[form->field[f].operand];
        uint64_t                 count = (uint64_t)kc_field_max(&form->field[f]) + 1;

        if (op->kind == KC_OPERAND_REG && isa->desc->reg_classes[op->reg_class].count < count)
            count = isa->desc->reg_classes[op->reg_class].count;
        values[form->field[f].operand] =
            (uint32_t)(round == 0   ? 0
                       : round == 1 ? count - 1
                                    : kc_random_u64(row, (uint64_t)f, round) % count);
    }
}

static void check_random_operands(const char *name, const struct kc_isa *isa)
{
    enum { SETS = 200 };

    for (size_t i = 0; i < isa->desc->insn_count; i++) {
        const struct kc_form *form = &isa->forms[i];
        const struct picture  picture = picture_of(form->insn);
        struct kc_arena       arena = { 0 };
        struct kc_buf         text = { 0 };
        struct kc_diags       dg;
        uint32_t              words[SETS];

        for (uint64_t round = 0; round < SETS; round++) {
            uint32_t values[KC_ISA_OPERANDS] = { 0 }, back[KC_ISA_OPERANDS] = { 0 };

            draw_operands(isa, form, i, round, values);
            words[round] = kc_isa_encode(form, values);
            cr_assert_eq(words[round] & picture.fixed, picture.ones, "%s %s", name,
                         form->insn->mnemonic);
            cr_assert_eq(words[round] & picture.ignored, 0, "%s %s", name, form->insn->mnemonic);
            cr_assert_eq(kc_isa_decode(isa, words[round], back), form, "%s %s", name,
                         form->insn->mnemonic);
            cr_assert_eq(memcmp(values, back, sizeof values), 0, "%s %s: 0x%08" PRIX32, name,
                         form->insn->mnemonic, words[round]);
            kc_disassemble_word(isa, words[round], &text);
            kc_buf_puts(&text, "\n");
        }
        cr_assert_null(strstr(text.text, ".word"), "%s %s:\n%s", name, form->insn->mnemonic,
                       text.text);
        struct kc_program p = assemble(&arena, isa, (struct kc_str){ text.text, text.length }, &dg);

        cr_expect_eq(dg.errors, 0, "%s %s: %s", name, form->insn->mnemonic, first_error(&dg));
        cr_assert_eq(p.count, SETS, "%s %s", name, form->insn->mnemonic);
        for (size_t k = 0; k < SETS; k++)
            cr_assert_eq(p.words[k], words[k],
                         "%s %s: 0x%08" PRIX32 " came back as 0x%08" PRIX32 ", line %zu of\n%s",
                         name, form->insn->mnemonic, words[k], p.words[k], k + 1, text.text);
        kc_buf_free(&text);
        kc_arena_free(&arena);
    }
}

Test(table, random_operands_survive_the_round_trip)
{
    for_every_target(check_random_operands);
}

enum { WORDS = 100000 };

/* Through the text of a whole program: every word comes back, whatever it is. */
static void expect_words_back(const char *name, const struct kc_isa *isa, uint32_t *words)
{
    struct kc_arena         arena = { 0 };
    struct kc_buf           text = { 0 };
    struct kc_diags         dg;
    const struct kc_program in = { .words = words, .lines = words, .count = WORDS };

    kc_disassemble(isa, &in, &text);
    const struct kc_program out =
        assemble(&arena, isa, (struct kc_str){ text.text, text.length }, &dg);

    cr_expect_eq(dg.errors, 0, "%s: %s", name, first_error(&dg));
    cr_assert_eq(out.count, WORDS, "%s: %zu words", name, out.count);
    for (size_t i = 0; i < WORDS; i++)
        cr_assert_eq(out.words[i], words[i], "%s: 0x%08" PRIX32 " came back as 0x%08" PRIX32, name,
                     words[i], out.words[i]);
    kc_buf_free(&text);
    kc_arena_free(&arena);
}

static void check_random_words(const char *name, const struct kc_isa *isa)
{
    uint32_t *words = kc_alloc(WORDS * sizeof *words);

    for (size_t i = 0; i < WORDS; i++)
        words[i] = (uint32_t)kc_random_u64(1, 2, i);
    expect_words_back(name, isa, words);
    free(words);
}

Test(table, random_words_survive_the_round_trip)
{
    for_every_target(check_random_words);
}

/* Random words seldom leave the ignored bits alone; these are instructions, and one bit off. */
static void check_likely_words(const char *name, const struct kc_isa *isa)
{
    uint32_t *words = kc_alloc(WORDS * sizeof *words);

    for (size_t i = 0; i < WORDS; i++) {
        const uint64_t        random = kc_random_u64(3, 4, i);
        const struct kc_form *form = &isa->forms[(random >> 40) % isa->desc->insn_count];

        words[i] = form->match | ((uint32_t)random & form->used & ~form->mask);
        if (i % 4 == 0)
            words[i] ^= UINT32_C(1) << (random >> 32) % 32;
    }
    expect_words_back(name, isa, words);
    free(words);
}

Test(table, likely_words_survive_the_round_trip)
{
    for_every_target(check_likely_words);
}

/* ---- advice ------------------------------------------------------------------------------- */

/* Diagnostics for which the assembler asks the platform for advice. */
static const char *const advisable[] = { "imm-range",        "imm-negative",   "imm-syntax",
                                         "register",         "register-range", "label",
                                         "block-not-closed", "directive",      "unknown-mnemonic" };

/* Warnings that only the tables know. */
static const char *const lint_ids[] = { "gp0-write",  "loop-zero", "f0-load", "masked-reduction",
                                        "f0-skipped", "c-break",   "m-bmv" };

static bool lint_used[KC_COUNT(lint_ids)];

static bool is_among(const char *const *list, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return true;
    return false;
}

static void check_hints(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->hint_count; i++) {
        const struct kc_hint *hint = &desc->hints[i];

        cr_expect(is_among(advisable, KC_COUNT(advisable), hint->diag_id),
                  "%s: nobody asks for advice on '%s'", name, hint->diag_id);
        cr_expect(hint->text && *hint->text, "%s: %s", name, hint->diag_id);
        cr_expect_str_eq(kc_isa_hint(isa, hint->insn, hint->diag_id), hint->text,
                         "%s: two hints for %s", name, hint->diag_id);
    }
}

Test(table, hints_are_for_diagnostics_that_exist)
{
    for_every_target(check_hints);
}

static bool has_row(const struct kc_isa *isa, const struct kc_insn *insn)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++)
        if (isa->desc->insns[i] == insn)
            return true;
    return false;
}

/* Some operands make the lint warn; then the assembler warns with its id. */
static void expect_lint_fires(const char *name, const struct kc_isa *isa,
                              const struct kc_lint *lint)
{
    const struct kc_form *form = kc_isa_find(isa, kc_str_from(lint->insn->mnemonic));

    for (uint64_t round = 0; round < 1000; round++) {
        uint32_t        values[KC_ISA_OPERANDS] = { 0 };
        struct kc_arena arena = { 0 };
        struct kc_buf   text = { 0 };
        struct kc_diags dg;
        bool            warned = false;

        draw_operands(isa, form, 7, round, values);
        if (!lint->applies(values))
            continue;
        kc_disassemble_word(isa, kc_isa_encode(form, values), &text);
        assemble(&arena, isa, (struct kc_str){ text.text, text.length }, &dg);
        for (const struct kc_diag *d = dg.first; d; d = d->next)
            warned |= d->severity == KC_SEVERITY_WARNING && strcmp(d->id, lint->id) == 0;
        cr_expect(warned, "%s: no warning '%s' for '%s'", name, lint->id, text.text);
        cr_expect_eq(dg.errors, 0, "%s: '%s'", name, text.text);
        kc_buf_free(&text);
        kc_arena_free(&arena);
        return;
    }
    cr_expect(false, "%s %s: no operands give '%s'", name, lint->insn->mnemonic, lint->id);
}

static void check_lints(const char *name, const struct kc_isa *isa)
{
    for (size_t i = 0; i < isa->desc->lint_count; i++) {
        const struct kc_lint *lint = &isa->desc->lints[i];

        cr_expect(is_among(lint_ids, KC_COUNT(lint_ids), lint->id), "%s: unknown id '%s'", name,
                  lint->id);
        cr_expect(lint->message && *lint->message, "%s: %s", name, lint->id);
        for (size_t k = 0; k < KC_COUNT(lint_ids); k++)
            lint_used[k] |= strcmp(lint_ids[k], lint->id) == 0;
        if (has_row(isa, lint->insn))
            expect_lint_fires(name, isa, lint);
    }
}

Test(table, lints_have_known_ids_and_can_fire)
{
    for_every_target(check_lints);
    for (size_t i = 0; i < KC_COUNT(lint_ids); i++)
        cr_expect(lint_used[i], "no lint has the id '%s' any more", lint_ids[i]);
}

/* A row of advice, a lint or a nest that belongs to no instruction of any target is dead. */
static const struct kc_insn *seen[1024];
static size_t                seen_count;

static void collect_rows(const char *name, const struct kc_isa *isa)
{
    (void)name;
    for (size_t i = 0; i < isa->desc->insn_count && seen_count < KC_COUNT(seen); i++)
        seen[seen_count++] = isa->desc->insns[i];
}

static bool is_seen(const struct kc_insn *insn)
{
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i] == insn)
            return true;
    return false;
}

static void check_owners(const char *name, const struct kc_isa *isa)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->hint_count; i++)
        cr_expect(!desc->hints[i].insn || is_seen(desc->hints[i].insn), "%s: hint %zu", name, i);
    for (size_t i = 0; i < desc->lint_count; i++)
        cr_expect(is_seen(desc->lints[i].insn), "%s: lint %s", name, desc->lints[i].id);
    for (size_t i = 0; i < desc->nest_count; i++) {
        cr_expect(is_seen(desc->nests[i].insn), "%s: nest %zu", name, i);
        cr_expect(desc->nests[i].delta == 1 || desc->nests[i].delta == -1, "%s: nest %zu", name, i);
    }
}

Test(table, advice_belongs_to_rows_that_exist)
{
    for_every_target(collect_rows);
    for_every_target(check_owners);
}

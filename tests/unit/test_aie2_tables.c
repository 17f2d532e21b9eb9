/* The AIE2 tables: pictures and fields agree, every form survives the way to bytes and back, and
 * every mnemonic has its page with an example that assembles. */
#include "aie2_testing.h"
#include "base/random.h"

/* ---- pictures ----------------------------------------------------------------------------- */

/* Reads "ptr[2:0] 1000010 d[1:0]" from the most significant bit on. */
static void read_picture(const struct aie2_form *form, uint64_t *match, uint64_t *mask,
                         uint64_t *places)
{
    struct kc_str rest = kc_str_from(form->picture);
    int           position = aie2_slot_bits[form->slot];

    *match = *mask = 0;
    memset(places, 0, AIE2_OPERANDS * sizeof *places);
    while (rest.length) {
        struct kc_str cell = kc_str_cut(&rest, ' ');

        if (cell.at[0] == '0' || cell.at[0] == '1') {
            for (size_t i = 0; i < cell.length; i++) {
                position--;
                *mask |= UINT64_C(1) << position;
                *match |= (uint64_t)(cell.at[i] - '0') << position;
            }
            continue;
        }
        const struct kc_str name = kc_str_cut(&cell, '[');
        const int           high = atoi(cell.at);
        const char         *colon = memchr(cell.at, ':', cell.length);
        const int           low = colon ? atoi(colon + 1) : high;
        size_t              operand = 0;

        while (operand < form->operand_count && !kc_str_is(name, form->operand[operand].name))
            operand++;
        cr_assert(operand < form->operand_count, "%s: %s", form->id, form->picture);
        for (int bit = high; bit >= low; bit--)
            places[operand] |= UINT64_C(1) << --position;
    }
    cr_expect(position == 0, "%s: %s has %d bits too few", form->id, form->picture, position);
}

Test(aie2_tables, pictures_are_what_is_encoded)
{
    for (size_t i = 0; i < AIE2_FORM_COUNT; i++) {
        const struct aie2_form *form = &aie2_forms[i];
        uint64_t                match, mask, places[AIE2_OPERANDS], fields[AIE2_OPERANDS] = { 0 };

        read_picture(form, &match, &mask, places);
        cr_expect(match == form->match && mask == form->mask, "%s", form->id);
        for (size_t f = 0; f < form->field_count; f++)
            fields[form->field[f].operand] |= ((UINT64_C(1) << form->field[f].bits) - 1)
                                              << form->field[f].word_bit;
        for (size_t o = 0; o < form->operand_count; o++)
            cr_expect(fields[o] == places[o], "%s: %s", form->id, form->operand[o].name);
    }
}

Test(aie2_tables, counts_of_the_machine_description)
{
    static const size_t wanted[AIE2_SLOT_COUNT] = { 132, 58, 157, 46, 145, 62, 6, 1 };
    size_t              count[AIE2_SLOT_COUNT] = { 0 };

    for (size_t i = 0; i < AIE2_FORM_COUNT; i++)
        count[aie2_forms[i].slot]++;
    cr_expect(AIE2_FORM_COUNT == 607);
    cr_expect(memcmp(count, wanted, sizeof count) == 0);
    cr_expect(AIE2_FORMAT_COUNT == 78);
    for (size_t i = 0; i < AIE2_SLOT_COUNT; i++)
        cr_expect(aie2_forms[aie2_nops[i]].slot == i && aie2_forms[aie2_nops[i]].access_count == 0);
}

Test(aie2_tables, registers_are_made_of_their_parts)
{
    size_t offset = 0;

    for (size_t i = 0; i < AIE2_PART_COUNT; i++) {
        cr_expect(aie2_registers[i].part_count == 1 && aie2_registers[i].part[0].part == i);
        cr_expect_str_eq(aie2_registers[i].name, aie2_parts[i].name);
        cr_expect(aie2_parts[i].offset == offset);
        offset += aie2_parts[i].bytes;
    }
    cr_expect(offset == AIE2_FILE_BYTES);
    cr_expect(aie2_registers[AIE2_REG_cm3].part[2].part == AIE2_PART_amhl3);
    cr_expect(aie2_registers[AIE2_REG_y5].part[3].part == AIE2_PART_wh11);
    cr_expect(aie2_registers[AIE2_REG_r17_r16].part[0].part == AIE2_PART_r16);
    cr_expect(aie2_registers[AIE2_REG_d1_3d].part[7].part == AIE2_PART_dc5);
}

/* ---- there and back ----------------------------------------------------------------------- */

static uint64_t below(uint64_t *random, uint64_t count)
{
    return kc_random_u64(7, 0, (*random)++) % count;
}

static int32_t random_value(uint64_t *random, uint8_t class)
{
    if (class < AIE2_CLASS_REGS) {
        const struct aie2_reg_class *c = &aie2_reg_classes[class];

        return c->member[below(random, c->count)].reg;
    }

    const struct aie2_immediate *imm = &aie2_immediates[class - AIE2_CLASS_REGS];
    const uint64_t               steps = (uint64_t)(((int64_t)imm->max - imm->min) / imm->step) + 1;

    return (int32_t)(imm->min + (int64_t)below(random, steps) * imm->step);
}

static void check_form(const struct aie2_names *names, const struct aie2_form *form,
                       uint64_t *random)
{
    struct kc_arena    arena = { 0 };
    struct aie2_insn   insn = { .form = form };
    struct aie2_bundle bundle = { .format = (uint8_t)aie2_format_for(1u << form->slot) }, back;
    struct assembly    a;
    struct kc_buf      text = { 0 };
    uint8_t            bytes[16];

    for (size_t i = 0; i < form->operand_count; i++)
        insn.value[i] = random_value(random, form->operand[i].class);
    if (form->tied_output != AIE2_UNTIED)
        insn.value[form->tied_output] = insn.value[form->tied_input];
    bundle.slot[form->slot] = &insn;
    bundle.size = aie2_formats[bundle.format].bytes;
    aie2_encode_bundle(names, &bundle, bytes);
    aie2_print_insn(&insn, &text);
    cr_assert(aie2_bundle_bytes(bytes[0]) == bundle.size, "%s", text.text);
    cr_assert(aie2_decode_bundle(&arena, names, bytes, bundle.size, &back), "%s", text.text);
    cr_expect(back.slot[form->slot]->form == form, "%s is read as %s", form->id,
              back.slot[form->slot]->form->id);
    cr_expect(memcmp(back.slot[form->slot]->value, insn.value, sizeof insn.value) == 0, "%s",
              text.text);
    assemble_text(&a, (struct kc_str){ text.text, text.length }, false);
    cr_assert(a.dg.errors == 0 && a.program.count == 1, "%s\n%s", text.text, rendered(&a));
    cr_expect(memcmp(((const struct aie2_program *)a.program.own)->code, bytes, bundle.size) == 0,
              "%s", text.text);
    kc_buf_free(&text);
    kc_arena_free(&a.arena);
    kc_arena_free(&arena);
}

Test(aie2_tables, every_form_there_and_back)
{
    static struct aie2_names names;
    uint64_t                 random = 0;

    aie2_names_build(&names);
    for (size_t i = 0; i < AIE2_FORM_COUNT; i++)
        for (int n = 0; n < 20; n++)
            check_form(&names, &aie2_forms[i], &random);
}

/* ---- pages -------------------------------------------------------------------------------- */

Test(aie2_tables, every_mnemonic_has_a_page)
{
    bool *used = calloc(aie2_doc_count(), sizeof *used);

    for (size_t i = 0; i < AIE2_MN_COUNT; i++) {
        const size_t doc = aie2_doc_of((enum aie2_mnemonic)i);

        cr_assert(doc < aie2_doc_count(), "%s has no page", aie2_mnemonics[i].name);
        used[doc] = true;
    }
    for (size_t i = 0; i < aie2_doc_count(); i++)
        cr_expect(used[i], "no mnemonic for the page with the example %s", aie2_doc_example(i));
    free(used);
}

Test(aie2_tables, every_example_assembles_and_is_on_its_page)
{
    for (size_t i = 0; i < aie2_doc_count(); i++) {
        const char     *text = aie2_doc_example(i);
        struct assembly a;

        assemble_text(&a, kc_str_from(text), false);
        cr_expect(a.dg.errors == 0 && a.program.count == 1, "%s\n%s", text, rendered(&a));
        cr_expect(aie2_doc_of(aie2_mnemonic_find((struct kc_str){ text, strcspn(text, " ") })) == i,
                  "%s", text);
        kc_arena_free(&a.arena);
    }
}

/* Turning rows into forms: bit pictures to masks and fields, syntax text to items, names to a hash.
 *
 * A malformed row of ours stops the process with its mnemonic and the reason; the property tests
 * build every table, so a user never sees it.  Rows of strangers are tried first. */
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

static int operand_by_letter(const struct kc_isa_desc *desc, char letter)
{
    for (size_t i = 0; i < desc->operand_count; i++)
        if (desc->operands[i].letter == letter)
            return (int)i;
    return -1;
}

static int field_of(const struct kc_form *form, int operand)
{
    for (int i = 0; i < form->field_count; i++)
        if (form->field[i].operand == operand)
            return i;
    return -1;
}

/* One more bit of an operand, bits read msb first: the field grows downwards. */
static const char *add_field_bit(struct kc_form *form, int operand, int bit)
{
    const int        at = field_of(form, operand);
    struct kc_field *field;

    if (at >= 0) {
        field = &form->field[at];
        if (field->low != bit + 1)
            return "an operand's bits are not contiguous";
        field->low--;
        field->width++;
        return NULL;
    }
    if (form->field_count == KC_ISA_FIELDS)
        return "too many operands";
    field = &form->field[form->field_count++];
    *field = (struct kc_field){ (uint8_t)operand, (uint8_t)bit, 1 };
    return NULL;
}

static const char *parse_bits(const struct kc_isa_desc *desc, struct kc_form *form)
{
    const char *why;
    int         bit = 31;

    for (const char *c = form->insn->bits; *c; c++) {
        if (*c == ' ')
            continue;
        if (bit < 0)
            return "the bit picture has more than 32 bits";
        const uint32_t one = UINT32_C(1) << bit;

        if (*c == '0' || *c == '1') {
            form->mask |= one;
            form->match |= *c == '1' ? one : 0;
            form->used |= one;
        } else if (*c != '-') {
            const int operand = operand_by_letter(desc, *c);

            if (operand < 0)
                return "the bit picture uses a letter without an OPERAND row";
            if ((why = add_field_bit(form, operand, bit)))
                return why;
            form->used |= one;
        }
        bit--;
    }
    return bit == -1 ? NULL : "the bit picture has fewer than 32 bits";
}

/* False: the bit picture lacks the operand. */
static bool parse_item(const struct kc_isa_desc *desc, struct kc_form *form, struct kc_str text,
                       struct kc_syntax_item *item)
{
    *item = (struct kc_syntax_item){ KC_SYNTAX_OPERAND, 0 };
    if (kc_str_is(text, "0")) {
        item->kind = KC_SYNTAX_ZERO;
        return true;
    }
    if (text.length > 2 && text.at[0] == '[') {
        item->kind = KC_SYNTAX_HIDDEN;
        text.at++;
        text.length -= 2;
    } else if (text.length > 2 && memcmp(text.at + text.length - 2, "=0", 2) == 0) {
        item->kind = KC_SYNTAX_DEFAULT;
        text.length -= 2;
    }
    for (size_t i = 0; i < desc->operand_count; i++) {
        const int field = field_of(form, (int)i);

        if (kc_str_is(text, desc->operands[i].name) && field >= 0) {
            item->field = (uint8_t)field;
            return true;
        }
    }
    return false;
}

static const char *parse_syntax(const struct kc_isa_desc *desc, struct kc_form *form)
{
    struct kc_str rest = kc_str_from(form->insn->syntax);

    do {
        struct kc_str alternative = kc_str_trim(kc_str_cut(&rest, '|'));

        if (form->syntax_count == KC_ISA_SYNTAXES)
            return "too many syntax alternatives";
        struct kc_syntax *syntax = &form->syntax[form->syntax_count++];

        while (alternative.length) {
            if (syntax->count == KC_ISA_FIELDS)
                return "too many syntax items";
            struct kc_syntax_item item;

            if (!parse_item(desc, form, kc_str_trim(kc_str_cut(&alternative, ',')), &item))
                return "the syntax names an operand that the bit picture lacks";
            syntax->item[syntax->count++] = item;
            if (item.kind == KC_SYNTAX_OPERAND || item.kind == KC_SYNTAX_ZERO)
                syntax->required = syntax->count;
        }
    } while (rest.length);
    return NULL;
}

static const char *parse_row(const struct kc_isa_desc *desc, struct kc_form *form)
{
    const char *why = parse_bits(desc, form);

    return why ? why : parse_syntax(desc, form);
}

const char *kc_isa_malformed(const struct kc_isa_desc *desc, const struct kc_insn **row)
{
    if (desc->operand_count > KC_ISA_OPERANDS || desc->extra_zeros > KC_ISA_EXTRA ||
        desc->insn_count > KC_ISA_INSNS) {
        *row = NULL;
        return "too many rows of one kind";
    }
    for (size_t i = 0; !desc->own_assembler && i < desc->insn_count; i++) {
        struct kc_form form = { .insn = desc->insns[i] };
        const char    *why = parse_row(desc, &form);

        *row = desc->insns[i];
        if (why)
            return why;
    }
    return NULL;
}

static uint32_t hash_name(struct kc_str name)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < name.length; i++)
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    return h ^ h >> 15;
}

static void add_name(struct kc_isa *isa, const char *name, size_t form)
{
    uint32_t at = hash_name(kc_str_from(name)) & isa->names_mask;

    while (isa->names[at])
        at = (at + 1) & isa->names_mask;
    isa->names[at] = (uint16_t)(form + 1);
}

static const char *alias_target(const struct kc_isa *isa, struct kc_str name)
{
    for (size_t i = 0; i < isa->desc->alias_count; i++)
        if (kc_str_is(name, isa->desc->aliases[i].name))
            return isa->desc->aliases[i].mnemonic;
    return NULL;
}

static const struct kc_form *find_name(const struct kc_isa *isa, struct kc_str mnemonic)
{
    uint32_t at = hash_name(mnemonic) & isa->names_mask;

    for (; isa->names[at]; at = (at + 1) & isa->names_mask) {
        const struct kc_form *form = &isa->forms[isa->names[at] - 1];

        if (kc_str_is(mnemonic, form->insn->mnemonic))
            return form;
    }
    return NULL;
}

const struct kc_form *kc_isa_find(const struct kc_isa *isa, struct kc_str mnemonic)
{
    const struct kc_form *form = find_name(isa, mnemonic);
    const char           *target = form ? NULL : alias_target(isa, mnemonic);

    return target ? find_name(isa, kc_str_from(target)) : form;
}

/* For each low byte, the forms it may belong to, in table order. */
static void build_buckets(struct kc_arena *arena, struct kc_isa *isa)
{
    const size_t count = isa->desc->insn_count;

    for (uint32_t low = 0; low < 256; low++) {
        size_t n = 0;

        for (size_t i = 0; i < count; i++)
            n += ((low ^ isa->forms[i].match) & isa->forms[i].mask & 0xff) == 0;
        uint16_t *list = kc_arena_array(arena, uint16_t, n + 1);

        isa->bucket[low] = list;
        for (size_t i = 0; i < count; i++)
            if (((low ^ isa->forms[i].match) & isa->forms[i].mask & 0xff) == 0)
                *list++ = (uint16_t)(i + 1);
    }
}

const struct kc_isa *kc_isa_build(struct kc_arena *arena, const struct kc_isa_desc *desc)
{
    struct kc_isa        *isa = kc_arena_new(arena, struct kc_isa);
    const struct kc_insn *row = NULL;
    const char           *why = kc_isa_malformed(desc, &row);
    uint32_t              slots = 16;

    if (why) {
        fprintf(stderr, "kc: instruction row %s: %s\n", row ? row->mnemonic : "", why);
        abort();
    }
    while (slots < desc->insn_count * 4)
        slots *= 2;
    isa->desc = desc;
    isa->forms = kc_arena_array(arena, struct kc_form, desc->insn_count);
    isa->names = kc_arena_array(arena, uint16_t, slots);
    isa->names_mask = slots - 1;
    for (size_t i = 0; i < desc->insn_count; i++) {
        isa->forms[i].insn = desc->insns[i];
        add_name(isa, desc->insns[i]->mnemonic, i);
        if (desc->own_assembler)
            continue;
        parse_row(desc, &isa->forms[i]);
    }
    if (!desc->own_assembler)
        build_buckets(arena, isa);
    return isa;
}

const struct kc_form *kc_isa_decode(const struct kc_isa *isa, uint32_t word, uint32_t *values)
{
    for (const uint16_t *at = isa->bucket[word & 0xff]; at && *at; at++) {
        const struct kc_form *form = &isa->forms[*at - 1];

        if ((word & form->mask) != form->match)
            continue;
        for (int i = 0; i < form->field_count; i++) {
            const struct kc_field *field = &form->field[i];

            values[field->operand] = word >> field->low & kc_field_max(field);
        }
        return form;
    }
    return NULL;
}

uint32_t kc_isa_encode(const struct kc_form *form, const uint32_t *values)
{
    uint32_t word = form->match;

    for (int i = 0; i < form->field_count; i++) {
        assert(values[form->field[i].operand] <= kc_field_max(&form->field[i]));
        word |= values[form->field[i].operand] << form->field[i].low;
    }
    return word;
}

const char *kc_isa_hint(const struct kc_isa *isa, const struct kc_insn *insn, const char *diag_id)
{
    const char *general = NULL;

    for (size_t i = 0; i < isa->desc->hint_count; i++) {
        const struct kc_hint *hint = &isa->desc->hints[i];

        if (strcmp(hint->diag_id, diag_id) != 0)
            continue;
        if (insn && hint->insn == insn)
            return hint->text;
        if (!hint->insn)
            general = hint->text;
    }
    return general;
}

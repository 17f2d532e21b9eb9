/* Bundles to bytes and back. */
#include <string.h>

#include "platforms/aie2/aie2_asm.h"

/* ---- slot words --------------------------------------------------------------------------- */

static uint64_t ones(unsigned bits)
{
    return (UINT64_C(1) << bits) - 1;
}

static uint64_t field_value(const struct aie2_names *names, const struct aie2_insn *insn,
                            size_t operand)
{
    const uint8_t class = insn->form->operand[operand].class;
    const int32_t value = insn->value[operand];

    if (class < AIE2_CLASS_REGS)
        return (uint64_t)names->code[class][value];
    return (uint64_t)(int64_t)(value / aie2_immediates[class - AIE2_CLASS_REGS].step);
}

uint64_t aie2_encode_insn(const struct aie2_names *names, const struct aie2_insn *insn)
{
    const struct aie2_form *form = insn->form;
    uint64_t                word = form->match;

    for (size_t i = 0; i < form->field_count; i++) {
        const struct aie2_field *f = &form->field[i];
        const uint64_t           value = field_value(names, insn, f->operand) >> f->value_bit;

        word |= (value & ones(f->bits)) << f->word_bit;
    }
    return word;
}

/* ---- bundles ------------------------------------------------------------------------------ */

static void put(struct aie2_bits128 *b, unsigned at, uint64_t word)
{
    if (at >= 64) {
        b->high |= word << (at - 64);
        return;
    }
    b->low |= word << at;
    if (at > 0)
        b->high |= word >> (64 - at);
}

static uint64_t get(const struct aie2_bits128 *b, unsigned at, unsigned bits)
{
    const uint64_t word = at >= 64  ? b->high >> (at - 64)
                          : at == 0 ? b->low
                                    : b->low >> at | b->high << (64 - at);

    return word & ones(bits);
}

void aie2_encode_bundle(const struct aie2_names *names, const struct aie2_bundle *bundle,
                        uint8_t *out)
{
    const struct aie2_format *format = &aie2_formats[bundle->format];
    struct aie2_bits128       b = format->fixed;

    for (size_t i = 0; i < format->slot_count; i++) {
        const struct aie2_slot_at *at = &format->slot[i];
        const struct aie2_insn    *insn = bundle->slot[at->slot];

        put(&b, at->bit,
            insn ? aie2_encode_insn(names, insn) : aie2_forms[aie2_nops[at->slot]].match);
    }
    for (size_t i = 0; i < format->bytes; i++)
        out[i] = (uint8_t)((i < 8 ? b.low >> (8 * i) : b.high >> (8 * (i - 8))) & 0xff);
}

size_t aie2_format_for(unsigned slots)
{
    for (size_t i = 0; i < AIE2_FORMAT_COUNT; i++)
        if ((aie2_formats[i].slots & slots) == slots)
            return i;
    return AIE2_FORMAT_COUNT;
}

size_t aie2_bundle_bytes(uint8_t first)
{
    if ((first & 1) == 0)
        return 16;
    if ((first & 7) == 5)
        return 6;
    switch (first & 15) {
    case 1:
        return 2;
    case 9:
        return 4;
    case 3:
        return 8;
    case 11:
        return 10;
    case 7:
        return 12;
    default:
        return 14;
    }
}

/* ---- decoding ----------------------------------------------------------------------------- */

/* The register with a field code in a class; AIE2_NO_REG when there is none. */
static uint16_t reg_of_code(uint8_t class, uint64_t code)
{
    for (size_t i = 0; i < aie2_reg_classes[class].count; i++)
        if (aie2_reg_classes[class].member[i].code == code)
            return aie2_reg_classes[class].member[i].reg;
    return AIE2_NO_REG;
}

/* The value of an immediate from its field: signed when the class has negative values; classes
 * that are always negative dropped their sign bit. */
static int32_t immediate_of(uint8_t class, uint64_t field, unsigned bits)
{
    const struct aie2_immediate *imm = &aie2_immediates[class - AIE2_CLASS_REGS];
    int64_t                      value = (int64_t)field;

    if (imm->max < 0 || (imm->min < 0 && (field >> (bits - 1) & 1)))
        value -= INT64_C(1) << bits;
    return (int32_t)(value * imm->step);
}

static bool decode_operand(const struct aie2_form *form, size_t operand, uint64_t word,
                           int32_t *value)
{
    const uint8_t class = form->operand[operand].class;
    uint64_t field = 0;
    unsigned bits = 0;

    for (size_t i = 0; i < form->field_count; i++)
        if (form->field[i].operand == operand) {
            field |= (word >> form->field[i].word_bit & ones(form->field[i].bits))
                     << form->field[i].value_bit;
            bits += form->field[i].bits;
        }
    if (class >= AIE2_CLASS_REGS) {
        *value = immediate_of(class, field, bits);
        return true;
    }

    const uint16_t reg = bits ? reg_of_code(class, field) : aie2_reg_classes[class].member[0].reg;

    *value = reg;
    return reg != AIE2_NO_REG;
}

static bool decode_form(const struct aie2_form *form, uint64_t word, int32_t *value)
{
    if ((word & form->mask) != form->match)
        return false;
    for (size_t i = 0; i < form->operand_count; i++)
        if (i != form->tied_output && !decode_operand(form, i, word, &value[i]))
            return false;
    if (form->tied_output != AIE2_UNTIED)
        value[form->tied_output] = value[form->tied_input];
    return true;
}

static struct aie2_insn *decode_insn(struct kc_arena *arena, const struct aie2_names *names,
                                     uint8_t slot, uint64_t word)
{
    /* The table lists the forms slot by slot. */
    static const uint16_t first[AIE2_SLOT_COUNT] = { AIE2_A001, AIE2_B001, AIE2_S001, AIE2_X001,
                                                     AIE2_M001, AIE2_V001, AIE2_L001, AIE2_N001 };
    struct aie2_insn      insn = { 0 };

    for (size_t i = first[slot]; i < AIE2_FORM_COUNT && aie2_forms[i].slot == slot; i++) {
        insn.form = &aie2_forms[i];
        if (!decode_form(insn.form, word, insn.value) || aie2_encode_insn(names, &insn) != word)
            continue;

        struct aie2_insn *found = kc_arena_new(arena, struct aie2_insn);

        found->form = insn.form;
        memcpy(found->value, insn.value, insn.form->operand_count * sizeof *insn.value);
        found->timing = aie2_timing_of(insn.form, insn.value);
        return found;
    }
    return NULL;
}

static bool decode_format(struct kc_arena *arena, const struct aie2_names *names,
                          const struct aie2_format *format, const struct aie2_bits128 *b,
                          struct aie2_bundle *bundle)
{
    for (size_t i = 0; i < format->slot_count; i++) {
        const uint8_t  slot = format->slot[i].slot;
        const uint64_t word = get(b, format->slot[i].bit, aie2_slot_bits[slot]);

        bundle->slot[slot] = decode_insn(arena, names, slot, word);
        if (!bundle->slot[slot])
            return false;
    }
    return true;
}

bool aie2_decode_bundle(struct kc_arena *arena, const struct aie2_names *names,
                        const uint8_t *bytes, size_t size, struct aie2_bundle *bundle)
{
    struct aie2_bits128 b = { 0, 0 };

    for (size_t i = 0; i < size && i < 16; i++)
        put(&b, (unsigned)(8 * i), bytes[i]);
    for (size_t i = 0; i < AIE2_FORMAT_COUNT; i++) {
        const struct aie2_format *format = &aie2_formats[i];

        if (format->bytes != size || (b.low & format->mask.low) != format->fixed.low ||
            (b.high & format->mask.high) != format->fixed.high)
            continue;
        memset(bundle->slot, 0, sizeof bundle->slot);
        bundle->format = (uint8_t)i;
        bundle->size = (uint8_t)size;
        if (decode_format(arena, names, format, &b, bundle))
            return true;
    }
    return false;
}

/* ---- text --------------------------------------------------------------------------------- */

static void print_operand(const struct aie2_insn *insn, size_t operand, struct kc_buf *out)
{
    if (insn->form->operand[operand].class < AIE2_CLASS_REGS)
        kc_buf_puts(out, aie2_registers[insn->value[operand]].name);
    else
        kc_buf_printf(out, "#%d", insn->value[operand]);
}

void aie2_print_insn(const struct aie2_insn *insn, struct kc_buf *out)
{
    const char *shape = insn->form->shape;

    kc_buf_puts(out, insn->form->mnemonic);
    if (*shape)
        kc_buf_puts(out, " ");
    for (; *shape; shape++)
        if (*shape == '%')
            print_operand(insn, (size_t)(*++shape - '0'), out);
        else
            kc_buf_add(out, shape, 1);
}

void aie2_print_bundle(const struct aie2_bundle *bundle, struct kc_buf *out)
{
    const struct aie2_format *format = &aie2_formats[bundle->format];

    for (size_t i = 0; i < format->slot_count; i++) {
        const uint8_t slot = format->slot[i].slot;

        kc_buf_puts(out, i ? " ; " : "");
        if (bundle->slot[slot])
            aie2_print_insn(bundle->slot[slot], out);
        else
            kc_buf_puts(out, aie2_forms[aie2_nops[slot]].mnemonic);
    }
}

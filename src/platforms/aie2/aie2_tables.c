/* The tables of AIE2 as data: what the .def files say, and the small questions asked of them. */
#include "platforms/aie2/aie2_insn.h"

#include <string.h>

const char *const aie2_slot_names[AIE2_SLOT_COUNT] = { "lda", "ldb", "st",  "alu",
                                                       "mv",  "vec", "lng", "nop" };
const uint8_t     aie2_slot_bits[AIE2_SLOT_COUNT] = { 21, 16, 21, 20, 22, 26, 42, 1 };
const uint16_t    aie2_nops[AIE2_SLOT_COUNT] = { AIE2_A043, AIE2_B001, AIE2_S019, AIE2_X035,
                                                 AIE2_M011, AIE2_V001, AIE2_L006, AIE2_N001 };

const char *const aie2_unit_names[AIE2_UNIT_COUNT] = {
    "Rwx", "Rwa", "RSwm", "Pwm", "Mwm", "DNwm", "DJwm", "DCwm", "Rrv", "PDrm", "Wwa", "Wwm",
    "Wrs", "Crm", "Cwa",  "Cwm", "LUA", "STU",  "SRSU", "UPSU", "PWS", "SEM",  "BUS", "DONEU",
};

const char *const aie2_kind_names[AIE2_KIND_COUNT] = {
    "any", "r",  "rO:rE", "p",  "m",  "dn", "dj",      "dc",   "d",  "d (3d)", "s",   "wl",
    "wh",  "x",  "y",     "am", "bm", "cm", "ql",      "qh",   "q",  "qwl",    "qwh", "qx",
    "sp",  "lr", "ls",    "le", "lc", "dp", "CORE_ID", "cntr", "cr", "sr",
};

/* ---- registers ---------------------------------------------------------------------------- */

/* clang-format off */
#define AT(part, offset) { AIE2_PART_##part, offset }

const struct aie2_register aie2_registers[AIE2_REG_COUNT] = {
#define REGISTER(id, name, kind, bytes, count, ...) \
    [AIE2_REG_##id] = { name, AIE2_KIND_##kind, bytes, count, { __VA_ARGS__ } },
#include "platforms/aie2/aie2_registers.def"
};

/* Where each part begins when all lie one after the other: an enum that counts bytes. */
enum {
#define PART(name, bits, bytes) OFFSET_##name, OFFSET_END_##name = OFFSET_##name + (bytes) - 1,
#include "platforms/aie2/aie2_registers.def"
};

const struct aie2_part_info aie2_parts[AIE2_PART_COUNT] = {
#define PART(name, bits, bytes) [AIE2_PART_##name] = { #name, bits, OFFSET_##name, bytes },
#include "platforms/aie2/aie2_registers.def"
};

/* ---- operand classes ---------------------------------------------------------------------- */

#define MEMBER(reg, code) { AIE2_REG_##reg, code }

const struct aie2_reg_class aie2_reg_classes[AIE2_CLASS_REGS] = {
#define CLASS(name, count, ...) \
    [AIE2_CLASS_##name] = { #name, count, (const struct aie2_member[]){ __VA_ARGS__ } },
#include "platforms/aie2/aie2_classes.def"
};

const struct aie2_immediate aie2_immediates[AIE2_CLASS_COUNT - AIE2_CLASS_REGS] = {
#define IMMEDIATE(name, min, max, step) \
    [AIE2_CLASS_##name - AIE2_CLASS_REGS] = { #name, min, max, step },
#include "platforms/aie2/aie2_immediates.def"
};

/* ---- instruction forms -------------------------------------------------------------------- */

#define OWN    false
#define SHARED true

#define REG(name, class) { #name, AIE2_CLASS_##class }
#define IMM(name, class) { #name, AIE2_CLASS_##class }
#define OPERANDS(n, ...) .operand_count = n, .operand = { __VA_ARGS__ }
#define TIED(out, in)    .tied_output = out, .tied_input = in
#define UNTIED           .tied_output = AIE2_UNTIED, .tied_input = AIE2_UNTIED

#define WRITE(name, i, stage, bypass) { i, AIE2_WHICH_ALL, stage, AIE2_BYPASS_##bypass, true, 0 }
#define READ(name, i, stage, bypass)  { i, AIE2_WHICH_ALL, stage, AIE2_BYPASS_##bypass, false, 0 }
#define WRITE_COUNT(name, i, which, stage, bypass) \
    { i, AIE2_WHICH_##which, stage, AIE2_BYPASS_##bypass, true, 0 }
#define WRITE_FIXED(reg, stage, bypass) \
    { AIE2_FIXED, AIE2_WHICH_ALL, stage, AIE2_BYPASS_##bypass, true, AIE2_PART_##reg }
#define READ_FIXED(reg, stage, bypass) \
    { AIE2_FIXED, AIE2_WHICH_ALL, stage, AIE2_BYPASS_##bypass, false, AIE2_PART_##reg }
#define ACCESSES(n, ...) .access_count = n, .access = { __VA_ARGS__ }

#define USE(unit, stage, cycles, shared) { AIE2_UNIT_##unit, stage, cycles, shared }
#define USES(n, ...)                     n, (const struct aie2_use[]){ __VA_ARGS__ }
#define BYPASS_1(a)                      AIE2_BYPASS_##a
#define BYPASS_2(a, b)                   AIE2_BYPASS_##a, AIE2_BYPASS_##b
#define BYPASS_3(a, b, c)                AIE2_BYPASS_##a, AIE2_BYPASS_##b, AIE2_BYPASS_##c
#define BYPASS_N(a, b, c, name, ...)     name
#define BYPASSES(...) \
    true, { BYPASS_N(__VA_ARGS__, BYPASS_3, BYPASS_2, BYPASS_1, 0)(__VA_ARGS__) }
#define NO_BYPASSES                      false, { 0 }
#define VARIANT(write, read, bypasses, uses) \
    { AIE2_KIND_##write, AIE2_KIND_##read, bypasses, uses }
#define VARIANTS(n, ...) \
    .variant_count = n, .variant = (const struct aie2_timing[]){ { 0 }, __VA_ARGS__ } + 1

#define MEMORY(a, b)                          .memory_stage = { a, b }
#define DELAY(n)                              .delay_slots = n
#define FIELD(name, i, value_bit, bit, width) { i, value_bit, bit, width }
#define FIELDS(n, ...)                        .field_count = n, .field = { __VA_ARGS__ }

const struct aie2_form aie2_forms[AIE2_FORM_COUNT] = {
#define FORM(id_, slot_, mn, mnemonic_, shape_, syntax_, operands, tied, accesses, memory, uses, \
             variants, delay, picture_, match_, mask_, fields)                                  \
    [AIE2_##id_] = { .id = #id_, .slot = AIE2_SLOT_##slot_, .mnemonic_id = AIE2_MN_##mn,         \
                     .mnemonic = mnemonic_, .shape = shape_, .syntax = syntax_, operands, tied,  \
                     accesses, memory,                                                          \
                     .timing = { AIE2_KIND_ANY, AIE2_KIND_ANY, false, { 0 }, uses }, variants,   \
                     delay, .picture = picture_, .match = match_, .mask = mask_, fields },
#include "platforms/aie2/aie2.def"
};

#define F(id) AIE2_##id

const struct aie2_mnemonic_info aie2_mnemonics[AIE2_MN_COUNT] = {
#define MNEMONIC(id, name, count, ...) \
    [AIE2_MN_##id] = { name, count, (const uint16_t[]){ __VA_ARGS__ } },
#include "platforms/aie2/aie2_mnemonics.def"
};

/* ---- bundle formats and shuffle modes ----------------------------------------------------- */

#define BITS128(high, low)   { high, low }
#define SLOT(name, position) { AIE2_SLOT_##name, position }
#define BIT(name)            (1 << AIE2_SLOT_##name)

const struct aie2_format aie2_formats[AIE2_FORMAT_COUNT] = {
#define FORMAT(bytes, count, slots, picture, fixed, mask, ...) \
    { bytes, count, slots, picture, fixed, mask, { __VA_ARGS__ } },
#include "platforms/aie2/aie2_formats.def"
};

const char *const aie2_shuffle_names[AIE2_SHUFFLE_MODES] = {
#define SHUFFLE(mode, name, ...) [mode] = name,
#include "platforms/aie2/aie2_shuffle.def"
};

const uint8_t aie2_shuffle_route[AIE2_SHUFFLE_MODES][64] = {
#define SHUFFLE(mode, name, ...) [mode] = { __VA_ARGS__ },
#include "platforms/aie2/aie2_shuffle.def"
};
/* clang-format on */

/* ---- questions ---------------------------------------------------------------------------- */

static int compare(struct kc_str name, const char *text)
{
    const size_t length = strlen(text);
    const int    order = memcmp(name.at, text, name.length < length ? name.length : length);

    return order != 0 ? order : (name.length > length) - (name.length < length);
}

enum aie2_mnemonic aie2_mnemonic_find(struct kc_str name)
{
    size_t low = 0, high = AIE2_MN_COUNT;

    while (low < high) {
        const size_t middle = (low + high) / 2;
        const int    order = compare(name, aie2_mnemonics[middle].name);

        if (order == 0)
            return (enum aie2_mnemonic)middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return AIE2_MN_COUNT;
}

size_t aie2_bundle_at(const struct aie2_program *program, uint32_t address)
{
    if (address % 2 != 0 || address >= program->bytes || program->at[address / 2] == 0)
        return program->count;
    return program->at[address / 2] - 1;
}

/* The kind of the first register that a form writes, or reads. */
static uint8_t first_kind(const struct aie2_form *form, const int32_t *value, bool write)
{
    for (size_t i = 0; i < form->access_count; i++) {
        const struct aie2_access *a = &form->access[i];

        if (a->write == write)
            return aie2_registers[a->operand == AIE2_FIXED ? a->reg : value[a->operand]].kind;
    }
    return AIE2_KIND_ANY;
}

const struct aie2_timing *aie2_timing_of(const struct aie2_form *form, const int32_t *value)
{
    if (form->variant_count == 0)
        return &form->timing;

    const uint8_t written = first_kind(form, value, true), read = first_kind(form, value, false);

    for (size_t i = 0; i < form->variant_count; i++) {
        const struct aie2_timing *t = &form->variant[i];

        if ((t->first_write == AIE2_KIND_ANY || t->first_write == written) &&
            (t->first_read == AIE2_KIND_ANY || t->first_read == read))
            return t;
    }
    return &form->timing;
}

enum aie2_reg aie2_access_reg(const struct aie2_insn *insn, size_t i)
{
    const struct aie2_access *a = &insn->form->access[i];

    return (enum aie2_reg)(a->operand == AIE2_FIXED ? a->reg : insn->value[a->operand]);
}

size_t aie2_access_parts(const struct aie2_insn *insn, size_t i, struct aie2_part_at *part)
{
    const struct aie2_register *reg = &aie2_registers[aie2_access_reg(insn, i)];
    const uint8_t               which = insn->form->access[i].which;

    if (which == AIE2_WHICH_ALL) {
        memcpy(part, reg->part, reg->part_count * sizeof *part);
        return reg->part_count;
    }
    /* A group lists m, dn, dj, dc; the second group of a .3d form follows. */
    part[0] = (struct aie2_part_at){ reg->part[which == AIE2_WHICH_DC_LOW ? 3 : 7].part, 0 };
    return 1;
}

enum aie2_bypass aie2_access_bypass(const struct aie2_insn *insn, size_t i)
{
    if (insn->timing->own_bypass)
        return i < AIE2_BYPASSES ? (enum aie2_bypass)insn->timing->bypass[i] : AIE2_BYPASS_NO;
    return (enum aie2_bypass)insn->form->access[i].bypass;
}

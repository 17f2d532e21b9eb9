/* Directives: sections, symbols, alignment and data.  Repetition and macros are in aie2_source.c.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2_tile_asm.h"

enum { LARGEST_ALIGNMENT = 4096 };

static void bad_operand(struct aie2_asm *as, struct kc_str name, const char *needs)
{
    kc_error(as->dg, aie2_span(as, name.at, name.length), "directive-operand", NULL, "%.*s %s",
             KC_STR(name), needs);
}

/* A number; constants count, labels do not. */
static bool number(struct aie2_asm *as, struct kc_str name, struct kc_str *rest, int64_t *value)
{
    const char         *at = rest->at, *end = rest->at + rest->length;
    struct aie2_symbol *symbol;

    if (!aie2_expression(as, &at, end, value, &symbol))
        return false;
    rest->length = (size_t)(end - at);
    rest->at = at;
    if (symbol && symbol->kind == AIE2_SYMBOL_LABEL)
        *value += symbol->value;
    else if (symbol) {
        bad_operand(as, name, "needs a number, or a symbol that is defined before it");
        return false;
    }
    return true;
}

/* ---- symbols ------------------------------------------------------------------------------ */

static void do_globl(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    (void)name;
    while (rest.length > 0) {
        const struct kc_str symbol = kc_str_trim(kc_str_cut(&rest, ','));

        if (symbol.length)
            aie2_symbol_get(as->arena, &as->symbols, symbol)->global = true;
    }
}

static void do_set(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    const struct kc_str word = kc_str_trim(kc_str_cut(&rest, ','));
    int64_t             value;

    if (word.length == 0) {
        bad_operand(as, name, "needs a name, a comma and a value");
        return;
    }
    if (!number(as, name, &rest, &value))
        return;

    struct aie2_symbol *symbol = aie2_symbol_get(as->arena, &as->symbols, word);

    if (symbol->kind == AIE2_SYMBOL_LABEL || symbol->kind == AIE2_SYMBOL_PLACED) {
        kc_error(as->dg, aie2_span(as, word.at, word.length), "label-duplicate", NULL,
                 "'%.*s' is a label already, defined in line %u", KC_STR(word), symbol->line);
        return;
    }
    symbol->kind = AIE2_SYMBOL_CONSTANT;
    symbol->value = value;
}

/* ---- sections and alignment --------------------------------------------------------------- */

static void do_text(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    (void)name, (void)rest;
    as->section = AIE2_SECTION_TEXT;
}

static void do_data_section(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    (void)name, (void)rest;
    as->section = AIE2_SECTION_DATA;
}

static void do_section(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    const struct kc_str section = kc_str_trim(kc_str_cut(&rest, ','));

    if (section.length == 0)
        bad_operand(as, name, "needs the name of a section");
    as->section = kc_str_starts(section, ".text") ? AIE2_SECTION_TEXT
                  : kc_str_starts(section, ".data") || kc_str_starts(section, ".rodata") ||
                          kc_str_starts(section, ".bss")
                      ? AIE2_SECTION_DATA
                      : AIE2_SECTION_OTHER;
}

static void align_to(struct aie2_asm *as, struct kc_str name, int64_t boundary)
{
    if (boundary < 1 || boundary > LARGEST_ALIGNMENT || (boundary & (boundary - 1)) != 0)
        bad_operand(as, name, "aligns to a power of two of at most 4096 bytes");
    else if (as->section == AIE2_SECTION_TEXT)
        aie2_asm_align(as, (uint32_t)boundary);
    else if (as->section == AIE2_SECTION_DATA)
        aie2_tile_align(as, (uint32_t)boundary);
}

static void do_p2align(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    int64_t power;

    if (number(as, name, &rest, &power))
        align_to(as, name, power < 0 || power > 20 ? -1 : INT64_C(1) << power);
}

static void do_align(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    int64_t bytes;

    if (number(as, name, &rest, &bytes))
        align_to(as, name, bytes);
}

/* ---- data --------------------------------------------------------------------------------- */

static bool data_allowed(struct aie2_asm *as, struct kc_str name)
{
    if (as->section == AIE2_SECTION_OTHER)
        kc_error(as->dg, aie2_span(as, name.at, name.length), "data-section",
                 "tables belong into .data, which is loaded into data memory",
                 "this section is loaded nowhere; data goes into .data, .rodata, .bss or .text");
    return as->section != AIE2_SECTION_OTHER;
}

static void emit(struct aie2_asm *as, const uint8_t *bytes, size_t count)
{
    if (as->section == AIE2_SECTION_DATA)
        aie2_tile_data(as, bytes, count);
    else
        aie2_asm_data(as, bytes, count);
}

static void data_values(struct aie2_asm *as, struct kc_str name, struct kc_str rest, size_t size)
{
    if (!data_allowed(as, name))
        return;
    do {
        uint8_t bytes[8];
        int64_t value;

        if (!number(as, name, &rest, &value))
            return;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)((uint64_t)value >> (8 * i));
        emit(as, bytes, size);
        rest = kc_str_trim(rest);
        if (rest.length > 0 && *rest.at != ',') {
            bad_operand(as, name, "takes numbers separated by commas");
            return;
        }
        kc_str_cut(&rest, ',');
    } while (rest.length > 0);
}

static void do_word(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    data_values(as, name, rest, 4);
}

static void do_short(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    data_values(as, name, rest, 2);
}

static void do_byte(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    data_values(as, name, rest, 1);
}

static void do_space(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    int64_t count, fill = 0;

    if (!data_allowed(as, name) || !number(as, name, &rest, &count))
        return;
    rest = kc_str_trim(rest);
    if (rest.length > 0 && *rest.at == ',') {
        kc_str_cut(&rest, ',');
        if (!number(as, name, &rest, &fill))
            return;
    }
    if (count < 0 ||
        count > (as->section == AIE2_SECTION_DATA ? AIE2_DATA_LIMIT : AIE2_PROGRAM_BYTES))
        bad_operand(as, name, "takes 0 to 16384 bytes of code, 65536 of data");
    else
        for (const uint8_t byte = (uint8_t)fill; count-- > 0;)
            emit(as, &byte, 1);
}

static void ignore(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    (void)as, (void)name, (void)rest;
}

/* ---- the list ----------------------------------------------------------------------------- */

static const struct directive {
    const char *name;
    void (*run)(struct aie2_asm *as, struct kc_str name, struct kc_str rest);
} directives[] = {
    { ".p2align", do_p2align },
    { ".align", do_align },
    { ".balign", do_align },
    { ".globl", do_globl },
    { ".global", do_globl },
    { ".set", do_set },
    { ".equ", do_set },
    { ".text", do_text },
    { ".section", do_section },
    { ".data", do_data_section },
    { ".bss", do_data_section },
    { ".rodata", do_data_section },
    { ".word", do_word },
    { ".long", do_word },
    { ".int", do_word },
    { ".short", do_short },
    { ".hword", do_short },
    { ".half", do_short },
    { ".byte", do_byte },
    { ".space", do_space },
    { ".skip", do_space },
    { ".zero", do_space },
    { ".type", ignore },
    { ".size", ignore },
    { ".file", ignore },
    { ".ident", ignore },
    { ".loc", ignore },
    { ".weak", ignore },
    { ".local", ignore },
    { ".hidden", ignore },
    { ".addrsig", ignore },
    { ".cfi_startproc", ignore },
    { ".cfi_endproc", ignore },
    { ".cfi_sections", ignore },
    { ".fifo", aie2_do_fifo },
    { ".transfer", aie2_do_transfer },
    { ".scratch", aie2_do_scratch },
    { ".buffer", aie2_do_buffer },
    { ".lock", aie2_do_lock },
    { ".bd", aie2_do_bd },
    { ".sequence", aie2_do_sequence },
};

void aie2_directive(struct aie2_asm *as, struct kc_str name, struct kc_str rest)
{
    const char *names[KC_COUNT(directives)];

    for (size_t i = 0; i < KC_COUNT(directives); i++) {
        if (kc_str_is(name, directives[i].name)) {
            directives[i].run(as, name, kc_str_trim(rest));
            return;
        }
        names[i] = directives[i].name;
    }
    if (kc_str_is(name, ".endr") || kc_str_is(name, ".endm")) {
        kc_error(as->dg, aie2_span(as, name.at, name.length), "block-close", NULL,
                 "'%.*s' closes no block", KC_STR(name));
        return;
    }

    const char *nearest = kc_str_nearest(name, names, KC_COUNT(names));

    kc_error(as->dg, aie2_span(as, name.at, name.length), "unknown-directive",
             nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest) : NULL,
             "'%.*s' is not a directive of this assembler", KC_STR(name));
}

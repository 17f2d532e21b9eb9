/* Coral NPU as a platform: its tables, its configuration and the struct that names them. */
#include "kernelcraft/platform.h"

#include <inttypes.h>
#include <stddef.h>

#include "platforms/coral/coral_assemble.h"
#include "platforms/coral/coral_insn.h"
#include "platforms/coral/coral_machine.h"
#include "platforms/coral/coral_place.h"

extern const char coral_notes[]; /* NOTES.md, embedded by the build */

/* ---- instruction tables ------------------------------------------------------------------- */

static const char *const units[CORAL_UNIT_COUNT] = {
    "alu",
    "branch",
    "multiply",
    "divide",
    "load-store",
    "float",
    "csr",
    "system",
    "vector-config",
    "vector-alu",
    "vector-multiply",
    "vector-divide",
    "vector-permute",
    "vector-load-store",
};

static const char *const categories[CORAL_UNIT_COUNT] = {
    "address", "control", "compute", "compute", "transfer", "compute", "control",
    "control", "control", "compute", "compute", "compute",  "compute", "transfer",
};

static const struct kc_reg_class reg_classes[] = {
#define REG(id, prefix, count, name, doc) { prefix, count, name, doc },
#include "platforms/coral/coral.def"
};

enum { CLASS_X, CLASS_F, CLASS_V };

/* For the manual: what the letters of the pictures stand for. */
#define OF_X(letter, name, doc)      { letter, name, KC_OPERAND_REG, CLASS_X, false, doc },
#define OF_F(letter, name, doc)      { letter, name, KC_OPERAND_REG, CLASS_F, false, doc },
#define OF_V(letter, name, doc)      { letter, name, KC_OPERAND_REG, CLASS_V, false, doc },
#define OF_NUMBER(letter, name, doc) { letter, name, KC_OPERAND_UIMM, 0, false, doc },
#define OF_SIMM                      OF_NUMBER
#define OF_UIMM                      OF_NUMBER
#define OF_PCREL                     OF_NUMBER
#define OF_UPPER                     OF_NUMBER
#define OF_CSR                       OF_NUMBER
#define OF_VTYPE                     OF_NUMBER
#define OF_RM                        OF_NUMBER
#define OF_VM                        OF_NUMBER
#define OF_FENCE                     OF_NUMBER

static const struct kc_operand operands[] = {
#define OPERAND(letter, name, kind, places, doc) OF_##kind(letter, #name, doc)
#include "platforms/coral/coral.def"
};

/* A segment form has its page under two fields; the others are found as its aliases. */
static bool has_own_page(int op)
{
    return coral_rows[op].exec == op || coral_rows[op].nf == 2;
}

static const char *page_of(int op)
{
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        if (coral_rows[i].exec == coral_rows[op].exec && coral_rows[i].nf == 2)
            return coral_rows[i].insn.mnemonic;
    return coral_rows[op].insn.mnemonic;
}

static const struct kc_isa *coral_isa(struct kc_arena *arena, const void *config)
{
    const struct kc_insn **rows = kc_arena_array(arena, const struct kc_insn *, CORAL_OP_COUNT);
    struct kc_alias       *aliases = kc_arena_array(arena, struct kc_alias, CORAL_OP_COUNT);
    struct kc_isa_desc    *desc = kc_arena_new(arena, struct kc_isa_desc);

    (void)config;
    *desc = (struct kc_isa_desc){
        .name = "coral",
        .units = units,
        .unit_count = CORAL_UNIT_COUNT,
        .categories = categories,
        .reg_classes = reg_classes,
        .reg_class_count = KC_COUNT(reg_classes),
        .operands = operands,
        .operand_count = KC_COUNT(operands),
        .insns = rows,
        .aliases = aliases,
        .own_assembler = true,
    };
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        if (has_own_page(i))
            rows[desc->insn_count++] = &coral_rows[i].insn;
        else
            aliases[desc->alias_count++] =
                (struct kc_alias){ coral_rows[i].insn.mnemonic, page_of(i) };
    return kc_isa_build(arena, desc);
}

/* ---- configuration ------------------------------------------------------------------------ */

static const char *const memories[] = { "mini", "high", NULL };
static const char *const timings[] = { "on", "off", NULL };

static const struct kc_param params[] = {
    { "memory", KC_PARAM_CHOICE, offsetof(struct coral_config, memory), 0, 0, memories,
      "memory map: mini (ITCM 8 KiB, DTCM 32 KiB at 0x10000) or high (1 MiB each, DTCM at "
      "0x100000)" },
    { "timing", KC_PARAM_CHOICE, offsetof(struct coral_config, timing), 0, 0, timings,
      "on: cycles of the machine; off: one cycle per instruction, several times faster" },
#define UINT(name, value, min, max, doc) \
    { #name, KC_PARAM_UINT, offsetof(struct coral_config, name), min, max, NULL, doc },
#include "platforms/coral/coral_config.def"
};

static const char *const no_keys[] = { NULL };

static const struct kc_params coral_params = { params, KC_COUNT(params), no_keys, no_keys };

static void *coral_config_new(const struct kc_platform *self, struct kc_arena *arena)
{
    struct coral_config *c = kc_arena_new(arena, struct coral_config);

    (void)self;
    *c = (struct coral_config){
        .memory = CORAL_MEMORY_MINI,
#define UINT(name, value, ...) .name = value,
#include "platforms/coral/coral_config.def"
    };
    return c;
}

static void coral_config_check(const void *config, struct kc_diags *dg)
{
    const struct coral_config *c = config;

    if (c->ext_size % CORAL_EXT_ROW)
        kc_error_plain(dg, "geometry", NULL, "ext_size must be a multiple of %d", CORAL_EXT_ROW);
}

/* ---- manual ------------------------------------------------------------------------------- */

static void manual_csrs(struct kc_buf *out)
{
    kc_buf_puts(out, "## Control and status registers\n\n"
                     "| number | name | reset | access | meaning |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < coral_csr_count; i++)
        kc_buf_printf(out, "| 0x%03x | `%s` | 0x%" PRIx32 " | %s | %s |\n", coral_csrs[i].number,
                      coral_csrs[i].name, coral_csrs[i].reset,
                      coral_csrs[i].writable ? "read, write" : "read", coral_csrs[i].doc);
    kc_buf_puts(out, "\nEvery other number traps.\n\n");
}

static void manual_pseudos(struct kc_buf *out)
{
    kc_buf_puts(out, "## Short forms\n\n| written | assembled as |\n|---|---|\n");
#define PSEUDO(name, params, text) kc_buf_printf(out, "| `%s %s` | `%s` |\n", name, params, text);
#define SPECIAL(name, params, function) \
    kc_buf_printf(out, "| `%s %s` | one or more instructions |\n", name, params);
#include "platforms/coral/coral_pseudo.def"
    kc_buf_puts(out, "\n");
}

static void manual_traps(struct kc_buf *out)
{
    kc_buf_puts(out, "## Traps\n\n| mcause | id | what to do |\n|---|---|---|\n");
#define TRAP(id, mcause, name, hint) kc_buf_printf(out, "| %d | `%s` | %s |\n", mcause, name, hint);
#include "platforms/coral/coral_traps.def"
    kc_buf_puts(out, "\nWith a handler in `mtvec` the program gets the trap (mepc, mcause, mtval); "
                     "without one the run ends with it. `ebreak` always ends the run.\n\n");
}

static void coral_manual(const void *config, struct kc_buf *out)
{
    kc_buf_puts(out, "## Configuration\n\n| parameter | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < KC_COUNT(params); i++) {
        kc_buf_printf(out, "| %s | ", params[i].name);
        kc_param_print(&params[i], config, out);
        kc_buf_printf(out, " | %s |\n", params[i].doc);
    }
    kc_buf_puts(out, "\n");
    manual_pseudos(out);
    manual_csrs(out);
    manual_traps(out);
}

const struct kc_platform kc_platform_coral = {
    .api = KC_PLATFORM_API,
    .name = "coral",
    .summary = "RISC-V core with a 128-bit integer vector unit, tightly coupled memories",
    .notes = coral_notes,
    .comment = "#",
    .language = "One instruction per line, operands separated by commas. Labels, directives and "
                "short forms are those of GNU as. A kernel is a function: a "
                "global label `kernel`, ended by `ret`; the start-up is not yours to write.",
    .faster =
        "Load wide and aligned, use each loaded register for several products, keep "
        "accumulators in registers, put arithmetic between loads, hoist vset and scalar loads "
        "out of loops",
    .address_region = "dtcm",
    .params = &coral_params,
    .config_new = coral_config_new,
    .config_check = coral_config_check,
    .isa = coral_isa,
    .assemble = coral_assemble,
    .code_likely = coral_code_likely,
    .read_code = coral_read_code,
    .print_code = coral_print_code,
    .print_insn = coral_print_insn,
    .manual = coral_manual,
    .machine_new = coral_machine_new,
    .machine_free = coral_machine_free,
    .machine_reset = coral_machine_reset,
    .load = coral_load,
    .run = coral_run,
    .registers = coral_registers,
    .set_register = coral_set_register,
    .integers = true,
    .place = coral_place,
    .guide = coral_guide,
    .image = coral_image,
    .prepare = coral_prepare,
    .unfit = coral_unfit,
    .violated = coral_violated,
    .tensor_read = coral_tensor_read,
    .tensor_address = coral_tensor_address,
    .review = coral_review,
};

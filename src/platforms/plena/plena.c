/* PLENA as a platform: its tables, its configuration and the struct that names them. */
#include "platforms/plena/plena.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "isa/manual.h"
#include "platforms/plena/plena_machine.h"
#include "platforms/plena/plena_place.h"
#include "platforms/plena/plena_review.h"

extern const char plena_notes[]; /* NOTES.md, embedded by the build */

/* ---- instruction tables ------------------------------------------------------------------- */

static const char *const units[] = {
    "matrix", "vector", "scalar-fp", "scalar-int", "dma", "control"
};
static const char *const categories[] = { "compute", "compute",  "compute",
                                          "address", "transfer", "control" };

static const struct kc_reg_class reg_classes[] = {
#define REG(id, prefix, count, name, doc) { prefix, count, name, doc },
#include "platforms/plena/plena.def"
};

enum { CLASS_UIMM = -1, CLASS_GP = PLENA_REG_GP, CLASS_FP = PLENA_REG_FP, CLASS_HA = PLENA_REG_HA };

#define KIND_OF(class)      ((class) == CLASS_UIMM ? KC_OPERAND_UIMM : KC_OPERAND_REG)
#define REG_CLASS_OF(class) ((uint8_t)((class) == CLASS_UIMM ? 0 : (class)))

static const struct kc_operand operands[] = {
#define OPERAND(letter, name, class, bare, doc) \
    { letter, #name, KIND_OF(CLASS_##class), REG_CLASS_OF(CLASS_##class), bare, doc },
#include "platforms/plena/plena.def"
};

/* Broadcast products of that many rows.  The reference machine charges them like M_MM though they
 * do up to 256 times its work; mm-rate charges what M_MM takes for as many multiply-adds. */
static uint64_t rows_cycles(const struct plena_config *c, uint64_t rows)
{
    const uint64_t overhead = c->SYSTOLIC_PROCESSING_OVERHEAD[c->DC_EN ? 0 : 1];
    const uint64_t work = c->BROADCAST_AMOUNT * c->HLEN * c->MLEN * rows;
    const uint64_t work_of_mm = c->BLEN * c->BLEN * c->MLEN;

    if (c->bmm == PLENA_BMM_REFERENCE)
        return overhead + rows;
    return (work * (overhead + c->MLEN) + work_of_mm - 1) / work_of_mm;
}

static uint64_t broadcast_cycles(const struct plena_config *c)
{
    return rows_cycles(c, c->MLEN);
}

/* Cost expressions are C over the configuration; these names are what they may use. */
#define COLUMN(name)                 (c->name[c->DC_EN ? 0 : 1])
#define MLEN                         ((uint32_t)c->MLEN)
#define VLEN                         ((uint32_t)c->VLEN)
#define SYSTOLIC_PROCESSING_OVERHEAD COLUMN(SYSTOLIC_PROCESSING_OVERHEAD)
#define BROADCAST_CYCLES             ((uint32_t)broadcast_cycles(c))
#define BROADCAST_ROW_CYCLES         ((uint32_t)rows_cycles(c, 1))
#define VECTOR_ADD_CYCLES            COLUMN(VECTOR_ADD_CYCLES)
#define VECTOR_MUL_CYCLES            COLUMN(VECTOR_MUL_CYCLES)
#define VECTOR_EXP_CYCLES            COLUMN(VECTOR_EXP_CYCLES)
#define VECTOR_RECI_CYCLES           COLUMN(VECTOR_RECI_CYCLES)
#define VECTOR_MAX_CYCLES            COLUMN(VECTOR_MAX_CYCLES)
#define VECTOR_SUM_CYCLES            COLUMN(VECTOR_SUM_CYCLES)
#define SCALAR_FP_BASIC_CYCLES       COLUMN(SCALAR_FP_BASIC_CYCLES)
#define SCALAR_FP_EXP_CYCLES         COLUMN(SCALAR_FP_EXP_CYCLES)
#define SCALAR_FP_SQRT_CYCLES        COLUMN(SCALAR_FP_SQRT_CYCLES)
#define SCALAR_FP_RECI_CYCLES        COLUMN(SCALAR_FP_RECI_CYCLES)
#define SCALAR_INT_BASIC_CYCLES      COLUMN(SCALAR_INT_BASIC_CYCLES)
#define TOPK_EXPERTS                 32 /* policy 1 adds the other 96 when it runs */
#define HBM_MODEL                    0  /* transfers take what the DRAM model says */

#define INSN(id, rev, mnemonic, bits, syntax, unit, cost, ...) \
    static uint32_t cycles_##id(const void *config)            \
    {                                                          \
        const struct plena_config *c = config;                 \
                                                               \
        (void)c;                                               \
        return cost;                                           \
    }
#include "platforms/plena/plena.def"

#undef MLEN
#undef VLEN
#undef SYSTOLIC_PROCESSING_OVERHEAD
#undef BROADCAST_CYCLES
#undef BROADCAST_ROW_CYCLES
#undef VECTOR_ADD_CYCLES
#undef VECTOR_MUL_CYCLES
#undef VECTOR_EXP_CYCLES
#undef VECTOR_RECI_CYCLES
#undef VECTOR_MAX_CYCLES
#undef VECTOR_SUM_CYCLES
#undef SCALAR_FP_BASIC_CYCLES
#undef SCALAR_FP_EXP_CYCLES
#undef SCALAR_FP_SQRT_CYCLES
#undef SCALAR_FP_RECI_CYCLES
#undef SCALAR_INT_BASIC_CYCLES

static const struct kc_insn insns[PLENA_INSN_COUNT] = {
#define INSN(id, rev, mnemonic, bits, syntax, unit, cost, effect, doc, pitfalls, example) \
    [PLENA_##id] = { mnemonic, bits,   syntax, PLENA_UNIT_##unit, cycles_##id,            \
                     #cost,    effect, doc,    pitfalls,          example },
#include "platforms/plena/plena.def"
};

enum { REV_BOTH = 3, REV_PUBLISHED = 1 << PLENA_PUBLISHED, REV_JULY = 1 << PLENA_JULY };

static const uint8_t insn_revs[PLENA_INSN_COUNT] = {
#define INSN(id, rev, ...) [PLENA_##id] = REV_##rev,
#include "platforms/plena/plena.def"
};

static const struct kc_hint hints[] = {
#define HINT(id, diag, text) { &insns[PLENA_##id], diag, text },
#define HINT_ANY(diag, text) { NULL, diag, text },
#include "platforms/plena/plena.def"
};

static const struct kc_nest nests[] = {
#define NEST(id, delta) { &insns[PLENA_##id], delta },
#include "platforms/plena/plena.def"
};

struct plena_ops plena_ops_from(const uint32_t *values)
{
    return (struct plena_ops){
#define OPERAND(letter, name, class, ...) .name = (plena_field_##class)values[PLENA_OPERAND_##name],
#include "platforms/plena/plena.def"
    };
}

#define LINT_NAME_(line) lint_##line
#define LINT_NAME(line)  LINT_NAME_(line)
#define LINT(id, condition, ...)                              \
    static bool LINT_NAME(__LINE__)(const uint32_t *values)   \
    {                                                         \
        const struct plena_ops  ops = plena_ops_from(values); \
        const struct plena_ops *o = &ops;                     \
                                                              \
        (void)o;                                              \
        return condition;                                     \
    }
#include "platforms/plena/plena.def"

static const struct kc_lint lints[] = {
#define LINT(id, condition, diag, message, hint) \
    { &insns[PLENA_##id], LINT_NAME(__LINE__), diag, message, hint },
#include "platforms/plena/plena.def"
};

static const struct kc_alias aliases[] = {
    { "V_SHFT_V", "V_SHIFT_V" },
    { "V_SHIFT_V", "V_SHFT_V" },
};

static const struct kc_absent reserved[] = {
#define ABSENT(mnemonic, why) { mnemonic, why },
#include "platforms/plena/plena.def"
};

/* Rows of the other revision are worth a hint when they are used here. */
static size_t add_foreign(struct kc_absent *absent, size_t count, unsigned rev_bit)
{
    for (int i = 0; i < PLENA_INSN_COUNT; i++)
        if (!(insn_revs[i] & rev_bit))
            absent[count++] = (struct kc_absent){
                insns[i].mnemonic, rev_bit == REV_PUBLISHED
                                       ? "it exists in revision 2026-07 only: plena:rev=2026-07"
                                       : "it exists in revision published only: plena:rev=published"
            };
    return count;
}

static const struct kc_isa *plena_isa(struct kc_arena *arena, const void *config)
{
    const unsigned         rev_bit = 1u << ((const struct plena_config *)config)->rev;
    const struct kc_insn **rows = kc_arena_array(arena, const struct kc_insn *, PLENA_INSN_COUNT);
    struct kc_absent      *absent =
        kc_arena_array(arena, struct kc_absent, KC_COUNT(reserved) + PLENA_INSN_COUNT);
    struct kc_isa_desc *desc = kc_arena_new(arena, struct kc_isa_desc);

    *desc = (struct kc_isa_desc){
        .name = "plena",
        .units = units,
        .unit_count = KC_COUNT(units),
        .categories = categories,
        .reg_classes = reg_classes,
        .reg_class_count = KC_COUNT(reg_classes),
        .operands = operands,
        .operand_count = KC_COUNT(operands),
        .insns = rows,
        .hints = hints,
        .hint_count = KC_COUNT(hints),
        .nests = nests,
        .nest_count = KC_COUNT(nests),
        .lints = lints,
        .lint_count = KC_COUNT(lints),
        .aliases = aliases,
        .alias_count = KC_COUNT(aliases),
        .absent = absent,
        .extra_zeros = 6,
    };
    for (int i = 0; i < PLENA_INSN_COUNT; i++)
        if (insn_revs[i] & rev_bit)
            rows[desc->insn_count++] = &insns[i];
    memcpy(absent, reserved, sizeof reserved);
    desc->absent_count = add_foreign(absent, KC_COUNT(reserved), rev_bit);
    return kc_isa_build(arena, desc);
}

int plena_insn_index(const struct kc_insn *insn)
{
    return (int)(insn - insns);
}

/* ---- configuration ------------------------------------------------------------------------ */

static const char *const revisions[] = { "published", "2026-07", NULL };

static const char *const broadcast_rates[] = { "reference", "mm-rate", NULL };

static const struct kc_param params[] = {
    { "rev", KC_PARAM_CHOICE, offsetof(struct plena_config, rev), 0, 0, revisions,
      "revision of the machine: as published with the benchmark, or since 22 July 2026" },
    { "bmm", KC_PARAM_CHOICE, offsetof(struct plena_config, bmm), 0, 0, broadcast_rates,
      "cost of the broadcast products: reference, or mm-rate: per multiply-add what M_MM costs" },
#define UINT(name, value, min, max, doc) \
    { #name, KC_PARAM_UINT, offsetof(struct plena_config, name), min, max, NULL, doc },
#define LATENCY(name, en, dis, doc) \
    { #name, KC_PARAM_PAIR, offsetof(struct plena_config, name), 0, 1 << 20, NULL, doc },
#define FORMAT(name, mx, block, s, e, m, doc) \
    { #name, KC_PARAM_FORMAT, offsetof(struct plena_config, name), 0, 0, NULL, doc },
#define FORMAT_INT(name, width, doc) \
    { #name, KC_PARAM_FORMAT, offsetof(struct plena_config, name), 0, 0, NULL, doc },
#include "platforms/plena/plena_config.def"
};

static const char *const sections[] = { "TRANSACTIONAL", "CONFIG", "PRECISION", "LATENCY", NULL };
static const char *const skipped[] = { "MODE", "ANALYTIC", NULL };

static const struct kc_params plena_params = { params, KC_COUNT(params), sections, skipped };

static void *plena_config_new(const struct kc_platform *self, struct kc_arena *arena)
{
    struct plena_config *c = kc_arena_new(arena, struct plena_config);

    (void)self;
    *c = (struct plena_config){
        .rev = PLENA_PUBLISHED,
#define UINT(name, value, ...)      .name = value,
#define LATENCY(name, en, dis, ...) .name = { en, dis },
#define FORMAT(name, mx, b, s, e, m, doc) \
    .name = { .is_mx = mx,                \
              .block = b,                 \
              .sign = s,                  \
              .exponent = e,              \
              .mantissa = m,              \
              .scale_exponent = mx ? 8 : 0 },
#define FORMAT_INT(name, w, doc) .name = { .is_int = true, .width = w },
#include "platforms/plena/plena_config.def"
    };
    return c;
}

static void check(struct kc_diags *dg, bool good, const char *id, const char *hint,
                  const char *rule)
{
    if (!good)
        kc_error_plain(dg, id, hint, "%s", rule);
}

enum { ACCUMULATORS_MOST = 1 << 26 };

static bool is_bf16(const struct kc_format *f)
{
    return !f->is_mx && !f->is_int && f->sign == 1 && f->exponent == 8 && f->mantissa == 7;
}

/* Formats the reference machine handles without losing data; the others are refused by name. */
static void check_hbm_format(struct kc_diags *dg, const char *name, const struct kc_format *f,
                             uint64_t dim)
{
    const uint32_t bits = (uint32_t)f->sign + f->exponent + f->mantissa;

    if (f->is_int || f->sign != 1 || f->exponent < 2 || f->exponent > 8 || f->mantissa < 1)
        kc_error_plain(dg, "format", "integer MX elements do not survive a round trip there either",
                       "%s: only signed floating-point elements work", name);
    else if (f->is_mx && bits != 8)
        kc_error_plain(dg, "format", "mx:8:1-4-3:0-8-0 is the default",
                       "%s: MX elements have 8 bits, not %" PRIu32, name, bits);
    else if (f->is_mx && (f->scale_sign != 0 || f->scale_exponent != 8 || f->scale_mantissa != 0))
        kc_error_plain(dg, "format", "mx:8:1-4-3:0-8-0 is the default", "%s: MX scales are 0-8-0",
                       name);
    else if (f->is_mx && (f->block == 0 || dim % f->block != 0))
        kc_error_plain(dg, "format", NULL,
                       "%s: the vector length %" PRIu64
                       " is not a multiple of the MX block %" PRIu32,
                       name, dim, f->block);
    else if (!f->is_mx && bits != 8 && bits != 16)
        kc_error_plain(dg, "format", "32-bit plain types decode wrongly on the reference machine",
                       "%s: plain elements have 8 or 16 bits, not %" PRIu32, name, bits);
}

static void plena_config_check(const void *config, struct kc_diags *dg)
{
    const struct plena_config *c = config;

    check(dg, c->MLEN % c->BLEN == 0, "geometry", NULL, "MLEN must be a multiple of BLEN");
    check(dg, c->MLEN * c->MLEN * c->BROADCAST_AMOUNT <= ACCUMULATORS_MOST, "geometry",
          "our limit: 67108864 accumulators of the broadcast products",
          "MLEN * MLEN * BROADCAST_AMOUNT is too large to simulate");
    check(dg, broadcast_cycles(c) <= UINT32_MAX, "geometry", "bmm=reference has no limit",
          "with bmm=mm-rate M_BMM would take more than 4294967295 cycles");
    check(dg, c->HBM_SIZE % PLENA_BLOCK_BYTES == 0, "geometry", NULL,
          "HBM_SIZE must be a multiple of 64");
    check(dg, c->VLEN <= PLENA_SCALAR_ENTRIES * 4, "geometry", NULL, "VLEN is at most 4096");
    check(
        dg, is_bf16(&c->VECTOR_SRAM_TYPE), "format",
        "the machine's conversion to narrower exponents is defective, so no other type is modelled",
        "VECTOR_SRAM_TYPE must be fp:1-8-7");
    check(dg, is_bf16(&c->MATRIX_SRAM_TYPE), "format", NULL, "MATRIX_SRAM_TYPE must be fp:1-8-7");
    check_hbm_format(dg, "HBM_M_WEIGHT_TYPE", &c->HBM_M_WEIGHT_TYPE, c->MLEN);
    check_hbm_format(dg, "HBM_M_KV_TYPE", &c->HBM_M_KV_TYPE, c->MLEN);
    check_hbm_format(dg, "HBM_V_ACT_TYPE", &c->HBM_V_ACT_TYPE, c->VLEN);
    check_hbm_format(dg, "HBM_V_KV_TYPE", &c->HBM_V_KV_TYPE, c->VLEN);
}

/* ---- manual ------------------------------------------------------------------------------- */

/* The names in cost expressions that are no parameters. */
static void manual_costs(struct kc_buf *out)
{
    kc_buf_puts(
        out,
        "Names in costs that are not parameters:\n\n"
        "| name | bmm=reference | bmm=mm-rate |\n|---|---|---|\n"
        "| BROADCAST_CYCLES | SYSTOLIC_PROCESSING_OVERHEAD + MLEN | (SYSTOLIC_PROCESSING_OVERHEAD "
        "+ "
        "MLEN) * BROADCAST_AMOUNT * HLEN * MLEN / (BLEN * BLEN) |\n"
        "| BROADCAST_ROW_CYCLES | SYSTOLIC_PROCESSING_OVERHEAD + 1 | (SYSTOLIC_PROCESSING_OVERHEAD "
        "+ MLEN) * BROADCAST_AMOUNT * HLEN / (BLEN * BLEN), rounded up |\n\n"
        "TOPK_EXPERTS is 32 with policy 0 and 128 with policy 1. HBM_MODEL: what the DRAM takes.\n"
        "\n");
}

static void manual_params(const struct plena_config *c, struct kc_buf *out)
{
    kc_buf_puts(out, "## Configuration\n\n| parameter | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < KC_COUNT(params); i++) {
        kc_buf_printf(out, "| %s | ", params[i].name);
        kc_param_print(&params[i], c, out);
        kc_buf_printf(out, " | %s |\n", params[i].doc);
    }
    kc_buf_puts(out, "\n");
    manual_costs(out);
}

static void manual_traps(struct kc_buf *out)
{
    kc_buf_puts(out, "## Traps\n\n| cause | rule |\n|---|---|\n");
#define TRAP(id, cause, rule, hint) kc_buf_printf(out, "| `%s` | %s |\n", cause, rule);
#include "platforms/plena/plena_traps.def"
    kc_buf_puts(out, "\n");
}

/* The rows that only the other revision has, or has differently. */
static void manual_other_revision(const struct plena_config *c, struct kc_buf *out)
{
    struct kc_arena      arena = { 0 };
    struct plena_config  other = *c;
    const struct kc_isa *isa;

    other.rev = c->rev == PLENA_PUBLISHED ? PLENA_JULY : PLENA_PUBLISHED;
    isa = plena_isa(&arena, &other);
    kc_buf_printf(out, "## Revision %s: instructions that differ\n\n", revisions[other.rev]);
    for (int i = 0; i < PLENA_INSN_COUNT; i++)
        if (!(insn_revs[i] & 1u << c->rev))
            kc_manual_page(isa, &insns[i], &other, out);
    kc_arena_free(&arena);
}

static void plena_manual(const void *config, struct kc_buf *out)
{
    manual_params(config, out);
    manual_traps(out);
    manual_other_revision(config, out);
}

const struct kc_platform kc_platform_plena = {
    .api = KC_PLATFORM_API,
    .name = "plena",
    .summary = "Transformer NPU: systolic array, vector unit, HBM behind explicit prefetch",
    .notes = plena_notes,
    .comment = ";",
    .language = "One instruction per line, operands separated by commas. Numbers are decimal; "
                "there are no labels and no names for constants: write the "
                "values.",
    .faster = "Hoist address arithmetic and loads out of loops, use hardware loops, fuse passes "
              "over the same rows, avoid transfers you do not need",
    .address_region = "hbm",
    .params = &plena_params,
    .config_new = plena_config_new,
    .config_check = plena_config_check,
    .isa = plena_isa,
    .manual = plena_manual,
    .machine_new = plena_machine_new,
    .machine_free = plena_machine_free,
    .machine_reset = plena_machine_reset,
    .load = plena_load,
    .run = plena_run,
    .registers = plena_registers,
    .set_register = plena_set_register,
    .config_for_tasks = plena_config_for_tasks,
    .place = plena_place,
    .guide = plena_guide,
    .tensor_quantise = plena_tensor_quantise,
    .tensor_store = plena_tensor_store,
    .image = plena_image,
    .prepare = plena_prepare,
    .violated = plena_violated,
    .tensor_read = plena_tensor_read,
    .tensor_address = plena_tensor_address,
    .review = plena_review,
};

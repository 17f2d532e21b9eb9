/* tests/unit/toy.h: an instruction set of five rows that uses every feature of the table engine. */
#ifndef KC_TESTS_UNIT_TOY_H
#define KC_TESTS_UNIT_TOY_H

#include "isa/isa.h"

/* The configuration is one number: what an addition costs. */
struct toy_config {
    uint32_t add_cycles;
};

static uint32_t toy_add_cycles(const void *config)
{
    return ((const struct toy_config *)config)->add_cycles;
}

static uint32_t toy_one_cycle(const void *config)
{
    (void)config;
    return 1;
}

static const char *const toy_units[] = { "alu", "control" };
static const char *const toy_categories[] = { "compute", "control" };

static const struct kc_reg_class toy_reg_classes[] = {
    { "x", 16, "general register", "32-bit integers." },
    { "fx", 6, "fraction register", "Six of them, in a field of four bits." },
};

enum { TOY_RD, TOY_RS1, TOY_RS2, TOY_FS, TOY_IMM, TOY_MASK };

static const struct kc_operand toy_operands[] = {
    { 'd', "rd", KC_OPERAND_REG, 0, true, "destination" },
    { 's', "rs1", KC_OPERAND_REG, 0, false, "first source" },
    { 't', "rs2", KC_OPERAND_REG, 0, false, "second source" },
    { 'F', "fs", KC_OPERAND_REG, 1, false, "fraction" },
    { 'i', "imm", KC_OPERAND_UIMM, 0, false, "unsigned immediate" },
    { 'm', "rmask", KC_OPERAND_UIMM, 0, false, "which lanes" },
};

/* clang-format off */
static const struct kc_insn toy_add = {
    "ADD", "-------- mmmm tttt ssss dddd 00000001", "rd, rs1, rs2, rmask=0", 0, toy_add_cycles,
    "ADD_CYCLES", "rd = rs1 + rs2", "Adds two registers.", "It wraps.", "ADD x1, x2, x3, 0" };
static const struct kc_insn toy_rep = {
    "REP", "iiiiiiiiiiiiiiii ---- dddd 00000010", "rd, imm | rd, 0, imm", 1, toy_one_cycle,
    "1", "repeat imm times", "Opens a loop that counts in rd.", NULL, "REP x4, 300" };
static const struct kc_insn toy_sum = {
    "SUM", "------------ mmmm FFFF dddd 00000011", "rd, fs, [rmask]", 0, toy_one_cycle,
    "1", "rd = sum of fs", "Sums the lanes of a fraction.", NULL, "SUM x1, fx2" };
static const struct kc_insn toy_mul = {
    "MUL", "------------ tttt ssss 0000 00000100", "0, rs1, rs2", 0, toy_one_cycle,
    "1", "acc += rs1 * rs2", "Multiplies into the accumulator.", NULL, "MUL 0, x2, x3" };
static const struct kc_insn toy_end = {
    "END", "------------------------ 10000101", "", 1, toy_one_cycle,
    "1", "close the loop", "Closes the innermost loop.", NULL, "END" };
/* clang-format on */

static const struct kc_insn *const toy_insns[] = { &toy_add, &toy_rep, &toy_sum, &toy_mul,
                                                   &toy_end };

static const struct kc_hint toy_hints[] = {
    { NULL, "imm-range", "any instruction: smaller numbers" },
    { &toy_rep, "imm-range", "nest two loops" },
    { NULL, "imm-negative", "count upwards" },
    { &toy_add, "register-range", "there are sixteen" },
    { NULL, "label", "there are no jumps" },
    { NULL, "directive", "only .word" },
    { NULL, "unknown-mnemonic", "five instructions are known" },
    { NULL, "register", "xN are integers, fxN are fractions" },
    { NULL, "imm-syntax", "write the number" },
};

static const struct kc_nest toy_nests[] = { { &toy_rep, +1 }, { &toy_end, -1 } };

static bool toy_is_zero_loop(const uint32_t *values)
{
    return values[TOY_IMM] == 0;
}

static bool toy_writes_x0(const uint32_t *values)
{
    return values[TOY_RD] == 0;
}

static const struct kc_lint toy_lints[] = {
    { &toy_rep, toy_is_zero_loop, "loop-zero", "a loop that never runs", "leave it out" },
    { &toy_add, toy_writes_x0, "x0-write", "x0 is written", NULL },
};

static const struct kc_alias  toy_aliases[] = { { "LOOP", "REP" }, { "PLUS", "ADD" } };
static const struct kc_absent toy_absent[] = { { "DIV", "multiply with the reciprocal" } };

static const struct kc_isa_desc toy_desc = {
    .name = "toy",
    .units = toy_units,
    .unit_count = KC_COUNT(toy_units),
    .categories = toy_categories,
    .reg_classes = toy_reg_classes,
    .reg_class_count = KC_COUNT(toy_reg_classes),
    .operands = toy_operands,
    .operand_count = KC_COUNT(toy_operands),
    .insns = toy_insns,
    .insn_count = KC_COUNT(toy_insns),
    .hints = toy_hints,
    .hint_count = KC_COUNT(toy_hints),
    .nests = toy_nests,
    .nest_count = KC_COUNT(toy_nests),
    .lints = toy_lints,
    .lint_count = KC_COUNT(toy_lints),
    .aliases = toy_aliases,
    .alias_count = KC_COUNT(toy_aliases),
    .absent = toy_absent,
    .absent_count = KC_COUNT(toy_absent),
    .extra_zeros = 5,
};

#endif

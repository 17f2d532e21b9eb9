/* coral/coral_insn.h: instructions as the machine sees them: decoded once, executed often.
 *
 * Fields lie where the hardware has them, whatever they hold: rd is bits 11:7 (also fd, vd and the
 * data register vs3 of a vector store), rs1 bits 19:15 (also fs1, vs1 and the small constants of
 * csrrwi and vsetivli), rs2 bits 24:20, rs3 bits 31:27.
 */
#ifndef KC_CORAL_INSN_H
#define KC_CORAL_INSN_H

#include "isa/isa.h"

/* One per row, in the order of the rows. */
enum coral_op {
#define INSN(id, ...) CORAL_##id,
#include "platforms/coral/coral.def"
    CORAL_OP_COUNT
};

enum coral_unit {
    CORAL_UNIT_ALU,
    CORAL_UNIT_BRANCH,
    CORAL_UNIT_MUL,
    CORAL_UNIT_DIV,
    CORAL_UNIT_LSU,
    CORAL_UNIT_FPU,
    CORAL_UNIT_CSR,
    CORAL_UNIT_SYSTEM,
    CORAL_UNIT_VSET,
    CORAL_UNIT_VALU,
    CORAL_UNIT_VMUL,
    CORAL_UNIT_VDIV,
    CORAL_UNIT_VPERM,
    CORAL_UNIT_VLSU,
    CORAL_UNIT_COUNT
};

enum coral_shape_id {
#define SHAPE(id, ...) CORAL_SHAPE_##id,
#include "platforms/coral/coral_shape.def"
    CORAL_SHAPE_COUNT
};

/* Registers of a vector operand, relative to LMUL; coral_shape.def explains them. */
enum coral_amount {
    CORAL_AMOUNT_NONE,
    CORAL_AMOUNT_ONE,
    CORAL_AMOUNT_M1,
    CORAL_AMOUNT_M2,
    CORAL_AMOUNT_H,
    CORAL_AMOUNT_Q,
    CORAL_AMOUNT_I16,
    CORAL_AMOUNT_INDEX,
    CORAL_AMOUNT_DATA,
    CORAL_AMOUNT_FIELD,
    CORAL_AMOUNT_WHOLE
};

enum coral_rule {
    CORAL_RULE_UNMASKED = 1,
    CORAL_RULE_CARRIED = 2,
    CORAL_RULE_APART2 = 4,
    CORAL_RULE_APART1 = 8,
    CORAL_RULE_ANYWHERE = 16
};

struct coral_shape {
    uint8_t vd, vs2, vs1; /* enum coral_amount */
    uint8_t rules;
};

extern const struct coral_shape coral_shapes[CORAL_SHAPE_COUNT];

struct coral_row {
    struct kc_insn insn;
    uint16_t       exec; /* the row that executes this one: itself, or a segment's plain form */
    uint8_t        shape, nf;
};

extern const struct coral_row coral_rows[CORAL_OP_COUNT];

struct coral_insn {
    uint16_t op, exec; /* enum coral_op; dispatch on exec, name by op */
    uint8_t  rd, rs1, rs2, rs3;
    uint8_t  vm;   /* 1: not masked */
    uint8_t  nf;   /* fields of a segment, registers of a whole-register access, else 1 */
    uint8_t  rm;   /* bits 14:12 */
    uint8_t  eew;  /* bits per element or index of a vector access, else 0 */
    int32_t  imm;  /* sign- or zero-extended; lui, auipc: already shifted; csr number; vtype */
    uint32_t word; /* as encoded */
};

/* False: the word is no instruction of this machine (insn is then all 0 except for word). */
bool coral_decode(uint32_t word, struct coral_insn *insn);

/* The word of op with these fields; those that op does not have are ignored, those it has must
 * fit.  insn->word is not read. */
uint32_t coral_encode(const struct coral_insn *insn);

/* NULL, or why the architecture reserves this word although it decodes: an overlap that is wrong
 * whatever vtype is. */
const char *coral_insn_reserved(const struct coral_insn *insn);

#define CORAL_CSR_COUNT_MOST 128

struct coral_csr {
    uint16_t    number;
    const char *name;
    uint32_t    reset;
    bool        writable;
    const char *doc;
};

extern const struct coral_csr coral_csrs[];
extern const size_t           coral_csr_count;

#endif

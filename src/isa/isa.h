/* isa/isa.h: an instruction set as tables, and what the tables are turned into.
 *
 * A platform describes its instruction set once, row by row (struct kc_isa_desc, filled from a
 * .def file).  kc_isa_build turns the rows into forms: match and mask bits, field positions and
 * syntax items.  Assembler, disassembler, decoder and manual all read the forms; nobody keeps a
 * second copy of an encoding.
 *
 * Bit pictures are written msb first: '0' and '1' are fixed, a letter is one bit of that operand,
 * '-' is ignored by the machine, blanks separate fields.
 *
 * Syntax is the operand list as written in assembly: operand names separated by commas, where
 *   name=0   may be left out (then 0) and is always printed,
 *   [name]   may be left out (then 0) and is printed only when it is not 0,
 *   0        is a placeholder: a zero that encodes nothing,
 *   |        separates alternatives; the first is canonical, the others are accepted.
 */
#ifndef KC_ISA_ISA_H
#define KC_ISA_ISA_H

#include "base/arena.h"
#include "base/str.h"

enum {
    KC_ISA_OPERANDS = 32,
    KC_ISA_FIELDS = 6,
    KC_ISA_SYNTAXES = 2,
    KC_ISA_EXTRA = 8,
    KC_ISA_INSNS = 4096
};

struct kc_reg_class {
    const char *prefix; /* "gp": registers are gp0 ... gp<count-1> */
    uint32_t    count;
    const char *name; /* "general register" */
    const char *doc;
};

enum kc_operand_kind { KC_OPERAND_REG, KC_OPERAND_UIMM };

struct kc_operand {
    char                 letter; /* in bit pictures */
    const char          *name;   /* in syntax, as the datasheet has it */
    enum kc_operand_kind kind;
    uint8_t              reg_class; /* of a register operand */
    bool                 bare;      /* a register may be written as a bare number */
    const char          *doc;
};

struct kc_insn {
    const char *mnemonic, *bits, *syntax;
    uint8_t     unit;
    uint32_t (*cycles)(const void *config); /* NULL: the text says all */
    const char *cycles_text;                /* the expression as written in the row */
    const char *effect, *doc;
    const char *pitfalls; /* NULL: none known */
    const char *example;
};

/* Advice only the platform can give for a diagnostic; insn NULL: for any instruction. */
struct kc_hint {
    const struct kc_insn *insn;
    const char           *diag_id, *text;
};

/* An instruction that opens (+1) or closes (-1) a block, for indentation. */
struct kc_nest {
    const struct kc_insn *insn;
    int                   delta;
};

/* Legal but suspicious: applies() looks at the operand values, indexed like the operands. */
struct kc_lint {
    const struct kc_insn *insn;
    bool (*applies)(const uint32_t *values);
    const char *id, *message, *hint;
};

/* Another accepted spelling of a mnemonic. */
struct kc_alias {
    const char *name, *mnemonic;
};

/* A mnemonic people will try although this instruction set does not have it, and why not. */
struct kc_absent {
    const char *mnemonic, *why;
};

struct kc_isa_desc {
    const char                  *name; /* "plena" */
    const char *const           *units;
    size_t                       unit_count;
    const char *const           *categories; /* of each unit: "compute", "transfer" */
    const struct kc_reg_class   *reg_classes;
    size_t                       reg_class_count;
    const struct kc_operand     *operands;
    size_t                       operand_count;
    const struct kc_insn *const *insns;
    size_t                       insn_count;
    const struct kc_hint        *hints;
    size_t                       hint_count;
    const struct kc_nest        *nests;
    size_t                       nest_count;
    const struct kc_lint        *lints;
    size_t                       lint_count;
    const struct kc_alias       *aliases;
    size_t                       alias_count;
    const struct kc_absent      *absent;
    size_t                       absent_count;
    uint32_t                     extra_zeros; /* operands up to this count may trail as 0 */
    bool own_assembler; /* bits and syntax are only shown: the platform encodes by itself */
};

/* Where an operand lies in the word. */
struct kc_field {
    uint8_t operand; /* index into the operands */
    uint8_t low, width;
};

enum kc_syntax_kind { KC_SYNTAX_OPERAND, KC_SYNTAX_DEFAULT, KC_SYNTAX_HIDDEN, KC_SYNTAX_ZERO };

struct kc_syntax_item {
    enum kc_syntax_kind kind;
    uint8_t             field; /* index into the form's fields; unused for ZERO */
};

struct kc_syntax {
    uint8_t               count, required;
    struct kc_syntax_item item[KC_ISA_FIELDS];
};

struct kc_form {
    const struct kc_insn *insn;
    uint32_t              match, mask; /* fixed bits */
    uint32_t              used;        /* fixed bits and fields */
    uint8_t               field_count, syntax_count;
    struct kc_field       field[KC_ISA_FIELDS];
    struct kc_syntax      syntax[KC_ISA_SYNTAXES];
};

struct kc_isa {
    const struct kc_isa_desc *desc;
    struct kc_form           *forms; /* one per instruction, in table order */
    uint16_t                 *names; /* open hash: mnemonic -> form + 1 */
    uint32_t                  names_mask;
    const uint16_t           *bucket[256]; /* by low byte: forms + 1, 0 ends */
};

/* NULL, or why the description cannot be built; *row is the row at fault, NULL: all of them. */
const char *kc_isa_malformed(const struct kc_isa_desc *desc, const struct kc_insn **row);

/* Builds the forms in the arena.  A malformed row is a bug of ours: the process stops and says
 * which row and why. */
const struct kc_isa *kc_isa_build(struct kc_arena *arena, const struct kc_isa_desc *desc);

/* The form with this mnemonic or alias; NULL when there is none. */
const struct kc_form *kc_isa_find(const struct kc_isa *isa, struct kc_str mnemonic);

/* The form of a machine word, its operand values in values[] (indexed like the operands, others
 * untouched); NULL when no row matches.  Ignored bits are ignored, as by the machine. */
const struct kc_form *kc_isa_decode(const struct kc_isa *isa, uint32_t word, uint32_t *values);

/* The word of a form with these operand values, which must fit their fields. */
uint32_t kc_isa_encode(const struct kc_form *form, const uint32_t *values);

/* The platform's advice for a diagnostic about insn (NULL: no instruction yet), or NULL. */
const char *kc_isa_hint(const struct kc_isa *isa, const struct kc_insn *insn, const char *diag_id);

KC_INLINE uint32_t kc_field_max(const struct kc_field *field)
{
    return (uint32_t)((UINT64_C(1) << field->width) - 1);
}

#endif

/* coral/coral_form.h: the bit pictures, read once: where each operand of a row lies. */
#ifndef KC_CORAL_FORM_H
#define KC_CORAL_FORM_H

#include "platforms/coral/coral_insn.h"

enum coral_kind {
    CORAL_KIND_X,
    CORAL_KIND_F,
    CORAL_KIND_V,
    CORAL_KIND_SIMM,
    CORAL_KIND_UIMM,
    CORAL_KIND_PCREL,
    CORAL_KIND_UPPER,
    CORAL_KIND_CSR,
    CORAL_KIND_VTYPE,
    CORAL_KIND_RM,
    CORAL_KIND_VM,
    CORAL_KIND_FENCE
};

struct coral_operand {
    char            letter;
    const char     *name;
    enum coral_kind kind;
    const char     *places; /* of a number: its bits, from the left of the picture */
    const char     *doc;
};

extern const struct coral_operand coral_operands[];
extern const size_t               coral_operand_count;

enum coral_field {
    CORAL_RD = 1,
    CORAL_RS1 = 2,
    CORAL_RS2 = 4,
    CORAL_RS3 = 8,
    CORAL_VM = 16,
    CORAL_RM = 32
};

enum { CORAL_PIECES = 6, CORAL_ITEMS = 6 };

/* width bits of the number, from value_low, lie at word_low. */
struct coral_piece {
    uint8_t word_low, value_low, width;
};

/* One thing between the commas of the syntax. */
enum coral_item_kind {
    CORAL_ITEM_OPERAND,
    CORAL_ITEM_MEMORY, /* imm(rs1), or (rs1) when the row has no imm */
    CORAL_ITEM_V0      /* the mask as an operand, always written */
};

struct coral_item {
    enum coral_item_kind        kind;
    const struct coral_operand *operand; /* of a memory operand: imm, or NULL */
    bool                        optional;
};

struct coral_form {
    uint32_t           match, mask;
    uint8_t            fields; /* enum coral_field: which positional fields are operands */
    uint8_t            pieces, items, required;
    bool               is_signed;
    uint8_t            top; /* bits of the number */
    struct coral_piece piece[CORAL_PIECES];
    struct coral_item  item[CORAL_ITEMS];
};

/* One per row; built on first use. */
const struct coral_form *coral_forms(void);

#endif

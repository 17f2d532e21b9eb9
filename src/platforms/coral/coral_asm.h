/* coral/coral_asm.h: the assembler's state, shared by its files.
 *
 * One pass over the text fills sections; what is not known yet becomes a fixup, which keeps the
 * text of its expression and reads it again when every address is known.  Nothing changes size
 * after it was emitted (no relaxation), so a distance inside a section is known at once.
 *
 *   coral_lines.c      text to statements          coral_asm.c        labels, mnemonics
 *   coral_macro.c      .macro, .rept, .if          coral_directive.c  .word, .section, ...
 *   coral_expr.c       expressions and symbols     coral_operand.c    operands to fields
 *   coral_named.c      csr, vtype, ...             coral_register.c   names of registers
 *   coral_pseudo.c     short forms                 coral_absent.c     what does not exist here
 *   coral_vcheck.c     what vtype forbids          coral_emit.c       bytes, fixups
 *   coral_link.c       addresses, the program
 */
#ifndef KC_CORAL_ASM_H
#define KC_CORAL_ASM_H

#include "base/diag.h"
#include "isa/program.h"
#include "platforms/coral/coral_config.h"
#include "platforms/coral/coral_form.h"

enum {
    CORAL_OPERANDS = 12, /* operands kept per instruction; more are only counted */
    CORAL_SECTIONS = 256,
    CORAL_LOCALS = 256, /* hash lists of numeric labels and macros */
    CORAL_SUGGESTIONS = 40,
    CORAL_SECTION_BYTES = 1 << 24,
    CORAL_DEPTH = 32,         /* nested macros, conditions, parentheses */
    CORAL_EXPANSION = 1 << 23 /* bytes that macros and .rept may produce in all */
};

/* ---- symbols ------------------------------------------------------------------------------- */

enum coral_defined { CORAL_UNDEFINED, CORAL_ABSOLUTE, CORAL_LABEL, CORAL_EXPRESSION };

struct coral_symbol {
    struct kc_str      name;
    enum coral_defined defined;
    uint16_t           section;  /* of a label; where an expression was written */
    int                labels;   /* of an expression that was evaluated: it is an address */
    bool               busy;     /* its expression is being evaluated */
    bool               variable; /* .set, .equ: may be set again */
    int64_t            value;    /* offset in the section, or the number */
    struct kc_str      text;     /* of an expression */
    uint32_t           moment;   /* when it was defined: statements are counted */
    struct kc_span     span;
    uint32_t           line;
};

/* "1:" may be defined often; 1b and 1f mean the nearest one. */
struct coral_local_def {
    uint32_t moment;
    uint16_t section;
    int64_t  value;
};

struct coral_local {
    uint32_t                number, count, capacity;
    struct coral_local_def *defs; /* in the order of their moments */
    struct coral_local     *next;
};

struct coral_value {
    int64_t              v;
    int                  labels;  /* labels added minus labels subtracted */
    int                  section; /* of the labels while addresses are unknown */
    bool                 unknown; /* only the link can tell */
    bool                 bad;     /* reported */
    struct coral_symbol *undefined;
};

/* ---- sections ------------------------------------------------------------------------------ */

enum coral_place { CORAL_TEXT, CORAL_RODATA, CORAL_DATA, CORAL_BSS, CORAL_EXT, CORAL_DROPPED };

struct coral_section {
    struct kc_str    name;
    enum coral_place place;
    uint32_t         align;
    uint8_t         *bytes;
    uint32_t        *lines; /* of text: the source line of each word */
    size_t           size, capacity;
    uint64_t         address; /* after layout */
};

/* ---- fixups -------------------------------------------------------------------------------- */

enum coral_modifier {
    CORAL_PLAIN,
    CORAL_HI,
    CORAL_LO,
    CORAL_PCREL_HI,
    CORAL_PCREL_LO, /* the label stands at the auipc */
    CORAL_NEAR_LO   /* the low half for the auipc just before: la, call */
};

struct coral_fixup {
    uint16_t       section;
    uint8_t        modifier, width; /* width: bytes of data, 0 for an instruction */
    uint32_t       moment, line;
    size_t         offset;
    struct kc_str  text;
    struct kc_span span;
};

struct coral_reader {
    const char *at, *end, *begin;
    uint32_t    repeat;    /* how often from begin again */
    bool        expansion; /* of a macro or .rept: lines are those of its call */
};

struct coral_macro {
    struct kc_str       name, params, body;
    struct coral_macro *next;
};

struct coral_vstate {
    bool     known, never; /* never: no vset can have happened yet */
    bool     any_vset;
    uint16_t vtype;
    uint32_t line; /* of the vset */
};

struct coral_asm {
    struct kc_arena           *arena;
    struct kc_diags           *dg;
    const struct coral_config *config;
    const char                *text, *text_end;

    struct coral_reader reader[CORAL_DEPTH];
    int                 depth;
    uint32_t            line, next_line, moment;
    struct kc_span      statement; /* for text that is not in the source */
    size_t              expanded;

    struct coral_section section[CORAL_SECTIONS];
    uint16_t             section_count, current, previous;
    uint16_t             pushed[CORAL_DEPTH];
    int                  pushed_count;

    struct coral_symbol **symbols; /* open hash */
    uint32_t              symbol_mask, symbol_count;

    struct coral_local *locals[CORAL_LOCALS]; /* by the low bits of their number */

    struct coral_fixup *fixups;
    size_t              fixup_count, fixup_capacity;

    struct coral_macro *macros[CORAL_LOCALS]; /* by hash */
    uint32_t            macro_count, macro_calls;
    uint8_t             conditions[CORAL_DEPTH];
    int                 condition_count;
    struct kc_span      condition_span;

    uint32_t suggested; /* names searched for: a long list of slips gets the first ones */
    struct coral_vstate vstate;
    struct kc_span      first_vector; /* the first vector instruction, for the missing vset */
    bool                linked;       /* addresses are known */
    uint64_t            here;         /* address of the fixup being resolved */
};

/* An instruction's operands as written. */
struct coral_operands {
    struct kc_str token[CORAL_OPERANDS];
    uint32_t      count;
    struct kc_str all; /* from the mnemonic to the last operand */
};

/* ---- shared helpers ------------------------------------------------------------------------ */

uint32_t coral_hash(struct kc_str name);

bool coral_name_char(char c);
bool coral_blank(char c);

/* Where text stands in the source, or the statement when it is from a macro or a short form. */
struct kc_span coral_span(const struct coral_asm *as, struct kc_str text);

struct kc_str coral_trimmed(const char *at, const char *end);

/* Whether to search for a similar name once more: each search costs, and one screen is enough. */
bool coral_may_suggest(struct coral_asm *as);

/* ---- coral_expr.c -------------------------------------------------------------------------- */

struct coral_symbol *coral_symbol_find(struct coral_asm *as, struct kc_str name, bool make);
void                 coral_symbol_define(struct coral_asm *as, struct kc_str name);
void                 coral_local_define(struct coral_asm *as, uint32_t number);

/* The value of an expression, the whole of text; reports what is wrong with it. */
struct coral_value coral_evaluate(struct coral_asm *as, struct kc_str text);

/* The same where only a number known now will do. */
bool coral_constant(struct coral_asm *as, struct kc_str text, int64_t *value);

/* The nearest name to one that is not defined, as a hint, or NULL. */
const char *coral_symbol_hint(struct coral_asm *as, struct kc_str name);

/* ---- coral_emit.c -------------------------------------------------------------------------- */

/* The bytes are in the arena; NULL when a limit is met (reported). */
uint8_t *coral_emit(struct coral_asm *as, size_t size);
void     coral_emit_word(struct coral_asm *as, uint32_t word);

/* fill < 0: nops in text, zeros elsewhere. */
void coral_align(struct coral_asm *as, uint64_t align, int fill);

void coral_fixup_add(struct coral_asm *as, struct kc_str text, uint8_t modifier, uint8_t width,
                     size_t offset);

/* Checks what the architecture reserves, then emits. */
void coral_insn_emit(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all);

/* ---- coral_lines.c ------------------------------------------------------------------------- */

/* The next statement that counts, without comments; false at the end of the text. */
bool coral_next_statement(struct coral_asm *as, struct kc_str *s);

/* Whether .if says that statements count now. */
bool coral_active(const struct coral_asm *as);

/* Reads lines up to the one with `close`, counting nested `open`; false when it never comes. */
bool coral_collect(struct coral_asm *as, const char *open, const char *open2, const char *close,
                   struct kc_str *body);

/* ---- coral_macro.c ------------------------------------------------------------------------- */

/* Expands a call; false when there is no macro of that name. */
bool coral_macro_call(struct coral_asm *as, struct kc_str name, struct kc_str rest);

/* ---- coral_operand.c ----------------------------------------------------------------------- */

struct coral_operands coral_split(struct kc_str rest);

/* Whether a row can have that many operands. */
bool coral_row_takes(int op, uint32_t count);

/* Encodes one instruction of the machine from its operands; reports what is wrong with them.
 * False when there are too many or too few. */
bool coral_instruction(struct coral_asm *as, int op, struct coral_operands *operands);

/* ---- coral_named.c: operands that are names; each reports and returns false when wrong ----- */

bool coral_read_csr(struct coral_asm *as, struct coral_insn *insn, struct kc_str t);
bool coral_read_rm(struct coral_asm *as, struct coral_insn *insn, struct kc_str t);
bool coral_read_fence(struct coral_asm *as, struct coral_insn *insn, const struct coral_operand *o,
                      struct kc_str t);
bool coral_read_mask(struct coral_asm *as, struct coral_insn *insn, struct kc_str t);

/* e8, m1, ta, ma: one to four words, or one number. */
bool coral_read_vtype(struct coral_asm *as, struct coral_insn *insn, const struct kc_str *token,
                      uint32_t count);

/* ---- coral_register.c ---------------------------------------------------------------------- */

/* The register of that kind, or -1 (silent). */
int coral_register(struct kc_str token, enum coral_kind kind);

/* ABI name of an x or f register. */
const char *coral_register_name(int number, enum coral_kind kind);

/* Whether a value can be the number of op: reports when it cannot. */
bool coral_number_fits(struct coral_asm *as, int op, int64_t value, struct kc_span span,
                       struct kc_str written);

/* The CSR of that name or number text; NULL when there is none. */
const struct coral_csr *coral_csr_find(struct kc_str name);

/* ---- coral_pseudo.c ------------------------------------------------------------------------ */

struct coral_name {
    const char *name;
    int16_t     op;     /* row, or -1 */
    int16_t     pseudo; /* first short form of the name, or -1 */
};

/* NULL when there is no such mnemonic. */
const struct coral_name *coral_name_find(struct kc_str mnemonic);

/* Expands and encodes; false when none of the forms fits the operands (silent). */
bool coral_pseudo(struct coral_asm *as, const struct coral_name *name,
                  struct coral_operands *operands);

/* All mnemonics, rows and short forms; for suggestions. */
const char *const *coral_name_list(size_t *count);

/* The syntax of a short form, for a complaint about its operands. */
const char *coral_pseudo_syntax(const struct coral_name *name);

/* ---- coral_directive.c --------------------------------------------------------------------- */

typedef void coral_directive_fn(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                                int argument);

#define DIRECTIVE(name, function, argument) coral_directive_fn coral_do_##function;
#include "platforms/coral/coral_directive.def"

void coral_directive(struct coral_asm *as, struct kc_str name, struct kc_str rest);
void coral_section_enter(struct coral_asm *as, struct kc_str name, struct kc_str flags);

/* ---- coral_vcheck.c ------------------------------------------------------------------------ */

/* Watches every instruction that is emitted; warns of what vtype forbids. */
void coral_vcheck(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all);
void coral_vcheck_label(struct coral_asm *as);

/* ---- coral_absent.c ------------------------------------------------------------------------ */

/* Why a mnemonic of RISC-V does not exist here, or NULL. */
const char *coral_absent(struct kc_str mnemonic);

/* ---- coral_link.c -------------------------------------------------------------------------- */

struct kc_program coral_link(struct coral_asm *as);

#endif

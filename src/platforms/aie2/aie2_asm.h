/* The AIE2 assembler from the inside: what its parts share.
 *
 * Text flows one way: aie2_source.c cuts it into lines (comments, .rept, .macro), aie2_assemble.c
 * turns a line into labels, directives and pieces of a bundle, aie2_token.c cuts a piece into
 * tokens, aie2_match.c finds the instruction form, aie2_encode.c makes the bytes.  aie2_check.c
 * then judges the finished program.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_ASM_H
#define KC_PLATFORMS_AIE2_AIE2_ASM_H

#include "base/diag.h"
#include "isa/program.h"
#include "platforms/aie2/aie2_insn.h"

enum {
    AIE2_TOKENS = 20,
    AIE2_NAME_SLOTS = 1024,    /* hash slots for mnemonics; more than twice their number */
    AIE2_REG_SLOTS = 1024,     /* for registers */
    AIE2_DEPTH = 16,           /* of .rept and macros inside each other */
    AIE2_LINE_LIMIT = 400000,  /* lines read, repeated ones included */
    AIE2_MADE_LIMIT = 1 << 24, /* bytes of text made by macros */
    AIE2_MACRO_LIMIT = 500,
    AIE2_NO_REG = 0xffff
};

/* ---- names -------------------------------------------------------------------------------- */

/* Hash tables over the static names, built per assembly. */
struct aie2_names {
    uint16_t mnemonic[AIE2_NAME_SLOTS];             /* enum aie2_mnemonic + 1 */
    uint16_t reg[AIE2_REG_SLOTS];                   /* enum aie2_reg + 1 */
    int16_t  code[AIE2_CLASS_REGS][AIE2_REG_COUNT]; /* field code, -1: not in the class */
};

void               aie2_names_build(struct aie2_names *names);
enum aie2_mnemonic aie2_names_mnemonic(const struct aie2_names *names, const char *at,
                                       size_t length);

/* The register of that name, AIE2_NO_REG when there is none.  d0 is the group of a .2d form. */
uint16_t aie2_names_reg(const struct aie2_names *names, const char *at, size_t length);

/* The class's view of a register (a .3d group for D3), AIE2_NO_REG when it has none. */
uint16_t aie2_class_reg(const struct aie2_names *names, uint8_t class, uint16_t reg);

/* "r16..r23" or "-1024..992 in steps of 32": what a class accepts, for people. */
void aie2_class_describe(uint8_t class, struct kc_buf *out);

/* The register whose name differs in case only, or NULL. */
const char *aie2_reg_other_case(const char *at, size_t length);

/* ---- symbols ------------------------------------------------------------------------------ */

enum aie2_symbol_kind {
    AIE2_SYMBOL_UNDEFINED,
    AIE2_SYMBOL_LABEL,    /* in program memory */
    AIE2_SYMBOL_CONSTANT, /* of .set */
    AIE2_SYMBOL_PLACED    /* of the tile: its value is known at the end of the text */
};

struct aie2_symbol {
    struct kc_str  name;
    uint32_t       kind;
    int64_t        value;
    uint32_t       line;
    bool           global, in_data; /* in_data: value counts from the section .data */
    struct kc_span span;            /* where it was first mentioned */
};

struct aie2_symbols {
    struct aie2_symbol **slot; /* open hash; count below capacity / 2 */
    size_t               capacity, count;
};

/* The symbol, made undefined when it is new. */
struct aie2_symbol *aie2_symbol_get(struct kc_arena *arena, struct aie2_symbols *symbols,
                                    struct kc_str name);

/* ---- text --------------------------------------------------------------------------------- */

/* A stretch of text.  Text of the source file has spans of its own; text made by a macro is shown
 * as the line that used the macro. */
struct aie2_text {
    const char    *at;
    size_t         length;
    uint32_t       line;   /* of its first character */
    bool           made;   /* by a macro */
    size_t         base;   /* offset in the source, when not made */
    struct kc_span called; /* the use of the macro, when made */
};

struct aie2_macro {
    struct kc_str    name, parameters;
    struct aie2_text body;
};

/* ---- tokens ------------------------------------------------------------------------------- */

enum aie2_token_kind {
    AIE2_TOKEN_COMMA,
    AIE2_TOKEN_OPEN,
    AIE2_TOKEN_CLOSE,
    AIE2_TOKEN_WORD,   /* a register, or any other word */
    AIE2_TOKEN_NUMBER, /* without '#': always wrong */
    AIE2_TOKEN_IMMEDIATE,
    AIE2_TOKEN_BAD
};

struct aie2_token {
    uint8_t             kind;
    uint16_t            reg; /* of a word, or AIE2_NO_REG */
    uint32_t            length;
    const char         *at;
    int64_t             value; /* of an immediate, symbol not added */
    struct aie2_symbol *symbol;
};

struct aie2_fixup {
    struct aie2_insn   *insn;
    uint8_t             operand;
    int64_t             addend;
    struct aie2_symbol *symbol;
    struct kc_span      span;
};

/* ---- the assembler ------------------------------------------------------------------------ */

enum aie2_section { AIE2_SECTION_TEXT, AIE2_SECTION_DATA, AIE2_SECTION_OTHER };

struct aie2_builder; /* aie2_tile_asm.h */

struct aie2_asm {
    struct kc_arena    *arena;
    struct kc_diags    *dg;
    struct aie2_names   names;
    struct aie2_symbols symbols;
    struct aie2_text    text; /* being read */
    size_t              lines_read, made_bytes;
    unsigned            depth;
    bool                stopped; /* a limit was met: nothing more is read */

    struct aie2_macro *macro;
    size_t             macro_count, macro_room;

    struct aie2_bundle *bundle;
    size_t              bundle_count, bundle_room;
    struct aie2_fixup  *fixup;
    size_t              fixup_count, fixup_room;
    uint8_t            *data; /* bytes of data directives, by address */
    size_t              data_room;

    struct aie2_bundle   open; /* the bundle being collected */
    bool                 is_open, continued;
    unsigned             slots; /* used by it */
    uint32_t             address;
    uint8_t              format_of[256]; /* by set of slots, + 1; 0: not looked up yet */
    enum aie2_section    section;
    struct aie2_builder *tile; /* NULL: no directive of the tile so far */

    struct aie2_token token[AIE2_TOKENS];
    size_t            token_count;
};

struct kc_span aie2_span(const struct aie2_asm *as, const char *at, size_t length);

/* Reads a text line by line and hands each to aie2_asm_line. */
void aie2_read_text(struct aie2_asm *as, struct aie2_text text);

/* One line without its comment. */
void aie2_asm_line(struct aie2_asm *as, struct kc_str line, uint32_t number);

/* A directive that does not repeat text: its name with the dot, and the rest of the line. */
void aie2_directive(struct aie2_asm *as, struct kc_str name, struct kc_str rest);

/* Closes the bundle being collected. */
void aie2_asm_close(struct aie2_asm *as);

/* Padding up to a multiple of boundary, and bytes of data. */
void aie2_asm_align(struct aie2_asm *as, uint32_t boundary);
void aie2_asm_data(struct aie2_asm *as, const uint8_t *bytes, size_t count);

/* Cuts the operands of a piece into as->token; false after a report. */
bool aie2_tokens(struct aie2_asm *as, const char *at, size_t length);

/* An expression: integers and at most one symbol, joined by + and -.  Reports and returns false
 * when it is malformed; *at moves behind it. */
bool aie2_expression(struct aie2_asm *as, const char **at, const char *end, int64_t *value,
                     struct aie2_symbol **symbol);

/* The form of a mnemonic that fits the tokens, its operand values in value[] and the token of each
 * operand in from[]; NULL after a report at the piece. */
const struct aie2_form *aie2_match(struct aie2_asm *as, enum aie2_mnemonic mnemonic,
                                   struct kc_str piece, int32_t *value, uint8_t *from);

/* Checks an immediate against its class; reports and returns false. */
bool aie2_immediate_check(struct aie2_asm *as, struct kc_span span, const struct aie2_form *form,
                          uint8_t class, int64_t value);

/* Grows an array in the arena to hold one more; returns the array. */
void *aie2_grow(struct kc_arena *arena, void *array, size_t count, size_t *room, size_t size);

/* ---- machine code ------------------------------------------------------------------------- */

/* The word of an instruction; values must be legal for the form. */
uint64_t aie2_encode_insn(const struct aie2_names *names, const struct aie2_insn *insn);

/* The bytes of a bundle in memory order. */
void aie2_encode_bundle(const struct aie2_names *names, const struct aie2_bundle *bundle,
                        uint8_t *out);

/* The smallest format that holds a set of slots; AIE2_FORMAT_COUNT when there is none. */
size_t aie2_format_for(unsigned slots);

/* How many bytes the bundle that starts with this byte has. */
size_t aie2_bundle_bytes(uint8_t first);

/* The bundle at bytes; false when no format or no instruction fits.  Instructions are made in the
 * arena. */
bool aie2_decode_bundle(struct kc_arena *arena, const struct aie2_names *names,
                        const uint8_t *bytes, size_t size, struct aie2_bundle *bundle);

/* Canonical text of an instruction, and of a bundle with the fillers of its format. */
void aie2_print_insn(const struct aie2_insn *insn, struct kc_buf *out);
void aie2_print_bundle(const struct aie2_bundle *bundle, struct kc_buf *out);

/* A program of bundles that have addresses; code bytes and index are made. */
struct kc_program aie2_finish(struct kc_arena *arena, const struct aie2_names *names,
                              struct aie2_bundle *bundle, size_t count, const uint8_t *data);

/* Adds the tile's description and its initialised data to a finished program. */
void aie2_tile_attach(struct aie2_asm *as, struct kc_program *program);

/* ---- the checker -------------------------------------------------------------------------- */

/* Reports what the schedule gets wrong: errors for what the machine leaves undefined, warnings for
 * what is legal but hardly meant. */
void aie2_check(struct kc_arena *arena, const struct kc_program *program, bool strict,
                struct kc_diags *dg);

/* Assembles dg->source without judging the schedule. */
struct kc_program aie2_assemble_unchecked(struct kc_arena *arena, struct kc_diags *dg);

#endif

/* AIE2: an in-order VLIW core with an exposed pipeline, as tables and as decoded programs.
 *
 * Instruction forms, registers and bundle formats are rows of the .def files that tools/gen-aie2
 * makes from the machine description; this header gives them C types.  An assembled program is a
 * list of bundles; each bundle holds at most one instruction per slot, each instruction its form
 * and one value per operand.
 *
 * Time as everywhere in this platform: an instruction issued in cycle t passes stage E1 in t, Ek in
 * t+k-1.  A read at stage U samples in t+U-1; a write at stage D is seen by samples in cycles
 * >= t+D, or one cycle earlier when reader and writer share a bypass.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_INSN_H
#define KC_PLATFORMS_AIE2_AIE2_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* ---- registers ---------------------------------------------------------------------------- */

/* Physical parts: wl0, amll3, r7, ...; every other register is made of them. */
enum aie2_part {
#define PART(name, ...) AIE2_PART_##name,
#include "platforms/aie2/aie2_registers.def"
    AIE2_PART_COUNT
};

/* Registers as written; the first AIE2_PART_COUNT are the parts.  d0_3d is d0 of a .3d form. */
enum aie2_reg {
#define REGISTER(id, ...) AIE2_REG_##id,
#include "platforms/aie2/aie2_registers.def"
    AIE2_REG_COUNT
};

/* What a register is, for rules that look at it. */
enum aie2_kind {
    AIE2_KIND_ANY,
    AIE2_KIND_R,
    AIE2_KIND_L, /* pair of r */
    AIE2_KIND_P,
    AIE2_KIND_M,
    AIE2_KIND_DN,
    AIE2_KIND_DJ,
    AIE2_KIND_DC,
    AIE2_KIND_D,  /* m, dn, dj, dc of one number */
    AIE2_KIND_D3, /* two such groups, K and K+4 */
    AIE2_KIND_S,
    AIE2_KIND_WL,
    AIE2_KIND_WH,
    AIE2_KIND_X,
    AIE2_KIND_Y,
    AIE2_KIND_AM,
    AIE2_KIND_BM,
    AIE2_KIND_CM,
    AIE2_KIND_QL,
    AIE2_KIND_QH,
    AIE2_KIND_Q,
    AIE2_KIND_QWL,
    AIE2_KIND_QWH,
    AIE2_KIND_QX,
    AIE2_KIND_SP,
    AIE2_KIND_LR,
    AIE2_KIND_LS,
    AIE2_KIND_LE,
    AIE2_KIND_LC,
    AIE2_KIND_DP,
    AIE2_KIND_CORE_ID,
    AIE2_KIND_TILE_CNTR,
    AIE2_KIND_CR,
    AIE2_KIND_SR,
    AIE2_KIND_COUNT
};

extern const char *const aie2_kind_names[AIE2_KIND_COUNT];

enum { AIE2_REG_PARTS = 8 };

/* A part inside a register: which one, and at which byte of the register's value. */
struct aie2_part_at {
    uint8_t part, offset;
};

struct aie2_register {
    const char         *name;
    uint8_t             kind;  /* enum aie2_kind */
    uint8_t             bytes; /* of the whole value */
    uint8_t             part_count;
    struct aie2_part_at part[AIE2_REG_PARTS]; /* low part first */
};

struct aie2_part_info {
    const char *name;
    uint16_t    bits;   /* that hold something: 20 for p0 */
    uint16_t    offset; /* in a register file of AIE2_FILE_BYTES bytes; the parts of a w, x, y,
                           am, bm, cm or r pair follow each other */
    uint8_t bytes;
};

extern const struct aie2_register  aie2_registers[AIE2_REG_COUNT];
extern const struct aie2_part_info aie2_parts[AIE2_PART_COUNT];

enum {
    AIE2_FILE_BYTES = 0
#define PART(name, bits, bytes) +bytes
#include "platforms/aie2/aie2_registers.def"
};

/* ---- instruction forms -------------------------------------------------------------------- */

enum aie2_slot {
    AIE2_SLOT_LDA,
    AIE2_SLOT_LDB,
    AIE2_SLOT_ST,
    AIE2_SLOT_ALU,
    AIE2_SLOT_MV,
    AIE2_SLOT_VEC,
    AIE2_SLOT_LNG, /* takes the place of alu and mv */
    AIE2_SLOT_NOP, /* the two-byte nop */
    AIE2_SLOT_COUNT
};

enum aie2_mnemonic {
#define MNEMONIC(id, ...) AIE2_MN_##id,
#include "platforms/aie2/aie2_mnemonics.def"
    AIE2_MN_COUNT
};

enum aie2_form_id {
#define FORM(id, ...) AIE2_##id,
#include "platforms/aie2/aie2.def"
    AIE2_FORM_COUNT
};

/* Operand classes: registers first, immediates after AIE2_CLASS_REGS. */
enum aie2_class {
#define CLASS(name, ...) AIE2_CLASS_##name,
#include "platforms/aie2/aie2_classes.def"
    AIE2_CLASS_REGS,
    AIE2_CLASS_BEFORE_IMMEDIATES = AIE2_CLASS_REGS - 1,
#define IMMEDIATE(name, ...) AIE2_CLASS_##name,
#include "platforms/aie2/aie2_immediates.def"
    AIE2_CLASS_COUNT
};

struct aie2_member {
    uint16_t reg, code;
};

struct aie2_reg_class {
    const char               *name;
    uint16_t                  count;
    const struct aie2_member *member;
};

struct aie2_immediate {
    const char *name;
    int32_t     min, max, step;
};

extern const struct aie2_reg_class aie2_reg_classes[AIE2_CLASS_REGS];

/* Indexed by class - AIE2_CLASS_REGS. */
extern const struct aie2_immediate aie2_immediates[AIE2_CLASS_COUNT - AIE2_CLASS_REGS];

enum aie2_unit {
    AIE2_UNIT_Rwx,
    AIE2_UNIT_Rwa,
    AIE2_UNIT_RSwm,
    AIE2_UNIT_Pwm,
    AIE2_UNIT_Mwm,
    AIE2_UNIT_DNwm,
    AIE2_UNIT_DJwm,
    AIE2_UNIT_DCwm,
    AIE2_UNIT_Rrv,
    AIE2_UNIT_PDrm,
    AIE2_UNIT_Wwa,
    AIE2_UNIT_Wwm,
    AIE2_UNIT_Wrs,
    AIE2_UNIT_Crm,
    AIE2_UNIT_Cwa,
    AIE2_UNIT_Cwm,
    AIE2_UNIT_LUA,
    AIE2_UNIT_STU,
    AIE2_UNIT_SRSU,
    AIE2_UNIT_UPSU,
    AIE2_UNIT_PWS,
    AIE2_UNIT_SEM,
    AIE2_UNIT_BUS,
    AIE2_UNIT_DONEU,
    AIE2_UNIT_COUNT
};

extern const char *const aie2_slot_names[AIE2_SLOT_COUNT];
extern const char *const aie2_unit_names[AIE2_UNIT_COUNT];

/* One bit each, so that several fit into a set. */
enum aie2_bypass { AIE2_BYPASS_NO, AIE2_BYPASS_MOVE = 1, AIE2_BYPASS_ACC = 2 };

enum {
    AIE2_OPERANDS = 6,
    AIE2_ACCESSES = 12,
    AIE2_FIELDS = 8,
    AIE2_BYPASSES = 3,
    AIE2_FIXED = 0xff,    /* access to a register that the text does not choose */
    AIE2_UNTIED = 0xff,   /* no output without a field */
    AIE2_STAGES = 16,     /* above every stage of the tables */
    AIE2_DELAY_SLOTS = 5, /* of every jump */
    AIE2_PROGRAM_BYTES = 16384
};

struct aie2_operand {
    const char *name;
    uint8_t class; /* enum aie2_class; an immediate from AIE2_CLASS_REGS on */
};

/* Which parts of an operand's register an access means. */
enum aie2_which { AIE2_WHICH_ALL, AIE2_WHICH_DC_LOW, AIE2_WHICH_DC_HIGH };

/* One read or write of registers. */
struct aie2_access {
    uint8_t operand; /* index, or AIE2_FIXED */
    uint8_t which;   /* enum aie2_which: dcK or dc(K+4) of a d operand */
    uint8_t stage;
    uint8_t bypass; /* enum aie2_bypass, unless the variant has its own */
    bool    write;
    uint8_t reg; /* of a fixed access: below AIE2_PART_COUNT, so a byte is enough */
};

struct aie2_use {
    uint8_t unit, stage, cycles;
    bool    shared; /* collides with owners only */
};

/* Resources and bypasses of a form, by the kinds of its registers. */
struct aie2_timing {
    uint8_t                first_write, first_read; /* enum aie2_kind that selects it */
    bool                   own_bypass;
    uint8_t                bypass[AIE2_BYPASSES]; /* of the first accesses, in order */
    uint8_t                use_count;
    const struct aie2_use *use;
};

struct aie2_field {
    uint8_t operand, value_bit, word_bit, bits;
};

struct aie2_form {
    const char               *id; /* "A006", as in the tables */
    uint8_t                   slot;
    uint16_t                  mnemonic_id; /* enum aie2_mnemonic */
    const char               *mnemonic;
    const char               *shape;  /* "%0, [%1, %2]": operand text */
    const char               *syntax; /* as in the tables, with classes */
    uint8_t                   operand_count, access_count, field_count, variant_count;
    uint8_t                   tied_output, tied_input; /* operands that must be equal */
    struct aie2_operand       operand[AIE2_OPERANDS];
    struct aie2_access        access[AIE2_ACCESSES]; /* writes, then reads */
    uint8_t                   memory_stage[2];       /* 0: none; part-word stores: read, write */
    struct aie2_timing        timing;                /* when no variant fits */
    const struct aie2_timing *variant;
    uint8_t                   delay_slots;
    const char               *picture; /* slot word msb first */
    uint64_t                  match, mask;
    struct aie2_field         field[AIE2_FIELDS];
};

extern const struct aie2_form aie2_forms[AIE2_FORM_COUNT];

struct aie2_mnemonic_info {
    const char     *name;
    uint8_t         form_count;
    const uint16_t *form; /* ids, in table order */
};

extern const struct aie2_mnemonic_info aie2_mnemonics[AIE2_MN_COUNT];

/* A mnemonic by its name, in lower case; AIE2_MN_COUNT when there is none. */
enum aie2_mnemonic aie2_mnemonic_find(struct kc_str name);

/* ---- bundle formats ----------------------------------------------------------------------- */

struct aie2_bits128 {
    uint64_t high, low;
};

struct aie2_slot_at {
    uint8_t slot, bit;
};

struct aie2_format {
    uint8_t             bytes, slot_count, slots; /* slots: one bit per slot */
    const char         *picture;
    struct aie2_bits128 fixed, mask;
    struct aie2_slot_at slot[6]; /* in the order of printing */
};

enum {
    AIE2_FORMAT_COUNT = 0
#define FORMAT(...) +1
#include "platforms/aie2/aie2_formats.def"
};

extern const struct aie2_format aie2_formats[AIE2_FORMAT_COUNT];
extern const uint8_t            aie2_slot_bits[AIE2_SLOT_COUNT];

/* The form that does nothing in a slot: nopa, nopb, ... */
extern const uint16_t aie2_nops[AIE2_SLOT_COUNT];

/* ---- shuffle modes ------------------------------------------------------------------------ */

enum { AIE2_SHUFFLE_MODES = 48 };

extern const char *const aie2_shuffle_names[AIE2_SHUFFLE_MODES];
extern const uint8_t     aie2_shuffle_route[AIE2_SHUFFLE_MODES][64];

/* ---- decoded programs --------------------------------------------------------------------- */

/* An instruction: the value of an operand is a register (enum aie2_reg), or the immediate itself
 * (bytes where the text has bytes, not divided by its step; addresses resolved). */
struct aie2_insn {
    const struct aie2_form   *form;
    const struct aie2_timing *timing; /* the variant that fits the registers */
    uint32_t                  line;   /* of the source, from 1 */
    uint32_t                  begin, end;
    int32_t                   value[AIE2_OPERANDS];
};

/* A bundle.  Slots without an instruction hold NULL; fillers that the format needs are not
 * listed. */
struct aie2_bundle {
    const struct aie2_insn *slot[AIE2_SLOT_COUNT];
    uint32_t                address, line;
    uint8_t                 size; /* bytes */
    uint8_t                 format;
    bool                    padding; /* made by an alignment directive */
    bool                    data;    /* bytes of a data directive, no instruction */
};

struct aie2_program {
    const struct aie2_bundle *bundle;
    size_t                    count;
    uint32_t                  bytes; /* of program memory, from address 0 */
    const uint8_t            *code;  /* those bytes */
    const uint32_t           *at;    /* address / 2 -> bundle + 1; 0: none begins there */
    const struct aie2_tile   *tile;  /* what surrounds the core, or NULL: aie2_tile.h */
};

/* The bundle that begins at an address; program->count when there is none. */
size_t aie2_bundle_at(const struct aie2_program *program, uint32_t address);

/* The timing that fits the operand values. */
const struct aie2_timing *aie2_timing_of(const struct aie2_form *form, const int32_t *value);

/* The register that access number i of an instruction means; a d operand's counters are given by
 * aie2_access_parts only. */
enum aie2_reg aie2_access_reg(const struct aie2_insn *insn, size_t i);

/* The parts of access number i, in part[] (at least AIE2_REG_PARTS); returns how many. */
size_t aie2_access_parts(const struct aie2_insn *insn, size_t i, struct aie2_part_at *part);

/* The bypass of access number i with the instruction's registers. */
enum aie2_bypass aie2_access_bypass(const struct aie2_insn *insn, size_t i);

#endif

/* platforms/aie2/aie2_machine.h: the simulated core, from the inside.
 *
 * One fact outweighs the rest: a bundle never waits for a register.  Issue a consumer one cycle
 * early and it reads the old value, and that is correct behaviour.  Results are therefore put into
 * a calendar under the tick in which they become visible and copied to the register file when that
 * tick begins; nothing writes the file directly.  Timing errors here are wrong answers, not slow
 * ones.
 *
 * A tick is a cycle in which a bundle issues.  Stalls freeze the whole pipeline, so they count as
 * cycles and not as ticks.
 *
 * Memory is accessed at stage E5 by loads and plain stores, at E7 by converting stores, at E11 by
 * part-word stores.  Seen from four cycles later that is at issue, two ticks after and six ticks
 * after issue, and the request stages of bank conflicts (E2, E4, E8) have the same distances.
 * Memory therefore lives in that shifted time: loads read when they issue, and a converting store
 * writes two ticks later.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_MACHINE_H
#define KC_PLATFORMS_AIE2_AIE2_MACHINE_H

#include <setjmp.h>
#include <string.h>

#include "kernelcraft/platform.h"
#include "platforms/aie2/aie2_arith.h"
#include "platforms/aie2/aie2_insn.h"

enum {
    AIE2_DM_BASE = 0x70000, /* where the core sees its own data memory */
    AIE2_DM_BYTES = 0x10000,
    AIE2_EXIT = 0xffff0, /* what lr holds at reset: a return to it ends the run */
    AIE2_STACK = AIE2_DM_BASE + 0xc000,
    AIE2_BANKS = 8,
    AIE2_PAGE = AIE2_DM_BYTES / 64, /* of aie2_machine.busy */
    AIE2_LOCKS = 64,
};

enum aie2_region { AIE2_DM, AIE2_HOST, AIE2_REGIONS };

struct aie2_machine;
struct aie2_op;
struct aie2_flight;

enum aie2_trap {
#define TRAP(id, ...) AIE2_TRAP_##id,
#include "platforms/aie2/aie2_traps.def"
    AIE2_TRAP_COUNT
};

/* A set of register parts. */
enum { AIE2_SET_WORDS = (AIE2_PART_COUNT + 63) / 64 };
struct aie2_set {
    uint64_t word[AIE2_SET_WORDS];
};

KC_INLINE bool aie2_set_meets(const struct aie2_set *a, const struct aie2_set *b)
{
    uint64_t both = 0;

    for (int i = 0; i < AIE2_SET_WORDS; i++)
        both |= a->word[i] & b->word[i];
    return both != 0;
}

/* ---- decoded instructions ------------------------------------------------------------------- */

/* Bytes of the register file, and the bypass through which they travel. */
struct aie2_span {
    uint16_t offset;
    uint8_t  bytes, bypass; /* enum aie2_bypass */
};

/* A register that an instruction reads or writes.  Its parts lie in one word of a set. */
struct aie2_place {
    union {
        struct aie2_span span;
        struct {
            uint16_t offset; /* in the register file */
            uint8_t  bytes, bypass;
        };
    };
    uint8_t  stage; /* D of a write, U of a read */
    uint8_t  word;  /* of a set of parts */
    uint32_t mask;  /* of a scalar: the bits it has */
    uint64_t parts; /* in that word */
};

typedef void aie2_issue_fn(struct aie2_machine *m, const struct aie2_op *op);
typedef void aie2_late_fn(struct aie2_machine *m, struct aie2_flight *f);

/* How an instruction finds its address. */
enum aie2_address {
    AIE2_ADDRESS_OFFSET,    /* [p, #i] */
    AIE2_ADDRESS_INDEX,     /* [p, dj] */
    AIE2_ADDRESS_POST,      /* [p], #i */
    AIE2_ADDRESS_POST_M,    /* [p], m */
    AIE2_ADDRESS_2D,        /* [p], dK */
    AIE2_ADDRESS_3D,        /* [p], dK and dK+4 */
    AIE2_ADDRESS_SP,        /* [sp, #i] */
    AIE2_ADDRESS_SP_CHANGE, /* [sp], #i: pointer arithmetic only */
};

enum aie2_sign { AIE2_UNSIGNED, AIE2_SIGNED, AIE2_DYNAMIC };

/* One instruction, ready to run.  Which fields mean something depends on issue. */
struct aie2_op {
    aie2_issue_fn          *issue;
    int32_t                 imm;
    uint8_t                 address;         /* enum aie2_address */
    uint8_t                 what;            /* variant of the rule */
    uint8_t                 bits, from;      /* lane widths: result, source */
    uint8_t                 sign;            /* enum aie2_sign */
    bool                    is_float, is_hi; /* .f; .hi */
    struct aie2_place       d, ptr, mod;     /* first result; address registers, also an index */
    struct aie2_place       a, x, y, c, b;   /* sources; x, y: factors */
    struct aie2_place       e, hi;           /* second result: a mask, carry, r31, dcK; dc(K+4) */
    struct aie2_set         late;            /* parts read after E1 */
    const struct aie2_insn *insn;
};

struct aie2_code {
    const struct aie2_op *op;
    uint32_t              op_count, address;
    struct aie2_set       reads; /* at E1 */
};

/* ---- in flight ------------------------------------------------------------------------------ */

enum {
    AIE2_RING = 16, /* ticks the calendar reaches; above every stage of the tables */

    /* More than six slots can bring to one tick, whatever they hold. */
    AIE2_SCALARS_LANDING = 32,
    AIE2_VECTORS_LANDING = 16,
    AIE2_LATE = 8,
    AIE2_FLIGHTS = 32
};

struct aie2_scalar_write {
    uint32_t offset, value;
};

/* An instruction that reads registers or writes memory some ticks after it issued. */
struct aie2_flight {
    const struct aie2_op *op;
    uint32_t              address, config;
    uint32_t              shift, sign; /* sampled on the way */
    uint8_t               x[AIE2_X], y[AIE2_X];
};

struct aie2_late {
    aie2_late_fn       *run;
    struct aie2_flight *flight;
};

/* What happens in one tick: results that become visible, and late stages. */
struct aie2_slot_of_time {
    uint8_t                  scalars, vectors, late;
    uint8_t                  bypasses; /* of the vectors */
    struct aie2_set          written, twice;
    struct aie2_scalar_write scalar[AIE2_SCALARS_LANDING];
    struct aie2_late         later[AIE2_LATE];
    struct aie2_span         vector[AIE2_VECTORS_LANDING];
    uint8_t                  value[AIE2_VECTORS_LANDING][AIE2_CM];
};

/* ---- the machine ---------------------------------------------------------------------------- */

/* A mistake that a reviewed run undoes (aie2_mend.c). */
enum aie2_mending {
    AIE2_MEND_NOTHING,
    AIE2_MEND_EARLY,    /* line reads what other has not delivered yet; 0: any line */
    AIE2_MEND_SLOTS,    /* the last value of the delay slots of line do not run */
    AIE2_MEND_TURN,     /* the register that jnz in line tests is so much larger */
    AIE2_MEND_WORD,     /* configuration word other becomes value, in line or, 0, everywhere */
    AIE2_MEND_WORDS,    /* the same, and value becomes other */
    AIE2_MEND_MODE,     /* shuffle mode other becomes value, in line or, 0, everywhere */
    AIE2_MEND_OPERANDS, /* vshuffle in line or, 0, all of mode other exchange their operands */
    AIE2_MEND_ROUNDING, /* crRnd is value */
    AIE2_MEND_TRIPS,    /* the loop that begins in line makes so many more trips */
    AIE2_MEND_LAST,     /* ... ends so many bundles later */
    AIE2_MEND_FIRST,    /* ... goes back to so many bundles later */
    AIE2_MEND_LAYOUT,   /* walk line has blocks of value rows, other columns */
};

struct aie2_mend {
    uint8_t  kind; /* enum aie2_mending */
    uint32_t line, other;
    int32_t  value;
};

enum aie2_stall {
    AIE2_STALL_BANK,
    AIE2_STALL_LOCK,  /* the cycle that every lock request costs */
    AIE2_STALL_INPUT, /* waiting for a transfer into data memory */
    AIE2_STALL_SPACE, /* waiting until a transfer out of it has made room */
    AIE2_STALL_DRAIN, /* after the end, until the output has left */
    AIE2_STALL_COUNT
};

struct aie2_watch; /* premature reads: aie2_watch.c */

/* A tensor of the case, as transfers see it: bf16, row-major. */
struct aie2_tensor {
    const char *name;
    uint32_t    rows, cols;
    uint64_t    address; /* in host memory, or in data memory when resident */
    bool        resident, out;
};

/* The tensors of the case that the machine runs. */
struct aie2_case {
    struct aie2_tensor tensor[KC_PLACED_TENSORS + 1]; /* the output is the last one */
    size_t             count;                         /* 0: no case */
};

struct aie2_machine {
    struct kc_machine          base;
    const struct aie2_config  *config;
    struct kc_region           region[AIE2_REGIONS];
    const struct kc_program   *program;
    const struct aie2_program *own;
    struct aie2_code          *code;
    struct aie2_op            *ops;

    uint8_t *file; /* registers, AIE2_FILE_BYTES */
    uint8_t *dm;   /* data memory, AIE2_DM_BYTES, while running */

    aie2_mac_plain_fn *mac_plain; /* what suits this host */

    struct aie2_watch *watch; /* NULL: not watching */
    struct aie2_dma   *dma;   /* NULL: the program has no transfers */

    /* from here on zero after reset */
    struct kc_review *review; /* NULL: nobody looks */
    struct aie2_mend  mend;
    uint32_t          previous, jump_line; /* observed: bundle before this one; last jump taken */
    uint32_t          kept_at, kept_value; /* a register that a mend has changed for a tick */
    bool              kept;
    const struct aie2_op *exchanged; /* whose operands a mend has exchanged for a tick */

    uint64_t tick, drained; /* drained: ticks in which nothing issued, after the end */
    uint32_t index;         /* bundle that issues next */
    uint32_t target, delay; /* pending jump; delay counts bundles, 0: none */
    bool     halted;
    uint64_t stall[AIE2_STALL_COUNT];
    uint64_t until; /* tick at which the fuel is spent */

    uint64_t asked; /* requests of this tick, one byte per bank */
    uint32_t flights;

    struct aie2_set unwritten, undefined, doubt; /* doubt: either */

    struct aie2_case task;

    uint8_t               lock[AIE2_LOCKS];
    enum kc_pace          pace;       /* of transfers */
    uint64_t              busy;       /* pages of data memory that transfers may use: aie2_dma.h */
    uint64_t              last_cycle; /* waiting beyond it counts as spent fuel */
    struct kc_tracking   *tracking;
    bool                  observed; /* some sink wants to know more than the result */
    uint32_t              stored_at, stored_bytes; /* last store of the tick, when observed */
    struct kc_outcome     outcome;
    jmp_buf               trap_exit;
    const struct aie2_op *current; /* what a trap blames; NULL: the bundle */

    struct aie2_flight       flight[AIE2_FLIGHTS];
    struct aie2_slot_of_time ring[AIE2_RING];
    uint8_t                  file_room[AIE2_FILE_BYTES + 64];
    uint8_t                  after_reset;
};

#define AIE2_AT(part) (aie2_parts[AIE2_PART_##part].offset)

/* Bundles issued so far. */
KC_INLINE uint64_t aie2_issued(const struct aie2_machine *m)
{
    return m->tick - m->drained;
}

/* The physical bank of an offset in data memory: pairs of banks interleave at 16 bytes. */
KC_INLINE uint32_t aie2_bank_of(uint32_t offset)
{
    return 2 * (offset >> 14 & 3) + (offset >> 4 & 1);
}

/* Cycles that have passed. */
KC_INLINE uint64_t aie2_cycle(const struct aie2_machine *m)
{
    uint64_t cycles = aie2_issued(m);

    for (int i = 0; i < AIE2_STALL_COUNT; i++)
        cycles += m->stall[i];
    return cycles;
}

KC_INLINE struct aie2_slot_of_time *aie2_in(struct aie2_machine *m, uint32_t ticks)
{
    return &m->ring[(m->tick + ticks) % AIE2_RING];
}

/* ---- reading -------------------------------------------------------------------------------- */

KC_INLINE uint32_t aie2_get(const struct aie2_machine *m, uint32_t offset)
{
    uint32_t v;

    memcpy(&v, m->file + offset, sizeof v);
    return v;
}

KC_INLINE void aie2_set_now(struct aie2_machine *m, uint32_t offset, uint32_t v)
{
    memcpy(m->file + offset, &v, sizeof v);
}

KC_INLINE uint64_t aie2_get_pair(const struct aie2_machine *m, uint32_t offset)
{
    return aie2_get(m, offset) | (uint64_t)aie2_get(m, offset + 4) << 32;
}

/* A scalar or pair by its place. */
KC_INLINE uint64_t aie2_scalar(const struct aie2_machine *m, const struct aie2_place *p)
{
    return p->bytes == 8 ? aie2_get_pair(m, p->offset) : aie2_get(m, p->offset);
}

const uint8_t *aie2_bypassed(struct aie2_machine *m, const struct aie2_place *p, uint8_t *room);

/* A vector as this tick sees it: the register file, or room when a bypass supplies newer bytes. */
KC_INLINE const uint8_t *aie2_vector(struct aie2_machine *m, const struct aie2_place *p,
                                     uint8_t *room)
{
    if (p->bypass && (aie2_in(m, 1)->bypasses & p->bypass))
        return aie2_bypassed(m, p, room);
    return m->file + p->offset;
}

/* ---- writing -------------------------------------------------------------------------------- */

KC_INLINE void aie2_land(struct aie2_slot_of_time *s, const struct aie2_place *p)
{
    s->twice.word[p->word] |= s->written.word[p->word] & p->parts;
    s->written.word[p->word] |= p->parts;
}

/* The scalar becomes visible `ticks` from now. */
KC_INLINE void aie2_put_in(struct aie2_machine *m, const struct aie2_place *p, uint32_t ticks,
                           uint32_t value)
{
    struct aie2_slot_of_time *s = aie2_in(m, ticks);

    aie2_land(s, p);
    s->scalar[s->scalars++ % AIE2_SCALARS_LANDING] =
        (struct aie2_scalar_write){ p->offset, value & p->mask };
}

KC_INLINE void aie2_put(struct aie2_machine *m, const struct aie2_place *p, uint32_t value)
{
    aie2_put_in(m, p, p->stage, value);
}

/* A scalar or pair. */
KC_INLINE void aie2_put_wide(struct aie2_machine *m, const struct aie2_place *p, uint64_t value)
{
    struct aie2_slot_of_time *s = aie2_in(m, p->stage);

    aie2_put(m, p, (uint32_t)value);
    if (p->bytes == 8)
        s->scalar[s->scalars++ % AIE2_SCALARS_LANDING] =
            (struct aie2_scalar_write){ p->offset + 4u, (uint32_t)(value >> 32) };
}

/* Room for a vector that becomes visible D - passed ticks from now. */
KC_INLINE uint8_t *aie2_result(struct aie2_machine *m, const struct aie2_place *p, uint32_t passed)
{
    struct aie2_slot_of_time *s = aie2_in(m, p->stage - passed);
    const uint32_t            i = s->vectors++ % AIE2_VECTORS_LANDING;

    aie2_land(s, p);
    s->bypasses |= p->bypass;
    s->vector[i] = p->span;
    return s->value[i];
}

/* A record for an instruction that goes on in `ticks` ticks. */
KC_INLINE struct aie2_flight *aie2_fly(struct aie2_machine *m, const struct aie2_op *op)
{
    struct aie2_flight *f = &m->flight[m->flights++ % AIE2_FLIGHTS];

    f->op = op;
    return f;
}

KC_INLINE void aie2_later(struct aie2_machine *m, uint32_t ticks, aie2_late_fn *run,
                          struct aie2_flight *f)
{
    struct aie2_slot_of_time *s = aie2_in(m, ticks);

    s->later[s->late++ % AIE2_LATE] = (struct aie2_late){ run, f };
}

/* ---- reports (aie2_report.c) ---------------------------------------------------------------- */

KC_NORETURN void aie2_trap(struct aie2_machine *m, enum aie2_trap trap,
                           const struct aie2_place *const *places, size_t count, const char *format,
                           ...) KC_PRINTF(5, 6);

/* Counts a note under its line and text. */
void aie2_note(struct aie2_machine *m, const char *id, uint32_t line, const char *format, ...)
    KC_PRINTF(4, 5);

/* An instruction reads a part in doubt: never written, or written twice in one tick. */
void aie2_doubtful(struct aie2_machine *m, const struct aie2_op *op, bool late);

/* The register of that many bytes at an offset of the file. */
const char *aie2_register_at(uint32_t offset, uint32_t bytes);

/* ---- decoding (aie2_decode.c) --------------------------------------------------------------- */

/* Whether the simulator executes a form, for manuals and tests. */
bool aie2_form_runs(const struct aie2_form *form);
bool aie2_form_is_nop(const struct aie2_form *form);

/* Fills *op for an instruction and adds what it reads at E1 to *reads; forms that do not run get an
 * op that traps. */
void aie2_decode(const struct aie2_insn *insn, struct aie2_op *op, struct aie2_set *reads);

/* ---- the outside view (aie2_outside.c) ------------------------------------------------------ */

extern const struct kc_elem_type aie2_byte_type;
extern const struct kc_platform  kc_platform_aie2;

/* A byte of memory nobody wrote: bf16 and fp32 made of such bytes are finite. */
uint8_t aie2_random_byte(uint64_t random);

/* The bundle at which the loaded program begins. */
uint32_t aie2_entry(const struct aie2_machine *m);

void aie2_load_segment(struct aie2_machine *m, const struct kc_segment *segment);

/* ---- the functions a platform needs (aie2_machine.c) ---------------------------------------- */

struct kc_machine *aie2_machine_new(const void *config, const struct kc_isa *isa);
void               aie2_machine_free(struct kc_machine *machine);
void               aie2_machine_reset(struct kc_machine *machine);
void               aie2_load(struct kc_machine *machine, const struct kc_program *program);
struct kc_outcome  aie2_run(struct kc_machine *machine, const struct kc_run *run);
const char        *aie2_call(struct kc_machine *machine, uint64_t address);
size_t aie2_registers_show(const struct kc_machine *machine, struct kc_register *out, size_t most);
const char *aie2_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value);

#endif

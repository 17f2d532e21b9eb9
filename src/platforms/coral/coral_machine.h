/* coral_machine.h: the Coral NPU's architectural state, and how its parts reach it.
 *
 * From the simulator's point of view two facts outweigh the rest.  Code cannot change while it
 * runs, because a store into ITCM traps: everything about an instruction is known when the program
 * is loaded.  And time does not feed back into results (but for csrr mcycle): the functional core
 * runs ahead and the cycle model of coral_cycles.h follows it.
 */
#ifndef KC_PLATFORMS_CORAL_CORAL_MACHINE_H
#define KC_PLATFORMS_CORAL_CORAL_MACHINE_H

#include <setjmp.h>

#include "kernelcraft/platform.h"
#include "platforms/coral/coral_config.h"
#include "platforms/coral/coral_cycles.h"
#include "platforms/coral/coral_insn.h"
#include "platforms/coral/coral_startup.h"

enum {
    CORAL_VLENB = 16,
    CORAL_EXT_ROW = 16384, /* bytes; external memory comes in whole rows */
    CORAL_VREGS = 32,
    CORAL_X_SINK = 32, /* where results for x0 go */
};

struct coral_machine;
struct coral_code;
typedef void coral_exec_fn(struct coral_machine *m, const struct coral_code *o);

/* The function behind a vector row. */
#define EXEC(id) void coral_exec_##id(struct coral_machine *m, const struct coral_code *o)

/* An instruction, decoded.  rd of scalar results is CORAL_X_SINK for x0; vector registers, vm and
 * the like stand in the fields where the encoding has them. */
struct coral_code {
    uint16_t            op; /* enum coral_op, or one of the two below */
    uint8_t             rd, rs1, rs2, rs3, rm, nf, eew;
    uint8_t             shape, unit;
    bool                vm;                                        /* true: not masked */
    bool                names_vs1, names_vs2, names_rs2, reads_vd; /* vector rows */
    int32_t             imm;
    uint32_t            word;
    coral_exec_fn      *exec; /* vector rows */
    struct coral_timing timing;
};

enum { CORAL_OP_ILLEGAL = CORAL_OP_COUNT, CORAL_OP_UNSEEN };

enum coral_trap {
#define TRAP(id, ...) CORAL_TRAP_##id,
#include "platforms/coral/coral_traps.def"
    CORAL_TRAP_COUNT
};

/* What the last instruction wrote to memory, for traces. */
struct coral_write {
    uint32_t address, size;
};

struct coral_machine {
    struct kc_machine          base;
    const struct coral_config *config;
    struct kc_region           region[CORAL_RANGES];
    uint32_t                   first[CORAL_RANGES]; /* address of each region */

    uint32_t x[33]; /* [CORAL_X_SINK]: written, never read */
    uint32_t f[32];
    _Alignas(32) uint8_t v[CORAL_VREGS * CORAL_VLENB];

    uint32_t vl, vtype, vstart, vxrm, vxsat;
    uint32_t vtype_key; /* 1 and up: SEW and LMUL; CORAL_NO_TYPE: vill */
    uint32_t sew;       /* bytes: 1, 2, 4 */
    int32_t  lmul8;     /* LMUL * 8: 2, 4, 8, 16, 32, 64 */
    uint32_t vlmax;
    uint32_t fflags, frm;
    uint32_t mpp, mtvec, mscratch, mepc, mcause, mtval, mie;
    uint32_t mcontext[8], mpc, msp;
    bool     user_mode;
    uint32_t argument[CORAL_ARGUMENTS]; /* of a kernel, for the start-up */
    uint32_t argument_count;
    uint64_t mcycle_offset, minstret_offset;

    uint32_t                 pc;
    uint64_t                 executed, stop_at;
    const struct kc_program *program;
    uint32_t                *index_of; /* of each ITCM word: instruction of the program + 1, or 0 */
    struct coral_code       *code;     /* of each ITCM word */
    struct coral_fetch      *fetch;
    uint32_t                *legal; /* of each ITCM word: vtype_key under which it was legal */
    uint32_t                 words;

    uint8_t *dtcm;      /* its bytes, while running */
    uint32_t dtcm_fast; /* offsets below may be accessed directly */

    bool                timed;
    struct coral_event  event;
    struct coral_vop    vop;
    uint8_t             vplace; /* of a vector access: where its base address lies */
    struct coral_cycles cycles;
    uint8_t             divided[2][CORAL_VLENB]; /* operands of the last vector division */

    bool                fresh;  /* nothing has run since load */
    bool                halted; /* by mpause, in this run */
    struct kc_tracking *tracking;
    struct coral_write  last_write;
    jmp_buf             trap_exit;
    struct kc_outcome   outcome;
};

extern const struct kc_platform kc_platform_coral;

/* ---- life (coral_machine.c) ---- */

struct kc_machine *coral_machine_new(const void *config, const struct kc_isa *isa);
void               coral_machine_free(struct kc_machine *machine);
void               coral_machine_reset(struct kc_machine *machine);
void               coral_load(struct kc_machine *machine, const struct kc_program *program);
void               coral_decode_at(struct coral_machine *m, uint32_t word);

/* Before a run; direct: DTCM may be accessed without being observed; untimed: without cycles. */
void coral_begin(struct coral_machine *m, bool direct, bool untimed);

/* ---- running (coral_run.c, coral_scalar.c) ---- */

struct kc_outcome coral_run(struct kc_machine *machine, const struct kc_run *run);

/* From pc until the fuel is spent or the program halts; traps leave through trap_exit. */
void coral_run_timed(struct coral_machine *m);
void coral_run_untimed(struct coral_machine *m);

/* One instruction; returns it. */
const struct coral_code *coral_step(struct coral_machine *m);

/* Tells the cycle model of an executed instruction; returns its cycle. */
uint64_t coral_step_cycles(struct coral_machine *m, const struct coral_code *o, uint32_t pc,
                           uint32_t next);

/* ---- looking (coral_inspect.c) ---- */

size_t      coral_registers(const struct kc_machine *machine, struct kc_register *out, size_t most);
const char *coral_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value);

/* Register contents before a step, to say afterwards what it changed. */
struct coral_snapshot {
    uint32_t x[32], f[32];
    uint8_t  v[CORAL_VREGS * CORAL_VLENB];
    uint32_t vl, vtype, fflags;
};

void coral_snapshot_take(const struct coral_machine *m, struct coral_snapshot *s);
void coral_describe(struct coral_machine *m, const struct coral_snapshot *old, char *text,
                    size_t size);

/* ---- traps (coral_trap.c) ---- */

/* Takes the trap: to the handler, or out of the run when there is none. */
KC_COLD KC_NORETURN void coral_trap(struct coral_machine *m, enum coral_trap trap, uint32_t tval,
                                    const char *format, ...) KC_PRINTF(4, 5);

/* The trap of a word that is no instruction, with the likeliest reason. */
KC_COLD KC_NORETURN void coral_trap_illegal(struct coral_machine *m, const struct coral_code *o);

/* A warning about what the silicon would do; counted by id and line. */
KC_COLD void coral_note(struct coral_machine *m, const char *id, const char *format, ...)
    KC_PRINTF(3, 4);

/* ---- memory (coral_memory.c) ---- */

extern const struct kc_elem_type coral_byte_type;

/* size bytes; traps when any of them cannot be accessed.  Sets event.place. */
void coral_read_slow(struct coral_machine *m, uint32_t address, void *out, uint32_t size);
void coral_write_slow(struct coral_machine *m, uint32_t address, const void *in, uint32_t size);

/* size is a constant of at most 16. */
KC_INLINE void coral_read(struct coral_machine *m, uint32_t address, void *out, uint32_t size)
{
    const uint32_t offset = address - m->first[CORAL_DTCM];

    if (KC_UNLIKELY(offset >= m->dtcm_fast)) {
        coral_read_slow(m, address, out, size);
        return;
    }
    m->event.place = CORAL_IN_DTCM;
    __builtin_memcpy(out, m->dtcm + offset, size);
}

KC_INLINE void coral_write(struct coral_machine *m, uint32_t address, const void *in, uint32_t size)
{
    const uint32_t offset = address - m->first[CORAL_DTCM];

    if (KC_UNLIKELY(offset >= m->dtcm_fast)) {
        coral_write_slow(m, address, in, size);
        return;
    }
    m->event.place = CORAL_IN_DTCM;
    __builtin_memcpy(m->dtcm + offset, in, size);
}

/* ---- CSRs (coral_csr.c) ---- */

/* Whether a program may name the CSR, and whether it may write it. */
bool     coral_csr_exists(uint32_t csr);
bool     coral_csr_read_only(uint32_t csr);
uint32_t coral_csr_read(struct coral_machine *m, uint32_t csr, uint64_t cycle);
void     coral_csr_write(struct coral_machine *m, uint32_t csr, uint32_t value, uint64_t cycle);

/* vtype as a program asks for it: sets sew, lmul8, vlmax, or vill. */
void coral_set_vtype(struct coral_machine *m, uint32_t vtype);

#define CORAL_VILL    UINT32_C(0x80000000)
#define CORAL_NO_TYPE UINT32_MAX /* no instruction is ever legal under it */

/* ---- vector (coral_legal.c, coral_uops.c, coral_exec_v*.c) ---- */

/* Traps unless the instruction is legal under the current vtype and vstart. */
void coral_vector_check(struct coral_machine *m, const struct coral_code *o);

/* How an instruction behaves in time: what is known before it runs ... */
struct coral_timing coral_timing_of(uint16_t op, uint32_t word);

/* ... and the uops of a vector instruction that is about to run, in m->vop. */
void coral_uops(struct coral_machine *m, const struct coral_code *o);

/* Whether vd is a source of a vector row other than a mask result. */
bool coral_reads_vd(uint16_t op);

/* The executing function of a vector row, or NULL. */
coral_exec_fn *coral_vector_exec(uint16_t op);

#endif

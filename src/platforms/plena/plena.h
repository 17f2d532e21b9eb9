/* PLENA: a transformer NPU with a systolic array, a vector unit and HBM behind explicit transfers.
 *
 * From the simulator's point of view one fact outweighs the rest: nothing overlaps.  An instruction
 * starts when the one before has completely finished, transfers included, so time is a sum and
 * there are no hazards.  What is peculiar is the arithmetic: every value is bf16, every operation
 * rounds twice (binary32, then bf16), and HBM holds MX blocks with PLENA's own e4m3.
 */
#ifndef KC_PLATFORMS_PLENA_PLENA_H
#define KC_PLATFORMS_PLENA_PLENA_H

#include <setjmp.h>

#include "base/mx.h"
#include "kernelcraft/platform.h"
#include "platforms/plena/plena_dram.h"

enum plena_rev { PLENA_PUBLISHED, PLENA_JULY };            /* "published", "2026-07" */
enum plena_bmm { PLENA_BMM_REFERENCE, PLENA_BMM_MM_RATE }; /* "reference", "mm-rate" */

struct plena_config {
    uint64_t rev, bmm;
#define UINT(name, ...)       uint64_t name;
#define LATENCY(name, ...)    uint32_t name[2];
#define FORMAT(name, ...)     struct kc_format name;
#define FORMAT_INT(name, ...) struct kc_format name;
#include "platforms/plena/plena_config.def"
};

enum plena_unit {
    PLENA_UNIT_MATRIX,
    PLENA_UNIT_VECTOR,
    PLENA_UNIT_SCALAR_FP,
    PLENA_UNIT_SCALAR_INT,
    PLENA_UNIT_DMA,
    PLENA_UNIT_CONTROL,
    PLENA_UNIT_COUNT
};

enum plena_reg_class {
#define REG(id, ...) PLENA_REG_##id,
#include "platforms/plena/plena.def"
};

enum plena_operand {
#define OPERAND(letter, name, ...) PLENA_OPERAND_##name,
#include "platforms/plena/plena.def"
    PLENA_OPERAND_COUNT
};

enum plena_insn {
#define INSN(id, ...) PLENA_##id,
#include "platforms/plena/plena.def"
    PLENA_INSN_COUNT
};

enum plena_trap {
#define TRAP(id, ...) PLENA_TRAP_##id,
#include "platforms/plena/plena_traps.def"
    PLENA_TRAP_COUNT
};

/* One field per operand; register numbers and immediates alike. */
typedef uint8_t  plena_field_GP, plena_field_FP, plena_field_HA;
typedef uint32_t plena_field_UIMM;

struct plena_ops {
#define OPERAND(letter, name, class, ...) plena_field_##class name;
#include "platforms/plena/plena.def"
};

struct plena_machine;
typedef void plena_exec_fn(struct plena_machine *m, const struct plena_ops *o);

/* A row without its function does not link. */
#define INSN(id, ...) plena_exec_fn plena_exec_##id;
#include "platforms/plena/plena.def"

/* The function behind INSN(id, ...). */
#define EXEC(id) void plena_exec_##id(struct plena_machine *m, const struct plena_ops *o)

struct plena_code {
    plena_exec_fn   *exec;
    uint32_t         cycles; /* fixed cost; transfers add their own time */
    struct plena_ops ops;
};

/* An open hardware loop.  Loops are linked three ways: by nesting, by counter register, and by the
 * moment their current iteration began, for the runaway guard. */
struct plena_loop {
    uint64_t body;         /* pc of the first instruction of the body */
    uint64_t began;        /* instructions completed when this iteration began */
    int32_t  outer, inner; /* neighbours in nesting order, -1: none */
    int32_t  same;         /* next open loop outwards that uses the register */
    int32_t  older, newer; /* neighbours by began */
    uint8_t  reg;
};

struct plena_loops {
    struct plena_loop *loop;
    int32_t            capacity, used, free; /* free: list of reusable entries by outer */
    int32_t            innermost, oldest, newest;
    int32_t            by_reg[16];
};

enum plena_region { PLENA_VRAM, PLENA_MRAM, PLENA_FPRAM, PLENA_INTRAM, PLENA_HBM, PLENA_REGIONS };

/* Elements of the regions (plena_memory.c). */
extern const struct kc_elem_type plena_bf16_type, plena_mram_type, plena_fpram_type;
extern const struct kc_elem_type plena_u32_type, plena_byte_type;

enum { PLENA_SCALAR_ENTRIES = 1024, PLENA_BLOCK_BYTES = 64 };

/* What the last instruction wrote to memory, for traces. */
struct plena_write {
    const struct kc_region *region;
    uint64_t                elem, count;
};

struct plena_machine {
    struct kc_machine          base;
    const struct plena_config *config;
    struct kc_region           region[PLENA_REGIONS];

    uint32_t gp[16];
    uint16_t fp[16]; /* bf16; f8 to f15 do not exist */
    uint64_t ha[16];
    uint32_t scale, stride, v_mask;
    float   *m_acc, *hm_acc, *hv_acc, *v_acc;

    uint32_t vlen, mlen, blen, hlen, broadcast;
    uint32_t prefetch_m, prefetch_v, writeback; /* rows per transfer */
    bool     matrix_ready, broadcast_ready;     /* VLEN = MLEN; BROADCAST * HLEN = MLEN */

    uint64_t           pc, time_ns, executed;
    uint64_t           stop_at, fuel_at; /* in executed instructions; stop_at includes the guard */
    struct plena_loops loops;
    const struct kc_program *program;
    struct plena_code       *code;
    plena_dram              *dram;

    bool                observed; /* tracing, profiling or tracking: slow paths are on */
    struct kc_tracking *tracking;
    uint32_t            line; /* being executed, while observed */
    struct plena_write  last_write;
    jmp_buf             trap_exit;
    struct kc_outcome   outcome;

    /* Scratch, so that nothing is allocated while running. */
    float    *row_a, *row_b;   /* one vector each */
    uint16_t *result, *masked; /* one VRAM row each */
    float    *rows;            /* MLEN rows of MLEN */
    float    *panel;           /* a transposed or gathered tile */
    float    *product;         /* result of one matrix product */
    uint8_t  *elem_bytes, *scale_bytes;
    uint64_t *blocks;
};

extern const struct kc_platform kc_platform_plena;

/* exp of every bf16 value, built once per process. */
const uint16_t *plena_exp_table(void);

/* Ends the run: cause, message, and up to KC_TRAP_REGISTERS general registers that matter. */
KC_NORETURN void plena_trap(struct plena_machine *m, enum plena_trap trap, const uint8_t *regs,
                            size_t reg_count, const char *format, ...) KC_PRINTF(5, 6);

const char *plena_trap_cause(enum plena_trap trap);

/* What a word that decodes to no row traps with. */
plena_exec_fn plena_exec_invalid;

/* An instruction whose destination f0 makes it do nothing. */
plena_exec_fn plena_exec_skipped;

/* An instruction that names f8 to f15. */
plena_exec_fn plena_exec_bad_fp;

/* A row of bf16 as binary32 (plena_exec_vector.c). */
void plena_widen(float *restrict out, const uint16_t *restrict row, uint32_t n);

/* Loop bookkeeping (plena_exec_control.c). */
void plena_loops_reset(struct plena_machine *m);
void plena_guard_update(struct plena_machine *m);

/* ---- memory access, checked and tracked --------------------------------------------------- */

KC_COLD KC_NORETURN void plena_trap_vram(struct plena_machine *m, uint32_t address);
KC_COLD KC_NORETURN void plena_trap_mram(struct plena_machine *m, uint32_t address);

void plena_observe_read(struct plena_machine *m, enum plena_region region, uint64_t row,
                        uint32_t first, uint32_t count);
void plena_observe_write(struct plena_machine *m, enum plena_region region, uint64_t row,
                         uint32_t first, uint32_t count);

KC_INLINE uint64_t plena_vram_row(struct plena_machine *m, uint32_t address)
{
    const uint32_t row = address / m->vlen;

    if (KC_UNLIKELY(row * m->vlen != address || row >= m->region[PLENA_VRAM].rows))
        plena_trap_vram(m, address);
    return row;
}

/* The row at an address, to read. */
KC_INLINE const uint16_t *plena_vram_read(struct plena_machine *m, uint32_t address)
{
    const uint64_t row = plena_vram_row(m, address);

    if (KC_UNLIKELY(m->observed))
        plena_observe_read(m, PLENA_VRAM, row, 0, m->vlen);
    return kc_region_read(&m->region[PLENA_VRAM], row);
}

/* Lanes [first, first + count) of the row at an address, to write. */
KC_INLINE uint16_t *plena_vram_write(struct plena_machine *m, uint32_t address, uint32_t first,
                                     uint32_t count)
{
    const uint64_t row = plena_vram_row(m, address);
    uint16_t      *bits = kc_region_write(&m->region[PLENA_VRAM], row);

    if (KC_UNLIKELY(m->observed))
        plena_observe_write(m, PLENA_VRAM, row, first, count);
    return bits + first;
}

/* The tile at an address, which must be a multiple of MLEN * MLEN, to read. */
KC_INLINE const float *plena_tile(struct plena_machine *m, uint32_t address)
{
    const uint32_t size = m->mlen * m->mlen, tile = address / size;

    if (KC_UNLIKELY(tile * size != address || tile >= m->region[PLENA_MRAM].rows))
        plena_trap_mram(m, address);
    return kc_region_read(&m->region[PLENA_MRAM], tile);
}

#endif

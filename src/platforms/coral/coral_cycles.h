/* coral_cycles.h: when each instruction dispatches.
 *
 * The model follows the functional core: it is handed every executed instruction in program order
 * and answers with the cycle in which the machine would dispatch it.  Wrong-path instructions never
 * dispatch on this machine, so the stream of executed instructions is all it needs; what fetch
 * brings in on a wrong path only counts.
 *
 * Each cycle is evaluated in the order vector retire, load/store unit, vector units, vector
 * dispatch, vector decode, vector front end, scalar dispatch, retirement buffer, fetch.  Sections
 * of the specification are named where their rules stand.
 */
#ifndef KC_PLATFORMS_CORAL_CORAL_CYCLES_H
#define KC_PLATFORMS_CORAL_CORAL_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* ---- what the model is told ------------------------------------------------------------- */

/* How an instruction dispatches and when its result is there (9.3). */
enum coral_pace {
    CORAL_PACE_ALU, /* also lui, auipc, fence, slog, ecall, mret: nothing but dispatch */
    CORAL_PACE_BRANCH,
    CORAL_PACE_JUMP, /* jal, jalr */
    CORAL_PACE_MUL,
    CORAL_PACE_DIV,
    CORAL_PACE_LOAD,
    CORAL_PACE_STORE,
    CORAL_PACE_FLOAD,
    CORAL_PACE_FPU,
    CORAL_PACE_FDIV,
    CORAL_PACE_FMOVE,
    CORAL_PACE_CSR,
    CORAL_PACE_DRAIN, /* fence.i, wfi, flush*: wait for the load/store unit */
    CORAL_PACE_MPAUSE,
    CORAL_PACE_VSET,
    CORAL_PACE_VECTOR,
    CORAL_PACE_VLOAD,
    CORAL_PACE_VSTORE,
};

enum {
    CORAL_LANE_0 = 1,      /* dispatches in lane 0 only */
    CORAL_ENDS_CYCLE = 2,  /* nothing dispatches behind it */
    CORAL_ZERO_VSTART = 4, /* waits one cycle after any vector instruction */
    CORAL_X_RESULT = 8,    /* of the FPU or the vector unit: an integer register */
    CORAL_RESTARTS = 16,   /* fetch starts anew behind it: jalr, fence.i */
};

enum { CORAL_F_NONE = 32 }; /* stands for "no float register"; x0 stands for "none" */

/* What the model knows of an instruction before it runs. */
struct coral_timing {
    uint32_t scan_need; /* numbers that must not be a destination earlier in the cycle */
    uint32_t scan_add;  /* the number it adds */
    uint8_t  kind, flags;
    uint8_t  source[2], early[2]; /* x registers; early ones are needed a cycle sooner */
    uint8_t  dest;                /* the number in bits 11:7, 0 when it is not looked at */
    uint8_t  fsource[3], fdest;
};

/* What fetch knows of the code from one word on: how many instructions of the line it takes and
 * where it goes on (9.2).  take 0: not looked at yet. */
struct coral_fetch {
    uint32_t next;
    uint32_t take;
};

enum coral_target { CORAL_IN_ITCM, CORAL_IN_DTCM, CORAL_IN_EXT };

enum coral_vunit {
    CORAL_VALU_UNIT,
    CORAL_VMUL_UNIT,
    CORAL_VPT_UNIT,
    CORAL_VDIV_UNIT,
    CORAL_VLSU_UNIT,
    CORAL_VUNITS
};

enum {
    CORAL_READS_VS2 = 1,
    CORAL_READS_VS1 = 2,
    CORAL_READS_VD = 4,
    CORAL_LAST_ONLY = 8, /* only the last uop enters the reorder buffer */
    CORAL_PERMUTE = 16,  /* starts when all its uops are there */
    CORAL_TWICE = 32,    /* occupies the unit two cycles per uop */
    CORAL_SCALAR = 64,   /* writes x[rd] when it retires */
    CORAL_VSTORES = 128,
    CORAL_VS1_LAST = 256, /* the last uop alone reads vs1 */
};

enum { CORAL_GROUP = 8 }; /* registers of the largest group */

/* A vector instruction as the vector unit sees it (table of 9.6).  uop k writes vd + (k >>
 * vd_shift) and reads vs2 + (k >> vs2_shift), vs1 + (k >> vs1_shift). */
struct coral_vop {
    uint16_t flags;
    uint8_t  unit, uops;
    uint8_t  vd, vs2, vs1, vd_shift, vs2_shift, vs1_shift;
    uint8_t  rd;                 /* of CORAL_SCALAR */
    uint8_t  late_from;          /* uops from this one on take a cycle more */
    uint32_t reads_all;          /* registers every uop reads: v0 of masked ones */
    uint32_t reads_first;        /* registers the first uop waits for: all sources of a permute */
    uint8_t  busy[CORAL_GROUP];  /* divider: latency of each uop */
    uint8_t  reg[CORAL_GROUP];   /* load/store: the registers, in the order they are walked */
    uint8_t  lines[CORAL_GROUP]; /* load/store: lines each touches */
    uint8_t  regs, sub;          /* load/store: registers, uops of each */
    uint8_t  fields;             /* load/store: of a segment */
};

/* An executed instruction. */
struct coral_event {
    const struct coral_timing *timing;
    const struct coral_vop    *vop;      /* vector instructions but vset* */
    uint32_t                   pc, next; /* next: of the instruction executed after it */
    uint32_t                   div_cycles;
    uint8_t                    lines; /* of a scalar access */
    uint8_t                    place; /* enum coral_target of any access */
};

struct coral_cycles_config {
    uint32_t fpu_depth;                   /* P */
    uint32_t read_latency, write_latency; /* Lr, Lw */
    uint32_t first_access;                /* extra cycles of the first access each way */
    uint32_t retirement_entries;          /* 0: there is no retirement buffer */
    uint32_t fetch_period;
};

/* Why an instruction did not dispatch in a cycle. */
enum coral_stall {
    CORAL_STALL_NONE,
    CORAL_STALL_FETCH,      /* nothing in the instruction buffer */
    CORAL_STALL_MISPREDICT, /* the same, after a wrong prediction or jalr */
    CORAL_STALL_PAIRING,    /* lane rules: one mul, one F instruction, behind a branch ... */
    CORAL_STALL_DEPENDENCY, /* a register, true or falsely shared number */
    CORAL_STALL_LOAD,       /* a register that a load writes */
    CORAL_STALL_WINDOW,     /* retirement buffer full */
    CORAL_STALL_LSU,        /* load/store queue full */
    CORAL_STALL_VECTOR,     /* vector queue full, or vector order */
    CORAL_STALL_UNIT,       /* divider or FPU busy */
    CORAL_STALL_DRAIN,      /* CSR, fence, mpause: older work must end */
    CORAL_STALLS
};

/* ---- state ------------------------------------------------------------------------------ */

#define CORAL_NEVER (UINT64_MAX / 2)

enum {
    CORAL_RB_MOST = 64,
    CORAL_LSU_QUEUE = 4,
    CORAL_CQ = 16,
    CORAL_CQ_RING = 32,
    CORAL_UQ = 16,
    CORAL_UQ_RING = 32,
    CORAL_ROB = 8,
    CORAL_STATION = 8,
    CORAL_STATION_RING = 16,
    CORAL_IBUF = 8,
    CORAL_LINE = 4, /* instructions */
};

/* An entry of the retirement buffer leaves at or after done. */
struct coral_retiring {
    uint64_t done; /* CORAL_NEVER: not known yet */
    uint64_t dispatched;
    uint32_t pc;
    uint8_t  kind;
};

/* An entry of the load/store queue. */
struct coral_access {
    uint8_t  kind, reg;
    uint8_t  lines, place;
    uint8_t  regs, sub;
    uint8_t  vlines[CORAL_GROUP];
    uint8_t  rb; /* its entry in the retirement buffer */
    uint32_t pc;
};

struct coral_uop {
    uint32_t reads, stores; /* register sets */
    uint32_t writes;
    uint32_t pc;
    uint16_t flags;
    uint8_t  unit, ports, rd, late, busy, n; /* n: uops of a permute */
    bool     last, enters_rob, load;
};

struct coral_reorder {
    uint64_t done;
    uint32_t writes, stores, pc;
    uint8_t  rd;
    bool     last, scalar, load;
};

struct coral_station {
    struct {
        uint8_t  rob; /* 255: none */
        uint8_t  busy, late, n;
        uint16_t flags;
    } entry[CORAL_STATION_RING];
    uint32_t head, count;
    uint64_t free_at;
};

struct coral_vector {
    struct coral_vop     cq[CORAL_CQ_RING];
    uint32_t             cq_pc[CORAL_CQ_RING];
    uint8_t              cq_at[CORAL_CQ_RING];        /* uops already decoded */
    uint32_t             cq_head, cq_count, entering; /* entering: dispatched in the last cycle */
    struct coral_uop     uq[CORAL_UQ_RING];
    uint32_t             uq_head, uq_count;
    struct coral_reorder rob[CORAL_ROB];
    uint32_t             rob_head, rob_count;
    struct coral_station station[CORAL_VUNITS];
    uint32_t             permuted, leaving; /* results and entries of the running permute */
    uint32_t             stored, lsu_held;  /* at the start of the cycle */
};

struct coral_lsu {
    struct coral_access queue[CORAL_LSU_QUEUE];
    uint32_t            head, count;
    uint64_t            next; /* when it does something: takes, or updates a register */
    bool                busy; /* a vector access is in the slot */
    struct coral_access now;
    uint32_t            reg, updates;       /* of the vector access */
    uint8_t             rob[CORAL_GROUP];   /* reorder entries of the register's uops */
    uint64_t            itcm_from, itcm_to; /* cycles in which it holds the instruction bus */
    uint64_t            stored_at;          /* a vector store completes in the retirement buffer */
    uint32_t            stored_pc;
    bool                read_before, wrote_before; /* external memory */
};

struct coral_cycles {
    struct coral_cycles_config config;
    const struct coral_fetch  *code;
    uint32_t                   words;

    uint64_t t;
    uint64_t ready[32], fready[33];
    uint64_t div_free, fpu_free;
    uint64_t loading; /* x registers that loads write; 32 and up: float */

    /* This cycle: */
    uint32_t scan, lane, lanes; /* lanes: how many may dispatch */
    uint32_t muls, accesses, access_room, vectors, vector_room;
    bool     vset_before;
    bool     vector_idle; /* at its start */
    bool     access_idle;

    uint32_t vectors_before; /* dispatched in the last cycle */

    uint32_t fpc, ibuf, ibuf_start;
    bool     pending;
    uint64_t issue_from, redirect_at;
    uint32_t redirect_to;
    uint64_t refilled_at; /* stalls before count as misprediction */

    struct coral_retiring rb[CORAL_RB_MOST];
    uint32_t              rb_head, rb_count;

    struct coral_lsu    lsu;
    struct coral_vector vector;

    uint64_t stall_cycles[CORAL_STALLS];
    bool     stuck; /* the model found no way to go on and forgot what was in flight */
};

/* ---- use -------------------------------------------------------------------------------- */

/* Power-on; code describes words instructions from address 0 on and must outlive the model. */
void coral_cycles_init(struct coral_cycles *c, const struct coral_cycles_config *config,
                       const struct coral_fetch *code, uint32_t words, uint32_t start);

/* Hands over the next executed instruction; returns the cycle in which it dispatches. */
uint64_t coral_cycles_step(struct coral_cycles *c, const struct coral_event *e);

/* ---- parts ------------------------------------------------------------------------------ */

/* One cycle of the load/store unit (coral_lsu.c); t has reached lsu.next or lsu.stored_at. */
void coral_lsu_cycle(struct coral_cycles *c);
void coral_lsu_push(struct coral_cycles *c, const struct coral_event *e, uint8_t rb);

/* One cycle of the vector unit in two halves, around the load/store unit (coral_vector_pipe.c). */
void coral_vector_retire(struct coral_cycles *c);
void coral_vector_cycle(struct coral_cycles *c);
void coral_vector_push(struct coral_vector *v, const struct coral_vop *op, uint32_t pc);

/* All entries of the retirement buffer with this pc that wait for the vector unit are complete. */
void coral_complete_by_pc(struct coral_cycles *c, uint32_t pc, uint8_t kind);

KC_INLINE bool coral_vector_active(const struct coral_vector *v)
{
    return v->cq_count | v->entering | v->uq_count | v->rob_count;
}

#endif

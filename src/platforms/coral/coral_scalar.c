/* The scalar instructions, and the loop that runs them; vector rows have functions of their own. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/coral/coral_float.h"
#include "platforms/coral/coral_machine.h"

/* ---- pieces of instructions
 * ---------------------------------------------------------------------- */

static int32_t as_signed(uint32_t value)
{
    return (int32_t)value;
}

KC_INLINE void check_target(struct coral_machine *m, uint32_t target, bool branch)
{
    if (KC_UNLIKELY(target & 3))
        coral_trap(m, CORAL_TRAP_JUMP, branch ? 0 : target,
                   "a jump to 0x%08" PRIx32 ", which is not a multiple of 4", target);
}

KC_INLINE uint32_t branch(struct coral_machine *m, const struct coral_code *o, uint32_t pc,
                          bool taken)
{
    const uint32_t target = pc + (uint32_t)o->imm;

    if (!taken)
        return pc + 4;
    check_target(m, target, true);
    return target;
}

/* The address of a scalar access, with what the cycle model wants to know of it. */
KC_INLINE uint32_t address(struct coral_machine *m, const struct coral_code *o, uint32_t size)
{
    const uint32_t at = m->x[o->rs1] + (uint32_t)o->imm;

    m->event.lines = (uint8_t)(1 + ((at & 15) + size > 16));
    return at;
}

KC_INLINE uint32_t load(struct coral_machine *m, const struct coral_code *o, uint32_t size)
{
    uint32_t value = 0;

    coral_read(m, address(m, o, size), &value, size);
    return value;
}

KC_INLINE void store(struct coral_machine *m, const struct coral_code *o, uint32_t value,
                     uint32_t size)
{
    coral_write(m, address(m, o, size), &value, size);
}

static uint32_t bit_length(uint32_t value)
{
    return value ? 32 - (uint32_t)__builtin_clz(value) : 0;
}

/* Cycles of the divider (9.3): a bit of the dividend each. */
static uint32_t division_cycles(uint32_t dividend, uint32_t divisor, bool is_signed)
{
    const uint32_t magnitude = is_signed && dividend >> 31 ? 0u - dividend : dividend;
    const uint32_t n = bit_length(magnitude) + 1;

    if (divisor == 0 || magnitude >> 31)
        return 32;
    return n < 2 ? 2 : n;
}

static uint32_t divide(struct coral_machine *m, uint32_t a, uint32_t b, bool is_signed, bool rest)
{
    m->event.div_cycles = division_cycles(a, b, is_signed);
    if (b == 0)
        return rest ? a : UINT32_MAX;
    if (!is_signed)
        return rest ? a % b : a / b;
    if (b == UINT32_MAX)
        return rest ? 0 : 0u - a;
    return (uint32_t)(rest ? as_signed(a) % as_signed(b) : as_signed(a) / as_signed(b));
}

static uint32_t or_combine(uint32_t v)
{
    uint32_t result = 0;

    for (uint32_t byte = 0xff; byte; byte <<= 8)
        result |= v & byte ? byte : 0;
    return result;
}

static uint32_t rotate_right(uint32_t v, uint32_t by)
{
    by &= 31;
    return by ? v >> by | v << (32 - by) : v;
}

/* ---- float
 * ------------------------------------------------------------------------------------------ */

enum { DYNAMIC = 7 };

static enum coral_round mode_of(struct coral_machine *m, const struct coral_code *o)
{
    const uint32_t mode = o->rm == DYNAMIC ? m->frm : o->rm;

    if (KC_UNLIKELY(mode > CORAL_RMM))
        coral_trap(m, CORAL_TRAP_ROUNDING, o->word, "frm holds %" PRIu32 ", which is no mode",
                   mode);
    return (enum coral_round)mode;
}

enum { SIGN = 31 };

#define NEGATED(v) ((v) ^ UINT32_C(1) << SIGN)

static uint32_t inject_sign(uint32_t magnitude, uint32_t sign)
{
    return (magnitude & ~(UINT32_C(1) << SIGN)) | (sign & UINT32_C(1) << SIGN);
}

static uint32_t fused(struct coral_machine *m, const struct coral_code *o, bool negate_product,
                      bool negate_addend)
{
    const uint32_t a = m->f[o->rs1], c = m->f[o->rs3];

    return coral_f32_fma(negate_product ? NEGATED(a) : a, m->f[o->rs2],
                         negate_addend ? NEGATED(c) : c, mode_of(m, o), &m->fflags);
}

/* ---- CSRs
 * --------------------------------------------------------------------------------------------- */

uint64_t coral_step_cycles(struct coral_machine *m, const struct coral_code *o, uint32_t pc,
                           uint32_t next)
{
    m->event.timing = &o->timing;
    m->event.pc = pc;
    m->event.next = next;
    return coral_cycles_step(&m->cycles, &m->event);
}

/* csrrs and csrrc with x0 or 0 only read. */
static void access_csr(struct coral_machine *m, const struct coral_code *o, uint32_t operand,
                       bool writes)
{
    const uint32_t csr = (uint32_t)o->imm;

    if (!coral_csr_exists(csr))
        coral_trap(m, CORAL_TRAP_CSR, 0, "there is no CSR 0x%03" PRIx32, csr);
    if (writes && coral_csr_read_only(csr))
        coral_trap(m, CORAL_TRAP_CSR_WRITE, o->word, "CSR 0x%03" PRIx32 " is read-only", csr);
    const uint64_t cycle = m->timed ? coral_step_cycles(m, o, m->pc, m->pc + 4) : m->executed;
    const uint32_t old = coral_csr_read(m, csr, cycle);

    switch (o->op) {
    case CORAL_CSRRW:
    case CORAL_CSRRWI:
        coral_csr_write(m, csr, operand, cycle);
        break;
    case CORAL_CSRRS:
    case CORAL_CSRRSI:
        if (writes)
            coral_csr_write(m, csr, old | operand, cycle);
        break;
    default:
        if (writes)
            coral_csr_write(m, csr, old & ~operand, cycle);
        break;
    }
    m->x[o->rd] = old;
}

/* ---- vector configuration
 * -------------------------------------------------------------------------------- */

static void set_vector(struct coral_machine *m, const struct coral_code *o, uint32_t vtype,
                       uint32_t avl)
{
    coral_set_vtype(m, vtype);
    m->vl = avl < m->vlmax ? avl : m->vlmax;
    m->vstart = 0;
    m->x[o->rd] = m->vl;
}

/* rs1 = x0 asks for everything, or keeps vl when rd is x0 too. */
static uint32_t avl_of(const struct coral_machine *m, const struct coral_code *o)
{
    if (o->rs1)
        return m->x[o->rs1];
    return o->rd == CORAL_X_SINK ? m->vl : UINT32_MAX;
}

/* ---- system ----------------------------------------------------------------------------- */

/* The run ends behind this instruction. */
static void halt(struct coral_machine *m)
{
    m->halted = true;
    m->stop_at = 0;
}

static void need_machine_mode(struct coral_machine *m, const char *name)
{
    if (m->user_mode)
        coral_trap(m, CORAL_TRAP_USER, m->pc, "%s in user mode", name);
}

static uint32_t return_from_trap(struct coral_machine *m)
{
    need_machine_mode(m, "mret");
    m->user_mode = m->mpp != 3;
    m->mpp = 0;
    check_target(m, m->mepc, false);
    return m->mepc;
}

/* ---- vector
 * ---------------------------------------------------------------------------------------------- */

static KC_COLD void note_empty(struct coral_machine *m, const struct coral_code *o)
{
    if (o->shape == CORAL_SHAPE_MOVE || o->shape == CORAL_SHAPE_LOAD_WHOLE ||
        o->shape == CORAL_SHAPE_STORE_WHOLE)
        return;
    coral_note(m, "vl-zero",
               o->unit == CORAL_UNIT_VLSU
                   ? "would fail on hardware: a vector load or store with vl = 0 hangs the core"
                   : "would fail on hardware: a vector instruction with vl = 0 never retires; a "
                     "later CSR access hangs");
}

KC_INLINE void vector(struct coral_machine *m, const struct coral_code *o, bool timed)
{
    if (KC_UNLIKELY(m->legal[m->pc / 4] != m->vtype_key || m->vstart))
        coral_vector_check(m, o);
    if (KC_UNLIKELY(m->vl == 0))
        note_empty(m, o);
    if (timed)
        coral_uops(m, o);
    o->exec(m, o);
    m->vstart = 0;
    m->event.place = m->vplace;
}

/* ---- one instruction
 * ------------------------------------------------------------------------------------------ */

#define RD  m->x[o->rd]
#define RS1 m->x[o->rs1]
#define RS2 m->x[o->rs2]
#define IMM ((uint32_t)o->imm)
#define FD  m->f[o->rd]
#define FS1 m->f[o->rs1]
#define FS2 m->f[o->rs2]

#define OP(id, statement) \
    case CORAL_##id:      \
        statement;        \
        break;

#define ROUNDED(id, call)                            \
    case CORAL_##id: {                               \
        const enum coral_round mode = mode_of(m, o); \
                                                     \
        call;                                        \
        break;                                       \
    }

/* Executes what stands at pc and returns where to go on. */
KC_INLINE uint32_t execute(struct coral_machine *m, const struct coral_code *o, uint32_t pc,
                           bool timed)
{
    uint32_t next = pc + 4;

    switch (o->op) {
        OP(LUI, RD = IMM)
        OP(AUIPC, RD = pc + IMM)
        OP(ADDI, RD = RS1 + IMM)
        OP(SLTI, RD = as_signed(RS1) < o->imm)
        OP(SLTIU, RD = RS1 < IMM)
        OP(XORI, RD = RS1 ^ IMM)
        OP(ORI, RD = RS1 | IMM)
        OP(ANDI, RD = RS1 & IMM)
        OP(SLLI, RD = RS1 << (IMM & 31))
        OP(SRLI, RD = RS1 >> (IMM & 31))
        OP(SRAI, RD = (uint32_t)(as_signed(RS1) >> (IMM & 31)))
        OP(ADD, RD = RS1 + RS2)
        OP(SUB, RD = RS1 - RS2)
        OP(SLL, RD = RS1 << (RS2 & 31))
        OP(SLT, RD = as_signed(RS1) < as_signed(RS2))
        OP(SLTU, RD = RS1 < RS2)
        OP(XOR, RD = RS1 ^ RS2)
        OP(SRL, RD = RS1 >> (RS2 & 31))
        OP(SRA, RD = (uint32_t)(as_signed(RS1) >> (RS2 & 31)))
        OP(OR, RD = RS1 | RS2)
        OP(AND, RD = RS1 & RS2)

        OP(BEQ, next = branch(m, o, pc, RS1 == RS2))
        OP(BNE, next = branch(m, o, pc, RS1 != RS2))
        OP(BLT, next = branch(m, o, pc, as_signed(RS1) < as_signed(RS2)))
        OP(BGE, next = branch(m, o, pc, as_signed(RS1) >= as_signed(RS2)))
        OP(BLTU, next = branch(m, o, pc, RS1 < RS2))
        OP(BGEU, next = branch(m, o, pc, RS1 >= RS2))
    case CORAL_JAL:
        next = pc + IMM;
        check_target(m, next, false);
        RD = pc + 4;
        break;
    case CORAL_JALR:
        next = (RS1 + IMM) & ~UINT32_C(1);
        check_target(m, next, false);
        RD = pc + 4;
        break;

        OP(LB, RD = (uint32_t)(int8_t)load(m, o, 1))
        OP(LH, RD = (uint32_t)(int16_t)load(m, o, 2))
        OP(LW, RD = load(m, o, 4))
        OP(LBU, RD = load(m, o, 1))
        OP(LHU, RD = load(m, o, 2))
        OP(FLW, FD = load(m, o, 4))
        OP(SB, store(m, o, RS2, 1))
        OP(SH, store(m, o, RS2, 2))
        OP(SW, store(m, o, RS2, 4))
        OP(FSW, store(m, o, FS2, 4))

        OP(MUL, RD = RS1 * RS2)
        OP(MULH, RD = (uint32_t)((int64_t)as_signed(RS1) * as_signed(RS2) >> 32))
        OP(MULHSU, RD = (uint32_t)((int64_t)as_signed(RS1) * (int64_t)RS2 >> 32))
        OP(MULHU, RD = (uint32_t)((uint64_t)RS1 * RS2 >> 32))
        OP(DIV, RD = divide(m, RS1, RS2, true, false))
        OP(DIVU, RD = divide(m, RS1, RS2, false, false))
        OP(REM, RD = divide(m, RS1, RS2, true, true))
        OP(REMU, RD = divide(m, RS1, RS2, false, true))

        OP(ANDN, RD = RS1 & ~RS2)
        OP(ORN, RD = RS1 | ~RS2)
        OP(XNOR, RD = ~(RS1 ^ RS2))
        OP(CLZ, RD = 32 - bit_length(RS1))
        OP(CTZ, RD = RS1 ? KC_LOWEST_BIT(RS1) : 32)
        OP(CPOP, RD = (uint32_t)__builtin_popcount(RS1))
        OP(MAX, RD = as_signed(RS1) > as_signed(RS2) ? RS1 : RS2)
        OP(MAXU, RD = RS1 > RS2 ? RS1 : RS2)
        OP(MIN, RD = as_signed(RS1) < as_signed(RS2) ? RS1 : RS2)
        OP(MINU, RD = RS1 < RS2 ? RS1 : RS2)
        OP(SEXT_B, RD = (uint32_t)(int8_t)RS1)
        OP(SEXT_H, RD = (uint32_t)(int16_t)RS1)
        OP(ZEXT_H, RD = RS1 & 0xffff)
        OP(ROL, RD = rotate_right(RS1, 32 - (RS2 & 31)))
        OP(ROR, RD = rotate_right(RS1, RS2))
        OP(RORI, RD = rotate_right(RS1, IMM))
        OP(ORC_B, RD = or_combine(RS1))
        OP(REV8, RD = __builtin_bswap32(RS1))

        OP(FMADD_S, FD = fused(m, o, false, false))
        OP(FMSUB_S, FD = fused(m, o, false, true))
        OP(FNMSUB_S, FD = fused(m, o, true, false))
        OP(FNMADD_S, FD = fused(m, o, true, true))
        ROUNDED(FADD_S, FD = coral_f32_add(FS1, FS2, mode, &m->fflags))
        ROUNDED(FSUB_S, FD = coral_f32_add(FS1, NEGATED(FS2), mode, &m->fflags))
        ROUNDED(FMUL_S, FD = coral_f32_mul(FS1, FS2, mode, &m->fflags))
        ROUNDED(FDIV_S, FD = coral_f32_div(FS1, FS2, mode, &m->fflags))
        ROUNDED(FSQRT_S, FD = coral_f32_sqrt(FS1, mode, &m->fflags))
        ROUNDED(FCVT_W_S, RD = coral_f32_to_i32(FS1, mode, &m->fflags))
        ROUNDED(FCVT_WU_S, RD = coral_f32_to_u32(FS1, mode, &m->fflags))
        ROUNDED(FCVT_S_W, FD = coral_f32_from_i32(RS1, mode, &m->fflags))
        ROUNDED(FCVT_S_WU, FD = coral_f32_from_u32(RS1, mode, &m->fflags))
        OP(FSGNJ_S, FD = inject_sign(FS1, FS2))
        OP(FSGNJN_S, FD = inject_sign(FS1, ~FS2))
        OP(FSGNJX_S, FD = inject_sign(FS1, FS1 ^ FS2))
        OP(FMIN_S, FD = coral_f32_min(FS1, FS2, &m->fflags))
        OP(FMAX_S, FD = coral_f32_max(FS1, FS2, &m->fflags))
        OP(FEQ_S, RD = coral_f32_eq(FS1, FS2, &m->fflags))
        OP(FLT_S, RD = coral_f32_lt(FS1, FS2, &m->fflags))
        OP(FLE_S, RD = coral_f32_le(FS1, FS2, &m->fflags))
        OP(FCLASS_S, RD = coral_f32_class(FS1))
        OP(FMV_X_W, RD = FS1)
        OP(FMV_W_X, FD = RS1)

    case CORAL_CSRRW:
        access_csr(m, o, RS1, true);
        return next;
    case CORAL_CSRRS:
    case CORAL_CSRRC:
        access_csr(m, o, RS1, o->rs1 != 0);
        return next;
    case CORAL_CSRRWI:
        access_csr(m, o, o->rs1, true);
        return next;
    case CORAL_CSRRSI:
    case CORAL_CSRRCI:
        access_csr(m, o, o->rs1, o->rs1 != 0);
        return next;

    case CORAL_FENCE:
    case CORAL_FENCE_I:
    case CORAL_SLOG:
    case CORAL_FLUSHALL:
    case CORAL_FLUSHAT:
        break;
    case CORAL_MPAUSE:
        need_machine_mode(m, "mpause");
        halt(m);
        break;
    case CORAL_WFI:
        coral_note(m, "wfi", "wfi waits for an interrupt, which never comes: the run ends here");
        halt(m);
        break;
    case CORAL_EBREAK:
        coral_trap(m, CORAL_TRAP_EBREAK, pc, "the program ended itself with ebreak");
    case CORAL_ECALL:
        coral_trap(m, m->user_mode ? CORAL_TRAP_ECALL_USER : CORAL_TRAP_ECALL, 0,
                   "ecall, and mtvec is 0: no handler");
        break;
        OP(MRET, next = return_from_trap(m))

        OP(VSETVLI, set_vector(m, o, IMM, avl_of(m, o)))
        OP(VSETIVLI, set_vector(m, o, IMM, o->rs1))
        OP(VSETVL, set_vector(m, o, RS2, avl_of(m, o)))

    case CORAL_OP_ILLEGAL:
        coral_trap_illegal(m, o);
    default:
        vector(m, o, timed);
        break;
    }
    if (timed)
        coral_step_cycles(m, o, pc, next);
    return next;
}

/* ---- running ---------------------------------------------------------------------------- */

static KC_COLD void decode_or_trap(struct coral_machine *m, uint32_t pc)
{
    if (pc / 4 >= m->words)
        coral_trap(m, CORAL_TRAP_FETCH, 0, "execution reached 0x%08" PRIx32 ", outside ITCM", pc);
    coral_decode_at(m, pc / 4);
}

/* The instruction at pc, decoded. */
KC_INLINE const struct coral_code *code_at(struct coral_machine *m, uint32_t pc)
{
    m->pc = pc;
    if (KC_UNLIKELY(pc / 4 >= m->words || m->code[pc / 4].op == CORAL_OP_UNSEEN))
        decode_or_trap(m, pc);
    return &m->code[pc / 4];
}

/* Erratum 3: the silicon does not wait for rs2 of a fused operation. */
static void check_fused(struct coral_machine *m, const struct coral_code *o)
{
    if (o->op >= CORAL_FMADD_S && o->op <= CORAL_FNMADD_S && m->cycles.fready[o->rs2] > m->cycles.t)
        coral_note(m, "fma-rs2",
                   "would fail on hardware: f%u, the second factor, is still being loaded and the "
                   "old value would be used; swap the factors or load it earlier",
                   o->rs2);
}

KC_INLINE void run_loop(struct coral_machine *m, bool timed)
{
    uint32_t pc = m->pc;

    while (m->executed < m->stop_at) {
        const struct coral_code *o = code_at(m, pc);

        pc = execute(m, o, pc, timed);
        if (timed && KC_UNLIKELY(o->unit == CORAL_UNIT_FPU))
            check_fused(m, o);
        m->executed++;
    }
    m->pc = pc;
}

void coral_run_timed(struct coral_machine *m)
{
    run_loop(m, true);
}

void coral_run_untimed(struct coral_machine *m)
{
    run_loop(m, false);
}

const struct coral_code *coral_step(struct coral_machine *m)
{
    const struct coral_code *o = code_at(m, m->pc);

    const uint32_t next = m->timed ? execute(m, o, m->pc, true) : execute(m, o, m->pc, false);

    if (m->timed)
        check_fused(m, o);
    m->pc = next;
    m->executed++;
    return o;
}

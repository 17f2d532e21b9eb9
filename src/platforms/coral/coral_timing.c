/* How an instruction dispatches: the rules of 9.3 about sources, lanes and results, as data. */
#include <string.h>

#include "platforms/coral/coral_machine.h"

/* ---- scalar dispatch (9.3) ---------------------------------------------------------------------
 */

static bool has_letter(uint16_t op, char letter)
{
    return strchr(coral_rows[op].insn.bits, letter) != NULL;
}

static enum coral_pace pace_of(uint16_t op)
{
    switch (op) {
    case CORAL_FLW:
        return CORAL_PACE_FLOAD;
    case CORAL_FDIV_S:
    case CORAL_FSQRT_S:
        return CORAL_PACE_FDIV;
    case CORAL_FMV_X_W:
    case CORAL_FMV_W_X:
        return CORAL_PACE_FMOVE;
    case CORAL_FENCE_I:
    case CORAL_WFI:
    case CORAL_FLUSHALL:
    case CORAL_FLUSHAT:
        return CORAL_PACE_DRAIN;
    case CORAL_MPAUSE:
        return CORAL_PACE_MPAUSE;
    case CORAL_JAL:
    case CORAL_JALR:
        return CORAL_PACE_JUMP;
    case CORAL_SB:
    case CORAL_SH:
    case CORAL_SW:
    case CORAL_FSW:
        return CORAL_PACE_STORE;
    default:
        break;
    }
    switch (coral_rows[op].insn.unit) {
    case CORAL_UNIT_BRANCH:
        return CORAL_PACE_BRANCH;
    case CORAL_UNIT_MUL:
        return CORAL_PACE_MUL;
    case CORAL_UNIT_DIV:
        return CORAL_PACE_DIV;
    case CORAL_UNIT_LSU:
        return CORAL_PACE_LOAD;
    case CORAL_UNIT_FPU:
        return CORAL_PACE_FPU;
    case CORAL_UNIT_CSR:
        return CORAL_PACE_CSR;
    case CORAL_UNIT_VSET:
        return CORAL_PACE_VSET;
    case CORAL_UNIT_VALU:
    case CORAL_UNIT_VMUL:
    case CORAL_UNIT_VDIV:
    case CORAL_UNIT_VPERM:
        return CORAL_PACE_VECTOR;
    case CORAL_UNIT_VLSU:
        return has_letter(op, 'z') ? CORAL_PACE_VSTORE : CORAL_PACE_VLOAD;
    default:
        return CORAL_PACE_ALU;
    }
}

/* OPMVV by funct6 and vs1: reductions, vcpop, vfirst, vmsbf/of/if, viota, vcompress, vwadd[u].vv.
 */
static bool in_zero_vstart_class(uint32_t word)
{
    const uint32_t funct6 = word >> 26, vs1 = word >> 15 & 31;

    if ((word & 0x7f) != 0x57 || (word >> 12 & 7) != 2)
        return false;
    return funct6 < 8 || (funct6 == 0x10 && (vs1 == 0x10 || vs1 == 0x11)) ||
           (funct6 == 0x14 && (vs1 == 1 || vs1 == 2 || vs1 == 3 || vs1 == 0x10)) ||
           funct6 == 0x17 || funct6 == 0x30 || funct6 == 0x31;
}

static uint8_t flags_of(uint16_t op, uint32_t word, enum coral_pace pace)
{
    const uint8_t unit = coral_rows[op].insn.unit;
    uint8_t       flags = 0;

    if (unit == CORAL_UNIT_CSR || unit == CORAL_UNIT_DIV || unit == CORAL_UNIT_FPU ||
        unit == CORAL_UNIT_SYSTEM || op == CORAL_FLW || op == CORAL_FSW)
        flags |= CORAL_LANE_0;
    if (unit == CORAL_UNIT_BRANCH || unit == CORAL_UNIT_CSR ||
        (unit == CORAL_UNIT_SYSTEM && op != CORAL_FENCE && op != CORAL_SLOG))
        flags |= CORAL_ENDS_CYCLE;
    if (pace == CORAL_PACE_VLOAD || pace == CORAL_PACE_VSTORE || in_zero_vstart_class(word))
        flags |= CORAL_ZERO_VSTART;
    if (has_letter(op, 'd') && (unit == CORAL_UNIT_FPU || pace == CORAL_PACE_VECTOR))
        flags |= CORAL_X_RESULT;
    if (op == CORAL_JALR || op == CORAL_FENCE_I)
        flags |= CORAL_RESTARTS;
    return flags;
}

static uint32_t number(uint8_t reg)
{
    return UINT32_C(1) << reg;
}

/* Base addresses, the data of sb/sh/sw and the base of jalr are needed a cycle early. */
static void sources_of(struct coral_timing *s, uint16_t op, uint32_t word)
{
    const uint8_t rs1 = word >> 15 & 31, rs2 = word >> 20 & 31, unit = coral_rows[op].insn.unit;
    const bool    memory = unit == CORAL_UNIT_LSU || unit == CORAL_UNIT_VLSU;

    if (has_letter(op, 's')) {
        s->scan_need |= number(rs1);
        (memory || op == CORAL_JALR ? s->early : s->source)[0] = rs1;
    }
    if (has_letter(op, 't')) {
        s->scan_need |= number(rs2);
        (unit == CORAL_UNIT_LSU ? s->early : s->source)[1] = rs2;
    }
    if (unit == CORAL_UNIT_CSR && has_letter(op, 's')) {
        s->scan_need |= number(rs2); /* the register whose number is csr[4:0] */
        s->source[1] = rs2;
    }
}

static void float_sources_of(struct coral_timing *s, uint16_t op, uint32_t word)
{
    s->fsource[0] = has_letter(op, 'S') ? word >> 15 & 31 : CORAL_F_NONE;
    s->fsource[1] = has_letter(op, 'T') ? word >> 20 & 31 : CORAL_F_NONE;
    s->fsource[2] = has_letter(op, 'R') ? (uint8_t)(word >> 27) : CORAL_F_NONE;
    s->fdest = has_letter(op, 'D') ? word >> 7 & 31 : CORAL_F_NONE;
    if (has_letter(op, 'R'))
        s->fsource[1] = CORAL_F_NONE; /* erratum 3: nobody waits for rs2 */
}

struct coral_timing coral_timing_of(uint16_t op, uint32_t word)
{
    const enum coral_pace pace = pace_of(op);
    struct coral_timing   s = { .kind = (uint8_t)pace, .flags = flags_of(op, word, pace) };

    sources_of(&s, op, word);
    float_sources_of(&s, op, word);
    if (pace != CORAL_PACE_BRANCH && op != CORAL_SB && op != CORAL_SH && op != CORAL_SW) {
        s.dest = word >> 7 & 31;
        s.scan_add = number(s.dest);
        s.scan_need |= s.scan_add;
    }
    return s;
}

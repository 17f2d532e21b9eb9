/* Control and status registers: what reads give and writes change. */
#include "platforms/coral/coral_machine.h"

enum {
    CSR_FFLAGS = 0x001,
    CSR_FRM = 0x002,
    CSR_FCSR = 0x003,
    CSR_VSTART = 0x008,
    CSR_VXSAT = 0x009,
    CSR_VXRM = 0x00a,
    CSR_MSTATUS = 0x300,
    CSR_MIE = 0x304,
    CSR_MTVEC = 0x305,
    CSR_MSCRATCH = 0x340,
    CSR_MEPC = 0x341,
    CSR_MCAUSE = 0x342,
    CSR_MTVAL = 0x343,
    CSR_MCONTEXT0 = 0x7c0,
    CSR_MPC = 0x7e0,
    CSR_MSP = 0x7e1,
    CSR_MCYCLE = 0xb00,
    CSR_MCYCLEH = 0xb80,
    CSR_MINSTRET = 0xb02,
    CSR_MINSTRETH = 0xb82,
    CSR_VL = 0xc20,
    CSR_VTYPE = 0xc21,
    MSTATUS_FIXED = 0x2200,
    MPP_SHIFT = 11,
};

static const struct coral_csr *find(uint32_t csr)
{
    for (size_t i = 0; i < coral_csr_count; i++)
        if (coral_csrs[i].number == csr)
            return &coral_csrs[i];
    return NULL;
}

bool coral_csr_exists(uint32_t csr)
{
    return find(csr) != NULL;
}

bool coral_csr_read_only(uint32_t csr)
{
    const struct coral_csr *row = find(csr);

    return row && !row->writable;
}

/* The plain 32-bit ones; NULL for the others. */
static uint32_t *plain(struct coral_machine *m, uint32_t csr)
{
    if (csr >= CSR_MCONTEXT0 && csr < CSR_MCONTEXT0 + 8)
        return &m->mcontext[csr - CSR_MCONTEXT0];
    switch (csr) {
    case CSR_FFLAGS:
        return &m->fflags;
    case CSR_FRM:
        return &m->frm;
    case CSR_VSTART:
        return &m->vstart;
    case CSR_VXSAT:
        return &m->vxsat;
    case CSR_VXRM:
        return &m->vxrm;
    case CSR_MIE:
        return &m->mie;
    case CSR_MTVEC:
        return &m->mtvec;
    case CSR_MSCRATCH:
        return &m->mscratch;
    case CSR_MEPC:
        return &m->mepc;
    case CSR_MCAUSE:
        return &m->mcause;
    case CSR_MTVAL:
        return &m->mtval;
    case CSR_MPC:
        return &m->mpc;
    case CSR_MSP:
        return &m->msp;
    default:
        return NULL;
    }
}

/* Bits that exist. */
static uint32_t mask_of(uint32_t csr)
{
    switch (csr) {
    case CSR_FFLAGS:
        return 31;
    case CSR_FRM:
        return 7;
    case CSR_VSTART:
        return 127;
    case CSR_VXSAT:
    case CSR_MIE:
        return 1;
    case CSR_VXRM:
        return 3;
    default:
        return UINT32_MAX;
    }
}

uint32_t coral_csr_read(struct coral_machine *m, uint32_t csr, uint64_t cycle)
{
    const uint32_t *at = plain(m, csr);

    if (at)
        return *at;
    switch (csr) {
    case CSR_FCSR:
        return m->frm << 5 | m->fflags;
    case CSR_MSTATUS:
        return MSTATUS_FIXED | m->mpp << MPP_SHIFT;
    case CSR_MCYCLE:
        return (uint32_t)(cycle + 1 + m->mcycle_offset);
    case CSR_MCYCLEH:
        return (uint32_t)((cycle + 1 + m->mcycle_offset) >> 32);
    case CSR_MINSTRET:
        return (uint32_t)(m->executed + m->minstret_offset);
    case CSR_MINSTRETH:
        return (uint32_t)((m->executed + m->minstret_offset) >> 32);
    case CSR_VL:
        if (m->vl > 127)
            coral_note(m, "vl-csr",
                       "would fail on hardware: the vl register reads modulo 128, so "
                       "128 reads as 0; use the rd of vsetvli");
        return m->vl;
    case CSR_VTYPE:
        return m->vtype;
    default:
        return find(csr)->reset;
    }
}

static uint64_t with_low(uint64_t old, uint32_t value)
{
    return (old & ~UINT64_C(0xffffffff)) | value;
}

static uint64_t with_high(uint64_t old, uint32_t value)
{
    return (old & UINT64_C(0xffffffff)) | (uint64_t)value << 32;
}

void coral_csr_write(struct coral_machine *m, uint32_t csr, uint32_t value, uint64_t cycle)
{
    uint32_t      *at = plain(m, csr);
    const uint64_t now = cycle + 1 + m->mcycle_offset, retired = m->executed + m->minstret_offset;

    if (at) {
        *at = value & mask_of(csr);
        return;
    }
    switch (csr) {
    case CSR_FCSR:
        m->frm = value >> 5 & 7;
        m->fflags = value & 31;
        return;
    case CSR_MSTATUS:
        m->mpp = value >> MPP_SHIFT & 3;
        return;
    case CSR_MCYCLE:
        m->mcycle_offset += with_low(now, value) - now;
        return;
    case CSR_MCYCLEH:
        m->mcycle_offset += with_high(now, value) - now;
        return;
    case CSR_MINSTRET:
        m->minstret_offset += with_low(retired, value) - retired;
        return;
    case CSR_MINSTRETH:
        m->minstret_offset += with_high(retired, value) - retired;
        return;
    default: /* debug registers read 0 */
        return;
    }
}

void coral_set_vtype(struct coral_machine *m, uint32_t vtype)
{
    static const int32_t lmul8_of[8] = { 8, 16, 32, 64, 0, 0, 2, 4 };
    const uint32_t       sew = vtype >> 3 & 7;
    const int32_t        lmul8 = lmul8_of[vtype & 7];

    /* Elements of SEW bits must fit into LMUL * ELEN: e8 from mf4, e16 from mf2, e32 from m1. */
    if (vtype >> 8 || sew > 2 || lmul8 < 2 << sew) {
        m->vtype = CORAL_VILL | (vtype & 0xff);
        m->vl = m->vlmax = 0;
        m->vtype_key = CORAL_NO_TYPE;
        return;
    }
    m->vtype = vtype;
    m->vtype_key = (vtype & 0x3f) + 1;
    m->sew = 1u << sew;
    m->lmul8 = lmul8;
    m->vlmax = (uint32_t)lmul8 * CORAL_VLENB / 8 / m->sew;
}

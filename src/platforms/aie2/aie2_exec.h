/* platforms/aie2/aie2_exec.h: what the instruction files share; addresses and data memory.
 *
 * An instruction is a function called when its bundle issues.  It reads its E1 operands, and either
 * puts its results into the calendar or leaves a flight that goes on at a later stage.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_EXEC_H
#define KC_PLATFORMS_AIE2_AIE2_EXEC_H

#include <string.h>

#include "platforms/aie2/aie2_dma.h"

/* The function behind a rule (aie2_rules.def). */
#define ISSUE_ARGS                  struct aie2_machine *m, const struct aie2_op *op
#define ISSUE(name)                 void aie2_issue_##name(ISSUE_ARGS)
#define RULE(slot, key, name, what) ISSUE(name);
#include "platforms/aie2/aie2_rules.def"

/* The commonest cases of load_vector and mac, which decoding puts in their place. */
ISSUE(load_post);
ISSUE(product);

enum { AIE2_ADDRESS_MASK = 0xfffff };

/* Distances between m, dn, dj and dc of one number in the register file. */
enum { AIE2_TO_DN = 32, AIE2_TO_DJ = 64, AIE2_TO_DC = 96, AIE2_TO_HIGH = 16 };

uint32_t         aie2_step_2d(struct aie2_machine *m, const struct aie2_op *op, uint32_t p);
uint32_t         aie2_step_3d(struct aie2_machine *m, const struct aie2_op *op, uint32_t p);
KC_NORETURN void aie2_bad_address(struct aie2_machine *m, const struct aie2_op *op,
                                  uint32_t address, uint32_t bytes);
void aie2_observe_read(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                       uint32_t bytes);
void aie2_observe_write(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                        uint32_t bytes);

/* The address of a memory instruction with a given mode.  Its pointer is updated at E1, whatever
 * else is late. */
KC_INLINE uint32_t aie2_address_as(struct aie2_machine *m, const struct aie2_op *op, uint8_t mode)
{
    const uint32_t p = aie2_get(m, op->ptr.offset);

    switch (mode) {
    case AIE2_ADDRESS_INDEX:
        return (p + aie2_get(m, op->mod.offset)) & AIE2_ADDRESS_MASK;
    case AIE2_ADDRESS_POST:
        aie2_put_in(m, &op->ptr, 1, p + (uint32_t)op->imm);
        return p;
    case AIE2_ADDRESS_POST_M:
        aie2_put_in(m, &op->ptr, 1, p + aie2_get(m, op->mod.offset));
        return p;
    case AIE2_ADDRESS_2D:
        return aie2_step_2d(m, op, p);
    case AIE2_ADDRESS_3D:
        return aie2_step_3d(m, op, p);
    default: /* [p, #i], [sp, #i]; [p] has an offset of 0 */
        return (p + (uint32_t)op->imm) & AIE2_ADDRESS_MASK;
    }
}

KC_INLINE uint32_t aie2_address(struct aie2_machine *m, const struct aie2_op *op)
{
    return aie2_address_as(m, op, op->address);
}

/* Counts a request for the banks of an access: both of a pair for 256 bits, else one. */
KC_INLINE void aie2_request(struct aie2_machine *m, uint32_t offset, uint32_t bytes)
{
    const uint64_t banks = bytes == AIE2_W ? 0x0101 : UINT64_C(1) << (offset >> 4 & 1) * 8;

    m->asked += banks << (offset >> 14 & 3) * 16;
}

/* Whether some bank was asked twice in this tick. */
KC_INLINE bool aie2_banks_clash(const struct aie2_machine *m)
{
    return (m->asked & UINT64_C(0xfefefefefefefefe)) != 0;
}

/* Whether a transfer may be using the memory at an offset. */
KC_INLINE bool aie2_in_transfer(const struct aie2_machine *m, uint32_t offset)
{
    return m->busy >> offset / AIE2_PAGE & 1;
}

/* Where an access lies in m->dm.  Traps when it is outside, or not on a multiple of bytes. */
KC_INLINE uint32_t aie2_dm_offset(struct aie2_machine *m, const struct aie2_op *op,
                                  uint32_t address, uint32_t bytes)
{
    const uint32_t offset = address - AIE2_DM_BASE;

    if (KC_UNLIKELY(offset >= AIE2_DM_BYTES || offset & (bytes - 1)))
        aie2_bad_address(m, op, address, bytes);
    return offset;
}

/* A load: the bytes at an address. */
KC_INLINE const uint8_t *aie2_load_from(struct aie2_machine *m, const struct aie2_op *op,
                                        uint32_t address, uint32_t bytes)
{
    const uint32_t offset = aie2_dm_offset(m, op, address, bytes);

    aie2_request(m, offset, bytes);
    if (KC_UNLIKELY(aie2_in_transfer(m, offset)))
        aie2_dma_meet(m, op, offset, bytes, false);
    if (KC_UNLIKELY(m->observed))
        aie2_observe_read(m, op, offset, bytes);
    return m->dm + offset;
}

/* The same at the instruction's address. */
KC_INLINE const uint8_t *aie2_load_bytes(struct aie2_machine *m, const struct aie2_op *op,
                                         uint32_t bytes)
{
    return aie2_load_from(m, op, aie2_address(m, op), bytes);
}

KC_INLINE void aie2_store_bytes(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                                const void *value, uint32_t bytes)
{
    aie2_request(m, offset, bytes);
    if (KC_UNLIKELY(aie2_in_transfer(m, offset)))
        aie2_dma_meet(m, op, offset, bytes, true);
    memcpy(m->dm + offset, value, bytes);
    if (KC_UNLIKELY(m->observed))
        aie2_observe_write(m, op, offset, bytes);
}

/* The sign of a `.d` form is what its control register says. */
KC_INLINE bool aie2_is_signed(const struct aie2_op *op, uint32_t control)
{
    return op->sign == AIE2_DYNAMIC ? control & 1 : op->sign == AIE2_SIGNED;
}

/* The whole stall of a tick in which two accesses met in a bank. */
void aie2_bank_stall(struct aie2_machine *m);

/* crRnd, which must be a mode that exists. */
uint32_t aie2_rounding(struct aie2_machine *m, const struct aie2_op *op);

/* What the control registers and the shift register (op->c) say now. */
struct aie2_convert aie2_srs_settings(struct aie2_machine *m, const struct aie2_op *op);
struct aie2_convert aie2_pack_settings(struct aie2_machine *m, const struct aie2_op *op);

#endif

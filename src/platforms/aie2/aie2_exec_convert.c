/* Conversions between registers: SRS, UPS, pack, bf16, floor. */
#include <inttypes.h>

#include "platforms/aie2/aie2_exec.h"

uint32_t aie2_rounding(struct aie2_machine *m, const struct aie2_op *op)
{
    const uint32_t mode = aie2_get(m, AIE2_AT(crRnd));

    if (KC_LIKELY(aie2_round_known(mode)))
        return mode;
    m->current = op;
    aie2_trap(m, AIE2_TRAP_ROUNDING, NULL, 0, "%s rounds with crRnd = %" PRIu32,
              op->insn->form->mnemonic, mode);
}

struct aie2_convert aie2_srs_settings(struct aie2_machine *m, const struct aie2_op *op)
{
    return (struct aie2_convert){
        .from = op->from,
        .to = op->bits,
        .is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crSRSSign))),
        .shift = (uint8_t)(aie2_get(m, op->c.offset) & 63),
        .round = aie2_rounding(m, op),
        .sat = aie2_get(m, AIE2_AT(crSat)),
    };
}

struct aie2_convert aie2_pack_settings(struct aie2_machine *m, const struct aie2_op *op)
{
    return (struct aie2_convert){
        .from = op->from,
        .to = op->bits,
        .is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crPackSign))),
        .sat = aie2_get(m, AIE2_AT(crSat)),
    };
}

ISSUE(srs)
{
    const struct aie2_convert c = aie2_srs_settings(m, op);

    aie2_srs(&c, m->file + op->a.offset, op->a.bytes * 8u / op->from, aie2_result(m, &op->d, 0));
}

ISSUE(ups)
{
    const struct aie2_convert c = {
        .from = op->from,
        .to = op->bits,
        .is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crUPSSign))),
        .shift = (uint8_t)(aie2_get(m, op->c.offset) & 63),
        .sat = aie2_get(m, AIE2_AT(crSat)),
    };
    uint8_t room[AIE2_X];

    aie2_ups(&c, aie2_vector(m, &op->a, room), op->d.bytes * 8u / op->bits,
             aie2_result(m, &op->d, 0));
}

ISSUE(pack)
{
    const struct aie2_convert c = aie2_pack_settings(m, op);
    uint8_t                   room[AIE2_X];

    aie2_pack(&c, aie2_vector(m, &op->a, room), aie2_result(m, &op->d, 0));
}

ISSUE(conv_bf16)
{
    aie2_conv_bf16_fp32(m->file + op->a.offset, aie2_rounding(m, op), aie2_result(m, &op->d, 0));
}

ISSUE(conv_fp32)
{
    uint8_t room[AIE2_W];

    aie2_conv_fp32_bf16(aie2_vector(m, &op->a, room), aie2_result(m, &op->d, 0));
}

/* The shift is a signed number of six bits. */
ISSUE(floor)
{
    const int shift = (int)((aie2_get(m, op->c.offset) & 63) ^ 32) - 32;

    aie2_floor_s32_bf16(m->file + op->a.offset, shift, aie2_result(m, &op->d, 0));
}

/* The vector ALU of the mv slot: everything is read at E1 and, with one cycle of bypass, there for
 * the next bundle's vector ALU. */
#include <inttypes.h>

#include "platforms/aie2/aie2_exec.h"

/* ---- lane types ------------------------------------------------------------------------------ */

static enum aie2_lane_type lane_type(const struct aie2_machine *m, const struct aie2_op *op)
{
    const bool is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crVaddSign)));

    if (op->is_float)
        return AIE2_BF16;
    if (op->bits == 8)
        return is_signed ? AIE2_S8 : AIE2_U8;
    if (op->bits == 16)
        return is_signed ? AIE2_S16 : AIE2_U16;
    return is_signed ? AIE2_S32 : AIE2_U32;
}

/* One-operand instructions use the same loops with their source twice. */
static uint64_t run_lanes(struct aie2_machine *m, const struct aie2_op *op, uint8_t *d)
{
    uint8_t        room1[AIE2_X], room2[AIE2_X];
    const uint8_t *s1 = aie2_vector(m, &op->a, room1);
    const uint8_t *s2 = op->b.bytes ? aie2_vector(m, &op->b, room2) : s1;

    return aie2_lanes((enum aie2_lane_op)op->what, lane_type(m, op), d, s1, s2);
}

ISSUE(lanes)
{
    const uint64_t mask = run_lanes(m, op, aie2_result(m, &op->d, 0));

    if (op->e.bytes)
        aie2_put_wide(m, &op->e, mask);
}

/* Comparisons that give a mask only; it is the first result of the form. */
ISSUE(compare)
{
    uint8_t unused[AIE2_X];

    aie2_put_wide(m, &op->e, run_lanes(m, op, unused));
}

ISSUE(addsub)
{
    uint8_t room1[AIE2_X], room2[AIE2_X];

    aie2_addsub(op->bits, aie2_result(m, &op->d, 0), aie2_vector(m, &op->a, room1),
                aie2_vector(m, &op->b, room2), aie2_scalar(m, &op->c));
}

ISSUE(vsel)
{
    uint8_t room1[AIE2_X], room2[AIE2_X];

    aie2_select(op->bits, aie2_result(m, &op->d, 0), aie2_vector(m, &op->a, room1),
                aie2_vector(m, &op->b, room2), aie2_scalar(m, &op->c));
}

ISSUE(vband)
{
    uint8_t        room1[AIE2_X], room2[AIE2_X];
    uint8_t       *d = aie2_result(m, &op->d, 0);
    const uint8_t *a = aie2_vector(m, &op->a, room1), *b = aie2_vector(m, &op->b, room2);

    for (int i = 0; i < AIE2_X; i++)
        d[i] = a[i] & b[i];
}

ISSUE(vbor)
{
    uint8_t        room1[AIE2_X], room2[AIE2_X];
    uint8_t       *d = aie2_result(m, &op->d, 0);
    const uint8_t *a = aie2_vector(m, &op->a, room1), *b = aie2_vector(m, &op->b, room2);

    for (int i = 0; i < AIE2_X; i++)
        d[i] = a[i] | b[i];
}

/* ---- one lane -------------------------------------------------------------------------------- */

ISSUE(broadcast)
{
    aie2_broadcast(op->bits, aie2_result(m, &op->d, 0), aie2_scalar(m, &op->c));
}

/* The index is a register, or the immediate when there is none. */
static uint32_t lane_index(const struct aie2_machine *m, const struct aie2_op *op)
{
    return op->mod.bytes ? aie2_get(m, op->mod.offset) : (uint32_t)op->imm;
}

ISSUE(extract_broadcast)
{
    uint8_t        room[AIE2_X];
    const uint64_t lane =
        aie2_extract(op->bits, aie2_vector(m, &op->a, room), lane_index(m, op), false);

    aie2_broadcast(op->bits, aie2_result(m, &op->d, 0), lane);
}

ISSUE(extract)
{
    uint8_t    room[AIE2_X];
    const bool is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crVaddSign)));

    aie2_put_wide(m, &op->d,
                  aie2_extract(op->bits, aie2_vector(m, &op->a, room), lane_index(m, op),
                               is_signed));
}

ISSUE(insert)
{
    uint8_t room[AIE2_X];

    aie2_insert(op->bits, aie2_result(m, &op->d, 0), aie2_vector(m, &op->a, room),
                lane_index(m, op), aie2_scalar(m, &op->c));
}

ISSUE(push)
{
    uint8_t        room[AIE2_X];
    const uint8_t *s = aie2_vector(m, &op->a, room);
    const uint64_t value = aie2_scalar(m, &op->c);

    if (op->is_hi)
        aie2_push_hi(op->bits, aie2_result(m, &op->d, 0), s, value);
    else
        aie2_push_lo(op->bits, aie2_result(m, &op->d, 0), value, s);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

ISSUE(shift)
{
    const struct aie2_place *const places[] = { &op->c };
    const uint32_t                 bytes = aie2_get(m, op->c.offset);
    uint8_t                        room1[AIE2_X], room2[AIE2_X];

    if (KC_UNLIKELY(bytes > AIE2_X)) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_SHIFT_RANGE, places, 1, "%s by %" PRIu32 " bytes",
                  op->insn->form->mnemonic, bytes);
    }
    aie2_shift(aie2_result(m, &op->d, 0), aie2_vector(m, &op->a, room1),
               aie2_vector(m, &op->b, room2), bytes);
}

ISSUE(shift_align)
{
    const uint32_t step = aie2_get(m, op->mod.offset);

    if (step != 0) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_SHIFT_ALIGN, NULL, 0, "vshift.align with a step of %" PRIu32, step);
    }
    aie2_issue_shift(m, op);
}

static const uint8_t *route_of(struct aie2_machine *m, const struct aie2_op *op,
                               const struct aie2_place *place)
{
    const struct aie2_place *const places[] = { place };
    const uint32_t                 mode = aie2_get(m, place->offset);

    if (KC_LIKELY(mode < AIE2_SHUFFLE_MODES))
        return aie2_shuffle_route[mode];
    m->current = op;
    aie2_trap(m, AIE2_TRAP_SHUFFLE_MODE, places, 1, "%s with mode %" PRIu32,
              op->insn->form->mnemonic, mode);
}

ISSUE(shuffle)
{
    uint8_t        room1[AIE2_X], room2[AIE2_X];
    const uint8_t *route = route_of(m, op, &op->mod);

    aie2_shuffle(aie2_result(m, &op->d, 0), aie2_vector(m, &op->a, room1),
                 aie2_vector(m, &op->b, room2), route);
}

ISSUE(broadcast_shuffle)
{
    const uint8_t *route = route_of(m, op, &op->mod);
    uint8_t        lanes[AIE2_X];

    aie2_broadcast(op->bits, lanes, aie2_scalar(m, &op->c));
    aie2_shuffle(aie2_result(m, &op->d, 0), lanes, NULL, route);
}

/* Between registers of different size (a mask and a w) the low bytes move and the rest is 0. */
ISSUE(vmov)
{
    uint8_t        room[AIE2_CM], *d = aie2_result(m, &op->d, 0);
    const uint8_t *s = aie2_vector(m, &op->a, room);
    const size_t   count = op->a.bytes < op->d.bytes ? op->a.bytes : op->d.bytes;

    memcpy(d, s, count);
    memset(d + count, 0, op->d.bytes - count);
}

/* Loads and stores: addresses, banks, data memory. */
#include <inttypes.h>

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_exec.h"

/* How long after its issue an instruction goes on, in ticks. */
enum { CONVERTING_STORE = 2, PART_WORD = 6, UPS_SHIFT = 6, UPS_SATURATION = 7, UNPACK = 6 };

/* ---- addresses ------------------------------------------------------------------------------ */

/* The counter of the group at an offset counts up to dn, then starts again. */
static bool advances(const struct aie2_machine *m, uint32_t group)
{
    return aie2_get(m, group + AIE2_TO_DC) < aie2_get(m, group + AIE2_TO_DN);
}

uint32_t aie2_step_2d(struct aie2_machine *m, const struct aie2_op *op, uint32_t p)
{
    const uint32_t group = op->mod.offset;
    const bool     more = advances(m, group);

    aie2_put_in(m, &op->e, 1, more ? aie2_get(m, group + AIE2_TO_DC) + 1 : 0);
    aie2_put_in(m, &op->ptr, 1, p + aie2_get(m, more ? group + AIE2_TO_DJ : group));
    return p;
}

uint32_t aie2_step_3d(struct aie2_machine *m, const struct aie2_op *op, uint32_t p)
{
    const uint32_t low = op->mod.offset, high = low + AIE2_TO_HIGH;
    const bool     inner = advances(m, low), outer = !inner && advances(m, high);
    const uint32_t count = aie2_get(m, high + AIE2_TO_DC);
    const uint32_t step = inner   ? aie2_get(m, low + AIE2_TO_DJ)
                          : outer ? aie2_get(m, high + AIE2_TO_DJ)
                                  : aie2_get(m, low);

    aie2_put_in(m, &op->e, 1, inner ? aie2_get(m, low + AIE2_TO_DC) + 1 : 0);
    aie2_put_in(m, &op->hi, 1, inner ? count : outer ? count + 1 : 0);
    aie2_put_in(m, &op->ptr, 1, p + step);
    return p;
}

ISSUE(pointer)
{
    if (op->address == AIE2_ADDRESS_SP_CHANGE)
        aie2_put_in(m, &op->ptr, 1, aie2_get(m, op->ptr.offset) + (uint32_t)op->imm);
    else
        aie2_address(m, op);
}

void aie2_bad_address(struct aie2_machine *m, const struct aie2_op *op, uint32_t address,
                      uint32_t bytes)
{
    const struct aie2_place *const places[] = { &op->ptr, &op->mod };
    const size_t                   count = op->mod.bytes ? 2 : 1;

    m->current = op;
    if (address - AIE2_DM_BASE >= AIE2_DM_BYTES)
        aie2_trap(m, AIE2_TRAP_ADDRESS, places, op->ptr.bytes ? count : 0,
                  "%s accesses address 0x%05" PRIx32 ", which is outside data memory",
                  op->insn->form->mnemonic, address);
    aie2_trap(m, AIE2_TRAP_ALIGNMENT, places, op->ptr.bytes ? count : 0,
              "%s accesses %" PRIu32 " bytes at address 0x%05" PRIx32
              ", which is not a multiple of %" PRIu32,
              op->insn->form->mnemonic, bytes, address, bytes);
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* The whole stall of a tick: the busiest bank serves one request per cycle. */
void aie2_bank_stall(struct aie2_machine *m)
{
    uint64_t most = 1;

    if (m->config->banks == AIE2_BANKS_OFF)
        return;
    for (uint64_t asked = m->asked; asked; asked >>= 8)
        most = (asked & 0xff) > most ? asked & 0xff : most;
    m->stall[AIE2_STALL_BANK] += most - 1;
}

/* ---- scalar loads and stores ----------------------------------------------------------------- */

static uint32_t extend(uint32_t v, uint32_t bits, bool is_signed)
{
    const uint32_t sign = UINT32_C(1) << (bits - 1);

    return is_signed ? (v ^ sign) - sign : v;
}

/* bits is the part word's width, or 128 for a mask register. */
ISSUE(load)
{
    uint32_t v = 0;

    if (op->bits == 128) {
        memcpy(aie2_result(m, &op->d, 0), aie2_load_bytes(m, op, 16), 16);
        return;
    }
    memcpy(&v, aie2_load_bytes(m, op, op->bits / 8), op->bits / 8);
    aie2_put(m, &op->d, op->bits == 32 ? v : extend(v, op->bits, op->sign == AIE2_SIGNED));
}

ISSUE(store)
{
    const uint32_t bytes = op->bits / 8;

    aie2_store_bytes(m, op, aie2_dm_offset(m, op, aie2_address(m, op), bytes),
                     m->file + op->a.offset, bytes);
}

/* Part words: memory is read at once, the data at E7, and written at E11. */
static void finish_part(struct aie2_machine *m, struct aie2_flight *f)
{
    if (KC_UNLIKELY(aie2_set_meets(&m->doubt, &f->op->late)))
        aie2_doubtful(m, f->op, true);
    aie2_store_bytes(m, f->op, f->address, m->file + f->op->a.offset, f->op->bits / 8);
}

ISSUE(store_part)
{
    const uint32_t      bytes = op->bits / 8;
    struct aie2_flight *f = aie2_fly(m, op);

    f->address = aie2_dm_offset(m, op, aie2_address(m, op), bytes);
    aie2_request(m, f->address, bytes);
    aie2_later(m, PART_WORD, finish_part, f);
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* 256 bits, or 128 into the low half of a register whose high half becomes zero. */
ISSUE(load_vector)
{
    uint8_t *d;

    if (op->bits != 128) {
        const uint8_t *from = aie2_load_bytes(m, op, AIE2_W);

        memcpy(aie2_result(m, &op->d, 0), from, AIE2_W);
        return;
    }
    d = aie2_result(m, &op->d, 0);
    memcpy(d, aie2_load_bytes(m, op, 16), 16);
    memset(d + 16, 0, 16);
}

/* 256 bits with post-increment by an immediate.  What is not common is left to load_vector as the
 * last thing to do, so that nothing has to be saved on the way in. */
ISSUE(load_post)
{
    const uint32_t p = aie2_get(m, op->ptr.offset), offset = p - AIE2_DM_BASE;

    if (KC_UNLIKELY(m->observed || offset >= AIE2_DM_BYTES || offset % AIE2_W ||
                    aie2_in_transfer(m, offset))) {
        aie2_issue_load_vector(m, op);
        return;
    }
    aie2_put_in(m, &op->ptr, 1, p + (uint32_t)op->imm);
    aie2_request(m, offset, AIE2_W);
    memcpy(aie2_result(m, &op->d, 0), m->dm + offset, AIE2_W);
}

ISSUE(store_vector)
{
    const uint32_t bytes = op->bits == 128 ? 16 : AIE2_W;

    aie2_store_bytes(m, op, aie2_dm_offset(m, op, aie2_address(m, op), bytes),
                     m->file + op->a.offset, bytes);
}

ISSUE(load_conv)
{
    aie2_conv_fp32_bf16(aie2_load_bytes(m, op, AIE2_W), aie2_result(m, &op->d, 0));
}

/* ---- load and widen -------------------------------------------------------------------------- */

static void finish_ups(struct aie2_machine *m, struct aie2_flight *f)
{
    const struct aie2_op     *op = f->op;
    const struct aie2_convert c = { .from = op->from,
                                    .to = op->bits,
                                    .is_signed = f->sign,
                                    .shift = (uint8_t)f->shift,
                                    .sat = aie2_get(m, AIE2_AT(crSat)) };

    aie2_ups(&c, f->x, op->d.bytes * 8u / op->bits, aie2_result(m, &op->d, UPS_SATURATION));
}

static void sample_ups(struct aie2_machine *m, struct aie2_flight *f)
{
    if (KC_UNLIKELY(aie2_set_meets(&m->doubt, &f->op->late)))
        aie2_doubtful(m, f->op, true);
    f->shift = aie2_get(m, f->op->c.offset) & 63;
    f->sign = aie2_is_signed(f->op, aie2_get(m, AIE2_AT(crUPSSign)));
    aie2_later(m, UPS_SATURATION - UPS_SHIFT, finish_ups, f);
}

ISSUE(load_ups)
{
    struct aie2_flight *f = aie2_fly(m, op);

    memcpy(f->x, aie2_load_bytes(m, op, AIE2_W), AIE2_W);
    aie2_later(m, UPS_SHIFT, sample_ups, f);
}

static void unpack(struct aie2_machine *m, const struct aie2_op *op, const uint8_t *w)
{
    const struct aie2_convert c = {
        .from = op->from,
        .to = op->bits,
        .is_signed = aie2_is_signed(op, aie2_get(m, AIE2_AT(crUnpackSign))),
    };

    aie2_unpack(&c, w, aie2_result(m, &op->d, UNPACK));
}

static void finish_load_unpack(struct aie2_machine *m, struct aie2_flight *f)
{
    unpack(m, f->op, f->x);
}

ISSUE(load_unpack)
{
    struct aie2_flight *f = aie2_fly(m, op);

    memcpy(f->x, aie2_load_bytes(m, op, AIE2_W), AIE2_W);
    aie2_later(m, UNPACK, finish_load_unpack, f);
}

/* vunpack passes through the load pipeline: its source is read at E7. */
static void finish_unpack(struct aie2_machine *m, struct aie2_flight *f)
{
    uint8_t room[AIE2_X];

    if (KC_UNLIKELY(aie2_set_meets(&m->doubt, &f->op->late)))
        aie2_doubtful(m, f->op, true);
    unpack(m, f->op, aie2_vector(m, &f->op->a, room));
}

ISSUE(unpack)
{
    aie2_later(m, UNPACK, finish_unpack, aie2_fly(m, op));
}

/* ---- convert and store ----------------------------------------------------------------------- */

static void finish_store(struct aie2_machine *m, struct aie2_flight *f)
{
    aie2_store_bytes(m, f->op, f->address, f->x, AIE2_W);
}

static struct aie2_flight *converting_store(struct aie2_machine *m, const struct aie2_op *op)
{
    struct aie2_flight *f = aie2_fly(m, op);

    f->address = aie2_dm_offset(m, op, aie2_address(m, op), AIE2_W);
    aie2_later(m, CONVERTING_STORE, finish_store, f);
    return f;
}

ISSUE(store_conv)
{
    struct aie2_flight *f = converting_store(m, op);

    aie2_conv_bf16_fp32(m->file + op->a.offset, aie2_rounding(m, op), f->x);
}

ISSUE(store_srs)
{
    const struct aie2_convert c = aie2_srs_settings(m, op);
    struct aie2_flight       *f = converting_store(m, op);

    aie2_srs(&c, m->file + op->a.offset, op->a.bytes * 8u / op->from, f->x);
}

ISSUE(store_pack)
{
    const struct aie2_convert c = aie2_pack_settings(m, op);
    uint8_t                   w[AIE2_W];

    aie2_pack(&c, m->file + op->a.offset, w);
    aie2_store_bytes(m, op, aie2_dm_offset(m, op, aie2_address(m, op), AIE2_W), w, AIE2_W);
}

/* ---- table lookup ---------------------------------------------------------------------------- */

/* Eight bytes from an address; what lies beyond data memory reads as zero. */
static void lookup_one(struct aie2_machine *m, const struct aie2_op *op, uint32_t address,
                       uint8_t *out)
{
    const uint32_t offset = aie2_dm_offset(m, op, address, op->what);
    const uint32_t left = AIE2_DM_BYTES - offset, count = left < 8 ? left : 8;

    aie2_request(m, offset, 8);
    if (KC_UNLIKELY(aie2_in_transfer(m, offset)))
        aie2_dma_meet(m, op, offset, count, false);
    memset(out, 0, 8);
    memcpy(out, m->dm + offset, count);
    if (KC_UNLIKELY(m->observed))
        aie2_observe_read(m, op, offset, op->what);
}

/* what: bytes of a table entry. */
ISSUE(lookup)
{
    uint8_t *d = aie2_result(m, &op->d, 0);

    for (unsigned j = 0; j < 4; j++) {
        const uint32_t at = aie2_get(m, op->a.offset + 4 * (j + (op->is_hi ? 4 : 0)));

        lookup_one(m, op, aie2_lookup_address(at, op->what, j) & AIE2_ADDRESS_MASK, d + 8 * j);
    }
}

/* The vec slot: factors are read at E1, accumulators at E3. */
#include <inttypes.h>

#include "platforms/aie2/aie2_exec.h"

enum { ACCUMULATORS = 2 }; /* ticks after issue */

static void check_late(struct aie2_machine *m, const struct aie2_op *op)
{
    if (KC_UNLIKELY(aie2_set_meets(&m->doubt, &op->late)))
        aie2_doubtful(m, op, true);
}

KC_NORETURN static void bad_mode(struct aie2_machine *m, const struct aie2_op *op, uint32_t config)
{
    const struct aie2_place *const places[] = { &op->c };

    m->current = op;
    aie2_trap(m, AIE2_TRAP_MAC_MODE, places, 1,
              "%s with configuration 0x%" PRIx32 ": amode %" PRIu32 ", bmode %" PRIu32
              ", variant %" PRIu32 " does not run",
              op->insn->form->mnemonic, config, AIE2_MAC_AMODE(config), AIE2_MAC_BMODE(config),
              AIE2_MAC_VARIANT(config));
}

static void finish_mac(struct aie2_machine *m, struct aie2_flight *f)
{
    const struct aie2_op *op = f->op;
    uint8_t               room1[AIE2_CM], room2[AIE2_CM];

    check_late(m, op);
    const struct aie2_mac mac = {
        .acc1 = op->a.bytes ? aie2_vector(m, &op->a, room1) : NULL,
        .acc2 = op->b.bytes ? aie2_vector(m, &op->b, room2) : NULL,
        .x = f->x,
        .y = f->y,
        .config = f->config,
        .signs = op->what,
    };

    if (op->is_float)
        aie2_mac_float(&mac, aie2_result(m, &op->d, ACCUMULATORS));
    else
        aie2_mac_int(&mac, aie2_result(m, &op->d, ACCUMULATORS));
}

ISSUE(mac)
{
    struct aie2_flight *f = aie2_fly(m, op);
    uint8_t             room[AIE2_X];

    f->config = aie2_get(m, op->c.offset);
    if (KC_UNLIKELY(!aie2_mac_mode_known(f->config, op->is_float)))
        bad_mode(m, op, f->config);
    memcpy(f->x, aie2_vector(m, &op->x, room), AIE2_X);
    memcpy(f->y, aie2_vector(m, &op->y, room), AIE2_X);
    aie2_later(m, ACCUMULATORS, finish_mac, f);
}

static void finish_product(struct aie2_machine *m, struct aie2_flight *f)
{
    const struct aie2_op *op = f->op;
    uint8_t               room[AIE2_CM];

    check_late(m, op);
    const uint8_t *acc = aie2_vector(m, &op->a, room);

    m->mac_plain(acc, f->x, f->y, aie2_result(m, &op->d, ACCUMULATORS));
}

ISSUE(product)
{
    const uint32_t config = aie2_get(m, op->c.offset);
    uint8_t        room[AIE2_X];

    if (KC_UNLIKELY(!AIE2_MAC_IS_PLAIN(config))) {
        aie2_issue_mac(m, op);
        return;
    }
    struct aie2_flight *f = aie2_fly(m, op);

    memcpy(f->x, aie2_vector(m, &op->x, room), AIE2_X);
    memcpy(f->y, aie2_vector(m, &op->y, room), AIE2_X);
    aie2_later(m, ACCUMULATORS, finish_product, f);
}

/* vneg.f only flips signs: subnormal numbers stay, and so do zeros. */
static void negate(const struct aie2_mac *mac, uint8_t *out)
{
    if (AIE2_MAC_ZERO_ACC(mac->config))
        memset(out, 0, AIE2_BM);
    else if ((mac->signs ^ AIE2_MAC_SIGNS(mac->config)) & AIE2_NEG_ACC1)
        aie2_float_negate(mac->acc1, out);
    else
        memcpy(out, mac->acc1, AIE2_BM);
}

static void finish_sum(struct aie2_machine *m, struct aie2_flight *f)
{
    const struct aie2_op *op = f->op;
    uint8_t               room1[AIE2_CM], room2[AIE2_CM];

    check_late(m, op);
    const struct aie2_mac mac = {
        .acc1 = aie2_vector(m, &op->a, room1),
        .acc2 = op->b.bytes ? aie2_vector(m, &op->b, room2) : NULL,
        .config = f->config,
        .signs = op->what,
    };
    uint8_t *out = aie2_result(m, &op->d, ACCUMULATORS);

    if (!op->is_float)
        aie2_mac_int(&mac, out);
    else if (mac.acc2)
        aie2_mac_float(&mac, out);
    else
        negate(&mac, out);
}

/* Sums look at the lane type only. */
ISSUE(sum)
{
    struct aie2_flight *f = aie2_fly(m, op);

    f->config = aie2_get(m, op->c.offset);
    if (KC_UNLIKELY(op->is_float ? AIE2_MAC_AMODE(f->config) != 2 : AIE2_MAC_AMODE(f->config) > 1))
        bad_mode(m, op, f->config);
    aie2_later(m, ACCUMULATORS, finish_sum, f);
}

ISSUE(clear)
{
    memset(aie2_result(m, &op->d, 0), 0, op->d.bytes);
}

static void finish_vmov(struct aie2_machine *m, struct aie2_flight *f)
{
    uint8_t room[AIE2_CM];

    check_late(m, f->op);
    memcpy(aie2_result(m, &f->op->d, ACCUMULATORS), aie2_vector(m, &f->op->a, room),
           f->op->d.bytes);
}

ISSUE(vmov_late)
{
    aie2_later(m, ACCUMULATORS, finish_vmov, aie2_fly(m, op));
}

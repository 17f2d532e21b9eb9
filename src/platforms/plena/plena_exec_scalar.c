/* Scalar instructions: bf16 arithmetic with two roundings, u32 arithmetic that wraps, FPRAM and
 * INTRAM. */
#include <inttypes.h>

#include "base/exp.h"
#include "base/float.h"
#include "platforms/plena/plena.h"

static float fp(const struct plena_machine *m, uint8_t reg)
{
    return kc_bf16_widen(m->fp[reg]);
}

EXEC(S_ADD_FP)
{
    m->fp[o->fd] = kc_bf16_round(kc_f32_add(fp(m, o->fs1), fp(m, o->fs2)));
}

EXEC(S_SUB_FP)
{
    m->fp[o->fd] = kc_bf16_round(kc_f32_sub(fp(m, o->fs1), fp(m, o->fs2)));
}

EXEC(S_MUL_FP)
{
    m->fp[o->fd] = kc_bf16_round(kc_f32_mul(fp(m, o->fs1), fp(m, o->fs2)));
}

/* Comparison is false for NaN: a NaN in fs1 stays, a NaN in fs2 never wins. */
EXEC(S_MAX_FP)
{
    m->fp[o->fd] = fp(m, o->fs2) > fp(m, o->fs1) ? m->fp[o->fs2] : m->fp[o->fs1];
}

EXEC(S_EXP_FP)
{
    m->fp[o->fd] = plena_exp_table()[m->fp[o->fs1]];
}

EXEC(S_RECI_FP)
{
    m->fp[o->fd] = kc_bf16_round(kc_f32_div(1.0f, fp(m, o->fs1)));
}

EXEC(S_SQRT_FP)
{
    m->fp[o->fd] = kc_bf16_round(kc_f32_sqrt(fp(m, o->fs1)));
}

/* ---- FPRAM and INTRAM --------------------------------------------------------------------- */

static uint32_t fpram_index(struct plena_machine *m, uint8_t reg, uint32_t imm, uint32_t count)
{
    const uint32_t index = m->gp[reg] + imm;

    if (index >= PLENA_SCALAR_ENTRIES || count > PLENA_SCALAR_ENTRIES - index)
        plena_trap(m, PLENA_TRAP_FPRAM_BOUNDS, &reg, 1,
                   "FPRAM entries %" PRIu32 " to %" PRIu32 " are used; there are 0 to 1023", index,
                   index + count - 1);
    return index;
}

static uint32_t intram_index(struct plena_machine *m, uint8_t reg, uint32_t imm)
{
    const uint32_t index = m->gp[reg] + imm;

    if (index >= PLENA_SCALAR_ENTRIES)
        plena_trap(m, PLENA_TRAP_INTRAM_BOUNDS, &reg, 1,
                   "INTRAM entry %" PRIu32 " is used; there are entries 0 to 1023", index);
    return index;
}

static const uint16_t *fpram_read(struct plena_machine *m, uint32_t index, uint32_t count)
{
    if (KC_UNLIKELY(m->observed))
        plena_observe_read(m, PLENA_FPRAM, 0, index, count);
    return (const uint16_t *)kc_region_read(&m->region[PLENA_FPRAM], 0) + index;
}

static uint16_t *fpram_write(struct plena_machine *m, uint32_t index, uint32_t count)
{
    uint16_t *row = kc_region_write(&m->region[PLENA_FPRAM], 0);

    if (KC_UNLIKELY(m->observed))
        plena_observe_write(m, PLENA_FPRAM, 0, index, count);
    return row + index;
}

static uint32_t *intram_write(struct plena_machine *m, uint32_t index, uint32_t count)
{
    uint32_t *row = kc_region_write(&m->region[PLENA_INTRAM], 0);

    if (KC_UNLIKELY(m->observed))
        plena_observe_write(m, PLENA_INTRAM, 0, index, count);
    return row + index;
}

EXEC(S_LD_FP)
{
    m->fp[o->fd] = *fpram_read(m, fpram_index(m, o->rs1, o->imm, 1), 1);
}

EXEC(S_ST_FP)
{
    *fpram_write(m, fpram_index(m, o->rs1, o->imm, 1), 1) = m->fp[o->fd];
}

EXEC(S_MAP_V_FP)
{
    const uint16_t *window = fpram_read(m, fpram_index(m, o->rs1, o->imm, m->vlen), m->vlen);
    uint16_t       *row = plena_vram_write(m, m->gp[o->rd], 0, m->vlen);

    for (uint32_t i = 0; i < m->vlen; i++)
        row[i] = kc_bf16_round_sram(kc_bf16_widen(window[i]));
}

EXEC(S_LD_INT)
{
    const uint32_t index = intram_index(m, o->rs1, o->imm);

    if (KC_UNLIKELY(m->observed))
        plena_observe_read(m, PLENA_INTRAM, 0, index, 1);
    m->gp[o->rd] = ((const uint32_t *)kc_region_read(&m->region[PLENA_INTRAM], 0))[index];
}

EXEC(S_ST_INT)
{
    *intram_write(m, intram_index(m, o->rs1, o->imm), 1) = m->gp[o->rd];
}

/* ---- integers ----------------------------------------------------------------------------- */

EXEC(S_ADD_INT)
{
    m->gp[o->rd] = m->gp[o->rs1] + m->gp[o->rs2];
}

EXEC(S_ADDI_INT)
{
    m->gp[o->rd] = m->gp[o->rs1] + o->imm;
}

EXEC(S_SUB_INT)
{
    m->gp[o->rd] = m->gp[o->rs1] - m->gp[o->rs2];
}

EXEC(S_MUL_INT)
{
    m->gp[o->rd] = m->gp[o->rs1] * m->gp[o->rs2];
}

EXEC(S_LUI_INT)
{
    m->gp[o->rd] = o->imm << 12;
}

/* ---- top-k: a router's choice, from VRAM to FPRAM and INTRAM ------------------------------- */

enum { TOPK_MOST_EXPERTS = 128, TOPK_MOST_CHOSEN = 8 };

static void read_logits(struct plena_machine *m, uint32_t address, float *logits, uint32_t count)
{
    for (uint32_t i = 0; i < count; address += m->vlen) {
        const uint16_t *row = plena_vram_read(m, address);

        for (uint32_t lane = 0; lane < m->vlen && i < count; lane++, i++) {
            logits[i] = kc_bf16_widen(row[lane]);
            if (logits[i] != logits[i])
                logits[i] = kc_f32_from_bits(0xff800000);
        }
    }
}

/* IEEE total order as an integer: larger means later, +0 above -0. */
static int32_t total_order(float x)
{
    const uint32_t bits = kc_f32_bits(x);

    return (int32_t)(bits & 0x80000000 ? bits ^ 0x7fffffff : bits);
}

/* The largest not yet taken; ties go to the smaller index. */
static uint32_t next_largest(const float *logits, const bool *taken, uint32_t count)
{
    uint32_t best = count;

    for (uint32_t i = 0; i < count; i++)
        if (!taken[i] && (best == count || total_order(logits[i]) > total_order(logits[best])))
            best = i;
    return best;
}

static void softmax_weights(const float *v, uint32_t count, uint16_t *weights)
{
    float e[TOPK_MOST_CHOSEN], total = 0.0f;

    for (uint32_t j = 0; j < count; j++) {
        e[j] = kc_expf(kc_f32_sub(v[j], v[0])); /* v[0] is the largest */
        total = kc_f32_add(total, e[j]);
    }
    const bool usable = total > 0.0f && total <= 3.402823466e38f;

    for (uint32_t j = 0; j < count; j++)
        weights[j] = usable ? kc_bf16_round(kc_f32_div(e[j], total)) : 0;
}

EXEC(V_TOPK)
{
    const uint32_t experts = o->policy == 0 ? 32 : 128, chosen = o->policy == 0 ? 4 : 8;
    float          logits[TOPK_MOST_EXPERTS], value[TOPK_MOST_CHOSEN];
    bool           taken[TOPK_MOST_EXPERTS] = { false };
    uint32_t       index[TOPK_MOST_CHOSEN];
    uint16_t       weight[TOPK_MOST_CHOSEN];

    if (o->policy > 1)
        plena_trap(m, PLENA_TRAP_TOPK_POLICY, NULL, 0, "V_TOPK with policy %" PRIu32, o->policy);
    read_logits(m, m->gp[o->rs1], logits, experts);
    for (uint32_t j = 0; j < chosen; j++) {
        index[j] = next_largest(logits, taken, experts);
        taken[index[j]] = true;
        value[j] = logits[index[j]];
    }
    softmax_weights(value, chosen, weight);
    for (uint32_t j = 0; j < chosen; j++) {
        *intram_write(m, intram_index(m, o->rs2, j), 1) = index[j];
        *fpram_write(m, fpram_index(m, o->rd, j, 1), 1) = weight[j];
    }
    if (o->policy == 1)
        m->time_ns += 96 * m->config->VECTOR_MAX_CYCLES[m->config->DC_EN ? 0 : 1];
}

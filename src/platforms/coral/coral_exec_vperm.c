/* Vector instructions that move elements between places: slides, gathers, reductions, moves. */
#include "platforms/coral/coral_vector.h"

/* ---- reductions: x runs over the active elements, r starts with element 0 of vs1 ----------------
 */

/* The destination has TD, the elements TX; nothing happens when there is no element. */
#define REDUCE_OF(name, TD, TX, expression)                               \
    static void name(struct coral_machine *m, const struct coral_code *o) \
    {                                                                     \
        const TX *a = coral_v(m, o->rs2);                                 \
        TD        r = *(const TD *)coral_v(m, o->rs1);                    \
                                                                          \
        for (uint32_t i = 0; i < m->vl; i++) {                            \
            const TX x = a[i];                                            \
                                                                          \
            if (coral_active(m, o, i))                                    \
                r = (TD)(expression);                                     \
        }                                                                 \
        *(TD *)coral_v(m, o->rd) = r;                                     \
    }

#define REDUCE(id, name, S, expression)                                    \
    REDUCE_OF(name##8, S##8, S##8, expression)                             \
    REDUCE_OF(name##16, S##16, S##16, expression)                          \
    REDUCE_OF(name##32, S##32, S##32, expression)                          \
    EXEC(id)                                                               \
    {                                                                      \
        if (m->vl == 0)                                                    \
            return;                                                        \
        (m->sew == 1 ? name##8 : m->sew == 2 ? name##16 : name##32)(m, o); \
    }

#define REDUCE_WIDE(id, name, S)                                 \
    REDUCE_OF(name##8, S##16, S##8, (uint32_t)r + (uint32_t)x)   \
    REDUCE_OF(name##16, S##32, S##16, (uint32_t)r + (uint32_t)x) \
    EXEC(id)                                                     \
    {                                                            \
        if (m->vl)                                               \
            (m->sew == 1 ? name##8 : name##16)(m, o);            \
    }

REDUCE(VREDSUM_VS, redsum, u, r + x)
REDUCE(VREDAND_VS, redand, u, r &x)
REDUCE(VREDOR_VS, redor, u, r | x)
REDUCE(VREDXOR_VS, redxor, u, r ^ x)
REDUCE(VREDMINU_VS, redminu, u, x < r ? x : r)
REDUCE(VREDMIN_VS, redmin, i, x < r ? x : r)
REDUCE(VREDMAXU_VS, redmaxu, u, x > r ? x : r)
REDUCE(VREDMAX_VS, redmax, i, x > r ? x : r)
REDUCE_WIDE(VWREDSUMU_VS, wredsumu, u)
REDUCE_WIDE(VWREDSUM_VS, wredsum, i)

/* ---- element 0 and whole registers -------------------------------------------------------------
 */

/* RVV says sign-extended; the machine was seen to clear the upper bits. */
EXEC(VMV_X_S)
{
    m->x[o->rd] = coral_get(m, o->rs2, m->sew, 0);
    if (KC_UNLIKELY((int32_t)m->x[o->rd] != coral_get_signed(m, o->rs2, m->sew, 0)))
        coral_note(m, "vmv-x-s",
                   "this machine zero-extends vmv.x.s, RVV sign-extends: a negative element of "
                   "e8 or e16 comes out positive; add sext.b, or slli and srai");
}

EXEC(VMV_S_X)
{
    if (m->vstart < m->vl)
        coral_put(m, o->rd, m->sew, 0, m->x[o->rs1]);
}

/* vstart counts elements of SEW here as well. */
static void move_registers(struct coral_machine *m, const struct coral_code *o)
{
    const uint32_t size = o->nf * (uint32_t)CORAL_VLENB, from = m->vstart * m->sew;

    if (from < size)
        memmove((uint8_t *)coral_v(m, o->rd) + from, (uint8_t *)coral_v(m, o->rs2) + from,
                size - from);
}

EXEC(VMV1R_V)
{
    move_registers(m, o);
}
EXEC(VMV2R_V)
{
    move_registers(m, o);
}
EXEC(VMV4R_V)
{
    move_registers(m, o);
}
EXEC(VMV8R_V)
{
    move_registers(m, o);
}

/* ---- slides ------------------------------------------------------------------------------------
 */

static struct coral_group group_of(struct coral_machine *m, uint32_t reg, uint32_t registers)
{
    struct coral_group g;

    memcpy(g.bytes, coral_v(m, reg), registers * (size_t)CORAL_VLENB);
    return g;
}

static uint32_t group_registers(const struct coral_machine *m)
{
    return m->lmul8 > 8 ? (uint32_t)m->lmul8 / 8 : 1;
}

/* vd[i] = vs2[i - by]; elements below by stay. */
static void slide_up(struct coral_machine *m, const struct coral_code *o, uint32_t by)
{
    const uint32_t first = by > m->vstart ? by : m->vstart;

    for (uint32_t i = first; i < m->vl; i++)
        if (coral_active(m, o, i))
            coral_put(m, o->rd, m->sew, i, coral_get(m, o->rs2, m->sew, i - by));
}

/* vd[i] = vs2[i + by], 0 beyond VLMAX. */
static void slide_down(struct coral_machine *m, const struct coral_code *o, uint32_t by)
{
    for (uint32_t i = m->vstart; i < m->vl; i++) {
        const uint64_t from = (uint64_t)i + by;

        if (coral_active(m, o, i))
            coral_put(m, o->rd, m->sew, i,
                      from < m->vlmax ? coral_get(m, o->rs2, m->sew, (uint32_t)from) : 0);
    }
}

EXEC(VSLIDEUP_VX)
{
    slide_up(m, o, m->x[o->rs1]);
}
EXEC(VSLIDEUP_VI)
{
    slide_up(m, o, (uint32_t)o->imm);
}
EXEC(VSLIDEDOWN_VX)
{
    slide_down(m, o, m->x[o->rs1]);
}
EXEC(VSLIDEDOWN_VI)
{
    slide_down(m, o, (uint32_t)o->imm);
}

EXEC(VSLIDE1UP_VX)
{
    if (m->vstart == 0 && m->vl > 0 && coral_active(m, o, 0))
        coral_put(m, o->rd, m->sew, 0, m->x[o->rs1]);
    slide_up(m, o, 1);
}

EXEC(VSLIDE1DOWN_VX)
{
    const uint32_t last = m->vl - 1;

    slide_down(m, o, 1);
    if (m->vl > m->vstart && coral_active(m, o, last))
        coral_put(m, o->rd, m->sew, last, m->x[o->rs1]);
}

/* ---- gathers -----------------------------------------------------------------------------------
 */

static void gather(struct coral_machine *m, const struct coral_code *o, uint32_t index_bytes)
{
    for (uint32_t i = m->vstart; i < m->vl; i++) {
        const uint32_t from = coral_get(m, o->rs1, index_bytes, i);

        if (coral_active(m, o, i))
            coral_put(m, o->rd, m->sew, i,
                      from < m->vlmax ? coral_get(m, o->rs2, m->sew, from) : 0);
    }
}

static void gather_one(struct coral_machine *m, const struct coral_code *o, uint32_t from)
{
    const uint32_t value = from < m->vlmax ? coral_get(m, o->rs2, m->sew, from) : 0;

    for (uint32_t i = m->vstart; i < m->vl; i++)
        if (coral_active(m, o, i))
            coral_put(m, o->rd, m->sew, i, value);
}

EXEC(VRGATHER_VV)
{
    gather(m, o, m->sew);
}
EXEC(VRGATHEREI16_VV)
{
    gather(m, o, 2);
}
EXEC(VRGATHER_VX)
{
    gather_one(m, o, m->x[o->rs1]);
}
EXEC(VRGATHER_VI)
{
    gather_one(m, o, (uint32_t)o->imm);
}

EXEC(VCOMPRESS_VM)
{
    const struct coral_group source = group_of(m, o->rs2, group_registers(m));
    uint32_t                 count = 0;

    for (uint32_t i = 0; i < m->vl; i++)
        if (coral_mask_bit(m, o->rs1, i))
            memcpy((uint8_t *)coral_v(m, o->rd) + m->sew * count++, source.bytes + m->sew * i,
                   m->sew);
}

/* Vector loads and stores: every addressing mode comes down to the address of an element. */
#include "platforms/coral/coral_vector.h"

/* ---- whole ranges
 * --------------------------------------------------------------------------------- */

static void load_range(struct coral_machine *m, uint32_t address, void *out, uint32_t size)
{
    const uint32_t offset = address - m->first[CORAL_DTCM];

    if (KC_LIKELY(offset < m->dtcm_fast && size <= m->dtcm_fast - offset))
        memcpy(out, m->dtcm + offset, size);
    else if (size)
        coral_read_slow(m, address, out, size);
}

static void store_range(struct coral_machine *m, uint32_t address, const void *in, uint32_t size)
{
    const uint32_t offset = address - m->first[CORAL_DTCM];

    if (KC_LIKELY(offset < m->dtcm_fast && size <= m->dtcm_fast - offset))
        memcpy(m->dtcm + offset, in, size);
    else if (size)
        coral_write_slow(m, address, in, size);
}

/* size bytes from register vd on; the first skip bytes are done already. */
static void move_range(struct coral_machine *m, const struct coral_code *o, bool store,
                       uint32_t skip, uint32_t size)
{
    uint8_t *data = (uint8_t *)coral_v(m, o->rd) + skip;

    if (skip >= size)
        return;
    if (store)
        store_range(m, m->x[o->rs1] + skip, data, size - skip);
    else
        load_range(m, m->x[o->rs1] + skip, data, size - skip);
}

/* ---- element by element
 * ------------------------------------------------------------------------------ */

static void move_element(struct coral_machine *m, bool store, uint32_t address, void *elem,
                         uint32_t bytes)
{
    if (store)
        coral_write(m, address, elem, bytes);
    else
        coral_read(m, address, elem, bytes);
}

static void move_fields(struct coral_machine *m, const struct coral_code *o, bool store,
                        uint32_t address, uint32_t bytes, uint32_t i)
{
    const uint32_t registers = (uint32_t)m->lmul8 * bytes / m->sew / 8;
    const uint32_t step = (registers ? registers : 1) * CORAL_VLENB;
    uint8_t       *elem = (uint8_t *)coral_v(m, o->rd) + i * bytes;

    for (uint32_t f = 0; f < o->nf; f++)
        move_element(m, store, address + f * bytes, elem + f * step, bytes);
}

static void move_elements(struct coral_machine *m, const struct coral_code *o, bool store,
                          uint32_t stride)
{
    const uint32_t bytes = o->eew / 8u;

    for (uint32_t i = m->vstart; i < m->vl; i++)
        if (coral_active(m, o, i))
            move_fields(m, o, store, m->x[o->rs1] + i * stride, bytes, i);
}

/* Indices are read before a load writes over them. */
static void move_indexed(struct coral_machine *m, const struct coral_code *o, bool store)
{
    uint32_t index[128];

    for (uint32_t i = m->vstart; i < m->vl; i++)
        index[i] = coral_get(m, o->rs2, o->eew / 8u, i);
    for (uint32_t i = m->vstart; i < m->vl; i++)
        if (coral_active(m, o, i))
            move_fields(m, o, store, m->x[o->rs1] + index[i], m->sew, i);
}

static void move_unit(struct coral_machine *m, const struct coral_code *o, bool store)
{
    const uint32_t bytes = o->eew / 8u;

    if (KC_LIKELY(o->vm && o->nf == 1))
        move_range(m, o, store, m->vstart * bytes, m->vl * bytes);
    else
        move_elements(m, o, store, o->nf * bytes);
}

static void move_mask(struct coral_machine *m, const struct coral_code *o, bool store)
{
    move_range(m, o, store, m->vstart, (m->vl + 7) / 8);
}

static void move_whole(struct coral_machine *m, const struct coral_code *o, bool store)
{
    const uint32_t bytes = store ? 1 : o->eew / 8u;

    move_range(m, o, store, m->vstart * bytes, o->nf * (uint32_t)CORAL_VLENB);
}

/* ---- rows
 * -------------------------------------------------------------------------------------------- */

#define UNIT(e)                                   \
    EXEC(VLE##e##_V)                              \
    {                                             \
        move_unit(m, o, false);                   \
    }                                             \
    EXEC(VLE##e##FF_V)                            \
    {                                             \
        move_unit(m, o, false);                   \
    }                                             \
    EXEC(VSE##e##_V)                              \
    {                                             \
        move_unit(m, o, true);                    \
    }                                             \
    EXEC(VLSE##e##_V)                             \
    {                                             \
        move_elements(m, o, false, m->x[o->rs2]); \
    }                                             \
    EXEC(VSSE##e##_V)                             \
    {                                             \
        move_elements(m, o, true, m->x[o->rs2]);  \
    }                                             \
    EXEC(VLUXEI##e##_V)                           \
    {                                             \
        move_indexed(m, o, false);                \
    }                                             \
    EXEC(VLOXEI##e##_V)                           \
    {                                             \
        move_indexed(m, o, false);                \
    }                                             \
    EXEC(VSUXEI##e##_V)                           \
    {                                             \
        move_indexed(m, o, true);                 \
    }                                             \
    EXEC(VSOXEI##e##_V)                           \
    {                                             \
        move_indexed(m, o, true);                 \
    }
UNIT(8)
UNIT(16)
UNIT(32)

#define WHOLE(n)                 \
    EXEC(VL##n##RE8_V)           \
    {                            \
        move_whole(m, o, false); \
    }                            \
    EXEC(VL##n##RE16_V)          \
    {                            \
        move_whole(m, o, false); \
    }                            \
    EXEC(VL##n##RE32_V)          \
    {                            \
        move_whole(m, o, false); \
    }                            \
    EXEC(VS##n##R_V)             \
    {                            \
        move_whole(m, o, true);  \
    }
WHOLE(1)
WHOLE(2)
WHOLE(4)
WHOLE(8)

EXEC(VLM_V)
{
    move_mask(m, o, false);
}
EXEC(VSM_V)
{
    move_mask(m, o, true);
}

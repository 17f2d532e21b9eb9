/* The uops of a vector instruction: the table of 9.6 and the lines of 9.5 as code. */
#include <string.h>

#include "platforms/coral/coral_vector.h"

/* ---- uops (9.6)
 * ----------------------------------------------------------------------------------- */

/* R: the smallest power of two of registers that holds vl elements of so many bytes. */
static uint8_t registers_of(const struct coral_machine *m, uint32_t bytes)
{
    uint8_t n = 1;

    while (n * (uint32_t)CORAL_VLENB < m->vl * bytes)
        n = (uint8_t)(n * 2);
    return n;
}

static uint32_t register_set(uint32_t first, uint32_t count)
{
    return ((count < 32 ? UINT32_C(1) << count : 0) - 1) << first;
}

bool coral_reads_vd(uint16_t op)
{
    switch (op) {
    case CORAL_VMACC_VV:
    case CORAL_VMACC_VX:
    case CORAL_VNMSAC_VV:
    case CORAL_VNMSAC_VX:
    case CORAL_VMADD_VV:
    case CORAL_VMADD_VX:
    case CORAL_VNMSUB_VV:
    case CORAL_VNMSUB_VX:
    case CORAL_VWMACC_VV:
    case CORAL_VWMACC_VX:
    case CORAL_VWMACCU_VV:
    case CORAL_VWMACCU_VX:
    case CORAL_VWMACCSU_VV:
    case CORAL_VWMACCSU_VX:
    case CORAL_VWMACCUS_VX:
    case CORAL_VSLIDEUP_VX:
    case CORAL_VSLIDEUP_VI:
        return true;
    default:
        return false;
    }
}

enum { ALWAYS_0 = 5 }; /* a shift that makes every uop use the first register */

/* Registers and shifts of arithmetic, by shape. */
static void shape_uops(struct coral_vop *u, const struct coral_machine *m,
                       const struct coral_code *o, uint8_t shape)
{
    u->uops = registers_of(m, m->sew);
    switch (shape) {
    case CORAL_SHAPE_WIDE:
        u->uops = registers_of(m, m->sew * 2);
        u->vs2_shift = u->vs1_shift = 1;
        return;
    case CORAL_SHAPE_WIDE_W:
        u->uops = registers_of(m, m->sew * 2);
        u->vs1_shift = 1;
        return;
    case CORAL_SHAPE_NARROW:
        u->uops = registers_of(m, m->sew * 2);
        u->vd_shift = u->vs1_shift = 1;
        return;
    case CORAL_SHAPE_EXTEND2:
        u->vs2_shift = 1;
        return;
    case CORAL_SHAPE_EXTEND4:
        u->vs2_shift = 2;
        return;
    case CORAL_SHAPE_COMPARE:
        u->flags |= CORAL_LAST_ONLY | CORAL_READS_VD;
        u->vd_shift = ALWAYS_0;
        return;
    case CORAL_SHAPE_REDUCE:
        u->flags |= CORAL_LAST_ONLY | CORAL_VS1_LAST;
        u->vd_shift = u->vs1_shift = ALWAYS_0;
        return;
    case CORAL_SHAPE_MASK:
        u->flags |= CORAL_READS_VD;
        u->uops = 1;
        return;
    case CORAL_SHAPE_MASK_TO_X:
    case CORAL_SHAPE_TO_X:
        u->flags |= CORAL_SCALAR;
        u->rd = o->rd == CORAL_X_SINK ? 0 : o->rd;
        u->uops = 1;
        u->late_from = o->op == CORAL_VCPOP_M ? 0 : u->late_from;
        return;
    case CORAL_SHAPE_PREFIX:
    case CORAL_SHAPE_FROM_X:
        u->uops = 1;
        return;
    case CORAL_SHAPE_IOTA:
        u->vs2_shift = ALWAYS_0;
        u->late_from = (uint8_t)(2 * m->sew); /* first element 32 and up */
        return;
    case CORAL_SHAPE_MOVE:
        u->uops = o->nf;
        return;
    default:
        return;
    }
}

/* Slides, gathers, vcompress: every uop waits for all of vs2. */
static void permute_uops(struct coral_vop *u, const struct coral_machine *m,
                         const struct coral_code *o)
{
    u->flags |= CORAL_PERMUTE;
    u->reads_first |= register_set(o->rs2, u->uops);
    if (o->op == CORAL_VRGATHEREI16_VV && m->sew == 1)
        u->reads_first |= register_set(o->rs1, u->uops * 2u);
    if (o->op == CORAL_VRGATHEREI16_VV && m->sew == 4)
        u->vs1_shift = 1;
    if (o->op == CORAL_VCOMPRESS_VM)
        u->vs1_shift = ALWAYS_0;
}

/* ---- divider
 * ---------------------------------------------------------------------------------------- */

static bool is_signed_division(uint16_t op)
{
    return op == CORAL_VDIV_VV || op == CORAL_VDIV_VX || op == CORAL_VREM_VV || op == CORAL_VREM_VX;
}

static uint32_t bit_length(uint32_t value)
{
    return value ? 32 - (uint32_t)__builtin_clz(value) : 0;
}

/* The divisors of one register. */
static void divisors_of(const struct coral_machine *m, const struct coral_code *o, uint32_t k,
                        uint8_t *out)
{
    if (o->names_vs1) {
        memcpy(out, m->v + (o->rs1 + k) * CORAL_VLENB, CORAL_VLENB);
        return;
    }
    for (uint32_t i = 0; i < CORAL_VLENB; i += m->sew)
        memcpy(out + i, &m->x[o->rs1], m->sew);
}

static uint32_t longest(const struct coral_machine *m, const struct coral_code *o, uint32_t k)
{
    uint32_t all = 0;

    for (uint32_t i = 0; i < CORAL_VLENB / m->sew; i++) {
        const int32_t  s = coral_get_signed(m, o->rs2 + k, m->sew, i);
        const uint32_t u = coral_get(m, o->rs2 + k, m->sew, i);

        all |= is_signed_division(o->op) && s < 0 ? 0u - (uint32_t)s : u;
    }
    return bit_length(all);
}

/* 2 + ceil(bits / 3); 2 when the operands are those of the division before, or all divisors 0. */
static void division_uops(struct coral_vop *u, struct coral_machine *m, const struct coral_code *o)
{
    static const uint8_t zero[CORAL_VLENB];

    for (uint32_t k = 0; k < u->uops; k++) {
        const uint8_t *dividends = m->v + (o->rs2 + k) * CORAL_VLENB;
        uint8_t        divisors[CORAL_VLENB];

        divisors_of(m, o, k, divisors);
        const bool same = memcmp(m->divided[0], dividends, CORAL_VLENB) == 0 &&
                          memcmp(m->divided[1], divisors, CORAL_VLENB) == 0;
        const bool none = memcmp(divisors, zero, CORAL_VLENB) == 0;

        u->busy[k] = (uint8_t)(same || none ? 2 : 2 + (longest(m, o, k) + 2) / 3);
        memcpy(m->divided[0], dividends, CORAL_VLENB);
        memcpy(m->divided[1], divisors, CORAL_VLENB);
    }
}

/* ---- loads and stores (9.5)
 * -------------------------------------------------------------------------- */

/* Distinct lines, counted one access at a time. */
struct lines {
    uint32_t seen[CORAL_VLENB * 2];
    uint32_t count;
};

static void see(struct lines *l, uint32_t line)
{
    for (uint32_t i = l->count; i-- > 0;)
        if (l->seen[i] == line)
            return;
    if (l->count < KC_COUNT(l->seen))
        l->seen[l->count++] = line;
}

static void see_bytes(struct lines *l, uint32_t address, uint32_t bytes)
{
    see(l, address / 16);
    see(l, (address + bytes - 1) / 16);
}

static uint32_t address_of(const struct coral_machine *m, const struct coral_code *o, uint8_t shape,
                           uint32_t i, uint32_t bytes)
{
    const uint32_t base = m->x[o->rs1];

    if (shape == CORAL_SHAPE_LOAD_X || shape == CORAL_SHAPE_STORE_X)
        return base + coral_get(m, o->rs2, o->eew / 8u, i);
    return base + i * (o->names_rs2 ? m->x[o->rs2] : o->nf * bytes);
}

/* Lines that the active elements of one register and field touch. */
static uint8_t element_lines(const struct coral_machine *m, const struct coral_code *o,
                             uint8_t shape, uint32_t bytes, uint32_t group, uint32_t field)
{
    const uint32_t lanes = CORAL_VLENB / bytes, from = group * lanes;
    struct lines   l = { .count = 0 };

    for (uint32_t i = from; i < from + lanes && i < m->vl; i++)
        if (i >= m->vstart && coral_active(m, o, i))
            see_bytes(&l, address_of(m, o, shape, i, bytes) + field * bytes, bytes);
    return (uint8_t)l.count;
}

/* Lines of bytes [16 * group, 16 * group + 16) of a consecutive access of size bytes. */
static uint8_t range_lines(uint32_t base, uint32_t group, uint32_t size)
{
    const uint32_t from = base + group * CORAL_VLENB, done = group * CORAL_VLENB;

    if (done >= size)
        return 0;
    const uint32_t n = size - done < CORAL_VLENB ? size - done : CORAL_VLENB;

    return (uint8_t)((from + n - 1) / 16 - from / 16 + 1);
}

static void consecutive_uops(struct coral_vop *u, const struct coral_machine *m,
                             const struct coral_code *o, uint8_t registers, uint32_t size)
{
    u->regs = registers;
    u->fields = u->sub = 1;
    for (uint8_t g = 0; g < registers; g++) {
        u->reg[g] = (uint8_t)(o->rd + g);
        u->lines[g] = range_lines(m->x[o->rs1], g, size);
    }
}

static void element_uops(struct coral_vop *u, const struct coral_machine *m,
                         const struct coral_code *o, uint8_t shape)
{
    const bool     indexed = shape == CORAL_SHAPE_LOAD_X || shape == CORAL_SHAPE_STORE_X;
    const uint32_t bytes = indexed ? m->sew : o->eew / 8u;
    const uint32_t emul = (uint32_t)m->lmul8 * bytes / m->sew / 8, step = emul ? emul : 1;
    const uint8_t  registers = registers_of(m, bytes);

    u->fields = o->nf;
    u->sub = 1;
    for (uint8_t g = 0; g < registers; g++)
        for (uint8_t f = 0; f < o->nf && u->regs < CORAL_GROUP; f++) {
            u->reg[u->regs] = (uint8_t)(o->rd + f * step + g);
            u->lines[u->regs++] = element_lines(m, o, shape, bytes, g, f);
        }
    if (!indexed)
        return;
    u->flags |= CORAL_READS_VS2;
    if (o->eew / 8u > m->sew)
        u->sub = (uint8_t)(o->eew / 8u / m->sew);
    u->vs2_shift = (uint8_t)(m->sew / (o->eew / 8u) >> 1); /* 1, 2, 4 data registers per index */
}

static uint8_t place_of(const struct coral_machine *m, uint32_t address)
{
    for (uint8_t i = 0; i < CORAL_RANGES; i++)
        if (address - m->first[i] < m->region[i].elems)
            return i;
    return CORAL_IN_EXT;
}

static void memory_uops(struct coral_vop *u, struct coral_machine *m, const struct coral_code *o,
                        uint8_t shape)
{
    const bool unit = (shape == CORAL_SHAPE_LOAD || shape == CORAL_SHAPE_STORE) && o->nf == 1 &&
                      o->vm && !m->vstart && !o->names_rs2;

    if (o->timing.kind == CORAL_PACE_VSTORE)
        u->flags |= CORAL_VSTORES;
    if (shape == CORAL_SHAPE_LOAD_WHOLE || shape == CORAL_SHAPE_STORE_WHOLE)
        consecutive_uops(u, m, o, o->nf, o->nf * (uint32_t)CORAL_VLENB);
    else if (shape == CORAL_SHAPE_LOAD_MASK || shape == CORAL_SHAPE_STORE_MASK)
        consecutive_uops(u, m, o, 1, (m->vl + 7) / 8);
    else if (unit)
        consecutive_uops(u, m, o, registers_of(m, o->eew / 8u), m->vl * o->eew / 8u);
    else
        element_uops(u, m, o, shape);
    u->uops = (uint8_t)(u->regs * u->sub);
    m->vplace = place_of(m, m->x[o->rs1]);
}

/* ---- all -------------------------------------------------------------------------------- */

static enum coral_vunit vunit_of(uint8_t unit)
{
    switch (unit) {
    case CORAL_UNIT_VMUL:
        return CORAL_VMUL_UNIT;
    case CORAL_UNIT_VDIV:
        return CORAL_VDIV_UNIT;
    case CORAL_UNIT_VPERM:
        return CORAL_VPT_UNIT;
    case CORAL_UNIT_VLSU:
        return CORAL_VLSU_UNIT;
    default:
        return CORAL_VALU_UNIT;
    }
}

static bool is_permute(uint8_t shape, uint8_t unit)
{
    return unit == CORAL_UNIT_VPERM && shape != CORAL_SHAPE_COMPARE && shape != CORAL_SHAPE_REDUCE;
}

void coral_uops(struct coral_machine *m, const struct coral_code *o)
{
    const uint8_t shape = o->shape, unit = o->unit;
    const bool    whole = shape == CORAL_SHAPE_MOVE || shape == CORAL_SHAPE_LOAD_WHOLE ||
                       shape == CORAL_SHAPE_STORE_WHOLE;
    struct coral_vop *u = &m->vop;

    memset(u, 0, sizeof *u);
    if (m->vl == 0 && !whole)
        return;
    u->unit = (uint8_t)vunit_of(unit);
    u->vd = o->rd;
    u->vs2 = o->rs2;
    u->vs1 = o->rs1;
    u->late_from = UINT8_MAX;
    u->reads_all = o->vm ? 0 : 1;
    if (unit == CORAL_UNIT_VLSU) {
        memory_uops(u, m, o, shape);
        return;
    }
    u->flags =
        (uint16_t)((o->names_vs2 ? CORAL_READS_VS2 : 0) | (o->names_vs1 ? CORAL_READS_VS1 : 0) |
                   (o->reads_vd ? CORAL_READS_VD : 0));
    shape_uops(u, m, o, shape);
    if (is_permute(shape, unit))
        permute_uops(u, m, o);
    if (unit == CORAL_UNIT_VDIV)
        division_uops(u, m, o);
    if (o->op == CORAL_VWREDSUM_VS || o->op == CORAL_VWREDSUMU_VS)
        u->flags |= CORAL_TWICE;
}

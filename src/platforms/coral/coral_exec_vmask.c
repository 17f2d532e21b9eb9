/* Vector instructions about masks: compares, carries, mask logic, prefixes, counts.
 *
 * Results that are masks leave the bits from vl on as they are.
 */
#include "platforms/coral/coral_vector.h"

/* A mask result, bit by bit: all sources are read before vd changes. */
struct mask {
    uint8_t bits[CORAL_VLENB];
};

static void set_bit(struct mask *k, uint32_t i, bool value)
{
    k->bits[i / 8] = (uint8_t)((k->bits[i / 8] & ~(1u << i % 8)) | (unsigned)value << i % 8);
}

static struct mask mask_of(struct coral_machine *m, uint32_t reg)
{
    struct mask k;

    memcpy(k.bits, coral_v(m, reg), sizeof k.bits);
    return k;
}

static void put_mask(struct coral_machine *m, uint32_t reg, const struct mask *k)
{
    memcpy(coral_v(m, reg), k->bits, sizeof k->bits);
}

/* The second operand of element i. */
enum second { FROM_VECTOR, FROM_X, FROM_IMM };

static int32_t second_of(const struct coral_machine *m, const struct coral_code *o,
                         enum second from, uint32_t i)
{
    const uint32_t shift = 32 - m->sew * 8;

    if (from == FROM_VECTOR)
        return coral_get_signed(m, o->rs1, m->sew, i);
    return from == FROM_X ? (int32_t)(m->x[o->rs1] << shift) >> shift : o->imm;
}

static uint32_t low(const struct coral_machine *m, int32_t value)
{
    const uint32_t shift = 32 - m->sew * 8;

    return (uint32_t)value << shift >> shift;
}

/* ---- compares ---------------------------------------------------------------------------------
 */

typedef bool compare_fn(int32_t x, int32_t y, uint32_t ux, uint32_t uy);

static void compare(struct coral_machine *m, const struct coral_code *o, enum second from,
                    compare_fn *test)
{
    struct mask k = mask_of(m, o->rd);

    for (uint32_t i = m->vstart; i < m->vl; i++) {
        const int32_t x = coral_get_signed(m, o->rs2, m->sew, i), y = second_of(m, o, from, i);

        if (coral_active(m, o, i))
            set_bit(&k, i, test(x, y, low(m, x), low(m, y)));
    }
    put_mask(m, o->rd, &k);
}

#define COMPARE(name, expression)                                    \
    static bool name(int32_t x, int32_t y, uint32_t ux, uint32_t uy) \
    {                                                                \
        (void)x;                                                     \
        (void)y;                                                     \
        (void)ux;                                                    \
        (void)uy;                                                    \
        return expression;                                           \
    }

COMPARE(eq, x == y)
COMPARE(ne, x != y)
COMPARE(ltu, ux < uy)
COMPARE(lt, x < y)
COMPARE(leu, ux <= uy)
COMPARE(le, x <= y)
COMPARE(gtu, ux > uy)
COMPARE(gt, x > y)

#define COMPARE_VV(id, name)              \
    EXEC(id##_VV)                         \
    {                                     \
        compare(m, o, FROM_VECTOR, name); \
    }
#define COMPARE_VX(id, name)         \
    EXEC(id##_VX)                    \
    {                                \
        compare(m, o, FROM_X, name); \
    }
#define COMPARE_VI(id, name)           \
    EXEC(id##_VI)                      \
    {                                  \
        compare(m, o, FROM_IMM, name); \
    }

COMPARE_VV(VMSEQ, eq)
COMPARE_VX(VMSEQ, eq)
COMPARE_VI(VMSEQ, eq)
COMPARE_VV(VMSNE, ne)
COMPARE_VX(VMSNE, ne)
COMPARE_VI(VMSNE, ne)
COMPARE_VV(VMSLTU, ltu)
COMPARE_VX(VMSLTU, ltu)
COMPARE_VV(VMSLT, lt)
COMPARE_VX(VMSLT, lt)
COMPARE_VV(VMSLEU, leu)
COMPARE_VX(VMSLEU, leu)
COMPARE_VI(VMSLEU, leu)
COMPARE_VV(VMSLE, le)
COMPARE_VX(VMSLE, le)
COMPARE_VI(VMSLE, le)
COMPARE_VX(VMSGTU, gtu)
COMPARE_VI(VMSGTU, gtu)
COMPARE_VX(VMSGT, gt)
COMPARE_VI(VMSGT, gt)

/* ---- carries: v0 is the carry in, not a mask ---------------------------------------------------
 */

/* The sum or difference of element i with its carry; bit SEW is the carry or borrow out. */
static uint64_t carried(const struct coral_machine *m, const struct coral_code *o, enum second from,
                        bool subtract, uint32_t i)
{
    const uint64_t x = coral_get(m, o->rs2, m->sew, i), y = low(m, second_of(m, o, from, i));
    const uint64_t carry = !o->vm && coral_mask_bit(m, 0, i);

    return subtract ? x - y - carry : x + y + carry;
}

static void add_carry(struct coral_machine *m, const struct coral_code *o, enum second from,
                      bool subtract)
{
    for (uint32_t i = m->vstart; i < m->vl; i++)
        coral_put(m, o->rd, m->sew, i, (uint32_t)carried(m, o, from, subtract, i));
}

static void carry_out(struct coral_machine *m, const struct coral_code *o, enum second from,
                      bool subtract)
{
    struct mask k = mask_of(m, o->rd);

    for (uint32_t i = m->vstart; i < m->vl; i++)
        set_bit(&k, i, carried(m, o, from, subtract, i) >> m->sew * 8 & 1);
    put_mask(m, o->rd, &k);
}

static void merge(struct coral_machine *m, const struct coral_code *o, enum second from)
{
    for (uint32_t i = m->vstart; i < m->vl; i++)
        coral_put(m, o->rd, m->sew, i,
                  coral_mask_bit(m, 0, i) ? (uint32_t)second_of(m, o, from, i)
                                          : coral_get(m, o->rs2, m->sew, i));
}

EXEC(VADC_VVM)
{
    add_carry(m, o, FROM_VECTOR, false);
}
EXEC(VADC_VXM)
{
    add_carry(m, o, FROM_X, false);
}
EXEC(VADC_VIM)
{
    add_carry(m, o, FROM_IMM, false);
}
EXEC(VSBC_VVM)
{
    add_carry(m, o, FROM_VECTOR, true);
}
EXEC(VSBC_VXM)
{
    add_carry(m, o, FROM_X, true);
}
EXEC(VMADC_VVM)
{
    carry_out(m, o, FROM_VECTOR, false);
}
EXEC(VMADC_VXM)
{
    carry_out(m, o, FROM_X, false);
}
EXEC(VMADC_VIM)
{
    carry_out(m, o, FROM_IMM, false);
}
EXEC(VMADC_VV)
{
    carry_out(m, o, FROM_VECTOR, false);
}
EXEC(VMADC_VX)
{
    carry_out(m, o, FROM_X, false);
}
EXEC(VMADC_VI)
{
    carry_out(m, o, FROM_IMM, false);
}
EXEC(VMSBC_VVM)
{
    carry_out(m, o, FROM_VECTOR, true);
}
EXEC(VMSBC_VXM)
{
    carry_out(m, o, FROM_X, true);
}
EXEC(VMSBC_VV)
{
    carry_out(m, o, FROM_VECTOR, true);
}
EXEC(VMSBC_VX)
{
    carry_out(m, o, FROM_X, true);
}
EXEC(VMERGE_VVM)
{
    merge(m, o, FROM_VECTOR);
}
EXEC(VMERGE_VXM)
{
    merge(m, o, FROM_X);
}
EXEC(VMERGE_VIM)
{
    merge(m, o, FROM_IMM);
}

/* ---- mask logic -------------------------------------------------------------------------------
 */

/* x is the bit of vs2, y that of vs1. */
#define LOGIC(id, expression)                            \
    EXEC(id##_MM)                                        \
    {                                                    \
        struct mask k = mask_of(m, o->rd);               \
                                                         \
        for (uint32_t i = m->vstart; i < m->vl; i++) {   \
            const bool x = coral_mask_bit(m, o->rs2, i); \
            const bool y = coral_mask_bit(m, o->rs1, i); \
                                                         \
            set_bit(&k, i, expression);                  \
        }                                                \
        put_mask(m, o->rd, &k);                          \
    }

LOGIC(VMAND, x &&y)
LOGIC(VMNAND, !(x && y))
LOGIC(VMANDN, x && !y)
LOGIC(VMOR, x || y)
LOGIC(VMNOR, !(x || y))
LOGIC(VMORN, x || !y)
LOGIC(VMXOR, x != y)
LOGIC(VMXNOR, x == y)

/* ---- counting and prefixes; vstart is 0 --------------------------------------------------------
 */

/* The first active element whose bit of vs2 is set, or vl. */
static uint32_t first_set(const struct coral_machine *m, const struct coral_code *o)
{
    uint32_t i = 0;

    while (i < m->vl && !(coral_active(m, o, i) && coral_mask_bit(m, o->rs2, i)))
        i++;
    return i;
}

EXEC(VCPOP_M)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < m->vl; i++)
        count += coral_active(m, o, i) && coral_mask_bit(m, o->rs2, i);
    m->x[o->rd] = count;
}

EXEC(VFIRST_M)
{
    const uint32_t first = first_set(m, o);

    m->x[o->rd] = first < m->vl ? first : UINT32_MAX;
}

/* Active bits become 1 where the predicate of position and first set bit holds. */
#define PREFIX(id, expression)                  \
    EXEC(id##_M)                                \
    {                                           \
        const uint32_t first = first_set(m, o); \
        struct mask    k = mask_of(m, o->rd);   \
                                                \
        for (uint32_t i = 0; i < m->vl; i++)    \
            if (coral_active(m, o, i))          \
                set_bit(&k, i, expression);     \
        put_mask(m, o->rd, &k);                 \
    }

PREFIX(VMSBF, i < first)
PREFIX(VMSIF, i <= first)
PREFIX(VMSOF, i == first)

EXEC(VIOTA_M)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < m->vl; i++)
        if (coral_active(m, o, i)) {
            coral_put(m, o->rd, m->sew, i, count);
            count += coral_mask_bit(m, o->rs2, i);
        }
}

EXEC(VID_V)
{
    for (uint32_t i = m->vstart; i < m->vl; i++)
        if (coral_active(m, o, i))
            coral_put(m, o->rd, m->sew, i, i);
}

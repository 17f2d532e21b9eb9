/* Vector integer arithmetic: one expression per instruction, over whole registers.
 *
 * In expressions x is the element of vs2, y that of vs1, x[rs1] or the immediate, z that of vd.
 */
#include "platforms/coral/coral_vector.h"

void coral_commit_some(struct coral_machine *m, const struct coral_code *o, uint32_t bytes,
                       const struct coral_group *g)
{
    uint8_t *vd = coral_v(m, o->rd);

    if (o->vm && m->vl > m->vstart) {
        memcpy(vd + m->vstart * bytes, g->bytes + m->vstart * bytes, (m->vl - m->vstart) * bytes);
        return;
    }
    for (uint32_t i = m->vstart; i < m->vl; i++)
        if (coral_active(m, o, i))
            memcpy(vd + i * bytes, g->bytes + i * bytes, bytes);
}

/* A kernel works on so many registers of results; y is a vector, or one element when scalar. */
typedef void kernel_fn(void *out, const void *vs2, const void *y, const void *vd, uint32_t regs);

struct kernels {
    kernel_fn *vector[3], *scalar[3]; /* by SEW 8, 16, 32 */
};

static uint32_t sew_index(const struct coral_machine *m)
{
    return m->sew >> 1;
}

/* Executes kernels whose results have `bytes` per element. */
static void run_vector(struct coral_machine *m, const struct coral_code *o, const struct kernels *k,
                       uint32_t bytes)
{
    struct coral_group out;

    k->vector[sew_index(m)](out.bytes, coral_v(m, o->rs2), coral_v(m, o->rs1), coral_v(m, o->rd),
                            coral_filled(m, bytes));
    coral_commit(m, o, bytes, &out);
}

static void run_scalar(struct coral_machine *m, const struct coral_code *o, const struct kernels *k,
                       uint32_t value, uint32_t bytes)
{
    struct coral_group out;

    k->scalar[sew_index(m)](out.bytes, coral_v(m, o->rs2), &value, coral_v(m, o->rd),
                            coral_filled(m, bytes));
    coral_commit(m, o, bytes, &out);
}

/* R elements of type TD from elements TX and TY; a register of results at a time. */
#define KERNEL(name, TD, TX, TY, YI, expression)                                           \
    static void name(void *restrict out, const void *vs2, const void *vs1, const void *vd, \
                     uint32_t regs)                                                        \
    {                                                                                      \
        TD       *d = out;                                                                 \
        const TX *a = vs2;                                                                 \
        const TY *b = vs1;                                                                 \
        const TD *c = vd;                                                                  \
                                                                                           \
        (void)a;                                                                           \
        (void)b;                                                                           \
        (void)c;                                                                           \
        for (uint32_t r = 0; r < regs; r++)                                                \
            for (uint32_t l = 0; l < CORAL_VLENB / sizeof(TD); l++) {                      \
                const uint32_t i = r * (uint32_t)(CORAL_VLENB / sizeof(TD)) + l;           \
                const TX       x = a[i];                                                   \
                const TY       y = b[YI];                                                  \
                const TD       z = c[i];                                                   \
                                                                                           \
                (void)x;                                                                   \
                (void)y;                                                                   \
                (void)z;                                                                   \
                d[i] = (TD)(expression);                                                   \
            }                                                                              \
    }

/* For the three widths, with a vector and with a scalar y; W is the width in bits inside. */
#define KERNELS_OF(name, W, TD, TX, TY, expression) \
    KERNEL(name##_v##W, TD, TX, TY, i, expression)  \
    KERNEL(name##_s##W, TD, TX, TY, 0, expression)

#define KERNEL_TABLE(name)                     \
    static const struct kernels name = {       \
        { name##_v8, name##_v16, name##_v32 }, \
        { name##_s8, name##_s16, name##_s32 }, \
    };

/* All operands have one type: S is i (signed) or u. */
#define SAME(name, S, e8, e16, e32)                \
    KERNELS_OF(name, 8, S##8, S##8, S##8, e8)      \
    KERNELS_OF(name, 16, S##16, S##16, S##16, e16) \
    KERNELS_OF(name, 32, S##32, S##32, S##32, e32) \
    KERNEL_TABLE(name)

#define SAME1(name, S, expression) SAME(name, S, expression, expression, expression)

#define EXEC_VV(id, name)                \
    EXEC(id##_VV)                        \
    {                                    \
        run_vector(m, o, &name, m->sew); \
    }
#define EXEC_VX(id, name)                              \
    EXEC(id##_VX)                                      \
    {                                                  \
        run_scalar(m, o, &name, m->x[o->rs1], m->sew); \
    }
#define EXEC_VI(id, name)                                  \
    EXEC(id##_VI)                                          \
    {                                                      \
        run_scalar(m, o, &name, (uint32_t)o->imm, m->sew); \
    }
#define EXEC_VV_VX(id, name)    EXEC_VV(id, name) EXEC_VX(id, name)
#define EXEC_VV_VX_VI(id, name) EXEC_VV_VX(id, name) EXEC_VI(id, name)

/* ---- one width -------------------------------------------------------------------------- */

SAME1(add, u, x + y)
SAME1(sub, u, x - y)
SAME1(rsub, u, y - x)
SAME1(minu, u, x < y ? x : y)
SAME1(min, i, x < y ? x : y)
SAME1(maxu, u, x > y ? x : y)
SAME1(max, i, x > y ? x : y)
SAME1(and_, u, x &y)
SAME1(or_, u, x | y)
SAME1(xor_, u, x ^ y)
SAME(sll, u, x << (y & 7), x << (y & 15), x << (y & 31))
SAME(srl, u, x >> (y & 7), x >> (y & 15), x >> (y & 31))
SAME(sra, i, x >> (y & 7), x >> (y & 15), x >> (y & 31))
SAME1(copy, u, y)

EXEC_VV_VX_VI(VADD, add)
EXEC_VV_VX(VSUB, sub)
EXEC_VX(VRSUB, rsub)
EXEC_VI(VRSUB, rsub)
EXEC_VV_VX(VMINU, minu)
EXEC_VV_VX(VMIN, min)
EXEC_VV_VX(VMAXU, maxu)
EXEC_VV_VX(VMAX, max)
EXEC_VV_VX_VI(VAND, and_)
EXEC_VV_VX_VI(VOR, or_)
EXEC_VV_VX_VI(VXOR, xor_)
EXEC_VV_VX_VI(VSLL, sll)
EXEC_VV_VX_VI(VSRL, srl)
EXEC_VV_VX_VI(VSRA, sra)

EXEC(VMV_V_V)
{
    run_vector(m, o, &copy, m->sew);
}
EXEC(VMV_V_X)
{
    run_scalar(m, o, &copy, m->x[o->rs1], m->sew);
}
EXEC(VMV_V_I)
{
    run_scalar(m, o, &copy, (uint32_t)o->imm, m->sew);
}

SAME(mul, u, (uint32_t)x *y, (uint32_t)x *y, x *y)
SAME(mulh, i, (x * y) >> 8, (x * y) >> 16, ((i64)x * y) >> 32)
SAME(mulhu, u, (x * y) >> 8, ((uint32_t)x * y) >> 16, ((u64)x * y) >> 32)

EXEC_VV_VX(VMUL, mul)
EXEC_VV_VX(VMULH, mulh)
EXEC_VV_VX(VMULHU, mulhu)

KERNELS_OF(mulhsu, 8, i8, i8, u8, (x * y) >> 8)
KERNELS_OF(mulhsu, 16, i16, i16, u16, ((int32_t)x * (int32_t)y) >> 16)
KERNELS_OF(mulhsu, 32, i32, i32, u32, ((i64)x * (i64)y) >> 32)
KERNEL_TABLE(mulhsu)
EXEC_VV_VX(VMULHSU, mulhsu)

SAME1(divu, u, y ? x / y : (uint32_t)-1)
SAME1(remu, u, y ? x % y : x)
SAME1(div_, i, y == 0 ? -1 : y == -1 ? (int32_t)(0u - (uint32_t)x) : x / y)
SAME1(rem_, i, y == 0 ? x : y == -1 ? 0 : x % y)

EXEC_VV_VX(VDIVU, divu)
EXEC_VV_VX(VREMU, remu)
EXEC_VV_VX(VDIV, div_)
EXEC_VV_VX(VREM, rem_)

SAME1(macc, u, (uint32_t)z + (uint32_t)x * (uint32_t)y)
SAME1(nmsac, u, (uint32_t)z - (uint32_t)x * (uint32_t)y)
SAME1(madd, u, (uint32_t)y *(uint32_t)z + (uint32_t)x)
SAME1(nmsub, u, (uint32_t)x - (uint32_t)y * (uint32_t)z)

EXEC_VV_VX(VMACC, macc)
EXEC_VV_VX(VNMSAC, nmsac)
EXEC_VV_VX(VMADD, madd)
EXEC_VV_VX(VNMSUB, nmsub)

/* ---- twice the width --------------------------------------------------------------------------
 */

/* SEW 32 cannot widen: the instruction is illegal then, and its place holds another kernel. */
#define WIDE(name, S, SX, SY, expression)                   \
    KERNELS_OF(name, 8, S##16, SX##8, SY##8, expression)    \
    KERNELS_OF(name, 16, S##32, SX##16, SY##16, expression) \
    static const struct kernels name = {                    \
        { name##_v8, name##_v16, name##_v16 },              \
        { name##_s8, name##_s16, name##_s16 },              \
    };

#define WIDE_W(name, S, expression)                       \
    KERNELS_OF(name, 8, S##16, S##16, S##8, expression)   \
    KERNELS_OF(name, 16, S##32, S##32, S##16, expression) \
    static const struct kernels name = {                  \
        { name##_v8, name##_v16, name##_v16 },            \
        { name##_s8, name##_s16, name##_s16 },            \
    };

#define EXEC_WIDE(id, name)                                \
    EXEC(id##_VV)                                          \
    {                                                      \
        run_vector(m, o, &name, m->sew * 2);               \
    }                                                      \
    EXEC(id##_VX)                                          \
    {                                                      \
        run_scalar(m, o, &name, m->x[o->rs1], m->sew * 2); \
    }
#define EXEC_WIDE_W(id, name)                              \
    EXEC(id##_WV)                                          \
    {                                                      \
        run_vector(m, o, &name, m->sew * 2);               \
    }                                                      \
    EXEC(id##_WX)                                          \
    {                                                      \
        run_scalar(m, o, &name, m->x[o->rs1], m->sew * 2); \
    }

WIDE(waddu, u, u, u, (uint32_t)x + (uint32_t)y)
WIDE(wadd, i, i, i, x + y)
WIDE(wsubu, u, u, u, (uint32_t)x - (uint32_t)y)
WIDE(wsub, i, i, i, x - y)
WIDE_W(waddu_w, u, (uint32_t)x + (uint32_t)y)
WIDE_W(wadd_w, i, (uint32_t)x + (uint32_t)y)
WIDE_W(wsubu_w, u, (uint32_t)x - (uint32_t)y)
WIDE_W(wsub_w, i, (uint32_t)x - (uint32_t)y)
WIDE(wmulu, u, u, u, (uint32_t)x *(uint32_t)y)
WIDE(wmulsu, i, i, u, (int32_t)x *(int32_t)y)
WIDE(wmul, i, i, i, (int32_t)x *(int32_t)y)
WIDE(wmaccu, u, u, u, (uint32_t)z + (uint32_t)x * (uint32_t)y)
WIDE(wmacc, i, i, i, (uint32_t)z + (uint32_t)((int32_t)x * (int32_t)y))
WIDE(wmaccsu, i, u, i, (uint32_t)z + (uint32_t)x * (uint32_t)y) /* vs1 signed, vs2 unsigned */
WIDE(wmaccus, i, i, u, (uint32_t)z + (uint32_t)x * (uint32_t)y) /* rs1 unsigned, vs2 signed */

EXEC_WIDE(VWADDU, waddu)
EXEC_WIDE(VWADD, wadd)
EXEC_WIDE(VWSUBU, wsubu)
EXEC_WIDE(VWSUB, wsub)
EXEC_WIDE_W(VWADDU, waddu_w)
EXEC_WIDE_W(VWADD, wadd_w)
EXEC_WIDE_W(VWSUBU, wsubu_w)
EXEC_WIDE_W(VWSUB, wsub_w)
EXEC_WIDE(VWMULU, wmulu)
EXEC_WIDE(VWMULSU, wmulsu)
EXEC_WIDE(VWMUL, wmul)
EXEC_WIDE(VWMACCU, wmaccu)
EXEC_WIDE(VWMACC, wmacc)
EXEC_WIDE(VWMACCSU, wmaccsu)

EXEC(VWMACCUS_VX)
{
    run_scalar(m, o, &wmaccus, m->x[o->rs1], m->sew * 2);
}

/* ---- half the width ---------------------------------------------------------------------------
 */

#define NARROW(name, S, e8, e16)                 \
    KERNELS_OF(name, 8, S##8, S##16, u8, e8)     \
    KERNELS_OF(name, 16, S##16, S##32, u16, e16) \
    static const struct kernels name = {         \
        { name##_v8, name##_v16, name##_v16 },   \
        { name##_s8, name##_s16, name##_s16 },   \
    };

NARROW(nsrl, u, x >> (y & 15), x >> (y & 31))
NARROW(nsra, i, x >> (y & 15), x >> (y & 31))

#define EXEC_NARROW(id, name)                              \
    EXEC(id##_WV)                                          \
    {                                                      \
        run_vector(m, o, &name, m->sew);                   \
    }                                                      \
    EXEC(id##_WX)                                          \
    {                                                      \
        run_scalar(m, o, &name, m->x[o->rs1], m->sew);     \
    }                                                      \
    EXEC(id##_WI)                                          \
    {                                                      \
        run_scalar(m, o, &name, (uint32_t)o->imm, m->sew); \
    }

EXEC_NARROW(VNSRL, nsrl)
EXEC_NARROW(VNSRA, nsra)

/* ---- extension: vs2 has a half or a quarter of SEW --------------------------------------------
 */

KERNEL(zext2_16, u16, u8, u8, 0, x)
KERNEL(zext2_32, u32, u16, u16, 0, x)
KERNEL(zext4_32, u32, u8, u8, 0, x)
KERNEL(sext2_16, i16, i8, i8, 0, x)
KERNEL(sext2_32, i32, i16, i16, 0, x)
KERNEL(sext4_32, i32, i8, i8, 0, x)

static void extend(struct coral_machine *m, const struct coral_code *o, kernel_fn *k16,
                   kernel_fn *k32)
{
    const struct kernels k = { { k16, k16, k32 }, { NULL } };

    run_vector(m, o, &k, m->sew);
}

EXEC(VZEXT_VF2)
{
    extend(m, o, zext2_16, zext2_32);
}
EXEC(VSEXT_VF2)
{
    extend(m, o, sext2_16, sext2_32);
}
EXEC(VZEXT_VF4)
{
    extend(m, o, zext4_32, zext4_32);
}
EXEC(VSEXT_VF4)
{
    extend(m, o, sext4_32, sext4_32);
}

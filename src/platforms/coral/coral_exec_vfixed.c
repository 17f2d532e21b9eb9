/* Vector fixed point: saturation sets vxsat, rounding follows vxrm. */
#include "platforms/coral/coral_vector.h"

/* v >> shift, rounded as vxrm says; shift is below 64. */
static int64_t round_shift(const struct coral_machine *m, int64_t v, uint32_t shift)
{
    if (shift == 0)
        return v;
    const uint64_t bits = (uint64_t)v, half = bits >> (shift - 1) & 1;
    const uint64_t below = bits & ((UINT64_C(1) << (shift - 1)) - 1), odd = bits >> shift & 1;
    const uint64_t up[4] = { half, half && (below || odd), 0, !odd && (half || below) };

    return (v >> shift) + (int64_t)up[m->vxrm & 3];
}

/* The largest and smallest number of SEW bits. */
struct range {
    int64_t least, most;
};

static struct range range_of(uint32_t bytes, bool is_signed)
{
    const uint32_t bits = bytes * 8;

    if (is_signed)
        return (struct range){ -(INT64_C(1) << (bits - 1)), (INT64_C(1) << (bits - 1)) - 1 };
    return (struct range){ 0, (INT64_C(1) << bits) - 1 };
}

static int64_t saturate(struct coral_machine *m, int64_t v, struct range r)
{
    if (v >= r.least && v <= r.most)
        return v;
    m->vxsat = 1;
    return v < r.least ? r.least : r.most;
}

/* Operands as numbers: x from vs2 with x_bytes, y the second operand of SEW bits. */
typedef int64_t fixed_fn(struct coral_machine *m, int64_t x, int64_t y, struct range r);

static int64_t element(const struct coral_machine *m, uint32_t reg, uint32_t bytes, uint32_t i,
                       bool is_signed)
{
    return is_signed ? coral_get_signed(m, reg, bytes, i) : (int64_t)coral_get(m, reg, bytes, i);
}

static int64_t constant(const struct coral_machine *m, uint32_t value, bool is_signed)
{
    const uint32_t shift = 32 - m->sew * 8;

    return is_signed ? (int32_t)(value << shift) >> shift : (int64_t)(value << shift >> shift);
}

struct operation {
    fixed_fn *fn;
    bool      is_signed, narrows;
};

static void fixed(struct coral_machine *m, const struct coral_code *o, const struct operation *op,
                  bool vector, uint32_t scalar)
{
    const uint32_t     x_bytes = op->narrows ? m->sew * 2 : m->sew;
    const struct range r = range_of(m->sew, op->is_signed);
    const int64_t      y = constant(m, scalar, op->is_signed);
    struct coral_group out;

    for (uint32_t i = m->vstart; i < m->vl; i++) {
        if (!coral_active(m, o, i))
            continue;
        const int64_t  x = element(m, o->rs2, x_bytes, i, op->is_signed);
        const int64_t  other = vector ? element(m, o->rs1, m->sew, i, op->is_signed) : y;
        const uint32_t result = (uint32_t)op->fn(m, x, other, r);

        memcpy(out.bytes + i * m->sew, &result, m->sew);
    }
    coral_commit_some(m, o, m->sew, &out);
}

#define OPERATION(name, S, N, expression)                                                   \
    static int64_t name##_fn(struct coral_machine *m, int64_t x, int64_t y, struct range r) \
    {                                                                                       \
        (void)r;                                                                            \
        return expression;                                                                  \
    }                                                                                       \
    static const struct operation name = { name##_fn, S, N };

#define FIXED_VV(id, name)           \
    EXEC(id)                         \
    {                                \
        fixed(m, o, &name, true, 0); \
    }
#define FIXED_VX(id, name)                       \
    EXEC(id)                                     \
    {                                            \
        fixed(m, o, &name, false, m->x[o->rs1]); \
    }
#define FIXED_VI(id, name)                           \
    EXEC(id)                                         \
    {                                                \
        fixed(m, o, &name, false, (uint32_t)o->imm); \
    }

OPERATION(saddu, false, false, saturate(m, x + y, r))
OPERATION(sadd, true, false, saturate(m, x + y, r))
OPERATION(ssubu, false, false, saturate(m, x - y, r))
OPERATION(ssub, true, false, saturate(m, x - y, r))
OPERATION(aaddu, false, false, round_shift(m, x + y, 1))
OPERATION(aadd, true, false, round_shift(m, x + y, 1))
OPERATION(asubu, false, false, round_shift(m, x - y, 1))
OPERATION(asub, true, false, round_shift(m, x - y, 1))
OPERATION(smul, true, false, saturate(m, round_shift(m, x *y, m->sew * 8 - 1), r))
OPERATION(ssrl, false, false, round_shift(m, x, (uint32_t)y &(m->sew * 8 - 1)))
OPERATION(ssra, true, false, round_shift(m, x, (uint32_t)y &(m->sew * 8 - 1)))
OPERATION(nclipu, false, true, saturate(m, round_shift(m, x, (uint32_t)y &(m->sew * 16 - 1)), r))
OPERATION(nclip, true, true, saturate(m, round_shift(m, x, (uint32_t)y &(m->sew * 16 - 1)), r))

FIXED_VV(VSADDU_VV, saddu)
FIXED_VX(VSADDU_VX, saddu)
FIXED_VI(VSADDU_VI, saddu)
FIXED_VV(VSADD_VV, sadd)
FIXED_VX(VSADD_VX, sadd)
FIXED_VI(VSADD_VI, sadd)
FIXED_VV(VSSUBU_VV, ssubu)
FIXED_VX(VSSUBU_VX, ssubu)
FIXED_VV(VSSUB_VV, ssub)
FIXED_VX(VSSUB_VX, ssub)
FIXED_VV(VAADDU_VV, aaddu)
FIXED_VX(VAADDU_VX, aaddu)
FIXED_VV(VAADD_VV, aadd)
FIXED_VX(VAADD_VX, aadd)
FIXED_VV(VASUBU_VV, asubu)
FIXED_VX(VASUBU_VX, asubu)
FIXED_VV(VASUB_VV, asub)
FIXED_VX(VASUB_VX, asub)
FIXED_VV(VSMUL_VV, smul)
FIXED_VX(VSMUL_VX, smul)
FIXED_VV(VSSRL_VV, ssrl)
FIXED_VX(VSSRL_VX, ssrl)
FIXED_VI(VSSRL_VI, ssrl)
FIXED_VV(VSSRA_VV, ssra)
FIXED_VX(VSSRA_VX, ssra)
FIXED_VI(VSSRA_VI, ssra)
FIXED_VV(VNCLIPU_WV, nclipu)
FIXED_VX(VNCLIPU_WX, nclipu)
FIXED_VI(VNCLIPU_WI, nclipu)
FIXED_VV(VNCLIP_WV, nclip)
FIXED_VX(VNCLIP_WX, nclip)
FIXED_VI(VNCLIP_WI, nclip)

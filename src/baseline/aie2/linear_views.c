/* Virtual registers: how they are written, and which registers of the machine they may become. */
#include "baseline/aie2/linear_ir.h"

#include <string.h>

#define VIEW(prefix, kind, base, part, parts) \
    { prefix, AIE2_KIND_##kind, AIE2_KIND_##base, part, parts }

/* clang-format off */
const struct lin_view lin_views[LIN_VIEWS] = {
    VIEW("r", R, R, 0, 1),      VIEW("p", P, P, 0, 1),      VIEW("m", M, M, 0, 1),
    VIEW("dn", DN, DN, 0, 1),   VIEW("dj", DJ, DJ, 0, 1),   VIEW("dc", DC, DC, 0, 1),
    VIEW("s", S, S, 0, 1),      VIEW("x", X, X, 0, 2),      VIEW("wl", WL, X, 0, 1),
    VIEW("wh", WH, X, 1, 1),    VIEW("y", Y, Y, 0, 4),      VIEW("xl", X, Y, 0, 2),
    VIEW("xh", X, Y, 2, 2),     VIEW("wll", WL, Y, 0, 1),   VIEW("whl", WH, Y, 1, 1),
    VIEW("wlh", WL, Y, 2, 1),   VIEW("whh", WH, Y, 3, 1),   VIEW("bm", BM, BM, 0, 2),
    VIEW("aml", AM, BM, 0, 1),  VIEW("amh", AM, BM, 1, 1),  VIEW("cm", CM, CM, 0, 4),
    VIEW("bml", BM, CM, 0, 2),  VIEW("bmh", BM, CM, 2, 2),  VIEW("amll", AM, CM, 0, 1),
    VIEW("amlh", AM, CM, 1, 1), VIEW("amhl", AM, CM, 2, 1), VIEW("amhh", AM, CM, 3, 1),
    VIEW("q", Q, Q, 0, 2),      VIEW("l", L, L, 0, 2),      VIEW("rl", R, L, 0, 1),
    VIEW("rh", R, L, 1, 1),     VIEW("d", D, D, 0, 4),      VIEW("d3", D3, D3, 0, 8),
    /* parts of address groups; the second group of a .3d walk has a 2 */
    VIEW("m", M, D, 0, 1),      VIEW("dn", DN, D, 1, 1),    VIEW("dj", DJ, D, 2, 1),
    VIEW("dc", DC, D, 3, 1),    VIEW("m", M, D3, 0, 1),     VIEW("dn", DN, D3, 1, 1),
    VIEW("dj", DJ, D3, 2, 1),   VIEW("dc", DC, D3, 3, 1),   VIEW("m2", M, D3, 4, 1),
    VIEW("dn2", DN, D3, 5, 1),  VIEW("dj2", DJ, D3, 6, 1),  VIEW("dc2", DC, D3, 7, 1),
};
/* clang-format on */

static uint8_t group_of(const struct aie2_linear *l, struct kc_str name)
{
    for (size_t i = 0; i < l->groups; i++)
        if (l->group[i].length == name.length && memcmp(l->group[i].at, name.at, name.length) == 0)
            return l->group_base[i];
    return AIE2_KIND_ANY;
}

static bool is_group(uint8_t base)
{
    return base == AIE2_KIND_D || base == AIE2_KIND_D3;
}

uint8_t lin_view_find(const struct aie2_linear *l, struct kc_str prefix, struct kc_str name)
{
    const uint8_t group = group_of(l, name);
    uint8_t       plain = LIN_VIEWS;

    for (uint8_t i = 0; i < LIN_VIEWS; i++) {
        if (!kc_str_is(prefix, lin_views[i].prefix))
            continue;
        if (lin_views[i].base == group)
            return i;
        if (plain == LIN_VIEWS && (!is_group(lin_views[i].base) || prefix.at[0] == 'd'))
            plain = i;
    }
    return plain;
}

/* ---- registers of a view ------------------------------------------------------------------ */

/* Register number n of a kind, in the order of the tables. */
static uint16_t whole(uint8_t kind, unsigned n)
{
    for (uint16_t reg = 0; reg < AIE2_REG_COUNT; reg++)
        if (aie2_registers[reg].kind == kind && n-- == 0)
            return reg;
    return LIN_NONE;
}

static bool has_parts(const struct aie2_register *reg, const struct aie2_register *of,
                      const struct lin_view *view)
{
    if (reg->kind != view->kind || reg->part_count != view->parts)
        return false;
    for (size_t i = 0; i < view->parts; i++)
        if (reg->part[i].part != of->part[view->part + i].part)
            return false;
    return true;
}

static uint16_t find_reg(uint8_t view, unsigned n)
{
    const uint16_t of = whole(lin_views[view].base, n);

    if (of == LIN_NONE || lin_views[view].kind == lin_views[view].base)
        return of;
    for (uint16_t reg = 0; reg < AIE2_REG_COUNT; reg++)
        if (has_parts(&aie2_registers[reg], &aie2_registers[of], &lin_views[view]))
            return reg;
    return LIN_NONE;
}

void lin_views_build(struct aie2_linear *l)
{
    for (uint8_t view = 0; view < LIN_VIEWS; view++)
        for (unsigned n = 0; n < 32; n++)
            l->view_reg[view][n] = find_reg(view, n);
}

uint16_t lin_view_reg(const struct aie2_linear *l, uint8_t view, unsigned n)
{
    return n < 32 ? l->view_reg[view][n] : (uint16_t)LIN_NONE;
}

/* ---- names -------------------------------------------------------------------------------- */

static uint16_t add_vreg(struct aie2_linear *l, struct lin_vreg vreg)
{
    if (l->vregs >= LIN_NONE || l->storages > LIN_NONE - 16) {
        lin_error(l, vreg.line, "a function has too many virtual registers");
        return 0;
    }
    l->vreg = aie2_grow(l->arena, l->vreg, l->vregs, &l->vreg_room, sizeof *l->vreg);
    vreg.storage = l->storages;
    vreg.reg = LIN_NONE;
    l->storages = (uint16_t)(l->storages + vreg.parts);
    l->vreg[l->vregs] = vreg;
    return (uint16_t)l->vregs++;
}

static uint8_t parts_of(uint8_t base)
{
    for (size_t i = 0; i < LIN_VIEWS; i++)
        if (lin_views[i].kind == base && lin_views[i].base == base)
            return lin_views[i].parts;
    return 1;
}

uint16_t lin_vreg_find(struct aie2_linear *l, uint8_t view, struct kc_str name, uint32_t line)
{
    const uint8_t base = lin_views[view].base;

    for (size_t i = 0; i < l->vregs; i++)
        if (l->vreg[i].base == base && l->vreg[i].scope == l->scope &&
            l->vreg[i].name.length == name.length &&
            memcmp(l->vreg[i].name.at, name.at, name.length) == 0)
            return (uint16_t)i;
    return add_vreg(l, (struct lin_vreg){ .name = name,
                                          .base = base,
                                          .parts = parts_of(base),
                                          .allowed = UINT32_MAX,
                                          .scope = l->scope,
                                          .line = line });
}

uint16_t lin_vreg_half(struct aie2_linear *l, uint16_t vreg, uint8_t kind)
{
    return add_vreg(l, (struct lin_vreg){ .name = l->vreg[vreg].name,
                                          .base = kind,
                                          .parts = parts_of(kind),
                                          .allowed = UINT32_MAX,
                                          .line = l->vreg[vreg].line });
}

uint16_t lin_vreg_copy(struct aie2_linear *l, uint16_t vreg)
{
    return add_vreg(l, l->vreg[vreg]);
}

/* ---- registers without a choice ----------------------------------------------------------- */

static uint16_t only_choice(const struct aie2_linear *l, const struct lin_vreg *v)
{
    uint16_t found = LIN_NONE;

    for (unsigned n = 0; n < 32; n++) {
        const uint16_t reg = whole(v->base, n);
        bool           good = reg != LIN_NONE && (v->allowed >> n & 1);

        for (size_t i = 0; good && i < v->parts; i++)
            good = !lin_in(l->reserved, aie2_registers[reg].part[i].part);
        if (good && found != LIN_NONE)
            return LIN_NONE;
        found = good ? reg : found;
    }
    return found;
}

void lin_vregs_fix(struct aie2_linear *l)
{
    for (size_t i = 0; i < l->vregs; i++) {
        struct lin_vreg *v = &l->vreg[i];
        const uint16_t   reg = v->parts == 1 ? only_choice(l, v) : (uint16_t)LIN_NONE;

        if (reg == LIN_NONE)
            continue;
        v->fixed = true;
        v->reg = reg;
        v->storage = aie2_registers[reg].part[0].part;
    }
}

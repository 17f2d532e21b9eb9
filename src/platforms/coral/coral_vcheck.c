/* What vtype forbids, as far as straight-line code shows it.
 *
 * The state is what the last vset of this stretch of code said; a label, a call or a vsetvl makes
 * it unknown.  What is reported is certain to trap or hang if the code is reached that way; it is
 * a warning, because code may be reached in other ways. */
#include <inttypes.h>

#include "platforms/coral/coral_asm.h"

void coral_vcheck_label(struct coral_asm *as)
{
    as->vstate.known = false;
    if (as->section_count && as->section[as->current].size)
        as->vstate.never = false;
}

/* Registers times 8 of a group at LMUL `lmul` (vlmul field): 1/4 is 2, 1 is 8, 8 is 64. */
static int eighths(uint32_t vlmul)
{
    return vlmul & 4 ? 8 >> (8 - vlmul) : 8 << vlmul;
}

static bool legal_vtype(uint32_t vtype)
{
    const uint32_t vlmul = vtype & 7, sew = 8u << (vtype >> 3 & 7);

    if (vtype >> 8 || sew > 32 || vlmul == 4)
        return false;
    return (int)sew * 8 <= eighths(vlmul) * 32; /* SEW / LMUL <= ELEN */
}

static int amount_eighths(uint8_t amount, const struct coral_insn *insn, uint32_t vtype)
{
    const int sew = 8 << (vtype >> 3 & 7), m1 = eighths(vtype & 7);

    switch (amount) {
    case CORAL_AMOUNT_M1:
    case CORAL_AMOUNT_FIELD:
        return m1;
    case CORAL_AMOUNT_M2:
        return 2 * m1;
    case CORAL_AMOUNT_H:
        return m1 / 2;
    case CORAL_AMOUNT_Q:
        return m1 / 4;
    case CORAL_AMOUNT_I16:
        return m1 * 16 / sew;
    case CORAL_AMOUNT_INDEX:
    case CORAL_AMOUNT_DATA:
        return m1 * insn->eew / sew;
    default:
        return 8;
    }
}

struct operand {
    const char *name;
    int         first, count, eighths; /* count: registers */
};

static struct operand operand_of(const char *name, int first, uint8_t amount,
                                 const struct coral_insn *insn, uint32_t vtype)
{
    const int e = amount_eighths(amount, insn, vtype);

    return (struct operand){ name, first, e < 8 ? 1 : e / 8, e };
}

static bool check_group(struct coral_asm *as, const struct coral_insn *insn, struct operand o,
                        int fields, struct kc_str all)
{
    const char *mnemonic = coral_rows[insn->op].insn.mnemonic;

    if (o.eighths > 64 || o.count * fields > 8 || o.eighths < 1) {
        kc_warning(as->dg, coral_span(as, all), "vector-group",
                   "choose another LMUL: a group has 1/8 to 8 registers, fields included",
                   "%s of %s would take %d/8 registers%s under the vset of line %" PRIu32, o.name,
                   mnemonic, o.eighths * fields, fields > 1 ? " in all fields" : "",
                   as->vstate.line);
        return false;
    }
    if (o.first % o.count) {
        kc_warning(as->dg, coral_span(as, all), "vector-group",
                   kc_arena_printf(as->arena, "use v%d or v%d", o.first / o.count * o.count,
                                   (o.first / o.count + 1) * o.count % 32),
                   "%s of %s is a group of %d registers under the vset of line %" PRIu32
                   ": v%d is not a multiple of %d",
                   o.name, mnemonic, o.count, as->vstate.line, o.first, o.count);
        return false;
    }
    if (o.first + o.count * fields > 32) {
        kc_warning(as->dg, coral_span(as, all), "vector-group", "start at a lower register",
                   "%s of %s reaches beyond v31", o.name, mnemonic);
        return false;
    }
    return true;
}

static bool overlap(struct operand a, struct operand b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

static void check_overlap(struct coral_asm *as, struct operand vd, struct operand source,
                          bool apart, bool mask, struct kc_str all)
{
    const bool wider = !mask && vd.eighths > source.eighths;
    const bool narrower = mask || vd.eighths < source.eighths;
    bool       good = true;

    if (!overlap(vd, source))
        return;
    if (apart)
        good = false;
    else if (wider) /* only the highest registers of the destination */
        good = source.eighths >= 8 && source.first + source.count == vd.first + vd.count;
    else if (narrower) /* only the lowest registers of the source */
        good = vd.first == source.first;
    if (!good)
        kc_warning(as->dg, coral_span(as, all), "vector-overlap",
                   wider && source.eighths >= 8
                       ? "take a source in the upper half of vd's group, or elsewhere"
                       : "take other registers for vd",
                   "vd (v%d, %d register%s) overlaps %s (v%d, %d register%s) under the vset of "
                   "line %" PRIu32,
                   vd.first, vd.count, vd.count == 1 ? "" : "s", source.name, source.first,
                   source.count, source.count == 1 ? "" : "s", as->vstate.line);
}

static bool picture_has(const struct coral_insn *insn, char letter)
{
    for (const char *c = coral_rows[insn->op].insn.bits; *c; c++)
        if (*c == letter)
            return true;
    return false;
}

/* A destination with a mask has elements of one bit: narrower than any source that has none. */
static void check_groups(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    const struct coral_shape *s = &coral_shapes[coral_rows[insn->op].shape];
    const uint32_t            vtype = as->vstate.vtype;
    const struct operand      vd = operand_of("vd", insn->rd, s->vd, insn, vtype);
    const struct operand      vs2 = operand_of("vs2", insn->rs2, s->vs2, insn, vtype);
    const struct operand      vs1 = operand_of("vs1", insn->rs1, s->vs1, insn, vtype);
    const bool                has1 = s->vs1 && picture_has(insn, 'x');
    const bool                store = picture_has(insn, 'z');
    const bool                mask = s->vd == CORAL_AMOUNT_ONE && s->vs2 == CORAL_AMOUNT_M1;
    int                       fields = 1;

    if (s->vd == CORAL_AMOUNT_WHOLE)
        return;
    if (s->vd == CORAL_AMOUNT_DATA || s->vd == CORAL_AMOUNT_FIELD)
        fields = insn->nf;
    if ((s->vd && !check_group(as, insn, vd, fields, all)) ||
        (s->vs2 && !check_group(as, insn, vs2, 1, all)) ||
        (has1 && !check_group(as, insn, vs1, 1, all)))
        return;
    if (!s->vd || store || s->rules & CORAL_RULE_ANYWHERE)
        return;
    if (s->vs2)
        check_overlap(as, (struct operand){ "vd", vd.first, vd.count * fields, vd.eighths }, vs2,
                      fields > 1 || s->rules & CORAL_RULE_APART2, mask, all);
    if (has1)
        check_overlap(as, vd, vs1, s->rules & CORAL_RULE_APART1, mask, all);
}

static void remember(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    as->vstate.any_vset = true;
    as->vstate.never = false;
    as->vstate.known = insn->op != CORAL_VSETVL;
    as->vstate.vtype = (uint16_t)insn->imm;
    as->vstate.line = as->line;
    if (as->vstate.known && !legal_vtype((uint32_t)insn->imm)) {
        kc_warning(as->dg, coral_span(as, all), "vtype-illegal",
                   "mf4 goes with e8, mf2 with e8 and e16, m1 to m8 with all",
                   "this machine does not have this vector type: every vector instruction after "
                   "it traps");
        as->vstate.known = false;
    }
    if (insn->op == CORAL_VSETIVLI && insn->rs1 == 0)
        kc_warning(as->dg, coral_span(as, all), "vl-zero", NULL,
                   "with vl = 0 a vector load or store hangs the core");
}

/* Extensions need a source of at least 8 bits. */
static bool check_width(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    const struct coral_shape *s = &coral_shapes[coral_rows[insn->op].shape];
    const int                 sew = 8 << (as->vstate.vtype >> 3 & 7);
    const bool                wide = s->vd == CORAL_AMOUNT_M2 || s->vs2 == CORAL_AMOUNT_M2 ||
                      insn->op == CORAL_VWREDSUM_VS || insn->op == CORAL_VWREDSUMU_VS;

    if ((wide && sew == 32) || (s->vs2 == CORAL_AMOUNT_H && sew < 16) ||
        (s->vs2 == CORAL_AMOUNT_Q && sew < 32)) {
        kc_warning(as->dg, coral_span(as, all), "vector-width",
                   wide ? "elements have at most 32 bits: use it with e8 or e16"
                        : "SEW is the width of the result: set e16 or e32 first",
                   "%s does not exist with e%d, set in line %" PRIu32,
                   coral_rows[insn->op].insn.mnemonic, sew, as->vstate.line);
        return false;
    }
    return true;
}

void coral_vcheck(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    const uint8_t unit = coral_rows[insn->op].insn.unit;

    if (unit == CORAL_UNIT_VSET) {
        remember(as, insn, all);
        return;
    }
    if (unit == CORAL_UNIT_BRANCH && (insn->op == CORAL_JAL || insn->op == CORAL_JALR)) {
        as->vstate.known = as->vstate.never = false;
        return;
    }
    if (unit < CORAL_UNIT_VSET)
        return;
    if (!as->first_vector.end)
        as->first_vector = coral_span(as, all);
    if (as->vstate.never) {
        kc_warning(as->dg, coral_span(as, all), "no-vset",
                   "start with a vsetvli, for example: vsetvli t0, zero, e8, m1, ta, ma",
                   "a vector instruction before the first vset traps");
        as->vstate.never = false;
        as->vstate.any_vset = true; /* said once */
    }
    if (as->vstate.known && check_width(as, insn, all))
        check_groups(as, insn, all);
}

/* Operands that are names: control registers, vector types, rounding modes, fences, the mask. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"

static const struct {
    uint16_t    number;
    const char *name, *hint;
} absent_csrs[] = {
#define CSR_ABSENT(number, name, hint) { number, #name, hint },
#include "platforms/coral/coral_csr.def"
};

const struct coral_csr *coral_csr_find(struct kc_str name)
{
    for (size_t i = 0; i < coral_csr_count; i++)
        if (kc_str_is(name, coral_csrs[i].name))
            return &coral_csrs[i];
    return NULL;
}

static bool csr_number_known(int64_t number)
{
    for (size_t i = 0; i < coral_csr_count; i++)
        if (coral_csrs[i].number == number)
            return true;
    return false;
}

static const char *csr_suggestion(struct coral_asm *as, struct kc_str t)
{
    static const char other[] = "'kc isa coral' lists the control registers";
    const char      **names;
    const char       *nearest;

    if (!coral_may_suggest(as))
        return other;
    names = kc_arena_array(as->arena, const char *, coral_csr_count);
    for (size_t i = 0; i < coral_csr_count; i++)
        names[i] = coral_csrs[i].name;
    nearest = kc_str_nearest(t, names, coral_csr_count);
    return nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest) : other;
}

static bool in_source(const struct coral_asm *as, struct kc_str t)
{
    return t.at >= as->text && t.at <= as->text_end;
}

bool coral_read_csr(struct coral_asm *as, struct coral_insn *insn, struct kc_str t)
{
    const struct coral_csr *csr = coral_csr_find(t);
    int64_t                 v = 0;

    if (csr) {
        insn->imm = csr->number;
        return true;
    }
    for (size_t i = 0; i < KC_COUNT(absent_csrs); i++)
        if (kc_str_is(t, absent_csrs[i].name)) {
            kc_warning(as->dg, coral_span(as, t), "csr-absent", absent_csrs[i].hint,
                       "this machine has no control register %s: the access traps",
                       absent_csrs[i].name);
            insn->imm = absent_csrs[i].number;
            return true;
        }
    if (t.length && coral_name_char(t.at[0]) && !isdigit((unsigned char)t.at[0]) &&
        !coral_symbol_find(as, t, false)) {
        kc_error(as->dg, coral_span(as, t), "csr", csr_suggestion(as, t),
                 "there is no control register '%.*s'", KC_STR(t));
        return false;
    }
    if (!coral_constant(as, t, &v) || !coral_number_fits(as, insn->op, v, coral_span(as, t), t))
        return false;
    if (!csr_number_known(v) && in_source(as, t))
        kc_warning(as->dg, coral_span(as, t), "csr-absent", NULL,
                   "this machine has no control register 0x%03" PRIx64 ": the access traps",
                   (uint64_t)v);
    insn->imm = (int32_t)v;
    return true;
}

bool coral_read_rm(struct coral_asm *as, struct coral_insn *insn, struct kc_str t)
{
    static const char *const modes[] = { "rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn" };

    for (uint8_t i = 0; i < 8; i++)
        if (kc_str_is(t, modes[i]) && t.length) {
            insn->rm = i;
            return true;
        }
    kc_error(
        as->dg, coral_span(as, t), "rounding-mode",
        "rne to nearest, rtz towards zero, rdn down, rup up, rmm nearest away, dyn as frm says",
        "'%.*s' is not a rounding mode", KC_STR(t));
    return false;
}

bool coral_read_fence(struct coral_asm *as, struct coral_insn *insn, const struct coral_operand *o,
                      struct kc_str t)
{
    static const char order[] = "wroi";
    uint32_t          set = 0;

    for (size_t i = 0; i < t.length && !kc_str_is(t, "0"); i++) {
        const char    *at = t.at[i] ? strchr(order, t.at[i]) : NULL;
        const uint32_t bit = at ? 1u << (at - order) : 0;

        if (!bit || (set && bit >= (set & (~set + 1)))) {
            kc_error(as->dg, coral_span(as, t), "fence", "any of i o r w, in this order, or 0",
                     "'%.*s' is not a set of accesses", KC_STR(t));
            return false;
        }
        set |= bit;
    }
    if (t.length == 0) {
        kc_error(as->dg, coral_span(as, t), "operand-missing", NULL, "operand %s of %s is missing",
                 o->name, coral_rows[insn->op].insn.mnemonic);
        return false;
    }
    insn->imm |= (int32_t)(o->letter == 'p' ? set << 4 : set);
    return true;
}

static bool vtype_word(struct kc_str t, uint32_t *vtype, uint32_t *seen)
{
    static const struct {
        const char *name;
        uint32_t    bits, group; /* group: which of width, grouping, tail, mask */
    } words[] = {
        { "e8", 0, 1 },  { "e16", 8, 1 }, { "e32", 16, 1 }, { "e64", 24, 1 }, { "m1", 0, 2 },
        { "m2", 1, 2 },  { "m4", 2, 2 },  { "m8", 3, 2 },   { "mf8", 5, 2 },  { "mf4", 6, 2 },
        { "mf2", 7, 2 }, { "tu", 0, 4 },  { "ta", 64, 4 },  { "mu", 0, 8 },   { "ma", 128, 8 },
    };

    for (size_t i = 0; i < KC_COUNT(words); i++)
        if (kc_str_is(t, words[i].name) && words[i].group > *seen) {
            *vtype |= words[i].bits;
            *seen |= words[i].group;
            return true;
        }
    return false;
}

/* e8, m1, ta, ma: one to four words, or one number. */
bool coral_read_vtype(struct coral_asm *as, struct coral_insn *insn, const struct kc_str *token,
                      uint32_t count)
{
    uint32_t vtype = 0, seen = 0;
    int64_t  v = 0;

    if (count == 1 && token[0].length && !vtype_word(token[0], &vtype, &seen) &&
        isdigit((unsigned char)token[0].at[0])) {
        if (!coral_constant(as, token[0], &v) ||
            !coral_number_fits(as, insn->op, v, coral_span(as, token[0]), token[0]))
            return false;
        insn->imm = (int32_t)v;
        return true;
    }
    vtype = seen = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!vtype_word(token[i], &vtype, &seen) || !(seen & 1)) {
            kc_error(as->dg, coral_span(as, token[i]), "vtype",
                     "write for example: e8, m1, ta, ma   (e8 e16 e32; mf4 mf2 m1 m2 m4 m8; ta tu; "
                     "ma mu, in this order)",
                     "'%.*s' does not belong here in a vector type", KC_STR(token[i]));
            return false;
        }
    if (vtype >> 3 == 3 || (vtype >> 3 & 7) == 3) {
        kc_error(as->dg, coral_span(as, token[0]), "vtype", "elements have 8, 16 or 32 bits",
                 "this machine has no 64-bit elements");
        return false;
    }
    insn->imm = (int32_t)vtype;
    return true;
}

bool coral_read_mask(struct coral_asm *as, struct coral_insn *insn, struct kc_str t)
{
    if (kc_str_is(t, "v0.t")) {
        insn->vm = 0;
        return true;
    }
    kc_error(as->dg, coral_span(as, t), "mask", "write v0.t, or leave it out",
             "the mask of %s is v0.t, not '%.*s'", coral_rows[insn->op].insn.mnemonic, KC_STR(t));
    return false;
}

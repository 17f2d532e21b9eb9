/* Mnemonics to rows and short forms, and what the short forms stand for. */
#include <inttypes.h>
#include <string.h>
#include <threads.h>

#include "platforms/coral/coral_asm.h"

typedef void special_fn(struct coral_asm *as, const char *mnemonic, struct coral_operands *o);

struct pseudo {
    const char *name, *params, *text;
    special_fn *special;
};

#define SPECIAL(name, params, function) static special_fn function;
#include "platforms/coral/coral_pseudo.def"

static const struct pseudo pseudos[] = {
#define PSEUDO(name, params, text)      { name, params, text, NULL },
#define SPECIAL(name, params, function) { name, params, NULL, function },
#include "platforms/coral/coral_pseudo.def"
};

/* ---- mnemonics ----------------------------------------------------------------------------- */

enum { NAMES = 4096, LISTED = CORAL_OP_COUNT + KC_COUNT(pseudos) };

static struct coral_name names[NAMES]; /* open hash; written once, by build */
static const char       *listed[LISTED];
static size_t            listed_count;
static once_flag         built = ONCE_FLAG_INIT;

static struct coral_name *slot_of(struct kc_str name)
{
    uint32_t at = coral_hash(name) & (NAMES - 1);

    while (names[at].name && !kc_str_is(name, names[at].name))
        at = (at + 1) & (NAMES - 1);
    return &names[at];
}

static struct coral_name *name_add(const char *text)
{
    struct coral_name *name = slot_of(kc_str_from(text));

    if (!name->name) {
        *name = (struct coral_name){ text, -1, -1 };
        listed[listed_count++] = text;
    }
    return name;
}

static void build(void)
{
    for (int i = 0; i < CORAL_OP_COUNT; i++)
        name_add(coral_rows[i].insn.mnemonic)->op = (int16_t)i;
    for (size_t i = 0; i < KC_COUNT(pseudos); i++) {
        struct coral_name *name = name_add(pseudos[i].name);

        if (name->pseudo < 0)
            name->pseudo = (int16_t)i;
    }
}

const struct coral_name *coral_name_find(struct kc_str mnemonic)
{
    const struct coral_name *name;

    call_once(&built, build);
    name = slot_of(mnemonic);
    return name->name ? name : NULL;
}

const char *const *coral_name_list(size_t *count)
{
    call_once(&built, build);
    *count = listed_count;
    return listed;
}

const char *coral_pseudo_syntax(const struct coral_name *name)
{
    return pseudos[name->pseudo].params;
}

/* ---- one instruction ----------------------------------------------------------------------- */

struct counts {
    uint32_t required, all;
};

static struct counts counts_of(const char *params)
{
    struct counts c = { 0, 0 };

    for (struct kc_str rest = kc_str_from(params); rest.length; c.all++)
        c.required += kc_str_trim(kc_str_cut(&rest, ',')).at[0] != '[';
    return c;
}

/* Which parameter a word of the instruction names, or -1. */
static int param_index(const char *params, struct kc_str word)
{
    int i = 0;

    for (struct kc_str rest = kc_str_from(params); rest.length; i++) {
        const struct kc_str param = kc_str_trim(kc_str_cut(&rest, ','));

        if (param.length == word.length && memcmp(param.at, word.at, word.length) == 0)
            return i;
    }
    return -1;
}

static bool decremented(struct kc_str *word)
{
    const bool yes =
        word->length > 2 && memcmp(word->at + word->length - 2, "-1", 2) == 0 && word->at[0] != '-';

    word->length -= yes ? 2 : 0;
    return yes;
}

static void expand(struct coral_asm *as, const struct pseudo *p, const struct coral_operands *o)
{
    struct kc_str         rest = kc_str_from(p->text), mnemonic = kc_str_cut(&rest, ' ');
    struct coral_operands to = { .all = o->all };

    while (rest.length) {
        struct kc_str word = kc_str_trim(kc_str_cut(&rest, ','));
        const bool    minus = decremented(&word);
        const int     i = param_index(p->params, word);

        if (i >= 0 && (uint32_t)i >= o->count)
            continue; /* an optional one that was left out */
        to.token[to.count++] =
            i < 0   ? word
            : minus ? kc_str_from(kc_arena_printf(as->arena, "(%.*s)-1", KC_STR(o->token[i])))
                    : o->token[i];
    }
    coral_instruction(as, coral_name_find(mnemonic)->op, &to);
}

bool coral_pseudo(struct coral_asm *as, const struct coral_name *name, struct coral_operands *o)
{
    for (size_t i = (size_t)name->pseudo;
         i < KC_COUNT(pseudos) && strcmp(pseudos[i].name, name->name) == 0; i++) {
        const struct counts c = counts_of(pseudos[i].params);

        if (o->count < c.required || o->count > c.all)
            continue;
        if (pseudos[i].special)
            pseudos[i].special(as, name->name, o);
        else
            expand(as, &pseudos[i], o);
        return true;
    }
    return false;
}

/* ---- several instructions ------------------------------------------------------------------ */

/* Emits op with operands as text; names of registers come from the author or from us. */
static void emit(struct coral_asm *as, int op, const struct coral_operands *from, uint32_t count,
                 const struct kc_str *token)
{
    struct coral_operands o = { .count = count, .all = from->all };

    memcpy(o.token, token, count * sizeof *token);
    coral_instruction(as, op, &o);
}

static bool good_register(struct coral_asm *as, const char *mnemonic, struct kc_str t,
                          enum coral_kind kind)
{
    if (coral_register(t, kind) >= 0)
        return true;
    kc_error(as->dg, coral_span(as, t), "register",
             "x0 to x31, or zero ra sp gp tp t0-t6 s0-s11 a0-a7",
             "'%.*s' is not a register that %s can use", KC_STR(t), mnemonic);
    return false;
}

/* auipc with the upper part of a distance, then an instruction with the lower part. */
static void pair(struct coral_asm *as, const struct coral_operands *o, struct kc_str base,
                 struct kc_str symbol, struct coral_insn second)
{
    const size_t             at = as->section[as->current].size;
    const struct coral_value v = coral_evaluate(as, symbol); /* finds what is wrong, once */
    const int                rd = coral_register(base, CORAL_KIND_X);

    if (v.bad)
        return;
    coral_fixup_add(as, symbol, CORAL_PCREL_HI, 0, at);
    coral_insn_emit(as, &(struct coral_insn){ .op = CORAL_AUIPC, .rd = (uint8_t)rd, .vm = 1 },
                    o->all);
    coral_fixup_add(as, symbol, CORAL_NEAR_LO, 0, at + 4);
    second.rs1 = (uint8_t)rd;
    second.vm = 1;
    coral_insn_emit(as, &second, o->all);
}

static void la(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    if (good_register(as, mnemonic, o->token[0], CORAL_KIND_X))
        pair(as, o, o->token[0], o->token[1],
             (struct coral_insn){ .op = CORAL_ADDI,
                                  .rd = (uint8_t)coral_register(o->token[0], CORAL_KIND_X) });
}

static void call(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const struct kc_str rd = o->count == 2 ? o->token[0] : kc_str_from("ra");

    if (good_register(as, mnemonic, rd, CORAL_KIND_X))
        pair(as, o, rd, o->token[o->count - 1],
             (struct coral_insn){ .op = CORAL_JALR,
                                  .rd = (uint8_t)coral_register(rd, CORAL_KIND_X) });
}

static void tail(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    (void)mnemonic;
    pair(as, o, kc_str_from("t1"), o->token[0], (struct coral_insn){ .op = CORAL_JALR });
}

static void jump(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    if (good_register(as, mnemonic, o->token[1], CORAL_KIND_X))
        pair(as, o, o->token[1], o->token[0], (struct coral_insn){ .op = CORAL_JALR });
}

static void jalr3(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const struct kc_str address = kc_str_from(
        kc_arena_printf(as->arena, "%.*s(%.*s)", KC_STR(o->token[2]), KC_STR(o->token[1])));

    if (good_register(as, mnemonic, o->token[1], CORAL_KIND_X))
        emit(as, CORAL_JALR, o, 2, (struct kc_str[]){ o->token[0], address });
}

/* `lw a0, symbol`; with an address in parentheses it is the instruction itself. */
static void load_symbol(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const int             op = coral_name_find(kc_str_from(mnemonic))->op;
    const enum coral_kind kind = op == CORAL_FLW ? CORAL_KIND_F : CORAL_KIND_X;
    const struct kc_str   base = o->token[o->count == 3 ? 2 : 0];

    if (good_register(as, mnemonic, o->token[0], kind) &&
        good_register(as, mnemonic, base, CORAL_KIND_X))
        pair(as, o, base, o->token[1],
             (struct coral_insn){ .op = (uint16_t)op,
                                  .rd = (uint8_t)coral_register(o->token[0], kind) });
}

static void store_symbol(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const int             op = coral_name_find(kc_str_from(mnemonic))->op;
    const enum coral_kind kind = op == CORAL_FSW ? CORAL_KIND_F : CORAL_KIND_X;

    if (good_register(as, mnemonic, o->token[0], kind) &&
        good_register(as, mnemonic, o->token[2], CORAL_KIND_X))
        pair(as, o, o->token[2], o->token[1],
             (struct coral_insn){ .op = (uint16_t)op,
                                  .rs2 = (uint8_t)coral_register(o->token[0], kind) });
}

static void emit_imm(struct coral_asm *as, struct kc_str all, uint16_t op, uint8_t rd, uint8_t rs1,
                     int32_t imm)
{
    coral_insn_emit(as, &(struct coral_insn){ .op = op, .rd = rd, .rs1 = rs1, .vm = 1, .imm = imm },
                    all);
}

/* A constant as clang builds it: one instruction, a small number shifted, or lui and addi. */
static void load_constant(struct coral_asm *as, struct kc_str all, uint8_t rd, int32_t value)
{
    const int32_t  low = (int32_t)((uint32_t)value << 20) >> 20;
    const uint32_t high = (uint32_t)value - (uint32_t)low;
    int            zeros = 0;

    while (value && !((uint32_t)value >> zeros & 1))
        zeros++;
    if (low && high && zeros && value >> zeros >= -32 && value >> zeros < 32) {
        emit_imm(as, all, CORAL_ADDI, rd, 0, value >> zeros);
        emit_imm(as, all, CORAL_SLLI, rd, rd, zeros);
        return;
    }
    if (high)
        emit_imm(as, all, CORAL_LUI, rd, 0, (int32_t)high);
    if (low || !high)
        emit_imm(as, all, CORAL_ADDI, rd, high ? rd : 0, low);
}

/* A number that only the link knows (the distance of two labels) must fit in 12 bits. */
static void li(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const uint8_t            rd = (uint8_t)coral_register(o->token[0], CORAL_KIND_X);
    const struct coral_value v = coral_evaluate(as, o->token[1]);

    if (!good_register(as, mnemonic, o->token[0], CORAL_KIND_X) || v.bad)
        return;
    if (v.unknown || v.labels) {
        coral_fixup_add(as, o->token[1], CORAL_PLAIN, 0, as->section[as->current].size);
        emit_imm(as, o->all, CORAL_ADDI, rd, 0, 0);
    } else if (v.v < INT32_MIN || v.v > UINT32_MAX) {
        kc_error(as->dg, coral_span(as, o->token[1]), "imm-range",
                 "registers have 32 bits: -2147483648 to 4294967295",
                 "%" PRId64 " does not fit in a register", v.v);
    } else {
        load_constant(as, o->all, rd, (int32_t)(uint32_t)v.v);
    }
}

/* Unsigned: x < 0 never holds and x >= 0 always does, so 0 - 1 would be wrong. */
static void compare_below(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const bool    less = strcmp(mnemonic, "vmsltu.vi") == 0;
    int64_t       v = 0;
    struct kc_str token[4] = { o->token[0], o->token[1], o->token[1], o->token[3] };

    if (!coral_constant(as, o->token[2], &v))
        return;
    if (v < -15 || v > 16) {
        kc_error(as->dg, coral_span(as, o->token[2]), "imm-range",
                 "put the number into a register with li and use the .vx form",
                 "%" PRId64 " is not in -15 to 16, the range of %s", v, mnemonic);
        return;
    }
    if (v != 0)
        token[2] = kc_str_from(kc_arena_printf(as->arena, "%" PRId64, v - 1));
    emit(as,
         v == 0 ? less ? CORAL_VMSNE_VV : CORAL_VMSEQ_VV
         : less ? CORAL_VMSLEU_VI
                : CORAL_VMSGTU_VI,
         o, o->count, token);
}

/* vmsge{u}.vx: there is no such compare; the RVV manual gives these sequences. */
static void compare_not_less(struct coral_asm *as, const char *mnemonic, struct coral_operands *o)
{
    const int            op = strcmp(mnemonic, "vmsge.vx") == 0 ? CORAL_VMSLT_VX : CORAL_VMSLTU_VX;
    const struct kc_str  vd = o->token[0], vs = o->token[1], x = o->token[2], v0 = { "v0", 2 };
    const struct kc_str *mask = &o->token[3], vt = o->token[4];

    if (o->count == 3) {
        emit(as, op, o, 3, (struct kc_str[]){ vd, vs, x });
        emit(as, CORAL_VMNAND_MM, o, 3, (struct kc_str[]){ vd, vd, vd });
    } else if (o->count == 4 && kc_str_is(vd, "v0")) {
        kc_error(as->dg, coral_span(as, o->all), "operand-count",
                 "write: vmsge.vx v0, vs, rs1, v0.t, vt   with a register vt that may be changed",
                 "a masked %s into v0 needs a temporary register", mnemonic);
    } else if (o->count == 4) {
        emit(as, op, o, 4, (struct kc_str[]){ vd, vs, x, *mask });
        emit(as, CORAL_VMXOR_MM, o, 3, (struct kc_str[]){ vd, vd, v0 });
    } else if (kc_str_is(vd, "v0")) {
        emit(as, op, o, 3, (struct kc_str[]){ vt, vs, x });
        emit(as, CORAL_VMANDN_MM, o, 3, (struct kc_str[]){ vd, vd, vt });
    } else {
        emit(as, op, o, 3, (struct kc_str[]){ vt, vs, x });
        emit(as, CORAL_VMANDN_MM, o, 3, (struct kc_str[]){ vt, v0, vt });
        emit(as, CORAL_VMANDN_MM, o, 3, (struct kc_str[]){ vd, vd, v0 });
        emit(as, CORAL_VMOR_MM, o, 3, (struct kc_str[]){ vd, vt, vd });
    }
}

/* Operands: what is written between the commas, as fields of an instruction. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"

struct coral_operands coral_split(struct kc_str rest)
{
    struct coral_operands o = { .count = 0 };
    const char           *end = rest.at + rest.length, *from = rest.at;
    int                   depth = 0;

    if (rest.length == 0)
        return o;
    for (const char *c = from;; c++) {
        if (c < end && *c == '(')
            depth++;
        else if (c < end && *c == ')')
            depth--;
        else if (c == end || (*c == ',' && depth <= 0)) {
            if (o.count < CORAL_OPERANDS)
                o.token[o.count] = coral_trimmed(from, c);
            o.count++;
            if (c == end)
                return o;
            from = c + 1;
        }
    }
}

static const char *const kind_names[] = { "an integer register", "a float register",
                                          "a vector register" };

static const char *const names_of[] = { "x0 to x31, or zero ra sp gp tp t0-t6 s0-s11 a0-a7",
                                        "f0 to f31, or ft0-ft11 fs0-fs11 fa0-fa7", "v0 to v31" };

static bool looks_like_number(struct kc_str t)
{
    return t.length && (isdigit((unsigned char)t.at[0]) || t.at[0] == '-' || t.at[0] == '\'');
}

/* vadd.vv with an x register means vadd.vx, and so on: the mnemonic that would fit, or NULL. */
static const char *other_form(struct coral_asm *as, int op, char form)
{
    const char *name = coral_rows[op].insn.mnemonic, *dot = strrchr(name, '.');
    char       *other;

    if (!dot || strlen(dot) != 3 || !strchr("vw", dot[1]) || !strchr("vxi", dot[2]))
        return NULL;
    other = kc_arena_strndup(as->arena, name, strlen(name));
    other[dot - name + 2] = form;
    return coral_name_find(kc_str_from(other)) ? other : NULL;
}

static const char *register_hint(struct coral_asm *as, int op, struct kc_str t,
                                 enum coral_kind kind)
{
    const char *other = NULL;

    if (kind == CORAL_KIND_V && coral_register(t, CORAL_KIND_X) >= 0)
        other = other_form(as, op, 'x');
    else if (kind == CORAL_KIND_X && coral_register(t, CORAL_KIND_V) >= 0)
        other = other_form(as, op, 'v');
    else if (kind != CORAL_KIND_F && looks_like_number(t))
        other = other_form(as, op, 'i');
    if (other)
        return kc_arena_printf(as->arena, "%s takes that operand", other);
    if (kind != CORAL_KIND_X && coral_register(t, CORAL_KIND_X) >= 0)
        return names_of[kind];
    if (coral_register(t, CORAL_KIND_F) >= 0 || coral_register(t, CORAL_KIND_V) >= 0)
        return names_of[kind];
    if (t.length > 1 && (t.at[0] == 't' || t.at[0] == 'a' || t.at[0] == 's') &&
        isdigit((unsigned char)t.at[1]))
        return t.at[0] == 't'   ? "temporaries are t0 to t6 (x5-x7, x28-x31)"
               : t.at[0] == 'a' ? "argument registers are a0 to a7 (x10-x17)"
                                : "saved registers are s0 to s11 (x8, x9, x18-x27)";
    if (t.length > 1 && strchr("xfvr$X", t.at[0]) && isdigit((unsigned char)t.at[1]))
        return "registers are x0 to x31, f0 to f31 and v0 to v31";
    return names_of[kind];
}

static KC_COLD bool not_a_register(struct coral_asm *as, int op, const char *operand,
                                   struct kc_str t, enum coral_kind kind)
{
    kc_error(as->dg, coral_span(as, t), "register", register_hint(as, op, t, kind),
             "operand %s of %s must be %s, not '%.*s'", operand, coral_rows[op].insn.mnemonic,
             kind_names[kind], KC_STR(t));
    return false;
}

static void put_register(struct coral_insn *insn, char letter, uint8_t number)
{
    if (strchr("dDwz", letter))
        insn->rd = number;
    else if (strchr("sSxk", letter))
        insn->rs1 = number;
    else if (letter == 'R')
        insn->rs3 = number;
    else
        insn->rs2 = number;
}

static bool read_register(struct coral_asm *as, struct coral_insn *insn,
                          const struct coral_operand *o, struct kc_str t)
{
    const int number = coral_register(t, o->kind);

    if (number < 0)
        return not_a_register(as, insn->op, o->name, t, o->kind);
    put_register(insn, o->letter, (uint8_t)number);
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------- */

static const struct coral_operand *number_operand(int op)
{
    const struct coral_form *form = &coral_forms()[op];

    for (int i = 0; i < form->items; i++) {
        const struct coral_operand *o = form->item[i].operand;

        if (o && o->kind >= CORAL_KIND_SIMM && o->letter != 'k')
            return o;
    }
    return NULL;
}

static const char *range_hint(int op, const struct coral_operand *o)
{
    switch (o->kind) {
    case CORAL_KIND_PCREL:
        return op == CORAL_JAL ? "load the address with la and use jr"
                               : "branch the other way around a j, which reaches 1 MiB";
    case CORAL_KIND_SIMM:
        if (o->letter == 'n')
            return "put the number into a register with li and use the .vx form";
        return op == CORAL_ADDI ? "put the number into a register with li and use add"
               : o->letter == 'j' || coral_rows[op].insn.unit == CORAL_UNIT_LSU
                   ? "add the rest to the base register first"
                   : "put the number into a register with li and use the register form";
    case CORAL_KIND_UPPER:
        return "the operand is the upper 20 bits, 0 to 1048575; li builds whole constants";
    default:
        return o->doc;
    }
}

static bool in_range(const struct coral_operand *o, int top, int64_t v)
{
    const int64_t high = INT64_C(1) << (top - 1);

    switch (o->kind) {
    case CORAL_KIND_SIMM:
        return v >= -high && v < high;
    case CORAL_KIND_PCREL:
        return v >= -high && v < high && v % 2 == 0;
    case CORAL_KIND_UPPER:
        return v >= 0 && v < 1 << 20;
    default:
        return v >= 0 && v < 2 * high;
    }
}

bool coral_number_fits(struct coral_asm *as, int op, int64_t v, struct kc_span span,
                       struct kc_str written)
{
    const struct coral_operand *o = number_operand(op);
    const int                   top = coral_forms()[op].top;
    const bool is_signed = o->kind == CORAL_KIND_SIMM || o->kind == CORAL_KIND_PCREL;
    const int  width = o->kind == CORAL_KIND_UPPER ? 20 : top;

    if (in_range(o, top, v))
        return true;
    if (o->kind == CORAL_KIND_PCREL)
        kc_error(as->dg, span, v % 2 ? "branch-target" : "branch-range",
                 v % 2 ? "instructions lie at multiples of 4" : range_hint(op, o),
                 v % 2 ? "'%.*s' is %" PRId64 " bytes away; %s needs an even distance"
                       : "'%.*s' is %" PRId64 " bytes away, too far for %s",
                 KC_STR(written), v, coral_rows[op].insn.mnemonic);
    else
        kc_error(as->dg, span, "imm-range", range_hint(op, o),
                 "%s %" PRId64 " of %s does not fit in %d %s bits (%" PRId64 " to %" PRId64 ")",
                 o->name, v, coral_rows[op].insn.mnemonic, width, is_signed ? "signed" : "unsigned",
                 is_signed ? -(INT64_C(1) << (width - 1)) : INT64_C(0),
                 (INT64_C(1) << (is_signed ? width - 1 : width)) - 1);
    return false;
}

/* %hi(...), %lo(...), %pcrel_hi(...), %pcrel_lo(...) */
static bool read_modifier(struct coral_asm *as, struct kc_str *t, uint8_t *modifier)
{
    static const struct {
        const char *name;
        uint8_t     modifier;
    } known[] = { { "%hi", CORAL_HI },
                  { "%lo", CORAL_LO },
                  { "%pcrel_hi", CORAL_PCREL_HI },
                  { "%pcrel_lo", CORAL_PCREL_LO } };
    const char   *open = memchr(t->at, '(', t->length);
    struct kc_str name = { t->at, open ? (size_t)(open - t->at) : t->length };

    for (size_t i = 0; open && i < KC_COUNT(known); i++)
        if (kc_str_is(kc_str_trim(name), known[i].name) && t->at[t->length - 1] == ')') {
            *modifier = known[i].modifier;
            *t = coral_trimmed(open + 1, t->at + t->length - 1);
            return true;
        }
    kc_error(as->dg, coral_span(as, *t), "modifier",
             "%hi(x) %lo(x) %pcrel_hi(x) %pcrel_lo(label of the auipc)",
             "'%.*s' is not a relocation that this assembler has", KC_STR(*t));
    return false;
}

static bool plain_number(struct kc_str t, int64_t *v)
{
    size_t   i = t.length && t.at[0] == '-';
    uint64_t n = 0;

    if (t.length - i == 0 || t.length - i > 9 || (t.at[i] == '0' && t.length - i > 1))
        return false;
    for (; i < t.length; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
        n = n * 10 + (uint64_t)(t.at[i] - '0');
    }
    *v = t.at[0] == '-' ? -(int64_t)n : (int64_t)n;
    return true;
}

static int64_t as_register_has_it(const struct coral_operand *o, int top, int64_t v)
{
    if (o->kind == CORAL_KIND_SIMM && top == 12 && v >= INT64_C(0x80000000) && v <= UINT32_MAX)
        return v - (INT64_C(1) << 32); /* 0xfffffff0 is -16 in a register of 32 bits */
    return v;
}

static int32_t stored(const struct coral_operand *o, int64_t v)
{
    return o->kind == CORAL_KIND_UPPER ? (int32_t)(uint32_t)((uint64_t)v << 12) : (int32_t)v;
}

/* The number of an instruction; what is not known yet becomes a fixup at the next word. */
static bool read_number(struct coral_asm *as, struct coral_insn *insn,
                        const struct coral_operand *o, struct kc_str t)
{
    const int          top = coral_forms()[insn->op].top;
    uint8_t            modifier = CORAL_PLAIN;
    struct coral_value v = { 0 };
    struct kc_str      written = t;

    if (t.length == 0) {
        kc_error(as->dg, coral_span(as, t), "operand-missing", NULL, "operand %s of %s is missing",
                 o->name, coral_rows[insn->op].insn.mnemonic);
        return false;
    }
    if (t.at[0] == '%' && !read_modifier(as, &t, &modifier))
        return false;
    if (modifier || !plain_number(t, &v.v))
        v = coral_evaluate(as, t);
    if (v.bad)
        return false;
    if (!modifier && o->kind == CORAL_KIND_PCREL && !v.unknown && v.labels == 1 &&
        v.section == as->current) {
        v.v -= (int64_t)as->section[as->current].size;
        v.labels = 0;
    }
    if (modifier || v.unknown || v.labels) {
        coral_fixup_add(as, t, modifier, 0, as->section[as->current].size);
        return true;
    }
    v.v = as_register_has_it(o, top, v.v);
    if (!coral_number_fits(as, insn->op, v.v, coral_span(as, written), written))
        return false;
    insn->imm = stored(o, v.v);
    return true;
}

/* uimm of csrrwi and vsetivli lies where rs1 does and must be known. */
static bool read_uimm(struct coral_asm *as, struct coral_insn *insn, struct kc_str t)
{
    int64_t v = 0;

    if (!plain_number(t, &v) && !coral_constant(as, t, &v))
        return false;
    if (v < 0 || v > 31) {
        kc_error(as->dg, coral_span(as, t), "imm-range",
                 insn->op == CORAL_VSETIVLI
                     ? "put the number into a register with li and use vsetvli"
                     : "put the number into a register with li and use the register form",
                 "uimm %" PRId64 " of %s does not fit in 5 unsigned bits (0 to 31)", v,
                 coral_rows[insn->op].insn.mnemonic);
        return false;
    }
    insn->rs1 = (uint8_t)v;
    return true;
}

/* ---- memory -------------------------------------------------------------------------------- */

/* imm(rs1), (rs1); jalr also takes a bare register. */
static bool read_memory(struct coral_asm *as, struct coral_insn *insn,
                        const struct coral_operand *imm, struct kc_str t)
{
    const char   *open = NULL;
    struct kc_str base, offset;

    if (t.length && t.at[t.length - 1] == ')')
        for (const char *c = t.at + t.length - 1; c >= t.at && !open; c--)
            open = *c == '(' ? c : NULL;
    if (!open && insn->op == CORAL_JALR && coral_register(t, CORAL_KIND_X) >= 0) {
        insn->rs1 = (uint8_t)coral_register(t, CORAL_KIND_X);
        return true;
    }
    base = open ? coral_trimmed(open + 1, t.at + t.length - 1) : t;
    if (!open || coral_register(base, CORAL_KIND_X) < 0) {
        if (open)
            return not_a_register(as, insn->op, "rs1", base, CORAL_KIND_X);
        kc_error(as->dg, coral_span(as, t), "address",
                 imm ? "write offset(register), for example 4(a0)"
                     : "write (register), for example (a0)",
                 "'%.*s' is not an address of %s", KC_STR(t), coral_rows[insn->op].insn.mnemonic);
        return false;
    }
    insn->rs1 = (uint8_t)coral_register(base, CORAL_KIND_X);
    offset = coral_trimmed(t.at, open);
    if (offset.length == 0 || (!imm && kc_str_is(offset, "0")))
        return true;
    if (!imm) {
        kc_error(as->dg, coral_span(as, offset), "address",
                 "vector accesses have no offset: add it to the register first",
                 "%s takes a plain address, (register)", coral_rows[insn->op].insn.mnemonic);
        return false;
    }
    return read_number(as, insn, imm, offset);
}

/* ---- whole instructions -------------------------------------------------------------------- */

static bool read_operand(struct coral_asm *as, struct coral_insn *insn,
                         const struct coral_operand *o, struct kc_str t)
{
    switch (o->kind) {
    case CORAL_KIND_X:
    case CORAL_KIND_F:
    case CORAL_KIND_V:
        return read_register(as, insn, o, t);
    case CORAL_KIND_CSR:
        return coral_read_csr(as, insn, t);
    case CORAL_KIND_RM:
        return coral_read_rm(as, insn, t);
    case CORAL_KIND_VM:
        return coral_read_mask(as, insn, t);
    case CORAL_KIND_FENCE:
        return coral_read_fence(as, insn, o, t);
    case CORAL_KIND_UIMM:
        if (o->letter == 'k')
            return read_uimm(as, insn, t);
        return read_number(as, insn, o, t);
    default:
        return read_number(as, insn, o, t);
    }
}

static bool read_item(struct coral_asm *as, struct coral_insn *insn, const struct coral_item *item,
                      struct kc_str t)
{
    switch (item->kind) {
    case CORAL_ITEM_MEMORY:
        return read_memory(as, insn, item->operand, t);
    case CORAL_ITEM_V0:
        if (kc_str_is(t, "v0"))
            return true;
        kc_error(as->dg, coral_span(as, t), "mask", "write v0: here the mask is an operand",
                 "the last operand of %s is v0, not '%.*s'", coral_rows[insn->op].insn.mnemonic,
                 KC_STR(t));
        return false;
    default:
        return read_operand(as, insn, item->operand, t);
    }
}

static KC_COLD bool wrong_count(struct coral_asm *as, int op, const struct coral_operands *o)
{
    const struct coral_form *form = &coral_forms()[op];
    const struct kc_insn    *row = &coral_rows[op].insn;
    char                     wanted[32];

    if (form->required == form->items)
        snprintf(wanted, sizeof wanted, "%d", form->items);
    else
        snprintf(wanted, sizeof wanted, "%d or %d", form->required, form->items);
    kc_error(as->dg, coral_span(as, o->all), "operand-count",
             form->items ? kc_arena_printf(as->arena, "write: %s %s   for example: %s",
                                           row->mnemonic, row->syntax, row->example)
                         : "write the mnemonic alone",
             "%s takes %s operand%s, not %" PRIu32, row->mnemonic, wanted,
             form->items == 1 ? "" : "s", o->count);
    return false;
}

/* `add a0, a1, 5` is addi, `csrrw a0, mscratch, 5` csrrwi: when the last operand is no register. */
static int with_immediate(int op, const struct coral_operands *o)
{
    static const uint16_t pairs[][2] = {
        { CORAL_ADD, CORAL_ADDI },     { CORAL_AND, CORAL_ANDI },     { CORAL_OR, CORAL_ORI },
        { CORAL_XOR, CORAL_XORI },     { CORAL_SLT, CORAL_SLTI },     { CORAL_SLTU, CORAL_SLTIU },
        { CORAL_SLL, CORAL_SLLI },     { CORAL_SRL, CORAL_SRLI },     { CORAL_SRA, CORAL_SRAI },
        { CORAL_ROR, CORAL_RORI },     { CORAL_CSRRW, CORAL_CSRRWI }, { CORAL_CSRRS, CORAL_CSRRSI },
        { CORAL_CSRRC, CORAL_CSRRCI },
    };

    if (o->count != 3 || !(looks_like_number(o->token[2]) || kc_str_starts(o->token[2], "%")))
        return op;
    for (size_t i = 0; i < KC_COUNT(pairs); i++)
        if (pairs[i][0] == op)
            return pairs[i][1];
    return op;
}

/* How many of the operands written belong to the item: all that remain for a vtype. */
static uint32_t taken_by(const struct coral_item *item, uint32_t left)
{
    return item->operand && item->operand->kind == CORAL_KIND_VTYPE ? left : 1;
}

bool coral_row_takes(int op, uint32_t count)
{
    const struct coral_form *form = &coral_forms()[op];
    const struct coral_item *last = form->items ? &form->item[form->items - 1] : NULL;

    if (last && last->operand && last->operand->kind == CORAL_KIND_VTYPE)
        return count >= form->required && count <= form->required + 3u;
    return count >= form->required && count <= form->items;
}

bool coral_instruction(struct coral_asm *as, int op, struct coral_operands *o)
{
    const struct coral_form *form;
    struct coral_insn        insn = { .vm = 1, .rm = 7 };
    bool                     good = true;
    uint32_t                 next = 0;
    const size_t             fixups = as->fixup_count;

    op = with_immediate(op, o);
    form = &coral_forms()[op];
    insn.op = (uint16_t)op;
    if (!coral_row_takes(op, o->count))
        return wrong_count(as, op, o);
    for (int i = 0; i < form->items && next < o->count; i++) {
        const struct coral_item *item = &form->item[i];
        const uint32_t           n = taken_by(item, o->count - next);

        if (item->operand && item->operand->kind == CORAL_KIND_VTYPE)
            good = coral_read_vtype(as, &insn, &o->token[next], n) && good;
        else
            good = read_item(as, &insn, item, o->token[next]) && good;
        next += n;
    }
    if (good)
        coral_insn_emit(as, &insn, o->all);
    if (!good) {
        as->fixup_count = fixups;
        coral_emit_word(as, 0); /* keeps distances as they would be */
    }
    return true;
}

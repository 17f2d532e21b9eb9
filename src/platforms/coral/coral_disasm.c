/* The disassembler: canonical text of a word, which assembles to the same word. */
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"
#include "platforms/coral/coral_assemble.h"

static void print_vtype(int32_t vtype, struct kc_buf *out)
{
    static const char *const lmul[] = { "m1", "m2", "m4", "m8", NULL, "mf8", "mf4", "mf2" };
    const int32_t            sew = vtype >> 3 & 7;

    if (vtype >> 8 || sew > 2 || !lmul[vtype & 7])
        kc_buf_printf(out, "%" PRId32, vtype);
    else
        kc_buf_printf(out, "e%d, %s, %s, %s", 8 << sew, lmul[vtype & 7], vtype & 64 ? "ta" : "tu",
                      vtype & 128 ? "ma" : "mu");
}

static void print_csr(int32_t number, struct kc_buf *out)
{
    for (size_t i = 0; i < coral_csr_count; i++)
        if (coral_csrs[i].number == number) {
            kc_buf_puts(out, coral_csrs[i].name);
            return;
        }
    kc_buf_printf(out, "0x%03" PRIx32, (uint32_t)number);
}

static void print_fence(int32_t set, struct kc_buf *out)
{
    if (set == 0)
        kc_buf_puts(out, "0");
    for (int i = 0; i < 4; i++)
        if (set & 8 >> i)
            kc_buf_printf(out, "%c", "iorw"[i]);
}

static int register_of(const struct coral_insn *insn, char letter)
{
    return strchr("dDwz", letter)   ? insn->rd
           : strchr("sSxk", letter) ? insn->rs1
           : letter == 'R'          ? insn->rs3
                                    : insn->rs2;
}

static void print_operand(const struct coral_insn *insn, const struct coral_operand *o,
                          struct kc_buf *out)
{
    static const char *const modes[] = { "rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn" };

    switch (o->kind) {
    case CORAL_KIND_X:
    case CORAL_KIND_F:
        kc_buf_puts(out, coral_register_name(register_of(insn, o->letter), o->kind));
        return;
    case CORAL_KIND_V:
        kc_buf_printf(out, "v%d", register_of(insn, o->letter));
        return;
    case CORAL_KIND_UPPER:
        kc_buf_printf(out, "%" PRIu32, (uint32_t)insn->imm >> 12);
        return;
    case CORAL_KIND_CSR:
        print_csr(insn->imm, out);
        return;
    case CORAL_KIND_VTYPE:
        print_vtype(insn->imm, out);
        return;
    case CORAL_KIND_RM:
        kc_buf_puts(out, modes[insn->rm]);
        return;
    case CORAL_KIND_VM:
        kc_buf_puts(out, "v0.t");
        return;
    case CORAL_KIND_FENCE:
        print_fence(o->letter == 'p' ? insn->imm >> 4 & 15 : insn->imm & 15, out);
        return;
    default:
        kc_buf_printf(out, "%" PRId32, o->letter == 'k' ? insn->rs1 : insn->imm);
    }
}

static bool left_out(const struct coral_insn *insn, const struct coral_item *item)
{
    return item->optional && (item->operand->kind == CORAL_KIND_VM ? insn->vm : insn->rm == 7);
}

static void print_item(const struct coral_insn *insn, const struct coral_item *item,
                       struct kc_buf *out)
{
    switch (item->kind) {
    case CORAL_ITEM_V0:
        kc_buf_puts(out, "v0");
        return;
    case CORAL_ITEM_MEMORY:
        if (item->operand)
            kc_buf_printf(out, "%" PRId32, insn->imm);
        kc_buf_printf(out, "(%s)", coral_register_name(insn->rs1, CORAL_KIND_X));
        return;
    default:
        print_operand(insn, item->operand, out);
    }
}

static const char *raw_reason(bool decoded, const struct coral_insn *insn)
{
    if (!decoded)
        return (insn->word & 3) != 3 ? "not a 32-bit instruction" : "no such instruction";
    return coral_insn_reserved(insn);
}

void coral_print_word(uint32_t word, struct kc_buf *out)
{
    struct coral_insn        insn;
    const bool               decoded = coral_decode(word, &insn);
    const char              *raw = raw_reason(decoded, &insn), *separator = " ";
    const struct coral_form *form = &coral_forms()[insn.op];

    if (raw) {
        kc_buf_printf(out, ".word 0x%08" PRIx32 "    # %s%s%s", word,
                      decoded ? coral_rows[insn.op].insn.mnemonic : "", decoded ? ": " : "", raw);
        return;
    }
    kc_buf_puts(out, coral_rows[insn.op].insn.mnemonic);
    for (int i = 0; i < form->items; i++) {
        if (left_out(&insn, &form->item[i]))
            continue;
        kc_buf_puts(out, separator);
        separator = ", ";
        print_item(&insn, &form->item[i], out);
    }
}

void coral_print_insn(const struct kc_isa *isa, const struct kc_program *program, size_t index,
                      struct kc_buf *out)
{
    (void)isa;
    coral_print_word(program->words[index], out);
}

void coral_print_code(const struct kc_program *program, size_t index, struct kc_buf *out)
{
    kc_buf_printf(out, "%08" PRIx32, program->words[index]);
}

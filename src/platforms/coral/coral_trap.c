/* Traps, taken as the machine takes them, and warnings about what the silicon would do. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "platforms/coral/coral_machine.h"

static const struct {
    uint32_t    mcause;
    const char *name, *hint;
} traps[CORAL_TRAP_COUNT] = {
#define TRAP(id, mcause, name, hint) [CORAL_TRAP_##id] = { mcause, name, hint },
#include "platforms/coral/coral_traps.def"
};

enum { MPP_MACHINE = 3 };

/* ASSUMPTION: MPP receives the old mode, as the privileged architecture says; the specification
 * names only mepc, mcause and mtval. */
static void enter_handler(struct coral_machine *m, enum coral_trap trap, uint32_t tval)
{
    m->mepc = m->pc;
    m->mcause = traps[trap].mcause;
    m->mtval = tval;
    m->mpp = m->user_mode ? 0 : MPP_MACHINE;
    m->user_mode = false;
    m->pc = m->mtvec & ~UINT32_C(3);
}

/* The source registers of the instruction that trapped. */
static void add_registers(struct coral_machine *m)
{
    struct kc_outcome *out = &m->outcome;
    struct coral_insn  insn;
    const uint32_t     word = m->pc / 4;

    if (word >= m->words || !coral_decode(m->code[word].word, &insn))
        return;
    const uint8_t reg[2] = { insn.rs1, insn.rs2 };
    const char   *bits = coral_rows[insn.op].insn.bits;

    for (int i = 0; i < 2; i++) {
        if (reg[i] == 0 || !strchr(bits, i ? 't' : 's'))
            continue;
        snprintf(out->registers[out->register_count].name, sizeof out->registers[0].name, "x%u",
                 reg[i]);
        out->registers[out->register_count++].value = m->x[reg[i]];
    }
}

void coral_trap(struct coral_machine *m, enum coral_trap trap, uint32_t tval, const char *format,
                ...)
{
    struct kc_outcome *out = &m->outcome;
    va_list            args;

    if (m->mtvec >= 4 && trap != CORAL_TRAP_EBREAK) {
        enter_handler(m, trap, tval);
        longjmp(m->trap_exit, 1);
    }
    m->mcause = traps[trap].mcause;
    m->mtval = tval;
    if (trap != CORAL_TRAP_EBREAK)
        m->mepc = m->pc;
    out->kind = KC_OUTCOME_TRAP;
    out->cause = traps[trap].name;
    out->hint = traps[trap].hint;
    va_start(args, format);
    vsnprintf(out->message, sizeof out->message, format, args);
    va_end(args);
    add_registers(m);
    longjmp(m->trap_exit, 2);
}

static bool is_vector_float(uint32_t word)
{
    const uint32_t width = word >> 12 & 7;

    return (word & 0x7f) == 0x57 && (width == 1 || width == 5);
}

void coral_trap_illegal(struct coral_machine *m, const struct coral_code *o)
{
    if (is_vector_float(o->word))
        coral_trap(m, CORAL_TRAP_VECTOR_FLOAT, o->word,
                   "word 0x%08" PRIx32 " is a vector float instruction; the silicon drops it "
                   "without a trap and jams",
                   o->word);
    if (o->word == 0)
        coral_trap(m, CORAL_TRAP_ILLEGAL, 0, "execution ran into memory that holds no code");
    if ((o->word & 3) != 3)
        coral_trap(m, CORAL_TRAP_ILLEGAL, o->word,
                   "0x%04" PRIx32 " would be a compressed instruction; this machine has none",
                   o->word & 0xffff);
    coral_trap(m, CORAL_TRAP_ILLEGAL, o->word,
               "word 0x%08" PRIx32 " is no instruction of this machine", o->word);
}

static uint32_t current_line(const struct coral_machine *m)
{
    const uint32_t word = m->pc / 4;

    return word < m->words && m->index_of[word] ? m->program->lines[m->index_of[word] - 1] : 0;
}

void coral_note(struct coral_machine *m, const char *id, const char *format, ...)
{
    struct kc_outcome *out = &m->outcome;
    const uint32_t     line = current_line(m);
    va_list            args;

    for (size_t i = 0; i < out->note_count; i++)
        if (strcmp(out->notes[i].id, id) == 0 && out->notes[i].line == line) {
            out->notes[i].count++;
            return;
        }
    if (out->note_count == KC_NOTES)
        return;
    struct kc_note *n = &out->notes[out->note_count++];

    *n = (struct kc_note){ .id = id, .line = line, .count = 1 };
    va_start(args, format);
    vsnprintf(n->text, sizeof n->text, format, args);
    va_end(args);
}

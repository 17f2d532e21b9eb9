/* What a run has to say beside its result: traps, notes, reads of registers in doubt. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_machine.h"

/* ---- traps ----------------------------------------------------------------------------------- */

static const struct {
    const char *cause, *hint;
} traps[AIE2_TRAP_COUNT] = {
#define TRAP(id, cause, rule, hint) [AIE2_TRAP_##id] = { cause, hint },
#include "platforms/aie2/aie2_traps.def"
};

const char *aie2_register_at(uint32_t offset, uint32_t bytes)
{
    for (int i = 0; i < AIE2_REG_COUNT; i++) {
        const struct aie2_register *r = &aie2_registers[i];

        if (r->kind != AIE2_KIND_D && r->kind != AIE2_KIND_D3 && r->bytes == bytes &&
            aie2_parts[r->part[0].part].offset == offset)
            return r->name;
    }
    return bytes == 4 ? "the upper half of a pair" : "?";
}

void aie2_trap(struct aie2_machine *m, enum aie2_trap trap, const struct aie2_place *const *places,
               size_t count, const char *format, ...)
{
    struct kc_outcome *out = &m->outcome;
    va_list            args;

    out->kind = KC_OUTCOME_TRAP;
    out->cause = traps[trap].cause;
    out->hint = traps[trap].hint;
    for (size_t i = 0; i < count && i < KC_TRAP_REGISTERS; i++) {
        snprintf(out->registers[i].name, sizeof out->registers[i].name, "%s",
                 aie2_register_at(places[i]->offset, 4));
        out->registers[i].value = aie2_get(m, places[i]->offset);
        out->register_count = i + 1;
    }
    va_start(args, format);
    vsnprintf(out->message, sizeof out->message, format, args);
    va_end(args);
    longjmp(m->trap_exit, 1);
}

/* ---- notes ----------------------------------------------------------------------------------- */

void aie2_note(struct aie2_machine *m, const char *id, uint32_t line, const char *format, ...)
{
    struct kc_outcome *out = &m->outcome;
    struct kc_note     note = { .id = id, .line = line };
    va_list            args;
    size_t             i = 0;

    va_start(args, format);
    vsnprintf(note.text, sizeof note.text, format, args);
    va_end(args);
    while (i < out->note_count &&
           !(out->notes[i].line == line && strcmp(out->notes[i].text, note.text) == 0))
        i++;
    if (i == KC_NOTES)
        return;
    if (i == out->note_count)
        out->notes[out->note_count++] = note;
    out->notes[i].count++;
}

/* ---- registers in doubt ---------------------------------------------------------------------- */

static bool holds(const struct aie2_set *set, unsigned part)
{
    return set->word[part / 64] >> part % 64 & 1;
}

/* Whether a bypass supplies the part in this tick, so that the register file does not matter. */
static bool supplied(struct aie2_machine *m, unsigned part, enum aie2_bypass bypass)
{
    const struct aie2_slot_of_time *next = aie2_in(m, 1);
    const struct aie2_part_info    *p = &aie2_parts[part];

    for (int i = 0; bypass && i < next->vectors; i++)
        if (next->vector[i].bypass == bypass && next->vector[i].offset <= p->offset &&
            p->offset < next->vector[i].offset + next->vector[i].bytes)
            return true;
    return false;
}

static void report_unwritten(struct aie2_machine *m, const struct aie2_op *op, const char *name)
{
    const char *mnemonic = op->insn->form->mnemonic;

    if (m->config->unwritten == AIE2_REPORT_TRAP) {
        m->current = op;
        aie2_trap(m, AIE2_TRAP_UNWRITTEN, NULL, 0, "%s reads %s, which nothing has written",
                  mnemonic, name);
    }
    if (m->config->unwritten == AIE2_REPORT_NOTE)
        aie2_note(m, "unwritten-register", op->insn->line, "%s reads %s, which nothing has written",
                  mnemonic, name);
}

/* Unused halves and lanes are read all the time, so only an operand of which no part was ever
 * written is worth a note.  Parts are then taken as written: one note each. */
static void check_access(struct aie2_machine *m, const struct aie2_op *op, size_t i)
{
    struct aie2_part_at    part[AIE2_REG_PARTS];
    const size_t           count = aie2_access_parts(op->insn, i, part);
    const enum aie2_bypass bypass = aie2_access_bypass(op->insn, i);
    size_t                 unwritten = 0;
    const char            *name = aie2_registers[aie2_access_reg(op->insn, i)].name;

    for (size_t k = 0; k < count; k++) {
        if (supplied(m, part[k].part, bypass))
            continue;
        if (holds(&m->undefined, part[k].part)) {
            m->current = op;
            aie2_trap(m, AIE2_TRAP_UNDEFINED, NULL, 0,
                      "%s reads %s, which two results reached in the same cycle",
                      op->insn->form->mnemonic, name);
        }
        unwritten += holds(&m->unwritten, part[k].part);
        m->unwritten.word[part[k].part / 64] &= ~(UINT64_C(1) << part[k].part % 64);
    }
    if (unwritten == count && count)
        report_unwritten(m, op, name);
}

void aie2_doubtful(struct aie2_machine *m, const struct aie2_op *op, bool late)
{
    const struct aie2_form *form = op->insn->form;

    for (size_t i = 0; i < form->access_count; i++)
        if (!form->access[i].write && (form->access[i].stage > 1) == late)
            check_access(m, op, i);
    for (int i = 0; i < AIE2_SET_WORDS; i++)
        m->doubt.word[i] = m->unwritten.word[i] | m->undefined.word[i];
}

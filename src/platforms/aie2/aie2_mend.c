/* Undoing one mistake in a run: the machine finds what the kernel should have set. */
#include "platforms/aie2/aie2_mend.h"

#include <string.h>

#include "platforms/aie2/aie2_exec.h"

enum { KIND = 56, LINE = 36, OTHER = 16, LINE_MASK = 0xfffff };

uint64_t aie2_mend_key(struct aie2_mend mend)
{
    return (uint64_t)mend.kind << KIND | (uint64_t)(mend.line & LINE_MASK) << LINE |
           (uint64_t)(mend.other & LINE_MASK) << OTHER | (uint16_t)mend.value;
}

struct aie2_mend aie2_mend_of(uint64_t key)
{
    return (struct aie2_mend){ .kind = (uint8_t)(key >> KIND),
                               .line = key >> LINE & LINE_MASK,
                               .other = key >> OTHER & LINE_MASK,
                               .value = (int16_t)(uint16_t)key };
}

const struct aie2_place *aie2_word_place(const struct aie2_op *op)
{
    return op->insn->form->slot == AIE2_SLOT_VEC && op->is_float && op->c.bytes == 4 ? &op->c
                                                                                     : NULL;
}

bool aie2_tests(const struct aie2_op *op)
{
    return strcmp(op->insn->form->mnemonic, "jnz") == 0;
}

const struct aie2_place *aie2_mode_place(const struct aie2_op *op)
{
    return strcmp(op->insn->form->mnemonic, "vshuffle") == 0 ? &op->mod : NULL;
}

/* ---- registers ------------------------------------------------------------------------------ */

static void hold(struct aie2_machine *m, const struct aie2_place *p, uint32_t value)
{
    m->kept = true;
    m->kept_at = p->offset;
    m->kept_value = aie2_get(m, p->offset);
    aie2_set_now(m, p->offset, value);
}

static void mend_word(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_word_place(op);

    const uint32_t word = p ? aie2_get(m, p->offset) : 0;

    if (!p || (m->mend.line && m->mend.line != op->insn->line))
        return;
    if (word == m->mend.other)
        hold(m, p, (uint32_t)m->mend.value);
    else if (m->mend.kind == AIE2_MEND_WORDS && word == (uint32_t)m->mend.value)
        hold(m, p, m->mend.other);
}

/* Everywhere: the other half of the mode becomes the other half of what is better. */
static void mend_mode(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_mode_place(op);
    const uint32_t           mode = p ? aie2_get(m, p->offset) : 0;

    if (p && (!m->mend.line || m->mend.line == op->insn->line) && m->mend.other == mode)
        hold(m, p, (uint32_t)m->mend.value);
    else if (p && !m->mend.line && m->mend.other == (mode ^ 1))
        hold(m, p, (uint32_t)m->mend.value ^ 1);
}

/* In the machine's own code, so that bypasses count. */
static void exchange(struct aie2_machine *m, const struct aie2_op *op)
{
    struct aie2_op         *own = &m->ops[op - m->ops];
    const struct aie2_place a = own->a;

    own->a = own->b;
    own->b = a;
}

static void mend_operands(struct aie2_machine *m, const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_mode_place(op);

    if (!p || m->exchanged ||
        (m->mend.line ? m->mend.line != op->insn->line : m->mend.other != aie2_get(m, p->offset)))
        return;
    m->exchanged = op;
    exchange(m, op);
}

static void mend_turn(struct aie2_machine *m, const struct aie2_op *op)
{
    if (op->insn->line == m->mend.line && aie2_tests(op))
        hold(m, &op->a, aie2_get(m, op->a.offset) + (uint32_t)m->mend.value);
}

void aie2_mend_after(struct aie2_machine *m)
{
    if (m->exchanged)
        exchange(m, m->exchanged);
    m->exchanged = NULL;
    if (m->kept)
        aie2_set_now(m, m->kept_at, m->kept_value);
    m->kept = false;
}

/* ---- loops ---------------------------------------------------------------------------------- */

bool aie2_enters_loop(const struct aie2_machine *m, const struct aie2_code *code)
{
    return aie2_get(m, AIE2_AT(lc)) > 0 && code->address == aie2_get(m, AIE2_AT(ls)) &&
           !(m->tick && m->code[m->previous].address == aie2_get(m, AIE2_AT(le)));
}

/* The address of the bundle so many behind the one at an address; itself when there is none. */
static uint32_t bundle_behind(const struct aie2_machine *m, uint32_t address, int32_t bundles)
{
    const int64_t at = (int64_t)aie2_bundle_at(m->own, address) + bundles;

    return at >= 0 && at < (int64_t)m->own->count ? m->own->bundle[at].address : address;
}

static void mend_loop(struct aie2_machine *m, const struct aie2_code *code)
{
    const uint32_t trips = aie2_get(m, AIE2_AT(lc));

    if (!aie2_enters_loop(m, code) || m->program->lines[m->index] != m->mend.line)
        return;
    if (m->mend.kind == AIE2_MEND_TRIPS)
        aie2_set_now(m, AIE2_AT(lc), trips + (uint32_t)m->mend.value);
    else if (m->mend.kind == AIE2_MEND_LAST)
        aie2_set_now(m, AIE2_AT(le), bundle_behind(m, aie2_get(m, AIE2_AT(le)), m->mend.value));
    else
        aie2_set_now(m, AIE2_AT(ls), bundle_behind(m, aie2_get(m, AIE2_AT(ls)), m->mend.value));
}

/* ---- transfers ------------------------------------------------------------------------------ */

void aie2_mend_layout(struct aie2_machine *m)
{
    m->dma->bound[m->mend.line].block_r = (uint32_t)m->mend.value;
    m->dma->bound[m->mend.line].block_c = m->mend.other;
}

/* ---- all of it ------------------------------------------------------------------------------ */

bool aie2_mend_skips(const struct aie2_machine *m)
{
    return m->mend.kind == AIE2_MEND_SLOTS && m->delay && m->jump_line == m->mend.line &&
           m->delay <= (uint32_t)m->mend.value;
}

static void each_op(struct aie2_machine *m, const struct aie2_code *code,
                    void (*mend)(struct aie2_machine *m, const struct aie2_op *op))
{
    for (uint32_t i = 0; i < code->op_count; i++)
        mend(m, &code->op[i]);
}

void aie2_mend_before(struct aie2_machine *m, const struct aie2_code *code)
{
    switch (m->mend.kind) {
    case AIE2_MEND_WORD:
    case AIE2_MEND_WORDS:
        each_op(m, code, mend_word);
        break;
    case AIE2_MEND_MODE:
        each_op(m, code, mend_mode);
        break;
    case AIE2_MEND_OPERANDS:
        each_op(m, code, mend_operands);
        break;
    case AIE2_MEND_TURN:
        each_op(m, code, mend_turn);
        break;
    case AIE2_MEND_ROUNDING:
        aie2_set_now(m, AIE2_AT(crRnd), (uint32_t)m->mend.value);
        break;
    case AIE2_MEND_TRIPS:
    case AIE2_MEND_LAST:
    case AIE2_MEND_FIRST:
        mend_loop(m, code);
        break;
    default:
        break;
    }
}

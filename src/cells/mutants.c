/* Mutants: a correct kernel with one small edit, judged like any other.
 *
 * Edits are made on machine words through the fields of the instruction table, so that every mutant
 * assembles; machines with an assembler of their own are edited as text (text_mutants.c).  Which
 * edits are made depends on nothing but the cell, the seed and their number.
 */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "cells/cells.h"
#include "cells/text_mutants.h"
#include "isa/assemble.h"
#include "isa/disassemble.h"

enum edit { EDIT_REGISTER, EDIT_IMMEDIATE, EDIT_DROP, EDIT_DOUBLE, EDIT_SWAP, EDIT_LOOP, EDITS };

enum { TRIES = 200, FUEL_FACTOR = 20, FUEL_LEAST = 10000 };

struct mutant {
    enum edit edit;
    size_t    at;
    uint32_t  word; /* what stands there afterwards; for a swap: the word that comes first */
};

struct dice {
    uint64_t seed, stream, rolled;
};

static uint32_t roll(struct dice *d, uint32_t below)
{
    return (uint32_t)(kc_random_u64(d->seed, d->stream, d->rolled++) % below);
}

/* ---- making one ---------------------------------------------------------------------------- */

static bool opens_loop(const struct kc_isa *isa, const struct kc_insn *insn)
{
    for (size_t i = 0; i < isa->desc->nest_count; i++)
        if (isa->desc->nests[i].insn == insn && isa->desc->nests[i].delta > 0)
            return true;
    return false;
}

/* One of the form's fields of that kind, or NULL. */
static const struct kc_field *pick_field(const struct kc_isa *isa, const struct kc_form *form,
                                         enum kc_operand_kind kind, struct dice *d)
{
    const struct kc_field *found[KC_ISA_FIELDS];
    uint32_t               count = 0;

    for (int i = 0; i < form->field_count; i++)
        if (isa->desc->operands[form->field[i].operand].kind == kind)
            found[count++] = &form->field[i];
    return count ? found[roll(d, count)] : NULL;
}

static uint32_t other_register(const struct kc_isa *isa, const struct kc_field *f, uint32_t value,
                               struct dice *d)
{
    const struct kc_operand *op = &isa->desc->operands[f->operand];
    const uint32_t           count = isa->desc->reg_classes[op->reg_class].count;

    return (value + 1 + roll(d, count - 1)) % count;
}

/* One more, one less, or one bit flipped: the low ones, and those of the value itself. */
static uint32_t other_number(const struct kc_field *f, uint32_t value, struct dice *d)
{
    const uint32_t most = kc_field_max(f), way = roll(d, 3);

    if (way == 0)
        return value < most ? value + 1 : value - 1;
    if (way == 1)
        return value > 0 ? value - 1 : 1;
    return value ^ (UINT32_C(1) << roll(d, f->width < 14 ? f->width : 14));
}

/* The word with one operand changed; the same word when the edit does not apply. */
static uint32_t change_operand(const struct kc_isa *isa, uint32_t word, enum edit edit,
                               struct dice *d)
{
    uint32_t               values[KC_ISA_OPERANDS] = { 0 };
    const struct kc_form  *form = kc_isa_decode(isa, word, values);
    const struct kc_field *f = NULL;

    if (!form || (edit == EDIT_LOOP) != (edit != EDIT_REGISTER && opens_loop(isa, form->insn)))
        return word;
    f = pick_field(isa, form, edit == EDIT_REGISTER ? KC_OPERAND_REG : KC_OPERAND_UIMM, d);
    if (!f)
        return word;
    values[f->operand] = edit == EDIT_REGISTER ? other_register(isa, f, values[f->operand], d)
                                               : other_number(f, values[f->operand], d);
    return kc_isa_encode(form, values);
}

/* False when this place cannot be edited so. */
static bool try_edit(const struct kc_isa *isa, const struct kc_program *p, struct dice *d,
                     struct mutant *m)
{
    m->at = roll(d, (uint32_t)p->count);
    m->word = p->words[m->at];
    switch (m->edit) {
    case EDIT_REGISTER:
    case EDIT_IMMEDIATE:
    case EDIT_LOOP:
        m->word = change_operand(isa, m->word, m->edit, d);
        return m->word != p->words[m->at];
    case EDIT_DROP:
    case EDIT_DOUBLE:
        return true;
    case EDIT_SWAP:
        m->word = m->at + 1 < p->count ? p->words[m->at + 1] : m->word;
        return m->word != p->words[m->at];
    case EDITS:
        break;
    }
    kc_unreachable();
}

static bool is_new(const struct mutant *made, size_t count, const struct mutant *m)
{
    for (size_t i = 0; i < count; i++)
        if (made[i].edit == m->edit && made[i].at == m->at && made[i].word == m->word)
            return false;
    return true;
}

/* Kinds take turns; a kernel with too few places for a kind yields fewer mutants. */
static size_t make_mutants(const struct kc_isa *isa, const struct kc_program *p, struct dice *d,
                           struct mutant *made, size_t wanted)
{
    size_t count = 0;

    for (size_t i = 0; i < wanted; i++) {
        struct mutant m = { .edit = (enum edit)(i % EDITS) };

        for (int tries = 0; tries < TRIES; tries++)
            if (try_edit(isa, p, d, &m) && is_new(made, count, &m)) {
                made[count++] = m;
                break;
            }
    }
    return count;
}

/* ---- running one -------------------------------------------------------------------------- */

/* The edited program, in the arena. */
static struct kc_program apply(struct kc_arena *arena, const struct kc_program *p,
                               const struct mutant *m)
{
    const size_t      count = p->count + (m->edit == EDIT_DOUBLE) - (m->edit == EDIT_DROP);
    struct kc_program out = { .words = kc_arena_array(arena, uint32_t, count + 1),
                              .lines = kc_arena_array(arena, uint32_t, count + 1),
                              .count = count };
    const size_t      skip = m->edit == EDIT_DROP, shift = m->edit == EDIT_DOUBLE;

    for (size_t i = 0; i < count; i++) {
        const size_t from = i < m->at ? i : i + skip - (i > m->at ? shift : 0);

        out.words[i] = p->words[from];
        out.lines[i] = p->lines[from];
    }
    if (m->edit == EDIT_SWAP)
        out.words[m->at + 1] = p->words[m->at];
    if (m->edit != EDIT_DROP)
        out.words[m->at] = m->word;
    return out;
}

/* The original's outputs, and whether a mutant's are the same so far. */
struct outputs {
    double  *kept[KC_SEEDS];
    size_t   bytes, count;
    uint64_t changed; /* elements of the run that differs most */
};

static void keep(void *context, uint32_t seed, uint32_t fill, const double *produced)
{
    struct outputs *o = context;

    (void)fill;
    memcpy(o->kept[seed], produced, o->bytes);
}

static void compare(void *context, uint32_t seed, uint32_t fill, const double *produced)
{
    struct outputs *o = context;
    uint64_t        changed = 0;

    (void)fill;
    for (size_t i = 0; i < o->count; i++)
        changed += memcmp(&o->kept[seed][i], &produced[i], sizeof *produced) != 0;
    if (changed > o->changed)
        o->changed = changed;
}

static const char *edit_text(struct kc_arena *arena, const struct kc_isa *isa,
                             const struct kc_program *p, const struct mutant *m)
{
    static const char *const names[] = { "register", "immediate", "dropped",
                                         "doubled",  "swapped",   "loop count" };
    struct kc_buf            before = { 0 }, after = { 0 };
    const bool               alone = m->edit == EDIT_DROP || m->edit == EDIT_DOUBLE;

    kc_disassemble_word(isa, p->words[m->at], &before);
    kc_disassemble_word(isa, m->word, &after);
    const char *text = kc_arena_printf(arena, "%s: %s%s%s", names[m->edit], before.text,
                                       alone ? "" : (m->edit == EDIT_SWAP ? " with " : " became "),
                                       alone ? "" : after.text);

    kc_buf_free(&before);
    kc_buf_free(&after);
    return text;
}

/* Rejected without a result (trap, fuel) is killed; the same bits on all that ran is no change. */
static void count_mutant(const struct kc_verdict *v, const struct outputs *o, uint32_t line,
                         const char *change, struct kc_mutants *sum)
{
    const bool ran = v->kind == KC_VERDICT_CORRECT || v->kind == KC_VERDICT_RULE_VIOLATION;

    sum->mutants++;
    if (ran && o->changed == 0)
        sum->identical++;
    else if (v->kind != KC_VERDICT_CORRECT)
        sum->killed++;
    else
        sum->survivor[sum->survived++] =
            (struct kc_survivor){ line, change, v->worst_ratio, o->changed };
}

/* The original's outputs, and how much fuel an edited kernel gets; false when it is wrong. */
static bool run_original(const struct kc_cell *cell, const struct kc_program *p, struct outputs *o,
                         struct kc_mutants *sum, uint64_t *fuel)
{
    const struct kc_verdict original = kc_cell_check_outputs(cell, p, 0, keep, o);

    *fuel = original.outcome.instructions * FUEL_FACTOR + FUEL_LEAST;
    sum->worst_ratio = original.worst_ratio;
    return original.kind == KC_VERDICT_CORRECT;
}

static void run_words(struct kc_arena *arena, const struct kc_cell *cell,
                      const struct kc_program *p, struct outputs *o, struct dice *dice,
                      uint32_t most, uint64_t fuel, struct kc_mutants *sum)
{
    const struct kc_isa *isa = cell->target->isa;
    struct mutant       *made = kc_arena_array(arena, struct mutant, most);
    const size_t         count = make_mutants(isa, p, dice, made, most);

    for (size_t i = 0; i < count; i++) {
        struct kc_arena         scratch = { 0 };
        const struct kc_program mutant = apply(&scratch, p, &made[i]);

        o->changed = 0;
        const struct kc_verdict v = kc_cell_check_outputs(cell, &mutant, fuel, compare, o);

        count_mutant(&v, o, p->lines[made[i].at], edit_text(arena, isa, p, &made[i]), sum);
        kc_arena_free(&scratch);
    }
}

static void run_texts(struct kc_arena *arena, const struct kc_cell *cell, struct kc_str text,
                      struct outputs *o, const struct dice *dice, uint32_t most, uint64_t fuel,
                      struct kc_mutants *sum)
{
    struct kc_text_mutant *made = kc_arena_array(arena, struct kc_text_mutant, most + 1);
    const size_t count = kc_text_mutants(arena, cell, text, dice->seed, dice->stream, made, most);

    for (size_t i = 0; i < count; i++) {
        o->changed = 0;
        const struct kc_verdict v = kc_cell_check_outputs(cell, &made[i].program, fuel, compare, o);

        count_mutant(&v, o, made[i].line, made[i].change, sum);
    }
}

/* Which of our kernels is edited.  A C compiler's holds polynomials whose last digits hardly matter
 * where a unit of error is allowed; hand-written code has no such parts. */
static enum kc_opt mutated(const struct kc_cell *cell)
{
    return cell->target->platform->assemble ? KC_OPT_BEST : KC_OPT_BASELINE;
}

const char *kc_cell_mutants(struct kc_arena *arena, const struct kc_cell *cell, uint64_t seed,
                            uint32_t most, struct kc_mutants *sum)
{
    struct kc_buf     text = { 0 };
    struct kc_program program;
    struct outputs    o = { .count = kc_tensor_count(&cell->cases[0]->out) };
    struct dice       dice = { .seed = seed, .stream = cell->task->id };
    uint64_t          fuel;
    const char       *why = kc_cell_compile(arena, cell, mutated(cell), &text, &program);

    *sum = (struct kc_mutants){ .survivor = kc_arena_array(arena, struct kc_survivor, most) };
    if (!why) {
        o.bytes = o.count * sizeof(double);
        for (uint32_t i = 0; i < cell->seeds; i++)
            o.kept[i] = kc_arena_alloc(arena, o.bytes);
        if (!run_original(cell, &program, &o, sum, &fuel))
            why = "the kernel is wrong before anything is edited";
        else if (cell->target->platform->assemble)
            run_texts(arena, cell, (struct kc_str){ text.text, text.length }, &o, &dice, most, fuel,
                      sum);
        else
            run_words(arena, cell, &program, &o, &dice, most, fuel, sum);
    }
    kc_buf_free(&text);
    return why;
}

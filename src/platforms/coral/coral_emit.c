/* Where the bytes go: growing sections, alignment, fixups, encoded instructions. */
#include <string.h>

#include "platforms/coral/coral_asm.h"

static void grow(struct coral_asm *as, struct coral_section *s, size_t size)
{
    size_t capacity = s->capacity ? s->capacity : 4096;

    while (capacity < size)
        capacity *= 2;
    uint8_t  *bytes = kc_arena_alloc(as->arena, capacity);
    uint32_t *lines = NULL;

    if (s->size)
        memcpy(bytes, s->bytes, s->size);
    if (s->place == CORAL_TEXT) {
        lines = kc_arena_array(as->arena, uint32_t, capacity / 4 + 1);
        if (s->size)
            memcpy(lines, s->lines, (s->size + 3) / 4 * sizeof *lines);
    }
    s->bytes = bytes;
    s->lines = lines;
    s->capacity = capacity;
}

uint8_t *coral_emit(struct coral_asm *as, size_t size)
{
    struct coral_section *s = &as->section[as->current];
    uint8_t              *at;

    if (size > CORAL_SECTION_BYTES || s->size + size > CORAL_SECTION_BYTES) {
        kc_error(as->dg, as->statement, "section-size", NULL,
                 "section %.*s would have more than %d bytes", KC_STR(s->name),
                 CORAL_SECTION_BYTES);
        return NULL;
    }
    if (s->size + size > s->capacity)
        grow(as, s, s->size + size);
    at = s->bytes ? s->bytes + s->size : NULL; /* nothing of nothing */
    if (s->place == CORAL_TEXT && size)
        for (size_t w = s->size / 4; w <= (s->size + size - 1) / 4; w++)
            s->lines[w] = s->lines[w] && s->size % 4 && w == s->size / 4 ? s->lines[w] : as->line;
    s->size += size;
    return at;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

void coral_emit_word(struct coral_asm *as, uint32_t word)
{
    uint8_t *at = coral_emit(as, 4);

    if (at)
        put_word(at, word);
}

/* fill < 0: nops in text, zeros elsewhere. */
void coral_align(struct coral_asm *as, uint64_t align, int fill)
{
    struct coral_section *s = &as->section[as->current];
    const size_t          size = (size_t)((align - s->size % align) % align);
    uint8_t              *at = coral_emit(as, size);

    if (align > s->align)
        s->align = (uint32_t)align;
    if (!at)
        return;
    memset(at, fill < 0 ? 0 : fill, size);
    if (fill < 0 && s->place == CORAL_TEXT)
        for (size_t i = size % 4; i < size; i += 4)
            put_word(at + i, 0x00000013);
}

void coral_fixup_add(struct coral_asm *as, struct kc_str text, uint8_t modifier, uint8_t width,
                     size_t offset)
{
    if (as->fixup_count == as->fixup_capacity) {
        const size_t        capacity = as->fixup_capacity ? 2 * as->fixup_capacity : 1024;
        struct coral_fixup *fixups = kc_arena_array(as->arena, struct coral_fixup, capacity);

        if (as->fixup_count)
            memcpy(fixups, as->fixups, as->fixup_count * sizeof *fixups);
        as->fixups = fixups;
        as->fixup_capacity = capacity;
    }
    as->fixups[as->fixup_count++] = (struct coral_fixup){
        as->current, modifier, width, as->moment, as->line, offset, text, coral_span(as, text),
    };
}

static const char *reserved_hint(const struct coral_insn *insn)
{
    const struct coral_shape *s = &coral_shapes[coral_rows[insn->op].shape];

    if (s->vd == CORAL_AMOUNT_WHOLE)
        return insn->nf == 2   ? "use v0, v2, v4, ... v30"
               : insn->nf == 4 ? "use v0, v4, v8, ... v28"
                               : "use v0, v8, v16 or v24";
    if (insn->rd + insn->nf > 32)
        return "start at a lower register";
    return insn->rd == 0 && s->vs2 && insn->rs2 ? "take another register for vd"
                                                : coral_rows[insn->op].insn.pitfalls;
}

void coral_insn_emit(struct coral_asm *as, const struct coral_insn *insn, struct kc_str all)
{
    const uint32_t    word = coral_encode(insn);
    struct coral_insn whole;
    const char       *reserved;

    if (as->section[as->current].size % 4)
        kc_error(as->dg, coral_span(as, all), "alignment", "write .balign 4 before it",
                 "an instruction must lie at a multiple of 4");
    if (KC_UNLIKELY(!coral_decode(word, &whole))) {
        kc_error(as->dg, coral_span(as, all), "operand", NULL,
                 "%s does not exist with these operands", coral_rows[insn->op].insn.mnemonic);
    } else {
        reserved = coral_rows[insn->op].shape ? coral_insn_reserved(&whole) : NULL;
        if (reserved)
            kc_error(as->dg, coral_span(as, all), "reserved", reserved_hint(&whole), "%s: %s",
                     coral_rows[insn->op].insn.mnemonic, reserved);
        else
            coral_vcheck(as, &whole, all);
    }
    coral_emit_word(as, word);
}

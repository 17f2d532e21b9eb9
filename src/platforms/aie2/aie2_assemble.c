/* The AIE2 assembler: lines to bundles to a program.
 *
 * A line is one bundle unless it ends with ';', which keeps the bundle open.  The size of a bundle
 * depends on its slots only, so addresses are final when a bundle is closed; what refers to later
 * labels is filled in at the end.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"
#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_tile_asm.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '@';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* ---- bundles ------------------------------------------------------------------------------ */

static struct aie2_bundle *push_bundle(struct aie2_asm *as, struct aie2_bundle bundle)
{
    /* One bundle past the end of program memory is enough to report it. */
    if (as->address > 4 * AIE2_PROGRAM_BYTES) {
        as->stopped = true;
        return NULL;
    }
    as->bundle =
        aie2_grow(as->arena, as->bundle, as->bundle_count, &as->bundle_room, sizeof *as->bundle);
    bundle.address = as->address;
    as->address += bundle.size;
    as->bundle[as->bundle_count] = bundle;
    return &as->bundle[as->bundle_count++];
}

static uint8_t format_of(struct aie2_asm *as, unsigned slots)
{
    if (as->format_of[slots] == 0)
        as->format_of[slots] = (uint8_t)(aie2_format_for(slots) + 1);
    return (uint8_t)(as->format_of[slots] - 1);
}

void aie2_asm_close(struct aie2_asm *as)
{
    as->continued = false;
    if (!as->is_open)
        return;
    as->is_open = false;
    if (as->slots == 0)
        return; /* what was written has been reported */
    as->open.format = format_of(as, as->slots);
    as->open.size = aie2_formats[as->open.format].bytes;
    push_bundle(as, as->open);
}

/* The slots of the one nop bundle with which the reference assembler fills 2, 4, ... 16 bytes. */
#define SLOT(name) (1u << AIE2_SLOT_##name)
static const uint8_t padding_slots[9] = {
    0,
    SLOT(NOP),
    SLOT(ALU),
    SLOT(LNG),
    SLOT(ST) | SLOT(MV),
    SLOT(LDA) | SLOT(LDB) | SLOT(MV),
    SLOT(ST) | SLOT(LDB) | SLOT(ALU) | SLOT(MV),
    SLOT(LDA) | SLOT(ST) | SLOT(MV) | SLOT(VEC),
    SLOT(LDA) | SLOT(LDB) | SLOT(ST) | SLOT(LNG) | SLOT(VEC),
};
#undef SLOT

static void pad(struct aie2_asm *as, uint32_t bytes)
{
    struct aie2_bundle bundle = { .line = as->open.line, .padding = true };

    bundle.format = format_of(as, padding_slots[bytes / 2]);
    bundle.size = aie2_formats[bundle.format].bytes;
    push_bundle(as, bundle);
}

void aie2_asm_align(struct aie2_asm *as, uint32_t boundary)
{
    uint32_t missing = (boundary - as->address % boundary) % boundary;

    for (; missing >= 16 && !as->stopped; missing -= 16)
        pad(as, 16);
    if (missing % 2) {
        aie2_asm_data(as, (const uint8_t[]){ 0 }, 1);
        missing--;
    }
    if (missing && !as->stopped)
        pad(as, missing);
}

void aie2_asm_data(struct aie2_asm *as, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count && !as->stopped; i++) {
        struct aie2_bundle *last = as->bundle_count ? &as->bundle[as->bundle_count - 1] : NULL;

        while (as->address >= as->data_room)
            as->data = aie2_grow(as->arena, as->data, as->data_room, &as->data_room, 1);
        as->data[as->address] = bytes[i];
        if (last && last->data && last->size < 16 && last->line == as->open.line) {
            last->size++;
            as->address++;
        } else {
            push_bundle(as, (struct aie2_bundle){ .line = as->open.line, .data = true, .size = 1 });
        }
    }
}

/* ---- instructions ------------------------------------------------------------------------- */

static KC_COLD void unknown_mnemonic(struct aie2_asm *as, struct kc_str word)
{
    const char *names[AIE2_MN_COUNT];
    const char *hint = NULL;

    for (size_t i = 0; i < AIE2_MN_COUNT; i++)
        names[i] = aie2_mnemonics[i].name;
    if (!kc_diags_full(as->dg)) {
        const char *nearest = kc_str_nearest(word, names, AIE2_MN_COUNT);

        hint = nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest) : NULL;
    }
    kc_error(as->dg, aie2_span(as, word.at, word.length), "unknown-mnemonic", hint,
             "'%.*s' is not an instruction", KC_STR(word));
}

static enum aie2_mnemonic find_mnemonic(struct aie2_asm *as, struct kc_str word)
{
    char               lower[40];
    enum aie2_mnemonic found = aie2_names_mnemonic(&as->names, word.at, word.length);

    if (found == AIE2_MN_COUNT && word.length < sizeof lower) {
        for (size_t i = 0; i < word.length; i++)
            lower[i] = (char)tolower((unsigned char)word.at[i]);
        found = aie2_names_mnemonic(&as->names, lower, word.length);
    }
    if (found == AIE2_MN_COUNT)
        unknown_mnemonic(as, word);
    return found;
}

/* The instruction in the open bundle that excludes another one in this slot, or NULL. */
static const struct aie2_insn *taken_by(const struct aie2_asm *as, unsigned slot)
{
    static const uint8_t excludes[AIE2_SLOT_COUNT] = {
        [AIE2_SLOT_LDA] = 1 << AIE2_SLOT_LDA | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_LDB] = 1 << AIE2_SLOT_LDB | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_ST] = 1 << AIE2_SLOT_ST | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_ALU] = 1 << AIE2_SLOT_ALU | 1 << AIE2_SLOT_LNG | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_MV] = 1 << AIE2_SLOT_MV | 1 << AIE2_SLOT_LNG | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_VEC] = 1 << AIE2_SLOT_VEC | 1 << AIE2_SLOT_NOP,
        [AIE2_SLOT_LNG] = 1 << AIE2_SLOT_LNG | 1 << AIE2_SLOT_ALU | 1 << AIE2_SLOT_MV,
        [AIE2_SLOT_NOP] = 0xff & ~(1 << AIE2_SLOT_LNG),
    };
    const unsigned taken = as->slots & excludes[slot];

    if (taken)
        return as->open.slot[KC_LOWEST_BIT(taken)];
    /* nop and lng go together, but nothing else joins them. */
    if (slot != AIE2_SLOT_NOP && slot != AIE2_SLOT_LNG && (as->slots & 1 << AIE2_SLOT_NOP))
        return as->open.slot[AIE2_SLOT_NOP];
    return NULL;
}

static KC_COLD void slot_error(struct aie2_asm *as, const struct aie2_insn *insn,
                               const struct aie2_insn *other)
{
    const struct kc_span span = { insn->begin, insn->end };
    const char          *mine = aie2_slot_names[insn->form->slot];
    const char          *theirs = aie2_slot_names[other->form->slot];

    if (insn->form->slot == other->form->slot)
        kc_error(as->dg, span, "slot-twice", "move one of them to another bundle",
                 "slot %s is taken twice: by %s in line %u and by %s", mine, other->form->mnemonic,
                 other->line, insn->form->mnemonic);
    else if (insn->form->slot == AIE2_SLOT_NOP || other->form->slot == AIE2_SLOT_NOP)
        kc_error(as->dg, span, "slot-nop",
                 "leave the nop out, or fill a slot with nopa, nopb, nops, nopx, nopm or nopv",
                 "nop stands alone or with one lng instruction; here %s meets %s",
                 insn->form->mnemonic, other->form->mnemonic);
    else
        kc_error(as->dg, span, "slot-lng",
                 "mova (lda), movx (alu) or mov (mv) set small constants without the long slot",
                 "%s (slot %s) and %s in line %u (slot %s): lng takes the place of alu and mv",
                 insn->form->mnemonic, mine, other->form->mnemonic, other->line, theirs);
}

static void add_fixups(struct aie2_asm *as, struct aie2_insn *insn, const uint8_t *from)
{
    for (uint8_t i = 0; i < insn->form->operand_count; i++) {
        const struct aie2_token *t = &as->token[from[i]];

        if (insn->form->operand[i].class < AIE2_CLASS_REGS || !t->symbol)
            continue;
        as->fixup =
            aie2_grow(as->arena, as->fixup, as->fixup_count, &as->fixup_room, sizeof *as->fixup);
        as->fixup[as->fixup_count++] =
            (struct aie2_fixup){ insn, i, t->value, t->symbol, aie2_span(as, t->at, t->length) };
    }
}

static void add_insn(struct aie2_asm *as, const struct aie2_form *form, struct kc_str piece,
                     uint32_t number, const int32_t *value, const uint8_t *from)
{
    struct aie2_insn       *insn = kc_arena_new(as->arena, struct aie2_insn);
    const struct kc_span    span = aie2_span(as, piece.at, piece.length);
    const struct aie2_insn *other = taken_by(as, form->slot);

    *insn = (struct aie2_insn){
        .form = form, .line = number, .begin = (uint32_t)span.begin, .end = (uint32_t)span.end
    };
    memcpy(insn->value, value, sizeof insn->value);
    if (other) {
        slot_error(as, insn, other);
        return;
    }
    insn->timing = aie2_timing_of(form, insn->value);
    as->open.slot[form->slot] = insn;
    as->slots |= 1u << form->slot;
    add_fixups(as, insn, from);
}

static void asm_piece(struct aie2_asm *as, struct kc_str piece, uint32_t number)
{
    int32_t value[AIE2_OPERANDS] = { 0 };
    uint8_t from[AIE2_OPERANDS] = { 0 };
    size_t  length = 0;

    while (length < piece.length && !is_blank(piece.at[length]))
        length++;

    const enum aie2_mnemonic mnemonic = find_mnemonic(as, (struct kc_str){ piece.at, length });

    if (mnemonic == AIE2_MN_COUNT || !aie2_tokens(as, piece.at + length, piece.length - length))
        return;

    const struct aie2_form *form = aie2_match(as, mnemonic, piece, value, from);

    if (form)
        add_insn(as, form, piece, number, value, from);
}

static struct kc_str trim(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    return (struct kc_str){ at, (size_t)(end - at) };
}

/* The instructions of a line; the bundle stays open when the line ends with ';'. */
static void asm_bundle(struct aie2_asm *as, struct kc_str line, uint32_t number)
{
    const char *at = line.at, *end = line.at + line.length;

    if (!as->is_open) {
        as->open = (struct aie2_bundle){ .line = number };
        as->slots = 0;
        as->is_open = true;
    }
    if (as->section != AIE2_SECTION_TEXT)
        kc_error(as->dg, aie2_span(as, line.at, line.length), "data-section", "begin with .text",
                 "instructions belong into the section .text");
    if (as->address % 2)
        kc_error(as->dg, aie2_span(as, line.at, line.length), "bundle-odd",
                 "align with .p2align 4 after data", "a bundle cannot begin at an odd address");
    while (at < end) {
        const char         *stop = memchr(at, ';', (size_t)(end - at));
        const struct kc_str piece = trim(at, stop ? stop : end);

        if (piece.length)
            asm_piece(as, piece, number);
        at = stop ? stop + 1 : end;
    }
    as->continued = line.at[line.length - 1] == ';';
    if (!as->continued)
        aie2_asm_close(as);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void define_label(struct aie2_asm *as, struct kc_str name, uint32_t number)
{
    struct aie2_symbol *symbol = aie2_symbol_get(as->arena, &as->symbols, name);

    if (symbol->kind != AIE2_SYMBOL_UNDEFINED)
        kc_error(as->dg, aie2_span(as, name.at, name.length), "label-duplicate", NULL,
                 "'%.*s' is defined already, in line %u", KC_STR(name), symbol->line);
    symbol->in_data = as->section == AIE2_SECTION_DATA;
    symbol->kind = symbol->in_data ? AIE2_SYMBOL_PLACED : AIE2_SYMBOL_LABEL;
    symbol->value = symbol->in_data ? (int64_t)aie2_builder(as)->data_count : as->address;
    symbol->line = number;
}

/* Labels and directives end a bundle, which must not be open any more. */
static void end_bundle(struct aie2_asm *as, struct kc_str what)
{
    if (as->continued)
        kc_error(as->dg, aie2_span(as, what.at, what.length), "bundle-open",
                 "remove the ';' at the end of the line before",
                 "the line before ends with ';': the bundle is still open, and only instructions "
                 "may follow");
    aie2_asm_close(as);
}

/* Takes labels off the front of a line. */
static struct kc_str take_labels(struct aie2_asm *as, struct kc_str line, uint32_t number,
                                 size_t *word)
{
    for (;;) {
        size_t length = 0, after;

        while (length < line.length && is_word(line.at[length]))
            length++;
        for (after = length; after < line.length && is_blank(line.at[after]);)
            after++;
        *word = length;
        if (length == 0 || after == line.length || line.at[after] != ':')
            return line;
        if (as->is_open)
            end_bundle(as, (struct kc_str){ line.at, length });
        define_label(as, (struct kc_str){ line.at, length }, number);
        line = trim(line.at + after + 1, line.at + line.length);
    }
}

void aie2_asm_line(struct aie2_asm *as, struct kc_str text, uint32_t number)
{
    size_t        word;
    struct kc_str line = trim(text.at, text.at + text.length);

    line = take_labels(as, line, number, &word);
    if (line.length == 0)
        return;

    const struct kc_str name = { line.at, word };
    const struct kc_str rest = trim(line.at + word, line.at + line.length);

    if (name.length > 1 && name.at[0] == '.') {
        if (as->is_open)
            end_bundle(as, name);
        as->open.line = number;
        aie2_directive(as, name, rest);
    } else if (rest.length > 1 && rest.at[0] == '=') {
        const char *set = kc_arena_printf(as->arena, "%.*s, %.*s", (int)name.length, name.at,
                                          (int)rest.length - 1, rest.at + 1);

        const struct aie2_text outer = as->text;

        as->text = (struct aie2_text){ .at = set,
                                       .length = strlen(set),
                                       .made = true,
                                       .called = aie2_span(as, line.at, line.length) };
        aie2_directive(as, kc_str_from(".set"), kc_str_from(set));
        as->text = outer;
    } else {
        asm_bundle(as, line, number);
    }
}

/* ---- the end ------------------------------------------------------------------------------ */

static KC_COLD void unknown_label(struct aie2_asm *as, const struct aie2_fixup *f)
{
    const char **names = kc_arena_array(as->arena, const char *, as->symbols.count);
    size_t       count = 0;
    const char  *nearest;

    for (size_t i = 0; i < as->symbols.capacity; i++) {
        const struct aie2_symbol *s = as->symbols.slot[i];

        if (s && s->kind != AIE2_SYMBOL_UNDEFINED)
            names[count++] = kc_arena_strndup(as->arena, s->name.at, s->name.length);
    }
    nearest = kc_str_nearest(f->symbol->name, names, count);
    kc_error(as->dg, f->span, "label-unknown",
             nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest) : NULL,
             "label '%.*s' is not defined", KC_STR(f->symbol->name));
}

static void resolve(struct aie2_asm *as)
{
    for (size_t i = 0; i < as->fixup_count; i++) {
        const struct aie2_fixup *f = &as->fixup[i];
        const int64_t            value = f->symbol->value + f->addend;

        if (f->symbol->kind == AIE2_SYMBOL_UNDEFINED)
            unknown_label(as, f);
        else if (aie2_immediate_check(as, f->span, f->insn->form,
                                      f->insn->form->operand[f->operand].class, value))
            f->insn->value[f->operand] = (int32_t)value;
    }
}

static void check_size(struct aie2_asm *as)
{
    if (as->address <= AIE2_PROGRAM_BYTES && !as->stopped)
        return;
    if (as->address > AIE2_PROGRAM_BYTES)
        kc_error_plain(as->dg, "program-size",
                       "use zero-overhead loops instead of repeated code, and smaller bundles",
                       "the program has %u bytes%s; program memory has %d", as->address,
                       as->stopped ? " or more" : "", AIE2_PROGRAM_BYTES);
}

struct kc_program aie2_finish(struct kc_arena *arena, const struct aie2_names *names,
                              struct aie2_bundle *bundle, size_t count, const uint8_t *data)
{
    const uint32_t bytes = count ? bundle[count - 1].address + bundle[count - 1].size : 0;
    uint8_t       *code = kc_arena_alloc(arena, bytes + 16);
    uint32_t      *at = kc_arena_array(arena, uint32_t, bytes / 2 + 1);
    uint32_t      *lines = kc_arena_array(arena, uint32_t, count + 1);
    uint64_t      *addresses = kc_arena_array(arena, uint64_t, count + 1);

    struct aie2_program *own = kc_arena_new(arena, struct aie2_program);
    struct kc_segment   *segment = kc_arena_new(arena, struct kc_segment);

    for (size_t i = 0; i < count; i++) {
        const uint32_t address = bundle[i].address;

        lines[i] = bundle[i].line;
        addresses[i] = address;
        if (bundle[i].data)
            memcpy(code + address, data + address, bundle[i].size);
        else
            aie2_encode_bundle(names, &bundle[i], code + address);
        if (address % 2 == 0 && !bundle[i].data)
            at[address / 2] = (uint32_t)i + 1;
    }
    *own = (struct aie2_program){ bundle, count, bytes, code, at, NULL };
    *segment = (struct kc_segment){ "pm", 0, code, bytes };
    return (struct kc_program){ .lines = lines,
                                .count = count,
                                .addresses = addresses,
                                .segments = segment,
                                .segment_count = 1,
                                .own = own };
}

/* Labels for the loader; the program starts at `kernel`, else at the first global one. */
static void add_symbols(struct aie2_asm *as, struct kc_program *program)
{
    struct kc_symbol *list = kc_arena_array(as->arena, struct kc_symbol, as->symbols.count + 1);
    uint64_t          entry = UINT64_MAX, kernel = UINT64_MAX;

    for (size_t i = 0; i < as->symbols.capacity; i++) {
        const struct aie2_symbol *s = as->symbols.slot[i];

        if (!s || s->kind != AIE2_SYMBOL_LABEL)
            continue;
        list[program->symbol_count++] =
            (struct kc_symbol){ kc_arena_strndup(as->arena, s->name.at, s->name.length),
                                (uint64_t)s->value };
        if (kc_str_is(s->name, "kernel"))
            kernel = (uint64_t)s->value;
        if (s->global && (uint64_t)s->value < entry)
            entry = (uint64_t)s->value;
    }
    program->symbols = list;
    program->entry = kernel != UINT64_MAX ? kernel : entry != UINT64_MAX ? entry : 0;
}

struct kc_program aie2_assemble_unchecked(struct kc_arena *arena, struct kc_diags *dg)
{
    struct aie2_asm  *as = kc_arena_new(arena, struct aie2_asm);
    struct kc_program program = { 0 };

    as->arena = arena;
    as->dg = dg;
    aie2_names_build(&as->names);
    as->text =
        (struct aie2_text){ dg->source.text.at, dg->source.text.length, 1, false, 0, { 0, 0 } };
    aie2_read_text(as, as->text);
    aie2_asm_close(as);
    if (as->tile)
        aie2_tile_finish(as);
    resolve(as);
    check_size(as);
    if (dg->errors)
        return program;
    program = aie2_finish(arena, &as->names, as->bundle, as->bundle_count, as->data);
    add_symbols(as, &program);
    if (as->tile)
        aie2_tile_attach(as, &program);
    return program;
}

struct kc_program aie2_assemble(struct kc_arena *arena, const void *config,
                                const struct kc_isa *isa, struct kc_diags *dg)
{
    const struct kc_program   program = aie2_assemble_unchecked(arena, dg);
    const struct aie2_config *c = config;

    (void)isa;
    if (dg->errors == 0 && !(c && c->check == AIE2_CHECK_OFF))
        aie2_check(arena, &program, c && c->check == AIE2_CHECK_STRICT, dg);
    return program;
}

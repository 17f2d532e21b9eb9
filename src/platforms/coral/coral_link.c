/* Addresses for sections, values for fixups, and the program that results.
 *
 * The layout is that of the usual link script: .text._start, then all code, then read-only data at
 * the next multiple of 16, in ITCM; data and, again at a multiple of 16, bss in DTCM; .ext in
 * external memory. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"
#include "platforms/coral/coral_assemble.h"
#include "platforms/coral/coral_startup.h"

static uint64_t rounded(uint64_t value, uint64_t align)
{
    return (value + align - 1) / align * align;
}

/* ---- addresses ----------------------------------------------------------------------------- */

/* Sections of a place whose name starts (or does not start) with a prefix, one after another. */
static uint64_t place(struct coral_asm *as, uint64_t at, enum coral_place where, const char *prefix,
                      bool wanted)
{
    for (uint16_t i = 0; i < as->section_count; i++) {
        struct coral_section *s = &as->section[i];

        if (s->place != where || kc_str_starts(s->name, prefix) != wanted)
            continue;
        at = rounded(at, s->align);
        s->address = at;
        at += s->size;
    }
    return at;
}

static void check_range(struct coral_asm *as, const char *what, enum coral_range_id id,
                        uint64_t end, const char *hint)
{
    const struct coral_range r = coral_range(as->config, id);

    if (end > r.base + r.size)
        kc_error_plain(as->dg, "memory-size", hint, "%s take %" PRIu64 " bytes; %s has %" PRIu64,
                       what, end - r.base, r.region, r.size);
}

static uint32_t largest_align(const struct coral_asm *as, enum coral_place a, enum coral_place b)
{
    uint32_t align = 16;

    for (uint16_t i = 0; i < as->section_count; i++)
        if ((as->section[i].place == a || as->section[i].place == b) &&
            as->section[i].align > align)
            align = as->section[i].align;
    return align;
}

static void define(struct coral_asm *as, const char *name, uint64_t value)
{
    struct coral_symbol *s = coral_symbol_find(as, kc_str_from(name), true);

    if (s->defined != CORAL_UNDEFINED)
        return;
    s->defined = CORAL_ABSOLUTE;
    s->value = (int64_t)value;
}

static bool is_label(struct coral_asm *as, const char *name)
{
    const struct coral_symbol *s = coral_symbol_find(as, kc_str_from(name), false);

    return s && s->defined == CORAL_LABEL;
}

/* A function without a program around it. */
static bool needs_startup(struct coral_asm *as)
{
    return is_label(as, "kernel") && !is_label(as, "_start");
}

static void layout(struct coral_asm *as)
{
    const struct coral_range itcm = coral_range(as->config, CORAL_ITCM);
    const struct coral_range dtcm = coral_range(as->config, CORAL_DTCM);
    const struct coral_range ext = coral_range(as->config, CORAL_EXTERNAL);
    uint64_t                 text, data, bss, end;

    text = itcm.base + (needs_startup(as) ? CORAL_STARTUP_WORDS * 4 : 0);
    text = place(as, text, CORAL_TEXT, ".text._start", true);
    text = rounded(place(as, text, CORAL_TEXT, ".text._start", false), 16);
    text = place(as, text, CORAL_RODATA, ".srodata", false);
    text = place(as, text, CORAL_RODATA, ".srodata", true);
    data = place(as, dtcm.base, CORAL_DATA, ".sdata", false);
    data = place(as, data, CORAL_DATA, ".sdata", true);
    bss = rounded(data, largest_align(as, CORAL_BSS, CORAL_BSS));
    end = place(as, bss, CORAL_BSS, ".sbss", false);
    end = place(as, end, CORAL_BSS, ".sbss", true);
    check_range(as, "code and read-only data", CORAL_ITCM, text,
                "unroll less, or put tables into .data");
    check_range(as, "data and bss", CORAL_DTCM, end, "put large arrays into section .ext");
    check_range(as, "the contents of .ext", CORAL_EXTERNAL,
                place(as, ext.base, CORAL_EXT, "", true), "set ext_size");
    define(as, "__stack_end__", dtcm.base + dtcm.size);
    define(as, "__data_start__", dtcm.base);
    define(as, "__data_end__", data);
    define(as, "__bss_start__", bss);
    define(as, "__bss_end__", end);
    define(as, "_end", end);
    define(as, "__global_pointer$", dtcm.base + 0x800);
}

/* ---- fixups -------------------------------------------------------------------------------- */

/* Distances of auipc instructions by address, for %pcrel_lo. */
struct distances {
    uint64_t *key; /* address + 1; 0: free */
    int64_t  *value;
    size_t    mask;
};

static size_t slot_of(const struct distances *d, uint64_t address)
{
    size_t at = (size_t)(address * UINT64_C(0x9E3779B97F4A7C15) >> 20) & d->mask;

    while (d->key[at] && d->key[at] != address + 1)
        at = (at + 1) & d->mask;
    return at;
}

static struct distances distances_new(struct coral_asm *as)
{
    struct distances d = { .mask = 15 };

    while (d.mask < as->fixup_count * 2)
        d.mask = d.mask * 2 + 1;
    d.key = kc_arena_array(as->arena, uint64_t, d.mask + 1);
    d.value = kc_arena_array(as->arena, int64_t, d.mask + 1);
    return d;
}

static int64_t high_part(int64_t v)
{
    return (int64_t)((uint32_t)(v + 0x800) >> 12);
}

static int64_t low_part(int64_t v)
{
    return (int64_t)((int32_t)((uint32_t)v << 20) >> 20);
}

static void put(uint8_t *at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get_word(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void patch_data(struct coral_asm *as, const struct coral_fixup *f, int64_t v)
{
    const int64_t high = f->width < 8 ? INT64_C(1) << 8 * f->width : 0;

    if (f->width < 8 && (v < -high / 2 || v >= high))
        kc_error(as->dg, f->span, "imm-range", NULL, "%" PRId64 " does not fit in %d byte%s", v,
                 f->width, f->width == 1 ? "" : "s");
    put(as->section[f->section].bytes + f->offset, f->width, (uint64_t)v);
}

/* The low half that belongs to the auipc at a label. */
static bool paired(struct coral_asm *as, const struct coral_fixup *f, const struct distances *d,
                   int64_t label, int64_t *v)
{
    const size_t at = slot_of(d, (uint64_t)label);

    if (d->key[at]) {
        *v = d->value[at];
        return true;
    }
    kc_error(as->dg, f->span, "modifier",
             "%pcrel_lo takes the label of the auipc with %pcrel_hi, not the symbol; la does both",
             "no auipc with %%pcrel_hi stands at '%.*s'", KC_STR(f->text));
    return false;
}

static KC_COLD void address_as_number(struct coral_asm *as, const struct coral_fixup *f, int op)
{
    kc_error(as->dg, f->span, "address-as-number",
             "la loads an address; %hi, %lo, %pcrel_hi and %pcrel_lo are its parts",
             "'%.*s' is an address; %s takes a number", KC_STR(f->text),
             coral_rows[op].insn.mnemonic);
}

static void patch_insn(struct coral_asm *as, const struct coral_fixup *f, struct distances *d,
                       struct coral_value value)
{
    uint8_t          *at = as->section[f->section].bytes + f->offset;
    struct coral_insn insn;
    int64_t           v = value.v;
    const bool        decoded = coral_decode(get_word(at), &insn);
    const bool        branch =
        decoded && (insn.op == CORAL_JAL || (insn.op >= CORAL_BEQ && insn.op <= CORAL_BGEU));

    switch (f->modifier) {
    case CORAL_HI:
        v = high_part(v);
        break;
    case CORAL_LO:
        v = low_part(v);
        break;
    case CORAL_PCREL_HI: {
        const size_t slot = slot_of(d, as->here);

        v -= (int64_t)as->here;
        d->key[slot] = as->here + 1;
        d->value[slot] = v;
        v = high_part(v);
        break;
    }
    case CORAL_PCREL_LO:
        if (!paired(as, f, d, v, &v))
            return;
        v = low_part(v);
        break;
    case CORAL_NEAR_LO:
        v = low_part(v - (int64_t)(as->here - 4));
        break;
    default:
        if (branch && value.labels == 1)
            v -= (int64_t)as->here;
        else if (value.labels) {
            address_as_number(as, f, insn.op);
            return;
        }
    }
    if (!coral_number_fits(as, insn.op, v, f->span, f->text))
        return;
    insn.imm =
        insn.op == CORAL_LUI || insn.op == CORAL_AUIPC ? (int32_t)((uint32_t)v << 12) : (int32_t)v;
    put(at, 4, coral_encode(&insn));
}

static bool useful_modifier(struct coral_asm *as, const struct coral_fixup *f)
{
    const uint8_t    *at = as->section[f->section].bytes + f->offset;
    struct coral_insn insn;

    if (!coral_decode(get_word(at), &insn))
        return false;
    const bool upper = insn.op == CORAL_LUI || insn.op == CORAL_AUIPC;
    const bool high = f->modifier == CORAL_HI || f->modifier == CORAL_PCREL_HI;

    if (f->modifier == CORAL_PLAIN || upper == high)
        return true;
    kc_error(as->dg, f->span, "modifier",
             "%hi goes with lui, %pcrel_hi with auipc, %lo and %pcrel_lo with addi, loads and "
             "stores",
             "%s does not take this part of an address", coral_rows[insn.op].insn.mnemonic);
    return false;
}

static void resolve(struct coral_asm *as, const struct coral_fixup *f, struct distances *d)
{
    struct coral_value v;

    as->moment = f->moment;
    as->line = f->line;
    as->statement = f->span;
    as->current = f->section;
    as->here = as->section[f->section].address + f->offset;
    v = coral_evaluate(as, f->text);
    if (v.bad)
        return;
    if (f->width)
        patch_data(as, f, v.v);
    else if (useful_modifier(as, f))
        patch_insn(as, f, d, v);
}

static void resolve_all(struct coral_asm *as)
{
    struct distances d = distances_new(as);

    as->linked = true;
    for (int second = 0; second < 2; second++) /* low parts need the distances of all auipc */
        for (size_t i = 0; i < as->fixup_count; i++)
            if ((as->fixups[i].modifier == CORAL_PCREL_LO) == second)
                resolve(as, &as->fixups[i], &d);
}

/* ---- the program --------------------------------------------------------------------------- */

struct image {
    uint64_t base, end;
    uint8_t *bytes;
};

static struct image image_of(struct coral_asm *as, uint64_t base, enum coral_place a,
                             enum coral_place b)
{
    struct image im = { base, base, NULL };

    for (uint16_t i = 0; i < as->section_count; i++) {
        const struct coral_section *s = &as->section[i];

        if ((s->place == a || s->place == b) && s->address + s->size > im.end)
            im.end = s->address + s->size;
    }
    im.bytes = kc_arena_alloc(as->arena, (size_t)(im.end - base) + 1);
    for (uint16_t i = 0; i < as->section_count; i++) {
        const struct coral_section *s = &as->section[i];

        if ((s->place == a || s->place == b) && s->size)
            memcpy(im.bytes + (s->address - base), s->bytes, s->size);
    }
    return im;
}

static void add_segment(struct coral_asm *as, struct kc_program *program, struct kc_segment *list,
                        enum coral_range_id id, enum coral_place a, enum coral_place b)
{
    const struct coral_range r = coral_range(as->config, id);
    const struct image       im = image_of(as, r.base, a, b);

    if (im.end > im.base)
        list[program->segment_count++] =
            (struct kc_segment){ r.region, im.base, im.bytes, (size_t)(im.end - im.base) };
}

static void add_words(struct coral_asm *as, struct kc_program *program)
{
    uint64_t       end = 0;
    uint32_t      *lines;
    uint64_t      *addresses;
    const uint8_t *bytes;
    const uint64_t base = coral_range(as->config, CORAL_ITCM).base;

    for (uint16_t i = 0; i < as->section_count; i++)
        if (as->section[i].place == CORAL_TEXT && as->section[i].size &&
            as->section[i].address + as->section[i].size > end)
            end = as->section[i].address + as->section[i].size;
    program->count = (size_t)((end - base + 3) / 4);
    program->words = kc_arena_array(as->arena, uint32_t, program->count + 1);
    program->lines = lines = kc_arena_array(as->arena, uint32_t, program->count + 1);
    program->addresses = addresses = kc_arena_array(as->arena, uint64_t, program->count + 1);
    bytes = image_of(as, base, CORAL_TEXT, CORAL_TEXT).bytes;
    for (uint16_t i = 0; i < as->section_count; i++) {
        const struct coral_section *s = &as->section[i];

        if (s->place == CORAL_TEXT && s->size)
            memcpy(lines + (s->address - base) / 4, s->lines, (s->size + 3) / 4 * sizeof *lines);
    }
    for (size_t i = 0; i < program->count; i++) {
        const size_t left = (size_t)(end - base) - 4 * i;
        uint8_t      word[4] = { 0 };

        memcpy(word, bytes + 4 * i, left < 4 ? left : 4);
        program->words[i] = get_word(word);
        addresses[i] = base + 4 * i;
        if (!lines[i]) /* padding between sections */
            lines[i] = i ? lines[i - 1] : 1;
    }
}

static void add_symbols(struct coral_asm *as, struct kc_program *program)
{
    struct kc_symbol *list = kc_arena_array(as->arena, struct kc_symbol, as->symbol_count + 1);

    for (uint32_t i = 0; as->symbols && i <= as->symbol_mask; i++) {
        const struct coral_symbol *s = as->symbols[i];

        if (!s || s->defined != CORAL_LABEL)
            continue;
        list[program->symbol_count++] = (struct kc_symbol){
            kc_arena_strndup(as->arena, s->name.at, s->name.length),
            as->section[s->section].address + (uint64_t)s->value,
        };
    }
    program->symbols = list;
}

/* The start-up as it is without arguments; its lines are those of the kernel's first word. */
static void add_startup(struct coral_asm *as, struct kc_program *program)
{
    const struct coral_symbol *s = coral_symbol_find(as, kc_str_from("kernel"), false);
    struct coral_startup      *startup = kc_arena_new(as->arena, struct coral_startup);
    uint32_t                   words[CORAL_STARTUP_WORDS];

    startup->kernel = (uint32_t)(as->section[s->section].address + (uint64_t)s->value);
    coral_startup_words(as->config, startup, NULL, 0, words);
    program->own = startup;
    for (size_t i = 0; i < CORAL_STARTUP_WORDS && i < program->count; i++) {
        program->words[i] = words[i];
        if (startup->kernel / 4 < program->count)
            program->lines[i] = program->lines[startup->kernel / 4];
    }
}

static void check_program(struct coral_asm *as, const struct kc_program *program)
{
    if (as->first_vector.end && !as->vstate.any_vset && !program->own)
        kc_warning(as->dg, as->first_vector, "no-vset",
                   "start with a vsetvli, for example: vsetvli t0, zero, e8, m1, ta, ma",
                   "the program has vector instructions but no vset: they trap");
    if (program->count == 0 && as->dg->errors == 0)
        kc_error_plain(as->dg, "empty", "end a program with mpause",
                       "the program has no instructions");
}

struct kc_program coral_link(struct coral_asm *as)
{
    struct kc_program          program = { 0 };
    struct kc_segment         *segments = kc_arena_array(as->arena, struct kc_segment, 3);
    const size_t               errors = as->dg->errors;
    const struct coral_symbol *start;

    layout(as);
    if (as->dg->errors != errors)
        return program; /* addresses would be meaningless */
    resolve_all(as);
    add_segment(as, &program, segments, CORAL_ITCM, CORAL_TEXT, CORAL_RODATA);
    add_segment(as, &program, segments, CORAL_DTCM, CORAL_DATA, CORAL_DATA);
    add_segment(as, &program, segments, CORAL_EXTERNAL, CORAL_EXT, CORAL_EXT);
    program.segments = segments;
    add_words(as, &program);
    if (needs_startup(as))
        add_startup(as, &program);
    add_symbols(as, &program);
    check_program(as, &program);
    start = coral_symbol_find(as, kc_str_from("_start"), false);
    program.entry = start && start->defined == CORAL_LABEL
                        ? as->section[start->section].address + (uint64_t)start->value
                        : coral_range(as->config, CORAL_ITCM).base;
    return program;
}

/* The instruction set as manual rows: hand-kept text joined with the forms of the tables.
 *
 * A row of aie2_docs.def becomes one page for a family of mnemonics; the other members of the
 * family are found through it.  What the tables know (operand classes, stages, bypasses, resources,
 * bit pictures) is written below the text.
 */
#include <ctype.h>
#include <string.h>

#include "isa/manual.h"
#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"

struct doc {
    const char *stems, *effect, *doc, *pitfalls, *example;
};

static const struct doc docs[] = {
#define DOC(stems, effect, doc, pitfalls, example) { stems, effect, doc, pitfalls, example },
#include "platforms/aie2/aie2_docs.def"
};

/* ---- which row covers a mnemonic? --------------------------------------------------------- */

/* A mnemonic without its address dimensions: vlda.2d.ups.s32.s8 is vlda.ups.s32.s8. */
static void plain_name(const char *name, char *out, size_t room)
{
    size_t length = 0;

    for (; *name && length + 1 < room; name++) {
        if (strncmp(name, ".2d", 3) == 0 || strncmp(name, ".3d", 3) == 0)
            name += 3;
        if (!*name)
            break;
        out[length++] = *name;
    }
    out[length] = '\0';
}

/* How much of a name a stem covers; 0: it does not. */
static size_t covers(struct kc_str stem, const char *name)
{
    if (name[0] != stem.at[0] || strncmp(name, stem.at, stem.length) != 0)
        return 0;

    const char next = name[stem.length];

    return next == '\0' || next == '.' || isdigit((unsigned char)next) ? stem.length : 0;
}

size_t aie2_doc_of(enum aie2_mnemonic mnemonic)
{
    char   name[48];
    size_t best = KC_COUNT(docs), longest = 0;

    plain_name(aie2_mnemonics[mnemonic].name, name, sizeof name);
    for (size_t i = 0; i < KC_COUNT(docs); i++) {
        struct kc_str rest = kc_str_from(docs[i].stems);

        while (rest.length) {
            const size_t length = covers(kc_str_cut(&rest, ' '), name);

            if (length > longest) {
                longest = length;
                best = i;
            }
        }
    }
    return best;
}

size_t aie2_doc_count(void)
{
    return KC_COUNT(docs);
}

const char *aie2_doc_example(size_t doc)
{
    return docs[doc].example;
}

static const char *kept(struct kc_arena *arena, struct kc_buf *text)
{
    const char *copy = kc_arena_strndup(arena, text->text ? text->text : "", text->length);

    kc_buf_free(text);
    return copy;
}

/* ---- pages -------------------------------------------------------------------------------- */

static void add_accesses(const struct aie2_form *form, bool write, struct kc_buf *out)
{
    static const char *const bypass[] = { "", "/m", "/v" };
    const char              *separator = "";

    for (size_t i = 0; i < form->access_count; i++) {
        const struct aie2_access *a = &form->access[i];

        if (a->write != write)
            continue;
        kc_buf_printf(out, "%s%s%s@%d%s", separator,
                      a->operand == AIE2_FIXED ? aie2_parts[a->reg].name
                                               : form->operand[a->operand].name,
                      a->which ? ".dc" : "", a->stage, bypass[a->bypass]);
        separator = " ";
    }
}

static void add_uses(const struct aie2_timing *timing, struct kc_buf *out)
{
    for (size_t i = 0; i < timing->use_count; i++) {
        const struct aie2_use *use = &timing->use[i];

        kc_buf_printf(out, " %s@%d", aie2_unit_names[use->unit], use->stage);
        if (use->cycles > 1)
            kc_buf_printf(out, "x%d", use->cycles);
        if (use->shared)
            kc_buf_puts(out, "~");
    }
}

/* Operand classes in words, made once: many forms share them. */
struct class_texts {
    const char *text[AIE2_CLASS_COUNT];
};

static void describe_classes(struct kc_arena *arena, struct class_texts *classes)
{
    for (size_t i = 0; i < AIE2_CLASS_COUNT; i++) {
        struct kc_buf text = { 0 };

        aie2_class_describe((uint8_t)i, &text);
        classes->text[i] = kept(arena, &text);
    }
}

static void add_classes(const struct class_texts *classes, const struct aie2_form *form,
                        struct kc_buf *out)
{
    for (size_t i = 0; i < form->operand_count; i++) {
        kc_buf_puts(out, i ? "; " : "");
        kc_buf_puts(out, form->operand[i].name);
        kc_buf_puts(out, ": ");
        kc_buf_puts(out, classes->text[form->operand[i].class]);
    }
}

/* What the registers change: "with d r: uses ..." */
static void add_variants(const struct aie2_form *form, struct kc_buf *out)
{
    for (size_t i = 0; i < form->variant_count; i++) {
        const struct aie2_timing *t = &form->variant[i];

        kc_buf_printf(out, "\n        with %s", aie2_kind_names[t->first_write]);
        if (t->first_read != AIE2_KIND_ANY)
            kc_buf_printf(out, " from %s", aie2_kind_names[t->first_read]);
        kc_buf_puts(out, ": uses");
        add_uses(t, out);
        if (t->own_bypass)
            kc_buf_printf(out, "; bypass %s of the result, %s of the source",
                          t->bypass[0] ? "m" : "none", t->bypass[1] ? "m" : "none");
    }
}

/* One form below a page: what is written, where it issues, when it reads and writes. */
static void add_form(const struct class_texts *classes, const struct aie2_form *form,
                     struct kc_buf *out)
{
    kc_buf_printf(out, "%s%s  (%s, slot %s)\n", form->mnemonic,
                  form->syntax + strlen(form->mnemonic), form->id, aie2_slot_names[form->slot]);
    if (form->operand_count) {
        kc_buf_puts(out, "        ");
        add_classes(classes, form, out);
        kc_buf_puts(out, "\n");
    }
    kc_buf_puts(out, "        writes ");
    add_accesses(form, true, out);
    kc_buf_puts(out, "; reads ");
    add_accesses(form, false, out);
    if (form->memory_stage[0])
        kc_buf_printf(out, "; memory at E%d", form->memory_stage[0]);
    if (form->memory_stage[1])
        kc_buf_printf(out, " and E%d", form->memory_stage[1]);
    kc_buf_puts(out, "; uses");
    add_uses(&form->timing, out);
    add_variants(form, out);
    kc_buf_printf(out, "\n        %s\n    ", form->picture);
}

/* The operands of a form by name: "d, [ptr, dj]". */
static void add_operands(const struct aie2_form *form, struct kc_buf *out)
{
    for (const char *shape = form->shape; *shape; shape++)
        if (*shape == '%')
            kc_buf_puts(out, form->operand[*++shape - '0'].name);
        else
            kc_buf_add(out, shape, 1);
}

/* The latest stage at which a family's first result lands. */
static const char *cost(struct kc_arena *arena, const struct aie2_form *form)
{
    if (form->delay_slots)
        return "1, then five delay slots";
    if (form->access_count == 0 || !form->access[0].write || form->access[0].stage == 1)
        return "1";
    return kc_arena_printf(arena, "1 to issue, result after %d", form->access[0].stage);
}

static uint32_t no_number(const void *config)
{
    (void)config;
    return 0;
}

struct page {
    struct kc_buf           forms, syntax, others;
    struct kc_insn          row;
    const struct aie2_form *first;
    unsigned                shapes;
};

static void add_shape(struct page *page, const struct aie2_form *form)
{
    struct kc_buf text = { 0 };

    add_operands(form, &text);
    if (page->shapes == 0 || !page->syntax.text ||
        !strstr(page->syntax.text, text.text ? text.text : ""))
        kc_buf_printf(&page->syntax, "%s%s", page->shapes++ ? " | " : "",
                      text.text ? text.text : "");
    kc_buf_free(&text);
}

static void add_mnemonic(const struct class_texts *classes, struct page *page,
                         enum aie2_mnemonic mnemonic)
{
    const struct aie2_mnemonic_info *info = &aie2_mnemonics[mnemonic];

    kc_buf_printf(&page->others, "%s%s", page->first ? ", " : "", info->name);
    for (size_t i = 0; i < info->form_count; i++) {
        const struct aie2_form *form = &aie2_forms[info->form[i]];

        page->first = page->first ? page->first : form;
        add_form(classes, form, &page->forms);
        add_shape(page, form);
    }
}

/* The member that stands for the family: the one of the example. */
static enum aie2_mnemonic example_mnemonic(const struct doc *doc)
{
    const size_t length = strcspn(doc->example, " ");

    return aie2_mnemonic_find((struct kc_str){ doc->example, length });
}

static void finish_page(struct kc_arena *arena, struct page *page, const struct doc *doc)
{
    const struct aie2_mnemonic_info *info = &aie2_mnemonics[example_mnemonic(doc)];
    const struct aie2_form          *form = &aie2_forms[info->form[0]];
    const bool                       alone = strcmp(page->others.text, info->name) == 0;

    page->row = (struct kc_insn){
        .mnemonic = info->name,
        .bits = kept(arena, &page->forms),
        .syntax = kept(arena, &page->syntax),
        .unit = form->slot,
        .cycles = no_number,
        .cycles_text = cost(arena, form),
        .effect = doc->effect,
        .doc = alone ? doc->doc
                     : kc_arena_printf(arena, "%s (Covers %s.)", doc->doc, page->others.text),
        .pitfalls = doc->pitfalls,
        .example = doc->example,
    };
    kc_buf_free(&page->others);
}

/* ---- the instruction set ------------------------------------------------------------------ */

static const char *const categories[AIE2_SLOT_COUNT] = { "transfer", "transfer", "transfer",
                                                         "compute",  "compute",  "compute",
                                                         "control",  "control" };

static const struct kc_reg_class reg_classes[] = {
    { "r", 32, "general register", "32 bits; pairs are written r17:r16, masks live in r16..r23" },
    { "p", 8, "pointer", "20 bits" },
    { "m", 8, "modifier", "20 bits: post-increment, wrap step of 2D and 3D addressing" },
    { "dn", 8, "dimension size", "20 bits: size minus one" },
    { "dj", 8, "dimension step", "20 bits; also the index of [p, dj]" },
    { "dc", 8, "dimension counter", "20 bits" },
    { "d", 8, "address group",
      "dK is mK, dnK, djK, dcK; .3d forms take d0..d3 together with d4..d7" },
    { "s", 4, "shift amount", "6 bits, for UPS, SRS and vfloor" },
    { "x", 12, "vector",
      "512 bits: wlN is its low half, whN its high half; y2..y5 are pairs x4:x5 and on" },
    { "wl", 12, "low half of x", "256 bits" },
    { "wh", 12, "high half of x", "256 bits" },
    { "cm", 9, "accumulator",
      "1024 bits: bmlN, bmhN are its halves, amllN, amlhN, amhlN, amhhN its quarters" },
    { "bml", 9, "low half of cm", "512 bits: 16 lanes of 32 bits or fp32, 8 of 64" },
    { "bmh", 9, "high half of cm", "512 bits" },
    { "q", 4, "sparsity mask", "128 bits" },
};

const struct kc_isa *aie2_isa(struct kc_arena *arena, const void *config)
{
    struct page           *pages = kc_arena_array(arena, struct page, KC_COUNT(docs));
    const struct kc_insn **rows = kc_arena_array(arena, const struct kc_insn *, KC_COUNT(docs));
    struct kc_alias       *aliases = kc_arena_array(arena, struct kc_alias, AIE2_MN_COUNT);
    struct kc_isa_desc    *desc = kc_arena_new(arena, struct kc_isa_desc);
    size_t                 alias_count = 0;
    struct class_texts     classes;

    (void)config;
    describe_classes(arena, &classes);
    for (size_t i = 0; i < AIE2_MN_COUNT; i++) {
        const size_t doc = aie2_doc_of((enum aie2_mnemonic)i);

        assert(doc < KC_COUNT(docs));
        add_mnemonic(&classes, &pages[doc], (enum aie2_mnemonic)i);
        aliases[alias_count++] =
            (struct kc_alias){ aie2_mnemonics[i].name,
                               aie2_mnemonics[example_mnemonic(&docs[doc])].name };
    }
    for (size_t i = 0; i < KC_COUNT(docs); i++) {
        finish_page(arena, &pages[i], &docs[i]);
        rows[i] = &pages[i].row;
    }
    *desc = (struct kc_isa_desc){ .name = "aie2",
                                  .units = aie2_slot_names,
                                  .unit_count = AIE2_SLOT_COUNT,
                                  .categories = categories,
                                  .reg_classes = reg_classes,
                                  .reg_class_count = KC_COUNT(reg_classes),
                                  .insns = rows,
                                  .insn_count = KC_COUNT(docs),
                                  .aliases = aliases,
                                  .alias_count = alias_count,
                                  .own_assembler = true };
    return kc_isa_build(arena, desc);
}

/* ---- the platform's own chapters ---------------------------------------------------------- */

static void manual_shuffles(struct kc_buf *out)
{
    kc_buf_puts(out, "## Shuffle modes\n\n`T<b>_<R>x<C>`: the input as a row-major R x C matrix of "
                     "b-bit elements, transposed; lo and hi are the halves of a 1024-bit result, "
                     "smaller matrices are transposed block by block within s1.\n\n"
                     "| mode | name |\n|---|---|\n");
    for (size_t i = 0; i < AIE2_SHUFFLE_MODES; i++)
        kc_buf_printf(out, "| %zu | %s |\n", i, aie2_shuffle_names[i]);
    kc_buf_puts(out, "\n");
}

static void manual_formats(struct kc_buf *out)
{
    kc_buf_puts(out, "## Bundle formats\n\nThe first one that holds the used slots is taken; slots "
                     "of the format that are not used are filled with their nops.\n\n"
                     "| bytes | bits, msb first |\n|---|---|\n");
    for (size_t i = 0; i < AIE2_FORMAT_COUNT; i++)
        kc_buf_printf(out, "| %d | `%s` |\n", aie2_formats[i].bytes, aie2_formats[i].picture);
    kc_buf_puts(out, "\n");
}

void aie2_manual_tables(struct kc_buf *out)
{
    manual_shuffles(out);
    manual_formats(out);
}

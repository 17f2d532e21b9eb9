/* The manual: Markdown from rows, and a small ranked search over it. */
#include "isa/manual.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Machines with their own assembler have pictures without fields: letters are explained. */
static void letters_row(const struct kc_insn *insn, const struct kc_isa_desc *desc,
                        struct kc_buf *out)
{
    for (size_t i = 0; i < desc->operand_count; i++)
        if (strchr(insn->bits, desc->operands[i].letter))
            kc_buf_printf(out, "    %c = %-10s %s\n", desc->operands[i].letter,
                          desc->operands[i].name, desc->operands[i].doc);
}

static void bits_row(const struct kc_form *form, const struct kc_isa_desc *desc, struct kc_buf *out)
{
    kc_buf_printf(out, "    %s\n", form->insn->bits);
    if (desc->own_assembler)
        letters_row(form->insn, desc, out);
    for (int i = 0; i < form->field_count; i++) {
        const struct kc_field   *f = &form->field[i];
        const struct kc_operand *op = &desc->operands[f->operand];

        kc_buf_printf(out, "    %c = %-10s bits %2d:%-2d  ", op->letter, op->name,
                      f->low + f->width - 1, f->low);
        if (op->kind == KC_OPERAND_REG)
            kc_buf_printf(out, "%s%s: %s\n", desc->reg_classes[op->reg_class].prefix, "N", op->doc);
        else
            kc_buf_printf(out, "0 to %" PRIu32 ": %s\n", kc_field_max(f), op->doc);
    }
}

/* The canonical operands: the first alternative. */
static struct kc_str canonical(const struct kc_insn *insn)
{
    struct kc_str rest = kc_str_from(insn->syntax);

    return kc_str_trim(kc_str_cut(&rest, '|'));
}

/* A cost that is not already a number, as configured. */
static bool worth_computing(const struct kc_insn *insn, const void *config)
{
    return config && strspn(insn->cycles_text, "0123456789") != strlen(insn->cycles_text) &&
           insn->cycles && insn->cycles(config);
}

/* Text inside a Markdown table: a bar would end the cell. */
static void add_cell(struct kc_buf *out, const char *text)
{
    for (; *text; text++)
        kc_buf_printf(out, *text == '|' ? "\\%c" : "%c", *text);
}

static const struct kc_form *form_of(const struct kc_isa *isa, const struct kc_insn *insn)
{
    return kc_isa_find(isa, kc_str_from(insn->mnemonic));
}

void kc_manual_page(const struct kc_isa *isa, const struct kc_insn *insn, const void *config,
                    struct kc_buf *out)
{
    kc_buf_printf(out, "### %s %.*s\n\n", insn->mnemonic, KC_STR(canonical(insn)));
    kc_buf_printf(out, "%s\n\n", insn->doc);
    kc_buf_printf(out, "    %s\n\n", insn->effect);
    kc_buf_printf(out, "- Unit: %s. Cycles: %s", isa->desc->units[insn->unit], insn->cycles_text);
    if (worth_computing(insn, config))
        kc_buf_printf(out, " = %" PRIu32 " as configured", insn->cycles(config));
    kc_buf_printf(out, ".\n- Example: `%s`\n", insn->example);
    if (insn->pitfalls)
        kc_buf_printf(out, "- Pitfalls: %s\n", insn->pitfalls);
    kc_buf_puts(out, "\nEncoding, msb first:\n\n");
    bits_row(form_of(isa, insn), isa->desc, out);
    kc_buf_puts(out, "\n");
}

static void manual_registers(const struct kc_isa_desc *desc, struct kc_buf *out)
{
    kc_buf_puts(out, "| registers | what | notes |\n|---|---|---|\n");
    for (size_t i = 0; i < desc->reg_class_count; i++) {
        const struct kc_reg_class *rc = &desc->reg_classes[i];

        kc_buf_printf(out, "| `%s0`..`%s%" PRIu32 "` | %s | %s |\n", rc->prefix, rc->prefix,
                      rc->count - 1, rc->name, rc->doc);
    }
    kc_buf_puts(out, "\n");
}

static void manual_index(const struct kc_isa *isa, const void *config, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    kc_buf_puts(out, "| instruction | operation | cycles |\n|---|---|---|\n");
    for (size_t u = 0; u < desc->unit_count; u++)
        for (size_t i = 0; i < desc->insn_count; i++) {
            const struct kc_insn *insn = desc->insns[i];

            if (insn->unit != u)
                continue;
            kc_buf_printf(out, "| `%s%s%.*s` | ", insn->mnemonic, *insn->syntax ? " " : "",
                          KC_STR(canonical(insn)));
            add_cell(out, insn->effect);
            kc_buf_printf(out, " | %s", insn->cycles_text);
            if (worth_computing(insn, config))
                kc_buf_printf(out, " = %" PRIu32, insn->cycles(config));
            kc_buf_puts(out, " |\n");
        }
    kc_buf_puts(out, "\n");
}

void kc_manual_isa(const struct kc_isa *isa, const void *config, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    kc_buf_puts(out, "## Registers\n\n");
    manual_registers(desc, out);
    kc_buf_printf(out, "## Index: %zu instructions\n\n", desc->insn_count);
    kc_buf_puts(out,
                "In operand lists, `name=0` may be left out (then 0), `[name]` may be left out "
                "and is rarely wanted, and `0` is a placeholder that must be written.\n\n");
    manual_index(isa, config, out);
    for (size_t u = 0; u < desc->unit_count; u++) {
        kc_buf_printf(out, "## Instructions of the %s unit\n\n", desc->units[u]);
        for (size_t i = 0; i < desc->insn_count; i++)
            if (desc->insns[i]->unit == u)
                kc_manual_page(isa, desc->insns[i], config, out);
    }
}

/* ---- for prompts -------------------------------------------------------------------------- */

static bool operand_used(const struct kc_isa *isa, size_t operand)
{
    for (size_t i = 0; i < isa->desc->insn_count; i++) {
        if (isa->desc->own_assembler &&
            strchr(isa->desc->insns[i]->bits, isa->desc->operands[operand].letter))
            return true;
        for (int f = 0; f < isa->forms[i].field_count; f++)
            if (isa->forms[i].field[f].operand == operand)
                return true;
    }
    return false;
}

/* Whether the operand before has the same name and description: two encodings of one thing. */
static bool operand_repeated(const struct kc_isa_desc *desc, size_t operand)
{
    return operand > 0 &&
           strcmp(desc->operands[operand].name, desc->operands[operand - 1].name) == 0 &&
           strcmp(desc->operands[operand].doc, desc->operands[operand - 1].doc) == 0;
}

static void brief_operands(const struct kc_isa *isa, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->operand_count; i++) {
        const struct kc_operand *op = &desc->operands[i];
        const bool               reg = op->kind == KC_OPERAND_REG;

        if (!operand_used(isa, i) || operand_repeated(desc, i))
            continue;
        kc_buf_printf(out, "- `%s` %s: %s\n", op->name,
                      reg ? desc->reg_classes[op->reg_class].name : "number", op->doc);
    }
    kc_buf_puts(out, "\n");
}

/* Ranges of immediates that are wider than a register field. */
static void brief_ranges(const struct kc_form *form, const struct kc_isa_desc *desc,
                         struct kc_buf *out)
{
    for (int i = 0; i < form->field_count; i++) {
        const struct kc_operand *op = &desc->operands[form->field[i].operand];

        if (op->kind == KC_OPERAND_UIMM && form->field[i].width > 4)
            kc_buf_printf(out, " %s is at most %" PRIu32 ".", op->name,
                          kc_field_max(&form->field[i]));
    }
}

static void brief_entry(const struct kc_isa *isa, const struct kc_insn *insn, const void *config,
                        struct kc_buf *out)
{
    kc_buf_printf(out, "`%s%s%.*s`", insn->mnemonic, *insn->syntax ? " " : "",
                  KC_STR(canonical(insn)));
    if (worth_computing(insn, config))
        kc_buf_printf(out, " (cycles: %" PRIu32 ")", insn->cycles(config));
    else
        kc_buf_printf(out, " (cycles: %s)", insn->cycles_text);
    kc_buf_printf(out, "\n    %s\n%s", insn->effect, insn->doc);
    brief_ranges(form_of(isa, insn), isa->desc, out);
    kc_buf_printf(out, " Example: `%s`\n\n", insn->example);
}

static void brief_names(const struct kc_isa_desc *desc, size_t unit, struct kc_buf *out)
{
    kc_buf_printf(out, "- %s:", desc->units[unit]);
    for (size_t i = 0; i < desc->insn_count; i++)
        if (desc->insns[i]->unit == unit)
            kc_buf_printf(out, " %s", desc->insns[i]->mnemonic);
    kc_buf_puts(out, "\n");
}

void kc_manual_brief(const struct kc_isa *isa, const void *config, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    kc_buf_puts(out, "### Registers\n\n");
    manual_registers(desc, out);
    kc_buf_puts(out, "### Operands\n\n");
    if (desc->own_assembler)
        kc_buf_puts(out, "`[name]` may be left out.\n\n");
    else
        kc_buf_puts(out, "`name=0` may be left out (then 0), `[name]` may be left out, `0` is a "
                         "placeholder that must be written. In effects, VRAM[rd] is the memory at "
                         "the address that register rd holds.\n\n");
    brief_operands(isa, out);
    if (desc->insn_count > KC_MANUAL_MANY) {
        kc_buf_puts(out, "### Instructions: cost, operands, effect\n\n");
        kc_manual_families(isa, out);
        return;
    }
    kc_buf_printf(out, "### Index: %zu instructions, by unit\n\n", desc->insn_count);
    for (size_t u = 0; u < desc->unit_count; u++)
        brief_names(desc, u, out);
    kc_buf_puts(out, "\n### Instructions: cost, effect, description\n\n");
    for (size_t u = 0; u < desc->unit_count; u++)
        for (size_t i = 0; i < desc->insn_count; i++)
            if (desc->insns[i]->unit == u)
                brief_entry(isa, desc->insns[i], config, out);
}

void kc_manual_pitfalls(const struct kc_isa *isa, struct kc_buf *out)
{
    const bool many = isa->desc->insn_count > KC_MANUAL_MANY;

    if (many)
        kc_manual_family_pitfalls(isa, out);
    for (size_t i = 0; !many && i < isa->desc->insn_count; i++)
        if (isa->desc->insns[i]->pitfalls)
            kc_buf_printf(out, "- %s: %s\n", isa->desc->insns[i]->mnemonic,
                          isa->desc->insns[i]->pitfalls);
    for (size_t i = 0; i < isa->desc->absent_count; i++) {
        const struct kc_absent *absent = &isa->desc->absent[i];

        if (!kc_isa_find(isa, kc_str_from(absent->mnemonic))) /* else: of one revision only */
            kc_buf_printf(out, "- There is no %s: %s.\n", absent->mnemonic, absent->why);
    }
}

struct kc_str kc_manual_section(const char *text, const char *title)
{
    for (const char *at = strstr(text, "## "); at; at = strstr(at + 1, "\n## ")) {
        const char *head = *at == '\n' ? at + 1 : at, *end = strstr(head, "\n## ");

        if (strncmp(head + 3, title, strlen(title)) == 0)
            return (struct kc_str){ head, end ? (size_t)(end + 1 - head) : strlen(head) };
    }
    return (struct kc_str){ "", 0 };
}

/* ---- search ------------------------------------------------------------------------------- */

enum { QUERY_WORDS = 64, PASSAGES_MOST = 1024 };

struct query {
    struct kc_str word[QUERY_WORDS];
    double        weight[QUERY_WORDS];
    size_t        count;
};

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static struct query split_query(struct kc_str text)
{
    struct query q = { 0 };

    for (size_t i = 0; i < text.length && q.count < QUERY_WORDS;) {
        size_t end = i;

        while (end < text.length && word_char(text.at[end]))
            end++;
        if (end > i)
            q.word[q.count++] = (struct kc_str){ text.at + i, end - i };
        i = end + 1;
    }
    return q;
}

static bool same_letters(const char *text, struct kc_str word)
{
    for (size_t i = 0; i < word.length; i++)
        if (toupper((unsigned char)text[i]) != toupper((unsigned char)word.at[i]))
            return false;
    return true;
}

/* Occurrences of word in text, case ignored; whole words count double. */
static unsigned occurrences(const char *text, struct kc_str word)
{
    const size_t length = strlen(text);
    unsigned     count = 0;

    for (size_t i = 0; i + word.length <= length; i++) {
        if (!same_letters(text + i, word))
            continue;
        const bool whole = (i == 0 || !word_char(text[i - 1])) && !word_char(text[i + word.length]);

        count += whole ? 2 : 1;
        i += word.length - 1;
    }
    return count;
}

/* Rare words say more than common ones: each word weighs passages / passages that hold it. */
static void weigh(struct query *q, const struct kc_passage *passages, size_t count)
{
    for (size_t w = 0; w < q->count; w++) {
        size_t holding = 1;

        for (size_t i = 0; i < count; i++)
            holding += occurrences(passages[i].text, q->word[w]) > 0;
        q->weight[w] = (double)(count + 1) / (double)holding;
    }
}

static double score(const struct kc_passage *passage, const struct query *q)
{
    double total = 0.0;

    for (size_t w = 0; w < q->count; w++) {
        const unsigned n = occurrences(passage->text, q->word[w]);
        const unsigned in_title = occurrences(passage->title, q->word[w]);

        if (n)
            total += q->weight[w] * (1.0 + (double)n / (double)(n + 3));
        if (in_title)
            total += q->weight[w] * 2.0 * in_title;
        if (q->word[w].length == strlen(passage->title) && in_title == 2)
            total += 1e6; /* the name of the instruction itself */
    }
    return total;
}

static size_t collect_pages(struct kc_arena *arena, const struct kc_isa *isa, const void *config,
                            struct kc_passage *passages, size_t count)
{
    for (size_t i = 0; i < isa->desc->insn_count && count < PASSAGES_MOST; i++) {
        struct kc_buf page = { 0 };

        kc_manual_page(isa, isa->desc->insns[i], config, &page);
        passages[count].title = isa->desc->insns[i]->mnemonic;
        passages[count++].text = kc_arena_strndup(arena, page.text, page.length);
        kc_buf_free(&page);
    }
    return count;
}

static size_t collect_notes(struct kc_arena *arena, const char *notes, struct kc_passage *passages,
                            size_t count)
{
    while (notes && *notes && count < PASSAGES_MOST) {
        const char  *next = strstr(notes + 1, "\n#");
        const size_t length = next ? (size_t)(next + 1 - notes) : strlen(notes);
        const char  *title = notes + strspn(notes, "# ");

        passages[count].title = kc_arena_strndup(arena, title, strcspn(title, "\n"));
        passages[count++].text = kc_arena_strndup(arena, notes, length);
        notes = next ? next + 1 : NULL;
    }
    return count;
}

size_t kc_manual_grep(struct kc_arena *arena, const struct kc_isa *isa, const void *config,
                      const char *notes, struct kc_str query, struct kc_passage *found, size_t most)
{
    struct kc_passage *passages = kc_arena_array(arena, struct kc_passage, PASSAGES_MOST);
    size_t             count = collect_pages(arena, isa, config, passages, 0), kept = 0;
    struct query       q = split_query(query);

    count = collect_notes(arena, notes, passages, count);
    weigh(&q, passages, count);
    for (size_t i = 0; i < count; i++)
        passages[i].score = score(&passages[i], &q);
    while (kept < most) {
        struct kc_passage *best = NULL;

        for (size_t i = 0; i < count; i++)
            if (passages[i].score > 0.0 && (!best || passages[i].score > best->score))
                best = &passages[i];
        if (!best)
            break;
        found[kept++] = *best;
        best->score = 0.0;
    }
    return kept;
}

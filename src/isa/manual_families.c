/* A large instruction set in few words: one line per family.
 *
 * A family is what differs only in suffix or element width and has one description: vadd.vv,
 * vadd.vx and vadd.vi, or vle8.v, vle16.v and vle32.v. */
#include <ctype.h>
#include <string.h>

#include "isa/manual.h"

/* Whether two texts are the same but for their numbers. */
static bool alike(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            while (isdigit((unsigned char)*a))
                a++;
            while (isdigit((unsigned char)*b))
                b++;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

/* The same up to the first dot, numbers aside; vectors only: fmv.x.w and fmv.w.x are no family. */
static bool same_stem(const char *a, const char *b)
{
    char         x[32] = { 0 }, y[32] = { 0 };
    const size_t n = strcspn(a, "."), m = strcspn(b, ".");

    if (a[n] == '\0' || b[m] == '\0' || n >= sizeof x || m >= sizeof y)
        return false;
    memcpy(x, a, n);
    memcpy(y, b, m);
    return alike(x, y);
}

static bool same_family(const struct kc_insn *a, const struct kc_insn *b)
{
    return a->unit == b->unit && strcmp(a->cycles_text, b->cycles_text) == 0 &&
           same_stem(a->mnemonic, b->mnemonic) && alike(a->doc, b->doc);
}

static bool same_group(const struct kc_insn *a, const struct kc_insn *b)
{
    return a->unit == b->unit && strcmp(a->cycles_text, b->cycles_text) == 0;
}

static bool same_pitfall(const struct kc_insn *a, const struct kc_insn *b)
{
    return a->pitfalls && b->pitfalls && strcmp(a->pitfalls, b->pitfalls) == 0;
}

typedef bool same_fn(const struct kc_insn *a, const struct kc_insn *b);

/* Whether an earlier row belongs together with this one. */
static bool seen(const struct kc_isa_desc *desc, size_t index, same_fn *same)
{
    for (size_t i = 0; i < index; i++)
        if (same(desc->insns[i], desc->insns[index]))
            return true;
    return false;
}

static void print_family(const struct kc_isa_desc *desc, size_t index, struct kc_buf *out)
{
    const struct kc_insn *first = desc->insns[index];

    kc_buf_printf(out, "- `%s%s%s`", first->mnemonic, *first->syntax ? " " : "", first->syntax);
    for (size_t i = index + 1; i < desc->insn_count; i++)
        if (same_family(first, desc->insns[i]))
            kc_buf_printf(out, " `%s`", desc->insns[i]->mnemonic);
    kc_buf_printf(out, ": %s. %s\n", first->effect, first->doc);
}

static void print_group(const struct kc_isa_desc *desc, size_t index, struct kc_buf *out)
{
    const struct kc_insn *first = desc->insns[index];

    kc_buf_printf(out, "\n**%s**, cycles: %s\n\n", desc->units[first->unit], first->cycles_text);
    for (size_t i = index; i < desc->insn_count; i++)
        if (same_group(first, desc->insns[i]) && !seen(desc, i, same_family))
            print_family(desc, i, out);
}

void kc_manual_families(const struct kc_isa *isa, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    kc_buf_puts(out, "One line per family: what differs only in suffix or width stands together, "
                     "with the operands and the effect of the first. The last source is a vector "
                     "in .vv, .wv and .vs, an integer register in .vx and .wx, an immediate in "
                     ".vi and .wi.\n");
    for (size_t u = 0; u < desc->unit_count; u++)
        for (size_t i = 0; i < desc->insn_count; i++)
            if (desc->insns[i]->unit == u && !seen(desc, i, same_group))
                print_group(desc, i, out);
    kc_buf_puts(out, "\n");
}

/* Whether an earlier row with that pitfall has the same name before the dot. */
static bool named(const struct kc_isa_desc *desc, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_pitfall(desc->insns[i], desc->insns[index]) &&
            same_stem(desc->insns[i]->mnemonic, desc->insns[index]->mnemonic))
            return true;
    return false;
}

/* The names before the dot, each once. */
static void print_stems(const struct kc_isa_desc *desc, size_t index, struct kc_buf *out)
{
    for (size_t i = index; i < desc->insn_count; i++) {
        const char *name = desc->insns[i]->mnemonic;

        if (same_pitfall(desc->insns[index], desc->insns[i]) && !named(desc, i))
            kc_buf_printf(out, "%s%.*s", i == index ? "" : ", ", (int)strcspn(name, "."), name);
    }
}

void kc_manual_family_pitfalls(const struct kc_isa *isa, struct kc_buf *out)
{
    const struct kc_isa_desc *desc = isa->desc;

    for (size_t i = 0; i < desc->insn_count; i++) {
        if (!desc->insns[i]->pitfalls || seen(desc, i, same_pitfall))
            continue;
        kc_buf_puts(out, "- ");
        print_stems(desc, i, out);
        kc_buf_printf(out, ": %s\n", desc->insns[i]->pitfalls);
    }
}

/* What clang does not know about this machine: vmv.x.s clears the upper bits where RVV extends the
 * sign.  Compiled code relies on the sign, so that it is extended here, right behind every vmv.x.s
 * of elements of 8 or 16 bits.  On a machine that follows RVV the added instruction changes
 * nothing.
 *
 * Which width is in force follows from the vset instructions on all ways that lead to a line: a set
 * of widths flows along the text and along branches until nothing changes.
 */
#include <ctype.h>
#include <string.h>

#include "sandbox/compile.h"

enum width { E8 = 1, E16 = 2, E32 = 4, OTHER = 8 }; /* a set of them; 0: nothing leads here */

enum { ROUNDS = 64 };

struct line {
    struct kc_str text, label, mnemonic, operands;
};

struct label {
    struct kc_str name;
    unsigned      widths;
};

struct flow {
    struct line  *lines;
    struct label *labels; /* sorted by name */
    size_t        count, label_count;
    bool          changed;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static struct kc_str cut_word(struct kc_str *s)
{
    size_t n = 0;

    *s = kc_str_trim(*s);
    while (n < s->length && is_word(s->at[n]))
        n++;
    const struct kc_str word = { s->at, n };

    *s = (struct kc_str){ s->at + n, s->length - n };
    return word;
}

static struct line split(struct kc_str text)
{
    struct line   l = { .text = text };
    struct kc_str rest = kc_str_cut(&text, '#'), word = cut_word(&rest);

    if (rest.length && rest.at[0] == ':') {
        l.label = word;
        rest = (struct kc_str){ rest.at + 1, rest.length - 1 };
        word = cut_word(&rest);
    }
    l.mnemonic = word;
    l.operands = kc_str_trim(rest);
    return l;
}

static int compare_text(struct kc_str a, struct kc_str b)
{
    const size_t n = a.length < b.length ? a.length : b.length;
    const int    order = memcmp(a.at, b.at, n);

    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static int compare(const void *a, const void *b)
{
    return compare_text(((const struct label *)a)->name, ((const struct label *)b)->name);
}

static void read_lines(struct kc_arena *arena, struct kc_str text, struct flow *f)
{
    size_t most = 1;

    for (size_t i = 0; i < text.length; i++)
        most += text.at[i] == '\n';
    f->lines = kc_arena_array(arena, struct line, most);
    f->labels = kc_arena_array(arena, struct label, most);
    while (text.length) {
        struct line *l = &f->lines[f->count++];

        *l = split(kc_str_cut(&text, '\n'));
        if (l->label.length)
            f->labels[f->label_count++].name = l->label;
    }
    qsort(f->labels, f->label_count, sizeof *f->labels, compare);
}

static struct label *find(const struct flow *f, struct kc_str name)
{
    const struct label key = { .name = name };

    return name.length ? bsearch(&key, f->labels, f->label_count, sizeof *f->labels, compare)
                       : NULL;
}

static void reach(struct flow *f, struct kc_str name, unsigned widths)
{
    struct label *l = find(f, name);

    if (l && (l->widths | widths) != l->widths) {
        l->widths |= widths;
        f->changed = true;
    }
}

static unsigned width_of(struct kc_str operands)
{
    while (operands.length) {
        const struct kc_str word = kc_str_trim(kc_str_cut(&operands, ','));

        if (kc_str_is(word, "e8"))
            return E8;
        if (kc_str_is(word, "e16"))
            return E16;
        if (kc_str_is(word, "e32"))
            return E32;
    }
    return OTHER;
}

static bool leaves(struct kc_str mnemonic)
{
    return kc_str_is(mnemonic, "j") || kc_str_is(mnemonic, "ret") || kc_str_is(mnemonic, "jr") ||
           kc_str_is(mnemonic, "tail");
}

static bool is_directive(const struct line *l)
{
    return l->mnemonic.length && l->mnemonic.at[0] == '.';
}

/* Every label named by an operand may be reached from here; by data, from anywhere. */
static void reach_operands(struct flow *f, const struct line *l, unsigned widths)
{
    struct kc_str rest = l->operands;

    while (rest.length)
        reach(f, kc_str_trim(kc_str_cut(&rest, ',')), is_directive(l) ? OTHER : widths);
}

/* The widths behind a line. */
static unsigned pass(struct flow *f, const struct line *l, unsigned widths)
{
    if (kc_str_starts(l->mnemonic, "vset"))
        return widths ? width_of(l->operands) : 0;
    if (kc_str_starts(l->mnemonic, "call") || kc_str_starts(l->mnemonic, "jal"))
        return widths ? OTHER : 0;
    if (widths || is_directive(l))
        reach_operands(f, l, widths);
    return leaves(l->mnemonic) ? 0 : widths;
}

/* The widths before a line: what came down the text, or what its label was reached with. */
static unsigned enter(struct flow *f, const struct line *l, unsigned widths)
{
    const struct label *own = find(f, l->label);

    reach(f, l->label, widths);
    return own ? own->widths : widths;
}

static void flow(struct flow *f)
{
    f->changed = true;
    for (int round = 0; f->changed && round < ROUNDS; round++) {
        unsigned widths = OTHER;

        f->changed = false;
        for (size_t i = 0; i < f->count; i++)
            widths = pass(f, &f->lines[i], enter(f, &f->lines[i], widths));
    }
}

static void write_lines(struct flow *f, struct kc_buf *out)
{
    unsigned widths = OTHER;

    for (size_t i = 0; i < f->count; i++) {
        const struct line  *l = &f->lines[i];
        struct kc_str       operands = l->operands;
        const struct kc_str rd = kc_str_cut(&operands, ',');

        widths = enter(f, l, widths);
        kc_buf_add(out, l->text.at, l->text.length);
        kc_buf_puts(out, "\n");
        if (kc_str_is(l->mnemonic, "vmv.x.s") && (widths == E8 || widths == E16))
            kc_buf_printf(out, "\tsext.%c\t%.*s, %.*s\n", widths == E8 ? 'b' : 'h', KC_STR(rd),
                          KC_STR(rd));
        widths = pass(f, l, widths);
    }
}

struct kc_str kc_sandbox_errata(struct kc_arena *arena, struct kc_str text)
{
    struct flow   f = { 0 };
    struct kc_buf out = { 0 };
    struct kc_str result;

    if (!memmem(text.at, text.length, "vmv.x.s", 7))
        return text;
    read_lines(arena, text, &f);
    flow(&f);
    write_lines(&f, &out);
    result = (struct kc_str){ kc_arena_strndup(arena, out.text, out.length), out.length };
    kc_buf_free(&out);
    return result;
}

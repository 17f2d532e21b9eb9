/* Words of assembly: where a statement begins, what its first word is, what names a register. */
#include "report/highlight.h"

#include <string.h>

#include "kernelcraft/platform.h"
#include "report/text.h"

struct kc_highlight {
    const struct kc_isa *isa;     /* NULL: unknown platform */
    const char          *comment; /* how its comments begin */
};

const struct kc_highlight *kc_highlight_new(struct kc_arena *arena, const char *target)
{
    struct kc_highlight      *h = kc_arena_new(arena, struct kc_highlight);
    const struct kc_platform *p = kc_platform_find((struct kc_str){ target, strcspn(target, ":") });

    h->comment = p && p->comment ? p->comment : "#";
    if (p)
        h->isa = p->isa(arena, p->config_new(p, arena));
    return h;
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '.' || c == '$';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ';' comments where that is the platform's sign, else it ends a statement. */
static bool begins_comment(const struct kc_highlight *h, struct kc_str rest)
{
    return kc_str_starts(rest, h->comment) || kc_str_starts(rest, "//") ||
           kc_str_starts(rest, "/*");
}

static bool in_class(const struct kc_reg_class *c, struct kc_str word)
{
    const size_t prefix = strlen(c->prefix);
    uint64_t     number;

    return kc_str_starts(word, c->prefix) &&
           kc_str_u64((struct kc_str){ word.at + prefix, word.length - prefix }, &number) &&
           number < c->count;
}

/* One of the tables, or a few letters with a number as in every ABI (a0, t1), or its famous names.
 */
static bool is_register(const struct kc_highlight *h, struct kc_str word)
{
    size_t letters = 0;

    for (size_t i = 0; h->isa && i < h->isa->desc->reg_class_count; i++)
        if (in_class(&h->isa->desc->reg_classes[i], word))
            return true;
    if (kc_str_is(word, "zero") || kc_str_is(word, "ra") || kc_str_is(word, "sp"))
        return true;
    while (letters < word.length && word.at[letters] >= 'a' && word.at[letters] <= 'z')
        letters++;
    if (letters == 0 || letters > 3 || letters == word.length)
        return false;
    for (size_t i = letters; i < word.length; i++)
        if (!is_digit(word.at[i]))
            return false;
    return true;
}

/* An assembler of its own knows more words than the table: short forms. */
static bool is_mnemonic(const struct kc_highlight *h, struct kc_str word)
{
    return !h->isa || h->isa->desc->own_assembler || kc_isa_find(h->isa, word);
}

static void add_tagged(struct kc_buf *out, const char *tag, struct kc_str text)
{
    kc_buf_printf(out, "<%s>", tag);
    kc_text_piece(out, text);
    kc_buf_printf(out, "</%s>", tag);
}

/* A word; whether a statement may still begin after it. */
static bool add_word(const struct kc_highlight *h, struct kc_str word, bool first, char next,
                     struct kc_buf *out)
{
    if (first && next == ':') {
        add_tagged(out, "em", word);
        return true;
    }
    if (first && word.at[0] == '.')
        add_tagged(out, "em", word);
    else if (first)
        add_tagged(out, is_mnemonic(h, word) ? "b" : "u", word);
    else if (is_register(h, word))
        add_tagged(out, "var", word);
    else
        kc_text_piece(out, word);
    return false;
}

void kc_highlight_line(const struct kc_highlight *h, struct kc_str line, struct kc_buf *out)
{
    bool   first = true;
    size_t i = 0;

    if (line.length && memchr(line.at, '\x1b', line.length)) {
        kc_text_piece(out, line); /* words would tear terminal escapes apart */
        return;
    }
    while (i < line.length) {
        const size_t        start = i;
        const struct kc_str rest = { line.at + i, line.length - i };

        if (begins_comment(h, rest)) {
            add_tagged(out, "i", rest);
            return;
        }
        if (is_word(line.at[i])) {
            while (i < line.length && is_word(line.at[i]))
                i++;
            first = add_word(h, (struct kc_str){ rest.at, i - start }, first,
                             i < line.length ? line.at[i] : '\0', out);
            continue;
        }
        i++;
        while (i < line.length && !is_word(line.at[i]) && line.at[i] != ';' && line.at[i] != '#' &&
               line.at[i] != '/')
            i++;
        first = first || line.at[start] == ';' || line.at[start] == '|';
        kc_text_piece(out, (struct kc_str){ rest.at, i - start });
    }
}

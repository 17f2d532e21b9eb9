/* Text to lines: comments away, .rept and .macro carried out.
 *
 * A repeated body is read again from the source itself, so every report points at the line that
 * the author wrote.  Only macros with arguments make new text; reports then point at their use.
 */
#include <ctype.h>
#include <string.h>

#include "platforms/aie2/aie2_asm.h"

struct kc_span aie2_span(const struct aie2_asm *as, const char *at, size_t length)
{
    if (as->text.made)
        return as->text.called;

    const size_t begin = as->text.base + (size_t)(at - as->text.at);

    return (struct kc_span){ begin, begin + length };
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '@';
}

/* The first word of a line. */
static struct kc_str first_word(struct kc_str line)
{
    size_t begin = 0, end;

    while (begin < line.length && (line.at[begin] == ' ' || line.at[begin] == '\t'))
        begin++;
    for (end = begin; end < line.length && is_word(line.at[end]);)
        end++;
    return (struct kc_str){ line.at + begin, end - begin };
}

/* The line at *offset without its end; *offset moves to the next one. */
static struct kc_str next_line(const struct aie2_text *text, size_t *offset)
{
    const char  *begin = text->at + *offset;
    const size_t left = text->length - *offset;
    const char  *end = memchr(begin, '\n', left);
    const size_t length = end ? (size_t)(end - begin) : left;

    *offset += length + (end ? 1 : 0);
    return (struct kc_str){ begin, length };
}

static struct kc_str without_comment(struct kc_str line)
{
    for (const char *at = line.at; (at = memchr(at, '/', (size_t)(line.at + line.length - at)));
         at++)
        if (at + 1 < line.at + line.length && at[1] == '/') {
            line.length = (size_t)(at - line.at);
            break;
        }
    return line;
}

/* A copy in which block comments are blanks; the text itself when it has none. */
static const char *without_blocks(struct aie2_asm *as, const struct aie2_text *text)
{
    if (text->length == 0 || !memmem(text->at, text->length, "/*", 2))
        return text->at;

    char *copy = kc_arena_strndup(as->arena, text->at, text->length);

    for (size_t i = 0; i + 1 < text->length; i++) {
        if (copy[i] == '/' && copy[i + 1] == '/')
            while (i + 1 < text->length && copy[i] != '\n')
                i++;
        if (copy[i] != '/' || copy[i + 1] != '*')
            continue;
        const char  *close = memmem(copy + i + 2, text->length - i - 2, "*/", 2);
        const size_t end = close ? (size_t)(close - copy) + 2 : text->length;

        if (!close)
            kc_error(as->dg, aie2_span(as, text->at + i, 2), "comment-open", NULL,
                     "this comment is never closed");
        for (; i < end; i++)
            if (copy[i] != '\n')
                copy[i] = ' ';
        i--;
    }
    return copy;
}

/* Counts a line, or a round of a repetition; true when it is one too many. */
static bool limit_met(struct aie2_asm *as, struct kc_str line)
{
    const char *what = as->depth > AIE2_DEPTH               ? "blocks inside each other"
                       : ++as->lines_read > AIE2_LINE_LIMIT ? "lines after repetition"
                                                            : NULL;

    if (what && !as->stopped)
        kc_error(as->dg, aie2_span(as, line.at, line.length), "text-limit", NULL, "too many %s",
                 what);
    as->stopped |= what != NULL;
    return as->stopped;
}

/* ---- blocks ------------------------------------------------------------------------------- */

static bool opens(struct kc_str word, const char *open)
{
    return kc_str_is(word, open) || (open[1] == 'r' && kc_str_is(word, ".rep"));
}

/* The text between a line that opened a block and its end; *offset moves behind the end. */
static bool block(struct aie2_asm *as, size_t *offset, uint32_t *number, const char *open,
                  const char *close, struct aie2_text *body)
{
    const struct aie2_text *text = &as->text;
    unsigned                depth = 1;

    *body = *text;
    body->at = text->at + *offset;
    body->base = text->base + *offset;
    body->line = *number + 1;
    while (*offset < text->length) {
        const size_t        here = *offset;
        const struct kc_str word = first_word(without_comment(next_line(text, offset)));

        *number += 1;
        as->lines_read++; /* looking for the end of a block is work, too */
        depth += opens(word, open) ? 1 : 0;
        depth -= kc_str_is(word, close) ? 1 : 0;
        if (depth == 0) {
            body->length = (size_t)(text->at + here - body->at);
            return true;
        }
    }
    return false;
}

static void read_body(struct aie2_asm *as, struct aie2_text body)
{
    const struct aie2_text outer = as->text;

    as->depth++;
    aie2_read_text(as, body);
    as->depth--;
    as->text = outer;
}

static void repeat(struct aie2_asm *as, struct kc_str line, struct kc_str word, size_t *offset,
                   uint32_t *number)
{
    const char         *at = word.at + word.length;
    int64_t             count = 0;
    struct aie2_symbol *symbol = NULL;
    struct aie2_text    body;

    if (!block(as, offset, number, ".rept", ".endr", &body)) {
        kc_error(as->dg, aie2_span(as, word.at, word.length), "block-open",
                 "close the block with .endr on a line of its own", ".rept without .endr");
        return;
    }
    if (!aie2_expression(as, &at, line.at + line.length, &count, &symbol))
        return;
    if (symbol || count < 0) {
        kc_error(as->dg, aie2_span(as, word.at, line.length - (size_t)(word.at - line.at)),
                 "directive-operand", NULL, "the count of .rept must be a number from 0 on");
        return;
    }
    for (int64_t i = 0; i < count && !limit_met(as, line); i++)
        read_body(as, body);
}

/* ---- macros ------------------------------------------------------------------------------- */

static void define_macro(struct aie2_asm *as, struct kc_str line, struct kc_str word,
                         size_t *offset, uint32_t *number)
{
    struct kc_str       rest = { word.at + word.length,
                                 line.length - (size_t)(word.at + word.length - line.at) };
    const struct kc_str name = first_word(rest);
    struct aie2_macro   macro = { .name = name };

    if (!block(as, offset, number, ".macro", ".endm", &macro.body)) {
        kc_error(as->dg, aie2_span(as, word.at, word.length), "block-open",
                 "close the block with .endm on a line of its own", ".macro without .endm");
        return;
    }
    if (name.length == 0) {
        kc_error(as->dg, aie2_span(as, word.at, word.length), "directive-operand", NULL,
                 ".macro needs a name");
        return;
    }
    as->lines_read += as->macro_count > AIE2_MACRO_LIMIT ? AIE2_LINE_LIMIT : 0;
    rest.length -= (size_t)(name.at + name.length - rest.at);
    rest.at = name.at + name.length;
    macro.parameters = kc_str_trim(rest);
    as->macro = aie2_grow(as->arena, as->macro, as->macro_count, &as->macro_room, sizeof macro);
    as->macro[as->macro_count++] = macro;
}

static const struct aie2_macro *find_macro(const struct aie2_asm *as, struct kc_str name)
{
    for (size_t i = as->macro_count; i-- > 0;)
        if (as->macro[i].name.length == name.length &&
            memcmp(as->macro[i].name.at, name.at, name.length) == 0)
            return &as->macro[i];
    return NULL;
}

/* The next word of a list separated by commas or blanks. */
static struct kc_str cut_word(struct kc_str *list)
{
    size_t begin = 0, end;

    while (begin < list->length && strchr(" \t,", list->at[begin]))
        begin++;
    for (end = begin; end < list->length && !strchr(" \t,", list->at[end]);)
        end++;

    const struct kc_str word = { list->at + begin, end - begin };

    list->at += end;
    list->length -= end;
    return word;
}

/* The argument for a parameter; its default after '=' when it is missing. */
static bool argument(const struct aie2_macro *macro, struct kc_str arguments, struct kc_str name,
                     struct kc_str *value)
{
    struct kc_str parameters = macro->parameters;

    while (parameters.length > 0) {
        struct kc_str       parameter = cut_word(&parameters);
        const struct kc_str word = kc_str_cut(&parameter, '=');
        const struct kc_str given = kc_str_trim(kc_str_cut(&arguments, ','));

        if (word.length == name.length && memcmp(word.at, name.at, name.length) == 0) {
            *value = given.length ? given : parameter;
            return true;
        }
    }
    return false;
}

static void substitute(const struct aie2_macro *macro, struct kc_str arguments, struct kc_buf *out)
{
    const struct kc_str body = { macro->body.at, macro->body.length };

    for (size_t i = 0; i < body.length; i++) {
        size_t        end = i + 1;
        struct kc_str value;

        while (body.at[i] == '\\' && end < body.length && is_word(body.at[end]) &&
               body.at[end] != '.')
            end++;
        if (end > i + 1 &&
            argument(macro, arguments, (struct kc_str){ body.at + i + 1, end - i - 1 }, &value)) {
            kc_buf_add(out, value.at, value.length);
            i = end - 1;
            if (i + 2 < body.length && body.at[i + 1] == '\\' && body.at[i + 2] == '(')
                i += 3; /* \name\() ends a name */
        } else {
            kc_buf_add(out, body.at + i, 1);
        }
        if (out->length > (size_t)AIE2_LINE_LIMIT * 4)
            return;
    }
}

static void use_macro(struct aie2_asm *as, const struct aie2_macro *macro, struct kc_str line,
                      struct kc_str word, uint32_t number)
{
    const struct kc_str arguments = { word.at + word.length,
                                      line.length - (size_t)(word.at + word.length - line.at) };
    struct aie2_text    body = macro->body;
    struct kc_buf       out = { 0 };

    if (macro->parameters.length > 0) {
        substitute(macro, kc_str_trim(arguments), &out);
        as->made_bytes += out.length;
        as->lines_read += as->made_bytes > AIE2_MADE_LIMIT ? AIE2_LINE_LIMIT : 0;
        body = (struct aie2_text){ .at = kc_arena_strndup(as->arena, out.text ? out.text : "",
                                                          out.length),
                                   .length = out.length,
                                   .line = number,
                                   .made = true,
                                   .called = aie2_span(as, word.at, word.length) };
        kc_buf_free(&out);
    }
    read_body(as, body);
}

/* ---- lines -------------------------------------------------------------------------------- */

void aie2_read_text(struct aie2_asm *as, struct aie2_text text)
{
    size_t   offset = 0;
    uint32_t number = text.line - 1;

    as->text = text;
    as->text.at = as->depth == 0 ? without_blocks(as, &text) : text.at;
    while (offset < text.length) {
        struct kc_str line = next_line(&as->text, &offset);

        number = text.made ? text.line : number + 1;
        line = without_comment(line);
        if (limit_met(as, line))
            return;

        const struct kc_str      word = first_word(line);
        const struct aie2_macro *macro = as->macro_count ? find_macro(as, word) : NULL;

        if (word.length >= 4 && (kc_str_is(word, ".rept") || kc_str_is(word, ".rep")))
            repeat(as, line, word, &offset, &number);
        else if (word.length == 6 && kc_str_is(word, ".macro"))
            define_macro(as, line, word, &offset, &number);
        else if (macro &&
                 !(word.at + word.length < line.at + line.length && word.at[word.length] == ':'))
            use_macro(as, macro, line, word, number);
        else
            aie2_asm_line(as, line, number);
    }
}

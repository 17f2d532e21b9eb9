/* What C text may not ask for: files, in any of the ways in which C asks.
 *
 * The text is read as a compiler's first phases read it, splices and comments taken out, because
 * that is what hides a directive from a naive search.  Only directives and single names matter; the
 * rest of the language is clang's business.
 */
#include <ctype.h>
#include <string.h>

#include "sandbox/compile.h"

static const char *const headers[] = { "stdint.h", "stddef.h", "stdbool.h", "limits.h",
                                       "riscv_vector.h" };

static const char only_headers[] =
    "a kernel may include <stdint.h>, <stddef.h>, <stdbool.h>, <limits.h> and <riscv_vector.h>; "
    "write everything else into the file";

/* Names that look at files wherever they stand. */
static const char *const probes[] = { "__has_include", "__has_include_next",
                                      "__has_embed",   "__include_macros",
                                      "_Pragma",       "__pragma" };

/* Inline assembly: its text may be put together from pieces. */
static const char *const assembly[] = { "asm", "__asm", "__asm__" };

/* Directives that neither read files nor change what a line is called. */
static const char *const directives[] = { "define", "undef", "if",      "ifdef",
                                          "ifndef", "elif",  "elifdef", "elifndef",
                                          "else",   "endif", "error",   "warning" };

/* First words of pragmas that only guide the optimiser. */
static const char *const pragmas[] = { "clang loop", "clang fp",       "clang diagnostic",
                                       "GCC unroll", "GCC diagnostic", "GCC ivdep",
                                       "unroll",     "nounroll",       "STDC" };

struct reader {
    struct kc_diags *dg;
    struct kc_str    text;
    size_t           at;
    bool             strict;
};

static bool listed(const char *const *list, size_t count, struct kc_str word)
{
    for (size_t i = 0; i < count; i++)
        if (kc_str_is(word, list[i]))
            return true;
    return false;
}

/* ---- characters, splices taken out --------------------------------------------------------- */

/* clang ends a line at either. */
static bool ends_line(int c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

/* How long a splice at i is: a backslash, blanks that compilers forgive, the end of the line. */
static size_t splice(struct kc_str t, size_t i)
{
    size_t k = i + 1;

    if (i >= t.length || t.at[i] != '\\')
        return 0;
    while (k < t.length && is_blank(t.at[k]))
        k++;
    if (k >= t.length || !ends_line(t.at[k]))
        return 0;
    if (k + 1 < t.length && ends_line(t.at[k + 1]) && t.at[k + 1] != t.at[k])
        k++;
    return k + 1 - i;
}

static void skip_splices(struct reader *r)
{
    size_t n;

    while ((n = splice(r->text, r->at)) > 0)
        r->at += n;
}

/* The character at hand, -1 at the end. */
static int peek(struct reader *r)
{
    skip_splices(r);
    return r->at < r->text.length ? (unsigned char)r->text.at[r->at] : -1;
}

static int next(struct reader *r)
{
    const int c = peek(r);

    r->at += c >= 0;
    return c;
}

/* The character after the one at hand. */
static int peek_second(struct reader *r)
{
    struct reader copy = *r;

    next(&copy);
    return peek(&copy);
}

static void skip_comment(struct reader *r)
{
    const bool line = peek_second(r) == '/';
    int        c;

    next(r);
    next(r);
    while ((c = peek(r)) >= 0 && !(line && ends_line(c))) {
        if (!line && c == '*' && peek_second(r) == '/') {
            next(r);
            next(r);
            return;
        }
        next(r);
    }
}

static bool at_comment(struct reader *r)
{
    const int second = peek(r) == '/' ? peek_second(r) : -1;

    return second == '/' || second == '*';
}

/* Blanks and comments, not the end of the line. */
static void skip_blanks(struct reader *r)
{
    for (;;) {
        const int c = peek(r);

        if (at_comment(r))
            skip_comment(r);
        else if (is_blank(c))
            next(r);
        else
            return;
    }
}

/* Inline assembly: a directive that reads files. */
static void check_literal(struct reader *r, size_t from)
{
    static const char *const names[] = { ".incbin", ".include" };

    for (size_t i = 0; i < KC_COUNT(names); i++)
        if (memmem(r->text.at + from, r->at - from, names[i], strlen(names[i])))
            kc_error(r->dg, (struct kc_span){ from, r->at }, "directive-refused",
                     "write the bytes as an array, the text into the kernel itself",
                     "inline assembly may not use '%s': a kernel reads no files", names[i]);
}

static void skip_quoted(struct reader *r)
{
    const size_t from = r->at;
    const int    quote = next(r);
    int          c;

    while ((c = peek(r)) >= 0 && !ends_line(c)) {
        next(r);
        if (c == quote)
            break;
        if (c == '\\')
            next(r);
    }
    check_literal(r, from);
}

static bool starts_word(int c)
{
    return isalpha(c) || c == '_' || c == '$';
}

/* The word at hand, without its splices; cut when it is longer than any we know. */
static struct kc_str word(struct reader *r, char *into, size_t size)
{
    size_t n = 0;

    for (int c = peek(r); starts_word(c) || (n > 0 && isdigit(c)); c = peek(r)) {
        if (n < size)
            into[n++] = (char)c;
        next(r);
    }
    return (struct kc_str){ into, n };
}

/* ---- directives ---------------------------------------------------------------------------- */

static void refuse(struct reader *r, size_t from, const char *id, const char *hint,
                   const char *format, struct kc_str what)
{
    kc_error(r->dg, (struct kc_span){ from, r->at }, id, hint, format, KC_STR(what));
}

/* The name between angle brackets, empty when it is something else. */
static struct kc_str header_name(struct reader *r, char *into, size_t size)
{
    size_t n = 0;

    if (peek(r) != '<')
        return (struct kc_str){ into, 0 };
    next(r);
    for (int c = peek(r); c >= 0 && c != '>' && !ends_line(c); c = peek(r)) {
        if (n < size)
            into[n++] = (char)c;
        next(r);
    }
    return (struct kc_str){ into, peek(r) == '>' ? n : 0 };
}

static void skip_line(struct reader *r);

static void include(struct reader *r, size_t from, struct kc_str directive)
{
    char          text[64];
    size_t        begin;
    struct kc_str name;

    skip_blanks(r);
    begin = r->at;
    name = header_name(r, text, sizeof text);
    if (kc_str_is(directive, "include") && listed(headers, KC_COUNT(headers), name)) {
        skip_line(r);
        return;
    }
    skip_line(r);
    const struct kc_str what = { r->text.at + begin, r->at - begin };

    refuse(r, from, "include-refused", only_headers, "this file cannot be included: %.*s", what);
}

static void pragma(struct reader *r, size_t from)
{
    char          text[48];
    size_t        n = 0;
    struct kc_str what;

    skip_blanks(r);
    for (int c = peek(r); c >= 0 && !ends_line(c) && c != '(' && n < sizeof text; c = peek(r)) {
        text[n++] = c == '\t' ? ' ' : (char)c;
        next(r);
    }
    what = kc_str_trim((struct kc_str){ text, n });
    for (size_t i = 0; i < KC_COUNT(pragmas); i++) {
        const size_t length = strlen(pragmas[i]);

        if (kc_str_starts(what, pragmas[i]) &&
            (what.length == length || !isalnum((unsigned char)what.at[length])))
            return;
    }
    refuse(r, from, "pragma-refused",
           "allowed: '#pragma clang loop', 'clang fp', 'clang diagnostic', 'GCC unroll', 'GCC "
           "ivdep', 'GCC diagnostic', 'unroll', 'nounroll', 'STDC'",
           "this pragma is not allowed here: %.*s", what);
}

/* From behind the '#'. */
static void directive(struct reader *r, size_t from)
{
    char          text[32];
    struct kc_str name;

    skip_blanks(r);
    if (ends_line(peek(r)) || peek(r) < 0)
        return;
    name = word(r, text, sizeof text);
    if (kc_str_starts(name, "include") || kc_str_is(name, "import") || kc_str_is(name, "embed"))
        include(r, from, name);
    else if (kc_str_is(name, "pragma"))
        pragma(r, from);
    else if (!listed(directives, KC_COUNT(directives), name)) {
        skip_line(r);
        refuse(r, from, "directive-refused",
               "allowed are #define, #undef, #if and its kin, #error, #pragma and #include of the "
               "few headers",
               "the preprocessor directive '%.*s' is not allowed here",
               name.length ? name : (struct kc_str){ "# number", 8 });
    }
}

/* ---- the rest of the text ------------------------------------------------------------------ */

static void check_word(struct reader *r)
{
    const size_t        from = r->at;
    char                text[32];
    const struct kc_str name = word(r, text, sizeof text);

    if (listed(probes, KC_COUNT(probes), name))
        refuse(r, from, "probe-refused",
               name.at[0] == '_' && kc_str_is(name, "_Pragma")
                   ? "write a #pragma line instead"
                   : "only the compiler's own headers exist here: there is nothing to probe",
               "'%.*s' is not allowed here", name);
    if (r->strict && listed(assembly, KC_COUNT(assembly), name))
        refuse(r, from, "asm-refused", "use intrinsics of <riscv_vector.h>",
               "'%.*s': inline assembly could read files, and nothing else prevents it on this "
               "kernel (no Landlock)",
               name);
}

/* Blanks beyond ASCII would hide a directive from us and not from clang. */
static void refuse_byte(struct reader *r)
{
    const size_t from = r->at;

    while (peek(r) >= 0x80 || peek(r) == 0)
        next(r);
    kc_error(r->dg, (struct kc_span){ from, r->at }, "non-ascii",
             "keep other characters to comments and strings",
             "outside comments and strings a kernel is plain ASCII text");
}

/* One token of any other kind. */
static void step(struct reader *r)
{
    const int c = peek(r);

    if (at_comment(r))
        skip_comment(r);
    else if (c == '"' || c == '\'')
        skip_quoted(r);
    else if (starts_word(c))
        check_word(r);
    else if (c >= 0x80 || c == 0)
        refuse_byte(r);
    else if (isdigit(c)) {
        while (isalnum(peek(r)) || peek(r) == '.' || peek(r) == '_')
            next(r);
    } else
        next(r);
}

static void skip_line(struct reader *r)
{
    while (peek(r) >= 0 && !ends_line(peek(r)))
        step(r);
}

static bool at_hash(struct reader *r)
{
    return peek(r) == '#' || (peek(r) == '%' && peek_second(r) == ':');
}

static void check_lines(struct reader *r)
{
    while (peek(r) >= 0) {
        skip_blanks(r);
        if (at_hash(r)) {
            const size_t from = r->at;

            if (next(r) == '%')
                next(r);
            directive(r, from);
        }
        skip_line(r);
        next(r);
    }
}

void kc_sandbox_check_c(struct kc_diags *dg, bool strict)
{
    struct reader r = { .dg = dg, .text = dg->source.text, .strict = strict };

    check_lines(&r);
}

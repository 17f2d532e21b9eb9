/* Lines to statements: comments, strings, and texts that macros and .rept put in front. */
#include <string.h>

#include "platforms/coral/coral_asm.h"

static const bool stops[256] = {
    ['\n'] = true, ['#'] = true, [';'] = true, ['/'] = true, ['"'] = true, ['\''] = true
};

/* Whether text could be an instruction: a mnemonic with a register first, or alone where that is
 * possible, or a jump to one name. */
static bool looks_like_code(struct kc_str text)
{
    size_t                   n = 0;
    const struct coral_name *name;
    struct coral_operands    o;

    while (n < text.length && coral_name_char(text.at[n]))
        n++;
    name = coral_name_find((struct kc_str){ text.at, n });
    o = coral_split(coral_trimmed(text.at + n, text.at + text.length));
    if (!name)
        return false;
    if (o.count == 0)
        return strcmp(name->name, "ret") == 0 || strcmp(name->name, "nop") == 0 ||
               (name->op >= 0 && coral_row_takes(name->op, 0));
    if (o.count == 1 && (strcmp(name->name, "j") == 0 || strcmp(name->name, "call") == 0))
        return !memchr(o.token[0].at, ' ', o.token[0].length);
    for (int kind = CORAL_KIND_X; kind <= CORAL_KIND_V; kind++)
        if (coral_register(o.token[0], (enum coral_kind)kind) >= 0)
            return true;
    return false;
}

/* GNU as takes ';' between two statements; here it starts a comment.  Say so, do not drop code. */
static KC_COLD void check_semicolon(struct coral_asm *as, struct kc_str before, const char *at,
                                    const char *end)
{
    const struct kc_str rest = coral_trimmed(at + 1, end);

    if (before.length && looks_like_code(rest))
        kc_error(as->dg, coral_span(as, rest), "semicolon", "write one instruction per line",
                 "';' starts a comment here, but this looks like an instruction");
}

static const char *block_comment_end(struct coral_asm *as, const char *at, const char *end)
{
    for (const char *c = at + 2; c + 1 < end; c++) {
        as->next_line += as->depth == 1 && *c == '\n';
        if (c[0] == '*' && c[1] == '/')
            return c + 2;
    }
    kc_error(as->dg, coral_span(as, (struct kc_str){ at, 2 }), "comment", "close it with */",
             "this comment is never closed");
    return end;
}

static const char *string_end(const char *at, const char *end)
{
    for (at++; at < end && *at != '\n'; at++) {
        if (*at == '\\' && at + 1 < end && at[1] != '\n')
            at++;
        else if (*at == '"')
            return at + 1;
    }
    return at;
}

/* Bytes that may not stand in code; strings and comments are skipped before. */
static bool bad_byte(struct coral_asm *as, const char *at, const char *end)
{
    const unsigned char byte = (unsigned char)*at;
    const size_t        n = kc_utf8_length(at, (size_t)(end - at));

    if ((byte >= 32 && byte < 127) || coral_blank(*at))
        return false;
    kc_error(as->dg, coral_span(as, (struct kc_str){ at, n ? n : 1 }), "bad-byte",
             "code is plain ASCII; other characters may stand in comments and strings only",
             n > 1 ? "a character that is not ASCII" : "byte 0x%02X is not part of any instruction",
             byte);
    return true;
}

static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline : end;
}

/* One line: the statement without comments.  A block comment inside makes a copy. */
static void next_statement(struct coral_asm *as, struct coral_reader *r, struct kc_str *s,
                           bool *broken)
{
    const char   *from = r->at, *at = from;
    struct kc_buf copy = { 0 };
    bool          copied = false;

    *broken = false;
    if (!r->expansion)
        as->line = as->next_line;
    for (; at < r->end; at++) {
        const unsigned char c = (unsigned char)*at;

        if (KC_LIKELY(c >= 32 && c < 127 && !stops[c]))
            continue;
        if (c == '\n')
            break;
        if (c == '#' || (c == '/' && at + 1 < r->end && at[1] == '/') || c == ';') {
            if (c == ';')
                check_semicolon(as, coral_trimmed(from, at), at, line_end(at, r->end));
            *s = coral_trimmed(from, at);
            at = line_end(at, r->end);
            goto done;
        }
        if (c == '/' && at + 1 < r->end && at[1] == '*') {
            kc_buf_add(&copy, from, (size_t)(at - from));
            kc_buf_add(&copy, " ", 1);
            copied = true;
            from = at = block_comment_end(as, at, r->end);
            at--;
        } else if (c == '"') {
            at = string_end(at, r->end) - 1;
        } else if (c == '\'' && at + 2 < r->end && at[1] != '\n') {
            at += at[1] == '\\' ? 2 : 1;
            at += at + 1 < r->end && at[1] == '\'' ? 1 : 0;
        } else if (!*broken && bad_byte(as, at, r->end)) {
            *broken = true;
        }
    }
    *s = coral_trimmed(from, at);
done:
    if (copied) {
        kc_buf_add(&copy, s->at, s->length);
        const char *text = kc_arena_strndup(as->arena, copy.text, copy.length);

        *s = coral_trimmed(text, text + copy.length);
    }
    kc_buf_free(&copy);
    r->at = at < r->end ? at + 1 : r->end;
    as->next_line += !r->expansion;
}

/* Whether .if says that statements count now. */
bool coral_active(const struct coral_asm *as)
{
    for (int i = 0; i < as->condition_count; i++)
        if (as->conditions[i] != 1)
            return false;
    return true;
}

static bool starts_word(struct kc_str s, const char *word)
{
    const size_t n = strlen(word);

    return s.length >= n && memcmp(s.at, word, n) == 0 &&
           (s.length == n || !coral_name_char(s.at[n]));
}

/* Leaves texts that are used up; .rept begins again. */
static struct coral_reader *innermost(struct coral_asm *as)
{
    while (as->depth) {
        struct coral_reader *r = &as->reader[as->depth - 1];

        if (r->at < r->end)
            return r;
        if (r->repeat && as->expanded <= CORAL_EXPANSION) {
            r->repeat--;
            r->at = r->begin;
            as->expanded += (size_t)(r->end - r->begin) + 1;
            continue;
        }
        if (r->repeat)
            kc_error(as->dg, as->statement, "macro-depth", NULL,
                     "macros and repetitions produce too much text");
        as->depth--;
    }
    return NULL;
}

bool coral_collect(struct coral_asm *as, const char *open, const char *open2, const char *close,
                   struct kc_str *body)
{
    struct coral_reader *r = &as->reader[as->depth - 1];
    int                  nested = 0;
    bool                 broken;

    body->at = r->at;
    while (r->at < r->end) {
        const char   *from = r->at;
        struct kc_str s;
        const size_t  errors = as->dg->errors;

        next_statement(as, r, &s, &broken);
        if (as->dg->errors != errors && !broken)
            return false;
        nested += starts_word(s, open) || (open2 && starts_word(s, open2));
        if (starts_word(s, close) && nested-- == 0) {
            body->length = (size_t)(from - body->at);
            return true;
        }
    }
    return false;
}

static bool is_condition(struct kc_str s)
{
    return kc_str_starts(s, ".if") || kc_str_starts(s, ".el") || kc_str_starts(s, ".endif");
}

bool coral_next_statement(struct coral_asm *as, struct kc_str *s)
{
    for (struct coral_reader *r; (r = innermost(as));) {
        bool broken;

        next_statement(as, r, s, &broken);
        if (!broken && s->length && (coral_active(as) || is_condition(*s)))
            return true;
    }
    return false;
}

/* The compiler's messages as our diagnostics: kernel.c:3:5: error: ... with the note below it as a
 * hint.  The text comes from a program that strangers have fed: every number is checked. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "sandbox/compile.h"

enum { MESSAGE_BYTES = 400, MESSAGES = 50 };

struct message {
    uint64_t      line, column; /* 0: nowhere in the source */
    const char   *kind;         /* "error", "warning", "note"; NULL: something else */
    struct kc_str text;
};

static struct kc_str cut_to(struct kc_str s, size_t most)
{
    return (struct kc_str){ s.at, s.length < most ? s.length : most };
}

/* What stands behind the first ": error: ", and where. */
static bool split(struct kc_str line, struct message *m, struct kc_str *place)
{
    static const char *const kinds[] = { "fatal error", "error", "warning", "note" };

    for (size_t k = 0; k < KC_COUNT(kinds); k++) {
        char        mark[24];
        const int   n = snprintf(mark, sizeof mark, "%s: ", kinds[k]);
        const char *at = memmem(line.at, line.length, mark, (size_t)n);

        if (!at || (at != line.at && (at < line.at + 2 || memcmp(at - 2, ": ", 2) != 0)))
            continue;
        *place = (struct kc_str){ line.at, (size_t)(at - line.at) };
        m->kind = k < 2 ? "error" : kinds[k];
        m->text = (struct kc_str){ at + n, line.length - (size_t)(at - line.at) - (size_t)n };
        return true;
    }
    return false;
}

static struct message read_message(struct kc_str line)
{
    struct message m = { 0 };
    struct kc_str  place;

    if (!split(line, &m, &place))
        return m;
    if (kc_str_starts(place, "kernel.c:") || kc_str_starts(place, "<stdin>:")) {
        kc_str_cut(&place, ':');
        if (!kc_str_u64(kc_str_cut(&place, ':'), &m.line) ||
            !kc_str_u64(kc_str_cut(&place, ':'), &m.column))
            m.line = 0;
    }
    m.text = cut_to(kc_str_trim(m.text), MESSAGE_BYTES);
    return m;
}

/* The word at a line and column of the source, empty when there is no such place. */
static struct kc_span span_of(struct kc_str t, uint64_t line, uint64_t column)
{
    size_t at = 0, end;

    for (; line > 1 && at < t.length; at++)
        line -= t.at[at] == '\n';
    if (line > 1 || column == 0 || column > t.length - at)
        return (struct kc_span){ at, at };
    at += (size_t)column - 1;
    for (end = at; end < t.length && (isalnum((unsigned char)t.at[end]) || t.at[end] == '_'); end++)
        continue;
    return (struct kc_span){ at, end > at ? end : at < t.length && t.at[at] != '\n' ? at + 1 : at };
}

static const char *note_text(struct kc_diags *dg, const struct message *note)
{
    if (!note->kind || strcmp(note->kind, "note") != 0)
        return NULL;
    if (note->line)
        return kc_arena_printf(dg->arena, "line %u: %.*s", (unsigned)note->line,
                               (int)note->text.length, note->text.at);
    return kc_arena_strndup(dg->arena, note->text.at, note->text.length);
}

static void report(struct kc_diags *dg, const struct message *m, const char *hint)
{
    const struct kc_span span = span_of(dg->source.text, m->line, m->column);
    const int            n = (int)m->text.length;
    const bool           warning = strcmp(m->kind, "warning") == 0;

    if (m->line == 0)
        kc_error_plain(dg, "compiler", hint, "%.*s", n, m->text.at);
    else if (warning)
        kc_warning(dg, span, "compiler", hint, "%.*s", n, m->text.at);
    else
        kc_error(dg, span, "compiler", hint, "%.*s", n, m->text.at);
}

void kc_sandbox_messages(struct kc_diags *dg, struct kc_str messages)
{
    struct message m = { 0 };

    for (size_t count = 0; messages.length && count < MESSAGES;) {
        const struct message after = read_message(kc_str_cut(&messages, '\n'));

        if (!after.kind)
            continue;
        if (m.kind && strcmp(m.kind, "note") != 0 && (m.line || strcmp(m.kind, "error") == 0)) {
            report(dg, &m, note_text(dg, &after));
            count++;
        }
        m = after;
    }
    if (m.kind && strcmp(m.kind, "note") != 0 && (m.line || strcmp(m.kind, "error") == 0))
        report(dg, &m, NULL);
}

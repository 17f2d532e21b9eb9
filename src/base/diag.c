/* Diagnostics: collecting, counting lines, and the caret view. */
#include "base/diag.h"

#include <stdio.h>
#include <string.h>

enum { NOTES_SHOWN = 3 };    /* the rest is in the JSON form */
enum { VIEW_COLUMNS = 100 }; /* how much of a long line is shown around the span */

void kc_diags_init(struct kc_diags *dg, struct kc_arena *arena, struct kc_source source)
{
    *dg = (struct kc_diags){ .arena = arena, .source = source, .seen_line = 1, .seen_column = 1 };
}

static size_t characters(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; count++) {
        const size_t n = kc_utf8_length(text + i, length - i);

        i += n ? n : 1;
    }
    return count;
}

/* Reports usually come in order, so counting goes on from the last one. */
static void see(struct kc_diags *dg, size_t offset)
{
    const char *text = dg->source.text.at;

    if (offset < dg->seen_offset) {
        dg->seen_offset = 0;
        dg->seen_line = dg->seen_column = 1;
    }
    while (dg->seen_offset < offset) {
        const char *eol = memchr(text + dg->seen_offset, '\n', offset - dg->seen_offset);

        if (!eol)
            break;
        dg->seen_offset = (size_t)(eol - text) + 1;
        dg->seen_line++;
        dg->seen_column = 1;
    }
    dg->seen_column += (uint32_t)characters(text + dg->seen_offset, offset - dg->seen_offset);
    dg->seen_offset = offset;
}

/* Where the line begins, or as far back as a view shows. */
static size_t view_begin(const struct kc_diags *dg, size_t offset)
{
    const size_t least = offset > VIEW_COLUMNS / 2 ? offset - VIEW_COLUMNS / 2 : 0;

    while (offset > least && dg->source.text.at[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Where the line ends, or as far on as a view shows. */
static size_t view_end(const struct kc_diags *dg, size_t begin)
{
    const struct kc_str text = dg->source.text;
    size_t              end = begin;

    while (end < text.length && text.at[end] != '\n' && end - begin < VIEW_COLUMNS)
        end++;
    if (end > begin && text.at[end - 1] == '\r' && (end == text.length || text.at[end] == '\n'))
        end--;
    return end;
}

bool kc_diags_full(const struct kc_diags *dg)
{
    return dg->kept == KC_DIAG_KEPT;
}

static void report(struct kc_diags *dg, enum kc_severity severity, const struct kc_span *span,
                   const char *id, const char *hint, const char *format, va_list args)
{
    size_t *const counter[] = { &dg->errors, &dg->warnings, &dg->notes };

    ++*counter[severity];
    if (kc_diags_full(dg))
        return;

    struct kc_diag *d = kc_arena_new(dg->arena, struct kc_diag);

    d->severity = severity;
    d->id = id;
    d->hint = hint;
    d->message = kc_arena_vprintf(dg->arena, format, args);
    if (span) {
        see(dg, span->begin);
        d->span = *span;
        d->line = dg->seen_line;
        d->column = dg->seen_column;
    }
    *(dg->last ? &dg->last->next : &dg->first) = d;
    dg->last = d;
    dg->kept++;
}

void kc_error(struct kc_diags *dg, struct kc_span span, const char *id, const char *hint,
              const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(dg, KC_SEVERITY_ERROR, &span, id, hint, format, args);
    va_end(args);
}

void kc_warning(struct kc_diags *dg, struct kc_span span, const char *id, const char *hint,
                const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(dg, KC_SEVERITY_WARNING, &span, id, hint, format, args);
    va_end(args);
}

void kc_remark(struct kc_diags *dg, struct kc_span span, const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(dg, KC_SEVERITY_NOTE, &span, id, NULL, format, args);
    va_end(args);
}

void kc_error_plain(struct kc_diags *dg, const char *id, const char *hint, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(dg, KC_SEVERITY_ERROR, NULL, id, hint, format, args);
    va_end(args);
}

void kc_diags_drop_notes(struct kc_diags *dg)
{
    struct kc_diag **link = &dg->first;

    dg->last = NULL;
    dg->notes = dg->kept = 0;
    while (*link)
        if ((*link)->severity == KC_SEVERITY_NOTE) {
            *link = (*link)->next;
        } else {
            dg->kept++;
            dg->last = *link;
            link = &(*link)->next;
        }
}

static const char *severity_name(enum kc_severity severity)
{
    static const char *const names[] = { "error", "warning", "note" };

    return names[severity];
}

/* The line with the span, cut to a window when it is very long, and the caret below it. */
static void render_view(const struct kc_diags *dg, const struct kc_diag *d, struct kc_buf *out,
                        bool colour)
{
    const char  *text = dg->source.text.at;
    const size_t begin = view_begin(dg, d->span.begin), end = view_end(dg, begin);
    size_t       stop = d->span.end < end ? d->span.end : end;

    if (stop < d->span.begin)
        stop = d->span.begin;
    const int gutter = snprintf(NULL, 0, "%5u", d->line);

    kc_buf_printf(out, "%5u | ", d->line);
    kc_buf_add_visible(out, text + begin, end - begin);
    kc_buf_printf(out, "\n%*s | ", gutter, "");
    kc_buf_printf(out, "%*s", (int)characters(text + begin, d->span.begin - begin), "");
    kc_buf_puts(out, colour ? "\033[32m^" : "^");
    for (size_t n = characters(text + d->span.begin, stop - d->span.begin); n > 1; n--)
        kc_buf_puts(out, "~");
    kc_buf_puts(out, colour ? "\033[0m\n" : "\n");
}

static void render_one(const struct kc_diags *dg, const struct kc_diag *d, struct kc_buf *out,
                       bool colour)
{
    static const char *const tints[] = { "\033[31;1m", "\033[35;1m", "\033[36m" };

    kc_buf_add_visible(out, dg->source.name, strlen(dg->source.name));
    kc_buf_puts(out, ":");
    if (d->line)
        kc_buf_printf(out, "%u:%u:", d->line, d->column);
    kc_buf_printf(out, " %s%s[%s]%s: ", colour ? tints[d->severity] : "",
                  severity_name(d->severity), d->id, colour ? "\033[0m" : "");
    kc_buf_add_visible(out, d->message, strlen(d->message));
    kc_buf_puts(out, "\n");
    if (d->line && d->severity != KC_SEVERITY_NOTE)
        render_view(dg, d, out, colour);
    if (d->hint)
        kc_buf_printf(out, "%shint:%s %s\n", colour ? "\033[36m" : "", colour ? "\033[0m" : "",
                      d->hint);
}

void kc_diags_render(const struct kc_diags *dg, struct kc_buf *out, bool colour)
{
    const size_t total = dg->errors + dg->warnings + dg->notes;

    size_t notes = 0;

    for (const struct kc_diag *d = dg->first; d; d = d->next)
        if (d->severity != KC_SEVERITY_NOTE || ++notes <= NOTES_SHOWN)
            render_one(dg, d, out, colour);
    if (notes > NOTES_SHOWN)
        kc_buf_printf(out, "%s: %zu more notes; --json lists them all\n", dg->source.name,
                      notes - NOTES_SHOWN);
    if (total > dg->kept)
        kc_buf_printf(out, "%s: %zu more diagnostics not shown (%zu errors, %zu warnings in all)\n",
                      dg->source.name, total - dg->kept, dg->errors, dg->warnings);
}

kc_json *kc_diags_json(const struct kc_diags *dg)
{
    kc_json *list = kc_json_array();

    for (const struct kc_diag *d = dg->first; d; d = d->next) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "severity", severity_name(d->severity));
        kc_json_set_str(o, "id", d->id);
        kc_json_set_str(o, "file", dg->source.name);
        kc_json_set_int(o, "line", d->line);
        kc_json_set_int(o, "column", d->column);
        kc_json_set_str(o, "message", d->message);
        if (d->hint)
            kc_json_set_str(o, "hint", d->hint);
        kc_json_push(list, o);
    }
    return list;
}

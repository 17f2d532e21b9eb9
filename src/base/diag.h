/* base/diag.h: what is wrong, where, what would be right, and what to do next.
 *
 * A diagnostic is an interface: its id is stable and greppable, its span exact, its hint one next
 * step (or NULL rather than a guess).  Many may be reported for one source; the first
 * KC_DIAG_KEPT are kept, all are counted, and rendering says how many were left out.
 */
#ifndef KC_BASE_DIAG_H
#define KC_BASE_DIAG_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"

enum { KC_DIAG_KEPT = 1000 };

/* A note is about code that is legal and often meant: one line, no caret. */
enum kc_severity { KC_SEVERITY_ERROR, KC_SEVERITY_WARNING, KC_SEVERITY_NOTE };

/* The text that spans point into.  Borrowed; must outlive the diagnostics. */
struct kc_source {
    const char   *name; /* as the user knows it: a path, "<command line>" */
    struct kc_str text;
};

struct kc_span {
    size_t begin, end; /* byte offsets; begin == end when there is no text to show */
};

struct kc_diag {
    enum kc_severity severity;
    const char      *id;
    struct kc_span   span;
    uint32_t         line, column; /* from 1, column in characters; line 0: no place */
    const char      *message;
    const char      *hint;
    struct kc_diag  *next;
};

struct kc_diags {
    struct kc_arena *arena;
    struct kc_source source;
    struct kc_diag  *first, *last;
    size_t           kept, errors, warnings, notes;
    size_t           seen_offset; /* counting of lines and columns resumes from here */
    uint32_t         seen_line, seen_column;
};

void kc_diags_init(struct kc_diags *dg, struct kc_arena *arena, struct kc_source source);

/* A diagnostic at span; hint may be NULL.  Message is formatted into the arena. */
void kc_error(struct kc_diags *dg, struct kc_span span, const char *id, const char *hint,
              const char *format, ...) KC_PRINTF(5, 6);
void kc_warning(struct kc_diags *dg, struct kc_span span, const char *id, const char *hint,
                const char *format, ...) KC_PRINTF(5, 6);
void kc_remark(struct kc_diags *dg, struct kc_span span, const char *id, const char *format, ...)
    KC_PRINTF(4, 5);

/* Forgets the notes: they are for who asked about the text. */
void kc_diags_drop_notes(struct kc_diags *dg);

/* Whether further diagnostics are only counted: no need to search for a hint. */
bool kc_diags_full(const struct kc_diags *dg);

/* An error about the whole source or about the world: no line, no caret. */
void kc_error_plain(struct kc_diags *dg, const char *id, const char *hint, const char *format, ...)
    KC_PRINTF(4, 5);

/* The caret view, in order of report; colour adds ANSI escapes. */
void kc_diags_render(const struct kc_diags *dg, struct kc_buf *out, bool colour);

/* An array of {severity, id, file, line, column, message, hint}. */
kc_json *kc_diags_json(const struct kc_diags *dg);

#endif

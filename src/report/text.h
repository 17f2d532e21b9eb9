/* report/text.h: hostile text made harmless.
 *
 * What comes out holds no markup of its own, is well-formed UTF-8, and shows what would not be
 * seen: control characters as their pictures, marks that turn the writing direction or take no room
 * as their numbers.  Terminal escapes are left out.  It may stand between tags, in a double-quoted
 * attribute, and in XML.
 */
#ifndef KC_REPORT_TEXT_H
#define KC_REPORT_TEXT_H

#include "base/str.h"

enum { KC_TEXT_LINE = 2000, KC_TEXT_NAME = 160 }; /* most characters of a line, of a name */

/* One line: line ends become pictures too; cut after KC_TEXT_NAME characters with an ellipsis. */
void kc_text_name(struct kc_buf *out, struct kc_str text);
void kc_text_names(struct kc_buf *out, const char *text);

/* Lines, for <pre>: at most most bytes of the text and KC_TEXT_LINE characters of each line; says
 * in the text how much was left out. */
void kc_text_lines(struct kc_buf *out, struct kc_str text, size_t most);

/* A piece of a line, whole: for texts that were cut already (kc_text_cut). */
void kc_text_piece(struct kc_buf *out, struct kc_str text);

/* The start of a text, at most most bytes, whole characters. */
struct kc_str kc_text_cut(struct kc_str text, size_t most);

/* The next line without its end; false at the end of the text. */
bool kc_text_next(struct kc_str *rest, struct kc_str *line);

/* Plain text for Markdown tables: no pipes, no line ends, nothing that starts markup. */
void kc_text_markdown(struct kc_buf *out, const char *text);

/* Numbers for people: 12,345; "10.0 MiB"; four significant digits with units of thousands. */
void kc_text_count(struct kc_buf *out, uint64_t value);
void kc_text_bytes(struct kc_buf *out, uint64_t bytes);
void kc_text_short(struct kc_buf *out, double value);

/* 1.23x, 0.045x, 12.3x: three significant digits. */
void kc_text_ratio(struct kc_buf *out, double value);

#endif

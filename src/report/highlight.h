/* report/highlight.h: kernels with their words told apart, from the machine's own tables.
 *
 * Tags: <b> an instruction, <var> a register, <i> a comment, <em> a label or directive; a first
 * word that the machine cannot know is <u>.  Text comes out as report/text.h makes it.
 */
#ifndef KC_REPORT_HIGHLIGHT_H
#define KC_REPORT_HIGHLIGHT_H

#include "base/arena.h"
#include "base/str.h"

struct kc_highlight;

/* For a target as written ("plena:rev=2026-07": the name decides, nothing is opened or read); a
 * platform that is not built in gets what can be told without tables.  In the arena. */
const struct kc_highlight *kc_highlight_new(struct kc_arena *arena, const char *target);

/* One line, without its end. */
void kc_highlight_line(const struct kc_highlight *h, struct kc_str line, struct kc_buf *out);

#endif

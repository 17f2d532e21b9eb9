/* report/diff.h: what changed between two texts, line by line (Myers, 1986). */
#ifndef KC_REPORT_DIFF_H
#define KC_REPORT_DIFF_H

#include "base/arena.h"
#include "base/str.h"

enum kc_edit { KC_EDIT_SAME, KC_EDIT_LESS, KC_EDIT_MORE };

struct kc_diff_line {
    enum kc_edit  edit;
    struct kc_str text;
    uint32_t      a, b; /* line numbers from 1; 0 on the side that lacks it */
};

struct kc_diff {
    const struct kc_diff_line *lines;
    size_t                     count;
    uint32_t                   less, more;
    bool                       whole; /* too different or too long: all of a, then all of b */
};

/* The shortest edit script; lines live in the arena and point into the texts. */
struct kc_diff kc_diff(struct kc_arena *arena, struct kc_str a, struct kc_str b);

#endif

/* Myers' greedy algorithm: the furthest point on each diagonal for 0, 1, 2 ... edits; the path is
 * found by walking the kept points back.  Equal ends are set aside first, and a limit on edits
 * bounds time and memory. */
#include "report/diff.h"

#include <string.h>

#include "report/text.h"

enum { MOST_LINES = 20000, MOST_EDITS = 1500 };

struct side {
    struct kc_str *lines;
    size_t         count;
};

static struct side split(struct kc_arena *arena, struct kc_str text)
{
    struct side   s = { 0 };
    struct kc_str rest = text, line;
    size_t        count = 1;

    for (size_t i = 0; i < text.length; i++)
        count += text.at[i] == '\n';
    s.lines = kc_arena_array(arena, struct kc_str, count);
    while (kc_text_next(&rest, &line))
        s.lines[s.count++] = line;
    return s;
}

static bool same(struct kc_str a, struct kc_str b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* ---- points ------------------------------------------------------------------------------- */

struct trace {
    const struct kc_str *a, *b; /* between equal ends */
    int                  n, m;
    int                **kept; /* kept[d][k + d]: furthest x on diagonal k with d edits */
    int                  edits;
};

static int furthest(const struct trace *t, int d, int k)
{
    int x;

    if (d == 0)
        x = 0;
    else if (k == -d || (k != d && t->kept[d - 1][k - 1 + d - 1] < t->kept[d - 1][k + 1 + d - 1]))
        x = t->kept[d - 1][k + 1 + d - 1]; /* a line of b more */
    else
        x = t->kept[d - 1][k - 1 + d - 1] + 1; /* a line of a less */
    while (x < t->n && x - k < t->m && x - k >= 0 && same(t->a[x], t->b[x - k]))
        x++;
    return x;
}

/* False when more edits are needed than are allowed. */
static bool search(struct kc_arena *arena, struct trace *t)
{
    t->kept = kc_arena_array(arena, int *, MOST_EDITS + 1);
    for (int d = 0; d <= MOST_EDITS; d++) {
        t->kept[d] = kc_arena_array(arena, int, (size_t)(2 * d + 1));
        for (int k = -d; k <= d; k++)
            t->kept[d][k + d] = -1;
        for (int k = -d; k <= d; k += 2) {
            const int x = furthest(t, d, k);

            t->kept[d][k + d] = x;
            if (x >= t->n && x - k >= t->m) {
                t->edits = d;
                return true;
            }
        }
    }
    return false;
}

/* ---- the script --------------------------------------------------------------------------- */

struct script {
    struct kc_diff_line *lines;
    size_t               count;
    uint32_t             less, more;
};

static void add(struct script *s, enum kc_edit edit, struct kc_str text, size_t a, size_t b)
{
    s->lines[s->count++] =
        (struct kc_diff_line){ edit, text, edit == KC_EDIT_MORE ? 0 : (uint32_t)a,
                               edit == KC_EDIT_LESS ? 0 : (uint32_t)b };
    s->less += edit == KC_EDIT_LESS;
    s->more += edit == KC_EDIT_MORE;
}

/* Walks back from the end and writes the middle in reverse. */
static void walk_back(const struct trace *t, size_t before, struct script *s)
{
    int x = t->n, y = t->m;

    for (int d = t->edits; d >= 0; d--) {
        const int  k = x - y;
        const bool down =
            d > 0 &&
            (k == -d || (k != d && t->kept[d - 1][k - 1 + d - 1] < t->kept[d - 1][k + 1 + d - 1]));
        const int from_k = down ? k + 1 : k - 1;
        const int from_x = d == 0 ? 0 : t->kept[d - 1][from_k + d - 1];
        const int start = d == 0 ? 0 : down ? from_x : from_x + 1;

        for (; x > start; x--, y--)
            add(s, KC_EDIT_SAME, t->a[x - 1], before + (size_t)x, before + (size_t)y);
        if (d == 0)
            break;
        if (down)
            add(s, KC_EDIT_MORE, t->b[y - 1], 0, before + (size_t)y);
        else
            add(s, KC_EDIT_LESS, t->a[x - 1], before + (size_t)x, 0);
        x = from_x;
        y = from_x - from_k;
    }
}

static void reverse(struct kc_diff_line *lines, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const struct kc_diff_line kept = lines[i];

        lines[i] = lines[count - 1 - i];
        lines[count - 1 - i] = kept;
    }
}

static void add_whole(const struct side *a, const struct side *b, struct script *s)
{
    for (size_t i = 0; i < a->count; i++)
        add(s, KC_EDIT_LESS, a->lines[i], i + 1, 0);
    for (size_t i = 0; i < b->count; i++)
        add(s, KC_EDIT_MORE, b->lines[i], 0, i + 1);
}

struct kc_diff kc_diff(struct kc_arena *arena, struct kc_str text_a, struct kc_str text_b)
{
    const struct side a = split(arena, text_a), b = split(arena, text_b);
    const size_t      least = a.count < b.count ? a.count : b.count;
    struct script     s = { kc_arena_array(arena, struct kc_diff_line, a.count + b.count + 1), 0, 0,
                            0 };
    size_t            before = 0, after = 0;

    while (before < least && same(a.lines[before], b.lines[before]))
        before++;
    while (after < least - before &&
           same(a.lines[a.count - 1 - after], b.lines[b.count - 1 - after]))
        after++;
    struct trace t = { .a = a.lines + before,
                       .b = b.lines + before,
                       .n = (int)(a.count - before - after),
                       .m = (int)(b.count - before - after) };

    if (a.count + b.count > MOST_LINES || !search(arena, &t)) {
        add_whole(&a, &b, &s);
        return (struct kc_diff){ s.lines, s.count, s.less, s.more, true };
    }
    for (size_t i = 0; i < before; i++)
        add(&s, KC_EDIT_SAME, a.lines[i], i + 1, i + 1);
    walk_back(&t, before, &s);
    reverse(s.lines + before, s.count - before);
    for (size_t i = 0; i < after; i++)
        add(&s, KC_EDIT_SAME, a.lines[a.count - after + i], a.count - after + i + 1,
            b.count - after + i + 1);
    return (struct kc_diff){ s.lines, s.count, s.less, s.more, false };
}

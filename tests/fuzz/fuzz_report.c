/* Any bytes as what a model wrote: in a page only our own tags are tags, and both texts come out of
 * their difference again. */
#include <string.h>

#include "fuzz.h"
#include "report/diff.h"
#include "report/highlight.h"
#include "report/text.h"

/* Well-formed, nothing that controls or turns, no tag but those of highlights. */
static void look(const struct kc_buf *out, bool tags)
{
    static const char *const ours[] = { "<b>",  "</b>", "<u>",   "</u>",  "<i>",
                                        "</i>", "<em>", "</em>", "<var>", "</var>" };

    for (size_t i = 0; i < out->length;) {
        const struct kc_str rest = { out->text + i, out->length - i };
        const size_t        n = kc_utf8_length(rest.at, rest.length);
        size_t              tag = 0;

        PROMISE(n > 0);
        PROMISE(*rest.at == '\n' || *rest.at == '\t' || (unsigned char)*rest.at >= 0x20);
        PROMISE(*rest.at != 0x7f && *rest.at != '"' && *rest.at != '\'');
        PROMISE(!kc_str_starts(rest, "\xe2\x80\xae") && !kc_str_starts(rest, "\xc2\x9b"));
        for (size_t k = 0; tags && k < KC_COUNT(ours); k++)
            tag = kc_str_starts(rest, ours[k]) ? strlen(ours[k]) : tag;
        PROMISE(tag || (*rest.at != '<' && *rest.at != '>'));
        i += tag ? tag : n;
    }
}

static void write_lines(const char *target, struct kc_str text)
{
    struct kc_arena            arena = { 0 };
    struct kc_buf              out = { 0 };
    const struct kc_highlight *h = kc_highlight_new(&arena, target);
    struct kc_str              rest = text, line;

    while (kc_text_next(&rest, &line)) {
        kc_highlight_line(h, line, &out);
        kc_buf_puts(&out, "\n");
    }
    look(&out, true);
    kc_buf_free(&out);
    kc_arena_free(&arena);
}

/* The lines of one side, as the difference has them. */
static void check_side(const struct kc_diff *d, enum kc_edit other, struct kc_str text)
{
    struct kc_str line;
    size_t        i = 0;

    while (kc_text_next(&text, &line)) {
        while (i < d->count && d->lines[i].edit == other)
            i++;
        PROMISE(i < d->count && d->lines[i].text.length == line.length);
        PROMISE(memcmp(d->lines[i].text.at, line.at, line.length) == 0);
        i++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const targets[] = { "plena", "coral", "aie2", "other" };
    const struct kc_str      text = { (const char *)data, size };
    const struct kc_str      a = { text.at, size / 2 }, b = { text.at + size / 2, size - size / 2 };
    struct kc_arena          arena = { 0 };
    struct kc_buf            out = { 0 };

    kc_buf_add(&out, "", 0);
    kc_text_lines(&out, text, size ? data[0] * 16u : 0);
    look(&out, false);
    if (size)
        write_lines(targets[data[0] % KC_COUNT(targets)], text);
    const struct kc_diff d = kc_diff(&arena, a, b);

    check_side(&d, KC_EDIT_MORE, a);
    check_side(&d, KC_EDIT_LESS, b);
    kc_buf_free(&out);
    kc_arena_free(&arena);
    return 0;
}

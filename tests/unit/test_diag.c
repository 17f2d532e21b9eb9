/* Diagnostics: places, the caret view, what is kept and counted, colour, JSON. */
#include <stdio.h>

#include "base/diag.h"
#include "testing.h"

static char *rendered(struct kc_arena *arena, const struct kc_diags *dg, bool colour)
{
    struct kc_buf buf = { 0 };

    kc_buf_puts(&buf, "");
    kc_diags_render(dg, &buf, colour);
    char *text = kc_arena_strndup(arena, buf.text, buf.length);

    kc_buf_free(&buf);
    return text;
}

/* ---- places ------------------------------------------------------------------------------- */

Test(diag, line_and_column)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        size_t        offset;
        uint32_t      line, column;
    } cases[] = {
        { "first byte", BYTES("abc"), 0, 1, 1 },
        { "in the first line", BYTES("abc"), 2, 1, 3 },
        { "end of the text", BYTES("abc"), 3, 1, 4 },
        { "empty text", BYTES(""), 0, 1, 1 },
        { "a tab is one column", BYTES("\t\tx"), 2, 1, 3 },
        { "second line", BYTES("a\nbc"), 3, 2, 2 },
        { "the newline belongs to its line", BYTES("a\nb"), 1, 1, 2 },
        { "after CRLF", BYTES("a\r\nbc"), 4, 2, 2 },
        { "the CR is a column", BYTES("a\r\nb"), 2, 1, 3 },
        { "empty lines count", BYTES("\n\n\nx"), 3, 4, 1 },
        { "after the last newline", BYTES("a\n"), 2, 2, 1 },
        { "a CR alone ends no line", BYTES("a\rb"), 2, 1, 3 },
        { "two bytes, one column", BYTES("\xc3\xbc\xc3\xbcx"), 4, 1, 3 },
        { "three bytes, one column", BYTES("\xe2\x82\xacx"), 3, 1, 2 },
        { "four bytes, one column", BYTES("\xf0\x9f\x98\x80x"), 4, 1, 2 },
        { "malformed bytes, a column each", BYTES("\xff\xfex"), 2, 1, 3 },
        { "only this line's characters count", BYTES("\xc3\xbc\nab"), 4, 2, 2 },
        { "NUL is a character", BYTES("\0\0x"), 2, 1, 3 },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_diags dg = diags_about(&arena, "t.s", cases[i].text);

        kc_error(&dg, (struct kc_span){ cases[i].offset, cases[i].offset }, "id", NULL, "m");
        cr_assert_not_null(dg.first, "%s", cases[i].name);
        cr_expect_eq(dg.first->line, cases[i].line, "%s: line %u", cases[i].name, dg.first->line);
        cr_expect_eq(dg.first->column, cases[i].column, "%s: column %u", cases[i].name,
                     dg.first->column);
    }
    kc_arena_free(&arena);
}

Test(diag, lines_in_any_order_of_report)
{
    static const char   text[] = "a\nb\nc\nd\ne\nf\n";
    static const size_t offsets[] = { 0, 10, 4, 4, 5, 12, 2, 11, 1, 0, 8 };
    struct kc_arena     arena = { 0 };
    struct kc_diags     dg = diags_about(&arena, "t.s", BYTES(text));

    for (size_t i = 0; i < KC_COUNT(offsets); i++) {
        kc_error(&dg, (struct kc_span){ offsets[i], offsets[i] }, "id", NULL, "m");
        cr_expect_eq(dg.last->line, offsets[i] / 2 + 1, "offset %zu: line %u", offsets[i],
                     dg.last->line);
        cr_expect_eq(dg.last->column, offsets[i] % 2 + 1, "offset %zu", offsets[i]);
    }
    kc_arena_free(&arena);
}

/* ---- what is kept ------------------------------------------------------------------------- */

Test(diag, fields_are_kept_in_order_of_report)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("one two"));

    kc_warning(&dg, (struct kc_span){ 4, 7 }, "second", NULL, "number %d", 2);
    kc_error(&dg, (struct kc_span){ 0, 3 }, "first", "try this", "word '%s'", "one");
    cr_expect_eq(dg.warnings, 1);
    cr_expect_eq(dg.errors, 1);
    cr_expect_eq(dg.kept, 2);
    cr_expect_eq(dg.first->severity, KC_SEVERITY_WARNING);
    cr_expect_str_eq(dg.first->id, "second");
    cr_expect_str_eq(dg.first->message, "number 2");
    cr_expect_null(dg.first->hint);
    cr_expect_eq(dg.first->span.begin, 4);
    cr_expect_eq(dg.first->span.end, 7);
    cr_expect_eq(dg.first->next, dg.last);
    cr_expect_eq(dg.last->severity, KC_SEVERITY_ERROR);
    cr_expect_str_eq(dg.last->message, "word 'one'");
    cr_expect_str_eq(dg.last->hint, "try this");
    cr_expect_null(dg.last->next);
    kc_arena_free(&arena);
}

static size_t length_of(const struct kc_diags *dg)
{
    size_t count = 0;

    for (const struct kc_diag *d = dg->first; d; d = d->next)
        count++;
    return count;
}

Test(diag, only_so_many_are_kept_but_all_are_counted)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("x"));
    const size_t    span = KC_DIAG_KEPT + 7;
    const char     *text, *tail = "\nt.s: 9 more diagnostics not shown (1007 errors, 2 warnings in "
                                  "all)\n";

    for (size_t i = 0; i < span; i++)
        kc_error(&dg, (struct kc_span){ 0, 1 }, "id", NULL, "number %zu", i);
    kc_warning(&dg, (struct kc_span){ 0, 1 }, "late", NULL, "m");
    kc_warning(&dg, (struct kc_span){ 0, 1 }, "late", NULL, "m");
    cr_expect_eq(dg.errors, span);
    cr_expect_eq(dg.warnings, 2);
    cr_expect_eq(dg.kept, KC_DIAG_KEPT);
    cr_expect_eq(length_of(&dg), KC_DIAG_KEPT);
    cr_expect_str_eq(dg.first->message, "number 0");
    cr_expect_str_eq(dg.last->message, "number 999");
    text = rendered(&arena, &dg, false);
    cr_assert_gt(strlen(text), strlen(tail));
    cr_expect_str_eq(text + strlen(text) - strlen(tail), tail);
    kc_arena_free(&arena);
}

Test(diag, exactly_as_many_as_are_kept_leave_none_out)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("x"));

    for (size_t i = 0; i < KC_DIAG_KEPT; i++)
        kc_error(&dg, (struct kc_span){ 0, 1 }, "id", NULL, "m");
    cr_expect_null(strstr(rendered(&arena, &dg, false), "not shown"));
    kc_arena_free(&arena);
}

/* ---- the view ----------------------------------------------------------------------------- */

/* The example of the style guide, byte for byte. */
Test(diag, the_documented_view)
{
    static const char text[] = "C_SET_SCALE_REG gp1\n\nS_ADDI_INT gp1, gp0, 300000\nV_EXP_V\n";
    const size_t      at = (size_t)(strstr(text, "300000") - text);
    struct kc_arena   arena = { 0 };
    struct kc_diags   dg = diags_about(&arena, "relu.s", BYTES(text));

    kc_error(&dg, (struct kc_span){ at, at + 6 }, "imm-range",
             "build large constants from S_LUI_INT followed by S_ADDI_INT",
             "immediate %d does not fit in %d unsigned bits (0 to %d)", 300000, 18, 262143);
    cr_expect_str_eq(rendered(&arena, &dg, false),
                     "relu.s:3:22: error[imm-range]: immediate 300000 does not fit in 18 unsigned "
                     "bits (0 to 262143)\n"
                     "    3 | S_ADDI_INT gp1, gp0, 300000\n"
                     "      |                      ^~~~~~\n"
                     "hint: build large constants from S_LUI_INT followed by S_ADDI_INT\n");
    kc_arena_free(&arena);
}

Test(diag, views)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        size_t        begin, end;
        const char   *view;
    } cases[] = {
        { "one character", BYTES("abc"), 1, 2, "    1 | abc\n      |  ^\n" },
        { "two characters", BYTES("abc"), 1, 3, "    1 | abc\n      |  ^~\n" },
        { "empty span", BYTES("abc"), 1, 1, "    1 | abc\n      |  ^\n" },
        { "whole line", BYTES("abc\ndef"), 0, 3, "    1 | abc\n      | ^~~\n" },
        { "tabs are blanks", BYTES("\ta\tb"), 3, 4, "    1 |  a b\n      |    ^\n" },
        { "CRLF is not shown", BYTES("ab\r\ncd\r\n"), 0, 2, "    1 | ab\n      | ^~\n" },
        { "second line of CRLF", BYTES("ab\r\ncd\r\n"), 5, 6, "    2 | cd\n      |  ^\n" },
        { "on the newline behind a CR", BYTES("ab\r\ncd"), 3, 3, "    1 | ab\n      |    ^\n" },
        { "the newline behind a CR", BYTES("ab\r\ncd"), 3, 4, "    1 | ab\n      |    ^\n" },
        { "CR at the end of the file", BYTES("ab\r"), 1, 2, "    1 | ab\n      |  ^\n" },
        { "a span over two lines stops at the end of the first", BYTES("abc\ndef"), 1, 6,
          "    1 | abc\n      |  ^~\n" },
        { "a span over CRLF stops before it", BYTES("abc\r\ndef"), 1, 7,
          "    1 | abc\n      |  ^~\n" },
        { "end of the file", BYTES("abc"), 3, 3, "    1 | abc\n      |    ^\n" },
        { "end of the file after a newline", BYTES("abc\n"), 4, 4, "    2 | \n      | ^\n" },
        { "end of the line", BYTES("abc\nx"), 3, 3, "    1 | abc\n      |    ^\n" },
        { "empty file", BYTES(""), 0, 0, "    1 | \n      | ^\n" },
        { "UTF-8 before the span", BYTES("\xc3\xbc\xe2\x82\xac x"), 6, 7,
          "    1 | \xc3\xbc\xe2\x82\xac x\n      |    ^\n" },
        { "UTF-8 inside the span", BYTES("a \xc3\xbc\xc3\xbc b"), 2, 6,
          "    1 | a \xc3\xbc\xc3\xbc b\n      |   ^~\n" },
        { "malformed UTF-8", BYTES("\xff\xfe ab"), 3, 5, "    1 | ?? ab\n      |    ^~\n" },
        { "control characters", BYTES("\x1b[0m\0ab"), 5, 7, "    1 | ?[0m?ab\n      |      ^~\n" },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_diags dg = diags_about(&arena, "t.s", cases[i].text);

        kc_error(&dg, (struct kc_span){ cases[i].begin, cases[i].end }, "id", NULL, "m");
        const char *text = rendered(&arena, &dg, false), *head = strchr(text, '\n');

        cr_assert_not_null(head, "%s", cases[i].name);
        cr_expect_str_eq(head + 1, cases[i].view, "%s:\n%s", cases[i].name, text);
    }
    kc_arena_free(&arena);
}

Test(diag, without_a_place_there_is_no_view)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "<platform>", BYTES("plena:mlen=3"));

    kc_error_plain(&dg, "geometry", NULL, "MLEN must be a multiple of %s", "BLEN");
    kc_error_plain(&dg, "file", "look again", "no such file");
    cr_expect_eq(dg.errors, 2);
    cr_expect_eq(dg.first->line, 0);
    cr_expect_str_eq(rendered(&arena, &dg, false),
                     "<platform>: error[geometry]: MLEN must be a multiple of BLEN\n"
                     "<platform>: error[file]: no such file\n"
                     "hint: look again\n");
    kc_arena_free(&arena);
}

Test(diag, warnings_say_so)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("ab"));

    kc_warning(&dg, (struct kc_span){ 0, 2 }, "gp0-write", "use gp1", "gp0 is written");
    cr_expect_str_eq(rendered(&arena, &dg, false), "t.s:1:1: warning[gp0-write]: gp0 is written\n"
                                                   "    1 | ab\n"
                                                   "      | ^~\n"
                                                   "hint: use gp1\n");
    kc_arena_free(&arena);
}

Test(diag, messages_are_made_visible)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("x"));

    kc_error(&dg, (struct kc_span){ 0, 1 }, "id", NULL, "unknown '%s'", "a\x1b[2J\xff\n");
    cr_expect_str_eq(rendered(&arena, &dg, false), "t.s:1:1: error[id]: unknown 'a?[2J?\?'\n"
                                                   "    1 | x\n"
                                                   "      | ^\n");
    kc_arena_free(&arena);
}

Test(diag, nothing_reported_renders_nothing)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("x"));

    cr_expect_str_eq(rendered(&arena, &dg, false), "");
    kc_arena_free(&arena);
}

/* Colour adds escape sequences and changes nothing else. */
Test(diag, colour)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("one two"));
    char           *with, *plain, *to;

    kc_error(&dg, (struct kc_span){ 0, 3 }, "a", "first hint", "first");
    kc_warning(&dg, (struct kc_span){ 4, 7 }, "b", NULL, "second");
    with = rendered(&arena, &dg, true);
    plain = rendered(&arena, &dg, false);
    cr_expect_null(strchr(plain, '\x1b'));
    cr_expect_not_null(strchr(with, '\x1b'));
    to = with;
    for (const char *from = with; *from;)
        if (*from == '\x1b')
            from += strcspn(from, "m") + 1;
        else
            *to++ = *from++;
    *to = '\0';
    cr_expect_str_eq(with, plain);
    kc_arena_free(&arena);
}

/* ---- long lines --------------------------------------------------------------------------- */

struct view {
    const char *line, *caret; /* behind the gutters */
    size_t      line_length, caret_column, caret_length;
};

/* Takes the two lines of the only diagnostic's view apart. */
static struct view view_of(struct kc_arena *arena, const struct kc_diags *dg)
{
    const char *line = strchr(rendered(arena, dg, false), '\n') + 1;
    struct view v = { .line = strstr(line, "| ") + 2 };

    v.line_length = strcspn(v.line, "\n");
    v.caret = strstr(v.line + v.line_length, "| ") + 2;
    v.caret_column = strspn(v.caret, " ");
    v.caret_length = strcspn(v.caret + v.caret_column, "\n");
    return v;
}

Test(diag, long_lines_are_clipped_around_the_span)
{
    enum { LENGTH = 5000, WIDEST = 120 };
    static char     line[LENGTH];
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < LENGTH; i++)
        line[i] = (char)('!' + i * 7 % 89);
    for (size_t at = 0; at < LENGTH; at += at < 200 || at > LENGTH - 200 ? 1 : 97) {
        struct kc_diags dg = diags_about(&arena, "t.s", (struct kc_str){ line, LENGTH });

        kc_error(&dg, (struct kc_span){ at, at + 5 < LENGTH ? at + 5 : LENGTH }, "id", NULL, "m");
        const struct view v = view_of(&arena, &dg);
        const size_t      marked = LENGTH - at < 5 ? LENGTH - at : 5;

        cr_assert_leq(v.line_length, WIDEST, "offset %zu: %zu columns", at, v.line_length);
        cr_assert_lt(v.caret_column, v.line_length, "offset %zu", at);
        cr_assert_eq(memcmp(v.line + v.caret_column, line + at, marked), 0,
                     "offset %zu: the caret points elsewhere", at);
        cr_assert_eq(v.caret_length, marked, "offset %zu: %zu marked", at, v.caret_length);
        cr_assert_eq(v.caret[v.caret_column], '^', "offset %zu", at);
    }
    kc_arena_free(&arena);
}

Test(diag, long_spans_are_clipped)
{
    enum { LENGTH = 3000, WIDEST = 120 };
    static char     line[LENGTH];
    struct kc_arena arena = { 0 };

    memset(line, 'a', LENGTH);
    for (size_t at = 0; at < LENGTH; at += 250) {
        struct kc_diags dg = diags_about(&arena, "t.s", (struct kc_str){ line, LENGTH });

        kc_error(&dg, (struct kc_span){ at, LENGTH }, "id", NULL, "m");
        const struct view v = view_of(&arena, &dg);

        cr_expect_leq(v.line_length, WIDEST, "offset %zu", at);
        cr_expect_leq(v.caret_column + v.caret_length, v.line_length, "offset %zu", at);
        cr_expect_geq(v.caret_length, 40, "offset %zu", at);
    }
    kc_arena_free(&arena);
}

/* Two-byte characters: wherever the window cuts, the caret stays below the span. */
Test(diag, long_lines_of_utf8_keep_the_caret_in_place)
{
    enum { LETTERS = 400 };
    static char     line[2 * LETTERS + 1];
    struct kc_arena arena = { 0 };

    for (size_t odd = 0; odd < 2; odd++)
        for (size_t letter = 0; letter < LETTERS; letter += 13) {
            const size_t at = odd + 2 * letter;
            size_t       columns = 0;

            line[0] = 'a';
            for (size_t i = 0; i < LETTERS; i++)
                memcpy(line + odd + 2 * i, "\xc3\xbc", 2);
            line[at] = '<', line[at + 1] = '>';
            struct kc_diags dg =
                diags_about(&arena, "t.s", (struct kc_str){ line, odd + 2 * LETTERS });

            kc_error(&dg, (struct kc_span){ at, at + 2 }, "id", NULL, "m");
            cr_expect_eq(dg.first->column, odd + letter + 1, "letter %zu", letter);
            const struct view v = view_of(&arena, &dg);

            for (const char *c = v.line; *c != '<' && *c != '\n'; columns++)
                c += kc_utf8_length(c, 4);
            cr_expect_eq(v.caret_column, columns, "letter %zu, odd %zu", letter, odd);
            cr_expect_eq(v.caret_length, 2, "letter %zu, odd %zu", letter, odd);
        }
    kc_arena_free(&arena);
}

Test(diag, span_behind_a_long_line)
{
    static char     line[1000];
    struct kc_arena arena = { 0 };

    memset(line, 'a', sizeof line);
    struct kc_diags dg = diags_about(&arena, "t.s", (struct kc_str){ line, sizeof line });

    kc_error(&dg, (struct kc_span){ sizeof line, sizeof line }, "id", NULL, "m");
    const struct view v = view_of(&arena, &dg);

    cr_expect_eq(v.caret_column, v.line_length);
    cr_expect_eq(v.caret_length, 1);
    kc_arena_free(&arena);
}

/* ---- JSON --------------------------------------------------------------------------------- */

Test(diag, json)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("one\ntwo"));
    struct kc_buf   buf = { 0 };

    kc_error(&dg, (struct kc_span){ 5, 7 }, "imm-range", "next step", "a \"quoted\" \xff");
    kc_warning(&dg, (struct kc_span){ 0, 3 }, "gp0-write", NULL, "m");
    kc_error_plain(&dg, "file", NULL, "p");
    kc_json *list = kc_diags_json(&dg);

    kc_json_print(list, &buf, false);
    cr_expect_str_eq(buf.text,
                     "[{\"severity\":\"error\",\"id\":\"imm-range\",\"file\":\"t.s\",\"line\":2,"
                     "\"column\":2,\"message\":\"a \\\"quoted\\\" \xef\xbf\xbd\","
                     "\"hint\":\"next step\"},"
                     "{\"severity\":\"warning\",\"id\":\"gp0-write\",\"file\":\"t.s\",\"line\":1,"
                     "\"column\":1,\"message\":\"m\"},"
                     "{\"severity\":\"error\",\"id\":\"file\",\"file\":\"t.s\",\"line\":0,"
                     "\"column\":0,\"message\":\"p\"}]",
                     "%s", buf.text);
    kc_json_free(list);
    kc_buf_free(&buf);
    kc_arena_free(&arena);
}

Test(diag, json_of_nothing_is_an_empty_array)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg = diags_about(&arena, "t.s", BYTES("x"));
    kc_json        *list = kc_diags_json(&dg);
    struct kc_buf   buf = { 0 };

    kc_json_print(list, &buf, false);
    cr_expect_str_eq(buf.text, "[]");
    kc_json_free(list);
    kc_buf_free(&buf);
    kc_arena_free(&arena);
}

/* ---- many lines --------------------------------------------------------------------------- */

/* The gutter grows with the number. */
Test(diag, the_caret_stays_in_place_on_line_100000)
{
    enum { LINES = 99999 };
    static char     text[LINES + 3];
    struct kc_arena arena = { 0 };

    memset(text, '\n', LINES);
    memcpy(text + LINES, "abc", 3);
    struct kc_diags dg = diags_about(&arena, "t.s", (struct kc_str){ text, sizeof text });

    kc_error(&dg, (struct kc_span){ LINES + 1, LINES + 2 }, "id", NULL, "m");
    cr_expect_eq(dg.first->line, 100000);
    const char *line = strchr(rendered(&arena, &dg, false), '\n') + 1;
    const char *caret = strchr(line, '\n') + 1;

    cr_expect_eq(strcspn(caret, "^"), strcspn(line, "b"), "\n%s", line);
    kc_arena_free(&arena);
}

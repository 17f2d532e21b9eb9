/* One run: what it came to, its kernel, its attempts, what was said.
 *
 * The record is read once.  What the agent wrote last, what it was told about its cycles and about
 * the places where its output was wrong, stand before the talk, for that is what people look for.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/diff.h"
#include "report/transcript.h"

enum { CONTEXT = 3 };

/* ---- kernels ------------------------------------------------------------------------------ */

/* Cycles of a source line in a profile; 0 when it is not among the most expensive. */
static int64_t line_cycles(const kc_json *profile, uint32_t line)
{
    const kc_json *lines = kc_json_get(profile, "lines");

    for (size_t i = 0; i < kc_json_length(lines); i++)
        if (kc_json_get_int(kc_json_at(lines, i), "line", 0) == line)
            return kc_json_get_int(kc_json_at(lines, i), "cycles", 0);
    return 0;
}

static void add_gutter_cycles(double share, int64_t cycles, struct kc_buf *out)
{
    struct kc_buf text = { 0 };

    for (int k = 0; k < 20 && share > 0.05 * k + 0.025; k++)
        kc_buf_puts(out, "\xe2\x96\x88");
    kc_text_count(&text, (uint64_t)cycles);
    kc_buf_printf(out, " %5.1f%% %8s ", 100.0 * share, text.text);
    kc_buf_free(&text);
}

/* Line numbers, and cycles with a bar where a profile knows them. */
static void add_gutter(const kc_json *profile, uint32_t count, struct kc_buf *out)
{
    const double all = (double)kc_json_get_int(profile, "cycles", 0);

    kc_buf_puts(out, "<pre class=\"gutter\" aria-hidden=\"true\">");
    for (uint32_t i = 1; i <= count; i++) {
        const int64_t cycles = profile ? line_cycles(profile, i) : 0;

        if (cycles > 0)
            add_gutter_cycles(all > 0.0 ? (double)cycles / all : 0.0, cycles, out);
        kc_buf_printf(out, "%4" PRIu32 "\n", i);
    }
    kc_buf_puts(out, "</pre>");
}

static void add_code_lines(const struct transcript *t, struct kc_str code, uint32_t *count,
                           struct kc_buf *out)
{
    struct kc_str rest = code, line;

    for (*count = 0; kc_text_next(&rest, &line); (*count)++) {
        const struct kc_str start = kc_text_cut(line, KC_TEXT_LINE);

        kc_highlight_line(t->highlight, start, out);
        if (start.length < line.length) {
            kc_buf_puts(out, "\xe2\x80\xa6 [a line of ");
            kc_text_bytes(out, line.length);
            kc_buf_puts(out, "]");
        }
        kc_buf_puts(out, "\n");
    }
}

/* The start of a text in whole lines, or of its only line. */
static struct kc_str cut_lines(struct kc_str text, size_t most)
{
    const struct kc_str start = kc_text_cut(text, most);
    const char *end = start.length < text.length ? memrchr(start.at, '\n', start.length) : NULL;

    return end ? (struct kc_str){ start.at, (size_t)(end + 1 - start.at) } : start;
}

static void add_code(struct transcript *t, struct kc_str code, const kc_json *profile, size_t most)
{
    const struct kc_str shown = cut_lines(code, most);
    struct kc_buf       lines = { 0 };
    uint32_t            count;

    kc_buf_add(&lines, "", 0);
    add_code_lines(t, shown, &count, &lines);
    kc_buf_puts(t->out, "<div class=\"code\" tabindex=\"0\" role=\"group\" aria-label=\"Kernel\">");
    add_gutter(profile, count, t->out);
    kc_buf_puts(t->out, "<pre>");
    kc_buf_add(t->out, lines.text, lines.length);
    kc_buf_puts(t->out, "</pre></div>\n");
    kc_buf_free(&lines);
    if (shown.length == code.length)
        return;
    kc_buf_puts(t->out, "<p class=\"note\">The first ");
    kc_text_bytes(t->out, shown.length);
    kc_buf_puts(t->out, " of ");
    kc_text_bytes(t->out, code.length);
    kc_buf_puts(t->out, "; kc export has all of it.</p>\n");
}

static bool is_near(const struct kc_diff *d, size_t i)
{
    const size_t from = i > CONTEXT ? i - CONTEXT : 0;

    for (size_t k = from; k <= i + CONTEXT && k < d->count; k++)
        if (d->lines[k].edit != KC_EDIT_SAME)
            return true;
    return false;
}

static void add_diff_line(const struct kc_diff_line *line, struct kc_buf *out)
{
    static const char *const open[] = { "  ", "<del>- ", "<ins>+ " };
    static const char *const close[] = { "\n", "\n</del>", "\n</ins>" };

    kc_buf_puts(out, open[line->edit]);
    kc_text_piece(out, kc_text_cut(line->text, KC_TEXT_LINE));
    kc_buf_puts(out, close[line->edit]);
}

static void add_diff(struct transcript *t, struct kc_str a, struct kc_str b, size_t most)
{
    struct kc_arena      scratch = { 0 };
    const struct kc_diff d = kc_diff(&scratch, a, b);
    const size_t         start = t->out->length;
    bool                 skipped = false;

    kc_buf_printf(t->out,
                  "<p>Against the attempt before: %" PRIu32 " lines added, %" PRIu32
                  " removed.</p>",
                  d.more, d.less);
    kc_buf_puts(t->out, "<pre class=\"diff\" tabindex=\"0\">");
    for (size_t i = 0; i < d.count; i++) {
        if (t->out->length - start > most) {
            kc_buf_printf(t->out, "\xe2\x80\xa6 %zu more lines\n", d.count - i);
            break;
        }
        if (!is_near(&d, i)) {
            skipped = true;
            continue;
        }
        if (skipped || i == 0)
            kc_buf_printf(t->out, "@ line %" PRIu32 "\n",
                          d.lines[i].b ? d.lines[i].b : d.lines[i].a);
        skipped = false;
        add_diff_line(&d.lines[i], t->out);
    }
    kc_buf_puts(t->out, "</pre>\n");
    kc_arena_free(&scratch);
}

/* ---- the head ----------------------------------------------------------------------------- */

static void add_number(struct kc_buf *out, const char *name, uint64_t value)
{
    if (!value)
        return;
    kc_buf_printf(out, "<div><dt>%s</dt><dd>", name);
    kc_text_count(out, value);
    kc_buf_puts(out, "</dd></div>");
}

static void add_numbers(struct transcript *t)
{
    const struct kc_run_sum   *s = &t->row.sum;
    const struct kc_report_run run = { .row = t->row, .mark = kc_run_mark(s) };
    const struct report_ratios q = report_ratios(&run);

    kc_buf_puts(t->out, "<dl class=\"facts\">");
    add_number(t->out, "cycles", s->cycles);
    if (q.compiler > 0.0) {
        kc_buf_puts(t->out, "<div><dt>over our compiler</dt><dd>");
        kc_text_ratio(t->out, q.compiler);
        kc_buf_puts(t->out, "</dd></div>");
    }
    if (q.light > 0.0)
        kc_buf_printf(t->out, "<div><dt>speed of light</dt><dd>%.0f&#8239;%%</dd></div>",
                      100.0 * q.light);
    if (s->evaluations)
        kc_buf_printf(t->out, "<div><dt>best match</dt><dd>%.4g&#8239;%%</dd></div>",
                      100.0 * s->match_rate);
    add_number(t->out, "iterations", s->answers);
    add_number(t->out, "first correct at", s->first_correct);
    add_number(t->out, "best at", s->best_at);
    add_number(t->out, "calls", s->calls);
    add_number(t->out, "tokens in", (uint64_t)report_tokens_in(s));
    add_number(t->out, "tokens out", (uint64_t)report_plus(s->output, 0));
    if (s->cost > 0.0)
        kc_buf_printf(t->out, "<div><dt>cost</dt><dd>$%.3f</dd></div>", s->cost);
    kc_buf_puts(t->out, "</dl>\n");
}

static void add_head(struct transcript *t, bool embedded)
{
    const enum kc_mark mark = kc_run_mark(&t->row.sum);

    kc_buf_printf(t->out, "<article class=\"run\" id=\"run-%" PRId64 "\">", t->row.id);
    if (embedded)
        kc_buf_puts(t->out, "<p class=\"back\"><a href=\"#runs\">All runs</a></p>");
    kc_buf_puts(t->out, "<h2>");
    kc_text_names(t->out, t->row.what.platform);
    kc_buf_puts(t->out, " ");
    kc_text_names(t->out, t->row.what.task);
    kc_buf_puts(t->out, " ");
    kc_text_names(t->out, t->row.what.config);
    kc_buf_puts(t->out, "</h2><p>");
    report_mark(mark, t->out);
    kc_buf_printf(t->out, " <b>%s</b>, %s. Run %" PRId64 " of ", kc_mark_name(mark),
                  report_mark_words(mark), t->row.id);
    kc_text_names(t->out, t->row.what.agent);
    kc_buf_printf(t->out, ", repeat %" PRIu32 ".</p>\n", t->row.what.repeat);
    add_numbers(t);
    if (*t->row.sum.error) {
        kc_buf_puts(t->out, "<pre class=\"text\" tabindex=\"0\">");
        kc_text_lines(t->out, kc_str_from(t->row.sum.error), 2000);
        kc_buf_puts(t->out, "</pre>\n");
    }
}

/* ---- evaluations, maps -------------------------------------------------------------------- */

static uint32_t answer_of(const struct transcript *t, uint32_t seq)
{
    uint32_t answers = 0;

    for (size_t i = 0; i < t->event_count && t->events[i].seq <= seq; i++)
        answers += t->events[i].kind == KC_EVENT_ANSWER && transcript_is_iteration(t->bodies[i]);
    return answers;
}

static void add_evaluations(struct transcript *t)
{
    enum { MOST = 60 };

    if (!t->evaluation_count)
        return;
    kc_buf_puts(t->out, "<h3>Evaluations</h3><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                        "aria-label=\"Evaluations\"><table><thead><tr><th scope=\"col\">iteration"
                        "</th><th scope=\"col\" class=\"t\">verdict</th><th scope=\"col\">match"
                        "</th><th scope=\"col\">cycles</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < t->evaluation_count && i < MOST; i++) {
        const struct kc_evaluation_row *e = &t->evaluations[i];

        kc_buf_printf(t->out, "<tr><th scope=\"row\">%" PRIu32 "</th><td class=\"t\">",
                      answer_of(t, e->seq));
        kc_text_names(t->out, e->verdict);
        kc_buf_printf(t->out, "</td><td>%.4g&#8239;%%</td><td>", 100.0 * e->match_rate);
        if (e->cycles)
            kc_text_count(t->out, e->cycles);
        kc_buf_puts(t->out, "</td></tr>\n");
    }
    kc_buf_puts(t->out, "</tbody></table></div>\n");
    if (t->evaluation_count > MOST)
        kc_buf_printf(t->out, "<p class=\"note\">and %zu more</p>\n", t->evaluation_count - MOST);
}

static const char *map_tag(char c)
{
    return c == '#' ? "del" : c == '0' ? "em" : c == '?' ? "i" : c == '!' ? "b" : NULL;
}

/* Equal marks in a row share one tag. */
static void add_map_line(struct kc_str line, struct kc_buf *out)
{
    size_t i = 0;

    line = kc_text_cut(line, KC_TEXT_LINE);
    while (i < line.length) {
        const size_t start = i;
        const char  *tag = map_tag(line.at[i]);

        while (i < line.length && map_tag(line.at[i]) == tag)
            i++;
        if (tag)
            kc_buf_printf(out, "<%s>", tag);
        kc_text_piece(out, (struct kc_str){ line.at + start, i - start });
        if (tag)
            kc_buf_printf(out, "</%s>", tag);
    }
    kc_buf_puts(out, "\n");
}

static void add_map(struct transcript *t)
{
    struct kc_str rest = kc_text_cut(t->tile_map, 8192), line;

    if (!t->tile_map.length)
        return;
    kc_buf_puts(t->out, "<h3>Tile map of the last mismatch</h3><p>");
    kc_text_name(t->out, t->tile_legend);
    kc_buf_puts(t->out, "</p><pre class=\"map\" tabindex=\"0\">");
    while (kc_text_next(&rest, &line))
        add_map_line(line, t->out);
    kc_buf_puts(t->out, "</pre>\n");
}

static void add_wrong(struct transcript *t)
{
    const kc_json *errors = kc_json_get(t->wrong, "errors");
    const size_t   count = kc_json_length(errors) < 8 ? kc_json_length(errors) : 8;

    if (!count)
        return;
    kc_buf_puts(t->out, "<h3>What was wrong last</h3><ul>");
    for (size_t i = 0; i < count; i++) {
        const kc_json *e = kc_json_at(errors, i);
        struct kc_str  text = kc_json_text(e);

        if (kc_json_type(e) == KC_JSON_OBJECT)
            text = kc_json_text(kc_json_get(e, "message"));
        kc_buf_puts(t->out, "<li>");
        if (kc_json_get_int(e, "line", 0) > 0)
            kc_buf_printf(t->out, "line %" PRId64 ": ", kc_json_get_int(e, "line", 0));
        kc_text_piece(t->out, kc_text_cut(text, 600));
        kc_buf_puts(t->out, "</li>");
    }
    kc_buf_puts(t->out, "</ul>\n");
}

/* The kernel that counts: the best one, else the last one evaluated, else the last one written. */
static void add_kernel(struct transcript *t, kc_store *store)
{
    struct kc_str  code = transcript_last_code(t);
    const kc_json *profile = NULL;

    if (*t->row.sum.kernel && !kc_store_content(store, &t->arena, t->row.sum.kernel, &code))
        code = transcript_last_code(t);
    if (!code.at || !code.length)
        return;
    if (code.length == t->profiled.length && memcmp(code.at, t->profiled.at, code.length) == 0)
        profile = t->profile;
    kc_buf_puts(t->out, t->row.sum.first_correct ? "<h3>Fastest correct kernel</h3>"
                                                 : "<h3>Last kernel</h3>");
    if (profile)
        kc_buf_puts(t->out, "<p>Cycles by line as the agent&#8217;s last profile of this kernel "
                            "had them; lines without a number took fewer.</p>");
    add_code(t, code, profile, t->most / 5);
}

/* ---- the talk ----------------------------------------------------------------------------- */

static void add_text(struct transcript *t, struct kc_str text, size_t most)
{
    if (!text.length)
        return;
    kc_buf_puts(t->out, "<pre class=\"text\" tabindex=\"0\">");
    kc_text_lines(t->out, text, most);
    kc_buf_puts(t->out, "</pre>\n");
}

static void add_said(struct transcript *t, struct kc_str text, size_t most)
{
    if (!text.length)
        return;
    kc_buf_puts(t->out, "<pre class=\"say\">");
    kc_text_lines(t->out, text, most);
    kc_buf_puts(t->out, "</pre>\n");
}

static void add_folded(struct transcript *t, const char *title, struct kc_str text, size_t most)
{
    if (!text.length)
        return;
    kc_buf_printf(t->out, "<details><summary>%s, ", title);
    kc_text_bytes(t->out, text.length);
    kc_buf_puts(t->out, "</summary>");
    add_text(t, text, most);
    kc_buf_puts(t->out, "</details>\n");
}

static void add_prompt(struct transcript *t, const kc_json *body, bool embedded)
{
    const struct kc_str system = kc_json_text(kc_json_get(body, "system"));
    const char         *hash = embedded ? transcript_prompt(t->shared, system) : NULL;

    kc_buf_puts(t->out, "<li class=\"user\"><h4>Task</h4>");
    if (hash)
        kc_buf_printf(t->out, "<p><a href=\"#prompt-%s\">System prompt</a></p>", hash);
    else
        add_folded(t, "System prompt", system, t->most / 4);
    add_folded(t, "Task as the agent got it", kc_json_text(kc_json_get(body, "user")), t->most / 8);
    kc_buf_puts(t->out, "</li>\n");
}

/* Arguments of a call: code as code or as a difference, the rest as it is. */
static void add_arguments(struct transcript *t, const kc_json *call)
{
    const struct kc_str arguments = kc_json_text(kc_json_get(call, "arguments"));

    if (kc_str_is(kc_json_text(kc_json_get(call, "name")), "write_code") &&
        t->written < t->attempt_count) {
        const size_t        i = t->written++;
        const struct kc_str code = t->attempts[i].code;

        kc_buf_printf(t->out, "<details><summary>attempt %zu, ", i + 1);
        kc_text_bytes(t->out, code.length);
        kc_buf_puts(t->out, "</summary>");
        if (i == 0)
            add_code(t, code, NULL, t->most / 12);
        else
            add_diff(t, t->attempts[i - 1].code, code, t->most / 6);
        kc_buf_puts(t->out, "</details>\n");
        return;
    }
    if (arguments.length > 2)
        add_text(t, arguments, t->most / 32);
}

/* One line that says what a result says. */
static void add_gist(const kc_json *result, struct kc_buf *out)
{
    const char *verdict = kc_json_get_str(result, "verdict", NULL);

    if (verdict) {
        kc_buf_puts(out, ": ");
        kc_text_names(out, verdict);
        kc_buf_printf(out, ", %.4g&#8239;%% match",
                      100.0 * kc_json_get_double(result, "match_rate", 0.0));
        if (kc_json_get_int(result, "cycles", 0) > 0) {
            kc_buf_puts(out, ", ");
            kc_text_count(out, (uint64_t)kc_json_get_int(result, "cycles", 0));
            kc_buf_puts(out, " cycles");
        }
    } else if (kc_json_type(result) == KC_JSON_OBJECT) {
        kc_buf_puts(out, kc_json_get_bool(result, "success", false) ? ": ok" : ": failed");
    }
}

static void add_result(struct transcript *t, const kc_json *reply, const kc_json *result)
{
    const struct kc_str text = kc_json_text(kc_json_get(reply, "text"));
    struct kc_buf       pretty = { 0 };

    if (text.length <= 160) {
        add_text(t, text, 160);
        return;
    }
    if (result)
        kc_json_print(result, &pretty, true);
    add_folded(t, "result", result ? (struct kc_str){ pretty.text, pretty.length } : text,
               t->most / 16);
    kc_buf_free(&pretty);
}

static void add_call(struct transcript *t, const kc_json *call, const kc_json *reply)
{
    kc_json *result = transcript_parse(kc_json_text(kc_json_get(reply, "text")));

    kc_buf_puts(t->out, "<div class=\"call\"><p><code>");
    kc_text_name(t->out, kc_json_text(kc_json_get(call, "name")));
    kc_buf_puts(t->out, "</code>");
    if (kc_json_get_bool(reply, "is_error", false))
        kc_buf_puts(t->out, " <span class=\"m bad\">!</span> refused");
    else
        add_gist(result, t->out);
    kc_buf_puts(t->out, "</p>");
    add_arguments(t, call);
    if (reply && !kc_str_is(kc_json_text(kc_json_get(call, "name")), "write_code"))
        add_result(t, reply, result);
    kc_buf_puts(t->out, "</div>\n");
    kc_json_free(result);
}

static void add_answer(struct transcript *t, const kc_json *body, const kc_json *replies)
{
    const kc_json *calls = kc_json_get(body, "calls"), *list = kc_json_get(replies, "replies");

    t->answer += transcript_is_iteration(body);
    kc_buf_printf(t->out, "<li class=\"model\"><h4>Iteration %" PRIu32 "</h4>", t->answer);
    add_folded(t, "Reasoning", kc_json_text(kc_json_get(body, "reasoning")), t->most / 8);
    add_said(t, kc_json_text(kc_json_get(body, "text")), t->most / 8);
    for (size_t i = 0; i < kc_json_length(calls); i++) {
        if (t->out->length - t->start > t->most + t->most / 8) {
            kc_buf_printf(t->out, "<p>%zu more calls are left out here.</p>",
                          kc_json_length(calls) - i);
            break;
        }
        add_call(t, kc_json_at(calls, i), kc_json_at(list, i));
    }
    kc_buf_puts(t->out, "</li>\n");
}

static void add_other(struct transcript *t, const struct kc_event *event, const kc_json *body)
{
    const bool          nudge = event->kind == KC_EVENT_NUDGE;
    const char *const   keys[] = { "text", "message", "reason", "status" };
    const struct kc_str name = kc_str_from(kc_event_kind_name(event->kind));

    kc_buf_printf(t->out, "<li class=\"%s\"><h4>%.*s</h4><p>", nudge ? "user" : "note",
                  KC_STR(name));
    for (size_t i = 0; i < KC_COUNT(keys); i++) {
        const struct kc_str text = kc_json_text(kc_json_get(body, keys[i]));

        if (text.length) {
            kc_text_piece(t->out, kc_text_cut(text, 2000));
            kc_buf_puts(t->out, " ");
        }
    }
    kc_buf_puts(t->out, "</p></li>\n");
}

static void add_event(struct transcript *t, size_t i, bool embedded)
{
    const kc_json *next = i + 1 < t->event_count && t->events[i + 1].kind == KC_EVENT_REPLIES
                              ? t->bodies[i + 1]
                              : NULL;

    if (!t->bodies[i]) {
        kc_buf_printf(t->out, "<li class=\"note\"><h4>%s</h4>",
                      kc_event_kind_name(t->events[i].kind));
        add_text(t, t->events[i].body, t->most / 16);
        kc_buf_puts(t->out, "</li>\n");
    } else if (t->events[i].kind == KC_EVENT_PROMPT) {
        add_prompt(t, t->bodies[i], embedded);
    } else if (t->events[i].kind == KC_EVENT_ANSWER) {
        add_answer(t, t->bodies[i], next);
    } else if (t->events[i].kind != KC_EVENT_REPLIES) {
        add_other(t, &t->events[i], t->bodies[i]);
    }
}

static void add_talk(struct transcript *t, bool embedded)
{
    if (!t->event_count)
        return;
    kc_buf_puts(t->out, "<h3>Conversation</h3><ol class=\"talk\">\n");
    for (size_t i = 0; i < t->event_count; i++) {
        if (t->out->length - t->start > t->most) {
            kc_buf_printf(t->out,
                          "<li class=\"note\"><p>%zu more events are left out here; "
                          "<code>kc view</code> and <code>kc export --run %" PRId64
                          "</code> have them.</p></li>\n",
                          t->event_count - i, t->row.id);
            break;
        }
        add_event(t, i, embedded);
    }
    kc_buf_puts(t->out, "</ol>\n");
}

static void add_all(struct transcript *t, kc_store *store, bool embedded)
{
    add_head(t, embedded);
    add_kernel(t, store);
    add_wrong(t);
    add_map(t);
    add_evaluations(t);
    add_talk(t, embedded);
    kc_buf_puts(t->out, "</article>\n");
}

bool report_transcript(kc_store *store, int64_t run, size_t most, struct report_shared *shared,
                       struct kc_buf *out)
{
    struct transcript t = { .shared = shared, .most = most, .start = out->length, .out = out };
    const bool        good = transcript_read(&t, store, run);

    if (good)
        add_all(&t, store, transcript_in_page(shared));
    transcript_free(&t);
    return good;
}

bool kc_report_run(kc_store *store, int64_t run, size_t most, struct kc_buf *out)
{
    struct kc_arena arena = { 0 };
    const bool      good =
        report_transcript(store, run, most ? most : 256 << 10, report_shared_new(&arena, 0), out);

    kc_arena_free(&arena);
    return good;
}

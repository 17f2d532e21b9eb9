/* Reading a run once: its events, what was attempted, what it was told last; and what the
 * transcripts of one page share. */
#include <string.h>

#include "report/transcript.h"

enum { MOST_PROMPTS = 32, MOST_PLATFORMS = 16 };
enum { MOST_JSON = 16 << 20, MOST_VALUES = 1 << 18 }; /* larger ones are shown as text */

/* ---- what transcripts share --------------------------------------------------------------- */

struct prompt {
    char          hash[33];
    struct kc_str text;
};

struct report_shared {
    struct kc_arena *arena;
    size_t           most;
    struct prompt    prompts[MOST_PROMPTS];
    size_t           prompt_count;
    struct {
        const char                *target;
        const struct kc_highlight *highlight;
    } platforms[MOST_PLATFORMS];
    size_t platform_count;
};

struct report_shared *report_shared_new(struct kc_arena *arena, size_t prompt_bytes)
{
    struct report_shared *s = kc_arena_new(arena, struct report_shared);

    s->arena = arena;
    s->most = prompt_bytes;
    return s;
}

bool transcript_in_page(const struct report_shared *s)
{
    return s->most > 0;
}

const char *transcript_prompt(struct report_shared *s, struct kc_str text)
{
    char hash[33];

    kc_content_hash(text, hash);
    for (size_t i = 0; i < s->prompt_count; i++)
        if (strcmp(s->prompts[i].hash, hash) == 0)
            return s->prompts[i].hash;
    if (s->prompt_count == MOST_PROMPTS || !s->most)
        return NULL;
    struct prompt *p = &s->prompts[s->prompt_count++];

    memcpy(p->hash, hash, sizeof hash);
    text = kc_text_cut(text, s->most);
    p->text = (struct kc_str){ kc_arena_strndup(s->arena, text.at, text.length), text.length };
    return p->hash;
}

void report_shared_prompts(const struct report_shared *s, struct kc_buf *out)
{
    for (size_t i = 0; i < s->prompt_count; i++) {
        kc_buf_printf(out,
                      "<article class=\"run\" id=\"prompt-%s\"><p class=\"back\"><a "
                      "href=\"#runs\">All runs</a></p><h2>System prompt</h2><pre "
                      "class=\"text\" tabindex=\"0\">",
                      s->prompts[i].hash);
        kc_text_lines(out, s->prompts[i].text, s->most);
        kc_buf_puts(out, "</pre></article>\n");
    }
}

static const struct kc_highlight *highlight_of(struct report_shared *s, const char *target)
{
    for (size_t i = 0; i < s->platform_count; i++)
        if (strcmp(s->platforms[i].target, target) == 0)
            return s->platforms[i].highlight;
    const struct kc_highlight *h = kc_highlight_new(s->arena, target);

    if (s->platform_count < MOST_PLATFORMS) {
        s->platforms[s->platform_count].target = kc_arena_strndup(s->arena, target, strlen(target));
        s->platforms[s->platform_count++].highlight = h;
    }
    return h;
}

/* ---- a run as it is read ------------------------------------------------------------------ */

kc_json *transcript_parse(struct kc_str text)
{
    size_t values = 0;

    if (text.length > MOST_JSON)
        return NULL;
    for (size_t i = 0; i < text.length; i++)
        values += text.at[i] == ',' || text.at[i] == '[' || text.at[i] == '{';
    return values <= MOST_VALUES + text.length / 16 ? kc_json_parse(text) : NULL;
}

static struct kc_str keep(struct transcript *t, struct kc_str text)
{
    return (struct kc_str){ kc_arena_strndup(&t->arena, text.at, text.length), text.length };
}

static void note_call(struct transcript *t, const kc_json *call)
{
    if (!kc_str_is(kc_json_text(kc_json_get(call, "name")), "write_code"))
        return;
    kc_json      *arguments = transcript_parse(kc_json_text(kc_json_get(call, "arguments")));
    struct kc_str code = keep(t, kc_json_text(kc_json_get(arguments, "assembly_code")));

    t->attempts[t->attempt_count++] = (struct attempt){ t->answer, code };
    kc_json_free(arguments);
}

struct kc_str transcript_last_code(const struct transcript *t)
{
    return t->attempt_count ? t->attempts[t->attempt_count - 1].code : (struct kc_str){ "", 0 };
}

static void note_profile(struct transcript *t, kc_json *result)
{
    kc_json_free(t->profile);
    t->profile = result;
    t->profiled = transcript_last_code(t);
}

/* Keeps or frees the result. */
static void note_result(struct transcript *t, struct kc_str tool, kc_json *result)
{
    const kc_json *map = kc_json_get(result, "tile_map");

    if (kc_json_type(map) == KC_JSON_STRING) {
        t->tile_map = keep(t, kc_json_text(map));
        t->tile_legend = keep(t, kc_json_text(kc_json_get(result, "tile_map_legend")));
    }
    if (kc_str_is(tool, "profile") && kc_json_get(result, "lines")) {
        note_profile(t, result);
    } else if (kc_str_is(tool, "run_evaluation") && result &&
               !kc_json_get_bool(result, "success", false)) {
        kc_json_free(t->wrong);
        t->wrong = result;
    } else {
        kc_json_free(result);
    }
}

static void note_replies(struct transcript *t, const kc_json *answer, const kc_json *replies)
{
    const kc_json *calls = kc_json_get(answer, "calls"), *list = kc_json_get(replies, "replies");

    for (size_t i = 0; i < kc_json_length(list) && i < kc_json_length(calls); i++) {
        const kc_json *call = kc_json_at(calls, i);

        note_call(t, call);
        note_result(t, kc_json_text(kc_json_get(call, "name")),
                    transcript_parse(kc_json_text(kc_json_get(kc_json_at(list, i), "text"))));
    }
}

static size_t count_calls(const struct transcript *t)
{
    size_t count = 0;

    for (size_t i = 0; i < t->event_count; i++)
        count += kc_json_length(kc_json_get(t->bodies[i], "calls"));
    return count;
}

bool transcript_is_iteration(const kc_json *answer)
{
    const kc_json *call = kc_json_at(kc_json_get(answer, "calls"), 0);

    return strcmp(kc_json_get_str(answer, "format", ""), "exec") != 0 ||
           kc_str_is(kc_json_text(kc_json_get(call, "name")), "write_code");
}

static void study(struct transcript *t)
{
    const kc_json *answer = NULL;

    t->attempts = kc_arena_array(&t->arena, struct attempt, count_calls(t) + 1);
    for (size_t i = 0; i < t->event_count; i++) {
        if (t->events[i].kind == KC_EVENT_ANSWER) {
            answer = t->bodies[i];
            t->answer += transcript_is_iteration(answer);
        }
        if (t->events[i].kind == KC_EVENT_REPLIES)
            note_replies(t, answer, t->bodies[i]);
    }
    t->answer = 0;
}

bool transcript_read(struct transcript *t, kc_store *store, int64_t run)
{
    if (!kc_store_get(store, &t->arena, run, &t->row) ||
        !kc_store_events(store, &t->arena, run, &t->events, &t->event_count) ||
        !kc_store_evaluations(store, &t->arena, run, &t->evaluations, &t->evaluation_count))
        return false;
    t->bodies = kc_arena_array(&t->arena, kc_json *, t->event_count + 1);
    for (size_t i = 0; i < t->event_count; i++)
        t->bodies[i] = transcript_parse(t->events[i].body);
    t->highlight = highlight_of(t->shared, t->row.what.platform);
    study(t);
    return true;
}

void transcript_free(struct transcript *t)
{
    for (size_t i = 0; t->bodies && i < t->event_count; i++)
        kc_json_free(t->bodies[i]);
    kc_json_free(t->profile);
    kc_json_free(t->wrong);
    kc_arena_free(&t->arena);
}

/* Models whose answers are known beforehand.  Which one is next is the number of answers that the
 * talk already holds, so a continued run goes on where it was. */
#include "agent/models.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "agent/record.h"
#include "base/file.h"
#include "cells/cells.h"

static size_t answers_so_far(const struct kc_talk *talk)
{
    size_t n = 0;

    for (size_t i = 0; i < talk->count; i++)
        n += talk->turns[i].kind == KC_TURN_ANSWER;
    return n;
}

static struct kc_answer plain(const char *model)
{
    return (struct kc_answer){ .format = "none",
                               .raw = { "", 0 },
                               .text = { "", 0 },
                               .reasoning = { "", 0 },
                               .model = model,
                               .request_id = "",
                               .usage = { 0, 0, 0, 0, 0, 0.0 },
                               .attempts = 0 };
}

static void free_model(kc_model *model)
{
    free(model);
}

/* ---- template ----------------------------------------------------------------------------- */

struct template_model {
    kc_model              base;
    const struct kc_cell *cell;
};

static void add_call(struct kc_arena *arena, struct kc_call *calls, size_t *count, const char *name,
                     struct kc_str arguments)
{
    calls[*count] = (struct kc_call){ kc_arena_printf(arena, "call_%zu", *count), kc_str_from(name),
                                      arguments };
    ++*count;
}

static bool add_kernel(const struct template_model *m, struct kc_arena *arena, enum kc_opt opt,
                       struct kc_call *calls, size_t *count)
{
    struct kc_buf text = { 0 };
    const char *why = kc_compile(m->cell->target, m->cell->cases[0], &m->cell->layout, opt, &text);

    if (!why)
        add_call(arena, calls, count, "write_code",
                 kc_record_code(arena, (struct kc_str){ text.text, text.length }));
    kc_buf_free(&text);
    return !why;
}

static enum kc_ask_status ask_template(kc_model *model, struct kc_arena *arena,
                                       const struct kc_talk *talk, struct kc_answer *answer,
                                       struct kc_ask_error *error)
{
    static const char *const     says[] = { "The baseline kernel.", "The best kernel we know.",
                                            "Done." };
    const struct template_model *m = (const struct template_model *)model;
    const size_t                 n = answers_so_far(talk);
    struct kc_call              *calls = kc_arena_array(arena, struct kc_call, 4);

    *answer = plain("template");
    answer->calls = calls;
    answer->text = kc_str_from(says[n < 2 ? n : 2]);
    if (n >= 2) {
        add_call(arena, calls, &answer->call_count, "finish", kc_str_from("{}"));
        return KC_ASK_ANSWERED;
    }
    if (!add_kernel(m, arena, n == 0 ? KC_OPT_BASELINE : KC_OPT_BEST, calls, &answer->call_count)) {
        snprintf(error->message, sizeof error->message, "there is no kernel for this cell");
        return KC_ASK_REFUSED;
    }
    if (n == 0)
        add_call(arena, calls, &answer->call_count, "check_syntax", kc_str_from("{}"));
    add_call(arena, calls, &answer->call_count, "run_evaluation", kc_str_from("{}"));
    answer->stop = KC_STOP_CALLS;
    return KC_ASK_ANSWERED;
}

kc_model *kc_template_model(const struct kc_cell *cell)
{
    static const struct kc_model_ops ops = { ask_template, free_model };
    struct template_model           *m = kc_alloc(sizeof *m);

    *m = (struct template_model){ .base = { &ops }, .cell = cell };
    return &m->base;
}

/* ---- lists of answers --------------------------------------------------------------------- */

struct list_model {
    kc_model                base;
    struct kc_arena         arena;
    const struct kc_answer *answers;
    size_t                  count;
};

static enum kc_ask_status ask_list(kc_model *model, struct kc_arena *arena,
                                   const struct kc_talk *talk, struct kc_answer *answer,
                                   struct kc_ask_error *error)
{
    const struct list_model *m = (const struct list_model *)model;
    const size_t             n = answers_so_far(talk);

    (void)arena;
    (void)error;
    *answer = n < m->count ? m->answers[n] : plain("");
    return KC_ASK_ANSWERED;
}

static void free_list(kc_model *model)
{
    struct list_model *m = (struct list_model *)model;

    kc_arena_free(&m->arena);
    free(m);
}

static struct list_model *list_model(void)
{
    static const struct kc_model_ops ops = { ask_list, free_list };
    struct list_model               *m = kc_alloc(sizeof *m);

    *m = (struct list_model){ .base = { &ops } };
    return m;
}

/* ---- script ------------------------------------------------------------------------------- */

struct script {
    struct list_model *model;
    const char        *path;
    struct kc_buf     *why;
};

static const char *beside(const struct script *s, const char *file)
{
    const char *slash = strrchr(s->path, '/');

    if (file[0] == '/' || !slash)
        return file;
    return kc_arena_printf(&s->model->arena, "%.*s/%s", (int)(slash - s->path), s->path, file);
}

static bool script_call(const struct script *s, const kc_json *o, size_t number,
                        struct kc_call *call)
{
    struct kc_arena *arena = &s->model->arena;
    const char      *file = kc_json_get_str(o, "file", NULL), *why;
    const kc_json   *arguments = kc_json_get(o, "arguments");
    struct kc_buf    text = { 0 };
    struct kc_str    contents;

    *call = (struct kc_call){
        kc_arena_printf(arena, "call_%zu", number),
        kc_str_from(
            kc_arena_printf(arena, "%s", kc_json_get_str(o, "name", file ? "write_code" : ""))),
        kc_str_from("{}")
    };
    if (file) {
        if (!kc_file_read(arena, beside(s, file), &contents, &why)) {
            kc_buf_printf(s->why, "%s: cannot read '%s': %s", s->path, file, why);
            return false;
        }
        call->arguments = kc_record_code(arena, contents);
    } else if (kc_json_type(arguments) == KC_JSON_STRING) { /* whatever a model might send */
        contents = kc_json_text(arguments);
        call->arguments = (struct kc_str){ kc_arena_strndup(arena, contents.at, contents.length),
                                           contents.length };
    } else if (arguments) {
        kc_json_print(arguments, &text, false);
        call->arguments =
            (struct kc_str){ kc_arena_strndup(arena, text.text, text.length), text.length };
        kc_buf_free(&text);
    }
    return true;
}

static bool script_answer(const struct script *s, const kc_json *o, struct kc_answer *answer)
{
    struct kc_arena *arena = &s->model->arena;
    const kc_json   *list = kc_json_get(o, "calls");
    struct kc_call  *calls = kc_arena_array(arena, struct kc_call, kc_json_length(list) + 1);

    *answer = plain("script");
    answer->text = kc_str_from(kc_arena_printf(arena, "%s", kc_json_get_str(o, "text", "")));
    answer->calls = calls;
    answer->call_count = kc_json_length(list);
    answer->stop = answer->call_count ? KC_STOP_CALLS : KC_STOP_END;
    for (size_t i = 0; i < answer->call_count; i++)
        if (!script_call(s, kc_json_at(list, i), i, &calls[i]))
            return false;
    return true;
}

static bool read_script(const struct script *s, const kc_json *root)
{
    struct kc_answer *answers =
        kc_arena_array(&s->model->arena, struct kc_answer, kc_json_length(root) + 1);

    if (kc_json_type(root) != KC_JSON_ARRAY) {
        kc_buf_printf(s->why,
                      "%s is not a script: a JSON array of answers, for example "
                      "[{\"text\": \"\", \"calls\": [{\"name\": \"check_syntax\"}]}]",
                      s->path);
        return false;
    }
    s->model->answers = answers;
    s->model->count = kc_json_length(root);
    for (size_t i = 0; i < s->model->count; i++)
        if (!script_answer(s, kc_json_at(root, i), &answers[i]))
            return false;
    return true;
}

kc_model *kc_script_model(const char *path, struct kc_buf *why)
{
    struct script s = { list_model(), path, why };
    const char   *reason = NULL;
    struct kc_str text;
    kc_json      *root = NULL;
    bool          good = false;

    if (!kc_file_read(&s.model->arena, path, &text, &reason))
        kc_buf_printf(why, "cannot read the script '%s': %s", path, reason);
    else
        good = read_script(&s, root = kc_json_parse(text));
    kc_json_free(root);
    if (good)
        return &s.model->base;
    free_list(&s.model->base);
    return NULL;
}

/* ---- replay ------------------------------------------------------------------------------- */

kc_model *kc_replay_model(kc_store *store, int64_t run, struct kc_buf *why)
{
    struct list_model     *m = list_model();
    const struct kc_event *events;
    struct kc_answer      *answers;
    size_t                 count;

    if (!kc_store_events(store, &m->arena, run, &events, &count)) {
        kc_buf_puts(why, kc_store_error(store));
        free_list(&m->base);
        return NULL;
    }
    m->answers = answers = kc_arena_array(&m->arena, struct kc_answer, count + 1);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == KC_EVENT_ANSWER &&
            kc_record_read_answer(&m->arena, events[i].body, &answers[m->count])) {
            answers[m->count].usage = (struct kc_usage){ 0, 0, 0, 0, 0, 0.0 }; /* nothing is paid */
            answers[m->count].attempts = 0;
            answers[m->count++].format = "none";
        }
    if (m->count)
        return &m->base;
    kc_buf_printf(why, "run %" PRId64 " has no answers to replay", run);
    free_list(&m->base);
    return NULL;
}

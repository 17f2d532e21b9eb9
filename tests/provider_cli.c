/* Asks a model from the command line, for tests; not installed.
 *
 *   provider_cli [OPTION=VALUE...] MODEL TEXT
 *
 * Goes on for turns=N answers while there are tool calls, replying {"pass":false} to each, and
 * prints one JSON object: status, answers, and the error if there was one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "provider/model.h"

enum { MOST_TURNS = 64 };

struct setup {
    struct kc_model_options options;
    struct kc_tool_set      tools;
    const char             *system;
    unsigned                turns, threads, cancel_ms;
};

static const char *const statuses[] = { "answered", "refused", "unreached", "cancelled" };
static const char *const stops[] = { "end", "calls", "length", "refusal", "other" };

static bool set_option(struct kc_arena *arena, struct setup *s, const char *name, const char *value)
{
    const unsigned number = (unsigned)strtoul(value, NULL, 10);

    if (strcmp(name, "url") == 0)
        s->options.base_url = value;
    else if (strcmp(name, "effort") == 0)
        s->options.reasoning_effort = value;
    else if (strcmp(name, "stream") == 0)
        s->options.stream = number;
    else if (strcmp(name, "responses") == 0)
        s->options.responses_api = number;
    else if (strcmp(name, "attempts") == 0)
        s->options.most_attempts = number;
    else if (strcmp(name, "connections") == 0)
        s->options.connections = number;
    else if (strcmp(name, "per_minute") == 0)
        s->options.per_minute = number;
    else if (strcmp(name, "deadline") == 0)
        s->options.deadline = strtod(value, NULL);
    else if (strcmp(name, "attempt_deadline") == 0)
        s->options.attempt_deadline = strtod(value, NULL);
    else if (strcmp(name, "temperature") == 0)
        s->options.temperature = strtod(value, NULL);
    else if (strcmp(name, "system") == 0)
        s->system = value;
    else if (strcmp(name, "turns") == 0)
        s->turns = number < MOST_TURNS / 2 ? number : MOST_TURNS / 2;
    else if (strcmp(name, "threads") == 0)
        s->threads = number;
    else if (strcmp(name, "cancel_ms") == 0)
        s->cancel_ms = number;
    else if (strcmp(name, "tools") == 0)
        return kc_tool_set_parse(arena, value, &s->tools) == NULL;
    else
        return false;
    return true;
}

/* ---- output ------------------------------------------------------------------------------- */

static void set_text(kc_json *o, const char *key, struct kc_str text)
{
    kc_json_set(o, key, kc_json_str(text.at, text.length));
}

static kc_json *usage_json(const struct kc_usage *u)
{
    kc_json *o = kc_json_object();

    kc_json_set_int(o, "input", u->input);
    kc_json_set_int(o, "cache_read", u->cache_read);
    kc_json_set_int(o, "cache_write", u->cache_write);
    kc_json_set_int(o, "output", u->output);
    kc_json_set_int(o, "reasoning", u->reasoning);
    kc_json_set_double(o, "cost", u->cost);
    return o;
}

static kc_json *answer_json(const struct kc_answer *a)
{
    kc_json *o = kc_json_object(), *calls = kc_json_array();

    for (size_t i = 0; i < a->call_count; i++) {
        kc_json *call = kc_json_object();

        kc_json_set_str(call, "id", a->calls[i].id);
        set_text(call, "name", a->calls[i].name);
        set_text(call, "arguments", a->calls[i].arguments);
        kc_json_push(calls, call);
    }
    kc_json_set_str(o, "format", a->format);
    set_text(o, "text", a->text);
    set_text(o, "reasoning", a->reasoning);
    set_text(o, "raw", a->raw);
    kc_json_set(o, "calls", calls);
    kc_json_set_str(o, "stop", stops[a->stop]);
    kc_json_set(o, "usage", usage_json(&a->usage));
    kc_json_set_str(o, "model", a->model);
    kc_json_set_str(o, "request_id", a->request_id);
    kc_json_set_int(o, "attempts", a->attempts);
    kc_json_set_double(o, "seconds", a->seconds);
    kc_json_set_double(o, "waited", a->waited);
    return o;
}

/* ---- conversations ------------------------------------------------------------------------ */

struct conversation {
    kc_model           *model;
    const struct setup *setup;
    const char         *text;
    kc_json            *result;
};

static struct kc_turn reply_turn(struct kc_arena *arena, const struct kc_answer *answer)
{
    struct kc_reply *replies = kc_arena_array(arena, struct kc_reply, answer->call_count + 1);

    for (size_t i = 0; i < answer->call_count; i++)
        replies[i] = (struct kc_reply){ kc_str_from("{\"pass\":false}"), false };
    return (struct kc_turn){ .kind = KC_TURN_REPLIES,
                             .replies = replies,
                             .reply_count = answer->call_count };
}

static void *converse(void *argument)
{
    struct conversation *c = argument;
    struct kc_arena      arena = { 0 };
    struct kc_turn       turns[MOST_TURNS + 2] = { { .kind = KC_TURN_USER } };
    struct kc_talk       talk = { kc_str_from(c->setup->system), c->setup->tools, turns, 1 };
    kc_json             *answers = kc_json_array();
    enum kc_ask_status   status = KC_ASK_ANSWERED;
    struct kc_ask_error  error;

    turns[0].text = kc_str_from(c->text);
    for (unsigned i = 0; i < c->setup->turns; i++) {
        struct kc_answer *answer = kc_arena_new(&arena, struct kc_answer);

        status = c->model->ops->ask(c->model, &arena, &talk, answer, &error);
        if (status != KC_ASK_ANSWERED)
            break;
        kc_json_push(answers, answer_json(answer));
        turns[talk.count++] = (struct kc_turn){ .kind = KC_TURN_ANSWER, .answer = answer };
        if (!answer->call_count)
            break;
        turns[talk.count++] = reply_turn(&arena, answer);
    }
    c->result = kc_json_object();
    kc_json_set_str(c->result, "status", statuses[status]);
    kc_json_set(c->result, "answers", answers);
    kc_json_set_int(c->result, "http", error.http);
    kc_json_set_int(c->result, "attempts", error.attempts);
    kc_json_set_str(c->result, "message", error.message);
    kc_arena_free(&arena);
    return NULL;
}

static void print(kc_json *value)
{
    struct kc_buf out = { 0 };

    kc_json_print(value, &out, true);
    fputs(out.text, stdout);
    kc_buf_free(&out);
    kc_json_free(value);
}

static void run(kc_model *model, const struct setup *s, const char *text)
{
    struct conversation *c = calloc(s->threads, sizeof *c);
    pthread_t           *threads = calloc(s->threads, sizeof *threads);
    kc_json             *results = kc_json_array();

    for (unsigned i = 0; i < s->threads; i++) {
        c[i] = (struct conversation){ model, s, text, NULL };
        pthread_create(&threads[i], NULL, converse, &c[i]);
    }
    if (s->cancel_ms) {
        usleep(s->cancel_ms * 1000);
        atomic_store(s->options.cancel, true);
    }
    for (unsigned i = 0; i < s->threads; i++) {
        pthread_join(threads[i], NULL);
        kc_json_push(results, c[i].result);
    }
    print(results);
    free(c);
    free(threads);
}

int main(int argc, char **argv)
{
    struct kc_arena arena = { 0 };
    atomic_bool     cancel = false;
    struct setup    s = { .options = { .temperature = -1, .cancel = &cancel },
                          .system = "You write kernels.",
                          .turns = 1,
                          .threads = 1 };
    struct kc_buf   why = { 0 };

    for (int i = 1; i + 2 < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (equals)
            *equals = '\0';
        if (!equals || !set_option(&arena, &s, argv[i], equals + 1)) {
            fprintf(stderr, "provider_cli: bad option %s\n", argv[i]);
            return 2;
        }
    }
    if (argc < 3)
        return 2;
    kc_model *model = kc_provider_model(argv[argc - 2], &s.options, &why);

    if (!model) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    run(model, &s, argv[argc - 1]);
    model->ops->free(model);
    kc_arena_free(&arena);
    return 0;
}

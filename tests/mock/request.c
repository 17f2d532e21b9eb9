/* One request: growing its talk, picking its rule, making its answer. */
#include "request.h"

#include <ctype.h>
#include <string.h>

bool mock_refuse(struct mock_request *r, int status, const char *code, const char *format, ...)
{
    va_list args;

    if (r->refusal.status)
        return false;
    va_start(args, format);
    r->refusal = (struct mock_refusal){ status, code, kc_arena_vprintf(&r->arena, format, args) };
    va_end(args);
    return false;
}

/* Room for one more element: the array may move within the arena. */
static void *room(struct kc_arena *arena, void *at, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return at;
    *capacity = *capacity ? 2 * *capacity : 8;
    void *grown = kc_arena_alloc(arena, *capacity * size);

    if (count)
        memcpy(grown, at, count * size);
    return grown;
}

struct mock_turn *mock_turn_add(struct mock_request *r, bool assistant)
{
    struct mock_talk *t = &r->talk;

    t->turns = room(&r->arena, t->turns, t->count, &t->capacity, sizeof(t->turns[0]));
    t->turns[t->count] = (struct mock_turn){ .assistant = assistant };
    return &t->turns[t->count++];
}

struct mock_item *mock_item_add(struct mock_request *r, struct mock_items *items,
                                enum mock_kind kind)
{
    const struct kc_str none = { "", 0 };

    items->at = room(&r->arena, items->at, items->count, &items->capacity, sizeof(items->at[0]));
    items->at[items->count] =
        (struct mock_item){ .kind = kind, .text = none, .id = none, .name = none, .opaque = none };
    return &items->at[items->count++];
}

void mock_user_said(struct mock_request *r, struct kc_str text)
{
    if (!r->talk.user.length)
        r->talk.first_user = text;
    kc_buf_add(&r->talk.user, text.at, text.length);
    kc_buf_puts(&r->talk.user, "\n");
}

static bool is_tool_name(struct kc_str name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!isalnum((unsigned char)name.at[i]) && !strchr("_-.:", name.at[i]))
            return false;
    return name.length >= 1 && name.length <= 128;
}

bool mock_tool_add(struct mock_request *r, const kc_json *name, const kc_json *schema, bool strict,
                   const char *place)
{
    const struct kc_str text = kc_json_text(name);

    if (!is_tool_name(text))
        return mock_refuse(r, 400, NULL,
                           "%s: '%.*s' is no tool name: ^[a-zA-Z0-9_-]{1,128}$ is wanted", place,
                           KC_STR(text));
    for (size_t i = 0; i < r->talk.tool_count; i++)
        if (strcmp(kc_json_text(r->talk.tools[i]).at, text.at) == 0)
            return mock_refuse(r, 400, NULL, "%s: tool names must be unique: '%s'", place, text.at);
    if (r->talk.tool_count == KC_COUNT(r->talk.tools))
        return mock_refuse(r, 400, NULL, "%s: too many tools", place);
    r->talk.tools[r->talk.tool_count++] = name;
    return mock_schema_check(r, schema, strict, text.at);
}

struct kc_str mock_parts_text(struct mock_request *r, const kc_json *content)
{
    struct kc_buf text = { 0 };

    if (kc_json_type(content) == KC_JSON_STRING)
        return kc_json_text(content);
    for (size_t i = 0; i < kc_json_length(content); i++) {
        const struct kc_str part = kc_json_text(kc_json_get(kc_json_at(content, i), "text"));

        kc_buf_add(&text, part.at, part.length);
    }
    struct kc_str joined = { kc_arena_strndup(&r->arena, text.length ? text.text : "", text.length),
                             text.length };
    kc_buf_free(&text);
    return joined;
}

const char *mock_key(struct mock_request *r, size_t turn, size_t index, const char *what)
{
    return kc_arena_printf(&r->arena, "%s/%s/%zu/%zu/%s", r->format->name, r->rule->name, turn,
                           index, what);
}

size_t mock_delta_bytes(const struct mock_request *r, struct kc_str text)
{
    if (r->script->piece_bytes)
        return r->script->piece_bytes;
    return text.length / 200 < 12 ? 12 : text.length / 200;
}

kc_json *mock_arguments(const struct mock_item *call)
{
    kc_json *value = kc_json_parse(call->text);

    if (kc_json_type(value) == KC_JSON_OBJECT)
        return value;
    kc_json_free(value);
    return mock_object("INVALID_JSON", 't', &call->text, NULL);
}

struct kc_str mock_join(struct kc_arena *arena, const struct mock_items *items, enum mock_kind kind)
{
    size_t length = 0;

    for (size_t i = 0; i < items->count; i++)
        length += items->at[i].kind == kind ? items->at[i].text.length : 0;
    char *text = kc_arena_alloc(arena, length + 1), *at = text;

    for (size_t i = 0; i < items->count; i++)
        if (items->at[i].kind == kind && items->at[i].text.length) {
            memcpy(at, items->at[i].text.at, items->at[i].text.length);
            at += items->at[i].text.length;
        }
    return (struct kc_str){ text, length };
}

size_t mock_count(const struct mock_items *items, enum mock_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < items->count; i++)
        count += items->at[i].kind == kind;
    return count;
}

static bool has_tools(const struct mock_talk *talk, const kc_json *wanted)
{
    size_t found = 0;

    for (size_t i = 0; i < kc_json_length(wanted); i++)
        for (size_t j = 0; j < talk->tool_count; j++)
            found +=
                kc_str_is(kc_json_text(kc_json_at(wanted, i)), kc_json_text(talk->tools[j]).at);
    return found == kc_json_length(wanted);
}

static bool has_text(const struct kc_buf *text, const char *wanted)
{
    return !wanted || (text->length && strstr(text->text, wanted));
}

static bool matches(const struct mock_request *r, const struct mock_match *m)
{
    return has_text(&r->talk.user, m->user) && has_text(&r->talk.system, m->system) &&
           (!m->model || strcmp(m->model, r->talk.model) == 0) &&
           (!m->format || strcmp(m->format, r->format->name) == 0) && has_tools(&r->talk, m->tools);
}

static bool pick_rule(struct mock_request *r)
{
    for (size_t i = 0; i < r->script->rule_count && !r->rule; i++)
        if (matches(r, &r->script->rules[i].match))
            r->rule = &r->script->rules[i];
    return r->rule || mock_refuse(r, 400, "mock_no_rule", "mock: no rule of the script matches");
}

/* Who is talking: the same for every request of a conversation. */
static void find_conversation(struct mock_request *r)
{
    uint64_t hash = mock_hash(1, kc_str_from(r->format->name));

    hash = mock_hash(hash, kc_str_from(r->talk.model));
    hash = mock_hash(hash, (struct kc_str){ r->talk.system.text, r->talk.system.length });
    r->conversation = mock_hash(hash, r->talk.first_user);
    for (size_t i = 0; i < r->talk.count; i++)
        r->turn += r->talk.turns[i].assistant;
}

/* Without thinking the Messages service ignores what it thought before. */
static void drop_reasoning(struct mock_items *items)
{
    size_t kept = 0;

    for (size_t i = 0; i < items->count; i++)
        if (items->at[i].kind != MOCK_REASONING)
            items->at[kept++] = items->at[i];
    items->count = kept;
}

static void settle_reasoning(struct mock_request *r)
{
    r->reasoning_wanted |= r->rule->reasoning_always;
    for (size_t i = 0; i < r->talk.count; i++)
        if (r->format == &mock_format_messages && !r->reasoning_wanted)
            drop_reasoning(&r->talk.turns[i].items);
}

bool mock_request_read(struct mock_request *r)
{
    r->talk.model = "";
    r->talk.first_user = (struct kc_str){ "", 0 };
    if (!r->body)
        return mock_refuse(r, 400, NULL,
                           "We could not parse the JSON body of your request. It is not valid "
                           "JSON in UTF-8.");
    if (kc_json_type(r->body) != KC_JSON_OBJECT)
        return mock_refuse(r, 400, NULL, "The body must be a JSON object.");
    if (!r->format->read(r))
        return false;
    find_conversation(r);
    if (!pick_rule(r))
        return false;
    settle_reasoning(r);
    if (!mock_history_check(r))
        return false;
    if (!mock_request_answer(r))
        return mock_refuse(r, 400, "mock_no_answer", "mock: rule '%s' has no answer %zu",
                           r->rule->name, r->turn);
    return true;
}

const struct mock_answer *mock_rule_answer(const struct mock_rule *rule, size_t turn)
{
    if (turn < rule->count)
        return &rule->answers[turn];
    switch (rule->then) {
    case MOCK_THEN_LAST:
        return &rule->answers[rule->count - 1];
    case MOCK_THEN_LOOP:
        return &rule->answers[turn % rule->count];
    case MOCK_THEN_REFUSE:
        break;
    }
    return NULL;
}

const struct mock_answer *mock_request_answer(const struct mock_request *r)
{
    return mock_rule_answer(r->rule, r->turn);
}

void mock_reply_make(struct mock_request *r, const struct mock_answer *answer,
                     struct mock_reply *reply)
{
    *reply = (struct mock_reply){ .usage = answer->usage,
                                  .stop = r->format->stop(answer->stop),
                                  .answer = answer };
    reply->id = mock_name(&r->arena, "", 24, mock_key(r, r->turn, 0, "reply"));
    r->format->items(r, answer, r->turn, &reply->items);
}

void mock_request_free(struct mock_request *r)
{
    kc_buf_free(&r->talk.system);
    kc_buf_free(&r->talk.user);
    kc_json_free(r->body);
    kc_arena_free(&r->arena);
}

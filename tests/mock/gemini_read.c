/* Gemini generateContent: reading a request. */
#include <string.h>

#include "gemini.h"

struct reading {
    struct mock_request *request;
    struct mock_turn    *turn;
    size_t               content, part;
};

static bool wrong(struct reading *d, const char *what)
{
    return mock_refuse(d->request, 400, NULL, "contents[%zu].parts[%zu]: %s", d->content, d->part,
                       what);
}

static bool read_call(struct reading *d, const kc_json *call, struct kc_str signature)
{
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_CALL);

    item->id = kc_json_text(kc_json_get(call, "id"));
    item->name = kc_json_text(kc_json_get(call, "name"));
    item->opaque = signature;
    if (!d->turn->assistant)
        return wrong(d, "a functionCall belongs to role 'model'");
    if (kc_json_get(call, "args") && kc_json_type(kc_json_get(call, "args")) != KC_JSON_OBJECT)
        return wrong(d, "functionCall.args must be an object");
    return item->name.length || wrong(d, "functionCall.name is required");
}

static bool read_response(struct reading *d, const kc_json *response)
{
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_RESULT);

    item->id = kc_json_text(kc_json_get(response, "id"));
    item->name = kc_json_text(kc_json_get(response, "name"));
    if (d->turn->assistant)
        return wrong(d, "a functionResponse belongs to role 'user'");
    if (!item->name.length)
        return wrong(d, "functionResponse.name is required");
    return kc_json_type(kc_json_get(response, "response")) == KC_JSON_OBJECT ||
           wrong(d, "functionResponse.response must be an object");
}

/* Thoughts in the history may be there or not; only signatures count. */
static bool read_part(struct reading *d, const kc_json *part)
{
    const struct kc_str signature = kc_json_text(kc_json_get(part, "thoughtSignature"));

    if (kc_json_get(part, "functionCall"))
        return read_call(d, kc_json_get(part, "functionCall"), signature);
    if (kc_json_get(part, "functionResponse"))
        return read_response(d, kc_json_get(part, "functionResponse"));
    if (kc_json_type(kc_json_get(part, "text")) != KC_JSON_STRING)
        return kc_json_get(part, "inlineData") || wrong(d, "required oneof field 'data' must have "
                                                           "one initialized field");
    if (kc_json_get_bool(part, "thought", false))
        return true;
    struct mock_item *item = mock_item_add(d->request, &d->turn->items, MOCK_TEXT);

    item->text = kc_json_text(kc_json_get(part, "text"));
    item->opaque = signature;
    if (!d->turn->assistant)
        mock_user_said(d->request, item->text);
    return true;
}

/* Google's own SDK keeps each piece of a stream as a content of its own: they are one turn. */
static struct mock_turn *turn_of(struct mock_request *r, bool assistant)
{
    struct mock_talk *t = &r->talk;
    const bool        more = t->count && t->turns[t->count - 1].assistant == assistant;

    return more ? &t->turns[t->count - 1] : mock_turn_add(r, assistant);
}

static bool read_content(struct mock_request *r, const kc_json *content, size_t place)
{
    const char    *role = kc_json_get_str(content, "role", "user");
    const bool     assistant = strcmp(role, "model") == 0;
    const kc_json *parts = kc_json_get(content, "parts");

    if (!assistant && strcmp(role, "user") != 0 && strcmp(role, "function") != 0)
        return mock_refuse(r, 400, NULL, "Please use a valid role: user, model. (contents[%zu])",
                           place);
    if (!kc_json_length(parts))
        return mock_refuse(r, 400, NULL, "contents[%zu].parts: contents.parts must not be empty.",
                           place);
    struct reading d = { r, turn_of(r, assistant), place, 0 };

    for (; d.part < kc_json_length(parts); d.part++)
        if (!read_part(&d, kc_json_at(parts, d.part)))
            return false;
    return true;
}

static bool read_declaration(struct mock_request *r, const kc_json *declaration)
{
    const kc_json *json = kc_json_get(declaration, "parametersJsonSchema");
    const kc_json *own = kc_json_get(declaration, "parameters");

    if (json && own)
        return mock_refuse(r, 400, NULL,
                           "functionDeclarations: parameters and parametersJsonSchema exclude each "
                           "other");
    return mock_tool_add(r, kc_json_get(declaration, "name"), json ? json : own, false, "tools");
}

static bool read_tools(struct mock_request *r)
{
    const kc_json *tools = kc_json_get(r->body, "tools");

    for (size_t i = 0; i < kc_json_length(tools); i++) {
        const kc_json *list = kc_json_get(kc_json_at(tools, i), "functionDeclarations");

        for (size_t j = 0; j < kc_json_length(list); j++)
            if (!read_declaration(r, kc_json_at(list, j)))
                return false;
    }
    return true;
}

/* The model stands in the path: .../models/NAME:verb. */
static const char *model_of(struct mock_request *r)
{
    const char *models = strstr(r->path, "/models/"), *colon = strrchr(r->path, ':');

    return models && colon > models + 8
               ? kc_arena_strndup(&r->arena, models + 8, (size_t)(colon - models - 8))
               : "";
}

static bool check_fields(struct mock_request *r)
{
    static const char *const foreign[] = { "messages", "model", "max_tokens", "stream", "system" };

    for (size_t i = 0; i < KC_COUNT(foreign); i++)
        if (kc_json_get(r->body, foreign[i]))
            return mock_refuse(r, 400, NULL,
                               "Invalid JSON payload received. Unknown name \"%s\": Cannot find "
                               "field.",
                               foreign[i]);
    if (!kc_json_length(kc_json_get(r->body, "contents")))
        return mock_refuse(r, 400, NULL,
                           "* GenerateContentRequest.contents: contents is not specified");
    return true;
}

static void read_wishes(struct mock_request *r)
{
    const kc_json *config = kc_json_get(r->body, "generationConfig");

    r->stream = strstr(r->path, ":streamGenerateContent") != NULL;
    r->reasoning_wanted =
        kc_json_get_bool(kc_json_get(config, "thinkingConfig"), "includeThoughts", false);
}

bool mock_gemini_read(struct mock_request *r)
{
    const kc_json      *contents = kc_json_get(r->body, "contents");
    const struct kc_str system =
        mock_parts_text(r, kc_json_get(kc_json_get(r->body, "systemInstruction"), "parts"));

    r->talk.model = model_of(r);
    read_wishes(r);
    if (!check_fields(r))
        return false;
    kc_buf_add(&r->talk.system, system.at, system.length);
    for (size_t i = 0; i < kc_json_length(contents); i++)
        if (!read_content(r, kc_json_at(contents, i), i))
            return false;
    return read_tools(r);
}

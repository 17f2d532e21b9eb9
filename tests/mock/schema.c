/* Tool schemas: what strict mode demands of every object in them. */
#include <string.h>

#include "request.h"

static bool names(const kc_json *required, const char *key)
{
    for (size_t i = 0; i < kc_json_length(required); i++)
        if (kc_str_is(kc_json_text(kc_json_at(required, i)), key))
            return true;
    return false;
}

struct walk {
    struct mock_request *request;
    const kc_json       *required;
    const char          *place;
    bool                 good;
};

static bool check_strict(struct mock_request *r, const kc_json *schema, const char *place);

static void check_property(void *context, const char *key, kc_json *value)
{
    struct walk *w = context;

    if (!names(w->required, key))
        w->good = mock_refuse(w->request, 400, "invalid_function_parameters",
                              "Invalid schema for function '%s': 'required' is required to be "
                              "supplied and to be an array including every key in properties. "
                              "Missing '%s'.",
                              w->place, key);
    w->good = w->good && check_strict(w->request, value, w->place);
}

static bool check_strict(struct mock_request *r, const kc_json *schema, const char *place)
{
    const kc_json *properties = kc_json_get(schema, "properties");
    struct walk    walk = { r, kc_json_get(schema, "required"), place, true };

    if (strcmp(kc_json_get_str(schema, "type", ""), "object") == 0 || properties)
        if (kc_json_type(kc_json_get(schema, "additionalProperties")) != KC_JSON_BOOL ||
            kc_json_get_bool(schema, "additionalProperties", true))
            return mock_refuse(r, 400, "invalid_function_parameters",
                               "Invalid schema for function '%s': 'additionalProperties' is "
                               "required to be supplied and to be false.",
                               place);
    kc_json_each(properties, check_property, &walk);
    if (walk.good && kc_json_get(schema, "items"))
        return check_strict(r, kc_json_get(schema, "items"), place);
    return walk.good;
}

bool mock_schema_check(struct mock_request *r, const kc_json *schema, bool strict,
                       const char *place)
{
    if (!schema)
        return true;
    if (kc_json_type(schema) != KC_JSON_OBJECT)
        return mock_refuse(r, 400, NULL, "%s: the schema is not an object", place);
    if (strcasecmp(kc_json_get_str(schema, "type", ""), "object") != 0)
        return mock_refuse(r, 400, "invalid_function_parameters",
                           "Invalid schema for function '%s': schema must be a JSON Schema of "
                           "'type: \"object\"'.",
                           place);
    return !strict || check_strict(r, schema, place);
}

/* Keys: any that is not empty, or one of the script's "keys". */
#include <string.h>
#include <strings.h>

#include "request.h"

static const char *bearer(const struct mock_request *r)
{
    const char *value = r->header(r, "Authorization");

    return strncasecmp(value, "Bearer ", 7) == 0 ? value + 7 : "";
}

static const char *key_of(const struct mock_request *r)
{
    const char *own = "";

    if (r->format == &mock_format_messages)
        own = r->header(r, "x-api-key");
    if (r->format == &mock_format_gemini)
        own = r->header(r, "x-goog-api-key");
    if (r->format == &mock_format_gemini && !*own)
        own = r->query(r, "key");
    return *own || r->format == &mock_format_gemini ? own : bearer(r);
}

static bool is_known(const struct mock_request *r, const char *key)
{
    for (size_t i = 0; i < kc_json_length(r->script->keys); i++)
        if (kc_str_is(kc_json_text(kc_json_at(r->script->keys, i)), key))
            return true;
    return kc_json_length(r->script->keys) == 0;
}

static bool version_check(struct mock_request *r)
{
    const char *version = r->header(r, "anthropic-version");

    if (r->format != &mock_format_messages)
        return true;
    if (!*version)
        return mock_refuse(r, 400, NULL, "anthropic-version: header is required");
    if (strcmp(version, "2023-06-01") != 0 && strcmp(version, "2026-10-21") != 0)
        return mock_refuse(r, 400, NULL, "anthropic-version: '%s' is not a valid version", version);
    return true;
}

bool mock_auth_check(struct mock_request *r)
{
    const char *key = key_of(r);

    if (!*key)
        return mock_refuse(r, 401, NULL, "You didn't provide an API key.");
    if (!is_known(r, key))
        return mock_refuse(r, 401, NULL, "Incorrect API key provided.");
    return version_check(r);
}

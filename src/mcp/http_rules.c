/* The rules of Streamable HTTP, one function each. */
#include "mcp/http_rules.h"

#include <string.h>
#include <strings.h>

/* ---- who asks ----------------------------------------------------------------------------- */

static bool is_port(struct kc_str text)
{
    uint64_t port;

    return text.length == 0 || (text.at[0] == ':' &&
                                kc_str_u64((struct kc_str){ text.at + 1, text.length - 1 }, &port));
}

bool kc_mcp_host_is_local(const char *host)
{
    static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };

    for (size_t i = 0; host && i < KC_COUNT(names); i++)
        if (strncasecmp(host, names[i], strlen(names[i])) == 0 &&
            is_port(kc_str_from(host + strlen(names[i]))))
            return true;
    return false;
}

bool kc_mcp_origin_is_own(const char *origin, const char *host)
{
    static const char *const schemes[] = { "http://", "https://" };

    for (size_t i = 0; host && i < KC_COUNT(schemes); i++)
        if (strncasecmp(origin, schemes[i], strlen(schemes[i])) == 0 &&
            strcasecmp(origin + strlen(schemes[i]), host) == 0)
            return true;
    return false;
}

bool kc_mcp_token_fits(const char *authorization, const char *token)
{
    const size_t  length = strlen(token);
    unsigned char differ = 0;

    if (!authorization || strncasecmp(authorization, "Bearer ", 7) != 0)
        return false;
    authorization += 7;
    if (strlen(authorization) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        differ |= (unsigned char)(authorization[i] ^ token[i]);
    return differ == 0;
}

bool kc_mcp_is_json(const char *content_type)
{
    const char *type = "application/json";

    return content_type && strncasecmp(content_type, type, strlen(type)) == 0 &&
           (content_type[strlen(type)] == '\0' || strchr("; ", content_type[strlen(type)]));
}

bool kc_mcp_takes_events(const char *accept)
{
    return accept && (strcasestr(accept, "text/event-stream") || strstr(accept, "*/*"));
}

/* ---- headers that repeat the body --------------------------------------------------------- */

static void encode_base64(struct kc_str bytes, struct kc_buf *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < bytes.length; i += 3) {
        uint32_t     three = 0;
        const size_t n = bytes.length - i < 3 ? bytes.length - i : 3;

        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (k < n ? (unsigned char)bytes.at[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            kc_buf_add(out, k <= n ? &digits[three >> (18 - 6 * k) & 63] : "=", 1);
    }
}

/* Whether a header repeats value, as it is or as =?base64?...?=. */
static bool repeats(const char *header, struct kc_str value)
{
    struct kc_buf encoded = { 0 };

    if (!header)
        return false;
    kc_buf_puts(&encoded, "=?base64?");
    encode_base64(value, &encoded);
    kc_buf_puts(&encoded, "?=");
    const bool same = kc_str_is(value, header) || strcmp(header, encoded.text) == 0;

    kc_buf_free(&encoded);
    return same;
}

static int mismatch(struct kc_buf *why, const char *header, const char *given, struct kc_str body)
{
    kc_buf_printf(why, "header mismatch: %s is ", header);
    if (given)
        kc_buf_printf(why, "'%.100s'", given);
    else
        kc_buf_puts(why, "missing");
    kc_buf_printf(why, ", the body says '%.*s'", KC_STR(body));
    return KC_MCP_HEADER_MISMATCH;
}

static bool is_legacy_version(const char *version)
{
    for (size_t i = 1; i < kc_mcp_version_count; i++)
        if (strcmp(version, kc_mcp_versions[i]) == 0)
            return true;
    return false;
}

/* Legacy requests may carry a version header, which must be one of theirs. */
static int check_legacy(const struct kc_mcp_headers *h, struct kc_buf *why)
{
    if (!h->version || is_legacy_version(h->version))
        return 0;
    if (strcmp(h->version, kc_mcp_versions[0]) == 0)
        return mismatch(why, "MCP-Protocol-Version", h->version,
                        kc_str_from("nothing in params._meta"));
    kc_buf_puts(why, "unsupported protocol version");
    return KC_MCP_UNSUPPORTED_VERSION;
}

static bool is_named(const struct kc_mcp_message *m)
{
    return kc_str_is(m->method, "tools/call") || kc_str_is(m->method, "resources/read") ||
           kc_str_is(m->method, "prompts/get");
}

int kc_mcp_headers_check(const struct kc_mcp_headers *h, const struct kc_mcp_message *m,
                         struct kc_buf *why)
{
    if (m->era == KC_MCP_LEGACY)
        return check_legacy(h, why);
    if (!h->version || !kc_str_is(m->version, h->version))
        return mismatch(why, "MCP-Protocol-Version", h->version, m->version);
    if (m->error == KC_MCP_UNSUPPORTED_VERSION)
        return 0; /* the answer says so; the headers of other versions are not ours to judge */
    if (!h->method || !kc_str_is(m->method, h->method))
        return mismatch(why, "Mcp-Method", h->method, m->method);
    if (is_named(m) && (h->name || kc_mcp_message_name(m).length) &&
        !repeats(h->name, kc_mcp_message_name(m)))
        return mismatch(why, "Mcp-Name", h->name, kc_mcp_message_name(m));
    return 0;
}

unsigned kc_mcp_http_status(const struct kc_mcp_message *m)
{
    switch (m->error) {
    case KC_MCP_PARSE_ERROR:
    case KC_MCP_INVALID_REQUEST:
    case KC_MCP_HEADER_MISMATCH:
    case KC_MCP_UNSUPPORTED_VERSION:
        return 400;
    case KC_MCP_INVALID_PARAMS:
        return m->kind == KC_MCP_MALFORMED ? 400 : 200;
    case KC_MCP_METHOD_NOT_FOUND:
        return m->era == KC_MCP_MODERN ? 404 : 200;
    default:
        return 200;
    }
}

/* From a name like "openai/gpt-5.2" and the environment to a model that can be asked. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "provider/ask.h"

/* From this version on Anthropic takes keys as bearer tokens and refuses sampling parameters. */
static const char anthropic_bearer[] = "2026-10-21";
static const char anthropic_default[] = "2023-06-01";

/* ---- gates -------------------------------------------------------------------------------- */

/* The one thing that models of a process share: a provider's limits are those of an account. */
static struct {
    pthread_mutex_t lock;
    kc_gate        *gate[16];
    unsigned        users[16];
} gates = { .lock = PTHREAD_MUTEX_INITIALIZER };

static size_t gate_index(const struct kc_provider *provider)
{
    return (size_t)(provider - kc_provider_row(0));
}

static kc_gate *share_gate(const struct kc_provider *provider, const struct kc_model_options *o)
{
    const size_t i = gate_index(provider);

    assert(i < KC_COUNT(gates.gate));
    pthread_mutex_lock(&gates.lock);
    if (gates.users[i]++ == 0)
        gates.gate[i] = kc_gate_new(o->connections, o->per_minute);
    else
        kc_gate_narrow(gates.gate[i], o->connections, o->per_minute);
    kc_gate *gate = gates.gate[i];

    pthread_mutex_unlock(&gates.lock);
    return gate;
}

static void leave_gate(const struct kc_provider *provider)
{
    const size_t i = gate_index(provider);

    pthread_mutex_lock(&gates.lock);
    if (--gates.users[i] == 0) {
        kc_gate_free(gates.gate[i]);
        gates.gate[i] = NULL;
    }
    pthread_mutex_unlock(&gates.lock);
}

/* ---- parts of a model --------------------------------------------------------------------- */

static void list_providers(struct kc_buf *why)
{
    for (size_t i = 0; i < kc_provider_count(); i++)
        kc_buf_printf(why, "%s%s", i ? ", " : "", kc_provider_at(i)->name);
}

static const struct kc_provider *choose_provider(struct kc_str name, struct kc_buf *why)
{
    const struct kc_provider *provider = kc_provider_find(name);
    const char               *names[16];
    const size_t              count = kc_provider_count();

    if (provider)
        return provider;
    for (size_t i = 0; i < count && i < KC_COUNT(names); i++)
        names[i] = kc_provider_at(i)->name;
    const char *nearest = kc_str_nearest(name, names, count);

    kc_buf_printf(why, "unknown provider '%.*s'", KC_STR(name));
    if (nearest)
        kc_buf_printf(why, ", did you mean '%s'?", nearest);
    kc_buf_puts(why, " A model is PROVIDER/NAME with one of the providers ");
    list_providers(why);
    return NULL;
}

static bool is_clean(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text <= 32 || *text == 127)
            return false;
    return true;
}

/* "A B" as people read it. */
static void put_variables(struct kc_buf *out, const char *variables)
{
    struct kc_str rest = kc_str_from(variables);

    for (bool first = true; rest.length; first = false) {
        const struct kc_str word = kc_str_cut(&rest, ' ');

        kc_buf_printf(out, "%s%.*s", first ? "" : " or ", KC_STR(word));
    }
}

static bool choose_url(struct kc_remote *r, struct kc_buf *why)
{
    const struct kc_provider_info *info = &r->provider->info;
    const char                    *which = "--model-base-url", *given = r->options.base_url;

    r->url = given && *given ? kc_arena_strndup(&r->arena, given, strlen(given))
                             : kc_environment(&r->arena, info->url_variable, &which);
    if (!r->url && *info->url)
        r->url = info->url;
    if (!r->url) {
        kc_buf_printf(why, "provider '%s' has no URL of its own: set ", info->name);
        put_variables(why, info->url_variable);
        kc_buf_puts(why, " or give --model-base-url, such as http://127.0.0.1:8080/v1");
        return false;
    }
    const bool http = strncmp(r->url, "http://", 7) == 0 || strncmp(r->url, "https://", 8) == 0;

    if (!http || !is_clean(r->url) || strlen(r->url) > 2000)
        kc_buf_printf(why, "%s: '%.100s' is no URL: it must begin with https:// or http://", which,
                      r->url);
    return why->length == 0;
}

/* Never says what the key is, not even a wrong one. */
static bool choose_key(struct kc_remote *r, const char **which, struct kc_buf *why)
{
    const struct kc_provider_info *info = &r->provider->info;

    r->key = kc_environment(&r->arena, info->key_variable, which);
    if (r->key && !is_clean(r->key))
        kc_buf_printf(why, "%s holds characters that cannot be in a key", *which);
    if (!r->key && info->key_needed && strcmp(r->url, info->url) == 0) {
        kc_buf_printf(why, "provider '%s' needs a key: set ", info->name);
        put_variables(why, info->key_variable);
        kc_buf_puts(why, " in the environment; keys are never stored or printed");
    }
    return why->length == 0;
}

static void add_header(struct kc_remote *r, const char *name, const char *value)
{
    assert(r->header_count < KC_COUNT(r->headers));
    r->headers[r->header_count++] = kc_arena_printf(&r->arena, "%s: %s", name, value);
}

static void add_bearer(struct kc_remote *r)
{
    add_header(r, "Authorization", kc_arena_printf(&r->arena, "Bearer %s", r->key));
}

static bool add_anthropic(struct kc_remote *r, const char *key_variable, struct kc_buf *why)
{
    const char *which = "";
    const char *version = kc_environment(&r->arena, "ANTHROPIC_VERSION", &which);

    version = version && is_clean(version) ? version : anthropic_default;
    const bool bearer = strcmp(version, anthropic_bearer) >= 0;

    add_header(r, "anthropic-version", version);
    if (bearer && r->options.temperature >= 0)
        kc_buf_printf(why, "Anthropic's API version %s takes no temperature: leave it out",
                      version);
    if (r->key && (bearer || strcmp(key_variable, "ANTHROPIC_AUTH_TOKEN") == 0))
        add_bearer(r);
    else if (r->key)
        add_header(r, "x-api-key", r->key);
    return why->length == 0;
}

static bool add_headers(struct kc_remote *r, const char *key_variable, struct kc_buf *why)
{
    if (r->dialect == &kc_dialect_messages)
        return add_anthropic(r, key_variable, why);
    if (r->key && r->dialect == &kc_dialect_gemini)
        add_header(r, "x-goog-api-key", r->key);
    else if (r->key)
        add_bearer(r);
    return true;
}

static bool choose_dialect(struct kc_remote *r, struct kc_buf *why)
{
    r->dialect = r->provider->dialect;
    if (!r->options.responses_api)
        return true;
    if (r->dialect != &kc_dialect_chat)
        kc_buf_printf(why, "provider '%s' has no Responses API", r->provider->info.name);
    r->dialect = &kc_dialect_responses;
    return why->length == 0;
}

static void fill_options(struct kc_remote *r, const struct kc_model_options *given)
{
    struct kc_model_options *o = &r->options;
    const char              *effort = given->reasoning_effort;

    *o = *given;
    o->connections = o->connections ? o->connections : 10;
    o->deadline = o->deadline > 0 ? o->deadline : 600;
    o->attempt_deadline = o->attempt_deadline > 0 ? o->attempt_deadline : 300;
    o->most_attempts = o->most_attempts ? o->most_attempts : 8;
    o->reasoning_effort =
        effort && *effort ? kc_arena_strndup(&r->arena, effort, strlen(effort)) : NULL;
}

/* ---- the model ---------------------------------------------------------------------------- */

static void free_remote(kc_model *model)
{
    struct kc_remote *r = (struct kc_remote *)model;

    if (r->gate)
        leave_gate(r->provider);
    kc_http_free(r->http);
    kc_arena_free(&r->arena);
    free(r);
}

static void send_by_curl(void *context, const struct kc_http_request *request,
                         struct kc_http_reply *reply)
{
    kc_http_send(context, request, reply);
}

static const struct kc_model_ops remote_ops = { kc_remote_ask, free_remote };

/* Everything that can be wrong with a name, the options and the environment. */
static bool set_up(struct kc_remote *r, const char *name, const struct kc_model_options *options,
                   struct kc_buf *why)
{
    struct kc_str rest = kc_str_from(name);
    const char   *key_variable = "";

    r->provider = choose_provider(kc_str_cut(&rest, '/'), why);
    if (!r->provider)
        return false;
    r->model = kc_arena_strndup(&r->arena, rest.at, rest.length);
    if (!rest.length || rest.length > 200 || !is_clean(r->model)) {
        kc_buf_printf(why, "'%.100s' names no model: write %s/NAME", name, r->provider->info.name);
        return false;
    }
    fill_options(r, options);
    return choose_dialect(r, why) && choose_url(r, why) && choose_key(r, &key_variable, why) &&
           add_headers(r, key_variable, why);
}

struct kc_remote *kc_remote_new(const char *name, const struct kc_model_options *options,
                                const struct kc_transport *transport, const struct kc_clock *clock,
                                struct kc_buf *why)
{
    struct kc_remote *r = kc_alloc(sizeof *r);

    memset(r, 0, sizeof *r);
    r->base.ops = &remote_ops;
    if (!set_up(r, name, options, why)) {
        free_remote(&r->base);
        return NULL;
    }
    r->clock = clock ? *clock : kc_clock_real;
    if (!transport)
        r->http = kc_http_new();
    r->transport = transport ? *transport : (struct kc_transport){ send_by_curl, r->http };
    r->gate = share_gate(r->provider, &r->options);
    return r;
}

kc_model *kc_provider_model(const char *name, const struct kc_model_options *options,
                            struct kc_buf *why)
{
    struct kc_remote *r = kc_remote_new(name, options, NULL, NULL, why);

    return r ? &r->base : NULL;
}

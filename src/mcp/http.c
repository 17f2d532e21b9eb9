/* The HTTP side: libmicrohttpd with a thread per connection, so that a call may simply take its
 * time.  An answer with progress is a stream: a second thread makes the call and the connection
 * waits for what it sends. */
#include "mcp/http.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/arena.h"
#include "mcp/http_rules.h"
#include "mcp/loopback.h"

enum { CONNECTIONS = 64, EVENT_BLOCK = 4096 };

struct kc_mcp_http {
    kc_mcp            *server;
    struct kc_loopback loopback;
    struct MHD_Daemon *daemon;
    char              *token;
    pthread_mutex_t    lock;
    pthread_cond_t     quiet;
    size_t             streams; /* calls that stream */
};

typedef struct MHD_Connection connection;

bool kc_mcp_token_new(char token[33])
{
    unsigned char bytes[16];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* ---- plain answers ------------------------------------------------------------------------ */

static enum MHD_Result respond(connection *c, unsigned status, struct kc_str body,
                               const char *header, const char *value)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(body.length, (void *)(uintptr_t)body.at,
                                        MHD_RESPMEM_MUST_COPY);
    enum MHD_Result result;

    if (body.length)
        MHD_add_response_header(response, "Content-Type", "application/json");
    if (header)
        MHD_add_response_header(response, header, value);
    result = MHD_queue_response(c, status, response);
    MHD_destroy_response(response);
    return result;
}

static void keep_last(void *context, struct kc_str text)
{
    struct kc_buf *last = context;

    last->length = 0;
    kc_buf_add(last, text.at, text.length);
}

/* Refuses with a JSON-RPC error; m carries the id when there is one. */
static enum MHD_Result refuse(connection *c, unsigned status, struct kc_mcp_message *m, int code,
                              const char *why, kc_json *data)
{
    struct kc_mcp_message none = { .kind = KC_MCP_MALFORMED };
    struct kc_buf         body = { 0 };
    const char     *header = status == 405 ? "Allow" : status == 401 ? "WWW-Authenticate" : NULL;
    enum MHD_Result result;

    kc_mcp_send_error(m ? m : &none, code, why, data, (struct kc_mcp_sink){ &body, keep_last });
    result = respond(c, status, (struct kc_str){ body.text, body.length }, header,
                     status == 405 ? "POST" : "Bearer realm=\"kernelcraft\"");
    kc_buf_free(&body);
    return result;
}

/* ---- answers that stream ------------------------------------------------------------------ */

struct stream {
    kc_mcp_http          *http;
    struct kc_mcp_message message;
    pthread_mutex_t       lock;
    pthread_cond_t        more;
    struct kc_buf         text; /* events not yet sent */
    size_t                sent;
    bool                  done;
    int                   users; /* the call and the connection */
};

static void drop(struct stream *s)
{
    pthread_mutex_lock(&s->lock);
    const bool last = --s->users == 0;

    pthread_mutex_unlock(&s->lock);
    if (!last)
        return;
    kc_mcp_message_free(&s->message);
    kc_buf_free(&s->text);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    free(s);
}

static void send_event(void *context, struct kc_str text)
{
    struct stream *s = context;

    pthread_mutex_lock(&s->lock);
    kc_buf_puts(&s->text, "event: message\ndata: ");
    kc_buf_add(&s->text, text.at, text.length);
    kc_buf_puts(&s->text, "\n\n");
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
}

static void *make_call(void *context)
{
    struct stream *s = context;
    kc_mcp_http   *http = s->http;

    kc_mcp_answer(http->server, &s->message, (struct kc_mcp_sink){ s, send_event });
    pthread_mutex_lock(&s->lock);
    s->done = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    drop(s);
    pthread_mutex_lock(&http->lock);
    http->streams--;
    pthread_cond_signal(&http->quiet);
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

static ssize_t read_events(void *context, uint64_t position, char *out, size_t most)
{
    struct stream *s = context;
    size_t         n;

    (void)position;
    pthread_mutex_lock(&s->lock);
    while (s->sent == s->text.length && !s->done)
        pthread_cond_wait(&s->more, &s->lock);
    n = s->text.length - s->sent;
    n = n < most ? n : most;
    if (n)
        memcpy(out, s->text.text + s->sent, n);
    s->sent += n;
    pthread_mutex_unlock(&s->lock);
    return n ? (ssize_t)n : MHD_CONTENT_READER_END_OF_STREAM;
}

/* The client went away, or has all: what is still running is cancelled. */
static void end_events(void *context)
{
    struct stream *s = context;

    atomic_store(&s->message.cancelled, true);
    drop(s);
}

static bool start_call(struct stream *s)
{
    pthread_t      thread;
    pthread_attr_t detached;

    pthread_mutex_lock(&s->http->lock);
    s->http->streams++;
    pthread_mutex_unlock(&s->http->lock);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    const bool started = pthread_create(&thread, &detached, make_call, s) == 0;

    pthread_attr_destroy(&detached);
    if (!started) {
        pthread_mutex_lock(&s->http->lock);
        s->http->streams--;
        pthread_mutex_unlock(&s->http->lock);
    }
    return started;
}

static enum MHD_Result answer_with_events(kc_mcp_http *http, connection *c, struct kc_str body)
{
    struct stream       *s = kc_alloc(sizeof *s);
    struct MHD_Response *response;
    enum MHD_Result      result;

    s->http = http;
    s->users = 2;
    kc_mcp_message_read(&s->message, body);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    if (!start_call(s)) {
        drop(s);
        drop(s);
        return MHD_NO;
    }
    response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, EVENT_BLOCK, read_events, s,
                                                 end_events);
    MHD_add_response_header(response, "Content-Type", "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    MHD_add_response_header(response, "X-Accel-Buffering", "no");
    result = MHD_queue_response(c, 200, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- requests ----------------------------------------------------------------------------- */

static const char *header(connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static struct kc_mcp_headers read_headers(connection *c)
{
    return (struct kc_mcp_headers){
        .host = header(c, "Host"),
        .origin = header(c, "Origin"),
        .authorization = header(c, "Authorization"),
        .content_type = header(c, "Content-Type"),
        .accept = header(c, "Accept"),
        .version = header(c, "MCP-Protocol-Version"),
        .method = header(c, "Mcp-Method"),
        .name = header(c, "Mcp-Name"),
    };
}

/* Whether the sender may send this: a wrong token never, no token only for reading. */
static bool allowed(const kc_mcp_http *http, const struct kc_mcp_headers *h,
                    const struct kc_mcp_message *m)
{
    if (!http->token)
        return true;
    if (!h->authorization)
        return !kc_str_is(m->method, "tools/call");
    return kc_mcp_token_fits(h->authorization, http->token);
}

static enum MHD_Result answer_plainly(kc_mcp_http *http, connection *c, struct kc_mcp_message *m)
{
    struct kc_buf   body = { 0 };
    enum MHD_Result result;

    m->progress = NULL; /* there is no place for it in a single answer */
    kc_mcp_answer(http->server, m, (struct kc_mcp_sink){ &body, keep_last });
    result =
        respond(c, kc_mcp_http_status(m), (struct kc_str){ body.text, body.length }, NULL, NULL);
    kc_buf_free(&body);
    return result;
}

static enum MHD_Result answer_message(kc_mcp_http *http, connection *c,
                                      const struct kc_mcp_headers *h, struct kc_mcp_message *m,
                                      struct kc_str body)
{
    struct kc_buf   why = { 0 };
    int             code;
    enum MHD_Result result;

    if (!allowed(http, h, m))
        return refuse(c, 401, m, 401,
                      "calling tools needs the header 'Authorization: Bearer TOKEN'; the token was "
                      "printed when the server started",
                      NULL);
    if (m->kind == KC_MCP_NOTIFICATION || m->kind == KC_MCP_RESPONSE)
        return respond(c, 202, (struct kc_str){ "", 0 }, NULL, NULL);
    if (m->method.length && (code = kc_mcp_headers_check(h, m, &why))) {
        result =
            refuse(c, 400, m, code, why.text,
                   code == KC_MCP_UNSUPPORTED_VERSION ? kc_mcp_version_data(kc_str_from(h->version))
                                                      : NULL);
        kc_buf_free(&why);
        return result;
    }
    if (m->kind == KC_MCP_REQUEST && kc_str_is(m->method, "tools/call") && m->progress &&
        kc_mcp_takes_events(h->accept))
        return answer_with_events(http, c, body);
    return answer_plainly(http, c, m);
}

/* What is wrong with a request before its body matters; 0 when nothing is. */
static unsigned objection(const struct kc_mcp_headers *h, const char *url, const char *method,
                          const char **why)
{
    *why = "Host must name this machine";
    if (!kc_mcp_host_is_local(h->host))
        return 403;
    *why = "requests from pages of other origins are refused";
    if (h->origin && !kc_mcp_origin_is_own(h->origin, h->host))
        return 403;
    *why = "the address is /mcp";
    if (strcmp(url, "/mcp") != 0)
        return 404;
    *why = "only POST is supported: there are no sessions and no streams outside of answers";
    if (strcmp(method, "POST") != 0)
        return 405;
    *why = "Content-Type must be application/json";
    if (!kc_mcp_is_json(h->content_type))
        return 415;
    return 0;
}

static enum MHD_Result answer(void *context, connection *c, const char *url, const char *method,
                              const struct kc_exchange *x)
{
    kc_mcp_http                *http = context;
    const struct kc_mcp_headers h = read_headers(c);
    const struct kc_str         body = { x->body.text ? x->body.text : "", x->body.length };
    const char                 *why;
    unsigned                    status = objection(&h, url, method, &why);
    struct kc_mcp_message       m;
    enum MHD_Result             result;

    if (status)
        return refuse(c, status, NULL, (int)status, why, NULL);
    if (x->too_large)
        return refuse(c, 413, NULL, 413, "the message is longer than 16 MiB", NULL);
    kc_mcp_message_read(&m, body);
    result = answer_message(http, c, &h, &m, body);
    kc_mcp_message_free(&m);
    return result;
}

/* ---- life --------------------------------------------------------------------------------- */

kc_mcp_http *kc_mcp_http_new(kc_mcp *server, const struct kc_mcp_http_options *options,
                             struct kc_buf *why)
{
    kc_mcp_http *http = kc_alloc(sizeof *http);

    http->server = server;
    http->token = options->token ? strdup(options->token) : NULL;
    pthread_mutex_init(&http->lock, NULL);
    pthread_cond_init(&http->quiet, NULL);
    http->loopback = (struct kc_loopback){ http, answer, KC_MCP_MESSAGE_BYTES, CONNECTIONS };
    http->daemon = kc_loopback_listen(&http->loopback, options->port);
    if (http->daemon)
        return http;
    kc_buf_printf(why, "cannot listen on 127.0.0.1:%u: %s", options->port, strerror(errno));
    kc_mcp_http_free(http);
    return NULL;
}

uint16_t kc_mcp_http_port(const kc_mcp_http *http)
{
    return kc_loopback_port(http->daemon);
}

void kc_mcp_http_free(kc_mcp_http *http)
{
    if (!http)
        return;
    if (http->daemon)
        MHD_stop_daemon(http->daemon);
    pthread_mutex_lock(&http->lock);
    while (http->streams)
        pthread_cond_wait(&http->quiet, &http->lock);
    pthread_mutex_unlock(&http->lock);
    pthread_mutex_destroy(&http->lock);
    pthread_cond_destroy(&http->quiet);
    free(http->token);
    free(http);
}

/* The HTTP side: routes, bodies in, deliveries out.  One thread for each connection, so that a
 * slow answer may simply sleep.
 */
#include "server.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "faults.h"

enum { MOST_BODY_BYTES = 256 << 20, BLOCK_BYTES = 16 << 10, MOST_CONNECTIONS = 1000 };

struct mock_server {
    struct MHD_Daemon        *daemon;
    const struct mock_script *script;
    mock_stats               *stats;
    int64_t                   latency_ms;
    struct mock_fault_state   faults;
};

/* One request and its answer. */
struct exchange {
    struct mock_server    *server;
    struct MHD_Connection *connection;
    struct kc_buf          body;
    struct mock_request    request;
    struct mock_delivery   delivery;
    struct mock_record     record;
    bool                   counted, too_large;
};

static const char *find_value(const struct mock_request *r, enum MHD_ValueKind kind,
                              const char *name)
{
    const char *value = MHD_lookup_connection_value(r->connection, kind, name);

    return value ? value : "";
}

static const char *header(const struct mock_request *r, const char *name)
{
    return find_value(r, MHD_HEADER_KIND, name);
}

static const char *query(const struct mock_request *r, const char *name)
{
    return find_value(r, MHD_GET_ARGUMENT_KIND, name);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

static const struct mock_format *format_of(const char *path)
{
    if (ends_with(path, "/chat/completions"))
        return &mock_format_chat;
    if (ends_with(path, "/responses"))
        return &mock_format_responses;
    if (ends_with(path, "/messages"))
        return &mock_format_messages;
    if (ends_with(path, ":generateContent") || ends_with(path, ":streamGenerateContent"))
        return &mock_format_gemini;
    return NULL;
}

static int socket_of(struct exchange *x)
{
    return MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/* False when the client hung up meanwhile. */
static bool wait_ms(struct exchange *x, int64_t ms)
{
    struct pollfd client = { .fd = socket_of(x), .events = POLLRDHUP };

    return ms <= 0 || poll(&client, 1, (int)ms) == 0;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Hands out the body: in pieces where it is slow, and not all of it where it is cut. */
static ssize_t read_body(void *context, uint64_t position, char *block, size_t most)
{
    struct exchange            *x = context;
    const struct mock_delivery *d = &x->delivery;
    const size_t                at = (size_t)position, end = d->events.text.length;
    size_t                      n = smaller(most, smaller(end, d->cut_at) - smaller(at, end));

    if (at >= d->cut_at)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (at >= end)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (d->piece_bytes && at < d->slow_until) {
        n = smaller(n, smaller(d->piece_bytes, d->slow_until - at));
        if (!wait_ms(x, d->piece_ms))
            return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    memcpy(block, d->events.text.text + at, n);
    return (ssize_t)n;
}

static enum MHD_Result send_delivery(struct exchange *x)
{
    const struct mock_delivery *d = &x->delivery;
    const uint64_t       size = d->stream ? MHD_SIZE_UNKNOWN : (uint64_t)d->events.text.length;
    struct MHD_Response *response =
        MHD_create_response_from_callback(size, BLOCK_BYTES, read_body, x, NULL);

    MHD_add_response_header(response, "Content-Type", d->type);
    for (size_t i = 0; i < d->header_count; i++)
        MHD_add_response_header(response, d->headers[i].name, d->headers[i].value);
    const enum MHD_Result result = MHD_queue_response(x->connection, (unsigned)d->status, response);

    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result hang_up(struct exchange *x)
{
    static const char   start[] = "HTTP/1.1 200 OK\r\nContent-Type: applica";
    const struct linger at_once = { .l_onoff = 1 };

    if (x->delivery.hangup == MOCK_HANGUP_IN_HEADER)
        send(socket_of(x), start, sizeof(start) - 1, MSG_NOSIGNAL);
    else
        setsockopt(socket_of(x), SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    return MHD_NO;
}

/* Looks for what is wrong with the request before anything else: faults must not hide it. */
static bool read_request(struct exchange *x)
{
    struct mock_request *r = &x->request;

    if (x->too_large)
        return mock_refuse(r, 413, NULL, "the body is larger than %d bytes", MOST_BODY_BYTES);
    if (!mock_auth_check(r))
        return false;
    if (strncmp(header(r, "Content-Type"), "application/json", 16) != 0)
        return mock_refuse(r, 400, NULL, "Content-Type must be application/json");
    r->body = kc_json_parse((struct kc_str){ x->body.text, x->body.length });
    return mock_request_read(r);
}

static void make_delivery(struct exchange *x)
{
    struct mock_request     *r = &x->request;
    struct mock_reply        reply;
    const struct mock_fault *fault = mock_fault_pick(&x->server->faults, r, x->record.number);

    mock_reply_make(r, mock_request_answer(r), &reply);
    mock_delivery_reply(&x->delivery, r, &reply);
    x->record.fault = fault;
    x->record.outcome = fault && !mock_fault_info[fault->kind].answers ? MOCK_FAULTED : MOCK_GONE;
    if (fault)
        mock_fault_apply(fault, r, &x->delivery);
}

static void note_request(struct exchange *x)
{
    const struct mock_request *r = &x->request;

    x->record.format = r->format->name;
    x->record.path = r->path;
    x->record.stream = r->stream;
    x->record.rule = r->rule ? r->rule->name : NULL;
    x->record.known = r->conversation != 0;
    x->record.conversation = r->conversation;
    x->record.turn = r->turn;
}

static enum MHD_Result serve_model(struct exchange *x, const struct mock_format *format)
{
    struct mock_request *r = &x->request;

    x->record.number = mock_stats_begin(x->server->stats);
    x->counted = true;
    r->format = format;
    r->id = kc_arena_printf(&r->arena, "req_mock_%06llu", (unsigned long long)x->record.number);
    if (read_request(x)) {
        make_delivery(x);
    } else {
        x->record.outcome = MOCK_REFUSED;
        x->record.message = r->refusal.message;
        mock_delivery_error(&x->delivery, r, r->refusal.status, r->refusal.code,
                            r->refusal.message);
    }
    note_request(x);
    x->record.status = x->delivery.hangup ? 0 : x->delivery.status;
    if (!wait_ms(x, x->server->latency_ms + x->delivery.wait_ms))
        return MHD_NO;
    return x->delivery.hangup ? hang_up(x) : send_delivery(x);
}

/* Takes the text. */
static enum MHD_Result send_text(struct exchange *x, int status, struct kc_buf text)
{
    x->delivery =
        (struct mock_delivery){ .status = status, .type = "application/json", .cut_at = SIZE_MAX };
    x->delivery.events.text = text;
    return send_delivery(x);
}

static enum MHD_Result send_json(struct exchange *x, int status, kc_json *root)
{
    struct kc_buf text = { 0 };

    kc_json_print(root, &text, false);
    kc_json_free(root);
    return send_text(x, status, text);
}

static const char *model_at(const struct mock_script *script, size_t index)
{
    return kc_json_length(script->models) ? kc_json_text(kc_json_at(script->models, index)).at
                                          : "mock";
}

/* One list that OpenAI's and Anthropic's clients both understand, and one for Google's. */
static kc_json *models_json(const struct mock_script *script, bool google)
{
    const size_t count = kc_json_length(script->models) ? kc_json_length(script->models) : 1;
    kc_json     *list = kc_json_array();

    for (size_t i = 0; i < count; i++) {
        const char   *name = model_at(script, i);
        struct kc_buf full = { 0 };

        kc_buf_printf(&full, "models/%s", name);
        kc_json_push(list,
                     google ? mock_object("name", 's', full.text, "displayName", 's', name, NULL)
                            : mock_object("id", 's', name, "object", 's', "model", "type", 's',
                                          "model", "created", 'i', (int64_t)1790000000,
                                          "created_at", 's', "2026-09-01T00:00:00Z", "display_name",
                                          's', name, "owned_by", 's', "mock", NULL));
        kc_buf_free(&full);
    }
    if (google)
        return mock_object("models", 'o', list, NULL);
    return mock_object("object", 's', "list", "data", 'o', list, "has_more", 'b', 0, "first_id",
                       's', model_at(script, 0), "last_id", 's', model_at(script, count - 1), NULL);
}

static enum MHD_Result not_found(struct exchange *x, const char *method)
{
    struct kc_buf why = { 0 };

    kc_buf_printf(&why, "mock: nothing answers %s %s", method, x->request.path);
    kc_json *error = mock_object("message", 's', why.text, "type", 's', "invalid_request_error",
                                 "param", 'o', NULL, "code", 'o', NULL, NULL);
    kc_buf_free(&why);
    return send_json(x, 404, mock_object("error", 'o', error, NULL));
}

static enum MHD_Result serve_post(struct exchange *x)
{
    const char               *path = x->request.path;
    const struct mock_format *format = format_of(path);
    const int64_t             tokens = (int64_t)(x->body.length / 4);

    if (format)
        return serve_model(x, format);
    if (ends_with(path, "/messages/count_tokens"))
        return send_json(x, 200, mock_object("input_tokens", 'i', tokens, NULL));
    if (ends_with(path, ":countTokens"))
        return send_json(x, 200, mock_object("totalTokens", 'i', tokens, NULL));
    return not_found(x, "POST");
}

static enum MHD_Result serve_get(struct exchange *x, const char *method)
{
    const char *path = x->request.path;

    if (strcmp(path, "/stats") == 0)
        return send_text(x, 200, mock_stats_print(x->server->stats));
    if (strcmp(path, "/") == 0)
        return send_json(x, 200, mock_object("mock", 's', "kc-mock", NULL));
    if (ends_with(path, "/models"))
        return send_json(x, 200, models_json(x->server->script, strncmp(path, "/v1beta", 7) == 0));
    return not_found(x, method);
}

static struct exchange *exchange_new(struct mock_server *server, struct MHD_Connection *connection,
                                     const char *path)
{
    struct exchange *x = kc_alloc(sizeof(*x));

    *x = (struct exchange){ .server = server, .connection = connection };
    x->request.script = server->script;
    x->request.header = header;
    x->request.query = query;
    x->request.connection = connection;
    x->request.path = kc_arena_printf(&x->request.arena, "%s", path);
    kc_buf_add(&x->body, "", 0);
    return x;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *size, void **state)
{
    struct exchange *x = *state;

    (void)version;
    if (!x) {
        *state = exchange_new(context, connection, path);
        return MHD_YES;
    }
    if (*size) {
        x->too_large |= x->body.length + *size > MOST_BODY_BYTES;
        if (!x->too_large)
            kc_buf_add(&x->body, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (strcmp(path, "/stats") != 0)
        mock_stats_path(x->server->stats, path);
    return strcmp(method, "POST") == 0 ? serve_post(x) : serve_get(x, method);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode how)
{
    struct exchange *x = *state;

    (void)context;
    (void)connection;
    if (!x)
        return;
    if (x->record.outcome == MOCK_GONE && how == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        x->record.outcome = MOCK_ANSWERED;
    if (x->counted)
        mock_stats_end(x->server->stats, &x->record);
    mock_delivery_free(&x->delivery);
    mock_request_free(&x->request);
    kc_buf_free(&x->body);
    free(x);
    *state = NULL;
}

mock_server *mock_server_start(const struct mock_script *script, mock_stats *stats, uint16_t port,
                               int64_t latency_ms)
{
    mock_server       *s = kc_alloc(sizeof(*s));
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };

    *s = (mock_server){ .script = script, .stats = stats, .latency_ms = latency_ms };
    pthread_mutex_init(&s->faults.lock, NULL);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->daemon =
        MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
                             MHD_USE_POLL,
                         port, NULL, NULL, on_request, s, MHD_OPTION_SOCK_ADDR,
                         (struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
                         MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_END);
    if (s->daemon)
        return s;
    free(s);
    return NULL;
}

uint16_t mock_server_port(const mock_server *s)
{
    return MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

void mock_server_stop(mock_server *s)
{
    MHD_stop_daemon(s->daemon);
    pthread_mutex_destroy(&s->faults.lock);
    free(s->faults.uses);
    free(s);
}

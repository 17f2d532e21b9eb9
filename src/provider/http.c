/* libcurl.  A request runs on a line: an easy handle in a multi handle, which waits in slices short
 * enough to notice a cancel.  Lines are kept for the next request, whichever thread sends it. */
#include "provider/http.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/arena.h"

enum { SLICE_MS = 100, CONNECT_MS = 30000, GRACE_MS = 1000 };

struct line {
    CURLM       *multi;
    CURL        *easy;
    struct line *next;
};

struct kc_http {
    pthread_mutex_t lock;
    struct line    *idle;
};

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;

static void start_curl(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

kc_http *kc_http_new(void)
{
    kc_http *http = kc_alloc(sizeof *http);

    pthread_once(&curl_once, start_curl);
    *http = (kc_http){ 0 };
    pthread_mutex_init(&http->lock, NULL);
    return http;
}

static void free_line(struct line *line)
{
    curl_easy_cleanup(line->easy);
    curl_multi_cleanup(line->multi);
    free(line);
}

void kc_http_free(kc_http *http)
{
    if (!http)
        return;
    while (http->idle) {
        struct line *line = http->idle;

        http->idle = line->next;
        free_line(line);
    }
    pthread_mutex_destroy(&http->lock);
    free(http);
}

static struct line *take_line(kc_http *http)
{
    pthread_mutex_lock(&http->lock);
    struct line *line = http->idle;

    if (line)
        http->idle = line->next;
    pthread_mutex_unlock(&http->lock);
    if (line)
        return line;
    line = kc_alloc(sizeof *line);
    *line = (struct line){ curl_multi_init(), curl_easy_init(), NULL };
    return line;
}

static void give_line(kc_http *http, struct line *line)
{
    pthread_mutex_lock(&http->lock);
    line->next = http->idle;
    http->idle = line;
    pthread_mutex_unlock(&http->lock);
}

/* ---- what arrives ------------------------------------------------------------------------- */

struct transfer {
    const struct kc_http_request *request;
    struct kc_http_reply         *reply;
    bool                          too_large;
    int64_t                       ended_ms; /* when watch saw the end; 0: not yet */
};

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct transfer *t = context;
    const size_t     n = size * count;

    if (t->reply->body.length + n > (size_t)KC_HTTP_MOST_MIB << 20) {
        t->too_large = true;
        return 0;
    }
    kc_buf_add(&t->reply->body, bytes, n);
    if (t->request->watch && t->request->watch(t->request->context, t->reply, bytes, n) &&
        !t->ended_ms)
        t->ended_ms = now_ms();
    return n;
}

/* Printable ASCII only: header values end up in messages and in the store. */
static void copy_value(char *to, size_t size, struct kc_str value)
{
    size_t n = 0;

    for (; n + 1 < size && n < value.length; n++)
        to[n] = value.at[n] > 32 || value.at[n] == ' ' ? value.at[n] : '?';
    to[n] = '\0';
}

static void read_header(struct kc_http_reply *reply, struct kc_str name, struct kc_str value)
{
    const struct {
        const char *name;
        char       *to;
        size_t      size;
    } known[] = {
        { "content-type", reply->content_type, sizeof reply->content_type },
        { "request-id", reply->request_id, sizeof reply->request_id },
        { "x-request-id", reply->request_id, sizeof reply->request_id },
        { "x-should-retry", reply->should_retry, sizeof reply->should_retry },
        { "retry-after", reply->retry_after, sizeof reply->retry_after },
        { "retry-after-ms", reply->retry_after_ms, sizeof reply->retry_after_ms },
    };

    for (size_t i = 0; i < KC_COUNT(known); i++)
        if (strlen(known[i].name) == name.length &&
            strncasecmp(known[i].name, name.at, name.length) == 0)
            copy_value(known[i].to, known[i].size, value);
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context)
{
    struct transfer *t = context;
    struct kc_str    rest = { bytes, size * count };
    struct kc_str    name = kc_str_cut(&rest, ':');

    read_header(t->reply, kc_str_trim(name), kc_str_trim(rest));
    return size * count;
}

/* ---- one request -------------------------------------------------------------------------- */

static struct curl_slist *header_list(const struct kc_http_request *request)
{
    struct curl_slist *list = curl_slist_append(NULL, "Content-Type: application/json");

    list = curl_slist_append(list, "Accept: application/json, text/event-stream");
    list = curl_slist_append(list, "Expect:");
    for (size_t i = 0; i < request->header_count; i++)
        list = curl_slist_append(list, request->headers[i]);
    return list;
}

static void set_up(CURL *easy, struct transfer *t, struct curl_slist *headers)
{
    const struct kc_http_request *r = t->request;
    const double                  ms = r->deadline * 1000;

    curl_easy_reset(easy);
    curl_easy_setopt(easy, CURLOPT_URL, r->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "kernelcraft/" KC_VERSION);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, r->body.at);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.length);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, ms < 1 ? 1L : ms > 1e9 ? 1000000000L : (long)ms);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, t);
}

static bool is_cancelled(const struct transfer *t)
{
    return t->request->cancel && atomic_load(t->request->cancel);
}

static bool is_long_ended(const struct transfer *t)
{
    return t->ended_ms && now_ms() - t->ended_ms > GRACE_MS;
}

/* Until it is over, cancelled, or the server does not close what it has ended. */
static CURLcode run(struct line *line, const struct transfer *t)
{
    int running = 1, left;

    curl_multi_add_handle(line->multi, line->easy);
    while (running && !is_cancelled(t) && !is_long_ended(t)) {
        if (curl_multi_perform(line->multi, &running) != CURLM_OK)
            break;
        if (running)
            curl_multi_poll(line->multi, NULL, 0, SLICE_MS, NULL);
    }
    const CURLMsg *message = curl_multi_info_read(line->multi, &left);
    const CURLcode code = message && message->msg == CURLMSG_DONE ? message->data.result
                          : t->ended_ms                           ? CURLE_OK
                                                                  : CURLE_ABORTED_BY_CALLBACK;

    curl_multi_remove_handle(line->multi, line->easy);
    return code;
}

static bool is_impossible(CURLcode code)
{
    return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
           code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL;
}

static enum kc_http_outcome outcome_of(const struct transfer *t, CURLcode code)
{
    if (code == CURLE_OK)
        return KC_HTTP_DONE;
    if (is_cancelled(t))
        return KC_HTTP_CANCELLED;
    if (is_impossible(code))
        return KC_HTTP_IMPOSSIBLE;
    return t->too_large ? KC_HTTP_TOO_LARGE : KC_HTTP_FAILED;
}

/* A peer that goes away while we write must not end the process, nor may the process's own handler
 * for the signal change. */
static void block_pipe_signal(sigset_t *old)
{
    sigset_t pipe;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, old);
}

static void restore_pipe_signal(const sigset_t *old)
{
    const struct timespec none = { 0 };
    sigset_t              pipe;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (!sigismember(old, SIGPIPE))
        sigtimedwait(&pipe, NULL, &none);
    pthread_sigmask(SIG_SETMASK, old, NULL);
}

void kc_http_send(kc_http *http, const struct kc_http_request *request, struct kc_http_reply *reply)
{
    struct transfer    t = { .request = request, .reply = reply };
    struct line       *line = take_line(http);
    struct curl_slist *headers = header_list(request);
    sigset_t           old;
    long               status = 0;

    set_up(line->easy, &t, headers);
    block_pipe_signal(&old);
    const CURLcode code = run(line, &t);

    restore_pipe_signal(&old);
    curl_easy_getinfo(line->easy, CURLINFO_RESPONSE_CODE, &status);
    reply->status = (int)status;
    reply->outcome = outcome_of(&t, code);
    if (code != CURLE_OK)
        copy_value(reply->problem, sizeof reply->problem, kc_str_from(curl_easy_strerror(code)));
    curl_easy_setopt(line->easy, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);
    give_line(http, line);
}

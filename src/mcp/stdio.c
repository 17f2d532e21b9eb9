/* A reader, a few lanes of calls, and one lock on the way out. */
#include "mcp/stdio.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

enum {
    LANES = 8, /* calls that run at once; a thread each, made when needed */
    JOBS = 64, /* calls waiting or running; then reading waits */
    CHUNK = 64 << 10,
};

struct job {
    struct kc_mcp_message message;
    struct job           *next;     /* in its lane */
    struct job           *all_next; /* among all that wait or run */
};

struct stdio;

struct lane {
    struct stdio  *stdio;
    struct job    *first, *last;
    pthread_t      thread;
    bool           running;
    pthread_cond_t wake;
};

struct stdio {
    kc_mcp         *server;
    int             out;
    bool            closed; /* nobody reads our answers */
    pthread_mutex_t write_lock;

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t  fewer;
    struct lane     lane[LANES];
    struct job     *all;
    size_t          jobs;
    bool            ended;
};

/* ---- out ---------------------------------------------------------------------------------- */

static bool write_all(int out, const char *text, size_t length)
{
    while (length) {
        const ssize_t n = write(out, text, length);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static void send_line(void *context, struct kc_str text)
{
    struct stdio *s = context;

    pthread_mutex_lock(&s->write_lock);
    if (!s->closed)
        s->closed = !write_all(s->out, text.at, text.length) || !write_all(s->out, "\n", 1);
    pthread_mutex_unlock(&s->write_lock);
}

static struct kc_mcp_sink sink_of(struct stdio *s)
{
    return (struct kc_mcp_sink){ s, send_line };
}

/* ---- lanes -------------------------------------------------------------------------------- */

static void forget(struct stdio *s, struct job *job)
{
    pthread_mutex_lock(&s->lock);
    for (struct job **at = &s->all; *at; at = &(*at)->all_next)
        if (*at == job) {
            *at = job->all_next;
            break;
        }
    s->jobs--;
    pthread_cond_signal(&s->fewer);
    pthread_mutex_unlock(&s->lock);
    kc_mcp_message_free(&job->message);
    free(job);
}

/* The next job of the lane; NULL when there will be none. */
static struct job *take(struct lane *lane)
{
    struct stdio *s = lane->stdio;

    pthread_mutex_lock(&s->lock);
    while (!lane->first && !s->ended)
        pthread_cond_wait(&lane->wake, &s->lock);
    struct job *job = lane->first;

    if (job)
        lane->first = job->next;
    pthread_mutex_unlock(&s->lock);
    return job;
}

static void *work(void *context)
{
    struct lane *lane = context;
    struct job  *job;

    while ((job = take(lane))) {
        kc_mcp_answer(lane->stdio->server, &job->message, sink_of(lane->stdio));
        forget(lane->stdio, job);
    }
    return NULL;
}

/* Calls on one run share a lane; calls without one have the first. */
static size_t lane_of(const struct kc_mcp_message *m)
{
    const struct kc_str id =
        kc_json_text(kc_json_get(kc_json_get(m->params, "arguments"), "run_id"));
    uint32_t hash = 0;

    for (size_t i = 0; i < id.length; i++)
        hash = hash * 31 + (unsigned char)id.at[i];
    return id.length ? 1 + hash % (LANES - 1) : 0;
}

static void enqueue(struct stdio *s, struct job *job)
{
    struct lane *lane = &s->lane[lane_of(&job->message)];

    pthread_mutex_lock(&s->lock);
    while (s->jobs >= JOBS)
        pthread_cond_wait(&s->fewer, &s->lock);
    if (lane->first)
        lane->last->next = job;
    else
        lane->first = job;
    lane->last = job;
    job->all_next = s->all;
    s->all = job;
    s->jobs++;
    if (!lane->running)
        lane->running = pthread_create(&lane->thread, NULL, work, lane) == 0;
    const bool threads = lane->running;

    if (!threads)
        lane->first = NULL;
    pthread_cond_signal(&lane->wake);
    pthread_mutex_unlock(&s->lock);
    if (!threads) { /* then the reader does it */
        kc_mcp_answer(s->server, &job->message, sink_of(s));
        forget(s, job);
    }
}

/* ---- in ----------------------------------------------------------------------------------- */

static bool same_id(const kc_json *a, const kc_json *b)
{
    const struct kc_str x = kc_json_text(a), y = kc_json_text(b);

    if (!a || !b || kc_json_type(a) != kc_json_type(b))
        return false;
    if (kc_json_type(a) == KC_JSON_INT)
        return kc_json_to_int(a, 0) == kc_json_to_int(b, 0);
    return kc_json_type(a) == KC_JSON_STRING && x.length == y.length &&
           memcmp(x.at, y.at, x.length) == 0;
}

static void cancel(struct stdio *s, const kc_json *id)
{
    pthread_mutex_lock(&s->lock);
    for (struct job *job = s->all; job; job = job->all_next)
        if (same_id(job->message.id, id))
            atomic_store(&job->message.cancelled, true);
    pthread_mutex_unlock(&s->lock);
}

static void take_line(struct stdio *s, struct kc_str line)
{
    struct job *job;

    if (kc_str_trim(line).length == 0)
        return;
    job = kc_alloc(sizeof *job);
    kc_mcp_message_read(&job->message, line);
    if (job->message.kind == KC_MCP_REQUEST && kc_str_is(job->message.method, "tools/call")) {
        enqueue(s, job);
        return;
    }
    if (job->message.kind == KC_MCP_NOTIFICATION &&
        kc_str_is(job->message.method, "notifications/cancelled"))
        cancel(s, kc_json_get(job->message.params, "requestId"));
    kc_mcp_answer(s->server, &job->message, sink_of(s));
    kc_mcp_message_free(&job->message);
    free(job);
}

static void refuse_long_line(struct stdio *s)
{
    struct kc_mcp_message m = { .kind = KC_MCP_MALFORMED };

    kc_mcp_send_error(&m, KC_MCP_INVALID_REQUEST, "the message is longer than 16 MiB", NULL,
                      sink_of(s));
}

struct reader {
    struct kc_buf line;
    bool          too_long; /* skipping the rest of the line */
};

/* Adds a piece of a line; at its end hands the line over. */
static void add_piece(struct stdio *s, struct reader *r, const char *text, size_t length, bool end)
{
    if (!r->too_long && r->line.length + length > KC_MCP_MESSAGE_BYTES) {
        r->too_long = true;
        kc_buf_free(&r->line);
        refuse_long_line(s);
    }
    if (!r->too_long)
        kc_buf_add(&r->line, text, length);
    if (!end)
        return;
    if (!r->too_long)
        take_line(s, (struct kc_str){ r->line.text, r->line.length });
    r->too_long = false;
    r->line.length = 0;
}

static void read_lines(struct stdio *s, int in)
{
    char         *chunk = kc_alloc(CHUNK);
    struct reader r = { 0 };
    ssize_t       n;

    while ((n = read(in, chunk, CHUNK)) > 0 || (n < 0 && errno == EINTR)) {
        for (ssize_t at = 0; at < n;) {
            const char  *eol = memchr(chunk + at, '\n', (size_t)(n - at));
            const size_t length = eol ? (size_t)(eol - chunk - at) : (size_t)(n - at);

            add_piece(s, &r, chunk + at, length, eol != NULL);
            at += (ssize_t)length + 1;
        }
    }
    if (r.line.length && !r.too_long)
        take_line(s, (struct kc_str){ r.line.text, r.line.length });
    kc_buf_free(&r.line);
    free(chunk);
}

void kc_mcp_serve_stdio(kc_mcp *server, int in, int out)
{
    struct stdio *s = kc_alloc(sizeof *s);

    *s = (struct stdio){ .server = server, .out = out };
    pthread_mutex_init(&s->write_lock, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->fewer, NULL);
    for (size_t i = 0; i < LANES; i++) {
        s->lane[i].stdio = s;
        pthread_cond_init(&s->lane[i].wake, NULL);
    }
    read_lines(s, in);
    pthread_mutex_lock(&s->lock);
    s->ended = true;
    for (size_t i = 0; i < LANES; i++)
        pthread_cond_signal(&s->lane[i].wake);
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; i < LANES; i++)
        if (s->lane[i].running)
            pthread_join(s->lane[i].thread, NULL);
    free(s);
}

/* The HTTP side of the live view: routes, headers, events. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcp/http_rules.h"
#include "mcp/loopback.h"
#include "view/snapshot.h"
#include "view/try.h"
#include "view/view.h"

enum { CONNECTIONS = 128, EVENT_BLOCK = 256, BODY_BYTES = 4 << 20 };

/* view.css and view.js, embedded. */
extern const char view_style[], view_script[];

struct kc_view {
    kc_store          *store;
    struct view_watch  watch;
    bool               watching;
    struct kc_loopback loopback;
    struct MHD_Daemon *daemon;
    char              *token;
};

typedef struct MHD_Connection connection;

/* What a route answers with. */
struct reply {
    unsigned      status;
    const char   *type;
    struct kc_buf body;
};

#define HTML "text/html; charset=utf-8"
#define JSON "application/json"

/* ---- answers ------------------------------------------------------------------------------ */

static void add_headers(struct MHD_Response *response, const char *type)
{
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Content-Security-Policy",
                            "default-src 'none'; style-src 'self'; script-src 'self'; "
                            "connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
                            "form-action 'none'; frame-ancestors 'none'");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cache-Control", "no-store");
}

/* Queues the reply, whose body goes with it. */
static enum MHD_Result queue(connection *c, struct reply *r)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(r->body.length, r->body.text ? r->body.text : NULL,
                                        MHD_RESPMEM_MUST_FREE);
    enum MHD_Result result;

    add_headers(response, r->type);
    if (r->status == 405)
        MHD_add_response_header(response, "Allow", "GET, POST");
    if (r->status == 401)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer realm=\"kernelcraft\"");
    result = MHD_queue_response(c, r->status, response);
    MHD_destroy_response(response);
    return result;
}

static struct reply text_reply(unsigned status, const char *text)
{
    struct reply r = { .status = status, .type = "text/plain; charset=utf-8" };

    kc_buf_printf(&r.body, "%s\n", text);
    return r;
}

/* ---- events ------------------------------------------------------------------------------- */

struct listener {
    struct view_watch *watch;
    uint64_t           seen;
};

/* A line per change, and a comment now and then, so that both sides learn of a broken line. */
static ssize_t read_events(void *context, uint64_t position, char *out, size_t most)
{
    struct listener *l = context;
    const uint64_t   generation = view_wait(l->watch, l->seen);

    (void)position;
    if (generation == 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    const bool news = generation > l->seen;

    l->seen = generation;
    return snprintf(out, most, news ? "data: %llu\n\n" : ": %llu\n\n",
                    (unsigned long long)generation);
}

static enum MHD_Result answer_events(kc_view *view, connection *c)
{
    struct listener     *l = kc_alloc(sizeof *l);
    struct MHD_Response *response;
    enum MHD_Result      result;

    *l = (struct listener){ &view->watch, 0 };
    response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, EVENT_BLOCK, read_events, l, free);
    add_headers(response, "text/event-stream");
    result = MHD_queue_response(c, 200, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- pages -------------------------------------------------------------------------------- */

static void add_links(struct kc_buf *out, const char *here)
{
    static const char *const links[][2] = { { "/", "Report" },
                                            { "/try", "Try a kernel" },
                                            { "/api/report.json", "JSON" } };

    kc_buf_puts(out, "<nav class=\"view-nav\" aria-label=\"Pages\">");
    for (size_t i = 0; i < KC_COUNT(links); i++)
        kc_buf_printf(out, "<a href=\"%s\"%s>%s</a> ", links[i][0],
                      strcmp(links[i][0], here) == 0 ? " aria-current=\"page\"" : "", links[i][1]);
    kc_buf_puts(out, "<span id=\"live\" role=\"status\"></span></nav>\n");
}

static void begin_page(struct kc_buf *out, const char *title, const char *here)
{
    kc_report_page_begin(
        &(struct kc_report_page){
            .title = title,
            .style_href = "/report.css",
            .script_href = "/report.js",
            .extra = "<link rel=\"stylesheet\" href=\"/view.css\">\n"
                     "<script src=\"/view.js\" defer></script>\n"
                     "<link rel=\"icon\" href=\"data:,\">\n",
        },
        out);
    add_links(out, here);
}

static struct reply report_page(kc_view *view, const char *rest)
{
    struct reply          r = { .status = 200, .type = HTML };
    struct view_snapshot *s = view_take(&view->watch);

    (void)rest;
    begin_page(&r.body, "KernelCraft, live", "/");
    kc_buf_printf(&r.body, "<div id=\"report\" data-generation=\"%llu\">\n",
                  (unsigned long long)s->generation);
    for (size_t i = 0; i < VIEW_PARTS; i++) {
        kc_buf_printf(&r.body, "<div id=\"part-%s\" class=\"view-part\">", view_part_names[i]);
        kc_buf_add(&r.body, s->part[i].text, s->part[i].length);
        kc_buf_puts(&r.body, "</div>\n");
    }
    kc_buf_puts(&r.body, "</div>\n");
    kc_report_page_end(&r.body);
    view_drop(&view->watch, s);
    return r;
}

static struct reply part(kc_view *view, const char *rest)
{
    struct reply          r = { .status = 200, .type = HTML };
    struct view_snapshot *s = view_take(&view->watch);
    size_t                i = 0;

    while (i < VIEW_PARTS && strcmp(rest, view_part_names[i]) != 0)
        i++;
    if (i < VIEW_PARTS)
        kc_buf_add(&r.body, s->part[i].text, s->part[i].length);
    view_drop(&view->watch, s);
    return i < VIEW_PARTS ? r : text_reply(404, "there is no such part of the report");
}

static bool run_of(const char *rest, int64_t *id)
{
    uint64_t number;

    if (!kc_str_u64(kc_str_from(rest), &number) || number > INT64_MAX)
        return false;
    *id = (int64_t)number;
    return true;
}

static struct reply run_page(kc_view *view, const char *rest)
{
    struct reply r = { .status = 200, .type = HTML };
    int64_t      id;
    char         title[64];

    if (!run_of(rest, &id))
        return text_reply(404, "a run is a number: /run/17");
    snprintf(title, sizeof title, "Run %" PRId64, id);
    begin_page(&r.body, title, "");
    kc_buf_printf(&r.body,
                  "<p class=\"view-run\"><a href=\"/try?run=%" PRId64
                  "\">Try the kernel of this run</a></p>\n",
                  id);
    if (!kc_report_run(view->store, id, 0, &r.body)) {
        kc_buf_free(&r.body);
        return text_reply(404, "the store has no such run");
    }
    kc_report_page_end(&r.body);
    return r;
}

static struct reply run_json(kc_view *view, const char *rest)
{
    struct reply r = { .status = 200, .type = JSON };
    int64_t      id;

    if (!run_of(rest, &id) || !view_try_run(view->store, id, &r.body))
        return text_reply(404, "the store has no such run");
    return r;
}

/* The page is built by view.js; without scripts there is nothing to try. */
static struct reply try_page(kc_view *view, const char *rest)
{
    struct reply r = { .status = 200, .type = HTML };

    (void)view, (void)rest;
    begin_page(&r.body, "Try a kernel", "/try");
    kc_buf_puts(&r.body,
                "<h1>Try a kernel</h1>\n<div id=\"try\"><noscript>This page needs scripts: "
                "kc eval does the same on the command line.</noscript></div>\n");
    kc_report_page_end(&r.body);
    return r;
}

static struct reply report_json(kc_view *view, const char *rest)
{
    struct reply          r = { .status = 200, .type = JSON };
    struct view_snapshot *s = view_take(&view->watch);

    (void)rest;
    kc_buf_add(&r.body, s->json.text, s->json.length);
    view_drop(&view->watch, s);
    return r;
}

static struct reply cells(kc_view *view, const char *rest)
{
    struct reply r = { .status = 200, .type = JSON };

    (void)view, (void)rest;
    view_try_cells(&r.body);
    return r;
}

static struct reply fixed(const char *type, const char *text)
{
    struct reply r = { .status = 200, .type = type };

    kc_buf_puts(&r.body, text);
    return r;
}

#define CSS        "text/css; charset=utf-8"
#define JAVASCRIPT "text/javascript; charset=utf-8"

static struct reply report_css(kc_view *view, const char *rest)
{
    (void)view, (void)rest;
    return fixed(CSS, kc_report_style());
}

static struct reply report_js(kc_view *view, const char *rest)
{
    (void)view, (void)rest;
    return fixed(JAVASCRIPT, kc_report_script());
}

static struct reply view_css(kc_view *view, const char *rest)
{
    (void)view, (void)rest;
    return fixed(CSS, view_style);
}

static struct reply view_js(kc_view *view, const char *rest)
{
    (void)view, (void)rest;
    return fixed(JAVASCRIPT, view_script);
}

/* ---- requests ----------------------------------------------------------------------------- */

/* A path that ends in a slash stands for all below it. */
static const struct {
    const char *path;
    struct reply (*answer)(kc_view *view, const char *rest);
} routes[] = {
    { "/", report_page },          { "/try", try_page },
    { "/run/", run_page },         { "/part/", part },
    { "/report.css", report_css }, { "/report.js", report_js },
    { "/view.css", view_css },     { "/view.js", view_js },
    { "/api/cells", cells },       { "/api/report.json", report_json },
    { "/api/run/", run_json },
};

static struct reply get(kc_view *view, const char *url)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const size_t length = strlen(routes[i].path);
        const bool   below = length > 1 && routes[i].path[length - 1] == '/';

        if (below ? strncmp(url, routes[i].path, length) == 0 : strcmp(url, routes[i].path) == 0)
            return routes[i].answer(view, url + length);
    }
    return text_reply(404, "there is no such page; the report is at /");
}

static const char *header(connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static struct reply post(kc_view *view, connection *c, const char *url, const struct kc_exchange *x)
{
    const char  *authorization = header(c, "Authorization");
    struct reply r = { .type = JSON };

    if (strcmp(url, "/api/try") != 0)
        return text_reply(404, "only /api/try takes POST");
    if (!kc_mcp_is_json(header(c, "Content-Type")))
        return text_reply(415, "Content-Type must be application/json");
    if (!authorization || !kc_mcp_token_fits(authorization, view->token))
        return text_reply(401,
                          "the token is missing or wrong: open the address that kc view printed");
    if (x->too_large)
        return text_reply(413, "the request is longer than 4 MiB");
    r.status =
        view_try((struct kc_str){ x->body.text ? x->body.text : "", x->body.length }, &r.body)
            ? 200
            : 422;
    return r;
}

static enum MHD_Result answer(void *context, connection *c, const char *url, const char *method,
                              const struct kc_exchange *x)
{
    kc_view     *view = context;
    const char  *host = header(c, "Host"), *origin = header(c, "Origin");
    struct reply r;

    if (!kc_mcp_host_is_local(host))
        r = text_reply(403, "Host must name this machine");
    else if (origin && !kc_mcp_origin_is_own(origin, host))
        r = text_reply(403, "requests from pages of other origins are refused");
    else if (strcmp(method, "POST") == 0)
        r = post(view, c, url, x);
    else if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        r = text_reply(405, "only GET, HEAD and POST are supported");
    else if (strcmp(url, "/events") == 0)
        return answer_events(view, c);
    else
        r = get(view, url);
    return queue(c, &r);
}

/* ---- life --------------------------------------------------------------------------------- */

kc_view *kc_view_new(const struct kc_view_options *options, struct kc_buf *why)
{
    kc_view *view = kc_alloc(sizeof *view);

    view->loopback = (struct kc_loopback){ view, answer, BODY_BYTES, CONNECTIONS };
    view->token = strdup(options->token);
    view->store = kc_store_open(options->store, KC_STORE_READ, why);
    if (view->store)
        view->watching = view_watch_begin(&view->watch, view->store);
    if (view->watching)
        view->daemon = kc_loopback_listen(&view->loopback, options->port);
    if (view->daemon)
        return view;
    if (view->store)
        kc_buf_printf(why, "cannot listen on 127.0.0.1:%u: %s; --port 0 takes a free port",
                      options->port, strerror(errno));
    kc_view_free(view);
    return NULL;
}

uint16_t kc_view_port(const kc_view *view)
{
    return kc_loopback_port(view->daemon);
}

/* Listeners are woken first: the daemon waits for them. */
void kc_view_free(kc_view *view)
{
    if (!view)
        return;
    if (view->daemon)
        MHD_quiesce_daemon(view->daemon);
    if (view->watching)
        view_watch_stop(&view->watch);
    if (view->daemon)
        MHD_stop_daemon(view->daemon);
    if (view->watching)
        view_watch_free(&view->watch);
    kc_store_close(view->store);
    free(view->token);
    free(view);
}

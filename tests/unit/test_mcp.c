/* MCP without a transport: eras, hooks, runs, cancellation, and the rules of HTTP headers. */
#include <pthread.h>

#include "mcp/http_rules.h"
#include "mcp/server.h"
#include "testing.h"

#define MODERN_META                                           \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" \
    "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

struct answers {
    struct kc_buf last;
    size_t        count;
};

static void keep(void *context, struct kc_str text)
{
    struct answers *a = context;

    a->last.length = 0;
    kc_buf_add(&a->last, text.at, text.length);
    a->count++;
}

/* Handles text and returns the last answer, which the caller frees; NULL when there was none. */
static kc_json *ask(kc_mcp *server, const char *text)
{
    struct answers a = { 0 };

    kc_mcp_handle(server, kc_str_from(text), (struct kc_mcp_sink){ &a, keep });
    kc_json *root = a.count ? kc_json_parse((struct kc_str){ a.last.text, a.last.length }) : NULL;

    kc_buf_free(&a.last);
    return root;
}

static int64_t code_of(kc_mcp *server, const char *text)
{
    kc_json      *root = ask(server, text);
    const int64_t code = kc_json_get_int(kc_json_get(root, "error"), "code", 0);

    kc_json_free(root);
    return code;
}

static kc_workbench *open_relu(void)
{
    struct kc_buf why = { 0 };
    kc_workbench *bench =
        kc_workbench_new(&(struct kc_workbench_options){ .platform = "plena",
                                                         .task = "relu",
                                                         .config = "C1",
                                                         .tools = { UINT32_MAX } },
                         &why);

    cr_assert(bench, "%s", text_or_empty(why.text));
    return bench;
}

/* ---- eras --------------------------------------------------------------------------------- */

Test(mcp, each_message_has_its_own_era)
{
    static const struct {
        const char *name, *text;
        int64_t     code;
    } cases[] = {
        { "legacy ping", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 0 },
        { "modern ping",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{" MODERN_META "}}",
          -32601 },
        { "modern discover",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" MODERN_META
          "}}",
          0 },
        { "discover without a version",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", -32602 },
        { "list without a handshake", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
          0 },
        { "garbage", "}", -32700 },
        { "batch", "[]", -32600 },
    };
    kc_mcp *server = kc_mcp_new(&(struct kc_mcp_options){ .tools = { UINT32_MAX } });

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(code_of(server, cases[i].text), cases[i].code, "%s", cases[i].name);
    kc_mcp_free(server);
}

Test(mcp, notifications_and_responses_are_never_answered)
{
    kc_mcp *server = kc_mcp_new(&(struct kc_mcp_options){ .tools = { UINT32_MAX } });

    cr_expect_null(ask(server, "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}"));
    cr_expect_null(ask(server, "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":7}"));
    cr_expect_null(ask(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    kc_mcp_free(server);
}

Test(mcp, cancelled_messages_do_nothing)
{
    kc_mcp               *server = kc_mcp_new(&(struct kc_mcp_options){ .tools = { UINT32_MAX } });
    struct answers        a = { 0 };
    struct kc_mcp_message m;

    kc_mcp_message_read(&m, kc_str_from("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
    atomic_store(&m.cancelled, true);
    kc_mcp_answer(server, &m, (struct kc_mcp_sink){ &a, keep });
    cr_expect_eq(a.count, 0);
    kc_mcp_message_free(&m);
    kc_mcp_free(server);
}

/* ---- hooks -------------------------------------------------------------------------------- */

struct record {
    int           allowed, refused, done, budget;
    bool          was_error;
    struct kc_buf names, arguments;
};

static bool allow(void *context, struct kc_str name, struct kc_str arguments, struct kc_buf *why)
{
    struct record *r = context;

    kc_buf_printf(&r->names, "%.*s ", KC_STR(name));
    kc_buf_printf(&r->arguments, "%.*s ", KC_STR(arguments));
    if (r->budget-- > 0) {
        r->allowed++;
        return true;
    }
    r->refused++;
    kc_buf_puts(why, "the budget is spent");
    return false;
}

static void done(void *context, struct kc_str name, struct kc_str arguments,
                 const struct kc_tool_result *result)
{
    struct record *r = context;

    (void)name, (void)arguments;
    r->done++;
    r->was_error = result->is_error;
}

#define CALL(name, arguments)                                                              \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" name \
    "\",\"arguments\":" arguments "}}"

Test(mcp, hooks_see_every_call_and_may_refuse_it)
{
    struct record         r = { .budget = 2 };
    struct kc_mcp_options options = { .bench = open_relu(), .hooks = { &r, allow, done } };
    kc_mcp               *server = kc_mcp_new(&options);

    kc_json_free(ask(server, CALL("write_code", "{\"assembly_code\":\"NOP\"}")));
    cr_expect(!r.was_error);
    kc_json_free(ask(server, CALL("write_code", "{\"wrong\":1}")));
    cr_expect(r.was_error);
    kc_json *refused = ask(server, CALL("check_syntax", "{}"));
    kc_json *result = kc_json_get(refused, "result");

    cr_expect(kc_json_get_bool(result, "isError", false));
    cr_expect_str_eq(kc_json_get_str(kc_json_at(kc_json_get(result, "content"), 0), "text", ""),
                     "{\"success\":false,\"error\":\"the budget is spent\"}");
    cr_expect_eq(code_of(server, CALL("no_such_tool", "{}")), -32602);
    cr_expect_eq(r.allowed, 2);
    cr_expect_eq(r.refused, 1);
    cr_expect_eq(r.done, 2);
    cr_expect_str_eq(r.names.text, "write_code write_code check_syntax ");
    cr_expect_str_eq(r.arguments.text, "{\"assembly_code\":\"NOP\"} {\"wrong\":1} {} ");
    kc_json_free(refused);
    kc_buf_free(&r.names);
    kc_buf_free(&r.arguments);
    kc_mcp_free(server);
    kc_workbench_free(options.bench);
}

/* ---- threads ------------------------------------------------------------------------------ */

struct shared {
    kc_mcp         *server;
    pthread_mutex_t lock;
    int             inside, most_inside;
};

static bool enter(void *context, struct kc_str name, struct kc_str arguments, struct kc_buf *why)
{
    struct shared *s = context;

    (void)name, (void)arguments, (void)why;
    pthread_mutex_lock(&s->lock);
    s->inside++;
    s->most_inside = s->inside > s->most_inside ? s->inside : s->most_inside;
    pthread_mutex_unlock(&s->lock);
    return true;
}

static void leave(void *context, struct kc_str name, struct kc_str arguments,
                  const struct kc_tool_result *result)
{
    struct shared *s = context;

    (void)name, (void)arguments, (void)result;
    pthread_mutex_lock(&s->lock);
    s->inside--;
    pthread_mutex_unlock(&s->lock);
}

static void *call_often(void *context)
{
    struct shared *s = context;

    for (int i = 0; i < 50; i++) {
        kc_json_free(ask(s->server, CALL("write_code", "{\"assembly_code\":\"NOP\"}")));
        kc_json_free(ask(s->server, CALL("check_syntax", "{}")));
        kc_json_free(ask(s->server, CALL("read_doc", "{\"uri\":\"kc://task/plena/relu/C1\"}")));
    }
    return NULL;
}

Test(mcp, calls_on_one_run_wait_for_each_other)
{
    struct shared         s = { .lock = PTHREAD_MUTEX_INITIALIZER };
    struct kc_mcp_options options = { .bench = open_relu(), .hooks = { &s, enter, leave } };
    pthread_t             thread[4];

    s.server = kc_mcp_new(&options);
    for (size_t i = 0; i < KC_COUNT(thread); i++)
        cr_assert_eq(pthread_create(&thread[i], NULL, call_often, &s), 0);
    for (size_t i = 0; i < KC_COUNT(thread); i++)
        pthread_join(thread[i], NULL);
    cr_expect_eq(s.most_inside, 1);
    kc_mcp_free(s.server);
    kc_workbench_free(options.bench);
}

/* ---- headers ------------------------------------------------------------------------------ */

Test(mcp, only_this_machine_may_be_named)
{
    static const struct {
        const char *host;
        bool        local;
    } cases[] = {
        { "127.0.0.1", true },     { "127.0.0.1:80", true },
        { "localhost:1", true },   { "LOCALHOST", true },
        { "[::1]:8080", true },    { "127.0.0.1.evil.example", false },
        { "localhost.", false },   { "localhost:x", false },
        { "evil.example", false }, { "", false },
        { NULL, false },           { "127.0.0.1:", false },
        { "x@127.0.0.1", false },  { "127.0.0.1:80:80", false },
        { "127.0.0.2", false },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_eq(kc_mcp_host_is_local(cases[i].host), cases[i].local, "%s",
                     cases[i].host ? cases[i].host : "(none)");
}

Test(mcp, an_origin_is_the_host_with_a_scheme)
{
    cr_expect(kc_mcp_origin_is_own("http://127.0.0.1:5", "127.0.0.1:5"));
    cr_expect(kc_mcp_origin_is_own("https://localhost:5", "LOCALHOST:5"));
    cr_expect_not(kc_mcp_origin_is_own("http://127.0.0.1:6", "127.0.0.1:5"));
    cr_expect_not(kc_mcp_origin_is_own("null", "127.0.0.1:5"));
    cr_expect_not(kc_mcp_origin_is_own("http://", "127.0.0.1:5"));
    cr_expect_not(kc_mcp_origin_is_own("ftp://127.0.0.1:5", "127.0.0.1:5"));
    cr_expect_not(kc_mcp_origin_is_own("http://127.0.0.1:5/x", "127.0.0.1:5"));
}

/* RFC 4648's test vectors, as names in headers. */
Test(mcp, names_may_be_encoded)
{
    static const struct {
        const char *name, *header;
    } cases[] = {
        { "f", "=?base64?Zg==?=" },         { "fo", "=?base64?Zm8=?=" },
        { "foo", "=?base64?Zm9v?=" },       { "foob", "=?base64?Zm9vYg==?=" },
        { "fooba", "=?base64?Zm9vYmE=?=" }, { "foobar", "=?base64?Zm9vYmFy?=" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_buf         text = { 0 }, why = { 0 };
        struct kc_mcp_message m;
        struct kc_mcp_headers h = { .version = "2026-07-28",
                                    .method = "tools/call",
                                    .name = cases[i].header };

        kc_buf_printf(
            &text,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
            "\"%s\"," MODERN_META "}}",
            cases[i].name);
        kc_mcp_message_read(&m, (struct kc_str){ text.text, text.length });
        cr_expect_eq(kc_mcp_headers_check(&h, &m, &why), 0, "%s", text_or_empty(why.text));
        h.name = cases[(i + 1) % KC_COUNT(cases)].header;
        cr_expect_eq(kc_mcp_headers_check(&h, &m, &why), KC_MCP_HEADER_MISMATCH);
        kc_mcp_message_free(&m);
        kc_buf_free(&text);
        kc_buf_free(&why);
    }
}

Test(mcp, tokens_fit_whole)
{
    cr_expect(kc_mcp_token_fits("Bearer secret", "secret"));
    cr_expect_not(kc_mcp_token_fits("Bearer secre", "secret"));
    cr_expect_not(kc_mcp_token_fits("Bearer secrets", "secret"));
    cr_expect_not(kc_mcp_token_fits("Bearer Secret", "secret"));
    cr_expect_not(kc_mcp_token_fits("secret", "secret"));
    cr_expect_not(kc_mcp_token_fits("", "secret"));
    cr_expect_not(kc_mcp_token_fits(NULL, "secret"));
}

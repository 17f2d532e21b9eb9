/* Any lines as MCP messages: each is answered by one line of JSON at most, or by none. */
#include <string.h>

#include "fuzz.h"
#include "mcp/http_rules.h"
#include "mcp/server.h"

/* Running kernels and opening cells has harnesses of its own, and takes time. */
static bool is_cheap(void *context, struct kc_str name, struct kc_str arguments,
                     struct kc_buf *why_not)
{
    static const char *const cheap[] = { "write_code",          "check_syntax",
                                         "grep_docs",           "read_doc",
                                         "list_tasks",          "finish",
                                         "get_instruction_size" };

    (void)context, (void)arguments;
    for (size_t i = 0; i < KC_COUNT(cheap); i++)
        if (kc_str_is(name, cheap[i]))
            return true;
    kc_buf_puts(why_not, "not here");
    return false;
}

/* A server for any cell, and one for a single cell; each is made once per process. */
static kc_mcp *fuzz_server(int one_cell)
{
    static kc_mcp        *server[2];
    struct kc_arena       arena = { 0 };
    struct kc_mcp_options options = { .most_runs = 2, .hooks = { .allow = is_cheap } };
    struct kc_buf         why = { 0 };

    if (server[one_cell])
        return server[one_cell];
    PROMISE(!kc_tool_set_parse(&arena, "full", &options.tools));
    if (one_cell)
        options.bench = kc_workbench_new(&(struct kc_workbench_options){ .platform = "plena",
                                                                         .task = "relu",
                                                                         .config = "C1",
                                                                         .tools = options.tools },
                                         &why);
    PROMISE(!one_cell || options.bench);
    kc_arena_free(&arena);
    return server[one_cell] = kc_mcp_new(&options);
}

static void count_answer(void *context, struct kc_str text)
{
    int     *answers = context;
    kc_json *root = kc_json_parse(text);

    PROMISE(root && kc_json_type(root) == KC_JSON_OBJECT);
    PROMISE(!memchr(text.at, '\n', text.length));
    PROMISE(kc_str_is(kc_json_text(kc_json_get(root, "jsonrpc")), "2.0"));
    *answers += kc_json_get(root, "method") == NULL;
    kc_json_free(root);
}

/* The line also as its own HTTP headers. */
static void check_headers(const struct kc_mcp_message *m, struct kc_str line)
{
    struct kc_arena             arena = { 0 };
    const char                 *text = kc_arena_strndup(&arena, line.at, line.length);
    const struct kc_mcp_headers h = { .version = text, .method = text, .name = text };
    struct kc_buf               why = { 0 };

    kc_mcp_headers_check(&h, m, &why);
    PROMISE(!kc_mcp_host_is_local(text) || kc_mcp_origin_is_own("http://x", text) == 0);
    kc_mcp_token_fits(text, "0123456789abcdef");
    kc_buf_free(&why);
    kc_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_str rest = { (const char *)data, size };
    kc_mcp       *server = fuzz_server(size > 0 && data[0] == '1');

    if (size > 0 && data[0] == '1')
        kc_str_cut(&rest, '\n');
    while (rest.length) {
        const struct kc_str   line = kc_str_cut(&rest, '\n');
        struct kc_mcp_message m;
        int                   answers = 0;

        kc_mcp_message_read(&m, line);
        check_headers(&m, line);
        kc_mcp_answer(server, &m, (struct kc_mcp_sink){ &answers, count_answer });
        PROMISE(answers == (m.kind == KC_MCP_REQUEST || m.kind == KC_MCP_MALFORMED));
        kc_mcp_message_free(&m);
    }
    return 0;
}

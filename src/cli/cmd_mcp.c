/* kc mcp: the toolbox for any agent that speaks MCP. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "mcp/http.h"
#include "mcp/stdio.h"

enum { KEY_HTTP = 0x100, KEY_TOOLS, KEY_NO_TOKEN, KEY_SEED_KEY, KEY_LANG };

struct options {
    const char  *task, *platform, *config, *tools;
    uint64_t     port, seed_key;
    bool         http, no_token, cell;
    enum kc_lang lang;
};

static const struct argp_option option_table[] = {
    { "http", KEY_HTTP, "PORT", 0,
      "serve http://127.0.0.1:PORT/mcp instead of standard input and output (0: a free port)", 0 },
    { "task", 't', "TASK", 0, "serve this one cell: tools without run_id", 0 },
    { "platform", 'p', "PLATFORM", 0, "with --task: the machine (plena)", 0 },
    { "config", 'c', "CONFIG", 0, "with --task: C1 to C5, gen:SEED, or sizes like 8,128 (C1)", 0 },
    { "tools", KEY_TOOLS, "SET", 0, "paper, full, or a list like full,-view_output (full)", 0 },
    { "seed-key", KEY_SEED_KEY, "N", 0, "with --task: key of the hidden inputs (0)", 0 },
    { "lang", KEY_LANG, "LANGUAGE", 0, "with --task: what the kernel is written in, asm or c", 0 },
    { "no-token", KEY_NO_TOKEN, NULL, 0,
      "with --http: let every program of this machine call tools", 0 },
    { 0 },
};

static const char doc[] =
    "Serves the toolbox to an agent over MCP (protocol 2024-11-05 to 2026-07-28)."
    "\v"
    "An agent lists tasks, starts one, and writes, checks and evaluates kernels. Without --http "
    "messages go over standard input and output, and the agent starts kc itself:\n"
    "\n"
    "  claude mcp add kc -- kc mcp\n"
    "  codex mcp add kc -- kc mcp\n"
    "  gemini mcp add kc kc mcp\n"
    "  opencode.json:  {\"mcp\": {\"kc\": {\"type\": \"local\", \"command\": [\"kc\", \"mcp\"]}}}\n"
    "  others:         {\"mcpServers\": {\"kc\": {\"command\": \"kc\", \"args\": [\"mcp\"]}}}\n"
    "\n"
    "With --http the address and a token are printed on standard error; the environment variable "
    "KC_MCP_TOKEN (16 characters or more) chooses the token. Calling tools needs it:\n"
    "\n"
    "  claude mcp add --transport http kc http://127.0.0.1:PORT/mcp \\\n"
    "      --header 'Authorization: Bearer TOKEN'\n"
    "  opencode.json:  {\"mcp\": {\"kc\": {\"type\": \"remote\", \"url\": "
    "\"http://127.0.0.1:PORT/mcp\",\n"
    "      \"headers\": {\"Authorization\": \"Bearer TOKEN\"}}}}\n"
    "\n"
    "Try it: kc mcp --task relu, then type\n"
    "  {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_LANG:
        if (kc_lang_parse(arg, &o->lang))
            argp_error(state, "--lang takes asm or c, not '%s'", arg);
        return 0;
    case KEY_HTTP:
        o->http = true;
        if (!kc_str_u64(kc_str_from(arg), &o->port) || o->port > UINT16_MAX)
            argp_error(state, "--http takes a port, 0 to 65535");
        return 0;
    case 't':
        o->task = arg;
        return 0;
    case 'p':
        o->platform = arg;
        o->cell = true;
        return 0;
    case 'c':
        o->config = arg;
        o->cell = true;
        return 0;
    case KEY_SEED_KEY:
        o->cell = true;
        if (!kc_str_u64(kc_str_from(arg), &o->seed_key))
            argp_error(state, "--seed-key takes a number");
        return 0;
    case KEY_TOOLS:
        o->tools = arg;
        return 0;
    case KEY_NO_TOKEN:
        o->no_token = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    case ARGP_KEY_END:
        if (o->cell && !o->task)
            argp_error(state, "--platform, --config and --seed-key need --task; without it agents "
                              "choose by start_task");
        if (o->no_token && !o->http)
            argp_error(state, "--no-token needs --http");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The token to ask for: chosen by the environment, or fresh, or NULL with --no-token.  False after
 * showing why there is none. */
static bool choose_token(const struct options *o, char fresh[33], const char **token)
{
    *token = getenv("KC_MCP_TOKEN");
    if (o->no_token) {
        *token = NULL;
        return true;
    }
    if (*token && strlen(*token) < KC_MCP_TOKEN_LEAST) {
        cli_cannot("KC_MCP_TOKEN has %zu characters; a token has at least %d", strlen(*token),
                   (int)KC_MCP_TOKEN_LEAST);
        return false;
    }
    if (!*token && !kc_mcp_token_new(fresh)) {
        cli_cannot("the system gives no random numbers for a token; set KC_MCP_TOKEN");
        return false;
    }
    *token = *token ? *token : fresh;
    return true;
}

/* Until somebody stops it. */
static int serve_http(kc_mcp *server, const struct options *o)
{
    struct kc_buf why = { 0 };
    char          fresh[33];
    const char   *token;
    sigset_t      stop;
    int           signal_number;

    if (!choose_token(o, fresh, &token))
        return CLI_CANNOT;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    kc_mcp_http *http =
        kc_mcp_http_new(server, &(struct kc_mcp_http_options){ (uint16_t)o->port, token }, &why);

    if (!http) {
        cli_cannot("%s", why.text);
        kc_buf_free(&why);
        return CLI_CANNOT;
    }
    fprintf(stderr, "kc: MCP at http://127.0.0.1:%u/mcp\n", kc_mcp_http_port(http));
    if (token)
        fprintf(stderr, "kc: calling tools needs the header: Authorization: Bearer %s\n", token);
    else
        fprintf(stderr, "kc: every program of this machine may call tools (--no-token)\n");
    sigwait(&stop, &signal_number);
    kc_mcp_http_free(http);
    return CLI_GOOD;
}

static int serve(const struct options *o, const struct kc_mcp_options *options)
{
    kc_mcp *server = kc_mcp_new(options);
    int     status = CLI_GOOD;

    signal(SIGPIPE, SIG_IGN);
    if (!o->http && isatty(STDIN_FILENO))
        fputs("kc: waiting for MCP messages, one per line; 'kc mcp --help' shows how agents are "
              "connected\n",
              stderr);
    if (o->http)
        status = serve_http(server, o);
    else
        kc_mcp_serve_stdio(server, STDIN_FILENO, STDOUT_FILENO);
    kc_mcp_free(server);
    return status;
}

static int open_and_serve(struct kc_arena *arena, const struct options *o)
{
    struct kc_mcp_options options = { 0 };
    const char           *reason = kc_tool_set_parse(arena, o->tools, &options.tools);
    struct kc_buf         why = { 0 };
    int                   status;

    if (reason)
        return cli_cannot("--tools %s: %s", o->tools, reason);
    if (o->task)
        options.bench = kc_workbench_new(&(struct kc_workbench_options){ .platform = o->platform,
                                                                         .task = o->task,
                                                                         .config = o->config,
                                                                         .seed_key = o->seed_key,
                                                                         .tools = options.tools,
                                                                         .lang = o->lang },
                                         &why);
    if (o->task && !options.bench)
        status = cli_cannot("%s", why.text);
    else
        status = serve(o, &options);
    kc_workbench_free(options.bench);
    kc_buf_free(&why);
    return status;
}

int cmd_mcp(int argc, char **argv)
{
    static const struct argp argp = { option_table, parse, "", doc, 0, 0, 0 };
    struct options           o = { .platform = "plena", .config = "C1", .tools = "full" };
    struct kc_arena          arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = open_and_serve(&arena, &o);

    kc_arena_free(&arena);
    return status;
}

/* kc view: a store in the browser, live. */
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "cli/cli.h"
#include "mcp/http.h"
#include "view/view.h"

enum { KEY_STORE = 0x100 };

struct options {
    const char *store;
    uint64_t    port;
};

static const struct argp_option option_table[] = {
    { "store", KEY_STORE, "FILE", 0, "what to show (KC_STORE, else kernelcraft.db)", 0 },
    { "port", 'p', "PORT", 0, "of 127.0.0.1 (8323; 0: a free one)", 0 },
    { 0 },
};

static const char doc[] =
    "Serves the report of a store on this machine, live while a campaign runs, and a page to try "
    "kernels on."
    "\v"
    "The address on standard error carries a token, which the try page needs; KC_VIEW_TOKEN (16 "
    "characters or more) chooses it. Runs have addresses of their own: /run/17. Ctrl-C ends it.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_STORE:
        o->store = arg;
        return 0;
    case 'p':
        if (!kc_str_u64(kc_str_from(arg), &o->port) || o->port > UINT16_MAX)
            argp_error(state, "--port takes a port, 0 to 65535");
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Until somebody stops it. */
static int serve(const struct options *o, const char *token)
{
    struct kc_buf why = { 0 };
    sigset_t      stop;
    int           signal_number;
    kc_view      *view;

    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    signal(SIGPIPE, SIG_IGN);
    view = kc_view_new(&(struct kc_view_options){ o->store, (uint16_t)o->port, token }, &why);
    if (!view) {
        cli_cannot("%s", why.text);
        kc_buf_free(&why);
        return CLI_CANNOT;
    }
    fprintf(stderr, "kc: %s at http://127.0.0.1:%u/#token=%s\n", o->store, kc_view_port(view),
            token);
    sigwait(&stop, &signal_number);
    kc_view_free(view);
    return CLI_GOOD;
}

int cmd_view(int argc, char **argv)
{
    static const struct argp argp = { option_table, parse, "", doc, 0, 0, 0 };
    const char              *store = getenv("KC_STORE"), *token = getenv("KC_VIEW_TOKEN");
    struct options           o = { .store = store ? store : "kernelcraft.db", .port = 8323 };
    char                     fresh[33];

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (token && strlen(token) < KC_MCP_TOKEN_LEAST)
        return cli_cannot("KC_VIEW_TOKEN has %zu characters; a token has at least %d",
                          strlen(token), (int)KC_MCP_TOKEN_LEAST);
    if (!token && !kc_mcp_token_new(fresh))
        return cli_cannot("the system gives no random numbers for a token; set KC_VIEW_TOKEN");
    return serve(&o, token ? token : fresh);
}

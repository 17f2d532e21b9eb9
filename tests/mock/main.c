/* kc-mock: a model server that says what its script says.
 *
 * It must never outlive its test: it ends with its parent, at the end of a pipe on its standard
 * input, on SIGTERM, after --exit-after requests and after --life seconds.
 */
#include <argp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "server.h"

enum { CANNOT = 2, LOOK_MS = 20 };

struct options {
    const char *script, *port_file, *log;
    uint16_t    port;
    int64_t     latency_ms, life_s;
    uint64_t    exit_after;
    bool        check;
};

static const struct argp_option option_table[] = {
    { "script", 's', "FILE", 0, "what to answer (required)", 0 },
    { "port", 'p', "N", 0, "port on 127.0.0.1, 0: any free one (default)", 0 },
    { "port-file", 'f', "FILE", 0, "write the port there once listening", 0 },
    { "log", 'l', "FILE", 0, "append one JSON line for each request", 0 },
    { "latency", 't', "MS", 0, "wait before each answer", 0 },
    { "exit-after", 'n', "N", 0, "end after N requests for an answer", 0 },
    { "life", 'm', "SECONDS", 0, "end after that time in any case (600)", 0 },
    { "check", 'c', NULL, 0, "only check the script", 0 },
    { 0 },
};

static uint64_t number(struct argp_state *state, const char *arg, uint64_t most)
{
    uint64_t value = 0;

    if (!kc_str_u64(kc_str_from(arg), &value) || value > most)
        argp_error(state, "'%s' is not a number from 0 to %llu", arg, (unsigned long long)most);
    return value;
}

static error_t parse_number(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        o->port = (uint16_t)number(state, arg, UINT16_MAX);
        return 0;
    case 't':
        o->latency_ms = (int64_t)number(state, arg, 600000);
        return 0;
    case 'n':
        o->exit_after = number(state, arg, UINT32_MAX);
        return 0;
    case 'm':
        o->life_s = (int64_t)number(state, arg, 86400);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 's':
        o->script = arg;
        return 0;
    case 'f':
        o->port_file = arg;
        return 0;
    case 'l':
        o->log = arg;
        return 0;
    case 'c':
        o->check = true;
        return 0;
    case ARGP_KEY_END:
        if (!o->script)
            argp_error(state, "--script FILE is missing");
        return 0;
    default:
        return parse_number(key, arg, state);
    }
}

static bool load(struct mock_script *script, const char *path)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg;
    struct kc_buf   text = { 0 };

    kc_diags_init(&dg, &arena, (struct kc_source){ .name = path });
    const bool good = mock_script_load(script, path, &dg);

    kc_diags_render(&dg, &text, false);
    fwrite(text.length ? text.text : "", 1, text.length, stderr);
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return good;
}

/* Written beside and renamed: nobody reads half a number. */
static bool write_port(const char *path, uint16_t port)
{
    struct kc_buf text = { 0 }, beside = { 0 };
    const char   *why;

    kc_buf_printf(&text, "%u\n", port);
    kc_buf_printf(&beside, "%s.new", path);
    bool good = kc_file_write(beside.text, (struct kc_str){ text.text, text.length }, &why);
    good = good && rename(beside.text, path) == 0;
    kc_buf_free(&text);
    kc_buf_free(&beside);
    return good;
}

/* /dev/null and files are always at their end: only pipes and sockets say that somebody left. */
static bool is_watchable(int fd)
{
    struct stat s;

    return fstat(fd, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

static bool at_end(struct pollfd *input)
{
    char    bytes[256];
    ssize_t n;

    if (!input->revents)
        return false;
    n = read(input->fd, bytes, sizeof(bytes));
    return n <= 0;
}

static int64_t now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec;
}

static int take_signals(void)
{
    sigset_t set;

    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Returns when it is time to end. */
static void live(const struct options *o, mock_stats *stats, int signals)
{
    const int64_t start = now_s();
    struct pollfd fds[2] = { { .fd = signals, .events = POLLIN },
                             { .fd = is_watchable(0) ? 0 : -1, .events = POLLIN } };
    uint64_t      open;

    while (now_s() - start < o->life_s) {
        poll(fds, 2, LOOK_MS);
        if (fds[0].revents || at_end(&fds[1]))
            return;
        if (o->exit_after && mock_stats_ended(stats, &open) >= o->exit_after && !open)
            return;
    }
}

static int serve(const struct options *o, const struct mock_script *script, FILE *log)
{
    const int    signals = take_signals();
    mock_stats  *stats = mock_stats_new(log);
    mock_server *server = mock_server_start(script, stats, o->port, o->latency_ms);
    uint64_t     open;

    if (!server || (o->port_file && !write_port(o->port_file, mock_server_port(server)))) {
        fprintf(stderr, "kc-mock: cannot listen on port %u, or cannot write '%s'\n", o->port,
                o->port_file ? o->port_file : "");
        return CANNOT;
    }
    printf("http://127.0.0.1:%u\n", mock_server_port(server));
    fflush(stdout);
    live(o, stats, signals);
    mock_stats_ended(stats, &open);
    if (open) /* slow and hanging answers: nobody waits for them */
        _exit(0);
    mock_server_stop(server);
    mock_stats_free(stats);
    return 0;
}

static FILE *open_log(const char *path)
{
    FILE *log = path ? fopen(path, "ae") : NULL;

    if (path && !log)
        fprintf(stderr, "kc-mock: cannot write '%s'\n", path);
    return log;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        option_table, parse, NULL, "A model server for tests: answers as the script says.", 0, 0, 0
    };
    struct options     o = { .life_s = 600 };
    struct mock_script script = { 0 };
    int                status = CANNOT;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    FILE *log = open_log(o.log);

    if ((log || !o.log) && load(&script, o.script))
        status = o.check ? 0 : serve(&o, &script, log);
    mock_script_free(&script);
    if (log)
        fclose(log);
    return status;
}

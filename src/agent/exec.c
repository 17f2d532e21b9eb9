/* exec:COMMAND: an external agent works on the cell through MCP, under the same budget.
 *
 * The command runs by the shell in a private folder.  It finds
 *   KC_MCP_URL, KC_MCP_TOKEN   the server of this cell, and what to send as a bearer token
 *   KC_MCP_CONFIG              a file {"mcpServers": {"kernelcraft": {"type": "http", ...}}}
 *   KC_PROMPT                  a file with the prompt, which also stands on standard input
 * Every tool call is recorded when it is made.  An iteration is a write_code.  When the budget is
 * spent or the agent has called finish, its process group is ended. */
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/state.h"
#include "base/file.h"
#include "mcp/http.h"

enum { LOOK_MS = 20, TAIL = 400 };

static const double LAST_WORDS_S = 2.0;

struct exec {
    struct kc_run_state *r;
    pthread_mutex_t      lock; /* calls come from threads of the server */
    double               last; /* when the last call ended */
    bool                 over;
    char                 folder[256], url[64], token[33];
};

/* ---- calls -------------------------------------------------------------------------------- */

static bool allow(void *context, struct kc_str name, struct kc_str arguments, struct kc_buf *why)
{
    struct exec *e = context;
    const char  *spent;

    (void)name;
    (void)arguments;
    pthread_mutex_lock(&e->lock);
    spent = kc_state_spent(e->r);
    if (e->r->finished)
        kc_buf_puts(why, "the work is finished");
    else if (spent)
        kc_buf_printf(why, "the budget is spent: %s", spent);
    e->over = e->over || why->length > 0;
    pthread_mutex_unlock(&e->lock);
    return why->length == 0;
}

static void done(void *context, struct kc_str name, struct kc_str arguments,
                 const struct kc_tool_result *result)
{
    struct exec *e = context;

    pthread_mutex_lock(&e->lock);
    const double now = kc_state_now();

    if (!kc_state_made(e->r, name, arguments, result, now - e->last) || e->r->finished)
        e->over = true;
    e->last = now;
    pthread_mutex_unlock(&e->lock);
}

/* ---- the folder --------------------------------------------------------------------------- */

static bool write_file(const struct exec *e, const char *name, struct kc_str text)
{
    char        path[512];
    const char *why;

    snprintf(path, sizeof path, "%s/%s", e->folder, name);
    return kc_file_write(path, text, &why);
}

static bool write_config(const struct exec *e)
{
    kc_json      *root = kc_json_object(), *servers = kc_json_object(), *server = kc_json_object();
    kc_json      *headers = kc_json_object();
    struct kc_buf text = { 0 };
    char          bearer[64];
    bool          good;

    snprintf(bearer, sizeof bearer, "Bearer %s", e->token);
    kc_json_set_str(headers, "Authorization", bearer);
    kc_json_set_str(server, "type", "http");
    kc_json_set_str(server, "url", e->url);
    kc_json_set(server, "headers", headers);
    kc_json_set(servers, "kernelcraft", server);
    kc_json_set(root, "mcpServers", servers);
    kc_json_print(root, &text, true);
    kc_json_free(root);
    good = write_file(e, "mcp.json", (struct kc_str){ text.text, text.length });
    kc_buf_free(&text);
    return good;
}

static bool write_prompt(const struct exec *e)
{
    const struct kc_run_state *r = e->r;
    struct kc_buf              text = { 0 };
    bool                       good;

    kc_buf_add(&text, r->system.at, r->system.length);
    kc_buf_puts(&text, "\n\n");
    kc_buf_add(&text, r->turns[0].text.at, r->turns[0].text.length);
    good = write_file(e, "prompt.md", (struct kc_str){ text.text, text.length });
    kc_buf_free(&text);
    return good;
}

static bool make_folder(struct exec *e)
{
    const char *base = getenv("TMPDIR");

    snprintf(e->folder, sizeof e->folder, "%s/kc-exec-XXXXXX", base && *base ? base : "/tmp");
    return mkdtemp(e->folder) && write_config(e) && write_prompt(e);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_folder(const struct exec *e)
{
    nftw(e->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The end of what the agent printed, for an error message. */
static void last_words(const struct exec *e, struct kc_arena *arena, struct kc_buf *out)
{
    char          path[512];
    const char   *why;
    struct kc_str text;

    snprintf(path, sizeof path, "%s/agent.log", e->folder);
    if (!kc_file_read(arena, path, &text, &why))
        return;
    text = kc_str_trim(text);
    const size_t length = text.length < TAIL ? text.length : TAIL;

    kc_buf_add_visible(out, text.at + text.length - length, length);
}

/* ---- the process -------------------------------------------------------------------------- */

/* The environment of this process with the agent's variables in front, where they win. */
static char **environment(const struct exec *e, struct kc_arena *arena)
{
    size_t count = 0, n = 0;
    char **all;

    while (environ[count])
        count++;
    all = kc_arena_array(arena, char *, count + 5);
    all[n++] = kc_arena_printf(arena, "KC_MCP_URL=%s", e->url);
    all[n++] = kc_arena_printf(arena, "KC_MCP_TOKEN=%s", e->token);
    all[n++] = kc_arena_printf(arena, "KC_MCP_CONFIG=%s/mcp.json", e->folder);
    all[n++] = kc_arena_printf(arena, "KC_PROMPT=%s/prompt.md", e->folder);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "KC_MCP_", 7) != 0 && strncmp(environ[i], "KC_PROMPT=", 10) != 0)
            all[n++] = environ[i];
    return all;
}

/* Starts the command as the leader of its own process group; 0, or an error number. */
static int start(const struct exec *e, const char *command, pid_t *child)
{
    struct kc_arena           *arena = &e->r->arena;
    char                      *arguments[] = { "sh", "-c", (char *)(uintptr_t)command, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    int                        error;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, e->folder);
    posix_spawn_file_actions_addopen(&files, 0, "prompt.md", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "agent.log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    error = posix_spawn(child, "/bin/sh", &files, &attributes, arguments, environment(e, arena));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void end_group(pid_t child, int *status)
{
    const double began = kc_state_now();

    kill(-child, SIGTERM);
    while (waitpid(child, status, WNOHANG) == 0) {
        if (kc_state_now() - began > LAST_WORDS_S)
            kill(-child, SIGKILL);
        usleep(LOOK_MS * 1000);
    }
    kill(-child, SIGKILL); /* what it left behind */
}

static bool is_over(struct exec *e)
{
    const struct kc_budget *b = &e->r->loop->budget;
    bool                    over;

    pthread_mutex_lock(&e->lock);
    over = e->over || e->r->store_failed ||
           (b->seconds > 0.0 && e->r->progress.sum.seconds + kc_state_now() - e->last > b->seconds);
    pthread_mutex_unlock(&e->lock);
    return over || (e->r->loop->cancel && atomic_load(e->r->loop->cancel));
}

/* Waits for the child; its status. */
static int wait_for(struct exec *e, pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, WNOHANG) == 0) {
        if (is_over(e)) {
            end_group(child, &status);
            return status;
        }
        usleep(LOOK_MS * 1000);
    }
    kill(-child, SIGKILL);
    return status;
}

/* ---- the run ------------------------------------------------------------------------------ */

static void fail(struct exec *e, const char *format, const char *detail)
{
    struct kc_ask_error error = { 0 };

    snprintf(error.message, sizeof error.message, format, detail);
    kc_state_error(e->r, &error);
}

static void conclude(struct exec *e, int status)
{
    struct kc_run_state *r = e->r;
    const char          *spent = kc_state_spent(r);
    struct kc_buf        words = { 0 };

    if (r->store_failed || (r->loop->cancel && atomic_load(r->loop->cancel)))
        return;
    if (r->progress.sum.calls == 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
        kc_buf_add(&words, "", 0);
        last_words(e, &r->arena, &words);
        fail(e, "the command failed before its first tool call: %s", words.text);
    } else if (spent || (r->loop->budget.seconds > 0.0 && e->over && !r->finished)) {
        kc_state_end(r, KC_RUN_BUDGET_SPENT, spent ? spent : "time");
    } else {
        kc_state_end(r, KC_RUN_FAILED, r->finished ? "finished" : "the agent ended");
    }
    kc_buf_free(&words);
}

static void run_command(struct exec *e, const char *command)
{
    pid_t     child;
    const int error = start(e, command, &child);

    if (error)
        fail(e, "cannot start the command: %s", strerror(error));
    else
        conclude(e, wait_for(e, child));
}

void kc_exec_run(struct kc_run_state *r, const char *command)
{
    struct exec   e = { .r = r, .last = kc_state_now() };
    struct kc_buf why = { 0 };
    kc_mcp       *server;
    kc_mcp_http  *http;

    if (!kc_mcp_token_new(e.token))
        return fail(&e, "%s", "no random numbers for a token");
    pthread_mutex_init(&e.lock, NULL);
    server =
        kc_mcp_new(&(struct kc_mcp_options){ .bench = r->bench, .hooks = { &e, allow, done } });
    http = kc_mcp_http_new(server, &(struct kc_mcp_http_options){ .token = e.token }, &why);
    if (!http) {
        fail(&e, "%s", why.text);
    } else {
        snprintf(e.url, sizeof e.url, "http://127.0.0.1:%u/mcp", (unsigned)kc_mcp_http_port(http));
        if (make_folder(&e))
            run_command(&e, command);
        else
            fail(&e, "cannot make a folder for the agent: %s", e.folder);
        kc_mcp_http_free(http);
        remove_folder(&e);
    }
    kc_mcp_free(server);
    kc_buf_free(&why);
    pthread_mutex_destroy(&e.lock);
}

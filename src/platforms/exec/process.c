/* Processes of external simulators: one socket each, deadlines, limits, and an end for all. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platforms/exec/parts.h"

enum { SECONDS = 60, SECONDS_MOST = 86400, CHUNK = 1 << 16, RUNNING = 256 };

extern char **environ;

/* ---- all that run, for the end of the process --------------------------------------------- */

static pid_t           running[RUNNING];
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;

static void end_all(void)
{
    for (size_t i = 0; i < RUNNING; i++)
        if (running[i])
            kill(-running[i], SIGKILL);
}

/* Replaces one entry by another; 0 is an empty one. */
static void note(pid_t old, pid_t now)
{
    static bool registered;

    pthread_mutex_lock(&running_lock);
    if (!registered)
        atexit(end_all);
    registered = true;
    for (size_t i = 0; i < RUNNING; i++)
        if (running[i] == old) {
            running[i] = now;
            break;
        }
    pthread_mutex_unlock(&running_lock);
}

/* ---- start and end ------------------------------------------------------------------------ */

/* Keys are for providers of models: a simulator has no use for them. */
static bool is_secret(const char *variable)
{
    static const char *const parts[] = { "KEY", "TOKEN", "SECRET", "PASSWORD" };
    const size_t             length = strcspn(variable, "=");

    for (size_t i = 0; i < KC_COUNT(parts); i++)
        if (memmem(variable, length, parts[i], strlen(parts[i])))
            return true;
    return false;
}

/* The environment without them; the texts are those of environ. */
static char **plain_environment(void)
{
    size_t count = 0, kept = 0;

    while (environ[count])
        count++;
    char **plain = kc_alloc((count + 1) * sizeof *plain);

    for (size_t i = 0; i < count; i++)
        if (!is_secret(environ[i]))
            plain[kept++] = environ[i];
    return plain;
}

static int spawn(const char *command, int fd, pid_t *pid)
{
    char *const                argv[] = { "sh", "-c", (char *)(uintptr_t)command, NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t          attributes;
    const char                *speak = getenv("KC_PLUGIN_STDERR");

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO);
    if (!speak || !*speak)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    char    **environment = plain_environment();
    const int error = posix_spawn(pid, "/bin/sh", &actions, &attributes, argv, environment);

    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool exec_start(const char *command, struct exec_process *p, struct exec_why *why)
{
    int pair[2], error = 0;

    *p = (struct exec_process){ 0, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        error = errno;
    else if ((error = spawn(command, pair[1], &p->pid)) != 0)
        close(pair[0]), close(pair[1]);
    if (error) {
        snprintf(why->text, sizeof why->text, "the simulator cannot be started: %s",
                 strerror(error));
        return false;
    }
    close(pair[1]);
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    p->fd = pair[0];
    note(0, p->pid);
    return true;
}

void exec_end(struct exec_process *p)
{
    if (p->pid <= 0)
        return;
    close(p->fd);
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    note(p->pid, 0);
    *p = (struct exec_process){ 0, -1 };
}

/* ---- talking ------------------------------------------------------------------------------ */

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t limit_ms(void)
{
    const char *variable = getenv("KC_PLUGIN_TIMEOUT");
    uint64_t    seconds = SECONDS;

    if (variable &&
        (!kc_str_u64(kc_str_from(variable), &seconds) || seconds == 0 || seconds > SECONDS_MOST))
        seconds = SECONDS;
    return (int64_t)seconds * 1000;
}

static bool failed(struct exec_why *why, const char *text)
{
    snprintf(why->text, sizeof why->text, "%s", text);
    return false;
}

/* Waits until the socket can be used; false when time is up. */
static bool ready(const struct exec_process *p, short events, int64_t deadline,
                  struct exec_why *why)
{
    struct pollfd slot = { p->fd, events, 0 };

    for (;;) {
        const int64_t left = deadline - now_ms();

        if (left <= 0)
            return failed(why, "the simulator does not answer in time (KC_PLUGIN_TIMEOUT)");
        if (poll(&slot, 1, left > 1000000 ? 1000000 : (int)left) > 0)
            return true;
    }
}

static bool send_all(struct exec_process *p, const char *text, size_t length, int64_t deadline,
                     struct exec_why *why)
{
    while (length) {
        const ssize_t n = send(p->fd, text, length, MSG_NOSIGNAL);

        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return failed(why, "the simulator has ended");
        } else if (!ready(p, POLLOUT, deadline, why)) {
            return false;
        }
    }
    return true;
}

/* Up to the newline; what follows it was not asked for. */
static bool receive(struct exec_process *p, size_t most, int64_t deadline, struct kc_buf *answer,
                    struct exec_why *why)
{
    char chunk[CHUNK];

    for (;;) {
        if (!ready(p, POLLIN, deadline, why))
            return false;
        const ssize_t n = recv(p->fd, chunk, sizeof chunk, 0);

        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return failed(why, "the simulator has ended");
        if (n < 0)
            continue;
        const char  *end = memchr(chunk, '\n', (size_t)n);
        const size_t length = end ? (size_t)(end - chunk) : (size_t)n;

        if (answer->length + length > most)
            return failed(why, "the simulator's answer is too long");
        kc_buf_add(answer, chunk, length);
        if (end)
            return length + 1 == (size_t)n ||
                   failed(why, "the simulator says more than it was asked");
    }
}

bool exec_talk(struct exec_process *p, struct kc_str line, size_t most, struct kc_buf *answer,
               struct exec_why *why)
{
    const int64_t deadline = now_ms() + limit_ms();

    answer->length = 0;
    return send_all(p, line.at, line.length, deadline, why) &&
           send_all(p, "\n", 1, deadline, why) && receive(p, most, deadline, answer, why);
}

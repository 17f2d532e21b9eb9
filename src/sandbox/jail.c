/* The jail: what happens between fork and exec, and how the program is watched until it ends. */
#include "sandbox/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const no_environment[] = { "LC_ALL=C", NULL };

/* All that the child needs, made before the fork. */
struct cell {
    const struct kc_jail_job *job;
    struct kc_jail_filter     filter;
    char                      folder[64]; /* private and empty */
    int                       ruleset, input;
    int                       output[2], messages[2]; /* pipes */
};

unsigned kc_jail_layers(void)
{
    const unsigned kill = SECCOMP_RET_KILL_PROCESS;
    const bool     seccomp = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kill) == 0;

    return (seccomp ? KC_JAIL_SECCOMP : 0u) | (kc_jail_landlock() ? KC_JAIL_LANDLOCK : 0u);
}

/* ---- the child: nothing here may allocate or take a lock --------------------------------- */

static KC_NORETURN void give_up(const char *what)
{
    const char text[] = "jail: cannot start: ";

    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDERR_FILENO, what, strlen(what));
    _exit(126);
}

static void limit(int which, uint64_t value)
{
    const struct rlimit l = { value, value };

    if (setrlimit((__rlimit_resource_t)which, &l) != 0)
        give_up("limits");
}

static void set_limits(const struct kc_jail_limits *l)
{
    limit(RLIMIT_CPU, l->cpu_seconds); /* soft is hard: SIGXCPU could be caught, SIGKILL cannot */
    limit(RLIMIT_AS, l->memory_bytes);
    limit(RLIMIT_STACK, 8 << 20);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 64);
    limit(RLIMIT_NPROC, 1);
}

static void take_streams(const struct cell *c)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(c->messages[1], STDERR_FILENO) < 0 || dup2(c->input, STDIN_FILENO) < 0 ||
        dup2(c->output[1], STDOUT_FILENO) < 0 || chdir(c->folder) != 0)
        give_up("streams");
}

static void lock_up(const struct cell *c)
{
    const struct sock_fprog program = { c->filter.length, c->filter.code };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        give_up("no_new_privs");
    if (c->ruleset >= 0 && syscall(SYS_landlock_restrict_self, c->ruleset, 0) != 0)
        give_up("landlock");
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0)
        give_up("close_range");
    if (c->filter.code && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        give_up("seccomp");
}

static KC_NORETURN void become(const struct cell *c, pid_t parent)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(126);
    take_streams(c);
    set_limits(&c->job->limits);
    lock_up(c);
    execve(c->job->argv[0], (char *const *)c->job->argv, (char *const *)no_environment);
    give_up("exec");
}

/* ---- the parent ---------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Reads what is there.  False at the end of the stream. */
static bool drain(int fd, struct kc_buf *buf, uint64_t most)
{
    char          chunk[16384];
    const ssize_t n = read(fd, chunk, sizeof chunk);

    if (n < 0)
        return errno == EINTR;
    if (buf->length < most + sizeof chunk)
        kc_buf_add(buf, chunk, (size_t)n);
    return n > 0;
}

/* Until both streams end, the output is too long, or time is up. */
static void listen_to(const struct cell *c, int64_t deadline, struct kc_jail_result *r)
{
    struct pollfd at[2] = { { c->output[0], POLLIN, 0 }, { c->messages[0], POLLIN, 0 } };

    while (at[0].fd >= 0 || at[1].fd >= 0) {
        const int64_t left = deadline - now_ms();

        at[0].revents = at[1].revents = 0;
        if (left <= 0 || (poll(at, 2, (int)left) < 0 && errno != EINTR)) {
            r->end = KC_JAIL_OUT_OF_TIME;
            return;
        }
        if (at[0].fd >= 0 && at[0].revents &&
            !drain(at[0].fd, &r->output, c->job->limits.output_bytes))
            at[0].fd = -1;
        if (at[1].fd >= 0 && at[1].revents &&
            !drain(at[1].fd, &r->messages, c->job->limits.message_bytes))
            at[1].fd = -1;
        if (r->output.length > c->job->limits.output_bytes) {
            r->end = KC_JAIL_OUT_OF_OUTPUT;
            return;
        }
    }
}

/* A program may close its streams and go on: it still has to end in time. */
static void wait_for(pid_t pid, int64_t deadline, struct kc_jail_result *r)
{
    const struct timespec nap = { 0, 2000000 };
    siginfo_t             info = { 0 };

    while (r->end == KC_JAIL_EXITED) {
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid)
            return;
        if (now_ms() >= deadline)
            r->end = KC_JAIL_OUT_OF_TIME;
        else
            nanosleep(&nap, NULL);
    }
}

static int64_t seconds(const struct rusage *used)
{
    return used->ru_utime.tv_sec + used->ru_stime.tv_sec;
}

/* The whole group goes before its leader is reaped: until then the number is not used again. */
static void reap(pid_t pid, const struct kc_jail_limits *limits, struct kc_jail_result *r)
{
    struct rusage used = { 0 };
    int           status = 0;

    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    if (r->end != KC_JAIL_EXITED)
        return;
    if (WIFEXITED(status)) {
        r->status = WEXITSTATUS(status);
        return;
    }
    r->status = WTERMSIG(status);
    r->end = r->status == SIGKILL && seconds(&used) + 2 > (int64_t)limits->cpu_seconds
                 ? KC_JAIL_OUT_OF_CPU
                 : KC_JAIL_KILLED;
}

/* ---- setting up ------------------------------------------------------------------------------ */

static int input_file(struct kc_str text)
{
    const int fd = memfd_create("input", MFD_CLOEXEC);
    size_t    done = 0;

    while (fd >= 0 && done < text.length) {
        const ssize_t n = write(fd, text.at + done, text.length - done);

        if (n <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

static const char *make_layers(struct cell *c)
{
    if ((c->job->layers & KC_JAIL_SECCOMP) &&
        !kc_jail_filter_new(c->job->argv, no_environment, &c->filter))
        return "the seccomp filter cannot be made";
    if ((c->job->layers & KC_JAIL_LANDLOCK) && (c->ruleset = kc_jail_ruleset(c->job->readable)) < 0)
        return "the Landlock rules cannot be made";
    return NULL;
}

static const char *open_cell(struct cell *c)
{
    const char *tmp = "/tmp/kernelcraft-XXXXXX";

    strcpy(c->folder, tmp);
    if (!mkdtemp(c->folder)) {
        c->folder[0] = '\0';
        return "no private directory can be made below /tmp";
    }
    if ((c->input = input_file(c->job->input)) < 0)
        return "no memory for the input";
    if (pipe2(c->output, O_CLOEXEC) != 0 || pipe2(c->messages, O_CLOEXEC) != 0)
        return "no pipe can be made";
    return make_layers(c);
}

static void close_cell(struct cell *c)
{
    const int fds[] = { c->ruleset,   c->input,       c->output[0],
                        c->output[1], c->messages[0], c->messages[1] };

    for (size_t i = 0; i < KC_COUNT(fds); i++)
        if (fds[i] >= 0)
            close(fds[i]);
    if (c->folder[0])
        rmdir(c->folder);
    kc_jail_filter_free(&c->filter);
}

static void watch(struct cell *c, pid_t pid, struct kc_jail_result *r)
{
    const int64_t deadline = now_ms() + (int64_t)c->job->limits.wall_seconds * 1000;

    close(c->output[1]);
    close(c->messages[1]);
    c->output[1] = c->messages[1] = -1;
    listen_to(c, deadline, r);
    wait_for(pid, deadline, r);
    reap(pid, &c->job->limits, r);
    if (r->messages.length > c->job->limits.message_bytes)
        r->messages.length = c->job->limits.message_bytes;
}

void kc_jail_run(const struct kc_jail_job *job, struct kc_jail_result *r)
{
    struct cell c = {
        .job = job, .ruleset = -1, .input = -1, .output = { -1, -1 }, .messages = { -1, -1 }
    };
    const pid_t self = getpid();
    pid_t       pid;

    *r = (struct kc_jail_result){ .end = KC_JAIL_NOT_STARTED };
    if (!(r->why = open_cell(&c))) {
        if ((pid = fork()) == 0)
            become(&c, self);
        if (pid < 0)
            r->why = "no process can be made";
        else {
            r->end = KC_JAIL_EXITED;
            watch(&c, pid, r);
        }
    }
    close_cell(&c);
    if (r->end == KC_JAIL_EXITED && r->status == 126) {
        r->end = KC_JAIL_NOT_STARTED;
        r->why = "the program could not be locked up";
    }
}

/* A program that tries to leave the jail in one way, named by its argument.
 *
 * Exit status: 42 it worked (the jail leaks), 7 it was refused, 2 no such way.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAKS = 42, REFUSED = 7 };

extern char **environ;

static int said(long result)
{
    return result >= 0 ? LEAKS : REFUSED;
}

static int try_read(const char *path)
{
    return said(open(path, O_RDONLY));
}

static int try_fork(void)
{
    const pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    return said(pid);
}

static void *nothing(void *unused)
{
    return unused;
}

static int try_thread(void)
{
    pthread_t thread;

    return pthread_create(&thread, NULL, nothing, NULL) == 0 ? LEAKS : REFUSED;
}

static int try_exec(void)
{
    char *const argv[] = { "/bin/true", NULL };

    execve("/bin/true", argv, NULL);
    return REFUSED;
}

/* Anything beside the three streams. */
static int try_descriptors(void)
{
    for (int fd = 3; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            return LEAKS;
    return REFUSED;
}

static int try_environment(void)
{
    for (char **e = environ; *e; e++)
        if (strcmp(*e, "LC_ALL=C") != 0)
            return LEAKS;
    return REFUSED;
}

static int try_limits(void)
{
    const struct rlimit more = { 1 << 20, 1 << 20 };

    return said(setrlimit(RLIMIT_FSIZE, &more));
}

static int try_memory(void)
{
    for (size_t i = 0; i < 4096; i++) {
        char *volatile p = malloc(1 << 20); /* else a compiler may leave out what nobody reads */

        if (!p)
            return REFUSED;
        memset(p, 1, 1 << 20);
    }
    return LEAKS;
}

static int spin(void)
{
    volatile unsigned going = 1;

    signal(SIGXCPU, SIG_IGN);
    while (going)
        continue;
    return LEAKS;
}

/* Closes its streams, so that nobody hears it, and stays. */
static int hide(void)
{
    close(0);
    close(1);
    close(2);
    return spin();
}

static int flood(void)
{
    char text[4096];

    memset(text, 'x', sizeof text);
    for (;;)
        if (write(1, text, sizeof text) < 0)
            break;
    return REFUSED;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";

#define WAY(name, result)       \
    if (strcmp(way, name) == 0) \
        return result;
    WAY("nothing", 0)
    WAY("passwd", try_read("/etc/passwd"))
    WAY("proc", try_read("/proc/self/maps"))
    WAY("parent", try_read("../.."))
    WAY("create", said(open("leak", O_WRONLY | O_CREAT, 0600)))
    WAY("append", said(open("/tmp", O_WRONLY | O_TMPFILE, 0600)))
    WAY("unlink", said(unlink("/tmp/nothing")) == REFUSED && errno != ENOENT ? REFUSED : LEAKS)
    WAY("mkdir", said(mkdir("leak", 0700)))
    WAY("socket", said(socket(AF_INET, SOCK_STREAM, 0)))
    WAY("unix-socket", said(socket(AF_UNIX, SOCK_STREAM, 0)))
    WAY("ptrace", said(ptrace(PTRACE_TRACEME, 0, NULL, NULL)))
    WAY("mount", said(mount("none", "/tmp", "tmpfs", 0, NULL)))
    WAY("keyctl", said(syscall(SYS_keyctl, 0, -3, 0)))
    WAY("bpf", said(syscall(SYS_bpf, 0, NULL, 0)) == REFUSED && errno == EPERM ? REFUSED : LEAKS)
    WAY("io_uring",
        said(syscall(SYS_io_uring_setup, 1, NULL)) == REFUSED && errno == EPERM ? REFUSED : LEAKS)
    WAY("kill", said(kill(getppid(), 0)))
    WAY("fork", try_fork())
    WAY("thread", try_thread())
    WAY("exec", try_exec())
    WAY("descriptors", try_descriptors())
    WAY("environment", try_environment())
    WAY("limits", try_limits())
    WAY("memory", try_memory())
    WAY("spin", spin())
    WAY("sleep", (pause(), LEAKS))
    WAY("hide", hide())
    WAY("flood", flood())
    return 2;
}

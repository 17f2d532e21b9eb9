/* The seccomp layer: which system calls exist for the program in the jail.
 *
 * The filter is made here and exported as BPF before the fork: libseccomp allocates, and a child of
 * a process with threads must not.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "sandbox/jail.h"

static const char *const allowed[] = {
#define CALL(name) #name,
#include "sandbox/syscalls.def"
};

/* A name this architecture does not have needs no rule. */
static bool allow(scmp_filter_ctx ctx, const char *name)
{
    const int number = seccomp_syscall_resolve_name(name);

    return number < 0 || seccomp_rule_add(ctx, SCMP_ACT_ALLOW, number, 0) == 0;
}

/* Opening is reading: neither write access nor creation. */
static bool allow_reading(scmp_filter_ctx ctx)
{
    const unsigned writes = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    const int      old = seccomp_syscall_resolve_name("open");

    if (old >= 0 &&
        seccomp_rule_add(ctx, SCMP_ACT_ALLOW, old, 1, SCMP_A1(SCMP_CMP_MASKED_EQ, writes, 0)) != 0)
        return false;
    return seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, writes, 0)) == 0;
}

/* Once the program runs, these addresses hold something else: it can start nothing of its own. */
static bool allow_start(scmp_filter_ctx ctx, const char *const *argv,
                        const char *const *environment)
{
    return seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(execve), 3,
                            SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)(uintptr_t)argv[0], 0),
                            SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)(uintptr_t)argv, 0),
                            SCMP_A2(SCMP_CMP_EQ, (scmp_datum_t)(uintptr_t)environment, 0)) == 0;
}

/* Asking for limits and duplicating descriptors, not setting anything. */
static bool allow_questions(scmp_filter_ctx ctx)
{
    return seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                            SCMP_A2(SCMP_CMP_EQ, 0, 0)) == 0 &&
           seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                            SCMP_A1(SCMP_CMP_LE, F_GETFL, 0)) == 0 &&
           seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
           seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0) == 0;
}

static bool fill(scmp_filter_ctx ctx, const char *const *argv, const char *const *environment)
{
    for (size_t i = 0; i < KC_COUNT(allowed); i++)
        if (!allow(ctx, allowed[i]))
            return false;
    return allow_reading(ctx) && allow_start(ctx, argv, environment) && allow_questions(ctx);
}

static bool export(scmp_filter_ctx ctx, struct kc_jail_filter *filter)
{
    const int fd = memfd_create("filter", MFD_CLOEXEC);
    off_t     size;
    bool      good;

    if (fd < 0)
        return false;
    good = seccomp_export_bpf(ctx, fd) == 0 && (size = lseek(fd, 0, SEEK_END)) > 0 &&
           size / (off_t)sizeof(struct sock_filter) <= BPF_MAXINSNS;
    if (good) {
        filter->code = kc_alloc((size_t)size);
        filter->length = (unsigned short)((size_t)size / sizeof(struct sock_filter));
        good = pread(fd, filter->code, (size_t)size, 0) == size;
    }
    close(fd);
    return good;
}

bool kc_jail_filter_new(const char *const *argv, const char *const *environment,
                        struct kc_jail_filter *filter)
{
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    bool            good;

    *filter = (struct kc_jail_filter){ 0 };
    if (!ctx)
        return false;
    good = fill(ctx, argv, environment) && export(ctx, filter);
    seccomp_release(ctx);
    return good;
}

void kc_jail_filter_free(struct kc_jail_filter *filter)
{
    free(filter->code);
}

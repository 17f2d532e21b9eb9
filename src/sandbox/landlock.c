/* The Landlock layer: which files exist for the program in the jail.
 *
 * Headers of older systems lack the newer rights, so the numbers stand here, by version of the
 * interface.  All rights that the kernel knows are handled, hence denied, and reading is given back
 * for the listed paths.
 */
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/jail.h"

/* As the newest kernel wants it; an older one is given the part that it knows. */
struct ruleset {
    uint64_t fs, net, scoped;
};

enum {
    READ_FILES = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE,
    READ_FOLDERS = READ_FILES | LANDLOCK_ACCESS_FS_READ_DIR,
};

/* How many bits of rights each version has: files; REFER in 2, TRUNCATE in 3, IOCTL_DEV in 5. */
static uint64_t all_rights(int abi)
{
    const unsigned bits = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13;

    return (UINT64_C(1) << bits) - 1;
}

int kc_jail_landlock(void)
{
    const long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return abi > 0 ? (int)abi : 0;
}

/* Files first, TCP bind and connect from 4 on, abstract sockets and signals from 6 on. */
static int new_ruleset(void)
{
    const int      abi = kc_jail_landlock();
    struct ruleset r = { .fs = all_rights(abi) };
    size_t         size = sizeof r.fs;

    if (abi == 0)
        return -1;
    if (abi >= 4) {
        r.net = 3;
        size += sizeof r.net;
    }
    if (abi >= 6) {
        r.scoped = 3;
        size += sizeof r.scoped;
    }
    return (int)syscall(SYS_landlock_create_ruleset, &r, size, 0);
}

/* A path that does not exist needs no rule. */
static bool allow(int ruleset, const char *path)
{
    struct landlock_path_beneath_attr rule = { .parent_fd = open(path, O_PATH | O_CLOEXEC) };
    struct stat                       about;
    bool                              good;

    if (rule.parent_fd < 0)
        return true;
    good = fstat(rule.parent_fd, &about) == 0;
    rule.allowed_access = good && S_ISDIR(about.st_mode) ? READ_FOLDERS : READ_FILES;
    good =
        good && syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(rule.parent_fd);
    return good;
}

int kc_jail_ruleset(const char *const *readable)
{
    const int ruleset = new_ruleset();
    bool      good = ruleset >= 0;

    for (size_t i = 0; good && readable[i]; i++)
        good = allow(ruleset, readable[i]);
    if (!good && ruleset >= 0)
        close(ruleset);
    return good ? ruleset : -1;
}

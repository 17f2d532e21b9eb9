/* sandbox/jail.h: runs one foreign program so that it can only turn its input into its output.
 *
 * The program reads standard input, writes standard output and standard error, and that is all: an
 * empty environment, a private empty directory, no file opened for writing, no other process, no
 * thread, no socket.  What the kernel offers decides how many layers enforce this:
 *
 *   limits    rlimits and a wall clock; always there
 *   seccomp   system calls outside syscalls.def are refused, and opening for writing
 *   landlock  files outside the listed folders do not exist
 *
 * Everything that allocates happens before the fork, so that a process with threads may call this.
 */
#ifndef KC_SANDBOX_JAIL_H
#define KC_SANDBOX_JAIL_H

#include "base/str.h"

enum kc_jail_layer {
    KC_JAIL_SECCOMP = 1,
    KC_JAIL_LANDLOCK = 2,
};

struct kc_jail_limits {
    uint32_t cpu_seconds, wall_seconds;
    uint64_t memory_bytes;  /* address space */
    uint64_t output_bytes;  /* of standard output */
    uint64_t message_bytes; /* of standard error; more is cut off */
};

struct kc_jail_job {
    const char *const    *argv;     /* argv[0] is the program's absolute path; NULL ends it */
    struct kc_str         input;    /* what it reads */
    const char *const    *readable; /* files and folders it may read; NULL ends them */
    struct kc_jail_limits limits;
    unsigned              layers; /* of enum kc_jail_layer; what is asked for must work */
};

enum kc_jail_end {
    KC_JAIL_EXITED,
    KC_JAIL_KILLED, /* by a signal */
    KC_JAIL_OUT_OF_CPU,
    KC_JAIL_OUT_OF_TIME,
    KC_JAIL_OUT_OF_OUTPUT,
    KC_JAIL_NOT_STARTED,
};

struct kc_jail_result {
    enum kc_jail_end end;
    int              status;           /* of exit, or the signal's number */
    struct kc_buf    output, messages; /* the caller's to free */
    const char      *why;              /* when it was not started */
};

/* The layers this kernel offers. */
unsigned kc_jail_layers(void);

/* Landlock's version here, 0 when it is missing. */
int kc_jail_landlock(void);

/* Runs the program to its end or to a limit.  Nothing of it is left afterwards. */
void kc_jail_run(const struct kc_jail_job *job, struct kc_jail_result *result);

/* ---- the layers, for jail.c ---------------------------------------------------------------- */

struct sock_filter;

struct kc_jail_filter {
    struct sock_filter *code;
    unsigned short      length;
};

/* The filter that allows one execve, of exactly this argument vector, and the calls of
 * syscalls.def.  False when it cannot be made. */
bool kc_jail_filter_new(const char *const *argv, const char *const *environment,
                        struct kc_jail_filter *filter);
void kc_jail_filter_free(struct kc_jail_filter *filter);

/* A ruleset in which only these paths can be read; a descriptor, or -1. */
int kc_jail_ruleset(const char *const *readable);

#endif

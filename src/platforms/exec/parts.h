/* platforms/exec/parts.h: what the files of external simulators share. */
#ifndef KC_PLATFORMS_EXEC_PARTS_H
#define KC_PLATFORMS_EXEC_PARTS_H

#include <pthread.h>
#include <sys/types.h>

#include "kernelcraft/flat.h"
#include "platforms/exec.h"

enum {
    EXEC_VERSION = 1,
    EXEC_PARAMS = 16,
    EXEC_REGIONS = 8,
    EXEC_TRAPS = 64,
    EXEC_OFFERS = 64,
    EXEC_CLASSES = 8,
    EXEC_REGISTERS = 256,
    EXEC_IDLE = 64,
    EXEC_MEMORY_MIB = 8, /* of all regions */
    EXEC_REPLY_MIB = 64,
    EXEC_HELLO_MIB = 4,
    EXEC_PROGRAM = 1 << 20,
};

/* ---- processes ---------------------------------------------------------------------------- */

struct exec_process {
    pid_t pid;
    int   fd; /* its standard input and output */
};

/* Why an exchange failed, in words. */
struct exec_why {
    char text[200];
};

/* Starts a command; false after saying why. */
bool exec_start(const char *command, struct exec_process *p, struct exec_why *why);

/* Ends it and all that it started. */
void exec_end(struct exec_process *p);

/* Sends a line and waits for one: at most most bytes, within the time limit.  The answer, without
 * its newline, replaces what is in the buffer.  False after saying why; the process is then of no
 * use. */
bool exec_talk(struct exec_process *p, struct kc_str line, size_t most, struct kc_buf *answer,
               struct exec_why *why);

/* ---- tables ------------------------------------------------------------------------------- */

/* A size: a number, or the value of a parameter. */
struct exec_size {
    uint64_t number;
    int      param; /* -1: none */
};

struct exec_region {
    const char                *name, *doc;
    const struct kc_elem_type *type;
    struct exec_size           elems, row;
};

struct exec_trap {
    const char *cause, *rule, *hint;
};

struct exec_platform {
    struct kc_platform platform; /* first: a platform is an exec_platform */
    const char        *command;

    struct kc_params   params;
    struct kc_param    param[EXEC_PARAMS];
    uint64_t           param_value[EXEC_PARAMS];
    struct kc_isa_desc desc;
    struct exec_region region[EXEC_REGIONS];
    size_t             region_count, main;
    struct exec_size   align, columns; /* of tensors; of the output */
    uint64_t           fuel;           /* instructions that it can run in time; 0: any number */
    struct exec_trap   trap[EXEC_TRAPS];
    size_t             trap_count;
    struct kc_offer    offer[EXEC_OFFERS];

    pthread_mutex_t     lock;
    struct exec_process idle[EXEC_IDLE];
    size_t              idle_count;
};

struct exec_config {
    const struct exec_platform *x;
    uint64_t                    value[EXEC_PARAMS];
};

/* Fills the tables from a first answer, texts in the arena; NULL, or what is wrong with it. */
const char *exec_read_hello(struct kc_arena *arena, const kc_json *hello, struct exec_platform *x);

uint64_t exec_size_of(const struct exec_config *c, struct exec_size size);

/* One question to any process of the platform, a second one when the first fails.  The answer is a
 * JSON object without "error", to be freed; NULL after saying why. */
kc_json *exec_ask(const struct exec_platform *x, struct kc_str line, struct exec_why *why);

/* Appends "parameters":{...}. */
void exec_add_parameters(const struct exec_config *c, struct kc_buf *out);

/* ---- machines (machine.c) ------------------------------------------------------------------ */

struct kc_machine *exec_machine_new(const void *config, const struct kc_isa *isa);
void               exec_machine_free(struct kc_machine *machine);
void               exec_machine_reset(struct kc_machine *machine);
void               exec_load(struct kc_machine *machine, const struct kc_program *program);
struct kc_outcome  exec_run(struct kc_machine *machine, const struct kc_run *run);
size_t      exec_registers(const struct kc_machine *machine, struct kc_register *out, size_t most);
const char *exec_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value);
const struct exec_config *exec_config_of(const struct kc_machine *machine);

/* Takes the answer to a run; NULL, or what is wrong with it. */
const char *exec_take(struct kc_machine *machine, const struct kc_run *run, const kc_json *answer,
                      struct kc_outcome *outcome);

#endif

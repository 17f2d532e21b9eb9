/* cli/cli.h: what the subcommands share.  Only cli/ prints and exits.
 *
 * Exit status: 0 done and good, 1 done and not good (a wrong kernel), 2 could not do it (usage,
 * missing file).
 */
#ifndef KC_CLI_CLI_H
#define KC_CLI_CLI_H

#include <argp.h>

#include "kernelcraft/platform.h"
#include "tasks/task.h"

/* Every command parses through this: describe.c looks at its table instead, when it is asked to. */
error_t cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                  void *input);
#define argp_parse cli_parse

enum { CLI_GOOD = 0, CLI_NOT_GOOD = 1, CLI_CANNOT = 2 };

/* Each subcommand: argv[0] is "kc NAME", the rest are its own arguments. */
#define COMMAND(name, ...) int cmd_##name(int argc, char **argv);
#include "cli/commands.def"

/* Shows diagnostics on standard error, coloured on a terminal unless NO_COLOR is set. */
void cli_show(const struct kc_diags *dg);

/* Prints one line "kc: ..." on standard error and returns CLI_CANNOT. */
int cli_cannot(const char *format, ...) KC_PRINTF(1, 2);

/* Loads the plug-ins of KC_PLUGINS; false after saying why one cannot be loaded. */
bool cli_plugins_from_environment(void);

/* Loads those of "--plugin FILE", wherever it stands, and takes it out of the arguments; where
 * "exec:COMMAND" names a platform, the platform's name takes its place. */
bool cli_plugins_from_arguments(int *argc, char **argv);

/* Opens the target or shows why not. */
bool cli_target(struct kc_arena *arena, const char *text, const char *settings,
                struct kc_target *target);

/* Finds task, target and the parameters of the configuration; NULL after showing why not. */
const struct kc_task *cli_find_cell(struct kc_arena *arena, const char *name, const char *platform,
                                    const char *settings, const char *config,
                                    struct kc_target *target, uint32_t *p);

/* A trap in the caret view, on standard error. */
void cli_show_trap(struct kc_arena *arena, struct kc_source source, const struct kc_outcome *out);

/* The notes of a run as warnings, on standard error. */
void cli_show_notes(struct kc_arena *arena, struct kc_source source, const struct kc_outcome *out);

/* How a program file is to be read. */
enum cli_form { CLI_FORM_GUESS, CLI_FORM_ASSEMBLY, CLI_FORM_WORDS, CLI_FORM_C };

/* Reads and assembles (or compiles C, or reads machine code).  Diagnostics go to dg and are not
 * shown. CLI_GOOD, CLI_NOT_GOOD when dg holds errors, CLI_CANNOT when the file cannot be read
 * (shown). */
int cli_program(struct kc_arena *arena, const struct kc_target *target, const char *path,
                enum cli_form form, struct kc_program *program, struct kc_diags *dg);

/* Writes to path, standard output when NULL; a CLI_ status. */
int cli_write(const char *path, struct kc_str text);

/* Which store a command means: its option --store, else $KC_STORE, else ./kernelcraft.db. */
const char *cli_store(const char *option);

/* Prints pretty JSON on standard output and frees it. */
void cli_json(kc_json *root);

/* The preloads and dumps of the command line (preload.c).  NULL, or why it cannot be done. */
const char *cli_preload(struct kc_arena *arena, struct kc_machine *machine, const char *text);

struct cli_dump {
    struct kc_region *region;
    uint64_t          from, to;
};

const char *cli_parse_dump(struct kc_arena *arena, struct kc_machine *machine, const char *text,
                           struct cli_dump *dump);
void        cli_dump_text(const struct cli_dump *dump, struct kc_buf *out);
kc_json    *cli_dump_json(const struct cli_dump *dump);

#endif

/* cli/describe.h: the command line as data: every command with the tables that parse it.
 *
 * Completions and the manual page are written from these, so that they cannot differ from what kc
 * takes.
 */
#ifndef KC_CLI_DESCRIBE_H
#define KC_CLI_DESCRIBE_H

#include "cli/cli.h"

struct cli_command {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
};

/* The i-th command, or NULL past the end. */
const struct cli_command *cli_command_at(size_t index);

/* What parses its arguments.  The command is stopped in the middle of its work, and what it had
 * allocated by then is lost: for commands that describe and end. */
const struct argp *cli_argp_of(const struct cli_command *command);

/* Calls each for every option of a table that people may use; short is 0 where there is none. */
struct cli_option {
    const char *name, *arg, *doc;
    char        letter;
};

void cli_each_option(const struct argp *argp,
                     void (*each)(void *context, const struct cli_option *option), void *context);

/* The words of a kind ("PLATFORM", "TASK", ...), a line each; false when the kind has none. */
bool cli_words(const char *kind, const char *platform, struct kc_buf *out);

/* Whether words of that kind can be listed; whether they are files. */
bool cli_kind_listed(const char *kind);
bool cli_kind_file(const char *kind);

/* The kind of a command's argument number index, from 0; NULL when it takes no more. */
const char *cli_argument_kind(struct kc_arena *arena, const struct cli_command *command,
                              size_t index);

#endif

/* kc man: the manual page, from the same tables that parse the command line. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/describe.h"

static const struct {
    const char *name, *meaning;
} variables[] = {
#define VARIABLE(name, meaning) { name, meaning },
#include "cli/variables.def"
};

enum { COLUMNS = 56 };

static void guard(struct kc_buf *out, char first)
{
    if (first == '.' || first == '\'')
        kc_buf_puts(out, "\\&");
}

/* Text: nothing in it is a request or an escape.  Source lines are kept short unless it is exact.
 */
static void add_line(struct kc_buf *out, const char *text, size_t length, bool exact)
{
    size_t column = 0;

    guard(out, length ? text[0] : 0);
    for (size_t i = 0; i < length; i++, column++) {
        if (!exact && text[i] == ' ' && column >= COLUMNS) {
            while (i + 1 < length && text[i + 1] == ' ')
                i++;
            kc_buf_puts(out, "\n");
            guard(out, i + 1 < length ? text[i + 1] : 0);
            column = 0;
        } else if (text[i] == '\\') {
            kc_buf_puts(out, "\\e");
        } else if (text[i] == '-') {
            kc_buf_puts(out, "\\-");
        } else {
            kc_buf_add(out, text + i, 1);
        }
    }
    kc_buf_puts(out, "\n");
}

/* Paragraphs; lines that begin with a blank stay as they are. */
static void add_text(struct kc_buf *out, const char *text)
{
    bool exact = false;

    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool   indented = length && text[0] == ' ';

        if (indented != exact && length) {
            kc_buf_puts(out, indented ? ".PP\n.nf\n" : ".fi\n.PP\n");
            exact = indented;
        }
        if (length)
            add_line(out, text, length, exact);
        else if (!exact && text[1] && text[1] != ' ')
            kc_buf_puts(out, ".PP\n");
        text += length + (text[length] == '\n');
    }
    if (exact)
        kc_buf_puts(out, ".fi\n");
}

static void add_option(void *context, const struct cli_option *o)
{
    struct kc_buf *out = context;

    kc_buf_puts(out, ".TP\n");
    if (o->letter)
        kc_buf_printf(out, "\\fB\\-%c\\fR, ", o->letter);
    kc_buf_puts(out, "\\fB\\-\\-");
    for (const char *c = o->name; *c; c++)
        kc_buf_printf(out, *c == '-' ? "\\-" : "%c", *c);
    kc_buf_puts(out, "\\fR");
    if (o->arg)
        kc_buf_printf(out, "=\\fI%s\\fR", o->arg);
    kc_buf_puts(out, "\n");
    add_line(out, o->doc, strlen(o->doc), false);
}

static void add_command(const struct cli_command *c, struct kc_buf *out)
{
    const struct argp *argp = cli_argp_of(c);
    const char        *doc = argp && argp->doc ? argp->doc : c->summary;
    const size_t       before = strcspn(doc, "\v");
    char              *text = kc_alloc(strlen(doc) + 1);

    kc_buf_printf(out, ".SS \"kc %s%s%s\"\n", c->name, *c->arguments ? " " : "", c->arguments);
    memcpy(text, doc, before);
    add_text(out, text);
    cli_each_option(argp, add_option, out);
    if (doc[before]) {
        kc_buf_puts(out, ".PP\n");
        add_text(out, doc + before + 1);
    }
    free(text);
}

static void add_start(struct kc_buf *out)
{
    kc_buf_puts(out, ".TH KC 1 2026-11-16 \"kc " KC_VERSION "\" \"KernelCraft\"\n"
                     ".SH NAME\nkc \\- write assembly for accelerators, get their bits and cycles\n"
                     ".SH SYNOPSIS\n.B kc\n.I COMMAND\n.RI [ OPTION... ]\n.RI [ ARGUMENT... ]\n"
                     ".SH DESCRIPTION\n");
    add_text(out, "kc assembles and simulates kernels for accelerators, says whether a kernel "
                  "solves a task and why not, and runs agents that write kernels.\n\n"
                  "PLATFORM may carry a configuration: plena:rev=2026-07,mlen=32 or "
                  "plena:settings=FILE.yaml.  With any command, --plugin FILE adds a platform: a "
                  "shared object, or a program that simulates one; exec:COMMAND in the place of a "
                  "platform starts such a program.");
}

static void add_end(struct kc_buf *out)
{
    kc_buf_puts(out, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < KC_COUNT(variables); i++) {
        kc_buf_printf(out, ".TP\n.B %s\n", variables[i].name);
        add_line(out, variables[i].meaning, strlen(variables[i].meaning), false);
    }
    kc_buf_puts(out, ".SH EXIT STATUS\n");
    add_text(out, "0: done and good.  1: done and not good: a wrong kernel, a cell that was not "
                  "solved.  2: it could not be done.");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG)
        argp_error(state, "unexpected argument '%s'", arg);
    return ARGP_ERR_UNKNOWN;
}

int cmd_man(int argc, char **argv)
{
    static const struct argp argp = {
        0, parse, "", "Writes the manual page of kc, for man(1): kc man | man -l -", 0, 0, 0
    };
    const struct cli_command *c;
    struct kc_buf             out = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, NULL);
    add_start(&out);
    kc_buf_puts(&out, ".SH COMMANDS\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++)
        add_command(c, &out);
    add_end(&out);
    fwrite(out.text, 1, out.length, stdout);
    fflush(stdout);
    _exit(ferror(stdout) ? CLI_CANNOT : CLI_GOOD); /* see cli_argp_of */
}

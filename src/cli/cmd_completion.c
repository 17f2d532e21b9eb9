/* kc completion: what a shell needs to complete kc's command line, from kc's own tables. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/describe.h"

struct options {
    const char *shell, *kind, *platform;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_ARG:
        if (state->arg_num > 2)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->shell : state->arg_num == 1 ? &o->kind : &o->platform) = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a shell is needed: bash, zsh or fish");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const char *all_commands(struct kc_arena *arena)
{
    const struct cli_command *c;
    const char               *text = "help";

    for (size_t i = 0; (c = cli_command_at(i)); i++)
        text = kc_arena_printf(arena, "%s %s", text, c->name);
    return text;
}

/* ---- bash --------------------------------------------------------------------------------- */

static void bash_option(void *context, const struct cli_option *o)
{
    kc_buf_printf(context, " --%s", o->name);
}

static void bash_valued(void *context, const struct cli_option *o)
{
    if (o->arg)
        kc_buf_printf(context, " --%s", o->name);
    if (o->arg && o->letter)
        kc_buf_printf(context, " -%c", o->letter);
}

struct arms {
    const char    *command;
    struct kc_buf *out;
};

/* What comes behind an option with a value. */
static void bash_value(void *context, const struct cli_option *o)
{
    const struct arms *a = context;

    if (!o->arg)
        return;
    kc_buf_printf(a->out, "    %s:--%s", a->command, o->name);
    if (o->letter)
        kc_buf_printf(a->out, "|%s:-%c", a->command, o->letter);
    kc_buf_printf(a->out, ") kind=%s ;;\n",
                  cli_kind_listed(o->arg) || cli_kind_file(o->arg) ? o->arg : "NONE");
}

static const char bash_start[] =
    "# Completion of kc's command line for bash, written by 'kc completion bash'.\n"
    "_kc() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local command=${COMP_WORDS[1]} kind= options= valued= places= platform= place=0 i\n"
    "  COMPREPLY=()\n"
    "  if [ \"$cur\" = = ]; then cur=; elif [ \"$prev\" = = ]; then "
    "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n";

static const char bash_end[] =
    "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "    case ${COMP_WORDS[i]} in\n"
    "    -p | --platform) platform=${COMP_WORDS[i+1]}\n"
    "      [ \"$platform\" != = ] || platform=${COMP_WORDS[i+2]} ;;\n"
    "    -* | =) ;;\n"
    "    *) case \"$valued = \" in *\" ${COMP_WORDS[i-1]} \"*) ;; *)\n"
    "         [ $place -ne 0 ] || [ -n \"$platform\" ] || platform=${COMP_WORDS[i]}\n"
    "         place=$((place + 1)) ;;\n"
    "       esac ;;\n"
    "    esac\n"
    "  done\n"
    "  if [ -z \"$kind\" ] && [[ $cur == -* ]]; then\n"
    "    COMPREPLY=($(compgen -W \"$options --help\" -- \"$cur\"))\n"
    "    return\n"
    "  fi\n"
    "  if [ -z \"$kind\" ]; then\n"
    "    places=($places)\n"
    "    [ $place -lt ${#places[@]} ] || place=$((${#places[@]} - 1))\n"
    "    kind=NONE\n"
    "    [ $place -lt 0 ] || kind=${places[place]}\n"
    "  fi\n"
    "  case $kind in\n"
    "  NONE) ;;\n"
    "  FILE | STORES | OUT) compopt -o filenames 2>/dev/null\n"
    "    COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
    "  MNEMONIC) COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion words $kind "
    "\"$platform\" "
    "2>/dev/null)\" -- \"$cur\")) ;;\n"
    "  *) COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion words $kind 2>/dev/null)\" "
    "-- \"$cur\")) ;;\n"
    "  esac\n"
    "}\n"
    "complete -F _kc kc\n";

static void bash_places(struct kc_arena *arena, const struct cli_command *c, struct kc_buf *out)
{
    const char *kind, *last = "";

    for (size_t i = 0; i < 4 && (kind = cli_argument_kind(arena, c, i)) && kind != last; i++) {
        kc_buf_printf(out, "%s%s", i ? " " : "",
                      cli_kind_listed(kind) || cli_kind_file(kind) ? kind : "NONE");
        last = kind;
    }
}

static void bash(struct kc_arena *arena, struct kc_buf *out)
{
    const struct cli_command *c;

    kc_buf_puts(out, bash_start);
    kc_buf_printf(out,
                  "  if [ $COMP_CWORD -eq 1 ]; then\n"
                  "    COMPREPLY=($(compgen -W \"%s --help --version\" -- \"$cur\"))\n"
                  "    return\n  fi\n  case $command in\n",
                  all_commands(arena));
    for (size_t i = 0; (c = cli_command_at(i)); i++) {
        kc_buf_printf(out, "  %s) places=\"", c->name);
        bash_places(arena, c, out);
        kc_buf_puts(out, "\" options=\"");
        cli_each_option(cli_argp_of(c), bash_option, out);
        kc_buf_puts(out, "\" valued=\"");
        cli_each_option(cli_argp_of(c), bash_valued, out);
        kc_buf_puts(out, "\" ;;\n");
    }
    kc_buf_puts(out, "  esac\n  case $command:$prev in\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++) {
        struct arms arms = { c->name, out };

        cli_each_option(cli_argp_of(c), bash_value, &arms);
    }
    kc_buf_puts(out, "  esac\n");
    kc_buf_puts(out, bash_end);
}

/* ---- fish --------------------------------------------------------------------------------- */

/* Quotes and backslashes end or change a text in single quotes. */
static void quoted(struct kc_buf *out, const char *text, const char *also)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\' || strchr(also, *text))
            kc_buf_puts(out, *text == '\'' && *also ? "'\\'" : "\\");
        kc_buf_add(out, text, 1);
    }
}

static void fish_option(void *context, const struct cli_option *o)
{
    const struct arms *a = context;

    kc_buf_printf(a->out, "complete -c kc -n '__fish_seen_subcommand_from %s' -l %s", a->command,
                  o->name);
    if (o->letter)
        kc_buf_printf(a->out, " -s %c", o->letter);
    if (o->arg)
        kc_buf_puts(a->out, cli_kind_file(o->arg) ? " -r -F" : " -x");
    if (o->arg && cli_kind_listed(o->arg))
        kc_buf_printf(a->out, " -a '(kc completion words %s)'", o->arg);
    kc_buf_puts(a->out, " -d '");
    quoted(a->out, o->doc, "");
    kc_buf_puts(a->out, "'\n");
}

static void fish_place(struct kc_arena *arena, const struct cli_command *c, struct kc_buf *out)
{
    const char *kind = cli_argument_kind(arena, c, 0);
    bool        files = false;

    for (size_t i = 0; i < 3 && cli_argument_kind(arena, c, i); i++)
        files = files || cli_kind_file(cli_argument_kind(arena, c, i));
    if (!files)
        kc_buf_printf(out, "complete -c kc -f -n '__fish_seen_subcommand_from %s'\n", c->name);
    if (kind && cli_kind_listed(kind))
        kc_buf_printf(out,
                      "complete -c kc -n '__fish_seen_subcommand_from %s' -a "
                      "'(kc completion words %s)'\n",
                      c->name, kind);
}

static void fish(struct kc_arena *arena, struct kc_buf *out)
{
    const struct cli_command *c;

    kc_buf_puts(out, "# Completion of kc's command line for fish, written by 'kc completion "
                     "fish'.\ncomplete -c kc -f -n __fish_use_subcommand -l version -d 'print the "
                     "version'\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++) {
        struct arms arms = { c->name, out };

        kc_buf_printf(out, "complete -c kc -f -n __fish_use_subcommand -a %s -d '", c->name);
        quoted(out, c->summary, "");
        kc_buf_puts(out, "'\n");
        fish_place(arena, c, out);
        cli_each_option(cli_argp_of(c), fish_option, &arms);
    }
}

/* ---- zsh ---------------------------------------------------------------------------------- */

/* In a specification of _arguments, inside single quotes. */
static void zsh_text(struct kc_buf *out, const char *text)
{
    quoted(out, text, "[]:");
}

static void zsh_action(struct kc_buf *out, const char *kind)
{
    kc_buf_printf(out, ":%s:", kind);
    if (cli_kind_listed(kind))
        kc_buf_printf(out, "{_kc_words %s}", kind);
    else if (cli_kind_file(kind))
        kc_buf_puts(out, "_files");
    else
        kc_buf_puts(out, " ");
}

static void zsh_one(struct kc_buf *out, const struct cli_option *o, const char *spelling,
                    const char *joined)
{
    kc_buf_printf(out, " \\\n      '*%s%s[", spelling, o->arg ? joined : "");
    zsh_text(out, o->doc);
    kc_buf_puts(out, "]");
    if (o->arg) {
        kc_buf_puts(out, ":");
        zsh_text(out, o->arg);
        kc_buf_puts(out, ":");
        if (cli_kind_listed(o->arg))
            kc_buf_printf(out, "{_kc_words %s}", o->arg);
        else
            kc_buf_puts(out, cli_kind_file(o->arg) ? "_files" : " ");
    }
    kc_buf_puts(out, "'");
}

static void zsh_option(void *context, const struct cli_option *o)
{
    char spelling[80];

    snprintf(spelling, sizeof spelling, "--%s", o->name);
    zsh_one(context, o, spelling, "=");
    snprintf(spelling, sizeof spelling, "-%c", o->letter);
    if (o->letter)
        zsh_one(context, o, spelling, "+");
}

static void zsh_command(struct kc_arena *arena, const struct cli_command *c, struct kc_buf *out)
{
    const char *kind, *last = "";

    kc_buf_printf(out, "    %s) _arguments", c->name);
    cli_each_option(cli_argp_of(c), zsh_option, out);
    for (size_t i = 0; i < 4 && (kind = cli_argument_kind(arena, c, i)); i++) {
        const bool again = strcmp(kind, last) == 0;

        kc_buf_printf(out, " \\\n      '%s", again ? "*" : "");
        if (!again)
            kc_buf_printf(out, "%zu", i + 1);
        zsh_action(out, kind);
        kc_buf_puts(out, "'");
        last = kind;
        if (again)
            break;
    }
    kc_buf_puts(out, " ;;\n");
}

static void zsh(struct kc_arena *arena, struct kc_buf *out)
{
    const struct cli_command *c;

    kc_buf_puts(out, "#compdef kc\n# Completion of kc's command line for zsh, written by 'kc "
                     "completion zsh'.\n"
                     "_kc_words() { local -a w; w=(${(f)\"$(kc completion words $1 ${words[2]} "
                     "2>/dev/null)\"}); compadd -a w }\n"
                     "_kc() {\n  local context state line\n  local -a commands\n  commands=(\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++) {
        kc_buf_printf(out, "    '%s:", c->name);
        zsh_text(out, c->summary);
        kc_buf_puts(out, "'\n");
    }
    kc_buf_puts(out, "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                     "  shift words; (( CURRENT-- ))\n  case $words[1] in\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++)
        zsh_command(arena, c, out);
    kc_buf_puts(out, "  esac\n}\n"
                     "if [ \"$funcstack[1]\" = _kc ]; then _kc \"$@\"; else compdef _kc kc; fi\n");
}

/* ------------------------------------------------------------------------------------------- */

static bool write_shell(struct kc_arena *arena, const char *shell, struct kc_buf *out)
{
    if (strcmp(shell, "bash") == 0)
        bash(arena, out);
    else if (strcmp(shell, "zsh") == 0)
        zsh(arena, out);
    else if (strcmp(shell, "fish") == 0)
        fish(arena, out);
    else
        return false;
    return true;
}

int cmd_completion(int argc, char **argv)
{
    static const struct argp argp = {
        0,
        parse,
        "SHELL",
        "Writes the completion of kc's command line for a shell: bash, zsh or fish.\v"
        "'make install' installs all three.  Without it:\n"
        "  source <(kc completion bash)\n"
        "  kc completion zsh >DIRECTORY/_kc        a directory of $fpath\n"
        "  kc completion fish >~/.config/fish/completions/kc.fish\n\n"
        "'kc completion words KIND [PLATFORM]' lists the words of a kind, for the scripts.",
        0,
        0,
        0
    };
    struct kc_arena arena = { 0 };
    struct kc_buf   out = { 0 };
    struct options  o = { 0 };
    int             status = CLI_GOOD;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (strcmp(o.shell, "words") == 0 && o.kind)
        status = cli_words(o.kind, o.platform, &out)
                     ? CLI_GOOD
                     : cli_cannot("there are no words of the kind '%s'", o.kind);
    else if (o.kind || !write_shell(&arena, o.shell, &out))
        status = cli_cannot("'%s' is no shell that kc knows: bash, zsh or fish", o.shell);
    fwrite(out.text ? out.text : "", 1, out.length, stdout);
    fflush(stdout);
    _exit(ferror(stdout) ? CLI_CANNOT : status); /* see cli_argp_of */
}

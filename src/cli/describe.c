/* Looking at the commands' tables: a command is called, and stopped when it is about to parse. */
#include "cli/describe.h"

#include <ctype.h>
#include <setjmp.h>
#include <string.h>

#include "provider/model.h"
#include "toolbox/toolbox.h"

#undef argp_parse

static const struct cli_command commands[] = {
#define COMMAND(name, arguments, summary) { #name, arguments, summary, cmd_##name },
#include "cli/commands.def"
};

const struct cli_command *cli_command_at(size_t index)
{
    return index < KC_COUNT(commands) ? &commands[index] : NULL;
}

/* ---- tables ------------------------------------------------------------------------------- */

static const struct argp *described;
static bool               describing;
static jmp_buf            back;

error_t cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                  void *input)
{
    if (!describing)
        return argp_parse(argp, argc, argv, flags, index, input);
    described = argp;
    longjmp(back, 1);
}

const struct argp *cli_argp_of(const struct cli_command *command)
{
    char *argv[] = { (char *)(uintptr_t)command->name, NULL };

    described = NULL;
    describing = true;
    if (setjmp(back) == 0)
        command->run(1, argv);
    describing = false;
    return described;
}

void cli_each_option(const struct argp *argp,
                     void (*each)(void *context, const struct cli_option *option), void *context)
{
    const struct argp_option *o = argp ? argp->options : NULL;

    for (; o && (o->name || o->doc || o->key); o++) {
        const struct cli_option option = {
            o->name, o->arg, o->doc ? o->doc : "",
            (char)(o->key > 0 && o->key < 128 && isprint(o->key) ? o->key : 0)
        };

        if (o->name && !(o->flags & OPTION_HIDDEN))
            each(context, &option);
    }
}

/* ---- words -------------------------------------------------------------------------------- */

static void line(struct kc_buf *out, const char *text)
{
    kc_buf_printf(out, "%s\n", text);
}

static void list_platforms(const char *platform, struct kc_buf *out)
{
    (void)platform;
    for (size_t i = 0; kc_platform_at(i); i++)
        line(out, kc_platform_at(i)->name);
}

static void list_tasks(const char *platform, struct kc_buf *out)
{
    const struct kc_task *task;

    for (size_t i = 0; (task = kc_task_at(i)); i++)
        if (!platform || kc_task_supported(task, platform))
            line(out, task->name);
}

static void list_configs(const char *platform, struct kc_buf *out)
{
    (void)platform;
    kc_buf_puts(out, "C1\nC2\nC3\nC4\nC5\n");
}

static void list_agents(const char *platform, struct kc_buf *out)
{
    (void)platform;
    kc_buf_puts(out, "template\nscript:\nreplay:\nexec:\n");
    for (size_t i = 0; kc_provider_at(i); i++)
        kc_buf_printf(out, "%s/\n", kc_provider_at(i)->name);
}

static void list_mnemonics(const char *platform, struct kc_buf *out)
{
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    struct kc_diags  dg;

    if (platform && kc_target_open(&arena, platform, NULL, &target, &dg))
        for (size_t i = 0; i < target.isa->desc->insn_count; i++)
            line(out, target.isa->desc->insns[i]->mnemonic);
    kc_arena_free(&arena);
}

static void list_commands(const char *platform, struct kc_buf *out)
{
    (void)platform;
    for (size_t i = 0; i < KC_COUNT(commands); i++)
        line(out, commands[i].name);
}

static void list_shells(const char *platform, struct kc_buf *out)
{
    (void)platform;
    kc_buf_puts(out, "bash\nzsh\nfish\n");
}

static void list_languages(const char *platform, struct kc_buf *out)
{
    (void)platform;
    kc_buf_puts(out, "asm\nc\n");
}

static const struct {
    const char *kind;
    void (*list)(const char *platform, struct kc_buf *out);
} kinds[] = {
    { "PLATFORM", list_platforms }, { "TASK", list_tasks },         { "CONFIG", list_configs },
    { "AGENT", list_agents },       { "MNEMONIC", list_mnemonics }, { "COMMAND", list_commands },
    { "SHELL", list_shells },       { "LANGUAGE", list_languages },
};

bool cli_kind_listed(const char *kind)
{
    for (size_t i = 0; kind && i < KC_COUNT(kinds); i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return true;
    return false;
}

bool cli_kind_file(const char *kind)
{
    static const char *const files[] = { "FILE", "STORES", "OUT" };

    for (size_t i = 0; kind && i < KC_COUNT(files); i++)
        if (strcmp(files[i], kind) == 0)
            return true;
    return false;
}

bool cli_words(const char *kind, const char *platform, struct kc_buf *out)
{
    for (size_t i = 0; i < KC_COUNT(kinds); i++)
        if (strcmp(kinds[i].kind, kind) == 0) {
            kinds[i].list(platform, out);
            return true;
        }
    return false;
}

/* "PLATFORM [MNEMONIC]", "OUT STORES...": words in capitals; the last with dots repeats. */
const char *cli_argument_kind(struct kc_arena *arena, const struct cli_command *command,
                              size_t index)
{
    const char *last = NULL;
    size_t      n = 0;

    for (const char *c = command->arguments; *c;) {
        const size_t skip = strcspn(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const size_t length = strspn(c + skip, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

        c += skip;
        if (length == 0)
            break;
        const bool repeats = strncmp(c + length, "...", 3) == 0;

        last = kc_arena_strndup(arena, c, length);
        if (n++ == index || repeats)
            return last;
        c += length;
    }
    return NULL;
}

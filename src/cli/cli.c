/* What the subcommands share: showing diagnostics, opening targets, reading programs. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cells/lang.h"

static bool colour_wanted(void)
{
    const char *no_color = getenv("NO_COLOR");

    return isatty(STDERR_FILENO) && !(no_color && *no_color);
}

void cli_show(const struct kc_diags *dg)
{
    struct kc_buf text = { 0 };

    kc_diags_render(dg, &text, colour_wanted());
    fflush(stdout);
    if (text.length)
        fwrite(text.text, 1, text.length, stderr);
    kc_buf_free(&text);
}

int cli_cannot(const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fputs("kc: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_CANNOT;
}

bool cli_target(struct kc_arena *arena, const char *text, const char *settings,
                struct kc_target *target)
{
    struct kc_diags dg;

    if (kc_target_open(arena, text, settings, target, &dg))
        return true;
    cli_show(&dg);
    return false;
}

static bool ends_with(const char *path, const char *suffix)
{
    const size_t a = strlen(path), b = strlen(suffix);

    return a >= b && strcmp(path + a - b, suffix) == 0;
}

static bool is_words(const struct kc_target *target, const char *path, struct kc_str text,
                     enum cli_form form)
{
    if (form != CLI_FORM_GUESS)
        return form == CLI_FORM_WORDS;
    if (ends_with(path, ".s") || ends_with(path, ".asm"))
        return false;
    return ends_with(path, ".hex") || ends_with(path, ".mem") || ends_with(path, ".elf") ||
           kc_target_code_likely(target, text);
}

int cli_program(struct kc_arena *arena, const struct kc_target *target, const char *path,
                enum cli_form form, struct kc_program *program, struct kc_diags *dg)
{
    struct kc_source source = { .name = strcmp(path, "-") == 0 ? "<stdin>" : path };
    const char      *why = NULL;

    kc_diags_init(dg, arena, source);
    if (!kc_file_read(arena, path, &source.text, &why))
        return cli_cannot("cannot read '%s': %s", path, why);
    kc_diags_init(dg, arena, source);
    if (form == CLI_FORM_C || (form == CLI_FORM_GUESS && ends_with(path, ".c")))
        *program = kc_lang_program(arena, target, KC_LANG_C, dg);
    else if (is_words(target, path, source.text, form))
        *program = kc_target_read_code(arena, target, dg);
    else
        *program = kc_target_assemble(arena, target, dg);
    return dg->errors ? CLI_NOT_GOOD : CLI_GOOD;
}

int cli_write(const char *path, struct kc_str text)
{
    const char *why = NULL;

    if (!kc_file_write(path ? path : "-", text, &why))
        return cli_cannot("cannot write '%s': %s", path ? path : "standard output", why);
    return CLI_GOOD;
}

const char *cli_store(const char *option)
{
    const char *variable = getenv("KC_STORE");

    return option ? option : variable && *variable ? variable : "kernelcraft.db";
}

void cli_json(kc_json *root)
{
    struct kc_buf text = { 0 };

    kc_json_print(root, &text, true);
    fwrite(text.text, 1, text.length, stdout);
    kc_buf_free(&text);
    kc_json_free(root);
}

static const struct kc_task *no_such_task(const char *name)
{
    const char *nearest = kc_task_nearest(kc_str_from(name));

    cli_cannot("there is no task '%s'%s%s%s", name, nearest ? "; did you mean " : "",
               nearest ? nearest : "; 'kc tasks' lists them", nearest ? "?" : "");
    return NULL;
}

const struct kc_task *cli_find_cell(struct kc_arena *arena, const char *name, const char *platform,
                                    const char *settings, const char *config,
                                    struct kc_target *target, uint32_t *p)
{
    const struct kc_task *task = kc_task_find(kc_str_from(name));
    const char           *why;

    if (!task)
        return no_such_task(name);
    if (!cli_target(arena, platform, settings, target))
        return NULL;
    if ((why = kc_task_config(arena, task, target->platform->name, kc_str_from(config), p))) {
        cli_cannot("%s %s: %s", task->name, config, why);
        return NULL;
    }
    return task;
}

/* The bytes of a source line, blanks around it left out. */
static struct kc_span line_span(struct kc_str text, uint32_t line)
{
    size_t at = 0;

    for (uint32_t n = 1; n < line; n++) {
        const char *eol = memchr(text.at + at, '\n', text.length - at);

        if (!eol)
            break;
        at = (size_t)(eol - text.at) + 1;
    }
    const char   *eol = memchr(text.at + at, '\n', text.length - at);
    struct kc_str body = kc_str_trim(
        (struct kc_str){ text.at + at, eol ? (size_t)(eol - text.at) - at : text.length - at });
    const size_t begin = (size_t)(body.at - text.at);

    return (struct kc_span){ begin, begin + body.length };
}

void cli_show_trap(struct kc_arena *arena, struct kc_source source, const struct kc_outcome *out)
{
    struct kc_buf   regs = { 0 };
    struct kc_diags dg;

    kc_buf_add(&regs, "", 0);
    for (size_t i = 0; i < out->register_count; i++)
        kc_buf_printf(&regs, ", %s = %" PRIu64, out->registers[i].name, out->registers[i].value);
    kc_diags_init(&dg, arena, source);
    kc_error(&dg, line_span(source.text, out->line), out->cause, out->hint,
             "trap: %s (pc %" PRIu64 ", cycle %" PRIu64 "%s)", out->message, out->pc, out->cycles,
             regs.text);
    cli_show(&dg);
    kc_buf_free(&regs);
}

void cli_show_notes(struct kc_arena *arena, struct kc_source source, const struct kc_outcome *out)
{
    struct kc_diags dg;

    kc_diags_init(&dg, arena, source);
    for (size_t i = 0; i < out->note_count; i++) {
        const struct kc_note *note = &out->notes[i];

        kc_warning(&dg, line_span(source.text, note->line), note->id, NULL,
                   "%s (%" PRIu64 " time%s)", note->text, note->count, note->count == 1 ? "" : "s");
    }
    cli_show(&dg);
}

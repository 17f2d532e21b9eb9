/* Mutants by text: every machine's assembler says which edits are instructions. */
#include "cells/text_mutants.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/random.h"

enum edit { EDIT_REGISTER, EDIT_NUMBER, EDIT_DROP, EDIT_DOUBLE, EDIT_SWAP, EDITS };

enum { TRIES = 60, TOKENS = 24 };

struct editor {
    struct kc_arena        *arena;
    const struct kc_target *target;
    struct kc_str          *line; /* of the text, without newlines */
    size_t                  count;
    uint32_t               *place; /* which of them are instructions */
    size_t                  places;
    uint64_t                seed, stream, rolled;
};

static uint32_t roll(struct editor *e, uint32_t below)
{
    return (uint32_t)(kc_random_u64(e->seed, e->stream, e->rolled++) % below);
}

/* ---- lines -------------------------------------------------------------------------------- */

static bool is_instruction(struct kc_str line)
{
    const struct kc_str body = kc_str_trim(line);

    return body.length && isalpha((unsigned char)body.at[0]) && body.at[body.length - 1] != ':' &&
           !memchr(body.at, ':', body.length);
}

static void split(struct editor *e, struct kc_str text)
{
    size_t lines = 1;

    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    e->line = kc_arena_array(e->arena, struct kc_str, lines);
    e->place = kc_arena_array(e->arena, uint32_t, lines);
    while (text.length) {
        const struct kc_str line = kc_str_cut(&text, '\n');

        if (is_instruction(line))
            e->place[e->places++] = (uint32_t)e->count;
        e->line[e->count++] = line;
    }
}

static struct kc_str join(struct editor *e, size_t at, const char *first, const char *second)
{
    struct kc_buf text = { 0 };
    struct kc_str copy;

    for (size_t i = 0; i < e->count; i++) {
        if (i == at && first)
            kc_buf_printf(&text, "%s\n", first);
        else if (i == at + 1 && second)
            kc_buf_printf(&text, "%s\n", second);
        else if (i != at) {
            kc_buf_add(&text, e->line[i].at, e->line[i].length);
            kc_buf_puts(&text, "\n");
        }
    }
    copy = (struct kc_str){ kc_arena_strndup(e->arena, text.text, text.length), text.length };
    kc_buf_free(&text);
    return copy;
}

/* ---- operands ----------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The numbers of a line that end registers (behind letters), or stand alone. */
static size_t find_numbers(const char *line, bool registers, const char **found)
{
    const char *at = strpbrk(line + strspn(line, " \t"), " \t"); /* behind the mnemonic */
    size_t      count = 0;

    while (at && *at && count < TOKENS) {
        const char  *begin = at;
        const size_t letters = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        const size_t digits = strspn(at + letters, "0123456789");

        if ((begin == line || !is_word(begin[-1])) && digits && digits < 6 &&
            !is_word(at[letters + digits]) && (letters > 0) == registers)
            found[count++] = at + letters;
        at += letters + digits ? letters + digits : 1;
    }
    return count;
}

static uint32_t other(struct editor *e, uint32_t value, bool is_register)
{
    if (is_register)
        return (value + 1 + roll(e, 31)) % 32;
    switch (roll(e, 3)) {
    case 0:
        return value + 1;
    case 1:
        return value > 0 ? value - 1 : 1;
    default:
        return value ^ (UINT32_C(1) << roll(e, 12));
    }
}

/* The line with one number changed, or NULL. */
static const char *change_number(struct editor *e, const char *line, bool is_register)
{
    const char  *found[TOKENS];
    const size_t count = find_numbers(line, is_register, found);
    char        *end;

    if (count == 0)
        return NULL;
    const char    *at = found[roll(e, (uint32_t)count)];
    const uint32_t value = (uint32_t)strtoul(at, &end, 10);

    return kc_arena_printf(e->arena, "%.*s%" PRIu32 "%s", (int)(at - line), line,
                           other(e, value, is_register), end);
}

/* ---- edits -------------------------------------------------------------------------------- */

static bool assembles(struct editor *e, struct kc_str text, struct kc_program *program)
{
    struct kc_diags dg;

    kc_diags_init(&dg, e->arena, (struct kc_source){ "mutant", text });
    *program = kc_target_assemble(e->arena, e->target, &dg);
    return dg.errors == 0;
}

static bool try_edit(struct editor *e, enum edit edit, struct kc_text_mutant *m)
{
    static const char *const names[] = { "register", "number", "dropped", "doubled", "swapped" };
    const uint32_t           at = e->place[roll(e, (uint32_t)e->places)];
    const char              *line = kc_arena_strndup(e->arena, e->line[at].at, e->line[at].length);
    const char              *first = NULL, *second = NULL;

    if (edit == EDIT_REGISTER || edit == EDIT_NUMBER) {
        if (!(first = change_number(e, line, edit == EDIT_REGISTER)))
            return false;
    } else if (edit == EDIT_DOUBLE) {
        first = kc_arena_printf(e->arena, "%s\n%s", line, line);
    } else if (edit == EDIT_SWAP) {
        if (at + 1 >= e->count || !is_instruction(e->line[at + 1]))
            return false;
        first = kc_arena_strndup(e->arena, e->line[at + 1].at, e->line[at + 1].length);
        second = line;
    }
    m->line = at + 1;
    m->change =
        kc_arena_printf(e->arena, "%s: %s%s%s", names[edit], kc_str_trim(kc_str_from(line)).at,
                        edit == EDIT_SWAP ? " with " : " became ",
                        edit == EDIT_DROP     ? "nothing"
                        : edit == EDIT_DOUBLE ? "two"
                                              : kc_str_trim(kc_str_from(first)).at);
    return assembles(e, join(e, at, first, second), &m->program);
}

static bool is_new(const struct kc_text_mutant *made, size_t count, const struct kc_text_mutant *m)
{
    for (size_t i = 0; i < count; i++)
        if (made[i].line == m->line && strcmp(made[i].change, m->change) == 0)
            return false;
    return true;
}

size_t kc_text_mutants(struct kc_arena *arena, const struct kc_target *target, struct kc_str text,
                       uint64_t seed, uint64_t stream, struct kc_text_mutant *made, size_t most)
{
    struct editor e = { .arena = arena, .target = target, .seed = seed, .stream = stream };
    size_t        count = 0;

    split(&e, text);
    for (size_t i = 0; e.places && i < most; i++)
        for (int tries = 0; tries < TRIES; tries++)
            if (try_edit(&e, (enum edit)(i % EDITS), &made[count]) &&
                is_new(made, count, &made[count])) {
                count++;
                break;
            }
    return count;
}

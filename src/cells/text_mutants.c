/* Mutants by text: every machine's assembler says which edits are instructions.
 *
 * On machines that issue several instructions at once a line is a bundle: one of its pieces is
 * edited, and a dropped one leaves the nop of its slot.  Loop counts and the numbers of directives
 * (tiles, repetitions) are edited there, too. */
#include "cells/text_mutants.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/random.h"

enum edit {
    EDIT_REGISTER,
    EDIT_NUMBER,
    EDIT_DROP,
    EDIT_DOUBLE,
    EDIT_SWAP,
    EDITS_OF_LINES,
    EDIT_LOOP = EDITS_OF_LINES,
    EDIT_DIRECTIVE,
    EDITS_OF_BUNDLES
};

/* More bits than these are an address or a floating-point pattern, whose last digit says little. */
enum { TRIES = 60, TOKENS = 24, PATTERN_BITS = 12 };

struct editor {
    struct kc_arena      *arena;
    const struct kc_cell *cell;
    struct kc_str        *line; /* of the text, without newlines */
    size_t                count;
    uint32_t             *place, *directive; /* which of them are instructions; say numbers */
    size_t                places, directives;
    bool                  bundles; /* lines hold several instructions */
    uint64_t              seed, stream, rolled;
};

static uint32_t roll(struct editor *e, uint32_t below)
{
    return (uint32_t)(kc_random_u64(e->seed, e->stream, e->rolled++) % below);
}

/* ---- lines -------------------------------------------------------------------------------- */

static bool is_instruction(struct kc_str line)
{
    struct kc_str       rest = kc_str_trim(line);
    const struct kc_str word = kc_str_cut(&rest, ' ');

    return word.length && isalpha((unsigned char)word.at[0]) && word.at[word.length - 1] != ':' &&
           !memchr(word.at, ':', word.length);
}

/* A line without its comment. */
static struct kc_str code_of(const struct editor *e, struct kc_str line)
{
    const char *mark = e->cell->target->platform->comment;
    const char *at = memmem(line.at, line.length, mark, strlen(mark));

    return at ? (struct kc_str){ line.at, (size_t)(at - line.at) } : line;
}

/* Directives of the machine whose numbers count something. */
static bool says_numbers(struct kc_str line)
{
    static const char *const names[] = { ".fifo ", ".transfer ", ".sequence ", ".bd ",
                                         ".scratch " };
    const struct kc_str      body = kc_str_trim(line);

    for (size_t i = 0; i < KC_COUNT(names); i++)
        if (kc_str_starts(body, names[i]))
            return true;
    return false;
}

static void split(struct editor *e, struct kc_str text)
{
    size_t lines = 1;

    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    e->line = kc_arena_array(e->arena, struct kc_str, lines);
    e->place = kc_arena_array(e->arena, uint32_t, lines);
    e->directive = kc_arena_array(e->arena, uint32_t, lines);
    while (text.length) {
        const struct kc_str line = kc_str_cut(&text, '\n'), code = code_of(e, line);

        if (is_instruction(code)) {
            e->place[e->places++] = (uint32_t)e->count;
            e->bundles |= memchr(code.at, ';', code.length) != NULL;
        } else if (says_numbers(code)) {
            e->directive[e->directives++] = (uint32_t)e->count;
        }
        e->line[e->count++] = line;
    }
}

/* The text with a line replaced (NULL: gone), and the one behind it as well (NULL: as it is). */
static void join(const struct editor *e, size_t at, const char *first, const char *second,
                 struct kc_buf *text)
{
    for (size_t i = 0; i < e->count; i++) {
        if (i == at && first)
            kc_buf_printf(text, "%s\n", first);
        else if (i == at + 1 && second)
            kc_buf_printf(text, "%s\n", second);
        else if (i != at) {
            kc_buf_add(text, e->line[i].at, e->line[i].length);
            kc_buf_puts(text, "\n");
        }
    }
}

/* ---- operands ----------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The numbers of an instruction that end registers (behind letters), or stand alone. */
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

/* The numbers of a directive: behind =, x, *, : or a comma. */
static size_t find_counts(const char *line, const char **found)
{
    size_t count = 0;

    for (const char *at = line + 1; *at && count < TOKENS; at++)
        if (isdigit((unsigned char)*at) && strchr("=x*:,", at[-1]))
            found[count++] = at;
    return count;
}

/* How many registers there may be of the kind that ends here: small files have small numbers. */
static uint32_t register_count(struct editor *e, const char *at, uint32_t value)
{
    if (!e->bundles || at[-1] == 'r')
        return 32;
    return value < 8 && roll(e, 2) ? 8 : 12;
}

static uint32_t other(struct editor *e, uint32_t value, uint32_t registers)
{
    uint32_t bits = 0;

    if (registers)
        return (value + 1 + roll(e, registers - 1)) % registers;
    while (bits < 32 && value >> bits)
        bits++;
    if (e->bundles && bits > PATTERN_BITS)
        return value ^ (UINT32_C(1) << roll(e, bits));
    switch (roll(e, 3)) {
    case 0:
        return value + 1;
    case 1:
        return value > 0 ? value - 1 : 1;
    default:
        return value ^ (UINT32_C(1) << roll(e, 12));
    }
}

/* The text with one number changed, or NULL. */
static const char *change_number(struct editor *e, const char *text, enum edit edit)
{
    const char  *found[TOKENS];
    const bool   is_register = edit == EDIT_REGISTER;
    const size_t count =
        edit == EDIT_DIRECTIVE ? find_counts(text, found) : find_numbers(text, is_register, found);
    char *end;

    if (count == 0)
        return NULL;
    const char    *at = found[roll(e, (uint32_t)count)];
    const uint32_t value = (uint32_t)strtoul(at, &end, 10);
    const uint32_t registers = is_register ? register_count(e, at, value) : 0;

    return kc_arena_printf(e->arena, "%.*s%" PRIu32 "%s", (int)(at - text), text,
                           other(e, value, registers), end);
}

/* ---- edits -------------------------------------------------------------------------------- */

/* Without errors, and about the tensors that the cell has. */
static bool assembles_in(struct kc_arena *arena, const struct kc_cell *cell, struct kc_str text,
                         struct kc_program *program)
{
    const struct kc_platform *platform = cell->target->platform;
    const struct kc_declared  d = kc_case_declared(cell->cases[0]);
    struct kc_diags           dg;

    kc_diags_init(&dg, arena, (struct kc_source){ "mutant", text });
    *program = kc_target_assemble(arena, cell->target, &dg);
    return dg.errors == 0 && !(platform->unfit && platform->unfit(program, &d, &cell->layout));
}

/* Most edits do not: those leave nothing in the arena. */
static bool assembles(struct editor *e, size_t at, const char *first, const char *second,
                      struct kc_program *program)
{
    struct kc_arena scratch = { 0 };
    struct kc_buf   text = { 0 };
    bool            good;

    join(e, at, first, second, &text);
    good = assembles_in(&scratch, e->cell, (struct kc_str){ text.text, text.length }, program);
    kc_arena_free(&scratch);
    if (good)
        assembles_in(e->arena, e->cell,
                     (struct kc_str){ kc_arena_strndup(e->arena, text.text, text.length),
                                      text.length },
                     program);
    kc_buf_free(&text);
    return good;
}

/* One instruction of a line: where it begins, and its text. */
struct piece {
    size_t      from, length;
    const char *text;
};

/* One that does something; empty when a bundle has none. */
static struct piece choose_piece(struct editor *e, struct kc_str line)
{
    struct kc_str rest = code_of(e, line);
    struct piece  found[TOKENS];
    uint32_t      count = 0;

    while (e->bundles && rest.length && count < TOKENS) {
        const struct kc_str piece = kc_str_trim(kc_str_cut(&rest, ';'));

        if (piece.length && !kc_str_starts(piece, "nop"))
            found[count++] = (struct piece){ (size_t)(piece.at - line.at), piece.length, NULL };
    }
    struct piece p = count        ? found[roll(e, count)]
                     : e->bundles ? (struct piece){ 0 }
                                  : (struct piece){ 0, line.length, NULL };

    p.text = kc_arena_strndup(e->arena, line.at + p.from, p.length);
    return p;
}

/* The line with another instruction in the place of the piece. */
static const char *with_piece(struct editor *e, struct kc_str line, const struct piece *p,
                              const char *text)
{
    const size_t end = p->from + p->length;

    return kc_arena_printf(e->arena, "%.*s%s%.*s", (int)p->from, line.at, text,
                           (int)(line.length - end), line.at + end);
}

/* Where an edit of a kind may be made; UINT32_MAX: nowhere. */
static uint32_t choose_line(struct editor *e, enum edit edit)
{
    if (edit == EDIT_DIRECTIVE)
        return e->directives ? e->directive[roll(e, (uint32_t)e->directives)] : UINT32_MAX;
    return e->place[roll(e, (uint32_t)e->places)];
}

/* A slot's nop keeps the size of a bundle; where none fits, the instruction just goes. */
static bool drop(struct editor *e, uint32_t at, const struct piece *p, struct kc_program *program)
{
    static const char *const nops[] = { "nopa", "nopb", "nops", "nopx", "nopm", "nopv", "nopxm" };

    for (size_t i = 0; e->bundles && i < KC_COUNT(nops); i++)
        if (assembles(e, at, with_piece(e, e->line[at], p, nops[i]), NULL, program))
            return true;
    return assembles(e, at, NULL, NULL, program);
}

static bool edit_number(struct editor *e, enum edit edit, uint32_t at, const struct piece *p,
                        const char **became, struct kc_program *program)
{
    if (edit == EDIT_LOOP && !strstr(p->text, " lc,"))
        return false;
    *became = change_number(e, p->text, edit);
    return *became && assembles(e, at, with_piece(e, e->line[at], p, *became), NULL, program);
}

static bool double_line(struct editor *e, uint32_t at, struct kc_program *program)
{
    const struct kc_str line = e->line[at];

    return assembles(e, at, kc_arena_printf(e->arena, "%.*s\n%.*s", KC_STR(line), KC_STR(line)),
                     NULL, program);
}

static bool swap_lines(struct editor *e, uint32_t at, const char **next, struct kc_program *program)
{
    if (at + 1 >= e->count || !is_instruction(code_of(e, e->line[at + 1])))
        return false;
    *next = kc_arena_strndup(e->arena, e->line[at + 1].at, e->line[at + 1].length);
    return assembles(e, at, *next, kc_arena_strndup(e->arena, e->line[at].at, e->line[at].length),
                     program);
}

static bool apply_edit(struct editor *e, enum edit edit, uint32_t at, const struct piece *p,
                       const char **became, struct kc_program *program)
{
    switch (edit) {
    case EDIT_REGISTER:
    case EDIT_NUMBER:
    case EDIT_LOOP:
    case EDIT_DIRECTIVE:
        return edit_number(e, edit, at, p, became, program);
    case EDIT_DROP:
        *became = "nothing";
        return drop(e, at, p, program);
    case EDIT_DOUBLE:
        *became = "two";
        return double_line(e, at, program);
    case EDIT_SWAP:
        return swap_lines(e, at, became, program);
    case EDITS_OF_BUNDLES:
        break;
    }
    kc_unreachable();
}

static bool try_edit(struct editor *e, enum edit edit, struct kc_text_mutant *m)
{
    static const char *const names[] = { "register", "number",     "dropped",  "doubled",
                                         "swapped",  "loop count", "directive" };
    const uint32_t           at = choose_line(e, edit);
    const bool   whole = edit == EDIT_DOUBLE || edit == EDIT_SWAP || edit == EDIT_DIRECTIVE;
    const char  *became = "";
    struct piece p;

    if (at == UINT32_MAX)
        return false;
    p = whole ? (struct piece){ 0, e->line[at].length,
                                kc_arena_strndup(e->arena, e->line[at].at, e->line[at].length) }
              : choose_piece(e, e->line[at]);
    if (p.length == 0 || !apply_edit(e, edit, at, &p, &became, &m->program))
        return false;
    m->line = at + 1;
    m->change =
        kc_arena_printf(e->arena, "%s: %s%s%s", names[edit], kc_str_trim(kc_str_from(p.text)).at,
                        edit == EDIT_SWAP ? " with " : " became ",
                        kc_str_trim(kc_str_from(became)).at);
    return true;
}

static bool is_new(const struct kc_text_mutant *made, size_t count, const struct kc_text_mutant *m)
{
    for (size_t i = 0; i < count; i++)
        if (made[i].line == m->line && strcmp(made[i].change, m->change) == 0)
            return false;
    return true;
}

size_t kc_text_mutants(struct kc_arena *arena, const struct kc_cell *cell, struct kc_str text,
                       uint64_t seed, uint64_t stream, struct kc_text_mutant *made, size_t most)
{
    struct editor e = { .arena = arena, .cell = cell, .seed = seed, .stream = stream };
    size_t        count = 0;

    split(&e, text);
    const size_t edits = e.bundles ? EDITS_OF_BUNDLES : EDITS_OF_LINES;

    for (size_t i = 0; e.places && i < most; i++)
        for (int tries = 0; tries < TRIES; tries++)
            if (try_edit(&e, (enum edit)(i % edits), &made[count]) &&
                is_new(made, count, &made[count])) {
                count++;
                break;
            }
    return count;
}

/* Linear assembly from lines to text: collecting, one function after the other, retries. */
#include "baseline/aie2/linear_ir.h"

#include <stdarg.h>
#include <string.h>

enum { LINES_MOST = 20000 };

struct aie2_linear *aie2_linear_new(struct kc_arena *arena, const struct kc_target *target,
                                    enum kc_opt opt)
{
    struct aie2_linear *l = kc_arena_new(arena, struct aie2_linear);

    l->arena = arena;
    l->target = target;
    l->opt = opt;
    return l;
}

enum kc_opt aie2_linear_opt(const struct aie2_linear *linear)
{
    return linear->opt;
}

struct kc_arena *aie2_linear_arena(const struct aie2_linear *linear)
{
    return linear->arena;
}

static void add(struct aie2_linear *l, struct kc_str text)
{
    if (l->count == LINES_MOST) {
        lin_error(l, LINES_MOST, "a program has at most %d lines", LINES_MOST);
        return;
    }
    l->line = aie2_grow(l->arena, l->line, l->count, &l->room, sizeof *l->line);
    l->line[l->count++] = text;
}

void aie2_line(struct aie2_linear *linear, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add(linear, kc_str_from(kc_arena_vprintf(linear->arena, format, args)));
    va_end(args);
}

void aie2_lines(struct aie2_linear *linear, struct kc_str text)
{
    while (text.length)
        add(linear, kc_str_cut(&text, '\n'));
}

void lin_error(struct aie2_linear *l, uint32_t line, const char *format, ...)
{
    va_list     args;
    const char *text;

    if (l->error)
        return;
    va_start(args, format);
    text = kc_arena_vprintf(l->arena, format, args);
    va_end(args);
    if (line && line <= l->count) {
        const struct kc_str source = kc_str_trim(l->line[line - 1]);

        l->error = kc_arena_printf(l->arena, "line %u of the linear assembly, '%.*s': %s", line,
                                   KC_STR(source), text);
    } else {
        l->error = text;
    }
}

/* ---- functions ---------------------------------------------------------------------------- */

/* From the best to the most modest; a function that runs out of registers takes the next. */
static const struct lin_tune best_tunes[] = {
    { .pipeline = true, .rotate = true, .inlines = true, .unroll_most = 8 },
    { .pipeline = true, .rotate = true, .inlines = true, .unroll_most = 8, .backward = true },
    { .pipeline = true, .rotate = true, .unroll_most = 8 },
    { .pipeline = true, .rotate = true, .unroll_most = 8, .backward = true },
    { .pipeline = true, .unroll_most = 8 },
    { .pipeline = true, .unroll_most = 8, .backward = true },
    { .pipeline = true, .rotate = true, .unroll_most = 4, .window = 48 },
    { .pipeline = true, .rotate = true, .unroll_most = 2, .window = 24 },
    { .pipeline = true, .rotate = true, .unroll_most = 1, .window = 12 },
    { .pipeline = true, .unroll_most = 1, .window = 6 },
    { .unroll_most = 1, .window = 16 },
    { .unroll_most = 1, .window = 4 },
    { .unroll_most = 1, .window = 1 },
};

static const struct lin_tune baseline_tunes[] = {
    { .unroll_most = 1 },
    { .unroll_most = 1, .backward = true },
    { .unroll_most = 1, .window = 24 },
    { .unroll_most = 1, .window = 8 },
    { .unroll_most = 1, .window = 1 },
};

static void keep_text(struct aie2_linear *l, struct lin_function *f)
{
    struct kc_buf out = { 0 };

    lin_function_print(l, f, &out);
    f->text = kc_arena_strndup(l->arena, out.text, out.length);
    kc_buf_free(&out);
    for (size_t i = 0; i < l->blocks; i++)
        if (l->block[i].callee)
            l->block[i].callee->called = true;
}

static bool compile_function(struct aie2_linear *l, struct lin_function *f)
{
    const bool             best = l->opt == KC_OPT_BEST;
    const struct lin_tune *tune = best ? best_tunes : baseline_tunes;
    const size_t           tries = best ? KC_COUNT(best_tunes) : KC_COUNT(baseline_tunes);
    const uint32_t         labels = l->labels;

    for (size_t i = 0; i < tries; i++) {
        const char *before = l->error;

        l->error = NULL;
        l->tune = tune[i];
        l->labels = labels;
        if (!lin_parse_function(l, f))
            return false;
        if (lin_function_schedule(l, f) && lin_function_allocate(l, f)) {
            keep_text(l, f);
            return true;
        }
        l->error = before ? before : l->error; /* the first try says most */
    }
    return false;
}

static struct lin_function *add_function(struct aie2_linear *l, struct kc_str name, uint32_t line)
{
    struct lin_function *f = kc_arena_new(l->arena, struct lin_function);

    f->name = kc_arena_strndup(l->arena, name.at, name.length);
    f->line = line;
    f->entry = kc_str_is(name, "kernel") || name.length == 0;
    return f;
}

static void link_function(struct aie2_linear *l, struct lin_function *f)
{
    if (l->last_function)
        l->last_function->next = f;
    else
        l->functions = f;
    l->last_function = f;
}

static bool starts(struct kc_str line, const char *word)
{
    return kc_str_starts(kc_str_trim(line), word);
}

/* The function whose .func stands in line i; *next is the line behind it. */
static bool take_function(struct aie2_linear *l, size_t i, size_t *next)
{
    struct kc_str        name = kc_str_trim(l->line[i]);
    struct lin_function *f;
    size_t               end = i + 1;

    name = kc_str_trim((struct kc_str){ name.at + 5, name.length - 5 });
    f = add_function(l, name, (uint32_t)i + 1);
    while (end < l->count && !starts(l->line[end], ".endfunc"))
        end++;
    *next = end + 1;
    f->from = i + 1;
    f->to = end;
    lin_survey(l, f);
    if (end == l->count)
        lin_error(l, (uint32_t)i + 1, "this function has no .endfunc");
    else if (compile_function(l, f))
        link_function(l, f);
    return !l->error;
}

/* Directives of the tile are copied to the head, wherever they stand. */
static void take_directives(struct aie2_linear *l, struct kc_buf *head)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct kc_str line = kc_str_trim(l->line[i]);

        if (line.length && line.at[0] == '.' && !lin_is_own(line))
            kc_buf_printf(head, "%.*s\n", (int)line.length, line.at);
    }
}

/* Lines outside of functions. */
static void take_line(struct aie2_linear *l, size_t i, struct kc_buf *out)
{
    const struct kc_str line = kc_str_trim(l->line[i]);

    if (kc_str_starts(line, "//"))
        kc_buf_printf(out, "%.*s\n", (int)line.length, line.at);
    else if (line.length && (line.at[0] != '.' || lin_is_own(line)))
        lin_error(l, (uint32_t)i + 1,
                  "instructions and loops stand between .func NAME and "
                  ".endfunc");
}

static void start(struct aie2_linear *l)
{
    l->as = kc_arena_new(l->arena, struct aie2_asm);
    l->as->arena = l->arena;
    l->as->dg = &l->dg;
    aie2_names_build(&l->as->names);
    lin_views_build(l);
}

const char *aie2_linear_finish(struct aie2_linear *l, struct kc_buf *out)
{
    struct kc_buf head = { 0 }, code = { 0 };

    if (!l->error)
        start(l);
    take_directives(l, &head);
    for (size_t i = 0; i < l->count && !l->error;) {
        if (starts(l->line[i], ".func"))
            take_function(l, i, &i);
        else
            take_line(l, i++, &code);
    }
    if (!l->error && !l->functions)
        lin_error(l, 0, "there is no function; begin with .func kernel");
    for (const struct lin_function *f = l->functions; f; f = f->next)
        if (f->called || !f->inlined) /* else there are only copies of it */
            kc_buf_puts(&code, f->text);
    if (!l->error)
        kc_buf_printf(out, "%s.text\n%s", head.text ? head.text : "", code.text ? code.text : "");
    kc_buf_free(&head);
    kc_buf_free(&code);
    return l->error;
}

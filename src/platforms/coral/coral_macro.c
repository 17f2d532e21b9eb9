/* Macros, repetitions and conditions. */
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"

static KC_COLD void wrong(struct coral_asm *as, struct kc_str at, const char *hint,
                          const char *message)
{
    kc_error(as->dg, coral_span(as, at), "directive", hint, "%s", message);
}

static struct kc_str macro_argument(struct kc_str *rest)
{
    const char *at = rest->at, *end = at + rest->length;
    int         depth = 0;
    bool        quoted = false;

    for (; at < end && (*at != ',' || depth > 0 || quoted); at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        quoted ^= *at == '"';
    }
    const struct kc_str argument = coral_trimmed(rest->at, at);

    rest->at = at < end ? at + 1 : end;
    rest->length = (size_t)(end - rest->at);
    return argument;
}

static struct kc_str argument_of(struct kc_str params, struct kc_str args, struct kc_str name,
                                 bool *found)
{
    *found = false;
    while (params.length) {
        struct kc_str       param = kc_str_trim(kc_str_cut(&params, ','));
        const struct kc_str arg = args.length ? macro_argument(&args) : (struct kc_str){ "", 0 };
        struct kc_str       fallback = param, head = kc_str_trim(kc_str_cut(&fallback, '='));

        head.length -= head.length > 4 && memcmp(head.at + head.length - 4, ":req", 4) == 0 ? 4 : 0;
        if (head.length == name.length && memcmp(head.at, name.at, name.length) == 0) {
            *found = true;
            return arg.length ? arg : kc_str_trim(fallback);
        }
    }
    return (struct kc_str){ "", 0 };
}

/* The body with \name replaced by its argument, \@ by the number of the call, \() by nothing. */
static void substitute(struct coral_asm *as, const struct coral_macro *m, struct kc_str args,
                       struct kc_buf *out)
{
    const char *at = m->body.at, *end = at + m->body.length;

    while (at < end && out->length < CORAL_EXPANSION) {
        const char   *slash = memchr(at, '\\', (size_t)(end - at));
        struct kc_str name;
        bool          found;

        kc_buf_add(out, at, (size_t)((slash ? slash : end) - at));
        if (!slash)
            return;
        for (at = slash + 1; at < end && coral_name_char(*at) && *at != '.' && *at != '@'; at++)
            ;
        name = (struct kc_str){ slash + 1, (size_t)(at - slash - 1) };
        const struct kc_str argument = argument_of(m->params, args, name, &found);

        if (name.length == 0 && at < end && *at == '@') {
            kc_buf_printf(out, "%" PRIu32, as->macro_calls);
            at++;
        } else if (name.length == 0 && end - at > 1 && at[0] == '(' && at[1] == ')') {
            at += 2;
        } else if (found) {
            kc_buf_add(out, argument.at, argument.length);
        } else {
            kc_buf_add(out, slash, name.length + 1);
        }
    }
}

static void push_text(struct coral_asm *as, struct kc_str text, uint32_t times,
                      struct kc_span where)
{
    as->expanded += text.length;
    if (as->depth == CORAL_DEPTH || as->expanded > CORAL_EXPANSION) {
        kc_error(as->dg, where, "macro-depth", "does a macro call itself?",
                 as->depth == CORAL_DEPTH ? "macros and repetitions are nested too deeply"
                                          : "macros and repetitions produce too much text");
        return;
    }
    as->reader[as->depth++] =
        (struct coral_reader){ text.at, text.at + text.length, text.at, times - 1, true };
}

static uint32_t macro_slot(struct kc_str name)
{
    return coral_hash(name) & (CORAL_LOCALS - 1);
}

static void macro_add(struct coral_asm *as, struct coral_macro *macro)
{
    struct coral_macro **list = &as->macros[macro_slot(macro->name)];

    macro->next = *list; /* the newest of a name counts */
    *list = macro;
    as->macro_count++;
}

bool coral_macro_call(struct coral_asm *as, struct kc_str name, struct kc_str rest)
{
    struct kc_buf       out = { 0 };
    struct coral_macro *m = as->macros[macro_slot(name)];

    while (m && !(m->name.length == name.length && !memcmp(m->name.at, name.at, name.length)))
        m = m->next;
    if (!m)
        return false;
    substitute(as, m, rest, &out);
    as->macro_calls++;
    if (out.length)
        push_text(as,
                  (struct kc_str){ kc_arena_strndup(as->arena, out.text, out.length), out.length },
                  1, as->statement);
    kc_buf_free(&out);
    return true;
}

void coral_do_macro(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct coral_macro *m = kc_arena_new(as->arena, struct coral_macro);
    size_t              n = 0;
    const uint32_t      line = as->line;

    (void)argument;
    while (n < rest.length && coral_name_char(rest.at[n]))
        n++;
    m->name = (struct kc_str){ rest.at, n };
    m->params = coral_trimmed(rest.at + n, rest.at + rest.length);
    if (m->params.length && m->params.at[0] == ',')
        m->params = coral_trimmed(m->params.at + 1, rest.at + rest.length);
    if (!memchr(m->params.at, ',', m->params.length)) { /* blanks may separate parameters, too */
        char *params = kc_arena_strndup(as->arena, m->params.at, m->params.length);

        for (char *c = params; *c; c++)
            *c = coral_blank(*c) ? ',' : *c;
        m->params.at = params;
    }
    if (!coral_collect(as, ".macro", NULL, ".endm", &m->body)) {
        wrong(as, name, "close it with .endm", "this .macro is never closed");
        return;
    }
    if (n == 0) {
        wrong(as, name, "write: .macro NAME parameters", "the name of the macro is missing");
        return;
    }
    as->line = line;
    macro_add(as, m);
}

void coral_do_repeat(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct kc_str  body;
    const uint32_t line = as->line;
    int64_t        n = 0;
    const bool     good = coral_constant(as, rest, &n);

    (void)argument;
    if (!coral_collect(as, ".rept", ".irp", ".endr", &body)) {
        wrong(as, name, "close it with .endr", "this .rept is never closed");
        return;
    }
    as->line = line;
    if (good && (n < 0 || n > CORAL_EXPANSION))
        kc_error(as->dg, coral_span(as, rest), "imm-range", NULL,
                 "%" PRId64 " repetitions are not in 0 to %d", n, CORAL_EXPANSION);
    else if (good && n && body.length)
        push_text(as, body, (uint32_t)n, as->statement);
}

void coral_do_stray(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    (void)rest;
    (void)argument;
    wrong(as, name, NULL, "this closes nothing: .macro or .rept is missing");
}

/* 1: statements count; 0: they do not, .else may change that; 2: never again. */
static void condition_push(struct coral_asm *as, struct kc_str name, uint8_t state)
{
    if (as->condition_count == CORAL_DEPTH) {
        wrong(as, name, NULL, "conditions are nested too deeply");
        return;
    }
    if (as->condition_count == 0)
        as->condition_span = coral_span(as, name);
    as->conditions[as->condition_count++] = state;
}

void coral_do_condition(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    int64_t v = 0;

    (void)argument;
    if (!coral_active(as))
        condition_push(as, name, 2);
    else
        condition_push(as, name, coral_constant(as, rest, &v) && v ? 1 : 0);
}

void coral_do_condition_defined(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                                int wanted)
{
    const struct coral_symbol *s = coral_symbol_find(as, rest, false);
    const bool                 defined = s && s->defined;

    condition_push(as, name, !coral_active(as) ? 2 : defined == (wanted != 0) ? 1 : 0);
}

void coral_do_otherwise(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    uint8_t *state = &as->conditions[as->condition_count ? as->condition_count - 1 : 0];

    (void)rest;
    (void)argument;
    if (!as->condition_count)
        wrong(as, name, NULL, ".else without .if");
    else
        *state = *state == 0 ? 1 : 2;
}

void coral_do_end_condition(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                            int argument)
{
    (void)rest;
    (void)argument;
    if (!as->condition_count)
        wrong(as, name, NULL, ".endif without .if");
    else
        as->condition_count--;
}

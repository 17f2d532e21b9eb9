/* Directives for data, sections and symbols; all of them by name. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_asm.h"

static const struct directive {
    const char         *name;
    coral_directive_fn *run; /* NULL: ignored */
    int                 argument;
} directives[] = {
#define DIRECTIVE(name, function, argument) { name, coral_do_##function, argument },
#define IGNORED(name)                       { name, NULL, 0 },
#include "platforms/coral/coral_directive.def"
};

static KC_COLD void wrong(struct coral_asm *as, struct kc_str at, const char *hint,
                          const char *message)
{
    kc_error(as->dg, coral_span(as, at), "directive", hint, "%s", message);
}

/* The next of a list separated by commas; parentheses and strings hold together. */
static struct kc_str next_of(struct kc_str *rest)
{
    const char *at = rest->at, *end = at + rest->length;
    int         depth = 0;

    for (; at < end && (*at != ',' || depth > 0); at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at == '"')
            for (at++; at < end && *at != '"'; at++)
                at += *at == '\\' && at + 1 < end;
        else if (*at == '\'' && at + 1 < end) {
            at += at[1] == '\\' ? 2 : 1;
            at += at + 1 < end && at[1] == '\'';
        }
    }
    at = at > end ? end : at;
    const struct kc_str item = coral_trimmed(rest->at, at);

    rest->at = at < end ? at + 1 : end;
    rest->length = (size_t)(end - rest->at);
    return item;
}

static bool no_more(struct coral_asm *as, struct kc_str name, struct kc_str rest)
{
    rest = kc_str_trim(rest);
    if (rest.length == 0)
        return true;
    kc_error(as->dg, coral_span(as, rest), "directive", NULL, "%.*s takes fewer operands",
             KC_STR(name));
    return false;
}

/* ---- sections ------------------------------------------------------------------------------ */

static const struct {
    const char      *prefix;
    enum coral_place place;
} places[] = {
    { ".text", CORAL_TEXT },       { ".rodata", CORAL_RODATA }, { ".srodata", CORAL_RODATA },
    { ".data", CORAL_DATA },       { ".sdata", CORAL_DATA },    { ".bss", CORAL_BSS },
    { ".sbss", CORAL_BSS },        { ".ext", CORAL_EXT },       { ".init_array", CORAL_DATA },
    { ".comment", CORAL_DROPPED }, { ".note", CORAL_DROPPED },  { ".debug", CORAL_DROPPED },
    { ".riscv.", CORAL_DROPPED },  { ".llvm_", CORAL_DROPPED }, { ".eh_frame", CORAL_DROPPED },
};

/* Names that are not ours go where their flags say. */
static enum coral_place place_of(struct kc_str name, struct kc_str flags)
{
    for (size_t i = 0; i < KC_COUNT(places); i++)
        if (kc_str_starts(name, places[i].prefix))
            return places[i].place;
    if (!memchr(flags.at, 'a', flags.length))
        return flags.length ? CORAL_DROPPED : CORAL_DATA;
    return memchr(flags.at, 'x', flags.length)   ? CORAL_TEXT
           : memchr(flags.at, 'w', flags.length) ? CORAL_DATA
                                                 : CORAL_RODATA;
}

void coral_section_enter(struct coral_asm *as, struct kc_str name, struct kc_str flags)
{
    as->previous = as->current;
    coral_vcheck_label(as);
    for (uint16_t i = 0; i < as->section_count; i++)
        if (as->section[i].name.length == name.length &&
            memcmp(as->section[i].name.at, name.at, name.length) == 0) {
            as->current = i;
            return;
        }
    if (as->section_count == CORAL_SECTIONS) {
        kc_error(as->dg, as->statement, "section", NULL, "more than %d sections", CORAL_SECTIONS);
        return;
    }
    as->current = as->section_count++;
    as->section[as->current].name = name;
    as->section[as->current].place = place_of(name, flags);
    as->section[as->current].align = as->section[as->current].place == CORAL_TEXT ? 4 : 1;
}

void coral_do_enter_named(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                          int argument)
{
    (void)argument;
    if (no_more(as, name, rest))
        coral_section_enter(as, name, (struct kc_str){ "", 0 });
}

void coral_do_enter_section(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                            int argument)
{
    struct kc_str section = next_of(&rest), flags = next_of(&rest);

    (void)argument;
    if (section.length > 1 && section.at[0] == '"')
        section = (struct kc_str){ section.at + 1, section.length - 2 };
    if (section.length == 0) {
        wrong(as, name, "write for example .section .data", "the name of the section is missing");
        return;
    }
    coral_section_enter(as, section, flags);
}

void coral_do_push_section(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                           int argument)
{
    if (as->pushed_count == CORAL_DEPTH) {
        wrong(as, name, NULL, "sections are pushed too deeply");
        return;
    }
    as->pushed[as->pushed_count++] = as->current;
    coral_do_enter_section(as, name, rest, argument);
}

void coral_do_pop_section(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                          int argument)
{
    (void)argument;
    if (!no_more(as, name, rest))
        return;
    if (!as->pushed_count) {
        wrong(as, name, NULL, ".popsection without .pushsection");
        return;
    }
    as->previous = as->current;
    as->current = as->pushed[--as->pushed_count];
    coral_vcheck_label(as);
}

void coral_do_previous_section(struct coral_asm *as, struct kc_str name, struct kc_str rest,
                               int argument)
{
    const uint16_t current = as->current;

    (void)argument;
    if (!no_more(as, name, rest))
        return;
    as->current = as->previous;
    as->previous = current;
    coral_vcheck_label(as);
}

/* ---- data ---------------------------------------------------------------------------------- */

static bool in_bss(struct coral_asm *as, struct kc_str name)
{
    if (as->section[as->current].place != CORAL_BSS)
        return false;
    kc_error(as->dg, coral_span(as, name), "section", "use .space here, or .section .data",
             "%.*s in section %.*s, which only reserves space", KC_STR(name),
             KC_STR(as->section[as->current].name));
    return true;
}

static void put(uint8_t *at, int width, uint64_t value)
{
    for (int i = 0; i < width; i++)
        at[i] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
}

static bool fits_width(struct coral_asm *as, struct kc_str item, int width, int64_t v)
{
    const int64_t high = width < 8 ? INT64_C(1) << 8 * width : 0;

    if (width == 8 || (v >= -high / 2 && v < high))
        return true;
    kc_error(as->dg, coral_span(as, item), "imm-range", NULL,
             "%" PRId64 " does not fit in %d byte%s", v, width, width == 1 ? "" : "s");
    return false;
}

/* Short decimal numbers are most of what data consists of. */
static bool quick_number(struct kc_str *rest, int64_t *v)
{
    const char *at = rest->at, *end = at + rest->length;
    const bool  minus = at < end && *at == '-';
    int64_t     n = 0;

    at += minus;
    const char *digits = at;

    for (; at < end && *at >= '0' && *at <= '9' && at - digits < 10; at++)
        n = n * 10 + (*at - '0');
    if (at == digits || (at < end && *at != ',') || (*digits == '0' && at - digits > 1))
        return false;
    *v = minus ? -n : n;
    rest->at = at < end ? at + 1 : end;
    while (rest->at < end && coral_blank(*rest->at))
        rest->at++;
    rest->length = (size_t)(end - rest->at);
    return true;
}

void coral_do_numbers(struct coral_asm *as, struct kc_str name, struct kc_str rest, int width)
{
    if (in_bss(as, name))
        return;
    while (rest.length) {
        struct kc_str      item = rest;
        struct coral_value v = { 0 };

        if (!quick_number(&rest, &v.v)) {
            item = next_of(&rest);
            v = coral_evaluate(as, item);
            if (v.bad)
                return;
            rest = kc_str_trim(rest);
        }
        const size_t offset = as->section[as->current].size;
        uint8_t     *at = coral_emit(as, (size_t)width);

        if (!at)
            return;
        if (v.unknown || v.labels)
            coral_fixup_add(as, item, CORAL_PLAIN, (uint8_t)width, offset);
        else if (fits_width(as, item, width, v.v))
            put(at, width, (uint64_t)v.v);
    }
}

void coral_do_floats(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    (void)argument;
    if (in_bss(as, name))
        return;
    while (rest.length) {
        const struct kc_str item = next_of(&rest);
        char               *end, *text = kc_arena_strndup(as->arena, item.at, item.length);
        const float         f = strtof(text, &end);
        uint32_t            bits;
        uint8_t            *at;

        if (item.length == 0 || *end || isspace((unsigned char)*text)) {
            wrong(as, item, "write for example 1.5, -3e-2 or 0x1.8p0",
                  "this is not a floating-point number");
            return;
        }
        memcpy(&bits, &f, sizeof bits);
        at = coral_emit(as, 4);
        if (at)
            put(at, 4, bits);
    }
}

static int escape(const char **at, const char *end)
{
    const char c = *(*at)++;
    int        v = 0;

    if (c >= '0' && c <= '7') {
        v = c - '0';
        for (int i = 0; i < 2 && *at < end && **at >= '0' && **at <= '7'; i++)
            v = v * 8 + *(*at)++ - '0';
        return v & 255;
    }
    if (c == 'x') {
        for (; *at < end && kc_hex_digit(**at) >= 0; (*at)++)
            v = (v << 4 | kc_hex_digit(**at)) & 255;
        return v;
    }
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return (unsigned char)c;
    }
}

void coral_do_strings(struct coral_asm *as, struct kc_str name, struct kc_str rest, int zero)
{
    if (in_bss(as, name))
        return;
    while (rest.length) {
        const struct kc_str item = next_of(&rest);
        const char         *at = item.at + 1, *end = item.at + item.length - 1;
        size_t              n = 0;
        uint8_t            *to;

        if (item.length < 2 || item.at[0] != '"' || *end != '"') {
            wrong(as, item, "write \"text\"", "a string stands between double quotes");
            return;
        }
        to = coral_emit(as, item.length - 2 + (size_t)zero);
        if (!to)
            return;
        while (at < end) {
            const char c = *at++;

            to[n++] = (uint8_t)(c == '\\' && at < end ? escape(&at, end) : (unsigned char)c);
        }
        if (zero)
            to[n++] = 0;
        as->section[as->current].size -= item.length - 2 + (size_t)zero - n;
    }
}

static bool size_of(struct coral_asm *as, struct kc_str text, int64_t *size)
{
    if (!coral_constant(as, text, size))
        return false;
    if (*size >= 0 && *size <= CORAL_SECTION_BYTES)
        return true;
    kc_error(as->dg, coral_span(as, text), "imm-range", NULL,
             "a size of %" PRId64 " is not in 0 to %d", *size, CORAL_SECTION_BYTES);
    return false;
}

void coral_do_space(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct kc_str count = next_of(&rest), value = next_of(&rest);
    int64_t       n = 0, v = 0;
    uint8_t      *at;

    (void)argument;
    if (!no_more(as, name, rest) || !size_of(as, count, &n) ||
        (value.length && !coral_constant(as, value, &v)))
        return;
    at = coral_emit(as, (size_t)n);
    if (at)
        memset(at, (int)(v & 255), (size_t)n);
}

void coral_do_fill(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct kc_str count = next_of(&rest), size = next_of(&rest), value = next_of(&rest);
    int64_t       n = 0, width = 1, v = 0;
    uint8_t      *at;

    (void)argument;
    if (!no_more(as, name, rest) || !size_of(as, count, &n) ||
        (size.length && !coral_constant(as, size, &width)) ||
        (value.length && !coral_constant(as, value, &v)))
        return;
    if (width < 0 || width > 8) {
        wrong(as, size, NULL, "the width of .fill is 0 to 8 bytes");
        return;
    }
    at = coral_emit(as, (size_t)(n * width));
    for (int64_t i = 0; at && i < n; i++) /* the value has four bytes, as in GNU as */
        put(at + i * width, (int)width, (uint64_t)v & UINT32_MAX);
}

void coral_do_common(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct kc_str  symbol = next_of(&rest), size = next_of(&rest), align_text = next_of(&rest);
    const uint16_t current = as->current, previous = as->previous;
    int64_t        n = 0, alignment = 4;

    (void)argument;
    if (!no_more(as, name, rest) || !size_of(as, size, &n) ||
        (align_text.length && !size_of(as, align_text, &alignment)))
        return;
    if (symbol.length == 0 || alignment == 0 || alignment & (alignment - 1)) {
        wrong(as, name, NULL, "write: .comm name, size, alignment");
        return;
    }
    coral_section_enter(as, kc_str_from(".bss"), (struct kc_str){ "", 0 });
    coral_align(as, (uint64_t)alignment, 0);
    coral_symbol_define(as, symbol);
    uint8_t *at = coral_emit(as, (size_t)n);

    if (at)
        memset(at, 0, (size_t)n);
    as->current = current;
    as->previous = previous;
}

void coral_do_align(struct coral_asm *as, struct kc_str name, struct kc_str rest, int power)
{
    struct kc_str count = next_of(&rest), value = next_of(&rest);
    int64_t       n = 0, v = -1;

    if (!coral_constant(as, count, &n) || (value.length && !coral_constant(as, value, &v)))
        return;
    if (power && n >= 0 && n <= 16)
        n = INT64_C(1) << n;
    else if (power)
        n = -1;
    if (n == 0)
        return;
    if (n < 0 || n > 65536 || n & (n - 1)) {
        kc_error(as->dg, coral_span(as, count), "imm-range",
                 power ? ".p2align and .align take the exponent: .p2align 4 means 16 bytes"
                       : ".balign takes bytes, a power of two",
                 "%.*s does not take '%.*s'", KC_STR(name), KC_STR(count));
        return;
    }
    coral_align(as, (uint64_t)n, v < 0 ? -1 : (int)(v & 255));
}

void coral_do_org(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    struct coral_section *s = &as->section[as->current];
    int64_t               n = 0;

    (void)argument;
    if (!size_of(as, rest, &n))
        return;
    if ((size_t)n < s->size) {
        wrong(as, name, NULL, ".org cannot go back");
        return;
    }
    uint8_t *at = coral_emit(as, (size_t)n - s->size);

    if (at)
        memset(at, 0, (size_t)(as->section[as->current].bytes + s->size - at));
}

/* ---- symbols ------------------------------------------------------------------------------- */

static bool good_name(struct kc_str name)
{
    if (name.length == 0 || isdigit((unsigned char)name.at[0]))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (!coral_name_char(name.at[i]))
            return false;
    return true;
}

void coral_do_set(struct coral_asm *as, struct kc_str name, struct kc_str rest, int again)
{
    const struct kc_str  symbol = next_of(&rest), text = kc_str_trim(rest);
    struct coral_symbol *s;
    struct coral_value   v;

    if (!good_name(symbol) || text.length == 0) {
        wrong(as, name, "write: .equ NAME, value", "a name and a value belong here");
        return;
    }
    s = coral_symbol_find(as, symbol, true);
    if (s->defined && (!again || !s->variable)) {
        kc_error(as->dg, coral_span(as, symbol), "label-redefined", NULL,
                 "'%.*s' is already defined in line %" PRIu32, KC_STR(symbol), s->line);
        return;
    }
    v = coral_evaluate(as, text);
    if (v.bad)
        return;
    s->variable = again;
    s->line = as->line;
    s->moment = as->moment;
    s->span = coral_span(as, symbol);
    s->value = v.v;
    s->text = text;
    s->section = (uint16_t)v.section;
    s->labels = 0;
    s->defined = v.unknown || v.labels < 0 || v.labels > 1 ? CORAL_EXPRESSION
                 : v.labels                                ? CORAL_LABEL
                                                           : CORAL_ABSOLUTE;
    if (s->defined == CORAL_EXPRESSION) { /* where '.' is */
        s->section = as->current;
        s->value = (int64_t)as->section[as->current].size;
    }
}

void coral_do_option(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    static const char *const accepted[] = { "norvc", "norelax", "relax", "push",
                                            "pop",   "nopic",   "pic" };

    (void)name;
    (void)argument;
    for (size_t i = 0; i < KC_COUNT(accepted); i++)
        if (kc_str_is(rest, accepted[i]))
            return;
    if (kc_str_starts(rest, "arch"))
        return;
    kc_error(as->dg, coral_span(as, rest), "option",
             kc_str_is(rest, "rvc") ? "leave it out: every instruction has 32 bits"
                                    : "norvc norelax relax push pop are accepted",
             kc_str_is(rest, "rvc") ? "this machine has no compressed instructions"
                                    : "unknown option '%.*s'",
             KC_STR(rest));
}

void coral_do_user_error(struct coral_asm *as, struct kc_str name, struct kc_str rest, int argument)
{
    (void)argument;
    kc_error(as->dg, coral_span(as, name), "user-error", NULL, "%.*s", KC_STR(rest));
}

/* ---- dispatch ------------------------------------------------------------------------------ */

static KC_COLD void unknown(struct coral_asm *as, struct kc_str name)
{
    const char *list[KC_COUNT(directives)], *nearest;

    for (size_t i = 0; i < KC_COUNT(directives); i++)
        list[i] = directives[i].name;
    nearest = !coral_may_suggest(as) ? NULL : kc_str_nearest(name, list, KC_COUNT(list));
    kc_error(as->dg, coral_span(as, name), "directive",
             nearest ? kc_arena_printf(as->arena, "did you mean %s?", nearest)
                     : ".text .data .word .byte .space .balign .equ .macro .rept are common ones",
             "unknown directive '%.*s'", KC_STR(name));
}

/* Debug information and notes are not loaded: what they consist of need not be understood. */
static bool only_fills(coral_directive_fn *run)
{
    coral_directive_fn *const fills[] = { coral_do_numbers, coral_do_floats, coral_do_strings,
                                          coral_do_space,   coral_do_fill,   coral_do_align,
                                          coral_do_org };

    for (size_t i = 0; i < KC_COUNT(fills); i++)
        if (run == fills[i])
            return true;
    return false;
}

static const struct directive *find(struct kc_str name)
{
    for (size_t i = 0; i < KC_COUNT(directives); i++)
        if (kc_str_is(name, directives[i].name))
            return &directives[i];
    return NULL;
}

void coral_directive(struct coral_asm *as, struct kc_str name, struct kc_str rest)
{
    const struct directive *d = find(name);
    const bool              dropped = as->section[as->current].place == CORAL_DROPPED;

    if (d && d->run && !(dropped && only_fills(d->run)))
        d->run(as, name, rest, d->argument);
    else if (!d && !dropped && !kc_str_starts(name, ".cfi_"))
        unknown(as, name);
}
